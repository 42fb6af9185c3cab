--- Every public call with wrong arguments: it raises at the caller's line with
-- the function, the argument, the value and the valid range, has the same
-- message on every VM, and changes nothing. misuse_calls.lua and mistakes.lua
-- have the cases.

-- luacheck: globals loadstring setfenv
local tilepath = require "tilepath"
local core = require "tilepath_core"
local helper = require "spec.support.helper"
local memory = require "spec.support.memory"
local api = require "spec.support.api_names"
local data = require "spec.support.misuse_calls"
local mistakes = require "spec.support.mistakes"
local sorted = require "spec.support.sorted"

local raised, prepare = data.raised, data.prepare
local nan, huge = 0 / 0, math.huge
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")
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
      assert.are.equal("nothing",
        raised(call.f, call.arguments, call.n))
      while #call.kinds > 0 and call.kinds[#call.kinds].may_lack do
        call.kinds[#call.kinds] = nil
        call.n = call.n - 1
        assert.are.equal("nothing",
          raised(call.f, call.arguments, call.n))
      end
    end
  end)
end)

describe("#contract a method raises with another object as self:",
  function()
  local nouns = { picture = "picture", grid = "grid", finder = "pathfinder",
    search = "search",
    field = "field", reach = "reach", view = "view", crowd = "crowd",
    unit = "unit", layer = "layer", queue = "queue", ticket = "ticket",
    hero = "follower", iso = "view of an isometric map",
    house = "building", floor = "floor of a building" }

  for _, name in ipairs(sorted(data.calls)) do
    local object = name:match("^(%l+):")
    if object then
      it(name, function()
        local call = prepare(name, data.world())
        for _, case in ipairs(data.strangers) do
          local shown = case[2]
          local expected
          if object ~= "path" then
            expected = ("%s: self must be a %s, got %s (call it with a colon)")
              :format(call.name, nouns[object], shown)
          elseif type(case[1]) ~= "table" then
            expected = ("%s: path must be a flat table { x1, y1, x2, y2, ... "
              .. "}, got %s"):format(call.name, shown)
          end
          local is_own = shown == nouns[object]
          if expected and not is_own then
            assert.are.equal(expected,
              raised(call.f, with(call, 1, case[1]), call.n))
          end
        end
      end)
    end
  end
end)

describe("#contract an operator raises with another object as self:",
  function()
  local hero_metatable = getmetatable(tilepath.follower {})
  local own = { [core.Grid] = "grid", [core.Pathfinder] = "pathfinder",
    [core.Search] = "search", [core.Path] = "path",
    [core.Field] = "field", [core.Reach] = "reach",
    [core.View] = "view", [core.Crowd] = "crowd", [core.Unit] = "unit",
    [core.Layer] = "layer", [core.Queue] = "queue", [core.Ticket] = "ticket",
    [hero_metatable] = "follower" }

  for metatable, noun in pairs(own) do
    it("all operators of a " .. noun, function()
      local tried = 0
      for key, f in pairs(metatable) do
        if type(f) == "function" then
          for _, case in ipairs(data.strangers) do
            local is_path = noun == "path"
            if case[2] ~= noun
              and not (is_path and type(case[1]) == "table") then
              tried = tried + 1
              local text = raised(f, { case[1], case[1] }, 2)
              assert.is_truthy(text:find(is_path
                and "path must be a flat table" or "self must be a " .. noun, 1,
                true), key .. ": " .. text)
              assert.is_truthy(text:find("got " .. case[2], 1, true),
                key .. ": " .. text)
            end
          end
        end
      end
      assert.is_true(tried > 0)
    end)
  end

  it("two operands of different types: the message names the wrong "
    .. "one", function()
    local world = data.world()
    local before = data.state(world)
    assert.are.equal("grid: x must be a whole number, got 1.5",
      raised(world.grid, { 1.5, 1 }, 2))
    assert.are.equal("grid: y must be a whole number, got nil",
      raised(world.grid, { 1 }, 1))
    assert.is_false(core.Grid.__eq(world.grid, world.finder))
    assert.is_false(core.Grid.__eq(io.stdout, world.grid))
    assert.are.equal(before, data.state(world))
  end)
end)

