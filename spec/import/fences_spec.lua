--- Fences and ledges of Tiled's maps: lines on object layers, and sides of
-- tiles.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local import = require "spec.support.import_helper"
local numbers = require "spec.support.random"

--- Polyline points of { x1, y1, x2, y2, ... }.
local function points(list)
  local all = {}
  for i = 1, #list, 2 do
    all[#all + 1] = { x = list[i], y = list[i + 1] }
  end
  return all
end

--- A map of cells of 10 x 10 with these objects.
local function with_objects(objects, width, height)
  return { orientation = "orthogonal", width = width or 4,
    height = height or 3, tilewidth = 10, tileheight = 10, tilesets = {},
    layers = { { type = "objectgroup", name = "things", objects = objects } } }
end

local function read(map, options)
  options = options or {}
  options.empty = true
  return (tilepath.from_tiled(map, options))
end

local function drawn(map, options)
  return (tilepath.ascii(read(map, options), { fences = true })
    :gsub(" +\n", "\n"))
end

--- A map with one line.
local function line(fields, ...)
  fields.x, fields.y = fields.x or 0, fields.y or 0
  fields.polyline = points { ... }
  return with_objects { fields }
end

local NOTHING = ". . . .\n\n. . . .\n\n. . . ."
local FENCE = ". . . .\n-+-+\n. .|. .\n   +\n. . . ."
local CLIFF = ". . . .\nv+v+\n. .<. .\n   +\n. . . ."

describe("a line of a Tiled map", function()
  it("becomes fences if its class or its property is 'fence'", function()
    assert.are.equal(FENCE, drawn(line({ class = "fence" }, 0, 10, 20, 10, 20,
      20)))
    assert.are.equal(FENCE, drawn(line({ type = "fence" }, 0, 10, 20, 10, 20,
      20)))
    assert.are.equal(FENCE, drawn(line({ properties = { fence = true } }, 0, 10,
      20, 10, 20, 20)))
    assert.are.equal(FENCE, drawn(line({ properties = { { name = "fence",
      type = "bool", value = true } } }, 0, 10, 20, 10, 20, 20)))
    assert.are.equal(NOTHING, drawn(line({ class = "patrol" }, 0, 10, 20, 10,
      20, 20)))
    assert.are.equal(NOTHING, drawn(line({ class = "fence",
      properties = { fence = false } }, 0, 10, 20, 10, 20, 20)))
  end)

  it("becomes a ledge if they are 'ledge': open from left to right",
    function()
      assert.are.equal(CLIFF, drawn(line({ class = "ledge" }, 0, 10, 20, 10,
        20, 20)))
      assert.are.equal(CLIFF, drawn(line({ properties = { ledge = true } }, 0,
        10, 20, 10, 20, 20)))
      assert.are.equal(". . . .\n^+^+\n. .>. .\n   +\n. . . .",
        drawn(line({ class = "ledge" }, 20, 20, 20, 10, 0, 10)))
      local finder = tilepath.pathfinder(read(line({ class = "ledge" }, 0, 10,
        40, 10)))
      assert.is_true(finder:can_step(2, 1, 2, 2))
      assert.is_false(finder:can_step(2, 2, 2, 1))
    end)

  it("is a fence if `objects` or its layer says wall, for any class", function()
    for _, wall in ipairs { "wall", false } do
      assert.are.equal(FENCE, drawn(line({ name = "fence", class = "ledge" },
        0, 10, 20, 10, 20, 20), { objects = { fence = wall } }))
    end
    local map = line({ name = "fence" }, 0, 10, 20, 10, 20, 20)
    map.layers[1].properties = { collidable = true }
    assert.are.equal(FENCE, drawn(map))
    map.layers[1].objects[1].class = "ledge"
    assert.are.equal(CLIFF, drawn(map))
  end)

  it("is selected by the names in `properties`, or not at all", function()
    local map = line({ class = "hedge" }, 0, 10, 20, 10, 20, 20)
    assert.are.equal(FENCE, drawn(map, { properties = { fence = "hedge" } }))
    assert.are.equal(CLIFF, drawn(map, { properties = { ledge = "hedge" } }))
    map.layers[1].objects[1].class = "fence"
    assert.are.equal(NOTHING, drawn(map, { properties = { fence = false } }))
  end)

  it("leaves fences shut; two opposite ledges make a fence", function()
    local fence = { x = 0, y = 0, class = "fence",
      polyline = points { 0, 10, 20, 10, 20, 20 } }
    local down = { x = 0, y = 0, class = "ledge", polyline = fence.polyline }
    local up = { x = 0, y = 0, class = "ledge",
      polyline = points { 20, 20, 20, 10, 0, 10 } }
    for _, list in ipairs { { fence, down }, { up, fence }, { up, down } } do
      assert.are.equal(FENCE, drawn(with_objects(list)))
    end
    assert.are.equal(CLIFF, drawn(with_objects { down, down }))
  end)

  it("has its place and its corners among the places", function()
    local _, places = tilepath.from_tiled(line({ name = "a", class = "fence" },
      0, 10, 20, 10), { empty = true })
    assert.are.same({ 0, 10, 20, 10 }, places.a.points)
  end)

  it("separates the right cells in real exports", function()
    for form, map in pairs { lua = import.tiled "town.embed.lua",
      json = import.tiled "town.json",
      sti = import.sti(import.tiled "town.embed.lua") } do
      local walls = tilepath.from_tiled(map, { objects = { patrol = false } })
        :fences()
      local list = {}
      for i, wall in ipairs(walls) do
        list[i] = ("%d,%d-%d,%d"):format(wall.x1, wall.y1, wall.x2, wall.y2)
      end
      assert.are.equal("1,1-1,2 2,1-2,2 3,1-3,2 3,2-4,2 3,3-4,3 3,4-4,4",
        table.concat(list, " "), form)
    end
  end)

  it("has its drawn place on a map without bounds", function()
    local map = import.tiled "cave.embed.lua"
    map.layers[#map.layers + 1] = { type = "objectgroup", name = "lines",
      objects = { { x = -64, y = -32, class = "fence",
        polyline = points { 0, 0, 0, 16 } } } }
    local walls = tilepath.from_tiled(map):fences()
    assert.are.same({ { x1 = -5, y1 = -2, x2 = -4, y2 = -2, one_way = false } },
      walls)
  end)

  it("turns round its x, y", function()
    assert.are.equal(". . . .\n +\n.|. . .\n +\n.|. . .", drawn(line({ x = 10,
      y = 10, class = "fence", rotation = 90 }, 0, 0, 20, 0)))
  end)
end)

-- The oracle: a step from middle to middle, each moved a little right and still
-- less down, crosses a segment of the line, or does not.
local function side_of(ax, ay, bx, by, x, y)
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax)
end

