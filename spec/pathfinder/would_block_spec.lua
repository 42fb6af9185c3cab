--- finder:would_block: would closing some cells cut a path? The map and all
-- answers stay the same. fuzz/differential judges it by closing the cells.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"

local finder_on, list = finders.on, helper.list

local BRIDGE = ".....\n##.##\n....."

describe("finder:would_block", function()
  it("is true if the cells are the only path, or start or goal", function()
    local finder = finder_on(BRIDGE, nil, { base = { -2, 0 } })
    for _, case in ipairs {
      { true, { { 0, 1 } }, -2, 0, -2, 2 }, { false, { { 0, 1 } }, -2, 0, 2, 0 },
      { true, { { 0, 0 } }, -2, 0, 2, 0 }, { true, { { -2, 0 } }, -2, 0, 0, 0 },
      { true, { { 0, 0 } }, -2, 0, 0, 0 }, { true, { { 2, 0 } }, 1, 0, 2, 0 },
      { false, { { 2, 0 } }, 1, 0, 1, 0 }, { false, {}, -2, 0, -2, 2 },
      -- Outside, closed, or repeated.
      { false, { { -3, 0 }, { -2, 1 }, { 2 ^ 40, 1 }, { 2, 0 }, { 2, 0 } },
        -2, 0, -2, 2 },
      { true, { { -9, 1 }, { 0, 1 }, { 0, 1 } }, -2, 0, -2, 2 },
    } do
      assert.are.equal(case[1], (finder:would_block(case[2], case[3], case[4],
        case[5], case[6])))
    end
  end)

  it("includes fences and links beside a cell", function()
    local grid = tilepath.grid("...\n...")
    grid:fence(1, 1, 2, 1)
    assert.is_true(tilepath.pathfinder(grid):would_block({ { 1, 2 } }, 1, 1,
      3, 2))
    grid = tilepath.grid("..#..")
    grid:link(2, 1, 4, 1)
    for x = 2, 4, 2 do
      assert.is_true(tilepath.pathfinder(grid):would_block({ { x, 1 } }, 1, 1,
        5, 1))
    end
  end)

  it("keeps the far ends of links unchanged, over later edits", function()
    for edits = 1, 6 do
      local grid = tilepath.grid("......#....")
      grid:link(6, 1, 8, 1)
      local finder = tilepath.pathfinder(grid)
      assert.is_true(finder:is_reachable(1, 1, 8, 1))
      assert.is_true(finder:would_block({ { 3, 1 } }, 1, 1, 8, 1))
      for i = 1, edits do
        grid:set_walkable(11, 1, i % 2 == 0)
        finder:nearest(1, 1)
      end
      assert.is_true(finder:is_reachable(1, 1, 8, 1))
      assert.is_nil(finder:find(1, 1, 7, 1))
      assert.is_truthy(finder:find(1, 1, 9, 1))
    end
  end)

  it("answers for any of several paths, with its number", function()
    local finder = finder_on(BRIDGE)
    local ways = { { 1, 1, 5, 1 }, { 1, 3, 5, 3 }, { 5, 1, 5, 3 } }
    assert.are.same({ true, 3 }, list(finder:would_block({ { 3, 2 } }, ways)))
    assert.are.same({ true, 2 }, list(finder:would_block({ { 3, 3 } }, ways)))
    assert.are.same({ false }, list(finder:would_block({ { 1, 2 } }, ways)))
    assert.are.same({ false }, list(finder:would_block({ { 3, 3 } }, {})))
  end)

  it("returns a reason if there is no path now", function()
    local finder = finder_on "..#."
    for reason, q in pairs { start_outside = { 0, 1, 9, 9 },
      goal_outside = { 3, 1, 9, 9 }, start_blocked = { 3, 1, 3, 1 },
      goal_blocked = { 1, 1, 3, 1 }, unreachable = { 1, 1, 4, 1 } } do
      assert.are.same({ nil, reason, 1 }, list(finder:would_block({ { 2, 1 } },
        q[1], q[2], q[3], q[4])))
      assert.are.same({ nil, reason, 2 }, list(finder:would_block({ { 2, 1 } },
        { { 1, 1, 2, 1 }, q })))
    end
  end)

  it("respects what this agent may enter", function()
    local options = { legend = { ["~"] = "water" }, prices = { water = 9 } }
    for price, cuts in pairs { [9] = false, [false] = true } do
      local finder = finder_on("...\n~#.\n...", { prices = { water = price } },
        options)
      assert.are.equal(cuts, (finder:would_block({ { 3, 2 } }, 1, 1, 1, 3)))
    end
  end)

  it("changes no other answer, and does not disturb a running search", function()
    local finder = finder_on(BRIDGE)
    local grid = finder.grid
    local before, revision = grid:save(), grid.revision
    local search = finder:search(1, 1, 1, 3)
    search:step(2)
    assert.is_true(finder:would_block({ { 3, 2 }, { 1, 1 } }, 1, 1, 1, 3))
    assert.are.same({ before, revision }, { grid:save(), grid.revision })
    assert.is_true(finder:can_enter(3, 2) and finder:can_enter(1, 1))
    assert.is_true(finder:is_reachable(1, 1, 1, 3))
    while search:step(1) == "running" do
      assert.is_true(finder:would_block({ { 3, 3 } }, 1, 3, 5, 3))
    end
    for _, path in ipairs { (finder:find(1, 1, 1, 3)), (search:path()) } do
      assert.are.equal("1,1 2,1 3,1 3,2 3,3 2,3 1,3", helper.points(path))
    end
  end)

  it("keeps lines of sight of large agents right at later edits", function()
    for turn = 0, 1 do
      local at = boards.turn(turn, 12, 9)
      local width, height = at(12, 9)
      local grid = tilepath.grid(width, height, { prices = { forest = 2 },
        opaque = { forest = true } })
      local finder = tilepath.pathfinder(grid, { size = 2 })
      local x1, y1 = at(1, 3)
      local cell_x, cell_y = at(5, 4)
      local to_x, to_y = at(11, 1)
      local function sees()
        return (finder:line_of_sight(x1, y1, at(10, 3)))
      end
      grid:set(width, height, "forest")
      assert.is_true(sees())
      grid:set(cell_x, cell_y, "wall")
      assert.is_false(sees())
      assert.is_true((finder:would_block({ boards.rect(at, 6, 1, 1, 4),
        boards.rect(at, 6, 5, 1, 5) }, 1, 1, to_x, to_y)))
      grid:set(cell_x, cell_y, "open")
      assert.is_true(sees())
    end
  end)
end)
