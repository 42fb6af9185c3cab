--- Queries on hexagons. A model with its own cube coordinates judges the costs
-- of paths and the near cells.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local hexagons = require "spec.support.hexagons"
local numbers = require "spec.support.random"

local mistake = helper.mistake

local function hex(width, height, stagger)
  return tilepath.grid(width, height, { shape = "hex", stagger = stagger,
    base = 0 })
end

--- A grid with walls and mud, and the cost of a step into a cell.
local function draw_map(random, stagger)
  local grid = hex(random(1, 12), random(1, 12), stagger)
  local mud = random(2, 5)
  grid:terrain("mud", mud)
  for y = 0, grid.height - 1 do
    for x = 0, grid.width - 1 do
      local drawn = random(1, 10)
      grid:set(x, y, drawn <= 3 and "wall" or drawn <= 5 and "mud" or "open")
    end
  end
  return grid, function(x, y)
    local terrain = x >= 0 and y >= 0 and x < grid.width and y < grid.height
      and grid:get(x, y)
    return terrain == "open" and 1 or terrain == "mud" and mud or nil
  end
end

describe("a query on hexagons #core_c", function()
  it("steps to six neighbours", function()
    for _, stagger in ipairs(hexagons.STAGGERS) do
      local finder = tilepath.pathfinder(hex(5, 5, stagger))
      for _, cell in ipairs { { 2, 2 }, { 2, 3 }, { 3, 2 }, { 3, 3 } } do
        local near = {}
        for _, next_cell in ipairs(hexagons.around(stagger, cell[1], cell[2]))
        do
          near[next_cell[1] .. "," .. next_cell[2]] = true
        end
        for y = 0, 4 do
          for x = 0, 4 do
            assert.are.equal(near[x .. "," .. y] or false,
              finder:can_step(cell[1], cell[2], x, y))
          end
        end
      end
    end
  end)

  it("finds a cheapest path to a goal, or to the cheapest of many", function()
    local random = numbers.new(30)
    for trial = 1, 80 do
      local stagger = hexagons.STAGGERS[trial % 4 + 1]
      local grid, price = draw_map(random, stagger)
      local finder = tilepath.pathfinder(grid)
      local function cell()
        return random(0, grid.width - 1), random(0, grid.height - 1)
      end
      local x, y = cell()
      local cost = hexagons.costs(stagger, price, x, y)
      local goals, least = {}, math.huge
      for i = 1, 3 do
        local gx, gy = cell()
        local path = price(x, y) and finder:find(x, y, gx, gy)
        local expected = price(x, y) and cost(gx, gy)
        assert.are.equal(expected or nil, path and path.cost or nil)
        assert.are.equal((expected or nil) ~= nil, finder:is_reachable(x, y, gx,
          gy))
        goals[i] = { gx, gy }
        least = math.min(least, expected or math.huge)
      end
      local path = finder:find(x, y, goals)
      assert.are.equal(least, path and path.cost or math.huge)
    end
  end)

  it("counts a range in steps", function()
    local random = numbers.new(31)
    for trial = 1, 80 do
      local stagger = hexagons.STAGGERS[trial % 4 + 1]
      local grid, price = draw_map(random, stagger)
      local finder = tilepath.pathfinder(grid)
      local range = trial % 5 == 0 and random(5, 20) or random(0, 4)
      local x, y = random(0, grid.width - 1), random(0, grid.height - 1)
      local gx, gy = random(0, grid.width - 1), random(0, grid.height - 1)
      local cost, least = hexagons.costs(stagger, price, x, y), math.huge
      for ey = 0, grid.height - 1 do
        for ex = 0, grid.width - 1 do
          if price(x, y) and price(ex, ey)
            and hexagons.distance(stagger, ex, ey, gx, gy) <= range then
            least = math.min(least, cost(ex, ey) or math.huge)
          end
        end
      end
      local path = finder:find(x, y, gx, gy, { within = range })
      assert.are.equal(least, path and path.cost or math.huge)
    end
  end)

  it("accepts ranges longer than the map", function()
    for _, stagger in ipairs(hexagons.STAGGERS) do
      local grid = hex(8, 8, stagger)
      grid:clear("wall")
      grid:set(0, 0, "open")
      local finder = tilepath.pathfinder(grid)
      local away = hexagons.distance(stagger, 0, 0, 7, 7)
      assert.is_true(away > 8)
      local path = finder:find(0, 0, 7, 7, { within = away })
      assert.are.equal(0, path and path.cost)
      assert.is_nil(finder:find(0, 0, 7, 7, { within = away - 1 }))
    end
  end)

  it("stops beside a goal", function()
    local grid = hex(5, 5, "odd-r")
    grid:set(2, 2, "wall")
    local path = tilepath.pathfinder(grid):find(0, 2, 2, 2, { adjacent = true })
    assert.are.same({ 0, 2, 1, 2 }, { path[1], path[2], path[3], path[4] })
    assert.are.equal(1, path.cost)
  end)
end)

describe("a path in a world of hexagons #core_c", function()
  local function points(cell_side)
    local grid = tilepath.grid(4, 1, { shape = "hex", cell_size = { 10, 12 },
      cell_side = cell_side })
    local finder = tilepath.pathfinder(grid)
    local function list(to_x)
      local path = finder:find_world(1, 5, to_x, 7)
      local t = {}
      for i = 1, #path do
        t[i] = path[i]
      end
      return t
    end
    return list
  end

  it("leads from point to point, over the centres of cells", function()
    local list = points(6)
    assert.are.same({ 1, 5, 4, 7 }, list(4))
    assert.are.same({ 1, 5, 15, 6, 16, 7 }, list(16))
    assert.are.same({ 1, 5, 15, 6, 25, 6, 37, 7 }, list(37))
  end)

  it("keeps all centres if sides are short", function()
    local list = points(2)
    assert.are.same({ 1, 5, 4, 7 }, list(4))
    assert.are.same({ 1, 5, 5, 6, 15, 6, 16, 7 }, list(16))
  end)
end)

describe("a pathfinder on hexagons #core_c", function()
  it("refuses options for squares", function()
    local grid = hex(3, 3)
    for _, case in ipairs { { diagonal = "always" }, { diagonal_cost = 1 },
      { size = 2 }, { radius = 0.25 }, { landmarks = 1 }, { weight = 2 },
      { turn_cost = 1 }, { heuristic = "octile" }, { algorithm = "jps" },
      { keep_away = { 1, 1 } }, { heuristic = function()
        return 0
      end } } do
      local name = next(case)
      assert.matches("^pathfinder: " .. name .. " must be .* on a grid of "
        .. "hexagons", mistake(function()
          tilepath.pathfinder(grid, case)
        end))
    end
  end)

  it("accepts its own profile", function()
    local finder = tilepath.pathfinder(hex(3, 3), { straight_cost = 2,
      algorithm = "astar" })
    local again = tilepath.pathfinder(finder.grid, finder.profile)
    assert.are.same(finder.profile, again.profile)
    assert.are.equal(4, again:find(0, 0, 2, 0).cost)
    assert.are.equal("pathfinder on 3x3 (hexagons, astar)", tostring(again))
  end)
end)
