--- tilepath.plain.search: A* over the places of an agent (agent.lua).
--
-- The open list is a stack for each range of f, and a binary heap of the
-- numbers of these stacks. On ground of one price a range is one whole number.
-- There are few different numbers, and of equal f the cell inserted last comes
-- first, which leads straight to the goal. On other ground a range is as wide
-- as the cheapest step, so there are few stacks, too. Cells of a stack come in
-- any order: about one in a hundred comes too early, and is opened again. So
-- the search ends if no stack can hold an f below the cost of the goal.
--
-- Steps worth trying come from a table (legalsteps.lua). What is around a cell
-- is kept until a class changes there. If only one step is worth trying from a
-- cell, the search takes it at once, and inserts only the first cell that has
-- several. So along a row or a corridor it inserts nothing. (Jump point search
-- does the same. But these cells are marked, so a dearer path that comes later
-- ends at them.) Such a run is limited to as many cells as the search has
-- expanded places so far. So a search for a near goal does not look far.
--
-- All data is in flat arrays by place or by number of an entry. The arrays stay
-- from search to search: `stamp` tells which values belong to the current one.
-- A place is open if its mark is the stamp, and closed if its mark is the stamp
-- + 1.

local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")
local legalsteps = require(siblings .. "legalsteps")

local floor, huge, max = math.floor, math.huge, math.max
local to = require(siblings .. "heuristic").to
local cell = agent.cell
local make_list, look_ahead, legal, SEVERAL =
  legalsteps.make, legalsteps.look_ahead, legalsteps.legal, legalsteps.SEVERAL
local BIT = agent.BIT

local search = {}

local PARTS = 4 -- of the cheapest step

-- To know all of the cheapest paths (tiebreaking.lua), a search that has found one
-- goes on to a quarter more places, and to some more.
local MORE, SOME = 1.25, 16

-- The store -------------------------------------------------------------------

--- A new store. It can be reused, also for other sizes of grids.
function search.new()
  return { stamp = 0, pitch = 0, rows = 0, numbers = 0, heap = {}, top = {},
    entry = {}, below = {}, path = {} }
end

local function fit(s, a)
  local pitch, rows = a.pitch, a.grid.height + 2
  if s.pitch == pitch and s.rows == rows then
    return
  end
  s.pitch, s.rows, s.stamp = pitch, rows, 0
  local mark, cost, came, row = {}, {}, {}, {}
  for p = 0, rows * pitch + 1 do
    mark[p], cost[p], came[p], row[p] = 0, 0, 0, floor(p / pitch)
  end
  s.mark, s.cost, s.came, s.row, s.edge = mark, cost, came, row, {}
end

--- What an agent finds around each place, as far as a search has asked; else
-- -1. The agent keeps it, and agent.write resets it.
function search.open_around(a)
  if not a.around or a.around_uniform ~= a.costs.uniform then
    a.around, a.around_uniform = {}, a.costs.uniform
    for p = 0, #a.class do
      a.around[p] = -1
    end
  end
end

--- What an agent finds around a cell: see legalsteps.lua. It is here since
-- LuaJIT compiles this file, and a loop compiles only if all that it calls
-- does.
local function find_around(a, p)
  local class, offset, own = a.class, a.offset, a.class[p]
  local bits, are_alike, is_uniform = 0, true, a.costs.uniform
  for d = 1, 8 do
    local c = class[p + offset[d]]
    if c > 0 then
      bits = bits + BIT[d]
      are_alike = are_alike and (c == own or is_uniform)
    end
  end
  local allowed = legal[256 * a.rule + bits] or legalsteps.find_legal(a.rule, bits)
  local has_closed = false
  if a.closed then
    allowed, has_closed = legalsteps.look_for_fences(a, p, allowed)
  end
  return has_closed and 512 + allowed or are_alike and bits or 256 + allowed
end
search.find_around = find_around

-- The open list ---------------------------------------------------------------

--- Adds a number to a heap of n.
local function add_number(heap, n, f)
  local i = n + 1
  while i > 1 do
    local above = floor(i / 2)
    if heap[above] <= f then
      break
    end
    heap[i] = heap[above]
    i = above
  end
  heap[i] = f
