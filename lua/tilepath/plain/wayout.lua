--- tilepath.plain.wayout: the nearest cell, and the ways out of blocked cells to
-- it.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local fences = require(siblings .. "fences")
local hexagons = require(siblings .. "hexagons")
local map = require(siblings .. "map")

local abs, huge, max, min = math.abs, math.huge, math.max, math.min
local DX, DY = agent.DX, agent.DY

local wayout = {}

-- The most steps of a way out.
local MOST = 32

-- The nearest cell ------------------------------------------------------------

-- Cells farther outside than this count as this far outside.
local FAR = 2 ^ 30

--- The column or row inside that is nearest to any other one, and twice the
-- distance from it.
function wayout.inside(cell, side)
  cell = max(-FAR, min(cell, FAR))
  local inside = max(0, min(cell, side - 1))
  return inside, 2 * abs(cell - inside)
end

--- Finds the nearest cell for which `will_do(p, x, y)` is true, at a distance
-- from `least` to less than `most`; of equal ones the first in reading
-- order.
-- The search goes by rows from the cell outwards, and in each row to both
-- sides. Distances are squared, minus the square of the distance to the nearest
-- cell inside. So they are whole numbers, however far outside x, y lies. On
-- hexagons they are steps.
-- Returns x and y, or nil.
function wayout.nearest(a, x, y, least, most, will_do)
  local g, s, best, best_x, best_y = a.grid, a.grid.stagger, most, nil, nil
  local apart = s and function(column, row)
    return hexagons.apart(s, x, y, column, row)
  end
  local middle, beside = wayout.inside(x, g.width)
  local center, above = wayout.inside(y, g.height)

  local function look_along(row, first, last, step)
    local p = agent.place(a, first, row)
    for column = first, last, step do
      local dx, dy = abs(column - middle), abs(row - center)
      local far = apart and apart(column, row)
        or dx * (beside + dx) + dy * (above + dy)
      if far > best then
        return
      elseif far >= least and (far < best or best_x and (row < best_y
        or row == best_y and column < best_x)) and will_do(p, column, row) then
        best, best_x, best_y = far, column, row
        if not apart then
          return
        end
      end
      p = p + step
    end
  end

  local n, last = 0, max(center, g.height - 1 - center)
  while n <= last and (apart and above / 2 + n or n * (above + n)) <= best do
    for row = center - n, center + n, max(2 * n, 1) do
      if row >= 0 and row < g.height then
        look_along(row, middle, g.width - 1, 1)
        look_along(row, middle - 1, 0, -1)
      end
    end
    n = n + 1
  end
  return best_x, best_y
end

-- The way out -----------------------------------------------------------------

--- The class of the dearest cell that the agent may enter.
function wayout.dearest_class(a)
  local dearest, most = nil, 0
  for class in pairs(a.used) do
    local cost = a.costs.real_straight[class]
    if cost > most then
      dearest, most = class, cost
    end
  end
  return dearest
end

--- Is a cell as if it lay beyond the border of the map?
local function is_outside(a, x, y)
  local i = map.index(a.grid, x, y)
  return i and a.grid.cells[i] == map.OUTSIDE
end

--- May an agent go from one position to another one beside it, whatever is
-- blocked? It may not cover an outside cell, or a closed side, that it did not
-- cover before, nor reach further beyond the border of the map.
local function is_open(a, from_x, from_y, to_x, to_y)
  local g, wide, high = a.grid, a.profile.wide, a.profile.high
  return to_x >= 0 and to_y >= 0 and to_x < g.width and to_y < g.height
    and to_x + wide <= max(g.width, from_x + wide)
    and to_y + high <= max(g.height, from_y + high)
    and not is_outside(a, to_x, to_y) and (wide == 1 and high == 1
    or agent.fits(a, to_x, to_y, from_x, from_y, is_outside))
end

--- Would the map allow a step if blocked cells were free?
local function may_step(a, x, y, d)
  local own, side_x, side_y = a.base or a, agent.SIDE_X[d], agent.SIDE_Y[d]
  if a.grid.stagger and not fences.has_side(a.grid, x, y, d)
    or not is_open(a, x, y, x + DX[d], y + DY[d])
    or own.closed and own.closed[agent.place(a, x, y)] % (2 * agent.BIT[d])
    >= agent.BIT[d] then
    return false
  elseif a.grid.stagger or d <= 4 or a.rule == agent.ALWAYS then
    return true
  end
  local one = is_open(a, x, y, x + DX[side_x], y + DY[side_x])
  local other = is_open(a, x, y, x + DX[side_y], y + DY[side_y])
  return agent.allows(a.rule, one, other)
