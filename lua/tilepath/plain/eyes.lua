--- What a pathfinder sees: lines, all cells that are seen from one, and paths
-- pulled tight along lines.

local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local check = require(siblings:gsub("plain[./]$", "") .. "check")
local class = require(siblings .. "class")
local finders = require(siblings .. "finder")
local sight = require(siblings .. "sight")

local floor, huge, max, min, sqrt =
  math.floor, math.huge, math.max, math.min, math.sqrt
local fixed, middle = sight.fixed, sight.middle

local eyes = {}

-- Lines -----------------------------------------------------------------------

--- The point at which the way from one inside to a place outside is half a cell
-- beyond the edge. Only the cell that is told as being in the way goes by it.
local function leave(g, ax, ay, x, y)
  local from_x, from_y, part = ax / sight.ONE, ay / sight.ONE, 1
  if x < 0 then
    part = min(part, (from_x + 0.5) / (from_x - x))
  end
  if y < 0 then
    part = min(part, (from_y + 0.5) / (from_y - y))
  end
  if x >= g.width then
    part = min(part, (g.width + 0.5 - from_x) / (x - from_x))
  end
  if y >= g.height then
    part = min(part, (g.height + 0.5 - from_y) / (y - from_y))
  end
  return fixed(from_x + (x - from_x) * part),
    fixed(from_y + (y - from_y) * part)
end

--- true and the cost, or false and the cell in the way as the user counts.
local function answer(g, is_clear, x, y)
  if is_clear then
    return true, x
  end
  return false, args.shown(g, x, y)
end

local function line_of_sight(self, x1, y1, x2, y2, options)
  local call = "line_of_sight"
  local f = finders.self(self, call)
  local g = f.g
  local ax, ay = sight.tame(args.cell(call, g, x1, y1, "x1", "y1"))
  local bx, by = sight.tame(args.cell(call, g, x2, y2, "x2", "y2"))
  local a = finders.among(f, call, options, nil, ax, ay)
  if not args.contains(g, ax, ay) then
    return answer(g, false, ax, ay)
  end
  ax, ay = middle(ax, ay)
  if args.contains(g, bx, by) then
    bx, by = middle(bx, by)
  else
    bx, by = leave(g, ax, ay, bx + 0.5, by + 0.5)
  end
  return answer(g, sight.look(a, ax, ay, bx, by))
end

local FAR = 1e15

local function line_of_sight_world(self, wx1, wy1, wx2, wy2, options)
  local call = "line_of_sight_world"
  local f = finders.self(self, call)
  local g = f.g
  check.finite(call, "wx1", wx1)
  check.finite(call, "wy1", wy1)
  check.finite(call, "wx2", wx2)
  check.finite(call, "wy2", wy2)
  local x, y = sight.cell_at(f.agent, wx1, wy1)
  local a = finders.among(f, call, options, nil, x, y)
  local ax, ay = sight.point(a, wx1, wy1)
  if not ax then
    return answer(g, false, x, y)
  end
  local bx, by = sight.point(a, wx2, wy2)
  if not bx then
    bx, by = leave(g, ax, ay, max(-FAR, min(FAR, sight.column(a, wx2))),
      max(-FAR, min(FAR, sight.row(a, wy2))))
  end
  return answer(g, sight.look(a, ax, ay, bx, by))
end

-- All around ------------------------------------------------------------------

--- The state of a view holds a set of cells by their indices in reading order.
local methods, properties = {}, {}
local View = class.new("View", methods, properties)

--- The square of a range in cells; no map is wider than that.
local function square_of(range)
  local far = min(range, 65534)
  return floor(far * far * (1 + 1e-12))
end

--- Calls `use(x, y)` for each cell of the map in range, in reading order.
local function each_in_range(g, x, y, square, use)
  local reach = floor(sqrt(square))
  for row = max(y - reach, 0), min(y + reach, g.height - 1) do
    local rest = square - (row - y) * (row - y)
    local wide = floor(sqrt(rest))
    for column = max(x - wide, 0), min(x + wide, g.width - 1) do
      use(column, row)
    end
  end
