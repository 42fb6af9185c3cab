--- The calls of calls.lua on queues and tickets. Arguments: functions of
-- calls.lua.

local starve, walker = ...

local tilepath = require "tilepath"

local function line(options)
  return function()
    local o = walker()()
    o.queue = tilepath.queue(options or { max_nodes = 1e6 })
    return o
  end
end

--- The outcome of each ticket.
local function answers(o)
  local all = {}
  for i, ticket in ipairs(o.tickets()) do
    if ticket.prepared then
      all[i] = true
    elseif ticket.field then
      all[i] = { ticket.field:cost(1, 1), ticket.field:cost(4, 4) }
    elseif ticket.status == "found" then
      local path, cost = ticket:path()
      all[i] = { path, cost }
    else
      all[i] = ticket.reason or ticket.status
    end
  end
  return all
end

--- A waiting ticket of each kind.
local function crowded(options)
  return function()
    local o = line(options)()
    local queue, finder = o.queue, o.finder
    local tickets = {
      queue:find(finder, 1, 1, 6, 4),
      queue:find(finder, 1, 1,
        { { 6, 4 }, { 1, 4, cost = 2 }, { 4, 1, 3, 2 } },
        { into = {}, priority = 1 }),
      queue:find_world(finder, 6, 6, 60, 40),
      queue:find(finder, 2, 3, 6, 4, { escape = true }),
      queue:find(finder, 1, 1, 9, 9),
      queue:find(finder, 1, 1, 6, 4, { avoid = { { 3, 4 } }, priority = -1 }),
      queue:field(finder, { { 6, 4 }, { 1, 4, cost = 3 } }, { max_cost = 9 }),
      queue:prepare(finder, { priority = -2 }),
    }
    -- Hidden from actions that change tables.
    function o.tickets()
      return tickets
    end
    return o
  end
end

--- A waiting ticket that makes landmarks.
local function marked(options)
  return function()
    local grid = tilepath.grid(12, 9, { prices = { mud = 3 } })
    grid:fill(3, 2, 4, 4, "mud")
    local o = { grid = grid, queue = tilepath.queue(options),
      finder = tilepath.pathfinder(grid, { landmarks = 2 }) }
    local ticket = o.queue:prepare(o.finder)
    function o.tickets()
      return { ticket }
    end
    return o
  end
end

local function update(o)
  repeat
    o.queue:update()
  until o.queue.count == 0
  return answers(o)
end

local held = { tickets = true, queue = true, finder = true }

starve("Queue:update (few nodes)", crowded { max_nodes = 3 }, update, held)
starve("Queue:update (landmarks)", marked({ max_nodes = 40 }), function(o)
  repeat
    o.queue:update()
  until o.queue.count == 0
  return { o.finder:prepare(1), o.finder.info.landmarks,
    o.finder:find(1, 1, 12, 9) }
end, held)
starve("Queue:update (a callback)", line(), function(o)
  local told = {}
  local function tell(ticket)
    local path, cost = ticket:path()
    told[#told + 1] = { path, cost }
  end
  o.queue:find(o.finder, 1, 1, 6, 4, { on_done = tell })
  o.queue:find(o.finder, 1, 4, 6, 4, { on_done = tell })
  repeat
    o.queue:update()
  until o.queue.count == 0
  return told
end, held)

local function done()
  local o = crowded()()
  update(o)
  return o
end

starve("Ticket.__index", done, function(o)
  local ticket = o.tickets()[2]
  return { ticket.status, ticket.reason or 0,
    ticket.field or 0, o.tickets()[5].reason, o.tickets()[8].prepared }
end)
