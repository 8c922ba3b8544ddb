import type { Decided } from './sign-in-limit.ts'

/** What better-auth's answer says of a password or code; too many hashes at once, or a store that fails, decide nothing. */
export function verdictOf(response: Response): Decided<Response> {
  const isUndecided = response.status === 429 || response.status >= 500
  return { verdict: response.ok ? 'right' : isUndecided ? 'undecided' : 'wrong', value: response }
}
