--- tilepath.draw on a stand-in for LÖVE that records all calls.

local tilepath = require "tilepath"
local triangles = require "tilepath.picture.triangles"
local helper = require "spec.support.helper"
local new_love = require "spec.support.screen"

-- A scene ---------------------------------------------------------------------

local MAP = [[
..........
.##....#..
.##....#..
....~~~...
..........
]]

--- A map, a field, a moving unit, and a path.
local function new_scene()
  local grid = tilepath.grid(MAP, { cell_size = 8,
    prices = { mud = 3 }, legend = { ["~"] = "mud" } })
  local finder = tilepath.pathfinder(grid)
  local scene = { grid = grid, finder = finder,
    field = finder:field { { 10, 5 } }, path = finder:find(1, 1, 10, 5) }
  scene.things = { grid, finder, scene.field, scene.path,
    finder:reach(1, 1, 4) }
  if tilepath.crowd then
    scene.hero = tilepath.follower { x = 4, y = 4, speed = 8, finder = finder }
    scene.hero:go(76, 36)
    table.insert(scene.things, scene.hero)
  end
  return scene
end

--- A call draws exactly the picture: triangles and colours in order.
local function assert_drawn(log, things, options)
  local at = 0
  for _, part in ipairs(tilepath.picture(things, options).parts) do
    local expected = {}
    triangles.write(part, expected, 1)
    if #expected > 0 then
      at = at + 1
      local drawn = log.drawn[at]
      assert.are.same({ part.r, part.g, part.b, part.a }, drawn.colour)
      assert.are.equal(#expected, #drawn.numbers)
      for i = 1, #expected do
        assert.is_true(math.abs(expected[i] - drawn.numbers[i]) < 1e-4)
      end
    end
  end
  assert.are.equal(at, #log.drawn)
  assert.are.equal(0, log.depth)
end

-- The calls -------------------------------------------------------------------

describe("tilepath.draw", function()
  local old = rawget(_G, "love")

  -- Each start has its own meshes.
  local function start()
    local love = new_love()
    rawset(_G, "love", love)
    package.loaded["tilepath.draw"] = nil
    return love.log
  end

  after_each(function()
    rawset(_G, "love", old)
    package.loaded["tilepath.draw"] = nil
  end)

  it("draws the picture of its things at each call", function()
    local log, scene = start(), new_scene()
    for _ = 1, 4 do
      log.clear()
      tilepath.draw(scene.things)
      assert_drawn(log, scene.things)
      if scene.hero then scene.hero:update(0.1) end
    end
  end)

  it("sends parts to the card when they have changed", function()
    local log, scene = start(), new_scene()
    local things = { scene.grid, scene.field }
    tilepath.draw(things)
    for _ = 1, 3 do
      log.clear()
      tilepath.draw(things)
      assert.are.same({ {}, {} }, { log.meshes, log.uploads })
      assert_drawn(log, things)
    end
    for x = 1, 3 do
      scene.grid:set_walkable(2 * x, 2, x == 2)
      scene.grid:set_walkable(x, 4, false)
      scene.field:update()
      for _ = 1, 3 do
        log.clear()
        tilepath.draw(things)
        assert_drawn(log, things)
      end
    end
  end)

  it("needs LÖVE", function()
    for _, love in ipairs { false, {} } do
      rawset(_G, "love", love or nil)
      assert.are.equal("draw: needs LÖVE",
        helper.mistake(function() tilepath.draw {} end))
    end
  end)

  it("draws a thing in two ways in a frame, or nothing", function()
    local log, scene = start(), new_scene()
    tilepath.draw {}
    assert.are.same({ {}, {}, {} }, { log.drawn, log.meshes, log.uploads })
    local red = { colours = { wall = { 1, 0, 0, 0.5 }, terrain = false } }
    for _ = 1, 3 do
      for _, options in ipairs { {}, red } do
        log.clear()
        tilepath.draw(scene.grid, options)
        assert_drawn(log, scene.grid, options)
      end
    end
    assert.are.same({ 1, 0, 0, 0.5 }, log.drawn[1].colour)
  end)

  it("releases meshes with their things", function()
    local log = start()
    local function count()
      local unreleased = 0
      for mesh in pairs(log.alive) do
        unreleased = unreleased + (mesh.released and 0 or 1)
      end
      return unreleased
    end
    collectgarbage("stop")
    local path = tilepath.path({ 1, 1, 2, 2 }, "world")
    for i = 1, 4 do
      path[2 * i + 3], path[2 * i + 4] = 9 * i, i % 2
      tilepath.draw(path)
    end
    local left = count()
    collectgarbage("restart")
    assert.are.equal(1, left)
    for _ = 1, 5 do
      local scene = new_scene()
      for _ = 1, 3 do tilepath.draw(scene.things) end
    end
    for _ = 1, 5 do collectgarbage() end
    assert.is_true(count() <= 1, count() .. " meshes")
  end)

  it("raises in its own name, and leaves LÖVE's state unchanged", function()
    local log, scene = start(), new_scene()
    assert.is_truthy(helper.mistake(function() tilepath.draw(7) end)
      :find "^draw: things must be ")
    assert.are.equal("draw: unknown option 'wal' (did you mean 'wall'?)",
      helper.mistake(function()
        tilepath.draw(scene.grid, { colours = { wal = true } })
      end))
    assert.are.equal(0, log.depth)
  end)
end)
