--- A judge of maps with fences and links, in plain Lua: legal steps by
-- their definitions, and the textbook Dijkstra (1959). It shares no code with
-- the library, and is simple and slow.
--
-- A scene is { map =, gates = }: a map of open cells, mud, bog and walls
-- (.mb#), and a list of edits that put its fences and links. An edit is
--
--   { "cell", x, y, terrain }
--   { "wall", x, y, d, kind, n }       n sides, side by side; d: right, below,
--                                      left, above; kind: both, one_way, open
--   { "link", x1, y1, x2, y2, price, one_way, name }     name: or false
--   { "unlink", n }                    the n-th link, counted round and round

local tilepath = require "tilepath"
local judge = require "spec.support.judge"

local gates = {}

local huge = math.huge
local terrains = { open = 1, mud = 2, bog = 5 }
local names = { ["."] = "open", m = "mud", b = "bog", ["#"] = "wall" }
local sides = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }
local opposite = { 3, 4, 1, 2 }
local directions = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 1 },
  { -1, 1 }, { -1, -1 }, { 1, -1 } }
local prices = { 0, 0, 0.25, 0.5, 1, 1, 3, 12, 1000 }
local link_names = { "stairs", "lift", "hole" }

-- Drawn -----------------------------------------------------------------------

local function size_of(scene)
  local width = scene.map:find("\n", 1, true)
  return width and width - 1 or #scene.map,
    select(2, scene.map:gsub("\n", "")) + 1
end

--- Some cell, often an open cell.
function gates.place(random, scene)
  local width, height = size_of(scene)
  local x, y
  for _ = 1, 4 do
    x, y = random(1, width), random(1, height)
    local at = (y - 1) * (width + 1) + x
    if scene.map:sub(at, at) ~= "#" then
      break
    end
  end
  return x, y
end

--- n questions from a cell to another.
function gates.questions(random, scene, n)
  local list = {}
  for i = 1, n do
    local x1, y1 = gates.place(random, scene)
    local x2, y2 = gates.place(random, scene)
    list[i] = { x1, y1, x2, y2 }
  end
  return list
end

local function draw_wall(random, scene, is_open)
  local width, height = size_of(scene)
  return { "wall", random(1, width), random(1, height), random(1, 4),
    is_open and "open" or random.any { "both", "both", "one_way" },
    random.any { 1, 1, 1, 1, 4, 15 } }
end

--- A link anywhere; at times like the last link, back, or on from its end.
local function draw_link(random, scene, last)
  local x1, y1 = gates.place(random, scene)
  local x2, y2 = gates.place(random, scene)
  local how = last and random(1, 6) or 1
  if how == 2 then
    x1, y1 = last[4], last[5]
  elseif how == 3 then
    x1, y1, x2, y2 = last[2], last[3], last[4], last[5]
  elseif how == 4 then
    x1, y1, x2, y2 = last[4], last[5], last[2], last[3]
  end
  if x1 == x2 and y1 == y2 then
    return nil
  end
  return { "link", x1, y1, x2, y2, random.any(prices), random.chance(33),
    random.chance(50) and random.any(link_names) }
end

