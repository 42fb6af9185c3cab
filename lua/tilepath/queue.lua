--- tilepath.queue: queries that wait and are answered under a budget, on either
-- core.
--
-- A waiting ticket is a row of the list `waiting`; a ticket that has begun has
-- one of the WORKERS. An update gives turns to tickets until the budget is
-- spent. A turn runs in slices, and the clock is read after each of them.
--
-- Invariant: between two calls of the core a finalizer may ask and cancel (but
-- not update), and each allocation may fail. So what must not stay half done is
-- done by assignments to fields that exist.

-- LuaJIT's compiler would break the invariant: compiled code may run a finalizer
-- at any instruction.
local siblings = (...):match("^.*[./]") or ""
require(siblings .. "luajit").off()

local core = require "tilepath_core"
local check = require(siblings .. "check")
local class = require(siblings .. "class")
local given = require(siblings .. "given")
local options = require(siblings .. "options")

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

-- Tickets ---------------------------------------------------------------------
--
-- A ticket has so few fields that LuaJIT keeps them in a table of 8 entries:
--
--     queue       false: it has ended
--     kind        PATH, FIELD or PREPARE, below
--     status, priority, finder
--     number      grows from ticket to ticket
--     task        what the core works on; after its end the path, the field or
--                 the reason
--     on_done     is called at its end; or false

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

--- Takes a ticket off the list of those that wait, if it is there.
local function leave_line(q, t)
  for i = #q.waiting, 1, -1 do
    if q.waiting[i] == t then
      table.remove(q.waiting, i)
    end
  end
end

--- Ends a ticket. It leaves its queue, and keeps only its answer.
local function finish(t, status, answer)
  local q = t.queue
  local w = worker_of(q, t)
  if w then
    w.ticket = false
  end
  leave_line(q, t)
  t.status, t.task, t.queue, t.finder = status, answer, false, false
end

--- Adds a ticket to the queue: before all tickets of at least its priority, as
-- the first to begin is at the end of the list. Returns its handle.
local function join(q, kind, finder, task, priority, on_done)
  local t = { queue = q, kind = kind, status = "waiting", priority = priority,
    number = 0, finder = finder, task = task, on_done = false }
  local handle = class.make(Ticket, t)
  if on_done then
    t.on_done = function() on_done(handle) end
  end
  local waiting, at = q.waiting, 1
  while waiting[at] and waiting[at].priority < priority do
    at = at + 1
  end
  q.number = q.number + 1
  t.number = q.number
  table.insert(waiting, at, t) -- may fail
  return handle
end

-- The order -------------------------------------------------------------------

--- The free workers; the worker whose ticket is next: of those of the highest
-- priority, the one whose last turn is longest ago; and the worker of the oldest
-- ticket.
local function look(q)
  local free, best, oldest = 0, nil, nil
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
      if not oldest or t.number < oldest.ticket.number then
        oldest = w
      end
    end
  end
  return free, best, oldest
end

local function oldest_that_waits(q)
  local oldest
  for _, t in ipairs(q.waiting) do
    if not oldest or t.number < oldest.number then
      oldest = t
    end
  end
  return oldest
end

