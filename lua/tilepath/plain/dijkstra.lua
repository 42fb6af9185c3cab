--- The costs from some places to all others, or from all others to them:
-- Dijkstra's algorithm (1959), in slices.
--
-- Costs are whole numbers like the costs of steps (costs.lua), but count in
-- 1/factor of their unit. A free link adds `hop`, a fraction (or 1, where
-- numbers are too small for fractions). So of two equal paths the one with fewer
-- free links is cheaper.
--
-- Cells wait in stacks. The costs in a stack differ by less than the cheapest
-- step. So no cell of a stack can be reached by a step from another cell of it,
-- and their order does not matter (Denardo and Fox 1979). If a short link leads
-- from one to another, that cell is settled once more. A heap holds the numbers
-- of the few stacks.
--
-- With an estimate of the cost of the rest, cells wait by the sum of both, as
-- in A*. Then a stack has one whole number, and the cost of a cell is final
-- once its sum is not above the lowest number. All such searches of a grid share
-- one table of costs. For a reach or a small field, costs are made as they are
-- asked for, since few are.
--
-- Backwards, with an estimate or on ground of one price, a step that is the
-- only one worth trying from a cell is taken at once: a jump, as in search.lua.
-- So in corridors and along rows few cells wait. On maps with links or fences
-- each cell waits.
--
-- By turns, a step or an edge that is dearer than what is left of a turn waits
-- for the next one, and one that is dearer than a turn takes a whole one. A path
-- that comes earlier can wait, too, and so is never the worse one: the argument
-- above holds.
--
-- Steps worth trying come from the tables of searches (legalsteps.lua).
-- Backwards one cheapest path to each cell is enough. So steps are pruned
-- there, by the direction in which the cell was entered. An entry of a stack
-- keeps this direction, 0 for none, and the cost that the cell had: an entry
-- whose cell has another cost by now is out of date.
--
--   cost[p]  the cost of a place; huge: not reached; -1: blocked
--   came[p]  forwards: the directions in which the cheapest paths lead back, as
--            bits; or an edge, if none of them ends with a step
--   heap[1..numbers]
--            the numbers of stacks: costs (or sums) divided by `width`
--   top      by the number of a stack: its top entry
--   entry, below, at, by
--            by entry: its place, the entry under it (0: none), the cost of the
--            place then, and the direction by which it was entered
--   expanded, jumped
--            how many cells were expanded, and how many others jumps have met
--   is_cut   a cost was above `most`; is_limited: that is costs.most
--   prunes   false: a pruned step may rely on a cell that is left out
--   known    with an estimate: final costs, by place
--   workspace    what it shares with others; nil: its costs are its own

local siblings = (...):match("^.*[./]") or ""
local exact = require((siblings:gsub("plain[./]$", "")) .. "exact")
local agent = require(siblings .. "agent")
local array = require(siblings .. "array")
local heuristic = require(siblings .. "heuristic")
local search = require(siblings .. "search")
local legalsteps = require(siblings .. "legalsteps")

local abs, floor, huge, max, min =
  math.abs, math.floor, math.huge, math.max, math.min
local by_direction = require(siblings .. "costs").by_direction
local add_number, drop_number = search.add_number, search.drop_number
local BIT, OPPOSITE, NEVER = agent.BIT, agent.OPPOSITE, agent.NEVER
local may_step, rest_of = agent.may_step, heuristic.rest
local look_around, make_list = search.look_around, legalsteps.make
local look_ahead, SEVERAL = legalsteps.look_ahead, legalsteps.SEVERAL
local REPEATED = search.REPEATED
local JUMP = 8 -- cells that a jump goes at most without an estimate
local FINE, FINEST = 1024, 2 ^ 20
local EIGHT = { 1, 2, 3, 4, 5, 6, 7, 8 }

local dijkstra = {}

--- Is it a whole number, up to rounding?
local function is_whole(number)
  return abs(number - floor(number + 0.5)) <= 4e-15 * number
