-- busted's plain output, and a line for each spec in the file $VERDICTS: `NAME
-- TITLE: passed`, with NAME from the environment. An unfinished run leaves a
-- line that says so. A spec file without a test is an error;
-- a file whose tests are all left out by their tags is none.
local busted = require "busted"

local WORDS = { success = "passed", pending = "skipped" }
local name = (os.getenv("NAME") or "busted") .. ": "
local verdicts = {}

local function keep(lines)
  local file = assert(io.open(os.getenv("VERDICTS") or "/dev/null", "wb"))
  file:write(table.concat(lines))
  file:close()
end

keep { name, "the specs did not come to their end: failed\n" }

return function(options)
  local handler = require "busted.outputHandlers.plainTerminal"(options)

  local function add(element, status)
    local title = handler.getFullName(element):gsub("%s+", " ")
    verdicts[#verdicts + 1] = ("%s%s: %s\n"):format(name, title,
      WORDS[status] or "failed")
    return nil, true
  end

  -- Tests of a file; a block that is left out, with all that is in it, is one.
  local tests

  local function count(by)
    return function()
      tests = tests + by
      return nil, true
    end
  end

  local function add_error(element)
    if element.descriptor ~= "it" then
      add(element, "error")
    end
    return nil, true
  end

  busted.subscribe({ "test", "end" }, function(element, _, status)
    return add(element, status)
  end)
  busted.subscribe({ "suite", "start" }, function() -- ahead of busted's filters
    for _, block in ipairs { "it", "pending", "describe" } do
      busted.subscribe({ "register", block }, count(1), { priority = 1 })
    end
    return nil, true
  end)
  busted.subscribe({ "describe", "start" }, count(-1))
  busted.subscribe({ "file", "start" }, function()
    tests = 0
    return nil, true
  end)
  busted.subscribe({ "error", "file" }, count(1)) -- it says enough
  busted.subscribe({ "file", "end" }, function()
    assert(tests > 0, "no test in this file")
    return nil, true
  end)
  busted.subscribe({ "error" }, add_error)
  busted.subscribe({ "failure" }, add_error)
  busted.subscribe({ "exit" }, function()
    keep(verdicts)
    return nil, true
  end)
  return handler
end
