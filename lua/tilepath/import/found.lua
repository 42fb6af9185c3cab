--- What an importer found: how many cells each layer closed, and by which word.
--
-- The importers return it: a list of { layer =, word =, cells = }, in the order
-- of the map, with the grid, and its numbers of `cells` and `closed` cells. Cells
-- without a tile and terrains that are impassable have no layer. As a string it
-- has a line for each, and says what may be wrong if nothing is closed, or if a
-- word of the legend decides nothing. A cell that is closed twice counts twice.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local into = require(root .. "into")

local Found = {}
Found.__index = Found

local CLASSES = "\nthe properties of a class itself are not in the file (Resolve "
  .. "Object Types and Properties exports those of objects)"

-- Names of layers of walls.
local WALLS = { "wall", "solid", "colli", "block", "obstacle", "barrier" }

--- Notes cells that a word closes on a layer (nil: on none).
function Found:close(layer, word, cells)
  local key = (layer or "") .. "\n" .. word
  local one = self.at[key] or { layer = layer, word = word, cells = 0 }
  if cells > 0 and not self.at[key] then
    self.at[key], self.list[#self.list + 1] = one, one
  end
  one.cells = one.cells + cells
end

--- Notes whether a tile or an object has a class and no properties.
function Found:meet(node)
  self.has_class = self.has_class or node:class() ~= ""
    and next(node:properties()) == nil
end

--- How many cells are blocked. C counts.
function Found.blocked(grid)
  return tonumber(tostring(grid):match "(%d+) blocked")
end

--- Notes the cells of impassable terrains, by their number without each of them.
local function close_terrains(self, grid)
  local terrains = core.terrains(grid)
  for _, name in ipairs(check.sorted_keys(terrains)) do
    if name ~= "wall" and not check.is_price(terrains[name]) then
      grid:terrain(name, 1)
      self:close(nil, "terrain " .. check.show(name), self.list.closed
        - Found.blocked(grid))
      grid:terrain(name, false)
    end
  end
end

--- Why may no cell be closed?
local function open_note(self, layers)
  for _, layer in ipairs(layers) do
    local name = check.show(layer.name)
    for _, word in ipairs(WALLS) do
      if name:lower():find(word, 1, true) then
        return ("no cell is closed: layer %s looks like walls (legend = { [%s] = "
          .. "false })"):format(name, name)
      end
    end
  end
  return "no cell is closed (" .. (self.has_shapes
    and "shapes = true: collision shapes of tiles count)"
    or "legend = { name = false } closes tiles, objects or layers of a name)")
    .. (self.has_class and CLASSES or "")
end

local metatable = { __name = "tilepath.Found", __tostring = function(list)
  local lines = { ("%d of %d cells are closed"):format(list.closed,
    list.cells) }
  for i, one in ipairs(list) do
    lines[i + 1] = (one.layer and "layer %s: %d by %s" or "%s%d: %s"):format(
      one.layer and check.show(one.layer) or "", one.cells, one.word)
  end
  lines[#lines + 1] = list.note
  return table.concat(lines, "\n")
end }

--- What an importer returns: the grid (or that of the option `into`), the places
-- and the report.
-- @param layers  list of { name = }
function Found:returned(sheet, grid, layers)
  local list, notes, unused = self.list, {}, {}
  list.cells, list.closed = grid.width * grid.height,
    Found.blocked(grid)
  close_terrains(self, grid)
  if list.closed == 0 then
    notes[1] = open_note(self, layers)
  end
  for _, key in ipairs(check.sorted_keys(sheet.meaning.legend)) do
    unused[#unused + 1] = not sheet.meaning.used[key] and check.show(key) or nil
  end
  if unused[1] then
    notes[#notes + 1] = "without effect in the legend: "
      .. table.concat(unused, ", ")
  end
  list.note = notes[1] and table.concat(notes, "\n")
  local own, reason, unit = into.take(self.call, sheet.options.into, grid)
  list.grid = own
  return own, own and sheet.places or reason,
    own and setmetatable(list, metatable) or unit
end

--- An empty report. `call` is the function that the user called.
function Found.new(call)
  return setmetatable({ call = call, list = {}, at = {} }, Found)
end

return Found
