import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/** The place that a value is sealed for. It opens for no other, so a value moved to another row or column is useless. */
export const sealedFor = {
  token: (key: string) => `token:${key}`,
  jobKey: (jobId: string) => `job:${jobId}:key`,
  itemPassword: (jobId: string, position: number) => `job-item:${jobId}:${position}:password`,
  ssoCookie: 'sso-cookie',
  deviceCookie: 'device-cookie',
} as const

/** The session secrets: the current one, and during a rotation the previous or the next one. */
export interface Secrets {
  current: string
  previous: string | null
}

const sealedForm = /^v2\.([0-9a-f]{8})\.([\w-]+)$/

const formOf = (id: string): string => `v2.${id}.`

function keysOf(secret: string) {
  const derive = (purpose: string, bytes = 32) =>
    Buffer.from(hkdfSync('sha256', secret, 'extension-console', purpose, bytes))
  return {
    /** Identifies the secret that a value was sealed under. */
    id: derive('id', 4).toString('hex'),
    sealKey: derive('seal'),
    // A key object: converting bytes for each HMAC costs several times the hash.
    macKey: createSecretKey(derive('mac')),
  }
}
type Keys = ReturnType<typeof keysOf>

/** A number for a secret, the same on every replica, that does not reveal it. */
export const versionOf = (secret: string): number =>
  Buffer.from(hkdfSync('sha256', secret, 'extension-console', 'version', 6)).readUIntBE(0, 6)

function decrypt(bytes: Buffer, key: Buffer, context: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    decipher.setAAD(Buffer.from(context))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

const macWith = ({ macKey }: Keys, text: string): string =>
  createHmac('sha256', macKey).update(text).digest('hex')

/**
 * Encrypts what must not be readable in a copy of the store, under keys derived from the session secret. Values of the previous
 * secret are accepted as well.
 */
export function createSeal(secret: string, previous: string | null = null) {
  const current = keysOf(secret)
  const all = previous === null ? [current] : [current, keysOf(previous)]
  const form = formOf(current.id)
  return {
    /** AES-256-GCM over the text and its context, one of `sealedFor`: version, secret, then nonce, tag and text in base64url. */
    seal(text: string, context: string): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.sealKey, nonce)
      cipher.setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return form + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    /** Null when the text was sealed under another secret or for something else, or is damaged. */
    open(sealed: string, context: string): string | null {
      const [, id, body = ''] = sealedForm.exec(sealed) ?? []
      const keys = all.find((each) => each.id === id)
      return keys === undefined ? null : decrypt(Buffer.from(body, 'base64url'), keys.sealKey, context)
    },
    /** The beginning of all values sealed under the current secret. */
    form,
    /** The beginnings of all values that it opens. */
    forms: all.map(({ id }) => formOf(id)),
    /** HMAC-SHA256 in hex, to compare requests without storing them. */
    mac: (text: string): string => macWith(current, text),
    /** Whether that is the text's HMAC, under either secret. */
    isMac: (text: string, mac: string): boolean => all.some((keys) => macWith(keys, text) === mac),
  }
}
export type Seal = ReturnType<typeof createSeal>
