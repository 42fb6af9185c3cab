/* members.c - the members of a unit and of a crowd in a state: for each its
 * letter in a record (core/base/record.h), its bounds, and its default, which
 * is left out.
 */
#include "state.h"

/* 2^64 as a double: above any number of 64 bits. */
#define ANY 18446744073709551616.0
#define U32 4294967295.0
/* A time or a cost with which no sum overflows. */
#define AHEAD 2305843009213693952.0 /* 2^61 */

#define OF(letter, name, width, high) \
  TP_MEMBER(letter, UnitState, name, width, high)
#define FROM(letter, name, width, low, high, usual) \
  TP_MEMBER_FROM(letter, UnitState, name, width, low, high, usual)
#define PLACE(letter, name) FROM(letter, name, TP_U32, 0, U32, U32)

const tp_Member tp_unit_members[UNIT_MEMBERS] = {
    OF("n", arrival, TP_U64, AHEAD),
    FROM("w", wide, TP_U8, 1, UINT8_MAX, 1),
    FROM("h", high, TP_U8, 1, UINT8_MAX, 1),
    PLACE("c", cell),
    OF("o", is_off, TP_U8, 1),
    FROM("x", x, TP_F64, -DBL_MAX, DBL_MAX, 0),
    FROM("y", y, TP_F64, -DBL_MAX, DBL_MAX, 0),
    OF("v", speed, TP_F64, DBL_MAX),
    FROM("p", pace, TP_I32, 1, 1024, 1),
    FROM("q", priority, TP_I32, -1000, 1000, 0),
    OF("u", firm, TP_U8, 1),
    FROM("t", heading, TP_U8, 0, TP_DIRECTIONS, TP_DIRECTIONS),
    OF("m", moves, TP_U8, 1),
    PLACE("f", from),
    OF("e", end, TP_U64, AHEAD),
    OF("l", lasts, TP_U32, U32),
    OF("s", state, TP_U8, TP_BLOCKED),
    OF("F", flags, TP_U8, UINT8_MAX),
    OF("P", pauses, TP_U8, 7),
    OF("U", pushes, TP_U8, 31),
    OF("L", plans, TP_U8, TP_MOST_PLANS),
    OF("R", renewed, TP_U8, 1),
    OF("T", loops, TP_U8, 1),
    OF("b", bumped, TP_U32, INT32_MAX),
    OF("S", settle, TP_U16, INT16_MAX),
    FROM("d", steps, TP_U8, 0, UINT8_MAX, UINT8_MAX),
    OF("a", since, TP_U64, ANY),
    OF("B", best, TP_U64, ANY),
    OF("N", nearer, TP_U64, ANY),
    OF("r", retry, TP_U64, AHEAD),
    OF("E", errand, TP_U8, ERRAND_KEEP),
    PLACE("g", goal),
    OF("k", reason, TP_U8, TP_STALE),
    OF("j", next, TP_U32, INT32_MAX),
    OF("A", asks, TP_U8, STATE_LIST),
    OF("K", kind, TP_U8, TP_GOAL_SIDES),
    OF("V", sight, TP_U8, 1),
    OF("Y", eyes, TP_U8, 1),
    FROM("D", range, TP_F64, -1, DBL_MAX, -1),
    OF("Q", partial, TP_U8, 1),
    OF("M", limit, TP_U64, BIND_MAX_WHOLE),
    FROM("X", to_x, TP_F64, -DBL_MAX, DBL_MAX, 0),
    FROM("Z", to_y, TP_F64, -DBL_MAX, DBL_MAX, 0),
    OF("G", chosen, TP_U32, INT32_MAX),
    OF("H", is_short, TP_U8, 1),
    OF("i", least, TP_F64, DBL_MAX),
    FROM("z", most, TP_F64, -1, DBL_MAX, -1),
    OF("O", target, TP_U32, U32),
};

const tp_Member tp_crowd_members[CROWD_MEMBERS] = {
    TP_MEMBER("n", CrowdState, additions, TP_U64, AHEAD),
    TP_MEMBER("m", CrowdState, moves, TP_U8, 1),
    TP_MEMBER("b", CrowdState, by, TP_U8, BY_BEATS),
    TP_MEMBER("w", CrowdState, whole, TP_U64, AHEAD),
    TP_MEMBER("f", CrowdState, fraction, TP_U64, ANY),
};
