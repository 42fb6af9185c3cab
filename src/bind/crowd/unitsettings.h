/* unitsettings.h - what a game sets of a unit: options of crowd:add, and
 * properties that it may write.
 */
#pragma once

#include "../finder/finder.h"
#include "../kit/options.h"

/* All of them, sorted by name as the core in Lua saves them: the only list in C.
 * lua/tilepath/options.lua has the other one.
 *
 *     SETTING(type, name, low, high, usual) */
#define UNIT_SETTINGS(SETTING)                                           \
  /* ticks per step, if time is in ticks */                              \
  SETTING(int32_t, pace, 1, 1024, 1)                                     \
  /* the higher number goes first */                                     \
  SETTING(int32_t, priority, -1000, 1000, 0)                             \
  /* seconds or ticks at each point of a patrol */                       \
  SETTING(double, rest, 0, BIND_FINITE, 0)                               \
  /* world units per second, if time is in seconds; usual: the grid's */ \
  SETTING(double, speed, BIND_ABOVE_0, BIND_FINITE, 0)                   \
  /* makes way for others */                                             \
  SETTING(bool, yields, 0, 0, true)

#define SETTING_MEMBER(type, name, low, high, usual) type name;
#define SETTING_INDEX(type, name, low, high, usual)  SETTING_##name,
#define SETTING_NAME(type, name, low, high, usual)   #name,

typedef struct Settings {
  UNIT_SETTINGS(SETTING_MEMBER)
} Settings;

/* The kinds of their rows (kit/options.h). */
#define SETTING_double  tp_option_number
#define SETTING_int32_t tp_option_whole
#define SETTING_bool    tp_option_flag

/* Their numbers, in this order from 0; and their names, which end a list. */
enum { UNIT_SETTINGS(SETTING_INDEX) SETTINGS };
#define SETTING_NAMES UNIT_SETTINGS(SETTING_NAME) NULL

/* The usual ones on that grid; NULL: without a speed. */
TP_FUNC Settings tp_settings_usual(const tp_Grid *grid);

/* Takes the value at index as the setting of that number. Raises if it is
 * wrong. */
TP_FUNC void tp_settings_take(lua_State *L, int index, const char *function,
                              int setting, Settings *settings);

/* Pushes the setting of that number. */
TP_FUNC void tp_settings_push(lua_State *L, int setting,
                              const Settings *settings);
