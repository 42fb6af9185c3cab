/* crossings.h - where one can come from one region into another, and perhaps
 * not back: by a link, or by a step that a thin wall bars on the way back. */
#ifndef TP_CROSSINGS_H
#define TP_CROSSINGS_H

#include "regions.h"

/* Of no cell: of one that may not be entered. */
#define TP_NO_REGION UINT32_MAX

/* A step that is barred on the way back, and the regions of its two cells, as
 * far as it is legal; else TP_NO_REGION. */
typedef struct tp_OneWayStep {
  uint32_t cell; /* that it leaves, packed */
  int32_t direction;
  uint32_t from, to;
} tp_OneWayStep;

/* A link, and the regions of its two ends. */
typedef struct tp_LinkEnds {
  uint64_t number;
  uint32_t from, to;
} tp_LinkEnds;

/* In one block: a directed graph, whose nodes are regions. */
struct tp_Crossings {
  uint32_t room;  /* for so many crossings, steps and links               */
  uint32_t steps; /* that are barred on the way back, as far as walls say */
  uint32_t links; /* by number                                            */
  uint32_t padding;
  uint64_t bars;     /* version of the bars from which they were listed      */
  uint64_t looked;   /* version of `touched` at which regions were looked up */
  uint32_t count;    /* crossings                                            */
  uint32_t nodes;    /* regions that have any                                */
  uint32_t followed; /* the region from which they were followed last        */
  bool is_followed;  /* were they, from one region?                          */
  bool backwards;
  tp_Changes touched; /* where cells may have come into other regions since */
};

/* The smallest room for so many; the bytes of that, and the room of bytes. */
TP_FUNC uint32_t tp_crossings_room(uint32_t count);
TP_FUNC size_t tp_crossings_bytes(uint32_t room);
TP_FUNC void tp_crossings_init(tp_Crossings *c, size_t bytes, tp_Rect whole);

/* Room for the lists of steps and of links. */
TP_FUNC tp_OneWayStep *tp_crossings_steps(tp_Crossings *c);
TP_FUNC tp_LinkEnds *tp_crossings_links(tp_Crossings *c);

/* Forgets all but those lists; and adds a crossing, or one and its way back. */
TP_FUNC void tp_crossings_begin(tp_Crossings *c);
TP_FUNC void tp_crossings_add(tp_Crossings *c, uint32_t from, uint32_t to,
                              bool back);

/* Follows them from some regions, any number of them one after the other, or
 * back from there. O(crossings + regions of the list). Then c says of which
 * regions the answer is yes (tp_crossings_lead): as long as it follows no
 * others. Those of the list themselves may not be known to it. */
TP_FUNC void tp_crossings_follow(tp_Crossings *c, const uint32_t *regions,
                                 uint32_t count, bool backwards);

#endif
