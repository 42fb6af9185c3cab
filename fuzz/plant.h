/* plant.h - faults that the harness plants in what the library reads, keeps or
 * answers, to show that the judge catches them.
 */
#ifndef PLANT_H
#define PLANT_H

#include "core/field/phases.h"
#include "core/search/search.h"
#include "world.h"

#define PLANTS(X)                                                      \
  X(PRICE, "price", "an agent's own price is dropped")                 \
  X(REPRICE, "reprice", "a new price does not reach the grid")         \
  X(CORNER, "corner", "corners are cut whatever the rule")             \
  X(COST, "cost", "a cost is a hundred-thousandth too large")          \
  X(STEP, "step", "a path misses its middle cell")                     \
  X(MASK, "mask", "a bit of the mask is wrong")                        \
  X(EDIT, "edit", "an edit leaves no note in the log")                 \
  X(FITS, "fits", "a large agent fits where part of it is in a wall")  \
  X(BESIDE, "beside", "what an edit does beside its cells is missed")  \
  X(CLASS, "class", "a cell's price is that of another")               \
  X(LAYER, "layer", "a number added to a layer leaves no note")        \
  X(FLOOR, "floor", "layers that attract sink below the least price")  \
  X(FACTOR, "factor", "costs are twice as fine as they need be")       \
  X(AWAY, "away", "an agent keeps a cell less away from walls")        \
  X(REGION, "region", "regions stay as they were before an edit")      \
  X(BASIS, "basis", "a way found over an edit is not looked at again") \
  X(ESTIMATE, "estimate", "the heuristic is three times too large")    \
  X(SLICE, "slice", "the goal that guides a search moves in a pause")  \
  X(ORDER, "order", "the heap forgets which of two cells came first")  \
  X(JUMP, "jump", "a jump out of a heuristic counts as a cell")        \
  X(NEAREST, "nearest", "a partial path ends a cell early")            \
  X(REASON, "reason", "a blocked goal is called unreachable")          \
  X(SIGHT, "sight", "a line passes where a corner is in the way")      \
  X(SHADOW, "shadow", "a cell is seen whatever is in between")         \
  X(NARROW, "narrow", "a body is a 65536th of a cell too narrow")      \
  X(MEETING, "meeting", "a body meets first what it meets last")       \
  X(PLACED, "placed", "a body ends a 65536th of a cell further on")    \
  X(LENGTH, "length", "a line's cost is a millionth too small")        \
  X(BUDGET, "budget", "a search expands a cell more than it may")      \
  X(POINT, "point", "a jump point is not seen from one direction")     \
  X(HIT, "hit", "what lies ahead in a row or column is out of date")   \
  X(RAY, "ray", "a diagonal passes a place where it should stop")      \
  X(END, "end", "a diagonal goes on where it should end")              \
  X(RANK, "rank", "jump points are numbered one too high")             \
  X(KEPT, "kept", "jumps are kept over an edit")                       \
  X(STAMP, "stamp", "a query takes the jump nodes of the last one")    \
  X(RING, "ring", "a ring is taken around another place")              \
  X(REOPEN, "reopen", "a cell that was shut stays so")                 \
  X(FIELD, "field", "a field has not seen an edit")                    \
  X(SETTLED, "settled", "a cell's cost in a field is one too low")     \
  X(GONE, "gone", "a goal of a field that is gone still counts")       \
  X(COARSE, "coarse", "costs far apart share a bucket of a field")     \
  X(WAY, "way", "a way that a field has noted leads elsewhere")        \
  X(HASTY, "hasty", "a field leaves out steps that save something")    \
  X(FORGOTTEN, "forgotten", "where a run of a field goes on is lost")  \
  X(REMEMBERED, "remembered", "ways outlast the costs they are of")    \
  X(STUBBORN, "stubborn", "a field is repaired at whatever price")     \
  X(EXTRA, "extra", "what a goal costs besides the way is dropped")    \
  X(LISTED, "listed", "of equal goals the last counts")                \
  X(RANGE, "range", "a range reaches a cell too far")                  \
  X(BLIND, "blind", "a goal in range is seen through walls")           \
  X(EYES, "eyes", "a goal is seen by one's own eyes, not by others")   \
  X(STOUT, "stout", "a goal is seen as a point would see it")          \
  X(NOTED, "noted", "ends are noted for another goal")                 \
  X(TOUCH, "touch", "a goal is touched past a corner")                 \
  X(OFFSET, "offset", "an estimate leaves out how near will do")       \
  X(RIM, "rim", "the last row of a wide goal is left out")             \
  X(COLUMN, "column", "the nearest cell is that of another column")    \
  X(DRIFT, "drift", "agents drift to the right")                       \
  X(RADIUS, "radius", "agents of a field forget their body's radius")  \
  X(APART, "apart", "one of a swarm is pushed, whatever is there")     \
  X(STACK, "stack", "a swarm keeps half as far apart as it is to")     \
  X(EXIT, "exit", "any way out of a wall is taken to be the nearest")  \
  X(STUCK, "stuck", "agents stay where something was built")           \
  X(LINK_COST, "toll", "one step of a way out costs twice as much")    \
  X(PASSED, "passed", "the exit of a way out is passed over")          \
  X(FREED, "freed", "a way out ends a cell early")                     \
  X(COUNTED, "counted", "who stands at the start is in the way")       \
  X(EXCEPTED, "excepted", "one who does not count is in the way")      \
  X(MOVED, "moved", "a crowd moves on, and nobody is told")            \
  X(UNSEEN, "unseen", "an agent among others sees but walls change")   \
  X(OCCUPIED, "occupied", "an occupied goal is said to be a wall")     \
  X(RAISED, "raised", "a cell where somebody stands costs too little") \
  X(WINDOW, "window", "a cell's cost in a window is too low")          \
  X(TURN, "turn", "a turn of a trail costs one too much")              \
  X(LEDGE, "ledge", "a fence that is shut one way is shut both")       \
  X(DEARER, "dearer", "a link costs a straight step more")             \
  X(RETURN, "return", "a link that leads one way leads back, too")     \
  X(LINKED, "linked", "a link that is undone stays")                   \
  X(JOINED, "joined", "a link that leads one way joins both regions")  \
  X(GUIDE, "guide", "an estimate by way of links is one too high")     \
  X(EVEN, "unpinned", "a cell with more than its mask is no pin")      \
  X(THROUGH, "through", "a line of sight passes fences")               \
  X(POPS, "pops", "which of two cheapest ways hangs on the estimate")  \
  X(TABLE, "table", "a table that is not repaired is asked")           \
  X(HIGH, "high", "a landmark's number is one too high")               \
  X(PARITY, "parity", "hexagons take the steps of the row beside")     \
  X(SIXTH, "sixth", "a hexagon lacks a step")                          \
  X(AHEAD, "ahead", "hexagons leave out too much on the way")          \
  X(SLANTED, "slanted", "a slanting wall stands at another side")

