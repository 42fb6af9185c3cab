--- A pathfinder in the game's own units: paths from point to point, and sight
-- between points.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"

-- Cells of 1 x 1 from 0, 0 on: cell 1, 1 has its centre at 0.5, 0.5.
local fails, finder_on = finders.fails, finders.on
local list, near, points = helper.list, helper.near, helper.points

local ONE = { diagonal = "at_least_one_walkable" }

--- A grid without defaults: columns from 0, rows from -3, cells of 32 x 16, the
-- top left corner at -64, 100.
local function odd_grid()
  return tilepath.grid(10, 6, { base = { 0, -3 }, cell_size = { 32, 16 },
    origin = { -64, 100 } })
end

describe("finder:find_world", function()
  it("starts and ends at the exact points, through centres", function()
    local finder = tilepath.pathfinder(odd_grid())
    local path, cost = finder:find_world(-63, 101.5, 95.5, 115)
    assert.are.equal("-63,101.5 -16,108 16,108 48,108 95.5,115", points(path))
    assert.are.same({ 4, 4, "world", nil }, { cost, path.cost, path.units,
      path.partial })
    finder.grid:fill(3, -3, 2, 5, "wall")
    local cells, cells_cost = finder:find(0, -3, 8, -3)
    path, cost = finder:find_world(-48, 108, 208, 108)
    assert.are.equal(cells_cost, cost)
    assert.are.equal(points(cells), points(helper.in_cells(path, finder.grid)))
  end)

  it("leaves out the first centre and the last if it can", function()
    for _, case in ipairs {
      -- From near the left border the line to cell 2, 2 is clear.
      { "..#\n...\n..#", { 0.1, 0.5, 2.5, 1.5 }, "0.1,0.5 1.5,1.5 2.5,1.5" },
      { ".##\n...", { 0.9, 0.1, 2.9, 1.9 }, "0.9,0.1 0.5,0.5 1.5,1.5 2.9,1.9" },
      { ".##\n...", { 2.9, 1.9, 0.9, 0.1 }, "2.9,1.9 1.5,1.5 0.5,0.5 0.9,0.1" },
      -- The two points do not see each other past the corner at 1, 1.
      { ".#\n..", { 0.5, 0.9, 1.9, 1.1 }, "0.5,0.9 1.5,1.5 1.9,1.1" },
      -- The start sees the goal, though the removed centre does not.
      { ".#\n..", { 0.1, 0.9, 1.9, 1.5 }, "0.1,0.9 1.9,1.5" },
      { "..", { 0.25, 0.25, 1.75, 0.75 }, "0.25,0.25 1.75,0.75" },
      { "..", { 1.1, 0.2, 1.9, 0.7 }, "1.1,0.2 1.9,0.7" },
      { "..", { 0.5, 0.5, 0.5, 0.5 }, "0.5,0.5 0.5,0.5" },
    } do
      local q = case[2]
      assert.are.equal(case[3], points(finder_on(case[1], ONE):find_world(
        q[1], q[2], q[3], q[4])))
    end
  end)

  it("takes a point on a border as one right of or below it", function()
    local finder = finder_on "..\n.."
    assert.are.equal(0, select(2, finder:find_world(0, 0, 0.99, 0.99)))
    assert.are.equal(1, select(2, finder:find_world(0, 0, 1, 0.5)))
    assert.are.equal(1, select(2, finder:find_world(0.5, 0, 0.5, 1)))
    fails("goal_outside", finder:find_world(0, 0, 2, 1))
    fails("goal_outside", finder:find_world(0, 0, 1, 2))
    fails("start_outside", finder:find_world(-1e-9, 0, 1, 1))
    local zero = -1 / math.huge -- Lua 5.1 takes -0.0 for a 0 before it
    assert.are.equal(-math.huge, 1 / finder:find_world(zero, 0, 1, 0)[1])
  end)

  it("fails for the same reasons, in the same order", function()
    local finder = finder_on("..#.", { algorithm = "astar" })
    for reason, q in pairs {
      start_outside = { -1e308, 1e308, 9, 9 },
      goal_outside = { 2.5, 0, 1e300, 0 },
      start_blocked = { 2.5, 0.5, 2.5, 0.5 }, goal_blocked = { 0, 0, 2, 0 },
      unreachable = { 0, 0, 3, 0 }, budget = { 0, 0, 1, 0 },
    } do
      fails(reason, finder:find_world(q[1], q[2], q[3], q[4],
        { max_nodes = 1 }))
    end
  end)

  it("ends at the centre of the nearest cell with partial", function()
    local finder = finder_on "....#."
    for _, case in ipairs {
      { 0.25, 5.1, true, "0.25,0.75 1.5,0.5 2.5,0.5 3.5,0.5" },
      { 5.25, 77, true, "5.25,0.75" },
      { 0.25, 3.1, nil, "0.25,0.75 1.5,0.5 2.5,0.5 3.1,0.1" },
    } do
      local path = finder:find_world(case[1], 0.75, case[2], 0.1,
        { partial = true })
      assert.are.same({ case[4], case[3] }, { points(path), path.partial })
    end
    local grid = tilepath.grid(3, 3, { cell_size = { 0.5, 0.5 } })
    assert.are.equal("0.25,0.25 0.75,0.75 1.25,1.25",
      points(tilepath.pathfinder(grid):find_world(0.25, 0.25, 1.7e308, 1.7e308,
        { partial = true })))
  end)

  it("fills a table, which the next path in cells clears", function()
    local finder, t = finder_on ".....", {}
    assert.is_true(rawequal(t,
      (finder:find_world(0.5, 0.1, 4.5, 0.9, { into = t }))))
    assert.are.same({ 0.5, 0.1, 1.5, 0.5, 2.5, 0.5, 3.5, 0.5, 4.5, 0.9,
      cost = 4, units = "world" }, t)
    finder:find(2, 1, 3, 1, { into = t })
    assert.are.same({ 2, 1, 3, 1, cost = 1, units = "cells" }, t)
  end)
end)

