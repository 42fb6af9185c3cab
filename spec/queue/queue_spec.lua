--- Queues: answers, the budget, slices and memory. turns_spec.lua has the order
-- of tickets.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local memory = require "spec.support.memory"
local numbers = require "spec.support.random"
local queues = require "spec.support.queues"

local list = helper.list
local ALL, field_of, run_out = queues.ALL, queues.open, queues.run_out

--- A queue with a budget of seconds and a clock of its own, which advances by
-- `tick` at each read.
local function timed(seconds, tick)
  local queue, now = tilepath.queue { seconds = seconds }, 0
  rawget(queue, "_state")().clock = function()
    now = now + tick
    return now
  end
  return queue
end

-- Answers ---------------------------------------------------------------------

describe("a ticket's answer", function()
  it("is a path with its cost, the same table each time", function()
    local _, finder = field_of(20)
    local queue = tilepath.queue(ALL)
    local ticket = queue:find(finder, 1, 1, 20, 11)
    assert.are.same({ nil, "waiting" }, list(ticket:path()))
    assert.are.equal("waiting", ticket.status)
    assert.is_nil(ticket.reason)
    queue:update()
    assert.are.equal(1, queue.info.answered)
    local path, cost = ticket:path()
    assert.are.same({ path, cost }, list(finder:find(1, 1, 20, 11)))
    assert.is_true(rawequal(path, (ticket:path())))
    assert.are.equal("found", ticket.status)
    assert.are.equal("ticket for a path (found)", tostring(ticket))
    local into = { 9, 9, 9 }
    ticket = queue:find_world(finder, 0.2, 0.3, 19, 10, { into = into })
    queue:update()
    assert.is_true(rawequal(into, (ticket:path())))
    assert.are.same(list(finder:find_world(0.2, 0.3, 19, 10)),
      list(ticket:path()))
  end)
end)

-- The budget ------------------------------------------------------------------

