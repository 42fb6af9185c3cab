--- crowd:state in the middle of steps and orders: what is made from it goes on
-- just as the other one does. Random games: spec/laws/saved_crowds_spec.lua.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local json = require "spec.support.json"

local function saved(game)
  local finders = {}
  for i, unit in ipairs(game.crowd:units()) do
    finders[i] = unit.finder
  end
  local state = json.decode(json.encode_flat(game.crowd:state()))
  return tilepath.crowd(game.grid, { state = state, finders = finders,
    nodes = game.nodes })
end

local function show(crowd)
  local words, number = {}, {}
  for i, unit in ipairs(crowd:units()) do
    number[unit] = i
    words[i] = ("%d: %.17g %.17g %.17g %s %s"):format(i, unit.x, unit.y,
      unit.angle, tostring(unit.status), tostring(unit.reason))
  end
  for unit, what, other in crowd:events() do
    words[#words + 1] = ("%d %s %s"):format(number[unit], what,
      tostring(number[other]))
  end
  return table.concat(words, "\n")
end

describe("crowd:state of a crowd under way", function()
  --- One on its way over ground that is filled in before it is searched.
  local function set_out_on_mud()
    local grid = tilepath.grid(100, 100, { terrain = { mud = 3 } })
    for x = 2, 99, 3 do
      grid:fill(x, x % 7 + 1, 1, 90, x % 2 == 0 and "wall" or "mud")
    end
    local finder = tilepath.pathfinder(grid)
    finder:prepare()
    local crowd = tilepath.crowd(grid, { nodes = 40 })
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    unit:go(99.5, 59.5)
    return { grid = grid, crowd = crowd, nodes = 40 }, unit
  end

  it("goes on the same before the store of a search is filled",
    function()
      for beats = 1, 61, 20 do
        for _, is_elsewhere in ipairs { false, true } do
          local game, unit = set_out_on_mud()
          for _ = 1, beats do game.crowd:tick() end
          if is_elsewhere then unit:set_cell(1, 60) end
          local other = saved(game)
          for _ = 1, 400 do
            assert.are.equal(show(game.crowd), show(other))
            game.crowd:tick()
            other:tick()
          end
          assert.are.equal("arrived", unit.status)
        end
      end
    end)

  it("may have other pathfinders, and be asked when there are none", function()
    local grid = tilepath.grid(12, 12)
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid)
    for y = 2, 4 do
      crowd:add { finder = finder, cell_x = 2, cell_y = y }:go(9.5, 9.5)
    end
    crowd:tick()
    grid:terrain("mud", 4)
    crowd:units()[2]:set_finder(tilepath.pathfinder(grid))
    crowd:units()[3]:remove()
    local state = crowd:state()
    assert.is_nil(state.edits)
    for _, finders in ipairs { { finder, finder },
      function() return tilepath.pathfinder(grid) end } do
      local other = tilepath.crowd(grid, { state = state, finders = finders })
      assert.are.equal(show(crowd), show(other))
      for _ = 1, 40 do other:tick() end
      assert.are.equal("arrived", other:units()[1].status)
    end
  end)

  it("takes no more edits than a map notes", function()
    local grid = tilepath.grid(700, 9)
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid)
    crowd:add { finder = finder, cell_x = 1, cell_y = 5 }:go(150.5, 4.5)
    crowd:tick()
    local function load(state)
      return tilepath.crowd(grid, { state = state, finders = { finder } })
    end
    for x = 2, 680, 16 do grid:set(x, 1, "wall") end
    local other = load(crowd:state())
    for x = 2, 680, 16 do grid:set(x, 9, "wall") end
    local state = other:state()
    assert.are.equal(4 * 64, select(2, state.edits:gsub("%d+", "")))
    load(state)
    state.edits = state.edits .. " 0 0 1 1"
    assert.matches("^crowd: state.edits must be rectangles of the map",
      helper.mistake(function()
        tilepath.crowd(grid, { state = state, finders = { finder } })
      end))
  end)

  it("looks for a way anew for another pathfinder", function()
    local grid = tilepath.grid(100, 100)
    grid:fill(50, 1, 1, 90, "wall")
    local asks = tilepath.pathfinder(grid, { heuristic = function()
      return 0
    end })
    local other = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid, { nodes = 300 })
    local unit = crowd:add { finder = asks, cell_x = 5, cell_y = 5 }
    unit:go(90.5, 5.5)
    for _ = 1, 5 do crowd:tick() end
    assert.are.equal("waiting", unit.status)
    assert.is_true(unit:set_finder(other))
    for _ = 1, 400 do crowd:tick() end
    assert.are.equal("arrived", unit.status)
  end)

  it("has units without a field stand, with it go on", function()
    local grid = tilepath.grid(12, 3)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 2 }
    local field = finder:field { { 12, 2 } }
    assert.is_true(unit:follow(field))
    crowd:update(0.4)
    local function again(fields)
      local other = tilepath.crowd(grid, { state = crowd:state(),
        finders = { finder }, fields = fields })
      assert.are.equal(unit.x, other:units()[1].x)
      other:update(20)
      return other:units()[1]
    end
    assert.are.equal(3, again().cell_x)
    assert.are.equal("idle", again().status)
    assert.are.equal(12, again({ field }).cell_x)
    assert.are.equal("arrived", again({ field }).status)
    assert.are.equal("crowd: fields[1] must be a field, got 5",
      helper.mistake(function()
        tilepath.crowd(grid, { state = crowd:state(), finders = { finder },
          fields = { 5 } })
      end))
  end)

  it("reads those of old", function()
    local grid = tilepath.grid(4, 4)
    local crowd = tilepath.crowd(grid, { state = { format = 1, count = 1,
      x1 = 1, y1 = 2, cell_x1 = 2, cell_y1 = 3, wide1 = 1, high1 = 1 },
      finders = { tilepath.pathfinder(grid) } })
    assert.are.equal("unit of 1x1 in 2, 3", tostring(crowd:at(2, 3)))
  end)

  it("tells of one that is refused before anything else happens", function()
    local grid = tilepath.grid(50, 50)
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid, { nodes = 10 })
    crowd:add { finder = finder, cell_x = 1, cell_y = 1 }:go(40.5, 40.5)
    crowd:tick()
    grid:fill(38, 38, 9, 9, "wall")
    local other = tilepath.crowd(grid, { state = crowd:state(), nodes = 10,
      finders = { finder } })
    for _, one in ipairs { crowd, other } do
      local unit, told = one:units()[1], {}
      assert.are.equal("waiting", unit.status)
      for _ = 1, 200 do one:tick() end
      for _, what in one:events() do told[#told + 1] = what end
      assert.are.same({ "blocked" }, told)
    end
  end)

  it("goes on the same if a unit of a plan was put elsewhere", function()
    local grid, states = tilepath.grid(40, 1), 0
    local finder = tilepath.pathfinder(grid)
    local crowd, finders = tilepath.crowd(grid, { nodes = 50 }), {}
    local function twin_of(one)
      return tilepath.crowd(grid, { nodes = 50, state = one:state(),
        finders = finders })
    end
    for i, x in ipairs { 3, 5, 8, 11, 13 } do
      finders[i] = finder
      crowd:add { finder = finder, cell_x = x, cell_y = 1 }:go(15.5 - x, 0.5)
    end
    for _ = 1, 120 do
      crowd:tick()
      if #(crowd:state().plans or "") > 150 then -- a search is on
        for k = 1, 5 do
          local one = twin_of(crowd)
          assert.is_true(one:units()[k]:set_cell(40, 1))
          local other = twin_of(one)
          for _ = 1, 10 do
            one:tick()
            other:tick()
          end
          assert.are.equal(show(one), show(other))
          states = states + 1
        end
      end
    end
    assert.is_true(states > 100)
  end)

  it("takes no text that goes on behind its numbers", function()
    local grid = tilepath.grid(50, 50)
    local finder, crowd = tilepath.pathfinder(grid),
      tilepath.crowd(grid, { nodes = 1 })
    for y = 1, 4 do
      crowd:add { finder = finder, cell_x = 1, cell_y = y }:go(8.5, y - 0.5)
    end
    crowd:at(1, 2):remove()
    crowd:tick()
    grid:set(9, 9, "wall")
    local texts = 0
    for key, value in pairs(crowd:state()) do
      for _, tail in ipairs(type(value) == "string"
        and { "\0", "\0005", "\n", " x", "-1", ".0" } or {}) do
        local state = crowd:state()
        state[key] = value .. tail
        texts = texts + 1
        assert.matches("^crowd: state." .. key .. " must be numbers with "
          .. "spaces between, got '", helper.mistake(function()
          tilepath.crowd(grid, { state = state,
            finders = function() return finder end })
        end))
      end
    end
    -- Of three units, clock, queue, free, ways, search, edits.
    assert.are.equal(6 * 9, texts)
  end)

  it("takes no search of one whose goal is not known", function()
    local grid = tilepath.grid(50, 50)
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid, { nodes = 10 })
    crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
      :patrol { { 40.5, 40.5 }, { 0.5, 0.5 } }
    crowd:tick()
    local state = crowd:state()
    state.motion1 = state.motion1:gsub("^(5 1 0 0 0 0) %d+", "%1 4294967295")
    assert.matches("^5 1 0 0 0 0 4294967295 ", state.motion1)
    assert.are.equal("crowd: state.search must be that of a unit that waits, "
      .. "got '0 1 0 1 0 0'", helper.mistake(function()
      tilepath.crowd(grid, { state = state, nodes = 10, finders = { finder } })
    end))
  end)
