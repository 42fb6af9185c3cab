--- The cells that an agent can reach: all cells within a cost; the nearest cell
-- to another one; is there a path? And would there be one if some cells were
-- closed?

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local given = require(parent .. "given")
local options = require(parent .. "options")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local obstacles = require(siblings .. "obstacles")
local class = require(parent .. "class")
local gradient = require(siblings .. "gradient")
local hexagons = require(siblings .. "hexagons")
local finders = require(siblings .. "finder")
local goals = require(siblings .. "goals")
local wayout = require(siblings .. "wayout")
local regions = require(siblings .. "regions")
local paths = require(siblings .. "path")
local sight = require(siblings .. "sight")
local snapshot = require(siblings .. "snapshot")
local dijkstra = require(siblings .. "dijkstra")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

local reach = {}

-- Reaches ---------------------------------------------------------------------

local Reach, methods = snapshot.new("Reach", function(r)
  r.places = r.places or snapshot.places(r.value)
  return snapshot.each(r.frame, r.pitch, r.places, function(p)
    return r.value[p]
  end)
end, function(r)
  return r.count
end)
reach.Reach = Reach

local REACH = options.of "finder:reach"
local NONE = {}

--- finder:reach(x, y, max_cost [, options]) -> reach | nil, reason
local function new_reach(self, x, y, max_cost, asked)
  local call = "reach"
  local f, game_x, game_y = finders.self(self, call), x, y
  x, y = args.cell(call, f.g, x, y)
  args.cost(call, "max_cost", max_cost)
  local own = options.read(REACH, call, asked)
  local a = finders.among(f, call, asked and own, x, y)
  local moves, left = own.moves, own.moves_left or own.moves
  local needs = not moves and (left and "moves_left"
    or own.overdraw and "overdraw")
  if needs then
    check.raise(("%s: option '%s' needs option 'moves'"):format(call, needs))
  elseif left and left > moves then
    check.fail(call, "moves_left", REACH.rows.moves_left.what, left)
  end
  if not args.contains(f.g, x, y) then
    return nil, "outside"
  end
  local ways = { { exit = agent.place(a, x, y), cost = 0, steps = NONE } }
  if a.class[ways[1].exit] == 0 then
    if not own.escape then
      return nil, "blocked"
    end
    ways = wayout.find(a, x, y, wayout.any) or NONE
  end
  -- A free link costs a fraction, as in fields.
  local hop, value, passed = a.edges and 2 ^ -16 or 1, {}, {}
  local parts = moves and dijkstra.parts(a, moves, left) or 1
  local turn = moves and max(1, dijkstra.whole(a, moves, parts))
  local spent = turn and left < moves and turn - dijkstra.whole(a, left, parts)
    or 0
  local points = turn and dijkstra.points(a, moves, parts, turn)
  local s = dijkstra.begin(a, parts, hop, max_cost, true, nil, nil, turn)
  s.overdraws = own.overdraw
  for _, way in ipairs(ways) do
    dijkstra.seed(s, way.exit, way.cost * parts + spent)
  end
  dijkstra.run(s, huge)
  if dijkstra.begins_again(s) then
    return new_reach(self, game_x, game_y, max_cost, asked)
  end
  local count = 0
  for p, whole in pairs(s.cost) do
    if whole >= 0 and whole < huge then
      local may_end = goals.may_end(a, p)
      local costs = may_end and value or passed
      whole = floor(whole)
      costs[p] = points ~= turn and floor(whole / turn) + whole % turn / points
        or whole / (turn or a.costs.scale)
      count = count + (may_end and 1 or 0)
    end
  end
  local handle, r = snapshot.make(Reach, self, a, x, y)
  r.value, r.came, r.ways, r.passed = value, s.came, ways, passed
  r.count = count
  return handle
end

--- Adds a method that answers for a cell of a reach.
local function answer(call, report)
  methods[call] = function(self, x, y)
    local r = class.self(Reach, self, call)
    x, y = args.cell(call, r.frame, x, y)
    local is_inside = args.contains(r.frame, x, y)
    local p = is_inside and agent.place(r, x, y)
    local cost = r.value[p]
    if not cost then
      return nil, r.passed[p] and "occupied" or is_inside and "unreachable"
        or "outside"
    end
    return report(r, cost, p)
  end
