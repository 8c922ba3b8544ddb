import { openDialog } from '../../ui/form/dialogs.tsx'
import { ChangeButton } from '../../entities/reservation/ChangeButton.tsx'
import { ReleaseDialog } from '../../entities/reservation/ReleaseDialog.tsx'
import { openRequest } from '../../entities/request/open-request.tsx'
import { ConfirmPersonDialog } from './ConfirmPersonDialog.tsx'
import { Badge, Button, Group, Text } from '@mantine/core'
import type { Person } from '#contract/people.ts'
import type { Reservation } from '#contract/reservations.ts'
import { noAccountText, personTitle } from '../../entities/person/person-text.ts'
import { personRef } from '../../entities/person/find-people.ts'
import { NumberStateBadge } from '../../entities/extension/NumberStateBadge.tsx'
import { useLimit } from '../../entities/session/limit.tsx'
import { ReserveButton } from '../../entities/reservation/ReserveButton.tsx'
import type { Translate } from '../../i18n/catalogue.ts'
import { paths } from '../../lib/paths.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { NextLikeButton } from './NextLikeButton.tsx'
import type { TeamRow, Need } from './needs.ts'
import { PageButton, PageLink } from '../../ui/layout/PageLink.tsx'
import { useLanguage } from '../../i18n/Language.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { textColorOf } from '../../ui/text/meaning.ts'
import { calendarDateText, momentText, relativeDate, timeAgo } from '../../ui/text/time-text.ts'
import classes from './TeamPage.module.css'

/** What a person of the team needs, as one sentence. */
function NeedText({ person, need }: { person: Person; need: Need }) {
  const { t, language } = useLanguage()
  const now = useNow()
  const sentence = (): string => {
    switch (need.kind) {
      case 'confirm':
        return t('team.need.confirm', { agent: need.candidates.map(personTitle).join(t('list.separator')) })
      case 'overdue':
        return t('team.need.overdue', {
          kind: t(`requests.kind.${need.request.kind}`),
          day: relativeDate(need.request.dueOn ?? '', now, language),
        })
      case 'requested':
        return t(`team.need.requested.${need.request.state === 'sent' ? 'sent' : 'open'}`, {
          kind: t(`requests.kind.${need.request.kind}`),
        })
      case 'ends':
        return t('team.need.ends', { until: momentText(need.reservation.expiresAt, now, language) })
      case 'missing':
        return t('team.need.missing', { ext: need.reservation.ext })
      case 'lost': {
        const { ext, state, holder, endedAt } = need.reservation
        return state === 'taken'
          ? t('team.need.taken', {
              ext,
              agent: holder?.agentName ?? holder?.agentUuid ?? t('history.agent.none'),
            })
          : t('team.need.expired', { ext, ago: timeAgo(endedAt ?? now, now, language) })
      }
      case 'bind':
        return t('team.need.bind', { until: momentText(need.reservation.expiresAt, now, language) })
      case 'starts':
        return person.startsOn === null
          ? t('team.need.starts', { until: momentText(need.reservation.expiresAt, now, language) })
          : t('team.need.startsOn', { day: calendarDateText(person.startsOn, language, now) })
      case 'number':
        return t('team.need.number')
      default:
        return need satisfies never
    }
  }
  const isUrgent =
    need.kind === 'overdue' || need.kind === 'ends' || need.kind === 'missing' || need.kind === 'lost'
  const text = sentence()
  return (
    <Text span inherit title={text} c={isUrgent ? textColorOf('failed') : undefined}>
      {text}
    </Text>
  )
}

type CanChange = (reservation: Reservation) => boolean

/** Requests a change of the person's number, or the binding of one that is reserved for them. */
const requestFor = (t: Translate, person: Person, ext: string) => {
  const { agentUuid, name, ext: currentExt } = person
  openRequest({
    numbers: [ext],
    kinds: currentExt === ext ? undefined : ['rebind'],
    agent: agentUuid === null ? undefined : { agentUuid, agentName: name },
    reason: currentExt === ext ? undefined : t('reservations.mark', { agent: personTitle(person) }),
  })
}

const NumberText = ({ ext, isReserved }: { ext: string; isReserved: boolean }) => (
  <Group gap={6} wrap="nowrap">
    <PageLink to={paths.extension(ext)} fw={600}>
      {ext}
    </PageLink>
    {isReserved && <NumberStateBadge state="reserved" />}
  </Group>
)

