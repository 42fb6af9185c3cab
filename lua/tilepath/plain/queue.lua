--- tilepath.plain.queue: queries that wait, and are answered under a budget.
--
-- An update gives turns until its budget is spent. A turn is worked off in
-- slices of nodes. Those of a higher priority come first; equals take turns; up
-- to three are under way, and a fourth of a higher priority. Of eight turns one
-- belongs to the ticket that has waited longest (src/bind/line.c has the whole
-- of it).
--
-- What counts is work, in units: a place that is expanded is one.

local siblings = (...):match("^.*[./]") or ""
local check = require((siblings:gsub("plain[./]$", "")) .. "check")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local class = require(siblings .. "class")
local field = require(siblings .. "field")
local finders = require(siblings .. "finder")
local job = require(siblings .. "job")
local query = require(siblings .. "query")
local search = require(siblings .. "search")
local slices = require(siblings .. "slices")

local ceil, floor, max, min =
  math.ceil, math.floor, math.max, math.min
local raw_get = rawget
local wall_clock = (rawget(_G, "os") or {}).clock or function() return 0 end

local methods, properties = {}, {}
local Queue = class.new("Queue", methods, properties)
local ticket_methods, ticket_properties = {}, {}
local Ticket = class.new("Ticket", ticket_methods, ticket_properties)

local DESKS, EVERY, TURN = 4, 8, 1024
local RESTARTS = 8 -- after so many a ticket is run to its end
local BEGIN, CELLS_A_UNIT = 16, 16 -- units for a new query; cells of a path
local LONG_SLICE, LEAST_SLICE, MOST_SLICE = 60e-6, 8, 1024

local function self_of(self, call)
  return class.self(Queue, self, call)
end

-- Tickets ---------------------------------------------------------------------

local function remove(list, item)
  for i, other in ipairs(list) do
    if other == item then
      table.remove(list, i)
      return
    end
  end
end

