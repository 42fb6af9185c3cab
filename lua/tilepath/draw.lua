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
--   moves          the part goes into the shared mesh
--   first, count   its first vertex there, or nil; the number of its vertices
--   mesh, filled   its own mesh, and `changes` when that was filled
local kept = setmetatable({}, { __mode = "k" })

local shared -- the mesh of the parts that move

-- The picture of the current call. Between calls it shows and holds nothing.
local shown, NOTHING = picture.new(), {}

-- Numbers for a mesh: memory of floats if there is ffi; else a table, and the
-- list of vertices that LÖVE takes instead.
local numbers, first, room = {}, 1, 0
local data, vertices = nil, {}

local function make_room(love, most)
  if most <= room then return end
  room = 2 * most
  local has_ffi, ffi = pcall(require, "ffi")
  if has_ffi and love.data then
    data = love.data.newByteData(4 * room)
    numbers, first = ffi.cast("float*", data:getPointer()), 0
  end
end

local function list_vertices(count)
  for i = 1, count do
    local vertex = vertices[i] or {}
    vertex[1], vertex[2] = numbers[2 * i - 1], numbers[2 * i]
    vertices[i] = vertex
  end
  return vertices
end

--- Copies the first numbers into a mesh. A mesh that is too small is replaced
-- by one with room to grow.
local function fill(graphics, mesh, count)
  local size = mesh and mesh:getVertexCount() or 0
  if size < count then
    if mesh then mesh:release() end
    mesh = graphics.newMesh(FORMAT, mesh and 2 * count or count, "triangles",
      "dynamic")
  end
  mesh:setVertices(data or list_vertices(count), 1, count)
  return mesh
end

--- Writes the small parts and the parts that changed since the last call.
local function write_moved(love, parts)
  local most = 0
  for _, part in ipairs(parts) do
    local own = kept[part] or {}
    kept[part], own.first = own, nil
    own.moves = #part < LARGE or (own.changes or part.changes) ~= part.changes
    own.changes = part.changes
    if own.moves then most = most + triangles.most(part) end
  end
  make_room(love, most)
  local at = first
  for _, part in ipairs(parts) do
    local own = kept[part]
    if own.moves then
      local next_at = triangles.write(part, numbers, at)
      own.first, own.count = (at - first) / 2 + 1, (next_at - at) / 2
      at = next_at
    end
  end
  local count = (at - first) / 2
  if count > 0 then
    shared = fill(love.graphics, shared, count)
  end
end

--- Updates a part's own mesh.
local function fill_own(love, part, own)
  make_room(love, triangles.most(part))
  own.count = (triangles.write(part, numbers, first) - first) / 2
  own.filled = part.changes
  if own.count > 0 then
    own.mesh = fill(love.graphics, own.mesh, own.count)
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
