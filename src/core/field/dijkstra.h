/* dijkstra.h - costs from the open list to all cells, cell by cell. */
#pragma once

#include "fieldmemory.h"

/* Settles cells until the open list is empty. */
TP_FUNC tp_Phase tp_propagate;
