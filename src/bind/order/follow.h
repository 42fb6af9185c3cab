/* follow.h - units that follow others or a field, or patrol. */
#pragma once

#include "order.h"

TP_FUNC OrderServe tp_follow_serve, tp_patrol_serve;
