--- finder:explain: the things that close a path. Judged by opening other
-- things.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local law = require "spec.support.law"
local numbers = require "spec.support.random"

local near, points = helper.near, helper.points

--- A map with doors and mud.
local function site(text)
  return tilepath.grid(helper.map(text), {
    prices = { door = false, mud = 3 }, legend = { D = "door", m = "mud" },
  })
end

--- Opens the things that explain has named. Links are opened in the profile.
local function open(grid, profile, closed)
  for _, thing in ipairs(closed) do
    if thing.what == "fence" then
      grid:unfence(thing.x1, thing.y1, thing.x2, thing.y2)
    elseif thing.what == "cell" then
      if grid:get(thing.x, thing.y) == "wall" then
        grid:set(thing.x, thing.y, "open")
      end
      grid:set_walkable(thing.x, thing.y, true)
    else
      for _, link in ipairs(grid:links()) do
        if link.id == thing.id then
          profile.links[link.name] = nil
        end
      end
    end
  end
end

describe("finder:explain", function()
  it("names the fewest cells to open", function()
    local grid = site [[
      ..##.
      ..D#.
      ..#..
      ..##.
    ]]
    local finder = tilepath.pathfinder(grid, { diagonal = "never" })
    local told = finder:explain(1, 1, 5, 1)
    assert.are.same({ "unreachable", nil, 9 }, { told.reason, told.cost,
      told.path:size() })
    near(8, told.path.cost, 1e-6)
    for _, case in ipairs { { "wall" }, { "door" }, { "mud", true } } do
      grid:set(3, 3, case[1])
      if case[2] then
        grid:set_walkable(3, 3, false)
      end
      assert.are.same({ { what = "cell", x = 3, y = 3, terrain = case[1],
        closed = case[2] } }, finder:explain(1, 1, 5, 1).blockers)
    end
  end)

  it("names fences, and links that the agent may not take", function()
    local grid = site "...D..."
    grid:fence(2, 1, 3, 1)
    local lift = grid:link(3, 1, 5, 1, { name = "lift", price = 5 })
    local finder = tilepath.pathfinder(grid, { links = { lift = false } })
    grid:set_walkable(4, 1, false)
    assert.are.same({ { what = "fence", x1 = 2, y1 = 1, x2 = 3, y2 = 1 },
      { what = "cell", x = 4, y = 1, terrain = "door", closed = true } },
      finder:explain(1, 1, 7, 1).blockers)
    grid:set(4, 1, "wall") -- which counts more than a link
    assert.are.equal("link", finder:explain(1, 1, 7, 1).blockers[2].what)
    grid:unlink(lift)
    lift = grid:link(2, 1, 5, 1, { name = "lift" })
    local told = finder:explain(1, 1, 7, 1)
    assert.are.same({ { what = "link", x1 = 2, y1 = 1, x2 = 5, y2 = 1,
      id = lift.id } }, told.blockers)
    assert.are.same({ 2 }, told.path.links)
    assert.are.same("1,1 2,1 5,1 6,1 7,1", points(told.path))
    grid:unlink(lift)
    grid:fence(3, 1, 4, 1, { one_way = true })
    assert.are.equal(2, #finder:explain(1, 1, 7, 1).blockers)
  end)

  it("names cells and sides for a large agent", function()
    local grid = site [[
      ..#..
      .....
    ]]
    local finder = tilepath.pathfinder(grid, { size = 2 })
    local told = finder:explain(1, 1, 4, 1)
    assert.are.equal("unreachable", told.reason)
    assert.are.same({ { what = "cell", x = 3, y = 1, terrain = "wall" } },
      told.blockers)
    grid:set(3, 1, "open")
    grid:fence(3, 1, 3, 2)
    told = finder:explain(1, 1, 4, 1)
    assert.are.same({ { what = "fence", x1 = 3, y1 = 1, x2 = 3, y2 = 2 } },
      told.blockers)
    assert.are.same({ reason = "goal_blocked", blockers = {} },
      finder:explain(1, 1, 5, 1))
  end)

  it("explains a wrong start, a wrong goal, or both", function()
    local finder = tilepath.pathfinder(site "#.#")
    local told = finder:explain(1, 1, 3, 1)
    assert.are.equal("start_blocked", told.reason)
    assert.are.equal(2, #told.blockers)
    assert.are.same({ reason = "goal_outside", blockers = {} },
      finder:explain(2, 1, 4, 1))
    assert.are.same({ reason = "start_outside", blockers = {} },
      finder:explain(0, 1, 2, 1))
    told = tilepath.pathfinder(site "###"):explain(1, 1, 3, 1)
    assert.are.equal(3, #told.blockers)
  end)

  it("returns the parts of a path's cost: terrain, links and turns", function()
    local grid = site ".mm..#..m"
    grid:link(5, 1, 7, 1, { price = 4 })
    local told = tilepath.pathfinder(grid):explain(1, 1, 9, 1)
    assert.are.same({ nil, 16, { open = 3, mud = 9 }, 4, {} }, { told.reason,
      told.cost, told.terrains, told.rest, told.blockers })
    assert.are.equal(6, #told.path / 2 - 2)
  end)

  it("counts walls at price 1 and links at their own price", function()
    local grid = tilepath.grid("mm##mm", { prices = { mud = 1000 },
      legend = { m = "mud" } })
    local profile = { diagonal = "never", links = { lift = false } }
    local finder = tilepath.pathfinder(grid, profile)
    near(3002, finder:explain(1, 1, 6, 1).path.cost, 1e-6)
    grid:link(2, 1, 5, 1, { name = "lift", price = 0.25 })
    local told = finder:explain(1, 1, 6, 1)
    assert.are.equal("link", told.blockers[1].what)
    near(2000.25, told.path.cost, 1e-6)
    grid:fill(1, 1, 6, 1, "wall")
    near(2.25, finder:explain(1, 1, 6, 1).path.cost, 1e-6)
    grid:unlink(told.blockers[1].id)
    near(5, finder:explain(1, 1, 6, 1).path.cost, 1e-6)
  end)

  it("takes cells from the grid's base", function()
    local grid = tilepath.grid(".#.", { base = { -5, 7 } })
    local told = tilepath.pathfinder(grid):explain(-5, 7, -3, 7)
    assert.are.same({ { what = "cell", x = -4, y = 7, terrain = "wall" } },
      told.blockers)
    assert.are.same("-5,7 -4,7 -3,7", points(told.path))
  end)
end)

--- A small map with fences and links, and two places.
local function draw(random)
  local scene = { width = random(1, 5), height = random(1, 4), cells = {},
    mud = {}, trail = {}, walls = {}, links = {},
    rule = random.any(judge.rules), weight = random.any { 0, 0.5, -0.25 },
    size = random.chance(25) and 2 or 1 }
  local part = random.any { 20, 40, 60 }
  for i = 1, scene.width * scene.height do
    scene.cells[i] = random.chance(part)
    scene.mud[i] = random.chance(30)
    scene.trail[i] = random(0, 9)
  end
  for i = 1, random.any { 0, 0, 3, 6 } do
    scene.walls[i] = { random(1, scene.width), random(1, scene.height),
      random.chance(50), random.any { 1, 2, 3 } }
  end
  for i = 1, random.any { 0, 0, 0, 2 } do
    scene.links[i] = { random(1, scene.width), random(1, scene.height),
      random(1, scene.width), random(1, scene.height), random.chance(50) }
  end
  local last_x = math.max(1, scene.width - scene.size + 1)
  local last_y = math.max(1, scene.height - scene.size + 1)
  scene.ask = { random(1, last_x), random(1, last_y), random(1, last_x),
    random(1, last_y) }
  return scene
end

local function build(scene)
  local grid = tilepath.grid(scene.width, scene.height, {
    prices = { mud = 3 } })
  local profile = { diagonal = scene.rule, size = scene.size, links = {} }
  local things, trail = {}, tilepath.layer(grid)
  if scene.weight ~= 0 then
    profile.layers = { { trail, scene.weight }, min_price = 0.5 }
  end
  for i, is_shut in ipairs(scene.cells) do
    local x, y = (i - 1) % scene.width + 1, math.ceil(i / scene.width)
    grid:set(x, y, scene.mud[i] and "mud" or "open")
    trail:set(x, y, scene.trail[i])
    if is_shut then
      grid:set_walkable(x, y, false)
      things[#things + 1] = { what = "cell", x = x, y = y }
    end
  end
  for _, w in ipairs(scene.walls) do
    local x1, y1 = w[1], w[2]
    local x2, y2 = x1 + (w[3] and 1 or 0), y1 + (w[3] and 0 or 1)
    if x2 <= scene.width and y2 <= scene.height then
      if w[4] == 3 then
        x1, y1, x2, y2 = x2, y2, x1, y1
      end
      grid:fence(x1, y1, x2, y2, w[4] > 1 and { one_way = true } or nil)
      things[#things + 1] = { what = "fence", x1 = x1, y1 = y1, x2 = x2,
        y2 = y2 }
    end
  end
  for i, l in ipairs(scene.links) do
    if l[1] ~= l[3] or l[2] ~= l[4] then
      local link = grid:link(l[1], l[2], l[3], l[4], { name = "link" .. i,
        one_way = l[5] })
      profile.links["link" .. i] = false
      things[#things + 1] = { what = "link", id = link.id }
    end
  end
  return grid, profile, things
end

--- The cost of a path with all of that open; nil without a path.
local function cost_with(scene, opened)
  local grid, profile = build(scene)
  open(grid, profile, opened)
  local a = scene.ask
  local path, cost = tilepath.pathfinder(grid, profile):find(a[1], a[2], a[3],
    a[4])
  return path and cost
end

--- The least cost over all choices of that many things, from the i-th on.
local function least_with(scene, things, count, i, chosen)
  if count == 0 then return cost_with(scene, chosen) or math.huge end
  local least = math.huge
  for k = i, #things - count + 1 do
    chosen[#chosen + 1] = things[k]
    least = math.min(least, least_with(scene, things, count - 1, k + 1, chosen))
    chosen[#chosen] = nil
  end
  return least
end

describe("#once an explanation", function()
  law(it, "leads to a cheapest path once its things are open, and needs all of "
    .. "them",
    { runs = 150, noun = "closing", draw = draw }, function(scene)
      local grid, profile, things = build(scene)
      local a = scene.ask
      local finder = tilepath.pathfinder(grid, profile)
      local told = finder:explain(a[1], a[2], a[3], a[4])
      local path, why = finder:find(a[1], a[2], a[3], a[4])
      assert.are.equal(not path and why or nil, told.reason)
      if a[1] + scene.size - 1 > scene.width
        or a[2] + scene.size - 1 > scene.height then
        assert.are.same({}, told.blockers)
        return
      end
      assert.is_truthy(cost_with(scene, told.blockers))
      -- An opened cell may let the agent past the end of a fence.
      local is_fewest = scene.size == 1
        and (scene.rule ~= "at_least_one_walkable" or not scene.walls[1])
      for count = 0, is_fewest and math.min(#told.blockers - 1, 3) or -1 do
        assert.are.equal(math.huge, least_with(scene, things, count, 1, {}))
      end
      if is_fewest and scene.rule == "never" and scene.weight == 0
        and #told.blockers <= 2 then
        near(told.path.cost,
          least_with(scene, things, #told.blockers, 1, {}), 1e-6)
      end
    end)

  it("is a cheapest path on larger maps, once its things are open", function()
    local draw_number = numbers.new(29)
    for round = 1, 12 do
      local grid = tilepath.grid(24, 18, { prices = { mud = 3 } })
      grid:fill(9, 1, 2, 18, "wall")
      for x, y in grid:cells() do
        local n = draw_number(1, 9)
        if n <= 3 then
          grid:set(x, y, n == 1 and "wall" or "mud")
        end
      end
      grid:fill(15, 8, 4, 4, "wall") -- a closed room of four cells
      grid:fill(16, 9, 2, 2, "open")
      local rule = judge.rules[round % #judge.rules + 1]
      for _, ask in ipairs { { 2, 3, 22, 16 }, { 22, 16, 2, 3 },
        { 2, 3, 16, 9 }, { 17, 10, 2, 3 }, { 2, 3, 15, 9 }, { 18, 9, 2, 3 } } do
        local opened = grid:copy()
        local told = tilepath.pathfinder(grid, { diagonal = rule }):explain(
          ask[1], ask[2], ask[3], ask[4])
        open(opened, { links = {} }, told.blockers)
        local path, cost = tilepath.pathfinder(opened, { diagonal = rule })
          :find(ask[1], ask[2], ask[3], ask[4])
        if rule == "never" then
          near(cost, told.path.cost, 1e-6)
        end
        assert.is_true(path ~= nil and cost < told.path.cost + 1e-3)
        local ends = { told.path:point(1) }
        ends[3], ends[4] = told.path:point(told.path:size())
        assert.are.same(ask, ends)
      end
    end
  end)
end)
