--- tilepath.platformer: jumps and drops on a map seen from the side.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"
local sorted = require "spec.support.sorted"

--- "jump 1,2 4,2 5" of each link, sorted.
local function listed(grid)
  local list = {}
  for i, link in ipairs(grid:links()) do
    assert.is_true(link.one_way)
    list[i] = ("%s %d,%d %d,%d %g"):format(link.name, link.x1, link.y1,
      link.x2, link.y2, link.price)
  end
  table.sort(list)
  return list
end

local function made(text, options)
  local grid = tilepath.grid(helper.map(text))
  local count = tilepath.platformer(grid, options)
  assert.are.equal(#grid:links(), count)
  return listed(grid), grid
end

describe("platformer", function()
  it("turns open cells without ground into air", function()
    local _, grid = made [[
      .....
      .##..
      .....
      ####.
    ]]
    assert.are.equal("a..aa\na##aa\n....a\n####a", tilepath.ascii(grid))
    assert.are.equal(math.huge, grid:terrain("air"))
  end)

  it("makes no jump that steps and a shorter jump replace", function()
    assert.are.same({}, (made([[
      .....
      .....
      #####
    ]], { jump = 4 })))
    assert.are.same({ "drop 3,1 4,2 2", "jump 4,2 3,1 2" }, (made([[
      ......
      ###...
      ######
    ]], { jump = 4 })))
  end)

  it("names a link that leads further than one cell across a jump", function()
    assert.are.same({ "drop 1,1 2,3 3", "drop 4,1 3,3 3", "jump 1,1 4,1 3",
      "jump 4,1 1,1 3" }, (made([[
      ....
      #..#
      #..#
      ####
    ]], { jump = { 3, 0 } })))
  end)

  it("takes fences as floors, and allows jumps up through some", function()
    local grid = tilepath.grid("...\n...\n...\n###")
    grid:fence(2, 2, 2, 3)
    assert.are.equal(4, tilepath.platformer(grid))
    assert.are.same({ "drop 2,2 1,3 2", "drop 2,2 3,3 2", "jump 1,3 2,2 2",
      "jump 3,3 2,2 2" }, listed(grid))
    grid:fence(2, 3, 2, 2, { one_way = true })
    assert.are.equal(3, tilepath.platformer(grid))
    assert.are.same({ "drop 2,2 1,3 2", "drop 2,2 3,3 2", "jump 2,3 2,2 1" },
      listed(grid))
  end)

  it("keeps unchanged links if called again after an edit", function()
    local options = { jump = 2, seconds = 0.1 }
    local grid = tilepath.grid("......\n......\n#.##.#\n#.####\n######")
    local stairs = grid:link(1, 1, 6, 1, { name = "stairs", one_way = true })
    tilepath.platformer(grid, options)
    local before = {}
    for _, link in ipairs(grid:links()) do
      before[link.id] = true
      assert.are.equal(link.id == stairs.id and 0 or 0.1 * link.price,
        link.seconds)
    end
    local revision = grid.revision
    tilepath.platformer(grid, options)
    assert.are.equal(revision, grid.revision)
    grid:set(5, 3, "wall")
    tilepath.platformer(grid, options)
    local fresh = tilepath.grid("......\n......\n#.####\n#.####\n######")
    fresh:link(1, 1, 6, 1, { name = "stairs", one_way = true })
    tilepath.platformer(fresh, options)
    assert.are.equal(tilepath.ascii(fresh), tilepath.ascii(grid))
    assert.are.same(listed(fresh), listed(grid))
    local kept = 0
    for _, link in ipairs(grid:links()) do
      kept = kept + (before[link.id] and 1 or 0)
    end
    assert.truthy(kept > 1 and before[stairs.id])
  end)

  it("restores cells that stand on new ground", function()
    local grid = tilepath.grid("m.\n##", { prices = { mud = 2 },
      legend = { m = "mud" } })
    grid:set(2, 2, "open")
    tilepath.platformer(grid)
    assert.are.equal("ma\n#a", tilepath.ascii(grid))
    grid:set(2, 2, "wall")
    tilepath.platformer(grid)
    assert.are.equal("m.\n##", tilepath.ascii(grid))
  end)

  it("raises without room for the links, and changes nothing", function()
    local grid = tilepath.grid(2048, 64)
    for x = 2, 2048, 2 do
      for y = 2, 62, 4 do
        grid:set(x, y, "wall")
      end
    end
    local named = tilepath.grid("......\n...##.\n......\n##..##")
    for i = 1, 254 do
      named:link(1, 1, 2, 1, { name = "n" .. i })
    end
    for _, full in ipairs { grid, named } do
      local before = full:save()
      assert.are.equal("platformer: grid must have at most 16384 links, of 255 "
        .. "names with jump and drop, and would have more",
        helper.mistake(function()
          tilepath.platformer(full, { jump = 4 })
        end))
      assert.are.equal(before, full:save())
    end
  end)
end)

-- The oracle has the map as text, without fences. From every cell it tries
-- every path up, across and down, and counts.
local Oracle = {}
Oracle.__index = Oracle

function Oracle:is_open(x, y)
  return self.rows[y] ~= nil and self.rows[y]:sub(x, x) == "."
end

function Oracle:stands(x, y)
  return self:is_open(x, y) and self.rows[y + 1] ~= nil
    and not self:is_open(x, y + 1)
end

--- The end of a jump of k up and d across, and its cost; nil if the path is
-- blocked or has no ground.
function Oracle:land(x, y, k, d)
  local dir = d < 0 and -1 or 1
  for i = 1, k do
    if not self:is_open(x, y - i) then return nil end
  end
  for i = dir, d, dir do
    if not self:is_open(x + i, y - k) then return nil end
  end
  local to = y - k
  while to <= #self.rows and not self:stands(x + d, to) do
    to = to + 1
  end
  if to <= #self.rows and to - y <= self.fall then
    return to, k + math.abs(d) + to - (y - k)
  end
end

--- Costs of the cells that a step or jump reaches: { [y * 100 + x] = cost }.
function Oracle:next_to(x, y)
  local next_to = {}
  local function add(to_x, to_y, cost)
    local place = to_y * 100 + to_x
    next_to[place] = math.min(next_to[place] or cost, cost)
  end
  for dir = -1, 1, 2 do
    if self:stands(x + dir, y) then
      add(x + dir, y, 1)
    end
  end
  for k = 0, self.up do
    for d = -self.across, self.across do
      local to, cost = self:land(x, y, k, d)
      if to then
        add(x + d, to, cost)
      end
    end
  end
  return next_to
end

--- Costs of all cells from a start.
function Oracle:costs(x, y)
  local costs, todo = { [y * 100 + x] = 0 }, { y * 100 + x }
  while todo[1] do
    local from = table.remove(todo)
    local next_to = self:next_to(from % 100, math.floor(from / 100))
    for _, to in ipairs(sorted(next_to)) do
      local cost = next_to[to]
      if costs[from] + cost < (costs[to] or math.huge) then
        costs[to] = costs[from] + cost
        todo[#todo + 1] = to
      end
    end
  end
  return costs
end

describe("any map from the side", function()
  local function random_map(random)
    local rows = {}
    for y = 1, random(3, 7) do
      rows[y] = {}
      for x = 1, 8 do
        rows[y][x] = random(1, 10) <= 3 and "#" or "."
      end
      rows[y] = table.concat(rows[y])
    end
    return rows
  end

  local function check(random)
    local oracle = setmetatable({ rows = random_map(random),
      across = random(0, 4), up = random(0, 3), fall = random(0, 5) }, Oracle)
    local text = table.concat(oracle.rows, "\n")
    local grid = tilepath.grid(text)
    for x, y in grid:cells("wall") do
      if random.chance(30) then
        grid:set(x, y, "open")
        grid:set_walkable(x, y, false)
      end
    end
    tilepath.platformer(grid, { jump = { oracle.across, oracle.up },
      fall = oracle.fall })
    for _, link in ipairs(grid:links()) do
      assert.is_true(oracle:stands(link.x1, link.y1), text)
      local is_free = false
      for k = 0, oracle.up do
        local to, cost = oracle:land(link.x1, link.y1, k, link.x2 - link.x1)
        is_free = is_free or to == link.y2 and cost == link.price
      end
      assert.is_true(is_free, text)
    end
    local finder = tilepath.pathfinder(grid)
    for y = 1, #oracle.rows do
      for x = 1, 8 do
        assert.are.equal(oracle:stands(x, y), finder:can_enter(x, y), text)
        local costs = oracle:stands(x, y) and oracle:costs(x, y) or {}
        for place = 101, next(costs) and 808 or 0 do
          local to_x, to_y = place % 100, math.floor(place / 100)
          if oracle:stands(to_x, to_y) then
            local _, cost = finder:find(x, y, to_x, to_y)
            assert.are.equal(costs[place] or "unreachable", cost, text)
          end
        end
      end
    end
  end

  it("has paths as cheap as with every free jump", function()
    for seed = 1, 15 do
      check(numbers.new(seed))
    end
  end)
end)
