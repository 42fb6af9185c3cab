/* job.h - a question from the map that must be known first to a search that has
 * ended, in one go or in slices: `find`, `search`, tickets and the ways of
 * units are one job, run in other portions.
 *
 *     while (tp_job_begin(...) is false) go on in the next slice;
 *     after an edit: tp_job_follow, until that is true; and then
 *     tp_job_run(...), until the search has ended; TP_STALE: begin again.
 *
 * The caller owns the handle in which the blocks of the search stand, and has
 * read the list of goals; the job owns the search, and the goals made for it.
 *
 * Invariant: between two calls anything may happen. Within one the marks of its
 * blocks are up whenever code of the user's may run, a finalizer or a
 * heuristic, and those of the pathfinder while its map is made.
 */
#ifndef BIND_JOB_H
#define BIND_JOB_H

#include "question.h"

enum {
  JOB_RESTARTS = 8, /* so often it begins again, until it is in a hurry:   */
                    /* then it is to be run to its end, whatever that takes */
  JOB_BEGIN = 16    /* units of work that it takes at least                */
};

/* The call that asks. */
typedef struct JobCall {
  lua_State *L;
  const char *function;  /* that the user called           */
  int finder;            /* where the pathfinder stands    */
  bind_BlockSlot blocks; /* of the search, with its marks  */
} JobCall;

/* For the next question, which nobody has begun. */
TP_INLINE void job_renew(Job *job) {
  job->restarts = 0;
  job->stood = 0;
  job->run.user.context = NULL;
  tp_search_fail(&job->run, TP_NO_REASON);
}

/* Brings parts of the pathfinder up to date with the map: up to so many units
 * of work, by which the budget is lowered. Are they? NULL: in one go. */
TP_FUNC bool tp_job_catch_up(const JobCall *call, unsigned parts,
                             uint64_t *budget);

/* The same for what the search of the job goes by, or would begin with, also of
 * the pathfinder at `eyes` (0: there is none). */
TP_FUNC bool tp_job_follow(const JobCall *call, Job *job, int eyes,
                           uint64_t *budget);

/* Brings all of that up to date, looks at the others in the way, makes the
 * goals, of which a list was read, and begins the search. False: the budget is
 * spent, or the map was edited meanwhile. Without a budget the search is ready,
 * too. May push a value. */
TP_FUNC bool tp_job_begin(const JobCall *call, Job *job, Question *q,
                          uint64_t *budget);

/* Expands up to so many nodes. A search that becomes stale ends with TP_STALE
 * and counts as a restart. */
TP_FUNC tp_Status tp_job_run(const JobCall *call, Job *job, uint64_t nodes);

/* The same in slices, with all that there is to do before: up to so many units
 * of work, by which the budget is lowered. A node is one. */
TP_FUNC tp_Status tp_job_run_some(const JobCall *call, Job *job,
                                  uint64_t *budget);

/* Has the caller's heuristic raised an error while the search was run? It will
 * do so again. The estimator is taken away while it is called. */
TP_INLINE bool job_has_raised(const tp_Search *s) {
  return s->user.context && !s->user.estimate;
}

#endif
