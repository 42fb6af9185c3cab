--- view:cells and reach:cells of the C module under LuaJIT.
--
-- LuaJIT does not compile a loop through an iterator in C. So one call lists all
-- cells, and the iterator is a function of Lua. A loop that comes to its end leaves
-- its list to the next one, if it is short. Until then it keeps the view or the
-- reach, as iterators in C do.

local core = require "tilepath_core"

local MOST = 8192 -- items of a list that is kept

local spare = {}

local function leave(list, last)
  if last <= MOST then
    spare = list
  end
end

--- for x, y in view:cells() do
function core.view_methods.cells(self)
  local list, i = spare or {}, 1
  spare = nil
  local last = core.list_view(self, list)
  return function()
    local at = i
    if at <= last then
      i = at + 2
      return list[at], list[at + 1]
    elseif self then
      leave(list, last)
      self = nil
    end
  end
end

--- for x, y, cost in reach:cells() do
function core.reach_methods.cells(self)
  local list, i = spare or {}, 1
  spare = nil
  local last = core.list_reach(self, list)
  return function()
    local at = i
    if at <= last then
      i = at + 3
      return list[at], list[at + 1], list[at + 2]
    elseif self then
      leave(list, last)
      self = nil
    end
  end
end