describe("#contract a field of an object", function()
  it("cannot be written if the C module keeps it", function()
    local world = data.world()
    local before = data.state(world)
    for object, noun in pairs { grid = "grid", finder = "pathfinder",
      search = "search", field = "field", reach = "reach", view = "view",
      crowd = "crowd", queue = "queue", ticket = "ticket",
      layer = "layer" } do
      local function write(key, value)
        return raised(function(o, k, v)
          local set = load_text("local o, k, v = ...\n\no[k] = v", "=caller")
          set(o, k, v)
        end, { world[object], key, value }, 3)
      end
      -- The line of the assignment, which is line 3 again.
      for key, shown in pairs { width = "'width'", grid = "'grid'",
        status = "'status'", [1] = "1", [true] = "true" } do
        assert.are.equal(noun .. ": field " .. shown .. " cannot be written",
          write(key, 5))
      end
    end
    assert.are.equal(before, data.state(world))
  end)
end)

describe("#contract an option table", function()
  local grid = tilepath.grid(3, 3)
  local finder = tilepath.pathfinder(grid)
  local calls = {
    { "grid", function(o) tilepath.grid(3, 3, o) end, "Grid options" },
    { "grid", function(o) tilepath.grid("..", o) end, "Grid options" },
    { "grid", function(o) tilepath.grid({ { true } }, o) end, "Grid options" },
    { "pathfinder", function(o) tilepath.pathfinder(grid, o) end, "Profile" },
    { "follower", function(o) tilepath.follower(o) end, "Follower options" },
    { "ascii", function(o) tilepath.ascii(grid, o) end, "Ascii options" },
    { "picture", function(o) tilepath.picture(grid, o) end,
      "Picture options" },
    { "svg", function(o) tilepath.svg(grid, o) end, "Svg options" },
    { "find", function(o) finder:find(1, 1, 2, 2, o) end, "Query" },
    { "find_world", function(o) finder:find_world(0, 0, 2, 2, o) end, "Query" },
    { "search", function(o) finder:search(1, 1, 2, 2, o) end, "Query" },
    { "field", function(o) finder:field({ { 1, 1 } }, o) end,
      "Field options" },
    { "crowd", function(o) tilepath.crowd(grid, o) end, "Crowd options" },
    { "chase", function(o)
      tilepath.follower { finder = finder }:chase({ x = 1, y = 1 }, o)
    end, "Chase options" },
  }

  local function said(f)
    return helper.mistake(f)
  end

  it("is refused with the list of its options if there is no guess", function()
    local grid_of_two = tilepath.grid("..")
    for list, f in pairs {
      ["link: unknown option 9 (options: name, one_way, price, seconds)"] =
        function() grid_of_two:link(1, 1, 2, 1, { [9] = 1 }) end,
      ["advance: unknown option 'x' (options: apart, arrived)"] =
        function()
          finder:field({ { 1, 1 } }):advance({ 1 }, { 1 }, 1, 1, { x = 1 })
        end,
      ["reach: unknown option 'x' (options: avoid, avoid_price, escape, "
        .. "except, pass, stops)"] = function()
          finder:reach(1, 1, 3, { x = 1 })
        end,
    } do
      assert.are.equal(list, said(f))
    end
  end)

  --- The message without its guess or list, which differ from call to call.
  local function without_guess(message)
    return (message:match("misuse_spec.lua:%d+: (.*)$")
      :gsub(" %(did you mean '[%l_]+'%?%)$", "")
      :gsub(" %(options: [%l_, ]+%)$", ""))
  end

  it("is refused for an unknown key, which the message names", function()
    for _, call in ipairs(calls) do
      local name, f = call[1], call[2]
      for key, shown in pairs { sise = "'sise'", Partial = "'Partial'",
        [""] = "''", [2] = "2", [0.5] = "0.5", [true] = "true",
        ["a\0b"] = "'a\\0b'" } do
        local fine, message = pcall(f, { [key] = 1 })
        assert.is_false(fine)
        assert.are.equal(name .. ": unknown option " .. shown,
          without_guess(tostring(message)))
      end
    end
  end)

  it("is refused for a misspelt key, with a guess", function()
    local small = tilepath.grid(3, 3)
    for _, row in ipairs {
      { "diagonals", "diagonal" }, { "Size", "size" }, { "price", "prices" },
      { "keepaway", "keep_away" }, { "algoritm", "algorithm" },
      { "hueristic", "heuristic" }, { "sizes", "size" }, { "siz", "size" },
      { "si" }, { "colour" }, { "x" }, { "" }, { ("size"):rep(30) },
    } do
      local message = said(function()
        tilepath.pathfinder(small, { [row[1]] = 1 })
      end)
      local guess = row[2] and ("did you mean '%s'?"):format(row[2])
      assert.are.equal(guess, message:match("%((did.*)%)$"))
      assert.are.equal(guess == nil,
        message:find(" (options: algorithm, ", 1, true) ~= nil)
    end
    assert.are.equal("find: unknown option 'partail' (did you mean 'partial'?)",
      said(function()
        tilepath.pathfinder(small):find(1, 1, 2, 2, { partail = true })
      end))
  end)

  it("is refused for a known key with more bytes behind a zero byte", function()
      local options = api.code_options()
      for _, call in ipairs(calls) do
        for option in pairs(options[call[3]]) do
          for more, shown in pairs { ["\0"] = "\\0", ["\0x"] = "\\0x" } do
            for _, value in ipairs { 5, "5", false, {}, print } do
              local fine, message = pcall(call[2], { [option .. more] = value })
              assert.is_false(fine)
              assert.are.equal(("%s: unknown option '%s%s'"):format(call[1],
                option, shown), without_guess(message))
            end
          end
        end
      end
    end)

  it("is refused for a word with more bytes behind a zero byte", function()
    local function refuses(call, text, options)
      local fine, message = pcall(call, options)
      assert.is_false(fine)
      assert.are.equal(text, message:match(": (%l+ must be)"))
      assert.is_truthy(message:find("\\0x'", 1, true))
    end
    local words = { diagonal = { "never", "always", "at_least_one_walkable",
      "only_if_no_obstacles" }, algorithm = { "auto", "jps", "astar",
      "dijkstra" }, heuristic = { "auto", "octile", "manhattan", "chebyshev",
      "euclidean", "zero" } }
    for option, list in pairs(words) do
      for _, word in ipairs(list) do
        refuses(calls[4][2], option .. " must be", { [option] = word .. "\0x" })
        local profile = tilepath.pathfinder(grid).profile
        profile[option] = word .. "\0x"
        assert.is_false(pcall(core.pathfinder, grid, profile))
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
        local fine, message = pcall(call[2], options)
        assert.is_false(fine)
        assert.are.equal(call[1] .. ": unknown option 3",
          without_guess(tostring(message)))
      end
    end
    assert.are.equal("find: into must be a table, got 1", said(function()
      finder:find(1, 1, 2, 2, { within = nan, partial = 1, max_nodes = nan,
        into = 1 })
    end))
  end)

  it("has its values checked in a query", function()
    for _, name in ipairs { "find", "find_world", "search" } do
      local function refuses(text, query)
        assert.are.equal(name .. ": " .. text, said(function()
          finder[name](finder, 1, 1, 2, 2, query)
        end))
      end
      refuses("into must be a table, got 'x'", { into = "x" })
      refuses("into must be a table, got grid", { into = grid })
      refuses("into must be a table, got true", { into = true })
      for _, flag in ipairs { "escape", "partial" } do
        refuses(flag .. " must be true or false, got 1", { [flag] = 1 })
        refuses(flag .. " must be true or false, got 'yes'", { [flag] = "yes" })
      end
      for _, case in ipairs { { -1, "-1" }, { 1.5, "1.5" }, { nan, "nan" },
        { huge, "inf" }, { "9", "'9'" }, { 2 ^ 53, "9.007199254741e+15" },
        { false, "false" } } do
        refuses("max_nodes must be a whole number of at least 0, got "
          .. case[2], { max_nodes = case[1] })
      end
    end
  end)
end)

