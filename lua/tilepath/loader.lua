--- Finds the C module, wherever a game may have put it.
--
-- A .so or .dll is awkward to ship with a game: inside a .love archive the
-- system cannot open it, and beside a fused executable nobody looks for it. So
-- after the usual way (package.preload, package.cpath and LÖVE's own search)
-- the folder of these Lua files is tried, and under LÖVE the save directory and
-- the directory that holds the game. What was found lands in
-- package.loaded.tilepath_core, so that the other files may just require it.
-- Where nothing was found, one message lists every place and what was wrong
-- with it: a library built for another Lua is a different trouble from none.

local NAME = "tilepath_core"

local function suffixes()
  if package.config:sub(1, 1) == "\\" then
    return { ".dll" }
  end
  return { ".so", ".dylib" }
end

local function add(list, directory)
  if not directory or directory == "" then
    return
  end
  if not directory:find("[/\\]$") then
    directory = directory .. "/"
  end
  for _, known in ipairs(list) do
    if known == directory then
      return
    end
  end
  list[#list + 1] = directory
end

--- The directories to try, in order. Under LÖVE a folder is a place in a
-- virtual file system, and only its real directory means anything to the
-- system's loader.
local function directories(folder)
  local list = {}
  local love = rawget(_G, "love")
  local files = love and love.filesystem
  if not files then
    add(list, folder)
    return list
  end
  local real = folder and files.getRealDirectory(folder .. "init.lua")
  add(list, real and real .. "/" .. folder or folder)
  add(list, files.getSaveDirectory())
  add(list, files.getSourceBaseDirectory())
  return list
end

--- Opens one file.
-- @return the module, or nil and what went wrong
local function open(path)
  local entry, message = package.loadlib(path, "luaopen_" .. NAME)
  if not entry then
    return nil, message
  end
  local opened, core = pcall(entry, NAME)
  if not opened then
    return nil, core
  end
  package.loaded[NAME] = core
  return core
end

--- One line of the list of failures. Most systems name the path themselves.
local function describe(path, message)
  message = message:gsub("%s+$", "")
  if message:find(path, 1, true) then
    return "\t" .. message
  end
  return ("\t%s: %s"):format(path, message)
end

local function find(folder)
  local found, core = pcall(require, NAME)
  if found then
    return core
  end
  local failures = { tostring(core) }
  for _, directory in ipairs(directories(folder)) do
    for _, suffix in ipairs(suffixes()) do
      local path = directory .. NAME .. suffix
      local message
      core, message = open(path)
      if core then
        return core
      end
      failures[#failures + 1] = describe(path, tostring(message))
    end
  end
  error("tilepath: its C module cannot be loaded; these places were tried:\n"
    .. table.concat(failures, "\n"), 0)
end

--- The C module of this very version.
-- @param version  what the Lua files are
-- @param folder   where they stand, with its final slash, or nil
return function(version, folder)
  local core = find(folder)
  local other = type(core) == "table" and core.version
  if other ~= version then
    error(("tilepath: the Lua files are version %s, but the C module '%s' is "
      .. "version %s: install both from one release"):format(
      version, NAME, tostring(other or "unknown")), 0)
  end
  return core
end
