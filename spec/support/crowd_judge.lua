--- A judge of crowds without code of the library. The caller gives it the map
-- and, moment by moment, the place of each unit; the judge notes the faults.
--
--     local judge = crowd_judge.new(rows, "never")
--     judge:add("a", { w = 2, h = 2, pace = 3 })
--     judge:see(0, { a = { x = 1, y = 1 } })      -- in this order: look,
--     judge:set_wall(4, 2, true)                  -- change the map, look
--     judge:see(1, { a = { x = 2, y = 1, wx = 2.5, wy = 1.5 } })
--     judge.faults                                -- { "1: a ...", ... }
--
-- A place is the top left cell, counted from 1,1, where a unit stands or steps
-- to; with `wx` and `wy`, its middle in the world, in cells (1 is the middle of
-- the first cell). A unit that is not in the list has left. The time between
-- two looks must be shorter than the fastest step. So a unit in another cell
-- has begun one step, and all steps begun between two looks overlap in time.
--
-- `pace` is the time of a straight step. A diagonal step takes the same time,
-- or root 2 of it with `by_time`. `rule` is the agent's own diagonal rule, if
-- it differs from the judge's, and `ignores` has the names of fences that do
-- not bar it. Call `put` after a unit was put elsewhere. `shut` adds a fence, of
-- that name or without one, from a cell to the next.
-- `link` adds a link that takes at least `seconds`, or `price` times a straight
-- step. A unit in a link counts at its far end at once, and stands in the world
-- at the near end until the time is over. No other unit may be at either end.
--
-- With `judge.follows`, a function of two ids, the first may be a companion of the
-- second: then both may change places, if they are of one cell.
--
-- On regular hexagons each unit has one cell. Middles of hexagons are 1 apart;
-- two units are never nearer than a half.

local sorted = require "spec.support.sorted"

local abs, max, min, sqrt = math.abs, math.max, math.min, math.sqrt

local NEAR = 1e-6 -- rounding, in cells and parts of a step
local GRAIN = 2 ^ -20 -- time may be counted so, in real time
local HEIGHT = sqrt(3) / 2 -- from one row of hexagons to the next
local PHASES = 12 -- in which two steps are compared

local Judge = {}
Judge.__index = Judge

local crowd_judge = {}

--- @param rows the map as a list of texts: `#` is a wall
-- @param stagger of hexagons: "odd-r", "even-r", "odd-q" or "even-q"
function crowd_judge.new(rows, diagonal, by_time, stagger)
  local self = setmetatable({ diagonal = diagonal, by_time = by_time,
    height = #rows, width = #rows[1], walls = {}, agents = {}, ids = {},
    sides = {}, links = {}, faults = {}, before = nil, tick = 0, moves = 0,
    rides = 0 }, Judge)
  if stagger then
    self.shoved = stagger:find("^odd") and 0 or 1
    self.is_flat = stagger:find("q$") ~= nil
  end
  for y, row in ipairs(rows) do
    self.walls[y] = {}
    for x = 1, #row do
      self.walls[y][x] = row:sub(x, x) == "#"
    end
  end
  return self
end

