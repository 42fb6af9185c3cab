--- tilepath.draw on a stand-in for LÖVE that records all calls.

local tilepath = require "tilepath"
local triangles = require "tilepath.picture.triangles"
local helper = require "spec.support.helper"
local new_love = require "spec.support.screen"

local has_ffi = pcall(require, "ffi")

-- A scene ---------------------------------------------------------------------

local MAP = [[
..........
.##....#..
.##....#..
....~~~...
..........
]]

-- Its walls and arrows are large parts.
local LARGE = ("..........\n.#.#.#.#.#\n"):rep(8)

--- A map, a field, a moving unit, and a path.
local function new_scene(text)
  local grid = tilepath.grid(text or MAP, { cell_size = 8,
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
  local old, draw = rawget(_G, "love"), tilepath.draw

  -- Each start has its own meshes.
  local function start(with_memory)
    local love = new_love(with_memory)
    rawset(_G, "love", love)
    package.loaded["tilepath.draw"] = nil
    tilepath.draw = require "tilepath.draw"
    return love.log
  end

  after_each(function()
    rawset(_G, "love", old)
    package.loaded["tilepath.draw"], tilepath.draw = nil, draw
  end)

  for _, with_memory in ipairs { false, true } do
    if with_memory and not has_ffi then break end
    local how = with_memory and ", with ffi" or ", with tables"

    it("draws the picture of its things at each call" .. how, function()
      local log, scene = start(with_memory), new_scene()
      for _ = 1, 4 do
        log.clear()
        tilepath.draw(scene.things)
        assert_drawn(log, scene.things)
        if scene.hero then scene.hero:update(0.1) end
      end
    end)

    it("sends large parts to the card when they have changed" .. how, function()
      local log, scene = start(with_memory), new_scene(LARGE)
      local things = { scene.grid, scene.field }
      local function frame()
        log.clear()
        tilepath.draw(things)
        assert_drawn(log, things)
        return #log.meshes, #log.uploads
      end
      -- The shared mesh; one for the walls and one for the arrows; then only
      -- the goal, a small part.
      assert.are.same({ 1, 1 }, { frame() })
      assert.are.same({ 2, 3 }, { frame() })
      for _ = 1, 3 do
        assert.are.same({ 0, 1 }, { frame() })
      end
      for x = 1, 3 do
        scene.grid:set_walkable(2 * x, 2, x == 2)
        scene.grid:set_walkable(x, 4, false)
        scene.field:update()
        assert.are.equal(1, (select(2, frame())))
        frame()
        assert.are.same({ 0, 1 }, { frame() })
      end
    end)

    it("sends all parts that move in one mesh" .. how, function()
      local log = start(with_memory)
      local paths = {}
      for call = 1, 9 do
        for k = 1, 5 do
          local path = {}
          for i = 1, 100 do
            path[2 * i - 1], path[2 * i] = 9 * i, k + (i * call) % 3
          end
          paths[k] = tilepath.path(path, "world")
        end
        log.clear()
        tilepath.draw(paths)
        assert_drawn(log, paths)
        assert.are.same({ call == 1 and 1 or 0, 1 },
          { #log.meshes, #log.uploads })
      end
    end)
  end

  it("needs LÖVE", function()
    for _, love in ipairs { false, {} } do
      rawset(_G, "love", love or nil)
      assert.are.equal("draw: needs LÖVE",
        helper.mistake(function() tilepath.draw {} end))
    end
  end)

  it("draws again after LÖVE had no memory for a mesh", function()
    local log, scene = start(has_ffi), new_scene(LARGE)
    local path = tilepath.path({ 1, 1, 2, 2 }, "world")
    local graphics = rawget(_G, "love").graphics
    local new_mesh = graphics.newMesh
    tilepath.draw(path)
    function graphics.newMesh() error "no memory" end
    for _ = 1, 2 do -- the shared mesh is too small for the map
      assert.is_false(pcall(tilepath.draw, scene.grid))
      assert.are.equal(0, log.depth)
    end
    graphics.newMesh = new_mesh
    for _, things in ipairs { path, scene.grid, scene.grid } do
      log.clear()
      tilepath.draw(things)
      assert_drawn(log, things)
    end
  end)

  it("draws a thing in two ways in a frame, or nothing", function()
    local log, scene = start(has_ffi), new_scene()
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
    local log = start(has_ffi)
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
      local scene = new_scene(LARGE)
      for _ = 1, 3 do tilepath.draw(scene.things) end
    end
    for _ = 1, 5 do collectgarbage() end
    assert.is_true(count() <= 1, count() .. " meshes")
  end)

  it("raises in its own name, and leaves LÖVE's state unchanged", function()
    local log, scene = start(has_ffi), new_scene()
    assert.is_truthy(helper.mistake(function() tilepath.draw(7) end)
      :find "^draw: things must be ")
    assert.are.equal("draw: unknown option 'wal' (did you mean 'wall'?)",
      helper.mistake(function()
        tilepath.draw(scene.grid, { colours = { wal = true } })
      end))
    assert.are.equal(0, log.depth)
  end)
end)
