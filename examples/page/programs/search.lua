-- A search, step by step: what A* has looked at (blue), and what it
-- looks at next (green). A click sets another goal; drag to build
-- walls, and the search starts again.
local tilepath = require "tilepath"

local grid = tilepath.grid(30, 22)
grid:fill(12, 5, 1, 14, "wall")
grid:fill(5, 5, 8, 1, "wall")
grid:fill(20, 1, 1, 13, "wall")
local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
local goal_x, goal_y = 27, 5
local search, revision, told

local function start()
  search = finder:search(4, 12, goal_x, goal_y)
  revision, told = grid.revision, false
end

function click(x, y)
  goal_x, goal_y = grid:to_cell(x, y)
  start()
end

function update()
  if grid.revision ~= revision then start() end
  search:step(1)
  if search.status ~= "running" and not told then
    told = true
    local path, cost = search:path()
    print(("%d cells, and %s"):format(search.expanded,
      path and ("a path at cost %.2f"):format(cost)
      or "no way: " .. cost))
  end
end

function show()
  return { grid, search, search:path() or false },
    { colours = { lattice = true } }
end

start()
