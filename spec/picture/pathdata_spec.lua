--- Path data: the numbers of a part, for SVG and a browser's canvas.

require "tilepath"
local pathdata = require "tilepath.picture.pathdata"

local function area(sizes, ...)
  return { form = "area", sizes = sizes, ... }
end

local function line(sizes, ...)
  return { form = "line", sizes = sizes, ... }
end

describe("path data", function()
  it("has outlines that close, open lines that are joined, and dots", function()
    for expected, case in pairs {
      ["m0 0h10v10h-10zm2 2h1v1h-1z"] = { area({ 4, 4 }, 0, 0, 10, 0, 10, 10,
        0, 10, 2, 2, 3, 2, 3, 3, 2, 3), 0, 0, 0 },
      ["m0 0 3 3m-2-2h2v1.5"] = { line({ 3, 4 }, 0, 0, 1, 1, 3, 3, 1, 1, 2, 1,
        3, 1, 3, 2.5), 0, 0, 1 },
      ["m0 0h3-2"] = { line({ 3 }, 0, 0, 3, 0, 1, 0), 0, 0, 0 },
      ["m5.25 5.13h0m1 0h0"] = { line({ 1, 1 }, 5.25, 5.128, 6.25, 5.128), 0, 0,
        2 },
      ["m1 2h3"] = { line({ 2 }, 101, -98, 104, -98), 100, -100, 3 },
      [""] = { line {}, 0, 0, 2 },
    } do
      assert.are.equal(expected, pathdata.of(case[1], case[2], case[3],
        case[4]))
    end
  end)

  it("adds up no error: places are rounded, not steps", function()
    local part = line { 31 }
    for i = 0, 30 do
      part[2 * i + 1], part[2 * i + 2] = i * 1.04, i % 2
    end
    local x = 0
    for dx in pathdata.of(part, 0, 0, 1):gsub("^m0 0", ""):gmatch(
      "l?%s?(%-?[%d.]+)%-?%s?[%d.]+") do
      x = x + tonumber(dx)
    end
    assert.is_true(math.abs(x - 31.2) < 0.05)
  end)

  it("writes numbers in the shortest form, the same in each locale", function()
    for value, text in pairs { [12.5] = "12.5", [-0.001] = "0", [0.05] = ".05",
      [-0.5] = "-.5", [100] = "100", [1e12] = "1000000000000",
      [2.999] = "3" } do
      assert.are.equal(text, pathdata.number(value, 2))
    end
    local before = os.setlocale(nil)
    for _, locale in ipairs { "de_DE.UTF-8", "fr_FR.UTF-8", "C" } do
      os.setlocale(locale)
      assert.are.equal("1.5", pathdata.number(1.5, 1))
    end
    os.setlocale(before)
  end)

  it("has as many decimals as a scale needs", function()
    local digits = {}
    for i, scale in ipairs { 0.01, 0.25, 1, 2.5, 10, 25, 26 } do
      digits[i] = pathdata.digits(scale)
    end
    assert.are.same({ 0, 0, 1, 1, 2, 2, 3 }, digits)
  end)
end)
