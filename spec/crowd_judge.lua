--- A judge of crowds that knows nothing of the library: it is told the map and,
-- from moment to moment, where everybody is, and notes what must not be.
--
--     local judge = crowd_judge.new(rows, "never")
--     judge:add("a", { w = 2, h = 2, pace = 3 })
--     judge:see(0, { a = { x = 1, y = 1 } })      -- in this order: look,
--     judge:set_wall(4, 2, true)                  -- change the map, look
--     judge:see(1, { a = { x = 2, y = 1, wx = 2.5, wy = 1.5 } })
--     judge.faults                                -- { "1: a ...", ... }
--
-- A place is the top left cell, counted from 1,1, that a unit stands in or
-- steps into; with `wx` and `wy`, its middle in the world, counted in cells too
-- (1 is the middle of the first). Who is not in a list has left. Between two
-- looks there is less time than the fastest step takes, so that whoever is seen
-- in another cell has begun one step; and for the same reason all steps that
-- were begun between two looks are under way at once.
--
-- `pace` is the time of a straight step. A diagonal one takes as much, or, for
-- a judge with `by_time`, the square root of two of it. `rule` is the agent's
-- own where it is not that of the judge. Of one that is `led` by somebody else
-- only its cells are looked at; and `put` tells of one that was put elsewhere.

local abs, max, min, sqrt = math.abs, math.max, math.min, math.sqrt

local NEAR = 1e-6 -- rounding, in cells and parts of a step
local GRAIN = 2 ^ -20 -- time may be counted so, in real time
local PHASES = 12 -- in which two steps are compared

local Judge = {}
Judge.__index = Judge

local crowd_judge = {}

