--- Keeps what bench.lua measured: bench/results/<machine>.csv, a map a line.
-- A run takes the place of an earlier one with the same VM and options.

local movingai = require "movingai"

local results = {}

results.vm = type(jit) == "table" and "luajit"
  or "lua" .. _VERSION:match("%d+%.%d+$")

local HEADER = "vm,rule,terrain,algorithm,commit,"
  .. "map,mean_us,median_us,p99_us,textbook_us,ratio"

--- The processor's name, or what the system calls itself, as a file name.
local function machine()
  local name = movingai.lines(
    "{ sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1; "
      .. "sysctl -n machdep.cpu.brand_string; uname -sm; } 2>/dev/null")[1]
  return ((name or "unknown"):lower():gsub("%W+", "-"):gsub("%-$", ""))
end

--- The commit that was measured, with a + where its sources were changed.
local function commit(folder)
  local git = "git -C '" .. folder .. "' "
  local head = movingai.lines(git .. "rev-parse --short HEAD 2>/dev/null")[1]
  local changed = movingai.lines(git .. "status --porcelain -- "
    .. "../src ../lua 2>/dev/null")[1]
  return (head or "unknown") .. (changed and "+" or "")
end

local function read(file_name)
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

--- Writes the rows of a run made with these options.
-- @return the file's name
function results.save(folder, options, rows)
  local name = options.MACHINE ~= "" and options.MACHINE or machine()
  local file_name = folder .. "results/" .. name .. ".csv"
  local kind = table.concat({ results.vm, options.RULE,
    options.PRICED ~= "" and "priced" or "plain", options.ALGORITHM, "" }, ",")
  local lines = { HEADER }
  for _, line in ipairs(read(file_name)) do
    if line ~= HEADER and line:sub(1, #kind) ~= kind then
      lines[#lines + 1] = line
    end
  end
  local start = kind .. commit(folder) .. ","
  for _, row in ipairs(rows) do
    lines[#lines + 1] = start .. ("%s,%.1f,%.1f,%.1f,%.1f,%.2f"):format(
      row.map, row.mean, row.median, row.p99, row.textbook, row.ratio)
  end
  local file = assert(io.open(file_name, "w"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
  return file_name
end

return results
