/* astar.c - A* over single cells.
 *
 * Written once, as `run`, and compiled for four kinds of query: buckets on a
 * map with one price, buckets on a priced map, buckets where many cells may end
 * the search (goaltest.h), and a heap for everything else (weights, heuristics
 * that are not consistent, the caller's own, costs too fine for buckets). Cells
 * are opened again where a cheaper way to them turns up after they were closed;
 * with a consistent heuristic none does.
 *
 * Where there are diagonals, and straight <= diagonal < 2 x straight, only the
 * steps of pruning.h are tried from a cell: each of the others leads where one
 * gets from the parent at the same cost without the cell.
 *
 * 8 bytes a cell, and 8 (buckets) or 24 (heap) for each cell in the open list.
 */
#include "astar.h"

#include "goaltest.h"
#include "successors.h"
#include "tiebreak.h"

/* May steps be left out? On 4-way maps that would save a quarter of the time,
 * but a search that goes deep into one of many equal ways, of which only a few
 * are left, may have to come back from each: among pillars at equal distances
 * it took eight times as long as one that leaves out nothing. */
static bool may_prune(const tp_Search *s, const tp_Costs *costs) {
  return costs->orderly && !s->four;
}

/* The steps along the axis on which less is left to go. On 4-way maps they are
 * pushed first, and so, of equal f, come last: the way then stays in the middle
 * of the many that are equally short, clear of what lies at their edges. */
TP_INLINE unsigned shorter_axis(tp_Cell at, tp_Cell to) {
  int32_t dx = at.x < to.x ? to.x - at.x : at.x - to.x;
  int32_t dy = at.y < to.y ? to.y - at.y : at.y - to.y;
  return dx > dy ? 1u << TP_S | 1u << TP_N : 1u << TP_E | 1u << TP_W;
}

/* Asks the caller for an estimate of each cell one step away that the search
 * has not seen: before anything changes, so that the caller may leave. */
static void ask_around(tp_Search *s, tp_Cell at, unsigned steps,
                       int32_t width) {
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    int32_t x = at.x + tp_dx[d], y = at.y + tp_dy[d];
    size_t n = (size_t)y * (size_t)width + (size_t)x;
    if (tp_node_is_known(&s->nodes->now, s->nodes->node[n])) continue;
    s->answers[n] = s->ask(s->ask_context, x, y);
  }
}

static tp_Status find(tp_Search *s, tp_Cell end) {
  s->end = end;
  return s->status = TP_FOUND;
}

