--- unit:step, for players and turn-based games, and unit.yields.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local rows_of = require "spec.support.rows"
local stand_in = require "spec.support.stand"

local stand, events, ticks = stand_in.unit, stand_in.events, stand_in.ticks

local OPEN = ("......\n"):rep(5)

--- A crowd on a map whose letters are units.
-- @param more     options of units, by letter
-- @return the crowd, the units by letter, the pathfinder
local function begin(text, more, profile)
  local crowd, finder = stand_in.field((text:gsub("%a", ".")), nil, profile)
  local units, y = {}, 0
  for row in text:gmatch("[^\n]+") do
    y = y + 1
    for x, letter in row:gmatch("()(%a)") do
      units[letter] = stand(crowd, finder, x, y, more and more[letter])
      units[letter].name = letter
    end
  end
  return crowd, units, finder
end

local function counted(...)
  return select("#", ...), ...
end

--- What unit:step says: "taken", or why not.
local function step(unit, dx, dy)
  local count, done, why, other = counted(unit:step(dx, dy))
  assert.are.equal(done and 1 or other and 3 or 2, count)
  return done and "taken" or why .. (other and " " .. other.name or "")
end

--- The rows of the map, with the letters of units.
local function map_of(crowd)
  local grid = crowd.grid
  return table.concat(rows_of(grid.width, grid.height, function(x, y)
    local unit = crowd:at(x, y)
    return unit and unit.name or grid:is_walkable(x, y) and "." or "#"
  end), " ")
end

local function told(crowd)
  local words = {}
  for i, event in ipairs(events(crowd)) do
    words[i] = ("%s %s%s"):format(event[1].name, event[2],
      event[3] and " " .. event[3].name or "")
  end
  return table.concat(words, ", ")
end

describe("unit:step, by turns", function()
  it("takes the cell at once, and is over after a tick", function()
    local crowd, u = begin "h..\n..."
    assert.are.equal("taken", step(u.h, 1, 0))
    assert.are.same({ 2, 1, 0.5, 0.5, "idle" },
      { u.h.cell_x, u.h.cell_y, u.h.x, u.h.y, u.h.status })
    assert.are.equal("hh. ...", map_of(crowd))
    assert.are.equal("busy", step(u.h, -1, 0))
    crowd:tick()
    assert.are.same({ 1.5, 0.5, 0 }, { u.h.x, u.h.y, u.h.angle })
    assert.are.equal("taken", step(u.h, -1, 1))
    crowd:tick()
    assert.are.equal("... h..", map_of(crowd))
    assert.are.equal("taken", step(u.h, 1, 0))
    assert.is_true(u.h:set_cell(3, 2))
    assert.are.equal("... ..h", map_of(crowd))
    assert.are.equal("taken", step(u.h, 0, -1))
  end)

  it("takes as many ticks as its pace", function()
    local crowd, u = begin("h...", { h = { pace = 3 } })
    for x = 2, 4 do
      assert.are.equal("taken", step(u.h, 1, 0))
      ticks(crowd, 2)
      helper.near(1 / 3, u.h.remaining)
      assert.are.equal("busy", step(u.h, 1, 0))
      crowd:tick()
      assert.are.same({ x, x - 0.5, 0 }, { u.h.cell_x, u.h.x, u.h.remaining })
    end
  end)

  it("obeys walls, fences and the diagonal rule, after each edit", function()
    local crowd, u, finder = begin ".h#\n...\n..."
    local grid = finder.grid
    for _, d in ipairs { { 1, 0 }, { 0, -1 }, { 1, 1 } } do
      assert.are.equal("blocked", step(u.h, d[1], d[2]))
    end
    assert.is_true(u.h:set_finder(tilepath.pathfinder(grid,
      { diagonal = "never" })))
    assert.are.equal("blocked", step(u.h, -1, 1))
    grid:fence(2, 1, 2, 2)
    assert.are.equal("blocked", step(u.h, 0, 1))
    grid:unfence(2, 1, 2, 2)
    grid:set(1, 1, "wall")
    assert.are.equal("blocked", step(u.h, -1, 0))
    grid:set(2, 1, "wall") -- it may step out of a new wall
    assert.are.equal("taken", step(u.h, 0, 1))
    crowd:tick()
    assert.are.equal("blocked", step(u.h, 0, -1))
  end)

  it("takes no link, and no unit takes one to make way", function()
    local crowd, u, finder = begin "ho#."
    finder.grid:link(2, 1, 4, 1, { seconds = 1 })
    assert.are.equal("blocked", step(u.o, 1, 0))
    assert.is_true(u.o:follow(finder:field { { 4, 1 } }))
    assert.are.equal("occupied o", step(u.h, 1, 0))
    crowd:tick()
    assert.are.equal(4, u.o.cell_x)
  end)

  it("of a large unit needs all cells of the step", function()
    local crowd, u, finder = begin(OPEN:gsub("^......\n..", "......\n.g"), nil,
      { size = 2 })
    local orc = stand(crowd, tilepath.pathfinder(finder.grid), 4, 3,
      { yields = false })
    orc.name = "o"
    assert.are.equal("occupied o", step(u.g, 1, 0))
    assert.are.equal("occupied o", step(u.g, 1, 1))
    assert.are.equal("taken", step(u.g, 1, -1))
    crowd:tick()
    assert.are.equal("blocked", step(u.g, 0, -1))
    orc.yields = true
    assert.are.equal("taken", step(u.g, 0, 1))
    assert.is_false(orc.cell_x == 4 and orc.cell_y == 3)
  end)
end)

