--- tilepath.grid(rows) from unusual tables: with indices from 0 or from the
-- base, with holes, with metatables, and changed during the call. Either all
-- values are read or the call raises.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local memory = require "spec.support.memory"

local mistake = helper.mistake

--- Rows of `open` with the indices left .. right and top .. bottom; the first
-- cell is "wall".
local function rows_at(left, top, right, bottom)
  local rows = {}
  for y = top, bottom do
    rows[y] = {}
    for x = left, right do
      rows[y][x] = "open"
    end
  end
  rows[top][left] = "wall"
  return rows
end

local function refuses(message, rows, options)
  assert.are.equal("grid: " .. message, mistake(function()
    tilepath.grid(rows, options)
  end))
end

--- The message for a missing value.
local function hole(x, y)
  return ("rows[%d][%d] must be a value, got nil (a hole, or a short row: "
    .. "empty = 'wall' fills them)"):format(y, x)
end

describe("rows with indices from the base", function()
  it("are read alike a thousand times, also if LuaJIT compiles anew", function()
    for i = 1, 20000 do
      local width, height = i % 7 + 1, i % 5 + 1
      local grid = tilepath.grid(rows_at(1, 1, width, height))
      assert.are.equal(width, grid.width)
      assert.are.equal(height, grid.height)
      if i % 997 == 0 then memory.drop_traces() end
    end
  end)

  it("are read from the base, or from 1, along each axis", function()
    for _, base in ipairs { 0, -3, 7, 1 } do
      local grid = tilepath.grid(rows_at(base, base, base + 3, base + 2),
        { base = base })
      assert.are.equal("grid 4x3 (1 blocked)", tostring(grid))
      assert.is_false(grid:is_walkable(base, base))
    end
    local grid = tilepath.grid(rows_at(1, -3, 4, -1), { base = -3 })
    assert.are.equal("grid 4x3 (1 blocked)", tostring(grid))
    grid = tilepath.grid(rows_at(0, -2, 0, -2), { base = { 0, -2 } })
    assert.are.equal("grid 1x1 (1 blocked)", tostring(grid))
  end)

  it("are refused if the base differs: no row is lost", function()
    local first = "the first index of rows must be 1 "
    refuses(first .. "(or 0, with base = 0), got 0", rows_at(0, 0, 3, 2))
    refuses("the first index of a row must be 1 (or 0, with base = 0), got 0",
      rows_at(0, 1, 3, 2))
    refuses(first .. "or -2 (the base), got -1", rows_at(-1, -1, 3, 2),
      { base = -2 })
    local rows = rows_at(1, 1, 3, 3)
    rows[2][0] = "open"
    refuses(hole(0, 1), rows, { base = 0 })
  end)
end)

describe("null of a decoder of JSON", function()
  local NULLS = { print, setmetatable({}, { __tojson = print }),
    setmetatable({}, { _type = "LYAML null" }), io.stdout }

  it("is a hole in rows and in a list", function()
    for _, null in ipairs(NULLS) do
      for expected, options in pairs { ["."] = { walkable = 1, empty = true },
        ["#"] = { walkable = 1, empty = false }, ["~"] = { empty = "water",
          unknown = true, prices = { water = 2 } },
        [". "] = { walkable = { [1] = true, [2] = false }, empty = true } } do
        local rows = { { 1, null }, { null, 1 } }
        local picture = tilepath.ascii((tilepath.grid(rows, options)),
          { legend = options.prices and { ["~"] = "water" } })
        local cell = expected:sub(1, 1)
        assert.are.equal("." .. cell .. "\n" .. cell .. ".", picture)
        options.width = 2
        assert.are.equal(picture, tilepath.ascii((tilepath.grid({ 1, null, null,
          1 }, options)), { legend = options.prices and { ["~"] = "water" } }))
      end
      assert.are.equal("..\n##\n..", tilepath.ascii(tilepath.grid({ { 1, 1 },
        null, { 1, 1 } }, { walkable = 1, empty = false })))
      refuses("rows[2] must be a table, got nil", { { 1 }, null, { 1 } },
        { walkable = 1 })
      refuses("rows[1][2] must be a value, got null (empty = says what such cells "
        .. "are)", { { 1, null } }, { walkable = 1 })
      refuses("list[3] (row 2, column 1) must be a value, got null (empty = says "
        .. "what such cells are)", { 1, 1, null, 1 }, { walkable = 1, width = 2 })
    end
  end)

  it("means what the legend says; other objects are values", function()
    local null = NULLS[2]
    assert.are.equal(".#", tilepath.ascii(tilepath.grid({ { 1, null } },
      { walkable = 1, legend = { [null] = false } })))
    local tile = setmetatable({ open = true }, { __tojson = print })
    assert.are.equal(".#", tilepath.ascii(tilepath.grid({ { tile, {} } },
      { walkable = function(value) return value.open end })))
    assert.are.equal(".#", tilepath.ascii(tilepath.grid({ { io.stdout,
      io.stderr } }, { walkable = io.stdout, empty = false })))
    assert.are.equal(".#", tilepath.ascii(tilepath.grid({ { io.stdout,
      io.stderr } }, { walkable = function(value)
        return value == io.stdout
      end })))
    assert.are.equal("~.", tilepath.ascii((tilepath.grid({ { print, 1 } },
      { empty = "water", prices = { water = 2 }, walkable = function(value)
        return value == 1
      end })), { legend = { ["~"] = "water" } }))
  end)
end)

