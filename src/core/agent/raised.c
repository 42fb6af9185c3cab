/* raised.c - twice the prices of an agent alone in one byte.
 *
 * A cell of an agent alone has a class: its terrain, or what a costmap says.
 * That takes all of a byte, so prices are numbered anew, the cheapest first:
 * numbers from 0 are prices of an agent alone, numbers from TP_RAISED on the
 * same, raised. Terrains alone have no more prices than that. With bands of
 * nearness to walls there may be twice as many: then neighbours share a number
 * and pay what the dearer one costs, so that nothing is ever cheaper here than
 * it is alone. With layers there are most often more; of those, what cells cost
 * to which layers add nothing stays as it is, if there is room for that.
 *
 * Which prices are known depends on which terrains the map has, not on who
 * stands where; and raised ones are in use as soon as somebody stands
 * anywhere. So whole numbers for costs stay the same when somebody moves.
 *
 * A byte a cell; 1 to 3 ns for each cell that is read.
 */
#include "raised.h"

#include <math.h>
#include <string.h>

#include "erode.h"

enum { SIDE = 64 };

/* ---- which classes ------------------------------------------------------ */

/* Numbers prices so that so many of them at most share one, and those that are
 * to stay exact share none: these begin whatever lies far above the rest, too.
 * Returns how many numbers there are. */
static int number_by(int most, const bool is_exact[TP_CLASSES], int count,
                     uint8_t number[TP_CLASSES]) {
  int now = 0, members = 0;
  for (int k = 0; k < count; k++) {
    number[k] = (uint8_t)now;
    bool ends = is_exact[k] || k + 1 == count || is_exact[k + 1];
    if (++members < most && !ends) continue;
    now++;
    members = 0;
  }
  return now;
}

/* Of these prices, which rise. */
static int number_prices(const tp_Classes *of, const double price[TP_CLASSES],
                         int count, uint8_t number[TP_CLASSES]) {
  bool is_exact[TP_CLASSES] = {false};
  int prices = tp_lesser(count, TP_RAISED);
  for (int i = 0; i < of->exact; i++) {
    for (int k = 0; k < count; k++) {
      if (price[k] == of->price[i]) is_exact[k] = true;
    }
  }
  for (int most = 1; of->exact > 0 && most <= count; most++) {
    int numbers = number_by(most, is_exact, count, number);
    if (numbers <= TP_RAISED) return numbers;
  }
  for (int k = 0; k < count; k++) number[k] = (uint8_t)(k * prices / count);
  return prices;
}

static bool are_same(const tp_Classes *a, const tp_Classes *b) {
  for (int i = 0; i < TP_CLASSES; i++) {
    bool is_in = tp_class_is_in(&a->known, i);
    if (is_in != tp_class_is_in(&b->known, i)) return false;
    if (is_in && a->price[i] != b->price[i]) return false;
  }
  return true;
}

/* The known prices, rising, none twice. */
static int list_prices(const tp_Classes *of, double price[TP_CLASSES]) {
  int count = 0;
  for (int i = 0; i < TP_CLASSES; i++) {
    if (!tp_class_is_in(&of->known, i)) continue;
    int at = count;
    while (at > 0 && price[at - 1] > of->price[i]) at--;
    if (at > 0 && price[at - 1] == of->price[i]) continue;
    memmove(&price[at + 1], &price[at], (size_t)(count - at) * sizeof *price);
    price[at] = of->price[i];
    count++;
  }
  return count;
}

void tp_raised_init(tp_Raised *r) {
  memset(r, 0, sizeof *r);
  memset(r->class, TP_NO_CLASS, sizeof r->class);
}

bool tp_raised_begin(tp_Raised *r, const tp_Classes *alone) {
  double price[TP_CLASSES];
  uint8_t number[TP_CLASSES] = {0};
  bool same = are_same(&r->alone, alone);
  r->alone = *alone;
  if (same) return false;
  int count = list_prices(alone, price);
  r->prices = number_prices(alone, price, count, number);
  for (int k = 0; k < count; k++) r->price[number[k]] = price[k];
  for (int i = 0; i < TP_CLASSES; i++) {
    int k = 0;
    r->class[i] = TP_NO_CLASS;
    if (!tp_class_is_in(&alone->known, i)) continue;
    while (price[k] != alone->price[i]) k++;
    r->class[i] = number[k];
  }
  return true;
}

/* ---- reading ------------------------------------------------------------ */

/* Of 64 columns from `square.x` on, a few rows. */
static void read_square(const tp_Raised *r, tp_Costmap *ground,
                        const tp_RaisedFrom *from, const uint64_t clear[SIDE],
                        tp_Rect square) {
  for (int32_t j = 0; j < square.h; j++) {
    int32_t y = square.y + j;
    uint64_t is_free = tp_mask_row(from->mask, y)[square.x >> 6];
    size_t first = (size_t)y * (size_t)from->mask->width + (size_t)square.x;
    for (int32_t i = 0; i < square.w; i++) {
      int class = r->class[from->alone[first + (size_t)i]];
      if (!(clear[j] >> i & 1)) class += TP_RAISED;
      if (!(is_free >> i & 1)) class = TP_NO_CLASS;
      tp_costmap_set(ground, first + (size_t)i, class);
    }
  }
}

void tp_raised_read(const tp_Raised *r, tp_Costmap *ground,
                    const tp_RaisedFrom *from, tp_Rect rect) {
  const tp_Profile *p = from->profile;
  int32_t bottom = rect.y + rect.h, right = rect.x + rect.w;
  for (int32_t y = rect.y; y < bottom; y += SIDE) {
    for (int32_t x = rect.x & ~(SIDE - 1); x < right; x += SIDE) {
      uint64_t clear[SIDE];
      tp_Rect square = {x, y, tp_lesser(from->mask->width - x, SIDE),
                        tp_lesser(bottom - y, SIDE)};
      tp_erode_clear(clear, from->stood, p->wide, p->high, square);
      read_square(r, ground, from, clear, square);
    }
  }
}

/* ---- what it amounts to ------------------------------------------------- */

static bool has_raised(const tp_Costmap *ground) {
  for (int i = TP_RAISED; i < 2 * TP_RAISED; i++) {
    if (ground->count[i] > 0) return true;
  }
  return false;
}

void tp_raised_tell(const tp_Raised *r, const tp_Costmap *ground, double raise,
                    tp_Classes *classes) {
  bool raises = has_raised(ground);
  *classes = (tp_Classes){0};
  for (int i = 0; i < TP_CLASSES; i++) classes->price[i] = INFINITY;
  for (int k = 0; k < r->prices; k++) {
    classes->price[k] = r->price[k];
    classes->price[TP_RAISED + k] = r->price[k] + raise;
    tp_class_add(&classes->known, k);
    tp_class_add(&classes->known, TP_RAISED + k);
  }
  for (int i = 0; i < TP_CLASSES; i++) {
    if (!tp_class_is_in(&r->alone.used, i)) continue;
    tp_class_add(&classes->used, r->class[i]);
    if (raises) tp_class_add(&classes->used, TP_RAISED + r->class[i]);
  }
}
