--- path:prune with `cells`: a path of cells near straight lines.

local tilepath = require "tilepath"

local CELLS = { cells = true }
local RULES = { "always", "at_least_one_walkable", "only_if_no_obstacles",
  "never" }

--- How far a cell of a path lies from the line between its ends, in the world.
local function stray(path, grid)
  local ax, ay = grid:to_world(path:point(1))
  local bx, by = grid:to_world(path:point(path:size()))
  local dx, dy = bx - ax, by - ay
  local length, most = math.sqrt(dx * dx + dy * dy), 0
  for _, x, y in path:points() do
    x, y = grid:to_world(x, y)
    most = math.max(most, length > 0
      and math.abs((x - ax) * dy - (y - ay) * dx) / length or 0)
  end
  return most
end

--- Straightens a path, which must keep its ends, length, cost and legal steps.
local function straightened(finder, path, options)
  local straight, n = path:prune(finder, options or CELLS), path:size()
  assert.are.equal(path.cost, straight.cost)
  assert.are.equal(n, straight:size())
  assert.are.same({ path[1], path[2], path[2 * n - 1], path[2 * n] },
    { straight[1], straight[2], straight[2 * n - 1], straight[2 * n] })
  local cost = 0
  for i = 2, path.links and 1 or n do
    local x, y = straight:point(i - 1)
    local to_x, to_y = straight:point(i)
    assert.is_true(finder:can_step(x, y, to_x, to_y))
    for next_x, next_y, price in finder:neighbors(x, y) do
      if next_x == to_x and next_y == to_y then cost = cost + price end
    end
  end
  if not path.links then
    assert.is_true(math.abs(cost - path.cost) < 1e-6)
  end
  return straight
end

--- Calls f with the paths from each 17th cell to all others.
local function all_paths(grid, finder, f)
  for x1, y1 in grid:cells() do
    for x2, y2 in grid:cells() do
      local path = (x1 + 3 * y1) % 17 == 0 and finder:find(x1, y1, x2, y2)
      if path then f(path) end
    end
  end
end

