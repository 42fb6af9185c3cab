--- tilepath.plain.obstacles: the obstacles of a query, from the options
-- `avoid`, `except` and `avoid_price`, and for moves `stops` and `pass`.
-- crowd.lua adds the classes `Crowd` and `Unit` here.
--
-- An agent among others has its own classes and costs, and shares the rest with
-- the agent alone, its `base`. One is kept for obstacles that block, and one
-- for obstacles with a price. Only the places that differ are restored. For a
-- move a new one is made. It has two sets of places more:
--
--   stops    where it may not go on: `closed` has all directions there
--   taken    where it may not end

local siblings = (...):match("^.*[./]") or ""
local parent = siblings:gsub("plain[./]$", "")
require(parent .. "luajit").off()
local check = require(parent .. "check")
local given = require(parent .. "given")
local agent = require(siblings .. "agent")
local array = require(siblings .. "array")
local args = require(siblings .. "args")
local classes = require(parent .. "class")
local costs = require(siblings .. "costs")
local goals = require(siblings .. "goals")
local layercosts = require(siblings .. "layercosts")

local max, min = math.max, math.min

local obstacles = {}

local function copy_of(list)
  local copy = {}
  for key, value in pairs(list) do
    copy[key] = value
  end
  return copy
end

--- The state of a value of a class of crowds; nil for other values.
function obstacles.state(name, value)
  return obstacles[name] and classes.state(obstacles[name], value)
end

-- Reading ---------------------------------------------------------------------

local MOST_CROWDS = 16
local STOP = { form = given.RECT.form, places = 2, last = 4, may_stop = true }

--- Raises unless a crowd, or a unit of it, is on a grid of the same size.
local function check_grid(call, option, g, its, noun)
  if its.width ~= g.width or its.height ~= g.height or its.base_x ~= g.base_x
    or its.base_y ~= g.base_y then
    check.raise(("%s: option '%s' has a %s on a grid of another size")
      :format(call, option, noun))
  end
end

