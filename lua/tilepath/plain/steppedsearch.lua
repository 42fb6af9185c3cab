--- tilepath.plain.steppedsearch: searches that a game runs in slices and
-- inspects.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local given = require(parent .. "given")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local class = require((siblings:gsub("plain[./]$", "")) .. "class")
local queryrun = require(siblings .. "queryrun")
local search = require(siblings .. "search")
local searchpath = require(siblings .. "searchpath")
local snapshot = require(siblings .. "snapshot")

local methods, properties = {}, {}
local Search = class.new("Search", methods, properties)

local steppedsearch = {}

local NONE = {}

--- A search on a grid of another shape is stale.
local function look_at(s)
  if s.shape ~= s.finder.g.shape and s.query_run.reason ~= "stale" then
    queryrun.fail(s.query_run, "stale")
    s.query_run.expanded = 0
  end
  return s
end

local function self_of(self, call)
  return look_at(class.self(Search, self, call))
end

--- Writes the path once it is found. Later edits of the grid do not change it.
local function record_end(s)
  if s.query_run.status == "found" then
    s.found, s.cost = searchpath.write(s.query_run)
  end
end

function steppedsearch.new(f, q)
  local s = { finder = f, query_run = queryrun.new(search.new(true)) }
  queryrun.begin(s.query_run, f, q, true)
  s.shape = f.g.shape
  s.revision, s.scale = agent.edits(f.agent), s.query_run.a.costs.scale
  record_end(s)
  return class.make(Search, s)
end

-- Methods ---------------------------------------------------------------------

function methods.step(self, n)
  local s = self_of(self, "step")
  n = n == nil and 1 or check.whole("step", "n", n, 1)
  local run = s.query_run
  if run.status == "running" and s.revision ~= agent.edits(s.finder.agent) then
    queryrun.fail(run, "stale")
  elseif run.status == "running" then
    queryrun.run(run, n)
    s.revision, s.scale = agent.edits(s.finder.agent), run.a.costs.scale
    record_end(s)
  end
  return run.status
end

function methods.path(self)
  local s = self_of(self, "path")
  local run = s.query_run
  if run.status ~= "found" then
    return nil, run.reason or "running"
  end
  return searchpath.copy(s.found, given.into("path", run.q.into)), s.cost
end

-- Looking into it -------------------------------------------------------------

--- What the search knows of a place: its state, the cost to it, and the
-- estimate of the rest; nil if the search has not reached it.
local function look(s, p)
  local run = s.query_run
  local store = run.store
  if not p or run.next_aim or run.expanded == 0 or not store.mark
    or store.mark[p] < store.stamp then
    return nil
  end
  return store.mark[p] > store.stamp and "closed" or "open",
    store.cost[p] / s.scale, search.rest(store, p) / s.scale
end

function methods.cell(self, x, y)
  local s = self_of(self, "cell")
  local a, store = s.query_run.a, s.query_run.store
  x, y = args.cell("cell", a.grid, x, y)
  local p = args.contains(a.grid, x, y) and agent.place(a, x, y)
  local state, g, h = look(s, p)
  if not state then
    return nil
  elseif search.is_start(store, p, store.cost[p]) then
    return state, g, h
  end
  local d = store.came[p]
  local before = d == 0 and store.edge[p].from or p - a.offset[d]
  return state, g, h, args.shown(a.grid, agent.cell(a, before))
end

function methods.cells(self)
  local s = self_of(self, "cells")
  local a = s.query_run.a
  return snapshot.each(a.grid, a.pitch,
    snapshot.places(s.query_run.store.mark or NONE), function(p)
      return look(s, p)
    end)
end

function properties.status(s)
  return look_at(s).query_run.status
end

function properties.reason(s)
  return look_at(s).query_run.reason
end

function properties.expanded(s)
  return math.floor(s.query_run.expanded)
end

function Search.__tostring(self)
  local s = self_of(self, "__tostring")
  return ("search (%s, %.14g expanded)"):format(s.query_run.status,
    s.query_run.expanded)
end

return steppedsearch
