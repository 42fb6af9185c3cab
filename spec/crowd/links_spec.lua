--- Queues in front of stairs and lifts. The judge shares no code with the
-- library.

local boards = require "spec.support.boards"
local crowd_game = require "spec.support.crowd_game"
local lacks = require "spec.support.lacks"
local tilepath = require "tilepath"

local floor = math.floor
local new_game = crowd_game.new

local OPEN_HALVES = {}
for y = 1, 11 do
  OPEN_HALVES[y] = y == 6 and "#########" or "........."
end

--- A game with a link from the upper half to the lower one.
local function halves(rule, by_time, link)
  local game = new_game(OPEN_HALVES, rule, by_time)
  local made, told = game:link(5, 4, 5, 10, link)
  return game, made, told
end

--- Twelve units in the upper half that go to the lower half.
local function send_down(game)
  for i = 1, 12 do
    game:add(1 + (i - 1) % 6, 1 + floor((i - 1) / 6))
  end
  game:look()
  for i, name in ipairs(game.names) do
    assert.is_true(game.units[name]:go_cell(1 + (i - 1) % 6,
      8 + floor((i - 1) / 6)))
  end
end

--- Plays until no unit is under way. @return the time of that
local function run(game, most)
  local last = 0
  while game:go_on(game.by_time and 0.1 or nil) > 0 and game.now < most do
    last = game.now
  end
  game:check()
  return last
end

local function count_below(game, row)
  local below = 0
  for _, unit in pairs(game.units) do
    below = below + (unit.cell_y > row and 1 or 0)
  end
  return below
end

local function assert_arrived(game)
  for _, unit in pairs(game.units) do
    assert.are.equal("arrived", unit.status)
  end
end

describe("#once a queue in front of stairs", function()
  for _, rule in ipairs(crowd_game.RULES) do
    it("goes through one by one, diagonal = " .. rule, function()
      for _, by_time in ipairs { true, false } do
        local game = halves(rule, by_time, { price = 2 })
        send_down(game)
        run(game, 100)
        assert.are.same({ 12, 12 }, { count_below(game, 6), game.judge.rides })
      end
    end)
  end
end)

describe("#once a lift", function()
  it("carries one unit after the other", function()
    local game = halves("only_if_no_obstacles", true, { seconds = 3 })
    send_down(game)
    local last = run(game, 100)
    assert.are.equal(12, count_below(game, 6))
    -- the way in and the way out are a step of 0.25 or 0.36 seconds each
    assert.is_true(last >= 36 and last <= 12 * (3 + 3 * 0.36) + 3,
      ("took %g"):format(last))
  end)

  it("of a minute blocks no unit: the others wait", function()
    for _, rule in ipairs { "never", "always" } do
      local game = halves(rule, true, { seconds = 60 })
      send_down(game)
      while game:go_on(0.2) > 0 and game.now < 900 do
        for _, what in game.crowd:events() do
          assert.are_not.equal("blocked", what)
        end
      end
      game:check()
      assert.are.equal(12, count_below(game, 6))
      assert_arrived(game)
    end
  end)
end)

