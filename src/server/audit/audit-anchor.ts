import type { Log } from '../platform/log.ts'
import type { Audit } from './audit-store.ts'
import { anchorText } from './audit-verify.ts'

const hourMs = 3_600_000

/**
 * Tells the log stream, which is kept elsewhere, where this process's chain stands: every hour and when stopped, if it has
 * grown. Whoever rewrites the store cannot rewrite that. Gives what stops it.
 */
export function anchorAudit(
  audit: Pick<Audit, 'head'>,
  log: Pick<Log, 'event'>,
  everyMs = hourMs,
): () => void {
  let told = ''
  const tell = () => {
    const head = audit.head()
    const text = head === null ? told : anchorText(head)
    if (text !== told) log.event(text)
    told = text
  }
  const timer = setInterval(tell, everyMs).unref()
  return () => {
    clearInterval(timer)
    tell()
  }
}