end

--- Each free cell is an exit; and nothing comes behind it.
function wayout.any()
  return true
end

function wayout.zero()
  return 0
end

--- May the agent step from a place? From a blocked one by any of those steps.
function wayout.can_step(a, p, d)
  if a.class[p] > 0 then
    return agent.may_leave(a, p, d)
  end
  local x, y = agent.cell(a, p)
  return may_step(a, x, y, d)
end

--- Finds the ways out of a blocked cell: a breadth-first search over blocked
-- cells, ring by ring. The cells of a ring are as many steps from the start.
-- The first ring that steps onto an exit is the last one. Of its exits those
-- count that are nearest in a straight line; all cells beside the start are as
-- near.
-- Of several steps into a cell, the one from the cell counts whose column is
-- nearest to the start's, then whose row is: so a way leads straight, then
-- diagonally. Free cells that are no exits are not passed.
-- @param leads  a function of a place: is this free place an exit?
-- @param avoids  a function of a place that the ways avoid, or nil
-- @return nil if there is no exit, or a list of ways, by the places of their
-- exits, each a table: `exit`, a place; `steps`, the places from there back to
-- the start, without the exit; `first`, the direction of the first step; `cost`,
-- as a whole number, each step at the dearest price
function wayout.find(a, x, y, leads, avoids)
  local s, start, by = a.grid.stagger, agent.place(a, x, y), {}
  local next_ring, length = { start }, 0
  local list, exit_by, far_of, nearest = {}, {}, {}, huge
  by[start] = 0

  local function is_better(to_x, to_y, one, other)
    local by_x = abs(to_x - DX[one] - x) - abs(to_x - DX[other] - x)
    local by_y = abs(to_y - DY[one] - y) - abs(to_y - DY[other] - y)
    return by_x < 0 or by_x == 0 and (by_y < 0 or by_y == 0 and one < other)
  end

  --- A step to a free cell: is that one of the nearest exits so far?
  local function leave(p, to_x, to_y, d)
    if exit_by[p] then
      exit_by[p] = is_better(to_x, to_y, d, exit_by[p]) and d or exit_by[p]
      return
    end
    local dx, dy = to_x - x, to_y - y
    local far = length == 1 and 0 or s and hexagons.apart(s, to_x, to_y, x, y)
      or dx * dx + dy * dy
    if far <= nearest and leads(p, to_x, to_y) then
      exit_by[p], far_of[p], nearest, list[#list + 1] = d, far, far, p
    end
  end

  while not list[1] and length < MOST and #next_ring > 0 do
    local ring, is_next = next_ring, {}
    next_ring, length = {}, length + 1
    for _, p in ipairs(ring) do
      local from_x, from_y = agent.cell(a, p)
      for d = 1, 8 do
        if may_step(a, from_x, from_y, d) then
          local to, to_x, to_y = p + a.offset[d], from_x + DX[d], from_y + DY[d]
          if avoids and avoids(to) then
            by[to] = by[to] or 0
          elseif a.class[to] > 0 then
            leave(to, to_x, to_y, d)
          elseif not by[to] then
            by[to], is_next[to], next_ring[#next_ring + 1] = d, true, to
          elseif is_next[to] and is_better(to_x, to_y, d, by[to]) then
            by[to] = d
          end
        end
      end
    end
  end

  local ways, class = {}, list[1] and wayout.dearest_class(a)
  table.sort(list)
  for _, exit in ipairs(list) do
    if far_of[exit] == nearest then
      local steps, both, at, d = {}, 0, exit, exit_by[exit]
      local first
      repeat
        at, both = at - a.offset[d], both + (d > 4 and 1 or 0)
        steps[#steps + 1] = at
        first, d = d, by[at]
      until at == start
      ways[#ways + 1] = { exit = exit, steps = steps, first = first,
        cost = both * a.costs.diagonal[class]
          + (#steps - both) * a.costs.straight[class] }
    end
  end
  return ways[1] and ways
end

--- The best of some ways: with the least sum of its cost, times the factor, and
-- the rest from its exit; of equal ones the first.
-- @param rest  a function of a place
function wayout.best(ways, factor, rest)
  local best, least = nil, nil
  for _, way in ipairs(ways) do
    local cost = (factor == 0 and 0 or way.cost * factor) + rest(way.exit)
    if not best or cost < least then
      best, least = way, cost
    end
  end
  return best
end

return wayout
