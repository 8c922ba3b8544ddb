import type { CallReport } from '#upstream/upstream.ts'

/** Observes the service's calls. Must not keep the secrets in the report's records. */
type CallListener = (report: CallReport) => void

/** Passes the report of each finished call of the open API to everything that observes the service. */
export function createCallReports(first: readonly CallListener[], onFault: (error: unknown) => void) {
  const listeners = [...first]
  return {
    listen: (listener: CallListener): void => {
      listeners.push(listener)
    },

    /** A listener's error never reaches the call. */
    publish: (report: CallReport): void => {
      for (const listener of listeners)
        try {
          listener(report)
        } catch (error) {
          onFault(error)
        }
    },
  }
}
export type CallReports = ReturnType<typeof createCallReports>
