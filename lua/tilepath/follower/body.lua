--- A follower's body: the cells that the follower holds as a unit of a crowd.
--
-- A unit holds the cells under it. On its way it takes the next cells half a
-- cell before its centre enters them:
--
--     |   A   |   B   |      1  takes B, half a cell before the border (on a
--     |   o---|-->o   |         step from centre to centre: at the start)
--         1   2   3          2  crosses the border
--                            3  releases A, half a cell behind the border
--
-- "Half a cell" is the distance along the leg in which the larger of its two
-- coordinates changes by half a cell. So a diagonal step is as long as a
-- straight one. A leg through a corner leads from a cell to the diagonal cell.
-- The two cells beside the corner may be held, except if the same unit holds
-- both: that unit crosses the same corner. If others hold the next cells, the
-- unit stops at exactly that point of the leg and asks again in each update.
--
-- The points where cells are taken depend only on the ends of the leg. So a
-- walk among standing units is the same however time is cut. No cell behind the
-- end of the leg is taken. At that end the unit may stand near to a border, but
-- never beyond it.
--
-- If the game puts a unit where others stand, it overlaps them: it holds the
-- cells that are free, and may walk off (src/bind/crowd/stand.c reserves
-- cells).
--
-- A body is a table of
--
--   unit                the unit of the crowd; false: there is none, and all
--                       calls do nothing
--   finder              the pathfinder that gave the size of the body
--   left, top, wide, high
--                       where the grid's columns and rows begin for the body's
--                       place, in world units, and the size of a cell
--   before_x, before_y  the number of columns and rows of the body, less 1
--   base_x, base_y      the cell coordinates of the grid's first column and row
--                       when it was measured
--   shape               the shape of the grid for which this is true; false:
--                       unknown
--   low_x, low_y        the grid's first column and row now, counted from
--                       base_x and base_y
--   columns, rows       in this many columns and rows a body touches the grid
--   x, y                the unit's last place
--   cell_x, cell_y      the cell that the unit is in, counted from base_x and
--                       base_y
--   leg                 the number of the leg on which it looks ahead, or false
--   queue, count        cells that are taken and not entered yet. Each has
--                       three numbers: its distance on the leg, its column and
--                       its row
--   due                 the next cells are taken when this much of the leg is
--                       walked; huge: never
--   entry, exit, ahead_x, ahead_y
--                       where on the leg these cells are entered and left,
--                       their column and row
--   overlaps            other units hold cells under this one
--   is_settled          the unit holds only the cells under it
--   in_way              the unit that it bumped into last, or false; true: a
--                       unit from before the game was saved (saved.lua)
--   is_held             other units hold it up
--   bumps               the number of bumps
--
-- Only this file writes into it and into the field `unit`. It calls the core's
-- enter, lead, stand and claim (src/bind/crowd/stand.c), and only if there is a
-- crowd. Cost: O(1) for each piece of the leg and each cell taken; no garbage.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])follower[./]") or ""
local check = require(root .. "check")
local Way = require(root .. "follower.way")

local abs, floor, huge = math.abs, math.floor, math.huge
local max, min = math.max, math.min
local next_border = Way.next_border

local Body = {}

function Body.new()
  return { unit = false, finder = false, left = 0, top = 0, wide = 1, high = 1,
    base_x = 0, base_y = 0, shape = false, low_x = 0, low_y = 0,
    columns = 0, rows = 0, before_x = 0, before_y = 0, x = 0, y = 0,
    cell_x = 0, cell_y = 0, leg = false,
    queue = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }, count = 0, due = huge,
    entry = 0, exit = 0, ahead_x = 0, ahead_y = 0, overlaps = false,
    is_settled = false, in_way = false, is_held = false, bumps = 0 }
end

-- The unit --------------------------------------------------------------------

--- Notes where the grid lies. It may have grown or shrunk.
local function look(body, shape)
  local grid = body.finder.grid
  body.shape = shape
  body.low_x = grid.base_x - body.base_x
  body.low_y = grid.base_y - body.base_y
  body.columns = grid.width + body.before_x
  body.rows = grid.height + body.before_y
end

--- Notes how the body of a pathfinder's agent lies on the grid.
local function measure(body, finder)
  local grid, size = finder.grid, finder.profile.size
  body.before_x, body.before_y = size[1] - 1, size[2] - 1
  body.wide, body.high = grid.cell_width, grid.cell_height
  body.left, body.top = grid.origin_x, grid.origin_y
  body.base_x, body.base_y = grid.base_x, grid.base_y
  body.finder = finder
  look(body, false)
end

