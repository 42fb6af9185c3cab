/* recordfields.c - the members of a unit and of a crowd in a state: for each
 * its letter in a record (core/base/serialize.h), its bounds, and its default,
 * which is left out.
 */
#include "crowdstate.h"

/* 2^64 as a double: above any number of 64 bits. */
#define ANY 18446744073709551616.0
#define U32 4294967295.0
/* A time or a cost with which no sum overflows. */
#define AHEAD 2305843009213693952.0 /* 2^61 */

#define BOUND(letter, name, width, low, high, usual) \
  { letter, offsetof(UnitState, name), width, low, high, usual }
#define OF(letter, name, width, high) BOUND(letter, name, width, 0, high, 0)
#define PLACE(letter, name)           BOUND(letter, name, TP_U32, 0, U32, U32)

static const tp_Member of_unit[] = {
    OF("n", arrival, TP_U64, AHEAD),
    BOUND("w", wide, TP_U8, 1, UINT8_MAX, 1),
    BOUND("h", high, TP_U8, 1, UINT8_MAX, 1),
    PLACE("c", cell),
    OF("o", is_off, TP_U8, 1),
    BOUND("x", x, TP_F64, -DBL_MAX, DBL_MAX, 0),
    BOUND("y", y, TP_F64, -DBL_MAX, DBL_MAX, 0),
    OF("v", speed, TP_F64, DBL_MAX),
    BOUND("p", pace, TP_I32, 1, 1024, 1),
    BOUND("q", priority, TP_I32, -1000, 1000, 0),
    OF("u", is_immovable, TP_U8, 1),
    BOUND("t", heading, TP_U8, 0, TP_NO_DIRECTION, TP_NO_DIRECTION),
    PLACE("f", from),
    OF("e", end, TP_U64, AHEAD),
    OF("l", duration, TP_U32, U32),
    OF("s", state, TP_U8, TP_BLOCKED),
    OF("F", flags, TP_U8, UINT8_MAX),
    OF("P", pauses, TP_U8, 7),
    OF("U", pushes, TP_U8, 31),
    OF("L", plans, TP_U8, INT8_MAX),
    OF("R", renewed, TP_U8, 1),
    OF("T", loops, TP_U8, 1),
    OF("b", bumped, TP_U32, INT32_MAX),
    OF("S", settle, TP_U16, INT16_MAX),
    BOUND("d", steps, TP_U8, 0, UINT8_MAX, UINT8_MAX),
    OF("a", since, TP_U64, ANY),
    OF("B", best, TP_U64, ANY),
    OF("N", nearer, TP_U64, ANY),
    OF("r", retry, TP_U64, AHEAD),
    OF("E", order, TP_U8, 6),
    PLACE("g", goal),
    OF("k", reason, TP_U8, TP_STALE),
    OF("H", is_short, TP_U8, 1),
    BOUND("W", avoid_price, TP_U16, 0, UINT16_MAX, UINT16_MAX),
    OF("j", next, TP_U32, INT32_MAX),
    OF("A", asks, TP_U8, STATE_LIST),
    OF("C", in_cells, TP_U8, 1),
    OF("K", kind, TP_U8, TP_GOAL_ADJACENT),
    OF("V", sight, TP_U8, 1),
    BOUND("D", within, TP_F64, -1, DBL_MAX, -1),
    OF("Q", partial, TP_U8, 1),
    OF("m", waits, TP_U8, 1),
    OF("M", limit, TP_U64, BIND_MAX_WHOLE + 1),
    BOUND("X", to_x, TP_F64, -DBL_MAX, DBL_MAX, 0),
    BOUND("Z", to_y, TP_F64, -DBL_MAX, DBL_MAX, 0),
    OF("G", chosen, TP_U32, INT32_MAX),
    OF("i", least, TP_F64, DBL_MAX),
    BOUND("z", most, TP_F64, -1, DBL_MAX, -1),
    OF("O", target, TP_U32, U32),
};

/* A state's room for a record is made for so many. */
_Static_assert(sizeof of_unit / sizeof *of_unit == UNIT_MEMBERS,
               "count the members of a unit");

const tp_Members tp_unit_members = {of_unit, UNIT_MEMBERS};

#define OF_CROWD(letter, name, width, high) \
  { letter, offsetof(CrowdState, name), width, 0, high, 0 }
static const tp_Member of_crowd[] = {
    OF_CROWD("n", additions, TP_U64, AHEAD),
    OF_CROWD("m", moves, TP_U8, 1),
    OF_CROWD("b", by, TP_U8, BY_TICKS),
    OF_CROWD("w", whole, TP_U64, AHEAD),
    OF_CROWD("f", fraction, TP_U64, ANY),
};

const tp_Members tp_crowd_members = {of_crowd,
                                     sizeof of_crowd / sizeof *of_crowd};
