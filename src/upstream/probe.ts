import { idlePageBody, tokenInvalidHttpStatus } from './assumptions.ts'
import type { Send } from './breaker.ts'
import { readExtensionService, readV5, redact } from './call.ts'
import type { Credential } from './credentials.ts'
import { operations } from './operations.ts'
import { ResponseWarnings } from './records.ts'
import type { HeldToken } from './token-keeper.ts'
import type { ProbeResult } from './token-refusals.ts'

/** A harmless read of the v5 token's own service, or of the only one that takes a company token. */
export type ProbeOperation = 'get_timezone' | 'search_idle_page'

/** Sends one harmless read with exactly this token, never repeated. */
export async function probeToken(
  operation: ProbeOperation,
  send: Send,
  credential: Credential,
  held: HeldToken,
): Promise<ProbeResult> {
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
    const verdict = (service === 'v5' ? readV5 : readExtensionService)(answer, new ResponseWarnings())
    if (answer.status === tokenInvalidHttpStatus) return { code: `HTTP ${tokenInvalidHttpStatus}` }
    if (verdict === null || verdict.code === null || verdict.contradiction !== null) return 'no-answer'
    if (verdict.success) return 'good'
    return { code: verdict.code }
  } catch {
    return 'no-answer'
  }
}
