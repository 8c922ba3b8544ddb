import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { ClipboardEvent, ReactNode } from 'react'
import { useT } from '../i18n/Language.tsx'
import { useUnsavedChanges } from '../lib/navigation-blocker.ts'
import { textColorOf } from '../ui/text/meaning.ts'
import { FileDrop } from './FileDrop.tsx'
import { SkippedRows, type SkippedLine } from './SkippedRows.tsx'
import { SpreadsheetStatus } from './SpreadsheetStatus.tsx'
import type { SpreadsheetState } from './use-spreadsheet.ts'

interface PastedCellsProps<Field extends string> {
  file: SpreadsheetState<Field>
  disabled: boolean
}

/** Takes pasted or typed cells. */
function PastedCells<Field extends string>({ file, disabled }: PastedCellsProps<Field>) {
  const t = useT()
  const { readFile, readText, typedRows, setTypedRows } = file
  useUnsavedChanges(typedRows.trim() !== '')
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    // Into typed rows, paste as text. Into the empty field, read the paste as a sheet, which keeps its passwords hidden.
    if (typedRows !== '') return
    const text = event.clipboardData.getData('text/plain')
    const pasted = event.clipboardData.files[0]
    if (pasted === undefined && text.trim() === '') return
    event.preventDefault()
    void (pasted === undefined ? readText(text) : readFile(pasted))
  }
  return (
    <>
      <Textarea
        label={t('import.paste')}
        description={t('import.paste.hint')}
        rows={2}
        value={typedRows}
        onChange={(event) => setTypedRows(event.currentTarget.value)}
        onPaste={paste}
        readOnly={disabled}
        autoComplete="off"
        spellCheck={false}
      />
      {typedRows.trim() !== '' && (
        <Group>
          <Button disabled={disabled} onClick={() => void readText(typedRows)}>
            {t('import.paste.read')}
          </Button>
        </Group>
      )}
    </>
  )
}

interface SheetInputProps<Field extends string> {
  file: SpreadsheetState<Field>
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
  skipped?: readonly SkippedLine[]
  skippedTitle?: string | undefined
  /** Another way to enter the rows. */
  children?: ReactNode
}

/** The first step of every import: takes a sheet, shows how it is read, and lists the rows that cannot be used for correction. */
export function SheetInput<Field extends string>(props: SheetInputProps<Field>) {
  const { file, disabled = false, withCells = false, buttons, errors = [], skipped = [], children } = props
  const { isMain = false, alsoAccepted = '', skippedTitle } = props
  const isRead = file.table !== null
  return (
    <Stack gap="sm">
      <FileDrop
        onFile={(dropped) => void file.readFile(dropped)}
        onText={(text) => withCells && void file.readText(text)}
        disabled={disabled}
        isCompact={isRead}
        isMain={isMain}
        alsoAccepted={alsoAccepted}
      >
        {buttons}
      </FileDrop>
      {/* A field that has the focus stays. */}
      {withCells && !(isRead && file.source?.name != null) && <PastedCells file={file} disabled={disabled} />}
      <SpreadsheetStatus state={file} />
      {children}
      {errors.map(
        (error) =>
          error !== false && (
            <Text key={error} role="alert" c={textColorOf('failed')}>
              {error}
            </Text>
          ),
      )}
      <SkippedRows state={file} title={skippedTitle} lines={skipped} />
    </Stack>
  )
}
