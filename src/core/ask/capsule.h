/* capsule.h - what the body of an agent comes over on a straight line. */
#ifndef TP_CAPSULE_H
#define TP_CAPSULE_H

#include "point.h"

/* From top to bottom: 0 <= dy. */
typedef struct tp_Capsule {
  int64_t x0, y0, x1, y1;
  int64_t dx, dy;
  int64_t rx, ry;
  int64_t tangent; /* T */
} tp_Capsule;

/* Works out the tangent, from all else. */
TP_FUNC void tp_capsule_close(tp_Capsule *capsule);

/* With left and right changed over; and with columns and rows. */
TP_FUNC tp_Capsule tp_capsule_mirrored(const tp_Capsule *capsule);
TP_FUNC tp_Capsule tp_capsule_turned(const tp_Capsule *capsule);

/* The column in which the capsule's left border is at y: the first one whose
 * right border there is further right. y lies inside of it. */
TP_FUNC int32_t tp_capsule_at(const tp_Capsule *capsule, int64_t y);

/* The first column of a row that the capsule meets. */
TP_FUNC int32_t tp_capsule_first(const tp_Capsule *capsule, int32_t row);

#endif
