--- Edits of fences (fences.lua), and of the sides of agents. A grid without
-- closed sides needs none of it.
--
-- Once a fence has had a name, `planes` holds a list like `closed` for each name
-- that fences have, and `counts` the number of bits in it; "": without a name.
-- `closed` has the bits of all these lists.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local options = require(parent .. "options")
local args = require(siblings .. "args")
local changes = require(siblings .. "changes")
local fences = require(siblings .. "fences")
local hexagons = require(siblings .. "hexagons")
local map = require(siblings .. "map")

local abs, max, min = math.abs, math.max, math.min

local DX, DY, BIT, OPPOSITE = fences.DX, fences.DY, fences.BIT, fences.OPPOSITE
local is_closed = fences.is_closed

local FENCE = options.of "grid:fence"
local NAME = FENCE.rows.name
local MAX_NAMES = 15

-- Queries need it from now on.
require(siblings .. "fencedsteps")

local fenceedits = {}

-- Editing ---------------------------------------------------------------------

--- A list like `closed` with all sides open.
local function all_open(g)
  local closed = {}
  for i = 1, #g.cells do
    closed[i] = g.stagger and hexagons.sides(g.stagger, map.cell(g, i)).others
      or 0
  end
  return closed
end

--- Makes `closed` with all sides open.
function fenceedits.begin(g)
  g.closed, g.planes, g.counts = all_open(g), nil, nil
end

--- Makes room for fences of a name; raises if there are too many names.
local function add_plane(g, name)
  if g.planes and g.planes[name] then
    return
  end
  local names = g.planes and #check.sorted_keys(g.planes) - 1 or 0
  if names == MAX_NAMES then
    check.raise(("fence: a grid has fences of at most %d names, and no room for "
      .. "%s"):format(MAX_NAMES, check.show(name)))
  end
  local own, none = {}, {}
  for i, bits in ipairs(g.closed) do
    own[i], none[i] = bits, 0
  end
  g.planes, g.counts = g.planes or { [""] = own }, g.counts or {}
  g.planes[name], g.counts[name] = none, 0
end

--- Removes the fences of a name from `planes` if there are none.
local function drop_plane(g, name)
  if name ~= "" and g.counts[name] == 0 then
    g.planes[name], g.counts[name] = nil, nil
  end
end

--- Is a side closed in some plane, except those that `open` calls false?
local function is_shut(planes, open, i, bit)
  for name, plane in next, planes do
    if open[name] ~= false and plane[i] % (2 * bit) >= bit then
      return true
    end
  end
  return false
end

local NONE = {}

--- Sets or removes the fence of a plane on a side of a cell, for agents that
-- leave it.
-- @return true if this is a change
local function set_side(g, name, x, y, d, closed)
  local i, bit = map.index(g, x, y), BIT[d]
  local plane = g.planes and g.planes[name] or g.closed
  if (plane[i] % (2 * bit) >= bit) == closed then
    return false
  end
  plane[i] = plane[i] + (closed and bit or -bit)
  if g.planes then
    g.counts[name] = (g.counts[name] or 0) + (closed and 1 or -1)
    local is_any = is_shut(g.planes, NONE, i, bit)
    if is_any ~= is_closed(g, x, y, d) then
      g.closed[i] = g.closed[i] + (is_any and bit or -bit)
    end
  end
  return true
end

--- Reads the arguments of a call: the side between two cells.
-- @param asked  the options of a fence, or nil
-- @param name   of the fences that are meant, or nil
-- @return the grid, the options, the direction and both cells; no direction if a
-- cell is outside
local function read_side(call, self, x1, y1, x2, y2, asked, name)
  local g = map.editable(self, call)
  local x, y = args.cell(call, g, x1, y1, "x1", "y1")
  local to_x, to_y = args.cell(call, g, x2, y2, "x2", "y2")
  local own = options.read(FENCE, call, asked)
  if name ~= nil and not NAME.is_right(name) then
    check.fail(call, "name", NAME.what, name)
  end
  local d = fences.towards(to_x - x, to_y - y)
  if not d or not fences.has_side(g, x, y, d) then
    check.raise(call .. ": a fence stands between two cells that share a "
      .. "side")
  end
  return g, own, args.contains(g, x, y) and args.contains(g, to_x, to_y) and d,
    x, y, to_x, to_y
end

--- Sets or removes the fences of some names on a side, for each of its cells.
local function put(g, names, d, x, y, to_x, to_y, closed, closed_back)
  local changed = false
  for _, name in ipairs(names) do
    local there = set_side(g, name, x, y, d, closed)
    local back = set_side(g, name, to_x, to_y, OPPOSITE[d], closed_back)
    changed = there or back or changed
  end
  if changed then
    changes.record(g.log, min(x, to_x), min(y, to_y), 1 + abs(to_x - x),
      1 + abs(to_y - y))
    g.connections_version = g.log.version
  end
end

function map.methods.fence(self, x1, y1, x2, y2, how)
  local g, own, d, x, y, to_x, to_y = read_side("fence", self, x1, y1, x2, y2,
    how)
  if not d then
    return nil, "outside"
  elseif not g.closed then
    fenceedits.begin(g)
  end
  if own.name then
    add_plane(g, own.name)
  end
  put(g, { own.name or "" }, d, x, y, to_x, to_y, not own.one_way, true)
  return true
end

