/* jumpplanes.c - the planes of jump point search, built 64 cells at a time.
 *
 * What stops a scan along a row depends on three rows of the mask, so jump
 * points are found a word at a time (Harabor and Grastien 2014). A diagonal
 * scan has to stop wherever one of its two straight side scans would find
 * something; on game maps they hardly ever do. So that is precomputed, too:
 * "does a scan east from here find a jump point" runs along a row as a carry.
 * The stops of a diagonal are the union of two such planes, skewed so that each
 * diagonal becomes a line. One bit scan then replaces dozens of diagonal steps
 * with two scans each.
 *
 * 17 planes of a bit a cell (12 on 4-way maps), and the jump points' numbers.
 * Building takes 1.2 ns a cell; a repair (jump/jumprepair.c) gives the same
 * bits.
 */
#include "jumpplanes.h"

#include <string.h>

/* ---- layout ------------------------------------------------------------- */

static uint64_t lay_out(tp_JumpPlanes *j, int32_t width, int32_t height,
                        tp_Diagonal rule) {
  uint64_t at = 0;
  *j = (tp_JumpPlanes){.width = width, .height = height, .rule = rule};
  for (int d = 0; d < 4; d++) {
    at = tp_dy[d] == 0 ? tp_bitplane_place(&j->stop[d], at, height, width)
                       : tp_bitplane_place(&j->stop[d], at, width, height);
    at = tp_bitplane_place(&j->ahead[d], at, height, width);
  }
  if (tp_is_four(rule)) {
    at = tp_bitplane_place(&j->branch[TP_S], at, width, height);
    at = tp_bitplane_place(&j->branch[TP_N], at, width, height);
  } else {
    for (int d = TP_SE; d <= TP_NE; d++) {
      at = tp_bitplane_place(&j->branch[d], at, height, width);
      at = tp_bitplane_place(&j->end[d], at, height, width);
    }
  }
  at = tp_cellset_place(&j->cell_set, at, width, height);
  at = tp_versions_place(&j->versions, at, width, height);
  j->straight[TP_E] = j->stop[TP_E];
  j->straight[TP_W] = j->stop[TP_W];
  j->straight[TP_S] = j->end[TP_SE];
  j->straight[TP_N] = j->end[TP_SW];
  j->scratch_at = at;
  if (!tp_is_four(rule)) return at + 2 * (uint64_t)height;
  at = tp_bitplane_place(&j->straight[TP_S], at, height, width);
  j->straight[TP_N] = j->straight[TP_S]; /* of both: irregular cells */
  return at;
}

size_t tp_jump_planes_bytes(int32_t width, int32_t height, tp_Diagonal rule) {
  tp_JumpPlanes j;
  uint64_t words = lay_out(&j, width, height, rule);
  return offsetof(tp_JumpPlanes, words) + (size_t)words * sizeof(uint64_t);
}

void tp_jump_planes_init(tp_JumpPlanes *j, int32_t width, int32_t height,
                         tp_Diagonal rule) {
  uint64_t words = lay_out(j, width, height, rule);
  memset(j->words, 0xff, (size_t)words * sizeof(uint64_t));
}

static uint64_t *line_of(tp_JumpPlanes *j, tp_Bitplane plane, int32_t line) {
  return tp_bitplane_words(j->words, plane, line);
}

static uint32_t words_across(const tp_JumpPlanes *j) {
  return j->cell_set.plane.stride - 1;
}

/* The bits of word w of a row that lie past the edge of the map. */
static uint64_t past_edge(const tp_JumpPlanes *j, uint32_t w) {
  uint32_t left = (uint32_t)j->width - w * 64;
  return left < 64 ? UINT64_MAX << left : 0;
}

/* ---- jump points -------------------------------------------------------- */

/* 64 cells of a row, and their neighbours one column ahead and behind. */
typedef struct Cells {
  uint64_t at, east, west;
} Cells;

static Cells cells_at(const uint64_t *row, size_t w) {
  const uint64_t *word = &row[w];
  return (Cells){word[0], word[0] >> 1 | word[1] << 63,
                 word[0] << 1 | word[-1] >> 63};
}

/* The neighbourhoods of 64 cells. */
typedef struct Hood {
  Cells above, row, below;
} Hood;

static Hood hood_at(const tp_Mask *mask, int32_t y, size_t w) {
  const uint64_t *row = tp_mask_row(mask, y);
  return (Hood){cells_at(row - mask->stride, w), cells_at(row, w),
                cells_at(row + mask->stride, w)};
}

/* The cells where a walker along a wall may have to turn. If corners may not be
 * cut, the cell beside the walker is free just after the wall has ended. If
 * they may be cut, the cell ahead of the one beside it is free one step
 * earlier. */
