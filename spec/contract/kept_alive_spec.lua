--- Objects keep alive what they need, and nothing longer.

local memory = require "spec.support.memory"
local tilepath = require "tilepath"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local function collect()
  collectgarbage()
  collectgarbage()
end

local function finder_on(text, profile)
  return tilepath.pathfinder(tilepath.grid(text, { legend = { ["~"] = "water" },
    prices = { water = 3 } }), profile)
end

--- Steps to the end of a search, with collections.
local function searched(search)
  while search:step(7) == "running" do
    collectgarbage()
  end
  return search:path()
end

--- A crowd with a unit in each column of its first row.
local function crowd_of(count, mark)
  local grid = tilepath.grid(6, 4)
  local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
  for i = 1, count do
    crowd:add({ finder = finder, cell_x = i, cell_y = 1 }).mark = mark(i)
  end
  return crowd
end

describe("#contract an object keeps alive:", function()
  --- Only the results of make(needs) are kept and the collector runs. Everything
  -- given to needs(object) must still exist (or its state, in the core in
  -- Lua), and use(...) must return true.
  local function kept_alive(what, make, use)
    it(what, function()
      local weak, count = setmetatable({}, { __mode = "v" }), 0
      local objects = { make(function(object)
        count = count + 1
        weak[count] = object
        return object
      end) }
      collect()
      for i = 1, count do
        assert.is_true(weak[i] ~= nil or tilepath.core == "Lua")
      end
      assert.is_true(use(unpack(objects)))
    end)
  end

  kept_alive("a pathfinder: its grid and its layers", function(needs)
    local grid = needs(tilepath.grid(5, 5))
    local layer = needs(tilepath.layer(grid))
    local finder = tilepath.pathfinder(grid, { layers = { { layer, 0.5 } } })
    layer:fill(1, 1, 5, 5, 4)
    return finder
  end, function(finder)
    return math.abs(12 - select(2, finder:find(1, 1, 5, 1))) < 1e-9
      and tostring(finder.grid) == "grid 5x5 (0 blocked)"
  end)

  kept_alive("a search: its pathfinder and its grid", function(needs)
    return needs(tilepath.pathfinder(needs(tilepath.grid(40, 40))))
      :search(1, 1, 40, 40)
  end, function(search)
    return searched(search):size() == 40
  end)

  kept_alive("a search: the eyes of its pathfinder", function(needs)
    local grid = tilepath.grid(("."):rep(60) .. "~~~..\n" .. ("."):rep(65),
      { legend = { ["~"] = "water" }, prices = { water = false } })
    return tilepath.pathfinder(grid, { eyes = needs(tilepath.pathfinder(grid,
      { prices = { water = 1 } })) }):search(1, 1, 64, 1, { within = 5,
        sight = true })
  end, function(search)
    local path = searched(search)
    return path[#path - 1] == 59 and path[#path] == 1
  end)

  kept_alive("a flight: its field, pathfinder and grid", function(needs)
    local finder = needs(finder_on("....\n###.\n...."))
    needs(finder.grid)
    return needs(finder:field { { 1, 3 } }):flee()
  end, function(flight)
    flight:update()
    return flight:cost(1, 3) ~= nil
  end)

  kept_alive("cells: the reach, its pathfinder and grid",
    function(needs)
      local finder = needs(finder_on("....\n.~~#\n...."))
      needs(finder.grid)
      local reach = needs(finder:reach(1, 2, 1))
      return reach:cells()
    end, function(cells)
      local x, y, cost = cells()
      return x == 1 and y == 1 and cost == 1
    end)

  kept_alive("cells: the view, its pathfinder and grid", function(needs)
    local finder = needs(finder_on(".....\n..#..\n....."))
    return needs(finder:view(1, 2, 1)):cells()
  end, function(cells)
    local x, y = cells()
    return x == 1 and y == 1
  end)

  kept_alive("a unit: its crowd and its pathfinder", function(needs)
    local crowd = needs(crowd_of(2, function() end))
    needs(crowd:at(2, 1).finder)
    return crowd:at(1, 1)
  end, function(unit)
    return unit.crowd.count == 2 and unit.crowd:units()[2].cell_x == 2
      and unit:set_cell(6, 4)
  end)

  kept_alive("a crowd: what the game keeps in its units", function(needs)
    return crowd_of(3, function(i) return needs { name = i } end)
  end, function(crowd)
    return crowd:at(3, 1).mark.name == 3
  end)

  kept_alive("a queue and its pathfinders, while a ticket waits",
    function(needs)
      local tickets, queue = {}, tilepath.queue { max_nodes = 30 }
      for i = 1, 5 do
        tickets[i] = queue:find(needs(tilepath.pathfinder(tilepath.grid(30,
          30))), 1, 1, 30, 15)
      end
      return queue, tickets
    end, function(queue, tickets)
      while queue.count > 0 do
        collectgarbage()
        queue:update()
      end
      for i = 1, 5 do
        assert.are.equal("found", tickets[i].status)
      end
      return true
    end)
end)

describe("#contract an object releases:", function()
  -- A compiled trace may keep an object alive.
  local compile
  setup(function() compile = memory.interpret() end)
  teardown(function() compile() end)

  --- make() returns an object, and a second object that only the first keeps
  -- alive. The second must go once the first is gone, or after drop(object).
  local function releases(what, make, drop)
    it(what, function()
      local weak = setmetatable({}, { __mode = "v" })
      local object
      object, weak[1] = make()
      collect()
      assert.is_not_nil(weak[1])
      if drop then
        drop(object)
      else
        object = nil
      end
      collect()
      assert.is_nil(weak[1])
      assert.are.equal(drop ~= nil, object ~= nil)
    end)
  end

  releases("a pathfinder that is gone: its eyes", function()
    local grid = tilepath.grid(9, 1)
    local eyes = tilepath.pathfinder(grid)
    return tilepath.pathfinder(grid, { eyes = eyes }), eyes
  end)

  releases("a picture that is gone: its things", function()
    local grid = tilepath.grid(9, 9)
    return tilepath.picture { grid, tilepath.pathfinder(grid) }, grid
  end)

  releases("a thing that a picture does not show any more", function()
    local grid = tilepath.grid(9, 9)
    local finder = tilepath.pathfinder(grid)
    local things = { grid, finder, finder:field { { 1, 1 } } }
    return { picture = tilepath.picture(things), things = things }, finder
  end, function(kept)
    kept.things[2], kept.things[3] = false, false
    kept.picture:update()
  end)

  local function marked()
    local mark = {}
    return crowd_of(1, function() return mark end), mark
  end

  releases("a crowd that is gone: what the game keeps in its units", marked)
  releases("a unit that was removed: what the game keeps in it", marked,
    function(crowd)
      crowd:at(1, 1):remove()
    end)

  releases("a unit whose order set_finder ends: its field #core_c", function()
    local unit = crowd_of(1, function() end):at(1, 1)
    local field = unit.finder:field { { 6, 1 } }
    assert(unit:follow(field))
    return unit, field
  end, function(unit)
    unit:set_finder(tilepath.pathfinder(unit.finder.grid, { size = 2 }))
  end)

  for i, what in ipairs { "queue", "pathfinder" } do
    releases("a ticket that is answered: its " .. what, function()
      local queue = tilepath.queue { max_nodes = 1e9 }
      local finder = tilepath.pathfinder(tilepath.grid(30, 30))
      return { queue = queue, ticket = queue:find(finder, 1, 1, 30, 15) },
        ({ queue, finder })[i]
    end, function(kept)
      kept.queue:update()
      kept.queue = nil
      assert(kept.ticket.status == "found" and #kept.ticket:path() == 60)
    end)
  end
end)
