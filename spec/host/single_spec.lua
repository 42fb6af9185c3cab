--- The library as one file of Lua (tools/hosts.lua): it asks nothing of its host,
-- takes the C module if there is one, and names the game's lines in errors. The
-- listings of the docs run on it.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local listings = require "spec.support.listings"

-- luacheck: globals loadstring setfenv
local load_text = loadstring or load

if helper.is_windows then
  return pending("the files are written by a shell of Unix #host")
end

local PROGRAM = [[
local grid = tilepath.grid("..#..\n..#..\n.....", { cell_size = 10 })
local finder = tilepath.pathfinder(grid)
local path, cost = finder:find(1, 1, 5, 1)
print(path, ("%.4f"):format(cost))
local hero = tilepath.follower { x = 5, y = 5, speed = 20, finder = finder }
print(hero:go(45, 5))
for _ = 1, 100 do hero:update(0.1) end
print(hero.x, hero.y)
local crowd = tilepath.crowd(grid)
local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
unit:go_cell(5, 1)
repeat crowd:tick() until unit.status ~= "going" and unit.status ~= "waiting"
print(unit.status)
print(finder:field { { 5, 1 } }:next(1, 1))
print(tilepath.load(grid:save()) == grid)
print((select(2, pcall(function() local x = finder:find(1) return x end))))]]

local PRINTED = { "path of 7 points from 1, 1 to 5, 1 (cells), cost "
  .. "6.8284271247462 6.8284", "true", "45 5", "arrived", "1 2", "true",
  "game:16: find: y1 must be a whole number, got nil" }

-- What a host has at the least.
local NAMES = { "error", "getmetatable", "ipairs", "next", "pairs", "pcall",
  "rawequal", "rawget", "rawset", "select", "setmetatable", "tonumber",
  "tostring", "type" }

--- The globals of such a host. Of the libraries they have copies.
local function bare(more)
  local globals = {}
  for _, name in ipairs(NAMES) do
    globals[name] = _G[name]
  end
  for _, name in ipairs { "string", "table", "math" } do
    globals[name] = helper.with({}, _G[name])
  end
  return helper.with(globals, more)
end

local function strict(globals)
  return setmetatable(globals, { __index = function(_, name)
    error("there is no " .. tostring(name), 0)
  end })
end