static uint64_t turns(tp_Diagonal rule, uint64_t beside, uint64_t behind,
                      uint64_t beyond, uint64_t ahead) {
  switch (rule) {
    case TP_ALWAYS: return ~beside & beyond;
    case TP_AT_LEAST_ONE_WALKABLE: return ~beside & beyond & ahead;
    default: return ~behind & beside;
  }
}

/* Jump points of the four straight directions, and of all directions. */
typedef struct Found {
  uint64_t straight[4], any;
} Found;

static Found find_points(tp_Diagonal rule, const Hood *n) {
  const Cells *a = &n->above, *r = &n->row, *b = &n->below;
  uint64_t e = turns(rule, a->at, a->west, a->east, r->east) |
               turns(rule, b->at, b->west, b->east, r->east);
  uint64_t w = turns(rule, a->at, a->east, a->west, r->west) |
               turns(rule, b->at, b->east, b->west, r->west);
  uint64_t south = turns(rule, r->west, a->west, b->west, b->at) |
                   turns(rule, r->east, a->east, b->east, b->at);
  uint64_t north = turns(rule, r->west, b->west, a->west, a->at) |
                   turns(rule, r->east, b->east, a->east, a->at);
  if (tp_is_four(rule)) south = north = 0;
  Found f;
  f.straight[TP_E] = e & r->at & r->west;
  f.straight[TP_W] = w & r->at & r->east;
  f.straight[TP_S] = south & r->at & a->at;
  f.straight[TP_N] = north & r->at & b->at;
  f.any =
      f.straight[TP_E] | f.straight[TP_S] | f.straight[TP_W] | f.straight[TP_N];
  /* A path that comes diagonally turns like one that comes straight. */
  if (rule == TP_ALWAYS || rule == TP_AT_LEAST_ONE_WALKABLE) {
    f.any |= (e | w | south | north) & r->at;
  }
  return f;
}

/* The irregular cells among 64 free cells. */
static uint64_t irregular_at(const tp_JumpPlanes *j, const tp_Mask *mask,
                             int32_t y, uint32_t w) {
  if (!j->irregular) return 0;
  return tp_mask_row(j->irregular, y)[w] & tp_mask_row(mask, y)[w];
}

static void build_points(tp_JumpPlanes *j, const tp_Mask *mask) {
  for (int32_t y = 0; y < j->height; y++) {
    for (uint32_t w = 0; w < words_across(j); w++) {
      Hood hood = hood_at(mask, y, w);
      Found found = find_points(j->rule, &hood);
      const uint64_t irregular = irregular_at(j, mask, y, w);
      line_of(j, j->cell_set.plane, y)[w] = found.any | irregular;
      for (int k = 0; k < 4; k++) {
        line_of(j, j->straight[k], y)[w] = found.straight[k] | irregular;
      }
    }
  }
  tp_cellset_build(j->words, &j->cell_set);
}

/* ---- jump points ahead --------------------------------------------------- */

/* Spread the ones of `from` through the ones of `through`, towards bit 0 and
 * towards bit 63. */
static uint64_t spread_down(uint64_t from, uint64_t through) {
  for (int s = 1; s < 64; s *= 2) {
    from |= through & from >> s;
    through &= through >> s;
  }
  return from;
}

static uint64_t spread_up(uint64_t from, uint64_t through) {
  for (int s = 1; s < 64; s *= 2) {
    from |= through & from << s;
    through &= through << s;
  }
  return from;
}

static void build_ahead_across(tp_JumpPlanes *j, const tp_Mask *mask) {
  uint32_t words = words_across(j);
  for (int32_t y = 0; y < j->height; y++) {
    const uint64_t *row = tp_mask_row(mask, y);
    const uint64_t *east = line_of(j, j->straight[TP_E], y);
    const uint64_t *west = line_of(j, j->straight[TP_W], y);
    uint64_t *out = line_of(j, j->ahead[TP_E], y), carry = 0;
    for (uint32_t w = words; w-- > 0;) {
      uint64_t in = spread_down((east[w] | carry << 63) & row[w], row[w]);
      out[w] = in >> 1 | carry << 63;
      carry = in & 1;
    }
    out = line_of(j, j->ahead[TP_W], y);
    carry = 0;
    for (uint32_t w = 0; w < words; w++) {
      uint64_t in = spread_up((west[w] | carry) & row[w], row[w]);
      out[w] = (in << 1 | carry) & ~past_edge(j, w);
      carry = in >> 63;
    }
  }
}

