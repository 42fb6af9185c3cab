--- The profile option `radius`: sight, paths, pruning and followers keep that
-- far from walls. The fuzz's oracle judges sight; here the numbers are small
-- enough to check by hand, and laws hold on random maps.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local list, map, mistake = helper.list, helper.map, helper.mistake
local near, points = helper.near, helper.points

--- Cells of 24 x 24 from 0, 0 on.
local function grid_of(text)
  return tilepath.grid(text, { cell_size = 24 })
end

local function body_on(text, radius, profile)
  profile = profile or {}
  profile.radius = radius
  return tilepath.pathfinder(grid_of(text), profile)
end

describe("#once radius in a profile #core_c", function()
  local grid = tilepath.grid(9, 9, { cell_size = { 30, 20 } })

  it("is 0 by default", function()
    assert.are.equal(0, tilepath.pathfinder(grid).profile.radius)
    assert.are.equal(0, tilepath.pathfinder(grid, { radius = 0 })
      .profile.radius)
  end)

  it("is in the profile, which makes an equal pathfinder again", function()
    for _, radius in ipairs { 10, 1 / 3, 1e-300 } do
      local finder = tilepath.pathfinder(grid, { radius = radius })
      assert.are.equal(radius, finder.profile.radius)
      local again = tilepath.pathfinder(grid, finder.profile)
      assert.are.same(finder.profile, again.profile)
    end
  end)

  it("is at most half the smaller side of the agent's cells", function()
    for _, case in ipairs {
      { 1, 10 }, { { 2, 1 }, 10 }, { { 1, 2 }, 15 }, { { 2, 3 }, 30 },
      { 64, 640 },
    } do
      local size, most = case[1], case[2]
      local finder = tilepath.pathfinder(grid, { size = size, radius = most })
      assert.are.equal(most, finder.profile.radius)
      assert.are.equal(("pathfinder: radius must be a number from 0 to %d, "
        .. "half the smaller side of what the agent covers, got %.14g"):format(
        most, most + 0.5), mistake(function()
        tilepath.pathfinder(grid, { size = size, radius = most + 0.5 })
      end))
    end
  end)

  it("raises for any other value", function()
    for _, wrong in ipairs { -1, -1e-300, 0 / 0, math.huge, -math.huge, "3",
      true, false, {} } do
      assert.truthy(mistake(function()
        tilepath.pathfinder(grid, { radius = wrong })
      end):find("pathfinder: radius must be a number from 0 to 10, ", 1, true))
    end
  end)

  it("excludes rules that cut corners", function()
    for _, rule in ipairs { "always", "at_least_one_walkable" } do
      assert.are.equal("pathfinder: radius must be 0 if diagonal is '"
        .. rule .. "', which cuts corners, got 3", mistake(function()
        tilepath.pathfinder(grid, { diagonal = rule, radius = 3 })
      end))
      assert.truthy(tilepath.pathfinder(grid, { diagonal = rule, radius = 0 }))
    end
    assert.truthy(tilepath.pathfinder(grid, { diagonal = false, radius = 3 }))
  end)
end)

describe("#once a long and nearly level line of a body #core_c", function()
  it("stops at the first wall of its row, not at a wall outside the "
    .. "map", function()
    local grid = tilepath.grid(6000, 3, { cell_size = 65536 })
    for _, wall in ipairs { { 3775, 3 }, { 2550, 1 }, { 3338, 3 } } do
      grid:set(wall[1], wall[2], "wall")
    end
    local body = tilepath.pathfinder(grid, { radius = 32768 })
    assert.are.same({ false, 2550, 1 }, { body:line_of_sight_world(
      81199949, 98300, 325480275, 98304) })
  end)
end)

