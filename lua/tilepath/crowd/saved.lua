--- crowd:save and crowd:load.
--
-- A state is a flat table (serialize.lua), whose values are texts:
--
--     grid       the size of the grid
--     crowd      a record of the crowd's time
--     unit3      a record of the third unit
--     list3      the points of its patrol, or the goals of its order
--     path3      the rest of its path
--     target3    the number of its target, if that is no unit of the crowd; one
--                without a target has lost it: it was removed
--     points3    what its path's points are (pathpoints.lua)
--     wander3    what its patrol at random keeps (wander.lua)
--     trail3     the trail of its target (trail.lua)
--     orders3 1  the first order of its list (orderlist.lua); its target is under
--                `unit3 1`, if it is a unit of the crowd, or `target3 1`
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
local orderlist = require(root .. "orderlist")
local serialize = require(root .. "serialize")
local pathpoints = require(root .. "crowd.pathpoints")
local trail = require(root .. "trail")
local wander = require(root .. "wander")
local given = require(root .. "given")
local savedorders = require(root .. "crowd.savedorders")
local options_of = require(root .. "options").of

local cell_of, is_whole = savedorders.cell_of, serialize.is_whole

local CALL = "load"

-- The objects that the game must give again, by the numbers of units (targets:
-- in a list).
local GIVEN = {
  finders = { form = "a list of pathfinders or a function",
    class = core.Pathfinder, noun = "a pathfinder" },
  fields = { form = "a table", class = core.Field, noun = "a field" },
  targets = { form = "a list" },
}

local MOST_SIDE = 64 -- cells along a side of the largest agent

-- What a game sets of a unit: options of crowd:add that a record has, too.
local SETTINGS = check.sorted_keys(options_of("unit").rows)

--- What tells grids of other sizes apart.
local function size_of_grid(grid)
  return ("%d %d %d %d"):format(grid.width, grid.height, grid.base_x,
    grid.base_y)
end

--- The record of a unit; nil if it is damaged.
local function unit_of(text)
  local record = core.read_unit(text)
  if record then
    record.wide, record.high = record.wide or 1, record.high or 1
  end
  return record and is_whole(record.wide, 1, MOST_SIDE)
    and is_whole(record.high, 1, MOST_SIDE) and record or nil
end

--- The records of all units; nil if a text is damaged.
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
  return values.grid and values.crowd and records
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
    or orderlist.has_lost(target) then
    refuse("targets", number, "a table or a userdata with x and y (give "
      .. "{ targets = })", target)
  end
  return target
end

--- A unit that was removed, as a target.
local function lost_target(o, i)
  local x, y = cell_of(o.size, o.records[i].cell)
  local target = try("add", core.add_unit, core.crowd(o.crowd.grid, nil, nil,
    nil, nil, true), { finder = o.finders[i], cell_x = x, cell_y = y })
  if target then
    target:remove()
    return target
  end
end

--- What the order of unit i leads along, or its target, that the game gives
-- again or that is a unit.
local function leader_of(o, i, record)
  if record.order == "field" then
    return o.fields[i] or refuse("fields", i, "the field that the unit follows")
  elseif record.order == "keep" then
    return o.units[record.target] or (record.target or o.values["target" .. i])
      and target_of(o, i) or lost_target(o, i)
  end
end

--- Sends unit i along the field of its group. False if that is damaged.
local function give_field(o, i)
  local unit, record, text = o.units[i], o.records[i], o.values["list" .. i]
  local fields = o.group_fields[o.finders[i]] or {}
  o.group_fields[o.finders[i]] = fields
  if text and record.goal and not fields[text] then
    fields[text] = try("field", o.finders[i].field, o.finders[i],
      serialize.goals(savedorders.numbers_of(text)))
  end
  local x, y = cell_of(o.size, record.goal)
  return record.goal and fields[text]
    and try(CALL, core.send, unit, { what = x, y = y }, fields[text], CALL)
end

--- Gives unit i its order. False if it refuses that.
local function give_order(o, i, path)
  local unit, record = o.units[i], o.records[i]
  if not record.order then
    return true
  elseif record.by_field then
    return give_field(o, i)
  end
  local own = savedorders.read { record = record, list = o.values["list" .. i],
    path = path, size = o.size,
    leader = leader_of(o, i, record) }
  if not own or rawequal(own.what, unit) then
    return false
  end
  local call = own.call
  local goes
  if own.y then
    goes = try(call, unit[call], unit, own.what, own.y, own.query)
  else
    goes = try(call, unit[call], unit, own.what, own.query)
  end
  return goes or record.order == "field" and refuse("fields", i,
    "a field on the crowd's grid, for units of this size", own.what)
