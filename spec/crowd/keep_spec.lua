--- Orders with a target: unit:chase, unit:flee, unit:keep.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local lacks = require "spec.support.lacks"
local random_new = require("spec.support.random").new
local random_map = require("spec.support.random").map
local seeds = require "spec.seeds"
local stand_in = require "spec.support.stand"

local field, stand, events = stand_in.field, stand_in.unit, stand_in.events
local mistake = helper.mistake

local OPEN = (("."):rep(30) .. "\n"):rep(20)

--- The distance between the middles of two units' cells.
local function distance(unit, other)
  return math.sqrt((unit.cell_x - other.cell_x) ^ 2
    + (unit.cell_y - other.cell_y) ^ 2)
end

--- @return the events of these beats
local function ticks(crowd, n)
  local told = {}
  for _ = 1, n do
    crowd:tick()
    events(crowd, told)
  end
  return told
end

local function count_of(told, what)
  local n = 0
  for _, event in ipairs(told) do
    n = n + (event[2] == what and 1 or 0)
  end
  return n
end

describe("unit:chase", function()
  it("walks beside the target, and rests there", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 20, 10)
    local hunter = stand(crowd, finder, 3, 3)
    assert.is_true(hunter:chase(prey))
    assert.are.equal(1, count_of(ticks(crowd, 20), "arrived"))
    assert.are.equal("arrived", hunter.status)
    assert.is_true(distance(hunter, prey) <= 1.5)
  end)

  it("follows a target that moves, and reports each arrival", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 20, 10)
    local hunter = stand(crowd, finder, 18, 10)
    hunter:chase(prey, { within = 1 })
    assert.are.equal(1, count_of(ticks(crowd, 3), "arrived"))
    prey:set_cell(20, 15)
    assert.are.equal(1, count_of(ticks(crowd, 10), "arrived"))
    assert.are.equal(1, distance(hunter, prey))
  end)

  it("catches a target that is half as fast", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 15, 10, { pace = 2 })
    local hunter = stand(crowd, finder, 1, 1)
    prey:patrol { { 28.5, 18.5 }, { 1.5, 18.5 } }
    hunter:chase(prey)
    local near = 0
    for beat = 1, 120 do
      crowd:tick()
      near = near + (beat > 30 and distance(hunter, prey) <= 3 and 1 or 0)
    end
    assert.are.equal(90, near)
  end)

  it("catches a target in real time, between two cells as well", function()
    local crowd, finder = field(("."):rep(40))
    local deer = stand(crowd, finder, 8, 1, { speed = 2 })
    local wolf = stand(crowd, finder, 1, 1, { speed = 5 })
    deer:go_cell(40, 1)
    wolf:chase(deer)
    local near = 0
    for _ = 1, 480 do
      crowd:update(1 / 60)
      near = near + (wolf.status == "arrived" and 1 or 0)
    end
    assert.are.equal("going", deer.status)
    assert.is_true(near > 120)
  end)

  it("gives each of many units its own cell, on all sides", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 15, 10)
    for i = 1, 24 do
      assert.is_true(stand(crowd, finder, i, 2):chase(prey))
    end
    prey:pause()
    ticks(crowd, 60)
    for y = 9, 11 do
      for x = 14, 16 do
        assert.is_not_nil(crowd:at(x, y), x .. "," .. y)
      end
    end
    for _, unit in ipairs(crowd:units()) do
      assert.is_true(unit == prey or unit.status == "arrived")
      assert.is_true(distance(unit, prey) < 4)
    end
  end)

  it("leaves its cell to a unit whose goal is there", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 15, 10)
    local hunter = stand(crowd, finder, 12, 10)
    local walker = stand(crowd, finder, 5, 10)
    hunter:chase(prey)
    prey:pause()
    ticks(crowd, 4)
    local x, y = hunter.cell_x, hunter.cell_y
    walker:go(hunter.x, hunter.y)
    ticks(crowd, 15)
    assert.are.same({ x, y, "arrived" },
      { walker.cell_x, walker.cell_y, walker.status })
    assert.are.equal("arrived", hunter.status)
    assert.is_true(distance(hunter, prey) <= 1.5)
  end)

  it("moves up when the units in front are gone", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 15, 10)
    for i = 1, 24 do
      stand(crowd, finder, i, 2):chase(prey)
    end
    prey:pause()
    ticks(crowd, 60)
    for y = 9, 11 do
      for x = 14, 16 do
        if crowd:at(x, y) ~= prey then
          crowd:at(x, y):remove()
        end
      end
    end
    ticks(crowd, 20)
    for y = 9, 11 do
      for x = 14, 16 do
        assert.is_not_nil(crowd:at(x, y), x .. "," .. y)
      end
    end
  end)

  it("changes nothing if the game repeats the order", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 20, 10)
    local hunter = stand(crowd, finder, 3, 3)
    local told = {}
    for _ = 1, 20 do
      hunter:chase(prey)
      crowd:tick()
      events(crowd, told)
    end
    assert.are.equal("arrived", hunter.status)
    assert.is_true(crowd.info.searches <= 2)
    assert.are.equal(1, count_of(told, "arrived"))
    hunter:chase(prey, { within = 1 })
    assert.are.equal("waiting", hunter.status)
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

  it("comes in sight with the option sight", function()
    local crowd, finder = field(helper.map [[
      ........
      ....#...
      ....#...
      ....#...
    ]])
    local prey = stand(crowd, finder, 6, 4)
    local hunter = stand(crowd, finder, 3, 4)
    hunter:chase(prey, { within = 3 })
    ticks(crowd, 3)
    assert.are.same({ 3, 4 }, { hunter.cell_x, hunter.cell_y })
    hunter:chase(prey, { within = 4, sight = true })
    ticks(crowd, 12)
    assert.is_true(finder:line_of_sight(hunter.cell_x, hunter.cell_y, 6, 4))
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
    archer:keep(place, { min = 2, max = 6, sight = true })
    ticks(crowd, 5)
    assert.are.same({ "blocked", "unreachable" },
      { archer.status, archer.reason })
    archer:set_finder(arms)
    archer:keep(place, { min = 2, max = 6, sight = true })
    ticks(crowd, 5)
    assert.are.same({ "arrived", 2 }, { archer.status, archer.cell_x })
    grid:fill(5, 1, 1, 2, "wall")
    ticks(crowd, 5)
    assert.are.equal("blocked", archer.status)
    grid:fill(5, 1, 1, 2, "water")
    ticks(crowd, 5)
    assert.are.equal("arrived", archer.status)
    local state, targets = crowd:state()
    local again = helper.load_crowd(grid, { state = state, targets = targets,
      finders = { arms } })
    ticks(again, 5)
    assert.are.equal("arrived", again:units()[1].status)
  end)

  it("chases anything with x and y, and a large unit's nearest cell",
    function()
      local crowd, finder = field(OPEN)
      local hunter = stand(crowd, finder, 1, 1)
      local place = { x = 20.5, y = 10.5 }
      hunter:chase(place, { within = 0 })
      ticks(crowd, 30)
      assert.are.same({ 21, 11 }, { hunter.cell_x, hunter.cell_y })
      hunter:chase(setmetatable({}, { __index = { x = 0.5, y = 0.5 } }),
        { within = 0 })
      ticks(crowd, 30)
      assert.are.same({ 1, 1 }, { hunter.cell_x, hunter.cell_y })
      local giant = tilepath.pathfinder(crowd.grid, { size = { 4, 4 } })
      local ogre = stand(crowd, giant, 10, 10)
      hunter:chase(ogre, { within = 1 })
      ticks(crowd, 30)
      assert.are.equal(19, hunter.cell_x + hunter.cell_y)
      local other = tilepath.crowd(crowd.grid)
      local far = stand(other, finder, 25, 3)
      ogre:chase(far, { within = 1 })
      ticks(crowd, 40)
      assert.are.equal("arrived", ogre.status)
      assert.is_true(ogre.cell_x >= 21 and ogre.cell_y <= 4)
    end)

  it("chases a follower", function()
    local crowd, finder = field(OPEN)
    local hero = tilepath.follower { finder = finder, x = 20.5, y = 10.5,
      speed = 1 }
    local hunter = stand(crowd, finder, 1, 1)
    hunter:chase(hero)
    hero:go_cell(29, 19)
    for _ = 1, 100 do
      hero:update(0.25)
      crowd:update(0.25)
    end
    assert.are.equal("arrived", hunter.status)
  end)

  it("ends when the target is removed", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 20, 10)
    local hunter = stand(crowd, finder, 3, 3)
    hunter:chase(prey)
    crowd:tick()
    prey:remove()
    assert.are.equal("going", hunter.status)
    assert.are.same({ { hunter, "stopped" } }, ticks(crowd, 2))
    assert.are.equal("idle", hunter.status)
  end)

  it("waits at a wall, and goes on when a door opens", function()
    local crowd, finder, grid = field(helper.map [[
      ....#....
      ....#....
      ....#....
    ]])
    local prey = stand(crowd, finder, 8, 2)
    local hunter = stand(crowd, finder, 2, 2)
    assert.is_true(hunter:chase(prey))
    ticks(crowd, 5)
    assert.are.same({ "blocked", "unreachable" },
      { hunter.status, hunter.reason })
    grid:set_walkable(5, 1, true)
    ticks(crowd, 15)
    assert.are.equal("arrived", hunter.status)
  end)

  it("is blocked while its target is out of reach", function()
    local crowd, finder = field("......#......\n......#......")
    local place = { x = 4.5, y = 0.5 }
    local hunter = stand(crowd, finder, 1, 2)
    hunter:chase(place)
    ticks(crowd, 6)
    assert.are.same({ "arrived" }, { hunter.status, hunter.reason })
    place.x = 11.5
    assert.are.same({ { hunter, "blocked" } }, ticks(crowd, 3))
    assert.are.same({ "blocked", "unreachable" },
      { hunter.status, hunter.reason })
    place.x = 9.5
    assert.are.same({}, ticks(crowd, 3))
    place.x = 1.5
    ticks(crowd, 6)
    assert.are.same({ "arrived" }, { hunter.status, hunter.reason })
  end)

  it("has the reason why it is not near enough", function()
    local crowd, finder = field("......")
    local prey = stand(crowd, finder, 1, 1, { yields = false })
    stand(crowd, finder, 4, 1):chase(prey)
    local second = stand(crowd, finder, 6, 1)
    second:chase(prey)
    ticks(crowd, 8)
    assert.are.same({ "arrived", "crowded", 3 },
      { second.status, second.reason, second.cell_x })
    local rat = stand(crowd, finder, 6, 1)
    rat:flee({ x = 4.5, y = 0.5 })
    ticks(crowd, 3)
    assert.are.same({ "arrived", "cornered" }, { rat.status, rat.reason })
  end)

  it("arrives in the end if it was held up, or put out of sight",
    function()
      local crowd, finder = field(helper.map [[
        ..........
        #########.
        ..........
      ]])
      local hunter = stand(crowd, finder, 1, 1)
      local guard = stand(crowd, finder, 4, 1)
      local prey = stand(crowd, finder, 1, 3)
      guard:pause()
      hunter:chase(prey)
      assert.is_true(count_of(ticks(crowd, 200), "blocked") > 0)
      guard:remove()
      ticks(crowd, 600)
      assert.are.same({ 2, 3 }, { hunter.cell_x, hunter.cell_y })
      hunter:set_cell(3, 1)
      ticks(crowd, 40)
      assert.are.same({ 2, 3 }, { hunter.cell_x, hunter.cell_y })
      assert.are.equal("arrived", hunter.status)
    end)

  it("refuses crowd:tick while it reads a target" .. lacks.guard, function()
    local crowd, finder = field(OPEN)
    local hunter = stand(crowd, finder, 2, 2)
    local place = setmetatable({}, { __index = function(_, key)
      crowd:tick()
      return key == "x" and 5 or 6
    end })
    local fine, message = pcall(hunter.chase, hunter, place)
    assert.is_false(fine)
    assert.matches("busy", message, 1, true)
    assert.are.equal("idle", hunter.status)
  end)

  it("raises an error while its target has no place, then goes on",
    function()
      local crowd, finder = field(OPEN)
      local hunter = stand(crowd, finder, 2, 2)
      local place = { x = 20.5, y = 2.5 }
      hunter:chase(place)
      crowd:tick()
      place.x = nil
      assert.matches("target.x must be a finite number", mistake(function()
        crowd:tick()
      end), 1, true)
      place.x = 20.5
      ticks(crowd, 30)
      assert.are.equal("arrived", hunter.status)
    end)
