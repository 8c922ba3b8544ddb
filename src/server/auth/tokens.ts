import { hash, randomBytes } from 'node:crypto'

/** Returns 256 random bits in hex. */
export const randomToken = (): string => randomBytes(32).toString('hex')

/** Returns the SHA-256 in hex, enough for texts with as many random bits as tokens and backup codes (ASVS 6.5.2, 11.4.1). */
export const hashOf = (text: string): string => hash('sha256', text)
