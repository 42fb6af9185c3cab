/* recall.h - what is written of a unit in motion: the numbers of a line, in
 * order. Points of a patrol and turns of a trail follow.
 */
#ifndef BIND_RECALL_H
#define BIND_RECALL_H

#include "serving.h"

enum {
  ERRAND,
  WISH,
  FLAGS,
  PAUSES,
  BUMPED,
  HOME,
  GOAL,
  FROM,
  BEGIN,
  END,
  SINCE,
  BEST,
  NEARER,
  WAKE,
  SETTLE,
  TOURS,
  HEADING,
  PUT,
  PUT_X,
  PUT_Y,
  REASON,
  NEXT,
  POINTS,
  PLANS,
  RENEWED,
  PUSHES,
  LEADS,
  NUMBERS
};

/* What a chart of the whole map knows of it: nothing yet, how it was at some
 * time, or how it is. */
typedef enum ChartKnown {
  CHART_UNKNOWN,
  CHART_KNOWN_OF_OLD,
  CHART_KNOWN
} ChartKnown;

/* How it finds its way. */
enum {
  LEADS_NOWHERE,
  LEADS_OVER_MAP,
  LEADS_ALONG,
  LEADS_ROUND, /* over the map, round those that are paused; it may lag */
  LEADS_ROUND_LATE,
  LEADS_ASTRAY, /* as LEADS_ALONG, but the map has changed there */
  LEADS_ALONE,  /* over the map, by its own chart; and how far that is known */
  LEADS_LAST = LEADS_ALONE + CHART_KNOWN,
  TRAIL_NUMBERS = 7
};

/* Beside the column of a turn to which a link leads from the one before it. */
#define RECALL_BY_LINK (UINT64_C(1) << 16)

/* Of a plan, before its words: its place, is it followed?, misses, radius,
 * step, steps, members. */
enum { PLAN_NUMBERS = 7 };

/* Beside the id of a member that is one no longer. */
#define RECALL_GONE 0x80000000u

/* Of a few that are known, before their ids: the place, since when, a hash in
 * two halves, are they hopeless?, how many. */
enum { KNOWN_NUMBERS = 6 };

/* Last a search that is on: for a few, at how many positions it has looked, and
 * hashes of what it began with; else how many nodes there are, and the rest of
 * tp_Joint, before the words of all nodes. */
enum { SEARCH_OF_FEW = 1, SEARCH_OF_MANY, DUE_NUMBERS = 4, SEARCH_NUMBERS = 7 };

/* The longest number of 32 bits, and a space. */
enum { RECALL_WORD_DIGITS = 11 };

enum {
  KEPT_FLAGS = TP_MOVER_PAUSED | TP_MOVER_ROUND | TP_MOVER_REFUSED |
               TP_MOVER_AWAY | TP_MOVER_TOLD | TP_MOVER_STUCK
};

/* ---- resume.c ----------------------------------------------------------- */

TP_FUNC ChartKnown tp_recall_known(const tp_Chart *chart, const Finder *finder);

/* Gives the unit at an absolute index, which no motion leads yet, a chart of
 * the whole map to the cell: its own, or one that others have, too. Its
 * pathfinder knows the map as it is. What a chart knew of old is not made
 * again: it knows the map as it is, and lags all the same. */
TP_FUNC void tp_recall_show_own(lua_State *L, int unit, tp_Cell goal,
                                ChartKnown known);
TP_FUNC void tp_recall_show_shared(lua_State *L, int unit, tp_Cell goal);

/* Has the unit a shared one, to that cell? */
TP_FUNC bool tp_recall_shares(const Unit *unit, tp_Cell goal);

/* What is still to be read of a text. */
typedef struct Text {
  const char *at;
  bool is_wrong;
} Text;

TP_INLINE uint64_t recall_read(Text *t, uint64_t limit) {
  uint64_t value = 0;
  const char *from = t->at;
  for (; *t->at >= '0' && *t->at <= '9'; t->at++) {
    uint64_t digit = (uint64_t)(*t->at - '0');
    if (value > (UINT64_MAX - digit) / 10) t->is_wrong = true;
    value = 10 * value + digit;
  }
  bool is_one = t->at > from && (*t->at == ' ' || *t->at == '\0');
  if (!is_one || value > limit) t->is_wrong = true;
  if (*t->at == ' ') t->at++;
  return t->is_wrong ? 0 : value;
}

#endif
