--- What pathfinders of one grid share: each answers as if it were alone.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local law = require "spec.support.law"
local memory = require "spec.support.memory"

local points = helper.points

--- Some agents, an edit or a query at a time.
local function draw(random)
  local scene = { width = random(3, 14), height = random(3, 12), cells = {},
    agents = {}, steps = {} }
  local part, mud = random.any { 15, 30, 45 }, random.any { 0, 30 }
  for i = 1, scene.width * scene.height do
    scene.cells[i] = random.chance(part) and "wall"
      or random.chance(mud) and "mud" or "open"
  end
  local rule, size = random.any(judge.rules), random.chance(20) and 2 or 1
  for i = 1, random(2, 4) do
    local is_other = random.chance(25)
    scene.agents[i] = { diagonal = is_other and random.any(judge.rules) or rule,
      size = is_other and random(1, 2) or size, prices = { mud = random.any {
        1, 2, 5, 5, false } }, links = { lift = random.any { 1, 1, 1, false } },
      has_pen = random.chance(15), straight_cost = random.any { 1, 1, 2 },
      diagonal_cost = random.any { 1.5, 1.5, 2.5 } }
  end
  for i = 1, random(5, 12) do
    scene.steps[i] = { what = random.any { "set", "set", "fence", "link",
      "price", "close", "resize", "drop", "pen", "find", "find", "find",
      "find" }, agent = random(1, #scene.agents),
      x1 = random(1, scene.width), y1 = random(1, scene.height),
      x2 = random(1, scene.width), y2 = random(1, scene.height),
      terrain = random.any { "wall", "open", "mud" },
      price = random.any { 3, 4, math.huge }, yes = random.chance(50) }
  end
  return scene
end

--- Links that were made are removed, the oldest first.
local function link(grid, step)
  local links = grid:links()
  if step.yes and links[1] then
    grid:unlink(links[1])
  elseif step.x1 ~= step.x2 or step.y1 ~= step.y2 then
    grid:link(step.x1, step.y1, step.x2, step.y2, { name = "lift",
      one_way = step.price == 3 })
  end
end

local edits = {
  set = function(grid, step) grid:set(step.x1, step.y1, step.terrain) end,
  close = function(grid, step) grid:set_walkable(step.x1, step.y1, step.yes) end,
  price = function(grid, step) grid:terrain("mud", step.price) end,
  link = link,
  fence = function(grid, step)
    local x2 = step.x1 < grid.width and step.x1 + 1 or step.x1 - 1
    grid[step.yes and "fence" or "unfence"](grid, step.x1, step.y1, x2, step.y1,
      step.yes and { one_way = step.price == 3 } or nil)
  end,
  pen = function(_, step, pen) pen:set(step.x1, step.y1, step.yes and 1 or 0) end,
  resize = function(grid, step)
    if step.yes then
      grid:resize(1, 1, grid.width, grid.height + 1, step.terrain)
    end
  end,
}

--- A pathfinder of an agent.
local function make(grid, pen, own)
  return tilepath.pathfinder(grid, { diagonal = own.diagonal, size = own.size,
    prices = own.prices, links = own.links, straight_cost = own.straight_cost,
    diagonal_cost = own.diagonal_cost,
    layers = own.has_pen and { { pen, false } } or nil })
end

--- A new one on a copy of the grid.
local function make_alone(grid, pen, own)
  local copy = grid:copy()
  local copy_of_pen = tilepath.layer(copy)
  for x, y in grid:cells() do
    copy_of_pen:set(x, y, pen:get(x, y))
  end
  return make(copy, copy_of_pen, own)
end

--- All that a pathfinder says of two cells, as a text.
local function answers(finder, step)
  local x1, y1, x2, y2 = step.x1, step.y1, step.x2, step.y2
  local path, cost = finder:find(x1, y1, x2, y2, { partial = step.yes })
  local _, size = finder:region(x1, y1)
  local field = finder:field { { x2, y2 } }
  return table.concat({ path and points(path) or "none", tostring(cost),
    tostring(finder:is_reachable(x1, y1, x2, y2)), tostring(size),
    tostring(field:cost(x1, y1)), tostring(finder:price(x1, y1)),
    tostring(finder:would_block({ { 2, 2 } }, x1, y1, x2, y2)) }, " ")
end

describe("#once pathfinders of one grid", function()
  law(it, "answer as one alone does, over edits, and when others are collected",
    { runs = 60, noun = "grid", draw = draw }, function(scene)
      local grid, finders = tilepath.grid(scene.width, scene.height, {
        prices = { mud = 3 } }), {}
      local pen = tilepath.layer(grid)
      for i, terrain in ipairs(scene.cells) do
        grid:set((i - 1) % scene.width + 1, math.ceil(i / scene.width), terrain)
      end
      for _, step in ipairs(scene.steps) do
        local edit = edits[step.what]
        if edit then
          edit(grid, step, pen)
        elseif step.what == "drop" then
          finders[step.agent] = nil
          collectgarbage()
        else
          for k, own in ipairs(scene.agents) do
            finders[k] = finders[k] or make(grid, pen, own)
            assert.are.equal(answers(make_alone(grid, pen, own), step),
              answers(finders[k], step))
          end
        end
      end
    end)

  it("have their own walls, asked in turn", function()
    local grid = tilepath.grid("..m..\n..m..", { legend = { m = "mud" },
      prices = { mud = 3 } })
    local finders = {}
    for i, mud in ipairs { false, 5, 0, 0, 2 } do -- 0: the grid's price
      finders[i] = tilepath.pathfinder(grid, { prices = mud ~= 0
        and { mud = mud } or nil })
    end
    for _, price in ipairs { 3, math.huge, 2, 2 } do
      grid:terrain("mud", price)
      for _ = 1, 2 do
        local costs = {}
        for i, finder in ipairs(finders) do
          costs[i] = select(2, finder:find(1, 1, 5, 1))
        end
        local own = price < math.huge and 3 + price or "unreachable"
        assert.are.same({ "unreachable", 8, own, own, 5 }, costs)
      end
    end
  end)

  it("pay their own costs of links, also where another one was", function()
    local grid = tilepath.grid "...#..."
    grid:link(3, 1, 5, 1, { name = "lift", price = 2 })
    local function cost_of(straight_cost)
      return select(2, tilepath.pathfinder(grid, { diagonal = "never",
        straight_cost = straight_cost }):find(1, 1, 7, 1))
    end
    local kept = tilepath.pathfinder(grid, { diagonal = "never" })
    for i = 1, 20 do
      assert.are.equal(6 * i, cost_of(i))
      assert.are.equal(6, select(2, kept:find(1, 1, 7, 1)))
      collectgarbage()
    end
  end)

  it("may search while one of them searches", function()
    local grid = tilepath.grid(helper.map [[
      .....#....
      ..#..#..#.
      ..#.....#.
      ..#..#..#.
    ]])
    local others = { tilepath.pathfinder(grid), tilepath.pathfinder(grid) }
    local alone = points((others[1]:find(1, 4, 10, 4)))
    local asked, count = {}, 0
    local asking = tilepath.pathfinder(grid, {
      heuristic = function(x1, y1, x2, y2)
        count = count + 1
        asked[points((others[count % 2 + 1]:find(1, 4, 10, 4)))] = true
        return math.abs(x1 - x2) < 3 and math.abs(y1 - y2) or 0
      end })
    local path, cost = asking:find(10, 1, 1, 1)
    assert.is_true(count > 3)
    assert.are.same({ [alone] = true }, asked)
    assert.are.equal(select(2, others[1]:find(10, 1, 1, 1)), cost)
    assert.are.equal(points(path), points((asking:find(10, 1, 1, 1))))
  end)
end)

describe("#contract another pathfinder that differs in prices", function()
  it("takes a small part of the memory of the first", function()
    local grid
    local function another(price)
      local finder = tilepath.pathfinder(grid, { prices = { mud = price } })
      assert.is_truthy(finder:find(1, 1, 120, 120))
      return finder
    end
    local function first()
      grid = tilepath.grid(120, 120, { prices = { mud = 3 } })
      grid:sample(function(x, y)
        return x % 9 > 0 or y % 7 > 1
      end)
      return another(2)
    end
    first()
    grid = nil
    local bytes, one = memory.bytes_of(first)
    local more, other = memory.bytes_of(function() return another(4) end)
    assert.are.equal(one.grid, other.grid)
    assert.is_true(more < 0.5 * bytes)
  end)

  it("takes no room beyond the map's border, if the host has a way", function()
    local grid = tilepath.grid(128, 128, { prices = { mud = 3 } })
    local function another(price)
      local finder = tilepath.pathfinder(grid, { prices = { mud = price } })
      assert.is_truthy(finder:find(1, 1, 120, 120))
      return finder
    end
    another(2)
    local more, finder = memory.bytes_of(function() return another(4) end)
    local most = rawget(_G, "jit") and 22 or _VERSION == "Lua 5.1" and 80 or 44
    assert.is_true(finder and more < most * 128 * 128, more / 128 ^ 2)
  end)
end)