end

--- Does a cell beside this one belong to the set?
local function touches(g, set, x, y)
  for row = max(y - 1, 0), min(y + 1, g.height - 1) do
    for column = max(x - 1, 0), min(x + 1, g.width - 1) do
      if set[row * g.width + column] then
        return true
      end
    end
  end
  return false
end

local function visible(self, x, y, range, options)
  local call = "visible"
  local f = finders.self(self, call)
  local g = f.g
  x, y = args.cell(call, g, x, y)
  args.cost(call, "range", range)
  local a = finders.among(f, call, options, { walls = true }, x, y)
  local walls = args.flag(call, options, "walls")
  if not args.contains(g, x, y) then
    return nil, "outside"
  end
  local at = a.class
  if at[agent.place(a, x, y)] == 0 then
    return nil, "blocked"
  end
  local square, seen, all, count = square_of(range), {}, {}, 0
  each_in_range(g, x, y, square, function(column, row)
    if at[agent.place(a, column, row)] > 0
      and sight.sees(a, x, y, column, row) then
      seen[row * g.width + column] = true
      count = count + 1
    end
  end)
  if walls then
    each_in_range(g, x, y, square, function(column, row)
      if at[agent.place(a, column, row)] == 0
        and touches(g, seen, column, row) then
        all[row * g.width + column] = true
        count = count + 1
      end
    end)
  end
  for i in pairs(seen) do
    all[i] = true
  end
  return class.make(View, { x = x, y = y, range = range + 0.0, count = count,
    finder = self, grid = g, has = all })
end

function methods.has(self, x, y)
  local view = class.self(View, self, "has")
  local g = view.grid
  x, y = args.cell("has", g, x, y)
  return args.contains(g, x, y) and view.has[y * g.width + x] or false
end

function methods.cells(self)
  local view = class.self(View, self, "cells")
  local g, has, at = view.grid, view.has, -1
  local last = g.width * g.height - 1
  return function()
    repeat
      at = at + 1
    until has[at] or at > last
    if at <= last then
      return args.shown(g, at % g.width, floor(at / g.width))
    end
  end
end

function properties.x(view)
  return (args.shown(view.grid, view.x, view.y))
end

function properties.y(view)
  return select(2, args.shown(view.grid, view.x, view.y))
end

function properties.range(view)
  return view.range
end

function properties.finder(view)
  return view.finder
end

function properties.count(view)
  return view.count
end

function View.__len(self)
  return class.self(View, self, "__len").count
end

function View.__tostring(self)
  local view = class.self(View, self, "__tostring")
  return ("view of %d %s from %d, %d"):format(view.count,
    view.count == 1 and "cell" or "cells", self.x, self.y)
end

-- Paths pulled tight ----------------------------------------------------------

-- Sums of square roots differ in their last digits; a line that is dearer by
-- less than this part of its cost is not dearer.
local ROUNDING = 1e-9

--- The point of a path that is pulled; nil outside.
local function point_of(p, i)
  local x, y = p.path[2 * i - 1], p.path[2 * i]
  if p.in_world then
    return sight.point(p.agent, x, y)
  end
  x, y = x - p.grid.base_x, y - p.grid.base_y
  if args.contains(p.grid, x, y) then
    return middle(x, y)
  end
end

--- What the straight line between two points costs; huge: it is shut.
local function cost_of_line(p, i, j)
  local ax, ay = point_of(p, i)
  local bx, by = point_of(p, j)
  if not (ax and bx) then
    return huge
  end
  local is_clear, cost = sight.look(p.agent, ax, ay, bx, by)
  return is_clear and cost or huge
end

--- The same where one price holds everywhere.
local function priced_line(p, price, i, j)
  local ax, ay = point_of(p, i)
  local bx, by = point_of(p, j)
  if not (ax and bx) or not sight.look(p.agent, ax, ay, bx, by) then
    return huge
  end
  return price * sight.length(ax, ay, bx, by)
