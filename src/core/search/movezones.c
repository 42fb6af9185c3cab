/* movezones.c - marks the positions around the cells of the obstacles, cell by
 * cell. */
#include "movezones.h"

#include "goals.h"

static void add_beside(tp_Mask *zone, const tp_Navmap *nav,
                       const tp_Mask *stood, tp_Rect cells) {
  const tp_Rect r = tp_navmap_covering(nav, tp_rect_grow(cells, true));
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      if (tp_goal_is_beside(nav, stood, cells, x, y)) {
        tp_mask_write(zone, x, y, true);
      }
    }
  }
}

void tp_zone_mark(tp_Mask *zone, const tp_Navmap *nav, const tp_Mask *stood,
                  const tp_Obstacles *p, bool beside) {
  const tp_Rect whole = zone->changes.whole;
  const tp_Rect start = tp_rect_clip(p->start, whole);
  /* Of units those cells count that are on one of the sides of the start. */
  const int32_t right = start.x + start.w, bottom = start.y + start.h;
  const tp_Rect sides[] = {{0, 0, whole.w, start.y},
                           {0, bottom, whole.w, whole.h - bottom},
                           {0, start.y, start.x, start.h},
                           {right, start.y, whole.w - right, start.h}};
  tp_mask_init(zone, zone->width, zone->height);
  for (int32_t y = 0; p->crowds > 0 && y < zone->height; y++) {
    for (int32_t w = 0; w <= (zone->width - 1) >> 6; w++) {
      uint64_t held = 0;
      for (uint32_t c = 0; c < p->crowds; c++) {
        held |= tp_occupancy_row(p->crowd[c], y)[w];
      }
      for (; held; held &= held - 1) {
        const int32_t x = w * 64 + tp_lowest(held);
        if (tp_rect_has(start, x, y) || !tp_obstacles_cover(p, x, y)) continue;
        const tp_Rect cell = {x, y, 1, 1};
        if (beside) {
          add_beside(zone, nav, stood, cell);
        } else {
          tp_mask_fill(zone, tp_navmap_covering(nav, cell), true);
        }
        tp_navmap_add_work(nav, TP_DIRECTIONS);
      }
    }
  }
  for (uint32_t i = 0; i < p->bodies * 4; i++) {
    const tp_Rect cells = tp_rect_clip(p->rect[i / 4], sides[i % 4]);
    if (tp_rect_is_empty(cells)) continue;
    if (beside) {
      add_beside(zone, nav, stood, cells);
    } else {
      tp_mask_fill(zone, tp_navmap_covering(nav, cells), true);
    }
  }
  for (uint32_t i = p->bodies; i < p->rects; i++) {
    tp_mask_fill(zone, tp_navmap_covering(nav, p->rect[i]), true);
  }
  if (!tp_rect_is_empty(start)) tp_mask_write(zone, start.x, start.y, false);
}
