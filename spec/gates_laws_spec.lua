--- Laws of links and thin walls on random small maps, over the whole interface,
-- judged by a Dijkstra of its own: find, searches in slices, queues, fields and
-- reaches agree; copies and loaded maps answer alike; what is undone is as
-- before. Every run has its own maps; SEED=... has the same ones again.

local tilepath = require "tilepath"
local helper = require "spec.helper"

local near = helper.near
local huge = math.huge
local seed = tonumber(os.getenv("SEED")) or os.time()
print(("gates_laws_spec: SEED=%d"):format(seed))

local RULES = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }
local PRICES = { 0, 0.5, 1, 1, 3, 7.25, 40 }
local SQRT2 = math.sqrt(2)

-- Worlds ----------------------------------------------------------------------

local function key(x1, y1, x2, y2)
  return ("%d,%d>%d,%d"):format(x1, y1, x2, y2)
end

--- Cells, links and sides that are shut, and a grid that has them.
local function draw(random)
  local world = { width = random(1, 12), height = random(1, 9), free = {},
    shut = {}, links = {} }
  local rows, walls = {}, ({ 0, 10, 35 })[random(1, 3)]
  for y = 1, world.height do
    local row = {}
    world.free[y] = {}
    for x = 1, world.width do
      world.free[y][x] = random(1, 100) > walls
      row[x] = world.free[y][x] and "." or "#"
    end
    rows[y] = table.concat(row)
  end
  world.grid = tilepath.grid(table.concat(rows, "\n"))
  return world
end

local function cell(random, world)
  return random(1, world.width), random(1, world.height)
end

local function add_wall(random, world)
  local x, y = cell(random, world)
  local across = random(0, 1)
  local x2, y2 = x + across, y + 1 - across
  local one_way = random(1, 3) == 1
  if random(0, 1) == 0 then
    x, y, x2, y2 = x2, y2, x, y
  end
  if world.grid:wall(x, y, x2, y2, one_way and "one_way" or nil) then
    world.shut[key(x, y, x2, y2)] = not one_way or nil
    world.shut[key(x2, y2, x, y)] = true
  end
end

