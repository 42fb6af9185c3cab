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
  -- One gap is closed, and the dog needs the other one.
  build = {
    [1] = function() move(375, 175) end,
    [2] = function() click(375, 175) end,
    [3] = function() move(375, 425) end,
  },
}

return function(file_name)
  local name = love.filesystem.getSource():match("[^/\\]+$")
  rawset(love.mouse, "getPosition", function() return mouse_x, mouse_y end)
  require("picture")(file_name, scenes[name], 90)
end
