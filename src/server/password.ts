import { randomBytes } from 'node:crypto'

/** Characters of a console user's password. */
export const shortestPassword = 12
export const longestPassword = 256

/** 96 random bits in letters, digits, - and _. */
export const randomPassword = (): string => randomBytes(12).toString('base64url')