end

--- Removes the lowest of n numbers.
local function drop_number(heap, n)
  local last, i, half = heap[n], 1, floor((n - 1) / 2)
  heap[n] = nil
  n = n - 1
  if n == 0 then
    return
  end
  while i <= half do
    local child = 2 * i
    if child < n and heap[child + 1] < heap[child] then
      child = child + 1
    end
    if heap[child] >= last then
      break
    end
    heap[i] = heap[child]
    i = child
  end
  heap[i] = last
end

search.add_number, search.drop_number = add_number, drop_number

--- Inserts a place.
local function push(s, p, f)
  local number, entries = f - f % s.width, s.entries + 1
  local under = s.top[number]
  if not under then
    add_number(s.heap, s.numbers, number)
    s.numbers, under = s.numbers + 1, 0
  end
  s.entries, s.top[number] = entries, entries
  s.entry[entries], s.below[entries] = p, under
end

-- Searches --------------------------------------------------------------------

--- The lower bound of the cost of the rest from a place.
function search.rest(s, p)
  local aim = s.aim
  local x, y = cell(s.agent, p)
  if aim.estimate then
    return aim.estimate(x, y)
  end
  return max(to(nil, aim.both, aim.along, x, y, aim.x0, aim.y0, aim.x1, aim.y1)
    - aim.near, 0)
end

--- Begins a search in a store.
-- @param from  the start
-- @param aim   what the search looks for:
--   goal     a place; or instead:
--   ends     by place, the number of the goal that it is an end of; and by that
--            number `extra`, the cost to add at its ends, and `tie`, the order
--            of equal sums, with `first`, the lowest (goals.find_ends)
--   sees     a function that decides which goal an end is of, or nil
--   x0, y0, x1, y1, both, along, near
--            a rectangle, and the lowest costs of one cell along both axes and
--            along one: the estimate is the cost to it, less `near`, as ends
--            may be so much nearer; or instead:
--   estimate a function of a column and a row
--   expand_all   each cell that is reached is inserted, and so closed in turn
function search.begin(s, a, from, aim)
  fit(s, a)
  s.agent, s.aim, s.start = a, aim, from
  s.stamp = s.stamp + 2
  for i = s.numbers, 1, -1 do
    s.top[s.heap[i]], s.heap[i] = nil, nil
  end
  s.numbers, s.entries, s.expanded = 0, 0, 0
  s.most, s.tie, s.last, s.chosen = a.costs.most, huge, nil, nil
  s.enough, s.dead_ends = a.costs.uniform and 0 or nil, nil
  s.mark[from], s.cost[from], s.came[from] = s.stamp, 0, 0
  s.width = a.costs.uniform and 1 or max(1, floor(a.costs.cheapest_straight / PARTS))
  push(s, from, search.rest(s, from))
end

--- Opens the place at the end of an edge.
local function pass(s, edge, cost)
  local p = edge.to
  local state = s.mark[p]
  if state < s.stamp or cost < s.cost[p] then
    s.mark[p], s.cost[p], s.came[p], s.edge[p] = s.stamp, cost, 0, edge
    push(s, p, cost + search.rest(s, p))
  end
end

--- Checks an end that the search has reached.
local function arrive(s, p, cost)
  local aim = s.aim
  local k = aim.ends[p]
  if k and aim.sees then
    k = aim.sees(p, cell(s.agent, p))
  end
  if not k then
    return
  end
  local all, tie = cost + aim.extra[k], aim.tie[k]
  if all < s.most or all == s.most and tie < s.tie then
    s.most, s.tie, s.last, s.chosen = all, tie, p, k
  end
end

