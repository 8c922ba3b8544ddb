import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { stepName } from '#contract/check-words.ts'
import type { Service, ServiceConnection } from '#contract/service.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { Field, FieldList } from '../../ui/text/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { DemoAccounts, JobRunning, NextStep, useDemoAccounts } from './Refusals.tsx'
import { usesService } from './draft.ts'
import { resumeMutation, sandboxMutation } from '../../entities/service/queries.ts'
import { useShowSaved } from './use-show-saved.ts'

/** Goes back to the sandbox; the service waits with its data. */
function SandboxDialog({ service, onClose }: { service: Service; onClose: () => void }) {
  const t = useT()
  const showSaved = useShowSaved()
  const { mutate, isPending, error } = useMutation(sandboxMutation())
  return (
    <FormDialog
      title={t('service.sandbox.title')}
      submit={t('service.sandbox')}
      onSubmit={() =>
        mutate(
          { action: t('service.sandbox') },
          {
            onSuccess: (saved) => {
              showSaved(saved)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
      sending={{ isPending, error }}
      errorAction={<NextStep error={error} />}
    >
      <Text>{t('service.sandbox.text')}</Text>
      {service.jobRunning && error === null && <JobRunning />}
    </FormDialog>
  )
}

interface ResumeDialogProps {
  service: Service
  waiting: ServiceConnection
  onClose: () => void
}

/** Uses the service that waits. */
function ResumeDialog({ service, waiting, onClose }: ResumeDialogProps) {
  const t = useT()
  const showSaved = useShowSaved()
  const demoAccounts = useDemoAccounts(service)
  const { mutate, isPending, error } = useMutation(resumeMutation())
  const { url } = waiting
  return (
    <FormDialog
      title={t('service.resume.title', { url })}
      submit={t('service.resume')}
      onSubmit={() =>
        mutate(
          { action: t('service.use.of', { url }), disableDemoAccounts: demoAccounts.disable },
          {
            onSuccess: (saved) => {
              showSaved(saved)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
      isReady={!demoAccounts.isRefused}
      sending={{ isPending, error }}
      errorAction={<NextStep error={error} />}
    >
      <Text>{t('service.switch.text')}</Text>
      <DemoAccounts {...demoAccounts} />
      {service.jobRunning && error === null && <JobRunning />}
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
export function CurrentService({ service }: { service: Service }) {
  const t = useT()
  const [asking, setAsking] = useState<'sandbox' | 'resume' | null>(null)
  const { current, waiting, source, notOpenedSince, dailyCheck, sandboxAvailable } = service
  const close = () => setAsking(null)
  return (
    <Panel
      title={t('service.current')}
      actions={
        <Group gap="sm">
          <StateBadge meaning={usesService(service) ? 'done' : 'attention'}>
            {t(`service.source.${source}`)}
          </StateBadge>
          {source === 'settings' && sandboxAvailable && (
            <Button onClick={() => setAsking('sandbox')}>{t('service.sandbox')}</Button>
          )}
          {waiting !== null && <Button onClick={() => setAsking('resume')}>{t('service.resume')}</Button>}
        </Group>
      }
    >
      {notOpenedSince !== null && (
        <Alert color={colorOf('failed')} title={t('service.notOpened')} mb="sm">
          <Message
            of="service.notOpened.text"
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
            <Message of="service.waiting.text" values={{ url: waiting.url }} />
          </Field>
        )}
      </FieldList>
      {asking === 'sandbox' && <SandboxDialog service={service} onClose={close} />}
      {asking === 'resume' && waiting !== null && (
        <ResumeDialog service={service} waiting={waiting} onClose={close} />
      )}
    </Panel>
  )
}
