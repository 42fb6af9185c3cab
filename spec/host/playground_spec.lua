-- The programs of the page (examples/page), without a browser: each runs ten
-- seconds in the page's own runner, with clicks, moves and strokes.
-- tools/playground.js has the tests that need a browser.

local tilepath = require "tilepath"

local STEPS, FOLDER = 600, "examples/page/"

local function read(path)
  local file = assert(io.open(FOLDER .. path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
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
      assert.truthy(turn("terrains"):find("^wall\nopen"))
      for i = 1, STEPS do
        local x, y = i * 7 % 31 / 31 * width, i * 5 % 29 / 29 * height
        turn("move", "", x, y)
        if i % 50 == 0 then turn("click", "", x, y, i % 100 == 0 and 3 or 1) end
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

  it("names the line of an error", function()
    local function fails(text)
      local _, message = pcall(turn, "run", text)
      return message:match("^program:%d+:")
    end
    assert.equal("program:2:", fails("local a\nlocal b = a + 1"))
    assert.equal("program:1:", fails("local = 1"))
    assert.equal("program:2:", fails("\nrequire('tilepath').grid(0)"))
    assert.equal("program:3:", fails("\n\nerror { 'a table' }"))
    turn("run", "\nfunction update() error('now') end")
    local _, message = pcall(turn, "update", "", 1)
    assert.equal("program:2: now", message)
  end)

  it("prints a line for each line of a text, and cuts a long line", function()
    turn("run", "print('a\\nb', 1, nil) print(('x'):rep(1e5))")
    assert.same({ "a", "b  1  nil", ("x"):rep(2000) }, lines)
  end)

  it("writes unchanged parts as =", function()
    turn("run", [[
      local grid = require "tilepath".grid("..#.")
      function show() return { grid } end
      function click(x) grid:set_world(x, 0.5, "wall") end]])
    local first = turn("frame")
    assert.truthy(first:find("^0 0 4 1\narea rgba%(%d+,%d+,%d+,[%d.]+%) 0 m"))
    assert.equal("0 0 4 1\n=", turn("frame"))
    turn("click", "", 0.5, 0.5, 1)
    assert.truthy(turn("frame"):find("^0 0 4 1\narea"))
  end)

  it("paints a line, or removes what is there", function()
    turn("run", [[
      local tilepath = require "tilepath"
      local grid = tilepath.grid("....\n....")
      function show() return { { grid, lattice = true } } end
      function click() print(tilepath.ascii(grid)) end]])
    turn("frame")
    for _ = 1, 2 do
      turn("dip", "wall", 0.5, 0.5)
      turn("paint", "", 0.5, 0.5, 2.5, 0.5)
      turn("paint", "", 2.5, 0.5, 9.5, 0.5)
      turn("click", "", 0, 0, 1)
    end
    assert.same({ "####", "....", "....", "...." }, lines)
  end)

  it("starts again without the globals of the last program", function()
    turn("run", "function update() print 'first' end")
    turn("run", "x = update")
    turn("update", "", 3)
    assert.same({}, lines)
    assert.is_nil(rawget(_G, "x"))
  end)

  it("saves its picture", function()
    turn("run", read("programs/click.lua"))
    turn("frame")
    assert.truthy(turn("svg"):find("^<svg"))
  end)
end)
