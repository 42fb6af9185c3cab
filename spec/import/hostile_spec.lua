--- Importers read files of strangers. For any content, there is a grid, or an
-- error of the library at the caller's line, in a time that the size of the
-- table bounds. Real exports are damaged at random, a few places at a time.
-- Maps built to do harm have cases of their own.
-- IMPORT_SEEDS=n tries n seeds instead of the fixed seeds.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local import = require "spec.support.import_helper"
local memory = require "spec.support.memory"
local numbers = require "spec.support.random"

local load_text = rawget(_G, "loadstring") or load

local SEEDS = { 7, 42 }
local CASES = 10                        -- for each seed and map

if os.getenv("IMPORT_SEEDS") then
  SEEDS = {}
  for seed = 1, tonumber(os.getenv("IMPORT_SEEDS")) do
    SEEDS[seed] = 1000 + seed
  end
end

-- Damage ----------------------------------------------------------------------

local function explode()
  error("a metamethod ran", 0)
end

--- A table that raises unless it is read raw.
local function trap()
  return setmetatable({}, { __index = explode, __newindex = explode,
    __len = explode, __eq = explode, __lt = explode, __le = explode,
    __call = explode, __tostring = explode, __concat = explode,
    __pairs = explode, __name = 5, __metatable = "none of yours" })
end

local LONG = ("x"):rep(100000)

local VALUES = { 0 / 0, math.huge, -math.huge, -1, 0, 0.5, 1, 2, 15.5, 1e9,
  2 ^ 31, 2 ^ 32 - 1, 2 ^ 53, -2 ^ 53, 1e308, -1e308, 5e-324, "", "x", "1",
  "tilelayer", "objectgroup", "group", "polygon", "ellipse", "base64", "wall",
  "open", "a\0b", LONG, true, false, print, io.stdout, trap,
  coroutine.create(function() end) }

