--- Runs every call of calls.lua with a collector that goes through all memory
-- wherever Lua lets it, and with finalizers that then do the worst they can.
--
--     tools/lua INTERPRETER fuzz/finalize.lua [NAME [ACTION [POINT]]]
--
-- With PART=1/2 in the environment, the first of each two entries are run.
--
-- Each entry's call first runs once, to count the points at which the
-- collector comes in. Then it runs once for each of these points and each of
-- the actions below, which a finalizer does at that point; and once with the
-- action at all points. Calls run in coroutines of their own, with more or
-- less of Lua's stack in use. How much depends on the entry, the action and
-- the point, so these three name a run.
--
-- Whatever the action, the call must not crash, and what it raises must name a
-- mistake or a busy object. The result must be
-- - that of an undisturbed call, if the action only uses objects, or if an
--   update was refused;
-- - that of the map before or after an edit;
-- - that of the old or the new contents, if the action changes tables that the
--   call was given. A path must be legal all the same.
--
-- In the end all objects must answer as new ones do.
--
-- Lua 5.1 to 5.3 and LuaJIT run the collector at every allowed point, if told
-- not to pause. 5.4 does so only after memory was taken, except in the build
-- of tools/strictlua. The faults near the end must be caught. Last line: `N
-- passed, M failed`, over entries and faults.

collectgarbage("stop")

local tilepath = require "tilepath"
local core = require "tilepath_core"
local flat = require "tilepath.serialize"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local jit = rawget(_G, "jit")
if jit then
  jit.off() -- a trace that ends in a collection may never end
end

local calls = assert(loadfile("fuzz/calls.lua"))()
local data = require "spec.contract.calls"
local show = assert(loadfile("fuzz/show.lua"))()
local sorted_keys = require("tilepath.check").sorted_keys

-- How many points of a call are tried one by one, and how many at its begin are
-- tried together. (LuaJIT has the same binding, and a much faster collector.)
local is_plain_51 = _VERSION == "Lua 5.1" and not jit
local asked = tonumber(os.getenv("POINTS"))
local MOST = not is_plain_51 and asked or 2

-- The last point that is tried, unless POINTS is set, as at night; and for how
-- many points after the action the collector goes on. A call in Lua may have
-- thousands.
local DEEPEST, AFTER = asked and math.huge or 400, 50
local only, only_action, only_point = arg[1], arg[2], tonumber(arg[3])
local part, parts = (os.getenv("PART") or "1/1"):match("^(%d+)/(%d+)$")

-- The collector ---------------------------------------------------------------

if _VERSION == "Lua 5.5" then
  collectgarbage("incremental")
  collectgarbage("param", "pause", 0)
  collectgarbage("param", "stepmul", 1000000)
elseif _VERSION == "Lua 5.4" then
  collectgarbage("incremental", 0, 1000, 40)
  collectgarbage("setpause", 0)
else
  collectgarbage("setpause", 0)
  collectgarbage("setstepmul", 1000000)
end
collectgarbage("stop") -- 5.1 takes those for leave to go on

local newproxy = rawget(_G, "newproxy")
local meta = {}
local base = newproxy and newproxy(true)
if base then
  meta = getmetatable(base)
end

--- Makes an object that nothing holds, for the next collection to finalize.
local function arm()
  if base then
    newproxy(base)
  else
    setmetatable({}, meta)
  end
end

-- What a finalizer does: act_at, the point (0: all); the action; and the number
-- of points so far.
local act_at, action, points = -1, nil, 0
local is_loose, armed = false, false
local refusals = {}

function meta.__gc()
  local is_over = action and points > math.max(act_at, MOST) + AFTER
  if not is_loose or is_over then
    armed = false
    if is_over then
      collectgarbage("stop")
    end
    return
  end
  arm()
  points = points + 1
  local is_now = act_at == points or (act_at == 0 and points <= MOST)
  if action and is_now then
    is_loose = false
    action()
    is_loose = true
  end
  if _VERSION == "Lua 5.2" then
    collectgarbage("restart") -- it rests after a finalizer that took memory
  end
end

