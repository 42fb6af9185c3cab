--- tilepath.crowd: who stands where on a grid; again, from a crowd's state.
--
-- Reading a state trusts nothing: keys and their kinds are checked here, and
-- what texts say in src/bind/restore.c, before anything changes.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local formation = require(siblings .. "formation")

local floor = math.floor

local OPTIONS = { state = true, nodes = true, moved = true, finders = true,
  fields = true, eyes = true, targets = true, speeds = true }

local GIVEN = { finders = true, fields = true, eyes = true, targets = true }

local FORMAT = 3

-- Units that a crowd may have; whole numbers that a double tells from the next.
local MOST, MOST_WHOLE = 2 ^ 31 - 1, 2 ^ 53 - 1

-- Keys of a state (src/bind/state.c): of the crowd, and with a number behind
-- them of its units.
local OF_ALL = { format = "number", count = "number", crowd = "string",
  events = "string" }
local OF_A_UNIT = { unit = true, list = true, held = true }

--- A state as the core reads it, which nobody else has: texts of the crowd, and
-- for each of unit, list and held the texts of units by their numbers.
local function take_texts(call, state)
  if type(state) ~= "table" then
    check.fail(call, "state", "a table that crowd:state() returned", state)
  end
  local texts = { unit = {}, list = {}, held = {} }
  local count = rawget(state, "count")
  if rawget(state, "format") ~= FORMAT then
    check.fail(call, "state.format", tostring(FORMAT), state.format)
  elseif type(count) ~= "number" or not (count >= 0 and count <= MOST)
    or count ~= floor(count) then
    check.fail(call, "state.count", "a number of units", count)
  end
  for key, value in next, state do
    local name, number = tostring(key):match("^(%l+)([1-9]%d*)$")
    number = tonumber(number)
    if OF_A_UNIT[name] and number <= count and type(value) == "string" then
      texts[name][number] = value
    elseif OF_ALL[key] and type(value) == OF_ALL[key] then
      texts[key] = value
    elseif OF_ALL[key] or OF_A_UNIT[name] and number <= count then
      check.fail(call, "state." .. key, "a " .. (OF_ALL[key] or "string"),
        value)
    else
      check.raise(("%s: unknown key %s in state"):format(call,
        check.show(key)))
    end
  end
  for i = 1, count do
    if not texts.unit[i] then
      check.fail(call, "state.unit" .. i, "a string", nil)
    end
  end
  return texts
end

--- What the game gives again: a list, or a table by the numbers of units.
local function take_objects(call, name, objects, count, class, noun)
  local all = {}
  if objects ~= nil and type(objects) ~= "table" then
    check.fail(call, name, "a table", objects)
  end
  for i = 1, objects and count or 0 do
    local object = rawget(objects, i)
    if object ~= nil then
      check.object(call, ("%s[%d]"):format(name, i), object, class, noun)
      all[i] = object
    end
  end
  return all
end

--- Targets that are no units of the crowd: crowd:state() returns such a list.
local function take_targets(call, targets)
  local all = {}
  if targets ~= nil and type(targets) ~= "table" then
    check.fail(call, "targets", "a list", targets)
  end
  for i, target in ipairs(targets or {}) do
    all[i] = target
  end
  return all
end

--- Columns and rows of the unit, as its record has them (state.c).
local function size_of(text)
  return tonumber(text:match("w(%d+)")) or 1,
    tonumber(text:match("h(%d+)")) or 1
end

--- The pathfinder of each unit: items of a list, or what a function returns.
local function take_finders(call, finders, texts, grid)
  if type(finders) == "function" then
    local list = {}
    for i = 1, texts.count do
      list[i] = finders(i, size_of(texts.unit[i]))
    end
    finders = list
  elseif finders ~= nil and type(finders) ~= "table" then
    check.fail(call, "finders", "a list of pathfinders or a function", finders)
  end
  finders = take_objects(call, "finders", finders, texts.count,
    core.Pathfinder, "a pathfinder")
  for i, finder in pairs(finders) do
    if not rawequal(finder.grid, grid) then
      check.raise(("%s: finders[%d] must be a pathfinder on the crowd's grid")
        :format(call, i))
    end
  end
  return finders
end

