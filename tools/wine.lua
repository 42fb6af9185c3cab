--- What busted asks of its C modules (lfs, system, term), for LuaJIT on
-- Windows, which is asked itself, through the FFI.

local bit, ffi = require "bit", require "ffi"

ffi.cdef [[
  typedef struct {
    uint32_t attributes, times[6], size_high, size_low, reserved[2];
    char name[260], short_name[14];
  } wine_Entry;
  uint32_t GetFileAttributesA(const char *name);
  void *FindFirstFileA(const char *pattern, wine_Entry *entry);
  int FindNextFileA(void *search, wine_Entry *entry);
  int FindClose(void *search);
  uint32_t GetCurrentDirectoryA(uint32_t size, char *name);
  int SetCurrentDirectoryA(const char *name);
  uint64_t GetTickCount64(void);
  void Sleep(uint32_t milliseconds);
]]

local MISSING, IS_DIRECTORY = 0xffffffff, 16

local lfs = {}

function lfs.attributes(name, what)
  local attributes = ffi.C.GetFileAttributesA(name)
  if attributes == MISSING then return nil, "no such file" end
  local mode = bit.band(attributes, IS_DIRECTORY) ~= 0 and "directory"
    or "file"
  return what == "mode" and mode or { mode = mode }
end

lfs.symlinkattributes = lfs.attributes

function lfs.currentdir()
  local name = ffi.new("char[?]", 4096)
  return ffi.string(name, ffi.C.GetCurrentDirectoryA(4096, name))
end

function lfs.chdir(name)
  return ffi.C.SetCurrentDirectoryA(name) ~= 0
end

function lfs.dir(name)
  local entry, names = ffi.new("wine_Entry"), {}
  local search = ffi.C.FindFirstFileA(name .. "/*", entry)
  repeat
    names[#names + 1] = ffi.string(entry.name)
  until ffi.C.FindNextFileA(search, entry) == 0
  ffi.C.FindClose(search)
  local i = 0
  return function()
    i = i + 1
    return names[i]
  end
end

local system = {}

function system.monotime()
  return tonumber(ffi.C.GetTickCount64()) / 1000
end

system.gettime = os.time

function system.sleep(seconds)
  ffi.C.Sleep(seconds * 1000)
end

local term = {}

function term.isatty()
  return false
end

for name, module in pairs { lfs = lfs, system = system, term = term } do
  package.preload[name] = function() return module end
end
