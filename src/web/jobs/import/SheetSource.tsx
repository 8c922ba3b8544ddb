import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect, useState, type ClipboardEvent, type DragEvent } from 'react'
import '../../lib/feature-styles.ts'
import { FileChooser } from '../../ui/form/FileChooser.tsx'
import { useT } from '../../i18n/Language.tsx'
import classes from './SheetSource.module.css'
import { saveText, templateCsv } from './template.ts'

interface SheetSourceProps {
  onFile: (file: File) => void
  onText: (text: string) => void
}

const accepted = '.csv,.tsv,.txt,.tab,text/csv,text/plain,text/tab-separated-values,application/vnd.ms-excel'

/** A file dropped beside the zone would make the browser leave the page for it, and lose what was done here. */
function useNoStrayDrop(): void {
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault()
    const kinds = ['dragover', 'drop'] as const
    for (const kind of kinds) window.addEventListener(kind, refuse)
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, refuse)
    }
  }, [])
}

/** Where a sheet comes from: dropped, chosen, pasted, typed; and the template to begin with. */
export function SheetSource({ onFile, onText }: SheetSourceProps) {
  const t = useT()
  const [over, setOver] = useState(false)
  const [typed, setTyped] = useState('')
  useNoStrayDrop()
  const take = (files: FileList | undefined) => {
    const file = files?.[0]
    if (file !== undefined) onFile(file)
    return file !== undefined
  }
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    // Into rows that are being typed a paste is just that; into the empty field it is a sheet, whose passwords stay out of sight.
    if (typed !== '') return
    const text = event.clipboardData.getData('text/plain')
    if (take(event.clipboardData.files)) event.preventDefault()
    else if (text.trim() !== '') {
      event.preventDefault()
      onText(text)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const text = event.dataTransfer.getData('text/plain')
    if (!take(event.dataTransfer.files) && text.trim() !== '') onText(text)
  }
  return (
    <Stack gap="sm">
      <Stack
        gap="sm"
        className={classes.zone}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Group gap="sm" wrap="nowrap">
          <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
          <div>
            <Text fw={600}>{t('import.drop')}</Text>
            <Text size="sm" c="dimmed">
              {t('import.drop.text')}
            </Text>
          </div>
        </Group>
        <Group gap="sm">
          <FileChooser accept={accepted} onFile={onFile}>
            {(props) => <Button {...props}>{t('import.choose')}</Button>}
          </FileChooser>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveText(t('import.template.file'), 'text/csv;charset=utf-8', templateCsv(t))}
          >
            {t('import.template')}
          </Button>
        </Group>
      </Stack>
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
