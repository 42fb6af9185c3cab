-- The towers: where they may stand, and which creeps they shoot at.

local atan2 = math.atan2 or math.atan    -- one of two arguments, since Lua 5.3

local Towers = {}
Towers.__index = Towers

local SIZE, RANGE, RELOAD = 2, 115, 0.45   -- cells, pixels, seconds
local GROUND = { grass = true, road = true, mud = true }

function Towers.new(grid, walks)
  return setmetatable({ grid = grid, walks = walks, list = {}, range = RANGE },
                      Towers)
end

local function cells_under(x, y)
  local cells = {}
  for row = y, y + SIZE - 1 do
    for column = x, x + SIZE - 1 do
      cells[#cells + 1] = { column, row }
    end
  end
  return cells
end

-- The paths that must stay: from the road's end to the fort, and from each
-- creep of this size.
local function ways_of(walk, creeps)
  local goal_x, goal_y = walk.goal[1], walk.goal[2]
  local ways = { { walk.start[1], walk.start[2], goal_x, goal_y } }
  for _, creep in ipairs(creeps.list) do
    if creep.walk == walk then
      local x, y = walk.finder:to_cell(creep.x, creep.y)
      ways[#ways + 1] = { x, y, goal_x, goal_y }
    end
  end
  return ways
end

-- Why no tower may stand here; nil if one may.
function Towers:refusal(x, y, creeps)
  local cells = cells_under(x, y)
  for _, cell in ipairs(cells) do
    if not GROUND[self.grid:get(cell[1], cell[2])] then return "no ground" end
  end
  for _, size in ipairs { "large", "small" } do
    local walk = self.walks[size]
    local cut, way = walk.finder:would_block(cells, ways_of(walk, creeps))
    if cut then
      return way == 1 and "no way for " .. size .. " ones" or "a creep needs it"
    end
  end
end

-- After each edit the fields are updated, and with each field its flight.
function Towers:change(x, y, terrain)
  self.grid:fill(x, y, SIZE, SIZE, terrain)
  for _, walk in pairs(self.walks) do walk.field:update() end
end

function Towers:build(x, y)
  local left, top, width, height = self.grid:cell_rect(x, y)
  self:change(x, y, "tower")
  self.list[#self.list + 1] = {
    cell_x = x, cell_y = y, x = left + width, y = top + height,
    wait = 0, angle = math.pi, flash = 0,
  }
end

-- Takes away the tower on a cell.
function Towers:remove(x, y)
  for i, tower in ipairs(self.list) do
    local dx, dy = x - tower.cell_x, y - tower.cell_y
    if dx >= 0 and dx < SIZE and dy >= 0 and dy < SIZE then
      self:change(tower.cell_x, tower.cell_y, "grass")
      table.remove(self.list, i)
      return
    end
  end
end

-- The creep in range that has the shortest path left.
local function target_of(tower, creeps)
  local best, least
  for _, creep in ipairs(creeps.list) do
    local dx, dy = creep.x - tower.x, creep.y - tower.y
    if creep.health > 0 and dx * dx + dy * dy <= RANGE * RANGE then
      local walk = creep.walk
      local cost = walk.field:cost(walk.finder:to_cell(creep.x, creep.y))
      if cost and (not least or cost < least) then best, least = creep, cost end
    end
  end
  return best
end

function Towers:update(dt, creeps)
  for _, tower in ipairs(self.list) do
    tower.wait = math.max(tower.wait - dt, 0)
    tower.flash = math.max(tower.flash - dt, 0)
    local target = tower.wait == 0 and target_of(tower, creeps)
    if target then
      tower.wait, tower.flash = RELOAD, 0.12
      tower.angle = atan2(target.y - tower.y, target.x - tower.x)
      tower.target_x, tower.target_y = target.x, target.y
      creeps:hit(target)
    end
  end
end

return Towers