--- All tables under a root, and the keys of each in a fixed order.
local function places_of(root)
  local list, seen = {}, {}
  local function visit(t)
    if seen[t] then return end
    seen[t] = true
    local keys = {}
    for key in next, t do
      keys[#keys + 1] = key
    end
    table.sort(keys, function(a, b)
      return type(a) == type(b) and a < b or type(a) < type(b)
    end)
    for _, key in ipairs(keys) do
      list[#list + 1] = { t, key }
    end
    for _, key in ipairs(keys) do
      if type(rawget(t, key)) == "table" then
        visit(rawget(t, key))
      end
    end
  end
  visit(root)
  return list
end

--- Damages a place. Data is most of a map, so half of the damage goes to places
-- outside lists of numbers.
local function damage(root, random)
  local places = places_of(root)
  local place = places[random(1, #places)]
  for _ = 1, 3 do
    if type(place[2]) == "number" and type(place[1][place[2]]) ~= "table" then
      place = places[random(1, #places)]
    end
  end
  local how, value = random(1, 10), nil
  if how <= 6 then
    value = VALUES[random(1, #VALUES)]
    if value == trap then
      value = trap()
    end
  elseif how <= 8 then
    local other = places[random(1, #places)]
    value = rawget(other[1], other[2])
  elseif how == 9 then
    value = {}
  end
  rawset(place[1], place[2], value)
end

-- Maps ------------------------------------------------------------------------

local LDTK = { worldLayout = "Free", defs = { layers = { { uid = 1,
  intGridValues = { { value = 1, identifier = "wall" },
    { value = 2, identifier = "mud" } } } }, tilesets = { { uid = 5, enumTags = {
      { enumValueId = "wall", tileIds = { 3, 4 } } } } } }, levels = {} }

for i = 1, 2 do
  LDTK.levels[i] = { identifier = "L" .. i, worldX = i * 16, worldY = 8,
    worldDepth = 0, layerInstances = {
      { __identifier = "Things", __type = "Entities", __gridSize = 8,
        entityInstances = { { __identifier = "Hero", px = { 8, 8 },
          __pivot = { 0.5, 0.5 }, width = 16, height = 16, fieldInstances = {
            { __identifier = "life", __value = 3 }, { __identifier = "home",
              __type = "Array<Point>", __value = { { cx = 1, cy = 1 } } } } } } },
      { __identifier = "Tiles", __type = "Tiles", __cWid = 2, __cHei = 2,
        __gridSize = 8, __tilesetDefUid = 5, gridTiles = {
          { px = { 8, 8 }, t = 3 }, { px = { 8, 8 }, t = 1 } } },
      { __identifier = "Ground", __type = "IntGrid", __cWid = 2, __cHei = 2,
        __gridSize = 8, __pxTotalOffsetX = 0, __pxTotalOffsetY = 0,
        layerDefUid = 1, intGridCsv = { 0, 1, 2, 0 } } } }
end

local COVERS = { legend = { swamp = false, fence = true, pond = "wall",
  field = "open", turned = false, chest = false, patrol = "wall" } }

--- A map with fences and chunks.
local function fenced()
  local map = import.map(3, 2, { import.chunked(
    { -1, 0, 3, 2, { 1, 2 + 2 ^ 31, 0, 0, 2, 1 } }, { 4, 4, 1, 1, { 2 } }),
    { type = "objectgroup", name = "o", objects = {
      { x = 0, y = 8, class = "fence",
        polyline = import.points { 0, 0, 16, 0, 16, 8 } },
      { x = 0, y = 0, properties = { ledge = true }, rotation = 45,
        polyline = import.points { 0, 0, 16, 3 } } } } },
    { { id = 0, properties = { fence = "left top" } },
      { id = 1, properties = { ledge = true, fence = "right" } } })
  return map
end

--- A staggered map with base64, a template, and a tile with shapes.
local function packed()
  local map = import.map(3, 2, { { type = "tilelayer", name = "a", width = 3,
    height = 2, encoding = "base64", data = "AQAAAAIAAAABAAAAAgAAgAAAAAABAAAA" },
    { type = "objectgroup", name = "o", objects = { { x = 0, y = 8,
      template = "a.tj", properties = { collidable = "true" } } } } },
    { { id = 1, class = "mud", properties = { price = "3" }, objectGroup = {
      objects = { { x = 0, y = 0, width = 9, height = 9 } } } } })
  map.orientation, map.staggeraxis, map.staggerindex = "staggered", "y", "odd"
  map.tilesets[1].source = "set.tsj"
  return { map = map, ["a.tj"] = { object = { name = "x", gid = 2, width = 10,
    height = 10 }, tileset = { firstgid = 1, source = "set.tsj" } } }
end

--- name = { a function that makes the map, the call, its options }
local MAPS = {
  ["the Lua export"] = { function() return import.towns().lua end,
    "from_tiled", COVERS },
  ["the JSON export"] = { function() return import.towns().json end,
    "from_tiled", COVERS },
  ["STI's map"] = { function() return import.towns().sti end, "from_tiled",
    COVERS },
  ["an isometric map"] = { import.isometric, "from_tiled",
    { legend = { gate = false } } },
  ["a map with fences and chunks"] = { fenced, "from_tiled" },
  ["a separate tileset"] = { function() return import.to_json(import.town().tilesets[1]) end,
    "from_tiled" },
  ["a staggered map with files"] = { packed, "from_tiled" },
  ["LDtk's project"] = { function() return import.copy(LDTK) end, "from_ldtk",
    { prices = { mud = 2 } } },
}

local call_at_line_3 = load_text("local f, a, b = ...\n\n"
  .. "local grid, places = f(a, b)\nreturn grid, places", "=caller")

--- nil if the call made a grid (or a view) or raised properly; else the fault.
local function fault(call, map, options)
  local fine, grid, places = pcall(call_at_line_3, tilepath[call], map, options)
  if not fine then
    local text = tostring(grid)
    if not text:find("^caller:3: " .. call .. ": ") then
      return text
    elseif #text > 600 then
      return "a long message: " .. text:sub(1, 200)
    end
  elseif getmetatable(grid) ~= core.Grid then
    return "no grid"
  elseif type(places) ~= "table"
    or not grid:has(grid.base_x, grid.base_y) then
    return "no places"
  end
end

local function map_and_options(case, random)
  case.original = case.original or case[1]()
  local map = import.copy(case.original)
  for _ = 1, random(1, 3) do
    damage(map, random)
  end
  if case == MAPS["a separate tileset"] then
    local town = import.town()
    town.tilesets[1] = { firstgid = 1, source = "tiles.tsx" }
    return town, { files = function() return map end }
  elseif case[1] == packed then
    local files = rawget(map, "a.tj")
    return rawget(map, "map"), { shapes = true, touched = true, files =
      function() return type(files) == "table" and files end }
  end
  return map, case[3]
end

describe("#once a damaged map makes a grid, or an error:", function()
  for name, case in pairs(MAPS) do
    it(name, function()
      for _, seed in ipairs(SEEDS) do
        local random = numbers.new(seed)
        for i = 1, CASES do
          local map, options = map_and_options(case, random)
          local wrong = fault(case[2], map, options)
          if wrong then
            error(("seed %d, case %d: %s"):format(seed, i, wrong), 0)
          end
        end
      end
    end)
  end
end)

-- Maps built to do harm -------------------------------------------------------

local function plain(layers)
  return import.map(2, 2, layers)
end

local function with_objects(objects, width, height)
  return import.with_objects(objects, width or 2, height or 2)
end

local COVER_X = { legend = { x = false } }

-- Instructions of Lua: as many as the cells that all layers together may have.
-- (The core in Lua needs some for each cell itself.)
local MOST_STEPS = 2 ^ 26
local STEP = 2 ^ 16

--- The error of a call, which must end within MOST_STEPS.
local function raised(call, map, options)
  local steps, compile = 0, memory.interpret()
  local hook, mask, count = debug.gethook()
  debug.sethook(function()
    steps = steps + STEP
    if steps > MOST_STEPS then
      error("it takes too many steps", 0)
    end
  end, "", STEP)
  local fine, message = pcall(call_at_line_3, tilepath[call], map, options)
  debug.sethook(hook, mask, count)
  compile()
  return fine and "nothing" or (tostring(message):gsub("^caller:3: ", ""))
end

--- Fails unless a call raises an error with these words; nil: no error.
local function says(words, map, options)
  local said = raised("from_tiled", map, options)
  assert.truthy((said .. "\n"):find(words or "nothing\n", 1, true), said)
end

local function together(what, label)
  return ("%s together (counted up to %s)\n"):format(what, label)
end

describe("#once a hostile map costs little:", function()
  it("groups inside themselves, or ten thousand deep", function()
    local group = { type = "group", name = "g" }
    group.layers = { group }
    says("layers[1] of group 'g' must be a layer that is not in the map "
      .. "twice, got table\n", plain { group })
    local layers, layer = {}, { type = "group", name = "g", layers = {} }
    for i = 1, 40 do
      layers = { { type = "group", name = "a" .. i, layers = layers },
        { type = "group", name = "b" .. i, layers = layers } }
    end
    says("a layer that is not in the map twice", plain(layers))
    for _ = 1, 10000 do
      layer = { type = "group", name = "g", layers = { layer } }
    end
    says("groups of layers are nested more than 64 deep\n", plain { layer })
  end)

  it("sizes of a thousand million", function()
    local map = plain { { type = "tilelayer", name = "a", width = 1e9,
      height = 1e9, data = { 1 } } }
    says("width of layer 'a' must be a whole number from 1 to 32767, got 1000000000\n", map)
    map.width, map.height = 32767, 32767
    map.layers[1].width, map.layers[1].height = 32767, 32767
    says(together("the layers have more than 67108864 cells", "layer 'a'"), map)
    map.layers[1].data = { {} }
    says("67108864", map)
    map.layers = {}
    says("width x height must be at most 268435456, got 1073676289\n", map)
    assert.are.equal("grid: length of list must be a multiple of width "
      .. "(32767), got 1", raised("grid", { 0 }, { width = 32767 }))
  end)

  it("polygons with too many corners", function()
    local points, tall = {}, {}
    for i = 1, 80000 do
      points[i] = { x = i % 2 * 16, y = i % 3 * 3 }
    end
    for i = 1, 1000 do
      tall[i] = { x = i % 2 * 16, y = i % 2 * 300000 }
    end
    local x = { name = "x", x = 0, y = 0, polygon = points }
    says(nil, with_objects { x }, COVER_X)
    says(together("the objects have more than 131072 points",
      "object 'x' (objects[2] of layer 'things')"), with_objects { x, x })
    says(together("the sides cross more than 1048576 lines of cells",
      "object 'x' (objects[1] of layer 'things')"), with_objects({ { name = "x",
        x = 0, y = 0, polygon = tall } }, 2, 30000), COVER_X)
  end)

  it("fences on all cells, and from border to border #core_c", function()
    local data, chunks, wide = {}, {}, {}
    for i = 1, 1000 do
      wide[i] = { x = -1e15 * (-1) ^ i, y = 4 + i % 2 * 300000 }
    end
    says(together("the sides cross more than 1048576 lines of cells",
      "objects[1] of layer 'things'"), with_objects({ { x = 0, y = 0,
        class = "fence", polyline = wide } }, 2, 30000))
    for i = 1, 256 do
      data[i] = 1
    end
    for i = 0, 2499 do
      chunks[i + 1] = { x = i % 50 * 16, y = math.floor(i / 50) * 16,
        width = 16, height = 16, data = data }
    end
    says("the map has more than 262144 fences (counted up to chunks[514] of "
      .. "layer 'a')\n", import.map(2, 2, { { type = "tilelayer", name = "a",
        chunks = chunks } },
        { { id = 0, properties = { ledge = ("left top "):rep(10000) } } }))
  end)

  it("thousands of gigantic rectangles #core_c", function()
    local all = { name = "x", x = -1e15, y = -1e15, width = 2e15,
      height = 2e15 }
    local list = {}
    for i = 1, 20000 do
      list[i] = all
    end
    says(nil, with_objects({ all }), COVER_X)
    says("the objects cover more than 134217728 cells together",
      with_objects(list, 4096, 4096), COVER_X)
  end)

  it("traps in place of any table", function()
    says("orientation of the map must be 'orthogonal', 'isometric', 'staggered' or "
      .. "'hexagonal', got nil\n", trap())
    assert.are.equal("from_ldtk: project must be a level or a project of LDtk, "
      .. "got table",
      raised("from_ldtk", trap()))
    local map = with_objects { { name = "x", x = 0, y = 0, layer = trap(),
      polygon = { { x = 0, y = 0 } } } }
    -- __eq compares two tables only if both have it.
    setmetatable(map.layers[1], { __eq = explode })
    says(nil, map)
    local world = import.copy(LDTK)
    world.levels[1].worldDepth, world.levels[2].worldDepth = trap(), trap()
    assert.are.equal("from_ldtk: worldDepth of level 'L2' must be the same as "
      .. "in the first level (or choose one, level =), got table",
      raised("from_ldtk", world))
  end)
end)
