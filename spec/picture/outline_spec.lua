--- Outlines against a model: under the even-odd rule they cover exactly the
-- middles of their own cells. All their points are needed corners of cells.

local tilepath = require "tilepath"
local outlines = require "spec.support.outlines"
local random = require "spec.support.random"
local sorted = require "spec.support.sorted"

--- Cells of a random map: one in `one_in` is closed.
local function random_grid(next_number, options, one_in)
  local grid = tilepath.grid(next_number(1, 12), next_number(1, 12), options)
  for x, y in grid:cells() do
    if next_number(1, one_in) == 1 then
      grid:set(x, y, "wall")
    end
  end
  return grid
end

--- The only part of a picture.
local function part_of(things, options)
  return tilepath.picture(things, options).parts[1]
end

local function covers_its_cells(part, grid)
  for x, y, terrain in grid:cells() do
    local wx, wy = grid:to_world(x, y)
    assert.are.equal(terrain == "wall", outlines.is_inside(part, wx, wy))
  end
end

local function has_corners_of_cells(part, grid)
  local corners = {}
  for x, y in grid:cells() do
    local polygon = grid:cell_polygon(x, y)
    for i = 1, #polygon, 2 do
      corners[polygon[i]] = corners[polygon[i]] or {}
      corners[polygon[i]][polygon[i + 1]] = true
    end
  end
  for i = 1, #(part or {}), 2 do
    assert.is_true((corners[part[i]] or {})[part[i + 1]])
  end
end

local function has_no_needless_point(part)
  local first = 1
  for _, size in ipairs(part and part.sizes or {}) do
    assert.is_true(size >= 4)
    for i = 0, size - 1 do
      local function at(k)
        local n = first + 2 * (k % size)
        return part[n], part[n + 1]
      end
      local x1, y1 = at(i)
      local x2, y2 = at(i + 1)
      local x3, y3 = at(i + 2)
      local turn = (x2 - x1) * (y3 - y2) - (y2 - y1) * (x3 - x2)
      assert.is_true(math.abs(turn) > 1e-6)
    end
    first = first + 2 * size
  end
end

local SHAPES = {
  squares = { cell_size = 16 },
  ["oblong cells"] = { cell_size = { 7, 3.3 }, origin = { -20.1, 0 },
    base = { -3, 5 } },
}
for _, stagger in ipairs { "odd-r", "even-r", "odd-q", "even-q" } do
  SHAPES["hexagons, " .. stagger] = { shape = "hex", stagger = stagger,
    cell_size = { 12, 14 }, origin = { 0, 3.7 }, base = { -1, 2 } }
  SHAPES["hexagons with long sides, " .. stagger] = { shape = "hex",
    stagger = stagger, cell_size = 10, cell_side = 7.3 }
  SHAPES["bricks, " .. stagger] = { shape = "hex", stagger = stagger,
    cell_size = 10, cell_side = 10 }
  SHAPES["diamonds, " .. stagger] = { shape = "hex", stagger = stagger,
    cell_size = 10, cell_side = 0 }
end

--- Sides by their ends, in either order, with the number of each.
local function add_side(sides, x1, y1, x2, y2)
  if x2 < x1 or x2 == x1 and y2 < y1 then
    x1, y1, x2, y2 = x2, y2, x1, y1
  end
  local name = ("%.17g %.17g %.17g %.17g"):format(x1, y1, x2, y2)
  sides[name] = (sides[name] or 0) + 1
end

local function sides_of_cells(grid)
  local sides = {}
  for x, y in grid:cells() do
    local polygon = grid:cell_polygon(x, y)
    local n = #polygon
    for i = 1, n, 2 do
      add_side(sides, polygon[i], polygon[i + 1], polygon[(i + 1) % n + 1],
        polygon[(i + 2) % n + 1])
    end
  end
  for name in pairs(sides) do
    sides[name] = 1
  end
  return sides
end

local function sides_of_lines(part)
  local sides, first = {}, 1
  for _, size in ipairs(part.sizes) do
    for i = first, first + 2 * size - 4, 2 do
      add_side(sides, part[i], part[i + 1], part[i + 2], part[i + 3])
    end
    first = first + 2 * size
  end
  return sides
end

describe("#once outlines", function()
  it("have few corners, touch without crossing, and have holes", function()
    for text, sizes in pairs { [("#"):rep(99)] = { 4 }, ["#.\n.#"] = { 4, 4 },
      ["###\n#.#\n###"] = { 4, 4 } } do
      assert.are.same(sizes, part_of(tilepath.grid(text)).sizes)
    end
  end)

  for _, shape in ipairs(sorted(SHAPES)) do
    local options = SHAPES[shape]
    it("of " .. shape .. " cover exactly their cells", function()
      local next_number = random.new(7)
      for round = 1, 10 do
        local grid = random_grid(next_number, options, round % 5 + 1)
        local part = part_of(grid)
        covers_its_cells(part, grid)
        has_corners_of_cells(part, grid)
        if not options.cell_side or options.cell_side % 10 ~= 0 then
          has_no_needless_point(part)
        end
      end
    end)
  end
end)

describe("#once the lattice of hexagons", function()
  for _, stagger in ipairs { "odd-r", "even-r", "odd-q", "even-q" } do
    it("has each side of a cell once: " .. stagger, function()
      for width = 1, 4 do
        for height = 1, 4 do
          local grid = tilepath.grid(width, height, { shape = "hex",
            stagger = stagger, cell_size = { 12, 14 } })
          local lattice = part_of(grid, { colours = { lattice = true } })
          assert.are.same(sides_of_cells(grid), sides_of_lines(lattice))
        end
      end
    end)
  end
end)