--- The results of a line without the point where it ends.
local function cell(...)
  return { (select(1, ...)), (select(2, ...)), (select(3, ...)) }
end

describe("finder:line_of_sight_world", function()
  local finder = finder_on "...\n.#.\n..."

  it("runs between any two points, over cells that it grazes", function()
    for _, line in ipairs { { 0.1, 0.1, 2.9, 0.9 }, { 0.3, 0.3, 0.3, 0.3 },
      { 0.5, 0.999, 2.5, 0.999 }, { 0.1, 1.5, 1 - 1e-9, 1.5 } } do
      assert.is_true((finder:line_of_sight_world(line[1], line[2], line[3],
        line[4])))
    end
    -- Along a border both sides have to be free.
    for _, line in ipairs { { 0.1, 1.5, 2.9, 1.6 }, { 0.5, 1.001, 2.5, 1.001 },
      { 0.5, 0.5, 2.5, 1.5 }, { 0.5, 1, 2.5, 1 }, { 2, 0.5, 2, 2.5 } } do
      assert.are.same({ false, 2, 2 }, cell(finder:line_of_sight_world(
        line[1], line[2], line[3], line[4])))
    end
    local open = finder_on "..\n.."
    assert.is_true((open:line_of_sight_world(0.2, 1, 1.8, 1)))
    assert.is_true((open:line_of_sight_world(1, 0.2, 1, 1.8)))
    -- No fence may cross the border, on either side.
    for x = 1, 2 do
      open.grid:fence(x, 1, x, 2)
      assert.are.same({ false, x, 2 },
        cell(open:line_of_sight_world(1, 0.2, 1, 1.8)))
      open.grid:unfence(x, 1, x, 2)
    end
  end)

  it("follows the diagonal rule at a corner", function()
    for rule, expected in pairs { never = "000", only_if_no_obstacles = "100",
      at_least_one_walkable = "110", always = "111" } do
      for _, line in ipairs { { 0.25, 0.25, 1.75, 1.75 },
        { 0.5, 0.5, 1.25, 1.25 } } do
        local seen = ""
        for _, text in ipairs { "..\n..", ".#\n..", ".#\n#." } do
          seen = seen .. (finder_on(text, { diagonal = rule })
            :line_of_sight_world(line[1], line[2], line[3], line[4]) and 1
            or 0)
        end
        assert.are.equal(expected, seen)
      end
    end
  end)

  it("returns the cost of the straight path", function()
    local walker = finder_on("..~~", { straight_cost = 10,
      diagonal_cost = 14 }, { legend = { ["~"] = "mud" },
      prices = { mud = 3 }, cell_size = { 10, 20 } })
    near(10 * (1.5 + 3 * 1.5),
      select(2, walker:line_of_sight_world(5, 10, 35, 10)), 1e-4)
    near(10 * 2 ^ 0.5 / 4,
      select(2, walker:line_of_sight_world(2, 2, 4.5, 7)), 1e-4)
    assert.are.equal(0, select(2, walker:line_of_sight_world(1, 1, 1, 1)))
  end)

  it("sees nothing from outside, nor anything outside", function()
    local grid = odd_grid()
    grid:set(2, -3, "wall")
    local seer = tilepath.pathfinder(grid)
    for _, case in ipairs { { finder, -0.5, 0.5, 1.5, 0.5, 0, 1 },
      { finder, 0.5, 0.5, 9.5, 0.5, 4, 1 }, { finder, 0.5, 0.5, 2.5, -7, 1, 0 },
      { finder, 0.5, 0.5, 0.5, 9, 1, 4 }, { seer, -60, 105, 90, 105, 2, -3 } } do
      assert.are.same({ false, case[6], case[7] }, cell(case[1]
        :line_of_sight_world(case[2], case[3], case[4], case[5])))
    end
    assert.is_false((finder:line_of_sight_world(0.5, 0.5, 1e300, -1e300)))
    assert.is_false((finder:line_of_sight_world(1e300, 0, 1e300, 0)))
    assert.is_true((seer:line_of_sight_world(-60, 105, -0.5, 105)))
    assert.is_true((seer:line_of_sight_world(-60, 117, 90, 117)))
  end)
end)

