--- path:smooth: arcs in place of corners, and followers with a turning circle.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"
local law = require "spec.support.law"

local near, map = helper.near, helper.map

local BEND = math.pi / 16 + 1e-9

--- How much a path turns at point i.
local function turn_at(p, i)
  local ux, uy = p[2 * i - 1] - p[2 * i - 3], p[2 * i] - p[2 * i - 2]
  local vx, vy = p[2 * i + 1] - p[2 * i - 1], p[2 * i + 2] - p[2 * i]
  local lengths = math.sqrt(ux * ux + uy * uy) * math.sqrt(vx * vx + vy * vy)
  return math.acos(math.max(-1, math.min(1, (ux * vx + uy * vy) / lengths)))
end

--- The radius of the circle through three points of a path.
local function radius_at(p, i)
  local ax, ay, bx, by = p[2 * i - 3], p[2 * i - 2], p[2 * i - 1], p[2 * i]
  local cx, cy = p[2 * i + 1], p[2 * i + 2]
  local function far(x1, y1, x2, y2)
    return math.sqrt((x1 - x2) ^ 2 + (y1 - y2) ^ 2)
  end
  local area = math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2
  return far(ax, ay, bx, by) * far(bx, by, cx, cy) * far(cx, cy, ax, ay)
    / (4 * area)
end

local function points_of(p)
  local known = {}
  for _, x, y in p:points() do
    known[("%.9g,%.9g"):format(x, y)] = true
  end
  return known
end

describe("path:smooth", function()
  local open = tilepath.grid(9, 9)
  local finder = tilepath.pathfinder(open)

  it("touches both legs, and turns a little at each point", function()
    local p = tilepath.path({ 1, 1, 5, 1, 5, 5, cost = 8 }, "cells")
    local r = p:smooth(finder, 2)
    assert.are.equal("world", r.units)
    assert.are.same({ 0.5, 0.5, 2.5, 0.5 }, { r[1], r[2], r[3], r[4] })
    local n = r:size()
    assert.are.same({ 4.5, 2.5, 4.5, 4.5 },
      { r[2 * n - 3], r[2 * n - 2], r[2 * n - 1], r[2 * n] })
    for i = 2, n - 1 do
      assert.is_true(turn_at(r, i) <= BEND)
      local x, y = r:point(i)
      near(2, math.sqrt((x - 2.5) ^ 2 + (y - 2.5) ^ 2))
    end
    near(r:length(), r.cost, 1e-4)
    assert.is_true(r:is_valid(finder))
    assert.are.equal(r, r:smooth(finder, 2))
  end)

  it("shrinks an arc where there is no room", function()
    local p = tilepath.path({ 1, 1, 5, 1, 5, 5 }, "cells")
    local bent = tilepath.grid(map [[
      .....####
      .##......
      .##......
      .##......
      .##......
    ]])
    local agent = tilepath.pathfinder(bent)
    local r = p:smooth(agent, 4)
    assert.is_true(r:size() > 3 and r:is_valid(agent))
    assert.are.equal(3, p:smooth(agent, 0):size())
    local short = tilepath.path({ 0.5, 0.5, 1.5, 0.5, 1.5, 4.5 }, "world")
    near(1, radius_at(short:smooth(finder, 9), 3))
  end)

  it("keeps links, the way out, and points of return", function()
    local world = tilepath.grid(9, 3)
    world:link(3, 1, 6, 3)
    local agent = tilepath.pathfinder(world)
    local p = tilepath.path({ 1, 1, 1, 3, 3, 1, 6, 3, 8, 3, 8, 1,
      links = { 3 } }, "cells")
    local r = p:smooth(agent, 0.5)
    local i = r.links[1]
    assert.are.same({ 2.5, 0.5, 5.5, 2.5 },
      { r[2 * i - 1], r[2 * i], r[2 * i + 1], r[2 * i + 2] })
    assert.is_true(i > 3 and r:size() > i + 3)
    local out = tilepath.path({ 1, 1, 2, 1, 2, 3, 4, 3, escape = 2 }, "cells")
    assert.are.equal(4, out:smooth(agent, 0.5):size())
    assert.are.equal(2, out:smooth(agent, 0.5).escape)
    local back = tilepath.path({ 1, 1, 5, 1, 1, 1 }, "cells")
    assert.are.equal(3, back:smooth(agent, 1):size())
    assert.are.equal(0, tilepath.path({}, "cells"):smooth(agent, 1):size())
  end)

  it("never cuts into dear ground, nor through avoided cells", function()
    local swamp = tilepath.grid(map [[
      .....
      ~~~~.
      ~~~~.
    ]], { prices = { swamp = 50 }, legend = { ["~"] = "swamp" } })
    local agent = tilepath.pathfinder(swamp)
    local p = tilepath.path({ 1, 1, 5, 1, 5, 3, cost = 6 }, "cells")
    for _, x, y in p:smooth(agent, 3):points() do
      assert.are.equal("open", swamp:get_world(x, y))
    end
    local r = tilepath.path({ 1, 1, 5, 1, 5, 5 }, "cells"):smooth(finder, 4,
      { avoid = { { 4, 2 } } })
    for _, x, y in r:cells(open):points() do
      assert.is_false(x == 4 and y == 2)
    end
  end)

  it("checks the options even if the path has no corner", function()
    local p = tilepath.path({ 1, 1, 2, 1 }, "cells")
    for _, options in ipairs { { avoid = 1 }, { except = {} } } do
      assert.is_truthy(helper.mistake(function()
        p:smooth(finder, 1, options)
      end):match("^smooth: "))
    end
  end)

  it("works on hexagons and for bodies", function()
    local hex = tilepath.grid(9, 9, { shape = "hex" })
    local agent = tilepath.pathfinder(hex)
    local p = tilepath.path({ 1, 1, 7, 1, 7, 8 }, "cells")
    local r = p:smooth(agent, 1)
    assert.is_true(r:size() > 5 and r:is_valid(agent))
    for _, x, y in r:points() do
      local cell_x, cell_y = hex:to_cell(x, y)
      if cell_x < 7 and cell_y > 1 then
        hex:set(cell_x, cell_y, "wall")
      end
    end
    assert.is_true(p:smooth(agent, 1):is_valid(agent))
    p = tilepath.path({ 1, 1, 1e12, 1, 1e12, 1e12 }, "world")
    assert.are.equal(p, p:smooth(agent, 1))
    local corner = tilepath.grid(map [[
      .....
      .###.
      .###.
    ]])
    local wide = tilepath.pathfinder(corner, { radius = 0.45 })
    p = tilepath.path({ 1, 3, 1, 1, 5, 1, 5, 3 }, "cells")
    local one, other = p:smooth(wide, 1), p:smooth(tilepath.pathfinder(corner), 1)
    assert.is_true(one:is_valid(wide) and other:length() < one:length())
  end)

  law(it, "leaves legal paths that cost no more",
    { runs = 60, noun = "path" }, function(random)
      local legend = { ["~"] = "swamp" }
      local grid = tilepath.grid(numbers.map(random, 20, 16,
        random.one_of("......#", "....~~#")), { legend = legend,
        prices = { swamp = 3 }, cell_size = 8 })
      local agent = tilepath.pathfinder(grid,
        { diagonal = random.one_of("never", "always", nil),
          size = random.one_of(1, 1, 2) })
      for _ = 1, 5 do
        local found = agent:find(random(1, 20), random(1, 16), random(1, 20),
          random(1, 16))
        local tight = found and random.chance(70) and found:prune(agent)
          or found
        local radius = random.real(1, 20)
        local r = tight and tight:smooth(agent, radius)
        if r then
          assert.is_true(r:is_valid(agent))
          assert.is_true(r.cost <= tight.cost * (1 + 1e-9))
          local old = points_of(tight:to_world(agent))
          for i = 2, r:size() - 1 do
            local x, y = r:point(i)
            local stays = old[("%.9g,%.9g"):format(x, y)]
            assert.is_true(stays or turn_at(r, i) <= BEND)
          end
        end
      end
    end)
end)