describe("#contract a size that overflows", function()
  it("is refused before any allocation", function()
    local made = memory.garbage_of(function()
      for _, case in ipairs {
        { 32767, 32767, "1073676289" }, { 16385, 16384, "268451840" },
      } do
        assert.are.equal("grid: width x height must be at most 268435456, got "
          .. case[3], raised(tilepath.grid, case, 2))
      end
      for _, side in ipairs { 32768, 65536, 2 ^ 31, 2 ^ 32, 2 ^ 32 + 1, 2 ^ 53,
        1e300 } do
        assert.matches("^grid: height must be a whole number from 1 to 32767",
          raised(tilepath.grid, { 1, side }, 2))
      end
      assert.are.equal("grid: width must be a whole number from 1 to 32767, "
        .. "got 0", raised(tilepath.grid, { 0, 0 }, 2))
    end)
    assert.is_true(made < 2 ^ 20)
  end)
end)

describe("#contract a callback of sample", function()
  it("passes its error on, and the grid stays the same", function()
    local world = data.world()
    local before = data.state(world)
    local boom = { "boom" }
    for last = 1, 12 do
      local calls = 0
      local fine, message = pcall(world.grid.sample, world.grid, function()
        calls = calls + 1
        if calls == last then
          error(boom)
        end
        return "water"
      end)
      assert.is_false(fine)
      assert.is_true(rawequal(boom, message))
      assert.are.equal(before, data.state(world))
    end
    assert.is_true(world.grid:set(1, 1, "wall"))
  end)

  it("has the cell of a wrong result in the message", function()
    local world = data.world()
    local before = data.state(world)
    for _, case in ipairs { { "mud", "'mud'" }, { 1, "1" }, { {}, "table" } } do
      local calls = 0
      assert.are.equal("sample: f must return a terrain of the grid, true, "
        .. "false or nil, got " .. case[2] .. " for cell 3, 1",
        helper.mistake(function()
          world.grid:sample(function()
            calls = calls + 1
            return calls == 3 and case[1] or nil
          end)
        end))
    end
    assert.are.equal(before, data.state(world))
  end)

  it("may ask the grid, search on it and edit another, but not edit it",
    function()
      local world = data.world()
      local before = data.state(world)
      local grid, told = world.grid, {}
      local other = grid:copy()
      local edits = {
        set = { 1, 1, "wall" }, set_world = { 0, 0, "wall" },
        set_walkable = { 1, 1, false }, fill = { 1, 1, 2, 2, "wall" },
        clear = {}, terrain = { "mud", 3 }, sample = { print },
      }
      grid:sample(function(x, y)
        for name, arguments in pairs(edits) do
          local fine, message = pcall(grid[name], grid, unpack(arguments))
          told[name] = not fine and message:gsub("^.-:%d+: ", "") or "fine"
          if name ~= "sample" then
            assert.is_truthy(other[name](other, unpack(arguments)))
          end
        end
        assert.is_truthy(grid:get(x, y))
        assert.is_truthy(grid:copy() == grid)
        assert.is_truthy(grid:dump())
        assert.is_truthy(world.finder:find(1, 1, 4, 2))
        assert.is_truthy(grid:terrain("water"))
      end)
      for name in pairs(edits) do
        assert.are.equal(name .. ": the grid is busy (a callback may not do "
          .. "this)", told[name])
      end
      assert.are.equal(before, data.state(world))
    end)
end)

