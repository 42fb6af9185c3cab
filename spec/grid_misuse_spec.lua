--- Wrong calls on a grid: each raises at the caller's line, names the function,
-- the argument, the value and what it must be, and leaves the grid as it was.
-- Every VM says the same.

local core = require "tilepath_core"
local tilepath = require "tilepath"
local helper = require "spec.helper"

local mistake = helper.mistake
local nan, huge = 0 / 0, math.huge
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

--- Values that are no whole number, as messages show them.
local no_cells = {
  { 1.5, "1.5" }, { nan, "nan" }, { huge, "inf" }, { -huge, "-inf" },
  { 2 ^ 53, "9.007199254741e+15" }, { -2 ^ 53, "-9.007199254741e+15" },
  { 1e300, "1e+300" }, { "1", "'1'" }, { nil, "nil" }, { true, "boolean" },
  { {}, "table" }, { print, "function" }, { io.stdout, "userdata" },
}

--- Values that are no finite number.
local no_numbers = {
  { nan, "nan" }, { huge, "inf" }, { -huge, "-inf" }, { "1", "'1'" },
  { nil, "nil" }, { false, "boolean" }, { {}, "table" },
}

--- A call of a method that works, argument by argument: what kind of value it
-- takes (c cell, w world, n size, t terrain, b boolean, f function) and how
-- messages call it.
local calls = {
  contains = { "c:x", "c:y" },
  get = { "c:x", "c:y" },
  get_world = { "w:wx", "w:wy" },
  set = { "c:x", "c:y", "t:terrain" },
  set_world = { "w:wx", "w:wy", "t:terrain" },
  is_walkable = { "c:x", "c:y" },
  is_walkable_world = { "w:wx", "w:wy" },
  set_walkable = { "c:x", "c:y", "b:yes" },
  fill = { "c:x", "c:y", "n:w", "n:h", "t:terrain" },
  sample = { "f:f", "c:x", "c:y", "n:w", "n:h" },
  neighbors = { "c:x", "c:y" },
  line = { "c:x1", "c:y1", "l:x2", "l:y2" },
  to_cell = { "w:wx", "w:wy" },
  to_world = { "c:x", "c:y" },
  cell_rect = { "c:x", "c:y" },
  terrain = { "s:name" },
  cells = {}, clear = {}, copy = {}, dump = {},
}

local good = { c = 2, w = 2.5, n = 1, l = 2, t = "wall", b = true,
  s = "wall", f = function() end }

local bad = {
  c = { no_cells, "a whole number" },
  w = { no_numbers, "a finite number" },
  n = { no_cells, "a whole number of at least 0" },
  l = { no_cells, "a whole number from -32764 to 32768" },
  t = { { { "mud", "'mud'" }, { "Wall", "'Wall'" }, { "open\0", "'open\\0'" },
    { "", "''" }, { 1, "1" }, { nil, "nil" }, { true, "boolean" } },
    "a terrain of the grid (open, wall, water)" },
  b = { { { nil, "nil" }, { 1, "1" }, { "true", "'true'" } },
    "true or false" },
  s = { { { nil, "nil" }, { 1, "1" }, { {}, "table" } }, "a string" },
  f = { { { nil, "nil" }, { "print", "'print'" }, { {}, "table" } },
    "a function" },
}

local function good_arguments(kinds)
  local arguments = {}
  for i, kind in ipairs(kinds) do
    arguments[i] = good[kind:sub(1, 1)]
  end
  return arguments
end

--- The message that a call raises, checked to be at its line.
local function said(grid, name, arguments, n)
  return mistake(function()
    grid[name](grid, unpack(arguments, 1, n))
  end)
end

local function sample_grid()
  return tilepath.grid(4, 3, { terrain = { water = 2 } })
end

