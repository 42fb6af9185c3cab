--- The guide's game, step by step: all blocks up to a step are one main.lua,
-- which runs in a LÖVE without a window. Each step does what the text says, and
-- its suggestions work.

local tilepath = require "tilepath"
local new_game = require "spec.support.love"
local listings = require "spec.support.listings"
local pages = require "spec.support.pages"

local GUIDE, FOLDER = "docs/guide.md", "docs/guide/"

--- The game after a step.
-- @param changes   { old, new, ... }: texts of the program that are replaced
-- @param files     saved files
local function guide(step, changes, files)
  local text = listings.program(pages.read(GUIDE), step)
  for i = 1, changes and #changes or 0, 2 do
    local from, to = text:find(changes[i], 1, true)
    assert(from, changes[i])
    text = text:sub(1, from - 1) .. changes[i + 1] .. text:sub(to + 1)
  end
  return new_game(text, { name = "@" .. GUIDE, folder = FOLDER, files = files })
end

local function cell_of(game, body)
  return { game.env.grid:to_cell(body.x, body.y) }
end

--- Was the fox on ground of that terrain within so many seconds?
local function treads_on(game, terrain, seconds)
  local has = false
  game:run(seconds, function()
    has = has or game.env.grid:get_world(game.env.fox.x, game.env.fox.y)
      == terrain
  end)
  return has
end

