--- Fences: grid:fence, grid:unfence, sight, drawings, dumps and equality.
-- fuzz/differential judges sight, which judges views here.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local numbers = require "spec.support.random"

local function pack(...)
  return { n = select("#", ...), ... }
end

local RULES = boards.RULES

describe("grid:fence_rect", function()
  it("closes the cells of a rectangle off, except at its gaps", function()
    for _, shape in ipairs { { "square" }, { "hex", "odd-r" },
      { "hex", "even-q" } } do
      local grid = tilepath.grid(9, 9, { shape = shape[1],
        stagger = shape[2], base = -2 })
      local count = grid:fence_rect(1, 1, 3, 2)
      assert.are.equal(count, #grid:fences())
      local finder = tilepath.pathfinder(grid)
      assert.are.same({ 1, 75 }, { finder:region(0, 0) })
      assert.are.same({ 2, 6 }, { finder:region(1, 1) })
      assert.are.equal(count, grid:fence_rect(1, 1, 3, 2))
      assert.is_false(finder:is_reachable(1, 1, 0, 0))
      for _, fence in ipairs(grid:fences()) do
        grid:unfence(fence.x1, fence.y1, fence.x2, fence.y2)
      end
      local with_gap = grid:fence_rect(1, 1, 3, 2, { gaps = { { 2, 0 } } })
      assert.is_true(with_gap < count)
      assert.is_true(finder:is_reachable(1, 1, 0, 0))
      assert.are.equal(0, grid:fence_rect(1, 1, 3, 2,
        { gaps = { { 1, 1, 3, 2 } } }))
    end
  end)

  it("lets agents out of a rectangle, one way", function()
    local grid = tilepath.grid(4, 4)
    local finder = tilepath.pathfinder(grid)
    grid:fence_rect(2, 2, 2, 2, { one_way = true })
    for _, side in ipairs { { 2, 2, 2, 1 }, { 2, 2, 1, 2 }, { 3, 3, 4, 3 },
      { 3, 3, 3, 4 } } do
      local x, y, out_x, out_y = side[1], side[2], side[3], side[4]
      assert.is_true(finder:can_step(x, y, out_x, out_y))
      assert.is_false(finder:can_step(out_x, out_y, x, y))
    end
  end)

  it("closes a line, also one way", function()
    local grid = tilepath.grid(4, 3)
    local finder = tilepath.pathfinder(grid)
    assert.are.equal(3, grid:fence_rect(1, 2, 9, 0, { one_way = true,
      gaps = { { 2, 1 } } }))
    assert.is_true(finder:can_step(1, 2, 1, 1))
    assert.is_false(finder:can_step(1, 1, 1, 2))
    assert.is_true(finder:can_step(2, 1, 2, 2))
    assert.are.equal(3, grid:fence_rect(3, -5, 0, 30))
    assert.is_false(finder:can_step(2, 3, 3, 3))
    assert.is_true(finder:can_step(3, 3, 4, 3))
    assert.are.equal(1, grid:fence_rect(2, 3, 1, 0))
    assert.are.equal(1, grid:fence_rect(2, 3, 0, 1))
    for _, none in ipairs { { 1, 1, 0, 0 }, { 1, 1, 4, 0 }, { 1, 1, 4, 3 },
      { 5, 1, 1, 1 } } do
      assert.are.equal(0, grid:fence_rect(none[1], none[2], none[3], none[4]))
    end
  end)
end)

describe("grid:fence", function()
  it("closes a side both ways, or one way, and opens it again", function()
    local grid = tilepath.grid(2, 2)
    assert.is_true(grid:fence(2, 1, 1, 1))
    assert.is_true(grid:fence(1, 2, 1, 1, { one_way = true }))
    assert.are.same({
      { x1 = 1, y1 = 1, x2 = 2, y2 = 1, one_way = false },
      { x1 = 1, y1 = 2, x2 = 1, y2 = 1, one_way = true },
    }, grid:fences())
    assert.is_true(grid:unfence(1, 1, 2, 1))
    assert.is_true(grid:fence(1, 1, 1, 2))
    assert.are.same({ { x1 = 1, y1 = 1, x2 = 1, y2 = 2, one_way = false } },
      grid:fences())
    assert.is_true(grid:unfence(1, 2, 1, 1))
    assert.is_true(grid:unfence(1, 2, 1, 1))
    assert.are.same({}, grid:fences())
    assert.are.equal(tilepath.grid(2, 2), grid)
  end)

  it("returns nil, 'outside' for any cell outside", function()
    local grid = tilepath.grid(1, 1)
    for _, call in ipairs { "fence", "unfence" } do
      assert.are.same({ nil, "outside", n = 2 },
        pack(grid[call](grid, 1, 1, 2, 1)))
      assert.are.same({ nil, "outside", n = 2 },
        pack(grid[call](grid, 2 ^ 40, 7, 2 ^ 40 + 1, 7)))
    end
    assert.are.same({}, grid:fences())
    assert.are.equal(0, grid.revision)
  end)
end)

-- Sight and drawings on any map -----------------------------------------------

local function random_map(random, width, height, density, walls)
  local grid = tilepath.grid(width, height)
  grid:sample(function()
    return not random.chance(density)
  end)
  for _ = 1, walls do
    local x, y = random(1, width), random(1, height)
    local dx, dy = random.one_of(-1, 1), 0
    if random.chance(50) then
      dx, dy = 0, dx
    end
    grid:fence(x, y, x + dx, y + dy, { one_way = random.chance(40) })
  end
  return grid
end

--- Does the view have the cells in range that the lines of sight lead to?
local function judge_view(finder, x, y, range, lines)
  local view = finder:view(x, y, range)
  for other_x, other_y in finder.grid:cells() do
    local dx, dy = other_x - x, other_y - y
    local wanted = dx * dx + dy * dy <= range * range
      and lines:line_of_sight(x, y, other_x, other_y)
    if view and view:has(other_x, other_y) ~= wanted then
      error(("%d, %d from %d, %d: %s"):format(other_x, other_y, x, y,
        tostring(wanted)))
    end
  end
end

describe("sight among fences", function()
  it("separates more gaps than columns", function()
    local high = tilepath.grid(3, 60)
    for y = 1, 60, 2 do
      high:fence(2, y, 3, y)
    end
    local wide = tilepath.grid(8, 64)
    for y = 1, 64, 2 do
      for x = 3, 7, 2 do
        wide:fence(x, y, x + 1, y)
      end
    end
    local bent = tilepath.grid(3, 99)
    for y = 1, 99 do
      bent:fence(2, y, 3, y)
    end
    bent:fence(2, 70, 2, 71)
    for _, grid in ipairs { high, wide, bent } do
      for _, rule in ipairs(RULES) do
        local finder = tilepath.pathfinder(grid, { diagonal = rule })
        for x = 1, 2 do
          judge_view(finder, x, 1, math.huge, finder)
        end
      end
    end
  end)

  it("ends at a fence behind rows with nothing in the way", function()
    for _, rule in ipairs(RULES) do
      for i = 0, 2 * 6 * 5 - 1 do
        local grid, down = tilepath.grid(7, 6), i % 2
        local x, y = math.floor(i / 2) % 6 + 1, math.floor(i / 12) + 1
        grid:fence(x, y, x + 1 - down, y + down, { one_way = i % 3 == 0 })
        local finder = tilepath.pathfinder(grid, { diagonal = rule })
        judge_view(finder, 1, 1, math.huge, finder)
        judge_view(finder, 7, 6, math.huge, finder)
        judge_view(finder, 4, 3, 3.5, finder)
      end
    end
  end)

  it("returns the cell behind a fence", function()
    local grid = tilepath.grid(4, 1)
    grid:fence(2, 1, 3, 1, { one_way = true })
    local finder = tilepath.pathfinder(grid)
    assert.are.same({ true, 3, n = 2 }, pack(finder:line_of_sight(1, 1, 4, 1)))
    assert.are.same({ false, 2, 1, n = 3 },
      pack(finder:line_of_sight(4, 1, 1, 1)))
    local body = tilepath.pathfinder(grid, { radius = 0.4 })
    assert.are.same({ true, 3, n = 2 }, pack(body:line_of_sight(1, 1, 4, 1)))
    assert.are.same({ false, 2, 1, n = 3 },
      pack(body:line_of_sight(4, 1, 1, 1)))
  end)

  it("is blocked along a fence, and for a body beside it", function()
    local grid = tilepath.grid(3, 3)
    local finder = tilepath.pathfinder(grid)
    local body = tilepath.pathfinder(grid, { radius = 0.25 })
    assert.is_true(finder:line_of_sight_world(1, 0.5, 1, 2.5))
    grid:fence(1, 2, 2, 2)
    assert.is_false(finder:line_of_sight_world(1, 0.5, 1, 2.5))
    assert.is_true(finder:line_of_sight_world(1.125, 0.5, 1.125, 2.5))
    assert.is_false(body:line_of_sight_world(1.125, 0.5, 1.125, 2.5))
    assert.is_true(body:line_of_sight_world(1.25, 0.5, 1.25, 2.5))
    -- The end of the wall is at 1, 1: the body may come this near, not nearer.
    assert.is_true(body:line_of_sight_world(0.5, 0.75, 2.5, 0.75))
    assert.is_false(body:line_of_sight_world(0.5, 0.8125, 2.5, 0.8125))
    grid:unfence(1, 2, 2, 2)
    assert.is_true(body:line_of_sight_world(0.5, 0.8125, 2.5, 0.8125))
  end)
end)

describe("a drawing with fences", function()
  local DRAWN = ". .|.\n-+ +-\n. # .\n +v+ \n.<.>."

  it("can be read and drawn again", function()
    local grid = tilepath.grid(DRAWN, { fences = true, base = { -3, 0 } })
    assert.are.equal(DRAWN, tilepath.ascii(grid))
    assert.are.same({
      { x1 = -3, y1 = 0, x2 = -3, y2 = 1, one_way = false },
      { x1 = -2, y1 = 0, x2 = -1, y2 = 0, one_way = false },
      { x1 = -1, y1 = 0, x2 = -1, y2 = 1, one_way = false },
      { x1 = -2, y1 = 1, x2 = -2, y2 = 2, one_way = true },
      { x1 = -2, y1 = 2, x2 = -3, y2 = 2, one_way = true },
      { x1 = -2, y1 = 2, x2 = -1, y2 = 2, one_way = true },
    }, grid:fences())
    assert.are.equal("...\n.#.\n...", tilepath.ascii(grid, { fences = false }))
  end)

  it("makes an equal grid, for any walls", function()
    local random = numbers.new(7)
    for _ = 1, 30 do
      local width, height = random(1, 9), random(1, 9)
      local grid = random_map(random, width, height, 20, width * height)
      local text = tilepath.ascii(grid, { fences = true })
      assert.are.equal(grid, tilepath.grid(text, { fences = true }))
      assert.are.equal(grid, tilepath.load(grid:save()))
      assert.are.equal(grid, grid:copy())
      assert.are.equal(grid:save(), grid:copy():save())
    end
  end)

  it("may leave out open ends of lines, and may contain \\r", function()
    local grid = tilepath.grid(". .\r\n-\r\n. .\r\n\r\n. .\r\n",
      { fences = true })
    assert.are.equal(3, grid.height)
    assert.are.equal(1, #grid:fences())
  end)
end)

-- From 1, 1 to 2, 2 an agent could go first to the right and then down, or first
-- down and then to the right. A fence bars one of these ways, or both, or it
-- stands inside the agent's cells.
describe("a diagonal step beside a fence", function()
  for i, case in ipairs {
    { size = 1, fence = { 1, 1, 2, 1 }, leaves_one_way = true },
    { size = 1, fence = { 2, 1, 2, 2 }, leaves_one_way = true },
    { size = 1, fence = { 1, 1, 1, 2 }, leaves_one_way = true },
    { size = 1, fence = { 1, 2, 2, 2 }, leaves_one_way = true },
    { size = 2, fence = { 2, 1, 3, 1 }, leaves_one_way = true },
    { size = 2, fence = { 1, 2, 1, 3 }, leaves_one_way = true },
    { size = 2, fence = { 2, 2, 3, 2 } }, { size = 2, fence = { 2, 2, 2, 3 } },
    { size = 2, fence = { 3, 2, 3, 3 } }, { size = 2, fence = { 2, 3, 3, 3 } },
  } do
    it("is legal by the rule if the fence leaves a way (" .. i .. ")", function()
      local grid, fence = tilepath.grid(case.size + 1, case.size + 1), case.fence
      grid:fence(fence[1], fence[2], fence[3], fence[4])
      for _, rule in ipairs(RULES) do
        local finder = tilepath.pathfinder(grid, { size = case.size,
          diagonal = rule })
        local is_legal = case.leaves_one_way and (rule == "always"
          or rule == "at_least_one_walkable") or false
        assert.are.equal(is_legal, finder:can_step(1, 1, 2, 2), rule)
        assert.are.equal(is_legal, finder:can_step(2, 2, 1, 1), rule)
      end
    end)
  end
end)
