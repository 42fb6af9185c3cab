--- tilepath.plain.out: the way out of blocked cells.
--
-- A breadth-first search (Moore 1959), level by level. On the way out the agent
-- walks as on open ground: in any direction of its rule, past any corner, each
-- step at the dearest price on the map. So the number of steps counts first.
-- The cheapest path of that many steps is known when the level before is done.
--
--     e e e e e . .      S      the start
--     e 1 1 1 2 3 .      1 2 3  blocked cells, by level
--     e 1 S 1 2 3 .      e      the exits of the second level; those of the
--     e 1 1 1 2 3 .             next count if none of these leads to a goal
--     e 2 2 2 2 3 .

local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")

local abs, huge, max, min = math.abs, math.huge, math.max, math.min
local DX, DY = agent.DX, agent.DY

local out = {}

--- The distance over open ground, by a rule of thumb.
local function far(dx, dy)
  dx, dy = abs(dx), abs(dy)
  return 5 * max(dx, dy) + 2 * min(dx, dy)
end

--- Sorts directions by the distance to a cell after that step; of equal ones
-- diagonal steps come first.
local function order_steps(rule, x, y, to_x, to_y)
  local list, ways = {}, {}
  for d = 1, rule == agent.NEVER and 4 or 8 do
    ways[d] = 2 * (far(DX[d], DY[d]) + far(to_x - x - DX[d], to_y - y - DY[d]))
      + (d > 4 and 0 or 1)
    list[d] = d
  end
  table.sort(list, function(one, other)
    if ways[one] ~= ways[other] then
      return ways[one] < ways[other]
    end
    return one < other
  end)
  return list
end

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

--- Begins at a blocked place. Steps towards a cell come first.
function out.new(a, start, to_x, to_y)
  local x, y = agent.cell(a, start)
  local class = dearest_of(a)
  return { agent = a, start = start, class = class,
    straight = class and a.costs.straight[class] or 1,
    diagonal = class and a.costs.diagonal[class] or 1,
    steps = order_steps(a.rule, x, y, to_x, to_y),
    cost = { [start] = 0 }, came = {}, closed = { [start] = true },
    cells = { start }, at = 1, level = 1, exits = {}, tried = 0,
    level_exits = 0,
    looked = 0 }
end

--- Tries the steps from a cell: to new cells, and to cells of the next level
-- that it reaches more cheaply.
local function look_around(o, p)
  local a = o.agent
  local x, y = agent.cell(a, p)
  for _, d in ipairs(o.steps) do
    local to_x, to_y, q = x + DX[d], y + DY[d], p + a.offset[d]
    local is_inside = to_x >= 0 and to_y >= 0 and to_x < a.grid.width
      and to_y < a.grid.height
    local cost = o.cost[p] + (d > 4 and o.diagonal or o.straight)
    local known = o.cost[q]
    if is_inside and not o.closed[q] and cost < (known or huge) then
      o.cost[q], o.came[q] = cost, d
      if not known then
        local list = a.class[q] > 0 and o.exits or o.cells
        list[#list + 1] = q
      end
    end
  end
end

local function close(o, list, first)
  for i = first, #list do
    o.closed[list[i]] = true
  end
  return #list
end

--- Looks for the next exit, in at most `nodes` cells.
-- @return the exit, or nil; and the number of cells that are left (if there is
-- no exit and some are left, there are no more exits)
function out.next_exit(o, nodes)
  while o.tried == o.level_exits do
    if o.at > #o.cells or nodes == 0 then
      return nil, nodes
    end
    look_around(o, o.cells[o.at])
    o.at, o.looked, nodes = o.at + 1, o.looked + 1, nodes - 1
    if o.at > o.level then
      o.level_exits = close(o, o.exits, o.level_exits + 1)
      o.level = close(o, o.cells, o.level + 1)
    end
  end
  o.tried = o.tried + 1
  return o.exits[o.tried], nodes
end

--- The path back from an exit, in the form of search.way_back, without the
-- exit.
function out.way_back(o, exit)
  local way, p = {}, exit
  while p ~= o.start do
    p = p - o.agent.offset[o.came[p]]
    way[#way + 1] = p
  end
  return way
end

return out
