import { Alert, Button, List, Stack, Text, Textarea } from '@mantine/core'
import '@mantine/core/styles/List.css'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { importRoster, mostRosterRows, rosterOutcomes, type RosterRow } from '#contract/agents.ts'
import { call } from '../api/call.ts'
import { useT } from '../i18n/Language.tsx'
import { textOf } from '../lib/encoding.ts'
import { FileChooser } from '../ui/form/FileChooser.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { readRoster } from './roster-file.ts'

const largestFile = 20 * 1024 * 1024
const mostShown = 10

/** Takes a roster in, in parts; `onPart` hears how many lines are done. */
async function sendRoster(rows: readonly RosterRow[], onPart: (done: number) => void) {
  const outcomes: (typeof rosterOutcomes)[number][] = []
  for (let from = 0; from < rows.length; from += mostRosterRows) {
    const answer = await call(importRoster, { body: { rows: rows.slice(from, from + mostRosterRows) } })
    outcomes.push(...answer.outcomes)
    onPart(outcomes.length)
  }
  return outcomes
}

/** A list of people with work numbers or uuids, as a file or pasted cells. */
export function RosterDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [text, setText] = useState('')
  const [isTooLarge, setTooLarge] = useState(false)
  const [done, setDone] = useState(0)
  const lines = useMemo(() => (text.trim() === '' ? [] : readRoster(text)), [text])
  const ready = (lines ?? []).flatMap(({ row }) => (row === null ? [] : [row]))
  const wrong = (lines ?? []).flatMap(({ line, wrong: field }) => (field === null ? [] : [{ line, field }]))
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () => sendRoster(ready, setDone),
    onSettled: (_outcomes, _error, _rows, _result, { client }) =>
      client.invalidateQueries({ queryKey: ['agents'] }),
  })
  const take = async (file: File) => {
    setTooLarge(file.size > largestFile)
    if (file.size <= largestFile) setText(textOf(new Uint8Array(await file.arrayBuffer())))
  }
  return (
    <FormDialog
      title={t('agents.roster')}
      size="lg"
      submit={data === undefined ? t('agents.roster.import', { count: ready.length }) : null}
      cancel={data === undefined ? undefined : t('action.close')}
      onSubmit={() => mutate()}
      onClose={onClose}
      pending={isPending}
      error={error}
      isReady={ready.length > 0}
    >
      {data === undefined ? (
        <>
          <Text size="sm">{t('agents.roster.text')}</Text>
          <FileChooser accept=".csv,.txt,text/csv,text/plain" onFile={(file) => void take(file)}>
            {(props) => (
              <Button variant="default" {...props} data-autofocus>
                {t('agents.roster.choose')}
              </Button>
            )}
          </FileChooser>
          <Textarea
            label={t('agents.roster.paste')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={
              isTooLarge
                ? t('agents.roster.tooLarge')
                : lines === null
                  ? t('agents.roster.noColumn')
                  : undefined
            }
            minRows={6}
            maxRows={12}
            autosize
            spellCheck={false}
          />
          {wrong.length > 0 && (
            <Alert
              variant="outline"
              color="var(--console-warning)"
              title={t('agents.roster.wrong', { count: wrong.length })}
            >
              <List size="sm">
                {wrong.slice(0, mostShown).map(({ line, field }) => (
                  <List.Item key={line}>
                    {t('agents.roster.line', {
                      line,
                      field: field === 'agentUuid' ? t('field.agentUuid') : t(`agent.field.${field}`),
                    })}
                  </List.Item>
                ))}
              </List>
            </Alert>
          )}
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
