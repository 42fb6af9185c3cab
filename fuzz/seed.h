/* seed.h - the seed of the programs at a submission. `--seed N` and the
 * Makefile's SEED=N give others. The Makefile reads the number from here.
 */
#ifndef SEED_H
#define SEED_H

#define SEED 1

#endif
