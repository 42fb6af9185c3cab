--- require "tilepath.plain" selects the core in Lua. A Lua state has a single
-- core, so each program here has a process of its own.

local helper = require "spec.support.helper"

describe("#host the core in Lua", function()
  local program

  before_each(function()
    program = os.tmpname()
  end)

  after_each(function()
    os.remove(program)
  end)

  --- The output of a program; `environment` goes before the command.
  local function run(text, environment)
    helper.write_file(program, text)
    return (helper.output_of(("env -u TILEPATH_CORE %s '%s' '%s'"):format(
      environment or "", helper.interpreter(), program)):gsub("\n$", ""))
  end

  it("is returned by require 'tilepath.plain', and from then on by 'tilepath'",
    function()
      assert.are.equal("Lua true true", run [[
        package.cpath, package.loadlib = "./nowhere/?.so", nil
        local plain = require "tilepath.plain"
        local same = require "tilepath.plain" == plain
        io.write(plain.core, " ", tostring(same), " ",
          tostring(require "tilepath" == plain)) ]])
    end)

  it("needs no os, io or debug, and reads no missing global", function()
    for _, missing in ipairs { "os, io, debug = nil", "debug.getinfo = nil",
      "os['clock'] = nil" } do
      local told = run(([[
        local print = print
        %s
        setmetatable(_G, { __index = function(_, name)
          print("there is no " .. name)
        end })
        local tilepath = require "tilepath.plain"
        local finder = tilepath.pathfinder(tilepath.grid(5, 1))
        local queue = tilepath.queue { seconds = 1 }
        local ticket = queue:find(finder, 1, 1, 5, 1)
        queue:update()
        print(ticket.status, finder:nearest(5, 1)) ]]):format(missing))
      assert.are.equal("found\t5\t1", told)
    end
  end)

  it("works in a folder of any name", function()
    for _, name in ipairs { "libs.tilepath.plain", "libs/tilepath/plain" } do
      assert.are.equal("Lua true", run(([[
        local name = %q
        local home = package.searchpath and package.searchpath("tilepath",
          package.path) or package.path:match("[^;]*/lua/%%?/init.lua")
        home = home:gsub("%%?", "tilepath"):gsub("init.lua$", "")
        table.insert(package.searchers or package.loaders, 1, function(wanted)
          local file = wanted:match("^libs[./]tilepath(.*)$")
          if file then
            file = file:gsub("[./]", "/"):gsub("^/", "")
            return loadfile(home .. (file == "" and "init" or file) .. ".lua")
              or loadfile(home .. file .. "/init.lua")
          end
        end)
        local tilepath = require(name)
        local parent = name:gsub("[./]plain.*", "")
        io.write(tilepath.core, " ",
          tostring(require(parent) == tilepath)) ]]):format(name)))
    end
  end)

  it("needs no ?/init.lua in package.path", function()
    assert.are.equal("Lua true", run([[
      package.path = "lua/?.lua"
      local tilepath = require "tilepath.plain"
      io.write(tilepath.core, " ",
        tostring(require "tilepath" == tilepath)) ]]))
  end)

  it("is selected by TILEPATH_CORE=lua, if the environment can be read",
    function()
      local text = [[io.write(require("tilepath").core)]]
      assert.are.equal("Lua", run(text, "TILEPATH_CORE=lua"))
      assert.are.equal("C", run(text))
      assert.are.equal("C", run(text, "TILEPATH_CORE=c"))
      for _, change in ipairs { "os.getenv = nil ", "os = nil " } do
        assert.are.equal("C", run(change .. text, "TILEPATH_CORE=lua"))
      end
    end)

  it("is refused if the C module is loaded", function()
    assert.are.equal("tilepath: tilepath.plain asks for the core in Lua, and "
      .. "the C module is loaded already", run [[
      require "tilepath"
      io.write(select(2, pcall(require, "tilepath.plain"))) ]])
    assert.are.equal("tilepath: TILEPATH_CORE asks for the core in Lua, and "
      .. "the C module is loaded already", run([[
      require "tilepath_core"
      io.write(select(2, pcall(require, "tilepath"))) ]],
      "TILEPATH_CORE=lua"))
  end)

  it("recognizes tables with a copied metatable", function()
    assert.are.equal("ascii: grid must be a grid, got table\n"
      .. "get: self must be a grid, got table (call it with a colon)\n"
      .. "length: path must be a flat table { x1, y1, x2, y2, ... }, got grid",
      run [[
      local tilepath = require "tilepath.plain"
      local grid = tilepath.grid("..")
      local thief = setmetatable({}, getmetatable(grid))
      local function say(...)
        print((select(2, pcall(...)):gsub("^.-:%d+: ", "")))
      end
      say(tilepath.ascii, thief)
      say(grid.get, thief, 1, 1)
      say(tilepath.path.length, grid) ]])
  end)

  it("names the C module in errors of missing calls", function()
    local errors = run [[
      local tilepath = require "tilepath.plain"
      local grid = tilepath.grid("..")
      for _, call in ipairs {
        function() tilepath.pathfinder(grid):field {
          { 1, 1, cost = 1e16 } } end,
        function()
          local finder = tilepath.pathfinder(grid, { radius = 0.2 })
          finder:field({ { 1, 1 } }):advance({ 1.5 }, { 0.5 }, 1, 1)
        end,
      } do
        print((select(2, pcall(call)):gsub("^.-:%d+: ", "")))
      end ]]
    local said = {}
    for i, what in ipairs {
      "field: a goal that costs more than 2^53",
      "advance: a swarm of agents with a radius" } do
      said[i] = what .. ' needs the C module (see "Without a module" in '
        .. "docs/install.md)"
    end
    assert.are.equal(table.concat(said, "\n"), errors)
  end)
end)
