--- Grids of hexagons: their constructors, the places of their cells, and the
-- distances between cells. A model with its own cube coordinates judges them.

local tilepath = require "tilepath"
local hexagon = require "tilepath.hexagon"
local hexagons = require "spec.support.hexagons"
local numbers = require "spec.support.random"
local extend = require("spec.support.helper").extend

local STAGGERS = hexagons.STAGGERS

describe("a grid of hexagons", function()
  it("has its shape, its stagger and a side", function()
    for _, stagger in ipairs(STAGGERS) do
      local grid = tilepath.grid(4, 3, { shape = "hex", stagger = stagger,
        cell_size = { 12, 10 } })
      local side = stagger:sub(-1) == "q" and 6 or 5
      assert.are.same({ "hex", stagger, side },
        { grid.shape, grid.stagger, grid.cell_side })
    end
    local grid = tilepath.grid(4, 3, { shape = "hex", cell_side = 0.25 })
    assert.are.same({ "odd-r", 0.25 }, { grid.stagger, grid.cell_side })
    grid = tilepath.grid(4, 3, { shape = "square" })
    assert.are.same({ "square" }, { grid.shape, grid.stagger, grid.cell_side })
    assert.is_nil(grid.cell_side)
  end)

  it("can be made in each form", function()
    local hex = { shape = "hex", stagger = "even-q" }
    local list = { shape = "hex", stagger = "even-q", width = 2 }
    for _, grid in ipairs { tilepath.grid(2, 1, hex), tilepath.grid("..", hex),
      tilepath.grid({ { true, true } }, hex),
      tilepath.grid({ true, true }, list) } do
      assert.are.same({ 2, 1, "even-q" },
        { grid.width, grid.height, grid.stagger })
    end
  end)
end)

-- The places of cells --------------------------------------------------------

