--- A follower's options: the values that are allowed, when an option is given
-- and when it is written as a field.
--
-- Every option is a field, too. A game may write fields between two calls and
-- in callbacks. So an update checks the fields that it uses, if they differ
-- from the values that passed the last check. Those values are in _checked;
-- only this file writes into it.

local parent = (...):match("^(.*[./])follower[./]") or ""
local calloptions = require(parent .. "options")
local check = require(parent .. "check")
local given = require(parent .. "given")
local kinds = require(parent .. "optionkinds")

local options = {}

options.is_finite = kinds.FINITE.is_right

--- Kinds of values by their words in saved states. "amount?": an amount, or nil or
-- false.
local KINDS = { place = kinds.PLACE, number = kinds.FINITE,
  amount = kinds.LENGTH, flag = kinds.FLAG,
  text = kinds.of_type("string", "a string"), finder = kinds.FINDER,
  state = kinds.words({ "idle", "going", "blocked", "arriving", "arrived" },
    "a state") }
for _, name in ipairs(check.sorted_keys(KINDS)) do
  KINDS[name .. "?"] = kinds.or_none(KINDS[name])
end

local function need_kind(call, name, value, kind)
  if not kind.is_right(value) then
    check.fail(call, name, kind.what, value)
  end
  return value
end

--- Returns a value; raises if it is not of this kind.
function options.need(call, name, value, kind)
  return need_kind(call, name, value, KINDS[kind])
end

--- The rows of the options that are fields, by name.
local FIELDS = {}
for name, row in pairs(calloptions.of("tilepath.follower").rows) do
  FIELDS[name] = not name:find("^cell_") and row or nil
end
options.FIELDS = FIELDS

local KEYS = check.sorted_keys(FIELDS)

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
  need_kind(call, key, self[key], FIELDS[key])
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