describe("path:prune with cells", function()
  it("goes half a cell beside the line over open ground, or less", function()
    local grid = tilepath.grid(9, 6)
    for _, rule in ipairs(RULES) do
      local finder = tilepath.pathfinder(grid, { diagonal = rule })
      all_paths(grid, finder, function(path)
        assert.is_true(stray(straightened(finder, path), grid)
          <= (rule == "never" and math.sqrt(0.5) or 0.5) + 1e-9)
      end)
    end
    for _, stagger in ipairs { "odd-r", "even-r", "odd-q", "even-q" } do
      grid = tilepath.grid(7, 6, { shape = "hex", stagger = stagger, base = 0 })
      local finder = tilepath.pathfinder(grid)
      all_paths(grid, finder, function(path)
        assert.is_true(stray(straightened(finder, path), grid) <= 0.5 + 1e-9)
      end)
    end
  end)

  it("puts the straight steps among the diagonal ones", function()
    local finder = tilepath.pathfinder(tilepath.grid(9, 5))
    local path = tilepath.path({ 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 5, 7, 5, 8, 5,
      9, 5 }, "cells")
    assert.are.equal(tilepath.path({ 1, 1, 2, 2, 3, 2, 4, 3, 5, 3, 6, 4, 7, 4, 8,
      5, 9, 5 }, "cells"), path:prune(finder, CELLS))
    assert.are.equal(3, path[5])
  end)

  it("keeps legal steps and the cost among walls, fences and prices", function()
    local rows = {}
    for y = 1, 8 do
      local row = {}
      for x = 1, 10 do
        local n = (x * x * 7 + y * y * 13 + x * y * 3) % 11
        row[x] = n == 0 and "#" or n < 3 and "~" or "."
      end
      rows[y] = table.concat(row)
    end
    local text = table.concat(rows, "\n")
    for _, mud in ipairs { 1, 2.5 } do
      for _, rule in ipairs(RULES) do
        local grid = tilepath.grid(text, { prices = { mud = mud },
          legend = { ["~"] = "mud" } })
        grid:fence(4, 3, 4, 4)
        grid:fence(5, 5, 6, 5, { one_way = true })
        for _, size in ipairs { 1, 2 } do
          local finder = tilepath.pathfinder(grid, { diagonal = rule,
            size = size })
          all_paths(grid, finder, function(path)
            straightened(finder, path)
          end)
        end
      end
      local grid = tilepath.grid(text, { shape = "hex", prices = { mud = mud },
        legend = { ["~"] = "mud" } })
      local finder = tilepath.pathfinder(grid)
      all_paths(grid, finder, function(path) straightened(finder, path) end)
    end
  end)

  it("goes round what is on the line, as far as the run's steps allow", function()
    local grid = tilepath.grid(7, 7)
    local finder = tilepath.pathfinder(grid, { diagonal = "never" })
    local path = tilepath.path({ 1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1, 7, 2,
      7, 3, 7, 4, 7, 5, 7, 6, 7, 7 }, "cells")
    local before = stray(path, grid)
    grid:fill(3, 3, 3, 3, "wall")
    local round = straightened(finder, (finder:find(1, 1, 7, 7)))
    assert.is_true(stray(round, grid) < before)
    -- An illegal step stays.
    grid:fill(1, 1, 7, 7, "open")
    grid:set(4, 1, "wall")
    local bad = path:prune(finder, CELLS)
    assert.are.equal(13, bad:size())
    assert.are.same({ 7, 7 }, { bad:point(13) })
  end)

  it("keeps links, and the points of the blocked part", function()
    local grid = tilepath.grid(9, 9)
    local link = grid:link(5, 3, 4, 7)
    local finder = tilepath.pathfinder(grid)
    assert.truthy(link)
    local path = tilepath.path({ 1, 1, 2, 2, 3, 3, 4, 3, 5, 3, 4, 7, 5, 8, 6, 9,
      7, 9 }, "cells")
    path.links = { 5 }
    local straight = path:prune(finder, CELLS)
    assert.are.same({ 5 }, straight.links)
    assert.are.same({ 5, 3, 4, 7, 7, 9 }, { straight[9], straight[10],
      straight[11], straight[12], straight[17], straight[18] })
    assert.are_not.equal(path, straight)
    grid:fill(1, 1, 2, 1, "wall")
    path = tilepath.path({ 1, 1, 2, 1, 3, 1, 4, 2, 5, 3, 6, 3, 7, 3 }, "cells")
    path.escape = 2
    straight = path:prune(finder, CELLS)
    assert.are.same({ 2, 1, 1, 2, 1, 3, 1 }, { straight.escape, straight[1],
      straight[2], straight[3], straight[4], straight[5], straight[6] })
  end)

  it("does not enter cells to avoid", function()
    local finder = tilepath.pathfinder(tilepath.grid(9, 5))
    local query = { avoid = { { 4, 3 }, { 6, 4 } } }
    local path = finder:find(1, 1, 9, 5, query)
    query.cells = true
    for _, x, y in path:prune(finder, query):points() do
      assert.is_false(x == 4 and y == 3 or x == 6 and y == 4)
    end
  end)

  it("copies a path of no cells of the grid, and refuses others", function()
    local finder = tilepath.pathfinder(tilepath.grid(3, 3))
    for _, points in ipairs { {}, { 5, 5 }, { 1, 1, 2, 2, 3, 3, 4, 3 } } do
      local path = tilepath.path(points, "cells")
      assert.are.equal(path, path:prune(finder, CELLS))
    end
    local function says(text, path, options)
      local _, message = pcall(path.prune, path, finder, options or CELLS)
      assert.truthy(tostring(message):find(text, 1, true), message)
    end
    says("prune: path.units (with 'cells') must be 'cells', got 'world'",
      tilepath.path({ 1, 1, 2, 2 }, "world"))
    local path = tilepath.path({ 1, 1, 2, 2 }, "cells")
    says("prune: cells must be true or false, got 1", path, { cells = 1 })
    path[3] = 1.5
    says("path[3] (in cells) must be a whole number", path)
    path[3], path[4] = 2, nil
    says("even number", path)
    local _, message = pcall(path.smooth, tilepath.path({ 1, 1, 2, 2 }, "cells"),
      finder, 1, CELLS)
    assert.truthy(message:find("unknown option 'cells'", 1, true))
  end)
end)
