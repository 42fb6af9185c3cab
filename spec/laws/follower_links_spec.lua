--- Laws of paths and followers on maps with links.

local tilepath = require "tilepath"
local judge = require "spec.support.judge"
local law = require "spec.support.law"
local score = require "spec.support.score"
local shared = require "spec.support.follower_helper"

local near = shared.near

--- A map, links, fences, an agent, its start and its goal.
local function draw(random)
  local width, height = random(9, 18), random(9, 18)
  local rows = {}
  for y = 1, height do
    local row = {}
    for x = 1, width do
      row[x] = random.chance(26) and "#" or "."
    end
    rows[y] = table.concat(row)
  end
  local scene = { map = table.concat(rows, "\n"), links = {}, walls = {},
    rule = random.any(judge.rules), size = random(1, 3) == 1 and 2 or 1,
    from = { random(1, width), random(1, height) },
    to = { random(1, width), random(1, height) },
    rest = random.one_of(0.07, 0), prune = random.chance(50) }
  for i = 1, random(3, 10) do
    local x1, y1 = random(1, width), random(1, height)
    local x2, y2 = random(1, width), random(1, height)
    if x1 == x2 and y1 == y2 then
      x2 = x1 % width + 1
    end
    scene.links[i] = { x1, y1, x2, y2, price = random(0, 2),
      one_way = random.chance(50), seconds = random(0, 4) * 0.3 }
  end
  for i = 1, random(1, 3) == 1 and 20 or 0 do
    local x, y, across = random(1, width - 1), random(1, height - 1),
      random(0, 1)
    scene.walls[i] = { x, y, x + across, y + 1 - across,
      random(1, 3) == 1 and { one_way = true } or nil }
  end
  return scene
end

local function build(scene)
  local grid = tilepath.grid(scene.map, { cell_size = 10 })
  for _, link in ipairs(scene.links) do
    grid:link(link[1], link[2], link[3], link[4], { price = link.price,
      one_way = link.one_way, seconds = link.seconds })
  end
  for _, wall in ipairs(scene.walls) do
    grid:fence(wall[1], wall[2], wall[3], wall[4], wall[5])
  end
  return tilepath.pathfinder(grid, { diagonal = scene.rule,
    size = scene.size }), grid
end

--- Walks for a minute in so many frames.
-- @return the follower and its events; or nil
local function walk(scene, finder, frames)
  local told = {}
  local x, y = finder:to_world(scene.from[1], scene.from[2])
  local hero = tilepath.follower { x = x + 1.5, y = y, speed = 25,
    rest = scene.rest, prune = scene.prune, finder = finder,
    on_link = function(_, id) told[#told + 1] = "link " .. id end,
    on_reached = function(i) told[#told + 1] = tostring(i) end,
    on_blocked = function() told[#told + 1] = "blocked" end,
    on_arrived = function() told[#told + 1] = "arrived" end }
  if not hero:go(finder:to_world(scene.to[1], scene.to[2])) then
    return nil
  end
  assert.is_true(hero._way.path:is_valid(finder))
  for _ = 1, frames do
    hero:update(60 / frames)
  end
  return hero, table.concat(told, " ")
end

local function link_law(title, runs, drawn, f)
  law(it, title, { runs = runs, noun = "follower-link", draw = drawn }, f)
end

describe("a follower on a map with links", function()
  link_law("arrives the same, however time is cut", 80, draw,
    function(scene)
      local finder = build(scene)
      local whole, told = walk(scene, finder, 1)
      if whole then
        assert.are.equal("arrived", whole.status)
        assert.is_nil(told:find("blocked", 1, true))
        local taken = select(2, told:gsub("link", ""))
        assert.are.equal(#(whole._way.path.links or {}), taken)
        for _, frames in ipairs { 7, 600 } do
          local parts, parts_told = walk(scene, finder, frames)
          assert.are.equal(told, parts_told)
          near(whole.x, parts.x, 1e-6)
          near(whole.y, parts.y, 1e-6)
        end
      end
    end)

  score(it, "ends its chase at a target that stands still", { runs = 40,
    noun = "follower-link", draw = function(random)
      local scene = draw(random)
      scene.moves = {}
      for i = 1, 30 do
        scene.moves[i] = random(1, 8)
      end
      return scene
    end }, function(scene)
      local finder = build(scene)
      local x, y = finder:to_world(scene.from[1], scene.from[2])
      local cell_x, cell_y = scene.to[1], scene.to[2]
      local target = {}
      target.x, target.y = finder:to_world(cell_x, cell_y)
      local hero = tilepath.follower { x = x, y = y, speed = 40,
        finder = finder }
      if not hero:chase(target, { within = 0 }) then
        return
      end
      for _, move in ipairs(scene.moves) do
        hero:update(0.1)
        local i, to_x, to_y = 0, nil, nil
        for next_x, next_y in finder:neighbors(cell_x, cell_y) do
          i = i + 1
          if i == move then
            to_x, to_y = next_x, next_y
          end
        end
        cell_x, cell_y = to_x or cell_x, to_y or cell_y
        target.x, target.y = finder:to_world(cell_x, cell_y)
      end
      for _ = 1, 300 do
        hero:update(0.2)
      end
      if hero.status == "arrived" then
        near(target.x, hero.x)
        near(target.y, hero.y)
      elseif hero.status ~= "blocked" then
        return "neither has arrived nor is blocked"
      end
    end)
end)

describe("a path on a map with links", function()
  link_law("stays the same path in each form", 80, draw, function(scene)
    local finder = build(scene)
    local path = finder:find(scene.from[1], scene.from[2], scene.to[1],
      scene.to[2])
    if path then
      assert.are.equal(path, path:cells())
      assert.are.equal(path, path:dedup():cells())
      assert.is_true(path:is_valid(finder))
      assert.is_true(path:to_world(finder):is_valid(finder))
      local tight = path:prune(finder)
      assert.are.equal(#(path.links or {}), #(tight.links or {}))
      assert.is_true(tight:is_valid(finder))
      assert.is_true(tight.cost <= path.cost + 1e-9)
    end
  end)
end)
