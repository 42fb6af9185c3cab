/* replay.c - plays inputs of a fuzz target without libFuzzer.
 *
 *     replay-load FILE ...      replay-text FILE ...
 *
 * Links with one target. `make replay` plays the committed corpus; an input
 * that libFuzzer finds joins the corpus. A target aborts if an input is wrong,
 * and the command that plays this one alone is printed. Last line: `N passed, M
 * failed`, over inputs.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 1 << 16 };

/* In a block of its very size: a sanitizer sees a read past its end. */
static int play(FILE *file) {
  static uint8_t bytes[MOST];
  size_t size = fread(bytes, 1, MOST, file);
  uint8_t *data = malloc(size > 0 ? size : 1);
  if (!data) return 0;
  for (size_t i = 0; i < size; i++) data[i] = bytes[i];
  LLVMFuzzerTestOneInput(data, size);
  free(data);
  return size < MOST;
}

int main(int argc, char **argv) {
  int passed = 0;
  replay_begin(argv[0]);
  for (int i = 1; i < argc; i++) {
    replay_note("%s", argv[i]);
    FILE *file = fopen(argv[i], "rb");
    int played = file ? play(file) : 0;
    if (file) fclose(file);
    if (!played) printf("replay: %s cannot be read\n", argv[i]);
    passed += played;
  }
  printf("%d passed, %d failed\n", passed, argc - 1 - passed);
  return passed == 0 || passed < argc - 1;
}
