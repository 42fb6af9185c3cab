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

local function cell_of(unit)
  return unit.cell_x .. "," .. unit.cell_y
end

--- Plays a crowd of hunters that need sight of the unit at `target`, and that
-- tell only once that they rest, as long as they stay and it stays. `units`: the
-- hunters, as x and y, and others with a goal as well. `holds`: the target stays.
-- `is_full`: not all find a place.
local function besiege(case, turn)
  local grid, place = boards.drawn(case.rows, nil, turn)
  local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
  local function add(at_x, at_y, yields)
    local x, y = place(at_x, at_y)
    return crowd:add { finder = finder, cell_x = x, cell_y = y, yields = yields }
  end
  local target = add(case.target[1], case.target[2], not case.holds)
  local hunters, rested = {}, {}
  for _, one in ipairs(case.units) do
    local unit = add(one[1], one[2], true)
    if one[3] then
      unit:go_cell(place(one[3], one[4]))
    else
      hunters[#hunters + 1] = unit
      unit:chase(target, { sight = true, within = case.within })
    end
  end
  for _ = 1, case.ticks do
    crowd:tick()
    for unit, what in crowd:events() do
      if what == "arrived" and unit.target and case.holds then
        assert.are_not.equal(cell_of(unit), rested[unit])
        rested[unit] = cell_of(unit)
      end
    end
    for i = 1, #hunters do
      local unit = hunters[i]
      rested[unit] = rested[unit] == cell_of(unit) and rested[unit] or nil
    end
  end
  for i = 1, #hunters do
    local unit = hunters[i]
    assert.is_true(case.is_full or unit.status == "arrived"
      and finder:line_of_sight(unit.cell_x, unit.cell_y, target.cell_x,
        target.cell_y))
  end
  return hunters, crowd
end

-- Goers come beside the target.
local QUEUES = { "#.......#..", "...........", "...........", "#........#.",
  ".........#.", "..........." }
local SIEGE = { "...........", "...#.......", "...........", "...........",
  "...........", "...........", "...#.......", "#..........", "..........." }
local OUTSIDE = { "....#.", ".#.#..", ".....#", "##.#..", "##...." }

describe("hunters that need sight", function()
  it("tell once that they rest", function()
    for turn = 0, 7 do
      besiege({ rows = QUEUES, target = { 11, 5 }, holds = true, is_full = true,
        within = 1, ticks = 60, units = { { 9, 3 }, { 11, 3 }, { 8, 3 }, { 3, 2, 11, 3 },
          { 2, 6 }, { 6, 5, 11, 4 }, { 7, 4 }, { 7, 1 }, { 9, 4 }, { 3, 3 } } },
        turn)
    end
  end)

  it("rest where they see it, with no room beside it", function()
    local row = ("."):rep(12)
    for turn = 0, 7 do
      local _, crowd = besiege({ rows = { row, row, row, row, row, row },
        target = { 11, 3 }, holds = true, within = 1, ticks = 60,
        units = { { 10, 2 }, { 9, 5 }, { 7, 5 }, { 6, 2 }, { 3, 6 }, { 8, 6 },
          { 7, 3 }, { 11, 1 }, { 1, 5 } } }, turn)
      assert.are.equal(0, crowd.moving)
    end
  end)

  it("push none off its goal beside the target", function()
    for turn = 0, 7 do
      local _, crowd = besiege({ rows = SIEGE, target = { 3, 9 }, ticks = 200,
        units = { { 4, 9 }, { 3, 4, 2, 9 }, { 5, 5 }, { 1, 6, 4, 9 }, { 3, 1 },
          { 4, 1, 1, 9 } } }, turn)
      assert.are.equal(0, crowd.moving)
    end
  end)

  it("take a free cell that sees the target", function()
    for turn = 0, 7 do
      local hunters = besiege({ rows = OUTSIDE, target = { 3, 3 }, holds = true,
        ticks = 60, units = { { 3, 2, 3, 2 }, { 2, 3, 2, 3 }, { 4, 3, 4, 3 },
          { 3, 4, 3, 4 }, { 5, 5 } } }, turn)
      assert.are.equal("occupied", hunters[1].reason)
    end
  end)
end)

-- The first hunter comes to rest in the door beside the target.
local function doors(apart)
  local rows = {}
  for y = 1, apart + 4 do
    rows[y] = (y == 3 or y == apart + 3) and "............" or ".....#......"
  end
  return rows
end

describe("hunters behind one that rests in a door", function()
  for _, apart in ipairs { 3, 8, 20 } do
    it(("come through another door %d cells away"):format(apart), function()
      for turn = 0, 7 do
        local grid, place = boards.drawn(doors(apart), nil, turn)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        local function add(x, y)
          x, y = place(x, y)
          return crowd:add { finder = finder, cell_x = x, cell_y = y }
        end
        local target, hunters = add(8, 3), { add(5, 3), add(4, 3), add(3, 3) }
        target.yields = false
        for _, hunter in ipairs(hunters) do
          hunter:chase(target)
        end
        for _ = 1, 150 do
          crowd:tick()
        end
        for _, hunter in ipairs(hunters) do
          assert.are.equal("arrived", hunter.status)
          assert.is_nil(hunter.reason)
        end
        assert.are.equal(0, crowd.moving)
      end
    end)
  end

  it("stay there if all cells beside the target are held", function()
    for turn = 0, 7 do
      local grid, place = boards.drawn(doors(3), nil, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local function add(x, y)
        x, y = place(x, y)
        return crowd:add { finder = finder, cell_x = x, cell_y = y,
          yields = false }
      end
      local target = add(8, 3)
      for _, cell in ipairs { { 7, 2 }, { 8, 2 }, { 9, 2 }, { 9, 3 }, { 9, 4 },
        { 8, 4 }, { 7, 4 } } do
        add(cell[1], cell[2])
      end
      local first, second = add(7, 3), add(4, 3)
      first:chase(target)
      second:chase(target)
      for _ = 1, 60 do
        crowd:tick()
      end
      local x, y = place(6, 3)
      assert.are.same({ x, y, "arrived", "occupied", 0 }, { second.cell_x,
        second.cell_y, second.status, second.reason, crowd.moving })
    end
  end)
end)
