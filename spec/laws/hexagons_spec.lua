--- Laws of hexagons: distance is a metric, sight is mutual, and a map that is
-- turned by sixths, mirrored or staggered in another way is the same game.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local hexagons = require "spec.support.hexagons"
local law = require "spec.support.law"

local near = helper.near

local function new_grid(width, height, stagger)
  return tilepath.grid(width, height, { base = 0, shape = "hex",
    stagger = stagger })
end

local function random_cell(random, grid)
  return random(0, grid.width - 1), random(0, grid.height - 1)
end

--- Iterates over all cells of a grid.
local function cells(grid)
  return coroutine.wrap(function()
    for y = 0, grid.height - 1 do
      for x = 0, grid.width - 1 do
        coroutine.yield(x, y)
      end
    end
  end)
end

--- A small map of any stagger, with walls and mud, sometimes with fences.
local function draw(random)
  local grid = new_grid(random(2, 12), random(2, 12),
    random.any(hexagons.STAGGERS))
  hexagons.fill(grid, random)
  return grid
end

-- Pictures --------------------------------------------------------------------

--- One of twelve symmetries, as a function of cube coordinates.
local function draw_symmetry(random)
  local is_mirrored, sixths = random.chance(50), random(0, 5)
  return function(q, r)
    if is_mirrored then
      q, r = r, q
    end
    for _ = 1, sixths do
      q, r = -r, q + r
    end
    return q, r
  end
end

--- @return the grid under a symmetry, with a stagger and walls around it, moved
-- by an even number of rows and columns; a function that maps cells to it
local function picture(grid, symmetry, stagger)
  local least_x, least_y, most_x, most_y = math.huge, math.huge, -math.huge,
    -math.huge
  local function turned(x, y)
    return hexagons.cell(stagger, symmetry(hexagons.cube(grid.stagger, x, y)))
  end
  for x, y in cells(grid) do
    local to_x, to_y = turned(x, y)
    least_x, most_x = math.min(least_x, to_x), math.max(most_x, to_x)
    least_y, most_y = math.min(least_y, to_y), math.max(most_y, to_y)
  end
  least_x, least_y = least_x - least_x % 2, least_y - least_y % 2
  local image = new_grid(most_x - least_x + 1, most_y - least_y + 1, stagger)
  local function place(x, y)
    local to_x, to_y = turned(x, y)
    return to_x - least_x, to_y - least_y
  end
  image:fill(0, 0, image.width, image.height, "wall")
  image:terrain("mud", grid:terrain("mud"))
  for x, y in cells(grid) do
    local to_x, to_y = place(x, y)
    image:set(to_x, to_y, grid:get(x, y))
  end
  return image, place
end

--- Fences between the same cells of both grids.
local function wall_in(random, grid, image, place)
  for _ = 1, random.one_of(0, random(1, 30)) do
    local x, y = random_cell(random, grid)
    local beside = random.any(hexagons.around(grid.stagger, x, y))
    local kind = random.chance(30) and { one_way = true } or nil
    local x2, y2 = beside[1], beside[2]
    if x2 >= 0 and y2 >= 0 and x2 < grid.width and y2 < grid.height then
      local to_x, to_y = place(x, y)
      local to_x2, to_y2 = place(x2, y2)
      grid:fence(x, y, x2, y2, kind)
      image:fence(to_x, to_y, to_x2, to_y2, kind)
    end
  end
end

local function same(a, b)
  if type(a) == "number" and type(b) == "number" then
    near(a, b, 1e-9 * (1 + a))
  else
    assert.are.same(a, b)
  end
end

-- Questions -------------------------------------------------------------------

--- The cost of the path, or the reason why there is none.
local function cost_of(finder, x1, y1, x2, y2, query)
  return (select(2, finder:find(x1, y1, x2, y2, query)))
end

local function draw_query(random)
  local query = { within = random.one_of(nil, random(0, 5)) }
  query.adjacent = not query.within and random.chance(30) or nil
  query.sight = query.within and random.chance(30) or nil
  return query
end

--- Asks questions about two cells, with the same answers in the picture.
local function ask(random, finder, image, from, to)
  local x1, y1, x2, y2 = from[1], from[2], to[1], to[2]
  local u1, v1, u2, v2 = from[3], from[4], to[3], to[4]
  local query, range = draw_query(random), random(0, 9)
  same(finder.grid:distance(x1, y1, x2, y2),
    image.grid:distance(u1, v1, u2, v2))
  same(cost_of(finder, x1, y1, x2, y2, query),
    cost_of(image, u1, v1, u2, v2, query))
  local clear, cost = finder:line_of_sight(x1, y1, x2, y2)
  local is_clear, image_cost = image:line_of_sight(u1, v1, u2, v2)
  same(clear, is_clear)
  if clear then
    same(cost, image_cost)
  end
  if finder:can_enter(x1, y1) then
    same(finder:view(x1, y1, range).count,
      image:view(u1, v1, range).count)
    same(finder:reach(x1, y1, range).count, image:reach(u1, v1, range).count)
    same(finder:reach(x1, y1, math.huge):cost(x2, y2),
      image:reach(u1, v1, math.huge):cost(u2, v2))
  end
end

describe("hexagons", function()
  law(it, "have a distance that is a metric and counts steps",
    { runs = 60 }, function(random)
      local grid = new_grid(random(1, 30), random(1, 30),
        random.any(hexagons.STAGGERS))
      local finder = tilepath.pathfinder(grid)
      for _ = 1, 30 do
        local x1, y1 = random_cell(random, grid)
        local x2, y2 = random_cell(random, grid)
        local x3, y3 = random_cell(random, grid)
        local far = grid:distance(x1, y1, x2, y2)
        assert.are.equal(far, grid:distance(x2, y2, x1, y1))
        assert.are.equal(far == 0, x1 == x2 and y1 == y2)
        assert(far <= grid:distance(x1, y1, x3, y3)
          + grid:distance(x3, y3, x2, y2), "a way round is shorter")
        near(far, cost_of(finder, x1, y1, x2, y2), 1e-9 * far)
      end
    end)

  law(it, "are the same if turned, mirrored or staggered in another way",
    { runs = 120 }, function(random)
      local grid = draw(random)
      local image, place = picture(grid, draw_symmetry(random),
        random.any(hexagons.STAGGERS))
      wall_in(random, grid, image, place)
      local finder, other = tilepath.pathfinder(grid),
        tilepath.pathfinder(image)
      local function cell()
        local x, y = random_cell(random, grid)
        return { x, y, place(x, y) }
      end
      for _ = 1, 12 do
        ask(random, finder, other, cell(), cell())
      end
    end)
end)
