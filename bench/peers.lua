--- Other people's searches on the same maps, from results/peers.csv: how many
-- times faster than the textbook A* each was, called from C++, with the path.
--
-- Online JPS, block JPS and block JPS+ are the C++ of the method's own authors
-- (warthog); subgoal graph, and that with a contraction hierarchy, are entries
-- of the grid path planning competition of 2023. Measured once, on a machine of
-- the same kind; ratios hold to about a tenth.

local results = require "results"

-- Which of them need no preparation, and which one of up to 1.5 seconds.
local UNPREPARED = { "jps", "block_jps" }
local PREPARED = { "jps", "block_jps", "block_jps_plus", "subgoals" }

local function best(row, names)
  local most = 0
  for _, name in ipairs(names) do
    most = math.max(most, row[name] or 0)
  end
  return most
end

--- By map: { unprepared =, prepared = }, each the ratio of the fastest.
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
