--- hero:keep and hero:flee: a follower keeps a distance to a moving target.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local helper = require "spec.support.helper"
local world = require("spec.support.follower_helper").world

local function far(hero, target)
  return math.sqrt((hero.x - target.x) ^ 2 + (hero.y - target.y) ^ 2)
end

local OPEN = (("."):rep(30) .. "\n"):rep(15)

describe("hero:flee", function()
  it("stays while the target is far, and goes away when it comes", function()
    local told = 0
    local hero = world(OPEN, { x = 145, y = 75, speed = 40 })
    hero.on_arrived = function() told = told + 1 end
    local wolf = { x = 5, y = 75 }
    assert.is_true(hero:flee(wolf, { within = 6 }))
    hero:update(1)
    assert.are.same({ "arrived", 145, 75 }, { hero.status, hero.x, hero.y })
    wolf.x = 105 -- 4 cells off
    hero:update(1)
    assert.is_true(far(hero, wolf) >= 60)
    assert.are.equal("arrived", hero.status)
    assert.are.same({ 2, wolf }, { told, hero.target })
  end)

  it("comes no nearer on its way, and gets away in time", function()
    local hero = world(OPEN, { x = 55, y = 75, speed = 40 })
    local wolf = { x = 15, y = 75 }
    hero:flee(wolf, { within = 5 })
    for _ = 1, 160 do
      local before = far(hero, wolf)
      hero:update(1 / 20)
      assert.is_true(far(hero, wolf) >= math.min(before, 50) - 1)
      wolf.x = wolf.x + 1
    end
    assert.is_true(far(hero, wolf) >= 40)
  end)

  it("is unreachable in a corner, until there is a way out", function()
    local hero, grid = world("....#..........", { x = 35, y = 5, speed = 40 })
    local wolf = { x = 5, y = 5 }
    assert.is_true(hero:flee(wolf, { within = 8 }))
    hero:update(2)
    assert.are.same({ "arrived", "unreachable", 35 },
      { hero.status, hero.reason, hero.x })
    grid:set(5, 1, "open")
    hero:update(5)
    assert.are.equal("arrived", hero.status)
    assert.is_nil(hero.reason)
    assert.is_true(far(hero, wolf) >= 80)
  end)
end)

describe("hero:flee in a dead end", function()
  it("tells once that it is there, however the target moves", function()
    local told = 0
    local hero = world("........", { x = 55, y = 5, speed = 40 })
    hero.on_arrived = function() told = told + 1 end
    local wolf = { x = 5, y = 5 }
    hero:flee(wolf)
    for _ = 1, 100 do
      hero:update(1 / 20)
      wolf.x = math.min(wolf.x + 1, 62)
    end
    assert.are.same({ 75, "arrived", 1 }, { hero.x, hero.status, told })
  end)
end)

describe("hero:keep", function()
  it("comes near, rests in between, and draws back", function()
    local hero = world(OPEN, { x = 245, y = 75, speed = 40 })
    local ogre = { x = 55, y = 75 }
    assert.is_true(hero:keep(ogre, { min = 4, within = 7 }))
    hero:update(10)
    assert.are.equal("arrived", hero.status)
    helper.near(70, far(hero, ogre))
    local x = hero.x
    ogre.x = ogre.x + 20 -- 5 cells off: it stays
    hero:update(1)
    assert.are.same({ x, "arrived" }, { hero.x, hero.status })
    ogre.x = ogre.x + 30 -- 2 cells
    hero:update(2)
    assert.is_true(far(hero, ogre) >= 40 and far(hero, ogre) <= 70)
    assert.are.equal("arrived", hero.status)
    ogre.x = 5
    hero:update(10)
    helper.near(70, far(hero, ogre))
  end)

  it("changes nothing if it is given again, and is saved", function()
    local hero = world(OPEN, { x = 55, y = 75, speed = 40 })
    local ogre = { x = 15, y = 75 }
    for i = 1, 80 do
      local options = { min = 3, within = 5, sight = i > 40, partial = true }
      assert.is_true(hero:keep(ogre, options))
      local text = hero:save()
      assert.is_true(hero:keep(ogre, options))
      assert.are.equal(text, (hero:save()))
      assert.is_true(hero:load(text, { target = ogre }))
      assert.are.equal(text, (hero:save()))
      ogre.x = ogre.x + 2
      hero:update(0.1)
    end
    assert.is_true(far(hero, ogre) >= 20)
  end)

  it("works on hexagons and for large bodies", function()
    for _, options in ipairs { { shape = "hex" }, {} } do
      options.cell_size = 10
      local grid = tilepath.grid(30, 15, options)
      local hero = tilepath.follower { cell_x = 12, cell_y = 8, speed = 40,
        finder = tilepath.pathfinder(grid,
          { size = options.shape and 1 or 2 }) }
      local ogre = { x = hero.x - 5, y = hero.y }
      hero:keep(ogre, { min = 4, within = 6 })
      hero:update(5)
      assert.is_true(far(hero, ogre) >= 4 * math.min(grid.cell_width,
        grid.cell_height))
      assert.are.equal("arrived", hero.status)
    end
  end)

  it("rests on one side of a link, however the map is turned", function()
    for turn = 0, 7 do
      for _, start in ipairs { 2, 6 } do
        local grid, at = boards.drawn({ "...#..." }, {}, turn)
        local x1, y1 = at(2, 1)
        local x2, y2 = at(6, 1)
        grid:link(x1, y1, x2, y2)
        local x, y = at(start, 1)
        local hero = tilepath.follower { finder = tilepath.pathfinder(grid),
          cell_x = x, cell_y = y, speed = 3 }
        -- In range of both ends of the link, one of which is too near.
        local end_x, end_y = grid:to_world(x2, y2)
        local side_x, side_y = grid:to_world(at(7, 1))
        local ogre = { x = end_x + 0.78 * (side_x - end_x),
          y = end_y + 0.78 * (side_y - end_y) }
        local told = 0
        hero.on_arrived = function() told = told + 1 end
        assert.is_true(hero:keep(ogre, { min = 3, within = 5 }))
        for _ = 1, 300 do
          hero:update(0.1)
        end
        assert.are.same({ "arrived", 1 }, { hero.status, told })
        assert.is_true(far(hero, ogre) >= 3 and far(hero, ogre) <= 5)
      end
    end
  end)

  it("goes on to a place behind a link while it is out of range, however the"
    .. " map is turned", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn({ "......#..." }, {}, turn)
      local x1, y1 = at(1, 1)
      local x2, y2 = at(8, 1)
      grid:link(x1, y1, x2, y2)
      local hero = tilepath.follower { finder = tilepath.pathfinder(grid),
        cell_x = x2, cell_y = y2, speed = 3 }
      local end_x, end_y = grid:to_world(x2, y2)
      local side_x, side_y = grid:to_world(at(9, 1))
      local ogre, told = { x = end_x, y = end_y }, 0
      hero.on_arrived = function() told = told + 1 end
      assert.is_true(hero:keep(ogre, { min = 4, within = 6 }))
      for i = 1, 300 do
        hero:update(0.1)
        local part = 0.4 + i % 2 / 100 -- the ogre does not stand still
        ogre.x = end_x + part * (side_x - end_x)
        ogre.y = end_y + part * (side_y - end_y)
      end
      assert.are.same({ "arrived", 1 }, { hero.status, told })
      assert.is_true(far(hero, ogre) >= 4 and far(hero, ogre) <= 6)
    end
  end)
end)

