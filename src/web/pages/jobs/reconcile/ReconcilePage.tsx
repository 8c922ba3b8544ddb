import { Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useT } from '../../../i18n/Language.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import type { ImportedRow, ValidationResult } from '../import/rows.ts'
import { invalidLines } from '../import/row-errors.ts'
import { SheetPanel } from '../import/SheetPanel.tsx'
import { useSheet } from '../import/use-sheet.ts'
import { useLookUps } from '../look-ups.ts'
import { Comparison } from './Comparison.tsx'
import { CreateMissing } from './CreateMissing.tsx'
import { LookUpProgress } from './LookUpProgress.tsx'
import { numbersOf, reconcile } from './outcomes.ts'

/** Compares a team's spreadsheet with the service: missing, differing and matching rows. Sends only look-ups until a plan is started. */
export function ReconcilePage() {
  const t = useT()
  const sheet = useSheet()
  const { source, progress, error: unread, loaded, found, isRead } = sheet
  const lookUps = useLookUps(() => numbersOf(found))
  const { looked, error } = lookUps
  const usual = loaded?.mapping.agentType ?? '1'
  const result = useMemo(() => reconcile(found, usual, { looked, error }), [found, usual, looked, error])
  /** The creatable rows when the plan opened. Later look-ups do not change them; a changed sheet discards the plan. */
  const [plan, setPlan] = useState<{ of: ValidationResult; rows: readonly ImportedRow[] } | null>(null)
  const planned = plan?.of === found ? plan.rows : null
  const wrong = useMemo(() => invalidLines(t, found.rows), [t, found.rows])
  return (
    <>
      <PageHeader title={t('create.title')} description={t('reconcile.description')} />
      <div hidden={planned !== null}>
        <Stack gap="lg">
          <SheetPanel state={sheet} skipped={wrong} />
          {loaded === null && progress === null && unread === null && (
            <EmptyState title={t('reconcile.none')} text={t('reconcile.none.next')} />
          )}
          {isRead && found.rows.length === 0 && (
            <EmptyState title={t('reconcile.noRows')} text={t('reconcile.noRows.next')} />
          )}
          {found.rows.length > 0 && loaded !== null && (
            <>
              <LookUpProgress lookUps={lookUps} result={result} silent={planned !== null} />
              <Comparison
                result={result}
                mapping={loaded.mapping}
                lookUps={lookUps}
                onCreate={() => setPlan({ of: found, rows: result.creatable })}
              />
            </>
          )}
        </Stack>
      </div>
      {planned !== null && (
        <CreateMissing
          rows={planned}
          lookUps={lookUps}
          sheet={source?.name?.replace(/\.\w+$/, '') ?? t('import.pasted')}
          onBack={() => setPlan(null)}
        />
      )}
    </>
  )
}
