-- A .world of Tiled: its maps lie beside each other, at places in pixels. They
-- make one grid.
local tilepath = require "tilepath"
local function map(...) -- in a game: function(name) return require(name) end
  return { orientation = "orthogonal", width = 2, height = 1, tilewidth = 8,
    tileheight = 8, tilesets = { { firstgid = 1, name = "t", tiles = {} } },
    layers = { { type = "tilelayer", name = "g", width = 2, height = 1,
      data = { ... } } } }
end
local world = { maps = { { x = 0, y = 0, map = map(1, 0) },
  { x = 16, y = 8, map = map(1, 1) } } }
local grid = tilepath.grid(4, 2, { cell_size = 8 })
grid:clear "wall"
for _, one in ipairs(world.maps) do
  local part, dx, dy = tilepath.from_tiled(one.map), one.x / 8, one.y / 8
  grid:sample(function(x, y) return (part:get(x - dx, y - dy)) end, dx + 1,
    dy + 1, part.width, part.height)
end
print(tilepath.ascii(grid))
--> .###
--> ##..
