-- The programs of the page (examples/page), without a browser: each runs five
-- seconds in the page's own runner, with clicks, moves and strokes.
-- tools/playground.js has the tests that need a browser.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local STEPS, FOLDER = 300, "examples/page/"

local function read(path)
  return assert(helper.read_file(FOLDER .. path))
end

--- A page: the function that the worker calls, and the printed lines.
local function open_page()
  local lines = {}
  local turn = assert(loadfile(FOLDER .. "page.lua"))(function(line)
    lines[#lines + 1] = line
  end)
  return turn, lines
end

local NAMES = {}
for name in read("index.html"):gmatch('<option value="(%a+)">') do
  NAMES[#NAMES + 1] = name
end

--- The crowds that a function makes.
local function crowds_of(f)
  local make, crowds = tilepath.crowd, {}
  tilepath.crowd = function(...)
    crowds[#crowds + 1] = make(...)
    return crowds[#crowds]
  end
  local worked, message = pcall(f)
  tilepath.crowd = make
  assert(worked, message)
  return crowds
end

local function assert_apart(crowds)
  for _, crowd in ipairs(crowds) do
    local taken = {}
    for _, unit in ipairs(crowd:units()) do
      local cell = unit.cell_x .. "," .. unit.cell_y
      assert(not taken[cell], "two units in " .. cell)
      taken[cell] = true
    end
  end
end

describe("#core_c a program of the page", function()
  it("exists for each name in the list", function()
    assert.is_true(#NAMES >= 10)
    for _, name in ipairs(NAMES) do
      local text = read("programs/" .. name .. ".lua")
      assert.truthy(text:find("^%-%- [^\n]+\n"), name)
      for line in text:gmatch("[^\n]+") do
        assert.is_true(#line <= 68, name .. ": " .. line)
      end
    end
  end)

  for _, name in ipairs(NAMES) do
    it("runs, draws and prints: " .. name, function()
      local turn, lines = open_page()
      local frames = 0
      local crowds = crowds_of(function()
        turn("run", read("programs/" .. name .. ".lua"))
      end)
      local last = turn("frame")
      local width, height = last:match("^%S+ %S+ (%S+) (%S+)\n")
      assert.truthy(turn("terrains")
        :find('^%[%[[%d,.]+"wall"%],%[0,0,0,0,"open"%]'))
      for i = 1, STEPS do
        local x, y = i * 7 % 31 / 31 * width, i * 5 % 29 / 29 * height
        turn("move", "", x, y)
        if i % 50 == 0 then turn("click", "", x, y, i % 100 == 0 and 2 or 1) end
        if i % 120 == 0 then
          turn("dip", "wall", x, y)
          turn("paint", "", x, y, x + 2, y + 1)
        end
        turn("update", "", 1)
        assert_apart(crowds)
        if i % 5 == 0 then
          local frame = turn("frame")
          frames = frames + (frame ~= last and 1 or 0)
          last = frame
        end
      end
      assert.is_true(frames > 0, "nothing moves")
      assert.is_true(#lines > 0, "nothing is printed")
    end)
  end
end)

describe("#core_c the page", function()
  local turn, lines

  before_each(function() turn, lines = open_page() end)

  --- Runs a program. @return its first frame
  local function show(text)
    turn("run", text)
    return turn("frame")
  end

  --- The error of a call of the page.
  local function fails(...)
    local worked, message = pcall(turn, ...)
    return not worked and message or "no error"
  end

  it("names the line of an error, and what is nil or elsewhere", function()
    for line, text in pairs { "local = 1", "local a\nlocal b = a + 1",
      "\n\nerror { 'a table' }",
      "\n\n\nrequire('tilepath').grid(0)" } do
      assert.equal("program:" .. line .. ":",
        fails("run", text):match("^program:%d+:"))
    end
    turn("run", "\nfunction update() error('now') end")
    assert.equal("program:2: now", fails("update", "", 1))
    turn("run", [[
      local grid = require "tilepath".grid(3, 3)
      function show() return { grid, heroo, grid } end]])
    assert.equal("show(): item 2 of its list is nil (false leaves a thing out: "
      .. "`path or false`). Nothing defines heroo.", fails("frame"))
    assert.truthy(fails("run", "function love.draw() end")
      :find("^program:1: .*LÖVE is not on this page"))
  end)

  it("prints a line for each line of a text, and cuts a long line", function()
    turn("run", "print('a\\nb', 1, nil) print(('x'):rep(1e5))")
    assert.same({ "a", "b  1  nil", ("x"):rep(2000) }, lines)
  end)

  it("writes unchanged parts as =", function()
    local first = show [[
      local grid = require "tilepath".grid("..#.")
      function show() return { grid } end
      function click(x) grid:set_world(x, 0.5, "wall") end]]
    assert.truthy(first:find("^0 0 4 1\narea %d+,%d+,%d+,[%d.]+ 0 m"))
    assert.equal("0 0 4 1\n=", turn("frame"))
    turn("click", "", 0.5, 0.5, 1)
    assert.truthy(turn("frame"):find("^0 0 4 1\narea"))
  end)

  it("paints a line, or removes what is there", function()
    show [[
      local tilepath = require "tilepath"
      local grid = tilepath.grid("....\n....")
      function show() return { { grid, colours = { lattice = true } } } end
      function click() print(tilepath.ascii(grid)) end]]
    for _ = 1, 2 do
      turn("dip", "wall", 0.5, 0.5)
      turn("paint", "", 0.5, 0.5, 2.5, 0.5)
      turn("paint", "", 2.5, 0.5, 9.5, 0.5)
      turn("click", "", 0, 0, 1)
    end
    assert.same({ "####", "....", "....", "...." }, lines)
  end)

  local function hints(text)
    show(text)
    return turn("hints", text)
  end

  it("tells why the map is empty, and which names are nil", function()
    for hint, text in pairs {
      ["No show(): the map is empty. The program defines Show."] =
        "function Show() end",
      ["No show(): the map is empty."] = "print(1)",
      ["show() returns nothing: the map is empty."] = "function show() end",
      [""] = read("programs/click.lua"),
      ["Nothing defines heroo."] = [[
        local grid = require "tilepath".grid(3, 3)
        function show() return { grid, heroo } end]],
    } do
      assert.equal(hint, hints(text))
    end
    assert.truthy(hints("\n  "):find("^The program is empty"))
    assert.equal("0 0 0 0", turn("frame"))
    assert.truthy(hints("function keypressed() end")
      :find("\nkeypressed: LÖVE is not on this page"))
  end)

  it("offers the terrains of the map, in the colours of the map", function()
    show [[
      grid = require "tilepath".grid("..~~#", { legend = { ["~"] = "mud" },
        prices = { mud = 4, road = 0.5 } })
      function show() return { grid, colours = { wall = { 1, 0, 0, 1 } } } end
      function click() grid:set(1, 1, "road") end]]
    local rows = '[[255,0,0,1,"wall"],[0,0,0,0,"open"],[230,158,0,0.55,"mud"]'
    assert.equal(rows .. "]", turn("terrains"))
    turn("click", "", 0, 0, 1)
    turn("frame")
    assert.equal(rows .. ',[87,181,232,0.55,"road"]]', turn("terrains"))
    show [[
      grid = require "tilepath".grid(3, 3, { prices = { ["a\n\"\\b"] = 2 } })
      grid:set(1, 1, "a\n\"\\b")
      function show() return { grid } end]]
    assert.equal([=[,0.55,"a\u000a\u0022\u005cb"]]]=],
      turn("terrains"):match(',[^,]*,"a.*'))
  end)

  it("starts again without globals, and saves its picture", function()
    turn("run", "function update() print 'first' end")
    turn("run", "x = update")
    turn("update", "", 3)
    assert.same({}, lines)
    assert.is_nil(rawget(_G, "x"))
    for name, legend in pairs { click = "^%[",
      door = "%[158,26,0,1,\"blocked\"%]", prices = "^%[%]$" } do
      show(read("programs/" .. name .. ".lua"))
      assert.truthy(turn("legend"):find(legend))
      assert.truthy(turn("svg"):find("^<svg"))
    end
  end)
end)
