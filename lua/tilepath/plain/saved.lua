--- Saved crowds: crowd:save(), and what crowd/saved.lua beside needs to restore
-- one.
--
-- A state has a record of the crowd, and one of each unit with two lists of
-- numbers (points of a patrol or goals; a path). A record is a row of letters
-- with numbers. The letters of crowd.lua are those of the C module; the others
-- are this core's own.
--
-- Costs to goals are not saved, because they can be made again. A unit without an order
-- has no more than its place.
--
-- Few numbers are checked here. A crowd from a damaged state writes another
-- one, which crowd.lua notices. So a check is for a number that would come back
-- as it is, but fits nothing.

local siblings = (...):match("^.*[./]") or ""
local parent = siblings:gsub("plain[./]$", "")
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local class = require(parent .. "class")
local simulation = require(siblings .. "simulation")
local orders = require(siblings .. "orders")
local crowdunit = require(siblings .. "crowdunit")
local unitstates = require(siblings .. "unitstates")
local unit = require(siblings .. "unit")

local abs, floor, huge, max, min =
  math.abs, math.floor, math.huge, math.max, math.min

local saved = {}

-- Records ---------------------------------------------------------------------

local CROWD, UNIT = "nbwr", "nwhcoxyvpqutbfelsaNBPULYSFIJREgjACKDVQmWMXZGHizO"

-- Numbers of words, and words of numbers.
local KINDS = { within = 1, adjacent = 2 }
local TIMES = { seconds = 1, ticks = 2, "seconds", "ticks" }
local STATES = { going = 2, waiting = 2, arrived = 3, settled = 4, blocked = 5,
  [2] = "going", [3] = "arrived", [4] = "settled", [5] = "blocked" }

local MOST = 2 ^ 52 -- units of time
local HALF = 0.5 + 1e-4 -- of a cell, with rounding

--- Numbers as text, as in all states. That file needs the whole core.
local function flat()
  return require(parent .. "serialize")
end

--- A record, from the numbers by letter. True counts as 1. False, nil and 0 are
-- left out. The letters B, W, f, g, j, t and z keep a 0, because nil means
-- something else there.
local function write(letters, numbers)
  return (letters:gsub(".", function(letter)
    local value = numbers[letter]
    return value and (value ~= 0 or letter:find("[BWfgjtz]"))
      and letter .. flat().text(value == true and 1 or value) or ""
  end))
end

--- The numbers of a record, by letter; 0 if they were left out.
local function read(text)
  local numbers = setmetatable({}, { __index = function() return 0 end })
  for letter, digits in text:gmatch("(%a)([%d^-]+)") do
    numbers[letter] = flat().number(digits)
  end
  return numbers
end

-- Writing ---------------------------------------------------------------------

--- The number of a place's cell, row by row from 0.
local function cell_of(c, p)
  local x, y = agent.cell(c, p)
  return y * c.grid.width + x
end

--- The record of a unit.
-- @param order  its order, or nil
-- @param target  the number of its target, if that is a unit of the crowd
local function record_of(c, u, order, target)
  local s = { n = u.number, w = u.wide > 1 and u.wide,
    h = u.high > 1 and u.high, c = cell_of(c, u.at),
    o = u.is_placed, x = u.is_placed and u.x, y = u.is_placed and u.y,
    v = u.speed, p = u.pace > 1 and u.pace,
    q = u.priority, u = not u.yields, t = u.heading and u.heading - 1, b = u.paused }
  if u.at ~= u.from then
    s.f, s.e, s.l = cell_of(c, u.from), u.finish - c.now, u.duration
  end
  if not order then
    return write(UNIT, s)
  end
  local k, q, points = order.keep, order.query, order.points
  s.s, s.a, s.S = STATES[u.state], c.now - u.since, u.settle_radius
  s.F, s.I, s.J, s.R = u.away, u.refused, u.stuck, u.reported
  s.N, s.B = c.now - u.progress_time, u.best < huge and u.best
  s.P, s.U, s.Y = u.backoff, u.pushes, u.is_rerouted
  s.L = u.seeks_detour or u.awaited
  s.E, s.j = order.kind.number, points and #points - order.next
  s.H = order.is_partial or order.is_spare
  if k then
    s.i, s.z = k.least > 0 and k.least, k.most < huge and k.most
    s.V, s.O = k.sight, target
  elseif q then
    s.A, s.C, s.K = q.goals and 2 or 1, not q.in_world, KINDS[q.kind]
    s.D, s.V, s.Q, s.m = q.within, q.sight, q.partial, order.waits
    s.M = q.max_nodes < huge and q.max_nodes + 1
    s.X, s.Z, s.G = q.to_x, q.to_y, order.chosen
  end
  s.W = u.detour_price and min(u.detour_price, 65534)
  s.g = not points and u.goal and cell_of(c, u.goal)
    or points and not u.goal and 0 -- between two points
  return write(UNIT, s)
