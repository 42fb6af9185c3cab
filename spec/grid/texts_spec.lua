--- Maps as files have them: lines with blanks before them or cut at the end,
-- letters beyond ASCII, values that nobody has explained.

local tilepath = require "tilepath"

local MUD = { mud = 3 }

local function drawn(data, options)
  return tilepath.ascii(tilepath.grid(data, options),
    { legend = options and options.prices and { m = "mud" } })
end

describe("a list of lines", function()
  it("is a drawn map that is taken as it is", function()
    assert.are.equal("..##\n..#.", drawn { "  ##", "  #." })
    assert.are.equal("##\n#.", drawn "  ##\n  #.")
    assert.are.equal("m#\n#m", drawn({ "~#", "#~" }, { prices = MUD,
      legend = { ["~"] = "mud" } }))
    assert.are.equal(4, tilepath.building { up = { "  ..", "  ##" } }.up.width)
  end)

  it("may have fences, or be a grid of hexagons", function()
    assert.are.equal(1, #tilepath.grid({ ".|." }, { fences = true }):fences())
    assert.are.equal(2, tilepath.grid({ ". .", " . ." }, { shape = "hex" }).width)
  end)
end)

describe("short rows", function()
  it("end in `empty`, if it is given", function()
    assert.are.equal("####\n#.mm\nmmmm\n##mm", drawn("####\n#.\n\n##\n",
      { empty = "mud", prices = MUD }))
    assert.are.equal("##\n##", drawn("##\r\n#\r\n", { empty = false }))
    assert.are.equal("##\n#.\n..", drawn({ "##", "#", "" }, { empty = true }))
    assert.are.equal("#.\n##\n.#", drawn({ { false }, { false, false },
      { nil, false } }, { empty = true }))
    assert.are.equal("##\n..\n.#", drawn({ [0] = { 0, 0 }, [2] = { [2] = 0 } },
      { empty = true, base = { 1, 0 }, legend = { [0] = false } }))
    assert.are.equal(".|.\n + \n. #", drawn(".|.\n\n. #", { fences = true,
      empty = false }))
  end)

  it("have nothing to do with a letter of the map", function()
    assert.are.equal("m#\n##", drawn("\1#\n##", { prices = MUD,
      legend = { ["\1"] = "mud" } }))
  end)
end)

describe("`unknown`", function()
  it("is what a character or a value means that nothing explains", function()
    assert.are.equal(".#m\nmm.", drawn(".#?\n!?.", { unknown = "mud",
      prices = MUD }))
    assert.are.equal("#.\n..", drawn({ { 7, 8 }, { 9, true } }, { unknown = true,
      legend = { [7] = false } }))
    assert.are.equal("#..", drawn({ 7, 8, 9 }, { width = 3, unknown = true,
      legend = { [7] = false } }))
    assert.are.equal(".#", drawn({ { 1, 2 } }, { walkable = 1, unknown = true }))
  end)
end)

describe("letters beyond ASCII", function()
  local LEGEND = { ["\226\150\136"] = false, ["\194\183"] = true,
    ["\226\137\136"] = "mud", ["\240\159\140\178"] = false }

  it("are one cell each in a text of UTF-8", function()
    assert.are.equal("###\n#.m\n#m.", drawn(
      "\226\150\136\226\150\136\226\150\136\n\226\150\136\194\183\226\137\136\n"
      .. "\240\159\140\178\226\137\136.", { legend = LEGEND, prices = MUD }))
    assert.are.equal("#.\n..", drawn("\226\150\136\226\137\136\n\194\183\194\183",
      { legend = { ["\226\150\136"] = false }, unknown = true }))
  end)

  it("are bytes in any other text", function()
    assert.are.equal("#.#", drawn("\219.\219", { legend = { ["\219"] = false } }))
    assert.are.equal("#.#", drawn("\194\183\219", { legend = { ["\219"] = false,
      ["\194"] = false, ["\183"] = true } }))
  end)

  it("may be 128 different ones", function()
    local text, count = {}, 0
    for first = 0xC4, 0xC6 do
      for second = 0x80, 0xBF do
        count = count + 1
        text[count] = string.char(first, second)
      end
    end
    local row = table.concat(text, "", 1, 128)
    assert.are.equal(128, tilepath.grid(row, { unknown = true }).width)
    local fine, message = pcall(tilepath.grid, row .. text[129],
      { unknown = true })
    assert.is_false(fine)
    assert.truthy(message:find("grid: text must have at most 128 different "
      .. "letters beyond ASCII", 1, true))
  end)
end)
