--- Triangles of parts against plain models: cells of random maps, and the
-- distance from a line.

local tilepath = require "tilepath"
local triangles = require "tilepath.picture.triangles"
local is_inside = require("spec.support.outlines").is_inside
local law = require "spec.support.law"

local function corners_of(part)
  local list = {}
  local after = triangles.write(part, list, 1)
  assert.are.equal(after - 1, #list)
  assert.are.equal(0, #list % 6)
  return list
end

--- Twice the area of a triangle; below zero if it turns the other way.
local function twice(x1, y1, x2, y2, x, y)
  return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
end

local function area_of(list)
  local sum = 0
  for i = 1, #list, 6 do
    sum = sum + math.abs(twice(list[i], list[i + 1], list[i + 2],
      list[i + 3], list[i + 4], list[i + 5])) / 2
  end
  return sum
end

--- The number of triangles that contain a point.
local function count_at(list, x, y)
  local count = 0
  for i = 1, #list, 6 do
    local x1, y1, x2, y2, x3, y3 = list[i], list[i + 1], list[i + 2],
      list[i + 3], list[i + 4], list[i + 5]
    local a, b = twice(x1, y1, x2, y2, x, y), twice(x2, y2, x3, y3, x, y)
    local c = twice(x3, y3, x1, y1, x, y)
    if a + b + c ~= 0 and (a >= 0) == (b >= 0) and (b >= 0) == (c >= 0) then
      count = count + 1
    end
  end
  return count
end

local function check_area(part, random)
  local list = corners_of(part)
  local low, high = math.huge, -math.huge
  for i = 1, #part do
    low, high = math.min(low, part[i]), math.max(high, part[i])
  end
  local function any() return random.real(low, high) end
  for _ = 1, 40 do
    local x, y = any(), any()
    assert.are.equal(is_inside(part, x, y) and 1 or 0, count_at(list, x, y))
  end
  return list
end

local function wall_of(grid)
  for _, part in ipairs(tilepath.picture(grid).parts) do
    if part.kind == "wall" then return part end
  end
end

local function count_closed(grid)
  local count = 0
  for x, y in grid:cells() do
    count = count + (grid:is_walkable(x, y) and 0 or 1)
  end
  return count
end

describe("triangles of an area", function()
  it("fill a square with two, and a square with a hole with eight", function()
    local square = { form = "area", sizes = { 4 }, 0, 0, 4, 0, 4, 4, 0, 4 }
    assert.are.equal(12, #corners_of(square))
    local list = { 7, 8 }
    assert.are.equal(15, triangles.write(square, list, 3))
    assert.are.equal(7, list[1])
    local ring = { form = "area", sizes = { 4, 4 }, 0, 0, 4, 0, 4, 4, 0, 4,
      1, 1, 1, 3, 3, 3, 3, 1 }
    list = corners_of(ring)
    assert.are.equal(48, #list)
    assert.are.equal(12, area_of(list))
  end)

  law(it, "fill cells of squares", { runs = 15 }, function(random)
    local grid = tilepath.grid(random(1, 20), random(1, 20))
    local percent = random(1, 99)
    for x, y in grid:cells() do
      grid:set_walkable(x, y, not random.chance(percent))
    end
    local part = wall_of(grid)
    local list = part and check_area(part, random) or {}
    assert.are.equal(count_closed(grid), area_of(list))
  end)

  law(it, "fill any outlines that do not cross", { runs = 15 },
    function(random)
      -- Stars beside each other, each with smaller stars inside.
      local part = { form = "area", sizes = {} }
      for star = 1, random(1, 4) do
        for level = 0, random(0, 3) do
          local corners = random(5, 9)
          part.sizes[#part.sizes + 1] = corners
          for corner = 1, corners do
            local angle = 2 * math.pi * (corner + random.real(0, 0.5)) / corners
            local radius = 5 ^ -level * random.real(0.6, 1)
            part[#part + 1] = 2 * star + radius * math.cos(angle)
            part[#part + 1] = radius * math.sin(angle)
          end
        end
      end
      check_area(part, random)
    end)
end)

--- The distance of a point from a line.
local function distance(part, x, y)
  local best = math.huge
  for i = 1, #part, 2 do
    local x1, y1 = part[i], part[i + 1]
    local dx, dy = (part[i + 2] or x1) - x1, (part[i + 3] or y1) - y1
    local long = dx * dx + dy * dy
    local t = long > 0 and ((x - x1) * dx + (y - y1) * dy) / long or 0
    t = math.max(0, math.min(1, t))
    best = math.min(best, math.sqrt((x - x1 - t * dx) ^ 2
      + (y - y1 - t * dy) ^ 2))
  end
  return best
end

describe("triangles of a line", function()
  it("make a disc of a single point", function()
    local list = corners_of { form = "line", width = 2, sizes = { 1 }, 5, 5 }
    local area = area_of(list)
    assert.is_true(area > 2.9 and area < math.pi)
    assert.are.equal(list[1], corners_of { form = "line", width = 2,
      sizes = { 3 }, 5, 5, 5, 5, 5, 5 }[1])
  end)

  law(it, "fill the line's width, and no more but pointed corners", { runs = 20 },
    function(random)
      local width = random(1, 30) / 10
      local part = { form = "line", width = width, sizes = { random(1, 8) } }
      for i = 1, 2 * part.sizes[1] do part[i] = random(0, 12) end
      local list = corners_of(part)
      for i = 1, #list, 2 do
        assert.is_true(distance(part, list[i], list[i + 1])
          < math.sqrt(1 / 2) * width + 1e-9)
      end
      for _ = 1, 60 do
        local x, y = random.real(-3, 15), random.real(-3, 15)
        local far, count = distance(part, x, y), count_at(list, x, y)
        if far < 0.85 * width / 2 then
          assert.is_true(count >= 1)
        elseif far > 1.01 * math.sqrt(1 / 2) * width then
          assert.are.equal(0, count)
        end
      end
    end)
end)
