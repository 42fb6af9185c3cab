--- One row of `make bench TABLE=calls` in a process of its own: prints what was
-- measured, and what stands beside it in the same run, if anything does.
--
--   tools/lua luajit bench/callrows.lua "view 8"     core and build as given
--   require "callrows"                               the rows, for calls.lua
--
-- A row is { name, unit, target of the module, of the core in Lua, f }. The
-- target is a ratio: of the value to the one beside it, or if f returns one
-- value, to that of the build before. f returns the values in the unit.

local clock, floor = os.clock, math.floor

--- Kilobytes that are in use.
local function used()
  collectgarbage()
  collectgarbage()
  return collectgarbage("count")
end

--- The row of this process; calls.lua wants the list alone.
local NAME = arg[0]:find("callrows.lua", 1, true) and arg[1]
local used_before, begun_at = used(), clock()
local tilepath = NAME and require "tilepath"

local state = 1
local function random(n)
  state = state * 16807 % 2147483647
  return state % n + 1
end

--- Microseconds of a call: the least of some rounds that are long enough.
local function time(f)
  local least = math.huge
  f()
  for _ = 1, 5 do
    local begun, count = clock(), 0
    repeat
      f()
      count = count + 1
    until clock() - begun > 0.01
    least = math.min(least, (clock() - begun) / count)
  end
  return least * 1e6
end

--- Microseconds of f alone, which is called once for each thing that make makes.
local function first(make, f, rounds)
  local least = math.huge
  for _ = 1, rounds or 5 do
    local thing = make()
    local begun = clock()
    f(thing)
    least = math.min(least, clock() - begun)
  end
  return least * 1e6
end

-- Maps ------------------------------------------------------------------------

local function rows_of(side, is_free)
  local rows = {}
  for y = 1, side do
    local row = {}
    for x = 1, side do
      row[x] = is_free(x, y) and "." or "#"
    end
    rows[y] = table.concat(row)
  end
  return table.concat(rows, "\n")
end

local maps = {}

function maps.open(side)
  return tilepath.grid(side, side)
end

function maps.rooms(side)
  state = 5
  return tilepath.grid(rows_of(side, function(x, y)
    local a, b = x % 10 == 0, y % 10 == 0
    return not (a or b) or a ~= b and random(9) < 3
  end))
end

function maps.noise(side, options)
  state = 7
  return tilepath.grid(rows_of(side, function(x, y)
    return random(8) > 1 or x + y < 5
  end), options)
end

function maps.priced(side)
  local grid = maps.rooms(side)
  grid:terrain("mud", 3)
  for x, y, terrain in grid:cells() do
    if terrain == "open" and floor(x / 8) % 2 == floor(y / 8) % 2 then
      grid:set(x, y, "mud")
    end
  end
  return grid
end

--- A place that a pathfinder reaches from x, y.
local function place(finder, x, y)
  local grid, to_x, to_y = finder.grid
  repeat
    to_x, to_y = random(grid.width), random(grid.height)
  until finder:is_reachable(x, y, to_x, to_y)
  return to_x, to_y
end

