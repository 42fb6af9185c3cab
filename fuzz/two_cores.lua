--- The same game on two cores: random maps, edits and queries, and a line for
-- each answer. The C module and the core in Lua must print the same lines.
--
--   tools/lua luajit fuzz/two_cores.lua SEED GAMES > c
--   TILEPATH_CORE=lua tools/lua luajit fuzz/two_cores.lua SEED GAMES > lua
--   cmp c lua
--
-- With `grid` after GAMES, the games only edit the grid and look at it.
--
-- Of several cheapest paths, each core may find another on ground of one price.
-- So there lines tell costs, ends and reasons, and of paths only what all
-- cheapest paths share; on other ground they tell all points.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path

local tilepath = require "tilepath"
local random_of = require "spec.support.random"

local first, games = tonumber(arg[1]) or 1, tonumber(arg[2]) or 10
local has_questions = arg[3] ~= "grid"
local random
local layers -- of the game's grid

local TERRAINS = { "open", "open", "open", "mud", "bog", "wall" }
local RULES = { "only_if_no_obstacles", "at_least_one_walkable", "always",
  "never" }

local function show(value)
  if type(value) == "number" then
    return ("%.17g"):format(value)
  elseif type(value) ~= "table" then
    return tostring(value)
  end
  local items = {}
  for i, item in ipairs(value) do
    items[i] = show(item)
  end
  return "{" .. table.concat(items, " ") .. "}"
end

local function say(name, ...)
  local words = { name }
  for i = 1, select("#", ...) do
    words[i + 1] = show((select(i, ...)))
  end
  print(table.concat(words, " "))
end

-- Maps ------------------------------------------------------------------------

local function cell(grid)
  local x = random(grid.base_x, grid.base_x + grid.width - 1)
  local y = random(grid.base_y, grid.base_y + grid.height - 1)
  if random.chance(4) then return x + random(-3, 3) * grid.width, y end
  return x, y
end

local function side(grid)
  local x, y = cell(grid)
  if grid.stagger then
    local dx, dy
    repeat
      dx, dy = random(-1, 1), random(-1, 1)
    until grid:distance(x, y, x + dx, y + dy) == 1
    return x, y, x + dx, y + dy
  elseif random.chance(50) then
    return x, y, x + random.any { -1, 1 }, y
  end
  return x, y, x, y + random.any { -1, 1 }
end

