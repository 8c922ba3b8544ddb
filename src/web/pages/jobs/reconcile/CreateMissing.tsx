import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { useT } from '../../../i18n/Language.tsx'
import { useReturnFocus } from '../../../ui/focus/return-focus.ts'
import type { ImportedRow } from '../import/rows.ts'
import type { LookUps } from '../look-ups.ts'
import { CheckedRows } from '../plan/CheckedRows.tsx'
import { CheckProgress } from '../plan/CheckProgress.tsx'
import { Outcome } from '../plan/Outcome.tsx'
import { StartJob, useChosenRows } from '../plan/StartJob.tsx'
import { useCheck } from '../use-check.ts'

interface CreateMissingProps {
  rows: readonly ImportedRow[]
  lookUps: LookUps
  /** The sheet's name. */
  sheet: string
  onBack: () => void
}

/** Maximum length of the file name's part in the job name; a job name has at most 128 characters. */
const longestName = 80

/** The plan that creates the missing numbers. Replaces the comparison until the user goes back. */
export function CreateMissing({ rows, lookUps, sheet, onBack }: CreateMissingProps) {
  const t = useT()
  const check = useCheck(rows, lookUps)
  const chosen = useChosenRows(check.certain, check.possible)
  const planned = useMemo(() => rows.map(({ ext }) => ext), [rows])
  const heading = useRef<HTMLHeadingElement>(null)
  useReturnFocus()
  useEffect(() => heading.current?.focus(), [])
  const plain = sheet.replaceAll(/\p{Cc}/gu, '').slice(0, longestName)
  return (
    <Stack gap="md" component="section" aria-label={t('reconcile.plan')}>
      <Group gap="sm" justify="space-between">
        <div>
          <Title order={2} ref={heading} tabIndex={-1}>
            {t('reconcile.plan')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('reconcile.plan.text', { count: rows.length })}
          </Text>
        </div>
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
          {t('reconcile.plan.back')}
        </Button>
      </Group>
      <CheckProgress check={check} />
      <CheckedRows rows={rows} check={check} />
      <StartJob
        chosen={chosen}
        planned={planned}
        running={check.running}
        suggestedName={() => t('reconcile.plan.name', { sheet: plain })}
      >
        <Outcome numbers={chosen.numbers} running={check.running} />
      </StartJob>
    </Stack>
  )
}
