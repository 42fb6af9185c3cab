-- Draws a Lua export of Tiled: one sprite batch a layer. (A game would use STI
-- for this; tilepath reads STI's maps, too.)

local graphics = love.graphics

local Tilemap = {}
Tilemap.__index = Tilemap

-- A quad for each tile of a tileset, by gid.
local function new_quads(tileset, image)
  local quads = {}
  for id = 0, tileset.tilecount - 1 do
    local column, row = id % tileset.columns, math.floor(id / tileset.columns)
    quads[tileset.firstgid + id] = graphics.newQuad(column * tileset.tilewidth,
      row * tileset.tileheight, tileset.tilewidth, tileset.tileheight, image)
  end
  return quads
end

local function add_layers(self, layers, map, image, quads)
  for _, layer in ipairs(layers) do
    if layer.type == "group" then
      add_layers(self, layer.layers, map, image, quads)
    elseif layer.type == "tilelayer" then
      local batch = graphics.newSpriteBatch(image, #layer.data)
      for i, gid in ipairs(layer.data) do
        if gid > 0 then
          batch:add(quads[gid], (i - 1) % layer.width * map.tilewidth,
                    math.floor((i - 1) / layer.width) * map.tileheight)
        end
      end
      self.batches[layer.name] = batch
    end
  end
end

function Tilemap:draw(...)
  graphics.setColor(1, 1, 1)
  for _, name in ipairs { ... } do
    graphics.draw(self.batches[name])
  end
end

-- `folder` is where the pictures of the map's tileset are.
return function(map, folder)
  local tileset = map.tilesets[1]
  local image = graphics.newImage(folder .. tileset.image)
  image:setFilter("nearest", "nearest")
  local self = setmetatable({ batches = {} }, Tilemap)
  add_layers(self, map.layers, map, image, new_quads(tileset, image))
  return self
end
