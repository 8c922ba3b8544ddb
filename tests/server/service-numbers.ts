import type { Audit } from '#server/audit/audit-store.ts'
import { LookUps } from '#server/numbers/look-ups.ts'
import { CrawlStore } from '#server/numbers/scan.ts'
import { Numbers } from '#server/numbers/numbers.ts'
import { observedIn, Recorder } from '#server/numbers/recorder.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isNotFound } from '#server/platform/problems.ts'
import type { Observation, Upstream } from '#upstream/client.ts'
import type { NumberedExtension } from '#upstream/records.ts'
import { UpstreamError, type UpstreamErrorKind } from '#upstream/errors.ts'
import { observeAll, seenExtension } from './numbers/number-store.ts'

/** Returns a number as the service shows it: bound to `agentUuid`, or free when `agentUuid` is `null`. */
export const formattedNumber = (ext: string, agentUuid: string | null): NumberedExtension =>
  seenExtension(
    ext,
    agentUuid === null
      ? { bindStatus: 0 }
      : { bindStatus: 1, agentUuid, agentName: 'Bob', bindTime: 1_700_000_000_000 },
  )

/** Fakes operation 7 for a tracker of numbers. The test sets the numbers that the service shows and the lookups that fail. */
export function serviceNumbers() {
  const numbers: {
    /** Numbers that the service shows. Any other number is unknown to the service. */
    shown: Map<string, NumberedExtension>
    /** Numbers whose lookup fails, with the kind of the error. */
    failing: Map<string, UpstreamErrorKind>
    /** Numbers that the tracker looked up, in order. */
    asked: string[]
  } = { shown: new Map(), failing: new Map(), asked: [] }
  const failed = (detail: { kind: UpstreamErrorKind; code?: string; meaning?: 'notFound' }) =>
    Promise.reject(
      new UpstreamError({ ...detail, operation: 'extension_detail', definitelyNotApplied: true }),
    )
  const upstream: Pick<Upstream, 'getExtension'> = {
    getExtension({ ext }) {
      numbers.asked.push(ext)
      const kind = numbers.failing.get(ext)
      if (kind !== undefined) return failed({ kind })
      const data = numbers.shown.get(ext)
      return data === undefined
        ? failed({ kind: 'refused', code: '310121', meaning: 'notFound' })
        : Promise.resolve({ data, warnings: [] })
    },
  }
  return Object.assign(numbers, { upstream })
}

/** The look-ups of a console at this service, and what any other call shows it. */
export function followNumbers(
  database: Database,
  audit: Audit,
  numbers: { upstream: Pick<Upstream, 'getExtension'> },
  account: string,
) {
  const store = { database, account, audit }
  const faults: unknown[] = []
  const reads = new Numbers(database, account)
  const recorder = new Recorder({
    ...store,
    reads,
    onFault: (error) => void faults.push(error),
    writeMs: 3_600_000,
  })
  const upstream: typeof numbers.upstream = {
    async getExtension(call, options) {
      const at = Date.now()
      const see = (seen: Pick<Observation, 'records' | 'absent'>) =>
        recorder.collect({ extensions: { ...seen, source: 'detail', at }, agent: null, startedAt: at })
      try {
        const answer = await numbers.upstream.getExtension(call, options)
        see({ records: [answer.data], absent: [] })
        return answer
      } catch (error) {
        if (error instanceof UpstreamError && isNotFound(error)) see({ records: [], absent: [call.ext] })
        throw error
      }
    },
  }
  const lookUps = new LookUps({
    database,
    audit,
    account,
    now: Date.now,
    onFault: (error) => void faults.push(error),
    reads,
    recorder,
    crawls: new CrawlStore(database, account),
    upstream: {
      ...upstream,
      maxIdlePageSize: 1_000,
      searchIdlePage: () => Promise.reject(new Error('the idle list is not asked for')),
    },
  })
  return {
    /** What could not be written. */
    faults,
    show: (seen: Parameters<typeof observedIn>[0]) => observeAll(store, observedIn(seen)),
    /** Looks numbers up for a user. */
    check: (exts: readonly string[]) => lookUps.check(exts, new AbortController().signal),
    /** Runs one round of the console's own look-ups. */
    round: () => lookUps.round({ read: (call) => call(), signal: new AbortController().signal }),
  }
}
