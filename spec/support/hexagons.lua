--- A model of hexagons with cube coordinates, without code of the library.
-- Specs compare the two. Cells count from 0.

local hexagons = {}

hexagons.STAGGERS = { "odd-r", "even-r", "odd-q", "even-q" }

-- The six steps, clockwise on the screen from the east: their changes of q and
-- r.
hexagons.TURNS = { { 1, 0 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { 0, -1 },
  { 1, -1 } }

--- The number of half cells that a row or column is moved back.
local function back(stagger, line)
  local odd = line % 2
  return math.floor((line + (stagger:sub(1, 4) == "even" and odd or -odd)) / 2)
end

function hexagons.cube(stagger, x, y)
  if stagger:sub(-1) == "r" then return x - back(stagger, y), y end
  return x, y - back(stagger, x)
end

function hexagons.cell(stagger, q, r)
  if stagger:sub(-1) == "r" then return q + back(stagger, r), r end
  return q, r + back(stagger, q)
end

function hexagons.distance(stagger, x1, y1, x2, y2)
  local q1, r1 = hexagons.cube(stagger, x1, y1)
  local q2, r2 = hexagons.cube(stagger, x2, y2)
  local q, r = q2 - q1, r2 - r1
  return math.max(math.abs(q), math.abs(r), math.abs(q + r))
end

--- The six neighbours of a cell: a list of { x, y } in the order of TURNS.
function hexagons.around(stagger, x, y)
  local q, r = hexagons.cube(stagger, x, y)
  local list = {}
  for i, turn in ipairs(hexagons.TURNS) do
    list[i] = { hexagons.cell(stagger, q + turn[1], r + turn[2]) }
  end
  return list
end

--- The cost of the cheapest path from a cell to each other cell, as a function
-- of x and y; nil if there is none. `price(x, y)`: the price of a cell; nil if
-- it is blocked. `shut(x1, y1, x2, y2)`, optional: does a fence bar that
-- step?
function hexagons.costs(stagger, price, from_x, from_y, shut)
  local cost, open, done = {}, {}, {}
  local function key(x, y)
    return x .. "," .. y
  end
  cost[key(from_x, from_y)] = 0
  open[1] = { from_x, from_y }
  while open[1] do
    local first = 1
    for i = 2, #open do
      if cost[key(open[i][1], open[i][2])]
        < cost[key(open[first][1], open[first][2])] then
        first = i
      end
    end
    local cell = table.remove(open, first)
    local here = key(cell[1], cell[2])
    for _, next_cell in ipairs(done[here] and {}
      or hexagons.around(stagger, cell[1], cell[2])) do
      local step = price(next_cell[1], next_cell[2])
      local there = key(next_cell[1], next_cell[2])
      if step and cost[here] + step < (cost[there] or math.huge)
        and not (shut and shut(cell[1], cell[2], next_cell[1], next_cell[2]))
      then
        cost[there] = cost[here] + step
        open[#open + 1] = next_cell
      end
    end
    done[here] = true
  end
  return function(x, y)
    return cost[key(x, y)]
  end
end

--- Fills a grid with open ground, mud and walls. @return the price of a cell as
-- a function of x and y (nil if blocked)
function hexagons.fill(grid, random)
  local walls, mud, cells = random.any { 0, 5, 20, 40 }, random(1, 6) / 2, {}
  local plain = random.chance(50)
  grid:terrain("mud", mud)
  for x, y in grid:cells() do
    local chance = random(1, 100)
    local terrain = chance <= walls and "wall"
      or chance > 70 and not plain and "mud" or "open"
    cells[y * grid.width + x] = terrain == "open" and 1
      or terrain == "mud" and mud or nil
    grid:set(x, y, terrain)
  end
  return function(x, y)
    local is_inside = x >= 0 and y >= 0 and x < grid.width and y < grid.height
    return is_inside and cells[y * grid.width + x] or nil
  end
end

--- Puts fences between some neighbours, at times none. @return a function:
-- does a fence bar that step?
function hexagons.wall_in(grid, random)
  local shut = {}
  local function key(x1, y1, x2, y2)
    return table.concat({ x1, y1, x2, y2 }, ",")
  end
  for _ = 1, random.one_of(0, random(1, 30)) do
    local x, y = random(0, grid.width - 1), random(0, grid.height - 1)
    local near = random.any(hexagons.around(grid.stagger, x, y))
    local kind = random.chance(30) and { one_way = true } or nil
    if grid:fence(x, y, near[1], near[2], kind) then
      shut[key(x, y, near[1], near[2])] = not kind
      shut[key(near[1], near[2], x, y)] = true
    end
  end
  return function(...)
    return shut[key(...)]
  end
end

return hexagons
