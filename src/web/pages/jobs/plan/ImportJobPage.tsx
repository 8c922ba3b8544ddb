import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useT } from '../../../i18n/Language.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { ImportSheet } from '../import/ImportSheet.tsx'
import { useSheet } from '../import/use-sheet.ts'
import { rememberColleagues } from '../colleagues.ts'
import { useLookUps } from '../look-ups.ts'
import { useCheck } from '../use-check.ts'
import { CheckProgress } from './CheckProgress.tsx'
import { useChosenRows } from './chosen-rows.ts'
import { StartJob } from './StartJob.tsx'

/** Creates many numbers from a spreadsheet. */
export function ImportJobPage() {
  const t = useT()
  const sheet = useSheet()
  const { valid, counts } = sheet.validation
  const planned = useMemo(() => valid.map(({ ext }) => ext), [valid])
  const check = useCheck(valid, useLookUps(planned), sheet.decisions.withoutAgent)
  const rows = useChosenRows(check.certain, check.possible)
  return (
    <>
      <PageHeader title={t('create.title')} description={t('plan.import.description')} />
      <Stack gap="md">
        <ImportSheet
          sheet={sheet}
          check={check}
          progress={valid.length > 0 && <CheckProgress check={check} />}
        />
        <StartJob
          rows={rows}
          planned={planned}
          running={check.running}
          unusable={counts.rows - counts.valid}
          onStarted={(id) => {
            rememberColleagues(id, sheet.colleaguesAmong(new Set(rows.numbers)))
            sheet.keepForJob(id)
          }}
          suggestedName={t('plan.import.name', { count: rows.numbers.length || planned.length })}
        />
      </Stack>
    </>
  )
}
