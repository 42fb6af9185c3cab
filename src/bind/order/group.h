/* group.h - units that go in a group. */
#pragma once

#include "order.h"

TP_FUNC OrderServe tp_group_serve;
