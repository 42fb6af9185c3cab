-- The scenes of the pictures of the games of one file.

local mouse_x, mouse_y = 0, 0

local function move(x, y) mouse_x, mouse_y = x, y end

local function click(x, y, button)
  move(x, y)
  love.mousepressed(x, y, button or 1)
end

local scenes = {
  -- A wall has fallen, and the hero runs round the others.
  click = {
    [1] = function() click(600, 225) end,
    [2] = function() click(275, 425, 2) end,
    [50] = function() click(225, 325, 2) end,
  },
  -- The knight has points for a path round the wood.
  turns = { [1] = function() move(325, 125) end },
  -- The fields are half sown, and villagers build two barns.
  farm = {
    [1] = function() click(510, 230) end,
    [2] = function() click(290, 380) end,
  },
  -- The ferry has the hero on board.
  rpg = { [1] = function() click(470, 500) end },
  -- After two turns a blue rider is chosen.
  tactics = {
    [1] = function() love.keypressed "space" end,
    [400] = function() love.keypressed "space" end,
    [800] = function() click(135, 300) end,
  },
  -- Towers stand beside the way, and one more would close it.
  tower = {
    [1] = function() click(290, 270) end,
    [2] = function() click(290, 350) end,
    [3] = function() click(440, 240) end,
    [4] = function() click(600, 330) end,
    [900] = function() move(290, 310) end,
  },
}

local LAST = { farm = 470, rpg = 800, tower = 910, tactics = 810 }

return function(file_name)
  local name = love.filesystem.getSource():match("[^/\\]+$")
  rawset(love.mouse, "getPosition", function() return mouse_x, mouse_y end)
  require("picture")(file_name, scenes[name], LAST[name] or 90)
end
