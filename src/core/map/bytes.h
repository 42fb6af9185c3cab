/* bytes.h - numbers as little-endian bytes, one behind the other. */
#ifndef TP_BYTES_H
#define TP_BYTES_H

#include <string.h>

#include "../base/base.h"

TP_INLINE uint8_t *tp_write_u32(uint8_t *out, uint32_t value) {
  for (int i = 0; i < 4; i++) *out++ = (uint8_t)(value >> 8 * i);
  return out;
}

TP_INLINE uint8_t *tp_write_u64(uint8_t *out, uint64_t value) {
  out = tp_write_u32(out, (uint32_t)value);
  return tp_write_u32(out, (uint32_t)(value >> 32));
}

/* -0 equals 0, so it is written as 0. */
TP_INLINE uint8_t *tp_write_double(uint8_t *out, double value) {
  uint64_t bits = 0;
  if (value != 0) memcpy(&bits, &value, sizeof bits);
  return tp_write_u64(out, bits);
}

TP_INLINE uint8_t *tp_write_bytes(uint8_t *out, const void *bytes, size_t n) {
  memcpy(out, bytes, n);
  return out + n;
}

TP_INLINE uint32_t tp_read_u32(const uint8_t *in) {
  return in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 |
         (uint32_t)in[3] << 24;
}

TP_INLINE uint64_t tp_read_u64(const uint8_t *in) {
  return tp_read_u32(in) | (uint64_t)tp_read_u32(in + 4) << 32;
}

TP_INLINE double tp_read_double(const uint8_t *in) {
  uint64_t bits = tp_read_u64(in);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

#endif
