import { Text, ActionIcon } from '@mantine/core'
import type { Forecast } from '#contract/capacity.ts'
import { numberSetText } from '#contract/number-set.ts'
import { countedStates, totalOf, type CountedState, type StateCounts } from '#contract/number-states.ts'
import type { Pool } from '#contract/pools.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { FirstScan } from '#contract/number-states.ts'
import { countTextOf } from '../../../entities/extension/least.ts'
import { StateCountsBar } from '../../../entities/extension/StateCountsBar.tsx'
import { ForecastValue } from '../../../entities/capacity/ForecastValue.tsx'
import type { Translate } from '../../../i18n/catalogue.ts'
import { paths } from '../../../lib/paths.ts'
import { EmptyValue, textCell } from '../../../ui/text/EmptyValue.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import type { Sorting } from '../../../ui/table/sorting.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { textColorOf } from '../../../ui/text/meaning.ts'
import { PageLink } from '../../../ui/layout/PageLink.tsx'
import { IconDots } from '@tabler/icons-react'
import { WithinLimit } from '../../../entities/session/limit.tsx'
import { ReserveButton } from '../../../entities/reservation/ReserveButton.tsx'
import { openReserve } from '../../../entities/reservation/open-reserve.tsx'
import { useT } from '../../../i18n/Language.tsx'
import { ActionMenu, type MenuEntry } from '../../../ui/layout/ActionMenu.tsx'

interface PoolActionsProps {
  pool: Pool
  canReserve: boolean
  /** Edits a pool; null for users without permission, like `remove`. */
  edit: ((pool: Pool) => void) | null
  remove: ((pool: Pool) => void) | null
}

