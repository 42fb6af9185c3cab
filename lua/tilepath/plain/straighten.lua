--- tilepath.plain.straighten: of paths of the same steps in another order, one
-- that stays near straight lines (src/core/ask/straighten.c has the reason).
--
-- A run of steps in two directions keeps its steps: at each cell that one comes
-- first that stays nearer to the line between the ends of the run, if it is
-- legal. A run that gets stuck is tried up to its half. Distances from a line are
-- cross products in columns and rows, on hexagons in cubes.
--
-- Cost: O(cells) on open ground.

local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local fences = require(siblings .. "fences")
local hexagons = require(siblings .. "hexagons")

local straighten = {}

local abs, floor, max = math.abs, math.floor, math.max

--- What a step into a cell of the map costs if it is legal; with one price, 1.
-- Into a blocked cell: 0, so no other order costs as much.
local function cost_of_step(a, x, y, d)
  local class = a.class[agent.place(a, x, y)]
  if class == 0 then
    return 0
  end
  return a.costs.uniform and 1 or a.costs.step_cost[d][class]
end

--- The step from a cell to another one, as a vector.
local function vector(a, x, y, to_x, to_y)
  if a.grid.stagger then
    return hexagons.vector(a.grid.stagger, x, y, to_x, to_y)
  end
  return to_x - x, to_y - y
end

--- The cell at a vector from a cell.
local function cell_at(a, x, y, right, down)
  if a.grid.stagger then
    x, y = hexagons.straight(a.grid.stagger, x, y)
    return hexagons.go(a.grid.stagger, x, y, right, down)
  end
  return x + right, y + down
end

-- The run that is tried: the number of its first cell and of its steps, in all
-- and in each of two directions; these directions; and its cost.
local run = { of = {}, x = {}, y = {} }

--- Finds the longest run of at most so many steps. A step that leads to no
-- neighbour is one of its own.
local function find_run(a, cells, first, most)
  local of, x, y, cost, steps = run.of, run.x, run.y, 0, 0
  of[1], of[2] = 0, 0
  while steps < most do
    local i = 2 * (first + steps) - 1
    local from_x, from_y, to_x, to_y = cells[i], cells[i + 1], cells[i + 2],
      cells[i + 3]
    local step_x, step_y = vector(a, from_x, from_y, to_x, to_y)
    local d = fences.towards(to_x - from_x, to_y - from_y)
    local kind = of[1] > 0 and (step_x ~= x[1] or step_y ~= y[1]) and 2 or 1
    if of[kind] > 0 and (step_x ~= x[kind] or step_y ~= y[kind])
      or not d and steps > 0 then
      break
    end
    x[kind], y[kind], of[kind], steps = step_x, step_y, of[kind] + 1, steps + 1
    if not d then
      break
    end
    cost = cost + cost_of_step(a, to_x, to_y, d)
  end
  run.first, run.steps, run.cost = first, steps, cost
end

--- Writes the cells behind the first one. False: it is stuck, or that is dearer.
local function walk(a, cells, out)
  local first, step_x, step_y = run.first, run.x, run.y
  local left = { run.of[1], run.of[2] }
  local start_x, start_y = cells[2 * first - 1], cells[2 * first]
  local whole_x = left[1] * step_x[1] + left[2] * step_x[2]
  local whole_y = left[1] * step_y[1] + left[2] * step_y[2]
  local right, down, x, y, cost = 0, 0, start_x, start_y, 0
  local function distance(kind)
    return abs((right + step_x[kind]) * whole_y
      - (down + step_y[kind]) * whole_x)
  end
  for n = first + 1, first + run.steps do
    local kind = (left[1] == 0 or left[2] > 0 and distance(2) < distance(1))
      and 2 or 1
    local to_x, to_y, d
    for _ = 1, 2 do
      if left[kind] > 0 then
        to_x, to_y = cell_at(a, start_x, start_y, right + step_x[kind],
          down + step_y[kind])
        d = fences.towards(to_x - x, to_y - y)
        if d and agent.may_step(a, agent.place(a, x, y), d) then
          break
        end
      end
      kind, d = 3 - kind, nil
    end
    if not d then
      return false
    end
    left[kind], cost = left[kind] - 1, cost + cost_of_step(a, to_x, to_y, d)
    right, down = right + step_x[kind], down + step_y[kind]
    x, y = to_x, to_y
    out[2 * n - 1], out[2 * n] = x, y
  end
  return cost == run.cost
end

--- Writes points `first` to `last` of a path of cells near straight lines. `out`
-- is a copy.
local function put(a, cells, first, last, out)
  local i = first
  while i < last do
    find_run(a, cells, i, last - i)
    while run.of[2] > 0 and not walk(a, cells, out) do
      find_run(a, cells, i, floor(run.steps / 2))
    end
    if run.of[2] == 0 then
      for n = 2 * i + 1, 2 * (i + run.steps) do
        out[n] = cells[n]
      end
    end
    i = i + run.steps
  end
end

--- The points of a path of cells, from number `first` on near straight lines; nil
-- if some are no cells of the grid.
-- @param a      the agent, which is up to date
-- @param links  the points from which links lead on, or nil
function straighten.path(a, path, first, links)
  local g, cells, out, count = a.grid, {}, {}, #path / 2
  for i = 1, 2 * count, 2 do
    local x, y = path[i], path[i + 1]
    local is_cell = type(x) == "number" and type(y) == "number"
      and x == floor(x) and y == floor(y)
      and args.contains(g, x - g.base_x, y - g.base_y)
    if not is_cell then
      return nil
    end
    cells[i], cells[i + 1] = x - g.base_x, y - g.base_y
    out[i], out[i + 1] = cells[i], cells[i + 1]
  end
  for i = 1, links and #links + 1 or 1 do
    local last = links and links[i] or count
    put(a, cells, first, last, out)
    first = max(first, last + 1)
  end
  for i = 1, 2 * count, 2 do
    out[i], out[i + 1] = args.shown(g, out[i], out[i + 1])
  end
  return out
end

return straighten
