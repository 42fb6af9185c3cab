--- All hexagons that one sees, in one sweep: shadow casting in whole numbers,
-- exact by the rule of sight.lua.
--
-- Between the directions a and b of two neighbouring sides lies a sixth of the
-- map. Its ring k has the cells (k - j) a + j b, which have the slopes j / k. A
-- twelfth has the slopes below 1/2, and the line between two twelfths runs along
-- sides. src/core/ask/hexfov.c draws it, and says how corners and closed sides
-- count.
--
-- A sweep v is a table of these fields:
--
--   agent, class, x, y   who looks, and the cell from where
--   reach        the range, in steps
--   clear        by place, 0: lines end there
--   closed       the agent's fences; nil: there are none
--   sides        by a row's (column's) number modulo 2: the directions of its
--                cells' sides, clockwise
--   a, b, aside  numbers of sides: the directions of this twelfth, and that from
--                b to a
--   ring         of the cells that are looked at
--   gaps, count  six numbers a gap: its first slope and its last one. A slope is
--                part / of, and -1 if it is just before that, 1 if just behind
--   spare, kept  the same of the next ring
--   part, of, beside, last_part, last_of, last_beside
--                the gap that is being cut

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local exact = require(parent .. "exact")
local hexagons = require(siblings .. "hexagons")
local sight = require(siblings .. "sight")
local visibleset = require(siblings .. "visibleset")

local floor, min, sqrt = math.floor, math.min, math.sqrt
local DX, DY, is_barred, add = agent.DX, agent.DY, sight.is_barred,
  visibleset.add

local hexfov = {}

-- Cells -----------------------------------------------------------------------

--- The number of a side, so many behind another one.
local function turned(side, by)
  return (side + by - 1) % 6 + 1
end

--- The line of cells that is shoved or not, modulo 2.
local function parity(v, x, y)
  return (v.agent.grid.stagger.rows and y or x) % 2
end

--- The column and row of the cell i a + j b.
local function cell_at(v, i, j)
  local s, a, b = v.agent.grid.stagger, v.a, v.b
  local x, y = hexagons.go(s, v.straight_x, v.straight_y,
    i * hexagons.STEPS[a][1] + j * hexagons.STEPS[b][1],
    i * hexagons.STEPS[a][2] + j * hexagons.STEPS[b][2])
  return floor(x), floor(y)
end

--- Is a side of a cell closed?
local function is_closed(v, x, y, side)
  return is_barred(v.closed, agent.place(v.agent, x, y),
    v.sides[parity(v, x, y)][side])
end

-- Slopes ----------------------------------------------------------------------

--- Keeps the part of the gap up to a slope, if there is one.
local function keep(v, part, of, beside)
  local left, right = v.part * of, part * v.of
  if left < right or left == right and v.beside <= beside then
    local spare, kept = v.spare, v.kept
    spare[kept + 1], spare[kept + 2], spare[kept + 3] = v.part, v.of, v.beside
    spare[kept + 4], spare[kept + 5], spare[kept + 6] = part, of, beside
    v.kept = kept + 6
  end
end

--- Hides the slopes between two corners of a cell of the ring, given from its
-- middle in thirds of a step: from / over to to / to_over. The gap is the rest.
-- @param closed  1: the slopes of the corners, too; else 0
local function hide(v, j, from, over, to, to_over, closed)
  local thirds = 3 * v.ring
  local before, before_of, before_beside = 3 * j + from, thirds + over, -closed
  local behind, behind_of = 3 * j + to, thirds + to_over
  if before < 0 then
    before, before_of, before_beside = 0, 1, -1
  end
  local left, right = before * v.last_of, v.last_part * before_of
  if left > right or left == right and before_beside >= v.last_beside then
    return
  end
  left, right = behind * v.of, v.part * behind_of
  if left < right or left == right and closed <= v.beside then
    return
  end
  keep(v, before, before_of, before_beside)
  v.part, v.of, v.beside = behind, behind_of, closed
end

--- Hides what is behind the closed sides of a cell, in the order of their first
-- corners: that to the cell before it in the ring, and those to the next ring.
local function hide_behind_fences(v, j, x, y)
  if j > 0 and is_closed(v, x, y, v.aside) then
    hide(v, j, -2, -1, -1, 1, 0)
  end
  if is_closed(v, x, y, v.a) then
    hide(v, j, -1, 1, 1, 2, 1)
  end
  if is_closed(v, x, y, v.b) then
    hide(v, j, 1, 2, 2, 1, 0)
  end
end

-- Twelfths --------------------------------------------------------------------

