--- The calls of a pathfinder without a search: steps, prices, regions,
-- reachability, sight. All of them follow edits of the map.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local collect, list, map, near = helper.collect, helper.list, helper.map,
  helper.near
local root2 = math.sqrt(2)
local rules = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

local function finder_on(text, profile, options)
  return tilepath.pathfinder(tilepath.grid(text, options), profile)
end

describe("#once finder:can_enter", function()
  it("is true if this agent may be in the cell, and false outside", function()
    local grid = tilepath.grid("~!.#", { base = 0,
      legend = { ["~"] = "water", ["!"] = "lava" },
      prices = { water = 2, lava = false } })
    local walker = tilepath.pathfinder(grid, { prices = { water = false } })
    local imp = tilepath.pathfinder(grid, { prices = { lava = 1 } })
    local function entered(finder)
      local all = {}
      for x = -1, 4 do
        all[#all + 1] = finder:can_enter(x, 0) and 1 or 0
      end
      return table.concat(all)
    end
    assert.are.equal("000100", entered(walker))
    assert.are.equal("011100", entered(imp))
    assert.is_false(imp:can_enter(2, 1))
    assert.is_false(imp:can_enter(2 ^ 53 - 1, 2 ^ 53 - 1))
    assert.is_false(imp:can_enter(2 ^ 32 + 2, 0))
  end)
end)

describe("#once finder:can_step", function()
  it("applies the diagonal rule to both side cells", function()
    -- Steps from the middle to the four corners: no wall, one, or two beside a
    -- step.
    local text = map [[
      ...
      #..
      .#.
    ]]
    local expected = {
      never = "0000", only_if_no_obstacles = "0100",
      at_least_one_walkable = "1101", always = "1111",
    }
    for _, rule in ipairs(rules) do
      local finder = finder_on(text, { diagonal = rule })
      local steps = ""
      for _, corner in ipairs { { 1, 1 }, { 3, 1 }, { 1, 3 }, { 3, 3 } } do
        local can = finder:can_step(2, 2, corner[1], corner[2])
        assert.are.equal(can, finder:can_step(corner[1], corner[2], 2, 2))
        steps = steps .. (can and 1 or 0)
      end
      assert.are.equal(expected[rule], steps)
    end
  end)

  it("is for a step between neighbouring free cells of the grid", function()
    for _, rule in ipairs(rules) do
      local finder = finder_on("..#.", { diagonal = rule })
      assert.is_true(finder:can_step(1, 1, 2, 1))
      assert.is_true(finder:can_step(2, 1, 1, 1))
      assert.is_false(finder:can_step(1, 1, 1, 1))
      assert.is_false(finder:can_step(2, 1, 3, 1))
      assert.is_false(finder:can_step(3, 1, 2, 1))
      assert.is_false(finder:can_step(2, 1, 4, 1))
      assert.is_false(finder:can_step(1, 1, 0, 1))
      assert.is_false(finder:can_step(1, 1, 1, 2))
      assert.is_false(finder:can_step(0, 1, 1, 1))
      assert.is_false(finder:can_step(2 ^ 32 + 1, 1, 2, 1))
    end
  end)

  it("takes cells outside as blocked", function()
    local rows = finder_on(".\n.", { diagonal = "at_least_one_walkable" })
    assert.is_false(rows:can_step(1, 1, 2, 2))
  end)
end)

describe("#once finder:neighbors", function()
  it("returns the legal steps and their costs", function()
    local finder = finder_on(map [[
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
  end)

  it("returns math.huge for a cell closed during the loop", function()
    local finder = finder_on("...")
    local costs = {}
    for x, _, cost in finder:neighbors(2, 1) do
      costs[#costs + 1] = cost
      finder.grid:set(4 - x, 1, "wall")
      finder:prepare()
    end
    assert.are.same({ 1, math.huge }, costs)
  end)

  it("returns nothing from a cell that the agent cannot enter", function()
    local finder = finder_on(".#")
    assert.are.same({}, collect(finder:neighbors(2, 1)))
    assert.are.same({}, collect(finder:neighbors(0, 1)))
    assert.are.same({}, collect(finder:neighbors(2 ^ 40, 1)))
  end)

  it("agrees with can_step, under every rule and at every base", function()
    local random = numbers.new(9)
    for _, rule in ipairs(rules) do
      local grid = tilepath.grid(numbers.map(random, 9, 7, "..#"),
        { base = { -4, 20 } })
      local finder = tilepath.pathfinder(grid, { diagonal = rule })
      for x, y in grid:cells() do
        local steps = {}
        for nx, ny in finder:neighbors(x, y) do
          steps[nx .. "," .. ny] = true
        end
        for dx = -2, 2 do
          for dy = -2, 2 do
            assert.are.equal(steps[x + dx .. "," .. y + dy] or false,
              finder:can_step(x, y, x + dx, y + dy))
          end
        end
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
    assert.are.equal(1, finder:price(0, 0))
    assert.are.equal(3, finder:price(1, 0))
    assert.are.equal(3, finder:price(2, 0))
    assert.are.same({ nil, "blocked" }, list(finder:price(3, 0)))
    assert.are.same({ nil, "outside" }, list(finder:price(4, 0)))
    assert.are.same({ nil, "outside" }, list(finder:price(2 ^ 40, -2 ^ 40)))
    danger:set(0, 0, 8)
    assert.are.equal(5, finder:price(0, 0))
  end)

  it("is the cost of a step in finder:neighbors", function()
    local random = numbers.new(3)
    for round = 1, 30 do
      local grid = tilepath.grid(numbers.map(random, 9, 7, "..:;#"), {
        prices = { sand = 1.75, mud = 3 },
        legend = { [":"] = "sand", [";"] = "mud" } })
      local finder = tilepath.pathfinder(grid, { straight_cost = 2,
        size = round % 3 == 0 and 2 or nil,
        keep_away = round % 2 == 0 and { 2, 1.5 } or nil })
      for x = 1, 9 do
        for y = 1, 7 do
          for to_x, to_y, cost in finder:neighbors(x, y) do
            if to_x == x or to_y == y then
              near(cost, 2 * finder:price(to_x, to_y))
            end
          end
          assert.are.equal(finder:can_enter(x, y), finder:price(x, y) ~= nil)
        end
      end
    end
  end)
end)

describe("#once finder:regions", function()
  --- By a flood fill: the region of each cell, row by row, and their sizes.
  local function flood(finder, links)
    local grid, region, sizes = finder.grid, {}, {}
    local width, height = grid.width, grid.height
    local function place(x, y)
      return (y - 1) * width + x
    end
    local function fill(x, y)
      if not finder:can_enter(x, y) or region[place(x, y)] then
        return
      end
      region[place(x, y)] = #sizes
      sizes[#sizes] = sizes[#sizes] + 1
      for to_x, to_y in finder:neighbors(x, y) do
        if finder:can_step(to_x, to_y, x, y) then
          fill(to_x, to_y)
        end
      end
      for _, link in ipairs(links) do
        if link[1] == x and link[2] == y then
          fill(link[3], link[4])
        elseif link[3] == x and link[4] == y then
          fill(link[1], link[2])
        end
      end
    end
    for y = 1, height do
      for x = 1, width do
        if finder:can_enter(x, y) and not region[place(x, y)] then
          sizes[#sizes + 1] = 0
          fill(x, y)
        end
      end
    end
    return region, sizes
  end

  local function check(finder, links)
    local region, sizes = flood(finder, links)
    assert.are.same(sizes, finder:regions())
    for y = 1, finder.grid.height do
      for x = 1, finder.grid.width do
        assert.are.equal(region[(y - 1) * finder.grid.width + x],
          (finder:region(x, y)))
      end
    end
  end

  it("numbers regions by their first cells, and returns their sizes "
    .. "#core_c", function()
    local finder = finder_on(map [[
      ..#..
      ..#.#
      ###..
    ]], nil, { base = 0 })
    assert.are.same({ 4, 5 }, finder:regions())
    assert.are.same({ 1, 2, 2 }, { finder:region(1, 1), finder:region(4, 0),
      finder:region(4, 2) })
    assert.are.same({ nil, "blocked" }, list(finder:region(2, 0)))
    assert.are.same({ nil, "outside" }, list(finder:region(5, 0)))
    assert.are.same({}, finder_on("###"):regions())
  end)

  it("joins regions by links that the agent may take both ways #core_c",
    function()
    local grid = tilepath.grid(".#.#.#.")
    grid:link(7, 1, 5, 1, { name = "lift" })
    local finder = tilepath.pathfinder(grid)
    local walker = tilepath.pathfinder(grid, { links = { lift = false } })
    assert.are.same({ 1, 1, 2 }, finder:regions())
    assert.are.same({ 1, 1, 1, 1 }, walker:regions())
    grid:link(1, 1, 3, 1, { one_way = true })
    assert.are.same({ 1, 1, 2 }, finder:regions())
    grid:link(7, 1, 1, 1)
    assert.are.same({ 3, 1 }, finder:regions())
    assert.are.equal(2, finder:region(3, 1))
  end)

  for _, rule in ipairs(rules) do
    it("equals a flood fill, over edits, under #core_c " .. rule,
      function()
      local random = numbers.new(11, rule)
      for round = 1, 60 do
        local width, height = random(1, 40), random(1, 40)
        local grid = tilepath.grid(numbers.map(random, width, height,
          random.one_of("...#", ".#", ".......#")))
        local finder = tilepath.pathfinder(grid, { diagonal = rule,
          size = round % 4 == 0 and { random(1, 2), random(1, 3) } or nil })
        local links = {}
        for _ = 1, 4 do
          for _ = 1, random(0, 5) do
            grid:set(random(1, width), random(1, height),
              random.one_of("open", "wall"))
          end
          local x, y = random(1, width), random(1, height)
          if round % 2 == 0 and x < width then
            grid:fence(x, y, x + 1, y, random.one_of(nil, { one_way = true }))
          end
          if round % 3 == 0 then
            local link = { x, y, random(1, width), random(1, height) }
            local one_way = random(1, 2) == 1
            if link[1] ~= link[3] or link[2] ~= link[4] then
              grid:link(link[1], link[2], link[3], link[4],
                { one_way = one_way })
              links[#links + 1] = not one_way and link or nil
            end
          end
          check(finder, links)
        end
      end
    end)
  end

  it("can have as many regions as cells #core_c", function()
    local rows = {}
    for y = 1, 150 do
      rows[y] = (".#"):rep(75):sub(1 + y % 2) .. (y % 2 == 1 and "." or "")
    end
    local finder = finder_on(table.concat(rows, "\n"), { diagonal = false })
    local sizes = finder:regions()
    assert.are.equal(150 * 75, #sizes)
    for _, size in ipairs(sizes) do
      assert.are.equal(1, size)
    end
    finder.grid:set(1, 1, "open")
    assert.are.equal(150 * 75, #sizes)
  end)
end)

describe("#once finder:is_reachable", function()
  it("is true if there is a path, without a search", function()
    local finder = finder_on(map [[
      ..#.
      .#..
    ]])
    assert.is_true(finder:is_reachable(1, 1, 1, 2))
    assert.is_true(finder:is_reachable(2, 1, 2, 1))
    assert.is_false(finder:is_reachable(1, 1, 4, 1))
    assert.is_false(finder:is_reachable(1, 1, 3, 1))
    assert.is_false(finder:is_reachable(3, 1, 3, 1))
    assert.is_false(finder:is_reachable(0, 1, 1, 1))
    assert.is_false(finder:is_reachable(1, 1, 1, 3))
    assert.are.same({}, finder.info)
  end)

  it("passes a diagonal gap only if the agent does", function()
    for _, rule in ipairs(rules) do
      assert.are.equal(rule == "always",
        finder_on(".#\n#.", { diagonal = rule }):is_reachable(1, 1, 2, 2))
    end
  end)

  it("follows every edit of the map", function()
    local grid = tilepath.grid(200, 150)
    local finder = tilepath.pathfinder(grid)
    assert.is_true(finder:is_reachable(1, 1, 200, 150))
    grid:fill(100, 1, 1, 150, "wall")
    assert.is_false(finder:is_reachable(1, 1, 200, 150))
    for y = 1, 150 do
      grid:set(100, y, "open")
      assert.is_true(finder:is_reachable(1, 1, 200, 150))
      grid:set_walkable(100, y, false)
      assert.is_false(finder:is_reachable(1, 1, 200, 150))
    end
    grid:set_walkable(100, 77, true)
    assert.is_true(finder:is_reachable(1, 1, 200, 150))
    grid:terrain("gate", false)
    grid:set(100, 77, "gate")
    assert.is_false(finder:is_reachable(1, 1, 200, 150))
    grid:terrain("gate", 5)
    assert.is_true(finder:is_reachable(1, 1, 200, 150))
    assert.are.equal(100, finder:find(99, 77, 101, 77)[3])
    grid:sample(function(x)
      return x ~= 150 and nil
    end)
    assert.is_false(finder:is_reachable(1, 1, 200, 150))
    grid:clear()
    assert.is_true(finder:is_reachable(1, 1, 200, 150))
  end)
end)

describe("#once finder:line_of_sight", function()
  it("is true if every cell between the centres is free", function()
    local finder = finder_on(map [[
      .....
      ..#..
      .....
    ]])
    assert.is_true((finder:line_of_sight(1, 1, 5, 1)))
    assert.is_true((finder:line_of_sight(2, 2, 2, 2)))
    assert.is_false((finder:line_of_sight(1, 2, 5, 2)))
    assert.is_false((finder:line_of_sight(1, 1, 5, 3)))
  end)

  it("returns the first blocking cell, seen from the first point", function()
    local finder = finder_on("..#.#..")
    assert.are.same({ false, 3, 1 }, list(finder:line_of_sight(1, 1, 7, 1)))
    assert.are.same({ false, 5, 1 }, list(finder:line_of_sight(7, 1, 1, 1)))
    assert.are.same({ false, 3, 1 }, list(finder:line_of_sight(3, 1, 4, 1)))
    assert.are.same({ false, 8, 1 }, list(finder:line_of_sight(6, 1, 99, 1)))
    assert.are.same({ false, 0, 1 }, list(finder:line_of_sight(0, 1, 2, 1)))
  end)

  it("visits every cell that the segment meets, not only Bresenham's",
    function()
      -- From 1, 1 to 5, 2 the line enters the second row in the middle of
      -- column 3.
      for x = 2, 4 do
        for y = 1, 2 do
          local grid = tilepath.grid(5, 2)
          grid:set(x, y, "wall")
          local seer = tilepath.pathfinder(grid, { diagonal = "always" })
          local met = x == 3 or (x == 2 and y == 1) or (x == 4 and y == 2)
          assert.are.equal(not met, (seer:line_of_sight(1, 1, 5, 2)))
        end
      end
    end)

  it("follows the diagonal rule at a corner", function()
    local expected = { never = "000", only_if_no_obstacles = "100",
      at_least_one_walkable = "110", always = "111" }
    for _, rule in ipairs(rules) do
      local seen = ""
      for _, text in ipairs { "..\n..", ".#\n..", ".#\n#." } do
        local finder = finder_on(text, { diagonal = rule })
        seen = seen .. (finder:line_of_sight(1, 1, 2, 2) and 1 or 0)
      end
      assert.are.equal(expected[rule], seen)
    end
  end)

  it("returns the cost of the straight path: price x length x straight_cost",
    function()
      local finder = finder_on("..~~", { straight_cost = 10,
        diagonal_cost = 14 }, { legend = { ["~"] = "mud" },
        prices = { mud = 3 } })
      near(10 * (1.5 + 3 * 1.5), select(2, finder:line_of_sight(1, 1, 4, 1)))
      assert.are.equal(0, select(2, finder:line_of_sight(3, 1, 3, 1)))
      near(root2, select(2, finder_on("..\n.."):line_of_sight(1, 1, 2, 2)))
    end)

  it("is blocked for this agent, not for all", function()
    local grid = tilepath.grid(".~.", { legend = { ["~"] = "water" },
      prices = { water = 2 } })
    local cat = tilepath.pathfinder(grid, { prices = { water = false } })
    assert.are.same({ false, 2, 1 }, list(cat:line_of_sight(1, 1, 3, 1)))
    assert.is_true((tilepath.pathfinder(grid):line_of_sight(1, 1, 3, 1)))
  end)

  it("follows every edit of the map", function()
    local grid = tilepath.grid(9, 1)
    local finder = tilepath.pathfinder(grid)
    for x = 2, 8 do
      grid:set_walkable(x, 1, false)
      assert.are.same({ false, x, 1 }, list(finder:line_of_sight(1, 1, 9, 1)))
      grid:set_walkable(x, 1, true)
      assert.is_true((finder:line_of_sight(1, 1, 9, 1)))
    end
  end)
end)
