import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Service, ServiceCheckStep, ServiceDraft, serviceCheckResult } from '#contract/service.ts'
import type { output } from 'zod/mini'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { NumberStateBadge } from '../../entities/extension/NumberStateBadge.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { usesService } from './draft.ts'
import { DemoAccounts, JobRunning, NextStepOf, useDemoAccounts } from './Refusals.tsx'
import { chooseServiceMutation } from '../../entities/service/queries.ts'
import { useShowSaved } from './use-show-saved.ts'

type Row = output<typeof serviceCheckResult>['rows'][number]

const rowColumns = (t: Translate): Column<Row>[] => [
  { id: 'ext', header: t('service.rows.number'), width: 120, cell: ({ ext }) => <b>{ext}</b> },
  {
    id: 'state',
    header: t('caption.state'),
    width: 140,
    cell: ({ state }) => <NumberStateBadge state={state} />,
  },
  {
    id: 'agent',
    header: t('field.agentName'),
    width: 200,
    labeled: true,
    cell: ({ agentName }) => agentName ?? <EmptyValue />,
  },
]

interface RowsPanelProps {
  service: Service
  /** The draft as it was tested. */
  draft: ServiceDraft
  steps: readonly ServiceCheckStep[]
  rows: readonly Row[]
  /** True when the draft is the saved connection. */
  isSaved: boolean
  onSaved: () => void
}

/** Shows a few numbers of the service, so that a person recognizes it before the console uses it. */
export function RowsPanel({ service, draft, steps, rows, isSaved, onSaved }: RowsPanelProps) {
  const t = useT()
  const showSaved = useShowSaved()
  const demoAccounts = useDemoAccounts(service)
  const { mutate, isPending, error } = useMutation(chooseServiceMutation())
  const columns = useMemo(() => rowColumns(t), [t])
  const { url } = draft
  const failures = steps.filter(({ state }) => state === 'fail')
  const isInUse = isSaved && usesService(service)
  // Without the proposals, the console would read other rows than these.
  const canUse = !isInUse && !service.readOnly && !failures.some(({ proposal }) => proposal !== null)
  const use = () =>
    mutate(
      { draft, action: t('service.use.of', { url }), disableDemoAccounts: demoAccounts.disable },
      {
        onSuccess: (saved) => {
          showSaved(saved)
          onSaved()
        },
      },
    )
  return (
    <Panel title={t('service.rows')} description={t('service.rows.text', { url })}>
      <Stack gap="md">
        {rows.length === 0 ? (
          <Text>{t('service.rows.none')}</Text>
        ) : (
          <DataTable label={t('service.rows.list')} columns={columns} rows={rows} rowKey="ext" />
        )}
        {failures.length > 0 && !isInUse && (
          <Alert>{t(canUse ? 'service.rows.failures' : 'service.rows.applyFirst')}</Alert>
        )}
        {isInUse ? (
          <Text>{t('service.rows.inUse')}</Text>
        ) : (
          canUse && (
            <>
              <Text>{t('service.switch.text')}</Text>
              <DemoAccounts {...demoAccounts} />
              {service.jobRunning && error === null && <JobRunning />}
              {error !== null && !isPending && (
                <ErrorAlert error={error}>
                  {' '}
                  <NextStepOf error={error} />
                </ErrorAlert>
              )}
              <Group>
                <Button variant="filled" onClick={use} loading={isPending} disabled={demoAccounts.isRefused}>
                  {t('service.use')}
                </Button>
              </Group>
            </>
          )
        )}
      </Stack>
    </Panel>
  )
}
