import { Button, Group, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  exportReservations,
  reservationStates,
  type Reservation,
  reservationFilter,
  reservationSorts,
  type listReservations,
} from '#contract/reservations.ts'
import { callForFile } from '../../../api/call.ts'
import { useT, useLanguage } from '../../../i18n/Language.tsx'
import { useCanChange } from '../../../entities/reservation/ChangeButton.tsx'
import { ownFilter } from '../../../entities/session/own-filter.tsx'
import { usePermission } from '../../../entities/session/SessionContext.tsx'
import { ExportButton } from '../../../spreadsheet/write/ExportButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { List } from '../../../ui/table/List.tsx'
import { useSorting, orderParams } from '../../../ui/table/sorting.ts'
import { reservationsQuery } from '../../../entities/reservation/queries.ts'
import { ReserveButton } from '../../../entities/reservation/ReserveButton.tsx'
import { reservationColumns } from './columns.tsx'
import { personHints } from '../../../entities/person/person-text.ts'
import { reservedFor, reservedPerson } from '../../../entities/reservation/reserved-for.ts'
import { absoluteTime } from '../../../ui/text/time-text.ts'
import classes from './HandoverCards.module.css'
import type * as z from 'zod/mini'
import { numberFilter, personFilter } from '../../../entities/person/filters.tsx'
import { choiceFilter, namedFilter } from '../../../ui/table/filters.tsx'
import { countedPages, defineListState } from '../../../ui/table/list-state.ts'

const reservationFilters = {
  state: choiceFilter('caption.state', reservationFilter.state, reservationStates, (t, state) =>
    t(`reservations.state.${state}`),
  ),
  ext: numberFilter,
  agentUuid: personFilter({ newColleagues: true }),
  by: namedFilter(
    'reservations.list.by',
    reservationFilter.by,
    ({ people }: z.output<(typeof listReservations)['answer']>) => people,
  ),
  own: ownFilter,
}
const reservationList = defineListState({
  filters: reservationFilters,
  paging: countedPages,
  extraParams: orderParams(reservationSorts, { sort: 'reserved', order: 'desc' }),
})

/** One card for each number to hand over; visible only in print. */
function HandoverCards({ rows }: { rows: readonly Reservation[] }) {
  const { t, language } = useLanguage()
  return (
    <ul className={classes.cards}>
      {rows.map(({ id, ext, domain, langCodeTxt, state, expiresAt, ...row }) => (
        <li key={id} className={classes.card}>
          <p className={classes.name}>{reservedFor(t, row)}</p>
          <p className={classes.number}>{ext}</p>
          <p className={classes.small}>{personHints(t, reservedPerson(t, row)).join(' · ')}</p>
          <p className={classes.small}>{[domain, langCodeTxt].filter((part) => part !== null).join(' · ')}</p>
          <p className={classes.small}>
            {state === 'bound'
              ? t('reservations.state.bound')
              : t('reservations.card.until', { until: absoluteTime(expiresAt, language) })}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The reservations with their outcomes, the cards for handing them over, and the export. */
export function ReservationsPage() {
  const t = useT()
  const canReserve = usePermission('extension.reserve')
  const canChange = useCanChange()
  const list = reservationList.use()
  const { sort, order } = list.state
  const query = useQuery(reservationsQuery({ ...list.listQuery, sort, order }))
  const sorting = useSorting(list.state, list.restart)
  const columns = useMemo(() => reservationColumns(t, sorting, canChange), [t, sorting, canChange])
  const rows = query.data?.items ?? []
  const cards = rows.filter(
    (row) => row.keptBack === undefined && (row.state === 'reserved' || row.state === 'bound'),
  )
  return (
    <>
      <div data-no-print>
        <PageHeader
          title={t('reservations.list.title')}
          description={t('reservations.list.description')}
          actions={
            <Group gap="sm">
              <ReserveButton start={{}}>{t('person.reserve')}</ReserveButton>
              <Button
                leftSection={<IconPrinter size={16} aria-hidden />}
                disabled={cards.length === 0}
                onClick={() => window.print()}
              >
                {t('reservations.list.print')}
              </Button>
              {canReserve && (
                <ExportButton
                  name="reservations"
                  csv={() => callForFile(exportReservations, { query: list.latestFilters() })}
                />
              )}
            </Group>
          }
        />
      </div>
      <div data-no-print>
        <List
          name="reservations"
          label={t('reservations.list.title')}
          list={list}
          query={query}
          columns={columns}
          rowKey="id"
          expected={8}
          filters={reservationFilters}
          empty={
            <EmptyState title={t('reservations.list.none')} text={t('reservations.list.none.next')}>
              <ReserveButton start={{}}>{t('person.reserve')}</ReserveButton>
            </EmptyState>
          }
        />
        {rows.length > 0 && (
          <Text size="xs" c="dimmed" mt="xs">
            {t('reservations.list.printNote')}
          </Text>
        )}
      </div>
      <HandoverCards rows={cards} />
    </>
  )
}
