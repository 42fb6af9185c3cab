--- tilepath.crowd: who stands where on a grid; again, from a crowd's state.
--
-- Reading a state trusts nothing: each value is checked before a unit is made
-- from it, and a key that is left over raises. All is read before anything that
-- the caller gave is called.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local floor = math.floor

local CALL = "crowd"

local OPTIONS = { state = true, finders = true, nodes = true, fields = true }

local FORMAT = 2

-- Whole numbers that a double tells from the next.
local MOST = 2 ^ 53 - 1

local NUMBERS = { "x", "y" }
local PLACE = { "cell_x", "cell_y", "wide", "high" }
local GAIT = { "speed", "pace", "priority" }
local HELD = { "left", "top", "w", "h" }

-- Of the crowd as a whole.
local WHOLE = { "queue", "plans", "ways", "search", "edits" }

local function fail(key, what, value)
  check.fail(CALL, "state." .. key, what, value)
end

local function take(left, key)
  local value = left[key]
  left[key] = nil
  return value
end

local function take_number(left, key)
  local value = take(left, key)
  if type(value) ~= "number" or value - value ~= 0 then
    fail(key, "a finite number", value)
  end
  return value
end

--- Whole numbers may have come back as floats.
local function take_whole(left, key, low, high)
  local value = take(left, key)
  if type(value) ~= "number" or not (value >= low and value <= high)
    or value ~= floor(value) then
    fail(key, ("a whole number from %.14g to %.14g"):format(low, high), value)
  end
  return floor(value)
end

--- One unit of the state.
local function take_record(left, i)
  local record = {}
  for _, name in ipairs(NUMBERS) do
    record[name] = take_number(left, name .. i)
  end
  for _, name in ipairs(PLACE) do
    record[name] = take_whole(left, name .. i, -MOST, MOST)
  end
  if left["speed" .. i] ~= nil then
    record.speed = take_number(left, "speed" .. i)
    if not (record.speed > 0) then
      fail("speed" .. i, "a finite number above 0", record.speed)
    end
  end
  if left["pace" .. i] ~= nil then
    record.pace = take_whole(left, "pace" .. i, 1, 1024)
  end
  if left["priority" .. i] ~= nil then
    record.priority = take_whole(left, "priority" .. i, -1000, 1000)
  end
  if left["held" .. i] ~= nil then
    for _, name in ipairs(HELD) do
      record[name] = take_whole(left, name .. i, -MOST, MOST)
    end
    record.held = take(left, "held" .. i)
    if type(record.held) ~= "string" then
      fail("held" .. i, "a string", record.held)
    end
  end
  return record
end

--- Whole numbers with spaces between; nil where there are none. The core reads
-- a text as far as its first zero byte, so there may be none.
local function take_text(left, key)
  local value = take(left, key)
  if value ~= nil and type(value) ~= "string" then
    fail(key, "a string", value)
  elseif value and value:find("[^%d ]") then
    fail(key, "numbers with spaces between", value)
  end
  return value
end

