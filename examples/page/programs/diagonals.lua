-- Diagonal rules: may a step cut a corner? Each click takes the
-- next rule. Drag to build walls that meet at their corners.
local tilepath = require "tilepath"

local grid = tilepath.grid([[
................
...#......##....
....#.......#...
.....#......#...
......#....#....
.......#..#.....
........##......
...####.........
......#...####..
......#......#..
................
..##............
....####........
]])
local RULES = { "only_if_no_obstacles", "at_least_one_walkable",
  "always", "never" }
local rule = 0
local finder

function click()
  rule = rule % #RULES + 1
  finder = tilepath.pathfinder(grid, { diagonal = RULES[rule] })
  local path, cost = finder:find(2, 11, 15, 2)
  print(("%-22s %s"):format(RULES[rule], path
    and ("%d cells, cost %.2f"):format(path:size(), cost) or cost))
end

function show()
  local path = finder:find(2, 11, 15, 2)
  return { grid, path or false }, { colours = { lattice = true } }
end

click()
print("Click for the next rule.")
