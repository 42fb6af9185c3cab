--- The law of jump point search on any map: costs as low as Dijkstra's, also
-- after edits.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local law = require "spec.support.law"

local near = helper.near

-- Straight and diagonal costs for which jump point search works.
local COSTS = { { 1, math.sqrt(2) }, { 10, 14 }, { 1, 1 }, { 1, 2 }, { 2, 3 },
  { 0.1, 1 / 7 } }

-- Maps ------------------------------------------------------------------------

local function cells_of(rows)
  local lines = {}
  for y, row in ipairs(rows) do
    lines[y] = table.concat(row)
  end
  return table.concat(lines, "\n")
end

local function fill(rows, x, y, w, h, cell)
  for j = y, math.min(#rows, y + h - 1) do
    for i = x, math.min(#rows[1], x + w - 1) do
      rows[j][i] = cell
    end
  end
end

--- A map of one price: scattered walls, blocks, or a maze with a few loops.
local function draw_map(random)
  local width, height, kind = random(1, 75), random(1, 45), random(1, 3)
  local walls, rows = random(0, 45), {}
  for y = 1, height do
    rows[y] = {}
    for x = 1, width do
      local is_free = kind == 2 or kind == 1 and not random.chance(walls)
        or kind == 3 and (x % 2 == 1 and y % 2 == 1
          or (x + y) % 2 == 1 and random.chance(55))
      rows[y][x] = is_free and "." or "#"
    end
  end
  for _ = 1, kind == 2 and random(0, width * height / 20) or 0 do
    fill(rows, random(1, width), random(1, height), random(1, 6), random(1, 6),
      random.chance(25) and "." or "#")
  end
  return rows
end

--- Some cell, most often a free cell.
local function place(random, rows)
  local x, y
  for _ = 1, 9 do
    x, y = random(1, #rows[1]), random(1, #rows)
    if rows[y][x] ~= "#" then
      break
    end
  end
  return x, y
end

local function find(finder, q)
  return finder:find(q[1], q[2], q[3], q[4])
end

describe("jump point search", function()
  law(it, "finds as cheap a path as Dijkstra's algorithm, after edits the path of "
    .. "a new map", { runs = 40, noun = "jps", lists = { "rounds" },
    draw = function(random)
      local rows = draw_map(random)
      local scene = { map = cells_of(rows), rule = random.any(judge.rules),
        costs = random.any(COSTS), rounds = {},
        algorithm = random.one_of("jps", "jps", "auto") }
      for i = 1, 6 do
        local round = { toggles = {}, questions = {} }
        for k = 1, random.any { 0, 1, 1, 4, 40 } do
          round.toggles[k] = { random(1, #rows[1]), random(1, #rows) }
        end
        if random.chance(12) then
          round.block = { random(1, #rows[1]), random(1, #rows),
            random(1, 20), random(1, 20), random.one_of("open", "wall") }
        end
        for k = 1, 4 do
          local x1, y1 = place(random, rows)
          local x2, y2 = place(random, rows)
          round.questions[k] = { x1, y1, x2, y2 }
        end
        scene.rounds[i] = round
      end
      return scene
    end }, function(scene)
      local grid = tilepath.grid(scene.map)
      local function agent(on, algorithm)
        return tilepath.pathfinder(on, { algorithm = algorithm,
          diagonal = scene.rule, straight_cost = scene.costs[1],
          diagonal_cost = scene.costs[2] })
      end
      local finder = agent(grid, scene.algorithm)
      local judged = agent(grid, "dijkstra")
      for _, round in ipairs(scene.rounds) do
        for _, cell in ipairs(round.toggles) do
          grid:set_walkable(cell[1], cell[2],
            not grid:is_walkable(cell[1], cell[2]))
        end
        local block = round.block
        if block then
          grid:fill(block[1], block[2], block[3], block[4], block[5])
        end
        local fresh = agent(grid:copy(), scene.algorithm)
        for _, q in ipairs(round.questions) do
          local path, cost = find(finder, q)
          local _, least = find(judged, q)
          assert.are.same({ find(fresh, q) }, { path, cost })
          assert.are.equal(fresh.info.algorithm, finder.info.algorithm)
          assert.are.equal(fresh.info.expanded, finder.info.expanded)
          if path then
            near(least, cost, 1e-6 * least)
            helper.check_steps(finder, path, cost)
            assert.are.same(q,
              { path[1], path[2], path[#path - 1], path[#path] })
          else
            assert.are.equal(least, cost)
          end
        end
      end
    end)
end)