describe("a free line", function()
  local STARTS = { { 1, 1 }, { 9, 3 }, { 6, 5 } }

  --- Chases a target in sight. @return the follower, which has come to rest
  local function chased(grid, size, cell_x, cell_y, target, within)
    local hero = tilepath.follower { cell_x = cell_x, cell_y = cell_y, speed = 50,
      finder = tilepath.pathfinder(grid, { size = size }) }
    hero:chase(target, { within = within, sight = true })
    hero:update(100)
    return hero
  end

  it("is in range of the target itself, wherever in its cell that stands",
    function()
    local options = { {}, { cell_size = { 20, 10 } }, { shape = "hex" },
      { shape = "hex", stagger = "odd-q" } }
    for i, shape in ipairs(options) do
      for size = 1, i == 1 and 2 or 1 do
        local grid = tilepath.grid(11, 9, shape)
        local side = math.min(grid.cell_width, grid.cell_height)
        local mx, my = grid:to_world(6, 5)
        for n = 0, 35 do
          local target = { x = mx + (n % 6 / 6 - 0.45) * grid.cell_width,
            y = my + (math.floor(n / 6) / 6 - 0.45) * grid.cell_height }
          if grid:to_cell(target.x, target.y) == 6 then
            for _, within in ipairs { 0.3, 1, 1.5, 3 } do
              for _, start in ipairs(STARTS) do
                local hero = chased(grid, size, start[1], start[2], target, within)
                assert.are.equal("arrived", hero.status)
                assert.is_true(far(hero, target) <= within * side + 1e-6)
              end
            end
          end
        end
      end
    end
  end)

  it("leads to each cell in range, however the map is turned", function()
    for turn = 0, 7 do
      -- The goal may not be entered, and only the cell at its corner is in
      -- reach: more than a cell from its middle.
      local grid, at = boards.drawn({ ".....", ".##..", ".##..", "....." }, {},
        turn)
      local start_x, start_y = at(5, 4)
      local goal_x, goal_y = at(3, 3)
      local mx, my = grid:to_world(goal_x, goal_y)
      local end_x, end_y = grid:to_world(at(4, 4))
      local target = { x = mx + 0.4 * (end_x - mx), y = my + 0.4 * (end_y - my) }
      local hero = chased(grid, 1, start_x, start_y, target, 0.9)
      assert.are.same({ "arrived", end_x, end_y }, { hero.status, hero.x, hero.y })
    end
  end)

  it("is found anew when the target drifts off, however the map is turned",
    function()
    for turn = 0, 7 do
      local grid, at = boards.drawn({ "........." }, {}, turn)
      local end_x, end_y = grid:to_world(at(5, 1))
      local next_x, next_y = grid:to_world(at(6, 1))
      local cell_x, cell_y = at(2, 1)
      local target = { x = end_x, y = end_y }
      local hero = chased(grid, 1, cell_x, cell_y, target, 3)
      assert.are.equal(3, far(hero, target))
      for part = 1, 4 do
        target.x = end_x + (next_x - end_x) * part / 10
        target.y = end_y + (next_y - end_y) * part / 10
        hero:update(5)
        assert.are.equal("arrived", hero.status)
        assert.is_true(far(hero, target) <= 3 and far(hero, target) > 2)
      end
    end
  end)
end)
