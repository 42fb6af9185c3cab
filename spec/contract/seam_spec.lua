--- The seam between the Lua files and the core: the calls of the Lua files, the
-- page about them, and the loaded core. Each function is called once, and does
-- what the page says. A core that passes can carry the Lua files.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local helper = require "spec.support.helper"
local pages = require "spec.support.pages"
local sorted = require "spec.support.sorted"

local PAGE = pages.read("docs/seam.md")
local NOT_OF_THE_MODULE = { language = true }

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

--- { name = { file = true } } of the core's names in the Lua files.
local function taken()
  local names = {}
  for _, file in ipairs(lua_files()) do
    local text = pages.read("lua/tilepath/" .. file)
      :gsub("%-%-[^\n]*", ""):gsub('require%("tilepath_core"%)', "core")
    for name in text:gmatch("%f[%w_]core%.([%a_]+)") do
      names[name] = names[name] or {}
      names[name][file] = true
    end
  end
  return names
end

--- The same from the page. Its headings, rows and paragraphs begin with a name:
-- { name = { files = { file = true }, c_alone = } }.
local function described()
  local names, texts, name = {}, {}, nil
  for line in PAGE:gmatch("[^\n]*") do
    if line:find("^## ") then
      name = nil
    end
    name = line:match("^### core%.([%a_]+)%(")
      or line:match("^`core%.([%a_]+)`")
      or line:match("^| `core%.([%a_]+)`") or name
    if name then
      texts[name] = (texts[name] or "") .. line .. " "
    end
  end
  for key, text in pairs(texts) do
    names[key] = { files = {}, c_alone = text:find("C +alone") ~= nil }
    for file in text:gmatch("`([%w_/]+%.lua)`") do
      names[key].files[file] = true
    end
  end
  return names
end

-- Each function, once ---------------------------------------------------------

local function drawn()
  return tilepath.grid("..#\n...")
end

local function finder_on(grid, profile)
  return tilepath.pathfinder(grid, profile)
end

local function text_of(grid)
  return (tilepath.ascii(grid):gsub("\n$", ""))
end

local list = helper.list

local calls = {}

function calls.meant()
  assert.are.equal("price", core.meant("Prise", { "name", "price" }))
  assert.is_nil(core.meant("cost", { "name", "price" }))
end

function calls.grid()
  local grid = core.grid(3, 2, 0, -1, 8, 4, 100, 50)
  assert.are.equal(core.Grid, getmetatable(grid))
  assert.are.same({ 3, 2, 0, -1, 8, 4, 100, 50 }, { grid.width, grid.height,
    grid.base_x, grid.base_y, grid.cell_width, grid.cell_height,
    grid.origin_x, grid.origin_y })
  assert.are.same({ "open", 1 }, list(grid:get(2, 0)))
end

function calls.sum()
  assert.are.same({ 0, 97 * 2 ^ 24 + 65599, 1633837924 + 4 * 65599 },
    { core.sum(""), core.sum("a"), core.sum("abcd") % 2147483647 })
  assert.are_not.equal(core.sum("abcde"), core.sum("abcdf"))
end

function calls.place()
  local grid = core.grid(3, 2, 0, 0, 1, 1, 7, 5, nil, nil, 1, -2)
  assert.are.same({ 1, -2, 7, 5 }, list(core.place(grid)))
  assert.are.same({ 6, 7 }, { grid.origin_x, grid.origin_y })
end

function calls.bytes()
  local grid = drawn()
  grid:set_walkable(1, 2, false)
  assert.are.same({ "\1\1\0\129\1\1", 3, 2 },
    list(core.bytes(grid, { "wall", "open" })))
end

function calls.load_cells()
  local grid, names = tilepath.grid(3, 2), { "wall", "open" }
  assert.is_true(core.load_cells(grid, names, "\1\1\0\129\1\1"))
  assert.are.equal("..#\n#..", text_of(grid))
  for _, bytes in ipairs { "\1\1\1\1\1", "\1\1\1\1\1\2", "\128\1\1\1\1\1" } do
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

