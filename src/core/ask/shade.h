/* shade.h - the shadows of thin walls, and what the width of a body adds to
 * those of walls, as seen from the centre of a cell into one quarter. */
#ifndef TP_SHADE_H
#define TP_SHADE_H

#include "../agent/profile.h"

/* From where to where no body comes (a point is one without width), in columns
 * a row; open at both ends. */
typedef struct tp_Shade {
  double first, last;
} tp_Shade;

/* Shades in order, that do not overlap but for a hair. */
typedef struct tp_Shades {
  tp_Shade *list, *spare; /* the caller's, with room for a row of cells each */
  uint32_t room;
  bool is_full; /* there were more, which are not known */
  uint32_t count;
  uint32_t taken; /* of the list, while more are added */
  uint32_t kept;  /* in the spare one                  */
} tp_Shades;

/* Forgets those that begin beyond a slope. */
TP_FUNC void tp_shades_trim(tp_Shades *shades, double most);

/* Adds the shades of a row of walls, from left to right: begin, a number of
 * times add, end. */
TP_FUNC void tp_shades_begin(tp_Shades *shades);

/* Of a wall from one column away to another, whose near border or far border is
 * rows - 1/2 rows away. What it hides lies from that border on. The agent
 * covers a cell. */
TP_FUNC void tp_shades_add(tp_Shades *shades, const tp_Profile *profile,
                           int32_t rows, int32_t first, int32_t last);

/* Of a thin wall, so many rows away, on the far side of a column that is so
 * many columns away: what it hides in the rows to come. */
TP_FUNC void tp_shades_add_side(tp_Shades *shades, const tp_Profile *profile,
                                int32_t rows, int32_t column);

/* In its own row it hides what lies behind it and before that slope. */
TP_FUNC double tp_shade_of_side(const tp_Profile *profile, int32_t rows,
                                int32_t column);

TP_FUNC void tp_shades_end(tp_Shades *shades);

#endif
