--- crowd:save and crowd:load.
--
-- A state is a flat table (serialize.lua), whose values are texts:
--
--     grid       the size of the grid
--     crowd      a record of the crowd's time
--     unit3      a record of the third unit
--     list3      the points of its patrol, or the goals of its order
--     path3      the rest of its path
--     target3    the number of its target, if that is no unit of the crowd
--     own 7 hp   a field of the game's, of the unit with id 7 (gamefields.lua)
--
-- A record has names and values: "id 3 cell 17 state going order goal ...".
-- Names with usual values are left out. Both cores write the same names
-- (src/bind/saved/crowdstate.h, plain/saved.lua).
--
-- A restore makes a new crowd beside the old one, by ordinary calls, which
-- check places and orders. core.set_unit sets what no call sets. Then the state
-- of the new crowd must be the one that was given. Only then the old crowd gets
-- the units of the new one.
--
-- Cost: O(length of the text).

local core = require "tilepath_core"
local root = (...):match("^(.*[./])crowd[./]") or ""
local callbacks = require(root .. "callbacks")
local check = require(root .. "check")
local gamefields = require(root .. "gamefields")
local serialize = require(root .. "serialize")
local given = require(root .. "given")
local options_of = require(root .. "options").of

local CALL = "load"

-- The objects that the game must give again, by the numbers of units (targets:
-- in a list).
local GIVEN = {
  finders = { form = "a list of pathfinders or a function",
    class = core.Pathfinder, noun = "a pathfinder" },
  fields = { form = "a table", class = core.Field, noun = "a field" },
  targets = { form = "a list" },
}

local GOAL_NUMBERS = 5

local MOST_SIDE = 64 -- cells along a side of the largest agent

-- What a game sets of a unit: options of crowd:add that a record has, too.
local SETTINGS = check.sorted_keys(options_of("unit").rows)

--- What tells grids of other sizes apart.
local function size_of_grid(grid)
  return ("%d %d %d %d"):format(grid.width, grid.height, grid.base_x,
    grid.base_y)
end

local function is_whole(value, low, high)
  return value >= low and value <= high and value % 1 == 0
end

local FLAGS = { ["true"] = true, ["false"] = false }

--- The values of a record, by name: numbers, true, false, and other words. nil
-- if the text is no record. (The pattern is anchored, as in serialize.parse.)
local function record_of(text)
  local record, at = {}, 1
  while at <= #text do
    local _, last, name, word = text:find("^(%l[%l_]*) ([%w_^-]+)", at)
    local value = tonumber(word or "")
    if value == nil then
      value = FLAGS[word or ""]
    end
    if value == nil and word then
      value = not word:find("^[%d-]") and word or serialize.number(word)
    end
    if value == nil or record[name] ~= nil
      or last < #text and (last + 1 == #text or text:byte(last + 1) ~= 32) then
      return nil
    end
    record[name], at = value, last + 2
  end
  return record
end

-- Members of units that this file reckons with.
local NUMBERS = { "id", "wide", "high", "cell", "goal" }

--- The record of a unit; nil if it is damaged.
local function unit_of(text)
  local record = record_of(text)
  for _, name in ipairs(record and NUMBERS or {}) do
    local value = record[name]
    if value ~= nil and type(value) ~= "number" then
      return nil
    end
  end
  if record then
    record.wide, record.high = record.wide or 1, record.high or 1
  end
  return record and is_whole(record.wide, 1, MOST_SIDE)
    and is_whole(record.high, 1, MOST_SIDE) and record or nil
end

