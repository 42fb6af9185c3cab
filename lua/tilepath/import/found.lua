--- What an importer found: how many cells each layer closed, and by which word.
--
-- The importers return it: a list of { layer =, word =, cells = }, in the order
-- of the map, with the grid, and its numbers of `cells` and `closed` cells. As a
-- string it has a line for each, and says what may be wrong if nothing is
-- closed, or everything. A cell that is closed twice counts twice.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local into = require(root .. "into")

local Found = {}
Found.__index = Found

-- Names of layers of walls.
local WALLS = { "wall", "solid", "colli", "block", "obstacle", "barrier" }

--- Notes cells that a word closes on a layer.
function Found:close(layer, word, cells)
  local words = self.at[layer] or {}
  self.at[layer] = words
  if not words[word] then
    words[word] = { layer = layer, word = word, cells = 0 }
    self.list[#self.list + 1] = words[word]
  end
  words[word].cells = words[word].cells + cells
end

--- The sentence about a map in which all cells are alike; or nil.
local function note_of(list, layers)
  if list.closed == list.cells then
    return "each cell is closed (empty = true opens those without a tile)"
  elseif list.closed > 0 then
    return nil
  end
  for _, layer in ipairs(layers) do
    local name = check.show(layer.name)
    for _, word in ipairs(WALLS) do
      if name:lower():find(word, 1, true) then
        return ("no cell is closed: layer %s looks like walls (legend = { [%s] = "
          .. "false })"):format(name, name)
      end
    end
  end
  return "no cell is closed (legend = { name = false } closes tiles, objects "
    .. "or layers of a name)"
end

local metatable = { __name = "tilepath.Found", __tostring = function(list)
  local lines = { ("%d of %d cells are closed"):format(list.closed,
    list.cells) }
  for i, one in ipairs(list) do
    lines[i + 1] = ("layer %s: %d by %s"):format(check.show(one.layer), one.cells,
      one.word)
  end
  lines[#lines + 1] = list.note
  return table.concat(lines, "\n")
end }

--- What an importer returns: the grid (or that of the option `into`), the places
-- and the report.
-- @param layers  list of { name = }
function Found:returned(option, grid, places, layers)
  local list = self.list
  list.cells = grid.width * grid.height
  list.closed = tonumber(tostring(grid):match "(%d+) blocked") -- C counts
  list.note = note_of(list, layers)
  local own, reason, unit = into.take(self.call, option, grid)
  list.grid = own
  return own, own and places or reason,
    own and setmetatable(list, metatable) or unit
end

--- An empty report. `call` is the function that the user called.
function Found.new(call)
  return setmetatable({ call = call, list = {}, at = {} }, Found)
end

return Found
