--- Queues: answers, their order, the budget; edits, cancels, errors and new
-- queries in between.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local helper = require "spec.support.helper"
local memory = require "spec.support.memory"
local law = require "spec.support.law"
local numbers = require "spec.support.random"

local list = helper.list

local ALL = { nodes = 1e9 } -- enough for all the work of a spec in one update

--- Open ground, where each search is as long as its path.
local function field_of(side)
  local grid = tilepath.grid(side, side)
  return grid, tilepath.pathfinder(grid)
end

local function run_out(queue, most)
  local updates = 0
  while queue.count > 0 do
    queue:update()
    updates = updates + 1
    assert.is_true(updates <= (most or 1e5), "the queue does not end")
  end
  return updates
end

--- A map where a search from corner to corner expands most cells, with any
-- heuristic: a very cheap cell lies off the path.
local function long_way(side)
  local grid = tilepath.grid(side, side, { prices = { ice = 1 / 64 } })
  grid:set(side, 1, "ice")
  return tilepath.pathfinder(grid, { algorithm = "dijkstra" })
end

--- A queue with a budget of seconds and a clock of its own, which advances by
-- `tick` at each read.
local function timed(seconds, tick)
  local queue, now = tilepath.queue { seconds = seconds }, 0
  helper.set_clock(queue, function()
    now = now + tick
    return now
  end)
  return queue
end

local FIELDS = { "cost", "units", "goal", "partial", "escape" }

local function same(a, a_cost, b, b_cost)
  if not a or not b then
    return a == b and a_cost == b_cost
  end
  local is_same = a_cost == b_cost and #a == #b
  for i = 1, #a do
    is_same = is_same and a[i] == b[i]
  end
  for _, field in ipairs(FIELDS) do
    is_same = is_same and a[field] == b[field]
  end
  return is_same
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
    assert.are.equal(1, queue:update())
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

  it("comes with eyes that are prepared in slices", function()
    local grid = field_of(64)
    local finder = tilepath.pathfinder(grid,
      { eyes = tilepath.pathfinder(grid, { size = 2 }) })
    local queue = tilepath.queue { nodes = 1 }
    local ticket = queue:find(finder, 1, 1, 60, 60,
      { within = 3, sight = true })
    run_out(queue)
    assert.are.equal("found", ticket.status)
  end)

  law(it, "is right when a store has used up its versions",
    { runs = 1 }, function(random)
      local terrain = { mud = 1000.3, ice = 0.00123 } -- so costs are long
      local grid = tilepath.grid(64, 64, { prices = terrain })
      local profile = { algorithm = "dijkstra" }
      local finder = tilepath.pathfinder(grid, profile)
      grid:sample(function()
        return random(1, 3) == 1 and "mud" or random(1, 2) == 1 and "ice"
          or "open"
      end)
      local queue = tilepath.queue { nodes = 50 }
      for _ = 1, 300 do
        local x, y, to_x, to_y = random(1, 64), random(1, 64),
          random(1, 64), random(1, 64)
        local ticket = queue:find(finder, x, y, to_x, to_y)
        run_out(queue)
        local path, cost = ticket:path()
        local other = tilepath.pathfinder(grid, profile)
        assert.is_true(same(path, cost, other:find(x, y, to_x, to_y)))
      end
    end)

  it("is a reason if there is no path", function()
    local grid, finder = field_of(9)
    local queue = tilepath.queue { nodes = 1000 }
    grid:fill(5, 1, 1, 9, "wall")
    local ticket = queue:find(finder, 1, 1, 9, 9)
    assert.are.equal(1, queue:update())
    assert.are.equal("failed", ticket.status)
    assert.are.equal("unreachable", ticket.reason)
    assert.are.same({ nil, "unreachable" }, list(ticket:path()))
  end)
end)

-- The budget ------------------------------------------------------------------

