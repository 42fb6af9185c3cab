--- The costs from some places to all others, or from all others to them:
-- Dijkstra's algorithm (1959), in slices.
--
-- Costs are whole numbers like the costs of steps (costs.lua), but `factor`
-- times as fine. A free link adds `hop`, a fraction (or 1, where numbers are
-- too small for fractions). So of two equal paths the one with fewer free links
-- is cheaper.
--
-- Cells wait in stacks. The costs in a stack differ by less than the cheapest
-- step. So no cell of a stack can be reached by a step from another cell of it,
-- and their order does not matter (Denardo and Fox 1979). If a short link leads
-- from one to another, that cell is settled once more. A heap holds the numbers
-- of the few stacks.
--
-- With an estimate of the cost of the rest, cells wait by the sum of both, as
-- in A*. Then a stack has one whole number, and the cost of a cell is final
-- once its sum is not above the lowest number. Then, and for a reach, costs are
-- made as they are asked for, since few are.
--
--   cost[p]  the cost of a place; huge: not reached; -1: blocked
--   came[p]  forwards: the directions in which the cheapest paths lead back, as
--            bits; or an edge, if none of them ends with a step

local siblings = (...):match("^.*[./]") or ""
local exact = require((siblings:gsub("plain[./]$", "")) .. "exact")
local agent = require(siblings .. "agent")
local search = require(siblings .. "search")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min
local add_number, drop_number = search.add_number, search.drop_number
local BIT, OPPOSITE = agent.BIT, agent.OPPOSITE
local SIDE_X, SIDE_Y = agent.SIDE_X, agent.SIDE_Y
local BOTH_FREE, ALWAYS, NEVER = agent.BOTH_FREE, agent.ALWAYS, agent.NEVER

local spread = {}

local function times(list, factor)
  local scaled = {}
  for class, cost in pairs(list) do
    scaled[class] = cost * factor
  end
  return scaled
end

--- Costs that are made when they are asked for.
local function unmade(class)
  return setmetatable({}, { __index = function(_, p)
    return class[p] > 0 and huge or -1
  end })
end

--- Begins for an agent.
-- @param most      higher costs are not reached
-- @param forward   costs from the seeded places; else costs to them
-- @param old       a spread whose tables are reused, or nil
-- @param estimate  a function of a place: a consistent lower bound of the cost
-- from there to the place of interest; or nil
function spread.begin(a, factor, hop, most, forward, old, estimate)
  local s = old or { cost = {}, entry = {}, below = {} }
  local cost, class, c = s.cost, a.class, a.costs
  s.estimate = estimate
  if estimate or forward and most < huge then
    s.cost = unmade(class)
  else
    for p = 0, #class do
      cost[p] = class[p] > 0 and huge or -1
    end
    for p = #class + 1, #cost do -- of a grid that was larger
      cost[p] = nil
    end
  end
  local least = a.rule == NEVER and c.cheapest_straight
    or min(c.cheapest_straight, c.cheapest_diagonal)
  s.agent, s.factor, s.forward = a, factor, forward
  s.hop = exact.is_small and 1 or hop
  s.most, s.is_limited, s.is_cut = min(most, c.most), c.most < most, false
  s.heap, s.top, s.numbers, s.entries = {}, {}, 0, 0
  s.came = forward and {} or nil
  s.costs, s.expanded = c, 0
  s.straight, s.diagonal = times(c.straight, factor), times(c.diagonal, factor)
  s.width = estimate and 1 or max(1, least * factor)
  return s
end

local function put(s, p, cost)
  local estimate = s.estimate
  local key, entries = floor((estimate and cost + estimate(p) or cost)
    / s.width), s.entries + 1
  local under = s.top[key]
  if not under then
    add_number(s.heap, s.numbers, key)
    s.numbers, under = s.numbers + 1, 0
  end
  s.entries, s.top[key] = entries, entries
  s.entry[entries], s.below[entries] = p, under
end

