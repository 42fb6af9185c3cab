/* aim.h - how far a goal is at least, as landmarks tell it (landmarks.h). */
#ifndef TP_AIM_H
#define TP_AIM_H

#include "../navmap/marked.h"
#include "goals.h"

/* Lanes that are asked: half of them lead to landmarks, and come first, half
 * lead from them. */
enum { TP_AIM_LANES = 4, TP_AIM_UNIT_BITS = 20 };

typedef struct tp_AimLane {
  const uint32_t *label;
  tp_Band band;
  uint32_t flip;       /* all bits: numbers fall towards the goal, not rise */
  int32_t start, goal; /* their numbers, flipped; of several goals, less their
                          extra costs, the largest                          */
} tp_AimLane;

typedef struct tp_Aim {
  bool is_on;       /* else it tells nothing                            */
  bool is_exact;    /* numbers are costs                                */
  bool settles;     /* all cells are to be expanded that may lie on some
                       cheapest way, not all but those that only may    */
  uint64_t unit;    /* of a number, in costs: times 2^TP_AIM_UNIT_BITS  */
  uint64_t version; /* of the landmarks                                 */
  tp_AimLane lane[TP_AIM_LANES];
} tp_Aim;

/* What lanes tell of a cell. */
typedef struct tp_Told {
  uint64_t estimate; /* of the way from it to the goal */
  int32_t towards;   /* of two cells with the same estimate, the one with less
                        is nearer to a landmark behind the goal */
} tp_Told;

/* Chooses the lanes that tell most of a way. Of several goals (else NULL), of
 * which `goal` is one or is near one, it is on where these are not too many. */
TP_FUNC void tp_aim_init(tp_Aim *aim, const tp_Navmap *navmap, tp_Cell start,
                         tp_Cell goal, const tp_Goals *goals);

/* May it still be asked? */
TP_FUNC bool tp_aim_stands(const tp_Aim *aim, const tp_Navmap *navmap);

TP_INLINE int32_t tp_aim_number(const tp_AimLane *lane, size_t cell) {
  const int32_t number = tp_band_count(lane->band, lane->label[cell]);
  return (int32_t)((uint32_t)number ^ lane->flip);
}

TP_INLINE uint64_t tp_aim_cost(const tp_Aim *aim, int32_t number) {
  if (aim->is_exact) return (uint64_t)number;
  return (uint64_t)number * aim->unit >> TP_AIM_UNIT_BITS;
}

/* Of the cell at that place in the grid. The estimate is consistent. */
TP_INLINE tp_Told tp_aim_tell(const tp_Aim *aim, size_t cell) {
  int32_t most = 0, towards = 0;
  for (int i = 0; i < TP_AIM_LANES; i++) {
    int32_t way = tp_aim_number(&aim->lane[i], cell) - aim->lane[i].goal;
    most = way > most ? way : most;
    if (i == TP_AIM_LANES / 2 - 1) towards = most;
  }
  return (tp_Told){tp_aim_cost(aim, most), towards};
}

/* How far it is from the start at least. */
TP_INLINE uint64_t tp_aim_since(const tp_Aim *aim, size_t cell) {
  int32_t most = 0;
  for (int i = 0; i < TP_AIM_LANES; i++) {
    int32_t way = aim->lane[i].start - tp_aim_number(&aim->lane[i], cell);
    most = way > most ? way : most;
  }
  return tp_aim_cost(aim, most);
}

#endif
