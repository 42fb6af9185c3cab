--- Rewrites texts in Lua for hosts: each function returns the new text.
--
--   strip.all(text)       without what only people read: comments, indentation,
--                         empty lines, and spaces around operators
--   strip.names(text)     with short names for local variables
--   strip.fields(text, kept)  with short names for private fields
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

function strip.all(text)
  local parts, code, i = {}, "", 1
  local function put_code()
    -- Two minuses would be a comment, and dots a part of a number before them.
    parts[#parts + 1] = code:gsub("%s*\n%s*", "\n")
      :gsub(" ?([=,+*/%%<>~{}]) ?", "%1")
      :gsub("([)%]]) %f[%a]", "%1"):gsub("%f[^%w_] ([(%[])", "%1")
      :gsub("^ %f[%a]", ""):gsub("%f[^%w_] $", "")
      :gsub("([^%s%-]) %- %f[%w_(#]", "%1-"):gsub("(%D) %.%. ?", "%1..")
      :gsub("^ %.%. ?", "..")
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

-- Names that are no local variables: words of Lua and of its hosts.
local WORDS = {}
for word in ([[and break continue do else elseif end false for function goto if
    in local nil not or repeat return then true until while self arg bit bit32
    jit love utf8 unpack loadstring setfenv getfenv script game workspace typeof
    tilepath]]):gmatch "%a%w+" do
  WORDS[word] = true
end
for word in pairs(_G) do
  WORDS[word] = true
end

--- Calls use(name) for each name that a mask declares as a local variable.
local function each_local(mask, use)
  for _, word in ipairs { "local", "for" } do
    for first, past in mask:gmatch("%f[%w_]" .. word .. "%s+([%a_][%w_]*)()") do
      local name = first ~= "function" and first
        or mask:match("^%s+([%a_][%w_]*)", past)
      while name do
        use(name)
        name, past = mask:match("^%s*,%s*([%a_][%w_]*)()", past)
      end
    end
  end
  for list in mask:gmatch "%f[%w_]function[^(]*(%b())" do
    list:gsub("[%a_][%w_]*", use)
  end
end

local LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

--- The n-th short name, from 0.
local function short_name(n)
  local name = ""
  repeat
    local i = n % #LETTERS + 1
    name, n = name .. LETTERS:sub(i, i), math.floor(n / #LETTERS)
  until n == 0
  return name
end

-- What opens a block, and what closes it.
local OPENS = { ["function"] = true, ["do"] = true, ["if"] = true,
  ["repeat"] = true }
local CLOSES = { ["end"] = true, ["until"] = true }

--- Calls f(at, name) for each variable of a mask: neither a field nor the key of
-- one.
local function each_variable(mask, f)
  local stack, before, at = {}, "", mask:find "%S"
  while at do
    local word = mask:match("^[%w_]+", at)
    local sign = word or mask:match("^%.%.+", at) or mask:match('^"_*"', at)
      or mask:sub(at, at)
    local past = at + #sign
    local is_key = stack[#stack] == "{" and before:find "^[{,;]$"
      and mask:find("^%s*=[^=]", past)
    if OPENS[sign] or sign == "{" then
      stack[#stack + 1] = sign
    elseif CLOSES[sign] or sign == "}" then
      stack[#stack] = nil
    elseif word and word:find "^[%a_]" and not is_key and before ~= "."
      and before ~= ":" then
      f(at, word)
    end
    before, at = sign, mask:find("%S", past)
  end
end

--- Those that fill the most come first, and get the shortest names.
local function sort_by_gain(names, times)
  table.sort(names, function(a, b)
    local x, y = times[a] * #a, times[b] * #b
    return x > y or x == y and a < b
  end)
end

--- A local variable has a new name wherever a variable has its name, so scopes do
-- not matter.
function strip.names(text)
  local mask = mask_of(text)
  local times, names, seen = {}, {}, {}
  each_variable(mask, function(_, name)
    times[name] = (times[name] or 0) + 1
  end)
  each_local(mask, function(name)
    if times[name] and not seen[name] and not WORDS[name] and #name > 2 then
      seen[name] = true
      names[#names + 1] = name
    end
  end)
  sort_by_gain(names, times)
  local short, n = {}, 0
  for _, name in ipairs(names) do
    repeat
      short[name], n = short_name(n), n + 1
    until not (times[short[name]] or WORDS[short[name]])
  end
  local parts, done = {}, 1
  each_variable(mask, function(first, name)
    if short[name] then
      parts[#parts + 1] = text:sub(done, first - 1) .. short[name]
      done = first + #name
    end
  end)
  return table.concat(parts) .. text:sub(done)
end

--- Counts the words of a text.
local function count_words(text, counts)
  for word in text:gmatch "[%a_][%w_]*" do
    counts[word] = (counts[word] or 0) + 1
  end
  return counts
end

--- The names in the tables of this Lua: a host has them, too.
local function host_words()
  local words, seen = {}, {}
  local function add(t, depth)
    for name, value in pairs(t) do
      words[name] = true
      if type(value) == "table" and not seen[value] and depth < 3 then
        seen[value] = true
        add(value, depth + 1)
      end
    end
  end
  add(_G, 1)
  add(getmetatable(io.stdout).__index, 1)
  return words
end

--- Fields that the text itself makes and asks for have short names, unless a string
-- has the word (it may be a key), a host has it, or `kept`, a text, does: public
-- names, and other files that use them.
function strip.fields(text, kept)
  local mask, strings, i = mask_of(text), {}, 1
  while i <= #text do
    local last, kind = piece(text, i)
    if kind == "string" then
      count_words(text:sub(i, last), strings)
    end
    i = last + 1
  end
  local times, stays = count_words(mask, {}), host_words()
  for word in kept:gmatch "[%a_][%w_]*" do
    stays[word] = true
  end
  local names, seen, is_asked = {}, {}, {}
  for name in mask:gmatch "%f[.:][.:]([%a_][%w_]*)" do
    is_asked[name] = true
  end
  local function take(name)
    if is_asked[name] and not (seen[name] or stays[name] or strings[name]
      or WORDS[name] or #name < 3 or name:find "^__") then
      seen[name], names[#names + 1] = true, name
    end
  end
  for name in mask:gmatch "%f[%w_]function%s+[%w_.]*[.:]([%a_][%w_]*)%s*%(" do
    take(name)
  end
  for name in mask:gmatch "%f[.][.]([%a_][%w_]*)%s*=%f[^=]" do
    take(name)
  end
  for name in mask:gmatch "[{,;]%s*([%a_][%w_]*)%s*=%f[^=]" do
    take(name)
  end
  sort_by_gain(names, times)
  local short, n = {}, 0
  for _, name in ipairs(names) do
    local new
    repeat
      new, n = short_name(n), n + 1
    until not (times[new] or strings[new] or stays[new] or WORDS[new])
    short[name] = #new < #name and new or nil
  end
  local parts, done = {}, 1
  for first, name in mask:gmatch "()%f[%w_]([%a_][%w_]*)" do
    if short[name] then
      parts[#parts + 1] = text:sub(done, first - 1) .. short[name]
      done = first + #name
    end
  end
  return table.concat(parts) .. text:sub(done)
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
