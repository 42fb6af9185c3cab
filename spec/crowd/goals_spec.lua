--- crowd:go and crowd:go_cell to several goals, to a building and near a place:
-- each unit gets a cell of its own. And unit:go to a list of goals, of which the
-- unit takes a free one.

local boards = require "spec.support.boards"
local tilepath = require "tilepath"

local SIDE = 15

--- A map with a building of 3 x 3 cells, and a crowd with units in these cells.
local function town(cells, options)
  local grid = tilepath.grid(SIDE, SIDE, options)
  local finder = tilepath.pathfinder(grid)
  local crowd, units = tilepath.crowd(grid), {}
  grid:fill(7, 7, 3, 3, "wall")
  for i, cell in ipairs(cells) do
    units[i] = assert(crowd:add { finder = finder, cell_x = cell[1],
      cell_y = cell[2], speed = 4 })
  end
  return crowd, units, grid, finder
end

--- The cells of a row, a column, or one of the other two sides of the map.
local function side(turn, count)
  local cells = {}
  for i = 1, count do
    local at, far = i + 1, turn % 2 == 0 and 1 or SIDE
    cells[i] = turn < 2 and { at, far } or { far, at }
  end
  return cells
end

local function at_rest(units)
  local seen = {}
  for _, unit in ipairs(units) do
    local cell = unit.cell_x .. "," .. unit.cell_y
    assert.is_nil(seen[cell])
    assert.are.equal("arrived", unit.status)
    seen[cell] = true
  end
  return seen
end

local BUILDING = { { 7, 7, 3, 3 } }

