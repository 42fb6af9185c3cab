--- crowd:events: all events, in order, read soon or late. orders_spec.lua shows
-- which order makes which event.

local tilepath = require "tilepath"
local stand_in = require "spec.support.stand"

local field, stand, events = stand_in.field, stand_in.unit, stand_in.events

local OPEN = ("..........\n"):rep(6)

describe("crowd:events", function()
  it("returns each event once: the unit, what happened, and more", function()
    local crowd, finder = field(OPEN)
    local unit = stand(crowd, finder, 1, 1)
    unit:patrol { { 3.5, 0.5 }, { 0.5, 0.5 } }
    crowd:update(1)
    for who, what, point in crowd:events() do
      assert.are.same({ unit, "reached", 1 }, { who, what, point })
    end
    assert.are.same({}, events(crowd))
  end)

  it("ends even if the loop makes more events", function()
    local crowd, finder = field(OPEN)
    local a = stand(crowd, finder, 1, 1)
    a:go(0.5, 0.5)
    crowd:update(1)
    local turns = 0
    for unit in crowd:events() do
      turns = turns + 1
      unit:go(0.5, 0.5)
      crowd:update(1)
    end
    assert.are.equal(1, turns)
    assert.are.equal(1, #events(crowd))
  end)

  it("leaves out later events if the loop removes units", function()
    local crowd, finder = field((("."):rep(20) .. "\n"):rep(20))
    local units, read = {}, 0
    for i = 1, 20 do
      units[i] = stand(crowd, finder, i, 1)
      units[i]:go(i - 0.5, 1.5)
    end
    for _ = 1, 30 do crowd:tick() end
    for _ in crowd:events() do
      read = read + 1
      if read == 2 then
        for i = 5, 20 do units[i]:remove() end
        units[1]:go(1.5, 10.5)
        units[2]:go(2.5, 10.5)
        for _ = 1, 30 do crowd:tick() end
      end
    end
    assert.are.equal(4, read)
  end)

  it("leaves out removed units", function()
    local crowd, finder = field(OPEN)
    local a, b = stand(crowd, finder, 1, 1), stand(crowd, finder, 2, 2)
    a:go(0.5, 0.5)
    b:go(1.5, 1.5)
    crowd:update(1)
    a:remove()
    stand(crowd, finder, 5, 5)
    assert.are.same({ { b, "arrived" } }, events(crowd))
  end)
end)

--- Three units on patrols between two cells: each beat, each unit reaches a
-- point. The events of a twin are read after each beat.
local function patrols()
  local grid = tilepath.grid(6, 5)
  local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
  for y = 1, 5, 2 do
    local unit = crowd:add { finder = finder, cell_x = y, cell_y = y }
    unit.name = y
    unit:patrol { { y + 0.5, y - 0.5 }, { y - 0.5, y - 0.5 } }
  end
  return crowd
end

--- Takes so many events, in words.
local function take(crowd, most, words)
  for unit, what, other in crowd:events() do
    words[#words + 1] = ("%d %s %s"):format(unit.name, what, tostring(other))
    most = most - 1
    if most == 0 then
      break
    end
  end
end

describe("events that a game reads late", function()
  it("stay in order", function()
    local crowd, twin = patrols(), patrols()
    local expected, got = {}, {}
    for _ = 1, 700 do
      crowd:tick()
      twin:tick()
      take(twin, math.huge, expected)
    end
    take(crowd, math.huge, got)
    assert.is_true(#got > 2000)
    assert.are.same(expected, got)
  end)

  it("come behind those that a loop left unread", function()
    local crowd, twin = patrols(), patrols()
    local expected, got = {}, {}
    for i = 1, 700 do
      crowd:tick()
      twin:tick()
      take(twin, math.huge, expected)
      if i % 5 == 0 then
        take(crowd, i % 7 + 1, got)
      end
    end
    assert.is_true(#got > 400 and #got < 1000)
    take(crowd, math.huge, got)
    assert.are.same(expected, got)
  end)
end)

local function words_of(crowd)
  local words = {}
  for unit, what, a, b in crowd:events() do
    words[#words + 1] = ("%s %s %s%s"):format(unit.name, what, tostring(a),
      b and " " .. b or "")
  end
  return words
end

local function walker(options, crowd_options)
  local grid = tilepath.grid(12, 4, { base = { 0, -1 } })
  local finder = tilepath.pathfinder(grid)
  local crowd = tilepath.crowd(grid, crowd_options)
  local unit = crowd:add { finder = finder, cell_x = 0, cell_y = -1, speed = 1,
    name = "a" }
  for key, value in pairs(options or {}) do
    unit[key] = value
  end
  return crowd, unit, grid, finder
end

describe("the event moved", function()
  it("comes at the start of each step, with the step's cell", function()
    local expected = { "a moved 1 -1", "a moved 2 -1", "a moved 3 -1",
      "a arrived nil" }
    for _, parts in ipairs { 1, 7, 100 } do
      local crowd, unit = walker(nil, { moved = true })
      local words = {}
      unit:go(3.5, 0.5)
      for _ = 1, parts do
        crowd:update(4 / parts)
        for _, word in ipairs(words_of(crowd)) do
          words[#words + 1] = word
        end
      end
      assert.are.same(expected, words)
    end
  end)

  it("comes when cell_x changes", function()
    local crowd, unit = walker(nil, { moved = true })
    unit:go(1.5, 1.5)
    crowd:update(0.25)
    assert.are.same({ "a moved 1 0" }, words_of(crowd))
    assert.are.same({ 1, 0 }, { unit.cell_x, unit.cell_y })
    crowd:update(2)
    assert.are.same({ "a arrived nil" }, words_of(crowd))
    unit:set_cell(5, 1)
    assert.are.same({}, words_of(crowd))
  end)

  it("comes for beats, links and pushed units", function()
    local crowd, unit, grid = walker(nil, { moved = true })
    grid:link(1, -1, 8, 2)
    grid:fill(4, -1, 1, 4, "wall")
    unit:go(9.5, 3.5)
    crowd:tick()
    crowd:tick()
    assert.are.same({ "a moved 1 -1", "a moved 8 2" }, words_of(crowd))
    local narrow = tilepath.grid("....\n##.#")
    local finder = tilepath.pathfinder(narrow)
    crowd = tilepath.crowd(narrow, { moved = true })
    local a = crowd:add { finder = finder, cell_x = 1, cell_y = 1, name = "a" }
    crowd:add { finder = finder, cell_x = 2, cell_y = 1, name = "b" }
    a:go(3.5, 0.5)
    crowd:tick()
    local words = words_of(crowd)
    table.sort(words)
    assert.are.same({ "a moved 2 1", "b moved 3 1",
      "b pushed unit of 1x1 in 2, 1" }, words)
  end)

  it("comes for unit:step, and in a crowd restored in place",
    function()
      local crowd, unit = walker(nil, { moved = true })
      assert.is_true(unit:step(1, 0))
      assert.are.same({ "a moved 1 -1" }, words_of(crowd))
      crowd:restore(crowd:state())
      unit:go(5.5, 0.5)
      crowd:update(1.5)
      assert.are.same({ "a moved 2 -1" }, words_of(crowd))
    end)

  it("does not come without the option moved", function()
    for _, options in ipairs { {}, { moved = false } } do
      local crowd, unit = walker(nil, options)
      unit:go(3.5, 0.5)
      crowd:update(9)
      assert.are.same({ "a arrived nil" }, words_of(crowd))
    end
  end)

  it("is kept in any number, and saved", function()
    local crowd, unit, grid, finder = walker(nil, { moved = true })
    local other = crowd:add { finder = finder, cell_x = 0, cell_y = 2,
      speed = 1, name = "b" }
    for _ = 1, 300 do
      unit:go(11.5, 0.5)
      other:go(11.5, 3.5)
      crowd:update(12)
      unit:go(0.5, 0.5)
      other:go(0.5, 3.5)
      crowd:update(12)
    end
    local again = tilepath.crowd(grid, { state = crowd:state(),
      finders = { finder, finder } })
    again:units()[1].name, again:units()[2].name = "a", "b"
    local words = words_of(crowd)
    assert.are.equal(2 * 300 * 2 * 12, #words)
    assert.are.same(words, words_of(again))
    again:units()[1]:go(3.5, 0.5)
    again:update(2)
    assert.are.same({}, words_of(again))
  end)
end)

describe("the event reached", function()
  it("has the index of the point, at once or read late", function()
    for _, nodes in ipairs { false, 1 } do
      local crowd, unit, grid = walker(nil, { nodes = nodes or nil })
      grid:set(4, -1, "wall")
      unit:patrol { 2.5, 0.5, 4.5, 0.5, 5.5, 0.5, 2.5, 0.5 }
      for _ = 1, 60 do
        crowd:update(0.5)
      end
      local late = words_of(crowd)
      assert.are.same({ "a reached 1", "a reached 3", "a reached 4",
        "a reached 3" }, { late[1], late[2], late[3], late[4] })
    end
  end)

  it("has the index before the next point is known, and after other"
    .. " orders", function()
    for _, order in ipairs { "none", "go", "stop", "save" } do
      local crowd, unit, grid, finder = walker(nil, { nodes = 1 })
      local units, waits = { unit }, false
      for y = 0, 2 do
        units[#units + 1] = crowd:add { finder = finder, cell_x = 0, cell_y = y,
          speed = 1, name = "a" }
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
          each:go(5.5, 0.5)
        elseif order == "stop" then
          each:stop()
        end
      end
      assert.is_true(waits)
      if order == "save" then
        local finders = { finder, finder, finder, finder }
        crowd = tilepath.crowd(grid, { state = crowd:state(),
          finders = finders, nodes = 1 })
        for _, each in ipairs(crowd:units()) do
          each.name = "a"
        end
      end
      local words = words_of(crowd)
      assert.are.same({ "a reached 1", "a reached 1", "a reached 1",
        "a reached 1" }, words)
    end
  end)

  it("has the index of the order that reached the point", function()
    local grid = tilepath.grid(5, 4)
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid, { nodes = 1, moved = true })
    local units, at, seen = {}, {}, { 0, 0 }
    for y = 1, 4 do
      units[y] = crowd:add { finder = finder, cell_x = 1, cell_y = y }
    end
    for i = 0, 999 do
      if i % 3 == 0 then
        local unit = units[i % 4 + 1]
        unit:patrol { 1.5, unit.cell_y - 0.5, 3.5, unit.cell_y - 0.5 }
      end
      crowd:update(1 / 16)
      if i % 50 == 49 then
        for unit, what, x in crowd:events() do
          if what == "moved" then
            at[unit] = x
          elseif what == "reached" then
            assert.are.equal(2 * x, at[unit])
            seen[x] = seen[x] + 1
          end
        end
      end
    end
    assert.is_true(seen[1] > 20 and seen[2] > 20)
  end)

  it("is dropped with its unit, and the index is never taken for a"
    .. " unit", function()
    local crowd, unit, _, finder = walker()
    local other = crowd:add { finder = finder, cell_x = 5, cell_y = 2,
      name = "b" }
    other:patrol { 5.5, 3.5, 7.5, 3.5 }
    crowd:update(0.2)
    unit:remove() -- unit number 1
    assert.are.same({ "b reached 1" }, words_of(crowd))
  end)
end)

describe("a state with events", function()
  it("raises an error for an unknown cell, unit or event", function()
    local crowd, unit, grid, finder = walker(nil, { moved = true })
    unit:go(3.5, 0.5)
    crowd:update(0.5)
    local state = crowd:state()
    assert.are.equal("1 7 0 1", state.events)
    for _, text in ipairs { "1 7 0 48", "1 7 0 -1", "1 8 0 3000000000",
      "1 9 0 0", "1 5 0 2", "1 0 0 2" } do
      state.events = text
      assert.is_false((pcall(tilepath.crowd, grid, { state = state,
        finders = { finder } })), text)
    end
    for _, text in ipairs { "1 7 0 47", "1 8 0 7", "1 8 0 0" } do
      state.events = text
      local again = tilepath.crowd(grid, { state = state,
        finders = { finder } })
      assert.are.equal(text, again:state().events)
    end
  end)
end)
