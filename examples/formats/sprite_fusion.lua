-- Sprite Fusion: its JSON lists the cells of each layer. So do Godot's
-- `tile_data` (x + 65536 y of each cell, then two numbers) and Defold's
-- `.tilemap`.
local tilepath = require "tilepath"
local map = { tileSize = 16, mapWidth = 3, mapHeight = 2, layers = {
  { collider = true, tiles = { { x = 1, y = 0 }, { x = 2, y = 1 } } } } }
local grid = tilepath.grid(map.mapWidth, map.mapHeight,
  { cell_size = map.tileSize, base = 0 })
for _, layer in ipairs(map.layers) do
  for _, tile in ipairs(layer.collider and layer.tiles or {}) do
    grid:set(tile.x, tile.y, "wall")
  end
end
print(tilepath.ascii(grid))
--> .#.
--> ..#
