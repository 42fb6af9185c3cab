--- The tilesets of a Tiled map, and what their tiles mean.
--
-- A layer names a tile by its gid: the number of the tile in its tileset plus
-- the tileset's firstgid. The four highest bits flip or rotate the tile, which
-- matters only to its sides. All tiles of all tilesets are read before any
-- layer, because one tile may give the price of a terrain that others only
-- name.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local Meaning = require(root .. "import.meaning")
local Node = require(root .. "import.node")
local outline = require(root .. "import.outline")

local floor = math.floor

local CALL = "from_tiled"

-- gids have 32 bits. The upper four are flips.
local GIDS, FLIPS = 2 ^ 32, 2 ^ 28

local EMBED = " (or save the map with its tilesets: tiled --export-map "
  .. "--embed-tilesets)"

local Tilesets = {}
Tilesets.__index = Tilesets

-- A tileset -------------------------------------------------------------------

--- Reads the tiles of a tileset: what they mean, by id, and the highest id.
local function read_tiles(self, tileset)
  local tiles = tileset:table("tiles", true) or {}
  if not self.read[tiles] then
    local done = { last = -1 }
    for _, tile in tileset:each("tiles", true) do
      local id = tile:whole("id", 0, FLIPS)
      tile.label = ("tile %d of %s"):format(id, tileset.label)
      tile.said = self.sheet.meaning:read(tile, tile:class())
      self.sheet.found:meet(tile)
      done[id], done.last = tile, math.max(done.last, id)
    end
    self.read[tiles] = done
  end
  return self.read[tiles]
end

--- A tileset: { first =, raw =, label =, count =, alignment =, tiles = }.
local function read_tileset(self, tileset)
  local first = tileset:whole("firstgid", 1, FLIPS)
  local names = {}
  for _, key in ipairs { "exportfilename", "source", "filename" } do
    local name = tileset:string(key)
    names[#names + 1] = name ~= "" and name or nil
  end
  local source = names[#names]
  local title = tileset:title()
  tileset.label = ("tileset %s (%s)"):format(check.show(tileset:string "name"),
    title)
  if source and tileset:get "tiles" == nil then
    local file = self.sheet.outside:file(names, title, EMBED)
    tileset = Node.new(CALL, file or {}, "tileset " .. check.show(source))
  end
  if tileset:get "tileproperties" ~= nil then
    check.raise(("%s: %s has the form of Tiled before 1.2: save the map again"
      ):format(CALL, tileset.label))
  end
  local count = tileset:get "tilecount"
  local offset, grid = tileset:child("tileoffset", true),
    tileset:child("grid", true)
  return { first = first, label = tileset.label, source = source,
    name = tileset:string "name",
    tile_width = tileset:number("tilewidth", self.sheet.frame.tile_width),
    tile_height = tileset:number("tileheight", self.sheet.frame.tile_height),
    count = count ~= nil and tileset:whole("tilecount", 0, FLIPS),
    alignment = tileset:string "objectalignment",
    is_scaled = tileset:string "tilerendersize" == "grid",
    offset_x = offset and offset:number("x", 0) or 0,
    offset_y = offset and offset:number("y", 0) or 0,
    grid = grid and grid:string "orientation" == "isometric" and grid or nil,
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
  for i, side in ipairs(sides or list) do
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
    list[i] = { x, y, side[3], side[4] }
  end
  return list[1] and list
end

--- The tile of a gid without flips: its node (nil: it has no fields), its
-- tileset and its id; nil if no tileset has it.
function Tilesets:tile(gid)
  local tileset = self:find(gid)
  local id = tileset and gid - tileset.first
  if tileset and not (tileset.count and id >= tileset.count
    and id > tileset.tiles.last) then
    return tileset.tiles[id], tileset, id
  end
end

--- What the tile of a gid without flips says, without its shapes, once all
-- tilesets are read.
-- @return nil if no tileset has it
function Tilesets:says(gid)
  if self.known[gid] == nil then
    local node, tileset, id = self:tile(gid)
    if not tileset then
      self.known[gid] = false
      return nil
    end
    node = node or self.plain
    local said, class = node.said, node:class()
    local found, label = self.sheet.found, ("tile %d of %s"):format(id,
      tileset.label)
    found.has_shapes = found.has_shapes or not self.sheet.shapes
      and (node:get "objectGroup" or node:get "objectgroup") ~= nil
    self.known[gid] = self.sheet.meaning:told(said,
      { said.terrain or false, class }, gid, label, { gid = gid, id = id,
      class = class, properties = node:properties(), tileset = tileset.name })
  end
  return self.known[gid] or nil
end

--- Returns what a value of a layer means, for a sheet.
-- @param outer  what the layer says
function Tilesets:explain(value, label, outer)
  local gid = Tilesets.without_flips(value)
  if not gid then
    check.fail(CALL, label, "a gid, a whole number from 0 to 4294967295", value)
  elseif gid == 0 then
    return false
  end
  local said = self:says(gid) or self.sheet.unknown
  if not said then
    local tileset = self:find(gid)
    check.fail(CALL, label, "a tile of the map's tilesets (or say what it is, "
      .. "unknown = true)", value, tileset and tileset.count == 0
      and (" (%s has no tiles: was its picture missing when it was exported?)"
      ):format(tileset.label) or nil)
  end
  local tile, tileset = self:tile(gid)
  local is_wall, walls
  if self.sheet.shapes and tile and said.closed == nil then
    is_wall, walls = outline.walls(self.sheet, tileset, tile, value)
  end
  if is_wall then
    said = Meaning.over({ closed = true, by = "shapes" }, said)
  end
  said = Meaning.over(said, outer)
  return "open", said, turned(said.sides, value, self.sheet.frame.is_slanted),
    walls
end

--- Reads the tilesets of a map. Two with the same first gid are a mistake,
-- unless one of them has no tiles.
-- @param sheet  also has frame, shapes and touched
return function(map, sheet)
  local self = setmetatable({ sheet = sheet, list = {}, read = {}, known = {},
    plain = Node.new(CALL, {}) }, Tilesets)
  self.plain.said = Meaning.NOTHING
  local all = {}
  for i, tileset in map:each "tilesets" do
    all[i] = read_tileset(self, tileset)
    all[i].order = i
  end
  table.sort(all, function(a, b)
    local of_a, of_b = a.count or 1, b.count or 1
    if a.first ~= b.first then
      return a.first < b.first
    end
    return of_a < of_b or of_a == of_b and a.order < b.order
  end)
  for i, tileset in ipairs(all) do
    local after = all[i + 1]
    if not after or after.first ~= tileset.first then
      self.list[#self.list + 1] = tileset
    elseif tileset.count ~= 0 then
      check.fail(CALL, "firstgid of " .. after.label,
        "a number that no other tileset has", after.first)
    end
  end
  return self
end
