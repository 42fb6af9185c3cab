--- Passages of a unit's own width: right of way, waiting outside, and links as
-- ways out. Each board is also played turned and mirrored.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

--- How a board lies: upright, turned, mirrored.
local LIES = {
  upright = function(_, x, y) return x, y end,
  turned = function(_, x, y) return y, x end,
  mirrored = function(width, x, y, size) return width + 2 - x - size, y end,
}

--- A map from rows of text, and a function that takes a cell of them to a cell
-- of the map.
-- @param size  of the units
local function lay(rows, lie, size, shape)
  local width, map = #rows[1], {}
  local function to_map(x, y, of)
    return LIES[lie](width, x, y, of or size or 1)
  end
  for y, row in ipairs(rows) do
    for x = 1, width do
      local to_x, to_y = to_map(x, y, 1)
      map[to_y] = map[to_y] or {}
      map[to_y][to_x] = row:sub(x, x) ~= "#"
    end
  end
  return tilepath.grid(map, { walkable = true, shape = shape }), to_map
end

--- A room, and a lane in its middle row.
local function room_with_lane(side, lane, size)
  local rows, middle = {}, math.floor((side - size) / 2)
  for y = 1, side do
    local is_lane = y > middle and y <= middle + size
    rows[y] = ("."):rep(side) .. (is_lane and "." or "#"):rep(lane + size - 1)
  end
  return rows, side + lane, middle + 1
end

local function go_on(crowd, by_time)
  if by_time then
    crowd:update(0.25)
  else
    crowd:tick()
  end
end

--- The number of visits that each worker makes to a dock at the end of a lane.
-- @param from  the text of the crowd is loaded each so many ticks, if given
local function visits(kind, lie, lane, workers, time, from)
  local size = kind.size or 1
  local rows, dock_x, dock_y = room_with_lane(5 * size, lane, size)
  local grid, to_map = lay(rows, lie, size, kind.shape)
  local finder = tilepath.pathfinder(grid,
    { size = size, diagonal = kind.diagonal })
  local crowd, per = tilepath.crowd(grid), {}
  for i = 1, workers do
    local x, y = 1 + size * ((i - 1) % 3), 1 + size * math.floor((i - 1) / 3)
    local home_x, home_y = to_map(x, y)
    local unit = crowd:add { finder = finder, cell_x = home_x, cell_y = home_y }
    unit:patrol_cell { { to_map(dock_x, dock_y) }, { home_x, home_y } }
    per[i] = 0
  end
  for now = 1, time do
    if from and now % from == 0 then
      local finders = {}
      for i = 1, workers do finders[i] = finder end
      crowd = helper.load_crowd(grid, { state = crowd:save(), finders = finders })
    end
    go_on(crowd, kind.by_time)
    for unit, what, point in crowd:events() do
      if what == "reached" and point == 1 then
        for i, other in ipairs(crowd:units()) do
          per[i] = per[i] + (other == unit and 1 or 0)
        end
      end
    end
  end
  return per
end

local function sum(list)
  local total = 0
  for _, value in ipairs(list) do
    total = total + value
  end
  return total
end

local function least(list)
  local found = math.huge
  for _, value in ipairs(list) do
    found = math.min(found, value)
  end
  return found
end

local KINDS = {
  { name = "squares" },
  { name = "squares without diagonal steps", diagonal = "never" },
  { name = "hexagons", shape = "hex", shortest = 2 },
  { name = "seconds", by_time = true },
}

describe("#once a dock at the end of a lane", function()
  for _, kind in ipairs(KINDS) do
    it("is not visited less by more workers: " .. kind.name, function()
      for _, lie in ipairs { "upright", "turned", "mirrored" } do
        for lane = kind.shortest or 1, lie == "upright" and 3 or 2 do
          local best = 0
          for _, workers in ipairs { 1, 2, 5, 11 } do
            local per = visits(kind, lie, lane, workers, 250)
            local all = sum(per)
            local text = ("%s, lane %d, %d workers: %s"):format(lie, lane,
              workers, table.concat(per, " "))
            assert.is_true(all >= 0.8 * best, text)
            assert.is_true(least(per) > 0, text)
            best = math.max(best, all)
          end
        end
      end
    end)
  end

  it("is visited as often if the game is saved and loaded meanwhile", function()
    local per = visits(KINDS[1], "upright", 2, 5, 200)
    assert.are.same(per, visits(KINDS[1], "upright", 2, 5, 200, 7))
  end)
end)

