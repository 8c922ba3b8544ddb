import { agentStates } from '#contract/agents.ts'
import { numberStates } from '#contract/number-states.ts'
import { settingNames } from '#contract/settings.ts'
import { reservationStates } from '#contract/reservations.ts'
import { requestKinds, requestStates } from '#contract/service-requests.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { MessageKey, Translate } from '../../i18n/catalogue.ts'
import { absoluteTime } from '../../ui/text/time-text.ts'
import { actionText } from './event-caption.ts'
import { oneOf } from './recorded-result.ts'

/** Captions of the audit's filters, on its page and in the record of an export. */
export const auditFilterCaptions = {
  actor: 'audit.actor',
  action: 'caption.action',
  object: 'audit.object',
  requestId: 'audit.requestId',
  from: 'audit.from',
  to: 'audit.to',
} as const

/** Captions of the fields in recorded JSON: export filters, settings, and changes to a view. */
const fields: Readonly<Record<string, MessageKey>> = {
  q: 'agents.searched',
  department: 'agent.field.department',
  departments: 'audit.limit.departments',
  pools: 'audit.limit.pools',
  ext: 'field.ext',
  state: 'caption.state',
  label: 'labels.label',
  pool: 'pools.pool',
  agentUuid: 'agent.title',
  kind: 'requests.kind',
  kinds: 'audit.webhook.kinds',
  on: 'audit.webhook.on',
  overdue: 'requests.overdue',
  by: 'audit.actor',
  assignee: 'requests.assignee',
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
  name: 'caption.name',
  query: 'filters.title',
  shared: 'views.share',
  note: 'caption.note',
}

/** Null says that there is no limit, an empty text that nothing was chosen. */
const limitText = oneOf(['–', ''] as const, (t, word) => (word === '' ? '–' : t('audit.limit.none')))
/** The sandbox has no address. */
const serviceText = oneOf(['sandbox'] as const, (t) => t('shell.sandbox'))

const words: Readonly<Record<string, (t: Translate, word: string) => string | undefined>> = {
  'agent.export state': oneOf(agentStates, (t, state) => t(`agents.state.${state}`)),
  'inventory.export state': oneOf(numberStates, (t, state) => t(`inventory.state.${state}`)),
  'reservation.export state': oneOf(reservationStates, (t, state) => t(`reservations.state.${state}`)),
  'request.export state': oneOf(['pending', ...requestStates] as const, (t, state) =>
    t(`requests.state.${state}`),
  ),
  'request.export kind': oneOf(requestKinds, (t, kind) => t(`requests.kind.${kind}`)),
  'request.export overdue': (t) => t('requests.overdue.yes'),
  'audit.export action': actionText,
  'user.limit departments': limitText,
  'user.limit pools': limitText,
  'service.change service': serviceText,
  'service.resume service': serviceText,
  'service.sandbox service': serviceText,
}

/** Parses text that the console recorded as a JSON object. Returns undefined for any other text. */
function fieldsOf(text: string): [name: string, value: unknown][] | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : undefined
  } catch {
    return undefined
  }
}

/** Returns recorded JSON fields in the reader's language; undefined for any other text. */
export function recordedFields(
  t: Translate,
  language: UiLanguage,
  action: string,
  text: string,
): string | undefined {
  const valueText = (name: string, value: unknown): string => {
    // A changed value: before and after.
    if (Array.isArray(value)) return value.map((each) => valueText(name, each)).join(' → ')
    if (typeof value === 'boolean') return t(value ? 'audit.object.yes' : 'audit.object.no')
    if (typeof value === 'number' && (name === 'from' || name === 'to')) return absoluteTime(value, language)
    const known: unknown = value === null ? '–' : value
    const word = String(known)
    return words[`${action} ${name}`]?.(t, word) ?? word
  }
  const found = fieldsOf(text)
  if (found?.length === 0) return t('audit.object.all')
  return found
    ?.map(([name, value]) => {
      const key = fields[name]
      return t('label.value', { label: key === undefined ? name : t(key), value: valueText(name, value) })
    })
    .join(t('audit.reason.separator'))
}