end

--- The parts of the agent's unit in which a search by turns counts: the fewest
-- that make the points of a turn, and those left of it, whole. So neither 2.3
-- points nor prices that no path meets are rounded. If none do, so many that a
-- step has some 1000 of them.
function dijkstra.parts(a, points, left)
  local scale, step, parts = a.costs.scale, a.costs.cheapest_straight, 1
  points, left = points * scale, left * scale
  if exact.is_small then
    return 1
  end
  while parts <= FINE and (parts == 1 or parts * step < FINEST) do
    if is_whole(points * parts) and is_whole(left * parts) then
      return parts
    end
    parts = parts + 1
  end
  parts = 1
  while 2 * parts <= FINE and parts * step < FINE do
    parts = 2 * parts
  end
  return parts
end

--- Points of a turn in these parts, not rounded unless that changes their last
-- bits alone.
function dijkstra.points(a, points, parts, turn)
  points = points * a.costs.scale * parts
  return (is_whole(points) or turn > points) and turn or points
end

--- Points of a turn in these parts, rounded.
function dijkstra.whole(a, points, parts)
  return floor(points * a.costs.scale * parts * exact.COST)
end

local function times(list, factor, most)
  local scaled = {}
  for class, cost in pairs(list) do
    scaled[class] = min(cost * factor, most)
  end
  return scaled
end

local function least_step(a)
  local c = a.costs
  return a.rule == NEVER and c.cheapest_straight
    or min(c.cheapest_straight, c.cheapest_diagonal)
end

--- Are the cells up to this cost from a place a small part of the map?
local function is_small(a, factor, most)
  local side = 2 * most / max(1, least_step(a) * factor) + 1
  return side * side < #a.class / 8
end

--- Lets no cell wait.
local function empty(s)
  s.heap, s.top, s.numbers, s.entries = {}, {}, 0, 0
  s.expanded, s.jumped = 0, 0
  s.width = s.estimate and 1
    or max(1, min(least_step(s.agent) * s.factor, s.turn))
end

local function tables()
  return { cost = {}, entry = {}, below = {}, at = {}, by = {} }
end

-- The workspace ---------------------------------------------------------------
--
-- A search that is to go on later needs the costs that it has found. A table of
-- its own would be as large as the map, or slow, as Lua hashes what is sparse.
-- So the searches with an estimate of a grid share one table of costs by place.
-- The next search that begins takes it over. The one before keeps the costs
-- around its path, and lists of all others, in case that it is asked for one.
--
--   cost     by place; huge: not reached, or blocked
--   places[1..reached]   those that the owner has reached
--   owner[1]     the search; nil: it is garbage
--
-- While a search runs, the grid has no workspace, and that has no `reached`: a
-- search that a finalizer begins gets a new one, and so does the next one if an
-- error ends this one.

local WEAK = { __mode = "v" }

--- Costs of a search by place. They are read from the lists once one is asked
-- for that is not there.
local function read_lazily(class, places, kept)
  return setmetatable({}, { __index = function(cost, p)
    if not kept then
      return class[p] > 0 and huge or -1
    end
    for i = 1, #kept do
      local q = places[i]
      cost[q] = rawget(cost, q) or kept[i]
    end
    places, kept = nil, nil
    return cost[p]
  end })
end

