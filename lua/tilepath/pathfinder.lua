--- tilepath.pathfinder: checks a profile and fills in what it leaves out.
--
-- The C module takes complete profiles only; everything that a user may leave
-- out, spell in another way (true, false, math.huge) or get wrong is dealt with
-- here, once, when the pathfinder is made. What an algorithm cannot honour
-- raises: nothing in a profile is dropped in silence.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local CALL = "pathfinder"

local KNOWN = {
  diagonal = true, costs = true, heuristic = true, weight = true,
  straight_cost = true, diagonal_cost = true, turn_cost = true,
  algorithm = true,
  size = true, keep_away = true, radius = true, links = true,
  landmarks = true,
  layers = true,
}

local DIAGONALS = {
  [true] = "only_if_no_obstacles", [false] = "never",
  only_if_no_obstacles = "only_if_no_obstacles",
  at_least_one_walkable = "at_least_one_walkable",
  always = "always", never = "never",
}

local HEURISTICS = {
  auto = true, octile = true, manhattan = true, chebyshev = true,
  euclidean = true, zero = true,
}

local ALGORITHMS = {
  auto = true, jps = true, astar = true, dijkstra = true,
}

local function read_diagonal(value)
  if value == nil then
    return "only_if_no_obstacles"
  end
  return DIAGONALS[value] or check.fail(CALL, "diagonal",
    "'only_if_no_obstacles', 'at_least_one_walkable', 'always', 'never', "
    .. "true or false", value)
end

local function read_heuristic(value)
  if value == nil then
    return "auto"
  elseif type(value) ~= "function" and not HEURISTICS[value] then
    check.fail(CALL, "heuristic", "'auto', 'octile', 'manhattan', "
      .. "'chebyshev', 'euclidean', 'zero' or a function", value)
  end
  return value
end

local function read_algorithm(value)
  if value == nil then
    return "auto"
  elseif not ALGORITHMS[value] then
    check.fail(CALL, "algorithm",
      "'auto', 'jps', 'astar' or 'dijkstra'", value)
  end
  return value
end

local function read_weight(value)
  if value == nil then
    return 1
  elseif type(value) ~= "number" or not (value >= 1 and value <= 1024) then
    check.fail(CALL, "weight", "a number from 1 to 1024", value)
  end
  return value
end

local function read_step_cost(argument, value, default)
  if value == nil then
    return default
  elseif not check.is_price(value) then
    check.fail(CALL, argument, "a number from 1/1024 to 1024", value)
  end
  return value
end

local MOST_TURNING_CELLS = 2 ^ 25

--- Of a turn by 45 degrees; 0: it costs nothing.
local function read_turn_cost(grid, value)
  if value == nil or value == 0 then
    return 0
  elseif not check.is_price(value) then
    check.fail(CALL, "turn_cost", "0 or a number from 1/1024 to 1024", value)
  elseif grid.width * grid.height > MOST_TURNING_CELLS then
    check.fail(CALL, "turn_cost", "0 on a grid of more than 33554432 cells",
      value)
  end
  return value
end

--- The agent's own prices; false where it may not enter. A name that the grid
-- does not know is a slip of the pen, or the grid is the wrong one.
local function read_costs(grid, costs)
  local own = {}
  if costs == nil then
    return own
  elseif type(costs) ~= "table" then
    check.fail(CALL, "costs", "a table { terrain = price }", costs)
  end
  for _, terrain in ipairs(check.sorted_keys(costs)) do
    if type(terrain) ~= "string" or not grid:terrain(terrain) then
      check.fail(CALL, "each key of costs", "a terrain of the grid", terrain)
    end
    local price = costs[terrain]
    if price == math.huge then
      price = false
    elseif price ~= false and not check.is_price(price) then
      check.fail(CALL, ("costs[%s]"):format(check.show(terrain)),
        "a number from 1/1024 to 1024, or false", price)
    end
    own[terrain] = price
  end
  return own
end

local MOST_TOLL, MOST_TOLLS, MOST_NAME = 1048576, 32, 31

--- The agent's own prices of links, by name; false where it takes none of them.
-- A name need not be known to the grid: links come and go.
local function read_links(links)
  if links == nil or links == true then
    return {}
  elseif links == false then
    return false
  elseif type(links) ~= "table" then
    check.fail(CALL, "links", "a table { name = price }, true or false", links)
  end
  local own, names = {}, check.sorted_keys(links)
  if #names > MOST_TOLLS then
    check.fail(CALL, "links", "a table of 32 names at most", links)
  end
  for _, name in ipairs(names) do
    if type(name) ~= "string" or #name == 0 or #name > MOST_NAME
      or name:find("\0", 1, true) then
      check.fail(CALL, "each key of links",
        "a name of 1 to 31 bytes, none of them zero", name)
    end
    local price = links[name]
    if price == math.huge then
      price = false
    elseif price ~= false and not (type(price) == "number" and price >= 0
      and price <= MOST_TOLL) then
      check.fail(CALL, ("links[%s]"):format(check.show(name)),
        "a number from 0 to 1048576, or false", price)
    end
    own[name] = price
  end
  return own
