--- A LÖVE without a window: a game's main.lua runs in it, frame by frame, with
-- clicks and keys, and its drawing is recorded.
--
--     local game = new_game(text, { name = "@docs/guide.md" })
--     game:click(400, 300)           the left button; game:click(x, y, 2)
--     game:drag(x1, y1, x2, y2)      the left button, down and up
--     game:key "s"                   down and up; game.down.s = true holds it
--     game:run(10)                   ten seconds, 60 frames each; some are drawn
--     game:drawn "circle"            the arguments of each circle of a frame
--     game.env.hero                  a global of the game
--     game.love, game.files          the table love; files that it has saved
--
-- Only what LÖVE has can be called; a call of anything else raises. Shapes are
-- checked as LÖVE checks them. Time is counted in frames: there is no clock.

-- luacheck: globals loadstring setfenv
local load_text = loadstring or load
local unpack = table.unpack or unpack -- luacheck: ignore

local Game = {}
Game.__index = Game

local SETTERS = "setFont setLineWidth setLineStyle setLineJoin setPointSize "
  .. "setBackgroundColor setBlendMode setShader setScissor setCanvas "
  .. "setWireframe setMeshCullMode setDefaultFilter clear reset push pop "
  .. "origin translate scale rotate shear stencil setStencilTest"
local SHAPES = { "rectangle", "circle", "ellipse", "line", "polygon", "points",
  "arc", "print", "printf", "draw" }

-- The first number of a shape, and how many it needs; a mode comes before.
local NUMBERS = { rectangle = { 2, 4 }, circle = { 2, 3 }, ellipse = { 2, 3 },
  line = { 1, 4 }, polygon = { 2, 6 }, points = { 1, 2 }, print = { 2, 2 },
  printf = { 2, 3 } }

