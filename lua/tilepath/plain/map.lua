--- The state of a grid in the core in Lua: cells, terrains and changes.
--
-- A cell is a number: the id of its terrain, plus CLOSED if the cell is closed.
-- `cells` holds them in reading order. An edit writes there, updates the counts
-- of cells by value, and notes a rectangle (changes.lua). Data that is derived
-- from the grid catches up when it is used. An edit that changes nothing leaves
-- no trace.
--
-- A game counts columns and rows from the base; this file counts them from 0.
--
-- A grid is a table of these fields:
--
--   width, height        in cells
--   base_x, base_y       the game's numbers of the first column and row
--   cell_width, cell_height
--                        a cell's size in the world
--   origin_x, origin_y   in the world, the corner of cell first_x, first_y
--   pitch_x, pitch_y     the distance between columns and between rows
--   stagger              hexagons.lua; nil: cells are squares
--   cells                in reading order, from 1
--   count                by a cell's number: how many cells have it
--   terrains             how many there are; by id: `name`, `price`, `hides`
--                        (lines of sight end there); by name: `id_of`
--   closed               fences.lua; nil: there are none
--   links                links.lua; nil: there are none
--   log                  its changes (changes.lua). Versions of it at the last
--                        change: `price_version` (of terrains), and
--                        `connections_version` (of links and fences)
--   shape                grows when it is resized (resize.lua)
--   shift                of a building's grid, whose floors lie side by side: for
--                        each column, what to add to x and y of its cells to lay
--                        the floors upon each other; else nil
--   coarseness           grows with each agent.coarsen
--   store                of its pathfinders' searches (search.take_store)
--   workspace            of its units' searches (dijkstra.lua)
--   busy                 a query is under way: nobody may edit the grid
--   dependents           what is resized with it (resize.lua), or forbids that:
--                        by the state of a "layer" or a "crowd", or by a
--                        "building", its kind
--   crowds               how many it has had, which numbers them

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local args = require(siblings .. "args")
local changes = require(siblings .. "changes")
local class = require(parent .. "class")
local hexagons = require(siblings .. "hexagons")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

local map = { methods = {}, properties = {} }

map.OPEN, map.WALL, map.CLOSED, map.KEEP = 0, 1, 128, -1
local OPEN, CLOSED, KEEP = map.OPEN, map.CLOSED, map.KEEP
-- A cell as if it lay beyond the border: no way out leads there.
map.OUTSIDE = map.WALL + CLOSED

map.Grid = class.new("Grid", map.methods, map.properties)

function map.self(handle, call)
  return class.self(map.Grid, handle, call)
end

--- The grid of an edit; raises if the grid is busy.
function map.editable(handle, call)
  local g = map.self(handle, call)
  args.check_idle(g, "grid", call)
  return g
end

-- Making one ------------------------------------------------------------------

--- Sets the price of a terrain, and adds the terrain if it is new.
-- @param hides  do lines of sight end at its cells? nil: as before
function map.price(g, name, price, hides)
  local id = g.id_of[name]
  if not id then
    id = g.terrains
    g.name[id], g.hides[id], g.id_of[name], g.terrains = name, false, id, id + 1
  end
  if g.price[id] ~= price then
    g.price[id] = price * 1.0
    g.price_version = changes.record_other(g.log)
  end
  if hides ~= nil and hides ~= g.hides[id] then
    g.hides[id] = hides
    g.price_version = changes.record_other(g.log)
  end
end

--- The state of a new grid with open cells. It has the arguments of core.grid;
-- the pitch, the distance between columns and between rows; and a stagger
-- (hexagons.lua) if its cells are hexagons.
function map.new(width, height, base_x, base_y, cell_width, cell_height,
  origin_x, origin_y, stagger, cell_side, first_x, first_y)
  local g = {
    width = floor(width), height = floor(height),
    first_x = floor(first_x or 0), first_y = floor(first_y or 0),
    base_x = floor(base_x), base_y = floor(base_y),
    cell_width = cell_width * 1.0, cell_height = cell_height * 1.0,
    pitch_x = cell_width * 1.0, pitch_y = cell_height * 1.0,
    origin_x = origin_x * 1.0, origin_y = origin_y * 1.0,
    stagger = stagger and hexagons.new(stagger, cell_side,
      stagger:sub(-1) == "r" and cell_height or cell_width),
    cells = {}, count = {}, name = {}, price = {}, hides = {}, id_of = {},
    terrains = 0, log = changes.new(), connections_version = 0,
    coarseness = 0, busy = false,
    shape = 0, dependents = setmetatable({}, { __mode = "k" }), crowds = 0,
  }
  map.price(g, "open", 1)
  map.price(g, "wall", huge)
  g.log, g.price_version = changes.new(), 0
  for i = 1, g.width * g.height do
    g.cells[i] = OPEN
  end
  for cell = 0, 2 * CLOSED - 1 do
    g.count[cell] = 0
  end
  g.count[OPEN] = #g.cells
  if g.stagger and g.stagger.rows then
    g.pitch_y = (g.cell_height + cell_side) / 2
  elseif g.stagger then
    g.pitch_x = (g.cell_width + cell_side) / 2
  end
  return g
