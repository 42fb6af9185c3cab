/* aim.h - how far a goal is at least, as landmarks tell it (landmarks.h). */
#ifndef TP_AIM_H
#define TP_AIM_H

#include "../navmap/navmap.h"
#include "goals.h"

enum { TP_AIM_UNIT_BITS = 20 };

typedef struct tp_AimTable {
  const uint32_t *number;
  uint64_t version;    /* of the table, by which the numbers below are      */
  int place;           /* of it, among all tables                           */
  uint32_t flip;       /* all bits: numbers fall towards the goal, not rise */
  int32_t start, goal; /* their numbers, flipped; of several goals, less their
                          extra costs, the largest                          */
} tp_AimTable;

typedef struct tp_Aim {
  bool is_on;    /* else it tells nothing                            */
  bool is_exact; /* numbers are costs                                */
  bool settles;  /* all cells are to be expanded that may lie on some
                    cheapest way, not all but those that only may    */
  uint64_t unit; /* of a number, in costs: times 2^TP_AIM_UNIT_BITS  */
  const tp_Landmarks *marks;
  tp_AimTable table[TP_TABLES_ASKED];
} tp_Aim;

/* What tables tell of a cell. */
typedef struct tp_Told {
  uint64_t estimate; /* of the way from it to the goal */
  int32_t towards;   /* of two cells with the same estimate, the one with less
                        is nearer to a landmark behind the goal */
} tp_Told;

/* Chooses the tables that tell most of a way. Of several goals (else NULL), of
 * which `goal` is one or is near one, it is on if these are not too many. */
TP_FUNC void tp_aim_init(tp_Aim *aim, const tp_Navmap *navmap, tp_Cell start,
                         tp_Cell goal, const tp_Goals *goals);

/* Are the tables that it asks right, and their numbers the same as then? Else a
 * search by them begins again. */
TP_FUNC bool tp_aim_stands(const tp_Aim *aim, const tp_Navmap *navmap);

TP_INLINE int32_t tp_aim_number(const tp_AimTable *table, size_t cell) {
  return (int32_t)(table->number[cell] ^ table->flip);
}

TP_INLINE uint64_t tp_aim_cost(const tp_Aim *aim, int32_t number) {
  if (aim->is_exact) return (uint64_t)number;
  return (uint64_t)number * aim->unit >> TP_AIM_UNIT_BITS;
}

/* Of the cell at that place in the grid. The estimate is consistent. */
TP_INLINE tp_Told tp_aim_tell(const tp_Aim *aim, size_t cell) {
  int32_t most = 0, towards = 0;
  for (int i = 0; i < TP_TABLES_ASKED; i++) {
    int32_t way = tp_aim_number(&aim->table[i], cell) - aim->table[i].goal;
    most = way > most ? way : most;
    if (i == TP_TABLES_ASKED / 2 - 1) towards = most;
  }
  return (tp_Told){tp_aim_cost(aim, most), towards};
}

/* How far it is from the start at least. */
TP_INLINE uint64_t tp_aim_since(const tp_Aim *aim, size_t cell) {
  int32_t most = 0;
  for (int i = 0; i < TP_TABLES_ASKED; i++) {
    int32_t way = aim->table[i].start - tp_aim_number(&aim->table[i], cell);
    most = way > most ? way : most;
  }
  return tp_aim_cost(aim, most);
}

#endif
