/* links.c - links by number, and their edges by the cells at both ends.
 *
 * In each irregular cell a search asks for the edges that leave it, or
 * backwards for those that lead to it. So there are two lists of edges, each
 * sorted by one end, for binary search. An edit moves the entries behind its
 * place in three lists: a few microseconds for 1,000 links. 176 bytes a link,
 * and 8 KB for names.
 */
#include "links.h"

#include <string.h>

#include "../base/heapsort.h"

size_t tp_links_bytes(uint32_t capacity) {
  return sizeof(tp_Links) + capacity * (sizeof(tp_Link) + 4 * sizeof(tp_Edge));
}

uint32_t tp_links_capacity(uint32_t count) {
  uint32_t capacity = 16;
  TP_ASSERT(count <= TP_MAX_LINKS);
  while (capacity < count) capacity *= 2;
  return capacity;
}

void tp_links_init(tp_Links *l, uint32_t capacity) {
  memset(l, 0, sizeof *l);
  l->capacity = capacity;
}

static tp_Edge *out_of(tp_Links *l) {
  return (tp_Edge *)(void *)&l->link[l->capacity];
}

static tp_Edge *in_of(tp_Links *l) {
  return out_of(l) + 2 * (size_t)l->capacity;
}

void tp_links_take(tp_Links *l, const tp_Links *from) {
  const uint32_t capacity = l->capacity;
  TP_ASSERT(from->count <= capacity);
  *l = *from;
  l->capacity = capacity;
  memcpy(l->link, from->link, from->count * sizeof *l->link);
  memcpy(out_of(l), tp_links_out(from), from->edges * sizeof(tp_Edge));
  memcpy(in_of(l), tp_links_in(from), from->edges * sizeof(tp_Edge));
}

/* ---- asking ------------------------------------------------------------- */

static uint32_t end_of(const tp_Edge *p, bool is_in) {
  return is_in ? p->to : p->from;
}

/* The first edge at or after that cell and link. */
static uint32_t find_place(const tp_Edge *list, uint32_t count, bool is_in,
                           uint32_t cell, uint32_t link) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    uint32_t at = end_of(&list[middle], is_in);
    if (at < cell || (at == cell && list[middle].link < link)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

uint32_t tp_links_at(const tp_Links *l, bool is_in, tp_Cell at,
                     const tp_Edge **first) {
  *first = NULL;
  if (!l || l->edges == 0) return 0;
  const tp_Edge *list = is_in ? tp_links_in(l) : tp_links_out(l);
  const uint32_t cell = tp_pack_cell(at.x, at.y);
  const uint32_t place = find_place(list, l->edges, is_in, cell, 0);
  uint32_t end = place;
  while (end < l->edges && end_of(&list[end], is_in) == cell) end++;
  *first = list + place;
  return end - place;
}

uint32_t tp_links_place(const tp_Links *l, uint64_t number) {
  uint32_t low = 0, high = l->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (l->link[middle].number < number) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* ---- names -------------------------------------------------------------- */

uint8_t tp_links_add_name(tp_Links *l, const char *name, size_t length) {
  TP_ASSERT(length > 0 && length < TP_NAME_SIZE);
  for (int i = 1; i < TP_LINK_NAMES; i++) {
    const char *known = l->name[i];
    if (strlen(known) == length && memcmp(known, name, length) == 0) {
      return (uint8_t)i;
    }
  }
  for (int i = 1; i < TP_LINK_NAMES; i++) {
    if (l->users[i] > 0) continue;
    memset(l->name[i], 0, TP_NAME_SIZE);
    memcpy(l->name[i], name, length);
    l->names_version++;
    return (uint8_t)i;
  }
  return 0;
}

/* ---- edits -------------------------------------------------------------- */

static void insert_edge(tp_Edge *list, uint32_t count, bool is_in, tp_Edge p) {
  uint32_t at = find_place(list, count, is_in, end_of(&p, is_in), p.link);
  memmove(&list[at + 1], &list[at], (count - at) * sizeof *list);
  list[at] = p;
}

static void add_edge(tp_Links *l, tp_Edge p) {
  insert_edge(out_of(l), l->edges, false, p);
  insert_edge(in_of(l), l->edges, true, p);
  l->edges++;
}

/* Removes the edges of the link at that index; later indices decrease by
 * one. */
static void remove_edges(tp_Edge *list, uint32_t count, uint32_t link) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (list[i].link == link) continue;
    list[kept] = list[i];
    if (list[kept].link > link) list[kept].link--;
    kept++;
  }
}

/* The edges of a link, there and back. */
static void make_edges(const tp_Link *link, uint32_t place, tp_Edge both[2]) {
  both[0] = (tp_Edge){.from = tp_pack_cell(link->from.x, link->from.y),
                      .to = tp_pack_cell(link->to.x, link->to.y),
                      .link = place,
                      .name = link->name,
                      .is_both = !link->one_way,
                      .price = link->price};
  both[1] = both[0];
  both[1].from = both[0].to;
  both[1].to = both[0].from;
}

static void record_ends(tp_Grid *g, const tp_Link *link) {
  tp_grid_record_connection(g, (tp_Rect){link->from.x, link->from.y, 1, 1});
  g->changes.now--; /* both ends are one edit */
  tp_grid_record_connection(g, (tp_Rect){link->to.x, link->to.y, 1, 1});
}

uint64_t tp_grid_link(tp_Grid *g, tp_Link link) {
  tp_Links *l = g->links;
  TP_ASSERT(l && l->count < l->capacity);
  link.number = ++l->given;
  tp_Edge both[2];
  make_edges(&link, l->count, both);
  l->link[l->count++] = link;
  l->users[link.name]++;
  add_edge(l, both[0]);
  if (!link.one_way) add_edge(l, both[1]);
  record_ends(g, &link);
  return link.number;
}

bool tp_grid_unlink(tp_Grid *g, uint64_t number) {
  tp_Links *l = g->links;
  if (!l) return false;
  const uint32_t at = tp_links_place(l, number);
  if (at == l->count || l->link[at].number != number) return false;
  const tp_Link link = l->link[at];
  remove_edges(out_of(l), l->edges, at);
  remove_edges(in_of(l), l->edges, at);
  l->edges -= link.one_way ? 1 : 2;
  l->users[link.name]--;
  l->count--;
  memmove(&l->link[at], &l->link[at + 1], (l->count - at) * sizeof link);
  record_ends(g, &link);
  return true;
}

/* ---- whole lists -------------------------------------------------------- */

void tp_links_append(tp_Links *l, tp_Link link) {
  tp_Edge both[2];
  TP_ASSERT(l->count < l->capacity && link.number > l->given);
  make_edges(&link, l->count, both);
  for (int i = 0; i < (link.one_way ? 1 : 2); i++) {
    out_of(l)[l->edges] = both[i];
    in_of(l)[l->edges++] = both[i];
  }
  l->link[l->count++] = link;
  l->users[link.name]++;
  l->given = link.number;
}

static bool leaves_before(const void *a, const void *b) {
  const tp_Edge *p = a, *q = b;
  return p->from != q->from ? p->from < q->from : p->link < q->link;
}

static bool comes_before(const void *a, const void *b) {
  const tp_Edge *p = a, *q = b;
  return p->to != q->to ? p->to < q->to : p->link < q->link;
}

void tp_links_sort(tp_Links *l) {
  tp_sort(out_of(l), l->edges, sizeof(tp_Edge), leaves_before);
  tp_sort(in_of(l), l->edges, sizeof(tp_Edge), comes_before);
}
