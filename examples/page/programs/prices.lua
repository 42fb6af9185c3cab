-- Prices of terrain: mud costs much, a road little. The paths lead
-- to the mouse. A click tells their prices, a right click moves
-- their start. Drag to paint what is chosen above.
local tilepath = require "tilepath"

local grid = tilepath.grid([[
....................
....~~~~~~~.........
..~~~~~~~~~~~.......
..~~~~~~~~~~~~~.....
..~~~~~~~~~~~~~..##.
..~~~~~~~~~~~....##.
....~~~~~~~~~~......
......~~~~~~~~......
===========~~~......
..........=.~...###.
..........=.....#...
..........========..
.................=..
....................
]], { legend = { ["~"] = "mud", ["="] = "road" },
      prices = { mud = 4, road = 0.5 } })
local walker = tilepath.pathfinder(grid)
local duck = tilepath.pathfinder(grid, { prices = { mud = 0.5 } })
local from, to = { x = 2, y = 3 }, { x = 18, y = 13 }

local function find(finder)
  return finder:find(from.x, from.y, to.x, to.y)
end

local function pays(finder)
  local path, cost = find(finder)
  return path and ("pays %.1f"):format(cost)
    or "finds no path (" .. cost .. ")"
end

function click(wx, wy, button)
  local x, y = grid:to_cell(wx, wy)
  if not grid:is_walkable(x, y) then
    print("No path leads there: it is "
      .. (grid:has(x, y) and "a wall." or "off the map."))
    return
  end
  if button == 2 then
    from.x, from.y = x, y
    print("The paths begin here now.")
    return
  end
  to.x, to.y = x, y
  print(("To %d, %d (%s) the walker %s, the duck %s."):format(x, y,
    (grid:get(x, y)), pays(walker), pays(duck)))
end

function move(x, y) to.x, to.y = grid:to_cell(x, y) end

function show()
  local green = { path = { 0, 0.62, 0.45 } }
  local ducks = { find(duck) or false, colours = green }
  return { grid, ducks, find(walker) or false },
    { colours = { lattice = true } }
end

click(17.5, 12.5, 1)
print("The walker goes round the mud, the duck (green) through it.")
print("A price chooses the path. It is not a speed.")
