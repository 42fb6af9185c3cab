--- The points of a path that pruning leaves are those that remain if each line
-- between two of them is tested by itself: cells that are known to be free, or in
-- the way, change nothing.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local law = require "spec.support.law"

local WINDOW, EQUAL = 6, 1e-9

--- The cost of the line between two points of a path that the agent walks; nil
-- if it is not clear.
local function line_cost(finder, path, i, j, options)
  local x1, y1 = path:point(i)
  local x2, y2 = path:point(j)
  local is_clear, cost
  if path.units == "world" and options then
    is_clear, cost = finder:line_of_sight_world(x1, y1, x2, y2, options)
  elseif path.units == "world" then
    is_clear, cost = core.walks_world("prune", finder, x1, y1, x2, y2)
  else
    is_clear, cost = core.walks(finder, x1, y1, x2, y2, options)
  end
  return is_clear and cost or nil
end

--- The points first .. last that stay, by their numbers: the best of all lines,
-- each walked cell by cell. Lines longer than the best chain so far are no better
-- on ground of price 1 or more.
-- @return how much cheaper the path became
local function chain(finder, path, first, last, is_uniform, least, options,
  stays)
  local best, from, start, whole = { [first] = 0 }, {}, first, 0
  for j = first + 1, last do
    local leg = is_uniform and least(j - 1, j)
      or line_cost(finder, path, j - 1, j, options)
    if not leg then
      start = j
    end
    best[j], from[j] = best[j - 1] + (leg or 0), j - 1
    whole = whole + (leg or 0)
    local function try(i, times)
      if best[i] + least(i, j) < best[j] * times then
        local cost = line_cost(finder, path, i, j, options)
        cost = cost and is_uniform and least(i, j) or cost
        if cost and best[i] + cost < best[j] * times then
          best[j], from[j] = best[i] + cost, i
        end
      end
    end
    if j - 1 > start then
      try(from[j - 1], 1 + EQUAL)
    end
    for i = j - 2, math.max(start, j - WINDOW), -1 do
      try(i, 1 - EQUAL)
    end
  end
  local j = last
  while j do
    stays[j], j = true, from[j]
  end
  return math.max(0, whole - best[last])
end

--- The least cost of a line between two points of a path.
local function length_on(grid, path)
  local root = math.sqrt(3) / 2
  return function(i, j)
    local x1, y1 = path:point(i)
    local x2, y2 = path:point(j)
    if path.units == "cells" then
      x1, y1 = grid:to_world(x1, y1)
      x2, y2 = grid:to_world(x2, y2)
    end
    local dx, dy = (x2 - x1) / grid.cell_width, (y2 - y1) / grid.cell_height
    local stagger = grid.stagger or ""
    dx = stagger:find("q", 1, true) and dx / root or dx
    dy = stagger:find("r", 1, true) and dy / root or dy
    return math.sqrt(dx * dx + dy * dy)
  end
end

--- A grid with what lines ask for: walls in blocks and lone ones, prices,
-- fences, links; hexagons; cells that are no squares.
-- @return the grid, and a function that draws one of its cells
local function drawn_grid(random)
  local wide, high, base = random(3, 22), random(3, 18), random.whole(0, 1)
  local stagger
  if random.chance(30) then
    stagger = random.one_of("odd-r", "even-r", "odd-q", "even-q")
  end
  local grid = tilepath.grid(wide, high, { shape = stagger and "hex" or nil,
    stagger = stagger, base = base, cell_size = random.one_of(1, { 3, 2 }) })
  local function cell()
    return random(base, base + wide - 1), random(base, base + high - 1)
  end
  for _ = 1, random(wide * high / 40, wide * high / 8) do
    local x, y = cell()
    grid:set(x, y, "wall")
  end
  for _ = 1, random(4) do
    local x, y = cell()
    grid:fill(x, y, random(5), random(3), random.one_of("wall", "open"))
  end
  for _ = 1, random.chance(30) and 12 or 0 do
    local x, y = cell()
    grid:fence(x, y, x + random.one_of(1, -1), y,
      { one_way = random.chance(40) })
    if not (stagger and stagger:find("r", 1, true)) then
      grid:fence(x, y, x, y + random.one_of(1, -1),
        { one_way = random.chance(40) })
    end
  end
  if random.chance(20) then
    local x, y = cell()
    local to_x, to_y = cell()
    if x ~= to_x or y ~= to_y then
      grid:link(x, y, to_x, to_y)
    end
  end
  return grid, cell