--- The column and row of a place, with fractions.
local function place_of(body, x, y)
  return (x - body.left) / body.wide - body.before_x / 2,
    (y - body.top) / body.high - body.before_y / 2
end

--- The unit was removed. The follower walks on without a crowd.
local function leave(self)
  local body = self._body
  if rawequal(self.unit, body.unit) then
    self.unit = nil
  end
  body.unit, body.is_held, body.in_way = false, false, false
  body.overlaps = false
end

--- Tells the unit its place and direction; nil: the unit stands.
local function note(self, dx, dy)
  local body = self._body
  local overlaps, shape = core.stand(body.unit, self.x, self.y, dx, dy,
    body.base_x + body.cell_x, body.base_y + body.cell_y)
  if overlaps == nil then
    leave(self)
  else
    body.x, body.y = self.x, self.y
    body.overlaps, body.is_settled = overlaps, dx == nil
    if shape ~= body.shape then
      look(body, shape)
      body.leg = false
    end
  end
end

--- Finds the cell that the unit is in.
local function find_cell(self)
  local body = self._body
  local column, row = place_of(body, self.x, self.y)
  body.cell_x, body.cell_y = floor(column), floor(row)
end

--- The unit has another place or another size: the cells taken ahead are void.
local function settle(self)
  local body = self._body
  find_cell(self)
  body.count, body.leg = 0, false
  local still = Way.is_under_way(self._way) and 0 or nil
  note(self, still, still)
end

--- Makes the follower a unit of the crowd. A follower from a saved state takes
-- over the unit that stands at the state's place; its options may give it
-- another one. It takes the cells ahead again.
function Body.join(self, crowd, state)
  local body, finder = self._body, self.finder
  check.object("follower", "crowd", crowd, core.Crowd, "a crowd")
  if not finder then
    check.fail("follower", "finder", "a pathfinder (a crowd needs it)",
      finder)
  end
  check.squares("follower", finder.grid, "crowd")
  measure(body, finder)
  self.unit = false -- may allocate, unlike all after enter
  local unit = core.enter(crowd, finder, self.x, self.y, self,
    state and state.x, state and state.y)
  if not unit then
    check.fail("follower", "finder", "a pathfinder on the crowd's grid", finder)
  end
  self.unit, body.unit = unit, unit
  settle(self)
  if self._way.state == "moving" and self._way.gone > 0 then
    Body.claim(self)
  end
end

--- Raises if the game has written a wrong unit or finder. A unit without a
-- pathfinder keeps its size.
function Body.check(self, call)
  local body, finder = self._body, self.finder
  if not rawequal(self.unit, body.unit) then
    if body.unit.crowd ~= nil then
      check.raise(call .. ": unit cannot be written (call its remove)")
    end
    leave(self)
  elseif finder and finder ~= body.finder then
    if not core.lead(body.unit, finder) then
      check.fail(call, "finder", "a pathfinder on its crowd's grid", finder)
    end
    measure(body, finder)
    settle(self)
  end
end

-- Where it is -----------------------------------------------------------------

--- The game has put the follower there.
-- @return true; or false and "occupied" if the unit overlaps others
function Body.put(self)
  local body = self._body
  if body.unit and (self.x ~= body.x or self.y ~= body.y) then
    settle(self)
  end
  if body.overlaps then
    return false, "occupied"
  end
  return true
end

--- The unit has entered the first n cells of the queue.
local function advance(body, n)
  local queue = body.queue
  if n > 0 then
    body.cell_x, body.cell_y = queue[3 * n - 1], queue[3 * n]
    body.count = body.count - n
    for i = 1, 3 * body.count do
      queue[i] = queue[3 * n + i]
    end
  end
end

--- The unit has walked on, or has stopped. Beyond the grid's edge there are no
-- cells to hold and none to tell apart. So there the cell follows from the
-- place.
function Body.follow(self)
  local body, way = self._body, self._way
  if not body.unit then
    return
  end
  if body.leg == way.legs then
    local queue, n = body.queue, 0
    while n < body.count and queue[3 * n + 1] <= way.gone do
      n = n + 1
    end
    advance(body, n)
  end
  local x, y = body.cell_x + body.before_x - body.low_x,
    body.cell_y + body.before_y - body.low_y
  if x < 0 or y < 0 or x >= body.columns or y >= body.rows then
    find_cell(self)
  end
  if Way.is_under_way(way) then
    note(self, way.to_x - way.from_x, way.to_y - way.from_y)
  else
    note(self)
  end
end

--- The unit reaches the end of its leg.
function Body.finish(self)
  local body = self._body
  if body.unit and body.leg == self._way.legs then
    advance(body, body.count)
  end
end

