--- The loops over a grid: grid:sample, which calls a function for each cell,
-- and the iterators.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local collect, map, mistake = helper.collect, helper.map, helper.mistake
local huge = math.huge

--- The cells of a loop, as text: "1,1 2,1".
local function visited(...)
  local words = {}
  for _, step in ipairs(collect(...)) do
    words[#words + 1] = ("%d,%d"):format(step[1], step[2])
  end
  return table.concat(words, " ")
end

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

describe("grid:sample", function()
  it("calls the function for each cell, row by row, with the cell's centre",
    function()
      local grid = tilepath.grid(2, 2,
        { base = 0, cell_size = 10, origin = { 100, 0 } })
      local asked = {}
      grid:sample(function(...)
        asked[#asked + 1] = { ... }
      end)
      assert.are.same({ { 0, 0, 105, 5 }, { 1, 0, 115, 5 }, { 0, 1, 105, 15 },
        { 1, 1, 115, 15 } }, asked)
    end)

  it("takes a terrain, true for open, false for wall, nil to leave the cell",
    function()
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
    assert.are.equal(0, grid:sample(shut, 1, 1, 0, 0))
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
end)

describe("grid:line", function()
  local grid = tilepath.grid(8, 5)

  it("visits the cells whose inside the segment between two centres crosses",
    function()
      assert.are.equal("1,1 2,1 3,1", visited(grid:line(1, 1, 3, 1)))
      assert.are.equal("1,1 2,1 2,2 3,2", visited(grid:line(1, 1, 3, 2)))
      assert.are.equal("1,1 1,2 2,2 2,3 2,4 3,4 3,5",
        visited(grid:line(1, 1, 3, 5)))
      assert.are.equal("4,4", visited(grid:line(4, 4, 4, 4)))
    end)

  it("passes through a corner without the cells beside it", function()
    assert.are.equal("3,3 2,2 1,1", visited(grid:line(3, 3, 1, 1)))
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
