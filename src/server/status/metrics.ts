import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type Metric } from 'prom-client'
import { itemStates, type ItemState } from '#contract/jobs.ts'
import type { UpstreamClient } from '#upstream/client.ts'
import { contentionAt } from '#upstream/token.ts'
import type { Log } from '../platform/log.ts'

const seconds = (milliseconds: number): number => milliseconds / 1000

const requestBuckets = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 12]
const breakerStates = ['closed', 'open', 'half-open'] as const

/** Metrics of this process. No label contains a value that a caller or the service can choose. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'console_requests_total',
    help: 'Browser requests by matched route and HTTP status',
    labelNames: ['route', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'console_request_duration_seconds',
    help: 'Response time by matched route',
    labelNames: ['route'],
    buckets: requestBuckets,
    registers,
  })
  const auditFailures = new Counter({
    name: 'console_audit_write_failures_total',
    help: 'Audit entries that could not be written; their actions did not happen',
    registers,
  })

  const rejected = new Counter({
    name: 'console_requests_rejected_total',
    help: 'API requests rejected with 503 because too many were being answered',
    registers,
  })

  return {
    registry,
    rejected: () => rejected.inc(),
    /** Wraps the log so that requests are counted. */
    watchLog: (log: Log): Log => ({
      ...log,
      request(line) {
        requests.inc({ route: line.route, status: line.status })
        requestSeconds.observe({ route: line.route }, seconds(line.ms))
        log.request(line)
      },
    }),
    /** Call when audit entries can't be written. */
    auditFailed: () => auditFailures.inc(),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

/** Counts across all replicas, from the features that own the tables. */
export interface StoreCounts {
  /** Rows of all jobs, by state. */
  jobRows: () => Promise<Record<ItemState, number>>
  jobLagMs: () => Promise<number>
  /** Sessions that have not expired. */
  sessions: () => Promise<number>
  /** Whether the mail server fails, and the users whose mails alone fail. */
  mailHealth: () => Promise<{ failing: object | null; refused: readonly object[] }>
}

/** Adds gauges that are read at each scrape. A gauge whose read fails has no value. */
export function addGauges(
  { registry }: Pick<Metrics, 'registry'>,
  {
    upstream,
    counts,
    alive,
  }: {
    upstream: Pick<UpstreamClient, 'tokenStates' | 'breakers'>
    counts: StoreCounts
    alive: () => Promise<boolean>
  },
): void {
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    collect: (set: (labels: Record<string, string>, value: number) => void) => Promise<void> | void,
  ): Metric =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        try {
          await collect((labels, value) => this.set(labels, value))
        } catch {
          this.reset()
        }
      },
    })

  gauge('console_store_up', '1 while the store answers', [], async (set) => set({}, (await alive()) ? 1 : 0))
  const tokens = (
    name: string,
    help: string,
    value: (token: Awaited<ReturnType<UpstreamClient['tokenStates']>>[number]) => number,
  ) =>
    gauge(name, help, ['credential'], async (set) => {
      for (const token of await upstream.tokenStates()) set({ credential: token.kind }, value(token))
    })
  tokens('console_token_age_seconds', 'Time since the token was issued', ({ state, now }) =>
    state.issuedAt === null ? NaN : seconds(now - state.issuedAt),
  )
  tokens('console_token_left_seconds', 'Time until the token expires', ({ state, now }) =>
    state.expiresAt === null ? NaN : seconds(state.expiresAt - now),
  )
  tokens('console_token_generation', 'Token renewals by all replicas', ({ state }) => state.generation)
  tokens(
    'console_token_contention',
    '1 while another system keeps invalidating the token',
    ({ state, now }) => (contentionAt(state.renewals, now).length > 0 ? 1 : 0),
  )
  gauge(
    'console_breaker_state',
    "1 for the current state of the service family's circuit breaker",
    ['family', 'state'],
    (set) => {
      for (const { family, state } of upstream.breakers())
        for (const each of breakerStates) set({ family, state: each }, each === state ? 1 : 0)
    },
  )
  gauge(
    'console_job_rows',
    'Rows of all jobs by state, including single creations',
    ['state'],
    async (set) => {
      const rows = await counts.jobRows()
      for (const state of itemStates) set({ state }, rows[state])
    },
  )
  gauge(
    'console_job_lag_seconds',
    'Age of the oldest unfinished job that should be running',
    [],
    async (set) => set({}, seconds(await counts.jobLagMs())),
  )
  gauge(
    'console_mail_failing',
    '1 while the mail server fails, and how many users get no mail although it works',
    ['of'],
    async (set) => {
      const { failing, refused } = await counts.mailHealth()
      set({ of: 'server' }, failing === null ? 0 : 1)
      set({ of: 'users' }, refused.length)
    },
  )
  gauge('console_sessions', 'Sessions that have not expired', [], async (set) =>
    set({}, await counts.sessions()),
  )
}
