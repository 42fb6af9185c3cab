--- Many goals, or goals seen from afar: no query costs more than three searches
-- of Dijkstra over the same map, and no slice takes long.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local SIDE = 400

--- A room of one cell with a winding door, around x, y.
local function closet(grid, x, y)
  local rows = { "#####..", "#...#..", "#.o.##.", "#...###", "###...#",
    "..###.#", "......." }
  for dy, row in ipairs(rows) do
    for dx = 1, #row do
      local wall = row:sub(dx, dx) == "#"
      grid:set(x - 3 + dx, y - 3 + dy, wall and "wall" or "open")
    end
  end
end

--- That many goals at random places in a rectangle.
local function scatter(count, left, top, right, bottom)
  local random, goals = numbers.new(8), {}
  for i = 1, count do
    goals[i] = { random(left, right), random(top, bottom) }
  end
  return goals
end

--- Trees in the right part of the map, and three in its corners.
local function trees(grid)
  local goals = scatter(1000, SIDE - 30, 1, SIDE, SIDE - 4)
  for _, extra in ipairs { { 2, 2 }, { SIDE - 1, 2 }, { 2, SIDE - 1 } } do
    goals[#goals + 1] = extra
  end
  for _, tree in ipairs(goals) do
    grid:set(tree[1], tree[2], "wall")
  end
  return 180, 200, goals
end

--- A thousand goals behind a wall.
local function behind(grid)
  grid:fill(1, SIDE - 8, SIDE, 1, "wall")
  return 5, SIDE - 2, scatter(1000, 1, 1, SIDE, SIDE - 60)
end

local function in_one_cell()
  local goals = {}
  for i = 1, 3000 do
    goals[i] = { SIDE, SIDE }
  end
  return 1, 1, goals
end

local function in_a_closet(grid)
  closet(grid, SIDE - 9, SIDE - 9)
  return 1, 1, { { SIDE - 9, SIDE - 9 } }
end

--- Rectangles of up to 150 cells a side behind a wall, and before it.
local function lots_behind(grid)
  local x, y, goals = behind(grid)
  for i, goal in ipairs(goals) do
    goal.w, goal.h = i % 150 + 1, i * 7 % 150 + 1
    goal[2] = math.min(goal[2], SIDE - 210)
  end
  return x, y, goals
end

--- Ground like a sieve, and a closed cell in it.
local function sieve(grid)
  local random = numbers.new(9)
  for _ = 1, SIDE * SIDE / 2 do
    grid:set(random(1, SIDE), random(1, SIDE), "wall")
  end
  grid:fill(19, 19, 3, 3, "wall")
  grid:set(20, 20, "open")
end

local function lots_of_land(grid)
  sieve(grid)
  local goals = {}
  for i = 1, 300 do
    goals[i] = { 30 + i % 9, 40, w = SIDE - 50, h = SIDE - 80 }
  end
  return 20, 20, goals
end

--- Buildings, each with a wall around it.
local function blocks(grid)
  local goals = {}
  for x = 20, SIDE - 60, 60 do
    for y = 60, SIDE - 60, 60 do
      grid:fill(x, y, 50, 50, "wall")
      grid:fill(x + 1, y + 1, 48, 48, "open")
      goals[#goals + 1] = { x + 1, y + 1, 48, 48 }
    end
  end
  return 1, 1, goals
end

--- Large goals on solid ground.
local function solid(grid)
  grid:fill(1, 1, SIDE, SIDE - 8, "wall")
  local goals = {}
  for i = 1, 6000 do
    goals[i] = { 1 + i % 40, 1 + i % 60, 350, 320 }
  end
  return 1, SIDE, goals
end

--- Out of a block full of closed pockets, to goals beyond it.
local function pockets(grid)
  grid:fill(1, 1, 200, SIDE, "wall")
  for x = 2, 196, 2 do
    for y = 2, SIDE - 2, 2 do
      grid:set(x, y, "open")
    end
  end
  return 1, 199, scatter(6000, SIDE - 80, 1, SIDE, SIDE)
end

--- Out of a small block to goals on open ground.
local function plot(grid)
  grid:fill(1, 1, 3, 3, "wall")
  return 2, 2, scatter(1000, 100, 100, SIDE, SIDE)
end

local CASES = {
  { "one that the whole map sees, except for its closet", in_a_closet,
    { within = 2 * SIDE, sight = true } },
  { "a thousand trees, beside one", trees, { adjacent = true } },
  { "a thousand out of reach, as near as can be", behind, { partial = true } },
  { "a thousand lots out of reach, beside one", lots_behind,
    { adjacent = true } },
  { "300 lots on ground like a sieve, beside one", lots_of_land,
    { adjacent = true } },
  { "30 walled yards, in sight of one", blocks, { within = 5, sight = true } },
  { "6000 in solid ground, with others about", solid,
    { avoid = { { 200, SIDE - 2 } } } },
  { "6000 out of a block with pockets, within a range", pockets,
    { escape = true, within = 110 } },
  { "a thousand out of a block, in sight of one", plot,
    { escape = true, within = 100, sight = true } },
  { "3000 in one cell, seen from afar", in_one_cell,
    { within = 100, sight = true } },
}

describe("a query for many goals: three looks at most #core_c #once", function()
  local dijkstra = tilepath.pathfinder(tilepath.grid(SIDE, SIDE),
    { algorithm = "dijkstra" })
  dijkstra:prepare()
  local one_look = helper.work_of(dijkstra, function()
    dijkstra:find(1, 1, SIDE, SIDE)
  end)

  for _, case in ipairs(CASES) do
    it(case[1], function()
      local grid = tilepath.grid(SIDE, SIDE)
      local x, y, goals = case[2](grid)
      local finder = tilepath.pathfinder(grid)
      finder:prepare() -- specs of edits cover its cost
      local work = helper.work_of(finder, function()
        finder:find(x, y, goals, case[3])
      end)
      assert.is_true(work <= 3 * one_look,
        ("%.2f looks at the map"):format(work / one_look))
    end)
  end
end)

describe("#once a search for many goals, in slices", function()
  --- A search in slices finds the path of find. The slices pay for all their
  -- work once: together they are given their work, without that of the opening,
  -- and at most half as much again. A slice pays for its nodes and for its
  -- notes, and then takes on one row of a view more. It makes the nodes of the
  -- rows ready that it can come to, a hundred or more for the work of a node.
  -- @param row  the most that a row of a view costs
  local function assert_sliced(finder, x, y, goals, query, row)
    local budget, grid = 100, finder.grid
    -- A word of notes for 64 cells is cleared, and a mask of a list is made.
    local opening = grid.width * grid.height / 64
    local path = finder:find(x, y, goals, query)
    local search, status = finder:search(x, y, goals, query), nil
    local slices, all = 0, 0
    repeat
      local work = helper.work_of(finder, function()
        status = search:step(budget)
      end)
      slices, all = slices + 1, all + work
      local most = 2 * budget + row + (slices == 1 and opening or 0)
        + 2 * budget * grid.width / 100
      assert.is_true(work <= most, ("slice %d: %.1f"):format(slices, work))
    until status ~= "running"
    local paid = slices * budget
    assert.is_true(all <= paid + opening + row and paid <= 1.5 * all,
      ("%.1f done, %d paid"):format(all, paid))
    assert.are.same(path, (search:path()))
  end

  it("counts its work for a building and beside trees #core_c", function()
    local grid = tilepath.grid(SIDE, SIDE)
    grid:fill(60, 2, 1, SIDE - 1, "wall")
    -- A cell near the building may look at each of the 156 cells of its border,
    -- and a look takes some steps.
    assert_sliced(tilepath.pathfinder(grid), 1, SIDE,
      { { 100, 100, 40, 40 } }, { within = 60, sight = true }, 16 * 156)
    grid = tilepath.grid(SIDE, SIDE)
    local x, y, goals = trees(grid)
    assert_sliced(tilepath.pathfinder(grid), x, y, goals, { adjacent = true },
      SIDE)
  end)
end)
