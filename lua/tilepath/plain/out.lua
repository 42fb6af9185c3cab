--- tilepath.plain.out: the nearest cell, and the way out of blocked cells to
-- it.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "interpreted")()
local agent = require(siblings .. "agent")
local fences = require(siblings .. "fences")
local hexagons = require(siblings .. "hexagons")

local abs, huge, max, min = math.abs, math.huge, math.max, math.min
local DX, DY = agent.DX, agent.DY

local out = {}

-- The nearest cell ------------------------------------------------------------

-- Cells farther outside than this count as this far outside.
local FAR = 2 ^ 30

--- The column or row inside that is nearest to any other one, and twice the
-- distance from it.
function out.inside(cell, side)
  cell = max(-FAR, min(cell, FAR))
  local inside = max(0, min(cell, side - 1))
  return inside, 2 * abs(cell - inside)
end

--- Finds the nearest cell for which `will_do(p, x, y)` is true, at a distance
-- from `least` to less than `most`; of equal ones the one with the least
-- `rest(x, y)`, or the first in reading order.
-- The search goes by rows from the cell outwards, and in each row to both
-- sides. Distances are squared, minus the square of the distance to the nearest
-- cell inside. So they are whole numbers, however far outside x, y lies. On
-- hexagons they are steps.
-- Returns x and y, or nil.
function out.nearest(a, x, y, least, most, will_do, rest)
  local g, s, best, best_x, best_y = a.grid, a.grid.stagger, most, nil, nil
  local apart = s and function(column, row)
    return hexagons.apart(s, x, y, column, row)
  end
  local middle, beside = out.inside(x, g.width)
  local center, above = out.inside(y, g.height)

  --- Is a cell as near as the best one better?
  local function precedes(column, row)
    local more = rest and rest(column, row) - rest(best_x, best_y) or 0
    return more < 0 or more == 0
      and (row < best_y or row == best_y and column < best_x)
  end

  local function look_along(row, first, last, step)
    local p = agent.place(a, first, row)
    for column = first, last, step do
      local dx, dy = abs(column - middle), abs(row - center)
      local far = apart and apart(column, row)
        or dx * (beside + dx) + dy * (above + dy)
      if far > best then
        return
      elseif far >= least and (far < best or best_x and precedes(column, row))
        and will_do(p, column, row) then
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
local function dearest_of(a)
  local dearest, most = nil, 0
  for class in pairs(a.used) do
    local price = a.costs.real_straight[class]
    if price > most then
      dearest, most = class, price
    end
  end
  return dearest
end

local function sign(n)
  return n > 0 and 1 or n < 0 and -1 or 0
end

--- The step from a cell to another one on open ground: diagonally, then
-- straight. On hexagons the first one that leads nearest.
local function step_to(a, x, y, to_x, to_y)
  local s, best, least = a.grid.stagger, nil, huge
  if not s then
    local dx, dy = sign(to_x - x), sign(to_y - y)
    return dx, (a.rule ~= agent.NEVER or dx == 0) and dy or 0
  end
  for d = 1, 8 do
    local far = hexagons.apart(s, x + DX[d], y + DY[d], to_x, to_y)
    if far < least and fences.has_side(a.grid, x, y, d) then
      best, least = d, far
    end
  end
  return DX[best], DY[best]
end

--- The way back from a free cell to the start. Lists places, without the first.
-- @return nil if the way leads over a free place; and the steps that are
-- diagonal
local function way_back(a, x, y, to_x, to_y)
  local way, both = {}, 0
  repeat
    local dx, dy = step_to(a, x, y, to_x, to_y)
    x, y, both = x + dx, y + dy, both + abs(dx * dy)
    way[#way + 1] = agent.place(a, x, y)
    if a.class[way[#way]] > 0 then
      return nil
    end
  until x == to_x and y == to_y
  return way, both
end

--- Finds the way out of a blocked cell over blocked cells: to the nearest exit,
-- and of exits equally near to the one nearest to another cell.
-- @param leads  a function: is this free place an exit? nil: each is one
-- @return nil if there is no exit, or a table: `exit`, a place; `way`, the
-- places from there back to the start, without the exit; `cost`, as a whole
-- number; `class`, of each step
function out.find(a, x, y, to_x, to_y, leads)
  local s = a.grid.stagger
  local at_x, at_y = out.nearest(a, x, y, 0, huge, function(p, column, row)
    return a.class[p] > 0 and (not leads or leads(p))
      and way_back(a, column, row, x, y) ~= nil
  end, function(column, row)
    return s and hexagons.apart(s, column, row, to_x, to_y)
      or (column - to_x) ^ 2 + (row - to_y) ^ 2
  end)
  if not at_x then
    return nil
  end
  local way, both = way_back(a, at_x, at_y, x, y)
  local class = dearest_of(a)
  return { exit = agent.place(a, at_x, at_y), way = way, class = class,
    cost = both * a.costs.diagonal[class]
      + (#way - both) * a.costs.straight[class] }
end

return out
