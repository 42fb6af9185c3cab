--- The options `avoid`, `except` and `avoid_price`: cells that a query keeps
-- off. spec/laws/avoid_spec.lua has random maps and crowds.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local list, map, mistake, near, points = helper.list, helper.map,
  helper.mistake, helper.near, helper.points

--- A corridor of three rows, a pathfinder, a crowd, and units in some cells.
local function corridor(cells, profile)
  local grid = tilepath.grid(9, 3)
  local finder = tilepath.pathfinder(grid, profile)
  local crowd, units = tilepath.crowd(grid), {}
  for i, cell in ipairs(cells or {}) do
    units[i] = assert(crowd:add { finder = finder, cell_x = cell[1],
      cell_y = cell[2] })
  end
  return finder, crowd, units
end

local WALL = { { 5, 1 }, { 5, 2 }, { 5, 3 } }

describe("avoid", function()
  it("leads round a crowd, and takes cells that the crowd has left", function()
    local finder, crowd, units = corridor { { 5, 2 } }
    assert.are.equal(8, select(2, finder:find(1, 2, 9, 2)))
    local path, cost = finder:find(1, 2, 9, 2, { avoid = crowd })
    near(2 * 2 ^ 0.5 + 6, cost - 2, 2)
    for i = 1, #path, 2 do
      assert.is_false(path[i] == 5 and path[i + 1] == 2)
    end
    units[1]:set_cell(5, 3)
    assert.are.equal(8, select(2, finder:find(1, 2, 9, 2,
      { avoid = crowd })))
  end)

  it("accepts a crowd on another grid of the same cells", function()
    local truth, crowd, units = corridor { { 5, 1 }, { 5, 2 }, { 5, 3 } }
    local known = tilepath.pathfinder(tilepath.grid(9, 3))
    assert.are.same({ nil, "unreachable" },
      list(known:find(1, 2, 9, 2, { avoid = crowd })))
    assert.are.equal(8, select(2, known:find(1, 2, 9, 2,
      { avoid = crowd, except = units[2] })))
    assert.are.equal(12, known:view(1, 2, 9, { avoid = crowd }).count)
    truth.grid:set(1, 1, "wall")
    units[3]:set_cell(9, 3)
    near(2 * 2 ^ 0.5 + 6, select(2, known:find(1, 2, 9, 2,
      { avoid = crowd })))
  end)

  it("accepts crowds and rectangles in one list, in cells even for queries in "
    .. "the world", function()
      local finder, crowd = corridor { { 5, 1 } }
      local birds = tilepath.crowd(finder.grid)
      birds:add { finder = finder, cell_x = 5, cell_y = 3 }
      local query = { avoid = { crowd, { 5, 2 }, birds, crowd } }
      assert.are.same({ nil, "unreachable" },
        list(finder:find(1, 2, 9, 2, query)))
      assert.are.same({ nil, "unreachable" },
        list(finder:find_world(0.5, 1.5, 8.5, 1.5, query)))
      for _, rect in ipairs { { 5, 1, 1, 3 }, { 5, 1, w = 1, h = 3 },
        { x = 5, y = 1, w = 1, h = 3 }, { 4, -7, 2, 1000 },
        { 5, 1, 1, 2 ^ 52 } } do
        assert.are.same({ nil, "unreachable" },
          list(finder:find(1, 2, 9, 2, { avoid = { rect } })))
      end
      for _, rect in ipairs { { 50, 1, 9, 9 }, { -2 ^ 52, 1 } } do
        assert.are.equal(8, select(2, finder:find(1, 2, 9, 2,
          { avoid = { rect } })))
      end
      assert.are.equal(8, select(2, finder:find(1, 2, 9, 2, { avoid = {} })))
    end)

  it("accepts the list of unit:cells()", function()
    local finder, crowd = corridor()
    local pair = tilepath.pathfinder(finder.grid, { size = { 2, 3 } })
    local unit = crowd:add { finder = pair, cell_x = 4, cell_y = 1 }
    assert.are.same({ nil, "unreachable" },
      list(finder:find(1, 2, 9, 2, { avoid = unit:cells() })))
  end)

  it("ignores the cells under the agent at its start", function()
    local finder, crowd = corridor(WALL)
    local pair = tilepath.pathfinder(finder.grid, { size = { 2, 3 } })
    local avoid = { avoid = crowd }
    assert.are.equal(4, select(2, finder:find(5, 2, 9, 2, avoid)))
    assert.are.equal(3, select(2, pair:find(5, 1, 8, 1, avoid)))
    assert.are.equal(3, select(2, pair:find(4, 1, 1, 1, avoid)))
    assert.are.same({ nil, "unreachable" }, list(pair:find(6, 1, 1, 1, avoid)))
    assert.are.same({ nil, "goal_occupied" },
      list(pair:find(6, 1, 5, 1, avoid)))
    assert.is_true((finder:line_of_sight(5, 1, 9, 1, avoid)))
    assert.are.equal(27 - 2, finder:reach(5, 1, 99, avoid).count)
    assert.are.same({ 6, 1 }, list(finder:nearest(5, 1, 9, 1, avoid)))
    assert.is_true(finder:view(5, 2, 9, avoid):has(9, 2))
  end)

  it("ignores units in `except`: one, some, removed units, units of other "
    .. "crowds", function()
      local finder, crowd, units = corridor(WALL)
      local other = tilepath.crowd(finder.grid)
      local stranger = other:add { finder = finder, cell_x = 5, cell_y = 1 }
      local far = tilepath.crowd(tilepath.grid(100, 100))
      local away = far:add { finder = tilepath.pathfinder(far.grid),
        cell_x = 90, cell_y = 90 }
      local function cost(except)
        return select(2, finder:find(1, 2, 9, 2,
          { avoid = crowd, except = except }))
      end
      assert.are.equal(8, cost(units[2]))
      assert.are.equal(8, cost { units[1], units[2], units[3] })
      assert.are.equal(8, cost { stranger, units[2], units[2], away })
      assert.are.equal("unreachable", cost {})
      assert.are.equal("unreachable", cost(stranger))
      assert.are.equal("unreachable", cost { away })
      units[1]:remove()
      assert.are.equal(crowd:at(5, 1), nil)
      crowd:add { finder = finder, cell_x = 5, cell_y = 1 }
      assert.are.equal("unreachable", cost(units[1]))
    end)

  it("counts a cell with two units while one of them counts", function()
    local finder, crowd, units = corridor(WALL)
    local other = tilepath.crowd(finder.grid)
    local above = other:add { finder = finder, cell_x = 5, cell_y = 2 }
    local both = { crowd, other }
    assert.are.same({ nil, "unreachable" }, list(finder:find(1, 2, 9, 2,
      { avoid = both, except = units[2] })))
    assert.are.equal(8, select(2, finder:find(1, 2, 9, 2,
      { avoid = both, except = { above, units[2] } })))
    near(8 + 1.5, select(2, finder:find(1, 2, 9, 2,
      { avoid = both, avoid_price = 1.5 })))
  end)

  it("keeps the reasons that the query has without it", function()
    local grid = tilepath.grid(map [[
      ....#..
      .#..#..
      ....#..
    ]])
    local finder = tilepath.pathfinder(grid)
    local query = { avoid = { { 1, 1, 7, 3 } } }
    local function reason(...)
      return select(2, finder:find(...))
    end
    assert.are.equal("start_outside", reason(0, 1, 1, 1, query))
    assert.are.equal("goal_outside", reason(1, 1, 9, 1, query))
    assert.are.equal("start_blocked", reason(2, 2, 1, 1, query))
    assert.are.equal("goal_blocked", reason(1, 1, 2, 2, query))
    assert.are.equal("unreachable", reason(1, 1, 7, 1, query))
    assert.are.equal("goal_occupied", reason(1, 1, 4, 1, query))
    assert.are.equal("goal_occupied",
      reason(1, 1, { { 9, 9 }, { 2, 2 }, { 4, 1 }, { 6, 1 } }, query))
    assert.are.equal("unreachable",
      reason(1, 1, { { 4, 1 }, { 1, 3 } }, { avoid = { { 4, 1 },
        { 1, 2 }, { 3, 1, 1, 3 } } }))
    assert.are.equal("goal_occupied",
      reason(1, 1, { { 3, 1, w = 2, h = 3 } }, query))
    assert.are.equal("goal_occupied",
      reason(1, 1, 4, 1, { avoid = query.avoid, max_nodes = 0 }))
  end)

  it("leads beside an occupied goal, within range of it, or near it", function()
    local finder, crowd = corridor { { 9, 2 } }
    local function cost(query)
      query.avoid = crowd
      return select(2, finder:find(1, 2, 9, 2, query))
    end
    assert.are.equal("goal_occupied", cost {})
    assert.are.equal(7, cost { adjacent = true })
    assert.are.equal(5, cost { within = 3 })
    assert.are.equal(7, cost { partial = true })
    assert.are.equal(8, cost { avoid_price = nil, except = crowd:at(9, 2) })
    near(10.5, cost { avoid_price = 2.5 })
  end)

  it("blocks the agent's own eyes, but not the eyes of another "
    .. "pathfinder", function()
    local finder, crowd = corridor { { 6, 1 }, { 6, 2 } }
    finder.grid:set_walkable(6, 3, false)
    local bat = tilepath.pathfinder(finder.grid,
      { eyes = tilepath.pathfinder(finder.grid) })
    local query = { within = 9, sight = true, avoid = crowd,
      max_nodes = 1000 }
    assert.are.same({ nil, "unreachable" }, list(finder:find(1, 2, 9, 2,
      query)))
    assert.are.equal("1,2", points(bat:find(1, 2, 9, 2, query)))
  end)

  it("accepts a new price in each query", function()
    local finder, crowd = corridor(WALL)
    for _, cost in ipairs { 1, 4, 0.5, 1 / 1024, 1024, 1 } do
      near(8 + cost, select(2, finder:find(1, 2, 9, 2,
        { avoid = crowd, avoid_price = cost })))
      assert.are.equal("unreachable", select(2, finder:find(1, 2, 9, 2,
        { avoid = crowd })))
      near(8 + cost, select(2, finder:line_of_sight(1, 2, 9, 2,
        { avoid = crowd, avoid_price = cost })))
    end
  end)

  it("adds its price to a step once, for any number of occupied cells under a "
    .. "large agent",
    function()
      local finder, crowd = corridor(WALL)
      local pair = tilepath.pathfinder(finder.grid, { size = { 2, 3 } })
      near(7 + 2 * 3, select(2, pair:find(1, 1, 8, 1,
        { avoid = { crowd, { 5, 1, 1, 3 } }, avoid_price = 3 })))
    end)
end)

