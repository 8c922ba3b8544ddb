import { Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { importRoster, maxRosterRows, rosterOutcomes, type RosterRow } from '#contract/agents.ts'
import { fieldErrors, hasCode } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { searchedRows } from '../../spreadsheet/headers.ts'
import { readText } from '../../spreadsheet/read-text.ts'
import { SheetInput } from '../../spreadsheet/SheetInput.tsx'
import { useSpreadsheet } from '../../spreadsheet/use-spreadsheet.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { readRoster, rosterKind, type RosterField } from './roster-file.ts'

/** Maximum lines of one roster. */
const maxLines = 100_000

/** Imports a roster in batches of `maxRosterRows`. Calls `onPart` after each batch with the number of finished lines. */
async function sendRoster(rows: readonly RosterRow[], onPart: (done: number) => void) {
  const outcomes: (typeof rosterOutcomes)[number][] = []
  for (let from = 0; from < rows.length; from += maxRosterRows) {
    const answer = await call(importRoster, { body: { rows: rows.slice(from, from + maxRosterRows) } })
    outcomes.push(...answer.outcomes)
    onPart(outcomes.length)
  }
  return outcomes
}

/** Imports a list of agents with work numbers or uuids, from a spreadsheet file or pasted cells. */
export function RosterDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [done, setDone] = useState(0)
  const file = useSpreadsheet(rosterKind, maxLines, () => undefined)
  // Choosing a file clears the pasted text, and pasting text replaces the file.
  const form = useForm({
    initialValues: { text: '' },
    onValuesChange: ({ text: typed }) => {
      const sheet = readText(typed, { maxRows: maxLines + 1 + searchedRows })
      if (typeof sheet === 'string') file.clear()
      else file.showTyped(typed, sheet)
    },
  })
  const { text } = form.values
  const { table } = file
  const isTooLong = table !== null && table.total > maxLines
  const lines = useMemo(
    () => (table === null || !table.isReady || isTooLong ? [] : readRoster(table)),
    [table, isTooLong],
  )
  const labelOf = (field: RosterField) => {
    if (field === 'agentUuid') return t('field.agentUuid')
    return field === 'firstName' || field === 'lastName' ? t(`columns.${field}`) : t(`agent.field.${field}`)
  }
  const ready = lines.flatMap(({ line, row }) => (row === null ? [] : [{ line, row }]))
  const wrong = lines.flatMap(({ line, wrong: field, issue }) => {
    if (field === null) return []
    const place = { line: String(line), field: labelOf(field) }
    const text =
      issue === null
        ? t('agents.roster.line', place)
        : t('agents.roster.lineIssue', { ...place, issue: t(`spreadsheet.issue.${issue}`) })
    return [{ line, text }]
  })
  const { mutate, variables, data, isPending, error } = useMutation({
    mutationFn: (sent: typeof ready) =>
      sendRoster(
        sent.map(({ row }) => row),
        setDone,
      ),
    onMutate: () => setDone(0),
    onSettled: (_outcomes, _error, _rows, _result, { client }) =>
      // The overview's first steps include the number of agents.
      Promise.all(['agents', 'capacity'].map((feature) => client.invalidateQueries({ queryKey: [feature] }))),
  })
  // Paths in the error are relative to the refused batch; earlier batches are already imported.
  const refused = hasCode(error, 'names-secret')
    ? Object.keys(fieldErrors(error)).flatMap((path) => variables?.[done + Number(path.split('.')[1])] ?? [])
    : []
  return (
    <FormDialog
      title={t('agents.roster')}
      size="lg"
      submit={data === undefined ? t('agents.roster.import', { count: ready.length }) : null}
      cancel={data === undefined ? undefined : t('action.close')}
      onSubmit={() => mutate(ready)}
      onClose={onClose}
      isDirty={data === undefined && (text !== '' || ready.length > 0)}
      pending={isPending}
      error={error}
      isReady={ready.length > 0}
    >
      {data === undefined ? (
        <>
          <Text size="sm">{t('agents.roster.text')}</Text>
          <SheetInput
            file={{
              ...file,
              readFile: (chosen) => {
                form.setValues({ text: '' })
                return file.readFile(chosen)
              },
            }}
            label={labelOf}
            missing={t('agents.roster.noColumn')}
            disabled={isPending}
            errors={[
              isTooLong && t('agents.roster.tooLong', { most: maxLines }),
              ...refused.map(({ line }) => t('agents.roster.secret', { line: String(line) })),
            ]}
            skipped={{ title: t('agents.roster.wrong', { count: wrong.length }), lines: wrong }}
          >
            <Textarea
              label={t('agents.roster.paste')}
              {...form.getInputProps('text')}
              minRows={3}
              maxRows={12}
              autosize
              spellCheck={false}
            />
          </SheetInput>
          {isPending && (
            <Text size="sm" c="dimmed" component="output">
              {t('agents.roster.progress', { done, all: ready.length })}
            </Text>
          )}
        </>
      ) : (
        <Stack gap="xs" component="output">
          {rosterOutcomes.map((outcome) => {
            const count = data.filter((each) => each === outcome).length
            return count === 0 ? null : (
              <Text key={outcome} size="sm">
                {t(`agents.roster.${outcome}`, { count })}
              </Text>
            )
          })}
        </Stack>
      )}
    </FormDialog>
  )
}
