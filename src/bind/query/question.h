/* question.h - a query as a call is asked it: its arguments, read once. */
#ifndef BIND_QUESTION_H
#define BIND_QUESTION_H

#include "../crowd/avoid.h"

/* A question as a call is asked it. */
typedef struct Question {
  const char *function; /* that was called */
  tp_Query query;
  QueryOptions options;
  bool is_queued; /* a queue is asked, whose own options may be there */
  bool is_order;  /* of a unit, which has some options and one of its own */
  int goals;      /* where a list of goals stands, instead of one; 0: none */
  int into;       /* where the table to fill stands; 0: none               */
  int eyes;    /* where the pathfinder stands by whose eyes a goal is seen, if
                that is not the one that is asked; 0: it is           */
  Avoid avoid; /* who is in the way                                   */
  int at;      /* where the pathfinder stands; 0: at 1                  */
} Question;

/* Reads start, goal (or notes that there is a list) and query table of a call
 * with the arguments of `find`. Its function is set, and options.in_world. */
TP_FUNC void tp_question_read(lua_State *L, const Finder *finder, Question *q);

/* Reads the table at arg that stands in the place of a goal: a list, of which
 * it notes the place, or a terrain. */
TP_FUNC void tp_question_read_goals(lua_State *L, int arg, const Finder *finder,
                                    Question *q);

/* Reads the query table at arg alone, which may be absent. What it leaves on
 * the stack keeps alive what the query needs of it. */
TP_FUNC void tp_question_read_options(lua_State *L, int arg,
                                      const Finder *finder, Question *q);

/* Brings the other eyes up to date; raises where they are busy. All that is
 * made for the query comes after this, with the marks of the grid up: so nobody
 * edits that, and what the eyes know stays true. */
TP_FUNC void tp_question_open_eyes(lua_State *L, const Question *q);

/* Reads the list of goals, if there is one. `slot` is that of the first block
 * of a search, with its marks; those of goals lie behind it as in finder.h. */
TP_FUNC void tp_question_read_list(lua_State *L, const Question *q,
                                   QueryGoals *goals, bind_BlockSlot slot);

/* Makes the core's goals where a query ends in more cells than one, from a list
 * that was read, at any later time, when the pathfinder knows its grid. */
TP_FUNC void tp_question_make_goals(lua_State *L, Finder *finder, Question *q,
                                    QueryGoals *goals, bind_BlockSlot slot);

/* Begins the search, with goals that were made: on the pathfinder's navmap, or
 * on that of its agent among others. TP_QUERY_PARTS of both are up to date. */
TP_FUNC void tp_question_begin(const Question *q, tp_Navmap *navmap,
                               tp_Search *search);

/* Notes which goal of a list it is that a search has found. */
TP_FUNC void tp_query_note_goal(const tp_Search *s, const QueryGoals *goals,
                                QueryOptions *options);

#endif
