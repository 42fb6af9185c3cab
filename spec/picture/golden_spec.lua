--- The same pictures on every machine: digests of texts of tilepath.svg, like
-- those of paths in spec/contract/golden_spec.lua. Colours are left out. A
-- digest changes only if users see another picture.

local tilepath = require "tilepath"

local SQUARES = {}
local OBLONG = { cell_size = { 30, 20 }, origin = { -7, 0 },
  base = { -3, 5 } }
local POINTY = { shape = "hex", stagger = "even-r", cell_size = 12 }
local FLAT = { shape = "hex", stagger = "odd-q",
  cell_size = { 2, math.sqrt(3) } }

-- Scenes ---------------------------------------------------------------------

local function generator(seed)
  local state = seed + 0.0
  return function(low, high)
    state = state * 16807 % 2147483647
    return low + math.floor(state / 2147483647 * (high - low + 1))
  end
end

--- A map with that many cells a side, 30 % walls, four kinds of terrain in
-- blocks.
local function random_grid(seed, side, options)
  local random, grid = generator(seed), tilepath.grid(side, side, options)
  local left, top = grid.base_x, grid.base_y
  for i = 1, 4 do
    grid:terrain("terrain" .. i, 1 + i)
    for _ = 1, side / 8 do
      grid:fill(left + random(0, side - 1), top + random(0, side - 1),
        random(2, 9), random(2, 6), "terrain" .. i)
    end
  end
  grid:sample(function()
    return random(1, 100) <= 30 and "wall" or nil
  end)
  return grid, random
end

--- A path between two cells far apart.
local function long_path(finder)
  local grid, longest = finder.grid, nil
  for _, corner in ipairs { { 0, 0 }, { 1, 0 }, { 2, 1 }, { 0, 3 } } do
    local x, y = grid.base_x + corner[1], grid.base_y + corner[2]
    local path = finder:find(x, y, { { x + grid.width - 4,
      y + grid.height - 6 } }, { partial = true, escape = true })
    if path and (not longest or #path > #longest) then
      longest = path
    end
  end
  return longest
end

--- A map with a reach, a view and a path.
local function still(options)
  local grid = random_grid(7, 16, options)
  local finder = tilepath.pathfinder(grid)
  local path = long_path(finder)
  local x, y = path[1], path[2]
  return tilepath.svg({ grid, finder, finder:reach(x, y, 9),
    finder:view(x, y, 5), path }, { colours = { lattice = true,
      price = true } })
end

--- The digest of a text without its colours; the arithmetic is exact in
-- doubles.
local function digest(text)
  local value = 1.0
  text = text:gsub('"#%x+"', ""):gsub(' opacity="[^"]*"', "")
  for i = 1, #text do
    value = (value * 48271 + text:byte(i)) % 2147483647
  end
  return ("%d in %d bytes"):format(value, #text)
end

describe("#contract tilepath.svg, golden", function()
  for name, row in pairs {
    squares = { SQUARES, "1062435194 in 2513 bytes" },
    ["oblong cells"] = { OBLONG, "1264721352 in 3193 bytes" },
    ["pointy hexagons"] = { POINTY, "1579302307 in 8752 bytes" },
    ["flat hexagons"] = { FLAT, "1049642172 in 13391 bytes" },
  } do
    it("draws " .. name .. (row[1].shape and " #core_c" or ""), function()
      assert.are.same(row[2], digest(still(row[1])))
    end)
  end

  it("draws 64 x 64 cells and a path in less than 30 KB", function()
    local grid = random_grid(3, 64, {})
    local path = long_path(tilepath.pathfinder(grid))
    assert(#path > 60)
    assert(#tilepath.svg { grid, path } < 30000)
  end)
end)
