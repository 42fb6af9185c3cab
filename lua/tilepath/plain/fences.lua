--- The fences of grids: closed sides of cells.
--
-- `closed` holds a number for each cell in reading order: the sum of the bits
-- of the directions in which an agent may not leave it. E 1, S 2, W 4, N 8, SE
-- 16, SW 32, NW 64, NE 128. Each side is closed for each of its two cells
-- separately: a ledge is closed one way.
--
-- A square has straight sides alone. A hexagon has six, and the two other
-- directions are closed from the start.
--
-- If some names of fences do not stop an agent, it has sides of its own
-- (fences.own): a table with the fields of a grid that this file reads.
--
-- What needs closed sides is in fenceedits.lua, which is loaded with the first.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local hexagons = require(siblings .. "hexagons")
local map = require(siblings .. "map")

local fenceedits = require(parent .. "later").module("plain.fenceedits")

local abs = math.abs

-- The directions: E, S, W, N, SE, SW, NW, NE.
local DX = { 1, 0, -1, 0, 1, -1, -1, 1 }
local DY = { 0, 1, 0, -1, 1, 1, -1, -1 }
local BIT = { 1, 2, 4, 8, 16, 32, 64, 128 }
local OPPOSITE = { 3, 4, 1, 2, 7, 8, 5, 6 }
-- The two straight directions of a diagonal one.
local SIDE_X = { [5] = 1, [6] = 3, [7] = 3, [8] = 1 }
local SIDE_Y = { [5] = 2, [6] = 2, [7] = 4, [8] = 4 }
local BOTH_FREE = 1 -- agent.BOTH_FREE

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

--- The sides of an agent: those of the grid; or its own if some names of fences
-- do not stop it. fenceedits.follow keeps these up to date.
-- @param stands  the profile's `fences`: by name, false if it does not stop the
-- agent; or false: none does
function fences.own(g, stands)
  for _, is_fence in next, stands or {} do
    if not is_fence then
      return fenceedits.sides(stands)
    end
  end
  return stands and g or fenceedits.sides(false)
end

return fences
