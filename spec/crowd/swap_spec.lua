--- Two units, each one step from its own free goal: whoever has a free step to
-- its goal takes it. All starts in small rooms. And two that must exchange
-- before a dead end; and idle units, which make way.

local boards = require "spec.support.boards"
local stand = require "spec.support.stand"
local tilepath = require "tilepath"

local ROOMS = { "..\n..\n..", "...\n...\n...", "...\n.#.\n...", "..\n#.\n..\n.." }

--- All { start, goal } of a unit, a step apart.
local function steps_of(grid, finder)
  local steps = {}
  for x, y in grid:cells "open" do
    for to_x, to_y in finder:neighbors(x, y) do
      steps[#steps + 1] = { x = x, y = y, to_x = to_x, to_y = to_y }
    end
  end
  return steps
end

local function same(x, y, other_x, other_y)
  return x == other_x and y == other_y
end

--- Have the two steps no cell in common?
local function are_free(a, b)
  return not (same(a.x, a.y, b.x, b.y) or same(a.x, a.y, b.to_x, b.to_y)
    or same(a.to_x, a.to_y, b.x, b.y) or same(a.to_x, a.to_y, b.to_x, b.to_y))
end

--- Two diagonal steps over the same four cells exclude each other.
local function cross(a, b)
  return a.x ~= a.to_x and a.y ~= a.to_y
    and same(a.x + a.to_x, a.y + a.to_y, b.x + b.to_x, b.y + b.to_y)
end

local function text(a)
  return ("%d,%d to %d,%d"):format(a.x, a.y, a.to_x, a.to_y)
end

--- Plays all starts of two units.
local function play(grid, finder, crowd)
  local steps, played = steps_of(grid, finder), 0
  for _, a in ipairs(steps) do
    for _, b in ipairs(steps) do
      if are_free(a, b) then
        local one = stand.unit(crowd, finder, a.x, a.y)
        local two = stand.unit(crowd, finder, b.x, b.y)
        one:go_cell(a.to_x, a.to_y)
        two:go_cell(b.to_x, b.to_y)
        for _ = 1, cross(a, b) and not grid.stagger and 2 or 1 do
          crowd:tick()
        end
        local start = text(a) .. " beside " .. text(b) .. ": "
        assert.are.equal(start .. "arrived, arrived",
          ("%s%s, %s"):format(start, one.status, two.status))
        one:remove()
        two:remove()
        played = played + 1
      end
    end
  end
  assert.is_true(played > 0)
end

describe("two units beside their free goals arrive at once", function()
  for _, rule in ipairs(boards.RULES) do
    it("in squares, diagonal = " .. rule, function()
      for _, room in ipairs(ROOMS) do
        local crowd, finder, grid = stand.field(room, nil, { diagonal = rule })
        play(grid, finder, crowd)
      end
    end)
  end

  for _, stagger in ipairs(boards.STAGGERS) do
    it("in hexagons, " .. stagger, function()
      for _, room in ipairs { "...\n...\n...", "..\n..\n.." } do
        local crowd, finder, grid = stand.field(room,
          { shape = "hex", stagger = stagger })
        play(grid, finder, crowd)
      end
    end)
  end

  it("beside fences, of which one is one-way", function()
    local crowd, finder, grid = stand.field("...\n...\n...", nil,
      { diagonal = "never" })
    grid:fence(1, 1, 2, 1)
    grid:fence(2, 2, 3, 2, { one_way = true })
    play(grid, finder, crowd)
  end)
end)

-- They need the cells outside: the one beside the mouth is held for good.
describe("two units before a dead end", function()
  it("exchange outside, beside one that cannot be pushed", function()
    for turn = 0, 7 do
      for _, rule in ipairs(boards.RULES) do
        for _, is_paused in ipairs { true, false } do
          local grid, at = boards.drawn({ ".####", ".####", ".####", "....#",
            "...##", ".....", "....." }, {}, turn)
          local finder = tilepath.pathfinder(grid, { diagonal = rule })
          local crowd = tilepath.crowd(grid)
          local function add(x, y)
            local cell_x, cell_y = at(x, y)
            return stand.unit(crowd, finder, cell_x, cell_y)
          end
          local post, near, deep = add(2, 4), add(1, 4), add(1, 5)
          if is_paused then
            post:pause()
          else
            post.yields = false
          end
          near:go_cell(at(1, 2))
          deep:go_cell(at(1, 1))
          for _ = 1, 18 do
            crowd:tick()
          end
          assert.are.same({ "arrived", "arrived" },
            { near.status, deep.status }, rule .. turn)
        end
      end
    end
  end)

  it("do not exchange if a one-way lane keeps one from coming back", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn({ ".......", "...####" }, {}, turn)
      boards.one_way(grid, at, 1, 3, 7)
      local finder = tilepath.pathfinder(grid, { diagonal = "always" })
      local crowd = tilepath.crowd(grid)
      local function add(x)
        local cell_x, cell_y = at(x, 1)
        return stand.unit(crowd, finder, cell_x, cell_y)
      end
      add(5)
      local unit = add(3)
      unit:go_cell(at(6, 1))
      stand.ticks(crowd, 4)
      assert.are.equal("arrived", unit.status)
    end
  end)

  it("do not exchange if one takes no diagonal step to come back", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn({ ".##..", "...#." }, {}, turn)
      local crowd = tilepath.crowd(grid)
      local function add(rule, x, y, to_x, to_y)
        local cell_x, cell_y = at(x, y)
        local unit = stand.unit(crowd,
          tilepath.pathfinder(grid, { diagonal = rule }), cell_x, cell_y)
        unit:go_cell(at(to_x, to_y))
        return unit
      end
      local one, other = add("always", 3, 2, 5, 2), add("never", 4, 1, 4, 1)
      stand.ticks(crowd, 4)
      assert.are.same({ "arrived", "arrived" }, { one.status, other.status })
    end
  end)

  it("do not exchange if both hunt, as any place near will do", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn({ "..#...##", "#...#.#.", "......#.",
        "...#..#.", "...#....", "#...#...", ".#...#..", "##.#...." }, {}, turn)
      local finder = tilepath.pathfinder(grid,
        { diagonal = "only_if_no_obstacles" })
      local crowd, units = tilepath.crowd(grid, { moved = true }), {}
      local x, y = grid:to_world(at(6, 2))
      for i, cell in ipairs { { 3, 6 }, { 3, 5 }, { 1, 1 }, { 7, 6 } } do
        local cell_x, cell_y = at(cell[1], cell[2])
        units[i] = crowd:add { finder = finder, cell_x = cell_x,
          cell_y = cell_y, speed = 1 }
      end
      units[1]:chase { x = x, y = y }
      units[2]:keep({ x = x, y = y }, { min = 1, within = 3 })
      units[3]:chase { x = x, y = y }
      units[4]:keep({ x = x, y = y }, { min = 0, within = 2 })
      for _ = 1, 240 do
        crowd:update(0.25)
      end
      local steps = 0
      for _ = 1, 40 do
        crowd:update(0.25)
        for _, what in crowd:events() do
          steps = steps + (what == "moved" and 1 or 0)
        end
      end
      assert.are.equal(0, steps)
    end
  end)

  it("do not exchange if the one ahead follows the other one", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn({ "#.######", "........" }, {}, turn)
      local finder = tilepath.pathfinder(grid)
      local crowd, units = tilepath.crowd(grid), {}
      for i, cell in ipairs { { 2, 2 }, { 4, 2 }, { 2, 1 }, { 3, 2 } } do
        local x, y = at(cell[1], cell[2])
        units[i] = stand.unit(crowd, finder, x, y)
      end
      local hero = units[1]
      for i = 2, 4 do
        units[i]:follow(hero)
      end
      stand.ticks(crowd, 5)
      hero:go_cell(at(6, 2))
      stand.ticks(crowd, 4)
      assert.are.equal("arrived", hero.status, turn)
    end
  end)

  it("do not exchange if the one ahead leaves by a link", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn({ "#.####.", "#.####.", "#.####.",
        "#.####.", "#....#.", "###..#." }, {}, turn)
      local x, y = at(2, 3)
      grid:link(x, y, at(7, 3))
      local finder = tilepath.pathfinder(grid)
      local crowd = tilepath.crowd(grid)
      local function add(from_x, to_x, to_y, priority)
        local cell_x, cell_y = at(from_x, 5)
        local unit = stand.unit(crowd, finder, cell_x, cell_y,
          { priority = priority })
        unit:go_cell(at(to_x, to_y))
        return unit
      end
      local behind, ahead = add(4, 2, 3, 1), add(3, 7, 1, 0)
      stand.ticks(crowd, 6)
      assert.are.same({ "arrived", "arrived" },
        { behind.status, ahead.status }, turn)
    end
  end)

  -- A trail counts all its links, however far they are.
  it("do not exchange if one of two companions leaves by a link", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn({ "#.######.", "#.######.", "#.######.",
        "#.######.", "#.######.", "#.######.", "#.######.", "#.######.",
        "#......#.", "#####..#." }, {}, turn)
      local x, y = at(2, 5)
      grid:link(x, y, at(9, 5))
      local finder = tilepath.pathfinder(grid)
      local crowd, units = tilepath.crowd(grid), {}
      for i, cell in ipairs { { 9, 7 }, { 6, 9 }, { 5, 9 }, { 4, 9 } } do
        x, y = at(cell[1], cell[2])
        units[i] = stand.unit(crowd, finder, x, y, { yields = i > 1 })
        if i > 1 then
          units[i]:follow(units[1])
        end
      end
      stand.ticks(crowd, 10)
      for i = 2, 4 do
        assert.are.equal("arrived", units[i].status, turn)
      end
    end
  end)
end)

describe("an idle unit", function()
  -- Else two units whose goals lie side by side would push it to and fro.
  it("at a goal steps aside, and all rest", function()
    local seats = { { 1, 1, 2, 1 }, { 1, 2, 1, 1 }, { 2, 1, 2, 2 } }
    for turn = 0, 7 do
      local grid, at = boards.drawn({ "....", "....", "....", "...." }, {}, turn)
      local finder = tilepath.pathfinder(grid)
      for i = 1, 4 * #seats do
        local seat, crowd = seats[i % #seats + 1], tilepath.crowd(grid)
        local function add(x, y, to_x, to_y)
          local cell_x, cell_y = at(x, y)
          local unit = stand.unit(crowd, finder, cell_x, cell_y)
          if to_x then
            unit:go_cell(at(to_x, to_y))
          end
          return unit
        end
        local one = add(seat[1], seat[2], seat[1], seat[2])
        add(seat[3], seat[4])
        local two, pushes = add((i + 2) % 4 + 1, 4, seat[3], seat[4]), 0
        for _, told in ipairs(stand.ticks(crowd, 24)) do
          pushes = pushes + (told[2] == "pushed" and 1 or 0)
        end
        assert.are.same({ "arrived", "arrived", true },
          { one.status, two.status, pushes <= 6 }, turn .. " " .. i)
      end
    end
  end)

  it("comes out of a dead end that is the goal of another one", function()
    for turn = 0, 7 do
      for deep = 4, 5 do
        local grid, at = boards.drawn({ ".......", ".......", ".......",
          "###.###", deep == 5 and "###.###" or "#######" }, {}, turn)
        local finder = tilepath.pathfinder(grid)
        local crowd = tilepath.crowd(grid)
        local x, y = at(4, deep)
        local cat = stand.unit(crowd, finder, x, y)
        local worker = stand.unit(crowd, finder, at(1, 1))
        worker:go_cell(x, y)
        stand.ticks(crowd, 14)
        assert.are.same({ x, y, "arrived", "idle" },
          { worker.cell_x, worker.cell_y, worker.status, cat.status }, turn)
      end
    end
  end)
end)
