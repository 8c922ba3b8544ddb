import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo } from 'react'
import type * as z from 'zod/mini'
import type { agentExtensions, readAgent } from '#contract/agents.ts'
import { call } from '../../api/call.ts'
import { inventoryNumbers } from '#contract/inventory.ts'
import { ReserveButton } from '../../entities/reservation/ReserveButton.tsx'
import { RequestButton } from '../../entities/request/RequestButton.tsx'
import { AgentLeavesButton } from '../../entities/request/AgentLeavesButton.tsx'
import { PendingRequests } from '../../entities/request/PendingRequests.tsx'
import { History, useHistory } from '../../entities/history/History.tsx'
import { extensionColumns } from '../../entities/extension/extension-columns.tsx'
import { NoFreeExtensions } from '../../entities/extension/NoFreeExtensions.tsx'
import { NumberLink } from '../../entities/extension/NumberLink.tsx'
import { NumberStateBadge, whyUnavailable } from '../../entities/extension/NumberStateBadge.tsx'
import { prefixFilter } from '../../entities/extension/prefix-filter.tsx'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { ActingOn, usePermission } from '../../entities/session/SessionContext.tsx'
import { useLimit } from '../../entities/session/limit.tsx'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { AgentFacts } from './AgentFacts.tsx'
import { ReservedNumbers } from './ReservedNumbers.tsx'
import { List } from '../../ui/table/List.tsx'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'
import { filterState } from '../../ui/table/filters.tsx'
import { CurrentExtension } from '../../entities/agent/CurrentExtension.tsx'
import { LabelsPanel } from '../../entities/label/LabelsPanel.tsx'
import { agentPageQuery, useAgentName } from '../../entities/agent/queries.ts'
import { rememberAgent } from '../../entities/agent/recent-agents.ts'
import { PageButton, PageLink } from '../../ui/layout/PageLink.tsx'

const agentFilters = { ext: prefixFilter }
const agentList = defineListState({
  ...filterState(agentFilters),
  paging: countedPages,
  extraParams: {},
})
type AgentAnswer = z.infer<(typeof readAgent)['answer']>

type AgentPageAnswer = z.infer<(typeof agentExtensions)['answer']>
type Unbound = AgentPageAnswer['items'][number]
const offerOrder = ({ state }: Unbound) => (state === 'free' ? 0 : 1)
/** The free numbers first: the others are not offered. */
const freeFirst = (answer: AgentPageAnswer): AgentPageAnswer => ({
  ...answer,
  items: answer.items.toSorted((a, b) => offerOrder(a) - offerOrder(b)),
})

const unboundColumns = (t: Translate, agentNames: Readonly<Record<string, string>>) =>
  extensionColumns<Unbound>(t, (row) => (
    <NumberStateBadge
      state={row.state}
      why={whyUnavailable(t, row, agentNames[row.currentUsingAgentUuid ?? ''] ?? null)}
    />
  ))

/** Returns every number of the agent: `one` (their current extension), or the inventory's list when the agent has several. */
async function numbersOf(agentUuid: string, one: string | null, known: AgentAnswer | undefined) {
  if (known === undefined || known.numbers <= 1) return one === null ? [] : [one]
  return (await call(inventoryNumbers, { query: { agentUuid, state: 'bound' } })).numbers
}

interface AgentExtensionsProps {
  agentUuid: string
  /** The directory's record; undefined while it loads and for agents that the directory does not know. */
  known: AgentAnswer | undefined
  /** True until the directory answers. */
  isAsked: boolean
}

