/* jumptrace.h - reads the path along jumps and links, and single nodes. */
#pragma once

#include "../algorithm.h"

TP_FUNC uint32_t tp_jump_reached(const tp_Search *s, uint32_t *cells);
TP_FUNC bool tp_jump_node_info(const tp_Search *s, tp_Cell cell,
                               tp_NodeInfo *info);

TP_FUNC bool tp_jump_next_leg(const tp_Search *s, tp_Cursor *c, tp_Leg *leg);
