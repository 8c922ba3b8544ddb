import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { mostItems } from '#contract/jobs.ts'
import '../../lib/feature-styles.ts'
import { useT } from '../../i18n/Language.tsx'
import { useAnnounceChange } from '../../ui/feedback/announce.ts'
import { SheetReading } from './SheetReading.tsx'
import { SheetSource } from './SheetSource.tsx'
import type { SheetState } from './use-sheet.ts'

/** Where a sheet comes from, how it is read, and what is wrong with it as a whole; the rows are the caller's to show. */
export function SheetPanel({ state }: { state: SheetState }) {
  const t = useT()
  const { source, progress, fault, loaded, total, found } = state
  const { rows, ready, bad, duplicate } = found.counts
  useAnnounceChange(
    loaded?.sheet ?? null,
    loaded === null ? null : t('import.counted', { rows, ready, bad, duplicate }),
  )
  const warning = (title: string, text: string) => (
    <Alert variant="outline" color="var(--console-warning)" title={title}>
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
        onFile={(file) => void state.readFile(file)}
        onText={(text) => void state.readText(text)}
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
          <Button size="compact-sm" variant="default" onClick={state.stop}>
            {t('action.cancel')}
          </Button>
        </Group>
      )}
      {fault !== null && failure(t(`import.fault.${fault}`), t(`import.fault.${fault}.next`))}
      {loaded !== null && (
        <>
          <SheetReading
            sheet={loaded.sheet}
            header={state.header}
            hasHeader={loaded.hasHeader}
            mapping={loaded.mapping}
            onRead={(overrides) => void state.readAgain(overrides)}
            onHeader={state.setHeader}
            onMapping={state.setMapping}
          />
          {loaded.sheet.garbled && warning(t('import.garbled'), t('import.garbled.next'))}
          {loaded.sheet.openQuote !== null &&
            warning(
              t('import.openQuote', { line: String(loaded.sheet.openQuote) }),
              t('import.openQuote.next'),
            )}
          {total > mostItems &&
            failure(t('import.tooMany', { count: total }), t('import.tooMany.next', { most: mostItems }))}
        </>
      )}
    </Stack>
  )
}
