/* ground.c - the cells under an agent, wherever it can go.
 *
 * An agent in a cell covers `wide` columns and `high` rows from there on. So a
 * cell is covered if one of the `wide` cells that end with it is reached, in
 * one of the `high` rows that end with its own. The bits of the cells are
 * shifted along their row by 1, 2, 4 ... and joined, then the rows in the same
 * way. Each time the covered width doubles.
 *
 * Cost: one pass over the costs, then a few copies of the bits.
 */
#include "ground.h"

#include <string.h>

size_t tp_ground_begin(tp_Ground *ground, const tp_Field *f,
                       const tp_Navmap *nav) {
  const tp_Rect map = {0, 0, nav->grid->width, nav->grid->height};
  tp_Rect area = f->area;
  area.w += nav->profile.wide - 1;
  area.h += nav->profile.high - 1;
  ground->area = tp_rect_clip(area, map);
  return tp_ground_stride(ground) * (size_t)ground->area.h * sizeof(uint64_t);
}

void tp_ground_fill(tp_Ground *g, uint64_t *block, const tp_Field *f,
                    const tp_Profile *p) {
  size_t stride = tp_ground_stride(g);
  g->words = block;
  memset(block, 0, stride * (size_t)g->area.h * sizeof *block);
  size_t i = 0;
  for (int32_t y = 0; y < f->area.h; y++) {
    uint64_t *row = block + (size_t)y * stride;
    for (int32_t x = 0; x < f->area.w; x++, i++) {
      bool has = tp_field_get(f, i) != TP_FAR;
      row[x >> 6] |= (uint64_t)has << (x & 63);
    }
    for (int32_t n = 1; n < p->wide;) {
      int32_t by = tp_lesser(n, p->wide - n);
      for (size_t w = stride; w-- > 0;) { /* by fewer than 64 columns */
        uint64_t before = w > 0 ? row[w - 1] >> (64 - by) : 0;
        row[w] |= row[w] << by | before;
      }
      n += by;
    }
  }
  for (int32_t n = 1; n < p->high;) {
    int32_t by = tp_lesser(n, p->high - n);
    for (int32_t y = g->area.h; y-- > by;) {
      uint64_t *row = block + (size_t)y * stride;
      const uint64_t *above = row - (size_t)by * stride;
      for (size_t w = 0; w < stride; w++) row[w] |= above[w];
    }
    n += by;
  }
}
