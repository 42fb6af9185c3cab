--- Saved crowds: crowd:state(), and what lua/tilepath/crowd.lua needs to restore
-- one.
--
-- A state has a record of the crowd, and one of each unit with a list of numbers
-- (points of a patrol or a path, goals). A record is a row of letters with
-- numbers. The letters that crowd.lua reads are those of the C module; the others
-- are this core's own. Cells are counted row by row from 0, and times back from
-- the crowd's time.
--
-- A unit begins anew with all that is not saved: its guide, and what motion.lua
-- knows of its progress. A unit without an order has no more than its place.
--
-- Few numbers are checked here. A crowd from a damaged state writes another one,
-- which crowd.lua notices. So a check is for a number that would come back as it
-- is, but fits nothing.

local siblings = (...):match("^.*[./]") or ""
local parent = siblings:gsub("plain[./]$", "")
local agent = require(siblings .. "agent")
local class = require(parent .. "class")
local motion = require(siblings .. "motion")
local orders = require(siblings .. "orders")
local round = require(siblings .. "round")
local unit = require(siblings .. "unit")

local huge, max = math.huge, math.max

local saved = {}

local MOST = 2 ^ 52 -- units of time

--- Numbers as text, as in all states. That file needs the whole core.
local function flat()
  return require(parent .. "flat")
end

-- Codes -----------------------------------------------------------------------

-- A code has two functions of the crowd, a value, and the table that has it. The
-- first one makes the value a number; false or nil: it is left out. The second one
-- makes the number, or nil, the value; without it a call of crowd.lua sets that.

local function number(_, value)
  return value ~= 0 and value
end

local function cell_of(c, p)
  local x, y = agent.cell(c, p or 0)
  return p and y * c.grid.width + x
end

--- The place of a number; false if the map has none.
local function place_of(c, cell)
  local w, h = c.grid.width, c.grid.height
  return cell and cell % 1 == 0 and cell >= 0 and cell < w * h
    and agent.place(c, cell % w, (cell - cell % w) / w)
end

--- The code of words that have numbers.
local function words(numbers)
  local list = {}
  for word, value in pairs(numbers) do
    list[value] = word
  end
  return { function(_, word)
    return numbers[word]
  end, function(_, value)
    return list[value]
  end }
end

local NUMBER = { number, function(_, value)
  return value or 0
end }
local SIZE = { function(_, value)
  return value ~= 1 and value
end }
local BOUND = { function(_, value)
  return value < huge and value
end }
local LIMIT = { function(_, value)
  return value < huge and value + 1
end }
local FLAG = { function(_, value)
  return value and 1
end, function(_, value)
  return value == 1
end }
local NO_FLAG = { function(_, value)
  return not value and 1
end }
local CELL = { cell_of, place_of }
local TIME = { function(c, time)
  return number(c, c.now - time)
end, function(c, ago)
  return c.now - (ago or 0)
end }
local HEADING = { number, function(_, value)
  return agent.DX[value] and value or false
end }
local BY = words { seconds = 1, beats = 2 }
local STATE = words { going = 2, arrived = 3, settled = 4, blocked = 5 }
local GOALS = words { within = 1, sides = 2 }
local ONE_OR_LIST = { function(_, goals)
  return goals and 2 or 1
end }
local CHOSEN = { number, function(_, value, order)
  local goals = order.query.goals
  return goals and goals[value] and value
end }
local TARGET = { function(c, target)
  local other = class.state(unit.Unit, target)
  return other and other.crowd == c and other.index
end }
-- The points behind the next one: those before that are not saved.
local LEFT = { function(_, next_point, order)
  return next_point and #order.points - next_point
end, function(_, left, order)
  return order.points and #order.points - (left or 0)
end }

-- Records ---------------------------------------------------------------------

-- The members of records: letter, name, code.
local CROWD = { { "n", "additions", NUMBER }, { "b", "by", BY },
  { "w", "clock", NUMBER }, { "f", "fraction", NUMBER } }

