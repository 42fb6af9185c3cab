--- field:advance with apart and arrived: the piles around goals, which take the
-- ground that they need, and who is told that it has arrived.

local tilepath = require "tilepath"
local helper = require "spec.helper"
local numbers = require "spec.support.random"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

--- Agents in rows from a corner.
local function rows(n, columns, left, top, by)
  local xs, ys = {}, {}
  for i = 1, n do
    xs[i] = left + (i - 1) % columns * by
    ys[i] = top + math.floor((i - 1) / columns) * by
  end
  return xs, ys
end

--- Until none is on the way. `each()` is asked after each call.
local function gather(field, xs, ys, distance, options, most, each)
  local calls = 0
  repeat
    calls = calls + 1
    assert.is_true(calls < most)
    local walking = field:advance(xs, ys, #xs, distance, options)
    if each then each() end
  until walking == 0
end

--- How far agents are from a point at most, in radiuses of a disc that so many
-- fill when they lie as close as they can: an area of 0.866 apart^2 for each.
local function spread(xs, ys, x, y, apart)
  local far = 0
  for i = 1, #xs do
    far = math.max(far, (xs[i] - x)^2 + (ys[i] - y)^2)
  end
  return math.sqrt(far / (#xs * apart^2 * math.sqrt(0.75) / math.pi))
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

describe("A pile around a goal", function()
  for _, apart in ipairs { 0.5, 0.75, 1 } do
    it("is round, whoever comes in a stream, apart " .. apart, function()
      local field = tilepath.pathfinder(tilepath.grid(60, 40))
        :field { { 40, 20 } }
      local xs, ys = rows(200, 10, 1.3, 10, apart)
      local arrived = {}
      gather(field, xs, ys, 0.1, { apart = apart, arrived = arrived }, 4000)
      assert.are.equal(200, count(arrived))
      assert.is_true(spread(xs, ys, 39.5, 19.5, apart) < 1.6)
    end)
  end

  it("has those that come through a door, with nobody told before", function()
    local field = tilepath.pathfinder(rooms(50, 31, 20, 16))
      :field { { 38, 16 } }
    local xs, ys = rows(200, 16, 1, 2, 0.8)
    local arrived = {}
    gather(field, xs, ys, 0.2, { apart = 0.75, arrived = arrived }, 4000,
      function()
        for i = 1, 200 do
          assert.is_false(arrived[i] and xs[i] < 19)
        end
      end)
    assert.are.equal(200, count(arrived))
    assert.is_true(spread(xs, ys, 37.5, 15.5, 0.75) < 1.6)
  end)

  it("takes in all of a thousand behind a door right before it", function()
    local field = tilepath.pathfinder(rooms(80, 61, 20, 30))
      :field { { 23, 30 } }
    local xs, ys = rows(1000, 20, 1, 2, 0.75)
    local arrived = {}
    -- Nobody has arrived who is farther away than a disc of all might reach
    -- that is half walled off.
    local most = math.sqrt(2 * 1000 * 0.75^2 * 1.25 / math.pi) + 1
    gather(field, xs, ys, 0.2, { apart = 0.75, arrived = arrived }, 8000,
      function()
        for i = 1, 1000 do
          if arrived[i] then
            assert.is_true((xs[i] - 22.5)^2 + (ys[i] - 29.5)^2 < most^2)
          end
        end
      end)
    assert.are.equal(1000, count(arrived))
    assert.is_true(spread(xs, ys, 22.5, 29.5, 0.75) < 1.6)
  end)

  it("fills a blind alley from its end, and comes to rest", function()
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

  it("stays as it is when it is at rest", function()
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

  -- Two at the wall behind others that have no room to make way.
  it("comes to rest where some find no room", function()
    local random = numbers.new(16)
    local grid = tilepath.grid(58, 29)
    grid:fill(29, 1, 1, 29, "wall")
    grid:fill(29, random(2, 26), 1, 2, "open")
    local field = tilepath.pathfinder(grid)
      :field { { random(31, 42), random(3, 27) } }
    local xs, ys, arrived = {}, {}, {}
    for i = 1, 200 do
      xs[i], ys[i] = random(0, 27999) / 1000, random(0, 28999) / 1000
    end
    gather(field, xs, ys, 0.1, { apart = 1.2, arrived = arrived }, 4000)
    assert.are.equal(200, count(arrived))
  end)

  it("moves nobody who may go 0, and passes nothing on through walls",
    function()
      local grid = rooms(30, 15, 15, 8)
      local finder = tilepath.pathfinder(grid)
      local field = finder:field { { 17, 8 } }
      local xs, ys = rows(80, 10, 2, 3, 0.8)
      local arrived, by = {}, {}
      for i = 1, 80 do
        by[i] = 0.1
      end
      for call = 1, 1500 do
        if call == 700 then
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
end)
