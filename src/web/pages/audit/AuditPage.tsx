import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AuditEvent } from '#contract/audit.ts'
import { invalidate } from '../../api/query-client.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { ExportButton } from '../../spreadsheet/write/ExportButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { List } from '../../ui/table/List.tsx'
import { PagerFrame } from '../../ui/table/Pager.tsx'
import { auditFilters, auditList, QuickChoices } from './audit-filters.tsx'
import { auditColumns } from './columns.tsx'
import { auditCsv } from './audit-csv.ts'
import { useJobNames } from '../../entities/audit/job-names.ts'
import {
  auditPageQuery,
  namedPeopleQuery,
  readAuditExport,
  readNamedPeople,
} from '../../entities/audit/queries.ts'

const none: readonly AuditEvent[] = []
const idOf = ({ id }: AuditEvent) => id

/** Every recorded privileged event, newest first: actor, action, object and outcome. */
export function AuditPage() {
  const { t, language } = useLanguage()
  const client = useQueryClient()
  const list = auditList.use()
  const { filters, restart } = list
  const query = useQuery(auditPageQuery(list.listQuery))
  const { data } = query
  const { older = null, newer = null } = data ?? {}
  const { data: people } = useQuery(namedPeopleQuery(data?.items ?? none))
  const jobNameOf = useJobNames(data?.items ?? none)
  const columns = useMemo(
    () => auditColumns(t, { language, filters, people: people ?? [], jobNameOf }, restart),
    [t, language, filters, people, jobNameOf, restart],
  )
  const readNewest = () => {
    list.toFirstPage()
    void invalidate(client, '/api/audit')
  }
  return (
    <>
      <PageHeader
        title={t('nav.audit')}
        actions={
          <ExportButton
            name="audit"
            csv={async () => {
              const read = await readAuditExport(list.latestFilters(), t('audit.export.action'))
              return auditCsv(t, language, read, await readNamedPeople(read.items))
            }}
            tooMany={{ title: t('audit.export.tooMany'), message: t('audit.export.tooMany.next') }}
          />
        }
      />
      <List
        name="audit"
        label={t('nav.audit')}
        list={list}
        query={query}
        columns={columns}
        rowKey={idOf}
        density="compact"
        expected={10}
        filters={auditFilters}
        tools={<QuickChoices filters={filters} restart={restart} />}
        foot={
          data && (
            <PagerFrame
              range={t('audit.shown', { count: data.items.length })}
              rangeKey={`${older} ${newer}`}
              first={{ label: t('audit.newest'), go: readNewest }}
              previous={{
                label: t('audit.newer'),
                go: newer === null ? undefined : () => restart({ after: newer }),
              }}
              next={{
                label: t('audit.older'),
                go: older === null ? undefined : () => restart({ before: older }),
              }}
              pageSize={list.listQuery.pageSize}
              onPageSize={list.setPageSize}
              sizeLabel={t('audit.perPage')}
              sizeText={(size) => t('audit.entriesPerPage', { size })}
            />
          )
        }
        empty={
          <EmptyState title={t('audit.empty')} text={t('audit.empty.next')}>
            <Button onClick={list.toFirstPage}>{t('audit.newest')}</Button>
          </EmptyState>
        }
      />
    </>
  )
}
