/* known.c - a jump point search, and an edit while it runs.
 *
 * What the planes say of a cell is of a version (versions.h). A node is what
 * they said of its own cell; of an expanded one the search has read besides
 * what lies between it and the goal, as far as to see that, and the cells on
 * which its jumps depend, which their list knows. So it is as if begun now
 * where none of these lies in a block of cells that has changed. Lists that are
 * not kept have noted together what they depend on.
 *
 * Where very many jump points are known, or many places have changed, that is
 * not worth asking: a search that begins again is as soon done.
 *
 * A few nanoseconds a jump point of the map.
 */
#include "known.h"

#include "cache.h"

enum { MOST_BOXES = 48, NODES_A_STEP = 64, FEW_NODES = 1 << 14 };

typedef struct Changed {
  tp_Box box[MOST_BOXES];
  int count;
} Changed;

static bool meets(const Changed *changed, tp_Box box) {
  for (int i = 0; i < changed->count; i++) {
    if (tp_boxes_meet(changed->box[i], box)) return true;
  }
  return false;
}

/* Of lists that are no longer used some may still be there. */
static bool lists_stand(const tp_JumpNodes *n, const tp_JumpNode *node,
                        const Changed *changed) {
  if (node->version != n->version) return true;
  for (uint32_t at = node->list; at != TP_NO_LIST;) {
    const tp_JumpList *list = tp_jump_known_list(n, at);
    if (meets(changed, list->read)) return false;
    at = list->next;
  }
  return true;
}

static bool node_stands(const tp_JumpNodes *n, uint32_t i, tp_Cell goal,
                        const Changed *changed) {
  const tp_JumpNode *node = &n->node[i];
  if (!tp_node_is_known(&n->now, node->key)) return true;
  tp_Box box = {node->x, node->y, node->x, node->y};
  if (node->key & TP_NODE_CLOSED) box = tp_box_with(box, goal.x, goal.y);
  if (meets(changed, box)) return false;
  return !tp_jump_node_is_point(n, i) || lists_stand(n, node, changed);
}

bool tp_jump_known_stand(const tp_Search *s, const tp_Basis *then) {
  const tp_JumpNodes *n = s->block[TP_SLOT_JUMP_NODES];
  const tp_JumpPlanes *j = s->plan.navmap->jumps;
  const uint32_t places = TP_FIRST_POINT + n->points, end = n->next_place;
  Changed changed;
  if (n->version != n->first_version || n->points < j->numbering.end) {
    return false;
  }
  if (n->points > NODES_A_STEP * s->expanded + FEW_NODES) return false;
  changed.count = tp_versions_changed(j->words, &j->versions, then->planes,
                                      changed.box, MOST_BOXES);
  if (changed.count > MOST_BOXES) return false;
  if (n->has_read && meets(&changed, n->read)) return false;
  for (uint32_t i = 0; i < places; i++) {
    if (!node_stands(n, i, s->plan.ends.to, &changed)) return false;
  }
  for (uint32_t i = places; i < end; i++) {
    if (!node_stands(n, i, s->plan.ends.to, &changed)) return false;
  }
  return true;
}