describe("a wrong argument", function()
  for name, kinds in pairs(calls) do
    for i, kind in ipairs(kinds) do
      local argument = kind:sub(3)
      it(("of grid:%s: %s"):format(name, argument), function()
        local values, what = unpack(bad[kind:sub(1, 1)])
        local grid = sample_grid()
        local before = grid:copy()
        for _, case in ipairs(values) do
          local arguments = good_arguments(kinds)
          arguments[i] = case[1]
          assert.are.equal(("%s: %s must be %s, got %s"):format(
            name, argument, what, case[2]),
            said(grid, name, arguments, #kinds))
        end
        assert.are.equal(before, grid)
        assert.are.equal(before.revision, grid.revision)
      end)
    end
  end

  it("that is left out", function()
    local grid = sample_grid()
    assert.are.equal("set: x must be a whole number, got nil",
      said(grid, "set", {}, 0))
    assert.are.equal("get_world: wy must be a finite number, got nil",
      said(grid, "get_world", { 1 }, 1))
    assert.are.equal("terrain: name must be a string, got nil",
      said(grid, "terrain", {}, 0))
  end)

  it("of grid:fill: a negative size", function()
    assert.are.equal("fill: w must be a whole number of at least 0, got -1",
      said(sample_grid(), "fill", { 1, 1, -1, 1, "wall" }, 5))
  end)

  it("of grid:sample: a rectangle that is not whole", function()
    assert.are.equal("sample: x must be a whole number, got nil",
      said(sample_grid(), "sample", { print, nil, 1, 1, 1 }, 5))
    assert.are.equal("sample: h must be a whole number of at least 0, "
      .. "got nil", said(sample_grid(), "sample", { print, 1, 1, 1 }, 4))
  end)

  it("of grid:terrain: names and prices that cannot be", function()
    local grid = sample_grid()
    for _, name in ipairs { "", ("n"):rep(32), "a\0b" } do
      assert.matches("^terrain: name must be a string of 1 to 31 bytes",
        said(grid, "terrain", { name, 1 }, 2))
    end
    for _, price in ipairs { 0, -1, 1 / 1025, 1025, nan, -huge, "2", true } do
      assert.matches("^terrain: price must be a number from 1/1024 to 1024, "
        .. "false or math.huge, got ",
        said(grid, "terrain", { "mud", price }, 2))
      assert.matches("^terrain: price must",
        said(grid, "terrain", { "water", price }, 2))
    end
    assert.is_nil(grid:terrain("mud"))
    assert.are.equal(2, grid:terrain("water"))
  end)

  it("of grid:cells, grid:clear: a terrain that is not there", function()
    for _, name in ipairs { "cells", "clear" } do
      assert.are.equal(name .. ": terrain must be a terrain of the grid "
        .. "(open, wall, water), got 'lava'",
        said(sample_grid(), name, { "lava" }, 1))
    end
  end)

  it("of grid:neighbors: a rule that is not there", function()
    for _, rule in ipairs { "no", 4, {} } do
      assert.matches("^neighbors: diagonal must be 'only_if_no_obstacles', "
        .. "'at_least_one_walkable', 'always', 'never', true or false, got ",
        said(sample_grid(), "neighbors", { 1, 1, rule }, 3))
    end
  end)

  it("of grid(x, y)", function()
    local grid = sample_grid()
    assert.are.equal("grid: y must be a whole number, got 1.5",
      mistake(function()
        grid(1, 1.5)
      end))
  end)

  it("is shown short and without control characters", function()
    assert.are.equal("set: x must be a whole number, got '"
      .. ("a"):rep(38) .. "\\10a...'",
      said(sample_grid(), "set", { ("a"):rep(38) .. "\n" .. ("a"):rep(99) }, 1))
  end)

  it("is the caller's also where the call went through pcall", function()
    local grid = sample_grid()
    local ok, message = pcall(grid.set, grid, 1.5, 1, "wall")
    assert.is_false(ok)
    assert.matches("^[^:]*grid_misuse_spec.lua:%d+: set: x must be", message)
  end)
end)

describe("a terrain that is not there", function()
  it("is answered with the first eight that are", function()
    local grid = tilepath.grid(1, 1)
    for i = 1, 7 do
      grid:terrain("t" .. i, i)
    end
    assert.are.equal("set: terrain must be a terrain of the grid "
      .. "(open, wall, t1, t2, t3, t4, t5, t6, ...), got 'mud'",
      said(grid, "set", { 1, 1, "mud" }, 3))
  end)
end)

describe("writing to a field of a grid", function()
  it("raises and names it", function()
    local grid = sample_grid()
    assert.are.equal("grid: field 'width' cannot be written", mistake(function()
      grid.width = 5
    end))
    assert.are.equal("grid: field 'colour' cannot be written",
      mistake(function()
        grid.colour = "red"
      end))
    assert.are.equal("grid: field 1 cannot be written", mistake(function()
      grid[1] = 1
    end))
  end)
end)

describe("a method of a grid", function()
  local strangers = {
    { nil, "nil" }, { 1, "1" }, { {}, "table" }, { io.stdout, "userdata" },
    { setmetatable({}, core.Grid), "table" },
  }
  local newproxy = rawget(_G, "newproxy")
  if newproxy then
    strangers[#strangers + 1] = { newproxy(true), "userdata" }
  end

  it("raises when it is called on something else", function()
    local grid = sample_grid()
    for name in pairs(calls) do
      local method = grid[name]
      for _, stranger in ipairs(strangers) do
        assert.are.equal(("%s: self must be a grid, got %s (call it with a "
          .. "colon)"):format(name, stranger[2]), mistake(function()
            method(stranger[1], 1, 1, "wall")
          end))
      end
    end
  end)

  it("raises when a dot is written for the colon", function()
    local grid = sample_grid()
    assert.are.equal(
      "set: self must be a grid, got 1 (call it with a colon)",
      mistake(function()
        grid.set(1, 1, "wall")
      end))
  end)

  it("raises on something else also where it is a metamethod", function()
    for _, name in ipairs { "__index", "__newindex", "__call", "__len",
      "__tostring" } do
      local method = core.Grid[name]
      for _, stranger in ipairs(strangers) do
        assert.are.equal(("%s: self must be a grid, got %s"):format(
          name, stranger[2]), mistake(function()
            method(stranger[1], "width")
          end))
      end
    end
    assert.matches("^__eq: self must be a grid", mistake(function()
      core.Grid.__eq(nil, io.stdout)
    end))
    assert.matches("must be a grid", mistake(function()
      core.Grid.__pairs(nil)
    end))
  end)

  it("stays what it is where the module is loaded again", function()
    local grid = sample_grid()
    local known = package.loaded.tilepath_core
    package.loaded.tilepath_core = nil
    local again = require "tilepath_core"
    package.loaded.tilepath_core = known
    assert.are.equal(core.Grid, again.Grid)
    local other = again.grid(4, 3, 1, 1, 1, 1, 0, 0)
    other:terrain("water", 2)
    assert.are.equal(grid, other)
  end)
end)

describe("the constructor beneath tilepath.grid", function()
  it("checks again what it gets", function()
    local function message(...)
      local arguments = { ... }
      return mistake(function()
        core.grid(unpack(arguments, 1, 8))
      end)
    end
    assert.matches("width must be a whole number from 1 to 32767, got 0",
      message(0, 1, 1, 1, 1, 1, 0, 0))
    assert.matches("height must be", message(1, 2 ^ 32 + 1, 1, 1, 1, 1, 0, 0))
    assert.matches("at most 268435456 cells, got 1073676289",
      message(32767, 32767, 1, 1, 1, 1, 0, 0))
    assert.matches("base_x must be", message(1, 1, 2 ^ 31, 1, 1, 1, 0, 0))
    assert.matches("no grid may lie there", message(1, 1, 1, 1, 0, 1, 0, 0))
    assert.matches("cell_height must be", message(1, 1, 1, 1, 1, nan, 0, 0))
    assert.matches("origin_y must be", message(1, 1, 1, 1, 1, 1, 0, huge))
  end)
end)
