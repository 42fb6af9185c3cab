--- One workload of compiler.lua, in a process of its own:
--
--   luajit [-joff] bench/compiler_one.lua CORE WORKLOAD SIDE
--
-- Prints `# ms soon flushes`: milliseconds a call, those of the second hundred of
-- calls, and how often LuaJIT has dropped all of its machine code.

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local core, workload, side = arg[1], arg[2], tonumber(arg[3])
if core == "lua" then
  require "tilepath.plain"
end

local flushes = 0
if jit and jit.attach and jit.status() then
  jit.attach(function(what)
    flushes = flushes + (what == "flush" and 1 or 0)
  end, "trace")
end

local tilepath = require "tilepath"
local clock = require "measure".clock

-- Numbers that are the same on each machine.
local state = 12345
local function random(n)
  state = (state * 1103 + 12345) % 65521
  return state % n + 1
end

--- A map of open cells, with a wall in so many of a hundred.
local function noise(walls, priced)
  local grid = tilepath.grid(side, side)
  if priced then
    grid:terrain("mud", 3)
  end
  for y = 1, side do
    for x = 1, side do
      local n = random(100)
      if n <= walls then
        grid:set(x, y, "wall")
      elseif priced and n <= walls + 30 then
        grid:set(x, y, "mud")
      end
    end
  end
  return grid
end

local function open_cell(grid)
  local x, y
  repeat
    x, y = random(side), random(side)
  until grid:is_walkable(x, y)
  return x, y
end

--- Corridors one cell wide between blocks, as in a town.
local function streets()
  local grid = tilepath.grid(side, side)
  for y = 2, side - 4, 4 do
    for x = 2, side - 4, 4 do
      grid:fill(x, y, 3, 3, "wall")
    end
  end
  return grid
end

local function cells(grid, count)
  local list = {}
  for i = 1, count do
    local x, y = open_cell(grid)
    list[i] = { x, y }
  end
  return list
end

local function searches(grid)
  local finder, list = tilepath.pathfinder(grid), cells(grid, 80)
  local n = 0
  return function()
    n = n % #list + 1
    local from, to = list[n], list[n % #list + 1]
    finder:find(from[1], from[2], to[1], to[2])
  end
end

local function crowd(grid, count)
  local finder, units = tilepath.pathfinder(grid), {}
  local all = tilepath.crowd(grid)
  while #units < count do
    local x, y = open_cell(grid)
    local unit = all:add { finder = finder, cell_x = x, cell_y = y }
    units[#units + 1] = unit or nil
  end
  return function()
    for i = 1, #units do
      if not units[i].moving then
        units[i]:go_cell(open_cell(grid))
      end
    end
    all:tick()
  end
end

local MAKE = {
  find = function()
    return searches(noise(25))
  end,
  priced = function()
    return searches(noise(10, true))
  end,
  field = function()
    local grid = noise(20)
    local finder = tilepath.pathfinder(grid)
    local list, n = cells(grid, 20), 0
    return function()
      n = n % #list + 1
      finder:field({ list[n] })
    end
  end,
  reach = function()
    local grid = noise(20)
    local finder = tilepath.pathfinder(grid)
    local list, n = cells(grid, 40), 0
    return function()
      n = n % #list + 1
      finder:reach(list[n][1], list[n][2], 8)
    end
  end,
  view = function()
    local grid = noise(20)
    local finder = tilepath.pathfinder(grid)
    local list, n = cells(grid, 40), 0
    return function()
      n = n % #list + 1
      finder:view(list[n][1], list[n][2], 9)
    end
  end,
  followers = function()
    local grid = noise(20)
    local finder, list = tilepath.pathfinder(grid), {}
    for i = 1, 20 do
      local x, y = open_cell(grid)
      list[i] = tilepath.follower { finder = finder, cell_x = x, cell_y = y }
    end
    return function()
      for i = 1, #list do
        if not list[i].moving then
          list[i]:go_cell(open_cell(grid))
        end
        list[i]:update(1 / 60)
      end
    end
  end,
  prune = function()
    local grid = noise(20)
    local finder = tilepath.pathfinder(grid)
    local list, n = cells(grid, 40), 0
    return function()
      n = n % #list + 1
      local from, to = list[n], list[n % #list + 1]
      local path = finder:find(from[1], from[2], to[1], to[2])
      if path then
        path:prune(finder)
      end
    end
  end,
  sparse = function()
    return crowd(noise(10), side / 4)
  end,
  narrow = function()
    return crowd(streets(), side / 2)
  end,
  dense = function()
    return crowd(noise(20), 100)
  end,
}

local call = MAKE[workload]()

local function seconds(count)
  local from = clock()
  for _ = 1, count do
    call()
  end
  return (clock() - from) / 1e6
end

local BLOCK, LONGEST = 100, 1
seconds(BLOCK)
local soon = seconds(BLOCK) / BLOCK
local spent, count = 0, 0
repeat
  spent, count = spent + seconds(BLOCK), count + BLOCK
until spent > LONGEST
print(("# %.5f %.5f %d"):format(spent / count * 1000, soon * 1000, flushes))
