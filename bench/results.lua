--- Keeps what bench.lua measured, as CSV: bench/results/<machine>-<file>.csv, a
-- line for each row. A run replaces an earlier one with the same VM, table and
-- options. Also reads such files, for plot.lua.

local movingai = require "movingai"
local tilepath = require "tilepath"

local results = {}

results.vm = type(jit) == "table" and "luajit"
  or "lua" .. _VERSION:match("%d+%.%d+$")
if tilepath.core == "Lua" then
  results.vm = results.vm .. "-alone"
end

-- What tells runs apart; with the commit, it stands before the table's columns.
local RUN = { "vm", "table", "rule", "algorithm" }

--- The given name, unless it is empty; else the name of the processor or the
-- system, as a file name.
function results.machine(given)
  if given ~= "" then return given end
  local name = movingai.lines(
    "{ sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1; "
      .. "sysctl -n machdep.cpu.brand_string; uname -sm; } 2>/dev/null")[1]
  return ((name or "unknown"):lower():gsub("%W+", "-"):gsub("%-$", ""))
end

--- The measured commit, with a + if its sources were changed.
function results.commit(folder)
  local git = "git -C '" .. folder .. "' "
  local head = movingai.lines(git .. "rev-parse --short HEAD 2>/dev/null")[1]
  local changed = movingai.lines(git .. "status --porcelain -- "
    .. "../src ../lua 2>/dev/null")[1]
  return (head or "unknown") .. (changed and "+" or "")
end

local function read_lines(file_name)
  local lines = {}
  local file = io.open(file_name, "r")
  if file then
    for line in file:lines() do
      lines[#lines + 1] = line
    end
    file:close()
  end
  return lines
end

local function split(line)
  local words = {}
  for word in (line .. ","):gmatch("([^,]*),") do
    words[#words + 1] = word
  end
  return words
end

--- The rows of a CSV file: tables by the names of its first line. Numbers
-- become numbers (except a commit, such as 12e3456), and empty fields are nil.
function results.read(file_name)
  local lines, rows = read_lines(file_name), {}
  local names = split(lines[1] or "")
  for i = 2, #lines do
    local row = {}
    for n, word in ipairs(split(lines[i])) do
      row[names[n]] = names[n] ~= "commit" and tonumber(word)
        or (word ~= "" and word or nil)
    end
    rows[i - 1] = row
  end
  return rows
end

local function show(value)
  if type(value) ~= "number" then return (value or ""):gsub(",", ";") end
  return ("%.5g"):format(value)
end

--- Writes the rows of a run.
-- @param run { vm =, table =, rule =, algorithm =, machine = or "" }
-- @param name of the file, after the machine
-- @param columns keys of the rows, in order
-- @return the file's name
function results.save(folder, run, name, columns, rows)
  local file_name = ("%sresults/%s-%s.csv"):format(folder,
    results.machine(run.machine), name)
  local head = {}
  for i, key in ipairs(RUN) do
    head[i] = run[key]
  end
  local kind = table.concat(head, ",") .. ","
  local title = table.concat(RUN, ",") .. ",commit,"
    .. table.concat(columns, ",")
  local lines, old = { title }, read_lines(file_name)
  for i = 2, #old do -- not its title, which may have new columns
    if old[i]:sub(1, #kind) ~= kind then
      lines[#lines + 1] = old[i]
    end
  end
  local start = kind .. results.commit(folder)
  for _, row in ipairs(rows) do
    local words = { start }
    for i, key in ipairs(columns) do
      words[i + 1] = show(row[key])
    end
    lines[#lines + 1] = table.concat(words, ",")
  end
  local file = assert(io.open(file_name, "w"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
  return file_name
end

return results