--- The ticket of the next turn; nil: there is none. The last free worker is kept
-- for a ticket of a higher priority than all that have begun. No ticket starves:
-- each EVERY-th turn goes to the oldest ticket that has begun, and each EVERY-th
-- ticket that begins is the oldest that waits.
local function choose(q)
  local free, best, oldest = look(q)
  local first = free > 0 and q.waiting[#q.waiting]
  q.turns = q.turns + 1
  if best and q.turns % EVERY == 0 then
    return oldest.ticket
  elseif first and (q.begun + 1) % EVERY == 0 then
    return oldest_that_waits(q)
  elseif first and (not best or first.priority > best.ticket.priority
    or free > 1 and first.priority == best.ticket.priority) then
    return first
  end
  return best and best.ticket
end

-- Work ------------------------------------------------------------------------
--
-- Each of these functions works on a worker's ticket for about so many units.
-- It returns the units that it took, and ends the ticket if its work is done,
-- unless a finalizer has ended it.

--- An answer that raises begins again with the next turn.
function PATH.work(t, w, units)
  local is_new = w.is_new
  w.is_new = true
  local took, status, answer = core.answer(w.store, t.task, t.finder, units,
    is_new)
  w.is_new = false
  if status ~= "running" and t.queue then
    finish(t, status, answer)
  end
  return took
end

function FIELD.work(t, w, units)
  local field = t.task
  local took, is_done, is_again = core.make(field,
    w.restarts < RESTARTS and units or huge)
  w.restarts = w.restarts + (is_again and 1 or 0)
  if is_done and t.queue then
    finish(t, "found", field)
  end
  return took
end

--- With frequent edits the repair of landmarks might never end. So after twice
-- the work that they take from nothing (the ticket's task), those that are there
-- are enough.
function PREPARE.work(t, w, units)
  local took, is_done = core.prepare(t.finder, units, w.spent < 2 * t.task)
  w.spent = w.spent + took
  if is_done and t.queue then
    finish(t, "found", true)
  end
  return took
end

--- Gives a waiting ticket a free worker, best the last one of its pathfinder;
-- nil: it has ended meanwhile.
local function hire(q, t)
  local w
  for i = 1, WORKERS do
    local other = q.workers[i]
    if not other.ticket and not (w and w.finder == t.finder) then
      w = other
    end
  end
  if t.kind == PATH and not w.store then
    w.store = core.store() -- a finalizer may end the ticket
  end
  if not t.queue then
    return nil
  elseif t.kind == PATH then
    w.finder = t.finder
  end
  w.restarts, w.spent, w.is_new, w.ticket = 0, 0, true, t
  t.status, q.begun = "running", q.begun + 1
  leave_line(q, t)
  return w
end

-- Updates ---------------------------------------------------------------------

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
    local slice = q.nodes and max(q.nodes - q.spent, 1) or q.slice
    local units = max(t.kind.work(t, w, min(slice, turn)), 1)
    spend(q, units)
    turn = turn - units
  until not t.queue or turn <= 0 or is_spent(q)
  if not t.queue and t.task ~= "cancelled" then
    local on_done = t.on_done
    q.answered = q.answered + 1
    if on_done then
      t.on_done = false
      on_done()
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

--- queue:update()
function methods.update(self)
  local q = class.self(Queue, self, "update")
  if q.is_busy then
    check.raise("update: the queue is busy (a callback may not do this)")
  end
  q.answered, q.spent, q.taken, q.message = 0, 0, 0, false
  -- Inside a C function no callback can yield: a coroutine that never went on
  -- would leave the queue busy forever.
  gsub("x", "x", q.run)
  if not q.is_fine then
    error(q.message, 0)
  end
end

-- Asking ----------------------------------------------------------------------

local function check_finder(call, finder)
  check.object(call, "finder", finder, core.Pathfinder, "a pathfinder")
end

--- The ticket's own options, from a table that may be absent. The core has
-- checked them, but a finalizer may have changed the table since.
local function read_own(call, asked)
  if type(asked) ~= "table" then
    return 0, nil
  end
  local priority, on_done = raw_get(asked, "priority"),
    raw_get(asked, "on_done")
  if priority ~= nil then
    check.finite(call, "priority", priority)
  end
  if on_done ~= nil then
    given.kind(call, "on_done", on_done, "function", "a function")
  end
  return priority or 0, on_done
end

--- queue:find(finder, x1, y1, x2, y2 [, query]) -> ticket, and queue:find_world
for call, in_world in pairs { find = false, find_world = true } do
  methods[call] = function(self, finder, x1, y1, x2, y2, query)
    local q = class.self(Queue, self, call)
    check_finder(call, finder)
    local task = core.ask(finder, x1, y1, x2, y2, query, call, in_world)
    local priority, on_done = read_own(call,
      type(x2) == "table" and y2 or query)
    return join(q, PATH, finder, task, priority, on_done)
  end
end

--- queue:field(finder, goals [, options]) -> ticket
function methods.field(self, finder, goals, asked)
  local q = class.self(Queue, self, "field")
  check_finder("field", finder)
  local field = core.ask_field(finder, goals, asked)
  local priority, on_done = read_own("field", asked)
  return join(q, FIELD, finder, field, priority, on_done)
end

local PREPARED = options.of "queue:prepare"

--- queue:prepare(finder [, options]) -> ticket
function methods.prepare(self, finder, asked)
  local q = class.self(Queue, self, "prepare")
  check_finder("prepare", finder)
  local own = options.read(PREPARED, "prepare", asked)
  local grid, landmarks = finder.grid, finder.profile.landmarks or 0
  local whole = grid.width * grid.height * (2 * landmarks + 1)
  return join(q, PREPARE, finder, whole, own.priority or 0, own.on_done)
end

-- Results ---------------------------------------------------------------------

function properties.info(q)
  local free, stores = look(q), 0
  for i = 1, WORKERS do
    stores = stores + (q.workers[i].finder and 1 or 0)
  end
  return { waiting = #q.waiting, running = WORKERS - free,
    stores = stores, answered = q.answered, nodes = floor(q.spent),
    seconds = q.taken + 0.0 }
end

function properties.count(q)
  return #q.waiting + WORKERS - (look(q))
end

function properties.seconds(q)
  return q.seconds and q.seconds + 0.0 or nil
end

function properties.max_nodes(q)
  return q.nodes and floor(q.nodes) or nil
end

function Queue.__tostring(self)
  local count = properties.count(class.self(Queue, self, "__tostring"))
  return ("queue (%d %s)"):format(count, count == 1 and "ticket" or "tickets")
end

function ticket_methods.cancel(self)
  local t = class.self(Ticket, self, "cancel")
  if t.queue then
    t.on_done = false
    finish(t, "failed", "cancelled")
  end
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
    return nil, t.task
  end
  return t.task, t.task.cost
end

class.fields(ticket_properties, { status = "status" })

function ticket_properties.reason(t)
  return t.status == "failed" and t.task or nil
end

function ticket_properties.field(t)
  return t.kind == FIELD and t.status == "found" and t.task or nil
end

function ticket_properties.prepared(t)
  return t.kind == PREPARE and t.status == "found" or nil
end

function Ticket.__tostring(self)
  local t = class.self(Ticket, self, "__tostring")
  return ("ticket for %s (%s)"):format(t.kind.what, t.status)
end

-- The constructor -------------------------------------------------------------

local BUDGET = options.of "tilepath.queue"

--- tilepath.queue { seconds = } or { max_nodes = }
return function(asked)
  given.kind("queue", "options", asked, "table", "a table")
  local own = options.read(BUDGET, "queue", asked)
  local seconds, nodes = own.seconds, own.max_nodes
  if seconds and nodes then
    check.raise("queue: options 'seconds' and 'max_nodes' exclude each other")
  elseif not (seconds or nodes) then
    check.raise("queue: option 'seconds' or 'max_nodes' must be given")
  end
  local q = { nodes = nodes or false, seconds = seconds or false,
    clock = core.clock, slice = 64, spent = 0, taken = 0, past = 0,
    answered = 0, number = 0, turns = 0, begun = 0, is_busy = false,
    is_fine = true, message = false, waiting = {}, workers = {} }
  for i = 1, WORKERS do
    q.workers[i] = { ticket = false, turn = 0, finder = false, store = false,
      restarts = 0, spent = 0, is_new = true }
  end
  function q.run()
    q.is_busy = true
    q.is_fine, q.message = pcall(run, q)
    q.is_busy = false
  end
  return class.make(Queue, q)
end
