--- What the calls of a game cost, on both cores: rows of callrows.lua, each in
-- processes of its own. Beside a value stands another one of the same run, or that
-- of the build before, whose folder AGAINST names: a checkout in which `make` ran.
-- Builds take turns, and of each the least counts.
--
-- A row fails if its ratio is above the target. That no call about a small place
-- grows with the map is checked by counted work (spec/contract/growth_spec.lua).

local rows = require "callrows"

local calls = { failed = 0 }

calls.columns = {
  { "call", "call", "%-50s" },
  { "core", "core", "%-4s" },
  { "unit", "", "%-2s" },
  { "value", "value", "%11.1f" },
  { "beside", "beside", "%11.1f" },
  { "ratio", "ratio", "%8.3f" },
  { "target", "target", "%6.3g" },
  { "verdict", "", "%-6s" },
}

local here = debug.getinfo(1, "S").source:match("^@(.*[/\\])bench[/\\]") or "./"

--- Runs a row on a core of the build in a folder.
local function run(folder, core, name)
  local pipe = assert(io.popen(("TILEPATH_CORE=%s bash '%s/tools/lua' '%s' "
    .. "'%sbench/callrows.lua' '%s' 2>&1"):format(core, folder, arg[-1], here,
      name)))
  local text = pipe:read("*a")
  pipe:close()
  local value, beside = text:match("^%w+ (%S+) (%S+)")
  if not value then
    io.stderr:write(text)
  end
  return tonumber(value), tonumber(beside)
end

--- The least of some turns; of two values that of the least ratio.
local function best(value, beside, new, new_beside)
  local is_less = new and (not value or (new_beside or 0) > 0
    and new / new_beside < value / beside or new_beside == 0 and new < value)
  if is_less then
    return new, new_beside
  end
  return value, beside
end

local function measure(row, core, target, task)
  local value, beside, before
  for _ = 1, task.rounds do
    value, beside = best(value, beside, run(here, core, row.name))
    if task.against ~= "" and beside == 0 then
      before = best(before, 0, run(task.against, core, row.name))
    end
  end
  if not value or value == 0 then
    return nil
  end
  beside = beside ~= 0 and beside or before
  local ratio = beside and beside > 0 and value / beside or nil
  local is_over = ratio and ratio > target
  calls.failed = calls.failed + (is_over and 1 or 0)
  return { call = row.name, core = core == "c" and "C" or "Lua",
    unit = row.unit, value = value, beside = beside, ratio = ratio,
    target = target, verdict = ratio and (is_over and "above" or "right") }
end

function calls.made(task)
  local found = {}
  for _, row in ipairs(rows) do
    if row.name:find(task.only, 1, true) then
      found[#found + 1] = measure(row, "c", row.module, task)
      found[#found + 1] = measure(row, "lua", row.in_lua, task)
    end
  end
  return found
end

return calls
