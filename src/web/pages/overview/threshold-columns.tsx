import { Button } from '@mantine/core'
import type { Threshold } from '#contract/capacity.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { Forecast } from '../../entities/forecast/Forecast.tsx'
import { scopeText } from './scope-text.ts'
import { ThresholdState } from './ThresholdState.tsx'

/** Columns of the thresholds. `isScanning`: the first scan is not over. `change` opens a threshold for editing; null for users without permission. */
export const thresholdColumns = (
  t: Translate,
  language: UiLanguage,
  now: number,
  isScanning: boolean,
  change: ((threshold: Threshold) => void) | null,
): Column<Threshold>[] => [
  { id: 'prefix', header: t('overview.prefix'), width: 120, cell: (threshold) => scopeText(t, threshold) },
  {
    id: 'levels',
    header: t('thresholds.title'),
    wrap: true,
    cell: ({ leastFree, leastDays }) =>
      [
        ...(leastFree === null ? [] : [t('thresholds.free', { count: leastFree })]),
        ...(leastDays === null ? [] : [t('thresholds.days', { count: leastDays })]),
      ].join(' · '),
  },
  {
    id: 'state',
    header: t('caption.state'),
    width: 160,
    cell: (threshold) => <ThresholdState threshold={threshold} isScanning={isScanning} />,
  },
  {
    id: 'free',
    header: t('overview.free'),
    numeric: true,
    width: 80,
    cell: ({ free }) => new Intl.NumberFormat(language).format(free),
  },
  {
    id: 'runsOut',
    header: t('overview.runsOut'),
    wrap: true,
    cell: ({ forecast }) => <Forecast forecast={forecast} now={now} />,
  },
  {
    id: 'changed',
    header: t('thresholds.changed'),
    wrap: true,
    cell: ({ changedAt, changedBy }) => (
      <span>
        <Time value={changedAt} /> · {changedBy}
      </span>
    ),
  },
  ...(change === null ? [] : [changeColumn(t, change)]),
]

const changeColumn = (t: Translate, change: (threshold: Threshold) => void): Column<Threshold> => ({
  id: 'actions',
  header: t('caption.actions'),
  actions: true,
  cell: (threshold) => (
    <Button
      size="compact-sm"
      aria-label={t('thresholds.change.of', { what: scopeText(t, threshold) })}
      onClick={() => change(threshold)}
    >
      {t('action.change')}
    </Button>
  ),
})
