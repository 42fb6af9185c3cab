--- Twenty things that games do, each in the few lines that a game would write.

local tilepath = require "tilepath"

--- Lets a follower walk to its end.
local function walk(hero)
  for _ = 1, 1000 do
    hero:update(0.1)
    if not hero.under_way then return end
  end
  error "the follower never ends"
end

local OPEN = [[
..........
..........
..........
..........
..........
]]

describe("#contract a game", function()
  it("walks to a click", function()
    local grid = tilepath.grid(OPEN, { cell_size = 32 })
    local hero = tilepath.follower { finder = tilepath.pathfinder(grid),
      x = 16, y = 16, speed = 64 }
    assert.is_true(hero:go(200, 100))
    walk(hero)
    assert.are.same({ "arrived", 200, 100 }, { hero.status, hero.x, hero.y })
  end)

  it("walks to a cell, or as near as it can get", function()
    local grid = tilepath.grid("......#.\n......#.\n......#.",
      { cell_size = 32 })
    local hero = tilepath.follower { finder = tilepath.pathfinder(grid),
      x = 16, y = 16, speed = 64 }
    hero:go_cell(8, 3, { partial = true })
    walk(hero)
    assert.are.same({ 6, 3 }, { hero.cell_x, hero.cell_y })
  end)

  it("puts a hero into a cell", function()
    local grid = tilepath.grid(OPEN, { cell_size = 32 })
    local hero = tilepath.follower { finder = tilepath.pathfinder(grid),
      cell_x = 3, cell_y = 2 }
    assert.are.same({ 80, 48 }, { hero.x, hero.y })
    assert.is_true(hero:set_cell(5, 5))
    assert.are.same({ 144, 144 }, { hero.x, hero.y })
  end)

  it("prices roads and mud, and mud again for a cart", function()
    local grid = tilepath.grid("..~~..\n.=====", {
      legend = { ["~"] = "mud", ["="] = "road" },
      prices = { mud = 3, road = 0.5 } })
    local walker = tilepath.pathfinder(grid)
    local cart = tilepath.pathfinder(grid, { diagonal = "never",
      prices = { mud = false } })
    assert.are.equal(0.5, (walker:price(3, 2)))
    assert.is_nil(cart:price(3, 1))
    assert.are.equal("blocked", select(2, cart:price(3, 1)))
    assert.are.same({ "mud", "open", "road", "wall" }, (function()
      local names = {}
      for name in pairs(grid:terrains()) do names[#names + 1] = name end
      table.sort(names)
      return names
    end)())
  end)

  it("shuts a door to whoever has no key", function()
    local grid = tilepath.grid("..+..",
      { legend = { ["+"] = "door" }, prices = { door = 1 } })
    local thief = tilepath.pathfinder(grid)
    local guest = tilepath.pathfinder(grid, { prices = { door = false } })
    assert.truthy(thief:find(1, 1, 5, 1))
    assert.are.same({ nil, "unreachable" }, { guest:find(1, 1, 5, 1) })
  end)

  it("stands beside a chest", function()
    local grid = tilepath.grid("....#")
    local path = tilepath.pathfinder(grid):find(1, 1, 5, 1, { adjacent = true })
    assert.are.same({ 4, 1 }, { path:point(path:count()) })
  end)

  it("brings an archer within three cells of a target in sight", function()
    local grid = tilepath.grid("........\n...###..\n........")
    local archer = tilepath.pathfinder(grid, { diagonal = "never" })
    local path, cost = archer:find(5, 3, 5, 1, { within = 3, sight = true })
    local x, y = path:point(path:count())
    -- From 3, 1 or from 7, 1: any nearer cell looks at the wall.
    assert.are.same({ 4, 2, 1 }, { cost, math.abs(x - 5), y })
    assert.is_true((archer:line_of_sight(x, y, 5, 1)))
  end)

  it("chooses the shop with the shorter queue", function()
    local shops = { { 4, 2, cost = 7 }, { 9, 2 } }
    local path = tilepath.pathfinder(tilepath.grid(OPEN)):find(1, 2, shops)
    assert.are.equal(2, path.goal)
  end)

  it("goes to a house, round a cart", function()
    local finder = tilepath.pathfinder(tilepath.grid(OPEN),
      { diagonal = "never" })
    local path, cost = finder:find(1, 3, { { 8, 2, 2, 2 } },
      { avoid = { { 4, 1, 1, 4 } } })
    -- Two steps down, seven along the last row, and two up.
    assert.are.same({ 8, 3 }, { path:point(path:count()) })
    assert.are.equal(11, cost)
  end)

  it("has a fence, and a ledge to jump down", function()
    local grid = tilepath.grid("..\n..")
    local finder = tilepath.pathfinder(grid, { diagonal = "never" })
    assert.is_true(grid:fence(1, 1, 2, 1))
    assert.are.equal(3, select(2, finder:find(1, 1, 2, 1)))
    assert.is_true(grid:fence(1, 1, 1, 2, { one_way = true }))
    assert.are.equal(1, select(2, finder:find(1, 1, 1, 2)))
    assert.are.same({ nil, "unreachable" }, { finder:find(1, 2, 1, 1) })
    assert.are.equal(2, #grid:fences())
    assert.is_true(grid:unfence(1, 1, 2, 1))
  end)

  it("has a guard who sees a thief and goes after him", function()
    local grid = tilepath.grid(OPEN, { cell_size = 32 })
    local finder = tilepath.pathfinder(grid)
    local thief = tilepath.follower { finder = finder, cell_x = 8, cell_y = 3 }
    local guard = tilepath.follower { finder = finder, cell_x = 2, cell_y = 3,
      speed = 64 }
    local view = finder:view(guard.cell_x, guard.cell_y, 9)
    assert.is_true(view:has(thief.cell_x, thief.cell_y))
    assert.is_true(guard:chase(thief, { within = 1 }))
    for _ = 1, 100 do guard:update(0.1) end
    assert.is_true(math.abs(guard.x - thief.x) <= 32)
    assert.are.equal(thief.y, guard.y)
  end)

  it("chooses one animation for both kinds of bodies", function()
    local grid = tilepath.grid(OPEN, { cell_size = 32 })
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid)
    local hero = tilepath.follower { finder = finder, cell_x = 1, cell_y = 1,
      speed = 64 }
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 5 }
    local function animations()
      local words = {}
      for i, body in ipairs { hero, unit } do words[i] = body.status end
      return words
    end
    assert.are.same({ "idle", "idle" }, animations())
    for _, body in ipairs { hero, unit } do body:go_cell(3, body.cell_y) end
    hero:update(0.1)
    crowd:update(0.1)
    assert.are.same({ "going", "going" }, animations())
    for _, body in ipairs { hero, unit } do body:pause() end
    assert.are.same({ "paused", "paused" }, animations())
    for _, body in ipairs { hero, unit } do body:resume() end
    walk(hero)
    for _ = 1, 100 do crowd:update(0.1) end
    assert.are.same({ "arrived", "arrived" }, animations())
  end)

  it("moves a monster in its turn", function()
    local grid = tilepath.grid(OPEN)
    local crowd = tilepath.crowd(grid)
    local monster = crowd:add { finder = tilepath.pathfinder(grid),
      cell_x = 2, cell_y = 5, pace = 1 }
    assert.is_true(monster:go_cell(9, 5))
    crowd:tick()
    crowd:tick()
    assert.are.same({ 4, 5 }, { monster.cell_x, monster.cell_y })
  end)

  it("sends a unit beside another", function()
    local grid = tilepath.grid(OPEN)
    local crowd = tilepath.crowd(grid)
    local finder = tilepath.pathfinder(grid)
    local ogre = crowd:add { finder = tilepath.pathfinder(grid, { size = 2 }),
      cell_x = 8, cell_y = 2 }
    local elf = crowd:add { finder = finder, cell_x = 1, cell_y = 2 }
    assert.is_true(elf:go_cell(ogre:cells(), { adjacent = true }))
    for _ = 1, 100 do crowd:update(0.1) end
    assert.are.same({ "arrived", 7, 2 }, { elf.status, elf.cell_x, elf.cell_y })
  end)

  it("selects units by a box", function()
    local grid = tilepath.grid(OPEN, { cell_size = 32 })
    local crowd = tilepath.crowd(grid)
    local finder = tilepath.pathfinder(grid)
    local first = crowd:add { finder = finder, cell_x = 2, cell_y = 2 }
    local second = crowd:add { finder = finder, cell_x = 3, cell_y = 2 }
    crowd:add { finder = finder, cell_x = 9, cell_y = 5 }
    assert.are.same({ first, second }, crowd:units_within(100, 90, 40, 30))
  end)

  it("lifts fog from what a hero sees", function()
    local truth = tilepath.grid("######\n#..#.#\n#..#.#\n######",
      { prices = { unknown = 2 } })
    local known = truth:copy()
    known:clear("unknown")
    for x, y in tilepath.pathfinder(truth):view(2, 2, 9, { walls = true })
      :cells() do
      known:set(x, y, (truth:get(x, y)))
    end
    assert.are.same({ "open", "wall", "unknown" },
      { (known:get(2, 3)), (known:get(4, 2)), (known:get(5, 2)) })
  end)

  it("saves a crowd and loads it", function()
    local grid = tilepath.grid(OPEN)
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid)
    crowd:add { finder = finder, cell_x = 1, cell_y = 1 }:go_cell(8, 4)
    crowd:update(0.6)
    local text, others = crowd:state(), { finders = { finder } }
    local again = tilepath.crowd(grid)
    assert.are.same({ nil, "damaged" },
      { again:restore(text:sub(1, -2), others) })
    assert.are.equal(0, again.count)
    assert.is_true(again:restore(text, others))
    for _, each in ipairs { crowd, again } do
      for _ = 1, 100 do each:update(0.1) end
      assert.are.same({ 8, 4 },
        { each:units()[1].cell_x, each:units()[1].cell_y })
    end
  end)

  it("has oblong cells and an offset", function()
    local grid = tilepath.grid(9, 9,
      { cell_size = { 64, 32 }, origin = { 100, 20 } })
    assert.are.same({ 132, 36 }, { grid:to_world(1, 1) })
  end)

  it("reads the size of a cell", function()
    assert.are.equal(32, tilepath.grid(9, 9, { cell_size = 32 }).cell_size)
  end)

  it("hears of an arrival, by a callback or as an event", function()
    local grid = tilepath.grid(OPEN)
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid)
    local heard = {}
    local hero = tilepath.follower { finder = finder, cell_x = 1, cell_y = 1,
      speed = 4, on_arrived = function() heard[#heard + 1] = "hero" end }
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 3 }
    hero:go_cell(4, 1)
    unit:go_cell(4, 3)
    for _ = 1, 20 do
      hero:update(0.1)
      crowd:update(0.1)
      for who, what in crowd:events() do
        if what == "arrived" then
          assert.are.equal(unit, who)
          heard[#heard + 1] = "unit"
        end
      end
    end
    table.sort(heard)
    assert.are.same({ "hero", "unit" }, heard)
  end)
end)
