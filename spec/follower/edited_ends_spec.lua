--- Bodies whose paths may end in one of several cells: an edit away from the path
-- makes its end unfit, as when a wall comes into the line of sight.

local tilepath = require "tilepath"

local SIDE = 21
local SIGHT, BESIDE = { within = 6, sight = true }, { adjacent = true }

--- The eight ways to turn and mirror a board.
local function each_turn(f)
  for k = 0, 7 do
    f(function(x, y)
      x, y = k % 2 == 0 and x or SIDE + 1 - x, k % 4 < 2 and y or SIDE + 1 - y
      return k < 4 and x or y, k < 4 and y or x
    end)
  end
end

--- A board with walls in some cells, a pathfinder, and a body in cell 2, 11.
local function board(kind, turned, profile)
  local b = { told = {}, grid = tilepath.grid(SIDE, SIDE) }
  b.grid:terrain("smoke", 1, false)
  function b.set(terrain, ...)
    for _, cell in ipairs { ... } do
      local x, y = turned(cell[1], cell[2])
      b.grid:set(x, y, terrain)
    end
  end
  b.set("wall", { 1, 1 }, { 21, 21 })
  b.set("smoke", { 1, 21 })
  b.finder = tilepath.pathfinder(b.grid, profile and profile(b.grid))
  local x, y = turned(2, 11)
  local of_body = { finder = b.finder, cell_x = x, cell_y = y, speed = 1 }
  b.crowd = tilepath.crowd(b.grid)
  b.body = kind == "unit" and b.crowd:add(of_body) or tilepath.follower(of_body)
  for _, what in ipairs { "arrived", "blocked" } do
    b.body["on_" .. what] = function()
      b.told[#b.told + 1] = what
    end
  end
  function b.play(seconds)
    for _ = 1, 4 * seconds do
      (kind == "unit" and b.crowd or b.body):update(0.25)
    end
  end
  function b.at()
    return b.body.cell_x, b.body.cell_y
  end
  return b
end

local function each(f)
  for _, kind in ipairs { "unit", "follower" } do
    each_turn(function(turned)
      f(kind, turned)
    end)
  end
end

--- It has arrived once, where a new order would find nothing to do.
local function assert_arrived(b, x, y, query)
  assert.are.equal("arrived", table.concat(b.told, " "))
  assert.is_nil(b.body.reason)
  local at_x, at_y = b.at()
  local path, cost = b.finder:find(at_x, at_y, x, y, query)
  assert.are.same({ 2, 0 }, { path and #path, cost })
end

describe("after an edit away from its path, a body", function()
  it("looks for another end that sees its goal", function()
    each(function(kind, turned)
      local b = board(kind, turned)
      local x, y = turned(16, 11)
      b.body:go_cell(x, y, SIGHT)
      b.play(3)
      b.set("wall", { 15, 10 }, { 15, 11 }, { 15, 12 })
      b.play(30)
      assert_arrived(b, x, y, SIGHT)
    end)
  end)

  it("looks for another end beside its goal", function()
    each(function(kind, turned)
      local b = board(kind, turned)
      local x, y = turned(16, 16)
      b.set("wall", { 16, 16 })
      b.body:go_cell(x, y, BESIDE)
      b.play(3)
      b.set("wall", { 16, 15 })
      b.play(30)
      assert_arrived(b, x, y, BESIDE)
    end)
  end)

  it("looks for another end of a list, in the world", function()
    each(function(kind, turned)
      local b = board(kind, turned)
      local x, y = turned(16, 11)
      local wx, wy = b.grid:to_world(x, y)
      local far_x, far_y = b.grid:to_world(turned(2, 21))
      b.body:go({ { far_x, far_y, cost = 99 }, { wx, wy } }, SIGHT)
      b.play(3)
      assert.are.equal(2, b.body.goal_index)
      b.set("wall", { 15, 10 }, { 15, 11 }, { 15, 12 })
      b.play(30)
      assert.are.equal(2, b.body.goal_index)
      assert_arrived(b, x, y, SIGHT)
    end)
  end)

  it("sees by the eyes of its pathfinder", function()
    each(function(kind, turned)
      local b = board(kind, turned, function(grid)
        return { eyes = tilepath.pathfinder(grid, { opaque = { smoke = true } }) }
      end)
      local x, y = turned(16, 11)
      b.body:go_cell(x, y, SIGHT)
      b.play(3)
      b.set("smoke", { 15, 10 }, { 15, 11 }, { 15, 12 })
      b.play(30)
      assert_arrived(b, x, y, SIGHT)
    end)
  end)

  it("looks for another end on its last step", function()
    for _, case in ipairs {
      { SIGHT, 10, { 15, 10 }, { 15, 11 }, { 15, 12 } },
      { BESIDE, 15, { 15, 11 } },
    } do
      each(function(kind, turned)
        local b = board(kind, turned)
        local x, y = turned(16, 11)
        local end_x, end_y = turned(case[2], 11)
        b.body:go_cell(x, y, case[1])
        b.play(case[2] - 2.25)
        local at_x, at_y = b.at()
        assert.are.same({ end_x, end_y, "going" }, { at_x, at_y, b.body.status })
        for i = 3, #case do
          b.set("wall", case[i])
        end
        b.play(30)
        assert_arrived(b, x, y, case[1])
      end)
    end
  end)

  it("goes on as before if its end is as good as before", function()
    each(function(kind, turned)
      local places = {}
      for i = 1, 2 do
        local b = board(kind, turned)
        local x, y = turned(16, 11)
        b.body:go_cell(x, y, SIGHT)
        for k = 1, 10 do
          b.play(1)
          b.set(i == 1 and "open" or "wall", { 18, 5 + k })
          places[k] = places[k] or { b.body.x, b.body.y }
          assert.are.same(places[k], { b.body.x, b.body.y })
        end
        assert_arrived(b, x, y, SIGHT)
      end
    end)
  end)

  it("is blocked while there is no end", function()
    each(function(kind, turned)
      local b = board(kind, turned)
      local x, y = turned(16, 11)
      local near = { within = 3, sight = true }
      for column = 5, 17 do
        b.set("wall", { column, 10 }, { column, 12 })
      end
      b.set("wall", { 17, 11 })
      b.body:go_cell(x, y, near)
      b.play(3)
      b.set("wall", { 15, 11 })
      b.play(30)
      assert.are.equal("blocked", table.concat(b.told, " "))
      assert.are.equal("unreachable", b.body.reason)
      b.told = {}
      b.set("open", { 15, 11 })
      b.play(60)
      assert_arrived(b, x, y, near)
    end)
  end)
end)

describe("after an edit away from its way to a point, a patrol", function()
  it("looks for another end", function()
    each_turn(function(turned)
      local b = board("follower", turned)
      local x, y = turned(16, 11)
      b.body:patrol_cell({ { x, y }, { turned(2, 11) } }, SIGHT)
      b.play(3)
      b.set("wall", { 15, 10 }, { 15, 11 }, { 15, 12 })
      local at_x, at_y
      b.body.on_reached = function(i)
        if i == 1 and not at_x then
          at_x, at_y = b.at()
        end
      end
      b.play(40)
      assert.is_true(b.finder:line_of_sight(at_x, at_y, x, y))
    end)
  end)
end)

describe("a body whose goal a resize has cut off", function()
  local function rests(kind, turned)
    local b = board(kind, turned)
    local x, y = turned(20, 11)
    b.body:go_cell({ { x, y } }, SIGHT)
    b.play(3)
    local left, top = turned(1, 1)
    local right, bottom = turned(18, 18)
    left, right = math.min(left, right), math.max(left, right)
    top, bottom = math.min(top, bottom), math.max(top, bottom)
    b.grid:resize(left, top, right - left + 1, bottom - top + 1)
    b.play(30)
    assert.is_false(b.body.moving)
    return table.concat(b.told, " ")
  end

  it("comes to rest", function()
    each(function(kind, turned)
      local told = rests(kind, turned)
      assert.is_true(told == "arrived" or kind == "unit" and told == "blocked")
    end)
  end)

  it("keeps its end, with the module #core_c", function()
    each(function(kind, turned)
      assert.are.equal("arrived", rests(kind, turned))
    end)
  end)
end)

describe("a follower with several goals", function()
  it("goes on to the one that it has chosen while its end fits", function()
    each_turn(function(turned)
      local b = board("follower", turned)
      b.grid:terrain("mud", 9)
      for row = 1, 21 do
        b.set("mud", { 12, row }, { 13, row }, { 14, row })
      end
      local far_x, far_y = turned(20, 11)
      local near_x, near_y = turned(9, 11)
      local near = { within = 1, sight = true }
      b.body:go_cell({ { far_x, far_y }, { near_x, near_y, cost = 30 } }, near)
      b.play(1)
      assert.are.equal(2, b.body.goal_index)
      for row = 1, 21 do
        b.set("open", { 12, row }, { 13, row }, { 14, row })
      end
      b.play(30)
      assert.are.equal(2, b.body.goal_index)
      assert_arrived(b, near_x, near_y, near)
    end)
  end)
end)

describe("a follower on a path with a corner", function()
  it("is blocked if an edit leaves no end", function()
    each_turn(function(turned)
      local b = board("follower", turned)
      for column = 1, 14 do
        b.set("wall", { column, 10 }, { column + 2, 12 }, { column, 14 })
      end
      b.set("wall", { 1, 11 }, { 1, 12 }, { 1, 13 }, { 14, 11 }, { 14, 13 })
      local x, y = turned(13, 13)
      b.body:go_cell(x, y, { within = 3, sight = true })
      b.play(0.5)
      assert.are.equal("going", b.body.status)
      b.set("wall", { 12, 13 })
      b.play(30)
      assert.are.equal("blocked", table.concat(b.told, " "))
      assert.are.equal("unreachable", b.body.reason)
    end)
  end)
end)
