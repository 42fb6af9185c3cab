/* replay.h - the command that plays the present trial again. A program prints
 * it if a trial fails, or if a signal ends the process: a failed check, a
 * sanitizer, a crash, a watchdog.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include "printf.h"

/* Call it once, with argv[0]. */
void replay_begin(const char *program);

/* Sets the options of the trial that begins. */
PRINTF_LIKE(1, 2)
void replay_note(const char *options, ...);

/* "replay: PROGRAM OPTIONS" */
const char *replay_line(void);

#endif
