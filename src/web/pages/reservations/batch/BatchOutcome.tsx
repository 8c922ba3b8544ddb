import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import type { Ref } from 'react'
import { RequestButton } from '../../../entities/request/RequestButton.tsx'
import { handOverText, reservedFor } from '../../../entities/reservation/reserved-for.ts'
import { useLanguage } from '../../../i18n/Language.tsx'
import { csvText } from '../../../lib/csv.ts'
import { paths } from '../../../lib/paths.ts'
import { ExportButton } from '../../../spreadsheet/write/ExportButton.tsx'
import { PageButton } from '../../../ui/layout/PageLink.tsx'
import { copyText } from '../../../ui/text/CopyButton.tsx'
import { colorOf } from '../../../ui/text/meaning.ts'
import type { Outcomes, Planned } from './pairs.ts'
import type { PlanStatus } from './plan-status.ts'

const columns = ['asked', 'name', 'workNumber', 'agentUuid', 'ext', 'state', 'note']

type StatusOf = (row: Planned) => PlanStatus

/** Returns a batch as CSV: the typed text, the person, the number, and the outcome. */
const batchCsv = (rows: readonly Planned[], statusOf: StatusOf): Promise<string> =>
  csvText(
    columns,
    rows.map((row) => {
      const { line, ext } = row
      const { word, text } = statusOf(row)
      return [
        line.text,
        line.person?.name ?? '',
        line.entry?.workNumber ?? line.person?.workNumber ?? '',
        line.person?.isNewColleague === false ? line.person.id : '',
        ext ?? '',
        word,
        text ?? '',
      ]
    }),
  )

interface BatchOutcomeProps {
  rows: readonly Planned[]
  outcomes: Outcomes
  statusOf: StatusOf
  ref: Ref<HTMLDivElement>
}

/** How many numbers are reserved, and what to do with them next. */
export function BatchOutcome({ rows, outcomes, statusOf, ref }: BatchOutcomeProps) {
  const { t, language } = useLanguage()
  const answers = [...outcomes.values()]
  const done = answers.filter(({ code }) => code === null).length
  const reserved = answers.flatMap(({ reservation }) => reservation ?? [])
  // For a line or room, the user chooses the agent in the request.
  const bindable = reserved.filter(
    ({ agentUuid, personKind }) => agentUuid !== null || personKind === 'resource',
  )
  /** One line for each person. */
  const handOver = reserved
    .map((reservation) => handOverText(t, language, reservation, reservedFor(t, reservation)))
    .join('\n')
  return (
    <Alert ref={ref} tabIndex={-1} role="alert" color={colorOf(done === rows.length ? 'done' : 'attention')}>
      <Group justify="space-between">
        <Text>{t('reservations.batch.done', { done, all: rows.length })}</Text>
        <Group gap="sm">
          {bindable.length > 0 && (
            <RequestButton
              size="compact-sm"
              variant="filled"
              numbers={() => bindable.map(({ ext, agentUuid }) => `${ext} ${agentUuid ?? ''}`)}
              kinds={['rebind']}
              label={t('reserve.done.ask')}
            />
          )}
          <Button
            size="compact-sm"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => void copyText(t, handOver, t('reserve.handover.copied'))}
          >
            {t('reservations.batch.handover')}
          </Button>
          <Button
            size="compact-sm"
            leftSection={<IconPrinter size={14} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('reservations.batch.print')}
          </Button>
          <ExportButton
            size="compact-sm"
            name="reserved"
            csv={() => batchCsv(rows, statusOf)}
            label={t('reservations.batch.csv')}
          />
          <PageButton to={paths.reservations()} size="compact-sm">
            {t('reservations.toList')}
          </PageButton>
        </Group>
      </Group>
    </Alert>
  )
}
