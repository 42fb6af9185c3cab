-- RPG Maker MV and MZ: `data` has four layers of tiles, one above the other. The
-- flags of the tileset say what blocks. A tile with the flag 16 lies above the
-- hero and does not count, nor does the tile 0. A cell without any other tile is
-- closed, as in the engine.
local tilepath = require "tilepath"
local map = { width = 3, height = 1, -- decoded from JSON
  data = { 1, 1, 0,  0, 2, 0,  3, 0, 3,  0, 0, 0 } }
local flags = { [0] = 16, [1] = 0, [2] = 15, [3] = 16 }
local grid = tilepath.grid(map.width, map.height)
grid:sample(function(x, y)
  for z = 3, 0, -1 do
    local flag = flags[map.data[(z * map.height + y - 1) * map.width + x]]
    if flag % 32 < 16 then return flag % 16 ~= 15 end
  end
  return false
end)
print(tilepath.ascii(grid)) --> .##
