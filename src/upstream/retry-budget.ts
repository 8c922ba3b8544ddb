/**
 * Most stored repeats, which is also the initial number; repeats earned
 * per call; the largest share of calls under way that may be repeats.
 */
const maxStored = 10
const earned = 0.1
const shareInFlight = 0.2

/** Limits the repeats that a failing service receives: ten, and one more for every ten calls. */
export function createRetryBudget() {
  let stored = maxStored
  let inFlight = 0
  let repeats = 0
  return {
    /** Runs a call. Inside it, `repeat` runs the second attempt, or returns null when the budget is used up. */
    async run<Result>(
      call: (repeat: (again: () => Promise<Result>) => Promise<Result> | null) => Promise<Result>,
    ): Promise<Result> {
      stored = Math.min(maxStored, stored + earned)
      inFlight++
      try {
        return await call((again) => {
          if (stored < 1 || repeats >= Math.max(1, inFlight * shareInFlight)) return null
          stored--
          repeats++
          return again().finally(() => {
            repeats--
          })
        })
      } finally {
        inFlight--
      }
    },
  }
}
export type RetryBudget = ReturnType<typeof createRetryBudget>
