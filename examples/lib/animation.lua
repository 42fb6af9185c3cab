-- The demo's moving picture: for each walk the search spreads, then its path
-- is shown as found, deduplicated and pruned, and then somebody walks it.
-- Where the map is larger than the terminal, the picture follows the walker.

local tilepath = require "tilepath"

local SPREAD, SHOW, ARRIVED = 0.7, 0.6, 0.4       -- seconds for each stage

-- Unless a speed is asked for, all the walking takes about WALKING seconds;
-- longer where one could not follow that (above FAST cells a second), but not
-- longer than PATIENCE.
local WALKING, FAST, PATIENCE = 8, 60, 40

-- Colours of the 256-colour palette. Where there are several they are mixed
-- by cell, which gives grass and water a little grain, or by row: furrows.
local GROUND = {
  open = { 107, 107, 107, 107, 71 }, grass = { 107, 107, 107, 107, 71 },
  swamp = { 101, 100 }, road = { 180 }, bridge = { 137, 94 },
  door = { 172 }, floor = { 144 }, field = { 179, 143, by_row = true },
  reeds = { 101, 100 }, shallows = { 110, 109 },
  water = { 67, 67, 67, 67, 68 }, tree = { 22 },
  wall = { 239 }, rock = { 235, 235, 235, 235, 236 },
}
local VOID = 233
local SEEN = { open = 116, closed = 66 }
local RAW, TIDY, PRUNED, TURN, WALKED = 230, 230, 205, 208, 225
local WALKER, GOAL = 231, 196

local Animation = {}
Animation.__index = Animation

local function ground_colour(grid, x, y)
  local shades = GROUND[grid:get(x, y)]
  if not shades then return VOID end
  local mixed = shades.by_row and y or x * 7 + y * 13 + math.floor(x * y / 3)
  return shades[mixed % #shades + 1]
end

-- The camera along one axis: the first cell on the screen, counted from 0.
-- A small map lies in the middle; a large one is never left.
local function camera(place, visible, size)
  local first = math.floor(place - visible / 2)
  if visible >= size then return -math.floor((visible - size) / 2) end
  return math.max(0, math.min(size - visible, first))
end

-- What lies over the ground is a table of colours by cell.
function Animation:key(x, y) return y * (self.grid.width + 1) + x end

function Animation:mark(over, path, colour)
  for _, x, y in path:points() do over[self:key(x, y)] = colour end
end

-- Draws a frame and waits for it to pass. Returns its seconds, or nil when
-- the user wants to stop.
function Animation:frame(over, search)
  local grid, screen, hero = self.grid, self.screen, self.hero
  local left = camera(hero.x, screen.width, grid.width)
  local top = camera(hero.y, screen.height, grid.height)
  for row = 0, screen.height - 1 do
    for column = 0, screen.width - 1 do
      local x, y = left + column + 1, top + row + 1
      local colour = VOID
      if grid:contains(x, y) then
        colour = over[self:key(x, y)]
          or search and SEEN[search:cell(x, y)]
          or ground_colour(grid, x, y)
      end
      screen:pixel(column, row, colour)
    end
  end
  return screen:next_frame()
end

function Animation:hold(seconds, over)
  while seconds > 0 do
    local dt = self:frame(over)
    if not dt then return false end
    seconds = seconds - dt
  end
  return true
end

function Animation:spread(leg, over)
  local search = self.finder:search(leg.from[1], leg.from[2],
                                    leg.to[1], leg.to[2])
  local share = math.ceil(leg.expanded * self.screen.frame_time / SPREAD)
  while search:step(math.max(1, share)) == "running" do
    if not self:frame(over, search) then return false end
  end
  return true
end

function Animation:walk(leg, over)
  local grid, hero = self.grid, self.hero
  local arrived = false
  hero.on_arrive = function() arrived = true end
  hero:follow(leg.pruned:to_world(grid))
  local dt = self.screen.frame_time
  while dt and not arrived do
    local old_x, old_y = grid:to_cell(hero.x, hero.y)
    hero:update(dt)
    local x, y = grid:to_cell(hero.x, hero.y)
    for line_x, line_y in grid:line(old_x, old_y, x, y) do
      over[self:key(line_x, line_y)] = WALKED
    end
    over[self:key(x, y)] = WALKER
    dt = self:frame(over)
  end
  return arrived
end

-- One leg of the tour. False when the user wants to stop.
function Animation:show(leg, caption)
  local screen = self.screen
  local function ends()
    return { [self:key(leg.from[1], leg.from[2])] = WALKER,
             [self:key(leg.to[1], leg.to[2])] = GOAL }
  end
  screen:text(1, caption, 255)
  for row = 2, 4 do screen:text(row, "") end
  if not self:spread(leg, ends()) then return false end

  local over
  local stages = {
    { line = leg.raw, colour = RAW, points = leg.raw, dots = RAW },
    { line = leg.raw, colour = TIDY, points = leg.tidy, dots = TURN },
    { line = leg.pruned:cells(), colour = PRUNED,
      points = leg.pruned, dots = TURN },
  }
  for i, stage in ipairs(stages) do
    over = ends()
    self:mark(over, stage.line, stage.colour)
    self:mark(over, stage.points, stage.dots)
    screen:text(1 + i, leg.lines[i], stage.colour)
    if not self:hold(SHOW, over) then return false end
  end
  return self:walk(leg, over) and self:hold(ARRIVED, over)
end

-- Shows all legs on the screen. `speed` in cells a second, or nil.
return function(screen, finder, legs, title, speed)
  local grid, length = finder.grid, 0
  for _, leg in ipairs(legs) do length = length + leg.pruned:length() end
  speed = speed
    or math.max(math.min(FAST, length / WALKING), length / PATIENCE)

  -- The grid's cells are one world unit large, so the walker's place in the
  -- world is also its place in the picture.
  local x, y = grid:to_world(legs[1].from[1], legs[1].from[2])
  local self = setmetatable({
    screen = screen, finder = finder, grid = grid,
    hero = tilepath.follower { x = x, y = y, speed = speed },
  }, Animation)
  for i, leg in ipairs(legs) do
    local caption = ("%s, walk %d of %d, %d cells searched  (Ctrl-C ends)")
      :format(title, i, #legs, leg.expanded)
    if not self:show(leg, caption) then return end
  end
end
