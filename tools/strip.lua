--- Rewrites texts in Lua for hosts: each function returns the new text.
--
--   strip.all(text)       without what only people read: comments, indentation,
--                         empty lines, spaces around operators, and the length
--                         of some names that stand in many files
--   strip.methods(text)   with string.rep(s, 2) for s:rep(2): in some sandboxes
--                         strings have no methods

local strip = {}

--- Where the piece of a text that begins at `i` ends, and what it is.
local function piece(text, i)
  local is_comment = text:find("^%-%-", i) ~= nil
  local equals = text:match("^%[(=*)%[", is_comment and i + 2 or i)
  if equals then
    local _, last = text:find("]" .. equals .. "]", i, true)
    return last, is_comment and "comment" or "string"
  elseif is_comment then
    return (text:find("\n", i, true) or #text + 1) - 1, "comment"
  end
  local quote = text:match("^[\"']", i)
  if quote then
    local last = i + 1
    while text:sub(last, last) ~= quote do
      last = last + (text:sub(last, last) == "\\" and 2 or 1)
    end
    return last, "string"
  end
  return (text:find("[-\"'%[]", i + 1) or #text + 1) - 1, "code"
end

-- Names of variables and private fields that stand in many places.
local SHORT = { _progress = "_p", any_cell = "ac", asks_each_step = "ae",
  cheapest_diagonal = "cd", cheapest_straight = "cs", choices = "ch",
  costtogoal = "cg", crowdunit = "cu", directions = "ds", given = "gv",
  hexagons = "hx", is_path_short = "ip", is_standing = "sg", methods = "md",
  occupant = "oc", old_to_goal = "og", parent = "pa", progress_time = "pt",
  requeue_deciders = "rq", seeks_detour = "sd", settle_radius = "sr",
  siblings = "sb", side_number = "sn", to_goal = "tg", unitstates = "us" }

function strip.all(text)
  local parts, code, i = {}, "", 1
  local function put_code()
    -- Not around `-` and `.`, which might become a comment or part of a number.
    parts[#parts + 1] = code:gsub("%s*\n%s*", "\n")
      :gsub(" ?([=,+*/%%<>~{}]) ?", "%1"):gsub("[%a_][%w_]*", SHORT)
    code = ""
  end
  while i <= #text do
    local last, kind = piece(text, i)
    if kind == "code" then
      code = code .. text:sub(i, last)
    elseif kind == "string" then
      put_code()
      parts[#parts + 1] = text:sub(i, last)
    end
    i = last + 1
  end
  put_code()
  return (table.concat(parts):gsub("^\n", ""))
end

--- The text with blanks for comments, and only plain characters in strings.
local function mask_of(text)
  local parts, i = {}, 1
  while i <= #text do
    local last, kind = piece(text, i)
    local count = last - i + 1
    parts[#parts + 1] = kind == "code" and text:sub(i, last)
      or kind == "comment" and (" "):rep(count)
      or '"' .. ("_"):rep(count - 2) .. '"'
    i = last + 1
  end
  return table.concat(parts)
end

--- Where the expression (names, calls, indices) begins that ends a mask.
local function start_of(mask)
  local back = mask:reverse()
  local i = 1
  repeat
    i = back:match("^%s*()", i)
    local is_name = back:find("^[%w_]", i) ~= nil
    i = back:match("^[%w_]+()", i) or back:match('^"_*"()', i)
      or back:match("^%b)(()", i) or back:match("^%b][()", i)
    local dot = is_name and back:match("^[.:]()[^.]", i)
    local is_inner = dot or not is_name and back:find("^[%w_)%]]", i)
    i = dot or i
  until not is_inner
  return #mask - i + 2
end

-- Objects of the library that have a method of the same name.
local function is_object(name)
  return name:find("finder$") or name:find("[Tt]ilesets$") or name == "self"
end

local METHODS = "byte find format gmatch gsub lower match rep reverse sub upper"

function strip.methods(text)
  local mask = mask_of(text)
  for method in METHODS:gmatch("%l+") do
    local at = 1
    while at do
      local colon, past = mask:match("():" .. method .. "%(()", at)
      at = past
      if colon then
        local first = start_of(mask:sub(1, colon - 1))
        local object = text:sub(first, colon - 1)
        if not is_object(object) then
          local comma = mask:find("^%s*%)", past) and "" or ", "
          local function rewrite(whole)
            return whole:sub(1, first - 1) .. "string." .. method .. "("
              .. whole:sub(first, colon - 1) .. comma .. whole:sub(past)
          end
          text, mask, at = rewrite(text), rewrite(mask), first
        end
      end
    end
  end
  return text
end

return strip