--- Expands up to this many places. Returns "running", "found" or "failed". A
-- search that fails with places left has met costs above costs.most.
function search.run(s, nodes)
  local a, aim = s.agent, s.aim
  search.open_around(a)
  local class, offset, edges, pitch = a.class, a.offset, a.edges, a.pitch
  local price = a.costs.price
  local lists, ahead = legalsteps.lists(a.rule, a.costs.can_prune)
  local around = a.around
  local mark, cost, came, row = s.mark, s.cost, s.came, s.row
  local open, closed = s.stamp, s.stamp + 1
  local heap, top, entry, below = s.heap, s.top, s.entry, s.below
  local goal, ends, estimate = aim.goal, aim.ends, aim.estimate
  local x0, y0, x1, y1, along, near = 0, 0, 0, 0, 0, 0
  local across = 0 -- a diagonal step costs `along` and this
  if not estimate then
    x0, y0, x1, y1 = aim.x0 + 1, aim.y0 + 1, aim.x1 + 1, aim.y1 + 1
    along, across, near = aim.along, aim.both - aim.along, aim.near
  end
  local stops = aim.expand_all
  local numbers, entries, width = s.numbers, s.entries, s.width
  local status, left, all = "running", nodes, s.expanded + nodes
  -- Of the place that is expanded: its cost, its n steps, and over how many
  -- cells each may run on. Of the present run: from place p it goes on by step
  -- d, over at most `room` more cells; d = 0: it has ended.
  local from, from_cost, list, i, n, most_room = 0, 0, nil, 0, 0, 0
  local p, so_far, d, room = 0, 0, 0, 0

  while true do
    if d == 0 and i < n then
      i = i + 1
      p, so_far, d, room = from, from_cost, list[i], most_room
    end
    if d > 0 then
      local q = p + offset[d]
      local reached = so_far + price[d][class[q]]
      local state = mark[q]
      if state < open or reached < cost[q] then
        mark[q], cost[q], came[q] = open, reached, d
        local only = SEVERAL
        if room > 0 and q ~= goal and not (edges and edges[q])
          and not (ends and ends[q]) then
          local found = around[q]
          if found < 0 then
            found = find_around(a, q)
            around[q] = found
          end
          local key = 768 * d + found
          only = ahead[key] or look_ahead(lists, ahead, key)
        end
        if only < SEVERAL then
          p, so_far, d, room = q, reached, only, room - 1
        else
          d = 0
          local y = row[q]
          local x, f = q - y * pitch
          if estimate then
            f = reached + estimate(x - 1, y - 1)
          else
            local dx, dy = max(x0 - x, x - x1, 0), max(y0 - y, y - y1, 0)
            local rest = dx > dy and along * dx + across * dy
              or along * dy + across * dx
            f = rest > near and reached + rest - near or reached
          end
          local number = f - f % width
          local on = top[number]
          if not on then
            add_number(heap, numbers, number)
            numbers, on = numbers + 1, 0
          end
          entries = entries + 1
          entry[entries], below[entries], top[number] = q, on, entries
        end
      else
        d = 0
      end
    else
      local number = heap[1]
      local is_found = number == s.most and s.tie == aim.first
      if is_found and not s.enough then
        s.enough = MORE * (all - left) + SOME
      end
      if not number or number > s.most
        or is_found and all - left >= s.enough then
        status = s.last and "found" or "failed"
        break
      elseif left == 0 then
        break
      end
      local e = top[number]
      local under = below[e]
      from = entry[e]
      if e == entries then
        entries = e - 1
      end
      if under > 0 then
        top[number] = under
      else
        top[number] = nil
        drop_number(heap, numbers)
        numbers = numbers - 1
      end
      if mark[from] ~= closed then
        local found = around[from]
        if found < 0 then
          found = find_around(a, from)
          around[from] = found
        end
        local key = 768 * came[from] + found
        list = lists[key] or make_list(lists, key)
        mark[from] = closed
        left = left - 1
        from_cost, i, n = cost[from], 0, #list
        most_room = stops and 0 or all - left
        if from == goal then
          s.last, s.most, s.tie = from, from_cost, aim.first
        elseif ends then
          arrive(s, from, from_cost)
        end
        if edges and edges[from] then
          s.numbers, s.entries = numbers, entries
          for _, edge in ipairs(edges[from]) do
            pass(s, edge, from_cost + edge.cost)
          end
          numbers, entries = s.numbers, s.entries
        end
      end
    end
  end
  s.numbers, s.entries = numbers, entries
  s.expanded = s.expanded + nodes - left
  return status
end

return search
