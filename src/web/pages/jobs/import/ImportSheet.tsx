import { Stack, Alert, Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Check } from '../use-check.ts'
import { Preview } from './Preview.tsx'
import { SheetPanel } from './SheetPanel.tsx'
import type { SheetState } from './use-sheet.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Person } from '#contract/people.ts'
import { useT } from '../../../i18n/Language.tsx'
import { UnclearPeople } from '../../../entities/person/UnclearPeople.tsx'
import { findPeople, type PersonLine } from '../../../entities/person/find-people.ts'
import type { ValidatedRow } from './rows.ts'

interface NamedAgentsProps {
  rows: readonly ValidatedRow[]
  /** Replaces agents' names with their ids. */
  onFound: (people: ReadonlyMap<string, Person>) => void
}

/** Returns the only agent with the name, if a number can be bound to that agent; otherwise null. */
const personOf = (line: PersonLine): Person | null =>
  line.person?.isNewColleague === false ? line.entry : null

/**
 * Looks up agents that the sheet gives by name, because the service accepts only uuids and work numbers. The user
 * chooses when several agents share a name.
 */
function NamedAgents({ rows, onFound }: NamedAgentsProps) {
  const t = useT()
  const client = useQueryClient()
  const names = [
    ...new Set(
      rows.flatMap(({ row: { values, errors } }) =>
        errors.agentID === 'agentID-characters' || errors.agentID === 'agentID-name' ? [values.agentID] : [],
      ),
    ),
  ]
  const [unclear, setUnclear] = useState<readonly PersonLine[]>([])
  const { mutate, isPending } = useMutation({
    mutationFn: () => findPeople(client, names),
    onSuccess: (lines) => {
      const clear = lines.flatMap((line) => {
        const person = personOf(line)
        return person === null ? [] : [[line.text, person] as const]
      })
      onFound(new Map(clear))
      setUnclear(lines.filter((line) => personOf(line) === null))
    },
  })
  if (names.length === 0) return null
  const remaining = unclear.filter(({ text }) => names.includes(text))
  return (
    <Alert title={t('import.named', { count: names.length })}>
      <Stack gap="xs" align="flex-start">
        <UnclearPeople
          lines={remaining}
          chosenId={() => undefined}
          onChoose={(text, _, entry) => {
            if (entry !== null) onFound(new Map([[text, entry]]))
          }}
        />
        <Button size="compact-sm" loading={isPending} onClick={() => mutate()}>
          {t('import.named.find', { count: names.length })}
        </Button>
      </Stack>
    </Alert>
  )
}

interface ImportSheetProps {
  sheet: SheetState
  /** What the service says about the valid rows. */
  check: Pick<Check, 'checks' | 'counts'>
  /** Shown above the rows. */
  progress?: ReactNode
}

/**
 * Imports new extensions from a spreadsheet file or pasted cells: map the columns, check the rows, correct them in
 * place.
 */
export function ImportSheet({ sheet, check, progress: checking }: ImportSheetProps) {
  const { loaded, validation, progress, isRead, reading } = sheet
  return (
    <Stack gap="md">
      <SheetPanel state={sheet} />
      <NamedAgents rows={validation.rows} onFound={sheet.nameAgents} />
      {loaded !== null && (isRead || progress !== null) && (
        <Preview
          validation={validation}
          check={check}
          progress={checking}
          mapping={loaded.mapping}
          state={reading}
          stale={progress !== null}
          decisions={sheet.decisions}
          decide={sheet.decide}
        />
      )}
    </Stack>
  )
}
