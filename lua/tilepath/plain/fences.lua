--- The fences of grids: closed sides of cells.
--
-- `closed` holds a number for each cell in reading order: the sum of the bits
-- of the directions in which an agent may not leave it. E 1, S 2, W 4, N 8, SE
-- 16, SW 32, NW 64, NE 128. Each side is closed for each of its two cells
-- separately: a ledge is closed one way.
--
-- A square has straight sides alone. A hexagon has six, and the two other
-- directions are closed from the start.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local options = require(parent .. "options")
local args = require(siblings .. "args")
local changes = require(siblings .. "changes")
local hexagons = require(siblings .. "hexagons")
local map = require(siblings .. "map")

local abs, min = math.abs, math.min

-- The directions: E, S, W, N, SE, SW, NW, NE.
local DX = { 1, 0, -1, 0, 1, -1, -1, 1 }
local DY = { 0, 1, 0, -1, 1, 1, -1, -1 }
local BIT = { 1, 2, 4, 8, 16, 32, 64, 128 }
local OPPOSITE = { 3, 4, 1, 2, 7, 8, 5, 6 }
-- The two straight directions of a diagonal one.
local SIDE_X = { [5] = 1, [6] = 3, [7] = 3, [8] = 1 }
local SIDE_Y = { [5] = 2, [6] = 2, [7] = 4, [8] = 4 }
local BOTH_FREE = 1 -- agent.BOTH_FREE

local FENCE = options.of "grid:fence"

local fences = { DX = DX, DY = DY, BIT = BIT, OPPOSITE = OPPOSITE,
  SIDE_X = SIDE_X, SIDE_Y = SIDE_Y }

-- Asking ----------------------------------------------------------------------

local TOWARDS = {}
for d = 1, 8 do
  TOWARDS[3 * DY[d] + DX[d]] = d
end

--- The direction of a step over so many columns and rows; nil: it is no step.
function fences.towards(dx, dy)
  return abs(dx) <= 1 and abs(dy) <= 1 and TOWARDS[3 * dy + dx] or nil
end

--- Does a cell have a side in a direction?
function fences.has_side(g, x, y, d)
  return hexagons.sides(g.stagger, x, y).others % (2 * BIT[d]) < BIT[d]
end

--- Is the side of a cell closed for agents that leave it in a straight
-- direction?
function fences.is_closed(g, x, y, d)
  local i = map.index(g, x, y)
  return i ~= nil and g.closed[i] % (2 * BIT[d]) >= BIT[d]
end

local is_closed = fences.is_closed

--- Does an agent of that size cross a closed side if it steps in a direction?
-- A diagonal step has two ways around its corner.
local function is_barred(g, rule, x, y, d, wide, high)
  if SIDE_X[d] and not g.stagger then
    local one, other = SIDE_X[d], SIDE_Y[d]
    local by_one = is_barred(g, rule, x, y, one, wide, high)
      or is_barred(g, rule, x + DX[d], y, other, wide, high)
    local by_other = is_barred(g, rule, x, y, other, wide, high)
      or is_barred(g, rule, x, y + DY[d], one, wide, high)
    return by_one and by_other
      or rule == BOTH_FREE and (by_one or by_other)
  end
  x, y = d == 1 and x + wide - 1 or x, d == 2 and y + high - 1 or y
  local along_x, along_y = abs(DY[d]), abs(DX[d])
  for i = 0, g.stagger and 0 or along_x * wide + along_y * high - 1 do
    if is_closed(g, x + i * along_x, y + i * along_y, d) then
      return true
    end
  end
  return false
end
fences.is_barred = is_barred

--- By direction: has a cell with that sum of straight bits this one?
local HAS = {}
for d = 1, 4 do
  HAS[d] = {}
  for bits = 0, 255 do
    HAS[d][bits] = bits % (2 * BIT[d]) >= BIT[d]
  end
end
local E, S, W, N = HAS[1], HAS[2], HAS[3], HAS[4]