--- Numbers of units: those that they have, and those that are free.
local function take_ids(left, records)
  local used, text, free = {}, take_text(left, "free"), {}
  for id in (text or ""):gmatch("%S+") do
    free[#free + 1] = tonumber(id)
  end
  local last = #records + #free
  for i, record in ipairs(records) do
    record.id = i
    if left["id" .. i] ~= nil then
      record.id = take_whole(left, "id" .. i, 1, last)
    end
    if used[record.id] then
      fail("id" .. i, "no other unit's", record.id)
    end
    used[record.id] = true
  end
  for _, id in ipairs(free) do
    if not (id >= 1 and id <= last and id == floor(id)) or used[id] then
      fail("free", "all numbers that no unit has", text)
    end
    used[id] = true
  end
  records.free = free
end

--- What units are about that a crowd moves.
local function take_motion(left, records)
  take_ids(left, records)
  records.clock = take_text(left, "clock")
  for i, record in ipairs(records) do
    record.motion = take_text(left, "motion" .. i)
    if record.motion and not records.clock then
      fail("clock", "a string", nil)
    end
  end
  for _, key in ipairs(WHOLE) do
    records[key] = take_text(left, key)
    if records[key] and not records.clock then
      fail("clock", "a string", nil)
    end
  end
end

local function take_all(state)
  if type(state) ~= "table" then
    check.fail(CALL, "state", "a table that crowd:state() returned", state)
  end
  local left, records = {}, {}
  for key, value in next, state do
    left[key] = value
  end
  local format = take_whole(left, "format", 1, FORMAT)
  for i = 1, take_whole(left, "count", 0, MOST) do
    records[i] = take_record(left, i)
  end
  if format > 1 then
    take_motion(left, records)
  end
  local extra = check.sorted_keys(left)[1]
  if extra ~= nil then
    check.raise(("%s: unknown key %s in state"):format(CALL,
      check.show(extra)))
  end
  return records
end

--- The pathfinder of each unit: items of a list, or what a function returns.
local function take_finders(finders, records, grid)
  local all, is_called = {}, type(finders) == "function"
  if not is_called and type(finders) ~= "table" then
    check.fail(CALL, "finders", "a list of pathfinders or a function", finders)
  end
  for i, record in ipairs(records) do
    local name = is_called and ("what finders returns for %d"):format(i)
      or ("finders[%d]"):format(i)
    local finder
    if is_called then
      finder = finders(i, record.wide, record.high)
    else
      finder = finders[i]
    end
    check.object(CALL, name, finder, core.Pathfinder, "a pathfinder")
    if not rawequal(finder.grid, grid) then
      check.raise(("%s: %s must be a pathfinder on the crowd's grid"):format(
        CALL, name))
    end
    all[i] = finder
  end
  return all
end

--- The fields that units go along: a table by their places in the list.
local function take_fields(fields, records)
  local all = {}
  if fields ~= nil and type(fields) ~= "table" then
    check.fail(CALL, "fields", "a table of fields", fields)
  end
  for i in ipairs(records) do
    local field = fields and rawget(fields, i)
    if field ~= nil then
      check.object(CALL, ("fields[%d]"):format(i), field, core.Field,
        "a field")
      all[i] = field
    end
  end
  return all
end

local WRONG = {
  cell_x = "that of x, where nobody else stands",
  cell_y = "that of y",
  left = "with top, w and h a rectangle inside the grid",
  held = "a 0 or 1 for each cell of it, and 1 only where nobody else is",
}

--- Hands a text of the whole crowd to the core, if there is one.
local function recall(crowd, records, key, read, what)
  if records[key] and not read(crowd, records[key]) then
    fail(key, what, records[key])
  end
end

--- Has units go on with what they were about.
local function set_in_motion(crowd, records, units, fields)
  core.recall_free(crowd, records.free or {})
  recall(crowd, records, "clock", core.recall_clock, "that of a crowd")
  recall(crowd, records, "ways", core.recall_ways,
    "charts of units of the crowd")
  for i, record in ipairs(records) do
    if record.motion
      and not core.recall(units[i], record.motion, fields[i]) then
      fail("motion" .. i, "that of a unit in its place", record.motion)
    end
  end
  recall(crowd, records, "queue", core.recall_queue,
    "numbers of units that wait")
  recall(crowd, records, "plans", core.recall_plans,
    "those of units of the crowd")
  recall(crowd, records, "search", core.recall_search,
    "that of a unit that waits")
  recall(crowd, records, "edits", core.recall_edits, "rectangles of the map")
end

local function restore(grid, options)
  local records = take_all(options.state)
  local finders = take_finders(options.finders, records, grid)
  local fields = take_fields(options.fields, records)
  local crowd, units = core.crowd(grid, options.nodes), {}
  for i, record in ipairs(records) do
    local size = finders[i].profile.size
    if record.wide ~= size[1] then
      fail("wide" .. i, "that of its pathfinder's agent", record.wide)
    elseif record.high ~= size[2] then
      fail("high" .. i, "that of its pathfinder's agent", record.high)
    end
    local unit, wrong = core.restore(crowd, finders[i], record.x, record.y,
      record.cell_x, record.cell_y, record.left, record.top, record.w,
      record.h, record.held, record.id or i)
    if not unit then
      fail(wrong .. i, WRONG[wrong], record[wrong])
    end
    for _, name in ipairs(GAIT) do
      if record[name] ~= nil then
        unit[name] = record[name]
      end
    end
    units[i] = unit
  end
  set_in_motion(crowd, records, units, fields)
  return crowd
end

local methods, next_event = core.crowd_methods, core.next_event

--- crowd:events(): a loop without garbage.
function methods.events(self)
  core.open_events(self)
  return next_event, self
end

--- tilepath.crowd.
return function(grid, options)
  check.object(CALL, "grid", grid, core.Grid, "a grid")
  options = check.options(CALL, "options", options, OPTIONS)
  if options.nodes ~= nil then
    check.whole(CALL, "nodes", options.nodes, 1, MOST)
  end
  if options.state ~= nil then
    return restore(grid, options)
  elseif options.finders ~= nil or options.fields ~= nil then
    check.left_out(CALL, options, { "finders", "fields" },
      "without a state")
  end
  return core.crowd(grid, options.nodes)
end