/** The person, the extension, what is next, and the one action for it. `canChange`: the user may extend, move and release it. */
export const teamColumns = (t: Translate, canChange: CanChange): Column<TeamRow>[] => [
  {
    id: 'person',
    header: t('person.title'),
    cut: true,
    cell: ({ person }) => (
      <div className={classes.person} data-resource={person.kind === 'resource' || undefined}>
        <PageLink to={paths.person(person.agentUuid ?? person.id)} title={personTitle(person)}>
          {personTitle(person)}
        </PageLink>
        {person.agentUuid === null && (
          <Badge flex="none">
            {person.kind === 'resource' ? noAccountText(t, person.kind) : t('team.new')}
          </Badge>
        )}
      </div>
    ),
  },
  {
    id: 'workNumber',
    header: t('people.workNumber'),
    width: 90,
    labeled: true,
    cell: ({ person: { workNumber } }) => workNumber ?? <EmptyValue />,
  },
  {
    id: 'ext',
    header: t('people.extension'),
    width: 130,
    cell: ({ person: { ext, reserved } }) => {
      if (ext !== null) return <NumberText ext={ext} isReserved={false} />
      return reserved[0] === undefined ? (
        <Text span inherit c="dimmed">
          {t('people.state.none')}
        </Text>
      ) : (
        <NumberText ext={reserved[0].ext} isReserved />
      )
    },
  },
  {
    id: 'need',
    header: t('numbers.next'),
    width: 150,
    cell: ({ person, need }) => (need === null ? <EmptyValue /> : <NeedText person={person} need={need} />),
  },
  {
    id: 'action',
    header: t('caption.action'),
    actions: true,
    cell: (row) => (
      <span data-quiet={row.need === null || undefined}>
        <NextButton row={row} t={t} canChange={canChange} />
      </span>
    ),
  },
]

interface NextButtonProps {
  row: TeamRow
  t: Translate
  canChange: CanChange
}

/** The one action that fits what the person needs. */
function NextButton({ row: { person, need }, t, canChange }: NextButtonProps) {
  const button = { size: 'compact-xs', variant: 'light' } as const
  const name = personTitle(person)
  const change = (reservation: Reservation) =>
    canChange(reservation) ? <ChangeButton {...button} reservation={reservation} /> : null
  const { includesPerson } = useLimit()
  const isActed = need === null || !['overdue', 'requested', 'missing'].includes(need.kind)
  if (
    isActed &&
    !includesPerson({ department: person.department, isNewColleague: person.agentUuid === null })
  )
    return null
  if (need === null)
    return person.ext === null ? null : (
      <Button
        {...button}
        variant="subtle"
        aria-label={t('requests.new.of', { ext: person.ext })}
        onClick={() => requestFor(t, person, person.ext ?? '')}
      >
        {t('requests.new')}
      </Button>
    )
  switch (need.kind) {
    case 'confirm':
      return (
        <Button
          {...button}
          onClick={() =>
            openDialog((close) => (
              <ConfirmPersonDialog newColleague={person} candidates={need.candidates} onClose={close} />
            ))
          }
        >
          {t('team.confirm')}
        </Button>
      )
    case 'overdue':
    case 'requested':
      return (
        <PageButton {...button} to={paths.requests({ ext: need.request.ext })}>
          {t('team.request')}
        </PageButton>
      )
    case 'ends':
    case 'starts':
      return change(need.reservation)
    case 'missing':
      return canChange(need.reservation) ? (
        <Button
          {...button}
          aria-label={t('reservations.release.of', { ext: need.reservation.ext })}
          onClick={() =>
            openDialog((close) => <ReleaseDialog reservation={need.reservation} onClose={close} />)
          }
        >
          {t('reservations.release')}
        </Button>
      ) : null
    case 'bind':
      return (
        <Button {...button} onClick={() => requestFor(t, person, need.reservation.ext)}>
          {t('team.bind')}
        </Button>
      )
    case 'lost':
    case 'number': {
      const choose = (
        <ReserveButton
          {...button}
          start={{ person: personRef(person) }}
          aria-label={t('palette.reserve.any', { agent: name })}
        >
          {t('person.reserve')}
        </ReserveButton>
      )
      return need.kind === 'lost' && need.reservation.state === 'taken' ? (
        <NextLikeButton {...button} person={person} lost={need.reservation.ext}>
          {choose}
        </NextLikeButton>
      ) : (
        choose
      )
    }
    default:
      return need satisfies never
  }
}
