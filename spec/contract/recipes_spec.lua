--- Each recipe is right: its output stands behind `-->`. Recipes for LÖVE run on a
-- stand-in.

local tilepath = require "tilepath"
local listings = require "spec.support.listings"
local new_game = require "spec.support.love"
local pages = require "spec.support.pages"

--- Adds the recipes of the page to the list: { heading =, text =, place = }
-- each; [1], [2], ... are the lines of the listing.
local function add_recipes(recipes, name)
  local recipe, is_code, number = nil, false, 0
  for line in pages.read(name):gmatch("([^\n]*)\n") do
    number = number + 1
    if line:find("^```") then
      is_code = not is_code
      recipe.place = recipe.place or ("%s:%d"):format(name, number)
    elseif is_code then
      recipe[#recipe + 1] = line
    elseif line:find("^## ") then
      recipe = { heading = line:match("^## (.*)$") }
      recipes[#recipes + 1] = recipe
    end
  end
end

--- A game's drawing as text: its shapes, and the parts of tilepath.draw.
local function new_watch()
  local words, watch = {}, {}
  watch.library = setmetatable({ draw = function(things, options)
    for _, part in ipairs(tilepath.picture(things, options).parts) do
      words[#words + 1] = part.kind .. " " .. table.concat(part, " ")
    end
    tilepath.draw(things, options)
  end }, { __index = tilepath })
  --- A frame.
  function watch.look(game)
    words = {}
    for _, kind in ipairs { "circle", "rectangle" } do
      for _, shape in ipairs(game:drawn(kind)) do
        words[#words + 1] = ("%s %g %g"):format(shape[1], shape[2], shape[3])
      end
    end
    return table.concat(words, "\n")
  end
  return watch
end

--- A player of eight seconds: draws a box from the middle to the top left,
-- presses and holds a key, clicks with the right button, and, if nothing has
-- moved, at the bottom right. The drawing must move.
local function play(recipe)
  local print, lines = listings.new_print()
  local watch = new_watch()
  local game = new_game(recipe.text, { name = "@" .. recipe.place,
    env = { print = print, require = function(name)
      return name == "tilepath" and watch.library or require(name)
    end } })
  local first, moves = watch.look(game), false
  local function each() moves = moves or watch.look(game) ~= first end
  game:drag(360, 200, 20, 20)
  game:key "right"
  game.down.right = true
  game:run(1, each)
  game:click(400, 300, 2)
  game:run(7, each)
  if not moves then
    game:click(700, 520)
    game:run(1, each)
  end
  assert.are.equal(game.love.draw ~= nil, moves)
  return lines
end

describe("#contract the recipe", function()
  local recipes = {}
  for _, name in ipairs(pages.RECIPES) do
    add_recipes(recipes, name)
  end

  for _, recipe in ipairs(recipes) do
    recipe.text = table.concat(recipe, "\n") .. "\n"
    it(("'%s' (%s) has its output"):format(recipe.heading, recipe.place),
      function()
        local lines
        if recipe.text:find("love.", 1, true) then
          lines = play(recipe)
        else
          lines = listings.printed(listings.compile(recipe.text,
            "@" .. recipe.place))
        end
        assert.are.same(listings.expected(recipe), lines)
      end)
  end

  it("is in the list of all recipes, in order", function()
    local listed, named = {}, {}
    for link in pages.read("docs/recipes.md"):gmatch("%]%(([^)]+#[^)]+)%)") do
      listed[#listed + 1] = "docs/" .. link
    end
    for i, recipe in ipairs(recipes) do
      named[i] = recipe.place:match("^[^:]+") .. "#"
        .. pages.generator.anchor(recipe.heading)
    end
    assert.are.same(named, listed)
  end)
end)
