/* layers.c - layers, drawn and edited in every way, by the library's calls and
 * by the harness's own arithmetic.
 */
#include "layers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"

/* ---- numbers ------------------------------------------------------------ */

static double draw_weight(Random *r) {
  static const double common[] = {0.05, 1, 0.1, 0.5, 0.02, 2, 0.01, 0.25};
  static const double irregular[] = {1.0 / 3, 0.031, 3.14159, 1.0 / 1024, 40};
  if (random_chance(r, 0.7)) return common[random_below(r, 8)];
  if (random_chance(r, 0.7)) return irregular[random_below(r, 5)];
  return 0.001 + random_unit(r);
}

/* A least price: one that exists, one that does not, or one above all prices.
 */
static double draw_least(Random *r) {
  static const double common[] = {0.5, 1, 0.25, 2, 0.4, 0.9, 1.0 / 1024};
  if (random_chance(r, 0.7)) return common[random_below(r, 7)];
  return 0.01 + 3 * random_unit(r);
}

static int draw_number(Random *r) {
  if (random_chance(r, 0.3)) return random_chance(r, 0.5) ? 0 : 255;
  return random_below(r, 256);
}

static uint8_t *own_at(Trial *t, int i, int x, int y) {
  return &t->number_of[i][y * t->world.width + x];
}

/* Compares each number with the harness's, and checks the count of changes. */
static void compare(Trial *t, int i, size_t changed, size_t said,
                    const char *what) {
  size_t cells = (size_t)t->world.width * (size_t)t->world.height;
  trial_expect(t, changed == said, "%s counts %zu changes, not %zu", what, said,
               changed);
  trial_expect(t, memcmp(t->layer[i]->cells, t->number_of[i], cells) == 0,
               "%s has other numbers", what);
}

static tp_Rect draw_rect(Trial *t) {
  Random *r = &t->layer_costs;
  int32_t w = t->world.width, h = t->world.height;
  tp_Rect rect = {random_below(r, w), random_below(r, h), 1, 1};
  rect.w += random_below(r, random_chance(r, 0.2) ? w : 6);
  rect.h += random_below(r, random_chance(r, 0.2) ? h : 6);
  return tp_rect_clip(rect, (tp_Rect){0, 0, w, h});
}

static size_t put(Trial *t, int i, tp_Rect rect, int value, double chance) {
  static int16_t values[MAX_CELLS];
  size_t changed = 0, n = 0;
  for (int y = rect.y; y < rect.y + rect.h; y++) {
    for (int x = rect.x; x < rect.x + rect.w; x++) {
      uint8_t *own = own_at(t, i, x, y);
      bool keep = chance < 1 && !random_chance(&t->layer_costs, chance);
      if (value < 0) {
        values[n++] =
            keep ? TP_LAYER_KEEP : (int16_t)draw_number(&t->layer_costs);
      }
      int new = keep ? *own : value < 0 ? values[n - 1] : value;
      changed += *own != new;
      *own = (uint8_t) new;
    }
  }
  size_t said = value < 0 ? tp_layer_paste(t->layer[i], rect, values)
                          : tp_layer_fill(t->layer[i], rect, (uint8_t)value);
  compare(t, i, changed, said, value < 0 ? "a sample" : "a fill");
  return changed;
}

static void fade(Trial *t, int i) {
  uint32_t factor = (uint32_t)random_below(&t->layer_costs, TP_LAYER_ONE + 1);
  size_t changed = 0;
  for (int k = 0; k < t->world.width * t->world.height; k++) {
    int new = (int)floor((double)t->number_of[i][k] * factor / TP_LAYER_ONE);
    changed += new != t->number_of[i][k];
    t->number_of[i][k] = (uint8_t) new;
  }
  compare(t, i, changed, tp_layer_fade(t->layer[i], factor), "a fade");
}

static void add(Trial *t, int i) {
  Random *r = &t->layer_costs;
  tp_Cell c = {random_below(r, t->world.width),
               random_below(r, t->world.height)};
  int amount = random_below(r, 600) - 300;
  uint8_t *own = own_at(t, i, c.x, c.y);
  int sum = *own + amount < 0 ? 0 : *own + amount > 255 ? 255 : *own + amount;
  *own = (uint8_t)sum;
  trial_expect(t, tp_layer_add(t->layer[i], c.x, c.y, amount) == sum,
               "a sum is not %d", sum);
}

static void edit(Trial *t, int i) {
  Random *r = &t->layer_costs;
  tp_Rect whole = {0, 0, t->world.width, t->world.height};
  switch (random_below(r, 12)) {
    case 0: fade(t, i); break;
    case 2: put(t, i, draw_rect(t), draw_number(r), 1); break;
    case 3: put(t, i, draw_rect(t), -1, 0.6); break;
    case 4:
      put(t, i, whole, random_chance(r, 0.7) ? 0 : draw_number(r), 1);
      add(t, i);
      break;
    default: add(t, i); break;
  }
}

void layers_edit(Trial *t) {
  int edits = random_below(&t->layer_costs, 6);
  for (int n = 0; t->layers > 0 && n < edits; n++) {
    edit(t, random_below(&t->layer_costs, t->layers));
  }
}

/* ---- a trial's ---------------------------------------------------------- */

