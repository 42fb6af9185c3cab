/* printf.h - marks functions that take printf's arguments, so that compilers
 * check them.
 */
#ifndef PRINTF_H
#define PRINTF_H

#if defined(__GNUC__)
#define PRINTF_LIKE(at, first) __attribute__((format(printf, at, first)))
#else
#define PRINTF_LIKE(at, first)
#endif

#endif
