--- Worlds with thin walls and links in plain Lua, for what is judged on them:
-- the legal steps by their definitions, and the textbook Dijkstra (1959). It
-- shares no code with the library, and is as simple and as slow as that.

local tilepath = require "tilepath"
local judge = require "spec.support.judge"

local gates = {}

local huge = math.huge
local terrains = { open = 1, mud = 2, bog = 5 }
local sides = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }
local opposite = { 3, 4, 1, 2 }
local directions = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 1 },
  { -1, 1 }, { -1, -1 }, { 1, -1 } }

gates.rules = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

local function set_cell(world, x, y, name)
  world.grid:set(x, y, name)
  world.price[y][x] = terrains[name] or huge
end

local function set_wall(world, x, y, d, kind)
  local x2, y2 = x + sides[d][1], y + sides[d][2]
  if x2 < 1 or y2 < 1 or x2 > world.width or y2 > world.height then
    return
  end
  if kind then
    world.grid:wall(x, y, x2, y2, kind == "one_way" and kind or nil)
  else
    world.grid:unwall(x, y, x2, y2)
  end
  world.shut[y][x][d] = kind == "wall"
  world.shut[y2][x2][opposite[d]] = kind ~= nil
end

local function add_link(world, link)
  link.link = world.grid:link(link.x1, link.y1, link.x2, link.y2,
    { price = link.price, one_way = link.one_way })
  world.links[#world.links + 1] = link
end

local prices = { 0, 0, 0.25, 0.5, 1, 1, 3, 12, 1000 }

local function random_link(random, world)
  local link = { x1 = random(1, world.width), y1 = random(1, world.height),
    x2 = random(1, world.width), y2 = random(1, world.height),
    price = prices[random(1, #prices)], one_way = random(1, 3) == 1 }
  if link.x1 ~= link.x2 or link.y1 ~= link.y2 then
    add_link(world, link)
  end
end

local function random_wall(random, world)
  local kinds = { "wall", "wall", "one_way" }
  set_wall(world, random(1, world.width), random(1, world.height),
    random(1, 4), kinds[random(1, 3)])
end

--- A random world of up to some 200 cells.
function gates.world(random)
  local world = { width = random(1, 18), height = random(1, 12), price = {},
    shut = {}, links = {} }
  world.grid = tilepath.grid(world.width, world.height)
  world.grid:terrain("mud", 2)
  world.grid:terrain("bog", 5)
  local is_priced, walls = random(1, 2) == 1, ({ 0, 5, 20, 35 })[random(1, 4)]
  for y = 1, world.height do
    world.price[y], world.shut[y] = {}, {}
    for x = 1, world.width do
      local chance = random(1, 100)
      world.shut[y][x] = {}
      set_cell(world, x, y, chance <= walls and "wall"
        or is_priced and chance > 80 and "bog"
        or is_priced and chance > 60 and "mud" or "open")
    end
  end
  local many = { 0, 4, 30, 90 }
  for _ = 1, many[random(1, 4)] do
    random_wall(random, world)
  end
  for _ = 1, ({ 0, 1, 4, 12 })[random(1, 4)] do
    random_link(random, world)
  end
  return world
end

--- An edit of a cell, a thin wall or a link.
function gates.edit(random, world)
  local kind = random(1, 6)
  if kind == 1 then
    set_cell(world, random(1, world.width), random(1, world.height),
      ({ "open", "wall", "mud" })[random(1, 3)])
  elseif kind == 2 then
    random_wall(random, world)
  elseif kind == 3 then
    set_wall(world, random(1, world.width), random(1, world.height),
      random(1, 4))
  elseif kind == 4 then
    random_link(random, world)
  elseif #world.links > 0 then
    local link = table.remove(world.links, random(1, #world.links))
    assert(world.grid:unlink(link.link))
  end
end

--- An agent: its rule, its size, and costs of straight and diagonal steps.
function gates.agent(random)
  local costs = ({ { 1, math.sqrt(2) }, { 10, 14 }, { 1, 1.4 }, { 1, 1 },
    { 1, 2.5 }, { 3, 2 } })[random(1, 6)]
  return { rule = gates.rules[random(1, 4)], costs = costs,
    wide = random(1, 3) == 1 and 2 or 1, high = random(1, 4) == 1 and 2 or 1 }
end

function gates.finder(world, agent, more)
  local profile = { diagonal = agent.rule, straight_cost = agent.costs[1],
    diagonal_cost = agent.costs[2], size = { agent.wide, agent.high } }
  for key, value in pairs(more or {}) do
    profile[key] = value
  end
  return tilepath.pathfinder(world.grid, profile)
end

--- What it costs to be in a cell: the dearest of those that the agent covers;
-- huge where it may not be there.
function gates.price(world, agent, x, y)
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

--- Does a thin wall bar a straight step, whatever the cells are like?
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

--- All steps and ways through links from a cell, as lists { x, y, cost }; where
-- `backwards` those to it, with where they come from.
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
    local function try(x1, y1, x2, y2)
      if x1 == x and y1 == y
        and gates.price(world, agent, x, y) < huge
        and gates.price(world, agent, x2, y2) < huge then
        ways[#ways + 1] = { x2, y2, link.price * agent.costs[1], link = true }
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

--- What it costs from the sources { x, y, cost } to every cell, as cost[y][x];
-- `backwards` from every cell to them. nil where there is no way.
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

--- The least that one way from a cell to another costs, which it begins with;
-- nil where there is none.
function gates.way_cost(world, agent, x1, y1, x2, y2)
  local least
  for _, way in ipairs(gates.ways(world, agent, x1, y1)) do
    if way[1] == x2 and way[2] == y2 then
      least = math.min(least or huge, way[3])
    end
  end
  return least
end

--- Are two costs the same, but for what costs are rounded by; or both none?
function gates.near(expected, got)
  return expected == got or expected and got
    and math.abs(expected - got) <= 1e-5 * math.max(1, expected)
end

--- How many agents of a field stand where it has a way; it has led them all to
-- goals, or that is an error.
function gates.count_arrived(finder, field, xs, ys, round)
  local count = 0
  for i = 1, #xs do
    if field:cost(finder:to_cell(xs[i], ys[i])) then
      local _, why = field:direction(xs[i], ys[i])
      assert(why == "goal", ("round %d: %s"):format(round, why))
      count = count + 1
    end
  end
  return count
end

return gates
