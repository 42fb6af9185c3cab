--- Fences: grid:fence, grid:unfence, sight, drawings, dumps and equality.
-- Sight and views are judged against lines that the spec walks here, step by
-- step, over its own list of walls.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local mistake = helper.mistake

local function pack(...)
  return { n = select("#", ...), ... }
end

--- Whole numbers from low (or 1) to high; a fraction below 1 without arguments.
local function source(seed)
  local random = numbers.new(seed)
  return function(low, high)
    if not low then
      return random(0, 999999) / 1000000
    elseif not high then
      return random(1, low)
    end
    return random(low, math.floor(high))
  end
end

local RULES = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

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

  it("refuses cells without a common side, and other options", function()
    local grid = tilepath.grid(3, 3)
    for _, cells in ipairs { { 1, 1, 1, 1 }, { 1, 1, 2, 2 }, { 1, 1, 3, 1 },
      { 2 ^ 40, 1, 2 ^ 41, 1 } } do
      assert.are.equal("fence: a fence stands between two cells that share "
        .. "a side", mistake(function()
          grid:fence(cells[1], cells[2], cells[3], cells[4])
        end))
    end
    for message, options in pairs {
      ["fence: options must be a table, got 'one_way'"] = "one_way",
      ["fence: one_way must be true or false, got 1"] = { one_way = 1 },
      ["fence: unknown option 'oneway' (did you mean 'one_way'?)"] = {
        oneway = true },
    } do
      assert.are.equal(message, mistake(function()
        grid:fence(1, 1, 2, 1, options)
      end))
    end
    assert.are.same({}, grid:fences())
  end)

  it("counts in grid:neighbors", function()
    local grid = tilepath.grid(2, 2)
    grid:fence(1, 1, 2, 1)
    local function steps(rule)
      local list = {}
      for x, y in grid:neighbors(1, 1, rule) do
        list[#list + 1] = x .. y
      end
      return table.concat(list, " ")
    end
    assert.are.equal("12", steps "only_if_no_obstacles")
    assert.are.equal("12 22", steps "at_least_one_walkable")
    grid:fence(1, 2, 2, 2)
    assert.are.equal("12", steps "always")
  end)
end)

-- The spec's own map ----------------------------------------------------------

local D = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }

local function side_of(dx, dy)
  for d, step in ipairs(D) do
    if step[1] == dx and step[2] == dy then
      return d
    end
  end
end

local function random_map(random, width, height, density, walls)
  local grid, map = tilepath.grid(width, height), { free = {}, shut = {} }
  for y = 1, height do
    map.free[y], map.shut[y] = {}, {}
    for x = 1, width do
      map.free[y][x], map.shut[y][x] = random() >= density, {}
      if not map.free[y][x] then
        grid:set(x, y, "wall")
      end
    end
  end
  for _ = 1, walls do
    local x, y, d = random(width), random(height), random(4)
    local next_x, next_y = x + D[d][1], y + D[d][2]
    if map.free[next_y] and map.free[next_y][next_x] ~= nil then
      local one_way = random() < 0.4
      grid:fence(x, y, next_x, next_y, one_way and { one_way = true } or nil)
      map.shut[y][x][d] = not one_way
      map.shut[next_y][next_x][(d + 1) % 4 + 1] = true
    end
  end
  return grid, map
end

local function is_barred(map, rule, x, y, dx, dy)
  local shut = map.shut
  if dx == 0 or dy == 0 then
    return shut[y][x][side_of(dx, dy)]
  end
  local across, down = side_of(dx, 0), side_of(0, dy)
  local one = shut[y][x][across] or shut[y][x + dx][down]
  local other = shut[y][x][down] or shut[y + dy][x][across]
  if rule == "only_if_no_obstacles" then
    return one or other
  end
  return one and other
end

local function may_cut(map, rule, x, y, dx, dy)
  local one, other = map.free[y][x + dx], map.free[y + dy][x]
  if rule == "at_least_one_walkable" then
    return one or other
  end
  return rule == "always" or rule ~= "never" and one and other
end

--- Is the straight line clear? Crossings are compared as whole numbers.
local function sees(map, rule, x, y, end_x, end_y)
  local columns, rows = math.abs(end_x - x), math.abs(end_y - y)
  local right, down = end_x < x and -1 or 1, end_y < y and -1 or 1
  local i, j = 0, 0
  while map.free[y][x] and (i < columns or j < rows) do
    local at_x, at_y = (2 * i + 1) * rows, (2 * j + 1) * columns
    local across = i < columns and (j == rows or at_x <= at_y)
    local along = j < rows and (i == columns or at_y <= at_x)
    local dx, dy = across and right or 0, along and down or 0
    if across and along and not may_cut(map, rule, x, y, dx, dy)
      or is_barred(map, rule, x, y, dx, dy) then
      return false
    end
    x, y = x + dx, y + dy
    i, j = i + math.abs(dx), j + math.abs(dy)
  end
  return map.free[y][x]
end

local function judge_view(grid, finder, x, y, range, clear)
  local view = finder:view(x, y, range)
  for other_x, other_y in grid:cells() do
    local dx, dy = other_x - x, other_y - y
    local wanted = dx * dx + dy * dy <= range * range
      and clear(other_x, other_y)
    if view and view:has(other_x, other_y) ~= wanted then
      error(("%d, %d from %d, %d: %s"):format(other_x, other_y, x, y,
        tostring(wanted)))
    end
  end
end

