--- Cheapest ways through links and thin walls, on random maps, judged by a
-- Dijkstra of plain Lua that knows what a link and a wall are and nothing else.
-- The seed is printed, and SEED=... in the environment has the same maps again.

local tilepath = require "tilepath"
local helper = require "spec.helper"
local judge = require "spec.support.judge"

local near = helper.near
local huge, floor = math.huge, math.floor
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local seed = tonumber(os.getenv("SEED")) or os.time()
print(("links_laws_spec: SEED=%d"):format(seed))

local RULES = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }
local COSTS = { { 1, math.sqrt(2) }, { 5, 7 }, { 1, 1 }, { 3, 2 }, { 1, 2.5 } }
local PRICES = { 0, 0, 1, 1, 1, 0.3, 2.5, 7, 40 }
local HEURISTICS = { "auto", "auto", "octile", "manhattan", "chebyshev",
  "euclidean", "zero" }
local ALGORITHMS = { "auto", "auto", "astar", "dijkstra" }
local NAMES = { "stairs", "lift", "hole" }

local function any(random, list)
  return list[random(1, #list)]
end

-- The world ----------------------------------------------------------------

local function key(x, y)
  return y * 1000 + x
end

local function new_world(random)
  local w = { width = random(2, 24), height = random(1, 14), price = {},
    links = {}, shut = {} }
  local walls = any(random, { 0, 10, 30, 45 })
  local dear = any(random, { 0, 0, 40 })
  for y = 1, w.height do
    w.price[y] = {}
    for x = 1, w.width do
      local chance = random(1, 100)
      w.price[y][x] = chance <= walls and huge
        or chance <= walls + dear and 2.5 or 1
    end
  end
  return w
end

local function new_grid(w)
  local rows = {}
  for y = 1, w.height do
    rows[y] = {}
    for x = 1, w.width do
      local price = w.price[y][x]
      rows[y][x] = price == huge and "wall" or price == 1 and "floor" or "mud"
    end
  end
  return tilepath.grid(rows, { terrain = { floor = 1, mud = 2.5 } })
end

local function place(random, w)
  local x, y
  for _ = 1, 5 do
    x, y = random(1, w.width), random(1, w.height)
    if w.price[y][x] < huge then
      break
    end
  end
  return x, y
end

--- A few links: anywhere, beside the last one, on from its end, the same again.
local function add_links(random, w, grid)
  local most = any(random, { 0, 1, 3, 8, 20 })
  local last
  for _ = 1, random(0, most) do
    local x1, y1 = place(random, w)
    local x2, y2 = place(random, w)
    local how = last and random(1, 6) or 1
    if how == 2 then
      x1, y1 = last.x2, last.y2
    elseif how == 3 then
      x1, y1, x2, y2 = last.x1, last.y1, last.x2, last.y2
    elseif how == 4 then
      x1, y1, x2, y2 = last.x2, last.y2, last.x1, last.y1
    elseif how == 5 and last.x1 < w.width and last.x2 < w.width then
      x1, y1, x2, y2 = last.x1 + 1, last.y1, last.x2 + 1, last.y2
    end
    if x1 ~= x2 or y1 ~= y2 then
      last = { x1 = x1, y1 = y1, x2 = x2, y2 = y2,
        price = any(random, PRICES), one_way = random(1, 3) == 1,
        name = random(1, 3) > 1 and any(random, NAMES) or nil }
      last.link = grid:link(x1, y1, x2, y2, { price = last.price,
        one_way = last.one_way, name = last.name })
      w.links[#w.links + 1] = last
    end
  end
end

local function is_shut(w, x1, y1, x2, y2)
  return w.shut[key(x1, y1) .. ">" .. key(x2, y2)] or false
end

local function add_walls(random, w, grid)
  local most = any(random, { 0, 0, 4, 40 })
  for _ = 1, random(0, most) do
    local x, y = random(1, w.width), random(1, w.height)
    local dx = random(0, 1)
    local x2, y2 = x + dx, y + 1 - dx
    if random(1, 2) == 1 then
      x, y, x2, y2 = x2, y2, x, y
    end
    local one_way = random(1, 4) == 1
    if x >= 1 and y >= 1 and x <= w.width and y <= w.height and x2 >= 1
      and y2 >= 1 and x2 <= w.width and y2 <= w.height then
      grid:wall(x, y, x2, y2, one_way and "one_way" or nil)
      -- A side that is shut once more is as that says.
      w.shut[key(x, y) .. ">" .. key(x2, y2)] = not one_way
      w.shut[key(x2, y2) .. ">" .. key(x, y)] = true
    end
  end
end

-- The judge ----------------------------------------------------------------

--- May the agent be there: is every cell free that it covers, and no wall
-- between two of them?
local function fits(w, agent, x, y)
  for cy = y, y + agent.high - 1 do
    for cx = x, x + agent.wide - 1 do
      if not w.price[cy] or (w.price[cy][cx] or huge) == huge then
        return false
      end
      if cx > x and (is_shut(w, cx - 1, cy, cx, cy)
        or is_shut(w, cx, cy, cx - 1, cy)) then
        return false
      end
      if cy > y and (is_shut(w, cx, cy - 1, cx, cy)
        or is_shut(w, cx, cy, cx, cy - 1)) then
        return false
      end
    end
  end
  return true
end

--- Is some side shut that the agent crosses with its front in a straight step?
-- What lies behind the front it has under it, before or after.
local function crosses(w, agent, x, y, dx, dy)
  for cy = y, y + agent.high - 1 do
    for cx = x, x + agent.wide - 1 do
      local is_front = dx == 1 and cx == x + agent.wide - 1
        or dx == -1 and cx == x or dy == 1 and cy == y + agent.high - 1
        or dy == -1 and cy == y
      if is_front and is_shut(w, cx, cy, cx + dx, cy + dy) then
        return true
      end
    end
  end
  return false
end

local function can_step(w, agent, x, y, dx, dy)
  if not fits(w, agent, x + dx, y + dy) then
    return false
  elseif dx == 0 or dy == 0 then
    return not crosses(w, agent, x, y, dx, dy)
  end
  local rule = agent.rule
  local a, b = fits(w, agent, x + dx, y), fits(w, agent, x, y + dy)
  if rule == "never" or rule == "only_if_no_obstacles" and not (a and b)
    or rule == "at_least_one_walkable" and not (a or b) then
    return false
  end
  local first = crosses(w, agent, x, y, dx, 0)
    or crosses(w, agent, x + dx, y, 0, dy)
  local second = crosses(w, agent, x, y, 0, dy)
    or crosses(w, agent, x, y + dy, dx, 0)
  if rule == "only_if_no_obstacles" then
    return not first and not second
  end
  return not (first and second)
end

local function price_at(w, agent, x, y)
  local most = 0
  for cy = y, y + agent.high - 1 do
    for cx = x, x + agent.wide - 1 do
      most = math.max(most, w.price[cy][cx])
    end
  end
  return most
end

--- The links that leave a cell, each { x, y, cost }, for that agent.
local function links_from(w, agent, x, y)
  local list = {}
  for _, l in ipairs(w.links) do
    local price = l.price
    local own = agent.links
    if own == false then
      price = nil
    elseif type(own) == "table" and l.name and own[l.name] ~= nil then
      price = own[l.name] or nil
    end
    if price then
      local cost = price * agent.straight
      if l.x1 == x and l.y1 == y and fits(w, agent, l.x2, l.y2) then
        list[#list + 1] = { l.x2, l.y2, cost }
      end
      if not l.one_way and l.x2 == x and l.y2 == y
        and fits(w, agent, l.x1, l.y1) then
        list[#list + 1] = { l.x1, l.y1, cost }
      end
    end
  end
  return list
end

local function each_way(w, agent, x, y, f)
  for dy = -1, 1 do
    for dx = -1, 1 do
      if (dx ~= 0 or dy ~= 0) and can_step(w, agent, x, y, dx, dy) then
        local step = dx ~= 0 and dy ~= 0 and agent.diagonal or agent.straight
        f(x + dx, y + dy, step * price_at(w, agent, x + dx, y + dy))
      end
    end
  end
  for _, link in ipairs(links_from(w, agent, x, y)) do
    f(link[1], link[2], link[3])
  end
end

local function costs_from(w, agent, x, y)
  local cost, waiting = {}, {}
  if not fits(w, agent, x, y) then
    return cost
  end
  cost[key(x, y)] = 0
  waiting[1] = { x, y, 0 }
  while #waiting > 0 do
    local at = judge.take_cheapest(waiting)
    if at[3] == cost[key(at[1], at[2])] then
      each_way(w, agent, at[1], at[2], function(nx, ny, more)
        local k = key(nx, ny)
        if at[3] + more < (cost[k] or huge) then
          cost[k] = at[3] + more
          waiting[#waiting + 1] = { nx, ny, cost[k] }
        end
      end)
    end
  end
  return cost
end

--- What a path of cells costs, link by link and step by step.
local function path_cost(w, agent, path)
  local links, sum, taken = path.links or {}, 0, {}
  for i, at in ipairs(links) do
    assert(at == floor(at) and at >= 1 and at < #path / 2, "a place in it")
    assert(i == 1 or links[i - 1] < at, "rising")
    taken[at] = true
  end
  assert(path.links == nil or #links > 0, "no list without a link")
  for i = 1, #path / 2 - 1 do
    local x1, y1 = path[2 * i - 1], path[2 * i]
    local x2, y2 = path[2 * i + 1], path[2 * i + 2]
    local cost = huge
    if taken[i] then
      for _, link in ipairs(links_from(w, agent, x1, y1)) do
        if link[1] == x2 and link[2] == y2 then
          cost = math.min(cost, link[3])
        end
      end
    else
      assert(math.max(math.abs(x2 - x1), math.abs(y2 - y1)) == 1, "a step")
      if not can_step(w, agent, x1, y1, x2 - x1, y2 - y1) then
        error(("%d,%d to %d,%d is no step"):format(x1, y1, x2, y2))
      end
      local step = x1 ~= x2 and y1 ~= y2 and agent.diagonal or agent.straight
      cost = step * price_at(w, agent, x2, y2)
    end
    assert(cost < huge, "a link of the map")
    sum = sum + cost
  end
  return sum
end

-- The laws -----------------------------------------------------------------

local function new_agent(random)
  local rule, pair = any(random, RULES), any(random, COSTS)
  local size = any(random, { 1, 1, 1, 2, 3 })
  local links
  local own = random(1, 5)
  if own == 1 then
    links = false
  elseif own == 2 then
    links = { stairs = any(random, PRICES), lift = false }
  end
  local agent = { rule = rule, straight = pair[1], diagonal = pair[2],
    wide = size, high = size, links = links }
  local algorithm = any(random, ALGORITHMS)
  local four = rule == "never"
  local heuristic, weight = "auto", 1
  if algorithm ~= "dijkstra" and random(1, 2) == 1 then
    heuristic = any(random, HEURISTICS)
    if heuristic == "manhattan" and not four then
      heuristic = "auto"
    end
    weight = any(random, { 1, 1, 1, 1.5, 4 })
  end
  agent.weight = weight
  agent.profile = { diagonal = rule, straight_cost = pair[1],
    diagonal_cost = pair[2], size = size, algorithm = algorithm,
    heuristic = heuristic, weight = weight, links = links }
  return agent
end

local function check(w, agent, least, path, cost)
  if not least then
    assert.is_nil(path)
    return
  end
  assert(path, cost)
  local sum = path_cost(w, agent, path)
  near(sum, cost, 1e-6 * sum + 1e-9)
  if agent.weight == 1 then
    near(least, cost, 1e-6 * least + 1e-9)
  else
    assert(cost >= least * (1 - 1e-6) - 1e-9)
    assert(cost <= agent.weight * least * (1 + 1e-6) + 1e-9)
  end
end

local function each_world(law, n, f)
  local random = helper.random(seed * 7919 + law * 104729)
  for _ = 1, 10 do
    random(0, 1)
  end
  for number = 1, n do
    local w = new_world(random)
    local grid = new_grid(w)
    add_links(random, w, grid)
    add_walls(random, w, grid)
    local fine, message = xpcall(function()
      f(random, w, grid)
    end, function(message)
      return type(message) == "table" and message
        or debug.traceback(message, 2)
    end)
    if not fine then
      print(("links_laws_spec: failed on world %d of SEED=%d:\n%s"):format(
        number, seed, tilepath.ascii(grid)))
      error(message, 0)
    end
  end
end

describe("links and thin walls, on random maps:", function()
  it("a path is a cheapest one", function()
    each_world(1, 300, function(random, w, grid)
      local agent = new_agent(random)
      local finder = tilepath.pathfinder(grid, agent.profile)
      for _ = 1, 3 do
        local x, y = place(random, w)
        local least = costs_from(w, agent, x, y)
        for _ = 1, 4 do
          local to_x, to_y = place(random, w)
          local path, cost = finder:find(x, y, to_x, to_y)
          check(w, agent, least[key(to_x, to_y)], path, cost)
        end
      end
    end)
  end)
end)

describe("a profile's links", function()
  local function finder_with(links)
    local grid = tilepath.grid(8, 3)
    for y = 1, 3 do
      grid:set(4, y, "wall")
    end
    grid:link(2, 2, 6, 2, { name = "lift", price = 5 })
    return tilepath.pathfinder(grid, { links = links })
  end

  it("cost what the profile says, or else what they say", function()
    local function cost(links)
      return select(2, finder_with(links):find(2, 2, 6, 2))
    end
    assert.are.equal(5, cost(nil))
    assert.are.equal(5, cost(true))
    assert.are.equal(5, cost { stairs = 2 })
    assert.are.equal(2, cost { lift = 2 })
    assert.are.equal(0, cost { lift = 0 })
    assert.are.equal("unreachable", cost { lift = false })
    assert.are.equal("unreachable", cost { lift = math.huge })
    assert.are.equal("unreachable", cost(false))
  end)

  it("are told back, and make the same pathfinder again", function()
    assert.are.same({ lift = 2, stairs = false },
      finder_with({ lift = 2, stairs = math.huge }).profile.links)
    assert.are.equal(false, finder_with(false).profile.links)
    assert.are.same({}, finder_with(true).profile.links)
    local finder = finder_with { lift = 3 }
    local again = tilepath.pathfinder(finder.grid, finder.profile)
    assert.are.same(finder.profile, again.profile)
  end)

  it("raise where they are none", function()
    local many = {}
    for i = 1, 33 do
      many["kind " .. i] = 1
    end
    for _, wrong in ipairs { 1, "lift", many, { [1] = 2 }, { [""] = 1 },
      { [("x"):rep(32)] = 1 }, { ["a\0b"] = 1 }, { lift = -1 },
      { lift = 1048577 }, { lift = 0 / 0 }, { lift = "2" },
      { lift = true } } do
      assert.has_error(function()
        finder_with(wrong)
      end)
    end
    many["kind 33"] = nil
    assert.has_no_error(function()
      finder_with(many)
    end)
  end)
end)

describe("path.links", function()
  it("is there where a link is, and where a table is filled again only then",
    function()
      local grid = tilepath.grid(20, 3)
      local link = grid:link(3, 2, 18, 2)
      local finder = tilepath.pathfinder(grid)
      local into = {}
      local path = finder:find(1, 2, 20, 2, { into = into })
      assert.are.equal(into, path)
      assert.are.same({ 3 }, path.links)
      assert.are.same({ 2 },
        finder:find(1, 2, 20, 2, { into = into, waypoints = true }).links)
      grid:unlink(link)
      assert.is_nil(finder:find(1, 2, 20, 2, { into = into }).links)
      grid:link(1, 2, 20, 2)
      path = finder:find_world(0.2, 1.3, 19.7, 1.9)
      assert.are.same({ 2 }, path.links)
      assert.are.same({ 0.2, 1.3, 0.5, 1.5, 19.5, 1.5, 19.7, 1.9 },
        { unpack(path) })
    end)
end)
