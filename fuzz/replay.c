/* replay.c - keeps the command ready as text, since a signal handler may do no
 * more than write it.
 */
#include "replay.h"

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 512 };

static char line[MOST];
static const char *called;

/* A sanitizer ends a process by a signal only if it is told to. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(HAS_SANITIZER)
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);
const char *__asan_default_options(void) { return "abort_on_error=1"; }
const char *__ubsan_default_options(void) { return "abort_on_error=1"; }
#endif

static void tell(int number) {
  signal(number, SIG_DFL);
  ssize_t ignored = write(STDERR_FILENO, line, strlen(line));
  ignored = write(STDERR_FILENO, "\n", ignored < 0 ? 0 : 1);
  (void)ignored;
  raise(number);
}

void replay_begin(const char *program) {
  static const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS,
                                SIGFPE,  SIGILL,  SIGTERM};
  called = program;
  replay_note("%s", "");
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    struct sigaction had;
    if (sigaction(numbers[i], NULL, &had)) continue;
    bool is_free = !(had.sa_flags & SA_SIGINFO) && had.sa_handler == SIG_DFL;
    if (is_free) signal(numbers[i], tell); /* else a sanitizer owns it */
  }
}

void replay_note(const char *options, ...) {
  va_list arguments;
  int length = snprintf(line, MOST, "replay: %s ", called);
  if (length < 0 || length >= MOST) return;
  va_start(arguments, options);
  vsnprintf(line + length, MOST - (size_t)length, options, arguments);
  va_end(arguments);
}

const char *replay_line(void) { return line; }