describe("#once sight with a radius #core_c", function()
  local corridor = map [[
    #####
    .....
    #####
  ]]

  it("keeps off walls on both sides, and may touch them", function()
    local hero = body_on(corridor, 10)
    assert.are.same({ true, 4 },
      list(hero:line_of_sight_world(12, 36, 108, 36)))
    assert.is_true((hero:line_of_sight_world(12, 34, 108, 38)))
    assert.is_true((hero:line_of_sight_world(12, 34, 108, 34)))
    assert.is_false((hero:line_of_sight_world(12, 33.99, 108, 34)))
    assert.is_false((hero:line_of_sight_world(12, 34, 108, 38.01)))
  end)

  it("keeps off the edge of the map", function()
    local hero = body_on("...", 12)
    assert.is_true((hero:line_of_sight_world(12, 12, 60, 12)))
    assert.is_false((hero:line_of_sight_world(11.9, 12, 60, 12)))
    assert.is_false((hero:line_of_sight_world(12, 12, 60.1, 12)))
    assert.is_false((hero:line_of_sight_world(12, 12.1, 60, 12)))
  end)

  it("passes corners in a circle", function()
    local grid = tilepath.grid(map [[
      .....
      .....
      ..#..
      .....
      .....
    ]], { cell_size = 16 })
    local hero = tilepath.pathfinder(grid, { radius = 5 })
    -- 3 and 4 away from the corner at 32, 32.
    assert.is_true((hero:line_of_sight_world(29, 28, 29, 28)))
    assert.is_true((hero:line_of_sight_world(28, 29, 15, 29)))
    assert.is_false((hero:line_of_sight_world(29.01, 28, 29.01, 28)))
    assert.is_false((hero:line_of_sight_world(29, 28.01, 29, 28.01)))
    -- The line of slope -3 / 4 past it, 5 away.
    assert.is_true((hero:line_of_sight_world(21, 34, 37, 22)))
    assert.is_false((hero:line_of_sight_world(21, 34.01, 37, 22.01)))
  end)

  it("is that of a circle in the world, even on oblong cells", function()
    local grid = tilepath.grid(map [[
      .....
      .....
      ..#..
      .....
    ]], { cell_size = { 32, 16 } })
    local hero = tilepath.pathfinder(grid, { radius = 5 })
    assert.is_true((hero:line_of_sight_world(59, 50, 59, 5)))
    assert.is_false((hero:line_of_sight_world(59.01, 50, 59.01, 5)))
    assert.is_true((hero:line_of_sight_world(61, 28, 61, 28)))
    assert.is_false((hero:line_of_sight_world(61.01, 28, 61.01, 28)))
    assert.is_true((hero:line_of_sight_world(5, 27, 155, 27)))
    assert.is_false((hero:line_of_sight_world(5, 27.01, 155, 27.01)))
  end)

  it("starts at the middle of a large agent", function()
    local grid = tilepath.grid(map [[
      ......
      ......
      ......
      ...#..
      ......
    ]], { cell_size = 10 })
    local cart = tilepath.pathfinder(grid, { size = 2, radius = 10 })
    assert.is_true((cart:line_of_sight(1, 1, 5, 1)))
    assert.is_true((cart:line_of_sight_world(10, 20, 50, 20)))
    assert.is_false((cart:line_of_sight_world(10, 20, 50, 20.01)))
    assert.is_true((cart:line_of_sight_world(10, 10, 10, 40)))
    assert.is_false((cart:line_of_sight_world(9.99, 10, 9.99, 40)))
    -- A body that is small for its agent: the agent's cells have to be free,
    -- too.
    local wide = tilepath.pathfinder(grid, { size = 2, radius = 1 })
    local point = tilepath.pathfinder(grid, { size = 2 })
    assert.is_false((point:line_of_sight_world(25, 10, 25, 28)))
    assert.is_false((wide:line_of_sight_world(25, 10, 25, 28)))
    assert.is_true((wide:line_of_sight_world(24.9, 10, 24.9, 28)))
  end)

  it("is exact along nearly level lines of thousands of cells", function()
    local grid = tilepath.grid(30000, 5)
    grid:set(10, 2, "wall")
    local hero = tilepath.pathfinder(grid, { radius = 0.5 })
    local x, y = 10.45, 2.3 -- clear of that cell
    for away = 200, 29000, 200 do
      for part = 1, 6 do
        local x2, y2 = x + away, y + part / 65536
        assert.is_true((hero:line_of_sight_world(x, y, x2, y2)))
        assert.is_true((hero:line_of_sight_world(x2, y2, x, y)))
      end
    end
  end)

  it("returns the first cell that the body meets", function()
    local hero = body_on(map [[
      .....#.
      .......
      ....#..
    ]], 12)
    assert.are.same({ true, 4 },
      list(hero:line_of_sight_world(12, 36, 108, 36)))
    -- The body meets both; the lower cell begins further left.
    assert.are.same({ false, 5, 3 },
      list(hero:line_of_sight_world(12, 44, 150, 32)))
    -- From the other end, the upper cell comes first.
    assert.are.same({ false, 6, 1 },
      list(hero:line_of_sight_world(150, 32, 12, 44)))
    -- Of two cells that begin together: the upper, or the left cell.
    assert.are.same({ false, 3, 1 },
      list(body_on("..#\n..#", 6):line_of_sight_world(12, 24, 60, 24)))
    assert.are.same({ false, 1, 2 },
      list(body_on("...\n##.", 6):line_of_sight_world(24, 12, 24, 40)))
    -- The edge of the map.
    assert.are.same({ false, 0, 1 },
      list(body_on("...", 6):line_of_sight_world(5, 12, 20, 12)))
    assert.are.same({ false, 4, 1 },
      list(body_on("...", 6):line_of_sight(1, 1, 9, 1)))
  end)

  it("decides sight, except for the goal's own cell", function()
    local text = map [[
      .....
      .....
      ...##
    ]]
    local query = { within = 9, sight = true }
    local thin, stout = body_on(text, 0), body_on(text, 12)
    -- Past the corner of the wall, and to the wall itself.
    assert.are.equal("1,3", points(thin:find(1, 3, 5, 2, query)))
    assert.are.equal("1,3 1,2", points(stout:find(1, 3, 5, 2, query)))
    assert.are.equal("1,3", points(stout:find(1, 3, 4, 3, query)))
    assert.are.equal("3,2", points(stout:find(3, 2, 4, 3, query)))
  end)
end)

