--- Saved crowds: the text of crowd:save(), and what crowd/saved.lua needs to
-- restore one. That file has the form of the text; src/bind/saved/crowdstate.h
-- has the same names.
--
-- Costs to goals are not saved, because they can be made again.
--
-- Besides its bounds little is checked of a value here. A crowd from a damaged
-- state writes another one, which crowd/saved.lua notices. So a check is for a
-- value that would come back as it is, but fits nothing.

local siblings = (...):match("^.*[./]") or ""
local parent = siblings:gsub("plain[./]$", "")
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local class = require(parent .. "class")
local orders = require(siblings .. "orders")
local crowdunit = require(siblings .. "crowdunit")
local timers = require(siblings .. "timers")
local unitstates = require(siblings .. "unitstates")
local unit = require(siblings .. "unit")

local abs, ceil, floor, huge, max, min =
  math.abs, math.ceil, math.floor, math.huge, math.max, math.min

local saved = {}

-- Records ---------------------------------------------------------------------

local MOST = 2 ^ 52 -- of a number: units of time, above all
local CELLS = 2 ^ 28
local FRACTION = 2 ^ 32 -- parts of a unit of time
local HALF = 0.5 + 1e-4 -- of a cell, with rounding

-- Members of a record. The usual value, which is left out, is nil if none is
-- given; of a flag it is false.

local function whole(name, low, high, usual)
  return { name = name, low = low, high = high, is_whole = true, usual = usual }
end

local function number(name, low, usual)
  return { name = name, low = low, high = huge, usual = usual }
end

local function flag(name)
  return { name = name, words = { [true] = true, [false] = true },
    usual = false }
end

local function word(name, ...)
  local row = { name = name, words = {} }
  for _, each in ipairs { ... } do
    row.words[each] = true
  end
  return row
end

--- A member that is saved as the unit has it, under the same name.
local function own(row)
  row.is_own = true
  return row
end

--- A member that is saved as the order has it, under the same name.
local function of_order(row)
  row.is_of_order = true
  return row
end

local UNIT = {
  whole("id", 1, MOST), whole("wide", 1, 255, 1), whole("high", 1, 255, 1),
  whole("cell", 0, CELLS), number("x", -huge), number("y", -huge),
  whole("heading", 0, 7),
  whole("from", 0, CELLS), whole("finish", 0, MOST, 0),
  whole("duration", 0, MOST, 0),
  word("state", "waiting", "going", "arrived", "settled", "blocked"),
  flag "paused", own(flag "seeks_detour"), own(flag "takes_any_detour"),
  own(flag "refused"), own(flag "away"), own(flag "reported"),
  own(flag "at_point"), own(flag "stuck"), own(flag "late"),
  own(flag "awaited"), own(flag "outside"), own(flag "leaves"),
  own(flag "at_link"),
  whole("since", -MOST, 0, 0), whole("progress_time", -MOST, 0, 0),
  whole("retry_at", 0, MOST, 0),
  whole("best", 0, MOST), whole("wake", 0, MOST), flag "decides",
  whole("queued", 1, MOST), whole("steps", 0, 255),
  whole("rest_left", 0, MOST, 0), whole("last_blocker", 1, MOST),
  own(flag "is_rerouted"), own(whole("backoff", 0, 7, 0)),
  whole("pushes", 0, 31, 0),
  { name = "order", words = orders.kinds },
  whole("goal", 0, CELLS), whole("settle", 0, 32767, 0),
  own(flag "patrols"),
  whole("walked", 0, MOST, 0), whole("cut", 1, 1),
  whole("next", 1, MOST), of_order(flag "is_partial"),
  flag "is_spare", own(flag "has_choice"), flag "by_field",
  of_order(word("reason", "start_outside", "goal_outside", "start_blocked",
    "goal_blocked", "goal_occupied", "unreachable", "budget", "cancelled",
    "stale")),
  of_order(number("patrol_rest", 0)),
  of_order(whole("patrol_first", 1, MOST, 1)),
  number("to_x", -huge), number("to_y", -huge), flag "in_world",
  flag "adjacent", number("within", 0), flag "sight", flag "partial",
  flag "wait", whole("max_nodes", 0, 2 ^ 53), whole("avoid_price", 0, 65534),
  whole("goal_index", 1, MOST),
  whole("target", 1, MOST), number("min", 0, 0), flag "trail",
  word("range", "too_far", "too_near"), whole("seen", 0, CELLS),
}

