--- Writes a follower into a plain table, and makes a follower from one.
--
-- The table is flat. Its keys are strings; its values are numbers, strings and
-- booleans. So every serializer can write it, even JSON, which has no tables
-- that are both a list and a map. The keys are paths in a tree: `way.gone` is
-- the field `gone` of the way, `path#3` the third number of the path. Values
-- that follow from others are not saved (the end of a leg follows from its
-- point), so they cannot contradict each other. "inf" stands for math.huge,
-- which text formats do not know.
--
-- Reading trusts nothing. Each value is checked by itself and against the
-- values that it depends on. An unknown key raises an error. The pathfinder
-- checks goals and query. Whole numbers may have become floats, and floats
-- whole numbers.
--
-- The follower's knowledge of the map is not saved, except for one flag: had
-- the follower checked its path on the map as it was? If so, it does not check
-- again.
--
-- Cost: O(points) in time and in the size of the table.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])follower[./]") or ""
local check = require(root .. "check")
local Map = require(root .. "follower.map")
local options = require(root .. "follower.options")
local Orders = require(root .. "follower.orders")
local Walk = require(root .. "follower.walk")
local Way = require(root .. "follower.way")

local abs, floor, huge, max = math.abs, math.floor, math.huge, math.max
local is_finite = options.is_finite

local Saved = {}

local FORMAT = 2

-- The most time that a purse can owe; a saved purse that owes more is wrong.
local MOST_DEBT = 1

-- The relative error that is allowed in the length of a leg and its parts.
local ROUNDING = 1e-9

-- What is kept ----------------------------------------------------------------