describe("queue:update", function()
  it("gives the same answers in the same updates each time",
    function()
      local function story()
        local random, told = numbers.new(5), {}
        local grid, finder = field_of(60)
        local queue = tilepath.queue { nodes = 500 }
        for i = 1, 60 do
          queue:find(finder, random(1, 60), random(1, 60), random(1, 60),
            random(1, 60), { priority = random(0, 2), on_done = function()
              told[#told + 1] = i
            end })
        end
        while queue.count > 0 do
          local answered = queue:update()
          told[#told + 1] = ("%d: %d nodes"):format(answered, queue.info.nodes)
          grid:set(random(1, 60), random(1, 60), "wall")
        end
        return table.concat(told, " ")
      end
      local first = story()
      assert.are.equal(first, story())
      collectgarbage()
      assert.are.equal(first, story())
    end)

  it("takes its nodes, and little more", function()
    local _, finder = field_of(100)
    local queue = tilepath.queue { nodes = 300 }
    local function ask()
      for _ = 1, 30 do
        queue:find(finder, 1, 1, 100, 50, { partial = true })
      end
    end
    ask()
    run_out(queue) -- makes the map and the stores
    ask()
    while queue.count > 0 do
      queue:update()
      assert.is_true(queue.info.nodes <= 300 + 2 * 16)
    end
  end)

  it("ends, whatever callbacks ask", function()
    local _, finder = field_of(10)
    for _, queue in ipairs { tilepath.queue { nodes = 500 },
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

  it("#core_c prepares the map in one go, and fills a new store in"
    .. " slices", function()
    local grid = tilepath.grid(256, 256)
    local finder = tilepath.pathfinder(grid, { algorithm = "dijkstra" })
    local queue = tilepath.queue { nodes = 100 }
    local function nodes_of()
      local nodes = {}
      queue:find(finder, 1, 1, 3, 3)
      while queue.count > 0 do
        queue:update()
        nodes[#nodes + 1] = queue.info.nodes
      end
      return nodes
    end
    local nodes = nodes_of()
    assert.is_true(nodes[1] >= 256 * 256 / 16)
    assert.is_true(#nodes >= 256 * 256 / 64 / 100)
    for i = 2, #nodes do
      assert.is_true(nodes[i] < 100 + 16)
    end
    assert.are.equal(1, #nodes_of())
  end)

  it("counts at least sixteen nodes for a ticket", function()
    local _, finder = field_of(10)
    finder:find(1, 1, 5, 5)
    local queue = tilepath.queue { nodes = 160 }
    for _ = 1, 30 do
      queue:find(finder, 1, 1, 99, 99)
    end
    assert.are.same({ 10, 10, 10 },
      { queue:update(), queue:update(), queue:update() })
  end)

  it("does nothing without tickets", function()
    local queue = tilepath.queue { seconds = math.huge }
    assert.are.equal(0, queue:update())
    assert.are.equal(0, queue.count)
    assert.are.equal("queue (0 tickets)", tostring(queue))
  end)
end)

-- Seconds, by a clock of the spec ---------------------------------------------

describe("a queue by seconds", function()
  --- A queue with a ticket that takes many slices.
  local function long(seconds, tick)
    local queue = timed(seconds, tick)
    local finder = long_way(100)
    finder:find(1, 1, 100, 100) -- all is prepared, except the ticket's store
    return queue, queue:find(finder, 1, 1, 100, 100)
  end

  it("ends its update at the first slice after its time",
    function()
      for _, slices in ipairs { 1, 2, 5, 20 } do
        local queue = long(0.001 * slices, 0.001)
        for _ = 1, 3 do
          queue:update()
          helper.near(0.001 * slices, queue.info.seconds)
          assert.are.equal(1, queue.count)
        end
      end
    end)

  it("works at least one slice, and shorter slices if they take long",
    function()
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

  it("#core_c oversteps its time by at most 60 microseconds", function()
    local finder = tilepath.pathfinder(tilepath.grid(200, 200),
      { algorithm = "dijkstra" })
    local queue = tilepath.queue { seconds = 0.001 }
    for _, unit in ipairs { 2e-8, 1e-7, 1e-6, 5e-6 } do
      helper.set_clock(queue, function()
        return core.work(finder) * unit
      end)
      for x = 160, 200, 10 do
        queue:find(finder, 1, 1, x, 150)
      end
      repeat
        queue:update() -- makes the stores, and learns how long a unit takes
      until queue.count == 0
      for x = 160, 200, 10 do
        queue:find(finder, 1, 1, x, 150)
      end
      for _ = 1, 30 do
        queue:update()
        assert.is_true(queue.info.seconds <= 0.001 + 60e-6)
        assert.is_true(queue.count == 0 or queue.info.seconds >= 0.001 - 60e-6)
      end
      queue:clear()
    end
  end)

  --- @return the most nodes of an update, with 100 nodes an update, until a
  -- ticket is answered like find; and the count of updates. The first one
  -- prepares the map in one go.
  local function most_of(finder, x, y, query)
    local queue, most, updates = tilepath.queue { nodes = 100 }, 0, 0
    local ticket = queue:find(finder, 1, 1, x, y, query)
    while queue.count > 0 do
      queue:update()
      updates = updates + 1
      most = updates > 1 and math.max(most, queue.info.nodes) or 0
    end
    local path, cost = finder:find(1, 1, x, y, query)
    assert.is_true(same(path, cost, ticket:path()))
    return most, updates
  end

  it("#core_c answers among units in slices",
    function()
      local finder = tilepath.pathfinder(tilepath.grid(200, 200),
        { algorithm = "dijkstra" })
      local crowd = tilepath.crowd(finder.grid)
      for y = 1, 190 do
        crowd:add { finder = finder, cell_x = 100, cell_y = y }
      end
      for _, cost in ipairs { false, 3 } do
        local most, updates = most_of(finder, 200, 50,
          { avoid = crowd, avoid_price = cost or nil })
        assert.is_true(most <= 100 + 64, most)
        assert.is_true(updates >= 200, updates)
      end
    end)

  it("#core_c repairs landmarks in slices, before each search begins",
    function()
      local grid = tilepath.grid(200, 200, { prices = { mud = 3 } })
      for x = 10, 190, 10 do
        grid:fill(x, x % 20 == 0 and 1 or 20, 5, 181, "wall")
        grid:fill(x + 5, 1, 5, 200, "mud")
      end
      local finder = tilepath.pathfinder(grid, { landmarks = 2 })
      finder:prepare()
      for _, edited in ipairs { 0, 2, 20 } do
        local queue, updates = tilepath.queue { nodes = 100 }, 0
        queue:find(finder, 1, 1, 2, 2)
        run_out(queue) -- makes the store
        queue:find(finder, 1, 1, 200, 200)
        grid:fill(100 + edited, 1, 3, 200, "mud")
        finder:prepare()
        repeat
          if updates == edited then
            grid:fill(100 + edited, 1, 3, 200, "open")
          end
          queue:update()
          -- The last one also writes a path of 4,000 cells.
          assert.is_true(queue.info.nodes <= 100 + 64 or queue.count == 0,
            queue.info.nodes)
          updates = updates + 1
        until queue.count == 0
        finder:find(1, 1, 200, 200)
        assert.is_true(finder.info.expanded < 5000, finder.info.expanded)
      end
    end)

  --- Plays a ticket with 100 nodes an update. No update does more work than it
  -- says, nor much more than 100, except for one unit for each goal of a list.
  local function answer_in_slices(finder, x, y, goals, query)
    local queue, excess = tilepath.queue { nodes = 100 }, 0
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

  it("#core_c reads a list of goals once, and repairs landmarks in "
    .. "slices", function()
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

  it("avoids units where they stood when the search began",
    function()
      local finder = tilepath.pathfinder(tilepath.grid(60, 9),
        { algorithm = "astar" })
      local crowd, other = tilepath.crowd(finder.grid), { { 1, 1, 30, 4 } }
      local unit = crowd:add { finder = finder, cell_x = 15, cell_y = 5 }
      local path, cost = finder:find(1, 5, 60, 5, { avoid = crowd })
      local queue = tilepath.queue { nodes = 20 }
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
      assert.is_true(same(path, cost, ticket:path()))
    end)

  it("counts on if its clock is put back", function()
    local queue = long(0.005, 0.001)
    local looks, now = 0, 0
    helper.set_clock(queue, function()
      looks = looks + 1
      now = now + (looks == 3 and -100 or 0.001)
      return now
    end)
    queue:update()
    helper.near(0.005, queue.info.seconds)
    assert.are.equal(1 + 5 + 1, looks)
  end)

  it("answers all tickets in one update if no time passes", function()
    local queue, ticket = long(1e-9, 0)
    assert.are.equal(1, queue:update())
    assert.are.equal("found", ticket.status)
    assert.are.equal(0, queue.info.seconds)
  end)
end)

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
      local queue, ended = tilepath.queue { nodes = nodes }, {}
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

  it("follows age among equals", function()
    local _, finder = field_of(20)
    local queue, ended = tilepath.queue(ALL), {}
    local ask = line(queue, finder, ended)
    for i = 1, 5 do
      ask(i, 7, 3)
    end
    queue:update()
    assert.are.same({ 1, 2, 3, 4, 5 }, ended)
  end)

  it("lets equals take turns: a long search does not stop a short one",
    function()
      local finder = long_way(300)
      local queue, ended = tilepath.queue { nodes = 512 }, {}
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

  it("lets a ticket of a higher priority begin before long ones end",
    function()
      local finder = long_way(300)
      local queue, ended = tilepath.queue { nodes = 2000 }, {}
      local ask = line(queue, finder, ended)
      for i = 1, 9 do
        ask(i, 0, 300)
      end
      for _ = 1, 4 do
        queue:update()
      end
      queue:find(finder, 1, 1, 5, 5, { priority = 1, on_done = function()
        ended[#ended + 1] = "urgent"
      end })
      queue:update() -- fills a store for the ticket
      queue:update()
      assert.are.same({ "urgent" }, ended)
      assert.is_true(queue.info.stores <= 4)
      queue:clear()
      assert.are.equal(0, queue.info.stores)
    end)

  it("answers the oldest ticket under a stream of urgent tickets",
    function()
      local grid = tilepath.grid(120, 120)
      local finder = tilepath.pathfinder(grid, { algorithm = "dijkstra" })
      local queue = tilepath.queue { nodes = 1000 }
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

  it("gives the oldest ticket the next free store, however many are more "
    .. "urgent", function()
      local grid = tilepath.grid(60, 60)
      local finder = tilepath.pathfinder(grid, { algorithm = "dijkstra" })
      local queue, urgent = tilepath.queue { nodes = 1024 }, 0
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
    local queue = tilepath.queue { nodes = 100 }
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

  it("answers a ticket behind an escape while its map is edited", function()
    for _, algorithm in ipairs { "auto", "dijkstra" } do
      local grid = tilepath.grid(120, 120)
      grid:fill(1, 1, 60, 60, "wall")
      local finder = tilepath.pathfinder(grid, { algorithm = algorithm })
      local queue = tilepath.queue { nodes = 100 }
      local ticket = queue:find(finder, 20, 20, 120, 120, { escape = true })
      local updates = 0
      while queue.count > 0 do
        updates = updates + 1
        -- Cells of the escape, and beside its exit.
        local state = updates % 2 == 0 and "wall" or "open"
        grid:set(21 + updates % 9, 20, "wall")
        grid:set(61, 1 + updates % 60, state)
        grid:set(60, 1 + updates % 60, state)
        queue:update()
        assert.is_true(updates < 120 * 120 / 100 + 50, "the queue does not end")
      end
      assert.are.equal("found", ticket.status)
      local path, cost = finder:find(20, 20, 120, 120, { escape = true })
      local own, own_cost = ticket:path()
      assert.are.equal(cost, own_cost)
      assert.are.equal(path.escape, own.escape)
    end
  end)

  it("answers a ticket while would_block asks the same pathfinder", function()
    for _, size in ipairs { 1, 2 } do
      local grid = tilepath.grid(90, 90)
      for y = 5, 85, 5 do
        grid:fill(1, y, 90, 1, "wall")
        grid:fill(y % 2 == 0 and 89 or 1, y, 2, 1, "open")
        grid:fill(45, y, 2, 1, "open")
      end
      --- The updates until a ticket with one node an update is answered.
      local function updates_of(finder, before)
        local queue = tilepath.queue { nodes = 1 }
        local ticket = queue:find(finder, 1, 1, 89, 89)
        local updates = 0
        while queue.count > 0 do
          updates = updates + 1
          if before then before(updates) end
          queue:update()
          assert.is_true(updates < 5000, "the queue does not end")
        end
        assert.are.equal("found", ticket.status)
        return updates
      end
      local alone = updates_of(tilepath.pathfinder(grid, { size = size }))
      local finder = tilepath.pathfinder(grid, { size = size })
      assert.is_true(alone >= updates_of(finder, function(update)
        local gate = { { 45, 5 + 5 * (update % 17) } }
        assert.is_false(finder:would_block(gate, 1, 1, 89, 89))
      end))
    end
  end)
end)

-- A function as heuristic ------------------------------------------------------

-- The core in Lua has none.
it("#core_c a query whose heuristic is a function is refused", function()
  local grid = tilepath.grid(9, 9)
  local finder = tilepath.pathfinder(grid,
    { heuristic = function() return 0 end })
  local queue = tilepath.queue(ALL)
  local why = ": a function as heuristic is for queries in one go "
    .. "(finder:find), not for searches, queues and crowds"
  assert.are.equal("find" .. why, helper.mistake(function()
    queue:find(finder, 1, 1, 9, 9)
  end))
  assert.are.equal("find_world" .. why, helper.mistake(function()
    queue:find_world(finder, 1, 1, 8, 8)
  end))
  assert.are.equal(0, queue.count)
  local field, prepared = queue:field(finder, { { 9, 9 } }),
    queue:prepare(finder)
  queue:update()
  assert.are.equal(8, field.field:cost(1, 9))
  assert.is_true(prepared.prepared)
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
    local path, cost = finder:find(1, 1, 20, 20)
    assert.is_true(same(path, cost, second:path()))
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
    assert.are.equal(1, queue:update())
    assert.are.equal("found", other.status)
  end)
end)

describe("ticket:cancel", function()
  it("ends a ticket at any time, once", function()
    for moment = 0, 60, 3 do
      local _, finder = field_of(40)
      local queue = tilepath.queue { nodes = 16 }
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

  it("is called by queue:clear for all tickets", function()
    local _, finder = field_of(40)
    local queue, tickets = tilepath.queue { nodes = 20 }, {}
    for i = 1, 9 do
      tickets[i] = queue:find(finder, 1, 1, 40, 20)
    end
    tickets[10] = queue:field(finder, { { 4, 4 } })
    queue:update()
    queue:clear()
    assert.are.equal(0, queue.count)
    for i = 1, 10 do
      assert.are.equal("cancelled", tickets[i].reason)
    end
    local ticket = queue:find(finder, 1, 1, 40, 20)
    run_out(queue)
    assert.are.equal("found", ticket.status)
  end)
end)

-- Coroutines ------------------------------------------------------------------

describe("queue:await", function()
  it("returns what find returns, after the update that found it", function()
    local _, finder = field_of(30)
    local queue = tilepath.queue { nodes = 100 }
    local told = {}
    local thread = coroutine.create(function()
      told[1] = list(queue:await(finder, 1, 1, 30, 15))
      told[2] = list(queue:await(finder, 1, 1, 99, 15))
      told[3] = list(queue:await(queue:find_world(finder, 0.5, 0.5, 4.5, 4.5)))
      told[4] = list(queue:await(queue:field(finder, { { 2, 2 } })))
    end)
    assert(coroutine.resume(thread))
    assert(coroutine.resume(thread)) -- the queue makes it yield again
    run_out(queue)
    assert.are.equal("dead", coroutine.status(thread))
    assert.are.same(list(finder:find(1, 1, 30, 15)), told[1])
    assert.are.same({ nil, "goal_outside" }, told[2])
    assert.are.same(list(finder:find_world(0.5, 0.5, 4.5, 4.5)), told[3])
    assert.are.equal(0, told[4][1]:cost(2, 2))
    assert.are.equal(1, #told[4])
  end)

  it("returns after on_done, and errors leave the update", function()
    local _, finder = field_of(30)
    local queue = tilepath.queue(ALL)
    local order = {}
    local thread = coroutine.create(function()
      queue:await(finder, 1, 1, 9, 9, { on_done = function()
        order[#order + 1] = "on_done"
      end })
      order[#order + 1] = "awake"
      error("inside", 0)
    end)
    assert(coroutine.resume(thread))
    assert.are.same({ false, "inside" }, list(pcall(queue.update,
      queue)))
    assert.are.same({ "on_done", "awake" }, order)
    assert.are.equal(0, queue.count)
  end)

  it("raises an error outside a coroutine", function()
    local _, finder = field_of(9)
    local queue = tilepath.queue(ALL)
    local running, is_main = coroutine.running()
    if running and not is_main then
      return -- the runner has put the spec into a coroutine
    end
    assert.are.equal("await: must be called in a coroutine that may yield",
      helper.mistake(function() queue:await(finder, 1, 1, 9, 9) end))
    assert.are.equal(0, queue.count)
  end)

  it("does not wake a coroutine that yielded elsewhere", function()
    local _, finder = field_of(9)
    local queue = tilepath.queue(ALL)
    local woken = {}
    local thread = coroutine.create(function()
      -- Some VMs cannot yield out of a sort, or a pcall.
      pcall(table.sort, { 2, 1, 3 }, function(a, b)
        queue:await(finder, 1, 1, 9, 9)
        return a < b
      end)
      woken[1] = coroutine.yield("mine")
    end)
    local _, what = coroutine.resume(thread)
    if what == "mine" then
      run_out(queue)
      assert.are.same({}, woken)
      coroutine.resume(thread, "right")
      assert.are.same({ "right" }, woken)
    end
  end)
end)

-- Memory ----------------------------------------------------------------------

describe("the memory of a queue", function()
  it("is small for waiting tickets: they have no stores", function()
    local _, finder = field_of(300)
    finder:find(1, 1, 300, 150)
    local queue = tilepath.queue { nodes = 1 }
    local bytes = memory.bytes_of(function()
      for _ = 1, 200 do
        queue:find(finder, 1, 1, 300, 150)
      end
    end)
    assert.is_true(bytes < 200 * 1024, bytes)
    assert.are.equal(200, queue.count)
  end)

  it("serves an escape on a higher map than before",
    function()
      local queue = tilepath.queue(ALL)
      queue:find(select(2, field_of(10)), 1, 1, 9, 9)
      queue:update()
      local grid = tilepath.grid(10, 30)
      grid:fill(1, 25, 3, 3, "wall")
      local ticket = queue:find(tilepath.pathfinder(grid), 2, 26, 9, 4,
        { escape = true })
      queue:update()
      assert.are.equal("found", ticket.status)
    end)

  it("serves maps of several sizes and agents of several kinds", function()
    local queue, made = tilepath.queue { nodes = 40 }, {}
    for i = 1, 24 do
      local grid = tilepath.grid(10 + i % 5 * 7, 10 + i % 3 * 9)
      grid:fill(4, 2, 1, 7, "wall")
      local finder = tilepath.pathfinder(grid, {
        algorithm = i % 2 == 0 and "jps" or i % 3 == 0 and "astar" or nil,
        diagonal = i % 4 < 2 and "never" or nil })
      made[i] = { finder, queue:find(finder, 1, 1, grid.width, grid.height) }
    end
    run_out(queue)
    for i = 1, 24 do
      local grid = made[i][1].grid
      local path, cost = made[i][1]:find(1, 1, grid.width, grid.height)
      assert.is_true(same(path, cost, made[i][2]:path()))
    end
  end)
end)

describe("a ticket with avoid", function()
  it("is answered while units move in each update", function()
    for _, nodes in ipairs { 20, 200 } do
      local grid = tilepath.grid(64, 64)
      local finder = tilepath.pathfinder(grid)
      local crowd, units = tilepath.crowd(grid), {}
      for i = 1, 40 do
        units[i] = crowd:add { finder = finder, cell_x = i, cell_y = 20 }
      end
      local queue = tilepath.queue { nodes = nodes }
      local ticket = queue:find(finder, 1, 1, 64, 64, { avoid = crowd })
      local updates = 0
      while ticket.status == "waiting" or ticket.status == "running" do
        updates = updates + 1
        assert.is_true(updates <= 40, updates)
        for i, unit in ipairs(units) do
          unit:set_cell(i, 20 + (updates * 7 + i) % 40)
        end
        queue:update()
      end
      assert.are.equal("found", ticket.status)
    end
  end)
end)
