/* versions.c - a number a block of cells. 1/32 of a byte a cell. */
#include "versions.h"

enum { SIDE = 16, MANY = 64 };

uint64_t tp_versions_place(tp_Versions *v, uint64_t at, int32_t width,
                           int32_t height) {
  v->now = 0;
  v->at = at;
  v->wide = (width - 1) / SIDE + 1;
  v->high = (height - 1) / SIDE + 1;
  return at + (uint64_t)v->wide * (uint64_t)v->high;
}

void tp_versions_touch(uint64_t *words, const tp_Versions *v, tp_Rect rect) {
  int32_t right = (rect.x + rect.w - 1) / SIDE;
  int32_t bottom = (rect.y + rect.h - 1) / SIDE;
  TP_ASSERT(!tp_rect_is_empty(rect) && rect.x >= 0 && rect.y >= 0);
  TP_ASSERT(right < v->wide && bottom < v->high);
  for (int32_t y = rect.y / SIDE; y <= bottom; y++) {
    uint64_t *row = &words[v->at + (size_t)y * (size_t)v->wide];
    for (int32_t x = rect.x / SIDE; x <= right; x++) row[x] = v->now;
  }
}

void tp_versions_touch_all(uint64_t *words, const tp_Versions *v) {
  size_t blocks = (size_t)v->wide * (size_t)v->high;
  for (size_t i = 0; i < blocks; i++) words[v->at + i] = v->now;
}

bool tp_versions_stood(const uint64_t *words, const tp_Versions *v, tp_Box box,
                       uint64_t then) {
  int32_t left = box.left / SIDE, right = box.right / SIDE;
  int32_t top = box.top / SIDE, bottom = box.bottom / SIDE;
  TP_ASSERT(left <= right && right < v->wide);
  TP_ASSERT(top <= bottom && bottom < v->high);
  if ((right - left + 1) * (bottom - top + 1) > MANY) return false;
  for (int32_t y = top; y <= bottom; y++) {
    const uint64_t *row = &words[v->at + (size_t)y * (size_t)v->wide];
    for (int32_t x = left; x <= right; x++) {
      if (row[x] > then) return false;
    }
  }
  return true;
}