end

--- Of the leg that ends at a point, in cells.
local function length_of(p, i)
  local path, g = p.path, p.grid
  local dx = (path[2 * i - 1] - path[2 * i - 3])
    / (p.in_world and g.cell_width or 1)
  local dy = (path[2 * i] - path[2 * i - 2])
    / (p.in_world and g.cell_height or 1)
  return sqrt(dx * dx + dy * dy)
end

--- The price of a unit of length, and the end of the leg that has told; 0 if
-- prices differ.
local function find_price(p, first, last)
  for i = first + 1, p.is_uniform and last or first do
    local cost, length = cost_of_line(p, i - 1, i), length_of(p, i)
    if cost < huge and length > 0 then
      return cost / length, i
    end
  end
  return 0, first
end

--- The point stays; the run before it came to `way`, and a line takes its
-- place.
local function keep(p, near, point, way, line)
  line = line or cost_of_line(p, near, point)
  if line < way then
    p.saved = p.saved + (way - line)
  end
  p.stays[point] = true
end

--- Pulls the run between two points, between which there are no links.
local function pull(p, first, last)
  p.stays[first], p.stays[last] = true, true
  if first == last then
    return
  end
  local price, priced = find_price(p, first, last)
  local function cost_of_leg(i)
    if price > 0 and i > priced then
      return price * length_of(p, i)
    end
    return cost_of_line(p, i - 1, i)
  end
  local near, way = first, cost_of_leg(first + 1)
  local line = way
  for far = first + 2, last do
    local leg = cost_of_leg(far)
    local longer = way + leg
    local cost = price > 0 and priced_line(p, price, near, far)
      or price == 0 and cost_of_line(p, near, far)
    if longer < huge and cost <= longer * (1 + ROUNDING) then
      way, line = longer, price == 0 and cost or nil
    else
      keep(p, near, far - 1, way, line)
      near, way, line = far - 1, leg, leg
    end
  end
  keep(p, near, last, way, line)
end

--- The points of a path that stay, by their numbers, and by how much it has
-- become cheaper. Two pointers: the near one stands on a point that stays, the
-- far one moves on for as long as the line between them can be walked and costs
-- no more than the run that it replaces.
-- @param first     points before this one stay
-- @param links     the path's list of points from which links lead on, or nil
-- @param in_world  are points places of the world, and not cells?
local function prune(self, path, first, links, in_world, options)
  local call = "prune"
  local f = class.argument(call, "finder", self, finders.Pathfinder,
    "a pathfinder")
  for i = 1, check.length(path) - check.length(path) % 2 do
    check.finite(call, ("path[%d]"):format(i), path[i])
  end
  local count, x, y = floor(check.length(path) / 2), 0, 0
  if count > 0 and in_world then
    x, y = sight.cell_at(f.agent, path[1], path[2])
  elseif count > 0 then
    x, y = path[1] - f.g.base_x, path[2] - f.g.base_y
  end
  local a = finders.among(f, call, options, nil, x, y)
  local p = { path = path, grid = f.g, agent = a, in_world = in_world,
    is_uniform = a == f.agent and a.costs.uniform, stays = {}, saved = 0.0 }
  for i = 1, min(first - 1, count) do
    p.stays[i] = true
  end
  local number = 1
  while first <= count do
    while links and links[number] and links[number] < first do
      number = number + 1
    end
    local last = min(links and links[number] or count, count)
    pull(p, first, last)
    first = last + 1
  end
  local points = {}
  for i = 1, count do
    if p.stays[i] then
      points[#points + 1] = i
    end
  end
  return points, p.saved
end

function eyes.open(core)
  finders.methods.line_of_sight = line_of_sight
  finders.methods.line_of_sight_world = line_of_sight_world
  finders.methods.visible = visible
  core.View = View
  core.prune = prune
  --- Bodies alone leave a place by the middle of their cell: this core has none.
  core.may_leave = function() end
end

return eyes
