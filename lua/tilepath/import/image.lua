--- tilepath.from_image: makes a grid from a picture, one cell for each pixel.
--
-- C reads the bytes of LÖVE's ImageData, which are a string. Other images are
-- read pixel by pixel. A colour is a number until a message shows it, with red
-- in the highest of four bytes and alpha in the lowest.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local layout = require(root .. "layout")
local Terrain = require(root .. "terrain")

local byte, floor = string.byte, math.floor

local CALL = "from_image"

local OPTIONS = given.set(layout.OPTIONS)

--- A method of any object; nil if it has none.
local function method(object, name)
  local kind = type(object)
  if kind == "userdata" or kind == "table" then
    local found, f = pcall(function() return object[name] end)
    return found and type(f) == "function" and f or nil
  end
end

--- Reads the legend: { colour = terrain }.
local function read_colours(legend, known)
  local map = {}
  given.kind(CALL, "legend", legend, "table", "a table { rrggbb = terrain }")
  for key, terrain in given.entries(CALL, "legend",
    Terrain.legend(CALL, legend, known, {})) do
    local digits = type(key) == "string" and key:match("^#?(%x+)$") or ""
    if #digits ~= 6 and #digits ~= 8 then
      check.fail(CALL, "each key of legend",
        "a colour, 'rrggbb' or 'rrggbbaa' in hexadecimal digits", key)
    end
    map[tonumber(#digits == 6 and digits .. "ff" or digits, 16)] = terrain
  end
  return map
end

--- Pixel i for a message: 'rrggbb', or 'rrggbbaa' if it is not opaque.
local function show(pixels, i)
  local colour = pixels[i]
  if type(pixels) == "string" then
    local r, g, b, a = byte(pixels, 4 * i - 3, 4 * i)
    colour = ((r * 256 + g) * 256 + b) * 256 + a
  end
  local alpha = colour % 256
  local text = ("%06x"):format((colour - alpha) / 256)
  return alpha == 255 and text or text .. ("%02x"):format(alpha)
end

-- Pixels ----------------------------------------------------------------------

--- Reads all pixels one by one into a list. Their levels are numbers from 0 to
-- 1.
local function from_pixels(image, width, height)
  local list, get = {}, image.getPixel
  local function level(x, y, value)
    if type(value) ~= "number" or not (value >= 0 and value <= 1) then
      check.fail(CALL, ("pixel %d, %d"):format(x, y),
        "a colour of numbers from 0 to 1", value)
    end
    return floor(value * 255 + 0.5)
  end
  for y = 0, height - 1 do
    for x = 0, width - 1 do
      local r, g, b, a = get(image, x, y)
      list[#list + 1] = ((level(x, y, r) * 256 + level(x, y, g)) * 256
        + level(x, y, b)) * 256 + level(x, y, a == nil and 1 or a)
    end
  end
  return list
end

--- The pixels in a form for core.fill_list: a string of bytes, or a list.
local function read_pixels(image, width, height)
  local get_format = method(image, "getFormat")
  local get_string = method(image, "getString")
  if get_format and get_string and get_format(image) == "rgba8" then
    local bytes = get_string(image)
    if type(bytes) == "string" and #bytes == 4 * width * height then
      return bytes
    end
  end
  return from_pixels(image, width, height)
end

--- tilepath.from_image(image, legend [, options])
return function(image, legend, options)
  local dimensions = method(image, "getDimensions")
  if not dimensions or not method(image, "getPixel") then
    check.fail(CALL, "image", "LÖVE's ImageData", image)
  end
  options = check.options(CALL, "options", options, OPTIONS)
  local terrains, known = Terrain.list(CALL, options.prices)
  local map = read_colours(legend, known)
  local width, height = dimensions(image)
  local grid = layout.grid(CALL, width, height, options, terrains, " of image")
  local pixels = read_pixels(image, width, height)
  local unknown = core.fill_list(grid, pixels, map, 0, 0, width, height)
  if unknown then
    check.fail(CALL, ("pixel %d, %d (counted from 0)"):format(
      (unknown - 1) % width, floor((unknown - 1) / width)),
      "a colour of legend", show(pixels, unknown))
  end
  return grid
end
