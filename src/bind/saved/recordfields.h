/* recordfields.h - the members of a unit and of a crowd in a state. */
#pragma once

#include "crowdstate.h"

/* Writes a record; returns its end. Room: STATE_LENGTH. Reads a record whose
 * members are in their ranges. */
TP_FUNC char *tp_crowdstate_write_unit(char *out, const UnitState *s);
TP_FUNC char *tp_crowdstate_write_crowd(char *out, const CrowdState *s);
TP_FUNC bool tp_crowdstate_read_unit(const char *text, UnitState *s);
TP_FUNC bool tp_crowdstate_read_crowd(const char *text, CrowdState *s);
