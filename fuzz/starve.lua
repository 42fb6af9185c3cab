--- The entries that starve.c runs with too little memory, and their judge.
--
-- If a call runs out of memory, its objects must be as before. The same call
-- on the same objects must then give what it gives on new ones. The calls are
-- those of calls.lua. With PART=1/2 in the environment, the first of each two
-- calls are run.

package.path = package.path .. ";./?.lua"

-- The collector runs only if told to. So what a call allocates depends on the
-- call alone.
collectgarbage("stop")
if jit then
  jit.off()
  -- Without memory LuaJIT 2.1 overwrites its stack in these functions, which do
  -- not set its top. A C function that is called before does.
  for _, name in ipairs { "char", "lower", "reverse", "sub", "upper" } do
    local own = string[name]
    rawset(string, name, function(...)
      collectgarbage("count", 2, 3, 4, 5, 6, 7, 8)
      return (own(...))
    end)
  end
end

local calls = assert(loadfile("fuzz/calls.lua"))()
local show = assert(loadfile("fuzz/show.lua"))()

-- Comparing -------------------------------------------------------------------

local function show_objects(objects, changes)
  local shown = {}
  for name, object in pairs(objects) do
    if not changes[name] then
      shown[name] = show(object)
    end
  end
  return show(shown)
end

-- For starve.c ----------------------------------------------------------------

local by_name, expected, current = {}, {}, nil

local part, parts = (os.getenv("PART") or "1/1"):match("^(%d+)/(%d+)$")

local host = { names = {} }
for i, entry in ipairs(calls.entries) do
  if i % parts == part % parts then
    host.names[#host.names + 1] = entry.name
  end
  by_name[entry.name] = entry
end

--- Makes objects for the entry of that name.
-- @return step between attempts in allocations, the call, and its argument
function host.prepare(name)
  local entry = by_name[name]
  calls.reload()
  if not expected[name] then
    expected[name] = show(entry.call(entry.setup()))
  end
  current = { entry = entry, objects = entry.setup() }
  current.before = show_objects(current.objects, entry.changes)
  return entry.stride or 1, entry.call, current.objects
end

--- Judges a call that had enough memory. Nil, or what is wrong.
function host.judge_result(result)
  local right, got = expected[current.entry.name], show(result)
  if got ~= right then return ("it returned %s, not %s"):format(got, right) end
end

--- Judges a call that had too little memory. Nil, or what is wrong.
function host.judge_failure(message)
  if not tostring(message):find("not enough memory", 1, true) then
    return "another error: " .. tostring(message)
  end
  local after = show_objects(current.objects, current.entry.changes)
  if after ~= current.before then
    return ("objects have changed from %s to %s"):format(
      current.before, after)
  end
  if current.entry.afresh then
    current.objects = current.entry.setup()
  end
  local done, result = pcall(current.entry.call, current.objects)
  if not done then return "called again: " .. tostring(result) end
  return host.judge_result(result)
end

return host
