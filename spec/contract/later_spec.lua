--- What a game does not use is not loaded, and no update and no search loads
-- anything.

local helper = require "spec.support.helper"
local tilepath = require "tilepath"

if helper.is_windows then
  return pending("the programs are run by a shell of Unix #contract")
end

-- What the programs begin with.
local HEAD = [[
  local tilepath = require "tilepath"
  local function files()
    local names = {}
    for name in pairs(package.loaded) do
      if name:find("^tilepath%.") then
        names[#names + 1] = name:match("%.(.*)")
      end
    end
    table.sort(names)
    return table.concat(names, " ")
  end
  local grid = tilepath.grid { { 0, 0, 1, 0, 0 }, { 0, 0, 1, 0, 0 },
    { 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0 }, walkable = 0 }
  local finder = tilepath.pathfinder(grid) ]]
HEAD = HEAD:gsub(", walkable = 0 }", " }, { walkable = 0 })"):gsub("grid {",
  "grid({")

--- What a program prints, on this core.
local function run(program, head)
  local file = os.tmpname()
  helper.write_file(file, (head or HEAD) .. program)
  local text = helper.output_of(("TILEPATH_CORE=%s '%s' '%s'"):format(
    tilepath.core == "C" and "c" or "lua", helper.interpreter(), file))
  os.remove(file)
  return text
end

describe("#contract the library", function()
  it("loads for a first path what that needs", function()
    local told = run [[
      assert(finder:find(1, 1, 5, 1))
      print(" " .. files() .. " ") ]]
    assert.truthy(told:find(" path ", 1, true), told)
    for _, name in ipairs { "archive", "ascii", "building", "callbacks",
      "crowd", "draw", "dump", "explain", "fences", "follower", "group",
      "import%.", "into", "loader", "path%.", "picture", "platform",
      "plain%.bodyclearance", "plain%.crowd", "plain%.dijkstra", "plain%.dump",
      "plain%.fenced", "plain%.fenceedits", "plain%.field", "plain%.fov",
      "plain%.gridshapes", "plain%.hexagonmath", "plain%.hexsight",
      "plain%.layer ", "plain%.link", "plain%.pibt", "plain%.prune",
      "plain%.reach", "plain%.resize", "plain%.steppedsearch",
      "plain%.visibility", "nearest", "queue", "regions", "serialize", "text" } do
      assert.is_nil(told:find(" " .. name .. "[ %w]"), name)
    end
  end)

  it("takes little memory with a first path", function()
    local told = run(HEAD .. [[
      return { finder, files, assert(finder:find(1, 1, 5, 1)) }
    end))) ]], [[
    local memory = require "spec.support.memory"
    print((memory.bytes_of(function() ]])
    local most = tilepath.core == "C" and 380 or rawget(_G, "jit") and 540
      or 760
    assert.is_true(tonumber(told) < most * 1024, told)
  end)

  it("loads nothing in an update or a search", function()
    assert.are.equal("\n", run [[
      local hex = tilepath.pathfinder(tilepath.grid(5, 5, { shape = "hex" }))
      grid:link(1, 4, 5, 4)
      local wide = tilepath.pathfinder(grid, { radius = 0.3 })
      local crowd = tilepath.crowd(grid)
      local hare = tilepath.follower { x = 4.5, y = 3.5, speed = 0.1,
        finder = finder }
      local hero = tilepath.follower { x = 0.5, y = 0.5, speed = 1,
        finder = wide, turn_radius = 0.2 }
      local field, queue = finder:field { { 5, 4 } },
        tilepath.queue { max_nodes = 99 }
      local before = files()
      for _, options in ipairs { { escape = true }, { adjacent = true },
        { within = 2, sight = true }, { avoid = { { 2, 3 } } },
        { avoid = { { 2, 3 } }, avoid_price = 2 }, { stops = { { 2, 3 } } },
        { pass = { { 2, 3 } }, partial = true } } do
        finder:find(1, 1, 5, 1, options)
        wide:find_world(0.5, 0.5, 4.5, 0.5)
        hex:find(1, 1, 5, 5, options)
      end
      local a = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
      local b = crowd:add { finder = wide, cell_x = 5, cell_y = 1 }
      local c = crowd:add { finder = finder, cell_x = 3, cell_y = 4 }
      queue:find(finder, 1, 1, 5, 1)
      for i = 1, 30 do
        if i % 8 == 1 then
          hero:go(4.5, 0.5)
          a:go_cell(5, 1)
          b:go_cell(1, 1)
          c:chase(hare)
        elseif i % 8 == 3 then
          grid:set(3, 3, i % 16 == 3 and "wall" or "open")
        elseif i % 8 == 4 then
          hero:chase(hare, { within = 1 })
          c:keep(hare, { min = 1 })
        elseif i % 8 == 6 then
          hero:flee(hare)
          c:flee(hare)
          crowd:go({ a, b }, 0.5, 3.5, { formation = i > 9 or nil })
        end
        hero:update(0.3)
        hare:update(0.3)
        crowd:update(0.3)
        field:update()
        queue:update()
      end
      print(files() ~= before and files() .. "\n" .. before or "") ]])
  end)

  it("loads a file again that could not be loaded", function()
    assert.are.equal("false\ttrue\ntrue\ttrue\n", run [[
      local searchers, fails = package.searchers or package.loaders, true
      table.insert(searchers, 1, function(name)
        if fails and (name:find("serialize$") or name:find("visibleset$")
          or name:find("hexagon$")) then
          return function() error("not enough memory") end
        end
      end)
      for _ = 1, 2 do
        local is_saved = pcall(grid.save, grid)
        local is_seen, text = pcall(function()
          return finder:find(1, 1, 5, 1):cells(grid)[1] .. finder:view(1, 1, 3)
            .count
        end)
        print(is_saved, fails ~= is_seen or text)
        fails = false
      end ]])
  end)

  it("copies the functions of a file again that it could not copy", function()
    assert.are.equal("false true 2\n", run [[
      local rawset, copies = rawset, 0
      local hero = tilepath.follower { finder = finder, cell_x = 1, cell_y = 4 }
      hero:go_cell(2, 4)
      local function queue()
        return hero:go_cell(1, 4, { queued = true })
      end
      _G.rawset = function(...)
        copies = copies + 1
        return copies == 2 and error("not enough memory") or rawset(...)
      end
      io.write(tostring(pcall(queue)), " ")
      _G.rawset = rawset
      io.write(tostring(pcall(queue)), " ")
      hero:update(9)
      io.write(hero.cell_x + (hero.status == "arrived" and 1 or 0), "\n") ]])
  end)

  it("keeps functions that another file took before it was loaded", function()
    assert.are.equal("true true\n", run [[
      local save = grid.save
      local text = grid:save()
      io.write(tostring(save(grid) == text), " ",
        tostring(grid:save() == text), "\n") ]])
  end)

  it("loads no file twice, if files are forgotten meanwhile", function()
    assert.are.equal("true\n", run [[
      local unit = tilepath.crowd(grid):add { finder = finder, cell_x = 1,
        cell_y = 1 }
      local check = require "tilepath.check"
      for name in pairs(package.loaded) do
        if name:find("^tilepath%.") then
          package.loaded[name] = nil
        end
      end
      unit:go_cell(2, 1)
      assert(finder:search(1, 1, 5, 1):step(99) == "found")
      assert(#tilepath.grid(3, 3, { shape = "hex" }):links() == 0)
      grid:resize(1, 1, 5, 5)
      assert(grid:save() and require "tilepath.check" == check)
      local other = tilepath.crowd(grid):add { finder = finder, cell_x = 3,
        cell_y = 3 }
      print(unit.status == "waiting" and other.status == "idle"
        and other:chase(unit)) ]])
  end)

  it("is kept alive by no copy that is loaded after it", function()
    assert.are.equal("1\n", run [[
      local copies = setmetatable({}, { __mode = "k" })
      for _ = 1, 5 do
        for name in pairs(package.loaded) do
          if name:find("^tilepath") then
            package.loaded[name] = nil
          end
        end
        local copy = require "tilepath"
        copies[copy.path] = true
        assert(copy.grid(2, 2):save())
      end
      collectgarbage() collectgarbage()
      local count = 0
      for _ in pairs(copies) do
        count = count + 1
      end
      print(count) ]])
  end)

  it("has files of its own, if another copy is loaded later", function()
    assert.are.equal("true\ntrue\nfalse\n", (run [[
      for name in pairs(package.loaded) do
        if name:find("^tilepath%.") or name == "tilepath" then
          package.loaded[name] = nil
        end
      end
      local other = require "tilepath"
      other.follower { x = 1, y = 1 }
      other.crowd(other.grid(2, 2))
      local crowd = tilepath.crowd(grid)
      local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
      print(unit:go_cell(2, 1))
      print((tilepath.follower { x = 0.5, y = 0.5, speed = 1,
        finder = finder }:go(4.5, 0.5)))
      print(tilepath.layer == nil) ]]))
  end)
end)
