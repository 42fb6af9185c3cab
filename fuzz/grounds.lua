--- What the cases of cases.lua stand on: functions that add objects to the table
-- of a case, or use those in it.

local tilepath = require "tilepath"

local grounds = {}

-- Maps ------------------------------------------------------------------------

function grounds.town(o)
  o.grid = tilepath.grid("......\n.##~~.\n.#..~.\n......", {
    prices = { water = 3 }, legend = { ["~"] = "water" },
    cell_size = 10, origin = { 5, 5 } })
end

function grounds.walker(o, profile)
  grounds.town(o)
  o.finder = tilepath.pathfinder(o.grid, profile)
end

--- A field with these options.
function grounds.swarm(o, options)
  if not o.finder then
    grounds.walker(o)
  end
  o.field = o.finder:field({ { 6, 4 }, { 1, 4, cost = 3 } }, options)
  o.limit = options and options.max_cost
end

--- A map that a search floods: its open list has to grow.
function grounds.plain(o)
  o.grid = tilepath.grid(100, 100)
  o.finder = tilepath.pathfinder(o.grid, { algorithm = "dijkstra",
    prices = { open = 2 } })
end

--- Ground that hides, for all or for one pathfinder.
function grounds.hidden(o)
  grounds.town(o)
  o.grid:terrain("water", 3, true)
  o.finder = tilepath.pathfinder(o.grid, { opaque = { open = false } })
end

--- A map with fences and links.
function grounds.house(o)
  grounds.walker(o)
  o.grid:fence(1, 2, 1, 3)
  o.grid:fence(5, 4, 6, 4, { one_way = true })
  o.link = o.grid:link(1, 1, 6, 1, { name = "stairs", price = 0.5 })
  o.lift = o.grid:link(6, 4, 3, 1, { one_way = true, seconds = 2 })
end

--- Adds cells at the left, top, right and bottom; below 0: cuts them off.
function grounds.extend(o, left, top, right, bottom, terrain)
  local grid = o.grid
  return grid:resize(grid.base_x - left, grid.base_y - top,
    grid.width + left + right, grid.height + top + bottom, terrain)
end

--- A layer, and a pathfinder with it and another one.
function grounds.layered(o, profile, weight)
  grounds.town(o)
  o.layer = tilepath.layer(o.grid)
  o.layer:fill(2, 1, 3, 4, 90)
  o.layer:set(6, 2, 255)
  if profile then
    local other = tilepath.layer(o.grid)
    other:fill(1, 4, 6, 1, 200)
    profile.layers = { { o.layer, weight }, { other, 0.01 },
      min_price = 0.25 }
    o.finder = tilepath.pathfinder(o.grid, profile)
  end
end

-- Pictures and buildings ------------------------------------------------------

function grounds.all_of(_, shown)
  local list = { shown.x, shown.y, shown.width, shown.height }
  for i, part in ipairs(shown.parts) do
    list[#list + 1] = table.concat({ i, part.kind, part.value, part.width,
      table.concat(part.sizes, " "), table.concat(part, " ") }, ":")
  end
  return list
end

--- What a building tells: the results hold no reference to it.
function grounds.told_by(_, building)
  return { building.grid, building.names, building.cellar.x,
    { building.cellar:to_grid(2, 2) }, { building:to_floor(6, 1) },
    { building:to_floor_world(5.5, 1.5) },
    { building.roof:to_grid_world(1.5, 0.5) },
    { building.roof:to_cell(1.5, 0.5) },
    { building.roof:to_world(1, 2) }, tostring(building),
    tostring(building.roof) }
end

-- Paths and followers ---------------------------------------------------------

function grounds.hiker(o)
  if not o.finder then
    grounds.walker(o)
  end
  o.path = o.finder:find(1, 1, 6, 4)
  o.points = o.path:to_world(o.grid)
end

function grounds.runner(o)
  grounds.hiker(o)
  o.hero = tilepath.follower { x = 10, y = 10, speed = 7, finder = o.finder }
  o.hero:follow(o.points)
end

--- A follower that waits for two seconds before the lift.
function grounds.waiting(o)
  grounds.house(o)
  o.hero = tilepath.follower { x = 60, y = 40, speed = 7, finder = o.finder }
  o.hero:go(30, 10)
  o.hero:update(1)
end

-- Units -----------------------------------------------------------------------

