import { Button, Divider, Group, Stack, Switch, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import {
  changeWebhook,
  readChannels,
  removeWebhook,
  testWebhook,
  type Webhook,
} from '#contract/notification-channels.ts'
import { write } from '../../api/endpoint-queries.ts'
import { notificationKinds } from '#contract/notification-kinds.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { ConfirmDialog } from '../../ui/form/FormDialog.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { AttemptResult } from './AttemptResult.tsx'
import { AddWebhookDialog, DeliveriesDialog, WebhookKindsDialog } from './WebhookDialogs.tsx'

/** Whether a webhook works, fails, or is off. */
function WebhookState({ webhook: { failingSince, offAt, offBecause } }: { webhook: Webhook }) {
  const t = useT()
  if (offAt !== null && offBecause === 'failures')
    return (
      <Text>
        <Message id="notifications.webhook.failed" values={{ time: <Time value={offAt} /> }} />
      </Text>
    )
  if (offAt !== null || failingSince === null) return null
  return (
    <Group gap="xs">
      <StateBadge meaning="failed">{t('notifications.webhook.failing')}</StateBadge>
      <Text>
        <Message id="notifications.webhook.failing.since" values={{ time: <Time value={failingSince} /> }} />
      </Text>
    </Group>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const t = useT()
  const { id, url, kinds, offAt } = webhook
  const change = useMutation(write(changeWebhook, readChannels.path))
  const test = useMutation(write(testWebhook))
  const remove = useMutation(write(removeWebhook, readChannels.path))
  const askRemove = () =>
    openDialog((close) => (
      <ConfirmDialog
        title={t('notifications.webhook.remove')}
        text={t('notifications.webhook.remove.text')}
        confirm={t('action.remove')}
        danger
        onConfirm={() => remove.mutate({ params: { id } })}
        onClose={close}
      />
    ))
  const error = change.error ?? test.error ?? remove.error
  return (
    <Stack gap="xs" align="flex-start">
      <Switch
        label={url}
        styles={{ label: { overflowWrap: 'anywhere', fontWeight: 600 } }}
        checked={offAt === null}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ params: { id }, body: { on: event.currentTarget.checked } })}
      />
      <WebhookState webhook={webhook} />
      <Text c="dimmed">
        {kinds.length === notificationKinds.length
          ? t('notifications.webhook.kinds.all')
          : t('notifications.webhook.kinds.count', { count: kinds.length })}
      </Text>
      <Group gap="sm">
        <Button
          size="compact-sm"
          onClick={() => openDialog((close) => <WebhookKindsDialog webhook={webhook} onClose={close} />)}
        >
          {t('notifications.webhook.kinds.change')}
        </Button>
        <Button size="compact-sm" loading={test.isPending} onClick={() => test.mutate({ params: { id } })}>
          {t('notifications.webhook.test')}
        </Button>
        <Button
          size="compact-sm"
          onClick={() => openDialog((close) => <DeliveriesDialog webhook={webhook} onClose={close} />)}
        >
          {t('notifications.deliveries')}
        </Button>
        <Button size="compact-sm" onClick={askRemove}>
          {t('action.remove')}
        </Button>
      </Group>
      <ErrorAlert error={error} />
      {test.data !== undefined && (
        <AttemptResult attempt={test.data} done={t('notifications.webhook.tested')} />
      )}
    </Stack>
  )
}

/** The webhooks: added, chosen for, tested, turned off, removed. */
export function WebhooksPanel({
  webhooks,
  privateNetworks,
}: {
  webhooks: readonly Webhook[]
  privateNetworks: boolean
}) {
  const t = useT()
  return (
    <Panel title={t('notifications.webhooks')} description={t('notifications.webhooks.text')}>
      <Stack gap="md" align="stretch">
        {!privateNetworks && <Text c="dimmed">{t('notifications.webhooks.public')}</Text>}
        {webhooks.map((webhook) => (
          <Stack key={webhook.id} gap="md">
            <WebhookRow webhook={webhook} />
            <Divider />
          </Stack>
        ))}
        <Group>
          <Button
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => openDialog((close) => <AddWebhookDialog onClose={close} />)}
          >
            {t('notifications.webhook.add')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