describe("units in the way of a step", function()
  it("make way if they have room, and push those behind them", function()
    local crowd, u = begin "hoe."
    assert.are.equal("taken", step(u.h, 1, 0))
    assert.are.equal("busy", step(u.o, 1, 0))
    crowd:tick()
    assert.are.equal("e pushed o, o pushed h", told(crowd))
    assert.are.equal(".hoe", map_of(crowd))
    assert.are.equal("occupied o", step(u.h, 1, 0))
    assert.are.equal(".hoe", map_of(crowd))
  end)

  it("stay if they have no room, are paused, or do not yield", function()
    local _, u = begin "ho"
    assert.are.equal("occupied o", step(u.h, 1, 0))
    _, u = begin "ho."
    u.o:pause()
    assert.are.equal("occupied o", step(u.h, 1, 0))
    u.o:resume()
    u.o.yields = false
    assert.are.equal("occupied o", step(u.h, 1, 0))
  end)

  it("do not make way under way either, unless they yield", function()
    for _, d in ipairs { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } } do
      for _, order in ipairs { "go", "patrol", "chase", "flee" } do
        for _, yields in ipairs { true, false } do
          local crowd, finder = stand_in.field(OPEN)
          local hero = stand(crowd, finder, 3, 3)
          local rat = stand(crowd, finder, 3 + d[1], 3 + d[2],
            { yields = yields, pace = 2 })
          local to_x, to_y = 3 - 2 * d[1], 3 - 2 * d[2]
          if order == "go" then
            rat:go_cell(to_x, to_y)
          elseif order == "patrol" then
            rat:patrol_cell { { to_x, to_y }, { 1, 1 } }
          else
            rat[order](rat, hero)
          end
          for _, now in ipairs { crowd, helper.load_crowd(crowd.grid,
            { state = crowd:save(), finders = function() return finder end }) }
          do
            hero, rat = now:at(3, 3), now:at(3 + d[1], 3 + d[2])
            rat.name = "r"
            assert.are.equal(yields and "taken" or "occupied r",
              step(hero, d[1], d[2]))
          end
        end
      end
    end
  end)

  it("let a diagonal step past one of them, not between two", function()
    local _, u = begin "ho..\ne..."
    assert.are.equal("occupied o", step(u.h, 1, 1))
    u.o:remove()
    assert.are.equal("taken", step(u.h, 1, 1))
    assert.are.equal("busy", step(u.h, 1, 0))
  end)

  it("cross no diagonal step, and follow one that leaves", function()
    local crowd, u = begin "dhe.\n...o"
    assert.are.equal("taken", step(u.h, 1, 1))
    assert.are.equal("occupied h", step(u.e, -1, 1))
    assert.are.equal("occupied h", step(u.e, -1, 0))
    assert.are.equal("occupied h", step(u.o, -1, 0))
    assert.are.equal("taken", step(u.d, 1, 0))
    crowd:tick()
    assert.are.equal(".de. ..ho", map_of(crowd))
  end)