--- The records of all units, and of the crowd; nil if a text is damaged.
local function records_of(values)
  local records = {}
  for _, value in next, values do
    if type(value) ~= "string" then
      return nil
    end
  end
  while values["unit" .. #records + 1] do
    local record = unit_of(values["unit" .. #records + 1])
    if not record then
      return nil
    end
    records[#records + 1] = record
  end
  local time = values.crowd and record_of(values.crowd)
  return values.grid and time and records, time
end

--- Copies the objects that the game gives again under a name.
local function take(name, objects, count)
  local all, kind = {}, GIVEN[name]
  objects = objects == nil and {} or objects
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

--- Raises about an object that the game gave.
local function refuse(name, i, what, object)
  check.fail(CALL, ("%s[%d]"):format(name, i), what, object)
end

--- Raises if a pathfinder is not right for unit i.
local function check_finder(grid, i, finder, profile, record)
  local w, h = record.wide, record.high
  if not rawequal(finder.grid, grid) then
    check.raise(("%s: finders[%d] must be a pathfinder on the crowd's grid")
      :format(CALL, i))
  elseif type(profile.heuristic) ~= "string" then
    refuse("finders", i, "a pathfinder without a function as heuristic", finder)
  elseif profile.size[1] ~= w or profile.size[2] ~= h then
    check.raise(("%s: finders[%d] must be for agents of %sx%s, got a "
      .. "pathfinder for %dx%d"):format(CALL, i, w, h, profile.size[1],
      profile.size[2]))
  end
end

--- The pathfinder of each unit: an item of a list, the result of a function, or
-- that of the crowd's unit.
local function take_finders(self, finders, records)
  local own, profiles = {}, {}
  if check.is_callable(finders) then
    local list = {}
    for i, record in ipairs(records) do
      list[i] = finders(i, record.wide, record.high)
    end
    finders = list
  end
  finders = take("finders", finders, #records)
  for _, unit in ipairs(self:units()) do
    own[unit.id] = unit.finder
  end
  for i, record in ipairs(records) do
    local finder = finders[i] or own[record.id]
      or refuse("finders", i, "a pathfinder (give { finders = })")
    profiles[finder] = profiles[finder] or finder.profile
    check_finder(self.grid, i, finder, profiles[finder], record)
    finders[i] = finder
  end
  return finders
end

--- Calls a function of the game's calls. False if it refuses a value of the
-- state.
local function try(name, f, ...)
  local done, result = pcall(f, ...)
  if not done and not tostring(result):find(name .. ": .* must ") then
    error(result, 0)
  end
  return done and result
end

--- The column and row of a cell that is a number, on a grid of that size.
local function cell_of(size, place)
  local column = (place or 0) % size.width
  return size.base_x + column,
    size.base_y + ((place or 0) - column) / size.width
end

local function numbers_of(text)
  local numbers, count = {}, 0
  for word in (text or ""):gmatch("%S+") do
    count = count + 1
    numbers[count] = tonumber(word) or serialize.number(word) or 0
  end
  return numbers
end

--- A path through cells; nil if a number is no cell. With `are_marked` behind
-- each but the first stands 1 if a link leads there.
local function path_of(size, numbers, are_marked)
  local path, count = { units = "cells", links = {} }, 0
  for i = 1, #numbers, are_marked and 2 or 1 do
    if not is_whole(numbers[i], 0, size.width * size.height - 1) then
      return nil
    end
    if are_marked and i > 1 and numbers[i + 1] == 1 then
      path.links[#path.links + 1] = count / 2
    end
    path[count + 1], path[count + 2] = cell_of(size, numbers[i])
    count = count + 2
  end
  return path
end

--- The target of unit i, which the game gives again; nil if that is damaged.
-- Targets are numbered as units name them.
local function target_of(o, i)
  local number = tonumber((o.values["target" .. i] or ""):match("^[1-9]%d*$"))
  if not number or number > o.known + 1 then
    return nil
  end
  o.known = math.max(o.known, number)
  local target = o.targets[number]
  if type(target) ~= "table" and type(target) ~= "userdata"
    or check.is(target, core.Unit) and not target.crowd then
    refuse("targets", number, "a table or a userdata with x and y (give "
      .. "{ targets = })", target)
  end
  return target
end

--- Orders a unit to keep a distance.
local function keep(unit, record, target)
  local call = not record.within and "flee" or record.min and "keep" or "chase"
  local options = { within = record.within or record.min or 0 }
  if call ~= "flee" then
    options.min, options.sight = record.min, record.sight
  end
  return target ~= nil and not rawequal(target, unit)
    and try(call, unit[call], unit, target, options)
end

--- Orders a unit to go to a place, or to one of several ends.
local function go_to(unit, record, goals)
  local name = record.in_world and "go" or "go_cell"
  local within = record.within
  local query = { adjacent = not within and record.adjacent, within = within,
    sight = within and record.sight, partial = record.partial,
    wait = record.wait, max_nodes = record.max_nodes,
    avoid_price = record.avoid_price }
  if not goals then
    return try(name, unit[name], unit, record.to_x, record.to_y, query)
  end
  local list, numbers = {}, numbers_of(goals)
  for i = 1, #numbers, GOAL_NUMBERS do
    list[#list + 1] = { numbers[i], numbers[i + 1], numbers[i + 2],
      numbers[i + 3], cost = numbers[i + 4] }
  end
  return try(name, unit[name], unit, list, query)
end

-- The calls that give an order again, by its kind: `f(o, i, unit, record)`,
-- whose result is false if the call refuses it. Other kinds are given as unit:go.
local ORDERS = {}

function ORDERS.field(o, i, unit)
  local field = o.fields[i]
    or refuse("fields", i, "the field that the unit follows")
  return try("follow", unit.follow, unit, field) or refuse("fields", i,
    "a field on the crowd's grid, for units of this size", field)
end

function ORDERS.keep(o, i, unit, record)
  return keep(unit, record, o.units[record.target] or target_of(o, i))
end

function ORDERS.patrol(o, i, unit)
  return try("patrol", unit.patrol, unit,
    path_of(o.size, numbers_of(o.values["list" .. i])))
end

--- To a place, to one of several ends, or to the cell of its goal.
local function go(o, i, unit, record)
  local list = o.values["list" .. i]
  if list or record.to_x then
    return go_to(unit, record, list)
  elseif not record.goal then
    return false
  end
  local x, y = cell_of(o.size, record.goal)
  return try("go_cell", unit.go_cell, unit, x, y,
    { avoid_price = record.avoid_price })
end

function ORDERS.path(o, i, unit, record)
  local path = o.values["path" .. i]
  if not (path and path:find("^%d+ 1")) then
    return go(o, i, unit, record)
  end
  return try("follow", unit.follow, unit,
    path_of(o.size, numbers_of(path), true))
end

--- Gives unit i its order. False if it refuses that.
local function order(o, i)
  local record = o.records[i]
  return not record.order
    or (ORDERS[record.order] or go)(o, i, o.units[i], record)
end

--- Gives unit i its path. False if the text is no path.
local function set_path(o, i)
  local path = o.values["path" .. i]
  return path == nil or o.records[i].order ~= nil
    and try(CALL, core.set_path, o.units[i], path)
end

local methods = core.crowd_methods

--- The text of a crowd's state, and the targets in it, each once.
local write = methods.save
local function text_of(self)
  local size, text, others
  repeat -- a finalizer may resize the grid
    size = size_of_grid(self.grid)
    text, others = write(self)
  until size == size_of_grid(self.grid)
  local words, targets, numbers = { "grid:", size, ";", text }, {}, {}
  for _, i in ipairs(check.sorted_keys(others)) do
    local target = others[i]
    if not numbers[target] then
      targets[#targets + 1] = target
      numbers[target] = #targets
    end
    words[#words + 1] = ("target%d:%d;"):format(i, numbers[target])
  end
  return table.concat(words), targets
end

--- May a game use the name for a field of units? Fields of the library can not
-- be written, or are settings or callbacks.
local function is_free_for(unit)
  return function(name)
    return name:sub(1, 3) ~= "on_" and not options_of("unit").rows[name]
      and (not unit or pcall(core.write_unit, unit, name, unit[name]))
  end
end

--- The game's own fields of all units, as words.
local function own_text(self, names)
  local values = {}
  gamefields.begin(values, names)
  for _, unit in ipairs(self:units()) do
    gamefields.add(values, unit, unit.id, names, "unit " .. unit.id)
  end
  return serialize.body(values)
end

--- crowd:save([options]) -> text, targets
function methods.save(self, options)
  given.self("save", "a crowd", self, check.is(self, core.Crowd))
  options = check.options("save", "options", options, { keys = true })
  local names = options.keys ~= nil and gamefields.names(options.keys,
    is_free_for(self:units()[1]))
  local text, targets = text_of(self)
  if names then
    text = text .. own_text(self, names)
  end
  return serialize.close("crowd", text), targets
end

local function words_of(record)
  local words = {}
  for name, word in record:gmatch("(%S+) (%S+)") do
    words[name] = word
  end
  return words
end

-- What only the C module knows, or as exactly.
local OF_C = { failed_joint_plans = true, rest = true, steps = true }

--- Do two records say the same? A unit that has lost its path, as the map does
-- not allow that any more, waits for another one.
local function are_same(record, again, has_path)
  local words, others = words_of(record), words_of(again)
  for name, word in next, words do
    local other = others[name]
    others[name] = nil
    if other ~= word and not (OF_C[name] or not has_path
      and (name == "goal" and other == nil and words.order
      or name == "state" and word == "going" and other == "waiting")) then
      return false
    end
  end
  for name in next, others do
    if not OF_C[name] then
      return false
    end
  end
  return true
end

--- Does a restored crowd have the state that it was given? A path that the map
-- does not allow is dropped; and the game may give one target for several.
local function is_same(values, text)
  local again = serialize.parse(text)
  for key, value in next, values do
    local name, i = key:match("^(%l+)(%d*)$")
    local other = again[key]
    local is_free = name == "target" and other or name == "path" and not other
      or (name == "unit" or name == "crowd") and other
      and are_same(value, other, again["path" .. i])
    if other ~= value and not is_free then
      return false
    end
    again[key] = nil
  end
  return next(again) == nil
end

--- Adds unit i to the new crowd.
local function add(o, i)
  local record = o.records[i]
  local x, y = cell_of(o.size, record.cell)
  local options = { finder = o.finders[i], cell_x = x, cell_y = y }
  for _, name in ipairs(SETTINGS) do
    options[name] = record[name]
  end
  return try("add", core.add_unit, o.new, options)
end

--- Gives the units of the new crowd, and those of the old one that stay, the
-- game's own fields. What these had is noted in o.undo.
local function give_fields(o)
  local own, stays = o.own, {}
  for i, unit in ipairs(o.units) do
    stays[o.records[i].id] = true
    gamefields.give(unit, o.names, own[o.records[i].id])
  end
  for _, unit in ipairs(o.crowd:units()) do
    for _, name in ipairs(stays[unit.id] and o.names or {}) do
      local values = own[unit.id] or {}
      o.undo[#o.undo + 1] = { unit, name, unit[name] }
      unit[name] = values[name]
    end
  end
end

--- Gives a new crowd its state, and then the crowd that of the new one. False
-- if the state is damaged.
-- @param o  the crowd, its grid's size, the new crowd; the state's text, values
-- and records; and what the game gives
local function restore(o)
  for i = 1, #o.records do
    o.units[i] = add(o, i)
    if not o.units[i] then
      return false
    end
  end
  if not core.set_time(o.new, o.time) then
    return false
  end
  for i, unit in ipairs(o.units) do
    if not (order(o, i) and set_path(o, i)
      and core.set_unit(unit, o.records[i])) then
      return false
    end
  end
  local is_free = is_free_for(o.units[1])
  for _, name in ipairs(o.names) do
    if not is_free(name) then
      return false
    end
  end
  local text = text_of(o.new)
  if text ~= o.text and not is_same(o.values, text) then
    return false
  end
  if o.names[1] then
    give_fields(o)
  end
  return core.exchange(o.crowd, o.new)
end

--- crowd:load(state [, options]): changes the crowd to the state.
-- @return true; or nil and "damaged", "version" or "size"
function methods.load(self, state, options)
  given.self(CALL, "a crowd", self, check.is(self, core.Crowd))
  options = check.options(CALL, "options", options, GIVEN)
  local values, text = serialize.read(CALL, "crowd", state)
  local records, time, names, own
  if values then
    names, own = gamefields.take(values, is_free_for())
    records, time = records_of(values)
    records = names and records
  end
  if not records then
    return nil, values and "damaged" or text
  elseif values.grid ~= size_of_grid(self.grid) then
    return nil, "size"
  end
  local grid = self.grid
  local o = { crowd = self, values = values, text = text, records = records,
    time = time, known = 0, units = {}, names = names, own = own, undo = {},
    size = { width = grid.width, height = grid.height, base_x = grid.base_x,
      base_y = grid.base_y },
    finders = take_finders(self, options.finders, records),
    fields = take("fields", options.fields, #records),
    targets = take("targets", options.targets),
    new = core.crowd(grid, nil, nil, nil, nil, true) }
  local units = self:units()
  local is_fine, done = pcall(restore, o)
  if is_fine and done then
    callbacks.renew(units)
    return true
  end
  for i = #o.undo, 1, -1 do
    local unit, name, value = o.undo[i][1], o.undo[i][2], o.undo[i][3]
    unit[name] = value
  end
  for _, unit in ipairs(o.new:units()) do
    unit:remove() -- until it is collected, no resize may cut it off
  end
  if is_fine then
    return nil, "damaged"
  end
  error(done, 0)
end
