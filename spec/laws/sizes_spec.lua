--- Laws of agents that are larger than a cell, on any map.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local law = require "spec.support.law"

local fits, list, points = helper.fits, helper.list, helper.points
local huge = math.huge

local SIZES = { { 2, 2 }, { 1, 2 }, { 3, 1 }, { 3, 3 }, { 2, 5 }, { 9, 1 },
  { 1, 17 } }

--- The world of an agent of w x h cells: each cell has the price of the dearest
-- cell under the agent.
local function under(world, w, h)
  local seen = { width = world.width, height = world.height, price = {} }
  for y = 1, world.height do
    seen.price[y] = {}
    for x = 1, world.width do
      local dearest = 0
      for j = y, y + h - 1 do
        for i = x, x + w - 1 do
          local row = world.price[j]
          dearest = math.max(dearest, row and row[i] or huge)
        end
      end
      seen.price[y][x] = dearest
    end
  end
  return seen
end

--- A map, an agent, and rounds of questions, each with edits after them.
local function draw(random)
  local world = judge.world(random,
    random.any { { 1 }, { 1, 0.25, 2.5, 9, 1 / 3 } })
  local scene = { map = judge.text(world), terrain = world.terrain,
    size = random.any(SIZES), rule = random.any(judge.rules),
    keep_away = random.chance(50) and { 2, 1.5 } or nil, rounds = {} }
  for i = 1, 4 do
    local round = { questions = {}, edits = {},
      price = random.chance(33) and random(1, 3) or nil }
    local seen = under(world, scene.size[1], scene.size[2])
    for k = 1, 6 do
      local x1, y1 = judge.place(random, seen)
      local x2, y2 = judge.place(random, seen)
      round.questions[k] = { x1, y1, x2, y2 }
    end
    for k = 1, random(1, 12) do
      local x, y = random(1, world.width), random(1, world.height)
      local name = random.one_of("wall", "t1")
      judge.put(world, x, y, name)
      round.edits[k] = { x, y, name }
    end
    scene.rounds[i] = round
  end
  return scene
end

local function build(scene)
  local world = judge.read(scene.map, scene.terrain)
  return world, tilepath.grid(world.name, { prices = world.terrain })
end

local function edit(world, grid, round)
  for _, change in ipairs(round.edits) do
    judge.put(world, change[1], change[2], change[3])
    grid:set(change[1], change[2], change[3])
  end
end

describe("an agent of several cells", function()
  law(it, "answers as an agent of one cell on a map of the cells where the "
    .. "large agent fits", { runs = 30, noun = "size", draw = draw,
    lists = { "rounds" } }, function(scene)
      local world, grid = build(scene)
      local large = tilepath.pathfinder(grid, { size = scene.size })
      local walls = tilepath.grid(grid.width, grid.height,
        { prices = world.terrain })
      local seen = under(world, scene.size[1], scene.size[2])
      local names = { [huge] = "wall" }
      for name, price in pairs(world.terrain) do
        names[price] = name
      end
      for y = 1, grid.height do
        for x = 1, grid.width do
          walls:set(x, y, names[seen.price[y][x]])
        end
      end
      local small = tilepath.pathfinder(walls)
      assert.are.equal(fits(small), fits(large))
      for _, round in ipairs(scene.rounds) do
        for _, q in ipairs(round.questions) do
          local a, a_cost = large:find(q[1], q[2], q[3], q[4])
          local b, b_cost = small:find(q[1], q[2], q[3], q[4])
          assert.are.equal(b_cost, a_cost)
          assert.are.equal(b and points(b), a and points(a))
          assert.are.same(list(small:line_of_sight(q[1], q[2], q[3], q[4])),
            list(large:line_of_sight(q[1], q[2], q[3], q[4])))
        end
      end
    end)

  law(it, "answers after edits as a fresh pathfinder", { runs = 30,
    noun = "size", draw = draw, lists = { "rounds" } }, function(scene)
      local world, grid = build(scene)
      local old = tilepath.pathfinder(grid, { size = scene.size,
        keep_away = scene.keep_away })
      for _, round in ipairs(scene.rounds) do
        local fresh = tilepath.pathfinder(grid, old.profile)
        assert.are.equal(fits(fresh), fits(old))
        for _, q in ipairs(round.questions) do
          local a, a_cost = old:find(q[1], q[2], q[3], q[4])
          local b, b_cost = fresh:find(q[1], q[2], q[3], q[4])
          assert.are.equal(b_cost, a_cost)
          assert.are.equal(b and points(b), a and points(a))
        end
        edit(world, grid, round)
        if round.price then
          grid:terrain("t1", round.price)
        end
      end
    end)
end)
