import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { defaultTimings } from '../platform/timings.ts'

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
/** Of those without an account that the console knows, and of each account that it does. */
const mostWaiting = { others: 20, account: 2 }
/** One place in so many is for the others while accounts wait. */
const othersEvery = 3

/** True for what `createHashing` throws when too many wait, or one waits for too long; over in a second. */
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
  if (ln === undefined) return false
  const expected = Buffer.from(key, 'base64')
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  const given = await derive(password, Buffer.from(salt, 'base64'), cost)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const knownAccount = new AsyncLocalStorage<{ account: string; since: number }>()

/** Work of a known browser or signed-in user, whose hashes wait in the account's own line. */
export const inTurnOf = <Result>(account: string, work: () => Promise<Result>): Promise<Result> =>
  knownAccount.run({ account: account.trim().toLowerCase(), since: performance.now() }, work)

type Line = (() => void)[]

/**
 * Password hashing, two at a time. Accounts are served in turn, however much each asks for; all others, strangers among
 * them, get every third place. Throws better-auth's 429 when twenty others or two of the account already wait, or after
 * `waitMs`: from the beginning of an account's work, so that several hashes are in time for its answer.
 */
export function createHashing(cost = passwordCost, waitMs = defaultTimings.hashWaitMs) {
  let running = 0
  let served = 0
  const others: Line = []
  /** In the order in which they are served. */
  const accounts = new Map<string, Line>()

  function nextOfAccounts(): (() => void) | undefined {
    for (const [account, line] of accounts) {
      accounts.delete(account)
      const next = line.shift()
      if (line.length > 0) accounts.set(account, line)
      if (next !== undefined) return next
    }
    return undefined
  }

  const nextInLine = () =>
    ++served % othersEvery === 0 ? (others.shift() ?? nextOfAccounts()) : (nextOfAccounts() ?? others.shift())

  /** Resolves when it is this one's turn. */
  function turn(): Promise<void> {
    const known = knownAccount.getStore()
    const account = known?.account
    const spentMs = known === undefined ? 0 : performance.now() - known.since
    const line = account === undefined ? others : (accounts.get(account) ?? [])
    if (line.length >= (account === undefined ? mostWaiting.others : mostWaiting.account))
      throw new APIError('TOO_MANY_REQUESTS')
    if (account !== undefined) accounts.set(account, line)
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(go), 1)
        reject(new APIError('TOO_MANY_REQUESTS'))
      }, waitMs - spentMs)
      line.push(go)
    })
  }

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running++
    // The one that leaves hands its place on, so `running` stays as it is.
    else await turn()
    try {
      return await work()
    } finally {
      const next = nextInLine()
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