describe("#contract a predicate of tilepath.grid", function()
  it("passes its error on", function()
    local boom = {}
    local fine, message = pcall(tilepath.grid, { { 1 } },
      { walkable = function() error(boom) end })
    assert.is_false(fine)
    assert.is_true(rawequal(boom, message))
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

  it("is the nearest line if the call was a tail call", function()
    local function tail()
      return finder:can_enter("1", 1)
    end
    local _, message = pcall(function()
      tail()
    end)
    assert.is_true(line_of(message) == -2 or line_of(message) == -5)
  end)

  it("stays the same in compiled code", function()
    local function hot(x)
      return finder:can_enter(x, 1)
    end
    for i = 1, 500 do
      local fine, message = pcall(hot, i % 100 == 0 and 1.5 or 1)
      assert.are.equal(i % 100 ~= 0, fine)
      if not fine then
        assert.is_truthy(message:find("can_enter: x must be a whole number, "
          .. "got 1.5", 1, true))
        assert.is_true(line_of(message) < 0 and line_of(message) > -12)
      end
    end
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

describe("#contract a wrong call raises, and changes nothing:",
  function()
    local globals = { __index = { nan = nan, huge = huge, print = print,
      error = error, setmetatable = setmetatable } }

    for _, noun in ipairs(sorted(mistakes)) do
      it(noun, function()
        for _, row in ipairs(rows(mistakes[noun])) do
          local world = setmetatable(data.world(), globals)
          compiled(row.before, world)()
          local before = data.state(world)
          local fine, message = pcall(compiled(row.call, world))
          assert.are.equal("caller:3: " .. row.told,
            fine and row.call or without_list(message, row.told))
          assert.are.equal(before, data.state(world), row.call)
        end
      end)
    end
  end)

local function grid_with_water()
  return tilepath.grid(4, 3, { prices = { water = 2 } })
end

--- The error of a grid's method.
local function said(grid, name, ...)
  return raised(grid[name], { grid, ... }, select("#", ...) + 1)
end

describe("#contract a grid", function()
  it("refuses terrains without a name of 1 to 31 bytes, or with a wrong "
    .. "price", function()
    local grid = grid_with_water()
    for _, name in ipairs { "", ("n"):rep(32), "a\0b" } do
      assert.matches("^terrain: name must be a string of 1 to 31 bytes",
        said(grid, "terrain", name, 1))
    end
    for _, price in ipairs { 0, -1, 1 / 1025, 1025, nan, -huge, "2", true } do
      assert.matches("^terrain: price must be a number from 1/1024 to 1024, "
        .. "false or math.huge, got ",
        said(grid, "terrain", "mud", price))
      assert.matches("^terrain: price must",
        said(grid, "terrain", "water", price))
    end
    assert.is_nil(grid:terrain("mud"))
    assert.are.equal(2, grid:terrain("water"))
  end)

  it("shows wrong values in short, without control characters", function()
    assert.are.equal("set: x must be a whole number, got '"
      .. ("a"):rep(38) .. "\\10a...'",
      said(grid_with_water(), "set", ("a"):rep(38) .. "\n" .. ("a"):rep(99)))
  end)

  it("names its first eight terrains if a terrain is missing", function()
    local grid = tilepath.grid(1, 1)
    for i = 1, 7 do
      grid:terrain("t" .. i, i)
    end
    assert.are.equal("set: terrain must be a terrain of the grid "
      .. "(open, wall, t1, t2, t3, t4, t5, t6, ...), got 'mud'",
      said(grid, "set", 1, 1, "mud"))
  end)

  it("stays a grid if the module is loaded again", function()
    local grid = grid_with_water()
    local known = package.loaded.tilepath_core
    package.loaded.tilepath_core = nil
    local again = require "tilepath_core"
    package.loaded.tilepath_core = known
    assert.are.equal(core.Grid, again.Grid)
    local other = again.grid(4, 3, 1, 1, 1, 1, 0, 0)
    other:terrain("water", 2)
    assert.are.equal(grid, other)
  end)

  it("is checked again by core.grid", function()
    local function message(...)
      local arguments = { ... }
      return helper.mistake(function()
        core.grid(unpack(arguments, 1, 10))
      end)
    end
    assert.matches("width must be a whole number from 1 to 32767, got 0",
      message(0, 1, 1, 1, 1, 1, 0, 0))
    assert.matches("height must be", message(1, 2 ^ 32 + 1, 1, 1, 1, 1, 0, 0))
    assert.matches("at most 268435456 cells, got 1073676289",
      message(32767, 32767, 1, 1, 1, 1, 0, 0))
    assert.matches("base_x must be", message(1, 1, 2 ^ 31, 1, 1, 1, 0, 0))
    assert.matches("the edges lie beyond the limits",
      message(1, 1, 1, 1, 0, 1, 0, 0))
    assert.matches("cell_height must be", message(1, 1, 1, 1, 1, nan, 0, 0))
    assert.matches("origin_y must be", message(1, 1, 1, 1, 1, 1, 0, huge))
  end)

  it("is checked again by core.grid with hexagons #core_c", function()
    local function message(...)
      local arguments = { ... }
      return helper.mistake(function()
        core.grid(3, 3, 1, 1, 4, 2, 0, 0, unpack(arguments, 1, 2))
      end)
    end
    assert.matches("stagger must be 'odd%-r'", message("odd"))
    assert.matches("stagger must be 'odd%-r'", message(1, 1))
    assert.matches("cell_side must be a finite number", message("odd-q"))
    for _, side in ipairs { -1, 2.5 } do
      assert.matches("cell_side must be 0 to", message("odd-r", side))
    end
    assert.matches("cell_side must be 0 to", message("even-q", 4.5))
  end)
end)

-- Lua 5.1 shows no upvalues of C functions, so the methods of a userdata cannot
-- be listed there. The sources are the same.
if debug.getupvalue(core.Grid.__index, 1) then
  describe("#contract this spec", function()
    it("has every public call", function()
      local missing = {}
      for _, name in ipairs(sorted(api.code_names())) do
        local is_call = name:find(":", 1, true)
          or type(tilepath[name:match("^tilepath%.(.*)$")]) == "function"
        -- queue_spec has that call: it needs a coroutine.
        local is_elsewhere = name == "queue:await"
        local is_here = data.calls[name] or data.calls[name:gsub("body", "hero")]
          and data.calls[name:gsub("body", "unit")]
        if is_call and not is_elsewhere and not is_here then
          missing[#missing + 1] = name
        end
      end
      assert.are.same({}, missing)
    end)
  end)
end