end)

describe("unit:flee", function()
  it("goes to its distance, and rests", function()
    local crowd, finder = field(OPEN)
    local wolf = stand(crowd, finder, 15, 10)
    local sheep = stand(crowd, finder, 14, 10)
    assert.is_true(sheep:flee(wolf, { distance = 6 }))
    ticks(crowd, 10)
    assert.are.equal("arrived", sheep.status)
    assert.is_true(distance(sheep, wolf) >= 6)
    assert.is_true(distance(sheep, wolf) < 7.5)
  end)

  it("runs on when the target comes nearer", function()
    local crowd, finder = field(OPEN)
    local wolf = stand(crowd, finder, 20, 10, { pace = 2 })
    local sheep = stand(crowd, finder, 19, 10)
    sheep:flee(wolf, { distance = 5 })
    ticks(crowd, 10)
    wolf:patrol { { 6.5, 9.5 }, { 20.5, 9.5 } }
    for _ = 1, 20 do
      crowd:tick()
      assert.is_true(distance(sheep, wolf) >= 4)
    end
    assert.are_not.same({ 14, 10 }, { sheep.cell_x, sheep.cell_y })
  end)

  it("rests in a corner without another way out", function()
    local crowd, finder = field(helper.map [[
      #####
      #...#
      ###.#
      ###.#
      ###..
    ]])
    local sheep = stand(crowd, finder, 4, 3)
    sheep:flee({ x = 4.5, y = 4.5 }, { distance = 8 })
    ticks(crowd, 20)
    assert.are.same({ 2, 2 }, { sheep.cell_x, sheep.cell_y })
  end)

  it("goes to another cell if a unit took the first", function()
    local crowd, finder = field(OPEN)
    local wolf = stand(crowd, finder, 15, 10)
    wolf:pause()
    for y = 8, 12 do
      for x = 12, 18 do
        if not crowd:at(x, y) then
          stand(crowd, finder, x, y):flee(wolf, { distance = 7 })
        end
      end
    end
    ticks(crowd, 100)
    for _, unit in ipairs(crowd:units()) do
      assert.is_true(unit == wolf
        or unit.status == "arrived" and distance(unit, wolf) >= 7)
    end
  end)

  it("pushes idle units aside", function()
    local crowd, finder = field(("."):rep(30))
    local sheep, idle = stand(crowd, finder, 10, 1), stand(crowd, finder, 11, 1)
    sheep:flee({ x = 8.5, y = 0.5 }, { distance = 12 })
    ticks(crowd, 20)
    assert.are.equal(21, sheep.cell_x)
    assert.are.equal(22, idle.cell_x)
  end)

  it("never comes nearer on random maps", function()
    for round = 1, 60 do
      local random = random_new(seeds.base + round, "flight")
      local width, height = random(4, 24), random(3, 18)
      local rule = random.one_of("never", "always", "only_if_no_obstacles")
      local crowd, finder, grid = field(random_map(random, width, height,
        "...#"), nil, { diagonal = rule })
      local wolf = { x = 0, y = 0 }
      local x, y = random(1, width), random(1, height)
      grid:set_walkable(x, y, true)
      local sheep = stand(crowd, finder, x, y)
      local far = random(2, 9)
      for _ = 1, 8 do
        local cell_x, cell_y = random(1, width), random(1, height)
        wolf.x, wolf.y = cell_x - 0.5, cell_y - 0.5
        sheep:flee(wolf, { distance = far })
        local here = { cell_x = cell_x, cell_y = cell_y }
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

--- The cells in reach on paths that never come nearer than `least`.
local function around(grid, finder, unit, target, least)
  local seen, list = {}, { { unit.cell_x, unit.cell_y } }
  local i = 0
  while i < #list do
    i = i + 1
    local x, y = list[i][1], list[i][2]
    for dy = -1, 1 do
      for dx = -1, 1 do
        local to_x, to_y = x + dx, y + dy
        local far = (to_x - target.x) ^ 2 + (to_y - target.y) ^ 2
        if not seen[to_y * 100 + to_x] and grid:contains(to_x, to_y)
          and far >= least ^ 2 and finder:find(x, y, to_x, to_y)
          and finder:find(x, y, to_x, to_y):count() <= 2 then
          seen[to_y * 100 + to_x] = true
          list[#list + 1] = { to_x, to_y, far }
        end
      end
    end
  end
  return list
end

describe("unit:keep", function()
  it("steps back, and comes near", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 15, 10)
    local archer = stand(crowd, finder, 14, 10)
    archer:keep(prey, { min = 4, max = 7 })
    ticks(crowd, 10)
    assert.is_true(distance(archer, prey) >= 4)
    assert.are.equal("arrived", archer.status)
    prey:set_cell(30, 1)
    ticks(crowd, 30)
    assert.is_true(distance(archer, prey) <= 7)
    assert.is_true(distance(archer, prey) >= 4)
  end)

  it("comes to rest if there is not room for all units",
    function()
      for _, sight in ipairs { false, true } do
        local crowd, finder = field(OPEN)
        local prey = stand(crowd, finder, 15, 10)
        prey:pause()
        for y = 1, 4 do
          for x = 1, 29 do
            stand(crowd, finder, x, y):keep(prey, { min = 4, max = 6,
              sight = sight })
          end
        end
        ticks(crowd, 300)
        local function places()
          local all = {}
          for i, unit in ipairs(crowd:units()) do
            all[i] = unit.cell_y * 100 + unit.cell_x
            assert.are_not.equal("going", unit.status)
          end
          return all
        end
        local before = places()
        ticks(crowd, 50)
        assert.are.same(before, places())
      end
    end)

  it("stays outside its bounds if all cells there are taken", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 15, 10)
    prey:pause()
    for y = 1, 20 do
      for x = 1, 30 do
        local far = (x - 15) ^ 2 + (y - 10) ^ 2
        if far >= 9 and far <= 25 then
          stand(crowd, finder, x, y)
        end
      end
    end
    local archer = stand(crowd, finder, 2, 2)
    archer:keep(prey, { min = 3, max = 5 })
    for _ = 1, 100 do
      crowd:tick()
      assert.is_true(distance(archer, prey) > 5)
    end
    assert.are.equal("arrived", archer.status)
    assert.is_true(distance(archer, prey) < 7)
  end)

  it("comes in sight from far away, through a maze", function()
    local crowd, finder, grid = field((("."):rep(200) .. "\n"):rep(200))
    for x = 5, 195, 2 do
      for y = 1, 199 do
        grid:set_walkable(x, x % 4 == 1 and y or y + 1, false)
      end
    end
    local archer = stand(crowd, finder, 1, 100)
    archer:keep({ x = 199.5, y = 100.5 }, { min = 3, max = 6, sight = true })
    ticks(crowd, 10)
    assert.are.equal("going", archer.status)
  end)

  it("is within its bounds and in sight if it can be, on random"
    .. " maps", function()
    local kept = 0
    for round = 1, 40 do
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
      archer:keep({ x = target.x - 0.5, y = target.y - 0.5 },
        { min = least, max = most, sight = true })
      ticks(crowd, 80)
      local could = false
      for _, cell in ipairs(around(grid, finder, archer, target, least)) do
        could = could or is_right(cell[1], cell[2])
      end
      assert.are.equal(could, is_right(archer.cell_x, archer.cell_y),
        "round " .. round)
      kept = kept + (could and 1 or 0)
    end
    assert.is_true(kept > 10)
  end)
end)

describe("orders with a target", function()
  it("show their target", function()
    local crowd, finder, grid = field(OPEN)
    local prey, place = stand(crowd, finder, 15, 10), { x = 3, y = 3 }
    local unit = stand(crowd, finder, 3, 3)
    assert.is_nil(unit.target)
    unit:chase(prey)
    assert.is_true(rawequal(prey, unit.target))
    local again = helper.load_crowd(grid, { state = crowd:state(),
      finders = { finder, finder } }):units()
    assert.is_true(rawequal(again[1], again[2].target))
    unit:flee(place)
    assert.is_true(rawequal(place, unit.target))
    unit:keep(prey, { min = 2 })
    assert.is_true(rawequal(prey, unit.target))
    unit:patrol { 3.5, 3.5 }
    assert.is_nil(unit.target)
    unit:chase(prey)
    prey:remove()
    crowd:tick()
    assert.is_nil(unit.target)
    assert.is_nil(prey.target)
  end)

  it("refuse wrong arguments", function()
    local crowd, finder = field(OPEN)
    local unit, other = stand(crowd, finder, 1, 1), stand(crowd, finder, 9, 9)
    local gone = stand(crowd, finder, 5, 5)
    gone:remove()
    for _, case in ipairs {
      { "chase: target must be a table or a userdata with x and y",
        function() unit:chase() end },
      { "flee: a unit cannot be its own target",
        function() unit:flee(unit) end },
      { "keep: the target was removed from its crowd",
        function() unit:keep(gone) end },
      { "chase: target.y must be a finite number, got nil",
        function() unit:chase { x = 1 } end },
      { "keep: max must be at least min + 2",
        function() unit:keep(other, { min = 2, max = 3 }) end },
      { "flee: distance must be a finite number of at least 0, got -1",
        function() unit:flee(other, { distance = -1 }) end },
      { "chase: unknown option 'near'",
        function() unit:chase(other, { near = 1 }) end },
      { "keep: sight must be true or false, got 1",
        function() unit:keep(other, { sight = 1 }) end },
    } do
      assert.matches(case[1], mistake(case[2]), 1, true)
    end
    assert.are.equal("idle", unit.status)
  end)

  it("are in a state, and the game passes the targets again", function()
    local crowd, finder, grid = field(OPEN)
    local place = { x = 20.5, y = 15.5 }
    local prey = stand(crowd, finder, 15, 10, { pace = 2 })
    stand(crowd, finder, 3, 3):chase(prey)
    stand(crowd, finder, 16, 11):flee(prey, { distance = 7 })
    stand(crowd, finder, 14, 11):keep(place, { min = 3, max = 6,
      sight = true })
    prey:chase(place)
    ticks(crowd, 3)
    local state, targets = crowd:state()
    assert.are.equal(1, #targets)
    assert.is_true(rawequal(place, targets[1]))
    local finders = { finder, finder, finder, finder }
    local function made()
      return helper.load_crowd(grid, { state = state, finders = finders,
        targets = targets })
    end
    local one, other = made(), made()
    for _ = 1, 40 do
      place.y = place.y - 0.2
      one:tick()
      other:tick()
      for i, unit in ipairs(one:units()) do
        local twin = other:units()[i]
        assert.are.same({ unit.cell_x, unit.cell_y, unit.status },
          { twin.cell_x, twin.cell_y, twin.status })
      end
    end
    ticks(one, 5)
    assert.is_true(distance(one:units()[2], one:units()[1]) <= 1.5)
    assert.matches("targets%[1%] must be a table or a userdata",
      mistake(function()
        tilepath.crowd(grid):restore(state, { finders = finders })
      end))
  end)

  it("end with unit:step, and with another order", function()
    local crowd, finder = field(OPEN)
    local prey = stand(crowd, finder, 15, 10)
    local hunter = stand(crowd, finder, 3, 3)
    hunter:chase(prey)
    crowd:tick()
    crowd:tick()
    assert.is_true(hunter:step(-1, 0))
    assert.are.same({ { hunter, "stopped" } }, ticks(crowd, 3))
    hunter:chase(prey)
    hunter:go_cell(1, 1)
    ticks(crowd, 10)
    assert.are.same({ 1, 1 }, { hunter.cell_x, hunter.cell_y })
  end)

  it("end if the unit is removed while its target is read", function()
    local crowd, finder = field(OPEN)
    local hunter = stand(crowd, finder, 2, 2)
    local hides = false
    local place = setmetatable({}, { __index = function()
      if hides then
        hunter:remove()
      end
      return 9
    end })
    hunter:chase(place)
    hides = true
    ticks(crowd, 3)
    assert.is_nil(hunter.crowd)
    hunter = stand(crowd, finder, 2, 2)
    assert.matches("chase: the unit was removed", mistake(function()
      hunter:chase(place)
    end), 1, true)
  end)

  it("reach their target in the end with 1 node an update",
    function()
      for _, nodes in ipairs { 1, 10 } do
        local grid = tilepath.grid(40, 40)
        for y = 2, 39 do
          grid:set_walkable(20, y, false)
        end
        local finder = tilepath.pathfinder(grid)
        local crowd = tilepath.crowd(grid, { nodes = nodes })
        local hunter = stand(crowd, finder, 10, 30)
        local place = { x = 35.5, y = 30.5 }
        hunter:chase(place)
        for _ = 1, 600 do
          place.y = 60 - place.y
          crowd:tick()
        end
        ticks(crowd, 100)
        assert.are.equal("arrived", hunter.status)
        assert.is_true(hunter.cell_x >= 34)
      end
    end)

  it("wait only for their turn, however many nodes others take"
    .. lacks.slices, function()
    local grid = tilepath.grid(40, 40)
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid, { nodes = 20 })
    local mouse, place = { x = 20, y = 20 }, { x = 33.5, y = 30.5 }
    for x = 6, 11 do
      stand(crowd, finder, x, 5):chase(mouse, { within = 0 })
    end
    local hunter = stand(crowd, finder, 30, 30)
    hunter:chase(place)
    for beat = 1, 200 do
      mouse.x, mouse.y = 20 + beat * 7 % 17, 10 + beat * 5 % 13
      place.x = beat < 60 and 33.5 or 10.5
      crowd:tick()
    end
    assert.are.equal("arrived", hunter.status)
    assert.are.equal(12, hunter.cell_x)
  end)

  it("are paid from the nodes of an update, unit:flee too", function()
    local grid = tilepath.grid(80, 80)
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid, { nodes = 300 })
    local wolf = { x = 40.5, y = 40.5 }
    for x = 36, 45 do
      for y = 36, 39 do
        stand(crowd, finder, x, y):flee(wolf, { distance = 30 })
      end
    end
    local most, went = 0, 0
    for _ = 1, 60 do
      crowd:tick()
      local go = 0
      for _, unit in ipairs(crowd:units()) do
        go = go + (unit.remaining ~= nil and 1 or 0)
      end
      most, went = math.max(most, go - went), go
    end
    assert.are.equal(40, went)
    assert.is_true(most <= 8, most)
  end)
end)
