--- grid:resize: more cells on some sides, or fewer, and the objects of the
-- grid. spec/laws/resize_spec.lua compares random grids with new grids.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local extend, mistake = helper.extend, helper.mistake
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

describe("grid:resize", function()
  it("adds cells of a terrain on each side, and removes some", function()
    local grid = tilepath.grid("..\n.#", { prices = { sand = 2 } })
    local before = grid.revision
    assert.is_true(extend(grid, {}))
    assert.are.equal(before, grid.revision)
    assert.is_true(grid:resize(-1, 0, 7, 4))
    assert.are.equal(".......\n.......\n...#...\n.......", tilepath.ascii(grid))
    assert.are.same({ -1, 0, 7, 4 },
      { grid.base_x, grid.base_y, grid.width, grid.height })
    assert.are.same({ nil, "outside" }, { grid:get(-2, 1) })
    assert.is_true(grid:resize(3, 0, 4, 3, "sand"))
    assert.are.equal("...s\n...s\n...s", tilepath.ascii(grid))
    assert.are.equal(3, grid.base_x)
  end)

  it("keeps fences and links between the cells that stay", function()
    local grid = tilepath.grid(6, 2)
    grid:fence(2, 1, 3, 1)
    grid:fence(5, 1, 6, 1)
    local stays = grid:link(1, 1, 4, 2, { name = "stairs" })
    local goes = grid:link(1, 2, 6, 2)
    assert.is_true(extend(grid, { left = 3, right = -1 }))
    local walls, links = grid:fences(), grid:links()
    assert.are.same({ 1, 2, 1, 3, 1 },
      { #walls, walls[1].x1, walls[1].y1, walls[1].x2, walls[1].y2 })
    assert.are.same({ 1, 1, 1, 4, 2, "stairs" }, { #links, links[1].x1,
      links[1].y1, links[1].x2, links[1].y2, links[1].name })
    assert.is_true(grid:unlink(stays))
    assert.is_false(grid:unlink(goes))
    assert.are.equal(3, grid:link(1, 1, 2, 1).id)
  end)

  it("leaves no fence at the new border", function()
    local grid = tilepath.grid(6, 6)
    for i = 1, 5 do
      grid:fence(i, 3, i + 1, 3)
      grid:fence(3, i, 3, i + 1)
    end
    assert.is_true(grid:resize(3, 3, 1, 1))
    assert.are.same({}, grid:fences())
    assert.is_true(tilepath.load(grid:save()) == grid)
    extend(grid, { left = 1, top = 1, right = 1, bottom = 1 })
    assert.are.same({}, grid:fences())
  end)

  it("makes searches stale, and fields start again", function()
    local grid = tilepath.grid(8, 8)
    local finder = tilepath.pathfinder(grid)
    local field = finder:field { { 8, 8 } }
    local running, found = finder:search(1, 1, 8, 8), finder:search(1, 1, 2, 1)
    running:step(2)
    found:step(100)
    extend(grid, { left = 1 })
    for _, search in ipairs { running, found } do
      assert.are.same({ "failed", "stale" }, { search.status, search.reason })
      assert.are.same({ nil, "stale" }, { search:path() })
      assert.is_nil((search:cell(1, 1)))
      assert.is_nil((search:cells()()))
    end
    assert.are.equal(10, math.floor(field:cost(0, 1)))
  end)

  it("leaves reaches and views unchanged", function()
    local grid = tilepath.grid("...\n.#.\n...", { base = 0 })
    local finder = tilepath.pathfinder(grid)
    local reach, view = finder:reach(0, 0, 2), finder:view(0, 0, 9)
    local cells, seen = {}, {}
    for x, y, cost in reach:cells() do
      cells[#cells + 1] = { x, y, cost }
    end
    for x, y in view:cells() do
      seen[#seen + 1] = { x, y }
    end
    extend(grid, { left = 2, top = 1, right = -2, bottom = 4 })
    local i, k = 0, 0
    for x, y, cost in reach:cells() do
      i = i + 1
      assert.are.same(cells[i], { x, y, cost })
      assert.are.equal(cost, reach:cost(x, y))
    end
    for x, y in view:cells() do
      k = k + 1
      assert.are.same(seen[k], { x, y })
      assert.is_true(view:has(x, y))
    end
    assert.are.same({ reach.count, view.count }, { i, k })
    assert.matches(" from 0, 0$", tostring(reach))
    assert.matches(" from 0, 0$", tostring(view))
    assert.are.same({ nil, "stale" }, { reach:path(1, 0) })
    assert.are.same({ nil, "outside" }, { reach:cost(-1, 0) })
    assert.is_false(view:has(-1, 0))
  end)

  it("ends a loop over the neighbors of a cell", function()
    local grid = tilepath.grid(4, 4)
    local finder, count = tilepath.pathfinder(grid), 0
    for _ in finder:neighbors(3, 3) do
      count = count + 1
      extend(grid, { left = -1, bottom = -2 })
      finder:can_enter(2, 2) -- refreshes the finder's map
    end
    assert.are.equal(1, count)
  end)

  it("works beside coroutines that were suspended, ended, or failed", function()
    local grid = tilepath.grid(3, 2)
    local function within(f)
      return coroutine.create(function()
        grid:sample(f)
        coroutine.yield()
      end)
    end
    local rests, fails = within(function() end), within(error)
    assert.is_true(coroutine.resume(rests))
    assert.is_false(coroutine.resume(fails))
    assert.is_true(extend(grid, { left = 1 }))
    assert.is_true(coroutine.wrap(function()
      return extend(grid, { right = 1 })
    end)())
    assert.are.same({ "suspended", "dead" },
      { coroutine.status(rests), coroutine.status(fails) })
  end)

  it("raises for the grid of a building", function()
    local house, grid = tilepath.building { hall = { 4, 3 } }
    assert.matches("^resize: the grid of a building", mistake(function()
      grid:resize(1, 1, 5, 3)
    end))
    assert.are.equal(4, house.hall.width)
    assert.is_true(extend(grid:copy(), { right = 1 }))
  end)

  it("raises if the size or the place is beyond the limits", function()
    local base = 2 ^ 30
    local grid = tilepath.grid(3, 2, { base = { base, 1 } })
    for _, case in ipairs {
      { "width must be a whole number from 1 to 32767", base, 1, 0, 2 },
      { "height must be a whole number from 1 to 32767", base, 1, 3, 32768 },
      { "the new edges lie beyond the limits", base + 1, 1, 2, 2 },
      { "x must be a whole number", base + 0.5, 1, 3, 2 },
      { "y must be a whole number from %-1073741823 to 1073741825",
        base, base + 2, 3, 2 },
      { "the grid would have more than", base - 32767, 1, 32767, 32767 },
      { "terrain must be a terrain", base, 1, 3, 2, "lava" },
    } do
      assert.matches("^resize: .*" .. case[1], mistake(function()
        grid:resize(unpack(case, 2))
      end))
    end
    assert.are.same({ 3, 2 }, { grid.width, grid.height })
    grid = tilepath.grid(3, 2, { origin = { -2 ^ 32 + 5, 0 } })
    assert.is_true(extend(grid, { left = 5 }))
    assert.matches("^resize: the new edges lie beyond", mistake(function()
      grid:resize(-5, 1, 9, 2)
    end))
  end)
end)

describe("grid:resize with a crowd", function()
  local function town()
    local grid = tilepath.grid(8, 6)
    local finder = tilepath.pathfinder(grid)
    return grid, finder, tilepath.crowd(grid, { moved = true })
  end

  it("raises if a unit would be cut off", function()
    local grid, finder, crowd = town()
    local unit = crowd:add { finder = finder, cell_x = 7, cell_y = 2 }
    local others = {} -- the unit of the oldest crowd is returned
    for y = 1, 5 do
      others[y] = tilepath.crowd(grid):add { finder = finder, cell_x = 8,
        cell_y = y }
    end
    assert.are.same({ nil, "occupied", unit }, { grid:resize(1, 1, 6, 6) })
    assert.are.equal(8, grid.width)
    for _, other in ipairs(others) do
      other:remove()
    end
    assert.is_true(extend(grid, { right = -1 }))
    unit:go_cell(6, 2)
    crowd:update(0.05) -- the unit is between two cells
    assert.are.same({ nil, "occupied", unit }, { extend(grid, { right = -1 }) })
    crowd:update(9)
    assert.is_true(grid:resize(1, 1, 6, 2))
    assert.is_nil((finder:find(1, 1, 6, 2, { avoid = crowd })))
  end)

  it("lets a unit go on whose path began in cells that are cut off", function()
    local grid = tilepath.grid(12, 3)
    grid:set(6, 2, "wall")
    local unit = tilepath.crowd(grid, { moved = true }):add { cell_x = 1,
      cell_y = 2, finder = tilepath.pathfinder(grid, { diagonal = "never" }) }
    assert.is_true(unit:go_cell(12, 2))
    unit.crowd:update(1.5)
    assert.is_true(grid:resize(4, 1, 9, 3) and grid:resize(4, 1, 9, 4))
    unit.crowd:update(9)
    assert.are.same({ "arrived", 12 }, { unit.status, unit.cell_x })
  end)

  it("keeps the goal of a unit that looks for a way round", function()
    local grid = tilepath.grid(9, 1)
    local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1, pace = 3 }
    crowd:add({ finder = finder, cell_x = 3, cell_y = 1 }):pause()
    unit:go_cell(9, 1)
    for tick = 1, 9 do
      crowd:tick()
      assert.is_true(tick ~= 4 or extend(grid, { left = 4 }))
    end
    assert.are.equal(8.5, unit.goal_x)
  end)

  it("ends orders to a goal that is cut off", function()
    local grid, finder, crowd = town()
    local far = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    local near = crowd:add { finder = finder, cell_x = 1, cell_y = 3 }
    local guard = crowd:add { finder = finder, cell_x = 1, cell_y = 5 }
    far:go_cell(8, 1)
    near:go_cell(6, 3)
    guard:patrol { 0.5, 4.5, 7.5, 4.5 }
    crowd:update(0.5)
    assert.is_true(extend(grid, { right = -2 }))
    crowd:update(20)
    assert.are.same({ "idle", "arrived", "idle" },
      { far.status, near.status, guard.status })
    local stopped = {}
    for unit, what in crowd:events() do
      stopped[unit] = stopped[unit] or what == "stopped"
    end
    assert.are.same({ true, false, true },
      { stopped[far], stopped[near], stopped[guard] })
  end)

  it("rebuilds the fields that units follow", function()
    local grid, finder, crowd = town()
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    local group = { crowd:add { finder = finder, cell_x = 1, cell_y = 3 },
      crowd:add { finder = finder, cell_x = 1, cell_y = 4 } }
    unit:follow(finder:field { { 8, 1 } })
    crowd:go_cell(group, 8, 4)
    crowd:update(1.5)
    extend(grid, { left = 2, top = 1, bottom = 3 })
    crowd:update(30)
    assert.are.same({ 8, 1 }, { unit.cell_x, unit.cell_y })
    for _, one in ipairs(group) do
      assert.is_true(one.cell_x >= 7 and one.status ~= "going", one.status)
    end
  end)
end)
