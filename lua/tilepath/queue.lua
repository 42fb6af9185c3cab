--- tilepath.queue: queries that wait and are answered under a budget, on either
-- core.
--
-- An update gives turns until its budget is used up. A turn runs in slices; the
-- clock is read after each. A slice is as long as fills a small part of a
-- millisecond. With a budget of nodes, slices and all else are independent of
-- time: the same queries are answered in the same update on every machine.
--
-- The order. The first waiting ticket is the ticket of the highest priority;
-- among equals the oldest. A ticket that is worked on has one of the WORKERS,
-- whose stores serve one ticket after the other. Tickets with a worker take
-- turns: among those of the highest priority, the ticket whose last turn is
-- longest ago comes next. A waiting ticket of at least the same priority comes
-- before them while two workers are free. The last free worker is kept for a
-- ticket of a higher priority than all that have workers, so it need not wait
-- until they end.
--
-- No ticket starves: each EVERY-th turn goes to the oldest ticket, whatever its
-- priority. If that ticket waits and no worker is free, the turn goes to the
-- oldest ticket with a worker, and the next free worker is reserved for the
-- oldest waiting ticket. So the oldest ticket always progresses, and each ticket
-- is the oldest at some time.
--
-- Invariant: between two calls of the core a finalizer may ask and cancel (but
-- not update). And each allocation may fail: what must not stay half done is done
-- by assignments to fields that exist.

-- LuaJIT's compiler would break the invariant: compiled code may run a finalizer
-- at any instruction.
local siblings = (...):match("^.*[./]") or ""
require(siblings .. "interpreted")()

local core = require "tilepath_core"
local check = require(siblings .. "check")
local class = require(siblings .. "class")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min
local gsub, raw_get = string.gsub, rawget
local WORKERS, EVERY = 4, 8
local TURN = 1024 -- units of work
local RESTARTS = 8 -- after so many a field is made in one go
local LONG_SLICE = 60e-6 -- seconds; slices grow below a quarter of it
local LEAST, MOST = 8, 1024 -- units of a slice

local methods, properties = {}, {}
local Queue = class.new("Queue", methods, properties)
local ticket_methods, ticket_properties = {}, {}
local Ticket = class.new("Ticket", ticket_methods, ticket_properties)
core.Queue, core.Ticket = Queue, Ticket

local function self_of(self, call)
  return class.self(Queue, self, call)
end

-- Lines -----------------------------------------------------------------------
--
-- A queue has its tickets in two lines: all by age, and those that wait by
-- priority. A ticket that leaves stays in the array until it is the first, or
-- until half of the array is such tickets. So each of these functions takes O(1)
-- on the average, but for tickets of a lower priority that `insert` moves. (The
-- array has no other keys: if memory ran out while such a table grew, LuaJIT
-- would lose items.)

local OPEN, WAITING = { waiting = true, running = true }, { waiting = true }

--- @param holds  the states of its tickets
local function new_line(holds)
  return { holds = holds, items = {}, first = 1, last = 0 }
end

local function first_of(line)
  local items, i, holds = line.items, line.first, line.holds
  while i <= line.last and not holds[items[i].status] do
    items[i] = false
    i = i + 1
  end
  line.first = i
  return i <= line.last and items[i] or nil
end

local function pack(line)
  local items, count, holds = line.items, 0, line.holds
  for i = line.first, line.last do
    local t = items[i]
    if holds[t.status] then
      count = count + 1
      items[count] = t
    end
  end
  for i = count + 1, line.last do
    items[i] = false
  end
  line.first, line.last = 1, count
end

--- Where a ticket of that priority belongs: behind those that are as high.
local function place_of(line, priority)
  local low, high = line.first, line.last + 1
  while low < high do
    local middle = floor((low + high) / 2)
    if line.items[middle].priority >= priority then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

--- @param count  the tickets in the line are at most so many
local function insert(line, t, count)
  if line.last > 2 * count + 16 then
    pack(line)
  end
  local items, last = line.items, line.last + 1
  local at = line.holds == WAITING and place_of(line, t.priority) or last
  items[last] = t -- may fail
  for i = last, at + 1, -1 do
    items[i] = items[i - 1]
  end
  items[at], line.last = t, last
end

