import type { AgentRecord } from '#upstream/records.ts'
import type { CallReport, Observation } from '#upstream/upstream.ts'

/**
 * Passes the extensions and agents that the open API showed to listeners. No caller waits for a listener, and a listener's error
 * goes to `onFault`. The records hold secrets, which listeners must not keep.
 */
export class Observations {
  readonly #onFault: (error: unknown) => void
  readonly #extensionListeners: ((observation: Observation) => void)[] = []
  readonly #agentListeners: ((record: AgentRecord) => void)[] = []

  constructor({ onFault }: { onFault: (error: unknown) => void }) {
    this.#onFault = onFault
  }

  onExtensions(listener: (observation: Observation) => void): void {
    this.#extensionListeners.push(listener)
  }

  onAgent(listener: (record: AgentRecord) => void): void {
    this.#agentListeners.push(listener)
  }

  observe({ extensions, agent }: Pick<CallReport, 'extensions' | 'agent'>): void {
    if (extensions !== null && extensions.records.length + extensions.absent.length > 0)
      this.#pass(this.#extensionListeners, extensions)
    if (agent !== null) this.#pass(this.#agentListeners, agent)
  }

  /** Uses microtasks, so that listeners run before the caller continues and flushes the observations. */
  #pass<Seen>(listeners: readonly ((seen: Seen) => void)[], seen: Seen): void {
    for (const listener of listeners)
      queueMicrotask(() => {
        try {
          listener(seen)
        } catch (error) {
          this.#onFault(error)
        }
      })
  }
}
