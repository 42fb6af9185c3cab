--- grid:resize: more cells on some sides, or fewer, and the objects of the
-- grid. spec/laws/resize_spec.lua compares random grids with new grids.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local memory = require "spec.support.memory"

local map, mistake, points = helper.map, helper.mistake, helper.points

local function drawn(grid)
  local rows = {}
  for x, _, terrain in grid:cells() do
    if x == grid.base_x then
      rows[#rows + 1] = ""
    end
    rows[#rows] = rows[#rows] .. (terrain == "open" and "." or "#")
  end
  return table.concat(rows, "\n")
end

describe("grid:resize #core_c", function()
  it("adds cells on each side", function()
    local grid = tilepath.grid("..\n.#")
    assert.is_true(grid:resize { left = 2, top = 1, right = 3, bottom = 1 })
    assert.are.equal(map [[
      .......
      .......
      ...#...
      .......
    ]], drawn(grid))
    assert.are.same({ -1, 0, 7, 4 },
      { grid.base_x, grid.base_y, grid.width, grid.height })
    assert.are.same({ "wall", math.huge }, { grid:get(2, 2) })
    assert.are.same({ nil, "outside" }, { grid:get(-2, 1) })
  end)

  it("fills them with a terrain", function()
    local grid = tilepath.grid(2, 1, { prices = { sand = 2 } })
    assert.is_true(grid:resize { right = 1, fill = "sand" })
    assert.are.same({ "sand", 2 }, { grid:get(3, 1) })
    assert.are.same({ "open", 1 }, { grid:get(2, 1) })
  end)

  it("removes cells, and changes nothing without options", function()
    local grid = tilepath.grid("#..\n..#\n.#.")
    local before = grid.revision
    assert.is_true(grid:resize {})
    assert.are.equal(before, grid.revision)
    assert.is_true(grid:resize { left = -1, bottom = -1, right = 1 })
    assert.are.equal("...\n.#.", drawn(grid))
    assert.are.equal(2, grid.base_x)
    assert.are.equal("wall", (grid:get(3, 2)))
  end)

  it("keeps each place in the world, to the last bit", function()
    local grid = tilepath.grid(30, 20, { cell_size = 0.1, origin = { 0.7, 0 } })
    local was = {}
    for x = 1, 30 do
      was[x] = { grid:to_world(x, 7) }
    end
    grid:resize { left = 13, top = 5, right = 1 }
    for x = 1, 30 do
      assert.are.same(was[x], { grid:to_world(x, 7) })
      assert.are.same({ x, 7 }, { grid:to_cell(was[x][1], was[x][2]) })
    end
    helper.near(0.7 - 1.3, grid.origin_x)
    local left, top = grid:cell_rect(grid.base_x, grid.base_y)
    assert.are.same({ left, top }, { grid.origin_x, grid.origin_y })
    local again = tilepath.load(grid:dump())
    assert.is_true(again == grid)
    assert.are.same(was[9], { again:to_world(9, 7) })
  end)

  it("keeps fences and links between the cells that stay", function()
    local grid = tilepath.grid(6, 2)
    grid:fence(2, 1, 3, 1)
    grid:fence(5, 1, 6, 1)
    local stays = grid:link(1, 1, 4, 2, { name = "stairs" })
    local goes = grid:link(1, 2, 6, 2)
    assert.is_true(grid:resize { left = 3, right = -1 })
    local walls, links = grid:fences(), grid:links()
    assert.are.same({ 1, 2, 1, 3, 1 },
      { #walls, walls[1].x1, walls[1].y1, walls[1].x2, walls[1].y2 })
    assert.are.same({ 1, 1, 1, 4, 2, "stairs" }, { #links, links[1].x1,
      links[1].y1, links[1].x2, links[1].y2, links[1].name })
    assert.is_true(grid:unlink(stays))
    assert.are.same({ nil, "gone" }, { grid:unlink(goes) })
  end)

  it("leaves no fence at the new border", function()
    local grid = tilepath.grid(6, 6)
    for i = 1, 5 do
      grid:fence(i, 3, i + 1, 3)
      grid:fence(3, i, 3, i + 1)
    end
    assert.is_true(grid:resize { left = -2, top = -2, right = -3, bottom = -3 })
    assert.are.same({}, grid:fences())
    assert.is_true(tilepath.load(grid:dump()) == grid)
    grid:resize { left = 1, top = 1, right = 1, bottom = 1 }
    assert.are.same({}, grid:fences())
  end)

  it("leads pathfinders to new ground", function()
    local grid = tilepath.grid("..\n##")
    local finder = tilepath.pathfinder(grid)
    assert.is_nil((finder:find(1, 1, 2, 3)))
    grid:resize { left = 1, bottom = 1 }
    local path, cost = finder:find(1, 1, 2, 3)
    assert.are.equal("1,1 0,1 0,2 0,3 1,3 2,3", points(path))
    assert.are.equal(5, cost)
    assert.are.equal(1, finder:regions()[1] and #finder:regions())
  end)

  it("gives pathfinders room for goals on wide ground", function()
    local all = {}
    for i = 1, 20 do
      local grid = tilepath.grid(4, 4)
      local finder = tilepath.pathfinder(grid)
      finder:find(1, 1, 4, 4, { within = 1 })
      grid:resize { right = 32000, bottom = 10 }
      grid:fill(9, 1, 1, 3, "wall")
      grid:fill(1500, 1, 1, 14, "wall")
      local query = { within = 20000, sight = true }
      assert.are.equal("unreachable", select(2, finder:find(1, 1, 29400, 4,
        query)))
      query.partial = true
      local path = finder:find(1, 1, 29400, 4, query)
      assert.are.same({ 1499, 4 }, { path:point(path:count()) })
      assert.truthy(finder:find(1, 1, 1400, 4, query))
      all[i] = path:count()
      collectgarbage()
    end
    assert.are.equal(1499, all[20])
  end)

  it("keeps the numbers of a layer", function()
    local grid = tilepath.grid(3, 2)
    local layer = tilepath.layer(grid)
    layer:set(2, 1, 9)
    layer:set(3, 2, 7)
    grid:resize { left = 1, top = 2, right = -1 }
    assert.are.same({ 9, 0 }, { layer:get(2, 1), layer:get(0, -1) })
    grid:resize { right = 1 }
    assert.are.equal(0, layer:get(3, 2))
    assert.are.equal(1, layer:fill(0, 0, 1, 1, 3))
  end)

  it("makes searches stale, and fields start again", function()
    local grid = tilepath.grid(8, 8)
    local finder = tilepath.pathfinder(grid)
    local field = finder:field { { 8, 8 } }
    local running, found = finder:search(1, 1, 8, 8), finder:search(1, 1, 2, 1)
    running:step(2)
    found:step(100)
    grid:resize { left = 1 }
    for _, search in ipairs { running, found } do
      assert.are.same({ "failed", "stale" }, { search.status, search.reason })
      assert.are.same({ nil, "stale" }, { search:path() })
      assert.is_nil((search:cell(1, 1)))
      assert.is_nil((search:open()()))
    end
    assert.are.equal(10, math.floor(field:cost(0, 1)))
  end)

  it("starts tickets again", function()
    local grid = tilepath.grid(8, 8)
    local queue = tilepath.queue { nodes = 3 }
    local finder = tilepath.pathfinder(grid)
    local ticket = queue:find(finder, 1, 1, 8, 1)
    queue:update()
    grid:resize { left = 2, top = 1 }
    repeat
      queue:update()
    until queue.count == 0
    assert.are.equal("1,1 2,1 3,1 4,1 5,1 6,1 7,1 8,1", points(ticket:path()))
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
    grid:resize { left = 2, top = 1, right = -2, bottom = 4 }
    local i, k = 0, 0
    for x, y, cost in reach:cells() do
      i = i + 1
      assert.are.same(cells[i], { x, y, cost })
      assert.are.equal(cost, reach:cost(x, y))
      assert.is_true(reach:covers(x, y))
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

  it("raises for the grid of a building", function()
    local house, grid = tilepath.building { hall = { 4, 3 } }
    assert.matches("^resize: the grid of a building", mistake(function()
      grid:resize { right = 1 }
    end))
    assert.are.equal(4, house.hall.width)
    assert.is_true(grid:copy():resize { right = 1 })
  end)

  it("raises if the size or the place is beyond the limits", function()
    local grid = tilepath.grid(3, 2, { base = { 2 ^ 30, 1 } })
    for _, case in ipairs {
      { { left = -3 }, "would have a width of 0" },
      { { bottom = 32766 }, "would have a height of 32768" },
      { { left = -1 }, "the new edges lie beyond the limits" },
      { { left = 0.5 }, "left must be a whole number" },
      { { fill = "lava" }, "fill must be a terrain" },
      { { lefft = 1 }, "unknown option 'lefft' %(did you mean 'left'%?%)" },
    } do
      assert.matches("^resize: .*" .. case[2], mistake(function()
        grid:resize(case[1])
      end))
    end
    assert.are.same({ 3, 2 }, { grid.width, grid.height })
  end)

  it("raises in a callback of the library", function()
    local grid = tilepath.grid(3, 2)
    local other = tilepath.grid(3, 2)
    assert.matches("^resize: the grid is busy", mistake(function()
      grid:sample(function()
        other:resize { left = 1 }
      end)
    end))
    assert.are.equal(3, other.width)
  end)

  it("may be called by on_done of a ticket, while others are under way",
    function()
      local grid = tilepath.grid(9, 9)
      local finder, queue = tilepath.pathfinder(grid,
        { algorithm = "dijkstra" }), tilepath.queue { nodes = 20 }
      local other = queue:find(finder, 1, 1, 9, 9)
      queue:update()
      queue:find(finder, 1, 1, 1, 1, { priority = 1, on_done = function()
        assert.is_true(grid:resize { left = 1, right = 3 })
      end })
      repeat queue:update() until queue.count == 0
      assert.are.equal(13, grid.width)
      assert.are.same({ finder:find(1, 1, 9, 9) }, { other:path() })
    end)

  it("raises in coroutines of a callback, and in coroutines of "
    .. "those", function()
    local grid = tilepath.grid(3, 2)
    local other = tilepath.grid(3, 2)
    local refusals = {}
    local function deeper(depth)
      other:get(1, 1)
      refusals[depth] = mistake(function()
        other:resize { left = 1 }
      end)
      if depth < 3 then
        coroutine.wrap(deeper)(depth + 1)
      end
    end
    coroutine.wrap(function()
      grid:sample(function()
        if not refusals[1] then
          coroutine.wrap(deeper)(1)
        end
      end)
    end)()
    local busy = "resize: the grid is busy (a callback may not do this)"
    assert.are.same({ busy, busy, busy }, refusals)
    assert.are.equal(3, other.width)
  end)

  it("ends a loop over the neighbors of a cell", function()
    local grid = tilepath.grid(4, 4)
    local finder = tilepath.pathfinder(grid)
    local count = 0
    for _ in finder:neighbors(3, 3) do
      count = count + 1
      grid:resize { left = -1, bottom = -2 }
      finder:can_enter(2, 2) -- refreshes the finder's map
    end
    assert.are.equal(1, count)
  end)

  it("works beside suspended, ended and failed coroutines", function()
    local grid = tilepath.grid(3, 2)
    local function within(f)
      return coroutine.create(function()
        grid:sample(f)
        coroutine.yield()
      end)
    end
    local rests, fails = within(function() end), within(error)
    local ended = coroutine.create(function() grid:get(1, 1) end)
    assert.is_true(coroutine.resume(rests))
    assert.is_false(coroutine.resume(fails))
    assert.is_true(coroutine.resume(ended))
    assert.is_true(grid:resize { left = 1 })
    assert.is_true(coroutine.wrap(function()
      return grid:resize { right = 1 }
    end)())
    assert.are.equal(5, grid.width)
    assert.are.same({ "suspended", "dead", "dead" }, {
      coroutine.status(rests), coroutine.status(fails),
      coroutine.status(ended) })
  end)
end)

describe("grid:resize with a crowd #core_c", function()
  local function town()
    local grid = tilepath.grid(8, 6)
    local finder = tilepath.pathfinder(grid)
    return grid, finder, tilepath.crowd(grid, { moved = true })
  end

  it("lets units keep their places and walk on", function()
    local grid, finder, crowd = town()
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    unit:go_cell(8, 1)
    crowd:update(1.1)
    local x, y = unit.x, unit.y
    assert.is_true(grid:resize { left = 3, top = 2, right = -1 + 1 })
    assert.are.same({ x, y }, { unit.x, unit.y })
    assert.is_true(rawequal(unit, crowd:at(unit.cell_x, unit.cell_y)))
    assert.are.same({ 7.5, 0.5 }, { unit.goal_x, unit.goal_y })
    local cells = {}
    for _, what, cell_x in crowd:events() do
      cells[#cells + 1] = what == "moved" and cell_x or nil
    end
    assert.are.equal("2 3 4 5", table.concat(cells, " "):sub(1, 7))
    repeat
      local under_way = crowd:update(0.5)
    until under_way == 0
    assert.are.same({ 7.5, 0.5, "arrived" }, { unit.x, unit.y, unit.status })
  end)

  it("raises if a unit would be cut off", function()
    local grid, finder, crowd = town()
    local unit = crowd:add { finder = finder, cell_x = 7, cell_y = 2 }
    assert.are.same({ nil, "unit", unit }, { grid:resize { right = -2 } })
    assert.are.equal(8, grid.width)
    assert.is_true(grid:resize { right = -1 })
    unit:go_cell(6, 2)
    crowd:update(0.05) -- the unit is between two cells
    local ok, reason, who = grid:resize { right = -1 }
    assert.are.same({ nil, "unit" }, { ok, reason })
    assert.is_true(rawequal(unit, who))
    crowd:update(9)
    assert.is_true(grid:resize { right = -1 })
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
    assert.is_true(grid:resize { right = -2 })
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

  it("lets units with other kinds of orders walk on", function()
    local grid, finder, crowd = town()
    local hare = crowd:add { finder = finder, cell_x = 8, cell_y = 1 }
    local fox = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    fox:chase(hare, { within = 0 })
    crowd:update(0.3)
    assert.is_true(hare:set_cell(2, 4))
    assert.is_true(grid:resize { left = 2, top = 3, right = -3 })
    crowd:update(9)
    assert.is_true(math.abs(fox.cell_x - 2) <= 1)
    assert.is_true(math.abs(fox.cell_y - 4) <= 1)
  end)

  it("rebuilds the fields that units follow", function()
    local grid, finder, crowd = town()
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    local group = { crowd:add { finder = finder, cell_x = 1, cell_y = 3 },
      crowd:add { finder = finder, cell_x = 1, cell_y = 4 } }
    unit:follow(finder:field { { 8, 1 } })
    crowd:go_cell(group, 8, 4)
    crowd:update(1.5)
    grid:resize { left = 2, top = 1, bottom = 3 }
    crowd:update(30)
    assert.are.same({ 8, 1 }, { unit.cell_x, unit.cell_y })
    for _, one in ipairs(group) do
      assert.is_true(one.cell_x >= 7 and one.status ~= "going", one.status)
    end
  end)

  it("lets no memory grow beyond twice that of new objects", function()
    local queries = { { adjacent = true }, { within = 1 }, { partial = true } }
    local list = { { 3, 3 }, { 4, 4 } }
    local grid = tilepath.grid(10, 10)
    local function inhabit(columns)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local queue = tilepath.queue { nodes = 1e6 }
      local hero = { x = 0.5, y = 0.5 }
      local hunter = crowd:add { finder = finder, cell_x = 9, cell_y = 9 }
      hunter:chase(hero)
      for i = 0, columns do
        grid:resize { [i % 2 == 0 and "left" or "right"] = i > 0 and 1 or 0 }
        for _, query in ipairs(queries) do
          assert.truthy(finder:find(1, 1, 5, 5, query))
          queue:find(finder, 1, 1, 5, 5, query)
        end
        assert.truthy(finder:find(1, 1, list))
        queue:find(finder, 1, 1, list)
        queue:update()
        hero.x = 0.5 + i % 2 * 6
        crowd:update(0.5)
      end
      return { finder, crowd, queue }
    end
    local long = memory.bytes_of(function()
      return inhabit(60)
    end)
    local new = memory.bytes_of(function()
      return inhabit(0)
    end)
    assert.are.equal(70, grid.width)
    assert.is_true(long <= 2 * new, long .. " bytes, not " .. new)
  end)

  it("keeps the state of a crowd", function()
    local grid, finder, crowd = town()
    grid:resize { left = 4, top = 1 }
    local unit = crowd:add { finder = finder, cell_x = -2, cell_y = 2 }
    unit:go_cell(7, 2)
    crowd:update(1)
    local loaded = tilepath.load(grid:dump())
    local again = helper.load_crowd(loaded, { state = crowd:state(),
      finders = { tilepath.pathfinder(loaded) } })
    crowd:update(3.3)
    again:update(3.3)
    assert.are.same({ unit.x, unit.y },
      { again:units()[1].x, again:units()[1].y })
  end)
end)
