/* replay.c - plays inputs of a fuzz target without libFuzzer.
 *
 *     replay-text FILE ...
 *
 * It is linked with one target. `make replay` plays the committed corpus; an
 * input that libFuzzer finds joins the corpus. Each input is played as it is,
 * then cut short at each byte, then with each byte replaced. A target aborts if
 * an answer is wrong; then the command that plays this input alone is printed.
 * Last line: `N passed, M failed`, over inputs.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 1 << 16 };

/* Plays a copy of exactly that size: a sanitizer sees a read past its end. */
static void play_bytes(const uint8_t *bytes, size_t size) {
  uint8_t *data = malloc(size > 0 ? size : 1);
  if (!data) abort();
  if (size > 0) memcpy(data, bytes, size);
  LLVMFuzzerTestOneInput(data, size);
  free(data);
}

static bool play(FILE *file) {
  static uint8_t bytes[MOST];
  const size_t size = fread(bytes, 1, MOST, file);
  play_bytes(bytes, size);
  for (size_t i = 0; i < size; i++) {
    const uint8_t was = bytes[i];
    const uint8_t others[] = {0, 0xff, (uint8_t)(was + 1)};
    play_bytes(bytes, i);
    for (size_t k = 0; k < sizeof others; k++) {
      bytes[i] = others[k];
      play_bytes(bytes, size);
    }
    bytes[i] = was;
  }
  return size < MOST;
}

int main(int argc, char **argv) {
  int passed = 0;
  replay_begin(argv[0]);
  for (int i = 1; i < argc; i++) {
    replay_note("%s", argv[i]);
    FILE *file = fopen(argv[i], "rb");
    bool played = file && play(file);
    if (file) fclose(file);
    if (!played) printf("replay: %s cannot be read\n", argv[i]);
    passed += played;
  }
  printf("%d passed, %d failed\n", passed, argc - 1 - passed);
  return passed == 0 || passed < argc - 1;
}
