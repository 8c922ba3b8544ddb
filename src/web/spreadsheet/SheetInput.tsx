import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../i18n/Language.tsx'
import { textColorOf } from '../ui/text/meaning.ts'
import { FileDrop } from './FileDrop.tsx'
import { SheetSource } from './SheetSource.tsx'
import { SkippedRows, type SkippedLine } from './SkippedRows.tsx'
import { SpreadsheetStatus } from './SpreadsheetStatus.tsx'
import type { SpreadsheetState } from './use-spreadsheet.ts'

interface SheetInputProps<Field extends string> {
  file: SpreadsheetState<Field>
  /** The name of a column's use. */
  label: (field: Field) => string
  /** Shown when a required column is missing. */
  missing: string
  disabled?: boolean
  /** True when choosing a file is the page's main action. */
  isMain?: boolean
  /** Whether cells can be pasted and typed too; an import with a list of its own has another field for them. */
  withCells?: boolean
  /** More file types, in the format of a file input's `accept`. */
  alsoAccepted?: string
  /** More buttons beside the button that chooses a file. */
  buttons?: ReactNode
  /** Reasons why the whole sheet cannot be used. */
  errors?: readonly (string | false)[]
  /** The lines that cannot be used, with the reason. */
  skipped: { title: string; lines: readonly SkippedLine[] }
  /** Another way to enter the rows. */
  children?: ReactNode
}

/** The first step of every import: takes a sheet, shows how it is read, and lists the rows that cannot be used for correction. */
export function SheetInput<Field extends string>({
  file,
  label,
  missing,
  disabled = false,
  isMain = false,
  withCells = false,
  alsoAccepted,
  buttons,
  errors = [],
  skipped,
  children,
}: SheetInputProps<Field>) {
  const t = useT()
  return (
    <Stack gap="sm">
      {withCells ? (
        <SheetSource file={file} disabled={disabled} isMain={isMain}>
          {buttons}
        </SheetSource>
      ) : (
        <FileDrop
          onFile={(each) => void file.readFile(each)}
          disabled={disabled}
          isMain={isMain}
          {...(alsoAccepted !== undefined && { alsoAccepted })}
        >
          {buttons}
        </FileDrop>
      )}
      <SpreadsheetStatus
        state={file}
        label={label}
        missing={missing}
        {...(withCells && { pasted: t('import.pasted') })}
      />
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
