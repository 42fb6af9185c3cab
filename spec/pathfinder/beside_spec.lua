--- Beside a goal, and beside a unit. A path with `adjacent` ends off the goal,
-- in a cell from which one step would lead onto it, wherever it begins;
-- fuzz/judge_goals.c judges that on any map. A zone of control is judged on the
-- map on which the query moves; moves_spec.lua has laws of moves.

local tilepath = require "tilepath"

local BESIDE = { adjacent = true }

describe("adjacent", function()
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

describe("a zone of control", function()
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
