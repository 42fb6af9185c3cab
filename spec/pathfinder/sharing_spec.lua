--- What pathfinders of one grid share: each answers as if it were alone.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local law = require "spec.support.law"

local points = helper.points

--- Some agents, an edit or a query at a time.
local function draw(random)
  local scene = { width = random(3, 14), height = random(3, 12), cells = {},
    agents = {}, steps = {} }
  local part = random.any { 15, 30, 45 }
  for i = 1, scene.width * scene.height do
    scene.cells[i] = random.chance(part) and "wall"
      or random.chance(25) and "mud" or "open"
  end
  local rule, size = random.any(judge.rules), random.chance(20) and 2 or 1
  for i = 1, random(2, 4) do
    local is_other = random.chance(25)
    scene.agents[i] = { diagonal = is_other and random.any(judge.rules) or rule,
      size = is_other and random(1, 2) or size, prices = { mud = random.any {
        1, 2, 5, 5, false } }, links = { lift = random.any { 1, 1, false } },
      straight_cost = random.any { 1, 1, 2 },
      diagonal_cost = random.any { 1.5, 1.5, 2.5 } }
  end
  for i = 1, random(10, 30) do
    scene.steps[i] = { what = random.any { "set", "set", "fence", "link",
      "price", "close", "resize", "drop", "find", "find", "find", "find",
      "find", "find" }, agent = random(1, #scene.agents),
      x1 = random(1, scene.width), y1 = random(1, scene.height),
      x2 = random(1, scene.width), y2 = random(1, scene.height),
      terrain = random.any { "wall", "open", "mud" },
      price = random.any { 3, 4, math.huge }, yes = random.chance(50) }
  end
  return scene
end

--- Links that were made are removed, the oldest first.
local function link(grid, step)
  local links = grid:links()
  if step.yes and links[1] then
    grid:unlink(links[1])
  elseif step.x1 ~= step.x2 or step.y1 ~= step.y2 then
    grid:link(step.x1, step.y1, step.x2, step.y2, { name = "lift",
      one_way = step.price == 3 })
  end
end

local edits = {
  set = function(grid, step) grid:set(step.x1, step.y1, step.terrain) end,
  close = function(grid, step) grid:set_walkable(step.x1, step.y1, step.yes) end,
  price = function(grid, step) grid:terrain("mud", step.price) end,
  link = link,
  fence = function(grid, step)
    local x2 = step.x1 < grid.width and step.x1 + 1 or step.x1 - 1
    grid[step.yes and "fence" or "unfence"](grid, step.x1, step.y1, x2, step.y1,
      step.yes and { one_way = step.price == 3 } or nil)
  end,
  resize = function(grid, step)
    if step.yes then
      grid:resize(1, 1, grid.width, grid.height + 1, step.terrain)
    end
  end,
}

--- All that a pathfinder says of two cells, as a text.
local function answers(finder, step)
  local x1, y1, x2, y2 = step.x1, step.y1, step.x2, step.y2
  local path, cost = finder:find(x1, y1, x2, y2, { partial = step.yes })
  local _, size = finder:region(x1, y1)
  local field = finder:field { { x2, y2 } }
  return table.concat({ path and points(path) or "none", tostring(cost),
    tostring(finder:is_reachable(x1, y1, x2, y2)), tostring(size),
    tostring(field:cost(x1, y1)), tostring(finder:price(x1, y1)),
    tostring(finder:would_block({ { 2, 2 } }, x1, y1, x2, y2)) }, " ")
end

describe("#once pathfinders of one grid", function()
  law(it, "answer as one alone does, over edits, and when others are collected",
    { runs = 120, noun = "grid", draw = draw }, function(scene)
      local grid, finders = tilepath.grid(scene.width, scene.height, {
        prices = { mud = 3 } }), {}
      for i, terrain in ipairs(scene.cells) do
        grid:set((i - 1) % scene.width + 1, math.ceil(i / scene.width), terrain)
      end
      for _, step in ipairs(scene.steps) do
        local edit = edits[step.what]
        if edit then
          edit(grid, step)
        elseif step.what == "drop" then
          finders[step.agent] = nil
          collectgarbage()
        else
          local profile = scene.agents[step.agent]
          finders[step.agent] = finders[step.agent]
            or tilepath.pathfinder(grid, profile)
          assert.are.equal(
            answers(tilepath.pathfinder(grid:copy(), profile), step),
            answers(finders[step.agent], step))
        end
      end
    end)

  it("may search while one of them searches", function()
    local grid = tilepath.grid(helper.map [[
      .....#....
      ..#..#..#.
      ..#.....#.
      ..#..#..#.
    ]])
    local others = { tilepath.pathfinder(grid), tilepath.pathfinder(grid) }
    local alone = points((others[1]:find(1, 4, 10, 4)))
    local asked, count = {}, 0
    local asking = tilepath.pathfinder(grid, {
      heuristic = function(x1, y1, x2, y2)
        count = count + 1
        asked[points((others[count % 2 + 1]:find(1, 4, 10, 4)))] = true
        return math.abs(x1 - x2) < 3 and math.abs(y1 - y2) or 0
      end })
    local path, cost = asking:find(10, 1, 1, 1)
    assert.is_true(count > 3)
    assert.are.same({ [alone] = true }, asked)
    assert.are.equal(select(2, others[1]:find(10, 1, 1, 1)), cost)
    assert.are.equal(points(path), points((asking:find(10, 1, 1, 1))))
  end)
end)
