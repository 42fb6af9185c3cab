-- A map, a path on it, and both printed.
--
-- The next line finds the library in this checkout or zip; a program of yours
-- starts with the one after it.
dofile((arg[0]:match("^.*[/\\]") or "") .. "lib/repository.lua")
local tilepath = require "tilepath"

local legend = { ["~"] = "water", ["="] = "road" }

local grid = tilepath.grid([[
....#......~~....
....#......~~....
....#...#######..
........#........
===========......
....#...#..====..
....#...#.....=..
....#......~~.===
]], { legend = legend, prices = { water = 4, road = 0.5 } })

local finder = tilepath.pathfinder(grid)
local path, cost = finder:find(1, 1, 17, 1)      -- or nil and a reason

print(tilepath.ascii(grid, { path = path, legend = legend }))
print(("from A to B: %d points, cost %.2f"):format(path:size(), cost))

local pruned = path:prune(finder)
print(("pruned:      %d points, cost %.2f"):format(
  pruned:size(), pruned.cost))
