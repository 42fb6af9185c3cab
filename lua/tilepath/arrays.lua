--- LuaJIT's arrays of C, for calls of the core that read and write them.
--
-- C sees an array and a pointer alike as "cdata", and cannot tell of what. Here
-- the type is known: the address goes into a cell of memory, which C reads.

local _, ffi = pcall(require, "ffi")

local WHAT = "an array of float or double"

--- What an object of a C type holds: { cell =, is_float =, size = }, false.
local function kind_of(array)
  local type_name = tostring(ffi.typeof(array)):match("^ctype<(.*)>$")
  local item, form = type_name:match("^(%l+) (.*)$")
  local is_array = form and form:match("^%(?&?%)?%[[%d?]*%]$")
  if not (item == "float" or item == "double")
    or not (is_array or form == "*" or form == "&") then
    return false
  end
  return { cell = ffi.new(item .. "*[1]"), is_float = item == "float",
    size = is_array and ffi.sizeof(item) }
end

local kinds = {}

--- A cell with the address of an array or pointer, and whether it holds floats;
-- or nil and what it should be. `n` is how many items are wanted.
local function cdata(array, n)
  local id = tonumber(ffi.typeof(array))
  local kind = kinds[id]
  if kind == nil then
    kind = kind_of(array)
    kinds[id] = kind
  end
  if not kind then
    return nil, ("%s, got %s"):format(WHAT, tostring(ffi.typeof(array)))
  elseif kind.size and ffi.sizeof(array) < n * kind.size then
    return nil, ("%s of at least %d items, got %d"):format(WHAT, n,
      ffi.sizeof(array) / kind.size)
  end
  kind.cell[0] = array
  return kind.cell, kind.is_float
end

-- Without LuaJIT there are no such objects, and nobody calls it.
return cdata
