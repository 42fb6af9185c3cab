--- tilepath.crowd: makes a crowd on a grid; crowd:state and crowd:restore.
--
-- Reading a state trusts nothing. This file checks the keys and the types of
-- their values; src/bind/saved/restore.c checks the texts. Nothing changes
-- before all checks have passed.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local flat = require(siblings .. "flat")
local given = require(siblings .. "given")
local group = require(siblings .. "group")

local CALL = "restore"

local OPTIONS = { nodes = true, moved = true, speeds = true }

-- The objects that the game must give again, by the numbers of units (targets:
-- in a list).
local GIVEN = {
  finders = { form = "a list of pathfinders or a function",
    class = core.Pathfinder, noun = "a pathfinder" },
  fields = { form = "a table", class = core.Field, noun = "a field" },
  targets = { form = "a list" },
}

-- The largest whole number that a double tells from the next.
local MOST_WHOLE = 2 ^ 53 - 1

--- Sorts the values of a state (src/bind/saved/state.c): the text of the crowd,
-- and for each of unit and list the texts of the units by number; nil if one is
-- missing or left over.
local function texts_of(values)
  local texts = { unit = {}, list = {} }
  while values["unit" .. #texts.unit + 1] do
    texts.unit[#texts.unit + 1] = values["unit" .. #texts.unit + 1]
  end
  for key, value in next, values do
    local name, number = key:match("^(%l+)([1-9]%d*)$")
    if type(value) ~= "string" then
      return nil
    elseif key == "crowd" then
      texts.crowd = value
    elseif name == "list" and texts.unit[tonumber(number)] then
      texts.list[tonumber(number)] = value
    elseif name ~= "unit" or not texts.unit[tonumber(number)] then
      return nil
    end
  end
  return texts.crowd and texts
end

--- Copies the objects that the game gives again under a name.
local function take(name, objects, count)
  local all, kind = {}, GIVEN[name]
  if objects == nil then
    return all
  end
  given.kind(CALL, name, objects, "table", kind.form)
  for i = 1, kind.class and count or check.length(objects) do
    all[i] = rawget(objects, i)
    if all[i] ~= nil and kind.class then
      check.object(CALL, ("%s[%d]"):format(name, i), all[i], kind.class,
        kind.noun)
    end
  end
  return all
end

--- The columns and rows of a unit, from its record (state.c).
local function size_of(text)
  return tonumber(text:match("w(%d+)")) or 1,
    tonumber(text:match("h(%d+)")) or 1
end

--- The pathfinder of each unit: items of a list, or the results of a function.
local function take_finders(finders, texts, grid)
  if type(finders) == "function" then
    local list = {}
    for i = 1, #texts.unit do
      list[i] = finders(i, size_of(texts.unit[i]))
    end
    finders = list
  end
  finders = take("finders", finders, #texts.unit)
  for i, finder in pairs(finders) do
    if not rawequal(finder.grid, grid) then
      check.raise(("%s: finders[%d] must be a pathfinder on the crowd's grid")
        :format(CALL, i))
    end
  end
  return finders
end

local methods = core.crowd_methods

-- The place of a loop over events. A loop that comes to its end leaves it to
-- the next one, so it makes no garbage. A loop in a loop makes another.
local spare = {}

local function next_event(place)
  local number, unit, what, a, b = core.next_event(place.crowd, place.number,
    place.behind)
  place.number = number
  if not unit then
    place.crowd = nil
    spare = place
  end
  return unit, what, a, b
end

--- crowd:events(): an iterator, and its place.
function methods.events(self)
  local number, behind = core.open_events(self)
  local place = spare or {}
  spare = nil
  place.crowd, place.number, place.behind = self, number, behind
  return next_event, place
end

-- crowd:go(units, wx, wy [, query]), crowd:go_cell(units, x, y [, query])
methods.go, methods.go_cell = group.go, group.go_cell

--- crowd:state() -> text, targets
local values_of = methods.state
function methods.state(self)
  local values, targets = values_of(self)
  return flat.write("crowd", values), targets
end

--- crowd:restore(state [, options]): changes the crowd to the state.
-- @return true; or nil and "damaged", "version" or "size"
function methods.restore(self, state, options)
  given.self(CALL, "a crowd", self, check.is(self, core.Crowd))
  options = check.options(CALL, "options", options, GIVEN)
  local values, reason = flat.read(CALL, "crowd", state)
  local texts = values and texts_of(values)
  if not texts then
    return nil, reason or "damaged"
  end
  local count = #texts.unit
  local finders = take_finders(options.finders, texts, self.grid)
  local again = { finders = finders }
  for _, name in ipairs { "fields", "targets" } do
    again[name] = take(name, options[name], count)
  end
  local fine, key, number, what = core.restore(self, count, texts.crowd,
    texts.unit, texts.list, finders, again.fields, again.targets)
  if fine then
    return true
  elseif not number then
    return nil, key
  elseif key == "finders" and finders[number] then
    local w, h = size_of(texts.unit[number])
    local profile = finders[number].profile
    if profile.size[1] ~= w or profile.size[2] ~= h then
      check.raise(("%s: finders[%d] must be for agents of %dx%d, got a "
        .. "pathfinder for %dx%d"):format(CALL, number, w, h, profile.size[1],
        profile.size[2]))
    end
  end
  check.fail(CALL, ("%s[%d]"):format(key, number), what, again[key][number])
end

--- tilepath.crowd.
return function(grid, options)
  check.object("crowd", "grid", grid, core.Grid, "a grid")
  options = check.options("crowd", "options", options, OPTIONS)
  if options.nodes ~= nil then
    check.whole("crowd", "nodes", options.nodes, 1, MOST_WHOLE)
  end
  given.flag("crowd", "moved", options.moved)
  local speeds = options.speeds and {}
  for terrain, factor, label in given.entries("crowd", "speeds",
    options.speeds or nil, "a table { terrain = factor }") do
    speeds[terrain] = given.price("crowd", label, factor)
  end
  return core.crowd(grid, options.nodes, options.moved, speeds)
end
