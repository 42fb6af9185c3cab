--- The operations on paths (../path.lua). They read a path once from front to
-- back, so each costs O(n) unless it says otherwise. They return a new path and do
-- not change the old one. A link's ends stay, and an operation that drops points
-- renumbers the links.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])path[./]") or ""
require(root .. "luajit").exact()
local arcs = require(root .. "arcs")
local args = require(root .. "path.args")
local cells_of = require(root .. "path.cells")
local check = require(root .. "check")
local exact = require(root .. "exact")
local given = require(root .. "given")
local Links = require(root .. "links")
local options = require(root .. "options")
local Path = require(root .. "path")

local abs, floor, max, min = math.abs, math.floor, math.max, math.min

local metatable = core.Path

--- Columns and rows do not say how hexagons lie, but their grid does.
-- @return the grid, if it has hexagons and the path is in cells; else nil
local function need_hexagons(call, path, units, grid)
  if grid ~= nil then
    args.need_grid(call, grid)
  end
  if grid and grid.stagger and units == "cells" then
    args.read_places(call, path)
    return grid
  end
end

--- The length of the parts that are walked, in the path's own units; on
-- hexagons in steps.
function Path.length(path, grid)
  local n, units = args.read("length", path)
  local hexagons, sum = need_hexagons("length", path, units, grid), 0
  for i = 1, n / 2 - 1 do
    if not hexagons then
      sum = sum + Links.length(false, path, i)
    elseif not Links.has(path, i) then
      sum = sum + grid:distance(path[2 * i - 1], path[2 * i],
        path[2 * i + 1], path[2 * i + 2])
    end
  end
  return sum
end

-- Other paths -----------------------------------------------------------------

--- Does b lie straight between a and c? In cells the test is exact. A place in
-- the world is rounded. So b may be off the line by a few units in the last
-- place of the largest coordinate.
local function goes_straight(ax, ay, bx, by, cx, cy)
  local abx, aby, bcx, bcy = bx - ax, by - ay, cx - bx, cy - by
  if abx * bcx + aby * bcy <= 0 then
    return false
  end
  local off = abs(abx * bcy - aby * bcx)
  local largest = max(abs(ax), abs(ay), abs(bx), abs(by), abs(cx), abs(cy))
  return off <= 2 ^ -48 * largest * max(abs(cx - ax), abs(cy - ay))
end

--- Do three hexagons lie on a straight line, one behind the other?
local function hexagons_go_straight(ax, ay, bx, by, cx, cy, grid)
  ax, ay = grid:to_world(ax, ay)
  bx, by = grid:to_world(bx, by)
  return goes_straight(ax, ay, bx, by, grid:to_world(cx, cy))
end

--- The points of a path that stay, and the links between them.
-- @param stay  their numbers, in rising order
local function pick(path, stay, links)
  local points, own, next_link = {}, {}, 1
  for i, point in ipairs(stay) do
    points[2 * i - 1], points[2 * i] = path[2 * point - 1], path[2 * point]
    if links and links[next_link] == point then
      own[next_link], next_link = i, next_link + 1
    end
  end
  return points, own
end

