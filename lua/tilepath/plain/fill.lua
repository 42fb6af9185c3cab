--- Fills a grid from drawn text or from flat lists of values.
--
-- A legend gives each character or value the name of a terrain, or, in flat
-- lists, false: the cell stays as it is. The values are collected first, and go
-- into the grid after all of them are understood.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
local args = require(siblings .. "args")
local class = require(parent .. "class")
local text_of = require(parent .. "later").module("text")
local map = require(siblings .. "map")

local fill = {}

--- The id of the terrain for a value of the legend.
local function meaning(g, name)
  return args.terrain("grid", g, "a value of map", name)
end

-- Text ------------------------------------------------------------------------

--- Has a text no bytes beyond ASCII?
function fill.is_ascii(text)
  return text:find("^[^\128-\255]*$") ~= nil
end

--- Measures a text.
-- @return width, height; or nil, the first row that differs and its length
function fill.measure(text)
  local rows = text_of.rows(text)
  local width = #rows[1]
  for y, row in ipairs(rows) do
    if #row ~= width then
      return nil, y, #row
    end
  end
  return width, width > 0 and #rows or 0
end

--- Fills a grid from a text.
-- @return nothing; or a character that the legend does not have, its row and
-- column
function fill.fill_text(handle, text, legend)
  local g = class.state(map.Grid, handle)
  local cells, ids = {}, {}
  for y, row in ipairs(text_of.rows(text)) do
    for x = 1, #row do
      local byte = row:byte(x)
      if not ids[byte] then
        local character = string.char(byte)
        local name = rawget(legend, character)
        if name == nil then
          return character, y, x
        end
        ids[byte] = meaning(g, name)
      end
      cells[(y - 1) * #row + x] = ids[byte]
    end
  end
  map.replace(g, cells)
end

-- Values ----------------------------------------------------------------------

--- Reads a list. Each of the different values gets a code, from 1.
-- @return the codes of all items; the values and the index of the first item of
-- each, by code; and the index of an item that can have no code, or nil
function fill.read_values(list, count)
  local codes, values, firsts, known = {}, {}, {}, {}
  for i = 1, count do
    local value = rawget(list, i)
    local code = value ~= nil and known[value] or nil
    if not code then
      if value == nil or value ~= value then
        return codes, values, firsts, i
      end
      code = #firsts + 1
      known[value], values[code], firsts[code] = code, value, i
    end
    codes[i] = code
  end
  return codes, values, firsts
end

--- How many items have each value, by code.
function fill.count_values(codes, values)
  local cells = {}
  for code = 1, #values do
    cells[code] = 0
  end
  for _, code in ipairs(codes) do
    cells[code] = cells[code] + 1
  end
  return cells
end

--- Fills a rectangle that lies inside, counted from 0.
-- @param meanings  the terrains by code; false: the cell stays as it is
function fill.fill_values(handle, codes, meanings, x, y, w, h)
  local g, cells, ids = class.state(map.Grid, handle), {}, {}
  for code, name in ipairs(meanings) do
    ids[code] = name and meaning(g, name) or map.KEEP
  end
  for i = 1, w * h do
    cells[i] = ids[codes[i]]
  end
  map.paste(g, x, y, w, h, cells)
end

function fill.open(core)
  core.is_ascii, core.measure = fill.is_ascii, fill.measure
  core.fill_text, core.fill_values = fill.fill_text, fill.fill_values
  core.read_values, core.count_values = fill.read_values, fill.count_values
end

return fill
