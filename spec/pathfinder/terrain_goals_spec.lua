--- Goals by terrain: a query to any cell of a terrain. Judged by the list of
-- those cells.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local law = require "spec.support.law"

local fails, last, points = finders.fails, finders.last, helper.points

local UNKNOWN = { terrain = "unknown" }
local BESIDE = { adjacent = true }
local MUD = { prices = { mud = 2 }, legend = { m = "mud" }, cell_size = 10 }

--- A map with unknown cells "?", which no agent enters.
local function known(text)
  return tilepath.grid(text, {
    prices = { unknown = false }, legend = { ["?"] = "unknown" },
  })
end

--- The list of a terrain's cells.
local function cells_of(grid, terrain)
  local cells = {}
  for x, y in grid:cells(terrain) do
    cells[#cells + 1] = { x, y }
  end
  return cells
end

describe("a goal by terrain", function()
  it("is its cheapest cell, and its centre in the world", function()
    local finder = finders.on("m...m\n..#..", nil, MUD)
    local path, cost = finder:find(4, 1, { terrain = "mud" })
    assert.are.same({ "4,1 5,1", 2, nil }, { points(path), cost, path.goal_index })
    assert.are.equal("45,5",
      last(finder:find_world(35, 5, { terrain = "mud" })))
    finder.grid:set(5, 1, "open")
    assert.are.equal("1,1", last(finder:find(4, 1, { terrain = "mud" })))
  end)

  it("leaves a blocked start as the list of its cells does", function()
    local finder = finders.on("mmmmmmm\nmmmmmmm\nmmmm#mm\n.......", nil, MUD)
    local cells, out = cells_of(finder.grid, "mud"), { escape = true }
    assert.are.equal("5,3 5,2", points(finder:find(5, 3, cells, out)))
    assert.are.equal("5,3 5,2",
      points(finder:find(5, 3, { terrain = "mud" }, out)))
  end)

  it("can be one that no agent enters, with 'adjacent'", function()
    local finder = tilepath.pathfinder(known "....#\n.####\n....?\n?#..?")
    fails("goal_blocked", finder:find(1, 1, UNKNOWN))
    assert.are.equal("1,1 1,2 1,3", points(finder:find(1, 1, UNKNOWN, BESIDE)))
    finder.grid:set(1, 4, "wall")
    local queue = tilepath.queue { max_nodes = 1 }
    for _, path in ipairs { (finder:find(1, 1, UNKNOWN, BESIDE)),
      (finders.finish(finder:search(1, 1, UNKNOWN, BESIDE))),
      (finders.answer(queue, queue:find(finder, 1, 1, UNKNOWN, BESIDE))) } do
      assert.are.equal("1,1 1,2 1,3 2,3 3,3 4,3", points(path))
    end
  end)

  it("is outside if the map has no such cell", function()
    local finder = tilepath.pathfinder(known "...")
    for _, query in ipairs { {}, BESIDE, { partial = true }, { within = 5 },
      { escape = true, partial = true } } do
      fails("goal_outside", finder:find(1, 1, UNKNOWN, query))
    end
    fails("start_outside", finder:find(0, 1, UNKNOWN))
  end)

  it("works for a follower, also after loading its state", function()
    local grid = known "......\n.####?"
    local finder = tilepath.pathfinder(grid)
    local hero = tilepath.follower { x = 0.5, y = 0.5, speed = 1,
      finder = finder }
    assert.is_true(hero:go(UNKNOWN, BESIDE))
    hero:update(1)
    local state = hero:save()
    local again = helper.load_hero { finder = finder, state = state }
    for _ = 1, 9 do
      hero:update(1)
      again:update(1)
    end
    assert.are.same({ 5.5, 0.5 }, { hero.x, hero.y })
    assert.are.same({ 5.5, 0.5 }, { again.x, again.y })
    for _, terrain in ipairs { "lava", 5 } do
      assert.are.same({ nil, "damaged" }, { again:load(
        helper.forged("follower", state, "order.goals.terrain", terrain)) })
    end
  end)

  it("is read again after an edit: a search is stale", function()
    local grid = tilepath.grid(40, 40, { prices = { unknown = 1 } })
    grid:set(40, 40, "unknown")
    local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
    local search = finder:search(1, 1, UNKNOWN)
    local queue = tilepath.queue { max_nodes = 1 }
    local ticket = queue:find(finder, 1, 1, UNKNOWN)
    search:step(2)
    queue:update()
    queue:update()
    grid:set(40, 40, "open")
    grid:set(1, 9, "unknown")
    search:step(2)
    assert.are.equal("stale", search.reason)
    assert.are.equal("1,9", last((finders.answer(queue, ticket))))
  end)

  law(it, "equals the list of its cells, before and after edits", { runs = 120,
    noun = "path", draw = function(random)
      local world = judge.world(random, { 1, 2, 1, 0.5 })
      local scene = { map = judge.text(world), terrain = world.terrain,
        closed = random.any { "t2", "t3", false }, questions = {},
        profile = { diagonal = random.any(judge.rules),
          size = random.any { 1, 1, 2 },
          algorithm = random.any { "auto", "astar" } } }
      for i = 1, 6 do
        local x, y = judge.place(random, world)
        scene.questions[i] = { x, y, "t" .. random(2, 4),
          random.any { {}, BESIDE, BESIDE, { within = 2.5 }, { partial = true },
            { within = 3, sight = true }, { escape = true } },
          { random(1, world.width), random(1, world.height),
            "t" .. random(1, 4), random.chance(30) } }
      end
      return scene
    end }, function(scene)
      local world = judge.read(scene.map, scene.terrain)
      local grid = tilepath.grid(world.name, { prices = world.terrain })
      local profile = { prices = {} }
      if scene.closed then
        profile.prices[scene.closed] = false
      end
      local finder = tilepath.pathfinder(grid, helper.with(profile,
        scene.profile))
      for _, q in ipairs(scene.questions) do
        local cells = cells_of(grid, q[3])
        local path, cost = finder:find(q[1], q[2], { terrain = q[3] }, q[4])
        if #cells == 0 then
          assert.is_nil(path)
          assert.is_true(cost == "goal_outside" or cost == "start_blocked")
        else
          local other, expected = finder:find(q[1], q[2], cells, q[4])
          if other then
            helper.near(expected, cost, 1e-9 * expected)
            assert.are.equal(other.partial, path.partial)
          else
            fails(expected, path, cost)
          end
        end
        local e = q[5]
        grid:set(e[1], e[2], e[3])
        grid:set_walkable(e[1], e[2], not e[4])
      end
    end)
end)
