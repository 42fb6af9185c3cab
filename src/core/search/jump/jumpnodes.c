/* jumpnodes.c - the store of jump points; see jumpnodes.h for its layout. Lists
 * of jumps lie one behind the other and never move. A full store is emptied:
 * its version changes. If that happens again, the next query takes a larger
 * one. */
#include "jumpnodes.h"

#include <string.h>

enum { MOST_PLACES = 1024 };

static uint32_t with_spare(uint32_t points) { return points + points / 8 + 64; }

/* A ray has a place only beside many points. */
static uint32_t places_for(uint32_t points) {
  const uint32_t spare = with_spare(points);
  return spare < MOST_PLACES ? spare : MOST_PLACES;
}

/* Twice what one node may need. */
static uint32_t least_room(const tp_JumpPlanes *j) {
  return 2 * tp_jump_list_most(j);
}

/* The room for jumps of many queries: two bytes a cell. Up to 3.5 if there are
 * so many points with a list of two or three each, as in mazes of wide
 * corridors: with less room these lists would be made again and again. At least
 * four jumps a point. */
static uint32_t room_for(const tp_JumpPlanes *j) {
  const uint32_t cells = (uint32_t)j->width * (uint32_t)j->height;
  const uint32_t points = j->cell_set.end;
  uint32_t room = 8 * points;
  if (room < cells / 4) room = cells / 4;
  if (room > cells / 16 * 7) room = cells / 16 * 7;
  if (room < 4 * with_spare(points)) room = 4 * with_spare(points);
  const uint32_t least = least_room(j);
  return room > least ? room : least;
}

/* With lists for all: 64 jumps a point, and two a cell. */
static uint32_t most_room(const tp_JumpPlanes *j) {
  const uint64_t cells = (uint64_t)j->width * (uint64_t)j->height;
  const uint64_t room = 64 * (uint64_t)j->cell_set.end;
  return (uint32_t)(room < 2 * cells ? room : 2 * cells);
}

bool tp_jump_nodes_are_full(const tp_JumpNodes *n, const tp_JumpPlanes *j) {
  return n->emptied >= TP_MOST_EMPTIED && n->room < most_room(j);
}

static size_t bytes_without_lists(const tp_JumpPlanes *j) {
  const uint32_t points = with_spare(j->cell_set.end);
  const size_t nodes =
      TP_FIRST_POINT + (size_t)points + places_for(j->cell_set.end);
  return offsetof(tp_JumpNodes, node) + nodes * sizeof(tp_JumpNode) +
         tp_jump_ready_words(TP_FIRST_POINT + points) * sizeof(uint64_t);
}

size_t tp_jump_nodes_bytes(const tp_JumpPlanes *j, const tp_JumpNodes *old,
                           bool is_shared) {
  const uint32_t least = is_shared ? room_for(j) : least_room(j);
  const uint32_t most = most_room(j);
  uint32_t room = old ? old->room : 0;
  if (old && old->emptied >= TP_MOST_EMPTIED) room *= 2;
  if (room > most) room = most;
  if (room < least) room = least;
  return bytes_without_lists(j) + (size_t)room * sizeof(tp_JumpTo);
}

static void forget_nodes(tp_JumpNodes *n) {
  memset(tp_jump_ready_bits(n), 0,
         tp_jump_ready_words(TP_FIRST_POINT + n->points) * sizeof(uint64_t));
  tp_jump_nodes_make_ready(n, TP_GOAL_NODE);
}

void tp_jump_nodes_init(tp_JumpNodes *n, const tp_JumpPlanes *j, size_t bytes) {
  memset(n, 0, offsetof(tp_JumpNodes, node));
  n->points = with_spare(j->cell_set.end);
  n->places = places_for(j->cell_set.end);
  n->room = (uint32_t)((bytes - bytes_without_lists(j)) / sizeof(tp_JumpTo));
  n->version = 1;
  forget_nodes(n);
}

/* A node without lists has version 0. */
void tp_jump_nodes_make_ready(tp_JumpNodes *n, uint32_t i) {
  const uint32_t first = i / 64 * 64, end = TP_FIRST_POINT + n->points;
  tp_jump_ready_bits(n)[i / 4096] |= UINT64_C(1) << (i / 64 % 64);
  for (uint32_t k = first; k < first + 64 && k < end; k++) {
    n->node[k].key = UINT64_MAX;
    n->node[k].version = 0;
  }
}

void tp_jump_nodes_renew(tp_JumpNodes *n, int cost_bits) {
  n->next_place = TP_FIRST_POINT + n->points;
  if (tp_node_version_renew(&n->now, cost_bits)) return;
  tp_jump_cache_forget(n);
  forget_nodes(n);
}

/* ---- lists of jumps ----------------------------------------------------- */

void tp_jump_cache_forget(tp_JumpNodes *n) {
  n->used = 0;
  if (n->version == UINT32_MAX) {
    for (uint32_t i = 0; i < TP_FIRST_POINT + n->points; i++) {
      if (tp_jump_node_is_ready(n, i)) n->node[i].version = 0;
    }
    n->version = 0;
  }
  n->version++;
}

/* After an edit, a search may know a node whose number belongs to another cell
 * now, or to none. Its list is not kept. */
const tp_JumpList *tp_jump_cache_make(tp_JumpNodes *n, const tp_JumpMap *map,
                                      uint32_t i, unsigned steps) {
  tp_JumpNode *node = &n->node[i];
  const tp_Cell at = {node->x, node->y};
  if (n->used + tp_jump_list_most(map->jumps) > n->room) {
    tp_jump_cache_forget(n);
    n->emptied++;
  }
  tp_JumpList *list = tp_jump_list(n, n->used);
  tp_jump_list_make(list, map, at, steps, n->whole_rays);
  for (uint32_t k = 0; k < list->count; k++) {
    const uint32_t to = list->jump[k].what >> 3;
    if (to != TP_NEW_PLACE) tp_jump_node_prepare(n, to);
  }
  const bool is_its_own =
      tp_jump_node_is_point(n, i) &&
      tp_jump_planes_is_point(map->jumps, at.x, at.y) &&
      tp_jump_planes_number(map->jumps, at.x, at.y) == i - TP_FIRST_POINT;
  if (is_its_own) {
    list->next = node->version == n->version ? node->list : TP_NO_LIST;
    node->list = n->used;
    node->version = n->version;
    n->used += TP_LIST_HEAD + list->count;
  }
  return list;
}