local function add_crowd(call, option, g, crowds, c)
  check_grid(call, option, g, c.grid, "crowd")
  local handle = c.handle
  if not crowds[handle] and #crowds == MOST_CROWDS then
    check.raise(("%s: option '%s' has more than %d crowds"):format(call,
      option, MOST_CROWDS))
  elseif not crowds[handle] then
    crowds[handle], crowds[#crowds + 1] = true, handle
  end
end

--- A value that may stand for a list of one.
local function list_of(value)
  return value ~= nil and check.is_table(value) and value or { value }
end

--- Reads the list of an option: `crowds` and `units`, which keep their handles if
-- they are loaded, and `given`, rectangles in the game's count.
local function read_list(call, option, g, value)
  local own, list = { crowds = {}, given = {}, units = {} }, list_of(value)
  local count = check.length(list)
  if count == 0 then
    given.none(call, option, list, given.RECT, true)
  end
  for i = 1, count do
    local item = rawget(list, i)
    local c, u = obstacles.state("Crowd", item), obstacles.state("Unit", item)
    if c then
      add_crowd(call, option, g, own.crowds, c)
    elseif u then
      if u.crowd then
        check_grid(call, option, g, u.crowd.grid, "unit")
      end
      own.units[#own.units + 1] = u.handle
    elseif not check.is_table(item) then
      check.fail(call, ("%s[%d]"):format(option, i),
        "a crowd, a unit, { x, y } or { x, y, w, h }", item)
    else
      -- (LuaJIT 2.1 takes twenty times as long with the call in the table.)
      local x, y, w, h = given.item(call, option, i, item,
        option == "stops" and STOP or given.RECT)
      own.given[#own.given + 1] = { x, y, w, h,
        beside = given.flag(call, "beside", rawget(item, "beside")) }
    end
  end
  return own
end

--- Adds the cells of a unit to a list: both ends of a step count.
local function add_unit(list, u)
  for _, p in ipairs { u.at, u.from ~= u.at and u.from or nil } do
    if u.crowd then
      local x, y = agent.cell(u.crowd, p)
      list[#list + 1] = { x, y, u.wide, u.high }
    end
  end
end

--- Looks where the units are now. A list has the parts of the given rectangles
-- inside the grid, in the core's count, and behind these the cells of units. Are
-- there units among the obstacles?
function obstacles.renew(rects)
  rects.shape = rects.g.shape
  for _, list in ipairs { rects, rects.pass, rects.stops } do
    for i = 1, max(#list.given, #list) do
      local rect = list.given[i]
      list[i] = rect and { beside = rect.beside,
        args.clip(rects.g, rect[1], rect[2], rect[3], rect[4]) } or nil
    end
    for _, handle in ipairs(list.crowds) do
      for _, u in ipairs(obstacles.state("Crowd", handle).units) do
        if not rects.except[u.handle] then
          add_unit(list, u)
        end
      end
    end
    for _, handle in ipairs(list.units) do
      add_unit(list, obstacles.state("Unit", handle))
    end
  end
  return rects.crowds[1] ~= nil or rects.units[1] ~= nil
end

--- Reads what is in the lists of others.
-- @param own  the options as options.read has read them
-- @return the list to avoid, with `price`, `except`, and the lists `pass` and
-- `stops`; nil without any list
function obstacles.read(call, g, own)
  local except, price = own.except, own.avoid_price
  local list, pass, stops = own.avoid, own.pass, own.stops
  if list == nil and pass == nil and stops == nil then
    if except ~= nil or price ~= nil then
      check.raise(("%s: option '%s' needs option 'avoid'%s"):format(call,
        except ~= nil and "except" or "avoid_price", except ~= nil
        and " (or for a move 'pass' or 'stops')" or ""))
    end
    return nil
  end
  local rects = read_list(call, "avoid", g, list)
  rects.g, rects.price, rects.except, except = g, price, {}, list_of(except)
  for i = 1, check.length(except) do
    local item = rawget(except, i)
    rects.except[item] = obstacles.state("Unit", item) and true
      or check.fail(call, ("except[%d]"):format(i), "a unit", item)
  end
  rects.pass = read_list(call, "pass", g, pass)
  rects.stops = read_list(call, "stops", g, stops)
  rects.is_move = pass ~= nil or stops ~= nil
  obstacles.renew(rects)
  return rects
end

--- Visits each cell of some rectangles once, however they overlap.
local function each_cell(g, rects, visit)
  local behind = {} -- of a visited cell: all up to that column were visited
  for _, rect in ipairs(rects) do
    local right = rect[1] + rect[3]
    for y = rect[2], rect[2] + rect[4] - 1 do
      local row, x = y * g.width, rect[1]
      while x < right do
        local next_x = behind[row + x]
        if not next_x then
          visit(x, y)
          behind[row + x] = right
        end
        x = next_x or x + 1
      end
    end
  end
end

-- An agent among others -------------------------------------------------------

--- The agent alone, with classes for obstacles that add to prices.
local function with_room(a, keep, price)
  local alone = keep.alone
  if not alone or alone.profile ~= a.profile or alone.raise ~= price then
    alone = agent.new(a.grid, a.profile, price)
    keep.alone = alone
  end
  agent.prepare(alone)
  return alone
end

--- A copy of the current agent alone.
local function copy(a, price)
  local b = copy_of(a)
  b.base, b.base_version, b.obstacle_price = a, a.version, price
  b.class, b.count, b.around = copy_of(a.class), copy_of(a.count), nil
  b.changed, b.stood, b.edited = {}, {}, nil
  agent.forget_places(b)
  if price then
    b.costs = copy_of(a.costs)
  end
  return b
end

--- Puts an obstacle into a cell. It is in the way wherever the agent covers
-- this cell.
local function stand(b, x, y)
  local class, changed, profile = b.class, b.changed, b.profile
  b.stood[y * b.grid.width + x + 1] = true
  for row = max(y - profile.high + 1, 0), y do
    for column = max(x - profile.wide + 1, 0), x do
      local p = agent.place(b, column, row)
      if changed[p] == nil and class[p] > 0 then
        changed[p] = class[p]
        agent.write(b, p, b.obstacle_price and layercosts.class(b.levels,
          b.base_class[p] + layercosts.RAISED, b.layer_sum[p]) or 0)
      end
    end
  end
end

--- Do a rectangle, and another with a margin around it, have a cell in common?
local function overlaps(rect, x, y, w, h, margin)
  return rect[3] * rect[4] > 0
    and rect[1] < x + w + margin and rect[1] + rect[3] > x - margin
    and rect[2] < y + h + margin and rect[2] + rect[4] > y - margin
end

--- Takes the given rectangles that an agent at x, y covers off the obstacles,
-- with all that it may enter from these before it is out.
-- @return a list of them
function obstacles.leave(rects, profile, x, y)
  local left, far = {}, max(profile.wide, profile.high)
  local from, margin, i = { x, y, profile.wide, profile.high }, 0, 0
  repeat
    for k = #rects.given, 1, -1 do
      if overlaps(rects[k], from[1], from[2], from[3], from[4], margin) then
        left[#left + 1] = table.remove(rects, k)
        table.remove(rects.given, k)
      end
    end
    i, margin = i + 1, far
    from = left[i]
  until not from
  return left
end

--- Does an agent at x, y cover a cell of some rectangles?
function obstacles.covers(rects, profile, x, y)
  for _, rect in ipairs(rects) do
    if overlaps(rect, x, y, profile.wide, profile.high, 0) then
      return true
    end
  end
  return false
end

-- Moves -----------------------------------------------------------------------

--- The set of places where the agent covers a cell of a list, without its
-- start. Cells of units do not count under its start.
-- @param ring  for units, and for rectangles with `beside`, the places next to
-- them instead
local function places_of(a, list, ring, x, y)
  local places, wide, high = {}, a.profile.wide, a.profile.high
  local covered, width, height = {}, a.grid.width, a.grid.height
  local function add(rect, margin, side_x, side_y, side_w, side_h)
    local goal = { x0 = max(rect[1], side_x), y0 = max(rect[2], side_y),
      x1 = min(rect[1] + rect[3], side_x + side_w) - 1,
      y1 = min(rect[2] + rect[4], side_y + side_h) - 1 }
    if goal.x0 > goal.x1 or goal.y0 > goal.y1 then
      return
    end
    local left, right = max(goal.x0 - wide + 1 - margin, 0),
      min(goal.x1 + margin, width - 1)
    local top, bottom = max(goal.y0 - high + 1 - margin, 0),
      min(goal.y1 + margin, height - 1)
    if margin == 0 then
      covered[#covered + 1] = { left, top, right - left + 1, bottom - top + 1 }
    end
    for row = top, margin > 0 and bottom or top - 1 do
      for column = left, right do
        if goals.is_beside(a, goal, column, row) then
          places[agent.place(a, column, row)] = true
        end
      end
    end
  end
  for i, rect in ipairs(list) do
    if i > #list.given or rect.beside then
      local margin = ring and 1 or 0
      add(rect, margin, 0, 0, width, y)
      add(rect, margin, 0, y + high, width, height)
      add(rect, margin, 0, y, x, high)
      add(rect, margin, x + wide, y, width, high)
    else
      add(rect, 0, 0, 0, width, height)
    end
  end
  each_cell(a.grid, covered, function(column, row)
    places[agent.place(a, column, row)] = true
  end)
  places[agent.place(a, x, y)] = nil
  return places
end

--- The agent among others.
-- @param keep   a table of agents to reuse
-- @param x, y   the agent's start; obstacles under the agent there do not count
function obstacles.agent(a, rects, keep, x, y)
  if rects.given and rects.shape ~= a.grid.shape then
    obstacles.renew(rects)
  end
  local kind = rects.price and "among_at_price" or "among"
  a = rects.price and with_room(a, keep, rects.price) or a
  local b = keep[kind]
  if rects.is_move or not b or b.base ~= a or b.base_version ~= a.version
    or b.obstacle_price ~= rects.price then
    local version = b and b.version or 0
    b = copy(a, rects.price)
    b.version, keep[kind] = version, not rects.is_move and b or nil
  end
  for p, class in pairs(b.changed) do
    agent.write(b, p, class)
  end
  b.changed, b.stood, b.version = {}, {}, b.version + 1
  local profile = a.profile
  local end_x = x and x + profile.wide - 1
  local end_y = y and y + profile.high - 1
  each_cell(a.grid, rects, function(column, row)
    if not x or column < x or column > end_x or row < y or row > end_y then
      stand(b, column, row)
    end
  end)
  if rects.is_move then
    b.taken = places_of(a, rects.pass, false, x, y)
    b.stops, b.closed = places_of(b, rects.stops, true, x, y),
      array.filled(#a.class, 0)
    for p = 1, #a.class do -- 255: all directions
      b.closed[p] = b.stops[p] and 255 or a.closed and a.closed[p] or 0
    end
  end
  if b.obstacle_price then
    b.known, b.used = agent.classes(b)
    costs.use(b.costs, b.known, b.used, b.rule == agent.NEVER)
  end
  agent.read_edges(b)
  return b
end

return obstacles
