import { useState } from 'react'
import { useT } from '../i18n/Language.tsx'
import { SheetInput } from '../shared/spreadsheet/SheetInput.tsx'
import { skippedRows } from '../shared/spreadsheet/skipped-rows.ts'
import { knownNames } from '../shared/spreadsheet/columns.ts'
import { useSpreadsheet } from '../shared/spreadsheet/use-spreadsheet.ts'
import { agentsKind, readAgents, type AgentsFile } from './agents-file.ts'

/** Maximum rows of a sheet; far more than one batch can reserve. */
const maxRows = 1_000
const known = knownNames(agentsKind)

interface AgentsFileDropProps {
  /** Whether to read the numbers beside the agents too. */
  withNumbers: boolean
  disabled: boolean
  onRead: (file: AgentsFile) => void
}

/** Reads agents from a spreadsheet and lists the skipped rows. */
export function AgentsFileDrop({ withNumbers, disabled, onRead }: AgentsFileDropProps) {
  const t = useT()
  const [skipped, setSkipped] = useState<AgentsFile['skipped']>([])
  const [hasColumn, setHasColumn] = useState(true)
  const file = useSpreadsheet(known, maxRows, (table) => {
    const read = table === null ? null : readAgents(table, withNumbers)
    setSkipped(read?.skipped ?? [])
    setHasColumn(table === null || read !== null)
    if (read !== null) onRead(read)
  })
  const isTooLong = (file.table?.total ?? 0) > maxRows
  return (
    <SheetInput
      file={file}
      disabled={disabled}
      errors={[
        !hasColumn && t(withNumbers ? 'reservations.file.noColumns' : 'reservations.file.noColumn'),
        isTooLong && t('reservations.file.tooLong', { most: maxRows }),
      ]}
      skipped={skippedRows(t, skipped)}
    />
  )
}
