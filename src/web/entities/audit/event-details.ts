import { reasonText } from '../request/reason-text.ts'
import { personStates } from '#contract/people.ts'
import type { AuditEvent } from '#contract/audit.ts'
import { itemFilters } from '#contract/jobs.ts'
import { numberStates } from '#contract/number-states.ts'
import { settingNames } from '#contract/settings.ts'
import { personKinds, reservationStates } from '#contract/reservations.ts'
import { requestKinds, requestStates } from '#contract/service-requests.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { MessageKey, Translate } from '../../i18n/catalogue.ts'
import { absoluteTime, calendarDateText } from '../../ui/text/time-text.ts'
import { actionText } from './event-caption.ts'

/** Captions of the audit's filters, on its page and in the record of an export. */
export const auditFilterCaptions = {
  actor: 'audit.actor',
  action: 'caption.action',
  object: 'audit.object',
  requestId: 'audit.requestId',
  from: 'audit.from',
  to: 'audit.to',
} as const

/** Captions of the values that an event records, by their names. */
const captions: Readonly<Record<string, MessageKey>> = {
  q: 'caption.search',
  search: 'caption.search',
  department: 'person.field.department',
  departments: 'audit.limit.departments',
  pools: 'audit.limit.pools',
  people: 'nav.people',
  ext: 'field.ext',
  state: 'caption.state',
  label: 'labels.label',
  labels: 'labels.title',
  add: 'audit.reason.add',
  remove: 'action.remove',
  pool: 'pools.pool',
  agentUuid: 'person.title',
  kind: 'requests.kind',
  'agent kind': 'people.kind',
  kinds: 'audit.webhook.kinds',
  on: 'audit.webhook.on',
  overdue: 'requests.overdue',
  by: 'audit.actor',
  assignee: 'requests.assignee',
  swapWith: 'requests.swap.with',
  ...auditFilterCaptions,
  language: 'filter.language',
  timezone: 'filter.timezone',
  timezoneid: 'filter.timezoneid',
  companyId: 'filter.companyId',
  operatorUserId: 'filter.operatorUserId',
  tempId: 'filter.tempId',
  ...Object.fromEntries(settingNames.map((name) => [name, `setting.${name}` as const])),
  service: 'service.title',
  url: 'service.url',
  extensionsUrl: 'service.extensionsUrl',
  appId: 'service.appId',
  appKeyChanged: 'audit.service.appKeyChanged',
  sameService: 'audit.service.sameService',
  authorizationChanged: 'audit.service.authorizationChanged',
  failed: 'audit.result.failed',
  name: 'caption.name',
  workNumber: 'people.workNumber',
  startsOn: 'person.field.startsOn',
  numbers: 'numbers.title',
  owner: 'pools.owner',
  purpose: 'pools.purpose',
  alertBelow: 'pools.leastFree',
  query: 'filters.title',
  shared: 'views.share',
  note: 'caption.note',
  days: 'setting.keepBackDays',
  scopes: 'audit.token.scopes',
  server: 'audit.mail.server',
  tls: 'audit.mail.tls',
  user: 'audit.mail.user',
  sender: 'audit.mail.sender',
}

type Say = (t: Translate, value: unknown, language: UiLanguage) => string | undefined

const sayCount =
  (key: MessageKey): Say =>
  (t, value) =>
    t(key, { count: Number(value) })
/** A word from a closed list. */
const oneOf =
  <Word extends string>(words: readonly Word[], say: (t: Translate, word: Word) => string): Say =>
  (t, value) => {
    const word = words.find((each) => each === value)
    return word === undefined ? undefined : say(t, word)
  }
const time: Say = (_t, value, language) =>
  typeof value === 'number' ? absoluteTime(value, language) : undefined
const orNone =
  (key: MessageKey, say: Say): Say =>
  (t, value, language) =>
    value === null ? t(key) : say(t, value, language)

/** Words of values beside their caption, by name, or by area or action and name. */
const words: Readonly<Record<string, Say>> = {
  'agent.export state': oneOf(personStates, (t, state) => t(`people.state.${state}`)),
  'agent kind': oneOf(personKinds, (t, kind) => t(`people.kind.${kind}`)),
  'inventory.export state': oneOf(numberStates, (t, state) => t(`numbers.state.${state}`)),
  'reservation.export state': oneOf(reservationStates, (t, state) => t(`reservations.state.${state}`)),
  'request.export state': oneOf(['pending', ...requestStates] as const, (t, state) =>
    t(`requests.state.${state}`),
  ),
  'request.export kind': oneOf(requestKinds, (t, kind) => t(`requests.kind.${kind}`)),
  'request.export overdue': (t) => t('requests.overdue.yes'),
  action: (t, action) => actionText(t, String(action)),
  from: time,
  to: time,
  'user departments': orNone('audit.limit.none', () => undefined),
  'user pools': orNone('audit.limit.none', () => undefined),
  // The sandbox has no address.
  service: oneOf(['sandbox'] as const, (t) => t('shell.sandbox')),
}