--- Rows of random values; the same values in a single list; and the width.
local function draw_cells(values)
  local width, rows, list = random(1, 9), {}, {}
  for y = 1, random(1, 9) do
    rows[y] = {}
    for x = 1, width do
      rows[y][x] = random.any(values)
      list[#list + 1] = rows[y][x]
    end
  end
  return rows, list, width
end

local function draw_text()
  local rows = draw_cells { ".", "#", "~", "b" }
  for y, row in ipairs(rows) do
    rows[y] = table.concat(row)
  end
  return table.concat(rows, random.any { "\n", "\r\n" })
end

local forms = {}

function forms.size(options)
  return random(1, 20), random(1, 20), options
end
forms.size2 = forms.size

function forms.text(options)
  options.legend = { ["~"] = "mud", b = "bog" }
  return draw_text(), options
end

function forms.rows(options)
  options.walkable = function(value)
    return value ~= 1
  end
  local rows = draw_cells { 0, 1, "mud", true }
  return rows, options
end

function forms.list(options)
  local _, list, width = draw_cells { true, false, "bog", "mud" }
  options.width = width
  return list, options
end

local FORMS = { "size", "size2", "text", "rows", "list" }
local STAGGERS = { "odd-r", "even-r", "odd-q", "even-q" }

-- The building of the grid, or nil.
local house

local function draw_grid()
  local form, options = random.any(FORMS), {
    base = random(-1, 2),
    cell_size = { random.any { 1, 16, 0.75 }, random.any { 1, 16, 3 } },
    origin = { random(-5, 5) / 4, random(-5, 5) },
    prices = { mud = 3, bog = random.any { 1.7, 9 } },
    opaque = { bog = random.chance(30), mud = random.chance(10) }
  }
  if random.chance(30) then
    options.shape, options.stagger = "hex", random.any(STAGGERS)
    options.cell_side = random.any { false, 0, 0.3, 0.7 } or nil
  end
  local grid = tilepath.grid(forms[form](options))
  house = nil
  if not grid.stagger and random.chance(10) then
    local drawn = { prices = { mud = 3, bog = 2 },
      legend = { ["~"] = "mud", b = "bog" } }
    house, grid = tilepath.building({ cellar = draw_text(),
      roof = draw_text() }, drawn)
  end
  local rough = random.any { 0, 20, 60 }
  for _ = 1, rough * grid.width * grid.height / 100 do
    local x, y = cell(grid)
    grid:set(x, y, random.any(TERRAINS))
  end
  return grid
end

local edits = {}

function edits.set(grid)
  local x, y = cell(grid)
  say("set", grid:set(x, y, random.any(TERRAINS)))
end
edits.set2 = edits.set

function edits.close(grid)
  local x, y = cell(grid)
  say("close", grid:set_walkable(x, y, random.chance(40)))
end

function edits.fill(grid)
  local x, y = cell(grid)
  say("fill", grid:fill(x, y, random(0, 6), random(0, 3),
    random.any(TERRAINS)))
end

function edits.reprice(grid)
  if random.chance(25) then
    say("reprice", grid:terrain("bog", random.any { 1, 1.7, 4, 0.5, false }))
  end
end

function edits.link(grid)
  local x1, y1 = cell(grid)
  local x2, y2 = cell(grid)
  if random.chance(40) and not (x1 == x2 and y1 == y2) then
    local link = grid:link(x1, y1, x2, y2, { price = random.any { 0, 1, 2.5,
      30 }, one_way = random.chance(40), seconds = random(0, 3),
      name = random.any { "stairs", "lift" } })
    say("link", link and link.id)
  end
end

function edits.unlink(grid)
  local links = grid:links()
  if #links > 0 and random.chance(50) then
    say("unlink", grid:unlink(random.any(links)))
  end
end

function edits.fence(grid)
  local x1, y1, x2, y2 = side(grid)
  if random.chance(50) then
    say("fence", grid:fence(x1, y1, x2, y2, { one_way = random.chance(50),
      name = random.any { false, false, "kerb", "glass" } or nil }))
  end
end

function edits.fence_rect(grid)
  local x, y = cell(grid)
  if not grid.stagger and random.chance(20) then
    say("fence_rect", grid:fence_rect(x, y, random(0, 5), random(0, 4), {
      gaps = random.chance(50) and { { cell(grid) }, { x, y, 1, 2 } } or nil,
      one_way = random.chance(30), name = random.any { false, "glass" } or nil }))
  end
end

function edits.unfence(grid)
  local fences = grid:fences()
  if #fences > 0 and random.chance(60) then
    local fence = random.any(fences)
    say("unfence", grid:unfence(fence.x1, fence.y1, fence.x2, fence.y2,
      random.chance(50) and fence.name or nil))
  end
end

function edits.sample(grid)
  local x, y = cell(grid)
  local function ask(cx, cy, wx, wy)
    return random.any { true, false, "mud", "bog" },
      say("asked", cx, cy, wx, wy)
  end
  if random.chance(25) then
    say("sample", grid:sample(ask, x, y, random(0, 4), random(0, 4)))
  end
end

function edits.world(grid)
  local x, y = random(-50, 400) / 8, random(-50, 400) / 8
  say("set_world", grid:set_world(x, y, random.any(TERRAINS)))
end

function edits.clear(grid)
  if random.chance(3) then
    say("clear", grid:clear(random.any { "open", "mud" }))
  end
end

function edits.layer(grid)
  local layer, x, y = random.any(layers), cell(grid)
  local number = random.any { 0, 1, 7, 40, 255, random(0, 255) }
  local call = random.any { "set", "add", "fill", "sample", "fade" }
  if call == "set" then
    say(call, layer:set(x, y, number))
  elseif call == "add" then
    say(call, layer:add(x, y, number * random.any { 1, -1 }))
  elseif call == "fill" then
    say(call, layer:fill(x, y, random(0, 9), random(0, 9), number))
  elseif call == "sample" then
    say(call, layer:sample(function(cx, cy, wx, wy)
      return random.any { number, 0, false } or nil,
        say("asked", cx, cy, wx, wy)
    end, x, y, random(0, 4), random(0, 4)))
  else
    say(call, layer:fade(random.any { 0, 0.5, 0.9, random(0, 1000) / 1000 }))
  end
end
edits.layer2 = edits.layer

function edits.layer_mistake(grid)
  local layer, values = random.any(layers), { 1.5, "mud", true, {}, 0 / 0, -1,
    256, 300, random.any { 0, 7 }, grid, random.any(layers) }
  local call = random.any { "get", "set", "add", "fill", "sample",
    "fade" }
  local fine, message = pcall(layer[call], random.chance(90) and layer or grid,
    random.any(values), grid.base_y, random.any(values), 1, random.any(values))
  say("layer mistake", call, fine,
    not fine and message:gsub("^.-:%d+: ", ""))
end

function edits.mistake(grid)
  local x, y = cell(grid)
  local call = random.any { "get", "set", "set_walkable", "fill", "terrain",
    "link", "unlink", "fence", "unfence", "line", "cells", "sample",
    "to_cell", "cell_rect", "cell_polygon", "distance", "clear", "links" }
  local values = { x, y, 1.5, "mud", "swamp", true, {}, 2 ^ 53, 0 / 0, -1,
    random.any { 0, 7 } }
  local fine, message = pcall(grid[call], grid, random.any(values), y,
    random.any(values), random.any(values), random.any(values))
  say("mistake", call, fine, not fine and message:gsub("^.-:%d+: ", ""))
end

function edits.resize(grid)
  if house then return end
  say("resize", grid:resize(grid.base_x + random(-2, 2),
    grid.base_y + random(-2, 2), math.max(1, grid.width + random(-3, 3)),
    math.max(1, grid.height + random(-3, 3)), random.any { "wall", nil }))
end

local EDITS = { "set", "set2", "close", "fill", "reprice", "link", "unlink",
  "fence", "fence_rect", "unfence", "sample", "world", "clear", "mistake",
  "layer", "layer2", "layer_mistake", "resize" }

local function list_of(items, keys)
  local list = {}
  for i, item in ipairs(items) do
    for _, key in ipairs(keys) do
      list[#list + 1] = ("%d%s %s"):format(i, key, show(item[key]))
    end
  end
  return list
end

local function look(grid)
  local x, y = cell(grid)
  say("get", grid:get(x, y))
  say("grid", tostring(grid), grid.revision, grid(x, y), grid:to_world(x, y))
  local wx, wy = random(-50, 400) / 8, random(-50, 400) / 8
  say("cell", grid:to_cell(wx, wy))
  say("world", grid:get_world(wx, wy))
  say("walkable", grid:is_walkable(x, y))
  say("rect", grid:cell_rect(x, y))
  say("polygon", grid:cell_polygon(x, y))
  say("shape", grid.shape, grid.stagger, grid.cell_side, grid.origin_x,
    grid.origin_y)
  say("distance", grid:distance(x, y, cell(grid)))
  say("price", grid:terrain("bog"), grid:has(x, y), grid == grid:copy())
  for lx, ly, terrain in grid:line(x, y, cell(grid)) do
    say("line", lx, ly, terrain)
  end
  for cx, cy, terrain, price in grid:cells(random.any { "mud", "wall" }) do
    say("cells", cx, cy, terrain, price)
  end
  say("links", list_of(grid:links(), { "id", "x1", "y1", "x2", "y2", "price",
    "seconds", "one_way", "name" }))
  say("fences", list_of(grid:fences(), { "x1", "y1", "x2", "y2", "one_way",
    "name" }))
  local dump = grid:save()
  local sum = 0
  for i = 1, #dump do
    sum = (sum * 31 + dump:byte(i)) % 2 ^ 40
  end
  say("dump", #dump, sum, tilepath.load(dump) == grid)
  local layer = random.any(layers)
  say("layer", tostring(layer), layer.revision, layer:get(x, y),
    layer.grid == grid)
  say("dump of a layer", (layer:save():gsub(".", function(byte)
    return ("%02x"):format(byte:byte())
  end)), tilepath.load(layer:save(), grid):save() == layer:save())
end

-- Agents ----------------------------------------------------------------------

local WEIGHTS = { 0.05, 0.003, 1, 2.5, 100, -0.01, -0.5, -3 }

--- The price of every sum of two layers, for each pair of weights.
local function walk_weights()
  local grid = tilepath.grid(16, 48, { prices = { mud = 1.75, bog = 6.1 } })
  grid:fill(1, 17, 16, 16, "mud")
  grid:fill(1, 33, 16, 16, "bog")
  local one, other = tilepath.layer(grid), tilepath.layer(grid)
  one:sample(function(x, y) return (y * 16 + x) % 256 end)
  other:sample(function(x, y) return (x * 11 + y * 37) % 256 end)
  for _, weight in ipairs { 1 / 1024, 0.05, 1 / 3, 1, 2.5, 1024 } do
    for _, more in ipairs { -1024, -3, -0.01, 1 / 1024, 0.3, 10, 1024 } do
      local finder = tilepath.pathfinder(grid, { layers = {
        { one, weight }, { other, more }, min_price = 0.01 } })
      for x, y in grid:cells() do
        say("sum", weight, more, x, y, finder:price(x, y))
      end
    end
  end
end

--- Layers, mostly with weights above 0.
local function draw_layers()
  local list = { min_price = random.any { 0.01, 0.5, 0.9, 2 } }
  for i = 1, random.any { 1, 1, 2, 8 } do
    list[i] = { random.any(layers), random.any(WEIGHTS) }
    if random.chance(10) then
      list[i][2] = false
    end
  end
  return list
end

--- What is for squares alone.
local function draw_body(profile, grid)
  profile.diagonal = random.any(RULES)
  local wide, high = 1, 1
  if random.chance(25) then
    wide, high = random(1, 3), random(1, 3)
    profile.size = { wide, high }
  end
  if random.chance(20) and (profile.diagonal == "never"
    or profile.diagonal == "only_if_no_obstacles") then
    profile.radius = math.min(wide * grid.cell_width, high * grid.cell_height)
      / 2 * random(1, 16) / 16
  end
  if random.chance(20) then
    profile.keep_away = { cells = random(1, 3), price = random.any { 0.5, 3 } }
  end
  if random.chance(20) then
    profile.straight_cost, profile.diagonal_cost = 1, random.any { 1, 1.4, 2.5 }
  end
  if random.chance(30) then
    profile.heuristic = random.any { "octile", "manhattan", "chebyshev",
      "euclidean", "zero" }
    if profile.heuristic == "manhattan" then
      profile.diagonal = "never" -- other rules promise nothing here
    end
  elseif random.chance(20) then
    profile.algorithm = random.any { "astar", "dijkstra" }
  elseif random.chance(20) then
    profile.landmarks = random.any { 1, 4 } -- the core in Lua has none
  end
end

-- Has the game drawn options with which any cheapest path will do: an
-- avoid_price, or max_cost for a partial path?
local any_will_do

-- By finder: does it choose among cheapest paths by the rule of both cores?
local may_choose = setmetatable({}, { __mode = "k" })

--- @param eyes  another pathfinder, or nil
local function draw_finder(grid, eyes)
  local profile = { eyes = random.chance(30) and eyes or nil }
  if not grid.stagger then
    draw_body(profile, grid)
  elseif random.chance(30) then
    profile.straight_cost = random.any { 2, 1.3 }
    profile.algorithm = random.any { "auto", "astar", "dijkstra" }
  end
  if random.chance(25) then
    profile.prices = { mud = random.any { 1, 7, false }, bog = 2.25 }
  end
  if random.chance(20) then
    profile.opaque = { bog = not random.chance(70), open = not random.chance(90) }
  end
  if random.chance(20) then
    profile.links = random.any { false, { stairs = 1, lift = false } }
  end
  if random.chance(30) then
    profile.fences = random.any { false, { kerb = false },
      { glass = false, kerb = true }, { glass = false, kerb = false } }
  end
  if random.chance(35) then
    profile.layers = draw_layers()
  end
  local finder = tilepath.pathfinder(grid, profile)
  may_choose[finder] = (profile.algorithm or "auto") == "auto"
  return finder
end

--- Do both cores choose the same of all cheapest paths?
local function is_chosen(grid, finder)
  local price
  if any_will_do then return false end
  for x, y in grid:cells() do
    local own = may_choose[finder] and finder:can_enter(x, y)
      and finder:price(x, y)
    price = price or own
    if own and own ~= price then return true end
  end
  return false
end

local function draw_rects(grid)
  local rects = {}
  for i = 1, random(1, 4) do
    local x, y = cell(grid)
    rects[i] = { x, y, w = random(1, 2), h = random(1, 3) }
  end
  return rects
end

local function draw_avoid(grid, query)
  if random.chance(25) then
    query.avoid = draw_rects(grid)
    query.avoid_price = random.chance(40) and random.any { 0.5, 8 } or nil
    any_will_do = any_will_do or query.avoid_price ~= nil
  end
  return query
end

--- Moves may end in some cells, and may not end in others.
local function draw_move(grid, query)
  draw_avoid(grid, query)
  query.stops = random.chance(15) and draw_rects(grid) or nil
  query.pass = random.chance(15) and draw_rects(grid) or nil
  return query
end

local filled -- a path into which queries write

--- The cost of some path on ground of price 1, mostly.
local function draw_cost()
  return random.any { 0, random(0, 12), random(1, 30) / 4,
    random(0, 7) + random(1, 5) * math.sqrt(2) }
end

local function draw_query(grid)
  local query = draw_move(grid, {})
  query.partial = random.chance(30)
  query.escape = random.chance(30)
  query.max_cost = random.chance(25) and draw_cost() or nil
  any_will_do = any_will_do or query.partial and query.max_cost ~= nil
  query.max_nodes = random.chance(10) and 1e6 or nil -- enough for all
  query.into = random.chance(10) and filled or nil
  if random.chance(20) then
    query.within = random(0, 12) / 4
    query.sight = random.chance(30)
  elseif random.chance(15) then
    query.adjacent = true
  end
  return query
end

-- A field cuts high costs of goals, and each core in its own unit.
local function draw_goals(grid, is_field)
  local goals, dearest = {}, is_field and 1e6 or 1e300
  for i = 1, random(1, 5) do
    local x, y = cell(grid)
    goals[i] = { x, y, cost = random.any { 0, 0, 1, 7.5, 1e6, dearest } }
    if random.chance(30) then
      goals[i][3], goals[i][4] = random(1, 4), random(1, 2)
    end
  end
  return goals
end

local function say_path(name, grid, finder, path, cost)
  if not path then
    say(name, path, cost)
    return
  elseif is_chosen(grid, finder) then
    say("points", path)
  end
  local n = #path
  -- Costs are summed along the path: two of equal cost may differ in the last
  -- digits.
  say(name, ("%.12g"):format(cost), cost == path.cost, path.partial,
    path.goal_index, path.units, path[1], path[2])
  if path.partial then -- of several ends of a range any will do
    say("end", path[n - 1], path[n])
  end
end

local questions = {}

function questions.find(grid, finder)
  local x1, y1 = cell(grid)
  local x2, y2 = cell(grid)
  say_path("find", grid, finder, finder:find(x1, y1, x2, y2, draw_query(grid)))
end
questions.find2 = questions.find

function questions.plain(grid, finder)
  local x1, y1 = cell(grid)
  local x2, y2 = cell(grid)
  local path, cost = finder:find(x1, y1, x2, y2)
  say_path("plain", grid, finder, path, cost)
  say("reachable", finder:is_reachable(x1, y1, x2, y2))
  say("region", finder:region(x1, y1))
  say("middle", finder:to_world(x1, y1))
  say("cell", finder:to_cell(grid:to_world(x2, y2)))
  local told = finder:explain(x1, y1, x2, y2)
  say("explain", told.reason, told.cost and ("%.12g"):format(told.cost),
    told.blockers and #told.blockers)
  if random.chance(20) then
    finder:prepare()
  end
end

function questions.goals(grid, finder)
  local x, y = cell(grid)
  local goals = random.chance(25) and { terrain = "mud" } or draw_goals(grid)
  say_path("goals", grid, finder, finder:find(x, y, goals, draw_query(grid)))
end

function questions.world(grid, finder)
  local x1, y1 = grid:to_world(cell(grid))
  local x2, y2 = grid:to_world(cell(grid))
  local off = grid.cell_width * random(-4, 4) / 10
  say_path("world", grid, finder, finder:find_world(x1 + off, y1 - off / 2,
    x2 - off, y2 + off / 3, draw_query(grid)))
  local goals = {}
  for i = 1, random(1, 3) do
    local wx, wy = grid:to_world(cell(grid))
    goals[i] = { wx + off, wy - off, cost = random.any { 0, 2 } }
    if random.chance(30) then
      goals[i][3], goals[i][4] = grid.cell_width * random(0, 9) / 4, 1
    end
  end
  say_path("goals of the world", grid, finder, finder:find_world(x1, y1 + off,
    goals, draw_query(grid)))
end

function questions.search(grid, finder)
  local x1, y1 = cell(grid)
  local x2, y2 = cell(grid)
  local search
  if random.chance(50) then
    search = finder:search(x1, y1, x2, y2, draw_query(grid))
  else
    search = finder:search(x1, y1, draw_goals(grid), draw_query(grid))
  end
  local nodes = random(1, 50)
  search:step(nodes)
  finder:find(x2, y2, x1, y1) -- it shares nothing with the search
  while search:step(nodes) == "running" do -- the cores count steps differently
    nodes = nodes + 1
  end
  say_path("search", grid, finder, search:path())
end

--- Of a queue, each answer equals that of the pathfinder.
function questions.queue(grid, finder)
  local queue = tilepath.queue { max_nodes = random(1, 99) }
  local x, y = cell(grid)
  local found = queue:find(finder, x, y, draw_goals(grid), draw_query(grid))
  local made = queue:field(finder, draw_goals(grid, true), draw_avoid(grid, {}))
  while queue.count > 0 do
    queue:update()
  end
  say_path("ticket", grid, finder, found:path())
  say("field of a queue", made.field:path(cell(grid)))
end

function questions.cell(grid, finder)
  local x, y = cell(grid)
  say("price", finder:price(x, y))
  say("enter", finder:can_enter(x, y))
  for nx, ny, cost in finder:neighbors(x, y) do
    say("step", nx, ny, cost, finder:can_step(x, y, nx, ny))
  end
end

function questions.sight(grid, finder)
  local x1, y1 = cell(grid)
  local x2, y2 = cell(grid)
  say("sight", finder:line_of_sight(x1, y1, x2, y2, draw_avoid(grid, {})))
  x1, y1 = grid:to_world(x1, y1)
  x2, y2 = grid:to_world(x2, y2)
  local off = grid.cell_width * random(-5, 5) / 10
  say("sight_world", finder:line_of_sight_world(x1 + off, y1, x2, y2 + off))
end

function questions.view(grid, finder)
  local x, y = cell(grid)
  local cone = random.chance(30) and random(0, 60) / 10 or nil
  local view, reason = finder:view(x, y, random(0, 40) / 4,
    draw_avoid(grid, { walls = random.chance(50), angle = cone and random(-9, 9),
      cone = cone }))
  say("view", view and view.count, reason)
  for vx, vy in (view or {}).cells and view:cells() or function() end do
    say("seen", vx, vy)
  end
  local reach = finder:reach(x, y, random(0, 4))
  if reach and random.chance(50) then
    say("view of a reach", finder:view(reach, random.any { 2, 7.5 }).count)
  end
end

function questions.nearest(grid, finder)
  local x, y = cell(grid)
  say("nearest", finder:nearest(x, y))
  local from_x, from_y = cell(grid)
  say("nearest from", finder:nearest(x, y, draw_avoid(grid, {
    from = { from_x, from_y },
    max_cost = random.chance(50) and draw_cost() or nil })))
  say("nearest of", finder:nearest(x, y, draw_avoid(grid, { terrain = "mud" })))
  say("nearest where", finder:nearest(x, y, { from = { from_x, from_y },
    where = function(cx, cy)
      return (7 * cx + 3 * cy) % 5 == 0
    end }))
end

function questions.would_block(grid, finder)
  local cells, ways = {}, {}
  for i = 1, random(1, 5) do
    cells[i] = { cell(grid) }
  end
  for i = 1, random(1, 3) do
    local x1, y1 = cell(grid)
    ways[i] = { x1, y1, cell(grid) }
  end
  say("would_block", finder:would_block(cells, ways))
end

function questions.reach(grid, finder)
  local x, y = cell(grid)
  local moves = random.chance(30) and random.any { 1, 3, 5, 0.3, 7.7 } or nil
  local reach, reason = finder:reach(x, y, random.any { random(0, 40) / 3,
    math.huge }, draw_move(grid, { escape = random.chance(40), moves = moves,
      moves_left = moves and random.chance(50) and moves * random(0, 4) / 4
        or nil, overdraw = moves and random.chance(30) or nil }))
  say("reach", reach and reach.count, reason)
  for rx, ry, cost in (reach or {}).cells and reach:cells()
    or function() end do
    say("reached", rx, ry, cost)
  end
  if reach then
    local path, cost = reach:path(cell(grid))
    say("path of a reach", cost, path, path and path.escape)
  end
end

--- Cells along a row and then along a column, whatever is there: one run, where
-- the steps of squares are legal.
function questions.straight(grid, finder)
  local x, y = cell(grid)
  local to_x, to_y = cell(grid)
  local points = { x, y }
  while x ~= to_x or y ~= to_y do
    if x ~= to_x then
      x = x + (to_x > x and 1 or -1)
    else
      y = y + (to_y > y and 1 or -1)
    end
    points[#points + 1], points[#points + 2] = x, y
  end
  local options = draw_avoid(grid, {})
  options.cells = true
  say("straight", tilepath.path(points, "cells"):prune(finder, options))
end

--- Points anywhere: most lines between them are blocked.
function questions.prune(grid, finder)
  local points, places = {}, {}
  for i = 1, 2 * random(1, 7), 2 do
    points[i], points[i + 1] = cell(grid)
    places[i], places[i + 1] = grid:to_world(points[i], points[i + 1])
    places[i] = places[i] + random(-5, 5) / 10 * grid.cell_width
  end
  for _, path in ipairs { tilepath.path(points, "cells"),
    tilepath.path(places, "world") } do
    say("prune", path:prune(finder, draw_avoid(grid, {})))
    say("pruned", path)
    say("valid", path:is_valid(finder))
    say("valid from", path:is_valid(finder, random(1, path:size())))
    say("round", path:smooth(finder, random(0, 20) / 8 * grid.cell_width,
      draw_avoid(grid, {})))
  end
end

local function a_place(grid)
  local wx, wy = grid:to_world(cell(grid))
  return wx + random(-50, 50) / 100 * grid.cell_width,
    wy + random(-50, 50) / 100 * grid.cell_height
end

--- A field's paths are read off its costs, so they are equal, too.
local function look_at_field(grid, field)
  say("tells", tostring(field))
  for y = grid.base_y, grid.base_y + grid.height - 1 do
    for x = grid.base_x, grid.base_x + grid.width - 1 do
      say("field", field:cost(x, y))
      say("next", field:next(x, y))
    end
  end
  say("path of a field", field:path(cell(grid)))
  say("direction", field:direction(a_place(grid)))
  local xs, ys, arrived = {}, {}, {}
  for i = 1, 5 do
    xs[i], ys[i] = a_place(grid)
  end
  for _ = 1, grid.stagger and 0 or 5 do
    local far = random.any { 0, 0.1, 0.7, 5 } * grid.cell_width
    say("advance", field:advance(xs, ys, 5, random.chance(70) and far
      or { far, far / 2, 0, far / 3, 2 * far }, { arrived = arrived,
        apart = random.any { 0, 0.3, 1 } * grid.cell_width,
        speeds = random.chance(20) and { mud = 0.5, bog = 2 } or nil }))
    say("swarm", xs, ys, arrived)
  end
end

function questions.field(grid, finder)
  local goals, options = draw_goals(grid, true), draw_avoid(grid, {})
  options.max_cost = random.chance(30) and draw_cost() or nil
  options.adjacent = random.chance(20)
  local field = finder:field(goals, options)
  local flight = field:flee(random.any { 1, 1.2, 16 })
  for _ = 1, 2 do
    look_at_field(grid, field)
    look_at_field(grid, flight)
    say("goal", (field:path(cell(grid)) or {}).goal_index)
    edits[random.any(EDITS)](grid)
    look_at_field(grid, field) -- the field has not been updated
    field:update(random.chance(25) and draw_goals(grid, true) or nil)
    flight:update()
  end
end

local QUESTIONS = { "find", "find2", "plain", "goals", "world", "search",
  "queue", "cell", "sight", "view", "nearest", "would_block", "reach", "prune",
  "straight", "field" }

-- Games -----------------------------------------------------------------------

if has_questions then
  walk_weights()
end
for seed = first, first + games - 1 do
  if jit and seed % 20 == 0 then jit.flush() end -- it compiles anew
  random = random_of.new(seed, "twin")
  filled = {}
  local grid = draw_grid()
  layers = { tilepath.layer(grid), tilepath.layer(grid) }
  local first_finder = has_questions and draw_finder(grid)
  local finders = { first_finder, has_questions
    and draw_finder(grid, first_finder) }
  for step = 1, 30 do
    say("game", seed, step)
    any_will_do = false
    for _ = 1, random(0, 3) do
      edits[random.any(EDITS)](grid)
    end
    look(grid)
    if has_questions then
      questions[random.any(QUESTIONS)](grid, random.any(finders))
    end
  end
end