--- @param rows the map as a list of texts: `#` is a wall
function crowd_judge.new(rows, diagonal, by_time)
  local self = setmetatable({ diagonal = diagonal, by_time = by_time,
    height = #rows, width = #rows[1], walls = {}, agents = {}, ids = {},
    faults = {}, before = nil, beat = 0, moves = 0 }, Judge)
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
    pace = agent.pace or 1, rule = agent.rule or self.diagonal,
    led = agent.led, began = nil, took = 0, moved = 0 }
  self.ids[#self.ids + 1] = id
end

function Judge:set_wall(x, y, is_wall)
  self.walls[y][x] = is_wall
end

--- @param place as in a list that it sees, now that nobody looks
function Judge:put(id, place)
  self.before[id], self.agents[id].began = place, nil
end

function Judge:fault(...)
  self.faults[#self.faults + 1] = ("%g: "):format(self.beat)
    .. string.format(...)
end

-- The map -----------------------------------------------------------------

function Judge:fits(agent, x, y)
  for row = y, y + agent.h - 1 do
    for column = x, x + agent.w - 1 do
      if not self.walls[row] or self.walls[row][column] ~= false then
        return false
      end
    end
  end
  return true
end

local NEEDED = { never = 3, only_if_no_obstacles = 2,
  at_least_one_walkable = 1, always = 0 }

--- May it step from the one place to the other, as far as walls go? One that
-- stands where something was built may go anywhere that it fits.
function Judge:may_step(agent, from, to)
  local dx, dy = abs(to.x - from.x), abs(to.y - from.y)
  if max(dx, dy) > 1 or not self:fits(agent, to.x, to.y) then
    return false
  elseif dx + dy < 2 or not self:fits(agent, from.x, from.y) then
    return true
  end
  local free = (self:fits(agent, to.x, from.y) and 1 or 0)
    + (self:fits(agent, from.x, to.y) and 1 or 0)
  return free >= NEEDED[agent.rule]
end

-- Two units ---------------------------------------------------------------

--- How deep two rectangles lie in each other, on the axis where that is less;
-- below 0 they are apart.
local function depth(a, ax, ay, b, bx, by)
  return min((a.w + b.w) / 2 - abs(ax + a.w / 2 - bx - b.w / 2),
    (a.h + b.h) / 2 - abs(ay + a.h / 2 - by - b.h / 2))
end

local function deepest(a, from_a, to_a, b, from_b, to_b)
  local most = -1
  for i = 0, PHASES do
    local f = i / PHASES
    most = max(most, depth(
      a, from_a.x + (to_a.x - from_a.x) * f,
      from_a.y + (to_a.y - from_a.y) * f,
      b, from_b.x + (to_b.x - from_b.x) * f,
      from_b.y + (to_b.y - from_b.y) * f))
  end
  return most
end

local function has_moved(from, to)
  return from ~= nil and to ~= nil and (from.x ~= to.x or from.y ~= to.y)
end

function Judge:look_at_two(i, j, now)
  local a, b, before = self.agents[i], self.agents[j], self.before or now
  local at_a, at_b = now[i], now[j]
  local far = max(a.w, b.w, a.h, b.h) + 2
  if abs(at_a.x - at_b.x) > far or abs(at_a.y - at_b.y) > far then
    return nil
  end
  if depth(a, at_a.x, at_a.y, b, at_b.x, at_b.y) > NEAR then
    return self:fault("%s and %s hold one cell", i, j)
  elseif a.led or b.led then
    return nil
  end
  if at_a.wx and at_b.wx then
    local deep = depth(a, at_a.wx - a.w / 2, at_a.wy - a.h / 2,
      b, at_b.wx - b.w / 2, at_b.wy - b.h / 2)
    if deep > 0.5 + NEAR then
      self:fault("%s and %s lie %.3f in each other", i, j, deep)
    end
  end
  if has_moved(before[i], at_a) or has_moved(before[j], at_b) then
    local deep = deepest(a, before[i] or at_a, at_a, b, before[j] or at_b, at_b)
    if deep > 0.5 + NEAR then
      self:fault("%s and %s go %.3f through each other", i, j, deep)
    end
  end
end

-- One unit ----------------------------------------------------------------

--- Who holds a cell, and held it before?
function Judge:stands_in(x, y, now)
  for id, at in pairs(now) do
    local a, was = self.agents[id], self.before[id]
    local function holds(place)
      return place and x >= place.x and x < place.x + a.w
        and y >= place.y and y < place.y + a.h
    end
    if holds(at) and holds(was) then
      return id
    end
  end
end

function Judge:look_at_step(id, from, to, now)
  local agent = self.agents[id]
  local is_diagonal = from.x ~= to.x and from.y ~= to.y
  if not self:may_step(agent, from, to) then
    self:fault("%s goes from %d,%d to %d,%d", id, from.x, from.y, to.x, to.y)
  end
  if agent.began and self.beat - agent.began < agent.took - NEAR then
    self:fault("%s takes less than %g for a step", id, agent.took)
  end
  if is_diagonal and agent.w * agent.h == 1 then
    local one = self:stands_in(to.x, from.y, now)
    local other = self:stands_in(from.x, to.y, now)
    if one and other then
      self:fault("%s squeezes between %s and %s", id, one, other)
    end
  end
  -- begun after the last look
  agent.began = self.by_time and self.looked or self.beat
  agent.took = agent.pace * (is_diagonal and self.by_time and sqrt(2) or 1)
  agent.moved = self.beat
  self.moves = self.moves + 1
end

function Judge:look_at_place(id, was, at)
  local agent = self.agents[id]
  if max(abs(at.wx - at.x - (agent.w - 1) / 2),
      abs(at.wy - at.y - (agent.h - 1) / 2)) > 1 + NEAR then
    self:fault("%s is at %.3f,%.3f, in %d,%d", id, at.wx, at.wy, at.x, at.y)
  end
  if was and was.wx then
    local way = sqrt((at.wx - was.wx) ^ 2 + (at.wy - was.wy) ^ 2)
    local most = (self.beat - self.looked + 2 * GRAIN) / agent.pace
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
end

--- Looks at all of them. @param now { [id] = { x =, y = [, wx =, wy =] }, ... }
function Judge:see(beat, now)
  self.looked, self.beat = self.beat, beat
  for n, id in ipairs(self.ids) do
    local at, was = now[id], self.before and self.before[id]
    if at then
      if not self.agents[id].led then
        self:look_at_alone(id, was, at, now)
      end
      for m = n + 1, #self.ids do
        if now[self.ids[m]] then
          self:look_at_two(id, self.ids[m], now)
        end
      end
    end
  end
  self.before = now
end

--- When it was last seen in another cell than before.
function Judge:last_move(id)
  return self.agents[id].moved
end

return crowd_judge
