import { Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { lacksForecast, type Capacity, type Threshold } from '#contract/capacity.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { momentText } from '../../ui/text/time-text.ts'
import { scopeText } from './scope-text.ts'
import { thresholdColumns } from './threshold-columns.tsx'
import { ThresholdDialog } from './ThresholdDialog.tsx'

const keyOf = ({ scope }: Threshold) => scope

/** Every threshold, editable by administrators, and who acknowledged which alert. */
export function AlertsPanel({ overview: { thresholds, pools, firstScan, now } }: { overview: Capacity }) {
  const { t, language } = useLanguage()
  const canSet = usePermission('settings.manage')
  const [edited, setEdited] = useState<{ threshold: Threshold | null } | null>(null)
  const columns = useMemo(
    () =>
      thresholdColumns(
        t,
        language,
        now,
        firstScan !== null,
        canSet ? (threshold) => setEdited({ threshold }) : null,
      ),
    [t, language, now, firstScan, canSet],
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
            onClick={() => setEdited({ threshold: null })}
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
            threshold.acknowledged !== null && (
              <Text key={threshold.scope}>
                <b>{scopeText(t, threshold)}</b>{' '}
                {t('alerts.acknowledged', {
                  by: threshold.acknowledged.by,
                  until: momentText(threshold.acknowledged.until, now, language),
                })}
              </Text>
            ),
        )}
        {thresholds.length > 0 && (
          <DataTable
            label={t('thresholds.title')}
            columns={columns}
            rows={thresholds}
            rowKey={keyOf}
            density="compact"
          />
        )}
      </Stack>
      {edited !== null && (
        <ThresholdDialog
          thresholds={thresholds}
          pools={pools}
          of={edited.threshold}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  )
}
