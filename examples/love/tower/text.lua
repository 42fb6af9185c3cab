-- The panel: the state of the game, the kinds of creeps, the keys.

local bodies = require("drawing").bodies

local function cost(walk)
  return ("%.1f"):format(walk.field:cost(walk.start[1], walk.start[2]))
end

return function(game)
  local creeps = game.creeps
  return { title = "tower",
    "game",
    { "creeps", #creeps.list },
    { "fallen", creeps.fallen },
    { "came through", creeps.through },
    { "towers", #game.towers.list },
    { "a frame", ("%.2f ms"):format((game.seconds or 0) * 1000) },
    "creeps",
    { "scout", "flees when hit", dot = bodies.scout },
    { "soldier", "goes on", dot = bodies.soldier },
    { "ogre", "two cells wide", dot = bodies.ogre },
    "way to the fort",
    { "small", cost(game.walks.small) },
    { "large", cost(game.walks.large) },
    "mouse and keys",
    { key = "left click", "build" },
    { key = "right click", "take away" },
    { key = "f", "show the field" },
    { key = "r, esc", "begin again, quit" },
  }
end
