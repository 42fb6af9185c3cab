-- How long the sentences of a page are: the mean, and the twenty longest.
--
--     lua tools/sentences.lua PAGE.md ...
--
-- Code blocks, tables, headings, pictures and targets of links are left out, as
-- is a line of a list that is no sentence. `code in a line` counts as one word.

local function read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

-- Paragraphs and items of lists, a string each.
local function paragraphs_of(text)
  local list, is_open, is_code, is_indented = {}, false, false, false
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    local is_fence, is_item = line:find "^%s*```", line:find "^%s*[-*%d]+%.? "
    if is_fence then is_code = not is_code end
    is_indented = line:find "^    " and (is_indented or not is_open)
    local is_text = not (is_fence or is_code or is_indented)
      and line:find "%S" and not line:find "^%s*[|#]"
    if is_text and is_open and not is_item then
      list[#list] = list[#list] .. " " .. line
    elseif is_text then
      list[#list + 1] = line
    end
    is_open = is_text
  end
  return list
end

local function plain(text)
  return (text:gsub("`([^`]+)`", function(code) return (code:gsub(" ", "")) end)
    :gsub("!%b[]%b()", ""):gsub("(%b[])%b()", "%1"):gsub("[%[%]*_>]", "")
    :gsub("^%s*[-%d]+%.? ", ""):gsub("%s+", " "))
end

local function sentences_of(text)
  local sentences = {}
  for _, paragraph in ipairs(paragraphs_of(text)) do
    local line = plain(paragraph):gsub(":%s*$", ".") .. " "
    for sentence in line:gmatch "(.-[.!?]+[)\"']*)%s" do
      local _, words = sentence:gsub("%S*%w%S*", "")
      sentences[#sentences + 1] = { words = words, text = sentence,
        place = #sentences }
    end
  end
  return sentences
end

for _, name in ipairs(arg) do
  local sentences, words = sentences_of(read(name)), 0
  for _, sentence in ipairs(sentences) do words = words + sentence.words end
  table.sort(sentences, function(a, b)
    if a.words ~= b.words then return a.words > b.words end
    return a.place < b.place
  end)
  print(("%s: %d sentences, %d words, %.1f a sentence"):format(name,
    #sentences, words, words / math.max(1, #sentences)))
  for i = 1, math.min(20, #sentences) do
    print(("%4d %s"):format(sentences[i].words,
      sentences[i].text:gsub("^ ", "")))
  end
end
