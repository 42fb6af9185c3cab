--- Costs to goals. A *cost to goal* is an object that has the cost from each
-- cell to the end of a unit's order, or searches for it: a distance map that is
-- filled as it is asked.
--
-- A cost to goal searches backwards from the end, in the order of A* towards
-- the unit (dijkstra.lua). It settles cells until it knows the cell that it is
-- asked for, and goes on from there for the next question: resumable A* (Silver
-- 2005). So costs are exact everywhere, and a unit that is pushed off its path
-- needs no other one. The cells around a path cost about as much as the path.
--
-- A field is a cost to goal, too: all of its costs are known (field.lua). Both
-- have `search` and `agent`, which gradient.offer needs.
--
--   goal         the place where it ends; nil: a field
--   from         the place towards which it searches: the unit's at first
--   factor       its costs count in 1/factor of the unit of steps, so a field
--                has room for free links between them
--   own          with a field that units share: the place where this unit ends
--   link, link_at    a link that it is to take, and the place where that begins
--   avoids       a function of a place that ways out avoid, or nil
--   shuns        a function of a place from which no way out counts, or nil
--   ways_out     what it knows of them, since the last change of the map, or nil
--   is_set_aside     its search waits for the next update
--   seen, version    the changes of the map and of the agent that it knows
--   had_edges    the agent had links then
--
-- Memory: some 16 bytes a cell that was looked at with LuaJIT, else some 40, until
-- the unit is there.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local changes = require(siblings .. "changes")
local gradient = require(siblings .. "gradient")
local heuristic = require(siblings .. "heuristic")
local wayout = require(siblings .. "wayout")
local regions = require(siblings .. "regions")
local dijkstra = require(siblings .. "dijkstra")

local floor, huge = math.floor, math.huge

local costtogoal = {}

local HOP = 2 ^ -7 -- the cost of a free link

-- Making one ------------------------------------------------------------------

local function begin(to_goal)
  local a = to_goal.agent
  to_goal.search = dijkstra.begin(a, 1, HOP, huge, false, nil,
    heuristic.from(a, to_goal.from))
  if a.class[to_goal.goal] > 0 then
    dijkstra.seed(to_goal.search, to_goal.goal, 0)
  end
  to_goal.seen, to_goal.version = a.grid.log.version, (a.base or a).version
  to_goal.had_edges = a.edges ~= nil
end

--- A cost to goal to a place, for a unit that comes from another place.
function costtogoal.new(a, goal, from)
  local to_goal = { agent = a, goal = goal, from = from, factor = 1 }
  begin(to_goal)
  return to_goal
end

