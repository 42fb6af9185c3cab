
-- A host may lack each of these.
local _, debug = pcall(function() return debug end)
local _, environment = pcall(function() return _ENV end)
local _, getfenv = pcall(function() return getfenv end)
local _, load = pcall(function() return load end)
local _, loadstring = pcall(function() return loadstring end)
local _, setfenv = pcall(function() return setfenv end)

--- The name of this chunk, which its texts have, too: so errors know them.
local function own_chunk()
  if type(debug) == "table" and debug.getinfo then
    return debug.getinfo(1, "S").source
  end
  local _, place = pcall(error, "", 2)
  return "=" .. (string.match(place, "^(.*):%d+: $") or "tilepath")
end

-- The words for which a text has a letter.
local WORDS = { ["@"] = "local ", ["!"] = "return ", ["&"] = "function ",
  ["`"] = "end" }

--- A file that is a text, with the globals of this chunk.
local function compiled(text)
  local chunk, reason
  text = "local CORE=... return function(require,package,...)\n"
    .. string.gsub(text, "[@!&`]", WORDS) .. "end"
  if type(environment) == "table" and type(load) == "function" then
    chunk, reason = load(text, own_chunk(), "t", environment)
  elseif type(loadstring) == "function" then
    chunk, reason = loadstring(text, own_chunk())
  else
    error("tilepath: this host has no load: take tilepath.lua in place of "
      .. "tilepath.min.lua", 0)
  end
  if not chunk then
    error(reason, 0)
  elseif type(setfenv) == "function" then
    setfenv(chunk, getfenv(1))
  end
  return chunk(CORE)
end
