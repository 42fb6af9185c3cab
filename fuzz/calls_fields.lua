--- The calls of calls.lua on fields, reaches and views. Arguments: functions of
-- calls.lua.

local starve, walker, swarm, plain, collect = ...

starve("Pathfinder:field (its lists grow)", plain, function(o)
  return o.finder:field({ { 50, 50 } }):cost(1, 1)
end)
starve("Pathfinder:field (adjacent)", walker(), function(o)
  local field = o.finder:field({ { 6, 4 }, { 1, 3, 2, 1 } },
    { adjacent = true })
  return { field:cost(1, 1), (field:path(6, 1)).goal_index }
end)
starve("Pathfinder:reach (out of a wall)", walker(), function(o)
  local reach = o.finder:reach(2, 3, 4, { escape = true })
  return { reach.count, reach:path(3, 3) }
end)
starve("Pathfinder:view (of a reach)", walker(), function(o)
  local reach = o.finder:reach(1, 1, 4)
  return collect(o.finder:view(reach, 2, { walls = true }):cells())
end)
starve("Field:advance (speeds)", function()
  local o = walker()()
  o.field = o.finder:field { { 6, 4 } }
  o.xs, o.ys = { 5, 15 }, { 5, 5 }
  o.options = { speeds = { open = 0.5 } }
  return o
end, function(o)
  return { o.field:advance(o.xs, o.ys, 2, 5, o.options), o.xs[1], o.ys[2] }
end, { xs = true, ys = true })
starve("Field:update (other goals)", swarm(walker()), function(o)
  local goals = { { 1, 1 }, { 6, 1 }, { 1, 4, cost = 1 }, { 2, 1 } }
  o.field:update(goals)
  return { o.field:cost(6, 4) }
end)
starve("Field:next (one that flees)", function()
  local o = swarm(walker())()
  o.flight = o.field:flee(2)
  o.grid:set(6, 2, "wall")
  o.flight:update()
  return o
end, function(o)
  return { o.flight:next(5, 4) }
end)
-- A flight that lacked memory begins anew, on the map as it is then.
starve("Field:update (one that flees, and its field)", function()
  local o = swarm(walker(), { max_cost = 2 })()
  o.flight = o.field:flee(2)
  return o
end, function(o)
  o.field:update { { 1, 1 } }
  o.flight:update()
  o.field:update { { 6, 4 }, { 1, 1 }, { 1, 4 } }
  o.flight:update()
  return { o.flight:cost(5, 4) }
end)
