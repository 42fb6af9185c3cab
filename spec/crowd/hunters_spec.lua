--- What units that chase tell, at links, in queues, and at a target that moves:
-- that they have arrived, once, and not that they are blocked. Each board is
-- also played turned and mirrored.

local boards = require "spec.support.boards"
local stand = require "spec.support.stand"
local tilepath = require "tilepath"

local at = stand.at

local STAIRS = { "#########", "#..##...#", "#..##...#", "#########" }
local WIDE = { "##########", "#...##...#", "#...##...#", "##########" }

-- `units`: the hero, and the hunters, as x, y, yields; the last or the one
-- `watched` counts. `link`: x1, y1, x2, y2, seconds. `steps`: of the hero, by tick.
-- `removed`: the tick in which the other hunter is. `told`: how often it says
-- that it has arrived, if each turn gives the same.
local CASES = {
  ["that rested before stairs, and takes them"] = { rows = STAIRS,
    link = { 3, 2, 6, 2 },
    units = { { 6, 2 }, { 3, 2 }, { 3, 3, true } },
    steps = { [9] = { 1, 0 }, [13] = { 0, 1 } } },
  ["that rested at the far end of stairs"] = { rows = WIDE,
    link = { 4, 2, 7, 2, 2 },
    units = { { 3, 3 }, { 3, 2 }, { 8, 2, true } },
    steps = { [3] = { -1, 0 } } },
  ["that rests at the end of stairs for a moment"] = { rows = WIDE,
    link = { 4, 3, 7, 3, 2 },
    units = { { 3, 2 }, { 7, 2 }, { 7, 3 } }, watched = 2,
    steps = { [2] = { 0, 1 }, [4] = { -1, 0 } } },
  ["whose target steps over the far end of stairs"] = { rows = WIDE,
    link = { 4, 3, 7, 3, 1 },
    units = { { 7, 2 }, { 3, 3, true } }, watched = 2,
    steps = { [2] = { 0, 1 }, [3] = { 1, 0 } } },
  ["behind another one"] = { rows = { "......" },
    units = { { 5, 1 }, { 4, 1 }, { 3, 1, true } }, steps = {}, told = 1 },
  ["whose target comes to it"] = { rows = { "......" },
    units = { { 5, 1 }, { 4, 1 }, { 3, 1, true } },
    removed = 6, steps = { [6] = { -1, 0 } }, told = 2 },
}

--- Plays a case. @return how often the hunter told that it has arrived
local function play(case, turn)
  local grid, place = boards.drawn(case.rows, nil, turn)
  local link = case.link
  if link then
    local x1, y1 = place(link[1], link[2])
    local x2, y2 = place(link[3], link[4])
    grid:link(x1, y1, x2, y2, { price = 2, seconds = link[5] })
  end
  local finder = tilepath.pathfinder(grid, { diagonal = "never" })
  local crowd, units, told, called = tilepath.crowd(grid), {}, 0, 0
  local was, last
  for i, unit in ipairs(case.units) do
    local x, y = place(unit[1], unit[2])
    units[i] = crowd:add { finder = finder, cell_x = x, cell_y = y,
      yields = unit[3] or false }
    if i > 1 then
      units[i]:chase(units[1], { within = 1 })
    end
  end
  local hero, hunter = units[1], units[case.watched or 3]
  hunter.on_arrived = function()
    called = called + 1
  end
  for tick = 1, 24 do
    local step = case.steps[tick]
    if case.removed == tick then
      units[2]:remove()
    end
    if step then
      local x, y = place(0, 0)
      local to_x, to_y = place(step[1], step[2])
      assert(hero:step(to_x - x, to_y - y))
    end
    crowd:tick()
    local n = 0
    for unit, what in crowd:events() do
      assert.are_not.equal("blocked", what)
      n = n + (unit == hunter and what == "arrived" and 1 or 0)
    end
    local now, cell = at(hunter), hunter.cell_x .. "," .. hunter.cell_y
    local is_new = hunter.status == "arrived"
      and (cell ~= last or not hunter.reason and was ~= now)
    assert.is_true(n == 1 or n == 0 and not is_new)
    told, was, last = told + n, now, n > 0 and cell or last
  end
  assert.are.equal("arrived", hunter.status)
  assert.are.equal(told, called)
  return told
end

describe("a hunter tells once that it has arrived", function()
  for title, case in pairs(CASES) do
    it(title, function()
      for turn = 0, 7 do
        local told = play(case, turn)
        assert.are.equal(case.told or told, told)
      end
    end)
  end
end)