end

--- The layers of a pathfinder: prices of some open cells, of one at least, or
-- closed cells, or nothing.
local function drawn_layers(random, grid, cell)
  local layer, x, y = tilepath.layer(grid), grid:cells("open")()
  if not x or random.chance(50) then
    return nil
  elseif random.chance(40) then
    layer:set(x, y, 1)
    return { { layer, false } }
  end
  for _ = 1, 9 do
    if grid:get(x, y) == "open" then
      layer:set(x, y, 2)
    end
    x, y = cell()
  end
  return { { layer, 1 } }
end

--- A path: one that is found, in cells or in the world; or any points, but then
-- none is avoided, as what stands at the beginning of a line is not in its way.
local function drawn_path(random, grid, finder, cell, options)
  local x1, y1 = cell()
  local x2, y2 = cell()
  local kind = random(options and options.avoid and 3 or 4)
  if kind == 1 then
    return finder:find(x1, y1, x2, y2, options)
  elseif kind == 2 then
    local wx, wy = grid:to_world(x1, y1)
    local to_x, to_y = grid:to_world(x2, y2)
    return finder:find_world(wx + random(-3, 3) / 8, wy + random(-3, 3) / 8,
      to_x, to_y, options)
  elseif kind == 3 then
    local path = finder:find(x1, y1, x2, y2, options)
    return path and path:to_world(finder)
  end
  local points = {}
  for i = 1, random(12) do
    points[2 * i - 1], points[2 * i] = x1 + random(-2, 2), y1 + random(-2, 2)
    x1, y1 = points[2 * i - 1], points[2 * i]
  end
  points.cost = 1000
  return tilepath.path(points, "cells")
end

--- Prunes a path, which must keep the points of its chain and the cost of that.
local function compare(grid, finder, path, is_uniform, options)
  local stays, saved, first = {}, 0, (path.escape or 0) + 1
  local least = length_on(grid, path)
  for i = 1, first - 1 do
    stays[i] = true
  end
  for i = 1, #(path.links or {}) + 1 do
    local last = path.links and path.links[i] or path:size()
    if last >= first then
      saved = saved + chain(finder, path, first, last, is_uniform, least,
        options, stays)
      first = last + 1
    end
  end
  local points = {}
  for i, x, y in path:points() do
    if stays[i] then
      points[#points + 1], points[#points + 2] = x, y
    end
  end
  local pruned = path:prune(finder, options)
  assert.are.equal(table.concat(points, " "), table.concat(pruned, " "))
  helper.near(math.max(0, path.cost - saved), pruned.cost, 1e-9)
end

describe("pruning", function()
  law(it, "keeps the points of the best chain, however its lines are tested",
    { runs = 300 }, function(random)
      local grid, cell = drawn_grid(random)
      local rules = { diagonal = not grid.stagger and random.any(judge.rules)
        or nil, layers = drawn_layers(random, grid, cell) }
      local is_priced = rules.layers and rules.layers[1][2]
      if not (grid.stagger or is_priced) then
        rules.size = random(1, 2)
      end
      if not grid.stagger and random.chance(50) then
        rules.radius = random(20) / 40 * math.min(grid.cell_width,
          grid.cell_height)
        rules.diagonal = random.one_of("only_if_no_obstacles", "never")
      end
      local finder = tilepath.pathfinder(grid, rules)
      for _ = 1, 4 do
        local options = random.chance(20) and { escape = true } or nil
        local among = not grid.stagger and random.chance(20)
          and { avoid = { { cell() } } } or nil
        local path = drawn_path(random, grid, finder, cell, among or options)
        if path then
          compare(grid, finder, path, not (among or is_priced), among)
        end
      end
    end)
end)
