import { Button, NativeSelect, Text } from '@mantine/core'
import { useMemo } from 'react'
import { noPool } from '#contract/inventory.ts'
import { defaultPageSize } from '#contract/page.ts'
import type { NumberRangeCapacity, Capacity } from '#contract/capacity.ts'
import { countedStates, totalOf } from '#contract/number-states.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { numberRangeColumns, type NumberRangeRow } from './number-range-columns.tsx'
import { soonest } from '../../entities/forecast/forecast-text.ts'
import { scopeText } from './scope.ts'
import type { OverviewList, Sort } from './overview-state.ts'
import { Legend } from './Legend.tsx'
import { Swatch } from '../../ui/text/ShareBar.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ThresholdDialog } from './ThresholdDialog.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

const orders: Record<Sort, (a: NumberRangeCapacity, b: NumberRangeCapacity) => number> = {
  prefix: () => 0,
  free: (a, b) => a.free - b.free,
  soonest: (a, b) => (soonest(a) === soonest(b) ? a.free - b.free : soonest(a) - soonest(b)),
}

interface NumberRangesPanelProps {
  overview: Capacity
  list: OverviewList
  stale: boolean
}

/** How many numbers are left in each pool or range, and when they run out: with bars and thresholds. */
export function NumberRangesPanel({ overview, list, stale }: NumberRangesPanelProps) {
  const { state, restart } = list
  const { t, language } = useLanguage()
  const canSet = usePermission('settings.manage')
  const { by, ranges, pools, whole, thresholds, firstScan, now } = overview
  const isByPool = by === 'pool'
  const rows = useMemo(() => {
    const byScope = new Map(thresholds.map((threshold) => [threshold.scope, threshold]))
    return ranges
      .toSorted(orders[state.sort])
      .map((range): NumberRangeRow => ({ ...range, threshold: byScope.get(range.scope) ?? null }))
  }, [ranges, thresholds, state.sort])
  const columns = useMemo(() => {
    const action = (row: NumberRangeRow) => {
      const { threshold } = row
      const name = threshold === null ? 'thresholds.set.of' : 'thresholds.change.of'
      return (
        <Button
          size="compact-sm"
          aria-label={t(name, { what: scopeText(t, row) })}
          onClick={() =>
            openDialog((close) => (
              <ThresholdDialog thresholds={thresholds} pools={pools} of={row} onClose={close} />
            ))
          }
        >
          {t(threshold === null ? 'thresholds.add' : 'action.change')}
        </Button>
      )
    }
    return numberRangeColumns({
      t,
      language,
      now,
      largest: Math.max(0, ...ranges.map(totalOf)),
      isScanning: firstScan !== null,
      action: canSet ? action : null,
      sorted: state.sort,
      sortBy: (sort) => restart({ sort }),
    })
  }, [t, language, now, ranges, thresholds, pools, firstScan, canSet, state.sort, restart])
  const { pageSize } = state
  const pages = Math.max(1, Math.ceil(rows.length / pageSize))
  const page = Math.min(state.page, pages)
  const inPage = rows.slice((page - 1) * pageSize, page * pageSize)
  const inNoPool = totalOf(whole) - ranges.reduce((sum, range) => sum + totalOf(range), 0)
  return (
    <Panel title={t(isByPool ? 'overview.pools' : 'overview.ranges')}>
      {(pools.length > 0 || isByPool) && (
        <NativeSelect
          mb="md"
          maw={220}
          label={t('overview.groupBy')}
          value={by}
          data={[
            { value: 'pool', label: t('pools.pool') },
            { value: 'prefix', label: t('overview.prefix') },
          ]}
          onChange={(event) => restart({ by: event.currentTarget.value === 'pool' ? 'pool' : 'prefix' })}
        />
      )}
      {/* Around these only: the pager stays in view with the ranges, and not over the panel's title. */}
      <div>
        {rows.length === 0 ? (
          <Text>{t('overview.ranges.none')}</Text>
        ) : (
          <>
            <Legend
              entries={countedStates.map((kind) => ({
                name: kind,
                sign: <Swatch meaning={kind} />,
                label: t(`inventory.state.${kind}`),
              }))}
            />
            <DataTable
              label={t('overview.ranges.each')}
              columns={columns}
              rows={inPage}
              rowKey="scope"
              stale={stale}
              density="compact"
            />
          </>
        )}
        {isByPool && inNoPool > 0 && (
          <PageLink size="sm" to={paths.numbers({ pool: noPool })} display="block" mt="xs">
            {t('overview.noPool', { count: inNoPool })}
          </PageLink>
        )}
        {rows.length > defaultPageSize && (
          <Pager
            page={page}
            pageSize={pageSize}
            total={rows.length}
            onPage={list.goToPage}
            onPageSize={list.setPageSize}
          />
        )}
      </div>
    </Panel>
  )
}
