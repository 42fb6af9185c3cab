--- Pictures in LÖVE: tilepath.draw(things [, options]), in love.draw.
--
-- A large part has its own mesh in the memory of the graphics card as long as
-- the part does not change. Small parts, and parts that changed since the last
-- call, are written into one shared mesh, which goes to the card once a call.
-- (A path may be new in each frame, and a new mesh is slow.) So a part at rest
-- costs one call of LÖVE, and a part that changes costs its triangles. A part's
-- mesh lies in a weak table and is collected with the part.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local host = require(siblings .. "host")
local picture = require(siblings .. "picture")
local triangles = require(siblings .. "picture.triangles")

local FORMAT = { { "VertexPosition", "float", 2 } }
local LARGE = 128 -- numbers

-- A table for each part:
--   changes        the part's number of changes at the last call
--   first, count   its first vertex there, or nil; the number of its vertices
--   mesh, filled   its own mesh, and `changes` when that was filled
local kept = setmetatable({}, { __mode = "k" })

local shared -- the mesh of the parts that move

-- The picture of the current call. Between calls it shows and holds nothing.
local shown, NOTHING = picture.new(), {}

-- The numbers for a mesh; and what LÖVE takes instead: memory of floats if there
-- is ffi, else a list of vertices.
local numbers = {}
local memory, vertices = { room = 0 }, {}

--- The first numbers for mesh:setVertices.
local function packed(love, count)
  local has_ffi, ffi = pcall(require, "ffi")
  if has_ffi and love.data then
    if count > memory.room then
      memory.room = 2 * count
      memory.data = love.data.newByteData(8 * memory.room)
      memory.floats = ffi.cast("float*", memory.data:getPointer())
    end
    local floats = memory.floats
    for i = 1, 2 * count do floats[i - 1] = numbers[i] end
    return memory.data
  end
  for i = 1, count do
    local vertex = vertices[i] or {}
    vertex[1], vertex[2] = numbers[2 * i - 1], numbers[2 * i]
    vertices[i] = vertex
  end
  return vertices
end

--- Copies the first vertices into a mesh. A mesh that is too small is replaced
-- by one with room to grow.
local function fill(love, mesh, count)
  local size = mesh and mesh:getVertexCount() or 0
  if size < count then
    if mesh then mesh:release() end
    mesh = love.graphics.newMesh(FORMAT, mesh and 2 * count or count,
      "triangles", "dynamic")
  end
  mesh:setVertices(packed(love, count), 1, count)
  return mesh
end

--- Writes the small parts and the parts that changed since the last call.
local function write_moved(love, parts)
  local at = 1
  for _, part in ipairs(parts) do
    local own = kept[part] or {}
    kept[part], own.first = own, nil
    if #part < LARGE or (own.changes or part.changes) ~= part.changes then
      local next_at = triangles.write(part, numbers, at)
      own.first, own.count = (at + 1) / 2, (next_at - at) / 2
      at = next_at
    end
    own.changes = part.changes
  end
  if at > 1 then shared = fill(love, shared, (at - 1) / 2) end
end

--- Updates a part's own mesh.
local function fill_own(love, part, own)
  own.count = (triangles.write(part, numbers, 1) - 1) / 2
  own.filled = part.changes
  if own.count > 0 then
    own.mesh = fill(love, own.mesh, own.count)
    own.mesh:setDrawRange(1, own.count)
  end
end

local function paint(love, part)
  local graphics, own = love.graphics, kept[part]
  local mesh = shared
  if own.first then
    mesh:setDrawRange(own.first, own.count)
  else
    if own.filled ~= part.changes then fill_own(love, part, own) end
    mesh = own.mesh
  end
  graphics.setColor(part.r, part.g, part.b, part.a)
  if own.count > 0 then graphics.draw(mesh) end
end

--- Draws a picture of things with the current transformation on the current
-- canvas. LÖVE's settings are restored afterwards.
return function(things, options)
  local love = host("love")
  local graphics = type(love) == "table" and love.graphics
  if not graphics then check.raise("draw: needs LÖVE") end
  picture.show(shown, "draw", things, options)
  local parts = shown.parts
  write_moved(love, parts)
  graphics.push("all")
  graphics.setShader()
  graphics.setBlendMode("alpha")
  graphics.setWireframe(false)
  graphics.setMeshCullMode("none")
  for _, part in ipairs(parts) do paint(love, part) end
  graphics.pop()
  picture.show(shown, "draw", NOTHING)
end