describe("#host the one file", function()
  local folder, text, short

  setup(function()
    folder = helper.temporary_folder()
    assert.are.equal("", helper.output_of(("'%s' tools/hosts.lua single '%s'")
      :format(helper.interpreter(), folder:sub(1, -2))))
    text = helper.read_file(folder .. "tilepath.lua")
    short = helper.read_file(folder .. "tilepath.min.lua")
  end)

  teardown(function()
    for _, name in ipairs { "tilepath.lua", "tilepath.min.lua",
      "tilepath_extras.lua", "game.lua", "tilepath_core.so" } do
      os.remove(folder .. name)
    end
    os.remove(folder)
  end)

  --- The lines that a program prints in a folder that has the files alone.
  local function run(program, environment, module, argument)
    helper.write_file(folder .. "game.lua", program)
    if module then
      helper.write_file(folder .. "tilepath_core.so", module)
    else
      os.remove(folder .. "tilepath_core.so")
    end
    return (helper.output_of(("cd '%s' && env -i PATH=\"$PATH\" %s '%s' "
      .. "game.lua '%s'"):format(folder, environment or "",
      helper.interpreter(), argument or ""))
      :gsub("\t", " "))
  end

  --- Runs a chunk with other globals.
  local function compiled(source, name, globals, ...)
    local chunk = setfenv and setfenv(assert(load_text(source, name)), globals)
      or assert(load_text(source, name, "t", globals))
    return chunk(...)
  end

  local function printed_in(globals, source)
    local library = compiled(source or text, "=[tilepath]", globals)
    assert.are.equal("Lua", library.core)
    local print, lines = listings.new_print()
    compiled(PROGRAM, "=game", setmetatable({ tilepath = library,
      print = print }, { __index = _G }))
    return lines
  end

  it("says true things in its head", function()
    local head, lines = text:match("^(.-)MIT License"), {}
    for line in head:gmatch("%-%-   ([^\n]*)") do
      lines[#lines + 1] = line
    end
    local print, output = listings.new_print()
    compiled(table.concat(lines, "\n"), "=head", setmetatable({
      require = function()
        return compiled(text, "=[tilepath]", bare {})
      end, print = print }, { __index = _G }))
    assert.are.same(listings.expected(lines), output)
  end)

  it("needs three libraries, and reads no global that is missing", function()
    local own, checked = bare {}, bare {}
    own._G = own
    checked._G = strict(checked)
    for _, globals in ipairs { bare {}, own, strict(bare {}), checked,
      bare { _G = {}, _VERSION = "Luau" }, bare { jit = {} } } do
      assert.are.same(PRINTED, printed_in(globals))
    end
    -- A package library that lacks parts.
    for _, package in ipairs { {}, { loaded = {} }, { preload = {} },
      { loaded = {}, preload = {} } } do
      assert.are.same(PRINTED, printed_in(bare { package = package,
        require = function(name) error("no " .. name) end }))
    end
  end)

  it("needs no methods of strings, which some sandboxes take away", function()
    local program = [[
      local tilepath = require "tilepath"
      require "tilepath_extras"
      for _, line in ipairs(dofile(arg[1])(tilepath, 20)) do print(line) end
      local grid = tilepath.grid("..#\n...")
      local finder = tilepath.pathfinder(grid, { layers = {} })
      print(grid, finder, tilepath.ascii(grid), #tilepath.svg { grid })
      print((tilepath.building { ground = "...", roof = "..." }))
      for _, wrong in ipairs {
        function() finder:find(1) end,
        function() grid:set(1, 1, "nowhere") end,
        function() tilepath.grid("..", { wrong = 1 }) end,
        function() tilepath.follower { finder = finder, speed = {} } end,
        function() tilepath.from_tiled(3) end,
        function() finder:field { { 1, 1, cost = -1 } } end,
        function() tilepath.load(3) end,
      } do
        print(select(2, pcall(wrong)))
      end]]
    local walks = io.popen("pwd"):read("*l") .. "/tools/hosts/walks.lua"
    local told = run(program, "TILEPATH_CORE=lua", nil, walks)
    assert.truthy(told:find("building of 2 floors", 1, true), told)
    assert.are.equal(told, run('getmetatable("").__index = nil ' .. program,
      "TILEPATH_CORE=lua", nil, walks))
  end)

  it("sets no globals, and changes no library", function()
    local globals = bare {}
    local before = {}
    local function each(f)
      for name, value in pairs(globals) do
        f(name, value)
        for key, inner in pairs(type(value) == "table" and value or {}) do
          f(name .. "." .. key, inner)
        end
      end
    end
    each(function(name, value) before[name] = value end)
    printed_in(globals)
    each(function(name, value)
      assert.are.equal(before[name], value, name)
      before[name] = nil
    end)
    assert.is_nil(next(before))
  end)

  -- Of 1,000,000 bytes, which CC:Tweaked has, and of 524,288, which TIC-80
  -- allows, the rest is for the game.
  it("fits into small computers, and is shorter without its comments", function()
    assert.is_true(#text <= 980000, #text)
    assert.is_true(#short <= 523500, #short)
    assert.truthy(short:find("MIT License", 1, true))
    local page = helper.read_file("docs/install.md")
    for name, size in pairs { ["tilepath.lua"] = #text,
      ["tilepath.min.lua"] = #short } do
      local told = page:match("([%d,]+) bytes of `"
        .. name:gsub("%.", "%%.") .. "`")
      assert.is_true(math.abs(size - told:gsub(",", "")) < 0.02 * size, name)
    end
  end)

  it("compiles what a first path does not need later, if it is short", function()
    -- luacheck: globals getfenv
    local compilers = { load = load, loadstring = loadstring, setfenv = setfenv,
      getfenv = getfenv }
    for _, globals in ipairs { bare(compilers), strict(bare(compilers)),
      bare(helper.with({ debug = debug }, compilers)) } do
      assert.are.same(PRINTED, printed_in(globals, short))
      assert.is_nil(rawget(globals, "tilepath"))
    end
    -- Its texts see the globals of the file alone, and raise at the game's lines.
    for _, own in ipairs { bare(compilers),
      bare(helper.with({ debug = debug }, compilers)) } do
      local seen = {}
      local library = compiled(short, "=[tilepath]", setmetatable({},
        { __index = function(_, name)
          seen[name] = true
          return own[name]
        end }))
      seen.table = nil
      local crowd = library.crowd(library.grid(2, 2))
      assert.is_true(seen.table)
      assert.are.equal("here:1: add: finder must be a pathfinder, got nil",
        (select(2, pcall(compiled, "local c = ... c:add {} return c", "=here", _G,
          crowd))))
    end
    assert.matches("this host has no load: take tilepath.lua", select(2,
      pcall(printed_in, bare {}, short)), 1, true)
  end)

  it("keeps strings as it is made", function()
    local strip = dofile("tools/strip.lua")
    assert.are.equal('a=b-c - -d..1 .. #e-#f.."x - y .. z"..g',
      strip.all('a = b - c - -d .. 1 .. #e - #f .. "x - y .. z" .. g'))
    assert.are.equal('string.rep(a["x"].b(1)("y"), 2) -- c:rep(3)\nfinder:find()',
      strip.methods('a["x"].b(1)("y"):rep(2) -- c:rep(3)\nfinder:find()'))
    assert.are.equal('x .. string.upper(string.gsub(("a)"), "%(", ""))',
      strip.methods('x .. ("a)"):gsub("%(", ""):upper()'))
    assert.are.equal('local b,d=1,2\nlocal t={c=1,name=2}\nt:use(t.high)\n'
      .. 'return function(a,e,c) return b..a.."width" end',
      strip.names('local width,name=1,2\nlocal t={c=1,name=2}\nt:use(t.high)\n'
        .. 'return function(other,use,high) return width..other.."width" end'))
    -- Not what a string, a host or the kept text has, or what is a key alone.
    assert.are.equal('local t={a={},b=2,is_key=3,find=4,shown=5,_key=6}\n'
      .. 'function t.a.c(d) return t.b+d.a+t.is_key+t.find+t.shown end\n'
      .. 'print("is_key",t.a,math.floor(2))',
      strip.fields('local t={inner={},total=2,is_key=3,find=4,shown=5,_key=6}\n'
        .. 'function t.inner.sum_of(d) return t.total+d.inner+t.is_key+t.find'
        .. '+t.shown end\nprint("is_key",t.inner,math.floor(2))',
        "t.shown is public"))
    local source = [==[
      -- a comment --[[ not a long one
      --[[ a
      long one ]] local a = "-- no comment \" -- it is"   -- a comment
      local b, c = 1 - -1, 1 .. 2 --[=[ ]] ]=]

      return { a, b, c, '[[ "', [[
        a  =  1 -- stays

      ]] }]==]
    local kept = strip.all(source)
    assert.are.equal('local a="-- no comment \\" -- it is"\n'
      .. 'local b,c=1 - -1,1 .. 2\nreturn{a,b,c,\'[[ "\',[[\n'
      .. '        a  =  1 -- stays\n\n      ]]}', kept)
  end)

  it("has a page at its top, with the version", function()
    assert.are.equal(1, (text:find("--- tilepath " .. tilepath.version .. ":",
      1, true)))
    local _, lines = text:match("^(.-)\n%-%- MIT"):gsub("\n", "")
    assert.is_true(lines <= 70)
  end)

  it("takes the C module that fits, and names the game's line", function()
    local core = helper.read_file(helper.core_file())
    local program = "print(require('tilepath').core)"
    assert.are.equal("C\n", run(program, "", core))
    assert.are.equal("Lua\n", run(program, "TILEPATH_CORE='lua '", core))
    assert.truthy(run(program, "TILEPATH_CORE=luau", core):find(
      "tilepath: TILEPATH_CORE must be 'lua' or 'c', got 'luau'", 1, true))
    assert.are.equal("Lua\n", run(program, "",
      "no library [tilepath_core 0.1 for Lua 5.0 on Other Other]"))
    assert.truthy(run(program, "TILEPATH_CORE=c"):find(
      "tilepath: found no C module of version", 1, true))
    assert.are.equal("game.lua:3: set: y must be a whole number, got nil\n", run(
      [[local grid = require("tilepath").grid(3, 3)
        local function mistake()
          grid:set(1)
        end
        io.write((select(2, pcall(mistake))):gsub("(got nil).*", "%1"), "\n") ]],
      "", core))
  end)

  it("gets importers and pictures from its extras", function()
    for _, way in ipairs { "require 'tilepath_extras'",
      "dofile 'tilepath_extras.lua' (tilepath)" } do
      assert.are.equal("game.lua:2: tilepath: this call needs "
        .. "tilepath_extras.lua, which a release has beside tilepath.lua: "
        .. "require that first\n"
        .. "true\ngame.lua:7: from_tiled: map must be a table, as Tiled's Lua "
        .. "export returns it, got nil\n", run(([[
        local tilepath = require "tilepath"
        print((select(2, pcall(function() local x = tilepath.svg {} end))))
        %s
        print(tilepath.svg { tilepath.grid(2, 2) }:find("<svg", 1, true) == 1)
        print((select(2, pcall(function()
          -- the mistake
          local x = tilepath.from_tiled()
        end)))) ]]):format(way)))
    end
  end)

  it("tells the line of a mistake in a call that its extras pass on", function()
    local program = [[
      local tilepath = require "tilepath"
      require "tilepath_extras"
      local house = tilepath.building { a = { 3, 3 } }
      local function link()
        local _ = house:link("a", 1, 1, "a", 2, 2, { second = 2 })
      end
      print((select(2, pcall(link))))]]
    for _, core in ipairs { "lua", "c" } do
      assert.are.equal("game.lua:5: link: unknown option 'second' (did you mean "
        .. "'seconds'?)\n", run(program, "TILEPATH_CORE=" .. core,
        core == "c" and helper.read_file(helper.core_file())))
    end
  end)

  it("refuses a library of another version as its extras", function()
    assert.truthy(run([[dofile "tilepath_extras.lua" {
      version = "0.1", add_files = print }]]):find(
      "tilepath_extras.lua is for tilepath.lua of version " .. tilepath.version,
      1, true))
  end)

  it("runs the listings of the docs #once", function()
    local output = helper.output_of(("SINGLE='%s' TILEPATH_CORE=lua tools/lua "
      .. "'%s' tools/busted.lua -o TAP spec/contract/docs_spec.lua "
      .. "spec/contract/recipes_spec.lua --exclude-tags=core_c"):format(
      folder, helper.interpreter()))
    local _, count = output:gsub("\nok ", "")
    assert.is_nil(output:find("not ok", 1, true), output)
    assert.is_true(count > 120)
  end)
end)