--- Copies the costs on the path from the place of interest, and notes which
-- ones there and beside it are final. If all cheapest paths are known, it notes
-- their steps, too.
local function copy_path(s, own)
  local e, cost, step_cost, known = s.estimate, s.cost, s.step_cost, s.known
  local final = s.numbers > 0 and s.heap[1] + 1 or huge
  local a, p = s.agent, e.y * e.pitch + e.x
  local class, offset, ahead = a.class, a.offset, {}
  search.open_around(a)
  local lists, around = legalsteps.lists(a.rule, a.costs.can_prune), a.around
  if cost[p] + 1 < final then
    s.ahead = ahead
  end
  while p do
    local here, bits, first = cost[p], 0, 9
    local kind = 9 * (around[p] < 0 and look_around(a, p) or around[p])
    local list = lists[kind] or make_list(lists, kind)
    own[p] = here
    for i = 1, #list do
      local d = list[i]
      local q = p + offset[d]
      local rest = cost[q]
      if rest + rest_of(e, q) < final then
        local step = step_cost[d][class[q]] -- nil: an edit has changed it
        known[q] = rest
        if step and rest + step == here then
          bits, first = bits + BIT[d], min(first, d)
        end
      end
    end
    ahead[p], p = bits, first < 9 and p + offset[first]
  end
end

--- The owner gets costs of its own. (It is asked for none before, unless a
-- finalizer does: then it may go on, and all is read again.)
local function hand_over(w)
  local s, cost, places = w.owner[1], w.cost, w.places
  if s then
    local kept = array.filled(w.reached, huge)
    local own = read_lazily(s.agent.class, places, kept)
    repeat
      local expanded = s.expanded
      copy_path(s, own)
      for i = 1, w.reached do
        kept[i] = cost[places[i]]
      end
    until s.expanded == expanded
    w.places = {}
    s.cost, s.workspace, w.owner[1] = own, nil, nil
  end
  for i = 1, w.reached do
    cost[places[i]] = huge
  end
  w.reached = 0
end

--- Gives a search the workspace of its grid.
local function take_workspace(s, a)
  local g, size = a.grid, #a.class
  local w = g.workspace
  g.workspace = nil
  if w and w.size == size then
    hand_over(w)
  else
    w = { size = size, cost = array.filled(size, huge), places = {}, reached = 0,
      owner = setmetatable({}, WEAK) }
  end
  w.owner[1], s.workspace, s.cost, g.workspace = s, w, w.cost, w
  s.known, s.ahead = {}, {}
end

--- What a search that will end after few places is to begin with (`old`).
function dijkstra.sparse()
  local s = tables()
  s.is_sparse = true
  return s
end

