--- Fields and reach over thin walls and links: each is judged cell by cell by
-- the textbook Dijkstra of spec/support/gates.lua, new and after edits; and swarms
-- never cross a wall.

local helper = require "spec.helper"
local gates = require "spec.support.gates"

local rounds = tonumber(os.getenv "ROUNDS" or 60)

local function place(random, world)
  return random(1, world.width), random(1, world.height)
end

local function sources_of(random, world)
  local sources = {}
  for i = 1, random(1, 3) do
    local x, y = place(random, world)
    sources[i] = { x, y, random(1, 3) == 1 and random(0, 8) / 2 or 0 }
  end
  return sources
end

local function goals_of(sources)
  local goals = {}
  for i, s in ipairs(sources) do
    goals[i] = { s[1], s[2], s[3] }
  end
  return goals
end

--- Does the field say of each cell what it costs?
local function check_costs(world, costs, told, most, what)
  for y = 1, world.height do
    for x = 1, world.width do
      local expected, got = costs[y][x], told:cost(x, y)
      local is_far = expected and expected > most
      local is_close = is_far and gates.near(most, expected)
      if not gates.near(not is_far and expected or nil, got)
        and not (is_close and gates.near(expected, got)) then
        error(("%s: %d, %d costs %s, got %s"):format(what, x, y,
          tostring(expected), tostring(got)), 0)
      end
    end
  end
end

--- Does the field say why a cell has no cost: because it is too far, though
-- there is a way, or because there is none?
local function check_reasons(world, agent, costs, told, most, what)
  for y = 1, world.height do
    for x = 1, world.width do
      local cost, reason = told:cost(x, y)
      local is_blocked = gates.price(world, agent, x, y) == math.huge
      local expected = is_blocked and "blocked"
        or costs[y][x] and "too_far" or "unreachable"
      if not cost and reason ~= expected
        and not (costs[y][x] and gates.near(most, costs[y][x])) then
        error(("%s: %d, %d is %s, not %s"):format(what, x, y, reason,
          expected), 0)
      end
    end
  end
end

--- Does each step lead on to a cell that costs as much less as it costs?
local function check_ways(world, agent, costs, field)
  for y = 1, world.height do
    for x = 1, world.width do
      local nx, ny = field:next(x, y)
      if nx then
        local cost = gates.way_cost(world, agent, x, y, nx, ny)
        assert(cost, "no such step")
        assert(gates.near(costs[y][x], cost + costs[ny][nx]),
          ("%d, %d to %d, %d is not cheapest"):format(x, y, nx, ny))
      end
    end
  end
end

local function check_end(world, costs, field)
  for y = 1, world.height do
    for x = 1, world.width do
      local cx, cy, n = x, y, 0
      while costs[y][x] and field:cost(x, y) do
        local nx, ny = field:next(cx, cy)
        if not nx then
          assert(ny == "goal", ny)
          break
        end
        cx, cy, n = nx, ny, n + 1
        assert(n <= world.width * world.height, "a way without end")
      end
    end
  end
end

--- Is it a way of legal steps and links that begins and ends there, and costs
-- that much?
local function check_path(world, agent, path, x1, y1, x2, y2, cost)
  local by_link, sum, n = {}, 0, #path
  for _, i in ipairs(path.links or {}) do
    by_link[i] = true
  end
  assert(path[1] == x1 and path[2] == y1, "another start")
  assert(path[n - 1] == x2 and path[n] == y2, "another end")
  local function pass(x, y, to_x, to_y, link)
    local least
    for _, way in ipairs(gates.ways(world, agent, x, y)) do
      if way[1] == to_x and way[2] == to_y and (way.link or false) == link then
        least = math.min(least or math.huge, way[3])
      end
    end
    sum = sum + assert(least, "no such way")
  end
  for i = 1, n / 2 - 1 do
    local x, y, to_x, to_y = path[2 * i - 1], path[2 * i], path[2 * i + 1],
      path[2 * i + 2]
    if by_link[i] then
      pass(x, y, to_x, to_y, true)
    else
      local length = math.max(math.abs(to_x - x), math.abs(to_y - y))
      local dx, dy = (to_x - x) / length, (to_y - y) / length
      for k = 0, length - 1 do
        pass(x + k * dx, y + k * dy, x + (k + 1) * dx, y + (k + 1) * dy, false)
      end
    end
  end
  assert(gates.near(sum, cost), ("%g, not %g: %s"):format(sum, cost,
    helper.points(path)))
end

