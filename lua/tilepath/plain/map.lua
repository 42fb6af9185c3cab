--- What a grid is in the core in Lua: cells, terrains, and what changed.
--
-- A cell is a number: the id of its terrain, and CLOSED more if the cell is
-- closed. `cells` holds them in reading order. An edit writes there, keeps the
-- counts of cells by value, and notes a rectangle (changes.lua): what follows
-- from the grid catches up when something is asked of it. An edit that changes
-- nothing leaves no trace.
--
-- A user counts columns and rows from the base; all here counts them from 0.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
local check = require(parent .. "check")
local args = require(siblings .. "args")
local changes = require(siblings .. "changes")
local class = require(siblings .. "class")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

local OPEN, WALL, CLOSED, KEEP = 0, 1, 128, 255

local map = { methods = {}, properties = {}, OPEN = OPEN, WALL = WALL,
  CLOSED = CLOSED, KEEP = KEEP }

local Grid = class.new("Grid", map.methods, map.properties)
map.Grid = Grid

function map.self(handle, call)
  return class.self(Grid, handle, call)
end

--- The grid, to be changed.
function map.editable(handle, call)
  local g = class.self(Grid, handle, call)
  if g.busy then
    check.raise(call .. ": the grid is busy (a callback may not do this)")
  end
  return g
end

-- Making one ------------------------------------------------------------------

--- Adds a terrain that the grid does not have.
function map.define(g, name, price)
  local id = g.terrains
  g.name[id], g.price[id], g.id_of[name] = name, price * 1.0, id
  g.terrains = id + 1
end

--- A grid's state, with cells that are all open.
function map.new(width, height, base_x, base_y, cell_width, cell_height,
  origin_x, origin_y)
  local g = {
    width = floor(width), height = floor(height), first_x = 0, first_y = 0,
    base_x = floor(base_x), base_y = floor(base_y),
    cell_width = cell_width * 1.0, cell_height = cell_height * 1.0,
    origin_x = origin_x * 1.0, origin_y = origin_y * 1.0,
    cells = {}, count = {}, name = {}, price = {}, id_of = {}, terrains = 0,
    log = changes.new(), price_version = 0, ways_version = 0, busy = false,
  }
  for i = 1, g.width * g.height do
    g.cells[i] = OPEN
  end
  for cell = 0, 255 do
    g.count[cell] = 0
  end
  g.count[OPEN] = g.width * g.height
  map.define(g, "open", 1)
  map.define(g, "wall", huge)
  return g
end

-- Cells -----------------------------------------------------------------------

--- The index of the cell x, y; nil outside.
function map.index(g, x, y)
  if x >= 0 and y >= 0 and x < g.width and y < g.height then
    return floor(y * g.width + x) + 1
  end
end

--- The index of a cell that a user names, by itself or by a world point.
function map.cell_at(call, g, x, y, name_x, name_y)
  return map.index(g, args.cell(call, g, x, y, name_x, name_y))
end

function map.world_cell(call, g, wx, wy)
  return map.index(g, args.world_cell(call, g, wx, wy))
end

--- What entering a cell of that value costs.
function map.price_of(g, cell)
  return cell < CLOSED and g.price[cell] or huge
end

-- Edits -----------------------------------------------------------------------

--- Gives a cell another value than it has; is no edit yet.
local function put(g, i, cell)
  local count, old = g.count, g.cells[i]
  count[old], count[cell] = count[old] - 1, count[cell] + 1
  g.cells[i] = cell
end

--- Gives one cell a value.
function map.write(g, i, cell)
  if g.cells[i] ~= cell then
    put(g, i, cell)
    local x = (i - 1) % g.width
    changes.note(g.log, x, floor((i - 1 - x) / g.width), 1, 1)
  end
end

--- Gives all cells of a rectangle, which lies inside, a terrain.
-- @return how many have changed
function map.fill(g, x, y, w, h, terrain)
  local cells, changed = g.cells, 0
  for row = y, y + h - 1 do
    for i = row * g.width + x + 1, row * g.width + x + w do
      if cells[i] ~= terrain then
        put(g, i, terrain)
        changed = changed + 1
      end
    end
  end
  if changed > 0 then
    changes.note(g.log, x, y, w, h)
  end
  return changed
end

--- Gives each cell of a rectangle, which lies inside, the terrain that stands
-- in its place in a list, row by row, except if that is KEEP. One edit.
-- @return how many have changed
function map.paste(g, x, y, w, h, terrains)
  local changed, left, top, right, bottom = 0, huge, nil, -huge, nil
  for row = 0, h - 1 do
    local before = (y + row) * g.width + x
    for column = 1, w do
      local terrain = terrains[row * w + column]
      if terrain ~= KEEP and terrain ~= g.cells[before + column] then
        put(g, before + column, terrain)
        left, right = min(left, column), max(right, column)
        top, bottom = top or row, row
        changed = changed + 1
      end
    end
  end
  if changed > 0 then
    changes.note(g.log, x + left - 1, y + top, right - left + 1, bottom - top + 1)
  end
  return changed
end

--- Takes a list for all cells, which count as changed, every one of them.
function map.replace(g, cells)
  g.cells = cells
  for cell = 0, 255 do
    g.count[cell] = 0
  end
  for i = 1, #cells do
    g.count[cells[i]] = g.count[cells[i]] + 1
  end
  changes.note_all(g.log)
end

return map
