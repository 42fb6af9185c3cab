-- View and fog: the hero knows what he has seen, and explores the
-- rest by himself. The grey cells are unknown to him.
local tilepath = require "tilepath"

local truth = tilepath.grid([[
######################
#......#.............#
#......#.............#
#......#..###...##...#
#.........#......#...#
#......#..###...##...#
###.####......####.###
#......#......#......#
#......####.###......#
#....................#
#......#......#..##..#
#......#..##..#..##..#
#.........##..#......#
#......#......#......#
######################
]], { prices = { unknown = 2 } })
local known = truth:copy()
known:clear("unknown")
local eyes = tilepath.pathfinder(truth)
local hero = tilepath.follower { cell_x = 4, cell_y = 4, speed = 6,
  finder = tilepath.pathfinder(known) }
local view, done

function update(dt)
  hero:update(dt)
  local hero_x, hero_y = truth:to_cell(hero.x, hero.y)
  view = eyes:view(hero_x, hero_y, 6, { walls = true })
  for x, y in view:cells() do known:set(x, y, (truth:get(x, y))) end
  if not done and hero.status ~= "going" then
    local unknown = 0
    for _ in known:cells("unknown") do unknown = unknown + 1 end
    print(unknown .. " cells that I do not know")
    done = not hero:go({ terrain = "unknown" },
      { adjacent = true })
  end
end

function show()
  return { { known, colours = { terrain = { 0.35, 0.4, 0.5 } } },
    { view or false, colours = { view = { 1, 0.85, 0.3, 0.2 } } },
    hero }
end

update(0)
