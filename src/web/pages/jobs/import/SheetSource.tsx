import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState, type ClipboardEvent } from 'react'
import { useT } from '../../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../../lib/navigation-blocker.ts'
import { ExportButton } from '../../../spreadsheet/ExportButton.tsx'
import { FileDrop } from '../../../spreadsheet/FileDrop.tsx'
import { templateCsv } from './fields.ts'

interface SheetSourceProps {
  onFile: (file: File) => void
  onText: (text: string) => void
}

/** Accepts a sheet by drop, file choice, paste or typing, and offers the template. */
export function SheetSource({ onFile, onText }: SheetSourceProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  useUnsavedChanges(typed.trim() !== '')
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    // Into typed rows, paste as text. Into the empty field, read the paste as a sheet, which keeps its passwords hidden.
    if (typed !== '') return
    const text = event.clipboardData.getData('text/plain')
    const file = event.clipboardData.files[0]
    if (file === undefined && text.trim() === '') return
    event.preventDefault()
    if (file === undefined) onText(text)
    else onFile(file)
  }
  return (
    <Stack gap="sm">
      <FileDrop onFile={onFile} onText={onText} isMain>
        <ExportButton
          name={t('import.template.file')}
          csv={() => templateCsv(t)}
          label={t('import.template')}
        />
      </FileDrop>
      <Textarea
        label={t('import.paste')}
        description={t('import.paste.hint')}
        rows={2}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onPaste={paste}
        autoComplete="off"
        spellCheck={false}
      />
      {typed.trim() !== '' && (
        <Group>
          <Button variant="default" onClick={() => onText(typed)}>
            {t('import.paste.read')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
