import { Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { mostItems } from '#contract/jobs.ts'
import { Preview } from './Preview.tsx'
import type { ImportedRow } from './rows.ts'
import { SheetPanel } from './SheetPanel.tsx'
import { useSheet } from './use-sheet.ts'

interface ImportSheetProps {
  /**
   * Called with the rows that can be created, in the sheet's order, whenever they change; none while a sheet is being read. Edits land
   * when their cell is left, so there is no delay in which the caller would hold rows that are out of date.
   */
  onRows: (rows: readonly ImportedRow[]) => void
}

/** Reports the rows when they differ from those reported last; the same objects are the same rows. */
function useTold(ready: readonly ImportedRow[], onRows: ImportSheetProps['onRows']): void {
  const reported = useRef<readonly ImportedRow[]>([])
  useEffect(() => {
    const before = reported.current
    if (ready.length === before.length && ready.every((row, index) => row === before[index])) return
    reported.current = ready
    onRows(ready)
  }, [ready, onRows])
}

/** Import of new extensions from a spreadsheet: a file or pasted cells, mapped, checked, corrected in place. Keeps nothing in the browser but the mapping. */
export function ImportSheet({ onRows }: ImportSheetProps) {
  const state = useSheet()
  const { loaded, total, found, progress } = state
  useTold(found.ready, onRows)
  return (
    <Stack gap="md">
      <SheetPanel state={state} />
      {loaded !== null && total <= mostItems && loaded.mapping.columns.ext !== null && (
        <Preview
          found={found}
          mapping={loaded.mapping}
          deleted={loaded.deleted.size}
          stale={progress !== null}
          onEdit={state.edit}
          onRemove={state.remove}
          onRestore={state.restore}
        />
      )}
    </Stack>
  )
}
