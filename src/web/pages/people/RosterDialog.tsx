import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { importRoster, maxRosterRows, previewRoster, rosterOutcomes } from '#contract/people.ts'
import { fieldErrors, hasCode } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { inBatches } from '../../api/in-batches.ts'
import { invalidateAfter } from '../../api/query-client.ts'
import { peoplePaths } from '../../entities/person/queries.ts'
import { useT } from '../../i18n/Language.tsx'
import type { SheetRow } from '../../spreadsheet/sheet.ts'
import { filledRows } from '../../spreadsheet/columns.ts'
import { SheetInput } from '../../spreadsheet/SheetInput.tsx'
import { useSpreadsheet } from '../../spreadsheet/use-spreadsheet.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { rosterKind, rosterReader } from './roster-file.ts'

/** Maximum lines of one roster. */
const maxLines = 100_000
const noRows: readonly SheetRow[] = []

type Counted = { departments: { department: string; before: number; after: number }[] }
/** The departments that have people before the rows of all answers and none after them. */
const findEmptied = (answers: readonly Counted[]) =>
  [
    ...Map.groupBy(
      answers.flatMap(({ departments }) => departments),
      ({ department }) => department,
    ),
  ].flatMap(([department, counts]) => {
    const change = counts.reduce((sum, { before, after }) => sum + after - before, 0)
    const before = counts[0]?.before ?? 0
    return before > 0 && before + change <= 0 ? [department] : []
  })

/** Imports a list of agents with work numbers or uuids, from a spreadsheet file or pasted cells. */
export function RosterDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [done, setDone] = useState(0)
  const [clears, setClears] = useState(false)
  /** The rows whose import was previewed, and the departments in which it would leave no one. */
  const [warned, setWarned] = useState<{ rows: object; emptied: readonly string[] } | null>(null)
  const file = useSpreadsheet(rosterKind, maxLines)
  const { table, typedRows } = file
  const isTooLong = table !== null && table.total > maxLines
  const columns = table?.columns
  const reader = useMemo(() => rosterReader(columns ?? new Map(), clears), [columns, clears])
  const rows = useMemo(
    () => (table?.isReady !== true || isTooLong ? noRows : filledRows(table)),
    [table, isTooLong],
  )
  const lines = useMemo(() => rows.map(reader), [rows, reader])
  const ready = useMemo(
    () => lines.flatMap(({ line, row }) => (row === null ? [] : [{ line, row }])),
    [lines],
  )
  const wrong = useMemo(
    () =>
      lines.flatMap(({ line, wrong: field, issue }) => {
        if (field === null) return []
        const place = { line: String(line), field: rosterKind.caption(t, field) }
        const text =
          issue === null
            ? t('people.roster.line', place)
            : t('people.roster.lineIssue', { ...place, issue: t(`spreadsheet.issue.${issue}`) })
        return [{ line, text }]
      }),
    [lines, t],
  )
  const { mutate, variables, data, isPending, error } = useMutation({
    mutationFn: async (sent: typeof ready) => {
      const all = sent.map(({ row }) => row)
      if (warned?.rows !== sent) {
        const preview = await inBatches(
          all,
          maxRosterRows,
          (part) => call(previewRoster, { body: { rows: part } }),
          {
            onProgress: setDone,
          },
        )
        const emptied = findEmptied(preview)
        setWarned({ rows: sent, emptied })
        if (emptied.length > 0) return null
      }
      const answers = await inBatches(
        all,
        maxRosterRows,
        (part) => call(importRoster, { body: { rows: part } }),
        {
          onProgress: setDone,
        },
      )
      return { outcomes: answers.flatMap(({ outcomes }) => outcomes), emptied: findEmptied(answers) }
    },
    // The overview's first steps include the number of agents.
    onSettled: invalidateAfter(...peoplePaths, '/api/capacity'),
  })
  // Paths in the error are relative to the refused batch; earlier batches are already imported.
  const refused = hasCode(error, 'names-secret')
    ? Object.keys(fieldErrors(error)).flatMap((path) => variables?.[done + Number(path.split('.')[1])] ?? [])
    : []
  const emptied = warned?.rows === ready ? warned.emptied : []
  return (
    <FormDialog
      title={t('people.roster')}
      size="lg"
      submit={
        emptied.length > 0 ? t('people.roster.anyway') : t('people.roster.import', { count: ready.length })
      }
      onSubmit={() => mutate(ready)}
      onClose={onClose}
      isDirty={typedRows.trim() !== '' || ready.length > 0}
      sending={{ isPending, error }}
      isReady={ready.length > 0}
      result={
        data ? (
          <Stack gap="xs" component="output">
            {rosterOutcomes.map((outcome) => {
              const count = data.outcomes.filter((each) => each === outcome).length
              return count === 0 ? null : (
                <Text key={outcome}>{t(`people.roster.${outcome}`, { count })}</Text>
              )
            })}
            {data.emptied.length > 0 && (
              <Alert>
                {t('people.roster.emptied', { departments: data.emptied.join(t('list.separator')) })}
              </Alert>
            )}
          </Stack>
        ) : undefined
      }
    >
      <Text>{t('people.roster.text')}</Text>
      <SheetInput
        file={file}
        disabled={isPending}
        withCells
        errors={[
          isTooLong && t('people.roster.tooLong', { most: maxLines }),
          ...refused.map(({ line }) => t('people.roster.secret', { line: String(line) })),
        ]}
        skipped={wrong}
        skippedTitle={t('people.roster.wrong', { count: wrong.length })}
      />
      <Checkbox
        label={t('people.roster.clear')}
        checked={clears}
        disabled={isPending}
        onChange={(event) => setClears(event.currentTarget.checked)}
      />
      {emptied.length > 0 && (
        <Alert>{t('people.roster.empties', { departments: emptied.join(t('list.separator')) })}</Alert>
      )}
      {isPending && (
        <Text c="dimmed" component="output">
          {t('people.roster.progress', { done, all: ready.length })}
        </Text>
      )}
    </FormDialog>
  )
}
