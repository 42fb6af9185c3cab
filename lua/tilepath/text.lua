--- The text of a drawn map, ready for the C module: one byte for each cell.
--
-- A text in the source may be indented, a list of lines is taken as it is. A
-- text of hexagons loses its blanks. Letters beyond ASCII become bytes of their
-- own, if the text is UTF-8. (Else each byte is a letter, as in code pages.)
-- Short rows are filled if the game says with what.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local char, huge, max, min = string.char, math.huge, math.max, math.min

local CALL = "grid"
local BYTE_ORDER_MARK = "\239\187\191" -- some editors write it into UTF-8

-- The byte for the missing ends of short rows. No letter has it.
local NOTHING = "\1"

local text_of = {}

--- A map in [[ ]] may be indented: the blanks that all rows begin with are
-- removed. Rows of blanks alone do not count.
local function unindent(text)
  local indent = huge
  for row in text:gmatch("[^\r\n]+") do
    local first = row:find("[^ \t]")
    indent = min(indent, first and first - 1 or huge)
    if indent == 0 then
      return text
    end
  end
  return indent == huge and text
    or ("\n" .. text):gsub("\n([ \t]*)", function(blanks)
      return "\n" .. blanks:sub(indent + 1)
    end):sub(2)
end

--- A text of hexagons without its blanks.
-- @param blank, terrain  one in the legend, and its terrain; or false
local function without_blanks(text, blank, terrain)
  if blank then
    check.fail(CALL, ("legend[%s]"):format(check.show(blank)),
      "left out on a grid of hexagons", terrain)
  end
  local rows = {}
  for line in text:gmatch("[^\r\n]+") do
    rows[#rows + 1] = line:gsub("[ \t]", ""):match(".+")
  end
  return table.concat(rows, "\n")
end

-- A letter of UTF-8 beyond ASCII, by its length.
local LETTERS = { "[\194-\223][\128-\191]",
  "[\224-\239][\128-\191][\128-\191]",
  "[\240-\244][\128-\191][\128-\191][\128-\191]" }

--- Gives each letter beyond ASCII a byte of its own.
-- @return the text; and the letters, { byte = letter }, or nil
local function to_bytes(text)
  local beyond = text:match("^[^\128-\255]*(.*)")
  local rest = beyond
  for _, letter in ipairs(LETTERS) do
    rest = rest:gsub(letter, "")
  end
  if rest == beyond or rest:find("[\128-\255]") then
    return text
  end
  local bytes, letters, count = {}, {}, 0
  text = text:gsub("[\194-\244][\128-\191]+", function(letter)
    if not bytes[letter] and count == 128 then
      check.raise(CALL .. ": text must have at most 128 different letters beyond "
        .. "ASCII")
    elseif not bytes[letter] then
      bytes[letter], count = char(128 + count), count + 1
      letters[bytes[letter]] = letter
    end
    return bytes[letter]
  end)
  return text, letters
end

--- Splits a text into rows, as core.measure does: a row ends in \n or \r\n, and
-- no row follows a final line break.
-- @return a list, and the length of the longest row
function text_of.rows(text)
  local rows, longest = {}, 0
  if text:find("\r", 1, true) then
    text = text:gsub("\r\n", "\n")
  end
  if text:sub(-1) ~= "\n" then
    text = text .. "\n"
  end
  for row in text:gmatch("([^\n]*)\n") do
    rows[#rows + 1], longest = row, max(longest, #row)
  end
  return rows, longest
end

--- Makes all rows as long as the longest.
local function filled(text)
  local rows, longest = text_of.rows(text)
  for i, row in ipairs(rows) do
    rows[i] = row .. NOTHING:rep(longest - #row)
  end
  return table.concat(rows, "\n")
end

--- Joins the lines of a map.
-- @param name  of the list, for messages
function text_of.lines(call, name, list)
  for i = 1, check.length(list) do
    local line = rawget(list, i)
    if type(line) ~= "string" or line:find("\n", 1, true) then
      check.fail(call, ("%s[%d]"):format(name, i), "a row of text", line)
    end
  end
  return table.concat(list, "\n") .. "\n"
end

--- Reads a text.
-- @param is_ascii  has it no letters beyond ASCII?
-- @param is_exact  is nothing removed at the left?
-- @param read_fences  function(text), which returns the cells and the fences
-- @return the text, { byte = letter } or nil, and the fences or nil
function text_of.read(text, is_ascii, options, is_exact, read_fences)
  local letters, fences
  if not is_ascii then
    text, letters = to_bytes((text:gsub("^" .. BYTE_ORDER_MARK, "")))
  end
  local legend = type(options.legend) == "table" and options.legend or {}
  local blank = legend[" "] ~= nil and " " or legend["\t"] ~= nil and "\t"
  if options.shape == "hex" then
    text = without_blanks(text, blank, legend[blank])
  elseif not (is_exact or blank) then
    text = unindent(text)
  end
  if read_fences then
    text, fences = read_fences(text)
  end
  return options.empty == nil and text or filled(text), letters, fences
end

--- Adds the meanings of bytes to a map { letter = terrain }.
-- @param empty, unknown  terrains, or nil
function text_of.meanings(text, map, letters, empty, unknown)
  for byte, letter in pairs(letters or {}) do
    map[byte] = map[letter]
  end
  map[NOTHING] = empty or map[NOTHING]
  for byte in (unknown and text or ""):gmatch("[^\n\r]") do
    map[byte] = map[byte] or unknown
  end
end

--- The way out of a text that has a character without a meaning.
function text_of.hint(text)
  return text:find("^[%d%s,-]+$") and text:find(",", 1, true)
    and " (numbers and commas are CSV: make rows of numbers of them)"
    or " (add it to legend, or say what all others are: unknown = 'open')"
end

return text_of
