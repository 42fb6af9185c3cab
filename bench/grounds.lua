--- The kinds of ground that queries are measured on where terrain has prices,
-- and plain ground beside them: for each what the textbook calls it, and the
-- profile of an agent on it.

local grounds = {}

-- The agent that keeps off walls pays for it what textbook.c says.
local KEEP_AWAY = { 2, 3 }

grounds.priced = { "blocks", "land", "keep_away" }
grounds.all = { "plain", "blocks", "land", "keep_away", "dear" }

--- The profile of an agent there.
-- @param landmarks  how many, or nil
function grounds.profile(ground, task, landmarks)
  return {
    diagonal = task.rule,
    algorithm = task.algorithm,
    keep_away = ground == "keep_away" and KEEP_AWAY or nil,
    landmarks = landmarks,
  }
end

--- Is a row wanted of this map and ground? `only` is part of "map ground".
function grounds.wants(only, map, ground)
  return (map .. " " .. ground):find(only, 1, true) ~= nil
end

return grounds
