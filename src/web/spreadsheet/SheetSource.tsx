import { Button, Group, Stack, Textarea } from '@mantine/core'
import type { ClipboardEvent, ReactNode } from 'react'
import { useT } from '../i18n/Language.tsx'
import { useUnsavedChanges } from '../lib/navigation-blocker.ts'
import { FileDrop } from './FileDrop.tsx'
import type { SpreadsheetState } from './use-spreadsheet.ts'

interface SheetSourceProps<Field extends string> {
  file: SpreadsheetState<Field>
  disabled: boolean
  /** True when choosing a file is the page's main action. */
  isMain: boolean
  /** More buttons beside the button that chooses a file. */
  children: ReactNode
}

/** Accepts a sheet by drop, file choice, paste or typing. */
export function SheetSource<Field extends string>({
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
          <Button variant="default" disabled={disabled} onClick={() => void readText(typed)}>
            {t('import.paste.read')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
