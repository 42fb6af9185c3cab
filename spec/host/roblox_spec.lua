--- The library for Roblox (tools/hosts.lua): its ModuleScripts run in a stand-in
-- for Roblox, whose globals are those of Luau. Roblox itself is not here.

local helper = require "spec.support.helper"

-- luacheck: globals loadstring setfenv
local load_text = loadstring or load

if helper.is_windows then
  return pending("the files are written by a shell of Unix #host")
end

local MOST_CHARACTERS = 190000

-- Luau's globals that plain Lua has, too. Its _G is an empty table.
local NAMES = { "assert", "error", "getmetatable", "ipairs", "next", "pairs",
  "pcall", "rawequal", "rawget", "rawlen", "rawset", "select", "setmetatable",
  "tonumber", "tostring", "type", "unpack", "xpcall", "coroutine", "math",
  "string", "table" }

-- A clock that goes on by a second at each look.
local seconds = 0
local function clock()
  seconds = seconds + 1
  return seconds
end

local function luau_globals(more)
  local globals = { _G = {}, _VERSION = "Luau", os = { clock = clock } }
  for _, name in ipairs(NAMES) do
    globals[name] = rawget(_G, name)
  end
  return helper.with(globals, more)
end

--- Lua that plain Lua reads: without Luau's types.
local function without_types(text)
  return (text:gsub("\nexport type [^\n]*{\n.-\n}[^\n]*", "\n")
    :gsub("\nexport type [^\n]*", "\n"):gsub(" :: [%w.]+", "")
    :gsub("(%l): tilepath%.%u%l+", "%1"))
end

--- Runs a script with globals of its own.
local function run(text, name, globals)
  local source = without_types(text)
  local chunk = setfenv and setfenv(assert(load_text(source, "=" .. name)),
    globals) or assert(load_text(source, "=" .. name, "t", globals))
  return chunk()
end

describe("#host the library for Roblox", function()
  local folder, files

  setup(function()
    folder = helper.temporary_folder():sub(1, -2)
    files = {}
    for line in helper.output_of(("'%s' tools/hosts.lua roblox '%s' && cd '%s' "
      .. "&& find . -type f | LC_ALL=C sort"):format(helper.interpreter(),
      folder, folder)):gmatch("[^\n]+") do
      files[#files + 1] = line:match("^%./(.*)$") or error(line)
    end
  end)

  teardown(function()
    os.execute(("rm -r '%s'"):format(folder))
  end)

  --- The ModuleScripts as Rojo makes them: a tree of objects with a name, a
  -- source and children.
  local function instances()
    local root = { name = "tilepath", children = {} }
    for _, file in ipairs(files) do
      local path = file:match("^src/(.*)%.luau$")
      local at = root
      for part in (path or ""):gmatch("[^/]+") do
        if part ~= "init" then
          at.children[part] = at.children[part] or { children = {},
            name = at.name .. "." .. part }
          at = at.children[part]
        end
      end
      at.source = path and helper.read_file(folder .. "/" .. file) or at.source
    end
    return root
  end

  --- Roblox's require: runs a script once, whose `script` is its object.
  local function new_require()
    local results = {}
    local function require_script(object)
      if not results[object] then
        local script = setmetatable({}, { __index = function(_, key)
          return key == "FindFirstChild" and object[key]
            or assert(object.children[key], key)
        end })
        local globals = luau_globals { script = script,
          require = require_script }
        results[object] = run(object.source, object.name, globals) or true
      end
      return results[object]
    end
    -- What FindFirstChild returns has that method, too.
    local function equip(object)
      function object.FindFirstChild(_, name) return object.children[name] end
      for _, child in pairs(object.children) do equip(child) end
    end
    return function(root)
      equip(root)
      return require_script(root)
    end
  end

  it("finds paths, walks, saves, and names the game's line", function()
    local tilepath = new_require()(instances())
    assert.are.equal("Lua", tilepath.core)
    local grid = tilepath.grid("..#..\n..#..\n.....")
    local finder = tilepath.pathfinder(grid)
    local path, cost = finder:find(1, 1, 5, 1)
    assert.are.equal("6.8284", ("%.4f"):format(cost))
    local hero = tilepath.follower { x = 0.5, y = 0.5, speed = 2,
      finder = finder }
    assert.is_true(hero:go(4.5, 0.5))
    for _ = 1, 100 do hero:update(0.1) end
    assert.are.equal(4.5, hero.x)
    assert.is_true(tilepath.load(grid:save()) == grid)
    local queue = tilepath.queue { seconds = 9 }
    local ticket = queue:find(finder, 1, 1, 5, 1)
    queue:update()
    assert.are.equal("found", ticket.status)
    assert.is_true(seconds > 0)
    assert.truthy(tilepath.svg { grid, path }:find("<svg", 1, true))
    assert.are.equal("find: y1 must be a whole number, got nil",
      helper.mistake(function()
        local wrong = finder:find(1)
        return wrong
      end))
  end)

  -- Their types are checked by tools/rules luau_types.
  it("runs the lines that a maker writes in strict mode", function()
    local tilepath, count = new_require()(instances()), 0
    local hero = run(helper.read_file("tools/hosts/uses.luau"), "uses",
      luau_globals { require = function() return tilepath end,
        print = function() count = count + 1 end })
    assert.are.equal("hero.png", hero.image)
    assert.is_true(count > 30)
  end)

  it("keeps the lines of the sources, below the limit of Roblox", function()
    assert.is_true(#files > 60)
    for _, file in ipairs(files) do
      assert.is_true(#helper.read_file(folder .. "/" .. file)
        < MOST_CHARACTERS, file)
    end
    for _, file in ipairs { "check", "plain/search" } do
      local text = helper.read_file(folder .. "/src/" .. file .. ".luau")
      local source = helper.read_file("lua/tilepath/" .. file .. ".lua")
      assert.are.equal("return function(require, package, ...) " .. source
        .. "end\n", text)
    end
  end)

  it("has a type for each class of the stubs", function()
    local types = helper.read_file(folder .. "/src/types.luau")
    local stubs = helper.read_file("types/tilepath.lua")
    for name in stubs:gmatch("%-%-%-@class tilepath%.(%w+)") do
      assert.truthy(types:find("export type " .. name .. " =", 1, true), name)
    end
    assert.is_nil(types:find("fun(", 1, true))
    assert.is_nil(types:find("integer", 1, true))
  end)
end)
