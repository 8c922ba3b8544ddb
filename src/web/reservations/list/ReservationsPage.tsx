import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { exportReservations, type Reservation } from '#contract/reservations.ts'
import { callForFile } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { usePermissions, useSession } from '../../shared/session/SessionContext.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { EmptyList, EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { reservationsQuery, openEveryMs } from '../queries.ts'
import { reservationColumns } from './columns.tsx'
import { FilterBar } from './FilterBar.tsx'
import { HandoverCards } from './HandoverCards.tsx'
import { isFiltered, listState, noFilters } from './list-state.ts'
import { ReleaseDialog } from './ReleaseDialog.tsx'

const idOf = ({ id }: Reservation) => id

/** What was reserved for whom, what became of it, and the cards and the file to hand over. */
export function ReservationsPage() {
  const t = useT()
  const { user } = useSession()
  const allowed = usePermissions()
  const anyones = allowed('extension.release')
  const own = allowed('extension.reserve')
  const [state, set, latest] = useUrlState(listState)
  const query = useQuery({ ...reservationsQuery(state), refetchInterval: openEveryMs })
  const [released, setReleased] = useState<Reservation | null>(null)
  const file = useMutation({
    mutationFn: () => {
      const { page: _page, pageSize: _pageSize, ...filter } = latest()
      return callForFile(exportReservations, { query: filter })
    },
    onSuccess: (content) => saveFile('reservations.csv', content),
  })
  const columns = useMemo(
    () => reservationColumns(t, ({ by }) => own && (anyones || by.id === user.id), setReleased),
    [t, own, anyones, user.id],
  )
  const table = (rows: readonly Reservation[] | undefined) => (
    <div data-no-print>
      <DataTable
        label={t('reservations.list.title')}
        columns={columns}
        rows={rows}
        rowKey={idOf}
        expected={8}
        stale={query.isPlaceholderData}
      />
    </div>
  )
  const cards = (query.data?.items ?? []).filter((row) => row.state === 'reserved' || row.state === 'bound')
  return (
    <>
      <div data-no-print>
        <PageHeader
          title={t('reservations.list.title')}
          description={t('reservations.list.description')}
          actions={
            <Group gap="sm">
              <Button
                variant="default"
                leftSection={<IconPrinter size={16} aria-hidden />}
                disabled={cards.length === 0}
                onClick={() => window.print()}
              >
                {t('reservations.list.print', { count: cards.length })}
              </Button>
              {own && (
                <Button
                  variant="default"
                  leftSection={<IconDownload size={16} aria-hidden />}
                  loading={file.isPending}
                  onClick={() => file.mutate()}
                >
                  {t('reservations.list.csv')}
                </Button>
              )}
            </Group>
          }
        />
      </div>
      {file.error !== null && <ErrorAlert error={file.error} mb="sm" />}
      <FilterBar state={state} people={query.data?.people ?? []} set={set} />
      <QueryState query={query} loading={table(undefined)}>
        {({ items, total }) =>
          items.length > 0 ? (
            <>
              {table(items)}
              <Pager page={state.page} pageSize={state.pageSize} total={total} onChange={set} />
              <Text size="xs" c="dimmed" mt="xs" data-no-print>
                {t('reservations.list.printNote')}
              </Text>
              <HandoverCards rows={cards} />
            </>
          ) : (
            <EmptyList
              total={total}
              isFirstPage={state.page === 1}
              toFirstPage={() => set({ page: 1 })}
              isFiltered={isFiltered(state)}
              clearFilters={() => set(noFilters)}
            >
              <EmptyState title={t('reservations.list.none')} text={t('reservations.list.none.next')}>
                <Button component={Link} to={paths.reserve()}>
                  {t('reservations.title')}
                </Button>
              </EmptyState>
            </EmptyList>
          )
        }
      </QueryState>
      {released !== null && <ReleaseDialog reservation={released} onClose={() => setReleased(null)} />}
    </>
  )
}
