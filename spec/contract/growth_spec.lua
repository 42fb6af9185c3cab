--- The work of a call about a small place does not grow with the map: Lua's
-- instructions, and the module's own units of work. No clock is read.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local memory = require "spec.support.memory"
local sorted = require "spec.support.sorted"

local STEP = 100 -- instructions between two counts
local UNIT = 10 -- instructions that a unit of work stands for

local function module_work(finder, priced)
  return core.work and core.work(finder) + core.work(priced) or 0
end

--- Rubble, the same near the first cell whatever the size.
local function ground(side)
  local rows = {}
  for y = 1, side do
    local row = {}
    for x = 1, side do
      row[x] = (x * x * 7 + y * y * 13 + x * y * 3) % 11 == 0 and "#" or "."
    end
    rows[y] = table.concat(row)
  end
  local grid = tilepath.grid(table.concat(rows, "\n"), { cell_size = 10 })
  grid:fill(26, 26, 14, 14, "open")
  grid:fill(8, 8, 5, 5, "wall")
  grid:fill(9, 9, 3, 3, "open")
  grid:terrain("ore", 1)
  grid:terrain("gem", 1)
  grid:set(33, 34, "ore")
  return grid
end

--- The calls, by name.
local function calls_on(grid)
  local finder, layer = tilepath.pathfinder(grid), tilepath.layer(grid)
  local priced = tilepath.pathfinder(grid, {
    layers = { { layer = layer, weight = 1 } } })
  local crowd = tilepath.crowd(grid)
  local unit = crowd:add { finder = finder, cell_x = 30, cell_y = 30,
    speed = 10 }
  crowd:add { finder = finder, cell_x = 36, cell_y = 33, speed = 10 }
  local view, reach = finder:view(30, 30, 6), finder:reach(30, 30, 6)
  local small = finder:field({ { 30, 30 } }, { max_cost = 10 })
  local large, is_wall = finder:field { { 30, 30 } }, false
  local xs, ys = {}, {}
  local function edit()
    is_wall = not is_wall
    grid:set(35, 35, is_wall and "wall" or "open")
  end
  local function loop(object)
    local count = 0
    for _ in object:cells() do
      count = count + 1
    end
    return count
  end
  return finder, priced, {
    ["find"] = function() finder:find(30, 30, 36, 33) end,
    ["find, avoid a crowd"] = function()
      finder:find(30, 30, 36, 32, { avoid = crowd })
    end,
    ["find into a closed room"] = function() finder:find(30, 30, 10, 10) end,
    ["find, partial"] = function()
      finder:find(30, 30, 10, 10, { partial = true })
    end,
    ["find, partial, with max_nodes"] = function()
      finder:find(30, 30, 10, 10, { partial = true, max_nodes = 200 })
    end,
    ["explain a closed room"] = function() finder:explain(30, 30, 10, 10) end,
    ["explain out of a closed room"] = function()
      finder:explain(10, 10, 30, 30)
    end,
    ["explain a closed goal"] = function() finder:explain(30, 30, 10, 8) end,
    ["edit and find"] = function() edit() finder:find(30, 30, 36, 33) end,
    ["edit and find into a closed room"] = function()
      edit()
      finder:find(30, 30, 10, 10)
    end,
    ["edit and is_reachable"] = function()
      edit()
      finder:is_reachable(30, 30, 36, 33)
    end,
    ["edit and region"] = function()
      edit()
      finder:region(30, 30)
    end,
    ["would_block"] = function()
      finder:would_block({ { 33, 31 } }, 30, 30, 36, 33)
    end,
    ["search and its cells"] = function()
      local search = finder:search(30, 30, 36, 33)
      search:step(20)
      loop(search)
    end,
    ["search on priced ground and its cells"] = function()
      layer:set(33, 31, 2)
      local search = priced:search(30, 30, 36, 33)
      search:step(3)
      loop(search)
    end,
    ["search on priced ground to its end"] = function()
      layer:set(33, 31, 2)
      priced:search(30, 30, 31, 30):step(20)
    end,
    ["reach"] = function() finder:reach(30, 30, 6) end,
    ["reach:cells"] = function() loop(reach) end,
    ["reach:path"] = function() reach:path(31, 31) end,
    ["view"] = function() finder:view(30, 30, 6) end,
    ["view with walls"] = function()
      finder:view(30, 30, 6, { walls = true })
    end,
    ["view:cells"] = function() loop(view) end,
    ["view without a range, of a closed room"] = function()
      finder:view(10, 10, math.huge, { walls = true })
    end,
    ["view of a reach"] = function() finder:view(reach, 2) end,
    ["nearest"] = function() finder:nearest(8, 8, { from = { 30, 30 } }) end,
    ["nearest of a terrain"] = function()
      finder:nearest(30, 30, { terrain = "ore" })
    end,
    ["nearest of a terrain without cells"] = function()
      finder:nearest(30, 30, { terrain = "gem" })
    end,
    ["line_of_sight"] = function() finder:line_of_sight(30, 30, 36, 33) end,
    ["field with max_cost"] = function()
      finder:field({ { 30, 30 } }, { max_cost = 10 })
    end,
    ["edit and update of a field with max_cost"] = function()
      edit()
      small:update()
    end,
    ["edit and update of a field"] = function() edit() large:update() end,
    ["layer:set and find"] = function()
      is_wall = not is_wall
      layer:set(33, 31, is_wall and 1 or 2)
      priced:find(30, 30, 36, 33)
    end,
    ["layer:add"] = function() layer:add(reach, 1) end,
    ["crowd:units in a rectangle"] = function() crowd:units(28, 28, 10, 10) end,
    ["crowd:units into tables"] = function() crowd:units(xs, ys) end,
    ["crowd:nearest"] = function() crowd:nearest(33, 33, { count = 1 }) end,
    ["crowd:is_free"] = function() crowd:is_free(33, 33, 3, 3) end,
    ["crowd:update"] = function() crowd:update(0.01) end,
    ["go_cell and update"] = function()
      is_wall = not is_wall
      unit:go_cell(is_wall and 31 or 30, 30)
      crowd:update(0.01)
    end,
    ["grid:fill"] = function()
      is_wall = not is_wall
      grid:fill(41, 41, 4, 4, is_wall and "wall" or "open")
    end,
  }
