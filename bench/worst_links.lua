--- Rows of worst_calls.lua: fences, maps with a thousand links, buildings.
-- Arguments: the function that adds a row, and measure.

local worst, measure = ...

local tilepath = require "tilepath"

local LINKS = 1000

--- Open ground with random links, on which estimates know little.
local function linked(side, options)
  local grid, random = tilepath.grid(side, side), measure.random(11)
  for i = 1, LINKS do
    local x, y = random(side) + 1, random(side) + 1
    grid:link(x, y, (x + random(side - 1)) % side + 1, random(side) + 1,
      { price = options and options.price, name = "n" .. i % 200 })
  end
  return grid, tilepath.pathfinder(grid)
end

--- Walls on all sides, except for random gaps.
local function walled(side)
  local grid, random = tilepath.grid(side, side), measure.random(5)
  for y = 1, side do
    for x = 1, side - 1 do
      if random(4) == 0 then
        grid:fence(x, y, x + 1, y)
        grid:fence(y, x, y, x + 1)
      end
    end
  end
  return grid, tilepath.pathfinder(grid)
end

worst("grid:link", "a thousand are there", function(side)
  local grid = linked(side)
  local made
  return { grid = grid, before = function()
    if made then
      grid:unlink(made)
    end
  end, run = function()
    made = grid:link(1, 1, side, side)
  end }
end)
worst("grid:unlink", "the first of a thousand", function(side)
  local grid = linked(side)
  local first
  return { grid = grid, before = function()
    first = grid:links()[1]
    grid:link(first.x1, first.y1, first.x2, first.y2)
  end, run = function()
    return grid:unlink(first)
  end }
end)
worst("grid:links", "a thousand", function(side)
  local grid = linked(side)
  return { grid = grid, reads = 9 * LINKS, run = function()
    return grid:links()
  end }
end)
worst("grid:fence", "again and again", function(side)
  local grid = walled(side)
  return { grid = grid, run = function()
    grid:fence(1, 1, 2, 1)
    grid:fence(1, 1, 2, 1, { one_way = true })
  end }
end)
worst("grid:fence_rect", "the whole map but its rim", function(side)
  local grid = walled(side)
  return { grid = grid, run = function()
    return grid:fence_rect(2, 2, side - 2, side - 2)
  end }
end)
worst("grid:unfence", "again and again", function(side)
  local grid = walled(side)
  return { grid = grid, before = function() grid:fence(1, 1, 2, 1) end,
    run = function() return grid:unfence(1, 1, 2, 1) end }
end)
worst("grid:fences", "a quarter of all sides", function(side)
  local grid = walled(side)
  return { grid = grid, reads = 5 * #grid:fences(), run = function()
    return grid:fences()
  end }
end)
worst("finder:find", "a thousand links that cost nothing", function(side)
  local grid, finder = linked(side, { price = 0 })
  return { grid = grid, run = function()
    return finder:find(1, 1, side, side)
  end }
end)
worst("finder:find", "a thousand links, one edited", function(side)
  local grid, finder = linked(side)
  local made
  return { grid = grid, before = function()
    made = made and grid:unlink(made) and nil or grid:link(1, 1, side, side)
  end, run = function()
    return finder:find(1, 1, side, side)
  end }
end)
worst("finder:find", "fences on a quarter of all sides", function(side)
  local grid, finder = walled(side)
  return { grid = grid, run = function()
    return finder:find(1, 1, side, side)
  end }
end)
worst("hero:path", "at one of a thousand", function(side)
  local grid, finder = linked(side)
  local link = grid:link(1, 1, side, side, { seconds = 1000 })
  local hero = tilepath.follower { x = 0.5, y = 0.5, speed = 1,
    finder = finder }
  hero:follow(tilepath.path({ 0.5, 0.5, side - 0.5, side - 0.5,
    links = { 1 } }, "world"))
  hero:update(1)
  assert(link)
  return { grid = grid, run = function()
    return hero:path()
  end }
end)

-- Buildings -------------------------------------------------------------------

--- Floors of a few columns each: together they are as wide as the map.
local function floors_of(side)
  local floors = {}
  for i = 1, math.max(2, math.floor(side / 4)) do
    floors[("floor %d"):format(i)] = { 3, side }
  end
  return floors
end

local function built(side)
  local house, grid = tilepath.building(floors_of(side))
  local last = house[house.names[#house.names]]
  return house, grid, last
end

worst("tilepath.building", "narrow floors", function(side)
  local floors = floors_of(side)
  return { grid = tilepath.grid(side, side), reads = side * side,
    run = function() return tilepath.building(floors) end }
end)
for _, name in ipairs { "to_grid", "to_world", "to_grid_world", "to_cell" } do
  worst("floor:" .. name, "the last floor", function(side)
    local _, grid, last = built(side)
    return { grid = grid, run = function() return last[name](last, 1, 1) end }
  end)
end
for _, name in ipairs { "to_floor", "to_floor_world" } do
  worst("house:" .. name, "between floors", function(side)
    local house, grid = built(side)
    local x, y = grid.width - 3, 1
    return { grid = grid, run = function() return house[name](house, x, y) end }
  end)
end
worst("house:link", "from the first floor to the last", function(side)
  local house, grid, last = built(side)
  local made
  return { grid = grid, before = function()
    if made then
      grid:unlink(made)
    end
  end, run = function()
    made = house:link(house.names[1], 1, 1, last.name, 1, side)
  end }
end)
worst("house __tostring", "many floors", function(side)
  local house, grid = built(side)
  return { grid = grid, run = function() return tostring(house) end }
end)
worst("floor __tostring", "the last floor", function(side)
  local _, grid, last = built(side)
  return { grid = grid, run = function() return tostring(last) end }
end)