--- A cost to goal along a list of places: no path leads on from others.
function costtogoal.along(a, list)
  local cost = setmetatable({}, { __index = function() return huge end })
  for i, p in ipairs(list) do
    cost[p] = (#list - i) * a.costs.dearest
  end
  return { agent = a, search = { cost = cost, factor = 1, hop = HOP },
    goal = list[#list], factor = 1, version = a.version }
end

--- A field as the cost to goal of a unit that goes to a cell of its own near
-- the field's goals.
function costtogoal.shared(f, own)
  return setmetatable({ own = own }, { __index = f })
end

-- Answers ---------------------------------------------------------------------

--- The cost of a place as far as a search knows it; huge: it was not reached;
-- -1: it is blocked. (The workspace does not tell the last two apart.)
local function found(s, p)
  local cost = s.cost[p]
  return cost == huge and s.estimate and s.agent.class[p] == 0 and -1 or cost
end

local function find_way_out(to_goal, p)
  local a = to_goal.agent
  local x, y = agent.cell(a, p)
  local function rest(q)
    return costtogoal.cost(to_goal, q)
  end
  local ways = wayout.find(a, x, y, function(q)
    return to_goal.search.cost[q] >= 0 and rest(q) < huge
  end, to_goal.avoids)
  if not ways then
    return huge
  end
  local o = wayout.best(ways, to_goal.factor, rest)
  return rest(o.exit) + o.cost * to_goal.factor, p + a.offset[o.first]
end

--- The way out of a blocked place: the cost by it, and the next place. After an
-- edit, a free place may still be a blocked one for the cost to goal.
local function way_out(to_goal, p)
  local version = (to_goal.agent.base or to_goal.agent).version
  local ways = to_goal.ways_out
  if to_goal.avoids or not to_goal.search.estimate then
    return find_way_out(to_goal, p)
  elseif not ways or ways.version ~= version then
    ways = { version = version, cost = {}, next = {} }
    to_goal.ways_out = ways
  end
  if not ways.cost[p] then
    ways.cost[p], ways.next[p] = find_way_out(to_goal, p)
  end
  return ways.cost[p], ways.next[p]
end

--- The cost from a place; huge: there is no path. From a blocked place it is
-- that of the way out.
function costtogoal.cost(to_goal, p)
  local s = to_goal.search
  local known = s.known
  local cost = known and known[p]
  if cost then
    return cost
  end
  cost = found(s, p)
  if cost < 0 then
    return to_goal.shuns and to_goal.shuns(p) and huge
      or (way_out(to_goal, p))
  elseif s.estimate then
    if not dijkstra.knows(s, p) then
      if costtogoal.is_stale(to_goal, p)
        or not regions.connects(to_goal.agent, p, to_goal.goal) then
        return huge
      end
      dijkstra.run(s, huge, p)
      if dijkstra.begins_again(s) then
        begin(to_goal)
        return costtogoal.cost(to_goal, p)
      end
    end
    cost = s.cost[p]
    known[p] = cost
  end
  return cost
end

local JUMPED = 8 -- cells of jumps that cost as much as an expanded one

--- The work that its search has done, in expanded cells.
function costtogoal.work(to_goal)
  return to_goal.search.expanded + floor(to_goal.search.jumped / JUMPED)
end

--- Searches for the cost from a place, over at most so many cells. Is it known
-- then, or is there nothing to search for?
function costtogoal.search(to_goal, p, cells)
  local s = to_goal.search
  if found(s, p) < 0 or dijkstra.knows(s, p)
    or not regions.connects(to_goal.agent, p, to_goal.goal) then
    return true
  end
  dijkstra.run(s, cells, p)
  local begins_again = dijkstra.begins_again(s)
  if begins_again then
    begin(to_goal)
  end
  return begins_again or dijkstra.knows(s, p)
end

--- Learns all cheapest paths from a place, not only one. There is one.
function costtogoal.learn(to_goal, p)
  local s = to_goal.search
  if s.estimate and found(s, p) >= 0 then
    dijkstra.run(s, huge, p, true)
  end
  return to_goal
end

--- The first steps of all cheapest paths from a place along a search, as bits.
local function first_steps(to_goal, p)
  local directions = to_goal.search.ahead[p]
  if not directions then
    local here = costtogoal.cost(to_goal, p)
    costtogoal.learn(to_goal, p)
    directions = here < huge and gradient.offer(to_goal, p, here, huge) or 0
    to_goal.search.ahead[p] = directions
  end
  return directions
end

--- The direction in which the path goes on from a place, if that is the choice
-- of an agent with nobody beside it; nil: its costs must be compared.
function costtogoal.ahead(to_goal, a, p)
  local directions = 0
  if to_goal.agent ~= a or a.base or a.class[p] == 0
    or a.edges and a.edges[p] then
    return nil
  elseif to_goal.search.estimate and to_goal.version == a.version then
    directions = first_steps(to_goal, p)
  elseif to_goal.status == "done" and to_goal.seen == a.version
    and not to_goal.origin then
    directions = gradient.directions(to_goal, p)
  end
  return directions > 0 and gradient.first(a, p, directions) or nil
end

function costtogoal.is_end(to_goal, p)
  local goal = to_goal.goal or to_goal.own
  if goal then
    return p == goal
  end
  return gradient.ends_in(to_goal, p)
end

--- The next place on the path from a place, and the link that leads there; nil:
-- the path ends, or there is none. (Along a field that lags it may end early.)
function costtogoal.next(to_goal, p)
  local a, here, directions, edge =
    to_goal.agent, costtogoal.cost(to_goal, p), 0, nil
  if to_goal.link_at == p then
    edge = to_goal.link
  elseif a.class[p] == 0 then
    return select(2, way_out(to_goal, p))
  elseif here < huge and to_goal.goal then
    directions, edge = gradient.offer(to_goal, p, here, huge)
  elseif here < huge then
    directions, edge = gradient.directions(to_goal, p)
  end
  if edge then
    return edge.to, edge
  end
  return directions > 0 and p + a.offset[gradient.first(a, p, directions)] or nil
end

--- The link on which the path goes on from a place, and the cost by it; nil: it
-- goes on by a step.
function costtogoal.edge(to_goal, p)
  local edges = to_goal.agent.edges
  if edges and edges[p] and p ~= to_goal.goal then
    local _, edge = costtogoal.next(to_goal, p)
    return edge, edge and costtogoal.cost(to_goal, p)
  end
end

-- Edits -----------------------------------------------------------------------

local MOST = 4096 -- cells of an edit that are compared one by one

--- Has a cell a cost that an edit touches?
local function touches(to_goal, edit)
  local a, cost = to_goal.agent, to_goal.search.cost
  local x, y, w, h = agent.affected(a, edit.x - 1, edit.y - 1, edit.w + 2,
    edit.h + 2)
  if w * h > MOST then
    return true
  end
  for row = y, y + h - 1 do
    for p = agent.place(a, x, row), agent.place(a, x + w - 1, row) do
      if cost[p] < huge and cost[p] >= 0 then
        return true
      end
    end
  end
  return false
end

local NEAR = 8 -- steps

--- Must the cost to goal be made anew before a unit goes on from a place? Edits
-- of the map may have changed its costs. A field is the game's to update. If a
-- unit is no farther from the field's goals than its own cell is, it needs a
-- new cost to goal. `only_asks`: the cost to goal stays unchanged.
function costtogoal.is_stale(to_goal, p, only_asks)
  local a, s = to_goal.agent, to_goal.search
  local version = (a.base or a).version
  if not to_goal.goal then
    local here = to_goal.status == "done" and costtogoal.cost(to_goal, p) or huge
    local apart = NEAR * a.costs.cheapest_straight * s.factor
    return here == huge
      or to_goal.own and here <= costtogoal.cost(to_goal, to_goal.own) + apart
      or false
  elseif to_goal.version == version or not s.estimate then
    -- Without an estimate it leads along a list: only the version counts.
    return to_goal.version ~= version
  end
  local log = a.grid.log
  local edits = changes.add({}, log, to_goal.seen)
  if not edits or to_goal.seen < a.grid.price_version or a.costs ~= s.costs
    or a.edges or to_goal.had_edges or a.base or a.profile.layers
    or a.profile.closing then
    return true
  end
  for _, edit in ipairs(edits) do
    if touches(to_goal, edit) then
      return true
    end
  end
  to_goal.seen = only_asks and to_goal.seen or log.version
  to_goal.version = only_asks and to_goal.version or version
  return false
end

return costtogoal
