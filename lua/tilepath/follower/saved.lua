--- A follower's state: a text (serialize.lua) of a flat table, and back.
--
-- The keys of the table are paths in a tree: `progress.walked` is the field
-- `walked` of the progress, `path#3` the third number of the path. Values that
-- follow from others are not saved, so they cannot contradict each other.
--
-- Reading trusts nothing: each value is checked by itself and against the values
-- that it depends on. A new follower is made of the state, and the restored one
-- becomes that in the end, when nothing can go wrong any more.
--
-- Cost: O(points) in time and in the size of the text.

local core = require "tilepath_core"
local parent = (...):match("^(.*[./])follower[./]") or ""
require(parent .. "luajit").exact()
local check = require(parent .. "check")
local exact = require(parent .. "exact")
local gamefields = require(parent .. "gamefields")
local serialize = require(parent .. "serialize")
local Chase = require(parent .. "follower.chase")
local Map = require(parent .. "follower.map")
local later = require(parent .. "later")
local options = require(parent .. "follower.options")
local orderlist = later.module("orderlist")
local Orders = require(parent .. "follower.orders")
local ready = require(parent .. "ready")
local Wander = later.module("wander")
local Speed = require(parent .. "follower.speed")
local Progress = require(parent .. "follower.progress")

local abs, floor, huge, max = math.abs, math.floor, math.huge, math.max
local is_finite = options.is_finite

local Saved = {}

-- The name of the call, in errors about what the game gives; and in errors
-- about what the state says. The game does not see the latter.
local CALL, DAMAGED = "load", "load a damaged text"

-- The most time that a budget can owe; a saved budget that owes more is wrong.
local MOST_DEBT = 1

-- The relative error that is allowed in the length of a leg and its parts.
local ROUNDING = exact.tolerance(1e-9)

-- What is kept ----------------------------------------------------------------

-- The names of fields that have others in states, by those.
local OWN_NAMES = { detour_index = "approach_index", wait = "search_in",
  waited = "seconds", wait_x = "x", wait_y = "y" }

