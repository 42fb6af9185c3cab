--- The rows of options: what the library tells about them is what it does, and
-- both cores have the same.

local core = require "tilepath_core"
local data = require "spec.contract.calls"
local options = require "tilepath.options"
local sorted = require "spec.support.sorted"

local ROWS = options.list()

-- Wrong for each option.
local WRONG = coroutine.create(function() end)

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
      return (tostring(message):gsub("^[^ ]*:%d+: ", "")
        :gsub("%f[%d][%d.]+, half", "half"))
    end

    --- Does the call say that a value is not what the row says?
    local function refuses(option, row, value)
      local wanted = ("%s: %s must be %s"):format(name:match("[%w_]+$"), option,
        row.what)
      return says(option, value):sub(1, #wanted) == wanted
    end

    it("have the names of its rows: " .. name, function()
      assert.are.same(sorted(ROWS[name]), data.options_of(name))
      for option in pairs(ROWS[name]) do
        assert.truthy(says(option .. "\0", true):find("unknown option '"
          .. option .. "\\0'", 1, true))
      end
    end)

    it("must be what its rows say: " .. name, function()
      for option, row in pairs(ROWS[name]) do
        assert.is_true(refuses(option, row, WRONG), says(option, WRONG))
      end
    end)

    it("report the first mistake by name: " .. name, function()
      local function reported(asked)
        local _, message = pcall(data.with_options(name), asked)
        return tostring(message):match(": ([%w_]+) must be ")
          or tostring(message):match(": unknown option '(%w+)'")
      end
      local names, asked = sorted(ROWS[name]), { zzz = 1 }
      assert.are.equal("zzz", reported(asked))
      for i = #names, 1, -1 do
        local option = names[i]
        asked[option] = WRONG
        assert.are.equal(option, reported(asked))
      end
      asked.a = 1
      assert.are.equal("a", reported(asked))
    end)

    it("are not what a follower takes alone: " .. name, function()
      local rows = ROWS[name:gsub("^unit:", "hero:")]
      for option in pairs(name:find "^unit:" and rows or {}) do
        assert.is_true(ROWS[name][option] ~= nil or says(option, WRONG)
          == ("%s: a unit does not take '%s' (a follower does)"):format(
            name:match("[%w_]+$"), option), option)
      end
    end)

    it("have the bounds of its rows: " .. name, function()
      for option, row in pairs(ROWS[name]) do
        for bound, sign in pairs { low = -1, high = 1 } do
          local value = row[bound]
          local beyond = row.kind == "whole" and 1
            or math.max(1, math.abs(value or 0)) * 2 ^ -20
          assert.is_true(not value or refuses(option, row, value + sign * beyond)
            and not refuses(option, row, value), option .. " " .. bound)
        end
      end
    end)
  end
end)
