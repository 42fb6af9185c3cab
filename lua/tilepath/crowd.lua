--- tilepath.crowd: who stands where on a grid; again, from a crowd's state.
--
-- Reading a state trusts nothing: keys and their kinds are checked here, and
-- what texts say in src/bind/restore.c, before anything changes.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local floor = math.floor

local OPTIONS = { state = true, nodes = true, finders = true, fields = true,
  eyes = true }

local GIVEN = { finders = true, fields = true, eyes = true }

local FORMAT = 3

-- Units that a crowd may have; whole numbers that a double tells from the next.
local MOST, MOST_WHOLE = 2 ^ 31 - 1, 2 ^ 53 - 1

-- Keys of a state (src/bind/state.c).
local IS_NUMBER, IS_TEXT, OF_A_UNIT = 1, 2, 3
local NAMES = { format = IS_NUMBER, count = IS_NUMBER, crowd = IS_TEXT,
  events = IS_TEXT, unit = OF_A_UNIT, list = OF_A_UNIT, held = OF_A_UNIT }

--- The texts of a state, by their keys: a copy that nobody else has.
local function take_texts(call, state)
  if type(state) ~= "table" then
    check.fail(call, "state", "a table that crowd:state() returned", state)
  end
  local texts, count = {}, rawget(state, "count")
  if rawget(state, "format") ~= FORMAT then
    check.fail(call, "state.format", tostring(FORMAT), state.format)
  elseif type(count) ~= "number" or not (count >= 0 and count <= MOST)
    or count ~= floor(count) then
    check.fail(call, "state.count", "a number of units", count)
  end
  for key, value in next, state do
    local name, number = tostring(key):match("^(%l+)(%d*)$")
    number = tonumber(number)
    local kind = NAMES[name]
    if type(key) ~= "string" or not kind
      or (kind == OF_A_UNIT) ~= (number ~= nil)
      or number and (number < 1 or number > count) then
      check.raise(("%s: unknown key %s in state"):format(call,
        check.show(key)))
    elseif kind ~= IS_NUMBER and type(value) ~= "string" then
      check.fail(call, "state." .. key, "a string", value)
    end
    texts[key] = value
  end
  for i = 1, count do
    if not texts["unit" .. i] then
      check.fail(call, "state.unit" .. i, "a string", nil)
    end
  end
  texts.count = count
  return texts
end

--- What the game gives again: a list, or a table by the numbers of units.
local function take_objects(call, name, objects, count, class, noun)
  local all = {}
  if objects ~= nil and type(objects) ~= "table" then
    check.fail(call, name, "a table", objects)
  end
  for i = 1, objects and count or 0 do
    local object = rawget(objects, i)
    if object ~= nil then
      check.object(call, ("%s[%d]"):format(name, i), object, class, noun)
      all[i] = object
    end
  end
  return all
end

--- Columns and rows of the unit, as its record has them (state.c).
local function size_of(text)
  return tonumber(text:match("w(%d+)")) or 1,
    tonumber(text:match("h(%d+)")) or 1
end

--- The pathfinder of each unit: items of a list, or what a function returns.
local function take_finders(call, finders, texts, grid)
  if type(finders) == "function" then
    local list = {}
    for i = 1, texts.count do
      list[i] = finders(i, size_of(texts["unit" .. i]))
    end
    finders = list
  elseif finders ~= nil and type(finders) ~= "table" then
    check.fail(call, "finders", "a list of pathfinders or a function", finders)
  end
  finders = take_objects(call, "finders", finders, texts.count,
    core.Pathfinder, "a pathfinder")
  for i, finder in pairs(finders) do
    if not rawequal(finder.grid, grid) then
      check.raise(("%s: finders[%d] must be a pathfinder on the crowd's grid")
        :format(call, i))
    end
  end
  return finders
end

--- Has the crowd be as the state says.
local function restore(call, crowd, state, options)
  local texts = take_texts(call, state)
  local count = texts.count
  local finders = take_finders(call, options.finders, texts, crowd.grid)
  local fields = take_objects(call, "fields", options.fields, count,
    core.Field, "a field")
  local eyes = take_objects(call, "eyes", options.eyes, count,
    core.Pathfinder, "a pathfinder")
  local fine, key, number, what = core.restore(crowd, texts, finders, fields,
    eyes)
  if fine then
    return crowd
  elseif options[key] or key == "finders" or key == "fields"
    or key == "eyes" then
    local given = type(options[key]) == "table" and options[key][number]
    check.fail(call, ("%s[%d]"):format(key, number), what, given or nil)
  end
  key = number > 0 and key .. number or key
  check.fail(call, "state." .. key, what, texts[key])
end

local methods, next_event = core.crowd_methods, core.next_event

--- crowd:events(): a loop without garbage.
function methods.events(self)
  core.open_events(self)
  return next_event, self
end

--- crowd:restore(state [, options]): the same crowd, as it was then.
function methods.restore(self, state, options)
  if type(self) ~= "userdata" or getmetatable(self) ~= core.Crowd then
    check.raise(("restore: self must be a crowd, got %s (call it with a colon)")
      :format(check.show(self)))
  end
  options = check.options("restore", "options", options, GIVEN)
  restore("restore", self, state, options)
end

--- tilepath.crowd.
return function(grid, options)
  check.object("crowd", "grid", grid, core.Grid, "a grid")
  options = check.options("crowd", "options", options, OPTIONS)
  if options.nodes ~= nil then
    check.whole("crowd", "nodes", options.nodes, 1, MOST_WHOLE)
  end
  if options.state == nil then
    check.left_out("crowd", options, { "finders", "fields", "eyes" },
      "without a state")
    return core.crowd(grid, options.nodes)
  end
  return restore("crowd", core.crowd(grid, options.nodes), options.state,
    options)
end
