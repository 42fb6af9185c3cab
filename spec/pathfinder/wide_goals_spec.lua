--- Goals that cover a rectangle: each equals a list of all of its cells, with
-- one number in the caller's list. On any map fuzz/differential shows that for
-- searches, and spec/laws/fields_spec.lua for fields.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local memory = require "spec.support.memory"
local numbers = require "spec.support.random"

local list, map, mistake, near, points = helper.list, helper.map,
  helper.mistake, helper.near, helper.points

local TOWN = map [[
  ..........
  ....###...
  ....###...
  ..........
  ..........
]]

--- The last point of a path.
local function last(path)
  return path[#path - 1] .. " " .. path[#path]
end

describe("#once a goal of several cells", function()
  local finder

  before_each(function()
    finder = tilepath.pathfinder(tilepath.grid(TOWN))
  end)

  it("leads to any of its cells", function()
    local path, cost = finder:find(1, 5, { { 7, 4, 3, 2 } })
    assert.are.same({ "7 5", 6, 1 }, { last(path), cost, path.goal })
    path = finder:find(9, 1, { { 7, 4, 3, 2 } })
    assert.are.equal("9 4", last(path))
    path, cost = finder:find(8, 5, { { 7, 4, 3, 2 } })
    assert.are.same({ 1, 0, 1 }, { path:count(), cost, path.goal })
  end)

  it("has its numbers by place or by name, and is a cell without a size",
    function()
      for _, goal in ipairs { { 7, 4, 3, 2 }, { 7, 4, w = 3, h = 2 },
        { x = 7, y = 4, w = 3, h = 2 } } do
        assert.are.equal("9 4", last(finder:find(10, 4, { goal })))
      end
      assert.are.equal("7 4", last(finder:find(10, 4, { { x = 7, y = 4 } })))
      assert.are.equal("7 4", last(finder:find(10, 4, { { 7, 4 } })))
    end)

  it("can be a building, with 'adjacent'", function()
    local house = { { 5, 2, 3, 2 } }
    local query = { adjacent = true }
    local path = finder:find(1, 1, house, query)
    assert.are.equal("1,1 2,1 3,1 4,1", points(path))
    path = finder:find(9, 5, house, query)
    assert.are.equal("9,5 8,4", points(path))
    path = finder:find(8, 3, house, query)
    assert.are.equal("8,3", points(path))
    assert.are.same({ nil, "goal_blocked" }, list(finder:find(1, 1, house)))
    local never = tilepath.pathfinder(finder.grid, { diagonal = "never" })
    assert.are.equal(2, never:find(4, 1, house, query):count())
    assert.are.equal(1, never:find(5, 1, house, query):count())
  end)

  it("works with ranges and with sight", function()
    local house = { { 5, 2, 3, 2 } }
    local path = finder:find(1, 2, house, { within = 2 })
    assert.are.equal("1,2 2,2 3,2", points(path))
    path = finder:find(10, 5, house, { within = 2.5, sight = true })
    assert.are.equal("10,5 9,4", points(path))
    finder.grid:fill(4, 1, 1, 5, "wall")
    assert.are.equal(1, finder:find(3, 2, house, { within = 2 }):count())
    assert.are.same({ nil, "unreachable" }, list(finder:find(1, 2, house,
      { within = 2, sight = true })))
  end)

  it("has one number in a list, and one extra cost", function()
    local goals = { { 1, 1, cost = 9 }, { 6, 5, 4, 1, cost = 1.5 },
      { 10, 1, 1, 2 } }
    local path, cost = finder:find(1, 5, goals)
    assert.are.same({ 2, 5, "6 5" }, { path.goal, cost, last(path) })
    path, cost = finder:find(10, 4, goals)
    assert.are.same({ 3, 2 }, { path.goal, cost })
    path = finder:find(1, 2, goals)
    assert.are.equal(2, path.goal)
    path = finder:find(6, 4, { { 6, 5, 3, 1 }, { 6, 4, cost = 1 } })
    assert.are.equal(1, path.goal)
    path = finder:find(6, 4, { { 6, 4, cost = 1 }, { 6, 5, 3, 1 } })
    assert.are.equal(1, path.goal)
  end)

  it("ignores its part outside the map, but must overlap the map", function()
    assert.are.equal("2 4", last(finder:find(4, 4, { { -5, 4, 7, 99 } },
      { within = 1.5 })))
    assert.are.equal("1 4", last(finder:find(3, 4, { { -5, 4, 7, 99 } })))
    assert.are.same({ nil, "goal_outside" },
      list(finder:find(3, 4, { { -5, 4, 5, 1 } })))
    assert.are.same({ nil, "goal_outside" },
      list(finder:find(3, 4, { { 2 ^ 52, 4, 2 ^ 52, 2 ^ 52 } })))
    local path = finder:find(3, 4, { { -2 ^ 52, -2 ^ 52, 2 ^ 53 - 1,
      2 ^ 53 - 1 } })
    assert.are.equal(1, path:count())
    path = finder:find(5, 4, { { -5, 2, 5, 2 } }, { partial = true })
    assert.are.same({ "1 3", true }, { last(path), path.partial })
  end)

  it("has the reasons of a list of its cells", function()
    local yard = tilepath.grid("......\n.###..\n.#.#..\n.###..\n......")
    local agent = tilepath.pathfinder(yard)
    local goals = { { 2, 2, 3, 3 } }
    assert.are.same({ nil, "unreachable" }, list(agent:find(1, 1, goals)))
    assert.are.equal("unreachable", agent:search(1, 1, goals).reason)
    assert.are.same({ nil, "start_blocked" }, list(agent:find(2, 2,
      { { 99, 1 }, goals[1] })))
    yard:set(3, 3, "wall")
    assert.are.same({ nil, "goal_blocked" }, list(agent:find(1, 1, goals)))
    yard:set(3, 3, "open")
    assert.are.equal("3,3", points(agent:find(3, 3, goals)))
    local path = agent:find(1, 3, goals, { partial = true })
    assert.are.same({ 1, true, 1 }, { path:count(), path.partial, path.goal })
  end)

  -- The core in Lua has no heuristic functions.
  it("is not passed to a heuristic function #core_c", function()
    local asked = 0
    local agent = tilepath.pathfinder(tilepath.grid(30, 9), {
      heuristic = function()
        asked = asked + 1
        return 0
      end })
    local _, cost = agent:find(1, 5, { { 10, 3, 5, 5 }, { 1, 9, cost = 99 } })
    assert.are.same({ 9, 0 }, { cost, asked })
    agent:find(1, 5, { { 10, 3, 1, 1 }, { 1, 9, cost = 99 } })
    assert.is_true(asked > 0)
  end)

  it("is in sight of its border, and from inside", function()
    local query = { within = 1, sight = true }
    local yard = tilepath.grid(20, 9)
    yard:fill(8, 1, 1, 9, "wall")
    local agent = tilepath.pathfinder(yard)
    local lot = { { 9, 2, 7, 7 } }
    assert.are.equal(1, agent:find(12, 5, lot, query):count())
    assert.are.equal("unreachable", select(2, agent:find(1, 5, lot, query)))
    yard:link(3, 5, 12, 5)
    assert.are.equal("12 5", last(agent:find(1, 5, lot, query)))
  end)

  it("has its own fields, not those of a metatable", function()
    local goal = setmetatable({ 7, 4 }, { __index = { w = 3, h = 2 } })
    assert.are.equal("7 4", last(finder:find(10, 4, { goal })))
    rawset(goal, "w", 3)
    rawset(goal, "h", 2)
    assert.are.equal("9 4", last(finder:find(10, 4, { goal })))
  end)

  it("takes little memory, at any size #core_c", function()
    local grid = tilepath.grid(1200, 1200)
    local agent = tilepath.pathfinder(grid)
    local goals = { { 101, 101, 1000, 1000 } }
    local path = agent:find(3, 600, goals)
    assert.are.equal("101 600", last(path))
    local bytes = memory.bytes_of(function()
      local fresh = tilepath.pathfinder(grid)
      fresh:find(600, 600, goals)
      fresh:find(3, 600, goals, { adjacent = true })
      return fresh
    end)
    assert.is_true(bytes < 40 * 2 ^ 20)
  end)

  it("raises for a wrong size", function()
    local EACH = " (each is { x, y } or { x, y, w, h, cost = })"
    local function refuses(name, shown, goals, query)
      assert.are.equal("find: " .. name .. " must be a whole number of at "
        .. "least 1, got " .. shown .. EACH, mistake(function()
          finder:find(1, 1, goals, query)
        end))
    end
    for value, shown in pairs { [0] = "0", [-1] = "-1", [1.5] = "1.5",
      [math.huge] = "inf", [2 ^ 53] = "9.007199254741e+15", ["3"] = "'3'",
      [true] = "true", [false] = "false" } do
      refuses("goals[1][3]", shown, { { 1, 1, value, 1 } })
      refuses("goals[2].h", shown, { { 1, 1 }, { 1, 1, h = value, w = 2 } })
    end
    refuses("goals[1].h", "nan", { { 1, 1, w = 1, h = 0 / 0 } })
    refuses("goals[1][4]", "table", { { 1, 1, 1, {} } })
    assert.are.equal("field: goals[1][3] must be a whole number of at least 1, "
      .. "got 0.5" .. EACH, mistake(function()
        finder:field { { 2, 2, 0.5, 1 } }
      end))
    local field = finder:field { { 2, 1, 3, 1 } }
    assert.are.equal("update: goals[1][4] must be a whole number of at least "
      .. "1, got -3" .. EACH, mistake(function()
        field:update { { 2, 2, 1, -3 } }
      end))
    assert.are.equal(0, field:cost(4, 1))
  end)
end)

describe("#once a world rectangle as a goal", function()
  local grid = tilepath.grid(12, 6, { cell_size = 10, origin = { 100, 50 } })
  local finder = tilepath.pathfinder(grid)

  local function ends(wx, wy, goal, query)
    local path = assert(finder:find_world(wx, wy, { goal }, query))
    return ("%g %g"):format(path[#path - 1], path[#path])
  end

  it("covers the cells that it overlaps", function()
    -- Columns 4 to 6, rows 2 and 3, with its sides on their borders.
    local goal = { 130, 60, 30, 20 }
    assert.are.equal("135 65", ends(105, 65, goal))
    assert.are.equal("155 75", ends(218, 75, goal))
    assert.are.equal("145 75", ends(145, 106, goal))
    goal[3], goal[4] = 30.1, 19.9
    assert.are.equal("165 75", ends(218, 75, goal))
    goal[1], goal[3] = 129.9, 0.2
    assert.are.equal("125 65", ends(105, 65, goal))
    assert.are.equal("135 65", ends(218, 65, goal))
  end)

  it("is a point without a size, or the point's cell on a border", function()
    local path = finder:find_world(105, 65, { { 131, 66, 0, 0 } })
    assert.are.same({ 131, 66 }, { path[#path - 1], path[#path] })
    path = finder:find_world(105, 65, { { 131, 66 } })
    assert.are.same({ 131, 66 }, { path[#path - 1], path[#path] })
    assert.are.equal("135 65", ends(105, 65, { 130, 60, 0, 5 }))
    assert.are.equal("135 65", ends(205, 65, { 130, 60, 0, 10 }))
  end)

  it("ends at a start inside it, or at the centre of the path's last cell",
    function()
      local path, cost = finder:find_world(141, 63, { { 130, 60, 30, 20 } })
      assert.are.same({ 141, 63 }, helper.plain(path))
      assert.are.equal(0, cost)
      assert.are.equal("125 65", ends(105, 65, { 130, 60, 30, 20 },
        { adjacent = true }))
      assert.are.equal("115 65", ends(105, 65, { 130, 60, 30, 20 },
        { within = 2 }))
    end)

  it("contains the middle of a large agent", function()
    local big = tilepath.pathfinder(grid, { size = 2 })
    -- The middle lies on the corner of four cells.
    local path = big:find_world(110, 60, { { 145, 55, 30, 20 } })
    assert.are.same({ 150, 60 }, { path[#path - 1], path[#path] })
    local wide = tilepath.pathfinder(grid, { size = 3 })
    path = wide:find_world(115, 65, { { 150, 50, 30, 60 } })
    assert.are.same({ 155, 65 }, { path[#path - 1], path[#path] })
    path = wide:find_world(115, 65, { { 150, 50, 30, 60 } },
      { adjacent = true })
    assert.are.same({ 135, 65 }, { path[#path - 1], path[#path] })
  end)

  it("may have any finite size", function()
    local path = finder:find_world(105, 65, { { -1e308, -1e308, 1e308,
      1.7e308 } }, { partial = true })
    assert.are.same({ 105, 65 }, helper.plain(path))
    path = finder:find_world(105, 65, { { -1e308, -1e308, 1.7e308,
      1.7e308 } })
    assert.are.same({ 105, 65 }, helper.plain(path))
    path = finder:find_world(105, 65, { { 1e308, 60, 1.7e308, 0 } })
    assert.is_nil(path)
  end)

  it("raises for a wrong size", function()
    for value, shown in pairs { [-1] = "-1", [math.huge] = "inf",
      ["3"] = "'3'" } do
      assert.are.equal("find_world: goals[1][3] must be a finite number of at "
        .. "least 0, got " .. shown .. " (each is { x, y } or { x, y, w, h, "
        .. "cost = })", mistake(function()
          finder:find_world(105, 65, { { 130, 60, value, 1 } })
        end))
    end
  end)
end)

describe("#once a field with goals of several cells", function()
  it("has cost 0 in all of their cells", function()
    local grid = tilepath.grid(TOWN)
    local finder = tilepath.pathfinder(grid)
    local field = finder:field { { 1, 1, cost = 5 }, { 5, 2, 4, 3 },
      { -9, 1, 9, 9 } }
    assert.are.equal(0, field:cost(8, 3))
    assert.are.equal(0, field:cost(6, 4))
    assert.are.equal(1, field:cost(9, 3))
    assert.are.same({ nil, "blocked" }, list(field:cost(6, 3)))
    assert.are.equal(2, field:goal(9, 1))
    assert.are.equal(2, (field:path(9, 1)).goal)
    assert.are.same({ nil, "goal" }, list(field:next(8, 2)))
    grid:set(6, 3, "open")
    field:update()
    assert.are.equal(0, field:cost(6, 3))
    field:update { { 1, 1, 2, 1 }, { 2, 1 } }
    assert.are.same({ 1, 7 }, { field:goal(2, 1), field:cost(9, 1) })
    assert.are.equal("field on 10x5 (2 goals)", tostring(field))
  end)

  it("has each cell once, even under several goals", function()
    local finder = tilepath.pathfinder(tilepath.grid(2000, 2000))
    local all, goals = { 1, 1, 2000, 2000 }, {}
    for i = 1, 20000 do
      goals[i] = all
    end
    local field = tilepath.pathfinder(tilepath.grid(20, 20)):field(goals)
    assert.are.equal(0, field:cost(20, 20))
    assert.are.equal(1, finder:find(1, 1, goals):count())
  end)
end)

describe("#once a world rectangle on random maps", function()
  --- Centres of the places (of the agent's middle) that overlap it; without an
  -- area, the place that contains it.
  local function touched(finder, goal)
    local grid, found = finder.grid, {}
    local right, bottom = goal[1] + goal[3], goal[2] + goal[4]
    local function shares(left, past, middle, length)
      local from, to = middle - length / 2, middle + length / 2
      return left == past and from <= left and left < to
        or left < past and from < past and left < to
    end
    for x, y in grid:cells() do
      local wx, wy = finder:to_world(x, y)
      if shares(goal[1], right, wx, grid.cell_width)
        and shares(goal[2], bottom, wy, grid.cell_height) then
        found[#found + 1] = { wx, wy }
      end
    end
    return found
  end

  it("equals the list of the points in it", function()
    local random, tried = numbers.new(9), 0
    for _ = 1, 300 do
      local grid = tilepath.grid(random(3, 14), random(3, 14), {
        cell_size = { 8, 4 }, origin = { -40, 12 } })
      grid:sample(function()
        return random(1, 5) == 1 and "wall" or nil
      end)
      local finder = tilepath.pathfinder(grid, { size = { random(1, 3),
        random(1, 3) } })
      -- Halves and quarters of cells: many lie on borders.
      local goal = { -40 + 2 * random(0, 4 * grid.width - 1),
        12 + random(0, 4 * grid.height - 1), 2 * random(0, 12),
        random(0, 12) }
      local query = random(1, 2) == 1 and { within = random(0, 6) / 2 } or nil
      local cells = touched(finder, goal)
      local wx, wy = finder:to_world(random(1, grid.width),
        random(1, grid.height))
      if #cells > 0 and finder:find_world(wx, wy, wx, wy) then
        local path, cost = finder:find_world(wx, wy, { goal }, query)
        local same, same_cost = finder:find_world(wx, wy, cells, query)
        assert.are.equal(same == nil, path == nil)
        if path then
          near(same_cost, cost)
          tried = tried + 1
        else
          assert.are.equal(same_cost, cost)
        end
      end
    end
    assert.is_true(tried > 60)
  end)
end)