--- Does the segment block the step? And does the step go from its left to its
-- right?
local function crosses(ax, ay, bx, by, x1, y1, x2, y2)
  local from, to = side_of(ax, ay, bx, by, x1, y1),
    side_of(ax, ay, bx, by, x2, y2)
  if (from < 0) == (to < 0) or (side_of(x1, y1, x2, y2, ax, ay) < 0)
    == (side_of(x1, y1, x2, y2, bx, by) < 0) then
    return false
  end
  return true, from < 0
end

describe("any line of a Tiled map", function()
  local WIDTH, HEIGHT = 7, 6

  local function check(random, kind)
    local corners, stops = {}, random(2, 5)
    for i = 1, 2 * stops do
      corners[i] = random(-2, 2 * WIDTH + 2) * 5
    end
    local map = with_objects({ { x = 0, y = 0, class = kind,
      polyline = points(corners) } }, WIDTH, HEIGHT)
    local finder = tilepath.pathfinder(read(map))
    local function is_open(x, y, to_x, to_y)
      local dx, dy = 0.5 + 2 ^ -20, 0.5 + 2 ^ -36
      for i = 1, #corners - 2, 2 do
        local is_crossed, is_right = crosses(corners[i] / 10,
          corners[i + 1] / 10, corners[i + 2] / 10, corners[i + 3] / 10,
          x - 1 + dx, y - 1 + dy, to_x - 1 + dx, to_y - 1 + dy)
        if is_crossed and (kind == "fence" or not is_right) then
          return false
        end
      end
      return true
    end
    for x = 1, WIDTH do
      for y = 1, HEIGHT do
        for _, to in ipairs { { x + 1, y }, { x, y + 1 }, { x - 1, y },
          { x, y - 1 } } do
          if finder:can_enter(to[1], to[2]) then
            assert.are.equal(is_open(x, y, to[1], to[2]),
              finder:can_step(x, y, to[1], to[2]), table.concat(corners, " "))
          end
        end
      end
    end
  end

  it("blocks exactly the steps that cross it", function()
    for seed = 1, 150 do
      check(numbers.new(seed), seed % 2 == 0 and "fence" or "ledge")
    end
  end)
end)

--- A map of 3 x 3 tiles; the middle tile has these properties.
local function tile(properties, flips)
  local gid = 1 + (flips or 0) * 2 ^ 29
  return { orientation = "orthogonal", width = 3, height = 3, tilewidth = 8,
    tileheight = 8, tilesets = { { name = "set", firstgid = 1, tilecount = 9,
      tiles = { { id = 0, properties = properties } } } },
    layers = { { type = "tilelayer", name = "a", width = 3, height = 3,
      data = { 0, 0, 0, 0, gid, 0, 0, 0, 0 } } } }