describe("#once find_world with a radius #core_c", function()
  it("starts and ends at the exact points if the body is clear of "
    .. "walls", function()
    local hero = body_on("...", 6)
    assert.are.equal("6,18 36,12 66,6",
      points(hero:find_world(6, 18, 66, 6)))
  end)

  it("leads to the centre of its cell from a start too near to a "
    .. "wall", function()
    local hero = body_on("...", 12)
    assert.are.equal("2,3 12,12 36,12 60,12",
      points(hero:find_world(2, 3, 60, 12)))
    assert.are.equal("2,3 12,12", points(hero:find_world(2, 3, 12, 12)))
    assert.are.equal("2,3 12,12 20,12", points(hero:find_world(2, 3, 20, 3)))
  end)

  it("goes straight if it can", function()
    local hero = body_on("...\n...", 10)
    assert.are.equal("10,11 36,12 60,13",
      points(hero:find_world(10, 11, 60, 13)))
    assert.are.equal("11,12 13,13", points(hero:find_world(11, 12, 13, 13)))
  end)

  it("ends straight away from walls along the cell's sides", function()
    local hero = body_on(map [[
      ...
      ...
      .#.
    ]], 9)
    for goal, place in pairs {
      [{ 1, 1 }] = "9,9", [{ 71, 1 }] = "63,9", [{ 30, 47 }] = "30,39",
      [{ 1, 71 }] = "9,63", [{ 23, 60 }] = "15,60", [{ 30, 1.5 }] = "30,9",
      [{ 40, 20 }] = "40,20",
    } do
      local path = hero:find_world(36, 20, goal[1], goal[2])
      local n = path:count()
      assert.are.equal(place, ("%.14g,%.14g"):format(path:point(n)))
      assert.is_true(path:is_valid(hero))
    end
  end)

  it("ends on the line to the cell's centre, clear of corners", function()
    local hero = body_on(map [[
      ...
      .#.
      ...
    ]], 12)
    -- 12 from the corner at 24, 24.
    local path = hero:find_world(12, 12, 20, 20)
    local x, y = path:point(path:count())
    assert.are.equal(x, y)
    near(12, (24 - x) * math.sqrt(2), 1e-3)
    assert.is_true(path:is_valid(hero))
    assert.is_true((hero:line_of_sight_world(12, 12, x, y)))
  end)

  it("ends at the centre if no other place is free", function()
    local hero = body_on("#####\n.....\n#####", 12)
    assert.are.equal("1,47 12,36 36,36 60,36 84,36 108,36",
      points(hero:find_world(1, 47, 119, 25)))
  end)

  it("moves its end on one axis without rounding the other", function()
    local hero = body_on("...\n...\n...", 12)
    local path = hero:find_world(36, 36, 71, 36.123456789)
    local x, y = path:point(path:count())
    assert.are.equal(60, x)
    assert.are.equal(36.123456789, y)
  end)
end)

-- Laws ------------------------------------------------------------------------

--- Random maps, agents and places of them.
local function each_trial(trials, play)
  local random = numbers.new(20261120)
  for _ = 1, trials do
    local w, h = random(1, 14), random(1, 14)
    local grid = tilepath.grid(w, h, {
      cell_size = { random(4, 40), random(4, 40) },
      origin = { random(-50, 50), 0 } })
    local walls = random(0, 45)
    for y = 1, h do
      for x = 1, w do
        if random(1, 100) <= walls then
          grid:set(x, y, "wall")
        end
      end
    end
    local size = random(1, 3) == 1 and { random(1, 3), random(1, 3) }
      or { 1, 1 }
    local most = math.min(size[1] * grid.cell_width,
      size[2] * grid.cell_height) / 2
    local part = random(1, 3) == 1 and 1 or random(1, 1000) / 1000
    play(tilepath.pathfinder(grid, { size = size, radius = most * part,
      diagonal = random(1, 2) == 1 }), random)
  end
end

--- Any place of the agent in its cells.
local function draw_place(finder, random)
  local grid = finder.grid
  local wx, wy = finder:to_world(random(1, grid.width), random(1, grid.height))
  return wx + (random(0, 999) / 1000 - 0.5) * grid.cell_width,
    wy + (random(0, 999) / 1000 - 0.5) * grid.cell_height
