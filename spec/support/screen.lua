--- A stand-in for the part of LÖVE that tilepath.draw needs. It records all
-- calls.

local _, ffi = pcall(require, "ffi")

--- The numbers of the first vertices of a mesh's data.
local function numbers_of(vertices, count)
  local list = {}
  for i = 1, count do
    if vertices.floats then
      list[2 * i - 1], list[2 * i] = vertices.floats[2 * i - 2],
        vertices.floats[2 * i - 1]
    else
      list[2 * i - 1], list[2 * i] = vertices[i][1], vertices[i][2]
    end
  end
  return list
end

--- @param log   the record of calls
local function new_mesh(log, size)
  local mesh = { first = 1, count = size }
  function mesh.getVertexCount() return size end
  function mesh.setVertices(_, vertices, start, count)
    assert(start == 1 and count >= 1 and count <= size and not mesh.released)
    mesh.numbers = numbers_of(vertices, count)
    log.uploads[#log.uploads + 1] = count
  end
  function mesh.setDrawRange(_, first, count)
    mesh.first, mesh.count = first, count
  end
  function mesh.release() mesh.released = true end
  log.meshes[#log.meshes + 1] = size
  log.alive[mesh] = true
  return mesh
end

--- @param with_memory   true: it has love.data, for LuaJIT
-- @return the table that LÖVE calls love; its `log` has the drawings, the sizes
-- of new meshes, the numbers of vertices written to a mesh, living meshes
return function(with_memory)
  local log = { alive = setmetatable({}, { __mode = "k" }), depth = 0 }
  local love = { graphics = {}, log = log }
  local graphics = love.graphics
  local function ignore() assert(log.depth > 0, "state is set for good") end
  for _, name in ipairs { "setShader", "setBlendMode", "setWireframe",
    "setMeshCullMode" } do
    graphics[name] = ignore
  end
  function log.clear()
    log.drawn, log.meshes, log.uploads = {}, {}, {}
  end
  function graphics.push(what)
    assert(what == "all")
    log.depth = log.depth + 1
  end
  function graphics.pop() log.depth = log.depth - 1 end
  function graphics.setColor(...)
    ignore()
    log.colour = { ... }
  end
  function graphics.newMesh(_, size) return new_mesh(log, size) end
  function graphics.draw(mesh)
    local list = {}
    for i = 2 * mesh.first - 1, 2 * (mesh.first + mesh.count - 1) do
      list[#list + 1] = mesh.numbers[i]
    end
    log.drawn[#log.drawn + 1] = { colour = log.colour, numbers = list }
  end
  if with_memory then
    love.data = { newByteData = function(size)
      local floats = ffi.new("float[?]", size / 4)
      return { floats = floats, getPointer = function() return floats end }
    end }
  end
  log.clear()
  return love
end
