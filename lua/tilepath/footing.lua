--- A follower's footing: the cells that it holds as a unit of a crowd.
--
-- It holds the cells under it. On its way it looks half a cell ahead and takes
-- the next ones before its middle comes there:
--
--     |   A   |   B   |      1  takes B, half a cell before the border (from
--     |   o---|-->o   |         middle to middle: when it sets out)
--         1   2   3          2  crosses
--                            3  lets go A, half a cell behind the border
--
-- "Half a cell" is the way along the leg on which the larger of its two
-- coordinates changes by that much, so that a diagonal step is as long as a
-- straight one. A leg through a corner leads from cell to diagonal cell; the
-- two beside it are not asked for, unless one unit holds both: that comes
-- through the corner crosswise. Where others hold the next cells it stands,
-- at that very point of the leg, and looks again whenever time passes.
--
-- The points where cells are taken lie on the leg and follow from its ends
-- alone: so a walk among units that stand still is the same however time is
-- cut. Nothing is looked at beyond the end of the leg: at its point it may
-- stand nearer to the border, but never beyond.
--
-- Whoever put it where others stand has it overlap: it holds what is free, and
-- may walk off (stand.c, which does the holding).
--
-- A footing is a table of
--
--   unit                its unit; false: it is none
--   finder              whose size that has
--   left, top, wide, high
--                       where the grid's columns and rows begin for its place,
--                       in world units, and how large a cell is
--   before_x, before_y  so many columns and rows it has but for its top left
--                       cell's
--   base_x, base_y      what the first of those are called
--   shape               of the grid, for which that is so; false: nobody knows
--   low_x, low_y        the first column and row of the grid, counted from there
--   columns, rows       so many of its places hold something
--   x, y                where the unit was put last
--   cell_x, cell_y      the cell that it is in, counted from there
--   queue, count        cells that are taken and not entered yet: the way to
--                       each on the leg, its column and row
--   due                 so much of the leg is gone when the next are to be
--                       taken; huge: never
--   entry, exit, ahead_x, ahead_y
--                       where on the leg those are entered and left, and column
--                       and row
--   overlaps            others hold cells that are under it
--   is_settled          it holds nothing but what is under it
--   in_way              the unit that it has told it stands before, or false;
--                       true: one of a life before (state.lua)
--   is_held             it stands before others
--   bumps               how often it told that
--
-- Cost: O(1) a piece of way and a cell taken, and no garbage.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local Leg = require(siblings .. "leg")
local ready = require(siblings .. "ready")

local claim, enter, lead, stand =
  core.claim, core.enter, core.lead, core.stand
local abs, floor, huge = math.abs, math.floor, math.huge
local max, min = math.max, math.min
local next_border = Leg.next_border

local Footing = {}

function Footing.new()
  return { unit = false, finder = false, left = 0, top = 0, wide = 1, high = 1,
    base_x = 0, base_y = 0, shape = false, low_x = 0, low_y = 0,
    columns = 0, rows = 0, before_x = 0, before_y = 0, x = 0, y = 0,
    cell_x = 0, cell_y = 0, queue = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
    count = 0, due = huge, entry = 0, exit = 0, ahead_x = 0, ahead_y = 0,
    overlaps = false, is_settled = false, in_way = false, is_held = false,
    bumps = 0 }
end

-- The unit --------------------------------------------------------------------

--- Notes where the grid is, which may have grown or shrunk.
local function look(footing, shape)
  local grid = footing.finder.grid
  footing.shape = shape
  footing.low_x = grid.base_x - footing.base_x
  footing.low_y = grid.base_y - footing.base_y
  footing.columns = grid.width + footing.before_x
  footing.rows = grid.height + footing.before_y
end

--- Notes how the agent of a pathfinder lies on the grid.
local function measure(footing, finder, size)
  local grid = finder.grid
  footing.before_x, footing.before_y = size[1] - 1, size[2] - 1
  footing.wide, footing.high = grid.cell_width, grid.cell_height
  footing.left, footing.top = grid.origin_x, grid.origin_y
  footing.base_x, footing.base_y = grid.base_x, grid.base_y
  footing.finder = finder
  look(footing, false)
end

--- Column and row of a place, with their fractions.
local function place_of(footing, x, y)
  return (x - footing.left) / footing.wide - footing.before_x / 2,
    (y - footing.top) / footing.high - footing.before_y / 2
end

--- Its unit was removed: it walks on as one without a crowd.
local function leave(self)
  local footing = self._footing
  if rawequal(self.unit, footing.unit) then
    self.unit = nil
  end
  footing.unit, footing.is_held, footing.in_way = false, false, false
  footing.overlaps = false
end

