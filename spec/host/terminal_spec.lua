-- The examples are started as by a user, with the VM of the specs, without a
-- terminal. The spec checks their output against the printed map, with its own
-- arithmetic. The moving picture runs on a screen without a clock.

-- A Unix shell starts them.
if package.config:sub(1, 1) == "\\" then
  return pending("examples are started on Unix alone #host")
end

local helper = require "spec.support.helper"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local PRICES = { ["."] = 1, G = 1, S = 1, ["+"] = 1, _ = 1, ["="] = 0.5,
  H = 0.5, [","] = 2, [";"] = 3, ["~"] = 3 }

-- An example's output, standard error included, and its exit code.
local function run(arguments)
  local text, code = helper.output_of(
    ("LUA_INIT= '%s' examples/%s </dev/null; echo $?"):format(
      helper.interpreter(), arguments)):match("^(.-)(%d+)\n$")
  return text, tonumber(code)
end

local function rows_of(text)
  local rows = {}
  for row in text:gmatch("[^\r\n]+") do
    rows[#rows + 1] = row
  end
  return rows
end

-- A map of MovingAI, read here without the library: rows of text and the
-- header's values.
local function read_map(name)
  local text = helper.read_file("examples/maps/" .. name .. ".map")
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

-- A printed picture differs from the map only in the path: A, B or *. Returns
-- the places of A and B.
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

describe("#once #host hello.lua", function()
  it("prints a map, a path that joins A and B, and its cost", function()
    local text, code = run("hello.lua")
    local rows = rows_of(text)
    assert.equal(0, code, text)
    assert.equal(10, #rows)
    local map = { unpack(rows, 1, 8) }
    assert.equal("A", map[1]:sub(1, 1))
    assert.equal("B", map[1]:sub(17, 17))
    assert.equal(2, count(map, "AB"))
    -- From A, every next cell of the path touches the cell before.
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
    local points, cost = rows[9]:match("(%d+) points.*cost ([%d.]+)")
    local fewer, less = rows[10]:match("(%d+) points, cost ([%d.]+)")
    assert.equal(steps + 1, tonumber(points))
    assert.truthy(tonumber(less) <= tonumber(cost))
    assert.truthy(tonumber(fewer) < tonumber(points))
  end)
end)

describe("#once #host terminal.lua without a terminal", function()
  for _, name in ipairs { "town", "dungeon", "maze" } do
    it("prints the walks over " .. name .. " and ends", function()
      local map = read_map(name)
      local text, code = run("terminal.lua" .. (name == "town" and ""
        or " examples/maps/" .. name .. ".map"))
      assert.equal(0, code, text)
      assert.is_nil(text:find("\27", 1, true))
      local rows = rows_of(text)
      assert.equal(3 * (#map + 1), #rows)
      for first = 1, #rows, #map + 1 do
        local picture = {}
        for y = 1, #map do
          picture[y] = rows[first + y - 1]
        end
        local a, b = assert_path_over(map, picture)
        local from, to, points, cost, fewer, less = rows[first + #map]:match(
          "^from ([%d,]+) to ([%d,]+): (%d+) points, cost ([%d.]+); "
          .. "pruned: (%d+) points, cost ([%d.]+)$")
        assert.same({ a, b }, { from, to })
        assert.truthy(tonumber(points) > tonumber(fewer))
        assert.truthy(tonumber(cost) >= tonumber(less))
      end
    end)
  end

  it("prints an error for a wrong map", function()
    local nowhere = os.tmpname()
    helper.write_file(nowhere, "type octile\nheight 1\nwidth 2\nmap\n@@\n")
    for name, message in pairs { ["README.md"] = "not a MovingAI map",
      no_such_map = "No such file", [nowhere] = "there is nowhere to walk" } do
      local text, code = run("terminal.lua " .. name)
      assert.equal(1, code)
      assert.truthy(text:find(message, 1, true), text)
      assert.is_nil(text:find("traceback"), text)
    end
    os.remove(nowhere)
  end)
end)

describe("#once #host march.lua", function()
  local scenario = "spec/fixtures/crowds/pocket.txt"

  it("writes a line for each unit and tick, or places in real time", function()
    local name = os.tmpname()
    for option, head in pairs { [""] = { "rate 1", "0 a 2 2", "0 b 8 2" },
      ["--update"] = { "rate 4", "0 a 2 2 2.000000 2.000000",
        "0 b 8 2 8.000000 2.000000" } } do
      local text, code = run(("march.lua %s %s %s"):format(scenario, name,
        option))
      assert.same({ "", 0 }, { text, code })
      local rows = rows_of(helper.read_file(name))
      assert.same(head, { rows[1], rows[2], rows[3] })
      assert.equal((#rows - 3) / 2, tonumber(rows[#rows]:match("^%d+")))
    end
    os.remove(name)
    assert.same({ "pocket, tick 34: 0 of 2 under way\n", 0 },
      { run("march.lua " .. scenario) })
  end)

  it("prints an error for wrong arguments", function()
    for _, arguments in ipairs { "", "no_such_file", scenario .. " --bogus",
      "Makefile", scenario .. " no/such/folder" } do
      local text, code = run("march.lua " .. arguments)
      assert.equal(1, code, arguments)
      assert.is_nil(text:find("traceback"), text)
      assert.truthy(#text > 10)
    end
  end)
end)

-- These functions replace the terminal; they answer as the spec wants, and a
-- program that runs in it has no clock.
describe("#once #host in a terminal", function()
  local real = { execute = os.execute, getenv = os.getenv, popen = io.popen,
    write = io.write, print = print, arg = arg }
  local path, written, frames = package.path, nil, nil

  local function write(...)
    for _, text in ipairs { ... } do written[#written + 1] = text end
  end

  local function install(functions)
    -- luacheck: push ignore 122
    os.execute, os.getenv = functions.execute, functions.getenv
    io.popen, io.write = functions.popen, functions.write
    -- luacheck: pop
    rawset(_G, "print", functions.print)
    rawset(_G, "arg", functions.arg)
    package.path = path
  end

  --- Runs a program. @return what it has written, and the number of its frames
  -- @param last         the frame of an interrupt, or nil
  -- @param environment  nil: that of a terminal
  -- @param failing      a command that fails, or nil
  local function run_in(program, argument, last, environment, failing)
    written, frames = {}, 0
    install {
      execute = function(command)
        frames = frames + (command:find("^sleep") and 1 or 0)
        return frames ~= last and not command:find(failing or "never", 1, true)
          or nil
      end,
      getenv = function(name) return (environment or { TERM = "xterm" })[name] end,
      popen = function()
        return { read = function() return "24 120\n" end,
          close = function() end }
      end,
      write = write, print = function(text) write(text, "\n") end,
      arg = { [0] = "examples/" .. program, argument },
    }
    dofile("examples/" .. program)
    install(real)
    return table.concat(written), frames
  end

  after_each(function() install(real) end)

  local TAKE, GIVE_BACK = "\27%[%?25l", "\27%[%?25h"

  it("makes terminal.lua walk in time, up to an interrupt", function()
    local text, shown = run_in("terminal.lua", "town")
    assert.equal(1, select(2, text:gsub(TAKE, "")))
    local picture, rest = text:match("^(.*)" .. GIVE_BACK .. "(.*)$")
    -- Walker, walked way, search, map.
    for _, colour in ipairs { "38;5;231;", "38;5;205;", "38;5;66;",
      "38;5;230;" } do
      assert.truthy(picture:find(colour, 1, true), colour)
    end
    assert.equal(3, select(2, rest:gsub("from [^\n]+\n", "")))
    -- Three times 0.8 seconds for the search and 3 for the walk.
    assert.truthy(math.abs(shown * 0.039 - 3 * 3.8) < 1, shown)
    for stop = 1, 120, 40 do
      text, shown = run_in("terminal.lua", "maze", stop)
      assert.equal(stop, shown)
      assert.truthy(text:find(GIVE_BACK))
    end
  end)

  it("makes terminal.lua print if the terminal shows nothing", function()
    for _, case in ipairs { { { TERM = "dumb" } }, { {} },
      { { TERM = "xterm", CI = "true" } },
      { { TERM = "xterm" }, "test -t 1" } } do
      assert.is_nil(run_in("terminal.lua", nil, nil, case[1], case[2])
        :find("\27", 1, true))
    end
  end)

  it("makes march.lua show a crowd to its end, step by step", function()
    local text, shown = run_in("march.lua", "spec/fixtures/crowds/pocket.txt")
    assert.truthy(text:find("tick 0: 2 of 2 under way", 1, true))
    local picture, rest = text:match("^(.*)" .. GIVE_BACK .. "(.*)$")
    assert.equal(shown, 4 * select(2, picture:gsub("tick %d+: ", "")))
    assert.truthy(rest:find("pocket, tick %d+: 0 of 2 under way\n$"))
    assert.is_true(select(2, run_in("march.lua",
      "spec/fixtures/found/saved.on-small-maps.20000834.txt")) > 0)
  end)
end)
