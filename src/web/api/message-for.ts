import type { MessageKey } from '../i18n/catalogue.ts'
import { ApiError, type ErrorCode } from './api-error.ts'

/** The kind of an error; each kind has its own icon and tone. */
export type ErrorKind = 'broken' | 'forbidden' | 'not-configured' | 'not-found'

interface Message {
  sentence: MessageKey
  /** The user's next step. */
  next: MessageKey
  kind: ErrorKind
  /** What the next step names. */
  values: Readonly<Record<string, string>>
}

const kinds: Partial<Record<ErrorCode, ErrorKind>> = {
  forbidden: 'forbidden',
  limited: 'forbidden',
  'feature-off': 'not-configured',
  'upstream-credentials': 'not-configured',
  'upstream-restricted': 'not-configured',
  'company-unknown': 'not-configured',
  misdirected: 'not-configured',
  'not-found': 'not-found',
  'extension-not-found': 'not-found',
  'agent-not-found': 'not-found',
}

/** Returns the messages and kind of an error, by its code only. The compiler requires both messages for every code. */
export function messageFor(error: unknown): Message {
  const code: ErrorCode = error instanceof ApiError ? error.code : 'contract'
  const { departments = [], pools = [] } = (error instanceof ApiError ? error.limit : undefined) ?? {}
  return {
    sentence: `problem.${code}`,
    next: `problem.${code}.next`,
    kind: kinds[code] ?? 'broken',
    values: { departments: departments.join(' · ') || '–', pools: pools.join(' · ') || '–' },
  }
}