function calls.measure()
  assert.are.same({ 3, 2 }, list(core.measure("...\r\n..#\n")))
  assert.are.same({ 0, 0 }, list(core.measure("")))
  assert.are.same({ nil, 2, 1 }, list(core.measure("...\n.\n...")))
end

function calls.fill_text()
  local grid = tilepath.grid(3, 1, { prices = { mud = 2 } })
  local legend = { ["."] = "open", ["~"] = "mud" }
  assert.are.same({}, list(core.fill_text(grid, ".~.", legend)))
  assert.are.same({ "mud", 2 }, list(grid:get(2, 1)))
  assert.are.same({ "x", 1, 3 }, list(core.fill_text(grid, "~~x", legend)))
  assert.are.equal("open", (grid:get(1, 1)))
end

function calls.fill_rows()
  local grid, legend = tilepath.grid(2, 2), { [0] = "open", [1] = "wall" }
  local rows = { [0] = { [0] = 1, 0 }, { [0] = 0, 1 } }
  assert.are.same({}, list(core.fill_rows(grid, rows, legend, 0, 0)))
  assert.are.equal("#.\n.#", text_of(grid))
  assert.are.same({ 1, true },
    list(core.fill_rows(grid, { { 2, 0 }, { 0, 0 } }, legend, 1, 1)))
  assert.are.same({ 2, false },
    list(core.fill_rows(grid, { { 0, 0 }, { 0 } }, legend, 1, 1)))
  assert.are.equal("#.\n.#", text_of(grid))
end

function calls.fill_list()
  local grid, legend = drawn(), { a = "wall", b = false, [0x01020304] = "wall" }
  assert.are.same({}, list(core.fill_list(grid, { "a", "b" }, legend, 0, 0, 1,
    2)))
  assert.are.equal("#.#\n...", text_of(grid))
  assert.are.same({}, list(core.fill_list(grid, "\1\2\3\4", legend, 1, 1, 1,
    1)))
  assert.are.equal("#.#\n.#.", text_of(grid))
  assert.are.same({ 2 }, list(core.fill_list(grid, { "a", "c" }, legend, 0, 0,
    2, 1)))
end

function calls.lodge()
  local grid, building = drawn(), {}
  assert.are.same({}, list(core.lodge(grid, building)))
  assert.is_false((pcall(grid.resize, grid, { right = 1 })))
  assert.are.equal(3, grid.width)
end

function calls.layer()
  local layer = core.layer(drawn())
  assert.are.equal(core.Layer, getmetatable(layer))
  assert.are.equal(0, layer:get(1, 1))
end

function calls.load_layer()
  local grid = drawn()
  local layer = core.load_layer("\0\7\0\0\0\0", 3, 2, grid)
  assert.are.equal(7, layer:get(2, 1))
  assert.are.equal("\0\7\0\0\0\0", (core.bytes(layer)))
  assert.are.same({ nil, "size" },
    list(core.load_layer("\0\7\0\0\0\0", 2, 3, grid)))
  assert.are.same({ nil, "size" }, list(core.load_layer("", 3, 2, grid)))
end

function calls.pathfinder()
  local grid = drawn()
  local finder = core.pathfinder(grid, finder_on(grid).profile)
  assert.are.equal(core.Pathfinder, getmetatable(finder))
  assert.are.equal(grid, finder.grid)
  assert.are.equal(core.Path, getmetatable((finder:find(1, 1, 3, 2))))
end

