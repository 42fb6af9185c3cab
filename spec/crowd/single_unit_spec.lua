--- A unit without others beside it takes the path that it shows. With diagonal
-- steps as cheap as straight ones, paths do not zigzag.

local boards = require "spec.support.boards"
local numbers = require "spec.support.random"
local rows_of = require "spec.support.rows"
local stand = require "spec.support.stand"

local ORDERS = {
  { "to a cell", function(unit, x, y)
    return unit:go_cell(x, y)
  end },
  { "near a cell", function(unit, x, y)
    return unit:go_cell(x, y, { within = 2 })
  end },
  { "along a field", function(unit, x, y)
    return unit:follow(unit.finder:field { { x, y } })
  end },
}

--- The next cell on the path that a unit shows; nil: it has no path yet, or is
-- at its end.
local function next_cell(unit)
  local path = unit.status == "going" and unit:path()
  if path and path[3] then return unit.crowd.grid:to_cell(path[3], path[4]) end
end

--- Plays until the unit is there. Each step must be the one that it showed.
local function walk(crowd, unit)
  local ticks, steps = 0, 0
  while unit.status ~= "arrived" do
    local x, y = next_cell(unit)
    crowd:tick()
    if x then
      assert.are.equal(("to %d,%d"):format(x, y),
        ("to %d,%d"):format(unit.cell_x, unit.cell_y))
      steps = steps + 1
    end
    ticks = ticks + 1
    assert.is_true(ticks < 100)
  end
  return steps
end

--- A map with walls in one of five cells, and a walk over it.
local function draw(random, options)
  local rows = rows_of(random(6, 14), random(6, 14), function()
    return random(1, 5) == 1 and "#" or "."
  end)
  local crowd, finder, grid = stand.field(table.concat(rows, "\n"), options.grid,
    options.profile)
  return crowd, finder, { random(1, grid.width), random(1, grid.height),
    random(1, grid.width), random(1, grid.height) }
end

describe("a unit alone on the map goes the path that it shows", function()
  local function play(title, options)
    for _, each in ipairs(ORDERS) do
      local name, order = each[1], each[2]
      it(name .. ", " .. title, function()
        local random, steps = numbers.new(5, name .. title), 0
        for _ = 1, 30 do
          local crowd, finder, at = draw(random, options)
          if finder:is_reachable(at[1], at[2], at[3], at[4]) then
            local unit = stand.unit(crowd, finder, at[1], at[2])
            assert.is_true(order(unit, at[3], at[4]))
            steps = steps + walk(crowd, unit)
          end
        end
        assert.is_true(steps > 20)
      end)
    end
  end
  for _, rule in ipairs(boards.RULES) do
    play("diagonal = " .. rule, { profile = { diagonal = rule } })
  end
  play("diagonal_cost = 1", { profile = { diagonal_cost = 1 } })
  for _, stagger in ipairs(boards.STAGGERS) do
    play(stagger, { grid = { shape = "hex", stagger = stagger } })
  end
end)

describe("with diagonal_cost = 1 on open ground", function()
  local SIZE = 11

  --- The diagonal steps of a list x1, y1, x2, y2, ...
  local function diagonals(list)
    local count = 0
    for i = 3, #list, 2 do
      if list[i] ~= list[i - 2] and list[i + 1] ~= list[i - 1] then
        count = count + 1
      end
    end
    return count
  end

  local function cells_of_walk(crowd, unit)
    local cells = { unit.cell_x, unit.cell_y }
    while unit.status ~= "arrived" do
      crowd:tick()
      cells[#cells + 1] = unit.cell_x
      cells[#cells + 1] = unit.cell_y
    end
    return cells
  end

  for rows = 0, 5 do
    it(("a path has %d diagonal steps to a cell %d rows off"):format(rows, rows),
      function()
        for i = 0, 3 do
          local turn = boards.turn(i, SIZE, SIZE)
          local crowd, finder = stand.field((("."):rep(SIZE) .. "\n"):rep(SIZE),
            nil, { diagonal_cost = 1 })
          local x, y = turn(1, 6)
          local to_x, to_y = turn(SIZE, 6 + rows)
          local field = finder:field { { to_x, to_y } }
          assert.are.equal(rows, diagonals(finder:find(x, y, to_x, to_y)))
          assert.are.equal(rows,
            diagonals(finder:reach(x, y, 20):path(to_x, to_y)))
          assert.are.equal(rows, diagonals(field:path(x, y)))
          local unit = stand.unit(crowd, finder, x, y)
          unit:go_cell(to_x, to_y)
          assert.are.equal(rows, diagonals(cells_of_walk(crowd, unit)))
          unit:remove()
          unit = stand.unit(crowd, finder, x, y)
          unit:follow(field)
          assert.are.equal(rows, diagonals(cells_of_walk(crowd, unit)))
        end
      end)
  end
end)
