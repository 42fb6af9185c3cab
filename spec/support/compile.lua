--- Makes a function of Lua in a text, an expression or statements, with globals of
-- its own: for lists of calls (fuzz/cases.lua, bench/worst_calls.lua).

local load_text = rawget(_G, "loadstring") or load
local set_env = rawget(_G, "setfenv")

return function(code, globals)
  local is_expression = load_text("return " .. code)
  local text = is_expression and "return " .. code or code
  if set_env then
    return set_env(assert(load_text(text, "=" .. code)), globals)
  end
  return assert(load(text, "=" .. code, "t", globals))
end