-- Tickets ---------------------------------------------------------------------
--
-- A ticket has so few fields that LuaJIT keeps them in a table of 8 entries:
--
--     queue      false: it has ended
--     kind       PATH, FIELD or PREPARE, below
--     status
--     priority, number    the number grows from ticket to ticket
--     finder     its pathfinder; after its end false
--     asked      what the core has read; after its end the path, the field or
--                the reason
--     tell       is called at its end; or false
--
-- The cost of a path takes the place of the number.

local PATH, FIELD = { what = "a path" }, { what = "a field" }
local PREPARE = { what = "preparing" }

--- The worker of a ticket; nil: it has none.
local function worker_of(q, t)
  for i = 1, WORKERS do
    if q.workers[i].ticket == t then
      return q.workers[i]
    end
  end
end

--- Ends a ticket. It leaves its queue, and keeps only its answer.
local function finish(t, state, answer, cost)
  local q = t.queue
  local w = worker_of(q, t)
  if w then
    w.ticket = false
  end
  q.count = q.count - 1
  t.status, t.asked, t.number = state, answer, cost or 0
  t.queue, t.finder = false, false
  first_of(q.all)
  first_of(q.waiting)
end

local function cancel(t)
  if t.queue then
    t.tell = false
    finish(t, "failed", "cancelled")
  end
end

--- Adds a ticket to the queue. Returns its handle.
local function join(q, kind, finder, asked, priority, on_done)
  local t = { queue = false, kind = kind, status = false, priority = priority,
    number = 0, finder = finder, asked = asked, tell = false }
  local handle = class.make(Ticket, t)
  if on_done then
    t.tell = function() on_done(handle) end
  end
  insert(q.waiting, t, q.count)
  insert(q.all, t, q.count)
  q.number, q.count = q.number + 1, q.count + 1
  t.queue, t.status, t.number = q, "waiting", q.number
  return handle
end

-- The order -------------------------------------------------------------------

--- The free workers; the worker whose ticket is next; and the worker of the
-- oldest ticket.
local function look(q)
  local free, best, eldest = 0, nil, nil
  for i = 1, WORKERS do
    local w = q.workers[i]
    local t = w.ticket
    if not t then
      free = free + 1
    else
      if not best or t.priority > best.ticket.priority
        or t.priority == best.ticket.priority and w.turn < best.turn then
        best = w
      end
      if not eldest or t.number < eldest.ticket.number then
        eldest = w
      end
    end
  end
  return free, best, eldest
end

local function oldest_that_waits(q)
  for i = q.all.first, q.all.last do
    local t = q.all.items[i]
    if t.status == "waiting" then
      return t
    end
  end
end

--- The ticket of the next turn; nil: there is none. If it waits, a worker is
-- free.
local function choose(q)
  local oldest = first_of(q.all)
  if not oldest then
    return nil
  end
  local free, best, eldest = look(q)
  q.turns = q.turns + 1
  if q.turns % EVERY == 0 then
    if oldest.status == "running" or free > 0 then
      return oldest
    end
    q.is_owed = true
    return eldest.ticket
  end
  local first = first_of(q.waiting)
  if not first or free == 0 then
    return best.ticket
  elseif q.is_owed then
    q.is_owed = false
    return oldest_that_waits(q)
  elseif not best or first.priority > best.ticket.priority
    or free > 1 and first.priority == best.ticket.priority then
    return first
  end
  return best.ticket
end

-- Work ------------------------------------------------------------------------
--
-- Each of these functions works on a worker's ticket for about so many units.
-- It returns the units that it took, and ends the ticket if its work is done,
-- unless a finalizer has ended it.

-- An answer that raises begins again with the next turn.

function PATH.work(t, w, units)
  local is_new = w.is_new
  w.is_new = true
  local took, state, answer, cost = core.answer(w.store, t.asked, t.finder,
    units, is_new)
  w.is_new = false
  if state ~= "running" and t.queue then
    finish(t, state, answer, cost)
  end
  return took
end

function FIELD.work(t, w, units)
  local field = t.asked
  local took, is_done, is_again = core.make(field,
    w.restarts < RESTARTS and units or huge)
  w.restarts = w.restarts + (is_again and 1 or 0)
  if is_done and t.queue then
    finish(t, "found", field)
  end
  return took
end

