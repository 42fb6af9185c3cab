--- What the things of a map mean: tiles, objects, layers, groups and values.
--
-- There is one reader for all of them. A thing says by its properties, or the
-- game's legend says for it:
--
--   terrain         the terrain of its cells
--   closed          does it close them? nil: it does not say
--   by              the word that closes them, for reports
--   is_given        does the game's legend say so?
--   sides           with fences and ledges: a list { dx, dy, is_ledge, name of
--                   the fence or nil }; nil: it does not say
--
-- The legend knows a thing by a name, or else by its number. What it says
-- replaces what the properties say. Things lie in each other (a tile or an
-- object in a layer, a layer in a group), and the innermost that says something
-- wins: `Meaning.over`.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local Terrain = require(root .. "terrain")

local Meaning = {}
Meaning.__index = Meaning

local WORDS = { "terrain", "price", "walkable", "collidable", "fence", "ledge" }

-- What closes: the value that wins if several properties stand for one word.
local CLOSING = { walkable = false, collidable = true }

local SIDES = { left = { -1, 0 }, right = { 1, 0 }, top = { 0, -1 },
  bottom = { 0, 1 } }
local ALL = "left right top bottom"

-- How properties begin that close if they are true.
local SOLID = given.set { "colli", "solid", "block", "wall", "obsta" }

-- Other programs write numbers and booleans as text, and booleans as numbers.
local TEXTS = { ["true"] = true, ["false"] = false }
local NUMBERS = { [0] = false, true, ["0"] = false, ["1"] = true }

local NOTHING = {}

Meaning.NOTHING = NOTHING

-- Properties ------------------------------------------------------------------

--- The option `properties`: the names that stand for each word.
local function read_names(call, properties)
  local names = {}
  for _, word in ipairs(WORDS) do
    names[word] = { word }
  end
  if properties ~= nil then
    check.options(call, "properties", properties, names)
  end
  for word, name, label in given.entries(call, "properties", properties) do
    names[word] = type(name) == "table" and given.names(call, label, name)
      or { name and given.kind(call, label, name, "string",
      "a name, a list of names or false") or nil }
    for _, one in ipairs(word == "walkable" and names[word] or NOTHING) do
      local begins = one:lower():gsub("^is_?", ""):sub(1, 5)
      if SOLID[begins] then
        check.fail(call, label, "a property that closes if it is false (one that "
          .. "closes if it is true: collidable = ...)", one)
      end
    end
  end
  return names
end

--- Raises: the property of a node must be `what`.
local function fail(node, name, what, value)
  node:fail("property " .. check.show(name), what, value)
end

--- The value of a word: that of the first property that stands for it and that
-- the node has, or of one that closes.
-- @return the value, and the name of its property; or nil
local function find(self, node, word)
  local value, by
  for _, name in ipairs(self.names[word]) do
    local one = node:property(name)
    if TEXTS[one] ~= nil then
      one = TEXTS[one]
    elseif one == "" then
      one = nil
    elseif CLOSING[word] ~= nil and NUMBERS[one] ~= nil then
      one = NUMBERS[one]
    end
    if CLOSING[word] ~= nil and one ~= nil and type(one) ~= "boolean" then
      fail(node, name, "true or false" .. (type(one) == "table"
        and (" (a member of a class: '%s.%s')"):format(name,
        tostring(check.sorted_keys(one)[1] or "solid")) or ""), one)
    elseif one ~= nil and (value == nil or one == CLOSING[word]) then
      value, by = one, name
    end
  end
  return value, by
end

--- Splits the value of a property into the name of fences, or nil, and sides:
-- "kerb: left top", or the name alone, which stands for all sides.
local function split_name(value, word)
  local name, sides = value:match("^%s*([^:]*[^:%s])%s*:(.*)$")
  if not name and word == "fence" then
    name, sides = value:match("^%s*([^%s,:]+)%s*$"), ""
  end
  if name and not SIDES[name] and Terrain.is_name(name) then
    return name, sides:find("%S") and sides or ALL
  end
  return nil, value
end

