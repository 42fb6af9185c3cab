--- The items of lists: cells, rectangles, points and pairs. One reader in each
-- core reads them all. What it does not know it refuses, at the caller's line,
-- because an item that is half understood gives a wrong answer.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"

local load_text = rawget(_G, "loadstring") or load

local RECT = "{ x, y } or { x, y, w, h }"
local GOAL = "{ x, y } or { x, y, w, h, cost = }"

-- Calls with ITEM in a list: the list's name, and what each item is.
local LISTS = {
  { "finder:find(1, 1, { { 1, 1 }, ITEM })", "find: goals[2]", GOAL },
  { "finder:find_world(1, 1, { ITEM })", "find_world: goals[1]", GOAL },
  { "finder:search(1, 1, { ITEM })", "search: goals[1]", GOAL },
  { "finder:field { ITEM }", "field: goals[1]", GOAL },
  { "finder:field({ { 1, 1 } }):update { ITEM }", "update: goals[1]", GOAL },
  { "tilepath.queue({ max_nodes = 9 }):find(finder, 1, 1, { ITEM })",
    "find: goals[1]", GOAL },
  { "hero:go_cell { ITEM }", "go_cell: goals[1]", GOAL },
  { "hero:go { ITEM }", "go: goals[1]", GOAL },
  { "unit:go_cell { ITEM }", "go_cell: goals[1]", GOAL },
  { "unit:go { ITEM }", "go: goals[1]", GOAL },
  { "finder:find(1, 1, 2, 1, { avoid = { crowd, ITEM } })", "find: avoid[2]",
    RECT },
  { "finder:find(1, 1, 2, 1, { stops = { ITEM } })", "find: stops[1]", RECT },
  { "finder:reach(1, 1, 2, { pass = { ITEM } })", "reach: pass[1]", RECT },
  { "finder:field({ { 1, 1 } }, { avoid = { ITEM } })", "field: avoid[1]",
    RECT },
  { "finder:nearest(1, 1, { avoid = { ITEM } })", "nearest: avoid[1]", RECT },
  { "finder:would_block({ ITEM }, 1, 1, 2, 1)", "would_block: cells[1]", RECT },
  { "finder:would_block({}, { ITEM })", "would_block: pairs[1]",
    "{ x1, y1, x2, y2 }", { 1, 1, 2, 1 } },
  { "hero:patrol { { 1, 1 }, ITEM }", "patrol: points[2]", RECT },
  { "unit:patrol { { 1, 1 }, ITEM }", "patrol: points[2]", RECT },
  { "hero:follow { ITEM }", "follow: path[1]", "{ x, y }" },
  { "unit:follow { ITEM }", "follow: path[1]", "{ x, y }" },
}

local SIZED = { [RECT] = true, [GOAL] = true }

local function world()
  local grid = tilepath.grid(9, 9)
  local finder = tilepath.pathfinder(grid)
  local crowd = tilepath.crowd(grid)
  return finder, crowd, crowd:add { finder = finder, cell_x = 1, cell_y = 1 },
    tilepath.follower { finder = finder, cell_x = 1, cell_y = 1 }
end

--- The error of a call with an item, without the line; nil: there is none.
local function told(call, item)
  local chunk = assert(load_text("local tilepath, finder, crowd, unit, hero, "
    .. "ITEM = ...\nreturn " .. call .. " or true", "=caller"))
  local finder, crowd, unit, hero = world()
  local fine, message = pcall(chunk, tilepath, finder, crowd, unit, hero, item)
  if not fine then
    assert.are.equal("caller:2: ", message:sub(1, 10))
    return message:sub(11)
  end
  return nil
end

--- Loops over all lists: the call, the name of its item, what an item is, and a
-- right item.
local function lists()
  local i = 0
  return function()
    i = i + 1
    local list = LISTS[i]
    if list then return list[1], list[2], list[3], list[4] or { 1, 1 } end
  end
end

--- The item with more keys.
local function with(item, more)
  local copy = {}
  for k, v in pairs(item) do copy[k] = v end
  for k, v in pairs(more) do copy[k] = v end
  return copy
end