--- A random scene of up to some 200 cells, with fences and links.
function gates.draw(random)
  local width, height = random(1, 18), random(1, 12)
  local is_priced = random.chance(50)
  local walls = random.any { 0, 5, 20, 35 }
  local rows = {}
  for y = 1, height do
    local row = {}
    for x = 1, width do
      local chance = random(1, 100)
      row[x] = chance <= walls and "#" or is_priced and chance > 80 and "b"
        or is_priced and chance > 60 and "m" or "."
    end
    rows[y] = table.concat(row)
  end
  local scene = { map = table.concat(rows, "\n"), gates = {} }
  for _ = 1, random.any { 0, 4, 20, 60 } do
    table.insert(scene.gates, draw_wall(random, scene))
  end
  local last
  for _ = 1, random.any { 0, 1, 4, 12 } do
    last = draw_link(random, scene, last) or last
    scene.gates[#scene.gates + 1] = last
  end
  return scene
end

--- Up to n edits.
function gates.edits(random, scene, n)
  local list = {}
  local width, height = size_of(scene)
  for _ = 1, random(math.min(1, n), n) do
    local kind = random(1, 6)
    if kind == 1 then
      list[#list + 1] = { "cell", random(1, width), random(1, height),
        random.any { "open", "wall", "mud" } }
    elseif kind <= 3 then
      list[#list + 1] = draw_wall(random, scene)
    elseif kind == 4 then
      list[#list + 1] = draw_wall(random, scene, true)
    elseif kind == 5 then
      list[#list + 1] = draw_link(random, scene)
    else
      list[#list + 1] = { "unlink", random(1, 99) }
    end
  end
  return list
end

--- An agent: its rule, its size, and costs of straight and diagonal steps.
function gates.agent(random)
  return { rule = random.any(judge.rules),
    costs = random.any { { 1, math.sqrt(2) }, { 10, 14 }, { 1, 1.4 },
      { 1, 1 }, { 1, 2.5 }, { 3, 2 } },
    wide = random.chance(33) and 2 or 1, high = random.chance(25) and 2 or 1 }
end

-- Built -----------------------------------------------------------------------

local Edits = {}

function Edits.cell(world, x, y, name)
  world.grid:set(x, y, name)
  world.price[y][x] = terrains[name] or huge
end

local function set_wall(world, x, y, d, kind)
  local x2, y2 = x + sides[d][1], y + sides[d][2]
  if x > world.width or y > world.height or x2 < 1 or y2 < 1
    or x2 > world.width or y2 > world.height then
    return
  end
  if kind == "open" then
    world.grid:unfence(x, y, x2, y2)
  else
    world.grid:fence(x, y, x2, y2, kind == "one_way" and { one_way = true }
      or nil)
  end
  -- A second wall on a side replaces the first.
  world.shut[y][x][d] = kind == "both"
  world.shut[y2][x2][opposite[d]] = kind ~= "open"
end

function Edits.wall(world, x, y, d, kind, n)
  for i = 0, n - 1 do
    set_wall(world, x + i * math.abs(sides[d][2]),
      y + i * math.abs(sides[d][1]), d, kind)
  end
end

function Edits.link(world, x1, y1, x2, y2, price, one_way, name)
  table.insert(world.links, { x1 = x1, y1 = y1, x2 = x2, y2 = y2,
    price = price, one_way = one_way, name = name,
    link = world.grid:link(x1, y1, x2, y2, { price = price,
      one_way = one_way, name = name or nil }) })
end

function Edits.unlink(world, n)
  if #world.links > 0 then
    local link = table.remove(world.links, n % #world.links + 1)
    assert(world.grid:unlink(link.link))
  end
end

--- Edits a world and its grid in the same way.
function gates.edit(world, edits)
  world.known = {}
  for _, edit in ipairs(edits) do
    Edits[edit[1]](world, edit[2], edit[3], edit[4], edit[5], edit[6], edit[7],
      edit[8])
  end
end

--- The world of a scene, with its grid.
function gates.build(scene)
  local width, height = size_of(scene)
  local world = { width = width, height = height, price = {}, shut = {},
    links = {}, grid = tilepath.grid(width, height,
      { prices = { mud = terrains.mud, bog = terrains.bog } }) }
  local y = 0
  for row in scene.map:gmatch("[^\n]+") do
    y = y + 1
    world.price[y], world.shut[y] = {}, {}
    for x = 1, width do
      world.shut[y][x] = {}
      Edits.cell(world, x, y, names[row:sub(x, x)])
    end
  end
  gates.edit(world, scene.gates)
  return world
end

function gates.finder(world, agent, more)
  local profile = { diagonal = agent.rule, straight_cost = agent.costs[1],
    diagonal_cost = agent.costs[2], size = { agent.wide, agent.high },
    links = agent.links }
  for key, value in pairs(more or {}) do
    profile[key] = value
  end
  return tilepath.pathfinder(world.grid, profile)
end

-- Judged ----------------------------------------------------------------------

--- The cost of a link for an agent; huge if the agent may not take it.
local function toll(agent, link)
  local own = agent.links
  if type(own) == "table" and link.name and own[link.name] ~= nil then
    return own[link.name] or huge
  end
  return own == false and huge or link.price
end

local function find_price(world, agent, x, y)
  local price = 0
  for row = y, y + agent.high - 1 do
    for column = x, x + agent.wide - 1 do
      local cell = world.price[row] and world.price[row][column] or huge
      price = math.max(price, cell)
      local shut = world.shut[row] and world.shut[row][column] or {}
      local right = world.shut[row] and world.shut[row][column + 1] or {}
      local below = world.shut[row + 1] and world.shut[row + 1][column] or {}
      if column < x + agent.wide - 1 and (shut[1] or right[3])
        or row < y + agent.high - 1 and (shut[2] or below[4]) then
        price = huge
      end
    end
  end
  return price
end

--- The price of a cell: that of the dearest cell under the agent; huge if the
-- agent may not be there.
function gates.price(world, agent, x, y)
  world.known[agent] = world.known[agent] or {}
  local known, key = world.known[agent], 1024 * y + x
  known[key] = known[key] or find_price(world, agent, x, y)
  return known[key]
end

--- Does a fence bar a straight step?
local function is_barred(world, agent, x, y, d)
  local front = d % 2 == 1 and agent.high or agent.wide
  local column = d == 1 and x + agent.wide - 1 or x
  local row = d == 2 and y + agent.high - 1 or y
  for i = 0, front - 1 do
    local cells = world.shut[d % 2 == 1 and row + i or row]
    local cell = cells and cells[d % 2 == 1 and column or column + i]
    if cell and cell[d] then
      return true
    end
  end
  return false
end

--- Is the step by dx, dy legal?
function gates.can_step(world, agent, x, y, dx, dy)
  if gates.price(world, agent, x, y) == huge
    or gates.price(world, agent, x + dx, y + dy) == huge then
    return false
  end
  local across, along = dx > 0 and 1 or 3, dy > 0 and 2 or 4
  if dx == 0 then
    return not is_barred(world, agent, x, y, along)
  elseif dy == 0 then
    return not is_barred(world, agent, x, y, across)
  end
  local one = is_barred(world, agent, x, y, across)
    or is_barred(world, agent, x + dx, y, along)
  local other = is_barred(world, agent, x, y, along)
    or is_barred(world, agent, x, y + dy, across)
  if one and other
    or agent.rule == "only_if_no_obstacles" and (one or other) then
    return false
  end
  return judge.may_pass(agent.rule,
    gates.price(world, agent, x + dx, y) < huge,
    gates.price(world, agent, x, y + dy) < huge)
end

local function offer(cost, x, y, value)
  if value < (cost[y][x] or huge) then
    cost[y][x] = value
    return true
  end
end

--- All steps and links from a cell, as lists { x, y, cost }; with `backwards`
-- those to the cell, with their starts.
function gates.ways(world, agent, x, y, backwards)
  local ways = {}
  for d = 1, 8 do
    local dx, dy = directions[d][1], directions[d][2]
    local is_legal
    if backwards then
      is_legal = gates.can_step(world, agent, x + dx, y + dy, -dx, -dy)
    else
      is_legal = gates.can_step(world, agent, x, y, dx, dy)
    end
    if is_legal then
      local price = gates.price(world, agent, backwards and x or x + dx,
        backwards and y or y + dy)
      ways[#ways + 1] = { x + dx, y + dy,
        price * agent.costs[d > 4 and 2 or 1] }
    end
  end
  for _, link in ipairs(world.links) do
    local price = toll(agent, link)
    local function try(x1, y1, x2, y2)
      if x1 == x and y1 == y and price < huge
        and gates.price(world, agent, x, y) < huge
        and gates.price(world, agent, x2, y2) < huge then
        ways[#ways + 1] = { x2, y2, price * agent.costs[1], link = true }
      end
    end
    if backwards or not link.one_way then
      try(link.x2, link.y2, link.x1, link.y1)
    end
    if not backwards or not link.one_way then
      try(link.x1, link.y1, link.x2, link.y2)
    end
  end
  return ways
end

--- The costs from the sources { x, y, cost } to every cell, as cost[y][x]; with
-- `backwards` from every cell to them. nil if there is no path.
function gates.costs(world, agent, sources, backwards)
  local cost, waiting = {}, {}
  for y = 1, world.height do
    cost[y] = {}
  end
  for _, s in ipairs(sources) do
    local x, y = s[1], s[2]
    if gates.price(world, agent, x, y) < huge
      and offer(cost, x, y, s[3] or 0) then
      waiting[#waiting + 1] = { x, y, cost[y][x] }
    end
  end
  while #waiting > 0 do
    local at = judge.take_cheapest(waiting)
    if at[3] == cost[at[2]][at[1]] then
      for _, way in ipairs(gates.ways(world, agent, at[1], at[2],
        backwards)) do
        if offer(cost, way[1], way[2], at[3] + way[3]) then
          waiting[#waiting + 1] = { way[1], way[2], at[3] + way[3] }
        end
      end
    end
  end
  return cost
end

--- The cost of the cheapest step or link from a cell to another; nil if there
-- is none.
function gates.way_cost(world, agent, x1, y1, x2, y2)
  local least
  for _, way in ipairs(gates.ways(world, agent, x1, y1)) do
    if way[1] == x2 and way[2] == y2 then
      least = math.min(least or huge, way[3])
    end
  end
  return least
end

--- The cost of a path of cells or turning points. Fails unless all its steps are
-- legal and its links exist.
function gates.path_cost(world, agent, path)
  local is_link, sum = {}, 0
  for i, at in ipairs(path.links or {}) do
    assert(at % 1 == 0 and at >= 1 and at < #path / 2, "no place in the path")
    assert(i == 1 or path.links[i - 1] < at, "places do not rise")
    is_link[at] = true
  end
  assert(path.links == nil or #path.links > 0, "a list without a link")
  local function pass(x, y, to_x, to_y, by_link)
    local least
    for _, way in ipairs(gates.ways(world, agent, x, y)) do
      if way[1] == to_x and way[2] == to_y
        and (way.link or false) == by_link then
        least = math.min(least or huge, way[3])
      end
    end
    sum = sum + (least or error(("%d,%d to %d,%d is no %s"):format(x, y, to_x,
      to_y, by_link and "link" or "step"), 0))
  end
  for i = 1, #path / 2 - 1 do
    local x, y, to_x, to_y = path[2 * i - 1], path[2 * i], path[2 * i + 1],
      path[2 * i + 2]
    if is_link[i] then
      pass(x, y, to_x, to_y, true)
    else
      local length = math.max(math.abs(to_x - x), math.abs(to_y - y))
      local dx, dy = (to_x - x) / length, (to_y - y) / length
      for k = 0, length - 1 do
        pass(x + k * dx, y + k * dy, x + (k + 1) * dx, y + (k + 1) * dy, false)
      end
    end
  end
  return sum
end

--- Are two costs the same, except for rounding, or both nil?
function gates.near(expected, got)
  return expected == got or expected and got
    and math.abs(expected - got) <= 1e-5 * math.max(1, expected)
end

return gates
