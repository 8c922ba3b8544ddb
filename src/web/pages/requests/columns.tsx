import { Checkbox, Group, Text } from '@mantine/core'
import type { RequestSort, RequestState, ServiceRequest } from '#contract/service-requests.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { PersonLink } from '../../entities/agent/PersonLink.tsx'
import { NumberLink } from '../../entities/extension/NumberLink.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import type { Meaning } from '../../ui/text/meaning.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { calendarDateText, relativeDate } from '../../ui/text/time-text.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { SelectPage } from '../../ui/table/SelectionFoot.tsx'
import type { Sorting } from '../../ui/table/sorting.ts'
import { requestSelection } from './selection.ts'

const meanings = {
  open: 'waiting',
  sent: 'running',
  done: 'done',
  withdrawn: 'ended',
} as const satisfies Record<RequestState, Meaning>

/** Returns whom an open request is with; null once it is closed. */
function holderText(
  t: Translate,
  { state, closedAt, assignee }: ServiceRequest,
  administrators: number,
): string | null {
  if (closedAt !== null) return null
  const taken = assignee === null ? null : t('requests.holder.person', { name: assignee.name })
  if (state === 'sent')
    return [t('requests.holder.phoneTeam'), taken].filter((part) => part !== null).join(' · ')
  return taken ?? t('requests.holder.administrators', { count: administrators })
}

/** Selects a request; disabled once the request is closed. */
function ChooseBox({ request: { id, kind, ext, closedAt } }: { request: ServiceRequest }) {
  const t = useT()
  return (
    <Checkbox
      size="xs"
      aria-label={t('requests.choose', { kind: t(`requests.kind.${kind}`), ext })}
      checked={requestSelection.useIsSelected(id)}
      disabled={closedAt !== null}
      onChange={(event) => requestSelection.select([id], event.currentTarget.checked)}
    />
  )
}

/** The due date, marked as overdue while the request is open past it. */
function Due({ request: { dueOn, closedAt }, today }: { request: ServiceRequest; today: string }) {
  const { t, language } = useLanguage()
  const now = useNow()
  if (dueOn === null) return <EmptyValue />
  return (
    <Group gap="0 0.5rem">
      <Text component="time" inherit dateTime={dueOn} style={{ whiteSpace: 'nowrap' }}>
        {calendarDateText(dueOn, language)}
      </Text>
      <Text component="span" size="xs" c="dimmed">
        {relativeDate(dueOn, now, language)}
      </Text>
      {closedAt === null && dueOn < today && (
        <StateBadge meaning="failed">{t('requests.overdue')}</StateBadge>
      )}
    </Group>
  )
}

const Agent = ({
  agent: { agentUuid, agentName: name, workNumber, department },
}: {
  agent: NonNullable<ServiceRequest['boundTo']>
}) => <PersonLink id={agentUuid} person={{ name, workNumber, department }} inCell="whole" />

/** The number's current agent and the agent to bind it to. */
function Agents({ request: { boundTo, rebindTo } }: { request: ServiceRequest }) {
  if (boundTo === null && rebindTo === null) return <EmptyValue />
  return (
    <>
      {boundTo !== null && <Agent agent={boundTo} />}
      {rebindTo !== null && (
        <>
          {' → '}
          <Agent agent={rebindTo} />
        </>
      )}
    </>
  )
}

/** Returns how the request was sent or closed, as text; null while it is open. */
function closingText(t: Translate, { state, closedBy, note, sentBy }: ServiceRequest): string | null {
  const by = closedBy ?? ''
  if (state === 'open') return null
  if (state === 'sent') return t('requests.closing.sent', { by: sentBy ?? '' })
  if (state === 'done' && closedBy === null) return t('requests.closing.observed')
  if (note === null) return t(`requests.closing.${state}`, { by })
  return t(`requests.closing.${state}.note`, { by, note })
}

interface RequestColumns {
  sorting: Sorting<RequestSort>
  /** The console's date. */
  today: string
  /** How many administrators there are. */
  administrators: number
  /** Ids of the open or sent requests on the page; null when the user may not select any. */
  onPage: readonly string[] | null
}

/**
 * Columns of the requests: change, number, state, agents, due date, requester and outcome. Texts wrap, so that every column fits
 * on a laptop.
 */
export const requestColumns = (
  t: Translate,
  { sorting, today, administrators, onPage }: RequestColumns,
): Column<ServiceRequest>[] => [
  {
    id: 'ext',
    header: t('field.ext'),
    width: 120,
    ...(onPage !== null && {
      headerControl: (
        <SelectPage selection={requestSelection} onPage={onPage} label={t('requests.choose.page')} />
      ),
    }),
    ...sorting('ext'),
    cell: (request) => (
      <Group gap="xs" wrap="nowrap">
        {onPage !== null && <ChooseBox request={request} />}
        <NumberLink ext={request.ext} />
      </Group>
    ),
  },
  {
    id: 'kind',
    header: t('requests.kind'),
    width: 100,
    cell: ({ kind }) => <span title={t(`requests.kind.${kind}.text`)}>{t(`requests.kind.${kind}`)}</span>,
  },
  {
    id: 'state',
    header: t('caption.state'),
    width: 130,
    ...sorting('state'),
    wrap: true,
    cell: (request) => (
      <>
        <StateBadge meaning={meanings[request.state]}>{t(`requests.state.${request.state}`)}</StateBadge>
        <Text size="xs" c="dimmed">
          {holderText(t, request, administrators)}
        </Text>
      </>
    ),
  },
  {
    id: 'agents',
    header: t('agent.title'),
    width: 160,
    wrap: true,
    cell: (request) => <Agents request={request} />,
  },
  {
    id: 'reason',
    header: t('caption.reason'),
    width: 145,
    wrap: true,
    cell: ({ reason }) => <span>{reason}</span>,
  },
  {
    id: 'due',
    header: t('requests.due'),
    width: 125,
    wrap: true,
    isEmpty: ({ dueOn }) => dueOn === null,
    ...sorting('due'),
    cell: (request) => <Due request={request} today={today} />,
  },
  {
    id: 'asked',
    header: t('requests.requestedAt'),
    width: 120,
    wrap: true,
    ...sorting('asked'),
    cell: ({ by, askedAt }) => (
      <span>
        {by.name} <Time value={askedAt} />
      </span>
    ),
  },
  {
    id: 'closing',
    header: t('requests.closing'),
    width: 145,
    wrap: true,
    isEmpty: ({ state }) => state === 'open',
    cell: (request) => {
      const said = closingText(t, request)
      if (said === null) return <EmptyValue />
      return (
        <span>
          {said} <Time value={request.closedAt ?? request.sentAt} />
        </span>
      )
    },
  },
]
