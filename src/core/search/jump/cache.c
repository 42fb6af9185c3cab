/* cache.c - lists of jumps, one behind the other in a store that never moves.
 * One that is full is emptied: it then counts as of another version.
 */
#include "cache.h"

void tp_jump_cache_forget(tp_JumpNodes *n) {
  n->used = 0;
  if (n->version == UINT32_MAX) {
    for (uint32_t i = 0; i < TP_FIRST_POINT + n->points; i++) {
      n->node[i].version = 0;
    }
    n->version = 0;
  }
  n->version++;
}

void tp_jump_cache_end_places(tp_JumpNodes *n) {
  n->whole_rays = true;
  tp_jump_cache_forget(n);
}

static void keep(tp_JumpNodes *n, tp_JumpNode *node, tp_JumpList *list) {
  list->next = node->version == n->version ? node->list : TP_NO_LIST;
  node->list = n->used;
  node->version = n->version;
  n->used += TP_LIST_HEAD + list->count;
}

/* Is the node still that of the jump point? A search that goes on over an edit
 * may know one whose number is another cell's now, or nobody's. */
static bool is_its_own(const tp_JumpNodes *n, const tp_JumpMap *map,
                       uint32_t i) {
  const tp_JumpNode *node = &n->node[i];
  return tp_jump_node_is_point(n, i) &&
         tp_jump_planes_is_point(map->jumps, node->x, node->y) &&
         tp_jump_planes_number(map->jumps, node->x, node->y) ==
             i - TP_FIRST_POINT;
}

const tp_JumpList *tp_jump_cache_make(tp_JumpNodes *n, const tp_JumpMap *map,
                                      uint32_t i, unsigned steps) {
  tp_JumpNode *node = &n->node[i];
  if (n->used + tp_jump_list_most(map->jumps) > n->room) {
    tp_jump_cache_forget(n);
  }
  tp_JumpList *list = tp_jump_list(n, n->used);
  tp_jump_list_make(list, map, (tp_Cell){node->x, node->y}, steps,
                    n->whole_rays);
  if (is_its_own(n, map, i)) keep(n, node, list);
  return list;
}
