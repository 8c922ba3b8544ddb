import { UpstreamError } from '#upstream/errors.ts'
import { isContradicted } from '#upstream/records.ts'
import type { NumberedExtension, Upstream, Warning } from '#upstream/upstream.ts'
import { extensionRecord, type AgentRecord } from '#upstream/wire.ts'
import { isNotFound } from '../platform/http/problems.ts'

/** The extensions that one read or create showed. */
export interface Observation {
  records: readonly NumberedExtension[]
  /** Numbers that the service does not know. */
  absent: readonly string[]
  source: 'idle' | 'unbound' | 'detail' | 'created'
  /** Epoch milliseconds before the call, so that a later change never looks older. */
  at: number
}

/** An extension that was created and not read yet: only its number is certain. */
const onlyNumber = (ext: string): NumberedExtension => ({ ...extensionRecord.parse({}), ext })

/**
 * Passes every extension and agent in a response to listeners, except when a success response contradicts itself. No caller waits
 * for a listener, and a listener's error goes to `onFault`. The records hold secrets, which listeners must not keep.
 */
export function createObservations({
  now,
  onFault,
}: {
  now: () => number
  onFault: (error: unknown) => void
}) {
  const extensionListeners: ((observation: Observation) => void)[] = []
  const agentListeners: ((record: AgentRecord) => void)[] = []

  /** Uses microtasks, so that listeners run before the caller continues and flushes the observations. */
  function pass<Seen>(listeners: readonly ((seen: Seen) => void)[], seen: Seen): void {
    for (const listener of listeners)
      queueMicrotask(() => {
        try {
          listener(seen)
        } catch (error) {
          onFault(error)
        }
      })
  }
  function observe(observation: Observation, warnings: readonly Warning[] = []): void {
    if (isContradicted(warnings)) return
    if (observation.records.length + observation.absent.length > 0) pass(extensionListeners, observation)
  }

  return {
    onExtensions: (listener: (observation: Observation) => void): void => {
      extensionListeners.push(listener)
    },
    onAgent: (listener: (record: AgentRecord) => void): void => {
      agentListeners.push(listener)
    },

    /** Wraps the open API client so that its reads and creates are observed. */
    watch: (upstream: Upstream): Upstream => ({
      ...upstream,
      async searchIdle(input, options) {
        const answer = await upstream.searchIdle(input, options)
        if (answer.data !== null && !isContradicted(answer.warnings)) pass(agentListeners, answer.data)
        return answer
      },
      async searchIdlePage(input, options) {
        const at = now()
        const answer = await upstream.searchIdlePage(input, options)
        observe({ records: answer.data.items, absent: [], source: 'idle', at }, answer.warnings)
        return answer
      },
      async getUnboundPage(input, options) {
        const at = now()
        const answer = await upstream.getUnboundPage(input, options)
        observe({ records: answer.data.items, absent: [], source: 'unbound', at }, answer.warnings)
        return answer
      },
      async getExtension(input, options) {
        const at = now()
        try {
          const answer = await upstream.getExtension(input, options)
          observe({ records: [answer.data], absent: [], source: 'detail', at }, answer.warnings)
          return answer
        } catch (error) {
          // With an agent in the request, "not found" may concern the agent, so it proves nothing about the number.
          if (input.agentId === undefined && error instanceof UpstreamError && isNotFound(error))
            observe({ records: [], absent: [input.ext], source: 'detail', at })
          throw error
        }
      },
      async createExtension(input, options) {
        const at = now()
        const answer = await upstream.createExtension(input, options)
        observe({ records: [onlyNumber(input.ext)], absent: [], source: 'created', at })
        return answer
      },
      async createExtensionLegacy(input, options) {
        const at = now()
        const answer = await upstream.createExtensionLegacy(input, options)
        observe({ records: [answer.data ?? onlyNumber(input.ext)], absent: [], source: 'created', at })
        return answer
      },
    }),
  }
}
export type Observations = ReturnType<typeof createObservations>
