--- Goals that cover a rectangle: each equals a list of all of its cells, with
-- one number in the caller's list. On any map fuzz/differential shows that.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"

local fails, last = finders.fails, finders.last
local list, map, points = helper.list, helper.map, helper.points

local TOWN = map [[
  ..........
  ....###...
  ....###...
  ..........
  ..........
]]

describe("#once a goal of several cells", function()
  local finder

  before_each(function()
    finder = tilepath.pathfinder(tilepath.grid(TOWN))
  end)

  it("leads to any of its cells, by place or by name", function()
    for _, goal in ipairs { { 7, 4, 3, 2 }, { 7, 4, w = 3, h = 2 },
      { x = 7, y = 4, w = 3, h = 2 } } do
      assert.are.equal("9,4", last(finder:find(9, 1, { goal })))
    end
    local path, cost = finder:find(1, 5, { { 7, 4, 3, 2 } })
    assert.are.same({ "7,5", 6, 1 }, { last(path), cost, path.goal_index })
    path, cost = finder:find(8, 5, { { 7, 4, 3, 2 } })
    assert.are.same({ 1, 0, 1 }, { path:size(), cost, path.goal_index })
    for _, goal in ipairs { { x = 7, y = 4 }, { 7, 4 },
      setmetatable({ 7, 4 }, { __index = { w = 3, h = 2 } }) } do
      assert.are.equal("7,4", last(finder:find(10, 4, { goal })))
    end
  end)

  it("can be a building, with 'adjacent', ranges and sight", function()
    local house, beside = { { 5, 2, 3, 2 } }, { adjacent = true }
    for _, case in ipairs { { 1, 1, beside, "1,1 2,1 3,1 4,1" },
      { 9, 5, beside, "9,5 8,4" }, { 8, 3, beside, "8,3" },
      { 1, 2, { within = 2 }, "1,2 2,2 3,2" },
      { 10, 5, { within = 2.5, sight = true }, "10,5 9,4" } } do
      assert.are.equal(case[4],
        points(finder:find(case[1], case[2], house, case[3])))
    end
    fails("goal_blocked", finder:find(1, 1, house))
    local never = tilepath.pathfinder(finder.grid, { diagonal = "never" })
    assert.are.equal(2, never:find(4, 1, house, beside):size())
    finder.grid:fill(4, 1, 1, 5, "wall")
    assert.are.equal(1, finder:find(3, 2, house, { within = 2 }):size())
    fails("unreachable", finder:find(1, 2, house, { within = 2, sight = true }))
  end)

  it("has one number in a list, and one extra cost", function()
    local goals = { { 1, 1, cost = 9 }, { 6, 5, 4, 1, cost = 1.5 },
      { 10, 1, 1, 2 } }
    for _, case in ipairs { { 1, 5, goals, 2, 5 }, { 10, 4, goals, 3, 2 },
      { 6, 4, { { 6, 5, 3, 1 }, { 6, 4, cost = 1 } }, 1, 1 },
      { 6, 4, { { 6, 4, cost = 1 }, { 6, 5, 3, 1 } }, 1, 0 } } do
      local path, cost = finder:find(case[1], case[2], case[3])
      assert.are.same({ case[4], case[5] }, { path.goal_index, cost })
    end
  end)

  it("ignores its part outside the map, but must overlap the map", function()
    assert.are.equal("2,4", last(finder:find(4, 4, { { -5, 4, 7, 99 } },
      { within = 1.5 })))
    assert.are.equal("1,4", last(finder:find(3, 4, { { -5, 4, 7, 99 } })))
    fails("goal_outside", finder:find(3, 4, { { -5, 4, 5, 1 } }))
    fails("goal_outside", finder:find(3, 4, { { 2 ^ 52, 4, 2 ^ 52, 2 ^ 52 } }))
    assert.are.equal(1, finder:find(3, 4, { { -2 ^ 52, -2 ^ 52, 2 ^ 53 - 1,
      2 ^ 53 - 1 } }):size())
    local path = finder:find(5, 4, { { -5, 2, 5, 2 } }, { partial = true })
    assert.are.same({ "1,3", true }, { last(path), path.partial })
  end)

  it("has the reasons of a list of its cells", function()
    local agent = finders.on "......\n.###..\n.#.#..\n.###..\n......"
    local yard, goals = agent.grid, { { 2, 2, 3, 3 } }
    fails("unreachable", agent:find(1, 1, goals))
    assert.are.equal("unreachable", agent:search(1, 1, goals).reason)
    fails("start_blocked", agent:find(2, 2, { { 99, 1 }, goals[1] }))
    yard:set(3, 3, "wall")
    fails("goal_blocked", agent:find(1, 1, goals))
    yard:set(3, 3, "open")
    assert.are.equal("3,3", points(agent:find(3, 3, goals)))
    local path = agent:find(1, 3, goals, { partial = true })
    assert.are.same({ 1, true, 1 }, { path:size(), path.partial, path.goal_index })
  end)

  it("is not passed to a heuristic function", function()
    local agent = tilepath.pathfinder(tilepath.grid(30, 9),
      { heuristic = error })
    assert.are.equal(9, select(2,
      agent:find(1, 5, { { 10, 3, 5, 5 }, { 1, 9, cost = 99 } })))
  end)

  it("is in sight of its border, and from inside", function()
    local query = { within = 1, sight = true }
    local yard = tilepath.grid(20, 9)
    yard:fill(8, 1, 1, 9, "wall")
    local agent = tilepath.pathfinder(yard)
    local lot = { { 9, 2, 7, 7 } }
    assert.are.equal(1, agent:find(12, 5, lot, query):size())
    fails("unreachable", agent:find(1, 5, lot, query))
    yard:link(3, 5, 12, 5)
    assert.are.equal("12,5", last(agent:find(1, 5, lot, query)))
  end)

  it("has cost 0 in all of its cells of a field", function()
    local grid = finder.grid
    local field = finder:field { { 1, 1, cost = 5 }, { 5, 2, 4, 3 },
      { -9, 1, 9, 9 } }
    assert.are.same({ 0, 0, 1 }, { field:cost(8, 3), field:cost(6, 4),
      (field:cost(9, 3)) })
    fails("blocked", field:cost(6, 3))
    assert.are.equal(2, (field:path(9, 1)).goal_index)
    assert.are.same({ nil, "arrived" }, list(field:next(8, 2)))
    grid:set(6, 3, "open")
    field:update()
    assert.are.equal(0, field:cost(6, 3))
    field:update { { 1, 1, 2, 1 }, { 2, 1 } }
    assert.are.same({ 1, 7 }, { (field:path(2, 1)).goal_index, field:cost(9, 1) })
  end)
end)

