/* records.c - the rows of records, and a reader of them. */
#include "crowdstate.h"

#include <math.h>

#include "../finder/pathfinder.h"
#include "../order/order.h"

#define ORDER_NAME(name) #name,
#define ORDER_ROW(name)  &tp_order_##name,

const char *const tp_state_order_names[] = {NULL, ORDER_KINDS(ORDER_NAME)};
const OrderKind *const tp_state_orders[] = {NULL, ORDER_KINDS(ORDER_ROW)};

const char *const tp_state_ranges[] = {
    [TOO_FAR] = "too_far",
    [TOO_NEAR] = "too_near",
};

const char *const tp_state_time_units[] = {
    [BY_SECONDS] = "seconds",
    [BY_TICKS] = "ticks",
};

#define ROW(Record, kind, name, low, high, usual, words) \
  {#name, offsetof(Record, name), TP_##kind, low, high, usual, words},
#define UNIT_ROW(kind, name, low, high, usual, words) \
  ROW(UnitState, kind, name, low, high, usual, words)
#define UNIT_BIT(bit, name) STATE_FLAG(UNIT_ROW, name)
#define CROWD_ROW(kind, name, low, high, usual, words) \
  ROW(CrowdState, kind, name, low, high, usual, words)
#define ROW_double(name, low, high, usual) \
  UNIT_ROW(NUMBER, name, low, high, usual, NULL)
#define ROW_int32_t(name, low, high, usual) \
  UNIT_ROW(WHOLE, name, low, high, usual, NULL)
#define ROW_bool(name, low, high, usual) \
  UNIT_ROW(WORD, name, 0, 1, usual, tp_flag_words)
#define STATE_SETTING(type, name, low, high, usual) \
  ROW_##type(name, low, high, usual)

static const tp_Member of_unit[] = {UNIT_STATE(UNIT_ROW, UNIT_BIT, UNIT_ROW)
                                        UNIT_SETTINGS(STATE_SETTING)};
static const tp_Member of_crowd[] = {CROWD_STATE(CROWD_ROW)};

const tp_Members tp_unit_members = {of_unit, sizeof of_unit / sizeof *of_unit};
const tp_Members tp_crowd_members = {of_crowd,
                                     sizeof of_crowd / sizeof *of_crowd};

UnitState tp_state_usual(void) {
  UnitState s;
  for (size_t i = 0; i < tp_unit_members.count; i++) {
    tp_member_set(&of_unit[i], &s, of_unit[i].usual);
  }
  return s;
}

bool tp_state_read(lua_State *L, int index, const tp_Members *members,
                   void *record) {
  size_t length;
  const char *text = lua_tolstring(L, index, &length);
  return tp_serialize_read(text, length, members, record);
}

/* core.read_unit(text) -> the record of a unit as a table; nil if it is
 * damaged */
static int read_unit(lua_State *L) {
  enum { MOST_SAVED = 24 }; /* of the members, of most units */
  UnitState s;
  if (!tp_state_read(L, 1, &tp_unit_members, &s)) return 0;
  lua_createtable(L, 0, MOST_SAVED);
  for (size_t i = 0; i < tp_unit_members.count; i++) {
    const tp_Member *m = &of_unit[i];
    const double value = tp_member_value(m, &s);
    if (value == m->usual) continue;
    if (m->kind == TP_NUMBER && floor(value) != value) {
      lua_pushnumber(L, value);
    } else if (m->kind != TP_WORD) {
      compat_push_whole(L, value);
    } else if (m->words == tp_flag_words) {
      lua_pushboolean(L, value != 0);
    } else {
      lua_pushstring(L, m->words[(int)value]);
    }
    lua_setfield(L, -2, m->name);
  }
  return 1;
}

static const luaL_Reg functions[] = {
    {"read_unit", read_unit},
    {NULL, NULL},
};

const bind_Exports tp_records_exports = {.functions = functions};
