-- Ogmo 3: a layer of tiles or of a grid is a list, and its entities have places
-- in pixels.
local tilepath = require "tilepath"
local level = { layers = { -- decoded from JSON
  { name = "walls", gridCellWidth = 8, gridCellsX = 3,
    grid = { "0", "1", "0", "0", "0", "1" } },
  { name = "things", entities = { { name = "hero", x = 12, y = 4 } } } } }
local walls, things = level.layers[1], level.layers[2]
local grid = tilepath.grid(walls.grid, { width = walls.gridCellsX,
  cell_size = walls.gridCellWidth, walkable = "0" })
print(grid:to_cell(things.entities[1].x, things.entities[1].y)) --> 2 1
print(tilepath.ascii(grid))
--> .#.
--> ..#
