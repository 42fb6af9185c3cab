--- field:advance with apart and arrived: agents that keep apart, form a pile
-- around their goal, come to rest and are marked as arrived.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")
local near = require("spec.support.helper").near
local score = require "spec.support.score"

local NEAREST = 0.7499 -- times apart: 0.75 is promised, less is rounding
local MOST = 8000 -- calls: more than any pile needs
local SEEN = 16 -- calls from one look at all agents to the next

local function open_field(side, x, y)
  local grid = tilepath.grid(side, side)
  return tilepath.pathfinder(grid):field { { x, y } }, grid
end

local function distance_between(xs, ys, i, j)
  return math.sqrt((xs[i] - xs[j])^2 + (ys[i] - ys[j])^2)
end

--- The least distance between two agents.
local function least_distance(xs, ys)
  local least = math.huge
  for i = 1, #xs do
    for j = 1, i - 1 do
      least = math.min(least, distance_between(xs, ys, i, j))
    end
  end
  return least
end

--- Moves all agents until they rest, and checks that they stay at rest.
local function settle(field, xs, ys, distance, options, most)
  local calls = 0
  repeat
    calls = calls + 1
    assert.is_true(calls < most)
  until field:advance(xs, ys, #xs, distance, options) == 0
  for _ = 1, 20 do
    local old_x, old_y = { unpack(xs) }, { unpack(ys) }
    field:advance(xs, ys, #xs, distance, options)
    assert.are.same(old_x, xs)
    assert.are.same(old_y, ys)
  end
end

describe("#once field:advance with apart", function()
  it("leads the first of a column that began on one spot at its speed", function()
    local field = open_field(30, 25, 15)
    local xs, ys = { 3, 2.8, 2.6, 2.4, 2.2 }, { 14.5, 14.5, 14.5, 14.5, 14.5 }
    for _ = 1, 100 do
      field:advance(xs, ys, 5, 0.1, { apart = 0.8 })
    end
    near(13, xs[1])
    assert.is_true(xs[5] > 9)
  end)

  it("keeps any two agents three quarters of apart away", function()
    local field = open_field(30, 25, 15)
    local xs, ys = {}, {}
    for i = 1, 60 do
      xs[i], ys[i] = 1 + (i % 6) * 0.9, 3 + math.floor(i / 6) * 0.9
    end
    for _ = 1, 700 do
      field:advance(xs, ys, 60, 0.1, { apart = 0.8 })
      assert.is_true(least_distance(xs, ys) >= NEAREST * 0.8)
    end
  end)

  it("keeps them so at a gap with a dear cell beside it", function()
    local grid = tilepath.grid(".....\n.....\n.....\n##rb#\n.....\n.....", {
      legend = { r = "rubble", b = "barricade" },
      prices = { rubble = 1.5, barricade = 12 } })
    local finder = tilepath.pathfinder(grid, { radius = 0.3 })
    local field = finder:field { { 3, 6 } }
    local xs, ys = { 3.828, 3.246 }, { 2.746, 2.767 }
    for _ = 1, 60 do
      field:advance(xs, ys, 2, 0.05, { apart = 0.75 })
      assert.is_true(least_distance(xs, ys) >= NEAREST * 0.75)
    end
    assert.is_true(ys[1] > 4 and ys[2] > 4)
  end)

  it("does not push an agent with a distance of 0", function()
    local field = open_field(20, 18, 10)
    local xs, ys = { 9.5, 3, 9.4 }, { 9.5, 9.2, 9.5 }
    for _ = 1, 300 do
      field:advance(xs, ys, 3, { 0, 0.1, 0 }, { apart = 0.9 })
      assert.are.same({ 9.5, 9.5, 9.4 }, { xs[1], ys[1], xs[3] })
      assert.is_true(distance_between(xs, ys, 1, 2) >= 0.9)
    end
  end)

  it("ignores agents outside and in walls", function()
    local grid = tilepath.grid("....\n.##.\n....")
    local field = tilepath.pathfinder(grid):field { { 4, 3 } }
    local xs, ys = { -5, 1.5, 1e300, 3.5 }, { -5, 1.5, 0, 0.5 }
    for _ = 1, 200 do
      field:advance(xs, ys, 4, 0.1, { apart = 0.5 })
    end
    assert.are.same({ -5, -5, 1e300, 0 }, { xs[1], ys[1], xs[3], ys[3] })
    near(0.5, math.sqrt((xs[2] - xs[4])^2 + (ys[2] - ys[4])^2), 0.2)
  end)
end)

describe("#once field:advance with arrived", function()
  it("marks an agent whose link leads into a full cell", function()
    local grid = tilepath.grid("...#.")
    grid:link(3, 1, 5, 1)
    local field = tilepath.pathfinder(grid):field { { 5, 1 } }
    local xs, ys, arrived = { 0.5, 1.5 }, { 0.5, 0.5 }, {}
    settle(field, xs, ys, 0.1, { apart = 0.8, arrived = arrived }, 100)
    assert.are.same({ true, true, 4.5 }, { arrived[1], arrived[2], xs[2] })
    assert.is_true(xs[1] < 3)
  end)

  it("lets agents go on when the goal moves", function()
    local field = open_field(20, 4, 4)
    local xs, ys, arrived = {}, {}, {}
    for i = 1, 9 do
      xs[i], ys[i] = 2 + i % 3, 2 + math.floor(i / 3)
    end
    settle(field, xs, ys, 0.1, { apart = 0.8, arrived = arrived }, 900)
    field:update { { 16, 16 } }
    local options = { apart = 0.8, arrived = arrived }
    assert.is_true(field:advance(xs, ys, 9, 0.1, options) > 0)
    for _ = 1, 20 do
      field:advance(xs, ys, 9, 0.1, options)
    end
    for i = 1, 9 do
      assert.is_false(arrived[i])
    end
    settle(field, xs, ys, 0.1, { apart = 0.8, arrived = arrived }, 900)
    assert.is_true(xs[1] > 12 and ys[1] > 12)
  end)
end)

-- Bends -----------------------------------------------------------------------

--- Corridors, as rooms and doors: in odd columns and rows a letter is as many
-- cells as the corridor is wide.
local CORRIDORS = {
  { "a bend", { "S####", ".####", "....E" } },
  { "a U-turn", { "S....", "####.", "E...." } },
  { "a zigzag", { "S..####", "##.####", "##...##", "####.##", "####..E" } },
}

--- @return the grid, and the first cells of the corridor and of its end
local function corridor(plan, wide, turn)
  local columns, rows, ends = {}, {}, {}
  local function repeated(count, out)
    for i = 1, count do
      for _ = 1, i % 2 == 1 and wide or 1 do
        out[#out + 1] = i
      end
    end
  end
  repeated(#plan[1], columns)
  repeated(#plan, rows)
  local side = math.max(#columns, #rows)
  local at = boards.turn(turn, side, side)
  local grid = tilepath.grid(side, side, { cell_size = 20 })
  grid:fill(1, 1, side, side, "wall")
  for y = 1, #rows do
    for x = 1, #columns do
      local letter = plan[rows[y]]:sub(columns[x], columns[x])
      local cx, cy = at(x, y)
      if letter ~= "#" then
        grid:set(cx, cy, "open")
      end
      local first = ends[letter] or { cx, cy }
      ends[letter] = { math.min(first[1], cx), math.min(first[2], cy) }
    end
  end
  return grid, ends.S, ends.E
end

--- Agents enter a corridor at one place, one after the other, and leave it at
-- its end.
-- @return how many leave it
local function pass(plan, t, turn)
  local grid, first, last = corridor(plan, t.wide, turn)
  local finder = tilepath.pathfinder(grid, { size = t.size })
  local field = finder:field { last }
  local xs, ys, arrived, n, entered, left = {}, {}, {}, 0, 0, 0
  for frame = 1, MOST do
    if entered < 20 and frame % t.every == 0 then
      n, entered = n + 1, entered + 1
      xs[n], ys[n] = finder:to_world(first[1], first[2])
    end
    field:advance(xs, ys, n, t.distance, { apart = t.apart * t.size * 20,
      arrived = arrived })
    for i = n, 1, -1 do
      if arrived[i] then
        xs[i], ys[i], arrived[i] = xs[n], ys[n], arrived[n]
        xs[n], ys[n], arrived[n] = nil, nil, nil
        n, left = n - 1, left + 1
      end
    end
    if left == 20 then
      break
    end
  end
  return left
end

-- The next two take minutes on the core in Lua.
describe("#once a swarm in a corridor #core_c", function()
  for _, plan in ipairs(CORRIDORS) do
    it("gets through " .. plan[1], function()
      local games = 0
      for _, size in ipairs { 1, 2 } do
        for wide = size, size + 1 do
          for _, apart in ipairs { 0.75, 1 } do
            for _, pace in ipairs { { 5, 7 / 12 }, { 20, 2 } } do
              games = games + 1
              local t = { size = size, wide = wide, apart = apart,
                every = pace[1], distance = pace[2] }
              assert.are.equal(20, pass(plan[2], t, games % 3),
                ("turn %d, size %d, %d wide, apart %g, every %d, %g a frame")
                  :format(games % 3, size, wide, apart, pace[1], pace[2]))
            end
          end
        end
      end
    end)
  end
end)

-- Piles -----------------------------------------------------------------------

local function count(arrived)
  local n = 0
  for i = 1, #arrived do
    n = n + (arrived[i] and 1 or 0)
  end
  return n
end

--- Agents beside a wall with a door, or in the open, and a goal with a pile.
local function draw(random)
  local scene = { width = random(40, 60), height = random(24, 40),
    wall = random.chance(60) and random(12, 20) or nil, doors = random(1, 2),
    n = random.one_of(40, 80, 160), apart = random(5, 12) / 10,
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
  score(it, "comes to rest with all its agents", { runs = 8, noun = "swarm",
    draw = draw }, pile_up)

  it("is round in the open, wherever its agents come from", function()
    local field = tilepath.pathfinder(tilepath.grid(80, 40))
      :field { { 60, 20 } }
    local xs, ys, arrived = {}, {}, {}
    for i = 1, 150 do
      xs[i], ys[i] = 1 + i % 15 * 0.9, 10 + math.floor(i / 15) * 0.9
    end
    settle(field, xs, ys, 0.08, { apart = 0.75, arrived = arrived }, MOST)
    assert.are.equal(150, count(arrived))
    -- A disc of 150 that touch has a radius of 4.8.
    for i = 1, 150 do
      assert.is_true((xs[i] - 59.5)^2 + (ys[i] - 19.5)^2 < 9.6^2)
    end
  end)
end)
