--- Formations: each unit gets the free cell that is nearest to the cell of its
-- place.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local numbers = require "spec.support.random"

local SHAPES = {
  { cell_size = 10 }, { cell_size = { 12, 8 } },
  { shape = "hex", cell_size = { 10, 12 } },
  { shape = "hex", cell_size = { 14, 10 }, stagger = "even-q" },
}

--- The distance between two places, in cells; on hexagons in steps.
local function distance(grid, x1, y1, x2, y2)
  if grid.stagger then
    local x, y = grid:to_cell(x1, y1)
    return grid:distance(x, y, grid:to_cell(x2, y2))
  end
  return math.sqrt(((x2 - x1) / grid.cell_width) ^ 2
    + ((y2 - y1) / grid.cell_height) ^ 2)
end

--- A crowd on a drawn map, its units, and others that rest.
local function draw(random, options)
  local grid = tilepath.grid(18, 14, options)
  for x, y in grid:cells() do
    if random(1, 8) == 1 then
      grid:set(x, y, "wall")
    end
  end
  local crowd = tilepath.crowd(grid)
  local units, rests = {}, {}
  local sizes = options.shape and 1 or 2
  for i = 1, 12 do
    local finder = tilepath.pathfinder(grid,
      sizes == 2 and i % 5 == 0 and { size = 2 } or nil)
    local unit = crowd:add { finder = finder, cell_x = random(1, 17),
      cell_y = random(1, 13) }
    local list = i <= 8 and units or rests
    list[#list + 1] = unit
  end
  return grid, crowd, units, rests
end

--- The least distance from a place to a cell that the unit may get.
local function least(grid, unit, taken, wx, wy)
  local finder, best = unit.finder, math.huge
  local size = finder.profile.size
  for x, y in grid:cells() do
    if finder:can_enter(x, y)
      and not boards.covers(taken, x, y, size[1], size[2])
      and finder:is_reachable(unit.cell_x, unit.cell_y, x, y) then
      local to_x, to_y = finder:to_world(x, y)
      best = math.min(best, distance(grid, to_x, to_y, wx, wy))
    end
  end
  return best
end

describe("a formation", function()
  it("gives each unit the free cell that is nearest to its place", function()
    local random = numbers.new(11)
    for _, options in ipairs(SHAPES) do
      for _ = 1, 8 do
        local grid, crowd, units, rests = draw(random, options)
        local middle_x, middle_y, taken, goers = 0, 0, {}, {}
        local to_x, to_y = grid:to_world(random(1, 18), random(1, 14))
        to_x, to_y = to_x + random(-4, 4), to_y + random(-4, 4)
        for _, unit in ipairs(units) do
          local finder = unit.finder
          local x, y = finder:to_cell(to_x, to_y)
          if finder:can_enter(x, y) and not
            finder:is_reachable(unit.cell_x, unit.cell_y, x, y) then
            rests[#rests + 1] = unit
          else
            goers[#goers + 1] = unit
          end
        end
        for _, unit in ipairs(goers) do
          middle_x = middle_x + unit.x / #goers
          middle_y = middle_y + unit.y / #goers
        end
        for _, unit in ipairs(rests) do
          local size = unit.finder.profile.size
          taken[#taken + 1] = { unit.cell_x, unit.cell_y, size[1], size[2] }
        end
        local from = {}
        for i, unit in ipairs(goers) do
          from[i] = { unit.x - middle_x, unit.y - middle_y }
        end
        crowd:go(units, to_x, to_y, { formation = true })
        for i, unit in ipairs(goers) do
          local finder = unit.finder
          local wx, wy = finder:to_world(finder:to_cell(to_x + from[i][1],
            to_y + from[i][2]))
          local far = least(grid, unit, taken, wx, wy)
          if far < math.huge then
            -- A unit that stands on its cell has no goal.
            local goal_x, goal_y = unit.goal_x or unit.x, unit.goal_y or unit.y
            assert.is_true(math.abs(far
              - distance(grid, goal_x, goal_y, wx, wy)) < 1e-6)
            local x, y = finder:to_cell(goal_x, goal_y)
            local size = finder.profile.size
            taken[#taken + 1] = { x, y, size[1], size[2] }
          end
        end
      end
    end
  end)

  for turn = 0, 7 do
    local function wedge(blocked)
      local rows = {}
      for y = 1, 15 do
        rows[y] = ("."):rep(20)
      end
      if blocked then
        for y = 1, 2 do rows[y] = "..#" .. rows[y]:sub(4) end
        rows[3] = "###" .. rows[3]:sub(4)
      end
      local grid, at = boards.drawn(rows, {}, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local squad = {}
      for i, cell in ipairs { { 4, 4 }, { 4, 5 }, { 4, 6 } } do
        local x, y = at(cell[1], cell[2])
        squad[i] = crowd:add { finder = finder, cell_x = x, cell_y = y }
      end
      -- Mirrored boards change left and right.
      local x1, y1 = at(1, 1)
      local x2, y2 = at(2, 1)
      local x3, y3 = at(1, 2)
      local hand = (x2 - x1) * (y3 - y1) - (y2 - y1) * (x3 - x1)
      return squad, crowd, at, { { 1, 0 }, { 0, -hand }, { 0, hand } }, finder
    end

    local function assert_at(at, squad, cells)
      for i, cell in ipairs(cells) do
        local x, y = at(cell[1], cell[2])
        assert.are.same({ x, y }, { squad[i].cell_x, squad[i].cell_y })
      end
    end

    it("that is queued faces from where the orders lead, turn " .. turn,
      function()
        local squad, crowd, at, form = wedge()
        local x, y = at(15, 5)
        assert.are.equal(3, crowd:go_cell(squad, x, y, { formation = form }))
        for _ = 1, 3 do crowd:tick() end
        x, y = at(15, 13)
        local query = { formation = form, queued = true }
        assert.are.equal(3, crowd:go_cell(squad, x, y, query))
        x, y = at(5, 13)
        assert.are.equal(3, crowd:go_cell(squad, x, y, query))
        assert.is_true(crowd:load((crowd:save())))
        local was_down = false
        for _ = 1, 60 do
          crowd:tick()
          local to_x, to_y = at(15, 14) -- ahead is down
          was_down = was_down
            or squad[1].cell_x == to_x and squad[1].cell_y == to_y
        end
        assert.is_true(was_down)
        assert_at(at, squad, { { 4, 13 }, { 5, 14 }, { 5, 12 } })
      end)

    it("has no place for a unit that cannot go, turn " .. turn, function()
      local squad, crowd, at, form, finder = wedge(true)
      local x, y = at(1, 1)
      table.insert(squad, 1, (crowd:add { finder = finder, cell_x = x,
        cell_y = y }))
      local to_x, to_y = at(15, 5)
      assert.are.equal(3, crowd:go_cell(squad, to_x, to_y,
        { formation = form }))
      for _ = 1, 40 do crowd:tick() end
      assert.are.equal("idle", squad[1].status)
      assert_at(at, squad, { { 1, 1 }, { 16, 5 }, { 15, 4 }, { 15, 6 } })
      local query = { formation = form }
      assert.are.same({ nil, "unreachable" },
        { crowd:go_cell({ squad[1] }, to_x, to_y, query) })
      query.wait = true
      assert.are.equal(1, crowd:go_cell({ squad[1] }, to_x, to_y, query))
    end)
  end
end)
