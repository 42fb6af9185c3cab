--- Orders with a target: unit:chase, unit:flee, unit:keep.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local boards = require "spec.support.boards"
local random_new = require("spec.support.random").new
local random_map = require("spec.support.random").map
local seeds = require "spec.seeds"
local stand_in = require "spec.support.stand"

local at, field, stand = stand_in.at, stand_in.field, stand_in.unit

local OPEN = (("."):rep(30) .. "\n"):rep(20)

--- The distance between the middles of two units' cells.
local function distance(unit, other)
  return math.sqrt((unit.cell_x - other.cell_x) ^ 2
    + (unit.cell_y - other.cell_y) ^ 2)
end

--- @return the events of these ticks, as words
local function ticks(crowd, n)
  local told = {}
  for _ = 1, n do
    crowd:tick()
    for _, what in crowd:events() do
      told[#told + 1] = what
    end
  end
  return table.concat(told, " ")
end

--- Orders of a pack around a paused unit in the middle of open ground.
local function pack(size, order)
  local crowd, finder = field(OPEN)
  local prey = stand(crowd, finder, 15, 10)
  prey:pause()
  for i = 0, size - 1 do
    order(stand(crowd, finder, 1 + i % 29, 1 + math.floor(i / 29)), prey)
  end
  return crowd
end

local function assert_surrounded(crowd)
  for y = 9, 11 do
    for x = 14, 16 do
      assert.is_not_nil(crowd:at(x, y), x .. "," .. y)
    end
  end
end

describe("unit:chase", function()
  it("walks beside the target, and reports each arrival", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 20, 10)
    local hunter = stand(crowd, finder, 3, 3)
    assert.is_true(hunter:chase(prey))
    assert.is_nil(hunter.goal_x)
    assert.are.equal("arrived", ticks(crowd, 20))
    assert.is_true(distance(hunter, prey) <= 1.5)
    prey:set_cell(20, 15)
    assert.are.equal("arrived", ticks(crowd, 20))
    assert.is_true(distance(hunter, prey) <= 1.5)
  end)

  it("gives each unit its own cell, and moves up when some leave", function()
    local crowd = pack(24, function(unit, prey) unit:chase(prey) end)
    local prey = crowd:units()[1]
    ticks(crowd, 60)
    assert_surrounded(crowd)
    for _, unit in ipairs(crowd:units()) do
      assert.is_true(unit == prey or unit.status == "arrived")
      assert.is_true(distance(unit, prey) < 4)
      if unit ~= prey and distance(unit, prey) < 2 then
        unit:remove()
      end
    end
    ticks(crowd, 20)
    assert_surrounded(crowd)
  end)

  it("changes nothing if the game repeats the order", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 20, 10)
    local hunter = stand(crowd, finder, 3, 3)
    local told = ""
    for _ = 1, 20 do
      hunter:chase(prey)
      told = told .. ticks(crowd, 1)
    end
    assert.are.equal("arrived", told)
    assert.is_true(crowd.info.searches <= 2)
    for _, other in ipairs { { within = 1 }, { within = 1, sight = true } } do
      hunter:chase(prey, other)
      assert.are.equal("waiting", hunter.status)
      ticks(crowd, 3)
    end
  end)

  it("searches rarely while the target is far away", function()
    local crowd, finder = field((("."):rep(200) .. "\n"):rep(20))
    local prey = stand(crowd, finder, 150, 10)
    local hunter = stand(crowd, finder, 1, 10, { pace = 4 })
    hunter:chase(prey)
    prey:patrol { { 190.5, 10.5 }, { 150.5, 10.5 } }
    ticks(crowd, 30)
    assert.is_true(crowd.info.searches <= 2)
  end)

  it("chases anything with x and y, and a large unit's nearest cell", function()
    local crowd, finder = field(OPEN)
    local hunter = stand(crowd, finder, 1, 1)
    hunter:chase({ x = 20.5, y = 10.5 }, { within = 0 })
    ticks(crowd, 30)
    assert.are.equal("21,11 arrived", at(hunter))
    hunter:chase(tilepath.follower { finder = finder, x = 0.5, y = 0.5 },
      { within = 0 })
    ticks(crowd, 30)
    assert.are.equal("1,1 arrived", at(hunter))
    local giant = tilepath.pathfinder(crowd.grid, { size = { 4, 4 } })
    local ogre = stand(crowd, giant, 10, 10)
    hunter:chase(ogre, { within = 1 })
    ticks(crowd, 30)
    assert.are.equal(19, hunter.cell_x + hunter.cell_y)
    local far = stand(tilepath.crowd(crowd.grid), giant, 25, 3)
    ogre:chase(far, { within = 1 })
    ticks(crowd, 40)
    assert.are.equal("arrived", ogre.status)
    assert.is_true(ogre.cell_x == 21 and ogre.cell_y <= 7)
  end)

  it("arrives once, alone, from anywhere by each rule of diagonal steps",
    function()
      for _, rule in ipairs { "never", "only_if_no_obstacles", "always" } do
        for i = 0, 63 do
          local crowd, finder = field(("........\n"):rep(8), nil,
            { diagonal = rule })
          local hunter = stand(crowd, finder, i % 8 + 1, (i - i % 8) / 8 + 1)
          hunter:chase({ x = 3.5, y = 4.5 }, { within = i % 3 / 2 + 1.5 })
          local told = {}
          for _ = 1, 20 do
            crowd:tick()
            for _, what in crowd:events() do
              told[#told + 1] = what .. " " .. tostring(hunter.reason)
            end
          end
          assert.are.same({ "arrived nil" }, told)
        end
      end
    end)

  it("goes on, with a reason, when its target is out of reach", function()
    local crowd, finder, grid = field("......#......\n......#......")
    local place = { x = 4.5, y = 0.5 }
    local hunter = stand(crowd, finder, 1, 2)
    hunter:chase(place)
    assert.are.equal("arrived", ticks(crowd, 6))
    place.x = 11.5
    assert.are.equal("blocked", ticks(crowd, 3))
    place.x = 9.5
    assert.are.equal("", ticks(crowd, 3))
    assert.matches("blocked unreachable", at(hunter))
    grid:set_walkable(7, 1, true)
    ticks(crowd, 15)
    assert.matches("arrived$", at(hunter))
    grid:set_walkable(7, 1, false)
    place.x = 3.5
    assert.matches("blocked", ticks(crowd, 6))
    place.x = 9.5
    ticks(crowd, 3)
    assert.matches("arrived$", at(hunter))
  end)

  it("leaves its cell to a unit whose goal is there", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 15, 10)
    local hunter = stand(crowd, finder, 12, 10)
    local walker = stand(crowd, finder, 5, 10)
    hunter:chase(prey)
    prey:pause()
    ticks(crowd, 4)
    local place = at(hunter)
    walker:go(hunter.x, hunter.y)
    ticks(crowd, 15)
    assert.are.equal(place, at(walker))
    assert.are.equal("arrived", hunter.status)
    assert.is_true(distance(hunter, prey) <= 1.5)
  end)

  it("has the reason why it is not near enough", function()
    local crowd, finder = field("......")
    local prey = stand(crowd, finder, 1, 1, { yields = false })
    stand(crowd, finder, 4, 1):chase(prey)
    local second = stand(crowd, finder, 6, 1)
    second:chase(prey)
    ticks(crowd, 8)
    assert.are.equal("3,1 arrived occupied", at(second))
    local rat = stand(crowd, finder, 6, 1)
    rat:flee({ x = 4.5, y = 0.5 })
    ticks(crowd, 3)
    assert.are.equal("6,1 arrived unreachable", at(rat))
  end)
