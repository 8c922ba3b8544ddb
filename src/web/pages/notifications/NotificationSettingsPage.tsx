import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { MailServerPanel } from './MailServerPanel.tsx'
import { channelsQuery } from './queries.ts'
import { WebhooksPanel } from './WebhooksPanel.tsx'

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
