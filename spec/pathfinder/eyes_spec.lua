--- The eyes of a pathfinder: another one, by whose sight its queries go. An
-- archer cannot enter water, and shoots over it.
-- fuzz/differential has random maps.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"

local fails, finish, last = finders.fails, finders.finish, finders.last

local WATER = { legend = { ["~"] = "water" }, prices = { water = false } }

local SEEN = { within = 5, sight = true }

--- An archer that cannot enter water, with eyes that see over water.
local function archers(text)
  local grid = tilepath.grid(text, WATER)
  local eyes = tilepath.pathfinder(grid, { prices = { water = 1 } })
  return tilepath.pathfinder(grid, { eyes = eyes }), grid, eyes
end

describe("the eyes of a pathfinder", function()
  it("see over ground that the agent cannot enter", function()
    local archer, grid, eyes = archers(".....~~~..\n.....~~~..")
    fails("unreachable", tilepath.pathfinder(grid):find(1, 1, 9, 1, SEEN))
    fails("unreachable", archer:find(1, 1, 9, 1, { within = 3, sight = true }))
    assert.are.equal(eyes, archer.profile.eyes)
    assert.is_false(eyes.profile.eyes)
    for _, profile in ipairs { { eyes = eyes }, archer.profile } do
      local path, cost = tilepath.pathfinder(grid, profile)
        :find(1, 1, 9, 1, SEEN)
      assert.are.same({ "4,1", 3 }, { last(path), cost })
    end
    -- They see by themselves, not by their own eyes.
    fails("unreachable", tilepath.pathfinder(grid, { eyes = archer })
      :find(1, 1, 9, 1, SEEN))
  end)

  it("are blocked by ground that only the agent enters", function()
    local grid = tilepath.grid("...%...", {
      legend = { ["%"] = "smoke" }, prices = { smoke = 1 } })
    local walker = tilepath.pathfinder(grid, {
      eyes = tilepath.pathfinder(grid, { prices = { smoke = false } }) })
    local near = { within = 9, sight = true }
    assert.are.equal("5,1", last(walker:find(3, 1, 7, 1, near)))
    -- Eyes in smoke see nothing, not even their own cell; a goal in smoke is
    -- seen.
    assert.are.equal("3,1", last(walker:find(4, 1, 2, 1, near)))
    assert.are.equal(1, select(2, walker:find(4, 1, 4, 1, near)))
    assert.are.equal(1, walker:find(3, 1, 4, 1, near):size())
    fails("unreachable", walker:find(4, 1, 4, 1, { within = 0, sight = true }))
  end)

  it("work in every kind of query", function()
    local archer, grid = archers(".....~~~..\n.....~~~..")
    assert.are.equal("3.5,0.5",
      last(archer:find_world(0.5, 0.5, 8.5, 0.5, SEEN)))
    local path = archer:find(1, 1, { { 10, 1 }, { 9, 2 }, { 8, 9 } }, SEEN)
    assert.are.same({ 2, "4,2" }, { path.goal_index, last(path) })
    assert.are.equal("4,1", last((finish(archer:search(1, 1, 9, 1, SEEN)))))
    local hero = tilepath.follower { x = 0.5, y = 0.5, finder = archer }
    assert.is_truthy(hero:go_cell(9, 1, SEEN))
    grid:fill(6, 1, 1, 2, "wall")
    path = archer:find(1, 1, 9, 1, { within = 5, sight = true, partial = true })
    assert.are.same({ "5,1", true }, { last(path), path.partial })
  end)

  it("follow edits of the map", function()
    local archer, grid, eyes = archers(".....~~~..")
    local unit = tilepath.crowd(grid):add { finder = archer, cell_x = 1,
      cell_y = 1 }
    for _ = 1, 2 do
      assert.is_truthy(archer:find(1, 1, 9, 1, SEEN))
      grid:set(6, 1, "wall")
      fails("unreachable", unit:go_cell(9, 1, SEEN))
      fails("unreachable", archer:find(1, 1, 9, 1, SEEN))
      grid:set(6, 1, "water")
    end
    local search = archer:search(1, 1, 9, 1, SEEN)
    grid:set(6, 1, "wall")
    eyes:find(1, 1, 2, 1)
    fails("stale", finish(search))
  end)
end)