end)

describe("unit:flee", function()
  it("goes to its distance, and on when the target comes nearer", function()
    local crowd, finder = field(OPEN)
    local wolf = stand(crowd, finder, 20, 10, { pace = 2 })
    local sheep = stand(crowd, finder, 19, 10)
    assert.is_true(sheep:flee(wolf, { within = 5 }))
    assert.are.equal("arrived", ticks(crowd, 10))
    assert.is_true(distance(sheep, wolf) >= 5 and distance(sheep, wolf) < 6.5)
    wolf:patrol { { 6.5, 9.5 }, { 20.5, 9.5 } }
    for _ = 1, 20 do
      crowd:tick()
      assert.is_true(distance(sheep, wolf) >= 4)
    end
  end)

  it("goes to no cell in which a unit stands, even if that goes on", function()
    local crowd, finder = field("..............")
    local unit, other = stand(crowd, finder, 3, 1), stand(crowd, finder, 6, 1)
    other:go_cell(14, 1)
    unit:flee({ x = 1.5, y = 0.5 }, { within = 4 })
    crowd:tick()
    assert.are.equal(6.5, unit.goal_x)
  end)

  it("goes to another cell if a unit took the first", function()
    local crowd, finder = field(OPEN)
    local wolf = stand(crowd, finder, 15, 10)
    wolf:pause()
    for y = 8, 12 do
      for x = 12, 18 do
        if not crowd:at(x, y) then
          stand(crowd, finder, x, y):flee(wolf, { within = 7 })
        end
      end
    end
    ticks(crowd, 60)
    for _, unit in ipairs(crowd:units()) do
      assert.is_true(unit == wolf
        or unit.status == "arrived" and distance(unit, wolf) >= 7)
    end
  end)

  it("never comes nearer on random maps", function()
    for round = 1, 25 do
      local random = random_new(seeds.base + round, "flight")
      local width, height = random(4, 24), random(3, 18)
      local rule = random.one_of("never", "always", "only_if_no_obstacles")
      local crowd, finder, grid = field(random_map(random, width, height,
        "...#"), nil, { diagonal = rule })
      local x, y = random(1, width), random(1, height)
      grid:set_walkable(x, y, true)
      local sheep = stand(crowd, finder, x, y)
      local far = random(2, 9)
      for _ = 1, 8 do
        local here = { cell_x = random(1, width), cell_y = random(1, height) }
        sheep:flee({ x = here.cell_x - 0.5, y = here.cell_y - 0.5 },
          { within = far })
        local least = distance(sheep, here)
        for _ = 1, 30 do
          crowd:tick()
          local now = distance(sheep, here)
          assert.is_true(now >= least, "round " .. round)
          least = now
        end
        assert.are.equal("arrived", sheep.status)
      end
    end
  end)
end)

