import { defaultBreaking } from '#upstream/breaker.ts'
import { defaultCooldowns } from '#upstream/token-keeper.ts'
import { defaultLimits } from '#upstream/transport.ts'

/**
 * Every wait, deadline, period and lease of the console that is not a setting. Milliseconds. Those of the upstream client
 * are its own (upstream/transport.ts, breaker.ts, token-keeper.ts).
 */
export const defaultTimings = {
  upstream: { limits: defaultLimits, breaking: defaultBreaking, cooldowns: defaultCooldowns },

  /** The deadline of an answer, within the 12 s promised. */
  answerMs: 11_500,
  /** The longest pause within a request's body. */
  bodyStallMs: 5_000,
  /** How often an event stream sends what is new. */
  eventsMs: 250,
  /** The longest wait for the provider in one step of a sign-in, which is promised within 5 s (R38). */
  signInStepMs: 4_000,
  /** A try of a password waits so long for others that are being decided, and looks so often at what other replicas decided. */
  signInWaitMs: 6_000,
  signInLookMs: 100,
  /** A hash waits so long for others; together with `signInWaitMs` and the hash itself within `answerMs`. */
  hashWaitMs: 4_000,

  /** How often an outcome that the store could not take is written again. */
  auditRetryMs: 5_000,

  /** A create is answered by then, in doubt if need be; the creation itself continues. */
  creationAnswerMs: 11_000,
  /** How often its row is read for the answer. */
  creationPollMs: 50,

  /** A worker that does not renew its lease for this long loses its job to another. */
  jobLeaseMs: 10_000,
  /** How often a worker asks the store for jobs and settings. */
  jobPollMs: 1_000,
  /** How often a running job's rows are asked for. */
  jobRowsMs: 200,
  /** How often a job that is watched is read for its watchers. */
  jobWatchMs: 500,
  /** Waits before the first read-backs of a created row; the last one is at the end of the visibility timeout. */
  jobReadBacksMs: [0, 500, 2_000, 5_000, 15_000],
  /** Before a row's look-up that failed is repeated, for each look-up so far. */
  jobLookAgainMs: 250,
  /** The first pause after the service asked for fewer calls; it doubles with each, up to the longest. */
  jobBackoffMs: 500,
  jobLongestBackoffMs: 30_000,
  /** How often passwords of jobs that ended are looked for and destroyed. */
  jobSecretsMs: 60_000,

  /** A replica that does not renew its lease for this long loses its background work to another. */
  backgroundLeaseMs: 15_000,
  backgroundRenewMs: 5_000,
  /** How often a replica asks at least whether another's work has become free. */
  backgroundAskMs: 5_000,
  /** The longest wait of a background read for users' reads, so that a busy console does not stop it. */
  backgroundYieldMs: 1_000,
  /** How often a budget of 0 is read again. */
  backgroundOffMs: 1_000,

  /** Periods of the background work. */
  idlePagesEveryMs: 5_000,
  agentsEveryMs: 15_000,
  agentRecordsEveryMs: 15_000,
  detailsEveryMs: 5_000,
  gapsEveryMs: 60_000,
  reservationsEveryMs: 15_000,
  requestsEveryMs: 15_000,
  /** More often than once an hour, so that a restart or a late first crawl leaves no gap of an hour. */
  snapshotsEveryMs: 5 * 60_000,

  /** How often expired changes of bindings are removed. */
  expiredEveryMs: 60 * 60_000,

  /** A reserved number is looked up again after. */
  reservationAgainMs: 60_000,
  /** A number of an open service request is looked up again after. */
  requestAgainMs: 10 * 60_000,
  /** What was seen of reserved or requested numbers waits so long for more, so that a job's many look-ups are one query. */
  numberGatherMs: 500,
  /** What was seen of numbers waits so long before it is written. */
  inventoryWriteMs: 1_000,
  /** Values counted again wait so long before they are written; new ones only `newCodeWriteMs`. */
  codeWriteMs: 15_000,
  newCodeWriteMs: 1_000,
}
export type Timings = typeof defaultTimings
