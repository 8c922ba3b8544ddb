import { Button, Group, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { exportReservations, reservationStates, type Reservation } from '#contract/reservations.ts'
import { callForFile } from '../../../api/call.ts'
import { useT } from '../../../i18n/Language.tsx'
import { usePermissions, useSession } from '../../../entities/session/SessionContext.tsx'
import { ExportButton } from '../../../spreadsheet/ExportButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { List } from '../../../ui/table/List.tsx'
import { useSorting } from '../../../ui/table/sorting.ts'
import { reservationsQuery, openEveryMs } from '../../../entities/reservation/queries.ts'
import { ChangeDialog } from '../../../entities/reservation/ChangeDialog.tsx'
import { ReleaseDialog } from '../../../entities/reservation/ReleaseDialog.tsx'
import { ReserveButton } from '../../../entities/reservation/ReserveButton.tsx'
import { reservationColumns } from './columns.tsx'
import { FilterBar, reservationList } from './FilterBar.tsx'
import { HandoverCards } from './HandoverCards.tsx'

const idOf = ({ id }: Reservation) => id

/** The reservations with their outcomes, the cards for handing them over, and the export. */
export function ReservationsPage() {
  const t = useT()
  const { user } = useSession()
  const allowed = usePermissions()
  const anyones = allowed('extension.release')
  const canReserve = allowed('extension.reserve')
  const list = reservationList.use()
  const { sort, order } = list.state
  const query = useQuery({
    ...reservationsQuery({ ...list.listQuery, sort, order }),
    refetchInterval: openEveryMs,
  })
  const sorting = useSorting(list.state, list.restart)
  const [released, setReleased] = useState<Reservation | null>(null)
  const [changed, setChanged] = useState<Reservation | null>(null)
  const columns = useMemo(
    () =>
      reservationColumns(t, sorting, ({ by }) => canReserve && (anyones || by.id === user.id), {
        release: setReleased,
        change: setChanged,
      }),
    [t, sorting, canReserve, anyones, user.id],
  )
  const rows = query.data?.items ?? []
  const cards = rows.filter(
    (row) => row.keptBack === undefined && (row.state === 'reserved' || row.state === 'bound'),
  )
  const people = query.data?.people ?? []
  const states = new Map<string, string>(
    reservationStates.map((state) => [state, t(`reservations.state.${state}`)]),
  )
  return (
    <>
      <div data-no-print>
        <PageHeader
          title={t('reservations.list.title')}
          description={t('reservations.list.description')}
          actions={
            <Group gap="sm">
              <ReserveButton start={{}}>{t('agent.reserve')}</ReserveButton>
              <Button
                leftSection={<IconPrinter size={16} aria-hidden />}
                disabled={cards.length === 0}
                onClick={() => window.print()}
              >
                {t('reservations.list.print', { count: cards.length })}
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
          rowKey={idOf}
          expected={8}
          panel={{
            label: t('reservations.list.filters'),
            open: list.isFiltered,
            content: <FilterBar list={list} people={people} />,
          }}
          valueText={({ name, value }) => {
            if (name === 'state') return states.get(String(value))
            return name === 'by' ? people.find(({ id }) => id === value)?.name : undefined
          }}
          empty={
            <EmptyState title={t('reservations.list.none')} text={t('reservations.list.none.next')}>
              <ReserveButton start={{}}>{t('agent.reserve')}</ReserveButton>
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
      {changed !== null && <ChangeDialog reservation={changed} onClose={() => setChanged(null)} />}
      {released !== null && <ReleaseDialog reservation={released} onClose={() => setReleased(null)} />}
    </>
  )
}
