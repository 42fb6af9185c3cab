/* grid.h - the map: the terrain of each cell, its place in the world, and the
 * latest changes.
 */
#pragma once

#include "../base/changelog.h"
#include "../base/hexagon.h"

typedef struct tp_Terrain {
  double price; /* of entering a cell, times the step; INFINITY: impassable */
  bool hides;   /* lines of sight do not pass it, but may end in it */
  char name[TP_NAME_SIZE];
} tp_Terrain;

/* Present on few maps: fences (fences.h) and links (links.h). */
typedef struct tp_Fences tp_Fences;
typedef struct tp_Links tp_Links;

typedef struct tp_Grid {
  int32_t width, height;          /* in cells, 1 .. TP_MAX_SIDE */
  int32_t base_x, base_y;         /* the user's numbers of column 0 and row 0 */
  int32_t first_x, first_y;       /* column and row that begin at the origin:
                                     as many were added before it */
  double cell_width, cell_height; /* world units a cell; for hexagons, of the
                                     box around a cell */
  double cell_side;               /* length of the two sides of a hexagon
                                     that are upright (shoved rows) or level
                                     (shoved columns); 0 for squares */
  tp_Stagger stagger;             /* the shoved rows or columns; none for
                                     squares */
  double origin_x, origin_y;      /* world position of the first top left
                                     corner */
  /* Grows with each change of the size or of column 0: cells of another shape
   * are other cells. */
  uint64_t shape;
  tp_ChangeLog changes;   /* a version for each edit */
  uint64_t price_version; /* of the last change to the terrain table */
  uint64_t used_version;  /* of the last time that a terrain got its first
                             cell that is not closed, or lost its last one */
  /* At the ends of links and beside fences; all are in `changes`, too. */
  tp_ChangeLog connections;
  uint64_t layer_edits;  /* of all layers on it (layer.h): they are not in
                           `changes` */
  uint64_t field_builds; /* grows with each build or repair of a field on it */
  tp_Fences *fences;     /* the caller's blocks; NULL: never needed so far */
  tp_Links *links;
  /* Of a building's grid, whose floors lie side by side: for each column, what
   * to add to its cells to lay the floors upon each other. Blocked columns
   * separate floors, unless the game opens them. The caller's; NULL: none. */
  const tp_Cell *shift;
  int32_t terrain_count;
  uint32_t cell_count[256]; /* number of cells with that byte */
  tp_Terrain terrain[TP_MAX_TERRAINS];
  uint8_t *cells; /* terrain | TP_CLOSED, row by row: behind this struct, or
                     in a block of the caller's */
} tp_Grid;

/* Bytes of a grid; 0 if the size is out of range. */
TP_FUNC size_t tp_grid_bytes(double width, double height);

/* The place for the cells in a block of that many bytes. */
TP_INLINE uint8_t *tp_grid_room(tp_Grid *g) { return (uint8_t *)(g + 1); }

/* World units from one column or row to the next. Hexagons interlock: across
 * the shoved rows or columns the pitch is less than a cell. */
TP_INLINE double tp_pitch(double cell, double cell_side, unsigned is_across) {
  return is_across ? (cell + cell_side) / 2 : cell;
}

TP_INLINE double tp_grid_pitch_x(const tp_Grid *g) {
  return tp_pitch(g->cell_width, g->cell_side, g->stagger.columns);
}

TP_INLINE double tp_grid_pitch_y(const tp_Grid *g) {
  return tp_pitch(g->cell_height, g->cell_side, g->stagger.rows);
}

/* May a side of the grid lie there: so many cells of that size, of which
 * `before` lie before the origin? If `before` is negative, the side begins so
 * many cells behind it; at most TP_FARTHEST_BASE. Sizes must be 2^-30 to 2^30,
 * and the origin and both ends within 2^53 and within 2^32 cells of 0. So
 * doubles tell any two places of a cell apart. */
enum { TP_FARTHEST_BASE = 1 << 30 };
TP_FUNC bool tp_grid_can_begin(double origin, double cells, double cell_size,
                               double before);

/* Makes a grid of open cells, with base 0, cells of 1 x 1 and origin 0, 0, in
 * tp_grid_bytes(width, height) bytes at g. */
TP_FUNC void tp_grid_init(tp_Grid *g, int32_t width, int32_t height);

TP_INLINE bool tp_grid_contains(const tp_Grid *g, int32_t x, int32_t y) {
  return (uint32_t)x < (uint32_t)g->width && (uint32_t)y < (uint32_t)g->height;
}