export function AgentExtensions({ agentUuid, known, isAsked }: AgentExtensionsProps) {
  const t = useT()
  const canCreate = usePermission('extension.create')
  const canSeeIds = usePermission('status.read')
  const { includesPerson } = useLimit()
  const isWithin = includesPerson({ department: known?.facts.department?.value ?? null, isJoiner: false })
  const list = agentList.use()
  const { listQuery } = list
  const query = useQuery({ ...agentPageQuery({ agentUuid, ...listQuery }), select: freeFirst })
  // The service sends the agent's own extension with the first page only; the console pins it on every page.
  const first = useQuery(agentPageQuery({ agentUuid, page: 1, pageSize: listQuery.pageSize }))
  const current = query.data?.current ?? first.data?.current ?? null
  const found = query.data !== undefined
  const hasNumbers = current !== null || (known?.numbers ?? 0) > 0
  // Until the directory answers, the id could be a joiner's.
  const isAgent = found && !isAsked
  const name = useAgentName(agentUuid, current, isAgent) ?? known?.name ?? null
  useEffect(() => {
    if (isAgent) rememberAgent(agentUuid, name, Date.now())
  }, [agentUuid, name, isAgent])

  const agentNames = query.data?.agentNames
  const columns = useMemo(() => unboundColumns(t, agentNames ?? {}), [t, agentNames])
  // Below the error when the service doesn't answer: that is what matters then.
  const history = (
    <Box mb="md">
      <History subject={{ agentUuid }} />
    </Box>
  )
  // The content above the list determines the list's position, so all of it appears at once; deferred, to render in slices.
  const { query: past } = useHistory({ agentUuid })
  const waiting = useDeferredValue(isAsked || query.isLoading || (found && past.isLoading))
  return (
    <>
      <PageHeader
        title={name ?? t('agent.title')}
        isTitleAlone={isAsked}
        {...(canSeeIds
          ? {
              titleSuffix: <CopyButton value={agentUuid} label={t('copy.value', { value: agentUuid })} />,
              description: <code>{agentUuid}</code>,
            }
          : {})}
        actions={
          <ActingOn isWithin={isWithin}>
            <ReserveButton start={{ person: { id: agentUuid, isJoiner: false, name } }}>
              {t('agent.reserve')}
            </ReserveButton>
            {canCreate && (
              <PageButton to={paths.newExtension({ agentID: agentUuid, agentType: '1' })}>
                {t('agent.create')}
              </PageButton>
            )}
            <RequestButton
              numbers={() => numbersOf(agentUuid, current?.ext ?? known?.ext ?? null, known)}
              agent={{ agentUuid, agentName: name }}
            />
            {(waiting || hasNumbers) && (
              <AgentLeavesButton
                isAwaited={!hasNumbers}
                agent={name ?? known?.workNumber ?? agentUuid}
                numbers={() => numbersOf(agentUuid, current?.ext ?? known?.ext ?? null, known)}
              />
            )}
          </ActingOn>
        }
      />
      <PendingRequests subject={{ agentUuid }} />
      {waiting ? (
        <Skeleton h="60dvh" />
      ) : (
        <>
          {query.data !== undefined && <CurrentExtension extension={current} />}
          {known !== undefined && (
            <Stack gap="md" mb="md">
              <ReservedNumbers agent={known} />
              <AgentFacts agent={known} />
              <ActingOn isWithin={isWithin}>
                <LabelsPanel
                  subject={{ kind: 'agent', id: known.id }}
                  to={(label) => paths.agents({ label })}
                />
              </ActingOn>
              {known.numbers > 1 && (
                <Group gap="xs">
                  {known.exts.map((ext) => (
                    <NumberLink key={ext} ext={ext} />
                  ))}
                  <PageLink size="sm" to={paths.numbers({ agentUuid })}>
                    {t('agent.allNumbers', { count: known.numbers })}
                  </PageLink>
                </Group>
              )}
            </Stack>
          )}
          {found && history}
          <List
            name="agent"
            label={t('agent.unbound')}
            list={list}
            query={query}
            above={
              <Text c="dimmed" my="xs">
                <b>{t('agent.unbound')}</b> · {t('agent.unbound.text')}
              </Text>
            }
            columns={columns}
            rowKey="ext"
            filters={{ set: agentFilters }}
            empty={<NoFreeExtensions agentUuid={agentUuid} />}
          />
          {!found && history}
        </>
      )}
    </>
  )
}
