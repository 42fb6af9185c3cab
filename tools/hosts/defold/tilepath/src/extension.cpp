// The C module of tilepath as an extension for Defold. Defold's `require` never
// asks package.preload, so the module goes into package.loaded, where
// tilepath.lua finds it.
#include <dmsdk/sdk.h>

extern "C" int luaopen_tilepath_core(lua_State *L);

static dmExtension::Result Initialize(dmExtension::Params *params) {
  lua_State *L = params->m_L;
  const int top = lua_gettop(L);
  lua_getglobal(L, "package");
  if (lua_istable(L, -1)) {
    lua_getfield(L, -1, "loaded");
    lua_pushcfunction(L, luaopen_tilepath_core);
    lua_call(L, 0, 1);
    lua_setfield(L, -2, "tilepath_core");
  }
  lua_settop(L, top);
  return dmExtension::RESULT_OK;
}

static dmExtension::Result Finalize(dmExtension::Params *params) {
  return dmExtension::RESULT_OK;
}

DM_DECLARE_EXTENSION(tilepath, "tilepath", 0, 0, Initialize, 0, 0, Finalize)
