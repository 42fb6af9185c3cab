--- Companions: units that follow a body on the cells where it went.
--
-- A companion keeps a trail: the cells from its own to that of the leader, and
-- the numbers of those where links begin. Each time that it stands and decides, the
-- cores ask here where it goes. The leader's new cells are added; if it has made
-- more than one step since, those between are on the cheapest path. Loops are left
-- out, and cells behind the companion are dropped. If it was pushed off the trail,
-- a search leads back to it, to the cell from where the whole way is the cheapest;
-- if units that it does not push stand on the trail, round them.
--
-- It goes to the cell that is `within` cells behind the leader, and as many
-- more behind each companion that stands on the trail before it; but not nearer
-- to one of these that has arrived. So companions walk in a row, whatever their
-- order is. Their turn comes after the leader's. If that comes towards them, as
-- one that turns in a dead end, they are pushed aside: they are never in its way.
--
-- Cost: a find for a step of the leader, a search for a push off the trail, and a
-- look at each cell of the trail. The trail has the last MOST cells of the
-- leader: a companion that is further behind searches again for each of its steps.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local serialize = require(siblings .. "serialize")

local abs, floor, max, min = math.abs, math.floor, math.max, math.min

local trail = {}

local MOST = 64

-- The steps by which a way round others may be longer (core/crowd/detours.c).
local WAIT = 12

-- The most cells that a core is given at once.
local PIECE = 256

-- A trail is a flat list of cells, and `links`: by the number of a cell, does a
-- link lead on from there? It is not changed, but made anew, so a failed update
-- leaves it as it was.

