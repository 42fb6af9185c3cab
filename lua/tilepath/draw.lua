--- Pictures in LÖVE: tilepath.draw(things [, options]), in love.draw.
--
-- Each part has its own mesh in the memory of the graphics card, which is filled
-- again when the part has changed. So a part at rest costs one call of LÖVE, and
-- a part that changes costs its triangles. A part's mesh lies in a weak table and
-- is collected with the part.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local host = require(siblings .. "host")
local picture = require(siblings .. "picture")
local triangles = require(siblings .. "picture.triangles")

local FORMAT = { { "VertexPosition", "float", 2 } }

-- A table for each part: its mesh, the number of its vertices, and the part's
-- number of changes when the mesh was filled.
local kept = setmetatable({}, { __mode = "k" })

-- The picture of the current call. Between calls it shows and holds nothing.
local shown, NOTHING = picture.new(), {}

-- The numbers of a part, and the same as LÖVE takes them.
local numbers, vertices = {}, {}

--- Fills the mesh of a part. A mesh that is too small is replaced by one with
-- room to grow.
local function fill(love, part, own)
  local count, mesh = (triangles.write(part, numbers, 1) - 1) / 2, own.mesh
  if count > (mesh and mesh:getVertexCount() or 0) then
    if mesh then mesh:release() end
    own.mesh = nil
    mesh = love.graphics.newMesh(FORMAT, mesh and 2 * count or count,
      "triangles", "dynamic")
  end
  for i = 1, count do
    local vertex = vertices[i] or {}
    vertex[1], vertex[2] = numbers[2 * i - 1], numbers[2 * i]
    vertices[i] = vertex
  end
  if count > 0 then
    mesh:setVertices(vertices, 1, count)
    mesh:setDrawRange(1, count)
  end
  own.mesh, own.count, own.filled = mesh, count, part.changes
end

local function paint(love, part)
  local own = kept[part]
  if not own or own.filled ~= part.changes then
    own = own or {}
    fill(love, part, own)
    kept[part] = own
  end
  love.graphics.setColor(part.r, part.g, part.b, part.a)
  if own.count > 0 then
    love.graphics.draw(own.mesh)
  end
end

--- Draws a picture of things with the current transformation on the current
-- canvas. LÖVE's settings are restored afterwards.
return function(things, options)
  local love = host("love")
  local graphics = type(love) == "table" and love.graphics
  if not graphics then check.raise("draw: needs LÖVE") end
  picture.show(shown, "draw", things, options)
  graphics.push("all")
  graphics.setShader()
  graphics.setBlendMode("alpha")
  graphics.setWireframe(false)
  graphics.setMeshCullMode("none")
  for _, part in ipairs(shown.parts) do
    paint(love, part)
  end
  graphics.pop()
  picture.show(shown, "draw", NOTHING)
end
