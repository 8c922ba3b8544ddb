import { phoneAlphabet } from '#contract/text.ts'

const length = 20

/** Returns a random SIP password of about 116 bits, generated in the browser. */
export function generatePassword(): string {
  const letters: string[] = []
  while (letters.length < length) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    // Bytes past the last full multiple of the alphabet's length would make its first letters more likely.
    if (byte < 256 - (256 % phoneAlphabet.length))
      letters.push(phoneAlphabet.charAt(byte % phoneAlphabet.length))
  }
  return letters.join('')
}
