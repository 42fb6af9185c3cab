--- unit:follow of a body: companions walk where their leader walked.

local boards = require "spec.support.boards"
local helper = require "spec.support.helper"
local tilepath = require "tilepath"

local mistake = helper.mistake

local MARCH = {
  "......#.....#.......",
  ".####.#.###.#.#####.",
  ".#....#.#...#.#.....",
  ".#.####.#.###.#.####",
  ".#......#.....#.....",
}

--- A leader in cell x, y and companions behind it, on a board in one of eight ways.
local function party(rows, turn, starts, profile, options, links)
  local w = { told = {}, walked = {}, strayed = {} }
  w.grid, w.at = boards.drawn(rows, {}, turn)
  for _, link in ipairs(links or {}) do
    w.grid:link(link[1], link[2], link[3], link[4])
  end
  w.finder = tilepath.pathfinder(w.grid, profile)
  w.crowd = tilepath.crowd(w.grid, { moved = true })
  for i, start in ipairs(starts) do
    local x, y = w.at(start[1], start[2])
    local unit = w.crowd:add { finder = w.finder, cell_x = x, cell_y = y,
      pace = i == 1 and options and options.pace or nil }
    w[i], w.told[unit] = unit, i
    if i > 1 then
      assert(unit:follow(w[1], options and { within = options.within }))
    end
  end
  local function note(unit, x, y)
    local key = x .. "," .. y
    if unit == w[1] then
      w.walked[key] = true
    elseif not w.walked[key] then
      w.strayed[#w.strayed + 1] = key
    end
  end
  note(w[1], w[1].cell_x, w[1].cell_y)
  for i = 2, #starts do -- what leads to the leader counts as walked
    local path = w.finder:find(w[i].cell_x, w[i].cell_y, w[1].cell_x,
      w[1].cell_y)
    for k = 1, #path, 2 do
      w.walked[path[k] .. "," .. path[k + 1]] = true
    end
  end
  function w.tick(count)
    for _ = 1, count do
      w.crowd:tick()
      local moves = {}
      for unit, what, x, y in w.crowd:events() do
        if what == "moved" then
          moves[#moves + 1] = { unit, x, y }
        end
      end
      for _, is_leader in ipairs { true, false } do
        for _, move in ipairs(moves) do
          if (move[1] == w[1]) == is_leader then
            note(move[1], move[2], move[3])
          end
        end
      end
    end
  end
  function w.walk(x, y)
    local ticks = 0
    x, y = w.at(x, y)
    assert.is_true(w[1]:go_cell(x, y))
    while w[1].moving do
      w.tick(1)
      ticks = ticks + 1
      assert.is_true(ticks < 2000)
    end
    w.tick(12)
    return ticks
  end
  return w
end

describe("a companion", function()
  it("walks where its leader walked, through doors, in eight ways", function()
    for turn = 0, 7 do
      for _, rule in ipairs(boards.RULES) do
        local w = party(MARCH, turn, { { 1, 3 }, { 1, 4 }, { 1, 5 } },
          { diagonal = rule })
        for _, goal in ipairs { { 4, 3 }, { 8, 2 }, { 14, 1 }, { 20, 5 } } do
          w.walk(goal[1], goal[2])
        end
        assert.are.same({}, w.strayed, rule .. turn)
        assert.are.equal(1, w.grid:distance(w[1].cell_x, w[1].cell_y,
          w[2].cell_x, w[2].cell_y))
        assert.are.equal("arrived", w[2].status)
        assert.is_nil(w[2].reason)
        assert.are.equal(w[1], w[3].target)
      end
    end
  end)

  -- The other way is as short, and shorter from where the companion is.
  it("does not take a way of its own", function()
    for turn = 0, 7 do
      local w = party({ ".......", ".#####.", ".#####.", "......." }, turn,
        { { 2, 4 }, { 3, 4 } }, { diagonal = "never" })
      w.walk(1, 1)
      w.walk(7, 1)
      w.walk(7, 4)
      assert.are.same({}, w.strayed)
      local x, y = w.at(7, 3)
      assert.are.same({ x, y }, { w[2].cell_x, w[2].cell_y })
    end
  end)

  it("comes to a leader that comes back over its trail in a loop", function()
    for turn = 0, 7 do
      for _, rule in ipairs(boards.RULES) do
        local w = party({ "................", ".#############..",
          ".#############.." }, turn, { { 15, 3 }, { 1, 1 } },
          { diagonal = rule })
        local path = { units = "cells" }
        for i, cell in ipairs { { 15, 3 }, { 16, 3 }, { 16, 2 }, { 15, 2 },
          { 15, 1 }, { 14, 1 }, { 13, 1 }, { 12, 1 }, { 11, 1 }, { 10, 1 } } do
          path[2 * i - 1], path[2 * i] = w.at(cell[1], cell[2])
        end
        w[1].yields = false
        w[1]:follow(path)
        for _ = 1, 12 do
          w.tick(1)
          local x, y = w.at(15, 2)
          assert.is_nil(w.crowd:at(x, y) == w[2] or nil, rule)
        end
        local x, y = w.at(9, 1)
        assert.are.same({ x, y }, { w[2].cell_x, w[2].cell_y }, rule)
        assert.are.equal("arrived", w[2].status)
      end
    end
  end)

  it("leaves out where a quick leader has gone there and back", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn({ "............", "#######.####",
        "#######.####" }, {}, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local x, y = at(1, 1)
      local unit = crowd:add { finder = finder, cell_x = x, cell_y = y }
      local pocket_x, pocket_y = at(8, 2)
      local leader = tilepath.follower { finder = finder, cell_x = x, cell_y = y }
      unit:follow(leader)
      for _, cell in ipairs { { 6, 1 }, { 8, 3 }, { 12, 1 } } do
        leader:set_cell(at(cell[1], cell[2]))
        crowd:tick()
      end
      for _ = 1, 20 do
        crowd:tick()
        assert.is_nil(crowd:at(pocket_x, pocket_y))
      end
      x, y = at(11, 1)
      assert.are.equal(unit, crowd:at(x, y))
    end
  end)

  it("goes behind a leader that has come back past a row", function()
    for turn = 0, 7 do
      local rows = {}
      for y = 1, 5 do rows[y] = ("."):rep(14) end
      local grid, at = boards.drawn(rows, {}, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local units = {}
      for i = 1, 3 do
        local x, y = at(4 - i, 3)
        local given = { finder = finder, cell_x = x, cell_y = y, speed = 4 }
        units[i] = i == 1 and tilepath.follower(given) or crowd:add(given)
        if i > 1 then units[i]:follow(units[1]) end
      end
      for _, goal in ipairs { { 10, 4 }, { 3, 2 }, { 14, 1 } } do
        units[1]:go_cell(at(goal[1], goal[2]))
        for _ = 1, 60 do
          units[1]:update(0.1)
          crowd:update(0.1)
        end
        local far = {}
        for i = 2, 3 do
          far[i - 1] = grid:distance(units[1].cell_x, units[1].cell_y,
            units[i].cell_x, units[i].cell_y)
        end
        table.sort(far)
        assert.are.same({ 1, 2 }, far, turn)
      end
    end
  end)

  it("takes the links of its leader", function()
    for turn = 0, 7 do
      local rows = { "......#......", "......#......", "......#......" }
      local w = party(rows, turn, { { 4, 2 }, { 3, 2 }, { 2, 2 } })
      local x1, y1 = w.at(6, 1)
      local x2, y2 = w.at(8, 3)
      w.grid:link(x1, y1, x2, y2)
      w.walk(12, 1)
      assert.are.same({}, w.strayed)
      for i = 2, 3 do
        assert.are.equal(i - 1, w.grid:distance(w[i].cell_x, w[i].cell_y,
          w[1].cell_x, w[1].cell_y))
      end
      w.walk(1, 3) -- back between them
      for i = 2, 3 do
        assert.is_true(w.grid:distance(w[i].cell_x, w[i].cell_y, w[1].cell_x,
          w[1].cell_y) <= 2)
      end
    end
  end)

  it("stays `within` cells behind the one before it", function()
    for within = 1, 4 do
      local w = party({ ("."):rep(30) }, within, { { 10, 1 }, { 9, 1 }, { 8, 1 } },
        nil, { within = within })
      w.walk(25, 1)
      local x, y = w.at(25 - within, 1)
      assert.are.same({ x, y }, { w[2].cell_x, w[2].cell_y })
      x, y = w.at(25 - 2 * within, 1)
      assert.are.same({ x, y }, { w[3].cell_x, w[3].cell_y })
    end
  end)

  it("is not blocked by companions that stand where it was to go", function()
    for turn = 1, 8 do
      for _, makes_unit in ipairs { true, false } do
        local row = ("."):rep(32)
        local rows = {}
        for y = 1, 32 do
          rows[y] = row
        end
        local grid, at = boards.drawn(rows, {}, turn)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        local function start(x)
          local cell_x, cell_y = at(x, 4)
          return { finder = finder, cell_x = cell_x, cell_y = cell_y }
        end
        local given = start(5)
        given.speed = 4
        local leader = makes_unit and crowd:add(given)
          or tilepath.follower(given)
        local blocked = 0
        for i = 1, 3 do
          local options = start(5 - i)
          options.speed = 6
          local unit = crowd:add(options)
          unit.on_blocked = function()
            blocked = blocked + 1
          end
          assert(unit:follow(leader))
        end
        for _, goal in ipairs { { 20, 4 }, { 20, 20 }, { 30, 30 }, { 12, 30 } } do
          assert(leader:go_cell(at(goal[1], goal[2])))
          for _ = 1, 60 * 5 do
            if not makes_unit then
              leader:update(1 / 60)
            end
            crowd:update(1 / 60)
          end
        end
        assert.are.equal(0, blocked)
      end
    end
  end)

  it("keeps to the cells of a leader that is faster or slower", function()
    for _, pace in ipairs { 2, 3, 8, 12 } do
      local w = party(MARCH, pace, { { 1, 4 }, { 1, 5 } }, { diagonal = "never" },
        { pace = pace })
      w.walk(20, 5)
      w.tick(160)
      assert.are.same({}, w.strayed, pace)
      assert.are.equal("arrived", w[2].status)
    end
  end)

  -- At its looks the leader is a step further than at the one before, and on
  -- its way.
  it("keeps to the cells of a leader that runs in zigzag", function()
    local grid = tilepath.grid(60, 4)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local leader = crowd:add { finder = finder, cell_x = 3, cell_y = 2,
      speed = 1.5 }
    local unit = crowd:add { finder = finder, cell_x = 2, cell_y = 2, speed = 1 }
    local path, walked = { units = "cells" }, { ["2,2"] = true }
    for x = 3, 20 do
      path[#path + 1], path[#path + 2] = x, 2 + (x + 1) % 2
      walked[x .. "," .. 2 + (x + 1) % 2] = true
    end
    unit:follow(leader)
    leader:follow(path)
    for _ = 1, 600 do
      crowd:update(1 / 16)
      assert.is_true(walked[unit.cell_x .. "," .. unit.cell_y])
    end
    assert.are.same({ 20, 19 }, { leader.cell_x, unit.cell_x })
  end)

  it("cuts a sharp corner, where it would be in the way", function()
    for turn = 0, 7 do
      local w = party({ "#######.....", "............", "#######....." }, turn,
        { { 6, 2 }, { 2, 2 } })
      local x, y = w.at(3, 2)
      local post = w.crowd:add { finder = w.finder, cell_x = x, cell_y = y,
        yields = false }
      local cells, path = {}, { units = "cells" }
      for i, cell in ipairs { { 7, 2 }, { 8, 2 }, { 9, 2 }, { 10, 2 }, { 11, 2 },
        { 10, 3 }, { 9, 3 }, { 8, 3 } } do
        path[2 * i - 1], path[2 * i] = w.at(cell[1], cell[2])
      end
      w[1]:follow(path)
      w.tick(10)
      post:remove()
      for _ = 1, 30 do
        w.tick(1)
        cells[w[2].cell_x .. "," .. w[2].cell_y] = true
      end
      x, y = w.at(11, 2)
      assert.is_nil(cells[x .. "," .. y])
      assert.are.same({}, w.strayed)
      assert.are.equal("arrived", w[2].status)
    end
  end)

  it("finds its leader over two links", function()
    local w = party({ "......", "######", "......", "######", "......" }, 0,
      { { 6, 5 }, { 1, 1 } }, { diagonal = "never" }, nil,
      { { 3, 1, 3, 3 }, { 5, 3, 5, 5 } })
    w.tick(20)
    assert.are.same({ 5, 5 }, { w[2].cell_x, w[2].cell_y })
    w.walk(1, 1)
    w.walk(6, 5)
    assert.is_true(w.grid:distance(6, 5, w[2].cell_x, w[2].cell_y) == 1)
  end)

  it("waits on the trail for others that go on #once", function()
    local rows, strayed, steps = {}, 0, 0
    for y = 1, 20 do
      rows[y] = ("."):rep(20)
    end
    for turn = 0, 7 do
      for column = 2, 18, 4 do
        local w = party(rows, turn, { { 6, 3 }, { 5, 3 }, { 4, 3 }, { 3, 3 } })
        for _, goal in ipairs { { 18, 5 }, { column, 12 }, { 18, 14 } } do
          steps = steps + 3 * w.walk(goal[1], goal[2])
        end
        strayed = strayed + #w.strayed
      end
    end
    assert.is_true(strayed < 0.03 * steps, strayed .. " of " .. steps)
  end)

  it("is not blocked, however often it is pushed #once", function()
    for _, seed in ipairs { 46, 56 } do
      local grid = tilepath.grid { ".................", ".................",
        "....#############", "....#############", "....#############" }
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local leader = crowd:add { finder = finder, cell_x = 6, cell_y = 1 }
      for i = 1, 3 do
        local unit = crowd:add { finder = finder, cell_x = 6 - i, cell_y = 1 }
        unit:follow(leader)
        unit.on_blocked = function() error("it is blocked") end
      end
      for _ = 1, 1200 do
        if not leader.moving then
          seed = seed * 16807 % 2147483647
          local n = seed % 46
          local x, y
          if n < 34 then
            x, y = 1 + n % 17, 1 + math.floor(n / 17)
          else
            x, y = 1 + (n - 34) % 4, 3 + math.floor((n - 34) / 4)
          end
          leader:go_cell(x, y)
        end
        crowd:tick()
      end
    end
  end)

  it("goes round one on the trail that cannot be pushed", function()
    for turn = 0, 7 do
      local w = party({ "..............", "..............", ".............." },
        turn, { { 8, 2 }, { 7, 2 }, { 6, 2 } })
      w[2]:pause()
      w.walk(14, 2)
      local x, y = w.at(13, 2)
      assert.are.same({ x, y }, { w[3].cell_x, w[3].cell_y })
      assert.are.equal("arrived", w[3].status)
    end
  end)

  --- Posts rest on the trail of a leader that has gone to its goal.
  local function posted(rows, turn, rule, posts, goal)
    local w = party(rows, turn, { { 4, 2 }, { 1, 2 } }, { diagonal = rule })
    w[1].yields = false
    w.tick(1)
    w[2]:pause()
    w.walk(goal, 2)
    for _, post in ipairs(posts) do
      local x, y = w.at(post[1], post[2])
      w.crowd:add { finder = w.finder, cell_x = x, cell_y = y, yields = false }
    end
    w[2]:resume()
    return w
  end

  it("goes round units that rest on the trail and are not pushed", function()
    local field = { "............", "............", "............" }
    local doors = { ".....#......", "............", ".....#......",
      "............" }
    for turn = 0, 7 do
      for _, case in ipairs { { field, "never", { { 5, 2 } } },
        { field, "only_if_no_obstacles", { { 6, 1 }, { 6, 2 } } },
        { doors, "never", { { 6, 2 } } }, { doors, "always", { { 6, 2 } } },
        -- where it was to stand
        { field, "never", { { 11, 2 } } }, { field, "always", { { 11, 2 } } } } do
        local w = posted(case[1], turn, case[2], case[3], 12)
        local x, y = w.at(12, 2)
        w.tick(30)
        assert.are.equal(w[1], w.crowd:at(x, y))
        assert.are.equal("arrived", w[2].status)
        local path = w.finder:find(w[2].cell_x, w[2].cell_y, x, y)
        assert.are.equal(2, path:size())
      end
    end
  end)

  it("finds another place if units have come first to its own", function()
    local rows = {}
    for y = 1, 5 do rows[y] = "........." end
    local posts = { { 6, 3 }, { 7, 4 }, { 7, 2 } }
    for case = 0, 47 do
      local turn, count, is_unit = case % 8, 1 + math.floor(case / 16),
        case % 16 < 8
      local w = party(rows, turn, { { 2, 3 }, { 1, 3 } }, { diagonal = "never" })
      local x, y = w.at(7, 3)
      w[2].pace = 3
      if is_unit then
        w[1]:go_cell(x, y)
      else
        w[1]:set_cell(x, y)
        w[2]:follow(tilepath.follower { x = w[1].x, y = w[1].y })
        w[1]:set_cell(w.at(9, 1))
      end
      w.tick(6)
      local villagers = {}
      for i = 1, count do
        local cell_x, cell_y = w.at(posts[i][1], posts[i][2])
        villagers[i] = w.crowd:add { finder = w.finder, cell_x = cell_x,
          cell_y = cell_y }
        villagers[i]:go_cell(cell_x, cell_y)
      end
      w.tick(90)
      for i = 1, count do
        assert.are.equal(villagers[i], w.crowd:at(w.at(posts[i][1], posts[i][2])))
      end
      assert.are.equal("arrived", w[2].status, case)
      local path = w.finder:find(w[2].cell_x, w[2].cell_y, x, y)
      assert.are.equal(2, path:size())
    end
  end)

  it("waits for its turn if the budget is used up", function()
    local rows = {}
    for y = 1, 24 do
      rows[y] = y % 2 == 1 and ("."):rep(14) or "." .. ("#"):rep(12) .. "."
    end
    for y = 4, 24, 4 do rows[y] = ("#"):rep(14) end
    for turn = 0, 7 do
      local grid, at = boards.drawn(rows, {}, turn)
      local finder = tilepath.pathfinder(grid)
      local crowd = tilepath.crowd(grid, { max_nodes = 12 })
      local function add(column, row, yields)
        local x, y = at(column, row)
        return crowd:add { finder = finder, cell_x = x, cell_y = y,
          yields = yields }
      end
      local units, leaders = {}, {}
      for i = 1, 6 do
        leaders[i], units[i] = add(5, 4 * i - 3, false), add(1, 4 * i - 3)
        units[i]:follow(leaders[i])
      end
      local function count(status)
        local counted = 0
        for _, unit in ipairs(units) do
          counted = counted + (unit.status == status and 1 or 0)
        end
        return counted
      end
      crowd:tick()
      assert.are.equal(5, count "waiting") -- for their first paths
      for _ = 1, 20 do crowd:tick() end
      assert.are.equal(6, count "arrived")
      for i, leader in ipairs(leaders) do
        units[i]:pause()
        leader:go_cell(at(13, 4 * i - 3))
      end
      for _ = 1, 40 do crowd:tick() end
      for i, unit in ipairs(units) do
        add(8, 4 * i - 3, false)
        unit:resume()
      end
      local most = 0
      for _ = 1, 60 do
        crowd:tick()
        most = math.max(most, count "waiting")
      end
      assert.are.equal(5, most) -- for their ways round
      assert.are.equal(6, count "arrived")
    end
  end)

  it("waits before it takes a long way round such a unit", function()
    local rows = { ("."):rep(12), ("."):rep(12) }
    rows[1] = "." .. ("#"):rep(10) .. "."
    for y = 3, 8 do rows[y] = rows[1] end
    rows[9] = rows[2]
    for turn = 0, 7 do
      local w = posted(rows, turn, "never", { { 7, 2 } }, 10)
      local x, y = w.at(6, 2)
      local stood = 0
      for _ = 1, 80 do
        w.tick(1)
        stood = stood + (w.crowd:at(x, y) == w[2] and 1 or 0)
      end
      assert.is_true(stood >= 12 and stood < 20, stood)
      assert.are.equal("arrived", w[2].status)
    end
  end)

  it("is blocked before such a unit if there is no way round it", function()
    for turn = 0, 7 do
      local w = posted({ "#############", ".............", "#############" }, turn,
        "never", { { 7, 2 } }, 12)
      local ticks = 0
      repeat
        w.tick(1)
        ticks = ticks + 1
      until w[2].status == "blocked" or ticks > 100
      assert.is_true(ticks > 60 and ticks < 80, ticks)
      assert.are.equal("stuck", w[2].reason)
    end
  end)

  it("steps aside for one that comes out of a door", function()
    local rows = {}
    for y = 1, 12 do
      rows[y] = y > 6 and ("."):rep(40) or y == 6 and "#####." .. ("#"):rep(34)
        or y > 1 and "#" .. ("."):rep(10) .. ("#"):rep(29) or ("#"):rep(40)
    end
    for turn = 0, 7 do
      for _, start in ipairs { { 4, 2.5 }, { 8, 2.5 }, { 10, 4 } } do
        local grid, at = boards.drawn(rows, {}, turn)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        local function add(x, y, speed)
          x, y = at(x, y)
          return crowd:add { finder = finder, cell_x = x, cell_y = y, speed = speed }
        end
        local friend, other = add(start[1], 8, 4.4), add(6, 3, start[2])
        local hero = add(6, 7, 4)
        friend:follow(hero)
        other:go_cell(at(35, 7))
        hero:go_cell(at(3, 5))
        local door_x, door_y = at(6, 6)
        local nearest = math.huge
        repeat
          crowd:update(1 / 30)
          local far = grid:distance(friend.cell_x, friend.cell_y, door_x, door_y)
          nearest = math.min(nearest, far)
          assert.is_true(far - nearest <= 2, turn)
        until far == 0
      end
    end
  end)

  it("goes round one at rest that it pushes in vain", function()
    for turn = 0, 7 do
      for _, case in ipairs { { 11, 2, 14 }, { 12, 5, 15 }, { 14, 2, 14 } } do
        local rows = {}
        for y = 1, 12 do rows[y] = ("."):rep(24) end
        local grid, at = boards.drawn(rows, {}, turn)
        local fence, gap = boards.rect(at, 14, 7, 6, 5), { at(16, 6) }
        grid:fence_rect(fence[1], fence[2], fence[3], fence[4], { gaps = { gap } })
        local crowd = tilepath.crowd(grid)
        local function add(x, y, size, speed)
          local rect = boards.rect(at, x, y, size, size)
          return crowd:add { cell_x = rect[1], cell_y = rect[2], speed = speed,
            finder = tilepath.pathfinder(grid, { size = size }) }
        end
        local hero, friend = add(8, 4, 1, 4), add(5, 4, 1, 4.4)
        local bear = add(5, 10, 2, 4)
        friend:follow(hero)
        hero:go_cell(at(16, 9))
        local x, y, stands = nil, nil, 0
        for i = 1, 400 do
          if i == 10 * (case[3] - 8) then
            local to = boards.rect(at, case[1], case[2], 2, 2)
            bear:set_cell(to[1], to[2])
            bear:follow(hero)
          end
          crowd:update(1 / 40)
          stands = friend.status == "going" and friend.x == x and friend.y == y
            and stands + 1 or 0
          x, y = friend.x, friend.y
          assert.is_true(stands < 100, turn)
        end
      end
    end
  end)

  it("comes to rest behind one that keeps further from their leader",
    function()
      for turn = 0, 7 do
        local w = party({ "......." }, turn, { { 7, 1 }, { 5, 1 }, { 3, 1 } })
        w[2]:follow(w[1], { within = 2 })
        w.tick(4)
        assert.are.same({ "arrived", "arrived" }, { w[2].status, w[3].status })
        local x, y = w.at(4, 1)
        assert.are.same({ x, y }, { w[3].cell_x, w[3].cell_y })
      end
    end)

  it("makes way at rest, rather than be pushed on and on", function()
    for turn = 0, 7 do
      for _, is_unit in ipairs { true, false } do
        local w = party({ "..#....", ".......", "..#...." }, turn, { { 7, 2 } },
          { diagonal = "always" })
        local function add(x, y)
          local cell_x, cell_y = w.at(x, y)
          return w.crowd:add { finder = w.finder, cell_x = cell_x,
            cell_y = cell_y }
        end
        local walker, companion = add(1, 2), add(3, 2)
        companion:follow(is_unit and w[1] or tilepath.follower { x = w[1].x,
          y = w[1].y }, { within = 4 })
        w.crowd:tick()
        walker:go_cell(w.at(5, 2))
        w.crowd:tick()
        w.crowd:tick()
        local ahead_x, ahead_y = w.at(4, 2)
        assert.are.equal("arrived", companion.status)
        assert.are_not.same({ ahead_x, ahead_y },
          { companion.cell_x, companion.cell_y })
      end
    end
  end)

  it("does not keep its leader #once", function()
    local function play(companions)
      local grid = tilepath.grid { "..........", "..........", "####.#####",
        "####.#####", "####.#####" }
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local count, units = 0, {}
      for i = 1, 1 + companions do
        units[i] = crowd:add { finder = finder, cell_x = 9 - i, cell_y = 1 }
        if i > 1 then units[i]:follow(units[1]) end
      end
      units[1].on_reached = function() count = count + 1 end
      units[1]:patrol_cell({ { 1, 1, 10, 2 }, { 5, 5 } }, { random = 7 })
      for _ = 1, 900 do crowd:tick() end
      return count
    end
    local alone = play(0)
    for companions = 1, 4 do
      local count = play(companions)
      assert.is_true(count >= 0.97 * alone, count .. " of " .. alone)
    end
  end)

  it("follows a body that is no unit of its crowd", function()
    local grid = tilepath.grid(MARCH)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local hero = tilepath.follower { finder = finder, cell_x = 1, cell_y = 4,
      prune = false }
    local dog = crowd:add { finder = finder, cell_x = 1, cell_y = 5 }
    local walked = { ["1,4"] = true }
    assert.is_true(dog:follow(hero, { within = 2 }))
    hero:go_cell(20, 5)
    for _ = 1, 600 do
      hero:update(1 / 30)
      crowd:update(1 / 30)
      walked[hero.cell_x .. "," .. hero.cell_y] = true
      local key = dog.cell_x .. "," .. dog.cell_y
      assert.is_true(walked[key] or key == "1,5", key)
    end
    assert.are.same({ "arrived", "arrived" }, { hero.status, dog.status })
    assert.are.equal(2, grid:distance(hero.cell_x, hero.cell_y, dog.cell_x,
      dog.cell_y))
    hero:set_cell(1, 1) -- it finds a way to it, wherever that is
    crowd:update(30)
    assert.are.equal(2, grid:distance(1, 1, dog.cell_x, dog.cell_y))
  end)

  it("lets its leader out of a dead end, and goes behind it again", function()
    for turn = 0, 7 do
      local w = party({ ".....#####", "..........", ".....#####" }, turn,
        { { 6, 2 }, { 5, 2 }, { 4, 2 } })
      w.walk(10, 2)
      local x, y = w.at(9, 2)
      assert.are.same({ x, y }, { w[2].cell_x, w[2].cell_y })
      w.walk(1, 2)
      x, y = w.at(1, 2)
      assert.are.same({ x, y }, { w[1].cell_x, w[1].cell_y })
      w.walk(1, 3)
      w.walk(5, 3)
      local far = {}
      for i = 2, 3 do
        far[i - 1] = w.grid:distance(w[1].cell_x, w[1].cell_y, w[i].cell_x,
          w[i].cell_y)
      end
      assert.are.same({ 1, 2 }, { math.min(far[1], far[2]),
        math.max(far[1], far[2]) })
    end
  end)

  --- A leader in a dead end, with a companion and then a post before it.
  local function locked_in(turn, side, fence)
    local rows = {}
    for y = 1, side do
      rows[y] = ("."):rep(3 * side) .. "#" .. ("."):rep(20)
    end
    local grid, at = boards.drawn(rows, {}, turn)
    local finder = tilepath.pathfinder(grid, { size = { side, side } })
    local crowd, units = tilepath.crowd(grid), {}
    for i = 1, 3 do
      local rect = boards.rect(at, (3 - i) * side + 1, 1, side, side)
      units[i] = crowd:add { finder = finder, cell_x = rect[1], cell_y = rect[2],
        yields = i < 3 }
    end
    local x1, y1 = at(2 * side + 1, 1)
    local x2, y2 = at(2 * side, 1)
    if fence then
      grid:fence(x1, y1, x2, y2, { one_way = true })
    end
    return crowd, units, x2 - x1, y2 - y1
  end

  it("changes places with its leader if it cannot give way", function()
    for turn = 0, 7 do
      for _, is_by_ticks in ipairs { true, false } do
        local crowd, units, dx, dy = locked_in(turn, 1)
        local hero, friend = units[1], units[2]
        local x, y = hero.cell_x, hero.cell_y
        assert.are.same({ nil, "occupied", friend }, { hero:step(dx, dy) })
        assert.is_true(friend:follow(hero))
        for i = 5, 24 do -- the crowd gets more room
          assert(crowd:add { finder = hero.finder, cell_x = x - (i - 3) * dx,
            cell_y = y - (i - 3) * dy })
        end
        assert.is_true(hero:step(dx, dy))
        assert.are.same({ x + dx, y + dy, x, y },
          { hero.cell_x, hero.cell_y, friend.cell_x, friend.cell_y })
        assert.is_true(crowd:load((crowd:save())))
        if is_by_ticks then crowd:tick() else crowd:update(1) end
        assert.are.equal(friend, crowd:at(x, y))
        assert.is_nil(hero:step(dx, dy))
        assert.is_true(hero:go_cell(x, y))
        if is_by_ticks then crowd:tick() crowd:tick() else crowd:update(1.5) end
        assert.are.same({ x, y, x + dx, y + dy },
          { hero.cell_x, hero.cell_y, friend.cell_x, friend.cell_y })
        assert.are.equal("arrived", friend.status)
      end
    end
  end)

  it("passes its own companion to go behind its leader", function()
    for turn = 0, 7 do
      for _, rows in ipairs { { "............" },
        { "............", "............", "............" } } do
        local grid, at = boards.drawn(rows, {}, turn)
        local finder = tilepath.pathfinder(grid)
        local crowd, units, row = tilepath.crowd(grid), {}, (#rows + 1) / 2
        for i, column in ipairs { 8, 6, 7 } do
          local x, y = at(column, row)
          units[i] = crowd:add { finder = finder, cell_x = x, cell_y = y }
          if i > 1 then
            units[i]:follow(units[i - 1])
          end
        end
        for _ = 1, 20 do crowd:tick() end
        for i = 1, 3 do
          local x, y = at(9 - i, row)
          if i < 3 or #rows == 1 then
            assert.are.same({ x, y }, { units[i].cell_x, units[i].cell_y })
          end
          assert.are.equal(i == 1 and "idle" or "arrived", units[i].status)
        end
      end
    end
  end)

  it("changes places while a hunter pushes it", function()
    for turn = 0, 7 do
      for companions = 1, 3 do
        local last = companions + 4
        local grid, at = boards.drawn({ ("."):rep(last) }, {}, turn)
        local finder = tilepath.pathfinder(grid)
        local crowd, units = tilepath.crowd(grid), {}
        for i = 0, companions + 1 do
          local x, y = at(last - i, 1)
          units[i] = crowd:add { finder = finder, cell_x = x, cell_y = y }
          if i > 0 and i <= companions then units[i]:follow(units[i - 1]) end
        end
        units[companions + 1]:chase(units[0], { within = 1 })
        for _, column in ipairs { 4, last, 4, last } do
          local x, y = at(column, 1)
          units[0]:go_cell(x, y)
          for _ = 1, 8 + 4 * companions do crowd:tick() end
          assert.are.same({ x, y }, { units[0].cell_x, units[0].cell_y })
        end
      end
    end
  end)

  it("changes places only with units that lead it, and if it may", function()
    for turn = 0, 7 do
      for side = 1, 2 do -- in one cell, a fence
        local _, those, dx, dy = locked_in(turn, side, side == 1)
        those[2]:follow(those[1])
        assert.are.same({ nil, "occupied", those[2] },
          { those[1]:step(dx, dy) })
      end
      local crowd, units, dx, dy = locked_in(turn, 1)
      units[2]:follow(units[1])
      units[2].yields = false
      crowd:tick()
      assert.are.same({ nil, "occupied", units[2] }, { units[1]:step(dx, dy) })
      units[2].yields = true
      local x, y, finder = units[1].cell_x, units[1].cell_y, units[1].finder
      units[1]:remove() -- its number is free for another one
      local stranger = crowd:add { finder = finder, cell_x = x, cell_y = y }
      assert.are.same({ nil, "occupied", units[2] }, { stranger:step(dx, dy) })
      units[2]:follow(units[3])
      assert.are.same({ nil, "occupied", units[2] }, { stranger:step(dx, dy) })
      units[3]:follow(stranger)
      assert.is_true(stranger:step(dx, dy)) -- by way of units[3]
    end
  end)

  it("finds another way when the trail is closed, and waits without any", function()
    local w = party({ "............", "............" }, 0, { { 6, 1 }, { 2, 1 } },
      { diagonal = "never" })
    w.grid:set(4, 1, "wall")
    w.tick(12)
    assert.are.equal("arrived", w[2].status)
    assert.are.same({ 5, 1 }, { w[2].cell_x, w[2].cell_y })
    w.walk(11, 1)
    assert.is_true(w[1]:set_cell(1, 1))
    w.grid:fill(3, 1, 1, 2, "wall")
    w.tick(40)
    assert.are.same({ "blocked", "unreachable" }, { w[2].status, w[2].reason })
    w.grid:set(3, 2, "open")
    w.tick(60)
    assert.are.equal("arrived", w[2].status)
  end)

  it("goes through a door as soon as that opens", function()
    for turn = 0, 7 do
      for halt = 0, 5 do
        local grid, at = boards.drawn({ ("."):rep(16) },
          { prices = { door = 1 } }, turn)
        local door_x, door_y = at(9, 1)
        grid:set(door_x, door_y, "door")
        local all = tilepath.pathfinder(grid, { prices = { door = 1 } })
        local own = tilepath.pathfinder(grid, { prices = { door = false } })
        local crowd = tilepath.crowd(grid)
        local function add(finder, column)
          local x, y = at(column, 1)
          return crowd:add { finder = finder, cell_x = x, cell_y = y }
        end
        local hero, friend = add(all, 5), add(own, 4)
        friend:follow(hero)
        local x, y = at(2, 1)
        local first_x, first_y = at(1, 1)
        local last_x, last_y = at(9 + halt, 1)
        local function turn_of()
          if hero.cell_x ~= last_x or hero.cell_y ~= last_y then
            assert.is_true(hero:step(x - first_x, y - first_y))
          end
          crowd:tick()
        end
        while hero.cell_x ~= door_x or hero.cell_y ~= door_y do
          turn_of()
        end
        assert.are.equal("unreachable", friend.reason)
        local before = { friend.cell_x, friend.cell_y }
        grid:set(door_x, door_y, "open")
        turn_of()
        assert.are_not.same(before, { friend.cell_x, friend.cell_y }, halt)
      end
    end
  end)

  it("walks on hexagons, and if it is large", function()
    for _, shape in ipairs { "square", "hex" } do
      local grid = tilepath.grid(20, 12, { shape = shape })
      local side = shape == "square" and 2 or 1
      local finder = tilepath.pathfinder(grid, { size = { side, side } })
      local crowd, walked = tilepath.crowd(grid), {}
      local leader = crowd:add { finder = finder, cell_x = 4, cell_y = 4 }
      local ox = crowd:add { finder = finder, cell_x = 1, cell_y = 4 }
      assert.is_true(ox:follow(leader, { within = 3 }))
      for x = 1, 4 do walked[x .. ",4"] = true end
      for _, goal in ipairs { { 15, 10 }, { 18, 2 }, { 4, 2 } } do
        leader:go_cell(goal[1], goal[2])
        for _ = 1, 60 do
          crowd:tick()
          walked[leader.cell_x .. "," .. leader.cell_y] = true
          assert.is_true(walked[ox.cell_x .. "," .. ox.cell_y])
        end
        assert.are.equal("arrived", leader.status)
      end
    end
  end)

  it("goes on as it was saved", function()
    for _, by_ticks in ipairs { true, false } do
      local function play(is_loaded)
        local grid = tilepath.grid(MARCH)
        local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
        local units, places = {}, {}
        for i = 1, 3 do
          units[i] = crowd:add { finder = finder, cell_x = 1, cell_y = 2 + i }
        end
        units[2]:follow(units[1])
        units[3]:follow(units[1], { within = 2 })
        units[1]:go_cell(20, 5)
        for n = 1, 60 do
          if by_ticks then crowd:tick() else crowd:update(0.3) end
          if is_loaded and n % 7 == 0 then
            local text = crowd:save()
            assert.is_true(crowd:load(text))
            assert.are.equal(text, (crowd:save()))
          end
          local text = {}
          for i, unit in ipairs(units) do
            text[i] = ("%.9g,%.9g"):format(unit.x, unit.y)
          end
          places[n] = n .. ": " .. table.concat(text, " ")
        end
        return places
      end
      local places = play(true)
      for n, text in ipairs(play(false)) do
        assert.are.equal(text, places[n])
      end
    end
  end)

  it("is loaded as it was saved if both stand under walls", function()
    for turn = 0, 7 do
      local row = ("."):rep(16)
      local w = party({ row, row, row }, turn, { { 5, 2 }, { 3, 2 } })
      w.tick(5)
      for column = 1, 7 do
        for line = 1, 3 do
          local x, y = w.at(column, line)
          w.grid:set(x, y, "wall")
        end
      end
      local x, y = w.at(16, 2)
      w[1]:go_cell(x, y)
      for _ = 1, 20 do
        w.crowd:tick()
        local text = w.crowd:save()
        assert.is_true(w.crowd:load(text))
        assert.are.equal(text, (w.crowd:save()))
      end
    end
  end)

  it("is not loaded if its trail is damaged", function()
    local w = party({ ".........." }, 0, { { 4, 1 }, { 3, 1 } })
    w[1]:go_cell(10, 1)
    w.tick(3)
    local text = w.crowd:save()
    assert.is_string(helper.values_of("crowd", text).trail2)
    for _, value in ipairs { "", "=3;", "=3;=1;=2;", "=3.5;=1;=false;", 5 } do
      assert.are.same({ nil, "damaged" },
        { w.crowd:load(helper.forged("crowd", text, "trail2", value)) }, value)
    end
    assert.are.same({ nil, "damaged" },
      { w.crowd:load(helper.forged("crowd", text, "trail1", "=3;=1;=false;")) })
  end)

  it("has such orders in its list, until their leader is removed", function()
    local w = party({ ".............." }, 0, { { 5, 1 }, { 3, 1 } })
    w[2]:go_cell(1, 1)
    w[2]:follow(w[1], { queued = true })
    w[2]:go_cell(2, 1, { queued = true })
    assert.is_true(w.crowd:load((w.crowd:save())))
    w.tick(20)
    assert.are.same({ 4, 1 }, { w[2].cell_x, w[2].cell_y })
    w[2]:go_cell(1, 1, { resume = true })
    w.tick(30)
    assert.are.same({ 4, 1 }, { w[2].cell_x, w[2].cell_y })
    w[1]:remove()
    assert.is_nil(w[2].target)
    w.tick(20)
    assert.are.same({ 2, 1 }, { w[2].cell_x, w[2].cell_y })
    assert.are.equal("arrived", w[2].status)
  end)

  it("checks what it is given", function()
    local w = party({ ".........." }, 0, { { 4, 1 }, { 3, 1 } })
    local hero = tilepath.follower { finder = w.finder, cell_x = 1, cell_y = 1 }
    assert.matches("follow: option 'within' is for a body", mistake(function()
      w[2]:follow({ { 1.5, 0.5 } }, { within = 2 })
    end), 1, true)
    assert.matches("follow: within must be", mistake(function()
      w[2]:follow(w[1], { within = -1 })
    end), 1, true)
    assert.matches("follow: a unit cannot be its own target", mistake(function()
      w[2]:follow(w[2])
    end), 1, true)
    assert.matches("follow: takes no unit", mistake(function()
      hero:follow(w[1])
    end), 1, true)
    w[1]:remove()
    assert.matches("follow: the target was removed from its crowd",
      mistake(function() w[2]:follow(w[1]) end), 1, true)
  end)
end)
