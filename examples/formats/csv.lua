-- CSV as Tiled writes it, and LDtk's simplified export. -1 is a cell without a
-- tile. Tiled keeps the flips of a tile in the highest bits, which may make its
-- number negative, and writes the property `name` of a tile, if it has one,
-- instead of the number.
local tilepath = require "tilepath"
local rows = {}
for line in ("1,0,tree,\r\n-2147483648,0,-1,\r\n"):gmatch "[^\r\n]+" do
  rows[#rows + 1] = {}
  for value in line:gmatch "[^,]+" do
    local id = tonumber(value)
    table.insert(rows[#rows], id and id ~= -1 and id % 2 ^ 28 or id or value)
  end
end
print(tilepath.ascii(tilepath.grid(rows, { walkable = { [0] = true } })))
--> #.#
--> ..#