--- Has the crowd be as the state says.
local function restore(call, crowd, state, options)
  local texts = take_texts(call, state)
  local count = texts.count
  local finders = take_finders(call, options.finders, texts, crowd.grid)
  local fields = take_objects(call, "fields", options.fields, count,
    core.Field, "a field")
  local eyes = take_objects(call, "eyes", options.eyes, count,
    core.Pathfinder, "a pathfinder")
  local targets = take_targets(call, options.targets)
  local given = { finders = finders, fields = fields, eyes = eyes,
    targets = targets }
  local fine, key, number, what = core.restore(crowd, count, texts.crowd or "",
    texts.events or "", texts.unit, texts.list, texts.held, finders, fields,
    eyes, targets)
  if fine then
    return crowd
  elseif key == "finders" and given.finders[number] then
    local w, h = size_of(texts.unit[number])
    local profile = given.finders[number].profile
    local size = profile.size
    if profile.turn_cost > 0 then
      check.fail(call, ("finders[%d]"):format(number), what,
        given.finders[number])
    end
    check.raise(("%s: finders[%d] must be one for agents of %dx%d, got one for "
      .. "%dx%d"):format(call, number, w, h, size[1], size[2]))
  elseif given[key] then
    check.fail(call, ("%s[%d]"):format(key, number), what, given[key][number])
  elseif OF_A_UNIT[key] then
    check.fail(call, "state." .. key .. number, what, texts[key][number])
  end
  check.fail(call, "state." .. key, what, texts[key])
end

local methods, next_event = core.crowd_methods, core.next_event

--- crowd:events(): a loop without garbage.
function methods.events(self)
  core.open_events(self)
  return next_event, self
end

local go = methods.go
local GO = { settle = true, formation = true }

--- crowd:go(units, wx, wy [, query]): side by side, if it asks for that.
function methods.go(self, units, wx, wy, query)
  if type(query) ~= "table" or query.formation == nil then
    return go(self, units, wx, wy, query)
  end
  local options = check.options("go", "query", query, GO)
  if not check.is(self, core.Crowd) or type(units) ~= "table" then
    return go(self, units, wx, wy)
  elseif options.formation ~= true and type(options.formation) ~= "table" then
    check.fail("go", "formation", "true or a list of { ahead, aside }",
      options.formation)
  end
  check.finite("go", "wx", wx)
  check.finite("go", "wy", wy)
  if not self.grid:contains(self.grid:to_cell(wx, wy)) then
    return nil, "goal_outside"
  end
  return formation.go(self, units, wx, wy, options)
end

--- crowd:restore(state [, options]): the same crowd, as it was then.
function methods.restore(self, state, options)
  if not check.is(self, core.Crowd) then
    check.raise(("restore: self must be a crowd, got %s (call it with a colon)")
      :format(check.show(self)))
  end
  options = check.options("restore", "options", options, GIVEN)
  restore("restore", self, state, options)
end

--- Factors of speed by terrain, in a table that nobody else has.
local function take_speeds(speeds)
  local own = {}
  if type(speeds) ~= "table" then
    check.fail("crowd", "speeds", "a table { terrain = factor }", speeds)
  end
  for terrain, factor in next, speeds do
    if not check.is_price(factor) then
      check.fail("crowd", ("speeds[%s]"):format(check.show(terrain)),
        "a number from 1/1024 to 1024", factor)
    end
    own[terrain] = factor
  end
  return own
end

--- tilepath.crowd.
return function(grid, options)
  check.object("crowd", "grid", grid, core.Grid, "a grid")
  options = check.options("crowd", "options", options, OPTIONS)
  if options.nodes ~= nil then
    check.whole("crowd", "nodes", options.nodes, 1, MOST_WHOLE)
  end
  if options.moved ~= nil and type(options.moved) ~= "boolean" then
    check.fail("crowd", "moved", "true or false", options.moved)
  end
  local crowd = core.crowd(grid, options.nodes, options.moved,
    options.speeds and take_speeds(options.speeds))
  if options.state == nil then
    check.left_out("crowd", options, { "finders", "fields", "eyes",
      "targets" },
      "without a state")
    return crowd
  end
  return restore("crowd", crowd, options.state, options)
end
