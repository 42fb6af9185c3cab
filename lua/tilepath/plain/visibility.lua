--- The sight of a pathfinder: lines of sight, and all visible cells.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local check = require(parent .. "check")
local classes = require(parent .. "class")
local exact = require(parent .. "exact")
local fences = require(siblings .. "fences")
local finders = require(siblings .. "finder")
local fov = require(siblings .. "fov")
local hexagons = require(siblings .. "hexagons")
local host = require(parent .. "host")
local options = require(parent .. "options")
local sight = require(siblings .. "sight")
local prune = require(siblings .. "prune")
local snapshot = require(siblings .. "snapshot")
local viewcone = require(siblings .. "viewcone")
local visibleset = require(siblings .. "visibleset")

local later = require(parent .. "later")
local hexfov, hexsight, straighten = later.module("plain.hexfov"),
  later.module("plain.hexsight"), later.module("plain.straighten")

local abs, floor, huge, max, min, sqrt = math.abs, math.floor, math.huge,
  math.max, math.min, math.sqrt
local unpack = rawget(table, "unpack") or host("unpack")
local fixed, middle = sight.fixed, sight.middle

local Reach = classes.kind("Reach")

local visibility = {}

-- Lines -----------------------------------------------------------------------

--- The part of a line along an axis until it is half a cell beyond the edge.
local function part_inside(from, to, side)
  if to < 0 then
    return (from + 0.5) / (from - to)
  end
  return to >= side and (side + 0.5 - from) / (to - from) or 1
end

-- Products of lines on hexagons are exact to cells that many columns away.
local NEAR = 2 ^ 20

--- The point, half a cell beyond the edge, at which a line from inside to a
-- place outside leaves the map. It only determines the blocked cell in the
-- answer.
local function leave(g, ax, ay, x, y)
  if g.stagger then -- the middle of a cell in that direction
    local left, top = floor(ax / sight.ONE) + 0.5, floor(ay / sight.ONE) + 0.5
    local part = min(1, NEAR / max(abs(x - left), abs(y - top)))
    return middle(floor(left + (x - left) * part),
      floor(top + (y - top) * part))
  end
  local from_x, from_y = ax / sight.ONE, ay / sight.ONE
  local part = min(part_inside(from_x, x, g.width),
    part_inside(from_y, y, g.height))
  return fixed(from_x + (x - from_x) * part),
    fixed(from_y + (y - from_y) * part)
end

--- true and the cost; or false and the blocked cell in the game's count.
local function answer(g, is_clear, x, y)
  if is_clear then
    return true, x
  end
  return false, args.shown(g, x, y)
end

local LINE = options.of "finder:line_of_sight"

--- Reads the options of a call, which mostly has none.
local function read(call, asked)
  return asked ~= nil and options.read(LINE, call, asked) or nil
end

--- A method that tests a line between cells: `test` is sight.look or
-- sight.walk.
local function between_cells(test)
  return function(self, x1, y1, x2, y2, asked)
    local call = "line_of_sight"
    local f = finders.self(self, call)
    local g = f.g
    local ax, ay = sight.tame(args.cell(call, g, x1, y1, "x1", "y1"))
    local bx, by = sight.tame(args.cell(call, g, x2, y2, "x2", "y2"))
    local a = finders.among(f, call, read(call, asked), ax, ay)
    if not args.contains(g, ax, ay) then
      return answer(g, false, ax, ay)
    elseif g.stagger and test == sight.look then
      return answer(g, hexsight.look_between(a, ax, ay, bx, by))
    end
    ax, ay = middle(ax, ay)
    if args.contains(g, bx, by) then
      bx, by = middle(bx, by)
    else
      bx, by = leave(g, ax, ay, bx + 0.5, by + 0.5)
    end
    return answer(g, test(a, ax, ay, bx, by))
  end
end

local FAR = 1e15
local MOST = 1 - 2 ^ -17 -- of a cell