/** Values that say themselves, without a caption. */
const sentences: Readonly<Record<string, Say>> = {
  rows: sayCount('audit.result.rows'),
  chosen: sayCount('numbers.selected'),
  leftOut: sayCount('audit.reason.more'),
  secondFactorRemoved: (t) => t('audit.action.user.remove-second-factor'),
  leastFree: orNone('audit.reason.noThreshold', sayCount('thresholds.free')),
  leastDays: orNone('audit.reason.noThreshold', sayCount('thresholds.days')),
  until: (t, value, language) => `${t('numbers.until')} ${time(t, value, language) ?? ''}`,
  dueOn: (t, date, language) => t('history.request.due', { date: calendarDateText(String(date), language) }),
  holderName: (t, agent) => t('history.binding.bound', { agent: String(agent) }),
  detail: () => undefined,
  own: (t) => t('filter.own.only'),
  'job state': oneOf(['all', ...itemFilters] as const, (t, state) =>
    state === 'all' ? t('job.items.all') : t(`item.${state}`),
  ),
  'request kind': oneOf(requestKinds, (t, kind) => t(`requests.kind.${kind}`)),
}

/** Values that the event's caption says, or that no reader needs. */
const unsaid = new Set(['role', 'removed', 'id'])

/** What a table has for an event's value: of the action, of its area, or of every action. */
const entryFor = <Entry>(table: Readonly<Record<string, Entry>>, action: string, name: string) =>
  table[`${action} ${name}`] ?? table[`${action.split('.')[0] ?? ''} ${name}`] ?? table[name]

/** Returns a change as both values; undefined for any other value. */
const changeIn = (value: unknown): { before: unknown; after: unknown } | undefined =>
  typeof value === 'object' && value !== null && 'before' in value && 'after' in value ? value : undefined

function valueText(t: Translate, language: UiLanguage, value: unknown, say: Say | undefined): string {
  const change = changeIn(value)
  if (change !== undefined) {
    const [before, after] = [change.before, change.after].map((each) => valueText(t, language, each, say))
    return `${before} → ${after}`
  }
  const sentence = say?.(t, value, language)
  if (sentence !== undefined) return sentence
  if (typeof value === 'boolean') return t(value ? 'audit.object.yes' : 'audit.object.no')
  const textOf = (each: unknown) => (typeof each === 'string' ? each : JSON.stringify(each))
  const text =
    value === null
      ? ''
      : [value]
          .flat()
          .map((each) => textOf(each))
          .join(t('audit.reason.separator'))
  return text === '' ? '–' : text
}

/**
 * Returns what the caption of an event leaves out: values, their changes, counts, and the reason given; null for nothing. `nameOf`: the
 * name of an agent or new colleague whom its values have by ID.
 */
export function eventDetails(
  t: Translate,
  language: UiLanguage,
  { action, values, reason }: Pick<AuditEvent, 'action' | 'values' | 'reason'>,
  nameOf: (id: string) => string | null = () => null,
): string | null {
  const details = Object.entries(values).filter(([name, value]) => !unsaid.has(name) && value !== null)
  const isWhole = action.endsWith('.export') && details.every(([name]) => name === 'rows')
  const sayPerson: Say = (_t, id) => (typeof id === 'string' ? (nameOf(id) ?? id) : undefined)
  const texts = details.map(([name, value]) => {
    if (name === 'agent') return valueText(t, language, value, sayPerson)
    if (name === 'holder')
      return t('history.binding.bound', { agent: valueText(t, language, value, sayPerson) })
    const sentence = words[`${action} ${name}`] === undefined ? entryFor(sentences, action, name) : undefined
    if (sentence !== undefined) return valueText(t, language, value, sentence)
    const caption = entryFor(captions, action, name)
    const text = valueText(t, language, value, entryFor(words, action, name))
    return t('label.value', { label: caption === undefined ? name : t(caption), value: text })
  })
  const parts = [
    ...(isWhole ? [t('audit.object.all')] : []),
    ...texts,
    ...(reason === null || reason === '' ? [] : [t('history.reason', { reason: reasonText(t, reason) })]),
  ]
  return parts.length === 0 ? null : parts.join(' · ')
}
