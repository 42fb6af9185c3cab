--- LuaJIT's C arrays, for functions of the core that read and write them.
--
-- C code sees only "cdata": arrays and pointers of any type look the same. This
-- file knows the type. It puts the address into a cell of memory that C reads.

local _, ffi = pcall(require, "ffi")

local NUMBERS = { float = true, double = true,
  what = "an array of float or double" }
local BYTES = { bool = true, ["unsigned char"] = true, char = true,
  what = "an array of bool or uint8_t" }

--- The kind of a C object: { cell =, is_float =, size = }; or false.
local function kind_of(array, types)
  local type_name = tostring(ffi.typeof(array)):match("^ctype<(.*)>$")
  local item, form = type_name:match("^([%l ]*%l) (.*)$")
  local is_array = form and form:match("^%(?&?%)?%[[%d?]*%]$")
  if not types[item] or not (is_array or form == "*" or form == "&") then
    return false
  end
  return { cell = ffi.new(item .. "*[1]"), is_float = item == "float",
    size = is_array and ffi.sizeof(item) }
end

local kinds = { [NUMBERS] = {}, [BYTES] = {} }

-- The name of a type makes garbage, so objects that were seen are remembered.
local seen = {
  [NUMBERS] = setmetatable({}, { __mode = "k" }),
  [BYTES] = setmetatable({}, { __mode = "k" }),
}

local function known_kind(array, types)
  local known, id = kinds[types], tonumber(ffi.typeof(array))
  if known[id] == nil then
    known[id] = kind_of(array, types)
  end
  seen[types][array] = known[id]
  return known[id]
end

--- A cell with the address of an array or pointer, and whether it holds floats;
-- or nil and what it should be. `n` is the number of items that are needed:
-- numbers, or bytes that are each true or false.
local function cdata(array, n, in_bytes)
  local types = in_bytes and BYTES or NUMBERS
  local kind = seen[types][array]
  if kind == nil then
    kind = known_kind(array, types)
  end
  if not kind then
    return nil, ("%s, got %s"):format(types.what, tostring(ffi.typeof(array)))
  elseif kind.size and ffi.sizeof(array) < n * kind.size then
    return nil, ("%s of at least %d items, got %d"):format(types.what, n,
      ffi.sizeof(array) / kind.size)
  end
  kind.cell[0] = array
  return kind.cell, kind.is_float
end

-- Without LuaJIT there are no such objects, and this function is never called.
return cdata
