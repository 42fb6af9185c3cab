--- Finds the C module in the places where a game may have put it. Without one,
-- or if tilepath.plain or the environment (TILEPATH_CORE=lua) asks for it, takes
-- the core in Lua, which gives the same answers.
--
-- The loader searches in this order: package.preload, package.cpath and LÖVE's
-- own search; then the folder of these Lua files; under LÖVE also the game's
-- files, the save directory and the directory that holds the game. In all of
-- these folders the module may have the name of a build or the name in the
-- bundle for games. A module in an archive is unpacked first (see archive.lua).
--
-- The module goes into package.loaded.tilepath_core, so the other files only
-- require it. The loader skips a module that does not fit: built for another
-- Lua, of another version, or cut off. A message says what is wrong with each
-- and where to put which file. TILEPATH_CORE=c makes it an error.

local own_name = ...
local host = require((own_name:gsub("loader$", "host")))
local platform = require((own_name:gsub("loader$", "platform")))

local NAME = platform.name

-- The number of what these files take from a module (docs/seam.md): with each
-- change of that it is raised, here and in src/bind/kit/class.h.
local SEAM = 5

-- Why a host has no package.loadlib, if luanti.lua knows it.
local NO_LOADLIB = rawget(package, "no_loadlib")

-- Notes a fault of a search. A search holds the version wanted, the places
-- searched, and a line for each module that does not fit.
local function note(search, subject, fault)
  local line = subject .. " " .. fault
  if not search.faults[line] then
    search.faults[line] = true
    search.faults[#search.faults + 1] = line
  end
end

local function quote(path)
  return "'" .. path .. "'"
end

local function other_version(found, wanted)
  return ("is version %s, and the Lua files are version %s"):format(
    tostring(found or "unknown"), wanted)
end

--- Why an opened module, or a core in Lua that was loaded before, does not fit
-- these files; nil if it does.
local function misfit(search, core)
  local version = type(core) == "table" and core.version
  if version ~= search.version then
    return other_version(version, search.version)
  elseif not core.language and core.seam ~= SEAM then
    return ("is %s than the Lua files of the same version: make it anew from "
      .. "their sources"):format((core.seam or 0) < SEAM and "older" or "newer")
  end
end

--- Takes an opened module if it fits.
local function accept(search, subject, core)
  local fault = misfit(search, core)
  if fault then
    package.loaded[NAME] = nil
    note(search, subject, fault)
    return nil
  end
  package.loaded[NAME] = core
  return core
end

-- Files -----------------------------------------------------------------------

--- The first bytes of a file and its size, or nil. A host may forbid to read a
-- file; Luanti raises then.
local function read(path, count)
  local io = host("io")
  local allowed, file = pcall(io and io.open, path, "rb")
  if not allowed or not file then
    return nil
  end
  local bytes, size = file:read(count), file:seek("end")
  file:close()
  return bytes or "", size
end

local function exists(path)
  return read(path, 0) ~= nil
end

--- The words for a module that the system cannot open.
local function refusal(message)
  return "cannot be opened: " .. tostring(message):gsub("%s+$", "")
end

local CUT_OFF = "its end is missing"

--- Why a module with these bytes cannot be used; nil if its label fits.
local function objection(bytes, version)
  local label = bytes and platform.read_label(bytes)
  if not label then
    return "is not a complete module of this library"
  elseif label.lua ~= platform.lua then
    return ("is a module for %s, and this is %s"):format(
      platform.hosts(label.lua), platform.describe())
  elseif not platform.fits(label) then
    return ("is a module for %s %s, and this is %s"):format(label.system,
      label.processor, platform.describe())
  elseif label.version ~= version then
    return other_version(label.version, version)
  elseif platform.is_cut_off(bytes, #bytes) then
    return refusal(CUT_OFF)
  end
end

--- Why a module cannot be used, which the system cannot open.
local function fault_of(path, version, message)
  return objection((read(path, platform.MOST_BYTES)), version)
    or refusal(message)
end

local function is_cut_off(path)
  local header, size = read(path, platform.HEADER_BYTES)
  return header and platform.is_cut_off(header, size)
end

--- Opens a module through the system.
-- @return the module's table, or nil and the reason
local function open(path)
  if not package.loadlib then
    return nil, NO_LOADLIB or "this host has no package.loadlib"
  end
  if is_cut_off(path) then
    return nil, CUT_OFF
  end
  if platform.is_windows then
    path = path:gsub("/", "\\")
  end
  local entry, message = package.loadlib(path, "luaopen_" .. NAME)
  if not entry then
    return nil, message
  end
  local opened, core = pcall(entry, NAME)
  if not opened then
    return nil, core
  end
  return core
end

-- LÖVE's own names ------------------------------------------------------------

--- The path from which LÖVE reads a file.
local function place_in_love(files, name)
  return files.getRealDirectory(name) .. "/" .. name
end

-- The usual way and plain folders ---------------------------------------------

--- The first module that `require` may open, if it is cut off: to open it could
-- crash the program.
local function cut_off_for_require(files)
  if package.loaded[NAME] or package.preload[NAME] then
    return nil
  end
  local names = files and files.getCRequirePath -- a stand-in may have none
    and files.getCRequirePath() or ""
  for template in names:gmatch("[^;]+") do
    local name = template:gsub("%?%?", NAME .. ".so"):gsub("%?", NAME)
    local info = files.getInfo(name, "file")
    local header = info and files.read(name, platform.HEADER_BYTES)
    if header and platform.is_cut_off(header, info.size) then
      return place_in_love(files, name)
    end
  end
  for template in (package.cpath or ""):gmatch("[^;]+") do
    local path = template:gsub("%?", NAME)
    if exists(path) then
      return is_cut_off(path) and path
    end
  end
end

local function search_as_require_does(search, files)
  local broken = cut_off_for_require(files)
  if broken then
    note(search, quote(broken), refusal(CUT_OFF))
    return nil
  end
  local found, core, path = pcall(require, NAME)
  if found then
    local subject = ("the module that require '%s' finds"):format(NAME)
    if type(path) == "string" then
      subject = subject .. (" (%s)"):format(path)
    end
    return accept(search, subject, core)
  end
  -- After a failure Lua 5.1 would give the same answer for ever.
  package.loaded[NAME] = nil
  local file, message = tostring(core):match("from file '(.-)':%s*(.*)")
  if file then
    note(search, quote(file), fault_of(file, search.version, message))
  end
end

local function search_folder(search, folder)
  if not folder or folder == "" then
    return nil
  end
  folder = folder:find("[/\\]$") and folder or folder .. "/"
  search.places[#search.places + 1] = folder
  for _, name in ipairs(platform.file_names()) do
    local path = folder .. name
    if exists(path) then
      local core, message = open(path)
      core = core and accept(search, quote(path), core)
      if core then
        return core
      elseif message then
        note(search, quote(path), fault_of(path, search.version, message))
      end
    end
  end
end

-- LÖVE's files ----------------------------------------------------------------

--- Opens one of LÖVE's files through LÖVE. LÖVE finds it even if the system's
-- own calls cannot take its name. A name is a pattern there, so a name with ?
-- or ; is left out.
local function open_in_love(search, files, name)
  if name:find("[?;]") then
    return nil
  end
  local path = files.getCRequirePath()
  files.setCRequirePath(name)
  local found, core = pcall(require, NAME)
  files.setCRequirePath(path)
  package.loaded[NAME] = nil
  -- The result may be a module on package.cpath that was refused before.
  return found and not misfit(search, core) and core or nil
end

--- Opens a file through the system or through LÖVE.
local function open_somehow(search, files, name, path)
  local core, message = open(path)
  return core or open_in_love(search, files, name), message
end

local function try_love_file(search, files, name)
  local path = place_in_love(files, name)
  local bytes = files.getInfo(name).size < platform.MOST_BYTES
    and files.read(name)
  local fault = objection(bytes, search.version)
  if fault then
    note(search, quote(path), fault)
    return nil
  end
  local core, message = open_somehow(search, files, name, path)
  if not core and not exists(path) then
    local unpack_module = require((own_name:gsub("loader$", "archive")))
    local unpacked, where = unpack_module(files, bytes, search.version)
    if unpacked then
      path = where
      core, message = open_somehow(search, files, unpacked, where)
    else
      message = "it is in an archive, and " .. where
    end
  end
  if core then
    return accept(search, quote(path), core)
  end
  note(search, quote(path), refusal(message))
end

--- Searches a folder of the game, or its top folder: in an archive, in the save
-- directory or in a real folder.
local function search_love_folder(search, files, folder)
  local shown = (files.getSource and files.getSource() or "") .. "/" .. folder
  search.places[#search.places + 1] = shown
  for _, name in ipairs(platform.file_names()) do
    if files.getInfo(folder .. name, "file") then
      local core = try_love_file(search, files, folder .. name)
      if core then
        return core
      end
    end
  end
end

-- All of it -------------------------------------------------------------------

local function find(search, folder)
  local files = platform.love("filesystem")
  local core = search_as_require_does(search, files)
  if core then
    return core
  end
  if not files then
    return search_folder(search, folder)
  end
  return folder and search_love_folder(search, files, folder)
    or search_love_folder(search, files, "")
    or search_folder(search, files.getSaveDirectory())
    or search_folder(search, files.getSourceBaseDirectory())
    or search_folder(search, folder)
end

-- The words for `make` that build a module for this system, and the file that
-- this makes.
local function built()
  local target = platform.is_windows and "windows-x64"
    or platform.system == "Android" and "android-arm64"
  if target then
    return "modules PLATFORMS=" .. target, ("build/modules/%s-%s/%s"):format(
      platform.lua, target, platform.file_names()[1])
  end
  return "VMS=" .. platform.make_name, ("build/%s/%s.so"):format(
    platform.make_name, NAME)
end

-- Android loads libraries only from the APK.
local APK = "lib/arm64-v8a/" .. NAME .. ".so"

--- The error message: what is wrong, how to mend it, and then the details.
local function explain(search)
  local lines = { ("tilepath: found no C module of version %s for %s"):format(
    search.version, platform.describe()) }
  local function add(text, ...)
    lines[#lines + 1] = text:format(...)
  end
  local bundled = table.concat(platform.bundled_names(), ", ")
  if NO_LOADLIB then
    add("No module can be opened: %s.", NO_LOADLIB)
  end
  if platform.system == "Android" then
    add("Put %s.so into the APK as %s.", NAME, APK)
    bundled = "android/" .. APK
  else
    add("Put %s into %s or along package.cpath.", platform.file_names()[1],
      quote(search.places[1] or "a folder"))
  end
  if bundled ~= "" then
    add("The bundle for games has it as %s.", bundled)
  end
  add("In a checkout of that version 'make %s' builds %s.", built())
  add("A program that is linked with it puts luaopen_%s into "
    .. "package.preload.%s.", NAME, NAME)
  if #search.faults > 0 then
    add("Skipped:")
  end
  for _, fault in ipairs(search.faults) do
    add("  %s", fault)
  end
  return table.concat(lines, "\n")
end

-- The core in Lua -------------------------------------------------------------

--- Makes the core in Lua the core of this Lua state, and returns it.
-- @param demand  the name of what asks for it, for messages
local function choose_plain(demand)
  local loaded = package.loaded[NAME]
  local core = require((own_name:gsub("loader$", "plain.core")))
  if loaded and loaded.language ~= core.language then
    error(("tilepath: %s asks for the core in Lua, and the C module is loaded "
      .. "already"):format(demand), 0)
  end
  package.loaded[NAME] = loaded or core
  return package.loaded[NAME]
end

local loader = { choose_plain = choose_plain, seam = SEAM }

-- What TILEPATH_CORE may say.
local DEMANDS = { [""] = "", lua = "lua", c = "c" }

--- The core that the environment asks for: "lua", "c" or "". Some hosts have no
-- environment. (In Windows, `set TILEPATH_CORE=lua & ...` adds a blank.)
function loader.demanded()
  local os = host("os")
  local found, value = pcall(os and os.getenv, "TILEPATH_CORE")
  value = found and type(value) == "string" and value or ""
  return DEMANDS[value:lower():match("^%s*(%S*)%s*$")]
    or error(("tilepath: TILEPATH_CORE must be 'lua' or 'c', got '%s'"):format(
      value), 0)
end

--- Loads the core of exactly this version.
-- @param version  of the Lua files
-- @param folder   of the Lua files, with its final slash, or nil
-- @return the core; and why it is not the C module, unless that was asked for
function loader.load(version, folder)
  local search = { version = version, places = {}, faults = {} }
  local demanded = loader.demanded()
  if demanded == "lua" then
    choose_plain("TILEPATH_CORE")
  end
  local core = find(search, folder)
  if core then
    return core
  elseif demanded == "c" then
    error(explain(search), 0)
  end
  return choose_plain("tilepath"), explain(search)
end

return loader
