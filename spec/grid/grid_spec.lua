--- A grid: its cells, its terrains, its place in the world, its metamethods and
-- its loops. Constructors, wrong calls and saved grids have their own specs.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local extend = helper.extend
local collect, list, map, mistake = helper.collect, helper.list, helper.map,
  helper.mistake
local huge = math.huge

local function drawn(options)
  options = options or {}
  options.legend = options.legend or { ["~"] = "water", [","] = "road" }
  options.prices = options.prices or { water = 4, road = 0.5, lava = false }
  return tilepath.grid(map [[
    ..#.
    .~~#
    ,,..
  ]], options)
end

describe("the properties of a grid", function()
  it("are nil for any other key", function()
    local grid = tilepath.grid(2, 2)
    assert.is_nil(grid.size)
    assert.is_nil(grid[1])
    assert.is_nil(grid[{}])
    assert.is_nil(grid[0 / 0])
  end)

  it("include a revision, which grows only with changes", function()
    local grid = tilepath.grid(4, 3)
    local first = grid.revision
    grid:set(1, 1, "wall")
    assert.are.equal(first + 1, grid.revision)
    grid:set(1, 1, "wall")
    grid:set(9, 9, "wall")
    grid:set_walkable(2, 2, true)
    grid:fill(1, 1, 1, 1, "wall")
    grid:fill(7, 7, 5, 5, "wall")
    grid:terrain("open", 1)
    grid:terrain("open")
    grid:sample(function() end)
    assert.are.equal(first + 1, grid.revision)
    grid:fill(1, 1, 4, 3, "wall")
    grid:terrain("mud", 3)
    grid:unlink(grid:link(1, 1, 4, 3))
    assert.are.equal(first + 5, grid.revision)
  end)
end)

describe("a cell", function()
  it("belongs to the grid from the base on", function()
    local grid = tilepath.grid(3, 2, { base = { -1, 5 } })
    local inside = { grid:has(-1, 5), grid:has(1, 6),
      grid:has(2, 6), grid:has(-2, 5), grid:has(0, 4),
      grid:has(0, 7), grid:has(2 ^ 32, 2 ^ 52) }
    assert.are.same({ true, true, false, false, false, false, false }, inside)
  end)

  it("has a terrain, and its price if it is not closed", function()
    local grid = drawn()
    assert.are.same({ "open", 1, false }, list(grid:get(1, 1)))
    assert.are.same({ "road", 0.5, false }, list(grid:get(1, 3)))
    assert.are.same({ "wall", huge, false }, list(grid:get(3, 1)))
    grid:set_walkable(2, 2, false)
    assert.are.same({ "water", huge, true }, list(grid:get(2, 2)))
    assert.is_true(grid:set(2, 2, "water"))
    assert.are.same({ "water", 4, false }, list(grid:get(2, 2)))
  end)

  it("changes the paths over it with its terrain", function()
    local grid = tilepath.grid(3, 1, { prices = { water = 4 } })
    local finder = tilepath.pathfinder(grid)
    assert.are.equal(2, finder:find(1, 1, 3, 1).cost)
    grid:set(2, 1, "water")
    assert.are.equal(5, finder:find(1, 1, 3, 1).cost)
  end)

  it("is joined with another at a corner alone, if diagonals may", function()
    for at = 30, 34 do
      local grid = tilepath.grid(70, 70)
      grid:clear("wall")
      local finder = tilepath.pathfinder(grid, { diagonal = "always" })
      grid:set(at, at, "open")
      grid:set(at + 1, at + 1, "open")
      grid:set(at + 30, at + 1, "open")
      grid:set(at + 31, at, "open")
      assert.is_true(finder:is_reachable(at, at, at + 1, at + 1))
      assert.is_true(finder:is_reachable(at + 31, at, at + 30, at + 1))
    end
  end)

  it("outside has nothing, and no call changes it", function()
    local grid = drawn()
    local before = grid:copy()
    for _, answer in ipairs { list(grid:get(0, 1)), list(grid:get(1, 4)),
      list(grid:get_world(-0.001, 1)), list(grid:set(5, 1, "wall")),
      list(grid:set(1, 0, "wall")), list(grid:set_world(4, 0, "wall")),
      list(grid:set_walkable(0, 0, true)) } do
      assert.are.same({ nil, "outside" }, answer)
    end
    assert.are.equal(before, grid)
  end)
end)

