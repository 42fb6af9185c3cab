/* layercosts.h - what layers of a grid, and units in the way, add to an agent's
 * prices: the rule by which sums of prices become classes, and one log for all
 * layers. */
#pragma once

#include "../map/layer.h"
#include "costs.h"

enum {
  TP_MOST_LAYERS = 8,
  TP_MOST_BASES = 126, /* classes of unchanged prices; as many more are
                          raised by units in the way */
  TP_PART_BITS = 20    /* binary places of a part of a step */
};

/* In parts. The parts of a weight and of a base are rounded: eight times 255
 * halves and one are less than a rest. The least sum leads above the base. */
#define TP_REST      (INT64_C(1) << (TP_PART_BITS - 9))
#define TP_LEAST_SUM (TP_REST + 1)

typedef struct tp_Weighed {
  tp_Layer *layer;
  double weight; /* what a value of 1 adds to the price of a cell; below 0:
                    subtracts; 0: a value above 0 closes the cell */
  uint64_t seen; /* version of the layer that is in the log below */
} tp_Weighed;

typedef struct tp_LayerCosts {
  tp_Weighed layer[TP_MOST_LAYERS];
  int32_t layers;
  bool lowers;  /* some weight is below 0 */
  bool weighs;  /* some weight is not 0 */
  bool closes;  /* some weight is 0 */
  double least; /* then: no layer brings a price below this one, or below its
                   base, if that is less */
  double raise; /* what a unit in the way adds to a price; 0: nothing */
  /* The order of classes: the bases without units; the same raised; `least`, if
   * layers lower prices, alone and raised; then levels. */
  int32_t lone, bases, classes;
  double step;  /* between the lowest levels */
  int64_t fine; /* levels until the distance doubles */
  double price[TP_CLASSES];
  /* Of each base: its position in parts of a step; what its levels have to be
   * added for their classes; the classes of the levels that sums lead to. */
  int64_t position[2 * TP_MOST_BASES];
  int64_t shift[2 * TP_MOST_BASES];
  int16_t first[2 * TP_MOST_BASES], last[2 * TP_MOST_BASES];
  /* If layers lower prices: `floor` is the lowest class, `deepest` the sum from
   * which on it applies, and `below` the highest level below the base. */
  int16_t floor[2 * TP_MOST_BASES], below[2 * TP_MOST_BASES];
  int64_t deepest[2 * TP_MOST_BASES];
  int64_t adds[TP_MOST_LAYERS]; /* by a value of 1, in parts */
  tp_ChangeLog changes;         /* of any of the layers, as far as looked */
} tp_LayerCosts;

/* Begins without layers, for a map of that size. Layers are added one by one, a
 * layer with two weights twice; weight 0: it closes cells. The caller sets
 * `least`. */
TP_FUNC void tp_layercosts_init(tp_LayerCosts *l, int32_t width,
                                int32_t height);
TP_FUNC void tp_layercosts_add(tp_LayerCosts *l, tp_Layer *layer,
                               double weight);

/* Copies new changes of the layers to the log. */
TP_FUNC void tp_layercosts_follow(tp_LayerCosts *l);

/* Does a layer close the cell? NULL: there are no layers. */
TP_INLINE bool tp_layercosts_is_closed(const tp_LayerCosts *l, size_t cell) {
  if (!l || !l->closes) return false;
  for (int i = 0; i < l->layers; i++) {
    if (l->layer[i].weight == 0 && l->layer[i].layer->cells[cell] > 0) {
      return true;
    }
  }
  return false;
}

/* Are there no new changes? */
TP_INLINE bool tp_layercosts_is_current(const tp_LayerCosts *l) {
  for (int i = 0; i < l->layers; i++) {
    if (l->layer[i].seen != l->layer[i].layer->changes.now) return false;
  }
  return true;
}

/* The number of edits of its layers. */
TP_INLINE uint64_t tp_layercosts_revision(const tp_LayerCosts *l) {
  uint64_t edits = 0;
  for (int i = 0; i < l->layers; i++) {
    edits += tp_layer_revision(l->layer[i].layer);
  }
  return edits;
}

/* Divides the classes among so many bases of these prices, at most
 * TP_MOST_BASES, the same raised, if units raise prices, and levels above them.
 * The result depends only on these and on the weights. Have the classes
 * changed? */
TP_FUNC bool tp_layercosts_divide(tp_LayerCosts *l, const double *price,
                                  int bases);

/* The level at a position, or else the next above; but the one below if only
 * rounding put the position above it. Positions are above -1 step. */
TP_INLINE int64_t tp_layercosts_level(const tp_LayerCosts *l,
                                      int64_t position) {
  const int64_t up = (INT64_C(2) << TP_PART_BITS) - 1 - TP_REST;
  const int64_t fine = l->fine, steps = ((position + up) >> TP_PART_BITS) - 1;
  if (steps < 2 * fine) return steps;
  int doubled = tp_highest((uint64_t)steps) - tp_highest((uint64_t)fine);
  doubled -= steps < fine << doubled;
  const int64_t round_up = (INT64_C(1) << doubled) - 1;
  return doubled * fine + ((steps + round_up) >> doubled);
}

/* The class of a cell of that base if all layers together add so many parts of
 * a step. */
TP_INLINE int tp_layercosts_class(const tp_LayerCosts *l, int base,
                                  int64_t sum) {
  if (sum == 0) return base;
  const bool is_lower = l->lowers && sum < TP_LEAST_SUM;
  /* The rounding rest of sums of 0 counts as 0. */
  if (is_lower && sum > -TP_LEAST_SUM) return base;
  if (is_lower && sum <= l->deepest[base]) return l->floor[base];
  if (!is_lower && sum < TP_LEAST_SUM) sum = TP_LEAST_SUM;
  const int64_t level = tp_layercosts_level(l, l->position[base] + sum);
  const int class = (int)(level + l->shift[base]);
  /* No cell costs more than without the lowering layers. */
  return is_lower && class > l->below[base] ? base : class;
}
