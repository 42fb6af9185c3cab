--- Terrains: what they may be called and what they may cost, on a grid that is
-- made and on a map that is imported.
--
-- A list of them is in the order of their names, so that nothing depends on the
-- order of a table. Mistakes are raised in the name of the call that the user
-- made.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local huge = math.huge

local MAX_TERRAINS, MAX_NAME = 127, 31

local Terrain = {}

Terrain.NAME = "a name of 1 to 31 bytes, none zero"

--- Can a terrain have that name?
function Terrain.is_name(name)
  return type(name) == "string" and #name >= 1 and #name <= MAX_NAME
    and not name:find("\0", 1, true)
end

--- What a terrain's price must be, where this is none; else nil. "open" is what
-- a closed cell of impassable terrain becomes when it is opened, so it must
-- stay passable; "wall" is what false means, so it must not become.
function Terrain.wrong_price(name, price)
  local passable = check.is_price(price)
  if name == "open" and not passable then
    return "a number from 1/1024 to 1024"
  elseif not passable and price ~= false and price ~= huge then
    return "a number from 1/1024 to 1024, or false"
  elseif name == "wall" and passable then
    return "false: nobody enters a wall"
  end
end

--- A right price as the C module takes it: false is impassable.
function Terrain.price(price)
  return check.is_price(price) and price
end

--- The terrains as a list { { name, price }, ... } by name, and a set of all
-- the names that the grid will know.
function Terrain.list(call, terrain)
  local list, known = {}, { open = true, wall = true }
  if terrain == nil then
    return list, known
  elseif type(terrain) ~= "table" then
    check.fail(call, "terrain", "a table { name = price }", terrain)
  end
  local count = 2
  for _, name in ipairs(check.sorted_keys(terrain)) do
    if not Terrain.is_name(name) then
      check.fail(call, "each key of terrain", Terrain.NAME, name)
    end
    local price = terrain[name]
    local wanted = Terrain.wrong_price(name, price)
    if wanted then
      check.fail(call, ("terrain[%s]"):format(check.show(name)), wanted, price)
    end
    count = known[name] and count or count + 1
    known[name] = true
    list[#list + 1] = { name, Terrain.price(price) }
  end
  if count > MAX_TERRAINS then
    check.fail(call, "terrain",
      "at most 125 names beside 'open' and 'wall'", count - 2)
  end
  return list, known
end

return Terrain
