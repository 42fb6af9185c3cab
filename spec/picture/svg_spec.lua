--- tilepath.svg: a picture as text.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local xml = require "spec.support.xml"

local mistake, read, find_all = helper.mistake, xml.read, xml.find_all

-- Digests ---------------------------------------------------------------------

--- Of a text without its colours; the arithmetic is exact in doubles.
local function digest(text)
  local value = 1
  text = text:gsub('"#%x+"', ""):gsub(' opacity="[^"]*"', "")
  for i = 1, #text do
    value = (value * 48271 + text:byte(i)) % 2147483647
  end
  return ("%d in %d bytes"):format(value, #text)
end

local function generator(state)
  return function(low, high)
    state = state * 16807 % 2147483647
    return low + math.floor(state / 2147483647 * (high - low + 1))
  end
end

-- Scenes ----------------------------------------------------------------------

local SQUARES = {}
local OBLONG = { cell_width = 30, cell_height = 20, origin_x = -7,
  base = { -3, 5 } }
local POINTY = { shape = "hex", stagger = "even-r", cell_size = 12 }
local FLAT = { shape = "hex", stagger = "odd-q", cell_width = 2,
  cell_height = math.sqrt(3) }

--- A map of so many cells a side, 30 % walls, four kinds of terrain in blocks.
local function random_grid(seed, side, options)
  options.width, options.height = side, side
  local random, grid = generator(seed), tilepath.grid(options)
  local left, top = grid.base_x, grid.base_y
  for i = 1, 4 do
    grid:terrain("terrain" .. i, 1 + i)
    for _ = 1, side / 8 do
      grid:fill(left + random(0, side - 1), top + random(0, side - 1),
        random(2, 9), random(2, 6), "terrain" .. i)
    end
  end
  grid:sample(function()
    return random(1, 100) <= 30 and "wall" or nil
  end)
  return grid, random
end

--- A path between two cells far apart.
local function long_path(finder)
  local grid, longest = finder.grid, nil
  for _, corner in ipairs { { 0, 0 }, { 1, 0 }, { 2, 1 }, { 0, 3 } } do
    local x, y = grid.base_x + corner[1], grid.base_y + corner[2]
    local path = finder:find(x, y, { { x + grid.width - 4,
      y + grid.height - 6 } }, { partial = true, escape = true })
    if path and (not longest or #path > #longest) then
      longest = path
    end
  end
  return longest
end

--- A map and what lies over it.
local function still(options)
  local grid = random_grid(7, 16, options)
  local finder = tilepath.pathfinder(grid)
  local path = long_path(finder)
  local x, y = path[1], path[2]
  return tilepath.svg({ grid, finder, finder:reach(x, y, 9),
    finder:visible(x, y, 5), path }, { lattice = true, price = true })
end

--- A crowd on its way, in ten frames.
local function moving(options)
  local grid, random = random_grid(11, 12, options)
  local finder = tilepath.pathfinder(grid)
  local crowd = tilepath.crowd(grid)
  for _ = 1, 12 do
    crowd:add { finder = finder, speed = 3 * grid.cell_width,
      cell_x = grid.base_x + random(0, 11),
      cell_y = grid.base_y + random(0, 11) }
  end
  local wx, wy = grid:to_world(grid.base_x + 6, grid.base_y + 6)
  crowd:go(crowd:units(), wx, wy)
  return tilepath.svg({ grid, crowd }, { frames = 10, each = function()
    crowd:update(1 / 10)
  end })
end

--- Attributes of all paths of a text, and the text's root.
local function paths_of(text)
  local list, svg = {}, read(text)
  for i, path in ipairs(find_all(svg, "path")) do
    list[i] = path.attributes
    list[i].moves = path[1] and path[1].attributes
  end
  return list, svg
end

describe("tilepath.svg", function()
  it("writes areas and lines as paths of their colours, over a white ground",
    function()
      local grid = tilepath.grid("..#\n...")
      local paths, svg = paths_of(tilepath.svg({ grid,
        tilepath.path { 1, 1, 2, 2, 3, 2 } },
        { wall = { 0, 0.5, 1, 1 }, path = { 1, 0, 0, 0.5 } }))
      local frame = svg.attributes
      assert.are.same({ "640", "427", "0 0 3 2", "evenodd",
        "http://www.w3.org/2000/svg" }, { frame.width, frame.height,
        frame.viewBox, frame["fill-rule"], frame.xmlns })
      assert.are.same({ width = "100%", height = "100%", fill = "#fff",
        stroke = "#ccc", ["stroke-width"] = ".0094" },
        find_all(svg, "rect")[1].attributes)
      assert.are.same({
        { fill = "#0080ff", d = "m2 0h1v1h-1z" },
        { fill = "none", stroke = "#ff0000", ["stroke-width"] = ".14",
          opacity = ".5", d = "m.5 .5 1 1h1" },
      }, paths)
    end)

  it("counts from the grid's corner, in as many decimals as pixels need",
    function()
      local grid = tilepath.grid("#.", { cell_width = 3, cell_height = 2,
        origin_x = 1000.5, origin_y = -7 })
      local paths, svg = paths_of(tilepath.svg({ grid,
        tilepath.path({ 1001, -6, 1002.3456, -5.5 }, "world") },
        { scale = 10 }))
      assert.are.same({ "60", "20", "0 0 6 2" }, { svg.attributes.width,
        svg.attributes.height, svg.attributes.viewBox })
      assert.are.equal("m0 0h3v2h-3z", paths[1].d)
      assert.are.equal("m.5 1 1.35 .5", paths[2].d)
    end)

  it("has a title, of any bytes", function()
    local grid = tilepath.grid(2, 2)
    for title, shown in pairs {
      ["Tom & <Jerry> \"]]>"] = "Tom & <Jerry> \"]]>",
      ["a\0b\nc\127d\tå €𝄞"] = "a b c d å €𝄞",
      ["\192\175 \255 \226\130 \237\160\128 \239\191\191 \128\128 \244\144\128\128"]
        = "? ? ? ? ? ? ?",
      [""] = "",
    } do
      local svg = read(tilepath.svg(grid, { title = title }))
      assert.are.equal(shown, find_all(svg, "title")[1].text)
    end
    assert.are.same({}, find_all(read(tilepath.svg(grid)), "title"))
  end)

  it("is well-formed if there is nothing to show", function()
    for _, things in ipairs { {}, { false }, { tilepath.path {} } } do
      local paths, svg = paths_of(tilepath.svg(things,
        { grid = #things == 1 and tilepath.grid(1, 1) or nil }))
      assert.are.equal("svg", svg.name)
      assert.are.equal(0, #paths)
    end
  end)

  it("writes what does not move once, and runs of frames of what does",
    function()
      local grid = tilepath.grid("..#")
      local hero = tilepath.follower { x = 0.5, y = 0.5, angle = 0 }
      local asked = {}
      local paths = paths_of(tilepath.svg({ grid, hero }, { frames = 5,
        fps = 20, facing = false, each = function(i)
          asked[#asked + 1] = i
          hero:set_position(i > 2 and 1.5 or 0.5, 0.5)
        end }))
      assert.are.same({ 2, 3, 4, 5 }, asked)
      assert.are.equal(2, #paths)
      assert.is_nil(paths[1].moves)
      assert.are.equal("m.5 .5h0", paths[2].d)
      assert.are.same({ attributeName = "d", calcMode = "discrete",
        dur = "250ms", repeatCount = "indefinite", keyTimes = "0;.4",
        values = "m.5 .5h0;m1.5 .5h0" }, paths[2].moves)
    end)

  it("shows nothing of what is not in a frame, and keeps the order", function()
    local grid = tilepath.grid("...\n...")
    local red, things = { 1, 0, 0 }, { grid, { tilepath.path { 1, 1, 3, 1 },
      path = { 0, 0, 1 } } }
    local paths = paths_of(tilepath.svg(things, { frames = 3,
      each = function(i)
        if i == 2 then
          table.insert(things, 2, { tilepath.path { 1, 2, 3, 2 }, path = red })
        else
          things[3] = false
        end
      end }))
    assert.are.equal(2, #paths)
    assert.are.same({ "#ff0000", "m0 0", "m0 0;m.5 1.5h2" },
      { paths[1].stroke, paths[1].d, paths[1].moves.values })
    assert.are.same({ "#0000ff", "m.5 .5h2", "m.5 .5h2;m0 0" },
      { paths[2].stroke, paths[2].d, paths[2].moves.values })
  end)

  it("gives an error of `each` on", function()
    local grid, err = tilepath.grid(2, 2), {}
    local done, raised = pcall(tilepath.svg, grid, { frames = 2,
      each = function() error(err) end })
    assert.is_false(done)
    assert.is_true(rawequal(err, raised))
  end)

  it("has 64 x 64 cells with a path below 30 KB, walls strewn", function()
    local grid = random_grid(3, 64, {})
    local finder = tilepath.pathfinder(grid)
    local path = long_path(finder)
    assert.is_true(#path > 60)
    local text = tilepath.svg { grid, path }
    assert.is_true(#read(text) > 6)
    assert.is_true(#text < 30000, #text)
  end)

  it("tells of mistakes in its own name", function()
    local grid = tilepath.grid(2, 2)
    for message, call in pairs {
      ["svg: scale must be a number above 0, got 0"] =
        function() tilepath.svg(grid, { scale = 0 }) end,
      ["svg: fps must be a finite number, got inf"] =
        function() tilepath.svg(grid, { fps = math.huge }) end,
      ["svg: title must be a string, got 5"] =
        function() tilepath.svg(grid, { title = 5 }) end,
      ["svg: frames must be a whole number from 1 to 10000, got nil"] =
        function() tilepath.svg(grid, { each = print }) end,
      ["svg: each must be a function, got boolean"] =
        function() tilepath.svg(grid, { frames = 2, each = true }) end,
      ["svg: unknown option 'frame' (did you mean 'frames'?)"] =
        function() tilepath.svg(grid, { frame = 2 }) end,
      ["svg: options must be a table, got 'red'"] =
        function() tilepath.svg(grid, "red") end,
      ["svg: path must be true, false or a colour { r, g, b [, a] }, got 3"] =
        function() tilepath.svg(grid, { path = 3 }) end,
    } do
      assert.are.equal(message, mistake(call))
    end
  end)
end)

-- As on every machine and VM; another digest is a change that users see.
describe("#contract tilepath.svg, golden", function()
  for name, row in pairs {
    squares = { SQUARES, "1260756815 in 2514 bytes",
      "1494747509 in 4134 bytes" },
    ["oblong cells"] = { OBLONG, "72491571 in 3195 bytes",
      "504963854 in 4149 bytes" },
    ["pointy hexagons"] = { POINTY, "1712417209 in 8753 bytes",
      "1033459257 in 5545 bytes" },
    ["flat hexagons"] = { FLAT, "494890532 in 13353 bytes",
      "1559585502 in 6913 bytes" },
  } do
    it("draws " .. name .. (row[1].shape and " #core_c" or ""), function()
      assert.are.equal(row[2], digest(still(row[1])))
    end)

    it("draws a crowd on " .. name .. " #core_c", function()
      assert.are.equal(row[3], digest(moving(row[1])))
    end)
  end
end)
