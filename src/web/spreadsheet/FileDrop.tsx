import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useT } from '../i18n/Language.tsx'
import classes from './FileDrop.module.css'

/** The files that are read: the extensions, and the types for systems without extensions. */
const accepted =
  '.xlsx,.xlsm,.xltx,.ods,.ots,.fods,.csv,.tsv,.txt,.tab,.psv,text/csv,text/plain,text/tab-separated-values,' +
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,' +
  'application/vnd.oasis.opendocument.spreadsheet'

interface FileDropProps {
  onFile: (file: File) => void
  /** Receives dropped text. */
  onText: (text: string) => void
  /** More file types, in the format of a file input's `accept`. */
  alsoAccepted: string
  disabled: boolean
  /** Without the explanation, once a sheet is read. */
  isCompact: boolean
  /** True when choosing a file is the page's main action. */
  isMain: boolean
  /** More buttons beside the button that chooses a file. */
  children: ReactNode
}

/**
 * Takes a file that the user chooses, or drops anywhere on the page or dialog. Without this, a file dropped beside the zone would
 * make the browser open it and lose the user's work.
 */
export function FileDrop({
  onFile,
  onText,
  alsoAccepted,
  disabled,
  isCompact,
  isMain,
  children,
}: FileDropProps) {
  const t = useT()
  const [isOver, setOver] = useState(false)
  const forget = useRef<() => void>(null)
  useWindowEvent('dragover', (event) => {
    event.preventDefault()
    setOver(!disabled)
  })
  useWindowEvent('dragleave', (event) => {
    // `relatedTarget` is `null` only when the pointer leaves the page.
    if (event.relatedTarget === null) setOver(false)
  })
  useWindowEvent('drop', (event) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer?.files[0]
    if (file !== undefined && !disabled) onFile(file)
  })
  const dropText = ({ dataTransfer }: DragEvent) => {
    const text = dataTransfer.getData('text/plain')
    if (dataTransfer.files.length === 0 && text.trim() !== '' && !disabled) onText(text)
  }
  return (
    <Stack
      gap="sm"
      className={classes.zone}
      data-over={isOver || undefined}
      data-compact={isCompact || undefined}
      onDrop={dropText}
    >
      {!isCompact && (
        <Group gap="sm" wrap="nowrap">
          <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden className={classes.icon} />
          <div>
            <Text size="md" fw={600}>
              {t('spreadsheet.drop')}
            </Text>
            <Text c="dimmed">{t('spreadsheet.drop.text')}</Text>
          </div>
        </Group>
      )}
      <Group gap="sm">
        <FileButton
          accept={alsoAccepted === '' ? accepted : `${accepted},${alsoAccepted}`}
          resetRef={forget}
          onChange={(file) => {
            // The user may choose the same file again after a correction; without a reset, the browser would report no change.
            forget.current?.()
            if (file !== null) onFile(file)
          }}
        >
          {(props) => (
            <Button
              {...props}
              variant={isMain && !isCompact ? 'filled' : 'default'}
              disabled={disabled}
              data-autofocus
            >
              {t('spreadsheet.choose')}
            </Button>
          )}
        </FileButton>
        {children}
      </Group>
    </Stack>
  )
}
