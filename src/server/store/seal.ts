import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/** Encrypts what must not be readable in a copy of the store, under keys derived from the session secret. */
export function createSeal(secret: string) {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'extension-console', purpose, 32))
  const sealKey = derive('seal')
  // As a key object: told what it is from bytes, a key costs several times the hash.
  const macKey = createSecretKey(derive('mac'))
  return {
    /** AES-256-GCM; nonce, tag and text in base64. */
    seal(text: string): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    /** Null when the text was sealed under another secret or is damaged. */
    open(sealed: string): string | null {
      try {
        const bytes = Buffer.from(sealed, 'base64')
        const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12))
        decipher.setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
    /** HMAC-SHA256 in hex: says whether two requests are the same without keeping either. */
    mac: (text: string): string => createHmac('sha256', macKey).update(text).digest('hex'),
  }
}
export type Seal = ReturnType<typeof createSeal>
