--- What a player expects of many units, on boards that are drawn: more workers
-- bring no less to a dock, a leader comes out of a passage before its companions,
-- those at rest make way, a faster unit overtakes, hunters around a target come to
-- rest, and a group closes the gaps of those that fall. Boards lie in eight ways,
-- time goes by ticks or by seconds, and games are saved and loaded in between.

local boards = require "spec.support.boards"
local crowd_judge = require "spec.support.crowd_judge"
local law = require "spec.support.law"
local tilepath = require "tilepath"

local MOST_COMPANIONS = 4
local MOST_STILL = 8 -- steps
local MOST_PASSED = 32 -- if others must pass: until a joint plan leads them

--- A step's time passes; now and then the game is saved, and loaded again.
-- @param told  is called with what each event is, its value, and its unit; or nil
local function new_clock(crowd, by_seconds, told)
  local now = 0
  return function()
    now = now + 1
    for _ = 1, by_seconds and 4 or 1 do
      if by_seconds then
        crowd:update(0.25)
      else
        crowd:tick()
      end
      for unit, what, value in crowd:events() do
        if told then told(what, value, unit) end
      end
    end
    if now % 37 == 0 then
      local text, targets = crowd:save()
      assert.is_true(crowd:load(text, { targets = targets }))
    end
  end
end

--- A room with a lane that begins in its middle row.
local function room_with_lane(side, lane)
  local rows, middle = {}, math.floor((side + 1) / 2)
  for y = 1, side do
    rows[y] = ("."):rep(side) .. (y == middle and "." or "#"):rep(lane)
  end
  return rows, middle
end

local function visits(scene, workers)
  local rows, middle = room_with_lane(scene.side, scene.lane)
  local grid, at = boards.drawn(rows, {}, scene.turn)
  local finder = tilepath.pathfinder(grid, { diagonal = scene.diagonal })
  local crowd, count = tilepath.crowd(grid), 0
  local pass = new_clock(crowd, scene.by_seconds, function(what, point)
    count = count + (what == "reached" and point == 1 and 1 or 0)
  end)
  for i = 0, workers - 1 do
    local x, y = at(1 + i % 3, 1 + math.floor(i / 3))
    local unit = crowd:add { finder = finder, cell_x = x, cell_y = y, speed = 1 }
    unit:patrol_cell { { at(scene.side + scene.lane, middle) }, { x, y } }
  end
  for _ = 1, 200 do pass() end
  return count
end