describe("#once a unit before a dead end", function()
  for _, lie in ipairs { "upright", "turned", "mirrored" } do
    it("waits for one that comes out, as long as that takes: " .. lie, function()
      local grid, to_map = lay({ "...####", ".......", "...####" }, lie)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local function add(x, y, pace, to_x, to_y)
        local cell_x, cell_y = to_map(x, y)
        local unit = crowd:add { finder = finder, cell_x = cell_x,
          cell_y = cell_y, pace = pace }
        unit:go_cell(to_map(to_x, to_y))
        return unit
      end
      local lane_x, lane_y = to_map(4, 2)
      local slow, quick = add(7, 2, 50, 1, 1), add(1, 2, 1, 6, 2)
      while slow.cell_x ~= lane_x or slow.cell_y ~= lane_y do
        crowd:tick()
        local x = lie == "mirrored" and 8 - quick.cell_x
          or lie == "turned" and quick.cell_y or quick.cell_x
        assert.is_true(x <= 3)
        assert.are.equal("going", quick.status)
      end
      for _ = 1, 200 do
        crowd:tick()
      end
      assert.are.same({ "arrived", "arrived" }, { slow.status, quick.status })
    end)
  end
end)

-- The module's pushes it back until a joint plan comes.
local MOST_PUSHES = tilepath.core == "Lua" and 0 or 9

describe("#once a cart that has come out of a dead end", function()
  for _, lie in ipairs { "upright", "turned", "mirrored" } do
    it("is not pushed back in by one that waits for it: " .. lie, function()
      local rows = room_with_lane(10, 1, 2)
      local grid, to_map = lay(rows, lie, 2)
      local finder = tilepath.pathfinder(grid, { size = 2 })
      local crowd, pushes = tilepath.crowd(grid), 0
      local function add(x, y)
        local cell_x, cell_y = to_map(x, y)
        return crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y }
      end
      local leaver, waiter = add(11, 5), add(6, 4)
      local mouth_x, mouth_y = to_map(9, 5)
      waiter:go_cell(to_map(11, 5))
      waiter:pause() -- it has been under way for longer
      for _ = 1, 40 do
        crowd:tick()
      end
      waiter:resume()
      leaver:go_cell(to_map(1, 1))
      for _ = 1, 60 do
        local was_out = leaver.cell_x == mouth_x and leaver.cell_y == mouth_y
        crowd:tick()
        local x, y = to_map(10, 5)
        local is_back = was_out and leaver.cell_x == x and leaver.cell_y == y
        pushes = pushes + (is_back and 1 or 0)
      end
      assert.is_true(pushes <= MOST_PUSHES, pushes .. " pushes")
      assert.are.same({ "arrived", "arrived" }, { leaver.status, waiter.status })
    end)
  end
end)

--- Crossings by units that walk to and fro between two rooms, through a corridor
-- with a link in its middle.
local function crossings(lie, workers, by_time, on_link)
  local rows = {}
  for y = 1, 5 do
    rows[y] = y == 3 and "......#......" or "....#####...."
  end
  local grid, to_map = lay(rows, lie)
  local x1, y1 = to_map(6, 3)
  local x2, y2 = to_map(8, 3)
  grid:link(x1, y1, x2, y2, { seconds = 0.25 })
  local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
  for i = 1, workers do
    local is_left = i % 2 == 0
    local x, y = 1 + (i - 1) % 2, 1 + math.floor((i - 1) / 2)
    local a, b = { to_map(x, y) }, { to_map(14 - x, y) }
    local from, to = is_left and a or b, is_left and b or a
    local unit = crowd:add { finder = finder, cell_x = from[1],
      cell_y = from[2], on_link = on_link }
    unit:patrol_cell { to, from }
  end
  local count = 0
  for _ = 1, 300 do
    go_on(crowd, by_time)
    for _, what in crowd:events() do
      count = count + (what == "reached" and 1 or 0)
    end
  end
  return count
end

