import type { CallReport } from '#upstream/upstream.ts'

/** Passes the report of each finished call of the open API to everything that observes the service. */
export class CallReports {
  readonly #onFault: (error: unknown) => void
  readonly #listeners: ((report: CallReport) => void)[] = []

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault
  }

  /** Adds a listener. It must not keep the secrets in the report's records. */
  listen(listener: (report: CallReport) => void): void {
    this.#listeners.push(listener)
  }

  /** A listener's error never reaches the call. */
  publish(report: CallReport): void {
    for (const listener of this.#listeners)
      try {
        listener(report)
      } catch (error) {
        this.#onFault(error)
      }
  }
}
