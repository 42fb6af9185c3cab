--- Queues: the order of tickets, cancels, callbacks and coroutines; with edits
-- and new queries in between.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local queues = require "spec.support.queues"

local list = helper.list
local ALL, field_of, run_out = queues.ALL, queues.open, queues.run_out

-- Turns -----------------------------------------------------------------------

describe("the order of a queue", function()
  --- Makes tickets of several turns, with names.
  local function line(queue, finder, ended)
    return function(name, priority, x)
      return queue:find(finder, 1, 1, x, 15, { priority = priority,
        on_done = function()
          ended[#ended + 1] = name
        end })
    end
  end

  it("follows priorities, and equals are done together", function()
    for _, nodes in ipairs { 1, 5, 16, 100, 1000, 100000 } do
      local _, finder = field_of(20)
      local queue, ended = tilepath.queue { max_nodes = nodes }, {}
      local ask = line(queue, finder, ended)
      for i, priority in ipairs { 0, 2, 1, 2, 0, 1 } do
        ask(i, priority, 3)
      end
      run_out(queue)
      local place = {}
      for i, name in ipairs(ended) do
        place[name] = i
      end
      -- The oldest ticket has every eighth turn, at any priority.
      assert.is_true(math.max(place[2], place[4])
        < math.min(place[3], place[6]))
      assert.is_true(math.max(place[3], place[6]) < place[5])
    end
  end)

  it("lets equals take turns: short searches are not stopped", function()
    local finder = queues.long_way(300)
    local queue, ended = tilepath.queue { max_nodes = 512 }, {}
    local ask = line(queue, finder, ended)
    ask("long", 0, 300)
    for i = 1, 5 do
      queue:find(finder, 1, 1, 3, 3, { on_done = function()
        ended[#ended + 1] = i
      end })
    end
    run_out(queue)
    assert.are.equal("long", ended[6])
  end)

  it("answers the oldest ticket under a stream of urgent tickets", function()
    local grid = tilepath.grid(120, 120)
    local finder = tilepath.pathfinder(grid, { algorithm = "dijkstra" })
    local queue = tilepath.queue { max_nodes = 1000 }
    local old = {}
    for i = 1, 6 do
      old[i] = queue:find(finder, 1, 1, 120, 60)
    end
    local updates = 0
    while old[6].status ~= "found" do
      for _ = 1, 3 do
        queue:find(finder, 1, 1, 120, 60, { priority = 9 })
      end
      queue:update()
      updates = updates + 1
      assert.is_true(updates < 2000)
    end
    -- One turn in eight is that of the oldest: 14,400 nodes each.
    assert.is_true(updates < 6 * 14400 * 8 / 1000 * 1.3)
  end)

  it("gives the oldest ticket the next free store", function()
    local grid = tilepath.grid(60, 60)
    local finder = tilepath.pathfinder(grid, { algorithm = "dijkstra" })
    local queue, urgent = tilepath.queue { max_nodes = 1024 }, 0
    local function ask_urgently()
      urgent = urgent + 1
      queue:find(finder, 1, 1, 60, 60, { priority = urgent })
    end
    for _ = 1, 8 do
      ask_urgently()
    end
    queue:update()
    local old, updates = queue:find(finder, 1, 1, 60, 60), 0
    while old.status ~= "found" do
      ask_urgently()
      queue:update()
      updates = updates + 1
      assert.is_true(updates < 275)
    end
  end)

  it("answers a ticket whose map is edited before every update", function()
    local grid = tilepath.grid(120, 120)
    local finder = tilepath.pathfinder(grid, { algorithm = "dijkstra" })
    local queue = tilepath.queue { max_nodes = 100 }
    local tickets = {}
    for i = 1, 5 do
      tickets[i] = queue:find(finder, 1, 1, 120, 60)
    end
    local field = queue:field(finder, { { 60, 60 } })
    local updates = 0
    while queue.count > 0 do
      updates = updates + 1
      grid:set(60, updates % 2 + 1, updates % 4 < 2 and "wall" or "open")
      grid:set(2, 1 + updates % 3, updates % 2 == 0 and "wall" or "open")
      queue:update()
      -- Searches go on over an edit, or begin again, at most eight times.
      assert.is_true(updates < 9 * 6 * 14400 / 100)
    end
    for i = 1, 5 do
      assert.are.equal("found", tickets[i].status)
    end
    assert.are.equal("found", field.status)
  end)
end)

-- Callbacks -------------------------------------------------------------------

describe("a callback", function()
  it("can ask, edit and cancel, but not update the queue", function()
    local grid, finder = field_of(20)
    local queue = tilepath.queue(ALL)
    local message, second, third
    third = queue:find(finder, 1, 1, 5, 5)
    local first = queue:find(finder, 1, 1, 9, 9, { priority = 1,
      on_done = function(ticket)
        assert.are.equal("found", ticket.status)
        message = helper.mistake(function() queue:update() end)
        assert.truthy(finder:find(1, 1, 20, 20))
        grid:set(3, 3, "wall")
        second = queue:find(finder, 1, 1, 20, 20)
        third:cancel()
        ticket:cancel()
      end })
    queue:update()
    assert.are.equal("update: the queue is busy (a callback may not do this)",
      message)
    assert.are.equal("found", first.status)
    assert.are.equal("found", second.status)
    assert.are.equal("cancelled", third.reason)
    assert.are.same(list(finder:find(1, 1, 20, 20)), list(second:path()))
  end)

  it("can raise an error: its ticket is done, and others wait on", function()
    local _, finder = field_of(20)
    local queue = tilepath.queue(ALL)
    local thrown = {}
    local ticket = queue:find(finder, 1, 1, 9, 9,
      { on_done = function() error(thrown) end })
    local other = queue:find(finder, 1, 1, 8, 9)
    local fine, message = pcall(queue.update, queue)
    assert.is_false(fine)
    assert.is_true(rawequal(thrown, message))
    assert.are.equal("found", ticket.status)
    queue:update()
    assert.are.equal(1, queue.info.answered)
    assert.are.equal("found", other.status)
  end)
end)

describe("ticket:cancel", function()
  it("ends a ticket at any time, once", function()
    for moment = 0, 60, 3 do
      local _, finder = field_of(40)
      local queue = tilepath.queue { max_nodes = 16 }
      local ticket = queue:find(finder, 1, 1, 40, 20,
        { on_done = function() end })
      local other = queue:find(finder, 1, 1, 40, 20)
      for _ = 1, moment do
        queue:update()
      end
      local was = ticket.status
      ticket:cancel()
      ticket:cancel()
      if was == "found" then
        assert.is_nil(ticket.reason)
      else
        assert.are.same({ nil, "cancelled" }, list(ticket:path()))
      end
      run_out(queue)
      assert.are.equal("found", other.status)
    end
  end)
end)
