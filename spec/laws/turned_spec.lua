--- A law of all questions: a map that is turned by 90 degrees, or mirrored, has
-- the same answers. (Which of equally cheap paths is found may differ, so costs
-- and numbers of cells are compared.)

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local law = require "spec.support.law"

local RULES = { "always", "at_least_one_walkable", "only_if_no_obstacles",
  "never" }

--- A random map of squares, and places on it.
local function draw(random)
  local scene = { wide = random(3, 9), high = random(3, 9), cells = {},
    fences = {}, links = {}, places = {}, rule = random.any(RULES),
    size = { random(1, 3), random(1, 3) }, radius = 0 }
  if random.chance(40) then
    scene.size = { 1, 1 }
  elseif scene.rule == "only_if_no_obstacles" or scene.rule == "never" then
    scene.radius = random.one_of(0, 0, 0.4)
  end
  local open = random(60, 95)
  for i = 1, scene.wide * scene.high do
    scene.cells[i] = not random.chance(open) and "wall"
      or random.chance(15) and "mud" or "open"
  end
  local function cell()
    return random(1, scene.wide), random(1, scene.high)
  end
  for i = 1, random.one_of(0, 0, 4) do
    local x, y = cell()
    scene.fences[i] = { x, y, random.one_of(0, 1), random.chance(30) }
  end
  --- A place for the agent inside the map: what lies outside has other names.
  local function room()
    return random(1, scene.wide - scene.size[1] + 1),
      random(1, scene.high - scene.size[2] + 1)
  end
  for i = 1, random.one_of(0, 0, 1) do
    local x1, y1 = room()
    local x2, y2 = room()
    scene.links[i] = { x1, y1, x2, y2, price = random(1, 4) }
  end
  for i = 1, 6 do
    local x1, y1 = room()
    local x2, y2 = room()
    scene.places[i] = { x1, y1, x2, y2, within = random(0, 8) / 2 }
  end
  return scene
end

--- One of eight images of the map: a grid, a finder, and a function that
-- returns where a rectangle of cells lies.
local function image_of(scene, n)
  local is_turned = n % 2 == 1
  local width, height = scene.wide, scene.high
  local wide, high = scene.size[1], scene.size[2]
  if is_turned then
    width, height, wide, high = height, width, high, wide
  end
  local function at(x, y, w, h)
    w, h = w or scene.size[1], h or scene.size[2]
    if is_turned then
      x, y, w, h = y, x, h, w
    end
    return n % 4 < 2 and x or width + 2 - x - w,
      n < 4 and y or height + 2 - y - h
  end
  local grid = tilepath.grid(width, height, { prices = { mud = 2 } })
  for i, terrain in ipairs(scene.cells) do
    local x, y = (i - 1) % scene.wide + 1, math.floor((i - 1) / scene.wide) + 1
    x, y = at(x, y, 1, 1)
    grid:set(x, y, terrain)
  end
  for _, fence in ipairs(scene.fences) do
    local x1, y1 = at(fence[1], fence[2], 1, 1)
    local x2, y2 = at(fence[1] + fence[3], fence[2] + 1 - fence[3], 1, 1)
    if grid:has(x1, y1) and grid:has(x2, y2) then
      grid:fence(x1, y1, x2, y2, { one_way = fence[4] })
    end
  end
  for _, link in ipairs(scene.links) do
    local x1, y1 = at(link[1], link[2])
    local x2, y2 = at(link[3], link[4])
    if x1 ~= x2 or y1 ~= y2 then
      grid:link(x1, y1, x2, y2, { price = link.price })
    end
  end
  return grid, tilepath.pathfinder(grid, { diagonal = scene.rule,
    size = { wide, high },
    radius = tilepath.core == "C" and scene.radius or nil }), at
end

--- What all questions say on one image, as a list of numbers and words.
local function answers_of(scene, n)
  local _, finder, at = image_of(scene, n)
  local list = {}
  local function add(what, value)
    if type(value) == "number" then
      value = ("%.6f"):format(value)
    end
    list[#list + 1] = what .. " " .. tostring(value)
  end
  local function add_path(what, path, cost)
    add(what, path and cost or cost)
  end
  for i, place in ipairs(scene.places) do
    local x1, y1 = at(place[1], place[2])
    local x2, y2 = at(place[3], place[4])
    local within = place.within
    local other = scene.places[i % #scene.places + 1]
    local ax, ay = at(other[1], other[2], 1, 1)
    add_path("find", finder:find(x1, y1, x2, y2))
    add_path("within", finder:find(x1, y1, x2, y2, { within = within }))
    add_path("sight", finder:find(x1, y1, x2, y2, { within = within,
      sight = true }))
    add_path("avoid", finder:find(x1, y1, x2, y2,
      { avoid = { { ax, ay } } }))
    local gx, gy = at(place[3], place[4], 1, 1)
    add_path("adjacent", finder:find(x1, y1, gx, gy, { adjacent = true }))
    add("sees", (finder:line_of_sight(x1, y1, x2, y2)))
    local reach = finder:reach(x1, y1, 2 * within)
    add("reach", reach and reach.count)
    local field = finder:field { { x2, y2 } }
    add("field", field:cost(x1, y1))
    if scene.size[1] == 1 and scene.size[2] == 1 then
      local view = finder:view(x1, y1, within)
      add("view", view and view.count)
      local nx, ny = finder:nearest(x1, y1)
      add("nearest", nx and (nx - x1) ^ 2 + (ny - y1) ^ 2)
    end
  end
  return list
end

describe("a map", function()
  law(it, "has the same answers turned and mirrored", { runs = 60, draw = draw,
    noun = "map" }, function(scene)
      local upright = answers_of(scene, 0)
      for n = 1, 7 do
        assert.are.same(upright, answers_of(scene, n))
      end
    end)

  -- A block of 2 x 1 comes to a goal whose right cell is a wall.
  it("shows a large agent a goal on which it does not fit, from both sides",
    function()
      for _, case in ipairs {
        { "..#\n...", 1, 2, 2, 1 }, { "#..\n...", 2, 2, 1, 1 } } do
        local grid = tilepath.grid(case[1])
        local finder = tilepath.pathfinder(grid, { size = { 2, 1 },
          diagonal = "always" })
        local _, cost = finder:find(case[2], case[3], case[4], case[5],
          { within = 2, sight = true })
        helper.near(0, cost, 0)
      end
    end)
end)
