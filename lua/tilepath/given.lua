--- Options of games, in the few forms that are allowed. Each function returns
-- one form. Errors name the function that the user called.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local raw_get = rawget

local given = {}

--- Is a value one by which a decoder of JSON stands for null? Some have a userdata
-- or a function, dkjson and lyaml an empty table with a mark.
function given.is_null(value)
  local kind = type(value)
  if kind ~= "table" then
    return kind == "userdata" or kind == "function"
  end
  local metatable = next(value) == nil and getmetatable(value)
  return type(metatable) == "table" and (raw_get(metatable, "__tojson") ~= nil
    or raw_get(metatable, "_type") ~= nil)
end

--- Has a list texts as keys? So comes a path back that was an object in JSON.
function given.has_texts(t)
  return raw_get(t, 1) == nil and raw_get(t, "1") ~= nil
end
given.TEXTS = " (its keys are texts, as those of an object in JSON: tilepath.path "
  .. "takes it)"

--- Raises for a path that is no flat table.
function given.flat(call, t)
  if not check.is_table(t) or given.has_texts(t) then
    check.fail(call, "path", "a flat table { x1, y1, x2, y2, ... }", t,
      check.is_table(t) and given.TEXTS or nil)
  end
end

--- The options of a call; nil for the places that an importer returns behind the
-- grid: tilepath.ascii(tilepath.from_tiled(map)).
function given.options(asked)
  local metatable = type(asked) == "table" and getmetatable(asked)
  if type(metatable) == "table"
    and raw_get(metatable, "__name") == "tilepath.Places" then
    return nil
  end
  return asked
end

--- A set of the items of some lists, for check.options.
function given.set(...)
  local set = {}
  for _, list in ipairs { ... } do
    for _, item in ipairs(list) do
      set[item] = true
    end
  end
  return set
end

--- A test: is a value one of these?
function given.one_of(...)
  local is_one = given.set { ... }
  return function(value) return is_one[value] end
end

--- Raises if a method is called on something other than `noun`.
function given.self(call, noun, self, is_right)
  if not is_right then
    check.raise(("%s: self must be %s, got %s (call it with a colon)"):format(
      call, noun, check.show(self)))
  end
end

--- Do two copies say the same, down to this depth? Objects are the same only by
-- identity.
function given.are_same(a, b, depth)
  if rawequal(a, b) then
    return true
  elseif type(a) ~= "table" or type(b) ~= "table" or depth == 0
    or raw_get(a, "_state") or raw_get(b, "_state") then
    return a == b
  end
  for key, value in next, a do
    if not (rawequal(value, b[key])
      or given.are_same(value, b[key], depth - 1)) then
      return false
    end
  end
  for key in next, b do
    if a[key] == nil then
      return false
    end
  end
  return true
end

-- The tests of types that have more than one.
local TESTS = { ["function"] = check.is_callable, table = check.is_table }

--- A value of a Lua type. `what` names it in the message.
function given.kind(call, argument, value, kind, what)
  local test = TESTS[kind]
  if not (test and test(value) or not test and type(value) == kind) then
    check.fail(call, argument, what, value)
  end
  return value
end

--- A table to fill; a new one if none is given.
function given.into(call, value)
  if value ~= nil and not check.may_fill(value) then
    check.fail(call, "into", check.FILLED, value)
  end
  return value or {}
end

--- true, false or nil.
function given.flag(call, argument, value)
  return value ~= nil
    and given.kind(call, argument, value, "boolean", "true or false")
end

--- What a check such as check.whole returns for a value; nil for nil.
-- @param a, b, c  what the check wants to know behind the value
function given.optional(checked, call, argument, value, a, b, c)
  return value ~= nil and checked(call, argument, value, a, b, c) or nil
end

--- A number from low to high. nan fails every comparison.
function given.number(call, argument, value, low, high, what)
  if type(value) ~= "number" or not (value >= low and value <= high) then
    check.fail(call, argument, what, value)
  end
  return value
end

--- The four numbers of a rectangle of cells.
function given.rect(call, x, y, w, h)
  check.whole(call, "x", x)
  check.whole(call, "y", y)
  check.whole(call, "w", w, 0)
  check.whole(call, "h", h, 0)
end

--- A price for a unit of length.
function given.price(call, argument, value)
  return given.number(call, argument, value, 1 / 1024, 1024,
    "a number from 1/1024 to 1024")
end

--- Raises if an item has numbers behind its last one, which would be ignored.
-- `form` names the item in the message.
function given.no_more(call, argument, item, last, form)
  local first
  for key in next, item do
    if type(key) == "number"
      and not (key >= 1 and key <= last and key % 1 == 0) then
      first = math.min(key, first or key)
    end
  end
  if first then
    check.raise(("%s: %s[%s] must be left out (%s)"):format(call, argument,
      check.show(first), form))
  end
end

local XY = { x = true, y = true }

