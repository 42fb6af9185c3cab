/* versions.h - when each part of a map last changed. */
#ifndef TP_VERSIONS_H
#define TP_VERSIONS_H

#include "rect.h"

/* For blocks of 16 x 16 cells, the version in which something last changed in
 * them: what was found out from the cells of a rectangle still holds as long as
 * none of its blocks has changed since. In a block of words, as planes are. */
typedef struct tp_Versions {
  uint64_t now; /* grows with every change; 0: nothing is known yet */
  uint64_t at;
  int32_t wide, high; /* blocks */
} tp_Versions;

/* From one corner to the other, both included. */
typedef struct tp_Box {
  uint16_t left, top, right, bottom;
} tp_Box;

/* Gives them their place from that word on; returns where it ends. */
TP_FUNC uint64_t tp_versions_place(tp_Versions *versions, uint64_t at,
                                   int32_t width, int32_t height);

/* The rectangle, or everything, changes now. */
TP_FUNC void tp_versions_touch(uint64_t *words, const tp_Versions *versions,
                               tp_Rect rect);
TP_FUNC void tp_versions_touch_all(uint64_t *words,
                                   const tp_Versions *versions);

/* Is the box as it was then? Where that would take long to find out: no. */
TP_FUNC bool tp_versions_stood(const uint64_t *words,
                               const tp_Versions *versions, tp_Box box,
                               uint64_t then);

#endif
