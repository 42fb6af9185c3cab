--- Argument checks: one wording for every mistake, at the caller's own line.
--
-- The caller's line belongs to the nearest function on the stack that has a
-- line and is not the library's: its chunk does not live in this folder, or is
-- another than this one if the library is one file. (C functions such as pcall
-- have no line, nor have tail calls on 5.1.) So a check may sit as deep in the
-- library as it likes. Stripped files have no lines: then the message has none.
--
-- Every message has this form, and a hint behind it if the mistake is common:
--   <function>: <argument> must be <what>, got <value>
--
-- src/bind/kit/args.c has the same messages and hints.

local check = {}

local siblings = (...):match("^.*[./]") or ""
local host = require(siblings .. "host")

local getinfo = (host("debug") or {}).getinfo
local floor, huge = math.floor, math.huge

-- On Windows one folder may have two spellings: `require` puts backslashes for
-- the dots of a name into a template with slashes.
local function slashes(source)
  return (source:gsub("\\", "/"))
end

-- Without a debug library an error itself says where it was raised, but not how
-- deep the stack is.
local DEEPEST = 100

--- The name of the chunk of the function at a level of the stack; "" if it has no
-- lines, nil below the stack.
local function chunk_at(level)
  if getinfo then
    local info = getinfo(level + 1, "Sl")
    return info and (info.currentline > 0 and slashes(info.source) or "")
  elseif level < DEEPEST then
    local _, place = pcall(error, "", level + 2)
    return slashes(place:match("^(.*):%d+: $") or "")
  end
end

-- How the names of the library's chunks begin.
local beginnings = {}

