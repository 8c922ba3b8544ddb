import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { parseNumberSearch } from '#contract/number-search.ts'
import { holds, numberAfter } from '#contract/number-set.ts'
import type * as z from 'zod/mini'
import type { listRuns, Run } from '#contract/numbers.ts'
import type { Pool } from '#contract/pools.ts'
import { poolsQuery } from '../../entities/pool/queries.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { List } from '../../ui/table/List.tsx'
import { numberFilters, type NumbersList } from './numbers-filters.tsx'
import { runsQuery } from './queries.ts'
import { numberSelection } from './selection.ts'
import { SelectionBar } from './SelectionBar.tsx'
import classes from './Runs.module.css'

/** Most numbers of a run that are shown one by one. */
const maxShown = 12
/** The best fits come first, so few runs are enough; on a phone, 200 are many screens. */
const runsAtATime = 20

const numbersFrom = (first: string, count: number): string[] => {
  const numbers = [first]
  for (let ext = first; numbers.length < count; numbers.push(ext)) ext = numberAfter(ext)
  return numbers
}

/** A number of a run. A click selects as many numbers as were searched for, from here. */
function Cell({ ext, label, onChoose }: { ext: string; label: string; onChoose: () => void }) {
  const isSelected = numberSelection.useIsSelected(ext)
  return (
    <button
      type="button"
      className={classes.cell}
      aria-pressed={isSelected}
      aria-label={label}
      onClick={onChoose}
    >
      {ext}
    </button>
  )
}

function runColumns(t: Translate, runLength: number, pools: readonly Pool[] | undefined): Column<Run>[] {
  const choose = (first: string) => numberSelection.selectOnly(numbersFrom(first, runLength))
  return [
    {
      id: 'run',
      header: t('runs.run'),
      width: 130,
      cell: ({ from, to }) => (
        <Button
          size="compact-xs"
          variant="subtle"
          ps={0}
          onClick={() => choose(from)}
          aria-label={t('runs.select', { count: runLength, ext: from })}
        >
          {`${from}–${to}`}
        </Button>
      ),
    },
    { id: 'length', header: t('runs.length'), width: 70, cell: ({ length }) => length },
    {
      id: 'numbers',
      header: t('numbers.title'),
      wrap: true,
      cell: ({ from, length }) => (
        <Group gap={4}>
          {numbersFrom(from, Math.min(length, maxShown)).map((ext, index) =>
            index + runLength <= length ? (
              <Cell
                key={ext}
                ext={ext}
                label={t('runs.select', { count: runLength, ext })}
                onChoose={() => choose(ext)}
              />
            ) : (
              <Cell
                key={ext}
                ext={ext}
                label={ext}
                onChoose={() =>
                  numberSelection.selectOnly(numbersFrom(from, length).slice(length - runLength))
                }
              />
            ),
          )}
          {length > maxShown && (
            <Text span size="xs" c="dimmed">
              {t('runs.more', { count: length - maxShown })}
            </Text>
          )}
        </Group>
      ),
    },
    {
      id: 'pool',
      header: t('pools.pool'),
      width: 140,
      cell: ({ from }) => pools?.find((each) => holds(each, from))?.name ?? t('pools.no'),
    },
  ]
}

interface RunsProps {
  list: NumbersList
  search: string
  tools: ReactNode
}

/** The runs of free numbers that a search such as `5 in a row` finds, the best fit first, with the list's other filters. */
export function Runs({ list, search, tools }: RunsProps) {
  const t = useT()
  const pools = useQuery({ ...poolsQuery(), meta: { quiet: true } })
  const parsed = parseNumberSearch(search)
  const runLength = parsed.kind === 'run' ? parsed.length : 1
  const poolList = pools.data?.items
  const columns = useMemo(() => runColumns(t, runLength, poolList), [t, runLength, poolList])
  const [requested, setRequested] = useState({ search, count: runsAtATime })
  const count = requested.search === search ? requested.count : runsAtATime
  const firstRuns = useCallback(
    ({ items, total }: z.output<typeof listRuns.answer>) => ({
      items: items.slice(0, count),
      runCount: total,
      remaining: items.length - count,
    }),
    [count],
  )
  const query = useQuery({ ...runsQuery({ ...list.filters, search }), select: firstRuns })
  const { runCount = 0, remaining = 0 } = query.data ?? {}
  return (
    <List
      name="runs"
      label={t('runs.title')}
      // The columns in the URL are those of the numbers.
      list={{ ...list, columns: undefined, setColumns: () => undefined }}
      query={query}
      columns={columns}
      rowKey="from"
      density="compact"
      tools={tools}
      filters={numberFilters}
      above={
        runCount > 0 && (
          <Text mb="xs" component="output" display="block">
            {t('runs.found', { count: runCount, length: runLength })}
          </Text>
        )
      }
      foot={
        <>
          {remaining > 0 && (
            <div className={classes.more}>
              <Button onClick={() => setRequested({ search, count: count + runsAtATime })}>
                {t('runs.next', { count: Math.min(runsAtATime, remaining) })}
              </Button>
            </div>
          )}
          {/* No filter matches what a click selects, so no more can be selected. */}
          <SelectionBar filters={list.filters} total={0} />
        </>
      }
      noMatch={t('runs.none', { count: runLength })}
      empty={null}
    />
  )
}
