--- The texts are right. Every Lua block of README and docs runs. Its output
-- stands behind `-->` (or in a block of text after it). Blocks for LÖVE run in a
-- LÖVE without a window. The README's game is also played.

local tilepath = require "tilepath"
local new_game = require "spec.support.love"
local pages = require "spec.support.pages"
local listings = require "spec.support.listings"

local unpack = table.unpack or unpack -- luacheck: ignore

local FILES, read_file = pages.FILES, pages.read
local blocks_of, compile = listings.blocks, listings.compile
local printed_by, expected_of = listings.printed, listings.expected

-- Other specs run the blocks of these pages.
local RUN_ELSEWHERE = { ["docs/guide.md"] = true }
for _, name in ipairs(pages.RECIPES) do
  RUN_ELSEWHERE[name] = true
end

-- The core in Lua runs the reference alone: its listings have the sign of the C
-- module.
for _, name in ipairs(tilepath.core == "Lua" and FILES or {}) do
  RUN_ELSEWHERE[name] = not name:find("/reference/", 1, true)
end

-- What a block for LÖVE takes from the game around it, by page.
local AROUND = {
  ["docs/reference/follower.md"] = [[
hero = require("tilepath").follower { x = 0, y = 0, speed = 4 }
hero:follow { 0, 0, 8, 0 }
local x, vx = 0, 0
body = { getPosition = function() return x, 0 end,
  setLinearVelocity = function(_, new) vx = new end }
world = { update = function(_, dt) x = x + vx * dt end }
]],
  ["docs/reference/hexagons.md"] = [[
tilepath = require "tilepath"
love.mouse = { getPosition = function() return 30, 30 end }
]],
  ["docs/reference/maps.md"] = [[
tilepath = require "tilepath"
love.image = { newImageData = function()
  return { getWidth = function() return 2 end,
    getHeight = function() return 1 end,
    getPixel = function(_, x) return x, x, x, 1 end }
end }
]],
  ["docs/reference/pictures.md"] = [[
tilepath = require "tilepath"
grid = tilepath.grid("....\n.##.")
finder = tilepath.pathfinder(grid)
field, view = finder:field { { 1, 1 } }, finder:view(1, 1, 3)
path, crowd = finder:find(1, 1, 4, 1), tilepath.crowd(grid)
function draw_game() end
love.keyboard.isDown = function(key) return key == "o" end
]],
  ["docs/reference/rules.md"] = [[
local ask = love.thread.getChannel "ask"
ask:push(require("tilepath").grid(4, 2):save())
ask:push { 1, 1, 4, 1 }
function love.update()
  answer = answer or love.thread.getChannel("answer"):pop()
end
love.thread.newThread(%q):start()
]],
}

--- Runs a block for LÖVE in its game, for a second.
local function play_block(block, name, place)
  local around = AROUND[name] or ""
  local text = around:find("%q", 1, true) and around:format(block.text)
    or around .. block.text
  local game = new_game(text, { name = "@" .. place,
    env = { print = function() end } })
  game:run(1)
  return game
end

describe("#contract the Lua in", function()
  for _, name in ipairs(FILES) do
    local blocks = RUN_ELSEWHERE[name] and {} or blocks_of(read_file(name))
    for i, block in ipairs(blocks) do
      local place = ("%s:%d"):format(name, block.line)
      if block.language == "lua" and block.text:find("love.", 1, true) then
        it(place .. " runs in LÖVE", function()
          play_block(block, name, place)
        end)
      elseif block.language == "lua" then
        it(place .. " has the printed output", function()
          assert.are.same(expected_of(block, blocks[i + 1]),
            printed_by(compile(block.text, "@" .. place)))
        end)
      end
    end
  end

  --- The environment of a page's block for LÖVE, after a second.
  local function played(name)
    for _, block in ipairs(blocks_of(read_file(name))) do
      if block.text:find("love.", 1, true) then
        return play_block(block, name, name).env
      end
    end
  end

  it("docs/reference moves a body, and answers a query in a thread", function()
    local body = played("docs/reference/follower.md").body
    assert.is_true(math.abs(body:getPosition() - 4) < 1e-6)
    assert.are.same({ 1, 1, 2, 1, 3, 1, 4, 1 },
      { unpack(played("docs/reference/rules.md").answer) })
  end)
end)

