--- The names of this VM and system, the labels of modules, and their ends.

local tilepath = require "tilepath"
local platform = require "tilepath.platform"
local helper = require "spec.support.helper"

local NAME = "tilepath_core"
local folder_of_library = debug.getinfo(tilepath.picture, "S").source:sub(2)
  :match("^.*[/\\]")
local bytes_of_core = assert(helper.read_file(helper.core_file()))

describe("#host a machine", function()
  --- platform.lua and the loader on a Unix with that `jit` and `love`.
  -- @return platform.lua's table, and the loader's message without a module
  local function played(jit, love)
    local real = { jit = rawget(_G, "jit"), love = rawget(_G, "love"),
      config = package.config }
    local function load_file(name)
      return assert(loadfile(folder_of_library .. name .. ".lua"))(
        "played." .. name)
    end
    rawset(_G, "jit", jit)
    rawset(_G, "love", love)
    rawset(package, "config", "/\n")
    package.loaded["played.host"] = require "tilepath.host"
    package.loaded["played.archive"] = require "tilepath.archive"
    local there = load_file "platform"
    rawset(_G, "jit", real.jit)
    rawset(_G, "love", real.love)
    rawset(package, "config", real.config)
    package.loaded["played.platform"] = there
    local loader = load_file "loader"
    local load = loader.load
    function loader.demanded() return "c" end -- so that it raises
    for _, name in ipairs { "platform", "archive", "host" } do
      package.loaded["played." .. name] = nil
    end
    local core, cpath = package.loaded[NAME], package.cpath
    package.loaded[NAME], package.cpath = nil, "./nowhere/?.so"
    local raised, message = pcall(load, tilepath.version, "./nowhere/")
    package.loaded[NAME], package.cpath = core, cpath
    assert.is_false(raised)
    return there, message
  end

  local function love_on(name)
    return { system = { getOS = function() return name end } }
  end

  local function bundled(...)
    local names, is_bundled = {}, platform.lua == "5.1" or platform.lua == "5.4"
    for i, name in ipairs(is_bundled and { ... } or {}) do
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
      local there, message = played({ os = row[1], arch = row[2] })
      local names = bundled(row[3])
      assert.are.same(names, there.bundled_names())
      assert.are.same({ NAME .. ".so", NAME .. ".dylib", names[1] },
        there.file_names())
      assert.are.equal(names[1] ~= nil, message:find(
        "The bundle for games has it as " .. (names[1] or ""), 1, true) ~= nil)
    end
  end)

  it("may need any module of this Lua's version in plain Lua", function()
    local there, message = played()
    local names = bundled("linux-x64", "linux-arm64", "macos-x64",
      "macos-arm64")
    assert.are.same(names, there.bundled_names())
    assert.are.equal(#names > 0, message:find("The bundle for games has it as "
      .. table.concat(names, ", ") .. ".", 1, true) ~= nil)
  end)

  it("is different with Android, Linux, and a stand-in for LÖVE", function()
    local jit = { os = "Linux", arch = "arm64" }
    local there, message = played(jit, love_on "Android")
    local other = played(jit, love_on "Linux")
    assert.are.equal("LuaJIT on Android arm64", there.describe())
    assert.are.equal("LuaJIT on Linux arm64", other.describe())
    assert.are.equal("LuaJIT on Linux arm64",
      played(jit, { system = {} }).describe())
    local label = { lua = platform.lua, processor = "arm64" }
    for system, is_there in pairs { Android = true, Linux = false } do
      label.system = system
      assert.are.equal(is_there, there.fits(label))
      assert.are.equal(not is_there, other.fits(label))
    end
    assert.are.same({}, there.bundled_names())
    for _, text in ipairs {
      "Put tilepath_core.so into the APK as lib/arm64-v8a/tilepath_core.so.",
      "'make modules PLATFORMS=android-arm64' builds build/modules/"
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

  it("is the fitting one if there are several, or else the first", function()
    local function label(version, lua)
      return ("%s [%s %s for Lua %s on Other Other]"):format(version, NAME,
        version, lua)
    end
    for version, bytes in pairs { ["2"] = label("1", "5.9")
      .. label("2", platform.lua), ["1"] = label("1", "5.9")
      .. label("3", "5.8") } do
      assert.are.equal(version, platform.read_label(bytes).version)
    end
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
    for _, field in ipairs {
      { 3, 2 }, -- a shared object
      { 40, 2 }, -- its processor
      { 1, 4 }, -- its version
      { 0x1234, word }, -- its entry
      { 0x40, word }, -- the place of its segments' headers
      { sections.at, word }, { 0x05000200, 4 }, -- flags
      { word == 8 and 64 or 52, 2 },
      { word == 8 and 56 or 32, 2 }, -- a segment's header
      { 7, 2 }, { sections.size, 2 }, { sections.count, 2 },
      { sections.count - 1, 2 }, -- the section of names
    } do
      add(field[1], field[2])
    end
    return table.concat(bytes)
  end

  it("is found in ELF files of 32 and 64 bits, in both byte orders", function()
    for word, size in pairs { [4] = 40, [8] = 64 } do
      for _, is_big_endian in ipairs { false, true } do
        local sections = { at = 818176 + 5, size = size, count = 0x11d }
        local bytes = header_of(word, is_big_endian, sections)
        local header = word == 8 and 64 or 52
        assert.are.equal(header, #bytes)
        local whole = sections.at + sections.size * sections.count
        bytes = (bytes .. ("?"):rep(64)):sub(1, platform.HEADER_BYTES)
        assert.is_false(platform.is_cut_off(bytes, whole))
        assert.is_false(platform.is_cut_off(bytes, whole + 1))
        assert.is_true(platform.is_cut_off(bytes, whole - 1))
        for length = 5, header do
          assert.is_true(platform.is_cut_off(bytes:sub(1, length), length))
        end
      end
    end
  end)

  it("is not searched in other files, and exists in this module", function()
    for _, bytes in ipairs { "", "\127ELF", "MZ" .. ("\0"):rep(62),
      "\207\250\237\254" .. ("\255"):rep(60) } do
      assert.is_false(platform.is_cut_off(bytes, #bytes))
    end
    local bytes = bytes_of_core:sub(1, platform.HEADER_BYTES)
    assert.is_false(platform.is_cut_off(bytes, #bytes_of_core))
    assert.are.equal(bytes_of_core:sub(1, 4) == "\127ELF",
      platform.is_cut_off(bytes, #bytes_of_core - 1))
  end)
end)
