--- The rows of options: what the library tells about them is what it does, and
-- both cores have the same.

local core = require "tilepath_core"
local data = require "spec.contract.calls"
local options = require "tilepath.options"
local sorted = require "spec.support.sorted"

local ROWS = options.list()

describe("#contract the options of a call", function()
  it("are those that the core tells, each time in new tables", function()
    local told = core.options()
    for call, rows in pairs(told) do
      assert.are.same(ROWS[call], rows)
    end
    told["finder:find"].within.low = 1
    assert.are.equal(0, core.options()["finder:find"].within.low)
  end)

  for _, name in ipairs(sorted(ROWS)) do
    local function says(option, value)
      local _, message = pcall(data.with_options(name), { [option] = value })
      return (tostring(message):gsub("^[^ ]*:%d+: ", ""))
    end

    local function head(option, row)
      return ("%s: %s must be %s, got "):format(name:match("[%w_]+$"), option,
        row.what)
    end

    it("have the names of its rows: " .. name, function()
      assert.are.same(sorted(ROWS[name]), data.options_of(name))
    end)

    it("must be what its rows say: " .. name, function()
      for option, row in pairs(ROWS[name]) do
        local wrong, shown = print, "function"
        if row.kind == "function" then
          wrong, shown = 1, "1"
        end
        local wanted = head(option, row) .. shown
        assert.are.equal(wanted, says(option, wrong):sub(1, #wanted))
      end
    end)

    it("have the bounds of its rows: " .. name, function()
      for option, row in pairs(ROWS[name]) do
        local part, wanted = row.kind == "whole" and 1 or 2 ^ -20,
          head(option, row)
        for bound, beyond in pairs { low = -part, high = part } do
          local value = row[bound]
          if value then
            assert.are.equal(wanted, says(option, value + beyond):sub(1, #wanted))
            assert.are_not.equal(wanted, says(option, value):sub(1, #wanted))
          end
        end
      end
    end)
  end
end)
