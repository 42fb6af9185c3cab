--- Brings the C module out of a .love file or a fused executable, where the
-- system cannot open it, to LÖVE's save directory.
--
-- The folder's name there has the version and a hash of the bytes, so a module
-- that an earlier release left is never taken for this one; and what lies there
-- is compared with the archive, byte by byte, before it is used. It is written
-- under another name and then renamed, so that no second start of the game
-- finds a part of it, and none overwrites what the first has opened. Windows
-- renames nothing onto a file that is there, and not where a name has letters
-- that its code page lacks: then the file is written in place, and compared.

local own_name = ...
local platform = require((own_name:gsub("archive$", "platform")))

local function hash_of(bytes)
  local data = require "love.data"
  return data.encode("string", "hex", data.hash("sha256", bytes)):sub(1, 16)
end

--- A name that no other process or thread takes.
local function unique()
  return ("%x-%s"):format(os.time(), tostring({}):match("%x+$"))
end

--- Whether a file of the save directory has exactly these bytes.
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

--- Makes a folder, and the save directory where there is none yet. Where a
-- second start of the game makes one of its parts at that moment, LÖVE gives
-- up; the part is there then, so one attempt more for each part is enough.
local function make(files, folder)
  local _, parts = (files.getSaveDirectory() .. "/" .. folder):gsub("/+", "")
  for _ = 0, parts do
    if files.createDirectory(folder) then
      return
    end
  end
end

--- @return its name in LÖVE and its path in the system, or nil and the reason
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
    local renamed = os.rename(save .. "/" .. fresh, path)
    if not renamed or not holds(files, name, bytes) then
      written = holds(files, name, bytes)
      if not written then
        written, reason = write(files, name, bytes)
      end
    end
  end
  files.remove(fresh)
  if not written then
    return nil, ("the save directory '%s' does not take it: %s"):format(save,
      tostring(reason))
  end
  return name, path
end
