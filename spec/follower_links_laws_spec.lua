--- Random maps with links: what holds for every way that is found through them,
-- and for whoever walks it.

local tilepath = require "tilepath"
local helper = require "spec.helper"
local shared = require "spec.follower_helper"

local near = shared.near

local MAPS = 250
local RULES = { "always", "never", "only_if_no_obstacles",
  "at_least_one_walkable" }

local function add_link(grid, dice)
  local x1, y1 = dice(grid.width), dice(grid.height)
  local x2, y2 = dice(grid.width), dice(grid.height)
  if x1 ~= x2 or y1 ~= y2 then
    grid:link(x1, y1, x2, y2, { price = dice(3) - 1, one_way = dice(2) == 1,
      seconds = (dice(5) - 1) * 0.3 })
  end
end

local function add_wall(grid, dice)
  local x, y = dice(grid.width - 1), dice(grid.height - 1)
  local is_beside = dice(2) == 1
  grid:wall(x, y, is_beside and x + 1 or x, is_beside and y or y + 1,
    dice(3) == 1 and "one_way" or nil)
end

local function random_world(dice)
  local grid = tilepath.grid(8 + dice(10), 8 + dice(10), { cell_size = 10 })
  for _ = 1, grid.width * grid.height * 0.3 do
    grid:set(dice(grid.width), dice(grid.height), "wall")
  end
  for _ = 1, 2 + dice(8) do
    add_link(grid, dice)
  end
  for _ = 1, dice(3) == 1 and 20 or 0 do
    add_wall(grid, dice)
  end
  local finder = tilepath.pathfinder(grid, { diagonal = RULES[dice(4)],
    size = dice(3) == 1 and 2 or 1 })
  return grid, finder
end

--- Walks for a minute in so many frames.
-- @return the follower and what it told; or nil, reason
local function walk(finder, frames, options, x, y)
  local told = {}
  options.finder, options.speed = finder, 25
  options.on_link = function(_, id) told[#told + 1] = "link " .. id end
  options.on_waypoint = function(i) told[#told + 1] = tostring(i) end
  options.on_blocked = function() told[#told + 1] = "blocked" end
  options.on_arrive = function() told[#told + 1] = "arrived" end
  local hero = tilepath.follower(options)
  local can, reason = hero:go(x, y)
  if not can then
    return nil, reason
  end
  assert.is_true(hero.path:is_valid(finder))
  for _ = 1, frames do
    hero:update(60 / frames)
  end
  return hero, table.concat(told, " ")
end

describe("on random maps with links", function()
  it("who goes there gets there, however time is cut", function()
    local dice, links = helper.dice(31), 0
    for _ = 1, MAPS do
      local grid, finder = random_world(dice)
      local x1, y1 = finder:to_world(dice(grid.width), dice(grid.height))
      local x2, y2 = finder:to_world(dice(grid.width), dice(grid.height))
      local rest, prune = dice(2) == 1 and 0.07 or 0, dice(2) == 1
      local function try(frames)
        return walk(finder, frames, { x = x1 + 1.5, y = y1, rest = rest,
          prune = prune }, x2, y2)
      end
      local whole, told = try(1)
      if whole then
        assert.is_true(whole:is_arrived())
        assert.is_nil(told:find("blocked", 1, true))
        local taken = select(2, told:gsub("link", ""))
        assert.are.equal(#(whole.path.links or {}), taken)
        links = links + taken
        for _, frames in ipairs { 7, 600 } do
          local parts, parts_told = try(frames)
          assert.are.equal(told, parts_told)
          near(whole.x, parts.x, 1e-6)
          near(whole.y, parts.y, 1e-6)
        end
      end
    end
    assert.is_true(links > 30)
  end)

  it("what is made of a way is the same way", function()
    local dice, links = helper.dice(47), 0
    for _ = 1, MAPS do
      local grid, finder = random_world(dice)
      local path = finder:find(dice(grid.width), dice(grid.height),
        dice(grid.width), dice(grid.height))
      if path then
        local n = #(path.links or {})
        links = links + n
        assert.are.equal(path, path:cells())
        assert.are.equal(path, path:dedup():cells())
        assert.are.equal(path, path:reverse():reverse())
        assert.are.equal(path, path:to_world(finder):to_cells(finder))
        assert.is_true(path:is_valid(finder))
        assert.is_true(path:to_world(finder):is_valid(finder))
        local tight = path:prune(finder)
        assert.are.equal(n, #(tight.links or {}))
        assert.is_true(tight:is_valid(finder))
        assert.is_true(tight.cost <= path.cost + 1e-9)
      end
    end
    assert.is_true(links > 30)
  end)

  it("who is kept and read again goes the same way", function()
    local dice = helper.dice(5)
    for _ = 1, 60 do
      local grid, finder = random_world(dice)
      local x1, y1 = finder:to_world(dice(grid.width), dice(grid.height))
      local x2, y2 = finder:to_world(dice(grid.width), dice(grid.height))
      local hero = tilepath.follower { x = x1, y = y1, speed = 25,
        finder = finder }
      if hero:go(x2, y2) then
        for _ = 1, 100 do
          local twin = tilepath.follower { state = hero:state(),
            finder = finder }
          hero:update(0.05)
          twin:update(0.05)
          assert.are.equal(hero.x, twin.x)
          assert.are.equal(hero.y, twin.y)
        end
      end
    end
  end)

  it("a chase ends where its target stands", function()
    local dice = helper.dice(77)
    for _ = 1, 60 do
      local grid, finder = random_world(dice)
      local x1, y1 = finder:to_world(dice(grid.width), dice(grid.height))
      local cell_x, cell_y = dice(grid.width), dice(grid.height)
      local target = {}
      target.x, target.y = finder:to_world(cell_x, cell_y)
      local hero = tilepath.follower { x = x1, y = y1, speed = 40,
        finder = finder }
      if hero:chase(target) then
        for _ = 1, 30 do
          hero:update(0.1)
          local left = dice(8)
          for x, y in finder:neighbors(cell_x, cell_y) do
            left = left - 1
            if left == 0 then
              cell_x, cell_y = x, y
            end
          end
          target.x, target.y = finder:to_world(cell_x, cell_y)
        end
        for _ = 1, 300 do
          hero:update(0.2)
        end
        assert.is_true(hero:is_arrived() or hero:is_blocked())
        if hero:is_arrived() then
          near(target.x, hero.x)
          near(target.y, hero.y)
        end
      end
    end
  end)
end)
