--- Queries, fields, saved maps and walks on random maps, as lines of text: a
-- function of the library that returns a list. Two hosts have the same lines,
-- up to the last digits of their numbers.

local seed = 12345

-- Products below 2^24, which each host has.
local function random(n)
  seed = seed * 171 % 30269
  return 1 + seed % n
end

local function draw(tilepath, side, round)
  local grid = tilepath.grid(side, side, { cell_size = 16 })
  grid:terrain("mud", 1 + random(40) / 8)
  grid:terrain("road", 0.5)
  local names = { "wall", "wall", "mud", "road" }
  for y = 1, side do
    for x = 1, side do
      grid:set(x, y, names[random(12)] or "open")
    end
  end
  grid:set(1, 1, "open")
  if round % 3 == 0 then
    grid:link(1, 1, random(side), random(side), { price = 2 })
  end
  return grid
end

--- Walks down a field. @return the number of steps
local function descend(field, x, y)
  local steps, next_x, next_y = 0, field:next(x, y)
  while next_x and (next_x ~= x or next_y ~= y) do
    x, y, steps = next_x, next_y, steps + 1
    next_x, next_y = field:next(x, y)
  end
  return steps, x, y
end

return function(tilepath, side)
  local lines = {}
  local function say(...)
    local words = { ... }
    for i = 1, select("#", ...) do
      words[i] = type(words[i]) == "number" and ("%.14g"):format(words[i])
        or tostring(words[i])
    end
    lines[#lines + 1] = table.concat(words, " ")
  end
  for round = 1, 12 do
    local grid = draw(tilepath, side, round)
    local dump = grid:save()
    say("dump", #dump, dump:sub(-8), tilepath.load(dump) == grid)
    local finder = tilepath.pathfinder(grid, {
      diagonal = round % 2 == 0 and "never" or nil })
    for _ = 1, 20 do
      local x1, y1, x2, y2 = random(side), random(side), random(side),
        random(side)
      local path, cost = finder:find(x1, y1, x2, y2)
      say("find", x1, y1, x2, y2, path ~= nil, cost)
      say("sight", (finder:line_of_sight(x1, y1, x2, y2)))
      say("pruned", path and path:prune(finder).cost <= cost * 1.0001)
    end
    local field = finder:field { { random(side), random(side) },
      { random(side), random(side), cost = 2.5 } }
    for _ = 1, 10 do
      local x, y = random(side), random(side)
      local cost = field:cost(x, y)
      say("field", x, y, cost)
      if cost then
        local _, end_x, end_y = descend(field, x, y)
        say("ends", field:cost(end_x, end_y) <= 2.5)
      end
    end
    local hero = tilepath.follower { x = 8, y = 8, speed = 40, finder = finder,
      turn_rate = round % 4 == 1 and 3 or nil, prune = round % 2 == 1 }
    for _ = 1, 4 do
      local wx, wy = 16 * random(side) - 11, 16 * random(side) - 7
      local goes, frames = hero:go(wx, wy), 0
      while goes and hero.moving and frames < 20000 do
        hero:update(1 / 30)
        frames = frames + 1
      end
      say("hero", goes, goes and math.abs(hero.x - wx) < 0.01
        and math.abs(hero.y - wy) < 0.01)
      say("restored", tilepath.follower { speed = 40, finder = finder }
        :load(hero:save()))
    end
  end
  return lines
end
