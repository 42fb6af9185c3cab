--- A model of hexagons, by cube coordinates. It shares nothing with tilepath:
-- specs compare the two. Cells count from 0.

local hexagons = {}

hexagons.STAGGERS = { "odd-r", "even-r", "odd-q", "even-q" }

-- The steps as one turns, clockwise on the screen, from the east: what each adds
-- to q and r.
hexagons.TURNS = { { 1, 0 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { 0, -1 },
  { 1, -1 } }

--- So many half cells a row or column is moved back by.
local function back(stagger, line)
  local odd = line % 2
  return math.floor((line + (stagger:sub(1, 4) == "even" and odd or -odd)) / 2)
end

function hexagons.cube(stagger, x, y)
  if stagger:sub(-1) == "r" then
    return x - back(stagger, y), y
  end
  return x, y - back(stagger, x)
end

function hexagons.cell(stagger, q, r)
  if stagger:sub(-1) == "r" then
    return q + back(stagger, r), r
  end
  return q, r + back(stagger, q)
end

function hexagons.distance(stagger, x1, y1, x2, y2)
  local q1, r1 = hexagons.cube(stagger, x1, y1)
  local q2, r2 = hexagons.cube(stagger, x2, y2)
  local q, r = q2 - q1, r2 - r1
  return math.max(math.abs(q), math.abs(r), math.abs(q + r))
end

--- The six cells around one: a list of { x, y }, in the order of TURNS.
function hexagons.around(stagger, x, y)
  local q, r = hexagons.cube(stagger, x, y)
  local list = {}
  for i, turn in ipairs(hexagons.TURNS) do
    list[i] = { hexagons.cell(stagger, q + turn[1], r + turn[2]) }
  end
  return list
end

--- What the cheapest way costs from a cell to each other one, as a function of
-- x and y; nil where there is none. `price(x, y)`: of entering a cell; nil: it
-- may not be entered.
function hexagons.costs(stagger, price, from_x, from_y)
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
      if step and cost[here] + step < (cost[there] or math.huge) then
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

return hexagons