end

--- The list of an order: points of a patrol, or goals.
local function list_of(c, order)
  local list = {}
  for _, p in ipairs(not order.links and order.points or {}) do
    list[#list + 1] = flat().text(cell_of(c, p))
  end
  for _, goal in ipairs(not order.keep and order.query and order.query.goals
    or {}) do
    for _, name in ipairs { "x", "y", "w", "h", "cost" } do
      list[#list + 1] = flat().text(goal[name])
    end
  end
  return table.concat(list, " ")
end

--- The rest of the path of an order to follow it, without the places where it
-- goes straight on; and behind the first place 1, behind each other whether a
-- link leads there.
local function path_of(c, order)
  local list, points, links = {}, order.points, order.links
  local first = links and max(order.next - 1, 1)
  for i = first or 1, links and #points or 0 do
    local p, by_link = points[i], i > first and links[i - 1]
    if i == first or i == #points or by_link or links[i]
      or 2 * p ~= points[i - 1] + points[i + 1] then
      list[#list + 1] = flat().text(cell_of(c, p))
      list[#list + 1] = (by_link or i == first) and "1" or "0"
    end
  end
  return table.concat(list, " ")
end

--- crowd.methods.state: the text of the crowd, and those of its units; and
-- their targets that are no units of the crowd, by the numbers of units.
local function state(handle)
  local c = rawget(handle, "_state")
  local targets, texts = {}, { write(CROWD, { n = c.additions,
    b = TIMES[c.time_unit], w = c.clock, r = c.fraction }) }
  for i, u in ipairs(c.units) do
    u.index = i
  end
  for i, u in ipairs(c.units) do
    local order = u.order
    local other = order and class.state(unit.Unit, order.target)
    local index = other and other.crowd == c and other.index
    if other and not other.crowd then -- it was removed: the order is over
      order = nil
    end
    targets[i] = order and not index and order.target or nil
    texts[3 * i - 1] = record_of(c, u, order, index)
    texts[3 * i] = order and list_of(c, order) or ""
    texts[3 * i + 1] = order and path_of(c, order) or ""
  end
  return table.concat(texts, "#") .. "#", targets
end

-- Restoring -------------------------------------------------------------------

--- core.set_time(crowd, text)
local function set_time(handle, text)
  local c, s = rawget(handle, "_state"), read(text)
  c.additions, c.time_unit = floor(s.n), TIMES[s.b]
  c.clock, c.fraction = s.w, s.r
  c.now, c.numbered = s.w + (s.r > 0 and 1 or 0), {}
  return s.w <= MOST and write(CROWD, s) == text
end

--- The place of a cell's number; false if the map has none.
local function place_of(c, cell)
  local w, h = c.grid.width, c.grid.height
  return cell and cell % 1 == 0 and cell >= 0 and cell < w * h
    and agent.place(c, cell % w, (cell - cell % w) / w) or false
end

--- Sets what a unit has with an order. Returns false if that does not fit.
local function set_order(c, u, order, s)
  local points, goals = order.points, order.query and order.query.goals or {}
  u.state, u.since, u.settle_radius = STATES[s.s], c.now - s.a, s.S
  u.away, u.refused, u.stuck, u.reported = s.F == 1, s.I == 1, s.J == 1, s.R == 1
  u.progress_time, u.best = c.now - s.N, rawget(s, "B") or huge
  u.backoff, u.pushes = s.P % 64, s.U
  u.awaited = s.L == 1 and crowdunit.is_fixed(u)
  u.seeks_detour, u.is_rerouted = s.L == 1 and not u.awaited, s.Y == 1
  order.chosen, order.is_partial = goals[s.G] and floor(s.G), s.H == 1
  u.is_path_short = order.waits and order.is_partial or false
  if s.E == orders.member.number then
    order.kind = orders.member
    order.is_partial, order.is_spare = nil, s.H == 1
  elseif points then
    order.next = floor(#points - (rawget(s, "j") or #points - order.next))
    u.point, u.goal = order.next, not rawget(s, "g") and points[order.next]
    u.state = u.state == "going" and not u.goal and "waiting" or u.state
  else
    u.goal = u.goal or place_of(c, rawget(s, "g"))
  end
  u.is_restored = u.goal and not (order.query and order.query.avoid)
  return u.state and (not points or points[order.next])
    and not (s.E == orders.member.number and order.query)
    and (u.state ~= "settled" or u.settle_radius > 0)
    and (u.state ~= "arrived" or u.away or (u.goal or u.at) == u.at)
end

--- Is the position that it was put to in its cell, or, during a step, in the
-- cell where the step began?
local function is_placed(c, u, p)
  local x, y = unit.middle(u.finder, p)
  return not u.is_placed or abs(u.x - x) <= HALF * c.grid.cell_width
    and abs(u.y - y) <= HALF * c.grid.cell_height
end

--- Lets a unit hold a place that it leaves, unless another unit has it already.
-- Returns true if that may not be, because the unit is in a link.
local function hold(c, u, p)
  local other = c.occupant[p]
  c.occupant[p] = other or u
  return other and other ~= u and u.duration == 0
end

--- Sets a step or a link that is under way. Returns false if it is none.
local function set_step(c, u, s)
  local from = place_of(c, s.f) or u.at
  local x, y = agent.cell(c, from)
  u.by = s.l == 0 and c.time_unit and crowdunit.LINK
    or u.agent.direction_of[u.at - from]
  u.from, u.finish, u.duration, u.wake = from, c.now + s.e, s.l, c.now + s.e
  return from ~= u.at and u.by and s.e >= 0 and (s.l == 0 or s.e <= s.l)
    and x + u.wide <= c.grid.width and y + u.high <= c.grid.height
    and not crowdunit.any_cell(c, u, from, hold)
end

--- core.set_unit(unit, text)
local function set_unit(handle, text)
  local u, s = rawget(handle, "_state"), read(text)
  local c = u.crowd
  local is_known = c.numbered[s.n]
  c.numbered[s.n] = u
  u.number, u.paused = floor(s.n), s.b == 1
  u.is_placed, u.x, u.y = s.o == 1, s.x, s.y
  local d, hex = (rawget(s, "t") or -1) + 1, c.grid.stagger
  u.heading = (hex and hex.regular or agent.DX)[d] and d or false
  simulation.pace(c, u)
  if is_known or s.n < 1 or s.n > c.additions
    or not is_placed(c, u, place_of(c, rawget(s, "f")) or u.at)
    or u.order and not set_order(c, u, u.order, s) then
    return false
  elseif rawget(s, "f") then
    return set_step(c, u, s)
  elseif crowdunit.rests(u) and not u.asks_each_step then
    u.wake = u.state == "blocked" and u.progress_time or huge
  end
  return true
end

-- What a crowd keeps.
local NAMES = { "handle", "nodes", "number", "speeds", "tells_moves",
  "searches", "events", "job", "is_restored" }

--- core.exchange(crowd, new): the new state becomes that of the crowd. Units
-- that it had before keep their handles, and the game's fields.
local function exchange(handle, other)
  local c, new = rawget(handle, "_state"), rawget(other, "_state")
  args.check_idle(c, "crowd", "load")
  c.events.reported = c.events.count
  unitstates.forget_events(c)
  while #c.units > 0 do
    local u = c.units[#c.units]
    local copy = new.numbered[u.number]
    unit.dismiss(u)
    if copy then
      copy.handle, copy.own = u.handle, u.own
      rawset(u.handle, "_state", copy)
    end
  end
  for _, u in ipairs(new.units) do
    local target = class.state(unit.Unit, u.order and u.order.target)
    if target then
      u.order.target = target.handle
    end
  end
  for _, name in ipairs(NAMES) do
    new[name] = c[name]
  end
  new.recovers, new.numbered = true, nil
  c.grid.dependents[c] = nil -- a resize must change the events once
  rawset(handle, "_state", new)
  return true
end

--- Adds states to the core.
function saved.open(core, methods)
  methods.save, core.exchange = state, exchange
  core.set_time, core.set_unit = set_time, set_unit
  core.set_path = function() end -- costs to goals are made again
end

return saved
