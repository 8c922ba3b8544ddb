import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, type DragEvent, type ReactNode } from 'react'
import '../../lib/feature-styles.ts'
import { useT } from '../../i18n/Language.tsx'
import classes from './FileDrop.module.css'

/** What spreadsheet programs save, and what they export as text. */
const accepted =
  '.xlsx,.xlsm,.csv,.tsv,.txt,.tab,text/csv,text/plain,text/tab-separated-values,application/vnd.ms-excel,' +
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface FileDropProps {
  onFile: (file: File) => void
  /** For dragged text; without it only files are taken. */
  onText?: (text: string) => void
  /** Further kinds of files, as in the `accept` of a file input. */
  alsoAccepted?: string
  disabled?: boolean
  /** Whether choosing a file is what the page is for. */
  isMain?: boolean
  /** More buttons beside the one that chooses a file. */
  children?: ReactNode
}

/**
 * Where a file comes from: chosen, or dropped anywhere on the page or the dialog. A file dropped beside the zone would make the
 * browser leave the page for it, and lose what was done here.
 */
export function FileDrop({
  onFile,
  onText,
  alsoAccepted = '',
  disabled = false,
  isMain = false,
  children,
}: FileDropProps) {
  const t = useT()
  const [isOver, setOver] = useState(false)
  const forget = useRef<() => void>(null)
  const take = useEffectEvent((event: globalThis.DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer?.files[0]
    if (file !== undefined && !disabled) onFile(file)
  })
  const hover = useEffectEvent((event: globalThis.DragEvent) => {
    event.preventDefault()
    setOver(!disabled)
  })
  useEffect(() => {
    const leave = (event: globalThis.DragEvent) => {
      // Between two elements of the page the one entered is named.
      if (event.relatedTarget === null) setOver(false)
    }
    const over = (event: globalThis.DragEvent) => hover(event)
    const drop = (event: globalThis.DragEvent) => take(event)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  const dropText = ({ dataTransfer }: DragEvent) => {
    const text = dataTransfer.getData('text/plain')
    if (dataTransfer.files.length === 0 && text.trim() !== '' && !disabled) onText?.(text)
  }
  return (
    <Stack gap="sm" className={classes.zone} data-over={isOver || undefined} onDrop={dropText}>
      <Group gap="sm" wrap="nowrap">
        <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden className={classes.icon} />
        <div>
          <Text fw={600}>{t('spreadsheet.drop')}</Text>
          <Text size="sm" c="dimmed">
            {t('spreadsheet.drop.text')}
          </Text>
        </div>
      </Group>
      <Group gap="sm">
        <FileButton
          accept={alsoAccepted === '' ? accepted : `${accepted},${alsoAccepted}`}
          resetRef={forget}
          onChange={(file) => {
            // A browser reports no change when the same file is chosen again, which may have been corrected.
            forget.current?.()
            if (file !== null) onFile(file)
          }}
        >
          {(props) => (
            <Button {...props} variant={isMain ? 'filled' : 'default'} disabled={disabled} data-autofocus>
              {t('spreadsheet.choose')}
            </Button>
          )}
        </FileButton>
        {children}
      </Group>
    </Stack>
  )
}