end

local function is_large(finder)
  local size = finder.profile.size
  return size[1] > 1 or size[2] > 1
end

describe("#once a body #core_c", function()
  it("can go along each path of find", function()
    each_trial(300, function(finder, random)
      local grid = finder.grid
      local path = finder:find(random(1, grid.width), random(1, grid.height),
        random(1, grid.width), random(1, grid.height))
      if path then
        assert.is_true(path:is_valid(finder))
        assert.is_true(path:to_world(finder):is_valid(finder))
        assert.is_true(path:prune(finder):is_valid(finder))
        assert.is_true(path:dedup():is_valid(finder))
      end
    end)
  end)

  it("passes each leg of a world path, except a first leg too near to a wall",
    function()
      local found = 0
      each_trial(1500, function(finder, random)
        local x1, y1 = draw_place(finder, random)
        local x2, y2 = draw_place(finder, random)
        local path = finder:find_world(x1, y1, x2, y2)
        if not path then
          return
        end
        found = found + 1
        local n = path:count()
        assert.are.equal(x1, path[1])
        assert.are.equal(y1, path[2])
        local from = finder:line_of_sight_world(path[1], path[2], path[3],
          path[4]) and 1 or 2
        for i = from, n - 1 do
          local ax, ay = path:point(i)
          local bx, by = path:point(i + 1)
          assert.is_true((finder:line_of_sight_world(ax, ay, bx, by)))
          assert.is_true(ax ~= bx or ay ~= by or n == 2)
        end
        if from == 2 then
          local cx, cy = finder:to_cell(x1, y1)
          local wx, wy = finder:to_world(cx, cy)
          assert.are.equal(wx, path[3])
          assert.are.equal(wy, path[4])
          assert.is_true(is_large(finder)
            or not finder:line_of_sight_world(x1, y1, x1, y1))
        end
        local gx, gy = finder:to_cell(x2, y2)
        assert.are.same({ gx, gy },
          { finder:to_cell(path[2 * n - 1], path[2 * n]) })
        assert.is_true(path:is_valid(finder))
        assert.is_true(path:prune(finder):is_valid(finder))
        if not is_large(finder)
          and finder:line_of_sight_world(x2, y2, x2, y2) then
          assert.are.equal(x2, path[2 * n - 1])
          assert.are.equal(y2, path[2 * n])
        end
      end)
      assert.is_true(found > 400)
    end)

  it("has the view of a point", function()
    each_trial(150, function(finder, random)
      local grid, profile = finder.grid, finder.profile
      profile.radius = 0
      local point = tilepath.pathfinder(grid, profile)
      local x, y = random(1, grid.width), random(1, grid.height)
      local view = finder:view(x, y, 9)
      for cx, cy in grid:cells() do
        local near_by = (cx - x) ^ 2 + (cy - y) ^ 2 <= 81
        local sees = near_by and point:line_of_sight(x, y, cx, cy)
        assert.are.equal(sees, view ~= nil and view:has(cx, cy))
      end
    end)
  end)

  it("ends a range with sight at the cells that have a line to the "
    .. "goal", function()
    local found = 0
    each_trial(150, function(finder, random)
      local grid = finder.grid
      local gx, gy = random(1, grid.width), random(1, grid.height)
      local range = random(0, 9)
      local query = { within = range, sight = true }
      for cx, cy in grid:cells() do
        if finder:can_enter(gx, gy) and finder:can_enter(cx, cy) then
          local near_by = (cx - gx) ^ 2 + (cy - gy) ^ 2 <= range ^ 2
          local sees = near_by and finder:line_of_sight(cx, cy, gx, gy)
          local path = finder:find(cx, cy, gx, gy, query)
          assert.are.equal(sees, path ~= nil and path:count() == 1)
          if path then
            local x, y = path:point(path:count())
            assert.is_true((finder:line_of_sight(x, y, gx, gy)))
            found = found + 1
          end
        end
      end
    end)
    assert.is_true(found > 2000)
  end)

  it("sees no more than a narrower body", function()
    each_trial(300, function(finder, random)
      local profile = finder.profile
      profile.radius = profile.radius / 2
      local slim = tilepath.pathfinder(finder.grid, profile)
      profile.radius = 0
      local point = tilepath.pathfinder(finder.grid, profile)
      for _ = 1, 10 do
        local x1, y1 = draw_place(finder, random)
        local x2, y2 = draw_place(finder, random)
        local wide = finder:line_of_sight_world(x1, y1, x2, y2)
        local narrow, cost = slim:line_of_sight_world(x1, y1, x2, y2)
        assert.is_true(narrow or not wide)
        if narrow then
          assert.are.same({ true, cost },
            list(point:line_of_sight_world(x1, y1, x2, y2)))
        end
      end
    end)
  end)
end)
