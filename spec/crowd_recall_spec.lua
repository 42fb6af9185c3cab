--- crowd:state in the middle of steps and orders: what is made from it goes on
-- just as the other one does. Random games are in spec/crowd_laws_spec.lua.

local tilepath = require "tilepath"
local helper = require "spec.helper"
local json = require "spec.json"
local walks = require "spec.follower_walks"

local law = walks.law

local unpack = table.unpack or unpack -- luacheck: ignore
local BEATS = 200

--- One of each kind of order, among others that stand; `beat` lets time pass.
local function new_game(random, size, nodes)
  local game = { by_beats = random.whole(0, 1) == 1, units = {} }
  local grid = tilepath.grid(size, size, { cell_size = 8 })
  for _ = 1, size * size / 6 do
    grid:set(random.whole(1, size), random.whole(1, size),
      random.one_of("wall", "wall", "open"))
  end
  local finders = { tilepath.pathfinder(grid),
    tilepath.pathfinder(grid, { size = 2 }) }
  game.grid, game.nodes = grid, nodes
  game.crowd = tilepath.crowd(grid, { nodes = nodes })
  for i = 1, 24 do
    local x, y = random.whole(1, size), random.whole(1, size)
    local unit = game.crowd:add { finder = finders[i % 8 == 0 and 2 or 1],
      cell_x = x, cell_y = y, speed = random.whole(10, 60),
      pace = random.whole(1, 3), priority = random.whole(0, 1) }
    if unit then
      game.units[#game.units + 1] = unit
    end
  end
  for i = 3, #game.units, 5 do
    game.units[i]:remove()
  end
  function game.order(unit, kind)
    local function place()
      return unit.finder:to_world(random.whole(1, size), random.whole(1, size))
    end
    local x, y = place()
    if kind == 1 then
      unit:patrol { { x, y }, { place() }, { place() } }
    elseif kind == 2 then
      unit:stop()
    elseif kind == 3 then
      unit:pause()
    elseif kind == 4 then
      unit:resume()
    elseif kind == 5 then
      local path = unit.finder:find_world(unit.x, unit.y, x, y)
      if path then
        unit:follow(path)
      end
    elseif kind == 6 then
      unit:set_position(unit.x + random.whole(-3, 3), unit.y)
    else
      unit:go(x, y, { settle = random.one_of(nil, 2) })
    end
  end
  return game
end

local function beat(crowd, by_beats)
  return by_beats and crowd:tick() or crowd:update(0.11)
end

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

local function begin(random, size, nodes)
  local game = new_game(random, size, nodes)
  for _, unit in ipairs(game.crowd:units()) do
    game.order(unit, random.whole(1, 12))
  end
  for _ = 1, random.whole(1, 60) do
    beat(game.crowd, game.by_beats)
  end
  show(game.crowd)
  return game
end

--- Until some are in a plan; false where none are for long.
local function plays_until_planned(game)
  for _ = 1, 90 do
    game.crowd:tick()
    local plans = game.crowd:state().plans
    if plans and not plans:find("^%d+ 0") then
      show(game.crowd)
      return true
    end
  end
  return false
end

local function check_twins(game, other, random)
  assert.are.equal(show(game.crowd), show(other))
  for i = 1, BEATS do
    beat(game.crowd, game.by_beats)
    beat(other, game.by_beats)
    assert.are.equal(show(game.crowd), show(other))
    if i % 20 == 0 then
      local ours, theirs = game.crowd:units(), other:units()
      local k = random.whole(1, #ours)
      ours[k]:remove()
      theirs[k]:remove()
      local x, y = ours[1].finder:to_world(random.whole(1, 12),
        random.whole(1, 12))
      local fresh = { finder = ours[#ours].finder, x = x, y = y }
      local a, b = game.crowd:add(fresh), other:add(fresh)
      assert.are.equal(a == nil, b == nil)
      if a then
        assert.are.equal(a:go(40, 40), b:go(40, 40))
      end
    end
  end
end

describe("crowd:state of a crowd under way", function()
  local function goes_on_by_charts(random)
    local game = begin(random, 16)
    check_twins(game, saved(game), random)
  end

  law(it, "is one that goes on the same: small maps, charts", 8,
    goes_on_by_charts)

  --- Near units, after time last went on.
  local function edit(game, random)
    local units = game.crowd:units()
    for _ = 1, random.whole(1, 4) do
      local unit = random.one_of(unpack(units))
      local x = unit.cell_x + random.whole(-3, 3)
      local y = unit.cell_y + random.whole(-3, 3)
      if game.grid:contains(x, y) then
        game.grid:set(x, y, random.one_of("wall", "open"))
      end
    end
  end

  local function goes_on_after_edits(size)
    return function(random)
      local game = begin(random, size)
      edit(game, random)
      local other = saved(game)
      other = saved { grid = game.grid, crowd = other }
      check_twins(game, other, random)
    end
  end

  law(it, "or right after edits, by charts", 6, goes_on_after_edits(16))
  law(it, "or right after edits, by trails", 2, goes_on_after_edits(140))

  it("or round those that are paused", function()
    walks.try(245577005, goes_on_by_charts)
    walks.try(245577041, goes_on_by_charts)
  end)

  law(it, "or large ones, trails", 2, function(random)
    local game = begin(random, 140)
    check_twins(game, saved(game), random)
  end)

  local function goes_on_with_few_nodes(random)
    local game = begin(random, 16, 600)
    check_twins(game, saved(game), random)
  end

  law(it, "or where an update may do no more than so much", 5,
    goes_on_with_few_nodes)

  it("or goes by charts that nobody has now, or makes them for detours",
    function()
      walks.try(101240, goes_on_with_few_nodes)
      walks.try(102762, goes_on_with_few_nodes)
      walks.try(111183, goes_on_with_few_nodes)
    end)

  --- Priced ground is searched in a store that has to be filled first.
  local function goes_on_amid_a_search(is_priced)
    return function(random)
      local game = begin(random, 60, random.one_of(100, 300, 600, 2000))
      if is_priced then
        game.grid:terrain("mud", 3)
        for _ = 1, 200 do
          game.grid:set(random.whole(1, 60), random.whole(1, 60), "mud")
        end
        for _ = 1, random.whole(0, 4) do beat(game.crowd, game.by_beats) end
      end
      edit(game, random)
      for _, unit in ipairs(game.crowd:units()) do
        unit.finder:prepare()
      end
      show(game.crowd)
      check_twins(game, saved(game), random)
    end
  end

  law(it, "or in the middle of a search for a way", 4,
    goes_on_amid_a_search(false))
  law(it, "or of one on priced ground", 4, goes_on_amid_a_search(true))

  it("or of one that has to begin again as the map has changed", function()
    walks.try(2067, goes_on_amid_a_search(false))
  end)

  it("or in the middle of a search for a plan", function()
    for seed = 240880065, 240880069 do
      walks.try(seed, goes_on_with_few_nodes)
    end
  end)

  law(it, "or right after a member of a plan was removed, or put elsewhere", 3,
    function(random)
      local game
      repeat
        game = new_game(random, 12)
        game.by_beats = true
        for _, unit in ipairs(game.crowd:units()) do
          game.order(unit, 12)
        end
      until plays_until_planned(game)
      for k, unit in ipairs(game.crowd:units()) do
        if k % 6 == 0 then
          unit:remove()
        elseif k % 3 == 1 then
          unit:set_cell(unit.cell_x, unit.cell_y)
        end
      end
      check_twins(game, saved(game), random)
    end)

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

  it("or before the store of a search is filled, or from another cell",
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

  it("or where one who is looked for was put elsewhere since", function()
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

  law(it, "that was tampered with raises, or is a crowd that works", 5,
    function(random)
      local game = begin(random, random.one_of(12, 60, 136),
        random.one_of(nil, 300))
      local finders, keys = {}, {}
      if random.whole(0, 1) == 1 then
        game.grid:set(random.whole(1, 12), random.whole(1, 12), "wall")
      end
      for i, unit in ipairs(game.crowd:units()) do
        finders[i] = unit.finder
      end
      for key, value in pairs(game.crowd:state()) do
        if type(value) == "string" then
          keys[#keys + 1] = key
        end
      end
      table.sort(keys)
      local values = { "0", "1", "-1", "2", "255", "65537", "4294967295",
        "18446744073709551615", "99999999999999999999999", "", "x", " ",
        "0 0" }
      for _ = 1, 25 do
        local state = game.crowd:state()
        local key, words = random.one_of(unpack(keys)), {}
        for word in state[key]:gmatch("%S+") do
          words[#words + 1] = word
        end
        for _ = 1, random.whole(1, 2) do
          words[random.whole(1, #words)] = random.one_of(unpack(values))
        end
        state[key] = table.concat(words, " ")
        local fine, other = pcall(tilepath.crowd, game.grid,
          { state = state, finders = finders, nodes = game.nodes })
        if fine then
          local by_beats = state.clock:match("%S+$") == "2"
          for _ = 1, 12 do
            beat(other, by_beats)
          end
          show(other)
          other:state()
          for _, unit in ipairs(other:units()) do
            unit:remove()
          end
          assert.is_true(other:is_free(1, 1, game.grid.width,
            game.grid.height))
        else
          assert.is_truthy(tostring(other):find("crowd: ", 1, true))
        end
      end
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
