--- The bench of worst cases has a row for every call, and every row runs.
-- (`make bench TABLE=worst` measures their time.)

local api = require "spec.support.api_names"

if not api.can_list then
  return pending("calls are listed on the other VMs #contract")
end

--- The rows. Their measuring needs a clock that only benches build.
local function load_rows()
  local path = package.path
  package.path = "bench/?.lua;" .. path
  package.loaded.bench_clock = package.loaded.bench_clock
    or function() return 0 end
  local done, rows = pcall(require, "worst_calls")
  package.path = path
  return assert(done and rows, rows)
end

--- The calls and operators among the names.
local function calls()
  local names = {}
  for name in pairs(api.code_names()) do
    local is_call = name:find("[: ]") or name:find("^tilepath%.")
    if is_call and name ~= "tilepath.version"
      and name ~= "tilepath.core" then
      local of_bodies = name:match("^body(:.*)")
      for _, noun in ipairs(of_bodies and { "hero", "unit" } or { name }) do
        names[noun .. (of_bodies or "")] = true
      end
    end
  end
  return names
end

describe("#once #contract the bench of worst cases", function()
  local rows = load_rows()

  it("has a row for every call, and no other rows", function()
    local asked = {}
    for _, row in ipairs(rows) do
      asked[row.call] = true
    end
    assert.are.same(calls(), asked)
  end)

  it("has rows that run", function()
    for _, row in ipairs(rows) do
      local made = row.setup(40)
      if made.before then
        made.before()
      end
      made.run()
      assert.is_true(#made.grid > 0, row.call)
    end
  end)
end)
