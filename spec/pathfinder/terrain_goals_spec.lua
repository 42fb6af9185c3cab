--- Goals by terrain: a query to any cell of a terrain. Judged by the list of
-- those cells.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local law = require "spec.support.law"

local mistake, near, points = helper.mistake, helper.near, helper.points
local list = helper.list

local UNKNOWN = { terrain = "unknown" }
local BESIDE = { adjacent = true }

--- A map with unknown cells "?", which no agent enters.
local function known(text)
  return tilepath.grid(text, {
    prices = { unknown = false }, legend = { ["?"] = "unknown" },
  })
end

describe("a goal by terrain", function()
  it("is its cheapest cell", function()
    local grid = tilepath.grid("m...m\n..#..", {
      prices = { mud = 2 }, legend = { m = "mud" },
    })
    local finder = tilepath.pathfinder(grid)
    local path, cost = finder:find(4, 1, { terrain = "mud" })
    assert.are.equal("4,1 5,1", points(path))
    assert.are.equal(2, cost)
    assert.is_nil(path.goal)
    grid:set(5, 1, "open")
    assert.are.equal("4,1 3,1 2,1 1,1",
      points(finder:find(4, 1, { terrain = "mud" })))
  end)

  it("leaves a blocked start by the exit that the list of its cells takes",
    function()
      local grid = tilepath.grid(9, 5, { prices = { pit = 1 } })
      grid:fill(1, 1, 9, 3, "pit")
      grid:set(5, 3, "wall")
      local cells = {}
      for x, y in grid:cells("pit") do
        cells[#cells + 1] = { x, y }
      end
      local finder = tilepath.pathfinder(grid)
      local path = finder:find(5, 3, { terrain = "pit" }, { escape = true })
      local other = finder:find(5, 3, cells, { escape = true })
      assert.are.same({ other:point(2) }, { path:point(2) })
      assert.are.equal(other.cost, path.cost)
    end)

  it("can be a terrain that no agent enters, with 'adjacent'", function()
    local grid = known "....#\n.####\n....?\n?#..?"
    local finder = tilepath.pathfinder(grid)
    assert.are.same({ nil, "goal_blocked" },
      list(finder:find(1, 1, UNKNOWN)))
    assert.are.equal("1,1 1,2 1,3", points(finder:find(1, 1, UNKNOWN, BESIDE)))
    grid:set(1, 4, "wall")
    assert.are.equal("1,1 1,2 1,3 2,3 3,3 4,3",
      points(finder:find(1, 1, UNKNOWN, BESIDE)))
  end)

  it("is outside if the map has no such cell", function()
    local finder = tilepath.pathfinder(known "...")
    for _, query in ipairs { {}, BESIDE, { partial = true }, { within = 5 },
      { escape = true, partial = true } } do
      assert.are.same({ nil, "goal_outside" },
        list(finder:find(1, 1, UNKNOWN, query)))
    end
    assert.are.same({ nil, "start_outside" },
      list(finder:find(0, 1, UNKNOWN)))
  end)

  it("works in every call that takes a list of goals", function()
    local grid = known "....\n.#.#\n...?"
    local finder = tilepath.pathfinder(grid)
    local expected = "1,1 2,1 3,1 3,2 3,3"
    local search = finder:search(1, 1, UNKNOWN, BESIDE)
    search:step(100)
    assert.are.equal(expected, points(search:path()))
    local queue = tilepath.queue { nodes = 1 }
    local ticket = queue:find(finder, 1, 1, UNKNOWN, BESIDE)
    while queue.count > 0 do
      queue:update()
    end
    assert.are.equal(expected, points(ticket:path()))
    local path = finder:find_world(0.5, 0.5, UNKNOWN, BESIDE)
    assert.are.same({ 2.5, 2.5 }, { path[#path - 1], path[#path] })
  end)

  it("ends a path in the world at the centre of a cell", function()
    local grid = tilepath.grid("..mm", {
      prices = { mud = 1 }, legend = { m = "mud" }, cell_size = 10,
    })
    local path = tilepath.pathfinder(grid):find_world(5, 5, { terrain = "mud" })
    assert.are.same({ 25, 5 }, { path[#path - 1], path[#path] })
  end)

  it("works for a follower, also after loading its state", function()
    local grid = known "......\n.####?"
    local finder = tilepath.pathfinder(grid)
    local hero = tilepath.follower { x = 0.5, y = 0.5, speed = 1,
      finder = finder }
    assert.is_true(hero:go(UNKNOWN, BESIDE))
    hero:update(1)
    local state = hero:state()
    local again = helper.load_hero { finder = finder, state = state }
    for _ = 1, 9 do
      hero:update(1)
      again:update(1)
    end
    assert.are.same({ 5.5, 0.5 }, { hero.x, hero.y })
    assert.are.same({ 5.5, 0.5 }, { again.x, again.y })
    for _, terrain in ipairs { "lava", 5 } do
      assert.are.same({ nil, "damaged" }, { again:restore(
        helper.forged("follower", state, "order.goals.terrain", terrain)) })
    end
  end)

  it("is read again after an edit: a search is stale, a ticket continues",
    function()
      local grid = tilepath.grid(40, 40, { prices = { unknown = 1 } })
      grid:set(40, 40, "unknown")
      local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
      local search = finder:search(1, 1, UNKNOWN)
      local queue = tilepath.queue { nodes = 1 }
      local ticket = queue:find(finder, 1, 1, UNKNOWN)
      search:step(2)
      queue:update()
      queue:update()
      grid:set(40, 40, "open")
      grid:set(1, 9, "unknown")
      search:step(2)
      assert.are.equal("stale", search.reason)
      while queue.count > 0 do
        queue:update()
      end
      local path = ticket:path()
      assert.are.same({ 1, 9 }, { path[#path - 1], path[#path] })
    end)

  law(it, "equals the list of its cells, before and after edits", { runs = 120,
    noun = "path", lists = { "questions" }, draw = function(random)
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
      for key, value in pairs(scene.profile) do
        profile[key] = value
      end
      local finder = tilepath.pathfinder(grid, profile)
      for _, q in ipairs(scene.questions) do
        local cells = {}
        for x, y in grid:cells(q[3]) do
          cells[#cells + 1] = { x, y }
        end
        local path, cost = finder:find(q[1], q[2], { terrain = q[3] }, q[4])
        if #cells == 0 then
          assert.is_nil(path)
          assert.is_true(cost == "goal_outside" or cost == "start_blocked")
        else
          local other, expected = finder:find(q[1], q[2], cells, q[4])
          if other then
            near(expected, cost, 1e-9 * expected)
            assert.are.equal(other.partial, path.partial)
          else
            assert.are.same({ nil, expected }, list(path, cost))
          end
        end
        local e = q[5]
        grid:set(e[1], e[2], e[3])
        grid:set_walkable(e[1], e[2], not e[4])
      end
    end)
end)