describe("#once a link", function()
  it("that is removed carries its unit, and blocks the others", function()
    local game, link, told = halves("never", true, { seconds = 3 })
    send_down(game)
    while count_below(game, 6) == 0 do
      game:go_on(0.1)
    end
    game:go_on(0.1)
    game.grid:unlink(link)
    game.judge:unlink(told)
    for _ = 1, 100 do
      game:go_on(0.1)
    end
    local blocked = 0
    for _, unit in pairs(game.units) do
      if unit.cell_y < 6 then
        assert.are.same({ "blocked", "unreachable" },
          { unit.status, unit.reason })
        blocked = blocked + 1
      end
    end
    assert.are.equal(11, blocked)
    game:link(2, 4, 2, 10)
    run(game, 60)
    assert.are.equal(12, count_below(game, 6))
  end)

  it("has its unit at both ends, until that is put elsewhere", function()
    local game = halves("never", true, { seconds = 3 })
    local crowd, unit = game.crowd, game:add(5, 4)
    unit:go_cell(5, 10)
    crowd:update(1)
    for _, y in ipairs { 4, 10 } do
      assert.is_true(rawequal(crowd:at(5, y), unit))
      assert.are.equal(1, #crowd:units(5, y, 1, 1))
      assert.is_nil(game.finder:find(1, y, 5, y, { avoid = crowd }))
      for _, except in ipairs { unit, { unit, unit } } do
        assert.is_truthy(game.finder:find(1, y, 5, y,
          { avoid = crowd, except = except }))
      end
    end
    assert.are.equal(1, #crowd:units(1, 1, 9, 9))
    assert.are.equal(0, #crowd:units(1, 5, 9, 4))
    assert.is_true(unit:set_cell(1, 1))
    assert.is_true(crowd:is_free(2, 1, 8, 11))
    crowd:update(2)
    unit:remove()
    assert.is_true(crowd:is_free(1, 1, 9, 11))
  end)
end)

describe("#once many units over stairs", function()
  local function big_game(by_time)
    local rows = {}
    for y = 1, 21 do
      rows[y] = y == 11 and ("#"):rep(12) or ("."):rep(12)
    end
    local game = new_game(rows, "only_if_no_obstacles", by_time)
    game:link(3, 9, 3, 13, { price = 1 })
    game:link(9, 9, 9, 13, { price = 1, one_way = true })
    for i = 1, 40 do
      game:add(1 + (i - 1) % 10, 1 + floor((i - 1) / 10))
    end
    game:look()
    return game
  end

  for _, by_time in ipairs { true, false } do
    it("go to one place, by " .. (by_time and "time" or "ticks"), function()
      local game = big_game(by_time)
      assert.are.equal(40, game.crowd:go_cell(game.crowd:units(), 6, 17))
      run(game, by_time and 300 or 3000)
      assert.are.equal(40, count_below(game, 11))
      assert_arrived(game)
    end)
  end

  it("follow a field", function()
    local game, goals = big_game(true), {}
    for i = 1, 40 do
      goals[i] = { 1 + (i - 1) % 10, 17 + floor((i - 1) / 10) }
    end
    local field = game.finder:field(goals)
    for _, name in ipairs(game.names) do
      assert.is_true(game.units[name]:follow(field))
    end
    run(game, 300)
    assert.are.equal(40, count_below(game, 11))
  end)
end)

describe("#once units that want each other's end of a link", function()
  -- Islands of which only a search over the positions of units finds a way out:
  -- the map; where units begin, the first two at the ends of the link, and where
  -- they go to; and what the core in Lua lacks.
  local ISLANDS = {
    { "...#.#./####.../...###.", "11 15", "15 11" },
    { "..##.../..#####/#..#.##", "35 12", "12 35" },
    { "..##.../...#.##/#..#.#.", "17 23", "23 17" },
    { "...#.../..#####/##.#..#", "35 13 12", "13 35 36", lacks.plans },
    { "...#.../#.###.#/.######", "11 26 16", "26 11 17" },
    { ".######/...#.#./...#...", "27 22 37", "22 27 35" },
  }
  for _, island in ipairs(ISLANDS) do
    it("give way: " .. island[1] .. (island[4] or ""), function()
      local rows, goals = {}, {}
      for row in island[1]:gmatch("[^/]+") do
        rows[#rows + 1] = row
      end
      local game = new_game(rows, "never", true)
      for y, x in island[2]:gmatch("(%d)(%d)") do
        game:add(tonumber(x), tonumber(y))
      end
      local a, b = game.units.u1, game.units.u2
      game:link(a.cell_x, a.cell_y, b.cell_x, b.cell_y)
      game:look()
      for y, x in island[3]:gmatch("(%d)(%d)") do
        goals[#goals + 1] = { tonumber(x), tonumber(y) }
        game.units["u" .. #goals]:go_cell(tonumber(x), tonumber(y))
      end
      repeat
        local are_there = true
        game:go_on(0.1)
        for i, goal in ipairs(goals) do
          local unit = game.units["u" .. i]
          are_there = are_there and unit.status == "arrived"
            and unit.cell_x == goal[1] and unit.cell_y == goal[2]
        end
      until are_there or game.now > 300
      game:check()
      assert.is_true(game.now <= 300)
    end)
  end
end)

describe("#once two crowds that pass through one hub of links", function()
  local ROWS = { ".........#...........", ".........#...........",
    ".........#...........", ".........#..........#", ".........#.........#." }

  local function play(each, has_exits, options)
    local game = new_game(ROWS, "only_if_no_obstacles", true)
    for _, x in ipairs { 2, 18 } do
      game:link(x, 2, 21, 5, { seconds = 0.2, one_way = has_exits })
      if has_exits then
        game:link(21, 5, x + 1, 1, { seconds = 0.2, one_way = true })
      end
    end
    for i = 1, each do
      game:add(i, 4)
      game:add(12 + i, 4)
    end
    game:look()
    for i, name in ipairs(game.names) do
      local x = floor((i + 1) / 2)
      assert.is_true(game.units[name]:go_cell(i % 2 == 1 and 13 + x or x,
        5, options))
    end
    local last = run(game, 60)
    assert_arrived(game)
    return last
  end

  it("does not stop them", function()
    for each = 2, 5 do
      for _, has_exits in ipairs { false, true } do
        local last = play(each, has_exits)
        assert.is_true(last < 2.5 + each, ("%d: took %g"):format(each, last))
      end
    end
  end)

  it("lets no unit settle in it", function()
    assert.is_true(play(5, false, { settle = 7 }) < 7.5)
  end)
end)

describe("a unit that comes back to its path before a link", function()
  it("takes the link", function()
    local grid = tilepath.grid([[
      ############################.
      ############################.
      ###....######################
      ###.#########################
      ###..########################
      ###=..#######################
      ###.=.....#....##############
      ##..#####...#################
      #########..##################]], { legend = { ["="] = "road" },
      prices = { road = 0.7 } })
    grid:link(7, 3, 29, 1, { price = 1 })
    local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
    local other, unit = crowd:add { finder = finder, cell_x = 3, cell_y = 8,
      speed = 1 }, crowd:add { finder = finder, cell_x = 11, cell_y = 9,
      speed = 1 }
    unit:go_cell(29, 2)
    crowd:update(3.75)
    other:go_cell(15, 7)
    crowd:update(20)
    assert.are.equal("arrived", unit.status)
  end)
end)

describe("a unit that may take one of two equal links", function()
  for _, order in ipairs { "go_cell", "follow" } do
    it("takes the older one by " .. order, function()
      for seconds = 1, 5, 4 do
        local grid = tilepath.grid("..#..")
        grid:link(2, 1, 4, 1, { price = 2, seconds = seconds })
        grid:link(2, 1, 4, 1, { price = 2, seconds = 6 - seconds })
        local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
        local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1,
          speed = 1 }
        if order == "follow" then
          unit:follow((finder:find(1, 1, 5, 1)))
        else
          unit:go_cell(5, 1)
        end
        -- a second to the link, and a second from its end to the goal
        crowd:update(2 + seconds - 0.01)
        assert.are.equal("going", unit.status)
        crowd:update(0.02)
        assert.are.equal("arrived", unit.status)
      end
    end)
  end
end)

-- The path leads round the post, and on along the cells of the cart. Seen from
-- the near end, the way back by the link costs as little.
describe("a unit that has taken a link", function()
  it("pushes the one before it rather than go back", function()
    for turn = 0, 7 do
      local grid, to = boards.drawn({ "##..##", "......", "#.####" }, {}, turn)
      local x, y = to(6, 2)
      grid:link(x, y, to(1, 2))
      local finder = tilepath.pathfinder(grid, { diagonal = "never" })
      local crowd = tilepath.crowd(grid)
      local function add(cell_x, cell_y)
        return crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y }
      end
      add(to(2, 2))
      add(to(4, 2)).yields = false
      local unit = add(x, y)
      unit:go_cell(to(4, 1))
      for _ = 1, 10 do crowd:tick() end
      assert.are.equal("arrived", unit.status, "turn " .. turn)
    end
  end)
end)

describe("a unit that comes out of a link", function()
  it("pushes one away on any side", function()
    for turn = 0, 7 do
      for x = 1, 4 do
        local grid, to = boards.drawn({ "####", "....", "####", "...." }, {},
          turn)
        local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
        local function add(cell_x, cell_y)
          return crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y }
        end
        local near_x, near_y = to(1, 2)
        grid:link(near_x, near_y, to(x, 4))
        local other, unit = add(to(x, 4)), add(near_x, near_y)
        unit:go_cell(to(x, 4))
        crowd:tick()
        assert.are.same({ to(x, 4) }, { unit.cell_x, unit.cell_y })
        for _ = 1, 3 do crowd:tick() end
        assert.are.equal("arrived", unit.status, turn .. " " .. x)
        assert.are.equal("idle", other.status)
      end
    end
  end)
end)

-- They change ends of the links in turns, for ever, if each ride gives hope.
describe("two units in each other's way at links", function()
  it("do not ride to and fro", function()
    for turn = 0, 7 do
      local grid, to = boards.drawn({ "#..#.", "..#..", "#..#." }, {}, turn)
      local function link(x, y, far_x, far_y)
        x, y = to(x, y)
        grid:link(x, y, to(far_x, far_y))
      end
      link(3, 1, 5, 3)
      link(2, 3, 2, 1)
      local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
      local function add(x, y)
        local cell_x, cell_y = to(x, y)
        return crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y }
      end
      add(2, 2).yields = false
      local one, two = add(2, 1), add(4, 2)
      one:go_cell(to(5, 3))
      two:go_cell(to(2, 3))
      for _ = 1, 80 do crowd:tick() end
      assert.are.same({ "arrived", "arrived" }, { one.status, two.status },
        "turn " .. turn)
    end
  end)
end)