describe("true and false", function()
  it("mean open and wall wherever a terrain is taken", function()
    local grid = tilepath.grid(3, 2)
    assert.is_true(grid:set(1, 1, false))
    assert.is_true(grid:set_world(1.5, 0.5, false))
    assert.are.equal(2, grid:fill(1, 2, 2, 1, false))
    assert.are.equal("##.\n##.", tilepath.ascii(grid))
    assert.is_true(grid:set(1, 1, true))
    local finder = tilepath.pathfinder(grid)
    assert.are.same({ 3, 3 }, { #collect(grid:cells(true)),
      #collect(grid:cells(false)) })
    assert.are.same({ 1, 1 }, list(finder:nearest(1, 2, { terrain = true })))
    local path = finder:find(3, 1, { terrain = false }, { adjacent = true })
    assert.are.equal(1, path:size())
    assert.are.equal(3, grid:clear(true))
    assert.are.equal(6, grid:clear(false))
  end)

  it("fill what resize adds", function()
    local grid = tilepath.grid(1, 1)
    extend(grid, { right = 1, fill = false })
    assert.are.equal(".#", tilepath.ascii(grid))
  end)
end)

describe("grid:set_walkable", function()
  it("closes and opens a cell, which keeps its terrain", function()
    local grid = drawn()
    assert.is_true(grid:set_walkable(1, 3, false))
    assert.is_false(grid:is_walkable(1, 3))
    assert.is_true(grid:set_walkable(1, 3, true))
    assert.are.same({ "road", 0.5, false }, list(grid:get(1, 3)))
  end)

  it("opens a cell of impassable terrain as 'open'", function()
    local grid = drawn()
    grid:set_walkable(3, 1, true)
    assert.are.equal("open", (grid:get(3, 1)))
    grid:set(3, 1, "lava")
    grid:set_walkable(3, 1, false)
    assert.are.equal("lava", (grid:get(3, 1)))
    grid:set_walkable(3, 1, true)
    assert.are.equal("open", (grid:get(3, 1)))
  end)
end)

describe("grid:terrain", function()
  it("returns, defines or changes a price; nil for an unknown name", function()
    local grid = drawn()
    assert.are.same({ 4, huge, huge }, { grid:terrain("water"),
      grid:terrain("wall"), (grid:terrain("lava")) })
    assert.are.equal("nil", tostring(grid:terrain("mud")))
    assert.is_nil(grid:terrain("open\0"))
    assert.are.same({ 3, 3 }, { grid:terrain("mud", 3), (grid:terrain("mud")) })
    assert.are.same({ 8, 8 }, { grid:terrain("water", 8), grid(2, 2) })
    assert.are.equal(huge, (grid:terrain("water", false)))
    assert.is_nil(grid(2, 2))
    assert.are.same({ 2, 2 }, { grid:terrain("open", 2), grid(1, 1) })
    assert.are.equal(huge, (grid:terrain("wall", false)))
  end)
end)

describe("grid:fill", function()
  it("gives a rectangle a terrain, and counts changed cells", function()
    local grid = drawn()
    assert.are.equal(3, grid:fill(2, 1, 2, 2, "wall"))
    assert.are.equal(map [[
      .##.
      .###
      ,,..
    ]], tilepath.ascii(grid, { legend = { [","] = "road" } }))
  end)

  it("is clipped to the grid", function()
    local grid = tilepath.grid(4, 3)
    assert.are.equal(1, grid:fill(-8, -8, 10, 10, "wall"))
    assert.are.equal(1, grid:fill(4, 3, 2 ^ 52, 2 ^ 52, "wall"))
    assert.are.equal(0, grid:fill(5, 1, 3, 3, "wall"))
    assert.are.equal(0, grid:fill(1, 1, 0, 3, "wall"))
    assert.are.equal(0, grid:fill(2 ^ 52, 1, 2 ^ 52, 1, "wall"))
    assert.are.equal(10, grid:fill(-2 ^ 52, -2 ^ 52, 2 ^ 53 - 1, 2 ^ 53 - 1,
      "wall"))
  end)
end)

describe("grid:clear", function()
  it("gives every cell one terrain, 'open' by default", function()
    local grid = drawn()
    grid:set_walkable(1, 1, false)
    assert.are.equal(7, grid:clear())
    assert.are.equal("grid 4x3 (0 blocked)", tostring(grid))
    assert.are.equal(12, grid:clear("wall"))
    assert.are.equal("grid 4x3 (12 blocked)", tostring(grid))
    assert.are.equal(0, grid:clear("wall"))
  end)
end)

describe("the metamethods of a grid", function()
  it("call: the price of a cell, nil if the cell cannot be entered", function()
    local grid = drawn()
    assert.are.equal(1, grid(1, 1))
    assert.are.equal(4, grid(2, 2))
    assert.is_nil(grid(3, 1))
    assert.is_nil(grid(0, 1))
    assert.are.equal("nil", tostring(grid(0, 1)))
    grid:set_walkable(2, 2, false)
    assert.is_nil(grid(2, 2))
  end)

  -- On the core in Lua a grid is a table: its # needs Lua 5.2.
  it("length: the number of cells #core_c", function()
    assert.are.equal(12, #drawn())
  end)

  it("tostring: size and number of blocked cells", function()
    local grid = drawn()
    assert.are.equal("grid 4x3 (2 blocked)", tostring(grid))
    grid:terrain("water", false)
    assert.are.equal("grid 4x3 (4 blocked)", tostring(grid))
    grid:set_walkable(2, 2, false)
    assert.are.equal("grid 4x3 (4 blocked)", tostring(grid))
    grid:set_walkable(1, 1, false)
    assert.are.equal("grid 4x3 (5 blocked)", tostring(grid))
  end)

  it("equality: size, base, place, terrains and every cell", function()
    assert.is_true(drawn() == drawn())
    assert.is_true(drawn() == drawn {
      prices = { lava = huge, road = 1 / 2, water = 4 } })
    assert.is_false(tilepath.grid(4, 3) == tilepath.grid(3, 4))
    for _, options in ipairs {
      { base = 0 }, { base = { 1, 2 } },
      { cell_size = 2 }, { cell_size = { 1, 2 } },
      { origin = { 1, 0 } }, { origin = { 0, -1 } },
      { prices = { water = 4, road = 0.5, lava = 2 } },
      { prices = { water = 4, road = 0.5 } },
    } do
      assert.is_false(drawn() == drawn(options))
    end
    local grid = drawn()
    grid:set(1, 1, "water")
    assert.is_false(drawn() == grid)
    grid:set(1, 1, "open")
    assert.is_true(drawn() == grid)
    grid:set_walkable(1, 1, false)
    assert.is_false(drawn() == grid)
  end)

  it("equality: false with any other value", function()
    local grid = drawn()
    for _, other in ipairs { 1, "grid", {}, print, io.stdout, true } do
      assert.is_false(grid == other)
      assert.is_false(other == grid)
    end
    assert.is_false(grid == nil)
  end)

  -- Whether this VM calls __pairs.
  local without = pcall(pairs, setmetatable({}, { __pairs = error }))
  if without then
    it("pairs: an error on this VM #core_c", function()
      assert.is_false(pcall(pairs, drawn()))
    end)
  else
    it("pairs: the same as grid:cells()", function()
      local grid = drawn()
      assert.are.same(collect(grid:cells()), collect(pairs(grid)))
    end)
  end
end)

-- The world -------------------------------------------------------------------

describe("a grid in the world", function()
  local grid = tilepath.grid(10, 10, { base = { 0, 1 }, cell_size = { 32, 16 },
    origin = { -64, 8 } })

  it("converts cells to middles and rectangles, and back", function()
    assert.are.same({ -48, 16 }, list(grid:to_world(0, 1)))
    assert.are.same({ -80, 0 }, list(grid:to_world(-1, 0)))
    assert.are.same({ 0, 24, 32, 16 }, list(grid:cell_rect(2, 2)))
    assert.are.same({ -96, -8, 32, 16 }, list(grid:cell_rect(-1, 0)))
    assert.are.same({ 0, 1 }, list(grid:to_cell(-64, 8)))
    assert.are.same({ 1, 1 }, list(grid:to_cell(-0.001, 23.999)))
    assert.are.same({ 2, 2 }, list(grid:to_cell(0, 24)))
    assert.are.same({ -1, 0 }, list(grid:to_cell(-65, 7)))
  end)

  it("returns the last possible cell for points beyond all cells", function()
    local x, y = grid:to_cell(1e300, -1e300)
    assert.are.same({ 2 ^ 53 - 1, 1 - 2 ^ 53 }, { x, y })
    assert.is_false(grid:has(x, y))
  end)

  it("reads and changes cells by world position", function()
    local twin = grid:copy()
    assert.is_true(twin:set_world(0, 24, "wall"))
    assert.are.equal("wall", (twin:get(2, 2)))
    assert.are.equal("wall", (twin:get_world(31.9, 39.9)))
  end)
end)

-- Loops -----------------------------------------------------------------------

--- The cells of a loop, as text: "1,1 2,1".
local function visited(...)
  local words = {}
  for _, step in ipairs(collect(...)) do
    words[#words + 1] = ("%d,%d"):format(step[1], step[2])
  end
  return table.concat(words, " ")
end

describe("grid:sample", function()
  it("calls the function for each cell, with its centre", function()
    local grid = tilepath.grid(2, 2,
      { base = 0, cell_size = 10, origin = { 100, 0 } })
    local asked = {}
    grid:sample(function(...)
      asked[#asked + 1] = { ... }
    end)
    assert.are.same({ { 0, 0, 105, 5 }, { 1, 0, 115, 5 }, { 0, 1, 105, 15 },
      { 1, 1, 115, 15 } }, asked)
  end)

  it("takes a terrain, true, false, or nil to leave the cell", function()
    local grid = drawn()
    local legend = { legend = { ["~"] = "water", [","] = "road" } }
    local answers = { "water", true, true, false, nil, nil, "road" }
    local i = 0
    local changed = grid:sample(function()
      i = i + 1
      return answers[i]
    end)
    assert.are.equal(4, changed)
    assert.are.equal(map [[
      ~..#
      .~,#
      ,,..
    ]], tilepath.ascii(grid, legend))
  end)

  it("covers a part of the grid, clipped to the grid", function()
    local grid = tilepath.grid(4, 3)
    local function shut()
      return false
    end
    assert.are.equal(2, grid:sample(shut, 4, 2, 5, 5))
    assert.are.equal(0, grid:sample(shut, 2, 2, 0, 1))
    assert.are.equal("....\n...#\n...#", tilepath.ascii(grid))
  end)

  it("refuses a yield from the function", function()
    local grid = drawn()
    local fine, why = coroutine.resume(coroutine.create(function()
      grid:sample(coroutine.yield)
    end))
    assert.is_false(fine)
    assert.matches("attempt to yield", why)
    assert.is_true(grid:set(1, 1, "wall"))
  end)
end)

describe("grid:cells", function()
  it("visits every cell with its terrain and price, row by row", function()
    local grid = tilepath.grid(map [[
      .#
      ~.
    ]], { base = 0, legend = { ["~"] = "water" }, prices = { water = 3 } })
    assert.are.same({ { 0, 0, "open", 1 }, { 1, 0, "wall", huge },
      { 0, 1, "water", 3 }, { 1, 1, "open", 1 } }, collect(grid:cells()))
  end)

  it("visits the cells of one terrain, closed ones too", function()
    local grid = drawn()
    grid:set_walkable(2, 2, false)
    assert.are.equal("2,2 3,2", visited(grid:cells("water")))
    assert.are.equal("3,1 4,2", visited(grid:cells("wall")))
    assert.are.equal("", visited(grid:cells("lava")))
  end)

  it("sees what the loop has edited before it comes there", function()
    local grid, seen = tilepath.grid(5, 1, { base = { -1, 3 } }), {}
    for x, y, terrain, price in grid:cells() do
      seen[#seen + 1] = { x, y, terrain, price }
      if x == -1 then
        grid:set(0, 3, "wall")
      elseif x == 0 then
        grid:set_walkable(1, 3, false)
      elseif x == 1 then
        grid:terrain("mud", 3)
        grid:set(2, 3, "mud")
      elseif x == 2 then
        grid:set(3, 3, "mud")
        grid:terrain("mud", 7)
      end
    end
    assert.are.same({ { -1, 3, "open", 1 }, { 0, 3, "wall", huge },
      { 1, 3, "open", huge }, { 2, 3, "mud", 3 }, { 3, 3, "mud", 7 } }, seen)
    for x in grid:cells("mud") do
      grid:set(x + 1, 3, "open")
    end
    assert.are.equal("2,3", visited(grid:cells("mud")))
  end)

  it("sees in a loop what was edited since another one", function()
    local grid, seen = tilepath.grid(2, 1), {}
    grid:terrain("mud", 3)
    for x, y, terrain, price in grid:cells() do
      seen[#seen + 1] = { x, y, terrain, price }
      for other, _, its in grid:line(2, 1, 1, 1) do
        seen[#seen + 1] = { other, its }
        grid:set(other, 1, x == 1 and "mud" or "open")
      end
      grid:terrain("mud", 3 + x)
    end
    assert.are.same({ { 1, 1, "open", 1 }, { 2, "open" }, { 1, "open" },
      { 2, 1, "mud", 4 }, { 2, "mud" }, { 1, "mud" } }, seen)
    assert.are.same({ { 1, 1, "open", 1 }, { 2, 1, "open", 1 } },
      collect(grid:cells()))
  end)

  it("goes on in a grid that the loop resizes", function()
    for _, size in ipairs { { 2, 2 }, { 300, 1 } } do
      local grid, seen = tilepath.grid(4, 1), {}
      for x, y in grid:cells() do
        seen[#seen + 1] = x .. "," .. y
        if x == 1 and y == 1 then
          grid:resize(1, 1, size[1], size[2])
        end
      end
      assert.are.equal(size[1] * size[2], #seen)
      assert.are.equal(visited(grid:cells()), table.concat(seen, " "))
    end
  end)
end)

describe("grid:line", function()
  local grid = tilepath.grid(8, 5)

  it("may be a loop in another one, and stay at its end", function()
    local seen = {}
    collect(grid:line(1, 1, 8, 1)) -- it may leave memory to the next one
    for x in grid:line(1, 1, 3, 1) do
      local next_cell = grid:line(6, 1, 6 - x, 1)
      seen[#seen + 1] = { x, (next_cell()), (next_cell()), (next_cell()) }
      for _ = 1, 3 do
        next_cell()
      end
      assert.is_nil((next_cell()))
    end
    assert.are.same({ { 1, 6, 5 }, { 2, 6, 5, 4 }, { 3, 6, 5, 4 } }, seen)
  end)

  it("sees what the loop has edited before it comes there", function()
    local row, seen = tilepath.grid(4, 1), {}
    for x, y, terrain, price in row:line(1, 1, 6, 1) do
      seen[#seen + 1] = { x, y, terrain, price }
      if x == 1 then
        row:set(2, 1, "wall")
      elseif x == 3 then
        row:resize(1, 1, 5, 1, "wall")
      end
    end
    assert.are.same({ { 1, 1, "open", 1 }, { 2, 1, "wall", huge },
      { 3, 1, "open", 1 }, { 4, 1, "open", 1 }, { 5, 1, "wall", huge },
      { 6, 1 } }, seen)
  end)

  it("visits the cells that a segment between centres crosses", function()
    assert.are.equal("1,1 2,1 3,1", visited(grid:line(1, 1, 3, 1)))
    assert.are.equal("1,1 2,1 2,2 3,2", visited(grid:line(1, 1, 3, 2)))
    assert.are.equal("1,1 1,2 2,2 2,3 2,4 3,4 3,5",
      visited(grid:line(1, 1, 3, 5)))
    assert.are.equal("4,4", visited(grid:line(4, 4, 4, 4)))
  end)

  it("passes through a corner without the cells beside it", function()
    assert.are.equal("3,3 2,2 1,1", visited(grid:line(3, 3, 1, 1)))
  end)

  it("visits each cell of a line of any length", function()
    local row = tilepath.grid(9000, 1)
    for _, length in ipairs { 1, 2, 2047, 2048, 9000 } do
      local count, last = 0, 0
      for x, _, terrain in row:line(1, 1, length, 1) do
        assert.are.equal(last + 1, x)
        assert.are.equal("open", terrain)
        count, last = count + 1, x
      end
      assert.are.equal(length, count)
    end
  end)

  it("visits the same cells in both directions", function()
    for x = 1, 8 do
      for y = 1, 5 do
        local there = collect(grid:line(2, 3, x, y))
        local back = collect(grid:line(x, y, 2, 3))
        for i, step in ipairs(there) do
          assert.are.same(step, back[#there + 1 - i])
        end
      end
    end
  end)

  it("continues outside the grid, without a terrain there", function()
    assert.are.same({ { 0, 1 }, { 1, 1, "open", 1 } },
      collect(grid:line(0, 1, 1, 1)))
    assert.are.equal("-9,-9 -10,-10", visited(grid:line(-9, -9, -10, -10)))
    local far = 2 ^ 52
    assert.are.same({ { far, -far }, { far + 1, -far } },
      collect(grid:line(far, -far, far + 1, -far)))
  end)

  it("is at most 32767 cells long in each direction", function()
    assert.are.equal(32767, #collect(grid:line(1, 1, 32767, 1)))
    assert.are.equal(32767, #collect(grid:line(1, 1, -32765, -32765)))
    assert.are.equal("line: x2 must be a whole number from -32765 to 32767, "
      .. "got 32768", mistake(function()
        grid:line(1, 1, 32768, 1)
      end))
  end)
end)
