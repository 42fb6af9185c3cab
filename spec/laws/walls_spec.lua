--- Laws of lines and walls, judged by geometry alone: cells are polygons, and a
-- line that is walked does not go through a blocked one.

local tilepath = require "tilepath"
local law = require "spec.support.law"
local hexagons = require "spec.support.hexagons"

local abs, max, min, sqrt = math.abs, math.max, math.min, math.sqrt

-- Points are rounded to 1/65536 of a cell, and a corner counts as passed up to
-- two such units beside it. So far may a line go into a cell.
local DEPTH = 4 / 65536

local RULES = { "always", "at_least_one_walkable", "only_if_no_obstacles",
  "never" }

--- The part of the segment inside of a polygon whose sides are moved inwards.
-- @param corners  x, y of the corners, clockwise
local function part_inside(corners, inwards, x1, y1, x2, y2)
  local from, to = 0, 1
  for i = 1, #corners, 2 do
    local x, y = corners[i], corners[i + 1]
    local dx = corners[(i + 1) % #corners + 1] - x
    local dy = corners[(i + 2) % #corners + 1] - y
    local length = sqrt(dx * dx + dy * dy)
    -- How far are the ends inside of this side?
    local at = (dx * (y1 - y) - dy * (x1 - x)) / length - inwards
    local till = (dx * (y2 - y) - dy * (x2 - x)) / length - inwards
    if length == 0 then
      at, till = 1, 1
    end
    if at < 0 and till < 0 then
      return 0
    elseif at < 0 then
      from = max(from, at / (at - till))
    elseif till < 0 then
      to = min(to, at / (at - till))
    end
  end
  return max(0, to - from)
end

--- A random map, and a finder for it. Around the map there are walls, so that
-- all that is blocked has corners.
local function draw_map(random)
  local shape, side = { base = random.one_of(0, 1) }, nil
  local width = random.one_of(1, 16, 13.7, 0.25)
  local height = random.one_of(1, 16, 10)
  if random.chance(70) then
    shape.shape, shape.stagger = "hex", random.any(hexagons.STAGGERS)
    local box = shape.stagger:find("r$") and height or width
    side = random.one_of(nil, box / 3, box * random.real(0.01, 0.99))
  end
  shape.cell_size, shape.cell_side = { width, height }, side
  shape.origin = { random.one_of(0, -7, 3.3), random.one_of(0, 5) }
  local grid = tilepath.grid(random(4, 9), random(4, 9), shape)
  local first, open = shape.base, random(55, 95)
  local last_x, last_y = first + grid.width - 1, first + grid.height - 1
  for x, y in grid:cells() do
    if x == first or y == first or x == last_x or y == last_y
      or not random.chance(open) then
      grid:set(x, y, "wall")
    end
  end
  return grid, tilepath.pathfinder(grid, { diagonal = grid.shape == "square"
    and random.any(RULES) or nil })
end

local function polygons_of(grid)
  local all, walls = {}, {}
  for x, y in grid:cells() do
    local cell = grid:cell_polygon(x, y)
    all[#all + 1] = cell
    if not grid:is_walkable(x, y) then
      walls[#walls + 1] = cell
    end
  end
  return all, walls
end

--- How is a segment to the walls? -1: it goes into one; 1: it comes near none.
local function is_by(walls, depth, x1, y1, x2, y2)
  local near = 1
  for _, wall in ipairs(walls) do
    if part_inside(wall, depth, x1, y1, x2, y2) > 0 then
      return -1
    elseif part_inside(wall, -depth, x1, y1, x2, y2) > 0 then
      near = 0
    end
  end
  return near
end

local function expect(is_right, word, grid, ...)
  if not is_right then
    error(("%s: %s %s on\n%s"):format(word, tostring(grid),
      table.concat({ ... }, " "), tostring(tilepath.ascii(grid))), 0)
  end
end

--- A place on the map: anywhere, in a middle, in a corner or on a side of a
-- cell, sometimes rounded otherwise.
local function place(random, grid, cells)
  local cell, kind = random.any(cells), random(1, 4)
  local i = 2 * random(1, #cell / 2) - 1
  local x, y = cell[i], cell[i + 1]
  local to_x = cell[(i + 1) % #cell + 1]
  local to_y = cell[(i + 2) % #cell + 1]
  if kind == 2 then
    local share = random.one_of(0.5, 0.25, random.real(0, 1))
    x, y = x + (to_x - x) * share, y + (to_y - y) * share
  elseif kind > 2 then
    local off = kind == 3 and 0 or random.real(0, 1)
    local wx, wy = grid:to_world(grid:to_cell((x + cell[(i + 5) % #cell + 1])
      / 2, (y + cell[(i + 6) % #cell + 1]) / 2))
    x, y = wx + (x - wx) * off, wy + (y - wy) * off
  end
  local rounding = random.one_of(0, 0, 1e-13)
  return x + random.one_of(-1, 0, 1) * rounding,
    y + random.one_of(-1, 0, 1) * rounding
end

local function is_inside(grid, x, y)
  return grid:has(grid:to_cell(x, y))
end

describe("lines", function()
  law(it, "are clear exactly if no wall is in the way, and the same back",
    { runs = 40 }, function(random)
      local grid, finder = draw_map(random)
      local all, walls = polygons_of(grid)
      local depth = DEPTH * grid.cell_size
      for _ = 1, 60 do
        local x1, y1 = place(random, grid, all)
        local x2, y2 = place(random, grid, all)
        local path = tilepath.path({ x1, y1, x2, y2 }, "world")
        local walks = path:is_valid(finder)
        local sees = finder:line_of_sight_world(x1, y1, x2, y2)
        local near = is_by(walls, depth, x1, y1, x2, y2)
        near = is_inside(grid, x1, y1) and is_inside(grid, x2, y2) and near or 0
        local rule = finder.profile.diagonal
        if near < 0 then
          expect(not walks, "walks through", grid, x1, y1, x2, y2)
          expect(not sees, "sees through", grid, x1, y1, x2, y2)
        elseif near > 0 and rule ~= "never" then
          expect(walks, "does not walk", grid, x1, y1, x2, y2)
          expect(sees, "does not see", grid, x1, y1, x2, y2)
        end
        expect(walks == tilepath.path({ x2, y2, x1, y1 }, "world")
          :is_valid(finder), "walks one way", grid, x1, y1, x2, y2)
        expect(sees == finder:line_of_sight_world(x2, y2, x1, y1),
          "sees one way", grid, x1, y1, x2, y2)
      end
    end)
end)

--- Raises if a leg of the path leads through a wall.
local function check_legs(word, path, grid, walls, depth)
  for i = 1, #path - 3, 2 do
    local x1, y1, x2, y2 = path[i], path[i + 1], path[i + 2], path[i + 3]
    expect(is_by(walls, depth, x1, y1, x2, y2) >= 0, word, grid, x1, y1, x2, y2)
  end
end

--- Sends a follower off in each frame; raises if it does not arrive.
local function check_arrival(random, grid, finder, x, y, to_x, to_y)
  local size = min(grid.cell_width, grid.cell_height)
  local hero = tilepath.follower { finder = finder, x = x, y = y,
    speed = random.one_of(3, 30) * size, prune = random.chance(50) }
  local call, frames = random.one_of("go", "chase"), 0
  local most = 60 + 90 * finder:find_world(x, y, to_x, to_y):length()
    / hero.speed
  repeat
    if call == "go" then
      hero:go(to_x, to_y)
    else
      hero:chase({ x = to_x, y = to_y }, { within = 0.1 })
    end
    hero:update(1 / 60)
    frames = frames + 1
  until abs(hero.x - to_x) + abs(hero.y - to_y) < 0.2 * size or frames > most
  expect(frames <= most, "trembles", grid, x, y, to_x, to_y, hero.x, hero.y)
end

describe("what is walked", function()
  law(it, "never leads through a wall, whatever is ordered when", { runs = 30 },
    function(random)
      local grid, finder = draw_map(random)
      local all, walls = polygons_of(grid)
      local size = min(grid.cell_width, grid.cell_height)
      local depth = DEPTH * size
      local x, y = place(random, grid, all)
      if not finder:can_enter(grid:to_cell(x, y)) then return end
      local hero = tilepath.follower { finder = finder, x = x, y = y,
        speed = random.one_of(1, 3, 20) * size, prune = random.chance(70) }
      for _ = 1, 6 do
        local to_x, to_y = place(random, grid, all)
        local path = finder:find_world(hero.x, hero.y, to_x, to_y)
        if path and finder:can_enter(grid:to_cell(hero.x, hero.y)) then
          check_legs("a path", path, grid, walls, depth)
          check_legs("a pruned path", path:prune(finder), grid, walls, depth)
          if random.chance(70) then
            hero:go(to_x, to_y)
          else
            hero:chase({ x = to_x, y = to_y }, { within = 0.1 })
          end
        end
        for _ = 1, random(1, 12) do
          local rest = hero:path()
          if rest then
            check_legs("the rest of a path", rest, grid, walls, depth)
          end
          hero:update(random.one_of(0.05, 0.3))
          expect(is_by(walls, depth, hero.x, hero.y, hero.x, hero.y) >= 0,
            "a walk", grid, hero.x, hero.y)
        end
      end
    end)

  law(it, "comes to its end, though the order is given in each frame",
    { runs = 40 }, function(random)
      local grid, finder = draw_map(random)
      local all = polygons_of(grid)
      for _ = 1, 25 do
        local x, y = place(random, grid, all)
        local to_x, to_y = place(random, grid, all)
        if random.chance(70) then -- corners lie on lines between middles
          x, y = grid:to_world(grid:to_cell(x, y))
          to_x, to_y = grid:to_world(grid:to_cell(to_x, to_y))
        end
        if finder:can_enter(grid:to_cell(x, y))
          and finder:find_world(x, y, to_x, to_y) then
          check_arrival(random, grid, finder, x, y, to_x, to_y)
        end
      end
    end)
end)
