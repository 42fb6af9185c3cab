--- Wrong calls with arguments that are each of the right kind, by nouns. Lines
-- without a margin are Lua, with the objects of a world of calls.lua as
-- globals. The last of them is the call; the lines with a margin are its error.
return {
  path = [[
tilepath.path({ 1, 1, 2 }, "cells")
  path: path must be an even number of coordinates, got 3
tilepath.path({ 1, nan }, "cells")
  path: path[2] must be a finite number, got nan
tilepath.path({ 1, 1, "2", 1 }, "cells")
  path: path[3] must be a finite number, got '2'
tilepath.path({ { 1, 1 } }, "cells")
  path: path[1] must be a finite number, got table
tilepath.path({ 1, 1.5 }, "cells")
  path: path[2] (in cells) must be a whole number from -1073774591 to
  1073774591, got 1.5
tilepath.path { 1, 1, units = "tiles" }
  path: path.units must be 'cells' or 'world', got 'tiles'
tilepath.path.length { 1, 1, 2, 1, 3, 1, links = 1 }
  length: path.links must be a list of numbers of points, got 1
tilepath.path.length { 1, 1, 2, 1, 3, 1, links = { 0 } }
  length: path.links[1] must be a whole number from 1 to 2, in rising order,
  got 0
tilepath.path.length { 1, 1, 2, 1, 3, 1, links = { 3 } }
  length: path.links[1] must be a whole number from 1 to 2, in rising order,
  got 3
tilepath.path.length { 1, 1, 2, 1, 3, 1, links = { 2, 2 } }
  length: path.links[2] must be a whole number from 3 to 2, in rising order,
  got 2
tilepath.path.prune({ 1.5, 1 }, finder)
  prune: path[1] (in cells) must be a whole number from -1073774591 to
  1073774591, got 1.5
path:smooth(finder, 1, { avoid = 1 })
  smooth: avoid must be a crowd, a unit, or a list of crowds, units, { x, y }
  and { x, y, w, h }, got 1
path:prune(finder, { avoid = 1 })
  prune: avoid must be a crowd, a unit, or a list of crowds, units, { x, y } and
  { x, y, w, h }, got 1
world_path:cells()
  cells: grid must be a grid, got nil
tilepath.path({ 1, 1, 2, 1, 40000, 1 }, "cells"):cells()
  cells: points 2 and 3 of path must be less than 32767 cells apart
world_path:to_world(grid)
  to_world: path.units must be 'cells', got 'world'
]],
  follower = [[
hero:go(path)
  go: a path is for hero:follow
hero:go(unit)
  go: takes no unit (hero:chase stays near a body)
hero:follow(tilepath.follower { x = 1, y = 1 })
  follow: takes no follower (hero:chase stays near a body)
hero:go_cell(1, 1, 2, 2)
  go_cell: query must be a table, got 2 (an area is a list: { { x, y, w, h } })
hero:go_cell(1.5, 1)
  go_cell: x must be a whole number, got 1.5 (a cell: grid:to_cell makes one of
  a place in the world)
hero:chase(hero)
  chase: a follower cannot be its own target
hero:follow(field)
  follow: a follower takes a path, got field (a unit takes it)
hero.cell_x = 4
  follower: field 'cell_x' cannot be written (call set_cell)
tilepath.follower { finder = finder, cell_x = 9, cell_y = 1 }
  follower: cell_x, cell_y must be a cell of the grid, got 9, 1
finder:find(1, 1, 2, 1, { avoid = { hero } })
  find: avoid[1] must be { x, y } or { x, y, w, h }, got follower
finder:find(1, 1, { hero })
  find: goals[1] must be { x, y } or { x, y, w, h, cost = }, got follower
finder:find(1, 1, { { 3, 3, w = 2 } })
  find: goals[1].h must be a whole number of at least 1, got nil (each is
  { x, y } or { x, y, w, h, cost = })
hero:follow { 1, 2, 3 }
  follow: path must be an even number of coordinates, got 3
hero:follow { 1, 2, nan, 4 }
  follow: path[3] must be a number from -2^53 to 2^53, got nan
hero:follow { 1, 2, units = "feet" }
  follow: path.units must be 'world' or 'cells', got 'feet'
hero:follow { 1, 1, 2, 2, links = { 2 } }
  follow: path.links[1] must be a whole number from 1 to 1, in rising order,
  got 2
tilepath.follower({}):update(1)
  update: speed must be a finite number of at least 0, got nil
hero:go({ { 5, 5 } }, 5)
  go: query must be a table, got 5 (an area is a list: { { x, y, w, h } })
hero:go { 5, 5 }
  go: goals[1] must be { x, y } or { x, y, w, h, cost = }, got 5 (a list of
  goals: { { 5, 5 } })
hero:go { x = 5, y = 5 }
  go: goals must be one or more { x, y } or { x, y, w, h, cost = }, got none
  (a list: { { x =, y = } })
hero:go(grid:to_world(5, 5), { partial = true })
  go: wy must be a finite number, got table (a call before another argument
  gives one value)
hero.finder = nil
hero:go(1, 1)
  go: finder must be a pathfinder (an option of the follower), got nil
hero:patrol { { 1, 2 }, 3 }
  patrol: points[2] must be { x, y } or { x, y, w, h }, got 3
hero:patrol { x = 1, y = 1 }
  patrol: points must be one or more { x, y } or { x, y, w, h }, got none (a list:
  { { x =, y = } })
hero:go(1, 1, { wait = 1 })
  go: wait must be true or false, got 1
hero:patrol({ { 1, 1 } }, { wait = true })
  patrol: option 'wait' is for go
hero:go(1, 1, { settle = 1 })
  go: a follower does not take 'settle' (a unit does)
hero:go(1, 1, { zoom = 1, wait = 1, settle = 1 })
  go: a follower does not take 'settle' (a unit does)
hero:go(1, 1, { zoom = 1, within = 1, wait = 1, sight = true })
  go: wait must be true or false, got 1
hero:go(1, 1, { within = true, [7] = 1, escape = 1 })
  go: unknown option 7
hero:patrol({ { 1, 1 } }, { breaks = finder, adjacent = 1 })
  patrol: adjacent must be true or false, got 1
hero:go(1, 1, { breaks = grid })
  go: breaks must be a pathfinder, got grid
hero:chase({ x = 1, y = 1 }, { sight = 1 })
  chase: sight must be true or false, got 1
hero.status = "idle"
  follower: field 'status' cannot be written
hero:go_cell { { 1.5, 2 } }
  go_cell: goals[1][1] must be a whole number, got 1.5 (each is { x, y } or
  { x, y, w, h, cost = })
hero:go_cell { { 1, 2, w = 2 } }
  go_cell: goals[1].h must be a whole number of at least 1, got nil (each is
  { x, y } or { x, y, w, h, cost = })
hero:chase {}
  chase: target.x must be a number from -2^53 to 2^53, got nil
strange = { __index = function(_, key) error("no " .. key, 0) end }
hero:chase(setmetatable({}, strange))
  chase: target must have x and y, but reading them raised: no x
hero:chase({ x = 1, y = 1 }, { within = -1 })
  chase: within must be a finite number of at least 0, got -1
hero:keep({ x = 1, y = 1 }, { min = 1, within = 2 })
  keep: within must be at least min + 2 (3), got 2
hero:flee({ x = 1, y = 1 }, { sight = true })
  flee: unknown option 'sight'
hero:patrol_cell { { 1, 1 }, { 2, 1.5 } }
  patrol_cell: points[4] must be a whole number, got 1.5
hero:chase { x = 3.5, y = 1.5 }
hero:load(hero:save())
  load: unknown option 1 (options: target, targets)
hero:chase { x = 3.5, y = 1.5 }
hero:load((hero:save()))
  load: target must be a table or a userdata with x and y, got nil
tilepath.follower { speeds = { water = 0.5 } }
  follower: finder must be a pathfinder (speeds needs it), got nil
tilepath.follower { turn_radius = 1 }
  follower: finder must be a pathfinder (turn_radius needs it), got nil
tilepath.follower { speeds = 5, finder = finder }
  follower: speeds must be a table { terrain = factor }, got 5
tilepath.follower { speeds = { water = 0.5, sand = 2 }, finder = finder }
  follower: each key of speeds must be a terrain of the grid, got 'sand'
tilepath.follower { speeds = { water = 0 }, finder = finder }
  follower: speeds['water'] must be a number from 1/1024 to 1024, got 0
]],
  crowd = [[
tilepath.crowd(grid, { moved = 1 })
  crowd: moved must be true or false, got 1
tilepath.crowd(grid, { traffic = 1 })
  crowd: traffic must be true or false, got 1
tilepath.crowd(grid, { speeds = 1 })
  crowd: speeds must be a table { terrain = factor }, got 1
tilepath.crowd(grid, { speeds = { moon = 2, sun = 3, star = 4 } })
  crowd: each key of speeds must be a terrain of the grid, got 'moon'
state = crowd:save()
unit:remove()
crowd:load(state)
  load: finders[1] must be a pathfinder (give { finders = }), got nil
crowd:load(crowd:save(), { finders = 1 })
  load: finders must be a list of pathfinders or a function, got 1
crowd:load(crowd:save(), { finders = { tilepath.pathfinder(grid:copy()) } })
  load: finders[1] must be a pathfinder on the crowd's grid
large = tilepath.pathfinder(grid, { size = 2 })
crowd:load(crowd:save(), { finders = { large } })
  load: finders[1] must be for agents of 1x1, got a pathfinder for 2x2
crowd:load(crowd:save(), { fields = { grid } })
  load: fields[1] must be a field, got grid
unit:follow(field)
crowd:load(crowd:save())
  load: fields[1] must be the field that the unit follows, got nil
unit:follow(field)
large = tilepath.pathfinder(grid, { size = 2 }):field { { 1, 1 } }
crowd:load(crowd:save(), { fields = { large } })
  load: fields[1] must be a field on the crowd's grid, for units of this
  size, got field
unit:go(1, 1, { queued = true, resume = true })
  go: give queued or resume, not both
hero:patrol({ { 1, 1 }, { 2, 2 } }, { first = 3 })
  patrol: first must be a whole number from 1 to 2, got 3
crowd:add { x = 1, y = 1 }
  add: finder must be a pathfinder, got nil
crowd:add { finder = finder }
  add: give either x and y or cell_x and cell_y, got none
crowd:add { finder = finder, x = 1, y = 1, cell_x = 1 }
  add: give either x and y or cell_x and cell_y, got both
crowd:add { finder = finder, x = 1 }
  add: y must be a finite number, got nil
crowd:add { finder = tilepath.pathfinder(grid:copy()), cell_x = 1, cell_y = 1 }
  add: finder must be a pathfinder on the crowd's grid
crowd:add(hero)
  add: options must be a table, got follower
tilepath.follower(hero)
  follower: options must be a table, got follower
hero:go_cell(1, 1, path)
  go_cell: query must be a table, got path
unit:chase(hero, path)
  chase: options must be a table, got path
crowd:go({ unit, "x" }, 1, 1)
  go: units[2] must be a unit, got 'x'
tilepath.crowd(grid):go({ unit }, 1, 1)
  go: units[1] must be a unit of this crowd, got unit
crowd:go({ unit }, { { 1 } })
  go: goals[1][2] must be a finite number, got nil (each is { x, y } or { x, y, w,
  h, cost = })
crowd:go({ unit }, { { 1, 1 } }, { formation = true })
  go: a formation needs one place, x and y
crowd:go_cell({ unit }, 1, 1, { within = -1 })
  go_cell: within must be a finite number of at least 0, got -1
crowd:go({ unit }, 1, 1, { within = 1 / 0 })
  go: within must be a finite number of at least 0, got inf
crowd:go_cell({ unit }, 1, 1, { within = 1, adjacent = true })
  go_cell: options 'adjacent' and 'within' exclude each other
crowd:go_cell({ unit }, { terrain = "open" })
  go_cell: goals must be one or more { x, y } or { x, y, w, h, cost = }, got none
crowd:update(0)
crowd:tick()
  tick: the time of the crowd is in seconds (crowd:update)
crowd:tick()
crowd:update(1)
  update: the time of the crowd is in ticks (crowd:tick)
unit.speed = 0
  unit: speed must be a finite number above 0, got 0
unit.yields = false
unit.yields = 1
  unit: yields must be true or false, got 1
crowd:tick(0.1)
  tick: a tick takes no dt (update takes dt)
unit:step(0, 0)
  step: dx and dy must not both be 0
board = tilepath.grid(3, 3, { shape = "hex" })
plain = tilepath.pathfinder(board)
pawn = tilepath.crowd(board):add { finder = plain, cell_x = 1, cell_y = 1 }
pawn:step(7)
  step: direction must be a whole number from 1 to 6, got 7
board = tilepath.grid(3, 3, { shape = "hex" })
plain = tilepath.pathfinder(board)
pawn = tilepath.crowd(board):add { finder = plain, cell_x = 1, cell_y = 1 }
pawn:step(1, 0)
  step: on hexagons one number is a direction, from 1 to 6; dx and dy are for
  grids of squares
unit.status = "idle"
  unit: field 'status' cannot be written
unit[nil] = 1
  unit: a field cannot be called nil
unit:set_finder(tilepath.pathfinder(grid:copy()))
  set_finder: finder must be a pathfinder on the crowd's grid
unit:patrol_cell { { 1, 1 }, { 2, 1.5 } }
  patrol_cell: points[4] must be a whole number, got 1.5
unit:go(1, 1, { avoid_price = -1 })
  go: avoid_price must be a number of at least 0, got -1
unit:go(1, 1, { avoid_price = false })
  go: avoid_price must be a number of at least 0, got false
unit.id = 7
  unit: field 'id' cannot be written
unit:go(1, 1, { wait = 1 })
  go: wait must be true or false, got 1
crowd:go({ unit }, 1, 1, { wait = 1 })
  go: wait must be true or false, got 1
unit:go(1, 1, { escape = true })
  go: a unit does not take 'escape' (a follower does)
unit:patrol({ { 1, 2 } }, { within = 1 })
  patrol: a unit does not take 'within' (a follower does)
unit:go(1, 1, { zoom = 1, settle = false })
  go: settle must be a whole number from 0 to 32767, got false
unit:go(1, 1, { into = {}, escape = true })
  go: a unit does not take 'escape' (a follower does)
unit:chase({ x = 1, y = 1 }, { partial = true })
  chase: a unit does not take 'partial' (a follower does)
unit:flee({ x = 1, y = 1 }, { within = -1, max_nodes = 1 })
  flee: a unit does not take 'max_nodes' (a follower does)
crowd:go({}, 1, 1, { within = -1, formation = 1 })
  go: formation must be true or a list of { ahead, aside }, got 1
crowd:go({}, 1, 1, { sight = true })
  go: option 'sight' needs option 'within'
unit:chase(unit)
  chase: a unit cannot be its own target
unit:go(hero)
  go: takes no follower (unit:chase stays near a body)
crowd:go_cell({ unit }, 1, 1, 2, 2)
  go_cell: query must be a table, got 2 (an area is a list: { { x, y, w, h } })
unit:go(path)
  go: a path is for unit:follow
unit:follow(unit)
  follow: a unit cannot be its own target
unit:follow(path, { within = 2 })
  follow: option 'within' is for a body
unit:follow(hero, { within = 0 })
  follow: within must be a number from 1 to 32, got 0
unit:follow(hero, { within = 33, queued = true })
  follow: within must be a number from 1 to 32, got 33
unit:follow(nil)
  follow: way must be a field, a path or a body, got nil
unit:follow(nil, { queued = true })
  follow: way must be a field, a path or a body, got nil
unit:follow { x = 1, y = 1 }
  follow: path must be one or more { x, y }, got none (a path, a unit or a
  follower; chase takes { x =, y = })
unit:follow({ x = 1, y = 1 }, { queued = true })
  follow: path must be one or more { x, y }, got none (a path, a unit or a
  follower; chase takes { x =, y = })
unit:follow(hero, { within = -1 })
  follow: within must be a finite number of at least 0, got -1
unit:flee({ x = 1, y = 1 / 0 })
  flee: target.y must be a finite number, got inf
unit:flee({ x = 1, y = 1 }, { within = -1 })
  flee: within must be a finite number of at least 0, got -1
unit:keep({ x = 1, y = 1 }, { min = 1, within = 2 })
  keep: within must be at least min + 2 (3), got 2
crowd:go({}, 1, 1, { formation = 1 })
  go: formation must be true or a list of { ahead, aside }, got 1
crowd:go({ unit }, 1, 1, { formation = { 1 } })
  go: formation[1] must be { ahead, aside }, two numbers of cells, got 1 (a list of
  lists: { { ... } })
unit.goal_index = 3
  unit: field 'goal_index' cannot be written
unit:remove()
unit:go(1, 1)
  go: the unit was removed from its crowd
unit:patrol { x = 1, y = 1 }
  patrol: points must be one or more { x, y } or { x, y, w, h }, got none (a list:
  { { x =, y = } })
unit:patrol { 1, 2, 3 }
  patrol: points must have as many x as y, got 3 numbers
unit:patrol(7, { queued = true })
  patrol: points must be a table, got 7
unit:patrol_cell(nil, { resume = true })
  patrol_cell: points must be a table, got nil
unit:patrol_cell(grid, { random = true, queued = true })
  patrol_cell: points must be a list of cells and areas, got grid
hero:patrol(grid, { queued = true })
  patrol: points must be a path or a list of { x, y }, got grid
hero:patrol_cell("x", { random = true, queued = true })
  patrol_cell: points must be a list of cells and areas, got 'x'
unit:follow(tilepath.pathfinder(grid, { size = 2 }):field { { 1, 1 } })
  follow: field must be for agents of 1x1, as the unit is, got a field for 2x2
unit:follow(tilepath.pathfinder(grid:copy()):field { { 1, 1 } })
  follow: field must be on the crowd's grid
]],
  queue = [[
tilepath.queue {}
  queue: option 'seconds' or 'max_nodes' must be given
tilepath.queue { seconds = 0 }
  queue: seconds must be a number above 0, got 0
tilepath.queue { seconds = 1, max_nodes = 1 }
  queue: options 'seconds' and 'max_nodes' exclude each other
queue:find(finder, 1, 1, 2, 2, { priority = nan })
  find: priority must be a finite number, got nan
queue:find(finder, 1, 1, 2, 2, { priority = nan, partial = 1 })
  find: partial must be true or false, got 1
queue:find(finder, 1, 1, 2, 2, { on_done = {} })
  find: on_done must be a function, got table
tilepath.queue { max_nodes = 0, seconds = 0, turns = 1 }
  queue: max_nodes must be a whole number of at least 1, got 0
queue:prepare(finder, { max_cost = 1, priority = 2 })
  prepare: unknown option 'max_cost' (options: on_done, priority)
ticket.prepared = true
  ticket: field 'prepared' cannot be written
queue.max_nodes = 1
  queue: field 'max_nodes' cannot be written
]],
  field = [[
finder:field { { 1, 1 }, { 1.5, 1 } }
  field: goals[2][1] must be a whole number, got 1.5 (each is { x, y } or
  { x, y, w, h, cost = })
field:update { { 1 } }
  update: goals[1][2] must be a whole number, got nil (each is { x, y } or
  { x, y, w, h, cost = })
field:flee():update { { 1, 1 } }
  update: a field that flees has no goals, got table
field:flee():flee()
  flee: self must be a field with goals, got a field that flees
field:advance({ 1 }, { 1 }, 1, 1, { apart = -1 })
  advance: apart must be a finite number of at least 0, got -1
field:advance({ 1 }, { 1 }, 1, 1, { speeds = true })
  advance: speeds must be a table { terrain = factor }, got true
field:advance({ 1 }, { 1 }, 1, 1, { speeds = { mud = 1, x = 0, y = 1 } })
  advance: each key of speeds must be a terrain of the grid, got 'mud'
field:advance({ 1 }, { 1 }, 1, 1, { speeds = { [true] = 1, [false] = 1 } })
  advance: each key of speeds must be a terrain of the grid, got false
field:advance({ 1 }, { 1 }, 1, 1, { speeds = { water = 0 } })
  advance: speeds['water'] must be a number from 1/1024 to 1024, got 0
field:advance({ 1 }, { 1 }, 1, 1, { arrived = true })
  advance: arrived must be a table, got true
]],
  grid = [[
tilepath.grid(16385, 16384)
  grid: width x height must be at most 268435456, got 268451840
tilepath.grid({ { nan } }, { walkable = print })
  grid: rows[1][1] must be a terrain's name, a boolean, or a value that walkable
  or legend explains, got nan
grid:terrain("", 1)
  terrain: name must be a string of 1 to 31 bytes, none zero, got ''
grid:terrain("a\0b", 1)
  terrain: name must be a string of 1 to 31 bytes, none zero, got 'a\0b'
grid:set(("a"):rep(40), 1, "wall")
  set: x must be a whole number, got
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
grid:set(("a"):rep(38) .. "\n" .. ("a"):rep(99), 1, "wall")
  set: x must be a whole number, got
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\10a...'
board = tilepath.grid(1, 1)
for i = 1, 7 do board:terrain("t" .. i, i) end
board:set(1, 1, "mud")
  set: terrain must be a terrain of the grid (open, wall, t1, t2, t3, t4, t5,
  t6, ...), got 'mud'
grid:link(1, 1, 2, 1, { [9] = 1 })
  link: unknown option 9 (options: name, one_way, price, seconds)
grid(1.5, 1)
  grid: x must be a whole number, got 1.5 (a cell: grid:to_cell makes one of a
  place in the world)
grid(1)
  grid: y must be a whole number, got nil
]],
  ["the module's own grids #core_c"] = [[
core.grid(32767, 32767, 1, 1, 1, 1, 0, 0)
  grid: width x height must be at most 268435456 cells, got 1073676289
core.grid(1, 1, 2 ^ 31, 1, 1, 1, 0, 0)
  grid: base_x must be a whole number from -1073741824 to 1073741824, got
  2147483648
core.grid(1, 1, 1, 1, 0, 1, 0, 0)
  grid: the edges lie beyond the limits of a grid
core.grid(1, 1, 1, 1, 1, nan, 0, 0)
  grid: cell_height must be a finite number, got nan
]],
  query = [[
tilepath.pathfinder(grid, { Size = 2 })
  pathfinder: unknown option 'Size' (did you mean 'size'?)
tilepath.pathfinder(grid, { keepaway = 2 })
  pathfinder: unknown option 'keepaway' (did you mean 'keep_away'?)
finder:find(1, 1, 2, 2, { max_nubez = 1 })
  find: unknown option 'max_nubez'
tilepath.pathfinder(grid, { si = 2 })
  pathfinder: unknown option 'si'
tilepath.pathfinder(grid, { [("size"):rep(30)] = 2 })
  pathfinder: unknown option 'sizesizesizesizesizesizesizesizesizesize...'
finder:reach(1, 1, 3, { stops = { { 2, 2, beside = 1 } } })
  reach: beside must be true or false, got 1
finder:field({ { 1, 1 } }, { adjacent = 1 })
  field: adjacent must be true or false, got 1
crowd:units({})
  units: ys must be a table, got nil
crowd:units({}, 3)
  units: ys must be a table, got 3
crowd:units({}, {}, 1)
  units: angles must be a table, got 1
crowd:nearest(1, 1, { count = 0 })
  nearest: count must be a whole number from 1 to 2147483648, got 0
crowd:nearest(1, 1, { where = 3 })
  nearest: where must be a function, got 3
crowd:nearest({ { 1, 1, 2 } })
  nearest: goals[1][4] must be a whole number of at least 1, got nil (each is
  { x, y } or { x, y, w, h, cost = })
crowd:nearest({})
  nearest: goals must be one or more { x, y } or { x, y, w, h, cost = }, got none
grid:fence_rect(1, 1, 2, 2, { gap = {} })
  fence_rect: unknown option 'gap' (did you mean 'gaps'?)
grid:fence_rect(1, 1, 2, 2, { gaps = { { 1 } } })
  fence_rect: gaps[1][2] must be a whole number, got nil (each is { x, y } or
  { x, y, w, h })
grid:fence_rect(1, 1, 2, 2, { gaps = 3 })
  fence_rect: gaps must be a list of { x, y } or { x, y, w, h }, got 3
grid:fence_rect(1, 1, 2, 2, { one_way = 1 })
  fence_rect: one_way must be true or false, got 1
finder:view(reach, -1)
  view: within must be a number of at least 0, got -1
finder:view(tilepath.pathfinder(grid:copy()):reach(1, 1, 2), 3)
  view: reach must be a reach on the same grid, got reach
layer:add(reach, 0.5)
  add: amount must be a whole number, got 0.5
layer:add(tilepath.pathfinder(grid:copy()):view(1, 1, 2), 3)
  add: cells must be those of a reach or a view on the same grid, got view
finder:reach(1, 1, 3, { x = 1 })
  reach: unknown option 'x' (options: avoid, avoid_price, escape, except,
  moves, moves_left, overdraw, pass, stops)
finder:find(1, 1, 2, 2, { within = nan, partial = 1, max_nodes = nan, into = 1 })
  find: into must be a path or a table without a metatable, got 1
finder:find(1, 1, 2, 2, { into = hero })
  find: into must be a path or a table without a metatable, got follower
hero:path(hero)
  path: into must be a path or a table without a metatable, got follower
unit:path(setmetatable({}, {}))
  path: into must be a path or a table without a metatable, got table
search = finder:search(1, 1, 1, 1, { into = path })
search:step()
setmetatable(path, { __metatable = false })
search:path()
  path: into must be a path or a table without a metatable, got table
finder:find(1, 1, 2, 2, { zoom = 1, within = -1, partial = 1 })
  find: partial must be true or false, got 1
finder:nearest(1, 1, { max_cost = 2 })
  nearest: option 'max_cost' needs option 'from'
finder:nearest(1, 1, { where = 1, terrain = "moon" })
  nearest: terrain must be a terrain of the grid (open, wall, water), got 'moon'
finder:search(1, 1, 2, 2, { partial = "yes" })
  search: partial must be true or false, got 'yes'
finder:find(1, 1, 2, 2, { max_nodes = 1.5 })
  find: max_nodes must be a whole number of at least 0, got 1.5
finder:find(1, 1, 2, 2, { max_nodes = 2 ^ 53 })
  find: max_nodes must be a whole number of at least 0, got 9.007199254741e+15
]],
}
