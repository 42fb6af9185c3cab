--- Each example for LÖVE runs five seconds without a window, for a player who
-- clicks and types everywhere. Nothing raises, and no two units of a crowd
-- share a cell in any frame.

local tilepath = require "tilepath"
local new_game = require "spec.support.love"
local helper = require "spec.support.helper"

local FRAMES, BETWEEN = 300, 7             -- from one input to the next
local TOP = "examples/love/"

-- Places all over the window, and keys of some examples.
local CLICKS = { { 372, 108, 2 }, { 130, 110 }, { 600, 225 }, { 325, 325, 2 },
  { 230, 540 }, { 470, 300 }, { 480, 310, 2 }, { 730, 350 }, { 900, 450 },
  { 275, 225 }, { 612, 204 }, { 375, 175 }, { 375, 425 } }
local KEYS = { "space", "return", "a", "1", "b", "c", "2", "d", "f", "3", "g",
  "h", "4", "j", "k", "5", "l", "m", "o", "6", "s", "w", "backspace", "b", "r" }

--- A game in the folder of games.
-- @return the game, and the crowds that it makes while it plays
local function play(name)
  local folder = TOP .. name .. "/"
  local crowds, new_crowd = {}, tilepath.crowd
  tilepath.crowd = function(...)
    local crowd = new_crowd(...)
    crowds[#crowds + 1] = crowd
    return crowd
  end
  finally(function() tilepath.crowd = new_crowd end)
  local game = new_game(assert(helper.read_file(folder .. "main.lua")), {
    name = "@" .. folder .. "main.lua", folder = folder, shared = TOP,
    env = { dofile = function() end } })
  return game, crowds
end

--- @return a cell with two units, or nil
local function overlap(crowd)
  local holders = {}
  for _, unit in ipairs(crowd:units()) do
    local block = unit:cells()[1]
    for y = block[2], block[2] + (block.h or 1) - 1 do
      for x = block[1], block[1] + (block.w or 1) - 1 do
        local key = x .. "," .. y
        if holders[key] then return key end
        holders[key] = unit
      end
    end
  end
end

--- The n-th action of the player: clicks and keys in turn.
local function act(game, n)
  local half = math.floor((n + 1) / 2)
  if n % 2 == 1 then
    local click = CLICKS[(half - 1) % #CLICKS + 1]
    local x, y, button = click[1], click[2], click[3] or 1
    game:click(x, y, button)
    game.down[button] = true
    game:move(x + 40, y + 30)
    game.down[button] = nil
  else
    game.down.lshift = half % 5 == 0
    game:key(KEYS[(half - 1) % #KEYS + 1])
  end
end

local GAMES = { "click", "endless", "farm", "house", "platformer", "rpg", "rts",
  "stealth", "steps", "swarm", "tactics", "tiled", "tower", "turns" }
local CROWDED = { endless = true, farm = true, house = true, rts = true,
  tactics = true }

describe("#once #host the example", function()
  for _, name in ipairs(GAMES) do
    it("plays for five seconds: " .. name, function()
      local game, crowds = play(name)
      local drawn = {}
      for frame = 1, FRAMES do
        if frame % BETWEEN == 0 then act(game, frame / BETWEEN) end
        game:run(1 / 60)
        for _, one in ipairs(game:drawn()) do drawn[one.name] = true end
        for _, crowd in ipairs(crowds) do
          assert.is_nil(overlap(crowd))
        end
      end
      assert.is_true(drawn.draw)
      assert.equal(CROWDED[name], #crowds > 0 or nil)
    end)
  end

  it("farm: all fields are sown, and a barn is built where nobody stands", function()
    local game, crowds = play "farm"
    game:click(510, 230)
    game:run(30)
    local crowd, cells = crowds[1], {}
    for _, _, terrain in crowd.grid:cells() do
      cells[terrain] = (cells[terrain] or 0) + 1
    end
    -- Three houses of 25 cells have a door and 9 cells inside.
    assert.same({ cells.sown, cells.wall, cells.soil, cells.site },
      { 10 * 6 + 12 * 6, 3 * 15 + 9 })
    game:key "space"
    game:run(30)
    for _, villager in ipairs(crowd:units()) do
      assert.equal("open", (crowd.grid:get(villager.cell_x, villager.cell_y)))
    end
  end)

  it("rpg: the ferry takes the hero over the river", function()
    local game, is_there = play "rpg", false
    game:click(464, 500)
    game:run(30)
    for _, circle in ipairs(game:drawn "circle") do
      is_there = is_there or circle[2] == 464 and circle[3] == 500
    end
    assert.is_true(is_there)
  end)

  it("rpg: dogs follow the hero, a guard hunts him in his sight", function()
    local game, hunts = play "rpg", false
    local function bodies(red)
      local list = {}
      for _, circle in ipairs(game:drawn "circle") do
        if circle.colour[1] == red then list[#list + 1] = circle end
      end
      return list
    end
    game:click(496, 240)                         -- a corner of his round
    for _ = 1, 80 do
      game:run(0.1)
      hunts = hunts or bodies(0.8)[1].colour[2] == 0.2
    end
    assert.is_true(hunts)
    local dogs = bodies(0.55)
    assert.equal(2, #dogs)
    for _, dog in ipairs(dogs) do
      assert.truthy(math.abs(dog[2] - 496) + math.abs(dog[3] - 240) <= 3 * 32)
    end
    game:click(464, 500)                         -- over the river
    game:run(30)
    local guard = bodies(0.8)[1]
    local x, y = guard[2], guard[3]
    game:run(2)
    guard = bodies(0.8)[1]
    assert.equal(0.6, guard.colour[2])
    assert.truthy(guard[2] ~= x or guard[3] ~= y)
  end)

  it("tactics: red comes, and strikes all who stand still", function()
    local game, crowds = play "tactics"
    local blue, red = crowds[1], crowds[2]
    for _ = 1, 40 do
      game:key "space"
      game:run(8)
      for _, unit in ipairs(red:units()) do
        assert.is_true(blue:is_free(unit.cell_x, unit.cell_y))
      end
    end
    assert.same({ 0, 5 }, { blue.count, red.count })
  end)

  it("tower: no tower closes the gap for big creeps", function()
    local game, come_through = play "tower", false
    for y = 260, 340, 40 do
      game:click(300, y)                   -- the third would close it
    end
    game:run(20)
    for _, circle in ipairs(game:drawn "circle") do
      come_through = come_through or circle[4] == 15 and circle[2] > 320
    end
    assert.is_true(come_through)
  end)

  it("has at most forty lines if it is one file", function()
    for _, name in ipairs { "click", "turns" } do
      local text = helper.read_file(TOP .. name .. "/main.lua")
      assert.truthy(select(2, text:gsub("\n", "")) <= 40, name)
      assert.is_nil(helper.read_file(TOP .. name .. "/conf.lua"))
    end
  end)

  it("has a spec here, for every folder", function()
    if helper.is_windows then return pending("asks a shell of Unix") end
    assert.equal(table.concat(GAMES, "/main.lua ") .. "/main.lua\n",
      helper.output_of("cd examples/love && echo */main.lua"))
  end)
end)

--- Plays the game of a folder for a second.
local ALONE = [[
require "tilepath"           -- before a LÖVE has folders
local new_game = dofile "%s/spec/support/love.lua"
local function read(name)
  local file = io.open("%s/" .. name)
  if file then return file:read "*a", file:close() end
end
local conf = { window = {}, modules = {} }
local game = new_game((read "conf.lua" or "") .. "\n"
  .. "if love.conf then love.conf(CONF) end\n" .. read "main.lua",
  { folder = "%s/", env = { CONF = conf } })
game:click(300, 300)
game:run(1)
print(#game.calls > 0, require("tilepath").core, next(conf.window) ~= nil)
]]

describe("#once #host an example that was laid out", function()
  if package.config:sub(1, 1) == "\\" then
    return pending("is laid out by a shell of Unix #host")
  end

  local output_of, quote = helper.output_of, helper.quote
  local here = output_of("pwd"):sub(1, -2)

  for _, name in ipairs(GAMES) do
    it("plays without a checkout: " .. name, function()
      local top = helper.temporary_folder()
      local folder = top .. name
      finally(function() output_of("rm -rf " .. quote(top)) end)
      assert.equal("", output_of(("bash tools/example %s %s %s"):format(name,
        quote(folder), quote(helper.core_file()))))
      local text = output_of(("cd / && LUA_INIT= LUA_CPATH=none LUA_PATH=%s "
        .. "%s -e %s"):format(quote(folder .. "/?.lua;" .. folder
        .. "/?/init.lua"), helper.interpreter(), quote(ALONE:format(here, folder,
        folder))))
      local has_conf = helper.read_file(folder .. "/conf.lua") ~= nil
      assert.equal("true\tC\t" .. tostring(has_conf) .. "\n", text)
      assert.is_nil(helper.read_file(folder .. "/repository.lua"))
    end)
  end
end)
