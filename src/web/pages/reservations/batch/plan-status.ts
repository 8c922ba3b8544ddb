import type { Reservation } from '#contract/reservations.ts'
import type { Session } from '#contract/session.ts'
import type { UiLanguage } from '#contract/text.ts'
import { whyUnavailable } from '../../../entities/extension/NumberStateBadge.tsx'
import { outcomeText } from '../../../entities/reservation/outcome-text.ts'
import { reservedFor } from '../../../entities/reservation/reserved-for.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import type { Meaning } from '../../../ui/text/meaning.ts'
import type { Outcomes, Planned } from './pairs.ts'

interface PlanContext {
  t: Translate
  language: UiLanguage
  userId: string
  limit?: Session['limit'] | undefined
  reserved: ReadonlyMap<string, Reservation>
  outcomes: Outcomes
  /** The BFF's clock, epoch milliseconds. */
  now: number
}

export interface PlanStatus {
  meaning: Meaning
  word: string
  text: string | null
}

const hasText = (t: Translate, { numbers, reserved }: Extract<Planned['spared'], { kind: 'has' }>) =>
  [
    ...numbers.map((ext) => t('reservations.batch.has', { ext })),
    ...reserved.map((ext) => t('reservations.agent.reserved', { ext })),
  ].join(t('list.separator'))

/** Returns why a pair cannot be reserved and what the user can do; null when it can be reserved. */
function obstacle(
  t: Translate,
  { line, ext, status, spared }: Planned,
  reservation: Reservation | undefined,
): string | null {
  if (line.person === null) return t(`people.found.${line.why ?? 'no-name'}`)
  if (spared?.kind === 'repeated') return t('reservations.batch.repeated', { line: String(spared.line) })
  if (spared !== null) return hasText(t, spared)
  if (ext === null) return t('reservations.batch.noNumber')
  if (reservation !== undefined)
    return t('reservations.batch.held', {
      agent: reservedFor(t, reservation),
      by: reservation.by.name,
    })
  if (status.kind === 'bound') return t('reservations.boundTo', { agent: status.agent })
  if (status.kind === 'unavailable') {
    const why = whyUnavailable(t, status.extension, status.userName)
    return why === null
      ? t('reservations.batch.unavailable')
      : t('reservations.batch.unavailable.why', { why })
  }
  if (status.kind === 'unknown') return t('reservations.batch.unknown')
  if (status.kind === 'missing') return t('problem.extension-not-found')
  return status.kind === 'failed' ? t('people.found.failed') : null
}

const wordOf = ({ person, why }: Planned['line']) => {
  if (person !== null) return 'skipped'
  return why === 'ambiguous' ? 'several' : why === 'no-name' ? 'leftOut' : 'unread'
}

/** Returns a pair's status: the plan's before sending, the outcome afterwards. */
export function planStatus(
  row: Planned,
  { t, language, userId, limit, reserved, outcomes, now }: PlanContext,
): PlanStatus {
  const outcome = row.ext === null || row.line.person === null ? undefined : outcomes.get(row.ext)
  if (outcome !== undefined)
    return {
      meaning: outcome.code === null ? 'reserved' : 'failed',
      word: t(outcome.code === null ? 'reservations.state.reserved' : 'reservations.batch.failed'),
      text: outcomeText(outcome, { t, language, now, userId, limit }),
    }
  const text = obstacle(t, row, reserved.get(row.ext ?? ''))
  if (text === null) return { meaning: 'free', word: t('reservations.batch.ready'), text: null }
  return {
    meaning: 'attention',
    word: t(`reservations.batch.${wordOf(row.line)}`),
    text,
  }
}
