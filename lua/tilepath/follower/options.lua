--- A follower's options: the values that are allowed, when an option is given
-- and when it is written as a field.
--
-- Every option is a field, too. A game may write fields between two calls and
-- in callbacks. So an update checks the fields that it uses, if they differ
-- from the values that passed the last check. Those values are in _checked;
-- only this file writes into it.

local core = require "tilepath_core"
local parent = (...):match("^(.*[./])follower[./]") or ""
local check = require(parent .. "check")
local given = require(parent .. "given")

local huge = math.huge

-- Beyond 2^53 a double cannot tell one world unit from the next.
local FARTHEST = 2 ^ 53

local options = {}

function options.is_finite(value)
  return type(value) == "number" and value - value == 0
end

local function of_type(name, words)
  return { function(value) return type(value) == name end, words }
end

--- Kinds of values: a test, and the words for an error message.
local KINDS = {
  place = { function(value)
    return type(value) == "number" and value >= -FARTHEST and value <= FARTHEST
  end, "a number from -2^53 to 2^53" },
  number = { options.is_finite, "a finite number" },
  amount = { function(value)
    return type(value) == "number" and value >= 0 and value < huge
  end, "a finite number >= 0" },
  flag = of_type("boolean", "true or false"),
  text = of_type("string", "a string"),
  callback = of_type("function", "a function"),
  factors = of_type("table", "a table { terrain = factor }"),
  finder = { function(value) return check.is(value, core.Pathfinder) end,
    "a pathfinder" },
  state = { given.one_of("idle", "going", "blocked", "arriving", "arrived"),
    "a state" },
}

-- "amount?": an amount, or nil or false.
for _, name in ipairs(check.sorted_keys(KINDS)) do
  local kind = KINDS[name]
  KINDS[name .. "?"] = { function(value)
    return not value or kind[1](value)
  end, kind[2] }
end

--- Returns a value; raises if it is not of this kind.
function options.need(call, name, value, kind)
  if not KINDS[kind][1](value) then
    check.fail(call, name, KINDS[kind][2], value)
  end
  return value
end

local need = options.need

--- The kind of each field.
local RULES = { x = "place", y = "place", angle = "number", speed = "amount?",
  rest = "amount?", turn_rate = "amount?", turn_radius = "amount?",
  slow_down = "amount?", speeds = "factors?",
  finder = "finder?", prune = "flag?", on_reached = "callback?",
  on_arrived = "callback?", on_blocked = "callback?", on_link = "callback?" }

options.RULES = RULES

local KEYS = check.sorted_keys(RULES)

--- The factor of the speed on a terrain; 1 if `speeds` has none. The range of
-- factors is that of prices.
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

--- Raises if `speeds` names a terrain that the pathfinder's grid does not have,
-- or has a wrong factor.
local function check_ground(self, call)
  for name in given.terrains(call, self.finder.grid, "speeds", self.speeds) do
    options.factor(self, call, name)
  end
end

--- Raises if a follower without a pathfinder has a field that needs one.
function options.check_finder(self, call)
  local name = self.speeds and "speeds" or self.turn_radius and "turn_radius"
  if name and not self.finder then
    check.fail(call, "finder", ("a pathfinder (%s needs it)"):format(name), nil)
  end
end

--- Raises if this field is wrong.
function options.check_one(self, call, key)
  need(call, key, self[key], RULES[key])
end

--- Raises if a field is wrong.
function options.check_all(self, call)
  local checked = self._checked
  for _, key in ipairs(KEYS) do
    options.check_one(self, call, key)
  end
  options.check_finder(self, call)
  if self.speeds then
    check_ground(self, call)
  end
  for _, key in ipairs(KEYS) do
    checked[key] = self[key]
  end
end

--- Raises if a game has written a wrong value to a field that an update uses.
-- (A callback is checked when it is called, `prune` when a path is found.)
function options.check(self, call)
  local checked, progress = self._checked, self._progress
  if self.x ~= progress.x or self.y ~= progress.y
    or self.angle ~= checked.angle then
    options.check_one(self, call, "x")
    options.check_one(self, call, "y")
    options.check_one(self, call, "angle")
    checked.angle = self.angle
  end
  if self.speed ~= checked.speed or self.rest ~= checked.rest
    or self.turn_rate ~= checked.turn_rate
    or self.turn_radius ~= checked.turn_radius
    or self.slow_down ~= checked.slow_down or self.speeds ~= checked.speeds
    or self.finder ~= checked.finder
  then
    options.check_all(self, call)
  end
end

return options
