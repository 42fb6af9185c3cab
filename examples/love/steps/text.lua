-- The panel: what the search is doing, the choices, the keys.

local cells = require "cells"

local function choices(names, chosen)
  local lines = {}
  for i, name in ipairs(names) do
    lines[i] = { (name:gsub("_", " ")), chosen = i == chosen }
  end
  return lines
end

return function(view)
  local open, brushes = 0, {}
  for _, _, state in view.search:cells() do
    open = open + (state == "open" and 1 or 0)
  end
  for i, terrain in ipairs(view.brushes) do
    local price = view.grid:terrain(terrain)
    brushes[i] = { i .. "  " .. terrain,
                   price < math.huge and "price " .. price or "blocked",
                   chosen = i == view.brush, dot = cells.terrain[terrain] }
  end
  return { title = "steps", accent = { 0.455, 0.941, 0.424 }, width = 180,
    { "a search, cell by cell" },
    { "a cell: F over G and H" },
    { "status", view.search.reason or view.search.status },
    { "open", open, dot = cells.state.open },
    { "expanded", view.search.expanded, dot = cells.state.closed },
    { "path", view.cost and ("cost %.0f"):format(view.cost), dot = cells.path },
    "diagonal steps   (d)",
    choices(view.rules, view.rule),
    "heuristic   (h)",
    choices(view.heuristics, view.heuristic),
    "brush   (1 to 4, mouse)",
    brushes,
    "keys",
    { key = "space", "one step" },
    { key = "enter", "run or pause" },
    { key = "s, g", "start, goal here" },
    { key = "backspace", "search anew" },
    { key = "r, esc", "first map, quit" },
  }
end
