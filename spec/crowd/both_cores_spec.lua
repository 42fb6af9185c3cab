--- Saved crowds of one core in the other one. Both run here: tilepath, whose
-- core is the C module, and another copy of the library with the core in Lua.

local tilepath = require "tilepath"
local crowds = require "spec.support.random_crowds"
local law = require "spec.support.law"
local sorted = require "spec.support.sorted"
local upvalue = require("spec.support.api_names").upvalue

local OPEN = (("."):rep(9) .. "\n"):rep(9)

--- The library with the core in Lua, in this Lua state.
local function in_lua()
  local loaded, getenv = {}, os.getenv
  for name, module in pairs(package.loaded) do
    if name:find("^tilepath") then
      loaded[name], package.loaded[name] = module, nil
    end
  end
  os.getenv = function(name) -- luacheck: ignore
    return name == "TILEPATH_CORE" and "lua" or getenv(name)
  end
  local copy = require "tilepath"
  os.getenv = getenv -- luacheck: ignore
  for name in pairs(package.loaded) do
    if name:find("^tilepath") then
      package.loaded[name] = nil
    end
  end
  for name, module in pairs(loaded) do
    package.loaded[name] = module
  end
  return copy
end

local plain = in_lua()

--- A crowd on a drawn map.
local function field(library, rows, options)
  local grid = library.grid(rows or OPEN)
  return library.crowd(grid, options), library.pathfinder(grid), grid
end

-- What a unit knows of a path that it may still wait for.
local OF_PATHS = { goal_x = true, goal_y = true, goal_index = true,
  remaining = true }

--- What a unit says of itself: all of its properties but objects.
local function said(unit, names)
  local words = {}
  for _, name in ipairs(names) do
    local value = unit[name]
    words[#words + 1] = name .. "=" .. (type(value) == "number"
      and ("%.14g"):format(value) or type(value) == "userdata" and "an object"
      or type(value) == "table" and "an object" or tostring(value))
  end
  return table.concat(words, " ")
end

