import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useCallback, useEffect, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Extension } from '#contract/records.ts'
import { pageQuery } from '#contract/page.ts'
import { extPrefix } from '#contract/text.ts'
import { extensionColumns } from '../shared/extension-columns.tsx'
import { NumberSearch } from '../shared/NumberSearch.tsx'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../lib/paths.ts'
import { usePermission } from '../shared/session/SessionContext.tsx'
import { columnsParam, useTableSettings } from '../ui/table/table-settings.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { EmptyList, EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Pager } from '../ui/table/Pager.tsx'
import { QueryState } from '../ui/feedback/QueryState.tsx'
import { TableSettings } from '../ui/table/TableSettings.tsx'
import { Warnings } from '../ui/feedback/Warnings.tsx'
import { optionalParam, param, useUrlState } from '../lib/url-state.ts'
import { CurrentExtension } from '../shared/CurrentExtension.tsx'
import { agentPage, useAgentName } from '../shared/agent-queries.ts'
import { rememberAgent } from '../shared/recent-agents.ts'

const agentState = z.object({
  page: param(pageQuery.page, 1),
  pageSize: param(pageQuery.pageSize, 20),
  ext: optionalParam(extPrefix),
  columns: columnsParam,
})
const numberOf = ({ ext }: Extension) => ext

export function AgentExtensions({ agentUuid }: { agentUuid: string }) {
  const t = useT()
  const mayCreate = usePermission('extension.create')
  const [state, set] = useUrlState(agentState)
  const { columns: columnIds, ...asked } = state
  const query = useQuery(agentPage({ agentUuid, ...asked }))
  // The service puts the agent's own extension on the first page alone; it stays pinned on all of them.
  const first = useQuery(agentPage({ agentUuid, page: 1, pageSize: asked.pageSize }))
  const current = query.data?.current ?? first.data?.current ?? null
  const found = query.data !== undefined
  const name = useAgentName(agentUuid, current, found)
  useEffect(() => {
    if (found) rememberAgent(agentUuid, name, Date.now())
  }, [agentUuid, name, found])

  const allColumns = useMemo(() => extensionColumns(t), [t])
  const setColumns = useCallback(
    (ids: string | undefined) => set({ columns: ids, page: state.page }),
    [set, state.page],
  )
  const { shown, settings } = useTableSettings('agent', allColumns, columnIds, setColumns)
  const table = (rows: Extension[] | undefined) => (
    <DataTable
      label={t('agent.free')}
      {...shown}
      rows={rows}
      rowKey={numberOf}
      expected={Math.min(state.pageSize, 20)}
      stale={query.isPlaceholderData}
    />
  )
  return (
    <>
      <PageHeader
        title={name ?? t('agent.title')}
        titleSuffix={<CopyButton value={agentUuid} label={t('copy.value', { value: agentUuid })} />}
        description={<code>{agentUuid}</code>}
        actions={
          mayCreate ? (
            <Button
              component={Link}
              to={paths.newExtension({ agentID: agentUuid, agentType: '1' })}
              variant="default"
            >
              {t('agent.create')}
            </Button>
          ) : null
        }
      />
      <QueryState
        query={query}
        loading={
          <>
            <Skeleton h={64} mb="md" />
            {table(undefined)}
          </>
        }
      >
        {(answer) => (
          <>
            <CurrentExtension extension={current} />
            <Group gap="sm" mb="sm" align="flex-start">
              <NumberSearch value={state.ext} onCommit={(ext) => set({ ext }, { replace: true })} />
              <TableSettings {...settings} />
            </Group>
            <Warnings warnings={answer.warnings} />
            {answer.items.length > 0 ? (
              table(answer.items)
            ) : (
              <EmptyList
                total={answer.total}
                isFirstPage={state.page === 1}
                toFirstPage={() => set({ page: 1 })}
                isFiltered={state.ext !== undefined}
                clearFilters={() => set({ ext: undefined })}
              >
                <EmptyState title={t('agent.free.none')} text={t('agent.free.none.next')} />
              </EmptyList>
            )}
            <Pager
              page={state.page}
              pageSize={query.isPlaceholderData ? state.pageSize : answer.pageSize}
              total={answer.total}
              onChange={set}
            />
          </>
        )}
      </QueryState>
    </>
  )
}