describe("a search with avoid", function()
  it("keeps the units' places at its start", function()
    local finder, crowd, units = corridor(WALL)
    local blocked = finder:search(1, 2, 9, 2, { avoid = crowd })
    units[2]:remove()
    local free = finder:search(1, 2, 9, 2, { avoid = crowd })
    free:step()
    crowd:add { finder = finder, cell_x = 5, cell_y = 2 }
    assert.are.same({ nil, "unreachable" },
      list(finder:find(1, 2, 9, 2, { avoid = crowd })))
    while free:step() == "running" do
      finder:find(1, 2, 9, 2, { avoid = crowd })
    end
    assert.are.equal(8, select(2, free:path()))
    assert.are.same({ nil, "unreachable" }, list(blocked:path()))
  end)

  it("is stale after an edit that matters to it", function()
    local finder, crowd = corridor { { 5, 2 } }
    local search = finder:search(1, 2, 9, 2, { avoid = crowd })
    finder.grid:set_walkable(9, 2, false)
    assert.are.equal("failed", search:step())
    assert.are.same({ nil, "stale" }, list(search:path()))
  end)

  it("continues after any other edit, with the same occupied cells #core_c",
    function()
    local grid = tilepath.grid(60, 20)
    local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = finder, cell_x = 5, cell_y = 2 }
    local search = finder:search(1, 2, 9, 2, { avoid = crowd })
    assert.are.equal("running", search:step())
    grid:set_walkable(59, 19, false)
    unit:remove()
    while search:step() == "running" do
      finder:find(1, 2, 9, 2)
    end
    assert.are.equal("found", search.status)
    assert.is_true(select(2, search:path()) > 8)
  end)
