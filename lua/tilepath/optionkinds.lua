--- Kinds of options: what a value must be.
--
-- A kind has a word, `what` for errors, a test, and the bounds of a number. A test
-- makes no string (options.lua says why).

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local floor, huge = math.floor, math.huge
local getmetatable, raw_get, type = getmetatable, rawget, type
local is_table = check.is_table

local kinds = {}

function kinds.new(word, what, is_right)
  return { kind = word, what = what, is_right = is_right }
end

local new = kinds.new

--- Values of a Lua type; tables are no objects.
function kinds.of_type(name, what)
  return new(name, what, name == "table" and is_table or function(value)
    return type(value) == name
  end)
end

--- Whole numbers; with bounds, those from low to high.
function kinds.whole(low, high)
  local least, most = low or -check.MOST, high or check.MOST
  return { kind = "whole", low = low, high = high,
    what = check.what_whole(least, most), is_right = function(value)
      return type(value) == "number" and value >= least and value <= most
        and value == floor(value)
    end }
end

--- Numbers; with bounds, those from low to high.
function kinds.number(what, low, high, is_finite)
  local least, most = low or -huge, high or huge
  return { kind = "number", low = low, high = high, what = what,
    is_right = function(value)
      return type(value) == "number" and value >= least and value <= most
        and not (is_finite and value - value ~= 0)
    end }
end

--- These words, and what a test lets pass.
function kinds.words(words, what, is_right)
  local is_word = {}
  for _, word in ipairs(words) do
    is_word[word] = true
  end
  return { kind = "word", words = words, what = what, is_right = function(value)
    return is_word[value] or is_right and is_right(value) or false
  end }
end

--- A kind, and also false or nothing.
function kinds.or_none(kind)
  local is_right = kind.is_right
  return { kind = kind.kind, what = kind.what, low = kind.low, high = kind.high,
    is_right = function(value)
      return not value or is_right(value)
    end }
end

--- A kind of numbers, and also math.huge: no limit.
function kinds.or_huge(kind)
  local is_right = kind.is_right
  return { kind = kind.kind, what = kind.what .. ", or math.huge",
    low = kind.low, high = kind.high, is_right = function(value)
      return value == huge or is_right(value)
    end }
end

--- The kind of an option that the call does not take. `says` is the message.
function kinds.refused(says)
  return { says = says, is_right = function() return false end }
end

--- Has an object, or a table of ours, this name?
local function is_called(value, name)
  local metatable = getmetatable(value)
  return type(metatable) == "table" and raw_get(metatable, "__name") == name
end

local function is_object(value, name)
  return not is_table(value) and is_called(value, name)
end

local function is_unit(value)
  return is_object(value, "tilepath.Unit")
end

--- May a value stand for a list of others? Those in it are checked later.
local function is_list(value)
  return is_table(value) and not is_called(value, "tilepath.Follower")
end

kinds.FLAG = kinds.of_type("boolean", "true or false")
kinds.FLAG.kind = "flag"
kinds.FUNCTION = new("function", "a function", check.is_callable)
kinds.TABLE = kinds.of_type("table", "a table")
kinds.FACTORS = kinds.of_type("table", "a table { terrain = factor }")
kinds.FINITE = kinds.number("a finite number", nil, nil, true)
kinds.LENGTH = kinds.number("a finite number of at least 0", 0, nil, true)
-- Beyond 2^53 a double cannot tell one world unit from the next.
kinds.PLACE = kinds.number("a number from -2^53 to 2^53", -2 ^ 53, 2 ^ 53)
kinds.COST = kinds.number("a number of at least 0", 0)
kinds.PRICE = kinds.number("a number from 1/1024 to 1024", 1 / 1024, 1024)
kinds.TOLL = kinds.number("a number from 0 to 1048576", 0, 1048576)
kinds.TIME = new("number", "a number above 0", function(value)
  return type(value) == "number" and value > 0
end)
kinds.COUNT = kinds.whole(0)
kinds.INTO = new("path", check.FILLED, check.may_fill)
kinds.FINDER = new("pathfinder", "a pathfinder", function(value)
  return is_object(value, "tilepath.Pathfinder") and not check.is_foreign(value)
end)
kinds.OTHERS = new("others", "a crowd, a unit, or a list of crowds, units, "
  .. "{ x, y } and { x, y, w, h }", function(value)
  return is_list(value) or is_unit(value) or is_object(value, "tilepath.Crowd")
end)
kinds.UNITS = new("units", "a unit or a list of units", function(value)
  return is_list(value) or is_unit(value)
end)

-- Which ones a grid has, the core knows (plain/args.lua).
kinds.TERRAIN = new("terrain", "a terrain of the grid", function(value)
  return type(value) == "string" or type(value) == "boolean"
end)

return kinds
