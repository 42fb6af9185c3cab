--- The names of this VM and this system, and of the files that may hold a C
-- module for them.
--
-- Every module has a label in its bytes,
--
--   [tilepath_core 1.0.0 for Lua 5.4 on Linux x64]
--
-- So the loader knows a file without loading it, even on a system that cannot
-- load it.

local siblings = (...):match("^.*[./]") or ""
local host = require(siblings .. "host")

local platform = {}

local NAME = "tilepath_core"
local LABEL = "%%[%s WORD for Lua WORD on WORD WORD%%]"
LABEL = LABEL:format(NAME):gsub("WORD", "([%%w.-]+)")

-- A larger file is no module of ours: a module has 850 thousand bytes, or 6
-- million with debug information.
platform.MOST_BYTES = 2 ^ 24

local jit = host("jit")
local language = host("_VERSION") or "Lua"
local is_windows = (package.config or ""):sub(1, 1) == "\\"

platform.name = NAME
platform.is_windows = is_windows
platform.lua = language:match("%d+%.%d+") or "" -- "": Luau

--- A module of LÖVE, such as "filesystem"; nil without LÖVE.
function platform.love(name)
  local love = host("love")
  if type(love) ~= "table" then
    return nil
  end
  if not love[name] then -- in a thread, say
    pcall(require, "love." .. name)
  end
  return love[name]
end

-- LuaJIT calls Android "Linux"; LÖVE knows better.
local function is_android()
  local love_system = platform.love("system")
  local get_os = love_system and love_system.getOS
  return get_os and get_os() == "Android"
end

local function system()
  if is_windows then
    return "Windows"
  elseif is_android() then
    return "Android"
  end
  local name = jit and jit.os
  return name == "OSX" and "macOS" or name
end

-- nil if unknown: only LuaJIT knows.
platform.system = system()
platform.processor = jit and jit.arch

--- The name of this VM: "LuaJIT", "Lua 5.4", "Luau".
platform.vm = jit and "LuaJIT" or language

--- The VMs that run the modules for a version of Lua.
function platform.hosts(lua)
  return lua == "5.1" and "Lua 5.1 and LuaJIT" or "Lua " .. lua
end

--- This VM and system in words: "LuaJIT on Linux x64".
function platform.describe()
  local words = { platform.vm }
  if platform.system then
    words[#words + 1] = "on " .. platform.system
    words[#words + 1] = platform.processor
  end
  return table.concat(words, " ")
end

-- A label says "Other" for rare systems and processors.
local function agrees(word, here)
  return not here or word == here or word == "Other"
end

-- The name of this VM for `make`.
platform.make_name = jit and "luajit" or "lua" .. platform.lua

local suffix = is_windows and ".dll" or ".so"

-- The modules of the bundle for games: one for each of these versions of Lua
-- and each of these systems and processors. The module for Android is in the
-- APK.
local BUNDLED_LUA = { ["5.1"] = true, ["5.4"] = true }
local BUNDLED = {
  { "Linux", "x64" }, { "Linux", "arm64" }, { "macOS", "x64" },
  { "macOS", "arm64" }, { "Windows", "x64" },
}

--- The names of the bundled modules that may run here. Plain Lua does not know
-- its processor, and cannot tell one Unix from another.
function platform.bundled_names()
  local names = {}
  for _, pair in ipairs(BUNDLED_LUA[platform.lua] and BUNDLED or {}) do
    local system_name, processor = pair[1], pair[2]
    if agrees(system_name, platform.system)
      and agrees(processor, platform.processor)
      and (system_name == "Windows") == is_windows
    then
      names[#names + 1] = ("%s-%s-%s-%s%s"):format(NAME, platform.lua,
        system_name:lower(), processor, suffix)
    end
  end
  return names
end

--- The names that a module may have here: that of a build, and those of the
-- bundle.
function platform.file_names()
  local names = platform.bundled_names()
  if not is_windows then
    table.insert(names, 1, NAME .. ".dylib")
  end
  table.insert(names, 1, NAME .. suffix)
  return names
end

--- Reads the label in a module's bytes.
-- @return a table of its version, Lua, system and processor; nil if there is no
-- label. If there are several (a module for two processors), the first that
-- fits here, or else the first.
function platform.read_label(bytes)
  local first
  for version, lua, system_name, processor in bytes:gmatch(LABEL) do
    local label = { version = version, lua = lua, system = system_name,
      processor = processor }
    if platform.fits(label) then
      return label
    end
    first = first or label
  end
  return first
end

--- Can a module with this label run here, as far as is known?
function platform.fits(label)
  return label.lua == platform.lua and agrees(label.system, platform.system)
    and agrees(label.processor, platform.processor)
end

-- An ELF file begins with four fixed bytes and its class (32 or 64 bits); its
-- sixth byte is the byte order. The section headers are at its end. For each
-- class: the size of the file header; where it holds the offset of the section
-- headers, and the size of that offset; and where it holds their size and
-- number.
local ELF = {
  ["\127ELF\1"] = { header = 52, place = 32, bytes = 4, size = 46, count = 48 },
  ["\127ELF\2"] = { header = 64, place = 40, bytes = 8, size = 58, count = 60 },
}
local BIG_ENDIAN = "\2"

platform.HEADER_BYTES = 64

--- Is a file with these first bytes and this size cut off at its end? Linux
-- opens such a module, and the program crashes when it reads the missing part.
-- Other systems refuse it.
function platform.is_cut_off(bytes, size)
  local at = ELF[bytes:sub(1, 5)]
  if not at then
    return false
  elseif size < at.header then
    return true
  end
  local function number(offset, count)
    local digits, value = bytes:sub(offset + 1, offset + count), 0
    if bytes:sub(6, 6) ~= BIG_ENDIAN then
      digits = digits:reverse()
    end
    for i = 1, count do
      value = value * 256 + digits:byte(i)
    end
    return value
  end
  return size < number(at.place, at.bytes)
    + number(at.size, 2) * number(at.count, 2)
end

return platform
