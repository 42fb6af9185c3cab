--- Fences and ledges of Tiled's maps: lines on object layers, and sides of
-- tiles.

local tilepath = require "tilepath"
local import = require "spec.support.import_helper"
local numbers = require "spec.support.random"

local function read(map, options)
  options = options or {}
  options.empty = true
  return (tilepath.from_tiled(map, options))
end

local function drawn(map, options)
  return (tilepath.ascii(read(map, options), { fences = true })
    :gsub(" +\n", "\n"))
end

--- A map with lines, each { fields, { x1, y1, x2, y2, ... } }.
local function lines(...)
  local objects = {}
  for i, one in ipairs { ... } do
    local object = import.copy(one[1])
    object.x, object.y = 0, 0
    object.polyline = import.points(one[2])
    objects[i] = object
  end
  return import.with_objects(objects, 4, 3)
end

--- A line along the top of a row, and down between two columns.
local function corner(fields)
  return { fields, { 0, 10, 20, 10, 20, 20 } }
end

local NOTHING = ". . . .\n\n. . . .\n\n. . . ."
local FENCE = ". . . .\n-+-+\n. .|. .\n   +\n. . . ."
local CLIFF = ". . . .\nv+v+\n. .<. .\n   +\n. . . ."

describe("a line of a Tiled map", function()
  it("is a fence or a ledge by its class, its property, or an option", function()
    local x, ledge_x = { name = "x" }, { name = "x", class = "ledge" }
    local blocking = { legend = { things = false } }
    for i, case in ipairs {
      { FENCE, { class = "fence" } }, { FENCE, { type = "fence" } },
      { FENCE, { properties = { fence = true } } },
      { FENCE, { properties = { { name = "fence", value = true } } } },
      { NOTHING, { class = "patrol" } },
      { NOTHING, { class = "fence", properties = { fence = false } } },
      { CLIFF, { class = "ledge" } }, { CLIFF, { properties = { ledge = true } } },
      { FENCE, ledge_x, { legend = { x = "wall" } } },
      { FENCE, ledge_x, { legend = { x = false } } },
      { FENCE, x, blocking }, { CLIFF, ledge_x, blocking },
      { FENCE, { class = "hedge" }, { properties = { fence = "hedge" } } },
      { CLIFF, { class = "hedge" }, { properties = { ledge = "hedge" } } },
      { NOTHING, { class = "fence" }, { properties = { fence = false } } },
    } do
      assert.are.equal(case[1], drawn(lines(corner(case[2])), case[3]), i)
    end
  end)

  it("leaves fences shut; two opposite ledges make a fence", function()
    local fence, down = corner { class = "fence" }, corner { class = "ledge" }
    local up = { { class = "ledge" }, { 20, 20, 20, 10, 0, 10 } }
    for _, pair in ipairs { { fence, down }, { up, fence }, { up, down } } do
      assert.are.equal(FENCE, drawn(lines(pair[1], pair[2])))
    end
    assert.are.equal(CLIFF, drawn(lines(down, down)))
  end)

  it("separates the right cells in each form of a map", function()
    for form, map in pairs(import.towns()) do
      local list = {}
      for i, wall in ipairs(tilepath.from_tiled(map,
        { legend = { patrol = false } }):fences()) do
        list[i] = ("%d,%d-%d,%d"):format(wall.x1, wall.y1, wall.x2, wall.y2)
      end
      assert.are.equal("1,1-1,2 2,1-2,2 3,1-3,2 3,2-4,2 3,3-4,3 3,4-4,4",
        table.concat(list, " "), form)
    end
  end)
end)

-- The oracle: a step from middle to middle, each moved a little right and still
-- less down, crosses a segment of the line, or does not.
local function side_of(ax, ay, bx, by, x, y)
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax)
end

--- Does the segment block the step? And does the step go from its left to its
-- right?
local function crosses(ax, ay, bx, by, x1, y1, x2, y2)
  local from, to = side_of(ax, ay, bx, by, x1, y1),
    side_of(ax, ay, bx, by, x2, y2)
  if (from < 0) == (to < 0) or (side_of(x1, y1, x2, y2, ax, ay) < 0)
    == (side_of(x1, y1, x2, y2, bx, by) < 0) then
    return false
  end
  return true, from < 0
