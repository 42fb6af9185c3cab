/* grid.h - what the map is: terrain by cell, where it lies in the world, and
 * what changed lately. */
#ifndef TP_GRID_H
#define TP_GRID_H

#include "../base/changes.h"
#include "../base/hexagon.h"

typedef struct tp_Terrain {
  double price; /* of entering a cell, times the step; INFINITY: impassable */
  char name[TP_NAME_SIZE];
} tp_Terrain;

/* What few maps have: thin walls (sides.h) and links (links.h). */
typedef struct tp_Sides tp_Sides;
typedef struct tp_Links tp_Links;

typedef struct tp_Grid {
  int32_t width, height;          /* cells, 1 .. TP_MAX_SIDE                */
  int32_t base_x, base_y;         /* what the user calls column 0 and row 0 */
  int32_t first_x, first_y;       /* column and row that begin at the origin:
                                     as many were put before it           */
  double cell_width, cell_height; /* world units a cell; of a hexagon, the box
                                     around it                            */
  double cell_side;               /* length of the two sides of a hexagon that
                                     stand upright (rows are shoved) or lie flat;
                                     0 of squares                         */
  tp_Stagger stagger;             /* which rows or columns are shoved; none of
                                     squares                              */
  double origin_x, origin_y;      /* world position of the top left corner
                                     that it had first                    */
  uint64_t shape;     /* how often it has had another size or another column 0:
                     cells of another shape are others                   */
  tp_Changes changes; /* a version for every edit               */
  uint64_t price_version; /* of the last change to the terrain table */
  uint64_t used_version;  /* when some terrain was last left without
                                     cells that are not closed, or got some */
  tp_Changes ways; /* at the ends of links and beside thin walls; all of that
                       is noted in `changes`, too                          */
  uint64_t layer_edits; /* of all layers on it (layer.h): none of these is
                           noted here                                    */
  tp_Sides *sides; /* the caller's blocks; NULL: there has been none      */
  tp_Links *links;
  int32_t terrain_count;
  uint32_t cell_count[256]; /* cells by the value of their byte       */
  tp_Terrain terrain[TP_MAX_TERRAINS];
  uint8_t *cells; /* terrain | TP_CLOSED, row by row: right behind this, or
                     in a block of the caller's                          */
} tp_Grid;

/* Bytes of a grid; 0 where the size is out of range. */
TP_FUNC size_t tp_grid_bytes(double width, double height);

/* Where its cells stand in a block of that many bytes. */
TP_INLINE uint8_t *tp_grid_room(tp_Grid *g) { return (uint8_t *)(g + 1); }

/* World units from one column or row to the next. Hexagons reach into each
 * other: less than a cell across the rows or columns that are shoved. */
TP_INLINE double tp_pitch(double cell, double cell_side, unsigned is_across) {
  return is_across ? (cell + cell_side) / 2 : cell;
}

TP_INLINE double tp_grid_pitch_x(const tp_Grid *g) {
  return tp_pitch(g->cell_width, g->cell_side, g->stagger.columns);
}

TP_INLINE double tp_grid_pitch_y(const tp_Grid *g) {
  return tp_pitch(g->cell_height, g->cell_side, g->stagger.rows);
}

/* May a side of the grid lie there: so many cells of that size from that
 * origin? Sizes are 2^-30 to 2^30, both ends within 2^53 and within 2^32 cells
 * of 0, so that doubles tell any two places of a cell apart. */
TP_FUNC bool tp_grid_can_lie(double origin, double cells, double cell_size);

/* The same of a side of which so many cells lie before the origin; or, below 0,
 * which begins so many behind it. At most TP_FARTHEST_BASE. */
enum { TP_FARTHEST_BASE = 1 << 30 };
TP_FUNC bool tp_grid_can_begin(double origin, double cells, double cell_size,
                               double before);

/* Makes a grid of open cells with base 0, cells of 1 x 1 and origin 0, 0 in
 * tp_grid_bytes(width, height) bytes at g. */
TP_FUNC void tp_grid_init(tp_Grid *g, int32_t width, int32_t height);

TP_INLINE bool tp_grid_contains(const tp_Grid *g, int32_t x, int32_t y) {
  return (uint32_t)x < (uint32_t)g->width && (uint32_t)y < (uint32_t)g->height;
}

TP_INLINE size_t tp_grid_index(const tp_Grid *g, int32_t x, int32_t y) {
  TP_ASSERT(tp_grid_contains(g, x, y));
  return (size_t)y * (size_t)g->width + (size_t)x;
}

