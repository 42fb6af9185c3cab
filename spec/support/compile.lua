--- Makes a function of Lua in a text, an expression or statements, with globals of
-- its own: for lists of calls (fuzz/cases.lua, bench/worst_calls.lua). Messages
-- have the name.

local load_text = rawget(_G, "loadstring") or load
local set_env = rawget(_G, "setfenv")

return function(code, globals, name)
  local is_expression = load_text("return " .. code)
  local text = is_expression and "return " .. code or code
  if set_env then
    return set_env(assert(load_text(text, "=" .. name)), globals)
  end
  return assert(load(text, "=" .. name, "t", globals))
end
