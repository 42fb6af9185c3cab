--- Terrains: the names and prices that are allowed, on new grids and on
-- imported maps; and legends, which map characters or values to terrains.
--
-- Lists of terrains are sorted by name, so nothing depends on the order of a
-- table. Errors name the function that the user called.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")

local huge = math.huge

local MAX_NAMES, MAX_NAME = 125, 31

local Terrain = {}

Terrain.NAME = "a name of 1 to 31 bytes, none zero"

--- Can a terrain or a link have this name?
function Terrain.is_name(name)
  return type(name) == "string" and #name >= 1 and #name <= MAX_NAME
    and not name:find("\0", 1, true)
end

--- The allowed prices of a terrain, if this price is wrong; else nil. "open"
-- must stay passable: a closed cell of impassable terrain becomes "open" when
-- it is opened. "wall" must stay impassable: it is the meaning of false.
function Terrain.wrong_price(name, price)
  local passable = check.is_price(price)
  if name == "open" and not passable then
    return "a number from 1/1024 to 1024"
  elseif not passable and price ~= false and price ~= huge then
    return "a number from 1/1024 to 1024, or false"
  elseif name == "wall" and passable then
    return "false: only prices of a pathfinder open walls"
  end
end

--- An allowed price in the form of the C module: false is impassable.
function Terrain.price(price)
  return check.is_price(price) and price
end

--- The name of a terrain that is given by name, as true (open) or false (wall).
function Terrain.named(call, argument, value, known)
  if type(value) == "boolean" then
    return value and "open" or "wall"
  elseif type(value) ~= "string" or not known[value] then
    check.fail(call, argument, "a terrain of the grid, true or false", value,
      type(value) == "string" and (" (prices = { [%s] = 1 } makes it one)"
      ):format(check.show(value)) or nil)
  end
  return value
end

--- One byte, or one letter of UTF-8.
local function is_character(key)
  return type(key) == "string" and (#key == 1 and key ~= "\n" and key ~= "\r"
    or #key <= 4 and key:find("^[\194-\244][\128-\191]+$") ~= nil)
end

--- Adds the entries of a legend (or nil) to a map from characters or values to
-- terrains: { key = terrain }.
-- @param known    the set of the grid's terrains
-- @param is_text  are the keys characters?
-- @return the map
function Terrain.legend(call, legend, known, map, is_text)
  for key, terrain, label in given.entries(call, "legend", legend,
    "a table { key = terrain }", is_text and is_character,
    "one character, no line break") do
    map[key] = Terrain.named(call, label, terrain, known)
  end
  return map
end

--- Which terrains hide what is behind them? { name = true or false } for those
-- that are named.
function Terrain.opaque(call, grid, opaque)
  local own = {}
  for name, hides, label in given.terrains(call, grid, "opaque", opaque,
    "a table { terrain = true or false }") do
    own[name] = given.kind(call, label, hides, "boolean", "true or false")
  end
  return own
end

--- The terrains as a list { { name, price }, ... }, sorted by name, and the set
-- of all names that the grid will have.
function Terrain.list(call, prices)
  local list, known, count = {}, { open = true, wall = true }, 0
  for name, price, label in given.entries(call, "prices", prices,
    "a table { name = price }", Terrain.is_name, Terrain.NAME) do
    local wanted = Terrain.wrong_price(name, price)
    if wanted then
      check.fail(call, label, wanted, price)
    end
    count = known[name] and count or count + 1
    known[name] = true
    list[#list + 1] = { name, Terrain.price(price) }
  end
  if count > MAX_NAMES then
    check.fail(call, "prices",
      "at most 125 names beside 'open' and 'wall'", count)
  end
  return list, known
end

return Terrain
