--- What LuaJIT's compiler gains or costs: a row for each workload of
-- compiler_one.lua, on the core in Lua and on the C module.
--
-- Each run is a process of its own, with the compiler and without it in turns;
-- of each the fastest run counts. A row fails if LuaJIT has dropped all of its
-- machine code (a flush), or if the compiler makes a call slower by more than a
-- fifth. `soon`: the calls from the hundredth to the two hundredth, in times
-- of the later ones; for searches on 64 x 64 cells it must be at most 1.5.

local movingai = require "movingai"

local compiler = { failed = 0 }

compiler.columns = {
  { "core", "core", "%-5s" },
  { "workload", "workload", "%-10s" },
  { "side", "side", "%5d" },
  { "ms", "ms", "%9.4f" },
  { "without_ms", "without", "%9.4f" },
  { "ratio", "ratio", "%6.2f" },
  { "soon", "soon", "%6.2f" },
  { "flushes", "flushes", "%7d" },
}

local WORKLOADS = { "find", "priced", "field", "reach", "view", "prune",
  "followers", "sparse", "narrow", "dense" }
local SIDES = { 32, 64, 128 }
local MOST, SOON = 1.2, 1.5

local CHILD = (arg[0] or ""):gsub("bench%.lua$", "compiler_one.lua")

--- Runs a workload once. @return milliseconds a call, soon, and flushes
local function ask(option, core, workload, side)
  local command = ("%s %s %s %s %s %d"):format(arg[-1], option, CHILD, core,
    workload, side)
  for _, line in ipairs(movingai.lines(command)) do
    local ms, soon, flushes = line:match("^# (%S+) (%S+) (%S+)$")
    if ms then
      return tonumber(ms), tonumber(soon), tonumber(flushes)
    end
  end
  error("nothing came from " .. command, 0)
end

local function row(core, workload, side, rounds)
  local own = { core = core, workload = workload, side = side,
    ms = math.huge, without_ms = math.huge, soon = math.huge, flushes = 0 }
  for _ = 1, rounds do
    local ms, soon, flushes = ask("", core, workload, side)
    own.ms, own.soon = math.min(own.ms, ms), math.min(own.soon, soon)
    own.flushes = own.flushes + flushes
    own.without_ms = math.min(own.without_ms, (ask("-joff", core, workload,
      side)))
  end
  own.ratio, own.soon = own.ms / own.without_ms, own.soon / own.ms
  if own.flushes > 0 or own.ratio > MOST
    or workload == "find" and side == 64 and own.soon > SOON then
    compiler.failed = compiler.failed + 1
  end
  return own
end

function compiler.made(task)
  assert(jit, "the table compiler needs VM=luajit")
  local rows = {}
  for _, core in ipairs { "lua", "c" } do
    for _, side in ipairs(SIDES) do
      for _, workload in ipairs(WORKLOADS) do
        if workload:find(task.only, 1, true) then
          rows[#rows + 1] = row(core, workload, side, task.rounds)
        end
      end
    end
  end
  return rows
end

return compiler