function Judge:add(id, agent)
  self.agents[id] = { w = agent.w or 1, h = agent.h or 1,
    pace = agent.pace or 1, rule = agent.rule or self.diagonal, took = 0,
    ignores = agent.ignores or {}, moved = 0 } -- when it was last seen in a new cell
  self.ids[#self.ids + 1] = id
end

local function side_between(x1, y1, x2, y2)
  return ("%d,%d>%d,%d"):format(x1, y1, x2, y2)
end

function Judge:shut(x1, y1, x2, y2, name)
  local side = side_between(x1, y1, x2, y2)
  self.sides[side] = self.sides[side] or {}
  self.sides[side][name or ""] = true
end

--- Does a fence bar an agent on the way from a cell to the next? Without an agent:
-- is there one?
function Judge:bars(agent, x1, y1, x2, y2)
  local ignores = agent and agent.ignores or {}
  for name in pairs(self.sides[side_between(x1, y1, x2, y2)] or {}) do
    if not ignores[name] then return true end
  end
  return false
end

--- @param link { x1 =, y1 =, x2 =, y2 =, one_way =, price =, seconds = }, which
-- unlink takes again
function Judge:link(link)
  self.links[#self.links + 1] = link
end

function Judge:unlink(link)
  for i = #self.links, 1, -1 do
    if self.links[i] == link then
      table.remove(self.links, i)
    end
  end
end

--- @param place as in a list for `see`
function Judge:put(id, place)
  local agent = self.agents[id]
  self.before[id], agent.began, agent.ride, agent.may = place, nil, nil, nil
end

function Judge:fault(...)
  self.faults[#self.faults + 1] = ("%g: "):format(self.tick)
    .. string.format(...)
end

-- The map -----------------------------------------------------------------

--- The corner of a cell in the world, or the middle of a hexagon.
function Judge:place(x, y)
  if not self.shoved then
    return x, y
  elseif self.is_flat then
    return (x - 1) * HEIGHT + 0.5 + 1 / sqrt(3),
      y + (x % 2 == self.shoved and 0.5 or 0)
  end
  return x + (y % 2 == self.shoved and 0.5 or 0),
    (y - 1) * HEIGHT + 0.5 + 1 / sqrt(3)
end

--- From that place to the middle of an agent.
function Judge:middle(agent)
  if self.shoved then return 0, 0 end
  return (agent.w - 1) / 2, (agent.h - 1) / 2
end

local function distance(x1, y1, x2, y2)
  return sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
end

--- Does a fence between two cells bar an agent, in any direction?
function Judge:is_cut(agent, x1, y1, x2, y2)
  return self:bars(agent, x1, y1, x2, y2) or self:bars(agent, x2, y2, x1, y1)
end

--- Does its front cross a fence?
function Judge:is_shut(agent, x, y, dx, dy)
  for row = y, y + agent.h - 1 do
    for column = x, x + agent.w - 1 do
      local to_x, to_y = column + dx, row + dy
      local is_under = to_x >= x and to_x < x + agent.w
        and to_y >= y and to_y < y + agent.h
      if not is_under and self:bars(agent, column, row, to_x, to_y) then
        return true
      end
    end
  end
  return false
end

--- Do fences bar that step? A diagonal step has two ways round.
function Judge:is_barred(agent, from, dx, dy)
  local x, y = from.x, from.y
  if dx == 0 or dy == 0 then return self:is_shut(agent, x, y, dx, dy) end
  local one = self:is_shut(agent, x, y, dx, 0)
    or self:is_shut(agent, x + dx, y, 0, dy)
  local other = self:is_shut(agent, x, y, 0, dy)
    or self:is_shut(agent, x, y + dy, dx, 0)
  if agent.rule == "only_if_no_obstacles" then return one or other end
  return one and other
end

-- A unit that goes out of a wall may go on over walls. It may cover a fence that
-- it covered before.
-- @param from  the place of such a unit, or nil
function Judge:fits(agent, x, y, from)
  local function covered(column, row)
    return from and column >= from.x and column < from.x + agent.w
      and row >= from.y and row < from.y + agent.h
  end
  for row = y, y + agent.h - 1 do
    for column = x, x + agent.w - 1 do
      local wall = self.walls[row] and self.walls[row][column]
      if wall == nil or wall and not from then return false end
      local is_known = covered(column, row)
      if column > x and self:is_cut(agent, column - 1, row, column, row)
        and not (is_known and covered(column - 1, row))
        or row > y and self:is_cut(agent, column, row - 1, column, row)
        and not (is_known and covered(column, row - 1)) then
        return false
      end
    end
  end
  return true
end

local NEEDED = { never = 3, only_if_no_obstacles = 2,
  at_least_one_walkable = 1, always = 0 }

--- Do walls allow the step from the one place to the other? A unit in a new
-- wall may step anywhere.
function Judge:may_step(agent, from, to)
  local dx, dy = abs(to.x - from.x), abs(to.y - from.y)
  local out = not self:fits(agent, from.x, from.y) and from or nil
  if self.shoved then
    local x1, y1 = self:place(from.x, from.y)
    local x2, y2 = self:place(to.x, to.y)
    return abs(distance(x1, y1, x2, y2) - 1) < NEAR
      and self:fits(agent, to.x, to.y, out)
      and not self:bars(agent, from.x, from.y, to.x, to.y)
  elseif max(dx, dy) > 1 or not self:fits(agent, to.x, to.y, out)
    or self:is_barred(agent, from, to.x - from.x, to.y - from.y) then
    return false
  elseif dx + dy < 2 or out then
    return true
  end
  local free = (self:fits(agent, to.x, from.y) and 1 or 0)
    + (self:fits(agent, from.x, to.y) and 1 or 0)
  return free >= NEEDED[agent.rule]
end

--- The fastest link from the one place to the other, and its time.
function Judge:find_link(agent, from, to)
  local best, least
  local function joins(x1, y1, x2, y2)
    return x1 == from.x and y1 == from.y and x2 == to.x and y2 == to.y
  end
  for _, link in ipairs(self.links) do
    local takes = (link.seconds or 0) > 0 and link.seconds
      or (link.price or 1) * agent.pace
    if (joins(link.x1, link.y1, link.x2, link.y2)
        or not link.one_way and joins(link.x2, link.y2, link.x1, link.y1))
      and (not least or takes < least) then
      best, least = link, takes
    end
  end
  return best, least
end

-- Two units ---------------------------------------------------------------

--- The overlap of two rectangles on the axis where it is smaller; negative if
-- they are apart. Circles on hexagons.
function Judge:depth(a, ax, ay, b, bx, by)
  if self.shoved then return 1 - distance(ax, ay, bx, by) end
  return min((a.w + b.w) / 2 - abs(ax + a.w / 2 - bx - b.w / 2),
    (a.h + b.h) / 2 - abs(ay + a.h / 2 - by - b.h / 2))
end

function Judge:deepest(a, from_a, to_a, b, from_b, to_b)
  local most = -1
  local ax, ay = self:place(from_a.x, from_a.y)
  local bx, by = self:place(from_b.x, from_b.y)
  local to_ax, to_ay = self:place(to_a.x, to_a.y)
  local to_bx, to_by = self:place(to_b.x, to_b.y)
  for i = 0, PHASES do
    local f = i / PHASES
    most = max(most, self:depth(
      a, ax + (to_ax - ax) * f, ay + (to_ay - ay) * f,
      b, bx + (to_bx - bx) * f, by + (to_by - by) * f))
  end
  return most
end

--- Do the cells of two places overlap?
function Judge:overlap(a, at_a, b, at_b)
  local ax, ay = self:place(at_a.x, at_a.y)
  local bx, by = self:place(at_b.x, at_b.y)
  return self:depth(a, ax, ay, b, bx, by) > NEAR
end

local function has_moved(from, to)
  return from ~= nil and to ~= nil and (from.x ~= to.x or from.y ~= to.y)
end

--- The start and the end of its move; the near end for a unit in a link.
function Judge:ends_of(id, at)
  local agent = self.agents[id]
  if agent.ride then
    local place = agent.is_inside and agent.ride or at
    return place, place
  end
  return self.before and self.before[id] or at, at
end

local function is_same(at, other)
  return at ~= nil and at.x == other.x and at.y == other.y
end

--- Do a leader and its companion change places, or have they not stepped since?
function Judge:change_places(i, j, now)
  local a, before = self.agents[i], self.before or now
  if has_moved(before[i], now[i]) or has_moved(before[j], now[j]) then
    a.changes = a.changes or {}
    a.changes[j] = self.follows and is_same(before[i], now[j])
      and is_same(before[j], now[i]) and a.w * a.h == 1
      and (self.follows(i, j) or self.follows(j, i))
    self.changed = (self.changed or 0) + (a.changes[j] and 1 or 0)
  end
  return a.changes and a.changes[j]
end

function Judge:look_at_two(i, j, now)
  local a, b, before = self.agents[i], self.agents[j], self.before or now
  local at_a, at_b = now[i], now[j]
  local far = max(a.w, b.w, a.h, b.h) + 2
  if abs(at_a.x - at_b.x) > far or abs(at_a.y - at_b.y) > far then
    return nil
  end
  if self:overlap(a, at_a, b, at_b) then
    return self:fault("%s and %s hold one cell", i, j)
  elseif self:change_places(i, j, now) then
    return nil
  end
  if at_a.wx and at_b.wx then
    local deep = self:depth(a, at_a.wx - a.w / 2, at_a.wy - a.h / 2,
      b, at_b.wx - b.w / 2, at_b.wy - b.h / 2)
    if deep > 0.5 + NEAR then
      self:fault("%s and %s lie %.3f in each other", i, j, deep)
    end
  end
  if has_moved(before[i], at_a) or has_moved(before[j], at_b) then
    local was_a, is_a = self:ends_of(i, at_a)
    local was_b, is_b = self:ends_of(j, at_b)
    local deep = self:deepest(a, was_a, is_a, b, was_b, is_b)
    if deep > 0.5 + NEAR then
      self:fault("%s and %s go %.3f through each other", i, j, deep)
    end
  end
end

-- One unit ----------------------------------------------------------------

--- Which unit holds a cell, and which held it before?
function Judge:stands_in(x, y, now)
  for _, id in ipairs(sorted(now)) do
    local a, at, was = self.agents[id], now[id], self.before[id]
    local function holds(place)
      return place and x >= place.x and x < place.x + a.w
        and y >= place.y and y < place.y + a.h
    end
    if holds(at) and holds(was) then return id end
  end
end

--- Can it still be in a link?
function Judge:is_riding(agent)
  return agent.ride and self.tick - agent.began < agent.took - GRAIN - NEAR
end

--- A step or a ride has begun after the last look.
function Judge:begin(agent, takes)
  agent.began = self.by_time and self.looked or self.tick
  agent.took, agent.moved, self.moves = takes, self.tick, self.moves + 1
end

function Judge:look_at_ride(id, from, to)
  local agent = self.agents[id]
  local link, takes = self:find_link(agent, from, to)
  if not link or not self:fits(agent, to.x, to.y) then return false end
  if link.ridden == self.tick then
    self:fault("%s is not alone in a link", id)
  end
  link.ridden = self.tick
  agent.ride, self.rides = from, self.rides + 1
  self:begin(agent, takes)
  return true
end

--- A unit in a link holds both ends.
function Judge:look_at_ends(id, now)
  local agent = self.agents[id]
  for other, at in pairs(now) do
    if other ~= id
      and self:overlap(agent, agent.ride, self.agents[other], at) then
      self:fault("%s enters a link that %s is in", other, id)
    end
  end
end

function Judge:look_at_step(id, from, to, now)
  local agent = self.agents[id]
  local is_diagonal = not self.shoved and from.x ~= to.x and from.y ~= to.y
  if agent.began and self.tick - agent.began < agent.took - NEAR then
    self:fault("%s takes less than %g for a step", id, agent.took)
  end
  if agent.ride then
    agent.jumped, agent.ride = from, nil
  end
  if not agent.may and not self:may_step(agent, from, to) then
    if self:look_at_ride(id, from, to) then return end
    self:fault("%s goes from %d,%d to %d,%d", id, from.x, from.y, to.x, to.y)
  end
  if is_diagonal and agent.w * agent.h == 1 then
    local one = self:stands_in(to.x, from.y, now)
    local other = self:stands_in(from.x, to.y, now)
    if one and other then
      self:fault("%s squeezes between %s and %s", id, one, other)
    end
  end
  self:begin(agent,
    agent.pace * (is_diagonal and self.by_time and sqrt(2) or 1))
end

function Judge:look_at_place(id, was, at)
  local agent = self.agents[id]
  local middle_x, middle_y = self:middle(agent)
  if agent.ride then
    local ride_x, ride_y = self:place(agent.ride.x, agent.ride.y)
    agent.is_inside = abs(at.wx - ride_x - middle_x)
      + abs(at.wy - ride_y - middle_y) < 1
    if not agent.is_inside and self:is_riding(agent) then
      self:fault("%s leaves a link too soon", id)
    elseif not agent.is_inside then
      agent.jumped, agent.ride = at, nil
    end
  end
  if agent.ride then
    return
  elseif agent.jumped then
    local x, y = self:place(agent.jumped.x, agent.jumped.y)
    was = { wx = x + middle_x, wy = y + middle_y }
    agent.jumped = nil
  end
  local x, y = self:place(at.x, at.y)
  local dx, dy = abs(at.wx - x - middle_x), abs(at.wy - y - middle_y)
  if (self.shoved and distance(0, 0, dx, dy) or max(dx, dy)) > 1 + NEAR then
    self:fault("%s is at %.3f,%.3f, in %d,%d", id, at.wx, at.wy, at.x, at.y)
  end
  if was and was.wx then
    local way = distance(was.wx, was.wy, at.wx, at.wy)
    local most = (self.tick - self.looked + 2 * GRAIN) / agent.pace
    if way > most + NEAR then
      self:fault("%s comes %.6f far, not %.6f", id, way, most)
    end
  end
end

function Judge:look_at_alone(id, was, at, now)
  if has_moved(was, at) then
    self:look_at_step(id, was, at, now)
  end
  if at.wx then
    self:look_at_place(id, was, at)
  end
  local agent = self.agents[id]
  if agent.ride and not at.wx then
    agent.is_inside = agent.moved == self.tick or self:is_riding(agent)
  end
  if agent.ride and agent.is_inside then
    self:look_at_ends(id, now)
  end
end

--- Changes the map. The steps that units have begun after the last look, as by
-- unit:step, are judged before. @param now  as for see, or nil: none has begun
function Judge:set_wall(x, y, is_wall, now)
  for id, at in pairs(now or {}) do
    local agent, from = self.agents[id], self.before and self.before[id]
    agent.may = agent.may
      or has_moved(from, at) and self:may_step(agent, from, at)
  end
  self.walls[y][x] = is_wall
end

--- Checks all units. @param now { [id] = { x =, y = [, wx =, wy =] }, ... }
function Judge:see(tick, now)
  self.looked, self.tick = self.tick, tick
  for _, id in ipairs(self.ids) do
    if now[id] then
      self:look_at_alone(id, self.before and self.before[id], now[id], now)
    end
    self.agents[id].may = nil
  end
  for n, id in ipairs(self.ids) do
    if now[id] then
      for m = n + 1, #self.ids do
        if now[self.ids[m]] then
          self:look_at_two(id, self.ids[m], now)
        end
      end
    end
  end
  self.before = now
end

return crowd_judge