TP_INLINE tp_Status run(tp_Search *s, const tp_Navmap *nav, uint64_t budget,
                        const bool buckets, const bool priced,
                        const bool one_goal) {
  const tp_Grid *g = nav->grid;
  const tp_Mask *mask = s->mask;
  const tp_Costs *costs = &nav->costs;
  const uint8_t *ground = nav->ground;
  const tp_Heuristic own = s->heuristic; /* which no store can change */
  const tp_Heuristic *heuristic = &own;
  const bool asked = !buckets && heuristic->kind == TP_HEURISTIC_USER;
  const bool prunes = may_prune(s, costs);
  const uint64_t plain[2] = {costs->cheapest[0], costs->cheapest[1]};
  const bool uniform = !priced || costs->uniform;
  const int32_t width = g->width;
  uint64_t *node = s->nodes->node;
  const uint64_t base = tp_node_base(&s->nodes->now);
  const size_t start = tp_grid_index(g, s->ends.from.x, s->ends.from.y);
  const bool many = !one_goal && s->many;
  const size_t goal =
      many ? SIZE_MAX : tp_grid_index(g, s->ends.to.x, s->ends.to.y);
  ptrdiff_t offset[TP_DIRECTIONS];
  const bool ordered = nav->profile.algorithm == TP_ASTAR;
  tp_BucketQueue *queue = s->buckets;
  tp_Heap *heap = s->heap;
  const uint32_t capacity = buckets ? queue->capacity : heap->capacity;
  tp_Buckets list = {0};
  tp_Status status = TP_RUNNING;
  if (buckets) list = tp_buckets_of(queue);
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    offset[d] = (ptrdiff_t)tp_dy[d] * width + tp_dx[d];
  }

  /* To close nothing more may be what shows that an end is the cheapest. */
  while (budget > 0 || (many && s->met)) {
    if (many && tp_goaltest_wants_notes(s)) break;
    uint32_t live = buckets ? list.live : heap->live;
    if (live + TP_DIRECTIONS > capacity) {
      status = TP_NEEDS_ROOM;
      break;
    }
    if (live == 0) {
      status = many && s->met ? find(s, s->end) : TP_FAILED;
      break;
    }

    /* The cell whose turn it is, unless it has had its turn. */
    if (buckets && tp_buckets_turn(&list) && ordered) {
      tp_tiebreak_turn(&list, heuristic);
    }
    tp_Cell at = tp_unpack_cell(buckets ? tp_buckets_take(&list)
                                        : tp_heap_first(heap)->what);
    uint64_t f = buckets ? list.key : tp_heap_first(heap)->key;
    size_t here = (size_t)at.y * (size_t)width + (size_t)at.x;
    uint64_t known = node[here];
    if (known & TP_NODE_CLOSED) {
      if (!buckets) tp_heap_pop(heap);
      continue;
    }

    if (many && s->met && f > s->end_f) {
      status = find(s, s->end);
      break;
    }
    if (many && budget == 0) {
      /* First in its bucket, as it was. */
      if (buckets) tp_buckets_push(&list, f, tp_pack_cell(at.x, at.y));
      break;
    }

    unsigned nine = tp_mask_nine(mask, at.x, at.y);
    int came_by = here == start ? TP_DIRECTIONS : tp_node_came_by(known);
    unsigned steps =
        tp_successors_onward(nav, nine, at, here, came_by, uniform, prunes);
    if (!buckets) {
      if (asked) ask_around(s, at, steps, width);
      tp_heap_pop(heap);
    }
    node[here] = known | TP_NODE_CLOSED;
    s->expanded++;
    budget--;
    if (here == goal) {
      status = find(s, at);
      break;
    }
    uint64_t cost = tp_node_g(&s->nodes->now, known);
    if (many) {
      tp_Arrival arrival = tp_goaltest(s, nav, at, cost, f);
      if (arrival == TP_TURN) continue;
      if (arrival == TP_HAS_COME) {
        status = find(s, s->end);
        break;
      }
    }
    const unsigned first = s->four ? shorter_axis(at, s->ends.to) : 0;
    while (steps) {
      int d = tp_lowest(steps & first ? steps & first : steps);
      steps &= ~(1u << d);
      size_t next = (size_t)((ptrdiff_t)here + offset[d]);
      uint64_t reached =
          cost + (priced ? costs->step[tp_is_diagonal(d)][ground[next]]
                         : plain[tp_is_diagonal(d)]);
      uint64_t key = tp_node_key(base, reached, d);
      if (!tp_node_improves(key, node[next])) continue;
      node[next] = key;
      int32_t x = at.x + tp_dx[d], y = at.y + tp_dy[d];
      uint64_t h = asked ? s->answers[next] : tp_estimate(heuristic, x, y);
      uint64_t next_f = reached + h;
      uint32_t what = tp_pack_cell(x, y);
      if (buckets && ordered) {
        tp_tiebreak_push(&list, next_f, what, heuristic, h);
      } else if (buckets) {
        tp_buckets_push(&list, next_f, what);
      } else {
        if (heuristic->monotone && next_f < f) next_f = f;
        tp_heap_push(heap, next_f, ordered ? h : 0, what);
      }
    }
  }
  if (buckets) tp_buckets_store(&list, queue);
  return status;
}

static tp_Status run_uniform(tp_Search *s, const tp_Navmap *nav,
                             uint64_t budget) {
  return run(s, nav, budget, true, false, true);
}

static tp_Status run_priced(tp_Search *s, const tp_Navmap *nav,
                            uint64_t budget) {
  return run(s, nav, budget, true, true, true);
}

static tp_Status run_many(tp_Search *s, const tp_Navmap *nav, uint64_t budget) {
  return run(s, nav, budget, true, true, false);
}

