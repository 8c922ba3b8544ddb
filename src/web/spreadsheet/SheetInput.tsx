import { Stack, Text, Button, Group, Textarea } from '@mantine/core'
import type { ReactNode, ClipboardEvent } from 'react'
import { useT } from '../i18n/Language.tsx'
import { textColorOf } from '../ui/text/meaning.ts'
import { FileDrop } from './FileDrop.tsx'
import { SkippedRows, type SkippedLine } from './SkippedRows.tsx'
import { SpreadsheetStatus } from './SpreadsheetStatus.tsx'
import type { SpreadsheetState } from './use-spreadsheet.ts'
import { useUnsavedChanges } from '../lib/navigation-blocker.ts'

interface SheetSourceProps<Field extends string> {
  file: SpreadsheetState<Field>
  disabled: boolean
  /** True when choosing a file is the page's main action. */
  isMain: boolean
  /** More buttons beside the button that chooses a file. */
  children: ReactNode
}

/** Accepts a sheet by drop, file choice, paste or typing. */
function SheetSource<Field extends string>({
  file: { readFile, readText, typed, setTyped },
  disabled,
  isMain,
  children,
}: SheetSourceProps<Field>) {
  const t = useT()
  useUnsavedChanges(typed.trim() !== '')
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    // Into typed rows, paste as text. Into the empty field, read the paste as a sheet, which keeps its passwords hidden.
    if (typed !== '') return
    const text = event.clipboardData.getData('text/plain')
    const file = event.clipboardData.files[0]
    if (file === undefined && text.trim() === '') return
    event.preventDefault()
    void (file === undefined ? readText(text) : readFile(file))
  }
  return (
    <Stack gap="sm">
      <FileDrop
        onFile={(file) => void readFile(file)}
        onText={(text) => void readText(text)}
        disabled={disabled}
        isMain={isMain}
      >
        {children}
      </FileDrop>
      <Textarea
        label={t('import.paste')}
        description={t('import.paste.hint')}
        rows={2}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onPaste={paste}
        readOnly={disabled}
        autoComplete="off"
        spellCheck={false}
      />
      {typed.trim() !== '' && (
        <Group>
          <Button disabled={disabled} onClick={() => void readText(typed)}>
            {t('import.paste.read')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

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
            <Text key={error} role="alert" c={textColorOf('failed')}>
              {error}
            </Text>
          ),
      )}
      <SkippedRows state={file} label={label} title={skipped.title} lines={skipped.lines} />
    </Stack>
  )
}
