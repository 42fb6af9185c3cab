/* oracle.h - the judge: what is right, told by the plainest means there are.
 *
 * It shares no code and no types with the library; maps and paths come to it as
 * plain numbers. Cells count from 0, x before y; a cell's index is
 * y * width + x.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a diagonal step asks of the two cells beside it. */
typedef enum OracleRule {
  ORACLE_BOTH_FREE,
  ORACLE_ONE_FREE,
  ORACLE_NOTHING,
  ORACLE_NO_DIAGONALS
} OracleRule;

/* Hexagons in staggered rows or columns, as they are called: `r` for pointy
 * tops, in rows; `q` for flat ones, in columns; shoved are the odd ones or the
 * even ones, counted from 0. */
typedef enum OracleStagger {
  ORACLE_SQUARES,
  ORACLE_ODD_R,
  ORACLE_EVEN_R,
  ORACLE_ODD_Q,
  ORACLE_EVEN_Q,
  ORACLE_STAGGERS
} OracleStagger;

/* Steps from one hexagon to another, if all cells were free. */
int64_t oracle_apart(OracleStagger stagger, int64_t x1, int64_t y1, int64_t x2,
                     int64_t y2);

/* The same hexagons, if they are counted from another first cell. */
OracleStagger oracle_cut(OracleStagger stagger, int first_x, int first_y);

/* Who may not pass the side between two cells. */
enum {
  ORACLE_SHUT_ON = 1,  /* to the right, or down */
  ORACLE_SHUT_BACK = 2 /* to the left, or up    */
};

/* Thin walls: what shuts the left side of each cell, and its upper one; and of
 * a hexagon the other one towards the row above, or the column at the left. */
typedef struct OracleSides {
  int width, height;
  const uint8_t *left, *top, *slant;
} OracleSides;

/* A way from one cell to another that is no step, both by index. */
typedef struct OracleLink {
  int from, to;
  double cost;
} OracleLink;

enum { ORACLE_FREE = 8 };

typedef struct OracleMap {
  int width, height;
  const double *price; /* by cell: of entering it, INFINITY: blocked */
  OracleStagger stagger;
  OracleRule rule;           /* of squares */
  double straight, diagonal; /* cost of a step at price 1 */
  int wide, high;            /* cells that the agent covers */
  const OracleSides *sides;  /* NULL: none is shut */
  int side_x, side_y;        /* the place of the first cell among those */
  const OracleLink *link;
  int links;
  double turn; /* cost of turning by 45 degrees; 0: it costs nothing */
  int facing;  /* at the start, in 45 degrees clockwise from east; ORACLE_FREE:
                  the first step is no turn                                  */
} OracleMap;

/* Fills cost[] with the cost of a cheapest way from (x, y), which is free, to
 * each cell, INFINITY where there is none. `backwards`: from each cell to
 * (x, y), and no turn costs anything. */
void oracle_costs(const OracleMap *map, int x, int y, bool backwards,
                  double *cost);

/* From (x, y), which is inside and blocked: the way out goes over blocked
 * cells, in any direction of the rule, each step at that price, up to an exit,
 * the first free cell; from there on it is a way as above. Fills blocked[] with
 * how many blocked cells there are at least on a way to each cell; cost[] with
 * the cost of a cheapest way out with so few of them, if the cell is its exit,
 * with ORACLE_BEYOND if other exits lead there, INFINITY if none does. */
#define ORACLE_BEYOND 1e300
void oracle_escape(const OracleMap *map, int x, int y, double price,
                   int *blocked, double *cost);

/* Follows a way out, as oracle_follow does a path, to its first free cell:
 * *blocked is its place on the path. */
const char *oracle_follow_out(const OracleMap *map, const int *path,
                              size_t count, double price, size_t *blocked,
                              double *cost);

/* Follows a path of `count` cells, given as x, y, x, y ... Returns NULL where
 * each step is legal, with the sum of their costs in *cost; else what is
 * wrong. `linked`, unless NULL: by cell, whether the path comes to it by a link
 * from the one before; it must be the cheapest one between the two. */
const char *oracle_follow(const OracleMap *map, const int *path,
                          const bool *linked, size_t count, double *cost);

/* How much more that path may cost by other links between the same cells, each
 * dearer by no more than `rounding`. */
double oracle_spare(const OracleMap *map, const int *path, const bool *linked,
                    size_t count, double rounding);

/* Points of oracle_sees are whole numbers of this part of a cell. */
#define ORACLE_UNIT 65536

/* May one walk the straight segment from (x1, y1) to (x2, y2), two points
 * inside the map? Every cell whose inside it meets must be free, and those on
 * both sides of it where it runs along a border; where it passes exactly
 * through a corner the diagonal rule decides. A point on a border belongs to
 * the cell right of it or below it. No side may be shut to those who go that
 * way where the line crosses it, nor, where that runs along a border, the one
 * beside it, unless the line begins or ends at it and touches no more than its
 * end. *cost is the sum of price x length in cells x straight, where it
 * is clear.
 *
 * Of hexagons the segment is that between the centres of the two cells, as if
 * they were regular. Along a border one goes on either side of it, wherever a
 * legal step leads there and one leads on: where both do, on the cheaper one. */
bool oracle_sees(const OracleMap *map, int64_t x1, int64_t y1, int64_t x2,
                 int64_t y2, double *cost);

#endif
