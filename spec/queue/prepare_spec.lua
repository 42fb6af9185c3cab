--- queue:prepare: the work of finder:prepare under a queue's budget, landmarks
-- in slices, beside other tickets, and with edits in between.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local law = require "spec.support.law"
local queues = require "spec.support.queues"
local random_numbers = require "spec.support.random"

local list, run_out = helper.list, queues.run_out

local function mixed_map(random, w, h)
  local grid = tilepath.grid(w, h, { prices = { mud = 3 } })
  grid:sample(function()
    local what = random(1, 100)
    return what <= 20 and "wall" or what <= 45 and "mud" or "open"
  end)
  return grid
end

--- The same map each time, and a pathfinder with nothing prepared. The core in
-- Lua has no landmarks.
local function new_world(side, landmarks)
  local grid = mixed_map(random_numbers.new(1), side, side)
  return grid, tilepath.pathfinder(grid,
    { landmarks = tilepath.core == "C" and (landmarks or 4) or nil })
end

local function edit(grid, random)
  grid:set(random(1, grid.width), random(1, grid.height),
    ({ "wall", "mud", "open" })[random(1, 3)])
end

describe("queue:prepare", function()
  it("prepares a pathfinder, bit by bit in each update", function()
    local _, finder = new_world(40)
    local queue = tilepath.queue { max_nodes = 100 }
    local ticket = queue:prepare(finder)
    while queue.count > 0 do
      queue:update()
    end
    assert.is_true(ticket.prepared)
  end)

  it("#core_c makes what finder:prepare makes", function()
    local _, finder = new_world(40)
    local queue = tilepath.queue { max_nodes = 2000 }
    local ticket = queue:prepare(finder)
    assert.are.equal("ticket for preparing (waiting)", tostring(ticket))
    assert.is_nil(ticket.prepared)
    assert.are.equal(0, finder.info.landmarks)
    run_out(queue)
    assert.are.equal("found", ticket.status)
    assert.is_true(ticket.prepared)
    assert.is_nil(ticket.field)
    assert.is_true(finder:prepare(1)) -- anything left takes more than a unit
    assert.is_true(finder.info.landmarks > 40 * 40 * 4 * 8)
  end)
end)

describe("queue:prepare works in slices", function()
  it("#core_c of its nodes, the same each time", function()
    local first
    for _ = 1, 2 do
      local _, finder = new_world(60)
      local queue = tilepath.queue { max_nodes = 200 }
      local ticket, worked = queue:prepare(finder), {}
      while queue.count > 0 do
        assert.are.equal(0, #worked > 0 and queue.info.answered or 0)
        queue:update()
        worked[#worked + 1] = queue.info.nodes
        -- The map is prepared in one go.
        assert.is_true(queue.info.nodes <= 200 or #worked == 1)
      end
      assert.is_true(ticket.prepared)
      assert.is_true(#worked > 50)
      first = first or worked
      assert.are.same(first, worked)
    end
  end)
end)

describe("an edit during queue:prepare", function()
  law(it, "leaves all prepared when the ticket is done", { runs = 20 },
    function(random)
      local grid = mixed_map(random, random(10, 40), random(10, 40))
      local finder = tilepath.pathfinder(grid, {
        landmarks = random(1, 2) == 1 and random(1, 5) or nil,
        size = random(1, 4) == 1 and 2 or nil })
      local plain = tilepath.pathfinder(grid, { size = finder.profile.size })
      local queue = tilepath.queue { max_nodes = random(20, 400) }
      local is_done, worked = false, 0
      local ticket = queue:prepare(finder, { on_done = function(own)
        is_done = true
        assert.is_true(own.prepared)
        -- Landmarks that lack edits are enough after twice the usual work.
        local usual = grid.width * grid.height
          * (2 * (finder.profile.landmarks or 0) + 1)
        assert.is_true(finder:prepare(1)
          or worked + queue.max_nodes >= 2 * usual)
        for _ = 1, 10 do
          local x, y = random(1, grid.width), random(1, grid.height)
          assert.are.same(list(plain:find(1, 1, x, y)),
            list(finder:find(1, 1, x, y)))
        end
      end })
      run_out(queue, function()
        -- While less is done than half of what all landmarks take.
        worked = worked + queue.info.nodes
        local is_early = worked
          < grid.width * grid.height * (finder.profile.landmarks or 0)
        if is_early and random(1, 3) == 1 then edit(grid, random) end
      end)
      assert.is_true(is_done)
      assert.is_true(ticket.prepared)
    end)

  it("that makes all landmarks stale each time lets it end", function()
    local grid, finder = new_world(30, 2)
    local queue = tilepath.queue { max_nodes = 100 }
    local ticket = queue:prepare(finder)
    local updates = run_out(queue, function(update)
      grid:terrain("mud", update % 2 == 0 and 0.001 or 3)
      grid:terrain("open", update % 2 == 0 and 0.001 or 1)
    end)
    assert.is_true(ticket.prepared)
    -- All landmarks take about 30 * 30 * 5 units, nine times.
    assert.is_true(updates < 9 * 4500 / 100 + 20)
  end)
end)

describe("a ticket of queue:prepare", function()
  it("can be cancelled at any time, and keeps what was made", function()
    local _, finder = new_world(40)
    local queue = tilepath.queue { max_nodes = 50 }
    queue:prepare(finder)
    local alone = run_out(queue)
    for moment = 0, alone + 10, 25 do
      local _, another = new_world(40)
      local called = false
      local ticket = queue:prepare(another, { on_done = function()
        called = true
      end })
      for _ = 1, moment do
        queue:update()
      end
      local was_open = queue.count == 1
      ticket:cancel()
      ticket:cancel()
      assert.are.equal(0, queue.count)
      assert.are.equal(not was_open, called)
      assert.are.equal(was_open and "cancelled" or nil, ticket.reason)
      assert.are.equal(was_open and "failed" or "found", ticket.status)
      assert.are.equal(not was_open or nil, ticket.prepared)
      queue:prepare(another)
      local rest = run_out(queue)
      assert.is_true(math.abs(moment + rest - alone) <= 2 or not was_open)
    end
  end)

  it("#core_c keeps its pathfinder until it is done", function()
    local queue = tilepath.queue { max_nodes = 100 }
    local weak = setmetatable({}, { __mode = "v" })
    do
      local _, finder = new_world(30)
      weak.finder = finder
      weak.ticket = queue:prepare(finder)
    end
    queue:update()
    collectgarbage()
    collectgarbage()
    assert.is_truthy(weak.finder)
    run_out(queue)
    collectgarbage()
    collectgarbage()
    assert.is_nil(weak.ticket)
    assert.is_nil(weak.finder)
  end)
end)
