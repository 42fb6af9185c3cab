--- A row for a call on crowds and units: nanoseconds, and the ratio to the time
-- of grid:set in the same run, which is the first row.
--
-- Units stand and move all over a map of 512 x 512 cells, as edits do; nothing
-- reads the changes in between. Each round measures all calls in turn. Of the
-- times the median of the rounds counts, and of the ratios the median of each
-- round's ratio.

local measure = require "measure"
local tilepath = require "tilepath"

local clock = measure.clock

local SIDE = 512
local MANY = 5000
local ROUNDS = 21

local units = {}

units.columns = {
  { "call", "call", "%-38s" },
  { "ns", "ns", "%8.0f" },
  { "ratio", "ratio", "%7.2f" },
}

--- Cells in a scattered order, all different, each with room for four.
local function cells()
  local xs, ys = {}, {}
  for i = 1, MANY do
    local n = i * 2741 % (SIDE / 4 * SIDE / 4)
    xs[i] = n % (SIDE / 4) * 4 + 1
    ys[i] = math.floor(n / (SIDE / 4)) * 4 + 1
  end
  return xs, ys
end

--- The calls in this order: each leaves behind what the next one needs.
local function list_calls()
  local grid = tilepath.grid(SIDE, SIDE)
  local other = tilepath.grid(SIDE, SIDE)
  local finder = tilepath.pathfinder(grid)
  local large = tilepath.pathfinder(grid, { size = 4 })
  local crowd = tilepath.crowd(grid)
  local xs, ys = cells()
  local all, list, is_wall = {}, {}, false
  local function add(name, f)
    list[#list + 1] = { name = name, f = f, ns = {}, ratios = {} }
  end
  add("grid:set", function()
    local terrain = is_wall and "open" or "wall"
    is_wall = not is_wall
    for i = 1, MANY do
      other:set(xs[i], ys[i], terrain)
    end
  end)
  add("crowd:add, a table each", function()
    for i = 1, MANY do
      all[i] = crowd:add { finder = finder, cell_x = xs[i], cell_y = ys[i] }
    end
  end)
  add("unit:set_cell", function()
    for i = 1, MANY do
      all[i]:set_cell(xs[i] + 1, ys[i])
    end
  end)
  add("unit:set_cell, far away", function()
    local unit = all[1]
    for i = 1, MANY do
      unit:set_cell(xs[i] + 2, ys[i])
    end
  end)
  add("unit:set_position, in its cell", function()
    for i = 1, MANY do
      all[i]:set_position(xs[i] + 0.75, ys[i] - 0.25)
    end
  end)
  add("crowd:at", function()
    for i = 1, MANY do
      crowd:at(xs[i] + 1, ys[i])
    end
  end)
  add("crowd:is_free, 4 x 4 cells", function()
    for i = 1, MANY do
      crowd:is_free(xs[i], ys[i], 4, 4)
    end
  end)
  add("unit.x", function()
    local sum = 0
    for i = 1, MANY do
      sum = sum + all[i].x
    end
    return sum
  end)
  add("a field of its own, written", function()
    for i = 1, MANY do
      all[i].hp = i
    end
  end)
  add("a field of its own, read", function()
    local sum = 0
    for i = 1, MANY do
      sum = sum + all[i].hp
    end
    return sum
  end)
  add("unit:remove", function()
    for i = 1, MANY do
      all[i]:remove()
    end
  end)
  add("crowd:add, 4 x 4 cells", function()
    for i = 1, MANY do
      all[i] = crowd:add { finder = large, cell_x = xs[i], cell_y = ys[i] }
    end
  end)
  add("unit:set_cell, 4 x 4 cells", function()
    for i = 1, MANY do
      all[i]:set_cell(xs[i], ys[i])
    end
  end)
  add("unit:remove, 4 x 4 cells", function()
    for i = 1, MANY do
      all[i]:remove()
    end
  end)
  return list
end

--- Measures all calls. @return a list of rows
function units.made()
  local list, rows = list_calls(), {}
  for _ = 1, ROUNDS do
    for i, call in ipairs(list) do
      local begun = clock()
      call.f()
      local ns = (clock() - begun - measure.overhead) * 1e3 / MANY
      call.ns[#call.ns + 1] = ns
      call.ratios[#call.ratios + 1] = ns / list[1].ns[#list[1].ns]
      rows[i] = { call = call.name, ns = measure.median(call.ns),
        ratio = measure.median(call.ratios) }
    end
  end
  return rows
end

return units