end

local MOST_CELLS, MOST_AWAY = 64, 15

--- Two things in a row, or by name where they have names; a third one is a slip
-- of the pen.
local function read_two(argument, value, first, second, shape)
  if type(value) ~= "table" then
    check.fail(CALL, argument, shape, value)
  end
  local known = { true, true }
  known[first or 1], known[second or 2] = true, true
  for _, key in ipairs(check.sorted_keys(value)) do
    if not known[key] then
      check.unknown(CALL, key, known, " in " .. argument)
    end
  end
  local a, b = value[1], value[2]
  if first and a == nil then
    a = value[first]
  end
  if second and b == nil then
    b = value[second]
  end
  return a, b
end

--- { columns, rows }: a number stands for a square.
local function read_size(value)
  if value == nil then
    return { 1, 1 }
  elseif type(value) == "number" then
    check.whole(CALL, "size", value, 1, MOST_CELLS)
    return { value, value }
  end
  local w, h = read_two("size", value, nil, nil,
    "a whole number from 1 to 64 or { columns, rows }")
  return { check.whole(CALL, "size[1]", w, 1, MOST_CELLS),
    check.whole(CALL, "size[2]", h, 1, MOST_CELLS) }
end

--- { cells, cost }; false where walls do not matter.
local function read_keep_away(value)
  if value == nil or value == false then
    return false
  end
  local cells, cost = read_two("keep_away", value, "cells", "cost",
    "{ cells, cost }")
  check.whole(CALL, "keep_away.cells", cells, 1, MOST_AWAY)
  if not check.is_price(cost) then
    check.fail(CALL, "keep_away.cost", "a number from 1/1024 to 1024", cost)
  end
  return { cells, cost }
end

local MOST_LAYERS = 8

local function is_weight(value)
  return type(value) == "number" and check.is_price(math.abs(value))
end

--- A list of { layer, weight }: what one of a layer's number adds to the price
-- of a cell; and the price that weights below 0 lead to, at worst.
local function read_layers(grid, layers)
  local own = {}
  if layers == nil or layers == false then
    return own
  elseif type(layers) ~= "table" then
    check.fail(CALL, "layers", "a list of { layer, weight }", layers)
  end
  local count, lowers = check.length(layers), false
  for _, key in ipairs(check.sorted_keys(layers)) do
    if key ~= "least" and (type(key) ~= "number" or key < 1 or key > count
      or key % 1 ~= 0) then
      check.unknown(CALL, key, { least = true }, " in layers")
    end
  end
  if count > MOST_LAYERS then
    check.fail(CALL, "layers", "a list of 8 layers at most", layers)
  end
  for i = 1, count do
    local name = ("layers[%d]"):format(i)
    local layer, weight = read_two(name, layers[i], "layer", "weight",
      "{ layer, weight }")
    check.object(CALL, name .. ".layer", layer, core.Layer, "a layer")
    if not rawequal(layer.grid, grid) then
      check.fail(CALL, name .. ".layer", "a layer of the same grid", layer)
    elseif not is_weight(weight) then
      check.fail(CALL, name .. ".weight",
        "a number from 1/1024 to 1024 or from -1024 to -1/1024", weight)
    end
    own[i] = { layer, weight }
    lowers = lowers or weight < 0
  end
  own.least = layers.least
  if (own.least ~= nil or lowers) and not check.is_price(own.least) then
    check.fail(CALL, "layers.least", "a number from 1/1024 to 1024"
      .. (lowers and " where a weight is below 0" or ""), own.least)
  end
  return own
end

--- Of a circle around the agent's middle; 0: it is a point. What is wider than
-- the cells that it covers is in the way of its own next step.
local function read_radius(grid, size, value)
  if value == nil then
    return 0
  end
  local most = math.min(size[1] * grid.cell_width,
    size[2] * grid.cell_height) / 2
  if type(value) ~= "number" or not (value >= 0 and value <= most) then
    check.fail(CALL, "radius", ("a number from 0 to %s, half the smaller side "
      .. "of what the agent covers"):format(check.show(most)), value)
  end
  return value
end

local MOST_LANDMARKS, LANDMARK_BYTES, MOST_BYTES = 16, 8, 268435456

--- How many; false: none.
local function read_landmarks(grid, value)
  if value == nil or value == false or value == 0 then
    return false
  end
  check.whole(CALL, "landmarks", value, 0, MOST_LANDMARKS)
  local cells = grid.width * grid.height
  if value * LANDMARK_BYTES * cells > MOST_BYTES then
    check.fail(CALL, "landmarks", ("at most %d on %dx%d cells, of which they "
      .. "take 8 bytes a cell each, of 256 MB"):format(
      math.floor(MOST_BYTES / (LANDMARK_BYTES * cells)), grid.width,
      grid.height), value)
  end
  return value
end

