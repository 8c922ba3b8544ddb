import { idlePageBody, tokenInvalidHttpStatus } from './assumptions.ts'
import { readExtensionService, readV5 } from './envelopes.ts'
import { operations } from './operations.ts'
import { ResponseWarnings } from './records.ts'
import type { ProbeResult } from './token-refusals.ts'
import type { Exchange, Send } from './transport.ts'

/** The harmless reads without user input: one of the v5 service, one of the extension service. */
export type ProbeOperation = 'get_timezone' | 'search_idle_page'

export function probeExchange(
  operation: ProbeOperation,
  headers: Record<string, string>,
): Exchange & { kind: 'read' } {
  const { method, path } = operations[operation]
  return {
    operation,
    kind: 'read',
    method,
    path,
    headers,
    ...(operation === 'get_timezone'
      ? { query: { language: 'en' } }
      : { body: idlePageBody({ page: 1, pageSize: 1 }) }),
  }
}

/** Sends the harmless read once. */
export async function probeToken(
  send: Send,
  exchange: ReturnType<typeof probeExchange>,
): Promise<ProbeResult> {
  try {
    const answer = await send(exchange)
    const readEnvelope = operations[exchange.operation].service === 'v5' ? readV5 : readExtensionService
    const verdict = readEnvelope(answer, new ResponseWarnings())
    if (answer.status === tokenInvalidHttpStatus) return { code: `HTTP ${tokenInvalidHttpStatus}` }
    if (verdict === null || verdict.code === null || verdict.contradiction !== null) return 'no-answer'
    if (verdict.success) return 'good'
    return { code: verdict.code }
  } catch {
    return 'no-answer'
  }
}