--- All directions in which an agent of one cell crosses a closed side, as bits:
-- is_barred, on squares.
function fences.bits(g, rule, x, y)
  local closed, width = g.closed, g.width
  local i = y * width + x + 1
  local here = closed[i]
  local east = x < width - 1 and closed[i + 1] or 0
  local west = x > 0 and closed[i - 1] or 0
  local south, north = closed[i + width] or 0, closed[i - width] or 0
  if here + east + west + south + north == 0 then
    return 0
  end
  local is_strict, bits = rule == BOTH_FREE, here
  local by_one, by_other = E[here] or S[east], S[here] or E[south]
  if by_one and by_other or is_strict and (by_one or by_other) then
    bits = bits + 16
  end
  by_one, by_other = W[here] or S[west], S[here] or W[south]
  if by_one and by_other or is_strict and (by_one or by_other) then
    bits = bits + 32
  end
  by_one, by_other = W[here] or N[west], N[here] or W[north]
  if by_one and by_other or is_strict and (by_one or by_other) then
    bits = bits + 64
  end
  by_one, by_other = E[here] or N[east], N[here] or E[north]
  if by_one and by_other or is_strict and (by_one or by_other) then
    bits = bits + 128
  end
  return bits
end

-- Editing ---------------------------------------------------------------------

--- Makes `closed` with all sides open.
function fences.begin(g)
  g.closed = {}
  for i = 1, #g.cells do
    g.closed[i] = g.stagger and hexagons.sides(g.stagger, map.cell(g, i)).others
      or 0
  end
end

--- Shuts or opens a side of a cell for agents that leave it.
-- @return true if this is a change
local function set_side(g, x, y, d, closed)
  local i, is_other = map.index(g, x, y), is_closed(g, x, y, d) ~= closed
  if is_other then
    g.closed[i] = g.closed[i] + (closed and BIT[d] or -BIT[d])
  end
  return is_other
end

--- Shuts or opens the side between two cells, for each of them.
-- @param asked  { one_way = }, or nil; it leaves the way there open
-- @return true; or nil, "outside"
local function set(call, self, x1, y1, x2, y2, asked, closed)
  local g = map.editable(self, call)
  local x, y = args.cell(call, g, x1, y1, "x1", "y1")
  local to_x, to_y = args.cell(call, g, x2, y2, "x2", "y2")
  local one_way = options.read(FENCE, call, asked).one_way
  local dx, dy = to_x - x, to_y - y
  local d = fences.towards(dx, dy)
  if not d or not fences.has_side(g, x, y, d) then
    check.raise(call .. ": a fence stands between two cells that share a "
      .. "side")
  elseif not (args.contains(g, x, y) and args.contains(g, to_x, to_y)) then
    return nil, "outside"
  elseif not g.closed then
    fences.begin(g)
  end
  local changed = set_side(g, x, y, d, closed and not one_way)
  if set_side(g, to_x, to_y, OPPOSITE[d], closed) or changed then
    changes.record(g.log, min(x, to_x), min(y, to_y), 1 + abs(dx), 1 + abs(dy))
    g.connections_version = g.log.version
  end
  return true
end

function map.methods.fence(self, x1, y1, x2, y2, how)
  return set("fence", self, x1, y1, x2, y2, how, true)
end

function map.methods.unfence(self, x1, y1, x2, y2)
  return set("unfence", self, x1, y1, x2, y2, nil, false)
end

-- Telling ---------------------------------------------------------------------

--- The side of a cell as a table; nil if it is open both ways. If a side is
-- closed one way, the first cell is the one that an agent may leave.
local function report(g, x, y, d)
  local to_x, to_y = x + DX[d], y + DY[d]
  local closed, closed_back = is_closed(g, x, y, d),
    is_closed(g, to_x, to_y, OPPOSITE[d])
  if not (closed or closed_back) then
    return nil
  elseif closed and not closed_back then
    x, y, to_x, to_y = to_x, to_y, x, y
  end
  return { x1 = x + g.base_x, y1 = y + g.base_y, x2 = to_x + g.base_x,
    y2 = to_y + g.base_y, one_way = not (closed and closed_back) }
end

function map.methods.fences(self)
  local g, list = map.self(self, "fences"), {}
  for i = 1, g.closed and #g.cells or 0 do
    local x, y = map.cell(g, i)
    list[#list + 1] = report(g, x, y, 1)
    list[#list + 1] = report(g, x, y, 2)
    for d = 5, g.stagger and 6 or 0 do
      list[#list + 1] = fences.has_side(g, x, y, d) and report(g, x, y, d) or nil
    end
  end
  return list
end

return fences
