/* links.h - links: connections between cells that are no steps, such as stairs,
 * lifts and teleporters.
 */
#pragma once

#include "grid.h"

enum {
  TP_MAX_LINKS = 1 << 14,
  TP_LINK_NAMES = 256 /* number 0: links without a name */
};

/* The highest price, and the longest time of a link. */
#define TP_MAX_LINK_PRICE 1048576.0

/* A link as the user made it. */
typedef struct tp_Link {
  uint64_t number; /* from 1; never used before on this grid */
  tp_Cell from, to;
  double price;   /* times a straight step; 0 .. TP_MAX_LINK_PRICE */
  double seconds; /* for a follower or unit; 0 .. TP_MAX_LINK_PRICE */
  uint8_t name;
  bool one_way;
} tp_Link;

/* An edge: one direction of a link, an irregular connection from a cell to
 * another one. In the list of the map its price is the link's and its cost 0.
 * An edge for an agent (navmap/agentlinks.h) has the agent's price and cost. */
typedef struct tp_Edge {
  uint32_t from, to; /* packed cells */
  uint32_t link;     /* index in the list of links */
  uint16_t name;
  bool is_both;  /* an edge like it leads back */
  double price;  /* times a straight step */
  uint64_t cost; /* in the integers of the agent's costs */
} tp_Edge;

/* In a block of the caller's, replaced by a larger one when it is full. */
struct tp_Links {
  uint64_t given;         /* the last number */
  uint64_t names_version; /* grows when a name's number gets another name */
  uint32_t capacity, count;
  uint32_t edges; /* two for a link both ways */
  uint32_t padding;
  uint32_t users[TP_LINK_NAMES];          /* links of that name */
  char name[TP_LINK_NAMES][TP_NAME_SIZE]; /* empty: never used */
  tp_Link link[]; /* by rising number; behind them the edges by their first
                     cells, and again by their last cells */
};

TP_FUNC size_t tp_links_bytes(uint32_t capacity);
TP_FUNC void tp_links_init(tp_Links *l, uint32_t capacity);

/* The smallest capacity for so many links, at most TP_MAX_LINKS. */
TP_FUNC uint32_t tp_links_capacity(uint32_t count);

/* Copies all of another block, which may be smaller. */
TP_FUNC void tp_links_take(tp_Links *l, const tp_Links *from);

/* The edges sorted by their first cells (edges of one cell in the order of
 * their links); and sorted by their last cells. */
TP_INLINE const tp_Edge *tp_links_out(const tp_Links *l) {
  return (const tp_Edge *)(const void *)&l->link[l->capacity];
}

TP_INLINE const tp_Edge *tp_links_in(const tp_Links *l) {
  return tp_links_out(l) + 2 * (size_t)l->capacity;
}

/* The edges that leave a cell, or with `is_in` those that lead to it, from
 * `*first` on. Returns their number; 0 if l is NULL. */
TP_FUNC uint32_t tp_links_at(const tp_Links *l, bool is_in, tp_Cell at,
                             const tp_Edge **first);

TP_INLINE bool tp_links_are_there(const tp_Links *l) {
  return l && l->count > 0;
}

/* The index of the link with that number, or of the next one. */
TP_FUNC uint32_t tp_links_place(const tp_Links *l, uint64_t number);

/* The number of a name of 1 .. 31 bytes; a new name gets a number. 0: there are
 * too many names. */
TP_FUNC uint8_t tp_links_add_name(tp_Links *l, const char *name, size_t length);

/* Adds a link between two cells of the map; the block must have room. Returns
 * its number, which is the next one. */
TP_FUNC uint64_t tp_grid_link(tp_Grid *g, tp_Link link);

/* Removes the link with that number; false: there is none. */
TP_FUNC bool tp_grid_unlink(tp_Grid *g, uint64_t number);

/* For loaders: appends a link with its own number, which must be larger than
 * all before; then sorts the edges once at the end. */
TP_FUNC void tp_links_append(tp_Links *l, tp_Link link);
TP_FUNC void tp_links_sort(tp_Links *l);
