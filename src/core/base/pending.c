/* pending.c - a change costs a few instructions instead of some 300: a crowd
 * makes hundreds a frame, more than the log keeps apart anyway. A change
 * belongs to the part in which its first cell lies, and may reach beyond it.
 */
#include "pending.h"

#include <string.h>

#include "bits.h"

void tp_pending_init(tp_Pending *p, int32_t width, int32_t height) {
  memset(p, 0, sizeof *p);
  int32_t most = tp_greater(width, height) - 1;
  while (most >> p->shift >= TP_PENDING_PARTS) p->shift++;
}

static void join(tp_Extent *s, tp_Extent with) {
  if (with.x < s->x) s->x = with.x;
  if (with.y < s->y) s->y = with.y;
  if (with.last_x > s->last_x) s->last_x = with.last_x;
  if (with.last_y > s->last_y) s->last_y = with.last_y;
}

static void add_to_part(tp_Pending *p, tp_Extent s) {
  int i = (s.y >> p->shift) * TP_PENDING_PARTS + (s.x >> p->shift);
  if (p->used >> i & 1) {
    join(&p->part[i], s);
  } else {
    p->part[i] = s;
    p->used |= UINT64_C(1) << i;
  }
}

void tp_pending_add(tp_Pending *p, tp_Rect r) {
  TP_ASSERT(!tp_rect_is_empty(r));
  tp_Extent s = {(int16_t)r.x, (int16_t)r.y, (int16_t)(r.x + r.w - 1),
                 (int16_t)(r.y + r.h - 1)};
  if (!p->used && p->count < TP_PENDING_FEW) {
    p->few[p->count++] = s;
    return;
  }
  for (; p->count > 0; p->count--) add_to_part(p, p->few[p->count - 1]);
  add_to_part(p, s);
}

static void note(tp_Changes *log, tp_Extent s) {
  tp_changes_note(log,
                  (tp_Rect){s.x, s.y, s.last_x - s.x + 1, s.last_y - s.y + 1});
}

void tp_pending_note(tp_Pending *p, tp_Changes *log) {
  for (uint32_t i = 0; i < p->count; i++) note(log, p->few[i]);
  for (; p->used; p->used &= p->used - 1) {
    note(log, p->part[tp_lowest(p->used)]);
  }
  p->count = 0;
}
