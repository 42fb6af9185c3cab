--- tilepath.crowd: makes a crowd on a grid, or makes one again from a saved
-- state.
--
-- Reading a state trusts nothing. This file checks the keys and the types of
-- their values; src/bind/crowd/restore.c checks the texts. Nothing changes
-- before all checks have passed.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local formation = require(siblings .. "formation")
local given = require(siblings .. "given")

local OPTIONS = { state = true, nodes = true, moved = true, finders = true,
  fields = true, targets = true, speeds = true }

-- The objects that the game must give again, by the numbers of units (targets:
-- in a list).
local GIVEN = {
  finders = { form = "a list of pathfinders or a function",
    class = core.Pathfinder, noun = "a pathfinder" },
  fields = { form = "a table", class = core.Field, noun = "a field" },
  targets = { form = "a list" },
}

local FORMAT = 5

-- The most units of a crowd; the largest whole number that a double tells from
-- the next.
local MOST, MOST_WHOLE = 2 ^ 31 - 1, 2 ^ 53 - 1

-- Keys of a state (src/bind/saved/state.c): of the crowd; and those of its
-- units, which have a number at the end.
local OF_ALL = { format = "number", count = "number", crowd = "string" }
local OF_A_UNIT = { unit = true, list = true }

--- Copies a state into the form that the core reads: the texts of the crowd,
-- and for each of unit and list the texts of the units by number.
local function take_texts(call, state)
  given.kind(call, "state", state, "table",
    "a table that crowd:state() returned")
  local texts = { unit = {}, list = {} }
  local count = rawget(state, "count")
  if rawget(state, "format") ~= FORMAT then
    check.fail(call, "state.format", tostring(FORMAT), state.format)
  end
  given.whole(call, "state.count", count, 0, MOST, "a number of units")
  for key, value in next, state do
    local name, number = tostring(key):match("^(%l+)([1-9]%d*)$")
    local is_a_units = OF_A_UNIT[name] and tonumber(number) <= count
    local kind = is_a_units and "string" or OF_ALL[key]
    if not kind then
      check.raise(("%s: unknown key %s in state"):format(call,
        check.show(key)))
    end
    given.kind(call, "state." .. key, value, kind, "a " .. kind)
    if is_a_units then
      texts[name][tonumber(number)] = value
    else
      texts[key] = value
    end
  end
  for i = 1, count do
    if not texts.unit[i] then
      check.fail(call, "state.unit" .. i, "a string", nil)
    end
  end
  return texts
end

--- Copies the objects that the game gives again under a name.
local function take(call, name, objects, count)
  local all, kind = {}, GIVEN[name]
  if objects == nil then
    return all
  end
  given.kind(call, name, objects, "table", kind.form)
  for i = 1, kind.class and count or check.length(objects) do
    all[i] = rawget(objects, i)
    if all[i] ~= nil and kind.class then
      check.object(call, ("%s[%d]"):format(name, i), all[i], kind.class,
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
local function take_finders(call, finders, texts, grid)
  if type(finders) == "function" then
    local list = {}
    for i = 1, texts.count do
      list[i] = finders(i, size_of(texts.unit[i]))
    end
    finders = list
  end
  finders = take(call, "finders", finders, texts.count)
  for i, finder in pairs(finders) do
    if not rawequal(finder.grid, grid) then
      check.raise(("%s: finders[%d] must be a pathfinder on the crowd's grid")
        :format(call, i))
    end
  end
  return finders
end

--- Restores a crowd from a state.
local function restore(call, crowd, state, options)
  local texts = take_texts(call, state)
  local count = texts.count
  local finders = take_finders(call, options.finders, texts, crowd.grid)
  local again = { finders = finders }
  for _, name in ipairs { "fields", "targets" } do
    again[name] = take(call, name, options[name], count)
  end
  local fine, key, number, what = core.restore(crowd, count, texts.crowd or "",
    texts.unit, texts.list, finders, again.fields, again.targets)
  if fine then
    return crowd
  elseif key == "finders" and finders[number] then
    local w, h = size_of(texts.unit[number])
    local profile = finders[number].profile
    if profile.turn_cost > 0 then
      check.fail(call, ("finders[%d]"):format(number), what, finders[number])
    end
    check.raise(("%s: finders[%d] must be for agents of %dx%d, got a "
      .. "pathfinder for %dx%d"):format(call, number, w, h, profile.size[1],
      profile.size[2]))
  elseif again[key] then
    check.fail(call, ("%s[%d]"):format(key, number), what, again[key][number])
  elseif OF_A_UNIT[key] then
    check.fail(call, "state." .. key .. number, what, texts[key][number])
  end
  check.fail(call, "state." .. key, what, texts[key])
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

local GO = { settle = true, formation = true }

--- Adds the option `formation` to a call: the units go side by side.
local function add_formation(call, by_cells)
  local go = methods[call]
  methods[call] = function(self, units, x, y, query)
    if type(query) ~= "table" or query.formation == nil then
      return go(self, units, x, y, query)
    end
    local options = check.options(call, "query", query, GO)
    if not check.is(self, core.Crowd) or type(units) ~= "table" then
      return go(self, units, x, y)
    elseif options.formation ~= true and type(options.formation) ~= "table" then
      check.fail(call, "formation", "true or a list of { ahead, aside }",
        options.formation)
    end
    local grid = self.grid
    if by_cells then
      check.whole(call, "x", x, -MOST_WHOLE, MOST_WHOLE)
      check.whole(call, "y", y, -MOST_WHOLE, MOST_WHOLE)
      x, y = grid:to_world(x, y)
    else
      check.finite(call, "wx", x)
      check.finite(call, "wy", y)
    end
    if not grid:contains(grid:to_cell(x, y)) then
      return nil, "goal_outside"
    end
    return formation.go(call, self, units, x, y, options)
  end
end

-- crowd:go(units, wx, wy [, query]), crowd:go_cell(units, x, y [, query])
add_formation("go", false)
add_formation("go_cell", true)

--- crowd:restore(state [, options]): restores the same crowd.
function methods.restore(self, state, options)
  given.self("restore", "a crowd", self, check.is(self, core.Crowd))
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
  given.flag("crowd", "moved", options.moved)
  local speeds = options.speeds and {}
  for terrain, factor, label in given.entries("crowd", "speeds",
    options.speeds or nil, "a table { terrain = factor }") do
    speeds[terrain] = given.price("crowd", label, factor)
  end
  local crowd = core.crowd(grid, options.nodes, options.moved, speeds)
  if options.state == nil then
    check.left_out("crowd", options, check.sorted_keys(GIVEN),
      "unless there is a state")
    return crowd
  end
  return restore("crowd", crowd, options.state, options)
end
