--- queue:prepare: the work of finder:prepare under a queue's budget, landmarks
-- in slices, beside other tickets, and with edits in between.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local helper = require "spec.support.helper"
local memory = require "spec.support.memory"
local law = require "spec.support.law"
local random_numbers = require "spec.support.random"

local list = helper.list

local ALL = { nodes = 1e9 } -- enough for all the work of a spec in one update

local function mixed_map(random, w, h)
  local grid = tilepath.grid(w, h, { prices = { mud = 3 } })
  grid:sample(function()
    local what = random(1, 100)
    return what <= 20 and "wall" or what <= 45 and "mud" or "open"
  end)
  return grid
end

--- A map, and a pathfinder with nothing prepared: the same map each time if
-- `random` is nil. The core in Lua has no landmarks.
local function new_world(side, landmarks, random)
  local grid = mixed_map(random or random_numbers.new(1), side, side)
  return grid, tilepath.pathfinder(grid,
    { landmarks = tilepath.core == "C" and (landmarks or 4) or nil })
end

local function run_out(queue, before)
  local updates = 0
  while queue.count > 0 do
    updates = updates + 1
    if before then before(updates) end
    queue:update()
    assert.is_true(updates < 1e5, "the queue does not end")
  end
  return updates
end

local function edit(grid, random)
  grid:set(random(1, grid.width), random(1, grid.height),
    ({ "wall", "mud", "open" })[random(1, 3)])
end

--- Is nothing left to prepare? Anything left takes more than one unit of work.
local function has_all(finder)
  return finder:prepare(1)
end

--- A test that the core in Lua leaves out.
local function of_c(title, f)
  it("#core_c " .. title, f)
end

describe("queue:prepare", function()
  it("prepares a pathfinder, bit by bit in each update", function()
    local _, finder = new_world(40)
    local queue = tilepath.queue { nodes = 100 }
    local ticket = queue:prepare(finder)
    while queue.count > 0 do
      queue:update()
    end
    assert.is_true(ticket.prepared)
  end)

  law(of_c, "makes what finder:prepare makes", { runs = 1 },
    function(random)
      local grid, finder = new_world(40, 4, random)
      local plain = tilepath.pathfinder(grid)
      local queue = tilepath.queue { nodes = 2000 }
      local ticket = queue:prepare(finder)
      assert.are.equal("ticket for preparing (waiting)", tostring(ticket))
      assert.are.equal("waiting", ticket.status)
      assert.is_nil(ticket.prepared)
      assert.are.equal(0, finder.info.landmarks)
      run_out(queue)
      assert.are.equal("found", ticket.status)
      assert.is_true(ticket.prepared)
      assert.is_nil(ticket.reason)
      assert.is_nil(ticket.field)
      assert.are.equal("ticket for preparing (found)", tostring(ticket))
      assert.is_true(has_all(finder))
      assert.is_true(finder.info.landmarks > 40 * 40 * 4 * 8)
      local seen, less = 0, 0
      for _ = 1, 60 do
        local x1, y1 = random(1, 40), random(1, 40)
        local x2, y2 = random(1, 40), random(1, 40)
        assert.are.same(list(plain:find(x1, y1, x2, y2)),
          list(finder:find(x1, y1, x2, y2)))
        seen = seen + plain.info.expanded
        less = less + finder.info.expanded
      end
      assert.is_true(less < seen)
    end)

  it("is done at once if nothing is left to prepare", function()
    local _, finder = new_world(40)
    local queue = tilepath.queue { nodes = 100 }
    finder:prepare()
    local ticket = queue:prepare(finder)
    assert.are.equal(1, queue:update())
    assert.is_true(ticket.prepared)
    assert.are.equal(1, queue.info.nodes)
  end)

  law(of_c, "serves every kind of pathfinder", { runs = 1 }, function(random)
    local grid = mixed_map(random, 30, 20)
    local walled = mixed_map(random, 30, 20)
    walled:fence(3, 3, 4, 3)
    walled:link(1, 1, 30, 20)
    for _, map in ipairs { grid, walled } do
      local queue = tilepath.queue { nodes = 50 }
      for _, profile in ipairs { {}, { diagonal = "never" }, { size = 2 },
        { landmarks = 2, keep_away = { 1, 2 } }, { landmarks = 16 },
        { algorithm = "dijkstra" }, { heuristic = function() return 0 end } } do
        local finder = tilepath.pathfinder(map, profile)
        local ticket = queue:prepare(finder, { on_done = function(own)
          assert.is_true(own.prepared)
          assert.is_true(has_all(finder))
        end })
        run_out(queue)
        assert.are.equal("found", ticket.status)
      end
    end
  end)

  it("#core_c takes no store", function()
    local _, finder = new_world(40)
    local queue = tilepath.queue { nodes = 100 }
    queue:prepare(finder)
    queue:update()
    assert.are.equal(1, queue.info.running)
    assert.are.equal(0, queue.info.stores)
    queue:clear()
  end)
end)

