import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Check } from '../use-check.ts'
import { NamedAgents } from './NamedAgents.tsx'
import { Preview } from './Preview.tsx'
import { SheetPanel } from './SheetPanel.tsx'
import type { SheetState } from './use-sheet.ts'

interface ImportSheetProps {
  sheet: SheetState
  /** What the service says about the valid rows. */
  check: Pick<Check, 'checks' | 'counts'>
  /** Shown above the rows. */
  progress?: ReactNode
}

/**
 * Imports new extensions from a spreadsheet file or pasted cells: map the columns, check the rows, correct them in
 * place. The browser stores only the mapping.
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
        />
      )}
    </Stack>
  )
}