typedef enum Plant {
  PLANT_NONE,
#define PLANT_NAMED(id, name, what) PLANT_##id,
  PLANTS(PLANT_NAMED)
#undef PLANT_NAMED
      PLANT_COUNT
} Plant;

/* The fault in force. */
extern Plant planted;

/* Plants a fault of what an agent knows, at some place. */
void plant_in_agent(tp_Navmap *navmap, Random *r);

/* Plants a fault of what an agent knows of hexagons. */
void plant_in_hexagons(tp_Navmap *navmap);

/* Plants a fault of what an agent follows of the units that it avoids. */
void plant_in_overlay(tp_Navmap *navmap);

/* Plants a fault of what a search knows of its map. */
void plant_in_basis(tp_Search *search);

/* Plants a fault of the changes that landmarks have followed, or of their
 * numbers. */
void plant_in_marks(tp_Navmap *navmap);

/* Plants a fault in the path that a search has found. */
void plant_in_way_back(tp_Search *search);

/* Plants a fault in a field that is about to be updated, or in its last
 * sources. */
void plant_in_field(tp_FieldBuild *build, tp_Source *sources);

/* Plants a fault in a field that is being built, between two slices. */
void plant_in_fronts(tp_FieldBuild *build);

/* Plants a fault in what a query with many ends makes of its goals. */
void plant_in_goals(tp_Search *search);

/* Plants a fault in the way out of a query that has just begun. */
void plant_in_escape(tp_Search *search, tp_Query query);

/* Plants a fault in what a search expects of links, once it has begun. */
void plant_in_guides(tp_Search *search);

/* Plants a fault in the notes of ends of a query with many goals, between
 * slices. */
void plant_in_notes(tp_Search *search);

/* Plants a fault in what a search keeps between queries, before a query from
 * that start. */
void plant_in_search(tp_Search *search, const tp_Navmap *navmap, tp_Cell start);

#endif