--- With frequent edits the repair of landmarks might never end. So after twice
-- the work that they take from nothing (which is what the ticket has asked),
-- those that are there are enough.
function PREPARE.work(t, w, units)
  local took, is_done = core.prepare(t.finder, units, w.spent < 2 * t.asked)
  w.spent = w.spent + took
  if is_done and t.queue then
    finish(t, "found", true)
  end
  return took
end

--- A free worker: best the last worker of this pathfinder, then one for its
-- grid, then an unused worker.
local function choose_worker(q, finder)
  local best, most, grid = nil, -1, finder.grid
  for i = 1, WORKERS do
    local w = q.workers[i]
    local worth = w.finder == finder and 3 or w.grid == grid and 2
      or not w.finder and 1 or 0
    if not w.ticket and worth > most then
      best, most = w, worth
    end
  end
  if not best.store then
    best.store = core.store() -- a finalizer may end the ticket
  end
  return best, grid
end

--- Gives a waiting ticket a free worker; nil: it has ended meanwhile.
local function hire(q, t)
  local w, grid = choose_worker(q, t.finder)
  if not t.queue then
    return nil
  elseif t.kind == PATH then
    w.finder, w.grid = t.finder, grid
  end
  w.restarts, w.spent, w.is_new = 0, 0, true
  w.ticket, t.status = t, "running"
  first_of(q.waiting)
  return w
end

-- Updates ---------------------------------------------------------------------

local function slice_of(q, turn)
  return min(q.nodes and max(q.nodes - q.spent, 1) or q.slice, turn)
end

--- If the clock is set back, the update does not become longer.
local function spend(q, units)
  local now = q.clock()
  local took = max(now - q.past, 0)
  q.spent, q.taken, q.past = q.spent + units, q.taken + took, now
  if took > LONG_SLICE and q.slice > LEAST then
    q.slice = q.slice / 2
  elseif took < LONG_SLICE / 4 and q.slice < MOST then
    q.slice = q.slice * 2
  end
end

local function is_spent(q)
  if q.nodes then
    return q.spent >= q.nodes
  end
  return q.taken + min(LONG_SLICE, q.seconds) / 2 >= q.seconds
end

--- A ticket that is done leaves the queue before its callback is called.
local function give_turn(q, t)
  local w, turn = worker_of(q, t) or hire(q, t), TURN
  if not w then
    return
  end
  w.turn = q.turns
  repeat
    local units = max(t.kind.work(t, w, slice_of(q, turn)), 1)
    spend(q, units)
    turn = turn - units
  until not t.queue or turn <= 0 or is_spent(q)
  if not t.queue and t.asked ~= "cancelled" then
    local tell = t.tell
    q.answered = q.answered + 1
    if tell then
      t.tell = false
      tell()
    end
  end
end

local function run(q)
  q.past = q.clock()
  repeat
    local t = choose(q)
    if t then
      give_turn(q, t)
    end
  until not t or is_spent(q)
end

--- Runs an update, which cannot yield, because a C function is in between.
local function guarded(q)
  return function()
    q.is_busy = true
    q.is_fine, q.message = pcall(run, q)
    q.is_busy = false
  end
end

--- queue:update() -> the number of answered tickets
function methods.update(self)
  local q = self_of(self, "update")
  if q.is_busy then
    check.raise("update: the queue is busy (a callback may not do this)")
  end
  q.answered, q.spent, q.taken, q.message = 0, 0, 0, false
  gsub("x", "x", q.run)
  if not q.is_fine then
    error(q.message, 0)
  end
end

-- Asking ----------------------------------------------------------------------

--- Checks the arguments that all kinds of tickets have. Returns the ticket's own
-- options, from a table that may be absent.
local function read_own(call, finder, options)
  check.object(call, "finder", finder, core.Pathfinder, "a pathfinder")
  if type(options) ~= "table" then
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

local function ask(self, call, in_world, finder, x1, y1, x2, y2, options)
  local q, own = self_of(self, call), options
  if type(x2) == "table" then
    own = y2
  end
  local priority, on_done = read_own(call, finder, own)
  local question = core.ask(finder, x1, y1, x2, y2, options, call, in_world)
  return join(q, PATH, finder, question, priority, on_done)
end

--- queue:find(finder, x1, y1, x2, y2 [, query]) -> ticket
function methods.find(self, finder, ...)
  return ask(self, "find", false, finder, ...)
end

function methods.find_world(self, finder, ...)
  return ask(self, "find_world", true, finder, ...)
