--- Laws of grid:resize: a resized grid answers as a new grid with the same
-- cells, fences and links, whatever lived on it before.

local law = require "spec.support.law"
local crowds = require "spec.support.random_crowds"
local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local SIDES = { "left", "top", "right", "bottom" }
local TERRAINS = { sand = 3, swamp = 5 }
local CELL = 8
local extend = helper.extend
local NO_SHIFT = { shift = true } -- the judge knows only whole cells

-- What lies on a grid ---------------------------------------------------------

local function corners(grid)
  return grid.base_x, grid.base_y, grid.base_x + grid.width - 1,
    grid.base_y + grid.height - 1
end

local function cell(random, grid)
  local left, top, right, bottom = corners(grid)
  return random(left, right), random(top, bottom)
end

--- Changes some cells, fences and links.
local function edit(random, grid)
  for _ = 1, random(1, 12) do
    local x, y = cell(random, grid)
    grid:set(x, y, random.one_of("open", "wall", "wall", "sand", "swamp"))
  end
  if random.chance(30) then
    local x, y = cell(random, grid)
    local right = random.chance(50)
    grid:fence(x, y, right and x + 1 or x, right and y or y + 1,
      { one_way = random.chance(50), name = random.one_of(nil, "kerb", "glass") })
  end
  if random.chance(30) then
    local x1, y1 = cell(random, grid)
    local x2, y2 = cell(random, grid)
    if x1 ~= x2 or y1 ~= y2 then
      grid:link(x1, y1, x2, y2, { one_way = random.chance(50), price = 2,
        name = random.one_of("stairs", "lift") })
    end
  end
end

local function strew(random, layer, grid)
  for _ = 1, random(0, 6) do
    local x, y = cell(random, grid)
    layer:set(x, y, random(1, 255))
  end
end

--- A new grid with the content of another grid.
local function made_anew(grid)
  local fresh = tilepath.grid(grid.width, grid.height, { cell_size = CELL,
    base = { grid.base_x, grid.base_y }, prices = TERRAINS,
    origin = { (grid.base_x - 1) * CELL, (grid.base_y - 1) * CELL } })
  for x, y, terrain in grid:cells() do
    fresh:set(x, y, terrain)
  end
  for _, fence in ipairs(grid:fences()) do
    fresh:fence(fence.x1, fence.y1, fence.x2, fence.y2,
      { one_way = fence.one_way, name = fence.name })
  end
  for _, link in ipairs(grid:links()) do
    fresh:link(link.x1, link.y1, link.x2, link.y2, { price = link.price,
      one_way = link.one_way, name = link.name })
  end
  return fresh
end

local function same_layer(layer, grid, fresh)
  local twin = tilepath.layer(fresh)
  for x, y in grid:cells() do
    twin:set(x, y, layer:get(x, y))
  end
  return twin
end

-- Questions -------------------------------------------------------------------

local PROFILES = { {}, { diagonal = "never" }, { size = 2 },
  { keep_away = { 2, 1 } }, { landmarks = 2 },
  { prices = { sand = 1, swamp = false } }, { algorithm = "astar" },
  { fences = { kerb = false } } }

local function finders_on(grid, layer)
  local finders = {}
  for i, profile in ipairs(PROFILES) do
    finders[i] = tilepath.pathfinder(grid, profile)
  end
  finders[#finders + 1] = tilepath.pathfinder(grid,
    { layers = { { layer = layer, weight = 0.5 } } })
  finders[#finders + 1] = tilepath.pathfinder(grid,
    { layers = { { layer, false } } })
  return finders
end

