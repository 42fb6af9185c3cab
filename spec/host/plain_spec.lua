--- require "tilepath.plain" selects the core in Lua. A Lua state has a single
-- core, so each program here has a process of its own.

local helper = require "spec.support.helper"

describe("#host the core in Lua", function()
  local program

  before_each(function()
    program = os.tmpname()
  end)

  after_each(function()
    os.remove(program)
  end)

  --- The output of a program; `environment` goes before the command.
  local function run(text, environment)
    helper.write_file(program, text)
    return (helper.output_of(("env -u TILEPATH_CORE %s '%s' '%s'"):format(
      environment or "", helper.interpreter(), program)):gsub("\n$", ""))
  end

  it("is returned by require 'tilepath.plain', then always", function()
    assert.are.equal("Lua true true", run [[
      package.cpath, package.loadlib = "./nowhere/?.so", nil
      local plain = require "tilepath.plain"
      local same = require "tilepath.plain" == plain
      io.write(plain.core, " ", tostring(same), " ",
        tostring(require "tilepath" == plain)) ]])
  end)

  it("needs no os, io or debug, and reads no missing global", function()
    for _, missing in ipairs { "os, io, debug = nil", "debug.getinfo = nil",
      "os['clock'] = nil" } do
      local told = run(([[
        local print = print
        %s
        setmetatable(_G, { __index = function(_, name)
          print("there is no " .. name)
        end })
        local tilepath = require "tilepath.plain"
        local finder = tilepath.pathfinder(tilepath.grid(5, 1))
        local queue = tilepath.queue { seconds = 1 }
        local ticket = queue:find(finder, 1, 1, 5, 1)
        queue:update()
        print(ticket.status, finder:nearest(5, 1)) ]]):format(missing))
      assert.are.equal("found\t5\t1", told)
    end
  end)

  it("works in a folder of any name", function()
    for _, name in ipairs { "libs.tilepath.plain", "libs/tilepath/plain" } do
      assert.are.equal("Lua true", run(([[
        local name = %q
        local home = package.searchpath and package.searchpath("tilepath",
          package.path) or package.path:match("[^;]*/lua/%%?/init.lua")
        home = home:gsub("%%?", "tilepath"):gsub("init.lua$", "")
        table.insert(package.searchers or package.loaders, 1, function(wanted)
          local file = wanted:match("^libs[./]tilepath(.*)$")
          if file then
            file = file:gsub("[./]", "/"):gsub("^/", "")
            return loadfile(home .. (file == "" and "init" or file) .. ".lua")
              or loadfile(home .. file .. "/init.lua")
          end
        end)
        local tilepath = require(name)
        local parent = name:gsub("[./]plain.*", "")
        io.write(tilepath.core, " ",
          tostring(require(parent) == tilepath)) ]]):format(name)))
    end
  end)

  it("needs no ?/init.lua in package.path", function()
    assert.are.equal("Lua true", run([[
      package.path = "lua/?.lua"
      local tilepath = require "tilepath.plain"
      io.write(tilepath.core, " ",
        tostring(require "tilepath" == tilepath)) ]]))
  end)

  it("is selected by TILEPATH_CORE=lua", function()
    local text = [[io.write(require("tilepath").core)]]
    assert.are.equal("Lua", run(text, "TILEPATH_CORE=lua"))
    assert.are.equal("C", run(text))
    assert.are.equal("C", run(text, "TILEPATH_CORE=c"))
    for _, change in ipairs { "os.getenv = nil ", "os = nil " } do
      assert.are.equal("C", run(change .. text, "TILEPATH_CORE=lua"))
    end
  end)

  it("is refused if the C module is loaded", function()
    assert.are.equal("tilepath: tilepath.plain asks for the core in Lua, and "
      .. "the C module is loaded already", run [[
      require "tilepath"
      io.write(select(2, pcall(require, "tilepath.plain"))) ]])
    assert.are.equal("tilepath: TILEPATH_CORE asks for the core in Lua, and "
      .. "the C module is loaded already", run([[
      require "tilepath_core"
      io.write(select(2, pcall(require, "tilepath"))) ]],
      "TILEPATH_CORE=lua"))
  end)

  it("recognizes tables with a copied metatable", function()
    assert.are.equal("ascii: grid must be a grid, got table\n"
      .. "get: self must be a grid, got table (call it with a colon)\n"
      .. "length: path must be a flat table { x1, y1, x2, y2, ... }, got grid",
      run [[
      local tilepath = require "tilepath.plain"
      local grid = tilepath.grid("..")
      local thief = setmetatable({}, getmetatable(grid))
      local function say(...)
        print((select(2, pcall(...)):gsub("^.-:%d+: ", "")))
      end
      say(tilepath.ascii, thief)
      say(grid.get, thief, 1, 1)
      say(tilepath.path.length, grid) ]])
  end)

  it("finds the same costs where whole numbers end at 2^24", function()
    local text = [[
      local tilepath = require "tilepath.plain"
      local function corridors()
        local grid = tilepath.grid(41, 41)
        grid:terrain("swamp", 1000)
        for y = 1, 41 do
          for x = 1, 41 do
            local is_wall = y % 2 == 0 and x ~= (y % 4 == 0 and 41 or 1)
            grid:set(x, y, is_wall and "wall" or "swamp")
          end
        end
        grid:set(1, 1, "open")
        return tilepath.pathfinder(grid), grid
      end
      local function say(...)
        for i = 1, select("#", ...) do
          local value = select(i, ...)
          io.write(type(value) == "number" and (digits):format(value)
            or tostring(value), " ")
        end
        print()
      end
      say(corridors():find(1, 1, 41, 41))
      local search = corridors():search(1, 1, 41, 41)
      repeat until search:step(9) ~= "running"
      say(search.status, select(2, search:path()))
      local queue, finder = tilepath.queue { max_nodes = 50 }, corridors()
      local path = queue:find(finder, 1, 1, 41, 41)
      local field = queue:field(finder, { { 41, 41 } })
      for _ = 1, 999 do queue:update() end
      say(path:path().cost, field.field:cost(1, 1))
      say(corridors():reach(1, 1, 840100):cost(41, 41))
      field = corridors():field { { 41, 41, cost = 5e6 } }
      say(field:cost(1, 1), field:flee(16):cost(20, 21))
      local alone, grid = corridors()
      local crowd = tilepath.crowd(grid)
      local unit = crowd:add { finder = alone, cell_x = 1, cell_y = 1,
        speed = 1000 }
      unit:go_cell(41, 41)
      crowd:update(1000)
      say(unit.cell_x, unit.cell_y, unit.reason)
      say(alone:find(1, 1, 41, 41, { avoid = crowd, avoid_price = 9 })) ]]
    for power, digits in pairs { [30] = "%.5g", [24] = "%.1g" } do
      local head = ("local digits = %q\n"):format(digits)
      local told = run(head .. text)
      assert.truthy(told:find("path of 801 points", 1, true), told)
      assert.are.equal(told, run(head .. ([[
        package.loaded["tilepath.exact"] = { is_small = true, most = 2 ^ %d,
          COST = 1 + 5e-7,
          tolerance = function(least) return math.max(least, 2 ^ -17) end }
      ]]):format(power) .. text))
    end
  end)
  --- Units of each kind of order on squares or hexagons, and what they say. One
  -- program saves them after `ticks`, another one loads them and goes on.
  local CROWD = [[
    local tilepath = require "tilepath"
    local hex, ticks, text = %s, %s, %q
    local grid = tilepath.grid(20, 12, hex and { shape = "hex" } or nil)
    grid:fill(8, 1, 1, 11, "wall")
    local finder, big = tilepath.pathfinder(grid),
      tilepath.pathfinder(grid, { size = hex and 1 or 2 })
    local field, hare = finder:field { { 15, 8 } }, { x = 2.5, y = 2.5 }
    local crowd = tilepath.crowd(grid)
    local dt = ticks %% 1 > 0 and ticks or nil
    local function say(...)
      local said = { ... }
      for i, value in ipairs(said) do
        said[i] = type(value) == "number" and ("%%.17g"):format(value)
          or tostring(value)
      end
      print(tilepath.core, table.concat(said, "\t"))
    end
    if text == "" then
      local units = {}
      for i = 1, 12 do
        units[i] = crowd:add { finder = i == 7 and big or finder,
          cell_x = i %% 3 * 2 + 1, cell_y = 2 * math.ceil(i / 3) + 1,
          speed = 3 + i / 8 }
      end
      local function order(i, name, ...)
        assert(units[i][name](units[i], ...))
      end
      order(1, "go_cell", 15, 3)
      order(2, "patrol", { 2.5, 2.5, 14.5, 7.5, 4.5, 4.5 })
      order(3, "go_cell", { { 15, 3, 2, 2 }, { 3, 8 } }, { within = 2 })
      order(4, "chase", units[1])
      order(5, "go_cell", 10, 5, { adjacent = true, settle = 2 })
      units[6]:pause()
      order(7, "go_cell", 5, 8)
      order(8, "follow", field)
      order(9, "follow", assert(finder:find(units[9].cell_x, units[9].cell_y,
        18, 2)))
      order(10, "keep", hare, { min = 1, within = 4 })
      assert(crowd:go_cell({ units[11], units[12] }, 9, 10))
      for _ = 1, math.ceil(ticks) do
        (dt and crowd.update or crowd.tick)(crowd, dt)
      end
      text = crowd:save()
      say(text)
    else
      assert(crowd:load(text, { targets = { hare }, fields = { [8] = field },
        finders = function(_, columns)
          return columns > 1 and big or finder
        end }))
    end
    for i, unit in ipairs(crowd:units()) do
      -- A unit that waits goes once its path is found.
      say(i, (unit.status:gsub("waiting", "going")), unit.cell_x, unit.cell_y, unit.x, unit.y,
        unit.angle, unit.speed, unit.target == hare, i == 2 and unit.goal_x)
    end
    for _ = 1, 200 do
      (dt and crowd.update or crowd.tick)(crowd, dt)
    end
    say(crowd:units()[3].status, crowd:units()[1].status)
  ]]

  it("loads crowds of the other core, and the other core its own #once", function()
    for _, hex in ipairs { "false", "true" } do
      for _, ticks in ipairs { 0, 0.4, 1, 40 } do
        for saver, loader in pairs { lua = "c", c = "lua" } do
          local text, said = run(CROWD:format(hex, ticks, ""),
            "TILEPATH_CORE=" .. saver):match("^%S+\t([^\n]*)\n(.*)$")
          local again = run(CROWD:format(hex, ticks, text),
            "TILEPATH_CORE=" .. loader)
          assert.are.equal((said:gsub("%f[^\n%z]%u%l*\t", "")),
            (again:gsub("%f[^\n%z]%u%l*\t", "")))
          assert.matches("arrived$", again)
        end
      end
    end
  end)
end)
