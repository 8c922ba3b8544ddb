import { Kbd, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Navigate } from 'react-router-dom'
import { defaultPageSize } from '#contract/page.ts'
import { isSameAgent } from '#contract/text.ts'
import { agentPage, useAgentName } from '../../entities/agent/agent-queries.ts'
import { knownAgent, type KnownAgent } from '../../entities/agent/find-agent.ts'
import { directoryAgent } from '../../entities/agent/queries.ts'
import { idlePage } from '../../entities/extension/idle-queries.ts'
import { useReservations } from '../../entities/reservation/open-reservations.ts'
import { rememberAgent, useRecentAgents } from '../../entities/agent/recent-agents.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { poolNumbersQuery } from '../../entities/pool/queries.ts'
import { readNumbers } from '../../entities/extension/number-ranges.ts'
import { paths } from '../../lib/paths.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { useShortcut } from '../../ui/focus/shortcuts.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { AgentPane } from './AgentPane.tsx'
import { ReserveCard } from './ReserveCard.tsx'
import { CreateForAgent, nothingTyped } from './CreateForAgent.tsx'
import { FreePane } from './FreePane.tsx'
import { isFree } from './free-first.ts'
import { usePastedAgents } from './pasted-agents.ts'
import { linkedNumbers, workbench } from './workbench-state.ts'
import classes from './WorkbenchPage.module.css'

/** Delay before an agent is looked up, so that arrow keys skip the agents in between, ms. */
const restMs = 150

/** The workbench that reserves a number for an agent. Left to right: agents, free numbers, and the state before and after. */
export function WorkbenchPage() {
  const [{ numbers }] = useUrlState(linkedNumbers)
  if (readNumbers(numbers).numbers.length > 1)
    return <Navigate to={paths.reserveBatch({ numbers })} replace />
  return <Workbench />
}

