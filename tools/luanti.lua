--- The mod that tools/luanti puts beside examples/luanti: it builds a house on
-- rough ground, and sends a walker to the room above and back.
--
-- While the walker comes down the first door is walled up, so its way out leads
-- through the other door. After each step of the server its feet and its head
-- are in free nodes.

local WEST, NORTH = vector.new(4, 1, 8), vector.new(8, 1, 4) -- doors
local OUTSIDE, ROOM = vector.new(-6, 2, 8), vector.new(6, 5, 6)
local MIN, MAX = vector.new(-24, -8, -24), vector.new(32, 24, 32)
local STEPS = 600 -- for each way, of 0.09 to 0.2 seconds

local function node(name, definition)
  core.register_node("trial:" .. name, definition)
end

node("stone", {})
node("ladder", { climbable = true, walkable = false })
node("door_shut", { groups = { door = 1 } })
node("door_open", { groups = { door = 1 }, walkable = false })

local opened = 0

function walker.open_door(pos)
  for y = pos.y, pos.y + 1 do
    local place = vector.new(pos.x, y, pos.z)
    if core.get_node(place).name == "trial:door_shut" then
      core.swap_node(place, { name = "trial:door_open" })
      opened = opened + 1
    end
  end
end

local function fill(x1, y1, z1, x2, y2, z2, name)
  for x = x1, x2 do
    for y = y1, y2 do
      for z = z1, z2 do
        core.set_node(vector.new(x, y, z), { name = name })
      end
    end
  end
end

local function build()
  for x = -20, 28 do
    for z = -20, 28 do
      local bump = math.floor(1.5 + 1.5 * math.sin(x * 1.3) * math.cos(z * 1.7))
      local is_plain = x > 1 and z > 1 and x < 15 and z < 15
      fill(x, -2, z, x, is_plain and 0 or bump, z, "trial:stone")
    end
  end
  fill(4, 1, 4, 12, 8, 12, "trial:stone")
  fill(5, 1, 5, 11, 3, 11, "air")
  fill(5, 5, 5, 11, 7, 11, "air")
  fill(11, 1, 11, 11, 4, 11, "trial:ladder")
  for _, door in ipairs { WEST, NORTH } do
    fill(door.x, 1, door.z, door.x, 2, door.z, "trial:door_shut")
  end
end

local function is_free(pos)
  return not core.registered_nodes[core.get_node(pos).name].walkable
end

local mob, going, waited

local function go(where, goal)
  going, waited = where, 0
  assert(mob:go(goal))
end

local function check_body()
  local pos = mob.object:get_pos()
  for _, height in ipairs { -0.8, 0, 0.8 } do
    local part = vector.round(vector.offset(pos, 0, height, 0))
    assert(is_free(part), "in " .. core.get_node(part).name .. " at "
      .. core.pos_to_string(pos, 2))
  end
  return pos
end

local visited = {}

local function step()
  waited = waited + 1
  local pos = check_body()
  local at = vector.round(pos)
  visited[at.x .. "," .. at.z] = going
  assert(waited < STEPS, "too slow on the way " .. going .. ", at "
    .. core.pos_to_string(pos, 1))
  if going == "up" and mob.hero.status == "arrived" then
    assert(visited["4,8"] == "up" and visited["11,11"] == "up")
    assert(at.y == ROOM.y)
    go("out", OUTSIDE)
  elseif going == "out" and at.y == 1 and is_free(WEST) then
    fill(WEST.x, 1, WEST.z, WEST.x, 2, WEST.z, "trial:stone")
  elseif going == "out" and mob.hero.status == "arrived" then
    assert(visited["8,4"] == "out" and opened == 4)
    print("walker: passed, core in " .. walker.core)
    going = nil
    core.request_shutdown()
  end
end

core.after(0, function()
  core.emerge_area(MIN, MAX, function(_, _, left)
    if left > 0 then return end
    for x = MIN.x, MAX.x, 16 do
      for y = MIN.y, MAX.y, 16 do
        for z = MIN.z, MAX.z, 16 do
          assert(core.forceload_block(vector.new(x, y, z), true))
        end
      end
    end
    build()
    core.after(2, function()
      mob = assert(core.add_entity(vector.offset(OUTSIDE, 0, 0.4, 0),
        "walker:walker")):get_luaentity()
      go("up", ROOM)
    end)
  end)
end)

core.register_globalstep(function()
  if going then
    step()
  end
end)
