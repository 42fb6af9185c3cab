--- Ground that hides: agents walk over it, but look neither through it nor past
-- its corners. Judged by a line of sight on a map with walls in its place.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local collect, map = helper.collect, helper.map
local rules = boards.RULES

local OPTIONS = { prices = { forest = 2 }, opaque = { forest = true },
  legend = { f = "forest" } }

local GLADE = map [[
  .........
  ..ff.....
  ..ff..#..
  .........
]]

local function glade()
  return tilepath.grid(GLADE, OPTIONS)
end

describe("#once the sight of a terrain", function()
  it("comes with its price from grid:terrain, which changes it", function()
    local grid = glade()
    assert.are.same({ 2, true }, { grid:terrain("forest") })
    assert.are.same({ 1, false }, { grid:terrain("open") })
    local finder, revision = tilepath.pathfinder(grid), grid.revision
    assert.are.same({ false, 3, 2 }, { finder:line_of_sight(1, 2, 9, 2) })
    assert.are.same({ 2, false }, { grid:terrain("forest", nil, false) })
    assert.are.equal(revision + 1, grid.revision)
    assert.are.same({ true, 10 }, { finder:line_of_sight(1, 2, 9, 2) })
    assert.are.same({ 3, false }, { grid:terrain("forest", 3) })
    assert.are.same({ 4, true }, { grid:terrain("mist", 4, true) })
    assert.is_nil((grid:terrain("fog")))
  end)

  it("is an agent's own in its profile", function()
    local grid = glade()
    local eagle = tilepath.pathfinder(grid, { opaque = { forest = false } })
    local mole = tilepath.pathfinder(grid, { opaque = { open = true } })
    assert.is_true((eagle:line_of_sight(1, 2, 9, 2)))
    assert.are.same({ false, 2, 1 }, { mole:line_of_sight(1, 1, 9, 1) })
    assert.are.same({ forest = false }, eagle.profile.opaque)
    local twin = tilepath.pathfinder(grid, eagle.profile)
    assert.is_true((twin:line_of_sight(1, 2, 9, 2)))
  end)
end)

describe("#once ground that hides", function()
  it("hides neither itself nor what an agent in it sees", function()
    local finder = tilepath.pathfinder(glade())
    assert.is_true((finder:line_of_sight(1, 2, 3, 2)))
    assert.is_true((finder:line_of_sight(3, 2, 1, 2)))
    assert.is_false((finder:line_of_sight(3, 2, 9, 2)))
    local view = finder:view(3, 2, 1)
    assert.are.same({ { 3, 1 }, { 2, 2 }, { 3, 2 }, { 4, 2 }, { 3, 3 } },
      collect(view:cells()))
  end)

  it("hides a goal from a search for cells in sight of it", function()
    local finder = tilepath.pathfinder(glade())
    local path, cost = finder:find(1, 2, 9, 2, { within = 20, sight = true })
    assert.are.same({ 1, 1 }, { path:point(path:size()) })
    assert.near(1, cost, 1e-6)
    path = finder:find(3, 2, 1, 2, { within = 20, sight = true })
    assert.are.equal(1, path:size())
  end)

  it("lets a large agent see a goal that it would cover from there", function()
    local grid = tilepath.grid("....\n.ff.\n....", OPTIONS)
    local finder = tilepath.pathfinder(grid, { size = { 1, 2 },
      diagonal = "at_least_one_walkable" })
    local query = { within = 2, sight = true }
    assert.are.equal(0, select(2, finder:find(1, 2, 2, 3, query)))
  end)

  it("is no wall for prune, is_valid and followers", function()
    local finder = tilepath.pathfinder(tilepath.grid("..fff....", OPTIONS))
    local path = finder:find_world(0.5, 0.5, 8.5, 0.5):prune(finder)
    assert.are.equal(2, path:size())
    assert.is_true((path:is_valid(finder)))
    local hero = tilepath.follower { finder = finder, x = 0.5, y = 0.5,
      speed = 1, prune = true }
    assert.is_true(hero:go(8.5, 0.5))
    finder.grid:set(4, 1, "forest")
    hero:update(20)
    assert.are.equal("arrived", hero.status)
  end)

  it("makes a unit look for a free line", function()
    local finder = tilepath.pathfinder(glade())
    local crowd = tilepath.crowd(finder.grid)
    local archer = crowd:add { finder = finder, cell_x = 1, cell_y = 2 }
    archer:keep({ x = 8.5, y = 1.5 }, { min = 2, within = 9, sight = true })
    for _ = 1, 9 do crowd:tick() end
    assert.are.equal("arrived", archer.status)
    assert.is_true((finder:line_of_sight(archer.cell_x, archer.cell_y, 9, 2)))
  end)
end)