describe("turn_radius", function()
  local grid = tilepath.grid(map [[
    .......
    .#####.
    .#####.
    .#####.
  ]], { cell_size = 10 })
  local finder = tilepath.pathfinder(grid)

  local function boat(fields)
    fields.x, fields.y, fields.speed, fields.finder = 5, 35, 10, finder
    fields.prune = true
    return tilepath.follower(fields)
  end

  it("rounds the paths that the follower finds or gets", function()
    local one = boat { turn_radius = 5 }
    assert.is_true(one:go(65, 35))
    assert.are.equal(finder:find_world(5, 35, 65, 35):prune(finder)
      :smooth(finder, 5), one:path())
    assert.is_true(one:path():size() > 6)
    one:follow { 5, 35, 5, 5, 65, 5 }
    assert.is_true(one:path():size() > 6)
    one:patrol { { 5, 5 }, { 65, 5 }, { 65, 35 } }
    one:update(100)
    assert.are.equal("going", one.status)
  end)

  it("turns on the spot at a corner without an arc", function()
    local one = boat { turn_radius = 0, turn_rate = 1, angle = -math.pi / 2 }
    one:go(65, 35)
    assert.are.equal(4, one:path():size())
    one:update(3 + math.pi / 2 - math.pi / 16)
    near(5, one.y)
    near(5, one.x, 1e-6)
    near(-math.pi / 16, one.angle, 1e-6)
    one:update(1)
    near(15, one.x, 1e-6)
    near(0, one.angle)
    local sharp = boat { turn_radius = 0, angle = -math.pi / 2 }
    sharp:go(65, 35)
    sharp:update(4)
    near(15, sharp.x)
    local stuck = boat { turn_radius = 0, turn_rate = 0 }
    stuck:go(65, 35)
    stuck:update(100)
    assert.are.same({ 5, 35, "going" }, { stuck.x, stuck.y, stuck.status })
  end)

  it("shrinks where the arc has no room", function()
    local one = boat { turn_radius = 30, angle = -math.pi / 2 }
    one:go(65, 35)
    assert.is_true(one:path():size() > 6)
    assert.is_true(one:path():is_valid(finder))
  end)
end)