--- A crowd with units of one pathfinder, each with an order to its own goal.
local function crowd_on(grid, count, has_orders, options)
  local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid, options)
  local goals, x, y = {}
  repeat
    x, y = random(grid.width), random(grid.height)
  until finder:can_enter(x, y)
    and select(2, finder:region(x, y)) > grid.width * grid.height / 2
  state = 11
  while crowd.count < count do
    local cell_x, cell_y = place(finder, x, y)
    local unit = crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y,
      speed = 6 }
    if unit and has_orders then
      local goal_x, goal_y = place(finder, x, y)
      goals[#goals + 1] = { cell_x, cell_y, goal_x, goal_y }
      unit:go_cell(goal_x, goal_y)
    end
  end
  return crowd, finder, goals
end

-- Rows ------------------------------------------------------------------------

local rows = {}

local function row(name, unit, module, in_lua, f)
  rows[#rows + 1] = { name = name, unit = unit, module = module,
    in_lua = in_lua, f = f }
end

--- Ends of finds on a map, the same in each build.
local function finds(grid, count)
  local finder, list, x, y = tilepath.pathfinder(grid), {}
  state = 3
  repeat
    x, y = random(grid.width), random(grid.height)
  until finder:can_enter(x, y)
    and select(2, finder:region(x, y)) > grid.width * grid.height / 2
  for i = 1, count do
    local from_x, from_y = place(finder, x, y)
    local to_x, to_y = place(finder, x, y)
    list[i] = { from_x, from_y, to_x, to_y }
  end
  return finder, list
end

local function find_all(finder, list)
  for _, q in ipairs(list) do
    finder:find(q[1], q[2], q[3], q[4])
  end
end

for _, kind in ipairs { "open", "rooms", "priced" } do
  row("find, " .. kind .. " 64", "us", 1.03, 1.03, function()
    local finder, list = finds(maps[kind](64), 40)
    return time(function() find_all(finder, list) end) / #list
  end)
end
row("edit and find, rooms 64", "us", 1.03, 1.03, function()
  local finder, list = finds(maps.rooms(64), 40)
  local is_wall = false
  return time(function()
    for _, q in ipairs(list) do
      is_wall = not is_wall
      finder.grid:set(5, 5, is_wall and "wall" or "open")
      finder:find(q[1], q[2], q[3], q[4])
    end
  end) / #list
end)
row("find, doors in all walls 256", "us", 0.8, 1.03, function()
  state = 9
  local finder, list = finds(tilepath.grid(rows_of(256, function(x, y)
    return (x % 8 > 0 or random(4) == 1) and (y % 8 > 0 or random(4) == 1)
  end)), 40)
  return time(function() find_all(finder, list) end) / #list
end)

for _, kind in ipairs { "open", "noise" } do
  for _, within in ipairs { 8, 20, 90 } do
    row(("view %d, %s 64"):format(within, kind), "us", 1.03,
      ({ [8] = 0.1, [20] = 0.034, [90] = 0.007 })[within], function()
        local grid = maps[kind](64)
        grid:set(32, 32, "open")
        local finder = tilepath.pathfinder(grid)
        return time(function() finder:view(32, 32, within) end)
      end)
  end
end

-- On noise: what makes a view more than a sweep over walls.
local VIEWS = {
  fences = { on = function(grid)
    for _ = 1, 150 do
      local x, y = random(63), random(63)
      grid:fence(x, y, x + 1, y)
    end
  end },
  fog = { on = function(grid)
    grid:terrain("fog", 1, true)
    for x, y in grid:cells "open" do
      local _ = random(14) == 1 and grid:set(x, y, "fog")
    end
  end },
  large = { size = 2 },
  walls = { walls = true },
  hexagons = { shape = "hex" },
}
for _, what in ipairs { "fences", "fog", "large", "walls", "hexagons" } do
  local case = VIEWS[what]
  for _, within in ipairs { 8, 20 } do
    row(("view %d, %s, noise 64"):format(within, what), "us", 1.03,
      within == 8 and 0.1 or 0.034, function()
        local grid = maps.noise(64, case.shape and { shape = case.shape })
        local _ = case.on and case.on(grid)
        grid:fill(31, 31, 3, 3, "open")
        local finder = tilepath.pathfinder(grid, { size = case.size })
        local options = { walls = case.walls }
        return time(function() finder:view(32, 32, within, options) end)
      end)
  end
end
for _, shape in ipairs { "square", "hex" } do
  row(("view(reach), 570 cells, %s, noise 64"):format(shape), "us", 1.03, 0.2,
    function()
      local grid = maps.noise(64, { shape = shape })
      grid:fill(31, 31, 3, 3, "open")
      local finder = tilepath.pathfinder(grid)
      local reach = finder:reach(32, 32, shape == "hex" and 14 or 15)
      return time(function() finder:view(reach, 8) end)
    end)
end

local function count_cells(object)
  local count = 0
  for _ in object:cells() do
    count = count + 1
  end
  return count
end

for _, name in ipairs { "view", "reach" } do
  row(name .. ":cells, 1024 over 64", "us", 1.5, 1.5, function()
    local times = {}
    for i, side in ipairs { 1024, 64 } do
      local finder = tilepath.pathfinder(maps.open(side))
      local thing = finder[name](finder, 32, 32, 8)
      times[i] = time(function() count_cells(thing) end)
    end
    return times[1], times[2]
  end)
end
for _, ground in ipairs { "open", "priced" } do
  row(("search:cells, %s, 1024 over 64"):format(ground), "us", 1.5, 1.5,
    function()
      local times = {}
      for i, side in ipairs { 1024, 64 } do
        local grid = maps.open(side)
        grid:terrain("mud", 3)
        local _ = ground == "priced" and grid:set(35, 30, "mud")
        local finder = tilepath.pathfinder(grid)
        times[i] = time(function()
          local search = finder:search(30, 30, 36, 33)
          search:step(20)
          count_cells(search)
        end)
      end
      return times[1], times[2]
    end)
end
row("field, max_cost 10, 1024 over 64", "us", 1.5, 1.5, function()
  local times = {}
  for i, side in ipairs { 1024, 64 } do
    local finder = tilepath.pathfinder(maps.open(side))
    times[i] = time(function()
      finder:field({ { 30, 30 } }, { max_cost = 10 })
    end)
  end
  return times[1], times[2]
end)

for _, side in ipairs { 64, 256 } do
  for _, what in ipairs { "mean", "worst" } do
    row(("edit, field:update over new, %d, %s"):format(side, what), "us",
      what == "worst" and 1.1 or 0.1,
      what == "worst" and 1.1 or side == 64 and 0.1 or 0.02, function()
        local grid = maps.rooms(side)
        grid:set(2, 2, "open")
        local finder = tilepath.pathfinder(grid)
        local new = time(function() finder:field { { 2, 2 } } end)
        local field, sum, worst = finder:field { { 2, 2 } }, 0, 0
        for i = 1, 300 do
          local x, y = random(side), random(side)
          if i > 150 or x + y > 6 then
            local is_free = grid:is_walkable(x, y)
            for _, terrain in ipairs { is_free and "wall" or "open",
              is_free and "open" or "wall" } do
              grid:set(x, y, terrain)
              local begun = clock()
              field:update()
              local spent = clock() - begun
              sum, worst = sum + spent / 600, math.max(worst, spent)
            end
          end
        end
        return (what == "worst" and worst or sum) * 1e6, new
      end)
  end
end

row("first update after 100 orders over 100 finds", "us", 1.2, 1.2, function()
  local grid, goals, finder, crowd = maps.rooms(256), nil, nil, nil
  local spent = first(function()
    crowd, finder, goals = crowd_on(grid, 100, true, { max_nodes = 2 ^ 40 })
    find_all(finder, { goals[1] })
    return crowd
  end, function() crowd:update(1 / 60) end, 3)
  return spent, first(function() return goals end, function()
    find_all(finder, goals)
  end, 3)
end)
for _, count in ipairs { 100, 1000 } do
  row(("%d units, a frame, rooms 256"):format(count), "us", 1.03, 0.5, function()
    local crowd = crowd_on(maps.rooms(256), count, true)
    for _ = 1, 120 do
      crowd:update(1 / 60)
    end
    local begun = clock()
    for _ = 1, 60 do
      crowd:update(1 / 60)
    end
    return (clock() - begun) / 60 * 1e6
  end)
end
row("1,000 idle units, a frame", "us", 1.03, 0.03, function()
  local crowd = crowd_on(maps.rooms(256), 1000)
  crowd:update(1 / 60)
  return time(function() crowd:update(1 / 60) end)
end)
row("all places over one by one, 1,000 units", "us", 0.17, 0.1, function()
  local crowd, xs, ys = crowd_on(maps.rooms(256), 1000), {}, {}
  local units = crowd:units()
  local one_by_one = time(function()
    for i = 1, #units do
      xs[i], ys[i] = units[i].x, units[i].y
    end
  end)
  return pcall(crowd.units, crowd, xs, ys)
    and time(function() crowd:units(xs, ys) end) or one_by_one, one_by_one
end)
row("crowd:load of 1,000 over its save", "us", 1, 1, function()
  local crowd = crowd_on(maps.rooms(256), 1000, true)
  crowd:update(1 / 60)
  local text = crowd:save()
  return time(function() crowd:load(text) end),
    time(function() crowd:save() end)
end)
row("vacate a quarter, 49 units of 128", "us", 0.03, 0.03, function()
  return first(function()
    local grid = tilepath.grid(128, 128)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    for i = 0, 48 do
      crowd:add { finder = finder, cell_x = 2 + i % 7 * 8,
        cell_y = 2 + floor(i / 7) * 8 }
    end
    finder:find(1, 1, 5, 5)
    return crowd
  end, function(crowd) crowd:vacate(1, 1, 64, 64) end, 3)
end)
row("resize with fences, 200 units of 128", "us", 0.1, 0.02, function()
  return first(function()
    local grid = tilepath.grid(128, 128)
    for i = 1, 60 do
      grid:fence(2 * i, i, 2 * i + 1, i)
    end
    local crowd = crowd_on(grid, 200)
    crowd:update(1 / 60)
    return grid
  end, function(grid) grid:resize(1, 1, 140, 140) end, 3)
end)

local function edited(grid, f)
  local is_wall = false
  return time(function()
    is_wall = not is_wall
    grid:set(35, 35, is_wall and "wall" or "open")
    f()
  end)
end

row("region after an edit over is_reachable, 256", "us", 10, 10, function()
  local grid = maps.noise(256)
  grid:fill(30, 30, 10, 10, "open")
  local finder = tilepath.pathfinder(grid)
  return edited(grid, function() finder:region(30, 30) end),
    edited(grid, function() finder:is_reachable(30, 30, 36, 33) end)
end)
row("nearest of a terrain without cells, 1024 over 64", "us", 1.5, 1.5,
  function()
    local times = {}
    for i, side in ipairs { 1024, 64 } do
      local grid = maps.open(side)
      grid:terrain("gem", 1)
      local finder = tilepath.pathfinder(grid)
      times[i] = time(function()
        finder:nearest(30, 30, { terrain = "gem" })
      end)
    end
    return times[1], times[2]
  end)
row("crowd:nearest, 1024 over 64", "us", 1.5, 1.5, function()
  local times = {}
  for i, side in ipairs { 1024, 64 } do
    local grid = maps.open(side)
    local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
    crowd:add { finder = finder, cell_x = 33, cell_y = 33 }
    times[i] = time(function() crowd:nearest(30, 30, { count = 1 }) end)
  end
  return times[1], times[2]
end)
row("explain without a way, 256", "us", 0.1, 0.1, function()
  local grid = maps.noise(256)
  grid:fill(100, 100, 5, 5, "wall")
  grid:fill(101, 101, 3, 3, "open")
  local finder = tilepath.pathfinder(grid)
  return first(function() return finder end, function()
    finder:explain(30, 30, 102, 102)
  end, 2)
end)
row("explain between two halves of noise, 256", "us", 1.03, 1.03, function()
  local grid = maps.noise(256)
  grid:fill(128, 1, 2, 256, "wall")
  grid:fill(30, 30, 2, 2, "open")
  grid:fill(220, 200, 2, 2, "open")
  local finder = tilepath.pathfinder(grid)
  return first(function() return finder end, function()
    finder:explain(30, 30, 220, 200)
  end, 5)
end)

for _, with in ipairs { "", " with a radius" } do
  row("path:prune" .. with .. " over find, rooms 64", "us", 2, 3, function()
    local finder, list = finds(maps.rooms(64), 40)
    if with ~= "" then
      finder = tilepath.pathfinder(finder.grid, { radius = 0.3 })
    end
    local paths = {}
    for _, q in ipairs(list) do
      paths[#paths + 1] = finder:find(q[1], q[2], q[3], q[4])
    end
    return time(function()
      for _, path in ipairs(paths) do
        path:prune(finder)
      end
    end), time(function() find_all(finder, list) end)
  end)
end

row("a stair near the goal over none, open 256", "us", 1.5, 2, function()
  local times = {}
  for i, stairs in ipairs { 1, 0 } do
    local grid = maps.open(256)
    if stairs > 0 then
      grid:link(238, 228, 239, 229, { price = 2 })
    end
    local finder = tilepath.pathfinder(grid, { diagonal = "never" })
    times[i] = time(function() finder:find(11, 10, 240, 230) end)
  end
  return times[1], times[2]
end)

local SIDES = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }

--- What a maker would write: A* over columns with heights, on tables.
local function own_search(heights, drop, from_x, from_y, goal_x, goal_y)
  local function estimate(x, y)
    return math.abs(x - goal_x) + math.abs(y - goal_y)
  end
  local best, is_done = { [from_y * 100 + from_x] = 0 }, {}
  local heap, keys = { from_y * 100 + from_x }, { estimate(from_x, from_y) }
  local n = 1
  while n > 0 do
    local at, key, value = heap[1], keys[n], heap[n]
    n = n - 1
    local i, child = 1, 2
    while child <= n do
      child = child < n and keys[child + 1] < keys[child] and child + 1 or child
      if keys[child] >= key then break end
      heap[i], keys[i] = heap[child], keys[child]
      i, child = child, 2 * child
    end
    heap[i], keys[i] = value, key
    local x, y = at % 100, floor(at / 100)
    if x == goal_x and y == goal_y then
      return best[at]
    end
    for s = 1, is_done[at] and 0 or 4 do
      local a, b = x + SIDES[s][1], y + SIDES[s][2]
      local rise = heights[a] and heights[a][b] and heights[a][b] - heights[x][y]
      local to, cost = b * 100 + a, best[at] + 1
      if rise and rise <= 1 and rise >= -drop
        and cost < (best[to] or math.huge) then
        best[to], n = cost, n + 1
        local k, key_of_it = n, cost + estimate(a, b)
        while k > 1 and keys[floor(k / 2)] > key_of_it do
          heap[k], keys[k] = heap[floor(k / 2)], keys[floor(k / 2)]
          k = floor(k / 2)
        end
        heap[k], keys[k] = to, key_of_it
      end
    end
    is_done[at] = true
  end
end

row("find among 1,131 links over a table A*", "us", 0.33, 1, function()
  local heights, floors, cells, list = {}, {}, {}, {}
  for x = 1, 37 do
    heights[x], cells[x] = {}, {}
    for y = 1, 27 do
      heights[x][y] = 10 + floor(1.5 + 1.5 * math.sin(x * 1.3)
        * math.cos(y * 1.7))
    end
  end
  for f = 1, 20 do
    floors[tostring(f)] = { 37, 27 }
  end
  local house, grid = tilepath.building(floors, { base = { 1, 1 } })
  grid:clear("wall")
  for x = 1, 37 do
    for y = 1, 27 do
      local floor_of_it = house[tostring(heights[x][y])]
      cells[x][y] = { floor_of_it:to_grid(x, y) }
      grid:set(cells[x][y][1], cells[x][y][2], "open")
    end
  end
  for x = 1, 37 do
    for y = 1, 27 do
      for _, side in ipairs(SIDES) do
        local a, b = x + side[1], y + side[2]
        local rise = heights[a] and heights[a][b]
          and heights[a][b] - heights[x][y]
        if rise and rise > 0 and rise <= 3 then
          house:link(tostring(heights[a][b]), a, b, tostring(heights[x][y]),
            x, y, { one_way = rise > 1 })
        end
      end
    end
  end
  local finder = tilepath.pathfinder(grid, { diagonal = "never" })
  state = 5
  for i = 1, 60 do
    list[i] = { random(37), random(27), random(37), random(27) }
  end
  local function find(q)
    local a, b = cells[q[1]][q[2]], cells[q[3]][q[4]]
    return select(2, finder:find(a[1], a[2], b[1], b[2]))
  end
  for _, q in ipairs(list) do
    assert(find(q) == own_search(heights, 3, q[1], q[2], q[3], q[4]))
  end
  return time(function()
    for _, q in ipairs(list) do find(q) end
  end), time(function()
    for _, q in ipairs(list) do
      own_search(heights, 3, q[1], q[2], q[3], q[4])
    end
  end)
end)
row("first find after 3,000 fences over walls", "us", 5, 5, function()
  local times = {}
  for i, is_thin in ipairs { true, false } do
    times[i] = first(function()
      local grid = tilepath.grid(96, 96)
      state = 4
      for _ = 1, 3000 do
        local x, y = random(95), random(95)
        if is_thin then
          grid:fence(x, y, x + 1, y)
        elseif x + y > 4 and x + y < 188 then
          grid:set(x, y, "wall")
        end
      end
      return tilepath.pathfinder(grid, { diagonal = "never" })
    end, function(finder) finder:find(1, 1, 96, 96) end)
  end
  return times[1], times[2]
end)

row("a method over a plain C function (Lua)", "us", 2.5, 2.5, function()
  if rawget(_G, "jit") then
    return nil -- which it compiles
  end
  local finder, plain = tilepath.pathfinder(maps.open(64)), rawequal
  return time(function()
    for i = 1, 64 do finder:can_enter(i, 5) end
  end), time(function()
    for i = 1, 64 do plain(finder, i, 5) end
  end)
end)
for _, how in ipairs { "rows", "Tiled" } do
  row(("a grid of %s over one of text, 512"):format(how), "us",
    how == "rows" and 8 or 12, how == "rows" and 8 or 12, function()
      local side, list, lists = 512, {}, {}
      for y = 1, side do
        lists[y] = {}
        for x = 1, side do
          local value = (x * 7 + y * 3) % 5 == 0 and 1 or 0
          list[#list + 1], lists[y][x] = value, value
        end
      end
      local text = rows_of(side, function(x, y) return lists[y][x] == 0 end)
      local map = { orientation = "orthogonal", width = side, height = side,
        tilewidth = 16, tileheight = 16, tilesets = { { name = "t",
          firstgid = 1, tilewidth = 16, tileheight = 16, tilecount = 2,
          tiles = {} } }, layers = { { type = "tilelayer", name = "walls",
          visible = true, x = 0, y = 0, width = side, height = side,
          encoding = "lua", data = list, properties = { collidable = true } } } }
      local function make()
        return how == "rows" and tilepath.grid(lists, { walkable = 0 })
          or how == "Tiled" and tilepath.from_tiled(map)
      end
      return first(make, make, 3), first(make, function()
        tilepath.grid(text)
      end, 3)
    end)
end

row("loops compiled over interpreted (LuaJIT)", "us", 1, 1, function()
  local vm = rawget(_G, "jit")
  if not vm then
    return nil
  end
  local finder = tilepath.pathfinder(maps.open(64))
  local view = finder:view(32, 32, 8)
  local function compiled()
    for _ = 1, 20 do
      for _ in view:cells() do end
      for _ in finder:neighbors(30, 30) do end
      for _ in finder.grid:line(1, 1, 50, 30) do end
    end
  end
  local fast = time(compiled)
  vm.off()
  vm.flush()
  return fast, time(compiled)
end)
row("16 pathfinders that differ in prices, 512", "MB", 0.45, 0.3, function()
  local function resident()
    local file = io.open("/proc/self/statm")
    local pages = file and file:read("*l"):match("^%d+ (%d+)") or 0
    if file then file:close() end
    return pages * 4096 / 2 ^ 20
  end
  local grid = maps.rooms(512)
  grid:terrain("mud", 3)
  collectgarbage()
  local before, kept = resident(), {}
  for i = 1, 16 do
    kept[i] = tilepath.pathfinder(grid, { prices = { mud = 2 + i } })
    assert(kept[i]:find(2, 2, 498, 498))
  end
  collectgarbage()
  return resident() - before
end)
-- Beside it stands what a frame can spare. (The program `lua` of Lua 5.4 has the
-- other mode, in which a step is as long as the garbage is large.)
row("longest step of the collector, 1024", "us", 1, 1, function()
  local grid = maps.open(1024)
  local finder = tilepath.pathfinder(grid)
  finder:find(2, 2, 1000, 1000)
  local field = finder:field { { 3, 3 } }
  pcall(collectgarbage, "incremental")
  collectgarbage()
  local least = math.huge
  for _ = 1, field and 5 do
    local longest, is_over = 0
    repeat
      local begun = clock()
      is_over = collectgarbage("step", 0)
      longest = math.max(longest, clock() - begun)
    until is_over
    least = math.min(least, longest)
  end
  return least * 1e6, rawget(_G, "jit") and 2000 or 5000
end)
row("require and a first path", "us", 0.5, 0.5, function(begun)
  tilepath.pathfinder(tilepath.grid(32, 32)):find(1, 1, 32, 32)
  return (clock() - begun) * 1e6
end)
row("require and a first path over those of Jumper", "us", 2.5, 5, function()
  local folder = os.getenv "JUMPER"
  if not folder then
    return nil
  end
  tilepath.pathfinder(tilepath.grid(32, 32)):find(1, 1, 32, 32)
  local own = (clock() - begun_at) * 1e6
  package.path = folder .. "/?.lua;" .. package.path
  local map = {}
  for y = 1, 32 do
    map[y] = {}
    for x = 1, 32 do
      map[y][x] = 0
    end
  end
  return own, first(function()
    for name in pairs(package.loaded) do
      package.loaded[name] = not name:find("^jumper") and package.loaded[name]
        or nil
    end
  end, function()
    local grid = require "jumper.grid" (map)
    require "jumper.pathfinder" (grid, "JPS", 0):getPath(1, 1, 32, 32)
  end)
end)
row("memory after it", "KB", 0.5, 0.5, function()
  tilepath.pathfinder(tilepath.grid(32, 32)):find(1, 1, 32, 32)
  return used() - used_before
end)
row("tilepath.draw, 300 units of 128", "us", 1, 1, function()
  local function nothing() end
  local Mesh = { setVertices = nothing, setDrawRange = nothing,
    release = nothing }
  Mesh.__index = Mesh
  function Mesh:getVertexCount() return self.count end
  _G.love = { graphics = setmetatable({ newMesh = function(_, count)
    return setmetatable({ count = count }, Mesh)
  end }, { __index = function() return nothing end }) }
  local grid = maps.rooms(128)
  local crowd = crowd_on(grid, 300, true)
  local options = { colours = { path = false, goal = false } }
  local spent = 0
  for frame = 1, 80 do
    crowd:update(1 / 60)
    local begun = clock()
    tilepath.draw({ grid, crowd }, options)
    spent = spent + (frame > 20 and clock() - begun or 0)
  end
  return spent / 60 * 1e6
end)

for _, one in ipairs(rows) do
  if one.name == NAME then
    local value, beside = one.f(0)
    print(("%s %.4f %.4f"):format(tilepath.core, value or 0, beside or 0))
  end
end

return rows
