-- The panel: the chosen unit, what a click would do, what the ground costs, the
-- keys.

local CORAL = { 0.945, 0.400, 0.310 }

local function what_now(game)
  if not game.battle:side_of("red")[1] then return "the ford is yours" end
  if not game.battle:side_of("blue")[1] then return "the ford is lost" end
  if game.battle.side == "red" then return "red moves" end
  if not game.unit then return "choose a blue unit" end
  return game.foe and "attack" or game.path and "walk there" or ""
end

local function chosen(unit, grid)
  if not unit then return {} end
  local costs = unit.kind.prices or {}
  local function price(terrain)
    return { terrain, costs[terrain] or grid:terrain(terrain) }
  end
  return { unit.name,
    { "moves left", ("%d of %d"):format(unit.moves, unit.kind.moves) },
    { "range in steps", unit.kind.range },
    { "sight in steps", unit.kind.sight },
    "the ground costs",
    price "open", price "forest", price "hill",
    { "beside an enemy", "2 more", colour = CORAL },
  }
end

return function(game)
  return { title = "hex",
    "now",
    { what_now(game) },
    chosen(game.unit, game.battle.grid),
    "mouse and keys",
    { key = "click", "choose, walk, attack" },
    { key = "space", "end the turn" },
    { key = "r, esc", "begin again, quit" },
  }
end