describe("a field over thin walls and links", function()
  it("has paths whose links are told", function()
    for round = 1, rounds do
      local random = helper.random(15000 + round)
      local world, agent = gates.world(random), gates.agent(random)
      local x2, y2 = place(random, world)
      local finder = gates.finder(world, agent)
      local field, reach = finder:field { { x2, y2 } },
        finder:reach(x2, y2, 1e9)
      local ends = {}
      for i = 1, 8 do
        local x, y = place(random, world)
        local path, cost = field:path(x, y)
        local back, back_cost
        if reach then
          back, back_cost = reach:path(x, y)
        end
        ends[i] = { x, y, path, cost, back, back_cost }
      end
      for _, link in ipairs(world.links) do
        world.grid:unlink(link.link)
      end
      for i, it in ipairs(ends) do
        local x, y, path, cost, back, back_cost = it[1], it[2], it[3], it[4],
          it[5], it[6]
        if path then
          check_path(world, agent, path, x, y, x2, y2, cost)
        end
        if back then
          check_path(world, agent, back, x2, y2, x, y, back_cost)
          assert(helper.points(back) == helper.points(reach:path(x, y)),
            "a reach is a snapshot, " .. i)
        end
      end
    end
  end)

  it("costs what the judge says, and leads there", function()
    for round = 1, rounds do
      local random = helper.random(7000 + round)
      local world, agent = gates.world(random), gates.agent(random)
      local sources = sources_of(random, world)
      local most = random(1, 3) == 1 and random(0, 40) / 2 or math.huge
      local field = gates.finder(world, agent):field(goals_of(sources),
        { max_cost = most < math.huge and most or nil })
      local what = "round " .. round
      for edit = 0, random(0, 6) do
        local costs = gates.costs(world, agent, sources, true)
        check_costs(world, costs, field, most, what .. " edit " .. edit)
        check_reasons(world, agent, costs, field, most,
          what .. " edit " .. edit)
        check_ways(world, agent, costs, field)
        check_end(world, costs, field)
        for _ = 1, random(1, 3) do
          gates.edit(random, world)
        end
        if random(1, 4) == 1 then
          sources = sources_of(random, world)
          field:update(goals_of(sources))
        else
          field:update()
        end
      end
    end
  end)

  it("is the same forwards, from a start", function()
    for round = 1, rounds do
      local random = helper.random(9000 + round)
      local world, agent = gates.world(random), gates.agent(random)
      local x, y = place(random, world)
      local most = random(1, 2) == 1 and random(0, 40) / 2 or 1e9
      local reach = gates.finder(world, agent):reach(x, y, most)
      if reach then
        local costs = gates.costs(world, agent, { { x, y } })
        check_costs(world, costs, reach, most, "round " .. round)
      end
    end
  end)
end)