--- Two units that stand in a crowd on a grid, and what a third would need; and
-- room for the results of updates.
function grounds.crowded(o)
  if not o.finder then
    grounds.walker(o)
  end
  o.crowd = tilepath.crowd(o.grid)
  o.unit = o.crowd:add { finder = o.finder, cell_x = 1, cell_y = 1 }
  o.unit.hp = 3
  o.other = o.crowd:add { finder = o.finder, cell_x = 6, cell_y = 1 }
  o.wide = tilepath.pathfinder(o.grid, { size = { 2, 1 } })
  o.moving, o.done = {}, 0
  for i = 1, 32 do
    o.moving[i] = 0
  end
end

--- Units with orders, which are carried out as time passes.
function grounds.ordered(o)
  grounds.crowded(o)
  local x, y = o.finder:to_world(6, 1)
  local back_x, back_y = o.finder:to_world(1, 1)
  o.unit:go(x, y)
  o.other:patrol { { back_x, back_y }, { x, y } }
end

--- Calls a method of the crowd until it has run `times` times, over all attempts.
function grounds.go_on(o, times, method, ...)
  while o.done < times do
    o.crowd[method](o.crowd, ...)
    o.moving[o.done + 1] = o.crowd.moving
    o.done = o.done + 1
  end
  return o.moving
end

