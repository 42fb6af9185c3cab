--- The seam between the Lua files and the core: the calls of the Lua files, the
-- page about them, and the loaded core. A function that the Lua files use in one
-- way alone is called here with all that its page promises.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local helper = require "spec.support.helper"
local pages = require "spec.support.pages"
local sorted = require "spec.support.sorted"

local PAGE = pages.read("docs/seam.md")
tilepath.queue { max_nodes = 1 } -- its file makes the classes of queues
local NOT_OF_THE_MODULE = { language = true, field_to_units = true,
  list_regions = true, unsaved = true, add_to_cells = true }
local FOR_SPECS = { work = true, options = true }

-- The names on each side ------------------------------------------------------

--- The Lua files on the seam: all except those of the core in Lua.
local function lua_files()
  local files = {}
  for file in pages.read("tilepath-scm-1.rockspec")
    :gmatch('"lua/tilepath/([%w_/]+%.lua)"') do
    if not file:find("^plain/") then
      files[#files + 1] = file
    end
  end
  return files
end

--- { name = true } of the core's names in the Lua files.
local function taken()
  local names = {}
  for _, file in ipairs(lua_files()) do
    local text = pages.read("lua/tilepath/" .. file)
      :gsub("%-%-[^\n]*", ""):gsub('require%("tilepath_core"%)', "core")
    for name in text:gmatch("%f[%w_]core%.([%a_]+)") do
      names[name] = true
    end
  end
  return names
end

--- The names in the items of the page: { name = { c_alone } }.
local function described()
  local names, c_alone = {}, false
  for line in PAGE:gmatch("[^\n]+") do
    if not line:find("^ ") then
      c_alone = line:find("C alone:", 1, true) ~= nil
    end
    for name in line:gmatch(line:find("^[- ] ") and "`core%.([%a_]+)`" or "^$") do
      names[name] = { c_alone = c_alone }
    end
  end
  return names
end

--- The text of the binding.
local function binding()
  local texts = { pages.read("src/bind/kit/args.h") } -- where core.meant stands
  for file in pages.read("tilepath-scm-1.rockspec")
    :gmatch('"(src/bind/[%w_/]+%.c)"') do
    texts[#texts + 1] = pages.read(file)
  end
  return table.concat(texts)
end

-- Functions --------------------------------------------------------------------

local function drawn()
  return tilepath.grid("..#\n...")
end

local function text_of(grid)
  return (tilepath.ascii(grid):gsub("\n$", ""))
end

local list = helper.list

local calls = {}

function calls.sum()
  assert.are.same({ 0, 97 * 2 ^ 24 + 65599, 1633837924 + 4 * 65599 },
    { core.sum(""), core.sum("a"), core.sum("abcd") % 2147483647 })
  assert.are_not.equal(core.sum("abcde"), core.sum("abcdf"))
end

function calls.read_values()
  local nan = 0 / 0
  local _, values, firsts, wrong = core.read_values({ "a", 1, "a", true, nan,
    2 }, 6)
  assert.are.same({ { "a", 1, true }, { 1, 2, 4 }, 5 }, { values, firsts, wrong })
  assert.are.equal(2, (select(4, core.read_values({ 1, nil, 2 }, 3))))
end

function calls.fill_values()
  local grid = drawn()
  local codes, values = core.read_values({ 1, 2, 1, 3 }, 4)
  assert.are.same({ 2, 1, 1 }, core.count_values(codes, values))
  core.fill_values(grid, codes, { "wall", false, "open" }, 1, 0, 2, 2)
  assert.are.equal(".##\n.#.", text_of(grid))
end

function calls.load_cells()
  local grid, names = tilepath.grid(3, 2), { "wall", "open" }
  assert.is_true(core.load_cells(grid, names, "\1\1\0\129\1\1"))
  assert.are.equal("..#\n#..", text_of(grid))
  for _, bytes in ipairs { "\1\1\1\1\1", "\1\1\1\1\1\2", "\130\1\1\1\1\1" } do
    assert.is_false(core.load_cells(grid, names, bytes))
  end
  assert.are.equal("..#\n#..", text_of(grid))
end

function calls.load_link()
  local grid = drawn()
  assert.are.equal(7, core.load_link(grid, 1, 1, 2, 2, {}, 7).id)
  assert.is_false((pcall(core.load_link, grid, 1, 1, 2, 2, {}, 7)))
  assert.are.same({ nil, "outside" },
    list(core.load_link(grid, 1, 1, 2, 3, {}, 8)))
  assert.are.equal(8, grid:link(1, 1, 2, 2).id)
end

function calls.lines()
  local finder = tilepath.pathfinder(tilepath.grid("...#.~", {
    legend = { ["~"] = "water" }, prices = { water = 3 } }))
  local line = core.lines(finder, "smooth", false, nil, 1, 1)
  assert.are.equal(2, line(1, 1, 3, 1))
  assert.is_nil(line(1, 1, 5, 1))
  assert.is_nil(line(1, 1, 0, 1))
  local among = { avoid = { { 2, 1 } } }
  line = core.lines(finder, "smooth", true, among, 0.5, 0.5)
  assert.is_nil(line(0.5, 0.5, 2.5, 0.5))
  -- The module looks at the map as it is now.
  finder.grid:set(4, 1, "open")
  assert.are.equal(tilepath.core ~= "Lua" and 1.5 or nil,
    (line(2.5, 0.5, 4, 0.5)))
  local crowd = tilepath.crowd(finder.grid)
  crowd:add { finder = finder, cell_x = 2, cell_y = 1 }
  line = core.lines(finder, "smooth", true, { avoid = crowd }, 0.5, 0.5)
  finder.grid:set(5, 1, "open")
  assert.is_nil(line(0.5, 0.5, 2.5, 0.5))
  assert.truthy(line(2.5, 0.5, 4, 0.5) or tilepath.core == "Lua")
end

function calls.prune()
  local finder = tilepath.pathfinder(tilepath.grid("....\n...."))
  local path = { 1, 1, 2, 1, 3, 1, 3, 2, 4, 2 }
  local points, links, saved = core.prune(finder, path, 1, nil, false, nil)
  assert.are.same({ 1, 1, 4, 2 }, points)
  assert.is_nil(links)
  assert.is_true(math.abs(4 - math.sqrt(10) - saved) < 1e-9)
  assert.are.same({ 1, 1, 2, 1, 3, 1, 4, 2 },
    (core.prune(finder, path, 3, nil, false, nil)))
  points, links = core.prune(finder, path, 1, { 3 }, false, nil)
  assert.are.same({ 1, 1, 3, 1, 3, 2, 4, 2 }, points)
  assert.are.same({ 2 }, links)
  assert.are.same({ 0.5, 0.5, 3, 1 }, (core.prune(finder,
    { 0.5, 0.5, 1, 0.5, 3, 1 }, 1, nil, true, nil)))
  assert.are.same({}, (core.prune(finder, {}, 1, nil, false, nil)))
  for _, wrong in ipairs { { 1 }, { 1, "1" }, { 1, 1.5 }, { 1, 0 / 0 },
    { 2 ^ 31, 1 } } do
    assert.is_nil((core.prune(finder, wrong, 1, nil, false, nil)))
  end
end

function calls.edits()
  local grid = tilepath.grid(5, 5)
  local layer, other = tilepath.layer(grid), tilepath.layer(grid)
  local finder = tilepath.pathfinder(grid, { layers = { { layer, false } } })
  local plain = tilepath.pathfinder(grid, { layers = { { layer, 1 } } })
  grid:set(1, 1, "wall")
  other:set(1, 1, 1)
  assert.are.equal(1, core.edits(finder))
  layer:set(2, 2, 1)
  assert.are.equal(2, core.edits(finder))
  assert.are.equal(1, core.edits(plain))
  local before = core.edits(plain, true)
  other:set(1, 1, 2)
  assert.are.equal(before, core.edits(plain, true))
  layer:set(2, 2, 2)
  grid:set(1, 1, "open")
  assert.are.equal(before + 2, core.edits(plain, true))
end

function calls.unaffected()
  local grid = tilepath.grid(64, 64)
  local finder = tilepath.pathfinder(grid)
  local revision = grid.revision
  assert.are.equal(revision, core.unaffected(finder, revision, 1, 3, 9, 3))
  grid:set(60, 60, "wall")
  local spared = core.unaffected(finder, revision, 1, 3, 9, 3)
  assert.is_true(spared == grid.revision
    or spared == nil and tilepath.core == "Lua")
  grid:set(7, 4, "wall")
  assert.is_nil(core.unaffected(finder, revision, 1, 3, 9, 3))
end

function calls.exchange()
  local grid = drawn()
  local old, new = tilepath.crowd(grid),
    core.crowd(grid, nil, nil, nil, tilepath.core == "C")
  local unit = new:add { finder = tilepath.pathfinder(grid), cell_x = 1, cell_y = 1 }
  assert.are.equal(1, unit.id)
  local function set_unit(text)
    return core.set_unit(unit, core.read_unit(text), text)
  end
  assert.is_false(core.set_time(new, "additions word"))
  assert.is_true(core.set_time(new, "additions 7"))
  assert.is_false(set_unit "id 8 cell 0")
  assert.is_true(set_unit "id 7 cell 0")
  assert.are.equal(7, unit.id)
  assert.is_true(core.exchange(old, new))
  assert.are.same({ unit }, old:units())
end

-- All of it -------------------------------------------------------------------

describe("#contract the seam", function()
  local page = described()

  it("has the names that the Lua files use on its page, and no others",
    function()
      local files = taken()
      for name in pairs(files) do
        assert.truthy(page[name], "not on the page: " .. name)
      end
      for name in pairs(page) do
        assert.truthy(files[name] or FOR_SPECS[name], "not used: " .. name)
      end
    end)

  it("has exactly the core's names on its page", function()
    for name in pairs(core) do
      assert.truthy(page[name] or name == "label", "not on the page: " .. name)
    end
    for name, entry in pairs(page) do
      local may_lack = tilepath.core == "Lua" and entry.c_alone
        or NOT_OF_THE_MODULE[name]
      assert.truthy(core[name] ~= nil or may_lack, "not in the core: " .. name)
    end
  end)

  it("has a comment of the C module for each function", function()
    local text, count = binding(), 0
    for name in pairs(page) do
      if type(core[name]) == "function" and name ~= "write_unit"
        and not NOT_OF_THE_MODULE[name] then
        count = count + 1
        assert.truthy(text:find("\n/%* [^\n]*core%." .. name .. "%("), name)
      end
    end
    assert.is_true(count > 50)
  end)

  it("has a metatable with its name for each class", function()
    for name in PAGE:gmatch("`core%.(%u%a+)`") do
      local may_lack = tilepath.core == "Lua" and page[name].c_alone
      assert.truthy(may_lack or core[name].__name == "tilepath." .. name, name)
    end
  end)

  it("has tables of methods that Lua files can extend", function()
    core.pathfinder_methods.some_call = function(finder, n)
      return finder.grid.width + n
    end
    assert.are.equal(5, tilepath.pathfinder(drawn()):some_call(2))
    core.pathfinder_methods.some_call = nil
  end)

  it("has functions that ask for the C module, if that alone has them",
    function()
      for name, entry in pairs(tilepath.core == "Lua" and page or {}) do
        local f = entry.c_alone and core[name]
        assert.truthy(type(f) ~= "function"
          or select(2, pcall(f)):find("needs the C module"), name)
      end
    end)

  for _, name in ipairs(sorted(calls)) do
    it("has core." .. name .. ", as on the page", calls[name])
  end
end)