/* The cell inside that is nearest to one anywhere. */
TP_INLINE tp_Cell tp_grid_clamp(const tp_Grid *g, tp_Cell c) {
  int32_t right = g->width - 1, bottom = g->height - 1;
  return (tp_Cell){c.x < 0       ? 0
                   : c.x > right ? right
                                 : c.x,
                   c.y < 0        ? 0
                   : c.y > bottom ? bottom
                                  : c.y};
}

/* How many edits there have been. */
TP_INLINE uint64_t tp_grid_revision(const tp_Grid *g) {
  return g->changes.now - 1;
}

/* Grows with each edit, of its layers, too. */
TP_INLINE uint64_t tp_grid_age(const tp_Grid *g) {
  return tp_grid_revision(g) + g->layer_edits;
}

/* How many cells there are. */
TP_INLINE size_t tp_grid_cells(const tp_Grid *g) {
  return (size_t)g->width * (size_t)g->height;
}

/* Price of entering a cell for an agent without prices of its own; INFINITY
 * where it may not be entered. */
TP_FUNC double tp_grid_price(const tp_Grid *g, int32_t x, int32_t y);

/* A point of the world; or a column and a row that may lie anywhere outside the
 * grid. */
typedef struct tp_Place {
  double x, y;
} tp_Place;

/* By how much of a cell that one is shoved: 0 or 0.5. Whole numbers. */
TP_FUNC double tp_grid_shove(const tp_Grid *g, double column, double row);

/* World position of the first column's left border and the first row's upper
 * one, as if neither were shoved. */
TP_FUNC tp_Place tp_grid_origin(const tp_Grid *g);

/* World position of a cell's centre, and of the top left corner of the box
 * around it; and the cell that holds a world position. A position on a border
 * belongs to the cell right of it or below it. Finite where the argument is and
 * the sum does not overflow. */
TP_FUNC tp_Place tp_grid_middle(const tp_Grid *g, double column, double row);
TP_FUNC tp_Place tp_grid_corner(const tp_Grid *g, double column, double row);
TP_FUNC tp_Place tp_grid_cell_at(const tp_Grid *g, double world_x,
                                 double world_y);

/* The corners of a cell, clockwise from the top left one (of pointy hexagons,
 * from the top). Returns how many: 4 or 6. Neighbours have the same ones. */
TP_FUNC int tp_grid_corners(const tp_Grid *g, double column, double row,
                            tp_Place corners[TP_SIDES_OF_HEXAGON]);

/* Id of a terrain; -1 where the grid has none of that name. */
TP_FUNC int tp_grid_find(const tp_Grid *g, const char *name, size_t length);

/* Defines a terrain (a name of 1 .. 31 bytes that the grid does not have) or
 * gives it another price. The id, or -1 where the table is full. */
TP_FUNC int tp_grid_define(tp_Grid *g, const char *name, size_t length,
                           double price);
TP_FUNC void tp_grid_reprice(tp_Grid *g, int terrain, double price);

/* Gives the cell a terrain, and opens it. x, y lie inside. */
TP_FUNC void tp_grid_set(tp_Grid *g, int32_t x, int32_t y, int terrain);

/* Closes the cell, or opens it again; one of impassable terrain is opened as
 * TP_OPEN. TP_WALL is shut already, and no wall has TP_CLOSED. x, y lie
 * inside. */
TP_FUNC void tp_grid_set_walkable(tp_Grid *g, int32_t x, int32_t y, bool yes);

/* Gives every cell of the rectangle that lies inside a terrain. Returns how
 * many cells changed. */
TP_FUNC size_t tp_grid_fill(tp_Grid *g, tp_Rect rect, int terrain);

/* Gives each cell of the rectangle (which lies inside) the terrain that stands
 * in its place in terrains[], row by row, but where that is TP_KEEP. One edit.
 * Returns how many cells changed. */
enum { TP_KEEP = 0xff };
TP_FUNC size_t tp_grid_paste(tp_Grid *g, tp_Rect rect, const uint8_t *terrains);

/* For sides and links: something about the rectangle has changed that its cells
 * do not tell. */
TP_FUNC void tp_grid_note_way(tp_Grid *g, tp_Rect rect);

/* For loaders, which write g->cells themselves: counts the cells anew and
 * takes all of them for changed. */
TP_FUNC void tp_grid_recount(tp_Grid *g);

/* Same size, base, world mapping, terrain tables (in any order) and terrain
 * and closed bit of each cell. Thin walls and links are compared apart. */
TP_FUNC bool tp_grid_equal(const tp_Grid *a, const tp_Grid *b);

#endif
