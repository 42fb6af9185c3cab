--- How fences block the steps of an agent: what agent.lua reads once a grid has
-- closed sides (fences.lua).

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local array = require(siblings .. "array")
local fences = require(siblings .. "fences")
local map = require(siblings .. "map")

local max, min = math.max, math.min

local BIT, is_closed = fences.BIT, fences.is_closed
local BOTH_FREE = agent.BOTH_FREE
local note = agent.note

local fencedsteps, NONE = {}, {}

--- Is a side between two cells that the agent covers closed in any direction?
function fencedsteps.is_cut(a, x, y)
  local g, wide, high = a.sides, a.profile.wide, a.profile.high
  for row = y, y + high - 1 do
    for column = x, x + wide - 1 do
      if column < x + wide - 1 and (is_closed(g, column, row, 1)
        or is_closed(g, column + 1, row, 3)) or row < y + high - 1
        and (is_closed(g, column, row, 2)
        or is_closed(g, column, row + 1, 4)) then
        return true
      end
    end
  end
  return false
end

-- By direction: 1 if a cell with that sum of bits has this one, else 0.
local HAS = {}
for d = 1, 4 do
  HAS[d] = {}
  for bits = 0, 255 do
    HAS[d][bits] = bits % (2 * BIT[d]) >= BIT[d] and 1 or 0
  end
end
local E, S, W, N = HAS[1], HAS[2], HAS[3], HAS[4]

-- A diagonal step has two ways around its corner, each over two sides. By 3 * the
-- closed sides of one way + those of the other: 1 if the step is blocked.
local ONE_WAY, BOTH_WAYS = {}, {}
for one = 0, 2 do
  for other = 0, 2 do
    ONE_WAY[3 * one + other] = one + other > 0 and 1 or 0
    BOTH_WAYS[3 * one + other] = one * other > 0 and 1 or 0
  end
end

--- All directions in which an agent of one cell crosses a closed side, as bits:
-- fences.is_barred, on squares.
-- @param is_blocked  ONE_WAY or BOTH_WAYS
-- @param here, ...   the sides of the cell, and of those around
local function add_diagonals(is_blocked, here, east, south, west, north)
  return here + 16 * is_blocked[3 * (E[here] + S[east]) + S[here] + E[south]]
    + 32 * is_blocked[3 * (W[here] + S[west]) + S[here] + W[south]]
    + 64 * is_blocked[3 * (W[here] + N[west]) + N[here] + W[north]]
    + 128 * is_blocked[3 * (E[here] + N[east]) + N[here] + E[north]]
end

--- The same for the cells of a row.
local function read_row(a, closed, y)
  local sides, width = a.sides.closed, a.grid.width
  local is_blocked = a.rule == BOTH_FREE and ONE_WAY or BOTH_WAYS
  local i, p = y * width + 1, (y + 1) * a.pitch + 1
  local west, here = 0, sides[i]
  for column = 1, width do
    local east = column < width and sides[i + 1] or 0
    local south, north = sides[i + width] or 0, sides[i - width] or 0
    if here + east + south + west + north > 0 then
      closed[p] = add_diagonals(is_blocked, here, east, south, west, north)
    end
    west, here, i, p = here, east, i + 1, p + 1
  end
end

-- LuaJIT compiles this loop over cells.
require(parent .. "luajit").on(add_diagonals, read_row)

--- The directions in which fences block a step from a cell, as bits. On hexagons
-- no step touches the sides of other cells.
local function closed_bits(a, x, y)
  local g, wide, high, bits = a.sides, a.profile.wide, a.profile.high, 0
  if g.stagger then
    return g.closed[y * g.width + x + 1]
  elseif wide == 1 and high == 1 then
    local sides, width = g.closed, g.width
    local i = y * width + x + 1
    return add_diagonals(a.rule == BOTH_FREE and ONE_WAY or BOTH_WAYS, sides[i],
      x < width - 1 and sides[i + 1] or 0, sides[i + width] or 0,
      x > 0 and sides[i - 1] or 0, sides[i - width] or 0)
  end
  for d = 1, 8 do
    bits = bits + (fences.is_barred(g, a.rule, x, y, d, wide, high) and BIT[d]
      or 0)
  end
  return bits
end

--- Reads the closed directions of the cells whose steps may touch sides of the
-- cells in a rectangle.
function fencedsteps.read(a, x, y, w, h)
  local g, wide, high = a.grid, a.profile.wide, a.profile.high
  for row = max(y - high, 0), min(y + h, g.height - 1) do
    for column = max(x - wide, 0), min(x + w, g.width - 1) do
      local p, bits = agent.place(a, column, row), closed_bits(a, column, row)
      if a.closed[p] ~= bits then
        a.closed[p] = bits
        note(a, p)
      end
    end
  end
end

--- The same for all cells. Few of them have closed sides, or are near one.
function fencedsteps.read_all(a)
  local g, wide, high = a.grid, a.profile.wide, a.profile.high
  local old, closed, is_read = a.closed, array.filled(#a.class, 0), {}
  a.closed = closed
  local is_one = wide == 1 and high == 1 and not g.stagger
  for y = 0, is_one and g.height - 1 or -1 do
    read_row(a, closed, y)
  end
  for i, sides in ipairs(is_one and NONE or a.sides.closed) do
    if sides > 0 then
      local x, y = map.cell(g, i)
      for row = max(y - high, 0), min(y + 1, g.height - 1) do
        local first = agent.place(a, 0, row)
        for column = max(x - wide, 0), min(x + 1, g.width - 1) do
          if not is_read[first + column] then
            is_read[first + column] = true
            closed[first + column] = closed_bits(a, column, row)
          end
        end
      end
    end
  end
  if not old then
    agent.forget_places(a)
  end
  for p = 1, old and #closed or 0 do
    if closed[p] ~= old[p] then
      note(a, p)
    end
  end
end

return fencedsteps
