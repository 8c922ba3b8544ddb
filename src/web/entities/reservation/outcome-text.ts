import type { PairOutcome } from '#contract/reservations.ts'
import type { Session } from '#contract/session.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { limitNames } from '../session/limit-names.ts'
import { reservedFor } from './reserved-for.ts'
import { momentText, timeAgo } from '../../ui/text/time-text.ts'

interface TextContext {
  t: Translate
  language: UiLanguage
  /** The BFF's clock when it answered, epoch milliseconds. */
  now: number
  /** Id of the user who reads the text. */
  userId: string
  limit?: Session['limit'] | undefined
}

/** Returns a pair's outcome as one sentence. After a lost race, says who was first and when. */
export function outcomeText(outcome: PairOutcome, { t, language, now, userId, limit }: TextContext): string {
  const { ext, reservation, holder, code } = outcome
  const until = (time: number) => momentText(time, now, language)
  // Show at least "1 second ago", which is clearer than "now".
  const ago = (time: number) => timeAgo(Math.min(time, now - 1_000), now, language)
  if (code === null && reservation !== null) {
    const done = t('reservations.done', {
      ext,
      agent: reservedFor(t, reservation),
      until: until(reservation.expiresAt),
    })
    const { request } = outcome
    if (request === null) return done
    const asked = { by: request.by, kind: t(`requests.kind.${request.kind}`), agent: request.agent ?? '' }
    return `${done} ${t(request.agent === null ? 'reservations.done.asked' : 'reservations.done.asked.agent', asked)}`
  }
  if (code === 'reservation-held' && reservation !== null)
    return t(reservation.by.id === userId ? 'reservations.race.own' : 'reservations.race.held', {
      ext,
      ago: ago(reservation.reservedAt),
      by: reservation.by.name,
      agent: reservedFor(t, reservation),
      until: until(reservation.expiresAt),
    })
  if (code === 'extension-bound' && holder !== null) {
    const person = holder.agentName ?? holder.agentUuid ?? t('history.agent.none')
    return holder.since === null
      ? t('reservations.race.bound', { ext, agent: person })
      : t('reservations.race.boundSince', { ext, agent: person, ago: ago(holder.since) })
  }
  if (code === 'extension-unavailable') {
    const { reason } = outcome
    if (reason === null) return t('reservations.race.unavailable', { ext })
    const user = holder?.agentName ?? null
    const why =
      user === null ? t(`numbers.state.why.${reason}`) : t('numbers.state.why.in-use.by', { agent: user })
    return t('reservations.race.unavailable.why', { ext, why })
  }
  if (code === 'limited' && limit !== undefined) return t('problem.limited.next', limitNames(limit))
  return t(`problem.${code ?? 'internal'}`)
}
