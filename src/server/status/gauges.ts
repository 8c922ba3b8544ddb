import { Gauge, type Metric } from 'prom-client'
import { itemStates } from '#contract/jobs.ts'
import type { UpstreamClient } from '#upstream/client.ts'
import { contentionAt } from '#upstream/token.ts'
import type { Console } from '../features.ts'

const breakerStates = ['closed', 'open', 'half-open'] as const

const seconds = (milliseconds: number): number => milliseconds / 1_000

/**
 * Adds gauges that are read at each scrape: of the service's client, and counts of the store, which are those of all replicas. A gauge whose
 * read fails has no value.
 */
export function addGauges({ status, upstream, database, jobs, auth, notifications }: Console): void {
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
      registers: [status.registry],
      async collect() {
        this.reset()
        try {
          await collect((labels, value) => this.set(labels, value))
        } catch {
          this.reset()
        }
      },
    })

  gauge('console_store_up', '1 while the store answers', [], async (set) =>
    set({}, (await database.alive()) ? 1 : 0),
  )
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
      const rows = await jobs.store.rowCounts()
      for (const state of itemStates) set({ state }, rows[state])
    },
  )
  gauge(
    'console_job_lag_seconds',
    'Age of the oldest unfinished job that should be running',
    [],
    async (set) => set({}, seconds(await jobs.store.lagMs())),
  )
  gauge(
    'console_mail_failing',
    '1 while the mail server fails, and how many users get no mail although it works',
    ['of'],
    async (set) => {
      const { failing, refused } = await notifications.health()
      set({ of: 'server' }, failing === null ? 0 : 1)
      set({ of: 'users' }, refused.length)
    },
  )
  gauge('console_sessions', 'Sessions that have not expired', [], async (set) =>
    set({}, await auth.sessions.total()),
  )
}
