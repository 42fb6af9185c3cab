--- The figures of README.md and docs/choosing.md: tables made of the rows of
-- one commit in bench/results.
--
-- The README names the commit and the machine. `make figures` measures, writes
-- these names there, and writes the tables into both texts; a spec compares
-- the texts with the rows. Means over maps are geometric.

local figures = {}

local function geometric_mean(list)
  local sum = 0
  for _, value in ipairs(list) do
    sum = sum + math.log(value)
  end
  return math.exp(sum / #list)
end

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
  return geometric_mean(list)
end

local function mean(rows, key)
  return show(mean_of(rows, key))
end

--- The same for microseconds, with the unit.
local function time(rows, key)
  local us = mean_of(rows, key)
  return us < 1000 and show(us) .. " µs" or show(us / 1000) .. " ms"
end

local function least_and_most(rows, key)
  local least, most = math.huge, -math.huge
  for _, row in ipairs(rows) do
    least, most = math.min(least, row[key]), math.max(most, row[key])
  end
  return show(least), show(most)
end

--- The geometric mean, and the least value in brackets.
local function mean_and_least(rows, key)
  return ("%s (%s)"):format(mean(rows, key), (least_and_most(rows, key)))
end

--- The same with the most, too.
local function mean_and_range(rows, key)
  return ("%s (%s to %s)"):format(mean(rows, key), least_and_most(rows, key))
end

local function line(words)
  return "| " .. table.concat(words, " | ") .. " |"
end

--- A table with a line for each map.
-- @param columns  { title, rows, key } each
local function by_map(columns)
  local titles, rule, lines = { "map" }, { "---" }, {}
  for i, column in ipairs(columns) do
    titles[i + 1], rule[i + 1] = column[1], "---:"
  end
  for i, row in ipairs(columns[1][2]) do
    local words = { row.map }
    for _, column in ipairs(columns) do
      local found = chosen(column[2], { map = row.map })[1]
      words[#words + 1] = show(assert(found, row.map)[column[3]])
    end
    lines[i + 2] = line(words)
  end
  lines[1] = line(titles)
  lines[2] = "|" .. table.concat(rule, "|") .. "|"
  lines.text = "docs/choosing.md"
  return lines
end

--- The tables: { text = the file, [1] = first line, ... } each.
-- @param read  returns the rows of a file of results, by its name: "maps"
-- @param commit  the commit whose rows are used
function figures.tables(read, commit)
  local function of(file, name, wanted)
    wanted.vm, wanted.table, wanted.algorithm = "luajit", name, "auto"
    wanted.commit = commit
    return chosen(read(file), wanted)
  end
  local plain = of("maps", "uniform", { rule = "only_if_no_obstacles" })
  local four = of("maps", "4way", {})
  local blocks = of("priced", "priced", { ground = "blocks" })
  local land = of("priced", "priced", { ground = "land" })
  local off_walls = of("priced", "priced", { ground = "keep_away" })
  local near = of("nearby", "nearby", {})
  local edits = of("edits", "edits", { cells = "random" })
  local field = of("fields", "fields", { ground = "plain" })
  local priced_field = of("fields", "fields", { ground = "priced" })
  local frame = of("crowd_frames", "frames", { row = "goals" })
  local readme = { text = "README.md",
    "| | time | times as fast as the textbook |",
    "|---|---:|---:|",
    line { "a path on a plain map", time(plain, "mean_us"),
      mean_and_range(plain, "ratio") },
    line { "a path on a map with prices", time(blocks, "mean_us"),
      mean_and_range(blocks, "ratio") },
    line { "the same with `landmarks = 8`", time(blocks, "marks_us"),
      mean_and_range(blocks, "marks_ratio") },
    line { "a field over a whole map", mean(field, "build_ms") .. " ms",
      mean_and_range(field, "ratio") },
    line { "a frame of a crowd of 4,000 units, each with its own goal",
      mean(frame, "mean_ms") .. " ms", "" },
  }
  return {
    readme,
    { text = "docs/choosing.md",
      "| times the textbook | blocks of 8 × 8 | patches, roads "
        .. "| `keep_away = { 2, 3 }` |",
      "|---|---:|---:|---:|",
      line { "nothing kept", mean_and_least(blocks, "ratio"),
        mean_and_least(land, "ratio"), mean_and_least(off_walls, "ratio") },
      line { "`landmarks = 8`", mean_and_least(blocks, "marks_ratio"),
        mean_and_least(land, "marks_ratio"),
        mean_and_least(off_walls, "marks_ratio") },
    },
    by_map {
      { "the goal", near, "goal_us" },
      { '`adjacent`', near, "adjacent_us" },
      { "range 3", near, "range3_us" },
      { "range 10", near, "range10_us" },
      { "range 6, in sight", near, "sight_us" },
      { "`partial`", near, "partial_us" },
    },
    by_map {
      { "plain", plain, "ratio" },
      { "4-way", four, "ratio" },
      { "priced", blocks, "ratio" },
      { "first query, ms", plain, "first_query_ms" },
      { "bytes a cell", plain, "bytes_a_cell" },
      { "edit, median", edits, "median_us" },
      { "99 %", edits, "p99_us" },
    },
    by_map {
      { "plain, ms", field, "build_ms" },
      { "ratio", field, "ratio" },
      { "priced, ms", priced_field, "build_ms" },
      { "ratio", priced_field, "ratio" },
      { "update, median", field, "update_us" },
      { "99 %", field, "update_p99_us" },
      { "priced, median", priced_field, "update_us" },
      { "99 %", priced_field, "update_p99_us" },
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

local function read_file(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function write_file(name, text)
  local file = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

if (arg[0] or ""):find("figures%.lua$") then
  local here = arg[0]:match("^(.*[/\\])") or "./"
  package.path = here .. "?.lua;" .. package.path
  local results = require "results"
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
  write_file(readme, (read_file(readme):gsub(
    "commit `%x+` on the machine `[%w-]+`",
    ("commit `%s` on the machine `%s`"):format(commit, machine))))
  for _, rows in ipairs(figures.tables(read, commit)) do
    local text = here .. "../" .. rows.text
    write_file(text, with(read_file(text), rows))
  end
end

return figures
