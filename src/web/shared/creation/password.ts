import { phoneAlphabet } from '#contract/text.ts'

const length = 20

/** A random SIP password of about 116 bits, made in the browser. */
export function generatePassword(): string {
  const letters: string[] = []
  while (letters.length < length) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    // Bytes past the last whole round of the alphabet would make its first letters likelier.
    if (byte < 256 - (256 % phoneAlphabet.length))
      letters.push(phoneAlphabet.charAt(byte % phoneAlphabet.length))
  }
  return letters.join('')
}
