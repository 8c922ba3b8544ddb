import type { AuditEvent } from '#contract/audit.ts'
import { requestKinds } from '#contract/service-requests.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { absoluteTime } from '../../ui/text/time-text.ts'
import { recordedFields } from './recorded-fields.ts'
import { recordedText } from './recorded-text.ts'

type Event = Pick<AuditEvent, 'action' | 'actorId' | 'reason' | 'result'>

/** Actions whose recorded reason is the one that the user gave. */
const withReason = /^(extension\.reveal|reservation\.release)$/
/** Actions whose caption contains all that was recorded. */
const complete = /^(audit\.begin|user\.(create|invite))$/

/** A request's kind, and the reason or note that the user gave. */
function requestDetails(t: Translate, action: string, text: string): string | null {
  const [, word, given] = /^([\w-]+)(?:: ([\s\S]*))?$/.exec(text) ?? []
  const kind = requestKinds.find((each) => each === word)
  if (kind === undefined) return null
  const name = t(`requests.kind.${kind}`)
  if (given === undefined) return name
  if (action === 'request.assign') return `${name} · ${given}`
  const isReason = action === 'request.ask' || action === 'request.withdraw'
  const said = isReason
    ? t('history.reason', { reason: given })
    : t('label.value', { label: t('caption.note'), value: given })
  return `${name} · ${said}`
}

/** Returns what the caption of an event leaves out: changed values, counts, or the reason given; null for nothing. */
export function eventDetails(t: Translate, language: UiLanguage, recorded: Event): string | null {
  const { action, reason } = recorded
  // A limit follows a changed role, and that of an invitation.
  if (action === 'user.role' || action === 'user.invite') {
    const limit = /; (.*)$/s.exec(reason ?? '')?.[1] ?? null
    return eventDetails(t, language, { ...recorded, action: 'user.limit', reason: limit })
  }
  if (reason === null || reason === '' || complete.test(action)) return null
  if (action === 'threshold.change' && reason === 'none') return null
  if (action === 'reservation.extend' && !Number.isNaN(Date.parse(reason)))
    return `${t('numbers.until')} ${absoluteTime(Date.parse(reason), language)}`
  if (withReason.test(action)) return t('history.reason', { reason })
  const request = action.startsWith('request.') ? requestDetails(t, action, reason) : null
  return request ?? recordedFields(t, language, action, reason) ?? recordedText(t, action, reason)
}
