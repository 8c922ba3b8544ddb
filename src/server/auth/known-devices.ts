import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { onlyCookie } from './session-store.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'

/** Browsers limit a cookie's lifetime to this value. */
const lifeSeconds = 400 * 24 * 3600
const maxAccounts = 8

const device = z.object({
  id: z.string(),
  until: z.number(),
  accounts: z.array(z.string()).max(maxAccounts),
})
type Device = z.infer<typeof device>

/**
 * Recognizes a browser by a sealed cookie with a random ID and the latest accounts that completed a sign-in there. The
 * cookie grants no access. Wrong attempts of a browser known for an account are counted separately from strangers', so
 * that guesses at the account don't lock out its owner (OWASP: Slow Down Online Guessing Attacks with Device Cookies).
 */
export function createKnownDevices(seal: Seal, { name, secure }: { name: string; secure: boolean }) {
  const attributes = `Max-Age=${lifeSeconds}; Path=/; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Strict`
  /** Returns an account's name in the cookie, a MAC: readers on a shared computer must not find emails. */
  const nameOf = (account: string) => seal.mac(`device account ${account.trim().toLowerCase()}`).slice(0, 16)

  /** Returns the device in the cookie; `null` for no cookie, several cookies, a forged one or an expired one. */
  function deviceIn(header: string | null): Device | null {
    const opened = seal.open(onlyCookie(header, name)?.slice(name.length + 1) ?? '', sealedFor.deviceCookie)
    if (opened === null) return null
    const read = device.safeParse(JSON.parse(opened))
    return read.success && read.data.until > Date.now() ? read.data : null
  }

  return {
    /** Returns the ID of the browser with these cookies; `null` when the browser is not known for the account. */
    idFor(account: string, header: string | null): string | null {
      const known = deviceIn(header)
      return known !== null && known.accounts.includes(nameOf(account)) ? known.id : null
    },

    /** Returns the `set-cookie` line that makes the browser known for the account too. */
    remember(account: string, header: string | null): string {
      const { id, accounts } = deviceIn(header) ?? { id: randomUUID(), accounts: [] }
      const own = nameOf(account)
      const content: Device = {
        id,
        until: Date.now() + lifeSeconds * 1000,
        accounts: [own, ...accounts.filter((other) => other !== own)].slice(0, maxAccounts),
      }
      return `${name}=${seal.seal(JSON.stringify(content), sealedFor.deviceCookie)}; ${attributes}`
    },
  }
}
export type KnownDevices = ReturnType<typeof createKnownDevices>
