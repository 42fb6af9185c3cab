--- The profile option `radius`: sight, paths, pruning and followers keep that
-- far from walls. The fuzz's oracle judges sight; here the numbers are small
-- enough to check by hand, and laws hold on random maps.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")
local list, map, near, points = helper.list, helper.map, helper.near,
  helper.points

--- Bodies in cells of 24 x 24 from 0, 0 on.
local function body_on(text, radius)
  return finders.on(text, { radius = radius }, { cell_size = 24 })
end

--- Fails unless the body sees along each of the first lines, and along none of
-- the others.
local function sees(body, clear, blocked)
  for _, line in ipairs(clear) do
    assert.is_true((body:line_of_sight_world(line[1], line[2], line[3] or
      line[1], line[4] or line[2])))
  end
  for _, line in ipairs(blocked) do
    assert.is_false((body:line_of_sight_world(line[1], line[2], line[3] or
      line[1], line[4] or line[2])))
  end
end

describe("#once radius in a profile", function()
  it("is 0 by default, at most half of the agent's cells", function()
    local grid = tilepath.grid(9, 9, { cell_size = { 30, 20 } })
    assert.are.equal(0, tilepath.pathfinder(grid).profile.radius)
    for _, case in ipairs { { 1, 10 }, { 1, 1 / 3 }, { 1, 1e-300 },
      { { 2, 1 }, 10 }, { { 1, 2 }, 15 }, { { 2, 3 }, 30 }, { 64, 640 } } do
      local body = tilepath.pathfinder(grid, { size = case[1],
        radius = case[2] })
      assert.are.equal(case[2], body.profile.radius)
      local again = tilepath.pathfinder(grid, body.profile)
      assert.are.same(body.profile, again.profile)
    end
    assert.is_truthy(tilepath.pathfinder(grid, { diagonal = false,
      radius = 3 }))
  end)
end)

describe("#once sight with a radius", function()
  it("keeps off walls on both sides, and may touch them", function()
    local hero = body_on("#####\n.....\n#####", 10)
    assert.are.same({ true, 4 },
      list(hero:line_of_sight_world(12, 36, 108, 36)))
    sees(hero, { { 12, 34, 108, 38 }, { 12, 34, 108, 34 } },
      { { 12, 33.99, 108, 34 }, { 12, 34, 108, 38.01 } })
  end)

  it("keeps off the edge of the map", function()
    sees(body_on("...", 12), { { 12, 12, 60, 12 } }, { { 11.9, 12, 60, 12 },
      { 12, 12, 60.1, 12 }, { 12, 12.1, 60, 12 } })
  end)

  it("passes corners in a circle", function()
    local hero = finders.on([[
      .....
      .....
      ..#..
      .....
      .....
    ]], { radius = 5 }, { cell_size = 16 })
    -- 3 and 4 away from the corner at 32, 32; and the line of slope -3 / 4 past
    -- it, 5 away.
    sees(hero, { { 29, 28 }, { 28, 29, 15, 29 }, { 21, 34, 37, 22 } },
      { { 29.01, 28 }, { 29, 28.01 }, { 21, 34.01, 37, 22.01 } })
  end)

  it("is that of a circle in the world, even on oblong cells", function()
    local hero = finders.on([[
      .....
      .....
      ..#..
      .....
    ]], { radius = 5 }, { cell_size = { 32, 16 } })
    sees(hero, { { 59, 50, 59, 5 }, { 61, 28 }, { 5, 27, 155, 27 } },
      { { 59.01, 50, 59.01, 5 }, { 61.01, 28 }, { 5, 27.01, 155, 27.01 } })
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
    sees(cart, { { 10, 20, 50, 20 }, { 10, 10, 10, 40 } },
      { { 10, 20, 50, 20.01 }, { 9.99, 10, 9.99, 40 } })
    for _, radius in ipairs { 0, 1 } do
      sees(tilepath.pathfinder(grid, { size = 2, radius = radius }),
        { { 24.9, 10, 24.9, 28 } }, { { 25, 10, 25, 28 } })
    end
    sees(tilepath.pathfinder(grid, { size = 2, radius = 9 }),
      { { 21, 10, 21, 24 } }, { { 24, 10, 24, 28 } })
  end)

  it("is exact along nearly level lines of thousands of cells", function()
    local grid = tilepath.grid(30000, 5)
    grid:set(10, 2, "wall")
    local hero = tilepath.pathfinder(grid, { radius = 0.5 })
    local x, y = 10.45, 2.3 -- clear of that cell
    for away = 200, 29000, 1600 do
      for part = 1, 6 do
        local x2, y2 = x + away, y + part / 65536
        sees(hero, { { x, y, x2, y2 }, { x2, y2, x, y } }, {})
      end
    end
    grid = tilepath.grid(6000, 3, { cell_size = 65536 })
    for _, wall in ipairs { { 3775, 3 }, { 2550, 1 }, { 3338, 3 } } do
      grid:set(wall[1], wall[2], "wall")
    end
    local body = tilepath.pathfinder(grid, { radius = 32768 })
    assert.are.same({ false, 2550, 1 }, { unpack({ body:line_of_sight_world(
      81199949, 98300, 325480275, 98304) }, 1, 3) })
  end)

  it("returns the first cell that the body meets", function()
    local hero = body_on([[
      .....#.
      .......
      ....#..
    ]], 12)
    -- The body meets both; the lower cell begins further left. From the other
    -- end, the upper cell comes first. Then, of two cells that begin together,
    -- the upper, or the left cell; and the edge of the map.
    for _, case in ipairs { { hero, 12, 44, 150, 32, 5, 3 },
      { hero, 150, 32, 12, 44, 6, 1 },
      { body_on("..#\n..#", 6), 12, 24, 60, 24, 3, 1 },
      { body_on("...\n##.", 6), 24, 12, 24, 40, 1, 2 },
      { body_on("...", 6), 5, 12, 20, 12, 0, 1 },
      { body_on("...", 6), 12, 12, 400, 12, 4, 1 } } do
      assert.are.same({ false, case[6], case[7] },
        { unpack({ case[1]:line_of_sight_world(case[2], case[3], case[4],
          case[5]) }, 1, 3) })
    end
  end)

  it("decides sight, except for the goal's own cell", function()
    local text = ".....\n.....\n...##"
    local query = { within = 9, sight = true }
    local thin, stout = body_on(text, 0), body_on(text, 12)
    -- Past the corner of the wall, and to the wall itself.
    assert.are.equal("1,3", points(thin:find(1, 3, 5, 2, query)))
    assert.are.equal("1,3 1,2", points(stout:find(1, 3, 5, 2, query)))
    assert.are.equal("1,3", points(stout:find(1, 3, 4, 3, query)))
    assert.are.equal("3,2", points(stout:find(3, 2, 4, 3, query)))
  end)
end)

