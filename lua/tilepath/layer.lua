--- layer:add: a number for a cell, or for all cells of a reach or a view.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local add = core.layer_methods.add

local function add_to_cells(layer, cells, amount)
  local before = layer.revision
  for x, y in cells:cells() do
    add(layer, x, y, amount)
  end
  return layer.revision - before
end
add_to_cells = core.add_to_cells or add_to_cells

--- layer:add(x, y, amount) -> the new number, or (reach or view, amount) -> how
-- many cells changed
function core.layer_methods.add(self, x, y, amount)
  if not (check.is(x, core.Reach) or check.is(x, core.View)) then
    local value, reason = add(self, x, y, amount)
    return value, reason
  end
  check.object("add", "self", self, core.Layer, "a layer")
  check.whole("add", "amount", y)
  if not rawequal(core.maker(x).grid, self.grid) then
    check.fail("add", "cells", "those of a reach or a view on the same grid", x)
  end
  return add_to_cells(self, x, y)
end

