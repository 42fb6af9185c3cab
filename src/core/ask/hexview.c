/* hexview.c - all hexagons seen from one, in one sweep: shadow casting in whole
 * numbers, exact by the rule of sight.c.
 *
 * Between the directions a and b of two neighbouring sides lies a sixth of the
 * map. Its ring k has the cells (k - j) a + j b, for j from 0 to k: seen from
 * the centre of the origin they have the slopes j / k from 0 to 1.
 *
 *          b  . . .        A blocked cell hides slopes, from its first corner
 *            . . #         to its last one. Neighbours in a ring share a side,
 *           . . .          so a run of them hides everything between. No cell
 *          o . . a         hides another one of its ring, or of another sixth.
 *                          A line may pass a single corner: gaps are closed.
 *
 * Only the line with slope 1/2 runs along sides, each between two cells of a
 * ring. It is hidden if both are blocked, as by a run.
 *
 * Costs a look at each cell that is seen, and at those that end the gaps: some
 * 5 ns each.
 */
#include "view.h"

/* part / of. */
typedef struct Slope {
  uint32_t part, of;
} Slope;

/* From one slope to another, both included. */
typedef struct Span {
  Slope first, last;
} Span;

typedef struct Sixth {
  const tp_Mask *mask;
  tp_Seen *seen;
  tp_Stagger stagger;
  tp_Cube from, a, b;
  int32_t ring;
  Span *gaps, *spare; /* of this ring and of the next one */
  uint32_t room, count, kept;
} Sixth;

/* Negative, 0 or positive if a is less than, equal to, or more than b. */
static int compare(Slope a, Slope b) {
  const uint64_t left = (uint64_t)a.part * b.of;
  const uint64_t right = (uint64_t)b.part * a.of;
  return (left > right) - (left < right);
}

static tp_Cell cell_at(const Sixth *s, int32_t j) {
  const int32_t i = s->ring - j;
  return tp_cell_of_cube(s->stagger,
                         (tp_Cube){s->from.q + i * s->a.q + j * s->b.q,
                                   s->from.r + i * s->a.r + j * s->b.r});
}

static bool is_free(const Sixth *s, int32_t j) {
  const tp_Cell c = cell_at(s, j);
  return tp_mask_can_enter(s->mask, c.x, c.y);
}

/* The slopes of a cell's first and last corner. The first corner of j = 0 is
 * below 0, and never needed. */
static Slope first_corner(const Sixth *s, int32_t j) {
  const uint32_t k = 3 * (uint32_t)s->ring, part = 3 * (uint32_t)j;
  if (2 * j <= s->ring) return (Slope){part - 2, k - 1};
  return (Slope){part - 1, k + 1};
}

static Slope last_corner(const Sixth *s, int32_t j) {
  const uint32_t k = 3 * (uint32_t)s->ring, part = 3 * (uint32_t)j;
  if (2 * j >= s->ring) return (Slope){part + 1, k - 1};
  return (Slope){part + 2, k + 1};
}

/* False if there is no room. */
static bool keep(Sixth *s, Slope first, Slope last) {
  if (compare(first, last) > 0) return true;
  if (s->kept == s->room) return false;
  s->spare[s->kept++] = (Span){first, last};
  return true;
}

/* Adds the free cells of a gap, and keeps the rest of the gap. */
static bool cut(Sixth *s, Span gap) {
  const uint64_t k = (uint64_t)s->ring;
  const int32_t end = (int32_t)(gap.last.part * k / gap.last.of);
  const int32_t last = tp_lesser(end + 1, s->ring);
  int32_t j = (int32_t)(gap.first.part * k / gap.first.of);
  const int32_t begin = j + (gap.first.part * k % gap.first.of > 0);
  for (; j <= last; j++) {
    if (is_free(s, j)) {
      if (j >= begin && j <= end) tp_seen_add(s->seen, cell_at(s, j));
      continue;
    }
    const Slope from = j > 0 ? first_corner(s, j) : (Slope){0, 1};
    const bool is_within = compare(from, gap.last) < 0;
    const Slope left = is_within ? from : gap.last;
    if (j > 0 && !keep(s, gap.first, left)) return false;
    while (j < last && !is_free(s, j + 1)) j++;
    const Slope to = last_corner(s, j);
    if (compare(to, gap.first) > 0) gap.first = to;
  }
  return keep(s, gap.first, gap.last);
}

static bool look_at_rings(Sixth *s, int32_t reach) {
  s->gaps[0] = (Span){{0, 1}, {1, 1}};
  s->count = 1;
  for (s->ring = 1; s->ring <= reach && s->count > 0; s->ring++) {
    s->kept = 0;
    for (uint32_t i = 0; i < s->count; i++) {
      if (!cut(s, s->gaps[i])) return false;
    }
    Span *const old = s->gaps;
    s->gaps = s->spare;
    s->spare = old;
    s->count = s->kept;
  }
  return true;
}

bool tp_seen_cast(tp_Seen *seen, const tp_Navmap *nav, tp_Cell cell,
                  int32_t reach, uint64_t *work) {
  static const tp_Cube turns[TP_SIDES_OF_HEXAGON] = {{1, 0},  {0, 1},  {-1, 1},
                                                     {-1, 0}, {0, -1}, {1, -1}};
  Span *const gaps = (Span *)(void *)work;
  const uint32_t room =
      (uint32_t)(tp_view_words(nav->mask->width) / (2 * sizeof(Span) / 8));
  for (int turn = 0; turn < TP_SIDES_OF_HEXAGON; turn++) {
    const tp_Stagger stagger = nav->moves.stagger;
    Sixth sixth = {.mask = nav->mask,
                   .seen = seen,
                   .stagger = stagger,
                   .from = tp_cube_of(stagger, cell),
                   .a = turns[turn],
                   .b = turns[(turn + 1) % TP_SIDES_OF_HEXAGON],
                   .gaps = gaps,
                   .spare = gaps + room,
                   .room = room};
    if (!look_at_rings(&sixth, reach)) return false;
  }
  if (tp_mask_has(nav->mask, cell.x, cell.y)) tp_seen_add(seen, cell);
  return true;
}
