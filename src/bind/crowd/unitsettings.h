/* unitsettings.h - what a game sets of a unit: options of crowd:add, and
 * properties that it may write.
 */
#pragma once

#include <float.h>

#include "../finder/finder.h"

/* All of them: the only list in C. (lua/tilepath/plain/unit.lua has the other
 * one.)
 *
 *     SETTING(type, name, low, high, usual, what)
 *
 * `what` is what a number must be, for errors. A whole number needs none: its
 * bounds say it. */
#define UNIT_SETTINGS(SETTING)                                                \
  /* world units per second, if time is in seconds; usual: the grid's */      \
  SETTING(double, speed, DBL_TRUE_MIN, DBL_MAX, 0, "a finite number above 0") \
  /* ticks per step, if time is in ticks */                                   \
  SETTING(int32_t, pace, 1, 1024, 1, NULL)                                    \
  /* the higher number goes first */                                          \
  SETTING(int32_t, priority, -1000, 1000, 0, NULL)                            \
  /* makes way for others */                                                  \
  SETTING(bool, yields, 0, 1, true, NULL)

#define SETTING_MEMBER(type, name, low, high, usual, what) type name;
#define SETTING_INDEX(type, name, low, high, usual, what)  SETTING_##name,
#define SETTING_NAME(type, name, low, high, usual, what)   #name,

typedef struct Settings {
  UNIT_SETTINGS(SETTING_MEMBER)
} Settings;

/* Their numbers, in this order from 0; and their names, as the end of a list. */
enum { UNIT_SETTINGS(SETTING_INDEX) SETTINGS };
#define SETTING_NAMES UNIT_SETTINGS(SETTING_NAME) NULL

/* The usual ones. */
TP_FUNC Settings tp_settings_usual(const tp_Grid *grid);

/* Takes the value at index as the setting of that number. Raises if it is
 * wrong. */
TP_FUNC void tp_settings_take(lua_State *L, int index, const char *function,
                              int setting, Settings *settings);

/* Pushes the setting of that number. */
TP_FUNC void tp_settings_push(lua_State *L, int setting,
                              const Settings *settings);
