/* bytes.h - numbers as little-endian bytes, one behind the other. */
#ifndef TP_BYTES_H
#define TP_BYTES_H

#include <string.h>

#include "../base/base.h"

TP_INLINE uint8_t *tp_write_u32(uint8_t *out, uint32_t value) {
  for (int i = 0; i < 4; i++) *out++ = (uint8_t)(value >> 8 * i);
  return out;
}

TP_INLINE uint8_t *tp_write_bytes(uint8_t *out, const void *bytes, size_t n) {
  memcpy(out, bytes, n);
  return out + n;
}

TP_INLINE uint32_t tp_read_u32(const uint8_t *in) {
  return in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 |
         (uint32_t)in[3] << 24;
}

#endif
