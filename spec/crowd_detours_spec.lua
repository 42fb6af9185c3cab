--- Who is in the way for good: units that are paused, two that rest at both
-- sides of a diagonal step. Others go round them, where there is a way.

local tilepath = require "tilepath"

--- Two rooms of nine columns with two doors, in rows 3 and `other`.
local function new_rooms(other, width)
  local rows = {}
  for y = 1, other + 3 do
    local is_door = y == 3 or y == other or width == 2
      and (y == 4 or y == other + 1)
    rows[y] = ("."):rep(9) .. (is_door and "." or "#") .. ("."):rep(9)
  end
  return tilepath.grid(table.concat(rows, "\n"))
end

local PASSES = {
  ["by turns"] = function(crowd) return crowd:tick() end,
  ["in real time"] = function(crowd) return crowd:update(1) end,
}

local function add(crowd, finder, x, y)
  return assert(crowd:add { finder = finder, cell_x = x, cell_y = y,
    speed = 1 })
end

local function go(unit, x, y)
  assert.is_true(unit:go(unit.finder:to_world(x, y)))
end

local function at(unit)
  return { unit.cell_x, unit.cell_y, unit.status }
end

for name, pass in pairs(PASSES) do
  describe("a paused unit in one of two doors, " .. name .. ":", function()
    local function pass_beats(crowd, beats)
      for _ = 1, beats do
        pass(crowd)
      end
    end

    for _, nodes in ipairs { false, 50 } do
      it("others take the other door" .. (nodes and ", with nodes" or ""),
        function()
          local grid = new_rooms(18)
          local finder = tilepath.pathfinder(grid)
          local crowd = tilepath.crowd(grid, { nodes = nodes or nil })
          local guard = add(crowd, finder, 10, 3)
          guard:pause()
          local units = {}
          for i = 1, 4 do
            units[i] = add(crowd, finder, 3, i)
            go(units[i], 16, i)
          end
          pass_beats(crowd, 90)
          for i = 1, 4 do
            assert.are.same({ 16, i, "arrived" }, at(units[i]))
          end
          assert.are.same({ 10, 3, "paused" }, at(guard))
        end)
    end

    it("large ones, too", function()
      local grid = new_rooms(12, 2)
      local finder = tilepath.pathfinder(grid)
      local giants = tilepath.pathfinder(grid, { size = 2 })
      local crowd = tilepath.crowd(grid)
      add(crowd, finder, 10, 4):pause()
      local giant = add(crowd, giants, 3, 3)
      go(giant, 15, 3)
      pass_beats(crowd, 60)
      assert.are.same({ 15, 3, "arrived" }, at(giant))
    end)

    it("where both are held they are blocked, until one is free", function()
      local grid = new_rooms(9)
      local finder = tilepath.pathfinder(grid)
      local crowd = tilepath.crowd(grid)
      local first, second = add(crowd, finder, 10, 3), add(crowd, finder, 10, 9)
      first:pause()
      second:pause()
      local unit = add(crowd, finder, 3, 3)
      go(unit, 16, 3)
      pass_beats(crowd, 78)
      assert.are.equal("stuck", unit.reason)
      second:remove()
      go(unit, 16, 3)
      pass_beats(crowd, 60)
      assert.are.same({ 16, 3, "arrived" }, at(unit))
    end)

    it("a wall that is built on the way round is seen", function()
      local grid = new_rooms(9)
      local finder = tilepath.pathfinder(grid)
      local crowd = tilepath.crowd(grid)
      local guard = add(crowd, finder, 10, 3)
      guard:pause()
      local unit = add(crowd, finder, 3, 3)
      go(unit, 16, 3)
      pass_beats(crowd, 9)
      grid:set(10, 9, "wall")
      pass_beats(crowd, 20)
      guard:resume()
      go(unit, 16, 3)
      pass_beats(crowd, 40)
      assert.are.same({ 16, 3, "arrived" }, at(unit))
    end)

    it("it goes on the same when it was saved", function()
      local grid = new_rooms(14)
      local finder = tilepath.pathfinder(grid)
      local crowd = tilepath.crowd(grid)
      add(crowd, finder, 10, 3):pause()
      for i = 1, 5 do
        go(add(crowd, finder, 1 + i, 3), 12 + i, 3)
      end
      for _ = 1, 50 do
        local twin = tilepath.crowd(grid, { state = crowd:state(),
          finders = function() return finder end })
        for _ = 1, 6 do
          pass(crowd)
          pass(twin)
        end
        local others = twin:units()
        for i, unit in ipairs(crowd:units()) do
          assert.are.same(at(unit), at(others[i]))
          assert.are.equal(unit.x, others[i].x)
        end
      end
    end)
  end)

  it("nobody stands for ever before two that rest, " .. name, function()
    -- Of so many cells that units go along trails.
    local grid = tilepath.grid(200, 150)
    for _, size in ipairs { 1, 2 } do
      local finder = tilepath.pathfinder(grid, { size = size })
      local small = tilepath.pathfinder(grid)
      local crowd = tilepath.crowd(grid)
      add(crowd, small, 50 + size, 50)
      add(crowd, small, 50, 50 + size)
      local unit = add(crowd, finder, 10, 10)
      go(unit, 100, 100)
      for _ = 1, 150 do
        pass(crowd)
      end
      assert.are.same({ 100, 100, "arrived" }, at(unit))
    end
  end)
end

it("a state in which somebody goes round on a map too large is refused",
  function()
    local grid = new_rooms(12)
    local finder = tilepath.pathfinder(grid)
    local crowd = tilepath.crowd(grid)
    add(crowd, finder, 10, 3):pause()
    go(add(crowd, finder, 8, 3), 16, 3)
    for _ = 1, 3 do
      crowd:tick()
    end
    local large = tilepath.grid(200, 150)
    local walkers = tilepath.pathfinder(large)
    assert.has_error(function()
      tilepath.crowd(large, { state = crowd:state(),
        finders = function() return walkers end })
    end)
  end)