/** A pool's menu; without the permission to manage pools, the one action that is left. */
function PoolActions({ pool, canReserve, edit, remove }: PoolActionsProps) {
  const t = useT()
  const start = { pool: pool.id }
  if (edit === null || remove === null)
    return (
      canReserve && (
        <WithinLimit includes={({ includesPool }) => includesPool(pool.id)}>
          <ReserveButton
            start={start}
            size="compact-xs"
            variant="default"
            aria-label={t('pools.reserve.of', { name: pool.name })}
          >
            {t('pools.reserve')}
          </ReserveButton>
        </WithinLimit>
      )
    )
  const entries: MenuEntry[] = [
    ...(canReserve ? [{ id: 'reserve', label: t('pools.reserve'), onChoose: () => openReserve(start) }] : []),
    { id: 'edit', label: t('pools.change'), onChoose: () => edit(pool) },
    'divider',
    { id: 'remove', label: t('action.remove'), isDanger: true, onChoose: () => remove(pool) },
  ]
  return (
    <ActionMenu
      position="bottom-end"
      button={
        <ActionIcon size="sm" aria-label={t('pools.actions.of', { name: pool.name })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
      entries={entries}
    />
  )
}

/** A row of the table: a pool, the numbers in no pool, or all numbers. */
export interface PoolRow {
  /** A pool's id, `noPool` or `allRow`. */
  id: string
  /** Null for the numbers in no pool, and for all numbers. */
  pool: Pool | null
  name: string
  /** Undefined while they load. */
  counts: StateCounts | undefined
  /** Undefined while it loads, and for the numbers in no pool. */
  forecast: Forecast | undefined
}
export const allRow = 'all'

interface PoolColumns extends Omit<PoolActionsProps, 'pool'> {
  t: Translate
  language: UiLanguage
  sorting: Sorting<PoolSort>
  /** The time of the forecasts, in epoch milliseconds. */
  now: number
  scans: { firstScan: FirstScan; boundScan: FirstScan }
}

const valueOf = (counts: StateCounts | undefined, id: 'size' | CountedState): number | undefined =>
  counts === undefined ? undefined : id === 'size' ? totalOf(counts) : counts[id]

export const poolSorts = ['name', ...countedStates, 'size', 'runsOut', 'owner', 'changed'] as const
export type PoolSort = (typeof poolSorts)[number]

/** Returns what a column sorts by. */
export function poolValue(
  { name, pool, counts, forecast }: PoolRow,
  sort: PoolSort,
): string | number | undefined {
  if (sort === 'name') return name
  if (sort === 'owner') return pool?.owner
  if (sort === 'changed') return pool?.changedAt
  if (sort !== 'runsOut') return valueOf(counts, sort)
  if (forecast?.kind === 'empty') return 0
  return forecast?.kind === 'runs-out' ? forecast.until : undefined
}

export function poolColumns(settings: PoolColumns): Column<PoolRow>[] {
  const { t, language, sorting, now, scans, canReserve, edit, remove } = settings
  const countText = countTextOf(t, language, scans)
  const number = new Intl.NumberFormat(language)
  const captionOf = (id: 'size' | CountedState) => t(id === 'size' ? 'pools.size' : `numbers.state.${id}`)
  /** A count; a pool's links to its numbers, that of all numbers to their tab. */
  const countColumn = (id: 'size' | CountedState): Column<PoolRow> => ({
    id,
    header: captionOf(id),
    ...sorting(id),
    numeric: true,
    labeled: true,
    width: 64,
    ...(id === 'unknown' ? { isEmpty: ({ counts }) => counts === undefined || counts.unknown === 0 } : {}),
    cell: ({ id: row, name, counts }) => {
      const value = valueOf(counts, id)
      if (value === undefined) return <EmptyValue />
      const text = countText(value, id === 'size' ? 'all' : id)
      const filter = { ...(row === allRow ? {} : { pool: row }), ...(id === 'size' ? {} : { state: id }) }
      return (
        <PageLink
          to={paths.numbers(filter)}
          fw={row === allRow ? 600 : undefined}
          aria-label={t('pools.count', { name, what: captionOf(id), count: text })}
        >
          {text}
        </PageLink>
      )
    },
  })
  return [
    {
      id: 'name',
      header: t('caption.name'),
      ...sorting('name'),
      width: 120,
      cell: ({ id, pool, name }) =>
        pool === null ? (
          <Text inherit span {...(id === allRow ? { fw: 600 } : { c: 'dimmed' })}>
            {name}
          </Text>
        ) : (
          <PageLink to={paths.numbers({ pool: pool.id })} fw={600} truncate>
            {name}
          </PageLink>
        ),
    },
    {
      id: 'numbers',
      header: t('numbers.title'),
      width: 100,
      isEmpty: ({ pool }) => pool === null,
      cell: ({ pool }) => textCell(pool && numberSetText(pool, t('list.separator'))),
    },
    {
      id: 'bar',
      header: t('numbers.bar'),
      width: 72,
      cell: ({ counts }) => (counts === undefined ? <EmptyValue /> : <StateCountsBar counts={counts} />),
    },
    ...countedStates.map(countColumn),
    countColumn('size'),
    {
      id: 'runsOut',
      header: t('pools.runsOut'),
      ...sorting('runsOut'),
      width: 130,
      labeled: true,
      isEmpty: ({ forecast }) => forecast == null,
      cell: ({ forecast }) => <ForecastValue forecast={forecast} now={now} />,
    },
    {
      id: 'leastFree',
      header: t('pools.alert'),
      numeric: true,
      width: 80,
      labeled: true,
      isEmpty: ({ pool }) => (pool?.leastFree ?? null) === null,
      cell: ({ pool, counts }) => {
        const leastFree = pool?.leastFree ?? null
        if (leastFree === null) return <EmptyValue />
        const isBroken = counts !== undefined && counts.free < leastFree
        return (
          <Text inherit span {...(isBroken ? { fw: 600, c: textColorOf('failed') } : {})}>
            {number.format(leastFree)}
          </Text>
        )
      },
    },
    {
      id: 'owner',
      header: t('pools.owner'),
      ...sorting('owner'),
      width: 80,
      labeled: true,
      cell: ({ pool }) => textCell(pool?.owner),
      isEmpty: ({ pool }) => (pool?.owner ?? '') === '',
    },
    {
      id: 'purpose',
      header: t('pools.purpose'),
      width: 80,
      cell: ({ pool }) =>
        pool === null || pool.purpose === '' ? (
          <EmptyValue />
        ) : (
          <Text inherit lineClamp={2} title={pool.purpose}>
            {pool.purpose}
          </Text>
        ),
      isEmpty: ({ pool }) => (pool?.purpose ?? '') === '',
    },
    {
      id: 'changed',
      header: t('pools.changed'),
      ...sorting('changed'),
      width: 220,
      optional: true,
      cell: ({ pool }) =>
        pool === null ? (
          <EmptyValue />
        ) : (
          <>
            <Time value={pool.changedAt} /> · {pool.changedBy}
          </>
        ),
    },
    ...(canReserve || edit !== null
      ? [
          {
            id: 'actions',
            header: t('caption.actions'),
            actions: true,
            cell: ({ pool }: PoolRow) =>
              pool === null ? null : <PoolActions {...{ pool, canReserve, edit, remove }} />,
          },
        ]
      : []),
  ]
}
