--- The calls of calls.lua on layers, and on pathfinders with layers. Arguments:
-- functions of calls.lua, and its map.

local starve, town = ...

local tilepath = require "tilepath"

local function layered()
  local o = town()
  o.layer = tilepath.layer(o.grid)
  o.layer:fill(2, 1, 3, 4, 90)
  o.layer:set(6, 2, 255)
  return o
end

--- A pathfinder with two layers.
local function walker(profile, weight)
  return function()
    local o = layered()
    local other = tilepath.layer(o.grid)
    other:fill(1, 4, 6, 1, 200)
    profile.layers = { { o.layer, weight }, { other, 0.01 },
      min_price = 0.25 }
    o.finder = tilepath.pathfinder(o.grid, profile)
    return o
  end
end

local function numbers(layer)
  local all = {}
  for y = 1, layer.grid.height do
    for x = 1, layer.grid.width do
      all[#all + 1] = layer:get(x, y)
    end
  end
  return all
end

-- Layers.

starve("Layer:set (outside)", layered, function(o)
  return { o.layer:set(7, 1, 5) }
end)
starve("Layer:sample", layered, function(o)
  o.layer:sample(function(x, y) return x ~= y and x + y or nil end)
  return o.layer:get(6, 4)
end, { layer = true })
starve("Layer:add (a view)", function()
  local o = layered()
  o.view = tilepath.pathfinder(o.grid):view(1, 1, 4)
  return o
end, function(o)
  return o.layer:add(o.view, 7) >= 0
end, { layer = true })
starve("Layer:fade", layered, function(o)
  return o.layer:fade(0.5) >= 0
end, { layer = true })
starve("tilepath.load (a layer)", function()
  local o = layered()
  o.dump = o.layer:save()
  return o
end, function(o)
  return numbers(tilepath.load(o.dump, o.grid))
end)

-- Pathfinders.

starve("tilepath.pathfinder (layers)", layered, function(o)
  return tilepath.pathfinder(o.grid, { layers = { { o.layer, 0.05 },
    { layer = o.layer, weight = 2 } } }).profile
end)
starve("tilepath.pathfinder (layers that attract)", layered, function(o)
  return tilepath.pathfinder(o.grid, { layers = { { o.layer, -0.05 },
    min_price = 0.5 } }).profile
end)

starve("Pathfinder:find (layers that attract)", walker({}, -0.005),
  function(o)
    return { o.finder:find(1, 4, 5, 4) }
  end)
starve("Pathfinder:field (layers)", walker({}, 0.05), function(o)
  return o.finder:field({ { 1, 1 } }):cost(5, 4)
end)
starve("Pathfinder:field (layers, of a large agent)",
  walker({ size = { 2, 1 }, keep_away = { 1, 1 } }, 0.05), function(o)
    return o.finder:field({ { 1, 1 } }):cost(5, 4)
  end)
