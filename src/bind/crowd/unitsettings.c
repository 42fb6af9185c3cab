/* unitsettings.c - reads and pushes what a game sets of a unit, by its list. */
#include "unitsettings.h"

#include "membership.h"

Settings tp_settings_usual(const tp_Grid *g) {
  enum { CELLS_A_SECOND = 4 };
  const Strides s = tp_unit_strides(g);
#define USUAL(type, name, low, high, usual, what) .name = (usual),
  Settings settings = {UNIT_SETTINGS(USUAL)};
  settings.speed = CELLS_A_SECOND * (g->stagger.columns ? s.y : s.x);
  return settings;
}

static double take_number(lua_State *L, int index, const char *function,
                          const char *name, double low, double high,
                          const char *what) {
  const bool is_number = lua_type(L, index) == LUA_TNUMBER;
  const double value = is_number ? lua_tonumber(L, index) : NAN;
  if (!(value >= low && value <= high)) {
    tp_bind_wrong(L, index, function, name, what);
  }
  return value;
}

void tp_settings_take(lua_State *L, int index, const char *function,
                      int setting, Settings *settings) {
#define TAKE_double(name, low, high, what) \
  take_number(L, index, function, name, low, high, what)
#define TAKE_int32_t(name, low, high, what) \
  (int32_t) tp_bind_integer(L, index, function, name, low, high)
#define TAKE_bool(name, low, high, what) \
  tp_bind_boolean(L, index, function, name)
#define TAKE(type, name, low, high, usual, what)          \
  case SETTING_##name:                                    \
    settings->name = TAKE_##type(#name, low, high, what); \
    break;
  switch (setting) { UNIT_SETTINGS(TAKE) }
}

void tp_settings_push(lua_State *L, int setting, const Settings *settings) {
#define PUSH_double  lua_pushnumber
#define PUSH_int32_t compat_push_whole
#define PUSH_bool    lua_pushboolean
#define PUSH(type, name, low, high, usual, what) \
  case SETTING_##name: PUSH_##type(L, settings->name); break;
  switch (setting) { UNIT_SETTINGS(PUSH) }
}
