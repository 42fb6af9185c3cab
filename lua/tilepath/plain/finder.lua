--- tilepath.plain.finder: the pathfinders that a game uses.
--
-- A pathfinder's state has these fields:
--
--   grid, g          the grid's handle and its state
--   profile, given   the profile in the agent's form, and as it was given
--   agent            the agent
--   query_run        the query run of its own queries
--   detour           the agent with which its units go round others (orders.lua)
--   query            a table kept for the next query without options
--   info             facts about the last query
--   busy             a callback of the game is running (guarded); the grid's
--                    state has this, too

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local check = require((siblings:gsub("plain[./]$", "")) .. "check")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local obstacles = require(siblings .. "obstacles")
local class = require((siblings:gsub("plain[./]$", "")) .. "class")
local fences = require(siblings .. "fences")
local host = require((siblings:gsub("plain[./]$", "")) .. "host")
local later = require(parent .. "later")
local queryrun = require(siblings .. "queryrun")
local map = require(siblings .. "map")
local paths = require(siblings .. "path")
local query = require(siblings .. "query")
local sight = require(siblings .. "sight")
local search = require(siblings .. "search")
local searchpath = require(siblings .. "searchpath")

local bodyclearance = later.module("plain.bodyclearance")
local steppedsearch = later.module("plain.steppedsearch")

local floor, huge, max = math.floor, math.huge, math.max
local clock = (host("os") or {}).clock or function() return 0 end

local methods, properties = {}, {}
local Pathfinder = class.new("Pathfinder", methods, properties)

local DX, DY = agent.DX, agent.DY

local function self_of(self, call)
  return class.self(Pathfinder, self, call)
end

--- Brings the pathfinder up to date with its grid, unless it is busy.
-- @return its agent
local function prepare(f, call)
  if f.agent.seen_edits ~= agent.edits(f.agent) then
    args.check_idle(f, "pathfinder", call)
    agent.prepare(f.agent)
  end
  return f.agent
end

--- The agent of a call with `avoid` and related options.
-- @param own    the options as options.read has read them; nil: none
-- @param x, y   the agent's column and row in the core's count, or nil
-- @param leaves  true: the given rectangles in which the agent stands are left
-- out
-- @return the agent; and a list of these rectangles, or nil
local function among(f, call, own, x, y, leaves)
  local rects = own and obstacles.read(call, f.g, own)
  if not rects then
    return prepare(f, call)
  end
  args.check_idle(f, "pathfinder", call)
  local a = prepare(f, call)
  local left = leaves and x and not rects.price
    and obstacles.leave(rects, a.profile, x, y)
  return obstacles.agent(a, rects, f, x, y), left
end

local function call_busy(f, call, a, b, c)
  f.busy, f.g.busy = true, true
  return call(a, b, c)
end

--- Calls a function that calls one of the game's, while pathfinder and grid are
-- busy. Searches that an error has ended are dropped.
local function guarded(f, call, a, b, c)
  local was_busy, grid_was_busy = f.busy, f.g.busy
  local is_fine, result = class.guard(call_busy, f, call, a, b, c)
  f.busy, f.g.busy = was_busy, grid_was_busy
  if not is_fine then
    f.query_run = queryrun.new()
    error(result, 0)
  end
  return result
end

--- Raises for a pathfinder with a function as heuristic.
local function refuse_function(f, call)
  if f.profile.heuristic then
    check.raise(call .. ": a function as heuristic is for queries in one go "
      .. "(finder:find), not for searches, queues and crowds")
  end
end

-- Queries ---------------------------------------------------------------------

local function answer(run, f, q)
  queryrun.begin(run, f, q)
  queryrun.run(run, queryrun.ALL)
end

local function find(self, call, in_world, ...)
  local start = clock()
  local f = self_of(self, call)
  -- While this call uses them the fields are nil, so a find from a finalizer
  -- gets its own.
  local run, kept = f.query_run or queryrun.new(), f.query
  f.query_run, f.query = nil, nil
  local q = query.read(call, f, in_world, not f.busy and kept or nil, false, ...)
  args.check_idle(f, "pathfinder", call)
  run.store = search.take_store(f.g)
  if f.profile.heuristic then
    guarded(f, answer, run, f, q)
  else
    answer(run, f, q)
  end
  local path, cost = nil, run.reason
  if run.status == "found" then
    path, cost = searchpath.write(run, q.into)
  end
  search.give_back(f.g, run.store)
  run.store = nil
  f.query_run, f.query = run, kept or query.new(call, f, in_world)
  local info = f.info or {}
  f.info, info.expanded = info, run.expanded
  info.seconds = max(clock() - start, 0)
  return path, cost
