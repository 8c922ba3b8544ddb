import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth/api'
import { hashPassword, verifyPassword } from 'better-auth/crypto'

/** Hashing shares Node's four threads with files and DNS, which it froze for seconds when unbounded (trust 0.8). */
const atOnce = 2
const mostWaiting = 20

/** True for what `createHashing` throws when too many wait; over in a second. */
export const isCrowded = (error: unknown): boolean => error instanceof APIError && error.statusCode === 429

const patient = new AsyncLocalStorage<true>()

/** Work whose hashes wait in the queue however long it is: strangers who fill it must not keep out those the console knows. */
export const waitingItsTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  patient.run(true, work)

/** better-auth's password hashing, two at a time. Throws its 429 when twenty already wait, except within `waitingItsTurn`. */
export function createHashing() {
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running++
    else {
      if (waiting.length >= mostWaiting && patient.getStore() === undefined)
        throw new APIError('TOO_MANY_REQUESTS')
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