--- Begins for an agent.
-- @param most      in the game's units: higher costs are not reached
-- @param forward   costs from the seeded places; else costs to them
-- @param old       an old search whose tables are reused, or nil
-- @param estimate  a consistent lower bound of the cost from each place to the
-- place of interest (heuristic.from), or nil
-- @param turn      by turns: the cost of one, in which `most` counts; or nil
function dijkstra.begin(a, factor, hop, most, forward, old, estimate, turn)
  local s = old or tables()
  local cost, class, c = s.cost, a.class, a.costs
  local scaled = most * (turn or c.scale * factor) * exact.COST
  most = scaled < exact.most and floor(scaled) + 1 - hop or huge
  s.estimate = estimate
  if s.is_sparse
    or most < huge and (forward or is_small(a, factor, most)) then
    s.cost = setmetatable({}, { __index = function(_, p) -- made when asked for
      return class[p] > 0 and huge or -1
    end })
  elseif not estimate then
    if getmetatable(cost) or #cost ~= #class then
      cost = array.room(#class)
    end
    s.cost = cost
    for p = 0, #class do
      cost[p] = class[p] > 0 and huge or -1
    end
  end
  s.agent, s.factor, s.forward, s.prunes = a, factor, forward, not forward
  s.hop = exact.is_small and 1 or hop
  s.most, s.is_limited, s.is_cut = min(most, c.most), c.most < most, false
  s.came = forward and {} or nil
  s.costs, s.turn = c, turn or huge
  s.step_cost = by_direction(times(c.straight, factor, s.turn),
    times(c.diagonal, factor, s.turn))
  empty(s)
  if estimate then
    take_workspace(s, a)
  end
  return s
end

--- Begins again with the costs as they are, and other seeds. Costs may only be
-- too high, and a place that has other steps than before is a seed, or as cheap
-- as these allow. So steps stay pruned: the cell that a pruned one relies on is
-- reached again, or has led to the place before.
function dijkstra.reseed(s)
  empty(s)
end

local function push(s, p, cost)
  local rest = s.estimate and rest_of(s.estimate, p) or 0
  local key, e = floor((cost + rest) / s.width), s.entries + 1
  local under = s.top[key]
  if not under then
    add_number(s.heap, s.numbers, key)
    s.numbers, under = s.numbers + 1, 0
  end
  s.entries, s.top[key] = e, e
  s.entry[e], s.below[e], s.at[e], s.by[e] = p, under, cost, 0
end

--- Lowers the cost of a place, if the new cost is lower and not above `most`.
function dijkstra.seed(s, p, cost, came)
  if cost > s.most then
    s.is_cut = true
  elseif cost < s.cost[p] then
    local w = s.workspace
    if w and s.cost[p] == huge then
      w.reached = w.reached + 1
      w.places[w.reached] = p
    end
    s.cost[p] = cost
    if s.came then
      s.came[p] = came
    end
    push(s, p, cost)
  end
end

--- The cost of an edge.
function dijkstra.edge_cost(s, edge)
  return edge.cost > 0 and edge.cost * s.factor or s.hop
end

--- Offers the places at the ends of a place's edges the cost through this
-- place, in which so much is left of a turn.
local function pass(s, edges, cost, left)
  for _, edge in ipairs(edges) do
    local by = min(dijkstra.edge_cost(s, edge), s.turn)
    dijkstra.seed(s, s.forward and edge.to or edge.from,
      cost + (by <= left and by or s.overdraws and left or by + left), edge)
  end
end

--- Were costs too high for the whole numbers? Then the agent has coarser ones
-- now, and all begins again.
function dijkstra.begins_again(s)
  local is_over = s.is_limited and s.is_cut
  if is_over then
    agent.coarsen(s.agent)
  end
  return is_over
end

--- Is the cost of a place final?
function dijkstra.knows(s, p)
  return s.numbers == 0
    or s.cost[p] + rest_of(s.estimate, p) < s.heap[1] + 1
end

--- Settles up to this many cells, or with an estimate until the cost of the
-- place `goal` is final; `learns`: until all cheapest paths from it are known.
-- Returns true if no cell is left.
--
-- Steps and cells are taken in one loop. LuaJIT compiles an inner loop of one
-- to three turns badly.
function dijkstra.run(s, cells, goal, learns)
  local a, cost, came, forward = s.agent, s.cost, s.came, s.forward
  local class, offset, most, step_cost = a.class, a.offset, s.most, s.step_cost
  local edges = forward and a.edges or not forward and a.into
  local heap, top, entry, below = s.heap, s.top, s.entry, s.below
  local at, by, width, turn, numbers, entries = s.at, s.by, s.width, s.turn,
    s.numbers, s.entries
  search.open_around(a)
  local lists, ahead = legalsteps.lists(a.rule, a.costs.can_prune)
  local around = a.around
  -- A fence may be closed one way: then the steps to a cell are others than
  -- those from it.
  local may_differ, is_checked = not forward and a.closed ~= nil, false
  local e, pitch, x, y, straight, surplus, rest =
    s.estimate, a.pitch, 0, 0, 0, 0, 0
  if e then
    x, y, straight, surplus, rest = e.x, e.y, e.straight, e.surplus, e.rest
  end
  local far = e and huge or a.costs.uniform and JUMP or 0
  local prunes, overdraws = s.prunes, s.overdraws
  far = (not prunes or edges or may_differ) and 0 or far
  local goal_rest = goal and rest_of(e, goal) + (learns and 1 or 0)
  local expanded, jumped, all = s.expanded, s.jumped, s.expanded + cells
  local w, places, count = s.workspace, nil, nil
  if w and w.reached then
    places, count = w.places, w.reached
    a.grid.workspace, w.reached = nil, nil
  elseif w then -- an error has ended a run
    s.workspace, w = nil, nil
  end
  -- The cell that is settled, and its list. The cell whose steps are tried (the
  -- same, or one that a jump has come to), its cost, what is left of the turn,
  -- its class, and its n steps. Cells that the jump may still go.
  local from, from_list, p, here, left, own = 0, EIGHT, 0, 0, huge, 0
  local list, i, n, room = EIGHT, 0, 0, 0
  while true do
    if i < n then
      i = i + 1
      local d = list[i]
      local q = p + offset[d]
      local before = cost[q]
      if before > here and not (is_checked
        and not may_step(a, q, OPPOSITE[d])) then
        local step = step_cost[d][forward and class[q] or own]
        local reached = here + (step <= left and step or overdraws and left
          or step + left)
        if reached <= most and came and reached <= before then
          local directions, bit = came[q], BIT[OPPOSITE[d]]
          if reached < before or type(directions) ~= "number" then
            came[q] = bit
          elseif directions % (2 * bit) < bit then -- a cell may be settled twice
            came[q] = directions + bit
          end
        end
        if reached < before and reached > most then
          s.is_cut = true
        elseif reached < before then
          if places and before == huge then
            count = count + 1
            places[count] = q
          end
          cost[q] = reached
          local only = SEVERAL
          if room > 0 then
            local key = d + 9 * (around[q] < 0 and look_around(a, q)
              or around[q])
            only = ahead[key] or look_ahead(lists, key)
          end
          if only < SEVERAL then
            p, here, own, list, n = q, reached, class[q], REPEATED[only],
              i
            i, room = only > 0 and i - 1 or i, room - 1
            jumped = jumped + 1
          else
            local sum = reached
            if e then
              local column = q % pitch
              local dx, dy = abs(column - x), abs((q - column) / pitch - y)
              sum = reached + min(max(straight * dx + surplus * dy,
                straight * dy + surplus * dx), rest)
            end
            local key = floor(sum / width)
            local under = top[key]
            if not under then
              add_number(heap, numbers, key)
              numbers, under = numbers + 1, 0
            end
            entries = entries + 1
            top[key], entry[entries], below[entries] = entries, q, under
            at[entries], by[entries] = reached, d
          end
        end
      end
    elseif p ~= from then
      p, here, own, list, n = from, cost[from], class[from], from_list,
        #from_list
      room = min(expanded, far)
    else
      local key = heap[1]
      if expanded >= all or not key
        or goal and cost[goal] + goal_rest < key + 1 then
        break
      end
      local k = top[key]
      local under = below[k]
      from = entry[k]
      p = from
      if k == entries then
        entries = k - 1
      end
      if under > 0 then
        top[key] = under
      else
        top[key] = nil
        drop_number(heap, numbers)
        numbers = numbers - 1
      end
      here = cost[p]
      if at[k] == here then
        left = turn < huge and turn - floor(here) % turn or huge
        local found = around[p] < 0 and look_around(a, p) or around[p]
        own, expanded = class[p], expanded + 1
        is_checked = may_differ and found >= 512
        if is_checked then
          list = EIGHT
        else
          local kind = 9 * found + (prunes and by[k] or 0)
          list = lists[kind] or make_list(lists, kind)
        end
        from_list, i, n, room = list, 0, #list, min(expanded, far)
        if edges and edges[p] then
          s.numbers, s.entries = numbers, entries
          if w then
            w.reached = count
          end
          pass(s, edges[p], here, left)
          numbers, entries = s.numbers, s.entries
          if w then
            count, w.reached = w.reached, nil
          end
        end
      end
    end
  end
  s.numbers, s.entries, s.expanded, s.jumped = numbers, entries, expanded, jumped
  if w then
    w.reached, a.grid.workspace = count, w
  end
  return numbers == 0
end

return dijkstra
