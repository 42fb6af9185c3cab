--- Formations: each unit gets the free cell that is nearest to the cell of its
-- place.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local numbers = require "spec.support.random"

local SHAPES = {
  { cell_size = 10 }, { cell_size = { 12, 8 } },
  { shape = "hex", cell_size = { 10, 12 } },
  { shape = "hex", cell_size = { 14, 10 }, stagger = "even-q" },
}

--- The distance between two places, in cells; on hexagons in steps.
local function distance(grid, x1, y1, x2, y2)
  if grid.stagger then
    local x, y = grid:to_cell(x1, y1)
    return grid:distance(x, y, grid:to_cell(x2, y2))
  end
  return math.sqrt(((x2 - x1) / grid.cell_width) ^ 2
    + ((y2 - y1) / grid.cell_height) ^ 2)
end

--- A crowd on a drawn map, its units, and others that rest.
local function draw(random, options)
  local grid = tilepath.grid(18, 14, options)
  for x, y in grid:cells() do
    if random(1, 8) == 1 then
      grid:set(x, y, "wall")
    end
  end
  local crowd = tilepath.crowd(grid)
  local units, rests = {}, {}
  local sizes = options.shape and 1 or 2
  for i = 1, 12 do
    local finder = tilepath.pathfinder(grid,
      sizes == 2 and i % 5 == 0 and { size = 2 } or nil)
    local unit = crowd:add { finder = finder, cell_x = random(1, 17),
      cell_y = random(1, 13) }
    local list = i <= 8 and units or rests
    list[#list + 1] = unit
  end
  return grid, crowd, units, rests
end

--- The least distance from a place to a cell that the unit may get.
local function least(grid, unit, taken, wx, wy)
  local finder, best = unit.finder, math.huge
  local size = finder.profile.size
  for x, y in grid:cells() do
    if finder:can_enter(x, y)
      and not boards.covers(taken, x, y, size[1], size[2])
      and finder:is_reachable(unit.cell_x, unit.cell_y, x, y) then
      local to_x, to_y = finder:to_world(x, y)
      best = math.min(best, distance(grid, to_x, to_y, wx, wy))
    end
  end
  return best
end

describe("a formation", function()
  it("gives each unit the free cell that is nearest to its place", function()
    local random = numbers.new(11)
    for _, options in ipairs(SHAPES) do
      for _ = 1, 8 do
        local grid, crowd, units, rests = draw(random, options)
        local middle_x, middle_y, taken = 0, 0, {}
        for _, unit in ipairs(units) do
          middle_x = middle_x + unit.x / #units
          middle_y = middle_y + unit.y / #units
        end
        for _, unit in ipairs(rests) do
          local size = unit.finder.profile.size
          taken[#taken + 1] = { unit.cell_x, unit.cell_y, size[1], size[2] }
        end
        local to_x, to_y = grid:to_world(random(1, 18), random(1, 14))
        to_x, to_y = to_x + random(-4, 4), to_y + random(-4, 4)
        local from = {}
        for i, unit in ipairs(units) do
          from[i] = { unit.x - middle_x, unit.y - middle_y }
        end
        crowd:go(units, to_x, to_y, { formation = true })
        for i, unit in ipairs(units) do
          local finder = unit.finder
          local wx, wy = finder:to_world(finder:to_cell(to_x + from[i][1],
            to_y + from[i][2]))
          local far = least(grid, unit, taken, wx, wy)
          if far < math.huge then
            -- A unit that stands on its cell has no goal.
            local goal_x, goal_y = unit.goal_x or unit.x, unit.goal_y or unit.y
            assert.is_true(math.abs(far
              - distance(grid, goal_x, goal_y, wx, wy)) < 1e-6)
            local x, y = finder:to_cell(goal_x, goal_y)
            local size = finder.profile.size
            taken[#taken + 1] = { x, y, size[1], size[2] }
          end
        end
      end
    end
  end)
end)
