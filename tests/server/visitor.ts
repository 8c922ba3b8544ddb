import { createHmac } from 'node:crypto'
import { origin, type Answer, type Bff } from './bff.ts'

let addresses = 0

const nextAddress = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`

/** Returns a browser of a BFF with its own cookies. Without `address`, the browser gets an unused IP address. */
export function visitor(at: Bff, address = nextAddress()) {
  const jar = new Map<string, string>()

  async function request(method: string, path: string, body?: unknown, on: Bff = at): Promise<Answer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = new Request(`${origin}${path}`, {
      method,
      headers: { ...on.pageHeaders, 'user-agent': 'Test browser', ...(cookie === '' ? {} : { cookie }) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    })
    const response = await on.console.app.fetch(sent, {
      incoming: { socket: { remoteAddress: address } },
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const text = await response.text()
    const parsed: unknown = JSON.parse(text)
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: typeof parsed === 'object' && parsed !== null ? { ...parsed } : {},
    }
  }

  return {
    jar,
    address,
    request,
    get: (path: string, on?: Bff) => request('GET', path, undefined, on),
    signIn: (email: string, password: string) =>
      request('POST', '/api/auth/sign-in/email', { email, password }),
    giveCode: (code: string) => request('POST', '/api/auth/sign-in/code', { code }),
  }
}
export type Visitor = ReturnType<typeof visitor>

/** Returns the code that an authenticator app shows for this `otpauth:` URI (RFC 6238: SHA-1, 30 seconds, 6 digits). */
export function appCode(uri: string, at = Date.now()): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const bits = secret
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