describe("#once #contract the guide", function()
  it("has seven steps, and a block of Lua in each", function()
    local steps = {}
    for _, block in ipairs(listings.blocks(pages.read(GUIDE))) do
      if block.language == "lua" then
        steps[#steps + 1] = assert(block.heading:match("^(%d)%. "))
      end
    end
    assert.are.equal("1 2 3 4 5 6 7", table.concat(steps, " "))
  end)
end)

local game, env

--- A function that begins the game after a step anew.
local function play(step)
  return function()
    game = guide(step)
    env = game.env
  end
end

describe("#once #contract step 1 of the guide (walk):", function()
  before_each(play(1))

  it("the fox runs round the wall to the click", function()
    game:click(700, 100)
    assert.are.equal("The fox runs.", env.message)
    assert.is_false(treads_on(game, "wall", 5))
    assert.are.same({ 700, 100 }, { env.fox.x, env.fox.y })
    local circle = game:drawn("circle")[1]
    assert.are.same({ 700, 100, 10 }, { circle[2], circle[3], circle[4] })
    assert.are.equal(env.grid.width * env.grid.height, #game:drawn("rectangle"))
  end)

  it("the message has the reason", function()
    game:click(400, 300)
    assert.are.equal("No way: goal_blocked", game:drawn("print")[1][1])
    game:click(400, 590)
    assert.are.equal("No way: goal_outside", game:drawn("print")[1][1])
  end)

  it("the radius is too large without cell_size", function()
    local ok, why = pcall(guide, 1, { "25, 18, { cell_size = 32 }", "25, 18" })
    assert.is_false(ok)
    assert.truthy(why:find("radius must be a number from 0 to 0.5", 1, true))
  end)

  it("tilepath.draw shows the path", function()
    local last = "0.95, 0.5, 0.1)"
    game = guide(1, { last, last .. "\ntilepath.draw(fox)" })
    game:click(700, 100)
    assert.is_true(#game:drawn("draw") > 0)
  end)
end)

describe("#once #contract step 2 of the guide (prices):", function()
  it("the fox goes round the mud", function()
    game = guide(2)
    game:click(250, 300)
    assert.is_false(treads_on(game, "mud", 10))
    assert.are.same({ 250, 300 }, { game.env.fox.x, game.env.fox.y })
  end)

  it("the fox wades through cheap mud, and slowly", function()
    game = guide(2, { "mud = 3", "mud = 1.2" })
    game:click(250, 300)
    game:run(2)
    assert.are.equal("mud", game.env.grid:get_world(game.env.fox.x,
      game.env.fox.y))
    local x, y = game.env.fox.x, game.env.fox.y
    game:run(0.1)
    assert.is_true(math.sqrt((game.env.fox.x - x) ^ 2
      + (game.env.fox.y - y) ^ 2) < 7)
  end)

  it("the fox swims only if it must, and uses a bridge if there is "
    .. "one", function()
    game = guide(2)
    game:click(590, 208)
    assert.is_true(treads_on(game, "water", 30))
    for _, row in ipairs { "D.~~~~~~~.=.", "D.=======.=." } do
      game = guide(2, { "D.~~~~~~~.=.", row })
      game.env.fox:set_position(464, 208)
      game:click(720, 208)
      assert.is_false(treads_on(game, "water", 10))
      local y = cell_of(game, game.env.fox)[2]
      assert.are.same({ 23, 7 }, { cell_of(game, game.env.fox)[1], y })
    end
  end)
end)

describe("#once #contract step 3 of the guide (doors):", function()
  local WEST, EAST = { 144, 208 }, { 432, 208 }

  local function toggle(door)
    game:click(door[1], door[2], 2)
  end

  before_each(play(3))

  it("the fox waits before a closed door, and takes the other door", function()
    game:click(300, 208)
    game:run(1)
    toggle(WEST)
    game:run(10)
    assert.are.equal("blocked", env.fox.status)
    assert.is_true(env.fox.x < 144)
    toggle(EAST)
    assert.is_true(treads_on(game, "gap", 12))
    assert.are.same({ 300, 208 }, { env.fox.x, env.fox.y })
    assert.are.equal("door", env.grid:get_world(WEST[1], WEST[2]))
  end)

  it("a key lets the fox through", function()
    local line = "fox.finder = tilepath.pathfinder(grid, "
      .. "{ prices = { door = 1 } })"
    assert.truthy(pages.read(GUIDE):find("`" .. line .. "`", 1, true))
    game:load(line, "@key")()
    toggle(WEST)
    game:click(300, 208)
    assert.is_true(treads_on(game, "door", 10))
    assert.are.same({ 300, 208 }, { game.env.fox.x, game.env.fox.y })
  end)
end)

describe("#once #contract step 4 of the guide (a guard):", function()
  before_each(play(4))

  it("the dog goes round the farm on the road, and does not see the "
    .. "fox", function()
    local corners = 0
    game:run(20, function()
      assert.are.equal("road", env.grid:get_world(env.dog.x, env.dog.y))
      assert.is_false(env.hunts)
      if env.near(env.dog, { x = 752, y = 464 }) then corners = corners + 1 end
    end)
    assert.is_true(corners > 0)
  end)

  it("the dog chases the fox, catches it, and goes back", function()
    game:run(10)
    game:click(60, 500)
    local chased = false
    game:run(10, function() chased = chased or env.hunts end)
    assert.is_true(chased)
    assert.are.equal("The dog has caught you.", env.message)
    assert.are.same({ 208, 560 }, { env.fox.x, env.fox.y })
    game:run(3)
    assert.is_false(env.hunts)
    assert.are.equal("road", env.grid:get_world(env.dog.x, env.dog.y))
  end)
end)

describe("#once #contract step 5 of the guide (a crowd):", function()
  local function units_share_no_cell()
    local cells = {}
    for _, hen in ipairs(env.crowd:units()) do
      local x, y = env.grid:to_cell(hen.x, hen.y)
      local cell = x .. "," .. y
      assert.is_nil(cells[cell], cell)
      cells[cell] = true
    end
  end

  before_each(play(5))

  it("the hens run from the fox, and no two hens share a cell", function()
    assert.are.equal(12, env.crowd.count)
    local before = 0
    for _, hen in ipairs(env.crowd:units()) do before = before + hen.x end
    env.fox:set_position(112, 208)
    game:click(220, 208)
    game:run(5, units_share_no_cell)
    local after = 0
    for _, hen in ipairs(env.crowd:units()) do after = after + hen.x end
    assert.is_true(after > before)
    assert.are.equal(12 + 2, #game:drawn("circle"))
  end)

  it("the fox eats hens in the corners", function()
    env.dog:pause()
    for _, corner in ipairs { { 400, 144 }, { 400, 240 }, { 176, 144 },
      { 176, 240 }, { 400, 144 }, { 400, 240 } } do
      game:click(corner[1], corner[2])
      game:run(5, units_share_no_cell)
    end
    assert.is_true(env.crowd.count < 6, env.crowd.count)
    local hen = env.crowd:units()[1]
    env.fox:set_position(hen.x, hen.y)
    game:run(0.1)
    assert.are.equal(env.crowd.count .. " hens are left.", env.message)
  end)

  it("the hens that chase the fox come near", function()
    game = guide(5, { "hen:flee(fox, { within = 4 })", "hen:chase(fox)" })
    env = game.env
    game:run(15, units_share_no_cell)
    for _, hen in ipairs(env.crowd:units()) do
      assert.is_true(env.grid:distance(hen.cell_x, hen.cell_y,
        env.grid:to_cell(env.fox.x, env.fox.y)) <= 6)
    end
  end)
end)

describe("#once #contract step 6 of the guide (save and load):", function()
  --- The visible state of a game.
  local function moment()
    local list = { tilepath.ascii(game.env.grid, { legend = {
      ["="] = "road", [","] = "mud", ["~"] = "water", d = "gap",
      D = "door" } }) }
    for _, name in ipairs { "fox", "dog" } do
      local body = game.env[name]
      list[#list + 1] = ("%.17g %.17g %.17g"):format(body.x, body.y, body.angle)
    end
    for _, hen in ipairs(game.env.crowd:units()) do
      list[#list + 1] = ("%.17g %.17g"):format(hen.x, hen.y)
    end
    return list
  end

  local function hunt()
    game = guide(6)
    game:click(432, 208, 2)
    game.env.fox:set_position(112, 208)
    game:click(260, 208)
    game:run(1.5)
    game:click(600, 450)
    game:run(1)
    game:key "s"
    assert.are.equal("Saved.", game.env.message)
    return game
  end

  it("everything is back and continues, also in a new start", function()
    game = hunt()
    local saved, other = moment(), guide(6, nil, game.files)
    other:key "l"
    assert.are.same(saved, moment(other))
    other:run(3)
    assert.is_true(game.env.crowd.count < 12)
    game:click(432, 208, 2)
    game:run(3)
    local later = { game.env.fox.x, game.env.fox.y, game.env.dog.x }
    game:key "l"
    assert.are.equal("Loaded.", game.env.message)
    assert.are.same(saved, moment())
    game:run(3)
    assert.are.same(later, { game.env.fox.x, game.env.fox.y, game.env.dog.x })
    assert.are.same(moment(), moment(other))
  end)

  it("a hunt continues, and an empty crowd loads", function()
    game = guide(6)
    game:run(10)
    game:click(60, 500)
    repeat game:run(1 / 60) until game.env.hunts
    for _, hen in ipairs(game.env.crowd:units()) do hen:remove() end
    game:key "s"
    local saved = moment()
    game:key "l"
    assert.are.same(saved, moment())
    game:run(10)
    assert.are.equal("The dog has caught you.", game.env.message)
  end)
end)

describe("#once #contract step 7 of the guide (a map from Tiled):", function()
  before_each(play(7))

  it("the yard is Tiled's map", function()
    local rows = {}
    for row in pages.read(FOLDER .. "yard.tmx")
      :match('<data encoding="csv">\n(.-)</data>'):gmatch("[%d,]+") do
      rows[#rows + 1] = row:gsub("(%d),?", { "%0", ["1"] = ".", ["2"] = "#",
        ["3"] = "=", ["4"] = ",", ["5"] = "~", ["6"] = "d", ["7"] = "D" })
    end
    assert.are.equal(table.concat(rows, "\n"), tilepath.ascii(env.grid, {
      legend = { ["="] = "road", [","] = "mud", ["~"] = "water", d = "gap",
        D = "door" } }))
    assert.are.same({ "open", 1, false }, { env.grid:get(1, 1) })
    assert.are.same({ "road", 0.5, false }, { env.grid:get(3, 2) })
    assert.are.same({ "door", math.huge, false }, { env.grid:get(13, 6) })
  end)

  it("the whole game is there", function()
    assert.are.same({ 208, 528 }, { env.fox.x, env.fox.y })
    assert.are.equal("open", env.grid:get_world(env.fox.x, env.fox.y))
    assert.are.equal(12, env.crowd.count)
    game:run(5, function()
      assert.are.equal("road", env.grid:get_world(env.dog.x, env.dog.y))
    end)
    game:click(528, 272, 2)
    assert.are.equal("door", (env.grid:get_world(528, 272)))
    game:click(528, 272, 2)
    game:click(440, 150)
    assert.are.equal("The fox runs.", env.message)
    game:run(20)
    assert.is_true(env.crowd.count < 12)
    game:key "s"
    game:key "l"
    game:run(5)
    assert.are.equal("Loaded.", env.message)
  end)
end)
