--- Bodies: a follower and a unit take the same orders in cells, and are read in
-- the same words.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local helper = require "spec.support.helper"

local mistake, points = helper.mistake, helper.points
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local MAP = "........\n.####...\n........\n........"
local OPEN = "........\n........\n........\n........\n........\n........"

--- A follower and a unit in cell 1, 1 of a map with cells of 10; the grid, and a
-- function that lets time pass.
local function bodies(map, profile)
  local grid = tilepath.grid(map, { cell_size = 10 })
  local finder, crowd = tilepath.pathfinder(grid, profile), tilepath.crowd(grid)
  local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
  local hero = tilepath.follower { finder = finder, cell_x = 1, cell_y = 1 }
  return { hero, unit }, grid, function(seconds)
    for _ = 1, seconds * 10 do
      hero:update(0.1)
      crowd:update(0.1)
    end
  end
end

local function set(x, y, terrain)
  return function(grid) grid:set(x, y, terrain) end
end

local NO_DIAGONALS = { diagonal = "never" }
local OUTSIDE, BLOCKED = { nil, "outside" }, { nil, "goal_blocked" }
local TARGET = { x = 65, y = 5 }
local WOLF = { x = 45, y = 25 }
local AREA = { x = 6, y = 3, w = 2, h = 2, cost = 0.5 }

-- Steps: a call, its arguments and its results (true, unless they are there);
-- or seconds, and what both have then ("nil": nothing); or a function of the
-- grid.
local STORIES = {
  { "begin in a cell, at four cells a second",
    { 0, { x = 5, y = 5, cell_x = 1, cell_y = 1, speed = 40, angle = 0,
      status = "idle", moving = false, remaining = 0, reason = "nil",
      goal_index = "nil", goal_x = "nil", goal_y = "nil", target = "nil" } },
    { "path", {}, { nil, "idle" } } },

  { "go to a cell, and tell how far it is", profile = NO_DIAGONALS,
    { "go_cell", { 3, 3 } },
    -- Two cells down, two to the right; four units are walked.
    { 0.1, { status = "going", moving = true, goal_x = 25, goal_y = 25,
      remaining = 36 } },
    { 2, { status = "arrived", moving = false, cell_x = 3, cell_y = 3,
      remaining = 0 } } },

  { "go to the cheapest goal of a list in cells", profile = NO_DIAGONALS,
    -- To 8,1: 7 steps. To 6,3: 7 steps and a half.
    { "go_cell", { { { 8, 1 }, AREA, { 2, 1, cost = 100 } } } },
    { 0.1, { goal_index = 1 } },
    { "go_cell", { { { 8, 1, cost = 1 }, AREA } } },
    { 4, { goal_index = 2, cell_x = 6, cell_y = 3 } } },

  { "are as large as their pathfinder, on the grid and beside a goal",
    map = OPEN, profile = { size = 2, diagonal = "never" },
    { "go_cell", { { { 6, 1 } }, { adjacent = true } } },
    { 3, { cell_x = 4, cell_y = 1 } },
    { "set_cell", { 8, 3 }, OUTSIDE }, { "set_cell", { 3, 6 }, OUTSIDE },
    { "set_cell", { 7, 5 } },
    { 0, { cell_x = 7, cell_y = 5 } } },

  { "say why they do not go, and go on",
    { "go_cell", { 1, 4 } },
    { "go_cell", { 2, 2 }, BLOCKED },
    { "go_cell", { nil, "goal_blocked" }, BLOCKED },
    { "follow", { nil, "goal_blocked" }, BLOCKED },
    { "go_cell", { { { 9, 1 } } }, { nil, "goal_outside" } },
    { 0, { goal_x = 5, goal_y = 35 } },
    { 2, { status = "arrived", cell_x = 1, cell_y = 4 } } },

  { "follow a path in cells",
    { "follow", { tilepath.path({ 1, 1, 1, 2, 1, 3 }, "cells") } },
    { 2, { status = "arrived", x = 5, y = 25 } } },

  { "are put into a cell, or stay where they are",
    { "set_cell", { 8, 4 } },
    { 0, { x = 75, y = 35 } },
    { "set_cell", { 9, 4 }, OUTSIDE }, { "set_position", { 12, 3 } },
    { 0, { x = 12, y = 3, cell_x = 2, cell_y = 1 } } },

  { "are blocked while there is no path, and say why", map = ".....",
    { "go_cell", { 5, 1 } },
    set(3, 1, "wall"),
    { 3, { status = "blocked", reason = "unreachable" } },
    { "pause", {}, {} },
    { 0, { status = "paused", reason = "nil" } },
    { "resume", {}, {} },
    set(3, 1, "open"),
    { 3, { status = "arrived", reason = "nil" } } },

  { "chase a target up to one and a half cells", map = "........",
    { "chase", { TARGET } },
    { 0.1, { status = "going", target = TARGET } },
    { "chase", { TARGET } },
    { 3, { status = "arrived" } },
    { "chase", { TARGET } },
    { 0, { status = "arrived" } } },

  { "chase up to a free line, and to another when it is closed",
    { "chase", { { x = 45, y = 25 }, { within = 4.4, sight = true } } },
    { 3, { status = "arrived", cell_x = 1, cell_y = 3 } },
    set(2, 3, "wall"),
    { 3, { status = "arrived", cell_x = 1, cell_y = 4 } },
    set(3, 4, "wall"), -- over the first row
    { 3, { status = "arrived", cell_x = 7, cell_y = 2 } } },

  { "get as far off as a closed room lets them", map = OPEN,
    { "set_cell", { 4, 3 } },
    { "flee", { WOLF, { within = 9 } } },
    { 0.1, { status = "going", goal_index = "nil" } },
    { 3, { status = "arrived", reason = "unreachable", cell_x = 1, cell_y = 6 } },
    function() WOLF.x, WOLF.y = 5, 45 end,
    { 4, { status = "arrived", reason = "unreachable", cell_x = 8, cell_y = 1 } },
    { "keep", { WOLF, { min = 9, within = 12 } } },
    function() WOLF.x, WOLF.y = 75, 15 end,
    { 4, { status = "arrived", reason = "unreachable", cell_x = 1, cell_y = 6 } } },

  { "patrol from the first point, and leave out points without a path",
    map = "...#....",
    { "patrol_cell", { { { 1, 1 }, { 8, 1 }, { 3, 1 } } } },
    { 0.4, { goal_index = 3 } },
    { 0.3, { goal_index = 1 } } },

  { "patrol between points in one place, which is to go there",
    map = "........",
    { "patrol_cell", { { { 3, 1 }, { 3, 1 } } } },
    { 1, { cell_x = 3, status = "arrived", reason = "nil" } } },

  { "patrol: the goal is the number of the next point", map = ".........",
    { "patrol", { { { 45, 5 }, { 85, 5 } } } },
    { 0, { remaining = math.huge, goal_index = 1 } },
    { 1.5, { goal_index = 2, goal_x = 85, goal_y = 5 } },
    { "stop", {}, {} },
    { 0, { status = "idle", goal_index = "nil", goal_x = "nil" } } },
}

