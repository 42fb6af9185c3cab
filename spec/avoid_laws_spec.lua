--- Queries with `avoid` on random maps, with crowds that move, come and go
-- between them. Their judge is a copy of the map on which everybody who is in
-- the way is a wall, or ground that costs more. Every run has its own maps; the
-- seed is printed, and SEED=... in the environment has the same ones again.

local tilepath = require "tilepath"
local helper = require "spec.helper"
local judge = require "spec.support.judge"

local list, near = helper.list, helper.near

local seed = tonumber(os.getenv("SEED")) or os.time()
print(("avoid_laws_spec: SEED=%d"):format(seed))

local RAISE = 1.75
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local function any(random, choices)
  return choices[random(1, #choices)]
end

-- Worlds ----------------------------------------------------------------------

--- A map, its copy, pathfinders of one profile on both, and two crowds.
local function new_scene(random, prices, raise)
  local world = judge.world(random, prices)
  local terrain = {}
  for name, price in pairs(world.terrain) do
    terrain[name], terrain[name .. "+"] = price, price + RAISE
  end
  local base = random(0, 1)
  local options = { terrain = terrain, base = { base, base },
    cell_size = 8, origin_x = -16 }
  local grid = tilepath.grid(world.name, options)
  local rule = any(random, judge.rules)
  local costs = any(random, judge.cost_pairs)
  -- What is raised is the price of a place, not that of each cell: for a large
  -- agent the copy says that only where there is one price.
  local is_small = raise and #prices > 1
  local size = is_small and 1
    or any(random, { 1, 1, 1, { 2, 2 }, { 2, 1 }, { 1, 3 } })
  local cuts = rule == "always" or rule == "at_least_one_walkable"
  local profile = { diagonal = rule, size = size,
    straight_cost = costs[1], diagonal_cost = costs[2],
    radius = not cuts and any(random, { 0, 0, 2.5 }) or 0,
    algorithm = any(random, { "auto", "auto", "auto", "astar", "dijkstra" }) }
  local copy = tilepath.grid(world.name, options)
  -- What a way out costs and what guides a search depends on all prices that
  -- there are on the map, also of cells that are taken from the agent.
  local scene = { is_priced = raise or #prices > 1, random = random,
    world = world, grid = grid, copy = copy, base = base,
    profile = profile, units = {}, crowds = {},
    wide = type(size) == "table" and size[1] or 1,
    high = type(size) == "table" and size[2] or 1,
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

local function a_cell(scene)
  local x, y = judge.place(scene.random, scene.world)
  return x - 1 + scene.base, y - 1 + scene.base
end

local function add_unit(scene)
  local x, y = a_cell(scene)
  local unit = any(scene.random, scene.crowds):add {
    finder = any(scene.random, scene.bodies), cell_x = x, cell_y = y }
  if unit then
    scene.units[#scene.units + 1] = unit
  end
end

--- Lets some units go elsewhere, and one or the other come or vanish; builds
-- something or tears it down.
local function live_on(scene)
  local random, units = scene.random, scene.units
  for _ = 1, random(0, 4) do
    add_unit(scene)
  end
  for _ = 1, random(0, #units) do
    local unit = any(random, units)
    local x, y = unit.cell_x, unit.cell_y
    if random(1, 4) == 1 then
      x, y = a_cell(scene)
    end
    unit:set_cell(x + random(-1, 1), y + random(-1, 1))
  end
  if #units > 0 and random(1, 3) == 1 then
    table.remove(units, random(1, #units)):remove()
  end
  if random(1, 3) == 1 then
    local x, y = a_cell(scene)
    local name = any(random, { "wall", "t1" })
    scene.grid:set(x, y, name)
    scene.copy:set(x, y, name)
    judge.put(scene.world, x - scene.base + 1, y - scene.base + 1, name)
  end
end

-- Who is in the way -----------------------------------------------------------

local function rectangle(scene)
  local random = scene.random
  local x, y = a_cell(scene)
  local w, h = random(0, 4), random(0, 4)
  return any(random, { { x, y, w, h }, { x, y, w = w, h = h },
    { x - 3, y - 2, 3, 5 }, { x, y } })
end

--- Options: some of the crowds and some rectangles, and who is excepted.
local function draw_avoid(scene)
  local random = scene.random
  local avoid, excepted = {}, {}
  for _, crowd in ipairs(scene.crowds) do
    if random(1, 4) > 1 then
      table.insert(avoid, random(1, #avoid + 1), crowd)
    end
  end
  for _ = 1, any(random, { 0, 0, 1, 3, 20 }) do
    table.insert(avoid, random(1, #avoid + 1), rectangle(scene))
  end
  for _, unit in ipairs(scene.units) do
    if random(1, 6) == 1 then
      excepted[#excepted + 1] = unit
    end
  end
  return { list = avoid, excepted = excepted,
    avoid = #avoid == 1 and type(avoid[1]) == "userdata" and avoid[1] or avoid,
    except = #excepted == 1 and random(0, 1) == 1 and excepted[1] or excepted }
end

--- The same as a list of rectangles, as units stand now.
local function rects_of(scene, drawn)
  local rects, counted, excepted = {}, {}, {}
  for _, entry in ipairs(drawn.list) do
    if type(entry) == "table" then
      rects[#rects + 1] = { entry[1], entry[2], entry[3] or entry.w or 1,
        entry[4] or entry.h or 1 }
    else
      counted[entry] = true
    end
  end
  for _, unit in ipairs(drawn.excepted) do
    excepted[unit] = true
  end
  for _, unit in ipairs(scene.units) do
    if counted[unit.crowd] and not excepted[unit] then
      local cells = unit:cells()[1]
      rects[#rects + 1] = { cells[1], cells[2], cells.w, cells.h }
    end
  end
  return rects
end

--- Puts into the copy who is in the way, but for the cells under the agent at
-- its start; f sees that, and then they are taken out again.
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
  local steps = 0
  for i = 3, #path, 2 do
    assert.is_true(path.escape ~= nil and i <= 2 * path.escape + 2
      or scene.judge:can_step(path[i - 2], path[i - 1], path[i], path[i + 1]))
    steps = steps + 1
  end
  near(cost, path.cost)
end

--- Is each piece of a path in the world clear, for an agent without a body?
local function check_points(scene, path)
  for i = 3, #path, 2 do
    assert.is_true((scene.judge:line_of_sight_world(path[i - 2], path[i - 1],
      path[i], path[i + 1])))
  end
end

--- Is the answer the one of the copy?
local function compare(scene, query, alone, expected, got)
  if got[1] then
    assert.is_truthy(expected[1])
    near(expected[2], got[2], 1e-6 * expected[2] + 1e-9)
    assert.are.equal(expected[1].partial, got[1].partial)
    if got[1].units == "cells" and not query.waypoints then
      check_cells(scene, got[1], got[2])
    elseif got[1].units == "world" and not got[1].escape
      and scene.profile.radius == 0 then
      check_points(scene, got[1])
    end
    return
  end
  assert.is_nil(expected[1], got[2])
  local is_wall = expected[2] == "goal_blocked" or expected[2] == "goal_outside"
  if alone[1] == nil and alone[2] ~= "budget" then
    -- Where a way out comes first, nobody knows yet where it ends.
    assert.is_true(got[2] == alone[2]
      or query.escape and got[2] == "goal_occupied")
  elseif is_wall and not query.goal and not query.range then
    assert.are.equal("goal_occupied", got[2])
  else
    assert.are.equal(expected[2], got[2])
  end
end

local function draw_query(scene)
  local random = scene.random
  local query = any(random, { {}, {}, {}, { partial = true },
    { range = random(0, 5) }, { range = random(1, 6), range_sight = true },
    { goal = "adjacent" }, { escape = true }, { max_nodes = random(0, 60) },
    { max_nodes = random(0, 60), partial = true },
    { goal = "adjacent", partial = true }, { waypoints = true },
    { range = 2, escape = true } })
  if scene.is_priced then
    query.escape, query.max_nodes = nil, nil
  end
  return query
end

local function with(query, drawn, raise)
  local all = {}
  for name, value in pairs(query) do
    all[name] = value
  end
  if drawn then
    all.avoid, all.except, all.avoid_cost = drawn.avoid, drawn.except, raise
  end
  return all
end

local function draw_goals(scene)
  local random, goals = scene.random, {}
  for i = 1, random(1, 4) do
    local x, y = a_cell(scene)
    goals[i] = any(random, { { x, y }, { x, y, random(0, 9) / 2 },
      { x, y, w = random(1, 5), h = random(1, 4) } })
  end
  return goals
end

local function in_slices(finder, ...)
  local search = finder:search(...)
  while search:step(3) == "running" do
    search:step(1)
  end
  return search:path()
end

local function in_one_call(finder, x1, y1, x2, y2, query)
  local into = { 1, 2, 3 }
  query = query or {}
  query.into = into
  local answer = finder:find_many({ { x1, y1, x2, y2 } }, query)[1]
  assert.are.equal(into[1], answer)
  if type(answer) == "string" then
    return nil, answer
  end
  return answer, answer.cost
end

--- Finds a way in each manner that there is.
local function ask(scene, avoid, rects, raise)
  local random = scene.random
  local x1, y1 = a_cell(scene)
  local x2, y2 = a_cell(scene)
  local query = draw_query(scene)
  local goals = random(1, 3) == 1 and draw_goals(scene)
  local manner = any(random, { "find", "find", "world", "search", "many" })
  if #scene.units > 0 and random(1, 4) == 1 then
    local unit = any(random, scene.units)
    x1, y1 = unit.cell_x, unit.cell_y
  end
  local function find(finder, options)
    if manner == "world" and not goals then
      local wx1, wy1 = finder:to_world(x1, y1)
      local wx2, wy2 = finder:to_world(x2, y2)
      return finder:find_world(wx1 + 1, wy1 - 1, wx2 - 1, wy2 + 0.5, options)
    elseif manner == "search" then
      if goals then
        return in_slices(finder, x1, y1, goals, options)
      end
      return in_slices(finder, x1, y1, x2, y2, options)
    elseif goals then
      return finder:find(x1, y1, goals, options)
    elseif manner == "many" then
      return in_one_call(finder, x1, y1, x2, y2, options)
    end
    return finder:find(x1, y1, x2, y2, options)
  end
  with_copy(scene, rects, x1, y1, raise, function()
    local alone = list(find(scene.finder, with(query)))
    local got = list(find(scene.finder, with(query, avoid, raise)))
    local expected = list(find(scene.judge, with(query)))
    compare(scene, query, alone, expected, got)
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
      -- Costs of flights are differences of others, each right to 1e-6.
      near(value, got[i], 1e-6 * math.abs(value) + 1e-5)
    else
      assert.are.equal(value, got[i])
    end
  end
end

--- All other questions from a cell.
local function look(scene, avoid, rects, raise)
  local random, finder = scene.random, scene.finder
  local x1, y1 = a_cell(scene)
  local x2, y2 = a_cell(scene)
  local most, range = random(0, 20), random(0, 9)
  local options = with({}, avoid, raise)
  with_copy(scene, rects, x1, y1, raise, function()
    local other = scene.judge
    same(list(other:line_of_sight(x1, y1, x2, y2)),
      list(finder:line_of_sight(x1, y1, x2, y2, options)))
    local wx, wy = finder:to_world(x1, y1)
    local to_x, to_y = wx + random(-60, 60), wy + random(-60, 60)
    same(list(other:line_of_sight_world(wx, wy, to_x, to_y)),
      list(finder:line_of_sight_world(wx, wy, to_x, to_y, options)))
    same(list(other:nearest(x2, y2, x1, y1)),
      list(finder:nearest(x2, y2, x1, y1, options)))
    local view, why = finder:visible(x1, y1, range, options)
    local seen, why_not = other:visible(x1, y1, range)
    assert.are.equal(why_not, why)
    if view then
      same_cells(seen, view)
    end
    options.escape = not scene.is_priced and random(1, 3) == 1
    local reach = finder:reach(x1, y1, most, options)
    local reached = other:reach(x1, y1, most, { escape = options.escape })
    assert.are.equal(reached == nil, reach == nil)
    if reach then
      same_cells(reached, reach)
      same(helper.collect(reached:ground())[1] or {},
        helper.collect(reach:ground())[1] or {})
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

local function same_field(scene, expected, got)
  for y = scene.base, scene.base + scene.world.height - 1 do
    for x = scene.base, scene.base + scene.world.width - 1 do
      same(list(expected:cost(x, y)), list(got:cost(x, y)))
    end
  end
end

local function each_scene(law, n, f, raise)
  local random = helper.random(seed * 7919 + law * 104729)
  for _ = 1, 10 do
    random(0, 1)
  end
  for number = 1, n do
    local scene = new_scene(random, any(random, { { 1 }, { 1, 0.5, 2, 3 } }),
      raise)
    local fine, message = xpcall(function()
      f(scene, random)
    end, function(message)
      return type(message) == "table" and message
        or debug.traceback(message, 2)
    end)
    if not fine then
      print(("avoid_laws_spec: failed on world %d of SEED=%d:\n%s"):format(
        number, seed, tilepath.ascii(scene.grid)))
      error(message, 0)
    end
  end
end

-- Laws ------------------------------------------------------------------------

for _, raise in ipairs { false, RAISE } do
  raise = raise or nil
  describe(raise and "with avoid_cost" or "with avoid", function()
    it("a way is found as if others were in the map", function()
      each_scene(1, 60, function(scene, random)
        for _ = 1, random(2, 8) do
          live_on(scene)
          local avoid = draw_avoid(scene)
          local rects = rects_of(scene, avoid)
          for _ = 1, 5 do
            ask(scene, avoid, rects, raise)
          end
        end
      end, raise)
    end)

    it("cells are reached and seen as if others were in the map", function()
      each_scene(2, 40, function(scene, random)
        for _ = 1, random(1, 5) do
          live_on(scene)
          local avoid = draw_avoid(scene)
          local rects = rects_of(scene, avoid)
          look(scene, avoid, rects, raise)
          look(scene, avoid, rects, raise)
        end
      end, raise)
    end)

    it("a field follows who moved when it is updated, and so does a flight",
      function()
        each_scene(3, 40, function(scene, random)
          live_on(scene)
          local goals, drawn = draw_goals(scene), draw_avoid(scene)
          local options = with({ max_cost = any(random, { 20, math.huge }),
            sliced = random(1, 3) == 1 }, drawn, raise)
          local avoid = options.avoid
          if type(avoid) == "table" then
            options.avoid = { unpack(avoid) }
          end
          local field = scene.finder:field(goals, options)
          if type(avoid) == "table" then
            options.avoid[1] = nil
          end
          while field:step(5) == "running" do
            field:step(random(1, 9))
          end
          options.avoid, options.sliced = avoid, nil
          local flight
          for round = 1, random(2, 6) do
            with_copy(scene, rects_of(scene, drawn), nil, nil, raise, function()
              local expected = scene.judge:field(goals,
                { max_cost = options.max_cost })
              same_field(scene, expected, field)
              if flight then
                local now = scene.finder:field(goals, options)
                same_field(scene, now:flee(), flight)
              end
              if flight and not scene.is_priced then
                same_field(scene, expected:flee(), flight)
              end
            end)
            live_on(scene)
            if round == 2 then
              flight = field:flee()
            end
            field:update()
            field:step(1000)
            if flight then
              flight:update()
            end
          end
        end, raise)
      end)
  end)
end
