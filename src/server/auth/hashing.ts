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
/** OWASP's scrypt minimum (N = 2^17, r = 8, p = 1) in the equivalent form that needs the least memory: 8 MiB. */
export const passwordCost: PasswordCost = { ln: 13, r: 8, p: 10 }
const keyBytes = 64
/** More bytes than any of our hashes needs. A forged hash in the store must not take the process down. */
const maxMemory = 64 * 1024 * 1024
const hashParts = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/

/** Hashing shares Node's four threads with files and DNS. Without this limit it blocked both for seconds. */
const atOnce = 2
/** The most waiting hashes: for each account of a known browser or signed-in user, and for all other callers together. */
const maxWaiting = { others: 20, account: 2 }
/** While accounts wait, every third turn goes to all other callers. */
const othersEvery = 3

/**
 * True for the error that `createHashing` throws when too many hashes wait, or one waits too long. A second later there
 * is room again.
 */
export const isHashQueueFull = (error: unknown): boolean =>
  error instanceof APIError && error.statusCode === 429

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: maxMemory }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

/** Returns the start of a PHC string. The string holds the cost, so a hash can be checked after the cost has changed. */
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

/** Runs the work of a known browser or signed-in user, whose hashes wait in the account's own queue. */
export const withAccountQueue = <Result>(account: string, work: () => Promise<Result>): Promise<Result> =>
  knownAccount.run({ account: account.trim().toLowerCase(), since: performance.now() }, work)

type Queue = (() => void)[]

/**
 * Hashes passwords, two at a time. Accounts take turns, however many hashes each requests; all other callers, including
 * strangers, share every third turn. Throws better-auth's 429 when two hashes of the account, or twenty of all other
 * callers, already wait, or after `waitMs`. For an account, `waitMs` counts from the start of its work, so several hashes
 * finish in time for its response.
 */
export function createHashing(cost = passwordCost, waitMs = defaultTimings.hashWaitMs) {
  let running = 0
  let served = 0
  const others: Queue = []
  /** The accounts' queues, in the order of their turns. */
  const accounts = new Map<string, Queue>()

  function nextOfAccounts(): (() => void) | undefined {
    for (const [account, line] of accounts) {
      accounts.delete(account)
      const next = line.shift()
      if (line.length > 0) accounts.set(account, line)
      if (next !== undefined) return next
    }
    return undefined
  }

  const nextInQueue = () =>
    ++served % othersEvery === 0 ? (others.shift() ?? nextOfAccounts()) : (nextOfAccounts() ?? others.shift())

  /** Resolves at the caller's turn. */
  function waitForSlot(): Promise<void> {
    const known = knownAccount.getStore()
    const account = known?.account
    const spentMs = known === undefined ? 0 : performance.now() - known.since
    const line = account === undefined ? others : (accounts.get(account) ?? [])
    if (line.length >= (account === undefined ? maxWaiting.others : maxWaiting.account))
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

  async function withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running++
    // A finished hash passes its slot on, so `running` stays the same.
    else await waitForSlot()
    try {
      return await work()
    } finally {
      const next = nextInQueue()
      if (next === undefined) running--
      else next()
    }
  }

  return {
    hash: (password: string) => withSlot(() => hashPassword(password, cost)),
    verify: (given: { hash: string; password: string }) => withSlot(() => isPassword(given)),
    /** True when a hash has another cost than the current one, so it should be replaced after a right password. */
    isOutdated: (hash: string): boolean => !hash.startsWith(prefixOf(cost)),
  }
}
