import { Group, Skeleton, Stack, Text } from '@mantine/core'
import type { RefObject } from 'react'
import type { FirstScan } from '#contract/number-states.ts'
import type { Warning } from '#contract/page.ts'
import type { Extension } from '#contract/records.ts'
import { FirstScanNote } from '../../entities/extension/FirstScanNote.tsx'
import { CurrentExtension } from '../../entities/agent/CurrentExtension.tsx'
import { PoolPicker } from '../../entities/pool/PoolPicker.tsx'
import { NoFreeExtensions } from '../../entities/extension/NoFreeExtensions.tsx'
import { NumberSearch } from '../../entities/extension/NumberSearch.tsx'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { EmptyResult } from '../../ui/feedback/EmptyResult.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { QueryState, type Read } from '../../ui/feedback/QueryState.tsx'
import { absoluteTime, relativeTime } from '../../ui/text/time-text.ts'
import { Warnings } from '../../ui/feedback/Warnings.tsx'
import { ReservedAmong } from '../../entities/reservation/ReservedAmong.tsx'
import classes from './FreePane.module.css'
import { freeFirst } from './free-first.ts'
import { PickList } from './PickList.tsx'
import { useReservations } from '../../entities/reservation/open-reservations.ts'
import { reservedFor } from '../../entities/reservation/reserved-for.ts'
import type { workbench } from './workbench-state.ts'

type FreeNumber = Pick<Extension, 'ext' | 'langCodeTxt' | 'creationTime'>

/** One page of the service's idle list. */
interface FreeNumbers {
  items: readonly Extension[]
  total: number
  pageSize: number
  warnings: readonly Warning[]
}

interface FreePaneProps {
  query: Read<FreeNumbers>
  /** Free numbers of the selected pool. */
  poolNumbers: Read<{ items: readonly FreeNumber[]; firstScan: FirstScan }>
  /** The agent's extension; undefined for a joiner, who has none. */
  current: Extension | null | undefined
  list: ReturnType<typeof workbench.use>
  /** Moves on to the reservation card. */
  onEnter: () => void
  onEscape: () => void
  /** Called after a choice by mouse or touch. */
  onTap: () => void
  box: RefObject<HTMLDivElement | null>
}

const numberOf = ({ ext }: FreeNumber) => ext

/** The agent's own extension, pinned, above the free numbers with language, age and reservation. */
export function FreePane(props: FreePaneProps) {
  const { query, poolNumbers, current, list, onEnter, onEscape, onTap, box } = props
  const { state } = list
  const t = useT()
  const { language } = useLanguage()
  const now = useNow()
  const reserved = useReservations()
  const picks = (items: readonly FreeNumber[], stale: boolean) => (
    <PickList
      label={t('agent.free')}
      items={items}
      keyOf={numberOf}
      chosen={state.numbers}
      onChoose={(numbers) => list.set({ numbers }, { replace: true })}
      onEnter={onEnter}
      onEscape={onEscape}
      onTap={onTap}
      stale={stale}
      list={box}
    >
      {({ ext, langCodeTxt, creationTime }) => {
        const reservation = reserved.get(ext)
        return (
          <span className={classes.row}>
            <b className={classes.number}>{ext}</b>
            <span className={classes.beside}>
              {langCodeTxt}
              {creationTime !== null && creationTime !== 0 && (
                <>
                  {langCodeTxt !== null && ' · '}
                  <span className={classes.age} data-at={absoluteTime(creationTime, language)}>
                    {relativeTime(creationTime, now, language)}
                  </span>
                </>
              )}
            </span>
            {reservation !== undefined && (
              <span className={classes.reserved}>
                {t('reservations.mark', { agent: reservedFor(t, reservation) })}
              </span>
            )}
          </span>
        )
      }}
    </PickList>
  )
  return (
    <Stack gap="xs" component="section" aria-label={t('agent.free')} miw={0}>
      <QueryState query={query} loading={<Skeleton h={320} />}>
        {(answer) => (
          <>
            {current !== undefined && <CurrentExtension extension={current} />}
            <Group gap="xs" justify="space-between">
              <Text fw={600} size="sm">
                {t('agent.free')}
              </Text>
              <PoolPicker
                aria-label={t('pools.pool')}
                placeholder={t('reservations.batch.anyPool')}
                size="xs"
                value={state.pool}
                onChange={(pool) => list.restart({ pool, numbers: undefined }, { replace: true })}
                hideWithoutPools
              />
              {state.pool === undefined && (
                <NumberSearch
                  value={state.start}
                  onCommit={(start) => list.restart({ start }, { replace: true })}
                />
              )}
            </Group>
            {state.pool === undefined ? (
              <>
                <Warnings warnings={answer.warnings} />
                {answer.items.length > 0 ? (
                  picks(freeFirst(answer.items, reserved), query.isPlaceholderData)
                ) : (
                  <EmptyResult
                    list={list}
                    total={answer.total}
                    isUnreadable={answer.total > 0}
                    empty={<NoFreeExtensions agentUuid={state.agentUuid} />}
                  />
                )}
                <Pager
                  page={state.page}
                  pageSize={query.isPlaceholderData ? state.pageSize : answer.pageSize}
                  total={answer.total}
                  onPage={list.goToPage}
                  onPageSize={list.setPageSize}
                />
                <ReservedAmong ext={state.start} />
              </>
            ) : (
              <QueryState query={poolNumbers} loading={<Skeleton h={320} />}>
                {({ items, firstScan }) => (
                  <>
                    <FirstScanNote firstScan={firstScan} />
                    {items.length > 0
                      ? picks(items, false)
                      : firstScan === null && (
                          <EmptyState title={t('pools.free.none')} text={t('pools.free.none.next')} />
                        )}
                  </>
                )}
              </QueryState>
            )}
          </>
        )}
      </QueryState>
    </Stack>
  )
}