--- A pair of numbers, { 2, 3 } or { x = 2, y = 3 }; or one number for both.
-- @param form  names the value in messages
-- @param read  reads a number: read(call, label, value, low, high)
function given.pair(call, argument, value, form, read, low, high)
  if not check.is_table(value) then
    given.kind(call, argument, value, "number", form)
    read(call, argument, value, low, high)
    return value, value
  end
  local first, second, label = 1, 2, "%s[%d]"
  if raw_get(value, 1) == nil and (raw_get(value, "x") or raw_get(value, "y"))
  then
    first, second, label = "x", "y", "%s.%s"
  end
  given.no_more(call, argument, value, 2, form)
  for _, key in ipairs(check.sorted_keys(value)) do
    if type(key) == "string" and not (first == "x" and XY[key]) then
      check.raise(("%s: %s.%s must be left out (%s)"):format(call, argument, key,
        form))
    end
  end
  return read(call, label:format(argument, first), raw_get(value, first), low,
    high), read(call, label:format(argument, second), raw_get(value, second),
    low, high)
end

-- The items of lists. `places` of their numbers are coordinates, which are all
-- given.
given.POINT = { form = "{ x, y }", places = 2, last = 2,
  single = "a path, a unit or a follower; chase takes { x =, y = }" }
given.RECT = { form = "{ x, y } or { x, y, w, h }", places = 2, last = 4 }
given.STATION = { form = given.RECT.form, places = 2, last = 2 } -- no area
given.GOAL = { form = "{ x, y } or { x, y, w, h, cost = }", places = 2,
  last = 5 }
given.PAIR = { form = "{ x1, y1, x2, y2 }", places = 4, last = 4 }

local NAMES = { "x", "y", "w", "h", "cost", "beside" }
local W, H, COST, BESIDE = 3, 4, 5, 6

--- Number k of an item; and is it a field? A cost is always a field.
local function number_of(item, k, kind)
  local value
  if k < COST then
    value = raw_get(item, k)
  end
  if value ~= nil or kind.places > 2 then
    return value, false
  end
  value = raw_get(item, NAMES[k])
  return value, k == COST or value ~= nil
end

--- What must number k of an item be? nil: as it is.
local function wanted(value, k, kind, in_world)
  local is_place = k <= kind.places
  local is_finite = type(value) == "number" and value - value == 0
  if k == COST or in_world and not is_place then
    return not (is_finite and value >= 0) and "a finite number of at least 0"
  elseif in_world then
    return not is_finite and "a finite number"
  end
  local least = is_place and -check.MOST or 1
  return not (is_finite and value % 1 == 0 and value >= least
    and value <= check.MOST)
    and (is_place and "a whole number" or "a whole number of at least 1")
end

--- Raises about a list without items, unless it may be empty. A single item is
-- no list.
function given.none(call, name, list, kind, may_be_empty)
  if may_be_empty and (kind.places > 2 or raw_get(list, "x") == nil) then
    return
  end
  check.raise(("%s: %s must be one or more %s, got none%s"):format(call, name,
    kind.form, raw_get(list, "x") ~= nil
    and (" (%s)"):format(kind.single or "a list: { { x =, y = } }") or ""))
end

-- Words that games write into an item for one of its fields, and its number
-- (0: none). An item may have other fields.
local WORDS = { { "beside", BESIDE }, { "besides", BESIDE }, { "cost", COST },
  { "h", H }, { "height", H }, { "price", COST }, { "w", W }, { "wait", 0 },
  { "width", W }, { "x", 1 }, { "y", 2 } }

--- Raises if an item has numbers behind its last one, a field under a wrong name,
-- or a number by its name and by its place: these would be ignored. Of several
-- the first is reported, in whatever order the VM keeps the keys.
local function check_rest(call, argument, item, kind)
  given.no_more(call, argument, item, math.min(kind.last, H),
    "each is " .. kind.form)
  for _, known in ipairs(WORDS) do
    local word, k = known[1], known[2]
    local is_pair = kind.places > 2
    local is_taken = k > 0 and (k < W or not is_pair and k <= kind.last
      or k == BESIDE and kind.may_stop)
    local is_name = is_taken and NAMES[k] == word
    local is_twice = is_name and k < COST and not is_pair
      and raw_get(item, k) ~= nil
    if raw_get(item, word) ~= nil and (not is_name or is_twice) then
      check.raise(("%s: %s.%s must be left out (%s)"):format(call, argument,
        word, is_taken and not is_twice
        and ("did you mean '%s'?"):format(NAMES[k]) or "each is " .. kind.form))
    end
  end
end

--- The numbers of item i of a list: x, y, w, h and cost. Both of w and h are
-- given, or none: then they are 1, or 0 in the world.
function given.item(call, list, i, item, kind, in_world)
  if not check.is_table(item)
    or not in_world and check.noun_of(item) == "follower" then
    check.fail(call, ("%s[%d]"):format(list, i), kind.form, item)
  end
  check_rest(call, ("%s[%d]"):format(list, i), item, kind)
  local size = in_world and 0 or 1
  local numbers = { 0, 0, size, size, 0 }
  for k = 1, kind.last do
    local value, is_field = number_of(item, k, kind)
    local is_given = value ~= nil or k <= kind.places
    if not is_given and k < COST then
      local other
      other, is_field = number_of(item, W + H - k, kind)
      is_given = other ~= nil
    end
    local what = is_given and wanted(value, k, kind, in_world)
    if what then
      check.fail(call, (is_field and "%s[%d].%s" or "%s[%d][%d]"):format(list,
        i, is_field and NAMES[k] or k), what, value,
        (" (each is %s)"):format(kind.form))
    end
    numbers[k] = is_given and value or numbers[k]
  end
  return numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]
