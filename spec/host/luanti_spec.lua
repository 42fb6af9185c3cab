--- The mod of examples/luanti on a stand-in for Luanti's server, and the file
-- that loads the library there. tools/luanti tries both on the server itself.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local new_server = require "spec.support.luanti"

describe("#host the walker in Luanti", function()
  local server, vector

  before_each(function()
    server = new_server(tilepath)
    vector = server.globals.vector
    server.load "examples/luanti/init.lua"
  end)

  it("goes through a door, up a ladder, and out another way", function()
    server.load "tools/luanti.lua"
    for _ = 1, 600 do
      if not server.is_down then server.step(0.1) end
    end
    assert.same({ "walker: passed, core in " .. tilepath.core },
      server.printed)
  end)

  it("returns a reason without ground or without a path", function()
    server.core.register_node("stone", {})
    for _, x in ipairs { 0, 1, 5 } do
      server.core.set_node(vector.new(x, 0, 0), { name = "stone" })
    end
    local mob = server.core.add_entity(vector.new(0, 1.4, 0), "walker:walker")
      :get_luaentity()
    assert.same({ nil, "no ground" }, { mob:go(vector.new(3, 1, 0)) })
    assert.same({ nil, "too far" }, { mob:go(vector.new(0, 1, 41)) })
    assert.same({ nil, "unreachable" }, { mob:go(vector.new(5, 1, 0)) })
    assert.is_true(mob:go(vector.new(1, 1, 0)))
    for _ = 1, 10 do server.step(0.1) end
    assert.are.equal("arrived", mob.hero.status)
    assert.same({ nil, "unreachable" }, { mob:go(vector.new(5, 1, 0)) })
    for i, event in ipairs { "placenode", "generated" } do
      local revision, pos = mob.ground.grid.revision, vector.new(-9, 0, i)
      server.core.set_node(pos, { name = "stone" })
      server.tell(event, pos, pos)
      assert.is_true(mob.ground.grid.revision > revision, event)
    end
    server.core.set_node(vector.new(5, 0, 0), { name = "air" })
    server.tell("dignode", vector.new(5, 0, 0))
    assert.same({ nil, "no ground" }, { mob:go(vector.new(5, 1, 0)) })
    server.step(0.1)
    assert.same({ 1, 1.4 }, { mob.object:get_pos().x, mob.object:get_pos().y })
  end)
end)

describe("#host the stand-in for Luanti", function()
  it("rounds as the server does, half away from zero", function()
    local server = new_server(tilepath)
    local vector = server.globals.vector
    for place, node in pairs { [0.5] = 1, [-0.5] = -1, [-0.49] = 0, [-1.5] = -2,
      [1.5] = 2, [2.4] = 2 } do
      assert.are.equal(node, vector.round(vector.new(place, 0, 0)).x)
    end
  end)
end)

