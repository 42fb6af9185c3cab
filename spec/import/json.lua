--- A decoder of JSON, of the size that reading fixtures takes: the library has
-- none, a game brings its own. It makes a table of Lua of the text. null becomes
-- a userdata, as most decoders have it.

local json = { null = io.stdout }

local load_text = rawget(_G, "loadstring") or load

local WORDS = { ["["] = "{", ["]"] = "}", [":"] = "=", null = "(...)" }

--- What a text says.
function json.decode(text)
  local parts, at = { "return " }, 1
  while at <= #text do
    local first = text:find('"', at, true) or #text + 1
    local last = first + 1
    while first <= #text and text:sub(last, last) ~= '"' do
      last = last + (text:sub(last, last) == "\\" and 2 or 1)
    end
    parts[#parts + 1] = text:sub(at, first - 1):gsub("[%[%]:]", WORDS)
      :gsub("%a+", WORDS)
    local is_key = text:find("^%s*:", last + 1)
    parts[#parts + 1] = (is_key and "[%s]" or "%s"):format(text:sub(first, last)
      :gsub("\\/", "/"))
    at = last + 1
  end
  return assert(load_text(table.concat(parts)))(json.null)
end

return json
