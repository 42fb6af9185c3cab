--- Flat tables of plain values that were kept somewhere and come back: each
-- value is taken out once and checked, and nothing may be left over.
--
-- Whole numbers that came back as floats, and floats as whole numbers, are put
-- right. Where there was no number that plain files know (math.huge) stands
-- "inf". Mistakes are told of the call that reads them, tilepath.follower.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local Fields = require(siblings .. "fields")

local floor, huge = math.floor, math.huge

local Record = {}

--- "follower: state.<key> must be <what>, got <value>"
function Record.fail(key, what, value)
  check.fail("follower", "state." .. key, what, value)
end

--- What is left to be taken out of a table: at first all of it.
function Record.of(t)
  if type(t) ~= "table" then
    check.fail("follower", "state", "a table that hero:state() returned", t)
  end
  local left = {}
  for key, value in next, t do
    left[key] = value
  end
  return left
end

--- Raises where something is left over.
function Record.finish(left)
  local extra = check.sorted_keys(left)[1]
  if extra ~= nil then
    check.raise(("follower: unknown key %s in state"):format(
      check.show(extra)))
  end
end

--- Raises where a value is none that can be kept.
function Record.need_plain(call, t)
  for key, value in next, t do
    if type(value) == "number" and not Fields.is_finite(value)
      or type(value) ~= "number" and type(value) ~= "string"
      and type(value) ~= "boolean" then
      check.fail(call, key, "a value that can be kept", value)
    end
  end
end

-- Values ----------------------------------------------------------------------

--- Takes a value out, which must be as it should.
function Record.take(left, key, is_right, what)
  local value = left[key]
  left[key] = nil
  if not is_right(value) then
    Record.fail(key, what, value)
  end
  return type(value) == "number" and value + 0.0 or value
end

local take = Record.take

local function is_boolean(value)
  return type(value) == "boolean"
end

function Record.take_flag(left, key)
  return take(left, key, is_boolean, "true or false")
end

function Record.take_number(left, key)
  return take(left, key, Fields.is_finite, Fields.FINITE)
end

function Record.take_place(left, key)
  return take(left, key, Fields.is_place, Fields.PLACE)
end

function Record.take_amount(left, key)
  return take(left, key, Fields.is_amount, Fields.AMOUNT)
end

--- Takes such a value, or false.
function Record.take_or_none(left, key, is_right, what)
  return take(left, key, function(value)
    return value == false or is_right(value)
  end, what .. " or false")
end

function Record.take_whole(left, key, low, high)
  local value = left[key]
  left[key] = nil
  if type(value) ~= "number" or not (value >= low and value <= high)
    or value ~= floor(value) then
    Record.fail(key, ("a whole number from %.14g to %.14g"):format(low, high),
      value)
  end
  return floor(value)
end

--- A number as it is kept.
function Record.amount(value)
  if value == huge then
    return "inf"
  end
  return value
end

--- Takes a number of at least 0 that may be huge, or nothing.
function Record.take_any_amount(left, key)
  local value = left[key]
  left[key] = nil
  if value == "inf" then
    return huge
  elseif value ~= nil and not Fields.is_amount(value) then
    Record.fail(key, Fields.AMOUNT .. " or 'inf'", value)
  end
  return value
end

-- Points ----------------------------------------------------------------------

--- x1, y1, x2, y2, ..., and link1, link2, ..., with something before each.
function Record.write_points(t, prefix, points, count)
  for i = 1, count do
    t[("%sx%d"):format(prefix, i)] = points[2 * i - 1]
    t[("%sy%d"):format(prefix, i)] = points[2 * i]
  end
  for i = 1, points.links and #points.links or 0 do
    t[("%slink%d"):format(prefix, i)] = points.links[i]
  end
end

--- Takes the links of so many points that were written so; nil: none.
function Record.take_links(left, prefix, count)
  local links, before = nil, 0
  while true do
    local n = links and #links + 1 or 1
    local key = ("%slink%d"):format(prefix, n)
    if left[key] == nil then
      return links
    end
    links = links or {}
    links[n] = Record.take_whole(left, key, before + 1, count - 1)
    before = links[n]
  end
end

--- Takes points that were written with that before each.
-- @return a flat table of them and how many
function Record.take_points(left, prefix)
  local points, n = {}, 0
  while true do
    local x = ("%sx%d"):format(prefix, n + 1)
    local y = ("%sy%d"):format(prefix, n + 1)
    if left[x] == nil and left[y] == nil then
      return points, n
    end
    n = n + 1
    points[2 * n - 1] = Record.take_place(left, x)
    points[2 * n] = Record.take_place(left, y)
  end
end

return Record