end

-- Cells -----------------------------------------------------------------------

--- The index of the cell x, y; nil outside.
function map.index(g, x, y)
  if x >= 0 and y >= 0 and x < g.width and y < g.height then
    return floor(y * g.width + x) + 1
  end
end

--- The column and row of an index.
function map.cell(g, i)
  local x = (i - 1) % g.width
  return x, floor((i - 1 - x) / g.width)
end

--- The index of a cell that a game names, by its column and row or by a world
-- point.
function map.cell_at(call, g, x, y, name_x, name_y)
  return map.index(g, args.cell(call, g, x, y, name_x, name_y))
end

function map.world_cell(call, g, wx, wy)
  return map.index(g, args.world_cell(call, g, wx, wy))
end

--- The price of entering a cell with this value.
function map.price_of(g, cell)
  return cell < CLOSED and g.price[cell] or huge
end

-- Edits -----------------------------------------------------------------------

--- Gives one cell a value.
-- @return true; or nil, "outside"
function map.write(g, i, cell)
  if not i then
    return nil, "outside"
  end
  local count, old = g.count, g.cells[i]
  if old ~= cell then
    count[old], count[cell] = count[old] - 1, count[cell] + 1
    g.cells[i] = cell
    local x, y = map.cell(g, i)
    changes.record(g.log, x, y, 1, 1)
  end
  return true
end

--- Sets the terrains of a rectangle, which lies inside, as one edit. They come
-- from a list, row by row (KEEP leaves a cell as it is), or are all the same.
-- @return the number of cells that have changed
function map.paste(g, x, y, w, h, terrains)
  local same = type(terrains) == "number" and terrains
  local cells, count = g.cells, g.count
  local changed, left, top, right, bottom = 0, huge, nil, -huge, nil
  for row = 0, h - 1 do
    local before = (y + row) * g.width + x
    for column = 1, w do
      local old, cell = cells[before + column],
        same or terrains[row * w + column]
      if cell ~= old and cell ~= KEEP then
        count[old], count[cell] = count[old] - 1, count[cell] + 1
        cells[before + column] = cell
        left, right = min(left, column), max(right, column)
        top, bottom = top or row, row
        changed = changed + 1
      end
    end
  end
  if changed > 0 then
    changes.record(g.log, x + left - 1, y + top, right - left + 1,
      bottom - top + 1)
  end
  return changed
end

-- LuaJIT compiles these loops over cells.
require(parent .. "luajit").on(map.new, map.paste)

--- The same for the whole grid, which counts as changed in any case.
function map.replace(g, terrains)
  if map.paste(g, 0, 0, g.width, g.height, terrains) == 0 then
    changes.record_other(g.log)
  end
end

--- Asks a function of the game for the value of each cell of the grid, or of a
-- rectangle, while the owner of the cells is busy.
-- @param read  a function: the cell for an answer; nil: the answer is wrong
-- @param what  the right answers, for messages
-- @return the arguments of map.paste
function map.sample(owner, g, read, what, f, x, y, w, h)
  if not check.is_callable(f) then
    check.fail("sample", "f", "a function", f)
  elseif x == nil and y == nil and w == nil and h == nil then
    x, y, w, h = 0, 0, g.width, g.height
  else
    x, y, w, h = args.rect("sample", g, x, y, w, h)
  end
  local cells = {}
  local is_done, message = class.guard(function()
    owner.busy = true
    for i = 0, w * h - 1 do
      local column, row = x + i % w, y + floor(i / w)
      local user_x, user_y = args.shown(g, column, row)
      local answer = f(user_x, user_y, args.middle(g, column, row))
      local cell = answer == nil and KEEP or read(answer)
      if not cell then
        check.raise(("sample: f must return %s, got %s for cell %.14g, %.14g")
          :format(what, check.show(answer), user_x, user_y))
      end
      cells[#cells + 1] = cell
    end
  end)
  owner.busy = false
  if not is_done then
    error(message, 0)
  end
  return x, y, w, h, cells
end

return map
