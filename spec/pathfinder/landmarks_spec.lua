--- Landmarks: they change the work of a query, never its answer. On any map
-- fuzz/differential shows that.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local random = numbers.new(20261121)

--- Mud and walls at random places.
local function strew(grid, times)
  for _ = 1, times do
    local x, y = random(1, grid.width), random(1, grid.height)
    local w = math.min(random(1, 6), grid.width - x + 1)
    local h = math.min(random(1, 6), grid.height - y + 1)
    local what = random(1, 5)
    if what == 1 then
      grid:fill(x, y, w, h, "wall")
    elseif what == 2 then
      grid:fill(x, y, w, h, "open")
    else
      grid:fill(x, y, w, h, what == 3 and "road" or "mud")
    end
  end
end

local function new_grid(wide, high)
  local grid = tilepath.grid(wide, high,
    { prices = { road = 0.5, mud = 3.25 } })
  strew(grid, wide * high / 30)
  return grid
end

--- Fails unless both answer a query for one goal, and one for the first of
-- several ends, in the same way.
local function assert_same_answers(plain, marked)
  local wide, high = plain.grid.width, plain.grid.height
  local x, y = random(1, wide), random(1, high)
  local left, top = random(1, wide - 8), random(1, high - 8)
  local most, goals = random.any { 1e6, 2, 2, 2 }, {}
  for i = 1, random(1, 9) do
    goals[i] = random(1, 3) == 1
      and { random(1, wide), random(1, high), cost = random(0, most) }
      or { left + random(0, 8), top + random(0, 8), cost = random(0, most) }
  end
  for _, q in ipairs { { { { random(1, wide), random(1, high) } } },
    { goals, random.any { false, { within = random(1, 5) },
      { adjacent = true } } or nil } } do
    local path, cost = plain:find(x, y, q[1], q[2])
    local other, same = marked:find(x, y, q[1], q[2])
    assert.are.equal(cost, same)
    assert.are.same(path, other)
  end
end

local PROFILES = {
  {}, { diagonal = false }, { diagonal = "always" }, { size = 2 },
  { keep_away = { 2, 3 } }, { heuristic = "octile" },
  { straight_cost = 10, diagonal_cost = 14 },
}

local function with_landmarks(profile, n)
  return helper.with({ landmarks = n }, profile)
end

describe("#once landmarks #core_c", function()
  it("change no path, after any edits", function()
    for _, profile in ipairs(PROFILES) do
      local grid = new_grid(random(20, 70), random(20, 70))
      local plain = tilepath.pathfinder(grid, profile)
      local marked = tilepath.pathfinder(grid,
        with_landmarks(profile, random(1, 5)))
      for round = 1, 40 do
        if round % 10 == 1 then assert.is_true(marked:prepare()) end
        if round % 10 == 6 then marked:prepare(random(1, 3000)) end
        strew(grid, random(0, 2))
        assert_same_answers(plain, marked)
      end
    end
  end)

  it("change no path if prices fall and rise below a layer", function()
    for _ = 1, 10 do
      local grid = new_grid(64, 64)
      local danger = tilepath.layer(grid)
      local profile = { layers = { { danger, 0.05 } } }
      local plain = tilepath.pathfinder(grid, profile)
      local marked = tilepath.pathfinder(grid,
        with_landmarks(profile, random(1, 8)))
      danger:fill(random(1, 64), random(1, 64), 20, 20, 100)
      marked:prepare()
      for round = 1, 30 do
        grid:terrain(random.any { "mud", "road" }, random(1, 64) / 8)
        grid:terrain("open", random(1, 3))
        strew(grid, 1)
        assert_same_answers(plain, marked)
        if round % 3 == 0 then marked:prepare() end
      end
    end
  end)

  it("are neither made again nor lowered after an edit of a layer", function()
    local grid = new_grid(100, 100)
    local danger = tilepath.layer(grid)
    local profile = { layers = { { danger, 0.05 } } }
    local plain = tilepath.pathfinder(grid, profile)
    local marked = tilepath.pathfinder(grid, with_landmarks(profile, 8))
    local function noise() return random(0, 255) end
    local function nothing() return 0 end
    danger:sample(noise)
    local slices = 0
    while not marked:prepare(4000) do slices = slices + 1 end
    assert.is_true(slices > 20)
    for frame = 1, 5 do
      danger:sample(frame % 2 == 0 and noise or nothing)
      assert.is_true(marked:prepare(4000))
      assert_same_answers(plain, marked)
    end
  end)

  --- How many cells each of them expands for some queries.
  local function count_seen(plain, marked)
    local side, all, less = plain.grid.width, 0, 0
    for i = 1, side do
      plain:find(i, 1, side + 1 - i, side)
      all = all + plain.info.expanded
      marked:find(i, 1, side + 1 - i, side)
      less = less + marked.info.expanded
    end
    return all, less
  end

  it("save most of the expanded cells, without prepare, too", function()
    local grid = new_grid(100, 100)
    local plain = tilepath.pathfinder(grid)
    local marked = tilepath.pathfinder(grid, { landmarks = 4 })
    marked:prepare()
    for _, price in ipairs { 3.25, 2 } do
      grid:terrain("mud", price)
      count_seen(plain, marked)
      local all, less = count_seen(plain, marked)
      assert.is_true(less * 2 < all)
    end
  end)

  it("are not used with max_nodes", function()
    local grid = new_grid(80, 80)
    local plain = tilepath.pathfinder(grid)
    local marked = tilepath.pathfinder(grid, { landmarks = 4 })
    marked:prepare()
    for x = 1, 80 do
      plain:find(x, 1, 81 - x, 80, { max_nodes = 1e6 })
      marked:find(x, 1, 81 - x, 80, { max_nodes = 1e6 })
      assert.are.equal(plain.info.expanded, marked.info.expanded)
    end
  end)

  it("are made by prepare alone, and have memory in info", function()
    local grid = new_grid(64, 48)
    local finder = tilepath.pathfinder(grid, { landmarks = 8 })
    assert.are.equal(8, finder.profile.landmarks)
    assert.are.same({ landmarks = 0 }, finder.info)
    finder:find(1, 1, 64, 48)
    assert.are.equal(0, finder.info.landmarks)
    local slices = 0
    while not finder:prepare(500) do
      slices = slices + 1
    end
    assert.is_true(slices > 10)
    assert.is_true(finder:prepare())
    assert.is_true(finder.info.landmarks > 64 * 48 * 8 * 8)
    assert.is_nil(tilepath.pathfinder(grid).info.landmarks)
  end)

  it("are not repaired by a query after an edit", function()
    local function work(slice)
      local grid = tilepath.grid(256, 256)
      grid:fill(100, 1, 1, 200, "wall")
      local finder = tilepath.pathfinder(grid, { landmarks = 16 })
      finder:find(1, 1, 250, 9)
      if slice then
        assert.is_false(finder:prepare(slice))
      end
      grid:set(128, 128, "wall")
      local units = helper.work_of(finder, function()
        finder:find(1, 1, 250, 9)
      end)
      return units
    end
    assert.are.equal(work(), work(1000))
  end)
end)