describe("#host the ground in Luanti", function()
  local NODES = { ["#"] = "stone", L = "ladder", D = "door", ["~"] = "water",
    F = "fence", ["!"] = "lava" }
  local server, Ground, vector

  before_each(function()
    server = new_server(tilepath)
    vector = server.globals.vector
    local node = server.core.register_node
    node("stone", {})
    node("fence", { groups = { fence = 1 } })
    node("door", { groups = { door = 1 } })
    node("ladder", { walkable = false, climbable = true })
    node("water", { walkable = false, liquidtype = "source" })
    node("lava", { walkable = false, liquidtype = "source",
      damage_per_second = 4 })
    Ground = server.load("examples/luanti/ground.lua", tilepath)
  end)

  --- The ground of a slice seen from the side; A and B are in free nodes.
  -- Returns the costs from A to B, and back.
  local function costs(rows)
    local ends = {}
    for i, row in ipairs(rows) do
      local y = #rows - i
      for x = 1, #row do
        local sign = row:sub(x, x)
        if NODES[sign] then
          server.core.set_node(vector.new(x, y, 0), { name = NODES[sign] })
        elseif sign ~= "." then
          ends[sign] = vector.new(x, y, 0)
        end
      end
    end
    local ground = Ground.new(vector.new(1, 0, 0),
      vector.new(#rows[1], #rows - 1, 0))
    local function cost(from, to)
      local x1, y1 = ground:find(from)
      local x2, y2 = ground:find(to)
      local path, price = ground.finder:find_world(x1, y1, x2, y2)
      return path and price or "no way"
    end
    return { cost(ends.A, ends.B), cost(ends.B, ends.A) }, ground
  end

  it("allows steps, drops, ladders, doors and shallow water", function()
    local no = "no way"
    for i, case in ipairs {
      -- A step of one node, with room above the lower end.
      { 2, 2, "....", "....", "..B.", "A.##", "####" },
      { no, no, "....", ".#..", "..B.", "A.##", "####" },
      -- Drops of three nodes, only downwards.
      { 2, no, "....", "A...", "#...", "#...", "#.B.", "####" },
      { no, no, "....", "A...", "#...", "#...", "#...", "#.B.", "####" },
      -- The rungs of a ladder, and a drop from a rung.
      { 4, 3, "....", "...B", "..L#", "..L.", "A.L.", "####" },
      -- Prices of doors and shallow water.
      { 3, 3, "...", ".D.", "ADB", "###" },
      { 5, 5, "...", "...", "A~B", "###" },
      -- Deep water, lava, fences.
      { no, no, "...", "...", "A~B", "#~#", "###" },
      { no, no, "...", "...", "A!B", "###" },
      { no, no, "...", "...", "AFB", "###" },
    } do
      local there, back = table.remove(case, 1), table.remove(case, 1)
      server.clear()
      assert.same({ there, back }, (costs(case)), i)
    end
  end)

  --- The costs between all places of a ground, in the order of its columns.
  local function all_costs(ground)
    local places, found = {}, {}
    for x = ground.min.x, ground.max.x do
      for y = ground.min.y, ground.max.y do
        for _, place in ipairs(ground:column(x, 0).places) do
          places[#places + 1] = place.y == y and { place.cell, 0 } or nil
        end
      end
    end
    for i, from in ipairs(places) do
      for k, to in ipairs(places) do
        found[#found + 1] = ("%d %d: %s"):format(i, k, tostring(select(2,
          ground.finder:find(from[1], from[2], to[1], to[2]))))
      end
    end
    return found
  end

  it("is as new after nodes have changed, and untouched if none has", function()
    local _, ground = costs { "......", "......", "......", "......", "A....B",
      "######" }
    local function set(x, y, name)
      server.core.set_node(vector.new(x, y, 0), { name = name })
      ground:read(vector.new(x, 0, 0), vector.new(x, 0, 0))
    end
    local revision = ground.grid.revision
    ground:read(ground.min, ground.max)
    assert.equal(revision, ground.grid.revision)
    local before = all_costs(ground)
    for _, edit in ipairs { { 3, 1, "stone" }, { 3, 2, "stone" },
      { 2, 3, "stone" }, { 4, 3, "stone" }, { 3, 3, "stone" }, { 5, 1, "ladder" },
      { 5, 2, "ladder" }, { 3, 2, "air" }, { 3, 1, "air" }, { 4, 1, "door" },
      { 5, 1, "lava" }, { 5, 2, "air" }, { 2, 3, "air" }, { 4, 3, "air" },
      { 5, 1, "air" }, { 4, 1, "air" }, { 3, 3, "air" } } do
      set(edit[1], edit[2], edit[3])
      assert.same(all_costs(Ground.new(ground.min, ground.max)),
        all_costs(ground))
    end
    assert.same(before, all_costs(ground))
    assert.equal(0, #ground.grid:links())
  end)

  it("has one sheet for hills, and another one only below a roof", function()
    local _, hills = costs { "......", "......", "..##.B", "A####.", "######" }
    assert.same({ 1, 0 }, { hills.sheets, #hills.grid:links() })
  end)

  it("puts a roof on a second sheet, with one link for its stairs", function()
    local function set(x, y, z)
      server.core.set_node(vector.new(x, y, z), { name = "stone" })
    end
    for x = 1, 9 do
      for z = 1, 9 do
        set(x, 0, z)
        if x > 4 and x < 9 and z > 3 and z < 8 then set(x, 4, z) end
      end
    end
    for x = 2, 4 do
      for y = 1, x - 1 do set(x, y, 5) end
    end
    local house = Ground.new(vector.new(1, 0, 1), vector.new(9, 8, 9))
    assert.same({ 2, 1 }, { house.sheets, #house.grid:links() })
    local x, y = house:find(vector.new(1, 1, 1))
    assert.equal(7 + 6, select(2, house.finder:find_world(x, y,
      house:find(vector.new(8, 5, 7)))))
    assert.equal(7 + 5, select(2, house.finder:find_world(x, y,
      house:find(vector.new(8, 1, 6)))))
  end)

  it("is read once, and follows what is dug, placed and generated", function()
    costs { "....", "....", "A..B", "####" }
    local ground = Ground.around(vector.new(1, 1, 0), vector.new(4, 1, 0))
    local function around()
      return Ground.around(vector.new(2, 1, 0), vector.new(4, 1, 0))
    end
    assert.equal(ground, around())
    server.core.set_node(vector.new(3, 1, 0), { name = "fence" })
    local x1, y1 = ground:find(vector.new(1, 1, 0))
    local x2, y2 = ground:find(vector.new(4, 1, 0))
    for _, is_told in ipairs { false, true } do
      if is_told then
        Ground.update(vector.new(3, 1, 0), vector.new(3, 1, 0))
      end
      assert.equal(ground, around())
      assert.equal(is_told and "unreachable" or 3,
        (select(2, ground.finder:find_world(x1, y1, x2, y2))))
    end
    assert.not_equal(ground, Ground.around(vector.new(1, 1, 0),
      vector.new(90, 1, 0)))
  end)

  it("tells where a mob stands, by the server's rounding", function()
    server.core.set_node(vector.new(-2, 0, 0), { name = "stone" })
    server.core.set_node(vector.new(-1, 0, 0), { name = "stone" })
    server.core.set_node(vector.new(-1, 1, 0), { name = "stone" })
    local ground = Ground.new(vector.new(-4, 0, 0), vector.new(2, 4, 0))
    assert.equal(1, ground:position(-1.5, 0).y)
    assert.equal(2, ground:position(-1.4, 0).y)
    assert.is_nil(ground:position(0.5, 0))
    assert.is_nil(ground:find(vector.new(1, 1, 0)))
  end)
end)

describe("#host luanti.lua outside of Luanti", function()
  it("raises with what to require", function()
    local loaded, message = pcall(require, "tilepath.luanti")
    assert.is_false(loaded)
    assert.matches("luanti.lua is for mods of Luanti: require 'tilepath'",
      message, 1, true)
  end)
end)

--- The sandbox in which a mod loads the library.
local SANDBOX = [[
  local folder, trusted = %q, %s and { package = package }
  local logged = ""
  local sandbox = { package = { config = package.config },
    core = { log = function(_, text) logged = text end,
      get_current_modname = function() return "walker" end },
    require = function()
      error("require() is disabled when mod security is on.")
    end }
  sandbox._G = sandbox
  for name in ("assert coroutine error getfenv getmetatable io ipairs jit "
    .. "loadfile math next os pairs pcall rawget rawset select setfenv "
    .. "setmetatable string table tonumber tostring type unpack _VERSION")
    :gmatch("%%S+") do
    sandbox[name] = _G[name]
  end
  local chunk = assert(loadfile(folder .. "/luanti.lua"))
  local tilepath = setfenv(chunk, sandbox)(folder, trusted)
  local own = getfenv(tilepath.load)
  io.write(tilepath.core, " ", tilepath.platformer(tilepath.grid("...")), " ",
    tostring(own.package.loadlib), " ", tostring(pcall(own.require, "ffi")),
    " ", logged, trusted and "" or tilepath.core_reason:match(": the mod .*$"))
]]

-- Luanti has LuaJIT or Lua 5.1. Programs are started only on Unix.
if not rawget(_G, "setfenv") or package.config:sub(1, 1) == "\\" then return end

describe("#host the library in Luanti's sandbox", function()
  local folder

  before_each(function()
    folder = helper.temporary_folder()
    assert(os.execute(("cp -R lua/tilepath/. '%s'"):format(folder)))
  end)

  after_each(function()
    os.execute(("rm -r '%s'"):format(folder))
  end)

  local function run(is_trusted)
    local program = folder .. "program.lua"
    helper.write_file(program, SANDBOX:format(folder, tostring(is_trusted)))
    return helper.output_of(("env -u TILEPATH_CORE '%s' '%s'"):format(
      helper.interpreter(), program))
  end

  local UNTRUSTED = "the mod is not trusted (the configuration of the server "
    .. "needs secure.trusted_mods = walker, and luanti.lua its second argument: "
    .. "see \"In Luanti\" in docs/install.md)"

  it("runs on the core in Lua", function()
    local output = run(false)
    assert.equal("Lua 0 nil false : " .. UNTRUSTED .. ".\nPut tilepath_core.so",
      output:match("^(.-core%.so)"), output)
  end)

  it("tells an untrusted mod with the module what is missing #core_c", function()
    helper.write_file(folder .. "tilepath_core.so",
      helper.read_file(helper.core_file()))
    local output = run(false)
    assert.truthy(output:find("tilepath_core.so' cannot be opened: " .. UNTRUSTED,
      1, true), output)
  end)

  it("uses the C module in a trusted mod alone #core_c", function()
    helper.write_file(folder .. "tilepath_core.so",
      helper.read_file(helper.core_file()))
    assert.equal("C 0 nil false ", run(true))
  end)

  it("logs why a trusted mod has no C module", function()
    local output = run(true)
    assert.equal("Lua 0 nil false tilepath: found no C module",
      output:match("^Lua 0 nil false tilepath: found no C module"), output)
  end)
end)
