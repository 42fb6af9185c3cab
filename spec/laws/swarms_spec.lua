--- A property of swarms on any map with fences and links: agents stay where
-- they may be, and arrive. fuzz/field_motion.c judges their steps one by one.

local tilepath = require "tilepath"
local law = require "spec.support.law"
local numbers = require "spec.support.random"

describe("a swarm among fences and links", function()
  law(it, "arrives, and is never in a wall", { runs = 60 }, function(random)
    local width, height = random(4, 14), random(4, 10)
    local grid = tilepath.grid(numbers.map(random, width, height, ".....#"))
    local function cell() return random(1, width), random(1, height) end
    for _ = 1, random.any { 0, 12, 40 } do
      local x, y = cell()
      grid:fence(x, y, x + 1, y, { one_way = random.chance(30) })
      grid:fence(y % width + 1, y, y % width + 1, y + 1)
    end
    for _ = 1, random(0, 3) do
      local x, y = cell()
      grid:link(x, y, x % width + 1, y % height + 1)
    end
    local finder = tilepath.pathfinder(grid, {
      diagonal = random.one_of("never", "only_if_no_obstacles"),
      radius = tilepath.core == "C" and random.one_of(nil, 0.5, 0.3) or nil })
    local field, xs, ys = finder:field { { cell() }, { cell() } }, {}, {}
    for _ = 1, 12 do
      local x, y = cell()
      if field:cost(x, y) then
        xs[#xs + 1], ys[#ys + 1] = x - random.real(0, 1), y - random.real(0, 1)
      end
    end
    local left, calls = #xs, 0
    while left > 0 do
      left, calls = field:advance(xs, ys, #xs, 0.2), calls + 1
      assert(calls < 2000, "they do not arrive")
      for i = 1, #xs do
        assert(finder:can_enter(finder:to_cell(xs[i], ys[i])), "in a wall")
      end
    end
  end)
end)