describe("queue:update", function()
  it("gives the same answers in the same updates each time", function()
    local function story()
      local random, told = numbers.new(5), {}
      local grid, finder = field_of(60)
      local queue = tilepath.queue { max_nodes = 500 }
      for i = 1, 60 do
        queue:find(finder, random(1, 60), random(1, 60), random(1, 60),
          random(1, 60), { priority = random(0, 2), on_done = function()
            told[#told + 1] = i
          end })
      end
      while queue.count > 0 do
        queue:update()
        local info = queue.info
        told[#told + 1] = ("%d: %d nodes"):format(info.answered, info.nodes)
        grid:set(random(1, 60), random(1, 60), "wall")
      end
      return table.concat(told, " ")
    end
    local first = story()
    assert.are.equal(first, story())
    collectgarbage()
    assert.are.equal(first, story())
  end)

  it("ends, whatever callbacks ask", function()
    local _, finder = field_of(10)
    for _, queue in ipairs { tilepath.queue { max_nodes = 500 },
      timed(0.001, 1e-5) } do
      local asked = 0
      local function again()
        asked = asked + 1
        queue:find(finder, 1, 1, 99, 99, { on_done = again })
      end
      again()
      for _ = 1, 5 do
        queue:update()
        assert.are.equal(1, queue.count)
      end
      assert.is_true(asked > 5)
    end
  end)

  it("counts at least sixteen nodes for a ticket", function()
    local _, finder = field_of(10)
    finder:find(1, 1, 5, 5)
    local queue = tilepath.queue { max_nodes = 160 }
    for _ = 1, 30 do
      queue:find(finder, 1, 1, 99, 99)
    end
    for _ = 1, 3 do
      queue:update()
      assert.are.equal(10, queue.info.answered)
    end
  end)
end)

-- Seconds, by a clock of the spec ---------------------------------------------

describe("a queue by seconds", function()
  --- A queue with a ticket that takes many slices.
  local function long(seconds, tick)
    local queue = timed(seconds, tick)
    local finder = queues.long_way(100)
    finder:find(1, 1, 100, 100) -- all is prepared, except the ticket's store
    return queue, queue:find(finder, 1, 1, 100, 100)
  end

  it("ends its update at the first slice after its time", function()
    for _, slices in ipairs { 1, 2, 5, 20 } do
      local queue = long(0.001 * slices, 0.001)
      for _ = 1, 3 do
        queue:update()
        helper.near(0.001 * slices, queue.info.seconds)
        assert.are.equal(1, queue.count)
      end
    end
  end)

  it("works at least one slice, and shorter ones if they last", function()
    local queue, ticket = long(1e-9, 1)
    local least, updates = math.huge, 0
    while queue.count > 0 do
      queue:update()
      updates = updates + 1
      assert.are.equal(1, queue.info.seconds)
      assert.is_true(queue.info.nodes >= 1)
      least = math.min(least, queue.info.nodes)
      assert.is_true(updates <= 100 * 100, "the queue does not end")
    end
    assert.are.equal("found", ticket.status)
    assert.is_true(least <= 8)
  end)

  it("#core_c answers among units in slices", function()
    local finder = tilepath.pathfinder(tilepath.grid(200, 200),
      { algorithm = "dijkstra" })
    local crowd = tilepath.crowd(finder.grid)
    for y = 1, 190 do
      crowd:add { finder = finder, cell_x = 100, cell_y = y }
    end
    for _, query in ipairs { { avoid = crowd },
      { avoid = crowd, avoid_price = 3 } } do
      local queue, most = tilepath.queue { max_nodes = 100 }, 0
      local ticket = queue:find(finder, 1, 1, 200, 50, query)
      queue:update() -- prepares the map
      local updates = run_out(queue, function(update)
        most = update > 1 and math.max(most, queue.info.nodes) or 0
      end)
      assert.is_true(most <= 100 + 64 and updates >= 200, most)
      assert.are.same(list(finder:find(1, 1, 200, 50, query)),
        list(ticket:path()))
    end
  end)

  --- Plays a ticket with 100 nodes an update. No update does more work than it
  -- says, nor much more than 100, except for one unit for each goal of a list.
  local function answer_in_slices(finder, x, y, goals, query)
    local queue, excess = tilepath.queue { max_nodes = 100 }, 0
    queue:find(finder, 200, 200, 200, 199, { avoid = query.avoid })
    run_out(queue) -- prepares the map and the store
    local ticket = queue:find(finder, x, y, goals, query)
    while queue.count > 0 do
      local work = helper.work_of(finder, function() queue:update() end)
      assert.is_true(work < queue.info.nodes + 1, work)
      excess = excess + math.max(work - (100 + 16), 0)
    end
    assert.are.equal("found", ticket.status)
    assert.is_true(excess <= #goals, excess)
  end

  it("#core_c reads goals once, and mends landmarks in slices", function()
    local others = { { 9, 9 } }
    for _, query in ipairs { {}, { escape = true }, { avoid = others } } do
      local grid = tilepath.grid(200, 200, { prices = { mud = 3 } })
      for x = 10, 190, 10 do
        grid:fill(x, x % 20 == 0 and 1 or 20, 5, 181, "wall")
        grid:fill(x + 5, 1, 5, 200, "mud")
      end
      if query.escape then grid:set(1, 199, "wall") end
      local finder = tilepath.pathfinder(grid, { landmarks = 4 })
      finder:prepare()
      grid:fill(100, 1, 3, 200, "open")
      local goals = {}
      for i = 1, 2000 do goals[i] = { 200 - i % 7, 5 + i % 190 } end
      answer_in_slices(finder, 1, 199, goals, query)
    end
  end)

  it("avoids units where they stood when the search began", function()
    local finder = tilepath.pathfinder(tilepath.grid(60, 9),
      { algorithm = "astar" })
    local crowd, other = tilepath.crowd(finder.grid), { { 1, 1, 30, 4 } }
    local unit = crowd:add { finder = finder, cell_x = 15, cell_y = 5 }
    local before = list(finder:find(1, 5, 60, 5, { avoid = crowd }))
    local queue = tilepath.queue { max_nodes = 20 }
    local ticket = queue:find(finder, 1, 5, 60, 5, { avoid = crowd })
    while ticket.status == "waiting" do
      queue:update()
    end
    for _ = 1, 3 do
      queue:update()
    end
    assert.are.equal("running", ticket.status)
    unit:set_cell(20, 5)
    while queue.count > 0 do
      finder:find(1, 5, 60, 5, { avoid = other })
      finder:find(1, 5, 60, 5, { avoid = crowd, avoid_price = 2 })
      queue:update()
    end
    assert.are.same(before, list(ticket:path()))
  end)

  it("answers all tickets in one update if no time passes", function()
    local queue, ticket = long(1e-9, 0)
    queue:update()
    assert.are.equal(1, queue.info.answered)
    assert.are.equal("found", ticket.status)
    assert.are.equal(0, queue.info.seconds)
  end)

  it("counts on if its clock is put back", function()
    local queue = long(0.005, 0.001)
    local looks, now = 0, 0
    rawget(queue, "_state")().clock = function()
      looks = looks + 1
      now = now + (looks == 3 and -100 or 0.001)
      return now
    end
    queue:update()
    helper.near(0.005, queue.info.seconds)
    assert.are.equal(1 + 5 + 1, looks)
  end)
end)

-- A function as heuristic ------------------------------------------------------

-- Memory ----------------------------------------------------------------------

describe("the memory of a queue", function()
  it("is small for waiting tickets: they have no stores", function()
    local _, finder = field_of(300)
    finder:find(1, 1, 300, 150)
    local queue = tilepath.queue { max_nodes = 1 }
    local bytes = memory.bytes_of(function()
      for _ = 1, 200 do
        queue:find(finder, 1, 1, 300, 150)
      end
    end)
    assert.is_true(bytes < 200 * 2048, bytes)
    assert.are.equal(200, queue.count)
  end)
end)
