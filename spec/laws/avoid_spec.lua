--- Laws of queries with `avoid`, on any map, with crowds that move, come and
-- go. The judge is a copy of the map where each avoided unit is a wall, or
-- ground that costs more.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local law = require "spec.support.law"

local list, near = helper.list, helper.near

local RAISE = 1.75

-- Drawn -----------------------------------------------------------------------

local function a_cell(random, scene, world)
  local x, y = judge.place(random, world)
  return x - 1 + scene.base, y - 1 + scene.base
end

--- Events of the units and the map. A unit's number counts round and round.
local function draw_events(random, scene, world)
  local events = {}
  for _ = 1, random(0, 4) do
    local x, y = a_cell(random, scene, world)
    events[#events + 1] = { "add", random(1, 2), random(1, 3), x, y }
  end
  for _ = 1, random(0, 8) do
    local x, y
    if random.chance(25) then
      x, y = a_cell(random, scene, world)
    end
    events[#events + 1] = { "move", random(1, 60), random(-1, 1),
      random(-1, 1), x, y }
  end
  if random.chance(33) then
    events[#events + 1] = { "remove", random(1, 60) }
  end
  if random.chance(33) then
    local x, y = a_cell(random, scene, world)
    local name = random.one_of("wall", "t1")
    events[#events + 1] = { "cell", x, y, name }
    judge.put(world, x - scene.base + 1, y - scene.base + 1, name)
  end
  return events
end

--- Numbers of crowds, rectangles, and the excepted units.
local function draw_avoid(random, scene, world)
  local avoid = { except = {}, is_alone = random.chance(50) }
  for crowd = 1, 2 do
    if random.chance(75) then
      table.insert(avoid, random(1, #avoid + 1), crowd)
    end
  end
  for _ = 1, random.any { 0, 0, 1, 3, 20 } do
    local x, y = a_cell(random, scene, world)
    table.insert(avoid, random(1, #avoid + 1), random.one_of({ x, y },
      { x, y, random(1, 4), random(1, 4) }, { x - 3, y - 2, 3, 5 }))
  end
  for i = 1, 40 do
    avoid.except[i] = random.chance(16)
  end
  return avoid
end

local function draw_query(random, scene)
  local query = random.any { {}, {}, { partial = true },
    { within = random(1, 6), sight = random.chance(50) },
    { adjacent = true, partial = random.chance(50) }, { escape = true },
    { max_nodes = random(0, 60), partial = random.chance(50) },
    { within = 2, escape = true } }
  if scene.is_priced then
    query.escape, query.max_nodes = nil, nil
  end
  return query
end

local function draw_goals(random, scene, world)
  local goals = {}
  for i = 1, random(1, 4) do
    local x, y = a_cell(random, scene, world)
    goals[i] = random.one_of({ x, y }, { x, y, cost = random(0, 9) / 2 },
      { x, y, random(1, 5), random(1, 4) })
  end
  return goals
end

local function draw_question(random, scene, world)
  local x1, y1 = a_cell(random, scene, world)
  local x2, y2 = a_cell(random, scene, world)
  return { x1 = x1, y1 = y1, x2 = x2, y2 = y2,
    unit = random.chance(25) and random(1, 60) or nil,
    query = draw_query(random, scene),
    goals = random.chance(33) and draw_goals(random, scene, world) or nil,
    in_world = random.chance(25),
    most = random(0, 20), within = random(0, 9),
    dx = random(-60, 60), dy = random(-60, 60),
    escape = not scene.is_priced and random.chance(33) }
end

--- A map, an agent, and rounds of events, `avoid` and questions.
local function draw(raise, questions)
  return function(random)
    local prices = random.any { { 1 }, { 1, 0.5, 2, 3 } }
    local world = judge.world(random, prices)
    local costs = random.any(judge.cost_pairs)
    local rule = random.any(judge.rules)
    -- avoid_price raises the price of a place, not of each cell: for a large
    -- agent the copy shows that only with one price.
    local is_small = raise and #prices > 1
    local cuts = rule == "always" or rule == "at_least_one_walkable"
    local scene = { map = judge.text(world), terrain = world.terrain,
      base = random(0, 1),
      -- The cost of an escape and the guide of a search depend on all prices of
      -- the map, even of cells that the agent may not enter.
      is_priced = raise ~= nil or #prices > 1,
      size = is_small and { 1, 1 }
        or random.any { { 1, 1 }, { 1, 1 }, { 1, 1 }, { 2, 2 }, { 2, 1 },
          { 1, 3 } },
      profile = { diagonal = rule, straight_cost = costs[1],
        diagonal_cost = costs[2],
        radius = not cuts and random.any { 0, 0, 2.5 } or 0,
        algorithm = random.any { "auto", "auto", "auto", "astar",
          "dijkstra" } },
      rounds = {} }
    for i = 1, random(2, 6) do
      local round = { events = draw_events(random, scene, world),
        avoid = draw_avoid(random, scene, world), questions = {} }
      for k = 1, questions do
        round.questions[k] = draw_question(random, scene, world)
      end
      scene.rounds[i] = round
    end
    return scene
  end
end

-- Played ----------------------------------------------------------------------

--- A map, its copy, pathfinders of one profile on both, and two crowds.
local function build(drawn)
  local world = judge.read(drawn.map, drawn.terrain)
  local terrain = {}
  for name, price in pairs(drawn.terrain) do
    terrain[name], terrain[name .. "+"] = price, price + RAISE
  end
  local base = drawn.base
  local options = { prices = terrain, base = { base, base },
    cell_size = 8, origin = { -16, 0 } }
  local grid = tilepath.grid(world.name, options)
  local copy = tilepath.grid(world.name, options)
  local profile = { size = drawn.size }
  for name, value in pairs(drawn.profile) do
    profile[name] = value
  end
  local scene = { is_priced = drawn.is_priced, world = world, grid = grid,
    copy = copy, base = base, profile = profile, units = {}, crowds = {},
    wide = drawn.size[1], high = drawn.size[2],
    finder = tilepath.pathfinder(grid, profile),
    judge = tilepath.pathfinder(copy, profile),
    bodies = { tilepath.pathfinder(grid),
      tilepath.pathfinder(grid, { size = { 2, 1 } }) } }
  scene.bodies[3] = scene.finder
  for i = 1, 2 do
    scene.crowds[i] = tilepath.crowd(grid)
  end
  return scene
end

local function unit_of(scene, n)
  return scene.units[n % math.max(1, #scene.units) + 1]
end

local Events = {}

function Events.add(scene, crowd, body, x, y)
  local unit = scene.crowds[crowd]:add { finder = scene.bodies[body],
    cell_x = x, cell_y = y }
  scene.units[#scene.units + 1] = unit
end

function Events.move(scene, n, dx, dy, x, y)
  local unit = unit_of(scene, n)
  if unit then
    unit:set_cell((x or unit.cell_x) + dx, (y or unit.cell_y) + dy)
  end
end

function Events.remove(scene, n)
  local unit = unit_of(scene, n)
  if unit then
    table.remove(scene.units, n % #scene.units + 1):remove()
  end
end

function Events.cell(scene, x, y, name)
  scene.grid:set(x, y, name)
  scene.copy:set(x, y, name)
end

local function live_on(scene, events)
  for _, event in ipairs(events) do
    Events[event[1]](scene, event[2], event[3], event[4], event[5], event[6])
  end
end

--- The drawn options `avoid` and `except`, for the units of this moment.
local function avoid_of(scene, drawn)
  local avoid = { list = {}, excepted = {} }
  for i, entry in ipairs(drawn) do
    avoid.list[i] = type(entry) == "table" and entry or scene.crowds[entry]
  end
  for i, unit in ipairs(scene.units) do
    if drawn.except[i] then
      table.insert(avoid.excepted, unit)
    end
  end
  avoid.avoid, avoid.except = avoid.list, avoid.excepted
  if #avoid.list == 1 and type(avoid.list[1]) == "userdata" then
    avoid.avoid = avoid.list[1]
  end
  if #avoid.excepted == 1 and drawn.is_alone then
    avoid.except = avoid.excepted[1]
  end
  return avoid
end

--- The same as a list of rectangles, by the places of units now.
local function rects_of(scene, avoid)
  local rects, counted, excepted = {}, {}, {}
  for _, entry in ipairs(avoid.list) do
    if type(entry) == "table" then
      rects[#rects + 1] = { entry[1], entry[2], entry[3] or 1,
        entry[4] or 1 }
    else
      counted[entry] = true
    end
  end
  for _, unit in ipairs(avoid.excepted) do
    excepted[unit] = true
  end
  for _, unit in ipairs(scene.units) do
    if counted[unit.crowd] and not excepted[unit] then
      rects[#rects + 1] = unit:cells()[1]
    end
  end
  return rects
end

--- Closes the cells of others in the copy, except cells under the agent at its
-- start; calls f; opens them again.
local function with_copy(scene, rects, start_x, start_y, raise, f)
  local changed = {}
  for _, r in ipairs(rects) do
    for y = r[2], r[2] + r[4] - 1 do
      for x = r[1], r[1] + r[3] - 1 do
        local is_start = start_x and x >= start_x and y >= start_y
          and x < start_x + scene.wide and y < start_y + scene.high
        local name = scene.grid:get(x, y)
        if name and name ~= "wall" and not is_start then
          scene.copy:set(x, y, raise and name .. "+" or "wall")
          changed[#changed + 1] = { x, y, name }
        end
      end
    end
  end
  f()
  for _, cell in ipairs(changed) do
    scene.copy:set(cell[1], cell[2], cell[3])
  end
end

-- Questions -------------------------------------------------------------------

local function check_cells(scene, path, cost)
  for i = 3, #path, 2 do
    assert.is_true(path.escape ~= nil and i <= 2 * path.escape + 2
      or scene.judge:can_step(path[i - 2], path[i - 1], path[i], path[i + 1]))
  end
  near(cost, path.cost)
end

--- Is the answer that of the copy?
local function compare(scene, query, alone, expected, got)
  if got[1] then
    assert.is_truthy(expected[1])
    near(expected[2], got[2], 1e-6 * expected[2] + 1e-9)
    assert.are.equal(expected[1].partial, got[1].partial)
    if got[1].units == "cells" then
      check_cells(scene, got[1], got[2])
    elseif got[1].units == "world" and not got[1].escape then
      assert.is_true(got[1]:is_valid(scene.judge))
    end
    return
  end
  assert.is_nil(expected[1], got[2])
  local is_wall = expected[2] == "goal_blocked" or expected[2] == "goal_outside"
  if alone[1] == nil and alone[2] ~= "budget" then
    -- With an escape, the query does not know its start yet.
    assert.is_true(got[2] == alone[2]
      or query.escape and got[2] == "goal_occupied")
  elseif is_wall and not query.adjacent and not query.within then
    assert.are.equal("goal_occupied", got[2])
  else
    assert.are.equal(expected[2], got[2])
  end
end

local function with(query, avoid, raise)
  local all = {}
  for name, value in pairs(query) do
    all[name] = value
  end
  if avoid then
    all.avoid, all.except, all.avoid_price = avoid.avoid, avoid.except, raise
  end
  return all
end

--- Do all calls give the same answer: path, cost or reason?
local function check_calls(finder, ...)
  local expected, queue = list(finder:find(...)), tilepath.queue { max_nodes = 30 }
  assert.are.same(expected, list(finders.finish(finder:search(...), 3)))
  assert.are.same(expected,
    list(finders.answer(queue, queue:find(finder, ...))))
end

--- Finds a path in the manner that was drawn.
local function ask(scene, q, avoid, rects, raise)
  local x1, y1, x2, y2, query, goals = q.x1, q.y1, q.x2, q.y2, q.query, q.goals
  local unit = q.unit and unit_of(scene, q.unit)
  if unit then
    x1, y1 = unit.cell_x, unit.cell_y
  end
  goals = goals or { { x2, y2 } }
  local function find(finder, options)
    if not q.in_world or q.goals then
      return finder:find(x1, y1, goals, options)
    end
    local wx1, wy1 = finder:to_world(x1, y1)
    local wx2, wy2 = finder:to_world(x2, y2)
    return finder:find_world(wx1 + 1, wy1 - 1, wx2 - 1, wy2 + 0.5, options)
  end
  with_copy(scene, rects, x1, y1, raise, function()
    local options = with(query, avoid, raise)
    local alone = list(find(scene.finder, with(query)))
    local expected = list(find(scene.judge, with(query)))
    compare(scene, query, alone, expected, list(find(scene.finder, options)))
    check_calls(scene.finder, x1, y1, goals, options)
  end)
end

local function same_cells(expected, got)
  assert.are.equal(#expected, #got)
  local a, b = helper.collect(expected:cells()), helper.collect(got:cells())
  for i, cell in ipairs(a) do
    assert.are.equal(cell[1], b[i][1])
    assert.are.equal(cell[2], b[i][2])
    near(cell[3] or 0, b[i][3] or 0, 1e-6 * (cell[3] or 0) + 1e-9)
  end
end

local function same(expected, got)
  assert.are.equal(#expected, #got)
  for i, value in ipairs(expected) do
    if type(value) == "number" then
      -- Costs of flights are differences of costs that are right to 1e-6.
      near(value, got[i], 1e-6 * math.abs(value) + 1e-5)
    else
      assert.are.equal(value, got[i])
    end
  end
end

--- Would the agent cover a listed cell at its start?
local function starts_in_list(scene, avoid, x, y)
  for _, r in ipairs(avoid.list) do
    if type(r) == "table" and x < r[1] + (r[3] or 1) and x + scene.wide > r[1]
      and y < r[2] + (r[4] or 1) and y + scene.high > r[2] then
      return true
    end
  end
  return false
end

--- All other questions from a cell.
local function look(scene, q, avoid, rects, raise)
  local finder, x1, y1, x2, y2 = scene.finder, q.x1, q.y1, q.x2, q.y2
  local options = with({}, avoid, raise)
  with_copy(scene, rects, x1, y1, raise, function()
    local other = scene.judge
    same(list(other:line_of_sight(x1, y1, x2, y2)),
      list(finder:line_of_sight(x1, y1, x2, y2, options)))
    local wx, wy = finder:to_world(x1, y1)
    local to_x, to_y = wx + q.dx, wy + q.dy
    same(list(other:line_of_sight_world(wx, wy, to_x, to_y)),
      list(finder:line_of_sight_world(wx, wy, to_x, to_y, options)))
    -- From listed cells it leads out: spec/pathfinder/leave_spec.lua.
    if raise or not starts_in_list(scene, avoid, x1, y1) then
      local from = { from = { x1, y1 } }
      for key, value in pairs(options) do from[key] = value end
      same(list(other:nearest(x2, y2, { from = { x1, y1 } })),
        list(finder:nearest(x2, y2, from)))
    end
    local view, why = finder:view(x1, y1, q.within, options)
    local seen, why_not = other:view(x1, y1, q.within)
    assert.are.equal(why_not, why)
    if view then
      same_cells(seen, view)
    end
    options.escape = q.escape
    local reach = finder:reach(x1, y1, q.most, options)
    local reached = other:reach(x1, y1, q.most, { escape = q.escape })
    assert.are.equal(reached == nil, reach == nil)
    if reach then
      same_cells(reached, reach)
      local path = reach:path(x2, y2)
      if path then
        check_cells(scene, path, path.cost)
      end
    end
  end)
  with_copy(scene, rects, nil, nil, raise, function()
    options.escape = nil
    same(list(scene.judge:nearest(x2, y2)),
      list(finder:nearest(x2, y2, options)))
  end)
end

-- Laws ------------------------------------------------------------------------

--- Asks n questions in each round.
local function avoid_law(title, runs, raise, n, question)
  law(it, title, { runs = runs, noun = "avoid", draw = draw(raise, n),
    lists = { "rounds" } }, function(drawn)
      local scene = build(drawn)
      for _, round in ipairs(drawn.rounds) do
        live_on(scene, round.events)
        local avoid = avoid_of(scene, round.avoid)
        local rects = rects_of(scene, avoid)
        for _, q in ipairs(round.questions) do
          question(scene, q, avoid, rects, raise)
        end
      end
    end)
end

describe("a query #core_c", function()
  for _, raise in ipairs { false, RAISE } do
    raise = raise or nil
    local name = raise and " with avoid_price" or " with avoid"
    avoid_law("finds a path as if the units were in the map" .. name, 40, raise,
      5, ask)
    avoid_law("reaches and sees cells as if the units were in the map" .. name,
      25, raise, 2, look)
  end
end)