--- Adds the free cells of the gaps of a ring, and keeps the rest of the gaps.
local function cut_gaps(v, set)
  local gaps, k, a, b, steps = v.gaps, v.ring, v.a_step, v.b_step, v.steps
  local class, clear, closed, is_row = v.class, v.clear, v.closed, v.is_row
  v.kept = 0
  for i = 1, v.count, 6 do
    local part, of, beside = gaps[i], gaps[i + 1], gaps[i + 2]
    local last_part, last_of = gaps[i + 3], gaps[i + 4]
    v.part, v.of, v.beside = part, of, beside
    v.last_part, v.last_of, v.last_beside = last_part, last_of, gaps[i + 5]
    local from, to = part * k, last_part * k
    local begin, stop = floor(from / of), floor(to / last_of)
    local x = floor(v.straight_x + (k - begin) * a.x + begin * b.x)
    local y = floor(v.straight_y + (k - begin) * a.y + begin * b.y)
    local step = steps[(is_row and y or x) % 2]
    local p, last = (y + 1) * v.pitch + x + 1, min(stop + 1, k)
    local first = (from % of > 0 or beside > 0) and begin + 1 or begin
    if to % last_of == 0 and v.last_beside < 0 then
      stop = stop - 1
    end
    for n = begin, last do
      -- A cell behind the last slope may lie beyond the map's border.
      if (clear[p] or 0) > 0 then
        if n >= first and n <= stop then
          add(set, y, x, x)
        end
        if closed and closed[p] ~= step.others then
          hide_behind_fences(v, n, x, y)
        end
      else
        if n >= first and n <= stop and class[p] > 0 then
          add(set, y, x, x)
        end
        hide(v, n, -2, -1, 2, 1, 0)
      end
      x, y, p, step = x + step.x, y + step.y, p + step.by, step.next
    end
    keep(v, v.last_part, v.last_of, v.last_beside)
  end
  v.gaps, v.spare, v.count = v.spare, gaps, v.kept
end

local function look_over_twelfth(v, a, side, set)
  local b, moves = turned(a, side), v.moves
  v.a, v.b, v.aside = a, b, turned(a, -side)
  v.a_step, v.b_step = moves[a].straight, moves[b].straight
  v.steps = moves[turned(b, side)]
  v.ring, v.kept = 0, 0
  v.part, v.of, v.beside = 0, 1, 0
  v.last_part, v.last_of, v.last_beside = 1, 2, -1
  if v.closed then
    hide_behind_fences(v, 0, v.x, v.y)
  end
  keep(v, 1, 2, -1)
  v.gaps, v.spare, v.count = v.spare, v.gaps, v.kept
  for ring = 1, v.reach do
    if v.count == 0 then
      return
    end
    v.ring = ring
    cut_gaps(v, set)
  end
end

--- Is the path from a cell to one beside it, and on from there, open?
local function leads_on(v, x, y, by_x, by_y, side, next_side)
  return v.clear[agent.place(v.agent, by_x, by_y)] > 0
    and not is_closed(v, x, y, side)
    and not is_closed(v, by_x, by_y, next_side)
end

--- Walks along the sides between the last two twelfths: one of two paths around
-- each must be open.
local function look_along_sides(v, set)
  local x, y, a, b = v.x, v.y, v.a, v.b
  for i = 1, floor(v.reach / 2) do
    local to_x, to_y = cell_at(v, i, i)
    local p = agent.place(v.agent, to_x, to_y)
    local one_x, one_y = cell_at(v, i, i - 1)
    local other_x, other_y = cell_at(v, i - 1, i)
    if (v.class[p] or 0) == 0
      or not leads_on(v, x, y, one_x, one_y, a, b)
      and not leads_on(v, x, y, other_x, other_y, b, a) then
      return
    end
    add(set, to_y, to_x, to_x)
    if v.clear[p] == 0 then
      return
    end
    x, y = to_x, to_y
  end
end

--- By side, and by the parity of a line: the step to the cell beside, in columns,
-- rows and places; and the one after it. `straight`: as if no line were shoved.
local function moves_of(a, sides)
  local s, moves = a.grid.stagger, {}
  for side = 1, 6 do
    local q, r = hexagons.STEPS[side][1], hexagons.STEPS[side][2]
    local by = { straight = { x = s.rows and q + r / 2 or q,
      y = s.rows and r or r + q / 2 } }
    for line = 0, 1 do
      local d = sides[line][side]
      by[line] = { x = DX[d], y = DY[d], by = a.offset[d],
        others = sides[line].others }
    end
    local has_one_line = (s.rows and r or q) == 0
    by[0].next, by[1].next = by[has_one_line and 0 or 1],
      by[has_one_line and 1 or 0]
    moves[side] = by
  end
  return moves
end

--- Can the whole numbers of this host count the slopes of the agent's map?
function hexfov.applies(a)
  local most = 3 * (a.grid.width + a.grid.height)
  return most * most <= exact.most
end

--- A view of an agent up to date, for look, which may be called many times.
function hexfov.new(a, square)
  local s = a.grid.stagger
  local sides = { [0] = hexagons.sides(s, 0, 0), hexagons.sides(s, 1, 1) }
  return { agent = a, class = a.class, reach = floor(sqrt(square)),
    clear = sight.clear_cells(a), closed = (a.base or a).closed,
    sides = sides, moves = moves_of(a, sides), is_row = s.rows,
    pitch = a.pitch, gaps = {}, spare = {} }
end

--- Adds the cells seen from a free cell to a set (visibleset.lua).
function hexfov.look(v, x, y, set)
  v.x, v.y = x, y
  v.straight_x, v.straight_y = hexagons.straight(v.agent.grid.stagger, x, y)
  add(set, y, x, x)
  for a = 1, 6 do
    look_over_twelfth(v, a, 1, set)
    look_over_twelfth(v, turned(a, 1), -1, set)
    v.a, v.b = a, turned(a, 1)
    look_along_sides(v, set)
  end
end

return hexfov
