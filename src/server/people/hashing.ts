import { APIError } from 'better-auth/api'
import { hashPassword, verifyPassword } from 'better-auth/crypto'

/** Hashing shares Node's four threads with files and DNS, which it froze for seconds when unbounded (trust 0.8). */
const atOnce = 2
const mostWaiting = 20

/** True for what `createHashing` throws when too many wait; over in a second. */
export const isCrowded = (error: unknown): boolean => error instanceof APIError && error.statusCode === 429

/** better-auth's password hashing, two at a time. Throws its 429 when twenty already wait. */
export function createHashing() {
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running++
    else {
      if (waiting.length >= mostWaiting) throw new APIError('TOO_MANY_REQUESTS')
      // Whoever leaves hands the place on, so `running` stays as it is.
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }

  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (given: { hash: string; password: string }) => inTurn(() => verifyPassword(given)),
  }
}
