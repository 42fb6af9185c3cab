/* patch.c - see patch.h.
 *
 * Lanes lie a map apart: what they have of some cells is copied into a window
 * first, where numbers of the same cell lie side by side. So a step is looked
 * at in eight lanes at once, and each line of the cache is waited for once.
 * Where an edit changes 25 cells, in 16 lanes, that takes some 15 us.
 */
#include "patch.h"

/* Cells that are looked at together, those around them among them; and lanes,
 * either all from landmarks or all to them. */
enum { TILE = 64, MOST_CELLS = 3 * (TILE + 2), TOGETHER = 8 };

/* So often some cells are looked at, there and back by turns, until all their
 * numbers are true: mostly two or three times. */
enum { MOST_PASSES = 8 };

/* ---- windows ------------------------------------------------------------ */

/* Numbers of a cell, less BIAS: so all are below 0, and a step more does not
 * overflow. Signed ones are compared four at a time by any machine. */
#define BIAS INT32_MIN

typedef int32_t Numbers[TOGETHER];

static uint32_t number_of(int32_t number) { return (uint32_t)(number - BIAS); }

typedef struct Window {
  tp_Rect rect, inner; /* of the map; and what is looked at */
  int first, lanes;    /* one lane of two is in it          */
  const tp_Landmarks *marks;
  int32_t to[TP_DIRECTIONS];
  uint8_t class_of[MOST_CELLS], steps[MOST_CELLS];
  Numbers number[MOST_CELLS];
} Window;

/* What a step costs onto one of its cells. */
TP_INLINE int32_t step_onto(const Window *w, int direction, int32_t cell) {
  const int kind = tp_is_diagonal(direction);
  return (int32_t)w->marks->step[kind][w->class_of[cell]];
}

static int32_t place_of(const Window *w, int32_t x, int32_t y) {
  return (y - w->rect.y) * w->rect.w + (x - w->rect.x);
}

/* The cells of a rectangle, and those around it. */
static void open_window(Window *w, const tp_Landmarks *m,
                        const tp_LandmarkMap *map, tp_Rect inner) {
  const tp_Rect whole = {0, 0, m->width, m->height};
  w->marks = m;
  w->rect = tp_rect_clip(tp_rect_grow(inner, 1), whole);
  w->inner = inner;
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    w->to[d] = tp_dy[d] * w->rect.w + tp_dx[d];
  }
  int32_t i = 0;
  for (int32_t y = w->rect.y; y < w->rect.y + w->rect.h; y++) {
    size_t row = (size_t)y * (size_t)m->width;
    for (int32_t x = w->rect.x; x < w->rect.x + w->rect.w; x++, i++) {
      w->class_of[i] = map->class_of[row + (size_t)x];
      w->steps[i] = (uint8_t)tp_landmark_steps(map, x, y);
    }
  }
}

/* Takes the numbers of lanes from `first` on into it; of those that there are
 * not, all are 0. */
static void look_at(Window *w, const tp_Landmarks *m, int first) {
  w->first = first;
  w->lanes = (m->lanes - first + 1) / 2;
  if (w->lanes > TOGETHER) w->lanes = TOGETHER;
  for (int k = 0; k < TOGETHER; k++) {
    const bool is_one = k < w->lanes;
    const uint32_t *label = is_one ? tp_landmarks_lane(m, first + 2 * k) : NULL;
    int32_t i = 0;
    for (int32_t y = w->rect.y; y < w->rect.y + w->rect.h; y++) {
      size_t at = (size_t)y * (size_t)m->width + (size_t)w->rect.x;
      for (int32_t x = 0; x < w->rect.w; x++, i++, at++) {
        w->number[i][k] = (is_one ? (int32_t)label[at] : 0) + BIAS;
      }
    }
  }
}

/* Puts those of the cells that are looked at back. */
static void put_back(const Window *w, tp_Landmarks *m) {
  const tp_Rect r = w->inner;
  for (int k = 0; k < w->lanes; k++) {
    uint32_t *label = tp_landmarks_lane(m, w->first + 2 * k);
    for (int32_t y = r.y; y < r.y + r.h; y++) {
      size_t at = (size_t)y * (size_t)m->width + (size_t)r.x;
      const Numbers *number = &w->number[place_of(w, r.x, y)];
      for (int32_t x = 0; x < r.w; x++) {
        label[at + (size_t)x] = number_of(number[x][k]);
      }
    }
  }
}

/* ---- tiles -------------------------------------------------------------- */

/* How a rectangle is cut up. */
typedef struct Tiles {
  tp_Rect rect;
  int32_t w, h, across, count;
} Tiles;

static Tiles tiles_of(tp_Rect rect) {
  Tiles t = {.rect = rect, .h = rect.h < 8 ? rect.h : 8};
  t.w = TILE / t.h < rect.w ? TILE / t.h : rect.w;
  if (TILE / t.w > t.h) t.h = TILE / t.w;
  t.across = (rect.w + t.w - 1) / t.w;
  t.count = t.across * ((rect.h + t.h - 1) / t.h);
  return t;
}

static tp_Rect tile_at(const Tiles *t, int32_t i) {
  const tp_Rect tile = {t->rect.x + i % t->across * t->w,
                        t->rect.y + i / t->across * t->h, t->w, t->h};
  return tp_rect_clip(tile, t->rect);
}

