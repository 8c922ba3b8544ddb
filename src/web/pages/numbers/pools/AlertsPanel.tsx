import { Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { lacksForecast, type Capacity, type Threshold } from '#contract/capacity.ts'
import { useLanguage } from '../../../i18n/Language.tsx'
import { usePermission } from '../../../entities/session/SessionContext.tsx'
import { openDialog } from '../../../ui/form/dialogs.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { momentText } from '../../../ui/text/time-text.ts'
import { scopeText } from '../../../entities/capacity/scope.ts'
import { ThresholdDialog } from './ThresholdDialog.tsx'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { ForecastValue } from '../../../entities/capacity/ForecastValue.tsx'
import { ThresholdState } from './ThresholdState.tsx'

/** Columns of the thresholds. `isScanning`: the first scan is not over. `change` opens a threshold for editing; null for users without permission. */
const thresholdColumns = (
  t: Translate,
  language: UiLanguage,
  now: number,
  isScanning: boolean,
  change: ((threshold: Threshold) => void) | null,
): Column<Threshold>[] => [
  { id: 'prefix', header: t('ranges.range'), width: 120, cell: (threshold) => scopeText(t, threshold) },
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
    header: t('numbers.state.free'),
    numeric: true,
    width: 80,
    cell: ({ free }) => new Intl.NumberFormat(language).format(free),
  },
  {
    id: 'runsOut',
    header: t('ranges.runsOut'),
    wrap: true,
    cell: ({ forecast }) => <ForecastValue forecast={forecast} now={now} />,
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

/** Every threshold, editable by administrators, and who snoozed which alert. */
export function AlertsPanel({ capacity: { thresholds, pools, firstScan, now } }: { capacity: Capacity }) {
  const { t, language } = useLanguage()
  const canSet = usePermission('settings.manage')
  const edit = useCallback(
    (threshold: Threshold | null) =>
      openDialog((close) => (
        <ThresholdDialog thresholds={thresholds} pools={pools} range={threshold} onClose={close} />
      )),
    [thresholds, pools],
  )
  const columns = useMemo(
    () => thresholdColumns(t, language, now, firstScan !== null, canSet ? edit : null),
    [t, language, now, firstScan, canSet, edit],
  )
  const isBroken = thresholds.some(({ broken }) => broken.length > 0)
  const none =
    thresholds.length > 0
      ? firstScan !== null
        ? 'alerts.unread'
        : thresholds.some(lacksForecast)
          ? 'alerts.unforecast'
          : 'alerts.none'
      : canSet
        ? 'alerts.noThresholds'
        : 'alerts.noThresholds.supervisor'
  return (
    <Panel
      title={t('alerts.title')}
      actions={
        canSet && (
          <Button
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => edit(null)}
          >
            {t('thresholds.add')}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {!isBroken && <Text>{t(none)}</Text>}
        {thresholds.map(
          (threshold) =>
            threshold.snoozed !== null && (
              <Text key={threshold.scope}>
                <b>{scopeText(t, threshold)}</b>{' '}
                {t('alerts.snoozed', {
                  by: threshold.snoozed.by,
                  until: momentText(threshold.snoozed.until, now, language),
                })}
              </Text>
            ),
        )}
        {thresholds.length > 0 && (
          <DataTable
            label={t('thresholds.title')}
            columns={columns}
            rows={thresholds}
            rowKey="scope"
            density="compact"
          />
        )}
      </Stack>
    </Panel>
  )
}
