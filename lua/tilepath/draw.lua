--- Pictures in LÖVE: tilepath.draw(things [, options]), in love.draw.
--
-- A large part has its own mesh in the memory of the graphics card as long as
-- it does not change. Small parts, and parts that are new or have changed since
-- the last call, are written one behind the other into a mesh that all share,
-- which goes to the card once a call: many things move in each frame, a path may
-- be another in each, and a new mesh is slow. So a part at rest costs one call
-- of LÖVE, and a part that changes costs its triangles. A part's own mesh lies
-- in a weak table and is collected with the part.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local host = require(siblings .. "host")
local picture = require(siblings .. "picture")
local triangles = require(siblings .. "picture.triangles")
local has_ffi, ffi = pcall(require, "ffi")

local FORMAT = { { "VertexPosition", "float", 2 } }
local LARGE = 128 -- numbers

-- A table for each part:
--   changes        the part's number of changes at the last call
--   count          the number of its vertices
--   first          its first vertex in the shared mesh; nil: it has its own
--   mesh, filled   its own mesh, and `changes` when that was filled
local kept = setmetatable({}, { __mode = "k" })

local shared = {} -- `mesh`: of all other parts

-- The picture of the current call. Between calls it shows and holds nothing.
local shown, NOTHING = picture.new(), {}

-- The numbers for a mesh; and what LÖVE takes: a list of vertices, or memory.
local numbers, vertices, memory = {}, {}, { room = 0 }

local function list_of(count)
  for i = 1, count do
    local vertex = vertices[i] or {}
    vertex[1], vertex[2] = numbers[2 * i - 1], numbers[2 * i]
    vertices[i] = vertex
  end
  return vertices
end

--- The same as floats. Under LuaJIT this takes a third of the time, and LÖVE
-- copies them at once.
local function floats_of(love, count)
  if count > memory.room then
    local data = love.data.newByteData(2 * count * 2 * ffi.sizeof("float"))
    local pointer = data.getFFIPointer and data:getFFIPointer() -- LÖVE 11.3
    memory.data, memory.room = data, 2 * count
    memory.floats = ffi.cast("float*", pointer or data:getPointer())
  end
  local floats = memory.floats
  for i = 1, 2 * count do
    floats[i - 1] = numbers[i]
  end
  return memory.data
end

--- Copies the first numbers into the mesh of an owner. A mesh that is too small
-- is replaced by one with room to grow.
local function fill(love, owner, count)
  local mesh = owner.mesh
  if count > (mesh and mesh:getVertexCount() or 0) then
    owner.mesh = nil
    if mesh then mesh:release() end
    mesh = love.graphics.newMesh(FORMAT, mesh and 2 * count or count,
      "triangles", "dynamic")
    owner.mesh = mesh
  end
  if count > 0 then
    mesh:setVertices(has_ffi and love.data and floats_of(love, count)
      or list_of(count), 1, count)
  end
end

--- Fills the shared mesh with all parts that need it.
local function fill_shared(love, parts)
  local at = 1
  for _, part in ipairs(parts) do
    local own = kept[part] or {}
    own.first = nil
    if #part < LARGE or own.changes ~= part.changes then
      local behind = triangles.write(part, numbers, at)
      own.first, own.count = (at + 1) / 2, (behind - at) / 2
      at = behind
    end
    kept[part], own.changes = own, part.changes
  end
  fill(love, shared, (at - 1) / 2)
end

local function fill_own(love, part, own)
  own.count = (triangles.write(part, numbers, 1) - 1) / 2
  fill(love, own, own.count)
  own.filled = part.changes
end

local function paint(love, part, own)
  local mesh = own.first and shared.mesh or own.mesh
  love.graphics.setColor(part.r, part.g, part.b, part.a)
  if own.count > 0 then
    mesh:setDrawRange(own.first or 1, own.count)
    love.graphics.draw(mesh)
  end
end

--- Draws a picture of things with the current transformation on the current
-- canvas. LÖVE's settings are restored afterwards.
return function(things, options)
  local love = host("love")
  local graphics = type(love) == "table" and love.graphics
  if not graphics then check.raise("draw: needs LÖVE") end
  picture.show(shown, "draw", things, options)
  local parts = shown.parts
  fill_shared(love, parts)
  for _, part in ipairs(parts) do
    local own = kept[part]
    if not own.first and own.filled ~= part.changes then
      fill_own(love, part, own)
    end
  end
  graphics.push("all")
  graphics.setShader()
  graphics.setBlendMode("alpha")
  graphics.setWireframe(false)
  graphics.setMeshCullMode("none")
  for _, part in ipairs(parts) do
    paint(love, part, kept[part])
  end
  graphics.pop()
  picture.show(shown, "draw", NOTHING)
end