local function play(story)
  local both, grid, pass = bodies(story.map or MAP, story.profile)
  for i = 2, #story do
    local step = story[i]
    if type(step) == "function" then
      step(grid)
    elseif type(step[1]) == "number" then
      pass(step[1])
    end
    for _, body in ipairs(type(step) == "table" and both or {}) do
      if type(step[1]) == "string" then
        assert.are.same(step[3] or { true },
          { body[step[1]](body, unpack(step[2], 1, step[2][2] and 2 or 1)) },
          step[1])
      end
      for key, value in pairs(type(step[1]) == "number" and step[2] or {}) do
        local got = body[key] == nil and "nil" or body[key]
        if type(value) == "number" and value < math.huge then
          helper.near(value, got)
        else
          assert.are.equal(value, got, key)
        end
      end
    end
  end
end

describe("a follower and a unit", function()
  for _, story in ipairs(STORIES) do
    it(story[1], function() play(story) end)
  end

  it("have a path to their goal, with its cost", function()
    local both, _, pass = bodies(MAP, NO_DIAGONALS)
    for _, body in ipairs(both) do
      body:go_cell(3, 3)
    end
    pass(0.1)
    for _, body in ipairs(both) do
      local path, cost = body:path()
      assert.are.equal("world", path.units)
      assert.is_true(cost == path.cost and cost > 2 and cost <= 4)
      assert.are.same({ 25, 25 }, { path:point(path:size()) })
      local into = {}
      assert.is_true(rawequal(into, (body:path(into))))
      assert.are.equal(points(path), points(into))
    end
    pass(2)
    for _, body in ipairs(both) do
      assert.are.equal("25,25", points((body:path())))
    end
  end)
end)

describe("a follower's place", function()
  it("is given in one of two forms", function()
    local finder = tilepath.pathfinder(tilepath.grid(3, 3))
    for expected, options in pairs {
      ["give either x and y or cell_x and cell_y, got both"] =
        { finder = finder, x = 1, cell_x = 1, cell_y = 1 },
      ["cell_y must be a whole number, got nil"] =
        { finder = finder, cell_x = 1 },
      ["finder must be a pathfinder (an option of the follower), got nil"] =
        { cell_x = 1, cell_y = 1 },
    } do
      assert.are.equal("follower: " .. expected, mistake(function()
        tilepath.follower(options)
      end))
    end
  end)
end)

describe("hero:go_cell on hexagons", function()
  it("takes goals of one cell", function()
    local grid = tilepath.grid(6, 4, { shape = "hex", stagger = "odd-r" })
    local hero = tilepath.follower { finder = tilepath.pathfinder(grid),
      cell_x = 1, cell_y = 1 }
    assert.is_true(hero:go_cell { { 6, 4, cost = 9 }, { 4, 3 } })
    hero:update(9)
    assert.are.same({ 2, 4, 3 }, { hero.goal_index, hero.cell_x, hero.cell_y })
    assert.are.equal("go_cell: on hexagons a follower takes goals of one cell, "
      .. "goals[1] has 2", mistake(function()
      hero:go_cell { { 1, 1, 1, 2 } }
    end))
  end)
end)

