--- crowd:save and crowd:load.
--
-- A restore makes a new crowd beside the old one, by ordinary calls, which check
-- places and orders. src/bind/saved/restore.c sets what no call sets. Then the
-- state of the new crowd must be the one that was given. Only then the old crowd
-- gets the units of the new one.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])crowd[./]") or ""
local callbacks = require(root .. "callbacks")
local check = require(root .. "check")
local serialize = require(root .. "serialize")
local given = require(root .. "given")

local CALL = "load"

-- The objects that the game must give again, by the numbers of units (targets:
-- in a list).
local GIVEN = {
  finders = { form = "a list of pathfinders or a function",
    class = core.Pathfinder, noun = "a pathfinder" },
  fields = { form = "a table", class = core.Field, noun = "a field" },
  targets = { form = "a list" },
}

-- Kinds of orders (OrderKind in src/bind/crowd/crowd.h), and of goals.
local FIELD, PATH, PATROL, KEEP = 2, 4, 5, 6
local GOAL_RANGE, GOAL_SIDES, GOAL_NUMBERS = 1, 2, 5

local MOST_SIDE = 64 -- cells along a side of the largest agent

--- What tells grids of other sizes apart.
local function size_of_grid(grid)
  return ("%d %d %d %d"):format(grid.width, grid.height, grid.base_x,
    grid.base_y)
end

local function is_whole(value, low, high)
  return value >= low and value <= high and value % 1 == 0
end

--- The members of a unit's record (src/bind/saved/recordfields.c), by letter.
local function members_of(text)
  local members = { w = 1, h = 1 }
  for letter, number in text:gmatch("(%a)([%d^-]+)") do
    members[letter] = tonumber(number) or serialize.number(number) or 1
  end
  return members
end

