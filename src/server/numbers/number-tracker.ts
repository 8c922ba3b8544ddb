import { bindStatus, type NumberedExtension } from '#upstream/records.ts'
import { isSingleRequestError } from '#upstream/errors.ts'
import type { Upstream } from '#upstream/client.ts'
import type { Turn } from '../platform/background.ts'
import { chunks } from '../platform/database/database.ts'
import { isNotFound } from '../platform/problems.ts'
import type { Observed } from './observed.ts'

/** The agent that a number is bound to, as the service reports it. */
export interface Holder {
  agentUuid: string | null
  agentName: string | null
  /** Epoch milliseconds. */
  since: number | null
}
const holderOf = ({ agentUuid, agentName, bindTime }: NumberedExtension): Holder => ({
  agentUuid,
  agentName,
  since: bindTime === 0 ? null : bindTime,
})

/**
 * A number as the service reports it, without its secrets: bound to a holder, `free` from any agent, or `missing` when the service
 * has no such number.
 */
export type ShownNumber = { holder: Holder } | 'free' | 'missing'

/** `unclear` when bindStatus is missing or undocumented: the record says nothing about the binding. */
export const shownBy = (record: NumberedExtension): Exclude<ShownNumber, 'missing'> | 'unclear' =>
  record.bindStatus === bindStatus.bound
    ? { holder: holderOf(record) }
    : record.bindStatus === bindStatus.free
      ? 'free'
      : 'unclear'

interface Followed {
  ext: string
}

/** Numbers to look up per round. */
const numbersPerRound = 20

interface TrackerDeps<Open extends Followed> {
  upstream: Pick<Upstream, 'getExtension'>
  reads: {
    /** Returns the open entries last looked up more than `olderThanMs` ago, oldest first. */
    due: (olderThanMs: number, limit: number) => Promise<readonly Open[]>
    /** Returns the open entries for these numbers. `made_at` is when the entry was created, epoch milliseconds. */
    openAmong: (numbers: readonly string[]) => Promise<readonly (Open & { made_at: number })[]>
  }
  /** How long after a look-up the number of an open entry is looked up again. */
  againMs: number
  /** True when an observation from another call can change an entry. */
  isRelevant: (shown: ShownNumber) => boolean
  /** Records the service's answer; `unreadable` when it says nothing about the binding. */
  record: (open: Open, shown: ShownNumber | 'unreadable') => Promise<void>
}

/** Follows numbers until the service reports the awaited state, using the answers of every call and look-ups of its own. */
export function createNumberTracker<Open extends Followed>(deps: TrackerDeps<Open>) {
  const { upstream, reads, againMs, isRelevant, record } = deps
  /** Numbers whose look-up ended a round, most recent last. A round looks these up after all other numbers. */
  const failing = new Set<string>()

  async function lookUp(
    ext: string,
    signal: AbortSignal,
    bulk: boolean,
  ): Promise<ShownNumber | 'unreadable'> {
    try {
      const shown = shownBy((await upstream.getExtension({ ext }, { signal, bulk })).data)
      return shown === 'unclear' ? 'unreadable' : shown
    } catch (error) {
      if (!isSingleRequestError(error)) throw error
      return isNotFound(error) ? 'missing' : 'unreadable'
    }
  }

  return {
    /** Records what other calls showed of open entries. */
    recordSeen: async (observed: readonly Observed[]): Promise<void> => {
      const seen = new Map<string, { shown: ShownNumber; at: number }>()
      for (const { ext, record, at } of observed.toSorted((one, other) => one.at - other.at)) {
        const shown = record === null ? 'missing' : shownBy(record)
        if (shown !== 'unclear') seen.set(ext, { shown, at })
      }
      const relevant = [...seen].flatMap(([ext, { shown }]) => (isRelevant(shown) ? [ext] : []))
      for (const numbers of chunks(relevant))
        for (const open of await reads.openAmong(numbers)) {
          const observation = seen.get(open.ext)
          // An observation from before the entry was created says nothing about the entry.
          if (observation !== undefined && observation.at >= open.made_at)
            await record(open, observation.shown)
        }
    },

    /** Looks up the numbers of these entries for a user who waits. Throws the errors of the service and the store. */
    check: async (entries: readonly Open[], signal: AbortSignal): Promise<void> => {
      await Promise.all(
        [...Map.groupBy(entries, ({ ext }) => ext)].map(async ([ext, awaited]) => {
          const shown = await lookUp(ext, signal, false)
          for (const one of awaited) await record(one, shown)
        }),
      )
    },

    /** Runs one round of look-ups. Throws the errors of the service and the store; the next round continues with the rest. */
    round: async ({ read, signal }: Turn): Promise<void> => {
      const open = Map.groupBy(await reads.due(againMs, numbersPerRound), ({ ext }) => ext)
      const order = [...failing]
      for (const [ext, awaited] of [...open].toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))) {
        if (signal.aborted) return
        failing.delete(ext)
        failing.add(ext)
        const shown = await read(() => lookUp(ext, signal, true))
        failing.delete(ext)
        for (const one of awaited) await record(one, shown)
      }
    },
  }
}
