import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { onlyCookie } from './session-store.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'

/** Browsers cut a cookie's life to this themselves. */
const lifeSeconds = 400 * 24 * 3600
const mostAccounts = 8

const device = z.object({
  id: z.string(),
  until: z.number(),
  accounts: z.array(z.string()).max(mostAccounts),
})
type Device = z.infer<typeof device>

/**
 * Recognizes a browser by a sealed cookie: it holds a random id and the latest accounts that signed in there completely. It
 * opens nothing; wrong tries of a browser known for an account are counted apart from strangers', so that guessing at the
 * account does not keep its owner out (OWASP: Slow Down Online Guessing Attacks with Device Cookies).
 */
export function createKnownDevices(seal: Seal, { name, secure }: { name: string; secure: boolean }) {
  const attributes = `Max-Age=${lifeSeconds}; Path=/; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Strict`
  /** As the cookie names an account: a reader on a shared computer finds no e-mail. */
  const nameOf = (account: string) => seal.mac(`device account ${account.trim().toLowerCase()}`).slice(0, 16)

  /** Null for none, two, a forged one or one too old. */
  function deviceIn(header: string | null): Device | null {
    const opened = seal.open(onlyCookie(header, name)?.slice(name.length + 1) ?? '', sealedFor.deviceCookie)
    if (opened === null) return null
    const read = device.safeParse(JSON.parse(opened))
    return read.success && read.data.until > Date.now() ? read.data : null
  }

  return {
    /** The id of the browser that sends these cookies; null where it is not known for the account. */
    idFor(account: string, header: string | null): string | null {
      const known = deviceIn(header)
      return known !== null && known.accounts.includes(nameOf(account)) ? known.id : null
    },

    /** The cookie by which the browser will be known for the account as well. */
    remember(account: string, header: string | null): string {
      const { id, accounts } = deviceIn(header) ?? { id: randomUUID(), accounts: [] }
      const own = nameOf(account)
      const content: Device = {
        id,
        until: Date.now() + lifeSeconds * 1000,
        accounts: [own, ...accounts.filter((other) => other !== own)].slice(0, mostAccounts),
      }
      return `${name}=${seal.seal(JSON.stringify(content), sealedFor.deviceCookie)}; ${attributes}`
    },
  }
}
export type KnownDevices = ReturnType<typeof createKnownDevices>