describe("#once a corridor with a link in it", function()
  for _, lie in ipairs { "upright", "turned", "mirrored" } do
    for _, by_time in ipairs { false, true } do
      it(("is crossed no less by more units, %s, by %s"):format(lie,
        by_time and "seconds" or "ticks"), function()
        local best = 0
        for _, workers in ipairs { 1, 2, 4, 8 } do
          local count = crossings(lie, workers, by_time)
          assert.is_true(count >= 0.8 * best,
            ("%d units: %d for %d"):format(workers, count, best))
          best = math.max(best, count)
        end
      end)
    end
  end

  it("is crossed by units whose links the game allows", function()
    local one = crossings("upright", 1, true)
    assert.is_true(crossings("upright", 8, true, function()
      return true
    end) >= one)
  end)
end)

--- Somebody without orders stands in a dead end, at the foot of stairs, and
-- another one wants to go up.
local function foot_of_stairs(lie)
  local grid, to_map = lay({
    "...#####...",
    ".......#...",
    "...#####...",
  }, lie)
  local x1, y1 = to_map(7, 2)
  local x2, y2 = to_map(9, 2)
  local link = grid:link(x1, y1, x2, y2, { name = "stairs", price = 2 })
  local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
  local function add(x, y)
    local cell_x, cell_y = to_map(x, y)
    return crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y }
  end
  local idle, climber = add(7, 2), add(1, 2)
  climber:go_cell(to_map(10, 1))
  return crowd, idle, climber, link
end

describe("#once a unit that is pushed, and has no cell to go to", function()
  for _, lie in ipairs { "upright", "turned", "mirrored" } do
    it("leaves by a link: " .. lie, function()
      local crowd, _, climber = foot_of_stairs(lie)
      local ticks = 0
      while climber.status ~= "arrived" and ticks < 60 do
        crowd:tick()
        ticks = ticks + 1
      end
      assert.are.equal("arrived", climber.status)
    end)

    it("asks the game before it takes a link: " .. lie, function()
      local asked = 0
      local crowd, idle, climber = foot_of_stairs(lie)
      idle.on_link = function(name)
        asked = asked + (name == "stairs" and 1 or 0)
        return asked > 3
      end
      for _ = 1, 60 do
        crowd:tick()
      end
      assert.are.equal(4, asked)
      assert.are.equal("arrived", climber.status)
    end)
  end

  it("stays as long as the game refuses the link", function()
    local crowd, idle, climber, link = foot_of_stairs("upright")
    local x, y = idle.cell_x, idle.cell_y
    idle.on_link = function()
      return false
    end
    for _ = 1, 20 do
      crowd:tick()
    end
    assert.are.same({ x, y, link.id }, { idle.cell_x, idle.cell_y, idle.link })
    assert.are.equal("going", climber.status)
  end)
end)

describe("#once a unit that came late", function()
  it("goes on as soon as its goal is free", function()
    local grid = tilepath.grid("......\n######")
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local first = crowd:add { finder = finder, cell_x = 4, cell_y = 1 }
    local second = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    first:go_cell(5, 1)
    second:go_cell(5, 1)
    for _ = 1, 10 do
      crowd:tick()
    end
    assert.are.equal("blocked", second.status)
    first:go_cell(6, 1)
    for _ = 1, 3 do
      crowd:tick()
    end
    assert.are.equal("arrived", second.status)
  end)
end)

--- A leader walks to the end of a passage, waits, and comes back; its companions
-- stay beside it by new orders in each half second.
-- @return the time of its way out, in steps
local function way_out(lie, companions, diagonal)
  local grid, to_map = lay({ "...########", "...........", "...########" }, lie)
  local finder = tilepath.pathfinder(grid, { diagonal = diagonal })
  local crowd, others, now = tilepath.crowd(grid), {}, 0
  local function add(x, y)
    local cell_x, cell_y = to_map(x, y)
    return crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y }
  end
  local function pass(steps)
    for _ = 1, steps do
      crowd:update(0.25)
      now = now + 1
    end
  end
  local leader = add(3, 2)
  for i = 1, companions do
    others[i] = add(1 + (i - 1) % 2, 1 + 2 * math.floor((i - 1) / 2))
  end
  local function walk(x, y, most)
    local began = now
    leader:go_cell(to_map(x, y))
    while leader.status ~= "arrived" and now - began < most do
      for _, unit in ipairs(others) do
        unit:go_cell(leader.cell_x, leader.cell_y, { adjacent = true })
      end
      pass(2)
    end
    return now - began
  end
  assert.is_true(walk(11, 2, 100) < 100)
  pass(20)
  return walk(1, 2, 100)
