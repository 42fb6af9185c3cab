--- The calls of a pathfinder without a search: steps, prices, regions,
-- reachability, sight. All of them follow edits of the map.
-- fuzz/judge_sight.c judges sight, and fuzz/judge_agent.c regions.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local numbers = require "spec.support.random"

local fails, finder_on = finders.fails, finders.on
local collect, list, near = helper.collect, helper.list, helper.near

describe("#once finder:can_enter", function()
  it("is true if this agent may be in the cell, and false outside", function()
    local grid = tilepath.grid("~!.#", { base = 0,
      legend = { ["~"] = "water", ["!"] = "lava" },
      prices = { water = 2, lava = false } })
    for entered, prices in pairs { ["000100"] = { water = false },
      ["011100"] = { lava = 1 } } do
      local finder, all = tilepath.pathfinder(grid, { prices = prices }), ""
      for x = -1, 4 do
        all = all .. (finder:can_enter(x, 0) and 1 or 0)
      end
      assert.are.equal(entered, all)
      for _, cell in ipairs { { 2, 1 }, { 2 ^ 53 - 1, 2 ^ 53 - 1 },
        { 2 ^ 32 + 2, 0 } } do
        assert.is_false(finder:can_enter(cell[1], cell[2]))
      end
    end
  end)
end)

describe("#once finder:can_step", function()
  it("is for a step between neighbouring free cells of the grid", function()
    for _, rule in ipairs(judge.rules) do
      local finder = finder_on("..#.", { diagonal = rule })
      assert.is_true(finder:can_step(1, 1, 2, 1))
      for _, q in ipairs { { 1, 1, 1, 1 }, { 2, 1, 3, 1 }, { 3, 1, 2, 1 },
        { 2, 1, 4, 1 }, { 1, 1, 0, 1 }, { 1, 1, 1, 2 }, { 0, 1, 1, 1 },
        { 2 ^ 32 + 1, 1, 2, 1 } } do
        assert.is_false(finder:can_step(q[1], q[2], q[3], q[4]))
      end
    end
    assert.is_false(finder_on(".\n.", { diagonal = "at_least_one_walkable" })
      :can_step(1, 1, 2, 2))
  end)
end)