end)

describe("a field with avoid", function()
  it("keeps the units' places of its last update, and a copy of the "
    .. "lists", function()
      local finder, crowd, units = corridor(WALL)
      local avoid, except = { crowd, { 7, 2 } }, { units[1] }
      local field = finder:field({ { 9, 2 } }, { avoid = avoid,
        except = except })
      avoid[1], avoid[2][1], except[1] = nil, 6, nil
      local before = field:cost(1, 2)
      assert.is_true(before > 8)
      assert.are.same({ nil, "blocked" }, list(field:cost(5, 2)))
      units[2]:set_cell(1, 3)
      assert.are.equal(before, field:cost(1, 2))
      field:update()
      near(8 - 2 + 2 * 2 ^ 0.5, field:cost(1, 2), 1e-6)
      assert.are.same({ nil, "blocked" }, list(field:cost(7, 2)))
      units[1]:set_cell(2, 1)
      collectgarbage()
      collectgarbage()
      field:update()
      assert.is_truthy(field:cost(2, 1))
    end)

  it("respects new walls before its update", function()
    local finder, crowd = corridor { { 5, 2 } }
    local field = finder:field({ { 9, 2 } }, { avoid = crowd })
    finder.grid:set_walkable(5, 1, false)
    assert.are.same({ nil, "blocked" }, list(field:cost(5, 1)))
    assert.are.equal(0, field.revision)
    field:update()
    assert.are.equal(1, field.revision)
    assert.are.equal(finder.grid.revision, field.revision)
    assert.are.equal("5,3", points { select(1, field:path(4, 3))[3], 3 })
  end)

  it("moves a swarm round units", function()
    local finder, crowd, units = corridor(WALL)
    local field = finder:field({ { 9, 2 } }, { avoid = crowd })
    local xs, ys = { 4.5 - 1 }, { 1.5 }
    assert.are.equal(0, field:advance(xs, ys, 1, 0.5))
    assert.are.same({ 3.5, 1.5 }, { xs[1], ys[1] })
    units[2]:remove()
    field:update()
    assert.are.equal(1, field:advance(xs, ys, 1, 0.5))
    near(4, xs[1])
  end)

  it("has flights round units", function()
    local finder, crowd, units = corridor(WALL)
    local field = finder:field({ { 3, 2 } }, { avoid = crowd })
    local flight = field:flee()
    assert.are.same({ nil, "unreachable" }, list(flight:cost(9, 2)))
    units[2]:remove()
    flight:update()
    assert.is_truthy(flight:cost(9, 2))
    assert.is_truthy(field:cost(9, 2))
  end)
end)