--- The answers of a pathfinder about two cells, as a list.
local function asked(finder, x1, y1, x2, y2)
  local grid, all = finder.grid, {}
  local function say(first, ...)
    all[#all + 1] = type(first) == "table" and table.concat(first, " ")
      or tostring(first)
    for i = 1, select("#", ...) do
      all[#all + 1] = tostring((select(i, ...)))
    end
  end
  say(finder:find(x1, y1, x2, y2))
  say(finder:find(x1, y1, x2, y2, { partial = true }))
  say(finder:find(x1, y1, { { x2, y2 }, { x1 + 3, y2 } },
    { avoid = { { x1 + 1, y1, 1, 4 } } }))
  say(finder:find_world((x1 - 0.3) * CELL, (y1 - 0.4) * CELL, (x2 - 0.5) * CELL,
    (y2 - 0.6) * CELL))
  say(finder:line_of_sight(x1, y1, x2, y2))
  say(finder:is_reachable(x1, y1, x2, y2))
  say(finder:region(x1, y1))
  say(finder:nearest(x2, y2))
  say(grid:to_world(x1, y1))
  say(grid:to_cell(x1 * CELL, y1 * CELL))
  local view = finder:view(x1, y1, 9)
  say(view and view.count)
  local reach = finder:reach(x1, y1, 12)
  say(reach and reach.count)
  return all
end

local function compare(random, finders, fresh, fields)
  for i, finder in ipairs(finders) do
    local x1, y1 = cell(random, finder.grid)
    local x2, y2 = cell(random, finder.grid)
    assert.are.same(asked(fresh[i], x1, y1, x2, y2),
      asked(finder, x1, y1, x2, y2), "finder " .. i)
    local field, twin = fields[i].field, fresh[i]:field { fields[i].goal }
    if random.chance(50) then
      field:update()
    end
    for x, y in finder.grid:cells() do
      assert.are.equal(twin:cost(x, y), (field:cost(x, y)))
      assert.are.same({ twin:next(x, y) }, { field:next(x, y) })
    end
  end
end

local function fields_of(random, finders)
  local fields = {}
  for i, finder in ipairs(finders) do
    local x, y = cell(random, finder.grid)
    fields[i] = { goal = { x, y }, field = finder:field { { x, y } } }
  end
  return fields
end

--- How far each side moves, so that some cells are left.
local function sides(random, grid)
  local by = {}
  for i, side in ipairs(SIDES) do
    local size = i % 2 == 1 and grid.width or grid.height
    by[side] = random.chance(60)
      and random(-math.min(5, math.floor((size - 1) / 2)), 6) or nil
  end
  by.left = by.left ~= 0 and by.left or 1
  return by
end

describe("a resized grid", function()

  law(it, "answers as a new grid of that size", { runs = 20 }, function(random)
    local grid = tilepath.grid(random(3, 24), random(3, 18),
      { cell_size = CELL, prices = TERRAINS })
    local layer = tilepath.layer(grid)
    local finders = finders_on(grid, layer)
    edit(random, grid)
    for _ = 1, 4 do
      edit(random, grid)
      strew(random, layer, grid)
      local fields = fields_of(random, finders)
      for i = 1, #finders do
        if random.chance(70) then
          local x1, y1 = cell(random, grid)
          local x2, y2 = cell(random, grid)
          finders[i]:find(x1, y1, x2, y2)
          finders[i]:find(x1, y1, x2, y2, { avoid = { { x1, y2, 3, 3 } } })
        end
      end
      local fill = random.one_of("open", "wall", "sand", "swamp")
      local by = sides(random, grid)
      by.fill = random.chance(80) and fill or nil
      assert.is_true(extend(grid, by))
      assert.is_true(tilepath.load(grid:save()) == grid)
      if random.chance(30) then
        edit(random, grid)
      end
      local fresh = made_anew(grid)
      compare(random, finders, finders_on(fresh,
        same_layer(layer, grid, fresh)), fields)
    end
  end)

  law(it, "is unchanged if it grows and shrinks again", { runs = 20 },
    function(random)
      local grid = tilepath.grid(random(1, 70), random(1, 40),
        { cell_size = 0.1, prices = TERRAINS })
      local layer, by, back = tilepath.layer(grid), {}, {}
      edit(random, grid)
      strew(random, layer, grid)
      local before, marks = grid:copy(), layer:save()
      for _, side in ipairs(SIDES) do
        by[side] = random(0, 70)
        back[side] = -by[side]
      end
      local places = {}
      for x, y in grid:cells() do
        places[#places + 1] = { grid:to_world(x, y) }
      end
      assert.is_true(extend(grid, by))
      local i = 0
      for x, y in before:cells() do
        i = i + 1
        assert.are.same({ before:get(x, y) }, { grid:get(x, y) })
        assert.are.same(places[i], { grid:to_world(x, y) })
        assert.are.same({ x, y }, { grid:to_cell(grid:to_world(x, y)) })
      end
      local dumped = tilepath.load(grid:save())
      assert.is_true(grid == dumped)
      assert.are.same({ grid:to_world(1, 1) }, { dumped:to_world(1, 1) })
      assert.is_true(extend(grid, back))
      assert.is_true(grid == before)
      assert.are.equal(before:save(), grid:save())
      assert.are.equal(marks, layer:save())
    end)

  --- Adds walls around the map, or removes them again unless a unit is in them:
  -- ways out may lead over walls.
  local function resize(random, march, grown)
    local grid, by, is_free = march.grid, { fill = "wall" }, true
    for _, side in ipairs(SIDES) do
      local least = -math.min(grown[side] or 0, 3)
      by[side] = random.chance(50) and random(least, 4) or 0
    end
    local left, top, right, bottom = corners(grid)
    for x, y in grid:cells() do
      is_free = is_free and (not march.crowd:at(x, y)
        or x >= left - by.left and x <= right + by.right
        and y >= top - by.top and y <= bottom + by.bottom)
    end
    assert.are.equal(is_free, extend(grid, by) or false)
    for _, side in ipairs(is_free and SIDES or {}) do
      grown[side] = (grown[side] or 0) + by[side]
    end
  end

  --- Tells the judge the walls of a resized grid: ways out may lead over them.
  local function survey(judge, grid)
    local walls = {}
    for x, y in grid:cells() do
      local row = judge.walls[y]
      walls[y] = walls[y] or {}
      walls[y][x] = not (row and row[x] == false)
    end
    judge.walls = walls
  end

  --- The fields of a crowd's units, as text. A unit under way waits for a path
  -- if cells go that its path led over.
  local function told(march)
    local all = {}
    for id, unit in crowds.units(march) do
      all[#all + 1] = ("%s %.17g %.17g %d %d %.17g %s %s %s %s"):format(id,
        unit.x, unit.y, unit.cell_x, unit.cell_y, unit.angle,
        unit.status == "waiting" and "going" or unit.status,
        tostring(unit.reason), tostring(unit.goal_x), tostring(unit.goal_y))
    end
    return table.concat(all, "\n")
  end

  local function crowds_go_on(title, runs, options, play)
    law(it, title, { runs = runs, noun = "resized",
      draw = function(random)
        return crowds.draw(random, helper.with({ cuts = true }, options))
      end, read = crowds.read }, play)
  end

  local function keep_their_rules(scenario)
    local march, judge = crowds.judged(scenario)
    local random, grown = crowds.random(scenario), {}
    for _ = 1, crowds.looks(scenario) do
      if random.chance(20) then
        local before = told(march)
        resize(random, march, grown)
        survey(judge, march.grid)
        assert.are.equal(before, told(march))
      end
      march:next()
    end
  end

  crowds_go_on("has units that stay where they are", 15, { without = NO_SHIFT },
    keep_their_rules)
  crowds_go_on("has units that stay where they are, on narrow maps", 20,
    { width = 14, height = 3, without = NO_SHIFT }, keep_their_rules)

  crowds_go_on("has crowds that equal crowds from their states", 40,
    { saves = true }, function(scenario)
      local march = crowds.play(scenario, crowds.twins())
      local random, grown = crowds.random(scenario), {}
      for _ = 1, crowds.looks(scenario) do
        if random.chance(20) then
          resize(random, march, grown)
        end
        march:next()
        march:compare()
      end
    end)
end)
