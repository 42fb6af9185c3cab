--- A part of a picture as path data: the text that <path d="..."> of SVG takes,
-- and Path2D of a browser's canvas.
--
-- Places are rounded to a number of decimals, as whole numbers, and lines lead
-- from one rounded place to the next. So no error adds up, outlines that touch
-- share their corners, and each machine writes the same bytes: there is no
-- number with a point that C's printf would have to write. Lines that go on
-- straight become one. O(numbers of the part).

local pathdata = {}

local floor = math.floor

local function power_of_ten(digits)
  local power = 1
  for _ = 1, digits do
    power = power * 10
  end
  return power
end

--- The text of a whole number that counts the last of so many decimals, in the
-- shortest form: 1250 with 2 decimals is "12.5".
local function write(whole, digits)
  local text = ("%.0f"):format(whole < 0 and -whole or whole)
  if digits > 0 then
    text = ("0"):rep(digits + 1 - #text) .. text
    text = text:sub(1, -digits - 1) .. "." .. text:sub(-digits)
    text = text:gsub("%.?0+$", ""):gsub("^0%.", ".")
  end
  return whole < 0 and "-" .. text or text
end

--- Tables of texts by whole number, a table for each number of decimals.
local texts_of = setmetatable({}, { __mode = "v", __index = function(t, digits)
  local of_digits = setmetatable({}, { __index = function(texts, whole)
    local text = write(whole, digits)
    texts[whole] = text
    return text
  end })
  t[digits] = of_digits
  return of_digits
end })

--- A number, rounded to so many decimals.
function pathdata.number(value, digits)
  return write(floor(value * power_of_ten(digits) + 0.5), digits)
end

--- How many decimals are enough for a scale of so many pixels a world unit: the
-- last one is at most a quarter of a pixel.
function pathdata.digits(scale)
  local digits, power = 0, 1
  while scale > power / 4 do
    digits, power = digits + 1, power * 10
  end
  return digits
end

--- @param part    of a picture
-- @param ox, oy  what is subtracted from its places: the picture's corner
-- @param digits  decimals
-- @return text; "" for a part without a place
function pathdata.of(part, ox, oy, digits)
  local power, texts = power_of_ten(digits), texts_of[digits]
  local is_area = part.form == "area"
  local out, n = {}, 0
  local command                         -- the last one that was written
  local pen_x, pen_y = 0, 0             -- where that ended

  local function put(letter, x, y)
    local first, second = texts[x], y and texts[y] or ""
    local space = y and second:byte() ~= 45 and " " or "" -- a minus parts, too
    if letter == command or letter == "l" and command == "m" then
      letter = first:byte() ~= 45 and " " or ""
    else
      command = letter
    end
    n = n + 1
    out[n] = letter .. first .. space .. second
  end

  --- A line by so much, in as few letters as there are.
  local function line(dx, dy)
    if dy == 0 then
      put("h", dx)
    elseif dx == 0 then
      put("v", dy)
    else
      put("l", dx, dy)
    end
  end

  local at = 1
  for _, points in ipairs(part.sizes) do
    local first_x = floor((part[at] - ox) * power + 0.5)
    local first_y = floor((part[at + 1] - oy) * power + 0.5)
    command = nil
    put("m", first_x - pen_x, first_y - pen_y)
    local x, y = first_x, first_y
    local dx, dy = 0, 0                 -- a line that is still to be written
    for i = at + 2, at + 2 * points - 2, 2 do
      local next_x = floor((part[i] - ox) * power + 0.5)
      local next_y = floor((part[i + 1] - oy) * power + 0.5)
      local ex, ey = next_x - x, next_y - y
      if dx * ey ~= dy * ex or dx * ex + dy * ey < 0 then
        line(dx, dy)
        dx, dy = 0, 0
      end
      dx, dy, x, y = dx + ex, dy + ey, next_x, next_y
    end
    if dx ~= 0 or dy ~= 0 or not is_area and command == "m" then
      line(dx, dy) -- or a dot
    end
    if is_area then
      n, command = n + 1, "z"
      out[n] = "z"
      x, y = first_x, first_y
    end
    pen_x, pen_y = x, y
    at = at + 2 * points
  end
  return table.concat(out)
end

return pathdata