void layers_draw(Trial *t) {
  Random *r = &t->layer_costs;
  size_t cells = (size_t)t->world.width * (size_t)t->world.height;
  r->state = t->number * 2 + 1;
  const double attracts = random_chance(r, 0.5) ? 0.6 : 0;
  t->least = draw_least(r);
  t->layers = !t->jumpy && random_chance(r, 0.35) ? 1 + random_below(r, 3) : 0;
  for (int i = 0; i < t->layers; i++) {
    t->layer[i] = fuzz_allocate(tp_layer_bytes(t->board.grid));
    tp_layer_init(t->layer[i], t->board.grid);
    t->weight[i] = draw_weight(r) * (random_chance(r, attracts) ? -1 : 1);
    memset(t->number_of[i], 0, cells);
    if (random_chance(r, 0.2)) continue;
    tp_Rect whole = {0, 0, t->world.width, t->world.height};
    put(t, i, whole, -1, random_chance(r, 0.5) ? 0.1 : random_unit(r));
  }
}

void layers_free(Trial *t) {
  for (int i = 0; i < t->layers; i++) free(t->layer[i]);
}

static bool attracts(const Trial *t) {
  for (int i = 0; i < t->layers; i++) {
    if (t->weight[i] < 0) return true;
  }
  return false;
}

/* What layers add to the price of a position: for each layer, its greatest
 * number under the agent. */
static double sum_under(const Trial *t, int x, int y) {
  double sum = 0;
  for (int i = 0; i < t->layers; i++) {
    int most = 0;
    for (int j = y; j < y + t->body.high; j++) {
      for (int k = x; k < x + t->body.wide; k++) {
        int number = t->number_of[i][j * t->world.width + k];
        if (number > most) most = number;
      }
    }
    sum += t->weight[i] * most;
  }
  return sum;
}

static double least_weight(const Trial *t) {
  double least = INFINITY;
  for (int i = 0; i < t->layers; i++) least = fmin(least, fabs(t->weight[i]));
  return least;
}

/* How far a price may be above its sum, as a part of it, if there are so many
 * prices without layers. Each doubling of prices takes as many levels. */
static double most_error(const Trial *t, const tp_Navmap *nav, int prices) {
  const tp_Prices *p = &nav->prices;
  double low = p->kinds > 0 ? p->kind[0] : 1, high = nav->profile.away_price;
  if (p->kinds > 0) high += p->kind[p->kinds - 1];
  if (attracts(t)) low = fmin(low, t->least);
  for (int i = 0; i < t->layers; i++) high += 255 * fmax(t->weight[i], 0);
  if (prices > nav->layer_costs->bases) high += t->world.raise;
  const int room = TP_NO_CLASS - prices - 2;
  const double levels = floor((room - 4) / (log2(high / low) + 0.5));
  return levels < 1 ? INFINITY : 1 / levels;
}

/* Judges a price.
 * - A price to which layers add nothing is exact; so is the least price.
 * - A layer that attracts makes nothing more expensive.
 * - Sums of both signs may miss 0. */
static void judge_price(Trial *t, double base, double raise, double sum,
                        double price, double error) {
  const double floor = fmin(base, t->least) + raise;
  const double exact = fmax(floor, base + raise + sum);
  /* Without room for levels, the least weight may be a rest. */
  const double rest = error < INFINITY ? least_weight(t) / 256 : INFINITY;
  const double slack = 1e-12 * (base + raise + fabs(sum)) + rest;
  double most = exact + error * exact + slack;
  if (sum < -slack) most = fmin(most, (base + raise) * (1 + 1e-12));
  if (raise == 0 && base + sum < floor - slack) most = floor * (1 + 1e-12);
  const double near = attracts(t) ? slack : 1e-12 * (base + raise);
  bool is_right = sum == 0 ? fabs(price - base - raise) <= near
                           : price >= exact - slack && price <= most;
  if (sum < 0) is_right = is_right && price >= floor * (1 - 1e-12);
  trial_expect(t, is_right, "layers make %.17g of %.17g + %.17g and %.17g",
               price, base, raise, sum);
}

double layers_price_map(Trial *t, double greatest) {
  Player fresh;
  if (t->layers == 0) return greatest;
  if (attracts(t)) t->cheapest = fmin(t->cheapest, t->least);
  player_renew(&fresh, &t->player[0]);
  player_catch_up(&fresh);
  const tp_Navmap *nav = &fresh.navmap;
  const double error = most_error(t, nav, nav->layer_costs->bases);
  for (int i = 0; i < t->layers; i++) greatest += 255 * fmax(t->weight[i], 0);
  for (int y = 0; y < t->world.height; y++) {
    for (int x = 0; x < t->world.width; x++) {
      int i = y * t->world.width + x;
      if (t->price[i] == INFINITY) continue;
      double price = nav->costs.classes.price[nav->costs.class_of[i]];
      judge_price(t, t->price[i], 0, sum_under(t, x, y), price, error);
      t->price[i] = price;
    }
  }
  int dearest = tp_costs_dearest(&nav->costs);
  t->dearest_layered = dearest < 0 ? 0 : nav->costs.classes.price[dearest];
  player_free(&fresh);
  return greatest * (1 + error);
}

double layers_dearest(const Trial *t) {
  bool is_raised = t->world.has_others && t->world.raise > 0;
  return is_raised ? t->dearest_among : t->dearest_layered;
}

void layers_raise(Trial *t, Player *p) {
  if (t->layers == 0 || t->world.raise == 0) return;
  player_catch_up(p);
  const tp_Costs *costs = &p->navmap.costs;
  const double error =
      most_error(t, &p->navmap, 2 * p->navmap.layer_costs->bases);
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    if (t->price[i] == INFINITY) continue;
    const int x = i % t->world.width, y = i / t->world.width;
    double base = body_price(&t->world, &t->body, x, y);
    double raise = body_raise(&t->world, &t->body, x, y);
    double price = costs->classes.price[costs->class_of[i]];
    judge_price(t, base, raise, sum_under(t, x, y), price, error);
    t->price[i] = price;
  }
  int dearest = tp_costs_dearest(costs);
  t->dearest_among = dearest < 0 ? 0 : costs->classes.price[dearest];
}
