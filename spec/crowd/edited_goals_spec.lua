--- Where units go after the map has changed since their order: blocked points,
-- doors that open far away, cells that other units hold.

local boards = require "spec.support.boards"
local stand_in = require "spec.support.stand"
local tilepath = require "tilepath"

local stand = stand_in.unit

--- A crowd on a map of so many columns and rows. The crowd searches in another
-- way on large maps, and with a budget of nodes.
local function crowd_on(columns, rows, nodes)
  local grid = tilepath.grid(columns, rows)
  return tilepath.crowd(grid, { max_nodes = nodes }), tilepath.pathfinder(grid),
    grid
end

--- Plays so many ticks. @return the columns in which units reached points, as
-- text, and their other events
local function play(crowd, ticks)
  local points, told = {}, {}
  for _ = 1, ticks do
    crowd:tick()
    for unit, what in crowd:events() do
      local words = what == "reached" and points or told
      words[#words + 1] = what == "reached" and unit.cell_x or what
    end
  end
  return table.concat(points, " "), table.concat(told, " ")
end

local function come_to_rest(crowd)
  local ticks = 0
  repeat
    crowd:tick()
    ticks = ticks + 1
  until crowd.moving == 0
  for _, unit in ipairs(crowd:units()) do
    assert.is_true(unit.status == "arrived" or unit.status == "idle")
  end
  return ticks
end

local function wall(grid, x, is_open)
  for y = 1, grid.height do grid:set_walkable(x, y, is_open or false) end
end

for _, map in ipairs { { "a small map", 24 },
  { "a small map, with a budget", 24, 40 },
  { "a large map, with a budget", 2500, 200 } } do
  local name, columns, nodes = map[1], map[2], map[3]

  describe("on " .. name .. ",", function()
    it("a patrol skips points in walls, and points out of reach", function()
      local crowd, finder, grid = crowd_on(columns, 3, nodes)
      grid:set_walkable(5, 2, false)
      wall(grid, 12)
      assert(stand(crowd, finder, 1, 2):patrol { { 2.5, 1.5 }, { 4.5, 1.5 },
        { 8.5, 1.5 }, { 14.5, 1.5 } })
      local points, told = play(crowd, 60)
      assert.matches("^3 9 3 9 3 9[ 39]*$", points)
      assert.are.equal("", told)
      wall(grid, 12, true)
      grid:set_walkable(5, 2, true)
      assert.matches("3 5 9 15 3 5", play(crowd, 100))
    end)

    it("a patrol turns round if its path is blocked", function()
      local crowd, finder, grid = crowd_on(columns, 3, nodes)
      local unit = stand(crowd, finder, 3, 2)
      assert(unit:patrol { { 12.5, 1.5 }, { 2.5, 1.5 }, { 6.5, 1.5 } })
      play(crowd, 6)
      wall(grid, 12)
      local points, told = play(crowd, 40)
      assert.matches("3 7 3 7", points)
      assert.are.equal("", told)
      wall(grid, 5)
      points, told = play(crowd, 40)
      assert.is_true(#points <= 3)
      assert.are.same({ "blocked", "blocked" }, { told, unit.status })
      wall(grid, 5, true)
      assert.matches("3 7 3", play(crowd, 40))
    end)

    it("a door that opens far away lets all blocked units go on", function()
      local crowd, finder, grid = crowd_on(columns, 4, nodes)
      wall(grid, 16)
      grid:set_walkable(16, 2, true)
      for i = 1, 4 do
        assert(stand(crowd, finder, i, 3):go_cell(20, i))
      end
      crowd:tick()
      grid:set_walkable(16, 2, false)
      play(crowd, 300)
      for _, unit in ipairs(crowd:units()) do
        assert.are.same({ "blocked", "unreachable" },
          { unit.status, unit.reason })
      end
      for _ = 1, 3 do -- edits that open nothing for them
        grid:set_walkable(18, 1, not grid:is_walkable(18, 1))
        crowd:tick()
      end
      grid:set_walkable(18, 1, true)
      grid:set_walkable(16, 2, true)
      local ticks = come_to_rest(crowd)
      assert.is_true(ticks > 10 and ticks < 50)
    end)

    it("a group gives another cell to a unit that lost its cell", function()
      local crowd, finder, grid = crowd_on(columns, 12, nodes)
      for i = 1, 6 do stand(crowd, finder, 1, i) end
      assert.are.equal(6, crowd:go_cell(crowd:units(), 10, 5))
      play(crowd, 3)
      grid:fill(9, 5, 2, 1, "wall")
      come_to_rest(crowd)
      for _, unit in ipairs(crowd:units()) do
        assert.is_true(math.abs(unit.cell_x - 10) <= 2)
        assert.is_true(math.abs(unit.cell_y - 5) <= 2)
      end
    end)
  end)
end

describe("two units with settle", function()
  it("settle where each keeps the other from its goal", function()
    local crowd, finder = crowd_on(6, 1)
    local one, other = stand(crowd, finder, 1, 1), stand(crowd, finder, 6, 1)
    one:go_cell(5, 1, { settle = 3 })
    other:go_cell(2, 1, { settle = 3 })
    local ticks = 0
    repeat
      crowd:tick()
      ticks = ticks + 1
    until crowd.moving == 0
    assert.is_true(ticks < 20)
    assert.are.same({ "settled", "settled" }, { one.status, other.status })
  end)
end)

describe("a unit that was blocked beside its goal and has stepped back", function()
  it("is blocked if the goal becomes a wall, until the wall is gone", function()
    for turn = 0, 7 do
      for pace = 1, 4 do
        local grid, place = boards.drawn({ "........", "........", "........" },
          nil, turn)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        local x, y = place(4, 2)
        local first = stand(crowd, finder, x, y)
        local start_x, start_y = place(6, 2)
        local unit = stand(crowd, finder, start_x, start_y, { pace = pace })
        first:go_cell(x, y)
        unit:go_cell(x, y)
        play(crowd, 80)
        assert.are.equal("blocked", unit.status)
        assert.is_true(unit:set_cell(start_x, start_y))
        crowd:tick()
        first:go_cell(place(1, 1))
        repeat
          crowd:tick()
        until crowd:is_free(x, y)
        grid:set(x, y, "wall")
        play(crowd, 20)
        assert.are.same({ "blocked", "goal_blocked", 0 },
          { unit.status, unit.reason, crowd.moving })
        grid:set(x, y, "open")
        play(crowd, 20)
        assert.are.same({ "arrived", x, y },
          { unit.status, unit.cell_x, unit.cell_y })
      end
    end
  end)
end)
