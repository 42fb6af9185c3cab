--- Saved crowds: crowd:state(), and what lua/tilepath/crowd.lua needs to
-- restore one.
--
-- A crowd is a record, and each unit is one, with a list of numbers (points of
-- a patrol or a path, goals). A record has letters with numbers. The usual
-- numbers are left out. Cells are counted row by row from 0, and times from the
-- crowd's time. The letters that crowd.lua reads are those of the C module; the
-- others are this core's own.
--
-- Guides are not saved, because they can be made again.

local siblings = (...):match("^.*[./]") or ""
local parent = siblings:gsub("plain[./]$", "")
local agent = require(siblings .. "agent")
local class = require(parent .. "class")
local motion = require(siblings .. "motion")
local orders = require(siblings .. "orders")
local round = require(siblings .. "round")
local unit = require(siblings .. "unit")

local floor, huge, max = math.floor, math.huge, math.max

local saved = {}

--- Numbers as text, as in all states. That file needs the whole core.
local function flat()
  return require(parent .. "flat")
end

local STATES = { "idle", "going", "arrived", "settled", "blocked" }
local REASONS = { "start_outside", "goal_outside", "start_blocked",
  "goal_blocked", "unreachable", "budget" }
local KINDS, TIMES = { within = 1, sides = 2 }, { "seconds", "beats" }
local MOST = 2 ^ 52

-- Records ---------------------------------------------------------------------

-- The members of records: letter, lowest and highest number, the usual number,
-- and true if it need not be whole.
local CROWD = { { "n", 0, MOST }, { "b", 0, 2 }, { "w", 0, MOST },
  { "f", 0, 1, 0, true } }
