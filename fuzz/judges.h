/* judges.h - judges that compare one part of the core each with the oracle or
 * with a plain model: what each of them asks stands in its file, judge_*.c.
 */
#ifndef JUDGES_H
#define JUDGES_H

#include "trial.h"

/* ---- judge_agent.c ------------------------------------------------------- */

/* Mask, step costs and single steps against the world. */
void judge_agent(Trial *t, Player *p);

/* Is exactly that connected with the start which the oracle reaches from it? */
void judge_regions(Trial *t, Player *p);

/* ---- judge_closing.c ----------------------------------------------------- */

/* Would closed cells cut the path from the start to the goal? */
void judge_closing(Trial *t, Player *p);

/* ---- judge_field.c ------------------------------------------------------- */

/* Judges a field that is updated; and a forward field from the start. */
void judge_field(Trial *t, Player *p, Fielder *f);
void judge_reach(Trial *t, Player *p);

/* The same from a blocked start, through a way out. */
void judge_reach_out(Trial *t, Player *p);

/* ---- judge_flow.c -------------------------------------------------------- */

/* Judges agents that move along a field. */
void judge_flow(Trial *t, Player *p, Fielder *f);

/* ---- judge_goals.c ------------------------------------------------------- */

/* Judges a query with a list of goals, with a range, or with a goal to stop
 * beside. */
void judge_goals(Trial *t, Player *p);

/* ---- judge_guide.c ------------------------------------------------------- */

/* Judges a window on some rectangle, with seeds of any costs. */
void judge_window(Trial *t, Player *p);

/* Judges the path made of a path, and the windows on it. */
void judge_trail(Trial *t, Player *p);

/* ---- judge_nearest.c ----------------------------------------------------- */

/* Judges the cell nearest to some place. */
void judge_nearest(Trial *t, Player *p);

/* ---- judge_repair.c ------------------------------------------------------ */

/* Judges a field of its own over many small changes. */
void judge_repairs(Trial *t, Player *p);

/* Does a field equal a new one, and did it settle few more cells than that? */
void judge_as_new(Trial *t, Fielder *f, const tp_Navmap *nav);

/* ---- judge_sight.c ------------------------------------------------------- */

/* Judges a random line. */
void judge_sight(Trial *t, Player *p);

/* Judges a view: all cells that see a cell, or that are seen from it. */
void judge_view(Trial *t, Player *p);

/* ---- judge_standing.c ---------------------------------------------------- */

/* Begins a query of the player, and edits the world until the query is
 * answered. `price` then tells the trial what cells cost. */
void judge_standing(Trial *t, Player *p, void (*price)(Trial *));

/* ---- judge_structures.c -------------------------------------------------- */

/* Compares masks, jump points and regions after edits with those of a new
 * agent. */
void judge_structures(Trial *t, Player *p);

#endif
