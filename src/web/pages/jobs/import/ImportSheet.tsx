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
import { findPeople, type Found } from '../../../entities/person/find-people.ts'
import type { ValidatedRow } from './rows.ts'

interface NamedAgentsProps {
  rows: readonly ValidatedRow[]
  /** Replaces agents' names with their ids. */
  onFound: (agents: ReadonlyMap<string, Person>) => void
}

/** Returns the only agent with the name, if a number can be bound to that agent; otherwise null. */
const agentOf = (found: Found): Person | null => (found.person?.isNewColleague === false ? found.known : null)

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
  const [unclear, setUnclear] = useState<readonly Found[]>([])
  const { mutate, isPending } = useMutation({
    mutationFn: () => findPeople(client, names),
    onSuccess: (found) => {
      const clear = found.flatMap((one) => {
        const agent = agentOf(one)
        return agent === null ? [] : [[one.text, agent] as const]
      })
      onFound(new Map(clear))
      setUnclear(found.filter((one) => agentOf(one) === null))
    },
  })
  if (names.length === 0) return null
  const remaining = unclear.filter(({ text }) => names.includes(text))
  return (
    <Alert title={t('import.named', { count: names.length })}>
      <Stack gap="xs" align="flex-start">
        <UnclearPeople
          found={remaining}
          chosen={() => undefined}
          onChoose={(text, _, known) => {
            if (known !== null) onFound(new Map([[text, known]]))
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
  const { loaded, found, progress, isRead, reading } = sheet
  return (
    <Stack gap="md">
      <SheetPanel state={sheet} />
      <NamedAgents rows={found.rows} onFound={sheet.nameAgents} />
      {loaded !== null && (isRead || progress !== null) && (
        <Preview
          found={found}
          check={check}
          progress={checking}
          mapping={loaded.mapping}
          state={reading}
          deleted={loaded.deleted.size}
          stale={progress !== null}
          onRemove={sheet.remove}
          onRestore={sheet.restore}
          agents={sheet}
        />
      )}
    </Stack>
  )
}
