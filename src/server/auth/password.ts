import { randomBytes } from 'node:crypto'

/** 96 random bits in letters, digits, - and _. */
export const randomPassword = (): string => randomBytes(12).toString('base64url')
