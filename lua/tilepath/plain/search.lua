--- tilepath.plain.search: A* over the places of an agent (agent.lua).
--
-- The open list is a stack for each range of f, and a list of the numbers of
-- these stacks, in order: most new ones are among the highest. On ground of one
-- price a range is one whole number. There are few different numbers, and of
-- equal f the cell inserted last comes first, which leads straight to the goal.
-- On other ground a range is as wide as a part of the cheapest step, so there
-- are few stacks, too. Cells of a stack come in any order: about one in a
-- hundred comes too early, and is opened again after it was closed. So the
-- search ends if no stack can hold an f below the cost of the goal. (LuaJIT
-- compiles each way through a loop by itself, and a heap has too many.)
--
-- Steps worth trying come from a table (legalsteps.lua). What is around a cell
-- is kept until a class changes there. If only one step is worth trying from a
-- cell, the search takes it at once, and inserts only the first cell that has
-- several. So along a row or a corridor it inserts nothing. (Such a *jump* is
-- that of jump point search. But its cells are marked, so a dearer path that
-- comes later ends at them.) A jump is limited to as many cells as the search
-- has expanded places so far. So a search for a near goal does not look far.
--
-- All data is in flat arrays by place or by number of an entry. The arrays stay
-- from search to search: `stamp` tells which values belong to the current one.
-- A place is open if its mark is the stamp, and closed if its mark is the stamp
-- + 1.

local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")
local array = require(siblings .. "array")
local legalsteps = require(siblings .. "legalsteps")

local abs, floor, huge, max, min =
  math.abs, math.floor, math.huge, math.max, math.min
local cell = agent.cell
local make_list, look_ahead, legal, SEVERAL =
  legalsteps.make, legalsteps.look_ahead, legalsteps.legal, legalsteps.SEVERAL

-- By direction: the list of steps of a cell from which only that step is worth
-- trying. It has the direction at each index. So a jump reads it at index i,
-- which the search has reached in the list of the cell being expanded. After
-- the jump the search goes on in that list, from i.
local REPEATED = {}
for d = 1, 8 do
  REPEATED[d] = { d, d, d, d, d, d, d, d }
end

local search = {}

local PARTS = 4 -- of the cheapest step

-- The table of stacks has a key for each range that has been met. It is dropped
-- after so many ranges, or half as many searches (the stamp grows by 2).
local MANY = 512

-- To know all of the cheapest paths (tiebreaking.lua), a search that has found
-- one goes on to a quarter more places, and to some more; with links, to all.
local MORE, SOME = 1.25, 16

-- The store -------------------------------------------------------------------

-- A store has the arrays of a search, and these fields:
--
--   agent, aim   of the current search
--   start        where it begins; nil: in several places
--   pitch, rows          the size of the arrays by place
--   mark, cost, came, edge
--                by place: its mark, its cost, and the direction or the edge
--                by which the search came. row: its row, the border counted
--   origin       an edge into the start, as others without the place before
--   ranges[lowest..numbers]
--                the numbers of stacks, in order. Those below `lowest` are -1
--   width        of a range of f
--   top          by the number of a stack: its top entry; nil or 0: it is empty
--   entry, below by entry: its place, and the entry under it
--   entries      how many entries were made
--   expanded     how many places were expanded
--   most, tie    first costs.most (no sum may be above it), then the cost of the
--                cheapest goal so far; and its order among equal ones
--   last, chosen where it ends, and the number of that goal; nil: none yet
--   farthest     places that cost more are not expanded
--   enough       with a goal found, it goes on to so many places; nil: unknown
--   path         of tiebreaking.lua
--   dead_ends    the places that it found to be dead ends; false or nil: no place
--                is in doubt

--- An edge into a start, at that cost. It has no place before, and yields to
-- no link that is as cheap.
function search.origin(place, cost)
  return { to = place, cost = cost or 0, link = { number = 0 } }
end

--- Does a path of that cost begin in a place? The search has come to it.
function search.is_start(s, p, cost)
  return s.came[p] == 0 and not s.edge[p].from and s.cost[p] == cost
end

--- A new store. It can be reused, also for other sizes of grids.
-- @param is_sparse  its arrays have only the places that are reached. It takes
-- no time for the map, but more for a place
function search.new(is_sparse)
  return { stamp = 0, pitch = 0, rows = 0, lowest = 2, numbers = 1,
    ranges = { -1 }, top = {}, entry = {}, below = {}, path = {},
    origin = search.origin(), is_sparse = is_sparse }
