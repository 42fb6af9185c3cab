--- Other people's searches on the same maps, from results/peers.csv: how many
-- times as fast as the textbook A* each was, called from C++, with the path.
--
-- Online JPS, block JPS and block JPS+ are the C++ code of the method's
-- authors (warthog). The subgoal graph, and the one with a contraction
-- hierarchy, are entries of the grid path planning competition of 2023. All
-- were measured once, on a machine of the same kind; the ratios are right to
-- about a tenth.

local results = require "results"

-- Methods without preparation, and a method with up to 1.5 seconds of it.
local UNPREPARED = { "jps", "block_jps" }
local PREPARED = { "jps", "block_jps", "block_jps_plus", "subgoals" }

local function best(row, names)
  local most = 0
  for _, name in ipairs(names) do
    most = math.max(most, row[name] or 0)
  end
  return most
end

--- By map: { unprepared =, prepared = }, each the ratio of the fastest one.
return function(folder)
  local by_map = {}
  for _, row in ipairs(results.read(folder .. "results/peers.csv")) do
    by_map[row.map] = {
      unprepared = best(row, UNPREPARED),
      prepared = best(row, PREPARED),
    }
  end
  return by_map
end