end

--- finder:find(x1, y1, x2, y2 [, query]), or with a list of goals
function methods.find(self, ...)
  return find(self, "find", false, ...)
end

function methods.find_world(self, ...)
  return find(self, "find_world", true, ...)
end

--- finder:search(x1, y1, x2, y2 [, query]): the same, in slices
function methods.search(self, ...)
  local f = self_of(self, "search")
  local q = query.read("search", f, false, nil, false, ...)
  refuse_function(f, "search")
  args.check_idle(f, "pathfinder", "search")
  return steppedsearch.new(f, q)
end

-- Cells -----------------------------------------------------------------------

--- The agent of a call, and the place of a cell (agent.lua); nil: it lies
-- outside. Also its column and row.
local function locate(self, call, x, y, name_x, name_y)
  local a = prepare(self_of(self, call), call)
  x, y = args.cell(call, a.grid, x, y, name_x, name_y)
  return a, args.contains(a.grid, x, y) and agent.place(a, x, y) or nil, x, y
end

function methods.can_enter(self, x, y)
  local a, p = locate(self, "can_enter", x, y)
  return p ~= nil and a.class[p] > 0
end

function methods.can_step(self, x1, y1, x2, y2)
  local a, p, x, y = locate(self, "can_step", x1, y1, "x1", "y1")
  x2, y2 = args.cell("can_step", a.grid, x2, y2, "x2", "y2")
  local d = fences.towards(x2 - x, y2 - y)
  return p ~= nil and d ~= nil and agent.may_step(a, p, d)
end

--- The price of a unit of length in a cell.
function methods.price(self, x, y)
  local a, p = locate(self, "price", x, y)
  if not p then
    return nil, "outside"
  elseif a.class[p] == 0 then
    return nil, "blocked"
  end
  return a.known[a.class[p]] + 0.0
end