function Workbench() {
  const t = useT()
  const canCreate = usePermission('extension.create')
  const list = workbench.use()
  const { state, set } = list
  const [agentUuid] = useDebouncedValue(state.agentUuid, restMs)
  const joinerId = state.agentUuid === undefined ? state.joiner : undefined
  const { start: ext, page, pageSize } = state
  // The agent's own extension; the service does not know joiners.
  const ofAgent = useQuery({
    ...agentPage({ agentUuid: agentUuid ?? '', page: 1, pageSize: defaultPageSize }),
    ...(agentUuid === undefined ? { queryFn: skipToken } : {}),
  })
  // The service's list for an agent also has numbers that are disabled or in use, so the idle list is offered.
  const idle = useQuery({
    ...idlePage({ page, pageSize, ext }),
    ...(agentUuid === undefined && joinerId === undefined ? { queryFn: skipToken } : {}),
  })
  const joiner = useQuery({ ...directoryAgent(joinerId ?? ''), enabled: joinerId !== undefined }).data
  const query = joinerId === undefined && ofAgent.data === undefined ? ofAgent : idle
  const poolNumbers = useQuery({
    ...poolNumbersQuery(state.pool ?? '', { of: 'free', count: 100 }),
    enabled: state.pool !== undefined && (agentUuid ?? joinerId) !== undefined,
  })
  const current = joinerId === undefined ? (ofAgent.data?.current ?? null) : undefined
  const found = query.data !== undefined
  const foundAgent = ofAgent.data !== undefined
  const agentName = useAgentName(agentUuid ?? '', current ?? null, foundAgent)
  const reserved = useReservations()
  const recent = useRecentAgents()
  const pasted = usePastedAgents()
  const known =
    recent.find(({ uuid }) => isSameAgent(uuid, agentUuid ?? null))?.name ??
    pasted.find(({ id }) => id === (agentUuid ?? joinerId))?.name ??
    null
  // Moving through a pasted list by arrow key must not push the opened agents out of the recent ones.
  const listed = pasted.some(({ id }) => id === agentUuid)
  useEffect(() => {
    if (foundAgent && !listed && agentUuid !== undefined) rememberAgent(agentUuid, agentName, Date.now())
  }, [foundAgent, listed, agentUuid, agentName])

  const search = useRef<HTMLInputElement>(null)
  const agents = useRef<HTMLDivElement>(null)
  const freeList = useRef<HTMLDivElement>(null)
  const commit = useRef<HTMLButtonElement>(null)
  const numbers = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const [typedNumber, setTypedNumber] = useState(nothingTyped)
  const chosen = `${state.agentUuid} ${state.joiner} ${state.numbers}`
  /** In the one-column layout, a choice by touch scrolls to the next step once it has rendered. */
  const following = useRef<{ step: RefObject<HTMLDivElement | null>; before: string }>(null)
  useEffect(() => {
    if (following.current === null || following.current.before === chosen) return
    if (!matchMedia('(min-width: 62em)').matches) following.current.step.current?.scrollIntoView()
    following.current = null
  }, [chosen])
  useShortcut('findAgent', () => search.current?.focus())
  const toNumbers = () => {
    const listed = idle.data?.items ?? []
    const items = state.pool === undefined ? listed : (poolNumbers.data?.items ?? [])
    const free = state.pool === undefined ? listed.filter((row) => isFree(row, reserved)) : items
    if (!items.some((item) => item.ext === state.numbers)) set({ numbers: free[0]?.ext }, { replace: true })
    freeList.current?.focus()
  }
  const agent: KnownAgent | null =
    joinerId !== undefined
      ? { id: joinerId, isJoiner: true, name: joiner === undefined ? known : knownAgent(joiner).name }
      : agentUuid === undefined
        ? null
        : { id: agentUuid, isJoiner: false, name: agentName ?? known }
  return (
    <>
      <PageHeader title={t('reservations.title')} description={t('reservations.description')} />
      <Text size="xs" c="dimmed" mb="sm" visibleFrom="md">
        <Message
          of="reservations.keys"
          values={{
            find: <Kbd size="xs">/</Kbd>,
            up: <Kbd size="xs">↑</Kbd>,
            down: <Kbd size="xs">↓</Kbd>,
            enter: <Kbd size="xs">Enter</Kbd>,
            back: <Kbd size="xs">Esc</Kbd>,
          }}
        />
      </Text>
      <div className={classes.bench}>
        <AgentPane
          chosen={state.agentUuid ?? state.joiner}
          joiner={agent?.isJoiner === true ? agent : null}
          onChoose={(chosen) =>
            list.restart(
              {
                agentUuid: chosen?.isJoiner === false ? chosen.id : undefined,
                joiner: chosen?.isJoiner === true ? chosen.id : undefined,
              },
              { replace: true },
            )
          }
          onEnter={toNumbers}
          onTap={() => {
            following.current = { step: numbers, before: chosen }
          }}
          searchField={search}
          list={agents}
        />
        <div ref={numbers} className={classes.numbers}>
          {agent === null ? (
            <Text size="sm" c="dimmed">
              {state.numbers === undefined
                ? t('reservations.noAgent')
                : t('reservations.noAgent.number', { ext: state.numbers })}
            </Text>
          ) : (
            <FreePane
              query={query}
              poolNumbers={poolNumbers}
              current={current}
              list={list}
              onEnter={() => commit.current?.focus()}
              onEscape={() => agents.current?.focus()}
              onTap={() => {
                following.current = { step: card, before: chosen }
              }}
              box={freeList}
            />
          )}
        </div>
        {agent !== null && found && (
          <Stack gap="md" ref={card} className={classes.card}>
            {state.numbers === undefined ? (
              <Text size="sm" c="dimmed">
                {t('reservations.noNumber')}
              </Text>
            ) : (
              <ReserveCard
                key={`${agent.id} ${state.numbers}`}
                agent={agent}
                current={current}
                ext={state.numbers}
                onEscape={toNumbers}
                commit={commit}
              />
            )}
            {canCreate && !agent.isJoiner && (
              <CreateForAgent key={agent.id} agent={agent} typed={typedNumber} onType={setTypedNumber} />
            )}
          </Stack>
        )}
      </div>
    </>
  )
}
