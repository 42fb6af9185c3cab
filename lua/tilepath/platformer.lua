--- tilepath.platformer: links for agents that jump and drop, on a grid seen
-- from the side.
--
-- An agent stands in an open cell that it cannot leave downwards: the cell
-- below is closed, or there is a fence between. All other open cells become
-- air, an impassable terrain. A jump goes up, across and down, each part
-- straight through open cells:
--
--       .->->-.
--       |     v         up 1, across 2, down 2: it costs 5
--       a     |
--     #####   b
--           #####
--
-- Of several jumps to the same place, the lowest is made. No jump is made if a
-- step before it or after it does the same, at any price of the ground. The
-- questions go to a copy of the grid, so nothing can change it meanwhile.
--
-- Cost: O(cells), and O(up * across) for each cell with ground.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local options = require(siblings .. "options")
local new_pathfinder = require(siblings .. "pathfinder")

local CALL = "platformer"
local MOST, MOST_LINKS, MOST_NAMES = 64, 16384, 255
local OPTIONS = options.of "tilepath.platformer"

--- Two tables [x][y]: the row where a fall from this cell ends, false or nil if
-- there is none; and the number of open cells above it.
local function survey(grid, air)
  local left, top = grid.base_x, grid.base_y
  local land, rise = {}, {}
  for x = left, left + grid.width - 1 do
    local lands, rises, ground = {}, {}, nil
    for y = top + grid.height - 2, top, -1 do
      if not air:can_step(x, y, x, y + 1) then
        ground = y
      end
      lands[y] = air:can_enter(x, y) and ground
    end
    for y = top, top + grid.height - 1 do
      rises[y] = air:can_step(x, y, x, y - 1) and rises[y - 1] + 1 or 0
    end
    land[x], rise[x] = lands, rises
  end
  return land, rise
end

--- A cell as the key of a table.
local function key(grid, x, y)
  return grid.width * y + x
end

--- Is a link a jump or a drop of an earlier call?
local function is_made(link)
  return link.name == "jump" or link.name == "drop"
end

--- All jumps and drops: as a list of { x1, y1, x2, y2, price =, name = }, and
-- by their first and last cells.
local function jumps_of(grid, air, across, up, fall)
  local land, rise = survey(grid, air)
  local list, known, room = {}, {}, MOST_LINKS
  local names, names_left = { jump = 0, drop = 0 }, MOST_NAMES - 2
  for _, link in ipairs(grid:links()) do
    local name = link.name or "jump"
    room = is_made(link) and room or room - 1
    names_left, names[name] = names_left - (names[name] or 1), 0
  end
  local function is_step(x, y, dir)
    return land[x + dir] and land[x + dir][y] == y
      and air:can_step(x, y, x + dir, y)
  end
  local function jump(x, y, k, dir, made)
    local over, before = x, nil
    for d = 0, is_step(x, y, dir) and rise[x + dir][y] >= k and 0 or across do
      if d > 0 then
        if not air:can_step(over, y - k, over + dir, y - k) then
          return
        end
        over = over + dir
      end
      local down = land[over][y - k]
      if down and down - y <= fall and (over ~= x or down ~= y)
        and not (before == down and is_step(over - dir, down, dir)) then
        local place = key(grid, over, down)
        if not made[place] then
          made[place] = { x, y, over, down, price = 2 * k + d + down - y,
            name = k == 0 and d == 1 and "drop" or "jump" }
          list[#list + 1] = made[place]
          if #list > room or names_left < 0 then
            check.raise(("%s: grid must have at most %d links, of %d names "
              .. "with jump and drop, and would have more"):format(CALL,
              MOST_LINKS, MOST_NAMES))
          end
        end
      end
      before = down
    end
  end
  for x = grid.base_x, grid.base_x + grid.width - 1 do
    for y = grid.base_y, grid.base_y + grid.height - 1 do
      if land[x][y] == y then
        local made = {}
        known[key(grid, x, y)] = made
        for k = 0, rise[x][y] < up and rise[x][y] or up do
          jump(x, y, k, -1, made)
          jump(x, y, k, 1, made)
        end
      end
    end
  end
  return list, known
end

--- Replaces the jumps of an earlier call. A jump that stays the same keeps its
-- link's number.
local function put(grid, copy, air, list, known, seconds)
  local gone = {}
  for _, link in ipairs(grid:links()) do
    local made = known[key(copy, link.x1, link.y1)]
    local jump = made and made[key(copy, link.x2, link.y2)]
    if jump and jump.price == link.price and jump.name == link.name
      and seconds * jump.price == link.seconds and link.one_way then
      jump.is_there = true
    elseif is_made(link) then
      gone[#gone + 1] = link
    end
  end
  grid:terrain("air", false)
  grid:sample(function(x, y)
    if not air:can_enter(x, y) then
      return nil
    elseif not known[key(copy, x, y)] then
      return "air"
    end
    return copy:get(x, y) == "air" and "open" or nil
  end)
  for _, link in ipairs(gone) do
    grid:unlink(link)
  end
  for _, jump in ipairs(list) do
    if not jump.is_there then
      grid:link(jump[1], jump[2], jump[3], jump[4], { one_way = true,
        price = jump.price, name = jump.name, seconds = seconds * jump.price })
    end
  end
end

--- tilepath.platformer(grid [, options])
-- @return the number of jumps and drops
return function(grid, asked)
  check.object(CALL, "grid", grid, core.Grid, "a grid")
  check.squares(CALL, grid, "a platformer")
  local own = options.read(OPTIONS, CALL, asked)
  local across, up = given.pair(CALL, "jump", own.jump,
    OPTIONS.rows.jump.what, check.whole, 0, MOST)
  local copy = grid:copy()
  copy:terrain("air", false)
  local air = new_pathfinder(copy, { prices = { air = 1 }, diagonal = "never" })
  local list, known = jumps_of(copy, air, across, up,
    own.fall or copy.height)
  put(grid, copy, air, list, known, own.seconds)
  return #list
end
