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