--- Adds the cells of a trail or a path from number `first` to number `last`.
local function add_cells(self, list, links, first, last)
  for i = first, last do
    self[#self + 1], self[#self + 2] = list[2 * i - 1], list[2 * i]
    self.links[#self / 2] = i < last and links[i] or nil
  end
end

--- Is a cell in a rectangle?
local function is_in(x, y, rect)
  return x >= rect.x and x < rect.x + rect.wide and y >= rect.y
    and y < rect.y + rect.high
end

--- Ends the trail in its first cell that is in the rectangle, if there is one.
local function cut(self, rect)
  for i = 2, #self, 2 do
    if is_in(self[i - 1], self[i], rect) then
      for k = i + 1, #self do
        self[k], self.links[floor(k / 2)] = nil, nil
      end
      return true
    end
  end
end

--- Adds a path, behind its first cell, without what leads round to a cell of the
-- trail.
local function add_path(self, path)
  local links = {}
  for _, i in ipairs(path.links or {}) do
    links[i] = true
  end
  for i = 2, #path / 2 do
    local x, y, last = path[2 * i - 1], path[2 * i], #self
    if not cut(self, { x = x, y = y, wide = 1, high = 1 }) then
      self.links[last / 2] = links[i - 1]
      self[last + 1], self[last + 2] = x, y
    end
  end
end

--- The cheapest path of a unit to a rectangle.
local function find(finder, x, y, rect, escape)
  if rect.wide * rect.high == 1 and not escape then
    return finder:find(x, y, rect.x, rect.y)
  end
  return finder:find(x, y, { { rect.x, rect.y, rect.wide, rect.high } },
    { escape = escape })
end

--- The trail with where the leader has gone: it ends in the first cell of each of
-- these rectangles to which the unit comes.
-- @return nil: no way leads to the last one
local function extended(self, finder, rects)
  local own, is_there = { links = {} }, false
  add_cells(own, self, self.links, 1, #self / 2)
  for _, rect in ipairs(rects) do
    is_there = cut(own, rect)
    local path = not is_there
      and find(finder, own[#own - 1], own[#own], rect)
    if path then
      add_path(own, path)
      is_there = true
    end
  end
  if not is_there then
    return nil
  end
  local count = #own / 2
  local short = { links = {} }
  add_cells(short, own, own.links, max(1, count - MOST + 1), count)
  return short
end

--- The number of the unit's cell on the trail; nil: it is off the trail.
local function place_on(self, unit)
  local x, y = unit.cell_x, unit.cell_y
  for i = 1, #self / 2 do
    if self[2 * i - 1] == x and self[2 * i] == y then
      return i
    end
  end
end

--- The trail from the unit on; nil: it is off the trail.
local function ahead(self, unit)
  local i, own = place_on(self, unit), { links = {} }
  if i then
    add_cells(own, self, self.links, i, #self / 2)
  end
  return i and own
end

--- A search leads the unit to the trail, to a cell from number `first` on from
-- where the whole way is the cheapest.
-- @param avoid  rectangles, or nil
-- @return nil: there is no way; and a reason
local function joined(self, unit, first, avoid)
  local own, goals, count = { unit.cell_x, unit.cell_y, links = {} }, {}, #self / 2
  for i = first, count do
    goals[i - first + 1] = { self[2 * i - 1], self[2 * i], cost = count - i }
  end
  local path, reason = unit.finder:find(own[1], own[2], goals,
    { avoid = avoid, escape = true })
  core.charge(unit)
  if not path then
    return nil, reason
  end
  local last = first + path.goal_index - 1
  add_path(own, path)
  own.links[#own / 2] = self.links[last]
  add_cells(own, self, self.links, last + 1, count)
  return own
end

--- The columns and rows of a unit.
local function size_of(unit)
  local rect = unit:cells()[1]
  return rect[3], rect[4]
end

--- In which cell, from number `first` on, would a unit of that size first overlap
-- a rectangle? nil: in none.
local function meets(self, wide, high, x, y, its_wide, its_high, first)
  for i = first or 1, #self / 2 do
    local at_x, at_y = self[2 * i - 1], self[2 * i]
    if at_x > x - wide and at_x < x + its_wide and at_y > y - high
      and at_y < y + its_high then
      return i
    end
  end
end

--- The trail with a way round the first unit on it that this one does not push.
-- It stays as it is if there is no such way, or unless the unit takes any, none
-- that is about as short as the limit of other detours. Then units count that
-- stand so near that such a way may come to them.
local function around(self, unit, takes_any)
  local wide, high = size_of(unit)
  local first, count = #self, #self / 2
  local left, top, right, bottom = self[1], self[2], self[1], self[2]
  for i = 3, takes_any and 0 or #self, 2 do
    left, right = min(left, self[i]), max(right, self[i])
    top, bottom = min(top, self[i + 1]), max(bottom, self[i + 1])
  end
  local far = takes_any and check.MOST or floor((3 * count + WAIT
    - max(abs(self[#self - 1] - self[1]), abs(self[#self] - self[2]))) / 2)
  local rects = core.walls(unit, left - far, top - far, right + far + wide - 1,
    bottom + far + high - 1)
  for _, r in ipairs(rects) do
    first = min(first, meets(self, wide, high, r[1], r[2], r[3], r[4]) or first)
  end
  local own = first < #self and joined(self, unit, first, rects)
  return own and (takes_any or #own <= 3 * #self + 2 * WAIT) and own or self
end

--- How many cells do the companions of the same leader take up that stand on the
-- trail before the unit? And where does the first of them stand that has
-- arrived? nil: none has. Of two that stand on the trails of each other, only
-- one is before the other, or both would wait.
local function room_before(self, unit, wide, high, leader, within)
  local crowd, room, seen, place = unit.crowd, 0, { [unit] = true }, nil
  local function add(other, i)
    if other and not seen[other] then
      seen[other] = true
      local its, its_wide, its_high = core.trail(other), size_of(other)
      if its and rawequal(other.target, leader)
        and (#its < #self or #its == #self and other.id < unit.id
        or not meets(its, its_wide, its_high, self[1], self[2], wide, high,
          place_on(its, other)))
      then
        room = room + within - 1 + max(its_wide, its_high)
        place = place or other.status == "arrived" and i or nil
      end
    end
  end
  for i = 3, #self, 2 do
    for y = self[i + 1], self[i + 1] + high - 1 do
      for x = self[i], self[i] + wide - 1 do
        add(crowd:at(x, y), (i + 1) / 2)
      end
    end
  end
  return room, place
end

--- Where a unit is inside its leader, or the leader inside it: two of the same
-- size are in the same cells.
local function inside(x, y, leader_wide, leader_high, wide, high)
  return { x = min(x, x + leader_wide - wide),
    y = min(y, y + leader_high - high), wide = 1 + abs(leader_wide - wide),
    high = 1 + abs(leader_high - high) }
end

--- May a unit step from cell i to the next but one? At a sharp corner units would
-- be in each other's way.
local function cuts(self, i, count, finder)
  local x, y, to_x, to_y = self[2 * i - 1], self[2 * i], self[2 * i + 3],
    self[2 * i + 4]
  if i + 2 > count or self.links[i] or self.links[i + 1]
    or abs(to_x - x) > 1 or abs(to_y - y) > 1 then
    return false
  end
  local path = finder:find(x, y, to_x, to_y)
  return path and #path == 4 and not path.links
end

--- The first `count` cells, without sharp corners; they end before a second link.
-- @return a flat list; and the number of the cell where the link begins, or nil
local function way_of(self, count, finder)
  local way, i, link = {}, 1, nil
  repeat
    way[#way + 1], way[#way + 2] = self[2 * i - 1], self[2 * i]
    local is_link = self.links[i] and i < count
    if is_link and link then
      break
    end
    link = is_link and #way / 2 or link
    i = i + (cuts(self, i, count, finder) and 2 or 1)
  until i > count or #way >= 2 * PIECE
  return way, link
end

--- Where a companion goes, for the cores.
-- @param within  cells behind the leader
-- @param x, y, leader_wide, leader_high  the leader's cells; from_x, from_y: the
-- cell that it leaves
-- @param is_new  the unit has looked at the leader for the first time
-- @param seeks_detour  it asks for a way round units that it does not push; and
-- takes_any: of any length
-- @return a flat list of cells, the first one its own, and the number of that
-- where a link begins, or nil; or nil and a reason: there is no way
function trail.look(unit, leader, within, x, y, leader_wide, leader_high, from_x,
    from_y, is_new, seeks_detour, takes_any)
  local before, finder, reason = core.trail(unit), unit.finder, nil
  local wide, high = size_of(unit)
  local at = inside(x, y, leader_wide, leader_high, wide, high)
  local self = (not is_new or before and before.is_loaded) and before
  if self and (at.wide * at.high > 1 or self[#self - 1] ~= x or self[#self] ~= y)
  then
    self = extended(self, finder,
      { inside(from_x, from_y, leader_wide, leader_high, wide, high), at })
  end
  if not self then
    local path
    path, reason = find(finder, unit.cell_x, unit.cell_y, at, true)
    core.charge(unit)
    self = path and { unit.cell_x, unit.cell_y, links = {} }
    if path then add_path(self, path) end
  elseif self[1] ~= unit.cell_x or self[2] ~= unit.cell_y then
    local own = ahead(self, unit)
    if not own then
      own, reason = joined(self, unit, 1)
    end
    self = own
  end
  if not self then
    return nil, reason
  end
  self = seeks_detour and around(self, unit, takes_any) or self
  if not unit.crowd then -- a finalizer has removed it
    return nil
  end
  local room, place = room_before(self, unit, wide, high, leader, within)
  local n = #self / 2 + 1 - min(max(wide, high), max(leader_wide, leader_high))
  n = max(1, min(min(n - room, place or n) - within,
    meets(self, wide, high, x, y, leader_wide, leader_high) - 1))
  local way, link = way_of(self, n, finder)
  if self ~= before then
    core.set_trail(unit, self)
  end
  return way, link
end

-- Saved states --------------------------------------------------------------------

function trail.text(self)
  local values = {}
  for i = 1, #self / 2 do
    values[#values + 1], values[#values + 2] = self[2 * i - 1], self[2 * i]
    values[#values + 1] = self.links[i] or false
  end
  return serialize.list(values)
end

--- The trail of a text; nil if that is damaged.
function trail.parse(text)
  local values = serialize.values(text)
  if not values or #values == 0 or #values % 3 ~= 0 then
    return nil
  end
  local self = { links = {}, is_loaded = true }
  for i = 1, #values, 3 do
    local x, y, link = values[i], values[i + 1], values[i + 2]
    if not (serialize.is_whole(x, -check.MOST, check.MOST)
      and serialize.is_whole(y, -check.MOST, check.MOST)
      and type(link) == "boolean") then
      return nil
    end
    self[#self + 1], self[#self + 2] = x, y
    self.links[#self / 2] = link or nil
  end
  return self
end

return trail
