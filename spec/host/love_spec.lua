-- LÖVE takes any userdata for an object of its own and follows its first two
-- words. An object of tilepath must end in a Lua error there, like a number.
-- Each test with the tag #love starts LÖVE under xvfb-run. (`make shots` starts
-- the examples.)

-- LÖVE brings its own LuaJIT, so one VM's run of the specs is enough: that of
-- the VM whose build of the module LÖVE can load.
if not rawget(_G, "jit") then
  return pending("LÖVE is started under LuaJIT alone #love")
end

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

-- Tries f on each kind of object and prints the result.
local PRELUDE = [[
io.stdout:setvbuf("no")
package.path, package.cpath = %q, %q
local tilepath = require "tilepath"
local grid = tilepath.grid(40, 30)
local finder = tilepath.pathfinder(grid)
local search = finder:search(1, 1, 40, 30)
search:step(100)
local objects = { grid = grid, pathfinder = finder, search = search,
  field = finder:field { { 40, 30 } }, reach = finder:reach(1, 1, 5),
  view = finder:view(1, 1, 5) }

local function try(what, f)
  for name, object in pairs(objects) do
    local ok, message = pcall(f, object)
    print(("%%s %%s %%s"):format(what, name, ok and "passed"
      or "raised " .. type(message)))
  end
end

-- No object may have changed.
local function finish()
  collectgarbage()
  search:step(1e6)
  print("path of " .. search:path():size() .. " and "
    .. finder:find(1, 1, 40, 30):size())
  love.event.quit(0)
end
]]

local CONF = [[
function love.conf(t)
  t.window.width, t.window.height = 64, 64
  t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false
end
]]

local OBJECTS_MAIN = PRELUDE .. [[
function love.draw()
  local channel = love.thread.newChannel()
  try("push", function(object) channel:push(object) end)
  try("push-in-table", function(object) channel:push({ object }) end)
  try("supply", function(object) channel:supply(object, 0.01) end)
  local image = love.graphics.newCanvas(8, 8)
  try("draw", function(object) love.graphics.draw(object) end)
  try("draw-quad", function(object) love.graphics.draw(image, object) end)
  try("set-font", function(object) love.graphics.setFont(object) end)
  try("set-canvas", function(object) love.graphics.setCanvas(object) end)
  finish()
end
]]

-- Walls on a canvas, four times as large and moved: with ffi and without it.
local DRAW_MAIN = [[
package.path, package.cpath = %q, %q
local function draw(what)
  local tilepath = require "tilepath"
  local graphics = love.graphics
  local map = tilepath.grid(("#.#.#.#.\n.#.#.#.#\n"):rep(8),
    { cell_size = 1 })
  local crowd = tilepath.crowd(map)
  crowd:add { finder = tilepath.pathfinder(map), cell_x = 2, cell_y = 1 }
  local canvas = graphics.newCanvas(128, 128)
  graphics.setColor(0.25, 0.5, 0.75, 1)
  graphics.setBlendMode("add")
  graphics.setLineWidth(5)
  graphics.setCanvas(canvas)
  graphics.translate(10, 20)
  graphics.scale(4)
  for _ = 1, 3 do
    graphics.clear()
    tilepath.draw({ map, crowd }, { colours = { wall = { 1, 0, 0.2, 1 },
      body = { 0, 1, 0 } } })
  end
  local x, y = graphics.transformPoint(0, 0)
  graphics.setCanvas()
  local pixels, red, green = canvas:newImageData(), 0, 0
  for i = 0, 127 do
    for j = 0, 127 do
      local r, g = pixels:getPixel(i, j)
      red, green = red + r, green + g
    end
  end
  print(what, red, green > 0, pixels:getPixel(10, 20))
  print(x, y, graphics.getBlendMode(), graphics.getLineWidth(),
    graphics.getColor())
  graphics.reset()
end

function love.draw()
  draw("with")
  for name in pairs(package.loaded) do
    if name:find "^tilepath" and name ~= "tilepath_core" then
      package.loaded[name] = nil
    end
  end
  package.loaded.ffi = nil
  package.preload.ffi = function() error "no ffi" end
  draw("without")
  love.event.quit(0)
end
]]

local OBJECTS = { "grid", "pathfinder", "search", "field", "reach", "view" }

-- A command's output, all of it, with its exit code as the last line.
local function output_of(command)
  return helper.output_of("(" .. command .. "); echo exit $?")
end

local function is_missing(...)
  for _, command in ipairs { ... } do
    if not output_of("command -v " .. command):find("exit 0", 1, true) then
      pending(command .. " is not installed")
      return true
    end
  end
end

-- Plays a game in its own folder and returns its output.
local function play(main)
  local folder = helper.temporary_folder()
  helper.write_file(folder .. "conf.lua", CONF)
  helper.write_file(folder .. "main.lua",
    main:format(package.path, package.cpath))
  local text = output_of("tools/display 320x240x24 love " .. folder)
  os.remove(folder .. "conf.lua")
  os.remove(folder .. "main.lua")
  os.remove(folder)
  return text
end

describe("#core_c an object", function()
  it("begins with two zero words: LÖVE finds no type there", function()
    local cast = require("ffi").cast
    local grid = tilepath.grid(9, 9)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    for _, object in ipairs { grid, finder, crowd, tilepath.layer(grid),
      crowd:add { finder = finder, cell_x = 1, cell_y = 1 },
      finder:search(1, 1, 9, 9), finder:field { { 9, 9 } },
      finder:reach(1, 1, 5), finder:view(1, 1, 5) } do
      local head = cast("const uintptr_t *", cast("const void *", object))
      assert.are.same({ 0, 0 }, { tonumber(head[0]), tonumber(head[1]) })
    end
  end)
end)

describe("#host #love LÖVE", function()
  it("raises for an object in a Channel and in love.graphics", function()
    if is_missing("love", "xvfb-run") then return end
    local text = play(OBJECTS_MAIN)
    for _, what in ipairs { "push", "push-in-table", "supply", "draw",
      "draw-quad", "set-font", "set-canvas" } do
      for _, name in ipairs(OBJECTS) do
        local line = ("%s %s raised string\n"):format(what, name)
        assert.truthy(text:find(line, 1, true), line .. "expected in:\n"
          .. text)
      end
    end
    assert.truthy(text:find("path of 40 and 40\nexit 0\n", 1, true), text)
  end)
end)

describe("#host #love tilepath.draw", function()
  it("draws under the current transformation, and restores all", function()
    if is_missing("love", "xvfb-run") then return end
    local text = play(DRAW_MAIN)
    local state = "10\t20\tadd\t5\t0.25\t0.5\t0.75\t1\n"
    assert.are.equal("with\t1024\ttrue\t1\t0\t0.2\t1\n" .. state
      .. "without\t1024\ttrue\t1\t0\t0.2\t1\n" .. state .. "exit 0\n",
      (text:gsub("0%.2%d%d+", "0.2")))
  end)
end)
