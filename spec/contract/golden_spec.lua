--- The same paths on every machine: hashes over thousands of answers,
-- independent of the VM, the compiler, its flags and the system.
-- A hash changes only if a path is meant to change, together with a line in the
-- CHANGELOG. `make golden` runs this file with several builds of the library.
-- The arithmetic here is exact in doubles: every product is below 2^53, and has
-- a float, since some hosts have integers of 32 bits.
--
-- The core in Lua may find other paths of the same cost. Its answers, to a
-- twentieth of the questions, are those of the same core on other hosts:
-- tools/scripts compares them.

local tilepath = require "tilepath"

local floor = math.floor
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

-- Random numbers and maps from this file alone --------------------------------

local function generator(seed)
  local state = seed + 0.0
  return function(low, high)
    state = state * 16807 % 2147483647
    return low + floor(state / 2147483647 * (high - low + 1))
  end
end

local PRICES = { 2, 3, 0.5, 0.1, 1 / 3, 7.77, 0.25, 9, 1.5 }

--- Random walls or walls in blocks; up to three terrains in blocks.
-- @param stagger  of hexagons; nil: squares
local function random_grid(random, stagger)
  local width, height = random(1, 70), random(1, 45)
  local grid = tilepath.grid(width, height, { base = { random(-9, 9), 1 },
    shape = stagger and "hex", stagger = stagger,
    cell_size = { random(1, 40), random(1, 40) / 4 },
    origin = { random(-500, 500), random(-500, 500) / 8 } })
  local left, top = grid.base_x, grid.base_y
  local function block(terrain)
    grid:fill(left + random(0, width - 1), top + random(0, height - 1),
      random(1, 9), random(1, 6), terrain)
  end
  for i = 1, random(0, 3) do
    local name = "terrain" .. i
    grid:terrain(name, PRICES[random(1, #PRICES)])
    for _ = 1, random(1, 9) do
      block(name)
    end
  end
  if random(1, 2) == 1 then
    for _ = 1, random(0, floor(width * height / 12)) do
      block("wall")
    end
  else
    for _ = 1, random(0, floor(width * height / 2)) do
      grid:set(left + random(0, width - 1), top + random(0, height - 1), "wall")
    end
  end
  return grid
end

local RULES = { "only_if_no_obstacles", "at_least_one_walkable", "always",
  "never" }
local STEPS = { { 1, math.sqrt(2) }, { 10, 14 }, { 1, 1.4 }, { 1, 1 },
  { 1, 2 }, { 1, 3 }, { 2, 1 }, { 0.1, 1 / 3 }, { 1, 1.5 } }
local HEURISTICS = { "auto", "auto", "octile", "manhattan", "chebyshev",
  "euclidean", "zero" }

local function random_profile(random)
  local steps = STEPS[random(1, #STEPS)]
  local profile = { diagonal = RULES[random(1, 4)], straight_cost = steps[1],
    diagonal_cost = steps[2] }
  if random(1, 5) == 1 then
    profile.algorithm = "dijkstra"
  else
    profile.algorithm = random(1, 2) == 1 and "astar" or "auto"
    profile.heuristic = HEURISTICS[random(1, #HEURISTICS)]
    profile.weight = random(1, 3) == 1 and random(5, 12) / 4 or 1
  end
  return profile
end

--- A profile for jump point search, with the same price for all ground; a third
-- of these profiles have "auto".
local function random_jumper(random, grid)
  local steps, costs = STEPS[random(1, 5)], {}
  for i = 1, 3 do
    costs["terrain" .. i] = grid:terrain("terrain" .. i) and 1
  end
  return { prices = costs, diagonal = RULES[random(1, 4)],
    straight_cost = steps[1], diagonal_cost = steps[2],
    algorithm = random(1, 3) == 1 and "auto" or "jps" }
end

--- A profile of a large agent.
local function random_large(random)
  local profile = random_profile(random)
  profile.size = { random(1, 4), random(1, 3) }
  return profile
end

--- A profile of a body with a radius, which cuts no corners.
local function random_body(random, grid)
  local profile = random_profile(random)
  profile.diagonal = RULES[random(1, 2) == 1 and 1 or 4]
  profile.radius = math.min(grid.cell_width, grid.cell_height)
    * random(1, 16) / 32
  return profile
end

local function random_cell(random, grid)
  return grid.base_x + random(0, grid.width - 1),
    grid.base_y + random(0, grid.height - 1)
end

--- Adds a fence or a link somewhere, or sometimes removes one.
local function change_ways(random, grid)
  local x, y = random_cell(random, grid)
  local kind = random(1, 8)
  if kind <= 4 then
    local across = random(0, 1)
    grid:fence(x, y, x + across, y + 1 - across,
      kind == 4 and { one_way = true } or nil)
  elseif kind <= 7 then
    local to_x, to_y = random_cell(random, grid)
    if to_x ~= x or to_y ~= y then
      grid:link(x, y, to_x, to_y, { one_way = kind == 7,
        price = random(0, 12) / 4, name = "kind" .. random(1, 3) })
    end
  else
    local links = grid:links()
    if links[1] then
      grid:unlink(links[random(1, #links)])
    end
  end
end

--- Any of these profiles on a map with fences and links.
local function among_ways(profile_of)
  return function(random, grid)
    for _ = 1, random(0, floor(grid.width * grid.height / 8)) do
      change_ways(random, grid)
    end
    local profile = profile_of(random, grid)
    if random(1, 3) == 1 then
      profile.links = { kind1 = false, kind2 = random(0, 9) / 2 }
    end
    return profile
  end
end

local STAGGERS = { "odd-r", "even-r", "odd-q", "even-q" }

--- A profile on hexagons.
local function random_strider(random)
  return { straight_cost = STEPS[random(1, #STEPS)][1],
    algorithm = random(1, 2) == 1 and "astar" or "auto",
    heuristic = random(1, 6) == 1 and "zero" or "auto" }
end

-- Hashing ---------------------------------------------------------------------

local Hash = {}
Hash.__index = Hash

local function new_hash()
  return setmetatable({ value = 1.0, found = 0 }, Hash)
end

--- A whole number from -2^31 to 2^31.
function Hash:add(whole)
  self.value = (self.value * 48271 + whole % 2147483647) % 2147483647
end

--- All bits of 0, or of a number between 2^-20 and 2^31.
function Hash:add_number(number)
  local whole = floor(number)
  local part = (number - whole) * 67108864
  self:add(whole)
  self:add(floor(part))
  self:add(floor((part - floor(part)) * 67108864))
end

function Hash:add_text(text)
  for i = 1, #text do
    self:add(text:byte(i))
  end
end

function Hash:add_answer(path, cost)
  if not path then return self:add_text(cost) end
  self.found = self.found + 1
  self:add(#path)
  for i = 1, #path do
    self:add_number(path[i])
  end
  self:add_number(cost)
end

--- Numbers, or a reason.
function Hash:add_answer_or(...)
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    if type(value) == "number" then
      self:add_number(value)
    elseif value then
      self:add_text(value)
    end
  end
end

-- The hashed answers ----------------------------------------------------------

--- Calls `ask(hash, finder, random)` `times` times for each of `finders`
-- finders. `profile_of` makes their profiles (optional). With staggers, the
-- maps use each stagger in turn; without, squares.
local function hash_of(seed, finders, times, ask, profile_of, staggers)
  local random, hash = generator(seed), new_hash()
  for i = 1, tilepath.core == "Lua" and finders / 20 or finders do
    local grid = random_grid(random, staggers and staggers[i % #staggers + 1])
    local finder = tilepath.pathfinder(grid,
      (profile_of or random_profile)(random, grid))
    for _ = 1, times do
      ask(hash, finder, random)
    end
  end
  return hash
end

local function find(hash, finder, random)
  local x1, y1 = random_cell(random, finder.grid)
  local x2, y2 = random_cell(random, finder.grid)
  local path, cost = finder:find(x1, y1, x2, y2)
  hash:add_answer(path, cost)
  return path
end

--- The map changes after each query.
local function find_and_edit(hash, finder, random)
  find(hash, finder, random)
  local x, y = random_cell(random, finder.grid)
  finder.grid:set(x, y, random(1, 3) == 1 and "wall" or "open")
end

--- Links and fences change after each query.
local function find_and_change_ways(hash, finder, random)
  local path = find(hash, finder, random)
  for _, i in ipairs(path and path.links or {}) do
    hash:add(i)
  end
  change_ways(random, finder.grid)
end

local function random_point(random, grid)
  local x, y = grid:cell_rect(random_cell(random, grid))
  return x + grid.cell_width * random(0, 63) / 64,
    y + grid.cell_height * random(0, 63) / 64
end

--- A field while links and fences change. The count is of costs.
local function look_at_field(hash, finder, random)
  local grid = finder.grid
  local x, y = random_cell(random, grid)
  local field = finder:field { { x, y } }
  for _ = 1, 3 do
    for _ = 1, 12 do
      x, y = random_cell(random, grid)
      hash.found = hash.found + (field:cost(x, y) and 1 or 0)
      hash:add_answer_or(field:cost(x, y))
      local next_x, next_y, is_link = field:next(x, y)
      hash:add_answer_or(next_x, next_y, is_link and 1 or 0)
    end
    change_ways(random, grid)
    field:update()
  end
end

--- Units with orders while the map changes, by seconds or by ticks. The count is
-- of units that have arrived.
local function march(hash, finder, random, by_time)
  local grid, units, numbers = finder.grid, {}, {}
  local crowd = tilepath.crowd(grid,
    { max_nodes = random(1, 2) == 1 and 300 or nil })
  for i = 1, 14 do
    local x, y = random_cell(random, grid)
    local speed, pace = random(20, 90) / 10 * grid.cell_width, random(1, 3)
    units[i] = crowd:add { finder = finder, cell_x = x, cell_y = y,
      speed = by_time and speed or nil,
      pace = not by_time and pace or nil }
    numbers[units[i] or 0] = i
  end
  for frame = 1, 60 do
    for i = 1, 14 do
      if units[i] and random(1, 12) == 1 then
        local x, y = random_point(random, grid)
        units[i]:go(x, y, { settle = random(0, 2), partial = true })
      end
    end
    if frame % 8 == 0 then
      local x, y = random_cell(random, grid)
      grid:set(x, y, random(1, 2) == 1 and "wall" or "open")
    end
    if by_time then
      crowd:update(random(1, 8) / 60)
    else
      crowd:tick()
    end
    hash:add(crowd.moving)
    for unit, what, other in crowd:events() do
      hash.found = hash.found + (what == "arrived" and 1 or 0)
      hash:add(numbers[unit])
      hash:add_text(what)
      hash:add(numbers[other] or 0)
    end
    for i = 1, 14 do
      if units[i] then
        hash:add_number(units[i].x)
        hash:add_number(units[i].y)
      end
    end
  end
end

--- A swarm whose agents keep apart. The count is of those that have arrived.
local function swarm(hash, finder, random)
  local grid, xs, ys, by = finder.grid, {}, {}, {}
  local x, y = random_cell(random, grid)
  local field = finder:field { { x, y }, { random_cell(random, grid) } }
  local wide = math.min(grid.cell_width, grid.cell_height)
  local options = { apart = wide * random(2, 9) / 8, arrived = {} }
  for i = 1, 40 do
    xs[i], ys[i] = random_point(random, grid)
    by[i] = wide * random(0, 9) / 16
  end
  for _ = 1, 60 do
    hash:add(field:advance(xs, ys, 40, by, options))
  end
  for i = 1, 40 do
    hash.found = hash.found + (options.arrived[i] and 1 or 0)
    hash:add_number(xs[i])
    hash:add_number(ys[i])
  end
end

--- Walks, patrols and chases: events, places, directions and answers.
local function walk(hash, finder, random)
  local grid = finder.grid
  local wide, target = grid.cell_width, {}
  local function place()
    local x, y = random_point(random, grid)
    return x, y
  end
  local function tell(word)
    return function(...)
      hash:add_text(word)
      hash:add_answer_or(...)
      hash.found = hash.found + 1
    end
  end
  local x, y = place()
  local hero = tilepath.follower { x = x, y = y, finder = finder,
    speed = wide * random(20, 90) / 10, prune = random(1, 2) == 1,
    rest = random(0, 2) / 7, slow_down = wide * random(0, 1) * 2,
    turn_rate = random(1, 2) == 1 and random(1, 9) or nil,
    on_reached = tell("point"), on_link = tell("link") }
  -- Places of arrival are the follower's own; why it is blocked is its reason.
  local arrived, blocked = tell("arrived"), tell("blocked")
  hero.on_arrived = function() arrived() end
  hero.on_blocked = function(wx, wy) blocked(wx, wy) end
  local orders = {
    function() hero:go(place()) end,
    function()
      local path = { hero.x, hero.y }
      for i = 3, 2 * random(2, 4), 2 do
        path[i], path[i + 1] = place()
      end
      if random(1, 2) == 1 then
        hero:follow(path)
      else
        hero:patrol(path)
      end
    end,
    function()
      target = {}
      target.x, target.y = place()
      hero:chase(target, { partial = true,
        within = random(0, 2) * wide / math.min(wide, grid.cell_height) })
    end,
    function() hero:set_position(place()) end,
  }
  for frame = 1, 80 do
    if frame % 9 == 1 then
      orders[random(1, #orders)]()
    end
    if target.x then
      target.x = target.x + random(-9, 9) / 8 * wide / 9
    end
    if frame % 7 == 0 then
      x, y = random_cell(random, grid)
      grid:set(x, y, random(1, 2) == 1 and "wall" or "open")
    end
    hero:update(random(1, 8) / 60)
    hash:add_number(hero.x)
    hash:add_number(hero.y)
    hash:add_number(hero.angle)
    hash:add_answer_or(tostring(hero):match("%((%a+)%)"))
    local remaining = hero.remaining
    hash:add_number(remaining < math.huge and remaining or -1)
  end
end

--- Patrols at random. The count is of cells that the walker has reached.
local function wander(hash, finder, random)
  local grid, cells = finder.grid, {}
  for i = 1, 3 do
    local x, y = random_cell(random, grid)
    cells[i] = { x, y, random(1, 20), random(1, 20) }
  end
  local x, y = random_point(random, grid)
  local hero = tilepath.follower { x = x, y = y, finder = finder,
    speed = grid.cell_width * 40,
    on_reached = function(area, wx, wy)
      hash.found = hash.found + 1
      hash:add_answer_or(area, wx, wy)
    end }
  hero:patrol_cell(cells, { random = random(1, 2147483646) })
  for _ = 1, 40 do
    hero:update(0.25)
  end
end

--- Paths in the world, pruned, and sight.
local function find_for_body(hash, finder, random)
  local x1, y1 = random_point(random, finder.grid)
  local x2, y2 = random_point(random, finder.grid)
  local path, reason = finder:find_world(x1, y1, x2, y2)
  path = path and path:prune(finder)
  hash:add_answer(path, path and path.cost or reason)
  local clear, x, y = finder:line_of_sight_world(x1, y1, x2, y2)
  hash:add_answer_or(clear and 1 or 0, x, y)
end

local SHAPES = { "rectangle", "ellipse", "polygon", "polyline", "point" }

--- A map of Tiled with turned shapes: the cells, and where the shapes lie.
local function import(hash, _, random)
  local objects = {}
  for i = 1, 6 do
    local shape, points = SHAPES[random(1, #SHAPES)], {}
    for k = 1, random(3, 6) do
      points[k] = { x = random(-40, 40), y = random(-40, 40) }
    end
    objects[i] = { shape = shape, name = "o" .. i, rotation = random(0, 3600) / 10,
      x = random(48, 272), y = random(48, 272), width = random(0, 60),
      height = random(0, 60), [shape] = points,
      type = i > 3 and "wall" or nil }
  end
  local grid, places = tilepath.from_tiled { orientation = "orthogonal",
    width = 20, height = 20, tilewidth = 16, tileheight = 16, tilesets = {},
    layers = { { type = "objectgroup", name = "things", objects = objects } } }
  for y = 1, 20 do
    for x = 1, 20 do
      hash:add(grid:is_walkable(x, y) and 1 or 0)
    end
  end
  for i = 1, 3 do
    local place = places["o" .. i]
    hash:add_number(place.x)
    hash:add_number(place.y)
    for _, value in ipairs(place.points or {}) do
      hash.found = hash.found + 1
      hash:add_number(value)
    end
  end
end

--- A test that the hash of these answers is `expected`.
local function golden(title, expected, ...)
  local arguments, count = { ... }, select("#", ...)
  it("of " .. title, function()
    local hash = hash_of(unpack(arguments, 1, count))
    assert.are.same(expected, ("%d in %d %s"):format(hash.value, hash.found,
      expected:match("in %d+ (.*)$")))
  end)
end

describe("#contract #core_c the golden hash", function()
  golden("paths", "191149588 in 2930 paths", 1, 400, 16, find)
  golden("paths by jump points", "1051120847 in 1672 paths", 9, 300, 12,
    find_and_edit, random_jumper)
  golden("the paths of large agents", "1223625086 in 572 paths", 10, 300, 12,
    find_and_edit, random_large)
  golden("paths over links, between fences", "1735862715 in 979 paths", 16, 200,
    10, find_and_change_ways, among_ways(random_profile))
  golden("fields over links, between fences", "40346205 in 3811 costs", 18,
    100, 2, look_at_field, among_ways(random_profile))
  golden("paths of bodies, pruned, and of their sight",
    "598277504 in 461 paths", 22, 150, 6, find_for_body, random_body)
  golden("crowds", "1821802202 in 485 arrivals", 13, 60, 1,
    function(hash, finder, random)
      march(hash, finder, random, true)
    end)
  golden("crowds by turns, of large units", "1350648106 in 335 arrivals", 14, 60,
    1, march, random_large)
  golden("a swarm with separation", "289749805 in 385 arrivals", 15, 60, 1,
    swarm)
  golden("walks", "1768846542 in 2795 events", 34, 200, 1, walk,
    among_ways(random_profile))
  golden("patrols at random", "1408024273 in 10852 cells", 5, 100, 1, wander)
  golden("turned shapes of Tiled", "3082115 in 2770 numbers", 3, 60, 4, import)
  golden("paths over hexagons, over links", "2145451246 in 1027 paths", 25, 200,
    10, find_and_change_ways, among_ways(random_strider), STAGGERS)
  golden("crowds by turns on hexagons", "50429071 in 395 arrivals", 28, 40, 1,
    march, random_strider, STAGGERS)
end)
