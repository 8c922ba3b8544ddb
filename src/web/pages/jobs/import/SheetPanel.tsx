import { Alert, Button, Group, Text } from '@mantine/core'
import { maxItems } from '#contract/jobs.ts'
import { useT } from '../../../i18n/Language.tsx'
import { Message } from '../../../i18n/Message.tsx'
import { ExportButton } from '../../../spreadsheet/write/ExportButton.tsx'
import { SheetInput } from '../../../spreadsheet/SheetInput.tsx'
import type { SkippedLine } from '../../../spreadsheet/SkippedRows.tsx'
import { useAnnounceChange } from '../../../ui/feedback/announce.ts'
import { colorOf, neutralColor } from '../../../ui/text/meaning.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { templateCsv } from './fields.ts'
import type { SheetState } from './use-sheet.ts'

interface SheetPanelProps {
  state: SheetState
  /** The rows with errors, where the page has no other list of the rows for correction. */
  skipped?: readonly SkippedLine[]
}

/** The sheet's source, its mapping, and the errors of the sheet as a whole. The caller renders the rows. */
export function SheetPanel({ state, skipped = [] }: SheetPanelProps) {
  const t = useT()
  const { loaded, total, validation, reading, isRead, draft, restored, discard } = state
  const { rows, valid, bad, duplicate } = validation.counts
  useAnnounceChange(
    isRead ? (loaded?.table.sheet ?? null) : null,
    isRead ? t('import.counted', { rows, valid, bad, duplicate }) : null,
  )
  const isTooLong = loaded !== null && total > maxItems
  return (
    <SheetInput
      file={reading}
      isMain
      withCells
      buttons={
        <ExportButton
          name={t('import.template.file')}
          csv={() => templateCsv(t)}
          label={t('import.template')}
        />
      }
      skipped={skipped}
      skippedTitle={t('reconcile.errors', { count: skipped.length })}
    >
      {restored !== null && (
        <Alert color={neutralColor} variant="light">
          <Group justify="space-between" gap="sm">
            <span>
              <Message
                id={
                  restored.hadPasswords ? 'import.draft.restored.withoutPasswords' : 'import.draft.restored'
                }
                values={{ time: <Time value={restored.at} words="moment" /> }}
              />
            </span>
            <Button size="compact-sm" onClick={discard}>
              {t('import.draft.discard')}
            </Button>
          </Group>
        </Alert>
      )}
      {draft !== null && (
        <Text c="dimmed">
          <Message
            id={draft.isWhole ? 'import.draft.saved' : 'import.draft.saved.withoutPasswords'}
            values={{ time: <Time value={draft.at} words="moment" /> }}
          />
        </Text>
      )}
      {isTooLong && (
        <Alert color={colorOf('failed')} role="alert" title={t('import.tooMany', { count: total })}>
          {t('import.tooMany.next', { most: maxItems })}
        </Alert>
      )}
    </SheetInput>
  )
}
