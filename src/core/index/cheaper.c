/* cheaper.c - see cheaper.h. */
#include "cheaper.h"

void tp_cheaper_find_bands(tp_Landmarks *m) {
  for (int lane = 0; lane < m->lanes; lane++) {
    tp_Band band = tp_no_band();
    if (m->lost[lane] < TP_LANE_FAR) {
      band = (tp_Band){m->lost[lane], TP_LANE_FAR};
    }
    for (int i = 0; i < m->count; i++) {
      const tp_Cheaper *c = &m->cheaper[i];
      if (tp_cheaper_is_of(c, lane)) band = tp_band_join(band, c->band[lane]);
    }
    m->band[lane] = band;
  }
}

void tp_cheaper_tidy(tp_Landmarks *m) {
  int left = 0;
  for (int i = 0; i < m->count; i++) {
    if (!m->cheaper[i].lanes) continue;
    if (left < i) m->cheaper[left] = m->cheaper[i];
    left++;
  }
  if (left < m->count) m->lowered.at = m->lowered.row = 0;
  m->count = left;
  tp_cheaper_find_bands(m);
}

void tp_cheaper_forget(tp_Landmarks *m, tp_Rect rect) {
  for (int i = 0; i < m->count; i++) {
    tp_Cheaper *c = &m->cheaper[i];
    if (!tp_rect_same(tp_rect_join(c->rect, rect), rect)) continue;
    c->lanes = 0;
  }
  tp_cheaper_tidy(m);
}

/* Which one to join it with, as that takes no more cells, or there are too
 * many; their number where it is one of its own. */
static int find_place(const tp_Landmarks *m, tp_Rect rect) {
  const tp_Lowered *l = &m->lowered;
  const int busy = l->lane >= 0 && l->row > 0 ? l->at : m->count;
  int64_t best = m->count < TP_CHANGES ? 1 : INT64_MAX;
  int place = m->count;
  for (int i = 0; i < m->count; i++) {
    const tp_Rect own = m->cheaper[i].rect;
    int64_t more = tp_rect_area(tp_rect_join(own, rect)) - tp_rect_area(own) -
                   tp_rect_area(rect);
    if (i == busy || more >= best) continue;
    best = more;
    place = i;
  }
  return place;
}

void tp_cheaper_add(tp_Landmarks *m, const tp_Cheaper *more) {
  const int place = find_place(m, more->rect);
  tp_Cheaper *c = &m->cheaper[place];
  m->version++;
  if (place == m->count) {
    m->count++;
    *c = *more;
  } else {
    c->rect = tp_rect_join(c->rect, more->rect);
    for (int i = 0; i < m->lanes; i++) {
      if (!tp_cheaper_is_of(c, i)) c->band[i] = tp_no_band();
      if (tp_cheaper_is_of(more, i))
        c->band[i] = tp_band_join(c->band[i], more->band[i]);
    }
    c->lanes |= more->lanes;
    c->since = m->asked;
  }
  tp_cheaper_find_bands(m);
}