describe("hero:path", function()
  it("keeps links, and costs what the map asks now", function()
    local grid = tilepath.grid("...#...")
    grid:link(3, 1, 5, 1, { price = 7, seconds = 2 })
    local hero = tilepath.follower { finder = tilepath.pathfinder(grid),
      cell_x = 1, cell_y = 1, speed = 1, prune = false }
    assert.is_true(hero:go_cell(7, 1))
    hero:update(1)
    local path, cost = hero:path()
    assert.are.equal("1.5,0.5 2.5,0.5 4.5,0.5 5.5,0.5 6.5,0.5", points(path))
    assert.are.same({ 2 }, path.links)
    assert.are.equal(1 + 7 + 2, cost)
    hero:update(2)
    assert.are.equal("waiting", hero.status)
    path, cost = hero:path()
    assert.are.equal("2.5,0.5 4.5,0.5 5.5,0.5 6.5,0.5", points(path))
    assert.are.same({ 1 }, path.links)
    assert.are.equal(9, cost)
  end)

  it("takes a pathfinder later, and its speed with it", function()
    local grid = tilepath.grid(9, 3, { cell_size = 10 })
    local hero = tilepath.follower { x = 5, y = 5 }
    hero.finder = tilepath.pathfinder(grid)
    assert.is_true(hero:go_cell(9, 1))
    hero:update(1)
    assert.are.same({ 45, 40 }, { hero.x, hero.speed })
  end)

  it("is partial as the path of its order", function()
    local hero = tilepath.follower { cell_x = 1, cell_y = 1,
      finder = tilepath.pathfinder(tilepath.grid("..#.")) }
    assert.is_true(hero:go_cell({ { 4, 1 } }, { partial = true }))
    assert.is_true(hero:path().partial)
    hero = tilepath.follower { speed = 1 }
    hero:follow { 0, 0, 3, 0, 3, 4 }
    hero:update(1)
    local path, cost = hero:path()
    assert.are.equal("1,0 3,0 3,4", points(path))
    assert.is_nil(cost)
    assert.are.same({ nil, nil, 3, 4 },
      { hero.cell_x, hero.cell_y, hero.goal_x, hero.goal_y })
  end)
end)

-- Three shafts lead down; the middle one, at column 6, is the shortest.
local SHAFTS = { "...........", ".####.####.", ".####.####.", "...........",
  ".####.####.", "..........." }

-- Edits that make the middle shaft the cheapest, or no longer: what comes before
-- the order, and then the edit.
local EDITS = {
  { "a wall goes", function(w) w.set(6, 2, "wall") end,
    function(w) w.set(6, 2, "open") end },
  { "ground gets cheap", function(w) w.set(6, 2, "mud") end,
    function(w) w.set(6, 2, "open") end },
  { "ground gets dear", function() end,
    function(w) w.set(6, 3, "mud") end },
  { "a danger goes", function(w) w.danger:fill(w.x, w.y, 1, 1, 200) end,
    function(w) w.danger:fill(w.x, w.y, 1, 1, 0) end },
  { "a danger comes", function() end,
    function(w) w.danger:fill(w.x, w.y, 1, 1, 200) end } }

describe("the same order, given again after an edit", function()
  for _, edit in ipairs(EDITS) do
    it("takes the cheapest path of now: " .. edit[1], function()
      for turn = 0, 7 do
        local grid, at = boards.drawn(SHAFTS, { prices = { mud = 30 } }, turn)
        local w = { danger = tilepath.layer(grid) }
        function w.set(x, y, terrain)
          x, y = at(x, y)
          grid:set(x, y, terrain)
        end
        w.x, w.y = at(6, 2)
        edit[2](w)
        local finder = tilepath.pathfinder(grid, { diagonal = "never",
          layers = { { w.danger, 0.1 } } })
        local crowd, x, y = tilepath.crowd(grid), at(4, 1)
        local of = { finder = finder, cell_x = x, cell_y = y, speed = 1 }
        local unit, hero = crowd:add(of), tilepath.follower(of)
        local goal_x, goal_y = at(6, 4)
        local function go(seconds)
          for _, body in ipairs { unit, hero } do
            assert.is_true(body:go_cell(goal_x, goal_y))
          end
          crowd:update(seconds)
          hero:update(seconds)
        end
        go(0.5)
        edit[3](w)
        crowd:update(0.125)
        hero:update(0.125)
        assert.is_true(hero:load((hero:save())))
        go(0.75)
        for _, body in ipairs { unit, hero } do
          local path, cost = body:path()
          local _, least = finder:find(body.cell_x, body.cell_y, goal_x, goal_y)
          assert.is_truthy(path)
          assert.is_true(cost <= least + 1.5, cost .. " " .. least)
        end
      end
    end)
  end
end)
