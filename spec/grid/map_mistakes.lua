--- Wrong calls about maps and agents, in the format of mistakes.lua, for
-- spec/grid/mistakes_spec.lua.
return [[
tilepath.grid(32767, 32767)
  grid: width x height must be at most 268435456, got 1073676289
tilepath.grid {}
  grid: width must be a whole number from 1 to 32767 (or the first argument a
  text, rows or a list), got table
tilepath.grid(5, 5, { base = { 1 } })
  grid: base[2] must be a whole number from -1073741824 to 1073741824, got nil
tilepath.grid(5, 5, { cell_size = { 3 } })
  grid: cell_size[2] must be a number from 2^-30 to 2^30, got nil
tilepath.grid(5, 5, { cell_size = 1e200 })
  grid: cell_size must be a number from 2^-30 to 2^30, got 1e+200
tilepath.grid(5, 5, { origin = { nan, 0 } })
  grid: origin[1] must be a finite number, got nan
tilepath.grid(5, 5, { cell_size = 2 ^ 30, origin = { -2 ^ 54, 0 } })
  grid: the left edge (x of origin) must be a number from -2^53 to 2^53, got
  -1.8014398509482e+16
tilepath.grid(5, 5, { origin = { 0, 2 ^ 33 } })
  grid: the upper edge (y of origin) must be at most 2^32 cells away from 0,
  got 8589934592
tilepath.grid(5, 5, { origin = { 2 ^ 32 - 4, 0 } })
  grid: the right edge (x of origin + width x width of a cell) must be at most
  2^32 cells away from 0, got 4294967297
tilepath.grid(5, 5, { cell_size = 2 ^ 30, origin = { 0, 2 ^ 53 - 2 ^ 22 } })
  grid: the lower edge (y of origin + height x height of a cell) must be a
  number from -2^53 to 2^53, got 9.0072046192558e+15
tilepath.grid(5, 5, { legend = {} })
  grid: legend must be left out if there is no text and no rows, got table
tilepath.grid(5, 5, { prices = "grass" })
  grid: prices must be a table { name = price }, got 'grass'
tilepath.grid(5, 5, { prices = { grass = 1025 } })
  grid: prices['grass'] must be a number from 1/1024 to 1024, or false, got
  1025
tilepath.grid(5, 5, { prices = { grass = 1 / 2048 } })
  grid: prices['grass'] must be a number from 1/1024 to 1024, or false, got
  0.00048828125
tilepath.grid(5, 5, { prices = { open = false } })
  grid: prices['open'] must be a number from 1/1024 to 1024, got false
tilepath.grid(5, 5, { prices = { wall = 2 } })
  grid: prices['wall'] must be false: only prices of a pathfinder open walls, got 2
tilepath.grid(5, 5, { prices = { ["a\0"] = 1 } })
  grid: each key of prices must be a name of 1 to 31 bytes, none zero, got
  'a\0'
prices = { open = 2, wall = false }
for i = 1, 126 do prices["t" .. i] = 1 end
tilepath.grid(5, 5, { prices = prices })
  grid: prices must be at most 125 names beside 'open' and 'wall', got 126
tilepath.grid("\n.\n.")
  grid: row 2 of text must be as long as row 1 (0), got 1 (the text begins
  with a line break)
tilepath.grid("..\n..\n.\n..")
  grid: row 3 of text must be as long as row 1 (2), got 1 (or short rows end
  in the terrain of empty =)
tilepath.grid("...\n..~")
  grid: row 2, column 3 of text must be '.', ' ', '#' or a character of
  legend, got '~' (add it to legend, or say what all
  others are: unknown = 'open')
tilepath.grid("#\226\150\136\n#\226\137\136", { legend = { ["\226\150\136"] = true } })
  grid: row 2, column 2 of text must be '.', ' ', '#' or a character of
  legend, got '≈' (add it to legend, or say what all
  others are: unknown = 'open')
tilepath.grid("1,0\n1,0")
  grid: row 1, column 1 of text must be '.', ' ', '#' or a character of
  legend, got '1' (numbers and commas are CSV: make rows of numbers of them)
tilepath.grid { "..", 3 }
  grid: rows[2] must be a row of text, got 3
tilepath.grid("..", { empty = "mud" })
  grid: empty must be a terrain of the grid, true or false, got 'mud'
  (prices = { ['mud'] = 1 } makes it one)
tilepath.grid("\n")
  grid: text must be at least one row of one character, got '\10'
tilepath.grid(("."):rep(40000))
  grid: width of text must be a whole number from 1 to 32767, got 40000
tilepath.grid(".", { walkable = 0 })
  grid: walkable must be left out if the map is a text (legend explains its
  characters), got 0
tilepath.grid(".", { legend = { ["\n"] = "open" } })
  grid: each key of legend must be one character, no line break, got
  '\10'
tilepath.grid(".x.", { fences = true })
  grid: row 1, column 2 of text must be ' ', '|', '<' or '>' between two
  cells, got 'x'
tilepath.grid(". .\n *\n. .", { fences = true })
  grid: row 2, column 2 of text must be ' ', '+', '-' or '|' at a corner, got
  '*'
tilepath.grid(". ?", { fences = true })
  grid: row 1, column 3 of text must be '.', ' ', '#' or a character of
  legend, got '?' (add it to legend, or say what all
  others are: unknown = 'open')
tilepath.grid("..", { fences = true })
  grid: text must be an odd number of rows of an odd length, with fences, got
  '..'
tilepath.grid({ { true } }, { fences = true })
  grid: fences must be left out unless the map is a text, got true
tilepath.grid { { true }, { 1 } }
  grid: rows[2][1] must be a terrain's name, a boolean, or a value that
  walkable or legend explains, got 1 (add it to legend, or say what all
  others are: unknown = 'open')
tilepath.grid { { true, true }, { true } }
  grid: rows[2][2] must be a value, got nil (a hole, or a short row:
  empty = 'wall' fills them)
tilepath.grid({ { 0 } }, { walkable = nan })
  grid: walkable must be a value, a set or a function, got nan
tilepath.grid({ { 0 } }, { walkable = { 0, 2 } })
  grid: walkable[1] must be true or false (a set looks like { [0] = true }),
  got 0
tilepath.grid { { true, true }, [1.5] = { true, true } }
  grid: each index of rows must be a whole number, got 1.5
tilepath.grid { { true, true, [1.5] = true } }
  grid: each index of rows[1] must be a whole number, got 1.5
tilepath.grid { { true, [-1 / 0] = true } }
  grid: each index of rows[1] must be a whole number, got -inf
tilepath.grid(1, 1, { shape = "hexagon" })
  grid: shape must be 'square' or 'hex', got 'hexagon'
tilepath.grid(1, 1, { shape = "hex", stagger = "odd" })
  grid: stagger must be 'odd-r', 'even-r', 'odd-q' or 'even-q', got 'odd'
tilepath.grid(1, 1, { shape = "hex", cell_size = { 4, 2 }, cell_side = 3 })
  grid: cell_side must be a number from 0 to the height of a cell (2), got 3
tilepath.grid(". . .\n . .", { shape = "hex" })
  grid: row 2 of text must be as long as row 1 (3), got 2 (or short rows end
  in the terrain of empty =)
tilepath.grid(".. .", { shape = "hex", legend = { [" "] = "wall" } })
  grid: legend[' '] must be left out on a grid of hexagons, got 'wall'
tilepath.grid("\t.", { shape = "hex", legend = { ["\t"] = "open" } })
  grid: legend['\9'] must be left out on a grid of hexagons, got 'open'
tilepath.grid(".", { shape = "hex", fences = true })
  grid: fences is for grids of squares
tilepath.building { a = hexagons }
  building: a building is for grids of squares
tilepath.platformer(hexagons, { jump = 1 })
  platformer: a platformer is for grids of squares
finder:field { { 1, 1 } }:update { { 1, 1 }, 5 }
  update: goals[2] must be { x, y } or { x, y, w, h, cost = }, got 5
tilepath.pathfinder(hexagons):field({ { 1, 1 } }):advance({ 1 }, { 1 }, 1, 1)
  advance: a swarm is for grids of squares
field:advance({ 1, 2 }, { 1, nan }, 2, 1)
  advance: ys[2] must be a finite number, got nan
field:advance({ 1, 2 }, { 1, 2 }, 1e6, 1)
  advance: xs[1000000] must be a finite number, got nil
field:advance({ 1, 2 }, { 1, 2 }, 2, { 1, -1 })
  advance: distance[2] must be a finite number of at least 0, got -1
grid:terrain("wall", 1)
  terrain: 'wall' is always impassable
grid:terrain("open", false)
  terrain: 'open' cannot be made impassable
for i = 1, 124 do grid:terrain("t" .. i, 1) end
grid:terrain("one more", 1)
  terrain: a grid has at most 127 terrains, and no room for 'one more'
grid:fence(1, 1, 2, 2)
  fence: a fence stands between two cells that share a side
hexagons:fence(2, 2, 1, 3)
  fence: a fence stands between two cells that share a side
grid:fence(1, 1, 2, 1, { one_way = 1 })
  fence: one_way must be true or false, got 1
grid:fence(1, 1, 2, 1, { name = "" })
  fence: name must be a string of 1 to 31 bytes, none zero, got ''
grid:fence_rect(1, 1, 2, 1, { name = 1 })
  fence_rect: name must be a string of 1 to 31 bytes, none zero, got 1
grid:unfence(1, 1, 2, 1, { name = "kerb" })
  unfence: name must be a string of 1 to 31 bytes, none zero, got table
grid:link(1, 1, 1, 1)
  link: the two ends of a link must be different cells
grid:link(1, 1, 2, 1, { price = nan })
  link: price must be a number from 0 to 1048576, got nan
grid:link(1, 1, 2, 1, { seconds = 1048577 })
  link: seconds must be a number from 0 to 1048576, got 1048577
grid:link(1, 1, 2, 1, { name = "a\0b" })
  link: name must be a string of 1 to 31 bytes, none zero, got 'a\0b'
grid:unlink(setmetatable({}, { __index = { id = 1 } }))
  unlink: link must be a link of a grid, or its id, got table
tilepath.pathfinder(grid, { layers = 3 })
  pathfinder: layers must be a list of { layer, weight }, got 3
tilepath.pathfinder(grid, { layers = { layer } })
  pathfinder: layers[1] must be { layer, weight }, got layer
tilepath.pathfinder(grid:copy(), { layers = { { layer, 1 } } })
  pathfinder: layers[1].layer must be a layer of the same grid, got layer
tilepath.pathfinder(grid, { layers = { { layer, 0 } } })
  pathfinder: layers[1].weight must be false or a number from 1/1024 to 1024 or
  from -1024 to -1/1024, got 0
tilepath.pathfinder(grid, { layers = { { layer, -1 } } })
  pathfinder: layers.min_price must be a number from 1/1024 to 1024 if a weight is
  below 0, got nil
many = {}
for i = 1, 9 do many[i] = { layer, 1 } end
tilepath.pathfinder(grid, { layers = many })
  pathfinder: layers must be a list of at most 8 layers, got table
tilepath.pathfinder(grid, { layers = { { layer, 1 } }, algorithm = "jps" })
  pathfinder: layers must be left out, or all have the weight false, if
  algorithm is 'jps', got table
tilepath.building {}
  building: floors must be a table { name = { columns, rows }, ... }, got
  table
tilepath.building { link = { 1, 1 } }
  building: the name of a floor must be a name that no field or method of a
  building has, got 'link'
tilepath.building { a = true }
  building: floor 'a' must be { columns, rows }, a drawn map or a grid, got
  true
tilepath.building { a = ".", b = tilepath.grid(1, 1, { prices = { open = 2 } }) }
  building: floors must agree on terrain 'open'
tilepath.building { a = ".", b = tilepath.grid(1, 1, { opaque = { open = true } }) }
  building: floors must agree on terrain 'open'
tilepath.building { a = { 32767, 1 }, b = { 1, 1 } }
  building: all floors side by side must be at most 32767 cells wide, got
  32769
tilepath.building({ a = { 1, 1 }, b = { 1, 1 } }, { order = { "a", "a" } })
  building: order[2] must be the name of a floor that is not in the list yet,
  got 'a'
tilepath.building({ a = { 1, 1 } }, { origins = { b = {} } })
  building: each key of origins must be the name of a floor, got 'b'
tilepath.building({ a = { 1, 1 } }, { origins = { a = { 1 } } })
  building: origins.a[2] must be a finite number, got nil
tilepath.building({ hall = { 4, 3 } }, { grid = tilepath.grid(3, 3) })
  building: grid must have 4 x 3 cells, as the floors need, got 3 x 3
tilepath.building({ hall = { 4, 3 } }, { grid = grid, base = 1 })
  building: base must be left out if a grid is given, got 1
house:link("grid", 1, 1, "hall", 1, 1)
  link: from must be the name of a floor, got 'grid'
tilepath.platformer(grid, { jump = { 1 } })
  platformer: jump[2] must be a whole number from 0 to 64, got nil
tilepath.platformer(grid, { fall = -1 })
  platformer: fall must be a whole number from 0 to 32767, got -1
tilepath.platformer(grid, { seconds = nan })
  platformer: seconds must be a number from 0 to 16, got nan
tilepath.ascii(grid, { path = 5 })
  ascii: path must be a path, got 5
tilepath.ascii(hexagons, { fences = true })
  ascii: fences is for grids of squares
tilepath.pathfinder(grid, { weight = 0.5 })
  pathfinder: weight must be a number from 1 to 1024, got 0.5
tilepath.pathfinder(grid, { prices = { watr = 3 } })
  pathfinder: each key of prices must be a terrain of the grid, got 'watr'
tilepath.pathfinder(grid, { prices = { water = -1 } })
  pathfinder: prices['water'] must be a number from 1/1024 to 1024, or false,
  got -1
tilepath.pathfinder(grid, { algorithm = "dijkstra", heuristic = "octile" })
  pathfinder: heuristic must be 'auto' or 'zero' if algorithm is 'dijkstra',
  got 'octile'
tilepath.pathfinder(grid, { algorithm = "dijkstra", weight = 2 })
  pathfinder: weight must be 1 if algorithm is 'dijkstra', got 2
tilepath.pathfinder(grid, { algorithm = "jps", heuristic = "zero" })
  pathfinder: heuristic must be 'auto' or 'octile' if algorithm is 'jps', got
  'zero'
profile = { algorithm = "jps", heuristic = "octile", diagonal = false }
tilepath.pathfinder(grid, profile)
  pathfinder: heuristic must be 'auto' if algorithm is 'jps' and diagonal is
  'never', got 'octile'
tilepath.pathfinder(grid, { algorithm = "jps", diagonal_cost = 2.5 })
  pathfinder: diagonal_cost must be from straight_cost to twice that (1 to 2)
  if algorithm is 'jps', got 2.5
]]
