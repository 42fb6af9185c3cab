-- Runs a spec file without busted, on machines that have none: it knows what
-- the golden_specs ask for, and no more.
--
--     lua tools/plain.lua FILE
--
-- tools/scripts copies what stands before the last part into a program of its
-- own, for hosts without `dofile`. There `it` tells all answers.
local passed, failed = 0, 0
local tells, title = false, ""

local function describe(_, body)
  body()
end

local function it(name, body)
  title = name
  local ok, message = pcall(body)
  if ok then
    passed = passed + 1
  else
    failed = failed + 1
    print(title .. ": " .. message)
  end
end

local function same(expected, got)
  if tells then
    print(("answer %s: %s"):format(title, got))
  elseif expected ~= got then
    error(("expected %s, got %s"):format(expected, got), 0)
  end
end

local check = setmetatable({ are = { same = same } }, {
  __call = function(_, value, ...)
    return value or error((...) or "assertion failed!", 2), ...
  end })

-- Globals of a spec, which luacheck knows as busted's.
_G.describe, _G.it, _G.assert = describe, it, check

dofile(arg[1])
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and passed > 0 and 0 or 1)
