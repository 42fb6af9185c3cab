--- The calls that make grids and pathfinders. Other specs cover what a grid or
-- a pathfinder does then.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local map, mistake = helper.map, helper.mistake
local nan, huge = 0 / 0, math.huge

--- The names of all terrains, row by row.
local function terrains(grid)
  local rows = {}
  for y = grid.base_y, grid.base_y + grid.height - 1 do
    local row = {}
    for x = grid.base_x, grid.base_x + grid.width - 1 do
      row[#row + 1] = (grid:get(x, y))
    end
    rows[#rows + 1] = table.concat(row, " ")
  end
  return table.concat(rows, "\n")
end

describe("tilepath.grid(width, height)", function()
  it("makes an open grid whose cells start at 1", function()
    local grid = tilepath.grid(4, 3)
    assert.are.equal(4, grid.width)
    assert.are.equal(3, grid.height)
    assert.are.equal(1, grid.base_x)
    assert.are.equal(1, grid.base_y)
    assert.are.equal(1, grid(1, 1))
    assert.are.equal(1, grid(4, 3))
    assert.is_nil(grid(0, 0))
    assert.is_nil(grid(5, 3))
  end)

  it("takes a base for both axes or a base for each axis, also "
    .. "negative", function()
    local grid = tilepath.grid(4, 3, { base = 0 })
    assert.is_true(grid:contains(0, 0))
    assert.is_false(grid:contains(4, 3))
    grid = tilepath.grid(4, 3, { base = { -16, 8 } })
    assert.are.equal(-16, grid.base_x)
    assert.are.equal(8, grid.base_y)
    assert.is_true(grid:contains(-13, 10))
  end)

  it("places square or oblong cells from an origin", function()
    local grid = tilepath.grid(4, 3, { cell_size = 32 })
    assert.are.equal(32, grid.cell_width)
    assert.are.equal(32, grid.cell_height)
    grid = tilepath.grid(4, 3,
      { cell_size = { 32, 16 }, origin = { -100, 0.5 } })
    assert.are.equal(-100, grid.origin_x)
    assert.are.equal(0.5, grid.origin_y)
    local x, y = grid:to_world(1, 1)
    assert.are.same({ -84, 8.5 }, { x, y })
  end)

  it("defines terrains and changes their prices", function()
    local grid = tilepath.grid(2, 2, { prices = {
      grass = 2, road = 0.5, lava = false, void = huge, open = 3, wall = false,
    } })
    assert.are.equal(2, grid:terrain("grass"))
    assert.are.equal(0.5, grid:terrain("road"))
    assert.are.equal(huge, grid:terrain("lava"))
    assert.are.equal(huge, grid:terrain("void"))
    assert.are.equal(huge, grid:terrain("wall"))
    assert.are.equal(3, grid(1, 1))
  end)

  it("dumps the same for any order of the terrains", function()
    local one, other = {}, {}
    for i = 1, 40 do
      one["t" .. i] = i
      other["t" .. 41 - i] = 41 - i
    end
    assert.are.equal(tilepath.grid(2, 2, { prices = one }):dump(),
      tilepath.grid(2, 2, { prices = other }):dump())
  end)

  it("raises with the argument, its value and the valid range", function()
    local function refuses(message, ...)
      local first, second, third = ...
      assert.are.equal(message, mistake(function()
        local _ = tilepath.grid(first, second, third)
      end))
    end
    local side = " must be a whole number from 1 to 32767, got "
    refuses("grid: width" .. side .. "0", 0, 5)
    refuses("grid: width" .. side .. "-3", -3, 5)
    refuses("grid: width" .. side .. "1.5", 1.5, 5)
    refuses("grid: width" .. side .. "nan", nan, 5)
    refuses("grid: width" .. side .. "inf", huge, 5)
    refuses("grid: width" .. side .. "32768", 32768, 5)
    refuses("grid: height" .. side .. "9.007199254741e+15", 5, 2 ^ 53)
    refuses("grid: height" .. side .. "nil", 5)
    refuses("grid: height" .. side .. "'5'", 5, "5")
    refuses("grid: height" .. side .. "table", 5, {})
    refuses("grid: width x height must be at most 268435456, got 1073676289",
      32767, 32767)
    refuses("grid: width must be a whole number from 1 to 32767 (or the first "
      .. "argument a text, rows or a list), got nil")
    refuses("grid: width must be a whole number from 1 to 32767 (or the first "
      .. "argument a text, rows or a list), got table", {})
    refuses("grid: options must be a table, got 5", 5, 5, 5)
  end)

  it("refuses unknown options and wrong values", function()
    local function refuses(message, options)
      assert.are.equal(message, mistake(function()
        tilepath.grid(5, 5, options)
      end))
    end
    refuses("grid: unknown option 'cellsize' (did you mean 'cell_size'?)",
      { cellsize = 1 })
    refuses("grid: unknown option 'bases' (did you mean 'base'?)",
      { walled = 1, bases = 1, widths = 1 })
    assert.matches("^grid: unknown option 1 %(options: base, ",
      mistake(function() tilepath.grid(5, 5, { a = 1, [1] = 1 }) end))
    refuses("grid: base[2] must be a whole number from -1073741824 to "
      .. "1073741824, got nil", { base = { 1 } })
    refuses("grid: base must be a whole number or { x, y }, got '1'",
      { base = "1" })
    refuses("grid: base must be a whole number from -1073741824 to "
      .. "1073741824, got 0.5", { base = 0.5 })
    refuses("grid: cell_size must be a number from 2^-30 to 2^30, got 0",
      { cell_size = 0 })
    refuses("grid: cell_size must be a number from 2^-30 to 2^30, got inf",
      { cell_size = huge })
    refuses("grid: cell_size[2] must be a number from 2^-30 to 2^30, got nil",
      { cell_size = { 3 } })
    refuses("grid: cell_size must be a number or { width, height }, got '3'",
      { cell_size = "3" })
    refuses("grid: origin[1] must be a finite number, got nan",
      { origin = { nan, 0 } })
    refuses("grid: origin must be { x, y }, got 5", { origin = 5 })
    refuses("grid: legend must be left out if there is no text and no "
      .. "rows, got table", { legend = {} })
    refuses("grid: walkable must be left out if there is no text and no "
      .. "rows, got 0",
      { walkable = 0 })
  end)

  it("refuses wrong terrains", function()
    local function refuses(message, terrain)
      assert.are.equal(message, mistake(function()
        tilepath.grid(5, 5, { prices = terrain })
      end))
    end
    local price = " must be a number from 1/1024 to 1024, or false, got "
    refuses("grid: prices must be a table { name = price }, got 'grass'",
      "grass")
    refuses("grid: prices['grass']" .. price .. "0", { grass = 0 })
    refuses("grid: prices['grass']" .. price .. "1025", { grass = 1025 })
    refuses("grid: prices['grass']" .. price .. "nan", { grass = nan })
    refuses("grid: prices['grass']" .. price .. "true", { grass = true })
    refuses("grid: prices['open'] must be a number from 1/1024 to 1024, got "
      .. "false", { open = false })
    refuses("grid: prices['wall'] must be false: no agent can enter a wall, "
      .. "got 2",
      { wall = 2 })
    refuses("grid: each key of prices must be a name of 1 to 31 bytes, "
      .. "none zero, got 1",
      { "grass" })
    refuses("grid: each key of prices must be a name of 1 to 31 bytes, "
      .. "none zero, got ''",
      { [""] = 1 })
    refuses("grid: each key of prices must be a name of 1 to 31 bytes, "
      .. "none zero, got '"
      .. ("x"):rep(32) .. "'", { [("x"):rep(32)] = 1 })
    refuses("grid: each key of prices must be a name of 1 to 31 bytes, "
      .. "none zero, got 'a\\0'", { ["a\0"] = 1 })
    local many = {}
    for i = 1, 126 do
      many["t" .. i] = 1
    end
    refuses("grid: prices must be at most 125 names beside 'open' and "
      .. "'wall', got 126", many)
    many.t126 = nil
    many.open, many.wall = 2, false
    assert.are.equal(1, tilepath.grid(1, 1, { prices = many }):terrain("t125"))
  end)
end)

describe("tilepath.grid(text)", function()
  it("reads '.' and space as open and '#' as wall", function()
    local grid = tilepath.grid(map [[
      .#.
      . #
    ]])
    assert.are.equal("open wall open\nopen open wall", terrains(grid))
  end)

  it("reads other characters by the legend, which comes first", function()
    local grid = tilepath.grid("~.D#", {
      prices = { water = 4, road = 0.5 },
      legend = { ["~"] = "water", ["."] = "road", D = true, ["#"] = false },
    })
    assert.are.equal("water road open wall", terrains(grid))
  end)

  it("drops the blanks at the start of all rows", function()
    local function reads(expected, text, options)
      assert.are.equal(expected, terrains(tilepath.grid(text, options)))
    end
    reads("open wall\nopen open", [[
      .#
      ..
    ]])
    reads("open wall\nopen open", "\t.#\r\n\t .\r\n\t")
    reads("open wall\nwall open", "   #\n  #.\n")
    reads("open wall\nopen open", "  .#\n    ")
    reads("open open\nopen open", "  \n  ")
    reads("wall open\nopen wall", " #.\n .#", { fences = false })
    assert.is_true(tilepath.grid("   .|.\n\n   . .", { fences = true })
      :fence(1, 1, 2, 1))
  end)

  it("keeps all blanks if the legend has a space", function()
    local grid = tilepath.grid(" .\n .", { legend = { [" "] = "wall" } })
    assert.are.equal("wall open\nwall open", terrains(grid))
  end)

  it("accepts both line ends, also behind the last row", function()
    for _, text in ipairs { "..\n.#", "..\n.#\n", "..\r\n.#\r\n" } do
      local grid = tilepath.grid(text)
      assert.are.equal(2, grid.width)
      assert.are.equal(2, grid.height)
      assert.are.equal("open open\nopen wall", terrains(grid))
    end
  end)

  it("takes the options of any grid", function()
    local grid = tilepath.grid("..", { base = 0, cell_size = 10 })
    assert.are.same({ 15, 5 }, { grid:to_world(1, 0) })
  end)

  it("raises with the place of a mistake in the map", function()
    local function refuses(message, text, options)
      assert.are.equal(message, mistake(function()
        tilepath.grid(text, options)
      end))
    end
    refuses("grid: row 2 of text must be as long as row 1 (0), got 1 bytes "
      .. "(the text begins with a line break)", "\n.\n.")
    refuses("grid: row 3 of text must be as long as row 1 (2), got 1 bytes",
      "..\n..\n.\n..")
    refuses("grid: row 2, column 3 of text must be '.', ' ', '#' or a "
      .. "character of legend, got '~'", "...\n..~")
    refuses("grid: text must be at least one row of one character, got ''", "")
    refuses("grid: text must be at least one row of one character, got '\\10'",
      "\n")
    refuses("grid: width of text must be a whole number from 1 to 32767, got "
      .. "40000", ("."):rep(40000))
    refuses("grid: walkable must be left out if the map is a text "
      .. "(legend explains its characters), got 0", ".", { walkable = 0 })
    refuses("grid: each key of legend must be one character of one byte, no "
      .. "line break, got 'ab'", ".", { legend = { ab = "open" } })
    refuses("grid: each key of legend must be one character of one byte, no "
      .. "line break, got 0", ".", { legend = { [0] = "open" } })
    refuses("grid: each key of legend must be one character of one byte, no "
      .. "line break, got '\\10'", ".", { legend = { ["\n"] = "open" } })
    refuses("grid: legend['~'] must be a terrain of the grid, true or false, "
      .. "got 'watr'", "~", { legend = { ["~"] = "watr" } })
    refuses("grid: legend must be a table { key = terrain }, got 'x'",
      ".", { legend = "x" })
  end)
end)

describe("tilepath.grid(rows)", function()
  it("reads names of terrains and booleans", function()
    local grid = tilepath.grid({
      { "grass", true, "wall" },
      { false, "open", "grass" },
    }, { prices = { grass = 2 } })
    assert.are.equal("grass open wall\nwall open grass", terrains(grid))
  end)

  it("refuses numbers that no option explains", function()
    assert.are.equal("grid: rows[2][1] must be a terrain's name, a boolean, "
      .. "or a value that walkable or legend explains, got 1",
      mistake(function()
        tilepath.grid { { true, true }, { 1, 0 } }
      end))
  end)

  it("takes a value, a set or a predicate as walkable", function()
    local rows = { { 0, 1, 2 }, { 2, 0, 1 } }
    assert.are.equal("open wall wall\nwall open wall",
      terrains(tilepath.grid(rows, { walkable = 0 })))
    assert.are.equal("open wall open\nopen open wall",
      terrains(tilepath.grid(rows,
        { walkable = { [0] = true, [1] = false, [2] = true } })))
    assert.are.equal("wall open open\nopen wall open",
      terrains(tilepath.grid(rows, { walkable = function(value)
        return value >= 1
      end })))
  end)

  it("calls a predicate once for each value, in reading order", function()
    local asked = {}
    tilepath.grid({ { 7, 5, 7 }, { 5, 9, 7 } }, { walkable = function(value)
      asked[#asked + 1] = value
      return true
    end })
    assert.are.same({ 7, 5, 9 }, asked)
  end)

  it("takes a legend for any values, before names and walkable", function()
    local tile = {}
    local grid = tilepath.grid({ { 0, 1, tile, "open" } }, {
      prices = { grass = 2 },
      legend = { [0] = "grass", [tile] = false, open = "grass" },
      walkable = 1,
    })
    assert.are.equal("grass open wall grass", terrains(grid))
  end)

  it("passes the error of a predicate on", function()
    local raised, message = pcall(tilepath.grid, { { 1 } },
      { walkable = function() error("mine", 0) end })
    assert.is_false(raised)
    assert.are.equal("mine", message)
  end)

  it("raises with the place of a mistake in the rows", function()
    local function refuses(message, rows, options)
      assert.are.equal(message, mistake(function()
        tilepath.grid(rows, options)
      end))
    end
    local what = " must be a terrain's name, a boolean, or a value that "
      .. "walkable or legend explains, got "
    refuses("grid: rows[2] must be as long as rows[1] (2), got 1",
      { { true, true }, { true } })
    refuses("grid: rows[2] must be a table, got '..'", { { true }, ".." })
    refuses("grid: rows[1] must be a table, got '..'", { ".." })
    refuses("grid: width of rows must be a whole number from 1 to 32767, got 0",
      { {} })
    refuses("grid: rows[1][2]" .. what .. "'tree'", { { true, "tree" } })
    refuses("grid: rows[1][2]" .. what .. "nan", { { true, nan } },
      { walkable = 0 })
    refuses("grid: walkable must be a value, a set or a function, got nan",
      { { 0 } }, { walkable = nan })
    refuses("grid: walkable[1] must be true or false (a set looks like "
      .. "{ [0] = true }), got 0", { { 0 } }, { walkable = { 0, 2 } })
  end)
end)

describe("tilepath.load", function()
  it("makes a grid equal to the dumped grid", function()
    local grid = tilepath.grid("~.#", {
      base = -4, cell_size = 8, prices = { water = 3 },
      legend = { ["~"] = "water" },
    })
    assert.is_true(tilepath.load(grid:dump()) == grid)
  end)

  it("returns nil and 'damaged' for any other string", function()
    assert.are.same({ nil, "damaged" }, { tilepath.load("") })
    assert.are.same({ nil, "damaged" }, { tilepath.load("#..#") })
  end)

  it("raises for a value that is not a string", function()
    assert.are.equal(
      "load: dump must be a string that dump() returned, got nil",
      mistake(function() local _ = tilepath.load(nil) end))
  end)
end)

describe("tilepath.pathfinder", function()
  local grid = tilepath.grid(8, 8, { prices = { water = 3, mud = 2 } })

  it("completes the profile with the defaults", function()
    assert.are.same({
      diagonal = "only_if_no_obstacles", prices = {}, sight = {},
      heuristic = "auto", weight = 1, straight_cost = 1,
      diagonal_cost = math.sqrt(2), algorithm = "auto", size = { 1, 1 },
      keep_away = false, radius = 0, links = {}, landmarks = false,
      layers = {}, eyes = false,
    }, tilepath.pathfinder(grid).profile)
  end)

  it("takes true and false as the diagonal rule", function()
    assert.are.equal("only_if_no_obstacles",
      tilepath.pathfinder(grid, { diagonal = true }).profile.diagonal)
    assert.are.equal("never",
      tilepath.pathfinder(grid, { diagonal = false }).profile.diagonal)
  end)

  it("keeps its options", function()
    local function heuristic() return 0 end
    local profile = {
      diagonal = "always", prices = { water = 1, mud = false },
      sight = { mud = true }, heuristic = heuristic, weight = 2,
      straight_cost = 10,
      diagonal_cost = 14, algorithm = "astar", size = { 2, 3 },
      keep_away = { 2, 0.5 }, radius = 0, links = { lift = 3, rope = false },
      landmarks = false, layers = {}, eyes = false,
    }
    assert.are.same(profile, tilepath.pathfinder(grid, profile).profile)
    for _, all in ipairs { { false, false }, { true, {} } } do
      assert.are.same(all[2],
        tilepath.pathfinder(grid, { links = all[1] }).profile.links)
    end
  end)

  it("takes math.huge for a terrain that its agent cannot enter", function()
    local finder = tilepath.pathfinder(grid, { prices = { water = huge } })
    assert.is_false(finder.profile.prices.water)
    assert.is_false(tilepath.pathfinder(grid, { links = { rope = huge } })
      .profile.links.rope)
  end)

  it("has its grid", function()
    assert.are.equal(grid, tilepath.pathfinder(grid).grid)
  end)

  it("raises with the argument, its value and the valid range", function()
    local function refuses(message, profile)
      assert.are.equal(message, mistake(function()
        local _ = tilepath.pathfinder(grid, profile)
      end))
    end
    refuses("pathfinder: profile must be a table, got 'always'", "always")
    refuses("pathfinder: unknown option 'diagnal' (did you mean 'diagonal'?)",
      { diagnal = "always" })
    refuses("pathfinder: unknown option 'sise' (did you mean 'size'?)",
      { sise = 2 })
    refuses("pathfinder: diagonal must be 'only_if_no_obstacles', "
      .. "'at_least_one_walkable', 'always', 'never', true or false, got "
      .. "'sometimes'", { diagonal = "sometimes" })
    refuses("pathfinder: heuristic must be 'auto', 'octile', 'manhattan', "
      .. "'chebyshev', 'euclidean', 'zero' or a function, got true",
      { heuristic = true })
    refuses("pathfinder: algorithm must be 'auto', 'jps', 'astar' or "
      .. "'dijkstra', got 'bfs'", { algorithm = "bfs" })
    refuses("pathfinder: weight must be a number from 1 to 1024, got 0.5",
      { weight = 0.5 })
    refuses("pathfinder: weight must be a number from 1 to 1024, got nan",
      { weight = nan })
    refuses("pathfinder: straight_cost must be a number from 1/1024 to 1024, "
      .. "got 0", { straight_cost = 0 })
    refuses("pathfinder: diagonal_cost must be a number from 1/1024 to 1024, "
      .. "got inf", { diagonal_cost = huge })
    refuses("pathfinder: prices must be a table { terrain = price }, got 3",
      { prices = 3 })
    refuses("pathfinder: each key of prices must be a terrain of the grid, got "
      .. "'watr'", { prices = { watr = 3 } })
    refuses("pathfinder: each key of prices must be a terrain of the grid, got "
      .. "1", { prices = { 3 } })
    refuses("pathfinder: prices['water'] must be a number from 1/1024 to 1024, "
      .. "or false, got -1", { prices = { water = -1 } })
  end)

  it("refuses options that Dijkstra's search cannot use", function()
    assert.are.equal("pathfinder: heuristic must be 'auto' or 'zero' if "
      .. "algorithm is 'dijkstra', got 'octile'", mistake(function()
      tilepath.pathfinder(grid,
        { algorithm = "dijkstra", heuristic = "octile" })
    end))
    assert.are.equal("pathfinder: weight must be 1 if algorithm is "
      .. "'dijkstra', got 2", mistake(function()
      tilepath.pathfinder(grid, { algorithm = "dijkstra", weight = 2 })
    end))
  end)

  it("refuses options that jump point search cannot use", function()
    local function refuses(message, profile)
      profile.algorithm = "jps"
      assert.are.equal("pathfinder: " .. message, mistake(function()
        local _ = tilepath.pathfinder(grid, profile)
      end))
    end
    local named = "heuristic must be 'auto' or 'octile' if algorithm is "
      .. "'jps', got "
    refuses(named .. "'manhattan'", { heuristic = "manhattan" })
    refuses(named .. "'zero'", { heuristic = "zero", diagonal = "always" })
    refuses(named .. "function", { heuristic = function() return 0 end })
    refuses("heuristic must be 'auto' if algorithm is 'jps' and diagonal is "
      .. "'never', got 'octile'", { heuristic = "octile", diagonal = false })
    refuses("weight must be 1 if algorithm is 'jps', got 1.5",
      { weight = 1.5 })
    local dear = "diagonal_cost must be from straight_cost to twice that "
    refuses(dear .. "(1 to 2) if algorithm is 'jps', got 2.5",
      { diagonal_cost = 2.5 })
    refuses(dear .. "(10 to 20) if algorithm is 'jps', got 9",
      { straight_cost = 10, diagonal_cost = 9 })
    refuses(dear .. "(2 to 4) if algorithm is 'jps', got 1.4142135623731",
      { straight_cost = 2 })
  end)

  it("accepts the options that jump point search can use", function()
    for _, profile in ipairs { {}, { heuristic = "octile" },
      { diagonal_cost = 1 }, { diagonal_cost = 2, diagonal = "always" },
      { diagonal = false, diagonal_cost = 900 },
      { prices = { water = 1, mud = false } } } do
      profile.algorithm = "jps"
      assert.are.equal("jps",
        tilepath.pathfinder(grid, profile).profile.algorithm)
    end
  end)

  it("raises for a value that is not a grid, and names its type", function()
    local wrong = { [5] = "5", grid = "'grid'", [{}] = "table",
      [io.stdout] = "userdata", [tilepath.pathfinder(grid)] = "pathfinder",
      [tilepath.path {}] = "path",
      [tilepath.follower {}] = "follower" }
    for value, shown in pairs(wrong) do
      assert.are.equal("pathfinder: grid must be a grid, got " .. shown,
        mistake(function()
          local _ = tilepath.pathfinder(value)
        end))
    end
  end)
end)
