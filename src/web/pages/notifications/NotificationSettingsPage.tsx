import {
  Alert,
  Skeleton,
  Stack,
  Button,
  Group,
  NativeSelect,
  PasswordInput,
  Text,
  TextInput,
} from '@mantine/core'
import { useQuery, useMutation } from '@tanstack/react-query'
import { schemaResolver, useForm } from '@mantine/form'
import {
  type Channels,
  readChannels,
  removeMailServer,
  setMailServer,
  testMail,
  tlsModes,
} from '#contract/notification-channels.ts'
import { write } from '../../api/endpoint-queries.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { channelsQuery } from '../../entities/notification/queries.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { closeOnSuccess, ConfirmDialog, FormDialog } from '../../ui/form/FormDialog.tsx'
import { useEdit } from '../../ui/form/use-edit.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { WholeNumberInput } from '../../ui/form/WholeNumberInput.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { Time } from '../../ui/text/Time.tsx'
import { WebhooksPanel } from './WebhooksPanel.tsx'
import { MailsDialog } from './WebhookDialogs.tsx'
import { AttemptResult, failureText } from './AttemptResult.tsx'

type Mail = Channels['mail']

const valuesOf = (mail: Mail) => ({
  host: mail?.host ?? '',
  port: mail?.port ?? 587,
  tls: mail?.tls ?? ('starttls' as const),
  user: mail?.user ?? '',
  sender: mail?.sender ?? '',
})

/** The server in one line. */
const serverText = (t: Translate, mail: Mail) =>
  mail === null
    ? t('notifications.mail.none')
    : t('notifications.mail.current', {
        server: `${mail.host}:${mail.port}`,
        tls: t(`notifications.mail.tls.${mail.tls}`),
        sender: mail.sender,
      })

function MailServerDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const t = useT()
  const sending = useMutation(write(setMailServer, readChannels.path))
  const form = useForm({
    initialValues: { ...valuesOf(mail), password: '' },
    transformValues: ({ user, password, ...rest }) => ({
      ...rest,
      user: user === '' ? null : user,
      ...(password === '' ? {} : { password }),
    }),
  })
  const { base, errorAction } = useEdit({
    opened: mail,
    now: useQuery(channelsQuery()).data?.mail,
    error: sending.error,
    onUse: (latest) => form.setValues(valuesOf(latest)),
    describe: (latest) => serverText(t, latest),
  })
  const check = schemaResolver(setMailServer.body, { sync: true })
  return (
    <FormDialog
      title={t('notifications.mail.server')}
      submit={t('action.save')}
      isDirty={form.isDirty()}
      sending={sending}
      errorAction={errorAction}
      onSubmit={form.onSubmit((body) => {
        const errors = check(body)
        form.setErrors(errors)
        if (Object.keys(errors).length > 0) return
        sending.mutate(
          { body: { ...body, version: base?.version ?? 0 }, action: t('notifications.mail.server') },
          closeOnSuccess(onClose, t('notifications.saved'), form),
        )
      })}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('host')}
        label={t('notifications.mail.host')}
        placeholder="smtp.example.com"
        error={form.errors['host'] !== undefined && t('notifications.mail.host.wrong')}
        data-autofocus
      />
      <Group gap="sm" align="flex-start" grow>
        <WholeNumberInput
          {...form.getInputProps('port')}
          label={t('notifications.mail.port')}
          error={form.errors['port'] !== undefined && t('number.wrong', { least: 1, most: 65_535 })}
        />
        <NativeSelect
          {...form.getInputProps('tls')}
          label={t('notifications.mail.tls')}
          data={tlsModes.map((value) => ({ value, label: t(`notifications.mail.tls.${value}`) }))}
        />
      </Group>
      <TextInput
        {...form.getInputProps('user')}
        label={t('notifications.mail.user')}
        description={t('notifications.mail.user.hint')}
      />
      <PasswordInput
        {...form.getInputProps('password')}
        label={t('caption.password')}
        description={mail?.hasPassword === true ? t('notifications.mail.password.kept') : undefined}
        autoComplete="new-password"
      />
      <TextInput
        {...form.getInputProps('sender')}
        label={t('notifications.mail.sender')}
        placeholder="console@example.com"
        error={form.errors['sender'] !== undefined && t('notifications.mail.sender.wrong')}
      />
    </FormDialog>
  )
}