describe("many units #once", function()
  law(it, "bring no less to a dock than fewer", { runs = 8,
    draw = function(random)
      return { side = random(4, 6), lane = random(1, 4), turn = random(0, 7),
        by_seconds = random.chance(50), workers = random(5, 12),
        diagonal = random.any(boards.RULES) }
    end }, function(scene)
      local best = 0
      local room = math.floor(scene.side * scene.side / 2)
      for _, workers in ipairs { 1, 3, math.min(scene.workers, room) } do
        local count = visits(scene, workers)
        assert(count >= 0.8 * best, ("%d visits of %d workers, %d of fewer")
          :format(count, workers, best))
        best = math.max(best, count)
      end
    end)

  law(it, "let their leader out of a passage", { runs = 16,
    draw = function(random)
      return { side = random(3, 4), lane = random(4, 9), turn = random(0, 7),
        by_seconds = random.chance(50), companions = random(1, MOST_COMPANIONS),
        keeps = random.chance(50), by_keys = random.chance(50),
        diagonal = random.any(boards.RULES), rests = random(0, 12),
        follows = random.chance(40) }
    end }, function(scene)
      local rows, middle = room_with_lane(scene.side, scene.lane)
      local grid, at = boards.drawn(rows, {}, scene.turn)
      local finder = tilepath.pathfinder(grid, { diagonal = scene.diagonal })
      local crowd = tilepath.crowd(grid)
      local pass = new_clock(crowd, scene.by_seconds)
      local function add(x, y)
        local cell_x, cell_y = at(x, y)
        return crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y,
          speed = 1 }
      end
      local leader = add(scene.side, middle)
      for i = 0, scene.companions - 1 do
        local unit = add(1 + i % 2, 1 + math.floor(i / 2))
        if scene.follows then
          unit:follow(leader)
        elseif scene.keeps then
          unit:keep(leader, { within = 2 })
        else
          unit:chase(leader)
        end
      end
      local function walk(column)
        local x, y = at(column, middle)
        for step = 1, 100 do
          if leader.cell_x == x and leader.cell_y == y then return step end
          if not scene.by_keys then
            leader:go_cell(x, y)
          elseif not leader.moving or not scene.by_seconds then
            local dx, dy = x - leader.cell_x, y - leader.cell_y
            leader:step(dx > 0 and 1 or dx < 0 and -1 or 0,
              dy > 0 and 1 or dy < 0 and -1 or 0)
          end
          pass()
        end
        error(("it stands in %d, %d"):format(leader.cell_x, leader.cell_y), 0)
      end
      walk(scene.side + scene.lane)
      for _ = 1, scene.rests do pass() end
      walk(scene.side)
    end)

  law(it, "change places with their leader where nothing leads past", {
    runs = 24,
    draw = function(random)
      return { companions = random(1, 4), before = random(0, 3),
        turn = random(0, 7), by_seconds = random.chance(50),
        by_keys = random.chance(50), in_chain = random.chance(50),
        hunts = random.chance(50), within = random(1, 2),
        diagonal = random.any(boards.RULES), rests = random(0, 4) }
    end }, function(scene)
      local first = scene.before + 2
      local last = first + scene.companions
      local grid, at = boards.drawn({ ("."):rep(last) }, {}, scene.turn)
      local finder = tilepath.pathfinder(grid, { diagonal = scene.diagonal })
      local crowd, units = tilepath.crowd(grid), {}
      local rows = {}
      for y = 1, grid.height do
        rows[y] = ("."):rep(grid.width)
      end
      local judge = crowd_judge.new(rows, scene.diagonal)
      local pass, now = new_clock(crowd, scene.by_seconds), 0
      local function add(x, yields)
        local cell_x, cell_y = at(x, 1)
        units[#units + 1] = crowd:add { finder = finder, cell_x = cell_x,
          cell_y = cell_y, speed = 1, yields = yields }
        judge:add(#units, {})
        return units[#units]
      end
      local function look()
        local places = {}
        for i, unit in ipairs(units) do
          places[i] = { x = unit.cell_x, y = unit.cell_y }
        end
        judge:see(now, places)
        assert(#judge.faults == 0, judge.faults[1])
      end
      function judge.follows(id)
        return id > 2
      end
      local function turn()
        pass()
        now = now + 1
        look()
      end
      local leader, post = add(last), add(first - 1, false)
      for i = 1, scene.companions do
        local unit = add(last - i)
        unit:follow(scene.in_chain and i > 1 and units[#units - 1] or leader,
          { within = scene.within })
      end
      if scene.hunts then post:chase(leader, { within = 1 }) end
      local function walk(column)
        local x, y = at(column, 1)
        for _ = 1, 8 * scene.companions + 8 do
          if leader.cell_x == x and leader.cell_y == y then return end
          if not scene.by_keys then
            leader:go_cell(x, y)
          elseif not leader.moving then
            local dx, dy = x - leader.cell_x, y - leader.cell_y
            leader:step(dx > 0 and 1 or dx < 0 and -1 or 0,
              dy > 0 and 1 or dy < 0 and -1 or 0)
          end
          turn()
        end
        error(("it stands in %d, %d"):format(leader.cell_x, leader.cell_y), 0)
      end
      look()
      for _ = 1, 2 do
        walk(first)
        for _ = 1, scene.rests do turn() end
        walk(last)
      end
    end)

  law(it, "keep their distance behind a leader of another size", { runs = 24,
    draw = function(random)
      local sizes = {}
      for i = 1, random(2, 4) do sizes[i] = i < 3 and random(1, 3) or 1 end
      return { sizes = sizes, more = random(0, 2), row = random(1, 5),
        column = random(1, 5), within = random(1, 3), turn = random(0, 7),
        by_seconds = random.chance(50), diagonal = random.any(boards.RULES) }
    end }, function(scene)
      local rows, sizes, within = {}, scene.sizes, scene.within
      local wide, behind = math.max(sizes[1], sizes[2]) + scene.more, 1
      for y = 1, 42 do -- a street round a corner
        rows[y] = (y <= wide and "." or "#"):rep(36) .. ("."):rep(wide)
      end
      local grid, at = boards.drawn(rows, {}, scene.turn)
      local crowd, units = tilepath.crowd(grid), {}
      local pass = new_clock(crowd, scene.by_seconds)
      local function along(drawn) return 1 + drawn % (wide - sizes[1] + 1) end
      for i = #sizes, 1, -1 do
        local rect = boards.rect(at, behind, i > 1 and 1 or along(scene.row),
          sizes[i], sizes[i])
        units[i] = crowd:add { cell_x = rect[1], cell_y = rect[2], speed = 1,
          finder = tilepath.pathfinder(grid, { size = sizes[i],
            diagonal = scene.diagonal }) }
        behind = behind + sizes[i]
      end
      for i = 2, #sizes do units[i]:follow(units[1], { within = within }) end
      local function walk(x, y)
        local rect = boards.rect(at, x, y, sizes[1], sizes[1])
        assert.is_true(units[1]:go_cell(rect[1], rect[2]))
        for _ = 1, 60 do pass() end
      end
      local function gap(one, other)
        local a, b = one:cells()[1], other:cells()[1]
        return math.max(a[1] - b[1] - b[3], b[1] - a[1] - a[3], a[2] - b[2] - b[4],
          b[2] - a[2] - a[4]) + 1
      end
      local function look()
        local row = {}
        for i, unit in ipairs(units) do row[i] = unit end
        table.sort(row, function(one, other)
          return gap(one, units[1]) < gap(other, units[1])
        end)
        for i = 2, #row do
          local unit, far = row[i], gap(row[i], row[i - 1])
          assert(unit.status == "arrived", unit.status)
          assert(far == within, ("%d cells, not %d"):format(far, within))
        end
        assert(crowd.moving == 0)
      end
      walk(35, along(scene.row))
      look()
      walk(36 + along(scene.column), wide + 1)
      walk(36 + along(scene.column), 43 - sizes[1])
      look()
    end)

  law(it, "in a queue start when those before them do", { runs = 24,
    draw = function(random)
      local side = ""
      for _ = 1, 20 do
        side = side .. (random.chance(30) and "." or "#")
      end
      local goals = {}
      for i = 1, random(2, 7) do
        table.insert(goals, random(1, i), 21 - i)
      end
      return { side = random.chance(60) and side or nil, goals = goals,
        red = random(1, 20) ^ 2 + random(0, 120), turn = random(0, 7),
        held = random.chance(40), leaves = random.chance(30),
        yields = random.chance(50), goes_round = random.chance(30),
        by_seconds = random.chance(50), diagonal = random.any(boards.RULES) }
    end }, function(scene)
      local cars, still = {}, {}
      local grid, at = boards.drawn({ ("."):rep(20), scene.side }, {},
        scene.turn)
      for x = 1, 19 do
        local x1, y1 = at(x, 1)
        local x2, y2 = at(x + 1, 1)
        grid:fence(x1, y1, x2, y2, { one_way = true })
      end
      local finder = tilepath.pathfinder(grid, { diagonal = scene.diagonal })
      local crowd = tilepath.crowd(grid)
      local pass = new_clock(crowd, scene.by_seconds)
      local function add(x)
        local cell_x, cell_y = at(x, 1)
        return crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y,
          speed = 1, yields = scene.yields }
      end
      local function column(car)
        for x = 1, 20 do
          for y = 1, 2 do
            local cell_x, cell_y = at(x, y)
            if car.cell_x == cell_x and car.cell_y == cell_y then return x end
          end
        end
      end
      --- Would a car at its goal be in the way of another one behind it?
      local function is_passed(i)
        for j, car in ipairs(cars) do
          if car.crowd and scene.goals[j] > scene.goals[i]
            and column(car) <= column(cars[i]) then
            return true
          end
        end
        return false
      end
      if not scene.side then -- nobody can pass
        table.sort(scene.goals, function(a, b) return a > b end)
      end
      for i, goal in ipairs(scene.goals) do
        local x, y = at(goal, 1)
        cars[i] = add(#scene.goals + 1 - i)
        cars[i]:go_cell(x, y,
          { avoid_price = not scene.goes_round and math.huge or nil })
      end
      cars[1]:pause()
      if scene.held and not scene.side then add(20) end
      for _ = 1, scene.red do pass() end
      if scene.leaves then cars[1]:remove() else cars[1]:resume() end
      for _ = 1, 60 do
        local free = {}
        for i, car in ipairs(cars) do
          for x = 1, car.crowd and scene.goals[i] - 1 or 0 do
            local x1, y1 = at(x, 1)
            free[i] = free[i] or car.cell_x == x1 and car.cell_y == y1
              and crowd:is_free(at(x + 1, 1)) and x
          end
        end
        pass()
        for i, car in ipairs(cars) do
          local x, y = at(free[i] or 1, 1)
          local stands = free[i] and car.cell_x == x and car.cell_y == y
          still[i] = stands and (still[i] or 0) + 1 or 0
          local most = stands and is_passed(i) and MOST_PASSED or MOST_STILL
          assert(still[i] <= most, ("car %d stands, %s, though %d is free")
            :format(i, tostring(car.status), (free[i] or 0) + 1))
        end
      end
    end)

  law(it, "push those at rest aside, slow or fast", { runs = 32,
    draw = function(random)
      local h = random(1, 5)
      return { w = random(3, 8), h = h, turn = random(0, 7),
        by_seconds = random.chance(50), follows = random.chance(50),
        others = h > 1 and random(1, 3) or 1, x = random(2, 7), y = random(1, 5),
        pace = random(1, 4), others_pace = random(1, 8),
        diagonal = random.any(boards.RULES) }
    end }, function(scene)
      local rows = {}
      for y = 1, scene.h do rows[y] = ("."):rep(scene.w) end
      local grid, at = boards.drawn(rows, {}, scene.turn)
      local finder = tilepath.pathfinder(grid, { diagonal = scene.diagonal })
      local crowd, others = tilepath.crowd(grid), {}
      local pass = new_clock(crowd, scene.by_seconds)
      local function add(x, y, pace)
        local cell_x, cell_y = at(x, y)
        return crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y,
          pace = pace, speed = 1 / pace }
      end
      local unit = add(1, 1, scene.pace)
      for i = 1, scene.others do
        local other = add(2 + (scene.x + i) % (scene.w - 2),
          1 + (scene.y + i) % scene.h, scene.others_pace)
        others[#others + 1] = other
        if other and scene.follows then other:follow(unit) end
      end
      for _ = 1, 60 do pass() end
      local x, y = others[1].cell_x, others[1].cell_y
      local slower = math.max(scene.pace, scene.others_pace)
      unit:go_cell(x, y)
      for _ = 1, slower * (2 * scene.w + 2 * scene.h) do pass() end
      assert(unit.cell_x == x and unit.cell_y == y,
        ("it stands in %d, %d"):format(unit.cell_x, unit.cell_y))
    end)

  law(it, "overtake one that is slower", { runs = 10,
    draw = function(random)
      return { slow = random(1, 3), fast = random(1, 3), more = random(2, 4),
        turn = random(0, 7), by_seconds = random.chance(50),
        diagonal = random.any(boards.RULES) }
    end }, function(scene)
      local width, goal = scene.slow + 2 * scene.fast + scene.more, 50
      local rows = {}
      for y = 1, width do rows[y] = ("."):rep(60) end
      local grid, at = boards.drawn(rows, {}, scene.turn)
      local crowd = tilepath.crowd(grid)
      local y = 1 + math.floor((width - math.max(scene.slow, scene.fast)) / 2)
      local function add(size, x, speed, to)
        local function cell(column)
          local rect = boards.rect(at, column, y, size, size)
          return rect[1], rect[2]
        end
        local cell_x, cell_y = cell(x)
        local unit = crowd:add { cell_x = cell_x, cell_y = cell_y, speed = speed,
          pace = 4 / speed, finder = tilepath.pathfinder(grid,
            { size = size, diagonal = scene.diagonal }) }
        unit:go_cell(cell(to))
        return unit
      end
      add(scene.slow, 8, 1, 58 - scene.slow)
      local fast, time = add(scene.fast, 3, 4, goal), 0
      while fast.status ~= "arrived" do
        assert(time < 1.5 * (goal - 3), "it stays behind")
        time = time + 1
        if scene.by_seconds then crowd:update(0.25) else crowd:tick() end
      end
    end)

  law(it, "come to rest around what they hunt", { runs = 20,
    draw = function(random)
      local rows = {}
      for y = 1, 8 do
        rows[y] = ""
        for _ = 1, 8 do
          rows[y] = rows[y] .. (random.chance(20) and "#" or ".")
        end
      end
      local hunters = {}
      for i = 1, random(2, 5) do
        hunters[i] = { x = random(1, 8), y = random(1, 8),
          least = random.one_of(0, 0, 1, 2), keeps = random.chance(50) }
      end
      return { rows = rows, hunters = hunters, x = random(1, 8),
        y = random(1, 8), turn = random(0, 7), by_seconds = random.chance(50),
        diagonal = random.any(boards.RULES) }
    end }, function(scene)
      local grid, at = boards.drawn(scene.rows, {}, scene.turn)
      local finder = tilepath.pathfinder(grid, { diagonal = scene.diagonal })
      local crowd = tilepath.crowd(grid, { moved = true })
      local late, now = 0, 0
      local pass = new_clock(crowd, scene.by_seconds, function(what)
        late = late + (what == "moved" and now > 200 and 1 or 0)
      end)
      local x, y = grid:to_world(at(scene.x, scene.y))
      for _, hunter in ipairs(scene.hunters) do
        local cell_x, cell_y = at(hunter.x, hunter.y)
        if crowd:is_free(cell_x, cell_y) and finder:can_enter(cell_x, cell_y) then
          local unit = crowd:add { finder = finder, cell_x = cell_x,
            cell_y = cell_y, speed = 1 }
          if hunter.keeps then
            unit:keep({ x = x, y = y },
              { min = hunter.least, within = hunter.least + 2 })
          else
            unit:chase { x = x, y = y }
          end
        end
      end
      repeat
        now = now + 1
        pass()
      until now == 260
      assert(late == 0, late .. " steps after 200 steps' time")
    end)

  law(it, "tell once that they have arrived, and again after they were blocked",
    { runs = 30, draw = function(random)
      local scene = { rows = {}, places = {}, orders = {}, turn = random(0, 7),
        by_seconds = random.chance(50), has_edits = random.chance(50) }
      for y = 1, 6 do
        scene.rows[y] = ""
        for _ = 1, 8 do
          scene.rows[y] = scene.rows[y] .. (random.chance(25) and "#" or ".")
        end
      end
      for i = 1, random(2, 9) do
        scene.places[i] = { random(1, 8), random(1, 6) }
      end
      for now = 1, 150 do
        scene.orders[now] = { random(1, 30), random(1, 8), random(1, 6),
          random.one_of("one", "adjacent", "within") }
      end
      return scene
    end }, function(scene)
      local grid, at = boards.drawn(scene.rows, {}, scene.turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local units, last = {}, {}
      for i, place in ipairs(scene.places) do
        local x, y = at(place[1], place[2])
        units[i] = crowd:add { finder = finder, cell_x = x, cell_y = y, speed = 1 }
      end
      local queries = { one = {}, adjacent = { adjacent = true },
        within = { within = 1.5 } }
      local pass = new_clock(crowd, scene.by_seconds, function(what, _, unit)
        if what == "arrived" or what == "blocked" or what == "freed" then
          assert(what ~= last[unit], what .. " again")
          last[unit] = what
        end
      end)
      for now = 1, 400 do
        local order = scene.orders[now] or {}
        local unit, x, y = units[order[1]], at(order[2] or 1, order[3] or 1)
        if unit and unit:go_cell(x, y, queries[order[4]]) then
          last[unit] = nil
        elseif order[1] and order[1] > 25 and scene.has_edits then
          grid:set_walkable(x, y, order[1] > 27)
        end
        pass()
      end
      for unit, what in pairs(last) do
        assert(what ~= "freed" or unit.status ~= "arrived",
          ("the unit in %d, %d has arrived"):format(unit.cell_x, unit.cell_y))
      end
    end)

  law(it, "close the gaps of those that fall", { runs = 20,
    draw = function(random)
      local rows, units = {}, {}
      for y = 1, 9 do
        rows[y] = ""
        for _ = 1, 9 do
          rows[y] = rows[y] .. (random.chance(10) and "#" or ".")
        end
      end
      for i = 1, random(4, 14) do
        units[i] = { x = random(1, 9), y = random(1, 9),
          falls = random.chance(30) and random(1, 60) }
      end
      return { rows = rows, units = units, x = random(3, 7), y = random(3, 7),
        w = random(1, 2), h = random(1, 2), turn = random(0, 7),
        within = random.one_of(0, 0, 1, 2), in_world = random.chance(50),
        by_seconds = random.chance(50), diagonal = random.any(boards.RULES) }
    end }, function(scene)
      local grid, at = boards.drawn(scene.rows, {}, scene.turn)
      local finder = tilepath.pathfinder(grid, { diagonal = scene.diagonal })
      local crowd, units, falls = tilepath.crowd(grid), {}, {}
      local goals = { boards.rect(at, scene.x, scene.y, scene.w, scene.h) }
      local options = scene.within > 0 and { within = scene.within }
        or { adjacent = true }
      for _, one in ipairs(scene.units) do
        local x, y = at(one.x, one.y)
        local unit = finder:can_enter(x, y)
          and crowd:add { finder = finder, cell_x = x, cell_y = y, speed = 1 }
        if unit then
          units[#units + 1], falls[unit] = unit, one.falls
        end
      end
      if scene.in_world then
        local rect = goals[1]
        crowd:go(units, { { rect[1] - 1, rect[2] - 1, rect[3], rect[4] } },
          options)
      else
        crowd:go_cell(units, goals, options)
      end
      local pass = new_clock(crowd, scene.by_seconds)
      for now = 1, 260 do
        for _, unit in ipairs(units) do
          if falls[unit] == now and unit.crowd then unit:remove() end
        end
        pass()
      end
      options.avoid = crowd
      for _, unit in ipairs(crowd:units()) do
        options.except = unit
        if unit.reason == "occupied" then
          assert(not finder:find(unit.cell_x, unit.cell_y, goals, options),
            ("the unit in %d, %d has a way"):format(unit.cell_x, unit.cell_y))
        end
      end
    end)
end)
