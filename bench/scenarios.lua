--- Do all scenarios of a folder come out with the length that they list?
--
-- Lengths are compared to 5e-3, their printed precision. A missing folder is
-- no failure: the collection is large and not part of this repository.

local USAGE = "usage: make scenarios MAPS=folder [ONLY=name] [VM=lua5.4]"
local TOLERANCE = 5e-3
local RULE = "only_if_no_obstacles"

-- Files made under other rules: for these, the textbook A* of this folder tells
-- the lengths.
local MADE_OTHERWISE = { duskwood = true }

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local movingai = require "movingai"
local options = require "options"(arg,
  { MAPS = "", ONLY = "" }, USAGE)
local tilepath = require "tilepath"

local maps = movingai.maps(options.MAPS)
if #maps == 0 then
  print(("skipped: no scenarios in '%s'"):format(options.MAPS))
  print(USAGE)
  os.exit(0)
end

--- The queries of a map, with the lengths to expect.
local function queries_of(files)
  if MADE_OTHERWISE[files.name] then
    return movingai.textbook(files, RULE, 1e6),
      "by the textbook"
  end
  return movingai.queries(files.scen), "as listed"
end

local total, wrong = 0, 0
io.stdout:setvbuf("no")
for _, files in ipairs(maps) do
  if files.name:find(options.ONLY, 1, true) then
    local finder = tilepath.pathfinder(movingai.grid(files.map),
      { diagonal = RULE })
    local queries, source = queries_of(files)
    local into, worst, before = {}, 0, wrong
    for _, q in ipairs(queries) do
      local path, cost = finder:find(q[1], q[2], q[3], q[4], { into = into })
      local off = math.abs((path and cost or -1) - q[5])
      worst = math.max(worst, off)
      if off > TOLERANCE then
        wrong = wrong + 1
        print(("%s: from %d, %d to %d, %d: %s, expected %.6f"):format(
          files.name, q[1], q[2], q[3], q[4], tostring(cost), q[5]))
      end
    end
    total = total + #queries
    print(("%-20s %6d queries, lengths %s, off by %.1e at most%s"):format(
      files.name, #queries, source, worst,
      wrong > before and ", WRONG" or ""))
  end
end
print(("%d queries, %d wrong"):format(total, wrong))
os.exit(wrong == 0 and total > 0 and 0 or 1)
