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

local mapmaker = require "mapmaker"
local measure = require "measure"
local tilepath = require "tilepath"

local clock, random = measure.clock, measure.random(12345)

local function open_cell(grid)
  local x, y
  repeat
    x, y = random(side) + 1, random(side) + 1
  until grid:is_walkable(x, y)
  return x, y
end

--- Calls f with a pathfinder and cells of a list, the next ones each time.
local function asking(map, f, price)
  local grid = tilepath.grid(map, { legend = { ["@"] = "wall" } })
  if price then
    grid:terrain("mud", price)
    grid:sample(function(x, y)
      return grid:is_walkable(x, y) and random(3) == 0 and "mud" or nil
    end)
  end
  local finder, list, n = tilepath.pathfinder(grid), {}, 0
  for i = 1, 80 do
    list[i] = { open_cell(grid) }
  end
  return function()
    n = n % #list + 1
    local from, to = list[n], list[n % #list + 1]
    return f(finder, from[1], from[2], to[1], to[2])
  end
end

local function find(finder, ...)
  return finder:find(...)
end

--- Bodies that get a new order as soon as they stand, and what moves them.
local function bodies(grid, list, pass)
  return function()
    for i = 1, #list do
      if not list[i].moving then
        list[i]:go_cell(open_cell(grid))
      end
    end
    pass()
  end
end

local function followers(map, count)
  local grid, list = tilepath.grid(map, { legend = { ["@"] = "wall" } }), {}
  local finder = tilepath.pathfinder(grid)
  for i = 1, count do
    local x, y = open_cell(grid)
    list[i] = tilepath.follower { finder = finder, cell_x = x, cell_y = y }
  end
  return bodies(grid, list, function()
    for i = 1, count do
      list[i]:update(1 / 60)
    end
  end)
end

local function crowd(map, count)
  local grid, units = tilepath.grid(map, { legend = { ["@"] = "wall" } }), {}
  local finder, all = tilepath.pathfinder(grid), tilepath.crowd(grid)
  while #units < count do
    local x, y = open_cell(grid)
    units[#units + 1] = all:add { finder = finder, cell_x = x, cell_y = y }
      or nil
  end
  return bodies(grid, units, function() all:tick() end)
end

local rare, noise = mapmaker("noise-8", side), mapmaker("noise-20", side)

local MAKE = {
  find = function() return asking(noise, find) end,
  priced = function() return asking(rare, find, 3) end,
  field = function()
    return asking(noise, function(finder, x, y)
      return finder:field { { x, y } }
    end)
  end,
  reach = function()
    return asking(noise, function(finder, x, y)
      return finder:reach(x, y, 8)
    end)
  end,
  view = function()
    return asking(noise, function(finder, x, y)
      return finder:view(x, y, 9)
    end)
  end,
  prune = function()
    return asking(noise, function(finder, ...)
      local path = finder:find(...)
      return path and path:prune(finder)
    end)
  end,
  followers = function() return followers(noise, 20) end,
  sparse = function() return crowd(rare, side / 4) end,
  narrow = function() return crowd(mapmaker("streets-4", side), side / 2) end,
  dense = function() return crowd(mapmaker("noise-15", side), 100) end,
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
