--- Listings of the documentation: their places in a page, their output, and the
-- output that the page shows.

local tilepath = require "tilepath"

-- luacheck: globals loadstring setfenv
local load = loadstring or load

local listings = {}

--- The fenced blocks of a text: { language =, text =, line =, heading = } each.
-- The heading is that of the surrounding section.
function listings.blocks(text)
  local blocks, block, number, heading = {}, nil, 0, nil
  for line in text:gmatch("([^\n]*)\n") do
    number = number + 1
    local fence = line:match("^```(.*)$")
    if fence and block then
      blocks[#blocks + 1] = block
      block.text, block = table.concat(block, "\n") .. "\n", nil
    elseif fence then
      block = { language = fence, line = number, heading = heading }
    elseif block then
      block[#block + 1] = line
    else
      heading = line:match("^#+ (.*)$") or heading
    end
  end
  return blocks
end

--- The program after a step of a page whose steps are sections `## 1. Walk`:
-- all blocks of Lua up to that step.
function listings.program(text, step)
  local parts = {}
  for _, block in ipairs(listings.blocks(text)) do
    local number = tonumber((block.heading or ""):match("^(%d+)%. "))
    if block.language == "lua" and number and number <= step then
      parts[#parts + 1] = block.text
    end
  end
  return table.concat(parts, "\n")
end

--- A value as text, with 3 and 3.0 the same.
local function show(value)
  return type(value) == "number" and ("%.14g"):format(value) or tostring(value)
end

--- A function print, and its printed lines.
function listings.new_print()
  local lines = {}
  return function(...)
    local words = { ... }
    for i = 1, select("#", ...) do
      words[i] = show(words[i])
    end
    for line in (table.concat(words, " ") .. "\n"):gmatch("([^\n]*)\n") do
      lines[#lines + 1] = line
    end
  end, lines
end

--- Runs a block with globals of its own; returns the printed lines.
function listings.printed(chunk)
  local print, lines = listings.new_print()
  chunk(setmetatable({ tilepath = tilepath, print = print }, { __index = _G }))
  return lines
end

--- Compiles a text. Calling the chunk takes its globals.
function listings.compile(text, name)
  local chunk = assert(load(text, name))
  return function(globals)
    if setfenv then
      setfenv(chunk, globals)()
    else
      load(text, name, "t", globals)()
    end
  end
end

--- The shown output of a block: behind its `-->`, or in a block of text after
-- it.
function listings.expected(block, after)
  local lines = {}
  for _, line in ipairs(block) do
    lines[#lines + 1] = line:match("%-%-> (.*)$")
  end
  if #lines == 0 and after and after.language == "text" then
    for i, line in ipairs(after) do
      lines[i] = line
    end
  end
  return lines
end

return listings