end

-- What set_list reads; most texts have none of these.
local LISTS = { "wander", "trail", "points", "orders" }

--- May a text have one of them?
local function has_lists(text)
  for _, name in ipairs(LISTS) do
    if text:find(name, 1, true) then
      return true
    end
  end
  return false
end

--- Gives unit i its list of orders. False if that is damaged.
local function set_list(o, i)
  local unit, k = o.units[i], 1
  local wanders = o.values["wander" .. i]
  if wanders then
    wanders = o.records[i].order == "patrol" and wander.parse(wanders)
    if not wanders then
      return false
    end
    core.set_wander(unit, wanders, wanders.area)
  end
  local trails = o.values["trail" .. i]
  if trails then
    trails = o.records[i].trail and trail.parse(trails)
    if not trails then
      return false
    end
    core.set_trail(unit, trails)
  end
  local points = o.values["points" .. i]
  if points and not (o.records[i].order == "path"
    and pathpoints.restore(unit, points)) then
    return false
  end
  local key = i .. " 1"
  local text = o.values["orders" .. key]
  if text then
    core.keep_orders(unit, {})
  end
  while text do
    local object = o.units[tonumber(o.values["unit" .. key] or "")]
      or o.values["target" .. key] and target_of(o, key)
    if not orderlist.add(unit, text, object or nil) then
      return false
    end
    k = k + 1
    key = ("%d %d"):format(i, k)
    text = o.values["orders" .. key]
  end
  return true
end

--- The targets in lists become the units that the crowd has after the exchange.
local function set_targets(o)
  local stays = {}
  for _, unit in ipairs(core.has_lists(o.new) and o.crowd:units() or {}) do
    stays[unit.id] = unit
  end
  for _, unit in ipairs(o.units) do
    for _, order in ipairs(core.order_list(unit) or {}) do
      local target = order.what
      if check.is(target, core.Unit) and rawequal(target.crowd, o.new) then
        order.what = stays[target.id] or target
      end
    end
  end
end

--- Gives unit i its path. False if the text is no path.
local function set_path(o, i, path)
  return path == nil or o.records[i].order ~= nil
    and try(CALL, core.set_path, o.units[i], path)
end

local methods = core.crowd_methods

local function places_of(units)
  local places = {}
  for i, unit in ipairs(units) do
    places[unit] = i
  end
  return places
end

local function check_option(name, value)
  if type(value) == "table" or type(value) == "userdata"
    or type(value) == "function" then
    check.raise(("save: an order with %s = %s cannot be saved (before you "
      .. "save, call stop, or give an order without it)"):format(name,
      check.show(value)))
  end
end

