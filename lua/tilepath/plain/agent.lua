--- What one profile makes of a grid: the cells that the agent may enter, and
-- the costs of steps.
--
-- Cells are stored with a border of blocked cells, so no step leaves the map.
-- Cell x, y has the index p = (y + 1) * pitch + x + 1, with pitch = width + 1,
-- which all files call its *place*. (Arrays of the grid have no border, and the
-- indices i of map.index. Its pitch_x and pitch_y are lengths.)
-- The cell of a large agent is the top left one of the cells that it covers.
--
--   class[p]     its price class, from 1: all cells of a class cost the same to
--                enter; 0: the agent may not enter. (No class of class.lua)
--   seen_edits   agent.edits as of the last agent.prepare. (Numbers that grow
--                with changes, here and in other files: `version` of a log and
--                `edits`, with changes of the grid and of layers; `version` of
--                an agent, with those of what it derives from them; `revision`
--                is for the game; `stamp`, with searches, or answers of a field.
--                `seen` is such a number when its owner looked last.)
--   costs        the whole numbers for the classes (costs.lua)
--   direction_of[by]
--                the direction of the step from a place p to p + by
--   sides        the grid; or its own sides if some names of fences do not stop
--                it (fences.own); `closed` there: nil: there are none
--   closed[p]    the directions in which fences block a step, as bits; nil:
--                there are no fences
--   edges[p]     links from a cell, and into[p] links to it; nil: none. An edge
--                has `from` and `to`, two places; `link`; and what it costs:
--                `price` in straight steps, `real` in the game's units, `cost`
--                as a whole number
--   offset[d]    what a step in a direction adds to a place
--   rule         about diagonal steps, below
--   base_class[p], layer_sum[p]
--                the class without layers, and what they add (layercosts.lua)
--   known, used, count
--                by class: the price; do cells have it? how many do
--   price        by terrain, its price; `distinct`: the different ones, sorted
--   bands        so many classes more each price has near walls; `band_of`: the
--                one of them, by `away_cells` + 1 less the distance to a wall
--   levels       what layers and obstacles add to prices; nil: nothing
--   raise        what obstacles may add to prices (`avoid_price`); nil: nothing.
--                It makes levels
--   link_costs   the costs of the grid's links in the game's units, by which
--                `costs` were derived; `coarseness`: the grid's, likewise
--   shape        of the grid for which its arrays were made
--   is_new       all cells are read for the first time
--   price_rank   by a cell's byte, how many of these are lower; huge: it may not
--                enter
--   version      grows with each change of these
--   access_version
--                grows with each change of where the agent may go, at any price
--   failed_access
--                the access_version at which a search has found no path, or nil
--   regions      regions.lua, or nil; `edited` lists places that became free
--                or blocked since
--   edited       a log of places where steps may have changed, in order, for
--                fields (fieldrepair.lua): `count` places since it began, and
--                `forgotten`, so many of them that it does not have any more
--   base, base_version
--                of an agent among obstacles, the one alone (obstacles.lua), and
--                its version when the classes were copied
--   obstacle_price
--                what obstacles add to prices (`avoid_price`); nil: they block
--   changed, stood
--                by place, the base's class where obstacles changed it; and by
--                index of the grid, true in their cells
--   walls        rectangles of units, if units share it (orders.lua)
--   stops, taken for a move: where it may not go on, and where it may not end
--                (obstacles.lua)
--   around[p]    what searches know of the places around a place (search.lua);
--                `around_uniform`: costs.uniform then
--   directions_at[p], step_lists, directions_version
--                what units know of the steps from a place (crowdunit.lua), the
--                lists of legalsteps.lua for that, and the version then
--   hides        the terrains that lines of sight do not pass; nil: none
--   logs, read   the logs of the grid and of layers (changes.lua), and how far
--                the agent has read each of them
--
-- Directions: E S W N SE SW NW NE are 1 to 8, their bits 1 to 128.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local given = require(parent .. "given")
local array = require(siblings .. "array")
local changes = require(siblings .. "changes")
local costs = require(siblings .. "costs")
local fences = require(siblings .. "fences")
local layercosts = require(siblings .. "layercosts")
local map = require(siblings .. "map")

-- Their files are there if the grid has fences.
local later = require(parent .. "later")
local fencedsteps, fenceedits = later.module("plain.fencedsteps"),
  later.module("plain.fenceedits")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

