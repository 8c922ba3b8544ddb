import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import pLimit from 'p-limit'

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

/** Hashes passwords, two at a time. */
export class Hashing {
  readonly #cost: PasswordCost
  readonly #slots = pLimit(atOnce)

  constructor(cost = passwordCost) {
    this.#cost = cost
  }

  hash(password: string): Promise<string> {
    return this.#slots(() => hashPassword(password, this.#cost))
  }

  verify(given: { hash: string; password: string }): Promise<boolean> {
    return this.#slots(() => isPassword(given))
  }

  /** True when a hash has another cost than the current one, so it should be replaced after a right password. */
  isOutdated(hash: string): boolean {
    return !hash.startsWith(prefixOf(this.#cost))
  }
}