local function check(name, ...)
  local numbers = NUMBERS[name]
  if not numbers then return end
  local mode, list = ..., { select(numbers[1], ...) }
  local function must(is_right, what)
    if not is_right then error(name .. ": " .. what) end
  end
  if numbers[1] == 2 and name:find "print" then
    must(type(mode) == "string" or type(mode) == "number"
      or type(mode) == "table", "no text")
    if name == "print" and #list == 0 then return end
  elseif numbers[1] == 2 then
    must(mode == "fill" or mode == "line", "no mode")
  end
  if type(list[1]) == "table" then list = list[1] end
  must(#list >= numbers[2], "too few numbers")
  if name == "line" or name == "polygon" then
    must(#list % 2 == 0, "a point without its y")
  end
  for i = 1, name == "printf" and 3 or #list do
    must(type(list[i]) == "number" and list[i] == list[i], "no number")
  end
end

local function nothing() end

--- An object of LÖVE without used methods, such as a font or a mesh.
local function new_object()
  return setmetatable({}, { __index = function(_, name)
    local size = name:find "^get" and 16 or nil
    return function(_, f)
      if name == "renderTo" then f() end
      return size
    end
  end })
end

--- A curve; a straight line is enough here.
local function new_curve(...)
  local first_x, first_y = ...
  local last_x, last_y = select(select("#", ...) - 1, ...)
  return {
    evaluate = function(_, t)
      return first_x + (last_x - first_x) * t, first_y + (last_y - first_y) * t
    end,
    render = function() return { first_x, first_y, last_x, last_y } end,
  }
end

--- Random numbers, the same in each game (Park and Miller, 1988).
local function new_math()
  local seed = 1
  local function random(low, high)
    seed = seed * 16807 % 2147483647
    if not low then return seed / 2147483647 end
    if not high then low, high = 1, low end
    return low + seed % (high - low + 1)
  end
  return { random = random, newBezierCurve = new_curve,
    setRandomSeed = function(number) seed = number % 2147483646 + 1 end }
end

local function new_graphics(game)
  local graphics, colour = {}, { 1, 1, 1, 1 }
  for name in SETTERS:gmatch "%a+" do graphics[name] = nothing end
  for _, name in ipairs(SHAPES) do
    graphics[name] = function(...)
      check(name, ...)
      game.calls[#game.calls + 1] = { name = name, colour = colour, ... }
    end
  end
  for _, name in ipairs { "newFont", "newImage", "newMesh", "newCanvas",
    "newQuad", "newSpriteBatch", "newShader", "getFont" } do
    graphics[name] = new_object
  end
  function graphics.setColor(r, ...)
    colour = type(r) == "table" and r or { r, ... }
    assert(type(colour[1]) == "number" and type(colour[3]) == "number",
      "setColor: no number")
  end
  function graphics.getColor() return unpack(colour) end
  function graphics.getWidth() return 800 end
  function graphics.getHeight() return 600 end
  function graphics.getDimensions() return 800, 600 end
  return graphics
end

--- Pictures whose pixels are checked, and not kept.
local function new_image()
  return { newImageData = function(width, height)
    return { setPixel = function(_, x, y, r, g, b)
      assert(x >= 0 and x < width and y >= 0 and y < height, "setPixel: outside")
      assert(r and g and b, "setPixel: no colour")
    end }
  end }
end

--- Files in memory, as in LÖVE's save directory of a game.
local function new_filesystem(game, folder)
  local files, filesystem = game.files, { setIdentity = nothing }
  function filesystem.getSource() return (folder or "."):gsub("/$", "") end
  function filesystem.write(name, text)
    assert(type(text) == "string", "write: no text")
    files[name] = text
    return true
  end
  function filesystem.read(name)
    if files[name] then return files[name], #files[name] end
    local file = folder and io.open(folder .. name, "rb")
    if not file then return nil, "Could not open file " .. name end
    local text = file:read "*a"
    file:close()
    return text, #text
  end
  function filesystem.getInfo(name)
    local text = filesystem.read(name)
    return text and { type = "file", size = #text } or nil
  end
  function filesystem.load(name)
    local text, why = filesystem.read(name)
    if not text then return nil, why end
    return game:load(text, "@" .. name)
  end
  function filesystem.remove(name)
    local was = files[name] ~= nil
    files[name] = nil
    return was
  end
  return filesystem
end

--- A value from a channel; from a table, only plain values.
local function sent(value)
  local kind = type(value)
  if kind ~= "table" then
    assert(kind == "number" or kind == "string" or kind == "boolean",
      "push: no value for a channel")
    return value
  end
  local plain = {}
  for key, part in pairs(value) do plain[key] = sent(part) end
  return plain
end

local function new_channel()
  local channel, values = {}, {}
  function channel:push(value) values[#values + 1] = sent(value) end
  function channel:pop() return table.remove(values, 1) end
  function channel:peek() return values[1] end
  function channel:getCount() return #values end
  --- Only in a thread: the game would hang.
  function channel:demand()
    while #values == 0 do coroutine.yield() end
    return channel:pop()
  end
  return channel
end

--- Threads have globals of their own. Each runs between two frames until it
-- waits for a channel.
local function new_thread(game)
  local thread, named = { newChannel = new_channel }, {}
  function thread.getChannel(name)
    named[name] = named[name] or new_channel()
    return named[name]
  end
  function thread.newThread(text)
    local one, env = {}, setmetatable({ love = { thread = thread } },
      { __index = _G })
    function one:start(...)
      local run = coroutine.create(game:load(text, "@thread", env))
      assert(coroutine.resume(run, ...))
      game.threads[#game.threads + 1] = run
    end
    return one
  end
  return thread
end

local function new_love(game, options)
  local love = { graphics = new_graphics(game), image = new_image(),
    filesystem = new_filesystem(game, options.folder), thread = new_thread(game) }
  love.timer = {
    sleep = nothing,
    getTime = function() return game.frame / 60 end,
    getDelta = function() return 1 / 60 end,
    getFPS = function() return 60 end,
  }
  love.keyboard = { setKeyRepeat = nothing, isDown = function(...)
    for _, key in ipairs { ... } do
      if game.down[key] then return true end
    end
    return false
  end }
  love.mouse = {
    isDown = function(button) return game.down[button] or false end,
    getPosition = function() return game.mouse_x, game.mouse_y end,
    getX = function() return game.mouse_x end,
    getY = function() return game.mouse_y end,
    setVisible = nothing,
  }
  love.window = { setTitle = nothing, setMode = nothing }
  love.event = { quit = function() game.has_quit = true end }
  love.math = new_math()
  love.system = { getOS = function() return "Linux" end }
  return love
end

--- The game's require: files of its folders, then the modules of this Lua.
local function new_require(game, folders, loaded)
  local function open(name)
    for _, folder in ipairs(folders) do
      local file = io.open(folder .. name:gsub("%.", "/") .. ".lua")
      if file then return file end
    end
  end
  return function(name)
    if loaded[name] == nil then
      local file = open(name)
      if not file then return require(name) end
      local text = file:read "*a"
      file:close()
      loaded[name] = game:load(text, "@" .. name .. ".lua")() or true
    end
    return loaded[name]
  end
end

--- A chunk with the game's globals, or with others if given.
function Game:load(text, name, env)
  env = env or self.env
  if setfenv then return setfenv(assert(load_text(text, name)), env) end
  return assert(load(text, name, "t", env))
end

-- While the game runs, its LÖVE is global: tilepath.draw looks there.
local function call(game, f, ...)
  if not f then return end
  local old = rawget(_G, "love")
  rawset(_G, "love", game.love)
  local ok, why = pcall(f, ...)
  rawset(_G, "love", old)
  if not ok then error(why, 0) end
end

function Game:click(x, y, button)
  self:move(x, y)
  call(self, self.love.mousepressed, x, y, button or 1, false, 1)
  call(self, self.love.mousereleased, x, y, button or 1, false, 1)
end

--- The left button goes down at a place and up at another.
function Game:drag(x1, y1, x2, y2)
  self:move(x1, y1)
  call(self, self.love.mousepressed, x1, y1, 1, false, 1)
  self:move(x2, y2)
  call(self, self.love.mousereleased, x2, y2, 1, false, 1)
end

function Game:move(x, y)
  local dx, dy = x - self.mouse_x, y - self.mouse_y
  self.mouse_x, self.mouse_y = x, y
  call(self, self.love.mousemoved, x, y, dx, dy, false)
end

function Game:key(key)
  call(self, self.love.keypressed, key, key, false)
  call(self, self.love.keyreleased, key, key)
end

--- @param each   called after each frame
function Game:run(seconds, each)
  for _ = 1, math.floor(seconds * 60 + 0.5) do
    self.frame = self.frame + 1
    for _, thread in ipairs(self.threads) do
      if coroutine.status(thread) ~= "dead" then
        assert(coroutine.resume(thread))
      end
    end
    call(self, self.love.update, 1 / 60)
    if self.frame % 10 == 1 then
      self.calls = {}
      call(self, self.love.draw)
    end
    if each then each(self) end
  end
end

--- Draws a frame. @return the calls of that name, in order, each a list of its
-- arguments with the fields name and colour; without a name all calls
function Game:drawn(name)
  self.calls = {}
  call(self, self.love.draw)
  local list = {}
  for _, one in ipairs(self.calls) do
    if one.name == (name or one.name) then list[#list + 1] = one end
  end
  return list
end

--- @param text      of main.lua; love.load is called after it has run
-- @param options   name: of the chunk; folder: of the game's other files, with
-- a slash; shared: a folder of more modules; modules: replacements of modules,
-- by name; files: saved files, by name; env: more globals; arguments: of
-- love.load
-- @return the game
return function(text, options)
  options = options or {}
  local game = setmetatable({ calls = {}, down = {}, threads = {}, frame = 0,
    mouse_x = 0, mouse_y = 0, files = options.files or {} }, Game)
  game.love = new_love(game, options)
  game.env = setmetatable({ love = game.love,
    require = new_require(game, { options.folder, options.shared },
      options.modules or {}) },
    { __index = _G })
  game.env._G = game.env
  for name, value in pairs(options.env or {}) do game.env[name] = value end
  call(game, game:load(text, options.name or "@main.lua"))
  call(game, game.love.load, options.arguments or {}, options.arguments or {})
  return game
end
