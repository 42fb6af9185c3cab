--- Detours round units that stay: paused units, and units at rest beside a
-- diagonal step.

local helper = require "spec.support.helper"
local lacks = require "spec.support.lacks"
local scene = require "spec.support.scene"
local tilepath = require "tilepath"

-- A letter begins at `a` and goes to `A`; g and h are paused in a door.
local SCENES = {
  { "others take the other door", [[
    bound 90
    map 19 21
    ..a......#.....A...
    ..b......#.....B...
    ..c......g.....C...
    ..d......#.....D...
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    ...................
    .........#.........
    .........#.........
    .........#.........
    agent g hold
    agent a
    agent b
    agent c
    agent d
    expect 90 g paused
    expect 90 a arrived
    expect 90 d arrived
  ]] },

  { "a large unit takes the other door, too", [[
    bound 60
    map 19 15
    .........#.........
    .........#.........
    ..a...........A....
    .........g.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    ...................
    ...................
    .........#.........
    .........#.........
    agent g hold
    agent a size=2
    expect 60 a arrived
  ]] },

  { "a unit is stuck if both doors are held, until a door is free", [[
    bound 139
    map 19 12
    .........#.........
    .........#.........
    ..a......g.....A...
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........h.........
    .........#.........
    .........#.........
    .........#.........
    agent g hold
    agent h hold
    agent a
    expect 78 a stuck
    event 79 remove h
    event 79 go a 16,3
    expect 139 a arrived
  ]] },

  { "a unit sees a new wall on its detour", [[
    bound 69
    map 19 12
    .........#.........
    .........#.........
    ..a......g.....A...
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    ...................
    .........#.........
    .........#.........
    .........#.........
    agent g hold
    agent a
    event 9 close 10,9
    event 29 resume g
    event 29 go a 16,3
    expect 69 a arrived
  ]] },

  { "five units in a row go round one by one", [[
    bound 60
    map 19 17
    .........#.........
    .........#.........
    .abcde...g..ABCDE..
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    .........#.........
    ...................
    .........#.........
    .........#.........
    .........#.........
    agent g hold
    agent a
    agent b
    agent c
    agent d
    agent e
  ]] },
}

--- Ground larger than the window of a local search.
local PLAIN = "map 200 150\n" .. (("."):rep(200) .. "\n"):rep(150)
  .. "bound 150\nagent a at=10,10 to=100,100"

for size = 1, 2 do
  table.insert(SCENES, {
    ("a unit of size %d passes between two units at rest")
      :format(size),
    ("%s size=%d\nagent h at=%d,50 idle\nagent v at=50,%d idle\n")
      :format(PLAIN, size, 50 + size, 50 + size) })
end

describe("a detour", function()
  for _, each in ipairs(SCENES) do
    for _, clock in ipairs(scene.CLOCKS) do
      it(("%s (%s)"):format(each[1], clock), function()
        scene.play(each[2], clock)
      end)
    end
  end
end)