local agent = {}

local DX, DY, BIT, is_closed = fences.DX, fences.DY, fences.BIT, fences.is_closed
local SIDE_X, SIDE_Y = fences.SIDE_X, fences.SIDE_Y
agent.DX, agent.DY, agent.BIT = DX, DY, BIT
agent.SIDE_X, agent.SIDE_Y = SIDE_X, SIDE_Y
agent.OPPOSITE = fences.OPPOSITE

-- Rules about diagonal steps.
local BOTH_FREE, ONE_FREE, ALWAYS, NEVER = 1, 2, 3, 4
agent.BOTH_FREE, agent.ALWAYS, agent.NEVER = BOTH_FREE, ALWAYS, NEVER

-- The bit of closed cells in a cell's byte (map.CLOSED).
local CLOSED = 128

-- Of more than this part of the places, regions are labelled anew. The log of
-- places keeps no more than that.
local MOST_EDITED = 1 / 64

local MOST_CLASSES = 255
local MOST_BASES = 126 -- if more is added to prices

function agent.place(a, x, y)
  return (y + 1) * a.pitch + x + 1
end

function agent.cell(a, p)
  return p % a.pitch - 1, floor(p / a.pitch) - 1
end

--- A new agent. Its profile is what finder.lua makes of the game's one. `rule`
-- is about diagonal steps, `wide` and `high` are its size in cells, `radius_x`
-- and `radius_y` those of its body (bodyclearance.parts). It pays `away_price`
-- more beside walls, and less of that up to `away_cells` from them. `eyes` is
-- another agent, or nil; `layers`: see layercosts.lua; `closing`: layers that
-- close cells, or nil.
-- @param raise  what obstacles add to prices (obstacles.lua), or nil
function agent.new(g, profile, raise)
  local a = { grid = g, profile = profile, rule = profile.rule, seen_edits = -1,
    version = 0, access_version = 0, class = {}, count = {}, known = {},
    used = {}, link_costs = {}, raise = raise, logs = { g.log }, read = { -1 },
    sides = fences.own(g, profile.fences) }
  for _, own in ipairs(profile.layers or {}) do
    a.logs[#a.logs + 1], a.read[#a.logs + 1] = own.layer.log, -1
  end
  for _, layer in ipairs(profile.closing or {}) do
    a.logs[#a.logs + 1], a.read[#a.logs + 1] = layer.log, -1
  end
  return a
end

--- A number that grows with each edit of the grid or of the agent's layers, and
-- as costs become coarser.
function agent.edits(a)
  local now = a.grid.coarseness
  for _, log in ipairs(a.logs) do
    now = now + log.version
  end
  return now
end

-- Prices ----------------------------------------------------------------------

--- Reads the agent's price of each terrain, and the different prices in order.
-- @return true if all cells must be read again
local function read_prices(a)
  local g, own, rank = a.grid, a.profile.prices, {}
  local price, distinct, has = {}, {}, {}
  a.hides = nil
  for id = 0, g.terrains - 1 do
    local p = own[g.name[id]]
    if p == nil then
      p = g.price[id]
    end
    p = p or huge
    price[id] = p
    local hides = a.profile.opaque[g.name[id]]
    if hides or hides == nil and g.hides[id] then
      a.hides = a.hides or {}
      a.hides[id] = true
    end
    if p < huge and not has[p] then
      has[p] = true
      distinct[#distinct + 1] = p
    end
  end
  table.sort(distinct)
  for i, one in ipairs(distinct) do
    has[one] = i - 1
  end
  local is_same = a.price_rank and #distinct == #a.distinct and not a.levels
  for byte = 0, 2 * CLOSED - 1 do
    rank[byte] = has[price[byte]] or huge
    is_same = is_same and rank[byte] == a.price_rank[byte]
  end
  a.price, a.distinct, a.price_rank = price, distinct, rank
  return not is_same
end

--- May more be added to the price of a cell?
local function has_levels(a)
  return a.profile.layers or a.raise
end

--- Divides the distances to walls into bands, as many as the classes have room
-- for.
local function divide(a)
  local away, most =
    a.profile.away_cells, has_levels(a) and MOST_BASES or MOST_CLASSES
  local bands = min(away, floor(most / max(1, #a.distinct)) - 1)
  a.bands, a.band_of = bands, { [0] = 0 }
  for level = 1, away do
    a.band_of[level] = floor((level * bands + away - 1) / away)
  end
end

-- Cells -----------------------------------------------------------------------

--- Forgets all places of the log: nobody can catch up with what has changed.
function agent.forget_places(a)
  local count = a.edited and a.edited.count + 1 or 0
  a.edited = { count = count, forgotten = count }
end

--- Notes a place whose steps may have changed.
local function note(a, p)
  local log = a.edited
  local count = log.count + 1
  log.count, log[count] = count, p
  if count - log.forgotten > #a.class * MOST_EDITED then
    agent.forget_places(a)
  end
end
agent.note = note

--- What searches know of the places around a place is out of date.
local function forget(a, p, is_connection)
  local around, r = a.around, is_connection and a.regions
  note(a, p)
  a.access_version = a.access_version + (is_connection and 1 or 0)
  if r and r.class == a.class then -- else they are void (regions.lua)
    r.edited[#r.edited + 1] = p
    a.regions = #r.edited <= #a.class * MOST_EDITED and r or nil
  end
  if around then
    for q = p - a.pitch, p + a.pitch, a.pitch do
      around[q - 1], around[q], around[q + 1] = -1, -1, -1
    end
  end
end

--- Gives a place a class.
function agent.write(a, p, class)
  local class_of, count = a.class, a.count
  local before = class_of[p]
  if before == class then
    return
  end
  class_of[p] = class
  count[before], count[class] = count[before] - 1, (count[class] or 0) + 1
  if not a.is_new then
    forget(a, p, before * class == 0)
  end
end
local write = agent.write

--- Does one of these layers close cell i?
local function is_shut(closing, i)
  for _, layer in ipairs(closing) do
    if layer.cells[i] > 0 then
      return true
    end
  end
  return false
end

--- For each cell of a rectangle, which may reach beyond the map: the highest
-- rank that the agent covers there; huge: the agent has no room.
-- @param cells  of the grid, or of a layer
-- @param rank   of each cell's value; nil: the value itself
local function find_highest(a, cells, rank, x, y, w, h)
  local g, closing = a.grid, rank and a.profile.closing
  local wide, high = a.profile.wide, a.profile.high
  local rows = {}
  for j = 0, h + high - 2 do
    local row, first = {}, (y + j) * g.width + x + 1
    local is_inside = y + j >= 0 and y + j < g.height
    for i = 0, w + wide - 2 do
      row[i] = is_inside and x + i >= 0 and x + i < g.width
        and not (closing and is_shut(closing, first + i))
        and (rank and rank[cells[first + i]] or cells[first + i]) or huge
    end
    for _ = 2, wide do
      for i = 0, w + wide - 3 do
        row[i] = max(row[i], row[i + 1])
      end
    end
    rows[j] = row
  end
  for _ = 2, high do
    for j = 0, h + high - 3 do
      for i = 0, w - 1 do
        rows[j][i] = max(rows[j][i], rows[j + 1][i])
      end
    end
  end
  return rows
end

--- For each of those cells: the distance, up to `most`, to the next cell
-- without room for the agent. A diagonal step counts as 1.
local function find_distances(rows, w, h, most)
  local far = {}
  for j = -1, h do
    far[j] = {}
    for i = -1, w do
      local is_free = j < 0 or j == h or i < 0 or i == w or rows[j][i] < huge
      far[j][i] = is_free and most or 0
    end
  end
  for step = 1, -1, -2 do -- on from the top left, and back
    local is_back = step < 0
    for j = is_back and h - 1 or 0, is_back and 0 or h - 1, step do
      local row, before = far[j], far[j - step]
      for i = is_back and w - 1 or 0, is_back and 0 or w - 1, step do
        row[i] = min(row[i], 1 + min(row[i - step], before[i - 1], before[i],
          before[i + 1]))
      end
    end
  end
  return far
end

--- May the agent stand in cell x, y? What it would also cover from the cell at
-- left, top does not count. `is_wall` is a test of agent, column and row.
function agent.fits(a, x, y, left, top, is_wall)
  local g, wide, high = a.sides, a.profile.wide, a.profile.high
  local function is_under(column, row)
    return column >= left and column < left + wide
      and row >= top and row < top + high
  end
  local function is_fenced(column, row, d, is_in)
    local to_x, to_y = column + DX[d], row + DY[d]
    return g.closed and to_x < x + wide and to_y < y + high
      and not (is_in and is_under(to_x, to_y)) and (is_closed(g, column, row, d)
      or is_closed(g, to_x, to_y, d + 2))
  end
  for row = y, y + high - 1 do
    for column = x, x + wide - 1 do
      local is_in = is_under(column, row)
      if not is_in and is_wall(a, column, row)
        or is_fenced(column, row, 1, is_in)
        or is_fenced(column, row, 2, is_in) then
        return false
      end
    end
  end
  return true
end

--- Returns a function: the class of place p, at these indices of a rectangle,
-- with all that layers add to its base.
local function add_layers(a, x, y, w, h)
  local l, rows = a.levels, {}
  for k, own in ipairs(l.layers) do
    rows[k] = find_highest(a, own.layer.cells, nil, x, y, w, h)
  end
  return function(p, base, i, j)
    local sum = 0
    for k = 1, #rows do
      sum = sum + l.adds[k] * rows[k][j][i]
    end
    a.base_class[p], a.layer_sum[p] = base, sum
    return layercosts.class(l, base, sum)
  end
end

--- For an agent of one cell that does not keep away from walls: a class is a
-- terrain.
local function read_plain(a, x, y, w, h)
  local cells, rank, class_of = a.grid.cells, a.price_rank, a.class
  for row = y, y + h - 1 do
    local from, first = row * a.grid.width + x + 1, agent.place(a, x, row)
    for i = 0, w - 1 do
      local one = rank[cells[from + i]]
      local class = one < huge and one + 1 or 0
      if class ~= class_of[first + i] then
        write(a, first + i, class)
      end
    end
  end
end

-- LuaJIT compiles these loops over cells.
require(parent .. "luajit").on(write, read_plain)

--- Does its terrain alone tell the price of a free cell?
local function are_terrains(a)
  local profile = a.profile
  return profile.wide * profile.high == 1 and profile.away_cells == 0
    and not a.levels
end

--- Reads the classes of cells: the rank of the dearest cell covered, and a band
-- of distance to walls; and what layers add.
local function read_cells(a, x, y, w, h)
  local away, bands = a.profile.away_cells, a.bands
  if are_terrains(a) and not a.profile.closing then
    return read_plain(a, x, y, w, h)
  end
  local may_be_cut = a.sides.closed
    and (a.profile.wide > 1 or a.profile.high > 1)
  local rows = find_highest(a, a.grid.cells, a.price_rank, x - away, y - away,
    w + 2 * away, h + 2 * away)
  local far = away > 0
    and find_distances(rows, w + 2 * away, h + 2 * away, away + 1)
  local add = a.levels and add_layers(a, x, y, w, h)
  for j = 0, h - 1 do
    local row, first = rows[j + away], agent.place(a, x, y + j)
    for i = 0, w - 1 do
      local p, rank, class = first + i, row[i + away], 0
      if rank < huge
        and not (may_be_cut and fencedsteps.is_cut(a, x + i, y + j)) then
        local level = far and away + 1 - far[j + away][i + away] or 0
        class = rank * (bands + 1) + a.band_of[level] + 1
        class = add and add(p, class, i, j) or class
      end
      write(a, p, class)
    end
  end
end

-- Links -----------------------------------------------------------------------

--- The price of a link for the agent, in straight steps; nil: the agent may not
-- take the link.
local function price_of(a, link)
  local own = a.profile.links
  local price = own and own[link.name]
  if price == false then
    return nil
  end
  return price or link.price
end
agent.price_of = price_of

--- Are two lists of edges from a place equal?
local function are_same_edges(list, other)
  for i = 1, max(#list, #other) do
    local edge, its = list[i], other[i]
    if not (edge and its) or edge.to ~= its.to or edge.cost ~= its.cost then
      return false
    end
  end
  return true
end

local NONE = {}

--- Notes the places whose edges have changed.
local function note_edges(a, old, new)
  for from, list in pairs(old) do
    if not are_same_edges(list, new[from] or NONE) then
      note(a, from)
    end
  end
  for from in pairs(new) do
    if not old[from] then
      note(a, from)
    end
  end
end

--- Reads the links that the agent may take.
function agent.read_edges(a)
  local g, out, into = a.grid, {}, {}
  for _, link in ipairs(g.links and g.links.list or {}) do
    local price = price_of(a, link)
    local from = agent.place(a, map.cell(g, link.from))
    local to = agent.place(a, map.cell(g, link.to))
    local may = price and a.class[from] > 0 and a.class[to] > 0
    for _ = 1, may and (link.one_way and 1 or 2) or 0 do
      local real = price * a.profile.straight_cost
      local edge = { from = from, to = to, real = real, link = link,
        cost = floor(real * a.costs.scale + 0.5), price = price }
      if not (a.stops and a.stops[from]) then
        out[from], into[to] = out[from] or {}, into[to] or {}
        table.insert(out[from], edge)
        table.insert(into[to], edge)
      end
      from, to = to, from
    end
  end
  local has_some = next(out) ~= nil
  note_edges(a, a.edges or NONE, out)
  a.edges, a.into = has_some and out or nil, has_some and into or nil
end

--- The cheapest edge from a place to another, of equal ones that of the oldest
-- link; nil: there is none.
function agent.edge(a, from, to)
  local best
  for _, edge in ipairs(a.edges and a.edges[from] or {}) do
    if edge.to == to and not (best and best.cost <= edge.cost) then
      best = edge
    end
  end
  return best
end

-- Costs -----------------------------------------------------------------------

--- Notes the prices of the classes of a rank, near walls and far from them.
local function add_rank(a, known, rank)
  local first = (rank - 1) * (a.bands + 1) + 1
  for band = 0, a.bands do
    local part = a.bands > 0 and band / a.bands or 0
    known[first + band] = a.distinct[rank] + a.profile.away_price * part
  end
end

--- The prices of the bases that ground on the grid has. This includes cells
-- without room for the agent, and closed cells unless `is_open`.
local function find_ground(a, is_open)
  local count, ground = a.grid.count, {}
  for id, price in pairs(a.price) do
    local closed = is_open and 0 or count[id + CLOSED]
    if price < huge and count[id] + closed > 0 then
      add_rank(a, ground, a.price_rank[id] + 1)
    end
  end
  return ground
end

--- The classes that the whole numbers must represent well, and the classes that
-- cells have. Where classes are terrains, cells count that layers close.
function agent.classes(a)
  if a.levels then
    return layercosts.classes(a.levels, find_ground(a), a.count)
  elseif are_terrains(a) then
    local ground = find_ground(a, true)
    return ground, ground
  end
  local known, used = {}, {}
  for rank = 1, #a.distinct do
    local first, has_cells = (rank - 1) * (a.bands + 1) + 1, false
    for class = first, first + a.bands do
      used[class] = (a.count[class] or 0) > 0 or nil
      has_cells = has_cells or used[class]
    end
    if has_cells then
      add_rank(a, known, rank)
    end
  end
  return known, used
end

--- Derives the whole numbers of costs. Returns true if they have changed.
local function derive_costs(a)
  local g, known, used = a.grid, agent.classes(a)
  local link_costs = {}
  for i, link in ipairs(g.links and g.links.list or {}) do
    link_costs[i] = (price_of(a, link) or 0) * a.profile.straight_cost
  end
  local is_same = a.costs and a.coarseness == g.coarseness
    and given.are_same(known, a.known, 1)
    and given.are_same(link_costs, a.link_costs, 1)
  if is_same then
    if not given.are_same(used, a.used, 1) then
      costs.use(a.costs, known, used, a.rule == NEVER)
    end
  else
    a.costs = costs.derive(known, used, link_costs, g.width * g.height,
      a.profile, g.coarseness)
    a.coarseness = g.coarseness
  end
  a.known, a.used, a.link_costs = known, used, link_costs
  return not is_same
end

-- All of it -------------------------------------------------------------------

--- Starts again, with other prices.
local function begin(a)
  local g = a.grid
  a.pitch, a.shape = g.width + 1, g.shape
  a.is_new = true
  a.offset, a.direction_of = {}, {}
  for d = 1, 8 do
    a.offset[d] = DY[d] * a.pitch + DX[d]
    a.direction_of[a.offset[d]] = d
  end
  a.class = array.filled((g.height + 2) * a.pitch + 1, 0)
  a.count = { [0] = g.width * g.height }
  a.around, a.access_version = nil, a.access_version + 1
  agent.forget_places(a)
  divide(a)
  if has_levels(a) then
    local prices = {}
    for rank = 1, #a.distinct do
      add_rank(a, prices, rank)
    end
    a.levels = layercosts.divide(a.profile.layers or {}, prices, a.raise)
    a.base_class, a.layer_sum = {}, {}
  end
end

--- The part of the map that an edit of these cells may change: the cells in
-- which the agent would cover them or be near them.
function agent.affected(a, x, y, w, h)
  local g, profile = a.grid, a.profile
  local away = profile.away_cells
  local left, top = max(x - profile.wide + 1 - away, 0),
    max(y - profile.high + 1 - away, 0)
  return left, top, min(x + w + away, g.width) - left,
    min(y + h + away, g.height) - top
end

local function read_edits(a)
  local g, seen, entries = a.grid, a.read[1], {}
  if seen < g.price_version and read_prices(a) or a.shape ~= g.shape then
    begin(a)
  end
  for i, log in ipairs(a.logs) do
    entries = not a.is_new and entries and changes.add(entries, log, a.read[i])
  end
  local has_connection_edits = seen < g.connections_version
  if has_connection_edits then
    a.around, a.regions, a.access_version = nil, nil, a.access_version + 1
  end
  if a.sides ~= g and (has_connection_edits or a.is_new) then
    fenceedits.follow(a.sides, g, entries)
  end
  if not a.sides.closed then
    a.closed = nil
  elseif not a.closed or not entries then
    fencedsteps.read_all(a)
    has_connection_edits = false
  end
  entries = entries or { { x = 0, y = 0, w = g.width, h = g.height } }
  for _, entry in ipairs(entries) do
    read_cells(a, agent.affected(a, entry.x, entry.y, entry.w, entry.h))
    if a.closed and has_connection_edits then
      fencedsteps.read(a, entry.x, entry.y, entry.w, entry.h)
    end
  end
  a.is_new = false
  local is_changed = derive_costs(a) or #entries > 0
  agent.read_edges(a)
  for i, log in ipairs(a.logs) do
    a.read[i] = log.version
  end
  a.seen_edits, a.version = agent.edits(a), a.version + (is_changed and 1 or 0)
end

--- Brings an agent up to date with its grid. (This is asked often, and mostly
-- there is nothing to do. LuaJIT does not compile functions that create
-- functions, as add_layers does. So read_edits, which calls it, is separate.)
function agent.prepare(a)
  if a.seen_edits ~= agent.edits(a) then
    read_edits(a)
  end
end

--- Makes the whole numbers of costs smaller, for all agents of the grid: a sum
-- was above costs.most. What counted in the old ones begins again.
function agent.coarsen(a)
  local base = a.base or a
  a.grid.coarseness = a.grid.coarseness + 1
  agent.prepare(base)
  if a.base then
    a.costs = base.costs
    agent.read_edges(a)
  end
end

--- Is a cell of the map one that an agent of one cell may enter?
function agent.is_open(a, x, y)
  local i = map.index(a.grid, x, y)
  return i ~= nil and a.price_rank[a.grid.cells[i]] < huge
    and not (a.profile.closing and is_shut(a.profile.closing, i))
    and (not a.base or a.obstacle_price or not a.stood[i])
end

--- Does a rule allow a diagonal step between these two cells, free or not?
function agent.allows(rule, one, other)
  if rule == BOTH_FREE then
    return one and other
  end
  return rule == ALWAYS or rule == ONE_FREE and (one or other)
end

--- May the agent step from a place in a direction? The place itself may be
-- blocked, if the agent is in it.
function agent.may_leave(a, p, d)
  local class, offset, closed = a.class, a.offset, a.closed
  if class[p + offset[d]] == 0
    or closed and closed[p] % (2 * BIT[d]) >= BIT[d] then
    return false
  end
  return d <= 4 or agent.allows(a.rule, class[p + offset[SIDE_X[d]]] > 0,
    class[p + offset[SIDE_Y[d]]] > 0)
end

--- May the agent step from a place in a direction? False if either place is
-- blocked.
function agent.may_step(a, p, d)
  return a.class[p] > 0 and agent.may_leave(a, p, d)
end

return agent