/* ---- settling ----------------------------------------------------------- */

static void forget(tp_Landmarks *m, tp_Rect rect) {
  for (int i = 0; i < m->lanes; i++) {
    uint32_t *label = tp_landmarks_lane(m, i);
    for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
      size_t row = (size_t)y * (size_t)m->width;
      for (int32_t x = 0; x < rect.w; x++) {
        label[row + (size_t)(rect.x + x)] = TP_LANE_FAR;
      }
    }
  }
}

/* Lowers a cell's numbers by those around it. Was any too high? */
TP_INLINE bool settle_cell(Window *w, int32_t here, bool from) {
  int32_t *own = w->number[here], lower = 0;
  Numbers least;
  for (int k = 0; k < TOGETHER; k++) least[k] = own[k];
  for (unsigned steps = w->steps[here]; steps; steps &= steps - 1) {
    const int d = tp_lowest(steps);
    const int32_t next = here + w->to[d];
    const int32_t step = step_onto(w, d, from ? here : next);
    const int32_t *other = w->number[next];
    for (int k = 0; k < TOGETHER; k++) {
      const int32_t by = other[k] + step;
      least[k] = by < least[k] ? by : least[k];
    }
  }
  for (int k = 0; k < TOGETHER; k++) {
    lower |= own[k] ^ least[k];
    own[k] = least[k];
  }
  return lower != 0;
}

static void settle(Window *w, bool from) {
  const int32_t cells = w->inner.w * w->inner.h;
  bool found = true;
  for (int pass = 0; pass < MOST_PASSES && found; pass++) {
    found = false;
    for (int32_t i = 0; i < cells; i++) {
      int32_t at = pass % 2 ? cells - 1 - i : i;
      int32_t x = w->inner.x + at % w->inner.w;
      int32_t y = w->inner.y + at / w->inner.w;
      found |= settle_cell(w, place_of(w, x, y), from);
    }
  }
}

static void settle_tile(tp_Landmarks *m, const tp_LandmarkMap *map,
                        tp_Rect tile) {
  Window w;
  open_window(&w, m, map, tile);
  for (int kind = 0; kind < 2; kind++) {
    for (int first = kind; first < m->lanes; first += 2 * TOGETHER) {
      look_at(&w, m, first);
      settle(&w, kind == 0);
      put_back(&w, m);
    }
  }
}

void tp_patch_settle(tp_Landmarks *m, const tp_LandmarkMap *map, tp_Rect rect) {
  const Tiles tiles = tiles_of(rect);
  const int32_t last = tiles.count - 1;
  forget(m, rect);
  for (int32_t i = 0; i <= last; i++) settle_tile(m, map, tile_at(&tiles, i));
  for (int32_t i = last; i-- > 0;) settle_tile(m, map, tile_at(&tiles, i));
}

/* ---- checking ----------------------------------------------------------- */

typedef struct Bands {
  Numbers low, high;
} Bands;

TP_INLINE void check_step(const int32_t *high, const int32_t *low, int32_t step,
                          Bands *bands) {
  for (int k = 0; k < TOGETHER; k++) {
    const int32_t most = low[k] + step;
    const int32_t least = high[k] > most ? most : 0;
    const int32_t above = high[k] > most ? high[k] : BIAS;
    bands->low[k] = least < bands->low[k] ? least : bands->low[k];
    bands->high[k] = above > bands->high[k] ? above : bands->high[k];
  }
}

static void check(const Window *w, bool from, Bands *bands) {
  const tp_Rect r = w->inner;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      const int32_t here = place_of(w, x, y);
      for (unsigned steps = w->steps[here]; steps; steps &= steps - 1) {
        const int d = tp_lowest(steps);
        const int32_t next = here + w->to[d];
        const int32_t step = step_onto(w, d, next);
        const int32_t *high = w->number[from ? next : here];
        const int32_t *low = w->number[from ? here : next];
        check_step(high, low, step, bands);
      }
    }
  }
}

static uint32_t check_tile(const tp_Landmarks *m, const tp_LandmarkMap *map,
                           tp_Rect tile, tp_Band band[]) {
  uint32_t found = 0;
  Window w;
  open_window(&w, m, map, tile);
  for (int kind = 0; kind < 2; kind++) {
    for (int first = kind; first < m->lanes; first += 2 * TOGETHER) {
      Bands own = {{0}, {0}};
      for (int k = 0; k < TOGETHER; k++) own.high[k] = BIAS;
      look_at(&w, m, first);
      check(&w, kind == 0, &own);
      for (int k = 0; k < w.lanes; k++) {
        if (own.low[k] == 0) continue; /* none, as all are below */
        const int lane = first + 2 * k;
        const tp_Band more = {number_of(own.low[k]), number_of(own.high[k])};
        band[lane] = tp_band_join(band[lane], more);
        found |= UINT32_C(1) << lane;
      }
    }
  }
  return found;
}

uint32_t tp_patch_check(const tp_Landmarks *m, const tp_LandmarkMap *map,
                        tp_Rect rect, tp_Band band[]) {
  const Tiles tiles = tiles_of(rect);
  uint32_t found = 0;
  for (int i = 0; i < m->lanes; i++) band[i] = tp_no_band();
  for (int32_t i = 0; i < tiles.count; i++) {
    found |= check_tile(m, map, tile_at(&tiles, i), band);
  }
  return found;
}