describe("an item of a list", function()
  it("may have keys of the game", function()
    for call, _, _, item in lists() do
      assert.is_nil(told(call, item))
      assert.is_nil(told(call, with(item, { name = "shop", id = 7, weight = 2,
        [true] = 1 })))
    end
  end)

  it("has no numbers behind its last one", function()
    for call, name, form, item in lists() do
      local last = (SIZED[form] or item[4]) and 4 or 2
      local full = last == 4 and { 1, 1, 2, 1 } or { 1, 1 }
      assert.is_nil(told(call, full))
      for _, key in ipairs { last + 1, last + 3, 0, -1, 1.5, math.huge } do
        assert.are.equal(("%s[%.14g] must be left out (each is %s)"):format(
          name, key, form), told(call, with(full, { [key] = 1 })))
      end
      assert.are.equal(("%s[0] must be left out (each is %s)"):format(name,
        form), told(call, with(full, { [last + 1] = 1, [0] = 1, wait = 3 })))
    end
  end)

  it("has no field that it does not take", function()
    local meant = { price = "cost", width = "w", height = "h",
      besides = "beside" }
    for call, name, form, item in lists() do
      local takes = { w = SIZED[form], h = SIZED[form],
        cost = form == GOAL, beside = name:find("stops") ~= nil }
      for _, word in ipairs { "cost", "price", "w", "h", "width", "height",
        "wait", "beside", "besides" } do
        local other = meant[word]
        local hint = takes[other] and ("did you mean '%s'?"):format(other)
          or "each is " .. form
        if not takes[word] then
          assert.are.equal(("%s.%s must be left out (%s)"):format(name, word,
            hint), told(call, with(item, { [word] = 1 })))
        end
      end
      assert.are.equal(("%s.%s must be left out (%s)"):format(name,
        takes.cost and "height" or takes.w and "cost" or "cost",
        takes.cost and "did you mean 'h'?" or "each is " .. form),
        told(call, with(item, { width = 1, wait = 1, price = 1, height = 1,
          cost = 1 })))
    end
  end)

  it("has each number once, by its place or by its name", function()
    for call, name, form, item in lists() do
      local by_place = { x = item[1], y = item[2], w = 2, h = 1 }
      for _, key in ipairs { "x", "y", "w", "h" } do
        local is_name = #item == 2 and (key == "x" or key == "y" or SIZED[form])
        if is_name then
          local twice = with(SIZED[form] and { 1, 1, 2, 1 } or item,
            { [key] = by_place[key] })
          assert.are.equal(("%s.%s must be left out (each is %s)"):format(name,
            key, form), told(call, twice))
        end
      end
      if SIZED[form] then
        assert.is_nil(told(call, { 1, 1, w = 2, h = 1 }))
        assert.is_nil(told(call, { x = 1, y = 1, w = 2, h = 1 }))
      end
    end
  end)

  it("has both sides of a rectangle, or none", function()
    for call, name, form in lists() do
      for side, other in pairs(SIZED[form] and { w = "h", h = "w" } or {}) do
        for _, number in ipairs { 2, 0 } do
          local message = told(call, { 1, 1, [side] = number })
          assert.are.equal(("%s.%s must be a"):format(name,
            side == "w" and number == 0 and not call:find("world")
            and not call:find(":go {") and not call:find("patrol") and "w"
            or other),
            message:match("^.* must be a"))
        end
      end
    end
  end)

  it("is no list, also where a list may be empty", function()
    for _, call in ipairs { "finder:find(1, 1, 2, 1, { avoid = ITEM })",
      "finder:reach(1, 1, 2, { stops = ITEM })",
      "finder:reach(1, 1, 2, { pass = ITEM })",
      "finder:field({ { 1, 1 } }, { avoid = ITEM })",
      "finder:would_block(ITEM, 1, 1, 2, 1)" } do
      assert.is_nil(told(call, {}))
      assert.is_nil(told(call, { { x = 1, y = 2 } }))
      assert.are.equal(("%s: %s must be one or more %s, got none (a list: "
        .. "{ { x =, y = } })"):format(call:match(":(%a[%a_]*)"),
        call:match("(%a+) = ITEM") or "cells", RECT),
        told(call, { x = 1, y = 2, w = 2, h = 2 }))
    end
  end)

  it("is the same rectangle by place and by name", function()
    local finder = world()
    for _, item in ipairs { { 3, 2, 2, 4 }, { 3, 2, w = 2, h = 4 },
      { x = 3, y = 2, w = 2, h = 4 } } do
      local path, cost = finder:find(9, 9, { item })
      assert.are.same({ 4, 5, 5 + 4 * (math.sqrt(2) - 1) },
        { path[#path - 1], path[#path], cost })
      assert.are.equal(81 - 8, finder:reach(9, 9, 99,
        { avoid = { item } }).count)
      assert.are.equal(81 - 8, finder:reach(9, 9, 99,
        { pass = { item } }).count)
      assert.is_true(finder:would_block({ item }, 9, 9, 3, 5))
      assert.is_false(finder:would_block({ item }, 9, 9, 3, 6))
      assert.are.equal(0, finder:field({ item }):cost(4, 5))
    end
  end)
end)

describe("a pair of numbers", function()
  it("has no third one", function()
    for call, text in pairs {
      ["tilepath.grid(3, 3, { cell_size = { 1, 1, ITEM } })"]
        = "grid: cell_size[3] must be left out (a number or "
        .. "{ width, height })",
      ["tilepath.grid(3, 3, { origin = { 1, 1, ITEM } })"]
        = "grid: origin[3] must be left out (a number or { x, y })",
      ["tilepath.grid(3, 3, { base = { 1, 1, ITEM } })"]
        = "grid: base[3] must be left out (a whole number or { x, y })",
      ["tilepath.building { cellar = { 2, 2, ITEM } }"]
        = "building: cellar[3] must be left out ({ columns, rows })",
      ["tilepath.building({ cellar = { 2, 2 } }, "
        .. "{ origins = { cellar = { 1, 1, ITEM } } })"]
        = "building: origins.cellar[3] must be left out (a number or "
        .. "{ x, y })",
      ["crowd:go_cell({ unit }, 3, 3, { formation = { { 1, 0, ITEM } } })"]
        = "go_cell: formation[1][3] must be left out ({ ahead, aside }, two "
        .. "numbers of cells)",
    } do
      assert.are.equal(text, told(call, 1))
    end
  end)
end)

describe("#once the cells of finder:would_block", function()
  it("may be rectangles, also beyond the map", function()
    local ways = { { 1, 1, 1, 3 }, { 1, 1, 6, 4 }, { 5, 1, 6, 4 },
      { 4, 1, 4, 2 } }
    local cuts = {}
    for _, shape in ipairs(boards.SHAPES) do
      local finder = tilepath.pathfinder((boards.drawn({ "..#...", ".#..#.",
        "...#..", "#....." }, shape, 0)))
      for _, size in ipairs { { 1, 1 }, { 2, 1 }, { 1, 3 }, { 9, 9 } } do
        for y = 1 - size[2], 5 do
          for x = 1 - size[1], 7 do
            local cells = {}
            for i = 0, size[1] * size[2] - 1 do
              cells[i + 1] = { x + i % size[1], y + math.floor(i / size[1]) }
            end
            local cut, which = finder:would_block(cells, ways)
            cuts[which or 0] = true
            for _, item in ipairs { { x, y, size[1], size[2] },
              { x = x, y = y, w = size[1], h = size[2] } } do
              assert.are.same({ cut, which },
                { finder:would_block({ item }, ways) })
            end
          end
        end
      end
    end
    assert.are.same({ [0] = true, true, true, true, true }, cuts)
  end)

  it("may be a unit's cells", function()
    local grid = tilepath.grid("......\n......\n######")
    local finder = tilepath.pathfinder(grid)
    local ogre = tilepath.crowd(grid):add { cell_x = 3, cell_y = 1,
      finder = tilepath.pathfinder(grid, { size = 2 }) }
    assert.is_true(finder:would_block(ogre:cells(), 1, 1, 6, 1))
    assert.is_false(finder:would_block({ { 3, 1 } }, 1, 1, 6, 1))
  end)
end)
