--- grid:resize: gives the grid another rectangle of cells, in place.
--
-- Cells keep the columns and rows that the game counts, and their places in the
-- world. This core counts from the top left corner, so its own numbers change.
-- A dependent is an object with a table as large as the grid, a layer or a
-- crowd. It registers with the grid, and is resized with it. All other objects
-- see that the grid has another shape, and begin again at their next call.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local args = require(siblings .. "args")
local changes = require(siblings .. "changes")
local class = require(parent .. "class")
local later = require(parent .. "later")
local hexagons = require(siblings .. "hexagons")
local map = require(siblings .. "map")

local crowdresize, fenceedits, links = later.module("plain.crowdresize"),
  later.module("plain.fenceedits"), later.module("plain.links")

local abs, floor, huge = math.abs, math.floor, math.huge

local MOST_SIDE, MOST_CELLS, FARTHEST = 32767, 2 ^ 28, 2 ^ 30

-- Refusals --------------------------------------------------------------------

--- May columns, or rows, of that pitch begin `before` of them before the
-- origin?
local function can_begin(origin, count, pitch, before)
  local function is_near(place)
    return abs(place) <= 4 * FARTHEST * pitch
  end
  return abs(before) <= FARTHEST and is_near(origin - before * pitch)
    and is_near(origin + (count - before) * pitch)
end

--- Raises if the grid cannot have that rectangle.
local function check_rectangle(g, to)
  local more = g.stagger and 1 or 0
  if to.width * to.height > MOST_CELLS then
    check.raise(("resize: the grid would have more than %d cells"):format(
      MOST_CELLS))
  elseif abs(to.base_x) > FARTHEST or abs(to.base_y) > FARTHEST
    or not can_begin(g.origin_x, to.width + more, g.pitch_x, g.first_x - to.x)
    or not can_begin(g.origin_y, to.height + more, g.pitch_y, g.first_y - to.y)
  then
    check.raise("resize: the new edges lie beyond the limits of a grid")
  end
end

-- Cells -----------------------------------------------------------------------

--- Gives a map, a grid or a layer, the same cells in another rectangle.
-- @param usual  the value of new cells
local function move_cells(m, to, usual)
  local old, cells, count = m.cells, {}, m.count
  for value in pairs(count) do
    count[value] = 0
  end
  for y = to.y, to.y + to.height - 1 do
    for x = to.x, to.x + to.width - 1 do
      local cell = args.contains(m, x, y) and old[y * m.width + x + 1] or usual
      cells[#cells + 1], count[cell] = cell, count[cell] + 1
    end
  end
  m.cells, m.width, m.height = cells, to.width, to.height
  changes.record_all(m.log)
end

--- Moves a grid, with its fences and links.
local function move_grid(g, to, terrain)
  local width, height, s = g.width, g.height, g.stagger
  local version = g.log.version
  move_cells(g, to, terrain)
  g.base_x, g.base_y = to.base_x, to.base_y
  g.first_x, g.first_y = g.first_x - to.x, g.first_y - to.y
  g.shape, g.shift = g.shape + 1, nil
  if s and (s.rows and to.y or to.x) % 2 ~= 0 then
    g.stagger = hexagons.new((s.odd == 1 and "even" or "odd") .. s.name:sub(-2),
      s.side, s.rows and g.cell_height or g.cell_width)
  end
  if g.closed then
    fenceedits.move(g, width, height, to.x, to.y)
  end
  if g.links then
    links.move(g, function(i)
      local x = (i - 1) % width
      return map.index(g, x - to.x, (i - 1 - x) / width - to.y)
    end)
  end
  g.log.version = version + 1 -- two changes: of the cells, and of the ways
  changes.record_all(g.log)
  g.connections_version = g.log.version
end

-- The call --------------------------------------------------------------------

--- grid:resize(x, y, width, height [, terrain]) -> true | nil, reason, unit
function map.methods.resize(self, x, y, width, height, terrain)
  local g = map.editable(self, "resize")
  if class.is_within() then
    check.raise("resize: the grid is busy (a callback may not do this)")
  end
  local function whole(name, value, low, high)
    return floor(check.whole("resize", name, value, low, high))
  end
  -- x and y: the new first cell in the old count.
  local to = { base_x = whole("x", x, g.base_x - FARTHEST, g.base_x + FARTHEST),
    base_y = whole("y", y, g.base_y - FARTHEST, g.base_y + FARTHEST),
    width = whole("width", width, 1, MOST_SIDE),
    height = whole("height", height, 1, MOST_SIDE) }
  to.x, to.y = to.base_x - g.base_x, to.base_y - g.base_y
  terrain = terrain == nil and map.OPEN
    or args.terrain("resize", g, "terrain", terrain)
  check_rectangle(g, to)
  local oldest, cut = huge, nil
  for dependent, kind in pairs(g.dependents) do -- in any order
    local own = kind == "crowd" and dependent.number < oldest
      and crowdresize.unit_cut(dependent, to)
    if kind == "building" then
      check.raise "resize: the grid of a building cannot be resized"
    elseif own then
      oldest, cut = dependent.number, own
    end
  end
  if cut then
    return nil, "occupied", cut
  end
  local old = { width = g.width, height = g.height }
  if to.x == 0 and to.y == 0 and width == old.width and height == old.height then
    return true
  end
  move_grid(g, to, terrain)
  for dependent, kind in pairs(g.dependents) do
    if kind == "layer" then
      move_cells(dependent, to, 0)
    end
  end
  -- Crowds come last: their pathfinders read the layers.
  for dependent, kind in pairs(g.dependents) do
    if kind == "crowd" then
      crowdresize.move(dependent, old, to)
    end
  end
  return true
end
