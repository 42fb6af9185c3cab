--- Callbacks of units, and names that are none, on both bodies.

local tilepath = require "tilepath"
local crowd_of = require("spec.support.stand").field

describe("a unit's callbacks", function()
  it("are called in the order of the events", function()
    local crowd, finder = crowd_of "......\n......"
    local told = {}
    local function tell(name)
      return function(...)
        told[#told + 1] = table.concat({ name, ... }, " ")
      end
    end
    local a = crowd:add { finder = finder, cell_x = 1, cell_y = 1,
      on_arrived = tell "a", on_reached = tell "never" }
    local b = crowd:add { finder = finder, cell_x = 1, cell_y = 2 }
    b.on_reached = tell "b at"
    assert.is_true(a:go_cell(3, 1) and b:patrol { 3.5, 1.5, 0.5, 1.5 })
    for _ = 1, 6 do crowd:tick() end
    assert.are.equal("b at 1 3.5 1.5", told[2] == "a" and told[1] or told[2])
    assert.are.equal("b at 2 0.5 1.5", told[3])
    a.on_arrived = nil
    assert.is_true(a:go_cell(4, 1))
    crowd:tick()
    assert.are.equal("arrived", a.status)
    assert.are.equal(3, #told)
  end)

  it("tell where a unit is blocked", function()
    local crowd, finder, grid = crowd_of "......"
    local goal
    local a = crowd:add { finder = finder, cell_x = 1, cell_y = 1,
      on_blocked = function(x, y) goal = { x, y } end }
    a:go_cell(6, 1)
    crowd:update(0.25)
    grid:set(4, 1, "wall")
    for _ = 1, 40 do crowd:update(0.25) end
    assert.are.same({ "blocked", 5.5, 0.5 }, { a.status, goal[1], goal[2] })
  end)

  it("may give orders, remove units, and raise", function()
    local crowd, finder = crowd_of "......\n......"
    local a = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    local b = crowd:add { finder = finder, cell_x = 1, cell_y = 2 }
    a.on_arrived = function()
      a:go_cell(6, 1)
      b:remove()
      a.on_arrived = function() error("home", 0) end
    end
    b.on_arrived = function() error "it was removed" end
    a:go_cell(2, 1)
    b:go_cell(2, 2)
    crowd:tick()
    assert.are.equal(1, crowd.count)
    assert.has_error(function()
      for _ = 1, 9 do crowd:tick() end
    end, "home")
    crowd:tick()
    assert.are.equal("6 1", a.cell_x .. " " .. a.cell_y)
  end)
end)

describe("a unit's on_reached on a path", function()
  --- A unit that follows a path of pairs of cells, and what it tells.
  local function walk(map, points, change)
    local crowd, finder, grid = crowd_of(map)
    local told = {}
    local unit = crowd:add { finder = finder, cell_x = points[1],
      cell_y = points[2] }
    points.units = "cells"
    unit.on_reached = function(i) told[#told + 1] = i end
    assert.is_true(unit:follow(points))
    unit.on_arrived = function() told[#told + 1] = "end" end
    if change then
      change(crowd, finder, unit, grid)
    end
    for _ = 1, 30 do crowd:tick() end
    return table.concat(told, " ")
  end

  it("tells each point once, in order, before the end", function()
    for _, points in ipairs { { 1, 1, 4, 1, 4, 4, 6, 4 },
      { 6, 4, 3, 4, 3, 1, 1, 1 }, { 1, 1, 3, 3, 5, 1, 2, 1 } } do
      assert.are.equal("2 3 4 end",
        walk("......\n......\n......\n......", points))
    end
  end)

  it("tells points that the unit comes past, too", function()
    local points = { 1, 2, 3, 2, 4, 2, 5, 2, 8, 2 }
    assert.are.equal("2 3 4 5 end", walk("........\n........\n........",
      points, function(crowd, finder)
        for x = 3, 4 do
          local wall = crowd:add { finder = finder, cell_x = x, cell_y = 2 }
          wall:pause()
        end
      end))
  end)

  it("tells the far end of a link when the unit is there", function()
    local points, at = { 1, 1, 2, 1, 6, 1, 8, 1, links = { 2 } }, nil
    local told = walk("........", points, function(_, _, unit, grid)
      grid:link(2, 1, 6, 1)
      unit:follow(points)
      local tell = unit.on_reached
      unit.on_reached = function(i, x, y)
        at = i == 3 and x or at
        tell(i, x, y)
      end
    end)
    assert.are.equal("2 3 4 end", told)
    assert.are.equal(5.5, at)
  end)

  it("goes on after loading, and after an order between", function()
    local points = { 1, 1, 3, 1, 5, 1, 7, 1 }
    assert.are.equal("2 3 4 end", walk("........", points,
      function(crowd, finder)
        for _ = 1, 3 do crowd:tick() end
        local state = crowd:save()
        local other = require "tilepath".crowd(finder.grid)
        assert.is_true(other:load(state, { finders = { finder } }))
        local told = {}
        other:units()[1].on_reached = function(i) told[#told + 1] = i end
        for _ = 1, 9 do other:tick() end
        assert.are.equal("3 4", table.concat(told, " "))
        for _ = 1, 2 do crowd:tick() end
        assert.is_true(crowd:load(state, { finders = { finder } }))
      end):gsub("^2 3 3", "2 3"))
    assert.are.equal("2 end 3 4 end", walk("........\n........", points,
      function(crowd, _, unit)
        for _ = 1, 3 do crowd:tick() end
        assert.is_true(unit:go_cell(4, 2, { resume = true }))
      end))
  end)

  it("tells points on hexagons", function()
    local grid = require "tilepath".grid(6, 6, { shape = "hex" })
    local finder = require "tilepath".pathfinder(grid)
    local crowd, told = require "tilepath".crowd(grid), {}
    local points = { 1, 1, 3, 4, 6, 4, 6, 1, units = "cells" }
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1,
      on_reached = function(i, x, y)
        told[#told + 1] = i
        assert.are.same({ points[2 * i - 1], points[2 * i] },
          { grid:to_cell(x, y) })
      end }
    assert.is_true(unit:follow(points))
    for _ = 1, 30 do crowd:tick() end
    assert.are.equal("2 3 4", table.concat(told, " "))
  end)
end)

describe("a field on_ of a body", function()
  it("raises unless it is a callback", function()
    local crowd, finder = crowd_of "..."
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    local hero = tilepath.follower { finder = finder, cell_x = 1, cell_y = 1 }
    for _, body in ipairs { unit, hero } do
      local noun = body == unit and "unit" or "follower"
      assert.has_error(function() body.on_arrive = print end,
        noun .. ": unknown callback 'on_arrive' (did you mean 'on_arrived'?)")
      body.on_arrived = print
      assert.are.equal(print, body.on_arrived)
      body.onward = 1
    end
    assert.has_error(function() unit.on_arrived = 5 end,
      "unit: on_arrived must be a function, got 5")
    assert.has_error(function()
      crowd:add { finder = finder, cell_x = 2, cell_y = 1, on_blocked = true }
    end, "add: on_blocked must be a function, got true")
    assert.are.equal(1, crowd.count)
    assert.has_error(function()
      crowd:add { finder = finder, cell_x = 2, cell_y = 1, on_arrive = print }
    end)
  end)
end)

describe("what is under way", function()
  it("is a field, and updates return nothing", function()
    local crowd, finder = crowd_of "..."
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    unit:go_cell(3, 1)
    assert.are.same({ 1, true }, { crowd.moving, unit.moving })
    assert.are.equal(0, select("#", crowd:tick()))
    crowd:tick()
    assert.are.same({ 0, false }, { crowd.moving, unit.moving })
    local by_time = tilepath.crowd(crowd.grid)
    assert.are.equal(0, select("#", by_time:update(1)))
    local hero = tilepath.follower { finder = finder, cell_x = 1, cell_y = 1 }
    assert.are.equal(0, select("#", hero:update(1)))
    assert.are.equal(0, select("#", tilepath.queue({ max_nodes = 1 }):update()))
    assert.are.same({ nil, "empty" }, { crowd:go({}, 1, 0.5) })
  end)
end)