-- By each rule, for agents of several sizes, on squares and hexagons, with
-- fences.
describe("#law on maps with ground that hides", function()
  local function draw(random)
    local width, height = random(1, 12), random(1, 12)
    local shape = random.chance(25) and "hex" or nil
    local grid = tilepath.grid(numbers.map(random, width, height, "....ff#"),
      { shape = shape, prices = OPTIONS.prices, opaque = OPTIONS.opaque,
        legend = OPTIONS.legend })
    for _ = 1, random.any { 0, 0, 8 } do
      local x, y = random(1, width), random(1, height)
      for to_x, to_y in tilepath.pathfinder(grid):neighbors(x, y) do
        if to_x == x or to_y == y then
          grid:fence(x, y, to_x, to_y, { one_way = random.chance(50) })
          break
        end
      end
    end
    local profile = not shape and { diagonal = random.any(rules),
      size = { random.any { 1, 1, 2 }, random.any { 1, 1, 2 } } } or {}
    return grid, tilepath.pathfinder(grid, profile)
  end

  local function apart(grid, x1, y1, x2, y2)
    return grid.shape == "hex" and grid:distance(x1, y1, x2, y2)
      or math.sqrt((x1 - x2) ^ 2 + (y1 - y2) ^ 2)
  end

  it("a view has the cells to which a line of sight leads", function()
    local random = numbers.new(1, "views")
    for _ = 1, 300 do
      local grid, finder = draw(random)
      local x, y = random(1, grid.width), random(1, grid.height)
      local within = random.any { 1, 3, 6.5, math.huge }
      local view = finder:view(x, y, within)
      for _ = 1, random(0, 3) do
        grid:set(random(1, grid.width), random(1, grid.height),
          random.any { "forest", "open", "wall" })
        view = finder:view(x, y, within)
      end
      for cell_x, cell_y in grid:cells() do
        local sees = view and finder:can_enter(cell_x, cell_y)
          and apart(grid, x, y, cell_x, cell_y) <= within
          and (finder:line_of_sight(x, y, cell_x, cell_y)) or false
        assert.are.equal(sees, view ~= nil and view:has(cell_x, cell_y))
      end
    end
  end)

  it("a search for sight ends in the cheapest cell with such a line", function()
    local random = numbers.new(1, "ends")
    for _ = 1, 200 do
      local grid, finder = draw(random)
      local x, y = random(1, grid.width), random(1, grid.height)
      local to_x, to_y = random(1, grid.width), random(1, grid.height)
      local within, least = random(1, 6), math.huge
      local reach = finder:reach(x, y, math.huge)
      if reach and finder:can_enter(to_x, to_y) then
        for cell_x, cell_y, cost in reach:cells() do
          if apart(grid, to_x, to_y, cell_x, cell_y) <= within
            and finder:line_of_sight(cell_x, cell_y, to_x, to_y) then
            least = math.min(least, cost)
          end
        end
        local path, cost = finder:find(x, y, to_x, to_y, { within = within,
          sight = true })
        assert.near(math.min(least, 1e9), path and cost or 1e9, 1e-4)
      end
    end
  end)

  it("a line is clear if it is clear with walls between its ends", function()
    local random = numbers.new(1, "walls")
    for _ = 1, 200 do
      local text = numbers.map(random, random(1, 9), random(1, 9), "....ff#")
      local grid = tilepath.grid(text, OPTIONS)
      local profile = { diagonal = random.any(rules) }
      local finder = tilepath.pathfinder(grid, profile)
      local x1, y1 = random(1, grid.width), random(1, grid.height)
      local x2, y2 = random(1, grid.width), random(1, grid.height)
      local walls = grid:copy()
      for x, y in grid:cells("forest") do
        local is_end = x == x1 and y == y1 or x == x2 and y == y2
        walls:set(x, y, is_end and "open" or "wall")
      end
      assert.are.equal((tilepath.pathfinder(walls, profile):line_of_sight(x1,
        y1, x2, y2)), (finder:line_of_sight(x1, y1, x2, y2)))
    end
  end)
end)
