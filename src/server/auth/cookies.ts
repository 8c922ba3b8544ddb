import * as z from 'zod'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'

/** How long a step of a sign-in may take, ms. */
const stepMs = 10 * 60_000

const lasting = z.looseObject({ until: z.number() })

/** The cookies of sign-in: the session's, and sealed ones that keep a step of a sign-in in the browser. */
export function createCookies(publicUrl: string, seal: Pick<Seal, 'seal' | 'open'>) {
  const isSecure = publicUrl.startsWith('https:')
  const named = (name: string) => `${isSecure ? '__Host-' : ''}console-${name}`

  /**
   * Returns the cookie's value; `null` when there is none, or more than one: then an attacker planted one. The name must follow a
   * separator exactly: a cookie that the browser stores under another name must not pass for ours.
   */
  function read(header: string | null, name: string): string | null {
    const found = `; ${header ?? ''}`.split(new RegExp(`; ?${named(name)}=`))
    return found.length === 2 ? (found[1]?.split(';')[0] ?? null) : null
  }

  /** Returns a `set-cookie` line; without seconds, one that removes the cookie. */
  const line = (name: string, value = '', seconds = 0, sameSite: 'Strict' | 'Lax' = 'Strict'): string =>
    `${named(name)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly;${isSecure ? ' Secure;' : ''} SameSite=${sameSite}`

  return {
    line,
    read,

    /** Keeps a value in this browser for ten minutes. `Lax`: also for a redirect from another site. */
    keep: (name: string, value: object, sameSite: 'Strict' | 'Lax' = 'Strict'): string => {
      const text = JSON.stringify({ ...value, until: Date.now() + stepMs })
      return line(name, seal.seal(text, sealedFor.cookie(name)), stepMs / 1_000, sameSite)
    },

    /** Returns the kept value; `null` for no cookie, several cookies, a forged one or an expired one. */
    kept<Schema extends z.ZodType>(
      header: string | null,
      name: string,
      schema: Schema,
    ): z.output<Schema> | null {
      const opened = seal.open(read(header, name) ?? '', sealedFor.cookie(name))
      const { data } = lasting.safeParse(opened === null ? null : JSON.parse(opened))
      return data === undefined || data.until <= Date.now() ? null : (schema.safeParse(data).data ?? null)
    },
  }
}
export type Cookies = ReturnType<typeof createCookies>
