--- A row for a kind of level: what a game pays that makes a level, tests it and
-- drops it. It makes a grid of open ground and a pathfinder, and asks for a
-- path from one corner to the opposite one. The ratio is to the same query of a
-- pathfinder that has answered it before. The collector's work is part of all
-- times.

local measure = require "measure"
local tilepath = require "tilepath"

local LEVELS = {
  { side = 32, diagonal = "only_if_no_obstacles" },
  { side = 32, diagonal = "at_least_one_walkable" },
  { side = 32, diagonal = "always" },
  { side = 32, diagonal = "never" },
  { side = 32, shape = "hex" },
  { side = 128, diagonal = "only_if_no_obstacles" },
  { side = 512, diagonal = "only_if_no_obstacles" },
}

local function row(level)
  local side = level.side
  local shape, profile = { shape = level.shape }, { diagonal = level.diagonal }
  local function repeated(f)
    return measure.call(function(n)
      for _ = 1, n do
        f()
      end
    end) / 1e3
  end
  local function make_grid()
    return tilepath.grid(side, side, shape)
  end
  local function find(finder)
    assert(finder:find(1, 1, side, side))
  end
  local grid = make_grid()
  local finder = tilepath.pathfinder(grid, profile)
  find(finder)
  local all, warm = repeated(function()
    find(tilepath.pathfinder(make_grid(), profile))
  end), repeated(function()
    find(finder)
  end)
  return {
    level = ("%d x %d"):format(side, side),
    rule = level.shape or level.diagonal,
    grid_us = repeated(make_grid),
    finder_us = repeated(function()
      tilepath.pathfinder(grid, profile)
    end),
    all_us = all,
    warm_us = warm,
    ratio = all / warm,
  }
end

local levels = {}

levels.columns = {
  { "level", "level", "%-10s" },
  { "rule", "rule", "%-22s" },
  { "grid_us", "grid", "%7.1f" },
  { "finder_us", "finder", "%7.1f" },
  { "all_us", "all", "%8.1f" },
  { "warm_us", "warm", "%7.2f" },
  { "ratio", "ratio", "%6.1f" },
}

--- Measures all kinds. @return a list of rows
function levels.made()
  local rows = {}
  for i, level in ipairs(LEVELS) do
    rows[i] = row(level)
  end
  return rows
end

return levels