describe("#once a world rectangle as a goal", function()
  local grid = tilepath.grid(12, 6, { cell_size = 10, origin = { 100, 50 } })
  local finder = tilepath.pathfinder(grid)

  local function ends(wx, wy, goal, query)
    return last(assert(finder:find_world(wx, wy, { goal }, query)))
  end

  it("covers the cells that it overlaps, or is a point", function()
    -- Columns 4 to 6, rows 2 and 3, with its sides on their borders.
    local goal = { 130, 60, 30, 20 }
    assert.are.equal("135,65", ends(105, 65, goal))
    assert.are.equal("155,75", ends(218, 75, goal))
    assert.are.equal("125,65", ends(105, 65, goal, { adjacent = true }))
    assert.are.equal("115,65", ends(105, 65, goal, { within = 2 }))
    assert.are.equal("141,63", ends(141, 63, goal))
    assert.are.equal("131,66", ends(105, 65, { 131, 66, 0, 0 }))
    assert.are.equal("131,66", ends(105, 65, { 131, 66 }))
    assert.are.equal("135,65", ends(105, 65, { 130, 60, 0, 5 }))
    assert.are.equal("135,65", ends(105, 65, { 130, 60, 5, 0 }))
  end)

  it("contains the middle of a large agent", function()
    -- The middle lies on the corner of four cells.
    local big = tilepath.pathfinder(grid, { size = 2 })
    assert.are.equal("150,60",
      last(big:find_world(110, 60, { { 145, 55, 30, 20 } })))
    local wide = tilepath.pathfinder(grid, { size = 3 })
    local goals = { { 150, 50, 30, 60 } }
    assert.are.equal("155,65", last(wide:find_world(115, 65, goals)))
    assert.are.equal("135,65", last(wide:find_world(115, 65, goals,
      { adjacent = true })))
  end)

  it("may have any finite size", function()
    assert.are.equal("105,65", ends(105, 65, { -1e308, -1e308, 1e308,
      1.7e308 }, { partial = true }))
    assert.are.equal("105,65",
      ends(105, 65, { -1e308, -1e308, 1.7e308, 1.7e308 }))
    assert.is_nil((finder:find_world(105, 65, { { 1e308, 60, 1.7e308, 0 } })))
  end)

  -- The start is 1 from the rectangle, behind a fence, and sees its other cell,
  -- which is 1.41 away.
  it("end where a cell of the border is both near and seen", function()
    for image = 0, 7 do
      local seen = boards.turn(image, 2, 2)
      local small = tilepath.grid(2, 2)
      local x, y = seen(1, 2)
      local x2, y2 = seen(2, 2)
      small:fence(x, y, x2, y2)
      local archer = tilepath.pathfinder(small, { diagonal = "always" })
      for cost, within in pairs { [0] = 1.5, [1] = 1 } do
        assert.are.equal(cost, select(2, archer:find(x, y,
          { boards.rect(seen, 2, 1, 1, 2) }, { within = within, sight = true })))
      end
    end
  end)

  it("are seen from inside, though walls hide their border", function()
    local own = tilepath.pathfinder(tilepath.grid([[
      .......
      .......
      ..###..
      ..#.#..
      ..###..
      .......
      .......]]))
    assert.are.equal(1, own:find(4, 4, { { 2, 2, 5, 5 } },
      { within = 1, sight = true }):size())
  end)
end)
