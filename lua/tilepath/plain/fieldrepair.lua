--- After edits, only the costs of a field that change are computed again (in the
-- manner of Ramalingam and Reps 1996; src/core/field/fieldrepair.c).
--
-- The agent notes the places where its steps may have changed (agent.lua). A
-- cost that no neighbour, link or goal supports any more is lost, and the costs
-- that were made of it are looked at in turn. Then lost places and those near
-- edits start again at the best offer of the others, and Dijkstra's algorithm
-- goes on from there (dijkstra.lua): the costs are those of a new field.
--
-- A lost place takes some ten times as long as a place of a new field. If many
-- are lost, a new field is less work.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local dijkstra = require(siblings .. "dijkstra")
local legalsteps = require(siblings .. "legalsteps")
local search = require(siblings .. "search")

local huge, min = math.huge, math.min
local edge_cost, look_around, make_list =
  dijkstra.edge_cost, search.look_around, legalsteps.make

local fieldrepair = {}

-- A new field is begun if more than one of so many places is lost, or near an
-- edit; and on ground of one price, where a new field takes half the time, if
-- more than half as many are lost.
local FEW = 24

--- The directions of the steps from a place.
local function steps_from(a, p)
  local lists = legalsteps.lists(a.rule, false)
  local key = 9 * (a.around[p] < 0 and look_around(a, p) or a.around[p])
  return lists[key] or make_list(lists, key)
end

--- The lowest offer to a place: of a neighbour, a link or a goal.
local function best_offer(f, p)
  local a, s = f.agent, f.search
  local cost, class, offset, step_cost = s.cost, a.class, a.offset, s.step_cost
  local source, least = f.source[p], huge
  if class[p] == 0 then
    return huge
  end
  local list = steps_from(a, p)
  for i = 1, #list do
    local d = list[i]
    local q = p + offset[d]
    least = min(least, cost[q] + step_cost[d][class[q]])
  end
  for _, edge in ipairs(a.edges and a.edges[p] or {}) do
    local by = cost[edge.to]
    if by >= 0 and class[edge.to] > 0 then
      least = min(least, by + edge_cost(s, edge))
    end
  end
  return source and min(least, source.cost) or least
end

--- Does a neighbour, a link or a goal support the cost of a place?
local function is_supported(f, p, here)
  local a, s = f.agent, f.search
  local cost, class, offset, step_cost = s.cost, a.class, a.offset, s.step_cost
  local source = f.source[p]
  if class[p] == 0 then
    return false
  elseif source and source.cost <= here then
    return true
  end
  local list = steps_from(a, p)
  for i = 1, #list do
    local d = list[i]
    local q = p + offset[d]
    local by = cost[q] -- below 0: an edit has freed the place
    if by >= 0 and by + step_cost[d][class[q]] <= here then
      return true
    end
  end
  for _, edge in ipairs(a.edges and a.edges[p] or {}) do
    local by = cost[edge.to]
    if by >= 0 and class[edge.to] > 0 and by + edge_cost(s, edge) <= here then
      return true
    end
  end
  return false
end

--- Forgets the costs that nothing supports. `list` has the places to look at.
-- @return the lost ones; nil: too many
local function lose(f, list)
  local a, s = f.agent, f.search
  local cost, class, offset, step_cost = s.cost, a.class, a.offset, s.step_cost
  local lost, count, n, i = {}, 0, #list, 0
  local most = f.reached / (a.costs.uniform and 2 * FEW or FEW)
  while i < n do
    i = i + 1
    local p = list[i]
    local here = cost[p]
    if class[p] == 0 and here < 0 then
      here = huge
    elseif here < 0 then
      cost[p], here = huge, huge
    end
    if here < huge and not is_supported(f, p, here) then
      count = count + 1
      lost[count], cost[p] = p, class[p] > 0 and huge or -1
      if count > most then
        return nil
      end
      local own = class[p]
      for d = 1, own > 0 and 8 or 0 do -- else all around are in the list
        local q = p + offset[d]
        if cost[q] == here + step_cost[d][own] then
          n = n + 1
          list[n] = q
        end
      end
      for _, edge in ipairs(a.into and a.into[p] or {}) do
        n = n + 1
        list[n] = edge.from
      end
    end
  end
  return lost
end

--- The places around those that the agent has noted, with these; nil: too many.
local function places_near(f)
  local log, offset = f.agent.edited, f.agent.offset
  local list, n = {}, 0
  if log.forgotten > f.seen_places
    or log.count - f.seen_places > f.reached / FEW then
    return nil
  end
  for i = f.seen_places + 1, log.count do
    local p = log[i]
    list[n + 1] = p
    for d = 1, 8 do
      list[n + 1 + d] = p + offset[d]
    end
    n = n + 9
  end
  return list
end

--- Prepares a repair, if one is less work than a new field: its search goes on
-- from what has changed. The field was done for the present agent and goals.
-- @param factor, hop  what costs count in now
-- @return true if so
function fieldrepair.begin(f, factor, hop)
  local a, s = f.agent, f.search
  if not (s and f.status == "done" and f.reached) or f.origin or f.adjacent
    or s.agent ~= a or s.costs ~= a.costs or f.shape ~= f.g.shape
    or s.factor ~= factor or f.hop ~= hop then
    return false
  end
  search.open_around(a)
  local near = places_near(f)
  local count = near and #near
  local lost = near and lose(f, near)
  if not lost then
    return false
  end
  dijkstra.reseed(s)
  for i = 1, count do
    lost[#lost + 1] = near[i]
  end
  for _, p in ipairs(lost) do
    dijkstra.seed(s, p, best_offer(f, p))
  end
  return true
end

return fieldrepair