describe("#once #contract the programs in examples/formats", function()
  for _, name in ipairs { "csv", "defold", "isometric", "movingai", "ogmo",
    "pico8", "rexpaint", "rpg_maker", "schematic", "sprite_fusion", "world" } do
    it("have the printed output: " .. name, function()
      local file = "examples/formats/" .. name .. ".lua"
      local text, block = read_file(file), {}
      for line in text:gmatch("[^\n]+") do block[#block + 1] = line end
      local printed = printed_by(compile(text, "@" .. file))
      assert.is_true(#printed > 0)
      assert.are.same(expected_of(block), printed)
    end)
  end
end)

describe("#contract the pages", function()
  it("say in their first line for whom they are", function()
    for _, name in ipairs(FILES) do
      assert.truthy(name == "README.md"
        or read_file(name):find("^# [^\n]+\n\nFor %l"), name)
    end
  end)

  it("have no marks of a merge", function()
    for _, name in ipairs(FILES) do
      for mark in ("<>"):gmatch(".") do
        assert.is_nil(read_file(name):find(mark:rep(7) .. " ", 1, true), name)
      end
    end
  end)

  --- The lines of a block that are its own, as a set, and their number.
  local function lines_of(block)
    local lines, count = {}, 0
    for text in block.text:gmatch("[^\n]+") do
      local line = text:gsub("%s*%-%-.*", ""):gsub("%s+", " ")
      if line:find("%a.*%a.*%a.*%a") and not line:find('require "tilepath"', 1, true)
        and not lines[line] then
        lines[line], count = true, count + 1
      end
    end
    return lines, count
  end

  it("have no listing twice, nor half of one", function()
    local all = {}
    for _, name in ipairs(FILES) do
      for _, block in ipairs(blocks_of(read_file(name))) do
        local one = { place = ("%s:%d"):format(name, block.line), name = name }
        one.lines, one.count = lines_of(block)
        all[#all + 1] = one.count >= 4 and one or nil
      end
    end
    assert.is_true(#all > 80)
    for i, one in ipairs(all) do
      for j = 1, i - 1 do
        local other, shared = all[j], 0
        for line in pairs(one.lines) do
          shared = shared + (other.lines[line] and 1 or 0)
        end
        assert.is_true(one.name == other.name
          or 2 * shared < math.min(one.count, other.count),
          one.place .. " and " .. other.place)
      end
    end
  end)
end)

describe("#contract the links in", function()
  for _, name in ipairs(FILES) do
    it(name .. " lead somewhere", function()
      local folder = name:match("^.*/") or ""
      for link in read_file(name):gmatch("%]%(([^)]+)%)") do
        local file, anchor = link:match("^([^#]*)#?(.*)$")
        assert.is_nil(link:find("^https://.*tilepath"), link)
        if not link:find("^https://") and link ~= "../../releases" then
          local text = read_file(file == "" and name or folder .. file)
          assert.truthy(anchor == "" or pages.anchors(text .. "\n")[anchor], link)
        end
      end
    end)
  end
end)

describe("#contract the reference", function()
  it("equals the output of `make reference`", function()
    for name, text in pairs(pages.generator.pages(read_file)) do
      assert.are.equal(text, read_file(name))
    end
  end)

  it("is linked from its first page", function()
    local first = read_file("docs/reference/README.md")
    for _, name in ipairs(pages.generator.NAMES) do
      assert.truthy(name == "README" or first:find("(" .. name .. ".md", 1, true),
        name)
    end
  end)
end)

describe("#contract the tour", function()
  local FOLDERS = { "", "src/core/", "src/core/search/", "src/bind/",
    "spec/support/", "spec/contract/",
    "lua/tilepath/", "docs/" }
  local text = read_file("docs/tour.md")

  --- The files with that name, with or without a folder.
  local function texts_of(name)
    local texts = {}
    for _, folder in ipairs(FOLDERS) do
      local file = io.open(folder .. name, "rb")
      if file then
        texts[#texts + 1] = "\n" .. file:read("*a")
        file:close()
      end
    end
    return texts
  end

  it("names only existing files, as does CONTRIBUTING.md", function()
    local named = 0
    local both = text .. read_file("CONTRIBUTING.md")
    for name, kind in both:gmatch("`([%w_/.]+%.(%a+))`") do
      local is_source = kind == "c" or kind == "h" or kind == "lua"
        or kind == "md"
      if is_source and not name:find("^build/") then
        assert.truthy(#texts_of(name) > 0, name)
        named = named + 1
      end
    end
    assert.is_true(named > 40)
  end)

  it("names the files of the core in their wings, and no others", function()
    local named, sources, wing = {}, read_file("tilepath-scm-1.rockspec"), nil
    for line in text:match("    base/.-\n\n"):gmatch("[^\n]+") do
      wing = line:match("^    (%l+)/") or wing
      local files = line:match("^     .*$") or "" -- behind the wing's line
      for word in files:gsub("jump/", ""):gmatch("%w+") do
        named[wing .. "/" .. word] = true
      end
    end
    for folder, name in sources:gmatch('"src/core/(%l+)/([%l/]+)%.c"') do
      local file = name:gsub("^jump/", "")
      assert.truthy(named[folder .. "/" .. file], folder .. "/" .. name)
    end
    for name in pairs(named) do
      local inner = name:gsub("/", "/jump/")
      assert.truthy(#texts_of(name .. ".h") + #texts_of(inner .. ".h") > 0
        or sources:find("/" .. name .. ".c", 1, true)
        or sources:find("/" .. inner .. ".c", 1, true), name)
    end
  end)

  --- Lines of code in each folder of a part of the sources, without blank lines
  -- and comments. Headers are the included ones.
  local function sizes_of(part)
    local sizes, seen = {}, {}
    local function count(name)
      local file = not seen[name] and io.open("src/" .. name, "rb")
      seen[name] = true
      if not file then return end
      local source = file:read("*a"):gsub("\r", "")
      file:close()
      for header in source:gmatch('#include "([^"]+)"') do
        local path = name:match("^.*/") .. header
        while path:find("%w+/%.%./") do path = path:gsub("%w+/%.%./", "", 1) end
        count(path)
      end
      local folder = name:match("^" .. part .. "/(%l+)/")
      if folder then
        source = source:gsub("/%*.-%*/", ""):gsub("//[^\n]*", "")
        local _, lines = source:gsub("[^\n]*%S[^\n]*", "")
        sizes[folder] = (sizes[folder] or 0) + lines
      end
    end
    local sources = read_file("tilepath-scm-1.rockspec")
    for name in sources:gmatch('"src/(' .. part .. '/[^"]+%.c)"') do
      count(name)
    end
    return sizes
  end

  it("has sizes that are right to a tenth, or to two hundred lines", function()
    local lists = { core = text:match("\n    base/.-\n\n"),
      bind = text:match("\n    kit/.-\n\n") }
    for part, list in pairs(lists) do
      for folder, lines in pairs(sizes_of(part)) do
        local said = list:match("\n    " .. folder .. "/ +([%d,]+) ")
        local size = tonumber((said:gsub(",", "")))
        assert.is_true(math.abs(size - lines) <= math.max(200, lines / 10),
          ("%s/%s has %d lines"):format(part, folder, lines))
      end
    end
  end)
end)

-- The game --------------------------------------------------------------------

--- The text of the README's game.
local function game_text()
  for _, block in ipairs(blocks_of(read_file("README.md"))) do
    if block.language == "lua" and block.text:find("love.draw", 1, true) then
      return block.text
    end
  end
end

describe("#contract the game in the README", function()
  local game, said

  before_each(function()
    said = {}
    game = new_game(game_text() .. "\nworld, walker = grid, hero\n", {
      name = "@README.md",
      env = { print = function(...) said[#said + 1] = { ... } end } })
  end)

  local function place()
    return { game.env.walker.x, game.env.walker.y }
  end

  it("walks to a click round walls, old and new", function()
    game:click(750, 32)
    game:run(1)
    for y = 32, 352, 64 do
      game:click(608, y, 2)
    end
    game:run(30)
    assert.are.same({ 750, 32 }, place())
    assert.are.same({ { true } }, said)
    game:click(608, 416, 2) -- the last gap
    game:click(32, 300)
    assert.are.same({ nil, "unreachable" }, said[2])
    assert.are.equal("wall", game.env.world:get(10, 7))
  end)

  it("gives a reason if it does not walk", function()
    game:click(160, 100)
    game:click(-5, 1e6)
    game:run(5)
    assert.are.same({ { nil, "goal_blocked" }, { nil, "goal_outside" } }, said)
    assert.are.same({ 32, 32 }, place())
  end)
end)
