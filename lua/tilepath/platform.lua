--- What this VM and this system are, and which files may hold a C module for
-- them.
--
-- Every module bears a label in its bytes,
--
--   [tilepath_core 1.0.0 for Lua 5.4 on Linux x64]
--
-- so that a file can say what it is without being loaded, also on a system that
-- would not load it.

local platform = {}

local NAME = "tilepath_core"
local LABEL = "%%[%s WORD for Lua WORD on WORD WORD%%]"
LABEL = LABEL:format(NAME):gsub("WORD", "([%%w.-]+)")

-- Files of more bytes are none of ours: one has 850 thousand, 6 million with
-- what a debugger wants.
platform.MOST_BYTES = 2 ^ 24

local jit = rawget(_G, "jit")
local is_windows = package.config:sub(1, 1) == "\\"

platform.name = NAME
platform.is_windows = is_windows
platform.lua = _VERSION:match("%d+%.%d+")

-- LuaJIT calls Android Linux; LÖVE knows.
local function is_android()
  local love = rawget(_G, "love")
  if type(love) ~= "table" then
    return false
  end
  if not love.system then -- in a thread, say
    pcall(require, "love.system")
  end
  local get_os = love.system and love.system.getOS
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

-- nil where only LuaJIT could have told.
platform.system = system()
platform.processor = jit and jit.arch

--- What Lua is called here: "LuaJIT", "Lua 5.4".
platform.vm = jit and "LuaJIT" or "Lua " .. platform.lua

--- What modules for a version of Lua run in.
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

-- "Other" is what a label says of rare systems and processors.
local function agrees(word, here)
  return not here or word == here or word == "Other"
end

-- What `make` calls this VM.
platform.make_name = jit and "luajit" or "lua" .. platform.lua

local suffix = is_windows and ".dll" or ".so"

-- The modules of the bundle for games: for each of these versions of Lua, and
-- for each of these systems and processors. The one for Android is in the APK.
local BUNDLED_LUA = { ["5.1"] = true, ["5.4"] = true }
local BUNDLED = {
  { "Linux", "x64" }, { "Linux", "arm64" }, { "macOS", "x64" },
  { "macOS", "arm64" }, { "Windows", "x64" },
}

--- The names in the bundle of the modules that may run here. A plain Lua knows
-- neither its processor nor one Unix from another.
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

--- The names that a module may have here: as it is built, and as the bundle has
-- it.
function platform.file_names()
  local names = { NAME .. suffix }
  if not is_windows then
    names[2] = NAME .. ".dylib"
  end
  for _, name in ipairs(platform.bundled_names()) do
    names[#names + 1] = name
  end
  return names
end

--- What a module's bytes say of themselves.
-- @return its version, Lua, system and processor; nothing where there is no
--   label. Where there are several (a module for two processors), those of the
--   first that fits here, or else of the first.
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

--- Whether a module with that label can run here, as far as can be told.
function platform.fits(label)
  return label.lua == platform.lua and agrees(label.system, platform.system)
    and agrees(label.processor, platform.processor)
end

-- An ELF file begins with four bytes and its class, 32 or 64 bits; its sixth
-- byte is the order of bytes. The headers of its sections end it. For each
-- class: the bytes of the file's header, where it has the place of the first of
-- those headers, the bytes of that place, and where their size and number are.
local ELF = {
  ["\127ELF\1"] = { header = 52, place = 32, bytes = 4, size = 46,
    count = 48 },
  ["\127ELF\2"] = { header = 64, place = 40, bytes = 8, size = 58,
    count = 60 },
}
local BIG_ENDIAN = "\2"

platform.HEADER_BYTES = 64

--- Whether a file of that many bytes that begins with these has lost its end.
-- Linux opens such a module, and the program dies when it reaches for the rest;
-- other systems refuse it.
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
