-- The panel: what a frame of the simulation takes, the choices, the keys.

local function milliseconds(seconds)
  return ("%.2f ms"):format(seconds * 1000)
end

return function(game)
  local seconds, overlays = game.seconds, {}
  for i, name in ipairs(game.overlays) do
    overlays[i] = { name, chosen = i == game.overlay }
  end
  return { title = "swarm", accent = { 0.99, 0.89, 0.42 }, width = 160,
    "agents",
    { "all", #game.xs },
    { "on their way", game.walking },
    { "doors closed", game.closed },
    "simulation, a frame",
    { "last update", milliseconds(seconds.update) },
    { "advance", milliseconds(seconds.advance) },
    { "arrivals", milliseconds(seconds.arrive) },
    { "in all", milliseconds(seconds.all) },
    { "longest", milliseconds(seconds.most) },
    "field shown   (f)",
    overlays,
    "mouse and keys",
    { key = "click", "door, goal" },
    { key = "o, c", "all doors" },
    { key = "r, esc", "anew, quit" },
  }
end