end

describe("#once a leader", function()
  for _, lie in ipairs { "upright", "turned", "mirrored" } do
    for companions = 1, 3 do
      it(("comes out of a dead end, %s, with companions: %d"):format(lie,
        companions), function()
        for _, diagonal in ipairs { "never", "only_if_no_obstacles" } do
          assert.is_true(way_out(lie, companions, diagonal) < 20)
        end
      end)
    end
  end
end)

describe("#once a unit behind others at rest", function()
  for lie in pairs(LIES) do
    it("comes out of a dead end before one comes in, " .. lie, function()
      for idle = 1, 2 do
        for _, diagonal in ipairs { "never", "always" } do
          local grid, to_map = lay({ "....######", "..........",
            "....######" }, lie)
          local finder = tilepath.pathfinder(grid, { diagonal = diagonal })
          local crowd = tilepath.crowd(grid)
          local function add(x)
            local cell_x, cell_y = to_map(x, 2)
            return crowd:add { finder = finder, cell_x = cell_x,
              cell_y = cell_y }
          end
          add(1):go_cell(to_map(9, 2))
          for i = 1, idle do add(8 - i) end
          for _ = 1, 4 do crowd:tick() end
          local unit = add(8)
          unit:go_cell(to_map(1, 2))
          for _ = 1, 12 do crowd:tick() end
          assert.are.equal("arrived", unit.status)
        end
      end
    end)
  end
end)

-- Units before a lane in the lower row, and their goals: some have been under
-- way for long, some not. The one at the corner does not want to go in.
local BEFORE_LANE = {
  { long = { { 3, 1, 3, 2 }, { 2, 1, 6, 2 } }, short = {} },
  { long = { { 3, 2, 6, 2 }, { 2, 2, 5, 2 }, { 2, 1, 4, 2 } },
    short = { { 3, 1, 2, 1 } } },
}

--- @return the crowd, and a unit in the lane that comes out past the corner
local function meet_at_corner(lie, before)
  local grid, to_map = lay({ "...###", "......" }, lie)
  local finder = tilepath.pathfinder(grid, { diagonal = "always" })
  local crowd, long = tilepath.crowd(grid), {}
  local function send(x, y, goal_x, goal_y)
    local cell_x, cell_y = to_map(x, y)
    local unit = crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y }
    unit:go_cell(to_map(goal_x, goal_y))
    return unit
  end
  for i, way in ipairs(before.long) do
    long[i] = send(way[1], way[2], way[3], way[4])
    long[i]:pause()
  end
  for _ = 1, 10 do crowd:tick() end
  for _, unit in ipairs(long) do unit:resume() end
  for _, way in ipairs(before.short) do
    send(way[1], way[2], way[3], way[4])
  end
  return crowd, send(4, 2, 1, 1)
end

describe("#once a unit that comes out of a dead end past a corner", function()
  for lie in pairs(LIES) do
    it("goes before those that want to go in: " .. lie, function()
      for _, before in ipairs(BEFORE_LANE) do
        local crowd, unit = meet_at_corner(lie, before)
        for _ = 1, 10 do crowd:tick() end
        assert.are.equal("arrived", unit.status)
      end
    end)
  end
end)

describe("#once units that meet in a lane with one bay", function()
  for lie in pairs(LIES) do
    for _, by_seconds in ipairs { false, true } do
      it(("pass each other, %s, by %s"):format(lie, by_seconds and "seconds"
        or "ticks"), function()
        local bay = ("#"):rep(9) .. "." .. ("#"):rep(10)
        local grid, to_map = lay({ ("."):rep(20), bay, bay, bay }, lie)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        for _, xs in ipairs { { 3, 20 }, { 2, 19 }, { 1, 18 }, { 18, 1 },
          { 19, 2 }, { 20, 3 } } do
          local x, y = to_map(xs[1], 1)
          local unit = crowd:add { finder = finder, cell_x = x, cell_y = y,
            speed = 4 }
          unit:go_cell(to_map(xs[2], 1))
        end
        for _ = 1, 160 do
          for _ = 1, by_seconds and 4 or 1 do
            if by_seconds then crowd:update(1 / 16) else crowd:tick() end
          end
        end
        for _, unit in ipairs(crowd:units()) do
          assert.are.equal("arrived", unit.status)
        end
      end)
    end
  end
end)
