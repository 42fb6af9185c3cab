--- The law of progress: a unit under way with free ground before it walks. It
-- stands at most for the time of PATIENCE steps of the slowest unit while a step
-- is free that is better than to wait. So long is a joint plan, whose steps take
-- as long as the slowest member's, after the 16 steps until it is made. While
-- searches for plans use up the work of a moment, the time does not count; but
-- after TO_BLOCKED steps the unit is blocked. Outside a passage in which another
-- unit goes, or has its goal, it may wait.

local PATIENCE, TO_BLOCKED = 20, 64
local SEARCH = 256 -- decisions in a moment, and 4 of each unit: more are those
                   -- of a search
local LONGEST = 64 -- cells of a passage
local WAIT = 1 -- the price of a turn without a step
local ROUNDING = 1e-6

local progress = {}

--- Has a search for a plan used up the work of the last moment?
function progress.has_searched(crowd, decisions_before)
  local decisions = crowd.info.decisions - decisions_before
  return decisions > SEARCH + 4 * crowd.count
end

local Watch = {}
Watch.__index = Watch

--- Does another unit hold one of these cells?
local function is_held(unit, x, y, w, h)
  for row = y, y + h - 1 do
    for column = x, x + w - 1 do
      local other = unit.crowd:at(column, row)
      if other and other ~= unit then return true end
    end
  end
  return false
end

--- Would a diagonal step lead between two units?
local function is_squeeze(unit, x, y, dx, dy, w, h)
  return unit.crowd.grid.shape == "square" and math.abs(dx * dy) == 1
    and is_held(unit, dx > 0 and x + w or x - 1, dy > 0 and y or y + h - 1, 1, 1)
    and is_held(unit, dx > 0 and x or x + w - 1, dy > 0 and y + h or y - 1, 1, 1)
end

--- The cells to which steps lead, as a list, and as a set.
local function steps_from(finder, x, y)
  local list, set = {}, {}
  for to_x, to_y in finder:neighbors(x, y) do
    list[#list + 1] = { to_x, to_y }
    set[to_x .. "," .. to_y] = true
  end
  return list, set
end

--- The two ways on from a cell of a passage, or nil: there are more, or they
-- meet beside it.
local function passage_at(finder, x, y)
  local ways = steps_from(finder, x, y)
  if #ways > 2 then return nil end
  if #ways < 2 then return ways end
  local a, b = ways[1], ways[2]
  local _, from_a = steps_from(finder, a[1], a[2])
  local _, from_b = steps_from(finder, b[1], b[2])
  for cell in pairs(from_a) do
    if cell == b[1] .. "," .. b[2] then return nil end
    if from_b[cell] and cell ~= x .. "," .. y then return nil end
  end
  return ways
end

--- May the unit wait outside the passage that begins with this cell?
local function waits_outside(unit, x, y)
  local finder, from_x, from_y = unit.finder, unit.cell_x, unit.cell_y
  if passage_at(finder, from_x, from_y) then return false end
  for _ = 1, LONGEST do
    local ways = passage_at(finder, x, y)
    local other = unit.crowd:at(x, y)
    if not ways then return false end
    if other and other ~= unit and (other.moving
        or other.goal_x == unit.goal_x and other.goal_y == unit.goal_y) then
      return true
    end
    local next_cell
    for _, way in ipairs(ways) do
      if way[1] ~= from_x or way[2] ~= from_y then next_cell = way end
    end
    if not next_cell then return false end
    from_x, from_y, x, y = x, y, next_cell[1], next_cell[2]
  end
  return false
end

--- Does the way from a cell to the unit's goal cost so much, also round units
-- that cannot be pushed?
local function leads(unit, x, y, cost)
  local walls = {}
  for _, other in ipairs(unit.crowd:units()) do
    if other ~= unit and (other.status == "paused"
        or not (other.yields or other.moving)) then
      walls[#walls + 1] = other
    end
  end
  if not (walls[1] and unit.goal_x) then return not walls[1] end
  local to_x, to_y = unit.finder:to_cell(unit.goal_x, unit.goal_y)
  local path, found = unit.finder:find(x, y, to_x, to_y, { avoid = walls })
  return path and found <= cost + ROUNDING
end

--- The costs to a unit's goal on the present map, or those of its field.
function Watch:field_of(unit)
  if not unit.goal_x then return unit.field end
  local x, y = unit.finder:to_cell(unit.goal_x, unit.goal_y)
  local fields, key = self.fields[unit.finder] or {}, x .. "," .. y
  self.fields[unit.finder] = fields
  fields[key] = fields[key] or unit.finder:field({ { x, y } })
  fields[key]:update()
  return fields[key]
end

--- A free cell beside the unit, the next one of its path, or if the path is a
-- shortest one any, to which a step is better than to wait.
function Watch:free_cell(unit)
  local path, cost = unit:path()
  local field = path and #path > 2 and self:field_of(unit)
  if not field or unit.link_left then return nil end
  local x, y, size = unit.cell_x, unit.cell_y, unit.finder.profile.size
  local w, h, here = size and size[1] or 1, size and size[2] or 1,
    field:cost(x, y)
  local next_x, next_y = unit.finder:to_cell(path[3], path[4])
  for to_x, to_y, price in unit.finder:neighbors(x, y) do
    local there = here and field:cost(to_x, to_y)
    if there and there < here - ROUNDING
      and (cost <= here + ROUNDING or to_x == next_x and to_y == next_y)
      and there + price < here + WAIT - ROUNDING
      and not is_held(unit, to_x, to_y, w, h)
      and not is_squeeze(unit, x, y, to_x - x, to_y - y, w, h)
      and leads(unit, to_x, to_y, there)
      and not waits_outside(unit, to_x, to_y) then
      return to_x, to_y
    end
  end
end

--- Looks at all units of a crowd. Raises if one of them has stood too long.
function Watch:see(crowd, now, by_time)
  local units, slowest = crowd:units(), 0
  local function step_time(unit)
    return by_time and crowd.grid.cell_width / unit.speed or unit.pace
  end
  for _, unit in ipairs(units) do
    slowest = math.max(slowest, step_time(unit))
  end
  local searched = progress.has_searched(crowd, self.decisions)
    and now - self.now or 0
  self.decisions, self.now = crowd.info.decisions, now
  for _, unit in ipairs(units) do
    local place = unit.x .. "," .. unit.y .. "," .. unit.cell_x
    local x, y
    if unit.status == "going" and self.places[unit] == place then
      x, y = self:free_cell(unit)
    end
    self.since[unit] = x and self.since[unit] or now
    self.searched[unit] = x and (self.searched[unit] or 0) + searched or 0
    self.places[unit] = place
    local stood = now - self.since[unit]
    if stood > TO_BLOCKED * slowest
      or stood - self.searched[unit] > self.patience * slowest then
      error(("%g: %s in %d,%d stands before %d,%d, which is free"):format(now,
        unit.agent and unit.agent.id or unit.id, unit.cell_x, unit.cell_y, x, y),
        0)
    end
  end
end

function progress.new(has_budget)
  return setmetatable({ places = {}, since = {}, searched = {}, fields = {},
    decisions = 0, now = 0,
    patience = has_budget and TO_BLOCKED or PATIENCE }, Watch)
end

return progress
