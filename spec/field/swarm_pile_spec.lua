--- field:advance with apart and arrived: piles around goals. All agents come to
-- rest, and are marked as arrived.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local score = require "spec.support.score"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local MOST = 8000  -- calls: more than any pile needs
local NEAREST = 0.7499 -- times apart: 0.75 is promised, less is rounding
local SEEN = 16    -- calls from one look at all agents to the next

--- Agents in rows from a corner.
local function rows(n, columns, left, top, by)
  local xs, ys = {}, {}
  for i = 1, n do
    xs[i] = left + (i - 1) % columns * by
    ys[i] = top + math.floor((i - 1) / columns) * by
  end
  return xs, ys
end

--- Moves the agents until they rest. `each()` is called after each call.
local function gather(field, xs, ys, distance, options, most, each)
  local calls = 0
  repeat
    calls = calls + 1
    assert.is_true(calls < most)
    local walking = field:advance(xs, ys, #xs, distance, options)
    if each then each() end
  until walking == 0
end

local function count(arrived)
  local n = 0
  for i = 1, #arrived do
    n = n + (arrived[i] and 1 or 0)
  end
  return n
end

--- A wall across the map, with a door of one cell in it.
local function rooms(width, height, wall, door)
  local grid = tilepath.grid(width, height)
  grid:fill(wall, 1, 1, height, "wall")
  grid:set(wall, door, "open")
  return grid
end

-- Drawn ones ------------------------------------------------------------------

--- Agents beside a wall with a door, or in the open, and a goal with a pile.
local function draw(random)
  local scene = { width = random(40, 60), height = random(24, 40),
    wall = random.chance(60) and random(12, 20) or nil, doors = random(1, 2),
    n = random.one_of(50, 100, 200), apart = random(5, 12) / 10,
    distance = random.one_of(0.05, 0.1, 0.2, 0.35), xs = {}, ys = {} }
  scene.door = random(2, scene.height - 2)
  scene.goal_x = (scene.wall or 12) + random(3, 20)
  scene.goal_y = random(3, scene.height - 2)
  local right = (scene.wall or 12) - 1
  for i = 1, scene.n do
    scene.xs[i] = random(1, 1000 * right - 1) / 1000
    scene.ys[i] = random(1, 1000 * scene.height - 1) / 1000
  end
  return scene
end

local function field_of(scene)
  local grid = tilepath.grid(scene.width, scene.height)
  if scene.wall then
    grid:fill(scene.wall, 1, 1, scene.height, "wall")
    grid:fill(scene.wall, scene.door, 1, scene.doors, "open")
  end
  local finder = tilepath.pathfinder(grid)
  return finder:field { { scene.goal_x, scene.goal_y } }, finder, grid
end

--- The least distance between two agents.
local function least_distance(xs, ys)
  local least = math.huge
  for i = 1, #xs do
    for j = 1, i - 1 do
      least = math.min(least, (xs[i] - xs[j])^2 + (ys[i] - ys[j])^2)
    end
  end
  return math.sqrt(least)
end

--- Why the agents form no pile, or nil. An agent in a wall is a fault.
local function pile_up(scene)
  local field, finder, grid = field_of(scene)
  local n, xs, ys, arrived = scene.n, { unpack(scene.xs) },
    { unpack(scene.ys) }, {}
  local options, calls, walking = { apart = scene.apart, arrived = arrived }, 0
  repeat
    calls = calls + 1
    walking = field:advance(xs, ys, n, scene.distance, options)
    for i = 1, calls % SEEN == 0 and n or 0 do
      assert.is_true(finder:can_enter(grid:to_cell(xs[i], ys[i])))
    end
  until walking == 0 or calls == MOST
  if walking > 0 then
    return ("%d are under way after %d calls"):format(walking, calls)
  elseif count(arrived) < n then
    return ("%d of %d have arrived"):format(count(arrived), n)
  elseif least_distance(xs, ys) < NEAREST * scene.apart then
    return ("two are %.3f apart"):format(least_distance(xs, ys))
  end
end

describe("#once a pile around a goal #core_c", function()
  score(it, "comes to rest with all its agents", { runs = 16, noun = "swarm",
    draw = draw }, pile_up)

  it("is round in the open, wherever its agents come from", function()
    local field = tilepath.pathfinder(tilepath.grid(80, 40))
      :field { { 60, 20 } }
    local xs, ys = rows(300, 15, 1, 10, 0.9)
    local arrived = {}
    gather(field, xs, ys, 0.08, { apart = 0.75, arrived = arrived }, MOST)
    assert.are.equal(300, count(arrived))
    -- A disc of 300 that touch has a radius of 6.8.
    for i = 1, 300 do
      assert.is_true((xs[i] - 59.5)^2 + (ys[i] - 19.5)^2 < 13.6^2)
    end
  end)

  it("takes a thousand agents behind a door", function()
    local field = tilepath.pathfinder(rooms(80, 61, 20, 30))
      :field { { 23, 30 } }
    local xs, ys = rows(1000, 20, 1, 2, 0.75)
    local arrived = {}
    gather(field, xs, ys, 0.2, { apart = 0.75, arrived = arrived }, MOST)
    assert.are.equal(1000, count(arrived))
  end)

  it("fills a dead end from its end, and comes to rest", function()
    local grid = tilepath.grid(40, 3)
    grid:fill(1, 1, 40, 3, "wall")
    grid:fill(1, 2, 40, 1, "open")
    local field = tilepath.pathfinder(grid):field { { 1, 2 } }
    local xs, ys = rows(20, 20, 15, 1.5, 1.1)
    local arrived = {}
    gather(field, xs, ys, 0.1, { apart = 0.9, arrived = arrived }, 4000)
    assert.are.equal(20, count(arrived))
    for i = 1, 20 do
      assert.is_true(xs[i] < 25)
    end
  end)

  it("does not move at rest", function()
    local field = tilepath.pathfinder(tilepath.grid(30, 30))
      :field { { 15, 15 } }
    local xs, ys = rows(100, 10, 2, 2, 0.7)
    local options = { apart = 0.7, arrived = {} }
    gather(field, xs, ys, 0.1, options, 4000)
    for _ = 1, 30 do
      local old_x, old_y = helper.list(unpack(xs)), helper.list(unpack(ys))
      assert.are.equal(0, field:advance(xs, ys, 100, 0.1, options))
      assert.are.same({ old_x, old_y }, { xs, ys })
    end
  end)

  it("moves no agent with a distance of 0, and pushes none into walls",
    function()
      local grid = rooms(30, 15, 15, 8)
      local finder = tilepath.pathfinder(grid)
      local field = finder:field { { 17, 8 } }
      local xs, ys = rows(80, 10, 2, 3, 0.8)
      local arrived, by = {}, {}
      for i = 1, 80 do
        by[i] = 0.1
      end
      for call = 1, 600 do
        if call == 300 then
          for i = 1, 80, 7 do
            by[i] = 0
          end
        end
        local old_x, old_y = helper.list(unpack(xs)), helper.list(unpack(ys))
        field:advance(xs, ys, 80, by, { apart = 0.7, arrived = arrived })
        for i = 1, 80 do
          local gone = (xs[i] - old_x[i])^2 + (ys[i] - old_y[i])^2
          assert.is_true(gone <= (2 * by[i] + 1e-2 * by[i])^2)
          assert.is_true(finder:can_enter(grid:to_cell(xs[i], ys[i])))
        end
      end
    end)

  it("is not at rest while agents without a path make room", function()
    local grid = tilepath.grid(20, 5)
    grid:fill(10, 1, 1, 5, "wall")
    local field = tilepath.pathfinder(grid):field { { 20, 3 } }
    local xs, ys, arrived = { 2.1, 2.2, 2.3 }, { 2.5, 2.5, 2.5 }, {}
    local calls, walking = 0
    repeat
      local before = helper.list(unpack(xs))
      walking = field:advance(xs, ys, 3, 0.1,
        { apart = 0.8, arrived = arrived })
      calls = calls + 1
      assert.are.equal(walking == 0, xs[1] == before[1] and xs[2] == before[2]
        and xs[3] == before[3])
    until walking == 0 or calls == MOST
    assert.is_true(calls > 1 and calls < MOST)
    assert.are.same({ false, false, false }, arrived)
  end)
end)