TP_INLINE size_t tp_grid_index(const tp_Grid *g, int32_t x, int32_t y) {
  TP_ASSERT(tp_grid_contains(g, x, y));
  return (size_t)y * (size_t)g->width + (size_t)x;
}

/* The cell of the map that is nearest to any cell. */
TP_INLINE tp_Cell tp_grid_clamp(const tp_Grid *g, tp_Cell c) {
  int32_t right = g->width - 1, bottom = g->height - 1;
  return (tp_Cell){c.x < 0       ? 0
                   : c.x > right ? right
                                 : c.x,
                   c.y < 0        ? 0
                   : c.y > bottom ? bottom
                                  : c.y};
}

/* The number of edits. */
TP_INLINE uint64_t tp_grid_revision(const tp_Grid *g) {
  return g->changes.now - 1;
}

/* Grows with each edit, also of its layers. */
TP_INLINE uint64_t tp_grid_age(const tp_Grid *g) {
  return tp_grid_revision(g) + g->layer_edits;
}

/* The number of cells. */
TP_INLINE size_t tp_grid_cells(const tp_Grid *g) {
  return (size_t)g->width * (size_t)g->height;
}

/* The price of entering a cell, for an agent without prices of its own;
 * INFINITY if it may not be entered. */
TP_FUNC double tp_grid_price(const tp_Grid *g, int32_t x, int32_t y);

/* A point of the world; or a column and row, also outside of the grid. */
typedef struct tp_Place {
  double x, y;
} tp_Place;

/* The shove of a row or column in cells: 0 or 0.5. Arguments are integers. */
TP_FUNC double tp_grid_shove(const tp_Grid *g, double column, double row);

/* World position of the left border of the first column and the upper border of
 * the first row, as if neither were shoved. */
TP_FUNC tp_Place tp_grid_origin(const tp_Grid *g);

/* World position of a cell's centre, and of the top left corner of the box
 * around it; and the cell that holds a world position. A position on a border
 * belongs to the cell to the right or below. The result is finite if the
 * arguments are and the sum does not overflow. */
TP_FUNC tp_Place tp_grid_middle(const tp_Grid *g, double column, double row);
TP_FUNC tp_Place tp_grid_corner(const tp_Grid *g, double column, double row);
TP_FUNC tp_Place tp_grid_cell_at(const tp_Grid *g, double world_x,
                                 double world_y);

/* The corners of a cell, clockwise from the top left one (for pointy hexagons
 * from the top). Returns their number: 4 or 6. Neighbours share exactly equal
 * corners. */
TP_FUNC int tp_grid_corners(const tp_Grid *g, double column, double row,
                            tp_Place corners[TP_SIDES_OF_HEXAGON]);

/* The id of a terrain; -1: the grid has none of that name. */
TP_FUNC int tp_grid_find(const tp_Grid *g, const char *name, size_t length);

/* Defines a terrain (the name has 1 .. 31 bytes and must be new), or changes a
 * price, or whether it hides. Returns the id, or -1 if the table is full. */
TP_FUNC int tp_grid_define(tp_Grid *g, const char *name, size_t length,
                           double price);
TP_FUNC void tp_grid_reprice(tp_Grid *g, int terrain, double price);
TP_FUNC void tp_grid_hide(tp_Grid *g, int terrain, bool hides);

/* Gives the cell a terrain, and opens it. x, y lie inside the map. */
TP_FUNC void tp_grid_set(tp_Grid *g, int32_t x, int32_t y, int terrain);

/* Closes the cell, or opens it again. A cell of impassable terrain becomes
 * TP_OPEN when it is opened. A closed wall is TP_OUTSIDE. x, y lie inside the
 * map. */
TP_FUNC void tp_grid_set_walkable(tp_Grid *g, int32_t x, int32_t y, bool yes);

/* Gives a terrain to each cell of the rectangle inside the map. Returns the
 * number of cells that changed. */
TP_FUNC size_t tp_grid_fill(tp_Grid *g, tp_Rect rect, int terrain);

/* Gives each cell of the rectangle, which lies inside the map, its terrain in
 * terrains[], row by row; TP_KEEP leaves a cell unchanged. This is one edit.
 * Returns the number of cells that changed. */
enum { TP_KEEP = 0xff };
TP_FUNC size_t tp_grid_paste(tp_Grid *g, tp_Rect rect, const uint8_t *terrains);

/* For fences and links: notes a change at the rectangle that its cells do not
 * show. */
TP_FUNC void tp_grid_record_connection(tp_Grid *g, tp_Rect rect);

/* For loaders, which write g->cells themselves: counts the cells again, and
 * notes all of them as changed. */
TP_FUNC void tp_grid_recount(tp_Grid *g);
