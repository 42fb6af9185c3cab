--- tilepath.plain.queue: queries that wait and are answered under a budget.
--
-- An update works on the first ticket of the highest priority until it is done,
-- in slices of nodes, then on the next one. A preempted ticket keeps its
-- search. If the map has changed, the ticket begins again. After several
-- changes it runs to its end at once.

local siblings = (...):match("^.*[./]") or ""
local check = require((siblings:gsub("plain[./]$", "")) .. "check")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local class = require(siblings .. "class")
local field = require(siblings .. "field")
local finders = require(siblings .. "finder")
local job = require(siblings .. "job")
local query = require(siblings .. "query")
local trail = require(siblings .. "trail")

local floor, max, min = math.floor, math.max, math.min
local raw_get = rawget
local wall_clock = (rawget(_G, "os") or {}).clock or function() return 0 end

local methods, properties = {}, {}
local Queue = class.new("Queue", methods, properties)
local ticket_methods, ticket_properties = {}, {}
local Ticket = class.new("Ticket", ticket_methods, ticket_properties)

local CHANGES = 8 -- after so many a ticket runs to its end
local SLICE = 128 -- nodes between two looks at the clock
local BEGIN = 16 -- nodes that a new search counts

local function self_of(self, call)
  return class.self(Queue, self, call)
end

-- Tickets ---------------------------------------------------------------------

