-- tilepath in a terminal: a search spreads over a map, its path lights up, and
-- a walker follows the pruned path. Without a terminal the paths are printed.
--
--   lua examples/terminal.lua [MAP]
--
-- MAP is a MovingAI .map file, or one of examples/maps: town, dungeon, maze.

local here = arg[0]:match("^.*[/\\]") or "./"
dofile(here .. "lib/repository.lua")
local tilepath = require "tilepath"
local load_map = require "lib.map_file"
local Screen = require "lib.screen"

local SPREAD, WALK, SLOWEST = 20, 3, 12     -- frames, seconds, cells a second
-- Of the palette of 256 colours: of a terrain, and of each fifth cell of it.
local GROUND = { open = { 107, 71 }, grass = { 107, 71 }, swamp = { 101, 100 },
  road = { 180, 180 }, bridge = { 137, 94 }, door = { 172, 172 },
  floor = { 144, 144 }, field = { 179, 143 }, reeds = { 101, 100 },
  shallows = { 110, 109 }, water = { 67, 68 }, tree = { 22, 22 },
  wall = { 239, 239 }, rock = { 235, 236 } }
local SEEN = { open = 116, closed = 66 }
local FOUND, WALKED, WALKER, GOAL = 230, 205, 231, 196

-- Near each corner, a cell that can be reached from the middle.
local function choose_stops(finder)
  local width, height = finder.grid.width, finder.grid.height
  local x, y = finder:nearest(math.ceil(width / 2), math.ceil(height / 2))
  return x and { { finder:nearest(1, 1, { from = { x, y } }) },
                 { finder:nearest(width, height, { from = { x, y } }) },
                 { finder:nearest(1, height, { from = { x, y } }) },
                 { finder:nearest(width, 1, { from = { x, y } }) } } or {}
end

-- A walk has its ends, its paths, and a line of text.
local function plan(finder, from, to)
  local found = finder:find(from[1], from[2], to[1], to[2])
  local pruned = found:prune(finder)
  local text = ("from %d,%d to %d,%d: %d points, cost %.2f; pruned: %d points, "
    .. "cost %.2f"):format(from[1], from[2], to[1], to[2], found:size(),
    found.cost, pruned:size(), pruned.cost)
  return { from = from, to = to, found = found, pruned = pruned, text = text,
           searched = finder.info.expanded }
end

-- Returns false if the user wants to stop.
local function animate(screen, finder, walk)
  local grid, marks, x, y = finder.grid, {}, walk.from[1], walk.from[2]
  local search = finder:search(x, y, walk.to[1], walk.to[2])
  local function mark(to_x, to_y, colour)
    for at_x, at_y in grid:line(x, y, to_x, to_y) do
      marks[at_y * grid.width + at_x] = colour
    end
    x, y = to_x, to_y
  end
  local function show()
    marks[walk.to[2] * grid.width + walk.to[1]] = GOAL
    marks[y * grid.width + x] = WALKER
    return screen:show(grid, x, y, function(at_x, at_y)
      local grain = at_x * 7 + at_y * 13 + math.floor(at_x * at_y / 3)
      return marks[at_y * grid.width + at_x]
        or search and SEEN[search:cell(at_x, at_y)]
        or GROUND[grid:get(at_x, at_y)][grain % 5 == 0 and 2 or 1]
    end, walk.text)
  end
  while search:step(math.ceil(walk.searched / SPREAD)) == "running" do
    if not show() then return false end
  end
  search = nil
  for _, to_x, to_y in walk.found:points() do mark(to_x, to_y, FOUND) end
  x, y = walk.from[1], walk.from[2]

  local path = walk.pruned:to_world(grid)
  local hero = tilepath.follower { x = path[1], y = path[2],
    speed = math.max(SLOWEST, path:length() / WALK) }
  hero:follow(path)
  repeat
    if not show() then return false end
    hero:update(screen.frame_time)
    local to_x, to_y = grid:to_cell(hero.x, hero.y)
    mark(to_x, to_y, WALKED)
  until hero.status ~= "going"
  return show()
end

local name = arg[1] or "town"
local grid, legend = load_map(here .. "maps/" .. name .. ".map")
if not grid then grid, legend = load_map(name) end
-- A* looks at cells one by one, which is what the picture shows.
local finder = grid and tilepath.pathfinder(grid, { algorithm = "astar" })
local stops, walks = finder and choose_stops(finder) or {}, {}
for i = 2, #stops do walks[i - 1] = plan(finder, stops[i - 1], stops[i]) end
if not walks[1] then
  io.stderr:write(grid and "there is nowhere to walk" or legend, "\n")
  os.exit(1)
end

local is_shown = Screen.play(function(screen)
  for _, walk in ipairs(walks) do
    if not animate(screen, finder, walk) then break end
  end
end)
for _, walk in ipairs(walks) do
  if not is_shown then
    print(tilepath.ascii(grid, { path = walk.pruned, legend = legend }))
  end
  print(walk.text)
end
