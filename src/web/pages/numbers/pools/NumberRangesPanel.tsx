import { Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { NumberRangeCapacity, Capacity } from '#contract/capacity.ts'
import { totalOf } from '#contract/number-states.ts'
import { useLanguage } from '../../../i18n/Language.tsx'
import { usePermission } from '../../../entities/session/SessionContext.tsx'
import { openDialog } from '../../../ui/form/dialogs.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { numberRangeColumns, type NumberRangeRow } from './number-range-columns.tsx'
import { runOutKeyOf } from '../../../entities/capacity/forecast-text.ts'
import { scopeText } from '../../../entities/capacity/scope.ts'
import type { RangeSort } from './ranges-state.ts'
import { StatesLegend } from '../../../entities/extension/StatesLegend.tsx'
import type { PoolList } from './pools-state.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ThresholdDialog } from './ThresholdDialog.tsx'

const orders: Record<RangeSort, (a: NumberRangeCapacity, b: NumberRangeCapacity) => number> = {
  prefix: () => 0,
  free: (a, b) => a.free - b.free,
  soonest: (a, b) => (runOutKeyOf(a) === runOutKeyOf(b) ? a.free - b.free : runOutKeyOf(a) - runOutKeyOf(b)),
}

interface NumberRangesPanelProps {
  capacity: Capacity
  list: PoolList
  stale: boolean
}

/** How many numbers begin with the same digits, and when they run out: with bars and thresholds. */
export function NumberRangesPanel({ capacity, list: { state, set }, stale }: NumberRangesPanelProps) {
  const { t, language } = useLanguage()
  const canSet = usePermission('settings.manage')
  const { ranges, pools, thresholds, firstScan, boundScan, now } = capacity
  const rows = useMemo(() => {
    const byScope = new Map(thresholds.map((threshold) => [threshold.scope, threshold]))
    return ranges
      .toSorted(orders[state.ranges])
      .map((range): NumberRangeRow => ({ ...range, threshold: byScope.get(range.scope) ?? null }))
  }, [ranges, thresholds, state.ranges])
  const columns = useMemo(() => {
    const action = (row: NumberRangeRow) => {
      const { threshold } = row
      const name = threshold === null ? 'thresholds.set.of' : 'thresholds.change.of'
      return (
        <Button
          size="compact-sm"
          data-quiet
          aria-label={t(name, { what: scopeText(t, row) })}
          onClick={() =>
            openDialog((close) => (
              <ThresholdDialog thresholds={thresholds} pools={pools} range={row} onClose={close} />
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
      scans: { firstScan, boundScan },
      action: canSet ? action : null,
      sorted: state.ranges,
      sortBy: (by) => set({ ranges: by }),
    })
  }, [t, language, now, ranges, thresholds, pools, firstScan, boundScan, canSet, state.ranges, set])
  return (
    <Panel title={t('ranges.title')} actions={rows.length > 0 && <StatesLegend />}>
      {rows.length === 0 ? (
        <Text>{t('ranges.none')}</Text>
      ) : (
        <>
          <DataTable
            label={t('ranges.each')}
            columns={columns}
            rows={rows}
            rowKey="scope"
            stale={stale}
            density="compact"
          />
        </>
      )}
    </Panel>
  )
}
