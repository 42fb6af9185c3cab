-- The panel: the chosen unit, what a click would do, what the ground costs it,
-- the keys.

local function what_now(game)
  local battle = game.battle
  if not battle:side_of("red")[1] then return "the ford is yours" end
  if not battle:side_of("blue")[1] then return "the ford is lost" end
  if battle.side == "red" then return "red moves" end
  if not game.unit then return "choose a blue unit" end
  if not game.path then return "" end
  if not game.foe then return "walk there" end
  if game.path.partial then return "no way to it" end
  return game.cost <= game.unit.moves and "attack" or "come nearer"
end

local function chosen(game, unit)
  if not unit then return {} end
  return { unit.name,
    { "health", ("%.0f of %d"):format(unit.health, unit.kind.health) },
    { "moves left", ("%.4g of %d"):format(unit.moves, unit.kind.moves) },
    { "places in reach", #game.reach },
    { "size", unit.size .. " x " .. unit.size },
    "numbers on the ground",
    { unit.size > 1 and "moves to set a foot there" or "moves to get there" },
  }
end

return function(game)
  local unit, ground = game.unit, {}
  local costs = unit and unit.finder.profile.prices or {}
  for i, terrain in ipairs { "road", "grass", "tree", "swamp", "water" } do
    local price = costs[terrain] or game.battle.grid:terrain(terrain)
    ground[i] = { terrain, price < math.huge and price or "blocked" }
  end
  return { title = "tactics",
    chosen(game, unit),
    "now",
    { what_now(game) },
    game.path and { "cost", ("%.4g"):format(game.cost) } or false,
    "the ground costs",
    ground,
    "mouse and keys",
    { key = "click", "choose, walk, attack" },
    { key = "h", "heal at a shrine" },
    { key = "space", "end the turn" },
    { key = "r, esc", "begin again, quit" },
  }
end
