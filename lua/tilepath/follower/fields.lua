--- The fields of a follower that a game can only read, by name.

local parent = (...):match("^(.*[./])follower[./]") or ""
require(parent .. "luajit").exact()
local later = require(parent .. "later")
local List = later.module("follower.list")
local orderlist = later.module("orderlist")
local Motion = require(parent .. "follower.motion")
local options = require(parent .. "follower.options")
local Progress = require(parent .. "follower.progress")

local huge = math.huge

local READ = {}

--- The end of its path, or the next point of its patrol; of an area the place
-- where it enters that, once it has a path there.
local function goal(self)
  local progress = self._progress
  local approach = self._order.areas and progress.approach
  if approach then
    return approach[#approach - 1], approach[#approach]
  end
  return Progress.goal(self)
end

for i, name in ipairs { "x", "y" } do
  local key = "cell_" .. name
  READ[key] = function(self)
    options.check_one(self, key, "finder")
    return self.finder and (select(i, self.finder:to_cell(self.x, self.y)))
      or nil
  end

  READ["goal_" .. name] = function(self)
    return self._progress.path and (select(i, goal(self))) or nil
  end
end

function READ.status(self)
  local progress, motion = self._progress, self._motion
  local state = progress.state
  if self._paused then
    return "paused"
  elseif state == "going" and motion.rested
    and motion.rested < Motion.rest_of(self) then
    return "resting"
  elseif state == "going" and progress.by_link then
    return "waiting"
  end
  return state == "arriving" and "going" or state
end

--- Why is the follower blocked, or why has it stopped short of its goal?
function READ.reason(self)
  local progress, status = self._progress, self.status
  if status == "blocked" then
    return progress.at_end and progress.path.wall_x and "wall"
      or self._order.reason or "unreachable"
  end
  return status == "arrived" and progress.path.partial and "unreachable" or nil
end

--- Has it an order, and is it neither at its end, nor blocked, nor paused?
function READ.moving(self)
  local status = self.status
  if self._list and List.is_over(self) then
    return not self._paused
  end
  return status ~= "idle" and status ~= "arrived" and status ~= "blocked"
    and status ~= "paused"
end

--- The distance that is left to walk, in world units; huge on a patrol.
function READ.remaining(self)
  options.check(self, "remaining")
  Motion.sync(self)
  if not Progress.is_under_way(self._progress) then
    return 0
  end
  return self._progress.is_patrol and huge or Progress.remaining(self)
end

--- The number of its goal in the list of goals, or of the point of a patrol.
function READ.goal_index(self)
  local progress = self._progress
  local wander = self._order.wander
  return progress.path and (wander and wander.area
    or progress.is_patrol and progress.index
    or progress.path.goal_index) or nil
end

--- The id of the link before which it stands.
function READ.link(self)
  return (Motion.link(self, "link"))
end

--- The seconds until it has taken that link, once it may.
function READ.link_left(self)
  return select(2, Motion.link(self, "link_left"))
end

--- Not a unit that was removed.
function READ.target(self)
  local target = self._order.target
  return target and not orderlist.has_lost(target) and target or nil
end

return READ