describe("unit:keep", function()
  it("steps back, and comes near", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 15, 10)
    local archer = stand(crowd, finder, 14, 10)
    archer:keep(prey, { min = 4, within = 7 })
    ticks(crowd, 10)
    assert.is_true(distance(archer, prey) >= 4)
    prey:set_cell(30, 1)
    ticks(crowd, 30)
    assert.is_true(distance(archer, prey) <= 7 and distance(archer, prey) >= 4)
    assert.are.equal("arrived", archer.status)
  end)

  it("comes to rest if there is not room for all units", function()
    for _, sight in ipairs { false, true } do
      local crowd = pack(30, function(unit, prey)
        unit:keep(prey, { min = 1, within = 3, sight = sight })
      end)
      ticks(crowd, 120)
      local function places()
        local all = {}
        for i, unit in ipairs(crowd:units()) do
          all[i] = unit.cell_y * 100 + unit.cell_x
          assert.are_not.equal("going", unit.status)
        end
        return all
      end
      local before = places()
      ticks(crowd, 40)
      assert.are.same(before, places())
    end
  end)

  it("comes beside its target along walls if it is large #once", function()
    for turn = 0, 7 do
      for size = 2, 3 do
        for row = 2, size + 3 do
          local street = { ("#"):rep(30), ("#"):rep(30) }
          for y = 2, size + 3 do
            table.insert(street, y, ("."):rep(30))
          end
          local grid, cell = boards.drawn(street, {}, turn)
          local crowd = tilepath.crowd(grid)
          local function add(x, y, side)
            local rect = boards.rect(cell, x, y, side, side)
            return crowd:add { cell_x = rect[1], cell_y = rect[2],
              finder = tilepath.pathfinder(grid, { size = side }) }
          end
          local prey, bear = add(9, row, 1), add(4, 3, size)
          bear:chase(prey, { within = 1 })
          prey:go_cell(cell(28, row))
          for _ = 1, 600 do crowd:update(1 / 20) end
          assert.are.equal("arrived", bear.status)
          assert.is_nil(bear.reason)
        end
      end
    end
  end)

  it("sees by the eyes of its pathfinder", function()
    local grid = tilepath.grid("..~~~~..\n..~~~~..", { prices = { water = 2 },
      legend = { ["~"] = "water" } })
    local crowd = tilepath.crowd(grid)
    local feet = tilepath.pathfinder(grid, { prices = { water = false } })
    local arms = tilepath.pathfinder(grid, { prices = { water = false },
      eyes = tilepath.pathfinder(grid) })
    local archer = stand(crowd, feet, 1, 1)
    local place = { x = 7.5, y = 0.5 }
    archer:keep(place, { min = 2, within = 6, sight = true })
    ticks(crowd, 5)
    assert.are.equal("1,1 blocked unreachable", at(archer))
    archer:set_finder(arms)
    local hero = tilepath.follower { finder = arms, cell_x = 1, cell_y = 1 }
    for _, body in ipairs { archer, hero } do
      body:keep(place, { min = 2, within = 6, sight = true })
    end
    ticks(crowd, 5)
    hero:update(1)
    assert.matches("^2,%d arrived$", at(archer))
    assert.are.same({ 2, "arrived" }, { hero.cell_x, hero.status })
    grid:fill(5, 1, 1, 2, "wall")
    ticks(crowd, 5)
    assert.are.equal("blocked", archer.status)
    grid:fill(5, 1, 1, 2, "water")
    ticks(crowd, 5)
    local state, targets = crowd:save()
    local again = helper.load_crowd(grid, { state = state, targets = targets,
      finders = { arms } })
    ticks(again, 5)
    assert.are.same({ "arrived", "arrived" },
      { archer.status, again:units()[1].status })
  end)

  it("is within its bounds and in sight if it can be, on random maps, as is a"
    .. " follower", function()
    local kept = 0
    for round = 1, 30 do
      local random = random_new(seeds.base + round, "archers")
      local width, height = random(6, 16), random(5, 12)
      local crowd, finder, grid = field(random_map(random, width, height,
        "....#"))
      local target = { x = random(1, width), y = random(1, height) }
      local x, y = random(1, width), random(1, height)
      grid:set_walkable(x, y, true)
      grid:set_walkable(target.x, target.y, true)
      local archer = stand(crowd, finder, x, y)
      local least = random(0, 4)
      local most = least + random(2, 4)
      local function is_right(cell_x, cell_y)
        local far = (cell_x - target.x) ^ 2 + (cell_y - target.y) ^ 2
        return far >= least ^ 2 and far <= most ^ 2
          and finder:line_of_sight(cell_x, cell_y, target.x, target.y)
      end
      local hero = tilepath.follower { finder = finder, cell_x = x, cell_y = y }
      for _, body in ipairs { archer, hero } do
        body:keep({ x = target.x - 0.5, y = target.y - 0.5 },
          { min = least, within = most, sight = true })
      end
      local near = {}
      for cell_x, cell_y in grid:cells() do
        if (cell_x - target.x) ^ 2 + (cell_y - target.y) ^ 2 < least ^ 2 then
          near[#near + 1] = { cell_x, cell_y }
        end
      end
      for _ = 1, 80 do
        crowd:tick()
        hero:update(0.5)
      end
      for _, body in ipairs { archer, hero } do
        local could = false
        for cell_x, cell_y in finder:reach(body.cell_x, body.cell_y, math.huge,
          { avoid = near }):cells() do
          could = could or is_right(cell_x, cell_y)
        end
        assert.are.equal(could, is_right(body.cell_x, body.cell_y),
          "round " .. round)
        kept = kept + (could and 1 or 0)
      end
    end
    assert.is_true(kept > 20)
  end)

  it("counts its distance on hexagons by steps", function()
    local grid = tilepath.grid(9, 9, { shape = "hex", stagger = "odd-r" })
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local unit, beast = stand(crowd, finder, 6, 2), stand(crowd, finder, 1, 1)
    grid:set(2, 1, "wall")
    local function far_after(order, options)
      unit[order](unit, beast, options)
      ticks(crowd, 30)
      return grid:distance(unit.cell_x, unit.cell_y, 1, 1)
    end
    assert.are.equal(1, far_after "chase")
    assert.are.equal(4, far_after("flee", { within = 4 }))
    assert.are.equal(3, far_after("keep", { min = 1, within = 3 }))
  end)
end)

