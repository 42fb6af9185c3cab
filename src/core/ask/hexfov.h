/* hexfov.h - the hexagons that are seen from one, ring by ring. */
#pragma once

#include "../navmap/navmap.h"
#include "visibleset.h"

/* part / of; or just before that number (-1), or just behind it (1). */
typedef struct tp_HexSlope {
  uint32_t part, of;
  int32_t beside;
} tp_HexSlope;

/* From one slope to another, both included. */
typedef struct tp_HexGap {
  tp_HexSlope first, last;
} tp_HexGap;

/* A look around: start it, then go on until it ends. It can be suspended in
 * between, if agent and block do not change. */
typedef struct tp_HexFov {
  const tp_Navmap *navmap, *alone; /* and for fences without others */
  const tp_Mask *clear;            /* the cells that lines may pass */
  tp_Cell at;
  tp_Cube from;    /* the same */
  bool is_outward; /* as in tp_Fov: the caller sets it */
  int32_t reach;   /* in steps */
  int part;        /* one of twelve */
  int a, b, aside; /* turns of it, and the turn from b to a */
  int32_t ring;    /* the next one */
  tp_HexGap *gaps, *spare;
  uint32_t room;        /* for either */
  uint32_t count, kept; /* gaps, and spare ones */
  bool has_rest;
  tp_HexSlope first, rest; /* where this sweep begins, and the one after it */
  uint64_t steps;          /* of work so far, some nanoseconds each */
} tp_HexFov;

/* The words of working space on a map of that size. */
TP_FUNC size_t tp_hexfov_words(int32_t width, int32_t height);

TP_FUNC void tp_hexfov_start(tp_HexFov *view, const tp_Navmap *navmap,
                             tp_Cell cell, uint64_t range, uint64_t *work);

/* Adds the cells of one ring that see the cell by tp_point_sees, or are seen
 * from it; some may be there already. False at the end. */
TP_FUNC bool tp_hexfov_next(tp_HexFov *view, tp_VisibleSet *visible);
