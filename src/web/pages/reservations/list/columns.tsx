import { openDialog } from '../../../ui/form/dialogs.tsx'
import { ChangeButton } from '../../../entities/reservation/ChangeButton.tsx'
import { ReleaseDialog } from '../../../entities/reservation/ReleaseDialog.tsx'
import { Badge, Button, Group } from '@mantine/core'
import type { Reservation, ReservationSort } from '#contract/reservations.ts'
import type { PersonRef } from '../../../entities/person/find-people.ts'
import { noAccountText } from '../../../entities/person/person-text.ts'
import { PersonLink } from '../../../entities/person/PersonLink.tsx'
import { PlainNumber } from '../../../entities/extension/NumberLink.tsx'
import { WithinLimit } from '../../../entities/session/limit.tsx'
import { ReserveButton } from '../../../entities/reservation/ReserveButton.tsx'
import {
  leftBy,
  reservedFor,
  reservedForId,
  reservedPerson,
} from '../../../entities/reservation/reserved-for.ts'
import { reservationMeanings } from '../../../entities/extension/state-meanings.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import { useT } from '../../../i18n/Language.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import type { Sorting } from '../../../ui/table/sorting.ts'
import { textCell } from '../../../ui/text/EmptyValue.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'

/** Returns a note on the reservation's status; null when there is nothing to add. */
function note(
  t: Translate,
  { state, missing, holder, endedBy, reason, ...whom }: Reservation,
): string | null {
  const left = leftBy(whom)
  const unnamed = t('history.agent.none')
  if (state === 'reserved' && whom.keptBack !== undefined && left !== null && holder !== null)
    return t('reservations.keptBack.bound', { days: whom.keptBack.days })
  if (state === 'bound' && whom.personKind === 'resource')
    return t('reservations.boundTo', { agent: holder?.agentName ?? holder?.agentUuid ?? unnamed })
  if ((state === 'reserved' || (state === 'bound' && whom.agentUuid === null)) && holder !== null)
    return t('reservations.list.maybeColleague', {
      agent: holder.agentName ?? holder.agentUuid ?? unnamed,
      colleague: reservedFor(t, whom),
    })
  if (state === 'taken')
    return t('reservations.boundTo', {
      agent: holder?.agentName ?? holder?.agentUuid ?? unnamed,
    })
  if (state === 'released')
    return reason === null
      ? t('reservations.list.releasedBy.plain', { by: endedBy ?? '–' })
      : t('reservations.list.releasedBy', { by: endedBy ?? '–', reason })
  return state === 'reserved' && missing ? t('reservations.list.missing') : null
}

/** Returns the person of a reservation; null for a number kept back. */
function personOf({
  agentUuid,
  colleagueId,
  personKind: kind,
  agentName: name,
}: Reservation): PersonRef | null {
  const id = agentUuid ?? colleagueId
  return id === null ? null : { id, isNewColleague: agentUuid === null, kind, name }
}

/** Reserves the number again after its reservation expired, or another number after this one was bound to someone else. */
function ReserveAgain({ reservation }: { reservation: Reservation }) {
  const t = useT()
  const person = personOf(reservation)
  const { state, ext } = reservation
  if (person === null || (state !== 'expired' && state !== 'taken')) return null
  const again = state === 'expired'
  const personName = reservedFor(t, reservation)
  const { department } = reservation
  return (
    <WithinLimit
      includes={({ includesNumber, includesPerson }) =>
        includesPerson({ department, isNewColleague: person.isNewColleague }) &&
        (!again || includesNumber({ ext, isBound: false, department: null }))
      }
    >
      <ReserveButton
        size="compact-xs"
        variant="light"
        start={again ? { ext, person } : { person }}
        aria-label={
          again
            ? t('reservations.again.of', { ext, agent: personName })
            : t('palette.reserve.any', { agent: personName })
        }
      >
        {t(again ? 'reservations.again' : 'reservations.instead')}
      </ReserveButton>
    </WithinLimit>
  )
}

/** Columns of the reservations. Open reservations for which `canChange` is true get buttons for the actions. */
export const reservationColumns = (
  t: Translate,
  sorting: Sorting<ReservationSort>,
  canChange: (reservation: Reservation) => boolean,
): Column<Reservation>[] => [
  {
    id: 'ext',
    header: t('field.ext'),
    ...sorting('ext'),
    cell: ({ ext }) => <PlainNumber ext={ext} />,
    width: 80,
  },
  {
    id: 'agent',
    header: t('person.title'),
    cell: (row) => (
      <Group gap="xs" wrap="nowrap">
        <PersonLink id={reservedForId(row)} person={reservedPerson(t, row)} inCell="cut" />
        {row.agentUuid === null && row.colleagueId !== null && (
          <Badge flex="none">{noAccountText(t, row.personKind)}</Badge>
        )}
      </Group>
    ),
    wrap: true,
    width: 200,
  },
  {
    id: 'state',
    header: t('caption.state'),
    ...sorting('state'),
    cell: ({ state }) => (
      <StateBadge meaning={reservationMeanings[state]}>{t(`reservations.state.${state}`)}</StateBadge>
    ),
    width: 130,
  },
  {
    id: 'until',
    header: t('reservations.list.until'),
    ...sorting('until'),
    cell: ({ state, endedAt, expiresAt }) => (
      <Time value={state === 'reserved' ? expiresAt : endedAt} words="moment" />
    ),
  },
  { id: 'by', header: t('reservations.list.by'), cell: ({ by }) => textCell(by.name), width: 100 },
  {
    id: 'note',
    header: t('reservations.list.note'),
    cell: (row) => textCell(note(t, row)),
    width: 120,
    isEmpty: (row) => note(t, row) === null,
  },
  {
    id: 'reservedAt',
    header: t('reservations.list.reservedAt'),
    ...sorting('reserved'),
    cell: ({ reservedAt }) => <Time value={reservedAt} />,
  },
  {
    id: 'checkedAt',
    header: t('reservations.list.checkedAt'),
    cell: ({ checkedAt }) => <Time value={checkedAt} />,
    optional: true,
  },
  {
    id: 'actions',
    header: t('caption.action'),
    actions: true,
    cell: (row) =>
      row.state === 'reserved' && canChange(row) ? (
        <Group gap={4} wrap="nowrap">
          {/* The days of a number kept back start when its agent has left it. */}
          {(row.keptBack === undefined || row.holder === null) && (
            <ChangeButton size="compact-xs" variant="light" reservation={row} />
          )}
          <Button
            size="compact-xs"
            aria-label={t('reservations.release.of', { ext: row.ext })}
            onClick={() => openDialog((close) => <ReleaseDialog reservation={row} onClose={close} />)}
          >
            {t('reservations.release')}
          </Button>
        </Group>
      ) : (
        <ReserveAgain reservation={row} />
      ),
    width: 160,
  },
]