--- The names of the properties of units.
local function names_of(unit)
  local names = {}
  for _, name in ipairs(sorted(upvalue(getmetatable(unit).__index,
    "properties"))) do
    names[#names + 1] = not OF_PATHS[name] and name or nil
  end
  return names
end

--- Do units say the same in both crowds? One of the C module may wait for a
-- path, which the core in Lua does not save.
local function compare(crowd, other)
  local others = other:units()
  local in_lua_first = type(others[1]) == "table"
  local names = names_of(in_lua_first and others[1] or crowd:units()[1])
  for i, unit in ipairs(crowd:units()) do
    assert.are.equal((said(unit, names):gsub("status=waiting", "status=going")),
      (said(others[i], names):gsub("status=waiting", "status=going")))
  end
end

--- Loads the state of a crowd in a crowd of another library.
local function moved(crowd, library)
  local state, targets = crowd:save()
  local grid = library.load(crowd.grid:save())
  local other, finders, fields = library.crowd(grid), {}, {}
  for i, unit in ipairs(crowd:units()) do
    local profile = unit.finder.profile
    finders[i] = library.pathfinder(grid, { size = profile.size,
      diagonal = profile.diagonal, costs = profile.costs })
    fields[i] = state:find("unit" .. i .. ":[^;]*order field")
      and finders[i]:field { { 1, 1 } } or nil
  end
  for i, target in ipairs(targets) do
    targets[i] = { x = target.x, y = target.y }
  end
  assert.is_true(other:load(state, { targets = targets, fields = fields,
    finders = finders }))
  return other
end

-- Games: a title, a map or false for an open one, a function that gives a crowd
-- its units, and perhaps options of the crowd.
local GAMES = {
  { "an order with a range in sight", false, function(crowd, finder)
    local unit = crowd:add { finder = finder, cell_x = 2, cell_y = 2 }
    unit:go_cell(8, 8, { within = 2.5, sight = true })
    crowd:tick()
  end },
  { "a path that was followed, and another pathfinder", false,
    function(crowd, finder, grid, library)
      local unit = crowd:add { finder = finder, cell_x = 2, cell_y = 2 }
      unit:follow(finder:find(2, 2, 6, 2))
      crowd:update(9)
      unit:set_finder(library.pathfinder(grid))
      crowd:update(1)
    end },
  { "a group that waits for its searches", (("."):rep(20) .. "\n"):rep(10),
    function(crowd, finder, grid)
      for y = 1, 8 do
        crowd:add { finder = finder, cell_x = 1, cell_y = y, speed = 4 }
      end
      crowd:go_cell(crowd:units(), 18, 5)
      crowd:update(0.3)
      grid:fill(10, 2, 1, 8, "wall")
      for _ = 1, 27 do -- until some wait on their common field
        crowd:update(0.1)
      end
    end, { max_nodes = 20 } },
  { "a unit in a corner, which cannot flee", "...\n###\n...",
    function(crowd, finder)
      local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
      unit:flee({ x = 1.5, y = 0.5 }, { within = 5 })
      crowd:update(3)
      assert.are.equal("unreachable", unit.reason)
    end },
  { "hunters without room", ".........", function(crowd, finder)
    local target = { x = 8.5, y = 0.5 }
    for x = 1, 3 do
      crowd:add { finder = finder, cell_x = x, cell_y = 1 }
        :chase(target, { within = 1 })
    end
    crowd:update(20)
    assert.are.equal("occupied", crowd:units()[1].reason)
  end },
  { "a patrol whose next point is a wall", false,
    function(crowd, finder, grid)
      local unit = crowd:add { finder = finder, cell_x = 2, cell_y = 2 }
      unit:patrol { { 7.5, 1.5 }, { 1.5, 1.5 } }
      crowd:update(0.5)
      grid:set(8, 2, "wall")
      grid:set(2, 2, "wall")
      crowd:update(0.5)
      crowd:update(0.5)
    end },
  { "a paused unit at a link, which has no path yet", "..#..",
    function(crowd, finder, grid)
      grid:link(2, 1, 4, 1)
      local unit = crowd:add { finder = finder, cell_x = 2, cell_y = 1 }
      unit:go_cell(5, 1)
      unit:pause()
      crowd:tick()
      assert.is_nil(unit.link)
    end },
  { "units in a link, before it, and behind it", "...#...",
    function(crowd, finder, grid)
      grid:link(3, 1, 5, 1, { seconds = 3 })
      for x = 1, 3 do
        crowd:add { finder = finder, cell_x = x, cell_y = 1 }:go_cell(7, 1)
      end
      crowd:update(1)
      assert.is_truthy(crowd:units()[3].link)
    end },
  { "orders of all kinds", false, function(crowd, finder)
    local units = {}
    for i = 1, 8 do
      units[i] = crowd:add { finder = finder, cell_x = i, cell_y = 1 + i % 3,
        priority = i - 4, pace = 1 + i % 2, yields = i % 3 > 0, speed = 2 + i }
    end
    units[1]:go(8.5, 8.5)
    units[2]:go_cell({ { 3, 9 }, { 5, 5, w = 2, h = 2 } }, { adjacent = true })
    units[3]:go_cell(9, 9, { partial = true, wait = true, max_nodes = 500 })
    units[4]:patrol { { 3.5, 7.5 }, { 8.5, 2.5 } }
    units[5]:follow((finder:find(5, 3, 1, 9)))
    units[6]:keep(units[7], { min = 2, within = 5, sight = true })
    units[8]:pause()
    crowd:go({ units[7] }, 4.5, 6.5)
    crowd:update(0.7)
  end },
  { "a path that a unit joined behind the link of the path", false,
    function(crowd, finder, grid)
      grid:link(1, 1, 8, 1)
      local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
      grid:link(2, 3, 9, 3)
      unit:follow(finder:find(3, 3, 9, 1))
      crowd:update(9)
      assert.are.equal("arrived", unit.status)
    end },
  { "idle units that were pushed off their places", "......",
    function(crowd, finder)
      crowd:add { finder = finder, cell_x = 3, cell_y = 1 }
      crowd:add { finder = finder, cell_x = 1, cell_y = 1 }:go_cell(6, 1)
      crowd:update(0.8)
      assert.is_true(crowd:units()[1].cell_x > 3)
    end },
}

--- A state without what only the C module saves: paths of units.
local function without_paths(state)
  return (state:sub(1, -9):gsub("path%d+:[^;]*;", ""):gsub(" steps %d+", "")
    :gsub(" walked %d+", ""))
end

describe("a saved crowd #core_c", function()
  for _, game in ipairs(GAMES) do
    for _, way in ipairs { { tilepath, plain, "C to Lua" },
      { plain, tilepath, "Lua to C" } } do
      it("with " .. game[1] .. ": from " .. way[3], function()
        local crowd, finder, grid = field(way[1], game[2] or OPEN,
          game[4])
        game[3](crowd, finder, grid, way[1])
        local other = moved(crowd, way[2])
        compare(crowd, other)
        local again = moved(other, way[1])
        assert.are.equal(crowd.count, again.count)
      end)
    end
  end

  it("has the same text on both, without paths, before units have met",
    function()
      local texts = {}
      for i, library in ipairs { tilepath, plain } do
        local crowd, finder = field(library)
        crowd:add { finder = finder, x = 1.25, y = 2.5, pace = 7 }
        crowd:add { finder = finder, cell_x = 3, cell_y = 1, yields = false,
          speed = 2.5, priority = -3 }:pause()
        crowd:add { finder = finder, cell_x = 9, cell_y = 9 }
          :go({ { 2.5, 8.5 }, { 7.5, 6.5, 1, 1, cost = 2 } },
            { within = 1.5, avoid_price = 4 })
        crowd:add { finder = finder, cell_x = 9, cell_y = 1 }
          :patrol { { 6.5, 0.5 }, { 6.5, 3.5 } }
        texts[i] = { without_paths((crowd:save())) }
        for step = 2, 9 do
          crowd:update(0.3)
          texts[i][step] = without_paths((crowd:save()))
        end
      end
      assert.are.same(texts[1], texts[2])
    end)

  law(it, "loads in the core in Lua, and its crowd again", { runs = 6,
    noun = "cores", read = crowds.read, draw = function(random)
      return crowds.draw(random, { saves = true, cuts = true, keeps = true,
        edits = random.chance(50), hexagons = random.chance(33) or nil,
        width = random(6, 30), height = random(6, 30) })
    end },
    function(scenario)
      local march = crowds.play(scenario)
      for look = 1, crowds.looks(scenario) do
        march:next()
        if look % 8 == 0 then
          local other = moved(march.crowd, plain)
          compare(march.crowd, other)
          compare(other, moved(other, tilepath))
        end
      end
    end)
end)
