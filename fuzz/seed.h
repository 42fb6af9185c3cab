/* seed.h - the seed of the programs in a normal run. `--seed N` and the
 * Makefile's SEED=N set others. The Makefile reads the number from here.
 */
#ifndef SEED_H
#define SEED_H

#define SEED 1

#endif
