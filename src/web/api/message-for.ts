import type { MessageKey } from '../i18n/catalogue.ts'
import { ApiError, type ErrorCode } from './api-error.ts'

/** How an error looks: each kind has its own icon and next step. */
export type ErrorKind = 'broken' | 'forbidden' | 'not-configured' | 'not-found'

interface Message {
  sentence: MessageKey
  /** What the reader can do about it. */
  next: MessageKey
  kind: ErrorKind
}

const kinds: Partial<Record<ErrorCode, ErrorKind>> = {
  forbidden: 'forbidden',
  'feature-off': 'not-configured',
  'upstream-credentials': 'not-configured',
  'upstream-restricted': 'not-configured',
  'company-unknown': 'not-configured',
  misdirected: 'not-configured',
  'not-found': 'not-found',
  'extension-not-found': 'not-found',
  'agent-not-found': 'not-found',
}

/** The one translator from error to words, by code alone; the compiler asks for both messages of every code. */
export function messageFor(error: unknown): Message {
  const code: ErrorCode = error instanceof ApiError ? error.code : 'contract'
  return {
    sentence: `problem.${code}`,
    next: `problem.${code}.next`,
    kind: kinds[code] ?? 'broken',
  }
}
