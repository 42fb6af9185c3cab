--- A follower's options: what each must be, when it is given and when it is
-- written as a field.
--
-- Every option is a field too, which may be written between two calls and in
-- callbacks. So what an update goes by is checked again if it is not what was
-- right before: that is kept in _right, which this file alone writes into.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])follower[./]") or ""
local check = require(root .. "check")

local huge = math.huge

-- Beyond 2^53 doubles no longer tell one unit from the next.
local FARTHEST = 2 ^ 53

local options = { PLACE = "a number from -2^53 to 2^53",
  AMOUNT = "a finite number >= 0", FINITE = "a finite number" }

function options.is_place(value)
  return type(value) == "number" and value >= -FARTHEST and value <= FARTHEST
end

function options.is_finite(value)
  return type(value) == "number" and value - value == 0
end

function options.is_amount(value)
  return type(value) == "number" and value >= 0 and value < huge
end

function options.need_amount(call, name, value)
  if not options.is_amount(value) then
    check.fail(call, name, options.AMOUNT, value)
  end
end

function options.need_place(call, name, value)
  if not options.is_place(value) then
    check.fail(call, name, options.PLACE, value)
  end
end

local function is_amount_or_none(value)
  return not value or options.is_amount(value)
end

local function is_callback(value)
  return not value or type(value) == "function"
end

local AMOUNT = { is_amount_or_none, options.AMOUNT }
local CALLBACK = { is_callback, "a function" }
local PLACE = { options.is_place, options.PLACE }

--- What each must be, and in words.
local RULES = { x = PLACE, y = PLACE,
  angle = { options.is_finite, options.FINITE },
  speed = AMOUNT, rest = AMOUNT, turn_rate = AMOUNT, arrive_radius = AMOUNT,
  slow_down = AMOUNT,
  speeds = { function(value) return type(value) == "table" or not value end,
    "a table { terrain = factor }" },
  loop = { function(value)
    return not value or value == true or value == "pingpong"
  end, "true, false or 'pingpong'" },
  finder = { function(value)
    return not value or check.is(value, core.Pathfinder)
  end, "a pathfinder" },
  prune = { function(value) return value == nil or type(value) == "boolean" end,
    "true or false" },
  on_waypoint = CALLBACK, on_arrive = CALLBACK, on_blocked = CALLBACK,
  on_bump = CALLBACK, on_link = CALLBACK }

options.RULES = RULES

-- In the order in which they are checked.
local KEYS = { "x", "y", "angle", "speed", "rest", "turn_rate",
  "arrive_radius", "slow_down", "speeds", "loop", "finder", "prune",
  "on_waypoint", "on_arrive", "on_blocked", "on_bump", "on_link" }

--- By how much it is walked faster on a terrain; 1 if nothing is said. Factors
-- lie where prices lie.
function options.factor(self, call, terrain)
  local factor = self.speeds[terrain]
  if factor == nil then
    return 1
  elseif not check.is_price(factor) then
    check.fail(call, ("speeds[%s]"):format(check.show(terrain)),
      "a number from 1/1024 to 1024", factor)
  end
  return factor
end

--- Raises if speeds asks for what the pathfinder's grid does not know.
local function check_ground(self, call)
  local grid = self.finder and self.finder.grid
  if not grid then
    check.fail(call, "finder", "a pathfinder on a grid (speeds asks it)",
      self.finder)
  end
  for _, name in ipairs(check.sorted_keys(self.speeds)) do
    if type(name) ~= "string" or grid:terrain(name) == nil then
      check.fail(call, "each key of speeds", "a terrain of the grid", name)
    end
    options.factor(self, call, name)
  end
end

--- Raises if that field is wrong.
function options.check_one(self, call, key)
  if not RULES[key][1](self[key]) then
    check.fail(call, key, RULES[key][2], self[key])
  end
end

--- Raises if a field is wrong.
function options.check_all(self, call)
  local right = self._right
  for _, key in ipairs(KEYS) do
    options.check_one(self, call, key)
  end
  if self.speeds then
    check_ground(self, call)
  end
  for _, key in ipairs(KEYS) do
    right[key] = self[key]
  end
end

--- Raises if a field that an update goes by has been written to and is wrong. (A
-- callback is looked at when it is called, prune when it counts.)
function options.check(self, call)
  local right, way = self._right, self._way
  if self.x ~= way.x or self.y ~= way.y or self.angle ~= right.angle then
    options.check_one(self, call, "x")
    options.check_one(self, call, "y")
    options.check_one(self, call, "angle")
    right.angle = self.angle
  end
  if self.speed ~= right.speed or self.rest ~= right.rest
    or self.turn_rate ~= right.turn_rate
    or self.arrive_radius ~= right.arrive_radius
    or self.slow_down ~= right.slow_down or self.speeds ~= right.speeds
    or self.loop ~= right.loop or self.finder ~= right.finder
  then
    options.check_all(self, call)
  end
end

return options
