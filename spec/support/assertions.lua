--- Makes the most frequent assertions cheap if they hold; busted runs this file
-- ahead of the specs. luassert makes tables and walks up the stack each time, and
-- some specs assert something of each cell. What does not hold fails as before.

local luassert = require "luassert"
local deep_compare = require("luassert.util").deepcompare

local state = luassert.state

-- Does an assertion with these n arguments hold?
local HOLDS = {
  equal = function(n, a, b) return n > 1 and a == b end,
  same = function(n, a, b)
    if type(a) == "table" and type(b) == "table" then
      return (deep_compare(a, b, true))
    end
    return n > 1 and a == b
  end,
  is_true = function(_, a) return a == true end,
  is_false = function(_, a) return a == false end,
  is_nil = function(n, a) return n > 0 and a == nil end,
}

for name, holds in pairs(HOLDS) do
  luassert[name] = function(...)
    if holds(select("#", ...), ...) then return ... end
    return state()[name](...)
  end
end

luassert.are = setmetatable({ equal = luassert.equal, same = luassert.same },
  { __index = function(_, name) return state().are[name] end })