local function add_link(random, world)
  local x1, y1 = cell(random, world)
  local x2, y2 = cell(random, world)
  if x1 == x2 and y1 == y2 then
    return
  end
  local name = random(1, 3) == 1 and "lift" or nil
  local link = world.grid:link(x1, y1, x2, y2, {
    price = PRICES[random(1, #PRICES)], one_way = random(0, 1) == 1,
    name = name })
  world.links[#world.links + 1] = link
  return link
end

-- The judge -------------------------------------------------------------------

local function is_free(world, x, y)
  return world.free[y] ~= nil and world.free[y][x] == true
end

local function is_walled(world, rule, x, y, dx, dy)
  local shut = world.shut
  if dx == 0 or dy == 0 then
    return shut[key(x, y, x + dx, y + dy)]
  end
  local a = shut[key(x, y, x + dx, y)]
    or shut[key(x + dx, y, x + dx, y + dy)]
  local b = shut[key(x, y, x, y + dy)]
    or shut[key(x, y + dy, x + dx, y + dy)]
  if rule == "only_if_no_obstacles" then
    return a or b
  end
  return a and b
end

local function can_step(world, rule, x, y, dx, dy)
  if not is_free(world, x, y) or not is_free(world, x + dx, y + dy)
    or is_walled(world, rule, x, y, dx, dy) then
    return false
  end
  if dx == 0 or dy == 0 or rule == "always" then
    return rule ~= "never" or dx == 0 or dy == 0
  end
  local a, b = is_free(world, x + dx, y), is_free(world, x, y + dy)
  return rule == "only_if_no_obstacles" and a and b
    or rule == "at_least_one_walkable" and (a or b)
end

--- What the agent pays for a link; huge: it may not take it.
local function toll(profile, link)
  local own = profile.links
  if own == false then
    return huge
  end
  local price = own and link.name and own[link.name]
  if price == nil then
    return link.price
  end
  return price or huge
end

--- f(x, y, cost, link) for each way out of a cell.
local function each_way(world, profile, x, y, f)
  for dy = -1, 1 do
    for dx = -1, 1 do
      if (dx ~= 0 or dy ~= 0) and can_step(world, profile.diagonal, x, y, dx,
        dy) then
        f(x + dx, y + dy, dx ~= 0 and dy ~= 0 and SQRT2 or 1)
      end
    end
  end
  for _, link in ipairs(world.links) do
    local cost = toll(profile, link)
    local function go(x1, y1, x2, y2)
      if x1 == x and y1 == y and cost < huge and is_free(world, x2, y2) then
        f(x2, y2, cost, true)
      end
    end
    go(link.x1, link.y1, link.x2, link.y2)
    if not link.one_way then
      go(link.x2, link.y2, link.x1, link.y1)
    end
  end
end

--- cost[y][x] from a cell: relaxed until nothing changes any more.
local function costs_from(world, profile, x, y)
  local cost = {}
  for row = 1, world.height do
    cost[row] = {}
    for column = 1, world.width do
      cost[row][column] = huge
    end
  end
  if not is_free(world, x, y) then
    return cost
  end
  cost[y][x] = 0
  local waiting = { { x, y } }
  while #waiting > 0 do
    local at = table.remove(waiting)
    local so_far = cost[at[2]][at[1]]
    each_way(world, profile, at[1], at[2], function(to_x, to_y, more)
      if so_far + more < cost[to_y][to_x] - 1e-12 then
        cost[to_y][to_x] = so_far + more
        waiting[#waiting + 1] = { to_x, to_y }
      end
    end)
  end
  return cost
end

--- What a path costs, step by step and link by link.
local function path_cost(world, profile, path)
  local by_link, sum = {}, 0
  for _, i in ipairs(path.links or {}) do
    by_link[i] = true
  end
  for i = 1, #path / 2 - 1 do
    local x1, y1 = path[2 * i - 1], path[2 * i]
    local x2, y2 = path[2 * i + 1], path[2 * i + 2]
    local least = huge
    each_way(world, profile, x1, y1, function(x, y, cost, is_link)
      if x == x2 and y == y2 and (is_link or false) == (by_link[i] or false)
        then
        least = math.min(least, cost)
      end
    end)
    sum = sum + least
  end
  return sum
end

-- Laws ------------------------------------------------------------------------

local function same_cost(expected, got)
  if expected == huge then
    assert.is_nil(got)
  else
    near(expected, got, 1e-6 * expected + 1e-12)
  end
end

local function finish(search)
  while search.status == "running" do
    search:step(2)
  end
  return search:path()
end

local function draw_profile(random)
  local own = ({ nil, nil, { lift = 2 }, { lift = false } })[random(1, 4)]
  return { diagonal = RULES[random(1, 4)], links = own,
    algorithm = ({ "auto", "astar", "dijkstra", "auto" })[random(1, 4)] }
end

local function each_world(law, n, f)
  local random = helper.random(seed * 7919 + law * 104729)
  for number = 1, n do
    local world = draw(random)
    for _ = 1, random(0, 10) do
      add_wall(random, world)
    end
    for _ = 1, random(0, 5) do
      add_link(random, world)
    end
    local fine, message = xpcall(function()
      f(random, world, draw_profile(random))
    end, function(message)
      return type(message) == "table" and message
        or debug.traceback(message, 2)
    end)
    if not fine then
      print(("gates_laws_spec: failed on world %d of SEED=%d"):format(number,
        seed))
      error(message, 0)
    end
  end
end

describe("among links and thin walls", function()
  it("searches, slices, queues, fields and reaches agree with the judge",
    function()
      each_world(1, 120, function(random, world, profile)
        local finder = tilepath.pathfinder(world.grid, profile)
        local x1, y1 = cell(random, world)
        local right = costs_from(world, profile, x1, y1)
        local reach = is_free(world, x1, y1) and finder:reach(x1, y1, huge)
        for _ = 1, 8 do
          local x2, y2 = cell(random, world)
          local least = right[y2][x2]
          local path, cost = finder:find(x1, y1, x2, y2)
          same_cost(least, path and cost)
          assert.are.equal(least < huge,
            finder:is_reachable(x1, y1, x2, y2))
          if path then
            near(cost, path_cost(world, profile, path), 1e-9)
            local sliced = finish(finder:search(x1, y1, x2, y2))
            assert.are.same(helper.plain(path), helper.plain(sliced))
            local queue = tilepath.queue { nodes = 3 }
            local ticket = queue:find(finder, x1, y1, x2, y2)
            while ticket.status == "waiting" or ticket.status == "running" do
              queue:update()
            end
            assert.are.same(helper.plain(path), helper.plain(ticket:path()))
            assert.are.same(path.links, ticket:path().links)
            same_cost(least, finder:field({ { x2, y2 } }):cost(x1, y1))
            same_cost(least, reach:cost(x2, y2))
          end
        end
      end)
    end)

  it("copies and loaded maps answer alike", function()
    each_world(2, 60, function(random, world, profile)
      local finder = tilepath.pathfinder(world.grid, profile)
      for _, grid in ipairs { world.grid:copy(),
        tilepath.load(world.grid:dump()) } do
        local other = tilepath.pathfinder(grid, profile)
        assert.is_true(grid == world.grid)
        for _ = 1, 5 do
          local x1, y1 = cell(random, world)
          local x2, y2 = cell(random, world)
          local path, cost = finder:find(x1, y1, x2, y2)
          local same, same_price = other:find(x1, y1, x2, y2)
          assert.are.equal(cost, same_price)
          assert.are.same(path and helper.plain(path),
            same and helper.plain(same))
        end
      end
    end)
  end)

  it("what is undone is as before", function()
    each_world(3, 60, function(random, world, profile)
      local finder = tilepath.pathfinder(world.grid, profile)
      local before = world.grid:copy()
      local x1, y1 = cell(random, world)
      local x2, y2 = cell(random, world)
      local path, cost = finder:find(x1, y1, x2, y2)
      local link = add_link(random, world)
      finder:find(x1, y1, x2, y2)
      if link then
        assert.is_true(world.grid:unlink(link))
      end
      local x, y = cell(random, world)
      if not world.shut[key(x, y, x + 1, y)]
        and not world.shut[key(x + 1, y, x, y)]
        and world.grid:wall(x, y, x + 1, y) then
        finder:find(x1, y1, x2, y2)
        world.grid:unwall(x, y, x + 1, y)
      end
      local again, same_price = finder:find(x1, y1, x2, y2)
      assert.are.equal(cost, same_price)
      assert.are.same(path and helper.plain(path),
        again and helper.plain(again))
      assert.is_true(before == world.grid)
    end)
  end)
end)
