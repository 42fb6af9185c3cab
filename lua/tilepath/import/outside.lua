--- What lies outside of a map: files beside it, and bytes that are packed.
--
-- The game has a function for each: `files(name)` returns a decoded file, and
-- `decompress(bytes, method)` bytes. Under LÖVE, LÖVE decompresses.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local host = require(root .. "host")

local byte, char, floor = string.byte, string.char, math.floor

-- The most bytes of a name in a message: all that file systems allow.
local MAX_NAME = 255

local Outside = {}
Outside.__index = Outside

-- Files -----------------------------------------------------------------------

local function quoted(name)
  return "'" .. name:sub(1, MAX_NAME):gsub("%c", "?") .. "'"
end

--- A file, by the first of its names that `files` knows.
-- @param what   what the file has, for the message
-- @param hint   a way out, for the message
-- @return a table, or false if nothing is known of it
function Outside:file(names, what, hint)
  for _, name in ipairs(names) do
    local file = self.files(name)
    if file then
      given.kind(self.call, ("files(%s)"):format(quoted(name)), file, "table",
        "a decoded file (a table), false or nil")
    end
    if file ~= nil then
      return file
    end
  end
  check.raise(("%s: %s is in a file of its own, %s: give it, files = "
    .. "function(name), which returns the decoded file, or false if nothing of "
    .. "it matters%s"):format(self.call, what, quoted(names[1]), hint or ""))
end

-- Bytes -----------------------------------------------------------------------

-- The values of the characters of base64.
local DIGITS = {}
for i = 1, 64 do
  DIGITS[byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    i)] = i - 1
end

--- The bytes of a text in base64; nil if it is none.
local function decode(text)
  local digits, pad = text:gsub("%s+", ""):match("^([%w+/]*)(=?=?)$")
  if not digits or (#digits + #pad) % 4 ~= 0 then
    return nil
  end
  return (digits .. ("A"):rep(#pad)):gsub("....", function(four)
    local a, b, c, d = byte(four, 1, 4)
    local bits = ((DIGITS[a] * 64 + DIGITS[b]) * 64 + DIGITS[c]) * 64 + DIGITS[d]
    return char(floor(bits / 65536), floor(bits / 256) % 256, bits % 256)
  end):sub(1, -1 - #pad)
end

--- The gids of a layer or chunk whose data is a text: CSV, or `count` numbers of
-- four bytes, the lowest first.
-- @param method  how the bytes are packed, or ""
function Outside:gids(text, method, count, label)
  local bytes, why = decode(text), "a text, but no CSV and not in base64:"
  if not bytes and text:find "^[%d%s,]+$" then
    local gids = {}
    for gid in text:gmatch "%d+" do
      gids[#gids + 1] = tonumber(gid)
    end
    return gids
  elseif bytes and method ~= "" and self.decompress then
    bytes = given.kind(self.call, "decompress(" .. label .. ")",
      self.decompress(bytes, method), "string", "a string of bytes")
  elseif bytes and method ~= "" then
    bytes, why = nil, ("packed with %s: give decompress = function(bytes, "
      .. "method), which returns the bytes, or"):format(check.show(method))
  end
  if not bytes then
    check.raise(("%s: data of %s is %s set Tile Layer Format to CSV in the map's "
      .. "properties and save it again"):format(self.call, label, why))
  end
  if #bytes ~= 4 * count then
    check.fail(self.call, "length of data of " .. label,
      ("4 x %d bytes"):format(count), #bytes)
  end
  local list = {}
  for i = 1, count do
    local a, b, c, d = byte(bytes, 4 * i - 3, 4 * i)
    list[i] = a + 256 * (b + 256 * (c + 256 * d))
  end
  return list
end

--- The options `files` and `decompress`.
function Outside.new(call, options)
  local files, decompress, love = options.files, options.decompress, host("love")
  if files == false or type(files) == "table" and not check.is_callable(files) then
    function files(name)
      return options.files and options.files[name]
    end
  end
  if decompress == nil and type(love) == "table" and love.data then
    function decompress(bytes, method)
      return love.data.decompress("string", method, bytes)
    end
  end
  return setmetatable({ call = call, files = given.kind(call, "files",
    files or function() end, "function",
    "a function of a name, a table by names, or false"),
    decompress = decompress and given.kind(call, "decompress", decompress,
    "function", "a function of bytes and a method") }, Outside)
end

return Outside