--- Tells the unit where it is, and where it goes; nil: it stands.
local function note(self, dx, dy)
  local footing = self._footing
  local overlaps, shape = stand(footing.unit, self.x, self.y, dx, dy,
    footing.base_x + footing.cell_x, footing.base_y + footing.cell_y)
  if overlaps == nil then
    leave(self)
  else
    footing.x, footing.y = self.x, self.y
    footing.overlaps, footing.is_settled = overlaps, dx == nil
    if shape ~= footing.shape then
      look(footing, shape)
      self._leg.is_surveyed = false
    end
  end
end

--- Is it on its way, and not at an end?
local function is_crossing(self)
  local state = self._route.state
  return state == "moving" or state == "blocked"
end

--- It is somewhere else, or another one: what it has taken ahead counts no
-- more.
local function settle(self)
  local footing = self._footing
  local column, row = place_of(footing, self.x, self.y)
  footing.cell_x, footing.cell_y = floor(column), floor(row)
  footing.count, self._leg.is_surveyed = 0, false
  local still = is_crossing(self) and 0 or nil
  note(self, still, still)
end

--- Makes a follower a unit of the crowd; one from a state, which had it at
-- another place perhaps, takes over the unit that stands there. What it had
-- taken ahead it takes again.
function Footing.join(self, crowd, state)
  local footing, finder = self._footing, self.finder
  check.object("follower", "crowd", crowd, core.Crowd, "a crowd")
  if not ready.is_ours(finder) then
    check.fail("follower", "finder", "a pathfinder (it is to be a unit)",
      finder)
  end
  measure(footing, finder, finder.profile.size)
  self.unit = false -- may want memory, as nothing does behind enter
  local unit = enter(crowd, finder, self.x, self.y, self, state and state.x,
    state and state.y)
  if not unit then
    check.fail("follower", "finder", "a pathfinder on the crowd's grid", finder)
  end
  self.unit, footing.unit = unit, unit
  settle(self)
  if self._route.state == "moving" and self._leg.gone > 0 then
    Footing.claim(self)
  end
end

--- Raises where what was written to its fields does not go with its unit. One
-- without a pathfinder stays as large as it was.
function Footing.check(self, call)
  local footing, finder = self._footing, self.finder
  if not rawequal(self.unit, footing.unit) then
    if footing.unit.crowd ~= nil then
      check.raise(call .. ": unit cannot be written (call its remove)")
    end
    leave(self)
  elseif finder and not rawequal(finder, footing.finder) then
    local is_ours = ready.is_ours(finder)
    local size = is_ours and finder.profile.size
    if not (is_ours and lead(footing.unit, finder)) then
      check.fail(call, "finder", "a pathfinder on its crowd's grid", finder)
    end
    measure(footing, finder, size)
    settle(self)
  end
end

-- Where it is -----------------------------------------------------------------

--- Somebody has put it there.
-- @return true, or false and "occupied" where it overlaps others
function Footing.put(self)
  local footing = self._footing
  if footing.unit then
    if self.x ~= footing.x or self.y ~= footing.y then
      settle(self)
    end
    if footing.overlaps then
      return false, "occupied"
    end
  end
  return true
end

--- Takes the first so many cells of the queue as entered.
local function advance(footing, n)
  local queue = footing.queue
  if n > 0 then
    footing.cell_x, footing.cell_y = queue[3 * n - 1], queue[3 * n]
    footing.count = footing.count - n
    for i = 1, 3 * footing.count do
      queue[i] = queue[3 * n + i]
    end
  end
end

--- Beyond the edge nobody holds anything, and cells are not told apart: it is
-- in the one where it is.
local function stay_outside(self)
  local footing = self._footing
  local x, y = footing.cell_x + footing.before_x - footing.low_x,
    footing.cell_y + footing.before_y - footing.low_y
  if x < 0 or y < 0 or x >= footing.columns or y >= footing.rows then
    local column, row = place_of(footing, self.x, self.y)
    footing.cell_x, footing.cell_y = floor(column), floor(row)
  end
end

--- It has walked on, or come to a halt.
function Footing.follow(self)
  local footing, leg = self._footing, self._leg
  if leg.is_surveyed then
    local queue, n = footing.queue, 0
    while n < footing.count and queue[3 * n + 1] <= leg.gone do
      n = n + 1
    end
    advance(footing, n)
  end
  stay_outside(self)
  if is_crossing(self) then
    note(self, leg.to_x - leg.from_x, leg.to_y - leg.from_y)
  else
    note(self)
  end
end

--- It is at the end of its leg.
function Footing.finish(self)
  local footing = self._footing
  if self._leg.is_surveyed then
    advance(footing, footing.count)
  end
end

