-- Defold: rows of `tilemap.get_tiles` begin with the map's own numbers, which
-- are the `base`. Playdate: `tilemap:getTiles()` returns a list and its width.
local tilepath = require "tilepath"
local tiles = { [2] = { [-1] = 1, [0] = 0 }, [3] = { [-1] = 1, [0] = 1 } }
local grid = tilepath.grid(tiles, { walkable = 1, base = { -1, 2 } })
print((grid:get(0, 2))) --> wall
grid = tilepath.grid({ 1, 1, 0, 1 }, { width = 2, walkable = 1 })
print((grid:get(1, 2))) --> wall
