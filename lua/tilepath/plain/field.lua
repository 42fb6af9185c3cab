--- Fields: the cost from every cell to the cheapest of some goals, the paths
-- there, and motion along them; and fields that flee from a field's goals.
--
-- A field computes paths from its costs when the game asks (gradient.lua). So
-- paths do not depend on the order in which cells were settled. If something
-- has changed, an update computes it again, or repairs it (fieldrepair.lua).
--
-- A field is a table of these fields; flow.lua has more of them, for motion:
--
--   finder, owner    the pathfinder, as the game has it; and its state
--   g            the grid
--   agent        for which it is computed: that of the owner, or among `rects`
--                another one
--   goals, made_of   as the game gave them last; those that costs were made of,
--                of a field that flees the stamp of its origin
--   adjacent, most   its options `adjacent` and `max_cost`
--   rects        what it avoids, or nil; `keep`: agents among them, to be used
--                again (obstacles.lua); `among_version`: the version of the
--                owner's agent that the present one was made of, or nil
--   origin, strength
--                of a field that flees: the field of the dangers, and the
--                factor of costs, in PARTS
--   status       "running" or "done"
--   search       its costs (dijkstra.lua). They count in 1/`factor` of the unit
--                of steps; and `scale` in them is 1 in the game. A free link
--                costs `hop`, and a new field has had `reached` places
--   seen_places  so many places of the agent's log `edited` are in the costs
--   source       by place, the goal there: its `number`, and its `cost`
--   made_at_edits, shape, revision, age
--                when it was begun: agent.edits of the owner's agent, and shape,
--                version and edits (also of layers) of the grid
--   seen, is_current, directions, edge
--                what gradient.lua knows of the costs; `looked`: the version of
--                the owner's agent when these were checked last
--   stamp        grows when it begins, and when it is done

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local given = require(parent .. "given")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local obstacles = require(siblings .. "obstacles")
local class = require(parent .. "class")
local fieldrepair = require(siblings .. "fieldrepair")
local gradient = require(siblings .. "gradient")
local exact = require(parent .. "exact")
local options = require(parent .. "options")
local finders = require(siblings .. "finder")
local flow = require(siblings .. "flow")
local keep_apart = require(parent .. "later").file("plain.separation")
local goals = require(siblings .. "goals")
local map = require(siblings .. "map")
local paths = require(siblings .. "path")
local sight = require(siblings .. "sight")
local dijkstra = require(siblings .. "dijkstra")

local abs, floor, huge, max, min =
  math.abs, math.floor, math.huge, math.max, math.min

local field = {}

local methods, properties = {}, {}
local Field = class.new("Field", methods, properties)
field.Field = Field

local TOLERANCE = 4e-7
-- The finest unit of costs is the agent's unit divided by this.
local FINEST = 2 ^ 20
local MOST = exact.most

-- What costs count in ---------------------------------------------------------

--- The directions of links that cost the agent nothing, and the sum of the
-- costs of all links.
local function edges_of(a)
  local free, sum, list = 0, 0, a.grid.links and a.grid.links.list or {}
  for _, link in ipairs(list) do
    local price, directions = agent.price_of(a, link), link.one_way and 1 or 2
    if price then
      local real = price * a.profile.straight_cost
      local cost = floor(real * a.costs.scale + 0.5)
      free, sum = free + (cost == 0 and directions or 0), sum + directions * cost
    end
  end
  return free, sum
end

--- Does a whole number represent this cost as well as the costs of steps?
local function is_fine(cost, scale)
  local right = cost * scale
  return abs(right - floor(right + 0.5)) <= TOLERANCE * right
end