describe("rows with holes", function()
  it("are refused, and the message names the hole", function()
    local options = { walkable = function() return true end }
    refuses(hole(2, 1), { { 1, nil, 3 }, { 1, 2, 3 } }, options)
    refuses(hole(1, 1), { {}, { 1, 2, 3 } }, options)
    refuses(hole(2, 2), { { 1, 2, 3 }, { 1, nil, 3 } }, options)
    refuses(hole(1, 1), { { nil, 2 }, { nil, 2 } }, options)
    refuses("rows[2] must be a table, got nil", { { 1 }, nil, { 1 } })
    refuses("rows[1] must be a table, got 0 (one list of values needs width =)",
      { 0, 1 })
    refuses("rows[1] must be a table, got nil (rows that begin with 2 need base "
      .. "= { x, 2 })", { nil, { 1 } })
  end)

  it("may have other keys, too", function()
    local rows = rows_at(1, 1, 3, 2)
    rows.name, rows[1].name, rows[true] = "ground", "first", 1
    assert.are.equal("grid 3x2 (1 blocked)", tostring(tilepath.grid(rows)))
  end)
end)

describe("the values of rows and of a list", function()
  it("are told apart, whatever they are and however many", function()
    local values = { 0, 1, 1023, 1024, -1, 0.5, 2 ^ 40, true, false, {}, {},
      ("x"):rep(60), ("x"):rep(60) .. "y", "1", "1.0" }
    for i = 1, 300 do
      values[#values + 1], values[#values + 2] = "s" .. i, 7 * i + 2000
    end
    local width, height, is_free = 90, 20, {}
    local rows, list = {}, {}
    for i, value in ipairs(values) do
      is_free[value] = i % 3 == 0
    end
    is_free[-0.0] = true
    for y = 1, height do
      rows[y] = {}
      for x = 1, width do
        rows[y][x] = (x + y) % 50 == 0 and -0.0 or values[x * y % #values + 1]
        list[#list + 1] = rows[y][x]
      end
    end
    for _, from in ipairs { { rows }, { list, width = width } } do
      local asked, count = {}, 0
      local grid = tilepath.grid(from[1], { width = from.width,
        walkable = function(value)
          assert.is_nil(asked[value])
          asked[value], count = true, count + 1
          return is_free[value]
        end })
      assert.are.equal(width, grid.width)
      assert.is_true(count > 500)
      for x, y in grid:cells() do
        assert.are.equal(is_free[rows[y][x]], grid:is_walkable(x, y))
      end
    end
  end)

  it("are those of the row, in whatever order it has its keys", function()
    local rows = {}
    for y = 3, 1, -1 do
      rows[y] = {}
      for x = 5, 1, -1 do
        rows[y][x] = x + y
      end
    end
    local grid = tilepath.grid(rows, { walkable = { [4] = true, [7] = true } })
    assert.are.equal("##.##\n#.##.\n.##.#", tilepath.ascii(grid))
    rows[2][6] = 4
    refuses(hole(6, 1), rows, { walkable = 4 })
    rows[2][6], rows[2][0] = nil, 4
    refuses("the first index of a row must be 1 (or 0, with base = 0), got 0",
      rows, { walkable = 4 })
  end)
end)

describe("rows with metatables", function()
  local anything = { __index = function() return 1 end }

  it("are read without metamethods, and refused if some lack", function()
    local long = { __len = function() return 9 end }
    local rows = setmetatable(rows_at(1, 1, 3, 2), long)
    setmetatable(rows[1], long)
    assert.are.equal("grid 3x2 (1 blocked)", tostring(tilepath.grid(rows)))
    local options = { walkable = 1 }
    refuses(hole(1, 2), { { 1 }, setmetatable({}, anything) }, options)
  end)
end)

describe("a walkable function that changes the rows", function()
  it("changes nothing: they have been read", function()
    local rows = { { 1, 2 }, { 3, 4 } }
    local grid = tilepath.grid(rows, { walkable = function(value)
      rows[1][1], rows[2] = value + 10, nil
      return value > 1
    end })
    assert.are.equal("#.\n..", tilepath.ascii(grid))
  end)
end)
