import { useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { SheetInput } from '../../spreadsheet/SheetInput.tsx'
import { skippedRows } from '../../entities/extension/skipped-rows.ts'
import { agentColumnLabel } from '../../entities/agent/column-label.ts'
import { useSpreadsheet } from '../../spreadsheet/use-spreadsheet.ts'
import { agentsKind, pairsKind, readAgents, type AgentsFile } from './agents-file.ts'

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
  const file = useSpreadsheet(withNumbers ? pairsKind : agentsKind, maxRows, (table) => {
    const read = table?.isReady === true ? readAgents(table) : null
    setSkipped(read?.skipped ?? [])
    if (read !== null) onRead(read)
  })
  const isTooLong = (file.table?.total ?? 0) > maxRows
  return (
    <SheetInput
      file={file}
      label={(field) => agentColumnLabel(t, field)}
      missing={t(withNumbers ? 'reservations.file.noColumns' : 'reservations.file.noColumn')}
      disabled={disabled}
      errors={[isTooLong && t('reservations.file.tooLong', { most: maxRows })]}
      skipped={skippedRows(t, skipped)}
    />
  )
}