end

--- The store of a grid's pathfinders, which search one after the other: while one
-- searches, the grid has none, and a search from a callback or a finalizer gets
-- a new one.
function search.take_store(g)
  local s = g.store or search.new()
  g.store = nil
  return s
end

--- Gives the store back to the grid, without what belongs to a pathfinder.
function search.give_back(g, s)
  s.agent, s.aim = nil, nil
  g.store = s
end

local NEVER_REACHED = { __index = function()
  return 0
end }

local function fit(s, a)
  local pitch, rows = a.pitch, a.grid.height + 2
  if s.pitch == pitch and s.rows == rows then
    return
  end
  s.pitch, s.rows, s.stamp = pitch, rows, 0
  s.edge = {}
  if s.is_sparse then
    s.mark, s.cost, s.came = setmetatable({}, NEVER_REACHED), {}, {}
    s.row = setmetatable({}, { __index = function(_, p)
      return floor(p / pitch)
    end })
    return
  end
  local last = rows * pitch + 1
  s.mark, s.cost, s.came, s.row = array.filled(last, 0), array.filled(last, 0),
    array.filled(last, 0), array.room(last)
  for p = 0, last do
    s.row[p] = floor(p / pitch)
  end
end

--- What an agent finds around each place, as far as a search has asked; else
-- -1. The agent keeps it, and agent.write resets it.
function search.open_around(a)
  if not a.around or a.around_uniform ~= a.costs.uniform then
    a.around = array.filled(#a.class, -1)
    a.around_uniform = a.costs.uniform
  end
end

-- By class: 1 if it can be entered. (A look into a table is cheaper than a call.)
-- It has the classes that were met.
local ONE = setmetatable({ [0] = 0 }, { __index = function(t, class)
  for i = #t + 1, class do
    t[i] = 1
  end
  return 1
end })

--- What an agent finds around a cell: see legalsteps.lua. It is here since
-- LuaJIT compiles this file, and a loop compiles only if all that it calls
-- does. It has no loop, at which LuaJIT would cut a search's loop in two.
local function find_around(a, p)
  local class, pitch, own = a.class, a.pitch, a.class[p]
  local e, w, ne, nw = class[p + 1], class[p - 1], class[p - pitch + 1],
    class[p - pitch - 1]
  local s, n, se, sw = class[p + pitch], class[p - pitch], class[p + pitch + 1],
    class[p + pitch - 1]
  local bits = ONE[e] + 2 * ONE[s] + 4 * ONE[w] + 8 * ONE[n] + 16 * ONE[se]
    + 32 * ONE[sw] + 64 * ONE[nw] + 128 * ONE[ne]
  local are_alike = a.costs.uniform or 0 == e * abs(e - own)
    + s * abs(s - own) + w * abs(w - own) + n * abs(n - own)
    + se * abs(se - own) + sw * abs(sw - own) + nw * abs(nw - own)
    + ne * abs(ne - own)
  local allowed = legal[256 * a.rule + bits]
    or legalsteps.find_legal(a.rule, bits)
  local has_closed = false
  if a.closed then
    allowed, has_closed = legalsteps.look_for_fences(a, p, allowed)
  end
  return has_closed and 512 + allowed or are_alike and bits or 256 + allowed
end
search.find_around = find_around

local function look_around(a, p)
  a.around[p] = find_around(a, p)
  return a.around[p]
end
search.look_around, search.REPEATED = look_around, REPEATED

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

-- Searches --------------------------------------------------------------------

--- The lower bound of the cost of the rest from a place: as in search.run.
function search.rest(s, p)
  local aim, y = s.aim, s.row[p]
  local x = p - y * s.pitch
  if aim.estimate then
    return aim.estimate(x - 1, y - 1)
  elseif aim.shift then
    x, y = x + aim.shift[2 * x - 1], y + aim.shift[2 * x]
  end
  local box, straight = aim.box, aim.straight
  local surplus = aim.diagonal - straight
  local dx = max(box.x0 + 1 - x, x - 1 - box.x1, 0)
  local dy = max(box.y0 + 1 - y, y - 1 - box.y1, 0)
  return min(max(max(straight * dx + surplus * dy,
    straight * dy + surplus * dx) - aim.slack, 0), aim.most or huge)
end

--- Opens the place at the end of an edge, if it was not reached at that cost. Of
-- equal edges it takes that of the oldest link; one that costs nothing only if
-- no other is, and the first one stays: edges could form a circle.
local function pass(s, edge, cost)
  local p = edge.to
  if s.mark[p] < s.stamp or cost < s.cost[p] then
    s.mark[p], s.cost[p], s.came[p], s.edge[p] = s.stamp, cost, 0, edge
    local f = cost + search.rest(s, p)
    local number, ranges, i = f - f % s.width, s.ranges, s.numbers
    local e, under = s.entries + 1, s.top[number] or 0
    if under == 0 then
      while ranges[i] > number do
        ranges[i + 1] = ranges[i]
        i = i - 1
      end
      ranges[i + 1], s.numbers = number, s.numbers + 1
    end
    s.entries, s.top[number], s.entry[e], s.below[e] = e, e, p, under
  elseif cost == s.cost[p] and s.came[p] == 0 and edge.cost > 0
    and (s.edge[p].cost == 0 or edge.link.number < s.edge[p].link.number) then
    s.edge[p] = edge
  end
end

--- Begins a search in a store.
-- @param from  the start, or a list of edges into several (search.origin)
-- @param aim   what the search looks for:
--   goal     a place; or instead:
--   ends     by place, the number of the goal that it is an end of; and by that
--            number `extra`, the cost to add at its ends, and `tie`, the order
--            of equal sums, with `first`, the lowest (goals.find_ends)
--   sees     a function that decides which goal an end is of, or nil
--   box, diagonal, straight, slack
--            a rectangle, and the lowest costs of one cell along both axes and
--            along one (heuristic.metric): the estimate is the cost to it, less
--            `slack`, as ends may be so much nearer, and at most `most` (nil:
--            huge). `shift`: of the grid (map.lua), if the rectangle lies in
--            the plan of a building; else nil; or instead:
--   estimate a function of a column and a row
--   expand_all   each cell that is reached is inserted, and so closed in turn
--   farthest     the highest cost of a path, or nil
function search.begin(s, a, from, aim)
  fit(s, a)
  s.agent, s.aim, s.start = a, aim, nil
  s.stamp = s.stamp + 2
  for i = s.lowest, s.numbers do
    s.top[s.ranges[i]] = 0
  end
  if s.numbers > MANY or s.stamp % MANY == 0 then
    s.top = {}
  end
  s.lowest, s.numbers, s.entries, s.expanded = 2, 1, 0, 0
  s.farthest = aim.farthest or huge
  s.most, s.tie, s.last, s.chosen = a.costs.most, huge, nil, nil
  s.enough, s.dead_ends = a.costs.uniform and 0 or a.edges and huge or nil, nil
  s.width = a.costs.uniform and 1
    or max(1, floor(a.costs.cheapest_straight / PARTS))
  if type(from) == "table" then
    for _, origin in ipairs(from) do
      pass(s, origin, origin.cost)
    end
  else
    s.start, s.origin.to = from, from
    pass(s, s.origin, 0)
  end
end

--- Checks an end that the search has reached.
local function arrive(s, p, cost)
  local aim = s.aim
  local k = aim.ends[p]
  if k and aim.sees then
    k = aim.sees(p, cell(s.agent, p))
  end
  local all, tie = cost + (aim.extra[k] or 0), aim.tie[k]
  if k and (all < s.most or all == s.most and tie < s.tie) then
    s.most, s.tie, s.last, s.chosen = all, tie, p, k
  end
end

--- Expands up to this many places. Returns "running", "found" or "failed". A
-- search that fails with an open list that is not empty has met sums above
-- costs.most.
function search.run(s, nodes)
  local a, aim = s.agent, s.aim
  search.open_around(a)
  local class, offset, edges, pitch = a.class, a.offset, a.edges, a.pitch
  local step_cost, around = a.costs.step_cost, a.around
  local lists, ahead = legalsteps.lists(a.rule, a.costs.can_prune)
  local mark, cost, came, row = s.mark, s.cost, s.came, s.row
  local open, closed = s.stamp, s.stamp + 1
  local ranges, top, entry, below = s.ranges, s.top, s.entry, s.below
  local goal, ends, estimate, box = aim.goal, aim.ends, aim.estimate, aim.box
  local x0, y0, x1, y1 = box.x0 + 1, box.y0 + 1, box.x1 + 1, box.y1 + 1
  -- A diagonal step costs `straight` and `surplus`.
  local straight, surplus, slack =
    aim.straight, aim.diagonal - aim.straight, aim.slack
  local far, shift = aim.most or huge, aim.shift
  local lowest, numbers, entries, width = s.lowest, s.numbers, s.entries, s.width
  local expanded, limit, is_over = s.expanded, s.expanded + nodes
  local farthest = s.farthest
  local most, tie, first, expands_all = s.most, s.tie, aim.first, aim.expand_all
  -- `from`: the place being expanded, with its cost and list. `p`: the place
  -- whose steps are tried, i of n so far; it is `from`, or one that a jump has
  -- come to. `room`: cells the jump may still go. All is one loop, which LuaJIT
  -- compiles best.
  local from, from_cost, from_list = 0, 0, nil
  local p, so_far, list, i, n, room = 0, 0, nil, 0, 0, 0

  while true do
    if i < n then
      i = i + 1
      local d = list[i]
      local q = p + offset[d]
      local reached = so_far + step_cost[d][class[q]]
      if mark[q] < open or reached < cost[q] then
        mark[q], cost[q], came[q] = open, reached, d
        local only = SEVERAL
        if room > 0 and q ~= goal and not (edges and edges[q])
          and not (ends and ends[q]) then
          local found = around[q] < 0 and look_around(a, q) or around[q]
          local key = 9 * found + d
          only = ahead[key] or look_ahead(lists, key)
        end
        if only < SEVERAL then
          -- A jump goes on from q. The next turn of the loop takes index i of
          -- its list again (so back to i - 1), and as n is i no further one. If
          -- no step is worth trying (0), i = n ends the jump.
          p, so_far, list, n = q, reached, REPEATED[only], i
          i, room = only > 0 and i - 1 or i, room - 1
        else
          local y = row[q]
          local x, f = q - y * pitch
          if estimate then
            f = reached + estimate(x - 1, y - 1)
          else
            if shift then
              x, y = x + shift[2 * x - 1], y + shift[2 * x]
            end
            local dx, dy = max(x0 - x, x - x1, 0), max(y0 - y, y - y1, 0)
            local rest = max(straight * dx + surplus * dy - slack,
              straight * dy + surplus * dx - slack, 0)
            f = reached + (rest < far and rest or far)
          end
          local range = f - f % width
          local under = top[range] or 0
          if under == 0 then
            local at = numbers
            while ranges[at] > range do
              ranges[at + 1] = ranges[at]
              at = at - 1
            end
            ranges[at + 1], numbers = range, numbers + 1
          end
          entries = entries + 1
          entry[entries], below[entries], top[range] = q, under, entries
        end
      end
    elseif p ~= from then
      p, so_far, list, n = from, from_cost, from_list, #from_list
      room = expands_all and 0 or expanded
    else
      local number = lowest <= numbers and ranges[lowest] or huge
      if number >= most or expanded == limit then
        -- One goal: once it is found, both ties are nil.
        local is_found = number == most and tie == first
        s.enough = s.enough or is_found and MORE * expanded + SOME
        is_over = number > most or number == huge
          or is_found and expanded >= s.enough
        if is_over or expanded == limit then
          break
        end
      end
      local e = top[number]
      local under = below[e]
      from, top[number] = entry[e], under
      p = from
      if under == 0 then
        ranges[lowest], lowest = -1, lowest + 1
      end
      if mark[p] ~= closed and cost[p] <= farthest then
        local found = around[p] < 0 and look_around(a, p) or around[p]
        local key = 9 * found + came[p]
        list = lists[key] or make_list(lists, key)
        mark[p], expanded = closed, expanded + 1
        so_far, i, n, room = cost[p], 0, #list, expands_all and 0 or expanded
        from_list, from_cost = list, so_far
        if p == goal then
          most, tie = so_far, first
          s.last, s.most, s.tie = p, most, tie
        elseif ends then
          arrive(s, p, so_far)
          most, tie = s.most, s.tie
        end
        if edges and edges[p] then
          s.lowest, s.numbers, s.entries = lowest, numbers, entries
          for _, edge in ipairs(edges[p]) do
            pass(s, edge, so_far + edge.cost)
          end
          numbers, entries = s.numbers, s.entries
        end
      end
    end
  end
  s.lowest, s.numbers, s.entries = lowest, numbers, entries
  s.expanded = expanded
  return is_over and (s.last and "found" or "failed") or "running"
end

return search
