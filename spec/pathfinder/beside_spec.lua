--- Beside a goal, and beside a unit. A path with `adjacent` ends off the goal,
-- in a cell from which one step would lead onto it, wherever it begins. A zone
-- of control is judged on the map on which the query moves.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local helper = require "spec.support.helper"

local near = helper.near

local BESIDE = { adjacent = true }

--- Calls f with each diagonal rule, the map drawn in each shape, and its turn.
local function each_drawn(rows, f)
  for _, shape in ipairs(boards.SHAPES) do
    for turn = 0, 3 do
      for i = 1, shape.shape and 1 or #boards.RULES do
        f(not shape.shape and boards.RULES[i] or nil,
          boards.drawn(rows, shape, turn))
      end
    end
  end
end

-- Beside a goal ---------------------------------------------------------------

--- The set of cells beside a rectangle, off it: those from which a step would
-- lead to one of its cells, if only this cell were free.
local function cells_beside(grid, profile, rect)
  local set = {}
  for y = rect[2], rect[2] + rect[4] - 1 do
    for x = rect[1], rect[1] + rect[3] - 1 do
      local copy = grid:copy()
      copy:set(x, y, "open")
      local finder = tilepath.pathfinder(copy, profile)
      for cx, cy in grid:cells() do
        local is_on = cx >= rect[1] and cx < rect[1] + rect[3]
          and cy >= rect[2] and cy < rect[2] + rect[4]
        if not is_on and grid:is_walkable(cx, cy)
          and finder:can_step(cx, cy, x, y) then
          set[cy * 100 + cx] = true
        end
      end
    end
  end
  return set
end

--- The least cost from a cell to a cell of a set; nil: none can be reached.
local function least_cost(finder, x, y, set)
  local least
  for cx, cy, cost in finder:reach(x, y, math.huge):cells() do
    if set[cy * 100 + cx] and not (least and least <= cost) then
      least = cost
    end
  end
  return least
end

--- Judges the paths from all cells to the side of a rectangle.
local function judge(grid, profile, rect)
  local finder = tilepath.pathfinder(grid, profile)
  local set = cells_beside(grid, profile, rect)
  for x, y in grid:cells() do
    if finder:can_enter(x, y) then
      local expected = least_cost(finder, x, y, set)
      local path, cost = finder:find(x, y, { rect }, BESIDE)
      if expected then
        near(expected, cost, 1e-5)
        local end_x, end_y = path:point(path:size())
        assert.is_true(set[end_y * 100 + end_x])
      else
        assert.is_nil(path)
      end
    end
  end
end

local MAP = { "...#...", ".......", "..##...", "..#....", ".......", "#.....#" }

describe("#once adjacent", function()
  it("ends off the goal, from outside and from inside", function()
    each_drawn(MAP, function(diagonal, grid, at)
      for _, rect in ipairs { { 2, 2, 4, 3 }, { 1, 1, 3, 6 }, { 5, 2, 1, 1 },
        { 1, 1, 7, 6 } } do
        judge(grid, { diagonal = diagonal },
          boards.rect(at, rect[1], rect[2], rect[3], rect[4]))
      end
    end)
  end)

  it("leads out of the goal in slices, and for both bodies", function()
    local grid = tilepath.grid(9, 9, { cell_size = 10 })
    local finder, rect = tilepath.pathfinder(grid), { 2, 3, 6, 4 }
    local search = finder:search(5, 4, { rect }, BESIDE)
    while search:step(1) == "running" do end
    assert.are.equal(2, search:path().cost)
    local _, cost = finder:find_world(45, 35, { { 10, 20, 60, 40 } }, BESIDE)
    assert.are.equal(2, cost)
    local unit = tilepath.crowd(grid):add { finder = finder, cell_x = 5,
      cell_y = 4 }
    assert.is_true(unit:go_cell({ rect }, BESIDE))
    unit.crowd:update(10)
    assert.are.same({ "arrived", 5, 2 }, { unit.status, unit.cell_x,
      unit.cell_y })
    local hero = tilepath.follower { finder = finder, cell_x = 5, cell_y = 4,
      speed = 10 }
    assert.is_true(hero:go_cell({ rect }, BESIDE))
    hero:update(10)
    assert.are.same({ "arrived", 5, 2 }, { hero.status, hero.cell_x,
      hero.cell_y })
  end)
end)

