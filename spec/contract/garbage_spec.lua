--- Calls that leave no garbage once all memory is there.

local tilepath = require "tilepath"
local data = require "spec.contract.calls"
local memory = require "spec.support.memory"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local function finder_on(text, profile, options)
  return tilepath.pathfinder(tilepath.grid(text, options), profile)
end

local function rough_finder(profile)
  local grid = tilepath.grid(20, 20)
  memory.roughen(grid)
  return tilepath.pathfinder(grid, profile)
end

--- prepare() returns a function that does the same work each time and leaves no
-- garbage.
-- @param most  bytes of garbage that each call leaves at most, if any
local function no_garbage(what, prepare, most)
  it(what, function()
    local bytes = memory.garbage_of(prepare())
    assert.is_true(bytes <= (most or 0), bytes)
  end)
end

--- The same for what stays in use after a collection.
local function no_memory(what, most, prepare)
  it(what, function()
    local bytes = memory.bytes_of(prepare())
    assert.is_true(bytes <= most, bytes)
  end)
end

describe("#contract #core_c no garbage comes from", function()
  it("calls that make nothing", function()
    for _, name in ipairs(data.those_with("0")) do
      local call = data.prepare(name, data.world())
      assert.are.equal(0, memory.garbage_of(function()
        for _ = 1, 3 do
          call.f(unpack(call.arguments, 1, call.n))
        end
      end), name)
    end
  end)

  --- 3000 queries, found or refused. The longest path comes first, so that the
  -- table has room for all.
  local function queries(finder, method, base, query)
    local find = finder[method]
    query.into = {}
    assert(find(finder, base, base, base + 19, base + 19, query))
    return function()
      local state = 5
      for _ = 1, 3000 do
        state = state * 16807 % 2147483647
        local a, b = state % 20, math.floor(state / 20) % 20
        local c, d = math.floor(state / 400) % 20, math.floor(state / 8000) % 20
        find(finder, base + a, base + b, base + c, base + d, query)
      end
    end
  end

  for what, case in pairs {
    ["finder:find with into"] = { {}, {} },
    ["finder:find with all diagonals"] = { { diagonal = "always" }, {} },
    ["finder:find with a heuristic"] = { { heuristic = function() return 0 end },
      {} },
    ["finder:find off walls"] = { { keep_away = { 2, 1 } }, {} },
    ["finder:find with partial and max_nodes"] = { { weight = 1.5 },
      { partial = true, max_nodes = 70 } },
  } do
    no_garbage(what, function()
      return queries(rough_finder(case[1]), "find", 1, case[2])
    end)
  end

  no_garbage("finder:find_world with into and partial", function()
    return queries(rough_finder(), "find_world", 0.3, { partial = true })
  end)

  for i, profile in ipairs { {}, { weight = 2 } } do
    no_garbage("finder:find on ways out, to goals of all kinds, profile " .. i,
      function()
        local grid = tilepath.grid(30, 30)
        grid:fill(3, 3, 25, 25, "wall")
        local finder = tilepath.pathfinder(grid, profile)
        local query = { into = {}, escape = true, partial = true }
        local beside = { into = {}, adjacent = true }
        local goals = { { 1, 1 }, { 30, 9, cost = 2 }, { 4, 4, 9, 3 } }
        return function()
          for x = 3, 27, 4 do
            for y = 3, 27, 4 do
              finder:find(x, y, 30, 30, query)
              finder:find(x, y, goals, query)
              finder:find(30, 30, x, y, query)
              finder:find(30, 30, goals, beside)
            end
          end
          assert(finder:find(1, 1, 30, 30, query))
        end
      end)
  end

  no_garbage("finder:find with sight", function()
    local options = { legend = { ["~"] = "water" }, prices = { water = false } }
    local eyes = finder_on(".....~~~..", { prices = { water = 1 } }, options)
    local walker = tilepath.pathfinder(eyes.grid, { eyes = eyes })
    local query = { within = 5, into = {}, sight = true }
    return function()
      walker:find(1, 1, 9, 1, query)
    end
  end)

  for end_x, most in pairs { [3] = 0, [9] = 159 } do
    no_garbage(most == 0 and "finder:find beside a link"
      or "finder:find through a link, apart from the list of links", function()
        local finder, query = finder_on("....#....\n....#...."), { into = {} }
        finder.grid:link(4, 1, 6, 1, { name = "door", price = 2 })
        finder:find(1, 1, 9, 1, query)
        return function()
          finder:find(1, 1, end_x, 1, query)
        end
      end, most)
  end

  no_garbage("queue:update that answers nothing", function()
    local finder = tilepath.pathfinder(tilepath.grid(200, 200),
      { algorithm = "dijkstra" })
    local queue = tilepath.queue { max_nodes = 10 }
    for _ = 1, 3 do
      queue:find(finder, 1, 1, 200, 100, { partial = true })
    end
    for _ = 1, 40 do
      queue:update()
      assert(queue.count == 3)
    end
    return function()
      queue:update()
      assert(queue.count == 3)
    end
  end)

  --- Updates of a follower.
  local function updates(hero, n)
    return function()
      for _ = 1, n do
        hero:update(1 / 60)
        hero:velocity(1 / 60)
      end
    end
  end

  no_garbage("hero:update, at points, too", function()
    local path = { 16, 16 }
    for i = 1, 10000 do
      path[2 * i + 1], path[2 * i + 2] = i % 2 * 184 + 16, i * 20
    end
    local hero = tilepath.follower { x = 16, y = 16, speed = 3000, rest = 0.001,
      turn_rate = 3, on_reached = function() end }
    hero:follow(path)
    return updates(hero, 2500)
  end)

  no_garbage("hero:update at links", function()
    local grid = tilepath.grid("....#....\n....#....\n....#....\n....#....",
      { cell_size = 10 })
    grid:link(3, 2, 7, 4, { name = "lift", seconds = 2 })
    local hero = tilepath.follower { x = 15, y = 15, speed = 10,
      finder = tilepath.pathfinder(grid), on_link = function() end }
    local points, links = { 15, 15 }, {}
    for i = 1, 99 do -- to and fro
      local x, y = i % 2 * 40 + 25, i % 2 * 20 + 15
      points[#points + 1], points[#points + 2] = 90 - x, 50 - y
      points[#points + 1], points[#points + 2] = x, y
      links[i] = 2 * i
    end
    local path = tilepath.path(points, "world")
    path.links = links
    hero:follow(path)
    return updates(hero, 2000)
  end)

  for _, order in ipairs { "chase", "patrol" } do
    no_garbage("a " .. order .. " that searches for nothing", function()
      local grid = tilepath.grid("..........\n..........\n..........",
        { cell_size = 10 })
      local hero = tilepath.follower { x = 5, y = 5, speed = 1,
        finder = tilepath.pathfinder(grid) }
      local target = { x = 85, y = 5 }
      hero[order](hero, order == "chase" and target or { 5, 5, 95, 5 })
      local function work(n)
        for i = 1, n do
          target.x = 80 + i % 10
          hero:update(0.01)
        end
      end
      work(10)
      return function() work(200) end
    end)
  end

  no_garbage("a unit's fields, its goals and its way", function()
    local grid = tilepath.grid(20, 6)
    local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    unit:go_cell({ { 19, 5 }, { 19, 6 } })
    crowd:update(1)
    local into = {}
    return function()
      for _ = 1, 100 do
        unit:path(into)
        unit.sum = unit.goal_x + unit.goal_y + unit.goal_index + unit.remaining
          + unit.x + unit.cell_y
      end
    end
  end)

  no_memory("crowd:update, positions and events", 63, function()
    local grid = tilepath.grid(10, 6)
    local crowd = tilepath.crowd(grid, { moved = true })
    local finder = tilepath.pathfinder(grid)
    for i = 1, 5 do
      crowd:add({ finder = finder, cell_x = i, cell_y = 1 })
        :patrol { i - 0.5, 0.5, 9.5 - i, 4.5 }
    end
    crowd:add({ finder = finder, cell_x = 9, cell_y = 1 })
      :chase(setmetatable({}, { __index = { x = 3, y = 3 } }))
    local function frames()
      for _ = 1, 900 do
        crowd:update(1 / 60)
        for _ in crowd:events() do end -- luacheck: ignore 542
      end
    end
    frames()
    return frames
  end)

  --- A picture of moving things over a map that stays the same.
  local function moving_picture()
    local grid = tilepath.grid(30, 20, { cell_size = 10 })
    memory.roughen(grid)
    local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
    for i = 1, 5 do
      local unit = crowd:add { finder = finder, cell_x = i, cell_y = 1 }
      unit:patrol { 10 * i - 5, 5, 295, 195 }
    end
    local hero = tilepath.follower { x = 5, y = 5, speed = 20, finder = finder }
    hero:follow { 295, 5, 295, 195 }
    local things = { grid, finder, crowd, hero, finder:find(1, 1, 30, 20),
      finder:field { { 30, 20 } }, finder:reach(1, 1, 9),
      { crowd:at(1, 1), colours = { body = { 1, 0, 0 } } } }
    return tilepath.picture(things), crowd, hero
  end

  no_memory("picture:update of what moves", 500, function()
    local picture, crowd, hero = moving_picture()
    local function frames()
      for _ = 1, 300 do
        crowd:update(1 / 10)
        hero:update(1 / 10)
        picture:update()
      end
    end
    for _ = 1, 12 do -- until each unit has been on all of its ways
      frames()
    end
    return frames
  end)
end)

describe("#contract #core_c no garbage except an iterator comes from",
  function()
    --- The loop over make(1) leaves as much as the longer one over make(2).
    local function same_garbage(what, make)
      it(what, function()
        local bytes = {}
        for i = 1, 2 do
          local grid, arguments = make(i)
          bytes[i] = memory.garbage_of(function()
            for _ in grid[what](grid, unpack(arguments)) do end -- luacheck: ignore 542
          end)
        end
        assert.is_true(bytes[1] < 1000)
        assert.are.equal(bytes[1], bytes[2])
      end)
    end

    same_garbage("cells", function(i)
      return tilepath.grid(99 * i - 98, 99 * i - 98), {}
    end)
    same_garbage("line", function(i)
      return tilepath.grid(8, 5), { 1, 1, i == 1 and 2 or 2000, i }
    end)

    it("a line that is too long for the lists of loops", function()
      local grid = tilepath.grid(8, 5)
      assert.is_true(memory.garbage_of(function()
        for _ in grid:line(1, 1, 9999, 2) do end -- luacheck: ignore 542
      end) < 1000)
    end)
  end)
