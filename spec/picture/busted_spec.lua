--- tilepath.busted: a failed test leaves a picture. And what specs of a game do:
-- they spy on callbacks and on bodies.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local pictured = require "tilepath.busted"

local grid = tilepath.grid("....\n.##.\n....")

--- Calls f with the files that it opens: a table of texts by name. With
-- `refuse`, no file can be written, for that reason.
local function with_files(refuse, f)
  local files, open = {}, io.open
  rawset(io, "open", function(name)
    if refuse then return nil, name .. ": " .. refuse end
    return { write = function(self, text)
      files[name] = text
      return self
    end, close = function() return true end }
  end)
  local done, message = pcall(f, files)
  rawset(io, "open", open)
  assert(done, message)
end

--- The error of a test in `pictured`.
local function raised(err, things)
  local done, message = pcall(pictured, things or { grid }, function()
    error(err, 0)
  end)
  assert.is_false(done)
  return message
end

local FILE = "%./busted_spec%-%d+%-?%d*%.svg"

describe("pictured", function()
  it("returns the results of the test, and then writes nothing", function()
    with_files(nil, function(files)
      assert.are.same({ 1, nil, 3, n = 3 }, (function(...)
        return { n = select("#", ...), ... }
      end)(pictured({ grid }, function() return 1, nil, 3 end)))
      assert.is_nil(next(files))
    end)
  end)

  it("adds a line to the text of an error, and draws then", function()
    with_files(nil, function(files)
      local names, options = {}, { title = "Late", colours = { path = { 1,
        0, 0 } } }
      for i = 1, 2 do
        local things = { grid }
        local done, message = pcall(pictured, things, function()
          things[2] = tilepath.path({ 1, 1, 4, 1 }, "cells")
          error("it broke", 0)
        end, options)
        assert.is_false(done)
        names[i] = message:match("^it broke\n%(picture: (" .. FILE .. ")%)$")
        assert.are.equal(tilepath.svg(things, options), files[names[i]])
      end
      -- The second picture of a line has a number.
      assert.are_not.equal(names[1], names[2])
    end)
  end)

  it("keeps an error that is no text, and tells of the drawing", function()
    local said, stderr = {}, io.stderr
    rawset(io, "stderr", { write = function(_, ...)
      said[#said + 1] = table.concat { ... }
    end })
    local nothing = select(2, pcall(error, nil)) -- Lua 5.5 makes a text of it
    local err = setmetatable({ message = "luassert's" }, {
      __tostring = function(self) return self.message end })
    local sealed = setmetatable({}, { __newindex = error,
      __index = function() return "a text" end })
    with_files(nil, function()
      for _, one in ipairs { err, sealed, 42, false, print } do
        assert.is_true(rawequal(one, raised(one)))
      end
      local message = raised(nil)
      assert.are.equal(nothing, message and message:match("^[^\n]*"))
    end)
    rawset(io, "stderr", stderr)
    assert.truthy(err.message:find("^luassert's\n%(picture: "))
    assert.are.equal(nothing and 4 or 5, #said)
    for _, line in ipairs(said) do
      assert.truthy(line:find("^%(picture: " .. FILE .. "%)\n$"))
    end
  end)

  it("gives the reason if there is no picture", function()
    with_files("no such folder", function()
      assert.truthy(raised("first"):find(
        "^first\n%(no picture: .*svg: no such folder%)$"))
    end)
    assert.truthy(raised("second", { grid, 5 }):find(
      "^second\n%(no picture: .*svg: .*%)$"))
  end)

  it("raises for its own wrong arguments before the test runs", function()
    local function never() error("it ran") end
    for message, call in pairs {
      ["things must be what tilepath.svg draws, got nil"] =
        function() pictured(nil, never) end,
      ["test must be a function, got nil"] =
        function() pictured({ grid }) end,
      ["options must be a table, got 5"] =
        function() pictured({ grid }, never, 5) end,
    } do
      assert.are.equal("pictured: " .. message, helper.mistake(call))
    end
  end)
end)

-- Under busted itself ---------------------------------------------------------

if helper.is_windows then
  return pending("programs are started on Unix alone #host")
end

describe("a failed test under busted #host", function()
  it("has the name of its picture, and fails as without", function()
    local folder = helper.temporary_folder():sub(1, -2)
    local text = helper.output_of(("TILEPATH_PICTURES=%s LUA_INIT= '%s' "
      .. "tools/busted.lua spec/fixtures/pictured/failing.lua 2>&1; "
      .. "cd %s && grep -c . *.svg; rm -r %s"):format(folder,
        helper.interpreter(), folder, folder))
    assert.truthy(text:find("1 success / 1 failure / 1 error", 1, true), text)
    local function exactly(words)
      return (words:gsub("%p", "%%%0"))
    end
    for line, what in pairs {
      [16] = "18: Expected objects to be equal%.\nPassed in:\n[^)]*%)[^)]*%) 7",
      [23] = "24: find: x1 must be a whole number, got 1%.5 %(.-%)",
    } do
      local name = ("failing-%d.svg"):format(line)
      assert.truthy(text:find("failing.lua:" .. what
        .. exactly("\n(picture: " .. folder .. "/" .. name .. ")")), text)
      assert.truthy(text:find(exactly("\n" .. name .. ":") .. "%d"), text)
    end
  end)
end)

describe("a spy, a table that can be called,", function()
  local finder = tilepath.pathfinder(grid)

  --- Fails unless the spy was called so often.
  local function was_called(spied, times)
    assert.spy(spied).was.called(times)
  end

  it("is a callback of bodies, as option and as field", function()
    for way = 1, 2 do
      local crowd = tilepath.crowd(grid)
      local arrived, of_unit = spy.new(function() end), spy.new(function() end)
      local hero = tilepath.follower { x = 0.5, y = 0.5, speed = 9,
        finder = finder, on_arrived = way == 1 and arrived or nil }
      local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 3,
        speed = 9, on_arrived = way == 1 and of_unit or function() end }
      if way == 2 then
        hero.on_arrived, unit.on_arrived = arrived, of_unit
      end
      hero:go(3.5, 0.5)
      unit:go_cell(4, 3)
      for _ = 1, 20 do
        hero:update(0.1)
        crowd:update(0.1)
      end
      was_called(arrived, 1)
      was_called(of_unit, 1)
    end
  end)

  it("is any function that calls take", function()
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    local yes = spy.new(function() return true end)
    assert.are.equal(unit, crowd:nearest(2, 1, { where = yes })[1])
    assert.are.equal(1, (finder:nearest(1, 1, { where = yes })))
    was_called(yes, 2)
    tilepath.grid(4, 3):sample(yes)
    was_called(yes, 14)
    local layer, two = tilepath.layer(grid), spy.new(function() return 2 end)
    layer:sample(two)
    was_called(two, 12)
    assert.are.equal("..", tilepath.ascii(tilepath.grid({ { 7, 8 } },
      { walkable = yes })))
    was_called(yes, 16)
    local done, queue = spy.new(function() end), tilepath.queue { max_nodes = 99 }
    queue:find(finder, 1, 1, 4, 1, { on_done = done })
    queue:update()
    was_called(done, 1)
    local zero = spy.new(function() return 0 end)
    assert.are.equal(3, select(2, tilepath.pathfinder(grid, { heuristic = zero })
      :find(1, 1, 4, 1)))
    assert.spy(zero).was.called()
    local frames = spy.new(function() end)
    tilepath.svg(grid, { frames = frames })
    was_called(frames, 1)
    local given = spy.new(function() return finder end)
    crowd:load(crowd:save(), { finders = given })
    was_called(given, 1)
  end)

  it("is any function that importers take", function()
    local map = { orientation = "orthogonal", width = 2, height = 1,
      tilewidth = 8, tileheight = 8,
      tilesets = { { firstgid = 1, source = "set.tsx" } },
      layers = { { type = "tilelayer", name = "ground", width = 2, height = 1,
        compression = "zlib", encoding = "base64", data = "AAAA" } } }
    local files = spy.new(function() return { name = "set", tiles = {} } end)
    local legend = spy.new(function(tile) return tile.id == 1 end)
    local decompress = spy.new(function() return "\1\0\0\0\2\0\0\0" end)
    local picture = tilepath.ascii(tilepath.from_tiled(map, { files = files,
      legend = legend, decompress = decompress }))
    assert.are.equal("#.", picture)
    was_called(files, 1)
    was_called(legend, 2)
    was_called(decompress, 1)
  end)

  it("copies objects that it is given, but not the map", function()
    local function count(value, seen)
      if type(value) ~= "table" or seen[value] then return 0 end
      seen[value] = true
      local sum = 1
      for key, item in next, value do
        sum = sum + count(key, seen) + count(item, seen)
      end
      return sum
    end
    local large = tilepath.grid(99, 99)
    local agent = tilepath.pathfinder(large)
    local crowd = tilepath.crowd(large)
    local unit = crowd:add { finder = agent, cell_x = 1, cell_y = 1 }
    local hero = tilepath.follower { x = 0.5, y = 0.5, finder = agent }
    hero:go(9.5, 0.5)
    for _, object in ipairs { large, agent, crowd, unit, hero,
      agent:reach(1, 1, 99), agent:view(1, 1, 99), agent:field { { 1, 1 } } } do
      assert.is_true(count(object, {}) < 99, tostring(object))
    end
    local asked = spy.new(function() end)
    asked(unit)
    assert.spy(asked).was.called_with(unit)
  end)

  it("is refused if it cannot be called", function()
    for _, wrong in ipairs { {}, setmetatable({}, { __index = print }),
      setmetatable({}, { __call = 3 }) } do
      assert.are.equal("sample: f must be a function, got table",
        helper.mistake(function() grid:sample(wrong) end))
      assert.are.equal("nearest: where must be a function, got table",
        helper.mistake(function() finder:nearest(1, 1, { where = wrong }) end))
    end
  end)
end)
