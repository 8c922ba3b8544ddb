import { ProblemError } from './problems.ts'

const keyPattern = /^[A-Za-z0-9_-]{16,128}$/

/** The request's `Idempotency-Key`. Throws `bad-request` when it is missing or of another form. */
export function idempotencyKeyOf(header: (name: string) => string | undefined): string {
  const key = header('idempotency-key')
  if (key !== undefined && keyPattern.test(key)) return key
  throw new ProblemError('bad-request', {
    errors: [{ path: 'Idempotency-Key', message: 'send this header with 16 to 128 letters, digits, - or _' }],
  })
}