--- Adds the sides that a property names to a list.
-- @return the list; nil if it is nil and there is no such property
local function add_sides(self, node, word, list)
  local value, name = find(self, node, word)
  if value == nil then
    return list
  end
  local words, named, fence = value == true and ALL or value or "", {}, nil
  if type(words) == "string" then
    fence, words = split_name(words, word)
  end
  for side in (type(words) == "string" and words or "?"):gmatch("[^%s,]+") do
    named[side] = SIDES[side] or fail(node, name,
      "true, false or some of the words '" .. ALL .. "'", value)
  end
  list = list or {}
  for _, side in ipairs(check.sorted_keys(named)) do
    list[#list + 1] = { SIDES[side][1], SIDES[side][2], word == "ledge", fence }
  end
  return list
end

--- The terrain that a node says, by a name or a price, or nil; and the word by
-- which it closes. The price of an object without a terrain may be that of goods.
local function find_terrain(self, node, class, is_object)
  local name, by = find(self, node, "terrain")
  if name ~= nil and type(name) ~= "string" then
    fail(node, by, "a string", name)
  end
  local price, price_by
  if name or not is_object then
    price, price_by = find(self, node, "price")
  end
  price = type(price) == "string" and tonumber(price) or price
  local wanted = price ~= nil and Terrain.wrong_price(name or "", price)
  if wanted then
    fail(node, price_by, wanted, price)
  end
  local label = node:title()
  local terrain = name or self.names.terrain[1] and class
  if terrain == "wall" then
    return nil, by or "class"
  elseif name or terrain and Terrain.is_name(terrain) then
    return self.terrains:define(terrain, price, label, not name)
  elseif price ~= nil and not Terrain.price(price) then
    return nil, price_by
  end
  return price ~= nil and self.terrains:of_price(price, label) or nil
end

--- What a node says by its properties.
-- @param class      names its terrain, unless a property does; or nil
-- @param shape      of an object; only lines have fences
function Meaning:read(node, class, shape)
  if next(node:properties()) == nil and not class then
    return NOTHING
  end
  local terrain, closing = find_terrain(self, node, class, shape)
  local walkable, name = find(self, node, "walkable")
  local collidable, other = find(self, node, "collidable")
  local by = walkable == false and name or collidable and other or closing
  local closed
  if by or walkable ~= nil or collidable ~= nil then
    closed = by ~= nil
  end
  local said = { terrain = terrain, closed = closed, by = by }
  if not shape or shape == "polyline" then
    said.sides = add_sides(self, node, "ledge", add_sides(self, node, "fence"))
  end
  return said
end

-- The legend ------------------------------------------------------------------

--- What a terrain of the legend means; it says whether cells are closed.
-- @param by    the word, for reports
-- @param said  what the thing itself says, or nil
function Meaning.of(terrain, by, said)
  terrain = type(terrain) == "boolean" and (terrain and "open" or "wall")
    or terrain
  local closed = terrain == "wall"
  return { terrain = not closed and terrain or nil, closed = closed, by = by,
    is_given = true, sides = said and said.sides }
end

--- The legend's word for a thing with these names and this number (or nil), over
-- what the thing itself says. `tile` is what the game's function is asked about,
-- once all names are known; or nil.
function Meaning:told(said, names, number, label, tile)
  local by, terrain
  if tile and self.explain then
    by, terrain = "legend", self.explain(tile)
    return terrain == nil and said or Meaning.of(self.terrains:option(
      "legend(" .. label .. ")", terrain), by, said)
  end
  for _, name in ipairs(names) do
    if terrain == nil and name and self.legend[name] ~= nil then
      by, terrain = name, self.legend[name]
    end
  end
  local by_number = number and self.legend[number]
  if by_number ~= nil and terrain == nil then
    by, terrain, self.used[number] = number, by_number, true
  elseif by_number ~= nil and by_number ~= terrain then
    self.disputed[number] = self.disputed[number]
      or { name = by, terrain = terrain, label = label }
  end
  if terrain == nil then
    return said
  end
  self.used[by] = true
  return Meaning.of(terrain, ("legend[%s]"):format(check.show(by)), said)
end

--- Checks the legend, once all terrains are known, before anything is painted.
function Meaning:settle()
  self.terrains:drop(Terrain.legend(self.call, self.legend, self.terrains.known,
    {}))
end

--- Raises if a number of the legend says otherwise than the names of all things
-- with this number. Once all things are known.
function Meaning:agree()
  for _, number in ipairs(check.sorted_keys(self.disputed)) do
    local one = self.disputed[number]
    if not self.used[number] then
      check.fail(self.call, ("legend[%s]"):format(check.show(number)),
        ("%s as legend[%s]: both mean %s"):format(check.show(one.terrain),
        check.show(one.name), one.label), self.legend[number])
    end
  end
end

-- Things in things ------------------------------------------------------------

--- What a thing means that lies in another.
function Meaning.over(inner, outer)
  local closing = inner.closed == nil and outer or inner
  return outer == NOTHING and inner or { closed = closing.closed,
    by = closing.by, is_given = closing.is_given,
    terrain = inner.terrain or outer.terrain,
    sides = inner.sides or outer.sides }
end

--- A reader of meanings.
-- @param options   the options properties and legend (a table, or a function if
-- `may_ask`)
-- @param terrains  gets the terrains that things name
function Meaning.new(call, options, terrains, may_ask)
  local legend, explain = options.legend, nil
  if may_ask and check.is_callable(legend) then
    legend, explain = {}, legend
  end
  return setmetatable({ call = call, terrains = terrains, used = {},
    disputed = {}, explain = explain,
    names = read_names(call, options.properties),
    legend = legend == nil and {} or given.kind(call, "legend", legend, "table",
    "a table { name = terrain }" .. (may_ask and " or a function of a tile"
    or "")) }, Meaning)
end

return Meaning
