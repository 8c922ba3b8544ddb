import { Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query'
import {
  addWebhook,
  changeWebhook,
  readChannels,
  type Delivery,
  type Webhook,
} from '#contract/notification-channels.ts'
import { write } from '../../api/endpoint-queries.ts'
import { channelsQuery } from '../../entities/notification/queries.ts'
import { type NotificationKind, notificationKinds } from '#contract/notification-kinds.ts'
import { notificationName } from '#contract/notification-names.ts'
import { notificationSentence } from '#contract/notification-words.ts'
import type { UiLanguage } from '#contract/text.ts'
import { fieldErrors } from '../../api/api-error.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Dialog, FormDialog } from '../../ui/form/FormDialog.tsx'
import { useEdit } from '../../ui/form/use-edit.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { SecretOnce } from '../../ui/text/SecretOnce.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { absoluteTime } from '../../ui/text/time-text.ts'
import { failureText } from './AttemptResult.tsx'
import { deliveriesQuery, mailsQuery } from './channel-queries.ts'

interface KindsFieldProps {
  value: readonly NotificationKind[]
  error: boolean
  onChange: (kinds: NotificationKind[]) => void
}

function KindsField({ value, error, onChange }: KindsFieldProps) {
  const { t, language } = useLanguage()
  return (
    <Checkbox.Group
      label={t('notifications.webhook.kinds')}
      description={t('notifications.webhook.kinds.text')}
      error={error && t('notifications.webhook.kinds.none')}
      value={[...value]}
      onChange={(selected) => onChange(notificationKinds.filter((kind) => selected.includes(kind)))}
    >
      <Stack gap={6} mt={6}>
        {notificationKinds.map((kind) => (
          <Checkbox key={kind} value={kind} label={notificationName(kind, language)} description={kind} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

export function AddWebhookDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const adding = useMutation(write(addWebhook, readChannels.path))
  const { data } = adding
  const form = useForm<{ url: string; kinds: NotificationKind[] }>({
    initialValues: { url: '', kinds: [...notificationKinds] },
    validate: {
      url: (url) => (/^https?:\/\/\S+$/.test(url.trim()) ? null : t('notifications.webhook.url.wrong')),
      kinds: (kinds) => (kinds.length === 0 ? t('notifications.webhook.kinds.none') : null),
    },
    transformValues: ({ url, kinds }) => ({ url: url.trim(), kinds }),
  })
  const { url, kinds } = form.values
  return (
    <FormDialog
      title={data === undefined ? t('notifications.webhook.add') : t('notifications.webhook.secret')}
      submit={t('notifications.webhook.add')}
      isDirty={form.isDirty()}
      sending={adding}
      isShownOnce
      onSubmit={form.onSubmit((body) =>
        adding.mutate(
          { body, action: t('notifications.webhook.add') },
          { onError: (refused) => form.setErrors(fieldErrors(refused)) },
        ),
      )}
      onClose={onClose}
      result={
        data && (
          <SecretOnce
            secret={data.secret}
            note={t('notifications.webhook.made')}
            copy={t('notifications.webhook.copy')}
            copied={t('notifications.webhook.copied')}
          />
        )
      }
    >
      <TextInput
        {...form.getInputProps('url')}
        value={url}
        label={t('notifications.webhook.url')}
        placeholder="https://hooks.example.com/extension-console"
        error={form.errors['url'] !== undefined && t('notifications.webhook.url.wrong')}
        data-autofocus
      />
      <KindsField
        value={kinds}
        error={form.errors['kinds'] !== undefined}
        onChange={(selected) => form.setFieldValue('kinds', selected)}
      />
    </FormDialog>
  )
}

export function WebhookKindsDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT()
  const { mutate, isPending, error } = useMutation(write(changeWebhook, readChannels.path))
  const form = useForm<{ kinds: NotificationKind[] }>({
    initialValues: { kinds: webhook.kinds },
    validate: { kinds: (kinds) => (kinds.length === 0 ? t('notifications.webhook.kinds.none') : null) },
  })
  const { data: channels } = useQuery(channelsQuery())
  const { base, errorAction } = useEdit({
    opened: webhook,
    now: channels?.webhooks.find(({ id }) => id === webhook.id),
    error,
    onUse: ({ kinds }) => form.setFieldValue('kinds', kinds),
  })
  return (
    <FormDialog
      title={t('notifications.webhook.kinds')}
      submit={t('action.save')}
      isDirty={form.isDirty()}
      sending={{ isPending, error }}
      errorAction={errorAction}
      onSubmit={form.onSubmit(({ kinds }) =>
        mutate(
          { params: { id: webhook.id }, body: { kinds, version: base.version } },
          { onSuccess: onClose },
        ),
      )}
      onClose={onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{webhook.url}</Text>
      <KindsField
        value={form.values.kinds}
        error={form.errors['kinds'] !== undefined}
        onChange={(kinds) => form.setFieldValue('kinds', kinds)}
      />
    </FormDialog>
  )
}

/** `to`: the user whom a mail is for. */
type Message = Delivery & { to?: string | null }

const meanings = { waiting: 'waiting', delivered: 'done', failed: 'failed', dropped: 'ended' } as const

const deliveryColumns = (t: Translate, language: UiLanguage): Column<Message>[] => [
  {
    id: 'event',
    header: t('notifications.what'),
    width: 260,
    wrap: true,
    cell: ({ event }) => notificationSentence(event, language, (at) => absoluteTime(at, language)),
  },
  { id: 'at', header: t('notifications.when'), cell: ({ at }) => <Time value={at} /> },
  {
    id: 'state',
    header: t('notifications.delivery.state'),
    width: 200,
    wrap: true,
    cell: (delivery) => (
      <Stack gap={2} align="flex-start">
        <StateBadge meaning={meanings[delivery.state]}>
          {t(`notifications.delivery.${delivery.state}`)}
        </StateBadge>
        <span>{failureText(t, delivery)}</span>
      </Stack>
    ),
  },
  {
    id: 'attempts',
    header: t('notifications.delivery.attempts'),
    numeric: true,
    cell: ({ attempts }) => attempts,
  },
  {
    id: 'next',
    header: t('notifications.delivery.next'),
    isEmpty: ({ nextAt }) => nextAt === null,
    cell: ({ nextAt }) => <Time value={nextAt} words="ahead" />,
  },
]

const recipientColumn = (t: Translate): Column<Message> => ({
  id: 'to',
  header: t('notifications.delivery.to'),
  width: 140,
  cell: ({ to }) => to ?? <EmptyValue />,
})

/** The latest mails, with the user whom each is for. */
export function MailsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage()
  return <MessagesDialog query={useQuery(mailsQuery())} before={[recipientColumn(t)]} onClose={onClose} />
}

/** The latest messages of a webhook. */
export const DeliveriesDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => (
  <MessagesDialog query={useQuery(deliveriesQuery(webhook.id))} url={webhook.url} onClose={onClose} />
)

interface MessagesProps {
  query: UseQueryResult<{ items: Message[] }>
  url?: string
  before?: Column<Message>[]
  onClose: () => void
}

/** Messages, with how each attempt ended. */
function MessagesDialog({ query, url, before = [], onClose }: MessagesProps) {
  const { t, language } = useLanguage()
  const columns = [...before, ...deliveryColumns(t, language)]
  return (
    <Dialog title={t('notifications.deliveries')} size={960} onClose={onClose}>
      <Stack gap="md">
        {url !== undefined && <Text style={{ overflowWrap: 'anywhere' }}>{url}</Text>}
        <QueryState query={query} loading={<Skeleton h={120} />}>
          {({ items }) =>
            items.length === 0 ? (
              <Text>{t('notifications.deliveries.none')}</Text>
            ) : (
              <DataTable label={t('notifications.deliveries')} columns={columns} rows={items} rowKey="id" />
            )
          }
        </QueryState>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('action.close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