end)

describe("a few on few cells, saved in each beat,", function()
  local MAPS = { "....\n#.##", ".....\n##.##", "..#\n...", "...\n.#.\n...",
    "....." }

  --- All of them want to be where the next one is.
  local function open(text, count)
    local grid = tilepath.grid(text)
    local finder = tilepath.pathfinder(grid, { diagonal = "never" })
    local crowd, cells = tilepath.crowd(grid), {}
    for x, y in grid:cells() do
      if grid:is_walkable(x, y) then cells[#cells + 1] = { x, y } end
    end
    count = math.min(count, #cells - 1)
    for i = 1, count do
      crowd:add { finder = finder, cell_x = cells[i][1], cell_y = cells[i][2] }
    end
    for i, unit in ipairs(crowd:units()) do
      local goal = cells[i % count + 1]
      unit:go(goal[1] - 0.5, goal[2] - 0.5)
    end
    return crowd, finder
  end

  local function go_on(crowd, beats)
    local words = {}
    for _ = 1, beats do
      crowd:tick()
      for _, unit in ipairs(crowd:units()) do
        words[#words + 1] = unit.cell_x .. "," .. unit.cell_y .. unit.status
      end
    end
    return table.concat(words, " ")
  end

  it("go on as they would have, with plans or without hope", function()
    for _, text in ipairs(MAPS) do
      for count = 2, 4 do
        for beats = 3, 60, 3 do
          local crowd, finder = open(text, count)
          go_on(crowd, beats)
          local twin = tilepath.crowd(crowd.grid, { state = crowd:state(),
            finders = function() return finder end })
          assert.are.equal(go_on(crowd, 90), go_on(twin, 90))
        end
      end
    end
  end)
end)
