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

local fencedsteps = {}

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
-- fences.is_barred, on squares.
local function find_bits(g, rule, x, y)
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

--- The directions in which fences block a step from a cell, as bits. On hexagons
-- no step touches the sides of other cells.
local function closed_bits(a, x, y)
  local g, wide, high, bits = a.sides, a.profile.wide, a.profile.high, 0
  if g.stagger then
    return g.closed[y * g.width + x + 1]
  elseif wide == 1 and high == 1 then
    return find_bits(g, a.rule, x, y)
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
  for i, sides in ipairs(a.sides.closed) do
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
