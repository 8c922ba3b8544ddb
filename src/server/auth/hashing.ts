import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { verifyPassword } from 'better-auth/crypto'

/** Parameters of scrypt (RFC 7914); `ln` is the binary logarithm of N. */
export interface PasswordCost {
  ln: number
  r: number
  p: number
}
/** OWASP's scrypt minimum (N = 2^17, r = 8, p = 1) in its equivalent that takes the least memory: 8 MiB. */
export const passwordCost: PasswordCost = { ln: 13, r: 8, p: 10 }
const keyBytes = 64
/** More than any hash of ours takes: one that was forged in the store must not take the process down. */
const mostMemory = 64 * 1024 * 1024
const hashParts = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/

/** Hashing shares Node's four threads with files and DNS, which it froze for seconds when unbounded. */
const atOnce = 2
const mostWaiting = 20

/** True for what `createHashing` throws when too many wait; over in a second. */
export const isCrowded = (error: unknown): boolean => error instanceof APIError && error.statusCode === 429

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: mostMemory }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

/** How a PHC string begins, so that a hash can be checked after the cost has changed. */
const prefixOf = ({ ln, r, p }: PasswordCost): string => `$scrypt$ln=${ln},r=${r},p=${p}$`

async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return `${prefixOf(cost)}${unpadded(salt)}$${unpadded(key)}`
}

async function isPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, ln, r, p, salt = '', key = ''] = hashParts.exec(hash) ?? []
  // better-auth's own hashes, from before the console chose the cost.
  if (ln === undefined) return verifyPassword({ hash, password })
  const expected = Buffer.from(key, 'base64')
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  const given = await derive(password, Buffer.from(salt, 'base64'), cost)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const patient = new AsyncLocalStorage<true>()

/** Work whose hashes come before those of strangers, who must not keep out the users that the console knows. */
export const waitingItsTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  patient.run(true, work)

/** Password hashing, two at a time. Throws better-auth's 429 when twenty already wait, except within `waitingItsTurn`. */
export function createHashing(cost = passwordCost) {
  let running = 0
  const waiting: (() => void)[] = []
  /** Of known browsers and signed-in users: served before strangers. */
  const urgent: (() => void)[] = []

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running++
    else {
      const isUrgent = patient.getStore() !== undefined
      if (!isUrgent && waiting.length >= mostWaiting) throw new APIError('TOO_MANY_REQUESTS')
      // The one that leaves hands its place on, so `running` stays as it is.
      await new Promise<void>((resolve) => {
        ;(isUrgent ? urgent : waiting).push(resolve)
      })
    }
    try {
      return await work()
    } finally {
      const next = urgent.shift() ?? waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }

  return {
    hash: (password: string) => inTurn(() => hashPassword(password, cost)),
    verify: (given: { hash: string; password: string }) => inTurn(() => isPassword(given)),
    /** Whether a hash that was right should be replaced by one of the present cost. */
    isOutdated: (hash: string): boolean => !hash.startsWith(prefixOf(cost)),
  }
}