-- Judged by brute force: points along each line, a hundredth of a cell apart or
-- less, are asked one by one until one is not seen.
describe("the point where a line of sight ends", function()
  local boards = require "spec.support.boards"
  local numbers = require "spec.support.random"
  local seeds = require "spec.seeds"

  --- A map with walls and fences, and an agent.
  local function board(random, i)
    local shape = boards.SHAPES[i % 3 == 0 and i / 3 % 4 + 2 or 1]
    local size = random.any { 1, 10, 32.5 }
    local grid = tilepath.grid(random(6, 12), random(6, 12), {
      shape = shape.shape, stagger = shape.stagger,
      cell_size = { size, size * random.any { 1, 0.75 } },
      origin = { random(-9, 9), random(-9, 9) / 4 }, base = random(-2, 2) })
    grid:sample(function() return not random.chance(15) end)
    for _ = 1, grid.shape == "square" and random(0, 25) or 0 do
      local x = grid.base_x + random(0, grid.width - 2)
      local y = grid.base_y + random(0, grid.height - 2)
      local across = random(0, 1)
      grid:fence(x, y, x + across, y + 1 - across,
        { one_way = random.chance(30) })
    end
    local profile = {}
    if grid.shape == "square" and i % 2 == 0 then
      profile.radius = random.real(0.05, 0.5)
        * math.min(grid.cell_width, grid.cell_height)
    elseif grid.shape == "square" then
      profile.diagonal = random.any(boards.RULES)
      profile.size = random(1, 2)
    end
    return grid, tilepath.pathfinder(grid, profile)
  end

  --- The part of a line up to its last point that is seen, and the next one.
  local function scan(finder, steps, x1, y1, x2, y2)
    for i = 1, steps do
      local x, y = x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps
      if not finder:line_of_sight_world(x1, y1, x, y) then
        return (i - 1) / steps, i / steps
      end
    end
    return 1, 1
  end

  local function judge(finder, grid, x1, y1, x2, y2)
    local clear, x, y, wx, wy = finder:line_of_sight_world(x1, y1, x2, y2)
    if clear then
      assert.is_nil(wx)
      return false
    end
    assert.are.equal("number", type(x) and type(y) and type(wx))
    if grid.shape == "square" then
      assert.is_true(finder:can_enter(finder:to_cell(wx, wy)))
    end
    local dx, dy = x2 - x1, y2 - y1
    local cells = math.sqrt((dx / grid.cell_width) ^ 2
      + (dy / grid.cell_height) ^ 2)
    local part = ((wx - x1) * dx + (wy - y1) * dy) / (dx * dx + dy * dy)
    local aside = math.abs((wx - x1) * dy - (wy - y1) * dx)
      / math.sqrt(dx * dx + dy * dy) / grid.cell_width
    local seen, hidden = scan(finder, math.ceil(cells * 100), x1, y1, x2, y2)
    local slack = 1e-3 / cells
    if aside > 1e-4 or part < seen - slack or part > hidden + slack then
      error(("from %.17g, %.17g to %.17g, %.17g: %g aside, at %g, not %g to %g")
        :format(x1, y1, x2, y2, aside, part, seen, hidden))
    end
    return true
  end

  for i = 1, 12 do
    it("is the last that is seen, on map " .. i, function()
      local random = numbers.new(seeds.base + i, "ends of lines")
      local grid, agent = board(random, i)
      local left, top = grid:cell_rect(grid.base_x, grid.base_y)
      local wide = grid.width * grid.cell_width
      local high = grid.height * grid.cell_height
        * (grid.shape == "hex" and 0.7 or 1)
      local count = 0
      for _ = 1, 400 do
        local x1, y1 = left + random.real(0, wide), top + random.real(0, high)
        local x2, y2 = left + random.real(0, wide), top + random.real(0, high)
        -- Along a border, or a row of middles. (On hexagons such a line may be
        -- longer than one that ends in a wall beside it.)
        if grid.shape == "square" and random.chance(30) then
          x1 = left + random(0, 2 * grid.width - 1) * grid.cell_width / 2
          y2 = random.chance(50) and y1 or y2
          x2 = y1 ~= y2 and x1 or x2
        end
        if agent:can_enter(agent:to_cell(x1, y1)) and (x1 ~= x2 or y1 ~= y2)
          and count < 40 and judge(agent, grid, x1, y1, x2, y2) then
          count = count + 1
        end
      end
      assert.is_true(count > 4)
    end)
  end

  it("is one from which a body goes on: along the wall, or back", function()
    local grid = tilepath.grid(20, 20, { cell_size = 16 })
    grid:fill(11, 1, 1, 20, "wall")
    local body = tilepath.pathfinder(grid, { radius = 6 })
    local clear, x, _, wx, wy = body:line_of_sight_world(100, 100, 300, 160)
    assert.are.same({ false, 11 }, { clear, x })
    near(154, wx, 1e-3)
    near(116.2, wy, 1e-3)
    assert.is_true((body:line_of_sight_world(100, 100, wx, wy)))
    assert.is_true((body:line_of_sight_world(wx, wy, wx, 200)))
    assert.is_true((body:line_of_sight_world(wx, wy, 100, 100)))
    assert.is_false((body:line_of_sight_world(wx, wy, wx + 0.01, wy)))
  end)

  it("is where the line comes to a cell that hides, or leaves the map", function()
    local grid = tilepath.grid("..f..", { legend = { f = "forest" },
      prices = { forest = 1 }, opaque = { forest = true }, cell_size = 10 })
    local seer = tilepath.pathfinder(grid)
    local _, x, y, wx, wy = seer:line_of_sight_world(5, 5, 45, 5)
    assert.are.same({ 3, 1, 5 }, { x, y, wy })
    near(20, wx, 1e-3)
    _, x, y, wx, wy = seer:line_of_sight_world(35, 5, 135, 5)
    assert.are.same({ 6, 1, 5 }, { x, y, wy })
    near(50, wx, 1e-3)
    assert.are.same({ false, 0, 1, -7, 5 },
      list(seer:line_of_sight_world(-7, 5, 25, 5)))
    grid:set(1, 1, "wall")
    _, x, y, wx, wy = seer:line_of_sight_world(5, 5, 45, 5)
    assert.are.same({ 1, 1, 5, 5 }, { x, y, wx, wy })
  end)
end)
