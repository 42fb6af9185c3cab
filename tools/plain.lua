-- Runs a spec file without busted, on machines that have none: it knows what
-- the golden_specs ask for, and no more.
--
--     lua tools/plain.lua FILE
local passed, failed = 0, 0

local function describe(_, body)
  body()
end

local function it(title, body)
  local ok, message = pcall(body)
  if ok then
    passed = passed + 1
  else
    failed = failed + 1
    print(title .. ": " .. message)
  end
end

local function same(expected, got)
  if expected ~= got then
    error(("expected %s, got %s"):format(expected, got), 0)
  end
end

-- Globals of a spec, which luacheck knows as busted's.
_G.describe, _G.it = describe, it
_G.assert = setmetatable({ are = { same = same } }, {
  __call = function(_, value, ...)
    return value or error((...) or "assertion failed!", 2), ...
  end })

dofile(arg[1])
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and passed > 0 and 0 or 1)
