import { Group, Skeleton, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type * as z from 'zod/mini'
import type { agentExtensions } from '#contract/agents.ts'
import type { Extension } from '#contract/records.ts'
import { CurrentExtension } from '../shared/CurrentExtension.tsx'
import { NumberSearch } from '../shared/NumberSearch.tsx'
import { useLanguage, useT } from '../i18n/Language.tsx'
import { useNow } from '../ui/clock.ts'
import { EmptyList, EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Pager } from '../ui/table/Pager.tsx'
import { QueryState } from '../ui/feedback/QueryState.tsx'
import { relativeTime } from '../ui/time-text.ts'
import { Warnings } from '../ui/feedback/Warnings.tsx'
import classes from './FreePane.module.css'
import { PickList } from './PickList.tsx'
import { useReservations } from '../shared/open-reservations.ts'
import type { WorkbenchState } from './workbench-state.ts'

interface FreePaneProps {
  query: UseQueryResult<z.output<(typeof agentExtensions)['answer']>>
  current: Extension | null
  state: WorkbenchState
  set: (changes: Partial<WorkbenchState>, options?: { replace?: boolean }) => void
  /** On to the card. */
  onEnter: () => void
  onEscape: () => void
  list: RefObject<HTMLDivElement | null>
}

const numberOf = ({ ext }: Extension) => ext

/** The agent's extension pinned, the free ones below: number, language, how long ago they were created, whether reserved. */
export function FreePane({ query, current, state, set, onEnter, onEscape, list }: FreePaneProps) {
  const t = useT()
  const { language } = useLanguage()
  const now = useNow()
  const reserved = useReservations()
  const age = (time: number | null) =>
    time === null || time === 0 ? null : relativeTime(time, now, language)
  return (
    <Stack gap="xs" component="section" aria-label={t('agent.free')} miw={0}>
      <QueryState query={query} loading={<Skeleton h={320} />}>
        {(answer) => (
          <>
            <CurrentExtension extension={current} />
            <Group gap="xs" justify="space-between">
              <Text fw={600} size="sm">
                {t('agent.free')}
              </Text>
              <NumberSearch value={state.start} onCommit={(start) => set({ start }, { replace: true })} />
            </Group>
            <Warnings warnings={answer.warnings} />
            {answer.items.length > 0 ? (
              <PickList
                label={t('agent.free')}
                items={answer.items}
                keyOf={numberOf}
                chosen={state.numbers}
                onChoose={(numbers) => set({ numbers, page: state.page }, { replace: true })}
                onEnter={onEnter}
                onEscape={onEscape}
                stale={query.isPlaceholderData}
                list={list}
              >
                {({ ext, langCodeTxt, creationTime }) => {
                  const reservation = reserved.get(ext)
                  return (
                    <span className={classes.row}>
                      <b className={classes.number}>{ext}</b>
                      <span className={classes.beside}>
                        {[langCodeTxt, age(creationTime)].filter((part) => part !== null).join(' · ')}
                      </span>
                      {reservation !== undefined && (
                        <span className={classes.reserved}>
                          {t('reservations.mark', { agent: reservation.agentName ?? reservation.agentUuid })}
                        </span>
                      )}
                    </span>
                  )
                }}
              </PickList>
            ) : (
              <EmptyList
                total={answer.total}
                isFirstPage={state.page === 1}
                toFirstPage={() => set({ page: 1 })}
                isFiltered={state.start !== undefined}
                clearFilters={() => set({ start: undefined })}
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
    </Stack>
  )
}
