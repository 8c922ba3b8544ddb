import { idlePageBody, tokenInvalidHttpStatus } from './assumptions.ts'
import type { Send } from './breaker.ts'
import { readExtensionService, readV5, redact } from './call.ts'
import type { Credential } from './credentials.ts'
import type { CanaryAnswer } from './doubt.ts'
import { operations } from './operations.ts'
import { Notes } from './records.ts'
import type { HeldToken } from './token-keeper.ts'

/** The harmless read that tries a token: the v5 token's own service, or the only one that takes a company token. */
export type CanaryOperation = 'get_timezone' | 'search_idle_page'

/** Asks one harmless read with exactly this token, never repeated (trust 3.2). */
export async function askCanary(
  operation: CanaryOperation,
  send: Send,
  credential: Credential,
  held: HeldToken,
): Promise<CanaryAnswer> {
  const { service, method, path } = operations[operation]
  const asked =
    operation === 'get_timezone'
      ? { query: { language: 'en' } }
      : { body: idlePageBody({ page: 1, pageSize: 1 }) }
  try {
    const answer = await send({
      operation,
      kind: 'read',
      method,
      path,
      headers: credential.headers(held.token),
      ...asked,
    })
    redact(answer, [held.token], { operation, kind: 'read' })
    const verdict = (service === 'v5' ? readV5 : readExtensionService)(answer, new Notes())
    if (answer.status === tokenInvalidHttpStatus)
      return { service, code: `HTTP ${tokenInvalidHttpStatus}`, message: null }
    if (verdict === null || verdict.code === null || verdict.contradiction !== null) return 'no-answer'
    if (verdict.success) return 'good'
    return { service, code: verdict.code, message: verdict.message }
  } catch {
    return 'no-answer'
  }
}