describe("queue:prepare works in slices", function()
  it("#core_c of its nodes, the same each time", function()
    local first
    for _ = 1, 2 do
      local _, finder = new_world(60)
      local queue = tilepath.queue { nodes = 200 }
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

  it("#core_c of one node", function()
    local _, finder = new_world(12, 1)
    local queue = tilepath.queue { nodes = 1 }
    queue:prepare(finder)
    assert.is_true(run_out(queue) > 50)
    assert.is_true(has_all(finder))
  end)

  it("#core_c by the clock", function()
    local _, finder = new_world(200, 8)
    local queue, looks = tilepath.queue { seconds = 0.003 }, 0
    helper.set_clock(queue, function()
      looks = looks + 1
      return looks / 1000
    end)
    local ticket = queue:prepare(finder)
    run_out(queue, function(update)
      -- An update reads the clock at its start and after each of three slices.
      assert.are.equal(4 * (update - 1), looks)
    end)
    assert.is_true(looks > 4 * 20)
    assert.is_true(ticket.prepared)
    assert.is_true(has_all(finder))
  end)

  law(of_c, "with finder:prepare and queries in between", { runs = 1 },
    function(random)
      local grid, finder = new_world(50, 4, random)
      local plain = tilepath.pathfinder(grid)
      local queue = tilepath.queue { nodes = 100 }
      local ticket = queue:prepare(finder)
      local alone = run_out(queue, function(update)
        if update % 3 == 0 then finder:prepare(700) end
        local x, y = random(1, 50), random(1, 50)
        assert.are.same(list(plain:find(1, 1, x, y)),
          list(finder:find(1, 1, x, y)))
      end)
      assert.is_true(ticket.prepared)
      assert.is_true(alone > 10)
      ticket = queue:prepare(finder)
      finder:prepare()
      assert.are.equal(1, queue:update())
      assert.is_true(ticket.prepared)
    end)
end)

describe("queue:prepare among other tickets", function()
  --- The order in which tickets are done: landmarks, and five short paths.
  local function order_of(own, others)
    local _, finder = new_world(60)
    local other = tilepath.pathfinder(tilepath.grid(30, 30))
    local queue = tilepath.queue { nodes = 500 }
    local order = {}
    queue:prepare(finder, { priority = own, on_done = function()
      order[#order + 1] = "prepared"
    end })
    queue:update()
    for i = 1, 5 do
      queue:find(other, 1, 1, 30, i, { priority = others,
        on_done = function() order[#order + 1] = "found" end })
    end
    run_out(queue)
    assert.are.equal(6, #order)
    return table.concat(order, " ")
  end

  it("#core_c takes turns with equal tickets", function()
    assert.are.equal("found found found found found prepared", order_of(0, 0))
    assert.are.equal("found found found found found prepared", order_of(0, 1))
  end)

  it("comes first if it is more urgent", function()
    -- One turn in eight is that of the oldest ticket: itself.
    assert.are.equal("prepared found found found found found", order_of(1, 0))
  end)

  -- The core in Lua answers tickets in order.
  it("#core_c is done in time under a stream of urgent tickets", function()
    local _, finder = new_world(30, 1)
    local other = tilepath.pathfinder(tilepath.grid(120, 120),
      { algorithm = "dijkstra" })
    local queue = tilepath.queue { nodes = 2000 }
    local ticket = queue:prepare(finder)
    local updates = 0
    while not ticket.prepared do
      for _ = 1, 3 do
        queue:find(other, 1, 1, 120, 120, { priority = 9 })
      end
      queue:update()
      updates = updates + 1
      assert.is_true(updates < 100)
    end
    queue:clear()
  end)

  it("#core_c does the work once for several tickets of a"
    .. " pathfinder", function()
    local _, finder = new_world(40)
    local queue = tilepath.queue { nodes = 100 }
    queue:prepare(finder)
    local alone = run_out(queue)
    local _, another = new_world(40)
    local tickets = {}
    for i = 1, 6 do
      tickets[i] = queue:prepare(another, { priority = i % 3 })
    end
    assert.is_true(run_out(queue) < alone * 1.1 + 2)
    for i = 1, 6 do
      assert.is_true(tickets[i].prepared)
    end
  end)
end)

describe("an edit during queue:prepare", function()
  law(of_c, "leaves all prepared when the ticket is done", { runs = 20 },
    function(random)
      local grid = mixed_map(random, random(10, 40), random(10, 40))
      local finder = tilepath.pathfinder(grid, {
        landmarks = random(1, 2) == 1 and random(1, 5) or nil,
        size = random(1, 4) == 1 and 2 or nil })
      local plain = tilepath.pathfinder(grid, { size = finder.profile.size })
      local queue = tilepath.queue { nodes = random(20, 400) }
      local is_done = false
      local ticket = queue:prepare(finder, { on_done = function(own)
        is_done = true
        assert.is_true(own.prepared)
        assert.is_true(has_all(finder))
        for _ = 1, 10 do
          local x, y = random(1, grid.width), random(1, grid.height)
          assert.are.same(list(plain:find(1, 1, x, y)),
            list(finder:find(1, 1, x, y)))
        end
      end })
      run_out(queue, function(update)
        -- While less is done than all landmarks take.
        local is_early = update * queue.nodes
          < grid.width * grid.height * 2 * (finder.profile.landmarks or 0)
        if is_early and random(1, 3) == 1 then edit(grid, random) end
      end)
      assert.is_true(is_done)
      assert.is_true(ticket.prepared)
    end)

  it("does not make it begin again, nor an update long", function()
    local _, finder = new_world(60)
    local queue = tilepath.queue { nodes = 500 }
    queue:prepare(finder)
    local alone = run_out(queue)
    local grid, another = new_world(60)
    queue:prepare(another)
    local most = 0
    queue:update() -- the map
    local updates = run_out(queue, function(update)
      if update > 1 then most = math.max(most, queue.info.nodes) end
      if update < alone - 3 then
        grid:set(update % 60 + 1, 30, "wall")
      end
    end)
    assert.is_true(updates < alone * 2)
    assert.is_true(math.max(most, queue.info.nodes) <= 500 + 8, most)
  end)

  law(of_c,
    "in each frame lets it end with what is there",
    { runs = 1 }, function(random)
      for _, many in ipairs { 1, 40 } do
        local grid, finder = new_world(50, 2, random)
        local plain = tilepath.pathfinder(grid)
        local queue = tilepath.queue { nodes = 150 }
        local ticket = queue:prepare(finder)
        local most = 0
        queue:update() -- the map
        local updates = run_out(queue, function(update)
          if update > 1 then most = math.max(most, queue.info.nodes) end
          for _ = 1, many do edit(grid, random) end
        end)
        assert.is_true(ticket.prepared)
        assert.is_true(finder.info.landmarks > 0)
        -- All landmarks take about 50 * 50 * 5 units, and the map some more.
        assert.is_true(updates < 8 * 12500 / 150)
        -- An edit is followed in one go.
        assert.is_true(most <= 150 + 8 * many, most)
        for _ = 1, 20 do
          local x, y = random(1, 50), random(1, 50)
          assert.are.same(list(plain:find(1, 1, x, y)),
            list(finder:find(1, 1, x, y)))
        end
      end
    end)

  it("that makes all landmarks stale each time lets it end", function()
    local grid, finder = new_world(30, 2)
    local queue = tilepath.queue { nodes = 100 }
    local ticket = queue:prepare(finder)
    local updates = run_out(queue, function(update)
      grid:terrain("mud", update % 2 == 0 and 0.001 or 3)
      grid:terrain("open", update % 2 == 0 and 0.001 or 1)
    end)
    assert.is_true(ticket.prepared)
    -- All landmarks take about 30 * 30 * 5 units, nine times.
    assert.is_true(updates < 9 * 4500 / 100 + 20)
  end)

  law(it, "keeps no other ticket waiting", { runs = 1 },
    function(random)
      local queue = tilepath.queue { nodes = 300 }
      local grids, tickets = {}, {}
      for i = 1, 6 do
        local finder
        grids[i], finder = new_world(30, 2, random)
        tickets[i] = queue:prepare(finder, { priority = i })
      end
      queue:update()
      local other = queue:find(tilepath.pathfinder(tilepath.grid(9, 9)), 1, 1,
        9, 9, { priority = -1 })
      run_out(queue, function(update)
        assert.is_true(update < 4000)
        for i = 1, 6 do
          for _ = 1, 20 do edit(grids[i], random) end
        end
      end)
      assert.are.equal("found", other.status)
      for i = 1, 6 do
        assert.is_true(tickets[i].prepared)
      end
    end)

  law(of_c, "can be an edit of a layer", { runs = 1 }, function(random)
    local grid = mixed_map(random, 40, 40)
    local danger = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid,
      { landmarks = 2, layers = { { danger, 1 } } })
    local queue = tilepath.queue { nodes = 200 }
    local ticket = queue:prepare(finder)
    run_out(queue, function()
      danger:add(random(1, 40), random(1, 40), 5)
    end)
    assert.is_true(ticket.prepared)
  end)
end)

describe("a ticket of queue:prepare", function()
  it("can be cancelled at any time, and keeps what was made", function()
    local _, finder = new_world(40)
    local queue = tilepath.queue { nodes = 50 }
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

  it("#core_c is cancelled by queue:clear", function()
    local _, finder = new_world(40)
    local queue, tickets = tilepath.queue { nodes = 50 }, {}
    for i = 1, 6 do
      tickets[i] = queue:prepare(finder)
    end
    queue:update()
    queue:clear()
    for i = 1, 6 do
      assert.are.equal("cancelled", tickets[i].reason)
      assert.is_nil(tickets[i].prepared)
    end
  end)

  it("has no path", function()
    local _, finder = new_world(9)
    local queue = tilepath.queue { nodes = 50 }
    local ticket = queue:prepare(finder)
    local message = "path: self must be a ticket for a path, got a ticket for "
      .. "preparing"
    assert.are.equal(message, helper.mistake(function() ticket:path() end))
    run_out(queue)
    assert.are.equal(message, helper.mistake(function() ticket:path() end))
  end)

  it("#core_c keeps its pathfinder until it is done", function()
    local queue = tilepath.queue { nodes = 100 }
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

describe("on_done of queue:prepare", function()
  it("is called once, with the ticket, and can do all except update", function()
    local grid, finder = new_world(30)
    local queue = tilepath.queue { nodes = 1e6 }
    local calls, message, second = 0, nil, nil
    local ticket
    ticket = queue:prepare(finder, { on_done = function(own)
      calls = calls + 1
      assert.are.equal(ticket, own)
      message = helper.mistake(function() queue:update() end)
      grid:set(3, 3, "wall")
      second = queue:prepare(finder)
      own:cancel()
    end })
    local third = queue:prepare(finder, { priority = -1 })
    queue:update()
    assert.are.equal(1, calls)
    assert.are.equal("update: the queue is busy (a callback may not do this)",
      message)
    assert.is_true(ticket.prepared)
    assert.is_true(second.prepared)
    assert.is_true(third.prepared)
  end)

  it("can clear the queue", function()
    local _, finder = new_world(30)
    local queue = tilepath.queue { nodes = 1e6 }
    local ticket = queue:prepare(finder,
      { priority = 1, on_done = function() queue:clear() end })
    local other = queue:prepare(finder)
    queue:update()
    assert.is_true(ticket.prepared)
    assert.are.equal("cancelled", other.reason)
    assert.are.equal(0, queue.count)
  end)

  it("can raise an error: its ticket is done, and others wait on", function()
    local _, finder = new_world(20)
    local queue = tilepath.queue(ALL)
    local ticket = queue:prepare(finder,
      { priority = 1, on_done = function() error("inside", 0) end })
    local other = queue:prepare(finder)
    assert.are.same({ false, "inside" }, list(pcall(queue.update, queue)))
    assert.is_true(ticket.prepared)
    assert.are.equal(1, queue:update())
    assert.is_true(other.prepared)
  end)
end)

describe("queue:await(ticket)", function()
  it("returns true when the ticket is prepared", function()
    local _, finder = new_world(30)
    local queue = tilepath.queue { nodes = 100 }
    local told, order = nil, {}
    local thread = coroutine.create(function()
      told = list(queue:await(queue:prepare(finder, { on_done = function()
        order[#order + 1] = "on_done"
      end })))
      order[#order + 1] = "awake"
    end)
    assert(coroutine.resume(thread))
    assert.is_nil(told)
    run_out(queue)
    assert.are.same({ true }, told)
    assert.are.same({ "on_done", "awake" }, order)
  end)

  it("returns nil and a reason if the ticket is cancelled", function()
    local _, finder = new_world(30)
    local queue = tilepath.queue { nodes = 100 }
    local told
    local ticket = queue:prepare(finder)
    local thread = coroutine.create(function()
      told = list(queue:await(ticket))
    end)
    assert(coroutine.resume(thread))
    ticket:cancel()
    assert(coroutine.resume(thread))
    assert.are.same({ nil, "cancelled" }, told)
  end)
end)

describe("a busy pathfinder", function()
  -- LuaJIT 2.1 beta3 may hang if compiled code runs in a finalizer.
  local compile
  setup(function() compile = memory.interpret() end)
  teardown(function() compile() end)

  -- The core in Lua calls no heuristic.
  it("#core_c that has all is prepared at once", function()
    local grid = tilepath.grid(20, 20)
    local queue = tilepath.queue(ALL)
    local finder, ticket
    finder = tilepath.pathfinder(grid, { heuristic = function()
      if not ticket then
        ticket = queue:prepare(finder)
        queue:update()
        assert.is_true(ticket.prepared)
      end
      return 0
    end })
    finder:find(1, 1, 20, 1)
    assert.is_true(ticket.prepared)
  end)

  it("#core_c otherwise raises an error, and is prepared by a later "
    .. "update", function()
    local large = tilepath.grid(1100, 1000)
    local finder, ticket, message, restore
    local queue = tilepath.queue(ALL)
    local function run()
      if finder and not message and core.is_busy(finder) then
        restore()
        ticket = queue:prepare(finder)
        local _, text = pcall(queue.update, queue)
        message = text
      elseif finder and not message then
        memory.finalize(run)
      end
    end
    for _ = 1, 20 do
      finder = tilepath.pathfinder(large)
      restore = memory.hurry()
      collectgarbage() -- the pause begins when a cycle ends
      memory.finalize(run)
      finder:can_enter(1, 1)
      restore()
      if message then break end
    end
    assert.are.equal("update: the pathfinder is busy (a callback may not do "
      .. "this)", message:match("update: .*"))
    assert.are.equal("running", ticket.status)
    queue:update()
    assert.is_true(ticket.prepared)
    finder = nil
  end)
end)
