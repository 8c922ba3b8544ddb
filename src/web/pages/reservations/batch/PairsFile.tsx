import { useState } from 'react'
import { personSheetColumns, type PersonSheetField } from '../../../entities/person/person-columns.ts'
import { skippedLines } from '../../../entities/extension/skipped-rows.ts'
import { useT } from '../../../i18n/Language.tsx'
import { SheetInput } from '../../../spreadsheet/SheetInput.tsx'
import { useSpreadsheet } from '../../../spreadsheet/use-spreadsheet.ts'
import { pairsKind, readPeople, type PeopleFile } from '../people-file.ts'

/** Maximum rows of a sheet; far more than one batch can reserve. */
const maxRows = 1_000

export interface PairLists {
  people: string | null
  numbers: string | null
}

interface PairsFileProps {
  disabled: boolean
  /** Receives the lists of the sheet's columns, `null` for a column that it does not have, or without a sheet that can be used. */
  onRead: (lists: PairLists) => void
}

/** Reads people, and the numbers beside them, from a spreadsheet and lists the skipped rows. */
export function PairsFile({ disabled, onRead }: PairsFileProps) {
  const t = useT()
  const [skipped, setSkipped] = useState<PeopleFile['skipped']>([])
  const file = useSpreadsheet(pairsKind, maxRows, (table) => {
    const read = table?.isReady === true ? readPeople(table) : null
    setSkipped(read?.skipped ?? [])
    const listOf = (list: string[] | undefined, fields: readonly PersonSheetField[]) =>
      list !== undefined && fields.some((field) => table?.columns.has(field)) ? list.join('\n') : null
    onRead({ people: listOf(read?.people, personSheetColumns), numbers: listOf(read?.numbers, ['ext']) })
  })
  const isTooLong = (file.table?.total ?? 0) > maxRows
  return (
    <SheetInput
      file={file}
      disabled={disabled}
      errors={[isTooLong && t('reservations.file.tooLong', { most: maxRows })]}
      skipped={skippedLines(t, skipped)}
    />
  )
}
