--- The library's memory: bytes a cell, and work that must not grow with the map.
-- (garbage_spec has garbage, and fuzz/finalize.lua finalizers.)

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local memory = require "spec.support.memory"
local numbers = require "spec.support.random"

local bytes_of = memory.bytes_of
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local SIDE = 512
local CELLS = SIDE * SIDE
local LOG = 16384 -- the log of the changes of a layer

--- Random walls: nearly one cell in eight is a jump point, except along the
-- upper and right edges.
local function strew(grid)
  local random = numbers.new(42)
  grid:sample(function()
    return random(1, 100) > 3
  end)
  grid:fill(1, 1, grid.width, 1, "open")
  grid:fill(grid.width, 1, 1, grid.height, "open")
end

describe("#contract #core_c a grid", function()
  it("takes a byte for each cell, a table of terrains, two logs of changes, "
    .. "and nothing else", function()
    bytes_of(function() return tilepath.grid(1, 1) end) -- makes strings
    local bytes, grid = bytes_of(function()
      return tilepath.grid(SIDE, SIDE)
    end)
    assert.is_true(bytes >= CELLS)
    assert.is_true(bytes <= CELLS + 8192 + 2 * LOG)
    local more = bytes_of(function()
      memory.roughen(grid)
    end)
    assert.is_true(more < 1024)
  end)

  it("and a pathfinder are freed in time: they do not pile up", function()
    -- Nothing else in the loops makes work for the collector.
    local kept
    local peak = memory.peak_of(function(look)
      for _ = 1, 50 do
        kept = tilepath.grid(2048, 2048)
        look()
      end
    end)
    assert.are.equal(2048, kept.width)
    assert.is_true(peak >= 2 ^ 22)
    assert.is_true(peak < 80 * 2 ^ 20) -- Lua 5.5 waits the longest
    peak = memory.peak_of(function(look)
      for _ = 1, 30 do
        tilepath.pathfinder(kept):can_enter(1, 1)
        look()
      end
    end)
    assert.is_true(peak >= 2 ^ 22)
    assert.is_true(peak < 80 * 2 ^ 20, peak)
  end)

  it("is freed in time beside objects of the game, and so are fields", function()
    local objects = {}
    for i = 1, 20000 do
      objects[i] = { i }
    end
    local finder = tilepath.pathfinder(tilepath.grid(512, 512))
    local peak = memory.peak_of(function(look)
      for _ = 1, 50 do
        finder:field { { 1, 1 } }
        look()
      end
    end)
    assert.are.equal(20000, #objects)
    assert.is_true(peak >= 2 ^ 20)
    local most = _VERSION == "Lua 5.5" and 32 or 16 -- it waits the longest
    assert.is_true(peak < most * 2 ^ 20, peak)
  end)
end)

-- Lua 5.1 cannot tell whether the collector runs.
if pcall(collectgarbage, "isrunning") then
  describe("#contract #core_c a stopped collector", function()
    it("stays stopped, for blocks of any size", function()
      finally(function()
        collectgarbage("restart")
      end)
      collectgarbage()
      collectgarbage("stop")
      local weak = setmetatable({ {} }, { __mode = "v" })
      for _ = 1, 10 do
        tilepath.pathfinder(tilepath.grid(2048, 2048)):find(1, 1, 9, 9)
      end
      assert.is_false(collectgarbage("isrunning"))
      assert.is_not_nil(weak[1])
    end)
  end)
end

describe("#once #contract #core_c a pathfinder takes at most 24 bytes a cell",
  function()
    local function dig(x, y)
      return (x * 7 + y * 13) % 11
    end
    for name, case in pairs {
      ["with as many jump points as it ever jumps between"] = {
        { algorithm = "auto" }, strew },
      ["looking at every cell"] = { { algorithm = "dijkstra" } },
      ["keeping off walls"] = { { keep_away = { 3, 2 } }, strew },
      ["with a weight"] = { { weight = 1.5 }, memory.roughen },
      ["with a heuristic that jumps"] = { { diagonal = "always",
        heuristic = dig }, memory.roughen },
    } do
      it(name .. ", after one query and after many", function()
        local grid = tilepath.grid(SIDE, SIDE)
        if case[2] then
          case[2](grid)
        end
        local random = numbers.new(8)
        local bytes, finder = bytes_of(function()
          local finder = tilepath.pathfinder(grid, case[1])
          finder:find(1, 1, SIDE, SIDE)
          return finder
        end)
        assert.is_true(bytes <= 24 * CELLS)
        local more = bytes_of(function()
          for _ = 1, 6 do
            finder:find(random(1, SIDE), random(1, SIDE), random(1, SIDE),
              random(1, SIDE))
            finder:find(1, 1, random(1, SIDE), random(1, SIDE),
              { partial = true })
          end
          finder:find(1, 1, SIDE, SIDE)
          assert.is_true(finder.info.expanded > 0)
        end)
        assert.is_true(bytes + more <= 24 * CELLS)
        assert.is_true(bytes + more >= 7 * CELLS)
      end)
    end
  end)

describe("#contract #core_c a field", function()
  local finder

  before_each(function()
    local grid = tilepath.grid(SIDE, SIDE)
    memory.roughen(grid)
    finder = tilepath.pathfinder(grid)
    finder:can_enter(1, 1)
  end)

  it("takes 5 bytes a cell, 9 with fine prices, and its lists", function()
    local function bytes_a_cell(of, options)
      return (bytes_of(function()
        return of:field({ { 1, 1 }, { 9, 9 } }, options)
      end)) / CELLS
    end
    local plain = tilepath.pathfinder(tilepath.grid(SIDE, SIDE))
    plain:can_enter(1, 1)
    helper.near(5.1, bytes_a_cell(plain), 0.1)
    helper.near(9.7, bytes_a_cell(finder), 0.7)
    assert.is_true(bytes_a_cell(plain, { max_cost = 9 }) < 0.2)
  end)

  it("takes no more over updates", function()
    local field = finder:field { { 1, 1 } }
    local function update()
      for i = 2, 6 do
        finder.grid:set(i, 1, "wall")
        field:update()
        finder.grid:set(i, 1, "open")
        field:update { { i, 1 } }
      end
    end
    update()
    assert.is_true(bytes_of(update) < 340)
  end)

  it("takes 5 bytes for each cell of its rectangle as a reach", function()
    local bytes, reach = bytes_of(function()
      return finder:reach(1, 1, 40)
    end)
    assert.is_true(reach.count > 0)
    assert.is_true(bytes < 41 * 401 * 5 * 10)
    assert.are.equal(1, finder:reach(1, 1, 0).count)
  end)
end)

describe("#once #contract #core_c a pathfinder after its first question takes",
  function()
  --- Bytes a cell for the first question.
  local function first(profile)
    local grid = tilepath.grid(SIDE, SIDE)
    memory.roughen(grid)
    return (bytes_of(function()
      local finder = tilepath.pathfinder(grid, profile)
      finder:can_enter(1, 1)
      return finder
    end)) / CELLS
  end

  it("2.2 bytes a cell and 58 KB, more on small maps", function()
    helper.near(42000, (bytes_of(function()
      return tilepath.pathfinder(tilepath.grid(1, 1))
    end)) - bytes_of(function()
      return tilepath.grid(1, 1)
    end), 1500)
    for side, bytes in pairs { [SIDE] = 2.2, [300] = 2.6, [100] = 3.3,
      [20] = 4.3 } do
      local grid = tilepath.grid(side, side)
      local all = bytes_of(function()
        local finder = tilepath.pathfinder(grid)
        finder:can_enter(1, 1)
        return finder
      end)
      helper.near(bytes, (all - 58400) / side ^ 2, 0.05 + 1500 / side ^ 2)
    end
  end)

  it("an eighth of a byte more for a large agent, a byte more for prices or "
    .. "keep_away", function()
      local plain = first()
      local same = { mud = 1, ice = 1, road = 1 }
      helper.near(plain + 0.125 + LOG / CELLS,
        first { size = 2, prices = same }, 0.05)
      helper.near(plain + 1.125 + LOG / CELLS, first { size = 2 }, 0.05)
      helper.near(plain + 1, first { keep_away = { 1, 1 } }, 0.05)
    end)
end)

describe("#once #contract #core_c the work of a small query", function()
  --- Units of work of a few calls of a task, after prepare.
  local function work_of(task, side)
    local grid = tilepath.grid(side, side)
    local finder, f = task(tilepath.pathfinder(grid), grid)
    f(0)
    finder:prepare()
    f(1)
    return helper.work_of(finder, function()
      for i = 1, 20 do
        f(i)
      end
    end)
  end

  --- A task that finds a short path with this profile, after an edit if asked.
  local function short_path(profile, is_edited)
    return function(finder, grid)
      finder = profile and tilepath.pathfinder(grid, profile) or finder
      return finder, function(i)
        if is_edited then
          grid:set(33, 31, i % 2 == 0 and "wall" or "open")
        end
        finder:find(31, 31, 35, 33)
      end
    end
  end

  --- A task that calls a method of the pathfinder.
  local function call(method, ...)
    local arguments, count = { ... }, select("#", ...)
    return function(finder)
      return finder, function()
        finder[method](finder, unpack(arguments, 1, count))
      end
    end
  end

  for title, task in pairs {
    ["a short path"] = short_path(),
    ["a short path by Dijkstra's algorithm"] =
      short_path { algorithm = "dijkstra" },
    ["a path in the world"] = call("find_world", 31.5, 31.5, 35.2, 33.3),
    ["a search that is given up"] =
      call("find", 5, 5, 60, 60, { max_nodes = 10 }),
    ["the best that few cells can give"] =
      call("find", 31, 31, 60, 60, { max_nodes = 10, partial = true }),
    ["a question whether there is a way"] = call("is_reachable", 5, 5, 60, 60),
  } do
    it("does not grow with the map: " .. title, function()
      assert.are.equal(work_of(task, 64), work_of(task, 2000))
    end)
  end

  it("grows no more than the map's side after an edit", function()
    -- A wall in the open is seen from afar.
    for _, profile in ipairs { {}, { size = 3, keep_away = { 5, 2 } } } do
      local task = short_path(profile, true)
      assert.is_true(work_of(task, 2000) <= 2000 / 64 * work_of(task, 64))
    end
  end)
end)