--- The last point of a line to a point of the world outside. On hexagons that is
-- the point itself; far away the middle of a cell takes its place.
-- @return that point of lines, and the point of the world
local function leave_by_point(a, ax, ay, wx, wy)
  local g, x, y = a.grid, sight.to_cells(a, wx, wy)
  x, y = max(-FAR, min(FAR, x)), max(-FAR, min(FAR, y))
  if g.stagger and max(abs(x), abs(y)) < NEAR then
    local column, row = floor(x), floor(y)
    local left, top = hexagons.corner(g, column, row)
    local right = min((wx - left) / g.cell_width, MOST)
    local down = min((wy - top) / g.cell_height, MOST)
    return fixed(column + max(0, right)), fixed(row + max(0, down)), wx, wy
  end
  local bx, by = leave(g, ax, ay, x, y)
  if g.stagger then
    wx, wy = args.middle(g, floor(bx / sight.ONE), floor(by / sight.ONE))
  end
  return bx, by, wx, wy
end

--- The same between points of the world, for a call of that name.
local function between_points(test)
  return function(call, self, wx1, wy1, wx2, wy2, asked)
    local f = finders.self(self, call)
    local g = f.g
    args.check_point(call, wx1, wy1, "wx1", "wy1")
    args.check_point(call, wx2, wy2, "wx2", "wy2")
    local a = finders.among(f, call, read(call, asked),
      sight.cell_at(f.agent, wx1, wy1))
    local ax, ay = sight.point(a, wx1, wy1)
    if not ax then
      local x, y = args.shown(g, sight.cell_at(f.agent, wx1, wy1))
      return false, x, y, wx1 + 0.0, wy1 + 0.0
    end
    local bx, by = sight.point(a, wx2, wy2)
    if not bx then
      bx, by, wx2, wy2 = leave_by_point(a, ax, ay, wx2, wy2)
    end
    local is_clear, x, y, part, before_x, before_y = test(a, ax, ay, bx, by)
    if is_clear or test ~= sight.look then
      return answer(g, is_clear, x, y)
    end
    local shown_x, shown_y = args.shown(g, x, y)
    if not g.stagger then
      return false, shown_x, shown_y, sight.ending(a, ax, ay, bx, by, part,
        before_x, before_y)
    end
    return false, shown_x, shown_y, wx1 + (wx2 - wx1) * part,
      wy1 + (wy2 - wy1) * part
  end
end

local look_in_world = between_points(sight.look)

-- All around ------------------------------------------------------------------

local View, view_methods = snapshot.new("View", function(s)
  return visibleset.cells(s.seen, s.frame.base_x, s.frame.base_y)
end, function(s)
  s.count = s.count or visibleset.count(s.seen)
  return s.count
end)

function view_methods.has(self, x, y)
  local s = classes.self(View, self, "has")
  x, y = args.cell("has", s.frame, x, y)
  return visibleset.has(s.seen, x, y)
end

--- Iterates over the rows within a range, squared, of a cell: each with its
-- first and its last column.
-- @param top, bottom  no rows above or below; nil: those of the map
local function rows_near(g, x, y, square, top, bottom)
  local high = floor(sqrt(square))
  local row = max(y - high, top or 0, 0) - 1
  local last = min(y + high, bottom or g.height, g.height - 1)
  return function()
    row = row + 1
    if row <= last then
      local wide = g.stagger and high
        or floor(sqrt(square - (row - y) * (row - y)))
      return row, max(x - wide, 0), min(x + wide, g.width - 1)
    end
  end
end

--- Adds the cells that are seen from one to a set, line by line.
local function look_by_lines(a, x, y, square, set)
  local g, steps = a.grid, floor(sqrt(square))
  for row, first, last in rows_near(g, x, y, square) do
    for column = first, last do
      if a.class[agent.place(a, column, row)] > 0
        and (not g.stagger
        or hexagons.apart(g.stagger, x, y, column, row) <= steps)
        and sight.sees(a, x, y, column, row) then
        visibleset.add(set, row, column, column)
      end
    end
  end
end

--- Does a cell touch one of a set with a side or a corner? On hexagons with a
-- side.
local function touches(g, seen, x, y)
  for d = 1, 8 do
    if visibleset.has(seen, x + agent.DX[d], y + agent.DY[d])
      and (not g.stagger or fences.has_side(g, x, y, d)) then
      return true
    end
  end
  return false
end

local NONE = {}