describe("crowd:go_cell to a building", function()
  for turn = 0, 3 do
    it("gives each unit a cell beside it, from side " .. turn, function()
      local crowd, units, _, finder = town(side(turn, 12))
      assert.are.equal(12, crowd:go_cell(units, BUILDING, { adjacent = true }))
      crowd:update(60)
      at_rest(units)
      for _, unit in ipairs(units) do
        local path = finder:find(unit.cell_x, unit.cell_y, BUILDING,
          { adjacent = true })
        assert.are.equal(0, path.cost)
      end
    end)
  end

  it("gives units that find no cell beside it the nearest one", function()
    -- sixteen cells are beside it, with those at its corners
    local cells = side(0, 13)
    for _, cell in ipairs(side(1, 5)) do
      cells[#cells + 1] = cell
    end
    local crowd, units = town(cells)
    assert.are.equal(18, crowd:go_cell(units, BUILDING, { adjacent = true }))
    crowd:update(60)
    local rings = { 0, 0 }
    at_rest(units)
    assert.is_true(crowd:load((crowd:save())))
    for _, unit in ipairs(crowd:units()) do
      local ring = math.max(7 - unit.cell_x, unit.cell_x - 9,
        7 - unit.cell_y, unit.cell_y - 9)
      assert.are.equal(ring == 2 and "occupied" or nil, unit.reason)
      rings[ring] = rings[ring] + 1
    end
    assert.are.same({ 16, 2 }, rings)
  end)

  it("leads to cells beside it on hexagons", function()
    local crowd, units, _, finder = town(side(0, 6), { shape = "hex" })
    crowd:go_cell(units, { { 3, 12 } }, { adjacent = true })
    crowd:update(60)
    at_rest(units)
    for _, unit in ipairs(units) do
      assert.are.equal(1, finder.grid:distance(unit.cell_x, unit.cell_y, 3, 12))
    end
  end)
end)

describe("crowd:go to several goals", function()
  it("gives each unit one of them, the nearest unit first", function()
    -- Both units are nearer to the first goal. The second unit is nearest.
    local crowd, units = town { { 1, 2 }, { 2, 2 } }
    assert.are.equal(2, crowd:go(units, { { 4.5, 1.5 }, { 11.5, 1.5 } }))
    crowd:update(60)
    at_rest(units)
    assert.are.same({ 12, 2, 5, 2 }, { units[1].cell_x, units[1].cell_y,
      units[2].cell_x, units[2].cell_y })
  end)

  it("leads near a place with within", function()
    local crowd, units = town(side(2, 3))
    assert.are.equal(3, crowd:go_cell(units, 4, 8, { within = 2 }))
    crowd:update(60)
    at_rest(units)
    for _, unit in ipairs(units) do
      assert.is_true(math.sqrt((unit.cell_x - 4) ^ 2 + (unit.cell_y - 8) ^ 2)
        <= 2)
    end
  end)

  it("leads units under a wall out, to the nearest free cell", function()
    for turn = 0, 3 do
      local function at(x, y)
        for _ = 1, turn do
          x, y = 7 - y, x
        end
        return x, y
      end
      local grid = tilepath.grid(6, 6)
      local finder = tilepath.pathfinder(grid, { diagonal = "never" })
      local crowd, units = tilepath.crowd(grid), {}
      for i, cell in ipairs { { 3, 1 }, { 5, 5 } } do
        local x, y = at(cell[1], cell[2])
        units[i] = crowd:add { finder = finder, cell_x = x, cell_y = y }
      end
      grid:set(units[2].cell_x, units[2].cell_y, "wall")
      local goal_x, goal_y = at(3, 2)
      assert.are.equal(2, crowd:go_cell(units, { { goal_x, goal_y } }))
      crowd:update(30)
      at_rest(units)
      assert.are.same({ goal_x, goal_y }, { units[1].cell_x, units[1].cell_y })
      assert.are.equal(1, math.abs(units[2].cell_x - goal_x)
        + math.abs(units[2].cell_y - goal_y))
    end
  end)

  it("says why no unit goes", function()
    local crowd, units, grid = town(side(0, 2))
    assert.are.same({ nil, "goal_blocked" },
      { crowd:go_cell(units, { { 8, 8 } }) })
    assert.are.same({ nil, "goal_outside" },
      { crowd:go_cell(units, { { 80, 8 } }) })
    assert.are.same({ nil, "empty" }, { crowd:go_cell({}, { { 8, 8 } }) })
    grid:fill(1, 3, SIDE, 1, "wall")
    assert.are.same({ nil, "unreachable" },
      { crowd:go_cell(units, BUILDING, { adjacent = true }) })
  end)
end)

-- A group around a place, all of whose cells are taken: { side of the bodies,
-- goal, options, cells of those who are there, cell of a spare one; the first
-- of those that it can get at }.
local ROUND = { { 5, 5 }, { 6, 5 }, { 7, 5 }, { 5, 6 }, { 7, 6 }, { 5, 7 },
  { 6, 7 }, { 7, 7 } }
local PLUS = { { 6, 5 }, { 5, 6 }, { 7, 6 }, { 6, 7 } }
local CASES = {
  beside = { 1, { 6, 6 }, { adjacent = true }, ROUND, { 6, 1 } },
  near = { 1, { 6, 6 }, { within = 1 },
    { { 6, 6 }, { 6, 5 }, { 5, 6 }, { 7, 6 }, { 6, 7 } }, { 6, 1 },
    first = 2 },
  ["four ways"] = { 1, { 6, 6 }, { adjacent = true }, PLUS, { 1, 6 },
    rule = "never" },
  ["in sight"] = { 1, { 6, 6 }, { within = 1, sight = true },
    { { 6, 6 }, { 6, 5 }, { 5, 6 }, { 7, 6 }, { 6, 7 } }, { 6, 1 },
    first = 2 },
  ["in an area"] = { 1, { 6, 6, 2, 1 }, {}, { { 6, 6 }, { 7, 6 } }, { 1, 6 } },
  large = { 2, { 8, 8, 2, 2 }, { adjacent = true },
    { { 6, 6 }, { 8, 6 }, { 10, 6 }, { 6, 8 }, { 10, 8 }, { 6, 10 }, { 8, 10 },
      { 10, 10 } }, { 1, 8 } },
}

local function open_rows()
  local rows = {}
  for y = 1, 13 do rows[y] = ("."):rep(13) end
  return rows
end

for name, case in pairs(CASES) do
  local size, goal, options, cells, from = case[1], case[2], case[3], case[4],
    case[5]

  --- The board in a turn: a crowd whose `fallen`-th unit is removed once the
  -- spare one rests. @return the spare unit, its crowd, and the free cell
  local function fight(turn, fallen, order)
    local grid, at = boards.drawn(open_rows(), {}, turn)
    local finder = tilepath.pathfinder(grid, { size = size,
      diagonal = case.rule })
    local crowd = tilepath.crowd(grid)
    local function add(x, y, yields)
      local rect = boards.rect(at, x, y, size, size)
      return crowd:add { finder = finder, cell_x = rect[1], cell_y = rect[2],
        yields = yields }
    end
    local there = {}
    for i, cell in ipairs(cells) do
      there[i] = add(cell[1], cell[2], false)
    end
    if options.adjacent then add(goal[1], goal[2], false) end
    local spare = add(from[1], from[2])
    order(crowd, spare, boards.rect(at, goal[1], goal[2], goal[3] or 1,
      goal[4] or 1))
    for _ = 1, 40 do crowd:tick() end
    assert.are.same({ "arrived", "occupied" }, { spare.status, spare.reason })
    local x, y = there[fallen].cell_x, there[fallen].cell_y
    there[fallen]:remove()
    return spare, crowd, { x, y }
  end

  local function close_in(crowd, spare, cell)
    for _ = 1, 60 do crowd:tick() end
    assert.are.same(cell, { spare.cell_x, spare.cell_y })
    assert.are.same({ "arrived" }, { spare.status, spare.reason })
  end

  local function go_cell(crowd, spare, rect)
    assert.are.equal(1, crowd:go_cell({ spare }, { rect }, options))
  end

  describe("a unit of a group without a cell, " .. name, function()
    it("takes one that falls free", function()
      for fallen = case.first or 1, #cells do
        local spare, crowd, cell = fight(fallen % 8, fallen, go_cell)
        close_in(crowd, spare, cell)
        assert.are.same({ spare, "arrived" }, { crowd:unit(spare.id),
          spare.status })
      end
    end)

    it("takes one after it was saved, and by world units", function()
      for turn = 0, 7 do
        local spare, crowd, cell = fight(turn, #cells, function(crowd, unit,
            rect)
          assert.are.equal(1, crowd:go({ unit }, { { rect[1] - 1, rect[2] - 1,
            rect[3], rect[4] } }, options))
        end)
        local other = tilepath.crowd(crowd.grid)
        local finder = spare.finder
        assert.is_true(other:load((crowd:save()),
          { finders = function() return finder end }))
        assert.is_true(crowd:load((other:save())))
        close_in(crowd, spare, cell)
      end
    end)

    it("takes one though its order was interrupted, or waited", function()
      for turn = 0, 7 do
        local spare, crowd, cell = fight(turn, #cells, function(crowd, unit,
            rect)
          unit:go_cell(unit.cell_x, unit.cell_y)
          local own = { queued = true }
          for key, value in pairs(options) do own[key] = value end
          assert.are.equal(1, crowd:go_cell({ unit }, { rect }, own))
          assert.is_true(crowd:load((crowd:save())))
          for _ = 1, 2 do crowd:tick() end
          assert.are.equal("going", unit.status)
          assert.is_true(unit:go_cell(unit.cell_x, unit.cell_y,
            { resume = true }))
          assert.is_true(crowd:load((crowd:save())))
        end)
        close_in(crowd, spare, cell)
      end
    end)
  end)
