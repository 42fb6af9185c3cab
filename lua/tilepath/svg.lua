--- tilepath.svg: a picture as SVG text, for failing specs, manuals and chats.
--
-- Each part of the picture is a <path>, in world units from the picture's
-- corner. In an animation each frame is its own picture. Parts of the same kind
-- and style are one path in all frames. A path that changes has an <animate> of
-- SMIL, with an entry for each run of equal frames. Browsers play it even
-- inside <img>; other programs show the first frame. The order of the paths
-- follows the order of the parts: a new part goes directly behind the part
-- before it in its frame.
--
-- The ground is white with a pale frame. The frame is one pixel wide, because
-- the outer half of its line is cut off. Cost: O(numbers of all frames).

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local pathdata = require(siblings .. "picture.pathdata")
local picture = require(siblings .. "picture")

local CALL = "svg"
local LONGER_SIDE = 640                 -- pixels
local MOST_FRAMES = 10000
local NOTHING = "m0 0"                  -- path data if absent in a frame

local KNOWN = given.set { "body_size", "colours", "finder", "frames", "grid",
  "scale", "title" }

local number = pathdata.number

local function check_own(options)
  given.optional(given.number, CALL, "scale", options.scale, 1e-12, 1e12,
    "a number from 1e-12 to 1e12")
  given.optional(given.kind, CALL, "title", options.title, "string", "a string")
  given.optional(given.kind, CALL, "frames", options.frames, "function",
    "a function")
end

-- Text ------------------------------------------------------------------------

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }

--- A text in UTF-8 as XML text.
local function escape(text)
  return (text:gsub("%c", " "):gsub("[&<>]", ENTITIES))
end

local function colour(part)
  local function byte(share)
    return math.floor(share * 255 + 0.5)
  end
  return ("#%02x%02x%02x"):format(byte(part.r), byte(part.g), byte(part.b))
end

--- The attributes of a part's path, except its data.
local function style(part, digits)
  local text
  if part.form == "area" then
    text = (' fill="%s"'):format(colour(part))
  else
    text = (' fill="none" stroke="%s" stroke-width="%s"'):format(colour(part),
      number(part.width, digits + 2))
  end
  if part.a < 1 then
    text = ('%s opacity="%s"'):format(text, number(part.a, 3))
  end
  return text
end

-- Frames ----------------------------------------------------------------------

--- Adds the parts of a picture to a list of paths, { style =, next = the
-- following path, [frame] = its data }. The first parts of a kind and style in
-- all frames are one path, the second ones the next, and so on.
-- @param paths   the head of the list; paths.named has each path by name
-- @param corner  x and y of the picture's corner
local function add_frame(paths, parts, frame, corner, digits)
  local before, counts = paths, {}
  for _, part in ipairs(parts) do
    local look = style(part, digits)
    local name = part.kind .. look
    counts[name] = (counts[name] or 0) + 1
    name = name .. counts[name]
    local path = paths.named[name]
    if not path then
      path = { style = look, next = before.next }
      paths.named[name], before.next = path, path
    end
    path[frame] = pathdata.of(part, corner.x, corner.y, digits)
    before = path
  end
end

--- The <animate> of a path; nil if it is the same in all frames.
-- @param begins  when each frame begins, in seconds, and the last one ends
local function animation(path, begins)
  local values, times = { path[1] or NOTHING }, { "0" }
  local seconds = begins[#begins]
  for frame = 2, #begins - 1 do
    local data = path[frame] or NOTHING
    if data ~= (path[frame - 1] or NOTHING) then
      values[#values + 1] = data
      times[#times + 1] = number(begins[frame] / seconds, 5)
    end
  end
  return values[2] and ('<animate attributeName="d" calcMode="discrete" '
    .. 'dur="%sms" repeatCount="indefinite" keyTimes="%s" values="%s"/>')
    :format(number(seconds * 1000, 0), table.concat(times, ";"),
      table.concat(values, ";"))
end

local function head(width, height, scale, digits)
  local function pixels(side)
    return number(math.max(1, side * scale), 0)
  end
  return ('<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" '
    .. 'viewBox="0 0 %s %s" fill-rule="evenodd" stroke-linecap="round" '
    .. 'stroke-linejoin="round">'):format(pixels(width), pixels(height),
      number(width, digits), number(height, digits))
end

--- tilepath.svg(things [, options])
-- @return text
return function(things, options)
  local shown = picture.new()
  options = given.options(options)
  picture.show(shown, CALL, things, options, KNOWN)
  options = options or {}
  check_own(options)
  local width, height = shown.width, shown.height
  local longer = math.max(width, height)
  local scale = options.scale or LONGER_SIDE / (longer > 0 and longer or 1)
  local digits = pathdata.digits(scale)
  if longer * tonumber(("1e%d"):format(digits)) == math.huge then
    check.raise("svg: things lie too far apart")
  end
  local corner, paths = { x = shown.x, y = shown.y }, { named = {} }
  local begins, frame, seconds = { 0 }, 1, 0
  add_frame(paths, shown.parts, 1, corner, digits)
  while options.frames do
    local passed = options.frames(frame + 1)
    if not passed then
      break
    end
    seconds = given.number(CALL, "what frames returns", passed, 0.001, 1000,
      "nothing or a number from 0.001 to 1000")
    begins[frame + 1], frame = begins[frame] + seconds, frame + 1
    if frame > MOST_FRAMES then
      check.raise(("svg: more than %d frames"):format(MOST_FRAMES))
    end
    shown:update()
    add_frame(paths, shown.parts, frame, corner, digits)
  end
  begins[frame + 1] = begins[frame] + seconds -- the last one lasts as long

  local lines = { head(width, height, scale, digits) }
  if options.title then
    lines[2] = "<title>" .. escape(options.title) .. "</title>"
  end
  lines[#lines + 1] = ('<rect width="100%%" height="100%%" fill="#fff" '
    .. 'stroke="#ccc" stroke-width="%s"/>'):format(number(2 / scale, digits + 1))
  local path = paths.next
  while path do
    local moves = animation(path, begins)
    lines[#lines + 1] = ('<path%s d="%s"%s'):format(path.style,
      path[1] or NOTHING, moves and ">" .. moves .. "</path>" or "/>")
    path = path.next
  end
  lines[#lines + 1] = "</svg>\n"
  return table.concat(lines, "\n")
end
