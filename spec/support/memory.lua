--- How the specs measure memory. All of it is Lua's own, so the collector's
-- count sees it; but it sees LuaJIT's compiler as well, which makes its traces
-- when some counter says so. Here that cannot happen, and here alone the count
-- is asked for: `tools/check memory_count` refuses it elsewhere under spec/. So
-- it is with what changes the collector's pace, or stops the compiler.

local numbers = require "spec.support.random"

local memory = {}

--- Bytes in use.
local function count()
  return (collectgarbage("count")) * 1024
end

--- Bytes in use when nothing more goes: what a finalizer has let go of is freed
-- by the next cycle, and each halves the table of strings where others have
-- left few.
local function settle()
  local before, now = -1, 0
  while now ~= before do
    before = now
    collectgarbage()
    now = count()
  end
  return now
end

--- So many strings that the table of strings has room for all that is measured:
-- whether it doubles depends on when the collector ran.
local function many_strings()
  local strings = {}
  for i = 1, 9000 do
    strings[i] = "string " .. i
  end
  return strings
end

--- Calls f without a compiler, and with none of its traces left: an exit from
-- one that is taken often is compiled even while the compiler is off. Whatever
-- f raises, the compiler and the collector go on as before.
local function undisturbed(f)
  local strings = many_strings()
  local jit = rawget(_G, "jit")
  local is_compiling = jit and jit.status()
  if jit then
    jit.off()
    jit.flush()
  end
  local well, first, second = pcall(f)
  collectgarbage("restart")
  if is_compiling then
    jit.on()
  end
  strings[1] = nil -- held until here
  if not well then
    error(first, 0)
  end
  return first, second
end

--- Drops what LuaJIT has compiled: it compiles anew, often other traces.
function memory.drop_traces()
  local jit = rawget(_G, "jit")
  if jit then jit.flush() end
end

--- Bytes that are in use, once f has run, more than before. What f returns
-- stays alive until they are counted, and is returned, too.
function memory.bytes_of(f)
  return undisturbed(function()
    local before = settle()
    local kept = f()
    return settle() - before, kept
  end)
end

--- Bytes that a call of f leaves behind while nothing is collected. Three calls
-- before it make what is made once: the text of a reason, room on the stack,
-- stores that stay.
function memory.garbage_of(f)
  return undisturbed(function()
    settle()
    collectgarbage("stop")
    local witness = setmetatable({ {} }, { __mode = "v" })
    for _ = 1, 3 do
      f()
    end
    local before = count()
    f()
    local made = count() - before
    if not witness[1] then
      error("the collector ran, nothing was measured", 0)
    end
    return made
  end)
end

--- The most bytes in use, more than before, at any of the moments at which f
-- calls the function that it is given. The collector runs as it does anywhere.
function memory.peak_of(f)
  return undisturbed(function()
    local before, peak = settle(), 0
    f(function()
      peak = math.max(peak, count())
    end)
    return peak - before
  end)
end

--- Has every step of the collector go all the way round. Returns what ends it.
function memory.hurry()
  if _VERSION == "Lua 5.5" then
    local pause = collectgarbage("param", "pause", 0)
    local step = collectgarbage("param", "stepmul", 10000)
    return function()
      collectgarbage("param", "pause", pause)
      collectgarbage("param", "stepmul", step)
    end
  end
  -- 5.4 keeps no larger one than 1023.
  local pause = collectgarbage("setpause", 0)
  local step = collectgarbage("setstepmul", _VERSION == "Lua 5.4" and 1000
    or 1e6)
  return function()
    collectgarbage("setpause", pause)
    collectgarbage("setstepmul", step)
  end
end

--- Turns LuaJIT's compiler off and forgets what it has compiled. Returns what
-- turns it on again.
function memory.interpret()
  local jit = rawget(_G, "jit")
  if not jit or not jit.status() then return function() end end
  jit.off()
  jit.flush()
  return jit.on
end

--- Calls f in a finalizer, when the collector next comes round, or so many
-- times later.
function memory.finalize(f, later)
  local newproxy = rawget(_G, "newproxy")
  local run = (later or 0) > 0
    and function() memory.finalize(f, later - 1) end or f
  if newproxy then
    getmetatable(newproxy(true)).__gc = run
  else
    setmetatable({}, { __gc = run })
  end
end

--- Walls and three more prices on a grid, anywhere but along the upper and
-- right edges.
function memory.roughen(grid)
  local random = numbers.new(42)
  local names = { "wall", "wall", "mud", "ice", "road", "open", "open", "open" }
  grid:terrain("mud", 2.5)
  grid:terrain("ice", 0.1)
  grid:terrain("road", 1 / 3)
  grid:sample(function()
    return names[random(1, #names)]
  end)
  grid:fill(1, 1, grid.width, 1, "open")
  grid:fill(grid.width, 1, 1, grid.height, "open")
end

return memory
