/* versions.c - a number a block of cells. 1/32 of a byte a cell. */
#include "versions.h"

enum { SIDE = 16, MANY = 64 };

uint64_t tp_versions_place(tp_Versions *a, uint64_t at, int32_t width,
                           int32_t height) {
  a->now = 0;
  a->at = at;
  a->wide = (width - 1) / SIDE + 1;
  a->high = (height - 1) / SIDE + 1;
  return at + (uint64_t)a->wide * (uint64_t)a->high;
}

void tp_versions_touch(uint64_t *words, const tp_Versions *a, tp_Box box) {
  for (int32_t y = box.top / SIDE; y <= box.bottom / SIDE; y++) {
    uint64_t *row = &words[a->at + (size_t)y * (size_t)a->wide];
    for (int32_t x = box.left / SIDE; x <= box.right / SIDE; x++) {
      row[x] = a->now;
    }
  }
}

void tp_versions_touch_all(uint64_t *words, const tp_Versions *a) {
  size_t blocks = (size_t)a->wide * (size_t)a->high;
  for (size_t i = 0; i < blocks; i++) words[a->at + i] = a->now;
}

bool tp_versions_stood(const uint64_t *words, const tp_Versions *a, tp_Box box,
                       uint64_t then) {
  int32_t left = box.left / SIDE, right = box.right / SIDE;
  int32_t top = box.top / SIDE, bottom = box.bottom / SIDE;
  if ((right - left + 1) * (bottom - top + 1) > MANY) return false;
  for (int32_t y = top; y <= bottom; y++) {
    const uint64_t *row = &words[a->at + (size_t)y * (size_t)a->wide];
    for (int32_t x = left; x <= right; x++) {
      if (row[x] > then) return false;
    }
  }
  return true;
}
