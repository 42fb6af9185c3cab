--- The profile option `keep_away`: higher prices near walls.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local list, map, mistake, near, points = helper.list, helper.map,
  helper.mistake, helper.near, helper.points
local huge = math.huge

local function finder_on(text, profile, options)
  return tilepath.pathfinder(tilepath.grid(map(text), options), profile)
end

--- The cost to enter a cell: the first straight step of a neighbour into it.
local function price_of(finder, x, y)
  for _, step in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
    for to_x, to_y, cost in finder:neighbors(x + step[1], y + step[2]) do
      if to_x == x and to_y == y then
        return cost
      end
    end
  end
  return huge
end

--- Distance to the nearest wall, by looking at all cells.
local function distance(grid, x, y)
  local least = math.min(x, y, grid.width + 1 - x, grid.height + 1 - y)
  for j = 1, grid.height do
    for i = 1, grid.width do
      if not grid:is_walkable(i, j) then
        least = math.min(least, math.max(math.abs(i - x), math.abs(j - y)))
      end
    end
  end
  return least
end

describe("keep_away = { cells, price }", function()
  it("raises the price of cells near a wall, less with each cell of distance",
    function()
      local finder = finder_on([[
        .........
        .........
        .........
        .........
        .........
        .........
        .........
      ]], { keep_away = { 3, 6 } })
      local got = {}
      for x = 1, 9 do
        got[x] = price_of(finder, x, 4)
      end
      assert.are.same({ 7, 5, 3, 1, 1, 1, 3, 5, 7 }, got)
    end)

  it("measures distances in king's moves, and counts the map's edge as a wall",
    function()
      local random = numbers.new(7)
      for _ = 1, 20 do
        local grid = tilepath.grid(numbers.map(random, random(1, 70),
          random(1, 20), "...................#"))
        local n, cost = random(1, 15), random(1, 8)
        local finder = tilepath.pathfinder(grid, { keep_away = { n, cost } })
        for _ = 1, 40 do
          local x, y = random(1, grid.width), random(1, grid.height)
          local price, d = price_of(finder, x, y), distance(grid, x, y)
          if price < huge then
            near(1 + (d <= n and cost * (n + 1 - d) / n or 0), price)
          end
        end
      end
    end)

  it("leads through the middle of wide ground", function()
    local text = [[
      ...........
      ...........
      ...........
      ...........
      ...........
    ]]
    local shy = finder_on(text, { keep_away = { 2, 3 } })
    assert.are.equal("1,1 2,2 3,3 4,3 5,3 6,3 7,3 8,3 9,3 10,2 11,1",
      points(shy:find(1, 1, 11, 1)))
    assert.are.equal(10, select(2, finder_on(text):find(1, 1, 11, 1)))
    assert.are.equal("astar", shy.info.algorithm)
  end)

  it("counts all cells that this agent cannot enter as walls", function()
    local grid = tilepath.grid(7, 7, { prices = { lava = 5 } })
    local bold = tilepath.pathfinder(grid, { keep_away = { 1, 1 } })
    local wary = tilepath.pathfinder(grid, { keep_away = { 1, 1 },
      prices = { lava = false } })
    grid:set(4, 4, "lava")
    assert.are.equal(1, price_of(bold, 3, 3))
    assert.are.equal(5, price_of(bold, 4, 4))
    assert.are.equal(2, price_of(wary, 3, 3))
    assert.are.equal(1, price_of(wary, 2, 4))
  end)

  it("measures from the nearest cell of a large agent", function()
    local finder = finder_on([[
      .........
      .........
      .........
      .........
      .........
      .........
    ]], { size = 2, keep_away = { 2, 2 } })
    local got = {}
    for x = 1, 8 do
      got[x] = price_of(finder, x, 3)
    end
    assert.are.same({ 3, 2, 1, 1, 1, 1, 2, 3 }, got)
  end)

  it("ignores fences, for any size of agent", function()
    for _, size in ipairs { { 1, 1 }, { 2, 2 }, { 3, 2 }, { 12, 9 } } do
      local profile = { size = size, keep_away = { 3, 3 } }
      local grid, open = tilepath.grid(140, 24), tilepath.grid(140, 24)
      local finder = tilepath.pathfinder(grid, profile)
      local free = tilepath.pathfinder(open, profile)
      local function compare(what)
        local seen = 0
        for y = 1, 24, 2 do
          for x = 1, 140 do
            local price = price_of(finder, x, y)
            if price < huge then
              seen = seen + 1
              assert.are.equal(price_of(free, x, y), price,
                what .. ": " .. x .. ", " .. y)
            end
          end
        end
        return seen
      end
      local all = compare("open")
      for y = 8, 17 do
        grid:fence(64, y, 65, y)
        grid:fence(100, y, 101, y, { one_way = true })
      end
      local some = compare("walls")
      assert.are.equal(size[1] > 1, some < all)
      grid:set(40, 12, "wall")
      open:set(40, 12, "wall")
      grid:unfence(64, 12, 65, 12)
      compare("edits")
    end
  end)

  it("adds to the terrain's price", function()
    local finder = finder_on([[
      ~~~~~
      ~~~~~
      ~~~~~
    ]], { keep_away = { 1, 2 } }, { legend = { ["~"] = "mud" },
      prices = { mud = 5 } })
    assert.are.equal(7, price_of(finder, 2, 1))
    assert.are.equal(5, price_of(finder, 3, 2))
    assert.are.same({ true, 10 }, list(finder:line_of_sight(2, 2, 4, 2)))
  end)

  it("follows every edit", function()
    local grid = tilepath.grid(40, 9)
    local finder = tilepath.pathfinder(grid, { keep_away = { 4, 4 } })
    assert.are.equal(1, price_of(finder, 20, 5))
    grid:set(22, 5, "wall")
    assert.are.equal(4, price_of(finder, 20, 5))
    grid:set_walkable(21, 5, false)
    assert.are.equal(5, price_of(finder, 20, 5))
    grid:set_walkable(21, 5, true)
    grid:set(22, 5, "open")
    assert.are.equal(1, price_of(finder, 20, 5))
    grid:terrain("open", 2)
    assert.are.equal(2, price_of(finder, 20, 5))
  end)

  it("merges neighbouring distances if there are very many prices", function()
    local terrain = {}
    for i = 1, 60 do
      terrain["t" .. i] = 1 + i / 64
    end
    local grid = tilepath.grid(31, 31, { prices = terrain })
    local finder = tilepath.pathfinder(grid, { keep_away = { 15, 15 } })
    -- 255 classes, 61 prices: three bands and the plain price.
    assert.are.equal(16, price_of(finder, 1, 16))
    assert.are.equal(16, price_of(finder, 5, 16))
    assert.are.equal(11, price_of(finder, 6, 16))
    assert.are.equal(6, price_of(finder, 15, 16))
    assert.are.equal(1, price_of(finder, 16, 16))
    grid:set(8, 16, "t60")
    near(1 + 60 / 64 + 10, price_of(finder, 8, 16))
    -- 127 classes besides: a band and the plain price.
    local among = { avoid = { { 8, 16 } }, avoid_price = 2 }
    near(1 + 60 / 64 + 15 + 2,
      select(2, finder:find(7, 16, 8, 16, among)))
  end)

  it("accepts names, and is a plain list in the profile", function()
    local grid = tilepath.grid(5, 5)
    local finder = tilepath.pathfinder(grid,
      { keep_away = { cells = 2, price = 0.5 } })
    assert.are.same({ 2, 0.5 }, finder.profile.keep_away)
    assert.is_false(tilepath.pathfinder(grid, { keep_away = false })
      .profile.keep_away)
  end)
end)
