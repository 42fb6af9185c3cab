--- The option `breaks` of hero:go, and path:cut: paths through walls end before
-- the first one.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local map, mistake = helper.map, helper.mistake

local FORT = map [[
  ....#..#.
  ....#..#.
  ....#..#.
]]

local function fort(profile)
  local grid = tilepath.grid(FORT)
  return grid, tilepath.pathfinder(grid, profile),
    tilepath.pathfinder(grid, { prices = { wall = 8 }, diagonal = "never" })
end

local function orc_in(options)
  local grid, walker, sapper = fort()
  options.finder, options.speed = walker, 1
  options.cell_x, options.cell_y = options.cell_x or 1, 2
  local told = {}
  options.on_blocked = function(x, y) told[#told + 1] = { x, y } end
  return tilepath.follower(options), grid, sapper, told
end

describe("path:cut", function()
  it("gives the part before the first wall, and the wall", function()
    local _, walker, sapper = fort()
    local path = sapper:find(1, 2, 9, 2)
    local part, x, y = path:cut(walker)
    assert.are.equal("path of 4 points from 1, 2 to 4, 2 (cells), partial",
      tostring(part))
    assert.are.same({ 5, 2 }, { x, y })
    assert.are.equal(9, path:size())
    assert.is_true(part:is_valid(walker))
  end)

  it("gives a copy if no wall is in the way", function()
    local _, walker = fort()
    local path = walker:find_world(0.5, 0.5, 3.5, 2.5)
    local part, x = path:cut(walker)
    assert.is_true(path == part and not rawequal(path, part))
    assert.are.equal(path.cost, part.cost)
    assert.is_nil(x)
  end)

  it("keeps the links of the part", function()
    local grid, walker, sapper = fort()
    grid:link(4, 2, 6, 2, { price = 1 })
    local part, x, y = sapper:find(1, 2, 9, 2):cut(walker)
    assert.are.same({ 7, 2 }, { part:point(part:size()) })
    assert.are.same({ 4 }, part.links)
    assert.are.same({ 8, 2 }, { x, y })
  end)

  it("drops the links behind the wall", function()
    local _, walker = fort()
    local path = tilepath.path({ 1, 2, 6, 2, 7, 2, 9, 2, links = { 3 } },
      "cells")
    local part, x, y = path:cut(walker)
    assert.are.same({ 1, nil }, { part:size(), part.links })
    assert.are.same({ 5, 2 }, { x, y })
    assert.is_true(part:is_valid(walker))
  end)

  it("names the wall whose corner would be cut", function()
    local grid, walker = fort()
    grid:set(5, 1, "open")
    local sapper = tilepath.pathfinder(grid, { prices = { wall = 1 } })
    local _, x, y = sapper:find(4, 2, 5, 1):cut(walker)
    assert.are.same({ 5, 2 }, { x, y })
    local path = sapper:find_world(3.5, 1.5, 4.5, 0.5)
    _, x, y = path:cut(walker)
    assert.are.same({ 4.5, 1.5 }, { x, y })
  end)

  it("keeps one point if the agent cannot be at the start", function()
    local _, walker, sapper = fort()
    local part, x, y = sapper:find(5, 1, 9, 1):cut(walker)
    assert.are.equal(1, part:size())
    assert.are.same({ 5, 1 }, { x, y })
  end)
end)

for _, prune in ipairs { false, true } do
  describe(prune and "a pruned siege" or "a siege", function()
    it("stops before each wall, and goes on when it is open", function()
      local orc, grid, sapper, told = orc_in { prune = prune }
      assert.is_true(orc:go_cell(9, 2, { breaks = sapper }))
      orc:update(20)
      assert.are.same({ 3.5, "blocked", "wall", false }, { orc.x, orc.status,
        orc.reason, orc.moving })
      assert.are.same({ { 4.5, 1.5 } }, told)
      orc:update(20)
      grid:set(1, 1, "wall") -- elsewhere: nothing new
      orc:update(20)
      assert.are.equal(1, #told)
      grid:set(5, 2, "open")
      orc:update(1)
      assert.are.same({ 4.5, "going" }, { orc.x, orc.status })
      orc:update(20)
      assert.are.same({ 6.5, "blocked", "wall" }, { orc.x, orc.status,
        orc.reason })
      assert.are.same({ 7.5, 1.5 }, told[2])
      grid:set(8, 2, "open")
      orc:update(20)
      assert.are.same({ 8.5, "arrived" }, { orc.x, orc.status })
    end)
  end)
end

describe("an order with breaks", function()
  it("leads round walls if that is cheaper", function()
    local orc, grid, sapper, told = orc_in {}
    grid:set(5, 1, "open")
    grid:set(8, 3, "open")
    orc:go_cell(9, 2, { breaks = sapper })
    orc:update(40)
    assert.are.same({ 8.5, "arrived", 0 }, { orc.x, orc.status, #told })
  end)

  it("takes another way if a gate opens while it walks", function()
    local orc, grid, sapper = orc_in {}
    orc:go_cell(7, 2, { breaks = sapper })
    orc:update(1)
    grid:set(5, 1, "open")
    orc:update(40)
    assert.are.same({ 6.5, "arrived" }, { orc.x, orc.status })
  end)

  it("is refused where it has no meaning", function()
    local orc, _, sapper = orc_in {}
    assert.are.equal("go_cell: breaks must be a pathfinder, got 1",
      mistake(function() orc:go_cell(9, 2, { breaks = 1 }) end))
    local abroad = tilepath.pathfinder(sapper.grid:copy())
    assert.are.equal("go_cell: breaks is a pathfinder of another grid",
      mistake(function() orc:go_cell(9, 2, { breaks = abroad }) end))
    assert.are.equal("patrol: option 'breaks' is for go", mistake(function()
      orc:patrol({ { 1, 1 }, { 3, 1 } }, { breaks = sapper })
    end))
    local refused = "save: an order with breaks = pathfinder cannot be "
      .. "saved (before you save, call stop, or give an order "
      .. "without it)"
    orc:go_cell(9, 2, { breaks = sapper })
    assert.are.equal(refused, mistake(function() orc:save() end))
    orc:update(40)
    assert.are.equal("wall", orc.reason)
    assert.are.equal(refused, mistake(function() orc:save() end))
    orc:stop()
    assert.is_true(orc:load(orc:save()))
    assert.are.equal("idle", orc.status)
  end)
end)

describe("a unit", function()
  it("follows what path:cut leaves, wall after wall", function()
    local grid, walker, sapper = fort()
    local crowd = tilepath.crowd(grid)
    local orc = crowd:add { finder = walker, cell_x = 1, cell_y = 2 }
    local walls = {}
    local function storm()
      local path = sapper:find(orc.cell_x, orc.cell_y, 9, 2)
      path, orc.wall_x, orc.wall_y = path:cut(orc.finder)
      assert.is_true(orc:follow(path))
    end
    storm()
    for _ = 1, 20 do
      crowd:tick()
      for unit, event in crowd:events() do
        if event == "arrived" and unit.reason == "unreachable" then
          walls[#walls + 1] = unit.wall_x
          grid:set(unit.wall_x, unit.wall_y, "open")
          storm()
        end
      end
    end
    assert.are.same({ 5, 8 }, walls)
    assert.are.same({ 9, "arrived" }, { orc.cell_x, orc.status })
    assert.is_nil(orc.reason)
  end)

  it("tells of a wall at the end of a partial path", function()
    local grid, walker, sapper = fort()
    local crowd, other = tilepath.crowd(grid), tilepath.crowd(grid)
    local orc = crowd:add { finder = walker, cell_x = 1, cell_y = 2 }
    orc:follow((sapper:find(1, 2, 9, 2):cut(walker)))
    assert.is_nil(orc.reason)
    for _ = 1, 5 do crowd:tick() end
    assert.is_true(other:load(crowd:save(), { finders = { walker } }))
    assert.are.equal("unreachable", orc.reason)
    assert.are.equal("unreachable", other:units()[1].reason)
    orc:go_cell(2, 2)
    for _ = 1, 5 do crowd:tick() end
    assert.is_nil(orc.reason)
  end)
end)
