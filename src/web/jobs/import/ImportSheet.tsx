import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { useEffect, useRef } from 'react'
import { mostItems } from '#contract/jobs.ts'
import '../../styles-more.ts'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/announce.ts'
import { Preview } from './Preview.tsx'
import type { ImportedRow } from './rows.ts'
import { SheetReading } from './SheetReading.tsx'
import { SheetSource } from './SheetSource.tsx'
import { useImport } from './use-import.ts'

interface ImportSheetProps {
  /**
   * Told the rows that can be created, in the sheet's order, whenever they change; none while a sheet is being read. Edits land
   * when their cell is left, so there is no delay in which the caller would hold rows that are out of date.
   */
  onRows: (rows: readonly ImportedRow[]) => void
}

/** Tells when the rows are others than those told last; the same objects are the same rows. */
function useTold(ready: readonly ImportedRow[], onRows: ImportSheetProps['onRows']): void {
  const told = useRef<readonly ImportedRow[]>([])
  useEffect(() => {
    const before = told.current
    if (ready.length === before.length && ready.every((row, index) => row === before[index])) return
    told.current = ready
    onRows(ready)
  }, [ready, onRows])
}

/** Import of new extensions from a spreadsheet: a file or pasted cells, mapped, checked, corrected in place. Keeps nothing in the browser but the mapping. */
export function ImportSheet({ onRows }: ImportSheetProps) {
  const t = useT()
  const sheet = useImport()
  const { source, progress, fault, loaded, total, found } = sheet
  useTold(found.ready, onRows)
  const { rows, ready, bad, duplicate } = found.counts
  const spoken = useRef<unknown>(null)
  useEffect(() => {
    if (loaded === null || progress !== null || spoken.current === loaded.sheet) return
    spoken.current = loaded.sheet
    announce(t('import.counted', { rows, ready, bad, duplicate }))
  }, [loaded, progress, t, rows, ready, bad, duplicate])
  const tooMany = total > mostItems
  const warning = (title: string, text: string) => (
    <Alert variant="outline" color="yellow.9" title={title}>
      {text}
    </Alert>
  )
  const failure = (title: string, text: string) => (
    <Alert variant="outline" color="red" role="alert" title={title}>
      {text}
    </Alert>
  )
  return (
    <Stack gap="md">
      <SheetSource
        onFile={(file) => void sheet.readFile(file)}
        onText={(text) => void sheet.readText(text)}
      />
      {source !== null && (
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {source.name ?? t('import.pasted')}
        </Title>
      )}
      {progress !== null && (
        <Group gap="sm" wrap="nowrap">
          <Text size="sm">{t('import.reading')}</Text>
          <Progress value={progress * 100} flex={1} aria-label={t('import.reading')} />
          <Button size="compact-sm" variant="default" onClick={sheet.stop}>
            {t('action.cancel')}
          </Button>
        </Group>
      )}
      {fault !== null && failure(t(`import.fault.${fault}`), t(`import.fault.${fault}.next`))}
      {loaded !== null && (
        <>
          <SheetReading
            sheet={loaded.sheet}
            header={sheet.header}
            hasHeader={loaded.hasHeader}
            mapping={loaded.mapping}
            onRead={(overrides) => void sheet.readAgain(overrides)}
            onHeader={sheet.setHeader}
            onMapping={sheet.setMapping}
          />
          {loaded.sheet.garbled && warning(t('import.garbled'), t('import.garbled.next'))}
          {loaded.sheet.openQuote !== null &&
            warning(
              t('import.openQuote', { line: String(loaded.sheet.openQuote) }),
              t('import.openQuote.next'),
            )}
          {tooMany &&
            failure(t('import.tooMany', { count: total }), t('import.tooMany.next', { most: mostItems }))}
          {!tooMany && loaded.mapping.columns.ext !== null && (
            <Preview
              found={found}
              mapping={loaded.mapping}
              deleted={loaded.deleted.size}
              stale={progress !== null}
              onEdit={sheet.edit}
              onRemove={sheet.remove}
              onRestore={sheet.restore}
            />
          )}
        </>
      )}
    </Stack>
  )
}
