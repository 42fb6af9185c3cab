--- What tools/float32 runs on a Lua with numbers of 32 bits: the listings of the
-- docs, and walks.lua, whose lines on another Lua are in a file. Both must be the
-- same to four digits, and the walks to five.
--
--   lua float32.lua FILE           with "write" behind it, writes that file

package.path = package.path .. ";tools/hosts/?.lua"
require "tilepath_extras"
local tilepath = require "tilepath"
local walks, SIDE = require "walks", 60
local lines = walks(tilepath, SIDE)

if arg[2] == "write" then
  local file = assert(io.open(arg[1], "wb"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
  return
end

assert(2.0 ^ 24 + 1 == 2.0 ^ 24, "floats have 32 bits")
local listings = require "listings"
local passed, faults = listings.run(tilepath, 1e-4)
local n = 0
for line in io.lines(arg[1]) do
  n = n + 1
  if listings.is_same(line, lines[n] or "", 1e-5) then
    passed = passed + 1
  else
    faults[#faults + 1] = ("'%s' elsewhere, '%s' here"):format(line,
      tostring(lines[n]))
  end
end
for _, fault in ipairs(faults) do
  print(fault)
end
print(("%d passed, %d failed"):format(passed, #faults))
os.exit(#faults == 0)
