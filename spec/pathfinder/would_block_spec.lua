--- finder:would_block: would closing some cells cut a path? Judged by closing
-- them. The map and all answers stay the same.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local list, map, mistake = helper.list, helper.map, helper.mistake
local rules = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

local BRIDGE = map [[
  .....
  ##.##
  .....
]]

local function finder_on(text, profile, options)
  return tilepath.pathfinder(tilepath.grid(text, options), profile)
end

describe("finder:would_block", function()
  it("is true if the cells are the only path", function()
    local finder = finder_on(BRIDGE)
    assert.are.same({ true, 1 },
      list(finder:would_block({ { 3, 2 } }, 1, 1, 1, 3)))
    assert.are.same({ false },
      list(finder:would_block({ { 3, 2 } }, 1, 1, 5, 1)))
    assert.are.same({ true, 1 },
      list(finder:would_block({ { 3, 1 } }, 1, 1, 5, 1)))
  end)

  it("includes fences and links beside a cell", function()
    local grid = tilepath.grid("...\n...")
    grid:fence(1, 1, 2, 1)
    assert.is_true(tilepath.pathfinder(grid):would_block({ { 1, 2 } }, 1, 1,
      3, 2))
    grid = tilepath.grid("..#..")
    grid:link(2, 1, 4, 1)
    assert.is_true(tilepath.pathfinder(grid):would_block({ { 2, 1 } }, 1, 1,
      5, 1))
    assert.is_true(tilepath.pathfinder(grid):would_block({ { 4, 1 } }, 1, 1,
      5, 1))
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

  it("is true if start or goal would be closed", function()
    local finder = finder_on("...\n...")
    assert.is_true(finder:would_block({ { 1, 1 } }, 1, 1, 3, 1))
    assert.is_true(finder:would_block({ { 3, 1 } }, 1, 1, 3, 1))
    assert.is_true(finder:would_block({ { 2, 2 } }, 2, 2, 2, 2))
    assert.is_false(finder:would_block({ { 2, 1 } }, 2, 2, 2, 2))
  end)

  it("closes several cells together", function()
    local finder = finder_on("....\n....\n....")
    local fence = { { 2, 1 }, { 2, 2 } }
    assert.is_false(finder:would_block(fence, 1, 1, 4, 1))
    fence[3] = { 2, 3 }
    assert.is_true(finder:would_block(fence, 1, 1, 4, 1))
    assert.is_false(finder:would_block(fence, 3, 1, 4, 3))
    assert.is_false(finder:would_block({}, 1, 1, 4, 1))
  end)

  it("ignores cells that are outside, closed, or repeated", function()
    local finder = finder_on(BRIDGE)
    assert.is_false(finder:would_block({ { 0, 0 }, { 1, 2 }, { 2 ^ 40, 1 },
      { 5, 1 }, { 5, 1 } }, 1, 1, 1, 3))
    assert.is_true(finder:would_block({ { -9, 2 }, { 3, 2 }, { 3, 2 } },
      1, 1, 1, 3))
  end)

  it("answers for any of several paths, and returns the number of the cut "
    .. "path", function()
    local finder = finder_on(BRIDGE)
    local ways = { { 1, 1, 5, 1 }, { 1, 3, 5, 3 }, { 5, 1, 5, 3 } }
    assert.are.same({ true, 3 }, list(finder:would_block({ { 3, 2 } }, ways)))
    assert.are.same({ true, 2 }, list(finder:would_block({ { 3, 3 } }, ways)))
    assert.are.same({ false }, list(finder:would_block({ { 1, 2 } }, ways)))
    assert.are.same({ false }, list(finder:would_block({ { 3, 3 } }, {})))
  end)

  it("returns a reason if there is no path now", function()
    local finder = finder_on("..#.")
    local function reason(...)
      return list(finder:would_block({ { 2, 1 } }, ...))
    end
    assert.are.same({ nil, "start_outside", 1 }, reason(0, 1, 9, 9))
    assert.are.same({ nil, "goal_outside", 1 }, reason(3, 1, 9, 9))
    assert.are.same({ nil, "start_blocked", 1 }, reason(3, 1, 3, 1))
    assert.are.same({ nil, "goal_blocked", 1 }, reason(1, 1, 3, 1))
    assert.are.same({ nil, "unreachable", 1 }, reason(1, 1, 4, 1))
    assert.are.same({ nil, "unreachable", 2 },
      reason { { 1, 1, 2, 1 }, { 1, 1, 4, 1 } })
  end)

  it("takes cells from the grid's base", function()
    local finder = finder_on(BRIDGE, nil, { base = { -2, 0 } })
    assert.is_true(finder:would_block({ { 0, 1 } }, -2, 0, -2, 2))
    assert.is_false(finder:would_block({ { 1, 1 } }, -2, 0, -2, 2))
  end)

  it("respects what this agent may enter", function()
    local options = { legend = { ["~"] = "water" }, prices = { water = 9 } }
    local text = "...\n~#.\n..."
    local swimmer = finder_on(text, nil, options)
    local walker = finder_on(text, { prices = { water = false } }, options)
    assert.is_false(swimmer:would_block({ { 3, 2 } }, 1, 1, 1, 3))
    assert.is_true(walker:would_block({ { 3, 2 } }, 1, 1, 1, 3))
  end)

  it("changes no other answer", function()
    local finder = finder_on(BRIDGE)
    local grid = finder.grid
    local before, revision = grid:dump(), grid.revision
    assert.is_true(finder:would_block({ { 3, 2 }, { 1, 1 } }, 1, 1, 1, 3))
    assert.are.equal(before, grid:dump())
    assert.are.equal(revision, grid.revision)
    assert.is_true(finder:can_enter(3, 2) and finder:can_enter(1, 1))
    assert.is_true(finder:is_reachable(1, 1, 1, 3))
    assert.are.equal("1,1 2,1 3,1 3,2 3,3 2,3 1,3",
      helper.points(finder:find(1, 1, 1, 3)))
    assert.is_true(finder:would_block({ { 3, 2 } }, 1, 1, 1, 3))
  end)

  it("does not disturb a running search", function()
    local finder = finder_on(BRIDGE)
    local search = finder:search(1, 1, 1, 3)
    search:step(2)
    assert.is_true(finder:would_block({ { 3, 2 } }, 1, 1, 1, 3))
    while search:step(1) == "running" do
      assert.is_true(finder:would_block({ { 3, 3 } }, 1, 3, 5, 3))
    end
    assert.are.equal("found", search.status)
  end)
end)

--- Random cells, or a block of them: one, some, or many.
local function some_cells(random, width, height)
  local cells, block = {}, random(1, 2) == 1
  local x, y = random(1, width), random(1, height)
  local most = ({ 1, 1, 9, 60 })[random(1, 4)]
  for i = 1, random(1, most) do
    cells[i] = block and { x + i % 3, y + math.floor(i / 3) }
      or { random(0, width), random(1, height) }
  end
  return cells
end

describe("closing the cells", function()
  for _, rule in ipairs(rules) do
    it("cuts as would_block predicts, under " .. rule, function()
      local random = numbers.new(7)
      for _ = 1, 60 do
        local width, height = random(2, 90), random(2, 20)
        local grid = tilepath.grid(numbers.map(random, width, height,
          random(1, 2) == 1 and "..#" or ".....#"))
        local finder = tilepath.pathfinder(grid, {
          diagonal = rule,
          size = random(1, 2) == 1 and 1 or { random(1, 5), random(1, 5) },
        })
        for _ = 1, 20 do
          local x1, y1 = random(1, width), random(1, height)
          local x2, y2 = random(1, width), random(1, height)
          local cells = some_cells(random, width, height)
          local before = grid:copy()
          local would = finder:would_block(cells, x1, y1, x2, y2)
          assert.is_true(grid == before)
          assert.are.equal(would == nil, not finder:is_reachable(x1, y1, x2,
            y2))
          for _, cell in ipairs(cells) do
            grid:set_walkable(cell[1], cell[2], false)
          end
          if would ~= nil then
            assert.are.equal(would, not finder:is_reachable(x1, y1, x2, y2))
          end
          for _, cell in ipairs(cells) do
            if before:is_walkable(cell[1], cell[2]) then
              grid:set_walkable(cell[1], cell[2], true)
            end
          end
        end
      end
    end)
  end
end)