end

--- queue:field(finder, goals [, options]) -> ticket
function methods.field(self, finder, goals, options)
  local q = self_of(self, "field")
  local priority, on_done = read_own("field", finder, options)
  local field = core.ask_field(finder, goals, options)
  return join(q, FIELD, finder, field, priority, on_done)
end

local PREPARE_OPTIONS = { on_done = true, priority = true }

--- queue:prepare(finder [, options]) -> ticket
function methods.prepare(self, finder, options)
  local q = self_of(self, "prepare")
  local priority, on_done = read_own("prepare", finder, options)
  check.options("prepare", "options", options, PREPARE_OPTIONS)
  local grid, landmarks = finder.grid, finder.profile.landmarks or 0
  local whole = grid.width * grid.height * (2 * landmarks + 1)
  return join(q, PREPARE, finder, whole, priority, on_done)
end

-- What it tells ---------------------------------------------------------------

function properties.info(q)
  local free, stores = look(q), 0
  for i = 1, WORKERS do
    stores = stores + (q.workers[i].finder and 1 or 0)
  end
  return { waiting = q.count - (WORKERS - free), running = WORKERS - free,
    stores = stores, answered = q.answered, nodes = floor(q.spent),
    seconds = q.taken + 0.0 }
end

function properties.count(q)
  return q.count
end

function properties.seconds(q)
  return q.seconds and q.seconds + 0.0 or nil
end

function properties.max_nodes(q)
  return q.nodes and floor(q.nodes) or nil
end

function Queue.__tostring(self)
  local count = self_of(self, "__tostring").count
  return ("queue (%d %s)"):format(count, count == 1 and "ticket" or "tickets")
end

function ticket_methods.cancel(self)
  cancel(class.self(Ticket, self, "cancel"))
end

--- ticket:path() -> path and cost, or nil and the reason
function ticket_methods.path(self)
  local t = class.self(Ticket, self, "path")
  if t.kind ~= PATH then
    check.raise("path: self must be a ticket for a path, got a ticket for "
      .. t.kind.what)
  elseif t.queue then
    return nil, t.status
  elseif t.status == "failed" then
    return nil, t.asked
  end
  return t.asked, t.number
end

function ticket_properties.status(t)
  return t.status
end

function ticket_properties.reason(t)
  return t.status == "failed" and t.asked or nil
end

function ticket_properties.field(t)
  return t.kind == FIELD and t.status == "found" and t.asked or nil
end

function ticket_properties.prepared(t)
  return t.kind == PREPARE and t.status == "found" or nil
end

function Ticket.__tostring(self)
  local t = class.self(Ticket, self, "__tostring")
  return ("ticket for %s (%s)"):format(t.kind.what, t.status)
end

-- The constructor -------------------------------------------------------------

local KNOWN = { seconds = true, max_nodes = true }

local function new_queue(nodes, seconds)
  local q = { nodes = nodes, seconds = seconds, clock = core.clock, slice = 64,
    spent = 0, taken = 0, past = 0, answered = 0, count = 0, number = 0,
    turns = 0, is_owed = false, is_busy = false, is_fine = true,
    message = false, all = new_line(OPEN), waiting = new_line(WAITING),
    workers = {} }
  q.run = guarded(q)
  for i = 1, WORKERS do
    q.workers[i] = { ticket = false, turn = 0, finder = false, grid = false,
      store = false, restarts = 0, spent = 0, is_new = true }
  end
  return class.make(Queue, q)
end

--- tilepath.queue { seconds = } or { max_nodes = }
return function(options)
  if options == nil then
    check.fail("queue", "options", "a table", options)
  end
  options = check.options("queue", "options", options, KNOWN)
  local seconds, nodes = options.seconds, options.max_nodes
  if seconds ~= nil and nodes ~= nil then
    check.raise("queue: options 'seconds' and 'max_nodes' exclude each other")
  elseif seconds == nil and nodes == nil then
    check.raise("queue: option 'seconds' or 'max_nodes' must be given")
  elseif nodes ~= nil then
    check.whole("queue", "max_nodes", nodes, 1, 2 ^ 53 - 1)
  elseif type(seconds) ~= "number" or not (seconds > 0) then
    check.fail("queue", "seconds", "a number above 0", seconds)
  end
  return new_queue(nodes or false, seconds or false)
end
