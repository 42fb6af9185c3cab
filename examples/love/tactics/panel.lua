-- The text beside the field: the chosen unit, what a click would do, what the
-- ground costs it, the keys.

local new_notes = require "notes"

local ACCENT = { 0.965, 0.62, 0.50 }
local GROUND = { "road", "grass", "swamp", "water" }

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

return function(game, x, y)
  local notes = new_notes("tactics", x, y, 192, ACCENT)
  local unit = game.unit
  if unit then
    notes:heading(unit.name)
    notes:fact("health", ("%.0f of %d"):format(unit.health, unit.kind.health))
    notes:fact("moves left", ("%.4g of %d"):format(unit.moves,
                                                   unit.kind.moves))
    notes:fact("places in reach", #game.reach)
    notes:fact("size", unit.size .. " x " .. unit.size)
  end

  if unit then
    notes:heading("numbers on the ground")
    notes:write(unit.size > 1 and "moves to set a foot there"
      or "moves to get there")
  end

  notes:heading("now")
  notes:write(what_now(game))
  if game.path then notes:fact("cost", ("%.4g"):format(game.cost)) end

  notes:heading("the ground costs")
  local costs = unit and unit.finder.profile.costs or {}
  for _, terrain in ipairs(GROUND) do
    local price = costs[terrain] or game.battle.grid:terrain(terrain)
    notes:fact(terrain, price < math.huge and price or "blocked")
  end

  notes:heading("mouse and keys")
  notes:key("click", "choose, walk, attack")
  notes:key("h", "heal at a shrine")
  notes:key("space", "end the turn")
  notes:key("r", "begin again")
  notes:key("esc", "quit")
end
