/* records.c - the rows of records, and a reader of them. */
#include "crowdstate.h"

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

static const tp_Member of_unit[] = {UNIT_STATE(UNIT_ROW)
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

/* The value on the top as a number, a place among the words, or NAN. */
static double value_of(lua_State *L, const tp_Member *m) {
  const int type = lua_type(L, -1);
  if (m->kind != TP_WORD)
    return type == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
  if (m->words == tp_flag_words) {
    return type == LUA_TBOOLEAN ? lua_toboolean(L, -1) : NAN;
  }
  for (int i = (int)m->low; i <= (int)m->high; i++) {
    const char *const words[] = {m->words[i], NULL};
    if (tp_bind_word(L, -1, words) == 0) return i;
  }
  return NAN;
}

bool tp_state_read(lua_State *L, int index, const tp_Members *members,
                   void *record) {
  bool is_right = true;
  for (size_t i = 0; i < members->count && is_right; i++) {
    const tp_Member *m = &members->member[i];
    double value = m->usual;
    lua_getfield(L, index, m->name);
    if (!lua_isnil(L, -1)) {
      value = value_of(L, m);
      is_right = value >= m->low && value <= m->high &&
                 (m->kind == TP_NUMBER || floor(value) == value);
    }
    if (is_right) tp_member_set(m, record, value);
    lua_pop(L, 1);
  }
  return is_right;
}