--- At the end of a call: a unit that stands releases the cells that are not
-- under it, and takes those under it that have become free. If the game has
-- written another place meanwhile, this waits for the next update, which reads
-- the place.
function Body.rest(self)
  local body = self._body
  local is_known = self.x == body.x and self.y == body.y
  if body.unit and is_known and (body.overlaps
    or not body.is_settled and not Way.is_under_way(self._way)) then
    Body.follow(self)
  end
end

--- Takes over what a saved state holds.
function Body.restore(self, has_bumped)
  self._body.in_way = has_bumped or false
end

-- Ahead -----------------------------------------------------------------------

--- Finds the cells that are entered when `entry` of the leg is walked.
local function look_ahead(self, entry)
  local body, way = self._body, self._way
  local length, before_x, before_y = way.length,
    body.before_x - body.low_x, body.before_y - body.low_y
  local u1, v1 = place_of(body, way.from_x, way.from_y)
  local u2, v2 = place_of(body, way.to_x, way.to_y)
  local exit = min(length,
    next_border(u1 + before_x, u2 + before_x, length, entry, body.columns),
    next_border(v1 + before_y, v2 + before_y, length, entry, body.rows))
  local column, row = u2, v2
  if entry < length then
    local share = (entry + exit) / 2 / length
    column, row = u1 + (u2 - u1) * share, v1 + (v2 - v1) * share
  end
  body.entry, body.exit = entry, exit
  body.ahead_x, body.ahead_y = floor(column), floor(row)
  body.due = entry - length / max(abs(u2 - u1), abs(v2 - v1)) / 2
end

--- Turns to the next cells ahead. A leg that ends on a border may end in the
-- cells behind the border.
local function look_on(self)
  local body, length = self._body, self._way.length
  local x, y = body.ahead_x, body.ahead_y
  if body.entry >= length then
    body.due = huge
    return
  end
  look_ahead(self, body.exit)
  if body.entry >= length and body.ahead_x == x
    and body.ahead_y == y then
    body.due = huge
  end
end

--- Starts to look ahead, with the cells that the unit is in.
local function survey(self)
  local body, way = self._body, self._way
  body.count, body.leg = 0, way.legs
  if way.length > 0 then
    look_ahead(self, way.gone)
  else
    body.due = huge
  end
end

--- Is the unit in the cells ahead already?
local function is_inside(body)
  return body.count == 0 and body.ahead_x == body.cell_x
    and body.ahead_y == body.cell_y
end

local function take(body, column, row, takes)
  return core.claim(body.unit, body.base_x + column, body.base_y + row, takes)
end

--- Takes the cells that the unit must hold at its place.
-- @return nil, or the unit in the way
function Body.claim(self)
  local body, way = self._body, self._way
  if body.leg ~= way.legs then
    survey(self)
  end
  while body.due <= way.gone do
    if not is_inside(body) then
      local holder = take(body, body.ahead_x, body.ahead_y, true)
      if holder then
        body.is_held = true
        return holder
      end
      local queue, n = body.queue, 3 * body.count
      queue[n + 1], queue[n + 2], queue[n + 3] =
        body.entry, body.ahead_x, body.ahead_y
      body.count, body.in_way = body.count + 1, false
    end
    look_on(self)
  end
  body.is_held = false
end

--- May the unit take a link to that place? Its new cells are taken after the
-- link (see Body.put).
-- @return nil, or the unit in the way
function Body.land(self, x, y)
  local body = self._body
  if not body.unit then
    return nil
  end
  local column, row = place_of(body, x, y)
  local holder = take(body, floor(column), floor(row))
  body.is_held = holder ~= nil
  body.in_way = holder and body.in_way
  return holder
end

--- May the unit go to the end of the leg at once? If so, its cell is the one at
-- that end.
-- @return nil, or the first unit in the way
function Body.leap(self)
  local body, way = self._body, self._way
  if way.is_link then
    return Body.land(self, way.to_x, way.to_y)
  end
  survey(self)
  while body.due < huge do
    local holder = take(body, body.ahead_x, body.ahead_y)
    if holder then
      body.leg, body.is_held = false, true
      return holder
    end
    look_on(self)
  end
  if way.length > 0 then
    body.cell_x, body.cell_y = body.ahead_x, body.ahead_y
  end
  body.is_held, body.in_way = false, false
end

--- The unit stands before another one. Is that a new bump?
function Body.bumps_into(self, unit)
  local body = self._body
  if body.in_way == true then
    body.in_way = unit
  end
  if rawequal(body.in_way, unit) then
    return false
  end
  body.in_way, body.bumps = unit, body.bumps + 1
  return true
end

return Body
