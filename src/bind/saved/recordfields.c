/* recordfields.c - the members of a unit and of a crowd in a state: for each
 * its letter in a record (core/base/serialize.h), its bounds, and its default,
 * which is left out.
 */
#include "recordfields.h"

#include "crowdstate.h"

/* 2^64 as a double: above any number of 64 bits. */
#define ANY 18446744073709551616.0
#define U32 4294967295.0
/* A time or a cost with which no sum overflows. */
#define AHEAD 2305843009213693952.0 /* 2^61 */

/* When a member is used. Otherwise it is not written, so a record with it is
 * refused: also one with a member that only such a member allows. */
typedef enum Use {
  ALWAYS,
  OFF,     /* the unit is off the middle of its cells */
  MOVES,   /* its crowd is in motion */
  STEPS,   /* it is on a step or a link */
  GOES_ON, /* it is not blocked */
  RESTS,   /* it is blocked */
  COUNTS,  /* its path has a cost that others do not share */
  TO_GOAL, /* the kinds of orders */
  ROUND,
  KEEPS,
  ASKS, /* a query: */
  FOR_ONE,
  FOR_LIST,
  IN_RANGE,
  LOOKS, /* a query or an order with a range, which may need sight */
  USES
} Use;

/* The compiler refuses a list with a row more or less than the count by which
 * it is read. */
