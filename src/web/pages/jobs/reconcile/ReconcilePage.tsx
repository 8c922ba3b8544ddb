import { Stack, Button, Group, Text, Title } from '@mantine/core'
import { useMemo, useState, useEffect, useRef } from 'react'
import { IconArrowLeft } from '@tabler/icons-react'
import { useT } from '../../../i18n/Language.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import type { ImportedRow, ValidationResult } from '../import/rows.ts'
import { invalidLines } from '../import/row-errors.ts'
import { SheetPanel } from '../import/SheetPanel.tsx'
import { useSheet } from '../import/use-sheet.ts'
import { useLookUps, type LookUps } from '../look-ups.ts'
import { useReturnFocus } from '../../../ui/focus/return-focus.ts'
import { CheckProgress } from '../plan/CheckProgress.tsx'
import { useChosenRows } from '../plan/chosen-rows.ts'
import { StartJob } from '../plan/StartJob.tsx'
import { useCheck, type Check } from '../use-check.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { textCell } from '../../../ui/text/EmptyValue.tsx'
import { checkMeanings, checkText, type Checked } from '../check.ts'
import { Comparison } from './Comparison.tsx'
import { LookUpProgress } from './LookUpProgress.tsx'
import { numbersOf, reconcile } from './outcomes.ts'

interface CheckedRow {
  row: ImportedRow
  checked: Checked
}

const columnsOf = (t: Translate): Column<CheckedRow>[] => [
  { id: 'line', header: t('job.items.line'), width: 56, numeric: true, cell: ({ row }) => row.line },
  { id: 'ext', header: t('import.field.ext'), width: 120, cell: ({ row }) => row.ext },
  {
    id: 'agentID',
    header: t('import.field.agentID'),
    width: 160,
    cell: ({ row }) => textCell(row.agentID ?? null),
  },
  {
    id: 'state',
    header: t('caption.state'),
    width: 170,
    cell: ({ checked: { state } }) => (
      <StateBadge meaning={checkMeanings[state]}>{t(`check.state.${state}`)}</StateBadge>
    ),
  },
  {
    id: 'reason',
    header: t('caption.reason'),
    width: 260,
    wrap: true,
    cell: ({ checked }) => textCell(checkText(t, checked)),
  },
]
const rowKey = ({ row }: CheckedRow) => String(row.line)

/** The checked rows that are not ready, each with its state and reason; nothing when there are none. */
function CheckedRows({ rows, check }: { rows: readonly ImportedRow[]; check: Check }) {
  const t = useT()
  const { checks } = check
  const columns = useMemo(() => columnsOf(t), [t])
  const notReady = useMemo(
    () =>
      rows.flatMap((row) => {
        const checked = checks.get(row.line)
        return checked === undefined || checked.state === 'ready' ? [] : [{ row, checked }]
      }),
    [rows, checks],
  )
  return notReady.length === 0 ? null : (
    <DataTable label={t('check.rows')} columns={columns} rows={notReady} rowKey={rowKey} density="compact" />
  )
}

interface CreateMissingProps {
  rows: readonly ImportedRow[]
  lookUps: LookUps
  /** The sheet's name. */
  sheet: string
  onStarted: (job: string) => void
  onBack: () => void
}

/** Maximum length of the file name's part in the job name; a job name has at most 128 characters. */
const longestName = 80

/** The plan that creates the missing numbers. Replaces the comparison until the user goes back. */
function CreateMissing({ rows, lookUps, sheet, onStarted, onBack }: CreateMissingProps) {
  const t = useT()
  const check = useCheck(rows, lookUps)
  const chosenRows = useChosenRows(check.certain, check.possible)
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
          <Text c="dimmed">{t('reconcile.plan.text', { count: rows.length })}</Text>
        </div>
        <Button leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
          {t('reconcile.plan.back')}
        </Button>
      </Group>
      <CheckProgress check={check} />
      <CheckedRows rows={rows} check={check} />
      <StartJob
        rows={chosenRows}
        planned={planned}
        running={check.running}
        onStarted={onStarted}
        suggestedName={t('reconcile.plan.name', { sheet: plain })}
      />
    </Stack>
  )
}

/** Compares a team's spreadsheet with the service: missing, differing and matching rows. Sends only look-ups until a plan is started. */
export function ReconcilePage() {
  const t = useT()
  const sheet = useSheet('compare')
  const { source, progress, error: unread, loaded, validation, isRead } = sheet
  const lookUps = useLookUps(useMemo(() => numbersOf(validation), [validation]))
  const { looked, error } = lookUps
  const usual = loaded?.mapping.agentType ?? null
  const result = useMemo(
    () => reconcile(validation, usual, { looked, error }),
    [validation, usual, looked, error],
  )
  /** The creatable rows when the plan opened. Later look-ups do not change them; a changed sheet discards the plan. */
  const [plan, setPlan] = useState<{ validation: ValidationResult; rows: readonly ImportedRow[] } | null>(
    null,
  )
  const planned = plan?.validation === validation ? plan.rows : null
  const wrong = useMemo(() => invalidLines(t, validation.rows), [t, validation.rows])
  return (
    <>
      <PageHeader title={t('create.title')} description={t('reconcile.description')} />
      <div hidden={planned !== null}>
        <Stack gap="lg">
          <SheetPanel state={sheet} skipped={wrong} />
          {loaded === null && progress === null && unread === null && (
            <EmptyState title={t('reconcile.none')} text={t('reconcile.none.next')} />
          )}
          {isRead && validation.rows.length === 0 && (
            <EmptyState title={t('reconcile.noRows')} text={t('reconcile.noRows.next')} />
          )}
          {validation.rows.length > 0 && loaded !== null && (
            <>
              <LookUpProgress lookUps={lookUps} result={result} silent={planned !== null} />
              <Comparison
                result={result}
                mapping={loaded.mapping}
                lookUps={lookUps}
                onCreate={() => setPlan({ validation, rows: result.creatable })}
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
          onStarted={sheet.keepForJob}
          onBack={() => setPlan(null)}
        />
      )}
    </>
  )
}