end

describe("a tile of a Tiled map", function()
  it("has fences on the sides that its property `fence` names", function()
    assert.are.equal(". . .\n +-+\n.|. .\n +\n. . .",
      drawn(tile { fence = "top left" }))
    assert.are.equal(". . .\n   +\n. .|.\n +-+\n. . .",
      drawn(tile { fence = "right, bottom" }))
    assert.are.equal(". . .\n +-+\n.|.|.\n +-+\n. . .",
      drawn(tile { fence = true }))
    assert.are.equal(". . .\n\n. . .\n\n. . .",
      drawn(tile { fence = false, ledge = "" }))
  end)

  it("can be left by the sides that its property `ledge` names", function()
    assert.are.equal(". . .\n +^+\n. .>.\n   +\n. . .",
      drawn(tile { ledge = "top right" }))
    assert.are.equal(". . .\n +^+\n.<.>.\n +v+\n. . .",
      drawn(tile { ledge = true }))
    assert.are.equal(". . .\n +^+\n.<.|.\n +v+\n. . .",
      drawn(tile { ledge = true, fence = "right" }))
  end)

  it("turns its sides with itself", function()
    -- Left and right, top and bottom, columns and rows: 4, 2, 1.
    for flips, sides in pairs { [0] = "top left", "left top", "bottom left",
      "left bottom", "top right", "right top", "bottom right",
      "right bottom" } do
      local fence, ledge = sides:match("(%a+) (%a+)")
      assert.are.equal(drawn(tile { fence = fence, ledge = ledge }),
        drawn(tile({ fence = "top", ledge = "left" }, flips)), flips)
    end
  end)

  it("turns its sides as its picture on an isometric map", function()
    -- Rows go down to the left, columns to the right; the upper corner belongs
    -- to left and top.
    for flips, sides in pairs { [0] = "left", [2] = "bottom", [4] = "top",
      [6] = "right" } do
      local map, expected = tile({ fence = "left" }, flips),
        tile({ fence = sides })
      map.orientation, expected.orientation = "isometric", "isometric"
      assert.are.equal(drawn(expected), drawn(map), flips)
    end
  end)

  it("has the sides of all tiles on its cell, chunk by chunk", function()
    local map = tile { fence = "left" }
    map.tilesets[1].tiles[2] = { id = 1, properties = { ledge = "bottom" } }
    map.layers[1] = { type = "tilelayer", name = "a", chunks = {
      { x = -2, y = 3, width = 2, height = 1, data = { 3, 1 } } } }
    map.layers[2] = { type = "tilelayer", name = "b", chunks = {
      { x = -2, y = 3, width = 2, height = 2, data = { 3, 2, 3, 3 } } } }
    assert.are.equal(".|.\n +v\n. .", drawn(map))
  end)

  it("has the properties that `properties` names, or none", function()
    local map = tile { hedge = "left", fence = "stone" }
    assert.are.equal(". . .\n +\n.|. .\n +\n. . .", drawn(map, {
      properties = { fence = "hedge" } }))
    assert.are.equal(". . .\n\n. . .\n\n. . .", drawn(map, {
      properties = { fence = false } }))
  end)
end)

describe("a mistake in fences of a Tiled map raises:", function()
  local function says(expected, map, options)
    assert.are.equal("from_tiled: " .. expected,
      helper.mistake(function() tilepath.from_tiled(map, options) end))
  end

  it("a tile without a side", function()
    for shown, value in pairs { ["'stone'"] = "stone", ["'left up'"] = "left up",
      ["3"] = 3, ["table"] = {} } do
      says("property 'fence' of tile 0 of tileset 'set' (tilesets[1]) must be "
        .. "true, false or some of the words 'left right top bottom', got "
        .. shown, tile { fence = value })
    end
  end)

  it("a line with a property that is neither true nor false", function()
    says("property 'ledge' of object 'x' (objects[1] of layer 'things') must "
      .. "be true or false, got 'down'", line({ name = "x",
        properties = { ledge = "down" } }, 0, 0, 10, 0))
  end)

  it("a line with another terrain", function()
    says("shape of object 'x' (objects[1] of layer 'things') must be "
      .. "rectangle, ellipse, polygon, point or tile, to be a terrain, got "
      .. "'polyline'", line({ name = "x" }, 0, 0, 10, 0),
      { objects = { x = "mud" }, prices = { mud = 2 } })
  end)
end)
