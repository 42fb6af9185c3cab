--- A field that is updated after edits has the costs and steps of a new one: of
-- cells, prices, fences, links and layers, for agents of each kind.

local tilepath = require "tilepath"
local numbers = require "spec.support.random"

local SIDE = 24
local PRICES = { mud = 3, road = 0.5 }

--- Edits a cell.
local function cell(grid, random)
  grid:set(random(1, SIDE), random(1, SIDE), random.one_of("wall", "open",
    "wall", "open", "mud", "road"))
end

local function fence(grid, random)
  local x, y, across = random(1, SIDE - 1), random(1, SIDE - 1), random(0, 1)
  local call = random(1, 3) == 1 and grid.unfence or grid.fence
  call(grid, x, y, x + across, y + 1 - across,
    call == grid.fence and { one_way = random(1, 3) == 1 } or nil)
end

local function link(grid, random)
  local all = grid:links()
  if #all > 5 then
    grid:unlink(all[random(1, #all)])
  else
    local x = random(1, SIDE - 1)
    grid:link(x, random(1, SIDE), x + 1, random(1, SIDE), {
      price = random(0, 3), one_way = random(1, 2) == 1 })
  end
end

--- Edits a cell with an end of a link, and so what the link leads to.
local function link_end(grid, random)
  local all = grid:links()
  if #all > 0 then
    local one = all[random(1, #all)]
    grid:set(one.x1, one.y1, random.one_of("wall", "open"))
  end
end

local KINDS = {
  { "cells", edits = { cell } },
  { "cells without diagonal steps", edits = { cell },
    profile = { diagonal = "never" } },
  { "fences", edits = { cell, fence } },
  { "links", edits = { cell, link, link_end } },
  { "a layer", edits = { cell }, has_layer = true },
  { "cells, for a large agent", edits = { cell, fence },
    profile = { size = 2 } },
  { "cells, for an agent that keeps away", edits = { cell },
    profile = { keep_away = { 2, 1.5 } } },
  { "hexagons", edits = { cell, fence, link }, shape = "hex" },
}

--- Costs, reasons and steps of all cells.
local function answers(field)
  local all = {}
  for y = 1, SIDE do
    for x = 1, SIDE do
      local cost, reason = field:cost(x, y)
      local to_x, to_y, by_link = field:next(x, y)
      all[#all + 1] = table.concat({ tostring(cost), tostring(reason),
        tostring(to_x), tostring(to_y), tostring(by_link) }, " ")
    end
  end
  return table.concat(all, "\n")
end

describe("#once an update of a field", function()
  for number, kind in ipairs(KINDS) do
    it("equals a new field after edits of " .. kind[1], function()
      local random = numbers.new(number)
      for round = 1, 3 do
        local grid = tilepath.grid(numbers.map(random, SIDE, SIDE,
          round % 2 == 0 and "...#" or "......"),
          { prices = PRICES, shape = kind.shape })
        local layer, profile = tilepath.layer(grid), {}
        for name, value in pairs(kind.profile or {}) do
          profile[name] = value
        end
        profile.layers = kind.has_layer and { { layer = layer, weight = 0.5 } }
          or nil
        local finder = tilepath.pathfinder(grid, profile)
        local goals = { { 5, 5 }, { 20, 11, cost = 2 } }
        local options = { max_cost = round == 3 and 12 or nil }
        local field = finder:field(goals, options)
        for edit = 1, 12 do
          kind.edits[random(1, #kind.edits)](grid, random)
          if kind.has_layer then
            layer:set(random(1, SIDE), random(1, SIDE), random(0, 3))
          end
          if edit % 3 > 0 then
            field:update()
            local new = finder:field(goals, options)
            assert.are.equal(answers(new), answers(field))
          end
        end
      end
    end)
  end

  it("knows what a link led to", function()
    for _, shape in ipairs { "square", "hex" } do
      local grid = tilepath.grid(40, 40, { shape = shape })
      grid:fill(30, 20, 5, 5, "wall")
      grid:fill(31, 21, 3, 3, "open")
      local finder = tilepath.pathfinder(grid)
      local field = finder:field { { 5, 5 } }
      local function cost_in_room()
        field:update()
        return (field:cost(33, 23))
      end
      assert.is_nil(cost_in_room())
      local near = grid:link(31, 22, 28, 22)
      local cost = cost_in_room()
      local far = grid:link(33, 23, 38, 38)
      assert.are.equal(cost, cost_in_room())
      grid:set(31, 22, "wall")
      local longer = cost_in_room()
      assert.is_true(longer > cost + 10)
      grid:set(31, 22, "open")
      assert.are.equal(cost, cost_in_room())
      grid:unlink(near)
      assert.are.equal(longer, cost_in_room())
      grid:set(38, 38, "wall")
      assert.is_nil(cost_in_room())
      grid:set(38, 38, "open")
      assert.are.equal(longer, cost_in_room())
      grid:unlink(far)
      assert.is_nil(cost_in_room())
    end
  end)
end)
