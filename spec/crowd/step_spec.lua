--- A step that the game takes with a unit, and units that make way for nobody.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local list, mistake = helper.list, helper.mistake

local OPEN = ("......\n"):rep(5)

local function field(text, options, profile)
  local grid = tilepath.grid(text, options)
  return tilepath.crowd(grid), tilepath.pathfinder(grid, profile), grid
end

local function stand(crowd, finder, x, y, more)
  local options = { finder = finder, cell_x = x, cell_y = y }
  for key, value in pairs(more or {}) do
    options[key] = value
  end
  return assert(crowd:add(options))
end

local function events(crowd)
  local all = {}
  for unit, what, other in crowd:events() do
    all[#all + 1] = { unit, what, other }
  end
  return all
end

local function cell(unit)
  return { unit.cell_x, unit.cell_y }
end

describe("unit:step, by turns", function()
  it("takes the cell at once, and is there after a tick", function()
    local crowd, finder = field(OPEN)
    local hero = stand(crowd, finder, 2, 2)
    assert.are.same({ true }, list(hero:step(1, 0)))
    assert.are.same({ 3, 2 }, cell(hero))
    assert.are.same({ 1.5, 1.5 }, { hero.x, hero.y })
    assert.is_false(crowd:is_free(2, 2))
    assert.are.equal(hero, crowd:at(3, 2))
    assert.are.equal("idle", hero.status)
    crowd:tick()
    assert.are.same({ 2.5, 1.5 }, { hero.x, hero.y })
    assert.is_true(crowd:is_free(2, 2))
    assert.are.equal(0, hero.angle)
    assert.is_true(hero:step(-1, 1))
    crowd:tick()
    assert.are.same({ 2, 3 }, cell(hero))
  end)

  it("takes as many ticks as its pace", function()
    local crowd, finder = field(OPEN)
    local hero = stand(crowd, finder, 1, 1, { pace = 3 })
    for x = 2, 4 do
      assert.is_true(hero:step(1, 0))
      crowd:tick()
      crowd:tick()
      assert.are.same({ nil, "busy" }, list(hero:step(1, 0)))
      crowd:tick()
      assert.are.same({ x, 1, x - 0.5 }, { hero.cell_x, hero.cell_y, hero.x })
    end
  end)

  it("is busy until the next tick, whatever is in the way then", function()
    local crowd, finder = field("..#")
    local hero = stand(crowd, finder, 1, 1)
    assert.is_true(hero:step(1, 0))
    assert.are.same({ nil, "busy" }, list(hero:step(1, 0)))
    assert.are.same({ nil, "busy" }, list(hero:step(-1, 0)))
    crowd:tick()
    assert.are.same({ nil, "wall" }, list(hero:step(1, 0)))
    assert.is_true(hero:step(-1, 0))
  end)

  it("may be taken again by one that was put elsewhere", function()
    local crowd, finder = field(OPEN)
    local hero = stand(crowd, finder, 1, 1)
    assert.is_true(hero:step(1, 0))
    assert.is_true(hero:set_cell(5, 5))
    assert.is_true(crowd:is_free(1, 1, 2, 1))
    assert.is_true(hero:step(0, -1))
    crowd:tick()
    assert.are.same({ 5, 4 }, cell(hero))
  end)

  it("meets walls as the map and the diagonal rule say", function()
    local crowd, finder, grid = field("..#\n...\n...")
    local hero = stand(crowd, finder, 2, 1)
    local wall = { nil, "wall" }
    assert.are.same(wall, list(hero:step(1, 0)))
    assert.are.same(wall, list(hero:step(0, -1)))
    assert.are.same(wall, list(hero:step(1, 1)))
    local straight = tilepath.pathfinder(grid, { diagonal = "never" })
    assert.is_true(hero:set_finder(straight))
    assert.are.same(wall, list(hero:step(-1, 1)))
    grid:wall(2, 1, 2, 2)
    assert.are.same(wall, list(hero:step(0, 1)))
    grid:unwall(2, 1, 2, 2)
    assert.is_true(hero:step(0, 1))
  end)

  it("sees each edit, and leaves a cell that was shut", function()
    local crowd, finder, grid = field("...")
    local hero = stand(crowd, finder, 1, 1)
    grid:set(2, 1, "wall")
    assert.are.same({ nil, "wall" }, list(hero:step(1, 0)))
    grid:set(2, 1, "open")
    grid:set(1, 1, "wall")
    assert.is_true(hero:step(1, 0))
    crowd:tick()
    assert.are.same({ nil, "wall" }, list(hero:step(-1, 0)))
  end)

  it("goes past a link, and into none", function()
    local crowd, finder, grid = field("...")
    grid:link(1, 1, 3, 1)
    local hero = stand(crowd, finder, 1, 1)
    assert.is_true(hero:step(1, 0))
    crowd:tick()
    assert.are.same({ 2, 1 }, cell(hero))
  end)

  it("is of a large unit, past what it can hold", function()
    local crowd, ogres, grid = field(OPEN, nil, { size = 2 })
    local orcs = tilepath.pathfinder(grid)
    local ogre = stand(crowd, ogres, 2, 2)
    local orc = stand(crowd, orcs, 4, 3, { yields = false })
    assert.are.same({ nil, "unit", orc }, list(ogre:step(1, 0)))
    assert.are.same({ nil, "unit", orc }, list(ogre:step(1, 1)))
    assert.is_true(ogre:step(1, -1))
    crowd:tick()
    assert.are.same({ 3, 1 }, cell(ogre))
    assert.are.same({ nil, "wall" }, list(ogre:step(0, -1)))
    orc.yields = true
    assert.is_true(ogre:step(0, 1))
    assert.is_false(orc.cell_x == 4 and orc.cell_y == 3)
  end)
end)

describe("units in the way of a step", function()
  it("make way, if they have room, and say so", function()
    local crowd, finder = field("...\n...")
    local hero = stand(crowd, finder, 1, 1)
    local orc = stand(crowd, finder, 2, 1)
    assert.is_true(hero:step(1, 0))
    assert.are.same({ { orc, "pushed", hero } }, events(crowd))
    assert.are.same({ nil, "busy" }, list(orc:step(0, 1)))
    crowd:tick()
    assert.are.same({ 2, 1 }, cell(hero))
    assert.is_false(orc.cell_x == 2 and orc.cell_y == 1)
  end)

  it("push on whom they have to", function()
    local crowd, finder = field("....")
    local hero = stand(crowd, finder, 1, 1)
    local orc, elf = stand(crowd, finder, 2, 1), stand(crowd, finder, 3, 1)
    assert.is_true(hero:step(1, 0))
    crowd:tick()
    assert.are.same({ 2, 3, 4 }, { hero.cell_x, orc.cell_x, elf.cell_x })
    assert.are.same({ nil, "unit", orc }, list(hero:step(1, 0)))
    assert.are.same({ 2, 3, 4 }, { hero.cell_x, orc.cell_x, elf.cell_x })
  end)

  it("make way in rows longer than any before", function()
    local crowd, finder = field(("."):rep(60))
    local hero = stand(crowd, finder, 1, 1)
    for x = 2, 59 do
      stand(crowd, finder, x, 1)
    end
    assert.is_true(hero:step(1, 0))
    assert.are.equal(58, #events(crowd))
    crowd:tick()
    assert.are.same({ nil, "unit", crowd:at(3, 1) }, list(hero:step(1, 0)))
  end)

  it("change places with nobody", function()
    local crowd, finder = field("..")
    local hero = stand(crowd, finder, 1, 1)
    local orc = stand(crowd, finder, 2, 1)
    assert.are.same({ nil, "unit", orc }, list(hero:step(1, 0)))
  end)

  it("stay, if they are paused, followers', or do not yield", function()
    local crowd, finder = field(OPEN)
    local hero = stand(crowd, finder, 2, 2)
    local orc = stand(crowd, finder, 3, 2)
    orc:pause()
    assert.are.same({ nil, "unit", orc }, list(hero:step(1, 0)))
    orc:resume()
    orc.yields = false
    assert.are.same({ nil, "unit", orc }, list(hero:step(1, 0)))
    orc:remove()
    local elf = tilepath.follower { finder = finder, crowd = crowd,
      x = 2.5, y = 1.5, speed = 1 }
    assert.are.same({ nil, "unit", elf.unit }, list(hero:step(1, 0)))
  end)

  it("let a diagonal step past one of them, not between two", function()
    local crowd, finder = field(OPEN)
    local hero = stand(crowd, finder, 2, 2)
    local orc = stand(crowd, finder, 3, 2)
    local elf = stand(crowd, finder, 2, 3)
    assert.are.same({ nil, "unit", orc }, list(hero:step(1, 1)))
    orc:remove()
    assert.is_true(hero:step(1, 1))
    assert.are.same({ 2, 3 }, cell(elf))
  end)

  it("cross no diagonal step, and may be followed", function()
    local crowd, finder = field(OPEN)
    local hero, elf = stand(crowd, finder, 2, 2), stand(crowd, finder, 3, 2)
    assert.is_true(hero:step(1, 1))
    assert.are.same({ nil, "unit", hero }, list(elf:step(-1, 1)))
    assert.are.same({ nil, "unit", hero }, list(elf:step(-1, 0)))
    local orc, dog = stand(crowd, finder, 4, 3), stand(crowd, finder, 1, 2)
    assert.are.same({ nil, "unit", hero }, list(orc:step(-1, 0)))
    assert.is_true(dog:step(1, 0))
    crowd:tick()
    assert.are.same({ 3, 3, 2, 2 },
      { hero.cell_x, hero.cell_y, dog.cell_x, dog.cell_y })
  end)

  it("act in the order of the calls", function()
    local crowd, finder = field("...")
    local a, b = stand(crowd, finder, 1, 1), stand(crowd, finder, 3, 1)
    assert.is_true(b:step(-1, 0))
    assert.are.same({ nil, "unit", b }, list(a:step(1, 0)))
    crowd:tick()
    assert.are.equal(2, b.cell_x)
  end)

  it("wait for a slow one that makes way", function()
    local crowd, finder = field("...")
    local hero = stand(crowd, finder, 1, 1)
    local ogre = stand(crowd, finder, 2, 1, { pace = 3 })
    assert.is_true(hero:step(1, 0))
    crowd:tick()
    crowd:tick()
    assert.are.same({ nil, "busy" }, list(hero:step(1, 0)))
    crowd:tick()
    assert.are.same({ 1.5, 2.5 }, { hero.x, ogre.x })
  end)

  it("go through no link for a step", function()
    local crowd, finder, grid = field("..#.")
    grid:link(2, 1, 4, 1, { seconds = 1 })
    local hero = stand(crowd, finder, 1, 1)
    local orc = stand(crowd, finder, 2, 1)
    assert.is_true(orc:follow(finder:field { { 4, 1 } }))
    assert.are.same({ nil, "unit", orc }, list(hero:step(1, 0)))
    crowd:tick()
    assert.are.equal(4, orc.cell_x)
  end)

  it("lose no turn if they cannot make way", function()
    local crowd, finder = field(".......\n#.##.##")
    local hero = stand(crowd, finder, 1, 1)
    local orc = stand(crowd, finder, 2, 1)
    local dwarf = stand(crowd, finder, 3, 1, { pace = 3 })
    local elf = stand(crowd, finder, 4, 1, { yields = false })
    assert.is_true(orc:go(6.5, 0.5))
    assert.is_true(dwarf:go(6.5, 0.5))
    assert.is_true(hero:step(1, 0))
    assert.are.same({ 2, 2 }, cell(orc))
    elf.yields = true
    crowd:tick()
    assert.are.equal(4, dwarf.cell_x)
  end)
end)

describe("the order of a unit that steps", function()
  it("is over, and that is told", function()
    local crowd, finder = field(OPEN)
    local hero = stand(crowd, finder, 1, 1)
    hero:go(5.5, 0.5)
    crowd:tick()
    assert.are.equal("going", hero.status)
    assert.is_true(hero:step(0, 1))
    assert.are.same({ { hero, "stopped" } }, events(crowd))
    assert.are.equal("idle", hero.status)
    assert.are.equal(0, crowd:tick())
    crowd:tick()
    assert.are.same({ 2, 2 }, cell(hero))
    assert.is_true(hero:step(0, 1))
    assert.are.same({}, events(crowd))
  end)

  it("goes on if the step cannot be", function()
    local crowd, finder = field("....\n#...")
    local hero = stand(crowd, finder, 1, 1)
    hero:go(3.5, 0.5)
    assert.are.same({ nil, "wall" }, list(hero:step(0, 1)))
    local orc = stand(crowd, finder, 2, 2, { yields = false })
    assert.are.same({ nil, "wall" }, list(hero:step(1, 1)))
    crowd:tick()
    assert.are.same({ nil, "unit", orc }, list(hero:step(0, 1)))
    assert.are.equal("going", hero.status)
    crowd:tick()
    crowd:tick()
    assert.are.same({ 4, 1 }, cell(hero))
  end)

  it("is none of who comes home: its home is where it stepped", function()
    local crowd, finder = field("...\n...")
    local hero = stand(crowd, finder, 1, 1)
    local orc = stand(crowd, finder, 2, 1)
    assert.is_true(hero:step(1, 0))
    crowd:tick()
    local x, y = orc.cell_x, orc.cell_y
    assert.is_true(orc:step(1 + x > 3 and -1 or 1, 0))
    local at = cell(orc)
    crowd:tick()
    assert.is_true(hero:step(-1, 0))
    for _ = 1, 5 do
      crowd:tick()
    end
    assert.are.same(at, cell(orc))
    assert.are_not.same({ x, y }, at)
  end)
end)

describe("a paused unit", function()
  it("steps, and stays paused", function()
    local crowd, finder = field(OPEN)
    local hero = stand(crowd, finder, 2, 2)
    hero:pause()
    assert.is_true(hero:step(1, 0))
    assert.are.equal("paused", hero.status)
    crowd:tick()
    assert.are.same({ 3, 2 }, cell(hero))
    assert.are.equal("paused", hero.status)
  end)
end)

describe("unit.yields", function()
  it("is true, and may be given and written", function()
    local crowd, finder = field(OPEN)
    local orc = stand(crowd, finder, 1, 1)
    assert.is_true(orc.yields)
    orc.yields = false
    assert.is_false(orc.yields)
    assert.is_false(stand(crowd, finder, 2, 1, { yields = false }).yields)
  end)

  it("false: nobody pushes it, and it goes by its orders", function()
    local crowd, finder = field("......\n##.###")
    local guard = stand(crowd, finder, 3, 1, { yields = false })
    local thief = stand(crowd, finder, 1, 1)
    thief:go(5.5, 0.5)
    for _ = 1, 10 do
      crowd:tick()
    end
    assert.are.same({ 3, 1 }, cell(guard))
    assert.are.same({ 2, 1 }, cell(thief))
    guard:go(5.5, 0.5)
    for _ = 1, 10 do
      crowd:tick()
    end
    assert.are.same({ 6, 1, "arrived" },
      { guard.cell_x, guard.cell_y, guard.status })
    guard.yields = true
    for _ = 1, 80 do
      crowd:tick()
    end
    assert.are.equal(5, thief.cell_x)
  end)

  it("false: others go round it", function()
    local crowd, finder = field(".......\n.##.##.\n.......")
    local guard = stand(crowd, finder, 4, 1, { yields = false })
    local thief = stand(crowd, finder, 1, 1)
    thief:go(6.5, 0.5)
    for _ = 1, 20 do
      crowd:tick()
    end
    assert.are.equal("arrived", thief.status)
    assert.are.same({ 4, 1 }, cell(guard))
  end)

  it("false: no search over positions moves it", function()
    local crowd, finder = field("##.###\n......\n######")
    local a = stand(crowd, finder, 1, 2, { yields = false })
    local b = stand(crowd, finder, 6, 2)
    a:go(5.5, 1.5)
    b:go(0.5, 1.5)
    local left = 0
    for _ = 1, 200 do
      local x = a.cell_x
      crowd:tick()
      if a.cell_x < x then
        left = left + 1
      end
    end
    assert.are.equal(0, left)
  end)
end)

describe("unit:step, by seconds", function()
  it("takes as long as its way at its speed", function()
    local crowd, finder = field(OPEN)
    local hero = stand(crowd, finder, 1, 1, { speed = 2 })
    assert.is_true(hero:step(1, 0))
    crowd:update(0.25)
    assert.are.same({ 1, 2 }, { hero.x, hero.cell_x })
    assert.are.same({ nil, "busy" }, list(hero:step(1, 0)))
    crowd:update(0.25)
    assert.are.equal(1.5, hero.x)
    assert.is_true(hero:step(1, 1))
    crowd:update(math.sqrt(2) / 2 - 0.01)
    assert.are.same({ nil, "busy" }, list(hero:step(1, 0)))
    crowd:update(0.02)
    assert.are.same({ 2.5, 1.5 }, { hero.x, hero.y })
  end)

  it("follows whom it reaches no earlier than he has gone", function()
    local crowd, finder = field(OPEN)
    local orc = stand(crowd, finder, 2, 1, { speed = 1 })
    local hero = stand(crowd, finder, 1, 1, { speed = 4 })
    assert.is_true(orc:step(1, 0))
    crowd:update(0.5)
    assert.are.same({ nil, "unit", orc }, list(hero:step(1, 0)))
    crowd:update(0.25)
    assert.is_true(hero:step(1, 0))
    crowd:update(0.25)
    assert.are.same({ 1.5, 2.5 }, { hero.x, orc.x })
  end)

  it("comes before those who decide at that moment", function()
    local crowd, finder = field("...\n#.#")
    local orc = stand(crowd, finder, 1, 1, { speed = 1, priority = 9 })
    local hero = stand(crowd, finder, 2, 2, { speed = 1 })
    orc:go(2.5, 0.5)
    assert.is_true(hero:step(0, -1))
    crowd:update(0.5)
    assert.are.same({ 2, 1 }, cell(hero))
    assert.are.same({ 1, 1 }, cell(orc))
  end)
end)

describe("steps before any time has passed", function()
  local function begin()
    local crowd, finder = field(("....\n"):rep(3))
    local hero = stand(crowd, finder, 1, 1, { pace = 1, speed = 4 })
    local ogre = stand(crowd, finder, 2, 1, { pace = 2, speed = 1 })
    local elf = stand(crowd, finder, 1, 3, { pace = 4, speed = 2 })
    assert.is_true(ogre:step(1, 0))
    assert.is_true(hero:step(1, 0))
    assert.is_true(elf:step(1, -1))
    return crowd, hero, ogre, elf
  end

  it("are beats, if a tick is what comes", function()
    local crowd, hero, ogre, elf = begin()
    crowd:tick()
    assert.are.same({ 1, 2, 0.75 }, { hero.x, ogre.x, elf.x })
    crowd:tick()
    assert.are.same({ 1.5, 2.5 }, { hero.x, ogre.x })
    crowd:tick()
    assert.are.same({ nil, "busy" }, list(elf:step(0, 1)))
    crowd:tick()
    assert.are.same({ 1.5, 1.5 }, { elf.x, elf.y })
  end)

  it("are seconds, if an update is", function()
    local crowd, hero, ogre, elf = begin()
    crowd:update(0.5)
    assert.are.same({ 1, 2 }, { hero.x, ogre.x })
    crowd:update(0.5)
    assert.are.same({ 1.5, 2.5 }, { hero.x, ogre.x })
    assert.are.equal(1.5, elf.x)
  end)

  it("are saved", function()
    local crowd, hero, ogre, elf = begin()
    local again = tilepath.crowd(crowd.grid, { state = crowd:state(),
      finders = function() return hero.finder end })
    for _ = 1, 3 do
      crowd:tick()
      again:tick()
      for i, unit in ipairs { hero, ogre, elf } do
        local other = again:units()[i]
        assert.are.same({ unit.x, unit.y }, { other.x, other.y })
      end
    end
  end)
end)

describe("the state of a crowd", function()
  it("has steps that are under way, and who yields", function()
    local crowd, finder, grid = field(OPEN)
    local hero = stand(crowd, finder, 1, 1, { yields = false, speed = 2 })
    crowd:update(0.125)
    hero:go(3.5, 0.5)
    assert.is_true(hero:step(1, 0))
    crowd:update(0.25)
    local again = tilepath.crowd(grid, { state = crowd:state(),
      finders = function() return finder end })
    local other = again:units()[1]
    assert.are.same({ 1, false }, { other.x, other.yields })
    assert.are.same({ { other, "stopped" } }, events(again))
    assert.are.same({ nil, "busy" }, list(other:step(1, 0)))
    again:update(0.25)
    assert.are.same({ 1.5, 2 }, { other.x, other.cell_x })
    assert.is_true(other:step(1, 0))
  end)
end)

describe("unit:step in real time", function()
  it("is drawn from where the unit stands, however long updates are", function()
    for _, dt in ipairs { 1 / 60, 0.1, 1 / 3, 0.5 } do
      local crowd, finder = field(OPEN)
      local hero = crowd:add { finder = finder, cell_x = 1, cell_y = 1,
        speed = 1 }
      crowd:update(dt)
      assert.is_true(hero:step(1, 0))
      assert.are.equal(0.5, hero.x)
      crowd:update(1e-9)
      assert.is_true(hero.x < 0.51)
      crowd:update(0.25)
      assert.is_true(math.abs(hero.x - 0.75) < 1e-5, hero.x)
    end
  end)
end)

describe("unit:step raises", function()
  it("for what is no step", function()
    local crowd, finder = field(OPEN)
    local hero = stand(crowd, finder, 1, 1)
    for _, wrong in ipairs { { 0, 0 }, { 2, 0 }, { 0.5, 0 }, { 1 }, {} } do
      assert.is_string(mistake(function()
        hero:step(wrong[1], wrong[2])
      end))
    end
    hero:remove()
    assert.are.equal("step: the unit was removed from its crowd",
      mistake(function()
        hero:step(1, 0)
      end))
    local led = tilepath.follower { finder = finder, crowd = crowd,
      x = 2.5, y = 1.5, speed = 1 }
    assert.are.equal("step: the unit is a follower's (which moves it)",
      mistake(function()
        led.unit:step(1, 0)
      end))
  end)
end)