local function is_own(chunk)
  for _, beginning in ipairs(beginnings) do
    if chunk:sub(1, #beginning) == beginning then
      return true
    end
  end
  return chunk == ""
end

--- Makes the chunk at a level of the stack a part of the library.
-- @return how the names of the library's chunks begin; "" if that is unknown
function check.own(level)
  local chunk = chunk_at(level + 1) or ""
  local beginning = chunk:match("^(.*[./])check%.lua$")
    or chunk:match("^(.*[./])check$") or chunk
  if beginning ~= "" then
    beginnings[#beginnings + 1] = beginning
  end
  return beginning
end

local own = check.own(1)

--- The same, if it is not "" and the C module can compare it with a chunk.
check.FOLDER = own ~= "" and getinfo and own or nil

--- Raises an error at the line of the library's caller.
function check.raise(message)
  local level = 2
  local chunk = own ~= "" and chunk_at(level)
  while chunk and is_own(chunk) do
    level = level + 1
    chunk = chunk_at(level)
  end
  error(message, chunk and level or 0)
end

local function escape(byte)
  return ("\\%d"):format(byte:byte())
end

-- What else an object of the core may be.
local ANOTHER = "one of another copy of tilepath (it was loaded twice)"

-- Our objects that are tables without a state, by their nouns.
local TABLES = { path = true, follower = true, picture = true }

--- Can a value be an object of the core? The C module's objects are userdata.
-- The objects of the core in Lua are tables with a state.
local function is_object(value)
  return type(value) == "userdata"
    or type(value) == "table" and rawget(value, "_state") ~= nil
end

--- Is a value a table, and not one of our objects with a state?
function check.is_table(value)
  return type(value) == "table" and not is_object(value)
end

--- Is a value a function, or a table that calls one, such as a spy of busted?
-- (A grid can be called, too, but is none.)
function check.is_callable(value)
  local metatable = check.is_table(value) and getmetatable(value)
  return type(value) == "function" or type(metatable) == "table"
    and type(rawget(metatable, "__call")) == "function"
end

--- Is a value an object of the core with this metatable?
function check.is(value, metatable)
  return is_object(value) and getmetatable(value) == metatable
end

--- The class in the name of a value's metatable: "Grid"; or nil.
local function class_of(value)
  local metatable = getmetatable(value)
  local name = type(metatable) == "table" and rawget(metatable, "__name")
  return type(name) == "string" and name:match("^tilepath%.(%u%l+)$") or nil
end

--- Is a value an object of the core of another copy of the library? init.lua sets
-- check.core: `require` may give that of a copy that was loaded later.
function check.is_foreign(value)
  local class = check.core and is_object(value) and class_of(value)
  local here = class and check.core[class]
  return here and here ~= getmetatable(value) or false
end

--- The noun for one of our objects, or the name of a value's type.
local function noun_of(value)
  local class = class_of(value)
  local noun = class and class:lower()
  if not noun or (TABLES[noun] or false) == is_object(value) then
    return type(value)
  end
  return check.is_foreign(value) and ANOTHER or noun
end

check.noun_of = noun_of

--- May calls fill a value? Makes no string (options.lua).
function check.may_fill(value)
  if not check.is_table(value) then
    return false
  end
  local metatable = getmetatable(value)
  return metatable == nil or type(metatable) == "table"
    and rawget(metatable, "__name") == "tilepath.Path"
end
check.FILLED = "a path or a table without a metatable"

--- A value as messages show it: 'text', a number, or a noun. C libraries differ
-- in how they write nan and inf, so this function writes them itself.
function check.show(value)
  if type(value) == "string" then
    local cut = #value > 40
    local text = (cut and value:sub(1, 40) or value):gsub("%c", escape)
    return "'" .. text .. (cut and "...'" or "'")
  elseif type(value) == "boolean" then
    return tostring(value)
  elseif type(value) ~= "number" then
    return noun_of(value)
  elseif value ~= value then
    return "nan"
  elseif value == huge or value == -huge then
    return value > 0 and "inf" or "-inf"
  end
  return ("%.14g"):format(value)
end

--- The hint behind the message of a common mistake; or "".
local function hint(call, argument, what, value)
  if argument:find("^w?y[12]?$") and value ~= nil and not tonumber(value) then
    return " (a call before another argument gives one value)"
  elseif argument == "goals[1]" and type(value) == "number" then
    return " (a list of goals: { { 5, 5 } })"
  elseif argument:find("[1]", -3, true) and type(value) == "number"
    and (what:find("^{") or argument == "avoid[1]") then
    return " (a list of lists: { { ... } })"
  elseif call == "fence" and argument == "x2" and value == nil then
    return " (a wall in a cell: grid:set(x, y, 'wall'))"
  elseif call:find("^go") and argument == "query" and type(value) == "number" then
    return " (an area is a list: { { x, y, w, h } })"
  elseif what == "a whole number" and argument:find("^[xy][12]?$")
    and type(value) == "number" and value - value == 0
    and value ~= floor(value) then
    return " (a cell: grid:to_cell makes one of a place in the world)"
  end
  return ""
end

--- "<call>: <argument> must be <what>, got <value>"
-- @param more  the hint behind it, or nil
function check.fail(call, argument, what, value, more)
  check.raise(("%s: %s must be %s, got %s%s"):format(call, argument, what,
    check.show(value), more or hint(call, argument, what, value)))
end

--- Raises if the order that was meant for what is given has another name.
-- @param body  "hero" or "unit", whose call it is
function check.meant_order(call, body, given)
  local noun = noun_of(given)
  if noun == "path" and call ~= "follow" then
    check.raise(("%s: a path is for %s:follow"):format(call, body))
  elseif noun == "unit" or noun == "follower" then
    check.raise(("%s: takes no %s (%s:chase stays near a body)"):format(call,
      noun, body))
  end
end

--- The keys of a table: numbers ascending, then strings ascending, then false,
-- then the rest. Work and messages in this order do not depend on how the VM
-- lays out a table.
function check.sorted_keys(t)
  local keys = {}
  for key in pairs(t) do
    keys[#keys + 1] = key
  end
  local rank = { number = 1, string = 2 }
  table.sort(keys, function(a, b)
    local rank_a, rank_b = rank[type(a)] or 3, rank[type(b)] or 3
    if rank_a ~= rank_b then
      return rank_a < rank_b
    end
    return rank_a < 3 and a < b or a == false and b ~= false
  end)
  return keys
end

--- The length of a table, without its metatable. (In a Lua without rawlen, #
-- does not use metatables of tables.)
check.length = host("rawlen") or function(t)
  return #t
end

--- Raises for an unknown option. Names the option that may be meant, or all of
-- them.
-- @param where  " in <option>", or nil
-- @param noun   what it is, unless an option
function check.unknown(call, key, known, where, noun)
  -- If the core is not loaded, there are no options to check. So only this
  -- function requires it.
  local keys = check.sorted_keys(known)
  local meant = type(key) == "string"
    and require("tilepath_core").meant(key, keys)
  noun = noun or "option"
  local all = noun .. "s: " .. table.concat(keys, ", ")
  all = #all > 400 and all:sub(1, 400) .. "..." or all
  check.raise(("%s: unknown %s %s%s (%s)"):format(call, noun, check.show(key),
    where or "", meant and ("did you mean '%s'?"):format(meant)
    or all))
end

--- Checks an option table. nil counts as empty; an unknown key raises.
-- @param where  as for check.unknown
-- @return the table
function check.options(call, argument, options, known, where)
  if options == nil then
    return {}
  elseif noun_of(options) ~= "table" then
    check.fail(call, argument, "a table", options)
  end
  for _, key in ipairs(check.sorted_keys(options)) do
    if not known[key] then
      check.unknown(call, key, known, where)
    end
  end
  return options
end

--- Raises if one of these options is given.
function check.left_out(call, options, keys, why)
  for _, key in ipairs(keys) do
    if options[key] ~= nil then
      check.fail(call, key, "left out " .. why, options[key])
    end
  end
end

-- Each whole number up to this one is a double.
check.MOST = 2 ^ 53 - 1

--- What a whole number from low to high must be.
function check.what_whole(low, high)
  local bounds = high < check.MOST and " from %.14g to %.14g"
    or low > -check.MOST and " of at least %.14g" or ""
  return ("a whole number" .. bounds):format(low, high)
end

--- Checks a whole number from low to high; nil: no bound. nan fails every
-- comparison.
function check.whole(call, argument, value, low, high)
  low, high = low or -check.MOST, high or check.MOST
  if type(value) ~= "number" or not (value >= low and value <= high)
    or value ~= floor(value) then
    check.fail(call, argument, check.what_whole(low, high), value)
  end
  return value
end

--- Checks a finite number.
function check.finite(call, argument, value)
  if type(value) ~= "number" or value - value ~= 0 then
    check.fail(call, argument, "a finite number", value)
  end
  return value
end

--- Is a value a price: 1/1024 to 1024 for a unit of length?
function check.is_price(value)
  return type(value) == "number" and value >= 1 / 1024 and value <= 1024
end

--- Raises for features that grids of hexagons do not have.
function check.squares(call, grid, name)
  if grid.stagger then
    check.raise(("%s: %s is for grids of squares"):format(call, name))
  end
end

--- Checks an object of the core by its metatable.
function check.object(call, argument, value, metatable, what)
  if not check.is(value, metatable) then
    check.fail(call, argument, what, value)
  end
  return value
end

return check
