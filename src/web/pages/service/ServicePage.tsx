import { Skeleton, Stack, Alert, Button, Group, Text } from '@mantine/core'
import { useQuery, useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { stepName } from '#contract/check-words.ts'
import { readService, type TaskState, type Service, type ServiceConnection } from '#contract/service.ts'
import { read } from '../../api/endpoint-queries.ts'
import { useT, useLanguage } from '../../i18n/Language.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Message } from '../../i18n/Message.tsx'
import { Field, FieldList } from '../../ui/text/Field.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { resumeMutation, sandboxMutation } from '../../entities/service/queries.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { Connect } from './Connect.tsx'
import { DemoAccounts, JobRunning, NextStepOf, useDemoAccounts } from './Refusals.tsx'
import { usesService } from './draft.ts'
import { useShowSaved } from './use-show-saved.ts'

interface SwitchDialogProps {
  service: Service
  /** The service to use; null for the sandbox, while the service waits with its data. */
  to: ServiceConnection | null
  onClose: () => void
}

/** Uses the service that waits, or goes back to the sandbox. */
function SwitchDialog({ service, to, onClose }: SwitchDialogProps) {
  const t = useT()
  const showSaved = useShowSaved()
  const demoAccounts = useDemoAccounts(service)
  const resume = useMutation(resumeMutation())
  const leave = useMutation(sandboxMutation())
  const sending = to === null ? leave : resume
  const after = {
    onSuccess: (saved: Service) => {
      showSaved(saved)
      onClose()
    },
  }
  const change = () =>
    to === null
      ? leave.mutate({ action: t('service.sandbox') }, after)
      : resume.mutate(
          { action: t('service.use.of', { url: to.url }), disableDemoAccounts: demoAccounts.disable },
          after,
        )
  return (
    <FormDialog
      title={to === null ? t('service.sandbox.title') : t('service.resume.title', { url: to.url })}
      submit={t(to === null ? 'service.sandbox' : 'service.resume')}
      onSubmit={change}
      onClose={onClose}
      isReady={to === null || !demoAccounts.isRefused}
      sending={sending}
      errorAction={<NextStepOf error={sending.error} />}
    >
      <Text>{t(to === null ? 'service.sandbox.text' : 'service.switch.text')}</Text>
      {to !== null && <DemoAccounts {...demoAccounts} />}
      {service.jobRunning && sending.error === null && <JobRunning />}
    </FormDialog>
  )
}

/** What the last daily check found. */
function DailyCheck({ at, failed, changed }: NonNullable<Service['dailyCheck']>) {
  const { language, t } = useLanguage()
  const names = (ids: readonly string[]) => ids.map((id) => stepName(language, id)).join(t('list.separator'))
  return (
    <>
      <StateBadge meaning={failed.length > 0 ? 'failed' : changed.length > 0 ? 'attention' : 'done'}>
        {failed.length > 0 ? t('service.daily.failed', { steps: names(failed) }) : t('service.daily.passed')}
      </StateBadge>{' '}
      {changed.length > 0 && t('service.daily.changed', { steps: names(changed) })} <Time value={at} />
    </>
  )
}

/** Which service the console uses, with the way to the other one. */
function CurrentService({ service }: { service: Service }) {
  const t = useT()
  const ask = (to: ServiceConnection | null) =>
    openDialog((close) => <SwitchDialog service={service} to={to} onClose={close} />)
  const { current, waiting, source, notOpenedSince, dailyCheck, sandboxAvailable } = service
  return (
    <Panel
      title={t('service.current')}
      actions={
        <Group gap="sm">
          <StateBadge meaning={usesService(service) ? 'done' : 'attention'}>
            {t(`service.source.${source}`)}
          </StateBadge>
          {source === 'settings' && sandboxAvailable && (
            <Button onClick={() => ask(null)}>{t('service.sandbox')}</Button>
          )}
          {waiting !== null && <Button onClick={() => ask(waiting)}>{t('service.resume')}</Button>}
        </Group>
      }
    >
      {notOpenedSince !== null && (
        <Alert color={colorOf('failed')} title={t('service.notOpened')} mb="sm">
          <Message
            id="service.notOpened.text"
            values={{ time: <Time value={notOpenedSince} words="moment" /> }}
          />
        </Alert>
      )}
      {source === 'none' && <Text>{t('service.none')}</Text>}
      <FieldList>
        {source !== 'none' && <Field label={t('service.url')}>{current.url}</Field>}
        {current.extensionsUrl !== current.url && (
          <Field label={t('service.extensionsUrl')}>{current.extensionsUrl}</Field>
        )}
        {source !== 'none' && <Field label={t('service.appId')}>{current.appId}</Field>}
        {current.companyId !== null && <Field label={t('service.companyId')}>{current.companyId}</Field>}
        {dailyCheck !== null && (
          <Field label={t('service.daily')}>
            <DailyCheck {...dailyCheck} />
          </Field>
        )}
        {waiting !== null && (
          <Field label={t('service.waiting')}>
            <Message id="service.waiting.text" values={{ url: waiting.url }} />
          </Field>
        )}
      </FieldList>
    </Panel>
  )
}

const taskColumns = (t: Translate): Column<TaskState>[] => [
  { id: 'name', header: t('service.tasks.name'), width: 240, cell: ({ name }) => t(`service.task.${name}`) },
  {
    id: 'ranAt',
    header: t('service.tasks.ranAt'),
    width: 160,
    labeled: true,
    cell: ({ ranAt }) => <Time value={ranAt} />,
  },
  {
    id: 'nextAt',
    header: t('service.tasks.nextAt'),
    width: 160,
    labeled: true,
    cell: ({ nextAt }) =>
      nextAt === null ? t('service.tasks.running') : <Time value={nextAt} words="ahead" />,
  },
  {
    id: 'failure',
    header: t('service.tasks.failure'),
    width: 260,
    labeled: true,
    cell: ({ failure }) => {
      if (failure === null) return <EmptyValue />
      return failure === 'mail-failing' ? t('service.task.mailFailing') : t(`problem.${failure}`)
    },
  },
]

/** The periodic tasks of the console, for an administrator who wonders why something is not up to date. */
function TasksPanel({ tasks }: { tasks: readonly TaskState[] }) {
  const t = useT()
  const columns = useMemo(() => taskColumns(t), [t])
  return (
    <Panel title={t('service.tasks')} description={t('service.tasks.text')}>
      <DataTable label={t('service.tasks.list')} columns={columns} rows={tasks} rowKey="name" />
    </Panel>
  )
}

/** The service in use, and the three steps to connect one: its address and keys, a test, and the question whether it is the right one. */
export function ServicePage() {
  const t = useT()
  const query = useQuery(read(readService, {}))
  /** A connection that has been saved begins a new draft. */
  const [round, setRound] = useState(0)
  return (
    <>
      <PageHeader
        title={t('service.title')}
        description={t(
          query.data?.readOnly === true ? 'service.description.environment' : 'service.description',
        )}
      />
      <QueryState query={query} loading={<Skeleton h={720} />}>
        {(service) => (
          <Stack gap="lg">
            <CurrentService service={service} />
            <Connect key={round} service={service} onSaved={() => setRound(round + 1)} />
            {service.tasks.length > 0 && <TasksPanel tasks={service.tasks} />}
          </Stack>
        )}
      </QueryState>
    </>
  )
}
