--- Takes off a text in Lua what only people read: comments, indentation, empty
-- lines, and spaces around operators.
--
--   require("strip")(text)     returns the shorter text

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

return function(text)
  local parts, code, i = {}, "", 1
  local function put_code()
    -- Not around `-` and `.`, which might become a comment or part of a number.
    parts[#parts + 1] = code:gsub("%s*\n%s*", "\n")
      :gsub(" ?([=,+*/%%<>~{}]) ?", "%1")
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
