import { Anchor, Checkbox, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { RequestSort, RequestState, ServiceRequest } from '#contract/service-requests.ts'
import type { Translate } from '../i18n/catalogue.ts'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../lib/paths.ts'
import { NumberLink } from '../shared/NumberLink.tsx'
import { useNow } from '../ui/clock.ts'
import { EmptyValue } from '../ui/EmptyValue.tsx'
import type { Meaning } from '../ui/meaning.ts'
import { StateBadge } from '../ui/StateBadge.tsx'
import { Time } from '../ui/Time.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import type { Sorting } from '../ui/table/sorting.ts'
import { selection } from './selection.ts'

const meanings = {
  open: 'waiting',
  sent: 'running',
  done: 'done',
  withdrawn: 'ended',
} as const satisfies Record<RequestState, Meaning>

/** Chooses a request that is not closed. */
function ChooseBox({ request: { id, kind, ext, closedAt } }: { request: ServiceRequest }) {
  const t = useT()
  return (
    <Checkbox
      size="xs"
      aria-label={t('requests.choose', { kind: t(`requests.kind.${kind}`), ext })}
      checked={selection.useIsSelected(id)}
      disabled={closedAt !== null}
      onChange={(event) => selection.select([id], event.currentTarget.checked)}
    />
  )
}

/** When it is due; past that, said so as long as it is not closed. */
function Due({ request: { dueAt, closedAt } }: { request: ServiceRequest }) {
  const t = useT()
  const now = useNow()
  if (dueAt === null) return <EmptyValue />
  return (
    <Group gap="xs" wrap="nowrap">
      <Time value={dueAt} />
      {closedAt === null && dueAt < now && <StateBadge meaning="failed">{t('requests.overdue')}</StateBadge>}
    </Group>
  )
}

type NamedAgent = ServiceRequest['boundTo']
function Agent({ agent }: { agent: NamedAgent }) {
  if (agent === null) return <EmptyValue />
  return (
    <Anchor component={Link} to={paths.agent(agent.agentUuid)} inherit title={agent.agentUuid}>
      {agent.agentName ?? agent.agentUuid}
    </Anchor>
  )
}

/** How it was closed, in words. */
function closing(t: Translate, { state, closedBy, note, sentBy }: ServiceRequest): string | null {
  const by = closedBy ?? ''
  if (state === 'open') return null
  if (state === 'sent') return t('requests.closing.sent', { by: sentBy ?? '' })
  if (state === 'done' && closedBy === null) return t('requests.closing.observed')
  if (note === null) return t(`requests.closing.${state}`, { by })
  return t(`requests.closing.${state}.note`, { by, note })
}

const text = (value: string | null) => (value === null ? <EmptyValue /> : <span title={value}>{value}</span>)

/** Each request: its change, number, agent, due date and outcome. */
export const requestColumns = (t: Translate, sorting: Sorting<RequestSort>): Column<ServiceRequest>[] => [
  {
    id: 'ext',
    header: t('field.ext'),
    width: 150,
    ...sorting('ext'),
    cell: (request) => (
      <Group gap="xs" wrap="nowrap">
        <ChooseBox request={request} />
        <NumberLink ext={request.ext} />
      </Group>
    ),
  },
  {
    id: 'kind',
    header: t('requests.kind'),
    width: 130,
    cell: ({ kind }) => <span title={t(`requests.kind.${kind}.text`)}>{t(`requests.kind.${kind}`)}</span>,
  },
  {
    id: 'state',
    header: t('requests.state'),
    width: 120,
    cell: ({ state }) => <StateBadge meaning={meanings[state]}>{t(`requests.state.${state}`)}</StateBadge>,
  },
  {
    id: 'boundTo',
    header: t('requests.boundTo'),
    width: 140,
    cell: ({ boundTo }) => <Agent agent={boundTo} />,
  },
  {
    id: 'rebindTo',
    header: t('requests.rebindTo'),
    width: 140,
    cell: ({ rebindTo }) => <Agent agent={rebindTo} />,
  },
  { id: 'reason', header: t('requests.reason'), width: 180, cell: ({ reason }) => text(reason) },
  {
    id: 'due',
    header: t('requests.due'),
    width: 120,
    ...sorting('due'),
    cell: (request) => <Due request={request} />,
  },
  { id: 'by', header: t('requests.by'), width: 120, cell: ({ by }) => text(by.name) },
  {
    id: 'asked',
    header: t('requests.askedAt'),
    ...sorting('asked'),
    cell: ({ askedAt }) => <Time value={askedAt} />,
  },
  {
    id: 'closedAt',
    header: t('requests.closedAt'),
    cell: ({ closedAt }) => <Time value={closedAt} />,
  },
  {
    id: 'closing',
    header: t('requests.closing'),
    width: 200,
    cell: (request) => text(closing(t, request)),
  },
  {
    id: 'sentAt',
    header: t('requests.sentAt'),
    cell: ({ sentAt }) => <Time value={sentAt} />,
    optional: true,
  },
]
