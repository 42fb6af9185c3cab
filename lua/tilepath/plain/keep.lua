--- Units that keep a distance to a target: chase, flee, keep.
--
--     chase    at most `within`
--     flee     at least `distance`
--     keep     from `min` to `max`
--
-- Each time that the unit stands and decides, it looks at the target:
--
--     in range    it rests
--     too far     it goes to a cell in range, as by unit:go. It searches again
--                 when the target has moved by a quarter of the distance
--     too near    it takes a path on which it comes no nearer
--
-- The order (orders.lua) has `keep` with `least`, `most` (huge: no bound) and
-- `sight`; `target`; and, from its last look, `seen` (the cells in which the
-- unit would overlap the target), `range`, and the `version` of its agent;
-- `walked`: when it began its last walk.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
local check = require(parent .. "check")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local class = require(parent .. "class")
local goals = require(siblings .. "goals")
local guide = require(siblings .. "guide")
local motion = require(siblings .. "motion")
local orders = require(siblings .. "orders")
local scout = require(siblings .. "scout")
local sight = require(siblings .. "sight")
local unit = require(siblings .. "unit")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min
local raw_get = rawget
local methods, properties, placed = unit.methods, unit.properties, unit.placed

local IN_RANGE, TOO_FAR, TOO_NEAR = 1, 2, 3
local ANYWHERE = 32767 -- settle: wherever it is

-- The target ------------------------------------------------------------------

--- A coordinate of a target that is no unit.
local function read_place(call, target, key)
  local value
  if type(target) == "table" then
    value = raw_get(target, key)
  end
  if value == nil then
    value = target[key]
  end
  return check.finite(call, "target." .. key, value)
end

--- The state of a target that is a unit.
local function unit_of(target)
  return class.state(unit.Unit, target)
end

--- The cells { x, y, w, h } in which the unit would overlap a rectangle, whose
-- part off the map counts as in the nearest cell.
local function above(u, x, y, w, h)
  local g = u.agent.grid
  local x1 = max(0, min(x + w - 1, g.width - 1))
  local y1 = max(0, min(y + h - 1, g.height - 1))
  x, y = max(0, min(x, g.width - 1)), max(0, min(y, g.height - 1))
  local left, top = max(0, x - u.wide + 1), max(0, y - u.high + 1)
  return { left, top, x1 - left + 1, y1 - top + 1 }
end

--- Where the target is, and where it is together with the cells that it leaves.
-- nil: it was removed.
local function find_target(u, target, call)
  local other = unit_of(target)
  if other and not other.crowd then
    return nil
  elseif other and other.agent.grid == u.agent.grid then
    local x, y = agent.cell(other.agent, other.at)
    local there = above(u, x, y, other.wide, other.high)
    if other.crowd ~= u.crowd or other.lasts == 0 then
      return there, there
    end
    local from_x, from_y = agent.cell(other.agent, other.from)
    return there, above(u, min(x, from_x), min(y, from_y),
      other.wide + math.abs(x - from_x), other.high + math.abs(y - from_y))
  end
  local wx, wy
  if other then
    wx, wy = unit.position(other)
  else
    wx, wy = read_place(call, target, "x"), read_place(call, target, "y")
  end
  local x, y = args.cell_around(u.agent.grid, wx, wy)
  local there = above(u, x, y, 1, 1)
  return there, there
end

--- Is there a free line from a place to where the target was seen?
local function sees(u, seen, p)
  local x, y = agent.cell(u.agent, p)
  return sight.sees(u.agent, x, y, seen[1], seen[2])
end

--- The square of the distance from a place to the target.
local function square(u, p, rect)
  local x, y = agent.cell(u.agent, p)
  return scout.square(x, y, rect)
end

--- The query for the cells at most so far from a rectangle.
local function within(u, rect, most, needs_sight)
  local g = u.agent.grid
  most = min(most, 2 * ANYWHERE)
  return { call = "update", kind = "within", sight = needs_sight,
    eyes = u.finder.profile.eyes or u.agent, max_nodes = huge, escape = true,
    square = floor(most * most * (1 + 1e-12)),
    goals = { { x = rect[1] + g.base_x, y = rect[2] + g.base_y, w = rect[3],
      h = rect[4], cost = 0 } } }
end

--- Is a place at most so far from the target?
local function is_within(u, p, rect, most, needs_sight)
  local x, y = agent.cell(u.agent, p)
  return goals.is_end(u.agent, within(u, rect, most, needs_sight),
    { x0 = rect[1], y0 = rect[2], x1 = rect[1] + rect[3] - 1,
      y1 = rect[2] + rect[4] - 1 }, x, y)
end

local function is_too_near(k, u, p, rect)
  return square(u, p, rect) < k.least * k.least
end

--- Is a place too near to where the target was seen?
local function is_shut(u, order, p)
  return is_too_near(order.keep, u, p, order.seen)
end

