import type * as z from 'zod/mini'
import type { Person } from '#contract/people.ts'
import type { AuditEvent, auditExport } from '#contract/audit.ts'
import type { UiLanguage } from '#contract/text.ts'
import { zoneTimes } from '#contract/zone-time.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { csvText } from '../../lib/csv.ts'
import { wordsOf } from './event-words.ts'

/** Rows between which the page can answer its user. */
const rowsAtOnce = 2_000

/** Returns the events as CSV: the rows, captions and words of the page, with the times in the console's zone. */
export async function auditCsv(
  t: Translate,
  language: UiLanguage,
  read: z.output<typeof auditExport>,
  people: readonly Person[],
): Promise<string> {
  const times = zoneTimes(read.timeZone)
  // The hour that comes twice at the end of summer time sorts wrongly without it.
  const utc = zoneTimes('UTC')
  const captions = [
    times.header(t('audit.at')),
    t('audit.actor'),
    t('audit.actorId'),
    t('caption.action'),
    t('audit.object'),
    t('audit.result'),
    t('audit.details'),
    t('audit.address'),
    t('audit.requestId'),
    t('audit.session'),
    t('users.role'),
    times.header(t('audit.begunAt')),
    ...(times.zone === utc.zone ? [] : [utc.header(t('audit.at'))]),
  ]
  const rowOf = (event: AuditEvent) => {
    const { at, actor, actorId, address, requestId, session } = event
    const { action, object, result, details, role } = wordsOf(t, language, people, event)
    const words = [action, object, result?.text ?? '', details ?? '']
    const origin = [address ?? '', requestId ?? '', session ?? '', role ?? '']
    const unique = times.zone === utc.zone ? [] : [utc.text(at)]
    return [times.text(at), actor, actorId, ...words, ...origin, times.text(event.begunAt), ...unique]
  }
  const { items } = read
  const rows: string[][] = []
  for (let at = 0; at < items.length; at += rowsAtOnce) {
    rows.push(...items.slice(at, at + rowsAtOnce).map(rowOf))
    await new Promise((resolve) => setTimeout(resolve))
  }
  return csvText(captions, rows)
}