local UNIT = { { "n", 1, MOST }, { "w", 1, 255, 1 }, { "h", 1, 255, 1 },
  { "c", 0, MOST }, { "o", 0, 1 }, { "x", -huge, huge, 0, true },
  { "y", -huge, huge, 0, true }, { "v", 0, huge, 0, true }, { "p", 1, 1024, 1 },
  { "q", -1000, 1000 }, { "u", 0, 1 }, { "t", 0, 8 }, { "f", -1, MOST, -1 },
  { "e", 0, MOST }, { "l", 0, MOST }, { "s", 1, #STATES, 1 }, { "b", 0, MOST },
  { "a", -MOST, MOST }, { "N", -MOST, MOST }, { "B", 0, huge, 0, true },
  { "E", 0, 6 }, { "g", -1, MOST, -1 }, { "k", 0, #REASONS }, { "j", 0, MOST },
  { "A", 0, 2 }, { "C", 0, 1 }, { "K", 0, 2 }, { "V", 0, 1 },
  { "D", -1, huge, -1, true }, { "Q", 0, 1 }, { "M", 0, MOST },
  { "X", -huge, huge, 0, true }, { "Z", -huge, huge, 0, true },
  { "G", 0, MOST },
  { "H", 0, 1 }, { "i", 0, huge, 0, true }, { "z", -1, huge, -1, true },
  { "O", 0, MOST } }

-- Fields of motion.lua that are saved as they are: letter, lowest and highest
-- number, and name.
local FIELDS = { { "P", 0, 31, "pauses" }, { "U", 0, 255, "pushes" },
  { "S", 0, 32767, "settle" }, { "T", 0, 1, "loops" }, { "F", 0, 1, "away" },
  { "I", 0, 1, "refused" }, { "J", 0, 1, "stuck" }, { "L", 0, 1, "rounds" },
  { "R", 0, 1, "told" }, { "W", 0, 1, "paused" }, { "Y", 0, 1, "renewed" } }
for _, field in ipairs(FIELDS) do
  UNIT[#UNIT + 1] = { field[1], field[2], field[3] }
end

local function write(members, s)
  local words = {}
  for _, member in ipairs(members) do
    local value = s[member[1]]
    value = value == true and 1 or value or 0
    if value ~= (member[4] or 0) then
      words[#words + 1] = member[1] .. flat().text(value)
    end
  end
  return table.concat(words)
end

--- The numbers of a record; nil if it is none.
local function read(members, text)
  local s, rest = {}, text:gsub("(%a)([%d^-]+)", "")
  if rest ~= "" then
    return nil
  end
  for letter, number in text:gmatch("(%a)([%d^-]+)") do
    s[letter] = flat().number(number)
  end
  for _, member in ipairs(members) do
    local value = s[member[1]] or member[4] or 0
    s[member[1]] = value
    if not (value >= member[2] and value <= member[3])
      or value ~= floor(value) and not member[5] then
      return nil
    end
  end
  return s
end

local function number_in(list, value)
  for i, other in ipairs(list) do
    if other == value then
      return i
    end
  end
end

--- The number of a place; -1 for none.
local function cell_of(c, p)
  local x, y = agent.cell(c, p or 0)
  return p and y * c.grid.width + x or -1
end

--- The place of a number; nil if the map has none.
local function place_of(c, cell)
  local x = cell % c.grid.width
  local y = (cell - x) / c.grid.width
  return cell >= 0 and y < c.grid.height and agent.place(c, x, y) or nil
end

-- Writing ---------------------------------------------------------------------

--- Adds what an order has to a unit's numbers.
local function add_order(c, s, order, numbers)
  local k, q = order.keep, order.query
  s.E, s.k, s.j = order.kind, number_in(REASONS, order.reason), order.next
  if order.kind == orders.PATH then
    s.j = order.next > 1 and 2 or 1
    s.g = cell_of(c, order.points[#order.points])
  elseif k then
    s.i, s.V, s.z = k.least, k.sight, k.most < huge and k.most or -1
    s.O = numbers[class.state(unit.Unit, order.target)]
  elseif q then
    s.A, s.C, s.K = q.goals and 2 or 1, not q.in_world, KINDS[q.kind]
    s.V, s.D, s.Q = q.sight, q.kind == "within" and q.within or -1, q.partial
    s.M = q.max_nodes < huge and q.max_nodes + 1 or 0
    s.X, s.Z = not q.goals and q.to_x, not q.goals and q.to_y
    s.G, s.H = order.chosen, order.is_partial
  end
end

--- The numbers of a unit's record.
-- @param order    its order; nil if it has none, or if the target was removed
-- @param numbers  of the crowd's units, by their states
local function numbers_of(c, u, order, numbers)
  local x, y = unit.middle(u.finder, u.from)
  local is_off, steps = u.put and (u.x ~= x or u.y ~= y), u.at ~= u.from
  local s = { n = u.number, w = u.wide, h = u.high, c = cell_of(c, u.at),
    o = is_off, x = is_off and u.x, y = is_off and u.y, p = u.pace,
    q = u.priority, u = u.firm, t = u.heading, D = -1, z = -1,
    v = u.speed ~= unit.usual_speed(c.grid) and u.speed,
    f = steps and cell_of(c, u.from) or -1, e = steps and u.finish - c.now,
    l = steps and u.lasts, s = 1, g = -1 }
  if u.order and not order then
    s.W = u.paused
    return s
  end
  for _, field in ipairs(FIELDS) do
    s[field[1]] = u[field[4]]
  end
  s.s = number_in(STATES, u.state == "waiting" and "going" or u.state)
  s.b, s.a, s.N = numbers[u.bumped], c.now - u.since, c.now - u.nearer
  s.B, s.g = u.best < huge and u.best + 1, u.goal ~= u.at and cell_of(c, u.goal)
    or order and cell_of(c, u.at) or -1
  if order then
    add_order(c, s, order, numbers)
  end
  return s
end

--- Does a path go straight on at one of its points?
local function is_straight(order, i)
  local points, links = order.points, order.links
  return i < #points and not links[i - 1] and not links[i]
    and points[i] - points[i - 1] == points[i + 1] - points[i]
end

--- The list of an order: points of a patrol; the rest of a path, and behind
-- each place whether a link leads there; or goals.
local function list_of(c, order)
  local list, links = {}, order.links
  local first = links and max(order.next - 1, 1) or 1
  for i = first, order.points and #order.points or 0 do
    if not links or i == first or not is_straight(order, i) then
      list[#list + 1] = cell_of(c, order.points[i])
      list[#list + 1] = links and (i > first and links[i - 1] and 1 or 0) or nil
    end
  end
  for _, goal in ipairs(order.query and not order.keep and order.query.goals
    or {}) do
    for _, name in ipairs { "x", "y", "w", "h", "cost" } do
      list[#list + 1] = goal[name]
    end
  end
  for i, value in ipairs(list) do
    list[i] = flat().text(value)
  end
  return table.concat(list, " ")
end

--- crowd.methods.state: the text of the crowd, and those of its units; and
-- their targets that are no units of the crowd, by the numbers of units.
local function state(c)
  local numbers, targets = {}, {}
  local words = { write(CROWD, { n = c.additions, w = c.clock, f = c.fraction,
    b = number_in(TIMES, c.by) }) }
  for i, u in ipairs(c.units) do
    numbers[u] = i
  end
  for i, u in ipairs(c.units) do
    local order = u.order
    local target = order and order.target
    local other = class.state(unit.Unit, target)
    order = not (other and not other.crowd) and order or nil
    words[#words + 1] = write(UNIT, numbers_of(c, u, order, numbers))
    words[#words + 1] = order and list_of(c, order) or ""
    targets[i] = order and not numbers[other] and target or nil
  end
  return table.concat(words, "#") .. "#", targets
end

-- Restoring -------------------------------------------------------------------

--- core.set_time(crowd, text)
local function set_time(c, text)
  local s = read(CROWD, text)
  if not s then
    return false
  end
  c.additions, c.clock, c.fraction = s.n, s.w, s.f
  c.by, c.now = TIMES[s.b], s.w + (s.f > 0 and 1 or 0)
  for _, u in ipairs(c.units) do
    motion.pace(c, u)
  end
  return true
end

--- Is its step right: a step or a link that is under way?
local function is_step(c, u, s, from)
  local x, y = agent.cell(c, from or u.at)
  local to_x, to_y = agent.cell(c, u.at)
  return s.f < 0 or from and from ~= u.at and x + u.wide <= c.grid.width
    and y + u.high <= c.grid.height and (s.l == 0 or s.e <= s.l
    and max(math.abs(to_x - x), math.abs(to_y - y)) == 1)
end

--- Do its state and its goal fit its order?
local function fits(c, u, s)
  local order, goal = u.order, place_of(c, s.g)
  local kind, points = order and order.kind or 0, order and order.points or {}
  local list = order and order.query and order.query.goals or {}
  if kind == orders.GOAL and not order.query and s.E == orders.MEMBER then
    order.kind, order.serve, kind = s.E, orders.serve_member, s.E
  elseif kind == orders.PATH and (goal ~= points[#points]
    or s.s == 3 and s.F == 0 and u.at ~= goal) then
    return false
  end
  return s.E == kind and (s.s == 1) == (kind == 0) and (goal or s.g < 0)
    and (s.s ~= 4 or s.S > 0) and s.b <= #c.units
    and s.G <= #list and s.j <= #points and (s.j > 0) == (#points > 0)
end

--- core.set_unit(unit, text)
local function set_unit(u, text)
  local c, s = u.crowd, read(UNIT, text)
  local from = s and place_of(c, s.f)
  if not (s and s.n > (c.highest or 0) and s.n <= c.additions
    and is_step(c, u, s, from) and fits(c, u, s)) then
    return false
  end
  c.highest = s.n -- numbers rise from unit to unit
  local order = u.order
  u.number, u.tie, u.heading = s.n, round.draw(s.n, 1), s.t > 0 and s.t or false
  if s.o == 1 then
    u.x, u.y = s.x, s.y
  end
  if from then
    u.from, u.finish, u.lasts, u.put = from, c.now + s.e, s.l, s.o == 1
    u.by = s.l == 0 and round.LINK or s.t
  end
  for _, field in ipairs(FIELDS) do
    local name, value = field[4], s[field[1]]
    if type(u[name]) == "boolean" then
      value = value == 1
    end
    u[name] = value
  end
  u.state, u.goal = STATES[s.s], place_of(c, s.g) or not u.order and u.at
  u.since, u.nearer = c.now - s.a, c.now - s.N
  u.best = s.B > 0 and s.B - 1 or huge
  u.bumped, u.is_lost, u.wake = c.units[s.b] or false, s.s == 2, c.now
  if order then
    order.reason, order.next = REASONS[s.k], s.j > 0 and s.j or nil
    order.chosen, order.is_partial = s.G > 0 and s.G or nil, s.H == 1 or nil
    u.point = order.next
    u.goal = order.kind == orders.PATH and order.points[order.next] or u.goal
  end
  if from then
    u.wake = u.finish
  elseif not u.asks and u.state == "blocked" then
    u.wake = u.nearer
  elseif not u.asks and motion.rests(u) then
    u.wake = huge
  end
  return true
end

--- Units that are on a step hold the cells that they leave, unless others do.
-- Returns false if one that is in a link cannot.
local function hold_left(c)
  for _, u in ipairs(c.units) do
    for row = u.from, u.from + (u.high - 1) * c.pitch, c.pitch do
      for p = row, row + u.wide - 1 do
        if not c.holder[p] then
          c.holder[p] = u
        elseif c.holder[p] ~= u and u.at ~= u.from and u.lasts == 0 then
          return false
        end
      end
    end
  end
  return true
end

-- What stays of a crowd.
local OWN = { handle = true, grid_handle = true, nodes = true, speeds = true,
  tells_moves = true, searches = true, events = true, is_restored = true,
  job = true }

--- core.exchange(crowd, new)
local function exchange(c, new)
  if not hold_left(new) then
    return false
  end
  local old, handles = {}, {}
  for _, u in ipairs(c.units) do
    old[u.number] = u
  end
  for _, u in ipairs(new.units) do
    local twin = old[u.number]
    if twin then
      handles[u.handle], old[u.number], u.own = twin.handle, nil, twin.own
      u.handle = twin.handle
      rawset(u.handle, "_state", u)
    end
    u.crowd = c
  end
  for _, u in pairs(old) do
    unit.dismiss(u)
  end
  for _, u in ipairs(new.units) do
    local order = u.order
    if order and order.target then
      order.target = handles[order.target] or order.target
    end
  end
  for key, value in pairs(new) do
    if not OWN[key] then
      c[key] = value
    end
  end
  c.by, c.seen, c.recovers, c.is_torn = new.by, nil, true, false
  c.events.told = c.events.count
  motion.forget_events(c)
  return true
end

--- Adds states to the core.
function saved.open(core, methods)
  local Crowd, Unit = core.Crowd, core.Unit
  function methods.state(self)
    return state(class.state(Crowd, self))
  end
  function core.arrival(handle)
    return class.state(Unit, handle).number
  end
  function core.set_time(handle, text)
    return set_time(class.state(Crowd, handle), text)
  end
  function core.set_unit(handle, text)
    return set_unit(class.state(Unit, handle), text)
  end
  function core.exchange(handle, new)
    return exchange(class.state(Crowd, handle), class.state(Crowd, new))
  end
end

return saved
