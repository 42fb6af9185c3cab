--- Paths with links: what each function of paths does with the links.

local tilepath = require "tilepath"

--- A path in cells (or in these units) with links.
local function path(points, links, units)
  local plain = { units = units, links = links }
  for i, value in ipairs(points) do
    plain[i] = value
  end
  return tilepath.path(plain, units or "cells")
end

local function points_of(p)
  local points = {}
  for i = 1, #p do
    points[i] = p[i]
  end
  return points
end

--- The jumps of a path as places, from the definition alone.
local function jumps_of(p)
  local jumps = {}
  for k, i in ipairs(p.links or {}) do
    jumps[k] = { p[2 * i - 1], p[2 * i], p[2 * i + 1], p[2 * i + 2] }
  end
  return jumps
end

describe("a path with links", function()
  local points = { 1, 1, 2, 1, 3, 1, 9, 5, 10, 5, 11, 5 }

  it("has a list of its own", function()
    local links = { 3 }
    local p = path(points, links)
    assert.are.same({ 3 }, p.links)
    links[1] = 1
    assert.are.same({ 3 }, p.links)
    assert.are.equal("path of 6 points from 1, 1 to 11, 5 (cells), links 1",
      tostring(p))
  end)

  it("differs from a path without links", function()
    assert.are.equal(path(points, { 3 }), path(points, { 3 }))
    assert.are_not.equal(path(points, { 3 }), path(points, { 2 }))
    assert.are_not.equal(path(points, { 3 }), path(points, nil))
    assert.are_not.equal(path(points, { 3 }), path(points, { 3, 4 }))
  end)

  it("has the length of its steps, without the jumps", function()
    assert.are.equal(4, path(points, { 3 }):length())
    assert.are.equal(0, path({ 1, 1, 9, 9 }, { 1 }):length())
  end)

  it("keeps both ends of each link if points are dropped", function()
    local less = path(points, { 3 }):dedup()
    assert.are.same({ 1, 1, 3, 1, 9, 5, 11, 5 }, points_of(less))
    assert.are.same({ 2 }, less.links)
    local straight = path({ 1, 1, 2, 1, 3, 1, 7, 1, 8, 1, 9, 1 }, { 3 }):dedup()
    assert.are.same({ 1, 1, 3, 1, 7, 1, 9, 1 }, points_of(straight))
    assert.are.same({ 2 }, straight.links)
    local twice = path({ 1, 1, 1, 1, 5, 5, 5, 5, 1, 1 }, { 2, 4 }):dedup()
    assert.are.same({ 1, 1, 5, 5, 1, 1 }, points_of(twice))
    assert.are.same({ 1, 2 }, twice.links)
  end)

  it("has a jump from cell to cell for each link", function()
    local all = path({ 1, 1, 4, 1, 9, 5, 7, 5 }, { 2 }):cells()
    assert.are.same({ 1, 1, 2, 1, 3, 1, 4, 1, 9, 5, 8, 5, 7, 5 },
      points_of(all))
    assert.are.same({ 4 }, all.links)
    local far = path({ 1, 1, 40000, 1 }, { 1 }):cells()
    assert.are.same({ 1, 1, 40000, 1 }, points_of(far))
  end)

  it("loses a link from a cell to itself", function()
    local grid = tilepath.grid(5, 5, { cell_size = 10 })
    local p = path({ 1, 1, 2, 2, 3, 3, 45, 45 }, { 1, 3 }, "world")
      :cells(grid)
    assert.are.same({ 1, 1, 5, 5 }, points_of(p))
    assert.are.same({ 1 }, p.links)
  end)

  it("is pruned between its links, never across a link", function()
    local grid = tilepath.grid(12, 6)
    local finder = tilepath.pathfinder(grid)
    local bent = { 1, 1, 1, 2, 2, 2, 3, 3, 9, 3, 9, 4, 10, 5 }
    local tight = path(bent, { 4 }):prune(finder)
    assert.are.same({ 1, 1, 3, 3, 9, 3, 10, 5 }, points_of(tight))
    assert.are.same({ 2 }, tight.links)
    assert.are.same({ { 3, 3, 9, 3 } }, jumps_of(tight))
    local straight = path({ 1, 1, 2, 1, 4, 1, 5, 1 }, { 2 }):prune(finder)
    assert.are.same({ 1, 1, 2, 1, 4, 1, 5, 1 }, points_of(straight))
    local ends = path({ 1, 1, 9, 3 }, { 1 }):prune(finder)
    assert.are.same({ 1, 1, 9, 3 }, points_of(ends))
    assert.are.same({ 1 }, ends.links)
  end)

  it("is pruned only behind its blocked part", function()
    local grid = tilepath.grid(12, 6)
    grid:set(1, 1, "wall")
    local finder = tilepath.pathfinder(grid)
    local p = path({ 1, 1, 2, 1, 3, 1, 4, 1, 9, 3, 9, 4, 9, 5 }, { 4 })
    p.escape = 1
    local tight = p:prune(finder)
    assert.are.same({ 1, 1, 2, 1, 4, 1, 9, 3, 9, 5 }, points_of(tight))
    assert.are.same({ 3 }, tight.links)
    assert.are.equal(1, tight.escape)
  end)

  it("is valid while the agent may take its links", function()
    local grid = tilepath.grid(12, 6, { cell_size = 10 })
    local finder = tilepath.pathfinder(grid)
    local p = path({ 1, 1, 3, 1, 9, 5, 11, 5 }, { 2 })
    local function check(valid, point)
      for _, q in ipairs { p, p:to_world(grid) } do
        local is_valid, at = q:is_valid(finder)
        assert.are.equal(valid, is_valid)
        assert.are.equal(point, at)
      end
    end
    check(false, 3)
    local back = grid:link(9, 5, 3, 1, { one_way = true })
    check(false, 3)
    local there = grid:link(3, 1, 9, 5, { one_way = true })
    check(true)
    grid:unlink(back)
    check(true)
    grid:set(9, 5, "wall")
    check(false, 3)
    grid:set(9, 5, "open")
    grid:unlink(there)
    check(false, 3)
    assert.is_true(p:is_valid(finder, 3))
  end)
end)