function map.methods.unfence(self, x1, y1, x2, y2, name)
  local g, _, d, x, y, to_x, to_y = read_side("unfence", self, x1, y1, x2, y2,
    nil, name)
  if not d then
    return nil, "outside"
  end
  local names = g.planes and check.sorted_keys(g.planes) or { "" }
  if name then
    names = g.planes and g.planes[name] and { name } or {}
  end
  if g.closed then
    put(g, names, d, x, y, to_x, to_y, false, false)
    for i = 1, g.planes and #names or 0 do
      drop_plane(g, names[i])
    end
  end
  return true
end

-- When the grid gets another rectangle ----------------------------------------

--- Opens the sides of a cell that lead off the map, in a list like `closed`.
local function open_border(g, list, x, y)
  local i = map.index(g, x, y)
  for d = 1, 8 do
    if list[i] % (2 * BIT[d]) >= BIT[d] and fences.has_side(g, x, y, d)
      and not args.contains(g, x + DX[d], y + DY[d]) then
      list[i] = list[i] - BIT[d]
    end
  end
end

--- Copies a list like `closed` of the old rectangle to one of the new.
local function move(g, old, list, width, height, x, y)
  for row = max(0, -y), min(g.height, height - y) - 1 do
    local to, from = row * g.width + 1, (row + y) * width + x + 1
    for column = max(0, -x), min(g.width, width - x) - 1 do
      list[to + column] = old[from + column]
    end
  end
  for row = 0, g.height - 1 do
    local is_edge = row == 0 or row == g.height - 1
    for column = 0, g.width - 1, is_edge and 1 or max(g.width - 1, 1) do
      open_border(g, list, column, row)
    end
  end
  return list
end

--- How many sides are closed in the list of a name.
local function count_sides(list)
  local count = 0
  for _, bits in ipairs(list) do
    for d = 1, bits > 0 and 8 or 0 do
      count = count + (bits % (2 * BIT[d]) >= BIT[d] and 1 or 0)
    end
  end
  return count
end

--- The grid has got another rectangle, x and y cells from the old one: fences
-- keep their cells.
function fenceedits.move(g, width, height, x, y)
  local closed, planes = g.closed, g.planes
  fenceedits.begin(g)
  move(g, closed, g.closed, width, height, x, y)
  for name, plane in next, planes or {} do
    local list = all_open(g)
    for i = 1, name ~= "" and #list or 0 do
      list[i] = 0
    end
    g.planes, g.counts = g.planes or {}, g.counts or {}
    g.planes[name] = move(g, plane, list, width, height, x, y)
    g.counts[name] = count_sides(list)
    drop_plane(g, name)
  end
end

-- An agent's own --------------------------------------------------------------

--- An agent's own sides.
function fenceedits.sides(stands)
  return { stands = stands }
end

--- Brings the sides of an agent up to date.
-- @param entries  rectangles of changes (changes.lua); nil: all may have changed
function fenceedits.follow(own, g, entries)
  own.width, own.height, own.stagger = g.width, g.height, g.stagger
  if not own.stands then
    if not entries then
      own.closed = g.stagger and all_open(g) or nil
    end
    return
  elseif not g.planes then
    own.closed, own.has_planes = g.closed, false
    return
  elseif not own.has_planes then
    own.closed, own.has_planes, entries = {}, true, nil
  end
  for _, r in ipairs(entries or { { x = 0, y = 0, w = g.width, h = g.height } }) do
    for y = r.y, r.y + r.h - 1 do
      for x = r.x, r.x + r.w - 1 do
        local i, bits = map.index(g, x, y), 0
        for d = 1, g.closed[i] > 0 and 8 or 0 do
          bits = bits + (is_shut(g.planes, own.stands, i, BIT[d]) and BIT[d] or 0)
        end
        own.closed[i] = bits
      end
    end
  end
end

-- Telling ---------------------------------------------------------------------

--- Adds the fences of a side of a cell to a list, by their names. If a side is
-- closed one way, the first cell is the one that an agent may leave.
local function add_reports(list, g, x, y, d)
  local to_x, to_y = x + DX[d], y + DY[d]
  local i, to = map.index(g, x, y), map.index(g, to_x, to_y)
  local bit, bit_back = BIT[d], BIT[OPPOSITE[d]]
  if not to or not (is_closed(g, x, y, d)
    or is_closed(g, to_x, to_y, OPPOSITE[d])) then
    return
  end
  for _, name in ipairs(g.planes and check.sorted_keys(g.planes) or { "" }) do
    local plane = g.planes and g.planes[name] or g.closed
    local closed = plane[i] % (2 * bit) >= bit
    local closed_back = plane[to] % (2 * bit_back) >= bit_back
    local turned = closed and not closed_back
    local ax, ay = turned and to_x or x, turned and to_y or y
    local bx, by = turned and x or to_x, turned and y or to_y
    if closed or closed_back then
      list[#list + 1] = { x1 = ax + g.base_x, y1 = ay + g.base_y,
        x2 = bx + g.base_x, y2 = by + g.base_y,
        one_way = not (closed and closed_back), name = name ~= "" and name or nil }
    end
  end
end

function map.methods.fences(self)
  local g, list = map.self(self, "fences"), {}
  for i = 1, g.closed and #g.cells or 0 do
    local x, y = map.cell(g, i)
    add_reports(list, g, x, y, 1)
    add_reports(list, g, x, y, 2)
    for d = 5, g.stagger and 6 or 0 do
      if fences.has_side(g, x, y, d) then
        add_reports(list, g, x, y, d)
      end
    end
  end
  return list
end

return fenceedits
