import { UpstreamError } from '#upstream/errors.ts'
import type { NumberedExtension, Upstream } from '#upstream/upstream.ts'
import { extensionRecord } from '#upstream/wire.ts'
import { isNotFound } from '../platform/http/problems.ts'

/** What a read or a create told of extensions. */
export interface Observation {
  records: readonly NumberedExtension[]
  /** Numbers that the service said it does not know. */
  absent: readonly string[]
  source: 'idle' | 'unbound' | 'detail' | 'created'
  /** Epoch milliseconds: before the service was asked, so that nothing that has changed since looks newer than it is. */
  at: number
}

/** An extension that was created and not read yet: its number, and nothing else that is certain. */
const onlyNumber = (ext: string): NumberedExtension => ({ ...extensionRecord.parse({}), ext })

/**
 * The same open API, with `seen` told of every extension that it shows anyway. `seen` only takes note, is not waited
 * for, and what it throws goes to `onFault`. The records hold secrets: `seen` keeps none of them.
 */
export function watchObservations(
  upstream: Upstream,
  seen: (observation: Observation) => void,
  { now, onFault }: { now: () => number; onFault: (error: unknown) => void },
): Upstream {
  function tell(observation: Observation): void {
    if (observation.records.length + observation.absent.length === 0) return
    // Before whoever asked goes on: they may want it written.
    queueMicrotask(() => {
      try {
        seen(observation)
      } catch (error) {
        onFault(error)
      }
    })
  }
  return {
    ...upstream,
    async searchIdlePage(input, options) {
      const at = now()
      const answer = await upstream.searchIdlePage(input, options)
      tell({ records: answer.data.items, absent: [], source: 'idle', at })
      return answer
    },
    async getUnboundPage(input, options) {
      const at = now()
      const answer = await upstream.getUnboundPage(input, options)
      tell({ records: answer.data.items, absent: [], source: 'unbound', at })
      return answer
    },
    async getExtension(input, options) {
      const at = now()
      try {
        const answer = await upstream.getExtension(input, options)
        tell({ records: [answer.data], absent: [], source: 'detail', at })
        return answer
      } catch (error) {
        // With an agent in the question it says nothing of the number alone.
        if (input.agentId === undefined && error instanceof UpstreamError && isNotFound(error))
          tell({ records: [], absent: [input.ext], source: 'detail', at })
        throw error
      }
    },
    async createExtension(input, options) {
      const at = now()
      const answer = await upstream.createExtension(input, options)
      tell({ records: [onlyNumber(input.ext)], absent: [], source: 'created', at })
      return answer
    },
    async createExtensionLegacy(input, options) {
      const at = now()
      const answer = await upstream.createExtensionLegacy(input, options)
      tell({ records: [answer.data ?? onlyNumber(input.ext)], absent: [], source: 'created', at })
      return answer
    },
  }
}
