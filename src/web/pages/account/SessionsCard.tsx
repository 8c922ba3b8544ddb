import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OwnSession } from '#contract/account.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { deviceOf } from './device.ts'
import { endSessionMutation } from './queries.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'

function nameOf(userAgent: string | null, t: Translate): string {
  const device = userAgent === null ? null : deviceOf(userAgent)
  return device === null ? (userAgent ?? t('account.sessions.unknown')) : t('account.device', device)
}

const sessionColumns = (
  t: Translate,
  endButton: (session: OwnSession) => ReactNode,
): Column<OwnSession>[] => [
  {
    id: 'device',
    header: t('account.sessions.device'),
    width: 240,
    cell: ({ userAgent, current }) => (
      <Group gap="xs" wrap="nowrap">
        <Text span inherit truncate title={userAgent ?? undefined}>
          {nameOf(userAgent, t)}
        </Text>
        {current && <StateBadge meaning="done">{t('account.sessions.current')}</StateBadge>}
      </Group>
    ),
  },
  { id: 'address', header: t('account.sessions.address'), cell: ({ address }) => address ?? '–' },
  {
    id: 'lastSeen',
    header: t('account.sessions.lastSeen'),
    cell: ({ lastSeenAt }) => <Time value={lastSeenAt} />,
  },
  {
    id: 'begun',
    header: t('account.sessions.begun'),
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  { id: 'end', header: t('caption.action'), cell: endButton },
]

/** Lists the user's sessions, with a button to end each other session. */
export function SessionsCard({ sessions }: { sessions: readonly OwnSession[] }) {
  const t = useT()
  const { mutate, isPending, variables, error } = useMutation(endSessionMutation())
  const isEnding = (id: string | null) => isPending && variables.id === id
  const endButton = ({ id, current, userAgent, address }: OwnSession) => {
    if (current) return null
    const action = t('account.sessions.endNamed', { device: nameOf(userAgent, t), address: address ?? '–' })
    return (
      <Button
        size="compact-xs"
        loading={isEnding(id)}
        aria-label={action}
        onClick={() => mutate({ id, action }, { onSuccess: () => announce(t('account.sessions.ended')) })}
      >
        {t('account.sessions.end')}
      </Button>
    )
  }
  return (
    <Panel
      title={t('account.sessions')}
      isLandmark={false}
      actions={
        sessions.length > 1 && (
          <Button
            size="xs"
            loading={isEnding(null)}
            onClick={() =>
              mutate(
                { id: null, action: t('account.sessions.endOthers') },
                { onSuccess: () => announce(t('account.sessions.othersEnded')) },
              )
            }
          >
            {t('account.sessions.endOthers')}
          </Button>
        )
      }
    >
      <ErrorAlert error={error} mb="sm" />
      <DataTable
        label={t('account.sessions')}
        columns={sessionColumns(t, endButton)}
        rows={sessions}
        rowKey="id"
      />
    </Panel>
  )
}