-- Of a unit: always; if it was put there; on a step; with an order.
local UNIT = { { "n", "number", NUMBER }, { "w", "wide", SIZE },
  { "h", "high", SIZE }, { "c", "at", { cell_of } }, { "o", "put", FLAG },
  { "v", "speed", { number } }, { "p", "pace", SIZE },
  { "q", "priority", { number } }, { "u", "firm", FLAG },
  { "t", "heading", HEADING }, { "W", "paused", FLAG } }
local PUT = { { "x", "x", NUMBER }, { "y", "y", NUMBER } }
local STEP = { { "f", "from", CELL }, { "e", "finish", TIME },
  { "l", "lasts", NUMBER } }
local WALK = { { "s", "state", STATE }, { "a", "since", TIME },
  { "g", "goal", CELL }, { "S", "settle", NUMBER }, { "F", "away", FLAG },
  { "I", "refused", FLAG }, { "J", "stuck", FLAG }, { "R", "told", FLAG } }

-- Of an order: always; with a distance to keep; with a query.
local ORDER = { { "E", "kind", { number } }, { "j", "next", LEFT },
  { "O", "target", TARGET } }
local KEEP = { { "i", "least", { number } }, { "z", "most", BOUND },
  { "V", "sight", FLAG } }
local QUERY = { { "A", "goals", ONE_OR_LIST }, { "C", "in_world", NO_FLAG },
  { "K", "kind", GOALS }, { "D", "within", { number } },
  { "V", "sight", FLAG }, { "Q", "partial", FLAG },
  { "M", "max_nodes", LIMIT }, { "X", "to_x", { number } },
  { "Z", "to_y", { number } } }
local CHOICE = { { "G", "chosen", CHOSEN }, { "H", "is_partial", FLAG } }

--- The members of a table as text; "" without a table.
local function write(c, members, t)
  local text = ""
  for _, member in ipairs(t and members or {}) do
    local value = member[3][1](c, t[member[2]], t)
    if value then
      text = text .. member[1] .. flat().text(value)
    end
  end
  return text
end

--- The numbers of a record, by letter.
local function read(text)
  local numbers = {}
  for letter, digits in text:gmatch("(%a)([%d^-]+)") do
    numbers[letter] = flat().number(digits)
  end
  return numbers
end

--- Sets the members of a table, if there is one.
local function set(c, members, t, numbers)
  for _, member in ipairs(t and members or {}) do
    local decode = member[3][2]
    if decode then
      t[member[2]] = decode(c, numbers[member[1]], t)
    end
  end
end

-- Writing ---------------------------------------------------------------------

--- Does a path go straight on at one of its points?
local function is_straight(order, i)
  local points, links = order.points, order.links
  return i < #points and not links[i - 1] and not links[i]
    and points[i] - points[i - 1] == points[i + 1] - points[i]
end