--- Lowers the cost of a place, if the new cost is lower and not above `most`.
function spread.seed(s, p, cost, came)
  if cost > s.most then
    s.is_cut = true
  elseif cost < s.cost[p] then
    s.cost[p] = cost
    if s.came then
      s.came[p] = came
    end
    put(s, p, cost)
  end
end

--- The cost of an edge.
function spread.edge_cost(s, edge)
  return edge.cost > 0 and edge.cost * s.factor or s.hop
end

--- Offers the places at the ends of a place's edges the cost through this
-- place.
local function pass(s, edges, cost)
  for _, edge in ipairs(edges) do
    spread.seed(s, s.forward and edge.to or edge.from,
      cost + spread.edge_cost(s, edge), edge)
  end
end

--- Were costs too high for the whole numbers? Then the agent has coarser ones
-- now, and all begins again.
function spread.begins_again(s)
  local is_over = s.is_limited and s.is_cut
  if is_over then
    agent.coarsen(s.agent)
  end
  return is_over
end

--- Is the cost of a place final?
function spread.knows(s, p)
  return s.numbers == 0 or s.cost[p] + s.estimate(p) < s.heap[1] + 1
end

--- Settles up to this many cells, or with an estimate until the cost of the
-- place `goal` is final. Returns true if no cell is left.
--
-- The loop over directions calls functions, by `cost`, too. LuaJIT 2.1.0-beta3
-- sometimes loses the limit of a `for` loop there, and goes on past its end.
function spread.run(s, cells, goal)
  local a, cost, came, forward = s.agent, s.cost, s.came, s.forward
  local class, offset, shut, rule = a.class, a.offset, a.shut, a.rule
  local straight, diagonal, most = s.straight, s.diagonal, s.most
  local edges = forward and a.edges or not forward and a.into
  local heap, top, entry, below = s.heap, s.top, s.entry, s.below
  local width, last = s.width, rule == NEVER and 4 or 8
  local estimate, expanded = s.estimate, s.expanded
  while cells > 0 and s.numbers > 0 and not (goal and spread.knows(s, goal)) do
    local key = heap[1]
    local e = top[key]
    local p, under = entry[e], below[e]
    if e == s.entries then
      s.entries = e - 1
    end
    if under > 0 then
      top[key] = under
    else
      top[key] = nil
      drop_number(heap, s.numbers)
      s.numbers = s.numbers - 1
    end
    local here = cost[p]
    local sum = estimate and here + estimate(p) or here
    if floor(sum / width) == key then -- else it was settled before
      cells, expanded = cells - 1, expanded + 1
      local own, d = class[p], 0
      while d < last do -- not `for`: see above
        d = d + 1
        local q = p + offset[d]
        local before = cost[q]
        if before > here then
          local onto = forward and class[q] or own
          local reached = here + (d > 4 and diagonal[onto] or straight[onto])
          local is_open = reached < before or came and reached == before
          if is_open and reached > most then
            is_open, s.is_cut = false, true
          end
          if is_open and d > 4 and rule ~= ALWAYS then
            local one = class[p + offset[SIDE_X[d]]] > 0
            local other = class[p + offset[SIDE_Y[d]]] > 0
            is_open = one and other or (one or other) and rule ~= BOTH_FREE
          end
          if is_open and shut then
            local from, bit = p, BIT[d]
            if not forward then
              from, bit = q, BIT[OPPOSITE[d]]
            end
            is_open = shut[from] % (2 * bit) < bit
          end
          if is_open and came then
            local ways, bit = came[q], BIT[OPPOSITE[d]]
            if reached < before or type(ways) == "table" then
              came[q] = bit
            elseif ways % (2 * bit) < bit then -- a cell may be settled twice
              came[q] = ways + bit
            end
          end
          if is_open and reached < before then
            cost[q] = reached
            put(s, q, reached)
          end
        end
      end
      if edges and edges[p] then
        pass(s, edges[p], here)
      end
    end
  end
  s.expanded = expanded
  return s.numbers == 0
end

return spread