--- A target between two cells is in range if it is from either.
local function range_of(k, u, p, rect, both)
  if is_too_near(k, u, p, rect) then
    return TOO_NEAR
  end
  return (k.most == huge or is_within(u, p, both, k.most, k.sight)) and IN_RANGE
    or TOO_FAR
end

-- Looking ---------------------------------------------------------------------

local function are_same(one, other)
  return one and one[1] == other[1] and one[2] == other[2]
    and one[3] == other[3] and one[4] == other[4]
end

local function rests_at(c, u, p)
  local other = p and c.holder[p]
  return other and other ~= u and motion.rests(other)
end

local PART = 4 -- of the distance
local HELD = 4 -- steps

--- Has the unit come no nearer to its goal for some time, by its last walk?
local function is_held(c, u)
  return u.state == "going"
    and c.now - max(u.nearer, u.order.walked or 0) > HELD * u.across
end

--- Is its path or place still right? Neither is if another unit has come to
-- rest at the goal. That does not matter to a unit that found no free cell.
local function goes_on(c, u, order, rect, range)
  local is_there, k = u.goal == u.at, order.keep
  if not c.is_on or u.state == "waiting" then
    return false
  elseif range == IN_RANGE then
    return u.state == "arrived" and is_there
  elseif range ~= order.range
    or range == TOO_NEAR
      and (is_there or motion.rests(u) or is_held(c, u)) then
    return false
  elseif not are_same(order.seen, rect) then
    local moved = (order.seen[1] - rect[1]) ^ 2 + (order.seen[2] - rect[2]) ^ 2
    if range ~= TOO_FAR or not u.guide or is_there
      or PART * PART * moved > square(u, u.at, rect) then
      return false
    end
  end
  if u.refused or not u.guide or guide.is_stale(u.guide, u.at) then
    return u.state == "blocked" and c.now < u.nearer
      and order.version == u.agent.version
  end
  return range == TOO_FAR and not k.sight or u.settle ~= 0
    or not rests_at(c, u, u.goal)
end

