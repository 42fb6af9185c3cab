--- Agents of a swarm that keep apart. Each in turn goes on, slides, goes first,
-- makes room, or stands.
--
-- The flow leads an agent from a to b. If no other agent is nearer to b than
-- `apart`, except those behind it from which the step leads away, the agent goes
-- there. Otherwise the agent
--
--     slides      to b, pushed out of all agents that are too near; or past
--                 them, by a step 60 degrees to either side
--     goes first  to b, by a fourth of the distance, if it is in front of all
--                 agents that are nearer to a than `apart`, and comes too near
--                 to none (or if agents around it are too near to each other)
--     makes room  if others are too near to a: by half of what is missing
--     stands      else
--
-- Too near is nearer than three quarters of `apart`; for an agent in front
-- (with less of its path left) that has not arrived, nearer than `apart`. So a
-- queue hardly ever stops for good, and a pile comes to rest: the C module's
-- src/core/field/separation.c says why.
--
-- An agent has arrived if it is at a goal; or if it stands, and all agents
-- around it hardly move, and its cell is a goal's or an agent near it and in
-- front of it has arrived.
--
-- Agents lie in bins, squares of the world, one and a half times as wide as
-- `apart`, of which a hash table has the lists. A look reads the 20 newest
-- agents of a list and reports at most 12: so a thousand agents on one spot
-- cost each other no more than a crowd does.
--
-- A walker has its place x, y; `on_x`, `on_y`, the place to which the flow
-- leads it; and its place in parts of a bin, `part_x`, `part_y`.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local gradient = require(siblings .. "gradient")
local fences = require(siblings .. "fences")
local flow = require(siblings .. "flow")
local sight = require(siblings .. "sight")

local floor, huge, max, min, sqrt =
  math.floor, math.huge, math.max, math.min, math.sqrt
local whole = flow.whole

-- In units of `apart`: too near for all; near enough for a chain.
local NEAR_MOST, NEAR_CHAIN = 0.75, 1.5
local HAIR = 1 + 1 / 2048 -- so that a pushed agent is outside
local LOOKS, MOST = 20, 12
local PARTS, BIN, MOST_BINS = 32768, 1.5, 65500
-- 2^32 divided by the golden ratio, less 2^32: modulo 2^32 that makes no
-- difference, and a host whose numbers have 32 bits can hold it.
local GOLDEN = -1640531535

local function length(x, y)
  return sqrt(x * x + y * y)
end

-- The hash --------------------------------------------------------------------

local function part_of(k, x, y)
  return whole((x - k.left) * k.parts), whole((y - k.top) * k.parts)
end

--- The walkers whose bins have that place in the table, the newest last.
local function list_at(k, column, row)
  local i = (column + row * GOLDEN) % k.heads
  k.lists[i] = k.lists[i] or {}
  return k.lists[i]
end

