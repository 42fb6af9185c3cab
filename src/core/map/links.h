/* links.h - ways between cells that are no steps: stairs, lifts, teleporters.
 */
#ifndef TP_LINKS_H
#define TP_LINKS_H

#include "grid.h"

enum {
  TP_MAX_LINKS = 1 << 14,
  TP_LINK_NAMES = 256 /* number 0 is that of links without a name */
};

/* The longest price, and the longest time that one takes. */
#define TP_MAX_LINK_PRICE 1048576.0

/* As the user made it. */
typedef struct tp_Link {
  uint64_t number; /* from 1; none of the grid has had it before */
  tp_Cell from, to;
  double
      price; /* of taking it, times a straight step; 0 .. TP_MAX_LINK_PRICE */
  double
      seconds; /* that a follower or unit takes; 0 .. TP_MAX_LINK_PRICE       */
  uint8_t name;
  bool one_way;
} tp_Link;

/* An irregular way on from a cell, which is no step: one way through a link. In
 * the list of the map its price is the link's and its cost 0. An edge that an
 * agent may take (navmap/edges.h) has the agent's own. */
typedef struct tp_Edge {
  uint32_t from, to; /* packed cells */
  uint32_t link;     /* its place in the list */
  uint16_t name;
  bool is_both;  /* another one like it leads back */
  double price;  /* times a straight step */
  uint64_t cost; /* in the whole numbers of the agent's costs */
} tp_Edge;

/* In a block of the caller's, and replaced by a larger one as it fills. */
struct tp_Links {
  uint64_t given;         /* the last number                             */
  uint64_t names_version; /* grows where a number means another name     */
  uint32_t capacity, count;
  uint32_t edges; /* 2 for a link both ways     */
  uint32_t padding;
  uint32_t users[TP_LINK_NAMES];          /* links of that name         */
  char name[TP_LINK_NAMES][TP_NAME_SIZE]; /* empty: of no link as yet   */
  tp_Link link[]; /* by number, rising; then the edges by the cells that
                     they leave, and again by those that they come to */
};

TP_FUNC size_t tp_links_bytes(uint32_t capacity);
TP_FUNC void tp_links_init(tp_Links *l, uint32_t capacity);

/* The least capacity that is given, for so many links: up to TP_MAX_LINKS. */
TP_FUNC uint32_t tp_links_capacity(uint32_t count);

/* Takes over all that another block had, which may be smaller. */
TP_FUNC void tp_links_take(tp_Links *l, const tp_Links *from);

/* By the cells that they leave: of one cell they stand in the order of their
 * links. And by those that they come to. */
TP_INLINE const tp_Edge *tp_links_out(const tp_Links *l) {
  return (const tp_Edge *)(const void *)&l->link[l->capacity];
}

TP_INLINE const tp_Edge *tp_links_in(const tp_Links *l) {
  return tp_links_out(l) + 2 * (size_t)l->capacity;
}

/* Those that leave a cell, and those that come to it, from `*first` on. Returns
 * how many there are; none if l is NULL. */
TP_FUNC uint32_t tp_links_from(const tp_Links *l, tp_Cell at,
                               const tp_Edge **first);
TP_FUNC uint32_t tp_links_to(const tp_Links *l, tp_Cell at,
                             const tp_Edge **first);

TP_INLINE bool tp_links_are_there(const tp_Links *l) {
  return l && l->count > 0;
}

/* Where in the list the link with a number stands, or would. */
TP_FUNC uint32_t tp_links_place(const tp_Links *l, uint64_t number);

/* The link with a number; NULL: there is none. */
TP_FUNC const tp_Link *tp_links_find(const tp_Links *l, uint64_t number);

/* The number of a name of 1 .. 31 bytes; 0: no link has had it. */
TP_FUNC uint8_t tp_links_name(const tp_Links *l, const char *name,
                              size_t length);

/* The same, which it gets where it has none: 0 where there are too many. */
TP_FUNC uint8_t tp_links_add_name(tp_Links *l, const char *name, size_t length);

/* Adds a link between two cells inside, for which the grid has room; its number
 * is the next one. Returns it. */
TP_FUNC uint64_t tp_grid_link(tp_Grid *g, tp_Link link);

/* Takes the link with that number away; false: there is none. */
TP_FUNC bool tp_grid_unlink(tp_Grid *g, uint64_t number);

/* For loaders: adds a link with the number that it has, which is larger than
 * all before, in any order of cells; at the end all are put in order. */
TP_FUNC void tp_links_append(tp_Links *l, tp_Link link);
TP_FUNC void tp_links_sort(tp_Links *l);

/* The same links, by number, ends, price, time, name and direction? Where l is
 * NULL there are none. */
TP_FUNC bool tp_links_equal(const tp_Links *a, const tp_Links *b);

#endif
