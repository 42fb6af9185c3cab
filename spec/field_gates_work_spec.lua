--- Fields over thin walls and links at work: built in slices while the map
-- changes, fled along, and followed by agents of several cells; judged by the
-- textbook Dijkstra of spec/support/gates.lua.

local helper = require "spec.helper"
local gates = require "spec.support.gates"

local huge = math.huge
local rounds = tonumber(os.getenv "ROUNDS" or 60)

local function goals_of(random, world)
  local goals = {}
  for i = 1, random(1, 3) do
    goals[i] = { random(1, world.width), random(1, world.height) }
  end
  return goals
end

describe("a field in slices over thin walls and links", function()
  it("is right in the end, whatever changes meanwhile", function()
    for round = 1, 2 * rounds do
      local random = helper.random(21000 + round)
      local world, agent = gates.world(random), gates.agent(random)
      local goals = goals_of(random, world)
      local field = gates.finder(world, agent):field(goals, { sliced = true })
      for _ = 1, random(1, 5) do
        for _ = 1, random(0, 3) do
          field:step(random(1, 30))
          gates.edit(random, world)
          if random(1, 3) == 1 then
            goals = goals_of(random, world)
            field:update(goals)
          end
        end
        field:update()
        while field:step(random(1, 60)) == "running" do
          assert(field:cost(1, 1) == nil)
        end
        local costs = gates.costs(world, agent, goals, true)
        for y = 1, world.height do
          for x = 1, world.width do
            assert(gates.near(costs[y][x], field:cost(x, y)),
              ("round %d: %d, %d"):format(round, x, y))
          end
        end
      end
    end
  end)
end)

--- Where a field that flees is followed from each cell: legal steps and links
-- alone, to an end.
local function check_flight(world, agent, away)
  for y = 1, world.height do
    for x = 1, world.width do
      local cx, cy, n = x, y, 0
      local nx, ny = away:next(x, y)
      while nx do
        assert(gates.way_cost(world, agent, cx, cy, nx, ny), "no such step")
        cx, cy, n = nx, ny, n + 1
        assert(n <= world.width * world.height, "a flight without end")
        nx, ny = away:next(cx, cy)
      end
    end
  end
end

describe("a field that flees over thin walls and links", function()
  it("leads by legal ways to an end, and is repaired as if new", function()
    local jumps = 0
    for round = 1, rounds do
      local random = helper.random(23000 + round)
      local world, agent = gates.world(random), gates.agent(random)
      local finder = gates.finder(world, agent)
      local goals = goals_of(random, world)
      local field = finder:field(goals)
      local strength = random(10, 30) / 10
      local away = field:flee(strength)
      for _ = 1, 4 do
        check_flight(world, agent, away)
        local fresh = finder:field(goals):flee(strength)
        for y = 1, world.height do
          for x = 1, world.width do
            local nx, ny = away:next(x, y)
            local fresh_x, fresh_y = fresh:next(x, y)
            assert.are.equal(fresh_x, nx)
            assert.are.equal(fresh_y, ny)
            assert.are.equal(fresh:cost(x, y), away:cost(x, y))
            if nx and math.max(math.abs(nx - x), math.abs(ny - y)) > 1 then
              jumps = jumps + 1
            end
          end
        end
        for _ = 1, random(1, 3) do
          gates.edit(random, world)
        end
        field:update()
        away:update()
      end
    end
    assert.is_true(jumps > rounds / 4, jumps .. " links")
  end)
end)

--- Has an agent of several cells come legally from one top left cell to the
-- other, in a call by which it goes a fifth of a cell, or takes links?
local function may_come(world, agent, x1, y1, x2, y2)
  if x1 == x2 and y1 == y2 then
    return true
  end
  local seen, waiting = { [x1 .. "," .. y1] = true }, { { x1, y1, 0 } }
  while #waiting > 0 do
    local at = table.remove(waiting)
    for _, way in ipairs(gates.ways(world, agent, at[1], at[2])) do
      local steps = at[3] + (way.link and 0 or 1)
      local key = way[1] .. "," .. way[2]
      if way[1] == x2 and way[2] == y2 and steps <= 2 then
        return true
      elseif steps <= 1 and not seen[key] then
        seen[key] = true
        waiting[#waiting + 1] = { way[1], way[2], steps }
      end
    end
  end
end

describe("a swarm of agents of several cells", function()
  it("keeps to legal ways among thin walls and links", function()
    local arrived = 0
    for round = 1, rounds do
      local random = helper.random(25000 + round)
      local world, agent = gates.world(random), gates.agent(random)
      agent.wide, agent.high = random(1, 2), 2
      if world.width >= agent.wide and world.height >= 2 then
        local finder = gates.finder(world, agent)
        local field = finder:field(goals_of(random, world))
        local xs, ys = {}, {}
        for _ = 1, 12 do
          local x, y = random(1, world.width), random(1, world.height)
          if gates.price(world, agent, x, y) < huge then
            local wx, wy = finder:to_world(x, y)
            xs[#xs + 1] = wx + random(-49, 49) / 100
            ys[#ys + 1] = wy + random(-49, 49) / 100
          end
        end
        local left, calls, n = 1, 0, #xs
        while left > 0 do
          local from = {}
          for i = 1, n do
            from[i] = { finder:to_cell(xs[i], ys[i]) }
          end
          left, calls = field:advance(xs, ys, n, 0.2), calls + 1
          assert(calls < 2000, ("round %d: not there"):format(round))
          for i = 1, n do
            local x, y = finder:to_cell(xs[i], ys[i])
            assert(may_come(world, agent, from[i][1], from[i][2], x, y),
              ("round %d: %d, %d to %d, %d"):format(round, from[i][1],
                from[i][2], x, y))
          end
        end
        arrived = arrived + gates.count_arrived(finder, field, xs, ys, round)
      end
    end
    assert.is_true(arrived > rounds / 4)
  end)
end)
