import type { Reservation } from '#contract/reservations.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import { whyUnavailable } from '../../../entities/extension/NumberState.tsx'
import { reservedFor } from '../../../entities/reservation/reserved-for.ts'
import type { Meaning } from '../../../ui/text/meaning.ts'
import { outcomeText } from '../../../entities/reservation/outcome-text.ts'
import type { Outcomes, Planned } from './pairs.ts'

export interface PlanContext {
  t: Translate
  language: UiLanguage
  userId: string
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

const hasText = (t: Translate, { numbers, held }: Extract<Planned['spared'], { kind: 'has' }>) =>
  [
    ...numbers.map((ext) => t('reservations.batch.has', { ext })),
    ...held.map((ext) => t('reservations.agent.reserved', { ext })),
  ].join(t('list.separator'))

/** Returns why a pair cannot be reserved and what the user can do; null when it can be reserved. */
function obstacle(
  t: Translate,
  { agent, ext, status, spared }: Planned,
  held: Reservation | undefined,
): string | null {
  if (agent.agent === null) return t(`agents.found.${agent.why}`)
  if (spared?.kind === 'repeated') return t('reservations.batch.repeated', { line: String(spared.line) })
  if (spared !== null) return hasText(t, spared)
  if (ext === null) return t('reservations.batch.noNumber')
  if (held !== undefined)
    return t('reservations.batch.held', { agent: reservedFor(t, held), by: held.by.name })
  if (status.kind === 'bound') return t('reservations.batch.bound', { agent: status.agent })
  if (status.kind === 'unavailable') {
    const why = whyUnavailable(t, status.extension, status.userName)
    return why === null
      ? t('reservations.batch.unavailable')
      : t('reservations.batch.unavailable.why', { why })
  }
  if (status.kind === 'unknown') return t('reservations.batch.unknown')
  if (status.kind === 'missing') return t('problem.extension-not-found')
  return status.kind === 'failed' ? t('agents.found.failed') : null
}

const wordOf = (found: Planned['agent']) => {
  if ('candidates' in found) return 'several'
  return found.why === 'no-name' ? 'leftOut' : 'skipped'
}

/** Returns a pair's status: the plan's before sending, the outcome afterwards. */
export function planStatus(
  row: Planned,
  { t, language, userId, reserved, outcomes, now }: PlanContext,
): PlanStatus {
  const outcome = row.ext === null || row.agent.agent === null ? undefined : outcomes.get(row.ext)
  if (outcome !== undefined)
    return {
      meaning: outcome.code === null ? 'reserved' : 'failed',
      word: t(outcome.code === null ? 'reservations.state.reserved' : 'reservations.batch.failed'),
      text: outcomeText(outcome, { t, language, now, userId }),
    }
  const no = obstacle(t, row, reserved.get(row.ext ?? ''))
  if (no === null) return { meaning: 'free', word: t('reservations.batch.ready'), text: null }
  return {
    meaning: 'attention',
    word: t(`reservations.batch.${wordOf(row.agent)}`),
    text: no,
  }
}
