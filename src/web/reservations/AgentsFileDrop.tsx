import { useState } from 'react'
import { useT } from '../i18n/Language.tsx'
import { SheetInput } from '../shared/spreadsheet/SheetInput.tsx'
import { skippedRows } from '../shared/spreadsheet/skipped-rows.ts'
import { useSpreadsheet } from '../shared/spreadsheet/use-spreadsheet.ts'
import { readAgents, type AgentsFile } from './agents-file.ts'

/** Maximum rows of a sheet; far more than one batch can reserve. */
const maxRows = 1_000

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
  const file = useSpreadsheet(maxRows + 1, (sheet) => {
    const read = sheet === null ? null : readAgents(sheet.rows, withNumbers)
    setSkipped(read?.skipped ?? [])
    setHasColumn(sheet === null || read !== null)
    if (read !== null) onRead(read)
  })
  const isTooLong = (file.sheet?.total ?? 0) > maxRows + 1
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