end

describe("units of a group without a cell", function()
  it("take cells on hexagons", function()
    for _, shape in ipairs(boards.SHAPES) do
      if shape.shape then
        local grid = tilepath.grid(12, 12, shape)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        local last
        for x, y in finder:neighbors(6, 6) do
          last = crowd:add { finder = finder, cell_x = x, cell_y = y,
            yields = false }
        end
        local spare = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
        crowd:go_cell({ spare }, 6, 6, { adjacent = true })
        for _ = 1, 40 do crowd:tick() end
        assert.are.equal("occupied", spare.reason)
        local x, y = last.cell_x, last.cell_y
        last:remove()
        for _ = 1, 60 do crowd:tick() end
        assert.are.same({ x, y }, { spare.cell_x, spare.cell_y })
      end
    end
  end)

  it("close a gap from the nearest place, whoever was ordered first", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn(open_rows(), {}, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local there, units = {}, {}
      for i, cell in ipairs(ROUND) do
        local x, y = at(cell[1], cell[2])
        there[i] = crowd:add { finder = finder, cell_x = x, cell_y = y,
          yields = false }
      end
      for i = 0, 11 do
        local x, y = at(1 + i % 4, 1 + math.floor(i / 4))
        units[i + 1] = crowd:add { finder = finder, cell_x = x, cell_y = y }
      end
      local goal_x, goal_y = at(6, 6)
      crowd:add { finder = finder, cell_x = goal_x, cell_y = goal_y,
        yields = false }
      crowd:go_cell(units, goal_x, goal_y, { adjacent = true })
      for _ = 1, 60 do crowd:tick() end
      for i = 1, 8 do
        local x, y = there[i].cell_x, there[i].cell_y
        local far, nearest = {}, math.huge
        for _, unit in ipairs(units) do
          if unit.reason == "occupied" then
            far[unit] = (unit.cell_x - x) ^ 2 + (unit.cell_y - y) ^ 2
            nearest = math.min(nearest, far[unit])
          end
        end
        for _ = 1, turn do crowd:tick() end
        there[i]:remove()
        for _ = 1, 60 do crowd:tick() end
        local taker = crowd:at(x, y)
        assert.are.equal(nearest, taker and far[taker], turn .. " " .. i)
        taker.yields = false
      end
    end
  end)

  it("take one cell each; one that comes too late is spare again", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn(open_rows(), {}, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local there, late = {}, {}
      local function add(list, x, y, yields)
        local cell_x, cell_y = at(x, y)
        list[#list + 1] = crowd:add { finder = finder, cell_x = cell_x,
          cell_y = cell_y, yields = yields }
      end
      for _, cell in ipairs(ROUND) do add(there, cell[1], cell[2], false) end
      for x = 5, 7 do add(late, x, 1) end
      local goal_x, goal_y = at(6, 6)
      assert.are.equal(3,
        crowd:go_cell(late, goal_x, goal_y, { adjacent = true }))
      for _ = 1, 40 do crowd:tick() end
      for i = 1, 2 do there[i]:remove() end
      for _ = 1, 60 do crowd:tick() end
      local count = 0
      for _, unit in ipairs(late) do
        assert.are.equal("arrived", unit.status)
        count = count + (unit.reason == "occupied" and 1 or 0)
      end
      assert.are.equal(1, count)
      -- A stranger is put into the next cell that falls free, before the last
      -- one is there.
      local last, far, cell = nil, 0, nil
      for _, unit in ipairs(late) do
        last = unit.reason == "occupied" and unit or last
      end
      for k = 3, 8 do
        local away = math.max(math.abs(there[k].cell_x - last.cell_x),
          math.abs(there[k].cell_y - last.cell_y))
        if away > far then far, cell = away, there[k] end
      end
      local cell_x, cell_y = cell.cell_x, cell.cell_y
      cell:remove()
      for _ = 1, 20 do
        if not last.moving then crowd:tick() end
      end
      assert(crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y,
        yields = false })
      for _ = 1, 400 do crowd:tick() end
      assert.are.same({ "arrived", "occupied" }, { last.status, last.reason })
    end
  end)
end)

-- A car park: a road, an aisle and places.
local PARK = { "..........", "..########", ".........#", "..pppppp##" }

--- A park, turned; and a function that adds a car at a column of the road.
local function park(turn)
  local grid, at = boards.drawn(PARK, {}, turn)
  local finder = tilepath.pathfinder(grid, { diagonal = "never" })
  local crowd, places = tilepath.crowd(grid), {}
  for i = 1, 6 do places[i] = { at(i + 2, 4) } end
  local function add(column, more)
    local x, y = at(column, 1)
    return crowd:add { finder = finder, cell_x = x, cell_y = y,
      yields = more and more.yields, speed = 4 }
  end
  return crowd, places, add, finder
end

--- The number of the place at which a car has arrived, or its status.
local function place_of(car, places)
  for i, place in ipairs(places) do
    if car.status == "arrived" and car.cell_x == place[1]
      and car.cell_y == place[2] then
      return i
    end
  end
  return car.status
end

local function places_of(cars, places)
  local list = {}
  for i, car in ipairs(cars) do list[i] = place_of(car, places) end
  table.sort(list, function(one, other)
    return tostring(one) < tostring(other)
  end)
  return list
end

describe("unit:go_cell to a list of goals", function()
  for turn = 0, 7 do
    it("takes the cheapest one that is free, turn " .. turn, function()
      local crowd, places, add, finder = park(turn)
      local free = { true, true, true, true, true, true }
      for _ = 1, 6 do
        local car = add(10, { yields = false })
        local from_x, from_y = car.cell_x, car.cell_y
        assert.is_true(car:go_cell(places))
        crowd:update(12)
        local taken, costs, least = place_of(car, places), {}, math.huge
        for i, place in ipairs(places) do
          local _, cost = finder:find(from_x, from_y, place[1], place[2])
          costs[i] = cost
          least = free[i] and math.min(least, cost) or least
        end
        assert.is_true(free[taken])
        assert.are.equal(least, costs[taken])
        free[taken] = false
      end
    end)

    for _, yields in ipairs { true, false } do
      it(("takes another one if it comes too late, turn %d, yields %s"):format(
        turn, tostring(yields)), function()
        for _, is_area in ipairs { false, true } do
          local crowd, places, add = park(turn)
          local cars, last = {}, places[6]
          local x, y = math.min(places[1][1], last[1]),
            math.min(places[1][2], last[2])
          local area = { { x, y, math.abs(places[1][1] - last[1]) + 1,
            math.abs(places[1][2] - last[2]) + 1 } }
          for i = 1, 6 do
            cars[i] = add(11 - i, { yields = yields })
            assert.is_true(cars[i]:go_cell(is_area and area or places))
          end
          crowd:update(1)
          assert.is_true(crowd:load((crowd:save())))
          for _ = 1, 290 do
            crowd:update(0.1)
            for _, what in crowd:events() do
              assert.is_not.equal("blocked", what)
            end
          end
          assert.are.same({ 1, 2, 3, 4, 5, 6 }, places_of(cars, places))
        end
      end)
    end
  end

  -- The last area has a cell in front of the wall and two behind it, to which no
  -- way leads.
  local GROUND = { "...........", "...........", "...........", "#.#########",
    "..#........" }

  --- The units take the cells of three areas one after the other.
  local function take_cells(turn, prices, size)
    local grid, at = boards.drawn(GROUND, {}, turn)
    for i, price in ipairs(prices) do
      local x, y = at(4 + i, 2)
      grid:terrain("mud " .. i, price)
      grid:set(x, y, "mud " .. i)
    end
    local finder = tilepath.pathfinder(grid, { size = size })
    local crowd, areas = tilepath.crowd(grid), {}
    for i, area in ipairs { { 5, 1, 3, 3 }, { 9, 2, 2, 1 }, { 2, 5, 4, 1 } } do
      areas[i] = boards.rect(at, area[1], area[2], area[3], area[4])
    end
    areas[2].cost = 2.5
    -- The first time for the ground as it is, then with two more columns.
    local rect = boards.rect(at, 1, 1, 13, 5)
    for round = 1, 2 do
      local from = boards.rect(at, 1, 1, size, size)
      for _ = 1, size == 1 and 7 or 3 - round do
        local unit = assert(crowd:add { finder = finder, cell_x = from[1],
          cell_y = from[2] })
        local least = math.huge
        for _, area in ipairs(areas) do
          for y = area[2], area[2] + area[4] - 1 do
            for x = area[1], area[1] + area[3] - 1 do
              local path, cost = finder:find(from[1], from[2], x, y)
              if path and crowd:is_free(x, y, size, size) then
                least = math.min(least, cost + (area.cost or 0))
              end
            end
          end
        end
        assert.is_true(unit:go_cell(areas))
        crowd:tick()
        local left, top = grid:to_cell(unit.goal_x - size / 2 + 0.5,
          unit.goal_y - size / 2 + 0.5)
        local _, cost = finder:find(from[1], from[2], left, top)
        assert.are.equal(least, cost + (areas[unit.goal_index].cost or 0))
        assert.is_true(crowd:is_free(left, top, size, size))
        unit:stop()
        assert(unit:set_cell(left, top))
      end
      assert.is_true(grid:resize(rect[1], rect[2], rect[3], rect[4]))
    end
  end

  for turn = 0, 7 do
    for name, prices in pairs { ["even ground"] = {}, mud = { 3, 2, 5 } } do
      for size = 1, 2 do
        it(("takes the cheapest cell of areas that is free, turn %d, %s, "
          .. "size %d"):format(turn, name, size), function()
          take_cells(turn, prices, size)
        end)
      end
    end
  end

  it("waits beside the held cell of an area if no way leads to the free ones",
    function()
      for turn = 0, 7 do
        local grid, at = boards.drawn(GROUND, {}, turn)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        local x, y = at(2, 5)
        crowd:add { finder = finder, cell_x = x, cell_y = y, yields = false }
        x, y = at(2, 1)
        local unit = crowd:add { finder = finder, cell_x = x, cell_y = y }
        unit:go_cell { boards.rect(at, 2, 5, 4, 1) }
        for _ = 1, 20 do crowd:tick() end
        x, y = at(2, 4)
        assert.are.same({ "blocked", "stuck", x, y }, { unit.status,
          unit.reason, unit.cell_x, unit.cell_y })
      end
    end)

  it("takes another one if it is taken while the unit looks for a way",
    function()
      for turn = 0, 7 do
        local rows = {}
        for row = 1, 6 do rows[row] = ("."):rep(12) end
        local grid, at = boards.drawn(rows, {}, turn)
        grid:terrain("mud", 3)
        for _, cell in ipairs { { 4, 1 }, { 6, 3 }, { 7, 1 }, { 7, 2 } } do
          local x, y = at(cell[1], cell[2])
          grid:set(x, y, "mud")
        end
        local finder = tilepath.pathfinder(grid)
        local crowd = tilepath.crowd(grid, { max_nodes = 1 })
        local near, far = { at(8, 1) }, { at(12, 1) }
        local x, y = at(1, 1)
        local unit = crowd:add { finder = finder, cell_x = x, cell_y = y }
        unit:go_cell { near, far }
        for _ = 1, 3 do crowd:tick() end
        crowd:add { finder = finder, cell_x = near[1], cell_y = near[2],
          yields = false }
        for _ = 1, 90 do
          crowd:tick()
          for _, what in crowd:events() do
            assert.is_not.equal("blocked", what)
          end
        end
        assert.are.same({ "arrived", far[1], far[2] }, { unit.status,
          unit.cell_x, unit.cell_y })
      end
    end)

  it("leaves out a stop at which a bus rests that does not yield", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn({ "............" }, {}, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local x, y = at(8, 1)
      local bus = crowd:add { finder = finder, cell_x = x, cell_y = y,
        yields = false }
      bus:patrol_cell({ { x, y }, { at(12, 1) } }, { rest = 999 })
      x, y = at(6, 1)
      local car = crowd:add { finder = finder, cell_x = x, cell_y = y }
      crowd:tick()
      car:go_cell { { at(8, 1) }, { at(2, 1) } }
      for _ = 1, 12 do crowd:tick() end
      x, y = at(2, 1)
      assert.are.same({ "arrived", x, y }, { car.status, car.cell_x,
        car.cell_y })
    end
  end)

  it("is blocked if all are taken, until one falls free", function()
    for turn = 0, 7 do
      local crowd, places, add = park(turn)
      local cars = {}
      for i = 1, 7 do
        cars[i] = add(11 - i, { yields = false })
        cars[i]:go_cell(places)
      end
      crowd:update(60)
      local blocked
      for _, car in ipairs(cars) do
        blocked = car.status == "blocked" and car or blocked
      end
      assert.are.same({ 1, 2, 3, 4, 5, 6, "blocked" }, places_of(cars, places))
      for i, car in ipairs(cars) do
        if car ~= blocked and place_of(car, places) % 5 == 0 then
          car:remove()
          table.remove(cars, i)
          break
        end
      end
      crowd:update(120)
      assert.are.same({ 1, 2, 3, 4, 5, 6 }, places_of(cars, places))
    end
  end)

  it("stays with the nearest one if units leave it at once", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn({ ".........." }, {}, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local near, far = { at(6, 1) }, { at(10, 1) }
      for column = 1, 4 do
        local x, y = at(column, 1)
        local unit = crowd:add { finder = finder, cell_x = x, cell_y = y }
        unit:go_cell { near, far }
      end
      local gone = 0
      for _ = 1, 200 do
        crowd:update(0.05)
        for unit, what in crowd:events() do
          if what == "arrived" and unit.cell_x == near[1]
            and unit.cell_y == near[2] then
            unit:remove()
            gone = gone + 1
          end
        end
      end
      assert.are.equal(4, gone)
    end
  end)
end)

describe("a unit that waits for a place", function()
  local BEDS = { { 3, 2 }, { 6, 2 }, { 9, 2 }, { 3, 4 }, { 6, 4 }, { 9, 4 } }
  local ROW = ("."):rep(12)

  --- So many units in a row, with the order to the beds.
  local function dormitory(turn, count, options)
    local grid, at = boards.drawn({ ROW, ROW, ROW, ROW, ROW }, {}, turn)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local beds = {}
    for i, bed in ipairs(BEDS) do
      beds[i] = { at(bed[1], bed[2]) }
    end
    for i = 1, count do
      local x, y = at(2 + i, 3)
      local unit = crowd:add { finder = finder, cell_x = x, cell_y = y,
        speed = 4 }
      unit:go_cell(beds, options)
    end
    return crowd, beds
  end

  local function count_held(crowd, beds)
    local count = 0
    for _, bed in ipairs(beds) do
      local unit = crowd:at(bed[1], bed[2])
      count = count + (unit and unit.status == "arrived" and 1 or 0)
    end
    return count
  end

  for turn = 0, 7 do
    it("soon takes a bed that becomes free, turn " .. turn, function()
      for i = 1, #BEDS do
        local crowd, beds = dormitory(turn, 7)
        crowd:update(300)
        assert.are.equal(6, count_held(crowd, beds))
        crowd:at(beds[i][1], beds[i][2]):remove()
        crowd:update(12)
        assert.are.equal(6, count_held(crowd, beds))
      end
    end)

    it("settles when all beds are taken, turn " .. turn, function()
      for count = 6, 8 do
        local crowd, beds = dormitory(turn, count, { settle = 1 })
        crowd:update(60)
        assert.are.equal(6, count_held(crowd, beds))
        local settled = 0
        for _, unit in ipairs(crowd:units()) do
          settled = settled + (unit.status == "settled" and 1 or 0)
        end
        assert.are.equal(count - 6, settled)
      end
    end)

    it("soon takes a free cell of an area of its patrol, turn " .. turn,
      function()
        local row = ("."):rep(15)
        local grid, at = boards.drawn({ row, row, row }, {}, turn)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        local function add(column, line, yields)
          local x, y = at(column, line)
          return crowd:add { finder = finder, cell_x = x, cell_y = y,
            speed = 4, yields = yields }
        end
        local one, other = add(14, 1, false), add(14, 2, false)
        local unit, reached = add(1, 1), 0
        unit.on_reached = function()
          reached = reached + 1
        end
        assert.is_true(unit:patrol_cell { boards.rect(at, 14, 1, 1, 2),
          { at(2, 2) } })
        crowd:update(60)
        assert.are.same({ "blocked", 0 }, { unit.status, reached })
        local free = turn % 2 == 0 and one or other
        free:remove()
        crowd:update(16)
        assert.is_true(reached > 0)
      end)
  end

  it("soon takes a free place beside its goal", function()
    local grid = tilepath.grid(15, 15)
    grid:set(8, 8, "wall")
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local units, late = {}, nil
    for i = 1, 9 do
      units[i] = crowd:add { finder = finder, cell_x = 3 + i, cell_y = 1,
        speed = 4 }
      units[i]:go_cell(8, 8, { adjacent = true })
    end
    crowd:update(400)
    for _, unit in ipairs(units) do
      late = unit.status ~= "arrived" and unit or late
    end
    assert.is_truthy(late)
    for _, unit in ipairs(units) do
      if unit.status == "arrived" then
        unit:remove()
        break
      end
    end
    crowd:update(14)
    assert.are.equal("arrived", late.status)
  end)

  it("tries again within 350 steps when a ring opens on its far side", function()
    for wait = 620, 660, 20 do
      local grid = tilepath.grid(15, 15)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      for _, cell in ipairs { { 7, 7 }, { 8, 7 }, { 9, 7 }, { 7, 8 }, { 9, 8 },
        { 7, 9 }, { 8, 9 }, { 9, 9 } } do
        crowd:add { finder = finder, cell_x = cell[1], cell_y = cell[2],
          yields = false }
      end
      local unit = crowd:add { finder = finder, cell_x = 2, cell_y = 8,
        speed = 4 }
      unit:go_cell(8, 8)
      crowd:update(wait)
      for row = 7, 9 do
        crowd:at(9, row):remove()
      end
      crowd:update(350 / unit.speed)
      assert.are.equal("arrived", unit.status)
    end
  end)
end)

describe("a unit with several goals", function()
  it("takes the free one if a unit that was late rests at the other", function()
    for turn = 0, 7 do
      local rows = { "........", "........", "........", "........", "........",
        "........" }
      local grid, place = boards.drawn(rows, nil, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local function add(x, y)
        x, y = place(x, y)
        return crowd:add { finder = finder, cell_x = x, cell_y = y }
      end
      local first, late, unit = add(8, 6), add(4, 3), add(3, 2)
      for tick = 1, 60 do
        if tick == 23 then
          first:go_cell { boards.rect(place, 5, 4, 2, 2) }
        elseif tick == 36 then -- it finds its goal taken
          late:go_cell(place(6, 5))
        elseif tick == 51 then
          unit:go_cell { boards.rect(place, 6, 5, 2, 1) }
          local x, y = place(3, 6)
          first:go_cell(x, y, { adjacent = true })
        end
        crowd:tick()
      end
      for _, each in ipairs(crowd:units()) do
        assert.are.equal("arrived", each.status)
      end
    end
  end)
end)

describe("a unit that is to go near a cell", function()
  for _, near in ipairs { { adjacent = true }, { within = 1 } } do
    local name = next(near)
    it(name .. " takes another end if its own is taken", function()
      for case = 0, 15 do
        local rows = { "...#.....", ".........", "........." }
        local grid, place = boards.drawn(rows, nil, case % 8)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        local x, y = place(9, 1)
        local unit = crowd:add { finder = finder, cell_x = x, cell_y = y }
        local function take(cell_x, cell_y)
          crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y }
            :go_cell(cell_x, cell_y)
        end
        if case > 7 then
          take(place(5, 1))
        end
        x, y = place(4, 1)
        unit:go_cell(x, y, near)
        crowd:tick()
        take(finder:to_cell(unit.goal_x, unit.goal_y))
        unit.on_blocked = function() error "it is blocked" end
        for _ = 1, 8 do
          crowd:tick()
        end
        local _, left = finder:find(unit.cell_x, unit.cell_y, x, y, near)
        assert.are.same({ "arrived", 0 }, { unit.status, left })
      end
    end)
  end
end)
