-- PICO-8 and TIC-80: a map is bytes, and a sprite that blocks has a flag.
local tilepath = require "tilepath"
local map, flags = "010002\n000202", "000001" -- hex: of cells, of sprites
local rows = {}
for line in map:gmatch "%x+" do
  rows[#rows + 1] = {}
  for byte in line:gmatch "%x%x" do
    table.insert(rows[#rows], tonumber(byte, 16))
  end
end
print(tilepath.ascii(tilepath.grid(rows, { walkable = function(sprite)
  return tonumber(flags:sub(2 * sprite + 1, 2 * sprite + 2), 16) % 2 == 0
end })))
--> ..#
--> .##