/* Row by row from the end to which the direction leads. */
static void build_ahead_along(tp_JumpPlanes *j, const tp_Mask *mask, int d) {
  int32_t step = tp_dy[d];
  for (int32_t n = 0; n < j->height; n++) {
    int32_t y = step > 0 ? j->height - 1 - n : n;
    uint64_t *out = line_of(j, j->ahead[d], y);
    for (uint32_t w = 0; w < words_across(j); w++) {
      out[w] = 0;
      if (n == 0) continue;
      uint64_t ahead = line_of(j, j->straight[d], y + step)[w] |
                       line_of(j, j->ahead[d], y + step)[w];
      out[w] = ahead & tp_mask_row(mask, y + step)[w];
    }
  }
}

/* ---- rays --------------------------------------------------------------- */

/* The cells where a diagonal step is illegal, or may be a turn. */
static uint64_t diagonal_ends(tp_Diagonal rule, int d, const Hood *n) {
  const Cells *next = tp_dy[d] > 0 ? &n->below : &n->above;
  const Cells *back = tp_dy[d] > 0 ? &n->above : &n->below;
  bool east = tp_dx[d] > 0;
  uint64_t target = east ? next->east : next->west;
  uint64_t ahead_x = east ? n->row.east : n->row.west;
  uint64_t behind_x = east ? n->row.west : n->row.east;
  uint64_t back_ahead = east ? back->east : back->west;
  uint64_t next_behind = east ? next->west : next->east;
  uint64_t forced_x = ~back->at & back_ahead,
           forced_y = ~behind_x & next_behind;
  switch (rule) {
    case TP_ALWAYS: return ~target | forced_x | forced_y;
    case TP_AT_LEAST_ONE_WALKABLE:
      return ~(target & (ahead_x | next->at)) | (forced_x & ahead_x) |
             (forced_y & next->at);
    default: return ~(target & ahead_x & next->at);
  }
}

/* By rows. */
static void build_rays(tp_JumpPlanes *j, int d, tp_Bitplane rays) {
  bool four = tp_is_four(j->rule);
  int one = four ? TP_E : tp_side_x(d), other = four ? TP_W : tp_side_y(d);
  for (int32_t y = 0; y < j->height; y++) {
    const uint64_t *a = line_of(j, j->ahead[one], y);
    const uint64_t *b = line_of(j, j->ahead[other], y);
    uint64_t *out = line_of(j, rays, y);
    for (uint32_t w = 0; w < words_across(j); w++) {
      out[w] = a[w] | b[w] | past_edge(j, w);
    }
  }
}

/* ---- all ---------------------------------------------------------------- */

static void skew_ray(tp_JumpPlanes *j, const tp_Mask *mask, int d) {
  const bool falls = tp_dx[d] == tp_dy[d];
  uint64_t *scratch = &j->words[j->scratch_at];
  build_rays(j, d, j->branch[d]);
  tp_bitplane_skew(j->words, j->branch[d], j->height, falls, scratch);
  for (int32_t y = 0; y < j->height; y++) {
    uint64_t *out = line_of(j, j->end[d], y);
    for (uint32_t w = 0; w < words_across(j); w++) {
      Hood hood = hood_at(mask, y, w);
      out[w] = diagonal_ends(j->rule, d, &hood) | past_edge(j, w) |
               irregular_at(j, mask, y, w);
    }
  }
  tp_bitplane_skew(j->words, j->end[d], j->height, falls, scratch);
}

void tp_jump_planes_build(tp_JumpPlanes *j, const tp_Mask *mask) {
  j->versions.now++;
  tp_versions_touch_all(j->words, &j->versions);
  build_points(j, mask);
  build_ahead_across(j, mask);
  build_ahead_along(j, mask, TP_S);
  build_ahead_along(j, mask, TP_N);
  for (int d = 0; d < 4; d++) {
    /* The points of the direction become its stops. */
    for (int32_t y = 0; y < j->height; y++) {
      const uint64_t *row = tp_mask_row(mask, y);
      uint64_t *line = line_of(j, j->straight[d], y);
      for (uint32_t w = 0; w < words_across(j); w++) line[w] |= ~row[w];
    }
    if (tp_dy[d] != 0) {
      tp_bitplane_turn(j->words, j->straight[d], j->stop[d], j->width,
                       j->height);
    }
  }
  if (tp_is_four(j->rule)) {
    /* One after the other in the memory of a plane that is finished. */
    for (int d = TP_S; d <= TP_N; d += 2) {
      build_rays(j, d, j->straight[d]);
      tp_bitplane_turn(j->words, j->straight[d], j->branch[d], j->width,
                       j->height);
    }
  } else {
    for (int d = TP_SE; d <= TP_NE; d++) skew_ray(j, mask, d);
  }
}