describe("sight among fences", function()
  it("stops at fences, in lines and views", function()
    local random = source(5)
    for round = 1, 24 do
      local width, height = random(2, 20), random(2, 20)
      local grid, map = random_map(random, width, height,
        round % 3 == 0 and 0.25 or 0, random(0, width * height))
      for _, rule in ipairs(RULES) do
        local finder = tilepath.pathfinder(grid, { diagonal = rule })
        local x, y = random(width), random(height)
        for other_x, other_y in grid:cells() do
          assert.are.equal(sees(map, rule, x, y, other_x, other_y),
            (finder:line_of_sight(x, y, other_x, other_y)))
        end
        judge_view(grid, finder, x, y, random(2, 25), function(to_x, to_y)
          return sees(map, rule, x, y, to_x, to_y)
        end)
      end
    end
  end)

  it("is the same in views and lines for large agents and bodies #core_c",
    function()
      local random = source(6)
      for round = 1, 20 do
        local width, height = random(3, 18), random(3, 18)
        local grid = random_map(random, width, height,
          round % 2 == 0 and 0.2 or 0, random(0, width * height / 2))
        for _, profile in ipairs { { radius = 0.05 + random() * 0.4 },
          { size = { 2, 3 }, diagonal = "always" },
          { size = 2, radius = 0.05 + random() * 0.9 } } do
          local finder = tilepath.pathfinder(grid, profile)
          local x, y = random(width), random(height)
          profile.radius = nil
          local point = tilepath.pathfinder(grid, profile)
          judge_view(grid, finder, x, y, random(2, 25), function(to_x, to_y)
            return (point:line_of_sight(x, y, to_x, to_y))
          end)
        end
      end
    end)

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
          judge_view(grid, finder, x, 1, math.huge, function(to_x, to_y)
            return (finder:line_of_sight(x, 1, to_x, to_y))
          end)
        end
      end
    end
  end)

  it("returns the cell behind a fence #core_c", function()
    local grid = tilepath.grid(4, 1)
    grid:fence(2, 1, 3, 1, { one_way = true })
    local finder = tilepath.pathfinder(grid)
    assert.are.same({ true, 3, n = 2 },
      pack(finder:line_of_sight(1, 1, 4, 1)))
    assert.are.same({ false, 2, 1, n = 3 },
      pack(finder:line_of_sight(4, 1, 1, 1)))
    local body = tilepath.pathfinder(grid, { radius = 0.4 })
    assert.are.same({ true, 3, n = 2 },
      pack(body:line_of_sight(1, 1, 4, 1)))
    assert.are.same({ false, 2, 1, n = 3 },
      pack(body:line_of_sight(4, 1, 1, 1)))
  end)

  it("is blocked along a fence, and for a body beside it #core_c",
    function()
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
    local random = source(7)
    for _ = 1, 30 do
      local width, height = random(1, 9), random(1, 9)
      local grid = random_map(random, width, height, 0.2, width * height)
      local text = tilepath.ascii(grid, { fences = true })
      assert.are.equal(grid, tilepath.grid(text, { fences = true }))
      assert.are.equal(grid, tilepath.load(grid:dump()))
      assert.are.equal(grid, grid:copy())
      assert.are.equal(grid:dump(), grid:copy():dump())
    end
  end)

  it("may leave out open ends of lines, and may contain \\r", function()
    local grid = tilepath.grid(". .\r\n-\r\n. .\r\n\r\n. .\r\n",
      { fences = true })
    assert.are.equal(3, grid.height)
    assert.are.equal(1, #grid:fences())
  end)

  it("is refused with the place of the mistake", function()
    local function wrong(text, message, options)
      assert.are.equal("grid: " .. message, mistake(function()
        tilepath.grid(text, options or { fences = true })
      end))
    end
    wrong(".x.", "row 1, column 2 of text must be ' ', '|', '<' or '>' between "
      .. "two cells, got 'x'")
    wrong(".\n|\n.", "row 2, column 1 of text must be ' ', '-', '^' or 'v' "
      .. "between two cells, got '|'")
    wrong(". .\n *\n. .", "row 2, column 2 of text must be ' ', '+', '-' or "
      .. "'|' at a corner, got '*'")
    wrong(". ?", "row 1, column 3 of text must be '.', ' ', '#' or a character "
      .. "of legend, got '?'")
    wrong(". .\n\n.", "row 3 of text must be as long as row 1 (3), got 1 bytes")
    wrong("..", "text must be an odd number of rows of an odd length, with "
      .. "fences, got '..'")
    wrong("", "text must be an odd number of rows of an odd length, with "
      .. "fences, got ''")
    wrong(".", "fences must be true or false, got 1", { fences = 1 })
    assert.are.equal("grid: fences must be left out unless the map is a "
      .. "text, got true", mistake(function()
        tilepath.grid({ { true } }, { fences = true })
      end))
    assert.are.equal("ascii: fences must be true or false, got 0",
      mistake(function()
        tilepath.ascii(tilepath.grid(1, 1), { fences = 0 })
      end))
  end)
end)

describe("a goal behind a fence with adjacent = true", function()
  local function ends(size)
    local grid = tilepath.grid(4, 3)
    grid:fence(1, 2, 1, 1)
    local finder = tilepath.pathfinder(grid, { size = size,
      diagonal = "always" })
    local path, cost = finder:find(1, 2, 1, 1, { adjacent = true })
    return { path[#path - 1], path[#path], cost }
  end

  it("can be reached past the wall's end, corner to corner", function()
    assert.are.same({ 2, 2, 1 }, ends(1))
    assert.are.same({ 2, 2, 1 }, ends({ 2, 1 }))
  end)
end)
