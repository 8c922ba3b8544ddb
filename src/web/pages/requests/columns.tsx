import { requestText } from '../../entities/request/numbers-text.ts'
import { reasonText } from '../../entities/request/reason-text.ts'
import { ActionIcon, Button, Checkbox, Group, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ListedRequest, RequestSort, RequestState, ServiceRequest } from '#contract/service-requests.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { PersonLink } from '../../entities/person/PersonLink.tsx'
import { usePermission, useSession } from '../../entities/session/SessionContext.tsx'
import { paths } from '../../lib/paths.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import type { Meaning } from '../../ui/text/meaning.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { calendarDateText, relativeDate } from '../../ui/text/time-text.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { SelectPage } from '../../ui/table/SelectionFoot.tsx'
import type { Sorting } from '../../ui/table/sorting.ts'
import { nextAction, requestActions, useRequestActions, type Assignees } from './actions.tsx'
import { requestSelection } from './selection.ts'
import classes from './columns.module.css'

const meanings = {
  open: 'waiting',
  sent: 'running',
  done: 'done',
  withdrawn: 'ended',
} as const satisfies Record<RequestState, Meaning>

/** Selects a request; disabled once the request is closed. */
function ChooseBox({ request }: { request: ServiceRequest }) {
  const { id, closedAt } = request
  const t = useT()
  return (
    <Checkbox
      size="xs"
      aria-label={t('requests.choose', { what: requestText(t, request) })}
      checked={requestSelection.useIsSelected(id)}
      disabled={closedAt !== null}
      onChange={(event) => requestSelection.select([id], event.currentTarget.checked)}
    />
  )
}

const Number = ({ ext }: { ext: string }) => (
  <PageLink to={paths.extension(ext)} fw={600}>
    {ext}
  </PageLink>
)

/** Leads to the other pending requests for the same number: one change may undo the other. */
function Others({ request: { ext, others } }: { request: ListedRequest }) {
  const t = useT()
  if (others === 0) return null
  const text = t('requests.others', { count: others, ext })
  return (
    <PageLink size="xs" to={paths.requests({ ext, state: 'pending' })} aria-label={text} title={text}>
      +{others}
    </PageLink>
  )
}

/** The due date, marked as overdue while the request is open past it. */
function Due({ request: { dueOn, closedAt }, today }: { request: ServiceRequest; today: string }) {
  const { t, language } = useLanguage()
  const now = useNow()
  if (dueOn === null) return <EmptyValue />
  const isOverdue = closedAt === null && dueOn < today
  return (
    <div className={classes.due} data-overdue={isOverdue || undefined}>
      <Text component="time" inherit dateTime={dueOn}>
        {calendarDateText(dueOn, language, now)}
      </Text>
      {isOverdue ? (
        <StateBadge meaning="failed">{t('requests.overdue')}</StateBadge>
      ) : (
        closedAt === null && (
          <Text component="span" size="xs" c="dimmed" truncate>
            {relativeDate(dueOn, now, language)}
          </Text>
        )
      )}
    </div>
  )
}

const Agent = ({
  agent: { agentUuid, agentName: name, workNumber, department },
  inCell,
}: {
  agent: NonNullable<ServiceRequest['boundTo']>
  inCell: 'cut' | 'name'
}) => <PersonLink id={agentUuid} person={{ name, workNumber, department }} inCell={inCell} />

/** The number's current agent and the agent to bind it to, or the two agents of a swap. */
function Agents({ request: { boundTo, rebindTo, swapWith } }: { request: ServiceRequest }) {
  if (boundTo === null && rebindTo === null) return <EmptyValue />
  const inCell = boundTo === null || rebindTo === null ? 'cut' : 'name'
  return (
    <div className={classes.agents}>
      {boundTo !== null && <Agent agent={boundTo} inCell={inCell} />}
      {rebindTo !== null && (
        <>
          {swapWith === null ? '→' : '⇄'}
          <Agent agent={rebindTo} inCell={inCell} />
        </>
      )}
    </div>
  )
}

/** Returns who has a pending request, or how it was closed. */
function handlingText(
  t: Translate,
  { state, assignee, closedBy, note, sentBy }: ServiceRequest,
  administrators: string,
): string {
  const by = closedBy ?? ''
  if (state === 'open') return assignee?.name ?? administrators
  if (state === 'sent')
    return assignee === null || assignee.name === sentBy
      ? t('requests.handling.sent', { by: sentBy ?? '' })
      : t('requests.handling.sent.assigned', { by: sentBy ?? '', name: assignee.name })
  if (state === 'done' && closedBy === null) return t('requests.closing.observed')
  return note === null
    ? t(`requests.closing.${state}`, { by })
    : t(`requests.closing.${state}.note`, { by, note })
}