/** Since when mails fail, of all users or of some, and when one was last accepted. */
function MailHealth({
  health: { failing, refused, lastDeliveredAt },
}: {
  health: NonNullable<Mail>['health']
}) {
  const t = useT()
  return (
    <>
      {failing !== null && (
        <Alert color={colorOf('failed')} title={t('notifications.mail.failing')}>
          <Text>
            <Message
              id="notifications.mail.failing.since"
              values={{ time: <Time value={failing.since} /> }}
            />{' '}
            {failureText(t, failing)}
          </Text>
        </Alert>
      )}
      {refused.map(({ id, name, since, ...attempt }) => (
        <Alert key={id} color={colorOf('failed')} title={t('notifications.mail.refused', { name })}>
          <Text>
            <Message id="notifications.mail.failing.since" values={{ time: <Time value={since} /> }} />{' '}
            {failureText(t, attempt)}
          </Text>
        </Alert>
      ))}
      {lastDeliveredAt !== null && (
        <Text c="dimmed">
          <Message id="notifications.mail.last" values={{ time: <Time value={lastDeliveredAt} /> }} />
        </Text>
      )}
    </>
  )
}

/** The mail server: set, tested, removed. */
function MailServerPanel({ mail }: { mail: Mail }) {
  const t = useT()
  const { user } = useSession()
  const test = useMutation(write(testMail))
  const remove = useMutation(write(removeMailServer, readChannels.path))
  const edit = () => {
    // The last test says nothing of the changed server.
    test.reset()
    openDialog((close) => <MailServerDialog mail={mail} onClose={close} />)
  }
  const askRemove = () => {
    test.reset()
    openDialog((close) => (
      <ConfirmDialog
        title={t('notifications.mail.remove')}
        text={t('notifications.mail.remove.text')}
        confirm={t('action.remove')}
        danger
        onConfirm={() => remove.mutate({})}
        onClose={close}
      />
    ))
  }
  return (
    <Panel title={t('notifications.mail')} description={t('notifications.mail.text')}>
      <Stack gap="sm" align="flex-start">
        <Text>{serverText(t, mail)}</Text>
        {mail !== null && <MailHealth health={mail.health} />}
        <Group gap="sm">
          <Button onClick={edit}>{t(mail === null ? 'notifications.mail.set' : 'action.change')}</Button>
          {mail !== null && (
            <>
              <Button loading={test.isPending} onClick={() => test.mutate({})}>
                {t('notifications.mail.test')}
              </Button>
              <Button onClick={() => openDialog((close) => <MailsDialog onClose={close} />)}>
                {t('notifications.deliveries')}
              </Button>
              <Button onClick={askRemove}>{t('action.remove')}</Button>
            </>
          )}
        </Group>
        <ErrorAlert error={remove.error} />
        <ErrorAlert error={test.error} />
        {test.data !== undefined && (
          <AttemptResult attempt={test.data} done={t('notifications.mail.tested', { email: user.email })} />
        )}
      </Stack>
    </Panel>
  )
}

/** The mail server and the webhooks, for administrators. */
export function NotificationSettingsPage() {
  const t = useT()
  const query = useQuery(channelsQuery())
  return (
    <>
      <PageHeader title={t('notifications.settings')} description={t('notifications.settings.description')} />
      <QueryState query={query} loading={<Skeleton h={480} maw={960} />}>
        {({ mail, webhooks, privateNetworks }) => (
          <Stack gap="md" maw={960}>
            <MailServerPanel mail={mail} />
            <WebhooksPanel webhooks={webhooks} privateNetworks={privateNetworks} />
          </Stack>
        )}
      </QueryState>
    </>
  )
}
