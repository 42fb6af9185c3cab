--- tilepath.pathfinder: checks a profile and adds the default values.
--
-- The C module takes only complete profiles. This file reads, once, when a
-- pathfinder is made, everything that a user may leave out, write in another
-- way (true, false, math.huge) or get wrong. If an algorithm cannot honour an
-- entry, the entry raises an error. Nothing in a profile is dropped silently.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local options = require(siblings .. "options")
local Terrain = require(siblings .. "terrain")

local one_of = given.one_of

local CALL = "pathfinder"
local PROFILE = options.of "tilepath.pathfinder"
local ENTRIES = check.sorted_keys(PROFILE.rows)

-- Booleans that stand for a diagonal rule.
local RULES_OF = { [true] = "only_if_no_obstacles", [false] = "never" }

--- An agent's own prices by name; false: the agent may not go there.
-- @param ...  what given.entries returns
local function read_prices(low, high, what, ...)
  local own = {}
  for name, price, label in ... do
    price = price ~= math.huge and price
    own[name] = price and given.number(CALL, label, price, low, high, what)
  end
  return own
end

--- Prices of terrains. A name that the grid does not have is a typing error, or
-- the grid is the wrong one.
local function read_own_prices(grid, prices)
  return read_prices(1 / 1024, 1024, "a number from 1/1024 to 1024, or false",
    given.terrains(CALL, grid, "prices", prices, "a table { terrain = price }"))
end

local function read_opaque(grid, opaque)
  return Terrain.opaque(CALL, grid, opaque)
end

local MOST_TOLL, MOST_NAMES, MOST_OPEN = 1048576, 32, 15
local NAME = "a name of 1 to 31 bytes, none of them zero"

--- Prices of links; false: the agent takes no links. The grid need not have a
-- link of a name, because links come and go.
local function read_links(_, links)
  if links == false then
    return false
  end
  local own = read_prices(0, MOST_TOLL, "a number from 0 to 1048576, or false",
    given.entries(CALL, "links", links ~= true and links or nil,
      "a table { name = price }, true or false", Terrain.is_name, NAME))
  if #check.sorted_keys(own) > MOST_NAMES then
    check.fail(CALL, "links", "a table of at most 32 names", links)
  end
  return own
end

--- Fences by name: false for those that are none to the agent; or false: no
-- fence is one. The grid need not have a fence of a name.
local function read_own_fences(_, fences)
  if fences == false then
    return false
  end
  local own, open = {}, 0
  for name, stands, label in given.entries(CALL, "fences",
    fences ~= true and fences or nil, "a table { name = true or false }, true "
    .. "or false", Terrain.is_name, NAME) do
    own[name] = given.flag(CALL, label, stands)
    open = open + (stands and 0 or 1)
  end
  if open > MOST_OPEN then
    check.fail(CALL, "fences", "a table with false for at most 15 names", fences)
  end
  return own
end

--- Reads two values, as a list or by name. A third one is a mistake.
local function read_two(argument, value, first, second, form)
  given.kind(CALL, argument, value, "table", form)
  check.options(CALL, argument, value, { true, true, [first] = true,
    [second] = true }, " in " .. argument)
  local a, b = value[1], value[2]
  return a or a == nil and value[first], b or b == nil and value[second]
end

local MOST_CELLS, MOST_AWAY = 64, 15

--- Reads { columns, rows }; a number stands for a square.
local function read_size(_, size)
  return { given.pair(CALL, "size", size, PROFILE.rows.size.what, check.whole,
    1, MOST_CELLS) }
end

--- Reads { cells, price }, or the number of cells; false: walls do not matter.
local function read_keep_away(_, value)
  if not value then
    return false
  elseif type(value) == "number" then
    value = { value, 1 }
  end
  local cells, price = read_two("keep_away", value, "cells", "price",
    "{ cells, price }")
  return { check.whole(CALL, "keep_away.cells", cells, 1, MOST_AWAY),
    given.price(CALL, "keep_away.price", price) }
end

local MOST_LAYERS = 8