/** The state, and who has the request or how it was closed. */
function StateOf({ request, administrators }: { request: ServiceRequest; administrators: string }) {
  const t = useT()
  const text = handlingText(t, request, administrators)
  const at = request.closedAt ?? request.sentAt
  return (
    <Group gap="xs" wrap="nowrap" className={classes.state}>
      <StateBadge meaning={meanings[request.state]}>{t(`requests.state.${request.state}`)}</StateBadge>
      <span title={text}>
        {text} {at !== null && <Time value={at} />}
      </span>
    </Group>
  )
}

/** The next step of a pending request, and the others in a menu. */
function RowActions({ request, assignees }: { request: ServiceRequest; assignees: Assignees }) {
  const t = useT()
  const { id, closedAt } = request
  const { user } = useSession()
  const next = nextAction(request, user.id, usePermission('settings.manage'))
  const { begin, running, error } = useRequestActions(assignees)
  if (closedAt !== null) return null
  const subject = requestText(t, request)
  const label = t('requests.more', { what: subject })
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ErrorAlert error={error} />
      {next !== undefined && (
        <Button
          size="compact-xs"
          loading={running[next] === true}
          aria-label={t('label.value', { label: t(`requests.${next}`), value: subject })}
          onClick={() => begin(next, [id])}
        >
          {t(`requests.${next}`)}
        </Button>
      )}
      <ActionMenu
        position="bottom-end"
        button={
          <ActionIcon size="sm" aria-label={label} title={label}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        }
        entries={requestActions
          .filter((action) => action !== next)
          .map((action) => ({
            id: action,
            label: t(`requests.${action}`),
            onChoose: () => begin(action, [id]),
          }))}
      />
    </Group>
  )
}

interface RequestColumns {
  sorting: Sorting<RequestSort>
  /** The console's date. */
  today: string
  /** The administrators' names. */
  administrators: string
  assignees: Assignees
  /** Ids of the open or sent requests on the page; null when the user may not change any. */
  onPage: readonly string[] | null
}

/** Columns of the requests, one line each: number, change, due date, people, state and who has it, requester, reason, next step. */
export const requestColumns = (
  t: Translate,
  { sorting, today, administrators, assignees, onPage }: RequestColumns,
): Column<ListedRequest>[] => [
  {
    id: 'ext',
    header: t('field.ext'),
    width: 110,
    ...(onPage !== null && {
      headerControl: (
        <SelectPage selection={requestSelection} onPage={onPage} label={t('requests.choose.page')} />
      ),
    }),
    ...sorting('ext'),
    cell: (request) => (
      <Group gap="xs" wrap="nowrap">
        {onPage !== null && <ChooseBox request={request} />}
        <div className={classes.numbers}>
          <Number ext={request.ext} />
          {request.swapWith !== null && (
            <span>
              {'⇄ '}
              <Number ext={request.swapWith} />
            </span>
          )}
        </div>
        <Others request={request} />
      </Group>
    ),
  },
  {
    id: 'kind',
    header: t('requests.kind'),
    width: 118,
    cell: ({ kind }) => <span title={t(`requests.kind.${kind}.text`)}>{t(`requests.kind.${kind}`)}</span>,
  },
  {
    id: 'due',
    header: t('requests.due'),
    width: 130,
    isEmpty: ({ dueOn }) => dueOn === null,
    ...sorting('due'),
    cell: (request) => <Due request={request} today={today} />,
  },
  {
    id: 'agents',
    header: t('person.title'),
    width: 140,
    wrap: true,
    cell: (request) => <Agents request={request} />,
  },
  {
    id: 'state',
    header: t('requests.handling'),
    width: 170,
    ...sorting('state'),
    cell: (request) => <StateOf request={request} administrators={administrators} />,
  },
  {
    id: 'asked',
    header: t('requests.requestedAt'),
    width: 120,
    cut: true,
    ...sorting('asked'),
    cell: ({ by, askedAt }) => (
      <span title={by.name}>
        <Time value={askedAt} /> {by.name}
      </span>
    ),
  },
  {
    id: 'reason',
    header: t('caption.reason'),
    width: 80,
    cut: true,
    cell: ({ reason }) => <span title={reasonText(t, reason)}>{reasonText(t, reason)}</span>,
  },
  ...(onPage === null
    ? []
    : [
        {
          id: 'actions',
          header: t('numbers.next'),
          actions: true,
          cell: (request: ListedRequest) => <RowActions request={request} assignees={assignees} />,
        },
      ]),
]