--- Chooses the factor by which costs are finer than step costs, so that the
-- extra costs of goals are right; and the fraction that a free link costs.
local function choose_unit(a, list)
  local free, sum = edges_of(a)
  local g, scale, dearest = a.grid, a.costs.scale, 0
  local bound = a.costs.most < huge and MOST
    or a.costs.dearest * g.width * g.height + sum
  local hop, finest, factor = 1, FINEST, 1
  if free > 0 then
    hop = free >= 128 and 2 ^ -16 or 2 ^ -7
    while hop < 1 and bound / hop > MOST do
      hop = 2 * hop
    end
  end
  while finest > 1 and bound * finest > min(MOST / 2, MOST * hop) do
    finest = finest / 2
  end
  for _, goal in ipairs(list) do
    dearest = max(dearest, goal.cost)
  end
  while finest > 1 and dearest * scale * finest > MOST * hop do
    finest = finest / 2
  end
  for _, goal in ipairs(list) do
    while factor < finest and not is_fine(goal.cost, scale * factor) do
      factor = 2 * factor
    end
  end
  return factor, hop
end

-- Making it -------------------------------------------------------------------

local function record_begin(f)
  f.status, f.revision = "running", f.g.log.version
  f.seen, f.is_current = f.owner.agent.version, true
  f.made_at_edits, f.shape = agent.edits(f.owner.agent), f.g.shape
  f.stamp = (f.stamp or 0) + 1
  f.factor = f.search.factor
  f.scale = f.agent.costs.scale * f.factor
  f.directions, f.edge, f.seen_places = {}, {}, f.agent.edited.count
end

local ADJACENT = { kind = "adjacent" }

--- Starts the costs of a field at its goals. If goals share a cell, the
-- cheapest counts, and of equal ones the first.
local function begin(f, factor, hop)
  local a, g = f.agent, f.g
  local scale = a.costs.scale * factor
  local s = dijkstra.begin(a, factor, hop, f.most, false, f.search)
  local wide, high = 0, 0
  if f.adjacent then
    wide, high = a.profile.wide, a.profile.high
  end
  f.search, f.source = s, {}
  record_begin(f)
  for number, goal in ipairs(f.goals) do
    -- Greater costs are all cut to this, unless the agent coarsens its costs.
    local bound = a.costs.most < huge and huge or MOST * hop / 2
    local cost = floor(min(goal.cost * scale, bound) + 0.5)
    local at = goals.of_cells(g, goal, number)
    for y = max(at.y0 - high, 0), min(at.y1 + high, g.height - 1) do
      for x = max(at.x0 - wide, 0), min(at.x1 + wide, g.width - 1) do
        local p = agent.place(a, x, y)
        local before = f.source[p]
        if (not before or cost < before.cost) and (not f.adjacent
          or at.is_inside and goals.is_end(a, ADJACENT, at, x, y)) then
          f.source[p] = { number = number, cost = cost }
        end
      end
    end
  end
  for p, source in pairs(f.source) do
    dijkstra.seed(s, p, source.cost)
  end
end

--- Continues for up to this many cells. If costs are too high, the field stays
-- unfinished and is out of date.
local function run(f, cells)
  if f.status == "running" and dijkstra.run(f.search, cells)
    and not dijkstra.begins_again(f.search) then
    f.status, f.stamp = "done", f.stamp + 1
    f.reached = f.reached or f.search.expanded
  end
end

local PARTS = 1024

