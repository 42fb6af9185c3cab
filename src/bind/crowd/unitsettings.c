/* unitsettings.c - reads and pushes what a game sets of a unit, by its list. */
#include "unitsettings.h"

#include "membership.h"

Settings tp_settings_usual(const tp_Grid *g) {
  enum { CELLS_A_SECOND = 4 };
#define USUAL(type, name, low, high, usual) .name = (usual),
  Settings settings = {UNIT_SETTINGS(USUAL)};
  if (!g) return settings;
  const Strides s = tp_unit_strides(g);
  settings.speed = CELLS_A_SECOND * (g->stagger.columns ? s.y : s.x);
  return settings;
}

static const bind_Option rows[] = {
#define SETTING_ROW(type, name, low, high, usual) \
  {#name, 1, &SETTING_##type, BIND_MEMBER(Settings, name), low, high},
    UNIT_SETTINGS(SETTING_ROW)};

void tp_settings_take(lua_State *L, int index, const char *function,
                      int setting, Settings *settings) {
  tp_options_take(L, index, function, &rows[setting], settings);
}

void tp_settings_push(lua_State *L, int setting, const Settings *settings) {
  tp_options_push(L, &rows[setting], settings);
}
