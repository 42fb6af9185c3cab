--- Pictures and flat lists as maps.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

--- A stand-in for LÖVE's ImageData: rows of "rrggbb" or "rrggbbaa". With a
-- format it has bytes, too; only those of rgba8 are right.
local function image(rows, format)
  local height, width = #rows, #rows[1]
  local function channels(x, y)
    local text = rows[y + 1][x + 1]
    text = #text == 6 and text .. "ff" or text
    local values = {}
    for i = 1, 4 do
      values[i] = tonumber(text:sub(2 * i - 1, 2 * i), 16)
    end
    return values
  end
  local data = {}
  function data.getDimensions()
    return width, height
  end
  -- LÖVE's levels are floats of 32 bits: a little less or more.
  function data.getPixel(_, x, y)
    local v = channels(x, y)
    return v[1] / 255.001, v[2] / 255.001, v[3] / 255.001, v[4] / 255.001
  end
  if format then
    function data.getFormat()
      return format
    end
    function data.getString()
      local bytes = {}
      for i = 0, width * height - 1 do
        local v = channels(i % width, math.floor(i / width))
        bytes[i + 1] = string.char(v[1], v[2], v[3], v[4])
      end
      return format == "rgba8" and table.concat(bytes)
        or ("\1"):rep(4 * width * height)
    end
  end
  return data
end

local ROWS = { { "ffffff", "000000", "3060c0" },
  { "00000000", "ffffff", "FFFFFF" } }
local LEGEND = { ffffff = true, ["#000000"] = "wall", ["3060C0"] = "water",
  ["00000000"] = false }

--- Fails unless a call raises this error.
local function says(expected, call, ...)
  local a, b = ...
  assert.are.equal(expected, helper.mistake(function()
    tilepath[call](a, b)
  end))
end

describe("from_image", function()
  it("makes a cell of each pixel, by its colour", function()
    for _, format in ipairs { "rgba8", "rgba16", false } do
      local grid = tilepath.from_image(image(ROWS, format), LEGEND,
        { prices = { water = 3 }, cell_size = 16, base = 0,
          origin = { 5, 0 } })
      assert.are.equal(".#~\n#..", tilepath.ascii(grid,
        { legend = { ["~"] = "water" } }))
      assert.are.same({ 0, 0, 16, 5 }, { grid.base_x, grid.base_y,
        grid.cell_width, grid.origin_x })
    end
  end)

  it("raises for an unknown colour, with the colour and its place", function()
    local WHERE = "from_image: pixel %s (counted from 0) must be a colour of "
      .. "legend, got '%s'"
    for _, format in ipairs { "rgba8", false } do
      says(WHERE:format("1, 1", "ff00aa"), "from_image", image({
        { "ffffff", "ffffff" }, { "ffffff", "ff00AA" } }, format),
        { ffffff = true })
      says(WHERE:format("0, 0", "00000000"), "from_image",
        image({ { "00000000" } }, format), { ["000000"] = true })
    end
  end)

  it("raises for wrong colours and sizes", function()
    for shown, key in pairs { ["'red'"] = "red", ["'fff'"] = "fff", ["1"] = 1,
      ["'##ffffff'"] = "##ffffff", ["'ffffff0'"] = "ffffff0" } do
      says("from_image: each key of legend must be a colour, 'rrggbb' or "
        .. "'rrggbbaa' in hexadecimal digits, got " .. shown, "from_image",
        image(ROWS), { [key] = true })
    end
    says("from_image: pixel 0, 0 must be a colour of numbers from 0 to 1, got "
      .. "nan", "from_image", { getDimensions = function() return 1, 1 end,
        getPixel = function() return 0 / 0, 0, 0, 0 end }, {})
    says("from_image: width of image must be a whole number from 1 to 32767, "
      .. "got nil", "from_image", { getDimensions = function() end,
        getPixel = function() return 0, 0, 0, 0 end }, {})
  end)
end)

describe("a grid of a flat list", function()
  it("has rows of the given width", function()
    local list = { 0, 0, 1, 2, 0, 0 }
    local options = { width = 3, walkable = 0, legend = { [2] = "mud" },
      prices = { mud = 3 }, base = 0, cell_size = 8 }
    local grid = tilepath.grid(list, options)
    assert.are.equal("..#\nm..", tilepath.ascii(grid))
    assert.are.same({ 0, 8 }, { grid.base_x, grid.cell_width })
    options.width, options.height = 2, 3
    assert.are.equal("..\n#m\n..", tilepath.ascii(tilepath.grid(list,
      options)))
  end)

  it("equals a grid of rows with the same values", function()
    local random = numbers.new(11)
    for _ = 1, 20 do
      local width, height = random(1, 9), random(1, 9)
      local list, rows = {}, {}
      for y = 1, height do
        rows[y] = {}
        for x = 1, width do
          local value = ({ true, false, "open", "wall", "mud" })[random(1, 5)]
          rows[y][x], list[#list + 1] = value, value
        end
      end
      local terrain = { mud = 2 }
      assert.are.equal(tilepath.grid(rows, { prices = terrain }),
        tilepath.grid(list, { width = width, prices = terrain }))
    end
  end)

  it("calls `walkable` once for each value, in the order of the list",
    function()
      local asked = {}
      tilepath.grid({ 5, 3, 5, 4, 3, 9 }, { width = 2,
        walkable = function(value)
          asked[#asked + 1] = value
          return true
        end })
      assert.are.same({ 5, 3, 4, 9 }, asked)
    end)

  it("raises for a wrong width, and for unknown values", function()
    says("grid: length of list must be a multiple of width (2), got 3", "grid",
      { 0, 0, 0 }, { width = 2 })
    says("grid: height must be the length of list divided by width (3), got 2",
      "grid", { 0, 0, 0 }, { width = 1, height = 2 })
    says("grid: height of list must be a whole number from 1 to 32767, got 0",
      "grid", {}, { width = 2 })
    says("grid: width must be a whole number from 1 to 32767, got nan", "grid",
      { 0 }, { width = 0 / 0 })
    says("grid: list[3] (row 2, column 1) must be a terrain's name, a boolean, "
      .. "or a value that walkable or legend explains, got 7", "grid",
      { true, false, 7, 7 }, { width = 2 })
    local list = { 1, 2, 3 }
    says("grid: walkable must not change list (item 1 has changed)", "grid",
      list, { width = 3, walkable = function(value)
        list[1] = value + 10
        return true
      end })
  end)
end)
