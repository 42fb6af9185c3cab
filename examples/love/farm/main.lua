-- A farm. Villagers sow the brown fields, and a click has a barn built. The
-- nearest idle villager takes each job. At night (space) all go home.
dofile(love.filesystem.getSource() .. "/../repository.lua") -- not in your game
local tilepath = require "tilepath"

local HOUSES = { { 4, 3 }, { 13, 3 }, { 28, 3 } }    -- of 5 x 5 cells
local FIELDS = { { 4, 21, 10, 6 }, { 24, 21, 12, 6 } }
local LOOKS = { grass = { 0.62, 0.71, 0.5 }, soil = { 0.55, 0.42, 0.3 },
  sown = { 0.78, 0.69, 0.3 }, water = { 0.42, 0.63, 0.73 },
  road = { 0.87, 0.8, 0.65 }, site = { 0.8, 0.6, 0.45 },
  door = { 0.5, 0.33, 0.2 }, open = { 0.83, 0.75, 0.66 }, wall = { 0.44, 0.41, 0.45 } }

local grid = tilepath.grid(40, 30, { cell_size = 20, prices = {
  grass = 1, soil = 1.5, sown = 1.5, road = 0.6, site = 1, door = 1,
  water = false } })
local crowd = tilepath.crowd(grid, { speeds = { road = 1.5, soil = 0.7 } })
local finder = tilepath.pathfinder(grid)
local jobs, families, must_stay, is_night = {}, {}, {}, false

local function add_job(x, y, w, h, makes)
  jobs[#jobs + 1] = { x = x, y = y, w = w, h = h, makes = makes, work = 2,
    builds = makes == "wall" }
end

local function add_field(x, y, w, h)
  grid:fill(x, y, w, h, "soil")
  grid:fence_rect(x, y, w, h, { gaps = { { x + 4, y - 1, 2, 1 } } })
  for row = y, y + h - 1 do add_job(x, row, w, 1, "sown") end
  must_stay[#must_stay + 1] = { HOUSES[1][1] + 2, HOUSES[1][2] + 5, x, y }
end

local function add_house(x, y)
  grid:fill(x, y, 5, 5, "wall")
  grid:fill(x + 1, y + 1, 3, 3, "open")
  grid:set(x + 2, y + 4, "door")
  local family = {}
  for i = 1, 4 do
    family[i] = crowd:add { finder = finder, speed = 90,
      cell_x = x + i, cell_y = y + 6 }
  end
  families[#families + 1] = { members = family, x = x + 2, y = y + 2 }
  must_stay[#must_stay + 1] = { x + 2, y + 5, FIELDS[1][1], FIELDS[1][2] }
end

grid:clear "grass"
grid:fill(1, 10, 40, 1, "road")
grid:fill(1, 14, 40, 3, "water")
grid:fill(19, 10, 2, 10, "road")
for _, field in ipairs(FIELDS) do
  add_field(field[1], field[2], field[3], field[4])
end
for _, house in ipairs(HOUSES) do add_house(house[1], house[2]) end

-- A barn may stand on grass where it cuts no way from a house to the fields.
local function may_build(x, y)
  for row = y, y + 2 do
    for column = x, x + 2 do
      if grid:get(column, row) ~= "grass" then return false end
    end
  end
  return not finder:would_block({ { x, y, 3, 3 } }, must_stay)
end

local function is_idle(villager) return not villager.job end

local function hand_out(job)
  local goals, adjacent = { { job.x, job.y, job.w, job.h } }, job.builds
  local villager = crowd:nearest(goals,
    { where = is_idle, adjacent = adjacent })[1]
  if villager and villager:go_cell(goals, { adjacent = adjacent }) then
    villager.job, job.villager = job, villager
  end
end

local function give_back(job)
  job.villager.job, job.villager = nil, nil
end

-- A barn rises when nobody stands on its site.
local function work(i, job, dt)
  if job.villager.status == "blocked" then return give_back(job) end
  if job.villager.status ~= "arrived" then return end
  job.work = job.work - dt
  local is_ready = job.work <= 0 and (not job.builds
    or crowd:vacate(job.x, job.y, job.w, job.h) == 0)
  if not is_ready then return end
  grid:fill(job.x, job.y, job.w, job.h, job.makes)
  give_back(job)
  table.remove(jobs, i)
end

function love.update(dt)
  for i = #jobs, 1, -1 do
    local job = jobs[i]
    if job.villager then work(i, job, dt)
    elseif not is_night then hand_out(job) end
  end
  crowd:update(dt)
end

function love.mousepressed(mouse_x, mouse_y)
  local x, y = grid:to_cell(mouse_x - 20, mouse_y - 20)
  if not may_build(x, y) then return end
  grid:fill(x, y, 3, 3, "site")
  add_job(x, y, 3, 3, "wall")
end

function love.keypressed(key)
  if key ~= "space" then return end
  is_night = not is_night
  if not is_night then return end
  for _, villager in ipairs(crowd:units()) do
    if villager.job then give_back(villager.job) end
  end
  for _, family in ipairs(families) do
    crowd:go_cell(family.members, family.x, family.y)
  end
end

function love.draw()
  for x, y, terrain in grid:cells() do
    love.graphics.setColor(LOOKS[terrain])
    love.graphics.rectangle("fill", grid:cell_rect(x, y))
  end
  tilepath.draw({ grid, crowd },
    { colours = { terrain = false, wall = false, path = false } })
  if is_night then
    love.graphics.setColor(0.05, 0.08, 0.25, 0.45)
    love.graphics.rectangle("fill", 0, 0, 800, 600)
  end
end