--- Reads a list of { layer, weight }: a weight is added to the price of a cell
-- for each 1 of the layer's number; the weight false closes the cell if its number
-- is above 0. `min_price` is the lowest price that negative
-- weights can lead to.
local function read_layers(grid, layers)
  local own = {}
  if not layers then
    return own
  end
  local known, lowers = { min_price = true }, false
  if check.length(layers) > MOST_LAYERS then
    check.fail(CALL, "layers", "a list of at most 8 layers", layers)
  end
  for i = 1, check.length(layers) do
    local name = ("layers[%d]"):format(i)
    local layer, weight = read_two(name, layers[i], "layer", "weight",
      "{ layer, weight }")
    check.object(CALL, name .. ".layer", layer, core.Layer, "a layer")
    if not rawequal(layer.grid, grid) then
      check.fail(CALL, name .. ".layer", "a layer of the same grid", layer)
    elseif weight == math.huge then
      weight = false
    elseif weight ~= false and (type(weight) ~= "number"
      or not check.is_price(math.abs(weight))) then
      check.fail(CALL, name .. ".weight", "false or a number from 1/1024 to "
        .. "1024 or from -1024 to -1/1024", weight)
    end
    own[i], known[i] = { layer, weight }, true
    lowers = lowers or weight and weight < 0
  end
  check.options(CALL, "layers", layers, known, " in layers")
  own.min_price = layers.min_price
  if (own.min_price ~= nil or lowers) and not check.is_price(own.min_price) then
    check.fail(CALL, "layers.min_price", "a number from 1/1024 to 1024"
      .. (lowers and " if a weight is below 0" or ""), own.min_price)
  end
  return own
end

--- Reads the radius of a circle around the agent's middle; 0: a point. A wider
-- circle than the agent's cells would stand in the way of its own next step.
local function read_radius(grid, radius, profile)
  local size = profile.size
  local most = math.min(size[1] * grid.cell_width,
    size[2] * grid.cell_height) / 2
  return given.number(CALL, "radius", radius, 0, most,
    ("a number from 0 to %s, half the smaller side of what the agent covers")
    :format(check.show(most)))
end

function PROFILE.rows.radius.refuse(_, radius, own, asked)
  local size = PROFILE.rows.size
  read_radius(own.grid, radius, { size = read_size(nil,
    size.is_right(asked.size) and asked.size or size.default) })
end

--- Reads the pathfinder whose sight the agent uses; false: its own.
local function read_eyes(grid, eyes)
  if not eyes then
    return false
  end
  return rawequal(eyes.grid, grid) and eyes
    or check.fail(CALL, "eyes", "a pathfinder on the same grid", eyes)
end

local LANDMARK_BYTES, MOST_BYTES = 8, 268435456

--- Reads the number of landmarks; false: none.
local function read_landmarks(grid, value)
  if not value or value == 0 then
    return false
  end
  local bytes = LANDMARK_BYTES * grid.width * grid.height
  if value * bytes > MOST_BYTES then
    check.fail(CALL, "landmarks", ("at most %d on %dx%d cells (each takes 8 "
      .. "bytes a cell, all together 256 MB)"):format(
      math.floor(MOST_BYTES / bytes), grid.width, grid.height), value)
  end
  return value
end

--- The rule about diagonal steps by its name.
local function read_diagonal(_, rule)
  return type(rule) == "boolean" and RULES_OF[rule] or rule
end

-- What entries hold, in the order of reading. The others are taken as given.
local READ = {
  { "diagonal", read_diagonal },
  { "prices", read_own_prices }, { "opaque", read_opaque },
  { "fences", read_own_fences }, { "links", read_links },
  { "layers", read_layers },
  { "size", read_size }, { "keep_away", read_keep_away },
  { "radius", read_radius }, { "landmarks", read_landmarks },
  { "eyes", read_eyes },
}

-- What goes together ----------------------------------------------------------

--- A test: is this the algorithm, with diagonal steps, without, or either?
local function goes_by(algorithm, has_diagonals)
  return function(profile)
    return profile.algorithm == algorithm and (has_diagonals == nil
      or has_diagonals == (profile.diagonal ~= "never"))
  end
end

