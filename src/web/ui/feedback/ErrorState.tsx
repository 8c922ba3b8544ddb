import { Button, Group, Text } from '@mantine/core'
import {
  IconCloudOff,
  IconHandStop,
  IconLock,
  IconPlugConnectedX,
  IconRefresh,
  IconSearchOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { ApiError } from '../../api/api-error.ts'
import { messageFor, type ErrorKind } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { CopyButton } from '../text/CopyButton.tsx'
import { StateMessage } from './StateMessage.tsx'

const looks: Record<ErrorKind, { icon: TablerIcon; tone: 'quiet' | 'warning' | 'failure' }> = {
  broken: { icon: IconCloudOff, tone: 'failure' },
  forbidden: { icon: IconLock, tone: 'warning' },
  'not-configured': { icon: IconPlugConnectedX, tone: 'warning' },
  'not-found': { icon: IconSearchOff, tone: 'quiet' },
}

/** Shows the service's own code and the request ID, for the person who investigates the error. */
export function ErrorDetail({ error }: { error: unknown }) {
  const t = useT()
  if (!(error instanceof ApiError)) return null
  const { upstream, requestId } = error
  // The code may mean something else at this service, so its own words stand beside the console's.
  const serviceText = [upstream?.code, upstream?.message].filter((part) => part != null).join(' ')
  return (
    <>
      {serviceText !== '' && <Text c="dimmed">{t('state.upstreamSaid', { said: serviceText })}</Text>}
      {requestId !== null && (
        <Group gap="xs" wrap="nowrap">
          <Text size="xs" c="dimmed" ff="monospace">
            {t('state.requestId', { id: requestId })}
          </Text>
          <CopyButton value={requestId} label={t('state.copyRequestId')} />
        </Group>
      )}
    </>
  )
}

/** Describes the error in one sentence. */
export function ErrorSentence({ error }: { error: unknown }) {
  const t = useT()
  return t(messageFor(error).sentence)
}

/** Replaces the data of a failed read: one sentence, the next step, a retry button, and the request ID to copy. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const t = useT()
  const { sentence, next, kind, values } = messageFor(error)
  return (
    <StateMessage
      {...looks[kind]}
      title={t(sentence)}
      text={t(next, values)}
      detail={<ErrorDetail error={error} />}
      announce
    >
      {retry && (
        <Button leftSection={<IconRefresh size={16} aria-hidden />} onClick={retry}>
          {t('action.retry')}
        </Button>
      )}
    </StateMessage>
  )
}

/** Replaces the data of a read that the user has stopped. */
export function Stopped({ retry }: { retry: () => void }) {
  const t = useT()
  return (
    <StateMessage icon={IconHandStop} tone="quiet" title={t('state.stopped')} text={t('state.stopped.next')}>
      <Button onClick={retry}>{t('action.retry')}</Button>
    </StateMessage>
  )
}