--- Iterates over the legal steps from a cell and their costs.
function methods.neighbors(self, x, y)
  local a, p, column, row = locate(self, "neighbors", x, y)
  local list, i = {}, 0
  for d = 1, p and 8 or 0 do
    list[#list + 1] = agent.may_step(a, p, d) and d or nil
  end
  local shape = a.grid.shape
  return function()
    i = i + 1
    local d = shape == a.grid.shape and list[i]
    if d then
      local entered = a.class[p + a.offset[d]]
      local to_x, to_y = args.shown(a.grid, column + DX[d], row + DY[d])
      local prices = d > 4 and a.costs.real_diagonal or a.costs.real_straight
      return to_x, to_y, (prices[entered] or huge) + 0.0
    end
  end
end

function methods.to_cell(self, wx, wy)
  local f = self_of(self, "to_cell")
  args.check_point("to_cell", wx, wy)
  local x, y = sight.to_cells(f.agent, wx, wy)
  return args.cut(floor(x), f.g.base_x), args.cut(floor(y), f.g.base_y)
end

function methods.to_world(self, x, y)
  local f = self_of(self, "to_world")
  return sight.to_world(f.agent, args.cell("to_world", f.g, x, y))
end

--- finder:prepare([n]) -> is everything prepared? Here it always is.
function methods.prepare(self, n)
  local f = self_of(self, "prepare")
  if n ~= nil then
    check.whole("prepare", "n", n, 1)
  end
  prepare(f, "prepare")
  return true
end

-- Properties ------------------------------------------------------------------

class.fields(properties, { grid = "grid" })

function properties.info(f)
  local info = f.info
  return info and { expanded = floor(info.expanded), seconds = info.seconds,
    algorithm = "astar" } or {}
end

function properties.profile(f)
  return args.copy(f.given)
end

function Pathfinder.__tostring(self)
  local f = self_of(self, "__tostring")
  return ("pathfinder on %dx%d (%s, %s)"):format(f.g.width, f.g.height,
    f.given.diagonal or "hexagons", f.given.algorithm)
end

-- Making one ------------------------------------------------------------------

--- Layers with their weights, and those that close cells; nil: there are none.
local function read_layers(given)
  local layers, closing = { min_price = given.min_price }, {}
  for _, item in ipairs(given) do
    local state = class.state(class.kind "Layer", item[1])
    if item[2] then
      layers[#layers + 1] = { layer = state, weight = item[2] }
    else
      closing[#closing + 1] = state
    end
  end
  return layers[1] and layers, closing[1] and closing
end

--- The radius of a body in parts of a cell; 0: there is no body.
local function body_parts(radius, cell, covers)
  return radius > 0 and bodyclearance.parts(radius, cell, covers) or 0
end

--- core.pathfinder(grid, complete profile)
local function new_finder(grid, profile)
  local g = class.state(map.Grid, grid)
  local given, away = args.copy(profile), profile.keep_away
  given.radius = profile.radius + 0.0
  if g.stagger then -- all steps are alike
    profile.diagonal, profile.diagonal_cost = "always", profile.straight_cost
    given.diagonal, given.diagonal_cost = nil, nil
  end
  local own = {
    rule = args.DIAGONALS[profile.diagonal],
    prices = given.prices, opaque = given.opaque, links = given.links,
    algorithm = profile.algorithm, fences = given.fences,
    heuristic = type(profile.heuristic) ~= "string" and profile.heuristic,
    straight_cost = profile.straight_cost,
    diagonal_cost = profile.diagonal_cost, wide = profile.size[1],
    high = profile.size[2],
    radius_x = body_parts(profile.radius, g.cell_width, profile.size[1]),
    radius_y = body_parts(profile.radius, g.cell_height, profile.size[2]),
    away_cells = away and away[1] or 0, away_price = away and away[2] or 0,
    eyes = profile.eyes and class.state(Pathfinder, profile.eyes).agent,
  }
  own.layers, own.closing = read_layers(profile.layers or {})
  return class.make(Pathfinder, { grid = grid, g = g, profile = own,
    given = given, agent = agent.new(g, own), query_run = queryrun.new(),
    query = query.new("find", { g = g }, false) })
end

-- For queues ------------------------------------------------------------------

local CHANGES = 8 -- of the map; after so many a query is answered in one go
local BEGIN = 16 -- nodes that a new search counts

--- core.answer(store, question, finder, units, is_new). Here a store is a query
-- run, and a unit of work is a node. After a change of the map the search begins
-- again.
local function answer_some(run, q, finder, nodes, is_new)
  local f = class.state(Pathfinder, finder)
  local version, begun = agent.edits(f.agent), 0
  if is_new then
    run.changes, run.begun = -1, nil
  end
  if run.begun ~= version then
    query.catch_up(q, f.g)
    if q.avoid then
      obstacles.renew(q.avoid)
    end
    begun, run.changes = BEGIN, run.changes + 1
    queryrun.begin(run, f, q)
    run.begun = version
  end
  local before = run.expanded
  queryrun.run(run, run.changes >= CHANGES and queryrun.ALL or nodes - begun)
  local worked = begun + run.expanded - before
  if run.status == "found" then
    return worked, "found", searchpath.write(run, q.into)
  end
  return worked, run.status, run.reason
end

local function open_for_queues(core)
  core.clock, core.answer = clock, answer_some
  function core.store()
    return queryrun.new(search.new())
  end
  function core.ask(finder, x1, y1, x2, y2, options, call, in_world)
    local f = class.state(Pathfinder, finder)
    refuse_function(f, call)
    return query.read(call, f, in_world, nil, true, x1, y1, x2, y2, options)
  end
  function core.prepare(finder)
    local f = class.state(Pathfinder, finder)
    agent.prepare(f.agent)
    return 1, true
  end
end

--- Adds pathfinders, searches and paths to the core.
local function open(core)
  open_for_queues(core)
  core.Pathfinder, core.pathfinder_methods = Pathfinder, methods
  core.Path = paths.Path
  core.pathfinder = new_finder
  function core.find_for(call, self, x1, y1, x2, y2, options, in_cells)
    return find(self, call, not in_cells, x1, y1, x2, y2, options)
  end
  function core.catch_up(finder)
    local f = class.state(Pathfinder, finder)
    local may = not f.busy or f.agent.seen_edits == agent.edits(f.agent)
    if may then
      prepare(f, "catch_up")
    end
    return may
  end
  function core.steps_straight(finder)
    return class.state(Pathfinder, finder).given.diagonal == "never"
  end

  function core.is_busy(finder)
    return class.state(Pathfinder, finder).busy == true
  end
end

return { open = open, Pathfinder = Pathfinder, methods = methods,
  self = self_of, prepare = prepare, among = among, guarded = guarded,
  refuse_function = refuse_function }