--- A crowd on a board that is turned (boards.turn).
-- @return the crowd; functions that add a unit, and return the place of a cell;
-- and the grid
local function turned_board(rows, turn, profile)
  local grid, place = boards.drawn(rows, nil, turn)
  local crowd = tilepath.crowd(grid, { moved = true })
  local finder = tilepath.pathfinder(grid, profile)
  return crowd, function(x, y, more)
    x, y = place(x, y)
    return stand(crowd, finder, x, y, more)
  end, place, grid
end

local function open_rows(width, height)
  local rows = {}
  for y = 1, height do
    rows[y] = ("."):rep(width)
  end
  return rows
end

for turn = 0, 2 do
  describe("hunters on a board in turn " .. turn, function()
    it("come to rest, as none pushes off one that has come", function()
      for _, case in ipairs {
        { rows = open_rows(5, 4), target = { 3, 4 }, rule = "never",
          units = { { 4, 3 }, { 3, 4 } }, order = "keep",
          options = { min = 3, within = 5, sight = true } },
        { rows = { ".....", "#....", ".....", ".....", ".....", "....." },
          target = { 1, 1 }, units = { { 2, 1 }, { 5, 5 } },
          order = "chase", options = { within = 1 } },
        { rows = { ".....", ".#...", ".....", "#....", "....." },
          target = { 1, 2 }, rule = "never",
          units = { { 1, 1 }, { 3, 1 }, { 2, 1 }, { 5, 1 }, { 3, 2 } },
          order = "chase", options = { within = 1 } },
      } do
        local crowd, add, place = turned_board(case.rows, turn,
          { diagonal = case.rule })
        local x, y = place(case.target[1], case.target[2])
        for _, unit in ipairs(case.units) do
          unit = add(unit[1], unit[2])
          unit[case.order](unit, { x = x - 0.5, y = y - 0.5 }, case.options)
        end
        ticks(crowd, 300)
        assert.are.equal("", ticks(crowd, 100))
      end
    end)

    it("rest on when they are loaded, also without a place", function()
      for _, case in ipairs {
        { rows = open_rows(9, 9), target = { 5, 5 } },
        { rows = open_rows(9, 9), target = { 6, 5 },
          size = turn == 0 and { 2, 1 } or nil },
        { rows = { ".#..##.#", "........", "..#....#", "...#....", "...#.#..",
            "...##...", ".#......", "#......." }, target = { 8, 7 },
          rule = "never", units = { { 5, 3 }, { 7, 6 }, { 7, 5 } } },
        { rows = { "..#.#...", ".#......", ".##.#...", "..#....#", "........",
            "........", "...#...#", ".......#" }, target = { 3, 2 },
          rule = "only_if_no_obstacles",
          units = { { 8, 5 }, { 6, 3 }, { 3, 6 }, { 6, 6 } } },
      } do
        local crowd, add, place = turned_board(case.rows, turn,
          { diagonal = case.rule, size = case.size })
        local target = {}
        local function put(x, y)
          x, y = place(x, y)
          target.x, target.y = x - 0.5, y - 0.5
        end
        put(case.target[1], case.target[2])
        local units = case.units or {}
        for i = 0, case.units and -1 or 11 do
          units[i + 1] = { 1 + i % 4 * 2, 1 + math.floor(i / 4) }
        end
        for _, unit in ipairs(units) do
          add(unit[1], unit[2]):chase(target)
        end
        ticks(crowd, 200)
        for k = 1, 6 do
          assert.is_true(crowd:load((crowd:save()), { targets = { target } }))
          assert.are.equal("", ticks(crowd, 6 + k % 3))
        end
        put(2, 8)
        assert.is_true(crowd:load((crowd:save()), { targets = { target } }))
        assert.are_not.equal("", ticks(crowd, 40))
      end
    end)

    it("take a place that falls free, also on the far side", function()
      for gap = 1, 8 do
        local crowd, add = turned_board(open_rows(12, 12), turn)
        local prey, ring = add(6, 6, { yields = false }), {}
        prey:pause()
        for y = 5, 7 do
          for x = 5, 7 do
            if x ~= 6 or y ~= 6 then
              ring[#ring + 1] = add(x, y, { yields = false })
              ring[#ring]:pause()
            end
          end
        end
        local spare = add(6, 1)
        spare:chase(prey)
        ticks(crowd, 40)
        assert.are.equal("occupied", spare.reason)
        local x, y = ring[gap].cell_x, ring[gap].cell_y
        ring[gap]:remove()
        ticks(crowd, 60)
        assert.are.same({ x, y }, { spare.cell_x, spare.cell_y })
      end
    end)

    it("go round a fence and a corner that no step passes", function()
      local crowd, add, place, grid = turned_board(open_rows(9, 9), turn,
        { diagonal = "only_if_no_obstacles" })
      for y = 1, 8 do
        local x1, y1 = place(4, y)
        local x2, y2 = place(5, y)
        grid:fence(x1, y1, x2, y2)
      end
      local target = {}
      local function put(x, y)
        x, y = place(x, y)
        target.x, target.y = x - 0.5, y - 0.5
      end
      put(5, 2)
      local hunter = add(2, 2)
      hunter:chase(target)
      ticks(crowd, 40)
      local function assert_beside(...)
        assert.are.equal("arrived", hunter.status)
        local is_there = false
        for _, column in ipairs { ... } do
          for row = 1, 9 do
            local x, y = place(column, row)
            is_there = is_there or hunter.cell_x == x and hunter.cell_y == y
          end
        end
        assert.is_true(is_there)
        assert.is_true((hunter.x - target.x) ^ 2 + (hunter.y - target.y) ^ 2
          <= 2)
      end
      assert_beside(5, 6)
      local x1, y1 = place(4, 9)
      local x2, y2 = place(5, 9)
      grid:fence(x1, y1, x2, y2)
      put(4, 5)
      ticks(crowd, 60)
      assert.matches("blocked unreachable$", at(hunter))
      grid:unfence(x1, y1, x2, y2)
      ticks(crowd, 60)
      assert_beside(3, 4)
    end)
  end)
end
