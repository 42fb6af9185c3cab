-- REXPaint: after gunzip (`love.data.decompress("string", "gzip", file)`) the
-- cells of a layer stand column by column, ten bytes each: the letter and two
-- colours.
local tilepath = require "tilepath"
local cell = "\0\0\0\1\2\3\4\5\6"
local xp = "\1\0\0\0\1\0\0\0\3\0\0\0\1\0\0\0."
  .. cell .. "#" .. cell .. "." .. cell
local width, height = xp:byte(9) + 256 * xp:byte(10),
  xp:byte(13) + 256 * xp:byte(14)
local grid = tilepath.grid(width, height)
grid:sample(function(x, y)
  return xp:byte(17 + ((x - 1) * height + y - 1) * 10) ~= ("#"):byte()
end)
print(tilepath.ascii(grid)) --> .#.