describe("avoid is refused", function()
  local finder, crowd, units = corridor { { 5, 2 } }
  local query
  local calls = {
    find = function()
      finder:find(1, 2, 9, 2, query)
    end,
    find_world = function()
      finder:find_world(1, 2, 8, 2, query)
    end,
    search = function()
      finder:search(1, 2, 9, 2, query)
    end,
    reach = function()
      finder:reach(1, 2, 9, query)
    end,
    nearest = function()
      finder:nearest(1, 2, query)
    end,
    line_of_sight = function()
      finder:line_of_sight(1, 2, 9, 2, query)
    end,
    line_of_sight_world = function()
      finder:line_of_sight_world(1, 2, 8, 2, query)
    end,
    view = function()
      finder:view(1, 2, 9, query)
    end,
    field = function()
      finder:field({ { 1, 2 } }, query)
    end,
  }
  local other = tilepath.crowd(tilepath.grid(9, 4))
  local shifted = tilepath.crowd(tilepath.grid(9, 3, { base = 0 }))
  local many = {}
  for i = 1, 17 do
    many[i] = tilepath.crowd(finder.grid)
  end
  local WHO = "a crowd, or a list of crowds, { x, y } and { x, y, w, h }"
  local ENTRY = "a crowd, { x, y } or { x, y, w, h }"
  local EACH = " (each is { x, y } or { x, y, w, h })"
  local mistakes = {
    { { avoid = 3 }, "avoid must be " .. WHO .. ", got 3" },
    { { avoid = units[1] }, "avoid must be " .. WHO .. ", got unit" },
    { { avoid = "crowd" }, "avoid must be " .. WHO .. ", got 'crowd'" },
    { { avoid = { 5, 2 } }, "avoid[1] must be " .. ENTRY .. ", got 5 "
      .. "(a list of lists: { { ... } })" },
    { { avoid = { crowd, units[1] } },
      "avoid[2] must be " .. ENTRY .. ", got unit" },
    { { avoid = { finder } }, "avoid[1] must be " .. ENTRY
      .. ", got pathfinder" },
    { { avoid = { {} } }, "avoid[1][1] must be a whole number, got nil"
      .. EACH },
    { { avoid = { crowd, { 1, 0.5 } } },
      "avoid[2][2] must be a whole number, got 0.5" .. EACH },
    { { avoid = { { 0 / 0, 1 } } },
      "avoid[1][1] must be a whole number, got " },
    { { avoid = { { 1, 2 ^ 53 } } },
      "avoid[1][2] must be a whole number, got 9" },
    { { avoid = { { 1, 1, -1, 1 } } },
      "avoid[1][3] must be a whole number of at least 1, got -1" .. EACH },
    { { avoid = { { 1, 1, 1, "1" } } },
      "avoid[1][4] must be a whole number of at least 1, got '1'" .. EACH },
    { { avoid = { { 1, 1, 3 } } },
      "avoid[1][4] must be a whole number of at least 1, got nil" .. EACH },
    { { avoid = { { 1, 1, w = 0, h = 1 } } },
      "avoid[1].w must be a whole number of at least 1, got 0" .. EACH },
    { { avoid = { { 1, 1, 1, h = false } } },
      "avoid[1].h must be a whole number of at least 1, got false" .. EACH },
    { { avoid = other },
      "option 'avoid' has a crowd on a grid of another size" },
    { { avoid = { crowd, shifted } },
      "option 'avoid' has a crowd on a grid of another size" },
    { { avoid = many }, "option 'avoid' has more than 16 crowds" },
    { { avoid = crowd, except = 3 },
      "except must be a unit or a list of units, got 3" },
    { { avoid = crowd, except = crowd },
      "except must be a unit or a list of units, got crowd" },
    { { avoid = crowd, except = { units[1], crowd } },
      "except[2] must be a unit, got crowd" },
    { { avoid = crowd, except = { {} } },
      "except[1] must be a unit, got table" },
    { { except = units[1] }, "option 'except' needs option 'avoid'" },
    { { avoid_price = 1 }, "option 'avoid_price' needs option 'avoid'" },
    { { avoid_price = 1, except = {} },
    "option 'except' needs option 'avoid'" },
    { { avoid_price = 1, avoid = 1 }, "avoid must be " .. WHO .. ", got 1" },
    { { ["avoid\0"] = crowd }, "unknown option 'avoid" },
    { { avoid = "\0" }, "avoid must be " .. WHO .. ", got '" },
  }
  for _, cost in ipairs { 0, -1, 1025, 1 / 2048, 0 / 0, math.huge, "1",
    false } do
    mistakes[#mistakes + 1] = { { avoid = crowd, avoid_price = cost },
      "avoid_price must be a number from 1/1024 to 1024, got " }
  end

  for name, call in pairs(calls) do
    it("in " .. name .. " if its value is wrong", function()
      for _, case in ipairs(mistakes) do
        query = case[1]
        local message = mistake(call)
        assert.are.equal(name .. ": " .. case[2], message:sub(1, #name + 2
          + #case[2]))
      end
      many[17] = many[1]
      query = { avoid = many }
      call()
      many[17] = tilepath.crowd(finder.grid)
      query = { avoid = crowd, except = {}, avoid_price = 1 / 1024 }
      call()
    end)
  end

  it("in a callback of the pathfinder #core_c", function()
    local grid = tilepath.grid(9, 3)
    local asking, message
    asking = tilepath.pathfinder(grid, { heuristic = function()
      message = message or select(2, pcall(asking.line_of_sight, asking, 1, 1,
        2, 2, { avoid = {} }))
      return 0
    end })
    asking:find(1, 1, 9, 3)
    assert.is_truthy(tostring(message):find("busy", 1, true))
  end)
end)