--- The unit walks along a list of places, which a scout has found; or to its
-- end if others hold it up.
local function walk(c, u, list, looked, settle)
  local last, is_free = list[#list], is_held(c, u)
  u.order.walked = c.now
  c.budget = max(0, c.budget - floor(looked / 8) - 1)
  u.settle = settle
  orders.change_goal(c, u, last)
  motion.give_way(c, u, is_free and guide.new(u.agent, last, u.at)
    or guide.along(u.agent, list), last)
end

--- Takes a path away from the target. A unit with an upper bound passes units
-- at rest only if it ends in range. Otherwise two of them could drive each
-- other out for ever.
local function get_away(c, u, order)
  local k = order.keep
  local enough, is_bound = k.least * k.least, k.most < huge
  local list, looked = scout.away(c, u, order.seen, enough, not is_bound)
  if is_bound and #list == 1 then
    list, looked = scout.away(c, u, order.seen, enough, true)
    if range_of(k, u, list[#list], order.seen, order.seen) ~= IN_RANGE then
      list = { u.at }
    end
  end
  if #list > 1 then
    walk(c, u, list, looked, 0)
  else
    orders.change_goal(c, u, u.at)
  end
end

--- The cells that are too near, for a unit that looks for a free line.
local function shut(k, u, rect)
  local rects, far = {}, math.ceil(min(k.least, ANYWHERE))
  for y = max(rect[2] - far, 0), min(rect[2] + rect[4] - 1 + far,
    u.agent.grid.height - 1) do
    for x = max(rect[1] - far, 0), min(rect[1] + rect[3] - 1 + far,
      u.agent.grid.width - 1) do
      if scout.square(x, y, rect) < k.least * k.least then
        rects[#rects + 1] = { x, y, 1, 1 }
      end
    end
  end
  return rects
end

local function come_near(c, u, order)
  local k, rect = order.keep, order.seen
  order.query, order.chosen = within(u, rect, k.most, k.sight), nil
  order.query.avoid = k.sight and k.least > 0 and shut(k, u, rect) or nil
  if u.goal == u.at then -- or it would count as arrived
    motion.give_way(c, u, false, false)
  end
  orders.serve_goal(c, u, order)
end

--- The free cell nearest to the target that sees it: for a unit that finds all
-- cells in range taken.
local function next_best(u, order, taken)
  local rect = order.seen
  return not order.keep.sight and scout.find(u,
    agent.place(u.agent, rect[1], rect[2]), taken, function(p)
      return not is_shut(u, order, p) and sees(u, rect, p)
    end) or nil
end

local CLOSE = 2

--- Is the unit near enough to a target, which rests or has not moved? It is if
-- it sees the target close by, and if it has come as near as there was room.
-- Then it pushes no unit, and stays where it is pushed. Otherwise the units
-- around a target would push each other for ever, or push the target.
local function has_come(c, u, order, rect)
  local k, other = order.keep, unit_of(order.target)
  local rests = not other or other.crowd ~= u.crowd or motion.rests(other)
  if not c.is_on or k.sight or not are_same(order.seen, rect) then
    return false
  elseif rests and k.least <= 0
    and is_within(u, u.at, rect, k.most + CLOSE, true) then
    return true
  end
  return not (u.put and u.goal ~= u.at) and (u.state == "arrived"
    or u.state == "settled" or u.state == "blocked" and not u.refused)
    and sees(u, rect, u.at)
end

--- Moves the unit nearer over free cells, to a cell that is no other unit's
-- goal.
local function move_up(c, u, order)
  local is_there = u.goal == u.at
  if u.state == "going" and u.settle > 0 and not is_there and u.guide
    and not guide.is_stale(u.guide, u.at) then
    return
  elseif u.state ~= "arrived" or not is_there then
    orders.change_goal(c, u, u.at)
  end
  local list, looked = scout.near(c, u, order.seen, order.keep.least ^ 2)
  if #list > 1 and sees(u, order.seen, list[#list]) then
    walk(c, u, list, looked, ANYWHERE)
  end
end

--- Serves a unit that keeps a distance, whenever it stands and decides.
local function serve(c, u, order)
  local rect, both = find_target(u, order.target, "update")
  if u.order ~= order then
    return
  elseif not rect then
    u.order = nil
    return motion.finish(c, u)
  elseif order.keep.sight and u.finder.profile.eyes then
    agent.prepare(u.finder.profile.eyes)
  end
  local range = range_of(order.keep, u, u.at, rect, both)
  local is_up = range == TOO_FAR and has_come(c, u, order, rect)
  if not is_up and goes_on(c, u, order, rect, range) then
    return
  elseif c.budget <= 0 and range ~= IN_RANGE then
    if not is_up and not (u.state == "going" and u.guide) then
      motion.wait(c, u)
    end
    return
  end
  order.range, order.version = range, u.agent.version
  if is_up then
    return move_up(c, u, order)
  end
  order.seen = rect
  if range == IN_RANGE then
    orders.change_goal(c, u, u.at)
  elseif range == TOO_NEAR then
    get_away(c, u, order)
  else
    come_near(c, u, order)
  end
end

-- The calls -------------------------------------------------------------------

--- Gives a unit such an order, unless it has it already: a game may give it in
-- each frame.
local function give(self, call, target, k)
  local other, u = unit_of(target), placed(self, call)
  if type(target) ~= "table" and type(target) ~= "userdata" then
    check.fail(call, "target", "a table or a userdata with x and y", target)
  elseif other and not other.crowd then
    check.raise(call .. ": the target was removed from its crowd")
  elseif rawequal(self, target) then
    check.raise(call .. ": a unit cannot be its own target")
  end
  local last = u.order and u.order.keep
  if last and rawequal(u.order.target, target) and last.least == k.least
    and last.most == k.most and last.sight == k.sight then
    return true
  elseif not u.crowd.is_restored then
    find_target(u, target, call)
  end
  u = orders.ready(self, call)
  return orders.begin(u, { kind = orders.KEEP, serve = serve, keep = k,
    target = target, next_best = next_best, is_shut = is_shut,
    range = IN_RANGE },
    { settle = ANYWHERE, asks = true })
end

--- A number among options; each is at least `low`.
local function number_of(call, options, name, low, usual)
  local value = options and raw_get(options, name)
  if value == nil then
    return usual
  elseif type(value) ~= "number" or not (value >= low and value < huge) then
    check.fail(call, name, ("a finite number of at least %d"):format(low),
      value)
  end
  return value
end

local function read(self, call, options, known, others)
  placed(self, call)
  orders.refuse_options(call, options, others)
  check.options(call, "options", options, known)
  return args.flag(call, options, "sight")
end

local FOLLOWERS = { "escape", "max_nodes", "partial", "repath_interval" }

function methods.chase(self, target, options)
  local needs_sight = read(self, "chase", options,
    { within = true, sight = true }, FOLLOWERS)
  return give(self, "chase", target, { least = 0, sight = needs_sight,
    most = number_of("chase", options, "within", 0, 1.5) })
end

function methods.flee(self, target, options)
  read(self, "flee", options, { distance = true })
  return give(self, "flee", target, { most = huge, sight = false,
    least = number_of("flee", options, "distance", 0, 8) })
end

function methods.keep(self, target, options)
  local needs_sight = read(self, "keep", options,
    { min = true, max = true, sight = true })
  local least = number_of("keep", options, "min", 0, 0)
  local most = number_of("keep", options, "max", 0, least + 2)
  if most < least + 2 then
    check.raise("keep: max must be at least min + 2")
  end
  return give(self, "keep", target, { least = least, most = most,
    sight = needs_sight })
end

function properties.target(u)
  return u.order and u.order.target
end
