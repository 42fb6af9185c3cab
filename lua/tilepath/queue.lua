--- tilepath.queue: checks its options, and waits in coroutines.
--
-- The queue is written in C, except await: a C function cannot go on after a
-- yield in every Lua. The ticket's on_done resumes a waiting coroutine, in
-- update. If another resume comes earlier, the coroutine yields again, so it
-- does no harm.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local running, resume, status, yield =
  coroutine.running, coroutine.resume, coroutine.status, coroutine.yield
local is_yieldable = rawget(coroutine, "isyieldable")
local getinfo = (rawget(_G, "debug") or {}).getinfo

local KNOWN = { seconds = true, nodes = true }

-- await -----------------------------------------------------------------------

--- The ticket for which a coroutine waits.
local awaited = setmetatable({}, { __mode = "k" })

local function is_open(ticket)
  local state = ticket.status
  return state == "waiting" or state == "running"
end

--- The results that the ticket's call would have returned itself.
local function answer_of(ticket)
  if ticket.status == "failed" then
    return nil, ticket.reason
  elseif ticket.field then
    return ticket.field
  elseif ticket.prepared then
    return true
  end
  return ticket:path()
end

local methods = core.queue_methods

--- Is the coroutine still in await? If its yield has failed (5.1 cannot yield
-- inside pcall), it has gone on without its answer and is somewhere else.
local function stands_in_await(thread)
  local info = getinfo and getinfo(thread, 1, "f")
  return not getinfo or info and info.func == methods.await
end

local function wake(thread, ticket)
  local waits = awaited[thread] == ticket and status(thread) == "suspended"
    and stands_in_await(thread)
  if waits then
    local is_fine, message = resume(thread)
    if not is_fine then
      error(message, 0)
    end
  end
end

local function wake_when_done(thread, ticket)
  local on_done
  on_done = core.set_on_done(ticket, function()
    if on_done then
      on_done(ticket)
    end
    wake(thread, ticket)
  end)
end

--- queue:await(finder, x1, y1, x2, y2 [, query]), or queue:await(ticket)
function methods.await(self, ...)
  check.object("await", "self", self, core.Queue,
    "a queue (call it with a colon)")
  local thread, is_main = running()
  if not thread or is_main or is_yieldable and not is_yieldable() then
    check.raise("await: must be called in a coroutine that may yield")
  end
  local ticket = ...
  if not check.is(ticket, core.Ticket) then
    ticket = core.await(self, ...)
  end
  if is_open(ticket) then
    wake_when_done(thread, ticket)
    awaited[thread] = ticket
    while is_open(ticket) do
      yield()
    end
    awaited[thread] = nil
  end
  return answer_of(ticket)
end

-- The constructor -------------------------------------------------------------

--- tilepath.queue { seconds = } or { nodes = }
return function(options)
  if options == nil then
    check.fail("queue", "options", "a table", options)
  end
  options = check.options("queue", "options", options, KNOWN)
  local seconds, nodes = options.seconds, options.nodes
  if seconds ~= nil and nodes ~= nil then
    check.raise("queue: options 'seconds' and 'nodes' exclude each other")
  elseif seconds == nil and nodes == nil then
    check.raise("queue: option 'seconds' or 'nodes' must be given")
  elseif nodes ~= nil then
    return core.queue(true, check.whole("queue", "nodes", nodes, 1, 2 ^ 53 - 1))
  elseif type(seconds) ~= "number" or not (seconds > 0) then
    check.fail("queue", "seconds", "a number above 0", seconds)
  end
  return core.queue(false, seconds)
end