--- Removes a finished ticket from its queue. It keeps only its result.
local function leave(t)
  local q = t.queue
  for i, other in ipairs(q.line) do
    if other == t then
      table.remove(q.line, i)
      break
    end
  end
  q.jobs[#q.jobs + 1] = t.job
  t.queue, t.job, t.question, t.owner = nil, nil, nil, nil
end

local function fail(t, reason)
  t.status, t.reason, t.result = "failed", reason, nil
end

local function cancel(t)
  if t.queue then
    fail(t, "cancelled")
    leave(t)
  end
end

--- Adds a ticket behind all tickets of its priority and above.
local function join(q, t)
  local at = #q.line + 1
  while at > 1 and q.line[at - 1].priority < t.priority do
    at = at - 1
  end
  table.insert(q.line, at, t)
  t.queue, t.status, t.changes = q, "waiting", -1
  t.handle = class.make(Ticket, t)
  return t.handle
end

-- Work ------------------------------------------------------------------------
--
-- Each function works on a ticket for up to `nodes` nodes and returns the
-- number of nodes that it took.

local function work_at_path(t, nodes)
  local q, question, begun = t.queue, t.question, 0
  if t.version ~= t.begun then
    t.begun, begun = t.version, BEGIN
    t.job = t.job or table.remove(q.jobs) or job.new()
    job.begin(t.job, t.owner, question)
  end
  local j = t.job
  local before = j.expanded
  job.run(j, nodes - begun)
  if j.status == "found" then
    t.status, t.result, t.cost = "found", trail.write(j, question.into)
  elseif j.status == "failed" then
    fail(t, j.reason)
  end
  return max(1, begun + j.expanded - before)
end

local function work_at_field(t, nodes)
  local g = t.owner.g
  if field.go_on(t.field, nodes) then
    t.status, t.result = "found", field.make(t.field)
  end
  return min(nodes, g.width * g.height)
end

local function prepare(t)
  agent.prepare(t.owner.agent)
  t.status = "found"
  return 1
end

-- Updates ---------------------------------------------------------------------

local function now_of(q)
  return q.clock and q.clock() or not q.clock and wall_clock() or 0
end

--- Ends a ticket. It leaves the queue before its callback is called.
local function answer(q, t)
  leave(t)
  q.answered = q.answered + 1
  if t.on_done then
    t.on_done(t.handle)
  end
end

--- Works on a ticket for a slice. A clock that jumps back does not make an
-- update longer.
local function serve(q, t)
  local version = t.owner.g.log.version
  if t.version ~= version then
    t.version, t.changes = version, t.changes + 1
  end
  q.serving, t.status = t, "running"
  local nodes = t.work(t, t.changes >= CHANGES and job.ALL
    or q.nodes and q.nodes - q.spent or SLICE)
  q.serving = nil
  local now = now_of(q)
  q.spent, q.taken = q.spent + nodes, q.taken + max(now - q.last, 0)
  q.last = now
  if not t.queue then -- a finalizer has cancelled the ticket
    fail(t, "cancelled")
  elseif t.status ~= "running" then
    answer(q, t)
  end
end

local function run(q)
  repeat
    local t = q.line[1]
    if t then
      serve(q, t)
    end
  until not t or q.nodes and q.spent >= q.nodes
    or q.seconds and q.taken >= q.seconds
end

--- queue:update() -> the number of answered tickets
function methods.update(self)
  local q = self_of(self, "update")
  if q.busy then
    check.raise("update: the queue is busy (a callback may not do this)")
  end
  q.answered, q.spent, q.taken, q.last = 0, 0, 0, now_of(q)
  q.busy = true
  local is_fine, message = class.guard(run, q)
  q.busy = false
  if q.serving then -- its work has raised an error
    cancel(q.serving)
    q.serving = nil
  end
  if not is_fine then
    error(message, 0)
  end
  return q.answered
end

--- queue:clear()
function methods.clear(self)
  local q = self_of(self, "clear")
  for i = #q.line, 1, -1 do
    cancel(q.line[i])
  end
  q.jobs = {}
end

-- Asking ----------------------------------------------------------------------

--- The options of a ticket, from a table that may be nil.
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
  return join(q, { kind = "path", work = work_at_path, owner = f,
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
  return join(q, { kind = "field", work = work_at_field, owner = f, field = own,
    priority = priority, on_done = on_done })
end

local PREPARE = { on_done = true, priority = true }

--- queue:prepare(finder [, options]) -> ticket
function methods.prepare(self, finder, options)
  local q = self_of(self, "prepare")
  local f = finder_of("prepare", finder)
  local priority, on_done = read_own("prepare", options)
  check.options("prepare", "options", options, PREPARE)
  return join(q, { kind = "prepare", work = prepare, owner = f,
    priority = priority, on_done = on_done })
end

-- What it tells ---------------------------------------------------------------

function properties.info(q)
  local running, stores = 0, #q.jobs
  for _, t in ipairs(q.line) do
    running = running + (t.status == "running" and 1 or 0)
    stores = stores + (t.job and 1 or 0)
  end
  return { waiting = #q.line - running, running = running, stores = stores,
    answered = q.answered, nodes = floor(q.spent), seconds = q.taken }
end

function properties.count(q)
  return #q.line
end

function properties.seconds(q)
  return q.seconds and q.seconds + 0.0
end

function properties.nodes(q)
  return q.nodes and floor(q.nodes)
end

function Queue.__len(self)
  return #self_of(self, "__len").line
end

function Queue.__tostring(self)
  local count = #self_of(self, "__tostring").line
  return ("queue (%d %s)"):format(count, count == 1 and "ticket" or "tickets")
end

local WHAT = { path = "a path", field = "a field", prepare = "preparing" }

function ticket_methods.cancel(self)
  cancel(class.self(Ticket, self, "cancel"))
end

--- ticket:path() -> path and cost, or nil and the reason
function ticket_methods.path(self)
  local t = class.self(Ticket, self, "path")
  if t.kind ~= "path" then
    check.raise("path: self must be a ticket for a path, got a ticket for "
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
    seconds = not by_nodes and amount or nil, line = {}, jobs = {},
    answered = 0, spent = 0, taken = 0.0 })
end

--- Adds queues and tickets to the core.
local function open(core)
  core.Queue, core.queue_methods, core.Ticket = Queue, methods, Ticket
  core.queue = new_queue
  function core.await(self, ...)
    return ask(self, "await", false, ...)
  end
  --- For specs: sets the clock of a queue, a function that returns seconds.
  function core.set_clock(queue, clock)
    class.argument("set_clock", "queue", queue, Queue, "a queue").clock = clock
  end
  --- Sets the callback of a ticket, and returns the old one.
  function core.set_on_done(ticket, on_done)
    local t = class.argument("set_on_done", "ticket", ticket, Ticket,
      "a ticket")
    local before = t.on_done
    t.on_done = on_done
    return before
  end
end

return { open = open }
