--- crowd:events: what an update tells. orders_spec.lua shows which order makes
-- which event.

local lacks = require "spec.support.lacks"
local stand_in = require "spec.support.stand"
local memory = require "spec.support.memory"

local field, stand, events = stand_in.field, stand_in.unit, stand_in.events

local OPEN = ("..........\n"):rep(6)

describe("crowd:events", function()
  it("tells what the last update did, and calls before it", function()
    local crowd, finder = field(OPEN)
    local unit = stand(crowd, finder, 1, 1)
    unit:patrol { { 3.5, 0.5 }, { 0.5, 0.5 } }
    assert.are.same({}, events(crowd))
    crowd:update(0.75)
    for _ = 1, 3 do
      assert.are.same({ { unit, "reached", 1 } }, events(crowd))
    end
    crowd:events() -- a loop that does not come to its end
    for _ in crowd:events() do
      assert.are.same({ { unit, "reached", 1 } }, events(crowd))
    end
    crowd:update(0.25)
    assert.are.same({}, events(crowd))
    assert.is_true(unit:step(0, 1))
    assert.are.same({}, events(crowd))
    crowd:update(0)
    assert.are.same({ { unit, "stopped" } }, events(crowd))
    crowd:load(crowd:save())
    assert.are.same({}, events(crowd))
  end)

  it("ends if the loop lets time pass", function()
    local crowd, finder = field(OPEN)
    local a, b = stand(crowd, finder, 1, 1), stand(crowd, finder, 1, 3)
    a:go_cell(1, 1)
    b:go_cell(1, 3)
    crowd:update(1)
    local turns = 0
    for _ in crowd:events() do
      turns = turns + 1
      a:go_cell(1, 1)
      b:go_cell(1, 3)
      crowd:update(1)
      assert.are.equal(2, #events(crowd))
    end
    assert.are.equal(1, turns)
  end)

  it("leaves out removed units", function()
    local crowd, finder = field(OPEN)
    local units, read = {}, 0
    for i = 1, 10 do
      units[i] = stand(crowd, finder, i, 1)
      units[i]:go_cell(i, 2)
    end
    crowd:update(3)
    units[1]:remove()
    stand(crowd, finder, 5, 5)
    for unit, what in crowd:events() do
      read = read + 1
      assert.are.same({ units[read + 1], "arrived" }, { unit, what })
      if read == 2 then
        for i = 5, 10 do units[i]:remove() end
      end
    end
    assert.are.equal(3, read)
  end)

  it("leaves out events that name removed units", function()
    for removes = 0, 1 do
      local crowd, finder = field(".....")
      local stays, bumped = stand(crowd, finder, 3, 1), 0
      stays.yields = false
      stand(crowd, finder, 2, 1):go_cell(5, 1)
      stand(crowd, finder, 4, 1):go_cell(1, 1)
      crowd:tick()
      for _, what, other in crowd:events() do
        if what == "bumped" then
          bumped = bumped + 1
          assert.are.equal(stays, other)
          if removes == 1 then
            stays:remove()
          end
        end
      end
      assert.are.equal(2 - removes, bumped)
    end
  end)

  it("needs no memory for games that do not read it"
    .. lacks.memory, function()
    local crowd, finder = field(OPEN)
    for y = 1, 5, 2 do
      stand(crowd, finder, y, y)
        :patrol { { y + 0.5, y - 0.5 }, { y - 0.5, y - 0.5 } }
    end
    local function pass(ticks)
      for _ = 1, ticks do crowd:tick() end
    end
    pass(100)
    assert.is_true(memory.bytes_of(function() pass(2000) end) < 1024)
  end)

  it("tells arrived of a unit that has settled, once it is at its goal",
    function()
      local crowd, finder = field "......\n####.#"
      local sitter = stand(crowd, finder, 5, 1, { yields = false })
      local guest = stand(crowd, finder, 1, 1)
      local calls = 0
      guest.on_arrived = function() calls = calls + 1 end
      guest:go_cell(5, 1, { settle = 2 })
      local told = {}
      local function play(n)
        for _, event in ipairs(stand_in.ticks(crowd, n)) do
          if event[1] == guest and event[2] ~= "bumped" then
            told[#told + 1] = event[2]
          end
        end
      end
      play(80)
      sitter:go_cell(5, 2)
      play(5)
      stand(crowd, finder, 1, 1):go_cell(4, 1)
      play(80)
      assert.are.equal("settled pushed arrived", table.concat(told, " "))
      assert.are.equal("5,1 arrived", stand_in.at(guest))
      assert.are.equal(1, calls)
    end)

  it("does not tell that a unit is freed that stays blocked", function()
    local crowd, finder = field "....\n.##."
    local visitor = stand(crowd, finder, 3, 1)
    visitor:go_cell(3, 2, { wait = true })
    local told = stand_in.ticks(crowd, 10)
    stand(crowd, finder, 1, 1):go_cell(4, 1)
    stand_in.ticks(crowd, 1)
    for _, event in ipairs(stand_in.ticks(crowd, 100)) do
      assert.is_false(event[1] == visitor and event[2] == "freed")
    end
    assert.are.same({ { visitor, "blocked" } }, told)
    assert.are.equal("blocked", visitor.status)
  end)
end)

local function words_of(crowd, words)
  words = words or {}
  for unit, what, a, b in crowd:events() do
    words[#words + 1] = ("%s %s %s%s"):format(unit.name, what, tostring(a),
      b and " " .. b or "")
  end
  return words
end

local function walker(crowd_options)
  local crowd, finder, grid = field(("............\n"):rep(4),
    { base = { 0, -1 } }, nil, crowd_options)
  local unit = stand(crowd, finder, 0, -1, { speed = 1 })
  unit.name = "a"
  return crowd, unit, grid, finder
end

describe("the event moved", function()
  it("comes at the start of each step, with the step's cell", function()
    for _, parts in ipairs { 1, 7, 100 } do
      local crowd, unit = walker { moved = true }
      local words = {}
      unit:go_cell(3, -1)
      for _ = 1, parts do
        crowd:update(4 / parts)
        words_of(crowd, words)
      end
      assert.are.same({ "a moved 1 -1", "a moved 2 -1", "a moved 3 -1",
        "a arrived nil" }, words)
    end
  end)

  it("comes when cell_x changes, by an order or by unit:step", function()
    local crowd, unit = walker { moved = true }
    unit:go_cell(1, 0)
    crowd:update(0.25)
    assert.are.same({ "a moved 1 0" }, words_of(crowd))
    assert.are.same({ 1, 0 }, { unit.cell_x, unit.cell_y })
    unit:stop()
    crowd:update(2)
    unit:set_cell(5, 1)
    crowd:update(1)
    assert.are.same({}, words_of(crowd))
    assert.is_true(unit:step(1, 0))
    crowd:update(0.5)
    assert.are.same({ "a moved 6 1" }, words_of(crowd))
    crowd:load(crowd:save())
    unit:go_cell(9, 1)
    crowd:update(1)
    assert.are.same({ "a moved 7 1" }, words_of(crowd))
  end)

  it("comes for ticks, links and pushed units", function()
    local crowd, unit, grid, finder = walker { moved = true }
    grid:link(1, -1, 8, 2)
    grid:fill(4, -1, 1, 4, "wall")
    unit:go_cell(9, 2)
    crowd:tick()
    assert.are.same({ "a moved 1 -1" }, words_of(crowd))
    crowd:tick()
    assert.are.same({ "a moved 8 2" }, words_of(crowd))
    stand(crowd, finder, 9, 2).name = "b"
    crowd:tick()
    local words = words_of(crowd)
    table.sort(words)
    assert.are.same({ "a moved 9 2", "b pushed unit of 1x1 in 9, 2" },
      { words[2], words[4] })
    assert.matches("^b moved", words[3])
  end)
end)

describe("the event reached", function()
  it("has the index of the point", function()
    for _, nodes in ipairs { false, 1 } do
      local crowd, unit, grid = walker { max_nodes = nodes or nil }
      local told = {}
      grid:set(4, -1, "wall")
      unit:patrol { 2.5, 0.5, 4.5, 0.5, 5.5, 0.5, 2.5, 0.5 }
      for _ = 1, 60 do
        crowd:update(0.5)
        words_of(crowd, told)
      end
      assert.are.same({ "a reached 1", "a reached 3", "a reached 4",
        "a reached 3" }, { told[1], told[2], told[3], told[4] })
    end
  end)

  it("has the index before the next point is known", function()
    for _, order in ipairs { "none", "go", "stop" } do
      local crowd, unit, _, finder = walker { max_nodes = 1 }
      local units, waits = { unit }, false
      for y = 0, 2 do
        units[#units + 1] = stand(crowd, finder, 0, y, { speed = 1 })
        units[#units].name = "a"
      end
      for _, each in ipairs(units) do
        each:pause()
        each:patrol { 0.5, each.y, 2.5, each.y, 9.5, each.y }
      end
      crowd:update(1)
      for _, each in ipairs(units) do
        each:resume()
      end
      crowd:update(1 / 64) -- one unit has its search
      for _, each in ipairs(units) do
        waits = waits or each.goal_x == nil
        if order == "go" then
          each:go_cell(5, -1)
        elseif order == "stop" then
          each:stop()
        end
      end
      assert.is_true(waits)
      assert.are.same({ "a reached 1", "a reached 1", "a reached 1",
        "a reached 1" }, words_of(crowd))
    end
  end)

  it("is dropped with its unit, and its index is not a unit's", function()
    local crowd, unit, _, finder = walker()
    local other = stand(crowd, finder, 5, 2)
    other.name = "b"
    other:patrol { 5.5, 3.5, 7.5, 3.5 }
    crowd:update(0.2)
    unit:remove() -- unit number 1
    assert.are.same({ "b reached 1" }, words_of(crowd))
  end)
end)