end)

describe("the order of a unit that steps", function()
  it("ends, and is reported as stopped", function()
    local crowd, u = begin((OPEN:gsub("^.", "h")))
    u.h:go_cell(6, 1)
    crowd:tick()
    assert.are.equal("taken", step(u.h, 0, 1))
    assert.are.same({ "idle", 0 }, { u.h.status, crowd.moving })
    crowd:tick()
    assert.are.equal("h stopped", told(crowd))
    assert.are.equal("taken", step(u.h, 0, 1))
    crowd:tick()
    assert.are.equal("", told(crowd))
    u.h:pause()
    assert.are.equal("taken", step(u.h, 1, 0))
    crowd:tick()
    assert.are.same({ 3, 3, "paused" }, { u.h.cell_x, u.h.cell_y, u.h.status })
  end)

  it("goes on if the step is refused", function()
    local crowd, u = begin("h...\n#o..", { o = { yields = false } })
    u.h:go_cell(4, 1)
    assert.are.equal("blocked", step(u.h, 0, 1))
    assert.are.equal("blocked", step(u.h, 1, 1))
    crowd:tick()
    assert.are.equal("occupied o", step(u.h, 0, 1))
    assert.are.equal("going", u.h.status)
    ticks(crowd, 2)
    assert.are.equal("...h #o..", map_of(crowd))
  end)

  it("does not lead it home: the cell of the step is its new home", function()
    local crowd, u = begin "ho.\n..."
    step(u.h, 1, 0)
    u.h.yields = true
    crowd:tick()
    assert.are.equal("taken", step(u.o, u.o.cell_x == 3 and -1 or 1, 0))
    local x, y = u.o.cell_x, u.o.cell_y
    crowd:tick()
    assert.are.equal("taken", step(u.h, -1, 0))
    ticks(crowd, 5)
    assert.are.same({ x, y }, { u.o.cell_x, u.o.cell_y })
  end)
end)

describe("unit.yields", function()
  it("is false after a step by hand", function()
    local crowd, u = begin "h.t\n.##"
    assert.is_true(u.h.yields)
    assert.are.equal("taken", step(u.h, 1, 0))
    assert.is_false(u.h.yields)
    crowd:tick()
    assert.are.equal("occupied h", step(u.t, -1, 0))
    u.t:go_cell(1, 1)
    ticks(crowd, 9)
    assert.are.same({ 2, 3 }, { u.h.cell_x, u.t.cell_x })
    u.h.yields = true
    ticks(crowd, 30)
    assert.are.equal(1, u.t.cell_x)
  end)

  it("false keeps others from pushing it, and stays in a state", function()
    local crowd, u = begin("t.g...\n##.###", { g = { yields = false } })
    assert.are.same({ true, false }, { u.t.yields, u.g.yields })
    local again = helper.load_crowd(crowd.grid, { state = crowd:save(),
      finders = function() return u.t.finder end })
    assert.are.same({ true, false },
      { again:at(1, 1).yields, again:at(3, 1).yields })
    u.t:go_cell(6, 1)
    ticks(crowd, 10)
    assert.are.equal(".tg... ##.###", map_of(crowd))
    u.g:go_cell(6, 1)
    ticks(crowd, 10)
    assert.are.same({ 6, "arrived" }, { u.g.cell_x, u.g.status })
    u.g.yields = true
    ticks(crowd, 80)
    assert.are.equal(5, u.t.cell_x)
  end)

  -- A lane, upright and turned, and with points from either end.
  for _, way in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
    it(("false keeps a bus at its stop, whoever comes (%d, %d)"):format(way[1],
      way[2]), function()
      local across = way[1] ~= 0
      local grid = across and tilepath.grid(12, 1) or tilepath.grid(1, 12)
      local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
      local function at(i)
        i = way[1] + way[2] > 0 and i or 13 - i
        return across and i or 1, across and 1 or i
      end
      local x, y = at(2)
      local bus = stand(crowd, finder, x, y, { yields = false })
      x, y = at(1)
      local car = stand(crowd, finder, x, y, { priority = 9 })
      local stop_x, stop_y = at(6)
      x, y = at(11)
      bus:patrol_cell({ { stop_x, stop_y }, { x, y } }, { rest = 30 })
      x, y = at(12)
      car:go_cell(x, y, { avoid_price = math.huge })
      ticks(crowd, 30)
      assert.are.same({ stop_x, stop_y, "resting" },
        { bus.cell_x, bus.cell_y, bus.status })
      ticks(crowd, 8)
      assert.are.equal("going", bus.status)
    end)
  end

  it("false counts at rest alone: on their ways such units pass", function()
    local crowd, u = begin("#########\na.......b\n####.####",
      { a = { yields = false }, b = { yields = false } })
    u.a:go_cell(9, 2)
    u.b:go_cell(1, 2)
    ticks(crowd, 20)
    assert.are.same({ "arrived", "arrived" }, { u.a.status, u.b.status })
  end)
end)

