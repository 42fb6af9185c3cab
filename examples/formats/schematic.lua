-- Luanti: `core.read_schematic(file, {})` returns nodes, x first, then y, then
-- z. A floor is a layer of y.
local tilepath = require "tilepath"
local air, stone = { name = "air" }, { name = "default:stone" }
local plan = { size = { x = 3, y = 1, z = 2 },
  data = { air, stone, air, air, air, stone } }
local size, floor = plan.size, 0
local grid = tilepath.grid(size.x, size.z)
grid:sample(function(x, z)
  return plan.data[((z - 1) * size.y + floor) * size.x + x].name == "air"
end)
print(tilepath.ascii(grid))
--> .#.
--> ..#