end

describe("any line of a Tiled map", function()
  local WIDTH, HEIGHT = 7, 6

  local function check(random, kind)
    local corners, stops = {}, random(2, 5)
    for i = 1, 2 * stops do
      corners[i] = random(-2, 2 * WIDTH + 2) * 5
    end
    local map = import.with_objects({ { x = 0, y = 0, class = kind,
      polyline = import.points(corners) } }, WIDTH, HEIGHT)
    local finder = tilepath.pathfinder(read(map))
    local function is_open(x, y, to_x, to_y)
      local dx, dy = 0.5 + 2 ^ -20, 0.5 + 2 ^ -36
      for i = 1, #corners - 2, 2 do
        local is_crossed, is_right = crosses(corners[i] / 10,
          corners[i + 1] / 10, corners[i + 2] / 10, corners[i + 3] / 10,
          x - 1 + dx, y - 1 + dy, to_x - 1 + dx, to_y - 1 + dy)
        if is_crossed and (kind == "fence" or not is_right) then
          return false
        end
      end
      return true
    end
    for x, y in finder.grid:cells() do
      for _, to in ipairs { { x + 1, y }, { x, y + 1 }, { x - 1, y },
        { x, y - 1 } } do
        if finder:can_enter(to[1], to[2]) then
          assert.are.equal(is_open(x, y, to[1], to[2]),
            finder:can_step(x, y, to[1], to[2]), table.concat(corners, " "))
        end
      end
    end
  end

  it("blocks exactly the steps that cross it", function()
    for seed = 1, 30 do
      check(numbers.new(seed), seed % 2 == 0 and "fence" or "ledge")
    end
  end)
end)

--- A map of 3 x 3 tiles; the middle tile has these properties.
local function tile(properties, flips)
  local gid = 1 + (flips or 0) * 2 ^ 29
  return import.map(3, 3, { { type = "tilelayer", name = "a", width = 3,
    height = 3, data = { 0, 0, 0, 0, gid, 0, 0, 0, 0 } } },
    { { id = 0, properties = properties } })
end

describe("a tile of a Tiled map", function()
  it("has fences and ledges on the sides that its properties name", function()
    local OPEN = ". . .\n\n. . .\n\n. . ."
    local hedge = { hedge = "left", fence = "stone" }
    for i, case in ipairs {
      { ". . .\n +-+\n.|. .\n +\n. . .", { fence = "top left" } },
      { ". . .\n   +\n. .|.\n +-+\n. . .", { fence = "right, bottom" } },
      { ". . .\n +-+\n.|.|.\n +-+\n. . .", { fence = true } },
      { OPEN, { fence = false, ledge = "" } },
      { ". . .\n +^+\n. .>.\n   +\n. . .", { ledge = "top right" } },
      { ". . .\n +^+\n.<.|.\n +v+\n. . .", { ledge = true, fence = "right" } },
      { ". . .\n +\n.|. .\n +\n. . .", hedge, { fence = "hedge" } },
      { OPEN, hedge, { fence = false } },
    } do
      assert.are.equal(case[1], drawn(tile(case[2]), { properties = case[3] }),
        i)
    end
  end)

  it("turns its sides with itself", function()
    -- Left and right, top and bottom, columns and rows: 4, 2, 1.
    for flips, sides in pairs { [0] = "top left", "left top", "bottom left",
      "left bottom", "top right", "right top", "bottom right",
      "right bottom" } do
      local fence, ledge = sides:match("(%a+) (%a+)")
      assert.are.equal(drawn(tile { fence = fence, ledge = ledge }),
        drawn(tile({ fence = "top", ledge = "left" }, flips)), flips)
    end
  end)

  it("turns its sides as its picture on an isometric map", function()
    -- Rows go down to the left, columns to the right; the upper corner belongs
    -- to left and top.
    for flips, sides in pairs { [0] = "left", [2] = "bottom", [4] = "top",
      [6] = "right" } do
      local map, expected = tile({ fence = "left" }, flips),
        tile({ fence = sides })
      map.orientation, expected.orientation = "isometric", "isometric"
      assert.are.equal(drawn(expected), drawn(map), flips)
    end
  end)

  it("has the sides of all tiles on its cell, chunk by chunk", function()
    local map = import.map(1, 1, { import.chunked { -2, 3, 2, 1, { 3, 1 } },
      import.chunked { -2, 3, 2, 2, { 3, 2, 3, 3 } } },
      { { id = 0, properties = { fence = "left" } },
        { id = 1, properties = { ledge = "bottom" } } })
    assert.are.equal(".|.\n +v\n. .", drawn(map))
  end)

  it("raises for a side or a line that it does not know", function()
    for shown, value in pairs { ["'left up'"] = "left up", ["'stone hard'"] = "stone hard",
      ["'kerb: left up'"] = "kerb: left up", ["'left: top'"] = "left: top",
      ["': left'"] = ": left", ["3"] = 3, ["table"] = {} } do
      import.says("property 'fence' of tile 0 of tileset 'set' (tilesets[1]) "
        .. "must be true, false or some of the words 'left right top bottom', "
        .. "got " .. shown, tile { fence = value })
    end
    import.says("property 'ledge' of object 'x' (objects[1] of layer 'things') "
      .. "must be true, false or some of the words 'left right top bottom', "
      .. "got 'down'", lines(corner { name = "x",
        properties = { ledge = "down" } }))
  end)
end)