describe("a hexagon in the world", function()
  local function grid_of(stagger, side)
    local is_flat = stagger:sub(-1) == "q"
    return tilepath.grid(4, 4, { shape = "hex", stagger = stagger,
      cell_size = { is_flat and 12 or 8, is_flat and 8 or 12 },
      cell_side = side, origin = { -5, 3 }, base = { 1, -1 } })
  end

  it("has six corners around its centre, shared with its neighbours", function()
    for _, stagger in ipairs(STAGGERS) do
      local grid, count = grid_of(stagger, 4), {}
      for x = 1, 4 do
        for y = -1, 2 do
          local polygon, sum_x, sum_y = grid:cell_polygon(x, y), 0, 0
          assert.are.equal(12, #polygon)
          for i = 1, 12, 2 do
            sum_x, sum_y = sum_x + polygon[i], sum_y + polygon[i + 1]
            local corner = polygon[i] .. " " .. polygon[i + 1]
            count[corner] = (count[corner] or 0) + 1
          end
          assert.are.same({ sum_x / 6, sum_y / 6 }, { grid:to_world(x, y) })
          local left, top, w, h = grid:cell_rect(x, y)
          assert.are.same({ sum_x / 6, sum_y / 6 },
            { left + w / 2, top + h / 2 })
        end
      end
      local corners, shared = 0, 0
      for _, n in pairs(count) do
        corners, shared = corners + 1, math.max(shared, n)
      end
      assert.are.same({ 48, 3 }, { corners, shared })
    end
  end)

  it("shifts the lines that the stagger names", function()
    local function shoved(stagger, x, y)
      local grid = tilepath.grid(3, 3, { shape = "hex", stagger = stagger,
        cell_size = 8, base = 5 })
      local left, top = grid:cell_rect(x, y)
      return { left, top }
    end
    assert.are.same({ 0, 0 }, shoved("odd-r", 5, 5))
    assert.are.same({ 4, 6 }, shoved("odd-r", 5, 6))
    assert.are.same({ 4, 0 }, shoved("even-r", 5, 5))
    assert.are.same({ 0, 6 }, shoved("even-r", 5, 6))
    assert.are.same({ 6, 4 }, shoved("odd-q", 6, 5))
    assert.are.same({ 0, 4 }, shoved("even-q", 5, 5))
  end)

  it("has the origin of its lines, shifted or not", function()
    for _, stagger in ipairs(STAGGERS) do
      local grid = grid_of(stagger, 4)
      assert.are.same({ -5, 3 }, { grid.origin_x, grid.origin_y })
      extend(grid, { left = 1, top = 1 })
      assert.are.same({ -13, -5 }, { grid.origin_x, grid.origin_y })
    end
  end)

  it("owns its inside, and its border at the left and above", function()
    --- The rank of a cell: of two neighbours the later one owns their border.
    local function rank(grid, x, y)
      local wx, wy = grid:to_world(x, y)
      return grid.stagger:sub(-1) == "q" and 1e6 * wx + wy or 1e6 * wy + wx
    end
    for _, stagger in ipairs(STAGGERS) do
      for _, side in ipairs { 2, 4, 6 } do
        local grid = grid_of(stagger, side)
        for x, y in grid:cells() do
          local polygon = grid:cell_polygon(x, y)
          local cx, cy = grid:to_world(x, y)
          for i = 1, 12, 2 do
            local dx = (polygon[i] + polygon[(i + 1) % 12 + 1]) / 2 - cx
            local dy = (polygon[i + 1] + polygon[(i + 2) % 12 + 1]) / 2 - cy
            assert.are.same({ x, y },
              { grid:to_cell(cx + 0.98 * dx, cy + 0.98 * dy) })
            local to_x, to_y = grid:to_cell(cx + 1.02 * dx, cy + 1.02 * dy)
            assert.are.equal(1, grid:distance(x, y, to_x, to_y))
            local own = rank(grid, x, y) > rank(grid, to_x, to_y)
            assert.are.same({ own and x or to_x, own and y or to_y },
              { grid:to_cell(cx + dx, cy + dy) })
          end
        end
      end
    end
  end)

  it("contains its points, whatever its size", function()
    for _, stagger in ipairs(STAGGERS) do
      for i = 1, 20 do
        local grid = tilepath.grid(9, 9, { shape = "hex", stagger = stagger,
          cell_size = { i / 7, 3 / i }, origin = { i / 3, -i * 1e6 } })
        for _, x in ipairs { -1e6, -3, 0, 1, 2, 9, 12345 } do
          for _, y in ipairs { -1e6 - 1, -2, 1, 4, 5, 99 } do
            assert.are.same({ x, y }, { grid:to_cell(grid:to_world(x, y)) })
          end
        end
        grid:to_cell(1e308, -1e308)
      end
    end
  end)
end)

-- How far cells are apart -----------------------------------------------------

describe("the distance of cells", function()
  it("is that of cube coordinates on hexagons", function()
    for _, stagger in ipairs(STAGGERS) do
      local grid = tilepath.grid(7, 7, { shape = "hex", stagger = stagger,
        base = 0 })
      for x1 = 0, 6 do
        for y1 = 0, 6 do
          local q1, r1 = hexagons.cube(stagger, x1, y1)
          for x2 = 0, 6 do
            for y2 = 0, 6, 3 do
              local q2, r2 = hexagons.cube(stagger, x2, y2)
              local q, r = q2 - q1, r2 - r1
              assert.are.equal((math.abs(q) + math.abs(r) + math.abs(q + r)) / 2,
                grid:distance(x1, y1, x2, y2))
            end
          end
        end
      end
    end
  end)

  it("is the larger difference on squares", function()
    local grid = tilepath.grid(5, 5)
    assert.are.equal(4, grid:distance(1, 2, 5, 4))
    assert.are.equal(7, grid:distance(0, 0, -3, 7))
    assert.are.same({ 0, 0, 1, 0, 1, 1, 0, 1 }, grid:cell_polygon(1, 1))
  end)

  it("is known for any cells", function()
    local grid = tilepath.grid(5, 5, { shape = "hex" })
    local far = 2 ^ 50
    assert.are.equal(far, grid:distance(1, 1, 1 + far, 1))
    assert.are.equal(far + far / 2, grid:distance(1, 1, 1 + far, 1 + far))
  end)
end)

-- What lies between and over cells --------------------------------------------

local function new_grid(stagger)
  return tilepath.grid(6, 6, { shape = "hex", stagger = stagger, base = 0 })
end

--- A set of the cells that an iterator returns.
local function set_of(...)
  local set = {}
  for x, y in ... do
    set[x .. "," .. y] = true
  end
  return set
end

describe("the neighbours of a hexagon", function()
  it("are six cells", function()
    for _, stagger in ipairs(STAGGERS) do
      local grid = new_grid(stagger)
      grid:set(2, 3, "wall")
      local finder = tilepath.pathfinder(grid)
      for x, y in grid:cells() do
        local want = {}
        for _, to in ipairs(hexagons.around(stagger, x, y)) do
          want[to[1] .. "," .. to[2]] = grid:is_walkable(to[1], to[2]) or nil
        end
        assert.are.same(grid:is_walkable(x, y) and want or {},
          set_of(finder:neighbors(x, y)))
      end
    end
  end)

  it("can be separated by fences on any of six sides", function()
    for _, stagger in ipairs(STAGGERS) do
      local grid = new_grid(stagger)
      local finder = tilepath.pathfinder(grid)
      for _, from in ipairs { { 2, 2 }, { 2, 3 }, { 3, 2 }, { 3, 3 } } do
        local x, y = from[1], from[2]
        for _, to in ipairs(hexagons.around(stagger, x, y)) do
          for _, one_way in ipairs { false, true } do
            assert.is_true(grid:fence(x, y, to[1], to[2],
              { one_way = one_way }))
            assert.are.equal(one_way, finder:can_step(x, y, to[1], to[2]))
            assert.is_false(finder:can_step(to[1], to[2], x, y))
            assert.are.equal(1, #grid:fences())
            assert.is_true(grid == tilepath.load(grid:save()))
            assert.is_true(grid:unfence(to[1], to[2], x, y))
            assert.is_true(finder:can_step(x, y, to[1], to[2]))
          end
        end
      end
    end
  end)

  it("make a line of cells", function()
    local random = numbers.new(1)
    for _, stagger in ipairs(STAGGERS) do
      local grid = tilepath.grid(8, 8, { shape = "hex", stagger = stagger,
        base = 3 })
      for _ = 1, 60 do
        local x1, y1, x2, y2 = random(0, 12), random(0, 12), random(0, 12),
          random(0, 12)
        local cells = {}
        for x, y in grid:line(x1, y1, x2, y2) do
          cells[#cells + 1] = { x, y }
        end
        local far = grid:distance(x1, y1, x2, y2)
        assert.are.same({ x1, y1 }, cells[1])
        assert.are.same({ x2, y2 }, cells[#cells])
        assert.is_true(#cells > far)
        for i = 2, #cells do
          assert.are.equal(1, grid:distance(cells[i - 1][1], cells[i - 1][2],
            cells[i][1], cells[i][2]))
          local to_end = grid:distance(x1, y1, cells[i][1], cells[i][2])
            + grid:distance(cells[i][1], cells[i][2], x2, y2)
          assert.are.equal(far, to_end)
        end
      end
    end
  end)
end)

it("the steps of a hexagon lead to its neighbours in a circle", function()
  for _, stagger in ipairs(STAGGERS) do
    local grid = new_grid(stagger)
    local wx, wy = grid:to_world(3, 3)
    local last_x, last_y
    for i = 0, 6 do
      local step = hexagon.steps(grid)[i % 6 + 1]
      local x, y = grid:to_cell(wx + step[1], wy + step[2])
      assert.are.same({ wx + step[1], wy + step[2] }, { grid:to_world(x, y) })
      assert.are.equal(1, grid:distance(3, 3, x, y))
      assert.are.equal(1, i == 0 and 1 or grid:distance(last_x, last_y, x, y))
      last_x, last_y = x, y
    end
  end
end)

describe("a resized grid of hexagons", function()
  local TURNED = { ["odd-r"] = "even-r", ["even-r"] = "odd-r",
    ["odd-q"] = "even-q", ["even-q"] = "odd-q" }

  it("keeps each cell's place, cube, fences and paths", function()
    local random = numbers.new(2)
    for i = 1, 20 do
      local stagger = STAGGERS[i % 4 + 1]
      local grid = tilepath.grid(random(3, 9), random(3, 9), { shape = "hex",
        stagger = stagger, base = 0, cell_side = 0.25 })
      local price_of, prices = hexagons.fill(grid, random), {}
      local shut, places = hexagons.wall_in(grid, random), {}
      for x, y in grid:cells() do
        places[x .. "," .. y] = { grid:to_world(x, y) }
        prices[x .. "," .. y] = price_of(x, y)
      end
      local function price(x, y)
        return grid:has(x, y) and prices[x .. "," .. y] or nil
      end
      local left, top = random(-1, 2), random(-1, 2)
      local first = stagger:sub(-1) == "q" and left or top
      extend(grid, { left = left, top = top, right = random(-1, 1),
        fill = "wall" })
      assert.are.equal(first % 2 == 0 and stagger or TURNED[stagger],
        grid.stagger)
      local loaded = assert(tilepath.load(grid:save()))
      assert.are.equal(grid, loaded)
      assert.are.equal(grid:save(), loaded:save())
      assert.are.same(grid:fences(), loaded:fences())
      assert.are.equal(grid, grid:copy())
      local from
      for x, y in grid:cells() do
        local place = { grid:to_world(x, y) }
        assert.are.same(places[x .. "," .. y] or place, place)
        from = price(x, y) and { x, y } or from
      end
      local finder = tilepath.pathfinder(loaded)
      local cost = from
        and hexagons.costs(stagger, price, from[1], from[2], shut)
      for x, y in grid:cells() do
        local path = from and finder:find(from[1], from[2], x, y)
        assert.are.equal(cost and cost(x, y), path and path.cost)
      end
    end
  end)
end)

describe("a drawing of hexagons", function()
  it("shifts rows, or draws two lines for each row", function()
    local function drawn(stagger)
      local grid = tilepath.grid("#..\n.#.", { shape = "hex",
        stagger = stagger })
      return tilepath.ascii(grid)
    end
    assert.are.equal("# . .\n . # .", drawn "odd-r")
    assert.are.equal(" # . .\n. # .", drawn "even-r")
    assert.are.equal("#   .\n  .\n.   .\n  #", drawn "odd-q")
    assert.are.equal("  .\n#   .\n  #\n.   .", drawn "even-q")
  end)

  it("with shoved rows can be read back, also with terrains or indented", function()
    local random = numbers.new(5)
    for i = 1, 60 do
      local options = { shape = "hex", stagger = i % 2 == 0 and "even-r" or "odd-r",
        prices = { mud = 2 }, legend = { m = "mud" } }
      local grid = tilepath.grid(random(1, 6), random(1, 6), options.stagger
        and { shape = "hex", stagger = options.stagger, prices = { mud = 2 } })
      for x, y in grid:cells() do
        grid:set(x, y, random.one_of("open", "open", "wall", "mud"))
      end
      local text = tilepath.ascii(grid, { legend = { m = "mud" } })
      local indented = "\n    " .. text:gsub("\n", "\n    ") .. "\n  "
      assert.are.equal(grid, tilepath.grid(text, options))
      assert.are.equal(grid, tilepath.grid(indented, options))
    end
  end)
end)