end

answer("cost", function(_, cost)
  return cost
end)

answer("path", function(r, cost, p)
  if r.shape ~= r.agent.grid.shape then
    return nil, "stale"
  end
  local a, back, links, list, edges = r.agent, {}, {}, {}, {}
  local start
  while p do
    back[#back + 1], start = p, p
    local came = r.came[p]
    if type(came) == "table" then
      links[#back] = came
      p = came.from
    elseif came then
      local sides = hexagons.sides(a.grid.stagger, agent.cell(a, p))
      p = p + a.offset[gradient.first_of(sides.back, came)]
    else
      p = nil
    end
  end
  local out = NONE
  for _, way in ipairs(r.ways) do
    out = way.exit == start and way.steps or out
  end
  for _, place in ipairs(out) do
    back[#back + 1] = place
  end
  for i = #back, 1, -1 do
    list[#list + 1] = back[i]
    edges[#list] = links[i - 1]
  end
  return paths.make(a, list, edges, cost, nil, out[1] and #out), cost
end)

-- Ways ------------------------------------------------------------------------

--- The place of a cell if the agent may be there; else nil.
local function free_place(a, x, y)
  local p = args.contains(a.grid, x, y) and agent.place(a, x, y)
  return p and a.class[p] > 0 and p or nil
end

--- The reason if there is no path from one cell to another; nil: there is one.
local function refusal(a, x1, y1, x2, y2)
  if not args.contains(a.grid, x1, y1) then
    return "start_outside"
  elseif not args.contains(a.grid, x2, y2) then
    return "goal_outside"
  end
  local from, to = free_place(a, x1, y1), free_place(a, x2, y2)
  if not from or not to then
    return from and "goal_blocked" or "start_blocked"
  end
  return not regions.connects(a, from, to) and "unreachable" or nil
end

local function is_reachable(self, x1, y1, x2, y2)
  local call = "is_reachable"
  local f = finders.self(self, call)
  local a = finders.prepare(f, call)
  x1, y1 = args.cell(call, f.g, x1, y1, "x1", "y1")
  x2, y2 = args.cell(call, f.g, x2, y2, "x2", "y2")
  return not refusal(a, x1, y1, x2, y2)
end

-- The nearest cell ------------------------------------------------------------

local NEAREST = options.of "finder:nearest"
args.check_terrains(NEAREST)

-- The squared distance of the first pass.
local NEAR = 16

--- core.nearest(finder, x, y, from_x or nil, from_y or nil, options or nil)
-- -> x, y | nil, reason
local function nearest(self, x, y, from_x, from_y, asked)
  local call = "nearest"
  local f = finders.self(self, call)
  local g, home = f.g, nil
  x, y = args.cell(call, g, x, y)
  local is_connected = from_x ~= nil
  if is_connected then
    from_x, from_y = args.cell(call, g, from_x, from_y)
  end
  local own = options.read(NEAREST, call, asked, asked and { g = g })
  local a, left = finders.among(f, call, asked and own, from_x, from_y, true)
  local terrain = args.known_terrain(g, own.terrain)
  local where = own.where
  local free, region = a.class, nil
  if is_connected then
    if not args.contains(g, from_x, from_y) then
      return nil, "start_outside"
    end
    local from = agent.place(a, from_x, from_y)
    if free[from] == 0 then
      return nil, "start_blocked"
    end
    region = regions.of(a).region
    home = regions.reachable(a, region[from])
  end
  if terrain and g.count[terrain] + g.count[terrain + 128] == 0 then
    return nil, "unreachable"
  end

  local function will_do(p, column, row)
    if free[p] == 0 or home and not home[region[p]] or terrain
      and g.cells[row * g.width + column + 1] % 128 ~= terrain
      or left and obstacles.covers(left, a.profile, column, row) then
      return false
    end
    return not where or finders.guarded(f, where, args.shown(g, column, row))
  end

  if g.stagger then
    x, y = sight.tame(x, y)
  end
  -- Cells far away come in later passes.
  local beside = select(2, wayout.inside(x, g.width))
  local above = select(2, wayout.inside(y, g.height))
  local least, all = 0, g.width * (beside + g.width)
    + g.height * (above + g.height)
  local most = (terrain or where) and min(NEAR, all) or all
  while true do
    local found_x, found_y = wayout.nearest(a, x, y, least, most, will_do)
    if found_x then
      return args.shown(g, found_x, found_y)
    elseif most == all then
      return nil, "unreachable"
    end
    least, most = most, min(4 * most, all)
  end
end

-- Cells that would be closed --------------------------------------------------

--- Reads a list of points or pairs.
local function read_list(call, name, list, kind)
  local items = {}
  given.kind(call, name, list, "table", "a table")
  for i = 1, check.length(list) do
    items[i] = { given.item(call, name, i, rawget(list, i), kind) }
  end
  if #items == 0 then
    given.none(call, name, list, kind, true)
  end
  return items
end

--- finder:would_block(cells, x1, y1, x2, y2), or (cells, pairs)
local function would_block(self, cells, x1, y1, x2, y2)
  local call = "would_block"
  local f = finders.self(self, call)
  local g = f.g
  cells = read_list(call, "cells", cells, given.RECT)
  local a = finders.prepare(f, call)
  local pairs_of_cells
  if check.is_table(x1) then
    pairs_of_cells = read_list(call, "pairs", x1, given.PAIR)
  else
    args.cell(call, g, x1, y1, "x1", "y1")
    args.cell(call, g, x2, y2, "x2", "y2")
    pairs_of_cells = { { x1, y1, x2, y2 } }
  end
  for i, pair in ipairs(pairs_of_cells) do
    for k = 1, 4 do
      pair[k] = pair[k] - (k % 2 == 1 and g.base_x or g.base_y)
    end
    local reason = refusal(a, pair[1], pair[2], pair[3], pair[4])
    if reason then
      return nil, reason, i
    end
  end
  local rects = {}
  for i, cell in ipairs(cells) do
    rects[i] = { args.clip(g, cell[1], cell[2], cell[3], cell[4]) }
  end
  local b = obstacles.agent(a, rects, f)
  for i, pair in ipairs(next(b.changed) and pairs_of_cells or {}) do
    if refusal(b, pair[1], pair[2], pair[3], pair[4]) then
      return true, i
    end
  end
  return false
end

-- What followers ask ----------------------------------------------------------

--- The link that the agent would take from one world point to another:
-- the cheapest, and of equal ones the oldest.
-- @return its number, its seconds, its cost and its name; nil: there is none
local function link_between(self, wx1, wy1, wx2, wy2)
  local a = finders.prepare(class.state(finders.Pathfinder, self),
    "link_between")
  local from = free_place(a, sight.cell_at(a, wx1, wy1))
  local to = free_place(a, sight.cell_at(a, wx2, wy2))
  local best = from and agent.edge(a, from, to)
  if best then
    return best.link.number, best.link.seconds, best.real, best.link.name
  end
end

--- core.list_regions(finder) -> names, sizes, name_at
local function list_regions(self)
  local f = class.state(finders.Pathfinder, self)
  local a = finders.prepare(f, "region")
  local r, names = regions.of(a), {}
  local region, first, pitch = r.region, r.first, a.pitch
  for name, size in pairs(r.size) do
    names[#names + 1] = size > 0 and name or nil
  end
  table.sort(names, function(one, other)
    return first[one] < first[other]
  end)
  return names, r.size, function(_, x, y)
    return region[(y + 1) * pitch + x + 1]
  end
end

--- core.region_group(finder, name) -> a number of its group, from 1; 0: none
local function region_group(self, name)
  local f = class.state(finders.Pathfinder, self)
  return regions.group(finders.prepare(f, "region"), name) or 0
end

function reach.open(core)
  core.list_regions, core.region_group = list_regions, region_group
  core.link_between, core.nearest = link_between, nearest
  local of = finders.methods
  of.reach, of.is_reachable = new_reach, is_reachable
  of.would_block = would_block
end

return reach
