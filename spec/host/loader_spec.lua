--- require "tilepath": how it finds its C module, and its message if no module
-- fits. love_loader_spec.lua has the part of LÖVE.

local tilepath = require "tilepath"
local load_core = require("tilepath.loader").load
local platform = require "tilepath.platform"
local helper = require "spec.support.helper"

local NAME = "tilepath_core"
local source = debug.getinfo(tilepath.picture, "S").source:sub(2)
local folder_of_library = source:match("^.*[/\\]")
local suffix = platform.is_windows and ".dll" or ".so"

-- The VM that runs the specs.
local interpreter = arg[0]
do
  local i = -1
  while arg[i] do
    interpreter, i = arg[i], i - 1
  end
end

local bytes_of_core = assert(helper.read_file(helper.file_of_core()))

--- Bytes that no system loads, but with a label.
local function labelled(version, lua, system, processor)
  return ("no library [%s %s for Lua %s on %s %s] at all"):format(NAME, version,
    lua or platform.lua, system or "Other", processor or "Other")
end

describe("#host require \"tilepath\"", function()
  local saved, folder, written

  before_each(function()
    saved = {
      cpath = package.cpath, core = package.loaded[NAME],
      preload = package.preload[NAME], loadlib = package.loadlib,
    }
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

  local function refuses(...)
    local raised, message = pcall(load_core, tilepath.version, folder)
    assert.is_false(raised)
    for _, text in ipairs { ... } do
      assert.is_truthy(message:find(text, 1, true),
        text .. " expected in:\n" .. message)
    end
    assert.is_nil(package.loaded[NAME])
    return message
  end

  it("has a version", function()
    assert.is_string(tilepath.version)
    package.loaded[NAME] = saved.core
    assert.are.equal(require(NAME).version, tilepath.version)
  end)

  it("works from any folder, with any separator in its name", function()
    local function search(name)
      local file = name:match("^libs[./](.*)$")
      if not file then
        return nil
      end
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
      assert.are.equal(tilepath.version, again.version)
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

  it("uses the module of package.preload", function()
    local core = { version = "9" }
    package.preload[NAME] = function() return core end
    assert.are.equal(core, load_core("9", folder))
  end)

  it("finds the C module in the folder of the Lua files", function()
    put(NAME .. suffix, bytes_of_core)
    assert.are.equal(tilepath.version,
      load_core(tilepath.version, folder).version)
    assert.is_table(package.loaded[NAME])
  end)

  it("finds it there under each of its names in the bundle", function()
    for _, name in ipairs(platform.file_names()) do
      package.loaded[NAME] = nil
      put(name, bytes_of_core)
      assert.are.equal(tilepath.version,
        load_core(tilepath.version, folder).version)
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
      os.execute("mkdir '" .. inner:gsub("'", "'\\''") .. "'")
      package.loaded[NAME] = nil
      helper.write_file(inner .. NAME .. suffix, "none")
      local raised, message = pcall(load_core, tilepath.version, inner)
      helper.write_file(inner .. NAME .. suffix, bytes_of_core)
      local found, core = pcall(load_core, tilepath.version, inner)
      os.remove(inner .. NAME .. suffix)
      os.remove(inner)
      assert.is_true(found, name)
      assert.are.equal(tilepath.version, core.version)
      assert.is_false(raised)
      assert.is_truthy(message:find(inner, 1, true), message)
    end
  end)

  it("raises with advice if there is no module", function()
    local way_out = "\nOr require 'tilepath.plain', which needs none.\n"
    local message = refuses("version " .. tilepath.version,
      platform.describe(), "Put " .. NAME .. suffix .. " into '" .. folder,
      "package.preload." .. NAME, "In a checkout of that version `make ",
      way_out)
    assert.is_true(#message < 500 + #way_out)
    assert.is_nil(message:find("nowhere", 1, true))
  end)

  it("raises with what helps a game first, and then the details", function()
    put(NAME .. suffix, labelled(tilepath.version, "5.9"))
    local message = refuses()
    local last = 0
    for _, text in ipairs { "tilepath: found no C module of version ",
      "\nPut ", platform.bundled_names()[1] and "\nThe bundle for games "
      or "", "\nOr require ", "\nIn a checkout ", "\nA program that is linked ", "\nSkipped:\n  '",
      "is a module for Lua 5.9" } do
      last = assert(message:find(text, last + 1, true), text)
    end
  end)

  it("raises with the Lua of a module for another Lua", function()
    local name = put(NAME .. suffix, labelled(tilepath.version, "5.9"))
    refuses(("'%s' is a module for Lua 5.9, and this is %s"):format(name,
      platform.describe()))
    local other = platform.lua == "5.1" and { "5.4", "Lua 5.4" }
      or { "5.1", "Lua 5.1 and LuaJIT" }
    put(NAME .. suffix, labelled(tilepath.version, other[1]))
    refuses("is a module for " .. other[2] .. ", and this is ")
  end)

  it("raises the same for a module on package.cpath", function()
    local name = put(NAME .. suffix, labelled(tilepath.version, "5.9"))
    package.cpath = folder .. "?" .. suffix
    local raised, message = pcall(load_core, tilepath.version, nil)
    assert.is_false(raised)
    assert.is_truthy(message:find(
      ("'%s' is a module for Lua 5.9, and this is "):format(name), 1, true))
  end)

  it("raises with the system of a module for another system", function()
    if not platform.system then
      return -- only LuaJIT knows its system
    end
    put(NAME .. suffix, labelled(tilepath.version, nil, "Amiga", "m68k"))
    refuses("is a module for Amiga m68k, and this is ")
  end)

  it("raises for a file that is cut off or that is no module", function()
    for _, bytes in ipairs { "", "no library", bytes_of_core:sub(1, 64),
      bytes_of_core:sub(1, 1000) } do
      local name = put(NAME .. suffix, bytes)
      refuses("'" .. name
        .. "' is not a complete module of this library")
    end
    if not platform.is_windows then -- Windows fills the last page
      put(NAME .. suffix, bytes_of_core:sub(1, -2))
      refuses("' cannot be opened: ")
    end
  end)

  -- A program may crash on such a file: another program reads it.
  it("raises for a file on package.cpath without its end", function()
    if platform.is_windows then
      pending("Windows fills the last page")
      return
    end
    for _, bytes in ipairs { bytes_of_core:sub(1, 200000),
      bytes_of_core:sub(1, -2) } do
      local name = put(NAME .. suffix, bytes)
      local script = put("script.lua", ([[
package.path, package.cpath = %q, %q
print(pcall(require, "tilepath"))]]):format(package.path, folder .. "?.so"))
      local pipe = io.popen(("LUA_INIT= '%s' '%s' 2>&1; echo exit $?"):format(
        interpreter, script))
      local text = pipe:read("*a")
      pipe:close()
      assert.is_truthy(text:find("'" .. name
        .. "' cannot be opened: its end is missing\n", 1, true), text)
      assert.is_truthy(text:find("\nexit 0\n$"), text)
    end
  end)

  it("reads no file of package.cpath if the program has the module", function()
    put(NAME .. suffix, bytes_of_core:sub(1, -2))
    package.cpath = folder .. "?" .. suffix
    local core = { version = "9" }
    package.preload[NAME] = function() return core end
    assert.are.equal(core, load_core("9", nil))
    package.preload[NAME] = nil
    assert.are.equal(core, package.loaded[NAME])
    assert.are.equal(core, load_core("9", nil))
  end)

  it("repeats the system's error for a module that should fit", function()
    local name = put(NAME .. suffix, labelled(tilepath.version))
    refuses("'" .. name .. "' cannot be opened: ")
  end)

  it("skips a module of another version, and says so if no other is found",
    function()
      package.preload[NAME] = function() return { version = "0.1" } end
      local wanted = (" is version 0.1, and the Lua files are version %s")
        :format(tilepath.version)
      refuses("the module that require '" .. NAME .. "' finds", wanted)
      local name = put(NAME .. suffix, labelled("0.2"))
      refuses("'" .. name .. "' is version 0.2, and the Lua files are version "
        .. tilepath.version)
      put(platform.file_names()[2], bytes_of_core)
      assert.are.equal(tilepath.version,
        load_core(tilepath.version, folder).version)
    end)

  it("skips a module that raises when opened, each time again", function()
    local opened = 0
    package.preload[NAME] = function()
      opened = opened + 1
      error("not today")
    end
    refuses("found no C module")
    refuses("found no C module")
    assert.are.equal(2, opened)
    put(NAME .. suffix, bytes_of_core)
    assert.are.equal(tilepath.version,
      load_core(tilepath.version, folder).version)
  end)

  it("raises if the host has no package.loadlib, or a forbidden one", function()
    put(NAME .. suffix, bytes_of_core)
    rawset(package, "loadlib", nil)
    refuses("cannot be opened: this host has no package.loadlib")
    rawset(package, "loadlib", function()
      return nil, "dynamic libraries not enabled", "absent"
    end)
    refuses("cannot be opened: dynamic libraries not enabled")
  end)

  it("works without a folder, without io and with a love that is not "
    .. "LÖVE", function()
    package.preload[NAME] = nil
    local real = io
    rawset(_G, "io", nil)
    rawset(_G, "love", true)
    local raised, message = pcall(load_core, "1", nil)
    rawset(_G, "io", real)
    rawset(_G, "love", nil)
    assert.is_false(raised)
    assert.is_truthy(message:find("into 'a folder'", 1, true), message)
  end)

  it("loads the module beside the library if the host forbids other files",
    function()
      put(NAME .. suffix, bytes_of_core)
      local open_file = io.open
      rawset(io, "open", function(name, ...)
        if name:sub(1, #folder) ~= folder then
          error("Mod security: Blocked attempted read from " .. name)
        end
        return open_file(name, ...)
      end)
      local loaded, core = pcall(load_core, tilepath.version, folder)
      rawset(io, "open", open_file)
      assert.is_true(loaded, core)
      assert.are.equal(tilepath.version, core.version)
    end)

  it("names a page if Luanti has no require", function()
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
  end)

  it("raises unless it is loaded with require", function()
    local raised, message = pcall(dofile, source)
    assert.is_false(raised)
    assert.are.equal("tilepath: load it with require", message)
  end)
end)

describe("#host a machine", function()
  --- platform.lua and the loader on a Unix with that `jit` and `love`.
  local function played(jit, love)
    local real = { jit = rawget(_G, "jit"), love = rawget(_G, "love"),
      config = package.config }
    rawset(_G, "jit", jit)
    rawset(_G, "love", love)
    rawset(package, "config", "/\n")
    package.loaded["played.host"] = require "tilepath.host"
    local there = assert(loadfile(folder_of_library .. "platform.lua"))(
      "played.platform")
    rawset(_G, "jit", real.jit)
    rawset(_G, "love", real.love)
    rawset(package, "config", real.config)
    package.loaded["played.platform"] = there
    package.loaded["played.archive"] = require "tilepath.archive"
    local load = assert(loadfile(folder_of_library .. "loader.lua"))(
      "played.loader").load
    package.loaded["played.platform"] = nil
    package.loaded["played.archive"] = nil
    package.loaded["played.host"] = nil
    return there, function()
      local core, cpath = package.loaded[NAME], package.cpath
      package.loaded[NAME], package.cpath = nil, "./nowhere/?.so"
      local raised, message = pcall(load, tilepath.version, "./nowhere/")
      package.loaded[NAME], package.cpath = core, cpath
      assert.is_false(raised)
      return message
    end
  end

  local function love_on(name)
    return { system = { getOS = function() return name end } }
  end

  local function bundled(...)
    local names = {}
    for i, name in ipairs { ... } do
      names[i] = NAME .. "-" .. platform.lua .. "-" .. name .. ".so"
    end
    return names
  end

  it("has one module of the bundle, or none, if LuaJIT names it", function()
    for _, row in ipairs {
      { "Linux", "x64", "linux-x64" }, { "Linux", "arm64", "linux-arm64" },
      { "OSX", "x64", "macos-x64" }, { "OSX", "arm64", "macos-arm64" },
      { "Linux", "arm" }, { "BSD", "x64" },
    } do
      local there, complain = played({ os = row[1], arch = row[2] })
      local names = bundled(row[3])
      assert.are.same(names, there.bundled_names())
      assert.are.same({ NAME .. ".so", NAME .. ".dylib", names[1] },
        there.file_names())
      local message = complain()
      assert.are.equal(names[1] ~= nil, message:find(
        "The bundle for games has it as " .. (names[1] or ""), 1, true) ~= nil)
    end
  end)

  it("may need any module of this Lua's version in plain Lua", function()
    local there, complain = played()
    local names = bundled("linux-x64", "linux-arm64", "macos-x64",
      "macos-arm64")
    if platform.lua ~= "5.1" and platform.lua ~= "5.4" then
      names = {}
    end
    assert.are.same(names, there.bundled_names())
    assert.are.equal(#names > 0, complain():find(
      table.concat(names, ", ") .. ".", 1, true) ~= nil)
  end)

  it("is LuaJIT's, with a stand-in for LÖVE", function()
    local there = played({ os = "Linux", arch = "x64" }, { system = {} })
    assert.are.equal("LuaJIT on Linux x64", there.describe())
  end)

  it("is different with Android and with Linux", function()
    local jit = { os = "Linux", arch = "arm64" }
    local there, complain = played(jit, love_on "Android")
    local other = played(jit, love_on "Linux")
    assert.are.equal("LuaJIT on Android arm64", there.describe())
    assert.are.equal("LuaJIT on Linux arm64", other.describe())
    local label = { lua = platform.lua, system = "Android",
      processor = "arm64" }
    assert.is_true(there.fits(label))
    assert.is_false(other.fits(label))
    label.system = "Linux"
    assert.is_false(there.fits(label))
    assert.is_true(other.fits(label))
    assert.are.same({}, there.bundled_names())
    local message = complain()
    for _, text in ipairs {
      "Put tilepath_core.so into the APK as lib/arm64-v8a/tilepath_core.so.",
      "`make modules PLATFORMS=android-arm64` builds build/modules/"
        .. platform.lua .. "-android-arm64/tilepath_core.so.",
      "has it as android/lib/arm64-v8a/tilepath_core.so.",
    } do
      assert.is_truthy(message:find(text, 1, true), message)
    end
  end)
end)

describe("#host a label", function()
  it("is in the module, once, with the module's version and Lua", function()
    local core = require(NAME)
    local label = platform.read_label(bytes_of_core)
    assert.are.equal(tilepath.version, label.version)
    assert.are.equal(platform.lua, label.lua)
    assert.is_true(platform.fits(label))
    local first = bytes_of_core:find(core.label, 1, true)
    assert.is_number(first)
    assert.is_nil(bytes_of_core:find(core.label, first + 1, true))
  end)

  it("is the fitting one if there are several", function()
    local bytes = labelled("1", "5.9") .. labelled("2")
    assert.are.equal("2", platform.read_label(bytes).version)
    assert.are.equal("1",
      platform.read_label(labelled("1", "5.9")).version)
    assert.is_nil(platform.read_label("[tilepath_core 1 for Lua 5.4 on]"))
  end)
end)

describe("#host the end of a module", function()
  --- The header of an ELF file for words of so many bytes, from the table of
  -- the format's specification, field by field.
  -- @param sections  the place of the sections' headers, the bytes of each, and
  -- their number
  local function header_of(word, is_big_endian, sections)
    local bytes = {}
    local function add(value, count)
      local digits = {}
      for i = 1, count do
        digits[is_big_endian and count + 1 - i or i] =
          string.char(value % 256)
        value = math.floor(value / 256)
      end
      bytes[#bytes + 1] = table.concat(digits)
    end
    bytes[1] = "\127ELF" .. string.char(word / 4, is_big_endian and 2 or 1, 1)
      .. ("\0"):rep(9)
    add(3, 2) -- a shared object
    add(40, 2) -- its processor
    add(1, 4) -- its version
    add(0x1234, word) -- its entry
    add(0x40, word) -- the place of its segments' headers
    add(sections.at, word)
    add(0x05000200, 4) -- flags
    add(word == 8 and 64 or 52, 2)
    add(word == 8 and 56 or 32, 2) -- a segment's header
    add(7, 2)
    add(sections.size, 2)
    add(sections.count, 2)
    add(sections.count - 1, 2) -- the section of names
    return table.concat(bytes)
  end

  for _, kind in ipairs {
    { title = "32 bits, little-endian", word = 4, header = 52, size = 40 },
    { title = "32 bits, big-endian", word = 4, is_big_endian = true,
      header = 52, size = 40 },
    { title = "64 bits, little-endian", word = 8, header = 64, size = 64 },
    { title = "64 bits, big-endian", word = 8, is_big_endian = true,
      header = 64, size = 64 },
  } do
    it("is found in ELF files of " .. kind.title, function()
      local sections = { at = 818176 + 5, size = kind.size, count = 0x11d }
      local bytes = header_of(kind.word, kind.is_big_endian, sections)
      assert.are.equal(kind.header, #bytes)
      local whole = sections.at + sections.size * sections.count
      bytes = (bytes .. ("?"):rep(64)):sub(1, platform.HEADER_BYTES)
      assert.is_false(platform.is_cut_off(bytes, whole))
      assert.is_false(platform.is_cut_off(bytes, whole + 1))
      assert.is_true(platform.is_cut_off(bytes, whole - 1))
      for size = 5, kind.header do
        assert.is_true(platform.is_cut_off(bytes:sub(1, size), size))
      end
    end)
  end

  it("is not searched in other files", function()
    for _, bytes in ipairs { "", "\127ELF", "MZ" .. ("\0"):rep(62),
      "\207\250\237\254" .. ("\255"):rep(60) } do
      assert.is_false(platform.is_cut_off(bytes, #bytes))
    end
  end)

  it("exists in the module of these specs", function()
    local bytes = bytes_of_core:sub(1, platform.HEADER_BYTES)
    assert.is_false(platform.is_cut_off(bytes, #bytes_of_core))
    assert.are.equal(bytes_of_core:sub(1, 4) == "\127ELF",
      platform.is_cut_off(bytes, #bytes_of_core - 1))
  end)
end)