--- The members of all units; nil if a value is no text, or a size is none.
local function records_of(values)
  local records = {}
  for _, value in next, values do
    if type(value) ~= "string" then
      return nil
    end
  end
  while values["unit" .. #records + 1] do
    local record = members_of(values["unit" .. #records + 1])
    if not (is_whole(record.w, 1, MOST_SIDE)
      and is_whole(record.h, 1, MOST_SIDE)) then
      return nil
    end
    records[#records + 1] = record
  end
  return values.crowd and values.grid and records
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
  local w, h = record.w, record.h
  if not rawequal(finder.grid, grid) then
    check.raise(("%s: finders[%d] must be a pathfinder on the crowd's grid")
      :format(CALL, i))
  elseif type(profile.heuristic) == "function" then
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
  if type(finders) == "function" then
    local list = {}
    for i, record in ipairs(records) do
      list[i] = finders(i, record.w, record.h)
    end
    finders = list
  end
  finders = take("finders", finders, #records)
  for _, unit in ipairs(self:units()) do
    own[unit.id] = unit.finder
  end
  for i, record in ipairs(records) do
    local finder = finders[i] or own[record.n]
      or refuse("finders", i, "a pathfinder (give { finders = })")
    profiles[finder] = profiles[finder] or finder.profile
    check_finder(self.grid, i, finder, profiles[finder], record)
    finders[i] = finder
  end
  return finders
end

--- Calls a method of the game. False if it refuses a value of the state.
local function try(object, name, ...)
  local done, result = pcall(object[name], object, ...)
  if not done and not tostring(result):find(name .. ": .* must ") then
    error(result, 0)
  end
  return done and result
end

--- The column and row of a cell that is a number.
local function cell_of(grid, place)
  local column = (place or 0) % grid.width
  return grid.base_x + column,
    grid.base_y + ((place or 0) - column) / grid.width
end

local function numbers_of(text)
  local numbers = {}
  for word in (text or ""):gmatch("%S+") do
    numbers[#numbers + 1] = tonumber(word) or serialize.number(word) or 0
  end
  return numbers
end

--- A path through cells; nil if a number is no cell. With `are_marked` behind
-- each but the first stands 1 if a link leads there.
local function path_of(grid, numbers, are_marked)
  local path = { units = "cells", links = {} }
  for i = 1, #numbers, are_marked and 2 or 1 do
    if not is_whole(numbers[i], 0, grid.width * grid.height - 1) then
      return nil
    end
    if are_marked and i > 1 and numbers[i + 1] == 1 then
      path.links[#path.links + 1] = #path / 2
    end
    path[#path + 1], path[#path + 2] = cell_of(grid, numbers[i])
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
  if target == nil or rawequal(target, unit) then
    return false
  elseif not record.z then
    return try(unit, "flee", target, { within = record.i or 0 })
  end
  return try(unit, record.i and "keep" or "chase", target,
    { min = record.i, within = record.z, sight = record.V == 1 })
end

--- The price of a unit's detours. That of the state means any from there on.
local function detour_of(record)
  return record.W and (record.W < 65534 and record.W or math.huge)
end

--- Orders a unit to go to one of several ends.
local function go_to(unit, record, numbers)
  local is_range = record.K == GOAL_RANGE
  local query = { adjacent = record.K == GOAL_SIDES, partial = record.Q == 1,
    wait = record.m == 1, avoid_price = detour_of(record),
    within = is_range and (record.D or 0) or nil,
    sight = is_range and record.V == 1, max_nodes = record.M and record.M - 1 }
  local name = record.C and "go_cell" or "go"
  if record.A == 1 then
    return try(unit, name, record.X or 0, record.Z or 0, query)
  end
  local goals = {}
  for i = 1, #numbers, GOAL_NUMBERS do
    goals[#goals + 1] = { numbers[i], numbers[i + 1], numbers[i + 2],
      numbers[i + 3], cost = numbers[i + 4] }
  end
  return try(unit, name, goals, query)
end

--- Gives unit i its order. False if it refuses that.
local function order(o, i)
  local unit, record = o.units[i], o.records[i]
  local numbers = numbers_of(o.values["list" .. i])
  local path = numbers_of(o.values["path" .. i])
  if not record.E then
    return true
  elseif record.E == FIELD then
    local field = o.fields[i]
      or refuse("fields", i, "the field that the unit follows")
    return try(unit, "follow", field) or refuse("fields", i,
      "a field on the crowd's grid, for units of this size", field)
  elseif record.E == KEEP then
    return keep(unit, record, o.units[record.O] or target_of(o, i))
  elseif record.E == PATROL then
    return try(unit, "patrol", path_of(o.grid, numbers))
  elseif record.E == PATH and path[1] then
    return try(unit, "follow", path_of(o.grid, path, true))
  elseif record.A then
    return go_to(unit, record, numbers)
  end
  local x, y = cell_of(o.grid, record.g)
  return try(unit, "go_cell", x, y, { avoid_price = detour_of(record) })
end

--- Gives unit i its path. False if the numbers are no path.
local function set_path(o, i)
  local record, numbers = o.records[i], numbers_of(o.values["path" .. i])
  local is_strict = numbers[2] == 1
  local path = record.E and numbers[1] and path_of(o.grid, numbers, true)
  if path then
    core.set_path(o.units[i], path, is_strict, is_strict and record.E == PATH)
    return true
  end
  return o.values["path" .. i] == nil
end

-- Texts of the other core -----------------------------------------------------

-- The letters of records that both cores know, in the order of the C module. How
-- long units have waited and what they have tried is dropped: that begins anew.
local CROWD, UNIT = "nmbwfr", "nwhcoxyvpqutfelsFITbRJSaEgHWjACKDVQmMXZGizO"
-- Letters of the core in Lua that are bits of F in the C module.
local FLAGS = { b = 2, I = 16, F = 32, R = 64, J = 128 }

--- The record of a unit, or of the crowd, as words by letter; and back.
local function words_of(text)
  local words = {}
  for letter, word in text:gmatch("(%a)([%d^-]+)") do
    words[letter] = word
  end
  return words
end

local function record_of(letters, words)
  return (letters:gsub(".", function(letter)
    return words[letter] and letter .. words[letter] or ""
  end))
end

--- Makes the record of a unit this core's own, by the texts of its list and its
-- path, and the grid's size. In C a unit has a goal, its own cell if it has
-- arrived or the grid has no other; and a patrol counts its points from the first.
local function adopted(record, list, path, size)
  local words, points, sum = words_of(record), numbers_of(list), 0
  local to_c, kind = not core.language, tonumber(words.E)
  local flags = tonumber(words.F or 0) or 0
  for letter, bit in pairs(FLAGS) do
    sum = sum + (words[letter] and bit or 0)
    words[letter] = not to_c and flags % (2 * bit) >= bit and 1 or nil
  end
  local next_point = kind == PATROL and #points - 1 - (tonumber(words.j) or 0)
  words.j = next_point or nil
  -- Points tell the goal. With them `g` is that, too, in C, and in Lua a mark.
  if kind == PATROL or kind == PATH then
    words.g = nil
  end
  if to_c then
    words.F, words.T, words.c = sum, kind == PATROL and 1 or nil, words.c or 0
    local is_there = words.s == "3" or words.s == "4" -- arrived, settled
      or size:find("^1 1 ")
    local other = words.A and not is_there and (tonumber(words.c) == 0 and 1 or 0)
    words.g = kind ~= FIELD and (words.g or next_point and points[next_point + 1]
      or (path or ""):match("(%S+) %d+$") or other or words.c) or nil
  end
  return record_of(UNIT, words)
end

--- Makes the values of a text of the other core this core's own.
local function adopt(values)
  local crowd, i = words_of(values.crowd), 1
  crowd.m = not core.language and 1 or nil
  -- The fraction of the clock: a number, which counts 2^-64 in C.
  local part, of_c = numbers_of(crowd.r)[1], numbers_of(crowd.f)[1]
  crowd.f = part and ("%.0f"):format(part * 2 ^ 64)
  crowd.r = of_c and serialize.text(math.min(of_c / 2 ^ 64, 1 - 2 ^ -53))
  values.crowd = record_of(CROWD, crowd)
  while values["unit" .. i] do
    values["unit" .. i] = adopted(values["unit" .. i], values["list" .. i],
      values["path" .. i], values.grid)
    i = i + 1
  end
end

local methods = core.crowd_methods

--- The texts of the core, by name; and the targets, each once.
local texts_of = methods.save
local function values_of(self)
  local size, text, others
  repeat -- a finalizer may resize the grid
    size = size_of_grid(self.grid)
    text, others = texts_of(self)
  until size == size_of_grid(self.grid)
  local parts, targets, numbers = {}, {}, {}
  for part in text:gmatch("([^#]*)#") do
    parts[#parts + 1] = part
  end
  local values = { grid = size, crowd = parts[1] }
  for i = 1, (#parts - 1) / 3 do
    local list, path, target = parts[3 * i], parts[3 * i + 1], others[i]
    values["unit" .. i] = parts[3 * i - 1]
    values["list" .. i] = list ~= "" and list or nil
    values["path" .. i] = path ~= "" and path or nil
    if target ~= nil then
      if not numbers[target] then
        targets[#targets + 1] = target
        numbers[target] = ("%d"):format(#targets)
      end
      values["target" .. i] = numbers[target]
    end
  end
  return values, targets
end

--- crowd:save() -> text, targets
function methods.save(self)
  given.self("save", "a crowd", self, check.is(self, core.Crowd))
  local values, targets = values_of(self)
  return serialize.write("crowd", values), targets
end

--- Does a restored crowd have the state that it was given? A path that the map
-- does not allow is dropped; and the game may give one target for several.
local function is_same(values, again)
  for key, value in next, values do
    local name = key:match("^%l+")
    local is_free = name == "target" and again[key]
      or name == "path" and not again[key]
    if again[key] ~= value and not is_free then
      return false
    end
    again[key] = nil
  end
  return next(again) == nil
end

--- Gives a new crowd its state, and then the crowd that of the new one. False if
-- the state is damaged.
-- @param o  the crowd, its grid, the new crowd, the state's values and records,
-- and what the game gives
local function restore(o)
  local is_fine = true
  for i, record in ipairs(o.records) do
    local x, y = cell_of(o.grid, record.c)
    o.units[i] = try(o.new, "add", { finder = o.finders[i], cell_x = x,
      cell_y = y, speed = record.v, pace = record.p, priority = record.q,
      yields = not record.u })
    is_fine = is_fine and o.units[i]
  end
  is_fine = is_fine and core.set_time(o.new, o.values.crowd)
  for i, unit in ipairs(o.units) do
    is_fine = is_fine and order(o, i) and set_path(o, i)
      and core.set_unit(unit, o.values["unit" .. i])
  end
  return is_fine and (o.is_foreign or is_same(o.values, (values_of(o.new))))
    and core.exchange(o.crowd, o.new)
end

--- crowd:load(state [, options]): changes the crowd to the state.
-- @return true; or nil and "damaged", "version" or "size"
function methods.load(self, state, options)
  given.self(CALL, "a crowd", self, check.is(self, core.Crowd))
  options = check.options(CALL, "options", options, GIVEN)
  local values, reason = serialize.read(CALL, "crowd", state)
  local is_foreign = reason == "version"
  if is_foreign then
    values, reason = serialize.read(CALL, "crowd", state, serialize.OTHER_CORE)
  end
  local records = values and records_of(values)
  if not records then
    return nil, reason or "damaged"
  elseif values.grid ~= size_of_grid(self.grid) then
    return nil, "size"
  elseif is_foreign then
    adopt(values)
    records = records_of(values)
  end
  local o = { crowd = self, grid = self.grid, values = values, records = records,
    is_foreign = is_foreign, known = 0, units = {},
    finders = take_finders(self, options.finders, records),
    fields = take("fields", options.fields, #records),
    targets = take("targets", options.targets),
    new = core.crowd(self.grid, nil, nil, nil, nil, true) }
  local units = self:units()
  local is_fine, done = pcall(restore, o)
  if is_fine and done then
    callbacks.renew(units)
    return true
  end
  for _, unit in ipairs(o.new:units()) do
    unit:remove() -- until it is collected, no resize may cut it off
  end
  if is_fine then
    return nil, "damaged"
  end
  error(done, 0)
end