--- They say how far a goal is, to a search that may choose how it goes.
local function refuse_what_landmarks_cannot(profile)
  if not profile.landmarks then
    return
  elseif profile.algorithm ~= "auto" then
    check.fail(CALL, "algorithm", "'auto' where there are landmarks",
      profile.algorithm)
  elseif profile.heuristic ~= "auto" and profile.heuristic ~= "octile" then
    check.fail(CALL, "heuristic",
      "'auto' or 'octile' where there are landmarks", profile.heuristic)
  elseif profile.weight ~= 1 then
    check.fail(CALL, "weight", "1 where there are landmarks", profile.weight)
  end
end

--- Turns are paid for by a search over cells and directions, whose answer is
-- the cheapest.
local function refuse_what_turning_cannot(profile)
  if profile.turn_cost == 0 then
    return
  elseif profile.algorithm == "jps" then
    check.fail(CALL, "algorithm",
      "'auto', 'astar' or 'dijkstra' where there is a turn_cost", "jps")
  elseif type(profile.heuristic) == "function" then
    check.fail(CALL, "heuristic", "a name where there is a turn_cost",
      profile.heuristic)
  elseif profile.weight ~= 1 then
    check.fail(CALL, "weight", "1 where there is a turn_cost", profile.weight)
  elseif profile.landmarks then
    check.fail(CALL, "landmarks", "false where there is a turn_cost",
      profile.landmarks)
  end
end

--- A body that comes past the corner of a wall meets it.
local function refuse_what_a_body_cannot(profile)
  local rule = profile.diagonal
  if profile.radius > 0 and (rule == "always"
    or rule == "at_least_one_walkable") then
    check.fail(CALL, "radius", ("0 where diagonal is '%s', which cuts corners")
      :format(rule), profile.radius)
  end
end

--- Dijkstra's search has no heuristic to weigh or to choose.
local function refuse_what_dijkstra_drops(profile)
  if profile.algorithm ~= "dijkstra" then
    return
  elseif profile.heuristic ~= "auto" and profile.heuristic ~= "zero" then
    check.fail(CALL, "heuristic",
      "'auto' or 'zero' where algorithm is 'dijkstra'", profile.heuristic)
  elseif profile.weight ~= 1 then
    check.fail(CALL, "weight",
      "1 where algorithm is 'dijkstra'", profile.weight)
  end
end

--- Jump point search goes by its own estimate, weighs nothing, and leaves out
-- detours that would pay where a diagonal costs less than a straight step, or
-- more than two.
local function refuse_what_jump_points_cannot(profile)
  if profile.algorithm ~= "jps" then
    return
  end
  local four, heuristic = profile.diagonal == "never", profile.heuristic
  local straight, diagonal = profile.straight_cost, profile.diagonal_cost
  if heuristic ~= "auto" and (four or heuristic ~= "octile") then
    check.fail(CALL, "heuristic", four
      and "'auto' where algorithm is 'jps' and diagonal is 'never'"
      or "'auto' or 'octile' where algorithm is 'jps'", heuristic)
  elseif profile.weight ~= 1 then
    check.fail(CALL, "weight", "1 where algorithm is 'jps'", profile.weight)
  elseif profile.keep_away then
    check.fail(CALL, "keep_away", "false where algorithm is 'jps'",
      profile.keep_away)
  elseif #profile.layers > 0 then
    check.fail(CALL, "layers", "none where algorithm is 'jps'", profile.layers)
  elseif not four and (diagonal < straight or diagonal > 2 * straight) then
    check.fail(CALL, "diagonal_cost", ("from straight_cost to twice that "
      .. "(%.14g to %.14g) where algorithm is 'jps'"):format(
      straight, 2 * straight), diagonal)
  end
end

--- tilepath.pathfinder(grid [, profile])
return function(grid, profile)
  check.object(CALL, "grid", grid, core.Grid, "a grid")
  profile = check.options(CALL, "profile", profile, KNOWN)
  local complete = {
    diagonal = read_diagonal(profile.diagonal),
    costs = read_costs(grid, profile.costs),
    links = read_links(profile.links),
    layers = read_layers(grid, profile.layers),
    heuristic = read_heuristic(profile.heuristic),
    weight = read_weight(profile.weight),
    straight_cost = read_step_cost("straight_cost", profile.straight_cost, 1),
    diagonal_cost = read_step_cost("diagonal_cost", profile.diagonal_cost,
      math.sqrt(2)),
    turn_cost = read_turn_cost(grid, profile.turn_cost),
    algorithm = read_algorithm(profile.algorithm),
    size = read_size(profile.size),
    keep_away = read_keep_away(profile.keep_away),
    landmarks = read_landmarks(grid, profile.landmarks),
  }
  complete.radius = read_radius(grid, complete.size, profile.radius)
  refuse_what_turning_cannot(complete)
  refuse_what_a_body_cannot(complete)
  refuse_what_dijkstra_drops(complete)
  refuse_what_jump_points_cannot(complete)
  refuse_what_landmarks_cannot(complete)
  return core.pathfinder(grid, complete)
end