#define ASSERT_ROWS(list, count)                           \
  _Static_assert(sizeof(list) / sizeof *(list) == (count), \
                 "count the rows of " #list)

#define BOUND(when, letter, name, width, low, high, usual) \
  { letter, offsetof(UnitState, name), width, low, high, usual, when }
#define OF(when, letter, name, width, high) \
  BOUND(when, letter, name, width, 0, high, 0)
#define PLACE(when, letter, name) BOUND(when, letter, name, TP_U32, 0, U32, U32)

static const tp_Member unit_members[] = {
    OF(ALWAYS, "n", arrival, TP_U64, AHEAD),
    BOUND(ALWAYS, "w", wide, TP_U8, 1, UINT8_MAX, 1),
    BOUND(ALWAYS, "h", high, TP_U8, 1, UINT8_MAX, 1),
    PLACE(ALWAYS, "c", cell),
    OF(ALWAYS, "o", is_off, TP_U8, 1),
    BOUND(OFF, "x", x, TP_F64, -DBL_MAX, DBL_MAX, 0),
    BOUND(OFF, "y", y, TP_F64, -DBL_MAX, DBL_MAX, 0),
    OF(ALWAYS, "v", speed, TP_F64, DBL_MAX),
    BOUND(ALWAYS, "p", pace, TP_I32, 1, 1024, 1),
    BOUND(ALWAYS, "q", priority, TP_I32, -1000, 1000, 0),
    OF(ALWAYS, "u", firm, TP_U8, 1),
    BOUND(ALWAYS, "t", heading, TP_U8, 0, TP_DIRECTIONS, TP_DIRECTIONS),
    PLACE(MOVES, "f", from),
    OF(STEPS, "e", end, TP_U64, AHEAD),
    OF(STEPS, "l", lasts, TP_U32, U32),
    OF(MOVES, "s", state, TP_U8, TP_BLOCKED),
    OF(MOVES, "F", flags, TP_U8, UINT8_MAX),
    OF(MOVES, "P", pauses, TP_U8, 7),
    OF(MOVES, "U", pushes, TP_U8, 31),
    OF(MOVES, "L", plans, TP_U8, INT8_MAX),
    OF(MOVES, "R", renewed, TP_U8, 1),
    OF(ROUND, "T", loops, TP_U8, 1),
    OF(MOVES, "b", bumped, TP_U32, INT32_MAX),
    OF(MOVES, "S", settle, TP_U16, INT16_MAX),
    BOUND(MOVES, "d", steps, TP_U8, 0, UINT8_MAX, UINT8_MAX),
    OF(MOVES, "a", since, TP_U64, ANY),
    OF(COUNTS, "B", best, TP_U64, ANY),
    OF(GOES_ON, "N", nearer, TP_U64, ANY),
    OF(RESTS, "r", retry, TP_U64, AHEAD),
    OF(MOVES, "E", order, TP_U8, ORDER_KEEP),
    PLACE(MOVES, "g", goal),
    OF(MOVES, "k", reason, TP_U8, TP_STALE),
    OF(MOVES, "H", is_short, TP_U8, 1),
    BOUND(TO_GOAL, "W", detour, TP_U16, 0, UINT16_MAX, UINT16_MAX),
    OF(ROUND, "j", next, TP_U32, INT32_MAX),
    OF(TO_GOAL, "A", asks, TP_U8, STATE_LIST),
    OF(ASKS, "C", in_cells, TP_U8, 1),
    OF(ASKS, "K", kind, TP_U8, TP_GOAL_SIDES),
    OF(LOOKS, "V", sight, TP_U8, 1),
    BOUND(IN_RANGE, "D", within, TP_F64, -1, DBL_MAX, -1),
    OF(ASKS, "Q", partial, TP_U8, 1),
    OF(ASKS, "m", waits, TP_U8, 1),
    OF(ASKS, "M", limit, TP_U64, BIND_MAX_WHOLE + 1),
    BOUND(FOR_ONE, "X", to_x, TP_F64, -DBL_MAX, DBL_MAX, 0),
    BOUND(FOR_ONE, "Z", to_y, TP_F64, -DBL_MAX, DBL_MAX, 0),
    OF(FOR_LIST, "G", chosen, TP_U32, INT32_MAX),
    OF(KEEPS, "i", least, TP_F64, DBL_MAX),
    BOUND(KEEPS, "z", most, TP_F64, -1, DBL_MAX, -1),
    OF(KEEPS, "O", target, TP_U32, U32),
};

ASSERT_ROWS(unit_members, UNIT_MEMBERS);

char *tp_crowdstate_write_unit(char *out, const UnitState *s) {
  const bool keeps = s->order == ORDER_KEEP;
  const bool in_range = s->asks && s->kind == TP_GOAL_RANGE;
  const bool used[USES] = {
      [ALWAYS] = true,
      [OFF] = s->is_off,
      [MOVES] = s->moves,
      [STEPS] = s->from != STATE_NOWHERE,
      [GOES_ON] = s->moves && s->state != TP_BLOCKED,
      [RESTS] = s->state == TP_BLOCKED,
      [COUNTS] = s->moves && s->order != ORDER_FIELD,
      [TO_GOAL] = s->order == ORDER_GOAL,
      [ROUND] = s->order == ORDER_PATROL,
      [KEEPS] = keeps,
      [ASKS] = s->asks,
      [FOR_ONE] = s->asks == STATE_GOAL,
      [FOR_LIST] = s->asks == STATE_LIST,
      [IN_RANGE] = in_range,
      [LOOKS] = in_range || keeps,
  };
  return tp_serialize_write(out, unit_members, UNIT_MEMBERS, s, used);
}

bool tp_crowdstate_read_unit(const char *text, UnitState *s) {
  const char *end = tp_serialize_read(text, unit_members, UNIT_MEMBERS, s);
  return end && *end == '\0';
}

/* The condition of a crowd's members: units that move. */
#define OF_CROWD(when, letter, name, width, high) \
  { letter, offsetof(CrowdState, name), width, 0, high, 0, when }
static const tp_Member crowd_members[] = {
    OF_CROWD(ALWAYS, "n", additions, TP_U64, AHEAD),
    OF_CROWD(ALWAYS, "m", moves, TP_U8, 1),
    OF_CROWD(MOVES, "b", by, TP_U8, BY_TICKS),
    OF_CROWD(MOVES, "w", whole, TP_U64, AHEAD),
    OF_CROWD(MOVES, "f", fraction, TP_U64, ANY),
};

ASSERT_ROWS(crowd_members, CROWD_MEMBERS);

char *tp_crowdstate_write_crowd(char *out, const CrowdState *s) {
  const bool used[USES] = {[ALWAYS] = true, [MOVES] = s->moves};
  return tp_serialize_write(out, crowd_members, CROWD_MEMBERS, s, used);
}

bool tp_crowdstate_read_crowd(const char *text, CrowdState *s) {
  const char *end = tp_serialize_read(text, crowd_members, CROWD_MEMBERS, s);
  return end && *end == '\0';
}
