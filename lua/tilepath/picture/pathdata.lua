--- A part of a picture as path data: the text for <path d="..."> of SVG and for
-- Path2D of a browser's canvas.
--
-- Places are rounded to a number of decimals and stored as whole numbers. Lines
-- lead from one rounded place to the next. So errors do not add up, and
-- outlines that touch share their corners. Each machine writes the same bytes,
-- because C's printf writes no decimal points. Lines that go straight on become
-- one line. Cost: O(numbers of the part).

local pathdata = {}

local floor = math.floor

local function power_of_ten(digits)
  local power = 1
  for _ = 1, digits do
    power = power * 10
  end
  return power
end

--- The shortest text of a whole number that counts units of the last decimal:
-- 1250 with 2 decimals is "12.5".
local function write(whole, digits)
  local text = ("%.0f"):format(whole < 0 and -whole or whole)
  if digits > 0 then
    text = ("0"):rep(digits + 1 - #text) .. text
    text = text:sub(1, -digits - 1) .. "." .. text:sub(-digits)
    text = text:gsub("%.?0+$", ""):gsub("^0%.", ".")
  end
  return whole < 0 and "-" .. text or text
end

--- Tables of texts by whole number, one for each number of decimals.
local texts_of = setmetatable({}, { __mode = "v", __index = function(t, digits)
  local of_digits = setmetatable({}, { __index = function(texts, whole)
    local text = write(whole, digits)
    texts[whole] = text
    return text
  end })
  t[digits] = of_digits
  return of_digits
end })

--- A number rounded to this many decimals.
function pathdata.number(value, digits)
  return write(floor(value * power_of_ten(digits) + 0.5), digits)
end

--- The number of decimals for a scale in pixels a world unit. The last decimal
-- is at most a quarter of a pixel.
function pathdata.digits(scale)
  local digits, power = 0, 1
  while scale > power / 4 do
    digits, power = digits + 1, power * 10
  end
  return digits
end

--- Writes the path data of a part.
-- @param part    of a picture
-- @param ox, oy  the picture's corner, which is subtracted from all places
-- @param digits  the number of decimals
-- @return text; "" for a part without places
function pathdata.of(part, ox, oy, digits)
  local power, texts = power_of_ten(digits), texts_of[digits]
  local is_area = part.form == "area"
  local out, n = {}, 0
  local command                         -- the last command written
  local pen_x, pen_y = 0, 0             -- where it ended

  local function put(letter, x, y)
    local first, second = texts[x], y and texts[y] or ""
    local space = y and second:byte() ~= 45 and " " or "" -- "-" parts them
    if letter == command or letter == "l" and command == "m" then
      letter = first:byte() ~= 45 and " " or ""
    else
      command = letter
    end
    n = n + 1
    out[n] = letter .. first .. space .. second
  end

  --- Writes a line in the shortest form.
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
    local dx, dy = 0, 0                 -- a line that is not written yet
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