--- A ticket that has ended keeps its result alone.
local function leave(t)
  local q = t.queue
  if q then
    remove(q.tickets, t)
    remove(q.line, t)
    remove(q.desks, t)
    if t.search then
      q.stores[#q.stores + 1] = t.search.job.store
    end
    t.queue, t.search, t.question, t.finder = nil, nil, nil, nil
  end
end

local function fail(t, reason)
  t.status, t.reason, t.result = "failed", reason, nil
end

local function cancel(t)
  if t.status == "waiting" or t.status == "running" then
    fail(t, "cancelled")
    if t.queue.serving ~= t then
      leave(t)
    end
  end
end

--- Joins the queue behind those of its priority and above.
local function join(q, t)
  local at = #q.line + 1
  while at > 1 and q.line[at - 1].priority < t.priority do
    at = at - 1
  end
  table.insert(q.line, at, t)
  q.tickets[#q.tickets + 1] = t
  q.given = q.given + 1
  t.queue, t.number, t.status = q, q.given, "waiting"
  local handle = class.make(Ticket, t)
  q.handles[t] = handle
  return handle
end

-- Whose turn it is ------------------------------------------------------------

local function is_before(one, other)
  return one.priority > other.priority
    or one.priority == other.priority and one.turn < other.turn
end

local function choose(q)
  local next_one, oldest = nil, nil
  for _, t in ipairs(q.desks) do
    next_one = next_one and is_before(next_one, t) and next_one or t
    oldest = oldest and oldest.number < t.number and oldest or t
  end
  local first, free = q.line[1], DESKS - #q.desks
  if not q.tickets[1] then
    return nil
  end
  q.turns = q.turns + 1
  if q.turns % EVERY == 0 then
    local t = q.tickets[1]
    if t.status == "running" or free > 0 then
      return t
    end
    q.is_owed = true
    return oldest
  elseif not first or free == 0 then
    return next_one
  elseif q.is_owed then
    q.is_owed = false
    for _, t in ipairs(q.tickets) do
      if t.status == "waiting" then
        return t
      end
    end
  elseif not next_one then
    return first
  end
  local most = next_one.priority
  local may = free > 1 and first.priority >= most or first.priority > most
  return may and first or next_one
end

-- Work ------------------------------------------------------------------------

local function is_in_a_hurry(t)
  return t.restarts >= RESTARTS
end

--- Gives it a store.
local function lend(q, t)
  remove(q.line, t)
  q.desks[#q.desks + 1] = t
  t.status, t.restarts = "running", 0
  t.revision = t.owner.g.log.version
  if t.kind == "path" then
    t.search = { finder = t.owner, keep = {}, into = t.question.into,
      job = { store = table.remove(q.stores) or search.new() } }
  end
end

local function work_at_path(t, may)
  local s = t.search
  local j, before, units = s.job, s.job.expanded or 0, 0
  if not t.has_begun then
    t.question.call, t.has_begun = "update", true
    slices.begin(s, t.question)
    before, units, may = 0, BEGIN, may - BEGIN
  end
  if j.status == "running" and may > 0 then
    slices.go_on(s, may)
    units = units + j.expanded - before
  end
  units = max(1, units)
  if j.status == "found" then
    t.status, t.result, t.cost = "found", s.found, s.cost
    units = units + floor(#s.found / 2 / CELLS_A_UNIT)
  elseif j.reason == "stale" then
    t.has_begun, t.restarts = false, t.restarts + 1
  elseif j.status == "failed" then
    fail(t, j.reason)
  end
  return units
end

local function work_at_field(t, may)
  local g = t.owner.g
  if t.revision ~= g.log.version then
    t.revision, t.restarts = g.log.version, t.restarts + 1
  end
  if field.go_on(t.field, may) and t.status == "running" then
    t.status, t.result = "found", field.make(t.field)
  end
  return min(may, g.width * g.height)
end

--- Works at a ticket for up to so many units. How many it took.
local function work(t, may)
  if is_in_a_hurry(t) then
    may = job.ALL
  end
  if t.kind == "path" then
    return work_at_path(t, may)
  elseif t.kind == "field" then
    return work_at_field(t, may)
  end
  local a, g = t.owner.agent, t.owner.g
  local units = a.seen == g.log.version and 1
    or ceil(g.width * g.height / CELLS_A_UNIT)
  agent.prepare(a)
  t.status = "found"
  return min(may, units)
end

-- The budget ------------------------------------------------------------------

local function now_of(q)
  return q.clock and q.clock() or not q.clock and wall_clock() or 0
end

local function is_spent(q)
  if q.nodes then
    return q.spent >= q.nodes
  end
  return q.taken + min(LONG_SLICE, q.seconds) / 2 >= q.seconds
end

--- A clock that is put back does not make an update longer.
local function spend(q, units)
  local now = now_of(q)
  local took = max(now - q.last, 0)
  q.spent, q.last, q.taken = q.spent + units, now, q.taken + took
  if took > LONG_SLICE and q.slice > LEAST_SLICE then
    q.slice = q.slice / 2
  elseif took < LONG_SLICE / 4 and q.slice < MOST_SLICE then
    q.slice = q.slice * 2
  end
end

-- Updates ---------------------------------------------------------------------

--- It has left the queue before its callback is called.
local function answer(q, t)
  local handle = q.handles[t]
  leave(t)
  if t.reason ~= "cancelled" then
    q.answered = q.answered + 1
    if t.on_done then
      t.on_done(handle)
    end
  end
end

local function give_turn(q, t)
  local turn = TURN
  if t.status == "waiting" then
    lend(q, t)
  end
  t.turn = q.turns
  repeat
    local slice = q.nodes and max(q.nodes - q.spent, 1) or q.slice
    q.serving = t
    local units = work(t, min(slice, max(turn, 1)))
    q.serving = nil
    spend(q, units)
    turn = turn - units
  until t.status ~= "running"
    or not is_in_a_hurry(t) and (turn <= 0 or is_spent(q))
  if t.status ~= "running" then
    answer(q, t)
  end
end

local function run(q)
  local t = choose(q)
  while t do
    give_turn(q, t)
    t = not is_spent(q) and choose(q) or nil
  end
end

--- queue:update() -> how many were answered
function methods.update(self)
  local q = self_of(self, "update")
  if q.busy then
    check.raise("update: the queue is busy (a callback may not do this)")
  end
  q.answered, q.spent, q.taken, q.last = 0, 0, 0, now_of(q)
  q.busy = true
  local is_fine, message = class.guard(run, q)
  q.busy = false
  local t = q.serving
  q.serving = nil
  if t then
    cancel(t)
    leave(t)
  end
  if not is_fine then
    error(message, 0)
  end
  return q.answered
end

--- queue:clear()
function methods.clear(self)
  local q = self_of(self, "clear")
  for i = #q.tickets, 1, -1 do
    cancel(q.tickets[i])
  end
  if not q.busy then
    q.stores = {}
  end
end

-- Asking ----------------------------------------------------------------------

--- Its own options, of a table that may be absent.
local function read_own(call, options)
  if not args.is_table(options) then
    return 0, nil
  end
  local priority, on_done = raw_get(options, "priority"),
    raw_get(options, "on_done")
  if priority ~= nil then
    check.finite(call, "priority", priority)
  end
  if on_done ~= nil and type(on_done) ~= "function" then
    check.fail(call, "on_done", "a function", on_done)
  end
  return priority or 0, on_done
end

local function finder_of(call, finder)
  return class.argument(call, "finder", finder, finders.Pathfinder,
    "a pathfinder")
end

local function ask(self, call, in_world, finder, x1, y1, x2, y2, options)
  local q = self_of(self, call)
  local f = finder_of(call, finder)
  local priority, on_done = read_own(call, args.is_table(x2) and y2 or options)
  local question = query.read(call, f, in_world, true, x1, y1, x2, y2, options)
  query.read_list(question)
  return join(q, { kind = "path", owner = f, finder = finder,
    question = question, priority = priority, on_done = on_done })
end

--- queue:find(finder, x1, y1, x2, y2 [, query]) -> ticket
function methods.find(self, finder, ...)
  return ask(self, "find", false, finder, ...)
end

function methods.find_world(self, finder, ...)
  return ask(self, "find_world", true, finder, ...)
end

--- queue:field(finder, goals [, options]) -> ticket
function methods.field(self, finder, list, options)
  local q = self_of(self, "field")
  local f = finder_of("field", finder)
  local priority, on_done = read_own("field", options)
  local own = field.read(finder, f, list, options, true)
  return join(q, { kind = "field", owner = f, finder = finder, field = own,
    priority = priority, on_done = on_done })
end

local PREPARE = { on_done = true, priority = true }

--- queue:prepare(finder [, options]) -> ticket
function methods.prepare(self, finder, options)
  local q = self_of(self, "prepare")
  local f = finder_of("prepare", finder)
  local priority, on_done = read_own("prepare", options)
  check.options("prepare", "options", options, PREPARE)
  return join(q, { kind = "prepare", owner = f, finder = finder,
    priority = priority, on_done = on_done })
end

-- What it tells ---------------------------------------------------------------

function properties.info(q)
  return { waiting = #q.line, running = #q.desks, answered = q.answered,
    stores = #q.desks + #q.stores, nodes = floor(q.spent), seconds = q.taken }
end

function properties.count(q)
  return #q.tickets
end

function properties.seconds(q)
  return q.seconds and q.seconds + 0.0
end

function properties.nodes(q)
  return q.nodes and floor(q.nodes)
end

function Queue.__len(self)
  return #self_of(self, "__len").tickets
end

function Queue.__tostring(self)
  local count = #self_of(self, "__tostring").tickets
  return ("queue (%d %s)"):format(count, count == 1 and "ticket" or "tickets")
end

local WHAT = { path = "a path", field = "a field", prepare = "preparing" }

function ticket_methods.cancel(self)
  cancel(class.self(Ticket, self, "cancel"))
end

--- ticket:path() -> path and cost, or nil and why there is none
function ticket_methods.path(self)
  local t = class.self(Ticket, self, "path")
  if t.kind ~= "path" then
    check.raise("path: self must be a ticket for a path, got one for "
      .. WHAT[t.kind])
  elseif t.status == "failed" then
    return nil, t.reason
  elseif t.status ~= "found" then
    return nil, t.status
  end
  return t.result, t.cost
end

function ticket_properties.status(t)
  return t.status
end

function ticket_properties.reason(t)
  return t.status == "failed" and t.reason or nil
end

function ticket_properties.field(t)
  return t.kind == "field" and t.result or nil
end

function ticket_properties.prepared(t)
  return t.kind == "prepare" and t.status == "found" or nil
end

function ticket_properties.priority(t)
  local priority = t.priority
  return priority == floor(priority) and floor(priority) or priority
end

function Ticket.__tostring(self)
  local t = class.self(Ticket, self, "__tostring")
  return ("ticket for %s (%s)"):format(WHAT[t.kind], t.status)
end

-- Making one ------------------------------------------------------------------

--- core.queue(by_nodes, amount)
local function new_queue(by_nodes, amount)
  args.boolean("queue", "by_nodes", by_nodes)
  if by_nodes then
    args.whole("queue", "nodes", amount, 1, args.MOST)
  elseif type(amount) ~= "number" or not (amount >= 0) then
    check.fail("queue", "seconds", "a number of at least 0", amount)
  end
  return class.make(Queue, { nodes = by_nodes and amount or nil,
    seconds = not by_nodes and amount or nil, slice = 64, tickets = {},
    line = {}, desks = {}, stores = {}, handles = setmetatable({},
    { __mode = "k" }), given = 0, turns = 0, answered = 0, spent = 0,
    taken = 0.0 })
end

--- Adds queues and tickets to the core.
local function open(core)
  core.Queue, core.queue_methods, core.Ticket = Queue, methods, Ticket
  core.queue = new_queue
  function core.await(self, ...)
    return ask(self, "await", false, ...)
  end
  --- For specs: has a function, which returns seconds, tell the time.
  function core.set_clock(queue, clock)
    class.argument("set_clock", "queue", queue, Queue, "a queue").clock = clock
  end
  --- Gives a ticket another function to call, and returns the one it had.
  function core.set_on_done(ticket, on_done)
    local t = class.argument("set_on_done", "ticket", ticket, Ticket,
      "a ticket")
    local before = t.on_done
    t.on_done = on_done
    return before
  end
end

return { open = open }
