--- Events that are kept while nobody asks for them: in order, and all of them,
-- however many there are. What each event is for is in orders_spec.lua.

local tilepath = require "tilepath"

--- Two who patrol between two cells, each beside the other: in a beat each
-- tells that it has arrived. A twin is asked in each beat.
local function patrols()
  local grid = tilepath.grid(6, 5)
  local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
  for y = 1, 5, 2 do
    local unit = crowd:add { finder = finder, cell_x = y, cell_y = y }
    unit.name = y
    unit:patrol { { y + 0.5, y - 0.5 }, { y - 0.5, y - 0.5 } }
  end
  return crowd
end

--- Takes so many events, in words.
local function take(crowd, most, words)
  for unit, what, other in crowd:events() do
    words[#words + 1] = ("%d %s %s"):format(unit.name, what, tostring(other))
    most = most - 1
    if most == 0 then
      break
    end
  end
end

describe("events that nobody asks for", function()
  it("are kept in order", function()
    local crowd, twin = patrols(), patrols()
    local expected, got = {}, {}
    for _ = 1, 700 do
      crowd:tick()
      twin:tick()
      take(twin, math.huge, expected)
    end
    take(crowd, math.huge, got)
    assert.is_true(#got > 2000)
    assert.are.same(expected, got)
  end)

  it("come after those that a loop has left", function()
    local crowd, twin = patrols(), patrols()
    local expected, got = {}, {}
    for i = 1, 700 do
      crowd:tick()
      twin:tick()
      take(twin, math.huge, expected)
      if i % 5 == 0 then
        take(crowd, i % 7 + 1, got)
      end
    end
    assert.is_true(#got > 400 and #got < 1000)
    take(crowd, math.huge, got)
    assert.are.same(expected, got)
  end)
end)
