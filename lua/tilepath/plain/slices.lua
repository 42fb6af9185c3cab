--- tilepath.plain.slices: a search that a game runs in slices, and looks into.

local siblings = (...):match("^.*[./]") or ""
local check = require((siblings:gsub("plain[./]$", "")) .. "check")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local avoid = require(siblings .. "avoid")
local class = require(siblings .. "class")
local goals = require(siblings .. "goals")
local job = require(siblings .. "job")
local trail = require(siblings .. "trail")

local floor = math.floor

local methods, properties = {}, {}
local Search = class.new("Search", methods, properties)

local slices = { Search = Search }

local function self_of(self, call)
  return class.self(Search, self, call)
end

--- Notes by what costs a search goes.
local function costs_of(a)
  local c = a.costs
  return { c.scale, c.cheapest_straight, c.cheapest_diagonal, c.dearest,
    c.uniform, c.orderly }
end

local function has_same_costs(s, a)
  for i, value in ipairs(costs_of(a)) do
    if s.costs[i] ~= value then
      return false
    end
  end
  return true
end

--- What has been found stays as it is, whatever happens to the grid.
local function note_end(s)
  if s.job.status == "found" and not s.found then
    s.found, s.cost = trail.write(s.job, s.into)
  end
end

--- Begins, or begins anew.
-- @param is_told  it is told at once if there is no way
function slices.begin(s, q, is_told)
  local f = s.finder
  job.begin(s.job, f, q, s.keep, is_told)
  s.costs, s.revision, s.is_touched = costs_of(s.job.a), f.g.log.version, false
  note_end(s)
end

function slices.new(f, q)
  local s = { finder = f, job = job.new(), keep = {} }
  slices.begin(s, q, true)
  q.call = "step"
  return class.make(Search, s)
end

-- After an edit ---------------------------------------------------------------

--- Can it go on with what it knows?
local function goes_on(j)
  local q = j.q
  return j.expanded > 0 and not q.partial and not j.out and not q.terrain
    and not j.a.gates
end

--- Is the way that was found legal, at what it was taken to cost, and its end an
-- end?
local function stands(j)
  local a, cost = j.a, 0
  local way, gates, free = job.way_back(j)
  if free < #way or j.is_partial or next(gates) then
    return false
  end
  for i = 1, #way - 1 do
    local d = 1
    while a.offset[d] ~= way[i] - way[i + 1] do
      d = d + 1
    end
    if not agent.may_step(a, way[i + 1], d) then
      return false
    end
    local class_of_cell = a.class[way[i]]
    cost = cost + (d > 4 and a.costs.diagonal or a.costs.straight)[class_of_cell]
  end
  local goal = j.goal
  local x, y = agent.cell(a, j.last)
  local is_end = j.is_one or j.q.kind == "cells" and x >= goal.x0
    and x <= goal.x1 and y >= goal.y0 and y <= goal.y1
    or j.q.kind ~= "cells" and goals.is_end(a, j.q, goal, x, y)
  return is_end and (a.costs.uniform or cost == j.store.cost[j.last])
end

--- Brings the agent up to date: is the search stale by that?
local function follow(s)
  local j = s.job
  local f = s.finder
  if s.revision == f.g.log.version then
    return
  end
  agent.prepare(f.agent)
  if j.q.other then
    agent.prepare(j.q.other.agent)
  end
  local before = j.a.shape
  if j.q.avoid then
    j.a = avoid.agent(f.agent, j.q.avoid, s.keep, j.q.x, j.q.y)
  end
  s.revision, s.is_touched = f.g.log.version, true
  if before ~= j.a.shape or not goes_on(j) or not has_same_costs(s, j.a) then
    job.fail(j, "stale")
  else
    j.store.agent = j.a
  end
end

--- Goes on by so many nodes. It has caught up with its grid.
function slices.go_on(s, nodes)
  local j = s.job
  follow(s)
  job.run(j, nodes, s)
  if s.is_touched and j.status ~= "running"
    and not (j.status == "found" and stands(j)) then
    job.fail(j, "stale")
  end
  note_end(s)
end

-- Methods ---------------------------------------------------------------------

function methods.step(self, n)
  local s = self_of(self, "step")
  n = n == nil and 1 or args.whole("step", "n", n, 1, args.MOST)
  if s.busy then
    check.raise("step: the search is busy (a callback may not do this)")
  elseif s.job.status == "running" then
    slices.go_on(s, n)
  end
  return s.job.status
end

function methods.cancel(self)
  local s = self_of(self, "cancel")
  if s.busy then
    check.raise("cancel: the search is busy (a callback may not do this)")
  elseif s.job.status == "running" then
    job.fail(s.job, "cancelled")
  end
end

function methods.path(self)
  local s = self_of(self, "path")
  local j = s.job
  if j.status == "failed" then
    return nil, j.reason
  elseif j.status == "running" then
    return nil, "running"
  end
  return trail.copy(s.found, j.q.into), s.cost
end

-- Looking into it -------------------------------------------------------------

--- What it knows of a place: is it closed, the cost to it, the estimate of the
-- rest; nil where it has not been.
local function look(s, p)
  local j = s.job
  local store, a = j.store, j.a
  if j.begins or j.expanded == 0 or not store.mark or store.agent ~= a
    or store.mark[p] < store.stamp then
    return nil
  end
  local h, out = store.guess[p], j.exit and j.out.cost[j.exit] or 0
  if not store.aim.estimate then
    local x, y = agent.cell(a, p)
    local dx, dy = math.abs(x - store.aim.x), math.abs(y - store.aim.y)
    local least = math.min(dx, dy)
    h = store.aim.both * least + store.aim.along * (dx + dy - 2 * least)
  end
  local scale = s.costs[1]
  return store.mark[p] > store.stamp, (store.cost[p] + out) / scale, h / scale
end

function methods.cell(self, x, y)
  local s = self_of(self, "cell")
  local a = s.job.a
  x, y = args.cell("cell", a.grid, x, y)
  local p = args.contains(a.grid, x, y) and agent.place(a, x, y)
  local is_closed, g, h = nil, nil, nil
  if p then
    is_closed, g, h = look(s, p)
  end
  if is_closed == nil then
    return nil
  end
  local state, store = is_closed and "closed" or "open", s.job.store
  if p == store.start then
    return state, g, h
  end
  local d = store.came[p]
  local parent = d == 0 and store.gate[p].from or p - a.offset[d]
  return state, g, h, args.shown(a.grid, agent.cell(a, parent))
end

local function known(self, call, wants_closed)
  local s = self_of(self, call)
  local a = s.job.a
  local g, i = a.grid, -1
  return function()
    while i + 1 < g.width * g.height do
      i = i + 1
      local x = i % g.width
      local y = (i - x) / g.width
      local is_closed, cost, h = look(s, agent.place(a, x, y))
      if is_closed == wants_closed then
        x, y = args.shown(g, x, y)
        return x, y, cost + h, cost, h
      end
    end
  end
end

function methods.open(self)
  return known(self, "open", false)
end

function methods.closed(self)
  return known(self, "closed", true)
end

function properties.status(s)
  return s.job.status
end

function properties.reason(s)
  return s.job.status == "failed" and s.job.reason or nil
end

function properties.expanded(s)
  return floor(s.job.expanded)
end

function Search.__tostring(self)
  local s = self_of(self, "__tostring")
  return ("search (%s, %.14g expanded)"):format(s.job.status, s.job.expanded)
end

return slices