--- A set of cells that a cell sees, with the blocked cells within range of that
-- cell that touch one of them.
local function with_walls(a, x, y, square, seen)
  local g, class, set, list = a.grid, a.class, visibleset.new(), {}
  local high, is_hex = floor(sqrt(square)), g.stagger ~= nil
  for row, first, last in rows_near(g, x, y, square, seen.top - 1,
    seen.bottom + 1) do
    local above, own, below = seen[row - 1] or NONE, seen[row] or NONE,
      seen[row + 1] or NONE
    local before, column, count, i, j, k, of = agent.place(a, 0, row), first, 0,
      1, 1, 1, 1
    local up, mid, down = above[1] or huge, own[1] or huge, below[1] or huge
    while true do
      -- The next run of cells that touch a seen one.
      local from, to = mid
      if up < mid and up <= down then
        from, to, i = up, above[i + 1], i + 2
        up = above[i] or huge
      elseif down < mid then
        from, to, k = down, below[k + 1], k + 2
        down = below[k] or huge
      elseif mid < huge then
        to, j = own[j + 1], j + 2
        mid = own[j] or huge
      else
        break
      end
      to = to < last and to + 1 or last
      column = column < from and from - 1 or column
      while column <= to do
        local stop
        if column == own[of] then
          stop, of = own[of + 1], of + 2
        elseif class[before + column] == 0 and not (is_hex
          and (hexagons.apart(g.stagger, x, y, column, row) > high
          or not touches(g, seen, column, row))) then
          stop = column
        end
        if stop and list[count] == column - 1 then
          list[count], column = stop, stop
        elseif stop then
          list[count + 1], list[count + 2] = column, stop
          count, column = count + 2, stop
        end
        column = column + 1
      end
    end
    if count > 0 then
      set[row] = { unpack(list, 1, count) }
      visibleset.extend(set, row)
    end
  end
  return set
end

--- Has a set all free cells within range of a cell?
local function has_all(a, x, y, square, set)
  for row, first, last in rows_near(a.grid, x, y, square) do
    if not visibleset.has_free(set, row, first, last, a.class,
      agent.place(a, 0, row)) then
      return false
    end
  end
  return true
end

--- The cells within a range of some places that these see, of a cone or all
-- around; with the walls beside them.
local function look_from(a, places, within, walls, cone)
  -- No map is wider. A float: an integer of 32 bits would wrap around.
  within = min(within, 65534) + 0.0
  local square = floor(within * within * (1 + exact.tolerance(1e-12)))
  local sweep = a.grid.stagger and hexfov or fov
  local view = sweep.applies(a) and sweep.new(a, square)
  local all = visibleset.new()
  local has_many = places[2] ~= nil
  for _, p in ipairs(has_many and places or NONE) do
    if a.class[p] > 0 then
      local x, y = agent.cell(a, floor(p))
      visibleset.add(all, y, x, x)
    end
  end
  for _, p in ipairs(places) do
    local x, y = agent.cell(a, floor(p))
    if a.class[p] > 0
      and not (has_many and not walls and has_all(a, x, y, square, all)) then
      local seen = (walls or cone) and visibleset.new() or all
      if view then
        sweep.look(view, x, y, seen)
      else
        look_by_lines(a, x, y, square, seen)
      end
      if cone then
        seen = viewcone.keep(cone, a.grid, x, y, seen)
      end
      if walls then
        seen = with_walls(a, x, y, square, seen)
      end
      if not has_many then
        return seen
      elseif seen ~= all then
        visibleset.join(all, seen)
      end
    end
  end
  return all
end

local VIEW = options.of "finder:view"

--- finder:view(x, y, within [, options]), or (reach, within [, options])
-- -> view | nil, reason
local function look_around(self, x, y, within, asked)
  local call = "view"
  local f = finders.self(self, call)
  local from = classes.state(Reach, x)
  if from then
    if from.agent.grid ~= f.g then
      check.fail(call, "reach", "a reach on the same grid", x)
    end
    within, asked = y, within
    x, y = from.x - f.g.base_x, from.y - f.g.base_y
  else
    x, y = args.cell(call, f.g, x, y)
  end
  args.cost(call, "within", within)
  local own = options.read(VIEW, call, asked)
  if (own.angle == nil) ~= (own.cone == nil) then
    check.raise(call .. ": options 'angle' and 'cone' need each other")
  end
  local a = finders.among(f, call, asked and own, x, y)
  if from and from.shape ~= f.g.shape then
    return nil, "stale"
  elseif not args.contains(f.g, x, y) then
    return nil, "outside"
  elseif not from and a.class[agent.place(a, x, y)] == 0 then
    return nil, "blocked"
  end
  local places = from and snapshot.places(from.value)
    or { agent.place(a, x, y) }
  local seen = look_from(a, places, within, own.walls,
    own.cone and viewcone.new(own.angle, own.cone))
  local handle, s = snapshot.make(View, self, a, x, y)
  s.seen = seen
  return handle