--- Does one link, or some, lead from the first cell to the second?
local function is_linked(world, agent, x1, y1, x2, y2)
  local seen, waiting = { [x1 .. "," .. y1] = true }, { { x1, y1 } }
  while #waiting > 0 do
    local at = table.remove(waiting)
    for _, way in ipairs(gates.ways(world, agent, at[1], at[2])) do
      local key = way[1] .. "," .. way[2]
      if way.link and not seen[key] then
        seen[key] = true
        waiting[#waiting + 1] = way
      end
    end
  end
  return seen[x2 .. "," .. y2]
end

--- May one step from the first cell to the second, as far as thin walls and the
-- rule go, or round the corner that both share by a third cell there?
local function may_come(world, agent, x1, y1, x2, y2)
  local rule = agent.rule == "never" and "at_least_one_walkable" or agent.rule
  local by = { rule = rule, costs = agent.costs, wide = 1, high = 1 }
  local function is_legal(ax, ay, bx, by_)
    return math.max(math.abs(ax - bx), math.abs(ay - by_)) <= 1
      and (ax == bx and ay == by_
        or gates.can_step(world, by, ax, ay, bx - ax, by_ - ay))
  end
  for y = math.min(y1, y2) - 1, math.max(y1, y2) + 1 do
    for x = math.min(x1, x2) - 1, math.max(x1, x2) + 1 do
      if is_legal(x1, y1, x, y) and is_legal(x, y, x2, y2) then
        return true
      end
    end
  end
end

--- Is it legal that an agent of one cell has come from one place to the other
-- in a call by which it goes a fifth of a cell, or takes links?
local function check_move(world, agent, was, is)
  local x1, y1 = math.floor(was.x) + 1, math.floor(was.y) + 1
  local x2, y2 = math.floor(is.x) + 1, math.floor(is.y) + 1
  local dx, dy = x2 - x1, y2 - y1
  if dx == 0 and dy == 0 then
    return true
  elseif math.max(math.abs(dx), math.abs(dy)) == 1 then
    local rule = agent.rule == "never" and "at_least_one_walkable"
      or agent.rule
    if gates.can_step(world, { rule = rule, costs = agent.costs, wide = 1,
      high = 1 }, x1, y1, dx, dy) then
      return true
    end
    local corner_x = math.floor(is.x + 0.5)
    local corner_y = math.floor(is.y + 0.5)
    if math.max(math.abs(was.x - corner_x), math.abs(was.y - corner_y),
      math.abs(is.x - corner_x), math.abs(is.y - corner_y)) < 0.25
      and may_come(world, agent, x1, y1, x2, y2) then
      return true
    end
  end
  return is_linked(world, agent, x1, y1, x2, y2)
end

local function on_open_cells(random, world, agent)
  local xs, ys = {}, {}
  for _ = 1, 12 do
    local x, y = place(random, world)
    if gates.price(world, agent, x, y) < math.huge then
      xs[#xs + 1] = x - 1 + random(1, 999) / 1000
      ys[#ys + 1] = y - 1 + random(1, 999) / 1000
    end
  end
  return xs, ys
end

--- Moves all until they are there, and judges each move. Returns how many are
-- on their way.
local function move_all(world, agent, field, xs, ys, options)
  local n = #xs
  for step = 1, 600 do
    local old_x, old_y = {}, {}
    for i = 1, n do
      old_x[i], old_y[i] = xs[i], ys[i]
    end
    local left = field:advance(xs, ys, n, 0.2, options)
    for i = 1, n do
      local was, is = { x = old_x[i], y = old_y[i] }, { x = xs[i], y = ys[i] }
      if not check_move(world, agent, was, is) then
        error(("step %d: from %.17g, %.17g to %.17g, %.17g"):format(step,
          was.x, was.y, is.x, is.y), 0)
      end
    end
    if left == 0 then
      return 0
    end
  end
  return 1
end

describe("a swarm among thin walls and links", function()
  it("crosses no wall, and comes to the goals", function()
    for round = 1, rounds do
      local random = helper.random(11000 + round)
      local world, agent = gates.world(random), gates.agent(random)
      agent.wide, agent.high = 1, 1
      local sources = sources_of(random, world)
      local finder = gates.finder(world, agent)
      local field = finder:field(goals_of(sources))
      local xs, ys = on_open_cells(random, world, agent)
      local ok, left = pcall(move_all, world, agent, field, xs, ys)
      assert(ok, ("round %d: %s"):format(round, left))
      assert(left == 0, ("round %d: not there"):format(round))
      gates.count_arrived(finder, field, xs, ys, round)
    end
  end)

  it("crosses none while its agents keep apart", function()
    for round = 1, rounds do
      local random = helper.random(13000 + round)
      local world, agent = gates.world(random), gates.agent(random)
      agent.wide, agent.high = 1, 1
      local field = gates.finder(world, agent):field(
        goals_of(sources_of(random, world)))
      local xs, ys = on_open_cells(random, world, agent)
      local arrived = {}
      for i = 1, #xs do
        arrived[i] = false
      end
      local ok, left = pcall(move_all, world, agent, field, xs, ys,
        { apart = random(1, 12) / 10, arrived = arrived })
      assert(ok, ("round %d: %s"):format(round, left))
    end
  end)
end)

local function copy(list)
  local own = {}
  for i, value in ipairs(list) do
    own[i] = value
  end
  return own
end

--- How near a point comes to a blocked cell, to the end of the map, or to a
-- side that is shut both ways; `most` where none is so near.
local function clearance(world, agent, x, y, most)
  local least = most
  local function see(left, top, right, bottom)
    local dx = math.max(left - x, x - right, 0)
    local dy = math.max(top - y, y - bottom, 0)
    least = math.min(least, math.sqrt(dx * dx + dy * dy))
  end
  for row = math.floor(y - most), math.floor(y + most) + 1 do
    for column = math.floor(x - most), math.floor(x + most) + 1 do
      local shut = world.shut[row] and world.shut[row][column] or {}
      local right = world.shut[row] and world.shut[row][column + 1] or {}
      local below = world.shut[row + 1] and world.shut[row + 1][column] or {}
      if gates.price(world, agent, column, row) == math.huge then
        see(column - 1, row - 1, column, row)
      end
      if shut[1] and right[3] then
        see(column, row - 1, column, row)
      end
      if shut[2] and below[4] then
        see(column - 1, row, column, row)
      end
    end
  end
  return least
end

describe("a swarm of bodies among thin walls and links", function()
  it("crosses no wall, touches none, and comes to the goals", function()
    local arrived = 0
    for round = 1, rounds do
      local random = helper.random(17000 + round)
      local world, agent = gates.world(random), gates.agent(random)
      agent.wide, agent.high = 1, 1
      agent.rule = round % 2 == 0 and "never" or "only_if_no_obstacles"
      local radius = round % 3 == 0 and 0.5 or random(1, 49) / 100
      local finder = gates.finder(world, agent, { radius = radius })
      local field = finder:field(goals_of(sources_of(random, world)))
      local xs, ys = on_open_cells(random, world, agent)
      local n, was_clear, left, calls = #xs, {}, 1, 0
      while left > 0 do
        local old_x, old_y = copy(xs), copy(ys)
        left, calls = field:advance(xs, ys, n, 0.2), calls + 1
        assert(calls < 2000, ("round %d: not there"):format(round))
        for i = 1, n do
          local is = { x = xs[i], y = ys[i] }
          local was = { x = old_x[i], y = old_y[i] }
          local space = clearance(world, agent, is.x, is.y, radius)
          local what = ("round %d, radius %g: %.17g, %.17g to %.17g, %.17g")
            :format(round, radius, was.x, was.y, is.x, is.y)
          assert(check_move(world, agent, was, is), what)
          if was_clear[i] and space < radius - 1e-4 then
            error(("%s is %g from a wall"):format(what, space), 0)
          end
          was_clear[i] = was_clear[i] or space >= radius
        end
      end
      arrived = arrived + gates.count_arrived(finder, field, xs, ys, round)
    end
    assert.is_true(arrived > rounds / 4)
  end)
end)
