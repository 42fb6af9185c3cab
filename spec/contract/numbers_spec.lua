--- The numbers of the reference are those of the program: each limit in the table
-- of rules.md is reached and not passed, and what an option is unless given is
-- what the object then has.

local tilepath = require "tilepath"
local api = require "spec.support.api_names"
local pages = require "spec.support.pages"

local load = loadstring or load -- luacheck: ignore

local STUBS = pages.stubs.read(pages.read("types/tilepath.lua"))

local function profile_of(options)
  return tilepath.pathfinder(tilepath.grid(2, 2), options)
end

--- A table of n values that make(i) gives.
local function list_of(n, make)
  local list = {}
  for i = 1, n do
    list[i] = make(i)
  end
  return list
end

-- By row of the table: where its number stands, and a function that works with
-- this number and raises with the next one.
local LIMITS = {
  { "a grid", "to (%d+) columns", function(n) tilepath.grid(n, 1) end },
  { "a grid", "and rows, 2^(%d+) cells", function(n)
    tilepath.grid(2 ^ 14, n == 28 and 1 or 2 ^ 14 + 1) -- with 2^28 it takes long
  end },
  { "numbers of columns", "to 2^(%d+) in", function(n)
    tilepath.grid(1, 1, { base = 2 ^ n })
  end },
  { "`cell_size`", "to 2^(%d+) world", function(n)
    tilepath.grid(1, 1, { cell_size = 2 ^ n })
  end },
  { "prices,", "to (%d+);", function(n) profile_of { prices = { open = n } } end },
  { "prices,", "to (%d+);", function(n) profile_of { straight_cost = n } end },
  { "terrains", "^(%d+),", function(n)
    local grid = tilepath.grid(1, 1)
    for i = 3, n do
      grid:terrain("t" .. i, 1)
    end
  end },
  { "terrains", "to (%d+) bytes", function(n)
    tilepath.grid(1, 1):terrain(("t"):rep(n), 1)
  end },
  { "links", "^(%d+);", function(n)
    local grid = tilepath.grid(2, 1)
    for _ = 1, n do
      grid:link(1, 1, 2, 1)
    end
  end },
  { "links", "seconds 0 to (%d+);", function(n)
    tilepath.grid(2, 1):link(1, 1, 2, 1, { price = n })
  end },
  { "links", "seconds 0 to (%d+);", function(n)
    tilepath.grid(2, 1):link(1, 1, 2, 1, { seconds = n })
  end },
  { "links", "; (%d+) names", function(n)
    local grid = tilepath.grid(2, 1)
    for i = 1, n do
      grid:link(1, 1, 2, 1, { name = "l" .. i })
    end
  end },
  { "links", "to (%d+) bytes", function(n)
    tilepath.grid(2, 1):link(1, 1, 2, 1, { name = ("l"):rep(n) })
  end },
  { "links", ", (%d+) of them", function(n)
    local prices = {}
    for i = 1, n do
      prices["l" .. i] = 1
    end
    profile_of { links = prices }
  end },
  { "fences", "^(%d+) names", function(n)
    local grid = tilepath.grid(2, 1)
    for i = 1, n do
      grid:fence(1, 1, 2, 1, { name = "f" .. i })
    end
  end },
  { "`size`", "^(%d+) cells", function(n) profile_of { size = n } end },
  { "`keep_away`", "^(%d+) cells", function(n)
    profile_of { keep_away = { n, 1 } }
  end },
  { "landmarks", "^(%d+),", function(n) profile_of { landmarks = n } end },
  { "layers", "^(%d+) in a", function(n)
    local grid = tilepath.grid(2, 2)
    tilepath.pathfinder(grid, { layers = list_of(n, function()
      return { tilepath.layer(grid), 1 }
    end) })
  end },
  { "layers", "numbers 0 to (%d+);", function(n)
    tilepath.layer(tilepath.grid(1, 1)):set(1, 1, n)
  end },
  { "layers", "±(%d+)$", function(n)
    local grid = tilepath.grid(2, 2)
    tilepath.pathfinder(grid, { layers = { { tilepath.layer(grid), n } } })
  end },
  { "crowds", "^(%d+)$", function(n)
    local finder = profile_of()
    finder:find(1, 1, 2, 2, { avoid = list_of(n, function()
      return tilepath.crowd(finder.grid)
    end) })
  end },
  { "`grid:line`", "^(%d+) columns", function(n)
    tilepath.grid(1, 1):line(1, 1, 1 + n, 1)
  end },
}

--- The limits of a row of the table.
local function row_of(name)
  local text = api.section(pages.read("docs/reference/rules.md"), "## Limits")
  for line in text:gmatch("[^\n]+") do
    local what, limit = line:match("^| (.-) | (.*) |$")
    if what and what:sub(1, #name) == name then return limit end
  end
  error("no row " .. name)
end

describe("#once #contract the limits in rules.md", function()
  for _, row in ipairs(LIMITS) do
    local name, pattern, try = row[1], row[2], row[3]
    it(("hold: %s, %s"):format(name, pattern), function()
      local n = assert(tonumber(row_of(name):match(pattern)), row_of(name))
      try(n)
      assert.has_error(function() try(n + 1) end)
    end)
  end
end)

--- The default of an option in the stubs: true and its value; or false, if the stub
-- does not write it as a Lua value.
local function default_of(field)
  local word = (field.doc:match(".*;%s*(.-)$") or "its own")
    :gsub("`", ""):gsub("√2", "2^0.5"):gsub("^none$", "false")
  local names = word:gsub('"[^"]*"', ""):gsub("true", ""):gsub("false", "")
  if not names:find("%a") then
    return true, assert(load("return " .. word))()
  end
  return false
end

describe("#once #contract options in the stubs", function()
  --- Compares the fields of an object that was made without options. What is 0
  -- unless given may be false.
  local function compare(class, object)
    local count = 0
    for _, field in ipairs(STUBS.classes[class].fields) do
      local is_value, value = default_of(field)
      if is_value then
        local found = object[field.name]
        assert.are.same({ [field.name] = value ~= 0 and value or false },
          { [field.name] = found ~= 0 and found or false })
        count = count + 1
      end
    end
    return count
  end

  it("have the defaults of a profile", function()
    assert.are.equal(15, compare("Profile", profile_of().profile))
  end)

  it("have the defaults of a link and of a grid", function()
    local grid = tilepath.grid(2, 1)
    assert.are.equal(4, compare("LinkOptions", (grid:link(1, 1, 2, 1))))
    assert.are.equal(1, grid.base_x)
    assert.are.equal(1, grid.cell_size)
  end)

  it("have the defaults of a follower and a unit", function()
    local finder = profile_of()
    assert.is_true(compare("FollowerOptions", tilepath.follower {}) > 9)
    local crowd = tilepath.crowd(finder.grid)
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    assert.is_true(compare("UnitOptions", unit) > 5)
  end)
end)