describe("a name in the property of a fence", function()
  local function fences(map, options)
    local list = {}
    for i, f in ipairs(read(map, options):fences()) do
      list[i] = ("%s %d,%d %d,%d%s"):format(f.name or "-", f.x1, f.y1, f.x2, f.y2,
        f.one_way and " one way" or "")
    end
    return table.concat(list, "; ")
  end

  it("names the fences of a tile, all or those of its sides", function()
    assert.are.equal("kerb 2,1 2,2; kerb 1,2 2,2; kerb 2,2 3,2; kerb 2,2 2,3",
      fences(tile { fence = "kerb" }))
    assert.are.equal("glass roof 1,2 2,2; up1 2,2 3,2 one way",
      fences(tile { fence = "glass roof: left", ledge = "up1: right" }))
    assert.are.equal("kerb 2,2 3,2", -- turned upside down
      fences(tile({ fence = "kerb:left" }, 6)))
  end)

  it("lets several stand on one side", function()
    local map = import.map(2, 1, { import.chunked { 0, 0, 2, 1, { 1, 2 } } },
      { { id = 0, properties = { fence = "kerb: right" } },
        { id = 1, properties = { fence = "left", ledge = "kerb: left" } } })
    assert.are.equal("- 0,0 1,0; kerb 0,0 1,0", fences(map))
  end)

  it("replaces what stands on that side of the grid that it is read into", function()
    local grid = read(import.map(3, 3, {}))
    grid:fence(1, 2, 2, 2)
    grid:fence(1, 2, 2, 2, { name = "kerb" })
    grid:fence(2, 1, 2, 2, { name = "kerb" })
    read(tile { fence = "kerb: left" }, { into = grid })
    local list = grid:fences()
    assert.are.equal(1, #list)
    assert.are.same({ x1 = 1, y1 = 2, x2 = 2, y2 = 2, one_way = false,
      name = "kerb" }, list[1])
  end)

  it("names those of a line, of an object or of its layer", function()
    local named = fences(lines(corner { properties = { fence = "kerb" } }))
    local bare = fences(lines(corner { properties = { fence = true } }))
    assert.are.equal((bare:gsub("%- ", "kerb ")), named)
    assert.is_truthy(named:find("^kerb "))
  end)

  it("may be one of 15", function()
    local tiles, ids = {}, {}
    for i = 1, 16 do
      tiles[i] = { id = i - 1, properties = { fence = "name" .. i .. ": top" } }
      ids[i] = i % 16 + 1
    end
    local map = import.map(16, 2, { import.chunked { 0, 1, 16, 1, ids },
      import.chunked { 0, 0, 1, 1, { 0 } } }, tiles)
    local is_fine, problem = pcall(read, map)
    assert.is_false(is_fine)
    assert.is_truthy(tostring(problem):find("from_tiled: the map has fences of "
      .. "more than 15 names", 1, true))
    ids[16] = 2
    assert.are.equal(16, #read(map):fences())
  end)
end)
