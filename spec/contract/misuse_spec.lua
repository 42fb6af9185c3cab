--- Every public call with wrong arguments: it raises at the caller's line with
-- the function, the argument, the value and the valid range, has the same
-- message on every VM, and changes nothing. calls.lua and mistakes.lua
-- have the cases.

-- luacheck: globals loadstring setfenv
local tilepath = require "tilepath"
local core = require "tilepath_core"
local helper = require "spec.support.helper"
local api = require "spec.support.api_names"
local data = require "spec.contract.calls"
local mistakes = require "spec.contract.mistakes"
local sorted = require "spec.support.sorted"

local raised, prepare = data.raised, data.prepare
local nan, huge = 0 / 0, math.huge
local load_text = rawget(_G, "loadstring") or load

local function with(call, i, value)
  local arguments = {}
  for k = 1, call.n do
    arguments[k] = call.arguments[k]
  end
  arguments[i] = value
  return arguments
end

describe("#contract a wrong argument raises, and nothing changes:", function()
  for _, name in ipairs(sorted(data.calls)) do
    it(name, function()
      local world = data.world()
      local before = data.state(world)
      local call = prepare(name, world)
      for i, want in ipairs(call.kinds) do
        local kind = data.kinds[want.kind]
        local function says(what, value, shown)
          if want.argument:find("^w?y[12]?$") and value ~= nil
            and not tonumber(value) then
            shown = shown .. " (a call before another argument gives one value)"
          elseif name == "grid:fence" and want.argument == "x2"
            and value == nil then
            shown = shown .. " (a wall in a cell: grid:set(x, y, 'wall'))"
          elseif call.name:find("^go") and want.argument == "query"
            and type(value) == "number" then
            shown = shown .. " (an area is a list: { { x, y, w, h } })"
          elseif what == "a whole number" and type(value) == "number"
            and want.argument:find("^[xy][12]?$") and value % 1 ~= 0
            and value - value == 0 then
            shown = shown
              .. " (a cell: grid:to_cell makes one of a place in the world)"
          end
          assert.are.equal(("%s: %s must be %s, got %s"):format(
            call.name, want.argument, what, shown),
            raised(call.f, with(call, call.first + i, value), call.n))
        end
        for _, case in ipairs(kind[3]) do
          says(kind[1], case[1], case[2])
        end
        if not want.may_lack then
          says(kind.absent or kind[1], nil, "nil")
        end
      end
      assert.are.equal(before, data.state(world))
    end)
  end

  it("right arguments raise nothing, with or without optional ones", function()
    for _, name in ipairs(sorted(data.calls)) do
      local world = data.world()
      local call = prepare(name, world)
      assert.are.equal("nothing", raised(call.f, call.arguments, call.n))
      while #call.kinds > 0 and call.kinds[#call.kinds].may_lack do
        call.kinds[#call.kinds] = nil
        call.n = call.n - 1
        assert.are.equal("nothing", raised(call.f, call.arguments, call.n))
      end
    end
  end)
end)

local NOUNS = { picture = "picture", grid = "grid", finder = "pathfinder",
  search = "search", field = "field", reach = "reach", view = "view",
  crowd = "crowd", unit = "unit", layer = "layer", queue = "queue",
  ticket = "ticket", hero = "follower",
  house = "building", floor = "floor of a building", path = "path" }

describe("#contract another object as self raises:", function()
  --- The message about a wrong value in place of `object`; nil: it is a right one.
  local function expected(object, stranger)
    local value, shown = stranger[1], stranger[2]
    if object == "path" then
      return type(value) ~= "table" and "path must be a flat table { x1, y1, "
        .. "x2, y2, ... }, got " .. shown or nil
    end
    return shown ~= NOUNS[object]
      and ("self must be a %s, got %s"):format(NOUNS[object], shown) or nil
  end

  for _, name in ipairs(sorted(data.calls)) do
    local object = name:match("^(%l+):")
    if object then
      it(name, function()
        local call = prepare(name, data.world())
        local hint = object ~= "path" and " (call it with a colon)" or ""
        for _, case in ipairs(data.strangers) do
          local text = expected(object, case)
          if text then
            assert.are.equal(call.name .. ": " .. text .. hint,
              raised(call.f, with(call, 1, case[1]), call.n))
          end
        end
      end)
    end
  end

  for _, object in ipairs(sorted(NOUNS)) do
    it("all operators of a " .. NOUNS[object], function()
      local metatable = getmetatable(data.world()[object])
      for key, f in pairs(object ~= "picture" and metatable or {}) do
        for _, case in ipairs(type(f) == "function" and data.strangers or {}) do
          local text = expected(object, case)
          if text then
            assert.truthy(raised(f, { case[1], case[1] }, 2)
              :find(": " .. text, 1, true), key)
          end
        end
      end
    end)
  end
end)

describe("#contract a field of an object", function()
  it("cannot be written if the core keeps it", function()
    local world = data.world()
    local before = data.state(world)
    local write = load_text("local o, k = ...\n\no[k] = 5", "=caller")
    for object in ("grid finder search field reach view crowd queue ticket "
      .. "layer"):gmatch("%l+") do
      for key, shown in pairs { width = "'width'", grid = "'grid'",
        status = "'status'", [1] = "1", [true] = "true" } do
        assert.are.equal(("caller:3: %s: field %s cannot be written"):format(
          NOUNS[object], shown), select(2, pcall(write, world[object], key)))
      end
    end
    assert.are.equal(before, data.state(world))
  end)
end)

describe("#contract an option table", function()
  local world, calls = data.world(), {}
  for _, name in ipairs(sorted(data.calls)) do
    calls[#calls + 1] = data.with_options(name) and { id = name,
      name = name:match("[%l_]+$"), f = data.with_options(name) } or nil
  end

  local function new_finder(profile)
    tilepath.pathfinder(world.grid, profile)
  end

  --- The message without its guess or list, which differ from call to call.
  local function refused(f, options)
    local fine, message = pcall(f, options)
    assert.is_false(fine)
    return (message:match("^%S-:%d+: (.*)$")
      :gsub(" %(did you mean '[%l_]+'%?%)$", "")
      :gsub(" %(options: [%l_, ]+%)$", ""))
  end

  it("is refused for an unknown key, which the message names", function()
    for _, call in ipairs(calls) do
      for key, shown in pairs { sise = "'sise'", Partial = "'Partial'",
        [""] = "''", [2] = "2", [0.5] = "0.5", [true] = "true",
        ["a\0b"] = "'a\\0b'" } do
        assert.are.equal(call.name .. ": unknown option " .. shown,
          refused(call.f, { [key] = 1 }))
      end
    end
  end)

  it("is refused for a known key or word with a zero byte behind it", function()
    for _, call in ipairs(calls) do
      for _, option in ipairs(data.options_of(call.id)) do
        for _, value in ipairs { 5, "5", false, {}, print } do
          assert.are.equal(("%s: unknown option '%s\\0x'"):format(call.name,
            option), refused(call.f, { [option .. "\0x"] = value }))
        end
      end
    end
    for option, words in pairs { algorithm = "auto jps astar dijkstra",
      diagonal = "never always at_least_one_walkable only_if_no_obstacles",
      heuristic = "auto octile manhattan chebyshev euclidean zero" } do
      for word in words:gmatch("[%l_]+") do
        local text = refused(new_finder, { [option] = word .. "\0x" })
        assert.truthy(text:find(option .. " must be", 1, true))
        assert.truthy(text:find("\\0x'", 1, true))
        local profile = world.finder.profile
        profile[option] = word .. "\0x"
        assert.is_true(tilepath.core == "Lua"
          or not pcall(core.pathfinder, world.grid, profile))
      end
    end
  end)

  it("has the same message every time for several mistakes", function()
    for _, call in ipairs(calls) do
      for size = 1, 30 do
        local options = { into = 5, weight = "x", legend = 5, speed = "x" }
        for i = 1, size do
          options["o" .. i] = i
        end
        options.a, options[7], options[3] = 1, 1, 1
        assert.are.equal(call.name .. ": unknown option 3",
          refused(call.f, options))
      end
    end
  end)
end)

describe("#contract a callback", function()
  it("passes its error on, and the grid stays the same", function()
    local world = data.world()
    local before = data.state(world)
    local boom = { "boom" }
    local function passes_on(f, ...)
      local fine, message = pcall(f, ...)
      assert.is_false(fine)
      assert.is_true(rawequal(boom, message))
    end
    for last = 1, 12 do
      local calls = 0
      passes_on(world.grid.sample, world.grid, function()
        calls = calls + 1
        return calls == last and error(boom) or "water"
      end)
      assert.are.equal(before, data.state(world))
    end
    passes_on(tilepath.grid, { { 1 } }, { walkable = function() error(boom) end })
    assert.is_true(world.grid:set(1, 1, "wall"))
  end)

  it("has the cell of a wrong result in the message", function()
    local world = data.world()
    local before = data.state(world)
    for _, case in ipairs { { "mud", "'mud'" }, { 1, "1" }, { {}, "table" } } do
      assert.are.equal("sample: f must return a terrain of the grid, true, "
        .. "false or nil, got " .. case[2] .. " for cell 3, 1",
        helper.mistake(function()
          world.grid:sample(function(x) return x == 3 and case[1] or nil end)
        end))
    end
    assert.are.equal(before, data.state(world))
  end)
end)

describe("#contract the place of an error", function()
  local finder = tilepath.pathfinder(tilepath.grid(3, 3))

  --- The line in a message, relative to the line of this function's caller.
  local function line_of(message)
    local here = debug.getinfo(2, "l").currentline
    local file, line = message:match("^(.-):(%d+): ")
    assert.is_truthy(file:find("misuse_spec.lua", 1, true))
    return tonumber(line) - here
  end

  it("is the line of the call, through pcall, coroutines and metamethods",
    function()
      local _, message = pcall(finder.find, finder, 1, 1, 1.5, 1)
      assert.are.equal(-1, line_of(message))
      _, message = pcall(tilepath.path.dedup, { 1 })
      assert.are.equal(-1, line_of(message))
      _, message = pcall(function() return -finder.grid(1.5, 1) end)
      assert.are.equal(-1, line_of(message))
      _, message = pcall(tilepath.follower, { speed = -1 })
      assert.are.equal(-1, line_of(message))
      local thread = coroutine.create(function()
        finder:can_enter("1", 1)
      end)
      _, message = coroutine.resume(thread)
      assert.are.equal(-3, line_of(message))
    end)
end)

-- Cases beyond single arguments -----------------------------------------------

--- Lua as line 3 of a file "caller", with globals of its own.
local function compiled(text, globals)
  if rawget(_G, "setfenv") then
    return setfenv(assert(loadstring("\n\n" .. text, "=caller")), globals)
  end
  return assert(load("\n\n" .. text, "=caller", "t", globals))
end

--- The rows of a noun: the code before, the call, and its error.
local function rows(text)
  local all, row = {}, nil
  for margin, line in text:gmatch("( *)([^\n]+)") do
    if margin ~= "" then
      row.told = row.told and row.told .. " " .. line or line
    elseif not row or row.told then
      row = { before = "", call = line }
      all[#all + 1] = row
    else
      row.before, row.call = row.before .. row.call .. "; ", line
    end
  end
  return all
end

--- A message without the list of all options, unless the row has it.
local function without_list(message, told)
  return told:find("(options: ", 1, true) and message
    or (message:gsub(" %(options: .*%)$", ""))
end

--- Lua 5.1 itself refuses the key nil of a table, before any metamethod.
local function is_refused_by_lua(call)
  return _VERSION == "Lua 5.1" and not rawget(_G, "jit")
    and tilepath.core == "Lua" and call:find("[nil]", 1, true)
end

describe("#contract a wrong call raises, and changes nothing:",
  function()
    local globals = { __index = { nan = nan, huge = huge, print = print,
      error = error, setmetatable = setmetatable, core = core } }

    for _, noun in ipairs(sorted(mistakes)) do
      it(noun, function()
        local told, wanted = {}, {}
        for i, row in ipairs(rows(mistakes[noun])) do
          local world = setmetatable(data.world(), globals)
          compiled(row.before, world)()
          local before = data.state(world)
          local fine, message = pcall(compiled(row.call, world))
          wanted[i] = row.call .. "\ncaller:3: "
            .. (is_refused_by_lua(row.call) and "table index is nil"
              or row.told)
          told[i] = row.call .. "\n"
            .. (fine and "raises nothing" or without_list(message, row.told))
          assert.are.equal(before, data.state(world), row.call)
        end
        assert.are.equal(table.concat(wanted, "\n"), table.concat(told, "\n"))
      end)
    end
  end)

--- Gives the classes the members again that they have now: a module that is
-- loaded anew replaces them, without the methods in Lua.
local function keeper_of_classes()
  local kept = {}
  for _, class in pairs(core) do
    if type(class) == "table" and rawget(class, "__name") then
      kept[class] = {}
      for key, member in pairs(class) do
        kept[class][key] = member
      end
    end
  end
  return function()
    for class, members in pairs(kept) do
      for key, member in pairs(members) do
        class[key] = member
      end
    end
  end
end

describe("#contract #core_c the module, loaded again,", function()
  it("has the same classes, and checks its arguments itself", function()
    local known, grid = package.loaded.tilepath_core, tilepath.grid(4, 3)
    local restore = keeper_of_classes()
    package.loaded.tilepath_core = nil
    local again = require "tilepath_core"
    package.loaded.tilepath_core = known
    assert.are.equal(core.Grid, again.Grid)
    assert.are.equal(grid, again.grid(4, 3, 1, 1, 1, 1, 0, 0))
    restore()
  end)
end)

-- Elsewhere the sources are the same.
if api.can_list then
  describe("#contract this spec", function()
    it("has every public call", function()
      local missing = {}
      for _, name in ipairs(sorted(api.code_names())) do
        local is_call = name:find(":", 1, true)
          or type(tilepath[name:match("^tilepath%.(.*)$")]) == "function"
        local is_here = data.calls[name] or data.calls[name:gsub("body", "hero")]
          and data.calls[name:gsub("body", "unit")]
        if is_call and not is_here then
          missing[#missing + 1] = name
        end
      end
      assert.are.same({}, missing)
    end)
  end)
end

describe("#contract an object of another copy of the library", function()
  local FOREIGN = ", got one of another copy of tilepath (it was loaded twice)"

  --- A second copy: its files, and its core, are loaded anew.
  local function another()
    local kept = {}
    for name, file in pairs(package.loaded) do
      if name:find("^tilepath") then
        kept[name], package.loaded[name] = file, nil
      end
    end
    local copy = require "tilepath"
    for name in pairs(package.loaded) do
      if name:find("^tilepath") then
        package.loaded[name] = kept[name]
      end
    end
    return copy
  end

  it("is taken by the C module, and named by the core in Lua", function()
    local restore = keeper_of_classes()
    local other = another()
    local grid, own = other.grid(4, 2), tilepath.grid(4, 2)
    local finder, crowd = other.pathfinder(grid), tilepath.crowd(own)
    for what, f in pairs {
      ["pathfinder: grid must be a grid"] = function()
        tilepath.pathfinder(grid)
      end,
      ["crowd: grid must be a grid"] = function() tilepath.crowd(grid) end,
      ["ascii: grid must be a grid"] = function() tilepath.ascii(grid) end,
      ["follower: finder must be a pathfinder"] = function()
        tilepath.follower { x = 1, y = 1, finder = finder }
      end,
      ["prune: finder must be a pathfinder"] = function()
        tilepath.path.prune({ 1, 1, 2, 1 }, finder)
      end,
      ["find: avoid[1] must be a crowd, a unit, { x, y } or { x, y, w, h }"] =
        function()
          tilepath.pathfinder(own):find(1, 1, 2, 1, { avoid = other.crowd(grid) })
        end,
    } do
      if tilepath.core == "Lua" then
        assert.are.equal(what .. FOREIGN, helper.mistake(f))
      else
        f()
      end
    end
    -- Each copy still takes its own.
    assert.is_truthy(other.crowd(grid):add { finder = finder, cell_x = 1,
      cell_y = 1 })
    assert.is_truthy(crowd:add { finder = tilepath.pathfinder(own), cell_x = 1,
      cell_y = 1 })
    restore()
  end)

  it("of another version is named by both", function()
    local newproxy = rawget(_G, "newproxy")
    local object = newproxy and newproxy() or io.tmpfile()
    local metatable = debug.getmetatable(object)
    debug.setmetatable(object, { __name = "tilepath.Grid" })
    local said = { helper.mistake(function() tilepath.pathfinder(object) end),
      helper.mistake(function() tilepath.grid(2, 2):get(object) end),
      helper.mistake(function() tilepath.crowd(object) end) }
    debug.setmetatable(object, metatable)
    assert.are.same({ "pathfinder: grid must be a grid" .. FOREIGN,
      "get: x must be a whole number" .. FOREIGN, "crowd: grid must be a grid"
      .. FOREIGN }, said)
  end)
end)
