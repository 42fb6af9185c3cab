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

  it("is different with Android, with Linux, and with a stand-in for LÖVE",
    function()
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
