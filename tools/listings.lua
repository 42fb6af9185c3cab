--- Writes the listings of the docs as one program, for hosts without busted:
--
--   tools/lua luajit tools/listings.lua FILE      from the top of a checkout
--
-- The file returns a table of two functions. run(tilepath, tolerance) runs the
-- listings that need neither the C module nor LÖVE nor files. It returns the
-- number of those that print what the docs say, and a list of the others.
-- is_same(a, b, tolerance) compares texts: two numbers are the same if they
-- differ by at most the tolerance, times the larger.

local listings = require "spec.support.listings"
local pages = require "spec.support.pages"

local HEAD = [[
local function show(value)
  return type(value) == "number" and ("%.14g"):format(value) or tostring(value)
end

local function is_same(a, b, tolerance)
  local numbers_a, numbers_b = {}, {}
  local function take(numbers)
    return function(number)
      numbers[#numbers + 1] = tonumber(number)
      return "#"
    end
  end
  a = a:gsub("%d[%d.]*e?%-?%d*", take(numbers_a))
  b = b:gsub("%d[%d.]*e?%-?%d*", take(numbers_b))
  for i, number in ipairs(numbers_a) do
    local other = numbers_b[i] or math.huge
    if math.abs(number - other) > tolerance * math.max(number, other) then
      return false
    end
  end
  return a == b
end

local cases = {}
]]

local FOOT = [[
local function run(tilepath, tolerance)
  local passed, faults = 0, {}
  for _, case in ipairs(cases) do
    local lines = {}
    local function print(...)
      local words = { ... }
      for i = 1, select("#", ...) do
        words[i] = show(words[i])
      end
      for line in (table.concat(words, " ") .. "\n"):gmatch("([^\n]*)\n") do
        lines[#lines + 1] = line
      end
    end
    local is_fine, message = pcall(case.run, tilepath, print, function()
      return tilepath
    end)
    local fault = not is_fine and tostring(message)
    for i = 1, math.max(#lines, #case.expected) do
      local line, expected = lines[i] or "nothing", case.expected[i] or "nothing"
      fault = fault or not is_same(expected, line, tolerance)
        and ("'%s' expected, got '%s'"):format(expected, line)
    end
    if fault then
      faults[#faults + 1] = case.place .. ": " .. fault
    else
      passed = passed + 1
    end
  end
  return passed, faults
end

return { run = run, is_same = is_same }
]]

-- The core in Lua runs these pages.
local NAMES = {}
for _, name in ipairs(pages.FILES) do
  if name:find("/reference/", 1, true) or name:find("/recipes/", 1, true) then
    NAMES[#NAMES + 1] = name
  end
end

local function runs_anywhere(block)
  if block.language ~= "lua" then return false end
  for _, word in ipairs { "love%.", "core%.", "describe%(", "io%.",
    "tilepath%.busted" } do
    if block.text:find("%f[%w]" .. word) then return false end
  end
  return true
end

local out = { HEAD }
for _, name in ipairs(NAMES) do
  local blocks = listings.blocks(pages.read(name))
  for i, block in ipairs(blocks) do
    if runs_anywhere(block) then
      local expected = listings.expected(block, blocks[i + 1])
      for j, line in ipairs(expected) do
        expected[j] = ("%q"):format(line)
      end
      out[#out + 1] = ("cases[#cases + 1] = { place = %q,\nexpected = { %s },\n"
        .. "run = function(tilepath, print, require)\n%send }\n"):format(
        ("%s:%d"):format(name, block.line), table.concat(expected, ", "),
        block.text)
    end
  end
end
out[#out + 1] = FOOT

dofile("tools/files.lua").write(arg[1], table.concat(out, "\n"))
