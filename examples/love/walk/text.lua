-- The panel: the numbers of the last path, the diagonal rules, the brushes, the
-- keys.

local function size(path)
  return ("%d points   %6.2f"):format(path:size(), path.cost)
end

local function path_lines(game)
  local path = game.hero:path()
  if not path then return { { game.reason or "click on the map" } } end
  return {
    game.found and { "found", size(game.found) } or false,
    { "left, pruned", size(path) },
    { "cells expanded", game.finder.info.expanded },
    game.found and { "time", ("%.2f ms"):format(game.seconds * 1000) }
      or false,
    { game.hero.status == "blocked" and "the way is blocked"
      or path.partial and "as near as one can get" or "" },
  }
end

return function(game)
  local rules, brushes = {}, {}
  for i, rule in ipairs(game.rules) do
    rules[i] = { (rule:gsub("_", " ")), chosen = i == game.rule }
  end
  for i, terrain in ipairs(game.brushes) do
    local price = game.grid:terrain(terrain)
    brushes[i] = { i .. "  " .. terrain,
                   price < math.huge and price or "blocked",
                   chosen = i == game.brush }
  end
  return { title = "walk",
    "path",
    path_lines(game),
    "diagonal steps   (d)",
    rules,
    "brush   (1 to 6)",
    brushes,
    "mouse and keys",
    { key = "left click", "walk" },
    { key = "right drag", "paint" },
    { key = "k, b", "keep all, go back" },
    { key = "r, esc", "first map, quit" },
  }
end