function calls.catch_up()
  local grid, answers = tilepath.grid(3, 3), {}
  local finder = finder_on(grid)
  assert.is_true(core.catch_up(finder))
  finder:nearest(1, 1, { where = function()
    answers[#answers + 1] = core.catch_up(finder)
    answers[#answers + 1] = core.is_busy(finder)
    return true
  end })
  assert.are.same({ true, true }, { answers[1], answers[2] })
end

function calls.find_for()
  local finder = finder_on(drawn())
  local path, cost = core.find_for("go", finder, 0.5, 0.5, 0.5, 0.5, {})
  assert.are.same({ 0, "world" }, { cost, path.units })
  assert.are.equal("go: wx2 must be a finite number, got nil", helper.mistake(
    function() core.find_for("go", finder, 0.5, 0.5) end))
end

function calls.is_busy()
  assert.is_false(core.is_busy(finder_on(drawn())))
end

function calls.maker()
  local finder = finder_on(drawn())
  assert.is_true(rawequal(finder, core.maker(finder:view(1, 1, 2))))
  assert.is_true(rawequal(finder, core.maker(finder:reach(1, 1, 2))))
end

function calls.link_between()
  local grid = tilepath.grid("..", { cell_size = 10 })
  grid:link(1, 1, 2, 1, { price = 9 })
  local link = grid:link(1, 1, 2, 1, { price = 3, seconds = 2, name = "lift",
    one_way = true })
  local finder = finder_on(grid)
  assert.are.same({ link.id, 2, 3, "lift" },
    list(core.link_between(finder, 4, 4, 16, 4)))
  assert.are.equal(9, (select(3, core.link_between(finder, 16, 4, 4, 4))))
  assert.is_nil((core.link_between(finder, 4, 4, 4, 4)))
end

function calls.walks()
  local finder = finder_on(tilepath.grid("..f..", { prices = { forest = 2 },
    sight = { forest = false }, legend = { f = "forest" } }))
  assert.is_false((finder:line_of_sight(1, 1, 5, 1)))
  assert.are.same({ true, 5 }, { core.walks(finder, 1, 1, 5, 1) })
  assert.are.same({ true, 5 },
    { core.walks_world("go", finder, 0.5, 0.5, 4.5, 0.5) })
  assert.are.equal("round: avoid must be a crowd, or a list of crowds, "
    .. "{ x, y } and { x, y, w, h }, got 1", helper.mistake(function()
      core.walks_world("round", finder, 0.5, 0.5, 0.5, 0.5, { avoid = 1 })
    end))
end

calls.walks_world = calls.walks

function calls.may_leave()
  assert.is_nil((core.may_leave(finder_on(drawn()), 0.2, 0.2, 0.5, 0.5)))
end

function calls.prune()
  local finder = finder_on(tilepath.grid(5, 1))
  local path = { 1, 1, 2, 1, 3, 1, 5, 1 }
  assert.are.same({ { 1, 4 }, 0 }, list(core.prune(finder, path, 1, nil,
    false)))
  assert.are.same({ { 1, 2, 4 }, 0 }, list(core.prune(finder, path, 2, nil,
    false)))
  assert.are.same({ { 1, 2, 3, 4 }, 0 }, list(core.prune(finder, path, 1,
    { 2 }, false)))
end

function calls.spares()
  local grid = tilepath.grid(64, 64)
  local finder = finder_on(grid)
  local revision = grid.revision
  assert.are.equal(revision, core.spares(finder, revision, 1, 3, 9, 3))
  grid:set(60, 60, "wall")
  local spared = core.spares(finder, revision, 1, 3, 9, 3)
  assert.is_true(spared == grid.revision
    or spared == nil and tilepath.core == "Lua")
  grid:set(7, 4, "wall")
  assert.is_nil(core.spares(finder, revision, 1, 3, 9, 3))
end

function calls.opening()
  local finder = finder_on(tilepath.grid(".#."))
  assert.are.same({ { 3, 1, 0, 2, 1, 0, 1, 1, 0 }, { 2, 1, 2, 1, 0 }, 2 },
    list(core.opening(finder, 1, 1, 3, 1)))
end

function calls.stamp()
  local grid = drawn()
  local field = finder_on(grid):field { { 1, 1 } }
  local function grows(change)
    local before = core.stamp(field)
    change()
    return core.stamp(field) > before
  end
  assert.is_false(grows(function() field:update() end))
  assert.is_true(grows(function() field:update { { 2, 1 } } end))
  assert.is_true(grows(function()
    grid:set(1, 2, "wall")
    field:update()
  end))
  assert.is_false(grows(function() field:update { { 2, 1 } } end))
end

function calls.clock()
  local time = core.clock()
  assert.is_true(core.clock() >= time)
end

--- Works on a question until it is answered, one unit at a time.
local function answer_of(question, finder)
  local store, is_new, units = core.store(), true, 0
  while units < 1000 do
    local worked, state, result, cost = core.answer(store, question, finder, 1,
      is_new)
    is_new, units = false, units + worked
    if state ~= "running" then
      return state, result, cost
    end
  end
end

function calls.ask()
  local finder = finder_on(drawn())
  local function ask(...)
    return core.ask(finder, 1, 1, ...)
  end
  assert.are.same({ "found", finder:find(1, 1, 3, 2) },
    list(answer_of(ask(3, 2, { on_done = type }, "find", false), finder)))
  assert.are.same({ "found", finder:find(1, 1, { { 3, 2 } }) },
    list(answer_of(ask({ { 3, 2 } }, nil, nil, "find", false), finder)))
  assert.are.same({ "found", finder:find_world(1, 1, 2.5, 1.5) },
    list(answer_of(ask(2.5, 1.5, nil, "find_world", true), finder)))
  assert.are.same({ "failed", "goal_outside" },
    list(answer_of(ask(9, 9, nil, "find", false), finder)))
  assert.are.equal("await: x2 must be a whole number, got 'one'",
    helper.mistake(function()
      core.ask(finder, 1, 1, "one", 2, nil, "await", false)
    end))
end

calls.answer, calls.store = calls.ask, calls.ask

function calls.ask_field()
  local finder = finder_on(drawn())
  local field = core.ask_field(finder, { { 3, 2 } }, { priority = 1 })
  local is_made, _
  repeat
    _, is_made = core.make(field, 1)
  until is_made
  assert.is_false(select(3, core.make(field, 1)))
  assert.are.equal(core.Field, getmetatable(field))
  assert.are.equal(finder:field({ { 3, 2 } }):cost(1, 1), field:cost(1, 1))
  assert.are.equal("field: goals must be a table, got nil", helper.mistake(
    function() core.ask_field(finder) end))
end

calls.make = calls.ask_field

function calls.prepare()
  local finder = finder_on(drawn())
  repeat
    local took, is_done = core.prepare(finder, 1, true)
    assert.are.equal("number", type(took))
  until is_done
  assert.is_true(finder:prepare(1))
end

local function crowd_on(grid)
  return core.crowd(grid, nil, false, nil, false)
end

function calls.crowd()
  local crowd = crowd_on(drawn())
  assert.are.equal(core.Crowd, getmetatable(crowd))
  assert.are.equal(0, #crowd)
end

function calls.send()
  local grid = tilepath.grid("...\n##.")
  local crowd, finder = crowd_on(grid), finder_on(grid)
  local unit = crowd:add { finder = finder, x = 0.5, y = 0.5 }
  local field = finder:field { { 2, 1 } }
  assert.are.same({ nil, "goal_blocked" }, list(core.send(unit, 1, 2, 0, nil, "go")))
  assert.are.equal("idle", unit.status)
  assert.are.same({ true }, list(core.send(unit, 3, 2, 0, field, "go")))
  assert.is_nil(unit.remaining)
  crowd:update(2)
  assert.are.same({ 3, 2, "arrived" },
    { unit.cell_x, unit.cell_y, unit.status })
  assert.are.same({ true }, list(core.send(unit, 1, 1, 1, nil, "go")))
  grid:set(1, 1, "wall")
  crowd:update(2)
  assert.are.same({ 2, 1, "arrived" },
    { unit.cell_x, unit.cell_y, unit.status })
  local other = finder_on(grid):field { { 2, 1 } }
  assert.are.same({ nil, "cancelled" }, list(core.send(unit, 3, 1, 0, other,
    "go")))
end

function calls.list_units()
  local grid = tilepath.grid(3, 1)
  local crowd, finder = crowd_on(grid), finder_on(grid)
  local one = crowd:add { finder = finder, x = 1.5, y = 0.5 }
  local other = crowd:add { finder = finder, x = 0.5, y = 0.5 }
  local into = { false, false, "end" }
  assert.are.equal(2, core.list_units(crowd, into))
  assert.are.same({ one, other, "end" }, into)
end

function calls.list_held()
  local grid = tilepath.grid(3, 2, { base = 0 })
  local crowd, finder = crowd_on(grid), finder_on(grid)
  crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
  crowd:add { finder = finder, cell_x = 2, cell_y = 0 }
  local into = {}
  assert.are.equal(2, core.list_held(crowd, into))
  assert.are.same({ 2, 0, 1, 1 }, into)
end

function calls.open_events()
  local grid = tilepath.grid(3, 1)
  local crowd, finder = crowd_on(grid), finder_on(grid)
  local unit = crowd:add { finder = finder, x = 0.5, y = 0.5 }
  unit:go_cell(2, 1)
  assert.are.same({ 0, 0 }, list(core.open_events(crowd)))
  crowd:update(1)
  assert.are.same({ 0, 1 }, list(core.open_events(crowd)))
  assert.are.same({ 1, unit, "arrived" }, list(core.next_event(crowd, 0, 1)))
  assert.are.same({}, list(core.next_event(crowd, 1, 1)))
  crowd:update(1)
  assert.are.same({ 1, 1 }, list(core.open_events(crowd)))
  assert.are.same({}, list(core.next_event(crowd, 0, 1)))
end

calls.next_event = calls.open_events

function calls.exchange()
  local grid = drawn()
  local old, new = crowd_on(grid), core.crowd(grid, nil, nil, nil, nil, true)
  local unit = new:add { finder = finder_on(grid), cell_x = 1, cell_y = 1 }
  assert.are.equal(1, core.arrival(unit))
  assert.is_false(core.set_time(new, "?"))
  assert.is_true(core.set_time(new, "n7"))
  assert.is_false(core.set_unit(unit, "n8"))
  assert.is_true(core.set_unit(unit, "n7"))
  assert.are.equal(7, core.arrival(unit))
  assert.is_true(core.exchange(old, new))
  assert.are.same({ unit }, old:units())
end

calls.arrival, calls.set_time, calls.set_unit = calls.exchange, calls.exchange,
  calls.exchange

function calls.work()
  local grid = drawn()
  local finder = finder_on(grid)
  finder:find(1, 1, 2, 2)
  assert.are.equal("number", type(core.work(finder)))
end

-- All of it -------------------------------------------------------------------

describe("#contract the seam", function()
  local page = described()

  it("has each name that the Lua files use on its page, with these "
    .. "files", function()
    local files = taken()
    for name in pairs(files) do
      assert.truthy(page[name], "not on the page: " .. name)
    end
    for name, entry in pairs(page) do
      assert.are.same(sorted(files[name] or {}), sorted(entry.files),
        name)
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

  it("has a metatable with its name for each class", function()
    for name in PAGE:gmatch("\n| `core%.(%u%a+)`") do
      local may_lack = tilepath.core == "Lua" and page[name].c_alone
      assert.truthy(may_lack or core[name].__name == "tilepath." .. name, name)
    end
  end)

  it("has tables of methods that Lua files can extend", function()
    core.pathfinder_methods.some_call = function(finder, n)
      return finder.grid.width + n
    end
    assert.are.equal(5, finder_on(drawn()):some_call(2))
    core.pathfinder_methods.some_call = nil
  end)

  for _, name in ipairs(sorted(page)) do
    if type(core[name]) == "function" then
      it("has core." .. name .. ", as on the page", function()
        assert.truthy(calls[name], "is called nowhere here")
        if tilepath.core == "Lua" and page[name].c_alone then
          assert.truthy(select(2, pcall(core[name])):find("needs the C module"))
        else
          calls[name]()
        end
      end)
    end
  end
end)
