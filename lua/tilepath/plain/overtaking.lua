--- How a unit passes a slower one that goes the same way. Behind it, the steps
-- sideways that are still to do until it can be passed count for each place,
-- also for the unit's own (pibt.lua): so it goes aside, and does not turn in
-- again before it has passed. They do if the time that it would lose is longer,
-- and if there is room.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local crowdunit = require(siblings .. "crowdunit")
local hexagons = require(siblings .. "hexagons")

local abs, floor, max, min = math.abs, math.floor, math.max, math.min
local cell, DX, DY = agent.cell, agent.DX, agent.DY
local any_cell, cost, is_standing =
  crowdunit.any_cell, crowdunit.cost, crowdunit.is_standing

local overtaking = {}

local MOST_DELAY = 16 -- steps that count behind a slow unit

--- The direction in which a unit in motion goes, if the next place on its row or
-- column lies in the same direction; else nil.
local function heading_of(c, o)
  local d, s = o.heading, c.grid.stagger
  if not d or o.state ~= "going"
    or is_standing(o) and o.progress_time ~= c.now then
    return nil
  elseif not s then
    return d <= 4 and d or nil
  end
  local x, y = cell(o.agent, o.at)
  local by = hexagons.sides(s, x, y)[d]
  return hexagons.side_number(s, by, x + DX[by], y + DY[by]) == d and by or nil
end

--- Twice the steps sideways from a place until a unit could pass the slower one
-- to a side: 1 or -1.
local function steps_to_pass(u, slower, d, side, p)
  local x, y = cell(u.agent, p)
  local left, top = cell(slower.agent, slower.at)
  local across = DX[d] * (2 * (y - top) + u.high - slower.high)
    - DY[d] * (2 * (x - left) + u.wide - slower.wide)
  local width = abs(DX[d]) * (u.high + slower.high)
    + abs(DY[d]) * (u.wide + slower.wide)
  return max(width - side * across, 0)
end

--- The free cells between a unit in a place and the other one, which is ahead;
-- below 0: it is beside it. nil: all of it is behind the unit.
local function gap_to(u, o, d, p)
  local mine, my_row = cell(u.agent, p)
  local its, its_row = cell(o.agent, o.at)
  local my_length, its_length = u.wide, o.wide
  if DX[d] == 0 then
    mine, its, my_length, its_length = my_row, its_row, u.high, o.high
  end
  if DX[d] + DY[d] < 0 then
    return its < mine + my_length and mine - its - its_length or nil
  end
  return its + its_length > mine and its - mine - my_length or nil
end

--- A unit near this one that goes more slowly where it wants to go, in which
-- direction, and the gap between them.
local function find_slower(c, u)
  local x, y = cell(u.agent, u.at)
  local near = 1 + max(u.wide, u.high)
  local left, right = max(x - near, 0), min(x + u.wide + near, c.grid.width) - 1
  local top, low = max(y - near, 0), min(y + u.high + near, c.grid.height) - 1
  for row = top, low do
    for p = agent.place(u.agent, left, row), agent.place(u.agent, right, row) do
      local o = c.occupant[p]
      if o and o ~= u and o.step_time > u.step_time then
        local d = heading_of(c, o)
        local gap = d and gap_to(u, o, d, u.at)
        if gap and agent.may_step(u.agent, u.at, d)
          and cost(u, u.at + c.offset[d]) < cost(u, u.at) then
          return o, d, gap
        end
      end
    end
  end
end

local function is_held(c, u, p, slower)
  local o = c.occupant[p]
  return o and o ~= u and o ~= slower
end

--- The place to which a step leads, if the map allows it, and if no third unit
-- holds a place that the unit would cover; else nil.
local function go(c, u, slower, p, d)
  local to = p and agent.may_step(u.agent, p, d) and p + c.offset[d]
  return to and not any_cell(c, u, to, is_held, slower) and to or nil
end

--- The step sideways: on hexagons ahead as well.
local function sideways(c, u, slower, d, side)
  local s = c.grid.stagger
  if not s then
    for across = 1, 4 do
      if DX[across] == -side * DY[d] and DY[across] == side * DX[d] then
        return across
      end
    end
  end
  local x, y = cell(u.agent, u.at)
  for across = 1, 8 do
    if across ~= d and agent.may_step(u.agent, u.at, across)
      and steps_to_pass(u, slower, d, side, u.at + c.offset[across]) == 0
      and hexagons.apart(s, x + DX[across], y + DY[across], x + DX[d],
      y + DY[d]) == 1 then
      return across
    end
  end
end

--- Is there room beside the slower one, and on the way on which the unit passes
-- it? That one goes on meanwhile.
local function has_way(c, u, slower, d, side)
  local p, across = u.at, nil
  while p and steps_to_pass(u, slower, d, side, p) > 0 do
    across = across or sideways(c, u, slower, d, side)
    p = across and go(c, u, slower, p, across)
  end
  local length = DX[d] ~= 0 and u.wide + slower.wide or u.high + slower.high
  local way = floor((length + 1) * slower.step_time
    / (slower.step_time - u.step_time))
  for _ = 1, min(way, MOST_DELAY) do
    p = go(c, u, slower, p, d)
  end
  return p ~= nil
end

--- Does a unit overtake? Returns a function of a place, with twice the steps
-- sideways from there until it can pass, and the direction ahead; or nil.
-- @param step  what a step costs it
function overtaking.find(c, u, step)
  if u.state ~= "going" or u.step_time >= c.longest_step then
    return nil -- no unit can be slower
  end
  local slower, d, gap = find_slower(c, u)
  if not slower then
    return nil
  end
  local lost = min(floor(cost(u, u.at) / max(step, 1)), MOST_DELAY)
    * (slower.step_time - u.step_time) / u.step_time
  local width = DX[d] ~= 0 and u.high + slower.high or u.wide + slower.wide
  local least, best = math.huge, nil
  for side = -1, 1, 2 do
    local aside = steps_to_pass(u, slower, d, side, u.at)
    -- It begins right behind the other one, which goes on meanwhile.
    if aside < least and (aside == 0 or aside < lost)
      and 2 * (gap - 1) <= max(width - aside, 0)
      and has_way(c, u, slower, d, side) then
      least, best = aside, side
    end
  end
  return best and function(p)
    return gap_to(u, slower, d, p) and steps_to_pass(u, slower, d, best, p) or 0
  end, d
end

return overtaking