--- Reads what a crowd tells after some time.
function grounds.told(o)
  local words = {}
  for unit, what, other in o.crowd:events() do
    words[#words + 1] = { tostring(unit), what, tostring(other) }
  end
  for _, unit in ipairs(o.crowd:units()) do
    words[#words + 1] = { tostring(unit), unit.x, unit.y, unit.status,
      unit.reason, unit.angle, unit.hp }
  end
  return words
end

--- Saves the crowd, and what the game must give again to restore it.
function grounds.save(o)
  o.given = { finders = {}, fields = {} }
  for i, unit in ipairs(o.crowd:units()) do
    o.given.finders[i], o.given.fields[i] = unit.finder, o.road
  end
  o.saved = o.crowd:save()
end

--- Loads that into a crowd, and saves it again.
function grounds.restored(o, crowd)
  crowd:load(o.saved, o.given)
  return crowd:save()
end

--- Units in the middle of a search on a larger map, after an edit.
function grounds.seeking(o)
  o.grid, o.nodes = tilepath.grid(50, 50), 60
  o.finder = tilepath.pathfinder(o.grid, { diagonal = "never" })
  o.crowd = tilepath.crowd(o.grid, { max_nodes = o.nodes })
  o.grid:terrain("mud", 3)
  o.grid:set(7, 7, "mud")
  for y = 1, 3 do
    local unit = o.crowd:add { finder = o.finder, cell_x = 1, cell_y = y }
    unit:go_cell(40 + y, 41)
    o.unit, o.other = unit, o.unit
  end
  for _ = 1, 3 do o.crowd:tick() end
  o.grid:set(2, 5, "wall")
  grounds.save(o)
end

--- Units with orders of all kinds.
function grounds.busy(o)
  grounds.crowded(o)
  local crowd = o.crowd
  o.road = o.finder:field { { 6, 4 } }
  local archer = tilepath.pathfinder(o.grid,
    { eyes = tilepath.pathfinder(o.grid) })
  local function add(x, y, finder)
    return crowd:add { finder = finder or o.finder, cell_x = x, cell_y = y }
  end
  local x, y = o.finder:to_world(6, 1)
  o.unit:go({ { 10, 40 }, { x, y, 2, 1, cost = 2 } }, { within = 1,
    partial = true, max_nodes = 500 })
  o.other:patrol({ 40, 10, x, y, 10, 40 }, { settle = 1 })
  add(1, 2):follow(o.finder:find(1, 2, 6, 2))
  add(1, 3):follow(o.road)
  add(1, 4, archer):go(x, y, { within = 3, sight = true })
  add(3, 4):go(x, y, { within = 3, sight = true })
  crowd:add { finder = o.wide, cell_x = 5, cell_y = 4, pace = 2,
    priority = 1 }:go(10, 40, { adjacent = true })
  crowd:go({ add(3, 1), add(4, 1) }, 40, 40)
  for _ = 1, 3 do crowd:tick() end
  grounds.save(o)
end

--- Some time later: a unit is gone, another has come, all have moved.
function grounds.later(o)
  pcall(o.crowd.tick, o.crowd)
  pcall(o.crowd.update, o.crowd, 0.5)
  o.other:remove()
  o.crowd:add { finder = o.finder, cell_x = 2, cell_y = 4 }
end

--- Units in a row. A step makes all go on, if the last one yields.
function grounds.in_a_row(o, yields)
  o.grid = tilepath.grid(30, 1)
  o.finder, o.crowd = tilepath.pathfinder(o.grid), tilepath.crowd(o.grid)
  for x = 1, 25 do
    o.other = o.crowd:add { finder = o.finder, cell_x = x, cell_y = 1,
      yields = yields }
    o.unit = o.unit or o.other
  end
end

--- A unit that reaches the stairs at once, and another far from them.
function grounds.riders(o)
  grounds.house(o)
  o.crowd = tilepath.crowd(o.grid)
  o.unit = o.crowd:add { finder = o.finder, cell_x = 1, cell_y = 1, speed = 20 }
  o.other = o.crowd:add { finder = o.finder, cell_x = 4, cell_y = 4 }
  o.unit:go(60, 20)
end

--- Two crowds on a grid, and a query that avoids them. The pathfinder has not yet
-- answered one that does.
function grounds.among(o, profile)
  grounds.walker(o, profile)
  local small = tilepath.pathfinder(o.grid)
  o.crowd, o.birds = tilepath.crowd(o.grid), tilepath.crowd(o.grid)
  o.unit = o.crowd:add { finder = small, cell_x = 1, cell_y = 3 }
  o.other = o.crowd:add { finder = small, cell_x = 4, cell_y = 3 }
  o.bird = o.birds:add { finder = small, cell_x = 4, cell_y = 4 }
  o.query = { avoid = { o.crowd, { 3, 4 }, o.birds, { 5, 1, 1, 2 } },
    except = { o.unit, o.bird } }
end

--- The same with moves that end beside birds, or that lead through units.
function grounds.moves(o, profile)
  grounds.among(o, profile)
  o.query.stops, o.query.pass = { o.birds, { 2, 2 } }, { o.crowd, { 6, 4 } }
end

--- A pathfinder that has answered before a unit moved and a wall was built.
function grounds.moved(o)
  grounds.among(o)
  o.finder:find(1, 1, 6, 4, o.query)
  o.finder:find(1, 1, 6, 4, { avoid = o.crowd, avoid_price = 2 })
  o.other:set_cell(6, 3)
  o.grid:set(6, 2, "wall")
end

-- Searches and queues ---------------------------------------------------------

--- Steps a search to its end.
function grounds.found(_, search, nodes)
  repeat
    local status = search:step(nodes or 2)
  until status ~= "running"
  return (search:path())
end

--- A waiting ticket of each kind. They are hidden from actions that change
-- tables.
function grounds.queued(o, options)
  grounds.walker(o)
  o.queue = tilepath.queue(options or { max_nodes = 1e6 })
  local queue, finder = o.queue, o.finder
  local tickets = {
    queue:find(finder, 1, 1, 6, 4),
    queue:find(finder, 1, 1,
      { { 6, 4 }, { 1, 4, cost = 2 }, { 4, 1, 3, 2 } },
      { into = {}, priority = 1 }),
    queue:find_world(finder, 6, 6, 60, 40),
    queue:find(finder, 2, 3, 6, 4, { escape = true }),
    queue:find(finder, 1, 1, 9, 9),
    queue:find(finder, 1, 1, 6, 4, { avoid = { { 3, 4 } }, priority = -1 }),
    queue:field(finder, { { 6, 4 }, { 1, 4, cost = 3 } }, { max_cost = 9 }),
    queue:prepare(finder, { priority = -2 }),
  }
  function o.tickets()
    return tickets
  end
end

local function answer_of(ticket)
  if ticket.prepared then
    return true
  elseif ticket.field then
    return { ticket.field:cost(1, 1), ticket.field:cost(4, 4) }
  elseif ticket.status == "found" then
    return { ticket:path() }
  end
  return ticket.reason or ticket.status
end

--- Updates a queue until all is done. @return the answers, if there are tickets
function grounds.answers(o)
  repeat
    o.queue:update()
  until o.queue.count == 0
  local all = {}
  for i, ticket in ipairs(o.tickets and o.tickets() or {}) do
    all[i] = answer_of(ticket)
  end
  return all
end

return grounds
