-- Prices of terrain: mud costs much, a road little. A path leads
-- from your click to the mouse. Drag to paint what is chosen above.
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
      terrain = { mud = 4, road = 0.5 } })
local walker = tilepath.pathfinder(grid)
local duck = tilepath.pathfinder(grid, { costs = { mud = 0.5 } })
local from, to = { x = 2, y = 3 }, { x = 18, y = 13 }

local function find(finder)
  return finder:find(from.x, from.y, to.x, to.y)
end

local function pays(finder)
  local path, cost = find(finder)
  return path and ("%.1f"):format(cost) or cost
end

function click(x, y)
  from.x, from.y = grid:to_cell(x, y)
  print("The walker pays " .. pays(walker) .. ", the duck "
    .. pays(duck) .. ".")
end

function move(x, y) to.x, to.y = grid:to_cell(x, y) end

function show()
  local ducks = { find(duck) or false, path = { 0, 0.62, 0.45 } }
  return { grid, ducks, find(walker) or false }, { lattice = true }
end

click(1.5, 2.5)
print("The walker goes round the mud, the duck (green) through it.")