--- Parses a list of fields and their kinds.
-- @return a list of names in states, kinds, and names of fields
local function fields(text)
  local list = {}
  for name, kind in text:gmatch("(%S+)=(%S+)") do
    list[#list + 1] = { name, kind, OWN_NAMES[name] or name }
  end
  return list
end

local SELF = fields "x=place y=place angle=number"
local PROGRESS = fields [[state=state at_end=flag angle=number? is_patrol=flag
  index=number detour_index=number by_link=flag radius=amount
  from_x=place from_y=place walked=amount walked_low=number
  root=amount? root_low=number]]
local MOTION = fields [[budget=number rested=amount? faced=number
  heading=number?]]
local WAIT = fields "waited=amount? link=amount? wait_x=place wait_y=place"
local ORDER = fields "x=place? y=place? reason=text?"
-- Of orders with a target and without. What a state leaves out stays nil.
local OF_ORDER = fields [[waits=flag? rest=amount? first=number?
  wander=text? is_old=flag?]]
local CHASE = fields [[x=place y=place within=amount wait=amount
  least=amount? flees=flag? is_away=flag?
  moved=amount is_wanted=flag is_near=flag is_stuck=flag reaches=flag
  has_searched=flag is_put=flag? reason=text?]]
local MORE = fields [[is_paused=flag is_partial=flag has_looked=flag
  moved=amount strayed=flag?]]

-- The game's fields that are saved, beside x, y, angle and speeds: the numbers
-- and flags. The others are objects and functions, which a follower keeps.
local FIELDS = {}
for _, name in ipairs(check.sorted_keys(options.FIELDS)) do
  local kind = options.FIELDS[name].kind
  local is_place = name == "x" or name == "y" or name == "angle"
  if not is_place and (kind == "number" or kind == "flag") then
    FIELDS[#FIELDS + 1] = name
  end
end

-- Writing ---------------------------------------------------------------------

local function take_over(own, other)
  for key, value in next, other do
    own[key] = value
  end
end

local function pick(part, list)
  local kept = {}
  for _, field in ipairs(list) do
    kept[field[1]] = part[field[3]]
  end
  return kept
end

--- Adds a value under a key, each item of a table under one of its own.
local function flatten(values, key, value)
  local methods = type(value) == "table" and getmetatable(value)
  if methods == nil or methods == core.Path then
    for name, item in next, value do
      local form = type(name) == "number" and "%s#%d" or "%s.%s"
      flatten(values, form:format(key, name), item)
    end
  else
    values[key] = value
  end
end

--- Raises if a value cannot be saved.
local function check_value(key, value)
  if not (is_finite(value) or value == huge or type(value) == "string"
    or type(value) == "boolean") then
    local option = key:match("^order%.query%.(%l+)")
    if option then
      check.raise(("save: an order with %s = %s cannot be saved (before you "
        .. "save, call stop, or give an order without it)"):format(option,
        check.show(value)))
    end
    check.fail("save", key, "a value that can be saved", value)
  end
end

--- The order as a tree.
local function order_of(self, order)
  local query, finder = {}, self.finder
  local kept = pick(order, order.target and CHASE or ORDER)
  take_over(kept, pick(order, OF_ORDER))
  take_over(query, order.query)
  if type(query.avoid) == "table" and next(query.avoid) == nil then
    query.avoid, query.except, query.avoid_price = nil, nil, nil
  end
  kept.goals, kept.areas, kept.query = order.goals or nil, order.areas, query
  kept.wander = order.wander and Wander.text(order.wander) or nil
  kept.is_old = not order.target
    and finder and not Orders.is_new(self, order) or nil
  if order.target then
    kept.is_lost = orderlist.has_lost(order.target) or nil
    kept.has_searched = finder and order.finder == finder
      and order.revision == core.edits(finder) or false
    kept.is_put = Chase.has_news(order, finder) or self.x ~= self._progress.x
      or self.y ~= self._progress.y or nil
  end
  return kept
end

--- Adds its list of orders: `orders#1` is the first one, and `target#1` the
-- number of its target. The target of the present order has the number 1, unless
-- it is a unit that was removed.
-- @return the targets, each once; nil if there are none
local function add_list(self, values, target)
  local targets, numbers = {}, {}
  if target and not orderlist.has_lost(target) then
    targets[1], numbers[target] = target, 1
  end
  local function check_option(name, value)
    check_value("order.query." .. name, value)
  end
  for i, text, object in orderlist.texts(self._list, check_option) do
    values["orders#" .. i] = text
    if object ~= nil then
      if not numbers[object] then
        targets[#targets + 1] = object
        numbers[object] = #targets
      end
      values["target#" .. i] = numbers[object]
    end
  end
  return targets[1] ~= nil and targets or nil
end

--- The follower's state, as a text; and the targets of its orders, if they have
-- some.
-- @param keys     the option `keys`
-- @param is_free  may a game use the name for a field of followers?
function Saved.write(self, keys, is_free)
  local names = keys ~= nil and gamefields.names(keys, is_free)
  local progress, order, finder = self._progress, self._order, self.finder
  local is_under_way = Progress.is_under_way(progress)
  local tree = pick(self, SELF)
  for _, key in ipairs(FIELDS) do
    local value = self[key]
    if value or options.FIELDS[key].default then
      tree[key] = value
    end
  end
  tree.is_paused = self._paused
  tree.is_partial = is_under_way and order.is_partial
  tree.moved, tree.strayed = self._map.moved, self._map.strayed or nil
  tree.has_looked = finder and not Map.has_changed(self) or false
  tree.progress = pick(progress, PROGRESS)
  tree.motion = pick(self._motion, MOTION)
  take_over(tree.motion, pick(self._wait, WAIT))
  tree.motion.budget = max(tree.motion.budget, -MOST_DEBT)
  tree.path = progress.path or nil
  tree.detour = is_under_way and progress.approach or nil
  local is_at_wall = progress.path and progress.path.wall_x
  local has_no_way = progress.at_end and not (order.waits or order.target)
  local is_waiting = has_no_way or order.waits and progress.state ~= "arrived"
  local is_at_post = progress.is_patrol and not is_under_way
    and order ~= Orders.NONE -- as after the load of an older state
  tree.order = (is_under_way or is_at_wall or is_waiting or is_at_post
    or order.target) and order_of(self, order) or nil
  local values = {}
  for key, value in next, tree do
    flatten(values, key, value)
  end
  local targets = add_list(self, values, order.target)
  values.has_speeds = self.speeds and true or nil
  for name, factor in next, self.speeds or {} do
    values["speed " .. name] = factor
  end
  local own, text = {}, serialize.body(values, check_value)
  if names then
    gamefields.begin(own, names)
    gamefields.add(own, self, 0, names, "the follower")
  end
  text = serialize.close("follower", text .. serialize.body(own),
    self._list ~= false or order.areas ~= nil or is_at_post or has_no_way)
  if targets then
    return text, targets
  end
  return text
end

-- Reading ---------------------------------------------------------------------

--- Raises unless a state is right.
local function need(is_right)
  if not is_right then
    error(DAMAGED, 0)
  end
end

--- Returns the tree of a flat table, and the table `speeds`.
local function unflatten(values)
  local tree, speeds = {}, {}
  for key, value in next, values do
    local node, last = tree, nil
    if key:sub(1, 6) == "speed " then
      speeds[key:sub(7)] = value
    else
      for mark, name in ("." .. key):gmatch("([.#])([^.#]*)") do
        if last ~= nil then
          node[last] = node[last] == nil and {} or node[last]
          node = node[last]
        end
        last = mark == "#" and name:match("^%d+$") and tonumber(name) or name
        need(type(node) == "table")
      end
      need(node[last] == nil)
      node[last] = value
    end
  end
  return tree, speeds
end

--- Takes the fields of a list out of a part of the tree.
local function take(part, list)
  local kept = {}
  for _, field in ipairs(list) do
    local key, kind, name = field[1], field[2], field[3]
    local value = options.need(DAMAGED, key, part[key], kind)
    part[key] = nil
    kept[name] = type(value) == "number" and value + 0.0 or value or false
  end
  return kept
end

--- Takes a whole part out of the tree.
local function take_part(tree, name, list)
  local part = tree[name]
  tree[name] = nil
  need(type(part) == "table")
  local kept = take(part, list)
  need(next(part) == nil)
  return kept
end

--- Takes a path out of the tree; a missing path has no points. The numbers of
-- points and goals become integers again.
local function take_path(tree, name)
  local part = tree[name] == nil and {} or tree[name]
  need(type(part) == "table" and part.units ~= "cells")
  local own = Orders.own_path(nil, DAMAGED, name, part, #part)
  tree[name] = nil
  own.goal_index = own.goal_index and floor(own.goal_index)
  own.escape = own.escape and floor(own.escape)
  for key in next, part do
    need(own[key] ~= nil)
  end
  return own
end

--- Takes the order out of the tree: one to walk a path, a patrol, or a chase.
local function take_order(tree, target, is_chasing)
  local part = tree.order
  tree.order = nil
  need(type(part) == "table" and type(part.query) == "table")
  local query = part.query
  local kept = take(part, is_chasing and CHASE or ORDER)
  local own = take(part, OF_ORDER)
  local order = Orders.new(part.goals or kept.x or nil,
    kept.x and kept.y or nil, query)
  if is_chasing and part.is_lost == true then
    target, part.is_lost = orderlist.lost_at(kept.x, kept.y), nil
  end
  order.areas = part.areas
  part.goals, part.areas, part.query = nil, nil, nil
  need(next(part) == nil)
  take_over(order, kept)
  for name, value in next, own do
    order[name] = value or nil
  end
  if order.wander then
    order.wander = Wander.parse(order.wander)
    need(order.wander and order.wander.seed)
  end
  if is_chasing then
    need(not (order.waits or order.wander))
    Chase.read_target(CALL, target)
    order.target, order.least = target, order.least or 0
  end
  return order
end

--- Checks that the progress on the path fits the path.
-- @param more  1 at the end of the path: there may be no next point; else 0
local function check_way(kept, more)
  local progress = kept.progress
  local function need_point(key, low, high)
    need(progress[key] >= low and progress[key] <= high
      and progress[key] % 1 == 0)
    progress[key] = floor(progress[key])
  end
  need_point("index", 1, #kept.path / 2 + more)
  progress.approach = kept.approach
  if progress.approach then
    progress.approach_count = floor(#progress.approach / 2)
    need_point("approach_index", 2, progress.approach_count)
  end
end

--- Takes the list of orders out of the tree: their texts, and the numbers of
-- their targets.
local function take_list(tree)
  local texts, targets = tree.orders or {}, tree.target or {}
  tree.orders, tree.target = nil, nil
  need(type(texts) == "table" and type(targets) == "table")
  local count = #texts
  for i, text in next, texts do
    need(type(i) == "number" and i <= count and type(text) == "string")
  end
  for i, number in next, targets do
    need(texts[i] and type(number) == "number")
  end
  return texts, targets
end

--- Gives a follower its list of orders.
local function restore_list(self, texts, targets, given)
  self._list = texts[1] ~= nil and {} or false
  for i, text in ipairs(texts) do
    local target = targets[i] and given[targets[i]]
    if targets[i] then
      Chase.read_target(CALL, target)
    end
    need(orderlist.add(self, text, target))
  end
end

--- Reads the tree of a state. No field is checked here.
-- @return the fields of the follower; and the rest of the state
local function read(values, target)
  local tree, speeds = unflatten(values)
  need(type(tree.progress) == "table" and type(tree.motion) == "table")
  local state, at_end = tree.progress.state, tree.progress.at_end
  local is_under_way = Progress.is_under_way(tree.progress)
  local is_chasing = type(tree.order) == "table" and tree.order.within ~= nil
  local is_waiting = type(tree.order) == "table"
    and (at_end or tree.order.waits == true and state == "arriving")
  local is_at_post = type(tree.order) == "table" and state ~= "idle"
    and tree.progress.is_patrol == true
  local self, kept = take(tree, SELF), take(tree, MORE)
  kept.progress = take_part(tree, "progress", PROGRESS)
  kept.wait = take(tree.motion, WAIT)
  kept.motion = take_part(tree, "motion", MOTION)
  kept.path = state ~= "idle" and take_path(tree, "path") or nil
  kept.approach = is_under_way and tree.detour and take_path(tree, "detour")
  kept.order = (is_under_way or is_chasing or is_waiting or is_at_post)
    and take_order(tree, target, is_chasing) or Orders.NONE
  kept.texts, kept.targets = take_list(tree)
  need(kept.motion.budget >= -MOST_DEBT)
  need(not is_chasing
    or not kept.progress.is_patrol and kept.path and kept.path[1])
  need(not at_end or state == "blocked" and (is_chasing or is_waiting))
  need(not is_waiting or kept.path and kept.path[1])
  local areas = kept.order.areas
  need(not areas or kept.path and kept.progress.is_patrol
    and type(areas) == "table" and #areas == #kept.path / 2)
  if kept.path then
    check_way(kept, is_under_way and 0 or 1)
  end
  for _, key in ipairs(FIELDS) do
    self[key], tree[key] = tree[key], nil
  end
  if tree.has_speeds == true then
    self.speeds, tree.has_speeds = speeds, nil
  end
  need(next(tree) == nil and (self.speeds or next(speeds) == nil))
  return self, kept
end

--- Checks that the leg fits the path.
local function check_leg(self, was)
  local progress = self._progress
  local root, low = was.root, was.root_low
  local square = root and root * root
  local most = square and ROUNDING * (progress.length + square)
  need(progress.state == was.state and was.walked <= progress.length
    and abs(was.walked_low) <= ROUNDING * progress.length
    and (progress.length == 0 or was.angle))
  need(not square or abs(square - Speed.left_to_walk(self)) <= most
    and low * low <= ROUNDING / 100 * most)
end

--- The finder reads the query of an order. It does not search, because the start
-- lies outside the grid.
local function check_query(self, finder, order)
  local grid, query = finder.grid, order.query
  local x, y = grid.origin_x - grid.cell_width, grid.origin_y
  local goals = order.goals or order.areas
  if goals then
    core.find_for(DAMAGED, finder, x, y, goals, query)
  elseif order.x then
    core.find_for(DAMAGED, finder, x, y, order.x, order.y, query)
  else
    local to_x, to_y = Progress.goal(self)
    core.find_for(DAMAGED, finder, x, y, to_x, to_y, query)
  end
end

--- A new follower that goes on from a state.
local function restored(finder, values, targets, make, is_free, metatable)
  local names, all = gamefields.take(values, is_free)
  need(names)
  local own, kept = read(values, targets[1])
  local order = kept.order
  own.finder = finder
  options.check_finder(own, CALL)
  local copy = make(DAMAGED, own)
  copy._paused = kept.is_paused
  take_over(copy._motion, kept.motion)
  take_over(copy._wait, kept.wait)
  copy._progress.wanders = order.wander ~= nil
  Progress.restore(copy, kept.progress, kept.path)
  Map.restore(copy, kept.moved, kept.strayed, kept.has_looked)
  Orders.restore(copy, order, kept.is_partial)
  if Progress.is_under_way(kept.progress) then
    check_leg(copy, kept.progress)
  end
  if finder and order.query then
    check_query(copy, finder, order)
  end
  restore_list(setmetatable(copy, metatable), kept.texts, kept.targets, targets)
  return copy, names, all[0]
end

-- The fields of a follower that a state replaces.
local REPLACED = { "x", "y", "angle", "speeds" }
for _, name in ipairs(FIELDS) do
  REPLACED[#REPLACED + 1] = name
end

--- A follower becomes as another one is. Its tables stay, because an update
-- whose callback restores the follower works with them. That counts as a
-- restart, and what counts as rounding stays that of the update.
local function become(self, other)
  for _, name in ipairs(REPLACED) do
    if not rawequal(self[name], other[name]) then
      self[name] = other[name]
    end
  end
  local progress, motion = other._progress, other._motion
  progress.restarts = self._progress.restarts + 1
  progress.legs = self._progress.legs + 1
  motion.epsilon = self._motion.epsilon
  self._paused, self._order = other._paused, other._order
  self._list = other._list
  take_over(self._progress, progress)
  take_over(self._motion, motion)
  take_over(self._wait, other._wait)
  take_over(self._pace, other._pace)
  take_over(self._map, other._map)
end

--- Puts a follower back to a state.
-- @param targets  of the state, as the game gives them again
-- @param make     makes a follower for a call of the game, with these fields
-- @param is_free  as for Saved.write
-- @return true; or nil and "damaged" or "version"
function Saved.restore(self, text, targets, make, is_free)
  local values, reason = serialize.read(CALL, "follower", text)
  if not values then
    return nil, reason
  end
  local finder = options.need(CALL, "finder", self.finder, "finder?")
  if finder then
    ready.ensure_idle(CALL, finder)
  end
  local is_right, copy, names, own = pcall(restored, finder, values, targets,
    make, is_free, getmetatable(self))
  if is_right then
    become(self, copy)
    gamefields.give(self, names, own)
    return true
  elseif type(copy) == "string" and copy:find(DAMAGED, 1, true) then
    return nil, "damaged"
  end
  error(copy, 0)
end

return Saved
