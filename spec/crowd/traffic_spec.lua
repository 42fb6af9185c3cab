--- tilepath.crowd with the option traffic: paths lead around crowded cells.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local lacks = require "spec.support.lacks"

local extend = helper.extend

--- A hall with a wall across, behind so many columns. It has two doors, the
-- second one far aside.
local function hall(options, columns)
  local grid = tilepath.grid((columns or 12) + 13, 16, options)
  local x, y = grid.base_x + grid.width - 13, grid.base_y
  grid:fill(x, y, 1, 16, "wall")
  grid:set(x, y + 1, "open")
  grid:set(x, y + 7, "open")
  return grid
end

--- Sends a block of units through the wall. `each` sees the crowd after each
-- tick.
-- @return the ticks until all have arrived, and how many went by each door
local function march(finder, options, each)
  local grid, size = finder.grid, finder.profile.size
  local left, top, wall = grid.base_x, grid.base_y, grid.width - 13
  local crowd, doors = tilepath.crowd(grid, options), { 0, 0 }
  for y = 0, 3, size[2] do
    for x = 0, 7, size[1] do
      local unit = crowd:add { finder = finder, cell_x = left + x,
        cell_y = top + y }
      assert.is_true(unit:go_cell(left + wall + 5 + x, top + y))
    end
  end
  for tick = 1, 600 do
    crowd:tick()
    for _, unit in ipairs(crowd:units()) do
      if unit.cell_x == left + wall and not unit.door then
        unit.door = unit.cell_y < top + 5 and 1 or 2
        doors[unit.door] = doors[unit.door] + 1
      end
    end
    if each then
      each(crowd, tick)
    end
    if crowd.moving == 0 then return tick, doors end
  end
  error "the units do not arrive"
end

describe("a crowd with traffic" .. lacks.traffic, function()
  it("goes by both doors, and is there sooner", function()
    local finder = tilepath.pathfinder(hall())
    local without, one_door = march(finder)
    local with, doors = march(finder, { traffic = true })
    assert.are.same({ 32, 0 }, one_door)
    assert.is_true(doors[2] > 0)
    assert.is_true(with < without * 0.8)
    -- The next 24 steps of each path count.
    with, doors = march(tilepath.pathfinder(hall(nil, 25)), { traffic = true })
    assert.are.same({ 49, 27, 5 }, { with, doors[1], doors[2] })
  end)

  it("arrives on any map, whatever its agents are", function()
    for _, profile in ipairs { { diagonal = "never" }, { size = 2 },
      { algorithm = "astar" }, { prices = { mud = 3 } }, { landmarks = 2 },
      { keep_away = { 2, 3 } }, { weight = 1.5 }, { heuristic = "euclidean" },
      { heuristic = "manhattan" }, { algorithm = "dijkstra" } } do
      local grid = hall { base = { 0, -3 } }
      grid:terrain("mud", 2)
      grid:fill(2, 0, 9, 6, "mud")
      grid:fill(12, -2, 1, 2, "open") -- wide enough for large agents
      march(tilepath.pathfinder(grid, profile), { traffic = true })
      grid:fence(5, 3, 5, 4)
      grid:link(3, 9, 20, 9)
      march(tilepath.pathfinder(grid, profile), { traffic = true })
    end
    march(tilepath.pathfinder(hall { shape = "hex" }), { traffic = true })
  end)

  it("walks on through edits, and on a map that is resized", function()
    local grid = hall()
    march(tilepath.pathfinder(grid), { traffic = true },
      function(_, tick)
        if tick < 40 and tick % 4 == 0 then
          grid:set(10, 1 + tick % 16, tick % 8 == 0 and "wall" or "open")
        elseif tick == 10 then
          extend(grid, { right = 10, bottom = 40 })
        elseif tick == 18 then
          extend(grid, { right = -10, bottom = -40 })
        end
      end)
  end)

  it("goes on alike in two crowds from one state", function()
    local grid = hall()
    local finder = tilepath.pathfinder(grid)
    local function finders()
      return finder
    end
    local crowd, twin
    march(finder, { traffic = true }, function(played, tick)
      crowd = played
      if tick == 11 then
        local state = crowd:save()
        twin = helper.load_crowd(grid, { state = state, finders = finders,
          traffic = true })
        crowd:load(state)
      elseif twin then
        twin:tick()
        assert.are.equal(crowd:save(), twin:save())
      end
    end)
    assert.are.equal(crowd:save(), twin:save())
  end)
end)
