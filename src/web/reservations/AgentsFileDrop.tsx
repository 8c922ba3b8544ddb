import { Alert, List, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/List.css'
import { useState } from 'react'
import { useT } from '../i18n/Language.tsx'
import { FileDrop } from '../shared/spreadsheet/FileDrop.tsx'
import { SpreadsheetStatus } from '../shared/spreadsheet/SpreadsheetStatus.tsx'
import { useSpreadsheet } from '../shared/spreadsheet/use-spreadsheet.ts'
import { readAgents, type AgentsFile } from './agents-file.ts'

/** Rows of a sheet; far more than can be reserved at once. */
const mostRows = 1_000
const mostShown = 10

interface AgentsFileDropProps {
  /** Whether numbers beside the agents are read as well. */
  withNumbers: boolean
  disabled: boolean
  onRead: (file: AgentsFile) => void
}

/** Agents from a spreadsheet, and what of it could not be used. */
export function AgentsFileDrop({ withNumbers, disabled, onRead }: AgentsFileDropProps) {
  const t = useT()
  const [skipped, setSkipped] = useState<AgentsFile['skipped']>([])
  const [hasColumn, setHasColumn] = useState(true)
  const file = useSpreadsheet(mostRows + 1, (sheet) => {
    const read = sheet === null ? null : readAgents(sheet.rows, withNumbers)
    setSkipped(read?.skipped ?? [])
    setHasColumn(sheet === null || read !== null)
    if (read !== null) onRead(read)
  })
  const total = file.sheet?.total ?? 0
  return (
    <Stack gap="sm">
      <FileDrop onFile={(each) => void file.readFile(each)} disabled={disabled} />
      <SpreadsheetStatus state={file} />
      {!hasColumn && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {t(withNumbers ? 'reservations.file.noColumns' : 'reservations.file.noColumn')}
        </Text>
      )}
      {total > mostRows + 1 && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {t('reservations.file.tooLong', { most: mostRows })}
        </Text>
      )}
      {skipped.length > 0 && (
        <Alert
          variant="outline"
          color="var(--console-warning)"
          title={t('reservations.file.skipped', { count: skipped.length })}
        >
          <List size="sm">
            {skipped.slice(0, mostShown).map(({ line, reason }) => (
              <List.Item key={line}>
                {t('label.value', {
                  label: t('reservations.file.line', { line: String(line) }),
                  value:
                    reason === 'date' || reason === 'rounded' || reason === 'formula' || reason === 'error'
                      ? t(`spreadsheet.issue.${reason}`)
                      : t(`reservations.file.${reason}`),
                })}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  )
}
