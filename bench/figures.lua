--- The figures of README.md and docs/benchmarks.md: tables made of the rows of
-- one commit in bench/results.
--
-- The README names the commit and the machine. `make figures` measures, writes
-- these names there, and writes the tables into both texts; a spec compares
-- the texts with the rows. Means over maps are geometric.

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local measure = require "measure"

local figures = {}

--- Two digits or more. (VMs round halves differently.)
local function show(value)
  local digits = value >= 10 and 0 or value >= 1 and 1 or 2
  local unit = 10 ^ digits
  return ("%." .. digits .. "f"):format(math.floor(value * unit + 0.5) / unit)
end

--- The rows of a file whose columns have the given values, in order.
local function chosen(rows, wanted)
  local list = {}
  for _, row in ipairs(rows) do
    local fits = true
    for key, value in pairs(wanted) do
      fits = fits and row[key] == value
    end
    list[#list + 1] = fits and row or nil
  end
  return list
end

--- The geometric mean of a column over all maps.
local function mean_of(rows, key)
  local list = {}
  for i, row in ipairs(rows) do
    list[i] = row[key]
  end
  assert(#list > 0, "no row with " .. key)
  return measure.geometric_mean(list)
end

local function mean(rows, key)
  return show(mean_of(rows, key))
end

local function least_and_most(rows, key)
  local least, most = math.huge, -math.huge
  for _, row in ipairs(rows) do
    least, most = math.min(least, row[key]), math.max(most, row[key])
  end
  return least, most
end

--- The geometric mean, and the least value in brackets.
local function mean_and_least(rows, key)
  return ("%s (%s)"):format(mean(rows, key), show((least_and_most(rows, key))))
end

--- The same with the most, too.
local function mean_and_range(rows, key)
  local least, most = least_and_most(rows, key)
  return ("%s (%s to %s)"):format(mean(rows, key), show(least), show(most))
end

--- The same for a time of which `unit` is the unit.
local function range(rows, key, unit)
  if #rows == 1 then return mean(rows, key) .. " " .. unit end
  local least, most = least_and_most(rows, key)
  return ("%s %s (%s to %s)"):format(mean(rows, key), unit, show(least),
    show(most))
end

local function line(words)
  return "| " .. table.concat(words, " | ") .. " |"
end

--- The tables: { text = the file, [1] = first line, ... } each.
-- @param read  returns the rows of a file of results, by its name: "maps"
-- @param commit  the commit whose rows are used
function figures.tables(read, commit)
  local function of(file, name, wanted, vm)
    wanted.vm, wanted.table = vm or "luajit", name
    wanted.algorithm, wanted.commit = "auto", commit
    return chosen(read(file), wanted)
  end
  -- A row of the README: a small map on both cores.
  local function small(what, side, ground, key)
    local wanted = { side = side, ground = ground }
    return line { what, range(of("small", "small", wanted), key, "µs"),
      range(of("small", "small", wanted, "luajit-alone"), key, "µs"), "" }
  end
  local plain = of("maps", "uniform", { rule = "only_if_no_obstacles" })
  local blocks = of("priced", "priced", { ground = "blocks" })
  local land = of("priced", "priced", { ground = "land" })
  local off_walls = of("priced", "priced", { ground = "keep_away" })
  local frame = of("crowd_frames", "frames", { row = "goals" })
  local readme = { text = "README.md",
    "| | the C module | the core in Lua "
      .. "| the C module: times as fast as the textbook |",
    "|---|---:|---:|---:|",
    small("a path on 64 × 64 cells", 64, "plain", "find_us"),
    small("the same with prices", 64, "blocks", "find_us"),
    small("an edit and a path, 64 × 64 cells", 64, "plain", "edit_us"),
    small("a field over 64 × 64 cells", 64, "plain", "field_us"),
    line { "a path on a large map", range(plain, "mean_us", "µs"), "",
      mean_and_range(plain, "ratio") },
    line { "a frame of a crowd of 4,000 units, each with its own goal",
      mean(frame, "mean_ms") .. " ms", "", "" },
  }
  local libraries = { text = "docs/benchmarks.md",
    "| a path on 128 × 128 cells, µs | C module | in Lua | its interpreter "
      .. "| A\\* in C | A\\* in Lua | Jumper, JPS | Jumper, A\\* |",
    "|---|---:|---:|---:|---:|---:|---:|---:|" }
  local interpreted = of("plain", "plain", { host = "luajit -joff" })
  for i, row in ipairs(of("plain", "plain", { host = "luajit" })) do
    local words = { row.map, show(row.module), show(row.us),
      show(interpreted[i].us) }
    for n, key in ipairs { "textbook", "tables", "jps", "astar" } do
      words[4 + n] = row[key] and show(row[key]) or ""
    end
    libraries[#libraries + 1] = row.side == 128 and line(words) or nil
  end
  local frames = { text = "docs/benchmarks.md",
    "| | a frame in the mean | the longest | all decide at once | KB a unit |",
    "|---|---:|---:|---:|---:|" }
  for i, row in ipairs { "fields", "goals" } do
    local some = of("crowd_frames", "frames", { row = row })
    frames[#frames + 1] = line {
      "4,000 units, " .. ({ "along 16 fields", "a goal for each" })[i],
      mean(some, "mean_ms") .. " ms", mean(some, "longest_ms") .. " ms",
      mean(some, "first_ms") .. " ms", show(some[1].bytes / 1024) }
  end
  return {
    readme,
    libraries,
    frames,
    { text = "docs/benchmarks.md",
      "| times the textbook | blocks of 8 × 8 | patches, roads "
        .. "| `keep_away = { 2, 3 }` |",
      "|---|---:|---:|---:|",
      line { "no landmarks", mean_and_least(blocks, "ratio"),
        mean_and_least(land, "ratio"), mean_and_least(off_walls, "ratio") },
      line { "`landmarks = 8`", mean_and_least(blocks, "marks_ratio"),
        mean_and_least(land, "marks_ratio"),
        mean_and_least(off_walls, "marks_ratio") },
    },
  }
end

--- The commit and the machine that the README names.
function figures.origin(readme)
  return readme:match("commit `(%x+)` on the machine `([%w-]+)`")
end

--- The text, with this table in place of the table that has the same first
-- line.
local function with(text, rows)
  local first, last = text:find(rows[1] .. "\n", 1, true)
  assert(first, rows.text .. " has no table " .. rows[1])
  while text:sub(last + 1, last + 1) == "|" do
    last = text:find("\n", last + 1, true)
  end
  return text:sub(1, first - 1) .. table.concat(rows, "\n")
    .. text:sub(last)
end

if (arg[0] or ""):find("figures%.lua$") then
  local results = require "results"
  local files = dofile(here .. "../tools/files.lua")
  local options = require "options"(arg, { MACHINE = "", COMMIT = "" },
    "usage: tools/lua luajit bench/figures.lua [MACHINE=name] [COMMIT=1234567]")
  local machine = results.machine(options.MACHINE)
  local commit = options.COMMIT ~= "" and options.COMMIT
    or results.commit(here)
  assert(not commit:find("+", 1, true),
    "src or lua is changed: commit, and measure again")
  local function read(file)
    return results.read(("%sresults/%s-%s.csv"):format(here, machine, file))
  end
  local readme = here .. "../README.md"
  files.write(readme, (files.read(readme):gsub(
    "commit `%x+` on the machine `[%w-]+`",
    ("commit `%s` on the machine `%s`"):format(commit, machine))))
  for _, rows in ipairs(figures.tables(read, commit)) do
    local text = here .. "../" .. rows.text
    files.write(text, with(files.read(text), rows))
  end
end

return figures
