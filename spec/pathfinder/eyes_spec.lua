--- range_sight by the eyes of another pathfinder: an archer shoots over water.
-- Judged by lines of sight of those eyes, on maps on which the goal can be
-- entered.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local list, mistake = helper.list, helper.mistake
local rules = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

local WATER = { legend = { ["~"] = "water" },
  terrain = { water = false } }

--- A walker that cannot enter water, and eyes that see over water.
local function archers(text, profile)
  local grid = tilepath.grid(text, WATER)
  return tilepath.pathfinder(grid, profile),
    tilepath.pathfinder(grid, { costs = { water = 1 } }), grid
end

local function none()
end

local function last(path)
  return path[#path - 1] .. " " .. path[#path]
end

describe("range_sight by other eyes", function()
  it("sees over ground that the walker cannot enter", function()
    local walker, eyes = archers(".....~~~..\n.....~~~..")
    assert.are.same({ nil, "unreachable" },
      list(walker:find(1, 1, 9, 1, { range = 5, range_sight = true })))
    local path, cost = walker:find(1, 1, 9, 1, { range = 5,
      range_sight = eyes })
    assert.are.same({ "4 1", 3 }, { last(path), cost })
    assert.are.same({ nil, "unreachable" },
      list(walker:find(1, 1, 9, 1, { range = 3, range_sight = eyes })))
  end)

  it("is blocked by ground that only the walker enters", function()
    local grid = tilepath.grid("...%...", {
      legend = { ["%"] = "smoke" }, terrain = { smoke = 1 } })
    local walker = tilepath.pathfinder(grid)
    local eyes = tilepath.pathfinder(grid, { costs = { smoke = false } })
    local near = { range = 9, range_sight = eyes }
    assert.are.equal("5 1", last(walker:find(3, 1, 7, 1, near)))
    -- Eyes in smoke see nothing, not even their own cell; a goal in smoke is
    -- seen.
    assert.are.equal("3 1", last(walker:find(4, 1, 2, 1, near)))
    assert.are.equal(1, select(2, walker:find(4, 1, 4, 1, near)))
    assert.are.equal(1, walker:find(3, 1, 4, 1, near):count())
    assert.are.same({ nil, "unreachable" }, list(walker:find(4, 1, 4, 1,
      { range = 0, range_sight = eyes })))
  end)

  it("equals the finder's own sight with the finder itself", function()
    local grid = tilepath.grid("....\n.#..\n....")
    local finder = tilepath.pathfinder(grid)
    for x = 1, 4 do
      local path = finder:find(1, 1, x, 3, { range = 2, range_sight = finder })
      assert.are.equal(finder:find(1, 1, x, 3, { range = 2,
        range_sight = true }), path)
    end
  end)

  it("works in every kind of query", function()
    local walker, eyes, grid = archers(".....~~~..\n.....~~~..")
    local query = { range = 5, range_sight = eyes }
    assert.are.equal("3.5 0.5",
      last(walker:find_world(0.5, 0.5, 8.5, 0.5, query)))
    local path = walker:find(1, 1, { { 10, 1 }, { 9, 2 }, { 8, 9 } }, query)
    assert.are.same({ 2, "4 2" }, { path.goal, last(path) })
    local search = walker:search(1, 1, 9, 1, query)
    while search:step(1) == "running" do
    end
    assert.are.equal("4 1", last(search:path()))
    local answers = walker:find_many({ { 1, 1, 9, 1 }, { 1, 2, 10, 2 },
      { 1, 1, { { 9, 1 } } } }, query)
    assert.are.same({ "4 1", "5 2", "4 1" },
      { last(answers[1]), last(answers[2]), last(answers[3]) })
    grid:fill(6, 1, 1, 2, "wall")
    path = walker:find(1, 1, 9, 1, { range = 5, range_sight = eyes,
      partial = true })
    assert.are.same({ "5 1", true }, { last(path), path.partial })
  end)

  it("follows edits of the map", function()
    local walker, eyes, grid = archers(".....~~~..")
    local query = { range = 5, range_sight = eyes }
    assert.is_truthy(walker:find(1, 1, 9, 1, query))
    grid:set(6, 1, "wall")
    assert.are.same({ nil, "unreachable" }, list(walker:find(1, 1, 9, 1,
      query)))
    grid:set(6, 1, "water")
    assert.is_truthy(walker:find(1, 1, 9, 1, query))
    local search = walker:search(1, 1, 9, 1, query)
    grid:set(6, 1, "wall")
    eyes:find(1, 1, 2, 1)
    assert.are.equal("failed", search:step(100))
    assert.are.equal("stale", search.reason)
  end)

  describe("#core_c with a body", function()
    local walker, thin, stout

    before_each(function()
      local _, grid
      walker, _, grid = archers(".~~#.\n#~~~.\n#####")
      thin = tilepath.pathfinder(grid, { costs = { water = 1 } })
      stout = tilepath.pathfinder(grid, { costs = { water = 1 },
        radius = 0.5 })
    end)

    local function find(x, y, eyes, query)
      query.range, query.range_sight = 9, eyes
      return walker:find(x, y, 5, 2, query)
    end

    it("sees no goal past a corner that the body touches", function()
      assert.are.equal(1, find(1, 1, thin, {}):count())
      assert.are.same({ nil, "unreachable" }, list(find(1, 1, stout, {})))
      local path = find(1, 1, stout, { partial = true })
      assert.are.same({ "1 1", true }, { last(path), path.partial })
    end)

    it("leads away from a wall until the body sees the goal", function()
      assert.are.equal("1 1", last(find(1, 2, thin, { escape = true })))
      local path = find(1, 2, stout, { escape = true })
      assert.are.equal("5", last(path):sub(1, 1))
    end)
  end)

  it("raises for a wrong value", function()
    local walker, eyes, grid = archers("..")
    local function refuses(message, value, range)
      for _, call in ipairs { "find", "search" } do
        assert.are.equal(call .. ": " .. message, mistake(function()
          walker[call](walker, 1, 1, 2, 1, { range = range or 1,
            range_sight = value })
        end))
      end
      assert.are.equal("find_many: " .. message, mistake(function()
        walker:find_many({ { 1, 1, 2, 1 } }, { range = range or 1,
          range_sight = value })
      end))
    end
    refuses("range_sight must be true, false or a pathfinder, got grid", grid)
    refuses("range_sight must be true, false or a pathfinder, got table", {})
    refuses("range_sight must be true, false or a pathfinder, got 'eyes'",
      "eyes")
    refuses("option 'range_sight' is a pathfinder on another grid",
      tilepath.pathfinder(grid:copy()))
    assert.are.equal("find: option 'range_sight' needs option 'range'",
      mistake(function() walker:find(1, 1, 2, 1, { range_sight = eyes }) end))
  end)

  -- The core in Lua has no heuristic functions.
  it("is refused while the eyes are busy, and the walker is not "
    .. "#core_c", function()
    local grid = tilepath.grid("....")
    local walker, message = tilepath.pathfinder(grid), nil
    local eyes
    eyes = tilepath.pathfinder(grid, { heuristic = function()
      local query = { range = 1, range_sight = eyes }
      message = message or mistake(function()
        walker:find(1, 1, 4, 1, query)
      end)
      assert.is_truthy(walker:find(1, 1, 4, 1, { range = 1,
        range_sight = true }))
      return 0
    end })
    eyes:find(1, 1, 4, 1)
    assert.are.equal("find: the pathfinder is busy (a callback may not do "
      .. "this)", message)
  end)

  --- Do eyes in a cell see the goal? On a copy of the map on which the eyes may
  -- enter the goal.
  local function seer(grid, profile, x, y)
    if not tilepath.pathfinder(grid, profile):can_enter(x, y) then
      grid = grid:copy()
      grid:set(x, y, "open")
    end
    local eyes = tilepath.pathfinder(grid, profile)
    return function(from_x, from_y)
      return (eyes:line_of_sight(from_x, from_y, x, y))
    end
  end

  for _, rule in ipairs(rules) do
    it("equals lines of sight, under " .. rule, function()
      local random = numbers.new(11)
      for round = 1, 60 do
        local width, height = random(2, 22), random(2, 22)
        local grid = tilepath.grid(numbers.map(random, width, height,
          "....~~#"), WATER)
        local walker = tilepath.pathfinder(grid, {
          diagonal = rules[random(1, 4)], size = round % 3 == 0 and 2 or 1 })
        local profile = { diagonal = rule, costs = {
          water = random(1, 3) > 1 and 1 or nil } }
        local eyes = tilepath.pathfinder(grid, profile)
        local x, y, range = random(1, width), random(1, height), random(0, 12)
        local goal_x, goal_y = random(1, width), random(1, height)
        local sees = seer(grid, profile, goal_x, goal_y)
        local query = { range = range, range_sight = eyes }
        local path, cost = walker:find(x, y, goal_x, goal_y, query)
        local reach = walker:reach(x, y, math.huge)
        local best
        for to_x, to_y, way in (reach and reach:cells() or none) do
          local dx, dy = to_x - goal_x, to_y - goal_y
          if dx * dx + dy * dy <= range * range and eyes:can_enter(to_x, to_y)
            and sees(to_x, to_y) and (not best or way < best) then
            best = way
          end
        end
        if best then
          helper.near(best, cost, 1e-5)
          local end_x, end_y = path:point(path:count())
          assert.is_true(sees(end_x, end_y) and eyes:can_enter(end_x, end_y))
        else
          assert.is_nil(path)
          assert.are.equal(reach and "unreachable" or "start_blocked", cost)
        end
      end
    end)
  end
end)
