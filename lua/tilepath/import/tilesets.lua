--- The meaning of the tiles of a Tiled map: terrain, price, walkable, and the
-- sides with fences.
--
-- A layer names a tile by its gid: the number of the tile in its tileset plus
-- the tileset's firstgid. The four highest bits flip or rotate the tile, which
-- matters only to its sides. All tiles of all tilesets are read before any
-- layer, because one tile may give the price of a terrain that others only
-- name.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local Terrain = require(root .. "terrain")
local Node = require(root .. "import.node")

local floor = math.floor

local CALL = "from_tiled"

-- gids have 32 bits. The upper four are flips.
local GIDS, FLIPS = 2 ^ 32, 2 ^ 28

local Tilesets = {}
Tilesets.__index = Tilesets

-- A tile ----------------------------------------------------------------------

--- The terrain of a tile: its property, or else its class.
local function terrain_of(self, tile)
  local name = self.names.terrain
  local terrain = tile:property(name, "string", "a string")
  if terrain == nil and name then
    terrain = tile:class()
  end
  return terrain ~= "" and terrain or nil
end

local SIDES = { left = { -1, 0 }, right = { 1, 0 }, top = { 0, -1 },
  bottom = { 0, 1 } }
local ALL = "left right top bottom"

--- Adds the sides that a tile's property names to a list.
local function add_sides(self, list, what, tile)
  local name, named = self.names[what], {}
  local value = tile:property(name)
  local words = value == true and ALL or value or ""
  for word in (type(words) == "string" and words or "?"):gmatch("[^%s,]+") do
    named[word] = SIDES[word] or tile:fail("property " .. check.show(name),
      "true, false or some of the words '" .. ALL .. "'", value)
  end
  for _, word in ipairs(check.sorted_keys(named)) do
    list[#list + 1] = { SIDES[word][1], SIDES[word][2], what == "ledge" }
  end
end

--- The meaning of a tile: { says = a terrain or nil, bars = does it block?,
-- sides = a list of fences { dx, dy, is_ledge } }.
local function read_tile(self, tile)
  local label, terrain = tile.label, terrain_of(self, tile)
  local price = tile:property(self.names.price)
  local walkable = tile:property(self.names.walkable, "boolean",
    "true or false")
  local wanted = price ~= nil and Terrain.wrong_price(terrain or "", price)
  if wanted then
    tile:fail("property " .. check.show(self.names.price), wanted, price)
  end
  local bars = walkable == false or terrain == "wall"
  if terrain then
    terrain = self.terrains:define(terrain, price, label)
  elseif price ~= nil and not Terrain.price(price) then
    bars = true
  elseif price ~= nil then
    terrain = self.terrains:of_price(price, label)
  end
  local sides = {}
  add_sides(self, sides, "fence", tile)
  add_sides(self, sides, "ledge", tile)
  return { says = terrain ~= "wall" and terrain or nil, bars = bars,
    sides = sides }
end

-- A tileset -------------------------------------------------------------------

--- The meanings of all tiles of a tileset, by id, and the highest id.
local function read_tiles(self, tileset)
  local tiles = tileset:table("tiles", true) or {}
  if not self.read[tiles] then
    local done = { last = -1 }
    for _, tile in tileset:each("tiles", true) do
      local id = tile:whole("id", 0, FLIPS)
      tile.label = ("tile %d of %s"):format(id, tileset.label)
      done[id], done.last = read_tile(self, tile), math.max(done.last, id)
    end
    self.read[tiles] = done
  end
  return self.read[tiles]
end

--- A tileset from its own file, as the option `tilesets` gives it.
local function separate(self, file)
  local tileset = self.given[file]
  if tileset == nil then
    check.raise(("%s: tileset %s is in a file of its own, so the map does not "
      .. "have the properties of its tiles: embed it (tiled --export-map "
      .. "--embed-tilesets), or give it, tilesets = { [%s] = decoded }; with "
      .. "false its tiles have no properties"):format(CALL, check.show(file),
      check.show(file)))
  end
  return Node.new(CALL, tileset or {}, "tileset " .. check.show(file))
end

local function read_tileset(self, tileset)
  local first = tileset:whole("firstgid", 1, FLIPS)
  local file = tileset:string "source"
  if file == "" then
    file = tileset:string "filename"
  end
  if file ~= "" and tileset:get "tiles" == nil then
    tileset = separate(self, file)
  else
    tileset.label = ("tileset %s (%s)"):format(
      check.show(tileset:string "name"), tileset:title())
  end
  if tileset:get "tileproperties" ~= nil then
    check.raise(("%s: %s has the form of Tiled before 1.2: save the map again"
      ):format(CALL, tileset.label))
  end
  local count = tileset:get "tilecount"
  return { first = first, label = tileset.label,
    count = count ~= nil and tileset:whole("tilecount", 0, FLIPS),
    alignment = tileset:string "objectalignment",
    tiles = read_tiles(self, tileset) }
end

-- gids ------------------------------------------------------------------------

--- The tileset of a gid (without flips), or nil.
function Tilesets:find(gid)
  local list, low, high = self.list, 0, #self.list
  while low < high do
    local middle = floor((low + high + 1) / 2)
    if list[middle].first <= gid then
      low = middle
    else
      high = middle - 1
    end
  end
  return list[low]
end

--- A gid without its flips; nil if the value is no gid.
function Tilesets.without_flips(gid)
  return type(gid) == "number" and gid >= 0 and gid < GIDS
    and gid == floor(gid) and gid % FLIPS or nil
end

--- The sides of a tile after the flips of a gid: first columns become rows,
-- then left and right change places, then top and bottom.
local function turned(sides, gid, is_isometric)
  local list = {}
  for i, side in ipairs(sides) do
    local x, y = side[1], side[2]
    if is_isometric then
      x, y = x - y, x + y
    end
    if gid % 2 ^ 30 >= 2 ^ 29 then
      x, y = y, x
    end
    x = gid >= 2 ^ 31 and -x or x
    y = gid % 2 ^ 31 >= 2 ^ 30 and -y or y
    if is_isometric then
      x, y = (x + y) / 2, (y - x) / 2
    end
    list[i] = { x, y, side[3] }
  end
  return list[1] and list
end

local NOTHING = { sides = {} }

--- The meaning of a gid, for a sheet.
function Tilesets:explain(value, label)
  local gid = Tilesets.without_flips(value)
  if not gid then
    check.fail(CALL, label, "a gid, a whole number from 0 to 4294967295", value)
  elseif gid == 0 then
    return false
  end
  local tileset = self:find(gid)
  local id = tileset and gid - tileset.first
  if not tileset
    or tileset.count and id >= tileset.count and id > tileset.tiles.last then
    check.fail(CALL, label, "a tile of the map's tilesets", value)
  end
  local tile = tileset.tiles[id] or NOTHING
  return "open", tile.says, tile.bars, turned(tile.sides, value,
    self.is_isometric)
end

--- Reads the tilesets of a map.
-- @param names     the names of the properties terrain, price, walkable, fence,
-- ledge; false: none
-- @param given     tilesets with their own files, by file name
-- @param terrains  gets the terrains of the tiles
return function(map, names, given, terrains, is_isometric)
  local self = setmetatable({ names = names, given = given, list = {},
    terrains = terrains, read = {}, is_isometric = is_isometric }, Tilesets)
  for i, tileset in map:each "tilesets" do
    self.list[i] = read_tileset(self, tileset)
  end
  table.sort(self.list, function(a, b) return a.first < b.first end)
  for i = 2, #self.list do
    if self.list[i].first == self.list[i - 1].first then
      check.fail(CALL, "firstgid of " .. self.list[i].label,
        "a number that no other tileset has", self.list[i].first)
    end
  end
  return self
end
