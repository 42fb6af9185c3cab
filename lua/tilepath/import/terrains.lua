--- The terrains of an imported map.
--
-- The game names some in the option `prices`. The map names others: by a name
-- with a price, a name alone, or a price alone. A name has one price in the
-- whole map, whichever tile sets it. The game's price replaces it.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local Terrain = require(root .. "terrain")

local MAX_NAMES = 125

-- known: { name = { price =, said_by =, is_given =, is_class = } }; count: the
-- number of terrains except "open" and "wall". is_class: only classes of tiles
-- have named it so far.
local Terrains = {}
Terrains.__index = Terrains

--- Notes a terrain: its name, its price or nil, and the label of its source.
-- @return the name
function Terrains:define(name, price, label, is_class)
  if not Terrain.is_name(name) then
    check.fail(self.call, "terrain of " .. label, Terrain.NAME, name)
  end
  local terrain = self.known[name]
  if not terrain then
    terrain = { is_class = true }
    self.known[name], self.count = terrain, self.count + 1
  end
  terrain.is_class = terrain.is_class and is_class and price == nil
  if price == nil or terrain.is_given then
    return name
  end
  local wanted = Terrain.wrong_price(name, price)
  if wanted then
    check.fail(self.call, "price of " .. label, wanted, price)
  end
  price = Terrain.price(price)
  if terrain.price == nil then
    terrain.price, terrain.said_by = price, label
  elseif terrain.price ~= price then
    check.fail(self.call, "price of " .. label, ("%s, the price of terrain "
      .. "%s at %s"):format(check.show(terrain.price), check.show(name),
      terrain.said_by), price)
  end
  return name
end

--- The terrain of a price that has no name: "price 3".
function Terrains:of_price(price, label)
  return self:define(("price %.14g"):format(price), price, label)
end

--- The terrain in an option: a name, true for open, false for wall.
function Terrains:option(label, value)
  local name = Terrain.named(self.call, label, value, self.known)
  self.known[name].is_class = false
  return name
end

--- If there are too many terrains, those that are only classes, without a price,
-- are none. All things of the map are read before.
-- @param meanings  the legend, whose terrains stay
function Terrains:drop(meanings)
  for _, key in ipairs(check.sorted_keys(meanings)) do
    self:option("legend", meanings[key])
  end
  for _, name in ipairs(self.count > MAX_NAMES and check.sorted_keys(self.known)
    or {}) do
    if self.known[name].is_class then
      self.known[name], self.count = nil, self.count - 1
    end
  end
end

--- All terrains, { { name, price }, ... }, for layout.grid. The price is 1 if
-- nothing sets it.
function Terrains:list()
  if self.count > MAX_NAMES then
    check.raise(("%s: the map has %d terrains with a name or a price, and a grid "
      .. "has room for %d beside 'open' and 'wall'"):format(self.call, self.count,
      MAX_NAMES))
  end
  local list = {}
  for _, name in ipairs(check.sorted_keys(self.known)) do
    local price = self.known[name].price
    if price == nil and name ~= "wall" then
      price = 1
    end
    list[#list + 1] = { name, price or false }
  end
  return list
end

--- The terrains that the option `prices` names.
return function(call, terrain)
  local list, names = Terrain.list(call, terrain)
  local self = setmetatable({ call = call, known = {}, count = -2 }, Terrains)
  for name in pairs(names) do
    self.known[name], self.count = {}, self.count + 1
  end
  for _, entry in ipairs(list) do
    self.known[entry[1]] = { price = entry[2], is_given = true }
  end
  return self
end
