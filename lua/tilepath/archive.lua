--- Copies the C module from a .love file or a fused executable to LÖVE's save
-- directory, because the system cannot open it in an archive.
--
-- The name of the folder there contains the version and a hash of the bytes, so
-- the module of an earlier release is never used. A file that is already there
-- is compared with the archive, byte by byte. The module is written under
-- another name and then renamed. So a second start of the game never finds half
-- a file, and never overwrites a file that the first has opened.
--
-- Windows does not rename onto an existing file, and it does not rename at all
-- if a name has letters outside its code page. In these cases the file is
-- written in place and compared.

local own_name = ...
local platform = require((own_name:gsub("archive$", "platform")))

-- Some packers of games look for the file of each name behind `require`.
local DATA = "love.data"

local function hash_of(bytes)
  local data = require(DATA)
  return data.encode("string", "hex", data.hash("sha256", bytes)):sub(1, 16)
end

--- A name that no other process or thread uses.
local function unique()
  return ("%x-%s"):format(os.time(), tostring({}):match("%x+$"))
end

--- Does a file of the save directory have exactly these bytes?
local function holds(files, name, bytes)
  local info = files.getInfo(name, "file")
  return info and info.size == #bytes
    and files.getRealDirectory(name) == files.getSaveDirectory()
    and files.read(name) == bytes
end

local function write(files, name, bytes)
  local called, written, reason = pcall(files.write, name, bytes)
  if called and written and holds(files, name, bytes) then
    return true
  end
  return false, not called and written or reason or "cannot be written whole"
end

--- Makes a folder, and the save directory if there is none yet. If a second
-- start of the game makes one of the parts at the same moment, LÖVE gives up.
-- But then the part exists, so one more attempt for each part is enough.
local function make(files, folder)
  local _, parts = (files.getSaveDirectory() .. "/" .. folder):gsub("/+", "")
  for _ = 0, parts do
    if files.createDirectory(folder) then
      return
    end
  end
end

--- Unpacks the module.
-- @return its name in LÖVE and its path in the system, or nil and the reason
return function(files, bytes, version)
  local save = files.getSaveDirectory()
  local folder = ("%s/%s-%s"):format(platform.name, version, hash_of(bytes))
  local name = folder .. "/" .. platform.file_names()[1]
  local path = save .. "/" .. name
  if holds(files, name, bytes) then
    return name, path
  end
  make(files, folder)
  local fresh = folder .. "/" .. unique()
  local written, reason = write(files, fresh, bytes)
  if written then
    os.rename(save .. "/" .. fresh, path)
    if not holds(files, name, bytes) then
      written, reason = write(files, name, bytes)
    end
  end
  files.remove(fresh)
  if not written then
    return nil, ("writing it to the save directory '%s' failed: %s"):format(save,
      tostring(reason))
  end
  return name, path
end
