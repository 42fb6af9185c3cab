/* follow.h - units that follow a field or a path, or patrol. */
#pragma once

#include "order.h"

TP_FUNC OrderServe tp_follow_serve, tp_patrol_serve;