end

--- The goals of a list, as a new list of { x, y, w, h, cost = }.
-- @param name, kind  nil: goals
function given.goals(call, goals, in_world, name, kind)
  local list = {}
  name, kind = name or "goals", kind or given.GOAL
  for i = 1, check.length(goals) do
    local x, y, w, h, cost = given.item(call, name, i, raw_get(goals, i), kind,
      in_world)
    list[i] = { x, y, w, h, cost = cost }
  end
  return list[1] and list or given.none(call, name, goals, kind)
end

--- What an item is of the points of a patrol, or of a path.
local function kind_of_points(name)
  return name == "points" and given.STATION or given.POINT
end

--- The numbers of a list of points, one after the other: of pairs, or as they
-- are.
-- @return a new list; and how many there are
function given.points(call, name, list)
  local is_flat = type(raw_get(list, 1)) == "number"
  local flat, count = {}, check.length(list)
  for i = 1, count do
    local item = raw_get(list, i)
    if is_flat then
      flat[i] = item
    else
      flat[2 * i - 1], flat[2 * i] = given.item(call, name, i, item,
        kind_of_points(name), true)
    end
  end
  return flat, is_flat and count or 2 * count
end

--- The same of one point or more.
function given.some_points(call, name, list)
  local flat, count = given.points(call, name, list)
  if count == 0 then
    given.none(call, name, list, kind_of_points(name))
  elseif count % 2 ~= 0 then
    check.raise(("%s: %s must have as many x as y, got %d numbers"):format(call,
      name, count))
  end
  return flat, count
end

-- What an area has that a point has not; the last two are slips.
local OF_AREAS = { W, "w", "h", "width", "height" }

--- Is one of the points of a patrol an area, { x, y, w, h }? Then all are read by
-- given.areas.
function given.are_areas(points)
  for i = 1, check.is_table(points) and check.length(points) or 0 do
    local item = raw_get(points, i)
    if not check.is_table(item) then
      return false
    end
    for _, key in ipairs(OF_AREAS) do
      if raw_get(item, key) ~= nil then
        return true
      end
    end
  end
  return false
end

--- The points of a patrol, one of which is an area, as a new list of { x, y, w, h }.
function given.areas(call, points)
  local areas = given.goals(call, points, call == "patrol", "points", given.RECT)
  for _, area in ipairs(areas) do
    area.cost = nil
  end
  return areas
end

--- Raises unless a patrol may begin with that point.
function given.first(call, first, count)
  if first > count then
    check.whole(call, "first", first, 1, count)
  end
end

-- Three levels of what a game gives are copied, for the rectangles to avoid.
-- Deeper tables are errors. Objects are kept as they are.
given.DEPTH = 3

--- A copy of a value, down to this depth.
function given.copy(value, depth)
  if type(value) ~= "table" or depth == 0 or raw_get(value, "_state") then
    return value
  end
  local own = {}
  for key, item in next, value do
    own[key] = given.copy(item, depth - 1)
  end
  return own
end

--- A list of names, or nil.
function given.names(call, argument, list)
  if list == nil then
    return nil
  end
  local names = {}
  given.kind(call, argument, list, "table", "a list of names")
  for i = 1, check.length(list) do
    names[i] = given.kind(call, ("%s[%d]"):format(argument, i), rawget(list, i),
      "string", "a name")
  end
  return names
end

--- Adds `more` to a counter of things in a file: counter[key], in the name of
-- counter.call. Raises if there are more than `most`; only a malicious file has
-- so many. `what` is the message, `label` names the part of the file.
function given.count(counter, key, more, most, what, label)
  counter[key] = (counter[key] or 0) + more
  if counter[key] > most then
    check.raise(("%s: %s (counted up to %s)"):format(counter.call,
      what:format(most), label))
  end
end

--- for key, value, label in given.entries(...): the entries of a table (nil
-- counts as empty) in the order of its keys. Messages call the value by its
-- label.
-- @param form    what the table must be
-- @param is_key  a test of each key, or nil
-- @param what    what a key must be
function given.entries(call, argument, t, form, is_key, what)
  local keys, i = {}, 0
  if t ~= nil then
    keys = check.sorted_keys(given.kind(call, argument, t, "table", form))
  end
  return function()
    i = i + 1
    local key = keys[i]
    if key == nil then
      return nil
    elseif is_key and not is_key(key) then
      check.fail(call, "each key of " .. argument, what, key)
    end
    return key, t[key], ("%s[%s]"):format(argument, check.show(key))
  end
end

--- The same for a table whose keys are terrains of a grid.
function given.terrains(call, grid, argument, t, form)
  return given.entries(call, argument, t, form, function(name)
    return type(name) == "string" and grid:terrain(name)
  end, "a terrain of the grid")
end

return given
