--- A stand-in for Luanti's server: nodes in a table, entities, time. It has
-- only the calls of examples/luanti and tools/luanti.lua.

local ceil, floor = math.ceil, math.floor

--- As the server rounds: half away from zero.
local function round(value)
  return value < 0 and ceil(value - 0.5) or floor(value + 0.5)
end

local vector = {}
local metatable = { __index = vector }

function vector.new(x, y, z)
  return setmetatable({ x = x, y = y, z = z }, metatable)
end

function vector.combine(a, b, f)
  return vector.new(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z))
end

function vector.offset(v, x, y, z)
  return vector.new(v.x + x, v.y + y, v.z + z)
end

function vector.equals(a, b)
  return a.x == b.x and a.y == b.y and a.z == b.z
end

function vector.round(v)
  return vector.new(round(v.x), round(v.y), round(v.z))
end

function vector.sort(a, b)
  return vector.combine(a, b, math.min), vector.combine(a, b, math.max)
end

function vector.distance(a, b)
  local v = a - b
  return math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z)
end

function metatable.__add(a, b)
  return vector.offset(a, b.x, b.y, b.z)
end

function metatable.__sub(a, b)
  return vector.offset(a, -b.x, -b.y, -b.z)
end

local VoxelArea = {}

function VoxelArea:new(area)
  area.ystride = area.MaxEdge.x - area.MinEdge.x + 1
  return setmetatable(area, { __index = self })
end

function VoxelArea:index(x, y, z)
  local from, to = self.MinEdge, self.MaxEdge
  local width, height = to.x - from.x + 1, to.y - from.y + 1
  return (z - from.z) * width * height + (y - from.y) * width + x - from.x + 1
end

--- The node around a position.
local function key(x, y, z)
  return ("%d,%d,%d"):format(round(x), round(y), round(z))
end

local NODE = { __index = { walkable = true, climbable = false, groups = {},
  damage_per_second = 0, liquidtype = "none" } }

local function load_into(environment, path)
  local set = rawget(_G, "setfenv")
  return set and set(assert(loadfile(path)), environment)
    or assert(loadfile(path, "t", environment))
end

--- A server. Its mods see the fields of `globals`.
local function new_server(tilepath)
  local nodes, entities, steps, later = {}, {}, {}, {}
  local server = { is_down = false, printed = {}, commands = {} }
  local told = {} -- callbacks by event
  local core = { registered_nodes = {}, luaentities = {} }

  function core.register_node(name, definition)
    core.registered_nodes[name] = setmetatable(definition, NODE)
  end
  function core.register_entity(name, definition)
    definition.name, definition.__index = name, definition
    entities[name] = definition
  end
  function core.register_globalstep(f) steps[#steps + 1] = f end
  function core.register_chatcommand(name, command)
    server.commands[name] = command.func
  end
  for _, name in ipairs { "dignode", "placenode", "generated" } do
    core["register_on_" .. name] = function(f)
      told[name] = told[name] or {}
      table.insert(told[name], f)
    end
  end
  function core.after(_, f) later[#later + 1] = f end
  function core.emerge_area(_, _, f) f(nil, nil, 0) end
  function core.forceload_block() return true end
  function core.request_shutdown() server.is_down = true end
  function core.request_insecure_environment() return nil end
  function core.global_exists() return false end
  function core.get_modpath() return "examples/luanti" end
  function core.pos_to_string(v) return key(v.x, v.y, v.z) end
  function core.get_name_from_content_id(id) return id end

  function core.get_node(v)
    return { name = nodes[key(v.x, v.y, v.z)] or "air" }
  end
  function core.set_node(v, node) nodes[key(v.x, v.y, v.z)] = node.name end
  core.swap_node = core.set_node

  function core.get_voxel_manip(from, to)
    local manip = {}
    function manip:get_emerged_area() return from, to end
    function manip:get_data()
      local data, area = {}, VoxelArea:new { MinEdge = from, MaxEdge = to }
      for x = from.x, to.x do
        for y = from.y, to.y do
          for z = from.z, to.z do
            data[area:index(x, y, z)] = nodes[key(x, y, z)] or "air"
          end
        end
      end
      return data
    end
    return manip
  end

  function core.add_entity(at, name)
    local object, entity = {}, setmetatable({}, entities[name])
    function object:get_pos() return at end
    function object:move_to(v) at = v end
    function object:set_yaw(yaw) object.yaw = yaw end
    function object:get_luaentity() return entity end
    entity.object = object
    core.luaentities[#core.luaentities + 1] = entity
    if entity.on_activate then entity:on_activate("", 0) end
    return object
  end

  --- A player gives a command, at a place.
  function core.get_player_by_name(at)
    return { get_pos = function() return at end }
  end

  core.register_node("air", { walkable = false })

  local globals = setmetatable({ core = core, vector = vector,
    VoxelArea = VoxelArea, print = function(text)
      server.printed[#server.printed + 1] = text
    end }, { __index = _G })

  --- Mods get the library through its luanti.lua.
  function globals.loadfile(path)
    if path:find("/tilepath/luanti.lua", 1, true) then
      return function() return tilepath end
    end
    return load_into(globals, path)
  end

  --- Something happens that mods are told of: "dignode", at a position.
  function server.tell(event, ...)
    for _, f in ipairs(told[event] or {}) do f(...) end
  end

  --- Takes all nodes away.
  function server.clear() nodes = {} end

  function server.load(path, ...) return globals.loadfile(path)(...) end

  function server.step(dtime)
    local due = later
    later = {}
    for _, f in ipairs(due) do f() end
    for _, entity in ipairs(core.luaentities) do entity:on_step(dtime) end
    for _, f in ipairs(steps) do f(dtime) end
  end

  server.globals, server.core = globals, core
  return server
end

return new_server
