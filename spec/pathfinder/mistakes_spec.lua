--- Wrong options of pathfinders and their queries. In the tables below a line
-- without a margin is Lua, and the lines with a margin are its error.
-- spec/contract/misuse_spec.lua has the other arguments of all calls.

local tilepath = require "tilepath"

local load_text = rawget(_G, "loadstring") or load

--- A list of { call, message }.
local function cases(text)
  local list = {}
  for line in text:gmatch("[^\n]+") do
    local told = line:match("^  (.*)")
    if not told then
      list[#list + 1] = { line }
    else
      local case = list[#list]
      case[2] = case[2] and case[2] .. " " .. told or told
    end
  end
  return list
end

local QUERIES = cases [[
find(1, 1, 3, 1, { withn = 2 })
  find: unknown option 'withn' (did you mean 'within'?)
find(1, 1, 3, 1, { within = -1 })
  find: within must be a finite number of at least 0, got -1
find(1, 1, 3, 1, { within = 1, sight = finder })
  find: sight must be true or false, got pathfinder
search(1, 1, 3, 1, { sight = true })
  search: option 'sight' needs option 'within'
find(1, 1, 3, 1, { within = 1, adjacent = true })
  find: options 'adjacent' and 'within' exclude each other
find(1, 1, {})
  find: goals must be one or more { x, y } or { x, y, w, h, cost = }, got none
find(1, 1, { 4, 5 })
  find: goals[1] must be { x, y } or { x, y, w, h, cost = }, got 4
  (a list of goals: { { 5, 5 } })
search(1, 1, { { 1, 1 }, true })
  search: goals[2] must be { x, y } or { x, y, w, h, cost = }, got true
find(1, 1, { { 1, 1 }, { 1 } })
  find: goals[2][2] must be a whole number, got nil (each is EACH)
find_world(1, 1, { { 1, 0 / 0 } })
  find_world: goals[1][2] must be a finite number, got nan (each is EACH)
find(1, 1, { { 1, 1 }, { 1, 1, w = 2, h = 2 ^ 53 } })
  find: goals[2].h must be a whole number of at least 1, got 9.007199254741e+15
  (each is EACH)
find_world(1, 1, { { 1, 1, "3", 1 } })
  find_world: goals[1][3] must be a finite number of at least 0, got '3' (each
  is EACH)
field({ { 2, 1 } }):update { { 2, 2, 1, -3 } }
  update: goals[1][4] must be a whole number of at least 1, got -3 (each is
  EACH)
find(1, 1, { { 1, 1, cost = -1 } })
  find: goals[1].cost must be a finite number of at least 0, got -1 (each is
  EACH)
find(1, 1, { terrain = "opne" })
  find: terrain must be a terrain of the grid (open, wall), got 'opne'
find(1, 1, { terrain = "open", x = 1 })
  find: unknown option 'x' (options: terrain)
nearest(1, 1, { where = 5 })
  nearest: where must be a function, got 5
nearest(1, 1, { terrain = "lava" })
  nearest: terrain must be a terrain of the grid (open, wall), got 'lava'
nearest(1, 1, 2)
  nearest: options must be a table, got 2
nearest(1, 1, { from = 2 })
  nearest: from must be { x, y }, got 2
nearest(1, 1, { from = { 2 } })
  nearest: from[2] must be a whole number, got nil
nearest(1, 1, { from = { x = 2, y = 1.5 } })
  nearest: from.y must be a whole number, got 1.5
reach(1, 1)
  reach: max_cost must be a number of at least 0, got nil
reach(1, 1, 2, { escape = "yes" })
  reach: escape must be true or false, got 'yes'
view(1, 1, 2, { walls = 1 })
  view: walls must be true or false, got 1
find(1, 1, 2, 1, { stops = 1 })
  find: stops must be LIST, got 1
reach(1, 1, 2, { pass = true, stops = 1 })
  reach: pass must be LIST, got true
reach(1, 1, 2, { stops = { { 1, 1 }, 7 } })
  reach: stops[2] must be a crowd, a unit, { x, y } or { x, y, w, h }, got 7
would_block({ { 3, 1 }, 3 }, 1, 1, 1, 1)
  would_block: cells[2] must be { x, y } or { x, y, w, h }, got 3
would_block({ { 3, 1 }, { 1.5, 1 } }, 1, 1, 1, 1)
  would_block: cells[2][1] must be a whole number, got 1.5 (each is { x, y } or
  { x, y, w, h })
would_block({ { 3, 1 } }, { { 1, 1, 1 } })
  would_block: pairs[1][4] must be a whole number, got nil (each is { x1, y1,
  x2, y2 })
]]

-- Each is tried in all calls that take the option.
local AVOID = cases [[
{ avoid = 3 }
  avoid must be LIST, got 3
{ avoid = { 3, 1 } }
  avoid[1] must be a crowd, a unit, { x, y } or { x, y, w, h }, got 3 (a list of
  lists: { { ... } })
{ avoid = { crowd, unit, grid } }
  avoid[3] must be a crowd, a unit, { x, y } or { x, y, w, h }, got grid
{ avoid = { { 1, 1, 1, "1" } } }
  avoid[1][4] must be a whole number of at least 1, got '1' (each is { x, y } or
  { x, y, w, h })
{ avoid = { { 1, 1, w = 0, h = 1 } } }
  avoid[1].w must be a whole number of at least 1, got 0 (each is { x, y } or
  { x, y, w, h })
{ avoid = other }
  option 'avoid' has a crowd on a grid of another size
{ avoid = many }
  option 'avoid' has more than 16 crowds
{ avoid = crowd, except = crowd }
  except must be a unit or a list of units, got crowd
{ avoid = crowd, except = { unit, crowd } }
  except[2] must be a unit, got crowd
{ except = unit }
  option 'except' needs option 'avoid' (or for a move 'pass' or 'stops')
{ avoid_price = 1 }
  option 'avoid_price' needs option 'avoid'
{ avoid_price = 1, except = {} }
  option 'except' needs option 'avoid' (or for a move 'pass' or 'stops')
{ avoid = crowd, avoid_price = 1025 }
  avoid_price must be a number from 1/1024 to 1024, got 1025
]]

local PROFILES = cases [[
{ size = 0 }
  size must be a whole number from 1 to 64, got 0
{ straight_cost = 1 / 2048 }
  straight_cost must be a number from 1/1024 to 1024, got 0.00048828125
{ size = "2" }
  size must be a whole number from 1 to 64 or { columns, rows }, got '2'
{ size = { 2, 2, 2 } }
  size[3] must be left out (a whole number from 1 to 64 or { columns, rows })
{ opaque = { open = 1 } }
  opaque['open'] must be true or false, got 1
{ opaque = { fog = true } }
  each key of opaque must be a terrain of the grid, got 'fog'
{ keep_away = true }
  keep_away must be { cells, price }, got true
{ keep_away = { cells = 16, price = 1 } }
  keep_away.cells must be a whole number from 1 to 15, got 16
{ keep_away = { cells = 2, price = false } }
  keep_away.price must be a number from 1/1024 to 1024, got false
{ keep_away = { cells = 2, cost = 1 } }
  unknown option 'cost' in keep_away (options: 1, 2, cells, price)
{ keep_away = { 2, 1 }, algorithm = "jps" }
  keep_away must be false if algorithm is 'jps', got table
{ radius = 10.5 }
  radius must be a number from 0 to 10, half the smaller side of what the agent
  covers, got 10.5
{ radius = false }
  radius must be a number from 0 to 10, half the smaller side of what the agent
  covers, got false
{ radius = 3, diagonal = "always" }
  radius must be 0 if diagonal lets it cut corners, got 3
{ eyes = grid }
  eyes must be a pathfinder, got grid
{ eyes = tilepath.pathfinder(grid:copy()) }
  eyes must be a pathfinder on the same grid, got pathfinder
{ links = "lift" }
  links must be a table { name = price }, true or false, got 'lift'
{ links = { [("x"):rep(32)] = 1 } }
  each key of links must be a name of 1 to 31 bytes, none of them zero, got
  'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
{ links = { lift = 1048577 } }
  links['lift'] must be a number from 0 to 1048576, or false, got 1048577
{ links = many_links }
  links must be a table of at most 32 names, got table
{ fences = "kerb" }
  fences must be a table { name = true or false }, true or false, got 'kerb'
{ fences = { "kerb" } }
  each key of fences must be a name of 1 to 31 bytes, none of them zero, got 1
{ fences = { kerb = 1 } }
  fences['kerb'] must be true or false, got 1
{ fences = many_fences }
  fences must be a table with false for at most 15 names, got table
{ landmarks = 17 }
  landmarks must be a whole number from 0 to 16, got 17
{ landmarks = 1, algorithm = "astar" }
  algorithm must be 'auto' if there are landmarks, got 'astar'
]]

local EACH = "{ x, y } or { x, y, w, h, cost = }"
local LIST = "a crowd, a unit, or a list of crowds, units, { x, y } and "
  .. "{ x, y, w, h }"

local grid = tilepath.grid(9, 1, { cell_size = { 30, 20 } })
local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
local unit = crowd:add { finder = finder, cell_x = 5, cell_y = 1 }
local other = tilepath.crowd(tilepath.grid(9, 1, { base = 0 }))
local many, many_links, many_fences = {}, {}, {}
for i = 1, 33 do
  many[i], many_links["kind " .. i] = tilepath.crowd(grid), 1
  many_fences["kind " .. i] = i > 16
end

--- The error of a line of Lua.
local function told(line)
  local chunk = assert(load_text("local tilepath, grid, finder, crowd, unit, "
    .. "other, many, many_links, many_fences = ...\n" .. line, "=caller"))
  local fine, message = pcall(chunk, tilepath, grid, finder, crowd, unit, other,
    many, many_links, many_fences)
  return fine and line .. " raised nothing" or message:gsub("^caller:2: ", "")
end

describe("a wrong option", function()
  it("of a query", function()
    for _, case in ipairs(QUERIES) do
      assert.are.equal((case[2]:gsub("EACH", EACH):gsub("LIST", LIST)),
        (told("finder:" .. case[1])))
    end
  end)

  for call, before in pairs {
    find = "1, 1, 9, 1", find_world = "1, 1, 200, 1", search = "1, 1, 9, 1",
    reach = "1, 1, 9", nearest = "1, 1", line_of_sight = "1, 1, 9, 1",
    line_of_sight_world = "1, 1, 200, 1", view = "1, 1, 9",
    field = "{ { 1, 1 } }",
  } do
    it("of a query that avoids units, in " .. call, function()
      for _, case in ipairs(AVOID) do
        assert.are.equal(("%s: %s"):format(call,
          (case[2]:gsub("LIST", LIST))),
          (told(("finder:%s(%s, %s)"):format(call, before, case[1]))))
      end
    end)
  end

  it("of a profile", function()
    for _, case in ipairs(PROFILES) do
      assert.are.equal("pathfinder: " .. case[2],
        (told(("tilepath.pathfinder(grid, %s)"):format(case[1]))))
    end
  end)
end)