end

--- The work of a call, once.
local function count_work(call, finder, priced)
  local count, before = 0, module_work(finder, priced)
  debug.sethook(function() count = count + STEP end, "", STEP)
  call()
  debug.sethook()
  return count + UNIT * (module_work(finder, priced) - before)
end

--- The work of a call: the least of some.
local function work_of(call, finder, priced)
  local least = math.huge
  for _ = 1, 6 do
    least = math.min(least, count_work(call, finder, priced))
  end
  return least
end

describe("#contract #once the work of a call", function()
  -- LuaJIT counts no instructions of what it has compiled.
  it("about a small place does not grow with the map", function()
    local compile, grown = memory.interpret(), {}
    local finder, priced, small = calls_on(ground(64))
    local finder_2, priced_2, large = calls_on(ground(320))
    for _, name in ipairs(sorted(small)) do
      local work = work_of(small[name], finder, priced)
      local more = work_of(large[name], finder_2, priced_2)
      if more > 1.5 * work + 1500 then
        grown[#grown + 1] = ("%s: %g, and on a map of 25 times the cells %g")
          :format(name, work, more)
      end
    end
    compile()
    assert.are.equal("", table.concat(grown, "\n"))
  end)

  it("of a field's update is at most that of a new field", function()
    local compile = memory.interpret()
    for turn = 0, 7 do
      local grid = tilepath.grid(64, 64, turn > 3 and { prices = { mud = 3 } }
        or nil)
      local finder = tilepath.pathfinder(grid)
      local function fill(x, y, w, h, terrain)
        if turn % 2 == 1 then x, y, w, h = y, x, h, w end
        if turn % 4 > 1 then x, y = 65 - x - w + 1, 65 - y - h + 1 end
        grid:fill(x, y, w, h, terrain)
      end
      -- A wall with a gap at its end, and a door beside the goal or far from it.
      fill(5, 1, 1, 63, "wall")
      for i = turn > 3 and 1 or 99, 20 do
        fill(6 + i * 11 % 50, 1 + i * 7 % 60, 4, 4, "mud")
      end
      local goal = turn % 4 > 1 and 63 or 2
      local function new() return finder:field { { goal, goal } } end
      local whole, field = work_of(new, finder, finder), new()
      for _, door in ipairs { 2, 32, 60 } do
        for _, terrain in ipairs { "open", "wall" } do
          fill(5, door, 1, 1, terrain)
          local work = count_work(function() field:update() end, finder, finder)
          assert.is_true(work <= 1.15 * whole, ("%d at %d: %g, a new field %g")
            :format(turn, door, work, whole))
        end
      end
    end
    compile()
  end)

  it("of an update does not grow with units at rest", function()
    local compile, work = memory.interpret(), {}
    for i, count in ipairs { 5, 400 } do
      local grid = ground(64)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      for k = 0, 4 * count - 1 do
        local _ = crowd.count < count and crowd:add { finder = finder,
          cell_x = k % 64 + 1, cell_y = (k - k % 64) / 64 + 1 }
      end
      assert.are.equal(count, crowd.count)
      crowd:update(0.01)
      work[i] = work_of(function() crowd:update(0.01) end, finder, finder)
    end
    compile()
    assert.is_true(work[2] <= work[1] + 300)
  end)
end)
