import { defaultProfile, type Profile } from '#upstream/profile.ts'
import { limitsOf } from '#upstream/send.ts'
import { defaultCooldowns } from '#upstream/token.ts'

/**
 * The waits, deadlines and periods that tests shorten, in milliseconds. Every other one is a constant where it is used.
 */
export const defaultTimings = {
  /** The limits of the default profile; another profile brings its own (`timingsOf`). */
  upstream: { limits: limitsOf(defaultProfile), cooldowns: defaultCooldowns },

  /** The deadline for answering a request: beyond the read of a service with the default profile, within the promised 12 s. */
  answerMs: 11_500,
  /** The longest wait for the identity provider in one step of a sign-in; a step is promised within 5 s (R38). */
  signInStepMs: 4_000,

  /** The deadline for answering a create, in doubt if necessary; the creation itself continues. */
  creationAnswerMs: 11_000,

  /** A worker that does not renew its lease for this long loses its job to another. */
  jobLeaseMs: 10_000,
  /** How often a worker asks the store for jobs and settings. */
  jobPollMs: 1_000,
  /** How often the worker asks for a running job's rows. */
  jobRowsMs: 200,
  /** How often a create that another replica works on is read. */
  jobWatchMs: 500,
  /** The wait before a failed look-up of a row is repeated, multiplied by the number of failed look-ups so far. */
  jobLookAgainMs: 250,
  /** The first pause after the service asks for fewer calls; doubles each time, up to `jobLongestBackoffMs`. */
  jobBackoffMs: 500,
  jobLongestBackoffMs: 30_000,
  /** How often passwords of ended jobs are destroyed whose time is over. */
  jobSecretsMs: 60_000,

  backgroundRenewMs: 5_000,
  /** The longest time between a replica's checks whether another replica's work has become free. */
  backgroundAskMs: 5_000,
  /** The longest time a background read waits for users' reads, so that a busy console does not stop background work. */
  backgroundYieldMs: 1_000,
  /** How often a budget of 0 is read again. */
  backgroundOffMs: 1_000,

  /** Periods of the background work. */
  idlePagesEveryMs: 5_000,
  agentRecordsEveryMs: 2_000,
  lookUpsEveryMs: 5_000,
  gapsEveryMs: 2_000,
  notificationsEveryMs: 15_000,
  deliveriesEveryMs: 5_000,

  /** The daily check of the service. */
  serviceCheckEveryMs: 24 * 60 * 60_000,

  /** How often thresholds are compared for notifications: their counts take long. */
  conditionsEveryMs: 60_000,
  /** Waits before a failed delivery is repeated, as Standard Webhooks recommends; after the last one it fails for good. */
  deliveryRetryMs: [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000],
  /** The deadline of one delivery. */
  deliveryMs: 15_000,
  /** A webhook whose deliveries fail for this long is turned off. */
  webhookOffMs: 24 * 3_600_000,

  /** How long observations of numbers are collected before they are written. */
  numbersWriteMs: 1_000,
}
export type Timings = typeof defaultTimings

/** The time that an answer may take beyond the service's read. */
const ownMs = defaultTimings.answerMs - limitsOf(defaultProfile).totalMs.read

/** The timings with a profile, which allows the service more or less time. */
export function timingsOf(profile: Profile): Timings {
  const limits = limitsOf(profile)
  return {
    ...defaultTimings,
    upstream: { ...defaultTimings.upstream, limits },
    answerMs: limits.totalMs.read + ownMs,
  }
}
