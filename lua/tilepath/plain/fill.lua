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

-- Flat lists ------------------------------------------------------------------

--- Fills a rectangle that lies inside, counted from 0.
-- @return nothing; or the index of a value that the legend does not have
function fill.fill_list(handle, list, legend, x, y, w, h)
  local g, cells = class.state(map.Grid, handle), {}
  local ids = { [false] = map.KEEP }
  for i = 1, w * h do
    local name = rawget(legend, rawget(list, i))
    if name == nil then
      return i
    end
    ids[name] = ids[name] or meaning(g, name)
    cells[i] = ids[name]
  end
  map.paste(g, x, y, w, h, cells)
end

function fill.open(core)
  core.is_ascii, core.measure = fill.is_ascii, fill.measure
  core.fill_text, core.fill_list = fill.fill_text, fill.fill_list
end

return fill
