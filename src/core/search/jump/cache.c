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

static void note_read(tp_JumpNodes *n, tp_Box read) {
  if (!n->has_read) n->read = read;
  n->has_read = true;
  n->read = tp_box_with(n->read, read.left, read.top);
  n->read = tp_box_with(n->read, read.right, read.bottom);
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
  if (tp_jump_node_is_point(n, i)) {
    keep(n, node, list);
  } else {
    note_read(n, list->read);
  }
  return list;
}
