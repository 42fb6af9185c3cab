-- A mob that finds its way over the ground, through doors and up ladders.
--
--   local mob = core.add_entity(pos, "walker:walker"):get_luaentity()
--   mob:go(goal)     -- true; or nil and the reason
--
-- In a game, `/spawnentity walker:walker` puts a mob down; `/come` calls all.
-- The folder tilepath/ of the library lies in the folder of this mod.

local path = core.get_modpath("walker")
local tilepath = assert(loadfile(path .. "/tilepath/luanti.lua"))(
  path .. "/tilepath", core.request_insecure_environment())
local Ground = assert(loadfile(path .. "/ground.lua"))(tilepath)

local SPEED = 3 -- nodes a second
local MIDDLE = vector.new(0, 0.4, 0) -- of its body, above that of its node
local FAR = 40 -- nodes at most to a goal
local SIGHT = vector.new(4, 0, 4) -- it sees so far which nodes have changed,
local BLINK = 0.5 -- in seconds, whoever has changed them
local LONGEST = 0.2 -- seconds of a step in which it walks: a busy server's are
                    -- longer, and it would pass doors before it opens them

walker = { core = tilepath.core, tilepath = tilepath, Ground = Ground }

--- Opens the door at a position, as Minetest Game does. A mod for another game
-- puts its own function here.
function walker.open_door(pos)
  local door = core.global_exists("doors") and doors.get(pos)
  if door then
    door:open()
  end
end

local SKIN = "[combine:1x1^[noalpha^[colorize:#2a9d8f"
local Walker = { initial_properties = {
  visual = "cube", visual_size = { x = 0.6, y = 1.8, z = 0.6 },
  textures = { SKIN, SKIN, SKIN, SKIN, SKIN, SKIN },
  collisionbox = { -0.3, -0.9, -0.3, 0.3, 0.9, 0.3 },
} }

--- Sends it to a position. Where there is no way it does as it was told before.
function Walker:go(goal)
  local pos = self.object:get_pos() - MIDDLE
  if vector.distance(pos, goal) > FAR then
    return nil, "too far"
  end
  local ground = Ground.around(pos, goal)
  local x, y = ground:find(pos)
  local goal_x, goal_y = ground:find(goal)
  if not (x and goal_x) then
    return nil, "no ground"
  end
  local hero = tilepath.follower { x = x, y = y, speed = SPEED,
    finder = ground.finder }
  local found, reason = hero:go(goal_x, goal_y)
  if found then
    self.hero, self.ground, self.blinked = hero, ground, 0
  end
  return found, reason
end

--- Opens the door that its path leads into next. Each cell of the path is a
-- point.
function Walker:open_next()
  local way = self.hero:path()
  local x, y = way[3], way[4]
  if x and (x ~= self.door_x or y ~= self.door_y) then
    self.door_x, self.door_y = x, y
    local place = self.ground:position(x, y)
    if place then
      walker.open_door(vector.round(place))
    end
  end
end

function Walker:on_step(dtime)
  local hero, ground = self.hero, self.ground
  if not hero then
    return
  end
  self.blinked = self.blinked + dtime
  if self.blinked > BLINK then
    local pos = self.object:get_pos()
    ground:read(pos - SIGHT, pos + SIGHT)
    self.blinked = 0
  end
  hero:update(math.min(dtime, LONGEST))
  self:open_next()
  local place = ground:position(hero.x, hero.y)
  if place then
    self.object:move_to(place + MIDDLE, true)
  end
  self.object:set_yaw(hero.angle - math.pi / 2)
end

core.register_entity("walker:walker", Walker)

-- What players dig and place, and what is generated, is read at once.
local function read_node(pos)
  Ground.update(pos, pos)
end
core.register_on_dignode(read_node)
core.register_on_placenode(read_node)
core.register_on_generated(Ground.update)

core.register_chatcommand("come", { func = function(name)
  for _, entity in pairs(core.luaentities) do
    if entity.name == "walker:walker" then
      entity:go(core.get_player_by_name(name):get_pos())
    end
  end
end })