--- Adds the lists of orders of all units, as words: `orders3 1` is the first one
-- of the third unit. A target that is a unit of the crowd has its number under
-- `unit3 1`, another one under `target3 1`.
local function add_lists(self, words, add_target)
  local units, places = (core.has_lists(self)
    or pathpoints.are_in(self)) and self:units() or {}, nil
  for i, unit in ipairs(units) do
    local wanders = core.wander(unit)
    if wanders then
      words[#words + 1] = serialize.body { ["wander" .. i] =
        wander.text(wanders) }
    end
    local trails = unit.target and core.trail(unit)
    if trails then
      words[#words + 1] = serialize.body { ["trail" .. i] = trail.text(trails) }
    end
    local points = pathpoints.text(unit)
    if points then
      words[#words + 1] = serialize.body { ["points" .. i] = points }
    end
    for k, text, object in orderlist.texts(core.order_list(unit),
      check_option) do
      local key = ("%d %d"):format(i, k)
      local is_unit = check.is(object, core.Unit)
      words[#words + 1] = serialize.body { ["orders" .. key] = text }
      if is_unit and rawequal(object.crowd, self) then
        places = places or places_of(units)
        words[#words + 1] = ("unit%s:%d;"):format(key, places[object])
      elseif object ~= nil then
        add_target(key, object)
      end
    end
  end
end

--- The text of a crowd's state, and the targets in it, each once.
local write = methods.save
local function text_of(self)
  local size, text, others
  repeat -- a finalizer may resize the grid
    size = size_of_grid(self.grid)
    text, others = write(self)
  until size == size_of_grid(self.grid)
  local words, targets, numbers = { "grid:", size, ";", text }, {}, {}
  local function add_target(key, target)
    if not numbers[target] then
      targets[#targets + 1] = target
      numbers[target] = #targets
    end
    words[#words + 1] = ("target%s:%d;"):format(key, numbers[target])
  end
  for _, i in ipairs(check.sorted_keys(others)) do
    add_target(i, others[i])
  end
  add_lists(self, words, add_target)
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

-- In what a crowd may differ from its text: the core in Lua knows less than the
-- module.
local UNSAVED = core.unsaved or { crowd = {}, unit = {} }

-- What belongs to a path.
local OF_PATHS = { walked = true, cut = true, window = true, window_w = true,
  window_h = true }

--- Is a word a number as states have it?
local function is_number(word)
  local number = serialize.number(word)
  return number and serialize.text(number) == word
end

--- Do two records say the same? A unit that has lost its path waits for another
-- one.
-- @param noun  what the records are of: "crowd" or "unit"
local function are_same(noun, record, again, has_path)
  local unsaved = UNSAVED[noun]
  local words, others = words_of(record), words_of(again)
  for name, word in next, words do
    local other = others[name]
    others[name] = nil
    if other ~= word and not (is_number(word)
      and (unsaved[name] or not has_path and OF_PATHS[name]) or not has_path
      and (name == "goal" and other == nil and words.order
      or name == "state" and word == "going" and other == "waiting")) then
      return false
    end
  end
  for name in next, others do
    if not unsaved[name] and name ~= "cut" then -- the map may be another one
      return false
    end
  end
  return true
end

--- Does a restored crowd have the state that it was given? A path may be
-- dropped, and plans that are over; ids are those of the module; and the game
-- may give one target for several.
local function is_same(values, text)
  local again = serialize.parse(text)
  for key, value in next, values do
    local name, i = key:match("^(%l+)(%d*)$")
    name = name or key:match("^(target)%d+ %d+$")
    local other = again[key]
    local is_free = name == "target" and other
      or (name == "path" or name == "ids") and not other or name == "plans"
      or (name == "unit" or name == "crowd") and other
      and are_same(name, value, other, name == "crowd" or again["path" .. i])
    if other ~= value and not is_free then
      return false
    end
  end
  for key in next, again do
    if values[key] == nil then
      return false
    end
  end
  return true
end

--- Adds unit i to the new crowd.
local function add(o, i)
  local record, options = o.records[i], o.options
  options.finder = o.finders[i]
  options.cell_x, options.cell_y = cell_of(o.size, record.cell)
  for k = 1, #SETTINGS do
    options[SETTINGS[k]] = record[SETTINGS[k]]
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

--- The ids of units in the C module; nil: they are the units' numbers.
local function ids_of(values)
  return values.ids and savedorders.numbers_of(values.ids)
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
  if not core.set_time(o.new, o.values.crowd, ids_of(o.values)) then
    return false
  end
  for i = 1, #o.units do
    local path = o.values["path" .. i]
    if not (give_order(o, i, path) and set_path(o, i, path)) then
      return false
    end
  end
  for i = 1, has_lists(o.text) and #o.units or 0 do
    if not set_list(o, i) then
      return false
    end
  end
  for i, unit in ipairs(o.units) do
    local record = o.records[i]
    if not core.set_unit(unit, record, o.values["unit" .. i],
      o.units[record.last_blocker], o.values["path" .. i]) then
      return false
    end
  end
  local plans = core.set_plans and o.values.plans
  if plans and not core.set_plans(o.new, savedorders.numbers_of(plans)) then
    return false
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
  set_targets(o)
  return core.exchange(o.crowd, o.new)
end

--- crowd:load(state [, options]): changes the crowd to the state.
-- @return true; or nil and "damaged", "version" or "size"
function methods.load(self, state, options)
  given.self(CALL, "a crowd", self, check.is(self, core.Crowd))
  options = check.options(CALL, "options", options, GIVEN)
  local values, text = serialize.read(CALL, "crowd", state)
  local records, names, own
  if values then
    names, own = gamefields.take(values, is_free_for())
    records = names and records_of(values)
  end
  if not records then
    return nil, values and "damaged" or text
  elseif values.grid ~= size_of_grid(self.grid) then
    return nil, "size"
  end
  local grid = self.grid
  local o = { crowd = self, values = values, text = text, records = records,
    known = 0, units = {}, group_fields = {}, options = {}, names = names,
    own = own, undo = {},
    size = savedorders.size_of(grid),
    finders = take_finders(self, options.finders, records),
    fields = take("fields", options.fields, #records),
    targets = take("targets", options.targets),
    new = core.crowd(grid, nil, nil, nil, nil, true) }
  local units = self:units()
  pathpoints.renew(self) -- now, as it may want memory
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