--- At the end of a call: lets go what one that stands need not hold, and takes
-- hold of what became free under it. What was written to its place since it was
-- looked at last is nothing to go by: the next update looks at that.
function Footing.rest(self)
  local footing = self._footing
  local is_known = self.x == footing.x and self.y == footing.y
  if footing.unit and is_known and (footing.overlaps
    or not footing.is_settled and not is_crossing(self)) then
    Footing.follow(self)
  end
end

-- Ahead -----------------------------------------------------------------------

--- Finds the cells that are entered where so much of the leg is gone.
local function look_ahead(self, entry)
  local footing, leg = self._footing, self._leg
  local length, before_x, before_y = leg.length,
    footing.before_x - footing.low_x, footing.before_y - footing.low_y
  local u1, v1 = place_of(footing, leg.from_x, leg.from_y)
  local u2, v2 = place_of(footing, leg.to_x, leg.to_y)
  local exit = min(length,
    next_border(u1 + before_x, u2 + before_x, length, entry, footing.columns),
    next_border(v1 + before_y, v2 + before_y, length, entry, footing.rows))
  local column, row = u2, v2
  if entry < length then
    local share = (entry + exit) / 2 / length
    column, row = u1 + (u2 - u1) * share, v1 + (v2 - v1) * share
  end
  footing.entry, footing.exit = entry, exit
  footing.ahead_x, footing.ahead_y = floor(column), floor(row)
  footing.due = entry - length / max(abs(u2 - u1), abs(v2 - v1)) / 2
end

--- Turns to the cells after those ahead. A leg that ends on a border may end in
-- the cells behind it.
local function look_on(self)
  local footing, length = self._footing, self._leg.length
  local x, y = footing.ahead_x, footing.ahead_y
  if footing.entry >= length then
    footing.due = huge
    return
  end
  look_ahead(self, footing.exit)
  if footing.entry >= length and footing.ahead_x == x
    and footing.ahead_y == y then
    footing.due = huge
  end
end

--- Begins with the cells that it is in.
local function survey(self)
  local footing, leg = self._footing, self._leg
  footing.count, leg.is_surveyed = 0, true
  if leg.length > 0 then
    look_ahead(self, leg.gone)
  else
    footing.due = huge
  end
end

--- Is it in the cells ahead already?
local function is_inside(footing)
  return footing.count == 0 and footing.ahead_x == footing.cell_x
    and footing.ahead_y == footing.cell_y
end

local function take(footing, column, row, takes)
  return claim(footing.unit, footing.base_x + column, footing.base_y + row,
    takes)
end

--- Takes the cells that it has to hold where it is.
-- @return nil, or the unit in the way
function Footing.claim(self)
  local footing, leg = self._footing, self._leg
  if not leg.is_surveyed then
    survey(self)
  end
  while footing.due <= leg.gone do
    if not is_inside(footing) then
      local holder = take(footing, footing.ahead_x, footing.ahead_y, true)
      if holder then
        footing.is_held = true
        return holder
      end
      local queue, n = footing.queue, 3 * footing.count
      queue[n + 1], queue[n + 2], queue[n + 3] =
        footing.entry, footing.ahead_x, footing.ahead_y
      footing.count, footing.in_way = footing.count + 1, false
    end
    look_on(self)
  end
  footing.is_held = false
end

--- The way to the place on the leg where the next cells are to be taken.
function Footing.stop(self)
  return self._footing.due
end

--- May it take a link to that place? It holds what is under it there when it
-- has (see put).
-- @return nil, or the unit in the way
function Footing.land(self, x, y)
  local footing = self._footing
  local column, row = place_of(footing, x, y)
  local holder = take(footing, floor(column), floor(row))
  footing.is_held = holder ~= nil
  footing.in_way = holder and footing.in_way
  return holder
end

--- May it go to the end of the leg at once? Then the cells there are those that
-- it is in, when it has gone.
-- @return nil, or the first unit in the way
function Footing.leap(self)
  local footing, leg = self._footing, self._leg
  if leg.is_link then
    return Footing.land(self, leg.to_x, leg.to_y)
  end
  survey(self)
  while footing.due < huge do
    local holder = take(footing, footing.ahead_x, footing.ahead_y)
    if holder then
      leg.is_surveyed, footing.is_held = false, true
      return holder
    end
    look_on(self)
  end
  if leg.length > 0 then
    footing.cell_x, footing.cell_y = footing.ahead_x, footing.ahead_y
  end
  footing.is_held, footing.in_way = false, false
end

--- It stands before a unit: is that to be told?
function Footing.bumps_into(self, unit)
  local footing = self._footing
  if footing.in_way == true then
    footing.in_way = unit
  end
  if rawequal(footing.in_way, unit) then
    return false
  end
  footing.in_way, footing.bumps = unit, footing.bumps + 1
  return true
end

return Footing