--- The first of the two path passes. It drops points that repeat the point
-- before them and the middle points of straight runs. Points at which the path
-- turns back stay, and so do both ends of links and the first point behind the
-- blocked part.
function Path.dedup(path, grid)
  local n, units, links = args.read("dedup", path)
  local hexagons = need_hexagons("dedup", path, units, grid)
  local go_straight = hexagons and hexagons_go_straight or goes_straight
  local function is_straight(i, j, k)
    return go_straight(path[2 * i - 1], path[2 * i], path[2 * j - 1],
      path[2 * j], path[2 * k - 1], path[2 * k], grid)
  end
  local escape, stay = args.escape_of(path, n), {}
  local function is_fixed(i)
    return Links.has(path, i) or Links.has(path, i - 1)
      or escape > 0 and i == escape + 1
  end
  for i = 1, n / 2 do
    local last, before = stay[#stay], stay[#stay - 1]
    local repeats = last and path[2 * i - 1] == path[2 * last - 1]
      and path[2 * i] == path[2 * last]
    if before and not is_fixed(last) and is_straight(before, last, i) then
      stay[#stay] = i
    elseif not repeats or Links.has(path, i - 1) then
      stay[#stay + 1] = i
    elseif Links.has(path, i) then
      stay[#stay] = i -- of two equal points the one where a link begins
    end
  end
  local points, own = pick(path, stay, links)
  local blocked = 0
  for _, point in ipairs(stay) do
    blocked = blocked + (point <= escape and 1 or 0)
  end
  return args.make(points, path, units, blocked, own)
end

local PRUNE, SMOOTH = options.of "path:prune", options.of "path:smooth"

local function read_among(own, call, asked)
  return asked ~= nil and options.read(own, call, asked) or nil
end

local function numbers_to(count)
  local list = {}
  for i = 1, count do
    list[i] = i
  end
  return list
end

--- What core.prune and core.straighten read of a path.
-- @return its links or nil, the number of its points in blocked cells, and the
-- options
local function read_pruned(path, finder, asked)
  args.need_finder("prune", finder)
  local n = #path
  return path.links ~= nil and Links.read("prune", "path", path, floor(n / 2))
    or nil, args.escape_of(path, n), read_among(PRUNE, "prune", asked)
end

--- A path of as many cells and the same cost, near straight lines: the parts
-- between links, and behind the blocked part, each for itself.
local function straighten(path, finder, asked)
  if path.units == "world" then
    check.fail("prune", "path.units (with 'cells')", "'cells'", path.units)
  end
  local links, escape, among = read_pruned(path, finder, asked)
  among.cells = nil
  local points = core.straighten(finder, path, escape + 1, links, among)
  if not points then -- none, or not all are cells of the grid
    args.read_places("prune", path)
    points = pick(path, numbers_to(floor(#path / 2)))
  end
  return args.finish(points, path, "cells", escape, links)
end

--- The second pass. It leaves a chain of straight lines that the finder's agent
-- can walk, and that costs no more. The points of the blocked part and the first
-- point behind it stay. Options may name cells to avoid; with `cells` it stays a
-- path of cells.
function Path.prune(path, finder, asked)
  given.flat("prune", path)
  if check.is_table(asked) and rawget(asked, "cells") == true then
    return straighten(path, finder, asked)
  end
  local units = args.need_units("prune", "path.units", path.units or "cells")
  local links, escape, among = read_pruned(path, finder, asked)
  local points, own, saved = core.prune(finder, path, escape + 1, links,
    units == "world", among)
  if not points then
    args.read_places("prune", path)
    points, own = pick(path, numbers_to(floor(#path / 2)), links)
  end
  local pruned = args.finish(points, path, units, escape, own)
  if pruned.cost then
    pruned.cost = max(0, pruned.cost - (saved or 0))
  end
  return pruned
end

-- Cells and world -------------------------------------------------------------

--- A path in cells as a path in world units through the centres of the cells;
-- with a pathfinder, through the centres of its agent.
function Path.to_world(path, map)
  local n, units, links = args.read_places("to_world", path)
  args.need_map("to_world", map)
  if units ~= "cells" then
    check.fail("to_world", "path.units", "'cells'", units)
  end
  local points = {}
  for i = 1, n, 2 do
    points[i], points[i + 1] = map:to_world(path[i], path[i + 1])
  end
  return args.make(points, path, "world", args.escape_of(path, n), links)
end

--- Puts arcs in place of corners (arcs.lua), in world units. The points of the
-- blocked part, the first point behind it, and both ends of a link stay.
function Path.smooth(path, finder, radius, asked)
  local call = "smooth"
  args.read_places(call, path)
  args.need_finder(call, finder)
  given.number(call, "radius", radius, 0, math.huge, "a number of at least 0")
  local among = read_among(SMOOTH, call, asked)
  if path.units ~= "world" then
    path = Path.to_world(path, finder)
  end
  -- Rounding may lead a long line into a wall that its parts only touch.
  local straight = Path.dedup(path)
  path = Path.is_valid(straight, finder) and straight or path
  local escape, own = args.escape_of(path, #path), {}
  local function is_fixed(i)
    return i <= escape + 1 or Links.has(path, i) or Links.has(path, i - 1)
  end
  local line = core.lines(finder, call, true, among, path[1] or 0, path[2] or 0)
  local points, places, saved = arcs.smooth(path, is_fixed, radius, line)
  for i, link in ipairs(path.links or {}) do
    own[i] = places[link]
  end
  local rounded = args.make(points, path, "world", escape, own)
  rounded.cost = rounded.cost and max(0, rounded.cost - saved)
  return rounded
end

Path.cells = cells_of

-- Is it still good? -----------------------------------------------------------

--- Can the agent start from this place? A body that is too near to a wall first
-- goes to the centre of its cell.
local function can_begin(finder, in_world, x, y)
  if in_world then
    x, y = finder:to_cell(x, y)
  end
  return finder:can_enter(x, y)
end

--- Can the agent walk straight from one point to the other? Sight along a
-- border needs both sides free. But within one cell every line is free, and
-- find_world joins two points in one cell directly.
local function can_walk(finder, in_world, x1, y1, x2, y2)
  if not in_world then
    return (core.walks(finder, x1, y1, x2, y2))
  elseif core.walks_world("is_valid", finder, x1, y1, x2, y2) then
    return true
  end
  local goes_to_middle = core.goes_to_own_middle(finder, x1, y1, x2, y2)
  if goes_to_middle ~= nil then
    return goes_to_middle
  end
  local cell_x1, cell_y1 = finder:to_cell(x1, y1)
  local cell_x2, cell_y2 = finder:to_cell(x2, y2)
  return cell_x1 == cell_x2 and cell_y1 == cell_y2
    and (core.walks_world("is_valid", finder, x1, y1, x1, y1))
end

--- Can the agent take a link from one point to the other?
local function can_take(finder, in_world, x1, y1, x2, y2)
  if not in_world then
    x1, y1 = finder:to_world(x1, y1)
    x2, y2 = finder:to_world(x2, y2)
  end
  return core.link_between(finder, x1, y1, x2, y2) ~= nil
end

--- Can the finder's agent still walk the path, from point `from` on? The part
-- in blocked cells is always walkable.
-- @return true; or false and the first bad point: the agent cannot be at it, or
-- cannot walk to it from the point before
function Path.is_valid(path, finder, from)
  local n, units, links = args.read_places("is_valid", path)
  args.need_finder("is_valid", finder)
  from = from == nil and 1
    or check.whole("is_valid", "from", from, 1, max(1, n / 2))
  from = max(from, args.escape_of(path, n) + 1)
  if 2 * from > n then
    return true
  end
  local px, py = path[2 * from - 1], path[2 * from]
  if not can_begin(finder, units == "world", px, py) then
    return false, from
  end
  for i = 2 * from + 1, n, 2 do
    local x, y = path[i], path[i + 1]
    local can = links and Links.has(path, (i - 1) / 2) and can_take or can_walk
    if not can(finder, units == "world", px, py, x, y) then
      return false, floor((i + 1) / 2)
    end
    px, py = x, y
  end
  return true
end

--- The first cell in the way from a point of the path to the next point, which
-- the agent cannot get to; in world units its middle.
local function in_the_way(path, finder, i, units)
  local x, y = path[2 * i - 1], path[2 * i]
  local px, py = path[2 * i - 3], path[2 * i - 2]
  if not px or Links.has(path, i - 1) then
    return x, y
  elseif units == "cells" then
    return select(2, core.walks(finder, px, py, x, y))
  end
  return finder:to_world(select(2,
    core.walks_world("cut", finder, px, py, x, y)))
end

--- The cost of a step between cells; nil: that is none.
local function cost_of_step(finder, x1, y1, x2, y2)
  local dx, dy, hex = abs(x2 - x1), abs(y2 - y1), finder.grid.shape == "hex"
  local steps = hex and finder.grid:distance(x1, y1, x2, y2) or max(dx, dy)
  if steps ~= 1 then
    return nil
  end
  local profile = finder.profile
  return finder:price(x2, y2) * (dx + dy == 2 and not hex
    and profile.diagonal_cost or profile.straight_cost)
end

--- The cost of a leg of a path, which the agent can walk.
local function cost_of_leg(finder, in_world, is_link, x1, y1, x2, y2)
  local step = not (is_link or in_world)
    and cost_of_step(finder, x1, y1, x2, y2)
  if step then
    return step
  elseif not in_world then
    x1, y1 = finder:to_world(x1, y1)
    x2, y2 = finder:to_world(x2, y2)
  end
  if is_link then
    return (select(3, core.link_between(finder, x1, y1, x2, y2)))
  end
  -- A body that is too near to a wall goes to the middle of its cell first.
  local clear, cost = core.walks_world("cut", finder, x1, y1, x2, y2)
  return clear and cost or 0
end

--- How many of the first points of a path the agent reaches at a cost. (A way
-- out counts nothing. The agent can walk up to all of these points.)
-- @return that number, and what the part costs
local function within_cost(path, finder, in_world, first, count, max_cost)
  local sum, paid = 0, 0
  for i = first, count - 1 do
    sum = sum + cost_of_leg(finder, in_world, path.links and Links.has(path, i),
      path[2 * i - 1], path[2 * i], path[2 * i + 1], path[2 * i + 2])
    if sum > max_cost * exact.COST then
      return i, paid
    end
    paid = sum
  end
  return count, paid
end

--- The part of the path up to the first point to which the finder's agent
-- cannot walk, or for which it pays more than `max_cost`; and the cell in the
-- way, or that point, unless the agent can walk all of it.
function Path.cut(path, finder, max_cost)
  local n, units, links = args.read_places("cut", path)
  args.need_finder("cut", finder)
  if max_cost ~= nil then
    given.number("cut", "max_cost", max_cost, 0, math.huge,
      "a number of at least 0")
  end
  local is_whole, bad = Path.is_valid(path, finder)
  local points, own = {}, {}
  local most = is_whole and n / 2 or max(bad - 1, 1)
  local count, cost = most, nil
  if max_cost then
    count, cost = within_cost(path, finder, units == "world",
      args.escape_of(path, n) + 1, most, max_cost)
  end
  for i = 1, min(2 * count, n) do
    points[i] = path[i]
  end
  for i, link in ipairs(links or {}) do
    own[i] = link < count and link or nil
  end
  local escape = min(args.escape_of(path, n), count)
  local part = args.make(points, path, units, escape, own)
  if is_whole and count == most then
    return part
  end
  part.cost, part.partial = cost, true
  if count < most then
    return part, path[2 * count + 1], path[2 * count + 2]
  end
  return part, in_the_way(path, finder, bad, units)
end

-- Paths as values -------------------------------------------------------------

--- Equal points and links in the same units; costs are not compared.
function metatable.__eq(a, b)
  given.flat("__eq", a)
  given.flat("__eq", b)
  return a.units == b.units and Links.are_same(a, b)
    and Links.are_same(a.links, b.links)
end

function metatable.__tostring(path)
  given.flat("__tostring", path)
  local n = floor(#path / 2)
  if n == 0 then
    return "path of 0 points"
  end
  local show = check.show
  local text = ("path of %d point%s from %s, %s to %s, %s (%s)"):format(
    n, n == 1 and "" or "s", show(path[1]), show(path[2]),
    show(path[2 * n - 1]), show(path[2 * n]), tostring(path.units))
  if path.cost then
    text = text .. ", cost " .. show(path.cost)
  end
  if path.escape then
    text = text .. ", escape " .. show(path.escape)
  end
  if type(path.links) == "table" then
    text = ("%s, links %d"):format(text, #path.links)
  end
  return path.partial and text .. ", partial" or text
end

--- A path that went through JSON as an object, as it has fields beside its list:
-- its points have texts as keys.
local function from_object(t)
  local list = {}
  for key, value in next, t do
    list[tonumber(key) or key] = value
  end
  return list
end

--- tilepath.path(t, units): makes a path from any flat table. Only a table with
-- the field `units` needs no units.
local function call(_, t, units)
  local copy = {}
  if check.is_table(t) and given.has_texts(t) then
    t = from_object(t)
  end
  given.flat("path", t)
  if units ~= nil or t.units == nil then
    args.need_units("path", "units", units)
  end
  for i = 1, #t do
    copy[i] = t[i]
  end
  copy.units, copy.links = units or t.units, t.links
  local _, known, links = args.read_places("path", copy)
  return args.make(copy, t, known, args.escape_of(t, #copy), links)
end

getmetatable(Path).__call = call

return Path
