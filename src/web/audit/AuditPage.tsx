import { Alert, Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconFilter, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { messageFor } from '../api/message-for.ts'
import { useT } from '../i18n/Language.tsx'
import { useTableSettings } from '../ui/table/table-settings.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { EmptyList, EmptyState } from '../ui/feedback/EmptyState.tsx'
import { KeysetPager } from '../ui/table/KeysetPager.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { QueryState } from '../ui/feedback/QueryState.tsx'
import { TableSettings } from '../ui/table/TableSettings.tsx'
import { useUrlState } from '../lib/url-state.ts'
import { auditEventsOf, type AuditEvent } from './audit-events.ts'
import { AuditFilterBar } from './AuditFilterBar.tsx'
import { auditState, filtersOf, isFiltered, newest, noFilters, type AuditFilters } from './audit-state.ts'
import { auditColumns } from './columns.tsx'
import { auditPage, exportMutation } from './queries.ts'

const wide = '(min-width: 48em)'
const idOf = ({ entry }: AuditEvent) => entry.id

/** Every privileged event on record, newest first: who, what, on what, and how it ended. */
export function AuditPage() {
  const t = useT()
  const client = useQueryClient()
  const [state, set, latest] = useUrlState(auditState)
  const query = useQuery(auditPage(state))
  const exporting = useMutation(exportMutation(t))
  const events = useMemo(
    () => (query.data === undefined ? undefined : auditEventsOf(query.data)),
    [query.data],
  )
  const filterBy = useCallback(
    (filters: Partial<AuditFilters>, options?: { replace?: boolean }) =>
      set({ ...newest, ...filters }, options),
    [set],
  )
  const allColumns = useMemo(() => auditColumns(t, filtersOf(state), filterBy), [t, state, filterBy])
  const setColumns = useCallback((columns: string | undefined) => set({ columns }), [set])
  const { shown, settings } = useTableSettings('audit', allColumns, state.columns, setColumns)
  // On a phone the filters would hide the list.
  const [filtersOpen, setFiltersOpen] = useState(isFiltered(state) || window.matchMedia(wide).matches)

  const table = (rows: readonly AuditEvent[] | undefined) => (
    <DataTable
      label={t('audit.title')}
      {...shown}
      rows={rows}
      rowKey={idOf}
      expected={10}
      stale={query.isPlaceholderData}
    />
  )
  const readNewest = () => {
    set(newest)
    void client.invalidateQueries({ queryKey: ['audit'] })
  }
  const tooMany = exporting.error instanceof ApiError && exporting.error.code === 'bad-request'
  return (
    <>
      <PageHeader
        title={t('audit.title')}
        description={t('audit.description')}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={exporting.isPending}
            onClick={() => exporting.mutate(filtersOf(latest()))}
          >
            {t('audit.export')}
          </Button>
        }
      />
      {exporting.error !== null && (
        <Alert
          variant="outline"
          color="red"
          role="alert"
          mb="sm"
          title={t(tooMany ? 'audit.export.tooMany' : messageFor(exporting.error).sentence)}
        >
          {t(tooMany ? 'audit.export.tooMany.next' : messageFor(exporting.error).next)}
        </Alert>
      )}
      {filtersOpen && <AuditFilterBar state={state} filterBy={filterBy} />}
      <Group justify="flex-end" gap="sm" mb="sm">
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={filtersOpen}
          onClick={() => setFiltersOpen((open) => !open)}
        >
          {t('audit.filters')}
        </Button>
        <TableSettings {...settings} />
      </Group>
      <QueryState query={query} loading={table(undefined)}>
        {({ older, newer }) =>
          events !== undefined && events.length > 0 ? (
            <>
              {table(events)}
              <KeysetPager
                range={t('audit.shown', { count: events.length })}
                place={`${older} ${newer}`}
                first={{ label: t('audit.newest'), Icon: IconRefresh, go: readNewest }}
                previous={{
                  label: t('audit.newer'),
                  Icon: IconChevronLeft,
                  go: newer === null ? undefined : () => set({ after: newer, before: undefined }),
                }}
                next={{
                  label: t('audit.older'),
                  Icon: IconChevronRight,
                  go: older === null ? undefined : () => set({ before: older, after: undefined }),
                }}
                pageSize={state.pageSize}
                onPageSize={(pageSize) => set({ pageSize })}
                sizeLabel={t('audit.perPage')}
                sizeText={(size) => t('audit.entriesPerPage', { size })}
              />
            </>
          ) : (
            <EmptyList isFiltered={isFiltered(state)} clearFilters={() => filterBy(noFilters)}>
              <EmptyState title={t('audit.empty')} text={t('audit.empty.next')}>
                <Button variant="default" onClick={() => set(newest)}>
                  {t('audit.newest')}
                </Button>
              </EmptyState>
            </EmptyList>
          )
        }
      </QueryState>
    </>
  )
}
