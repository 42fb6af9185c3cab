-- The examples are started as a user starts them, by the VM that runs the
-- specs, without a terminal; what they print is checked against the map that
-- they print, by arithmetic of its own. The moving picture is played on a
-- screen that has no clock.

-- They are started by a shell of Unix.
if package.config:sub(1, 1) == "\\" then
  return pending("examples are started on Unix alone #host")
end

local interpreter = arg[0]
do
  local i = -1
  while arg[i] do
    interpreter, i = arg[i], i - 1
  end
end

local PRICES = { ["."] = 1, G = 1, S = 1, ["+"] = 1, _ = 1, ["="] = 0.5,
  H = 0.5, [","] = 2, [";"] = 3, ["~"] = 3 }

-- An example's output, standard error included, and its exit code.
local function run(arguments)
  local pipe = io.popen(("LUA_INIT= '%s' examples/%s 2>&1 </dev/null; echo $?")
    :format(interpreter, arguments))
  local text, code = pipe:read("*a"):match("^(.-)(%d+)\n$")
  pipe:close()
  return text, tonumber(code)
end

local function rows_of(text)
  local rows = {}
  for row in text:gmatch("[^\r\n]+") do
    rows[#rows + 1] = row
  end
  return rows
end

-- A map as MovingAI writes it, read here without the library: rows of text and
-- what the header says.
local function read_map(name)
  local file = assert(io.open("examples/maps/" .. name .. ".map", "rb"))
  local text = file:read("*a")
  file:close()
  local height, width, body = text:match(
    "^type octile\nheight (%d+)\nwidth (%d+)\nmap\n(.*)$")
  return rows_of(body), tonumber(width), tonumber(height)
end

local function count(rows, characters)
  local n = 0
  for _, row in ipairs(rows) do
    n = n + select(2, row:gsub("[" .. characters .. "]", ""))
  end
  return n
end

-- Where a printed picture differs from the map there must be the path: A, B
-- or *. Returns the places of A and B.
local function assert_path_over(map, picture)
  local a, b
  assert.equal(#map, #picture)
  for y, row in ipairs(picture) do
    assert.equal(#map[y], #row)
    for x = 1, #row do
      local shown, below = row:sub(x, x), map[y]:sub(x, x)
      if shown ~= below then
        assert.truthy(shown:find("[AB*]"), shown .. " over " .. below)
        assert.truthy(PRICES[below], "the path enters " .. below)
        if shown == "A" then a = x .. "," .. y end
        if shown == "B" then b = x .. "," .. y end
      end
    end
  end
  return a, b
end

describe("#host hello.lua", function()
  local text, code = run("hello.lua")
  local rows = rows_of(text)

  it("prints a map and a path that joins A and B", function()
    assert.equal(0, code, text)
    assert.equal(10, #rows)
    local map = {}
    for y = 1, 8 do
      assert.equal(17, #rows[y])
      map[y] = rows[y]
    end
    assert.equal(1, count(map, "A"))
    assert.equal(1, count(map, "B"))
    assert.equal("A", map[1]:sub(1, 1))
    assert.equal("B", map[1]:sub(17, 17))

    -- From A, every next cell of the path touches the last one.
    local x, y, steps, seen = 1, 1, 0, { ["1,1"] = true }
    repeat
      local next_x, next_y
      for ny = math.max(1, y - 1), math.min(8, y + 1) do
        for nx = math.max(1, x - 1), math.min(17, x + 1) do
          if not seen[nx .. "," .. ny]
            and map[ny]:sub(nx, nx):find("[B*]") then
            assert.is_nil(next_x, "the path forks")
            next_x, next_y = nx, ny
          end
        end
      end
      assert.truthy(next_x, "the path ends before B")
      x, y, steps = next_x, next_y, steps + 1
      seen[x .. "," .. y] = true
    until map[y]:sub(x, x) == "B"
    assert.equal(count(map, "*") + 1, steps)
    assert.equal(steps + 1, tonumber(rows[9]:match("(%d+) points")))
  end)

  it("prints what the path costs, and that pruning makes it cheaper",
    function()
      local cost = tonumber(rows[9]:match("cost ([%d.]+)"))
      local points, pruned = rows[10]:match("(%d+) points, cost ([%d.]+)")
      assert.truthy(tonumber(pruned) <= cost)
      assert.truthy(tonumber(points) < tonumber(rows[9]:match("(%d+) points")))
    end)
end)

describe("#host the maps", function()
  for _, name in ipairs { "town", "dungeon", "maze" } do
    it("are what their headers say: " .. name, function()
      local rows, width, height = read_map(name)
      assert.equal(height, #rows)
      for y = 1, #rows do
        assert.equal(width, #rows[y], "row " .. y)
      end
      assert.equal(width * height,
        count(rows, ".GS+_=H,;~") + count(rows, "WT#@"))
    end)
  end

  it("have a town of 80x40 or more with roads, grass and water", function()
    local rows, width, height = read_map("town")
    assert.truthy(width >= 80 and height >= 40)
    for _, characters in ipairs { "=", ".", "W", "H", "+", "_", "#", "T" } do
      assert.truthy(count(rows, characters) >= 10, characters)
    end
  end)
end)

describe("#host terminal.lua without a terminal", function()
  for _, name in ipairs { "town", "dungeon", "maze" } do
    it("prints the walks over " .. name .. " and ends", function()
      local map = read_map(name)
      local text, code = run("terminal.lua" .. (name == "town" and ""
        or " examples/maps/" .. name .. ".map"))
      assert.equal(0, code, text)
      assert.is_nil(text:find("\27", 1, true))
      local rows = rows_of(text)
      local walks = tonumber(text:match("walk 1 of (%d+)"))
      assert.equal(1 + walks * (#map + 4), #rows)

      local line = 1
      for _ = 1, walks do
        local picture = {}
        for y = 1, #map do
          picture[y] = rows[line + y]
        end
        line = line + #map
        local a, b = assert_path_over(map, picture)
        local from, to = rows[line + 1]:match("from ([%d,]+) to ([%d,]+),")
        assert.equal(from, a)
        assert.equal(to, b)

        local points, costs = {}, {}
        for i, kind in ipairs { "raw", "deduplicated", "pruned" } do
          local said, n, cost = rows[line + 1 + i]:match(
            "^  (%a+) +(%d+) points +cost +([%d.]+)$")
          assert.equal(kind, said)
          points[i], costs[i] = tonumber(n), tonumber(cost)
        end
        assert.truthy(points[1] > points[2] and points[2] >= points[3])
        assert.truthy(costs[1] == costs[2] and costs[2] >= costs[3])
        line = line + 4
      end
    end)
  end

  it("goes from where to where it is told", function()
    local text, code = run("terminal.lua town --from 2,23 --to 11,23")
    assert.equal(0, code, text)
    assert.truthy(text:find("walk 1 of 1, from 2,23 to 11,23,", 1, true), text)
  end)

  it("says why there is no way", function()
    local text, code = run("terminal.lua dungeon --from 67,32 --to 5,5")
    assert.equal(1, code)
    assert.equal("no way from 67,32 to 5,5: unreachable\n", text)
    text, code = run("terminal.lua town --from 2,23 --to 97,1")
    assert.equal(1, code)
    assert.equal("no way from 2,23 to 97,1: goal_outside\n", text)
  end)

  it("says what is wrong with a map or an option", function()
    for _, arguments in ipairs { "no_such_map", "README.md", "--bogus",
      "--speed 0", "--from 1", "town maze" } do
      local text, code = run("terminal.lua " .. arguments)
      assert.equal(1, code, arguments)
      assert.is_nil(text:find("traceback"), text)
      assert.truthy(#text > 10)
    end
  end)

  it("shows a map of another width as small as the page", function()
    local name = os.tmpname()
    local file = assert(io.open(name, "w"))
    file:write("type octile\nheight 4\nwidth 250\nmap\n"
      .. (("."):rep(250) .. "\n"):rep(4))
    file:close()
    local text = run("terminal.lua " .. name .. " --from 1,1 --to 250,4")
    os.remove(name)
    local rows = rows_of(text)
    assert.equal(84, #rows[2])
    assert.equal(84, #rows[3])
    assert.equal("A", rows[2]:sub(1, 1))
    assert.equal("B", rows[3]:sub(84))
    for x = 2, 83 do
      assert.truthy((rows[2]:sub(x, x) .. rows[3]:sub(x, x)):find("*", 1, true))
    end
    assert.truthy(text:find("(a character for 3 by 3 cells)", 1, true))
  end)
end)

describe("#host march.lua", function()
  local scenario = "spec/fixtures/crowds/pocket.txt"

  local function log_of(arguments)
    local name = os.tmpname()
    local text, code = run(("march.lua %s %s %s"):format(scenario, name,
      arguments))
    assert.equal("", text)
    assert.equal(0, code)
    local file = assert(io.open(name))
    local rows = rows_of(file:read("*a"))
    file:close()
    os.remove(name)
    return rows
  end

  it("writes a line for each unit and beat", function()
    local rows = log_of("")
    assert.equal("rate 1", rows[1])
    assert.equal("0 a 2 2", rows[2])
    assert.equal("0 b 8 2", rows[3])
    assert.equal(2 * math.floor(#rows / 2) + 1, #rows)
    assert.equal(0, tonumber(rows[2]:match("^%d+")))
    assert.equal((#rows - 3) / 2, tonumber(rows[#rows]:match("^%d+")))
  end)

  it("writes places in the world in real time", function()
    local rows = log_of("--update --beats 2")
    assert.equal("rate 4", rows[1])
    assert.equal("0 a 2 2 2.000000 2.000000", rows[2])
    assert.truthy(rows[#rows]:find("^48 b "))
  end)

  it("says what is wrong with its arguments", function()
    for _, arguments in ipairs { "", "no_such_file", scenario .. " --bogus",
      "Makefile", scenario, scenario .. " no/such/folder" } do
      local text, code = run("march.lua " .. arguments)
      assert.equal(1, code, arguments)
      assert.is_nil(text:find("traceback"), text)
      assert.truthy(#text > 10)
    end
  end)
end)

-- The demo's own files, without a terminal under them.
describe("#host the moving picture", function()
  local tilepath = require "tilepath"
  local path = package.path
  local animate

  setup(function()
    package.path = "examples/?.lua;" .. package.path
    animate = require "lib.animation"
  end)

  teardown(function() package.path = path end)

  -- Remembers pixels and texts; a frame takes as long as the spec says.
  local function fake_screen(width, height, frame)
    local screen = { width = width, height = height, frame_time = frame,
      pixels = {}, texts = {}, frames = 0 }
    function screen:pixel(x, y, colour)
      assert(x >= 0 and x < width and y >= 0 and y < height)
      self.pixels[y * width + x] = colour
    end
    function screen:text(row, text) self.texts[row] = text end
    function screen:next_frame()
      self.frames = self.frames + 1
      return self.frames ~= self.stop_at and frame or nil
    end
    return screen
  end

  local function one_leg(width, height)
    local grid = tilepath.grid(width, height)
    local finder = tilepath.pathfinder(grid, { algorithm = "astar" })
    local raw = finder:find(1, 1, width, height)
    return finder, { from = { 1, 1 }, to = { width, height }, raw = raw,
      tidy = raw:dedup(), pruned = raw:prune(finder),
      expanded = finder.info.expanded, lines = { "raw", "tidy", "pruned" } }
  end

  local WALKER, WALKED = 231, 225

  it("walks from one end to the other", function()
    local finder, leg = one_leg(12, 6)
    local screen = fake_screen(12, 6, 0.05)
    animate(screen, finder, { leg }, "map", 10)
    assert.equal(WALKER, screen.pixels[5 * 12 + 11])
    assert.equal(WALKED, screen.pixels[0])
    assert.same({ "raw", "tidy", "pruned" },
      { screen.texts[2], screen.texts[3], screen.texts[4] })

    -- 0.7 + 3 * 0.6 + 0.4 seconds beside the walk of 12.08 cells.
    local seconds = screen.frames * 0.05
    assert.truthy(math.abs(seconds - (2.9 + leg.pruned:length() / 10)) < 0.5)
  end)

  it("follows the walker over a map larger than the screen", function()
    local finder, leg = one_leg(60, 40)
    local screen = fake_screen(20, 10, 0.1)
    animate(screen, finder, { leg }, "map", 30)
    assert.equal(WALKER, screen.pixels[9 * 20 + 19])
  end)

  it("ends at once when it is interrupted", function()
    local finder, leg = one_leg(12, 6)
    for stop = 1, 40, 3 do
      local screen = fake_screen(12, 6, 0.1)
      screen.stop_at = stop
      animate(screen, finder, { leg, leg }, "map", 10)
      assert.equal(stop, screen.frames)
    end
  end)

end)

-- Terminals are asked through these; here they say what the spec wants.
describe("#host the screen", function()
  local path = package.path
  local real = { execute = os.execute, getenv = os.getenv,
    popen = io.popen, write = io.write }
  local written, environment, failing, Screen

  local function install(functions)
    -- luacheck: push ignore 122
    os.execute, os.getenv = functions.execute, functions.getenv
    io.popen, io.write = functions.popen, functions.write
    -- luacheck: pop
  end

  local function open()
    install {
      execute = function(command)
        return not command:find(failing or "never", 1, true) or nil
      end,
      getenv = function(name) return environment[name] end,
      popen = function()
        return { read = function() return "7 20\n" end,
          close = function() end }
      end,
      write = function(text) written[#written + 1] = text end,
    }
    return Screen.open(2)
  end

  setup(function()
    package.path = "examples/?.lua;" .. package.path
    Screen = require "lib.screen"
  end)

  before_each(function()
    written, environment, failing = {}, { TERM = "xterm" }, nil
  end)

  after_each(function() install(real) end)

  teardown(function() package.path = path end)

  it("needs a terminal that can do more than print lines", function()
    for _, name in ipairs { "dumb", false } do
      environment.TERM = name or nil
      assert.is_nil(open())
    end
    environment = { TERM = "xterm", CI = "true" }
    assert.is_nil(open())
    environment = { TERM = "xterm" }
    for _, command in ipairs { "test -t 1", "sleep" } do
      failing = command
      assert.is_nil(open())
    end
    assert.same({}, written)
  end)

  it("takes the terminal and gives it back", function()
    local screen = open()
    assert.same({ 20, 10 }, { screen.width, screen.height })
    assert.truthy(written[1]:find("\27[?25l", 1, true))
    screen:close()
    assert.truthy(written[#written]:find("\27[?25h", 1, true))
  end)

  it("writes only what has changed", function()
    local screen = open()
    screen:pixel(3, 4, 10)
    screen:pixel(3, 5, 20)
    screen:next_frame()
    written = {}
    screen:next_frame()
    assert.equal("", table.concat(written))

    screen:pixel(3, 5, 30)
    screen:pixel(20, 0, 99)             -- outside: nothing
    screen:text(1, "hello")
    screen:text(1, "hello")
    screen:next_frame()
    local text = table.concat(written)
    assert.equal(1, select(2, text:gsub("hello", "")))
    assert.equal(1, select(2, text:gsub("\226\150\128", "")))
    assert.truthy(text:find("\27[3;4H\27[38;5;10;48;5;30m", 1, true))
  end)

  it("says so when its sleep is interrupted", function()
    local screen = open()
    assert.truthy(screen:next_frame() > 0)
    failing = "sleep"
    assert.is_nil(screen:next_frame())
  end)
end)
