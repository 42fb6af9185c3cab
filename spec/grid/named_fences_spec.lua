--- Fences with a name, and profiles to which fences of some names are none. Steps
-- and costs are judged by a model that knows each fence; all other answers by a
-- grid that has only the fences that count.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local numbers = require "spec.support.random"
local seeds = require "spec.seeds"

local NAMES = { false, "kerb", "glass", "up 1;" } -- false: without a name

-- The profiles: false by name for fences that are none; false: none is one.
local STANDS = { {}, { kerb = false }, { kerb = false, glass = true },
  { glass = false, ["up 1;"] = false, hedge = false }, false, true }

-- A model ---------------------------------------------------------------------

local function way(x1, y1, x2, y2)
  return ("%d,%d,%d,%d"):format(x1, y1, x2, y2)
end

--- Notes a fence in a model: { [name] = { [way] = true } }.
local function put(model, x1, y1, x2, y2, name, closed, closed_back)
  model[name] = model[name] or {}
  model[name][way(x1, y1, x2, y2)] = closed or nil
  model[name][way(x2, y2, x1, y1)] = closed_back or nil
end

--- Do the fences that count bar the way between two cells that share a side?
local function is_shut(model, stands, x1, y1, x2, y2)
  for name, ways in pairs(model) do
    local counts = stands and (stands == true or stands[name] ~= false)
    if counts and ways[way(x1, y1, x2, y2)] then
      return true
    end
  end
  return false
end

local BESIDE = { only_if_no_obstacles = 2, at_least_one_walkable = 1, always = 0,
  never = 3 }

local function can_step(grid, model, stands, rule, x, y, dx, dy)
  local to_x, to_y = x + dx, y + dy
  local function bars(ax, ay, bx, by)
    return is_shut(model, stands, ax, ay, bx, by)
  end
  if not (grid:is_walkable(x, y) and grid:is_walkable(to_x, to_y)) then
    return false
  elseif grid.shape == "hex" then
    return grid:distance(x, y, to_x, to_y) == 1 and not bars(x, y, to_x, to_y)
  elseif dx == 0 or dy == 0 then
    return not bars(x, y, to_x, to_y)
  end
  local free = (grid:is_walkable(to_x, y) and 1 or 0)
    + (grid:is_walkable(x, to_y) and 1 or 0)
  local by_x = bars(x, y, to_x, y) or bars(to_x, y, to_x, to_y)
  local by_y = bars(x, y, x, to_y) or bars(x, to_y, to_x, to_y)
  local is_barred = by_x and by_y
    or rule == "only_if_no_obstacles" and (by_x or by_y)
  return free >= BESIDE[rule] and not is_barred
end