static tp_Status run_heap(tp_Search *s, const tp_Navmap *nav, uint64_t budget) {
  return run(s, nav, budget, false, true, false);
}

tp_Status tp_astar_run(tp_Search *s, const tp_Navmap *nav, uint64_t budget) {
  if (s->window == 0) return run_heap(s, nav, budget);
  if (s->many) return run_many(s, nav, budget);
  return nav->costs.uniform ? run_uniform(s, nav, budget)
                            : run_priced(s, nav, budget);
}

/* ---- before and after --------------------------------------------------- */

static uint64_t first_estimate(tp_Search *s, size_t index) {
  tp_Cell at = s->ends.from;
  if (s->heuristic.kind != TP_HEURISTIC_USER) {
    return tp_estimate(&s->heuristic, at.x, at.y);
  }
  return s->answers[index] = s->ask(s->ask_context, at.x, at.y);
}

tp_Status tp_astar_start(tp_Search *s, const tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  tp_Cell at = s->ends.from;
  size_t index = tp_grid_index(g, at.x, at.y);
  if (!s->nodes) {
    return tp_search_need(s, TP_NODE_STORE, tp_nodes_bytes(tp_grid_cells(g)));
  }
  if (s->heuristic.kind == TP_HEURISTIC_USER && !s->answers) {
    return tp_search_need(s, TP_ANSWERS, tp_grid_cells(g) * sizeof *s->answers);
  }
  tp_Goals *goals = s->query.goals;
  if (s->many && !s->nearest && goals->kind == TP_GOAL_CELLS) {
    tp_goals_list_by_cell(goals);
  }
  uint64_t h = first_estimate(s, index);
  tp_nodes_renew(s->nodes, nav->costs.bits);
  s->nodes->node[index] = tp_node_key(tp_node_base(&s->nodes->now), 0, 0);
  if (s->window == 0) {
    tp_heap_clear(s->heap);
    tp_heap_push(s->heap, h, 0, tp_pack_cell(at.x, at.y));
  } else {
    tp_bucketqueue_clear(s->buckets, h);
    tp_Buckets list = tp_buckets_of(s->buckets);
    tp_buckets_push(&list, h, tp_pack_cell(at.x, at.y));
    tp_buckets_store(&list, s->buckets);
  }
  return TP_RUNNING;
}

bool tp_astar_next_leg(const tp_Search *s, tp_Backtrace *b, tp_Leg *leg) {
  const uint64_t *node = s->nodes->node;
  const int32_t width = s->mask->width;
  size_t here = (size_t)b->at.y * (size_t)width + (size_t)b->at.x;
  size_t first =
      (size_t)s->ends.from.y * (size_t)width + (size_t)s->ends.from.x;
  if (here == first) return false;
  int d = tp_node_came_by(node[here]);
  size_t step = (size_t)((ptrdiff_t)tp_dy[d] * width + tp_dx[d]);
  int32_t length = 0;
  do {
    here -= step;
    length++;
  } while (here != first && tp_node_came_by(node[here]) == d);
  *leg = (tp_Leg){d, length};
  tp_leg_pass(*leg, TP_BACKWARDS, &b->at);
  return true;
}

bool tp_astar_node_info(const tp_Search *s, const tp_Grid *g, tp_Cell cell,
                        tp_NodeInfo *info) {
  size_t index = tp_grid_index(g, cell.x, cell.y);
  uint64_t node = s->nodes->node[index];
  if (!tp_node_is_known(&s->nodes->now, node)) return false;
  info->closed = node & TP_NODE_CLOSED;
  info->g = tp_node_g(&s->nodes->now, node);
  info->h = s->heuristic.kind == TP_HEURISTIC_USER
                ? s->answers[index]
                : tp_estimate(&s->heuristic, cell.x, cell.y);
  info->parent = cell;
  if (tp_same_cell(cell, s->ends.from)) return true;
  int d = tp_node_came_by(node);
  info->parent = (tp_Cell){cell.x - tp_dx[d], cell.y - tp_dy[d]};
  return true;
}
