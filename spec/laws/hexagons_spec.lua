--- Laws of hexagons: distance is a metric, and a follower notices edits.
-- fuzz/differential and fuzz/two_cores.lua judge paths and sight.

local core = require "tilepath_core"
local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local hexagons = require "spec.support.hexagons"
local law = require "spec.support.law"

local function new_grid(random, most)
  return tilepath.grid(random(1, most), random(1, most), { base = 0,
    shape = "hex", stagger = random.any(hexagons.STAGGERS) })
end

local function random_cell(random, grid)
  return random(0, grid.width - 1), random(0, grid.height - 1)
end

describe("hexagons", function()
  law(it, "have a distance that is a metric and counts steps",
    { runs = 60 }, function(random)
      local grid = new_grid(random, 30)
      local finder = tilepath.pathfinder(grid)
      for _ = 1, 30 do
        local x1, y1 = random_cell(random, grid)
        local x2, y2 = random_cell(random, grid)
        local x3, y3 = random_cell(random, grid)
        local far = grid:distance(x1, y1, x2, y2)
        assert.are.equal(far, grid:distance(x2, y2, x1, y1))
        assert.are.equal(far == 0, x1 == x2 and y1 == y2)
        assert(far <= grid:distance(x1, y1, x3, y3)
          + grid:distance(x3, y3, x2, y2), "a way round is shorter")
        helper.near(far, select(2, finder:find(x1, y1, x2, y2)), 1e-9 * far)
      end
    end)

  law(it, "tell a follower of each edit that a line needs", { runs = 20 },
    function(random)
      local grid = new_grid(random, 90)
      local finder = tilepath.pathfinder(grid)
      for _ = 1, 5 do
        local x1, y1 = random_cell(random, grid)
        local x2, y2 = random_cell(random, grid)
        local wx, wy = grid:to_world(x2, y2)
        local from_x, from_y = grid:to_world(x1, y1)
        wx, wy = wx + 0.3, wy - 0.3
        for x, y in grid:line(x1, y1, x2, y2) do
          local revision = grid.revision
          if grid:has(x, y) then
            grid:set(x, y, "wall")
            assert.is_nil(core.unaffected(finder, revision, math.min(wx, from_x),
              math.min(wy, from_y), math.max(wx, from_x),
              math.max(wy, from_y)))
            grid:set(x, y, "open")
          end
        end
      end
    end)
end)
