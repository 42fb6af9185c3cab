/* view.c - rows of the mask, as a view takes them. */
#include "view.h"

#include <string.h>

const uint64_t *tp_view_row(const tp_View *v, int32_t y) {
  const tp_Mask *m = v->navmap->mask;
  const uint64_t *row = tp_mask_row(m, y);
  int32_t first = v->from.x - v->navmap->profile.wide + 1;
  int32_t top = v->from.y - v->navmap->profile.high + 1;
  if (tp_view_is_inside(v) || y < top || y > v->from.y) return row;
  memcpy(v->row - 1, row - 1, ((size_t)m->stride + 1) * sizeof *row);
  for (int32_t x = first < 0 ? 0 : first; x <= v->from.x; x++) {
    v->row[x >> 6] |= UINT64_C(1) << (x & 63);
  }
  return v->row;
}