--- The list of an order: points of a patrol; the rest of a path, and behind each
-- place whether a link leads there; or goals of a query.
local function list_of(c, order, query)
  local list, points, links = {}, order.points or {}, order.links
  local first = links and max(order.next - 1, 1) or 1
  local function add(value)
    list[#list + 1] = flat().text(value)
  end
  for i = first, #points do
    if i == first or not links or not is_straight(order, i) then
      add(cell_of(c, points[i]))
      if links then
        add(i > first and links[i - 1] and 1 or 0)
      end
    end
  end
  for _, goal in ipairs(query and query.goals or {}) do
    for _, name in ipairs { "x", "y", "w", "h", "cost" } do
      add(goal[name])
    end
  end
  return table.concat(list, " ")
end

--- The record and the list of a unit.
-- @param order  its order, or nil
local function texts_of(c, u, order)
  local text = write(c, UNIT, u) .. write(c, PUT, u.put and u)
    .. write(c, STEP, u.at ~= u.from and u)
  if not order then
    return text, ""
  end
  local query = not order.keep and order.query
  return text .. write(c, WALK, u) .. write(c, ORDER, order)
    .. write(c, KEEP, order.keep) .. write(c, QUERY, query)
    .. write(c, CHOICE, query and order), list_of(c, order, query)
end

--- crowd.methods.state: the text of the crowd, and those of its units; and their
-- targets that are no units of the crowd, by the numbers of units.
local function state(c)
  local list, targets = { write(c, CROWD, c) }, {}
  for i, u in ipairs(c.units) do
    u.index = i
  end
  for i, u in ipairs(c.units) do
    local order = u.order
    local target = order and order.target
    local other = class.state(unit.Unit, target)
    if other and not other.crowd then -- it was removed: the order is over
      order, target = nil, nil
    end
    list[2 * i], list[2 * i + 1] = texts_of(c, u, order)
    targets[i] = not (other and other.crowd == c) and target or nil
  end
  return table.concat(list, "#") .. "#", targets
end

-- Restoring -------------------------------------------------------------------

--- core.set_time(crowd, text)
local function set_time(c, text)
  set(c, CROWD, c, read(text))
  c.now = c.clock + (c.fraction > 0 and 1 or 0)
  for _, u in ipairs(c.units) do
    motion.pace(c, u)
  end
  return c.clock <= MOST
end

--- Is it on the map, and on a step or in a link?
local function is_on_step(c, u)
  local x, y = agent.cell(c, u.from or 0)
  return u.from and x + u.wide <= c.grid.width and y + u.high <= c.grid.height
    and (u.by == round.LINK and c.by
    or u.from + (c.offset[u.by] or 0) == u.at)
end

--- Does the order allow the unit's state?
local function fits(u, order)
  return u.state and (u.state ~= "settled" or u.settle > 0)
    and (u.state ~= "arrived" or u.away or (u.goal or u.at) == u.at)
    and (not order.points or order.points[order.next])
end

--- core.set_unit(unit, text)
local function set_unit(u, text)
  local c, order, numbers = u.crowd, u.order, read(text)
  local goal = u.goal
  set(c, UNIT, u, numbers)
  set(c, PUT, u.put and u, numbers)
  set(c, STEP, numbers.f and u, numbers)
  set(c, WALK, order and u, numbers)
  set(c, ORDER, order, numbers)
  set(c, CHOICE, order and order.query and order, numbers)
  if numbers.E == orders.MEMBER and order then
    order.kind, order.serve = orders.MEMBER, orders.serve_member
  end
  u.goal = u.goal or not u.loops and goal
  u.point, u.is_lost = order and order.next, u.state == "going"
  if numbers.f then
    u.by, u.wake = u.lasts == 0 and round.LINK or u.heading, u.finish
  elseif motion.rests(u) and u.state ~= "blocked" and not u.asks then
    u.wake = huge
  end
  local last = c.last or 0
  c.last = u.number -- numbers rise from unit to unit
  return u.number > last and u.number <= c.additions
    and (not numbers.f or is_on_step(c, u)) and (not order or fits(u, order))
end

--- Lets a unit hold a place that it leaves, unless another unit has it already.
-- Returns true if that may not be, because the unit is in a link.
local function hold(c, u, p)
  local other = c.holder[p]
  c.holder[p] = other or u
  return other and other ~= u and u.at ~= u.from and u.lasts == 0
end

-- What a crowd takes over.
local NAMES = { "additions", "by", "clock", "fraction", "holder", "is_on", "now",
  "seen", "units", "waiting" }

--- core.exchange(crowd, new)
local function exchange(c, new)
  local old = {}
  for _, u in ipairs(new.units) do
    if round.any(new, u, u.from, hold) then
      return false
    end
  end
  for _, u in ipairs(c.units) do
    old[u.number] = u
  end
  for _, u in ipairs(new.units) do
    local twin = old[u.number]
    if twin then
      old[u.number], u.handle, u.own = nil, twin.handle, twin.own
      rawset(u.handle, "_state", u)
    end
    u.crowd = c
  end
  for _, u in pairs(old) do
    unit.dismiss(u)
  end
  for _, u in ipairs(new.units) do
    local other = class.state(unit.Unit, u.order and u.order.target)
    if other then
      u.order.target = other.handle
    end
  end
  for _, name in ipairs(NAMES) do
    c[name] = new[name]
  end
  c.recovers, c.events.told = true, c.events.count
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
