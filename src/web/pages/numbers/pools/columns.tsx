import { Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { countedStates, type CountedState } from '#contract/number-states.ts'
import type { Pool, PoolCounts } from '#contract/pools.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import { paths } from '../../../lib/paths.ts'
import { EmptyValue } from '../../../ui/text/EmptyValue.tsx'
import { Bar } from '../../../ui/text/ShareBar.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { text } from '../../../ui/table/text-cell.tsx'
import { ReserveButton } from '../../../entities/reservation/ReserveButton.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { dangerColor, textColorOf } from '../../../ui/text/meaning.ts'

/** A pool with its counts from the inventory; undefined while they load. */
export type PoolWithCounts = Pool & { counts: PoolCounts | undefined }

/** A bar of a pool's shares. Screen readers get the same counts from the columns beside it. */
const SharesBar = ({ counts }: { counts: PoolCounts }) => (
  <Bar
    shares={countedStates.map((share) => ({ id: share, value: counts[share], meaning: share }))}
    style={{ width: '100%', minWidth: 96, height: 10 }}
  />
)

/** Returns the ranges and prefixes as short text. */
const numbersText = (t: Translate, { ranges, prefixes }: Pool): string =>
  [
    ...ranges.map(({ from, to }) => (from === to ? from : `${from}–${to}`)),
    ...prefixes.map((prefix) => `${prefix}…`),
  ].join(t('list.separator'))

interface PoolColumns {
  t: Translate
  language: UiLanguage
  canReserve: boolean
  /** Edits a pool; null for users without permission. */
  edit: ((pool: Pool) => void) | null
  remove: ((pool: Pool) => void) | null
}

export function poolColumns({
  t,
  language,
  canReserve,
  edit,
  remove,
}: PoolColumns): Column<PoolWithCounts>[] {
  const number = new Intl.NumberFormat(language)
  /** A count that links to its numbers. */
  const countColumn = (id: 'size' | CountedState, to: (pool: Pool) => string): Column<PoolWithCounts> => ({
    id,
    header: t(`pools.${id}`),
    numeric: true,
    width: 80,
    cell: (pool) => {
      const value = pool.counts?.[id]
      if (value === undefined) return <EmptyValue />
      return (
        <Anchor
          component={Link}
          to={to(pool)}
          inherit
          aria-label={t('pools.count', { name: pool.name, what: t(`pools.${id}`), count: value })}
        >
          {number.format(value)}
        </Anchor>
      )
    },
  })
  return [
    {
      id: 'name',
      header: t('pools.name'),
      width: 180,
      cell: (pool) => {
        const overlaps = t('pools.overlaps', { others: pool.overlaps.join(t('list.separator')) })
        return (
          <Group gap="xs" wrap="nowrap">
            <Anchor component={Link} to={paths.numbers({ pool: pool.id })} inherit fw={600} truncate>
              {pool.name}
            </Anchor>
            {pool.overlaps.length > 0 && (
              <span title={overlaps} style={{ flex: 'none' }}>
                <IconAlertTriangle size={16} aria-hidden />
                <VisuallyHidden>{overlaps}</VisuallyHidden>
              </span>
            )}
          </Group>
        )
      },
    },
    {
      id: 'bar',
      header: t('pools.bar'),
      width: 120,
      cell: ({ counts }) => (counts === undefined ? <EmptyValue /> : <SharesBar counts={counts} />),
    },
    ...countedStates.map((state) => countColumn(state, ({ id }) => paths.numbers({ pool: id, state }))),
    countColumn('size', ({ id }) => paths.numbers({ pool: id })),
    {
      id: 'seenAt',
      header: t('pools.seenAt'),
      width: 130,
      cell: ({ counts }) => <Time value={counts?.seenAt ?? null} />,
    },
    { id: 'numbers', header: t('pools.numbers'), width: 160, cell: (pool) => text(numbersText(t, pool)) },
    {
      id: 'leastFree',
      header: t('pools.alert'),
      width: 120,
      isEmpty: ({ leastFree }) => leastFree === null,
      cell: ({ leastFree, counts }) =>
        leastFree === null ? (
          <EmptyValue />
        ) : (
          <Text
            inherit
            span
            {...(counts !== undefined && counts.free < leastFree
              ? { fw: 600, c: textColorOf('failed') }
              : {})}
          >
            {t('pools.alert.below', { count: leastFree })}
          </Text>
        ),
    },
    {
      id: 'owner',
      header: t('pools.owner'),
      width: 120,
      cell: ({ owner }) => text(owner),
      isEmpty: ({ owner }) => owner === '',
    },
    {
      id: 'purpose',
      header: t('pools.purpose'),
      width: 180,
      cell: ({ purpose }) => text(purpose),
      isEmpty: ({ purpose }) => purpose === '',
    },
    {
      id: 'changed',
      header: t('pools.changed'),
      width: 220,
      optional: true,
      cell: ({ changedAt, changedBy }) => (
        <>
          <Time value={changedAt} /> · {changedBy}
        </>
      ),
    },
    ...(canReserve || edit !== null
      ? [
          {
            id: 'actions',
            header: t('pools.actions'),
            actions: true,
            width: 230,
            cell: (pool: PoolWithCounts) => (
              <Group gap="xs" wrap="nowrap">
                {canReserve && (
                  <ReserveButton
                    start={{ pool: pool.id }}
                    size="compact-sm"
                    variant="default"
                    aria-label={t('pools.reserve.of', { name: pool.name })}
                  >
                    {t('pools.reserve')}
                  </ReserveButton>
                )}
                {edit !== null && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('pools.edit', { name: pool.name })}
                    onClick={() => edit(pool)}
                  >
                    {t('pools.change')}
                  </Button>
                )}
                {remove !== null && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color={dangerColor}
                    aria-label={t('pools.remove.of', { name: pool.name })}
                    onClick={() => remove(pool)}
                  >
                    {t('pools.remove')}
                  </Button>
                )}
              </Group>
            ),
          },
        ]
      : []),
  ]
}