end

-- Lines of a path -------------------------------------------------------------

--- The agent among others for lines of the path that begins at x, y; a function
-- that makes a point of lines of a place, or nil if that is outside; and the agent
-- alone.
local function lines_of(self, call, in_world, asked, x, y)
  local f = finders.self(self, call)
  local g = f.g
  if in_world then
    x, y = sight.cell_at(f.agent, x, y)
  else
    x, y = x - g.base_x, y - g.base_y
  end
  local a = finders.among(f, call, read(call, asked), x, y)
  local function point(px, py)
    if in_world then
      return sight.point(a, px, py)
    elseif args.contains(g, px - g.base_x, py - g.base_y) then
      return middle(px - g.base_x, py - g.base_y)
    end
  end
  return a, point, f.agent
end

--- core.lines(finder, call, in_world, options, x, y)
local function lines(...)
  local a, point = lines_of(...)
  return function(x1, y1, x2, y2)
    local ax, ay = point(x1, y1)
    local bx, by = point(x2, y2)
    local is_clear, cost
    if ax and bx then
      is_clear, cost = sight.walk(a, ax, ay, bx, by)
    end
    return is_clear and cost or nil
  end
end

--- core.prune(finder, path, first, links, in_world, options) -> points, the
-- numbers of those from which links lead on, saved
local function prune_path(self, path, first, links, in_world, asked)
  if not prune.has_points(path, in_world) then
    return nil
  end
  local a, point, alone = lines_of(self, "prune", in_world, asked,
    path[1] or 0, path[2] or 0)
  local stay, saved = prune.path(a, alone, point, path, first, links, in_world)
  local points, own = {}, nil
  for i = 1, #stay do
    local n = stay[i]
    points[2 * i - 1] = in_world and path[2 * n - 1] or floor(path[2 * n - 1])
    points[2 * i] = in_world and path[2 * n] or floor(path[2 * n])
    if links and links[own and #own + 1 or 1] == n then
      own = own or {}
      own[#own + 1] = i
    end
  end
  return points, own, saved
end

--- Is the second place the middle of the cell of the first one? So a body
-- leaves a place where it does not fit. nil for an agent without a body.
local function goes_to_own_middle(self, wx1, wy1, wx2, wy2)
  local f = finders.self(self, "goes_to_own_middle")
  if f.profile.radius_x == 0 then
    return nil
  end
  local a = finders.prepare(f, "goes_to_own_middle")
  local ax, ay = sight.point(a, wx1, wy1)
  local bx, by = sight.point(a, wx2, wy2)
  if not (ax and bx) then
    return false
  end
  local x, y = floor(ax / sight.ONE), floor(ay / sight.ONE)
  local to_x, to_y = middle(x, y)
  return a.class[agent.place(a, x, y)] > 0 and bx == to_x and by == to_y
end

--- core.straighten(finder, path, first, links, options) -> points or nil
local function straighten_path(self, path, first, links, asked)
  local f = finders.self(self, "prune")
  local x, y = path[1], path[2]
  if not (type(x) == "number" and type(y) == "number") then
    return nil
  end
  local a = finders.among(f, "prune", read("prune", asked), x - f.g.base_x,
    y - f.g.base_y)
  return straighten.path(a, path, first, links)
end

function visibility.open(core)
  local of = finders.methods
  of.line_of_sight, core.walks =
    between_cells(sight.look), between_cells(sight.walk)
  core.walks_world = between_points(sight.walk)
  function of.line_of_sight_world(...)
    return look_in_world("line_of_sight_world", ...)
  end
  of.view = look_around
  core.lines = lines
  core.prune = prune_path
  core.straighten = straighten_path
  core.goes_to_own_middle = goes_to_own_middle
end

return visibility
