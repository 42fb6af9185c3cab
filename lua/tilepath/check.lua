--- Argument checks: one wording for every mistake, at the caller's own line.
--
-- The caller's line is that of the nearest function on the stack that has a
-- line (C functions such as pcall have none, nor have tail calls on 5.1) and
-- does not live in this folder. So a check may sit as deep in the library as it
-- likes. Where there is no debug library, or the files were stripped of their
-- names, only the position in the message suffers.
--
-- Every message reads
--   <function>: <argument> must be <what>, got <value>

local check = {}

local getinfo = (rawget(_G, "debug") or {}).getinfo
local floor, huge = math.floor, math.huge
local raw_length = rawget(_G, "rawlen")

-- On Windows one folder may be written in two ways: `require` puts a backslash
-- for the dot of a name into a template that has slashes.
local function slashes(source)
  return (source:gsub("\\", "/"))
end

local function folder_of_this_file()
  local source = getinfo and getinfo(1, "S").source
  return source and slashes(source):match("^@.*/")
end

local folder = folder_of_this_file()

--- How the names of this library's chunks begin; nil where nobody can tell.
check.FOLDER = folder

local function is_callers(info)
  return info.currentline > 0 and slashes(info.source:sub(1, #folder)) ~= folder
end

--- Raises message at the line of the library's caller.
function check.raise(message)
  local level = 2
  if folder then
    local info = getinfo(level, "Sl")
    while info and not is_callers(info) do
      level = level + 1
      info = getinfo(level, "Sl")
    end
  end
  error(message, level)
end

local function escape(byte)
  return ("\\%d"):format(byte:byte())
end

-- What the metatables of ours call themselves: those of the core's objects, and
-- of tables.
local NOUNS = {
  object = { ["tilepath.Grid"] = "grid", ["tilepath.Search"] = "search",
    ["tilepath.Pathfinder"] = "pathfinder", ["tilepath.Field"] = "field",
    ["tilepath.Reach"] = "reach", ["tilepath.View"] = "view",
    ["tilepath.Queue"] = "queue", ["tilepath.Ticket"] = "ticket",
    ["tilepath.Crowd"] = "crowd", ["tilepath.Unit"] = "unit",
    ["tilepath.Layer"] = "layer" },
  table = { ["tilepath.Path"] = "path", ["tilepath.Follower"] = "follower",
    ["tilepath.Picture"] = "picture" },
}

--- May a value be an object of the core? The C module's are userdata, those of
-- the core in Lua are tables that have a state.
local function is_object(value)
  return type(value) == "userdata"
    or type(value) == "table" and rawget(value, "_state") ~= nil
end
check.is_object = is_object

--- Is a value an object of the core, with that metatable?
function check.is(value, metatable)
  return is_object(value) and getmetatable(value) == metatable
end

--- What one of ours is called, or the name of a value's type.
local function noun_of(value)
  local kind, metatable = type(value), getmetatable(value)
  local name = type(metatable) == "table" and rawget(metatable, "__name")
  return name and (is_object(value) and NOUNS.object[name]
    or kind == "table" and NOUNS.table[name]) or kind
end

--- A value as messages show it: 'text', a number, or what it is called. nan and
-- inf are spelled here because every C library spells them its own way.
function check.show(value)
  if type(value) == "string" then
    local cut = #value > 40
    local text = (cut and value:sub(1, 40) or value):gsub("%c", escape)
    return "'" .. text .. (cut and "...'" or "'")
  elseif type(value) ~= "number" then
    return noun_of(value)
  elseif value ~= value then
    return "nan"
  elseif value == huge or value == -huge then
    return value > 0 and "inf" or "-inf"
  end
  return ("%.14g"):format(value)
end

--- "<call>: <argument> must be <what>, got <value>"
function check.fail(call, argument, what, value)
  check.raise(("%s: %s must be %s, got %s"):format(
    call, argument, what, check.show(value)))
end

--- The keys of a table: numbers ascending, then strings ascending, then the
-- rest. What is done (or reported) in this order does not depend on how the VM
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
    return rank_a < 3 and a < b
  end)
  return keys
end

--- The length of a table, whatever its metatable says. (Where there is no
-- rawlen, a metatable has no say.)
function check.length(t)
  return raw_length and raw_length(t) or #t
end

--- Raises for an option that is not known, and names the one that may be meant.
-- @param where  " in <option>", or nil
function check.unknown(call, key, known, where)
  -- Without the core there are no options; this file does without it, too.
  local meant = type(key) == "string"
    and require("tilepath_core").meant(key, check.sorted_keys(known))
  check.raise(("%s: unknown option %s%s%s"):format(call, check.show(key),
    where or "", meant and (" (did you mean '%s'?)"):format(meant) or ""))
end

--- An option table: nil counts as empty, an unknown key raises and is named.
-- @return the table
function check.options(call, argument, options, known)
  if options == nil then
    return {}
  elseif type(options) ~= "table" or is_object(options) then
    check.fail(call, argument, "a table", options)
  end
  for _, key in ipairs(check.sorted_keys(options)) do
    if not known[key] then
      check.unknown(call, key, known)
    end
  end
  return options
end

--- Raises where one of these options is given.
function check.left_out(call, options, keys, why)
  for _, key in ipairs(keys) do
    if options[key] ~= nil then
      check.fail(call, key, "left out " .. why, options[key])
    end
  end
end

--- A whole number from low to high. nan fails every comparison.
function check.whole(call, argument, value, low, high)
  if type(value) ~= "number"
    or not (value >= low and value <= high)
    or value ~= floor(value) then
    check.fail(call, argument,
      ("a whole number from %.14g to %.14g"):format(low, high), value)
  end
  return value
end

--- A finite number.
function check.finite(call, argument, value)
  if type(value) ~= "number" or value - value ~= 0 then
    check.fail(call, argument, "a finite number", value)
  end
  return value
end

--- What a unit of length may cost: 1/1024 to 1024.
function check.is_price(value)
  return type(value) == "number" and value >= 1 / 1024 and value <= 1024
end

--- Raises for what hexagons have not.
function check.squares(call, grid, name)
  if grid.stagger then
    check.raise(("%s: %s is for grids of squares"):format(call, name))
  end
end

--- An object of the core, known by its metatable.
function check.object(call, argument, value, metatable, what)
  if not check.is(value, metatable) then
    check.fail(call, argument, what, value)
  end
  return value
end

return check
