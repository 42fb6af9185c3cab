/* text.c - libFuzzer target: any bytes as a drawn map.
 *
 * From the root of the checkout, `make targets` runs it; `make replay` plays
 * its corpus, fuzz/corpus/text.
 *
 * A text is either refused with a message that names a place, or it gives a
 * grid that tilepath.ascii draws as the same text, without the columns of
 * blanks at its left.
 */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern int luaopen_tilepath_core(lua_State *L);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns nil, or what is wrong. */
static const char script[] =
    "package.path = 'lua/?.lua;lua/?/init.lua'\n"
    "local tilepath = require 'tilepath'\n"
    "local options = { prices = { water = 3, road = 0.5 },\n"
    "  legend = { ['~'] = 'water', r = 'road', ['\\0'] = 'road' } }\n"
    "local drawn = { [' '] = '.', ['\\0'] = 'r' }\n"
    "local function is_indented(text)\n"
    "  local has_rows = false\n"
    "  for row in text:gmatch('[^\\r\\n]+') do\n"
    "    if row:find('[^ \\t]') then\n"
    "      has_rows = true\n"
    "      if not row:find('^[ \\t]') then return false end\n"
    "    end\n"
    "  end\n"
    "  return has_rows\n"
    "end\n"
    "return function(text)\n"
    "  local made, grid = pcall(function()\n"
    "    return tilepath.grid(text, options)\n"
    "  end)\n"
    "  if not made then\n"
    "    return not grid:find(':%d+: grid: ') and grid or nil\n"
    "  end\n"
    "  while is_indented(text) do\n"
    "    text = ('\\n' .. text):gsub('\\n[ \\t]', '\\n'):sub(2)\n"
    "  end\n"
    "  local plain = text:gsub('\\r?\\n', '\\n'):gsub('[ %z]', drawn)\n"
    "  local again = tilepath.ascii(grid, {\n"
    "    legend = { ['~'] = 'water', r = 'road' } })\n"
    "  if again:gsub('\\n$', '') ~= plain:gsub('\\n$', '') then\n"
    "    return ('%q is drawn as %q'):format(text, again)\n"
    "  end\n"
    "end\n";

static void demand(lua_State *L, int right) {
  if (right) return;
  fprintf(stderr, "%s\n", lua_tostring(L, -1));
  abort();
}

static lua_State *open_state(void) {
  lua_State *L = luaL_newstate();
  if (!L) abort();
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_tilepath_core);
  lua_setfield(L, -2, "tilepath_core");
  lua_settop(L, 0);
  demand(L, luaL_loadstring(L, script) == 0 && lua_pcall(L, 0, 1, 0) == 0);
  return L;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static lua_State *L;
  if (!L) L = open_state();
  lua_pushvalue(L, 1);
  lua_pushlstring(L, (const char *)data, size);
  demand(L, lua_pcall(L, 1, 1, 0) == 0);
  demand(L, lua_isnil(L, -1));
  lua_settop(L, 1);
  return 0;
}
