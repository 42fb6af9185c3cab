/* oracle.h - the judge: finds what is right, by the plainest means.
 *
 * It shares no code and no types with the library. Maps and paths are plain
 * numbers. Cells count from 0, x before y; the index of a cell is y * width +
 * x.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a diagonal step requires of the two cells beside it. */
typedef enum OracleRule {
  ORACLE_BOTH_FREE,
  ORACLE_ONE_FREE,
  ORACLE_NOTHING,
  ORACLE_NO_DIAGONALS
} OracleRule;

/* Hexagons in staggered rows or columns. `R`: pointy tops, in rows. `Q`: flat
 * tops, in columns. The odd or the even ones are shifted; the first one is 0.
 */
typedef enum OracleStagger {
  ORACLE_SQUARES,
  ORACLE_ODD_R,
  ORACLE_EVEN_R,
  ORACLE_ODD_Q,
  ORACLE_EVEN_Q,
  ORACLE_STAGGERS
} OracleStagger;

/* Number of steps between two hexagons on an open map. */
int64_t oracle_apart(OracleStagger stagger, int64_t x1, int64_t y1, int64_t x2,
                     int64_t y2);

/* The same hexagons, counted from another first cell. */
OracleStagger oracle_cut(OracleStagger stagger, int first_x, int first_y);

/* The directions in which the side between two cells is closed. */
enum {
  ORACLE_SHUT_ON = 1,  /* to the right, or down */
  ORACLE_SHUT_BACK = 2 /* to the left, or up */
};

/* Fences: what shuts the left side and the upper side of each cell. A
 * hexagon has a third side, towards the row above or the column on the left. */
typedef struct OracleSides {
  int width, height;
  const uint8_t *left, *top, *slant;
} OracleSides;

/* A link from one cell to another, both by index. */
typedef struct OracleLink {
  int from, to;
  double cost;
} OracleLink;

typedef struct OracleMap {
  int width, height;
  const double *price; /* by cell: of entering it; INFINITY: blocked */
  OracleStagger stagger;
  int half_side;             /* of hexagons: half the length of a side that runs
                                across their lines, in units */
  OracleRule rule;           /* for squares */
  double straight, diagonal; /* cost of a step at price 1 */
  int wide, high;            /* cells that the agent covers */
  const OracleSides *sides;  /* NULL: none is closed */
  const bool *outside;       /* cells to which no way out leads; NULL: none */
  int side_x, side_y;        /* place of the map's first cell in `sides` */
  const OracleLink *link;
  int links;
  const bool *ends; /* by cell: paths end there, none leads on; NULL: nowhere */
} OracleMap;

/* Fills cost[] with the cost of a cheapest path from the free cell (x, y) to
 * each cell, INFINITY if there is none. `backwards`: from each cell to (x, y).
 */
void oracle_costs(const OracleMap *map, int x, int y, bool backwards,
                  double *cost);

/* The start (x, y) is inside and blocked. An exit is a free cell to which steps
 * lead over blocked cells alone: steps that the map would allow if these were
 * free. Then the way goes on as a path above. Fills far[] with the distance
 * (oracle_exit_far) of the nearest exit that leads to each cell. Fills exit[]
 * with
 * - the distance of the cell, if it is an exit;
 * - ORACLE_BEYOND, if only other exits lead there;
 * - INFINITY, if no exit does. */
#define ORACLE_BEYOND 1e300
void oracle_escape(const OracleMap *map, int x, int y, double *far,
                   double *exit);

/* The distance of an exit after so many steps: by these, then, if they are
 * several, in a straight line from the start. */
double oracle_exit_far(const OracleMap *map, size_t steps, int x1, int y1,
                       int x2, int y2);

/* Does a step of a way out lead from (x, y) by (dx, dy)? */
bool oracle_leads_out(const OracleMap *map, int x, int y, int dx, int dy);

/* The square of the distance of two cells' centres; on hexagons in steps. */
double oracle_far(const OracleMap *map, int x1, int y1, int x2, int y2);

/* Follows a way out to its first free cell, as oracle_follow does a path.
 * *blocked is the place of that cell on the path. */
const char *oracle_follow_out(const OracleMap *map, const int *path,
                              size_t count, double price, size_t *blocked,
                              double *cost);

/* Follows a path of `count` cells, given as x, y, x, y ... If each step is
 * legal, returns NULL and the sum of the costs in *cost; else returns what is
 * wrong. `linked`, unless NULL, tells for each cell whether the path comes to
 * it by a link, which then must be the cheapest link between the two cells. */
const char *oracle_follow(const OracleMap *map, const int *path,
                          const bool *linked, size_t count, double *cost);

/* How much more the path may cost by other links between the same cells, each
 * at most `rounding` more expensive. */
double oracle_spare(const OracleMap *map, const int *path, const bool *linked,
                    size_t count, double rounding);

/* Points of oracle_sees are whole numbers, in units of this part of a cell. */
#define ORACLE_UNIT 65536

/* Is the straight segment from (x1, y1) to (x2, y2) clear, two points inside
 * the map? It is clear if all this holds.
 * - Every cell whose inside it meets is free.
 * - If it runs along a border, the cells on both sides are free.
 * - If it passes exactly through a corner, the diagonal rule allows that.
 * - No side that it crosses is closed in that direction.
 * - It does not run along a side that is closed in either direction. It may
 * touch
 *   the end of such a side.
 * - If it runs along a border and crosses a line of the grid, the sides at both
 *   ends of that crossing are not closed in that direction. A side that it only
 *   touches where it begins or ends is exempt.
 *
 * A point on a border belongs to the cell right of it or below it. If the
 * segment is clear, *cost is the sum of price x length in cells x straight.
 *
 * On hexagons the segment connects the centres of the two cells, as if they
 * were regular. Along a border the path may run on either side, if legal steps
 * lead there and on from there; if both sides are possible, it runs on the
 * cheaper one. */
bool oracle_sees(const OracleMap *map, int64_t x1, int64_t y1, int64_t x2,
                 int64_t y2, double *cost);

/* On hexagons, for a segment from point to point, as it lies in the plane: is
 * it clear to walk? A point is that of the box around its cell. The answer is
 * clear if no blocked cell, and no closed side, is within 4 units of the
 * segment; it is not clear if the segment goes deeper than that into a blocked
 * cell, or crosses a closed side farther than that from its ends. *cost is
 * right to 1 part in 1000, or NAN if the segment is as near to a cell that it
 * does not enter. */
typedef enum OracleAnswer {
  ORACLE_NO,
  ORACLE_PERHAPS,
  ORACLE_YES
} OracleAnswer;
OracleAnswer oracle_walks(const OracleMap *map, int64_t x1, int64_t y1,
                          int64_t x2, int64_t y2, double *cost);

#endif
