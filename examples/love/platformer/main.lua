-- A level from the side. Click, and the hero goes there, by jumps and drops.
-- The cat runs after her. The snail cannot jump, so it comes as near as its
-- drops lead. Build or break rocks with the right mouse button: the jumps are
-- made anew, and all walkers notice that. This file has everything that the
-- game needs from tilepath. view.lua draws, text.lua writes the panel.

local tilepath = require "tilepath"
local new_view = require "view"
local draw_panel = require "panel"
local text = require "text"

local CELL, MARGIN = 30, 24
local JUMP = { jump = { 4, 3 }, fall = 9, seconds = 0.08 }

local game = { clock = 0, shows_jumps = false }

-- Each plank is a wall between its cell and the one below, open upwards.
local function new_level()
  local level = require "level"
  game.grid = tilepath.grid(level, { cell_size = CELL,
    origin = { MARGIN, MARGIN }, legend = { _ = "open" } })
  local y = 0
  for row in level:gmatch("[^\n]+") do
    y = y + 1
    for x in row:gmatch("()_") do
      game.grid:fence(x, y + 1, x, y, { one_way = true })
    end
  end
end

local function make_jumps()
  game.jumps = tilepath.platformer(game.grid, JUMP)
  game.view = new_view(game.grid)
end

-- A walker whose picture leaps. While its follower waits at a link, `leap`
-- holds that link and the time of the start.
local function new_walker(x, y, speed, links)
  local wx, wy = game.grid:to_world(x, y)
  return { body = tilepath.follower { x = wx, y = wy, speed = speed,
    finder = tilepath.pathfinder(game.grid, { links = links }) } }
end

local function start()
  new_level()
  make_jumps()
  game.goal = nil
  game.hero = new_walker(9, 17, 150)
  game.cat = new_walker(14, 16, 110)
  game.snail = new_walker(3, 4, 35, { jump = false })
  game.walkers = { game.hero, game.cat, game.snail }
  game.cat.body:chase(game.hero.body, { within = 1, partial = true })
  game.snail.body:chase(game.hero.body, { within = 1, partial = true })
end

-- The ground below a point of the world: a walker sent to the point stands
-- there.
local function ground_below(wx, wy)
  local x, y = game.grid:to_cell(wx, wy)
  while game.grid:get(x, y) == "air" do y = y + 1 end
  if game.grid:is_walkable(x, y) then return game.grid:to_world(x, y) end
end

local function walk(wx, wy)
  local x, y = ground_below(wx, wy)
  if not x then return end
  game.goal = { x = x, y = y }
  game.hero.body:go(x, y, { partial = true })
end

-- The link before which a follower waits: the first step of its path.
local function link_of(body)
  local grid = game.grid
  local to_x, to_y = grid:to_cell(body:path():point(2))
  for _, link in ipairs(grid:links(body.cell_x, body.cell_y)) do
    if link.x1 == body.cell_x and link.y1 == body.cell_y and link.x2 == to_x
        and link.y2 == to_y then
      return link
    end
  end
end

local function update(walker, dt)
  local body = walker.body
  body:update(dt)
  local link = body.status == "waiting" and link_of(body)
  if not link then
    walker.leap = nil
  elseif not walker.leap or walker.leap.link.id ~= link.id then
    walker.leap = { link = link, since = game.clock - dt }
  end
end

-- Rocks come and go, except where a walker stands.
local function paint(wx, wy, terrain)
  local x, y = game.grid:to_cell(wx, wy)
  for _, walker in ipairs(game.walkers) do
    local wx1, wy1 = game.grid:to_cell(walker.body.x, walker.body.y)
    if x == wx1 and (y == wy1 or y == wy1 + 1) then return end
  end
  if game.grid:has(x, y)
      and (game.grid:get(x, y) == "wall") ~= (terrain == "wall") then
    game.grid:set(x, y, terrain)
    make_jumps()
  end
end

function love.load(arguments)
  start()
  if arguments[1] == "--picture" then
    require("scene")(arguments[2], game)
  end
end

function love.update(dt)
  game.clock = game.clock + dt
  for _, walker in ipairs(game.walkers) do update(walker, dt) end
end

function love.mousepressed(x, y, button)
  if button == 1 then
    walk(x, y)
  elseif game.grid:has(game.grid:to_cell(x, y)) then
    game.brush = game.grid:get_world(x, y) == "wall" and "open" or "wall"
    paint(x, y, game.brush)
  end
end

function love.mousemoved(x, y)
  if love.mouse.isDown(2) and game.brush then paint(x, y, game.brush) end
end

function love.keypressed(key)
  if key == "escape" then love.event.quit()
  elseif key == "j" then game.shows_jumps = not game.shows_jumps
  elseif key == "r" then start()
  end
end

function love.draw()
  game.view:draw(game)
  draw_panel(2 * MARGIN + game.grid.width * CELL, MARGIN, text(game))
end