describe("a unit that a paused unit stops", function()
  --- A wall with two doors, the nearer one held by a paused unit.
  local function house(width, height)
    local grid = tilepath.grid(width, height)
    grid:fill(20, 1, 1, height, "wall")
    grid:set(20, 3, "open")
    grid:set(20, 40, "open")
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid)
    local guard = crowd:add { finder = finder, cell_x = 20, cell_y = 3 }
    local unit = crowd:add { finder = finder, cell_x = 12, cell_y = 3 }
    guard:pause()
    return crowd, unit, finder
  end

  local function play(crowd, beats)
    for _ = 1, beats do
      crowd:tick()
    end
  end

  local ORDERS = {
    { "to a goal", function(unit)
      unit:go_cell(28, 3)
    end },
    { "along a path", function(unit, finder)
      unit:follow((finder:find(12, 3, 28, 3)))
    end },
    { "in a group", function(unit)
      unit.crowd:go_cell({ unit }, 28, 3)
    end },
  }
  for _, order in ipairs(ORDERS) do
    for _, size in ipairs { { 40, 50 }, { 200, 150 } } do
      it(("goes round %s, on %d columns"):format(order[1], size[1]), function()
        local crowd, unit, finder = house(size[1], size[2])
        order[2](unit, finder)
        play(crowd, 100)
        assert.are.same({ 28, 3, "arrived" },
          { unit.cell_x, unit.cell_y, unit.status })
        assert.is_true(crowd.info.searches <= 3)
      end)
    end
  end

  --- A column of paused units on open ground, and others that walk past. A unit
  -- that is pushed off its path finds another path.
  local function throng(width, height, paused, many)
    local grid = tilepath.grid(width, height)
    local finder = tilepath.pathfinder(grid)
    local crowd, units = tilepath.crowd(grid), {}
    local x, y = width / 2, height / 2
    for i = 1, paused do
      crowd:add { finder = finder, cell_x = x,
        cell_y = y - (paused - 1) / 2 + i }:pause()
    end
    for i = 1, many do
      units[i] = crowd:add { finder = finder, cell_x = x - 4 - i % 3,
        cell_y = y - many / 2 + i }
      units[i]:go_cell(x + 6 + i % 3, units[i].cell_y)
    end
    return crowd, units
  end

  local THRONGS = { { 16, 16, 9, 6, 24 }, { 40, 30, 15, 12, 30 },
    { 120, 100, 41, 20, 120 } }
  for _, t in ipairs(THRONGS) do
    it(("goes round %d paused units with %d others"):format(t[3], t[4] - 1),
      function()
      local crowd, units = throng(t[1], t[2], t[3], t[4])
      for _ = 1, t[5] do
        crowd:tick()
        for _, what in crowd:events() do
          assert.are_not.equal("blocked", what)
        end
      end
      for _, unit in ipairs(units) do
        assert.are.equal("arrived", unit.status)
      end
    end)
  end

  it("does not search for ever if other units push it off each path", function()
    local grid = tilepath.grid(helper.map [[
      .............#.
      ##.##.....#.#..
      ...#.......#...
      ...#..#.#...##.
      ....#..#.......
      .......#.......
    ]])
    local finder = tilepath.pathfinder(grid, { diagonal = "never" })
    local crowd, units = tilepath.crowd(grid), {}
    for i, cell in ipairs { { 4, 1 }, { 3, 3 }, { 1, 6 }, { 15, 5 },
      { 15, 1 } } do
      units[i] = crowd:add { finder = finder, cell_x = cell[1],
        cell_y = cell[2] }
    end
    for _, cell in ipairs { { 9, 3 }, { 4, 6 }, { 1, 5 } } do
      crowd:add { finder = finder, cell_x = cell[1], cell_y = cell[2] }:pause()
    end
    for i, cell in ipairs { { 5, 4 }, { 3, 4 }, { 10, 3 }, { 4, 4 },
      { 14, 4 } } do
      units[i]:go_cell(cell[1], cell[2])
    end
    play(crowd, 1500)
    local asked = crowd.info.searches
    play(crowd, 1500)
    assert.is_true(crowd.info.searches - asked <= #units)
  end)

  it("goes round a paused unit in front of a door that has closed", function()
    for _, side in ipairs { 40, 150 } do
      local grid = tilepath.grid(side, side)
      grid:fill(21, 1, 1, side, "wall")
      grid:set(21, 3, "open")
      grid:set(21, 30, "open")
      local finder = tilepath.pathfinder(grid)
      local crowd = tilepath.crowd(grid)
      local unit = crowd:add { finder = finder, cell_x = 21, cell_y = 3 }
      crowd:add { finder = finder, cell_x = 22, cell_y = 3 }:pause()
      grid:set(21, 3, "wall")
      unit:go_cell(31, 3)
      play(crowd, 80)
      assert.are.equal("arrived", unit.status)
    end
  end)

  it("goes on if the ground behind the paused unit gets dearer", function()
    local grid = tilepath.grid(120, 9, { prices = { swamp = 5 } })
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = finder, cell_x = 5, cell_y = 5 }
    crowd:add { finder = finder, cell_x = 51, cell_y = 5 }:pause()
    unit:go_cell(119, 5)
    play(crowd, 100)
    grid:fill(52, 1, 34, 9, "swamp")
    play(crowd, 30)
    assert.are.equal("arrived", unit.status)
  end)

  it("pays nodes for the search over the map and all units"
    .. lacks.slices, function()
    local grid = tilepath.grid(512, 512)
    local finder = tilepath.pathfinder(grid)
    local crowd, units = tilepath.crowd(grid, { nodes = 300 }), {}
    for i = 1, 40 do
      local y = 12 * i
      units[i] = crowd:add { finder = finder, cell_x = 20, cell_y = y }
      for down = -2, 2 do
        crowd:add { finder = finder, cell_x = 22, cell_y = y + down }:pause()
      end
      units[i]:go_cell(26, y)
    end
    -- First the paths. Then each detour takes 16 + 64 + 30 nodes at least.
    play(crowd, 3)
    for _ = 1, 20 do
      local asked = crowd.info.searches
      play(crowd, 1)
      assert.is_true(crowd.info.searches - asked <= 3)
    end
    play(crowd, 60)
    for _, unit in ipairs(units) do
      assert.are.equal("arrived", unit.status)
    end
  end)

  it("waits if it follows a field", function()
    local crowd, unit, finder = house(40, 50)
    unit:follow(finder:field { { 28, 3 } })
    play(crowd, 60)
    assert.are.same({ 19, 3, "going" }, { unit.cell_x, unit.cell_y,
      unit.status })
    play(crowd, 20)
    assert.are.same({ "blocked", "stuck" }, { unit.status, unit.reason })
  end)

  it("searches once and waits if there is no other path", function()
    local crowd, unit = house(40, 50)
    crowd.grid:set(20, 40, "wall")
    unit:go_cell(28, 3)
    play(crowd, 60)
    assert.are.same({ 19, 3, "going" }, { unit.cell_x, unit.cell_y,
      unit.status })
    assert.are.equal(3, crowd.info.searches)
  end)
end)
