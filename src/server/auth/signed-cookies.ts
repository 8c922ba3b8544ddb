import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../platform/database/encryption.ts'

/**
 * Reads and signs cookies in better-auth's format, `name=text.signature` with HMAC-SHA256. better-auth knows only one
 * secret, so this code checks cookies signed with the previous secret and signs them again before better-auth sees them.
 */
export function createSignedCookies({ current, previous }: Secrets) {
  const key = createSecretKey(current, 'utf8')
  const keys = previous === null ? [key] : [key, createSecretKey(previous, 'utf8')]

  /** Returns the cookie's text and whether the current secret signed it; `null` when neither secret did. */
  function read(cookie: string): { text: string; isCurrent: boolean } | null {
    const [, sent = ''] = /^[^=]+=(.+)$/.exec(cookie) ?? []
    let value = ''
    try {
      value = decodeURIComponent(sent)
    } catch {
      return null
    }
    const dot = value.lastIndexOf('.')
    const text = value.slice(0, Math.max(0, dot))
    const given = Buffer.from(value.slice(dot + 1))
    const signer = keys.find((each) => {
      const right = Buffer.from(createHmac('sha256', each).update(text).digest('base64'))
      return right.length === given.length && timingSafeEqual(right, given)
    })
    return signer === undefined ? null : { text, isCurrent: signer === key }
  }

  return {
    read,

    /** Returns the cookie header with every cookie that we signed now signed under the current secret. */
    signedAgain: (header: string): string =>
      previous === null
        ? header
        : header
            .split(';')
            .map((part) => {
              const cookie = part.trim()
              const found = read(cookie)
              if (found === null || found.isCurrent) return part
              const signature = createHmac('sha256', key).update(found.text).digest('base64')
              const name = cookie.slice(0, cookie.indexOf('='))
              return ` ${name}=${encodeURIComponent(`${found.text}.${signature}`)}`
            })
            .join(';'),
  }
}