-- Beside a unit ---------------------------------------------------------------

-- F: foes; o: others who are avoided, too.
local BATTLES = {
  { "#.F..", "..o..", "#.#.." },
  { ".oF...", "..o.o.", "....F.", ".oo...", "..F..." },
  { "F.....", "oo#.#.", "..F.o.", "...o.." },
}

--- The costs of a move among foes and others, by number of a cell: Dijkstra's
-- algorithm on a map with walls in place of the others. It ends beside foes.
local function move_costs(judge_finder, x, y, foes)
  local costs, done = { [y * 100 + x] = 0 }, {}
  while true do
    local best
    for place, cost in pairs(costs) do
      if not done[place] and not (best and (costs[best] < cost
        or costs[best] == cost and best < place)) then
        best = place
      end
    end
    if not best then
      return costs
    end
    done[best] = true
    local cx = best % 100
    local cy = (best - cx) / 100
    local stops = false
    for _, foe in ipairs(foes) do
      stops = stops or select(2, judge_finder:find(cx, cy, { foe }, BESIDE))
        == 0
    end
    if not stops or best == y * 100 + x then
      for nx, ny, step in judge_finder:neighbors(cx, cy) do
        local place = ny * 100 + nx
        if not costs[place] or costs[best] + step < costs[place] then
          costs[place] = costs[best] + step
        end
      end
    end
  end
end

describe("#once a zone of control", function()
  it("is judged on the map with the avoided cells closed", function()
    for _, rows in ipairs(BATTLES) do
      each_drawn(rows, function(diagonal, grid, at)
        local finder = tilepath.pathfinder(grid, { diagonal = diagonal })
        local foes, others = tilepath.crowd(grid), tilepath.crowd(grid)
        local walled, listed = grid:copy(), {}
        local enemies = {}
        for y, row in ipairs(rows) do
          for x = 1, #row do
            local letter, cx, cy = row:sub(x, x), at(x, y)
            if letter == "F" or letter == "o" then
              (letter == "F" and foes or others):add { finder = finder,
                cell_x = cx, cell_y = cy }
              walled:set(cx, cy, "wall")
              listed[#listed + 1] = { cx, cy }
              if letter == "F" then
                enemies[#enemies + 1] = { cx, cy }
              end
            end
          end
        end
        local judge_finder = tilepath.pathfinder(walled,
          { diagonal = diagonal })
        for x, y in grid:cells() do
          if judge_finder:can_enter(x, y) then
            local expected = move_costs(judge_finder, x, y, enemies)
            for _, avoid in ipairs { { foes, others }, listed } do
              local reach = finder:reach(x, y, math.huge,
                { avoid = avoid, stops = foes })
              local count = 0
              for cx, cy, cost in reach:cells() do
                near(expected[cy * 100 + cx], cost, 1e-5)
                count = count + 1
              end
              for _ in pairs(expected) do
                count = count - 1
              end
              assert.are.equal(0, count)
            end
          end
        end
      end)
    end
  end)

  it("reaches through a corner that only costs more", function()
    local grid = tilepath.grid("#.F\n..o\n#.#", { legend = { F = "open",
      o = "open" } })
    local finder = tilepath.pathfinder(grid)
    local foes = tilepath.crowd(grid)
    foes:add { finder = finder, cell_x = 3, cell_y = 1 }
    local query = { stops = foes, avoid = { { 2, 1 }, { 3, 2 } } }
    assert.are.equal(2, select(2, finder:find(1, 2, 2, 3, query)))
    query.avoid_price = 1
    assert.are.same({ nil, "unreachable" }, { finder:find(1, 2, 2, 3, query) })
  end)
end)