--- The steps of each cell: { { x, y, to_x, to_y, cost }, ... }.
local function all_steps(grid, model, stands, rule)
  local steps = {}
  for x, y in grid:cells() do
    for i = 0, 8 do
      local dx, dy = i % 3 - 1, math.floor(i / 3) - 1
      if i ~= 4 and can_step(grid, model, stands, rule, x, y, dx, dy) then
        local is_long = dx ~= 0 and dy ~= 0 and grid.shape == "square"
        steps[#steps + 1] = { x, y, x + dx, y + dy, is_long and 2 ^ 0.5 or 1 }
      end
    end
  end
  return steps
end

--- The costs from a cell, by the algorithm of Bellman and Ford.
local function costs_from(steps, x, y)
  local cost, has_changed = { [way(x, y, 0, 0)] = 0 }, true
  while has_changed do
    has_changed = false
    for _, s in ipairs(steps) do
      local from, to = way(s[1], s[2], 0, 0), way(s[3], s[4], 0, 0)
      local sum = cost[from] and cost[from] + s[5]
      if sum and sum < (cost[to] or math.huge) - 1e-9 then
        cost[to], has_changed = sum, true
      end
    end
  end
  return cost
end

--- A new grid that has only the fences that count, without names.
local function bare(grid, model, stands)
  local like = tilepath.grid(grid.width, grid.height, { shape = grid.shape,
    stagger = grid.stagger, base = { grid.base_x, grid.base_y } })
  for x, y, terrain in grid:cells() do
    like:set(x, y, terrain)
    for i = 0, 8 do
      local to_x, to_y = x + i % 3 - 1, y + math.floor(i / 3) - 1
      local shut = is_shut(model, stands, x, y, to_x, to_y)
      if is_shut(model, stands, to_x, to_y, x, y) then
        like:fence(x, y, to_x, to_y, { one_way = not shut })
      end
    end
  end
  return like
end

-- Random maps -----------------------------------------------------------------

--- A cell that shares a side with another one; nil: the first is at a border.
local function beside(random, grid, x, y)
  local to_x, to_y = x + random(-1, 1), y + random(-1, 1)
  local is_side = grid.shape == "hex" and grid:distance(x, y, to_x, to_y) == 1
    or grid.shape == "square" and math.abs(to_x - x) + math.abs(to_y - y) == 1
  if is_side and grid:has(to_x, to_y) then
    return to_x, to_y
  end
end

--- Edits a grid and its model alike.
local function edit(random, grid, model, count)
  for _ = 1, count do
    local x = grid.base_x + random(0, grid.width - 1)
    local y = grid.base_y + random(0, grid.height - 1)
    local to_x, to_y = beside(random, grid, x, y)
    local name, what = random.any(NAMES), random(1, 12)
    local before = grid.revision
    if to_x and what <= 8 then
      local one_way = random.chance(40)
      grid:fence(x, y, to_x, to_y, { name = name or nil, one_way = one_way })
      put(model, x, y, to_x, to_y, name, not one_way, true)
    elseif not to_x and what <= 6 then
      local list = grid:fences()
      local f = list[1] and random.any(list) or { x1 = x, y1 = y }
      name = random.chance(80) and f.name
      if f.x2 then
        grid:unfence(f.x1, f.y1, f.x2, f.y2, name or nil)
      end
      for _, one in ipairs(f.x2 and (name and { name } or NAMES) or {}) do
        put(model, f.x1, f.y1, f.x2, f.y2, one, false, false)
      end
    elseif what == 11 then
      grid:set(x, y, random.chance(30) and "wall" or "open")
    end
    assert.is_true(grid.revision <= before + 1)
  end
end

local function check(is_right, format, ...)
  if not is_right then
    error(format:format(...), 2)
  end
end

local function judge_steps(grid, model, profile, finder)
  for x, y in grid:cells() do
    for i = 0, 8 do
      local dx, dy = i % 3 - 1, math.floor(i / 3) - 1
      local wanted = i ~= 4 and can_step(grid, model, profile.fences,
        profile.diagonal, x, y, dx, dy)
      check(finder:can_step(x, y, x + dx, y + dy) == wanted,
        "a step from %d, %d by %d, %d: not %s", x, y, dx, dy, tostring(wanted))
    end
  end
end

local function judge_costs(random, grid, model, profile, finder)
  local steps = all_steps(grid, model, profile.fences, profile.diagonal)
  local x = grid.base_x + random(0, grid.width - 1)
  local y = grid.base_y + random(0, grid.height - 1)
  local cost = costs_from(steps, x, y)
  local reach = finder:reach(x, y, math.huge)
  for to_x, to_y in grid:cells() do
    local wanted = grid:is_walkable(x, y) and cost[way(to_x, to_y, 0, 0)]
    local path, found = finder:find(x, y, to_x, to_y)
    local reached = reach and reach:cost(to_x, to_y)
    check((wanted or -1) - (path and found or -1) < 1e-4
      and (path and found or -1) - (wanted or -1) < 1e-4,
      "from %d, %d to %d, %d: %s in place of %s", x, y, to_x, to_y,
      tostring(found), tostring(wanted))
    check((reached ~= nil) == (path ~= nil), "a reach from %d, %d to %d, %d", x, y,
      to_x, to_y)
  end
end

local function seen(view)
  local cells = {}
  for x, y in view and view:cells() or function() end do
    cells[#cells + 1] = way(x, y, 0, 0)
  end
  return table.concat(cells, " ")
end

--- All other answers are those of a grid that has only the fences that count.
local function judge_answers(random, grid, finder, like)
  for _ = 1, 12 do
    local x1 = grid.base_x + random(0, grid.width - 1)
    local y1 = grid.base_y + random(0, grid.height - 1)
    local x2 = grid.base_x + random(0, grid.width - 1)
    local y2 = grid.base_y + random(0, grid.height - 1)
    local own, other = finder:find(x1, y1, x2, y2), like:find(x1, y1, x2, y2)
    check(own == other, "the path from %d, %d to %d, %d", x1, y1, x2, y2)
    if own then
      check(own:prune(finder) == other:prune(like), "the pruned path")
    end
    for _, call in ipairs { "line_of_sight", "is_reachable", "can_step" } do
      check(finder[call](finder, x1, y1, x2, y2)
        == like[call](like, x1, y1, x2, y2), "%s from %d, %d to %d, %d", call, x1,
        y1, x2, y2)
    end
    check(seen(finder:view(x1, y1, 5)) == seen(like:view(x1, y1, 5)),
      "the view from %d, %d", x1, y1)
    for _, query in ipairs { { adjacent = true }, { within = 2, sight = true },
      { escape = true }, { partial = true } } do
      check(finder:find(x1, y1, x2, y2, query) == like:find(x1, y1, x2, y2, query),
        "a query from %d, %d to %d, %d", x1, y1, x2, y2)
    end
  end
end

describe("fences with a name", function()
  for i = 1, 12 do
    local once = i > 3 and " #once" or ""
    it("count for the profiles that say so, on map " .. i .. once, function()
      local random = numbers.new(seeds.base + i, "named fences")
      local shape = boards.SHAPES[i % 3 == 0 and i / 3 + 1 or 1]
      local grid = tilepath.grid(random(4, 9), random(4, 8), { shape = shape.shape,
        stagger = shape.stagger, base = random(-2, 2) })
      local model, agents = {}, {}
      local is_square, is_small = grid.shape == "square", i % 4 ~= 1
      for k, stands in ipairs(STANDS) do
        local profile = { fences = stands }
        if is_square then
          profile.diagonal = is_small and random.any(boards.RULES)
            or "only_if_no_obstacles"
          profile.size = not is_small and random(1, 2) or 1
          profile.radius = not is_small and 0.3 or 0
        end
        agents[k] = { profile, tilepath.pathfinder(grid, profile) }
      end
      for round = 1, 4 do
        edit(random, grid, model, round == 1 and 120 or 30)
        if round == 3 then -- a column is cut off, and another one added
          grid:resize(grid.base_x + 1, grid.base_y, grid.width, grid.height)
          for _, ways in pairs(model) do
            for key in pairs(ways) do
              local x1, x2 = key:match("^(-?%d+),.-,(-?%d+),")
              if tonumber(x1) < grid.base_x or tonumber(x2) < grid.base_x then
                ways[key] = nil
              end
            end
          end
        end
        for _, agent in ipairs(agents) do
          local profile, finder = agent[1], agent[2]
          local like = { diagonal = profile.diagonal, size = profile.size,
            radius = profile.radius }
          if is_small then
            judge_steps(grid, model, profile, finder)
            judge_costs(random, grid, model, profile, finder)
          end
          judge_answers(random, grid, finder,
            tilepath.pathfinder(bare(grid, model, profile.fences), like))
        end
        local copies = { grid:copy(), (tilepath.load(grid:save())) }
        for _, copy in ipairs(copies) do
          assert.are.same(grid:fences(), copy:fences())
          assert.are.equal(grid, copy)
        end
      end
    end)
  end

  it("stand on one side together, by their names", function()
    for _, shape in ipairs(boards.SHAPES) do
      local grid = tilepath.grid(3, 3, shape)
      grid:fence(1, 1, 2, 1, { name = "kerb", one_way = true })
      grid:fence(1, 1, 2, 1, { name = "glass" })
      grid:fence(2, 1, 1, 1, { one_way = true })
      assert.are.same({
        { x1 = 2, y1 = 1, x2 = 1, y2 = 1, one_way = true },
        { x1 = 1, y1 = 1, x2 = 2, y2 = 1, one_way = false, name = "glass" },
        { x1 = 1, y1 = 1, x2 = 2, y2 = 1, one_way = true, name = "kerb" },
      }, grid:fences())
      local finder = tilepath.pathfinder(grid, { fences = { glass = false } })
      assert.is_false(finder:can_step(1, 1, 2, 1))
      assert.is_false(finder:can_step(2, 1, 1, 1))
      grid:unfence(2, 1, 1, 1, "kerb")
      assert.is_false(finder:can_step(1, 1, 2, 1))
      assert.is_true(finder:can_step(2, 1, 1, 1))
      grid:unfence(2, 1, 1, 1, "hedge") -- there is none
      assert.are.equal(2, #grid:fences())
      grid:unfence(2, 1, 1, 1)
      assert.are.same({}, grid:fences())
      assert.are.equal(tilepath.grid(3, 3, shape), grid)
    end
  end)

  it("follow a name that another one replaces", function()
    local grid = tilepath.grid(2, 1)
    local finder = tilepath.pathfinder(grid, { fences = { kerb = false } })
    grid:fence(1, 1, 2, 1, { name = "kerb" })
    assert.is_true(finder:is_reachable(1, 1, 2, 1))
    grid:unfence(1, 1, 2, 1)
    grid:fence(1, 1, 2, 1, { name = "glass" })
    assert.is_false(finder:is_reachable(1, 1, 2, 1))
    grid:unfence(1, 1, 2, 1)
    grid:fence(1, 1, 2, 1, { name = "kerb" })
    assert.is_true(finder:is_reachable(1, 1, 2, 1))
  end)

  it("have at most 15 names at a time", function()
    local grid = tilepath.grid(20, 1)
    for i = 1, 15 do
      grid:fence(i, 1, i + 1, 1, { name = "fence " .. i })
    end
    local text = grid:save()
    assert.has_error(function()
      grid:fence(18, 1, 19, 1, { name = "hedge" })
    end, "fence: a grid has fences of at most 15 names, and no room for 'hedge'")
    assert.has_error(function()
      grid:fence_rect(18, 1, 1, 1, { name = "hedge" })
    end, "fence_rect: a grid has fences of at most 15 names, and no room for "
      .. "'hedge'")
    assert.are.equal(text, grid:save())
    grid:fence(18, 1, 19, 1)
    grid:fence(18, 1, 19, 1, { name = "fence 3" })
    grid:unfence(7, 1, 8, 1)
    assert.is_true(grid:fence(18, 1, 19, 1, { name = "hedge" }))
    assert.are.equal(17, #grid:fences())
    local finder = tilepath.pathfinder(grid, { fences = { ["fence 1"] = false,
      ["fence 2"] = false } })
    assert.is_true(finder:is_reachable(1, 1, 3, 1))
    assert.is_false(finder:is_reachable(1, 1, 4, 1))
  end)

  it("make a row, and gaps", function()
    local grid = tilepath.grid(6, 4)
    local count = grid:fence_rect(2, 2, 3, 2, { name = "kerb",
      gaps = { { 2, 1 } } })
    assert.are.equal(9, count)
    for _, fence in ipairs(grid:fences()) do
      assert.are.equal("kerb", fence.name)
    end
  end)

  it("are drawn side by side: what all of a side close", function()
    local grid = tilepath.grid(3, 1)
    grid:fence(1, 1, 2, 1, { one_way = true, name = "kerb" })
    grid:fence(1, 1, 2, 1, { one_way = true, name = "glass" })
    grid:fence(2, 1, 3, 1, { one_way = true })
    assert.are.equal(".>.>.", tilepath.ascii(grid))
    grid:fence(3, 1, 2, 1, { one_way = true, name = "kerb" })
    grid:fence(1, 1, 2, 1, { name = "glass" })
    assert.are.equal(".|.|.", tilepath.ascii(grid))
  end)

  it("are saved in a form of their own, which alone has names", function()
    local grid = tilepath.grid(3, 1)
    grid:fence(1, 1, 2, 1)
    assert.is_truthy(grid:save():find("^tilepath%-grid 10 "))
    grid:fence(3, 1, 2, 1, { name = "a, b; c%", one_way = true })
    assert.is_truthy(grid:save():find("^tilepath%-grid 11 "))
    assert.are.equal(grid, tilepath.load(grid:save()))
    grid:unfence(3, 1, 2, 1)
    assert.is_truthy(grid:save():find("^tilepath%-grid 10 "))
  end)

  it("give way to the fences of a map that is read into the grid", function()
    local grid = tilepath.grid(3, 2)
    local finder = tilepath.pathfinder(grid, { fences = { kerb = false } })
    grid:fence(1, 1, 2, 1)
    grid:fence(1, 1, 2, 1, { name = "kerb" })
    grid:fence(2, 1, 3, 1, { name = "kerb" })
    grid:fence(3, 1, 3, 2, { name = "kerb" })
    grid:fence(2, 2, 3, 2)
    tilepath.grid(".|.|.\n     \n. .|.", { fences = true, into = grid })
    assert.are.same({ { x1 = 1, y1 = 1, x2 = 2, y2 = 1, one_way = false },
      { x1 = 2, y1 = 1, x2 = 3, y2 = 1, one_way = false },
      { x1 = 2, y1 = 2, x2 = 3, y2 = 2, one_way = false } }, grid:fences())
    assert.is_false(finder:can_step(2, 1, 3, 1))
  end)
end)

describe("a body to which a fence is none", function()
  local function street()
    local grid = tilepath.grid(5, 3)
    grid:fence_rect(3, 1, 0, 2, { name = "kerb" })
    return grid, tilepath.pathfinder(grid),
      tilepath.pathfinder(grid, { fences = { kerb = false } })
  end

  it("walks over it, and others round it", function()
    local grid, cars, people = street()
    local crowd = tilepath.crowd(grid)
    local car = crowd:add { finder = cars, cell_x = 1, cell_y = 1 }
    local man = crowd:add { finder = people, cell_x = 2, cell_y = 1 }
    local hero = tilepath.follower { finder = people, cell_x = 2, cell_y = 2 }
    car:go_cell(5, 1)
    man:go_cell(4, 1)
    hero:go_cell(4, 2)
    local car_row, man_row = 1, 1
    for _ = 1, 60 do
      crowd:update(1 / 4)
      hero:update(1 / 4)
      car_row = math.max(car_row, car.cell_y)
      man_row = math.max(man_row, man.cell_y)
    end
    assert.are.same({ 3, 1 }, { car_row, man_row })
    assert.are.same({ 5, 4, 4 }, { car.cell_x, man.cell_x, hero.cell_x })
  end)

  it("learns from explain which fences close the way", function()
    local grid, cars = street()
    grid:fence(2, 3, 3, 3)
    grid:fence(2, 1, 3, 1)
    local told = cars:explain(1, 3, 5, 3)
    assert.are.same({ { what = "fence", x1 = 2, y1 = 3, x2 = 3, y2 = 3 } },
      told.blockers)
    grid:fence(2, 3, 3, 3, { name = "glass" })
    told = cars:explain(1, 2, 5, 2)
    assert.are.same({ { what = "fence", x1 = 2, y1 = 2, x2 = 3, y2 = 2,
      name = "kerb" } }, told.blockers)
    told = tilepath.pathfinder(grid, { fences = { kerb = false, glass = false } })
      :explain(1, 2, 5, 2)
    assert.are.same({}, told.blockers)
    grid = tilepath.grid(2, 1)
    grid:fence(1, 1, 2, 1, { name = "kerb" })
    grid:fence(1, 1, 2, 1)
    told = tilepath.pathfinder(grid, { fences = { kerb = false } })
      :explain(1, 1, 2, 1)
    assert.are.same({ { what = "fence", x1 = 1, y1 = 1, x2 = 2, y2 = 1 } },
      told.blockers)
    assert.are.equal(2, #tilepath.pathfinder(grid):explain(1, 1, 2, 1).blockers)
  end)

  it("has the fences of its profile", function()
    local grid = tilepath.grid(2, 1)
    assert.are.same({}, tilepath.pathfinder(grid).profile.fences)
    assert.are.same({}, tilepath.pathfinder(grid, { fences = true })
      .profile.fences)
    assert.is_false(tilepath.pathfinder(grid, { fences = false }).profile.fences)
    assert.are.same({ kerb = false, glass = true }, tilepath.pathfinder(grid,
      { fences = { kerb = false, glass = true } }).profile.fences)
  end)
end)