--- Calls f(o) while the collector runs, with `pad` more values on the stack.
local function loose(f, o, pad)
  local thread = coroutine.create(function()
    local result = f(o)
    is_loose = false
    return result
  end)
  if not armed then
    armed = true
    arm()
  end
  local more = {}
  for i = 1, pad do
    more[i] = i
  end
  points = 0
  is_loose = true
  collectgarbage("restart")
  local fine, result = coroutine.resume(thread, unpack(more))
  collectgarbage("stop")
  is_loose = false
  return fine, result
end

-- What is worst ---------------------------------------------------------------

--- Calls f. An error that f raises must be clear, too.
local function try(f, ...)
  local fine, message = pcall(f, ...)
  if not fine then
    refusals[#refusals + 1] = tostring(message)
  end
end

local function use_finder(finder, birds)
  try(finder.find, finder, 6, 4, 1, 1)
  try(finder.find, finder, 1, 1, 6, 4, { avoid = birds, avoid_price = 9 })
  try(finder.reach, finder, 1, 1, 9, { stops = birds, pass = birds })
  try(finder.find, finder, 1, 1, { { 1, 4 }, { 6, 1 }, { 9, 9 } },
    { partial = true, into = {} })
  try(finder.find, finder, 1, 1, { terrain = "open" }, { within = 1 })
  try(finder.would_block, finder, { { 1, 2 }, { 3, 1 } }, 1, 1, 6, 4)
  try(finder.would_block, finder, {}, {}) -- lists of its own, and short
  try(finder.prepare, finder)
  try(function()
    finder:search(6, 4, 1, 1, { into = {} }):step(1000)
    finder:field({ { 1, 1 } }):path(6, 4)
    finder:nearest(2, 2, { from = { 1, 1 } })
    finder:nearest(2, 2, { where = function(x, y)
      return finder:is_reachable(x, y, 6, 4)
    end })
    finder:explain(2, 3, 6, 4)
    finder:line_of_sight(1, 1, 6, 4)
    finder:view(1, 1, 3)
    finder:find(2, 3, 6, 4, { escape = true })
    local reach = finder:reach(2, 3, 3, { escape = true })
    return reach and reach:path(6, 3)
  end)
end

--- Makes calls of the list, with their right arguments on the objects of an
-- entry.
local function make_calls(o, names)
  for _, name in ipairs(names) do
    if o[name:match("^%l+")] then
      local call = data.prepare(name, o)
      try(call.f, unpack(call.arguments, 1, call.n))
    end
  end
end

local QUIET, OF_UNITS = {}, { "crowd:add" }
for _, name in ipairs(data.names) do
  local changes = (data.calls[name] or ""):find("!")
  if changes and (name:find("^crowd:") or name:find("^unit:")) then
    OF_UNITS[#OF_UNITS + 1] = name
  elseif not changes and not name:find("^tilepath") then
    QUIET[#QUIET + 1] = name
  end
end

--- Makes all calls that change nothing, and searches in many ways.
local function use_objects(o)
  if o.queue then
    try(o.queue.find, o.queue, o.finder, 6, 4, 1, 1)
    try(o.queue.update, o.queue)
  end
  make_calls(o, QUIET)
  for _, finder in ipairs { o.finder, o.eyes } do
    use_finder(finder, o.birds)
  end
end

local function edit(o)
  if o.grid then
    try(o.grid.terrain, o.grid, "mud", 3)
    try(o.grid.set, o.grid, 3, 1, "mud")
    try(o.grid.set, o.grid, 5, 1, "wall")
    try(o.grid.terrain, o.grid, "water", 7)
  end
  if o.layer then
    try(o.layer.fill, o.layer, 1, 1, 3, 4, 30)
    try(o.layer.set, o.layer, 5, 4, 250)
    try(o.layer.add, o.layer, 1, 1, -999)
  end
  use_objects(o)
end

--- Adds and removes fences and links. Repeated, it leaves the same: a call
-- may meet it several times before it looks at the map.
local function rebuild(o)
  if o.grid then
    try(o.grid.fence, o.grid, 3, 1, 3, 2)
    try(o.grid.fence, o.grid, 6, 3, 6, 4, { one_way = true })
    try(o.grid.fence, o.grid, 6, 3, 6, 4, { name = "kerb" })
    try(function()
      for _, link in ipairs(o.grid:links()) do
        if link.name and link.name:find("^n%d") then
          o.grid:unlink(link)
        end
      end
      for i = 1, 20 do
        o.grid:link(1, 4, 6, i % 4 + 1, { name = "n" .. i, price = i / 4,
          one_way = i % 2 == 0 })
      end
      for i, link in ipairs(o.grid:links()) do
        if i % 3 == 0 then
          o.grid:unlink(link)
        end
      end
    end)
    try(o.grid.unfence, o.grid, 1, 2, 1, 3)
  end
  use_objects(o)
end

--- Adds cells at the left and the bottom; below 0: cuts them off.
local function extend(grid, left, bottom, terrain)
  try(grid.resize, grid, grid.base_x - left, grid.base_y, grid.width + left,
    grid.height + bottom, terrain)
end

--- Grows and shrinks the grid again, unless a call is at work on it.
local function resize(o)
  extend(o.grid, 2, 1, "wall")
  use_objects(o)
  extend(o.grid, -2, -1)
end

--- In a coroutine, removes cells from the grid; the next time, adds them again.
local function cut(o)
  coroutine.wrap(function()
    local by = o.grid.base_x == 1 and 1 or -1
    extend(o.grid, -by, -2 * by)
    use_objects(o)
  end)()
end

local function update(o)
  if o.field then
    try(o.field.update, o.field, { { 3, 1 }, { 9, 9 }, { 1, 1, cost = 2 } })
  end
  if o.flight then
    try(o.flight.update, o.flight)
  end
  if o.search then
    try(o.search.step, o.search, 5)
  end
  if o.tickets then
    local tickets = o.tickets()
    for i = 1, #tickets, 6 do
      try(tickets[i].cancel, tickets[i])
    end
  end
end

--- Adds, removes and orders units, also those that the call is about, and lets
-- time pass.
local function stir(o)
  local crowd = o.crowd
  local was = crowd:units()
  for x = 1, 6 do
    try(crowd.add, crowd, { finder = o.finder, cell_x = x, cell_y = 4,
      name = x, "more" })
  end
  try(o.other.remove, o.other)
  for i = 3, #was > 6 and #was or 0, 2 do
    try(was[i].remove, was[i])
  end
  make_calls(o, OF_UNITS)
  local world = setmetatable({}, { __index = o })
  for i, unit in ipairs(crowd:units()) do
    world.unit = unit
    make_calls(world, { OF_UNITS[#OF_UNITS - i % #OF_UNITS] })
  end
  try(crowd.update, crowd, 0.5)
  try(function()
    for one in crowd:events() do
      one.fury = 3
      one:pause()
      one:resume()
      crowd:update(0.1)
    end
  end)
end

--- What a game gives a crowd with a saved text: the pathfinders of its units,
-- and the fields of their orders.
local function given_for(o, units)
  local given = { finders = {}, fields = {} }
  for i, unit in ipairs(units) do
    given.finders[i], given.fields[i] = unit.finder, o.road
  end
  return given
end

--- Loads either of two saved crowds in turn, which differ in a unit.
local function load_crowd(o)
  local crowd = o.crowd
  if o.saved then
    try(crowd.load, crowd, o.saved, o.given)
  end
  try(function()
    local was, given = crowd:save(), given_for(o, crowd:units())
    local one = crowd:add { finder = o.finder, cell_x = 2, cell_y = 4 }
    if one then
      one:remove()
    end
    try(o.other.remove, o.other)
    try(crowd.add, crowd, { finder = o.finder, cell_x = 2, cell_y = 4 })
    local now, given_now = crowd:save(), given_for(o, crowd:units())
    try(crowd.load, crowd, was, given)
    try(crowd.load, crowd, now, given_now)
    if crowd.info.decisions % 2 == 0 then
      try(crowd.load, crowd, was, given)
    end
  end)
end

local function remove_all(o)
  for _, unit in ipairs(o.crowd:units()) do
    try(unit.remove, unit)
  end
end

--- Calls f with every table among the objects, and with those inside these.
local function each_table(o, f)
  local seen = {}
  local function visit(t, depth)
    if seen[t] or depth > 4 then return end
    seen[t] = true
    local kind = getmetatable(t)
    if kind ~= nil and kind ~= core.Path then return end
    for _, key in ipairs(sorted_keys(t)) do
      if type(t[key]) == "table" then
        visit(t[key], depth + 1)
      end
    end
    if depth > 1 then
      f(t)
    end
  end
  visit(o, 1)
end

local function fill_with(make)
  return function(o)
    each_table(o, function(t)
      for key, value in pairs(t) do
        t[key] = make(value)
      end
    end)
  end
end

local actions = {
  stir = stir,
  load = load_crowd,
  remove = remove_all,
  use = use_objects,
  edit = edit,
  rebuild = rebuild,
  resize = resize,
  cut = cut,
  update = update,
  numbers = fill_with(function() return 12345.678 end),
  tables = fill_with(function() return {} end),
  texts = fill_with(function() return "partial\0x" end),
  empty = function(o)
    each_table(o, function(t)
      for key in pairs(t) do
        t[key] = nil
      end
    end)
  end,
  grow = function(o)
    each_table(o, function(t)
      local last = t[#t]
      for i = 1, 70 do
        t[#t + 1] = last or i
      end
      t[1e6] = last or 1
    end)
  end,
  shrink = function(o)
    each_table(o, function(t)
      for i = #t, 2, -1 do
        t[i] = nil
      end
    end)
  end,
}

-- These move units, so the result may be anything.
local moves = { stir = true, load = true, remove = true }

-- These change the tables that the call was given.
local exchanges = { numbers = true, tables = true, texts = true, empty = true,
  grow = true, shrink = true }

-- This removes cells that an entry uses; only in the end all is as before.
local cuts = { cut = true }

-- Judging ---------------------------------------------------------------------

--- Does a message name the caller's mistake, and not one of the library?
local function is_clear(message)
  return not (message:find("attempt to", 1, true)
    or message:find("bad argument", 1, true)
    or message:find("invalid", 1, true) or message:find("overflow", 1, true)
    or message:find("not enough memory", 1, true))
    and (message:gsub("^%S-:%d+: ", ""):find("^[%w_]+: ") ~= nil
      or message:find("on purpose", 1, true) ~= nil)
end

--- What is wrong with a path, or nil.
local function fault_of(path, o)
  if path.units ~= "cells" or not o.grid then return end
  for i = 1, #path, 2 do
    local x, y = path[i], path[i + 1]
    if not (type(x) == "number" and type(y) == "number"
      and o.grid:has(x, y)) then
      return ("its point %d is %s, %s"):format(i, tostring(x), tostring(y))
    end
  end
end

--- The parts of a result: of a path or a plain table, but not of an object.
local function parts_of(value)
  local kind = getmetatable(value)
  return type(value) == "table" and (kind == nil or kind == core.Path) and value
    or {}
end

--- The first fault of a path anywhere in a result.
local function fault_in(value, o)
  if getmetatable(value) == core.Path then return fault_of(value, o) end
  for _, key in ipairs(sorted_keys(parts_of(value))) do
    local fault = fault_in(value[key], o)
    if fault then return fault end
  end
end

--- What is wrong with what a crowd says of its units, or nil.
local function fault_of_units(crowd, units)
  local known = {}
  for _, unit in ipairs(units) do
    known[unit] = true
    if unit.crowd ~= crowd then return "a unit that was removed is listed" end
  end
  if #units ~= #crowd then
    return ("it has %d units and lists %d"):format(#crowd, #units)
  end
  local grid = crowd.grid
  for y = grid.base_y, grid.base_y + grid.height - 1 do
    for x = grid.base_x, grid.base_x + grid.width - 1 do
      local unit = crowd:at(x, y)
      if unit and not known[unit] then
        return "a unit that is not listed holds a cell"
      elseif crowd:is_free(x, y) ~= (unit == nil) then
        return "is_free and at do not agree"
      end
    end
  end
end

--- Has a saved path become illegal? (Its unit then searches a new path to the
-- end of the old one.)
local function is_broken(list, unit)
  local cells, width = {}, unit.crowd.grid.width
  for place in (list or ""):gmatch("(%d+) %d") do
    cells[#cells + 1] = place % width + 1
    cells[#cells + 1] = math.floor(place / width) + 1
  end
  return list and not tilepath.path(cells, "cells"):is_valid(unit.finder)
end

--- A crowd's saved text to compare with that of a crowd that has loaded it, or
-- the other way round: without paths that have become illegal, and as if each
-- unit under way waited for a path.
local function comparable(text, other, units)
  local values = flat.read("finalize", "crowd", text)
  local others = flat.read("finalize", "crowd", other)
  for i, unit in ipairs(units) do
    local key, record = "path" .. i, "unit" .. i
    local path = values[key] or others[key]
    values[record] = values[record]:gsub("state going", "state waiting")
    if not (values[key] and others[key]) and is_broken(path, unit) then
      values[key] = nil
      values[record] = values[record]:gsub(" goal %d+", "")
    end
  end
  return flat.write("crowd", values)
end

--- Time passes in a crowd, by ticks or by seconds, as the crowd does.
local function pass(crowd)
  return pcall(crowd.tick, crowd) or crowd:update(0.5)
end

--- Does a crowd agree with itself, and with a new crowd made from its saved
-- text? When it loads that text, it must be as before, with the same units, and
-- go on as the new crowd does.
local function fault_of_crowd(o)
  local crowd, units = o.crowd, o.crowd:units()
  local fault = fault_of_units(crowd, units)
  if fault then
    return fault
  elseif o.road then
    o.road:cost(1, 1) -- a crowd takes only a field that is done
  end
  local given = given_for(o, units)
  local was, targets = crowd:save()
  local again = tilepath.crowd(crowd.grid, { max_nodes = o.nodes })
  again:load(was, { finders = given.finders, fields = given.fields,
    targets = targets })
  local now = again:save()
  if comparable(now, was, units) ~= comparable(was, now, units) then
    return ("it saves %s, a crowd that loaded that saves %s"):format(was, now)
  end
  crowd:load(was, { fields = given.fields, targets = targets })
  now = crowd:save()
  if comparable(now, was, units) ~= comparable(was, now, units) then
    return ("loaded it saves %s, and was %s"):format(now, was)
  end
  for i, unit in ipairs(crowd:units()) do
    if unit ~= units[i] then return "a loaded unit is another one" end
  end
  for _, unit in ipairs(units) do
    if unit.on_link then -- the new crowd has no callbacks
      return fault_of_units(crowd, crowd:units())
    end
  end
  for _ = 1, 4 do
    pass(crowd)
    pass(again)
    if crowd:save() ~= again:save() then
      return ("loaded it goes on as %s, a new one as %s"):format(
        (crowd:save()), (again:save()))
    end
  end
  return fault_of_units(crowd, crowd:units())
end

--- The units that a field avoids (`among` of grounds.lua), as rectangles.
local function others_of(o)
  local rects = { { 3, 4 }, { 5, 1, 1, 2 } }
  for _, crowd in ipairs { o.crowd, o.birds } do
    for _, unit in ipairs(crowd:units()) do
      if unit ~= o.unit and unit ~= o.bird then
        rects[#rects + 1] = unit:cells()[1]
      end
    end
  end
  return rects
end

--- Do the objects answer as new ones on the same map do?
local function fault_after(o)
  local of_crowd = o.crowd and fault_of_crowd(o)
  if of_crowd then return of_crowd end
  if not (o.finder and o.grid) then return end
  local profile = o.finder.profile
  local is_bound = #profile.layers > 0 or profile.eyes -- they have that grid
  local fresh = tilepath.pathfinder(is_bound and o.grid or o.grid:copy(),
    profile)
  local function same(what, f)
    local a, b = show { pcall(f, o.finder) }, show { pcall(f, fresh) }
    return a ~= b and ("%s: %s, a new one says %s"):format(what, a, b) or nil
  end
  local fault = same("find", function(finder)
    return finder:find(1, 1, 6, 4)
  end) or same("goals", function(finder)
    return finder:find(6, 1, { { 1, 1, cost = 2 }, { 1, 4 } })
  end) or same("field", function(finder)
    local field = finder:field { { 1, 1 }, { 6, 4, cost = 1 } }
    return field:cost(4, 3), field:cost(1, 4), field:path(6, 1)
  end) or same("among others", function(finder)
    local query = { avoid = { { 1, 2 }, { 4, 3, 2, 2 } } }
    local path = finder:find(1, 1, 6, 4, query)
    query.avoid_price = 2
    return path, finder:find(1, 1, 6, 4, query)
  end)
  if fault or not o.field then return fault end
  local goals = { { 1, 1 }, { 6, 4, cost = 1 } }
  local function costs(field)
    local list = {}
    for i = 0, 23 do
      list[i + 1] = tostring((field:cost(i % 6 + 1, math.floor(i / 6) + 1)))
    end
    return table.concat(list, " ")
  end
  o.field:update(goals)
  local options = { max_cost = o.limit, avoid = o.birds and others_of(o) }
  local a, b = costs(o.field), costs(fresh:field(goals, options))
  return a ~= b and ("field: %s, a new one: %s"):format(a, b) or nil
end

-- Calls that tell what was done meanwhile, or that consist of several calls: an
-- action between them shows.
local mixes = {}
for name in ("grid __eq,grid __pairs,grid:cells,grid:line,grid:terrain,grid:link,"
  .. "grid:links,grid:fences,tilepath.ascii,tilepath.svg,tilepath.picture,"
  .. "picture:update,finder __index,finder:search,finder:neighbors,search:step,"
  .. "search __index,search:cells,path:is_valid,hero:update,queue:update,"
  .. "queue __index,queue __tostring,crowd:update,crowd:tick,tilepath.crowd")
  :gmatch("[^,]+") do
  mixes[name] = true
end

local function is_mixed(entry)
  return mixes[entry.name] or mixes[entry.name:gsub(" %(.*$", "")]
end

--- Is the entry written in Lua? Such a call reads its arguments as it goes: if
-- they change meanwhile, it may raise Lua's own errors.
local function is_in_lua(entry)
  local noun = entry.name:match("^%l+")
  return noun == "tilepath" or noun == "path" or noun == "hero"
end

--- A run. Returns what is wrong with it, or nil; and how many points there
-- were.
local function attempt(entry, name, at, pad, right)
  calls.reload()
  local o = entry.setup()
  action = name and function() actions[name](o) end
  act_at = at
  refusals = {}
  local fine, result = loose(entry.call, o, pad)
  local count = points
  action = nil
  if exchanges[name] and is_in_lua(entry) then
    return nil, count
  elseif not (fine or cuts[name] or is_clear(tostring(result))) then
    return "raised " .. tostring(result)
  end
  for _, message in ipairs(refusals) do
    if not is_clear(message) then return "a finalizer was told " .. message end
  end
  local text = show(result) -- before time passes in its crowd
  local fault = fine and not cuts[name] and fault_in(result, o)
    or fault_after(o)
  if fault then return fault end
  -- A finished update shows; a refused one must not.
  local is_done = name == "update" and (at == 0 or #refusals == 0)
  if fine and right and not is_done
    and not (right[text] or is_mixed(entry)) then
    return "it returned " .. text
  end
  return nil, count
end

--- The right results, with the action before or after the call, and their
-- parts.
local function right_results(entry, name)
  local right = {}
  local function add(result)
    right[show(result)] = true
    for i, answer in pairs(parts_of(result)) do
      right[i .. show(answer)] = true
    end
  end
  calls.reload()
  add(entry.call(entry.setup()))
  -- Each time, links get other numbers, which grids tell.
  local times = name == "rebuild" and MOST
    or (name == "edit" or name == "update") and 1 or 0
  for n = 1, times do
    local o = entry.setup()
    for _ = 1, n do
      actions[name](o)
    end
    local fine, result = pcall(entry.call, o)
    if fine then
      add(result)
    end
    -- What is returned may tell of an edit that comes when it is made.
    o = entry.setup()
    fine, result = pcall(entry.call, o)
    if fine then
      actions[name](o)
      add(result)
    end
  end
  local tells = not (exchanges[name] or moves[name] or cuts[name])
  return tells and name ~= "resize" and right or nil
end

--- Does the action change any object of the entry?
local function matters(entry, name)
  local o, does = entry.setup(), false
  if name == "use" or name == "edit" or name == "rebuild"
    or name == "resize" or cuts[name] then
    return o.grid ~= nil
  elseif moves[name] then
    return o.crowd ~= nil and o.unit ~= nil
  elseif name == "update" then
    return (o.field or o.flight or o.search or o.tickets) ~= nil
  end
  each_table(o, function()
    does = true
  end)
  return does
end

--- How many more values a run has on its stack: 0 to 39.
local function pad_of(entry, name, at)
  local text, pad = entry.name .. name .. at, 0
  for i = 1, #text do
    pad = (pad * 31 + text:byte(i)) % 65521
  end
  return pad % 40
end

--- The points of an entry that are tried; 0 comes first.
local function points_of(count)
  count = math.min(count, DEEPEST)
  local list, step = {}, math.max(1, math.ceil(count / MOST))
  for at = only_point or 0, only_point or count, step do
    list[#list + 1] = at
  end
  return list
end

--- What is wrong with an entry, or nil; and the arguments that repeat the run.
local function judge(entry)
  local fault, count = attempt(entry, nil, -1, 0, right_results(entry, "use"))
  if fault then return "without an action: " .. fault, "" end
  for _, name in ipairs(sorted_keys(actions)) do
    if (not only_action or name == only_action) and matters(entry, name) then
      local right = right_results(entry, name)
      for _, at in ipairs(points_of(count)) do
        fault = attempt(entry, name, at, pad_of(entry, name, at), right)
        if fault then
          return ("%s at point %d of %d: %s"):format(name, at, count, fault),
            (" %s %d"):format(name, at)
        end
      end
    end
  end
end

-- Faults ----------------------------------------------------------------------

-- These must be caught, or nothing is.

local function town()
  local grid = tilepath.grid(6, 4)
  return { grid = grid, finder = tilepath.pathfinder(grid), t = { n = 1 } }
end

local faults = {
  { name = "what was checked is read again", setup = town, call = function(o)
    assert(type(o.t.n) == "number")
    local text = ("x"):rep(3) .. tostring({})
    return o.t.n + (text and 0)
  end },
  { name = "a result is that of another call", setup = town,
    call = function(o)
      o.finder:find(1, 1, 2, 1)
      local text = ("x"):rep(3) .. tostring({})
      return text and o.finder.info.expanded
    end },
  { name = "a path has more than its points", setup = function()
    local o = town()
    o.path = o.finder:find(1, 1, 6, 4)
    return o
  end, call = function(o)
    local text = ("x"):rep(3) .. tostring({})
    return text and o.path
  end },
}

io.stdout:setvbuf("line")
local passed, failed = 0, 0
for i, entry in ipairs(calls.entries) do
  if not (entry.afresh or entry.is_fault) and i % parts == part % parts
    and (not only or only == entry.name) then
    print(entry.name) -- a crash follows right after its name
    local fault, arguments = judge(entry)
    if fault then
      failed = failed + 1
      print(("finalize: %s: %s\nreplay: tools/lua %s fuzz/finalize.lua '%s'%s")
        :format(entry.name, fault, arg[-1], entry.name, arguments))
    else
      passed = passed + 1
    end
  end
end
for _, fault in ipairs(only and {} or faults) do
  if judge(fault) then
    passed = passed + 1
  else
    failed = failed + 1
    print("finalize: not caught: " .. fault.name)
  end
end
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and passed > 0 and 0 or 1)