describe("#once find_world with a radius", function()
  it("starts and ends at the exact points, if clear of walls", function()
    for _, case in ipairs {
      { 6, { 6, 18, 66, 6 }, "6,18 36,12 66,6" },
      { 12, { 2, 3, 60, 12 }, "2,3 12,12 36,12 60,12" },
      { 12, { 2, 3, 12, 12 }, "2,3 12,12" },
      { 12, { 2, 3, 20, 3 }, "2,3 12,12 20,12" },
    } do
      local from_x, from_y, x, y = case[2][1], case[2][2], case[2][3],
        case[2][4]
      assert.are.equal(case[3], points(body_on("...", case[1])
        :find_world(from_x, from_y, x, y)))
    end
    assert.are.equal("11,12 13,13", points(body_on("...\n...", 10)
      :find_world(11, 12, 13, 13)))
    assert.are.equal("1,47 12,36 36,36 60,36 84,36 108,36",
      points(body_on("#####\n.....\n#####", 12):find_world(1, 47, 119, 25)))
  end)

  it("ends straight away from walls along the cell's sides", function()
    local hero = body_on("...\n...\n.#.", 9)
    for goal, place in pairs {
      [{ 1, 1 }] = "9,9", [{ 71, 1 }] = "63,9", [{ 30, 47 }] = "30,39",
      [{ 1, 71 }] = "9,63", [{ 23, 60 }] = "15,60", [{ 30, 1.5 }] = "30,9",
      [{ 40, 20 }] = "40,20", [{ 71, 20.123456789 }] = "63,20.123456789",
    } do
      local path = hero:find_world(36, 20, goal[1], goal[2])
      assert.are.equal(place, finders.last(path))
      assert.is_true(path:is_valid(hero))
    end
  end)

  it("ends on the line to the cell's centre, clear of corners", function()
    local hero = body_on("...\n.#.\n...", 12)
    -- 12 from the corner at 24, 24.
    local path = hero:find_world(12, 12, 20, 20)
    local x, y = path:point(path:size())
    assert.are.equal(x, y)
    near(12, (24 - x) * math.sqrt(2), 1e-3)
    assert.is_true(path:is_valid(hero))
    sees(hero, { { 12, 12, x, y } }, {})
  end)
end)

-- Laws ------------------------------------------------------------------------

--- Random maps, agents and places of them.
local function each_trial(trials, play)
  local random = numbers.new(20261120)
  for _ = 1, trials do
    local w, h, walls = random(1, 14), random(1, 14), random(0, 45)
    local grid = tilepath.grid(w, h, {
      cell_size = { random(4, 40), random(4, 40) },
      origin = { random(-50, 50), 0 } })
    grid:sample(function()
      return random(1, 100) <= walls and "wall" or "open"
    end)
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

describe("#once a body", function()
  it("passes each leg of a world path except near its start", function()
    local found = 0
    each_trial(800, function(finder, random)
      local x1, y1 = draw_place(finder, random)
      local x2, y2 = draw_place(finder, random)
      local path = finder:find_world(x1, y1, x2, y2)
      if not path then return end
      found = found + 1
      local n = path:size()
      assert.are.same({ x1, y1 }, { path:point(1) })
      local from = finder:line_of_sight_world(path[1], path[2], path[3],
        path[4]) and 1 or 2
      for i = from, n - 1 do
        local ax, ay = path:point(i)
        local bx, by = path:point(i + 1)
        sees(finder, { { ax, ay, bx, by } }, {})
        assert.is_true(ax ~= bx or ay ~= by or n == 2)
      end
      if from == 2 then
        assert.are.same({ finder:to_world(finder:to_cell(x1, y1)) },
          { path:point(2) })
        assert.is_true(is_large(finder)
          or not finder:line_of_sight_world(x1, y1, x1, y1))
      end
      assert.are.same({ finder:to_cell(x2, y2) },
        { finder:to_cell(path:point(n)) })
      assert.is_true(path:is_valid(finder))
      assert.is_true(path:prune(finder):is_valid(finder))
      if not is_large(finder)
        and finder:line_of_sight_world(x2, y2, x2, y2) then
        assert.are.same({ x2, y2 }, { path:point(n) })
      end
    end)
    assert.is_true(found > 200)
  end)
end)