describe("unit:step, by seconds", function()
  it("takes the step's length divided by the speed", function()
    local crowd, u = begin("h..\n...", { h = { speed = 2 } })
    assert.are.equal("taken", step(u.h, 1, 0))
    crowd:update(0.25)
    assert.are.same({ 1, "busy" }, { u.h.x, step(u.h, 1, 0) })
    crowd:update(0.25)
    assert.are.same({ 1.5, "taken" }, { u.h.x, step(u.h, 1, 1) })
    crowd:update(math.sqrt(2) / 2 - 0.01)
    assert.are.equal("busy", step(u.h, -1, 0))
    crowd:update(0.02)
    assert.are.same({ 2.5, 1.5 }, { u.h.x, u.h.y })
  end)

  it("follows a unit that leaves the cell in time", function()
    local crowd, u = begin("ho..", { h = { speed = 4 }, o = { speed = 1 } })
    assert.are.equal("taken", step(u.o, 1, 0))
    crowd:update(0.5)
    assert.are.equal("occupied o", step(u.h, 1, 0))
    crowd:update(0.25)
    assert.are.equal("taken", step(u.h, 1, 0))
    crowd:update(0.25)
    assert.are.same({ 1.5, 2.5 }, { u.h.x, u.o.x })
  end)
end)

describe("steps before the first tick or update", function()
  local function set_out()
    local crowd, u = begin("hg..\n....\ne...", { h = { speed = 4 },
      g = { pace = 2, speed = 1 }, e = { pace = 4, speed = 2 } })
    step(u.g, 1, 0)
    step(u.h, 1, 0)
    step(u.e, 1, -1)
    local again = helper.load_crowd(crowd.grid, { state = crowd:save(),
      finders = function() return u.h.finder end })
    return { crowd, again }
  end

  --- The places of h, g and e along x, and whether e is busy.
  local function places(crowd)
    local all = crowd:units()
    return { all[1].x, all[2].x, all[3].x, all[3].remaining > 0 }
  end

  it("count in ticks if a tick follows, also from a state", function()
    for _, crowd in ipairs(set_out()) do
      crowd:tick()
      assert.are.same({ 1, 2, 0.75, true }, places(crowd))
      ticks(crowd, 2)
      assert.are.same({ 1.5, 2.5, 1.25, true }, places(crowd))
      crowd:tick()
      assert.are.same({ 1.5, 2.5, 1.5, false }, places(crowd))
    end
  end)

  it("count in seconds if an update follows, also from a state", function()
    for _, crowd in ipairs(set_out()) do
      crowd:update(0.5)
      assert.are.same({ 1, 2 }, { places(crowd)[1], places(crowd)[2] })
      crowd:update(0.5)
      assert.are.same({ 1.5, 2.5, 1.5, false }, places(crowd))
    end
  end)
end)
