--- Ways out of blocked cells take only steps that the map would allow if these
-- were free. A breadth-first search over the map without walls judges them.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local random_numbers = require "spec.support.random"

--- A map with walls and fences, and the same map without walls.
local function draw(random, size)
  local w, h = random(4, 9), random(4, 8)
  local stagger = size == 1 and random(4) == 1 and boards.STAGGERS[random(4)] or nil
  local options = { cell_size = 10, shape = stagger and "hex",
    stagger = stagger }
  local grid, open = tilepath.grid(w, h, options), tilepath.grid(w, h, options)
  local block = { random(w), random(h), random(2, 5), random(2, 5) }
  grid:fill(block[1], block[2], block[3], block[4], "wall")
  for _ = 1, random(0, w * h) do
    grid:set(random(w), random(h), "wall")
  end
  for _ = 1, random(0, w * h) do
    local x, y, beside = random(w), random(h), {}
    local straight = tilepath.pathfinder(open,
      { diagonal = not stagger and "never" or nil })
    for to_x, to_y in straight:neighbors(x, y) do
      beside[#beside + 1] = { to_x, to_y }
    end
    local to = #beside > 0 and beside[random(#beside)]
    local how = random(3) == 1 and { one_way = true } or nil
    if to then
      grid:fence(x, y, to[1], to[2], how)
      open:fence(x, y, to[1], to[2], how)
    end
  end
  local profile = { size = size > 1 and size or nil,
    diagonal = not stagger and boards.RULES[random(4)] or nil }
  return tilepath.pathfinder(grid, profile), tilepath.pathfinder(open, profile)
end

--- Does the map without walls allow that step?
local function is_step(open, x, y, to_x, to_y)
  for next_x, next_y in open:neighbors(x, y) do
    if next_x == to_x and next_y == to_y then
      return true
    end
  end
  return false
end

--- The same for one step or two: at a corner an agent may pass a third cell.
local function are_steps(open, x, y, to_x, to_y)
  for next_x, next_y in open:neighbors(x, y) do
    if is_step(open, next_x, next_y, to_x, to_y) then
      return true
    end
  end
  return is_step(open, x, y, to_x, to_y)
end

--- The number of steps over blocked cells to the nearest cell that will do; nil
-- if there is none.
local function steps_out(finder, open, x, y, will_do)
  local ring, seen, steps = { { x, y } }, { [y * 99 + x] = true }, 0
  while #ring > 0 do
    local next_ring, found = {}, false
    for _, at in ipairs(ring) do
      for to_x, to_y in open:neighbors(at[1], at[2]) do
        local key = to_y * 99 + to_x
        if finder:can_enter(to_x, to_y) then
          found = found or will_do(to_x, to_y)
        elseif not seen[key] then
          seen[key], next_ring[#next_ring + 1] = true, { to_x, to_y }
        end
      end
    end
    ring, steps = next_ring, steps + 1
    if found then
      return steps
    end
  end
end

--- Is each step of a way out legal, and is it as short as can be?
local function judge(open, path, steps)
  assert.are.equal(steps, path.escape)
  for i = 1, steps do
    local x, y = path:point(i)
    assert.is_true(is_step(open, x, y, path:point(i + 1)))
  end
end

--- Calls f with random maps and a blocked start, at which the map without walls
-- has room for the agent.
local function each(seed, size, f)
  local random = random_numbers.new(seed)
  for _ = 1, 30 do
    local finder, open = draw(random, size)
    local x, y = random(finder.grid.width), random(finder.grid.height)
    if open:can_enter(x, y) and not finder:can_enter(x, y) then
      f(finder, open, x, y, random(finder.grid.width),
        random(finder.grid.height))
    end
  end
end

describe("#once a way out over random maps", function()
  for size = 1, 3 do
    local of = (", for an agent of %d x %d cells"):format(size, size)

    it("is the shortest to an exit with a path" .. of, function()
      each(17 + size, size, function(finder, open, x, y, to_x, to_y)
        local steps = steps_out(finder, open, x, y, function(from_x, from_y)
          return finder:find(from_x, from_y, to_x, to_y) ~= nil
        end)
        local path = finder:find(x, y, to_x, to_y, { escape = true })
        assert.are.equal(steps ~= nil, path ~= nil)
        if path then
          judge(open, path, steps)
        end
      end)
    end)

    it("of a reach is the shortest to any free cell" .. of, function()
      each(27 + size, size, function(finder, open, x, y)
        local steps = steps_out(finder, open, x, y, function()
          return true
        end)
        local reach = finder:reach(x, y, math.huge, { escape = true })
        assert.are.equal(steps ~= nil, reach.count > 0)
        for to_x, to_y in reach:cells() do
          judge(open, (reach:path(to_x, to_y)), steps)
        end
      end)
    end)
  end

  it("is that of a follower", function()
    each(37, 1, function(finder, open, x, y, to_x, to_y)
      local hero = tilepath.follower { finder = finder, speed = 10 }
      hero:set_cell(x, y)
      local goes = hero:go_cell(to_x, to_y) ~= nil
      assert.are.equal(finder:find(x, y, to_x, to_y, { escape = true }) ~= nil,
        goes)
      for _ = 1, 2000 do
        if finder:can_enter(x, y) or not goes then
          break
        end
        hero:update(0.1)
        if hero.cell_x ~= x or hero.cell_y ~= y then
          assert.is_true(is_step(open, x, y, hero.cell_x, hero.cell_y))
          x, y = hero.cell_x, hero.cell_y
        end
      end
      assert.are.equal(goes, finder:can_enter(x, y))
    end)
  end)

  for size = 1, 2 do
    it(("is that of a swarm's agent of %d x %d cells"):format(size, size),
      function()
        each(47 + size, size, function(finder, open, x, y, to_x, to_y)
          local grid = finder.grid
          if grid.stagger then
            return
          end
          local field = assert(finder:field { { to_x, to_y } })
          local steps = steps_out(finder, open, x, y, function(from_x, from_y)
            return field:cost(from_x, from_y) ~= nil
          end)
          local half = 5 * (size - 1)
          local xs, ys = { grid:to_world(x, y) }
          xs, ys = { xs[1] + half }, { xs[2] + half }
          for _ = 1, 20 * (steps or 1) do
            field:advance(xs, ys, 1, 1)
            local now_x, now_y = grid:to_cell(xs[1] - half, ys[1] - half)
            if (now_x ~= x or now_y ~= y) and not finder:can_enter(x, y) then
              assert.is_true(are_steps(open, x, y, now_x, now_y))
            end
            x, y = now_x, now_y
          end
          assert.are.equal(steps ~= nil, finder:can_enter(x, y))
        end)
      end)
  end
end)

describe("a way out", function()
  for n = 0, 5 do
    local turn = boards.turn(n, 7, 7)
    it("leads through a one-way fence in its direction alone, turn " .. n,
      function()
        local grid = tilepath.grid(7, 7)
        for x = 1, 7 do
          local x1, y1 = turn(x, 4)
          local x2, y2 = turn(x, 5)
          grid:fence(x1, y1, x2, y2, { one_way = true })
        end
        -- One may go from row 4 to row 5, and not back.
        local x, y = turn(4, 4)
        local below_x, below_y = turn(4, 5)
        local up_x, up_y = turn(4, 1)
        local down_x, down_y = turn(4, 7)
        grid:set(x, y, "wall")
        grid:set(below_x, below_y, "wall")
        local finder = tilepath.pathfinder(grid)
        local out = { escape = true }
        local path = assert(finder:find(x, y, down_x, down_y, out))
        assert.are.equal(1, path.escape)
        assert.are.same({ nil, "unreachable" },
          { finder:find(below_x, below_y, up_x, up_y, out) })
        local hero = tilepath.follower { finder = finder, cell_x = below_x,
          cell_y = below_y }
        assert.are.same({ nil, "unreachable" }, { hero:go_cell(up_x, up_y) })
        assert.is_nil(finder:reach(below_x, below_y, math.huge, out)
          :cost(up_x, up_y))
        local field = assert(finder:field { { up_x, up_y } })
        local wx, wy = grid:to_world(below_x, below_y)
        local xs, ys = { wx }, { wy }
        field:advance(xs, ys, 1, 100)
        assert.are.same({ wx, wy }, { xs[1], ys[1] })
      end)

    it("leads a large agent off a fence that was built under it, turn " .. n,
      function()
        for _, goal in ipairs { 1, 6 } do
          local grid = tilepath.grid(7, 7)
          for y = 1, 7 do
            local x1, y1 = turn(3, y)
            local x2, y2 = turn(4, y)
            grid:fence(x1, y1, x2, y2)
          end
          -- The place of the agent whose cells are columns 3 and 4.
          local ax, ay = turn(3, 3)
          local bx, by = turn(4, 4)
          local x, y = math.min(ax, bx), math.min(ay, by)
          ax, ay = turn(goal, 3)
          bx, by = turn(goal + 1, 4)
          local finder = tilepath.pathfinder(grid, { size = 2 })
          local to_x, to_y = math.min(ax, bx), math.min(ay, by)
          local path = assert(finder:find(x, y, to_x, to_y, { escape = true }))
          assert.are.equal(1, path.escape)
          assert.are.equal(goal == 1 and 2 or 3, path.cost)
        end
      end)
  end

  it("stays on its floor of a building, whatever walls cost", function()
    local house, grid = tilepath.building { a = { 3, 3 }, b = { 3, 5 },
      c = { 3, 2 } }
    local x, y = house.a:to_grid(3, 2)
    local to_x = house.b:to_grid(1, 2)
    grid:fill(x, 1, 1, 3, "wall")
    grid:fill(to_x, 1, 1, 3, "wall")
    local digger = tilepath.pathfinder(grid, { prices = { wall = 2 } })
    local giant = tilepath.pathfinder(grid, { size = 2, keep_away = { 1, 2 } })
    for _, finder in ipairs { tilepath.pathfinder(grid), giant, digger } do
      assert.are.same({ nil, "unreachable" },
        { finder:find(x, y, to_x + 1, 1, { escape = true }) })
      for cell_x, cell_y in finder:reach(x, y, math.huge, { escape = true })
        :cells() do
        assert.are.equal("a", (house:to_floor(cell_x, cell_y)))
      end
    end
    assert.is_true(tilepath.pathfinder(grid):find(x, y, 1, 1,
      { escape = true }) ~= nil)
    -- The same after it was saved.
    local loaded = tilepath.load(grid:save())
    assert.are.equal(grid, loaded)
    tilepath.building({ a = { 3, 3 }, b = { 3, 5 }, c = { 3, 2 } },
      { grid = loaded })
    assert.are.same({ nil, "unreachable" }, { tilepath.pathfinder(loaded,
      { prices = { wall = 2 } }):find(1, 1, to_x + 1, 1) })
  end)

  it("leads over walls, and not over closed walls", function()
    local grid = tilepath.grid("####.")
    local finder = tilepath.pathfinder(grid)
    assert.are.equal(4, (finder:find(1, 1, 5, 1, { escape = true })).escape)
    grid:set_walkable(2, 1, false)
    assert.are.equal("wall", grid:get(2, 1))
    assert.are.same({ nil, "unreachable" },
      { finder:find(1, 1, 5, 1, { escape = true }) })
    assert.is_true(finder:find(2, 1, 5, 1, { escape = true }) ~= nil)
    grid:set(2, 1, "wall")
    assert.is_true(finder:find(1, 1, 5, 1, { escape = true }) ~= nil)
  end)

  it("of a large agent covers no fence that it did not cover before", function()
    local grid = tilepath.grid("..####....\n..####....")
    local finder = tilepath.pathfinder(grid, { size = 2 })
    grid:fence(7, 1, 7, 2)
    assert.are.same({ nil, "unreachable" },
      { finder:find(5, 1, 9, 1, { escape = true }) })
    assert.are.equal(4, finder:find(5, 1, 1, 1, { escape = true }).escape)
    grid:unfence(7, 1, 7, 2)
    assert.is_true(finder:find(5, 1, 9, 1, { escape = true }) ~= nil)
  end)
end)
