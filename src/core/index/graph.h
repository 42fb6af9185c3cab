/* graph.h - where one can come from one region into another, and perhaps
 * not back: by a link, or by a step that a thin wall shuts on the way back. */
#ifndef TP_GRAPH_H
#define TP_GRAPH_H

#include "regions.h"

/* Of no cell: of one that may not be entered. */
#define TP_NO_REGION UINT32_MAX

/* A step that is walled off on the way back, and the regions of its two cells,
 * as far as it is legal; else TP_NO_REGION. */
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
struct tp_Graph {
  uint32_t room;  /* for so many arcs, steps and links               */
  uint32_t steps; /* that are walled off on the way back, as far as walls say */
  uint32_t links; /* by number                                            */
  uint32_t padding;
  uint64_t walls;    /* version of the walls from which they were listed      */
  uint64_t looked;   /* version of `touched` at which regions were looked up */
  uint32_t count;    /* arcs                                            */
  uint32_t nodes;    /* regions that have any                                */
  uint32_t followed; /* the region from which they were followed last        */
  bool is_followed;  /* were they, from one region?                          */
  bool backwards;
  tp_Changes touched; /* where cells may have come into other regions since */
};

/* The smallest room for so many; the bytes of that, and the room of bytes. */
TP_FUNC uint32_t tp_graph_room(uint32_t count);
TP_FUNC size_t tp_graph_bytes(uint32_t room);
TP_FUNC void tp_graph_init(tp_Graph *c, size_t bytes, tp_Rect whole);

/* Room for the lists of steps and of links. */
TP_FUNC tp_OneWayStep *tp_graph_steps(tp_Graph *c);
TP_FUNC tp_LinkEnds *tp_graph_links(tp_Graph *c);

/* Forgets all but those lists; and adds an arc, or one and its way back. */
TP_FUNC void tp_graph_begin(tp_Graph *c);
TP_FUNC void tp_graph_add(tp_Graph *c, uint32_t from, uint32_t to, bool back);

/* Follows them from some regions, any number of them one after the other, or
 * back from there. O(arcs + regions of the list). Then c says of which
 * regions the answer is yes (tp_graph_lead): as long as it follows no
 * others. Those of the list themselves may not be known to it. */
TP_FUNC void tp_graph_follow(tp_Graph *c, const uint32_t *regions,
                             uint32_t count, bool backwards);

#endif
