import { Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Overview, Threshold } from '#contract/overview.ts'
import { useLanguage } from '../i18n/Language.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { Panel } from './Panel.tsx'
import { thresholdColumns } from './threshold-columns.tsx'
import { ThresholdDialog } from './ThresholdDialog.tsx'

const keyOf = ({ prefix }: Threshold) => prefix

/** All thresholds, of any length of prefix, for admins to set. */
export function ThresholdsPanel({ overview: { thresholds, now } }: { overview: Overview }) {
  const { t, language } = useLanguage()
  const [edited, setEdited] = useState<{ prefix: string | null } | null>(null)
  const columns = useMemo(
    () => thresholdColumns(t, language, now, (prefix) => setEdited({ prefix })),
    [t, language, now],
  )
  return (
    <Panel
      title={t('thresholds.title')}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setEdited({ prefix: null })}
        >
          {t('thresholds.add')}
        </Button>
      }
    >
      <Stack gap="sm">
        {thresholds.length === 0 ? (
          <Text size="sm">{t('alerts.noThresholds')}</Text>
        ) : (
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
        <ThresholdDialog thresholds={thresholds} prefix={edited.prefix} onClose={() => setEdited(null)} />
      )}
    </Panel>
  )
}