--- Makes a field that flees. Each cost is subtracted from the largest cost, and
-- multiplied by a strength above 1. Then each cell's cost is lowered to the
-- offer of its best neighbour (its cost plus the step). So it pays to walk past
-- the goals to a place that is far enough away, and a flight leaves a dead end
-- that is not deep enough. Only a few cells cost less than their neighbours
-- offer: these are the sources.
-- @return has it been made? Else costs were too high (agent.coarsen)
local function flee(f)
  local from = f.origin.search
  local s = dijkstra.begin(f.agent, from.factor, from.hop, huge, false, f.search)
  local cost, unit, peak, first = s.cost, 1 / s.hop, 0, {}
  f.search, f.source, s.most, s.prunes = s, {}, huge, not from.is_cut
  record_begin(f)
  for p = 1, #cost do
    peak = max(peak, from.cost[p] < huge and from.cost[p] or 0)
  end
  if peak * unit * f.strength > MOST * PARTS and f.agent.costs.most < huge then
    agent.coarsen(f.agent)
    return false
  end
  for p = 1, #cost do
    local is_known = from.cost[p] >= 0 and from.cost[p] < huge
    local all = is_known and (peak - from.cost[p]) * unit
    cost[p] = is_known and (floor(all / PARTS) * f.strength
      + floor(all % PARTS * f.strength / PARTS)) / unit or -1
  end
  for p = 1, #cost do
    local directions, edge = 1, nil
    if cost[p] >= 0 then
      directions, edge = gradient.offer(f, p, cost[p], cost[p])
    end
    if directions == 0 and not edge then
      first[#first + 1] = p
    end
  end
  for p = 1, #cost do
    cost[p] = cost[p] >= 0 and cost[p] + s.hop or -1
  end
  for _, p in ipairs(first) do
    dijkstra.seed(s, p, cost[p] - s.hop)
  end
  dijkstra.run(s, huge)
  f.status, f.stamp = "done", f.stamp + 1
  return true
end

-- Up to date ------------------------------------------------------------------

--- Brings the agent up to date, not the field.
local function catch_up(f, call)
  local base = finders.prepare(f.owner, call)
  local top = f.origin or f
  if not top.rects then
    f.agent = base
  elseif top.among_version ~= base.version then
    top.agent = obstacles.agent(base, top.rects, top.keep)
    top.among_version = base.version
  end
  f.agent = top.rects and top.agent or base
  if f.looked ~= base.version then
    f.looked, f.is_current = base.version, f.seen == base.version
    f.directions, f.edge = {}, {}
  end
end

local function is_new(f)
  return f.made_at_edits == agent.edits(f.owner.agent)
end

--- Begins again if something is out of date.
-- @return true if so
local function renew(f, is_old)
  local begins = is_old or f.goals ~= f.made_of or not is_new(f)
  if begins then
    local factor, hop = choose_unit(f.agent, f.goals)
    if f.goals == f.made_of and fieldrepair.begin(f, factor, hop) then
      record_begin(f)
    else
      f.reached, f.hop = nil, hop
      begin(f, factor, hop)
      f.made_of = f.goals
    end
  end
  return begins
end

--- Computes what is out of date.
local function update(f, call)
  local top = f.origin or f
  local have_moved = top.rects and obstacles.renew(top.rects)
  top.among_version = not have_moved and top.among_version or nil
  catch_up(f, call)
  if f.origin then
    catch_up(top, call)
  end
  renew(top, have_moved)
  run(top, huge)
  if top.status ~= "done" then
    return update(f, call)
  elseif f.origin and not (f.status == "done" and f.made_of == top.stamp
    and f.shape == f.g.shape and is_new(f)) then
    f.made_of = top.stamp
    if not flee(f) then
      update(f, call)
    end
  end
end

--- The field of a call. Its agent is up to date. Only a finalizer can meet it
-- while it is computed.
local function self_of(handle, call)
  local f = class.self(Field, handle, call)
  catch_up(f, call)
  if f.shape ~= f.g.shape then
    update(f, call)
  end
  if f.status ~= "done" then
    check.raise(call .. ": the field is busy (a callback may not do this)")
  end
  return f
end

-- Options ---------------------------------------------------------------------

--- For a unit that follows the field. `renews`: it is to be up to date.
function field.catch_up(f, renews, call)
  catch_up(f, call)
  if renews and not is_new(f) or f.shape ~= f.g.shape then
    update(f, call)
  end
end

local FIELD, QUEUED = options.of "finder:field", options.of "queue:field"

--- Reads the options of a field. The field is not started.
-- @param taken  options.of(...)
local function new(finder, f, list, asked, taken)
  local targets = goals.read("field", list)
  local own = options.read(taken, "field", asked)
  return { finder = finder, owner = f, g = f.g, status = "running",
    goals = targets, keep = {}, irregular = {}, adjacent = own.adjacent,
    most = own.max_cost or huge, rects = obstacles.read("field", f.g, own) }
end

function finders.methods.field(self, list, asked)
  local f = new(self, finders.self(self, "field"), list, asked, FIELD)
  update(f, "field")
  return class.make(Field, f)
end

-- Answers ---------------------------------------------------------------------

--- nil, and the reason why the field has no answer for a cell.
function field.refuse(f, x, y)
  local a = f.agent
  if not args.contains(f.g, x, y) then
    return nil, "outside"
  end
  return nil, a.class[agent.place(a, x, y)] == 0 and "blocked" or "unreachable"
end

--- The path from a place: places, and edges by the number of the point where
-- they start.
local function trace(f, p)
  local list, edges = { p }, {}
  while true do
    local directions, edge = gradient.directions(f, p)
    if edge then
      edges[#list] = edge
      p = edge.to
    elseif directions > 0 then
      p = p + f.agent.offset[gradient.first(f.agent, p, directions)]
    else
      return list, edges
    end
    list[#list + 1] = p
  end
end

--- Adds a method that answers for a cell from which there is a path. For other
-- cells the method returns the reason.
local function answer(call, report)
  methods[call] = function(self, x, y)
    local f = self_of(self, call)
    x, y = args.cell(call, f.g, x, y)
    local p = args.contains(f.g, x, y) and agent.place(f.agent, x, y)
    if p and f.agent.class[p] > 0 and gradient.cost(f, p) < huge then
      return report(f, p)
    end
    return field.refuse(f, x, y)
  end
end

answer("cost", function(f, p)
  return floor(gradient.cost(f, p)) / f.scale
end)

answer("next", function(f, p)
  local directions, edge = gradient.directions(f, p)
  if not edge and directions == 0 then
    return nil, gradient.is_end(f, p) and "arrived" or "unreachable"
  end
  local x, y = agent.cell(f.agent, edge and edge.to
    or p + f.agent.offset[gradient.first(f.agent, p, directions)])
  x, y = args.shown(f.g, x, y)
  if edge then
    return x, y, true
  end
  return x, y
end)

answer("path", function(f, p)
  local list, edges = trace(f, p)
  local source = f.source[list[#list]]
  if not (source or f.origin) then
    return nil, "unreachable"
  end
  local cost = paths.cost(f.agent, list, #list, edges)
  return paths.make(f.agent, list, edges, cost, source and source.number), cost
end)

--- field:direction(wx, wy) -> dx, dy
function methods.direction(self, wx, wy)
  local f = self_of(self, "direction")
  args.check_point("direction", wx, wy)
  flow.prepare(f)
  local dx, dy = flow.direction(f, wx, wy)
  if dx or dy ~= "none" then
    return dx, dy
  end
  return field.refuse(f, sight.cell_at(f.agent, wx, wy))
end

-- Changes ---------------------------------------------------------------------

local function are_same(one, other)
  for i = 1, max(#one, #other) do
    local a, b = one[i], other[i]
    if not (a and b) or a.x ~= b.x or a.y ~= b.y or a.cost ~= b.cost
      or a.w ~= b.w or a.h ~= b.h then
      return false
    end
  end
  return true
end

--- field:update([goals])
function methods.update(self, list)
  local f = class.self(Field, self, "update")
  catch_up(f, "update")
  if list ~= nil then
    if f.origin then
      check.raise("update: a field that flees has no goals, got "
        .. check.show(list))
    end
    local own = goals.read("update", list)
    f.goals = are_same(own, f.goals) and f.goals or own
  end
  update(f, "update")
end

function methods.flee(self, strength)
  local origin = self_of(self, "flee")
  if strength == nil then
    strength = 1.2
  end
  given.number("flee", "strength", strength, 1, 16, "a number from 1 to 16")
  if origin.origin then
    check.raise("flee: self must be a field with goals, got a field that flees")
  end
  local f = { finder = origin.finder, owner = origin.owner, g = origin.g,
    origin = origin, irregular = {},
    strength = floor(strength * PARTS + 0.5) }
  update(f, "flee")
  return class.make(Field, f)
end

-- Swarms ----------------------------------------------------------------------

local call = "advance"

local function read_length(name, value)
  return given.number(call, name, value, 0, exact.largest,
    "a finite number of at least 0")
end

local function read_number(name, list, i)
  local value = rawget(list, i)
  return check.finite(call, ("%s[%d]"):format(name, i), value)
end

--- The numbers of a list.
local function read_numbers(name, list, n)
  local numbers = {}
  for i = 1, n do
    numbers[i] = read_number(name, list, i)
  end
  return numbers
end

local SWARM = options.of "field:advance"

--- The factors of speed by terrain's numbers.
local function read_speeds(g, speeds)
  local factors = {}
  for _, factor, label in given.entries(call, "speeds", speeds,
    "a table { terrain = factor }", function(name)
      return type(name) == "string" and args.known_terrain(g, name)
    end, "a terrain of the grid") do
    given.price(call, label, factor)
  end
  for id = 0, g.terrains - 1 do
    factors[id] = speeds[g.name[id]]
  end
  return factors
end

--- The distance of an agent at a point of the world.
local function scaled(g, factors, distance, wx, wy)
  local x, y = args.cell_around(g, wx, wy)
  local factor = args.contains(g, x, y)
    and factors[g.cells[y * g.width + x + 1] % map.CLOSED] or 1
  return distance * factor < huge and distance * factor or distance
end

--- Moves agents that do not care for each other, as separation.lua does.
local function go_all(f, x, y, far, arrived)
  local on_the_way = 0
  for i = 1, #x do
    local drift
    x[i], y[i], drift = flow.advance(f, x[i], y[i], far[i])
    on_the_way = on_the_way + (drift == "on" and 1 or 0)
    arrived[i] = drift == "goal"
  end
  return on_the_way
end

--- field:advance(xs, ys, n, distance [, options]) -> the number still on the
-- way
function methods.advance(self, xs, ys, n, distance, asked)
  local f = self_of(self, call)
  check.squares(call, f.g, "a swarm")
  given.kind(call, "xs", xs, "table", "a table")
  given.kind(call, "ys", ys, "table", "a table")
  check.whole(call, "n", n, 0)
  local is_alike = not check.is_table(distance)
  if is_alike then
    read_length("distance", distance)
  end
  local own = options.read(SWARM, call, asked)
  local apart, arrived = own.apart, own.arrived
  local speeds = own.speeds and read_speeds(f.g, own.speeds)
  if n > 0 then -- is each list as long?
    read_number("xs", xs, n)
    read_number("ys", ys, n)
    read_number("distance", is_alike and { [n] = distance } or distance, n)
  end
  local x, y = read_numbers("xs", xs, n), read_numbers("ys", ys, n)
  local far, have_come = is_alike and {} or read_numbers("distance", distance, n),
    {}
  for i = 1, n do
    far[i] = far[i] or distance
    read_length(("distance[%d]"):format(i), far[i])
    have_come[i] = arrived and rawget(arrived, i)
  end
  flow.prepare(f)
  for i = 1, speeds and n or 0 do
    far[i] = scaled(f.g, speeds, far[i], x[i], y[i])
  end
  local on_the_way = (apart > 0 and keep_apart or go_all)(f, x, y, far,
    have_come, apart)
  for i = 1, n do
    xs[i] = x[i] ~= xs[i] and x[i] or xs[i] -- a whole number stays one
    ys[i] = y[i] ~= ys[i] and y[i] or ys[i]
    if arrived then
      arrived[i] = have_come[i]
    end
  end
  return on_the_way
end

-- Of itself -------------------------------------------------------------------

class.fields(properties, { revision = "revision", finder = "finder" })

function Field.__tostring(self)
  local f = class.self(Field, self, "__tostring")
  local what = "fleeing"
  if not f.origin then
    what = ("%d %s"):format(#f.goals, #f.goals == 1 and "goal" or "goals")
  end
  return ("field on %dx%d (%s)"):format(f.g.width, f.g.height, what)
end

function field.open(core)
  function core.stamp(handle)
    return class.state(Field, handle).stamp
  end
  function core.ask_field(finder, list, asked)
    local f = new(finder, class.state(finders.Pathfinder, finder), list, asked,
      QUEUED)
    return class.make(Field, f)
  end
  function core.make(handle, cells)
    local f = class.state(Field, handle)
    local was_made = f.made_of ~= nil
    catch_up(f, "update")
    local is_again = renew(f) and was_made
    run(f, cells)
    return min(cells, f.g.width * f.g.height), f.status == "done", is_again
  end
end

return field
