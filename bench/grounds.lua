--- The kinds of ground for queries on prices, and plain ground beside them: for
-- each, the textbook's word for it, and the profile of its agent.

local grounds = {}

-- An agent that keeps away from walls pays what textbook.c says.
local KEEP_AWAY = { 2, 3 }

grounds.priced = { "blocks", "land", "keep_away" }
grounds.all = { "plain", "blocks", "land", "keep_away", "dear" }

--- The profile of an agent on this ground.
-- @param landmarks  how many, or nil
function grounds.profile(ground, task, landmarks)
  return {
    diagonal = task.rule,
    algorithm = task.algorithm,
    keep_away = ground == "keep_away" and KEEP_AWAY or nil,
    landmarks = landmarks,
  }
end

--- Is a row for this map and ground wanted? `only` is a part of "map ground".
function grounds.wants(only, map, ground)
  return (map .. " " .. ground):find(only, 1, true) ~= nil
end

return grounds
