--- Companions: units that follow a body on the cells where it went.
--
-- A companion keeps a trail: the cells from its own to that of the leader, and
-- the numbers of those where links begin. Each time that it stands and decides, the
-- cores ask here where it goes. The leader's new cells are added; if it has made
-- more than one step since, those between are on the cheapest path. Cells behind
-- the companion are dropped. If it was pushed off the trail, a search leads back
-- to it, to the cell from where the whole way is the cheapest.
--
-- It goes to the cell that is `within` cells behind the leader, and as many
-- more behind each companion that stands on the trail before it. So companions
-- walk in a row, whatever their order is. Their turn comes after the leader's, and
-- if that is on the way there, as one that turns in a dead end, they stay, and are
-- pushed aside: they are never in its way.
--
-- Cost: a find for a step of the leader, a search for a push off the trail, and a
-- look at each cell of the trail. The trail has the last MOST cells of the
-- leader: a companion that is further behind searches again for each of its steps.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local serialize = require(siblings .. "serialize")

local abs, max = math.abs, math.max

local trail = {}

local MOST = 64

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

--- Adds a path, behind its first cell.
local function add_path(self, path)
  local links = {}
  for _, i in ipairs(path.links or {}) do
    links[i] = true
  end
  self.links[#self / 2] = links[1]
  add_cells(self, path, links, 2, #path / 2)
end

--- The trail with the cells to which the leader has gone, x and y by turns, without
-- those where it goes there and back.
-- @return nil: no way leads there
local function extended(self, finder, cells)
  local own, last = { links = {} }, #self
  add_cells(own, self, self.links, 1, last / 2)
  for i = 1, #cells, 2 do
    last = #own
    if own[last - 1] ~= cells[i] or own[last] ~= cells[i + 1] then
      local path = finder:find(own[last - 1], own[last], cells[i], cells[i + 1])
      if not path then
        return nil
      end
      add_path(own, path)
    end
    last = #own
    if own[last - 5] == own[last - 1] and own[last - 4] == own[last] then
      for k = last, last - 3, -1 do
        own[k] = nil
      end
    end
  end
  local count = #own / 2
  local short = { links = {} }
  add_cells(short, own, own.links, max(1, count - MOST + 1), count)
  return short
end

--- The trail from the unit on. If it is off the trail, a search leads there, to
-- where the whole way is the cheapest.
-- @return nil: there is none; and a reason
local function caught_up(self, unit)
  local x, y, count = unit.cell_x, unit.cell_y, #self / 2
  local own, goals = { links = {} }, {}
  for i = 1, count do
    if self[2 * i - 1] == x and self[2 * i] == y then
      add_cells(own, self, self.links, i, count)
      return own
    end
    goals[i] = { self[2 * i - 1], self[2 * i], cost = count - i }
  end
  local path, reason = unit.finder:find(x, y, goals, { escape = true })
  if not path then
    return nil, reason
  end
  own[1], own[2] = x, y
  add_path(own, path)
  own.links[#own / 2] = self.links[path.goal_index]
  add_cells(own, self, self.links, path.goal_index + 1, count)
  return own
end

--- How many companions of the same leader stand on the trail before the unit?
local function count_before(self, unit, leader)
  local crowd, count, last = unit.crowd, 0, unit
  for i = 3, #self, 2 do
    local other = crowd:at(self[i], self[i + 1])
    if other and other ~= last and other ~= unit and core.trail(other)
      and rawequal(other.target, leader) then
      count, last = count + 1, other
    end
  end
  return count
end

--- Is a cell one of the first `count` ones?
local function meets(self, count, x, y)
  for i = 1, 2 * count, 2 do
    if self[i] == x and self[i + 1] == y then
      return true
    end
  end
  return false
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
-- @param x, y  the leader's cell; from_x, from_y: the one that it leaves
-- @param is_new  the unit has looked at the leader for the first time
-- @return a flat list of cells, the first one its own, and the number of that
-- where a link begins, or nil; or nil and a reason: there is no way
function trail.look(unit, leader, within, x, y, from_x, from_y, is_new)
  local before = core.trail(unit)
  local self = before
  if not self or is_new and not self.is_loaded then
    self = { x, y, links = {} }
  end
  local n = #self
  if self[n - 1] ~= x or self[n] ~= y then
    self = extended(self, unit.finder, { from_x, from_y, x, y })
      or { x, y, links = {} }
  end
  local reason
  if self[1] ~= unit.cell_x or self[2] ~= unit.cell_y then
    self, reason = caught_up(self, unit)
    if not self then
      return nil, reason
    end
  end
  local count = #self / 2
  n = max(1, count - within * (1 + count_before(self, unit, leader)))
  if meets(self, n, x, y) then
    n = 1
  end
  local way, link = way_of(self, n, unit.finder)
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
