--- What the specs of queues share: maps, and queues that are played to the end.

local tilepath = require "tilepath"

local queues = { ALL = { max_nodes = 1e9 } } -- enough for all the work of a spec

--- Open ground, where each search is as long as its path.
function queues.open(side)
  local grid = tilepath.grid(side, side)
  return grid, tilepath.pathfinder(grid)
end

--- A map where a search from corner to corner expands most cells, with any
-- heuristic: a very cheap cell lies off the path.
function queues.long_way(side)
  local grid = tilepath.grid(side, side, { prices = { ice = 1 / 64 } })
  grid:set(side, 1, "ice")
  return tilepath.pathfinder(grid, { algorithm = "dijkstra" })
end

--- Updates a queue until all its tickets are done; before(update) is called
-- before each update.
-- @return the number of updates
function queues.run_out(queue, before)
  local updates = 0
  while queue.count > 0 do
    updates = updates + 1
    if before then before(updates) end
    queue:update()
    assert(updates < 1e5, "the queue does not end")
  end
  return updates
end

return queues