--- Do all layers of a list close cells?
local function all_close(layers)
  for _, item in ipairs(layers) do
    if item[2] then
      return false
    end
  end
  return true
end

local function is_hexagonal(_, grid)
  return grid.shape == "hex"
end

--- A test: is a size one cell?
local function is_one_cell(size)
  return size[1] == 1 and size[2] == 1
end

-- Some entries restrict others. A case is a test of the profile, words for the
-- message, and entries with their tests and words: if the first test holds,
-- these entries must pass theirs.
local CASES = {
  -- On hexagons all steps are alike, and an agent has one cell.
  { is_hexagonal, "on a grid of hexagons",
    { "heuristic", one_of("auto", "zero"), "'auto' or 'zero'" },
    { "algorithm", one_of("auto", "astar", "dijkstra"),
      "'auto', 'astar' or 'dijkstra'" },
    { "weight", one_of(1), "1" },
    { "size", is_one_cell, "1" },
    { "keep_away", one_of(false), "false" },
    { "radius", one_of(0), "0" },
    { "landmarks", one_of(false), "false" } },
  -- A body that cuts a corner touches the wall.
  { function(profile)
    return profile.diagonal == "always"
      or profile.diagonal == "at_least_one_walkable"
  end, "if diagonal lets it cut corners", { "radius", one_of(0), "0" } },
  -- Dijkstra's algorithm has no heuristic to weigh or to choose.
  { goes_by("dijkstra"), "if algorithm is 'dijkstra'",
    { "heuristic", one_of("auto", "zero"), "'auto' or 'zero'" },
    { "weight", one_of(1), "1" } },
  -- Jump point search uses its own heuristic and no weight. It skips detours
  -- that pay off if a diagonal step costs less than a straight one or more than
  -- two.
  { goes_by("jps", false), "if algorithm is 'jps' and diagonal is 'never'",
    { "heuristic", one_of("auto"), "'auto'" } },
  { goes_by("jps"), "if algorithm is 'jps'",
    { "heuristic", one_of("auto", "octile"), "'auto' or 'octile'" },
    { "weight", one_of(1), "1" },
    { "keep_away", one_of(false), "false" },
    { "layers", all_close, "left out, or all have the weight false," } },
  { goes_by("jps", true), "if algorithm is 'jps'",
    { "diagonal_cost", function(cost, profile)
      local straight = profile.straight_cost
      return cost >= straight and cost <= 2 * straight
    end, "from straight_cost to twice that (%.14g to %.14g)" } },
  -- Landmarks are a heuristic for the automatic choice of the algorithm.
  { function(profile)
    return profile.landmarks
  end, "if there are landmarks",
    { "algorithm", one_of("auto"), "'auto'" },
    { "heuristic", one_of("auto", "octile"), "'auto' or 'octile'" },
    { "weight", one_of(1), "1" } },
}

--- Raises for entries that do not fit together.
-- @param own  the entries as the game wrote them
local function check_cases(profile, grid, own)
  for _, case in ipairs(CASES) do
    for i = 3, case[1](profile, grid) and #case or 0 do
      local key, is_right, what = case[i][1], case[i][2], case[i][3]
      if not is_right(profile[key], profile) then
        local got = own[key] == nil and profile[key] or own[key]
        check.fail(CALL, key, (what .. " " .. case[2]):format(
          profile.straight_cost, 2 * profile.straight_cost), got)
      end
    end
  end
end

--- tilepath.pathfinder(grid [, profile])
return function(grid, profile)
  check.object(CALL, "grid", grid, core.Grid, "a grid")
  local own = options.read(PROFILE, CALL, given.options(profile),
    { grid = grid })
  if grid.shape == "hex" then
    check.left_out(CALL, own, { "diagonal", "diagonal_cost" },
      "on a grid of hexagons")
  end
  local complete = {}
  for _, name in ipairs(ENTRIES) do
    complete[name] = own[name]
    if own[name] == nil then
      complete[name] = PROFILE.rows[name].default
    end
  end
  for _, entry in ipairs(READ) do
    complete[entry[1]] = entry[2](grid, complete[entry[1]], complete)
  end
  check_cases(complete, grid, own)
  return core.pathfinder(grid, complete)
end
