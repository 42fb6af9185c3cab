-- The panel: how far the drill is, what the crowd does, the keys.

return function(game)
  local drill = game.drill
  local info = drill.crowd.info
  return { title = "fire drill",
    "people",
    { "in all", #drill.people },
    { "out", drill.out },
    { "at rest on the lawn", drill.settled },
    { "without a way out", drill.cut_off },
    { "time", drill.seconds and ("%.1f s"):format(drill.seconds)
      or "no alarm yet" },
    "the crowd",
    { "under way", drill.crowd.moving },
    { "decided so far", info.decisions },
    { "stuck", info.stuck },
    { "a frame", ("%.2f ms"):format(game.seconds * 1000) },
    "mouse and keys",
    { key = "space", "alarm" },
    { key = "click", "a door, a fire" },
    { key = "right click", "put a fire out" },
    { key = "f", "show the field" },
    { key = "r, esc", "begin again, quit" },
  }
end
