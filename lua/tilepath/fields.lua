--- A follower's options: what each must be, when it is given and when it is
-- written as a field.
--
-- Every option is a field too, which may be written between two calls and in
-- callbacks. So each is checked again before it is used, where it is not what
-- was right before: that is kept in _right. O(options), no garbage.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local Footing = require(siblings .. "footing")

local huge = math.huge

-- Beyond 2^53 doubles no longer tell one unit from the next.
local FARTHEST = 2 ^ 53

local Fields = {}

local function is_place(value)
  return type(value) == "number" and value >= -FARTHEST and value <= FARTHEST
end

local function is_finite(value)
  return type(value) == "number" and value - value == 0
end

local function is_amount(value)
  return type(value) == "number" and value >= 0 and value < huge
end

local function is_amount_or_none(value)
  return not value or is_amount(value)
end

local function is_flag(value)
  return value == nil or type(value) == "boolean"
end

local function is_loop(value)
  return not value or value == true or value == "pingpong"
end

local function is_callback(value)
  return not value or type(value) == "function"
end

local function finds(value)
  local grid = value.grid
  return type(value.find_world) == "function"
    and type(value.line_of_sight_world) == "function"
    and type(grid.revision) == "number"
    and type(grid.cell_width) == "number"
    and type(grid.cell_height) == "number"
    and type((value.to_world and value or grid).to_world) == "function"
end

--- Anything that searches and sees as a pathfinder does.
local function is_finder_or_none(value)
  if not value then
    return true
  end
  local is_one, answer = pcall(finds, value)
  return is_one and answer
end

--- What is in the table is checked with the ground.
local function is_speeds(value)
  return type(value) == "table" or not value
end

--- What is said of values that are wrong.
local PLACE = "a number from -2^53 to 2^53"
local AMOUNT, FINITE = "a finite number >= 0", "a finite number"

local RULES = {
  { "x", is_place, PLACE },
  { "y", is_place, PLACE },
  { "angle", is_finite, FINITE },
  { "speed", is_amount_or_none, AMOUNT },
  { "rest", is_amount_or_none, AMOUNT },
  { "turn_rate", is_amount_or_none, AMOUNT },
  { "arrive_radius", is_amount_or_none, AMOUNT },
  { "slow_down", is_amount_or_none, AMOUNT },
  { "speeds", is_speeds, "a table { terrain = factor }" },
  { "loop", is_loop, "true, false or 'pingpong'" },
  { "finder", is_finder_or_none, "a pathfinder" },
  { "prune", is_flag, "true or false" },
  { "on_waypoint", is_callback, "a function" },
  { "on_arrive", is_callback, "a function" },
  { "on_blocked", is_callback, "a function" },
  { "on_bump", is_callback, "a function" },
  { "on_link", is_callback, "a function" },
}

local KNOWN, KEYS, CHECKS = {}, {}, {}
for i, rule in ipairs(RULES) do
  KEYS[i], CHECKS[i] = rule[1], rule[2]
  KNOWN[rule[1]] = true
end

--- The factor of a terrain; 1 where none is given. They lie where prices lie:
-- so no lap is so slow that a way round what stands there, which is not summed
-- up, could be walked for ages in its stead.
function Fields.factor(self, call, terrain)
  local factor = self.speeds[terrain]
  if factor == nil then
    return 1
  elseif not check.is_price(factor) then
    check.fail(call, ("speeds[%s]"):format(check.show(terrain)),
      "a number from 1/1024 to 1024", factor)
  end
  return factor
end

--- Raises where speeds asks for what the pathfinder's grid does not know.
local function check_ground(self, call)
  local right = self._right
  if right.ground == self.finder and right.speeds == self.speeds then
    return
  end
  local grid = self.finder and self.finder.grid
  if not check.is(grid, core.Grid) then
    check.fail(call, "finder", "a pathfinder on a grid (speeds asks it)",
      self.finder)
  end
  for _, name in ipairs(check.sorted_keys(self.speeds)) do
    if type(name) ~= "string" or grid:terrain(name) == nil then
      check.fail(call, "each key of speeds", "a terrain of the grid", name)
    end
    Fields.factor(self, call, name)
  end
  right.ground, right.speeds = self.finder, self.speeds
end

--- Raises where a field has been written to and is wrong.
function Fields.check(self, call)
  local right = self._right
  for i = 1, #KEYS do
    local value = self[KEYS[i]]
    if value ~= right[i] then
      if not CHECKS[i](value) then
        check.fail(call, KEYS[i], RULES[i][3], value)
      end
      right[i] = value
    end
  end
  if self.speeds then
    check_ground(self, call)
  end
  if self._footing.unit then
    Footing.check(self, call)
  end
  if not rawequal(self.path, self._route.path or nil) then
    check.raise(call .. ": path cannot be written (call follow, or stop)")
  end
end

Fields.check_ground = check_ground
Fields.is_place, Fields.is_finite, Fields.is_amount =
  is_place, is_finite, is_amount
Fields.PLACE, Fields.AMOUNT, Fields.FINITE = PLACE, AMOUNT, FINITE
Fields.KNOWN = KNOWN

return Fields
