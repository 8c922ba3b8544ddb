import { parse, serialize } from 'hono/utils/cookie'
import * as z from 'zod'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'

/** How long a step of a sign-in may take, ms. */
const stepMs = 10 * 60_000

const lasting = z.looseObject({ until: z.number() })

/** The cookies of sign-in: the session's, and sealed ones that keep a step of a sign-in in the browser. */
export class Cookies {
  readonly #seal: Pick<Seal, 'seal' | 'open'>
  readonly #secure: boolean

  constructor(publicUrl: string, seal: Pick<Seal, 'seal' | 'open'>) {
    this.#seal = seal
    this.#secure = publicUrl.startsWith('https:')
  }

  /** Returns the cookie's value; `null` for none. */
  read(header: string | null, name: string): string | null {
    const named = this.#named(name)
    return parse(header ?? '', named)[named] ?? null
  }

  /** Returns a `set-cookie` line; without seconds, one that removes the cookie. */
  line(name: string, value = '', maxAge = 0, sameSite: 'Strict' | 'Lax' = 'Strict'): string {
    const options = { maxAge, path: '/', httpOnly: true, secure: this.#secure, sameSite }
    return serialize(this.#named(name), value, options)
  }

  /** Returns the `set-cookie` line that keeps a value in this browser for ten minutes. `Lax`: also for a redirect from another site. */
  seal(name: string, value: object, sameSite: 'Strict' | 'Lax' = 'Strict'): string {
    const text = JSON.stringify({ ...value, until: Date.now() + stepMs })
    return this.line(name, this.#seal.seal(text, sealedFor.cookie(name)), stepMs / 1_000, sameSite)
  }

  /** Returns the value of a sealed cookie; `null` for none, a forged one or an expired one. */
  open<Schema extends z.ZodType>(
    header: string | null,
    name: string,
    schema: Schema,
  ): z.output<Schema> | null {
    const opened = this.#seal.open(this.read(header, name) ?? '', sealedFor.cookie(name))
    const { data } = lasting.safeParse(opened === null ? null : JSON.parse(opened))
    return data === undefined || data.until <= Date.now() ? null : (schema.safeParse(data).data ?? null)
  }

  /** No other site or port can set a cookie with the prefix `__Host-`. */
  #named(name: string): string {
    return `${this.#secure ? '__Host-' : ''}console-${name}`
  }
}