--- Parses a list of fields and their kinds.
local function fields(text)
  local list = {}
  for name, kind in text:gmatch("(%S+)=(%S+)") do
    list[#list + 1] = { name, kind }
  end
  return list
end

local SELF = fields "x=place y=place angle=number"
local WAY = fields [[state=state angle=number? is_round=flag within=amount?
  index=number detour_index=number by_link=flag radius=amount
  from_x=place from_y=place gone=amount gone_low=number
  root=amount? root_low=number]]
local WALK = fields [[purse=number rested=amount? waited=amount? link=amount?
  wait_x=place wait_y=place faced=number heading=number?]]
local ORDER = fields "x=place? y=place? reason=text?"
local CHASE = fields [[x=place y=place within=amount interval=amount wait=amount
  led=amount is_wanted=flag is_near=flag is_stuck=flag leads=flag
  has_searched=flag reason=text?]]
local MORE = fields [[is_paused=flag is_partial=flag has_looked=flag
  moved=amount]]

-- The game's fields that are saved, beside x, y and angle.
local FIELDS = { "speed", "rest", "turn_rate", "arrive_radius", "slow_down",
  "prune" }

-- Writing ---------------------------------------------------------------------

local function pick(part, list)
  local kept = {}
  for _, field in ipairs(list) do
    kept[field[1]] = part[field[1]]
  end
  return kept
end

--- Writes a value under a key; raises if the value cannot be saved.
local function flatten(flat, key, value)
  local methods = type(value) == "table" and getmetatable(value)
  if methods == nil or methods == core.Path then
    for name, item in next, value do
      local form = type(name) == "number" and "%s#%d" or "%s.%s"
      flatten(flat, form:format(key, name), item)
    end
  elseif value == huge then
    flat[key] = "inf"
  elseif is_finite(value) or type(value) == "string"
    or type(value) == "boolean" then
    flat[key] = value
  else
    check.fail("state", key, "a value that can be saved", value)
  end
end

--- The order as a tree, without the query's `facing`.
local function order_of(self, order)
  local query, finder = {}, self.finder
  local kept = pick(order, order.target and CHASE or ORDER)
  for key, value in next, order.query do
    if key ~= "facing" then
      query[key] = value
    end
  end
  kept.goals, kept.query = order.goals or nil, query
  if order.target then
    kept.has_searched = finder and order.finder == finder
      and order.revision == finder.grid.revision or false
  end
  return kept
end

--- The follower's state, as a new table.
function Saved.write(self)
  local way, order, finder = self._way, self._order, self.finder
  local is_under_way = Way.is_under_way(way)
  local tree = pick(self, SELF)
  for _, key in ipairs(FIELDS) do
    tree[key] = self[key]
  end
  tree.format, tree.is_paused = FORMAT, self._paused
  tree.is_partial = is_under_way and order.is_partial
  tree.moved = self._map.moved
  tree.has_looked = finder and not Map.has_changed(self) or false
  tree.way = pick(way, WAY)
  tree.walk = pick(self._walk, WALK)
  tree.walk.purse = max(tree.walk.purse, -MOST_DEBT)
  tree.path = way.path or nil
  tree.detour = is_under_way and way.detour or nil
  tree.order = (is_under_way or order.target) and order_of(self, order) or nil
  local flat = {}
  for key, value in next, tree do
    flatten(flat, key, value)
  end
  flat.has_speeds = self.speeds and true or nil
  for name, factor in next, self.speeds or {} do
    flat["speed " .. name] = factor
  end
  return flat
end

-- Reading ---------------------------------------------------------------------

--- "follower: state.<key> must be <what>, got <value>"
local function fail(key, what, value)
  check.fail("follower", "state." .. key, what, value)
end

local function fail_unknown(key)
  check.raise(("follower: unknown key %s in state"):format(check.show(key)))
end

--- Returns the tree of a flat table, and the table `speeds`.
local function unflatten(flat)
  local tree, speeds = {}, {}
  for _, key in ipairs(check.sorted_keys(flat)) do
    local value, node, last = flat[key], tree, nil
    if type(key) ~= "string" then
      fail_unknown(key)
    elseif key:sub(1, 6) == "speed " then
      speeds[key:sub(7)] = value
    else
      for mark, name in ("." .. key):gmatch("([.#])([^.#]*)") do
        if last ~= nil then
          node[last] = node[last] == nil and {} or node[last]
          node = node[last]
        end
        last = mark == "#" and name:match("^%d+$") and tonumber(name) or name
        if type(node) ~= "table" then
          fail_unknown(key)
        end
      end
      node[last] = value == "inf" and huge or value
    end
  end
  return tree, speeds
end

--- Takes the fields of a list out of a part of the tree.
-- @param name  the name of the part, with a dot; "": the tree itself
local function take(part, name, list)
  local kept = {}
  for _, field in ipairs(list) do
    local key, kind = field[1], field[2]
    local value = options.need("follower", "state." .. name .. key, part[key],
      kind)
    part[key] = nil
    kept[key] = type(value) == "number" and value + 0.0 or value or false
  end
  return kept
end

--- Raises if a key is left over.
local function need_nothing(part, name)
  local extra = check.sorted_keys(part)[1]
  if extra ~= nil then
    fail_unknown(type(extra) == "string" and name .. extra or extra)
  end
end

--- Takes a whole part out of the tree.
local function take_part(tree, name, list)
  local part = tree[name]
  tree[name] = nil
  if type(part) ~= "table" then
    fail(name, "complete", part)
  end
  local kept = take(part, name .. ".", list)
  need_nothing(part, name .. ".")
  return kept
end

--- Takes a path out of the tree; a missing path has no points.
local function take_path(tree, name)
  local part, n = tree[name] == nil and {} or tree[name], 0
  while type(part) == "table" and part[n + 1] ~= nil do
    n = n + 1
  end
  local own = Orders.own_path("follower", "state." .. name, part, n)
  tree[name] = nil
  for _, key in ipairs(check.sorted_keys(part)) do
    if own[key] == nil then
      fail_unknown(type(key) == "string" and name .. "." .. key or key)
    end
  end
  return own
end

--- Takes the order out of the tree: one to walk a path, or a chase.
local function take_order(tree, given, is_chasing)
  local part = tree.order
  tree.order = nil
  if type(part) ~= "table" or type(part.query) ~= "table" then
    fail("order", "complete", part)
  end
  local query = part.query
  local kept = take(part, "order.", is_chasing and CHASE or ORDER)
  local order = Orders.new(part.goals or kept.x or nil,
    kept.x and kept.y or nil, query)
  part.goals, part.query = nil, nil
  need_nothing(part, "order.")
  for key, value in next, kept do
    order[key] = value
  end
  if is_chasing then
    Orders.read_target("follower", given.target)
    order.target = given.target
  end
  return order
end

--- Raises if the progress on the path does not fit the path.
local function check_way(kept)
  local way, path = kept.way, kept.path
  local function need_point(key, low, high)
    if not (way[key] >= low and way[key] <= high) or way[key] % 1 ~= 0 then
      fail("way." .. key, "the number of a point", way[key])
    end
    way[key] = floor(way[key])
  end
  need_point("index", 1, #path / 2)
  way.detour = kept.detour
  if way.detour then
    way.detour_count = floor(#way.detour / 2)
    need_point("detour_index", 2, way.detour_count)
  end
end

--- Reads given.state. Options replace the fields of the state. No field is
-- checked here.
-- @return the fields of the follower; and the rest of the state, for
-- Saved.restore
function Saved.read(given)
  if type(given.state) ~= "table" then
    check.fail("follower", "state", "a table that hero:state() returned",
      given.state)
  end
  local tree, speeds = unflatten(given.state)
  if tree.format ~= FORMAT then
    fail("format", FORMAT, tree.format)
  end
  local state = type(tree.way) == "table" and tree.way.state
  local is_under_way = state == "moving" or state == "blocked"
  local is_chasing = type(tree.order) == "table" and tree.order.within ~= nil
  local self, kept = take(tree, "", SELF), take(tree, "", MORE)
  kept.way = take_part(tree, "way", WAY)
  kept.walk = take_part(tree, "walk", WALK)
  kept.path = state ~= "idle" and take_path(tree, "path") or nil
  kept.detour = is_under_way and tree.detour and take_path(tree, "detour")
  kept.order = (is_under_way or is_chasing)
    and take_order(tree, given, is_chasing) or Orders.NONE
  if kept.walk.purse < -MOST_DEBT then
    fail("walk.purse", "a finite number >= -1", kept.walk.purse)
  elseif is_chasing and kept.way.is_round then
    fail("way.is_round", "false in a chase", true)
  elseif is_chasing and not (kept.path and kept.path[1])
    or state == "waiting" and not is_chasing then
    fail("way.state", "one that fits the order", state)
  end
  if is_under_way then
    check_way(kept)
  end
  for _, key in ipairs(FIELDS) do
    self[key], tree[key] = tree[key], nil
  end
  if tree.has_speeds == true then
    self.speeds, tree.has_speeds = speeds, nil
  else
    need_nothing(speeds, "speed ")
  end
  tree.format = nil
  need_nothing(tree, "")
  for key in next, options.RULES do
    if given[key] ~= nil then
      self[key] = given[key]
    end
  end
  return self, kept
end

--- Raises if the leg does not fit the path.
local function check_leg(self, was)
  local way = self._way
  local square = was.root and was.root ^ 2
  local most = square and ROUNDING * (way.length + square)
  if way.state ~= was.state then
    fail("way.from_x", "outside of the circle around the goal", was.from_x)
  elseif was.gone > way.length then
    fail("way.gone", "at most the length of the leg", was.gone)
  elseif abs(was.gone_low) > ROUNDING * way.length then
    fail("way.gone_low", "no more than a rounding error", was.gone_low)
  elseif way.length > 0 and not was.angle then
    fail("way.angle", "a finite number", was.angle)
  elseif square and abs(square - Walk.left(self)) > most then
    fail("way.root", "the square root of the distance that is left", was.root)
  elseif square and was.root_low ^ 2 > ROUNDING / 100 * most then
    fail("way.root_low", "no more than a rounding error", was.root_low)
  end
end

--- Makes a new follower with the state's fields go on from the state. The
-- pathfinder reads the query of the order, and raises if the query is wrong; no
-- node is expanded.
function Saved.restore(self, kept)
  local order = kept.order
  Walk.restore(self, kept.walk)
  Way.restore(self, kept.way, kept.path)
  Map.restore(self, kept.moved, kept.has_looked)
  Orders.restore(self, order, kept.is_partial)
  if Way.is_under_way(kept.way) then
    check_leg(self, kept.way)
  end
  if self.finder and order.query then
    local most, reason = order.query.max_nodes, order.reason
    order.query.max_nodes = 0
    Orders.find(self, "follower", order)
    order.query.max_nodes, order.reason = most, reason
  end
end

return Saved
