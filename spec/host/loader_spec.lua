--- require "tilepath": how it finds its C module, and its message if no module
-- fits. love_loader_spec.lua has the part of LÖVE; platform_spec.lua has the
-- names and the labels of modules.

local tilepath = require "tilepath"
local loader = require "tilepath.loader"
local load_core, seam = loader.load, loader.seam
local platform = require "tilepath.platform"
local helper = require "spec.support.helper"

local NAME = "tilepath_core"
local folder_of_library = debug.getinfo(tilepath.grid, "S").source
  :match("^@(.*[/\\])")
local source = folder_of_library .. "init.lua"
local suffix = platform.is_windows and ".dll" or ".so"
local bytes_of_core = assert(helper.read_file(helper.core_file()))

--- Bytes that no system loads, but with a label.
local function labelled(version, lua, system, processor)
  return ("no library [%s %s for Lua %s on %s %s] at all"):format(NAME, version,
    lua or platform.lua, system or "Other", processor or "Other")
end

describe("#host require \"tilepath\"", function()
  local saved, folder, written

  before_each(function()
    saved = { cpath = package.cpath, core = package.loaded[NAME],
      preload = package.preload[NAME], loadlib = package.loadlib }
    folder, written = helper.temporary_folder(), {}
    package.loaded[NAME] = nil
    package.cpath = "./nowhere/?.so"
  end)

  after_each(function()
    package.cpath = saved.cpath
    rawset(package, "loadlib", saved.loadlib)
    package.loaded[NAME] = saved.core
    package.preload[NAME] = saved.preload
    for _, name in ipairs(written) do
      os.remove(name)
    end
    os.remove(folder)
  end)

  -- Never overwrites an open module, which would crash the program.
  local function put(name, bytes)
    name = folder .. name
    os.remove(name)
    helper.write_file(name, bytes)
    written[#written + 1] = name
    return name
  end

  local function loads(from)
    package.loaded[NAME] = nil
    assert.are.equal(tilepath.version,
      load_core(tilepath.version, from or folder).version)
    assert.is_table(package.loaded[NAME])
  end

  local function refuses(...)
    local core, message = load_core(tilepath.version, folder)
    assert.are.equal("Lua", core.language)
    package.loaded[NAME] = nil
    for _, text in ipairs { ... } do
      assert.is_truthy(message:find(text, 1, true),
        text .. " expected in:\n" .. message)
    end
    return message
  end

  it("works from any folder, with any separator in its name", function()
    local function search(name)
      local file = name:match("^libs[./](.*)$")
      if not file then return nil end
      file = file:gsub("^tilepath[./]?", ""):gsub("%.", "/")
      return assert(loadfile(
        folder_of_library .. (file == "" and "init" or file) .. ".lua"))
    end
    local searchers = rawget(package, "searchers")
      or rawget(package, "loaders")
    table.insert(searchers, search)
    package.loaded[NAME] = saved.core
    for _, name in ipairs { "libs.tilepath", "libs/tilepath",
      "libs.tilepath.init" } do
      local again = require(name)
      assert.are.equal(2, again.grid(2, 3).width)
      package.loaded[name] = nil
    end
    table.remove(searchers)
    for name in pairs(package.loaded) do
      if type(name) == "string" and name:find("^libs[./]tilepath") then
        package.loaded[name] = nil
      end
    end
  end)

  it("separates its own files from the caller's, with any slashes", function()
    local function compile(text, name)
      return assert((rawget(_G, "loadstring") or load)(text, "@" .. name))
    end
    local check = compile(helper.read_file(folder_of_library .. "check.lua"),
      "libs/tilepath\\check.lua")("tilepath.check")
    local library = compile("local check = ... return function() "
      .. "check.raise('no') end", "libs/tilepath/init.lua")(check)
    assert.are.equal("no", helper.mistake(function() library() end))
  end)

  it("uses the module of package.preload, and then reads no file", function()
    put(NAME .. suffix, bytes_of_core:sub(1, -2))
    package.cpath = folder .. "?" .. suffix
    local core = { version = "9", seam = seam }
    package.preload[NAME] = function() return core end
    for _ = 1, 2 do
      assert.are.equal(core, load_core("9", nil))
      assert.are.equal(core, package.loaded[NAME])
      package.preload[NAME] = nil
    end
  end)

  it("finds the C module beside the Lua files, under each name", function()
    for _, name in ipairs(platform.file_names()) do
      put(name, bytes_of_core)
      loads()
      os.remove(folder .. name)
    end
  end)

  it("finds it in a folder of any name", function()
    if platform.is_windows then
      pending("such names are not for every file system there")
      return
    end
    for _, name in ipairs { "a b", "it's", 'a"b', "a;b", "a?b", "50%d", "Öö",
      "a\\b", "%1", "?.so;!" } do
      local inner = folder .. name .. "/"
      os.execute("mkdir " .. helper.quote(inner))
      package.loaded[NAME] = nil
      helper.write_file(inner .. NAME .. suffix, "none")
      local _, message = load_core(tilepath.version, inner)
      helper.write_file(inner .. NAME .. suffix, bytes_of_core)
      local found, why = pcall(loads, inner)
      os.remove(inner .. NAME .. suffix)
      os.remove(inner)
      assert.is_true(found, why)
      assert.is_truthy(message:find(inner, 1, true), message)
    end
  end)

  it("advises without a module, with what helps a game first", function()
    local message = refuses("version " .. tilepath.version,
      platform.describe(), "Put " .. NAME .. suffix .. " into '" .. folder,
      "package.preload." .. NAME, "In a checkout of that version 'make ")
    assert.is_true(#message < 500)
    assert.is_nil(message:find("nowhere", 1, true))
    put(NAME .. suffix, labelled(tilepath.version, "5.9"))
    message = refuses()
    local last = 0
    for _, text in ipairs { "tilepath: found no C module of version ",
      "\nPut ", platform.bundled_names()[1] and "\nThe bundle for games "
      or "", "\nIn a checkout ",
      "\nA program that is linked ", "\nSkipped:\n  '",
      "is a module for Lua 5.9" } do
      last = assert(message:find(text, last + 1, true), text)
    end
  end)

  it("says what is wrong with a module", function()
    local other = platform.lua == "5.1" and { "5.4", "Lua 5.4" }
      or { "5.1", "Lua 5.1 and LuaJIT" }
    local version = tilepath.version
    for _, case in ipairs {
      { labelled(version, "5.9"), "is a module for Lua 5.9, and this is "
        .. platform.describe() },
      { labelled(version, other[1]), "is a module for " .. other[2]
        .. ", and this is " },
      { labelled("0.2"), "is version 0.2, and the Lua files are version "
        .. version },
      { labelled(version), "cannot be opened: " },
      { "", "is not a complete module of this library" },
      { bytes_of_core:sub(1, 1000), "is not a complete module of this library" },
    } do
      local name = put(NAME .. suffix, case[1])
      refuses("'" .. name .. "' " .. case[2])
    end
    if platform.system then -- only LuaJIT knows its system
      put(NAME .. suffix, labelled(version, nil, "Amiga", "m68k"))
      refuses("is a module for Amiga m68k, and this is ")
    end
    if not platform.is_windows then -- Windows fills the last page
      put(NAME .. suffix, bytes_of_core:sub(1, -2))
      refuses("' cannot be opened: ")
    end
    -- The same for a module on package.cpath.
    local name = put(NAME .. suffix, labelled(version, "5.9"))
    package.cpath = folder .. "?" .. suffix
    package.loaded[NAME] = nil
    local _, message = load_core(version, nil)
    assert.is_truthy(message:find(("'%s' is a module for Lua 5.9, and this is ")
      :format(name), 1, true))
  end)

  -- A program may crash on such a file: another program reads it.
  it("skips a file on package.cpath without its end", function()
    if platform.is_windows then
      pending("Windows fills the last page")
      return
    end
    for _, bytes in ipairs { bytes_of_core:sub(1, 200000),
      bytes_of_core:sub(1, -2) } do
      local name = put(NAME .. suffix, bytes)
      local script = put("script.lua", ([[
package.path, package.cpath = %q, %q
print(require("tilepath").core_reason)]]):format(package.path, folder .. "?.so"))
      local text = helper.output_of(("LUA_INIT= '%s' '%s'; echo exit $?"):format(
        helper.interpreter(), script))
      assert.is_truthy(text:find("'" .. name
        .. "' cannot be opened: its end is missing\n", 1, true), text)
      assert.is_truthy(text:find("\nexit 0\n$"), text)
    end
  end)

  it("skips a module of its version with another seam", function()
    for number, word in pairs { [seam - 1] = "older", [seam + 1] = "newer",
      none = "older" } do
      package.preload[NAME] = function()
        return { version = tilepath.version, seam = tonumber(number) }
      end
      refuses("the module that require '" .. NAME .. "' finds",
        (" is %s than the Lua files of the same version"):format(word))
    end
  end)

  it("skips a module of another version, or that raises", function()
    local opened = 0
    package.preload[NAME] = function()
      opened = opened + 1
      return opened < 3 and error("not today") or { version = "0.1" }
    end
    refuses("found no C module")
    refuses("found no C module")
    refuses("the module that require '" .. NAME .. "' finds",
      (" is version 0.1, and the Lua files are version %s"):format(
        tilepath.version))
    put(NAME .. suffix, labelled("0.2"))
    put(platform.file_names()[2], bytes_of_core)
    loads()
  end)

  it("heeds TILEPATH_CORE, and raises for an unknown value", function()
    local demanded, getenv = require("tilepath.loader").demanded, os.getenv
    local value
    rawset(os, "getenv", function() return value end)
    local answers = {}
    for i, said in ipairs { "lua", " LUA\t", "lua \r", "C", "", " ", "luajit",
      "lua c" } do
      value = said
      answers[i] = select(2, pcall(demanded))
    end
    rawset(os, "getenv", getenv)
    assert.are.same({ "lua", "lua", "lua", "c", "", "",
      "tilepath: TILEPATH_CORE must be 'lua' or 'c', got 'luajit'",
      "tilepath: TILEPATH_CORE must be 'lua' or 'c', got 'lua c'" }, answers)
  end)

  it("does without package.loadlib, or a forbidden one", function()
    put(NAME .. suffix, bytes_of_core)
    rawset(package, "loadlib", nil)
    refuses("cannot be opened: this host has no package.loadlib")
    rawset(package, "loadlib", function()
      return nil, "dynamic libraries not enabled", "absent"
    end)
    refuses("cannot be opened: dynamic libraries not enabled")
  end)

  it("works without a folder or io, and with another love", function()
    local real = io
    rawset(_G, "io", nil)
    rawset(_G, "love", true)
    local _, message = load_core("1", nil)
    rawset(_G, "io", real)
    rawset(_G, "love", nil)
    assert.is_truthy(message:find("into 'a folder'", 1, true), message)
  end)

  it("loads the module beside the library if others are barred", function()
    put(NAME .. suffix, bytes_of_core)
    local open_file = io.open
    rawset(io, "open", function(name, ...)
      if name:sub(1, #folder) ~= folder then
        error("Mod security: Blocked attempted read from " .. name)
      end
      return open_file(name, ...)
    end)
    local loaded, why = pcall(loads)
    rawset(io, "open", open_file)
    assert.is_true(loaded, why)
  end)

  it("names a page if Luanti has no require, and require without it", function()
    local chunk = assert(loadfile(source))
    local real = require
    rawset(_G, "require", function()
      error("require() is disabled when mod security is on.")
    end)
    local raised, message = pcall(chunk, "tilepath")
    rawset(_G, "require", real)
    assert.is_false(raised)
    assert.is_truthy(message:find('"In Luanti" in docs/install.md', 1, true),
      message)
    raised, message = pcall(dofile, source)
    assert.is_false(raised)
    assert.are.equal("tilepath: load it with require", message)
  end)
end)
