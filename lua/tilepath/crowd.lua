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

local OPTIONS = { state = true, finders = true }

local FORMAT = 1

-- Whole numbers that a double tells from the next.
local MOST = 2 ^ 53 - 1

local NUMBERS = { "x", "y" }
local PLACE = { "cell_x", "cell_y", "wide", "high" }
local HELD = { "left", "top", "w", "h" }

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

local function take_all(state)
  if type(state) ~= "table" then
    check.fail(CALL, "state", "a table that crowd:state() returned", state)
  end
  local left, records = {}, {}
  for key, value in next, state do
    left[key] = value
  end
  take_whole(left, "format", FORMAT, FORMAT)
  for i = 1, take_whole(left, "count", 0, MOST) do
    records[i] = take_record(left, i)
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

local WRONG = {
  cell_x = "that of x, where nobody else stands",
  cell_y = "that of y",
  left = "with top, w and h a rectangle inside the grid",
  held = "a 0 or 1 for each cell of it, and 1 only where nobody else is",
}

local function restore(grid, options)
  local records = take_all(options.state)
  local finders = take_finders(options.finders, records, grid)
  local crowd = core.crowd(grid)
  for i, record in ipairs(records) do
    local size = finders[i].profile.size
    if record.wide ~= size[1] then
      fail("wide" .. i, "that of its pathfinder's agent", record.wide)
    elseif record.high ~= size[2] then
      fail("high" .. i, "that of its pathfinder's agent", record.high)
    end
    local unit, wrong = core.restore(crowd, finders[i], record.x, record.y,
      record.cell_x, record.cell_y, record.left, record.top, record.w,
      record.h, record.held)
    if not unit then
      fail(wrong .. i, WRONG[wrong], record[wrong])
    end
  end
  return crowd
end

--- tilepath.crowd.
return function(grid, options)
  check.object(CALL, "grid", grid, core.Grid, "a grid")
  options = check.options(CALL, "options", options, OPTIONS)
  if options.state ~= nil then
    return restore(grid, options)
  elseif options.finders ~= nil then
    check.left_out(CALL, options, { "finders" }, "without a state")
  end
  return core.crowd(grid)
end