local CROWD = {
  whole("additions", 0, MOST, 0), word("time_unit", "seconds", "ticks"),
  whole("clock", 0, MOST, 0), whole("fraction", 0, FRACTION - 1, 0),
  whole("fraction_low", 0, FRACTION - 1, 0),
}

-- Words of order.range (keepdistance.lua), and back.
local RANGES = { [2] = "too_far", [3] = "too_near", too_far = 2, too_near = 3 }

for _, name in ipairs(unit.SETTINGS) do -- crowd:add checks these
  UNIT[#UNIT + 1] = { name = name, words = setmetatable({},
    { __index = function() return true end }) }
end

local OWN, OF_ORDER = {}, {} -- names
for _, row in ipairs(UNIT) do
  OWN[#OWN + 1] = row.is_own and row.name or nil
  OF_ORDER[#OF_ORDER + 1] = row.is_of_order and row.name or nil
end

--- Copies these members from one table to another.
local function take_over(names, from, to)
  for i = 1, #names do
    to[names[i]] = from[names[i]]
  end
end

-- The rows by name, and a metatable with the usual values.
for _, rows in ipairs { UNIT, CROWD } do
  local by_name, usual = {}, {}
  for _, row in ipairs(rows) do
    by_name[row.name], usual[row.name] = row, row.usual
  end
  rows.by_name, rows.usual = by_name, { __index = usual }
end

--- A record as text. Numbers are as in all states.
local function write(rows, record)
  local to_text = require(parent .. "serialize").text -- wants the whole core
  local words, n = {}, 0
  for i = 1, #rows do
    local row = rows[i]
    local value = record[row.name]
    if value ~= nil and value ~= row.usual and (value or row.words) then
      words[n + 1] = row.name
      words[n + 2] = type(value) == "number" and to_text(value)
        or tostring(value)
      n = n + 2
    end
  end
  return table.concat(words, " ")
end

local function is_right(row, value)
  if row.words then
    return row.words[value]
  end
  return type(value) == "number" and value >= row.low and value <= row.high
    and not (row.is_whole and value % 1 ~= 0)
end

--- Are the values of a record within their bounds? Usual ones are filled in.
-- What is no member is not written again, and so missed.
local function complete(rows, record)
  for name, value in next, record do
    local row = rows.by_name[name]
    if row and not is_right(row, value) then
      return false
    end
  end
  setmetatable(record, rows.usual)
  return true
end

-- Writing ---------------------------------------------------------------------

--- The number of a place's cell, row by row from 0.
local function cell_of(c, p)
  local x, y = agent.cell(c, p)
  return y * c.grid.width + x
end

--- Directions as bits, as the C module has them.
local function bits_of(list)
  local bits = 0
  for i = 1, #list do
    bits = bits + 2 ^ (list[i] - 1)
  end
  return bits
end

--- When it looks or decides, and the steps that the map allowed at its last
-- look: if it allows others, an edit wakes the unit. Joint plans are not saved,
-- so their members look at once.
local function take_turn(c, u, turns, s)
  s.queued = turns.queued[u]
  if not crowdunit.is_standing(u) then
    return
  end
  local looks = turns.looks[u] or u.plan and not turns.decides[u]
  s.wake = u.wake < huge and max(u.wake - c.now, 0) or looks and 0 or nil
  s.decides = turns.decides[u]
  s.steps = (s.wake or s.decides) and bits_of(u.seen_directions) or nil
end

--- The units that are to look and to decide, and the places of those that wait
-- for a cost to goal.
local function turns_of(c)
  local turns = { looks = {}, decides = {}, queued = {} }
  for i = 1, c.is_looking and #c.awake or 0 do
    turns.looks[c.awake[i]] = true
  end
  for i = 1, c.is_round_due and #c.deciding or 0 do
    turns.decides[c.deciding[i]] = true
  end
  local place = 0
  for _, u in ipairs(c.waiting) do
    if u.crowd == c and u.queued and not turns.queued[u] then
      place = place + 1
      turns.queued[u] = place
    end
  end
  return turns
end

--- What a unit does, and how far it has come.
local function take_progress(c, u, s)
  local order = u.order
  local leads = order and order.links and order.points[2]
    or u.to_goal and u.to_goal.own
    or u.state ~= "waiting" and (u.to_goal or u.is_restored)
  local is_under_way = u.state == "going" or u.state == "waiting"
  s.state = is_under_way and (leads and "going" or "waiting")
    or u.state ~= "idle" and u.state or nil
  take_over(OWN, u, s)
  local rests = unitstates.rests_at_point(c, u)
  s.rest_left = rests and u.rest_until - c.now
  s.best = order and not rests and u.best < huge and ceil(u.best)
  s.last_blocker = u.last_blocker and u.last_blocker.crowd == c
    and u.last_blocker.index
  s.pushes, s.settle = min(u.pushes, 31), u.settle_radius
  s.avoid_price = u.detour_price and min(u.detour_price, 65534)
end

local function take_query(order, q, s)
  s.in_world, s.adjacent = q.in_world, q.kind == "adjacent"
  s.within, s.sight = q.kind == "within" and q.within, q.sight or false
  s.partial, s.wait = q.partial or false, order.waits or false
  s.max_nodes = q.max_nodes < huge and q.max_nodes
  s.goal_index = order.chosen
  if not q.goals then
    s.to_x, s.to_y = q.to_x, q.to_y
  end
end

--- @param target  the number of its target, if that is a unit of the crowd
local function take_order(c, u, target, s)
  local order = u.order
  local k, points = order.keep, order.points
  s.order = order.kind.name
  take_over(OF_ORDER, order, s)
  s.is_spare = u.is_spare
  s.by_field = u.to_goal and u.to_goal.own ~= nil
  s.next = points and not order.links and order.next
  s.walked = order.links and points[2] and max(order.next - 2, 0)
  -- An edit has cut the path: it goes to the end by another way.
  local n = order.links and #points or 0
  s.cut = n > 2 and order.next == n and u.at ~= points[n - 1]
    and u.at ~= points[n] and not u.agent.direction_of[points[n] - u.at]
    and 1 or nil
  local goal = order.links and points[#points] or u.goal
  s.goal = goal and cell_of(c, goal)
  if k then
    s.min, s.within = k.least, k.most < huge and k.most
    s.sight, s.target, s.range = k.sight, target, RANGES[order.range]
    local last = order.seen
    s.seen = last and cell_of(c, agent.place(c, last.x1, last.y1))
    s.trail = k.trail
  elseif order.query or order.ends then
    take_query(order, order.query or order.ends, s)
  end
end

--- The record of a unit.
-- @param target  as for take_order
-- @param turns  or nil: what turns_of returns
local function record_of(c, u, target, usual, turns)
  local is_off = false
  if u.is_placed then
    local x, y = unit.middle(u.finder, u.from)
    is_off = u.x ~= x or u.y ~= y
  end
  local s = { id = u.number, wide = u.wide, high = u.high,
    cell = cell_of(c, u.at), x = is_off and u.x, y = is_off and u.y,
    heading = u.heading and u.heading - 1, paused = u.paused or false,
    since = u.since - c.now }
  if turns then
    take_turn(c, u, turns, s)
  end
  if u.state == "blocked" then
    s.retry_at = max(u.retry_at - c.now, 0)
  else
    s.progress_time = u.progress_time - c.now
  end
  for _, name in ipairs(unit.SETTINGS) do
    if u[name] ~= usual[name] then
      s[name] = u[name]
    end
  end
  if u.at ~= u.from then
    s.from, s.finish = cell_of(c, u.from), u.finish - c.now
    s.duration = u.duration
  end
  take_progress(c, u, s)
  if u.order then
    take_order(c, u, target, s)
  else
    s.goal = u.goal ~= u.at and cell_of(c, u.goal) -- its home
  end
  return write(UNIT, s)
end

--- The list of an order: points of a patrol, or goals.
local function list_of(c, u, order)
  local list, to_text = {}, require(parent .. "serialize").text
  for _, p in ipairs(not order.links and order.points or {}) do
    list[#list + 1] = to_text(cell_of(c, p))
  end
  local q = not order.keep and (order.query or order.ends)
  local f = u.to_goal and u.to_goal.own and order.field
  for _, goal in ipairs(f and f.goals or q and q.goals or {}) do
    for _, name in ipairs { "x", "y", "w", "h", "cost" } do
      list[#list + 1] = to_text(goal[name])
    end
  end
  return table.concat(list, " ")
end

--- The path of an order to follow it, without the places where it goes straight
-- on; and behind the first place 1, behind each other whether a
-- link leads there. "" at its end.
local function path_of(c, order)
  local list, points, links = {}, order.points, order.links
  if not links then
    return ""
  end
  local to_text = require(parent .. "serialize").text
  for i = 1, #points do
    local p, by_link = points[i], i > 1 and links[i - 1]
    if i == 1 or i == #points or by_link or links[i]
      or 2 * p ~= points[i - 1] + points[i + 1] then
      list[#list + 1] = to_text(cell_of(c, p))
      list[#list + 1] = (by_link or i == 1) and "1" or "0"
    end
  end
  return list[3] and table.concat(list, " ") or ""
end

--- The texts of a unit with an order.
function saved.order_state(u)
  local c, order, texts = u.crowd, u.order, {}
  texts[1] = "unit1:" .. record_of(c, u, nil, unit.usual_settings(c.grid))
  local list, path = list_of(c, u, order), path_of(c, order)
  texts[2] = list ~= "" and "list1:" .. list or nil
  texts[#texts + 1] = path ~= "" and "path1:" .. path or nil
  texts[#texts + 1] = ""
  return table.concat(texts, ";")
end

--- core.crowd_methods.save: the text of the crowd, without the grid's size and
-- the targets that are no units of the crowd; and those, by the numbers of
-- units.
local function save(handle)
  local c = rawget(handle, "_state")()
  local fraction = c.fraction * FRACTION
  local turns = turns_of(c)
  local targets, usual, texts = {}, unit.usual_settings(c.grid), {
    "crowd:", write(CROWD, { additions = c.additions,
      time_unit = c.time_unit, clock = c.clock, fraction = floor(fraction),
      fraction_low = (fraction - floor(fraction)) * FRACTION }), ";" }
  local function add(key, i, text)
    if text ~= "" then
      texts[#texts + 1] = ("%s%d:%s;"):format(key, i, text)
    end
  end
  for i, u in ipairs(c.units) do
    u.index = i
  end
  for i, u in ipairs(c.units) do
    local order = u.order
    local other = order and class.state(unit.Unit, order.target)
    local index = other and other.crowd == c and other.index
    local is_foreign = order and not (index or other and not other.crowd)
    targets[i] = is_foreign and order.target or nil
    add("unit", i, record_of(c, u, index, usual, turns))
    add("list", i, order and list_of(c, u, order) or "")
    add("path", i, order and path_of(c, order) or "")
  end
  return table.concat(texts), targets
end

-- Restoring -------------------------------------------------------------------

local FLAGS = { ["true"] = true, ["false"] = false }

-- Members of units that crowd/saved.lua reckons with.
local NUMBERS = { "id", "wide", "high", "cell", "goal" }

--- The values of a record, by name: numbers, true, false, and other words. nil
-- if the text is no record. (The pattern is anchored, as in serialize.parse.)
local function read(text)
  local to_number = require(parent .. "serialize").number
  local record, at = {}, 1
  while at <= #text do
    local _, last, name, said = text:find("^(%l[%l_]*) ([%w_^-]+)", at)
    local value = tonumber(said or "")
    if value == nil then
      value = FLAGS[said or ""]
    end
    if value == nil and said then
      value = not said:find("^[%d-]") and said or to_number(said)
    end
    if value == nil or record[name] ~= nil
      or last < #text and (last + 1 == #text or text:byte(last + 1) ~= 32) then
      return nil
    end
    record[name], at = value, last + 2
  end
  return record
end

--- core.read_unit(text)
local function read_unit(text)
  local record = read(text)
  for _, name in ipairs(record and NUMBERS or {}) do
    local value = record[name]
    if value ~= nil and type(value) ~= "number" then
      return nil
    end
  end
  return record
end

--- core.set_time(crowd, text)
local function set_time(handle, text)
  local c, s = rawget(handle, "_state")(), read(text)
  if not (s and complete(CROWD, s)) then
    return false
  end
  c.additions, c.time_unit, c.clock = floor(s.additions), s.time_unit, s.clock
  c.fraction = (s.fraction + (s.fraction_low - s.fraction_low % 2 ^ 11)
    / FRACTION) / FRACTION
  c.now, c.numbered = c.clock + (c.fraction > 0 and 1 or 0), {}
  c.restored = 0 -- the number of the last unit that was set
  c.awake, c.deciding = {}, {}
  return true
end

--- The place of a cell's number; false if the map has none.
local function place_of(c, cell)
  local w, h = c.grid.width, c.grid.height
  return cell and cell % 1 == 0 and cell >= 0 and cell < w * h
    and agent.place(c, cell % w, (cell - cell % w) / w) or false
end

--- Gives an order the state that it had. Returns false if that does not fit.
local function set_order(c, u, order, s)
  local points, goals = order.points, order.query and order.query.goals or {}
  local place, kind = place_of(c, s.goal), orders.kinds[s.order]
  if kind.alone and order.kind == orders.kinds.goal and not order.query
    and place then
    kind.alone(u, place)
    order = u.order
    points = order.points
  elseif kind == orders.kinds.member and goals[1] and place then
    order.kind, order.ends, order.query = kind, order.query, nil
    goals = {}
  end
  order.chosen = goals[s.goal_index] and floor(s.goal_index)
  take_over(OF_ORDER, s, order)
  order.range = RANGES[s.range or false] or order.range
  u.is_spare = s.is_spare
  local seen = order.keep and place_of(c, s.seen)
  if seen then
    local x, y = agent.cell(c, seen)
    order.seen = { x1 = x, y1 = y }
  end
  if order.links then
    order.next = (s.state == "arrived" or s.cut) and #points
      or min(s.walked + 2, #points)
    u.goal = points[order.next]
  elseif points then
    order.next = points[s.next] and floor(s.next)
    u.point = order.area or order.next
    u.goal = place and points[order.next]
    u.state = s.state == "waiting" and not u.goal and "waiting" or u.state
    u.rest_until = s.rest_left > 0 and c.now + s.rest_left or false
  elseif place or not order.query then
    u.goal = place
  end
  u.is_path_short = order.waits and order.is_partial or false
  u.is_restored = s.state ~= "waiting" and u.goal
    and not (order.query and order.query.avoid)
  local is_led = kind == orders.kinds.member and order.field ~= nil
  if order.kind ~= kind or s.goal and not place or s.by_field ~= is_led
    or s.is_spare and not order.ends
    or kind ~= orders.kinds.patrol and (s.patrol_rest or s.patrol_first ~= 1)
    or s.rest_left > 0 and not unitstates.rests_at_point(c, u)
    or u.state == "settled" and u.settle_radius == 0 then
    return false
  elseif points and (not points[order.next]
    or order.links and points[2] and s.walked >= #points) then
    return false
  elseif u.state == "arrived" and not u.away
    and (u.goal or order.field and u.at) ~= u.at then
    return false
  end
  if order.field and u.state == "arrived" and not crowdunit.ends_at(u, u.at) then
    order.stamp = nil -- the field was updated before the save, or since
  end
  return u.goal or order.query or order.keep or order.field
    or kind.is_endless and s.state == "waiting"
end

--- Sets what a unit does, and how far it has come. Returns false if that does
-- not fit its order.
local function set_progress(c, u, s)
  u.since, u.progress_time = c.now + s.since, c.now + s.progress_time
  u.retry_at = c.now + s.retry_at
  take_over(OWN, s, u)
  u.best = s.best or huge
  u.last_blocker = c.units[s.last_blocker or 0] or false
  u.pushes = s.pushes
  if not u.order then
    u.goal = s.goal and place_of(c, s.goal) or u.at
    return not (s.state or s.order or s.queued)
  end
  u.state = s.state == "waiting" and "going" or s.state
  u.settle_radius = s.settle
  u.detour_price = orders.detour_of(s.avoid_price)
  return u.state and s.order
    and (u.state == "blocked" or s.retry_at == 0)
    and set_order(c, u, u.order, s)
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
  local from = place_of(c, s.from) or u.at
  local x, y = agent.cell(c, from)
  local is_link = s.duration == 0
  u.by = is_link and c.time_unit and crowdunit.LINK
    or u.agent.direction_of[u.at - from]
  u.from, u.finish, u.duration = from, c.now + s.finish, s.duration
  timers.set(c, u, u.finish)
  return from ~= u.at and u.by and (is_link or s.finish <= s.duration)
    and x + u.wide <= c.grid.width and y + u.high <= c.grid.height
    and not crowdunit.any_cell(c, u, from, hold)
end

--- A list of directions; the one that the map has there now, if it is the same.
local function list_of_bits(u, bits)
  local now, list = crowdunit.directions(u, u.at), {}
  if bits_of(now) == bits then
    return now
  end
  for d = 1, 8 do
    if floor(bits / 2 ^ (d - 1)) % 2 == 1 then
      list[#list + 1] = d
    end
  end
  return list
end

--- Sets when it looks or decides.
local function set_turn(c, u, s)
  timers.set(c, u, s.wake and c.now + s.wake or huge)
  if s.steps then
    u.seen_directions = list_of_bits(u, s.steps)
  end
  if s.decides then
    c.deciding[#c.deciding + 1] = u
    c.awake[#c.deciding] = u
    c.looked, c.is_round_due = #c.deciding, true
  end
  if s.queued then
    c.waiting[s.queued], u.queued = u, true
  end
  if u.state == "going"
    and (s.queued or s.state == "waiting" and u.to_goal) then
    u.state = "waiting"
  end
end

--- core.set_unit(unit, record, text, blocker, path): here the record is enough,
-- whose goal must be the end of the path.
local function set_unit(handle, s, _, _, path)
  local u = rawget(handle, "_state")()
  local c = u.crowd
  if not complete(UNIT, s) or not s.id or s.id > c.additions
    or s.id <= c.restored or (s.x == nil) ~= (s.y == nil) or path
    and (s.state == "waiting" or s.goal ~= tonumber(path:match "(%d+) %d$"))
  then
    return false
  end
  c.numbered[s.id], c.restored = u, s.id
  u.number, u.paused = floor(s.id), s.paused
  u.is_placed = s.x ~= nil
  u.x, u.y = s.x, s.y
  local d, hex = (s.heading or -1) + 1, c.grid.stagger
  u.heading = (hex and hex.regular or agent.DX)[d] and d or false
  crowdunit.pace(c, u)
  if not is_placed(c, u, place_of(c, s.from) or u.at)
    or not set_progress(c, u, s) then
    return false
  end
  set_turn(c, u, s)
  return not s.from or set_step(c, u, s)
end

--- core.set_path(unit, text): is the text a path? Costs to goals are made
-- again.
local function set_path(handle, text)
  local c, length = rawget(handle, "_state")().crowd, 0
  for cell, mark in (text .. " "):gmatch("(%d+) ([01]) ") do
    local is_inside = place_of(c, tonumber(cell))
    length = length + (is_inside and #cell + #mark + 2 or 0)
  end
  return length == #text + 1
end

-- What a crowd keeps.
local NAMES = { "handle", "nodes", "number", "speeds", "tells_moves",
  "searches", "events", "job", "is_restored" }

--- core.exchange(crowd, new): the new state becomes that of the crowd. Units
-- that it had before keep their handles, and the game's fields. Their own states
-- are over with that of the crowd, so nobody has to be woken.
local function exchange(handle, other)
  local c, new = rawget(handle, "_state")(), rawget(other, "_state")()
  args.check_idle(c, "crowd", "load")
  c.events.reported = c.events.count
  unitstates.forget_events(c)
  for _, u in ipairs(c.units) do
    local copy = new.numbered[u.number]
    unit.detach(u)
    if copy then
      copy.handle, copy.own = u.handle, u.own
      class.give(u.handle, copy)
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
  class.give(handle, new)
  return true
end

--- Adds states to the core. `unsaved` are members of the records of units and
-- of the crowd that only the C module has or knows exactly, and `walked`: in
-- the module a unit reaches the end of a path also beside the path.
function saved.open(core, methods)
  core.unsaved = { crowd = { fraction_low = true },
    unit = { failed_joint_plans = true, walked = true, cut = true,
      window = true, window_w = true, window_h = true } }
  methods.save, core.exchange = save, exchange
  core.read_unit, core.set_time, core.set_unit = read_unit, set_time, set_unit
  core.set_path = set_path
end

return saved
