/** Trust 3.4: tokens at most and to begin with, earned per first attempt, and the share of calls under way that may be repeats. */
const mostTokens = 10
const earned = 0.1
const shareInFlight = 0.2

/** Bounds how many more requests a failing service gets because it fails: at most 10, and one for every ten calls. */
export function createRetryBudget() {
  let tokens = mostTokens
  let inFlight = 0
  let repeats = 0
  return {
    /** Runs a call; `repeat` inside it runs the second attempt, or gives null when the budget has none left. */
    async run<Result>(
      call: (repeat: (again: () => Promise<Result>) => Promise<Result> | null) => Promise<Result>,
    ): Promise<Result> {
      tokens = Math.min(mostTokens, tokens + earned)
      inFlight++
      try {
        return await call((again) => {
          if (tokens < 1 || repeats >= Math.max(1, inFlight * shareInFlight)) return null
          tokens--
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
