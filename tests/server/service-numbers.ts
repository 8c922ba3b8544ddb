import type { Turn } from '#server/platform/background.ts'
import type { Upstream } from '#upstream/client.ts'
import type { NumberedExtension } from '#upstream/records.ts'
import { UpstreamError, type UpstreamErrorKind } from '#upstream/errors.ts'
import { seenExtension } from './inventory/inventory-records.ts'

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

/** Returns a function that runs one round of the tracker's own lookups. */
export const roundOf = (tracker: { round: (turn: Turn) => Promise<void> }) => (): Promise<void> =>
  tracker.round({ read: (call) => call(), signal: new AbortController().signal })
