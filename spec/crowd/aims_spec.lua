--- Where units go after the map has changed since their order: blocked points,
-- doors that open far away, cells that other units hold.

local tilepath = require "tilepath"

--- A crowd on a map of so many columns and rows. The crowd searches in another
-- way on large maps, and with a budget of nodes.
local function crowd_on(columns, rows, nodes)
  local grid = tilepath.grid(columns, rows)
  return tilepath.crowd(grid, { nodes = nodes }), tilepath.pathfinder(grid),
    grid
end

local MAPS = {
  { "a small map", 24 }, { "a small map, with a budget", 24, 40 },
  { "a large map", 2500 }, { "a large map, with a budget", 2500, 200 },
}

local function stand(crowd, finder, x, y)
  return assert(crowd:add { finder = finder, cell_x = x, cell_y = y })
end

--- Plays so many beats. @return the columns in which the unit reached a point,
-- as text; and its other events
local function play(crowd, unit, beats)
  local points, told = {}, {}
  for _ = 1, beats do
    crowd:tick()
    for who, what in crowd:events() do
      if who == unit and what == "reached" then
        points[#points + 1] = who.cell_x
      elseif who == unit then
        told[#told + 1] = what
      end
    end
  end
  return table.concat(points, " "), table.concat(told, " ")
end

local function wall(grid, x, is_open)
  for y = 1, grid.height do grid:set_walkable(x, y, is_open or false) end
end

for _, map in ipairs(MAPS) do
  local name, columns, nodes = map[1], map[2], map[3]

  describe("on " .. name .. ", a patrol", function()
    it("skips points in walls, and points that are out of reach", function()
      local crowd, finder, grid = crowd_on(columns, 3, nodes)
      local unit = stand(crowd, finder, 1, 2)
      grid:set_walkable(5, 2, false)
      wall(grid, 12)
      assert(unit:patrol { { 2.5, 1.5 }, { 4.5, 1.5 }, { 8.5, 1.5 },
        { 14.5, 1.5 } })
      local points, told = play(crowd, unit, 60)
      assert.is_truthy(points:find("3 9 3 9 3 9", 1, true))
      assert.is_nil(points:find("[^39 ]"))
      assert.are.equal("", told)
      wall(grid, 12, true)
      grid:set_walkable(5, 2, true)
      points = play(crowd, unit, 100)
      assert.is_truthy(points:find("3 5 9 15 3 5", 1, true))
    end)

    it("turns round if its path is blocked, and is blocked if no other"
      .. " point is in reach", function()
      local crowd, finder, grid = crowd_on(columns, 3, nodes)
      local unit = stand(crowd, finder, 3, 2)
      assert(unit:patrol { { 12.5, 1.5 }, { 2.5, 1.5 }, { 6.5, 1.5 } })
      play(crowd, unit, 6)
      wall(grid, 12)
      local points, told = play(crowd, unit, 40)
      assert.is_truthy(points:find("3 7 3 7", 1, true))
      assert.are.equal("", told)
      wall(grid, 5)
      points, told = play(crowd, unit, 40)
      assert.is_truthy(#points <= 3)
      assert.are.equal("blocked", told)
      assert.are.equal("blocked", unit.status)
      wall(grid, 5, true)
      assert.is_truthy(play(crowd, unit, 40):find("3 7 3", 1, true))
    end)
  end)

  describe("on " .. name .. ", a door that opens far away", function()
    it("lets all blocked units go on before their pauses are over", function()
      local crowd, finder, grid = crowd_on(columns, 4, nodes)
      local units = {}
      wall(grid, 16)
      grid:set_walkable(16, 2, true)
      for i = 1, 4 do
        units[i] = stand(crowd, finder, i, 3)
        assert(units[i]:go_cell(20, i))
      end
      crowd:tick()
      grid:set_walkable(16, 2, false)
      for _ = 1, 300 do crowd:tick() end
      for _, unit in ipairs(units) do
        assert.are.equal("blocked", unit.status)
        assert.are.equal("unreachable", unit.reason)
      end
      for _ = 1, 3 do -- edits that open nothing for them
        grid:set_walkable(18, 1, not grid:is_walkable(18, 1))
        crowd:tick()
      end
      grid:set_walkable(18, 1, true)
      grid:set_walkable(16, 2, true)
      local beats = 0
      repeat beats = beats + 1 until crowd:tick() == 0
      assert.is_true(beats > 10 and beats < 50)
      for _, unit in ipairs(units) do
        assert.are.equal("arrived", unit.status)
      end
    end)
  end)

  describe("on " .. name .. ", a group", function()
    it("gives another cell to a unit that lost its cell by an edit", function()
      local crowd, finder, grid = crowd_on(columns, 12, nodes)
      local units = {}
      for i = 1, 6 do units[i] = stand(crowd, finder, 1, i) end
      assert.are.equal(6, crowd:go_cell(units, 10, 5))
      for _ = 1, 3 do crowd:tick() end
      grid:set_walkable(10, 5, false)
      grid:set_walkable(9, 5, false)
      repeat until crowd:tick() == 0
      for _, unit in ipairs(units) do
        assert.are.equal("arrived", unit.status)
        assert.is_true(math.abs(unit.cell_x - 10) <= 2)
        assert.is_true(math.abs(unit.cell_y - 5) <= 2)
      end
    end)
  end)

  describe("on " .. name .. ", several units that go beside a"
    .. " target", function()
    it("surround it, and stay there", function()
      local crowd, finder = crowd_on(columns, 14, nodes)
      local prey = stand(crowd, finder, 14, 7)
      local units, goals = {}, { { 13.5, 6.5 } }
      for i = 1, 8 do units[i] = stand(crowd, finder, 1 + i % 2, 2 + i) end
      for _ = 1, 4 do
        for _, unit in ipairs(units) do
          assert(unit:go(goals, { adjacent = true }))
        end
        repeat until crowd:tick() == 0
      end
      for _, unit in ipairs(units) do
        local dx, dy = unit.cell_x - prey.cell_x, unit.cell_y - prey.cell_y
        assert.are.equal(1, math.max(math.abs(dx), math.abs(dy)))
      end
    end)

    it("take different cells in range and in sight of it", function()
      local crowd, finder, grid = crowd_on(columns, 14, nodes)
      local units = {}
      for y = 5, 9 do grid:set_walkable(16, y, false) end
      for i = 1, 12 do
        units[i] = stand(crowd, finder, 1 + i % 2, 1 + i)
        assert(units[i]:go_cell(14, 7, { within = 3, sight = true }))
      end
      repeat until crowd:tick() == 0
      for _, unit in ipairs(units) do
        local dx, dy = unit.cell_x - 14, unit.cell_y - 7
        assert.are.equal("arrived", unit.status)
        assert.is_true(dx * dx + dy * dy <= 9)
        assert.is_true(finder:line_of_sight(unit.cell_x, unit.cell_y, 14, 7))
      end
    end)
  end)
end

describe("a paused unit with an order", function()
  it("is not under way once it stands still", function()
    local crowd, finder = crowd_on(10, 3)
    local unit = stand(crowd, finder, 1, 1)
    unit.speed = 1
    unit:go_cell(9, 1)
    assert.are.equal(1, crowd:update(0.5))
    unit:pause()
    assert.are.equal(1, crowd:update(0.25))
    assert.are.equal(0, crowd:update(0.5))
    assert.are.equal(0, crowd.info.under_way)
    unit:resume()
    assert.are.equal(1, crowd:update(0.1))
  end)
end)

describe("two units with settle", function()
  it("settle where each keeps the other from its goal", function()
    local grid = tilepath.grid("......")
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid)
    local one, other = stand(crowd, finder, 1, 1), stand(crowd, finder, 6, 1)
    one:go_cell(5, 1, { settle = 3 })
    other:go_cell(2, 1, { settle = 3 })
    local beats = 0
    repeat beats = beats + 1 until crowd:tick() == 0
    assert.is_true(beats < 20)
    assert.are.equal("settled", one.status)
    assert.are.equal("settled", other.status)
  end)
end)

describe("unit:follow", function()
  it("refuses a path with more steps than it can store", function()
    local grid = tilepath.grid(32767, 1)
    local unit = stand(tilepath.crowd(grid), tilepath.pathfinder(grid), 1, 1)
    local path = {}
    for i = 1, 1200 do
      path[2 * i - 1], path[2 * i] = i % 2 == 0 and 32766.5 or 0.5, 0.5
    end
    assert.has_error(function() unit:follow(path) end)
    assert.are.equal("idle", unit.status)
  end)
end)
