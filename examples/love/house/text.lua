-- The panels below the house: what people do, the chosen person, the keys.

local WIDTH = 300

local function chosen(life, person)
  if not person then return { "click on somebody" } end
  local unit, place = person.unit, person.place
  return {
    { "is on the floor", (life.house:to_floor(unit.cell_x, unit.cell_y)) },
    { "wants to", (life.house:to_floor(place.x, place.y)) },
    { "is", person.rest and "at rest" or unit.status },
  }
end

return function(game)
  local life = game.life
  return { title = "house", width = WIDTH,
    { "under way", life.crowd.moving },
    { "at rest", life.resting },
    { "visits so far", life.visits },
    { "the lift", life.lift_is_off and "off" or "on" },
  }, { title = "chosen", width = WIDTH,
    chosen(life, game.chosen),
  }, { title = "mouse and keys", width = WIDTH,
    { key = "click", "somebody, then a place" },
    { key = "l", "the lift off and on" },
    { key = "r, esc", "begin again, quit" },
  }
end
