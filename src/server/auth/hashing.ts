import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

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

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: maxMemory }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

/** Hashes passwords. */
export class Hashing {
  readonly #cost: PasswordCost
  /** The start of each PHC string. The string holds the cost, so a hash can be checked after the cost has changed. */
  readonly #prefix: string

  constructor(cost = passwordCost) {
    this.#cost = cost
    this.#prefix = `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$`
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16)
    return `${this.#prefix}${unpadded(salt)}$${unpadded(await derive(password, salt, this.#cost))}`
  }

  async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
    const [, ln, r, p, salt = '', key = ''] = hashParts.exec(hash) ?? []
    if (ln === undefined) return false
    const expected = Buffer.from(key, 'base64')
    const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
    const given = await derive(password, Buffer.from(salt, 'base64'), cost)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  /** True when a hash has another cost than the current one, so it should be replaced after a right password. */
  isOutdated(hash: string): boolean {
    return !hash.startsWith(this.#prefix)
  }
}
