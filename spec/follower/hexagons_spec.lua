--- Followers and their paths on hexagons.

local tilepath = require "tilepath"
local near = require("spec.support.helper").near
local hexagons = require "spec.support.hexagons"

local LONG = 2 / math.sqrt(3)

--- A grid of regular hexagons whose middles are 1 apart.
local function board(stagger, width, height)
  local is_r = stagger:find("r$")
  return tilepath.grid(width, height, { shape = "hex", stagger = stagger,
    cell_size = { is_r and 1 or LONG, is_r and LONG or 1 },
    prices = { mud = 2 } })
end

for _, stagger in ipairs(hexagons.STAGGERS) do
  describe("a follower on hexagons, " .. stagger, function()
    local grid, finder, hero

    before_each(function()
      grid = board(stagger, 12, 12)
      finder = tilepath.pathfinder(grid)
      local x, y = grid:to_world(2, 6)
      hero = tilepath.follower { finder = finder, x = x, y = y, speed = 1,
        prune = false }
    end)

    it("walks the length of its steps", function()
      local path = finder:find(2, 6, 10, 9)
      assert.is_true(hero:go(grid:to_world(10, 9)))
      near(path.cost, hero.remaining)
      hero:update(path.cost - 1)
      near(1, hero.remaining)
      hero:update(1.001)
      assert.are.equal("arrived", hero.status)
      assert.are.same({ 10, 9 }, { grid:to_cell(hero.x, hero.y) })
    end)

    it("walks slower on slow ground, in any frames", function()
      grid:fill(5, 1, 1, 12, "mud")
      local path = finder:find_world(hero.x, hero.y, grid:to_world(9, 6))
      local x, y, mud, part = hero.x, hero.y, 0, path:length() / 4000
      hero:follow(path)
      for _ = 1, 4000 do
        hero:update(part)
        mud = mud + (grid:get_world(hero.x, hero.y) == "mud" and part or 0)
      end
      hero.speeds = { mud = 0.5 }
      for _, frames in ipairs { 1, 70 } do
        hero:set_position(x, y)
        assert.is_true(hero:follow(path))
        for _ = 1, frames do
          hero:update((path:length() + mud - 0.01) / frames)
        end
        assert.are_not.equal("arrived", hero.status)
        hero:update(0.02)
        assert.are.equal("arrived", hero.status)
      end
    end)

    it("has the same ground along a border after a load", function()
      for x = 1, 12, 2 do grid:fill(x, 1, 1, 12, "mud") end
      hero.speeds = { mud = 0.5 }
      local twin = tilepath.follower { finder = finder }
      for i = 1, 24 do
        hero:follow(tilepath.path({ 2, 6, 2 + i % 5, i % 12 + 1 }, "cells"))
        for _ = 1, 9 do
          assert.is_true(twin:load(hero:save()))
          hero:update(0.4)
          twin:update(0.4)
          near(hero.x, twin.x)
        end
      end
    end)
  end)

  describe("a follower that prunes its path on hexagons, " .. stagger, function()
    --- The depth to which a hero gets into the wall at 3, 3 on his way.
    local function depth_of(hero, grid)
      local mx, my = grid:to_world(3, 3)
      local nearest = math.huge
      for _ = 1, 60 do
        hero:update(0.1)
        nearest = math.min(nearest, math.sqrt((hero.x - mx) ^ 2
          + (hero.y - my) ^ 2))
      end
      return 0.5 - nearest
    end

    it("goes round a wall to any place of a cell, and to another one", function()
      local grid = board(stagger, 5, 5)
      grid:set(3, 3, "wall")
      local finder = tilepath.pathfinder(grid)
      for x, y in grid:cells("open") do
        for to_x, to_y in grid:cells("open") do
          for turn = (x + y * to_x + to_y) % 18, 5, 3 do
            local wx, wy = grid:to_world(to_x, to_y)
            wx = wx + 0.4 * math.cos(turn * math.pi / 3)
            wy = wy + 0.4 * math.sin(turn * math.pi / 3)
            local hero = tilepath.follower { finder = finder, prune = true,
              speed = 1.5, cell_x = x, cell_y = y }
            assert.is_true(hero:go(wx, wy))
            for _ = 1, turn * 3 do
              hero:update(0.1)
            end
            -- The corners of the wall are 1 / sqrt(3) from its middle.
            assert(depth_of(hero, grid) < 0.001, "through the wall")
            assert(math.abs(hero.x - wx) + math.abs(hero.y - wy) < 1e-9)
            assert.is_true(hero:go(grid:to_world(x, y)))
            assert(depth_of(hero, grid) < 0.001, "back through the wall")
          end
        end
      end
    end)
  end)
end

describe("unit:step on hexagons", function()
  for _, stagger in ipairs(hexagons.STAGGERS) do
    it("leads clockwise round a cell, with the angle, " .. stagger, function()
      local grid = board(stagger, 5, 5)
      for row = 2, 3 do
        for direction = 1, 6 do
          local unit = tilepath.crowd(grid):add {
            finder = tilepath.pathfinder(grid), cell_x = row, cell_y = row }
          local x, y = unit.x, unit.y
          assert.is_true(unit:step(direction))
          unit.crowd:tick()
          local angle = (direction - 1) * math.pi / 3
            + (stagger:find("q$") and math.pi / 6 or 0)
          near(math.cos(angle), unit.x - x)
          near(math.sin(angle), unit.y - y)
          near(math.cos(angle), math.cos(unit.angle))
          near(math.sin(angle), math.sin(unit.angle))
        end
      end
    end)
  end
end)
