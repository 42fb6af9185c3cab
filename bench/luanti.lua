--- The mod that `make luanti` puts beside examples/luanti to measure it: orders
-- of the walker beside core.find_path ("A*"), between the same nodes.
--
-- An order is what Walker:go does: it takes the ground, finds both ends, makes a
-- follower and sends it. The ground is read before the first order, and counts
-- apart. Walls are too high to stand on. Times are those of the second of two
-- turns, so that the searches have seen the map, and LuaJIT the code. An order is
-- faster in every row, but on the core in Lua over many roofs, each with links.

local Ground, tilepath = walker.Ground, walker.tilepath
local HEIGHT = 7 -- of the ground, and walls; a box has three nodes more
local ROWS = { { "maze", 32 }, { "maze", 64 }, { "maze", 128 },
  { "walls", 32 }, { "walls", 64 }, { "walls", 128 }, { "open", 32 },
  { "open", 64 }, { "open", 128 }, { "hills", 32 }, { "hills", 64 },
  { "hills", 128 }, { "town", 32 }, { "town", 64 } }

for _, name in ipairs { "stone", "wall" } do
  core.register_node("trial:" .. name, {})
end

-- Maps ------------------------------------------------------------------------

local state

local function random(n)
  state = state * 16807 % 2147483647
  return math.floor(state / 2147483647 * n)
end

--- Each kind makes a function of column and row, from 1 on: how high the ground
-- is, or nil for a wall; and how high a roof over it, if there is one.
local kinds = {}

function kinds.open()
  return function() return 1 end
end

function kinds.walls()
  return function() return random(100) >= 30 and 1 or nil end
end

function kinds.hills()
  return function(x, z)
    return math.floor(3.5 + 1.5 * math.sin(x * 0.31) * math.cos(z * 0.23)
      + 1.2 * math.sin(x * 0.13 + z * 0.19) + random(100) / 150)
  end
end

--- Roofs on pillars, and stairs to each.
function kinds.town()
  return function(x, z)
    local u, v = x % 8, z % 8
    if u < 1 or u > 5 or v < 2 or v > 5 then
      return 1 + (v == 1 and u > 1 and u < 5 and u - 1 or 0)
    elseif (u == 1 or u == 5) and (v == 2 or v == 5) then
      return 5
    end
    return 1, 5
  end
end

--- Corridors of a walk that turns back where it is stuck, with a loop for each
-- twenty cells.
function kinds.maze(side)
  local free, path = { [side + 1] = true }, { { 1, 1 } }
  while #path > 0 do
    local x, z = path[#path][1], path[#path][2]
    local first, is_stuck = random(4), true
    for turn = first, first + 3 do
      local dx, dz = ({ 1, 0, -1, 0 })[turn % 4 + 1],
        ({ 0, 1, 0, -1 })[turn % 4 + 1]
      local to_x, to_z = x + 2 * dx, z + 2 * dz
      if is_stuck and to_x > 0 and to_z > 0 and to_x <= side and to_z <= side
        and not free[to_z * side + to_x] then
        free[(z + dz) * side + x + dx], free[to_z * side + to_x] = true, true
        path[#path + 1], is_stuck = { to_x, to_z }, false
      end
    end
    path[#path] = not is_stuck and path[#path] or nil
  end
  return function(x, z)
    return (free[z * side + x] or random(40) == 0) and 1 or nil
  end
end

--- Builds a map. Returns the heights of its ground by column and row.
local function build(kind, side)
  state = side
  local min, max = vector.new(0, 0, 0), vector.new(side + 1, HEIGHT, side + 1)
  local manip = core.get_voxel_manip(min, max)
  local lowest, highest = manip:get_emerged_area()
  local area = VoxelArea:new { MinEdge = lowest, MaxEdge = highest }
  local data, heights, height_at = manip:get_data(), {}, kinds[kind](side)
  local stone, wall = core.get_content_id("trial:stone"),
    core.get_content_id("trial:wall")
  for x = 0, side + 1 do
    heights[x] = {}
    for z = 0, side + 1 do
      local is_in = x > 0 and z > 0 and x <= side and z <= side
      local height, roof
      if is_in then
        height, roof = height_at(x, z)
      end
      heights[x][z] = roof or height
      for y = 0, HEIGHT do
        local is_free = height and y >= height and y + 1 ~= roof
        data[area:index(x, y, z)] = is_free and core.CONTENT_AIR
          or height and stone or wall
      end
    end
  end
  manip:set_data(data)
  manip:write_to_map()
  return heights
end

-- Orders ----------------------------------------------------------------------

--- Pairs of places, at least half a map apart.
local function ends(heights, side)
  local found = {}
  local function place()
    while true do
      local x, z = random(side) + 1, random(side) + 1
      if heights[x][z] then
        return vector.new(x, heights[x][z], z)
      end
    end
  end
  while #found < (side > 100 and 10 or 20) do
    local from, to = place(), place()
    if vector.distance(from, to) >= side / 2 then
      found[#found + 1] = { from, to }
    end
  end
  return found
end

local function engine(pair, side)
  local found = core.find_path(pair[1], pair[2], side, 1, 3, "A*")
  return found and #found - 1
end

local function order(pair, ground)
  local x, y = ground:find(pair[1])
  local goal_x, goal_y = ground:find(pair[2])
  local hero = tilepath.follower { x = x, y = y, speed = 3,
    finder = ground.finder }
  return hero:go(goal_x, goal_y) and hero.remaining
end

--- Milliseconds of f for a pair, and its answers.
local function time(f, pairs_of_ends, ...)
  local answers, spent = {}, 0
  for _ = 1, 2 do
    local begun = core.get_us_time()
    for i, pair in ipairs(pairs_of_ends) do
      answers[i] = f(pair, ...) or false
    end
    spent = core.get_us_time() - begun
  end
  return spent / #pairs_of_ends / 1000, answers
end

local function measure(kind, side)
  local heights = build(kind, side)
  local pairs_of_ends = ends(heights, side)
  local begun = core.get_us_time()
  local ground = Ground.new(vector.new(1, 0, 1),
    vector.new(side, HEIGHT + 2, side))
  local reading = (core.get_us_time() - begun) / 1000
  local theirs, lengths = time(engine, pairs_of_ends, side)
  local ours, costs = time(order, pairs_of_ends, ground)
  local longer = 0
  for i, length in ipairs(lengths) do
    assert(not length or costs[i] and costs[i] <= length)
    longer = longer + (length and length > costs[i] and 1 or 0)
  end
  print(("%-5s %3d  find_path %7.3f ms, %2d of %2d longer; an order %6.3f ms, "
    .. "%5.1f times as fast; reading %5.1f ms, paid %s"):format(
    kind, side, theirs, longer, #lengths, ours, theirs / ours, reading,
    ours < theirs and ("after %d orders"):format(math.ceil(reading
      / (theirs - ours))) or "never"))
  return ours < theirs or kind == "town" and side > 32 and walker.core == "Lua"
end

core.after(0, function()
  local min, max = vector.new(0, -16, 0), vector.new(144, 16, 144)
  core.emerge_area(min, max, function(_, _, left)
    if left > 0 then return end
    local is_faster = true
    for _, row in ipairs(ROWS) do
      is_faster = measure(row[1], row[2]) and is_faster
    end
    print("walker: " .. (is_faster and "passed" or "slower") .. ", core in "
      .. walker.core)
    core.request_shutdown()
  end)
end)