describe("finder:neighbors", function()
  it("returns the legal steps and their costs", function()
    local finder = finder_on([[
      .~.
      ..#
      ...
    ]], { straight_cost = 10, diagonal_cost = 14 },
      { legend = { ["~"] = "mud" }, prices = { mud = 3 } })
    local costs = {}
    for x, y, cost in finder:neighbors(2, 2) do
      costs[x .. "," .. y] = cost
    end
    assert.are.same({ ["1,1"] = 14, ["2,1"] = 30, ["1,2"] = 10,
      ["1,3"] = 14, ["2,3"] = 10 }, costs)
    for _, cell in ipairs { { 3, 2 }, { 0, 1 }, { 2 ^ 40, 1 } } do
      assert.are.same({}, collect(finder:neighbors(cell[1], cell[2])))
    end
  end)

  it("returns math.huge for a cell closed during the loop", function()
    local finder = finder_on "..."
    local costs = {}
    for x, _, cost in finder:neighbors(2, 1) do
      costs[#costs + 1] = cost
      finder.grid:set(4 - x, 1, "wall")
      finder:prepare()
    end
    assert.are.same({ 1, math.huge }, costs)
  end)

  it("agrees with can_step and price, under every rule", function()
    local random = numbers.new(9)
    for round = 1, 8 do
      local grid = tilepath.grid(numbers.map(random, 9, 7, "..:;#"),
        { base = { -4, 20 }, prices = { sand = 1.75, mud = 3 },
          legend = { [":"] = "sand", [";"] = "mud" } })
      local finder = tilepath.pathfinder(grid, {
        diagonal = judge.rules[round % 4 + 1], straight_cost = 2,
        size = round % 3 == 0 and 2 or nil,
        keep_away = round % 2 == 0 and { 2, 1.5 } or nil })
      for x, y in grid:cells() do
        local steps = {}
        for to_x, to_y, cost in finder:neighbors(x, y) do
          steps[to_x .. "," .. to_y] = true
          if to_x == x or to_y == y then
            near(cost, 2 * finder:price(to_x, to_y))
          end
        end
        for dx = -2, 2 do
          for dy = -2, 2 do
            assert.are.equal(steps[x + dx .. "," .. y + dy] or false,
              finder:can_step(x, y, x + dx, y + dy))
          end
        end
        assert.are.equal(finder:can_enter(x, y), finder:price(x, y) ~= nil)
      end
    end
  end)
end)

describe("#once finder:price", function()
  it("includes everything that adds to a unit of length", function()
    local grid = tilepath.grid("..~#", { base = 0, prices = { mud = 3 },
      legend = { ["~"] = "mud" } })
    local danger = tilepath.layer(grid)
    danger:set(1, 0, 4)
    local finder = tilepath.pathfinder(grid, { straight_cost = 10,
      layers = { { danger, 0.5 } } })
    for x, price in pairs { [0] = 1, 3, 3 } do
      assert.are.equal(price, finder:price(x, 0))
    end
    fails("blocked", finder:price(3, 0))
    fails("outside", finder:price(4, 0))
    fails("outside", finder:price(2 ^ 40, -2 ^ 40))
    danger:set(0, 0, 8)
    assert.are.equal(5, finder:price(0, 0))
    grid = tilepath.grid(200, 90)
    danger = tilepath.layer(grid)
    finder = tilepath.pathfinder(grid, { layers = { { danger, 1 } } })
    finder:prepare()
    for _, x in ipairs { 1, 200 } do -- far from each other
      danger:set(x, 45, 4)
    end
    assert.are.same({ 5, 5 }, { finder:price(1, 45), (finder:price(200, 45)) })
  end)
end)

describe("#once finder:region", function()
  it("numbers regions by their first cells, and returns their sizes", function()
    local finder = finder_on([[
      ..#..
      ..#.#
      ###..
    ]], nil, { base = 0 })
    assert.are.same({ 1, 4 }, { finder:region(1, 1) })
    assert.are.same({ 2, 2, 5 }, { (finder:region(4, 0)), finder:region(4, 2) })
    fails("blocked", finder:region(2, 0))
    fails("outside", finder:region(5, 0))
  end)

  it("joins regions by links that the agent may take both ways", function()
    local grid = tilepath.grid(".#.#.#.")
    grid:link(7, 1, 5, 1, { name = "lift" })
    local finder = tilepath.pathfinder(grid)
    local walker = tilepath.pathfinder(grid, { links = { lift = false } })
    assert.are.same({ 3, 2 }, { finder:region(7, 1) })
    assert.are.same({ 4, 1 }, { walker:region(7, 1) })
    grid:link(1, 1, 3, 1, { one_way = true })
    assert.are.same({ 3, 2 }, { finder:region(7, 1) })
    grid:link(7, 1, 1, 1)
    assert.are.same({ 1, 3 }, { finder:region(7, 1) })
  end)

  it("joins cells that one-way ways connect in both directions", function()
    local one_way = { one_way = true }
    local grid = tilepath.grid "..#.#."
    local finder = tilepath.pathfinder(grid)
    grid:fence(1, 1, 2, 1, one_way)
    assert.are.same({ 2, 1 }, { finder:region(2, 1) })
    local back = grid:link(2, 1, 1, 1, one_way)
    assert.are.same({ 1, 2 }, { finder:region(2, 1) })
    -- A ring of links through three regions, of which one closes it.
    grid:link(2, 1, 4, 1, one_way)
    grid:link(4, 1, 6, 1, one_way)
    assert.are.same({ 2, 1 }, { finder:region(4, 1) })
    assert.are.same({ 3, 1 }, { finder:region(6, 1) })
    grid:link(6, 1, 1, 1, { name = "lift", one_way = true })
    for x = 1, 6 do
      if x ~= 3 and x ~= 5 then
        assert.are.same({ 1, 4 }, { finder:region(x, 1) })
      end
    end
    grid:unlink(back)
    assert.are.same({ 1, 4 }, { finder:region(2, 1) })
    local walker = tilepath.pathfinder(grid, { links = { lift = false } })
    assert.are.same({ 2, 1 }, { walker:region(2, 1) })
    assert.are.same({ 4, 1 }, { walker:region(6, 1) })
    -- Two ledges in opposite directions, upright.
    grid = tilepath.grid "..\n.."
    finder = tilepath.pathfinder(grid)
    grid:fence(1, 1, 1, 2, one_way)
    grid:fence(2, 1, 2, 2, one_way)
    assert.are.same({ 2, 2 }, { finder:region(1, 2) })
    grid:unfence(2, 1, 2, 2)
    grid:fence(2, 2, 2, 1, one_way)
    assert.are.same({ 1, 4 }, { finder:region(1, 2) })
  end)

  it("joins two cells that also lead to a third, whichever comes first",
    function()
      local grid = tilepath.grid ".#.#.#.#."
      local finder = tilepath.pathfinder(grid)
      for _, link in ipairs { { 1, 3 }, { 3, 1 }, { 3, 5 }, { 9, 5 }, { 9, 7 },
        { 7, 9 } } do
        grid:link(link[1], 1, link[2], 1, { one_way = true })
      end
      for i, number in ipairs { 1, 1, 2, 3, 3 } do
        assert.are.same({ number, number == 2 and 1 or 2 },
          { finder:region(2 * i - 1, 1) })
      end
    end)

  it("joins the cells between which there are paths both ways", function()
    local random = numbers.new(11)
    for round = 1, 20 do
      local grid = tilepath.grid(numbers.map(random, 8, 6, "...#"), {
        shape = round % 3 == 0 and "hex" or "square" })
      local finder = tilepath.pathfinder(grid)
      for _ = 1, 12 do
        local x, y = random(1, 7), random(1, 6)
        local to = random(0, 1)
        grid:fence(x + to, y, x + 1 - to, y, { one_way = true })
        grid:link(x, y, random(1, 8), y % 6 + 1, { one_way = true })
        local fx, fy = random(1, 8), random(1, 6)
        for tx, ty in grid:cells() do
          if finder:can_enter(fx, fy) and finder:can_enter(tx, ty) then
            assert.are.equal(finder:is_reachable(fx, fy, tx, ty)
              and finder:is_reachable(tx, ty, fx, fy),
              finder:region(fx, fy) == finder:region(tx, ty))
          end
        end
      end
    end
  end)

  it("no longer joins regions once the last link or fence is gone", function()
    local grid = tilepath.grid("..#..")
    local finder = tilepath.pathfinder(grid)
    local other = tilepath.pathfinder(grid, { diagonal = "never" })
    for _ = 1, 2 do
      local link = grid:link(2, 1, 5, 1)
      assert.are.same({ 1, 4 }, { finder:region(5, 1) })
      assert.are.same({ 1, 4 }, { other:region(5, 1) })
      grid:unlink(link)
      assert.are.same({ 2, 2 }, { finder:region(5, 1) })
      assert.are.same({ 2, 2 }, { other:region(5, 1) })
    end
    -- A way back past a one-way fence.
    grid:set(3, 1, "open")
    for _ = 1, 2 do
      grid:fence(1, 1, 2, 1, { one_way = true })
      local link = grid:link(5, 1, 1, 1, { one_way = true })
      assert.are.same({ 1, 5 }, { finder:region(5, 1) })
      grid:unlink(link)
      assert.are.same({ 2, 4 }, { finder:region(5, 1) })
      grid:unfence(1, 1, 2, 1)
      assert.are.same({ 1, 5 }, { finder:region(5, 1) })
      grid:fence(1, 1, 2, 1)
      assert.are.same({ 2, 4 }, { finder:region(5, 1) })
      grid:unfence(1, 1, 2, 1)
    end
  end)

  it("can have as many regions as cells", function()
    local grid = tilepath.grid(150, 150)
    grid:sample(function(x, y)
      return (x + y) % 2 == 0
    end)
    local finder = tilepath.pathfinder(grid, { diagonal = false })
    assert.are.same({ 150 * 75, 1 }, { finder:region(150, 150) })
  end)
end)

describe("#once finder:is_reachable", function()
  it("is true if there is a path, without a search", function()
    local finder = finder_on "..#.\n.#.."
    for _, q in ipairs { { 1, 1, 1, 2, true }, { 2, 1, 2, 1, true },
      { 1, 1, 4, 1, false }, { 1, 1, 3, 1, false }, { 3, 1, 3, 1, false },
      { 0, 1, 1, 1, false }, { 1, 1, 1, 3, false } } do
      assert.are.equal(q[5], finder:is_reachable(q[1], q[2], q[3], q[4]))
    end
    assert.are.same({}, finder.info)
  end)

  it("follows edits beside the ends of a link, far apart", function()
    local grid = tilepath.grid(("."):rep(149) .. ("#"):rep(50) .. ("."):rep(99))
    grid:link(149, 1, 200, 1, { one_way = true })
    local finder = tilepath.pathfinder(grid)
    for _, x in ipairs { 199, 148, 199, 201 } do
      grid:set(x, 1, "wall")
      assert.are.equal(x == 199, finder:is_reachable(1, 1, 298, 1))
      grid:set(x, 1, x == 199 and "wall" or "open")
    end
  end)
end)

describe("#once finder:line_of_sight", function()
  it("returns the first blocking cell, seen from the first point", function()
    local finder = finder_on "..#.#.."
    for _, q in ipairs { { 1, 7, 3 }, { 7, 1, 5 }, { 3, 4, 3 }, { 6, 99, 8 },
      { 0, 2, 0 } } do
      assert.are.same({ false, q[3], 1 },
        list(finder:line_of_sight(q[1], 1, q[2], 1)))
    end
  end)

  it("is blocked for this agent, and costs price x length", function()
    local grid = tilepath.grid("..~~", { legend = { ["~"] = "mud" },
      prices = { mud = 3 } })
    local cat = tilepath.pathfinder(grid, { prices = { mud = false } })
    assert.are.same({ false, 3, 1 }, list(cat:line_of_sight(1, 1, 4, 1)))
    local finder = tilepath.pathfinder(grid, { straight_cost = 10,
      diagonal_cost = 14 })
    near(10 * (1.5 + 3 * 1.5), select(2, finder:line_of_sight(1, 1, 4, 1)))
    assert.are.equal(0, select(2, finder:line_of_sight(3, 1, 3, 1)))
    for x = 2, 3 do
      grid:set_walkable(x, 1, false)
      assert.are.same({ false, x, 1 }, list(finder:line_of_sight(1, 1, 4, 1)))
      grid:set_walkable(x, 1, true)
      assert.is_true((finder:line_of_sight(1, 1, 4, 1)))
    end
  end)

  it("numbers them anew if a first cell is blocked", function()
    local grid = tilepath.grid(12, 12)
    grid:fill(2, 1, 1, 12, "wall")
    local finder = tilepath.pathfinder(grid)
    assert.are.same({ 1, 12 }, { finder:region(1, 5) })
    grid:set(1, 1, "wall")
    assert.are.same({ 2, 11 }, { finder:region(1, 5) })
    grid:set(1, 1, "open")
    assert.are.same({ 1, 12 }, { finder:region(1, 5) })
    -- The next first cell is far away.
    grid = tilepath.grid(70, 2)
    grid:fill(2, 1, 31, 1, "wall")
    grid:fill(41, 1, 1, 2, "wall")
    finder = tilepath.pathfinder(grid)
    assert.are.same({ 1, 49 }, { finder:region(1, 2) })
    grid:set(1, 1, "wall")
    assert.are.same({ 1, 48 }, { finder:region(1, 2) })
    assert.are.same({ 2, 58 }, { finder:region(70, 2) })
  end)

  it("numbers them after edits as on a new map", function()
    local random = numbers.new(5)
    for round = 1, 16 do
      local w, h = 12, 9
      if round > 12 then
        w, h = random.one_of(40, 66), random.one_of(33, 70)
      end
      local grid = tilepath.grid(numbers.map(random, w, h, "..###"), {
        shape = round % 3 == 0 and "hex" or "square" })
      local finder = tilepath.pathfinder(grid)
      for edit = 1, 20 do
        local x, y = random(1, w - 1), random(1, h)
        grid:set(x, y, random.one_of("wall", "open"))
        if edit > 15 and round % 3 ~= 0 then
          grid:fence(x, y, x + 1, y, { one_way = round % 2 == 0 })
        elseif edit == 14 then
          grid:fill(x, y, 20, 2, "open")
        end
        local new = tilepath.pathfinder(grid)
        for _ = 1, 100 do
          x, y = random(1, w), random(1, h)
          local number, size = finder:region(x, y)
          local its, its_size = new:region(x, y)
          assert(number == its and size == its_size)
        end
      end
    end
  end)
end)