--- Puts a walker to a place.
local function place(k, w, x, y)
  w.x, w.y, w.left = x, y, nil
  w.part_x, w.part_y = part_of(k, x, y)
  local list = list_at(k, floor(w.part_x / PARTS), floor(w.part_y / PARTS))
  if w.list ~= list then
    for i = w.list and #w.list or 0, 1, -1 do
      if w.list[i] == w then
        table.remove(w.list, i)
        break
      end
    end
    list[#list + 1], w.list = w, list
  end
end

--- The walkers nearer to a point than `times` times `apart`, except one: a list
-- with `far`, their squared distances in parts, and `least`, also of those that
-- are not listed.
local function find(k, except, x, y, times)
  local reach = whole(times * k.apart * k.parts) + 2
  local near, most = { far = {}, least = huge }, reach * reach
  x, y = part_of(k, x, y)
  for row = floor((y - reach) / PARTS), floor((y + reach) / PARTS) do
    for column = floor((x - reach) / PARTS), floor((x + reach) / PARTS) do
      local list = list_at(k, column, row)
      for i = #list, max(1, #list - LOOKS + 1), -1 do
        local w = list[i]
        local dx, dy = w.part_x - x, w.part_y - y
        local far = dx * dx + dy * dy
        if far < most and w ~= except then
          near.least = min(near.least, far)
          if #near < MOST then
            near.far[#near + 1] = far
            near[#near + 1] = w
          end
        end
      end
    end
  end
  return near
end

--- `times` times `apart`, as a square in parts.
local function square(k, times)
  local parts = whole(times * k.apart * k.parts)
  return parts * parts
end

-- Cells -----------------------------------------------------------------------

--- The spot of a place; nil if the agent may not be there.
local function spot_at(k, x, y)
  local s = {}
  s.x, s.y = flow.read(k.f, x, y)
  s.cx, s.cy = floor(s.x), floor(s.y)
  s.p = args.contains(k.f.g, s.cx, s.cy) and agent.place(k.f.agent, s.cx, s.cy)
  return s.p and k.f.agent.class[s.p] > 0 and s or nil
end

--- Is the place in the cell of a goal?
local function is_end(k, x, y)
  return flow.find(k.f, {}, x, y) == "goal"
end

--- The spot of a place to which an agent may go straight, in the same cell or
-- in one beside it; or nil.
local function may_go(k, from, x, y)
  local f, s = k.f, spot_at(k, x, y)
  if s and s.p ~= from.p then
    local d = fences.towards(s.cx - from.cx, s.cy - from.cy)
    if not d or d > 4 and not flow.has_free_sides(f, from.p, d)
      or d <= 4 and sight.is_barred(f.agent.closed, from.p, d) then
      return nil
    end
  end
  return s and (not f.has_body or flow.walls.may_shift(f, from, s)) and s or nil
end

-- What is left of the way -----------------------------------------------------

--- The cost of one cell's length at a spot.
local function slope_at(k, s)
  local a = k.f.agent
  return a.costs.straight[a.class[s.p]] * k.f.search.factor
end

--- The rest of the path by way of the next cell's centre. Before the centre of
-- its own cell an agent pays for that one, behind it for the next: so the rest
-- is the same on both sides of a border.
local function left_at(k, s)
  local f = k.f
  local here, x, y, step = gradient.cost(f, s.p), s.cx, s.cy, 0
  local directions = here < huge and gradient.directions(f, s.p) or 0
  local direction = gradient.FIRST[directions]
  if directions > 0 then
    x, y = x + agent.DX[direction], y + agent.DY[direction]
    step = direction > 4 and 1.4142135623730951 or 1
  end
  local far = length(x + 0.5 - s.x, y + 0.5 - s.y)
  return here + (far - step) * (far < step and
    (here - gradient.cost(f, s.p + f.agent.offset[direction])) / step
    or slope_at(k, s))
end

local function left_of(k, w)
  w.left = w.left or left_at(k, spot_at(k, w.x, w.y))
  return w.left
end

--- Is the one agent in front of the other?
local function is_front(k, one, other)
  local a, b = left_of(k, one), left_of(k, other)
  return a < b or a == b and one.number < other.number
end

-- Agents too near -------------------------------------------------------------

--- The distance to keep from another agent, in units of `apart`.
local function due(k, w, other)
  return not other.has_arrived and is_front(k, other, w) and 1 or NEAR_MOST
end

--- Is it far enough from all those near?
local function has_room(k, w, near)
  if near.least < square(k, NEAR_MOST) then
    return false
  end
  for n, other in ipairs(near) do
    if near.far[n] < square(k, due(k, w, other)) then
      return false
    end
  end
  return true
end

--- Is a place far enough from all these? This spares most looks in a crowd.
local function is_off(k, w, near, x, y)
  for _, other in ipairs(near) do
    local dx, dy, least = x - other.x, y - other.y, k.apart * due(k, w, other)
    if dx * dx + dy * dy < least * least then
      return false
    end
  end
  return true
end

--- Away from another agent, by a part of what is missing to the distance `far`.
local function push_away(w, other, x, y, far, part)
  local dx, dy = x - other.x, y - other.y
  local is = length(dx, dy)
  if is >= far then
    return 0, 0
  end
  local by = (far * HAIR - is) * part
  if is == 0 then -- right on top of it: a direction by the agent's number
    local drawn = w.number * GOLDEN % 2 ^ 32
    dx, dy = floor(drawn / 65536) - 32767.5, drawn % 65536 - 32767.5
    is = length(dx, dy)
  end
  return dx / is * by, dy / is * by
end

--- Pushes a place out of all agents that are too near, in a few rounds.
local function pushed_out(k, w, near, x, y)
  local n, clear = 0, 0
  while n < 3 * #near and clear < #near do
    local other = near[n % #near + 1]
    local dx, dy = push_away(w, other, x, y, k.apart * due(k, w, other), 1)
    clear = dx == 0 and dy == 0 and clear + 1 or 0
    x, y, n = x + dx, y + dy, n + 1
  end
  return x, y
end

--- A place, brought no further from another one than that.
local function brought_near(from_x, from_y, x, y, most)
  local dx, dy = x - from_x, y - from_y
  local far = length(dx, dy)
  if far <= most then
    return x, y
  end
  return from_x + dx * (most / far), from_y + dy * (most / far)
end

-- Steps -----------------------------------------------------------------------

--- Asks the flow for the place after this distance.
local function lead(k, w, by)
  k.f.took_link = false
  w.on_x, w.on_y, w.drift = flow.advance(k.f, w.x, w.y, by)
  w.by_link = k.f.took_link
end

local function is_led(w)
  return w.x ~= w.on_x or w.y ~= w.on_y
end

--- A step beside the one to b, 60 degrees to one side (1 or -1).
local function turned(w, by, side)
  local cos_60, sin_60 = 0.5, side * 0.8660254037844386
  local dx, dy = w.on_x - w.x, w.on_y - w.y
  local part = by / length(dx, dy)
  return w.x + (cos_60 * dx - sin_60 * dy) * part,
    w.y + (sin_60 * dx + cos_60 * dy) * part
end

--- Slides to one of three places. On the way by b the body crosses at most one
-- border of a cell, and the path gets shorter by at least a 64th of the
-- distance.
local function slide(k, w, by, near)
  local here, ahead = spot_at(k, w.x, w.y), spot_at(k, w.on_x, w.on_y)
  local most = min(by, k.quarter)
  local enough = left_of(k, w) - slope_at(k, here) * (by / (256 * k.quarter))
  for side = 0, 2 do
    local x, y
    if side == 0 then
      x, y = pushed_out(k, w, near, w.on_x, w.on_y)
      x, y = brought_near(w.on_x, w.on_y, x, y, most)
    else
      x, y = turned(w, most, 2 * side - 3)
    end
    local s = may_go(k, side == 0 and ahead or here, x, y)
    local left = s and left_at(k, s)
    local is_round = s and side == 0 and here.p ~= ahead.p and ahead.p ~= s.p
    if s and not is_round and (left < enough or x == w.on_x and y == w.on_y)
      and is_off(k, w, near, x, y) and has_room(k, w, find(k, w, x, y, 1)) then
      place(k, w, x, y)
      w.left = left
      return true
    end
  end
  return false
end

--- Is the way to b clear? Agents that are near b, but behind this one, hinder no
-- step that leads away from them.
local function is_clear(k, w, near)
  for _, other in ipairs(near) do
    if #near == MOST or not is_front(k, w, other)
      or length(w.on_x - other.x, w.on_y - other.y)
        <= length(w.x - other.x, w.y - other.y) then
      return false
    end
  end
  return true
end

--- Goes to where the flow leads by the whole distance, or slides; or by a
-- fourth of the distance, and so on until that is short. No path is longer than
-- twice all cells.
local function go_on(k, w, distance)
  local g = k.f.g
  local by = min(distance,
    2 * max(g.cell_width, g.cell_height) * (g.width * g.height))
  while true do
    local near = find(k, w, w.on_x, w.on_y, 1)
    if is_clear(k, w, near) then
      place(k, w, w.on_x, w.on_y)
      return true
    elseif not w.by_link and is_led(w) and slide(k, w, by, near) then
      return true
    elseif by <= k.apart / 2 then
      return false
    end
    by = by / 4
    lead(k, w, by)
  end
end

--- Are agents around it too near to others already?
local function is_pressed(k, w)
  for _, other in ipairs(find(k, w, w.x, w.y, NEAR_CHAIN)) do
    if find(k, other, other.x, other.y, 1).least < square(k, NEAR_MOST) then
      return true
    end
  end
  return false
end

--- Goes to where the flow leads, if the agent is in front of all that are near
-- it: these wait for it, so it cannot wait for them. It goes slowly, so that
-- they make room meanwhile.
local function go_first(k, w, by)
  for _, other in ipairs(find(k, w, w.x, w.y, 1)) do
    if other.has_arrived or is_front(k, other, w) then
      return false
    end
  end
  lead(k, w, min(by, k.quarter) / 4)
  if w.by_link or not is_led(w)
    or not is_clear(k, w, find(k, w, w.on_x, w.on_y, NEAR_MOST))
    and not is_pressed(k, w) then
    return false
  end
  place(k, w, w.on_x, w.on_y)
  return true
end

--- Moves away from the agents that are too near.
local function make_room(k, w, by)
  local near = find(k, w, w.x, w.y, 1)
  if #near == 0 or not w.has_arrived and has_room(k, w, near) then
    return
  end
  local x, y, here = w.x, w.y, spot_at(k, w.x, w.y)
  for _, other in ipairs(near) do
    local dx, dy = push_away(w, other, w.x, w.y, k.apart, 0.5)
    x, y = x + dx, y + dy
  end
  x, y = brought_near(w.x, w.y, x, y, min(by, k.quarter))
  local more = sqrt(near.least) + k.apart * k.parts / 256
  for i = 1, 3 do
    local to_x, to_y = i == 3 and w.x or x, i == 2 and w.y or y
    if may_go(k, here, to_x, to_y)
      and sqrt(find(k, w, to_x, to_y, 1).least) > more then
      return place(k, w, to_x, to_y)
    end
  end
end

-- Arrival ---------------------------------------------------------------------

--- Has the agent hardly moved? Agents that make room for others have.
local function is_calm(k, w)
  return length(w.x - w.was_x, w.y - w.was_y) <= k.apart / 48
end

--- Is an agent near that place that has arrived and is in front? If
-- `asks_calm`, all agents near it must hardly have moved.
local function has_chain(k, w, x, y, asks_calm)
  local is_found = false
  for _, other in ipairs(find(k, w, x, y, NEAR_CHAIN)) do
    if asks_calm and not is_calm(k, other) then
      return false
    end
    is_found = is_found or other.has_arrived and is_front(k, other, w)
  end
  return is_found
end

local function comes_to_rest(k, w)
  return w.is_standing and is_calm(k, w) and (is_end(k, w.x, w.y)
    or has_chain(k, w, w.by_link and w.on_x or w.x, w.by_link and w.on_y or w.y,
      true))
end

local function has_path(w)
  return w.drift == "on" or w.drift == "goal"
end

--- Is it at the very centre of a goal, to which the flow leads?
local function is_at_goal(w)
  return w.drift == "goal" and not is_led(w)
end

--- Moves an agent that takes part.
local function step(k, w)
  local by = w.distance
  local is_at_end = w.had_arrived and is_end(k, w.x, w.y)
  local rests = is_at_end or w.had_arrived and has_chain(k, w, w.x, w.y, false)
  if is_at_end or w.had_arrived and not rests then
    lead(k, w, rests and 0 or by)
  end
  w.has_arrived, w.is_at_goal = rests, is_at_goal(w)
  if not rests and not w.is_at_goal and has_path(w) then
    local goes = by > 0 and (go_on(k, w, by) or go_first(k, w, by))
    w.is_at_goal, w.is_standing = goes and is_at_goal(w), not goes
  end
  w.has_arrived = w.has_arrived or w.is_at_goal
  if (rests or w.is_standing or not has_path(w)) and not w.is_at_goal
    and by > 0 then
    make_room(k, w, by)
  end
end

--- Moves a swarm along a field: changes the lists of places, and of those that
-- have arrived.
-- @return the number still on the way
return function(f, x, y, distances, arrived, apart)
  local g, n, on_the_way = f.g, #x, 0
  local span = max(g.width * g.cell_width, g.height * g.cell_height)
  apart = min(apart, 4 * span) -- so that all results are finite
  local k = { f = f, apart = apart, lists = {}, heads = 64,
    quarter = min(g.cell_width, g.cell_height) / 4,
    left = g.origin_x - g.first_x * g.cell_width,
    top = g.origin_y - g.first_y * g.cell_height,
    parts = PARTS / max(BIN * apart, span / MOST_BINS) }
  while k.heads < 2 * n do
    k.heads = 2 * k.heads
  end
  for i = 1, n do
    local is_in = spot_at(k, x[i], y[i]) ~= nil
    local w = { number = i, x = x[i], y = y[i], was_x = x[i], was_y = y[i],
      on_x = 0.0, on_y = 0.0, distance = distances[i], is_in = is_in,
      had_arrived = is_in and arrived[i] == true }
    w.has_arrived, k[i] = w.had_arrived, w
    if is_in then
      place(k, w, x[i], y[i])
    end
  end
  for _, w in ipairs(k) do
    if not w.had_arrived then
      lead(k, w, w.distance)
    end
  end
  for _, w in ipairs(k) do
    if w.is_in then
      step(k, w)
    else -- it goes to where the flow leads it
      w.x, w.y, w.is_at_goal = w.on_x, w.on_y, w.drift == "goal"
      w.has_arrived = w.is_at_goal
    end
  end
  for i, w in ipairs(k) do
    w.has_arrived = comes_to_rest(k, w) or w.has_arrived
    if not w.is_at_goal and (w.x ~= w.was_x or w.y ~= w.was_y
      or has_path(w) and not (w.had_arrived and w.has_arrived)) then
      on_the_way = on_the_way + 1
    end
    x[i], y[i], arrived[i] = w.x, w.y, w.has_arrived
  end
  return on_the_way
end
