--- Every constructor and call of the library, for starve.lua and finalize.lua:
-- each call and operator of spec/contract/calls.lua once, with its right arguments
-- on the small world of the specs; and the cases of cases.lua.
--
-- An entry has a name, a setup that makes objects, and a call on them that
-- returns a value to compare. `changes` names objects that a failed call may
-- leave changed. `afresh` means that a failed call can only be tried again on new
-- objects; `stride`, by how many allocations attempts differ.

local compile = require "spec.support.compile"
local data = require "spec.contract.calls"
local collect = require("spec.support.helper").collect
local tilepath = require "tilepath"

local cases = assert(loadfile("fuzz/cases.lua"))()
local grounds = assert(loadfile("fuzz/grounds.lua"))()

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local entries, known = {}, {}

local function add(entry)
  assert(not known[entry.name], entry.name)
  entries[#entries + 1], known[entry.name] = entry, true
  entry.changes = entry.changes or {}
end

-- Loading ---------------------------------------------------------------------

-- It starts from nothing each time. (5.1 remembers a module that failed.)

local modules = {}
for name, module in pairs(package.loaded) do
  if name:find("^tilepath") then
    modules[name] = module
  end
end

local function unload() -- also a module of an attempt that failed
  for name in pairs(package.loaded) do
    if name:find("^tilepath") then
      package.loaded[name] = nil
    end
  end
  return {}
end

local function reload()
  for name, module in pairs(modules) do
    package.loaded[name] = module
  end
end

add { name = "tilepath_core (opening it)", setup = unload, afresh = true,
  call = function() return require("tilepath_core").version end }

-- Nearly all of these thousands of allocations are the compiler's.
add { name = "tilepath (loading it)", setup = unload, afresh = true, stride = 211,
  call = function() return require("tilepath").version end }

-- Cases -----------------------------------------------------------------------

local objects -- those of the case that runs
local words = { tilepath = tilepath, collect = collect, math = math,
  ipairs = ipairs, pcall = pcall, select = select, tostring = tostring,
  error = error, _VERSION = _VERSION }
for name, f in pairs(grounds) do
  words[name] = function(...) return f(objects, ...) end
end
local globals = setmetatable({}, {
  __index = function(_, name)
    local value = objects[name]
    if value == nil then
      value = words[name]
    end
    return value
  end,
  __newindex = function(_, name, value) objects[name] = value end,
})

local function setup_of(make)
  return function()
    objects = {}
    make()
    return objects
  end
end

local function call_of(run)
  return function(o)
    objects = o
    return run()
  end
end

local list = {}
for line in cases:gmatch("[^\n]+") do
  local case, mark, rest = list[#list], line:match("^  ([>!]) (.*)$")
  if line:find("^%w") then
    list[#list + 1] = { name = line, make = "", run = "", changes = {} }
  elseif mark == "!" then
    for name in rest:gmatch("[%w_]+") do
      case.changes[name] = true
    end
  elseif line:find("^ ") then
    case.is_made = case.is_made or mark ~= nil
    local part = case.is_made and "run" or "make"
    case[part] = case[part] .. (rest or line) .. "\n"
  end
end
for _, case in ipairs(list) do
  add { name = case.name, changes = case.changes,
    setup = setup_of(compile(case.make, globals, "case")),
    call = call_of(compile(case.run, globals, "case")) }
end

-- Each call once --------------------------------------------------------------

--- All that an iterator gives, or the first result of a call: a list of all
-- results would need memory after the call has done its work.
local function result_of(first, state, value)
  return type(first) == "function" and collect(first, state, value) or first
end

for _, name in ipairs(data.names) do
  local noun = name:match("^%l+")
  add { name = name .. " (small world)", setup = function()
    local world = data.world()
    local call = data.prepare(name, world)
    -- The call is hidden from actions that change tables.
    return { grid = world.grid, finder = world.finder,
      self = noun ~= "tilepath" and world[noun] or nil, run = function()
        if name:find("__newindex", 1, true) then -- it raises
          return (pcall(call.f, unpack(call.arguments, 1, call.n)))
        end
        return result_of(call.f(unpack(call.arguments, 1, call.n)))
      end }
  end, call = function(o) return o.run() end }
end

-- Faults ----------------------------------------------------------------------

-- starve.c must catch these, or it catches nothing.

local function fault(name, call, changes)
  add { name = "fault: " .. name, is_fault = true, call = call,
    changes = changes, setup = function()
      local o = {}
      grounds.town(o)
      return o
    end }
end

fault("an object is changed before all memory is there", function(o)
  o.grid:set(1, 1, "wall")
  return { o.grid:get(1, 1) }
end)

fault("a call gives something else after it failed", function(o)
  o.times = (o.times or 0) + 1
  return { o.times }
end, { times = true })

fault("want of memory is taken for another error", function(o)
  local done, path = pcall(o.grid.save, o.grid)
  return done and path or error("no dump", 0)
end)

local kept = {}
fault("something is kept for good", function(o)
  kept[#kept + 1] = o.grid:copy()
  return true
end)

local times, grids = 0, { false, false, false, false, false, false }
fault("a userdata is kept now and then", function(o)
  local copy = o.grid:copy()
  times = times + 1
  if grids[times / 20] == false then
    grids[times / 20] = copy
  end
  return true
end)

local tables = {}
fault("a table is kept for good", function()
  tables[#tables + 1] = {}
  return true
end)

return { entries = entries, reload = reload }
