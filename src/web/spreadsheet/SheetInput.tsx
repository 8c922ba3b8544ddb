import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FileDrop } from './FileDrop.tsx'
import { SkippedRows, type SkippedLine } from './SkippedRows.tsx'
import { SpreadsheetStatus } from './SpreadsheetStatus.tsx'
import type { SpreadsheetState } from './use-spreadsheet.ts'
import { textColorOf } from '../ui/text/meaning.ts'

interface SheetInputProps<Field extends string> {
  file: SpreadsheetState<Field>
  /** The name of a column's use. */
  label: (field: Field) => string
  /** Shown when a required column is missing. */
  missing: string
  disabled: boolean
  /** Reasons why the whole sheet cannot be used. */
  errors: readonly (string | false)[]
  /** The lines that cannot be used, with the reason. */
  skipped: { title: string; lines: readonly SkippedLine[] }
  /** Another way to enter the rows. */
  children?: ReactNode
}

/** Takes a spreadsheet, and shows the parts that cannot be used. */
export function SheetInput<Field extends string>({
  file,
  label,
  missing,
  disabled,
  errors,
  skipped,
  children,
}: SheetInputProps<Field>) {
  return (
    <Stack gap="sm">
      <FileDrop onFile={(each) => void file.readFile(each)} disabled={disabled} />
      <SpreadsheetStatus state={file} label={label} missing={missing} />
      {children}
      {errors.map(
        (error) =>
          error !== false && (
            <Text key={error} size="sm" role="alert" c={textColorOf('failed')}>
              {error}
            </Text>
          ),
      )}
      <SkippedRows state={file} label={label} title={skipped.title} lines={skipped.lines} />
    </Stack>
  )
}
